"""What waits in the threads beside the event loop."""

from __future__ import annotations

import asyncio

from tables.threads import _DRAWS, _SHORT


async def queued(*, draws: int | None = None, short: int | None = None) -> None:
    """Wait until this many pieces of work wait in these threads."""
    wanted = [(thread, pieces) for thread, pieces in ((_DRAWS, draws), (_SHORT, short)) if pieces is not None]
    async with asyncio.timeout(10):
        while any(sum(map(len, thread._waiting.values())) != pieces for thread, pieces in wanted):  # noqa: ASYNC110 - no one tells
            await asyncio.sleep(0.01)
