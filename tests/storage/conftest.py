"""The stores that these tests use: one for each kind of database."""

from collections.abc import AsyncIterator, Awaitable, Callable
from itertools import count
from pathlib import Path

import pytest

from storage.sqlite import SqliteStore
from storage.store import Store
from tests.databases import store_at

Opening = Callable[[], Awaitable[Store]]


@pytest.fixture
async def opening(tmp_path: Path) -> AsyncIterator[Opening]:
    """Return a function that opens stores, each on an empty database."""
    stores, names = list[Store](), count(1)

    async def opened() -> Store:
        stores.append(store_at(tmp_path / f"test-{next(names)}.db"))
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
async def store(opening: Opening) -> Store:
    return await opening()
