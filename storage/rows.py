"""Rows of a database and their models, and what happens to a row that doesn't fit."""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar, cast

from pydantic import BaseModel, TypeAdapter, ValidationError

from engine.log import LogEntry
from storage.connection import Database, Row
from storage.errors import BrokenRow
from storage.lateness import ON_TIME
from storage.models import Seat
from storage.statements import Statements

log = logging.getLogger(__name__)

Model = TypeVar("Model")
Key = tuple[object, ...]


class SchemaMismatch(NamedTuple):
    """A row that doesn't fit its model, on its way to quarantine. `key`: its values in the columns that identify it."""

    source: str
    key: Key
    table: str | None
    data: str
    reason: str


# What happens to a row that doesn't fit its model. Dispensable and replaceable rows are deleted, by the columns that identify them;
# rows that a game consists of stay where they are, and if a table's own row can't be read, all its rows are left alone.
BREAKS_TABLE = ("tables", "seats")
ALL = 1 << 62
"""More than there can be of anything."""
DELETED = {
    "snapshots": ("table_id", "entries"),
    "log": ("table_id", "number"),
    "notes": ("id",),
    "standing": ("table_id", "person"),
    "plans": ("table_id", "person"),
    "followers": ("table_id", "person"),
    "kingdoms": ("guild", "key"),
    "settings": ("person",),
    "calls": ("table_id", "version", "seat"),
    "messages": ("message",),
    "actions": ("id",),
    "people": ("person",),
    "records": ("table_id",),
    "quarantine": ("id",),
}


def decoded(text: bytes) -> str | bytes:
    """Return a text from the database; if it isn't UTF-8, return its bytes, for the model to reject."""
    try:
        return text.decode()
    except UnicodeDecodeError:
        return text


def printable(text: str) -> str:
    """Return a text that can be stored and logged, with lone surrogates escaped."""
    return text.encode(errors="backslashreplace").decode()


def parsed(text: Any) -> Any:
    """Return a JSON column's content; what isn't JSON is returned unchanged, for the model to reject with a reason."""
    try:
        content = json.loads(text) if isinstance(text, str) else text
        if isinstance(text, str) and "\\u" in text:
            json.dumps(content, ensure_ascii=False).encode()  # lone surrogates can be neither shown nor stored
        return content
    except (ValueError, RecursionError):
        return text


def stamp(at: datetime | None) -> str | None:
    """Return a time in its stored form."""
    return None if at is None else at.isoformat()


def compact(model: BaseModel | None) -> str | None:
    """Return a model in its stored form: without default values."""
    return None if model is None else model.model_dump_json(exclude_defaults=True)


def moments(rows: Iterable[Row]) -> list[datetime]:
    """Return the times in a column `at`, oldest first, without values that aren't times."""
    found = list[datetime]()
    for row in rows:
        with suppress(ValueError, TypeError):
            found.append(datetime.fromisoformat(row["at"]).astimezone(UTC))
    return sorted(found)


@lru_cache
def adapter(model: Any) -> TypeAdapter[Any]:
    """Return the adapter that reads and writes a model or dataclass."""
    return TypeAdapter(model)


def seat_row(table: str, seat: Seat) -> Row:
    """Return the columns of a table's seat."""
    return {
        "table_id": table,
        **{name: getattr(seat, name) for name in ("number", "name", "person", "ai", "resigned", "call", "held", "stand_in")},
        **{name: stamp(getattr(seat, name)) for name in ("waiting_since", "due", "ends", "away", "open", "absent", "ring")},
        "taken_over": compact(seat.taken_over),
        "hints": None if seat.hints is None else json.dumps(seat.hints),
        "lateness": None if seat.lateness == ON_TIME else compact(seat.lateness),
    }


def line_of(entry: LogEntry) -> str:
    """Return an entry of the log in its stored form."""
    return adapter(LogEntry).dump_json(entry, exclude_defaults=True).decode()


class Rows:
    """Reads a database's rows as models."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._sql = Statements(db)
        self._misfits: list[SchemaMismatch] = []

    @asynccontextmanager
    async def _checked(self) -> AsyncIterator[None]:
        """Quarantine the rows that turn out not to fit in the block, even if the block fails."""
        try:
            yield
        finally:
            if self._misfits:
                await self._quarantine()

    async def _quarantine(self) -> None:
        misfits, self._misfits = self._misfits, []
        async with self._db.transaction():
            for source, key, table, data, reason in misfits:
                name = printable(":".join(map(str, key)))
                if await self._sql.quarantine(source=source, key=name, table=table, data=data, reason=reason):
                    log.error("Quarantined %s %s: %s", source, name, reason)
                if source in BREAKS_TABLE:
                    await self._db.run(f"UPDATE tables SET broken = TRUE WHERE {self._db.same.format('id', 'id')}", {"id": table})
                elif source in DELETED:
                    first, *rest = DELETED[source]
                    same = " AND ".join([f"{first} = :{first}", *(self._db.same.format(each, each) for each in rest)])
                    await self._db.run(f"DELETE FROM {source} WHERE {same}", dict(zip(DELETED[source], key, strict=True)))

    def _fit(
        self, model: type[Model], source: str, key: Key, table: str | None, row: Row, content: object, column: str = ""
    ) -> Model | None:
        """Return a row's content (or that of one `column`) as its model. Return None if it doesn't fit, and mark it for
        quarantine."""
        try:
            fitting: Model = adapter(cast(Any, model)).validate_python(content)
            return fitting
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            reason = f"{'.'.join(map(str, (*filter(None, [column]), *first['loc'])))}: {first['msg']}"
        except Exception as error:  # code that reads old forms can fail on nonsense in any way
            reason = f"{column}: {type(error).__name__}"
        self._misfit(source, key, table, row, reason)
        return None

    def _misfit(self, source: str, key: Key, table: str | None, row: Row, reason: str) -> None:
        """Mark a row for quarantine."""
        self._misfits.append(SchemaMismatch(source, key, table, json.dumps(row, default=repr), printable(reason)))

    def _must(
        self, model: type[Model], source: str, key: Key, table: str | None, row: Row, content: object, column: str = ""
    ) -> Model:
        """Return the same as `_fit`, for an indispensable row. Raises BrokenRow."""
        fitting = self._fit(model, source, key, table, row, content, column)
        if fitting is None:
            raise BrokenRow(source, ":".join(map(str, key)), self._misfits[-1].reason)
        return fitting


def kept(fitting: Iterable[Model | None]) -> list[Model]:
    """Return the models that fit."""
    return [model for model in fitting if model is not None]


def ids(rows: Iterable[Row]) -> list[str]:
    """Return the ids in rows."""
    return [row["id"] for row in rows]
