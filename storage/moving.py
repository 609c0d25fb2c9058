"""Copying databases to others of any kind, by way of an SQLite file, which is also what snapshots and backups are."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import asyncpg

from storage.errors import Unreadable
from storage.files import created, migrations, update
from storage.server import connected, hold, prepare, storable, version_of
from storage.traces import TRACES

COUNTED = ("notes", "quarantine")
"""Tables whose ids the database assigns."""


async def into_file(url: str, target: Path) -> None:
    """Copy a database on a server, which may be in use, as it is at one moment, into a new SQLite file of the same version. Raises
    Unreadable, FileExistsError."""
    async with connected(url) as connection, connection.transaction(isolation="repeatable_read", readonly=True):
        version = await version_of(connection)
        if version is None:
            raise Unreadable("There is nothing in this database yet.")
        with written(target) as writing:
            update(writing, 0, [each for each in migrations() if each[0] <= version])
            writing.execute("BEGIN")
            for name in TRACES:
                columns = columns_of(writing, name)
                insert = f"INSERT INTO {name} VALUES ({', '.join('?' * len(columns))})"
                async for row in connection.cursor(f"SELECT {', '.join(columns)} FROM {name}", prefetch=1_000):
                    writing.execute(insert, tuple(row))
            writing.execute("COMMIT")


@contextmanager
def written(target: Path) -> Iterator[sqlite3.Connection]:
    """Provide a new SQLite file to write to. Raises Unreadable, FileExistsError."""
    try:
        with created(target) as part, closing(sqlite3.connect(part, isolation_level=None)) as writing:
            yield writing
    except sqlite3.Error as error:
        raise Unreadable(f"Nothing can be copied to {target}: {error}.") from error


async def into_server(source: Path, url: str, *, replace: bool = False) -> str | None:
    """Copy an SQLite file of the newest version into a database on a server, whole or not at all. The database must be empty,
    unless its data are to be replaced: then they are kept under another name. Return that name. Raises Unreadable, InUse."""
    async with connected(url) as connection:
        await hold(connection)
        async with connection.transaction():
            kept = await set_aside(connection) if replace and await version_of(connection) is not None else None
            await prepare(connection)
            if await connection.fetchval("SELECT count(*) FROM tables") or await connection.fetchval(
                "SELECT count(*) FROM settings"
            ):
                raise Unreadable("This database isn't empty. Copy to an empty one.")
            with closing(sqlite3.connect(source)) as reading:
                for name in TRACES:
                    await fill(connection, reading, name)
        await connection.execute("ANALYZE")
        return kept


async def fill(connection: asyncpg.Connection, reading: sqlite3.Connection, name: str) -> None:
    """Copy the rows of a table."""
    found = "SELECT column_name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = $1"
    truths = {row["column_name"] for row in await connection.fetch(f"{found} AND data_type = 'boolean'", name)}
    columns = columns_of(reading, name)

    def rows() -> Iterator[list[object]]:
        for row in reading.execute(f"SELECT {', '.join(columns)} FROM {name}"):
            yield [truth(each) if column in truths else storable(each) for column, each in zip(columns, row, strict=True)]

    try:
        await connection.copy_records_to_table(name, records=rows(), columns=columns)
    except (asyncpg.DataError, TypeError, ValueError, OverflowError, sqlite3.DatabaseError) as error:
        raise Unreadable(f"A row of `{name}` doesn't fit: {error}. Run python -m storage check to see which.") from error
    if name in COUNTED:
        await connection.execute(f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), 1 + max(id), false) FROM {name}")


def truth(stored: object) -> bool | None:
    """Return a boolean as SQLite stores it. Raises ValueError."""
    if stored not in (0, 1, None):
        raise ValueError(f"{stored!r} is neither yes nor no")
    return None if stored is None else bool(stored)


def columns_of(db: sqlite3.Connection, name: str) -> list[str]:
    """Return the columns of a table."""
    return [column for (column,) in db.execute("SELECT name FROM pragma_table_info(?)", (name,))]


async def set_aside(connection: asyncpg.Connection) -> str:
    """Rename the schema with a database's data, and return its new name."""
    here = await connection.fetchval("SELECT current_schema()")
    taken = {row["nspname"] for row in await connection.fetch("SELECT nspname FROM pg_namespace")}
    kept = next(name for name in (f"before_restore_{number}" for number in range(1, 10_000)) if name not in taken)
    await connection.execute(f'ALTER SCHEMA "{here}" RENAME TO {kept}; CREATE SCHEMA "{here}"')
    return kept
