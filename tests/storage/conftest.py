"""The stores that these tests use: one for each kind of database."""

from collections.abc import AsyncIterator, Awaitable, Callable
from itertools import count
from pathlib import Path

import pytest

from storage.ledger_store import LedgerStore
from storage.postgres import PostgresStore
from storage.sqlite import SqliteStore

Opening = Callable[[], Awaitable[LedgerStore]]


@pytest.fixture(params=["sqlite", "postgres"])
async def opening(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Opening]:
    """Return a function that opens stores, each on an empty database."""
    server = request.getfixturevalue("postgres") if request.param == "postgres" else None
    stores, names = list[LedgerStore](), count(1)

    async def opened() -> LedgerStore:
        path = tmp_path / f"test-{next(names)}.db"
        stores.append(SqliteStore(path) if server is None else PostgresStore(server.create()))
        await stores[-1].open()
        return stores[-1]

    yield opened
    for store in stores:
        await store.close()


@pytest.fixture
async def on_file(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    """Return an SQLite store, for tests of things that only SQLite has."""
    store = SqliteStore(tmp_path / "test.db")
    await store.open()
    yield store
    await store.close()


@pytest.fixture
async def store(opening: Opening) -> LedgerStore:
    return await opening()
