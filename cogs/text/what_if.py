"""What the bot says about what-if games: playing on from a turn of a finished one."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.text import safe, signed
from engine.catalogue import say
from engine.words import row

PLAY_ON = say("Play on…")
PLAY_AGAIN = say("Play on again…")
START = say("Start")
FROM_TURN = say("From which turn")
IN_SEAT = say("In whose seat")


def title(game: str) -> str:
    return say(
        "### Play on from {game}\nEverything is as it was then, and AIs take the other seats. Later shuffles are new. The game "
        "doesn't count.",
        game=game,
    )


def turn(name: str, own: int) -> str:
    """Return a turn, for a menu."""
    return say("From {name}'s turn {number}", name=name, number=own)


def seat(name: str) -> str:
    """Return a seat, for a menu."""
    return say("In {name}'s seat", name=name)


def points(names: Sequence[str], each: Sequence[int]) -> str:
    """Return everyone's points, for a menu."""
    return row([f"{name} {signed(number)}" for name, number in zip(names, each, strict=True)])


def started(name: str, own: int) -> str:
    return say(
        "Your what-if game has started from {name}'s turn {number}. It's in your direct messages.", name=safe(name), number=own
    )


OPEN_IT = say("Open it")
ONE_ALREADY = say("You're already in a what-if game, in your direct messages. Finish or resign it first.")
DM_CLOSED = say(
    "I can't DM you, and the game is in your direct messages. Allow direct messages from this server's members in its privacy "
    "settings. Then press **Try DMs again**."
)
