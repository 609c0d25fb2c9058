"""Running CPU-bound work in threads beside the event loop. Python's threads share one interpreter: the more of them are busy, the
longer the loop waits for its turn. So there are only three: quick work waits neither for drawing a kingdom nor for work that takes
seconds."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import asynccontextmanager
from contextvars import ContextVar
from functools import partial
from threading import Lock
from typing import Any, ParamSpec, TypeVar
from weakref import WeakValueDictionary

P = ParamSpec("P")
T = TypeVar("T")

_asker: ContextVar[int | None] = ContextVar("asker", default=None)


def work_for(person: int) -> None:
    """Count all further work of the current task, and of tasks that it starts, as requested by this person."""
    _asker.set(person)


class FairThread:
    """A thread that takes one piece of work from each person in turn: however much someone asks for, others wait for one piece of
    theirs. Each piece that no one asked for has a turn of its own."""

    def __init__(self, name: str) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._lock = Lock()
        self._waiting: dict[object, deque[tuple[Future[Any], Callable[[], Any]]]] = {}
        """The pieces of each person, in the order of their turns."""

    async def do(self, work: Callable[[], T]) -> T:
        """Do some work in its turn. If the caller is cancelled before that, it isn't done."""
        done, asker = Future[T](), _asker.get()
        with self._lock:
            self._waiting.setdefault(object() if asker is None else asker, deque()).append((done, work))
        self._thread.submit(self._do_next)
        return await asyncio.wrap_future(done)

    def _do_next(self) -> None:
        with self._lock:
            asker = next(iter(self._waiting))
            pieces = self._waiting.pop(asker)
            done, work = pieces.popleft()
            if pieces:
                self._waiting[asker] = pieces
        if done.set_running_or_notify_cancel():
            try:
                result = work()
            except BaseException as error:
                done.set_exception(error)
            else:
                done.set_result(result)


_SHORT, _DRAWS, _LONG = map(FairThread, ("short-work", "draws", "long-work"))


async def aside(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do work of a few tenths of a second at most, such as playing a turn again."""
    return await _SHORT.do(partial(work, *args, **kwargs))


async def aside_to_draw(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Search for a kingdom, which takes a few hundredths of a second if the request is complex."""
    return await _DRAWS.do(partial(work, *args, **kwargs))


async def aside_for_long(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do work that can take seconds, such as playing a whole game again: nothing short waits for it."""
    return await _LONG.do(partial(work, *args, **kwargs))


class InTurn:
    """Lets long work, which takes more than one step, be done for one person (`work_for`) at a time, in the same order: each has at
    most one piece in the queue."""

    def __init__(self) -> None:
        self._own: WeakValueDictionary[int | None, asyncio.Lock] = WeakValueDictionary()
        self._all = asyncio.Lock()

    @asynccontextmanager
    async def one(self) -> AsyncIterator[None]:
        """Do a piece of work once it is the turn of the person that it is for."""
        person = _asker.get()
        own = self._own.get(person)
        if own is None:
            own = self._own[person] = asyncio.Lock()
        async with own, self._all:
            yield
