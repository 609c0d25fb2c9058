"""What the bot says about hints in a person's first game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cogs.text import small
from engine import View
from engine.catalogue import say
from engine.words import listed, row, several
from tables.hints import Hint

LONGEST = 53
"""How many letters fit in one small line on a phone."""
HINTS: Mapping[Hint, str] = {
    "actions": say("Each Action card uses one of your Actions."),
    "buy": say("Choose a card to buy. I'll play your Treasures."),
    "unspent": say("Money you don't spend is lost."),
    "respond": say("**Why?** under **More…** explains the Attack."),
    "plan": say("Use **Plan…** to prepare your next turn."),
    "undo": say("**Undo** is free until a hidden card is revealed."),
    "terminal": say("Only +Actions let you play another Action."),
}
NO_MORE = say("No more tips")
NONE_FROM_NOW = say("I won't show you any more tips.")


def hint(which: Hint, view: View) -> str:
    """Return a hint's line, for a player who sees that view."""
    ending, count = [several(each) for each in view.ending_piles], view.piles_to_end
    end = (
        say("The game ends when {piles} or {count} piles run out.", piles=ending[0], count=count)
        if len(ending) == 1
        else say("{piles} or {count} piles gone: game over.", piles=row(ending), count=count)
    )
    return small([say("Tip: {hint}", hint=HINTS.get(which, end))])


def unused(reactions: Sequence[str]) -> str:
    """Say how to use these Reactions on others' turns, where their holder isn't asked about them."""
    if not reactions:
        return ""
    return small([say("To use {cards} on others' turns, change your **Settings**.", cards=listed(reactions))])
