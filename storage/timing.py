"""When something is due at tables, when to check whether to remind people of their games, and their last reminders."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime

from storage.models import Look
from storage.personal import NO_REMINDER, Reminder
from storage.rows import Row, Rows, compact, parsed, stamp

SOON = datetime.min.replace(tzinfo=UTC)
"""When to look immediately: earlier than any time."""


def moment(stored: object) -> datetime | None:
    """Return a time in its stored form; None if it isn't one."""
    with suppress(ValueError):
        at = datetime.fromisoformat(stored) if isinstance(stored, str) else None
        return at if stamp(at) == stored else None
    return None


class Timing(Rows):
    """Reads and writes what is due, as one piece of work each."""

    def due(self, at: datetime) -> list[str]:
        sql = "SELECT id FROM tables WHERE due <= ? AND NOT broken ORDER BY due, id"
        return [row["id"] for row in self._rows(sql, stamp(at))]

    def next_due(self, after: datetime) -> datetime | None:
        with self._checked():
            for row in self._rows("SELECT id, due FROM tables WHERE due > ? AND NOT broken ORDER BY due LIMIT 1", stamp(after)):
                return self._fit(datetime, "tables", (row["id"],), row["id"], row, row["due"], "due")
            return None

    def next_person_due(self, after: datetime) -> datetime | None:
        return moment(self._one("SELECT min(due) AS due FROM people WHERE due > ?", stamp(after))["due"])

    def people_due(self, at: datetime) -> list[int]:
        return [row["person"] for row in self._rows("SELECT person FROM people WHERE due <= ? ORDER BY due, person", stamp(at))]

    def reminder(self, person: int) -> tuple[Reminder, Look | None]:
        with self._checked():
            for row in self._rows("SELECT * FROM people WHERE person = ?", person):
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

    def reminded(self) -> dict[int, Reminder]:
        with self._checked():
            found = {row["person"]: self._reminder(row) for row in self._rows("SELECT * FROM people WHERE reminder IS NOT NULL")}
            return {person: each for person, each in found.items() if each.to_send or each.message is not None}

    def looked(self, seen: Look, next: Look | None, reminder: Reminder | None) -> None:
        due, missed = (stamp(next.at), next.missed) if next is not None else (None, False)
        with self._transaction():
            self._db.execute(
                "UPDATE people SET due = ?, missed = ?, reminder = coalesce(?, reminder) WHERE person = ? AND changes = ?",
                (due, missed, compact(reminder), seen.person, seen.changes),
            )

    def remind(self, person: int, reminder: Reminder, look: Look | None) -> None:
        with self._transaction():
            self._db.execute(
                "UPDATE people SET reminder = ?1"
                " WHERE person = ?2 AND json_valid(reminder) AND json_extract(reminder, '$.number') = ?3",
                (compact(reminder), person, reminder.number),
            )
            self._look([look] if look is not None else [])

    def doubt_times(self, now: datetime) -> None:
        with self._transaction():
            later = "json_valid(reminder) AND json_extract(reminder, '$.at') > ?"
            self._db.execute(f"UPDATE people SET due = ? WHERE reminder IS NOT NULL AND {later}", (stamp(SOON), stamp(now)))

    def _look(self, looks: Iterable[Look]) -> None:
        """Note when to check whether to remind people: then, or at an earlier time that was noted."""
        self._db.executemany(
            "INSERT INTO people (person, due, missed) VALUES (?1, ?2, ?3)"
            " ON CONFLICT (person) DO UPDATE SET due = min(coalesce(due, ?2), ?2), missed = missed OR ?3,"
            " changes = changes + 1",
            [(each.person, stamp(each.at), each.missed) for each in looks],
        )
