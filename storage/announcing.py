"""What processes that share a database tell each other."""

from __future__ import annotations

from datetime import datetime

from engine.view import Frozen
from storage.models import Change, Table

MESSAGES, UNASKED = "messages", "settled"
"""What happened, where that isn't the name of a person's command: only messages of the table were changed; no one asked for it."""


class Announcement(Frozen):
    """A table that has changed, or whose messages have: where it is, the command, the person who acted, the people who are pinged,
    those who have or had a seat there, and when something is next due. Or a `click` on it, which has changed nothing yet."""

    table: str
    guild: int | None
    what: str
    by: int | None = None
    called: tuple[int, ...] = ()
    people: tuple[int, ...] = ()
    due: datetime | None = None
    click: str = ""

    @classmethod
    def of(cls, change: Change) -> Announcement:
        """Return what others hear of a change."""
        table, action = change.table, change.action
        times = (table.due, *(look.at for look in change.looks))
        return cls(
            table=table.id,
            guild=table.place.guild,
            what=action.what if action is not None else UNASKED,
            by=action.person if action is not None else None,
            called=tuple(call.person for call in change.calls),
            people=tuple(people_of(table)),
            due=min((at for at in times if at is not None), default=None),
        )


def people_of(table: Table) -> set[int]:
    """Return the people who have, or had, a seat at a table."""
    there = {seat.person for seat in table.seats if seat.person is not None}
    return there.union(*(seat.taken_over.former for seat in table.seats if seat.taken_over is not None))
