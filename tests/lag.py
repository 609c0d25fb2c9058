"""How long the event loop is held up, whatever else the machine does."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import thread_time

from bot import NEVER, YOUNG


class Held:
    """The most CPU time, in seconds, that the loop's own thread took between two of its rounds."""

    longest = 0.0


@asynccontextmanager
async def watched() -> AsyncIterator[Held]:
    """Watch the loop meanwhile, with garbage collected as the bot does: a full collection of the tests' own process takes longer
    than what is measured."""
    held, before = Held(), gc.get_threshold()
    gc.set_threshold(YOUNG, before[1], NEVER)

    async def watch() -> None:
        last = thread_time()
        while True:
            await asyncio.sleep(0)
            now = thread_time()
            held.longest = max(held.longest, now - last)
            last = now

    watching = asyncio.create_task(watch())
    await asyncio.sleep(0)
    try:
        yield held
    finally:
        await asyncio.sleep(0)
        watching.cancel()
        gc.set_threshold(*before)
