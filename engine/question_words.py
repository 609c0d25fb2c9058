"""The words and endings in questions that don't say what they are about: each language has its own in the catalogue."""

from __future__ import annotations

from engine.catalogue import say

EMPTY = frozenset(
    say(
        "a all an any are be can could did do does for from get go happens has have how i if in is it its may me mean means might "
        "much must my no not of on one or our should that the there they this to was we what when where which who whose why will "
        "with work works would you your and"
    ).split()
)
"""Words that say nothing about a question's subject."""

OPENING = frozenset(
    say(
        "am are can could did do does how if is may must shall should was were what what's when where which who whose why will"
    ).split()
)
"""Words that begin a question."""

ENDINGS = say("ing ed es s e").split()
"""Endings in which the forms of a word differ."""
SHORTEST = 3
"""How many letters of a word must remain."""


def stem(word: str) -> str:
    """Return a word without its ending."""
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST:
            return word.removesuffix(ending)
    return word
