"""The named statements in `sql/`: those for both databases, and in a folder for each, those that differ."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import aiosql
from aiosql.types import SQLOperationType

from storage.connection import Database

SQL = Path(__file__).with_name("sql")
OPERATIONS = {
    SQLOperationType.SELECT: "rows",
    SQLOperationType.INSERT_UPDATE_DELETE: "run",
    SQLOperationType.INSERT_UPDATE_DELETE_MANY: "many",
}
"""What a connection does with a statement, by the suffix of its name: none, `!` or `*!`."""


class Adapter:
    """Leaves statements as they are."""

    def process_sql(self, name: str, operation: object, sql: str) -> str:
        """Return the statement in the form that our connections expect."""
        return sql


@cache
def named(dialect: str) -> dict[str, tuple[str, str]]:
    """Return a database's statements by name, with what to do with each."""
    both = aiosql.from_path(SQL, Adapter, mandatory_parameters=False)  # type: ignore[arg-type]  # it reads nothing else of an adapter
    found = {name: getattr(of, name) for of in (both, getattr(both, dialect)) for name in of.available_queries if "." not in name}
    return {name: (OPERATIONS[each.operation], each.sql) for name, each in found.items()}


class Statements:
    """The named statements on a connection: `await statements.seats(id=table)`, `await statements.add_seats(rows)`."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._named = named(db.dialect)

    def __getattr__(self, name: str) -> Callable[..., Awaitable[Any]]:
        operation, sql = self._named[name]
        do = getattr(self._db, operation)
        return partial(do, sql) if operation == "many" else lambda **values: do(sql, values)
