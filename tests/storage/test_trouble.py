"""Trouble with a PostgreSQL server: nothing is lost or done twice, and everything goes on once it is over."""

from __future__ import annotations

import asyncio
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

import asyncpg
import pytest

from engine import LogEntry, LogLine
from storage.models import Change
from storage.postgres import PostgresStore
from storage.server import name_of
from tests.postgres import PostgresServer
from tests.storage.kit import started, table


@pytest.fixture
async def store(postgres: PostgresServer) -> AsyncIterator[PostgresStore]:
    store = PostgresStore(postgres.create())
    await store.open()
    await store.commit(Change(table=table()))
    yield store
    await store.close()


async def is_stored_once(store: PostgresStore) -> None:
    """Check that the largest change is there, and only once."""
    assert await store.table("one") == started().table
    assert await store.journal("one") == list(started().entries)


async def test_a_commit_whose_answer_never_comes_counts(store: PostgresStore, postgres: PostgresServer) -> None:
    """The server has committed, and is waiting for a missing standby when the connection ends."""
    waiting = "FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND datname IS NOT NULL"
    postgres.sql(postgres.url(), "ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
    try:
        postgres.sql(postgres.url(), "SELECT pg_reload_conf()")
        coming = asyncio.create_task(store.commit(started()))
        await asyncio.to_thread(postgres.sure, postgres.url(), f"SELECT count(*) = 1 {waiting}")
        postgres.sql(postgres.url(), f"SELECT pg_terminate_backend(pid) {waiting}")
    finally:
        postgres.sql(postgres.url(), "ALTER SYSTEM RESET synchronous_standby_names")
        postgres.sql(postgres.url(), "SELECT pg_reload_conf()")
    await coming
    await is_stored_once(store)


async def test_a_change_and_another_that_wait_for_each_other_are_both_done(store: PostgresStore) -> None:
    other = await asyncpg.connect(store.url)
    await other.execute("BEGIN")
    await other.execute("INSERT INTO actions SELECT 'start one', 1, 'one', 'start', created FROM tables")
    change = asyncio.create_task(store.commit(started()))
    while not await other.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted"):  # noqa: ASYNC110 - no one tells
        await asyncio.sleep(0.01)
    with suppress(asyncpg.DeadlockDetectedError):  # otherwise, the change itself met the trouble, and is repeated
        await other.execute("UPDATE tables SET shown = 7")
    await other.execute("ROLLBACK")
    await change
    await other.close()
    await is_stored_once(store)


@pytest.fixture
def small_disk() -> Iterator[Path]:
    """Return a folder on a separate disk of 96 MB."""
    folder = Path(tempfile.mkdtemp(prefix="seneschal-disk-"))  # not in pytest's folder, which the server can't read
    folder.chmod(0o755)
    mount = ["/usr/bin/mount", "-t", "tmpfs", "-o", "size=96m,mode=755", "tmpfs", str(folder)]
    if subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("a disk that is full, since nothing can be mounted here")
    yield folder
    subprocess.run(["/usr/bin/umount", str(folder)], check=True)
    folder.rmdir()


async def test_a_change_that_finds_the_disk_full_leaves_nothing_and_can_be_made_later(
    postgres: PostgresServer, small_disk: Path
) -> None:
    server = PostgresServer(postgres.programs, disk=small_disk)
    try:
        store = PostgresStore(server.create())
        await store.open()
        tables = [table(f"t{number}", channel=number) for number in range(100)]
        for each in tables:
            await store.commit(Change(table=each))
        with (small_disk / "rest").open("wb", buffering=0) as rest, suppress(OSError):
            while True:
                rest.write(bytes(2**16))
        long = [LogLine(number=number, turn=1, kind="worded", wording="x" * 2_000) for number in range(50)]
        log = tuple(LogEntry(public=line) for line in long)
        changes = [started(each.id, each.place.channel).model_copy(update={"log": log}) for each in tables]
        done = 0
        with suppress(asyncpg.DiskFullError):
            for change in changes:
                await store.commit(change)
                done += 1
        assert await store.table(tables[done].id) == tables[done] and await store.journal(tables[done].id) == []
        (small_disk / "rest").unlink()
        await store.commit(changes[done])
        assert await store.table(tables[done].id) == changes[done].table
        await store.close()
    finally:
        server.remove()


@pytest.fixture
async def silent() -> AsyncIterator[Path]:
    """Return where a server never answers."""
    with tempfile.TemporaryDirectory() as folder:
        never = asyncio.Event()

        async def wait(*_: object) -> None:
            await never.wait()

        async with await asyncio.start_unix_server(wait, f"{folder}/.s.PGSQL.5432"):
            yield Path(folder)
            never.set()


async def test_a_standby_takes_over(postgres: PostgresServer, silent: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("storage.server.PATIENCE", 0.9)
    monkeypatch.setattr("storage.postgres.PATIENCE", 60.0)
    first = PostgresServer(postgres.programs)
    second = PostgresServer(postgres.programs, follows=first)
    try:
        first.sql(first.url(), "ALTER SYSTEM SET synchronous_standby_names = '*'")  # both have everything committed
        first.sql(first.url(), "SELECT pg_reload_conf()")
        hosts = ",".join(quote(str(each), safe="") for each in (silent, first.folder, second.folder))
        store = PostgresStore(f"postgresql://postgres@{hosts}/{name_of(first.create())}")
        await store.open()
        await store.commit(Change(table=table()))
        first.kill()
        coming = asyncio.create_task(store.commit(started()))
        await asyncio.sleep(0.3)
        assert not coming.done(), "a standby takes no changes"
        await asyncio.to_thread(second.sql, second.url(), "SELECT pg_promote()")
        await coming
        await is_stored_once(store)
        await store.close()
    finally:
        first.remove()
        second.remove()
