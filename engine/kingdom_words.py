"""Kingdom requests in one line, and in whole sentences.

    3 Empires, Attack, no Witch, Moat or Library

Wishes stand between commas, or each on a line. A wish is a card (or Event, Landmark), a type, a set, or several with "or" or `|`
between them:

* a set alone: draw from it. A card alone: it is in. A type, or alternatives: at least one is in;
* with a number before it: so many of the ten piles, exactly. `2+`: two or more; `1-3`: one to three;
* with "no", "without" or `!` before it: none. With "rather" or `~`: rather than others. "a" and "an" change nothing;
* `2 Events`, `1 Landmark`, `no Events`: how many of these; `1E`, `2E`: the edition; `Random`: what would be drawn anyhow;
* or a recommended set's name, alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from difflib import get_close_matches
from typing import NamedTuple, TypeVar

from engine import words
from engine.cards.recommended import RECOMMENDED_SETS
from engine.errors import IllegalSetup
from engine.kingdoms import KINGDOM_SIZE, MOST_LANDSCAPES, Draw, KingdomRequest, Want, recommended_set
from engine.randomizers import CLOSE, Kind, Meaning, Randomizer, UnknownWord, Vocabulary, Word, folded, randomizers

EDITION = re.compile(r"([12])(?:st|nd)? ?e(?:d\.?|dition)?", re.IGNORECASE)
WISH = re.compile(
    r"\s*(?:(?P<sign>[!~]|(?:no|without|rather)(?=\s))|an?\s)?\s*"
    r"(?:(?P<low>\d+)\s*(?P<more>\+|-\s*(?P<high>\d+))?(?=\s|$))?(?P<names>.*)",
    re.DOTALL | re.IGNORECASE,
)
SIGNS = ("without", "rather")
"""Words before a wish that are long enough to be mistyped."""
RATHER = ("~", "rather")
"""The signs of what is liked; the others are those of a ban."""

COMMA = re.compile(r"\s*\n\s*(?=\S),?\s*|,\s*")
OR = re.compile(r"\||(?<!\S)or(?!\S)", re.IGNORECASE)


class ExpressionError(IllegalSetup):
    """A kingdom expression can't be understood: the fault is `text[start:end]`, and `near` what may have been meant by that.
    `faults` are all that were found, this one first, if it is made of several."""

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
        """Several faults of one expression as one, each said once."""
        reason = "\n".join(dict.fromkeys(fault.reason for fault in faults))
        return cls(reason, faults[0].text, faults[0].start, faults[0].end, faults=faults)

    @property
    def word(self) -> str:
        """The word that the error is about."""
        return self.text[self.start : self.end]


class Part(NamedTuple):
    """A piece of the expression and where it begins; never with spaces around it."""

    words: str
    start: int


def split(text: str, start: int, separator: re.Pattern[str]) -> list[Part]:
    """`text`, which begins at `start`, in parts."""
    parts, begin = [], 0
    for end, following in [*(found.span() for found in separator.finditer(text)), (len(text), len(text))]:
        piece = text[begin:end]
        parts.append(Part(piece.strip(), start + begin + len(piece) - len(piece.lstrip())))
        begin = following
    return parts


def parse_kingdom(text: str, base: KingdomRequest | None = None, pool: Sequence[Randomizer] | None = None) -> KingdomRequest:
    """What the expression wishes for, added to what `base` does. Raises ExpressionError."""
    base = base or KingdomRequest()
    if not text.strip():
        return base
    if any(folded(text) in (folded(each.name), folded(each.title)) for each in RECOMMENDED_SETS):
        return base.model_copy(update={"recommended": recommended_set(text, base.edition).name})
    return Parser(text, base, randomizers() if pool is None else pool).request()


T = TypeVar("T")


def each_of(parts: Sequence[Part], read: Callable[[Part], T]) -> list[T]:
    """What each part is read as. Raises ExpressionError, with the faults of all."""
    found: list[T] = []
    faults: list[ExpressionError] = []
    for part in parts:
        try:
            found.append(read(part))
        except ExpressionError as error:
            faults += error.faults
    if faults:
        raise ExpressionError.together(faults)
    return found


class Parser:
    """Reads one expression, wish by wish. `named`, `banned` and `wants` remember where things stand, for what can only be seen
    from the whole."""

    def __init__(self, text: str, base: KingdomRequest, pool: Sequence[Randomizer]) -> None:
        self.text = text
        self.base = base
        self.pool = pool
        self.vocabulary = Vocabulary(pool)
        self.edition = base.edition
        self.edition_said: str | None = None
        self.counts = {Kind.EVENT: base.events, Kind.LANDMARK: base.landmarks}
        self.sets: list[str] = [*base.sets]
        self.likes: list[str] = [*base.like]
        self.wants: list[tuple[Want, Part]] = []
        self.named: list[tuple[str, Part]] = []
        self.banned: list[tuple[str, Part]] = []

    def request(self) -> KingdomRequest:
        """The whole request."""
        each_of(split(self.text, 0, COMMA), self.wish)
        self.check()
        request = self.base.model_copy(
            update={
                "edition": self.edition,
                "sets": tuple(dict.fromkeys(self.sets)),
                "require": tuple(dict.fromkeys([*self.base.require, *(name for name, _ in self.named)])),
                "ban": tuple(dict.fromkeys([*self.base.ban, *(name for name, _ in self.banned)])),
                "like": tuple(self.likes),
                "wants": (*self.base.wants, *(want for want, _ in self.wants)),
                "events": self.counts[Kind.EVENT],
                "landmarks": self.counts[Kind.LANDMARK],
            }
        )
        draw = Draw(request, self.pool)
        for want, part in self.wants:
            if reason := draw.too_few(want):
                raise self.error(reason, part)
        return request

    def error(self, reason: str, part: Part, near: str | None = None) -> ExpressionError:
        """An error that points at `part`, or at the comma where there is nothing."""
        start = min(part.start, len(self.text) - 1)
        return ExpressionError(reason, self.text, start, start + max(1, len(part.words)), near=near)

    def wish(self, part: Part) -> None:
        """Takes one wish down. Raises ExpressionError."""
        if not part.words:
            raise self.error(words.WISH_MISSING, part)
        if folded(part.words) in words.ANYTHING:
            return
        if edition := EDITION.fullmatch(part.words):
            if self.edition_said not in (None, edition[1]):
                raise self.error(words.TWO_EDITIONS, part)
            self.edition_said = edition[1]
            self.edition = 1 if edition[1] == "1" else 2
            return
        found = WISH.fullmatch(part.words)
        assert found is not None
        names = split(found["names"], part.start + found.start("names"), OR)
        for name in names:
            if not name.words:
                raise self.error(words.NAME_MISSING, name if len(names) > 1 else part)
        meant = each_of(names, lambda name: (self.look_up(name), name))
        if sign := found["sign"]:
            if found["low"] is not None:
                raise self.error(words.number_or_sign(sign), part)
            self.marked(sign, meant)
        elif found["low"] is None:
            self.plain(meant, part)
        else:
            self.counted(found, meant, part)

    def look_up(self, part: Part) -> Word:
        """What the words of `part` mean."""
        if any(folded(part.words) == folded(each.title) for each in RECOMMENDED_SETS):
            raise self.error(words.STANDS_ALONE, part)
        try:
            return self.vocabulary.look_up(part.words)
        except UnknownWord as error:
            if near := self.near(part.words):
                raise self.error(words.unknown_word(part.words, near), part, near) from error
            raise self.error(error.reason, part, error.near) from error

    def near(self, wish: str) -> str | None:
        """What a wish may mean that is much like a word of this language, such as "rndom" or "witout Witch"."""
        if said := get_close_matches(folded(wish), words.ANYTHING, 1, CLOSE):
            return said[0].capitalize()
        first, _, rest = wish.partition(" ")
        if rest and (said := get_close_matches(first.casefold(), SIGNS, 1, CLOSE)):
            with suppress(UnknownWord):
                return f"{said[0]} {self.vocabulary.look_up(rest).name}"
        return None

    def kind(self, word: Word) -> Kind:
        """What kind of randomizer a word is about."""
        if word.meaning is Meaning.RANDOMIZER:
            return self.vocabulary.pool[word.name].kind
        return next((kind for kind in (Kind.EVENT, Kind.LANDMARK) if word.name == kind), Kind.PILE)

    def marked(self, sign: str, meant: Iterable[tuple[Word, Part]]) -> None:
        """A ban or a liking, of each of the words."""
        for word, part in meant:
            if sign.casefold() in RATHER:
                self.likes.append(word.name)
            elif word.meaning is Meaning.TYPE and (kind := self.kind(word)) is not Kind.PILE:
                self.counts[kind] = 0
            else:
                self.banned.append((word.name, part))

    def plain(self, meant: Sequence[tuple[Word, Part]], part: Part) -> None:
        """A wish without a number."""
        word = meant[0][0]
        if len(meant) > 1:
            self.piles_only(meant)
            self.wants.append((Want(any_of=tuple(word.name for word, _ in meant)), part))
        elif word.meaning is Meaning.SET:
            self.sets.append(word.name)
        elif word.meaning is Meaning.RANDOMIZER:
            self.named.append((word.name, part))
        elif (kind := self.kind(word)) is not Kind.PILE:
            self.counts[kind] = 1
        else:
            self.wants.append((Want(any_of=(word.name,)), part))

    def counted(self, found: re.Match[str], meant: Sequence[tuple[Word, Part]], part: Part) -> None:
        """A wish with a number."""
        low = int(found["low"])
        high = int(found["high"]) if found["high"] else None if found["more"] else low
        word = meant[0][0]
        kind = self.kind(word)
        if len(meant) == 1 and word.meaning is Meaning.RANDOMIZER:
            raise self.error(words.each_pile_once(word.name), part)
        if len(meant) == 1 and kind is not Kind.PILE:
            if high != low or low > MOST_LANDSCAPES:
                raise self.error(words.one_number(MOST_LANDSCAPES), part)
            self.counts[kind] = low
            return
        self.piles_only(meant)
        if max(low, high or 0) > KINGDOM_SIZE:
            raise self.error(words.so_many_piles(KINGDOM_SIZE), part)
        if high is not None and high < low:
            raise self.error(words.SMALLER_FIRST, part)
        self.wants.append((Want(any_of=tuple(word.name for word, _ in meant), minimum=low, maximum=high), part))

    def piles_only(self, meant: Iterable[tuple[Word, Part]]) -> None:
        """Events and Landmarks don't count among the ten piles (R6), so they can't be alternatives to these."""
        for word, part in meant:
            if (kind := self.kind(word)) is not Kind.PILE:
                raise self.error(words.not_among_piles(word.name, kind), part)

    def check(self) -> None:
        """Points at what contradicts itself."""
        for name, part in self.named:
            each = self.vocabulary.pool[name]
            if self.edition not in each.editions:
                raise self.error(words.add_edition(name, 3 - self.edition, each.set), part)
            for ban in self.base.ban:
                if each.answers(ban):
                    raise self.error(words.wanted_and_banned(name, ban), part)
        for ban, part in self.banned:
            for name in (*self.base.require, *(name for name, _ in self.named)):
                if (known := self.vocabulary.pool.get(name)) is not None and known.answers(ban):
                    raise self.error(words.wanted_and_banned(name, ban), part)


def explain_request(request: KingdomRequest) -> str:
    """The request in whole sentences."""
    if request.recommended is not None:
        return words.recommended(request.recommended)
    sentences = [
        words.drawn_by(
            KINGDOM_SIZE,
            request.sets,
            request.edition,
            require=request.require,
            wants=[words.among(want.any_of, want.minimum, want.maximum) for want in request.wants],
            ban=request.ban,
            like=tuple(dict.fromkeys(request.like)),
        )
    ]
    counts = {Kind.EVENT: request.events, Kind.LANDMARK: request.landmarks}
    if said := {str(kind): count for kind, count in counts.items() if count is not None}:
        sentences.append(words.beside_piles(said))
    if left := [str(kind) for kind, count in counts.items() if count is None]:
        sentences.append(words.as_they_come_up(left, MOST_LANDSCAPES))
    return " ".join(sentences)
