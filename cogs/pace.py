"""Keeping to Discord's limit on all of a bot's requests, by waiting before each."""

from __future__ import annotations

import asyncio
from functools import cache
from types import SimpleNamespace
from typing import Any

import aiohttp
from aiolimiter import AsyncLimiter
from discord.http import HTTPClient, Route

from metrics import REQUESTS

EXEMPT = ("/interactions/", "/webhooks/")
"""Where interactions are answered, which Discord doesn't count."""
BURST = 5
"""A burst has at most the number of requests per second divided by this; more follow evenly, so that no second has too many."""


def paced(a_second: int) -> aiohttp.TraceConfig:
    """Return a function that holds requests back, in order of arrival, so that no second has more of them, and that counts them."""
    burst = max(1, a_second // BURST)
    room = AsyncLimiter(burst, burst / (a_second - burst))
    counter = cache(REQUESTS.labels)
    line = asyncio.Lock()  # without it, a new request could get ahead of all those waiting

    async def wait(session: aiohttp.ClientSession, context: SimpleNamespace, request: aiohttp.TraceRequestStartParams) -> None:
        if not any(part in request.url.path for part in EXEMPT):
            async with line:
                await room.acquire()

    async def count(session: aiohttp.ClientSession, context: SimpleNamespace, request: aiohttp.TraceRequestEndParams) -> None:
        counter(request.response.status).inc()

    async def fail(session: aiohttp.ClientSession, context: SimpleNamespace, request: aiohttp.TraceRequestExceptionParams) -> None:
        counter("none").inc()

    config = aiohttp.TraceConfig()
    config.on_request_start.append(wait)
    config.on_request_end.append(count)
    config.on_request_exception.append(fail)
    return config


def survives_giving_up(http: HTTPClient) -> None:
    """Let requests go on if the one that was waiting out Discord's limit for all of them was given up: discord.py holds the others
    until that one wakes up."""
    request = http.request

    async def released(route: Route, **kwargs: Any) -> Any:
        try:
            return await request(route, **kwargs)
        except asyncio.CancelledError:
            http._global_over.set()
            raise

    http.request = released  # type: ignore[method-assign]
