"""The store on a PostgreSQL server: a pool of connections, and a lock that keeps a second bot out."""

from __future__ import annotations

import asyncio
import logging
import random
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager, suppress
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import asyncpg

from storage.announcing import Announcement
from storage.care import Care
from storage.connection import NotUnique, Row, TryAgain, Values
from storage.dossier import DossierReader, mentioning
from storage.errors import StorageError, Unreachable, Unreadable
from storage.models import Change
from storage.moving import into_file
from storage.part import WHOLE, Part
from storage.personal import Dossier
from storage.server import AWAY, PATIENCE, TROUBLE, connect, connected, hold, prepare, storable, unreadable
from storage.store import Store, Work

log = logging.getLogger(__name__)

T = TypeVar("T")

CONNECTIONS = 8
TELL = "SELECT set_config('synchronous_commit', 'off', true), pg_notify('seneschal', $1)"
"""Tell the other processes something that needn't be on the disk."""
BETWEEN = 1.0
"""Seconds between attempts to hear the other processes again."""
AGAIN = (
    asyncpg.TransactionRollbackError,
    asyncpg.IdleInTransactionSessionTimeoutError,
    asyncpg.LockNotAvailableError,
    *AWAY,
)
"""Another transaction interfered, or the server went away."""
NAMED = re.compile(r"'[^']*'|\"[^\"]*\"|(?<!:):([a-z_]+)")


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
    single moment, as if it were alone; a `single` query needs no transaction for that."""

    dialect, same = "postgres", "{0} = :{1}"

    def __init__(self, connection: asyncpg.Connection, store: PostgresStore | None = None, *, single: bool = False) -> None:
        self._connection = connection
        self._store = store
        self._single = single
        self._looking = self._changing = False

    async def rows(self, sql: str, values: Values) -> list[Row]:
        if not self._looking and not self._changing and not self._single:
            self._looking = True
            await self._begin("REPEATABLE READ READ ONLY")
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
    async def transaction(self, *, until_on_disk: bool = True, apart: bool = False) -> AsyncIterator[None]:
        assert self._store is not None, "only looks are without a store"
        await self.end_look()
        async with self._store.writing:
            self._changing = True
            try:
                await self._begin("REPEATABLE READ" if apart else "SERIALIZABLE")
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
        """Commit. If the connection is cut off meanwhile, the transaction's number says whether it was committed."""
        number = await self._do("fetchval", "SELECT pg_current_xact_id()::text")
        try:
            await self._do("execute", "COMMIT")
        except TryAgain as error:
            if isinstance(error.__cause__, asyncpg.TransactionRollbackError) or not await store.has_committed(number):
                raise

    async def announce(self, change: Change) -> None:
        assert self._store is not None
        if not self._store.part.is_whole:
            told = self._store.worded(Announcement.of(change))
            await self._do("execute", "SELECT pg_notify('seneschal', $1)", told)

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

    async def _begin(self, level: str) -> None:
        try:
            await self._do("execute", f"BEGIN ISOLATION LEVEL {level}")
        except asyncpg.ActiveSQLTransactionError as error:  # whatever was to be rolled back may be half done
            self._leave()
            raise TryAgain(str(error)) from error

    async def _roll_back(self) -> None:
        try:
            await self._do("execute", "ROLLBACK")
        except TryAgain:
            self._leave()

    def _leave(self) -> None:
        """End the connection: it might still have a transaction, which no one else must find there."""
        with suppress(asyncpg.InterfaceError):
            self._connection.terminate()

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


class PostgresStore(Store):
    """The Store in a database on a PostgreSQL server. Opening it takes a lock there that ends with the process.

    The process writes one change at a time, as with SQLite, so its own changes never interfere.
    """

    def __init__(self, url: str, part: Part = WHOLE) -> None:
        self.url = url
        self.part = part
        self.writing = asyncio.Lock()
        self._pool: asyncpg.Pool | None = None
        self._holder: asyncpg.Connection | None = None
        self._holding = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._listening: asyncio.Future[None] | None = None
        self._heard: Callable[[Announcement], None] = lambda announcement: None
        self._missed: Callable[[], None] = lambda: None

    async def open(self) -> None:
        try:
            # Connections are opened as they are needed, and stay: the pool logs whenever it can't keep up a smallest number.
            self._pool = await asyncpg.create_pool(
                self.url,
                min_size=0,
                max_size=CONNECTIONS,
                max_inactive_connection_lifetime=0.0,
                command_timeout=60,
                connect=connect,
                reset=leave,
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
        if self._listening is not None:
            self._listening.cancel()
        pool, holder, self._pool, self._holder = self._pool, self._holder, None, None
        if pool is not None:
            await pool.close()
        if holder is not None:
            await holder.close()

    async def _hold(self) -> None:
        """Get the lock, or get it back: if the server has closed its connection, another bot might have it. Raises InUse."""
        async with self._holding:
            if self._holder is not None and not self._holder.is_closed():
                return
            self._holder = None
            holder = await hold(await connect(self.url), self.part)
            if not self.part.is_whole:
                await holder.add_listener("seneschal", self._hear)
                holder.add_termination_listener(self._cut_off)
                self._missed()
            self._holder = holder

    # what other processes do

    def worded(self, announcement: Announcement) -> str:
        """Return what is sent to the other processes."""
        return f"{self.part.first} {announcement.model_dump_json(exclude_defaults=True)}"

    async def announce(self, announcement: Announcement) -> None:
        async def tell() -> None:
            if self._pool is not None:
                async with self._pool.acquire() as connection:
                    await connection.execute(TELL, self.worded(announcement))

        if not self.part.is_whole:
            await self._patiently(tell)

    def listen(self, heard: Callable[[Announcement], None], missed: Callable[[], None]) -> None:
        self._heard, self._missed = heard, missed

    def _hear(self, connection: object, process: int, channel: str, told: object) -> None:
        by, _, content = str(told).partition(" ")
        if by != str(self.part.first):
            try:
                self._heard(Announcement.model_validate_json(content))
            except ValueError:
                log.exception("Another process said something that can't be read")

    def _cut_off(self, connection: object) -> None:
        """Listen again: nothing is heard without a connection."""
        if self._pool is not None:
            self._listening = asyncio.ensure_future(self._listen_again())

    async def _listen_again(self) -> None:
        logged = set[type[Exception]]()
        while True:
            try:
                return await self._hold()
            except (StorageError, *TROUBLE) as error:
                if type(error) not in logged:
                    log.warning("The other processes can't be heard for now: %s", error)
                logged.add(type(error))
            await asyncio.sleep(BETWEEN)

    # pieces of work

    async def _ask(self, work: Work[T]) -> T:
        return await self._carry_out(work, single=True)

    async def _do(self, work: Work[T]) -> T:
        return await self._carry_out(work, single=False)

    async def _carry_out(self, work: Work[T], *, single: bool) -> T:
        task = asyncio.ensure_future(self._patiently(lambda: self._once(work, single)))
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

    async def _once(self, work: Work[T], single: bool) -> T:
        if self._pool is None:
            raise Unreadable("The database is not open.")
        await self._hold()
        async with self._pool.acquire() as connection:
            db = PostgresDatabase(connection, self, single=single)
            try:
                return await work(Care(db))
            finally:
                await db.end_look()

    async def has_committed(self, number: str) -> bool:
        """Return whether a transaction was committed whose connection was cut off. This waits until the server knows."""

        async def ask() -> bool:
            connection = await connect(self.url)
            try:
                known = await connection.fetchval("SELECT pg_xact_status($1::text::xid8)", number)
            except asyncpg.InvalidParameterValueError:  # another server has taken over, which never heard of it
                return False
            finally:
                await connection.close(timeout=PATIENCE)
            if known == "in progress":
                raise TryAgain("The connection that was cut off isn't closed yet.")
            return bool(known == "committed")

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
    """Leave a connection as it is when it goes back to the pool: nothing is set there for longer than a transaction. Making sure
    would take as long as a statement."""


async def aside(url: str, work: Callable[[PostgresDatabase], Coroutine[Any, Any, T]]) -> T:
    """Read through a separate connection, in a separate thread, so no one has to wait."""

    async def read() -> T:
        async with connected(url) as connection:
            return await work(PostgresDatabase(connection))

    return await asyncio.to_thread(asyncio.run, read())
