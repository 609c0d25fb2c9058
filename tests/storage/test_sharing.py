"""Several processes on one PostgreSQL database: who has which part, who was first, and what they tell each other."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import datetime, timedelta

import pytest

from storage import from_url
from storage.announcing import MESSAGES, Announcement
from storage.errors import Conflict, InUse
from storage.models import Change, Place, Table
from storage.part import WHOLE, Part
from storage.personal import PersonSettings
from storage.postgres import PostgresStore
from tests.postgres import PostgresServer
from tests.storage.kit import NOON, sql, started, table

FIRST, SECOND = Part(0, 0, 2), Part(1, 1, 2)
HERE, THERE = 2 << 22, 3 << 22
"""A server of the first part, and one of the second."""

Opening = Callable[[Part], Awaitable[PostgresStore]]


@pytest.fixture
async def opening(postgres: PostgresServer) -> AsyncIterator[Opening]:
    """Return a function that opens a process's store; all use one database."""
    url, stores = postgres.create(), list[PostgresStore]()

    async def opened(part: Part) -> PostgresStore:
        store = from_url(url, part)
        assert isinstance(store, PostgresStore)
        stores.append(store)
        await store.open()
        return store

    yield opened
    for store in stores:
        await store.close()


@pytest.fixture
async def one(opening: Opening) -> PostgresStore:
    return await opening(FIRST)


@pytest.fixture
async def two(one: PostgresStore, opening: Opening) -> PostgresStore:
    return await opening(SECOND)


def at(guild: int | None, id: str = "one", channel: int = 70, due: datetime | None = None) -> Table:
    return table(id, channel=channel, due=due).model_copy(update={"place": Place(guild=guild, channel=channel)})


class Ear:
    """Keeps what a process hears."""

    def __init__(self, store: PostgresStore) -> None:
        self.heard: list[Announcement] = []
        self.gaps = 0
        self._news = asyncio.Event()
        store.listen(self._hear, self._miss)

    def _hear(self, said: Announcement) -> None:
        self.heard.append(said)
        self._news.set()

    def _miss(self) -> None:
        self.gaps += 1
        self._news.set()

    async def until(self, there: Callable[[], bool]) -> None:
        async with asyncio.timeout(60):
            while not there():
                self._news.clear()
                await self._news.wait()


# parts


@pytest.mark.parametrize(
    ("shards", "of", "part"),
    [("0-3", "8", Part(0, 3, 8)), ("4", "8", Part(4, 4, 8)), ("0", "1", WHOLE), ("0-7", "8", Part(0, 7, 8))],
)
def test_what_an_operator_writes_is_a_part(shards: str, of: str, part: Part) -> None:
    assert Part.read(shards, of) == part
    assert part.is_whole == (len(part.shards) == int(of)) and part.leads == (shards[0] == "0")


@pytest.mark.parametrize(
    ("shards", "of"), [("3-0", "8"), ("0-8", "8"), ("", "8"), ("0-3", "x"), ("-1", "8"), ("0", "0"), ("0,1", "2")]
)
def test_an_impossible_part_is_refused_with_a_way_out(shards: str, of: str) -> None:
    with pytest.raises(ValueError, match="--shards"):
        Part.read(shards, of)


async def test_each_shard_is_served_by_one_process_and_all_divide_alike(one: PostgresStore, opening: Opening) -> None:
    for part, why in (
        (FIRST, "serves shard 0 already"),
        (Part(0, 1, 2), "serves shard 0 already"),
        (Part(3, 3, 4), "--of 2"),
        (WHOLE, "Another Seneschal"),
    ):
        with pytest.raises(InUse, match=why):
            await opening(part)
    two = await opening(SECOND)
    await one.close()
    with pytest.raises(InUse, match="Another Seneschal"):
        await opening(WHOLE)
    await two.close()
    await (await opening(WHOLE)).close()
    await opening(Part(3, 3, 4))


async def test_a_bot_on_its_own_keeps_every_process_of_a_divided_one_out(opening: Opening) -> None:
    await opening(WHOLE)
    with pytest.raises(InUse, match="Another Seneschal"):
        await opening(FIRST)


async def test_each_process_gets_what_is_due_unshown_or_somewhere_in_its_own_part(one: PostgresStore, two: PostgresStore) -> None:
    for number, guild in enumerate((None, HERE, THERE)):
        await one.commit(Change(table=at(guild, f"t{number}", channel=70 + number, due=NOON + timedelta(number))))
    late = NOON + timedelta(9)
    assert await one.due(late) == await one.unshown() == [each.table for each in await one.spots()] == ["t0", "t1"]
    assert await two.due(late) == await two.unshown() == [each.table for each in await two.spots()] == ["t2"]
    assert await one.next_due(NOON) == NOON + timedelta(1) and await two.next_due(NOON) == NOON + timedelta(2)


# who was first


async def test_of_two_changes_for_one_version_the_second_is_refused_whole(one: PostgresStore, two: PostgresStore) -> None:
    await one.commit(Change(table=table()))
    await two.commit(started())
    with pytest.raises(Conflict):
        await one.commit(started().model_copy(update={"action": None}))
    done = await asyncio.gather(*(each.commit(Change(table=table(version=2))) for each in (one, two)), return_exceptions=True)
    assert sorted(map(type, done), key=str) == [type(None), Conflict] or sorted(map(type, done), key=str) == [Conflict, type(None)]
    assert (await one.glance("one"))[0] == 2


async def test_a_change_of_settings_must_be_based_on_what_is_stored(one: PostgresStore, two: PostgresStore) -> None:
    mine = PersonSettings(digest=60)
    await one.set_settings(1, mine, before=PersonSettings())
    with pytest.raises(Conflict):
        await two.set_settings(1, PersonSettings(dm_closed=True), before=PersonSettings())
    await two.set_settings(1, mine.model_copy(update={"dm_closed": True}), before=mine)
    await one.commit(Change(table=table()))
    assert await one.glance("one") == (0, {1: PersonSettings(digest=60, dm_closed=True)})
    assert await one.glance("two") == (None, {})
    with pytest.raises(Conflict):
        await one.commit(started().model_copy(update={"settings": {1: mine}, "settings_before": {1: mine}}))


async def test_what_a_stopped_process_has_begun_holds_no_one_up(
    one: PostgresStore, two: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    await one.commit(Change(table=table()))
    async with one._pool.acquire() as stopped:  # type: ignore[union-attr]
        await stopped.execute("SET idle_in_transaction_session_timeout = '100ms'; BEGIN; UPDATE tables SET version = 9")
        await two.commit(started())
    assert await one.table("one") == started().table


# what they tell each other


async def test_every_change_is_heard_by_the_others_alone(one: PostgresStore, two: PostgresStore) -> None:
    ears = Ear(one), Ear(two)
    await one.commit(Change(table=at(THERE)))
    change = started().model_copy(update={"table": started().table.model_copy(update={"due": NOON})})
    await two.commit(change)
    await one.announce(Announcement(table="one", guild=7, what=MESSAGES, by=1))
    await ears[0].until(lambda: bool(ears[0].heard))
    await ears[1].until(lambda: len(ears[1].heard) == 2)
    assert ears[0].heard == [Announcement.of(change)]
    assert (change.table.id, ears[0].heard[0].what, ears[0].heard[0].by) == ("one", "start", 1)
    assert set(ears[0].heard[0].people) == {1, 2, 7, 8} and ears[0].heard[0].called == (1,) and ears[0].heard[0].due == NOON
    assert [(said.guild, said.what) for said in ears[1].heard] == [(THERE, "settled"), (7, MESSAGES)]


async def test_no_one_hears_about_what_is_not_committed(one: PostgresStore, two: PostgresStore) -> None:
    ear = Ear(two)
    await one.commit(Change(table=table()))
    with pytest.raises(Conflict):
        await one.commit(started().model_copy(update={"table": table(version=5)}))
    await one.commit(started())
    await ear.until(lambda: len(ear.heard) == 2)
    assert [said.what for said in ear.heard] == ["settled", "start"]


async def test_a_process_that_was_cut_off_knows_that_it_has_missed_something(one: PostgresStore, two: PostgresStore) -> None:
    ear = Ear(two)
    assert two._holder is not None
    sql(one, f"SELECT pg_terminate_backend({two._holder.get_server_pid()})")
    await ear.until(lambda: ear.gaps == 1)
    await one.commit(Change(table=table()))
    await ear.until(lambda: len(ear.heard) == 1)
