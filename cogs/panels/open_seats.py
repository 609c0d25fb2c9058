"""Seats that anyone can take over: the message where the game is, the server's list, and the questions before that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cogs import text
from cogs.panels.blocks import Block, Button, Divider, ForAll, ForOne, Id, Leaf, Row, Text, leaf, panel
from cogs.text import open_seats as words
from cogs.text import proposals as text_proposals
from tables import TableView
from tables.models import SeatView

MOST_LISTED = 5
"""On one page."""


def offering(table: TableView, number: int) -> Button:
    """Return a player's button to open a seat to anyone, or to close it again."""
    if table.seats[number].opening is not None:
        return Button(words.CLOSE_SEAT, Id(table.id, 0, "closeseat", str(number)))
    return Button(words.OPEN_SEAT, Id(table.id, 0, "anyone", str(number)).in_place())


def proposing(table: TableView, number: int, person: int) -> ForOne:
    """Ask a player whether to propose that anyone can take over a seat."""
    row = Row((Button(text_proposals.ASK_TABLE, Id(table.id, 0, "openseat", str(number)), "primary"),))
    return ForOne(panel(Text(words.proposing(table, table.seats[number])), row), person)


def take(table: TableView, seat: SeatView) -> Button:
    """Return the button that leads to taking over an open seat."""
    return Button(words.TAKE_SEAT, Id(table.id, seat.opening or 0, "wantseat", str(seat.number)))


def open_seat(table: TableView, seat: SeatView) -> ForAll:
    """Say, where a game is, that anyone can take over a seat."""
    return ForAll(panel(Text(words.is_open(table, seat)), Row((take(table, seat),))))


def sure(table: TableView, seat: SeatView, person: int) -> ForOne:
    """Ask someone whether they want to take over an open seat."""
    row = Row((Button(words.TAKE_IT, Id(table.id, seat.opening or 0, "takeseat", str(seat.number)), "success"),))
    return ForOne(panel(Text(words.sure_to_take(table, seat)), row), person)


class OpenSeat(NamedTuple):
    """An open seat in a list, with the number of turns it has had."""

    table: TableView
    seat: SeatView
    turns: int = 0


def page(tables: Sequence[TableView], number: int) -> Leaf[OpenSeat]:
    """Return a page of the open seats in these games."""
    return leaf(
        [OpenSeat(table, seat) for table in tables for seat in table.seats if seat.opening is not None], number, MOST_LISTED
    )


def open_seats(page: Leaf[OpenSeat], person: int) -> ForOne:
    """Show a page of a server's open seats, each with the button to take it."""
    back = Row((Button(text.BACK, Id("-", 0, "games", "0")),))
    if not page.items:
        return ForOne(panel(Text(words.NONE_OPEN), back), person)
    blocks: list[Block] = [page.title(f"### {words.OPEN_SEATS}")]
    for table, seat, turns in page.items:
        free = () if table.seat_of(person) is not None else (take(table, seat),)
        blocks += [Text(words.listed_seat(table, seat, turns)), *([Row(free)] if free else []), Divider()]
    return ForOne(panel(blocks, page.turning("-", "openseats"), back), person)
