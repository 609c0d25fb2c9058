"""Which tables Discord shows up to date: a start has to look only at the others."""

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
"""Seconds for which notes are gathered: one write for many clicks. A crash before it costs a check at the start."""


class Abreast:
    """Notes each table, in its version, once every channel that shows it is up to date. `flush` is called in time to store it."""

    def __init__(self, tables: TableService, flush: Callable[[], None]) -> None:
        self._tables = tables
        self._flush = flush
        self._marks = count()
        self._behind: defaultdict[str, dict[Channel, int]] = defaultdict(dict)
        self._abreast: dict[str, int] = {}
        self._timer: asyncio.TimerHandle | None = None

    def marked(self, channel: Channel, table: str) -> None:
        """Note that a channel may no longer show the table's current state."""
        self._behind[table][channel] = next(self._marks)
        self._abreast.pop(table, None)

    def mark(self, key: Key) -> int | None:
        """Return what `done` expects once the channel, now being updated, shows the table."""
        channel, table = key
        return self._behind.get(table, {}).get(channel)

    def done(self, key: Key, mark: int | None, version: int) -> None:
        """Note that a channel shows this version of a table, unless the table was marked again since."""
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
