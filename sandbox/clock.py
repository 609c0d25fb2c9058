"""The sandbox's time, which can be moved forward, but never back."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from datetime import UTC, datetime


class Clock:
    """The machine's time, and how far the sandbox is ahead of it. A bot in the same process can use this clock: calling it returns
    the time as a `datetime`, and it wakes those who wait for a time."""

    def __init__(self, ahead: float = 0.0, *, machine: Callable[[], float] = time.time) -> None:
        self.ahead = ahead
        self._machine = machine
        self._moved = asyncio.Event()

    def time(self) -> float:
        """Return the time in Unix seconds."""
        return self._machine() + self.ahead

    def __call__(self) -> datetime:
        return datetime.fromtimestamp(self.time(), UTC)

    def put_forward(self, seconds: float) -> None:
        """Skip this much time."""
        if seconds <= 0:
            raise ValueError("a clock only goes forward")
        self.ahead += seconds
        self._moved.set()
        self._moved = asyncio.Event()

    async def wait_until(self, at: datetime | None, wake: asyncio.Event) -> None:
        """Wait until `wake` is set, or until the time `at` (if given)."""
        while not wake.is_set() and (at is None or self() < at):
            left = None if at is None else (at - self()).total_seconds()
            waits = [asyncio.create_task(each.wait()) for each in (wake, self._moved)]
            try:
                await asyncio.wait(waits, timeout=left, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for each in waits:
                    each.cancel()
