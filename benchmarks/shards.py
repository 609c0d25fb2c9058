"""Several processes of the bot on one PostgreSQL database: how fast they are together, and what happens when they are killed.

    python benchmarks/shards.py [--tables 2000] [--kills 200] [--database-kills 20] [--stops 20] [--every 15] [--people 64]
                                [--shards 8] [--processes 1,2,4] [--seconds 20] [--fast 200] [--identify 5] [--seed 1]

First, this many people click as fast as they are answered at `--fast` tables on many servers, in channels and in direct messages,
through the sandbox, with the bot in 1, 2 and 4 processes. Prints for each

    clicks/s    answered clicks a second, and their ratio to those with one process
    CPU         milliseconds for each click, of all the bot's processes, of the sandbox with its people, and of the database

Processes of the bot, sandbox and database share the machine's cores: without a core for each, clicks/s hardly grow, and CPU says
what more processes cost. Then people click at all tables, with the bot in the largest number of processes, while SIGKILL ends one
of these or the database every few seconds, and SIGSTOP stops one for a while. Prints

    recovery    seconds from the end of a process until a click on one of its shards is answered, and of its CPU until it is there;
                seconds from the end of the database until any click is answered
    waited      seconds until a click was answered if its process and database were there all the time
    ignored     how many of these were never answered
    wrong       everything that is wrong: see `tests/verdict.py`

Exits with 1 if there is anything in the last two.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import os
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import quantiles

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from sandbox.limits import Pace
from tests.crowd import Click, Crowd
from tests.fleet import Bot, Fleet, children, fleet_of, rampage, spent
from tests.postgres import PostgresServer, programs
from tests.verdict import verdict

WARM_UP = 5.0
"""Seconds that aren't measured."""


async def speed(server: PostgresServer, folder: Path, processes: int, given: argparse.Namespace) -> tuple[float, list[float]]:
    """Return clicks a second, and milliseconds of CPU for each: of the bot, the sandbox, the database."""
    pace = Pace(per_channel=1_000_000, everywhere=1_000_000, identify=0.0)
    async with fleet_of(server, folder, tables=given.fast, processes=processes, of=processes, pace=pace) as (fleet, places):
        crowd = Crowd(fleet, places, random.Random(given.seed))
        async with crowd.clicking(given.people):
            await asyncio.sleep(WARM_UP)
            before, since = used(fleet), time.monotonic()
            await asyncio.sleep(given.seconds)
            spent, until = [now - then for now, then in zip(used(fleet), before, strict=True)], time.monotonic()
        answered = sum(since <= at <= until for at in ends(crowd))
        return answered / (until - since), [1000 * each / max(1, answered) for each in spent]


def used(fleet: Fleet) -> list[float]:
    """Return seconds of CPU of the bot's processes, the sandbox, and the database."""
    database = [fleet.server.pid, *children(fleet.server.pid)]
    return [sum(bot.cpu for bot in fleet.bots), spent(os.getpid()), sum(map(spent, database))]


def ends(crowd: Crowd) -> list[float]:
    """Return when each click was acknowledged."""
    return [click.at + click.took for click in (*crowd.clicks, *crowd.looks) if click.took is not None]


async def survive(server: PostgresServer, folder: Path, processes: int, given: argparse.Namespace) -> int:
    """Kill everything, print what happened, and return how many things are wrong."""
    pace, dice, began = (
        Pace(per_channel=1_000_000, everywhere=1_000_000, identify=given.identify),
        random.Random(given.seed),
        time.monotonic(),
    )
    async with fleet_of(server, folder, tables=given.tables, processes=processes, of=given.shards, pace=pace) as (fleet, places):
        print(f"{given.tables} tables are shown after {time.monotonic() - began:.0f} s", flush=True)
        crowd = Crowd(fleet, places, dice)
        async with crowd.clicking(given.people):
            await rampage(fleet, dice, kills=given.kills, database_kills=given.database_kills, stops=given.stops, every=given.every)
            await fleet.are_there()
            await crowd.have_played(given.people)
        print(f"{len(crowd.clicks)} answers and {len(crowd.looks)} looks, {len(ends(crowd))} of them acknowledged", flush=True)
        await fleet.hold_still()
        clicks = [*crowd.clicks, *crowd.looks]
        for bot in fleet.bots:
            print(f"{bot.name}: ended {len(bot.ended)} times, by itself with {bot.exits}")
        print("recovery   ", spread([each for bot in fleet.bots for each in recoveries(clicks, fleet, bot)]))
        print("  CPU      ", spread([each for bot in fleet.bots for each in bot.coming]))
        print("  database ", spread(recoveries(clicks, fleet, None)))
        print("waited     ", spread([click.waited for click in clicks if click.waited is not None]))
        print("ignored    ", len(crowd.ignored))
        wrong = await verdict(fleet, crowd)
        print("wrong      ", "\n  ".join([str(len(wrong)), *wrong]))
        return len(crowd.ignored) + len(wrong)


def recoveries(clicks: Sequence[Click], fleet: Fleet, bot: Bot | None) -> list[float]:
    """Return for each end of a process, or (None) of the database, how long it took until a click that needs it was answered. An
    end that another one followed before that doesn't count."""
    ends = sorted([*fleet.database_killed, *(bot.ended if bot is not None else ())])
    answers = sorted((click.at, click.at + click.took) for click in clicks if click.took is not None and bot in (None, click.bot))
    took = []
    for at, following in zip(ends, [*ends[1:], math.inf], strict=True):
        first = min((answered for began, answered in answers if began > at), default=math.inf)
        if first < following and (bot is None or at in bot.ended):
            took.append(first - at)
    return took


def spread(seconds: Sequence[float]) -> str:
    """Return some seconds in a line."""
    if len(seconds) < 2:
        return ", ".join(f"{each:.2f} s" for each in seconds) or "-"
    cuts = quantiles(seconds, n=100, method="inclusive")
    return f"{len(seconds)} times: p50 {cuts[49]:.2f} s, p99 {cuts[98]:.2f} s, at most {max(seconds):.2f} s"


def main() -> int:
    """Measure and print; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=2000)
    parser.add_argument("--kills", type=int, default=200, help="of processes")
    parser.add_argument("--database-kills", type=int, default=20)
    parser.add_argument("--stops", type=int, default=20, help="of processes, for some seconds")
    parser.add_argument("--every", type=float, default=15.0, help="seconds between these")
    parser.add_argument("--people", type=int, default=64, help="who click at the same time")
    parser.add_argument("--shards", type=int, default=8)
    parser.add_argument("--processes", default="1,2,4", help="numbers of processes, with commas between them")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long clicks are counted")
    parser.add_argument("--fast", type=int, default=200, help="tables at which clicks are counted; 0: count none")
    parser.add_argument("--identify", type=float, default=5.0, help="seconds between two sessions' starts: Discord's are 5")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    found = programs()
    if found is None:
        print("PostgreSQL isn't installed.", file=sys.stderr)
        return 2
    numbers = [int(each) for each in given.processes.split(",")]
    server = PostgresServer(found)
    try:
        alone = 0.0
        for number in numbers if given.fast else ():
            with tempfile.TemporaryDirectory() as folder:
                rate, cpu = asyncio.run(speed(server, Path(folder), number, given))
            alone = alone or rate
            print(
                f"{number} processes: {rate:6.1f} clicks/s ({rate / alone:.2f}), CPU", *(f"{each:.1f}" for each in cpu), flush=True
            )
        with tempfile.TemporaryDirectory() as folder:
            return 1 if asyncio.run(survive(server, Path(folder), max(numbers), given)) else 0
    finally:
        server.remove()


if __name__ == "__main__":
    sys.exit(main())
