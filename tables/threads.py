"""Running CPU-bound work in threads beside the event loop. Python's threads share one interpreter: the more of them are busy, the
longer the loop waits for its turn. So there are only three: quick work waits neither for drawing a kingdom nor for work that takes
seconds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

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
