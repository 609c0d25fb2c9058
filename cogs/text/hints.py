"""What the bot says about hints in a person's first game."""

from __future__ import annotations

from collections.abc import Mapping

from cogs.text import small
from engine.catalogue import say
from tables.hints import Hint

LONGEST = 53
"""So many letters fit in one small line on a phone."""
HINTS: Mapping[Hint, str] = {
    "actions": say("Each Action card uses one of your Actions."),
    "buy": say("Choose a card to buy. I play your Treasures."),
    "unspent": say("Money you don't spend is lost."),
    "respond": say("**Why?** behind **More…** explains the Attack."),
    "plan": say("**Plan…** writes your next turn in advance."),
    "undo": say("**Undo** is free until a hidden card is revealed."),
    "terminal": say("Only +Actions let you play another Action."),
}
NO_MORE = say("No more tips")
NONE_FROM_NOW = say("I won't show you any more tips.")


def hint(which: Hint, piles_to_end: int) -> str:
    """Return a hint's line; `piles_to_end`: how many empty piles end the game."""
    end = say("The game ends when Provinces or {count} piles run out.", count=piles_to_end)
    return small([say("Tip: {hint}", hint=HINTS.get(which, end))])
