"""Several processes of the bot on one database: every answer is there once, and Discord shows it, wherever people click.

`benchmarks/shards.py` does the same while processes and the database are killed.
"""

from __future__ import annotations

import random
from pathlib import Path

from sandbox.limits import Pace
from tests.crowd import Crowd
from tests.fleet import fleet_of
from tests.postgres import PostgresServer
from tests.verdict import verdict

PACE = Pace(per_channel=1_000_000, everywhere=1_000_000, acknowledge=60.0, identify=0.0)
"""Discord waits for 3 s: a slow machine needs longer, and what is blocked takes forever."""
TABLES, PEOPLE = 6, 12


async def test_every_answer_is_kept_once_by_two_processes(postgres: PostgresServer, tmp_path: Path) -> None:
    async with fleet_of(postgres, tmp_path, tables=TABLES, processes=2, of=2, pace=PACE) as (fleet, places):
        crowd = Crowd(fleet, places, random.Random(1))
        async with crowd.clicking(PEOPLE):
            await fleet.are_there()
            await crowd.have_played(2 * TABLES)
        await fleet.hold_still()
        assert await verdict(fleet, crowd) == []
        assert not crowd.ignored, "every click is answered"
        board = next(each for each in fleet.sandbox.world.messages[places[0].channel].values() if each.audience is None)
        fleet.sandbox.world.remove(board)
        assert f"{places[0].table}: message {board.id} is only known" in await verdict(fleet, crowd)
