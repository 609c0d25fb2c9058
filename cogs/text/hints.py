"""The part of the catalogue (see `text.py`) about hints in a person's first game."""

from __future__ import annotations

from collections.abc import Mapping

from cogs.text import small
from tables.hints import Hint

LONGEST = 53
"""So many letters fit in one small line on a phone."""
HINTS: Mapping[Hint, str] = {
    "actions": "Each Action card uses one of your Actions.",
    "buy": "Choose a card to buy. I play your Treasures.",
    "unspent": "Money that you don't spend is lost.",
    "respond": "**Why?** behind **More…** explains the Attack.",
    "plan": "**Plan…** writes your next turn in advance.",
    "undo": "**Undo** is free until a hidden card is revealed.",
    "terminal": "Only +Actions let you play another Action.",
}
NO_MORE = "No more hints"
NONE_FROM_NOW = "I won't show you hints any more."


def hint(which: Hint, piles_to_end: int) -> str:
    """Return a hint's line; `piles_to_end`: how many empty piles end the game."""
    end = f"The game ends when Provinces or {piles_to_end} piles run out."
    return small([f"Tip: {HINTS.get(which, end)}"])
