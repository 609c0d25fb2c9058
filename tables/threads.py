"""Running CPU-bound work in threads beside the event loop. Python's threads share one interpreter: the more of them are busy, the
longer the loop waits for its turn. So there are only three: quick work waits neither for drawing a kingdom nor for work that takes
seconds."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from typing import ParamSpec, TypeVar
from weakref import WeakValueDictionary

P = ParamSpec("P")
T = TypeVar("T")

_SHORT, _DRAWS, _LONG = (ThreadPoolExecutor(1, thread_name_prefix=name) for name in ("short-work", "draws", "long-work"))


async def aside(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do work of a few tenths of a second at most, such as playing a turn again, in the order requested."""
    return await asyncio.get_running_loop().run_in_executor(_SHORT, partial(work, *args, **kwargs))


async def aside_to_draw(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Search for a kingdom, which takes a few tenths of a second if the request is complex."""
    return await asyncio.get_running_loop().run_in_executor(_DRAWS, partial(work, *args, **kwargs))


async def aside_for_long(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do work that can take seconds, such as playing a whole game again: nothing short waits for it."""
    return await asyncio.get_running_loop().run_in_executor(_LONG, partial(work, *args, **kwargs))


class InTurn:
    """Lets long work be done one piece at a time. Each person has at most one piece in the queue, so however much someone asks for,
    others wait for one piece of theirs."""

    def __init__(self) -> None:
        self._own: WeakValueDictionary[int | None, asyncio.Lock] = WeakValueDictionary()
        self._all = asyncio.Lock()

    @asynccontextmanager
    async def of(self, person: int | None) -> AsyncIterator[None]:
        """Do a piece of work for a person (None: for the bot itself), once it is their turn."""
        own = self._own.get(person)
        if own is None:
            own = self._own[person] = asyncio.Lock()
        async with own, self._all:
            yield
