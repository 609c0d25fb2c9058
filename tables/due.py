"""When something is due at a table without anyone's doing. Pure: it is stored with each commit, and `timers` waits for it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from storage.models import OPEN_END, Seat, Table
from tables import gathering

LATE = timedelta(minutes=10)
"""How long the game waits for someone who was there when it began to, before they are pinged: they may have looked away."""


def next_due(table: Table) -> datetime | None:
    """Return when something is next due at a table; None if nothing is."""
    if table.phase == "lobby":
        return gathering.due(table)
    return min((at for clause in CLAUSES for at in clause(table)), default=None) if table.phase == "playing" else None


def with_due(table: Table) -> Table:
    """Return a table that says when something is next due there."""
    return table.model_copy(update={"due": next_due(table)})


def late_pings(table: Table) -> Iterator[datetime]:
    """Yield when people are pinged that the game waits for without a ping."""
    for seat in table.seats:
        at = late_ping(seat)
        if at is not None:
            yield at


def limits(table: Table) -> Iterator[datetime]:
    """Yield when the table acts because a move has taken too long."""
    for seat in table.seats:
        if seat.due is not None:
            yield seat.due


def returns(table: Table) -> Iterator[datetime]:
    """Yield when people aren't away any more."""
    for seat in table.seats:
        if seat.away not in (None, OPEN_END):
            yield seat.away


CLAUSES = (late_pings, limits, returns)


def late_ping(seat: Seat) -> datetime | None:
    """Return when the person in a seat is pinged, if the game waits for them without a ping."""
    if seat.person is None or seat.call is not None or seat.waiting_since is None:
        return None
    return seat.waiting_since + LATE


def unpinged(table: Table, at: datetime) -> list[int]:
    """Return the seats whose people are to be pinged by then."""
    return [seat.number for seat in table.seats if (ping := late_ping(seat)) is not None and ping <= at]
