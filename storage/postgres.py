"""The store over a PostgreSQL server: a pool of connections, and a lock that keeps a second bot away."""

from __future__ import annotations

import asyncio
import random
import re
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager, suppress
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import asyncpg

from storage.care import Care
from storage.connection import NotUnique, Row, TryAgain, Values
from storage.dossier import DossierReader, mentioning
from storage.ledger_store import LedgerStore, Work
from storage.moving import into_file
from storage.personal import Dossier
from storage.server import PATIENCE, SESSION, TROUBLE, connect, connected, hold, prepare, storable, unreadable
from storage.store import StorageError, Unreadable

T = TypeVar("T")

CONNECTIONS = 8
AGAIN = (
    asyncpg.TransactionRollbackError,
    asyncpg.OperatorInterventionError,
    asyncpg.PostgresConnectionError,
    asyncpg.IdleInTransactionSessionTimeoutError,
    asyncpg.LockNotAvailableError,
    asyncpg.TargetServerAttributeNotMatched,
    OSError,
)
"""Another transaction interfered, or the server went away."""
NAMED = re.compile(r"'[^']*'|\"[^\"]*\"|(?<!:):([a-z_]+)")


class Unreachable(StorageError, ConnectionError):
    """The server can't be reached at the moment."""


@lru_cache(maxsize=1000)
def numbered(sql: str) -> tuple[str, tuple[str, ...]]:
    """Return a statement with numbered parameters, and their names in that order."""
    names = list[str]()

    def number(found: re.Match[str]) -> str:
        if found[1] is None:
            return found[0]
        if found[1] not in names:
            names.append(found[1])
        return f"${names.index(found[1]) + 1}"

    return NAMED.sub(number, sql), tuple(names)


class PostgresDatabase:
    """A connection to a server for one piece of work of the ledger. Everything that work reads outside its transactions is from a
    single moment, as if it were alone."""

    dialect, same = "postgres", "{0} = :{1}"

    def __init__(self, connection: asyncpg.Connection, store: PostgresStore | None = None) -> None:
        self._connection = connection
        self._store = store
        self._looking = self._changing = False

    async def rows(self, sql: str, values: Values) -> list[Row]:
        if not self._looking and not self._changing:
            self._looking = True
            await self._do("execute", "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        text, names = numbered(sql)
        return [dict(row) for row in await self._do("fetch", text, *(storable(values[name]) for name in names))]

    async def run(self, sql: str, values: Values) -> int:
        text, names = numbered(sql)
        done: str = await self._do("execute", text, *(storable(values[name]) for name in names))
        return int(done.rpartition(" ")[2])

    async def many(self, sql: str, values: Iterable[Values]) -> None:
        text, names = numbered(sql)
        rows = [[storable(each[name]) for name in names] for each in values]
        if rows:
            await self._do("executemany", text, rows)

    @asynccontextmanager
    async def transaction(self, *, until_on_disk: bool = True) -> AsyncIterator[None]:
        assert self._store is not None, "only looks are without a store"
        await self.end_look()
        async with self._store.writing:
            await self._do("execute", "BEGIN ISOLATION LEVEL SERIALIZABLE")
            self._changing = True
            try:
                if not until_on_disk:
                    await self._do("execute", "SET LOCAL synchronous_commit = off")
                yield
                await self._commit(self._store)
            except BaseException:
                await self._roll_back()
                raise
            finally:
                self._changing = False

    async def _commit(self, store: PostgresStore) -> None:
        """Commit with a unique mark, which says whether the change was committed if the connection is cut off in the meantime."""
        mark = secrets.token_hex(8)
        await self._do("execute", "UPDATE seneschal SET committed = $1", mark)
        try:
            await self._do("execute", "COMMIT")
        except TryAgain as error:
            if isinstance(error.__cause__, asyncpg.TransactionRollbackError) or not await store.has_committed(mark):
                raise

    @asynccontextmanager
    async def savepoint(self) -> AsyncIterator[None]:
        await self._do("execute", "SAVEPOINT part")
        try:
            yield
        except BaseException:
            await self._do("execute", "ROLLBACK TO part")
            raise
        await self._do("execute", "RELEASE part")

    async def end_look(self) -> None:
        """End the current snapshot: the next reads are from a later moment."""
        if self._looking:
            self._looking = False
            await self._roll_back()

    async def _roll_back(self) -> None:
        with suppress(TryAgain):
            await self._do("execute", "ROLLBACK")

    async def _do(self, name: str, *arguments: Any) -> Any:
        try:
            return await getattr(self._connection, name)(*arguments)
        except asyncpg.UniqueViolationError as error:
            raise NotUnique(error.constraint_name or "") from error
        except AGAIN as error:
            raise TryAgain(str(error)) from error
        except asyncpg.InterfaceError as error:
            if self._is_lost():
                raise TryAgain(str(error)) from error
            raise

    def _is_lost(self) -> bool:
        """Return whether the connection has ended, or the pool has taken it back because of that."""
        with suppress(asyncpg.InterfaceError):
            return bool(self._connection.is_closed())
        return True


class PostgresStore(LedgerStore):
    """The Store over a database on a PostgreSQL server. Opening it takes a lock there that ends with the process.

    The process writes one change at a time, as with SQLite, so its own changes never interfere.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self.writing = asyncio.Lock()
        self._pool: asyncpg.Pool | None = None
        self._holder: asyncpg.Connection | None = None
        self._holding = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()

    async def open(self) -> None:
        try:
            self._pool = await asyncpg.create_pool(
                self.url, min_size=1, max_size=CONNECTIONS, command_timeout=60, connect=connect, reset=leave
            )
            await self._hold()
            async with self._pool.acquire() as connection:
                await prepare(connection)
        except StorageError:
            await self.close()
            raise
        except TROUBLE as error:
            await self.close()
            raise unreadable(self.url, error) from error

    async def close(self) -> None:
        while self._tasks:
            await asyncio.wait(self._tasks)
        pool, holder, self._pool, self._holder = self._pool, self._holder, None, None
        if pool is not None:
            await pool.close()
        if holder is not None:
            await holder.close()

    async def _hold(self) -> None:
        """Get the lock, or get it back: if the server has closed its connection, another bot may have it. Raises InUse."""
        async with self._holding:
            if self._holder is not None and not self._holder.is_closed():
                return
            self._holder = None
            self._holder = await hold(await connect(self.url))

    async def _do(self, work: Work[T]) -> T:
        task = asyncio.ensure_future(self._patiently(lambda: self._once(work)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            await asyncio.wait([task])  # the next piece of work finds it done
            raise

    async def _patiently(self, attempt: Callable[[], Awaitable[T]]) -> T:
        """Try something until it succeeds. Raises Unreachable."""
        clock = asyncio.get_running_loop().time
        end = clock() + PATIENCE
        while True:
            try:
                return await attempt()
            except (TryAgain, *AGAIN) as error:
                if clock() > end:
                    raise Unreachable(f"The database can't be reached: {error}.") from error
            await asyncio.sleep(random.uniform(0.01, 0.2))  # noqa: S311 - so that not all come together

    async def _once(self, work: Work[T]) -> T:
        if self._pool is None:
            raise Unreadable("The database is not open.")
        await self._hold()
        async with self._pool.acquire() as connection:
            db = PostgresDatabase(connection, self)
            try:
                return await work(Care(db))
            finally:
                await db.end_look()

    async def has_committed(self, mark: str) -> bool:
        """Return whether the last change was committed after its connection was cut off. This waits until the server knows."""

        async def ask() -> bool:
            connection = await connect(self.url, session=SESSION | {"lock_timeout": f"{PATIENCE}s"})
            try:
                return bool(await connection.fetchval("SELECT committed FROM seneschal FOR UPDATE") == mark)
            finally:
                await connection.close(timeout=PATIENCE)

        return await self._patiently(ask)

    async def dossier(self, person: int, at: datetime) -> Dossier:
        return await aside(self.url, lambda db: DossierReader(db, person).file(at))

    async def mentioning(self, person: int) -> list[str | bytes]:
        return await aside(self.url, lambda db: mentioning(db, person))

    async def backup(self, path: str) -> None:
        await asyncio.to_thread(asyncio.run, into_file(self.url, Path(path)))

    async def size(self) -> int:
        async with connected(self.url) as connection:
            return int(await connection.fetchval("SELECT pg_database_size(current_database())"))


async def leave(connection: asyncpg.Connection) -> None:
    """Leave a connection as it is when it goes back to the pool: nothing is set there for longer than a transaction. To make sure
    would take as long as a statement."""


async def aside(url: str, work: Callable[[PostgresDatabase], Coroutine[Any, Any, T]]) -> T:
    """Read through a separate connection, in a separate thread, so no one has to wait."""

    async def read() -> T:
        async with connected(url) as connection:
            return await work(PostgresDatabase(connection))

    return await asyncio.to_thread(asyncio.run, read())
