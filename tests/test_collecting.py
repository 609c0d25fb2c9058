"""Full garbage collections come between clicks, and don't look at what was there at the start."""

from __future__ import annotations

import asyncio
import gc
import sys
import weakref
from collections.abc import Iterator
from typing import Any, cast

import pytest

import bot


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


class Bot:
    """Whether anyone waits for an answer."""

    busy = False


async def collected() -> None:
    """Wait until a full collection has run."""
    ran = asyncio.Event()

    def note(phase: str, info: dict[str, Any]) -> None:
        if phase == "stop" and info["generation"] == 2:
            ran.set()

    gc.callbacks.append(note)
    try:
        async with asyncio.timeout(60.0):
            await ran.wait()
    finally:
        gc.callbacks.remove(note)


async def test_a_full_collection_comes_once_memory_has_grown_and_no_one_waits() -> None:
    here, before = Bot(), weakref.ref(ring := Ring())
    collecting = asyncio.create_task(bot.collect_between_clicks(cast(Any, here)))
    await asyncio.sleep(0)
    new = weakref.ref(Ring())
    del ring
    gc.collect(1)
    for _ in range(10):
        Ring()
    survived = weakref.ref(kept := Ring())
    gc.collect(1)
    del kept
    await asyncio.sleep(0.1)
    assert new() is None, "few objects: a small collection has freed it"
    assert survived() is not None, "memory hasn't grown"
    here.busy = True
    more = [str(number) for number in range(sys.getallocatedblocks())]
    await asyncio.sleep(0.1)
    assert survived() is not None, "someone waits"
    here.busy = False
    await collected()
    assert survived() is None and more
    assert before() is not None, "what was there at the start is out of the collector's sight"
    assert not collecting.done()
    collecting.cancel()
