"""The one loop that does what is due: it sleeps until then, and notices anything due sooner."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest

from tables import Options, calling, clock
from tables.models import Update
from tests.tables.kit import Clock, Party

pytestmark = pytest.mark.both

DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
async def running(party: Party) -> AsyncIterator[asyncio.Task[None]]:
    task = asyncio.create_task(party.host.timers.run())
    yield task
    task.cancel()


@pytest.fixture
def acted(party: Party) -> asyncio.Event:
    """Return an event that is set once a table has done something that was due."""
    event = asyncio.Event()
    party.host.listen(lambda update: event.set() if update.what == "due" else None)
    return event


@pytest.fixture
def short_sleeps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the loop wake after a moment, whatever is due."""

    async def doze(clock: Clock, at: datetime | None, wake: asyncio.Event) -> None:
        await asyncio.sleep(0.01)

    monkeypatch.setattr(Clock, "wait_until", doze)


async def begin(party: Party, minutes: int) -> None:
    await party.start(options=Options(limit=minutes, late="turn"))


async def test_what_is_due_sooner_wakes_the_loop(party: Party, acted: asyncio.Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calling, "LATE", DAY)
    await asyncio.sleep(0.05)  # it sleeps for a minute
    await begin(party, 1)
    party.clock.now += timedelta(minutes=1) - timedelta(milliseconds=50)
    table = party.host._access._tables[party.id].table
    party.host._access._tell(Update(table=(await party.table()), what="seats", by=None, due=table.due))
    await asyncio.sleep(0)
    party.clock.now += timedelta(milliseconds=50)
    await asyncio.wait_for(acted.wait(), 5)


@pytest.mark.usefixtures("short_sleeps")
async def test_the_clock_is_checked_once_in_a_while(party: Party, acted: asyncio.Event) -> None:
    await begin(party, 24 * 60)
    party.clock.now += DAY
    await asyncio.wait_for(acted.wait(), 5)


@pytest.mark.usefixtures("short_sleeps")
async def test_the_loop_survives_a_store_that_fails(party: Party, acted: asyncio.Event, monkeypatch: pytest.MonkeyPatch) -> None:
    await begin(party, 24 * 60)
    find, failures = party.store.due, iter(range(3))

    async def fail(at: datetime) -> list[str]:
        if next(failures, None) is not None:
            raise OSError("the disk is away")
        return await find(at)

    monkeypatch.setattr(party.store, "due", fail)
    party.clock.now += DAY
    await asyncio.wait_for(acted.wait(), 5)
    assert next(failures, None) is None


async def test_a_clock_that_is_set_back_wakes_those_who_wait_by_it(monkeypatch: pytest.MonkeyPatch) -> None:
    now = datetime.now(UTC)
    monkeypatch.setattr(clock, "LONGEST_SLEEP", 0.01)
    monkeypatch.setattr(clock.WallClock, "__call__", lambda _: now)
    waiting = asyncio.create_task(clock.WallClock().wait_until(now + timedelta(minutes=1), asyncio.Event()))
    await asyncio.sleep(0.05)
    assert not waiting.done()
    now -= timedelta(hours=1)
    await asyncio.wait_for(waiting, 5)
