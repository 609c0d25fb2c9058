"""The tests' databases: SQLite files, or databases on a PostgreSQL server in place of files with these names."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import AsyncIterator, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any, Literal, TypeVar, cast

from storage import SCHEME, from_url
from storage.postgres import PostgresStore
from storage.server import connected
from storage.sqlite import SqliteStore
from storage.store import Store
from storage.traces import TRACES
from tests.postgres import PostgresServer

S = TypeVar("S", bound=Store)
T = TypeVar("T")
Kind = Literal["sqlite", "postgres"]
ALIKE, EMPTY = (Path(__file__).with_name(f"{name}.sql") for name in ("alike", "empty"))


class Databases:
    """Where a test's databases are."""

    def __init__(self) -> None:
        self._server: PostgresServer | None = None
        self._template = ""
        self._made: dict[Path, str] = {}
        self._free: list[str] = []

    def move_to(self, server: PostgresServer | None) -> None:
        """Create databases on this server (None: as files) from now on, and empty those of the last test, which takes a twentieth
        of the time of creating new ones."""
        if self._server is not None:
            for url in self._made.values():
                self._empty(self._server, url)
        self._made.clear()
        self._server = server

    def _empty(self, server: PostgresServer, url: str) -> None:
        """Delete all rows in a database, and keep it for another test."""
        try:
            server.sql(url, EMPTY.read_text(encoding="utf-8"))
            self._free.append(url)
        except AssertionError:  # it isn't as it was
            server.drop(url)

    def url(self, path: Path) -> str:
        """Return the address of the database that a path stands for."""
        if self._server is None:
            return f"{SCHEME}{path}"
        path = path.absolute()
        if path not in self._made:
            self._made[path] = self._free.pop() if self._free else self._new(self._server)
        return self._made[path]

    def copy(self, path: Path, to: Path) -> Path:
        """Copy a database that isn't in use."""
        if self._server is None:
            return Path(shutil.copy(path, to))
        self._made[to.absolute()] = self._server.create(self.url(path))
        return to

    def drop(self, path: Path) -> None:
        """Delete a database before its test ends."""
        if self._server is None:
            path.unlink()
        else:
            self._server.drop(self._made.pop(path.absolute()))

    def _new(self, server: PostgresServer) -> str:
        """Create a database with the schema."""
        if not self._template:
            self._template = server.create()

            async def prepare() -> None:
                store = PostgresStore(self._template)
                await store.open()
                await store.close()

            aside(prepare())
            server.sql(self._template, ALIKE.read_text(encoding="utf-8"))
        return server.create(self._template)


DATABASES = Databases()


def url_of(path: Path) -> str:
    """Return the address of the database that a path stands for."""
    return DATABASES.url(path)


def store_at(path: Path) -> Store:
    """Return a store on the database that a path stands for."""
    return from_url(url_of(path))


def special_store(kind: Callable[..., S], path: Path) -> S:
    """Return a store of this class, which overrides some methods."""
    url = url_of(path)
    on_server = not url.startswith(SCHEME)
    whole = type(kind.__name__, (cast(type, kind), PostgresStore if on_server else SqliteStore), {})
    return cast(S, whole(url if on_server else path))


def aside(work: Coroutine[Any, Any, T]) -> T:
    """Run something in its own event loop."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def sql(path: Path, statement: str, *parameters: object) -> list[tuple[Any, ...]]:
    """Run a statement behind the bot's back."""
    url = url_of(path)
    if not url.startswith(SCHEME):
        return aside(on_server(url, with_values(statement, parameters)))
    with closing(sqlite3.connect(path)) as connection, connection:
        return connection.execute(statement, parameters).fetchall()


@asynccontextmanager
async def kept_from_writing(path: Path) -> AsyncIterator[None]:
    """Make anyone else who wants to change a database wait during the block."""
    url = url_of(path)
    if not url.startswith(SCHEME):
        async with connected(url) as connection, connection.transaction():
            await connection.execute(f"LOCK TABLE {', '.join(TRACES)} IN EXCLUSIVE MODE")
            yield
    else:
        with closing(sqlite3.connect(path, isolation_level=None)) as disk:
            disk.execute("BEGIN IMMEDIATE")
            yield


def columns(path: Path) -> list[tuple[str, str]]:
    """Return all columns, each with its table."""
    if url_of(path).startswith(SCHEME):
        joined = "sqlite_schema AS each JOIN pragma_table_info(each.name) AS own WHERE each.type = 'table'"
        return sql(path, f"SELECT each.name, own.name FROM {joined} ORDER BY 1, own.cid")
    own = "table_schema = current_schema() AND table_name <> 'seneschal'"
    return sql(path, f"SELECT table_name, column_name FROM information_schema.columns WHERE {own} ORDER BY 1, ordinal_position")


def all_rows(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Return the rows of each table."""
    return {name: sql(path, f"SELECT * FROM {name}") for name in TRACES}


async def on_server(url: str, statement: str) -> list[tuple[Any, ...]]:
    """Run a statement on a server."""
    async with connected(url) as connection:
        return [tuple(row) for row in await connection.fetch(statement)]


def with_values(statement: str, parameters: tuple[object, ...]) -> str:
    """Put values into a statement, as strings that PostgreSQL converts to the right types."""
    first, *rest = statement.split("?")
    values = ["'" + str(each).replace("'", "''") + "'" for each in parameters]
    return first + "".join(value + part for value, part in zip(values, rest, strict=True))
