"""What the bot says about moves that take too long, and about AIs that play for people."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from cogs.text import safe
from engine.catalogue import say, say_many
from engine.words import listed
from tables import Options

HOUR, DAY = 60, 24 * 60
PACES = (None, 10, HOUR, 4 * HOUR, 12 * HOUR, *(days * DAY for days in (1, 2, 3, 5, 7, 14)))
"""The limits that a table can choose, in minutes."""
RELAXED = say("Pace: relaxed")
NO_LIMIT = say("A move can take as long as you like.")
LATE = {
    None: (say("Too late: nothing happens"), say("Everyone sees whose time is up.")),
    "turn": (say("Too late: an AI plays the turn"), say("It sees only that player's cards.")),
    "until-back": (say("Too late: an AI plays on"), say("It sees only that player's cards, and stops when the player is back.")),
}
"""What happens when the time for a move is up: what it's called, and what it means."""
THEN = {"turn": say("then an AI plays the turn"), "until-back": say("then an AI plays until the player is back")}


def time(minutes: int) -> str:
    """Return the time for a move."""
    if minutes % DAY == 0:
        return say_many("{count} day", "{count} days", minutes // DAY)
    if minutes % HOUR == 0:
        return say_many("{count} hour", "{count} hours", minutes // HOUR)
    return say_many("{count} minute", "{count} minutes", minutes)


def pace(minutes: int | None) -> tuple[str, str]:
    """Return what a limit is called as a setting, and what it means."""
    if minutes is None:
        return RELAXED, NO_LIMIT
    return say("Pace: {time} a move", time=time(minutes)), say("Only against other people.")


TITLE = say("### Pace")
COME_BACK = say("I'm back")


def change(minutes: int | None) -> str:
    """Label the button that leads to the limit's menu."""
    return f"{pace(minutes)[0]}…"


def agreed(options: Options) -> str:
    """Return a table's limit, and what happens then; empty if it has none."""
    if options.limit is None:
        return ""
    told = say("{time} a move", time=time(options.limit))
    return f"{told}, {THEN[options.late]}" if options.late is not None else told


def due(at: datetime) -> str:
    """Return when a move is due, in each reader's own time."""
    return say("move by {time}", time=moment(at))


def your_due(at: datetime) -> str:
    return say("-# Move by {time}", time=moment(at))


def moment(at: datetime) -> str:
    return f"<t:{int(at.timestamp())}:f>"


def playing_for(names: Sequence[str]) -> str:
    """Name the players that an AI is playing for."""
    return say("-# An AI is playing for {names}.", names=listed([safe(name) for name in names]))


def for_you(game: str) -> str:
    told = say("### An AI is playing for you in {game}", game=game)
    return f"{told}\n{UNTIL}"


UNTIL = say("-# It plays your turns until you press **{button}**.", button=COME_BACK)
