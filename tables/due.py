"""When something is due at a table even if no one does anything. Pure: the time is stored with each commit, and `timers` waits for
it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from storage.models import OPEN_END, Table
from tables import absence, gathering
from tables.state import silence_ends


def next_due(table: Table) -> datetime | None:
    """Return when something is next due at a table; None if nothing is."""
    if table.phase == "lobby":
        return gathering.due(table)
    return min((at for clause in CLAUSES for at in clause(table)), default=None) if table.phase == "playing" else None


def with_due(table: Table) -> Table:
    """Return a table that says when something is next due there."""
    return table.model_copy(update={"due": next_due(table)})


def rings(table: Table) -> Iterator[datetime]:
    """Yield when to send the pings that haven't been sent yet."""
    for seat in table.seats:
        if seat.ring is not None:
            yield seat.ring


def limits(table: Table) -> Iterator[datetime]:
    """Yield when the table acts because a move has taken too long."""
    for seat in table.seats:
        if seat.due is not None:
            yield seat.due


def returns(table: Table) -> Iterator[datetime]:
    """Yield when people's absences end."""
    for seat in table.seats:
        if seat.away not in (None, OPEN_END):
            yield seat.away


def silence(table: Table) -> Iterator[datetime]:
    """Yield when a proposal, or a vote on a late move, no longer waits for those who don't answer."""
    at = silence_ends(table)
    if at is not None:
        yield at
    for seat in table.seats:
        vote = seat.lateness.voting
        if vote is not None and vote.until is not None and absence.decided(table, seat, vote.until) is not None:
            yield vote.until


def desertion(table: Table) -> Iterator[datetime]:
    """Yield when the bot proposes to end a game in which no one moves any more."""
    at = absence.deserted_at(table)
    if at is not None:
        yield at


CLAUSES = (rings, limits, returns, silence, desertion)
