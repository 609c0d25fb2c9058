"""The bot is killed while it does what has become due, at any of its requests: everyone hears about it once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from typing import Literal, NamedTuple

import pytest

from sandbox.limits import Pace
from sandbox.server import Sandbox
from sandbox.testing import BotProcess, Crashes, Player, settled
from settings import ENV_FILE
from tests.ahead import seneschal
from tests.cogs.game import PILES
from tests.cogs.kit import AUTO_ANSWERS, menu_to, record
from tests.cogs.test_crash import LOGIN, QUIET, all_quiet
from tests.databases import url_of
from tests.soak import some_or_all

pytestmark = pytest.mark.both

SEED = bytes(32)
AT_REST = 2.0
"""After this many seconds without a request, even a bot on a busy machine has done what is due."""
When = Literal["before", "after"]
Begin = Callable[[Player, Player], Awaitable[None]]


class Due(NamedTuple):
    """How a test starts, how long the bot is offline each time, and who is pinged where in the meantime."""

    begin: Begin
    later: tuple[timedelta, timedelta]
    pings: dict[tuple[str, str], int]


class Lived(NamedTuple):
    """What everyone sees at the end, their pings by place, and how often the bot was killed."""

    screens: dict[str, list[str]]
    pings: Counter[tuple[str, str]]
    kills: int


async def live(due: Due, database: Path, kill: int = 0, when: When = "before") -> Lived:
    """Start, and let time pass; after each time, kill the bot at one of its first requests (0: never)."""
    env = {ENV_FILE: "", "DATABASE_URL": url_of(database), "SANDBOX_SEED": SEED.hex(), "PICTURES": "no", "AHEAD": "0"}
    async with Sandbox(pace=Pace(per_channel=10_000, everywhere=10_000, identify=0.0)) as sandbox:
        bot = BotProcess(sandbox, seneschal, env)
        await bot.start()
        try:
            ada, ben = (Player(sandbox, name) for name in ("Ada", "Ben"))
            await due.begin(ada, ben)
            await settled(sandbox, AT_REST, 60.0)
            kills, begun = 0, len(sandbox.world.pings)
            for passed in due.later:
                await bot.stop()
                sandbox.world.put_forward(passed.total_seconds())
                bot.env["AHEAD"] = str(sandbox.world.clock.ahead)
                with Crashes(sandbox, bot, ()) as crashes:
                    if kill:
                        crashes.soon(kill, when)
                    await bot.start()
                    await all_quiet(sandbox, crashes)
                    if kill:
                        await crashes.at_rest()
                        await all_quiet(sandbox, crashes)
                    await settled(sandbox, AT_REST, 60.0)
                    kills += len(crashes.hits) + crashes.rests
        finally:
            await bot.stop()
        screens = {
            f"{player.name} {where}": [said(message) for message in record(player, where)]
            for player in (ada, ben)
            for where in ("#table", "DM")
        }
        names = {player.person.user.id: player.name for player in (ada, ben)}
        channels = sandbox.world.channels
        pings = Counter((names[ping.user_id], channels[ping.channel_id].name or "DM") for ping in sandbox.world.pings[begun:])
        return Lived(screens, pings, kills)


def said(message: str) -> str:
    """Return what a message says, without times and controls: a start might refresh those of a resting hand."""
    return re.sub(r"<t:\d+:\w>", "·", "\n".join(line for line in message.splitlines() if not line.startswith("    ")))


async def limited(ada: Player, ben: Player) -> None:
    """Start a game with a limit of a day, after which an AI plays the turn."""
    await ada.command("game new", seats=2, require=", ".join(PILES))
    await ben.click("Join")
    await ada.click("More…")
    await ada.click("Pace: relaxed…")
    panel = await ada.sees("### Pace")
    for option, value in (("opt:limit", "1440"), ("opt:late", "turn")):
        await ada.select(menu_to(ada.now(panel), option)["custom_id"], value, on=panel)
        await settled(ada.sandbox, QUIET)
    await ada.click("Start")
    await settled(ada.sandbox, QUIET)


async def reminded(ada: Player, ben: Player) -> None:
    """Start a game with people who want to be reminded every six hours."""
    for player in (ada, ben):
        await player.command("settings")
        panel = await player.sees(AUTO_ANSWERS)
        await player.click("Pings…", on=panel)
        await player.select(menu_to(player.now(panel), "set-remind")["custom_id"], "6", on=player.now(panel))
    await ada.command("game new", seats=2, require=", ".join(PILES))
    await ben.click("Join")
    await ada.click("Start")
    await settled(ada.sandbox, QUIET)


async def gathering(ada: Player, ben: Player) -> None:
    """Open a table that then waits for more people."""
    await ada.command("game new", require=", ".join(PILES))
    await ben.click("Join")
    await settled(ada.sandbox, QUIET)


DUE = {
    "limit": Due(limited, (timedelta(minutes=11), timedelta(hours=25)), {("Ada", "DM"): 1}),
    "reminder": Due(reminded, (timedelta(hours=7), timedelta(hours=7)), {("Ben", "DM"): 2}),
    "lobby": Due(gathering, (timedelta(days=6.1), timedelta(days=1.1)), {("Ada", "table"): 1}),
}
ALL: list[tuple[int, When]] = [(LOGIN + n, "after" if n % 2 else "before") for n in range(10)]


@some_or_all("points", ALL[2:4:2], ALL)
@pytest.mark.parametrize("what", DUE)
async def test_what_is_due_happens_once_wherever_the_bot_is_killed(
    tmp_path: Path, points: list[tuple[int, When]], what: str
) -> None:
    due = DUE[what]
    calm = await live(due, tmp_path / "calm.db")
    assert calm.pings == due.pings
    for kill, when in points:
        wild = await live(due, tmp_path / f"{kill}-{when}.db", kill, when)
        assert wild.kills == len(due.later)
        for name, screen in calm.screens.items():
            assert wild.screens[name] == screen, (name, kill, when)
        assert wild.pings == calm.pings, (kill, when)
