"""What the bot says about where a game is shown: a channel that is gone, and another in its place."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.text import game, safe, where
from engine.catalogue import say
from engine.words import listed
from tables import TableView

GAME_MOVE = say("Have your game go on in this channel")
LOST = say(
    "### This game has lost its channel\nIt was deleted, or I may no longer write there. Nothing of the game is lost, and you can "
    "play on here. To see the board again, use `/game move` in another channel of that server: anyone who plays can do that."
)
LOBBY_LOST = say(
    "### I can't post in this table's channel\nI've lost permission there. As soon as I have it again, the table is back. To play "
    "elsewhere, close this table with `/game end` here, and open one with `/game new` in another channel."
)
HERE_NOW = say("The game is here from now on.")
HERE_ALREADY = say("Your game is here already.")
MOVE_IN_SERVERS = say("Use `/game move` in the server's channel where your game is to go on.")
MOVE_WHICH = say("### Which game?"), say("It goes on in this channel.")
NOTHING_TO_MOVE = say(
    "There is no game of yours to bring here. Players can move a game that has lost its channel. The host "
    "can move theirs at any time, within its server."
)
MOVE_FIRST = say("This game has lost its channel. Bring it to one with `/game move`, and ask there.")


def bring(table: TableView) -> str:
    """Return a button's label."""
    return game(table)


def lost_line(table: TableView) -> str:
    """Return a game that has lost its channel, in a list."""
    if table.phase == "lobby":
        return say(
            "**{game}**: I can't post in its channel. Close it with `/game end`, or give me permission there.", game=game(table)
        )
    return say("**{game}** has lost its channel. Use `/game move` where you want it to go on.", game=game(table))


def moved(table: TableView) -> str:
    return say("-# This game goes on in {where}.", where=where(table))


def cannot_see(names: Sequence[str]) -> str:
    return say(
        "{names} can't see this channel. Use `/game move` where all who play can.", names=listed([safe(name) for name in names])
    )


def cannot_play_again(table: TableView) -> str:
    return say("I can't post in {where}, where this game was. Use `/game new` in a channel where I can.", where=where(table))
