"""What the bot says about people's hours: time zones, quiet hours, and being away."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from cogs.text import safe
from engine.catalogue import say, say_many
from tables.models import OPEN_END
from tables.waking import ALLOWANCE

HOURS = say("Hours…")
TITLE = say("### Your hours\n-# Limits pause in quiet hours and while you're away.")
OFF = say("off")
NEEDS_ZONE = say("off (set your time zone first)")
YOUR_BACK = say("You're back.")

ZONE = say("Zone…")
ZONE_TITLE = say("Your time zone")
ZONE_FIELD = say("A city, or the time zone's name")
ZONE_HINT = "Berlin, America/New_York, UTC+2"
NO_ZONE = say("No time zone")

QUIET = say("Quiet…")
QUIET_TITLE = say("Your quiet hours")
QUIET_FIELD = say("From when to when, each day")
QUIET_HINT = "23-7, 22:30-7:15"
NO_QUIET = say("No quiet hours")
TURN_OFF = say("Turn off…")

AWAY = say("Away…")
AWAY_TITLE = say("Time away")
AWAY_FIELD = say("Your last day away")
AWAY_HINT = "Friday, 2 weeks, Dec 3, 2026-12-24"
AWAY_HELP = say("Leave this empty to be away until your next move.")
AWAY_COMMAND = say("Say that you're away for a while")
AWAY_UNTIL = say("Your last day away (default: until you move)")


def zone_line(zone: str | None) -> str:
    return say("**Time zone:** {zone}", zone=say("not set") if zone is None else zone_name(zone))


def zone_name(zone: str) -> str:
    """Return a time zone as people can write it."""
    if zone.startswith("Etc/GMT") and zone != "Etc/GMT":
        return f"UTC{'-' if zone[7] == '+' else '+'}{zone[8:]}"
    return zone.replace("_", " ")


def quiet_line(quiet: tuple[int, int] | None, zone: str | None) -> str:
    off = OFF if zone is not None else NEEDS_ZONE
    return say("**Quiet hours:** {hours}", hours=off if quiet is None or zone is None else quiet_hours(quiet))


def quiet_hours(quiet: tuple[int, int]) -> str:
    """Return quiet hours as people can write them."""
    first, last = (f"{minute // 60}:{minute % 60:02}" for minute in quiet)
    return say("{first} to {last}", first=first, last=last)


def away_line(until: datetime | None) -> str:
    if until is None:
        return say("**Away:** {off}", off=OFF)
    return say("**Away:** until your next move") if until == OPEN_END else say("**Away:** until {day}", day=day(until))


def now_away(until: datetime | None, *, zoned: bool) -> str:
    """Say that a person is away from now on. `zoned`: their time zone is known."""
    told = OPEN
    if until is not None and until != OPEN_END:
        told = say("You're away until {day}, or until your next move.", day=day(until))
        told = told if zoned else f"{told}\n{BY_UTC}"
    days = ALLOWANCE.days
    rest = say_many(
        "-# Time limits on your moves pause for up to {count} day per game.",
        "-# Time limits on your moves pause for up to {count} days per game.",
        days,
    )
    return f"{told}\n{rest}"


BY_UTC = say("-# Your time zone isn't set, so that day ends at midnight UTC.")
OPEN = say("You're away until your next move.")


def your_away(until: datetime) -> str:
    """Remind a player on their own hand."""
    return say("-# You're away until your next move") if until == OPEN_END else say("-# You're away until {day}", day=day(until))


def away(names: Sequence[tuple[str, datetime]]) -> list[str]:
    """Say who of a table's players is away."""
    return [
        say("{name} is away", name=safe(name))
        if until == OPEN_END
        else say("{name} is away until {day}", name=safe(name), day=day(until))
        for name, until in names
    ]


def day(at: datetime) -> str:
    """Return a day, in each reader's own time."""
    return f"<t:{int(at.timestamp())}:D>"


def with_return(told: str) -> str:
    """Return the note about a move, after a welcome."""
    return f"{YOUR_BACK} {told}".rstrip()
