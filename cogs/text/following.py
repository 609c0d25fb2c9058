"""What the bot says to people who follow a game that they don't play in."""

from __future__ import annotations

from cogs.text import safe, where
from cogs.text import score as text_score
from engine.catalogue import say
from engine.words import listed
from tables import TableView

GAME_FOLLOW = say("Get a message when this game is over")
FOLLOW = say("Follow")
STOP = say("Stop following")
LOOK_BACK = say("Look back")
FOLLOWED_GAMES = say("Followed games")
FOLLOWING = say("You're following this game. I'll send you a direct message when it's over.")
UNREACHABLE = say("-# I can't send you direct messages now. Allow them in this server's privacy settings.")
NOT_FOLLOWING = say("You aren't following this game any more.")
NONE_FOLLOWED = say("### No followed games\nTo follow a game, press **Log** below its board, then **Follow**.")
TITLE = say("### Games that you follow\nI'll send you a direct message when they're over.")
CANT_SEE = say("You can only follow games whose channel you can see.")
IN_ITS_CHANNEL = say("Use `/game follow` in the channel of the game. `/games` lists those that you follow.")


def ended(table: TableView) -> str:
    """Tell a follower the result of a game."""
    told = text_score.over(table, where(table))
    return f"{told}\n{FOLLOWED}"


FOLLOWED = say("-# You followed this game.")


def line(table: TableView) -> str:
    """Return a followed game in a list."""
    return say("-# {where} with {names}", where=where(table), names=listed([safe(seat.name) for seat in table.seats]))


def choice(table: TableView) -> str:
    """Label a followed game in a menu."""
    return listed([seat.name for seat in table.seats])
