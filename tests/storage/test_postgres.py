"""The store on PostgreSQL: one process, a server that goes away, copies to and from SQLite."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Literal
from urllib.parse import quote

import asyncpg
import pytest

from storage import from_url
from storage.__main__ import main, opened
from storage.errors import InUse, StorageError, Unreachable, Unreadable
from storage.models import Change
from storage.postgres import PostgresStore, numbered
from storage.sqlite import SqliteStore
from storage.traces import TRACES
from tests.lag import watched
from tests.postgres import PostgresServer
from tests.storage.kit import NOON, NOTES, entry, line, on_file, sql, started, table, with_proposals
from tests.tables.kit import ADA, Party, buying, over

MONEY = buying("Province", "Gold", "Silver")


@pytest.fixture
def url(postgres: PostgresServer) -> str:
    return postgres.create()


@pytest.fixture
async def store(url: str) -> AsyncIterator[PostgresStore]:
    store = PostgresStore(url)
    await store.open()
    yield store
    await store.close()


def test_values_get_numbers_by_their_names() -> None:
    assert numbered("SELECT ':a', \":b\", x::text WHERE x = :x AND (y = :y OR z = :x)") == (
        "SELECT ':a', \":b\", x::text WHERE x = $1 AND (y = $2 OR z = $1)",
        ("x", "y"),
    )


# the event loop


async def test_reading_a_long_journal_holds_no_one_up(store: PostgresStore) -> None:
    entries = tuple(entry(number) for number in range(4000))
    await store.commit(Change(table=table()))
    await store.commit(started().model_copy(update={"entries": entries, "snapshots": ()}))
    async with watched() as held:
        whole, part, saved = await store.journal("one"), await store.journal("one", 3, 1001), await store.game("one")
    assert whole == list(entries) and part == list(entries[3:1004])
    assert saved is not None and len(saved.save.entries) == 4000
    assert held.longest < 0.02


async def test_reading_much_of_a_log_holds_no_one_up(store: PostgresStore) -> None:
    lines = tuple(line(number) for number in range(4000))
    await store.commit(Change(table=table()))
    await store.commit(started().model_copy(update={"log": lines}))
    async with watched() as held:
        found, notes = await store.log("one", range(2, 2000))
    assert found == list(lines[2:3998]) and len(notes) == 1
    assert held.longest < 0.02


# one process, one schema


async def test_a_second_bot_on_the_same_database_is_refused(store: PostgresStore) -> None:
    with pytest.raises(InUse, match="Another Seneschal"):
        await from_url(store.url).open()
    await store.close()
    await store.open()


async def test_a_database_from_newer_code_is_refused(store: PostgresStore) -> None:
    await store.close()
    sql(store, "UPDATE seneschal SET version = 99")
    with pytest.raises(Unreadable, match="newer"):
        await store.open()


async def test_another_programs_database_is_refused(postgres: PostgresServer, url: str) -> None:
    postgres.sql(url, "CREATE TABLE recipes (name TEXT)")
    with pytest.raises(Unreadable, match="not one of Seneschal's"):
        await PostgresStore(url).open()
    assert postgres.sql(url, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'") == [("recipes",)]


async def test_what_cannot_be_reached_is_named_without_its_password() -> None:
    with pytest.raises(Unreadable, match="The database games can't be reached") as caught:
        await PostgresStore("postgresql://me:secret@127.0.0.1:9/games").open()
    assert "secret" not in str(caught.value)


async def test_both_databases_have_the_same_columns(store: PostgresStore, tmp_path: Path) -> None:
    other = SqliteStore(tmp_path / "test.db")
    await other.open()
    await other.close()
    found = "SELECT column_name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = '{0}'"
    for name in TRACES:
        there = {column for (column,) in sql(store, found.format(name))}
        assert there == {column for (column,) in on_file(other.path, f"SELECT name FROM pragma_table_info('{name}')")}, name


# a server that goes away


async def test_the_store_recovers_when_the_server_comes_back(
    store: PostgresStore, postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("storage.postgres.PATIENCE", 60.0)
    await store.commit(Change(table=table()))
    postgres.kill()
    coming = asyncio.create_task(store.commit(started()))
    await asyncio.to_thread(postgres.start)
    await coming
    assert not [each for each in caplog.records if each.exc_info], "what everyone knows needs no traceback"
    assert await store.table("one") == started().table
    with pytest.raises(InUse):
        await PostgresStore(store.url).open()


async def test_a_connection_that_still_has_a_transaction_is_left(store: PostgresStore) -> None:
    assert store._pool is not None
    await store.commit(Change(table=table()))
    async with store._pool.acquire() as lent:
        connection = lent._con
    await connection.execute("BEGIN")
    await connection.execute("SELECT 1 FROM tables")
    await store.commit(started())
    assert connection.is_closed() and await store.table("one") == started().table


async def test_a_server_that_stays_away_is_an_error_until_it_is_back(
    store: PostgresStore, postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store.commit(Change(table=table()))
    monkeypatch.setattr("storage.postgres.PATIENCE", 0.1)
    postgres.kill()
    try:
        for work in (store.table("one"), store.commit(started())):
            with pytest.raises(StorageError, match="can't be reached"):
                await work
        with pytest.raises(Unreachable, match="can't be reached"):
            await PostgresStore(store.url).open()
    finally:
        await asyncio.to_thread(postgres.start)
    monkeypatch.undo()
    await store.commit(started())
    assert await store.table("one") == started().table


class Cutting:
    """A connection to a server that is cut at the next COMMIT, before it reaches the server or before the answer reaches the bot;
    after that, it works."""

    def __init__(self, server: PostgresServer, folder: Path) -> None:
        self._server = server.folder / ".s.PGSQL.5432"
        self._folder = folder
        self.cut: Literal["before", "after"] | None = None
        self.cuts = 0

    async def __aenter__(self) -> Cutting:
        self._listening = await asyncio.start_unix_server(self._connect, self._folder / ".s.PGSQL.5432")
        return self

    async def __aexit__(self, *_: object) -> None:
        self._listening.close()

    def url(self, url: str) -> str:
        """Return a database's address through this connection."""
        return f"{url.partition('?')[0]}?host={quote(str(self._folder))}"

    async def _connect(self, bot: asyncio.StreamReader, to_bot: asyncio.StreamWriter) -> None:
        server, to_server = await asyncio.open_unix_connection(self._server)

        async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            with suppress(ConnectionError):
                while data := await reader.read(65536):
                    cut, self.cut = (self.cut, None) if reader is bot and b"COMMIT\0" in data else (None, self.cut)
                    if cut != "before":
                        writer.write(data)
                        await writer.drain()
                    if cut is not None:
                        self.cuts += 1
                        to_bot.close()
                        return
            writer.close()

        await asyncio.gather(pass_on(bot, to_server), pass_on(server, to_bot))


@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_change_is_done_once_though_its_connection_is_cut_while_it_is_committed(
    when: Literal["before", "after"], postgres: PostgresServer, url: str, tmp_path: Path
) -> None:
    async with Cutting(postgres, tmp_path) as way:
        store = PostgresStore(way.url(url))
        await store.open()
        await store.commit(Change(table=table()))
        way.cut = when
        await store.commit(started())
        assert way.cuts == 1 and await store.table("one") == started().table
        assert await store.journal("one") == list(started().entries)
        await store.close()


async def test_a_change_that_another_one_overtakes_is_done_again(store: PostgresStore) -> None:
    await store.commit(Change(table=table()))
    other = await asyncpg.connect(store.url)
    await other.execute("BEGIN; UPDATE tables SET shown = 7")
    change = asyncio.create_task(store.commit(started()))
    while not await other.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted"):  # noqa: ASYNC110 - no one tells
        await asyncio.sleep(0.01)
    await other.execute("COMMIT")
    await change
    await other.close()
    assert await store.table("one") == started().table


async def test_no_one_waits_for_a_reader(store: PostgresStore) -> None:
    await store.commit(Change(table=table()))
    reading = [asyncio.create_task(store.dossier(1, NOON)) for _ in range(3)]
    await store.commit(started())
    assert [json.loads((await each).content)["person"] for each in reading] == [1, 1, 1]


# copies


async def played(store: PostgresStore | SqliteStore) -> None:
    """Store a game that is over, and one in mid-turn."""
    party = Party(Path("unused"))
    await party.open(store)
    await party.start(people=1, ais=1)
    await party.until(over, MONEY)
    await party.start(people=2)
    await party.until(lambda table, view: table.turn > 3, MONEY)
    await party.host.close()


def in_order(content: Any) -> Any:
    """Return JSON with sorted lists."""
    if isinstance(content, dict):
        return {key: in_order(each) for key, each in content.items()}
    return sorted(map(in_order, content), key=repr) if isinstance(content, list) else content


def rows(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Return all rows of a file."""
    return {name: sorted(on_file(path, f"SELECT * FROM {name}"), key=repr) for name in TRACES}


async def test_a_database_is_the_same_after_a_move_to_a_server_and_back(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store, back = SqliteStore(tmp_path / "games.db"), tmp_path / "back.db"
    await store.open()
    await played(store)
    await store.close()

    def run(*arguments: object) -> int:
        return main([*map(str, arguments)])

    assert await asyncio.to_thread(run, "copy", store.path, url) == 0
    assert "Live tables: 1. Can't be loaded: 0." in capsys.readouterr().out
    assert await asyncio.to_thread(run, "copy", store.path, url) == 2, "never over other games"
    assert await asyncio.to_thread(run, "copy", url, back) == 0
    assert rows(back) == rows(store.path) and all(rows(back)[name] for name in ("entries", "records", "tallies", "ratings"))
    assert await asyncio.to_thread(run, "check", url) == 0
    assert await asyncio.to_thread(run, "games", url, "--csv") == 0
    assert await asyncio.to_thread(run, "person", url, ADA.id) == 0


async def test_a_backup_of_a_running_bot_is_restored_beside_what_is_there(
    store: PostgresStore, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await played(store)
    backup = tmp_path / "backup.db"
    await store.backup(str(backup))
    assert backup.stat().st_mode & 0o777 == 0o600
    live = [each.id for each in await store.tables()]
    assert await asyncio.to_thread(main, ["restore", store.url, str(backup)]) == 2, "the bot is running"
    await store.close()
    sql(store, "DELETE FROM tables")
    assert await asyncio.to_thread(main, ["restore", store.url, str(backup)]) == 0
    assert "before_restore_1" in capsys.readouterr().out
    await store.open()
    assert [each.id for each in await store.tables()] == live and await store.size() > 0
    party = Party(Path("unused"))
    await party.open(store)
    party.id = live[0]
    await party.until(over, MONEY)
    await party.host.close()


async def test_a_persons_data_are_the_same_in_both_and_gone_from_both(
    store: PostgresStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.recording.secrets", SimpleNamespace(token_hex=lambda size: "0" * size))
    await played(store)
    await store.backup(str(tmp_path / "other.db"))
    async with opened(SqliteStore(tmp_path / "other.db")) as other:
        for person in (ADA.id, 12345):
            here, there = [json.loads((await each.dossier(person, NOON)).content) for each in (store, other)]
            assert in_order(here) == in_order(there)
            assert sorted(await store.mentioning(person)) == sorted(await other.mentioning(person))
        for each in (store, other):
            found = sorted(map(str, await each.mentioning(ADA.id)))
            assert [game for game in found if await each.leave(game, ADA.id, NOON)] == ["t2"]
            assert await each.forget(ADA.id, NOON, await each.mentioning(ADA.id)) == []
    await store.backup(str(tmp_path / "left.db"))
    assert rows(tmp_path / "left.db") == rows(tmp_path / "other.db")


async def test_proposals_that_an_older_version_stored_as_offers_are_read(store: PostgresStore) -> None:
    made = await with_proposals(store)
    await store.close()
    sql(store, "ALTER TABLE tables RENAME COLUMN proposal TO offer")
    sql(store, "UPDATE notes SET says = replace(says, '\"proposal\":', '\"offer\":')")
    sql(store, "UPDATE seneschal SET version = 24")
    assert sql(store, "SELECT count(*) FROM notes WHERE json_of(says) ->> 'offer' = 'undo'") == [(1,)]
    await store.open()
    assert {each.id: each.proposal for each in await store.tables() if each.id in made} == made
    assert (await store.log("noted"))[1] == NOTES and await store.quarantined() == []
