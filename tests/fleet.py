"""Several processes of the bot on one database, and what kills them."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sqlite3
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass
from pathlib import Path

from benchmarks import start
from sandbox.gateway import Shard
from sandbox.limits import Pace
from sandbox.model import User
from sandbox.permissions import EVERYONE
from sandbox.server import Sandbox
from sandbox.testing import until
from sandbox.world import World
from settings import ENV_FILE
from storage.moving import into_server
from tests.postgres import PostgresServer

ROOT = Path(__file__).resolve().parent.parent
PER_GUILD = 4
"""How many tables a server has."""
ANSWERS = 12
"""How many answers have been given in each game."""


@dataclass(frozen=True)
class At:
    """A table with its place, and the two people who play there."""

    table: str
    guild: str
    channel: str
    people: tuple[str, str]


def world_of(tables: int, pace: Pace) -> tuple[World, list[At]]:
    """Return many servers with a few tables each, and who plays where."""
    world, places = World(pace=pace), list[At]()
    owner, bot = world.add_user("owner", "Owner"), world.add_user("Seneschal", bot=True)
    world.bot_id = bot.id
    for number in range(1, tables + 1):
        if number % PER_GUILD == 1:
            guild = world.add_guild(f"Server {number // PER_GUILD}", owner)
            world.join(guild, bot, [world.add_role(guild, "Seneschal", int(EVERYONE), managed_by=bot.id)])
        channel = world.add_channel(guild, f"table-{number}")
        people = f"{10 * number + 1}", f"{10 * number + 2}"
        for person in people:
            world.users[person] = User(person, f"person{person}")
            world.join(guild, world.users[person])
        places.append(At(f"{number:08x}", guild.id, channel.id, people))
    return world, places


async def opened(places: Iterable[At], url: str, folder: Path) -> None:
    """Put a game in progress at each of these places, in a new database; Discord shows none of them yet."""
    path = folder / "games.db"
    await start.play(path, answers=ANSWERS)
    await asyncio.to_thread(start.copy, path, [(int(each.guild), int(each.channel)) for each in places])
    with closing(sqlite3.connect(path)) as db:
        db.execute("DELETE FROM messages")
        db.execute("UPDATE tables SET shown = -1")
        db.commit()
    await into_server(path, url)


AT_WORK = """
SELECT (SELECT count(*) FROM tables WHERE shown < version)
    + (SELECT count(*) FROM calls JOIN seats ON seats.table_id = calls.table_id AND number = seat AND call = version WHERE NOT done)
"""


class Bot:
    """A process of the bot with some of the shards, which comes back whenever it ends, as it would under systemd."""

    def __init__(self, fleet: Fleet, shards: range) -> None:
        self.fleet = fleet
        self.shards: list[Shard] = [(number, fleet.of) for number in shards]
        self.arguments = ["--shards", f"{shards[0]}-{shards[-1]}", "--of", str(fleet.of)] if fleet.of > 1 else []
        self.name = " ".join(self.arguments) or "the only one"
        self.log = fleet.folder / f"bot-{shards[0]}.log"
        self.since: float | None = None
        """Since when it has been there without a break; None: it isn't."""
        self.ended: list[float] = []
        self.coming: list[float] = []
        """Seconds of CPU that each start took until it was there."""
        self.exits: list[int] = []
        self._process: asyncio.subprocess.Process
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def connected(self) -> bool:
        return self.fleet.sandbox.gateway.connected(*self.shards)

    @property
    def alive(self) -> tuple[float, float] | None:
        """Return since when it and the database have been there; None: one of them isn't."""
        database = self.fleet.database_since
        return None if self.since is None or database is None else (self.since, database)

    def start(self) -> None:
        self._tasks.append(asyncio.create_task(self._run()))

    async def _run(self) -> None:
        while True:
            with self.log.open("ab") as log:
                command = [sys.executable, str(ROOT / "bot.py"), *self.arguments]
                self._process = await asyncio.create_subprocess_exec(
                    *command, env=self.fleet.env, cwd=self.fleet.folder, stdout=log, stderr=log
                )
            coming = asyncio.create_task(self.is_there())
            code = await self._process.wait()
            coming.cancel()
            self.since = None
            self.ended.append(time.monotonic())
            await self._until(lambda: not any(self.fleet.sandbox.gateway.connected(shard) for shard in self.shards), "there", 60.0)
            if code != -signal.SIGKILL:
                self.exits.append(code)
                await asyncio.sleep(1.0)

    async def is_there(self, within: float = 300.0) -> None:
        """Wait until all its shards are connected."""
        await self._until(lambda: self.connected, "away", within)
        if self.since is None:
            self.since = time.monotonic()
            self.coming.append(self.cpu)

    async def _until(self, check: Callable[[], bool], state: str, within: float) -> None:
        def stuck() -> str:
            return f"{self.name} is still {state}: {self.log.read_text()[-3000:]}"

        await until(self.fleet.sandbox, check, stuck, within)

    def kill(self) -> None:
        """Kill it by SIGKILL."""
        self.since = None
        self._process.kill()

    async def pause(self, seconds: float) -> None:
        """Stop it for a while, by SIGSTOP."""
        process, self.since = self._process, None
        process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(seconds)
        with suppress(ProcessLookupError):  # it was killed meanwhile
            process.send_signal(signal.SIGCONT)
        if process is self._process:
            await self.is_there()

    def signal(self, number: signal.Signals) -> None:
        self._process.send_signal(number)

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()

    @property
    def cpu(self) -> float:
        return spent(self._process.pid)


def spent(pid: int) -> float:
    """Return seconds of CPU that a process has used, all its threads together."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except FileNotFoundError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def children(pid: int) -> list[int]:
    """Return the processes that a process has started."""
    return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


class Fleet:
    """The sandbox, the database, and processes of the bot between them."""

    def __init__(self, sandbox: Sandbox, server: PostgresServer, url: str, folder: Path, *, processes: int, of: int) -> None:
        self.sandbox, self.server, self.url, self.folder, self.of = sandbox, server, url, folder, of
        self.env = {
            **os.environ,
            ENV_FILE: "",
            "DATABASE_URL": url,
            "DISCORD_TOKEN": sandbox.token,
            "DISCORD_API_URL": sandbox.api_url,
            "DISCORD_GATEWAY_URL": sandbox.gateway_url,
            "LOG_LEVEL": "WARNING",
            "PICTURES": "no",
            "REQUESTS_PER_SECOND": "10000",
        }
        size = of // processes
        self.bots = [Bot(self, range(first, first + size)) for first in range(0, of, size)]
        self.database_since: float | None = 0.0
        """Since when the database has been there; None: it isn't."""
        self.database_killed: list[float] = []

    def bot_for(self, guild: str | None) -> Bot:
        """Return the process that hears about a server, or (None) about direct messages."""
        shard = (int(guild) >> 22) % self.of if guild is not None else 0
        return next(bot for bot in self.bots if (shard, self.of) in bot.shards)

    async def start(self) -> None:
        for bot in self.bots:
            bot.start()
        await self.are_there()

    async def are_there(self) -> None:
        """Wait until all processes are there."""
        await asyncio.gather(*(bot.is_there() for bot in self.bots))

    async def stop(self) -> None:
        await asyncio.gather(*(bot.stop() for bot in self.bots))

    async def kill_database(self, seconds: float) -> None:
        """Kill the database server, and start it again after this many seconds."""
        self.database_since = None
        self.database_killed.append(time.monotonic())
        await asyncio.to_thread(self.server.kill)
        await asyncio.sleep(seconds)
        await asyncio.to_thread(self.server.start)
        self.database_since = time.monotonic()

    async def at_rest(self, within: float = 600.0) -> None:
        """Wait until all processes are there, Discord shows every table as it is, and none has anything more to do."""
        await self.are_there()
        quiet, seen, at_work = 0.0, -1, True
        async with asyncio.timeout(within):
            while quiet < 3.0 or at_work:
                await asyncio.sleep(0.5)
                now = self.sandbox.recorder.count
                quiet, seen = (quiet + 0.5 if now == seen else 0.0), now
                if quiet >= 3.0:
                    at_work = await self._is_at_work()

    async def hold_still(self) -> None:
        """Stop all processes for good while they are at rest. Otherwise, the game pings people minutes after a move."""
        while True:
            await self.at_rest()
            self._signal(signal.SIGSTOP)
            if not await self._is_at_work():
                return
            self._signal(signal.SIGCONT)

    async def _is_at_work(self) -> bool:
        """Return whether Discord doesn't show some table as it is, or someone is still to be pinged."""
        return (await self.sql(AT_WORK))[0][0] != "0"

    def _signal(self, number: signal.Signals) -> None:
        for bot in self.bots:
            bot.signal(number)

    async def sql(self, statement: str) -> list[tuple[str, ...]]:
        return await asyncio.to_thread(self.server.sql, self.url, statement)


@asynccontextmanager
async def fleet_of(
    server: PostgresServer, folder: Path, *, tables: int, processes: int, of: int, pace: Pace
) -> AsyncIterator[tuple[Fleet, list[At]]]:
    """Start processes of the bot with this many tables, and wait until Discord shows them."""
    world, places = world_of(tables, pace)
    async with Sandbox(world=world, record=1000) as sandbox:
        url = server.create()
        await opened(places, url, folder)
        fleet = Fleet(sandbox, server, url, folder, processes=processes, of=of)
        try:
            await fleet.start()
            await fleet.at_rest()
            yield fleet, places
        finally:
            await fleet.stop()


async def rampage(fleet: Fleet, dice: random.Random, *, kills: int, database_kills: int, stops: int, every: float) -> None:
    """Kill processes and the database this many times, and stop processes for some seconds, in any order."""
    deeds = ["kill"] * kills + ["database"] * database_kills + ["stop"] * stops
    dice.shuffle(deeds)
    stopped: list[asyncio.Task[None]] = []
    for deed in deeds:
        await asyncio.sleep(every * dice.uniform(0.5, 1.5))
        bot = dice.choice(fleet.bots)
        if deed == "database":
            await fleet.kill_database(dice.uniform(0.0, 3.0))
        elif deed == "stop" and bot.since is not None:
            stopped.append(asyncio.create_task(bot.pause(dice.uniform(1.0, 8.0))))
        else:
            bot.kill()
    await asyncio.gather(*stopped)
