"""Damage in a database that is too large to be checked at startup."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from storage import inspection
from storage.models import OutsideAction
from storage.personal import PersonSettings
from storage.sqlite import SqliteStore

pytestmark = pytest.mark.sqlite("damaged pages")

OTHER_INDEX = "CREATE INDEX actions_by_time ON actions (what)"
"""With this, no row is in its proper place in the index."""


@pytest.fixture
async def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SqliteStore:
    """Return a closed database with a damaged index, too large to be checked at startup."""
    store = SqliteStore(tmp_path / "seneschal.db")
    await store.open()
    done = OutsideAction(id="one", person=1, table=None, what="settings", at=datetime.now(UTC))
    await store.set_settings(1, PersonSettings(dm_closed=True), done)
    await store.close()
    with closing(sqlite3.connect(store.path)) as db:
        db.execute("PRAGMA writable_schema = ON")
        db.execute(f"UPDATE sqlite_schema SET sql = '{OTHER_INDEX}' WHERE name = 'actions_by_time'")
        db.commit()
    monkeypatch.setattr(inspection, "CHECKED_AT_START", -1)
    return store


async def inspected(store: SqliteStore) -> None:
    """Wait until the whole database has been checked."""
    assert store._inspection is not None
    await store._inspection._done


async def test_a_large_database_is_checked_while_it_is_in_use(store: SqliteStore, caplog: pytest.LogCaptureFixture) -> None:
    await store.open()
    assert await store.settings(1) == PersonSettings(dm_closed=True)
    await inspected(store)
    assert "Restart the bot" in caplog.text
    await store.close()


async def test_the_next_start_repairs_what_was_found(store: SqliteStore, caplog: pytest.LogCaptureFixture) -> None:
    await store.open()
    await inspected(store)
    await store.close()
    await store.open()
    assert await store.settings(1) == PersonSettings(dm_closed=True)
    assert store.path.with_name("seneschal.db.damaged-1").exists()
    caplog.clear()
    await store.close()
    await store.open()
    await inspected(store)
    await store.close()
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


async def test_damage_that_a_piece_of_work_meets_is_found_by_the_next_start(store: SqliteStore) -> None:
    def meet_damage(db: sqlite3.Connection) -> None:
        error = sqlite3.DatabaseError("database disk image is malformed")
        error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise error

    await store.open()
    with pytest.raises(sqlite3.DatabaseError):
        await store._run(meet_damage)
    await store.close()
    await store.open()
    assert store.path.with_name("seneschal.db.damaged-1").exists()
    await store.close()


async def test_a_store_closes_without_waiting_for_the_inspection(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    def look_forever(db: sqlite3.Connection) -> None:
        db.execute("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n").fetchone()

    monkeypatch.setattr(inspection, "damage_of", look_forever)
    await store.open()
    async with asyncio.timeout(60):
        await store.close()
    assert not inspection.doubtful(store.path).exists(), "an inspection that was stopped has found nothing"
