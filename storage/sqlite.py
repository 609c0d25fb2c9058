"""The store in an SQLite file: a connection in its own thread, and a lock that keeps a second bot out."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager, closing
from datetime import datetime
from functools import partial
from io import FileIO
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite

from storage.announcing import Announcement
from storage.care import Care
from storage.connection import NotUnique, Row, Values, driven
from storage.dossier import DossierReader, mentioning
from storage.errors import Damaged, Unreadable
from storage.files import copy, hold, is_damage, prepare, size
from storage.inspection import Inspection, doubt, doubtful, to_check
from storage.models import Change
from storage.personal import Dossier
from storage.rows import decoded
from storage.salvage import salvaged
from storage.store import Store, Work

T = TypeVar("T")
UNIQUE = (sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY)


class SqliteDatabase:
    """A connection to an SQLite file for the ledger. It never makes its piece of work wait: see `driven`."""

    dialect, same = "sqlite", "CAST({0} AS BLOB) IS CAST(:{1} AS BLOB)"

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    async def rows(self, sql: str, values: Values) -> list[Row]:
        return [dict(row) for row in self._db.execute(sql, values)]

    async def run(self, sql: str, values: Values) -> int:
        return self._change(self._db.execute, sql, values)

    async def many(self, sql: str, values: Iterable[Values]) -> None:
        self._change(self._db.executemany, sql, values)

    def _change(self, execute: Callable[[str, Any], sqlite3.Cursor], sql: str, values: Any) -> int:
        try:
            return execute(sql, values).rowcount
        except sqlite3.IntegrityError as error:
            if error.sqlite_errorcode in UNIQUE:
                raise NotUnique(str(error)) from error
            raise

    @asynccontextmanager
    async def transaction(self, *, until_on_disk: bool = True, apart: bool = False) -> AsyncIterator[None]:
        self._db.execute(f"PRAGMA synchronous = {'FULL' if until_on_disk else 'NORMAL'}")
        try:
            self._db.execute("BEGIN IMMEDIATE")
            yield
            self._db.execute("COMMIT")
        except BaseException:
            self._db.rollback()
            raise

    async def announce(self, change: Change) -> None:
        """Tell no one: only one process uses a file."""

    @asynccontextmanager
    async def savepoint(self) -> AsyncIterator[None]:
        self._db.execute("SAVEPOINT part")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK TO part")
            raise
        finally:
            self._db.execute("RELEASE part")


class SqliteThread(aiosqlite.Connection):
    """aiosqlite's connection and its thread, which take whole pieces of work instead of statements.

    A change takes a dozen statements. Waiting in the event loop after each would make each queue behind everything else in the
    loop, and a cancellation could come between them.
    """

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run `work` in the thread to its end, even if the caller is cancelled in the meantime."""
        result: T = await self._execute(work, self._conn)  # type: ignore[no-untyped-call]
        return result


class SqliteStore(Store):
    """The Store in an SQLite file. Opening it takes an exclusive lock on the file until the process ends, however it ends."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._holder: FileIO | None = None
        self._connection: SqliteThread | None = None
        self._inspection: Inspection | None = None

    async def _do(self, work: Work[T]) -> T:
        return await self._run(lambda db: driven(work(Care(SqliteDatabase(db)))))

    async def _run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        if self._connection is None:
            raise Unreadable(f"{self.path} is not open.")
        try:
            return await self._connection.run(work)
        except sqlite3.DatabaseError as error:
            if is_damage(error):
                doubt(self.path, error)
            raise

    async def open(self) -> None:
        # If this stopped halfway, the connection's thread would return to an event loop that is gone.
        opening = asyncio.ensure_future(self._open())
        try:
            await asyncio.shield(opening)
        except asyncio.CancelledError:
            await asyncio.wait([opening])
            await self.close()
            raise

    async def _open(self) -> None:
        try:
            try:
                await self._connect()
            except Damaged as error:
                await self._disconnect()
                await asyncio.to_thread(salvaged, self.path, error)
                await self.close()
                await self._connect()
        except BaseException:
            await self.close()
            raise

    async def _connect(self) -> None:
        if self._holder is None:
            self._holder = hold(self.path)
        try:
            self._connection = SqliteThread(partial(sqlite3.connect, self.path, isolation_level=None), 64)
            await self._connection
            self._connection.row_factory = sqlite3.Row
            self._connection.text_factory = decoded
            check = to_check(self.path)
            await self._connection.run(lambda db: prepare(db, self.path, check=check))
            doubtful(self.path).unlink(missing_ok=True)
            self._inspection = None if check else Inspection(self.path)
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            if is_damage(error):
                raise Damaged(str(error)) from error
            raise Unreadable(f"{self.path} can't be opened: {error}.") from error

    async def _disconnect(self) -> None:
        if self._inspection is not None:
            inspection, self._inspection = self._inspection, None
            await inspection.stop()
        if self._connection is not None:
            connection, self._connection = self._connection, None
            await connection.close()

    async def close(self) -> None:
        await self._disconnect()
        if self._holder is not None:
            self._holder.close()
            self._holder = None

    async def announce(self, announcement: Announcement) -> None:
        """Tell no one: this is the only process."""

    def listen(self, heard: Callable[[Announcement], None], missed: Callable[[], None]) -> None:
        """Hear nothing."""

    async def dossier(self, person: int, at: datetime) -> Dossier:
        text = partial(str, encoding="utf-8", errors="replace")
        return await asyncio.to_thread(self._aside, text, lambda db: DossierReader(db, person).file(at))

    async def mentioning(self, person: int) -> list[str | bytes]:
        return await asyncio.to_thread(self._aside, decoded, lambda db: mentioning(db, person))

    def _aside(self, text: Callable[[bytes], object], work: Callable[[SqliteDatabase], Coroutine[Any, Any, T]]) -> T:
        """Read through a separate connection, so no one has to wait. `text` decodes stored strings."""
        with closing(sqlite3.connect(f"{self.path.absolute().as_uri()}?mode=ro", uri=True)) as db:
            db.row_factory = sqlite3.Row
            db.text_factory = text
            db.execute("BEGIN")
            return driven(work(SqliteDatabase(db)))

    async def size(self) -> int:
        return await asyncio.to_thread(size, self.path)

    async def backup(self, path: str) -> None:
        # This reads through its own connection, so writers needn't wait.
        await asyncio.to_thread(copy, self.path, Path(path))
