"""Deleting what is only kept for a while, as the bot runs: a little at a time, so that no click has to wait."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from storage.models import Passing
from storage.store import Store

log = logging.getLogger(__name__)

EVERY = 3600.0
"""Seconds between searches for what is no longer needed."""
MOST, PAUSE = 200, 0.05
"""How many rows one transaction deletes at most, and how many seconds lie between two."""
KEPT: Mapping[Passing, timedelta] = {
    "actions": timedelta(days=3),
    "invitations": timedelta(days=3),
    "pings": timedelta(days=1),
    "lobbies": timedelta(days=3),
    "hands": timedelta(days=30),
    "quarantine": timedelta(days=90),
}
"""How long each is kept:

* the ids of outside actions: no one sends them again after that. Invitations: they count for a day.
* pings that were sent, or that no one needs. Tables that were closed before their game started.
* which direct messages show a finished game: they never need an edit. Public ones stay, as they say how far the log goes.
* rows in quarantine that the bot can do without."""


class Cleaner:
    """Deletes what is no longer needed."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock

    async def run(self) -> None:
        """Clean up once in a while, until cancelled."""
        while True:
            try:
                await self.clean()
            except Exception:
                log.exception("Old rows couldn't be deleted")
            await asyncio.sleep(EVERY)

    async def clean(self) -> None:
        """Delete everything that isn't needed now."""
        now = self._clock()
        for what, age in KEPT.items():
            deleted = MOST
            while deleted == MOST:
                deleted = await self._store.clear(what, now - age, MOST)
                await asyncio.sleep(PAUSE)
