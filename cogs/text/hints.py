"""The part of the catalogue (see `text.py`) about hints in a person's first game."""

from __future__ import annotations

from collections.abc import Mapping

from cogs.text import small
from tables.hints import Hint

LONGEST = 70
"""So many letters fit in one small line on a phone."""
HINTS: Mapping[Hint, str] = {
    "actions": "Play Actions with their buttons. Each uses one of your Actions.",
    "buy": "Treasures are played when you buy. Unspent money is lost.",
    "respond": "To see why you're asked, press **More…**, then **Why?**",
    "plan": "**Plan…** writes your next turn in advance.",
    "undo": "**Undo** is free until something hidden is revealed.",
    "terminal": "Only cards that give +Actions let you play another Action.",
}
NUMBERS = {3: "three", 4: "four"}
NO_MORE = "No more hints"
NONE_FROM_NOW = "I won't show you hints any more."


def hint(which: Hint, piles_to_end: int) -> str:
    """The line that a hint is; `piles_to_end`: how many empty piles end the game."""
    end = f"The game ends when the Provinces or any {NUMBERS.get(piles_to_end, piles_to_end)} piles run out."
    return small([f"Tip: {HINTS.get(which, end)}"])
