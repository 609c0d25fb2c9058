"""Discord's limit on all of a bot's requests, kept by waiting before each."""

from __future__ import annotations

from types import SimpleNamespace

import aiohttp
from aiolimiter import AsyncLimiter

EXEMPT = ("/interactions/", "/webhooks/")
"""Where interactions are answered, which Discord doesn't count."""
BURST = 5
"""A burst is at most the requests of a second divided by this; more follow evenly, so that no second has too many."""


def paced(a_second: int) -> aiohttp.TraceConfig:
    """Return what holds requests back, in the order in which they come, so that no second has more of them."""
    burst = max(1, a_second // BURST)
    room = AsyncLimiter(burst, burst / (a_second - burst))

    async def wait(session: aiohttp.ClientSession, context: SimpleNamespace, request: aiohttp.TraceRequestStartParams) -> None:
        if not any(part in request.url.path for part in EXEMPT):
            await room.acquire()

    config = aiohttp.TraceConfig()
    config.on_request_start.append(wait)
    return config
