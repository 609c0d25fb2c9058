"""Whatever goes wrong while messages follow a table, they show the current state in the end, and nothing comes twice."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from typing import Any

import pytest

from cogs import SeneschalBot
from cogs.messages import outbox
from sandbox.errors import DiscordError, invalid
from sandbox.permissions import Permission
from sandbox.recorder import Exchange
from sandbox.server import Sandbox
from sandbox.testing import Player, settled
from settings import BotSettings
from storage.sqlite import SqliteStore
from tables import TableService
from tests.cogs.conftest import connected
from tests.cogs.kit import Reader
from tests.cogs.test_clicks import begun, shown
from tests.cogs.test_hostile_network import refusing
from tests.cogs.test_moving import shut

LOCKED = sqlite3.OperationalError("database is locked")
BUG = RuntimeError("a bug")
UNAVAILABLE = DiscordError(503, 0, "Unavailable")
REFUSED = invalid("BASE_TYPE_REQUIRED", "This field is required", "components")
FAILURES = 4
"""More than the number of workers at a table of two, so that one of them fails again."""


@pytest.fixture
async def bot(
    sandbox: Sandbox, host: TableService, settings: BotSettings, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[SeneschalBot]:
    """Connect the bot, with short delays before it retries what failed. Errors may be logged."""
    monkeypatch.setattr(outbox, "RETRIES", (0.02, 0.05))
    async with connected(sandbox, host, settings) as bot:
        yield bot


class Failing:
    """A function that fails the first times that workers call it; later, and for other callers, it works as usual."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, bot: SeneschalBot, owner: object, name: str, error: Exception) -> None:
        self.left = FAILURES
        self._bot = bot
        self._error = error
        self._done = getattr(owner, name)
        monkeypatch.setattr(owner, name, self)

    async def __call__(self, *args: Any, **named: Any) -> Any:
        if self.left and asyncio.current_task() in self._bot.outbox._workers.values():
            self.left -= 1
            raise self._error
        return await self._done(*args, **named)


async def end_turn(sandbox: Sandbox, me: Reader) -> None:
    await me.player.click("End turn", on=shown(me))
    await settled(sandbox)


def all_shown(me: Reader, other: Reader, pings: int) -> None:
    """Check that turn 1 is over: the board, with its line, and the hands are each there once, and the other player was pinged
    once."""
    table = [one.text for one in me.player.messages("#table")]
    assert [f"{other.player.name}'s turn 1" in text for text in table if "piles empty" in text] == [True]
    assert f"**{me.player.name} 1:** buys nothing" in table[-1]
    assert ["Your turn" in one.text for one in other.player.messages("DM")] == [True]
    assert ["I'll ping you" in one.text for one in me.player.messages("DM")] == [True]
    assert len(other.player.pings) == pings + 1


@pytest.mark.parametrize("step", ["known", "calls", "keep", "snapshot"])
@pytest.mark.parametrize("error", [LOCKED, BUG])
async def test_after_the_store_has_failed(
    error: Exception, step: str, bot: SeneschalBot, sandbox: Sandbox, host: TableService, ada: Player, ben: Player, monkeypatch: Any
) -> None:
    me, other = await begun(sandbox, ada, ben)
    pings = len(other.player.pings)
    reads: dict[str, object] = {"known": host.messages, "calls": host.messages, "snapshot": host}
    failing = Failing(monkeypatch, bot, reads.get(step, host._store), step, error)
    await end_turn(sandbox, me)
    all_shown(me, other, pings)
    assert failing.left < FAILURES


@pytest.mark.parametrize("step", ["turn", "panel"])
async def test_after_something_could_not_be_drawn(
    step: str, bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    me, other = await begun(sandbox, ada, ben)
    pings = len(other.player.pings)
    failing = Failing(monkeypatch, bot, bot.desk, step, BUG)
    await end_turn(sandbox, me)
    all_shown(me, other, pings)
    assert failing.left == 0


@pytest.mark.parametrize("method", ["POST", "PATCH", "DELETE"])
@pytest.mark.parametrize("refusal", [UNAVAILABLE, REFUSED])
async def test_after_discord_has_refused(
    refusal: DiscordError, method: str, bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player, monkeypatch: Any
) -> None:
    me, other = await begun(sandbox, ada, ben)
    pings = len(other.player.pings)

    def which(exchange: Exchange) -> bool:
        return exchange.method == method and exchange.path.startswith("/channels/")

    hits = refusing(sandbox, monkeypatch, which, *[refusal] * FAILURES)
    await end_turn(sandbox, me)
    all_shown(me, other, pings)
    assert len(hits) == FAILURES


@pytest.mark.sqlite("an error where another has locked the file")
async def test_after_the_database_was_locked_by_another(
    bot: SeneschalBot, sandbox: Sandbox, host: TableService, settings: BotSettings, ada: Player, ben: Player
) -> None:
    me, other = await begun(sandbox, ada, ben)
    pings = len(other.player.pings)
    assert isinstance(host._store, SqliteStore)
    await host._store._run(lambda db: db.execute("PRAGMA busy_timeout = 20"))
    committed = asyncio.Event()
    host.listen(lambda update: committed.set())
    with closing(sqlite3.connect(settings.database, isolation_level=None)) as another:
        clicked = asyncio.create_task(me.player.click("End turn", on=shown(me)))
        await committed.wait()
        another.execute("BEGIN IMMEDIATE")
        await clicked
        await asyncio.sleep(0.5)
        another.execute("COMMIT")
    await settled(sandbox)
    all_shown(me, other, pings)


async def test_that_a_place_is_lost_is_noted_once_the_store_can(
    bot: SeneschalBot, sandbox: Sandbox, host: TableService, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begun(sandbox, ada, ben)
    lose, left = host.lose_place, [LOCKED] * 3

    async def lose_late(*args: Any, **named: Any) -> None:
        if left:
            raise left.pop()
        await lose(*args, **named)

    monkeypatch.setattr(host, "lose_place", lose_late)
    shut(sandbox, Permission.SEND_MESSAGES)
    await settled(sandbox)
    (table,) = await host.live()
    assert table.lost is not None and not left
