"""Seats that anyone can take over in games in progress, until their holder is back."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta

from storage.errors import BrokenRow
from storage.lateness import occasion
from storage.models import Seat, Table
from storage.store import Store
from tables.checks import must_be_let_in, must_be_playing
from tables.errors import AlreadySeated, KnowsHand, NoSuchSeat, SeatClosed
from tables.models import TableView
from tables.state import show
from tables.work import UnitOfWork

MOST_LISTED = 50
"""The most games in a list of open seats: the bot has to ask Discord who can see the threads of some of them."""


def open_up(work: UnitOfWork, number: int, at: datetime) -> None:
    """Offer a seat to new players from `at` on. That time is also the number that identifies the open seat."""
    taken = {occasion(seat.open) for seat in work.table.seats if seat.open is not None}
    while occasion(at) in taken:
        at += timedelta(milliseconds=1)
    if work.table.seats[number].open is None:
        work.set_seat(number, open=at)


def played_seat(table: Table, number: int) -> Seat:
    """Return the seat with that number, if it is still played. Raise NoSuchSeat."""
    if not 0 <= number < len(table.seats) or table.seats[number].resigned:
        raise NoSuchSeat("no-one-plays")
    return table.seats[number]


def open_seat(table: Table, person: int, number: int, opening: int) -> Seat:
    """Return the seat that was opened under the number `opening`, if this person can take it over: they haven't seen another's
    cards. Raise NotStarted, GameOver, TablePaused, NoSuchSeat, SeatClosed, AlreadySeated, NotInvited, KnowsHand."""
    must_be_playing(table)
    seat = played_seat(table, number)
    if any(each.person == person for each in table.seats):
        raise AlreadySeated(playing=True)
    if seat.open is None or occasion(seat.open) != opening:
        taken = seat.taken_over is not None and seat.taken_over.number == opening
        raise SeatClosed(seat.taken_over.name if taken and seat.taken_over is not None else None)
    must_be_let_in(table, person)
    must_not_know_another_hand(table, person, number)
    return seat


def must_not_know_another_hand(table: Table, person: int, number: int, who: str | None = None) -> None:
    """Raise KnowsHand if a person (`who`: their name, if someone else proposes them) has had another seat than this one."""
    for each in table.seats:
        if each.number != number and each.taken_over is not None and person in each.taken_over.former:
            raise KnowsHand(each.name, who)


async def listed(store: Store, guild: int, person: int) -> list[TableView]:
    """Return the first few games with open seats on a server that a list can show a person. They are read one at a time, since
    there can be hundreds."""
    found: list[TableView] = []
    for id in await store.open_in(guild):
        with suppress(BrokenRow):
            table = await store.table(id)
            if table is not None and is_listed(table, person):
                found.append(show(table, None))
        if len(found) == MOST_LISTED:
            break
    return found


def is_listed(table: Table, person: int) -> bool:
    """Return whether a list can show a person that seats of this game are open."""
    if table.phase != "playing":
        return False
    return table.options.open_seats and table.lost is None and (not table.options.private or person in table.invited)
