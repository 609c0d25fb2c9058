"""The clock that the tables go by. No other module of the bot asks the machine for the time."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from datetime import UTC, datetime
from typing import Protocol

LONGEST_SLEEP = 60.0
"""Seconds after which a sleeper looks at the clock again: the machine's clock might be set, or the machine might have been
asleep."""


class Clock(Protocol):
    """Tells the time, and wakes those who wait for a certain time. The sandbox has a clock that can be moved forward."""

    def __call__(self) -> datetime: ...

    async def wait_until(self, at: datetime | None, wake: asyncio.Event) -> None:
        """Wait until `wake` is set, until the time `at` (if given), or until the clock has been set back."""


class WallClock:
    """Uses the machine's clock."""

    def __call__(self) -> datetime:
        return datetime.now(UTC)

    async def wait_until(self, at: datetime | None, wake: asyncio.Event) -> None:
        """Wait until `wake` is set, until the time `at` (if given), or until the clock has been set back."""
        now = before = self()
        while not wake.is_set() and (at is None or before <= now < at):
            left = None if at is None else min((at - now).total_seconds(), LONGEST_SLEEP)
            with suppress(TimeoutError):
                async with asyncio.timeout(left):
                    await wake.wait()
            before, now = now, self()
