"""A person's hours, in one panel for seeing and changing them."""

from __future__ import annotations

from datetime import datetime

from cogs import text
from cogs.panels.blocks import Button, Dialog, ForOne, Id, Menu, MenuChoice, Row, Text, panel
from cogs.text import absence as text_absence
from cogs.text import hours as text_hours
from tables.hours_reading import LONGEST_HOURS
from tables.models import Hours


def hours(kept: Hours, away: datetime | None, person: int) -> ForOne:
    """Show a person's hours, each with the way to change it and, where it is set, to turn it off. `away`: when their absence
    ends."""
    lines = [
        text_hours.TITLE,
        text_hours.zone_line(kept.zone),
        text_hours.quiet_line(kept.quiet, kept.zone),
        text_hours.away_line(away),
    ]
    change = (
        Button(text_hours.ZONE, key("zone"), "secondary" if kept.zone else "primary"),
        Button(text_hours.QUIET, key("quiet"), disabled=kept.zone is None),
        Button(text_hours.AWAY, key("gone")),
        Button(text.BACK, key("settings")),
    )
    off = [
        *([MenuChoice(text_hours.NO_ZONE, "zone")] if kept.zone is not None else []),
        *([MenuChoice(text_hours.NO_QUIET, "quiet")] if kept.quiet is not None and kept.zone is not None else []),
        *([MenuChoice(text_absence.COME_BACK, "away")] if away is not None else []),
    ]
    menu = Menu(key("set-hours"), text_hours.TURN_OFF, tuple(off)) if off else None
    return ForOne(panel(Text("\n".join(lines)), Row(change), menu), person)


def now_away(until: datetime | None, person: int, *, zoned: bool) -> ForOne:
    """Say that a person is away, with the way back. `zoned`: their time zone is known."""
    row = Row((come_back(), Button(text_hours.HOURS, key("hours"))))
    return ForOne(panel(Text(text_hours.now_away(until, zoned=zoned)), row), person)


def come_back() -> Button:
    """Return the button for a person who is away to say that they're back."""
    return Button(text_absence.COME_BACK, key("set-hours", "away"))


def key(verb: str, arg: str = "") -> Id:
    """Return the id of a control for all games."""
    return Id("-", 0, verb, arg)


def zone(written: str) -> Dialog:
    """Return the window for a time zone."""
    title, field = text_hours.ZONE_TITLE, text_hours.ZONE_FIELD
    return Dialog(key("set-zone"), title, field, text_hours.ZONE_HINT, written, LONGEST_HOURS, optional=True)


def quiet(written: str) -> Dialog:
    """Return the window for quiet hours."""
    title, field = text_hours.QUIET_TITLE, text_hours.QUIET_FIELD
    return Dialog(key("set-quiet"), title, field, text_hours.QUIET_HINT, written, LONGEST_HOURS, optional=True)


def away(written: str) -> Dialog:
    """Return the window for being away."""
    title, field, hint = text_hours.AWAY_TITLE, text_hours.AWAY_FIELD, text_hours.AWAY_HINT
    return Dialog(key("set-away"), title, field, hint, written, LONGEST_HOURS, help=text_hours.AWAY_HELP, optional=True)
