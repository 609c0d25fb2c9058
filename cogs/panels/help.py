"""What `/help` shows: what the reader can do now, with the buttons that lead there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cogs import text
from cogs.panels.blocks import Button, ForOne, Id, Row, Text, panel
from cogs.panels.following import switch
from cogs.text import help as words
from cogs.text import setup as text_setup
from tables import TableView

STEPS = Button(words.FIRST_STEPS, Id("-", 0, "steps").in_place())
OPEN = Button(words.OPEN_TABLE, Id("-", 0, "open").in_place(), "primary")
BACK = Button(text.BACK, Id("-", 0, "help").in_place())


class Around(NamedTuple):
    """Where someone asks for help: the table in this channel; the tables where they have a seat, those that wait for them first;
    and whether a table can be opened here."""

    here: TableView | None
    own: Sequence[TableView]
    can_open: bool


def now(around: Around, person: int) -> ForOne:
    """Show what someone can do now."""
    told, buttons = doing(around, person)
    here = around.here
    other = sum(each.waits_for(person) or each.asks(person) for each in around.own if here is not None and each.id != here.id)
    small = [words.elsewhere(other)] if other else []
    return ForOne(panel(Text(told), Row((*buttons, STEPS)), Text("\n".join([*small, words.ELSEWHERE]))), person)


def doing(around: Around, person: int) -> tuple[str, list[Button]]:
    """Return what to say to someone there, and the buttons for it: first the one that they are most likely to want."""
    if around.here is not None:
        return at_table(around.here, person)
    return anywhere(around.own, person, can_open=around.can_open)


def at_table(table: TableView, person: int) -> tuple[str, list[Button]]:
    """Return what to say to someone in a table's channel, and the buttons for it."""
    seat = table.seat_of(person)
    look = [Button(text.LOG, Id(table.id, 0, "log").in_place()), Button(text.CARDS, Id(table.id, 0, "effects").in_place())]
    hand = Button(text.MY_HAND, Id(table.id, 0, "hand"), "primary")
    if table.phase == "lobby":
        free = len(table.seats) < table.options.max_seats
        join = [Button(text_setup.JOIN, Id(table.id, 0, "join"), "primary")] if seat is None and free else []
        invite = [Button(text_setup.INVITE, Id(table.id, 0, "invite").in_place())] if person == table.host and free else []
        return words.lobby(table, person), [*join, *invite, look[1]]
    if table.phase == "frozen":
        return words.paused(), look
    if seat is None or seat.resigned:
        return words.others_play(table), [*look, switch(table, follows=False)]
    if table.waits_for(person) or table.asks(person):
        return words.your_turn(choice=text.to_choose(table, person)), [hand, *look]
    return words.waiting_for([each.name for each in table.awaited if not each.owed]), [hand, *look]


def anywhere(own: Sequence[TableView], person: int, *, can_open: bool) -> tuple[str, list[Button]]:
    """Return the same where there is no table."""
    games = Button(words.MY_GAMES, Id("-", 0, "games", "0").in_place(), "primary")
    if len(own) == 1:
        playing = own[0].phase == "playing"
        hand = [Button(text.MY_HAND, Id(own[0].id, 0, "hand"), "primary")] if playing else []
        return words.only_game(own[0], person), [*hand, *([OPEN] if can_open and not playing else [])]
    if own:
        return words.own_games(own, person), [games]
    return (words.NOTHING_HERE, [OPEN]) if can_open else (words.NOTHING_IN_DM, [])


def steps(around: Around, person: int) -> ForOne:
    """Show the first game in five steps, and the way to the next one of them."""
    return ForOne(panel(Text(words.steps(on_server=around.can_open)), Row((*doing(around, person)[1][:1], BACK))), person)
