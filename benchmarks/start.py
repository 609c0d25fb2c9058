"""How long a start takes with many live games, and what the bot does when no one plays.

    python benchmarks/start.py [--games 10000] [--idle 5]

Plays a few games, copies their rows until there are as many as asked for, each in a channel of its own, and starts the bot on
that database in a process of its own, connected to a sandbox that has these channels. Prints, from the start of that process:

    answering   until the bot is connected, so that a click is answered
    looked      until it has also checked every game's channel; discord.py waits 2 s for further servers before that
    loads       games that were read from the database
    peak        the most memory that the process ever held
    idle        how much of a core it uses once it has nothing to do

and the ratio of each to its goal. Exits with 1 if one is missed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sqlite3
import sys
import tempfile
import time
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

HERE = Path(__file__).resolve()
sys.path.insert(0, str(HERE.parent.parent))

if TYPE_CHECKING:
    from tables import Options

GOALS = {"answering": 3.0, "peak": 300.0, "idle": 0.01}
"""Seconds, MiB, and the share of a core that is indistinguishable from noise."""
SAMPLES = 4
ANSWERS = 60
"""How many games are played, and up to how many answers."""
PER_GUILD = 100
AGE = 7 * 24 * 3600.0
"""How many seconds ago the games started."""

MOST_LOOKS = 60_000

Columns = dict[str, str]
NEW: dict[str, Columns] = {
    "tables": {
        "id": "copies.new",
        "guild": "copies.guild",
        "channel": "copies.channel",
        "thread": "NULL",
        "shown": "old.version",
    },
    "seats": {"table_id": "copies.new", "person": "old.person + 10 * copies.number"},
    "messages": {
        "table_id": "copies.new",
        "message": "old.message + 1000 * copies.number",
        "channel": "CASE WHEN old.audience IS NULL THEN copies.channel ELSE old.channel END",
        "audience": "old.audience + 10 * copies.number",
    },
    "calls": {"table_id": "copies.new", "person": "old.person + 10 * copies.number", "done": "1"},
}
"""What is different in a copied row, by table of the database. Any other that belongs to a table changes only its `table_id`."""


async def play(path: Path, options: Options | None = None, answers: int = ANSWERS) -> None:
    """Play the games that are copied, until someone is waited for in the middle of each."""
    from engine import decide
    from storage.sqlite import SqliteStore
    from tables import Options, Person, Place, TableService
    from tables.commands import lobby
    from tables.commands import play as playing
    from tables.models import Message

    store = SqliteStore(path)
    await store.open()
    host = TableService(store)
    actions, ids = map(str, count()), count(1)
    ada, ben = Person(id=1, name="Ada"), Person(id=2, name="Ben")
    for channel in range(1, SAMPLES + 1):
        table = (await host.new_table(Place(guild=1, channel=channel), ada, options or Options(), action=next(actions))).table
        await host.act(table.id, ben.id, lobby.sit(ben), action=next(actions))
        table = (await host.act(table.id, ada.id, lobby.start(), action=next(actions))).table
        for _ in range(answers):
            person = next(each.person for each in table.awaited if not each.owed)
            view = await host.view(table.id, person)
            decision = next(each for each in view.decisions if not each.answered)
            answer = decide(view, decision)
            table = (await host.act(table.id, person or 0, playing.answer(decision.id, answer), action=next(actions))).table
        for purpose, audience in ((f"board:1:{table.turn}", None), (f"hand:{ada.id}", ada.id), (f"hand:{ben.id}", ben.id)):
            shown = {"table": table.id, "purpose": purpose, "shows": "0", "audience": audience}
            await host.messages.keep([Message(message=next(ids), channel=channel, **shown)])
    await host.close()
    await store.close()


def copy(path: Path, places: list[tuple[int, int]]) -> None:
    """Copy the games until each place, a server and a channel, has one; delete the originals."""
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA synchronous = OFF")
        played = [id for (id,) in db.execute("SELECT id FROM tables")]
        db.execute("CREATE TEMP TABLE copies (old, new, number INTEGER, guild INTEGER, channel INTEGER)")
        rows = [(played[n % len(played)], f"{n:08x}", n, *place) for n, place in enumerate(places, 1)]
        db.executemany("INSERT INTO copies VALUES (?, ?, ?, ?, ?)", rows)
        names = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        for name in ["tables", "seats", "games", *(each for each in names if each not in ("tables", "seats", "games"))]:
            columns = {row[1]: row[5] for row in db.execute(f"PRAGMA table_info({name})")}
            key = "id" if name == "tables" else "table_id"
            if key not in columns or name in ("actions", "quarantine"):
                continue
            new = NEW.get(name, {key: "copies.new"})
            kept = [column for column in columns if name != "notes" or column != "id"]
            values = ", ".join(new.get(column, f"old.{column}") for column in kept)
            source = f"copies JOIN {name} old ON old.{key} = copies.old"
            db.execute(f"INSERT INTO {name} ({', '.join(kept)}) SELECT {values} FROM {source}")
        db.commit()
        db.execute("PRAGMA foreign_keys = ON")  # which does nothing in a transaction
        db.executemany("DELETE FROM tables WHERE id = ?", [(id,) for id in played])
        db.commit()
        db.execute("ANALYZE")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


async def bot(began: float, idle: float) -> None:
    """Start the bot in a process of its own, print the measurements, and stop it."""
    from cogs import SeneschalBot
    from settings import load
    from startup import connect_by
    from storage.sqlite import SqliteStore
    from tables import TableService

    loads = 0

    class Counting(SqliteStore):
        async def game(self, *args: Any, **named: Any) -> Any:
            nonlocal loads
            loads += 1
            return await super().game(*args, **named)

    settings = load()
    token = connect_by(settings)
    store = Counting(settings.database)
    await store.open()
    host = TableService(store)
    await host.open()
    async with SeneschalBot(host, settings) as seneschal:
        connected = asyncio.get_running_loop().create_future()

        async def on_connect() -> None:
            connected.set_result(time.time() - began)

        seneschal.add_listener(on_connect)
        running = asyncio.create_task(seneschal.start(token))
        await asyncio.wait([running, connected], return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            running.result()
        answering = await connected
        await seneschal.wait_until_ready()
        for _ in range(MOST_LOOKS):
            if not seneschal.busy:
                break
            await asyncio.sleep(0.005)
        looked = time.time() - began
        await asyncio.sleep(1.0)
        cpu, since = time.process_time(), time.monotonic()
        await asyncio.sleep(idle)
        used = (time.process_time() - cpu) / (time.monotonic() - since)
        print(json.dumps({"answering": answering, "looked": looked, "loads": loads, "peak": peak(), "idle": used}), flush=True)
        await seneschal.close()
        await running
    await host.close()
    await store.close()


def peak() -> float:
    """Return the most memory that this process ever held, in MiB."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    raise OSError("the system doesn't say how much memory a process holds")


async def measure(games: int, idle: float, folder: Path) -> dict[str, float]:
    """Set up the database and the sandbox, run the bot between them, and return the measurements."""
    from sandbox.limits import Pace
    from sandbox.permissions import EVERYONE
    from sandbox.server import Sandbox
    from settings import ENV_FILE

    path = folder / "start.db"
    began = time.monotonic()
    await play(path)
    async with Sandbox(pace=Pace(per_channel=10_000, everywhere=10_000)) as sandbox:
        world, places = sandbox.world, []
        bot, owner = world.users[world.bot_id], next(iter(world.users.values()))
        for number in range(games):
            if number % PER_GUILD == 0:
                guild = world.add_guild(f"Server {number // PER_GUILD}", owner)
                world.join(guild, bot, [world.add_role(guild, "Seneschal", int(EVERYONE), managed_by=bot.id)])
            places.append((int(guild.id), int(world.add_channel(guild, f"table-{number}").id)))
        await asyncio.to_thread(copy, path, places)
        print(f"{games} games made in {time.monotonic() - began:.0f} s, {path.stat().st_size / 2**20:.0f} MiB", flush=True)
        env = {
            **os.environ,
            ENV_FILE: "",
            "DATABASE_URL": f"sqlite:///{path}",
            "DISCORD_TOKEN": sandbox.token,
            "DISCORD_API_URL": sandbox.api_url,
            "DISCORD_GATEWAY_URL": sandbox.gateway_url,
        }
        command = [sys.executable, str(HERE), "--bot", str(time.time()), "--idle", str(idle)]
        process = await asyncio.create_subprocess_exec(*command, env=env, stdout=asyncio.subprocess.PIPE, cwd=folder)
        told, _ = await process.communicate()
        if process.returncode:
            raise SystemExit(f"The bot ended with exit code {process.returncode}.")
        result: dict[str, float] = json.loads(told)
        return result


def main() -> int:
    """Measure and print; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--idle", type=float, default=5.0, help="seconds in which the bot is watched doing nothing")
    parser.add_argument("--bot", type=float, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.bot is not None:
        asyncio.run(bot(args.bot, args.idle))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(measure(args.games, args.idle, Path(folder)))
    missed = 0
    for name, unit in (("answering", "s"), ("looked", "s"), ("loads", ""), ("peak", "MiB"), ("idle", "of a core")):
        goal = GOALS.get(name)
        ratio = "" if goal is None else f"   {found[name] / goal:5.2f} of the goal, {goal:g} {unit}"
        missed += goal is not None and found[name] > goal
        print(f"{name:<10} {found[name]:8.3f} {unit:<10}{ratio}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
