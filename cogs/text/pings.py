"""What the bot says about pings: the settings, what caused one, reminders, and nudges."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from cogs.text import MY_HAND, safe, since, small, where
from engine.catalogue import say, say_many
from engine.words import listed
from tables import TableView
from tables.models import Waiting, Why

PINGS = say("Pings…")
TITLE = say("### Pings")
HELD = say("-# I won't ping you in your quiet hours or while you're away.")
ZONE_FIRST = say("-# Your digest uses UTC until you set your time zone.")

MODES = {
    "each": (say("Pings: every time"), say("When it's your turn, or you have a choice to make.")),
    "daily": (say("Pings: one digest a day"), say("If a game is waiting for you then.")),
    "off": (say("Pings: none"), say("You can still get reminders.")),
}
REMINDERS = {
    "half": (say("Reminders: after half the limit"), say("Then daily. None in games without a limit.")),
    "off": (say("Reminders: none"), say("I ping you only once.")),
    "6": (say("Reminders: every 6 hours"), say("While a game is waiting for you.")),
    "12": (say("Reminders: every 12 hours"), say("While a game is waiting for you.")),
    "24": (say("Reminders: every day"), say("While a game is waiting for you.")),
    "48": (say("Reminders: every 2 days"), say("While a game is waiting for you.")),
    "168": (say("Reminders: every week"), say("While a game is waiting for you.")),
}
"""What can be chosen: what it's called, and what it means."""


def title(table: TableView | None) -> str:
    """Return the heading of the settings of pings, in one game or in all."""
    return say("### Pings in {where}", where=where(table)) if table is not None else TITLE


def digest_at(minute: int) -> str:
    """Return a digest's time of day as a choice."""
    return say("Digest: at {time}", time=f"{minute // 60}:{minute % 60:02}")


# on a ping

NO_PINGS = say("No pings here")
AGAIN = say("Ping me again")
NOT_YOURS = say("That ping was for someone else. Change yours in `/settings`.")
NOW_OFF = say("-# I won't ping you in this game any more.")


def because(*, here: bool) -> str:
    """Say why a ping came; `here`: it was set for this game alone."""
    if here:
        return say("-# In this game, I ping you when it's your turn or you have a choice")
    return say("-# I ping you when it's your turn or you have a choice")


# reminders

TURN_OFF = {"each": say("No pings"), "daily": say("No digest"), "interval": say("No reminders")}
"""By the kind of setting that caused them."""


def reminder_title(number: int) -> str:
    return say_many("### {count} game is waiting for you", "### {count} games are waiting for you", number)


def line(wait: Waiting, person: int) -> str:
    """Return one of the games that wait for someone, since when, and when the move is due."""
    others = listed([safe(seat.name) for seat in wait.table.seats if seat.person != person])
    game = say("{where} with {others}", where=where(wait.table), others=others) if others else where(wait.table)
    return f"{game}: {waited(wait)}"


def waited(wait: Waiting) -> str:
    if not wait.move:
        return say("a proposal ({ago})", ago=since(wait.since))
    if wait.until is None:
        return say("your move ({ago})", ago=since(wait.since))
    return say("your move ({ago}), due {until}", ago=since(wait.since), until=since(wait.until))


def mention(wait: Waiting, person: int) -> str:
    """Remind someone in a game's channel."""
    return say(
        "<@{person}>, this game is waiting for you: {waited}. Press **{hand}**.", person=person, waited=waited(wait), hand=MY_HAND
    )


def reminded_by(why: Why) -> str:
    """Name the setting that has caused a reminder."""
    return small([(MODES | REMINDERS)[why][0]])


# nudges

NUDGE = say("Nudge…")
NUDGE_NOW = say("Nudge")


def sure_to_nudge(names: Sequence[str]) -> str:
    """Ask whether to nudge the players that a game waits for."""
    told = say("### Nudge {names}?", names=listed([safe(name) for name in names]))
    return f"{told}\n{ONCE_A_DAY}"


ONCE_A_DAY = say("-# They'll see that it was you. A game can be nudged once a day.")


def nudged(now: Sequence[str], later: Sequence[str], never: Sequence[str]) -> str:
    """Say who was pinged, who will be later, and who wants no pings."""
    lines = []
    if now:
        lines.append(say("I've pinged {names}.", names=listed([safe(name) for name in now])))
    if later:
        names = listed([safe(name) for name in later])
        lines.append(
            say_many("{names} is away or in quiet hours, so I'll ping them after that.",
                     "{names} are away or in quiet hours, so I'll ping them after that.", len(later), names=names)
        )  # fmt: skip
    if never:
        names = listed([safe(name) for name in never])
        lines.append(
            say_many(
                "{names} has turned off individual pings.", "{names} have turned off individual pings.", len(never), names=names
            )
        )
    return " ".join(lines)


def nudged_by(name: str | None, at: datetime) -> str:
    """Tell a player who has nudged them."""
    return say("-# {name} nudged you {ago}", name=safe(name or ""), ago=since(at))
