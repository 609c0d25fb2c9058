"""Kingdom requests in one line.

    3 Empires, Attack, no Witch, Moat or Library

Commas or line breaks separate clauses. A clause is a card (or a landscape), a type, a set, or several with "or" or `|` between
them:

* a set alone: draw from it. A card alone: it is included. A type, or alternatives: at least one is in;
* with a number before it, or after it: exactly that many of the ten piles. `2+`: two or more; `1-3`: one to three;
* with "no", "without" or `!` before it: none. With "prefer", "rather" or `~`: preferred to others. "a" and "an" make no difference;
* optional basic cards by name (`Platinum and Colony`), or with "no": with or without them. `Bane Moat`: the card of an extra pile;
* `2 Events`, `1 Landmark`, `no Events`: how many of these; `1E`, `2E`: the edition; `Random`: what would be drawn without a
  request;
* or a recommended set's name, alone.

If only cards are named, the others come from their sets, if possible.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import cache
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar

from engine import request_words, words
from engine.card import CARDS
from engine.cards.recommended import RECOMMENDED_SETS
from engine.errors import IllegalSetup
from engine.extras import extra_of, optional_cards
from engine.kingdoms import (
    KINGDOM_SIZE,
    KingdomRequest,
    Want,
    must_be_drawable,
    recommended_set,
)
from engine.mechanisms import LANDSCAPES, Landscape
from engine.pile_search import Search, TooComplex
from engine.randomizers import CLOSE, Meaning, Randomizer, UnknownWord, Word, folded, vocabulary_of
from engine.spelling import LONGEST_TEXT, MOST_FAULTS, near

EDITION = re.compile(r"([12])(?:st|nd)? ?e(?:d\.?|dition)?", re.IGNORECASE)
CLAUSE = re.compile(
    r"\s*(?:(?P<sign>[!~]|(?:no|without|prefer|rather)(?=\s))|an?\s)?\s*"
    r"(?:(?P<low>\d+)\s*(?P<more>\+|-\s*(?P<high>\d+))?(?=\s|$))?(?P<names>.*)",
    re.DOTALL | re.IGNORECASE,
)
NUMBER_AFTER = re.compile(r"[x×]?(?P<low>\d+)(?P<more>\+|-(?P<high>\d+))?", re.IGNORECASE)
SIGNS = ("without", "prefer", "rather")
"""Words before a clause that are long enough to be mistyped."""
PREFER = ("~", "prefer", "rather")
"""The signs for likes; the others are for bans."""

COMMA = re.compile(r"(?<!\s)\s*\n[^\S\n]*(?=\S),?\s*|,\s*")
"""What separates clauses. However long a run of spaces is, it is only matched from its start; the patterns below do the same."""
OR = re.compile(r"\||(?<!\S)or(?!\S)", re.IGNORECASE)
NO_COMMA = re.compile(
    r"(?:(?<!\s)\s+)?[;&]\s*|(?<![\d\s])\s*\+\s*|(?<!\s)\s+(?:(?:with|and|from)\s+|(?=(?:no|without|prefer|rather|\d+)\s|[!~]))",
    re.IGNORECASE,
)
"""What stands between clauses that lack a comma."""

TRIES = 25
"""How many draws to spend on finding out which clauses conflict: a few milliseconds."""


class ExpressionError(IllegalSetup):
    """A kingdom expression that makes no sense: the fault is `text[start:end]`, and `near` is what might have been meant. If there
    are several, `faults` are all of them, this one first."""

    def __init__(
        self, reason: str, text: str, start: int, end: int, *, near: str | None = None, faults: Sequence[ExpressionError] = ()
    ) -> None:
        super().__init__(reason)
        self.text = text
        self.start = start
        self.end = end
        self.near = near
        self.faults = tuple(faults) or (self,)

    @classmethod
    def together(cls, faults: Sequence[ExpressionError]) -> ExpressionError:
        """Return several faults of one expression as a single error, without repeating reasons or places."""
        reason = "\n".join(dict.fromkeys(fault.reason for fault in faults))
        places = {(fault.start, fault.end): fault for fault in reversed(faults)}
        in_order = [places[place] for place in sorted(places)]
        return cls(reason, faults[0].text, *min(places), faults=in_order)

    @property
    def word(self) -> str:
        """Return the word that the error is about."""
        return self.text[self.start : self.end]


class RequestPart(NamedTuple):
    """A piece of the expression and where it starts, without spaces around it."""

    words: str
    start: int


def split(text: str, start: int, separator: re.Pattern[str]) -> list[RequestPart]:
    """Split `text`, which starts at `start`, into parts."""
    parts, begin = [], 0
    for end, following in [*(found.span() for found in separator.finditer(text)), (len(text), len(text))]:
        piece = text[begin:end]
        parts.append(RequestPart(piece.strip(), start + begin + len(piece) - len(piece.lstrip())))
        begin = following
    return parts


def parse_kingdom(text: str, base: KingdomRequest | None = None, pool: Sequence[Randomizer] | None = None) -> KingdomRequest:
    """Return the request in the expression, added to `base`. Raises ExpressionError, including if no kingdom fits it (unless none
    even fits `base`), or if it is longer than `LONGEST_TEXT`."""
    base = base or KingdomRequest()
    if len(text) > LONGEST_TEXT:
        raise ExpressionError(request_words.too_long(LONGEST_TEXT), text[:LONGEST_TEXT], 0, LONGEST_TEXT)
    if not text.strip():
        return base
    if folded(text) in set_names():
        return base.model_copy(update={"recommended": recommended_set(text, base.edition).name})
    return Parser(text, base, pool).request()


@cache
def set_names() -> frozenset[str]:
    """Return the names for recommended sets: names and titles, folded."""
    return frozenset(folded(name) for each in RECOMMENDED_SETS for name in (each.name, each.title))


@cache
def set_titles() -> frozenset[str]:
    """Return the titles of recommended sets, folded."""
    return frozenset(folded(each.title) for each in RECOMMENDED_SETS)


T = TypeVar("T")


def each_of(parts: Sequence[RequestPart], read: Callable[[RequestPart], T]) -> list[T]:
    """Return the meaning of each part. Raises ExpressionError, with the faults of all, up to `MOST_FAULTS`."""
    found: list[T] = []
    faults: list[ExpressionError] = []
    for part in parts:
        try:
            found.append(read(part))
        except ExpressionError as error:
            faults += error.faults
            if len(faults) >= MOST_FAULTS:
                break
    if faults:
        raise ExpressionError.together(faults)
    return found


Field: TypeAlias = Literal["edition", "sets", "require", "ban", "like", "wants", "landscapes", "extras", "optional"]
SEVERAL = frozenset[Field](["sets", "require", "ban", "like", "wants"])
"""The fields of a request that hold any number of clauses."""


KEYED = frozenset[Field](["landscapes", "extras", "optional"])
"""Those that hold one value for each of several keys."""


class Clause(NamedTuple):
    """One clause as understood: what it puts into a field of the request, and where it stands. `key` is the kind of landscape, the
    card that needs an extra pile, or the name of optional cards."""

    field: Field
    value: str | int | Want
    part: RequestPart
    key: str = ""


def optional_words() -> dict[str, str]:
    """Return which optional basic cards these words mean."""
    found: dict[str, str] = {}
    for option, cards in optional_cards().items():
        names = [card.name for card in cards]
        said = (option, words.listed(names), words.either(names), *names, *map(words.several, names))
        found |= dict.fromkeys(map(folded, said), option)
    return found


def named_by(option: str) -> list[str]:
    """Return the names of optional basic cards that come together."""
    return [card.name for card in optional_cards()[option]]


class Parser:
    """Reads one expression, clause by clause."""

    def __init__(self, text: str, base: KingdomRequest, pool: Sequence[Randomizer] | None) -> None:
        self.text = text
        self.base = base
        self.pool = pool
        self.vocabulary = vocabulary_of(pool)
        self.options = optional_words()
        self.extras = {folded(card.extra.name): card.name for card in CARDS.values() if card.extra is not None}
        self.clauses: list[Clause] = []
        self.anything = False

    def request(self) -> KingdomRequest:
        """Return the whole request."""
        each_of(split(self.text, 0, COMMA), self.checked)
        if conflicts := self.conflicts():
            raise ExpressionError.together(self.of_two_editions() or conflicts)
        return self.within_sets(self.made(self.clauses))

    def within_sets(self, request: KingdomRequest) -> KingdomRequest:
        """Return a request that names only cards with their sets added: only these are drawn from, if they have enough."""
        if self.anything or request.sets or request.wants or any(request.landscapes.values()):
            return request
        try:
            cards = [self.vocabulary.look_up(name).name for name in request.require]
            within = request.model_copy(update={"sets": tuple(dict.fromkeys(self.vocabulary.pool[card].set for card in cards))})
            must_be_drawable(within, self.pool)
        except IllegalSetup:
            return request
        return within

    def made(self, clauses: Iterable[Clause]) -> KingdomRequest:
        """Return the base request with these clauses added."""
        changed: dict[str, Any] = {}
        for field, value, _, key in clauses:
            if field in KEYED:
                changed[field] = changed.get(field, getattr(self.base, field)) | {key: value}
            else:
                changed[field] = (*changed.get(field, getattr(self.base, field)), value) if field in SEVERAL else value
        once = {field: tuple(dict.fromkeys(changed[field])) for field in SEVERAL - {"like"} if field in changed}
        return self.base.model_copy(update=changed | once)

    def conflicts(self) -> list[ExpressionError]:
        """Return an error for each clause in a conflict that leaves no kingdom: the clauses in a minimal conflicting group, and the
        same again for the clauses left without the first of that group."""
        found: list[ExpressionError] = []
        left, search, tries = self.clauses, Search(), TRIES

        def impossible(clauses: Iterable[Clause]) -> str | None:
            nonlocal tries
            tries -= 1
            if tries < 0:
                raise TooComplex
            try:
                must_be_drawable(self.made(clauses), self.pool, search)
            except TooComplex:
                raise
            except IllegalSetup as error:
                return error.reason
            return None

        group, reason = left, request_words.TOO_COMPLEX
        try:
            while said := impossible(left):
                group, reason = left, said
                for clause in left:
                    fewer = [each for each in group if each is not clause]
                    if said := impossible(fewer):
                        group, reason = fewer, said
                if not group:
                    return found
                found += [self.error(reason, clause.part) for clause in group]
                left = [each for each in left if each is not group[0]]
        except TooComplex:
            found += [self.error(reason, clause.part) for clause in group]
        return found

    def of_two_editions(self) -> list[ExpressionError]:
        """Return an error for each of two cards that no edition has both of, whichever the expression asks for."""
        only: dict[int, Clause] = {}
        for clause in self.clauses:
            if clause.field == "require":
                editions = self.vocabulary.pool[self.vocabulary.look_up(str(clause.value)).name].editions
                only |= dict.fromkeys(editions, clause) if len(editions) == 1 else {}
        if len(only) < 2:
            return []
        reason = request_words.in_two_editions(*(str(only[edition].value) for edition in (1, 2)))
        return [self.error(reason, clause.part) for clause in only.values()]

    def take(self, field: Field, value: str | int | Want, part: RequestPart, key: str = "") -> None:
        """Record one clause. Raises ExpressionError if another one says the opposite."""
        for other in self.clauses:
            if (other.field, other.key) == (field, key) and field not in SEVERAL and other.value != value:
                reason = self.opposite(field, key)
                raise ExpressionError.together([self.error(reason, other.part), self.error(reason, part)])
        self.clauses.append(Clause(field, value, part, key))

    def opposite(self, field: Field, key: str) -> str:
        """Return what is wrong with two different clauses if only one is possible."""
        if field == "landscapes":
            return request_words.two_numbers(key)
        if field == "optional":
            return request_words.both_with_and_without(named_by(key))
        return request_words.two_extras(extra_of(key).name) if field == "extras" else request_words.TWO_EDITIONS

    def error(self, reason: str, part: RequestPart, near: str | None = None) -> ExpressionError:
        """Return an error that points at `part`, or at the comma if the part is empty."""
        start = min(part.start, len(self.text) - 1)
        return ExpressionError(reason, self.text, start, start + max(1, len(part.words)), near=near)

    def checked(self, part: RequestPart) -> None:
        """Read one clause. Raises ExpressionError. If the clause would be refused even as proposed, that only says why."""
        try:
            self.clause(part)
        except ExpressionError as error:
            text, start, known = part.words, part.start, all(fault.near for fault in error.faults)
            for fault in sorted(error.faults, key=lambda fault: -fault.start):
                text = text[: fault.start - start] + (fault.near or fault.word) + text[fault.end - start :]
            if text == part.words or (refused := self.refusal(text)) is None:
                raise
            reason = f"{error.reason} {refused}" if known else error.reason
            alone = [ExpressionError(reason, self.text, each.start, each.end) for each in error.faults]
            raise ExpressionError.together(alone) from error

    def refusal(self, text: str) -> str | None:
        """Return why clauses would be refused on their own; None if they wouldn't be."""
        named = (EDITION.fullmatch(piece.words) for piece in split(self.text, 0, COMMA))
        edition = next((int(found[1]) for found in named if found), self.base.edition)
        other = Parser(text, KingdomRequest(edition=edition), self.pool)
        try:
            each_of(split(text, 0, COMMA), other.clause)
            must_be_drawable(other.made(other.clauses), self.pool)
        except IllegalSetup as error:
            return None if isinstance(error, TooComplex) else error.reason
        return None

    def number_after(self, names: str) -> tuple[str, re.Match[str]] | None:
        """Return a name with the number after it, such as "Seaside 3"; None if there is none, or if it is part of the name."""
        name, _, number = names.rstrip().rpartition(" ")
        if not name.strip() or (found := NUMBER_AFTER.fullmatch(number)) is None:
            return None
        with suppress(UnknownWord):
            self.vocabulary.look_up(OR.split(names)[-1])
            return None
        return name.rstrip(" :"), found

    def clause(self, part: RequestPart) -> None:
        """Read one clause. Raises ExpressionError."""
        if not part.words:
            raise self.error(request_words.CLAUSE_MISSING, part)
        if folded(part.words) in words.ANYTHING:
            self.anything = True
            return
        if edition := EDITION.fullmatch(part.words):
            self.take("edition", int(edition[1]), part)
            return
        if self.extra(part):
            return
        found = counts = CLAUSE.fullmatch(part.words)
        assert found is not None and counts is not None
        said = found["names"]
        if found["low"] is None and (after := self.number_after(said)) is not None:
            said, counts = after
        if option := self.options.get(folded(said)):
            if counts["low"] is not None or (found["sign"] or "").casefold() in PREFER:
                raise self.error(request_words.with_or_without(named_by(option)), part)
            self.take("optional", not found["sign"], part, option)
            return
        names = split(said, part.start + found.start("names"), OR)
        for name in names:
            if not name.words:
                raise self.error(request_words.NAME_MISSING, name if len(names) > 1 else part)
        sign = found["sign"]
        meant = each_of(names, lambda name: (self.look_up(name, signed=bool(sign)), name))
        if sign:
            if counts["low"] is not None:
                raise self.error(request_words.number_or_sign(sign), part)
            self.marked(sign, meant)
        elif counts["low"] is None:
            self.plain(meant, part)
        else:
            self.counted(counts, meant, part)

    def extra(self, part: RequestPart) -> bool:
        """Return whether this clause is about an extra pile, such as "Bane Moat", and if so, read it; it requires the card that
        needs the pile."""
        for name, holder in self.extras.items():
            *said, rest = part.words.split(maxsplit=name.count(" ") + 1)
            if said and folded(" ".join(said)).rstrip(":") == name:
                named = RequestPart(rest, part.start + len(part.words) - len(rest))
                meant = self.look_up(named, signed=True)
                if meant.meaning is not Meaning.RANDOMIZER:
                    raise self.error(request_words.other_meaning(meant.name, meant.meaning, [Meaning.RANDOMIZER]), named)
                self.take("require", holder, part)
                self.take("extras", meant.name, part, holder)
                return True
        return False

    def look_up(self, part: RequestPart, *, signed: bool) -> Word:
        """Return the meaning of the words of `part`; `signed`: a sign before them applies to them all."""
        if folded(part.words) in set_titles():
            raise self.error(request_words.STANDS_ALONE, part)
        try:
            return self.vocabulary.look_up(part.words)
        except UnknownWord as error:
            if meant := self.meant(part.words):
                raise self.error(request_words.unknown_word(part.words, meant), part, meant) from error
            raise self.several(part, signed=signed) or self.error(error.reason, part, error.near) from error

    def several(self, part: RequestPart, *, signed: bool) -> ExpressionError | None:
        """Return the error for clauses in a row without a comma, such as "Empires with Moat"; None if it is something else, or too
        many words."""
        pieces = [piece for piece in split(part.words, part.start, NO_COMMA) if piece.words]
        if not 1 < len(pieces) <= KINGDOM_SIZE:
            return None
        meant, unknown = [], []
        for piece in pieces:
            found = CLAUSE.fullmatch(piece.words)
            assert found is not None
            if not (name := found["names"].strip()):
                return None
            before = piece.words[: found.end("names") - len(found["names"].lstrip())]
            try:
                known = folded(name) in words.ANYTHING or folded(name) in self.options
                name = name if known else self.vocabulary.look_up(name).name
            except UnknownWord as error:
                if error.near is None:
                    unknown.append(self.error(error.reason, piece))
                name = error.near or name
            meant.append(before + name)
        if len(unknown) == len(pieces):
            return None
        if unknown:
            return ExpressionError.together(unknown)
        said = words.written(meant, one_clause=signed)
        return self.error(request_words.not_divided(part.words, one_clause=signed), part, said)

    def meant(self, clause: str) -> str | None:
        """Return the likely meaning of a clause with a mistyped word of this language, such as "rndom" or "witout Witch"."""
        if said := near(folded(clause), words.ANYTHING.keys(), 1, CLOSE):
            return words.ANYTHING[said[0]]
        if said := near(folded(clause), self.options.keys(), 1, CLOSE):
            return words.listed(named_by(self.options[said[0]]))
        first, _, rest = clause.partition(" ")
        if rest and (said := near(first.casefold(), SIGNS, 1, CLOSE)):
            with suppress(UnknownWord):
                return f"{said[0]} {self.vocabulary.look_up(rest).name}"
        return None

    def kind(self, word: Word) -> Landscape | None:
        """Return the kind of landscape that a word is about."""
        return self.vocabulary.pool[word.name].landscape if word.meaning is Meaning.RANDOMIZER else LANDSCAPES.get(word.name)

    def marked(self, sign: str, meant: Iterable[tuple[Word, RequestPart]]) -> None:
        """Record a ban or a like for each of the words."""
        for word, part in meant:
            if sign.casefold() in PREFER:
                self.take("like", word.name, part)
            elif word.meaning is Meaning.TYPE and (kind := self.kind(word)) is not None:
                self.take("landscapes", 0, part, kind)
            else:
                self.take("ban", word.name, part)

    def plain(self, meant: Sequence[tuple[Word, RequestPart]], part: RequestPart) -> None:
        """Record a clause without a number."""
        word = meant[0][0]
        if len(meant) > 1:
            self.piles_only(meant)
            self.take("wants", Want(any_of=tuple(word.name for word, _ in meant)), part)
        elif word.meaning is Meaning.SET:
            self.take("sets", word.name, part)
        elif word.meaning is Meaning.RANDOMIZER:
            self.take("require", word.name, part)
        elif (kind := self.kind(word)) is not None:
            self.take("landscapes", 1, part, kind)
        else:
            self.take("wants", Want(any_of=(word.name,)), part)

    def counted(self, found: re.Match[str], meant: Sequence[tuple[Word, RequestPart]], part: RequestPart) -> None:
        """Record a clause with a number."""
        low = int(found["low"])
        high = int(found["high"]) if found["high"] else None if found["more"] else low
        word = meant[0][0]
        kind = self.kind(word)
        if len(meant) == 1 and word.meaning is Meaning.RANDOMIZER:
            raise self.error(request_words.each_pile_once(word.name), part)
        if len(meant) == 1 and kind is not None:
            if high == low > kind.most:
                raise self.error(request_words.too_many_landscapes(low, kind.most, [kind]), part)
            if high != low:
                raise self.error(request_words.one_number(kind.most), part)
            self.take("landscapes", low, part, kind)
            return
        self.piles_only(meant)
        if max(low, high or 0) > KINGDOM_SIZE:
            raise self.error(request_words.too_many_cards(max(low, high or 0), KINGDOM_SIZE), part)
        if low == KINGDOM_SIZE and all(word.meaning is Meaning.SET for word, _ in meant):
            for word, _ in meant:
                self.take("sets", word.name, part)
        if high is not None and high < low:
            raise self.error(request_words.SMALLER_FIRST, part)
        self.take("wants", Want(any_of=tuple(word.name for word, _ in meant), minimum=low, maximum=high), part)

    def piles_only(self, meant: Iterable[tuple[Word, RequestPart]]) -> None:
        """Reject landscapes: they don't count among the ten piles (R6), so they can't be alternatives to cards."""
        for word, part in meant:
            if (kind := self.kind(word)) is not None:
                raise self.error(request_words.not_among_piles(word.name, kind), part)
