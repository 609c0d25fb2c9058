"""A sandbox with a small discord.py bot connected to it, both real."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import aiohttp
import discord
import pytest
import pytest_asyncio
import yarl

from sandbox.limits import Pace
from sandbox.server import Sandbox
from sandbox.testing import Player, until

from . import openapi
from .little_bot import LittleBot

WIDE = Pace(per_channel=10_000, everywhere=10_000, acknowledge=1.0, identify=0.0)
"""No rate limit is ever reached, and deadlines are short."""


@pytest.fixture
def pace() -> Pace:
    return WIDE


@pytest_asyncio.fixture
async def sandbox(pace: Pace) -> AsyncIterator[Sandbox]:
    """Run a sandbox, and at the end check its traffic against Discord's API description."""
    async with Sandbox(pace=pace) as running:
        yield running
    assert openapi.problems(running.recorder.exchanges, running.recorder.dispatched) == []


@pytest_asyncio.fixture
async def bot(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[LittleBot]:
    """Connect the little bot, and sync its commands."""
    monkeypatch.setattr(discord.http.Route, "BASE", sandbox.api_url)
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(sandbox.gateway_url))
    client = LittleBot()
    running = asyncio.create_task(client.start(sandbox.token))
    try:
        await until(sandbox, lambda: running.done() or bool(sandbox.world.commands), lambda: "no commands came", 30.0)
        if running.done():
            running.result()
        await client.wait_until_ready()
        yield client
    finally:
        await client.close()
        await running
    assert sandbox.recorder.unknown == []


@pytest.fixture
def ada(sandbox: Sandbox) -> Player:
    return Player(sandbox, "Ada")


@pytest.fixture
def ben(sandbox: Sandbox) -> Player:
    return Player(sandbox, "Ben")


@pytest_asyncio.fixture
async def session(sandbox: Sandbox) -> AsyncIterator[aiohttp.ClientSession]:
    """Open a session by the printed address."""
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
        async with session.get(sandbox.page_url) as response:
            assert response.status == 200
        yield session
