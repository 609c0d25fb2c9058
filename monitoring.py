"""What an operator can watch: `/metrics` for Prometheus and `/health`, on this machine alone."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, Gauge, Histogram, generate_latest

from cogs import SeneschalBot
from tables import TableService

LOOPBACK = "127.0.0.1"
TICK = 1.0
PATIENCE = 2.0
"""Seconds that the storage may take to answer before the bot counts as unwell."""

LOOP_DELAY = Histogram(
    "seneschal_loop_delay_seconds",
    "How late the event loop calls what is due",
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
)
CONNECTED = Gauge("seneschal_connected", "Whether Discord's gateway is connected")
CHANNELS_WAITING = Gauge("seneschal_channels_waiting", "Channels whose messages are to be updated")
CHANNELS_RETRIED = Gauge("seneschal_channels_retried", "Channels whose update failed and will be tried again")
TABLES_IN_MEMORY = Gauge("seneschal_tables_in_memory", "Tables whose game is in memory")
OVERDUE = Gauge("seneschal_overdue_seconds", "How late the earliest thing is that is due at a table and hasn't been done")
DATABASE_BYTES = Gauge("seneschal_database_bytes", "The size of the database and the files beside it")


@asynccontextmanager
async def monitored(port: int | None, bot: SeneschalBot, tables: TableService, database: Path) -> AsyncIterator[None]:
    """Answer `/health` and `/metrics` on a port of this machine, if one is given."""
    if port is None:
        yield
        return
    measuring = asyncio.create_task(measure_the_loop())
    runner = web.AppRunner(application(bot, tables, database), access_log=None)
    try:
        await runner.setup()
        await web.TCPSite(runner, LOOPBACK, port).start()
        yield
    finally:
        measuring.cancel()
        await runner.cleanup()


def application(bot: SeneschalBot, tables: TableService, database: Path) -> web.Application:
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
        DATABASE_BYTES.set(await asyncio.to_thread(size, database))
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


def size(database: Path) -> int:
    """Return the bytes that a database and the files beside it take."""
    files = (database.with_name(database.name + end) for end in ("", "-wal", "-shm"))
    return sum(file.stat().st_size for file in files if file.exists())


def ask(port: int) -> tuple[bool, str]:
    """Ask the bot on this machine how it is: return whether it is well, and what it says."""
    with closing(HTTPConnection(LOOPBACK, port, timeout=2 * PATIENCE)) as connection:
        try:
            connection.request("GET", "/health")
            answer = connection.getresponse()
            return answer.status == HTTPStatus.OK, answer.read().decode().strip()
        except (HTTPException, OSError) as error:
            return False, f"The bot doesn't answer ({error}). Is it running?"
