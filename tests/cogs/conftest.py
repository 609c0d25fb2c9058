"""The whole bot, on its own database, connected to a sandbox by the real discord.py."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Literal

import discord
import pytest
import yarl

from bot import main
from cogs import SeneschalBot
from cogs.answers import latest
from cogs.commands import places
from cogs.messages import outbox, sending
from sandbox.clock import Clock as SandboxClock
from sandbox.limits import Pace
from sandbox.server import Sandbox
from sandbox.testing import PROCESSES, BotProcess, Player, settled, until
from sandbox.world import first_world
from settings import ENV_FILE, BotSettings, load
from tables import TableService
from tables.clock import Clock
from tests.cogs.game import Scene
from tests.databases import store_at, url_of
from tests.sandbox import openapi

SEED = bytes(range(32))
PHASES: tuple[Literal["setup", "call", "teardown"], ...] = ("setup", "call", "teardown")
"""The phases for which `caplog` keeps separate records."""
Wait = Callable[[timedelta], Awaitable[None]]


@pytest.fixture(autouse=True)
def _prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    """Send messages sooner than on Discord, because every click in every test waits for them."""
    monkeypatch.setattr(outbox, "COALESCE", 0.01)
    monkeypatch.setattr(latest, "PAUSE", 0.005)
    monkeypatch.setattr(outbox, "PACE", 0.0)
    monkeypatch.setattr(places, "REST", 0.05)
    monkeypatch.setattr(sending, "REFUSED", 0.05)


@pytest.fixture
def pictures() -> bool:
    """Return whether the bot draws. Most tests do without: hundreds of clicks would take half as long again with pictures."""
    return False


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pictures: bool) -> BotSettings:
    monkeypatch.chdir(tmp_path)
    return load().model_copy(update={"pictures": pictures, "requests_per_second": 10_000})


@pytest.fixture
def starts() -> datetime | None:
    """Return the time at which the sandbox's clock starts; None: now."""
    return None


@pytest.fixture
async def sandbox(monkeypatch: pytest.MonkeyPatch, starts: datetime | None) -> AsyncIterator[Sandbox]:
    """Run a sandbox without rate limits, and finally check its traffic against Discord's description."""
    clock = SandboxClock()
    if starts is not None:
        clock.ahead = (starts - clock()).total_seconds()
    async with Sandbox(world=first_world(clock=clock, pace=Pace(per_channel=10_000, everywhere=10_000, identify=0.0))) as running:
        monkeypatch.setattr(discord.http.Route, "BASE", running.api_url)
        monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(running.gateway_url))
        monkeypatch.setattr(discord.utils, "utcnow", running.world.clock)
        yield running
    assert openapi.problems(running.recorder.exchanges, running.recorder.dispatched) == []
    assert running.recorder.unknown == []


@asynccontextmanager
async def hosting(
    settings: BotSettings, kingdoms: Iterator[str] | None = None, clock: Clock | None = None
) -> AsyncIterator[TableService]:
    """Open the host on its database, as the bot does at startup. `kingdoms`: the seeds for kingdoms (default: any). `clock`: the
    sandbox's, if a test moves it."""
    store = store_at(settings.database)
    await store.open()
    seeds = iter(lambda: secrets.token_hex(4), "") if kingdoms is None else kingdoms
    host = TableService(
        store, clock=clock, seed_source=lambda: SEED, kingdom_seed_source=lambda: next(seeds), quotas=settings.quotas
    )
    await host.open()
    yield host
    await host.close()
    await store.close()


def has_heard(bot: SeneschalBot, sandbox: Sandbox) -> bool:
    """Return whether the bot is connected, and has received every event sent to it."""
    return bot.ws is not None and (bot.ws.sequence or 0) >= sandbox.gateway.told


@asynccontextmanager
async def connected(sandbox: Sandbox, host: TableService, settings: BotSettings) -> AsyncIterator[SeneschalBot]:
    """Connect the bot to the sandbox, and wait until it has done everything."""
    async with SeneschalBot(host, settings) as bot:
        running = asyncio.create_task(bot.start(sandbox.token))
        await until(sandbox, lambda: running.done() or sandbox.world.bot_online, lambda: "the bot didn't connect", 60.0)
        if running.done():
            running.result()
        sandbox.bot_busy = lambda: bot.busy or not has_heard(bot, sandbox)
        yield bot
        await settled(sandbox)
        await bot.close()
        await running


SENESCHAL = partial(main, [])
"""`bot.py`, for a process of its own."""
PROCESSES.set_forkserver_preload([main.__module__, BotProcess.__module__])


@asynccontextmanager
async def in_a_process(database: Path) -> AsyncIterator[tuple[Sandbox, BotProcess]]:
    """Run a sandbox, and the bot in its own process, which can be killed; its database survives."""
    env = {ENV_FILE: "", "DATABASE_URL": url_of(database)}
    async with Sandbox(pace=Pace(per_channel=10_000, everywhere=10_000, identify=0.0)) as sandbox:
        process = BotProcess(sandbox, SENESCHAL, env)
        await process.start()
        try:
            yield sandbox, process
        finally:
            await process.stop()


@pytest.fixture
async def host(settings: BotSettings, sandbox: Sandbox) -> AsyncIterator[TableService]:
    async with hosting(settings, clock=sandbox.world.clock) as host:
        yield host


@pytest.fixture
async def bot(
    sandbox: Sandbox, host: TableService, settings: BotSettings, caplog: pytest.LogCaptureFixture
) -> AsyncIterator[SeneschalBot]:
    """Connect the bot. A test fails if there is an unexpected error in the log."""
    async with connected(sandbox, host, settings) as bot:
        yield bot
    assert errors(caplog) == []


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return the errors in the log from all phases of a test."""
    logged = [record for phase in PHASES for record in caplog.get_records(phase)]
    return [record.getMessage() for record in logged if record.levelno >= logging.ERROR]


@pytest.fixture
def ada(sandbox: Sandbox) -> Player:
    return Player(sandbox, "Ada")


@pytest.fixture
def ben(sandbox: Sandbox) -> Player:
    return Player(sandbox, "Ben")


@pytest.fixture
def scene(sandbox: Sandbox, host: TableService, ada: Player, ben: Player) -> Scene:
    """Set the scene: Ada and Ben, before their table is set up."""
    return Scene(sandbox, host, ada, ben)


@pytest.fixture
def wait(host: TableService, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> Wait:
    """Return a function that lets time pass, and makes the bot look at the clock."""
    passed = timedelta()

    async def waited(time: timedelta) -> None:
        nonlocal passed
        passed += time
        monkeypatch.setattr(host._access, "clock", lambda: datetime.now(UTC) + passed)
        await host.timers.look_after()
        await settled(sandbox)

    return waited
