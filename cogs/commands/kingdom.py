"""Kingdoms as people ask for them: by a set's name, by a saved one's, the last one again, or by a request in one line."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from typing import NamedTuple

from cogs import text
from cogs.panels.kingdoms import playable
from cogs.text import setup as text_setup
from engine import (
    ExpressionError,
    IllegalSetup,
    Kingdom,
    KingdomRequest,
    missing_from,
    parse_kingdom,
    random_kingdom,
    recommended_set,
    recommended_sets,
)
from engine.extras import extra_of, optional_cards
from engine.kingdom_words import COMMA, OR, split
from engine.mechanisms import LANDSCAPES
from engine.randomizers import Meaning, UnknownWord, folded, vocabulary
from engine.request_words import too_long, unknown_word
from engine.spelling import LONGEST_TEXT, MOST_FAULTS, near
from tables import Options, kingdom_of
from tables.errors import ErrorSpan, ParseError
from tables.models import SavedKingdom

LIKE_OR_BAN = re.compile(r"(?:(?P<no>(?:no|without)\s|!)|(?P<prefer>prefer\s|~))?\s*(?P<names>.*)", re.DOTALL | re.IGNORECASE)
"""Names that someone likes or bans."""

MAX_CHOICE = 100
MAX_CHOICES = 25
ALIKE, MOST_ALIKE = 0.8, 3
LAST_CLAUSE = re.compile(
    r"(?P<before>(?:.*(?:[,|]|\sor\s))?\s*(?:[!~]|(?:no|without|prefer|an?)\s)?\s*(?:\d+\s*(?:\+|-\s*\d+)?\s+)?)(?P<word>.*)",
    re.DOTALL | re.IGNORECASE,
)
"""A request, split before the word being written."""


class WrongRequest(ParseError):
    """The text can't be turned into a kingdom."""


class KingdomChoice(NamedTuple):
    """The kingdoms that only this place offers: its saved ones and its last one."""

    saved: Sequence[SavedKingdom] = ()
    last: Kingdom | None = None


class Suggestion(NamedTuple):
    """Something to write in a field: how it looks in the list, and what it puts into the field."""

    label: str
    words: str


@cache
def words(*meanings: Meaning) -> tuple[str, ...]:
    """Return the words with one of these meanings: sets first, then types, then cards."""
    order = [Meaning.SET, Meaning.TYPE, Meaning.RANDOMIZER]
    found = {word for word in vocabulary().words.values() if word.meaning in meanings}
    return tuple(word.name for word in sorted(found, key=lambda word: (order.index(word.meaning), word.name)))


# what is meant


def requested(line: str, base: KingdomRequest, kept: KingdomChoice) -> Kingdom | KingdomRequest:
    """Return the kingdom that a line asks for, or the request to draw it by; `base`: a request from elsewhere. If nothing is
    requested, it's the First Game. Raise WrongRequest."""
    line = short_enough(line.strip())
    blank = KingdomRequest(edition=base.edition)
    if not line and base == blank:
        return kingdom_of(edition=base.edition)
    if line.casefold() == text_setup.LAST_KINGDOM.casefold():
        if kept.last is None:
            raise WrongRequest(text_setup.NO_LAST_KINGDOM, line)
        return kept.last
    if line.casefold().startswith(text_setup.SAVED.casefold()):
        return saved(line, line[len(text_setup.SAVED) :], kept)
    try:
        request = parse_kingdom(line, base)
        if request.recommended is not None:
            must_be_playable(line, request.recommended, base.edition)
        if not line or request.recommended is not None:
            random_kingdom(request, "")
    except ExpressionError as error:
        if any(folded(line) == folded(each.name) for each in kept.saved):
            return saved(line, line, kept)
        raise misread(error, kept) from error
    except IllegalSetup as error:
        raise WrongRequest(text.safe(error.reason), line) from error
    return request


def short_enough(line: str) -> str:
    """Return the line. Raise WrongRequest, which holds its beginning, if it is too long."""
    if len(line) > LONGEST_TEXT:
        raise WrongRequest(too_long(LONGEST_TEXT), line[:LONGEST_TEXT])
    return line


def saved(line: str, name: str, kept: KingdomChoice) -> Kingdom:
    """Return the kingdom saved under that name. Raise WrongRequest."""
    for each in kept.saved:
        if folded(each.name) == folded(name):
            return each.kingdom
    likely = alike(name, [each.name for each in kept.saved])
    fault = ErrorSpan(len(line) - len(name.lstrip()), len(line), likely)
    raise WrongRequest(text_setup.no_saved_kingdom(name.strip()), line, *([fault] if likely else []))


def misread(error: ExpressionError, kept: KingdomChoice) -> WrongRequest:
    """Return what is wrong with a request. A line that resembles a name, with nothing beside it, counts as that name; only those
    that can be played are proposed."""
    likely = alike(error.text, [*(each.title for each in recommended_sets()), *(each.name for each in kept.saved)])
    lacking = {each.title: missing_from(each) for each in recommended_sets() if each.title in likely}
    if possible := tuple(name for name in likely if not lacking.get(name)):
        return WrongRequest(text_setup.no_such_kingdom(error.text, possible), error.text, ErrorSpan(0, len(error.text), possible))
    if likely:
        absence = text_setup.not_playable(likely[0], lacking[likely[0]])
        return WrongRequest(unknown_word(text.safe(error.text), likely[0], absence), error.text)
    faults = [ErrorSpan(each.start, each.end, (each.near,) if each.near is not None else ()) for each in error.faults]
    return WrongRequest(text.safe(error.reason), error.text, *faults)


def likes_in(line: str) -> tuple[list[str], list[str]]:
    """Return the bans and likes in a line such as "no Witch, prefer Village". Raise WrongRequest."""
    short_enough(line)
    lists: dict[bool, list[str]] = {False: [], True: []}
    wrong: list[WrongRequest] = []
    for part in split(line, 0, COMMA):
        found = LIKE_OR_BAN.fullmatch(part.words)
        assert found is not None
        for name in split(found["names"], part.start + found.start("names"), OR):
            if not name.words:
                continue
            end = name.start + len(name.words)
            if len(wrong) == MOST_FAULTS:
                raise WrongRequest.together(wrong)
            try:
                word = vocabulary().look_up(name.words).name
            except UnknownWord as error:
                likely = (error.near,) if error.near is not None else ()
                wrong.append(WrongRequest(text.safe(error.reason), line, ErrorSpan(name.start, end, likely)))
                continue
            if found["no"] is None and found["prefer"] is None:
                ways = text_setup.clause_without(word), text_setup.clause_prefer(word)
                wrong.append(WrongRequest(text_setup.like_or_ban(word), line, ErrorSpan(name.start, end, ways)))
            lists[found["no"] is None].append(word)
    if wrong:
        raise WrongRequest.together(wrong)
    return lists[False], lists[True]


def alike(name: str, names: Iterable[str]) -> tuple[str, ...]:
    """Return which of these names are similar to one."""
    known = {folded(each): each for each in names}
    return tuple(known[each] for each in near(folded(name), known.keys(), MOST_ALIKE, ALIKE))


def must_be_playable(line: str, name: str, edition: int) -> None:
    """Raise WrongRequest, which says what is missing from a recommended set."""
    chosen = recommended_set(name, edition)
    if missing := missing_from(chosen):
        raise WrongRequest(text_setup.not_playable(chosen.name, missing), line)


def request_of(options: Options) -> str:
    """Return a table's request as someone could write it: a set's name, or what it was drawn by."""
    chosen, request = options.kingdom, options.request
    title = chosen.recommended or (request.recommended if request is not None else None)
    if title is not None:
        return title
    return one_line("", request) or text_setup.RANDOM if request is not None else ""


def one_line(line: str, request: KingdomRequest) -> str:
    """Return a request combined with those in the other fields."""
    parts = [line.strip()] if line.strip() and line.strip().casefold() != text_setup.RANDOM.casefold() else []
    parts += [*request.sets, *request.require]
    parts += [text_setup.clause_for(want.any_of, want.minimum, want.maximum) for want in request.wants]
    parts += [*map(text_setup.clause_without, request.ban), *map(text_setup.clause_prefer, request.like)]
    parts += [text_setup.clause_of_kind(kind, request.landscapes[kind]) for kind in LANDSCAPES if kind in request.landscapes]
    parts += [text_setup.clause_for_extra(extra_of(holder).name, pile) for holder, pile in request.extras.items()]
    parts += [text_setup.clause_of_optional(optional_cards()[each], used=used) for each, used in request.optional.items()]
    return ", ".join([*parts, *([text_setup.clause_edition(1)] if request.edition == 1 else [])])


def named(line: str) -> tuple[str, ...]:
    """Return the names in a list with commas between."""
    return tuple(name.strip() for name in line.split(",") if name.strip())


# what might be meant


def proposals(line: str, kept: KingdomChoice) -> list[Suggestion]:
    """Return what someone might be about to ask for: their own words, if they can be understood, then ways to go on. Return nothing
    for a text longer than Discord's choices can be: Discord doesn't limit what it sends while someone types."""
    if len(line) > MAX_CHOICE:
        return []
    typed = folded(line)
    whole = [Suggestion(text_setup.RANDOM_PROPOSAL, text_setup.RANDOM)]
    if kept.last is not None:
        whole.append(Suggestion(text_setup.last_kingdom(kept.last), text_setup.LAST_KINGDOM))
    whole += [Suggestion(asked_for, asked_for) for asked_for in (text_setup.saved_kingdom(each.name) for each in kept.saved)]
    whole += sets()
    fitting = [each for each in whole if typed in folded(text_setup.named(each.label)) or typed in folded(each.words)]
    of_expansion = [each for each in whole if each not in fitting and typed in folded(each.label)]
    fitting.sort(key=lambda each: not folded(each.words).startswith(typed))
    if not typed:
        first = next(each for each in whole if each.words == kingdom_of().recommended)
        return [first, *(each for each in fitting if each is not first)][:MAX_CHOICES]
    options = [text_setup.clause_of_optional(cards, used=True) for cards in optional_cards().values()]
    continued = completions(line, (*words(*Meaning), *options), sets=bool(fitting))
    own = [each for each in fitting if folded(each.words) == typed] or [Suggestion(line, line)]
    return distinct([*(own if understood(line, kept) else []), *fitting, *continued, *of_expansion, *own])


def understood(line: str, kept: KingdomChoice) -> bool:
    """Return whether these words describe a possible kingdom."""
    try:
        requested(line, KingdomRequest(), kept)
    except WrongRequest:
        return False
    return True


@cache
def sets() -> tuple[Suggestion, ...]:
    """Return the recommended sets that can be played."""
    return tuple(Suggestion(text_setup.recommended(each), each.name) for each in playable())


def completions(line: str, among: Collection[str], *, sets: bool = False) -> list[Suggestion]:
    """Return the line with its last word completed. `sets`: the line might still become a set's name, so guesses would only confuse
    people."""
    cut = LAST_CLAUSE.fullmatch(line)
    assert cut is not None
    before, word = cut["before"], folded(cut["word"])
    chosen = {folded(name) for name in re.split(r"[,|]|\sor\s", before)}
    left = {folded(name): name for name in among if folded(name) not in chosen}
    fitting = [name for key, name in left.items() if key.startswith(word)]
    fitting += [name for key, name in left.items() if f" {word}" in key and name not in fitting]
    if not fitting and not sets:
        fitting = [left[key] for key in near(word, left.keys(), 5, 0.7)]
    gap = " " if before.endswith(",") else ""
    return [Suggestion(before + gap + name, before + gap + name) for name in fitting]


def list_proposals(line: str, *meanings: Meaning) -> list[Suggestion]:
    """Return suggestions for a field of names with commas between; none for a text longer than Discord's choices."""
    if len(line) > MAX_CHOICE:
        return []
    among = words(*meanings)
    known = {folded(name) for name in among}
    whole = [Suggestion(line, line)] if line.strip() and all(folded(name) in known for name in named(line)) else []
    return distinct([*whole, *completions(line, among), *([Suggestion(line, line)] if line.strip() else [])])


def distinct(proposed: Iterable[Suggestion]) -> list[Suggestion]:
    """Return each once, within Discord's limits on number and length."""
    by_words: dict[str, Suggestion] = {}
    for each in proposed:
        if 0 < len(each.words) <= MAX_CHOICE:
            by_words.setdefault(each.words.casefold(), Suggestion(each.label[:MAX_CHOICE], each.words))
    return [*by_words.values()][:MAX_CHOICES]
