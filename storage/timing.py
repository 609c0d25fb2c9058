"""When something is due at tables, when to check whether to remind people of their games, and their last reminders."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime

from storage.connection import Row
from storage.models import Look
from storage.part import Part
from storage.personal import NO_REMINDER, Reminder
from storage.rows import Rows, compact, ids, parsed, stamp

SOON = datetime.min.replace(tzinfo=UTC)
"""When to look immediately: earlier than any time."""


def moment(stored: object) -> datetime | None:
    """Return a time in its stored form; None if it isn't one."""
    with suppress(ValueError):
        at = datetime.fromisoformat(stored) if isinstance(stored, str) else None
        return at if stamp(at) == stored else None
    return None


class Timing(Rows):
    """Reads and writes when things are due, each in one piece of work."""

    async def due(self, at: datetime, part: Part) -> list[str]:
        return ids(await self._sql.due(at=stamp(at), **part._asdict()))

    async def next_due(self, after: datetime, part: Part) -> datetime | None:
        async with self._checked():
            for row in await self._sql.next_due(after=stamp(after), **part._asdict()):
                return self._fit(datetime, "tables", (row["id"],), row["id"], row, row["due"], "due")
            return None

    async def next_person_due(self, after: datetime) -> datetime | None:
        (first,) = await self._sql.next_person_due(after=stamp(after))
        return moment(first["due"])

    async def people_due(self, at: datetime) -> list[int]:
        return [row["person"] for row in await self._sql.people_due(at=stamp(at))]

    async def reminder(self, person: int) -> tuple[Reminder, Look | None]:
        async with self._checked():
            for row in await self._sql.reminder(person=person):
                if row["due"] is None:
                    return self._reminder(row), None
                content = {"person": person, "at": moment(row["due"]), "missed": row["missed"], "changes": row["changes"]}
                look = self._fit(Look, "people", (person,), None, row, content, "due")
                return (self._reminder(row), look) if look is not None else (NO_REMINDER, None)
            return NO_REMINDER, None

    def _reminder(self, row: Row) -> Reminder:
        if row["reminder"] is None:
            return NO_REMINDER
        fitting = self._fit(Reminder, "people", (row["person"],), None, row, parsed(row["reminder"]), "reminder")
        return fitting or NO_REMINDER

    async def reminded(self) -> dict[int, Reminder]:
        async with self._checked():
            found = {row["person"]: self._reminder(row) for row in await self._sql.reminded()}
            return {person: each for person, each in found.items() if each.to_send or each.message is not None}

    async def looked(self, seen: Look, next: Look | None, reminder: Reminder | None) -> None:
        due, missed = (stamp(next.at), next.missed) if next is not None else (None, False)
        async with self._db.transaction():
            await self._sql.looked(person=seen.person, changes=seen.changes, due=due, missed=missed, reminder=compact(reminder))

    async def remind(self, person: int, reminder: Reminder, look: Look | None = None) -> None:
        async with self._db.transaction():
            await self._sql.remind(person=person, number=reminder.number, reminder=compact(reminder))
            await self._look([look] if look is not None else [])

    async def doubt_times(self, now: datetime) -> None:
        async with self._db.transaction():
            await self._sql.doubt_times(now=stamp(now), soon=stamp(SOON))

    async def _look(self, looks: Iterable[Look]) -> None:
        """Record when to check whether to remind people: at that time, or at an earlier one already recorded."""
        await self._sql.look([{"person": each.person, "due": stamp(each.at), "missed": each.missed} for each in looks])
