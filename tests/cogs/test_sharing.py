"""Two processes, each with one of two shards: people play in direct messages, which one hears, at a table that the other shows."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from cogs import SeneschalBot, ShardedBot
from cogs.handover import Handover, pack, table_of, unpack
from cogs.panels.blocks import Id
from sandbox.model import Channel
from sandbox.permissions import EVERYONE
from sandbox.server import Sandbox
from sandbox.testing import Player, settled
from settings import BotSettings
from storage import Part, from_url
from tables import TableService
from tables.models import Announcement
from tests.cogs.conftest import SEED, errors
from tests.cogs.kit import Planner, play_out
from tests.postgres import PostgresServer

COUNT = 2


@pytest.fixture
def tower(sandbox: Sandbox) -> Channel:
    """Return a channel of a server in the second shard, with everyone on it."""
    world = sandbox.world
    ada, *others = [one for one in world.users.values() if one.id != world.bot_id]
    guild = world.add_guild("The Tower", ada)
    while (int(guild.id) >> 22) % COUNT != 1:
        guild = world.add_guild("The Tower", ada)
    for user in others:
        world.join(guild, user)
    world.join(guild, world.bot, [world.add_role(guild, "Seneschal", int(EVERYONE), managed_by=world.bot_id)])
    return world.add_channel(guild, "tower")


@pytest.fixture
async def bots(
    sandbox: Sandbox, tower: Channel, settings: BotSettings, postgres: PostgresServer, caplog: pytest.LogCaptureFixture
) -> AsyncIterator[list[SeneschalBot]]:
    """Connect a bot for each shard. No test may leave an error in the log that it doesn't expect."""
    url, bots, running = postgres.create(), list[SeneschalBot](), list[asyncio.Task[None]]()
    async with AsyncExitStack() as stack:
        for shard in range(COUNT):
            store = from_url(url, Part(shard, shard, COUNT))
            await store.open()
            stack.push_async_callback(store.close)
            host = TableService(store, clock=sandbox.world.clock, seed_source=lambda: SEED, quotas=settings.quotas)
            await host.open()
            stack.push_async_callback(host.close)
            bots.append(await stack.enter_async_context(ShardedBot(host, settings)))
            running.append(asyncio.create_task(bots[-1].start(sandbox.token)))
        async with asyncio.timeout(60):
            await asyncio.gather(*(each.wait_until_ready() for each in bots))
        sandbox.bot_busy = lambda: any(each.busy for each in bots)
        yield bots
        await settled(sandbox)
    await asyncio.wait(running)
    assert errors(caplog) == []


@pytest.fixture
def players(sandbox: Sandbox, bots: list[SeneschalBot]) -> tuple[Player, Player]:
    return Player(sandbox, "Ada", where="#tower"), Player(sandbox, "Ben", where="#tower")


async def begun(sandbox: Sandbox, players: tuple[Player, Player]) -> list[Planner]:
    """Start a game at the tower; return its players, the one who goes first in front."""
    ada, ben = players
    await ada.command("game new", seats=2)
    await ben.click("Join")
    await ada.click("Start")
    await settled(sandbox)
    readers = [Planner(each) for each in players]
    return sorted(readers, key=lambda reader: not reader.asked)


def asked_of(sandbox: Sandbox, since: int) -> Counter[str]:
    """Return how often Discord was asked for what since then."""
    made = [exchange for exchange in sandbox.recorder.exchanges if exchange.number > since]
    return Counter(f"{each.method} {each.path.rpartition('/')[2] if 'callback' in each.path else 'message'}" for each in made)


async def test_play_in_direct_messages_takes_as_few_requests_as_with_one_process(
    sandbox: Sandbox, bots: list[SeneschalBot], players: tuple[Player, Player]
) -> None:
    readers = await begun(sandbox, players)
    since = sandbox.recorder.exchanges[-1].number
    await play_out(sandbox, readers, turns=3, quiet=0.3)
    clicks = sum(reader.clicks for reader in readers)
    asked = asked_of(sandbox, since)
    assert asked == {"POST callback": clicks, "PATCH message": clicks, "POST message": clicks, "DELETE message": clicks}
    assert all(len([shown for shown in each.messages("DM") if shown.buttons]) == 1 for each in players)
    assert bots[0].tables.in_memory == 0, "the other process has carried out all of it"


async def test_a_click_in_direct_messages_counts_even_if_the_process_of_its_server_is_gone(
    sandbox: Sandbox, bots: list[SeneschalBot], players: tuple[Player, Player]
) -> None:
    first, second = await begun(sandbox, players)
    await bots[1].close()
    await first.step()
    await first.player.sees("Your last turn", where="DM")
    (table,) = await bots[0].tables.live()
    assert table.turn == 2 and not second.asked


async def test_a_click_that_two_processes_carry_out_counts_once(
    sandbox: Sandbox,
    bots: list[SeneschalBot],
    players: tuple[Player, Player],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, second = await begun(sandbox, players)

    async def unsaid(*_: object) -> None: ...

    monkeypatch.setattr(Handover, "_say_taken", unsaid)
    await first.step()
    await settled(sandbox, 1.0)
    (table,) = await bots[0].tables.live()
    assert table.turn == 2 and second.asked
    assert "Your last turn" in first.player.screen("DM")


async def test_only_the_first_click_waits_for_a_process_that_is_gone(
    sandbox: Sandbox, bots: list[SeneschalBot], players: tuple[Player, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    await begun(sandbox, players)
    await bots[1].close()
    tables, handed_on, carried_out, tasks = bots[0].tables, list[str](), list[str](), list[asyncio.Task[None]]()
    (table,) = await tables.live()

    async def announced(said: Announcement) -> None:
        handed_on.append(said.click)

    monkeypatch.setattr(tables, "announce", announced)
    monkeypatch.setattr("cogs.handover.SILENT", 600.0)
    handover = Handover(tables, lambda data: carried_out.append(data["id"]), lambda work: tasks.append(asyncio.create_task(work)))
    for id in ("1", "2", "3"):
        handover.received({"id": id, "type": 3, "data": {"custom_id": str(Id(table.id, 0, "log"))}})
        await tasks[-1]
    assert carried_out == ["1", "2", "3"] and len(handed_on) == 1


def test_only_clicks_on_tables_in_direct_messages_are_handed_on() -> None:
    def data(**fields: object) -> dict[str, object]:
        return {"id": "1", "type": 3, "data": {"custom_id": str(Id("abc", 0, "log"))}} | fields

    assert table_of(data()) == "abc"
    for other in (data(guild_id="7"), data(type=2), *(data(data={"custom_id": id}) for id in ("?", str(Id("-", 0, "log"))))):
        assert table_of(other) is None
    assert unpack(pack(data())) == data()
