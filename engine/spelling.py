"""What people type: how much of it is read, and which names they might have meant."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rapidfuzz import fuzz, process

LONGEST_TEXT = 500
"""How many characters a typed text can have. Discord enforces it; the code that reads a text enforces it again."""

MOST_FAULTS = 5
"""How many mistakes in one text are reported: each takes a search for what was meant."""


def near(word: str, names: Collection[str], limit: int, alike: float) -> list[str]:
    """Return the names most similar to `word`, best first; `alike` (0 to 1) is the minimum similarity. The word and the names are
    folded already."""
    found = process.extract(word, names, scorer=fuzz.ratio, score_cutoff=100 * alike, limit=limit)
    return [name for name, _, _ in found]


def ratios(word: str, names: Sequence[str]) -> list[float]:
    """Return how similar (0 to 1) `word` and each of the names are."""
    return [fuzz.ratio(word, name) / 100 for name in names]
