"""Things that are due at tables at a certain time, and the one loop that waits for them."""

from __future__ import annotations

import asyncio
import logging
from datetime import UTC, datetime, timedelta

from storage.announcing import Announcement
from tables.access import TableAccess
from tables.digests import Digests
from tables.errors import TableError
from tables.limits import LOOK_AFTER
from tables.models import Update

log = logging.getLogger(__name__)

LONGEST = timedelta(minutes=1)
"""The longest time between two checks. Whatever failed is retried then."""
ABREAST = 4
"""How many tables are handled at a time: while one waits for the disk, another one's game can load."""
NOT_YET = datetime.max.replace(tzinfo=UTC)
LONG_AGO = datetime.min.replace(tzinfo=UTC)


class Timers:
    """The times at which something is due are stored with each commit, so they outlive the process. Each is handled in one commit,
    which stores the table's next one."""

    def __init__(self, access: TableAccess, digests: Digests) -> None:
        self._access = access
        self._clock = access.clock
        self._digests = digests
        self._next = NOT_YET
        self._wakes = NOT_YET
        self._sooner = asyncio.Event()
        access.listen(self._hear)
        access.listen_to_others(self._hear, self._sooner.set)

    def _hear(self, what: Update | Announcement) -> None:
        if what.due is not None and what.due < self._next:
            self._sooner.set()

    @property
    def busy(self) -> bool:
        """Return whether something is due now, or is being done; False unless this is running."""
        return self._wakes != NOT_YET and (self._sooner.is_set() or self._clock() >= self._wakes)

    async def run(self) -> None:
        """Do what is due, whenever something is, until cancelled."""
        try:
            while True:
                self._sooner.clear()
                self._next, self._wakes = NOT_YET, self._clock()
                try:
                    await self.look_after()
                    self._next = await self._next_after(self._wakes)
                except Exception:
                    log.exception("What is due at the tables failed")
                self._wakes = min(self._clock() + LONGEST, self._next)
                await self._clock.wait_until(self._wakes, self._sooner)
        finally:
            self._wakes = NOT_YET

    async def _next_after(self, at: datetime) -> datetime:
        """Return when something is next due at a table or for a person, later than `at`."""
        times = await self._access.store.next_due(at), await self._access.store.next_person_due(at)
        return min((each for each in times if each is not None), default=NOT_YET)

    async def overdue(self) -> timedelta:
        """Return how overdue the earliest outstanding thing is."""
        return max(self._clock() - await self._next_after(LONG_AGO), timedelta())

    async def look_after(self) -> None:
        """Do everything that is due now. A table that fails doesn't hold up the others."""
        await self._look_after_tables()
        await self._digests.look_after(self._access.clock())

    async def _look_after_tables(self) -> None:
        due = iter(await self._access.store.due(self._access.clock()))

        async def take_turns() -> None:
            for table in due:
                await self._look_after(table)

        await asyncio.gather(*(take_turns() for _ in range(ABREAST)))

    async def _look_after(self, table: str) -> None:
        try:
            await self._access.carry_through(self._access.do_unasked(table, LOOK_AFTER))
        except TableError as error:
            log.warning("Table %s: what is due failed: %s", table, error)
        except Exception:
            log.exception("Table %s: what is due failed", table)
