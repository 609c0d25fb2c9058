"""Several processes of the bot on one database: whatever is killed, every answer is there once, and Discord shows it."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from sandbox.limits import Pace
from tests.crowd import Crowd
from tests.fleet import fleet_of, rampage
from tests.postgres import PostgresServer
from tests.verdict import verdict

PACE = Pace(per_channel=1_000_000, everywhere=1_000_000, acknowledge=60.0, identify=0.0)
"""Discord waits for 3 s: a slow machine needs longer, and what is blocked takes forever."""


async def survived(
    server: PostgresServer, folder: Path, *, tables: int, processes: int, kills: int, database_kills: int, stops: int, every: float
) -> None:
    """Kill processes and the database while people click, and look at what has come of it."""
    dice = random.Random(kills)
    async with fleet_of(server, folder, tables=tables, processes=processes, of=processes, pace=PACE) as (fleet, places):
        crowd = Crowd(fleet, places, dice)
        async with crowd.clicking(min(64, 2 * tables)):
            await rampage(fleet, dice, kills=kills, database_kills=database_kills, stops=stops, every=every)
            await fleet.are_there()
            await crowd.have_played(2 * tables)
        await fleet.at_rest()
        assert await verdict(fleet, crowd) == []
        assert not crowd.ignored, "no one waits for a process that is gone"
        assert {code for bot in fleet.bots for code in bot.exits} <= {os.EX_TEMPFAIL}, "the database wasn't there"
        board = next(each for each in fleet.sandbox.world.messages[places[0].channel].values() if each.audience is None)
        fleet.sandbox.world.remove(board)
        assert f"{places[0].table}: message {board.id} is only known" in await verdict(fleet, crowd)


async def test_every_answer_is_kept_once_though_processes_are_killed(postgres: PostgresServer, tmp_path: Path) -> None:
    await survived(postgres, tmp_path, tables=6, processes=2, kills=1, database_kills=1, stops=1, every=2.0)


@pytest.mark.soak
async def test_the_same_with_200_kills(postgres: PostgresServer, tmp_path: Path, sample: float) -> None:
    most = {"tables": 2000, "kills": 200, "database_kills": 20, "stops": 20}
    await survived(postgres, tmp_path, processes=4, every=10.0, **{name: max(4, round(sample * n)) for name, n in most.items()})
