"""The stores that these tests are done with: one over each database."""

from collections.abc import AsyncIterator, Awaitable, Callable
from itertools import count
from pathlib import Path

import pytest

from storage.ledger_store import LedgerStore
from storage.sqlite import SqliteStore
from tests.databases import store_at

Opening = Callable[[], Awaitable[LedgerStore]]


@pytest.fixture
async def opening(tmp_path: Path) -> AsyncIterator[Opening]:
    """Return what opens stores, each over an empty database."""
    stores, names = list[LedgerStore](), count(1)

    async def opened() -> LedgerStore:
        stores.append(store_at(tmp_path / f"test-{next(names)}.db"))
        await stores[-1].open()
        return stores[-1]

    yield opened
    for store in stores:
        await store.close()


@pytest.fixture
async def on_file(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    """Return an SQLite store, for what doesn't concern another."""
    store = SqliteStore(tmp_path / "test.db")
    await store.open()
    yield store
    await store.close()


@pytest.fixture
async def store(opening: Opening) -> LedgerStore:
    return await opening()
