"""Rows and models of an SQLite database: transactions, and what happens to a row that doesn't fit its model."""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar, cast

from pydantic import BaseModel, TypeAdapter, ValidationError

from engine.log import LogEntry
from storage.store import BrokenRow

log = logging.getLogger(__name__)

Model = TypeVar("Model")
Row = dict[str, Any]


class SchemaMismatch(NamedTuple):
    """A row that doesn't fit its model, on its way to quarantine."""

    source: str
    key: str
    table: str | None
    data: str
    reason: str


# What happens to a row that doesn't fit its model. Dispensable and replaceable rows are deleted; what a game consists of
# stays where it is, and a table without a readable row of its own is left alone completely.
REMEDY = {
    "tables": "UPDATE tables SET broken = 1 WHERE id = :key",
    "seats": "UPDATE tables SET broken = 1 WHERE id = :table",
    "snapshots": "DELETE FROM snapshots WHERE table_id || ':' || entries = :key",
    "log": "DELETE FROM log WHERE table_id || ':' || number = :key",
    "notes": "DELETE FROM notes WHERE id = :key",
    "standing": "DELETE FROM standing WHERE table_id || ':' || person = :key",
    "plans": "DELETE FROM plans WHERE table_id || ':' || person = :key",
    "kingdoms": "DELETE FROM kingdoms WHERE guild || ':' || key = :key",
    "settings": "DELETE FROM settings WHERE person = :key",
    "calls": "DELETE FROM calls WHERE table_id || ':' || version || ':' || seat = :key",
    "messages": "DELETE FROM messages WHERE message = :key",
    "actions": "DELETE FROM actions WHERE id = :key",
}


def parsed(text: str | None) -> Any:
    """Return a JSON column's content; text that isn't JSON stays as it is, for the model to refuse with its reason."""
    try:
        return None if text is None else json.loads(text)
    except ValueError:
        return text


def stamp(at: datetime | None) -> str | None:
    """Return a time in its stored form."""
    return None if at is None else at.isoformat()


def compact(model: BaseModel | None) -> str | None:
    """Return a model in its stored form: without default values."""
    return None if model is None else model.model_dump_json(exclude_defaults=True)


@lru_cache
def adapter(model: Any) -> TypeAdapter[Any]:
    """Return the adapter that reads and writes a model or dataclass."""
    return TypeAdapter(model)


def line_of(entry: LogEntry) -> str:
    """Return an entry of the log in its stored form."""
    return adapter(LogEntry).dump_json(entry, exclude_defaults=True).decode()


class Rows:
    """A connection whose rows are read as models and written in transactions."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._misfits: list[SchemaMismatch] = []

    @contextmanager
    def _checked(self) -> Iterator[None]:
        """Quarantine the misfits found inside the block, even if it fails."""
        try:
            yield
        finally:
            self._quarantine()

    @contextmanager
    def _transaction(self, *, until_on_disk: bool = True) -> Iterator[None]:
        """Commit everything in the block, or nothing. Unless it waits `until_on_disk`, a crash of the machine can undo it, but
        nothing committed before."""
        self._db.execute(f"PRAGMA synchronous = {'FULL' if until_on_disk else 'NORMAL'}")
        try:
            self._db.execute("BEGIN IMMEDIATE")
            yield
            self._db.execute("COMMIT")
        except BaseException:
            self._db.rollback()
            raise

    def _quarantine(self) -> None:
        misfits, self._misfits = self._misfits, []
        if not misfits:
            return
        with self._transaction():
            for misfit in misfits:
                log.error("Quarantined %s %s: %s", misfit.source, misfit.key, misfit.reason)
                self._db.execute(
                    "INSERT OR IGNORE INTO quarantine (source, key, table_id, data, reason) VALUES (?, ?, ?, ?, ?)",
                    misfit,
                )
                if misfit.source in REMEDY:
                    self._db.execute(REMEDY[misfit.source], {"key": misfit.key, "table": misfit.table})

    def _rows(self, sql: str, *parameters: object) -> list[Row]:
        return [dict(row) for row in self._db.execute(sql, parameters)]

    def _one(self, sql: str, *parameters: object) -> Row:
        return self._rows(sql, *parameters)[0]

    def _fit(self, model: type[Model], source: str, key: object, table: str | None, row: Row, content: object) -> Model | None:
        """Return a row's content as its model. Return None if it doesn't fit, and mark it for quarantine."""
        try:
            fitting: Model = adapter(cast(Any, model)).validate_python(content)
            return fitting
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            reason = f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
            self._misfits.append(SchemaMismatch(source, str(key), table, json.dumps(row), reason))
            return None

    def _must(self, model: type[Model], source: str, key: object, table: str | None, row: Row, content: object) -> Model:
        """Return the same as `_fit`, for an indispensable row. Raises BrokenRow."""
        fitting = self._fit(model, source, key, table, row, content)
        if fitting is None:
            raise BrokenRow(source, str(key), self._misfits[-1].reason)
        return fitting


def kept(fitting: Iterable[Model | None]) -> list[Model]:
    """Return the models that fit."""
    return [model for model in fitting if model is not None]
