"""Shards: the real AutoShardedClient, in one process and in several, hears what each shard should, and nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord
import pytest
import yarl

from sandbox.gateway import Shard
from sandbox.limits import Pace
from sandbox.model import Channel, Guild, Interaction, InteractionType
from sandbox.permissions import EVERYONE
from sandbox.server import Sandbox
from sandbox.testing import Player, until

GUILDS, COUNT = 6, 3
PATIENT = Pace(per_channel=10_000, everywhere=10_000, acknowledge=30.0, identify=0.0)


class ShardedBot(discord.AutoShardedClient):
    """Answers every click, and notes what it hears."""

    def __init__(self, shards: Sequence[int] | None, count: int | None) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True, messages=True),
            guild_ready_timeout=0.05,
            shard_ids=[*shards] if shards is not None else None,  # type: ignore[arg-type]
            shard_count=count,
        )
        self.started = asyncio.Event()
        self.clicks: list[str] = []
        self.said = asyncio.Queue[str]()
        self.resumed: list[int] = []

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for nothing: the sandbox lets it start as many sessions as it likes, except where a test says how many."""

    async def on_ready(self) -> None:
        self.started.set()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        self.clicks.append(str(interaction.id))
        await interaction.response.defer()

    async def on_message(self, message: discord.Message) -> None:
        if not message.author.bot:
            self.said.put_nowait(message.content)

    async def on_shard_resumed(self, shard_id: int) -> None:
        self.resumed.append(shard_id)


@pytest.fixture
def pace() -> Pace:
    return PATIENT


@pytest.fixture(autouse=True)
def guilds(sandbox: Sandbox) -> list[tuple[Guild, Channel]]:
    """Add guilds until there are some for each shard; return them with a channel of each."""
    world = sandbox.world
    ada, bot = world.users[next(iter(world.users))], world.bot
    for number in range(1, GUILDS):
        guild = world.add_guild(f"Guild {number}", ada)
        world.join(guild, bot, [world.add_role(guild, "Bot", int(EVERYONE), managed_by=bot.id)])
        world.add_channel(guild, f"table-{number}")
    found = [(world.guilds[one.guild_id], one) for one in world.channels.values() if one.guild_id and one.name != "garden"]
    assert {shard_of(guild) for guild, _ in found} == {*range(COUNT)}
    return found


@asynccontextmanager
async def connected(sandbox: Sandbox, shards: Sequence[int] | None = None, count: int | None = None) -> AsyncIterator[ShardedBot]:
    """Connect a bot with these shards."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(discord.http.Route, "BASE", sandbox.api_url)
        patch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(sandbox.gateway_url))
        bot = ShardedBot(shards, count)
        running = asyncio.create_task(bot.start(sandbox.token))
        try:
            ready = asyncio.create_task(bot.started.wait())
            await asyncio.wait([running, ready], timeout=30.0, return_when=asyncio.FIRST_COMPLETED)
            if running.done():
                running.result()
            assert sandbox.gateway.connected(*((number, bot.shard_count or 0) for number in bot.shard_ids or range(COUNT)))
            yield bot
        finally:
            await bot.close()
            await running


def shard_of(guild: Guild, count: int = COUNT) -> int:
    return (int(guild.id) >> 22) % count


def of_shards(guilds: Sequence[tuple[Guild, Channel]], shards: Collection[int], count: int = COUNT) -> list[int]:
    return [int(guild.id) for guild, _ in guilds if shard_of(guild, count) in shards]


def click(sandbox: Sandbox, channel: Channel) -> Interaction:
    """Let Ada press a button in a channel."""
    ada = sandbox.person("Ada").user
    message = sandbox.world.new_message(channel, sandbox.world.bot_id)
    sandbox.world.publish(message, None)
    data = {"component_type": 2, "id": 1, "custom_id": "press"}
    return sandbox.interactions.send(InteractionType.COMPONENT, ada.id, channel, data, message=message)


async def heard(bot: ShardedBot, interaction: Interaction) -> bool:
    """Return whether a bot heard a click."""
    await interaction.answered.wait()
    return interaction.id in bot.clicks


async def test_one_process_hears_about_every_guild_by_its_shards(sandbox: Sandbox, guilds: list[tuple[Guild, Channel]]) -> None:
    async with connected(sandbox, count=COUNT) as bot:
        assert {guild.id: guild.shard_id for guild in bot.guilds} == {int(guild.id): shard_of(guild) for guild, _ in guilds}
        assert [await heard(bot, click(sandbox, channel)) for _, channel in guilds] == [True] * GUILDS
        assert len({*bot.clicks}) == len(bot.clicks), "each click comes once"


async def test_each_of_two_processes_hears_about_its_own_guilds(sandbox: Sandbox, guilds: list[tuple[Guild, Channel]]) -> None:
    dm = Player(sandbox, "Ada").person.open_dm()
    async with connected(sandbox, [0, 2], COUNT) as first, connected(sandbox, [1], COUNT) as second:
        assert sorted(guild.id for guild in first.guilds) == of_shards(guilds, (0, 2))
        assert sorted(guild.id for guild in second.guilds) == of_shards(guilds, (1,))
        for guild, channel in guilds:
            bot, other = (second, first) if shard_of(guild) == 1 else (first, second)
            interaction = click(sandbox, channel)
            assert await heard(bot, interaction)
            assert interaction.id not in other.clicks
            assert other.get_channel(int(channel.id)) is None
        interaction = click(sandbox, dm)
        assert await heard(first, interaction), "direct messages are the first shard's"
        assert interaction.id not in second.clicks
        sandbox.person("Ada").say(dm.id, "Hello")
        assert await asyncio.wait_for(first.said.get(), 30.0) == "Hello"
        assert second.said.empty()


async def test_a_click_fails_while_its_shard_is_away(sandbox: Sandbox, guilds: list[tuple[Guild, Channel]]) -> None:
    async with connected(sandbox, [0], COUNT) as bot:
        for guild, channel in guilds:
            there = shard_of(guild) == 0
            sandbox.world.pace = PATIENT if there else Pace(acknowledge=0.1)
            interaction = click(sandbox, channel)
            assert await heard(bot, interaction) == there
            assert interaction.state == ("done" if there else "failed")


async def test_two_connections_of_one_shard_both_hear_a_click(sandbox: Sandbox, guilds: list[tuple[Guild, Channel]]) -> None:
    async with connected(sandbox, [0], COUNT) as first, connected(sandbox, [0], COUNT) as second:
        hearing = [asyncio.create_task(bot.wait_for("interaction", timeout=30.0)) for bot in (first, second)]
        await asyncio.sleep(0)
        interaction = click(sandbox, next(channel for guild, channel in guilds if shard_of(guild) == 0))
        assert [str(one.id) for one in await asyncio.gather(*hearing)] == [interaction.id] * 2


async def test_each_shard_resumes_by_itself(sandbox: Sandbox, guilds: list[tuple[Guild, Channel]]) -> None:
    async with connected(sandbox, count=COUNT) as bot:
        before = {one.id for one in sandbox.gateway.sessions.values()}
        await sandbox.gateway.close(4000)
        await until(sandbox, lambda: not sandbox.world.bot_online or None, lambda: "still online", 30.0)
        missed = [click(sandbox, channel) for _, channel in guilds]
        assert [await heard(bot, each) for each in missed] == [True] * GUILDS, "what it missed comes once it is back"
        assert sorted(bot.resumed) == [*range(COUNT)]
        assert {one.id for one in sandbox.gateway.sessions.values()} == before


async def test_discord_says_how_many_shards_it_recommends(sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
    async def asked() -> tuple[int, int]:
        headers = {"Authorization": f"Bot {sandbox.token}"}
        async with session.get(f"{sandbox.api_url}/gateway/bot", headers=headers) as response:
            said = await response.json()
            return said["shards"], said["session_start_limit"]["max_concurrency"]

    assert await asked() == (1, 1)
    world, owner = sandbox.world, sandbox.person("Ada").user
    for number in range(1001):
        world.join(world.add_guild(f"Guild {number}", owner), world.bot)
    assert (await asked())[0] == 2


# What a client gets wrong --------------------------------------------------------------------------------------------


async def identified(sandbox: Sandbox, session: aiohttp.ClientSession, shard: Any) -> tuple[int, Any]:
    """Identify as a shard; return the answer's code and content, or the code with which the connection was closed."""
    async with session.ws_connect(sandbox.gateway_url) as socket:
        await socket.receive()
        await socket.send_json({"op": 2, "d": {"token": sandbox.token, "intents": 1, "shard": shard}})
        answer = await socket.receive()
        if answer.type is aiohttp.WSMsgType.TEXT:
            said = answer.json()
            return said["op"], said["d"]["shard"] if said["op"] == 0 else said["d"]
        return socket.close_code or 0, None


@pytest.mark.parametrize("shard", [[3, 3], [-1, 3], [0, 0], [0], "all"])
async def test_there_is_no_such_shard(sandbox: Sandbox, session: aiohttp.ClientSession, shard: Any) -> None:
    assert await identified(sandbox, session, shard) == (4010, None)


async def test_a_shard_has_room_for_2500_guilds(
    sandbox: Sandbox, session: aiohttp.ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sandbox.gateway.MOST_GUILDS", GUILDS - 1)
    assert await identified(sandbox, session, [0, 1]) == (4011, None)
    assert await identified(sandbox, session, [0, 2]) == (0, [0, 2])


async def test_only_so_many_sessions_start_at_a_time(sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
    sandbox.world.pace = Pace(identify=3600.0, identify_at_once=2)
    shards: list[Shard] = [(0, 3), (1, 3), (2, 3)]
    assert [await identified(sandbox, session, [*shard]) for shard in shards] == [(0, [0, 3]), (0, [1, 3]), (9, False)]


async def test_a_connection_without_heartbeats_is_closed(sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
    sandbox.world.pace = Pace(heartbeat=0.1)
    async with session.ws_connect(sandbox.gateway_url) as socket:
        await socket.send_json({"op": 2, "d": {"token": sandbox.token, "intents": 0, "shard": [0, 1]}})
        while not socket.closed:
            await socket.receive()
        assert socket.close_code == 4009
