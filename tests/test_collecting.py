"""Garbage is collected between clicks: lasting objects aren't looked at each time, but others are still freed."""

from __future__ import annotations

import asyncio
import gc
import sys
import weakref
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast

import pytest

import bot

MANY = 20_000


class Ring:
    """Something that only a garbage collection can free."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def _as_before(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(bot, "COLLECT_EVERY", 0.01)
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


async def collected(collecting: asyncio.Task[None]) -> None:
    """Wait until a full collection has run."""
    ran = asyncio.Event()

    def note(phase: str, info: dict[str, Any]) -> None:
        if phase == "stop" and info["generation"] == 2:
            ran.set()

    gc.callbacks.append(note)
    for _ in range(12):
        gc.collect(1)  # this has the effect of that many new objects on the collector's counter
    try:
        async with asyncio.timeout(60.0):
            await ran.wait()
            await asyncio.sleep(0.02)
    finally:
        gc.callbacks.remove(note)
    assert not collecting.done()


async def test_what_lasts_is_looked_at_again_only_once_memory_has_grown() -> None:
    collecting = asyncio.create_task(bot.collect_between_clicks(cast(Any, SimpleNamespace(busy=False))))
    await asyncio.sleep(0)
    lasting = [Ring() for _ in range(MANY)]
    await collected(collecting)
    assert len(gc.get_objects()) < MANY // 2, "what lasts is out of the collector's sight"
    gone = weakref.ref(lasting[0])
    lasting.clear()
    await collected(collecting)
    assert gone() is not None
    more = [str(number) for number in range(sys.getallocatedblocks())]
    await collected(collecting)
    assert gone() is None and more
    collecting.cancel()
