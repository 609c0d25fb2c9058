"""Playing on from a turn of a finished game: from which turn, and in whose seat."""

from __future__ import annotations

from cogs import text
from cogs.panels.blocks import MAX_CHOICES, Button, ForOne, Id, Link, Menu, MenuChoice, Row, Text, leaf, panel
from cogs.text import board as text_board
from cogs.text import what_if as text_what_if
from engine.replay import TurnPoints
from tables import TableView
from tables.what_if import Crossroads


def choose(there: Crossroads, person: int) -> ForOne:
    """Let someone choose a turn and a seat of a finished game."""
    table, turns = there.table, there.turns
    names = [seat.name for seat in table.seats]
    at = next((number for number, each in enumerate(turns) if each.turn == there.turn), 0)
    page = leaf(turns, at // MAX_CHOICES, MAX_CHOICES)

    def go_to(turn: int, seat: int = there.seat) -> str:
        return f"{turn}/{seat}"

    turn_choices = tuple(
        MenuChoice(
            text_what_if.turn(names[each.seat], each.own),
            go_to(each.turn),
            text_what_if.points(names, each.points),
            default=each.turn == there.turn,
        )
        for each in page.items
    )
    seats = tuple(
        MenuChoice(text_what_if.seat(name), go_to(there.turn, seat), default=seat == there.seat) for seat, name in enumerate(names)
    )
    start = Button(text_what_if.START, Id(table.id, 0, "playon", go_to(there.turn)), "success")
    first = page.number * MAX_CHOICES
    others = [(text_board.EARLIER, first - 1), (text_board.LATER, first + MAX_CHOICES)]
    beside = [Button(label, Id(table.id, 0, "whatifat", go_to(turns[at].turn))) for label, at in others if 0 <= at < len(turns)]
    return ForOne(
        panel(
            Text(text_what_if.title(text.where(table))),
            Menu(Id(table.id, 0, "whatifat", "turn"), page.label(text_what_if.FROM_TURN), turn_choices),
            Menu(Id(table.id, 0, "whatifat", "seat"), text_what_if.IN_SEAT, seats),
            Row((start, *beside)),
        ),
        person,
    )


def started(table: TableView, name: str, there: TurnPoints, person: int) -> ForOne:
    """Say that the game has started, with the way there."""
    row = Row((Link(text_what_if.OPEN_IT, text.url(table)),))
    return ForOne(panel(Text(text_what_if.started(name, there.own)), row), person)


def play_on_again(table: TableView) -> Button | None:
    """Return the button to play on again from where a what-if game started; None for any other game."""
    what_if = table.options.what_if
    if what_if is None:
        return None
    return Button(text_what_if.PLAY_AGAIN, Id(what_if.game, 0, "whatif", f"{what_if.turn}/{what_if.seat}"), "success")
