"""Finding cards, terms and sets by what people type, in spite of typos, best first."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import StrEnum
from functools import cache, lru_cache
from typing import NamedTuple

from engine.card import CARDS
from engine.cards.elsewhere import NAMES, elsewhere
from engine.cards.recommended import RECOMMENDED_SETS
from engine.facts import all_cards
from engine.randomizers import folded
from engine.spelling import LONGEST_TEXT, ratios
from engine.terms import all_terms

LIMIT = 25
"""How many suggestions Discord shows."""

LIKE_ENOUGH = 0.7
"""How similar (0 to 1) a name and the typed text must be to offer the name in spite of a typo."""

BARELY_ALIKE = 0.55
"""How similar they must be to ask about the name if nothing else is found."""

BEGINNING = 0.95
"""The weight of similarity to a name's beginning, relative to similarity to the whole name."""

SHORT = 3
"""How many letters a text needs before typos are considered."""


class MatchKind(StrEnum):
    """What was found."""

    CARD = "card"
    TERM = "term"
    SET = "set"
    RECOMMENDED = "recommended set"
    ELSEWHERE = "elsewhere"


class Match(NamedTuple):
    """Something found. `name` is what to look it up by; `line` is the sentence that matched, if the name didn't."""

    kind: MatchKind
    name: str
    line: str = ""


class IndexEntry(NamedTuple):
    """A name that can be found: folded, whether it is an alternative name, and what it leads to."""

    key: str
    alias: bool
    match: Match


@cache
def entries() -> tuple[IndexEntry, ...]:
    """Return all names, and all alternative names of terms."""
    found: list[tuple[str, Match]] = []
    for card in all_cards():
        found += [(name, Match(MatchKind.CARD, card.name)) for name in (card.name, *CARDS[card.name].also)]
    for term in all_terms():
        found += [(name, Match(MatchKind.TERM, term.name)) for name in (term.name, *term.also)]
    for name in sorted({card.set for card in all_cards()}):
        found.append((name, Match(MatchKind.SET, name)))
    for recommended in RECOMMENDED_SETS:
        found.append((recommended.name, Match(MatchKind.RECOMMENDED, recommended.name)))
    here = {name for name, _ in found}
    others = (*NAMES, *elsewhere())
    found += [(name, Match(MatchKind.ELSEWHERE, name)) for name in dict.fromkeys(others) if name not in here]
    return tuple(IndexEntry(folded(name), name != match.name, match) for name, match in found)


@cache
def keys() -> tuple[str, ...]:
    """Return the names of all entries, in their order."""
    return tuple(entry.key for entry in entries())


def find(text: str, kinds: Collection[MatchKind] = tuple(MatchKind), limit: int = LIMIT) -> list[Match]:
    """Return what `text` (its first `LONGEST_TEXT` characters) might mean, best first: the exact name, names that start with it,
    names with a word that starts with it, names that contain it, then similar names; alternative names come slightly later. Without
    any text, return everything."""
    typed = folded(text[:LONGEST_TEXT])
    ranked: list[tuple[float, str, Match]] = []
    for entry, alike in zip(entries(), likenesses(typed), strict=True):
        if entry.match.kind in kinds:
            rank = closeness(typed, entry, alike)
            if rank is not None:
                ranked.append((rank + entry.alias / 2, entry.key, entry.match))
    ranked.sort(key=lambda each: each[:2])
    return list(dict.fromkeys(match for _, _, match in ranked))[:limit]


def likenesses(typed: str) -> Sequence[float]:
    """Return how similar (0 to 1) `typed` is to each entry's name, or to its beginning."""
    if len(typed) < SHORT:
        return [0.0] * len(entries())
    whole = ratios(typed, keys())
    begun = ratios(typed, [key[: len(typed)] for key in keys()])
    return [max(one, other * BEGINNING) for one, other in zip(whole, begun, strict=True)]


def closeness(typed: str, entry: IndexEntry, alike: float) -> float | None:
    """Return how good an answer `entry` is, 0 being best; None: it isn't one. `alike`: how similar (0 to 1) the typed text and its
    name are."""
    key = entry.key
    if key.startswith(typed):
        return 1 if key != typed or entry.alias else 0
    place = key.find(typed)
    if place > 0:
        return 2 if not key[place - 1].isalnum() else 3
    return 5 - alike if alike >= LIKE_ENOUGH else None


def alike(text: str, limit: int) -> list[Match]:
    """Return what a badly misspelt `text` might mean: the most similar names, best first."""
    typed = folded(text[:LONGEST_TEXT])
    ranked = sorted(zip(likenesses(typed), entries(), strict=True), key=lambda each: -each[0])
    return list(dict.fromkeys(entry.match for likeness, entry in ranked if likeness >= BARELY_ALIKE))[:limit]


def search(text: str, edition: int | None = None, limit: int = LIMIT) -> list[Match]:
    """Return what `text` might mean, then everything that has all its words in one sentence of its text or rulings, with that
    sentence. Only the first `LONGEST_TEXT` characters count."""
    words = set(folded(text[:LONGEST_TEXT]).split())
    found = find(text, limit=limit)
    if not words or not all(word in all_texts(edition) for word in words):
        return found
    known = {match[:2] for match in found}
    for key, match in texts(edition):
        if match[:2] not in known and all(word in key for word in words):
            known.add(match[:2])
            found.append(match)
    return found[:limit]


@lru_cache
def texts(edition: int | None) -> tuple[tuple[str, Match], ...]:
    """Return every text and ruling, folded, with its owner."""
    lines = [Match(MatchKind.TERM, term.name, term.text(edition)) for term in all_terms()]
    for card in all_cards():
        lines += [Match(MatchKind.CARD, card.name, line) for line in (card.effect(edition), *card.rulings(edition))]
    return tuple((folded(match.line), match) for match in lines)


@lru_cache
def all_texts(edition: int | None) -> str:
    """Return all these texts as one, for checking quickly whether any contains a word."""
    return "\n".join(key for key, _ in texts(edition))
