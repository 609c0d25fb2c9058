"""The queue for updates that no one has just caused."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager

ABREAST = 20
"""How many updates run at a time: their requests use Discord's whole rate, and an update that goes ahead waits half a second for
them."""


class Line:
    """Lets a few updates run at a time, first come, first served. Thousands can be due at the same moment; what people are playing
    goes ahead of them."""

    def __init__(self) -> None:
        self._going = 0
        self._waiting: dict[Hashable, asyncio.Future[bool]] = {}

    @asynccontextmanager
    async def turn(self, who: Hashable, *, ahead: bool = False) -> AsyncIterator[None]:
        """Wait until it is the turn of `who`, and take it; don't wait if they go `ahead`."""
        counts = not ahead and await self._enter(who)
        try:
            yield
        finally:
            if counts:
                self._leave()

    def go_ahead(self, who: Hashable) -> None:
        """Let `who` go on now, if they wait."""
        place = self._waiting.get(who)
        if place is not None and not place.done():
            place.set_result(False)

    async def _enter(self, who: Hashable) -> bool:
        """Wait for a place; return whether it counts, since those who go ahead take none."""
        if self._going < ABREAST:
            self._going += 1
            return True
        place: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting[who] = place
        try:
            return await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled() and place.result():
                self._leave()
            raise
        finally:
            del self._waiting[who]

    def _leave(self) -> None:
        """Pass a place on to the next in line."""
        for place in self._waiting.values():
            if not place.done():
                return place.set_result(True)
        self._going -= 1
