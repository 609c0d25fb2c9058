"""What it costs when something is due at many tables: nothing beforehand, and no delay for anyone's clicks when it happens.

    python benchmarks/timers.py [--games 10000] [--due 1000] [--idle 20] [--seconds 15] [--tables 8]

Makes a database with this many live games, copies of a few. A move is due in each: in a month, except in some of them, where it is
due at the same moment, soon. Starts the bot on it, in a process of its own, connected to a sandbox that has these channels and
people, and prints:

    idle        how much of a core the bot uses while nothing is due and no one plays
    p50, p99    milliseconds from a click to its answer, with two people playing at each of this many other tables: before that
                moment, and from then on until everything is delivered
    committed   seconds from that moment until the due games have moved on in the database, and the bot's CPU seconds in that time
    delivered   seconds until the next player of each has their ping
    requests    the bot's requests a second in that time, not counting answers to interactions

and the ratio of each to its goal. Exits with 1 if one is missed.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sqlite3
import sys
import tempfile
import time
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from math import nan
from pathlib import Path
from statistics import quantiles

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import clicks, start
from sandbox.limits import Pace
from sandbox.model import User
from sandbox.permissions import EVERYONE
from sandbox.server import Sandbox
from sandbox.testing import until
from settings import ENV_FILE
from tables import Options

LIMIT = timedelta(days=1)
START, COLLECTED = 60.0, 35.0
"""Seconds for the bot to start and the people to begin; and until it has collected the garbage of its start."""
GOALS = {"idle": 0.01, "committed": 30.0, "p99 ratio": 2.0}
"""The share of a core that is indistinguishable from noise; seconds; and how many times as long as before a click can take."""
REST = 2.0
"""After this many seconds without a request, the bot has nothing left to do."""
PATIENCE = 600.0
"""Seconds after which waiting for the delivery ends."""


def due_at(path: Path, moment: datetime, soon: int) -> None:
    """Let a move be due at each table: at some at this moment, at the others in a month."""
    with closing(sqlite3.connect(path)) as db:
        tables = [id for (id,) in db.execute("SELECT id FROM tables ORDER BY id")]
        for number, table in enumerate(tables):
            at = moment if number < soon else moment + timedelta(days=30)
            since, due = (each.isoformat() for each in (at - LIMIT, at))
            times = {"waiting_since": since, "due": due, "ends": due}
            db.execute(
                f"UPDATE seats SET {', '.join(f'{name} = :{name}' for name in times)} WHERE table_id = :table AND due IS NOT NULL",
                times | {"table": table},
            )
            db.execute("UPDATE tables SET due = ? WHERE id = ?", (due, table))
        db.execute("DELETE FROM messages")  # no one has seen those that were copied
        db.commit()


async def settle_down(sandbox: Sandbox) -> None:
    """Wait until the bot has sent nothing for a while."""
    seen, since = -1, time.monotonic()
    while time.monotonic() - since < REST:
        if sandbox.recorder.count != seen:
            seen, since = sandbox.recorder.count, time.monotonic()
        await asyncio.sleep(0.1)


async def measure(games: int, due: int, idle: float, seconds: float, tables: int, folder: Path) -> dict[str, float]:
    """Set everything up, and return the measurements."""
    path = folder / "timers.db"
    await start.play(path, Options(limit=int(LIMIT.total_seconds()) // 60, late="turn"))
    world = clicks.world_of(tables)
    world.pace = Pace(per_channel=10_000, everywhere=50)  # Discord's own limit for all requests together
    bot, owner, places = world.users[world.bot_id], next(iter(world.users.values())), []
    async with Sandbox(world=world, record=1000) as sandbox:
        for number in range(1, games + 1):
            if number % start.PER_GUILD == 1:
                guild = world.add_guild(f"Server {number // start.PER_GUILD}", owner)
                world.join(guild, bot, [world.add_role(guild, "Seneschal", int(EVERYONE), managed_by=bot.id)])
            places.append((int(guild.id), int(world.add_channel(guild, f"game-{number}").id)))
            for person in (10 * number + 1, 10 * number + 2) if number <= due else ():
                user = world.users[str(person)] = User(str(person), f"person{person}")
                world.join(guild, user)
        await asyncio.to_thread(start.copy, path, places)
        moment = datetime.now(UTC) + timedelta(seconds=START + COLLECTED + idle + seconds)
        due_at(path, moment, due)
        command = [sys.executable, str(clicks.ROOT / "bot.py")]
        env = {
            **os.environ,
            ENV_FILE: "",
            "DATABASE_URL": f"sqlite:///{path}",
            "DISCORD_TOKEN": sandbox.token,
            "DISCORD_API_URL": sandbox.api_url,
            "DISCORD_GATEWAY_URL": sandbox.gateway_url,
            "LOG_LEVEL": "WARNING",
            "PICTURES": "no",
        }
        with (folder / "log").open("wb") as told:
            process = await asyncio.create_subprocess_exec(*command, env=env, cwd=folder, stderr=told)
        try:
            return await observed(sandbox, process.pid, path, moment, due, idle, seconds, tables)
        finally:
            print((folder / "log").read_text()[-5_000:], end="", file=sys.stderr)
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def observed(
    sandbox: Sandbox, pid: int, path: Path, moment: datetime, due: int, idle: float, seconds: float, tables: int
) -> dict[str, float]:
    """Watch the bot do nothing, then answer clicks, then do what is due."""
    await until(sandbox, lambda: sandbox.world.bot_online, lambda: "the bot didn't connect", START)
    await settle_down(sandbox)
    await asyncio.sleep(COLLECTED)
    cpu = clicks.spent(pid)
    await asyncio.sleep(idle)
    found = {"idle": (clicks.spent(pid) - cpu) / idle}
    tally = clicks.Tally()
    people = [asyncio.create_task(clicks.play(sandbox, number, tally)) for number in range(tables)]
    try:
        await clicks.begun(sandbox, people, tables)
        late = (datetime.now(UTC) - moment).total_seconds() + seconds
        if late > 0:
            raise SystemExit(f"The people began {late:.0f} s too late: this machine is too slow, or busy.")
        tally.open = True
        await asyncio.sleep(-late + seconds)
        before, tally.times = tally.times, []
        found |= await handled(sandbox, pid, path, moment, due)
        await asyncio.sleep(max(0.0, seconds - found["delivered"]))  # a few are handled too soon to measure clicks meanwhile
    finally:
        for task in people:
            task.cancel()
        await asyncio.gather(*people, return_exceptions=True)
    for name, times in (("before", before), ("during", tally.times)):
        cuts = [1000 * each for each in quantiles(times, n=100, method="inclusive")] if len(times) > 1 else [nan] * 99
        found |= {f"clicks {name}": len(times), f"p50 {name}": cuts[49], f"p99 {name}": cuts[98]}
    return found | {"p99 ratio": found["p99 during"] / found["p99 before"]}


async def handled(sandbox: Sandbox, pid: int, path: Path, moment: datetime, due: int) -> dict[str, float]:
    """Wait until all that is due is committed and delivered; return when that was."""
    waiting = {str(10 * number + seat) for number in range(1, due + 1) for seat in (1, 2)}
    sent, committed, heard = sandbox.recorder.count, 0.0, len(sandbox.world.pings)
    cpu, pinged = clicks.spent(pid), set[str]()
    busy = 0.0
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
        while len(pinged) < due or not committed:
            await asyncio.sleep(0.25)
            passed = (datetime.now(UTC) - moment).total_seconds()
            if passed > PATIENCE:
                raise SystemExit(f"Only {len(pinged)} of {due} were pinged.")
            if not committed:
                (left,) = db.execute("SELECT count(*) FROM tables WHERE due = ?", (moment.isoformat(),)).fetchone()
                committed, busy = 0.0 if left else passed, clicks.spent(pid) - cpu
            pinged |= {str(int(each.user_id) // 10) for each in sandbox.world.pings[heard:] if each.user_id in waiting}
            heard = len(sandbox.world.pings)
    return {"committed": committed, "CPU": busy, "delivered": passed, "requests": (sandbox.recorder.count - sent) / passed}


UNITS = {"idle": "of a core", "committed": "s", "CPU": "s", "delivered": "s", "requests": "a second", "p99 ratio": ""}


def main() -> int:
    """Measure and print; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--due", type=int, default=1_000, help="in how many of them a move is due soon")
    parser.add_argument("--idle", type=float, default=20.0, help="seconds in which the bot is watched doing nothing")
    parser.add_argument("--seconds", type=float, default=15.0, help="seconds in which clicks are measured before")
    parser.add_argument("--tables", type=int, default=8, help="how many tables at which two people play")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(measure(args.games, args.due, args.idle, args.seconds, args.tables, Path(folder)))
    missed = 0
    for name, value in found.items():
        goal = GOALS.get(name)
        ratio = "" if goal is None else f"   {value / goal:5.2f} of the goal, {goal:g}"
        missed += goal is not None and value > goal
        print(f"{name:<14} {value:9.3f} {UNITS.get(name, 'ms' if name.startswith('p') else ''):<10}{ratio}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
