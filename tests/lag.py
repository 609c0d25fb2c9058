"""How long the event loop is held up, whatever else the machine does."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import thread_time


class Held:
    """The most CPU time, in seconds, that the loop's own thread took between two of its rounds."""

    longest = 0.0


@asynccontextmanager
async def watched() -> AsyncIterator[Held]:
    """Watch the loop meanwhile."""
    held = Held()

    async def watch() -> None:
        last = thread_time()
        while True:
            await asyncio.sleep(0)
            now = thread_time()
            held.longest = max(held.longest, now - last)
            last = now

    gc.freeze()  # what other tests left is no one's to collect meanwhile
    watching = asyncio.create_task(watch())
    await asyncio.sleep(0)
    try:
        yield held
    finally:
        gc.unfreeze()
        await asyncio.sleep(0)
        watching.cancel()
