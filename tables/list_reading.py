"""Reading a list of what to discard first from what people write. Pure."""

from __future__ import annotations

import re
from functools import cache

from engine import all_cards
from engine.mechanisms import LANDSCAPES
from engine.randomizers import folded
from engine.request_words import too_long
from engine.spelling import LONGEST_TEXT, MOST_FAULTS, near
from engine.words import forms
from tables import words
from tables.errors import ErrorSpan, ParseError


class ListError(ParseError):
    """A list of what to discard can't be understood."""


NO_CARDS = frozenset(LANDSCAPES)
"""Types that no one ever has in hand."""
MOST_DISCARDS = 20
"""How many names a list of discards can have: as many as always fit in the window for writing it."""
LIKE_ENOUGH = 0.7
"""How similar (0 to 1) a word and what was meant must be."""


@cache
def nameable() -> dict[str, str]:
    """Return what a list of discards can name, by the words for it: cards, and types (meaning the cards with no other type)."""
    cards = [facts for facts in all_cards() if not NO_CARDS & set(facts.types)]
    types = dict.fromkeys(facts.types[0] for facts in cards if len(facts.types) == 1)
    return {folded(name): name for name in (*types, *(facts.name for facts in cards))}


def read_discards(text: str) -> tuple[str, ...]:
    """Return the list that `text` means: names and types with commas between, or each on a line; unambiguous beginnings will do.
    Raise ListError, with up to `MOST_FAULTS` mistakes."""
    if len(text) > LONGEST_TEXT:
        raise ListError(too_long(LONGEST_TEXT), text[:LONGEST_TEXT])
    found, wrong = [], []
    for match in re.finditer(r"[^,;\n]*[^,;\s][^,;\n]*", text):
        try:
            found.append(meant(match[0].strip(), text, match.start()))
        except ListError as error:
            wrong.append(error)
            if len(wrong) == MOST_FAULTS:
                break
    if wrong:
        raise ListError.together(wrong)
    if not found:
        raise ListError(words.EMPTY_LIST, text, ErrorSpan(0, len(text)))
    once = tuple(dict.fromkeys(found))
    if len(once) > MOST_DISCARDS:
        raise ListError(words.most_discards(MOST_DISCARDS, len(once)), text)
    return once


def meant(word: str, text: str, start: int) -> str:
    """Return the name that a word means: itself, or the only one that begins with it. Raise ListError, with the possible
    meanings."""
    start = text.index(word, start)
    known, key = nameable(), folded(word)
    for form in forms(key):
        if form in known:
            return known[form]
    begun = [name for each, name in known.items() if each.startswith(key)]
    if len(begun) == 1:
        return begun[0]
    likely = tuple(sorted(begun or [known[each] for each in near(key, known.keys(), 1, LIKE_ENOUGH)])[:3])
    sentence = words.ambiguous(word, likely) if begun else words.not_in_lists(word, next(iter(likely), None))
    raise ListError(sentence, text, ErrorSpan(start, start + len(word), likely))
