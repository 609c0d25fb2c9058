"""How long the event loop is held up, whatever else the machine does."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from time import thread_time

from bot import MIDDLE, NEVER, YOUNG


@contextmanager
def collected_as_the_bot_does() -> Iterator[None]:
    """Leave out full garbage collections: one in the tests' own process takes longer than what is measured."""
    before = gc.get_threshold()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)
    try:
        yield
    finally:
        gc.set_threshold(*before)


class Spent:
    """The CPU time, in seconds, of the thread that measures."""

    seconds = 0.0


@contextmanager
def measured() -> Iterator[Spent]:
    """Measure the CPU time of this thread, which in tests of the bot is the event loop's."""
    spent = Spent()
    with collected_as_the_bot_does():
        begun = thread_time()
        try:
            yield spent
        finally:
            spent.seconds = thread_time() - begun


class Held:
    """The most CPU time, in seconds, that the loop's own thread took in one iteration."""

    longest = 0.0


@asynccontextmanager
async def watched() -> AsyncIterator[Held]:
    """Watch the event loop during the block."""
    held = Held()

    async def watch() -> None:
        last = thread_time()
        while True:
            await asyncio.sleep(0)
            now = thread_time()
            held.longest = max(held.longest, now - last)
            last = now

    with collected_as_the_bot_does():
        watching = asyncio.create_task(watch())
        await asyncio.sleep(0)
        try:
            yield held
        finally:
            await asyncio.sleep(0)
            watching.cancel()
