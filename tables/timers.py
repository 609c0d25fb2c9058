"""What is due at the tables at a certain time, and the one loop that waits for it."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from datetime import UTC, datetime

from tables.access import TableAccess
from tables.digests import Digests
from tables.errors import TableError
from tables.limits import LOOK_AFTER
from tables.models import Update

log = logging.getLogger(__name__)

LONGEST = 60.0
"""So many seconds at most between two looks at the clock: it may jump. What failed is tried again then."""
NOT_YET = datetime.max.replace(tzinfo=UTC)


class Timers:
    """The times at which something is due are stored with each commit, so they outlive the process. Each is acted on in one commit,
    which has the table's next."""

    def __init__(self, access: TableAccess, digests: Digests) -> None:
        self._access = access
        self._digests = digests
        self._next = NOT_YET
        self._sooner = asyncio.Event()
        access.listen(self._hear)

    def _hear(self, update: Update) -> None:
        if update.due is not None and update.due < self._next:
            self._sooner.set()

    async def run(self) -> None:
        """Do what is due, whenever something is, until cancelled."""
        while True:
            self._sooner.clear()
            self._next = NOT_YET
            try:
                await self.look_after()
                pause = await self._pause()
            except Exception:
                log.exception("What is due at the tables failed")
                pause = LONGEST
            with suppress(TimeoutError):
                await asyncio.wait_for(self._sooner.wait(), pause)

    async def _pause(self) -> float:
        """Return the seconds until the next look."""
        now = self._access.clock()
        times = await self._access.store.next_due(now), await self._access.store.next_person_due(now)
        self._next = min((at for at in times if at is not None), default=NOT_YET)
        return min(LONGEST, (self._next - now).total_seconds())

    async def look_after(self) -> None:
        """Do all that is due now. A table that fails keeps no other waiting."""
        await self._look_after_tables()
        await self._digests.look_after(self._access.clock())

    async def _look_after_tables(self) -> None:
        for table in await self._access.store.due(self._access.clock()):
            try:
                await self._access.carry_through(self._access.do_unasked(table, LOOK_AFTER))
            except TableError as error:
                log.warning("Table %s: what is due failed: %s", table, error)
            except Exception:
                log.exception("Table %s: what is due failed", table)
