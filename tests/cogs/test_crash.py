"""The bot is killed between its requests, started again, and nobody notices but by the pause."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

import pytest

from sandbox.limits import Pace
from sandbox.server import Sandbox
from sandbox.testing import BotProcess, Crashes, Moment, Player, settled
from settings import ENV_FILE
from tests.cogs.conftest import SEED
from tests.cogs.kit import Reader, play_out, record
from tests.sandbox import openapi

ROOT = Path(__file__).parents[2]
QUIET = 0.15
"""So long nothing happens only when everything has: then nobody acts before they are called."""
WANTED = ("Mine", "Militia", "Remodel"), ("Remodel", "Cellar", "Moat")


class Played(NamedTuple):
    """What a game left on the screens, who was pinged how often where, and how many requests it took."""

    screens: dict[str, list[str]]
    pings: Counter[tuple[str, str]]
    requests: int
    hits: list[str]


async def play(database: Path, moments: Collection[Moment] = (), *, turns: int = 4, closed: bool = False) -> Played:
    """A game of two people by the bot in a process of its own; after so many turns Ben gives up. `closed`: Ben's direct
    messages are."""
    env = {
        ENV_FILE: "",
        "DATABASE_URL": f"sqlite:///{database}",
        "SANDBOX_SEED": SEED.hex(),
        "PYTHONPATH": str(ROOT),
        "PATH": os.environ["PATH"],
    }
    async with Sandbox(pace=Pace(per_channel=10_000, everywhere=10_000)) as sandbox:
        bot = BotProcess(sandbox, [sys.executable, str(ROOT / "bot.py")], env)
        await bot.start()
        try:
            ada, ben = (Player(sandbox, name, patient=True, timeout=20.0) for name in ("Ada", "Ben"))
            ben.person.user.dms_closed = closed
            with Crashes(sandbox, bot, moments) as crashes:
                await ada.command("game new", seats=2, kingdom="First Game")
                await settled(sandbox, QUIET)
                await ben.click("Join")
                await settled(sandbox, QUIET)
                await ada.click("Start")
                readers = [Reader(ada, WANTED[0]), Reader(ben, WANTED[1], where="#table" if closed else "DM")]
                await play_out(sandbox, readers, turns=turns, quiet=QUIET)
                if readers[1].asked:
                    await ben.command("game resign")
                    await ben.click("Resign")
                await all_quiet(sandbox, crashes)
        finally:
            await bot.stop()
        assert openapi.problems(sandbox.recorder.exchanges, sandbox.recorder.dispatched) == []
        screens = {f"{player.name} {where}": record(player, where) for player in (ada, ben) for where in ("#table", "DM")}
        names = {player.person.user.id: player.name for player in (ada, ben)}
        channels = sandbox.world.channels
        pings = Counter((names[ping.user_id], channels[ping.channel_id].name or "DM") for ping in sandbox.world.pings)
        return Played(screens, pings, len(sandbox.recorder.exchanges), [str(hit) for hit in crashes.hits])


async def all_quiet(sandbox: Sandbox, crashes: Crashes) -> None:
    """Wait until the bot is there and has nothing more to do: it may be killed while it catches up, too."""
    seen = -1
    while seen != len(sandbox.recorder.exchanges) or not sandbox.world.bot_online:
        seen = len(sandbox.recorder.exchanges)
        await crashes.over()
        await settled(sandbox, 0.6, 30.0)


async def alike(folder: Path, *, kills: int | None = None, closed: bool = False, turns: int = 8) -> None:
    """Plays a game undisturbed, then the same with so many kills (None: at every eleventh request, before and after it in
    turn, until it is over), and compares what is left of them."""
    calm = await play(folder / "calm.db", closed=closed, turns=turns)
    step = calm.requests // kills if kills else 11
    first = 8 if kills else 11
    moments: list[Moment] = [(first + n * step, "after" if n % 2 else "before") for n in range(kills or calm.requests)]
    wild = await play(folder / "wild.db", moments, closed=closed, turns=turns)
    assert len(wild.hits) == kills or not kills
    for name, screen in calm.screens.items():
        assert wild.screens[name] == screen, name
    assert wild.pings == calm.pings


async def test_killed_at_fifteen_points(tmp_path: Path) -> None:
    await alike(tmp_path, kills=15)


async def test_killed_with_direct_messages_closed(tmp_path: Path) -> None:
    await alike(tmp_path, kills=6, closed=True, turns=4)


@pytest.mark.soak
@pytest.mark.parametrize("closed", [False, True])
async def test_killed_all_the_time(tmp_path: Path, sample: float, closed: bool) -> None:
    await alike(tmp_path, closed=closed, turns=max(2, round(30 * sample)))
