"""What an operator can watch: `/metrics` for Prometheus and `/health`, on this machine alone."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from cogs import SeneschalBot
from metrics import CHANNELS_RETRIED, CHANNELS_WAITING, CONNECTED, DATABASE_BYTES, LOOP_DELAY, OVERDUE, TABLES_IN_MEMORY
from tables import TableService

LOOPBACK = "127.0.0.1"
TICK = 1.0
PATIENCE = 2.0
"""Seconds that the storage may take to answer before the bot counts as unwell."""


@asynccontextmanager
async def monitored(
    port: int | None, bot: SeneschalBot, tables: TableService, size: Callable[[], Awaitable[int]]
) -> AsyncIterator[None]:
    """Answer `/health` and `/metrics` on a port of this machine, if one is given. `size` returns the database's size."""
    if port is None:
        yield
        return
    measuring = asyncio.create_task(measure_the_loop())
    runner = web.AppRunner(application(bot, tables, size), access_log=None)
    try:
        await runner.setup()
        await web.TCPSite(runner, LOOPBACK, port).start()
        yield
    finally:
        measuring.cancel()
        await runner.cleanup()


def application(bot: SeneschalBot, tables: TableService, size: Callable[[], Awaitable[int]]) -> web.Application:
    """Return the two pages."""

    async def health(_: web.Request) -> web.Response:
        trouble = await trouble_of(bot, tables)
        status = HTTPStatus.SERVICE_UNAVAILABLE if trouble else HTTPStatus.OK
        return web.Response(text=f"{trouble or 'All is well.'}\n", status=status)

    async def metrics(_: web.Request) -> web.Response:
        CONNECTED.set(bot.is_connected)
        CHANNELS_WAITING.set(bot.outbox.waiting)
        CHANNELS_RETRIED.set(bot.outbox.retried)
        TABLES_IN_MEMORY.set(tables.in_memory)
        OVERDUE.set((await tables.timers.overdue()).total_seconds())
        DATABASE_BYTES.set(await size())
        return web.Response(body=generate_latest(), headers={"Content-Type": CONTENT_TYPE_LATEST})

    app = web.Application()
    app.add_routes([web.get("/health", health), web.get("/metrics", metrics)])
    return app


async def trouble_of(bot: SeneschalBot, tables: TableService) -> str:
    """Return what keeps the bot from serving players, in a sentence; empty if nothing does."""
    if not bot.is_connected:
        return "The bot isn't connected to Discord."
    try:
        async with asyncio.timeout(PATIENCE):
            await tables.timers.overdue()
    except TimeoutError:
        return f"The storage hasn't answered for {PATIENCE:g} seconds."
    except Exception as error:
        return f"The storage fails: {error}"
    return ""


async def measure_the_loop() -> None:
    """Measure how late the event loop comes back from a short sleep, until cancelled."""
    while True:
        began = time.monotonic()
        await asyncio.sleep(TICK)
        LOOP_DELAY.observe(max(0.0, time.monotonic() - began - TICK))


def ask(port: int) -> tuple[bool, str]:
    """Ask the bot on this machine how it is: return whether it is well, and what it says."""
    with closing(HTTPConnection(LOOPBACK, port, timeout=2 * PATIENCE)) as connection:
        try:
            connection.request("GET", "/health")
            answer = connection.getresponse()
            return answer.status == HTTPStatus.OK, answer.read().decode().strip()
        except (HTTPException, OSError) as error:
            return False, f"The bot doesn't answer ({error}). Is it running?"
