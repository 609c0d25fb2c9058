"""The part of the catalogue (see `text.py`) about where a game is shown: a channel that is gone, and another in its place."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.text import game, safe, where
from engine.words import listed
from tables import TableView

GAME_MOVE = "Have your game go on in this channel"
LOST = (
    "### This game has lost its channel\nIt was deleted, or I may no longer write there. Nothing of the game is lost, and you can "
    "play on here. To see the board again, use `/game move` in another channel of that server: anyone who plays can do that."
)
LOBBY_LOST = (
    "### I can't post in this table's channel\nI've lost permission there. As soon as I have it again, the table is back. To play "
    "elsewhere, close this table with `/game end` here, and open one with `/game new` in another channel."
)
HERE_NOW = "The game is here from now on."
HERE_ALREADY = "Your game is here already."
MOVE_IN_SERVERS = "Use `/game move` in the server's channel where your game is to go on."
MOVE_WHICH = "### Which game?", "It goes on in this channel."
NOTHING_TO_MOVE = (
    "There is no game of yours to bring here. One that has lost its channel can be moved by anyone who plays in it, any other "
    "by its host, within its server."
)
MOVE_FIRST = "This game has lost its channel. Bring it to one with `/game move`, and ask there."


def bring(table: TableView) -> str:
    """Return a button's label."""
    return game(table)


def lost_line(table: TableView) -> str:
    """Return a game that has lost its channel, in a list."""
    if table.phase == "lobby":
        return f"**{game(table)}**: I can't post in its channel. Close it with `/game end`, or give me permission there."
    return f"**{game(table)}** has lost its channel. Use `/game move` where you want it to go on."


def moved(table: TableView) -> str:
    return f"-# This game goes on in {where(table)}."


def cannot_see(names: Sequence[str]) -> str:
    return f"{listed([safe(name) for name in names])} can't see this channel. Use `/game move` where all who play can."


def cannot_play_again(table: TableView) -> str:
    return f"I can't post in {where(table)}, where this game was. Use `/game new` in a channel where I can."
