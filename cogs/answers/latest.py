"""Repeated requests while a person types: only the last one is worked out, since no one sees the results of the others."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from itertools import count
from typing import TypeVar

T = TypeVar("T")

PAUSE = 0.05
"""Seconds to wait for further typing before anything is worked out."""


class Latest:
    """Knows what each person asked for last."""

    def __init__(self) -> None:
        self._asked: dict[int, int] = {}
        self._numbers = count()

    async def of(self, person: int, work: Callable[[], Awaitable[T]], otherwise: T) -> T:
        """Return the result of `work`, or `otherwise` if the person asks for something else in the meantime."""
        number = self._asked[person] = next(self._numbers)
        await asyncio.sleep(PAUSE)
        if self._asked.get(person) != number:
            return otherwise
        try:
            return await work()
        finally:
            if self._asked.get(person) == number:
                del self._asked[person]
