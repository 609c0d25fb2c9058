"""What the bot says about where a game is shown: a channel that is gone, and another in its place."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.text import game, safe, where
from engine.catalogue import say
from engine.words import listed
from tables import TableView

GAME_MOVE = say("Move your game to this channel")
LOST = say(
    "### This game has lost its channel\nThe channel was deleted, or I can no longer post there. You can play on here. To see "
    "the board again, any player can use `/game move` in another channel on that server."
)
LOBBY_LOST = say(
    "### I can't post in this table's channel\nI've lost permission there. Once I have it again, the table will be back. To play "
    "elsewhere, close this table with `/game end` here, and open one with `/game new` in another channel."
)
HERE_NOW = say("The game now continues here.")
HERE_ALREADY = say("Your game is already here.")
MOVE_IN_SERVERS = say("Use `/game move` in the server channel you want your game in.")
MOVE_WHICH = say("### Which game?"), say("It will move to this channel.")
NOTHING_TO_MOVE = say(
    "You have no game to move here. Players can move a game that has lost its channel. Hosts can move "
    "a game at any time, within its server."
)
MOVE_FIRST = say("This game has lost its channel. Move it with `/game move` to another channel, and ask there.")


def bring(table: TableView) -> str:
    """Return a button's label."""
    return game(table)


def lost_line(table: TableView) -> str:
    """Return a game that has lost its channel, in a list."""
    if table.phase == "lobby":
        return say(
            "**{game}**: I can't post in its channel. Close it with `/game end`, or give me permission there.", game=game(table)
        )
    return say("**{game}** has lost its channel. Use `/game move` in the channel you want it in.", game=game(table))


def moved(table: TableView) -> str:
    return say("-# This game continues in {where}.", where=where(table))


def cannot_see(names: Sequence[str]) -> str:
    return say(
        "{names} can't see this channel. Use `/game move` in one that every player can see.",
        names=listed([safe(name) for name in names]),
    )


def cannot_play_again(table: TableView) -> str:
    return say("I can't post in {where}, where this game was. Use `/game new` in a channel where I can.", where=where(table))
