"""What a table does about a move that takes too long, and when its person is back."""

from __future__ import annotations

from storage.models import Notice
from tables import absence, waking
from tables.command import Command
from tables.work import UnitOfWork


def pass_limits(work: UnitOfWork) -> None:
    """Let AIs play for the people whose moves have taken too long, as the table has agreed, and tell everyone."""
    for late in absence.late(work.table, work.now):
        ends = absence.ends_at(work.table, late.waiting_since, work.hours_of(late))
        if ends is None or ends > work.now:
            continue  # their hours have just changed, and the table is about to hear of it
        work.set_seat(late.number, stand_in=work.table.options.late)
        for seat in work.table.seats:
            if seat.person is not None:
                who = "" if seat.number == late.number else late.name
                work.notes.append(work.note(seat.number, says=Notice(what="stand-in", who=who)))


LOOK_AFTER = Command("due", pass_limits)
"""Does what is due at a table. Pings, and that someone isn't away any more, follow with every commit."""


def welcome_back(work: UnitOfWork, *, moves: bool) -> None:
    """Let no AI play any more for the person who acts, and offer their seat to no one. If they move, they aren't away any more."""
    for seat in work.table.seats:
        if seat.person == work.actor:
            work.set_seat(seat.number, stand_in=None, open=None)
            if moves and waking.away_until(work.hours_of(seat), work.now) is not None:
                work.returned = waking.back(work.hours_of(seat), work.now)
