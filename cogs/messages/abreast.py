"""Which tables are up to date on Discord: at startup, only the others need checking."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable
from itertools import count

from cogs.messages.posted import Channel, Key
from tables import TableService

log = logging.getLogger(__name__)

GATHER = 5.0
"""For how many seconds records are gathered, so that many clicks take one write. A crash before it costs a check at startup."""


class Abreast:
    """Records each table, with its version, once every channel that shows it is up to date. `flush` is called in time to store
    it."""

    def __init__(self, tables: TableService, flush: Callable[[], None]) -> None:
        self._tables = tables
        self._flush = flush
        self._marks = count()
        self._behind: defaultdict[str, dict[Channel, int]] = defaultdict(dict)
        self._abreast: dict[str, int] = {}
        self._timer: asyncio.TimerHandle | None = None

    def marked(self, channel: Channel, table: str) -> None:
        """Record that a channel might no longer show the table's current state."""
        self._behind[table][channel] = next(self._marks)
        self._abreast.pop(table, None)

    def mark(self, key: Key) -> int | None:
        """Return the mark for `done`, once the channel that is now being updated shows the table."""
        channel, table = key
        return self._behind.get(table, {}).get(channel)

    def done(self, key: Key, mark: int | None, version: int) -> None:
        """Record that a channel shows this version of a table, unless the table has been marked again since."""
        channel, table = key
        behind = self._behind[table]
        if behind.get(channel) == mark:
            behind.pop(channel, None)
        if not behind:
            del self._behind[table]
            self._abreast[table] = version
            if self._timer is None:
                self._timer = asyncio.get_running_loop().call_later(GATHER, self._flush)

    def forget(self, table: str) -> None:
        """Forget a table that no longer exists."""
        self._behind.pop(table, None)
        self._abreast.pop(table, None)

    async def store(self) -> None:
        """Store what was gathered."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        abreast, self._abreast = self._abreast, {}
        try:
            await self._tables.messages.shown(abreast)
        except Exception:
            log.exception("Couldn't note that %d tables are up to date, so they'll be checked after the next start", len(abreast))
