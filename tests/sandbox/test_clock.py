"""The sandbox's clock, which people and tests can move forward."""

from __future__ import annotations

import asyncio
import json
from datetime import timedelta
from pathlib import Path

import aiohttp
import pytest

from sandbox import saving
from sandbox.clock import Clock
from sandbox.model import moment
from sandbox.server import Sandbox

from .test_page import Browser, next_event

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


async def test_a_sleeper_wakes_when_the_clock_reaches_its_time() -> None:
    clock, wake = Clock(), asyncio.Event()
    sleeper = asyncio.create_task(clock.wait_until(clock() + DAY, wake))
    await asyncio.sleep(0.02)
    clock.put_forward(3600)
    await asyncio.sleep(0.02)
    assert not sleeper.done(), "an hour isn't a day"
    clock.put_forward(24 * 3600)
    await asyncio.wait_for(sleeper, 5)
    await asyncio.wait_for(clock.wait_until(clock() + timedelta(seconds=0.05), wake), 5)
    await asyncio.wait_for(clock.wait_until(clock() - DAY, wake), 5)


@pytest.mark.parametrize("at", [None, DAY])
async def test_a_sleeper_wakes_when_it_is_woken(at: timedelta | None) -> None:
    clock, wake = Clock(), asyncio.Event()
    sleeper = asyncio.create_task(clock.wait_until(clock() + at if at is not None else None, wake))
    await asyncio.sleep(0.02)
    assert not sleeper.done()
    wake.set()
    await asyncio.wait_for(sleeper, 5)


def test_the_clock_goes_only_forward() -> None:
    clock = Clock(machine=lambda: 1_000_000.0)
    clock.put_forward(60)
    assert clock.time() == 1_000_060.0
    for seconds in (0, -60):
        with pytest.raises(ValueError, match="forward"):
            clock.put_forward(seconds)


async def test_a_page_puts_the_clock_forward_for_all(sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
    ada, ben = Browser(sandbox, session, "Ada"), Browser(sandbox, session, "Ben")
    socket = await ben.events()
    before = (await next_event(socket, "world"))["now"]
    told = await ada.act("clock", hours=25)
    event = await next_event(socket, "clock")
    assert event["now"] - before == pytest.approx(25 * 3600, abs=60)
    assert told["now"] == pytest.approx(event["now"], abs=60)
    channel = next(iter(sandbox.world.channels))
    said = await ada.act("say", channel=channel, content="Late already?")
    assert moment(said["message"]) >= event["now"] - 1, "messages carry the sandbox's time"
    for hours in (0, -1, 24 * 366 + 1, 1.5, "1", None):
        assert "forward by 1 to" in (await ada.act("clock", hours=hours))["error"]


async def test_a_restart_does_not_go_back_in_time(tmp_path: Path) -> None:
    file = tmp_path / "world.json"
    async with Sandbox(file=file) as sandbox:
        sandbox.world.put_forward(24 * 3600)
        assert json.loads(file.read_text())["ahead"] == 24 * 3600, "saved before anything happens at that time"
        before = sandbox.world.clock.time()
    async with Sandbox(file=file) as sandbox:
        assert sandbox.world.clock.time() >= before


def test_a_world_saved_before_there_was_a_clock_goes_by_the_machine() -> None:
    world = Sandbox().world
    saved = saving.to_json(world)
    del saved["ahead"]
    assert saving.from_json(saved).clock.ahead == 0
