"""A signal stops the bot during clicks: everything done is reported, and nothing breaks during shutdown."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import sys
from functools import partial
from pathlib import Path
from typing import Literal

import pytest

from bot import main
from cogs import SeneschalBot
from cogs.answers.router import SHARE
from sandbox.limits import Pace
from sandbox.model import Interaction
from sandbox.recorder import Exchange
from sandbox.server import Sandbox
from sandbox.testing import BotProcess, NotSeen, Player, until
from settings import ENV_FILE
from tests.cogs.kit import Reader
from tests.cogs.test_clicks import shown
from tests.cogs.test_moving import begun
from tests.databases import store_at, url_of

pytestmark = pytest.mark.both


def into_a_file(file: Path) -> None:
    """Start `bot.py`, with its output in a file."""
    handle = file.open("w")
    os.dup2(handle.fileno(), sys.stderr.fileno())
    sys.exit(main([]))


async def clicked(player: Player, label: str, reader: Reader | None = None) -> None:
    """Click without requiring an answer."""
    with contextlib.suppress(NotSeen):
        await player.click(label, on=shown(reader) if reader is not None else None)


@pytest.mark.parametrize("moment", ["before", "after"])
async def test_every_click_under_way_is_answered(moment: Literal["before", "after"], tmp_path: Path) -> None:
    database, said = tmp_path / "bot.db", tmp_path / "stderr"
    env = {ENV_FILE: "", "DATABASE_URL": url_of(database), "PICTURES": "no"}
    async with Sandbox(pace=Pace(per_channel=10_000, everywhere=10_000, identify=0.0)) as sandbox:
        process = BotProcess(sandbox, partial(into_a_file, said), env)
        await process.start()
        ada, ben, cleo, dan = people = [Player(sandbox, name) for name in ("Ada", "Ben", "Cleo", "Dan")]
        for player in (cleo, dan):
            player.where = "#garden"
        await begun(sandbox, ada, ben)
        await begun(sandbox, cleo, dan)
        readers = [Reader(player) for player in people]
        before, all_under_way, go_on = {*sandbox.interactions.by_id}, asyncio.Event(), asyncio.Event()
        held = 0

        async def gate(when: str, exchange: Exchange) -> None:
            nonlocal held
            if when == moment and exchange.path.endswith("/callback"):
                held += 1
                if held == 2 + len(people):
                    all_under_way.set()
                await go_on.wait()

        sandbox.gate = gate
        await until(sandbox, lambda: sum(each.asked for each in readers) == 2, lambda: "not everyone has their hand", 30.0)
        on_turn = [each for each in readers if each.asked]
        clicks = [clicked(each.player, "End turn", each) for each in on_turn]
        clicks += [clicked(player, "Log") for player in people]
        acting = asyncio.gather(*clicks)
        await all_under_way.wait()
        stopping = asyncio.create_task(process.stop())
        await asyncio.sleep(0.3)
        go_on.set()
        await asyncio.gather(acting, stopping)
        mine = [one for one in sandbox.interactions.by_id.values() if one.id not in before]
        assert len(mine) == 2 + len(people)
        assert [one.state for one in mine] == ["done"] * len(mine)
        assert all("I'll ping you" in shown(each).text for each in on_turn)
    assert process.code == 0
    assert "Traceback" not in said.read_text(), said.read_text()
    assert await committed(database, mine) == 2


async def committed(database: Path, interactions: list[Interaction]) -> int:
    """Return how many of these are in the database."""
    store = store_at(database)
    await store.open()
    try:
        return sum([await store.action(one.id) is not None for one in interactions])
    finally:
        await store.close()


@pytest.mark.parametrize("command", ["", "help", "settings"])
async def test_clicks_whose_answers_take_too_long_are_given_up(
    command: str, bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of them still waits for its turn: it was never started."""
    monkeypatch.setattr("cogs.bot.LAST_ANSWERS", 0.2)
    await begun(sandbox, ada, ben)
    held, go_on = 0, asyncio.Event()

    async def gate(when: str, exchange: Exchange) -> None:
        nonlocal held
        if when == "before" and exchange.path.endswith("/callback"):
            held += 1
            await go_on.wait()

    sandbox.gate = gate
    uses = [ada.command(command) if command else ada.click("Log") for _ in range(SHARE + 1)]
    used = asyncio.gather(*uses, return_exceptions=True)
    await until(sandbox, lambda: len(bot.router._working) > SHARE <= held, lambda: "not all are under way", 10.0)
    async with asyncio.timeout(2.0):
        await bot.close()
    go_on.set()
    await used
    gc.collect()
