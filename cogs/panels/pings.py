"""How a person is pinged: the settings, what a ping says about them, and reminders of all games that wait."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from cogs import text
from cogs.panels.blocks import (
    CALLING,
    Block,
    Button,
    ForAll,
    ForOne,
    Id,
    Menu,
    MenuChoice,
    Row,
    Text,
    clip,
    panel,
    rows,
)
from cogs.panels.settings import Layers, key_of, one_of
from cogs.text import hours as text_hours
from cogs.text import pings as text_pings
from tables import TableView
from tables.models import PersonSettings, Waiting, Why

MOST_HANDS, LONGEST_LABEL, MOST_LINES = 5, 40, 10
"""How many games have a button, how many letters fit on it, and how many games have a line."""
HOURS = 24
Kind = Literal["each", "daily", "interval"]
FOR = "@"
"""What precedes, in an id, the only person that a button in a channel is for."""


def settings(said: Layers, kept: PersonSettings, person: int, table: TableView | None) -> ForOne:
    """Show how a person is pinged, in one game (`table`) or in all. Each menu shows its current value."""
    key, mode = key_of(table), said.now.pings or "each"
    asks = mode == "daily" and kept.hours.zone is None
    lines = [text_pings.title(table), text_pings.ZONE_FIRST if asks else text_pings.HELD]
    remind = one_of(key, "remind", text_pings.REMINDERS, said.now.remind or "half")
    zone = [Button(text_hours.ZONE, Id("-", 0, "zone"), "primary")] if asks else []
    ways = (*zone, Button(text_hours.HOURS, Id("-", 0, "hours")), Button(text.BACK, Id(key, 0, "settings")))
    return ForOne(
        panel(
            Text("\n".join(lines)),
            one_of(key, "pings", text_pings.MODES, mode),
            digest_at(key, kept.digest) if mode == "daily" else remind,
            Row(ways),
        ),
        person,
    )


def digest_at(key: str, minute: int) -> Menu:
    """Return the menu of the times of day at which a digest can come."""
    now = minute // 60
    choices = tuple(MenuChoice(text_pings.digest_at(hour * 60), str(hour), default=hour == now) for hour in range(HOURS))
    return Menu(Id(key, 0, "set-digest"), text_pings.digest_at(minute), choices)


# on a ping


def cause(table: TableView, *, here: bool, on: bool = True, person: int | None = None) -> tuple[str, Button]:
    """Return which setting has caused a ping (`here`: one for this game alone), and the button to turn it off (`person`: only for
    them, where others see it); once it is off, the way back."""
    if on:
        arg = "" if person is None else f"{FOR}{person}"
        return text_pings.because(here=here), Button(text_pings.NO_PINGS, Id(table.id, 0, "nopings", arg))
    return text_pings.NOW_OFF, Button(text_pings.AGAIN, Id(table.id, 0, "pingsagain"))


def now_off(table: TableView, person: int) -> ForOne:
    """Say that a person's pings in a game are off, with the way back."""
    told, again = cause(table, here=True, on=False)
    return ForOne(panel(Text(told), Row((again,))), person)


def kind_of(why: Why) -> Kind:
    """Return what kind of message a setting causes."""
    return why if why in ("each", "daily") else "interval"


def field_of(why: Why) -> str:
    """Return the setting that a reason is a value of."""
    return "pings" if why in ("each", "daily") else "remind"


# reminders


def reminder(waits: Sequence[Waiting], person: int, *, why: Why) -> ForOne:
    """Remind a person of all games that wait for them. `why`: the setting that caused it."""
    lines = [text_pings.reminder_title(len(waits)), *(text_pings.line(each, person) for each in waits[:MOST_LINES])]
    hands = [
        Button(clip(text.hand_in(each.table, person), LONGEST_LABEL), Id(each.table.id, 0, "hand"), "primary")
        for each in waits[:MOST_HANDS]
    ]
    blocks: list[Block] = [Text("\n".join(lines)), *rows(hands), *reminded_by(why)]
    return ForOne(panel(blocks, colour=CALLING), person)


def reminder_in_channel(wait: Waiting, person: int, *, why: Why) -> ForAll:
    """Remind a person, whose direct messages are closed, of a game where it is."""
    hand = Row((Button(text.MY_HAND, Id(wait.table.id, 0, "hand"), "primary"),))
    shown = panel(Text(text_pings.mention(wait, person)), hand, *reminded_by(why, person), colour=CALLING)
    return ForAll(shown, mentions=(person,))


def reminded_by(why: Why, person: int | None = None) -> list[Block]:
    """Return which setting has caused a reminder, and the button to turn it off (`person`: only for them, where others see it)."""
    arg = why if person is None else f"{why}{FOR}{person}"
    return [Text(text_pings.reminded_by(why)), Row((Button(text_pings.TURN_OFF[kind_of(why)], Id("-", 0, "noreminders", arg)),))]
