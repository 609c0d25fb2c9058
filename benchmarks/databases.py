"""What the same work costs on SQLite and on PostgreSQL, in one run.

    python benchmarks/databases.py [--moves 300] [--games FEW.db MANY.db]

Starts a PostgreSQL server of its own. Prints the CPU time of a move and of its commit, in the bot and in the server, and how often
a commit waits for the server. `--games`: files with few and many finished games, as `history.py --file` leaves them. Copies both
to the server, and prints what moves and each question take with many games, compared with few: the CPU time and, since
these don't depend on the machine, SQLite's steps or the pages that PostgreSQL reads.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from itertools import count
from pathlib import Path
from statistics import median
from typing import Any

HERE = Path(__file__).resolve()
sys.path.insert(0, str(HERE.parent.parent))

from benchmarks.history import SERVER, questions  # noqa: E402
from storage.care import Care  # noqa: E402
from storage.models import Change, Place  # noqa: E402
from storage.moving import into_server  # noqa: E402
from storage.postgres import PostgresDatabase, PostgresStore  # noqa: E402
from storage.records import kingdom_key  # noqa: E402
from storage.sqlite import SqliteStore  # noqa: E402
from storage.store import Store  # noqa: E402
from tests.postgres import PostgresServer, programs  # noqa: E402
from tests.tables.kit import Party, buying  # noqa: E402

TIMES = 7
"""How often each question is asked; the median counts."""
FIRST, MIDDLE = "b0", "b499"
"""Games of `history.py`: its first, and the one in the middle."""
EMPTY = Path("empty")


class Cpu:
    """The CPU time that is spent for this process, here and in a server, in milliseconds."""

    def __init__(self, server: PostgresServer) -> None:
        self._account = server.folder.stat().st_uid

    async def of(self, work: Callable[[], Awaitable[Any]]) -> tuple[float, float]:
        """Return what some work takes, here and in the server."""
        there, here = self._there(), time.process_time()
        await work()
        here = time.process_time() - here
        return 1000 * here, self._there() - there

    def _there(self) -> float:
        return sum(map(self._of, Path("/proc").glob("[0-9]*"))) / 1e6

    def _of(self, process: Path) -> int:
        """Return the nanoseconds that a process of the server has run."""
        try:
            ours = process.stat().st_uid == self._account and "[local]" in (process / "cmdline").read_text()
            return int((process / "schedstat").read_text().split()[0]) if ours else 0
        except OSError:  # it has just ended
            return 0


async def moves(store: Store, cpu: Cpu, number: int) -> tuple[tuple[float, float], list[Change]]:
    """Return what a move costs, and what the moves have committed."""
    party = Party(EMPTY)
    await party.open(store)
    await searched(store)
    now = time.time_ns()  # the benchmark of finished games has left a game of its own there
    party.actions, party.host._id_source = count(now), lambda: f"m{now % 10**9}"
    await party.start(place=Place(guild=SERVER, channel=time.time_ns()))

    async def play() -> None:
        for _ in range(number):
            await party.step(buying("Copper"))

    here, there = await cpu.of(play)
    await party.close()
    return (here / number, there / number), party.changes


async def commits(store: Store, cpu: Cpu, changes: list[Change]) -> tuple[float, float]:
    """Return what a commit costs."""

    async def commit() -> None:
        for change in changes:
            await store.commit(change)

    here, there = await cpu.of(commit)
    return here / len(changes), there / len(changes)


class Effort:
    """What a database does, whatever else the machine does: SQLite's steps, or the pages that PostgreSQL looks at."""

    def __init__(self) -> None:
        self.done = 0

    async def of(self, store: Store, work: Callable[[], Awaitable[Any]]) -> int:
        """Return what some work takes."""
        self.done, do = 0, PostgresDatabase._do
        if isinstance(store, SqliteStore):
            await store._run(lambda db: db.set_progress_handler(self._step, 1))

        async def explained(db: PostgresDatabase, name: str, *arguments: Any) -> Any:
            if name == "fetch":
                ((plan,),) = await do(db, "fetch", f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {arguments[0]}", *arguments[1:])
                self.done += sum(json.loads(plan)[0]["Plan"][f"Shared {each} Blocks"] for each in ("Hit", "Read"))
            return await do(db, name, *arguments)

        PostgresDatabase._do = explained  # type: ignore[assignment, method-assign]
        await work()
        PostgresDatabase._do = do  # type: ignore[method-assign]
        if isinstance(store, SqliteStore):
            await store._run(lambda db: db.set_progress_handler(None, 1))
        return self.done

    def _step(self) -> int:
        self.done += 1
        return 0


async def asked(store: Store, cpu: Cpu) -> dict[str, tuple[float, int]]:
    """Return what each question costs, here and in the server together: milliseconds, and the database's effort."""
    sample = await store.finished_game(None, FIRST)
    assert sample is not None
    about = (kingdom_key(sample.kingdom), sample.kingdom.piles[0], MIDDLE)
    names: list[str] = []
    found = dict[str, tuple[float, int]]()

    async def ask(care: Care) -> None:
        await questions(care, *about)[names[-1]]()

    async def look(care: Care) -> list[str]:
        return [*questions(care, *about)]

    for name in await store._do(look):
        names.append(name)
        milliseconds = median([sum(await cpu.of(lambda: store._do(ask))) for _ in range(TIMES)])
        found[name] = milliseconds, await Effort().of(store, lambda: store._do(ask))
    return found


async def searched(store: Store) -> None:
    """Wait until an SQLite file has been searched for damage, which it is while the bot runs."""
    if isinstance(store, SqliteStore) and store._inspection is not None:
        await store._inspection._done


async def opened(store: Store) -> Store:
    """Open a store."""
    await store.open()
    await searched(store)
    return store


async def on_both(server: PostgresServer, folder: Path, number: int) -> None:
    """Print what a move costs on each database."""
    cpu, waits = Cpu(server), 0
    do = PostgresDatabase._do

    async def counted(db: PostgresDatabase, *arguments: Any) -> Any:
        nonlocal waits
        waits += 1
        return await do(db, *arguments)

    PostgresDatabase._do = counted  # type: ignore[assignment, method-assign]
    file, again = SqliteStore(folder / "file.db"), SqliteStore(folder / "again.db")
    over, changes = await moves(file, cpu, number)
    print(f"SQLite: {over[0]:.2f} ms a move; {(await commits(await opened(again), cpu, changes))[0]:.2f} ms a commit")
    server_move, _ = await moves(PostgresStore(server.create()), cpu, number)
    store, waits = await opened(PostgresStore(server.create())), 0
    server_commit = await commits(store, cpu, changes)
    for what, (here, there) in (("move", server_move), ("commit", server_commit)):
        print(f"PostgreSQL: {here:.2f} ms a {what} in the bot, {there:.2f} ms in the server")
    print(f"A commit waits for the server {waits / len(changes):.1f} times")
    PostgresDatabase._do = do  # type: ignore[method-assign]
    for each in (again, store):
        await each.close()


def pages(server: PostgresServer, url: str) -> int:
    """Return how many pages a database has looked at so far for connections that have ended; 0 if it isn't on the server."""
    if not url:
        return 0
    ((found,),) = server.sql(url, "SELECT blks_hit + blks_read FROM pg_stat_database WHERE datname = current_database()")
    return int(found)


async def with_games(server: PostgresServer, number: int, few: Path, many: Path) -> None:
    """Print what moves and questions cost with many games, compared with few."""
    cpu = Cpu(server)
    for kind in ("SQLite", "PostgreSQL"):
        found: list[dict[str, tuple[float, int]]] = []
        for file in (few, many):
            url = server.create() if kind == "PostgreSQL" else ""
            if url:
                await into_server(file, url)
            store = await opened(PostgresStore(url) if url else SqliteStore(file))
            found.append(await asked(store, cpu))
            await store.close()
            before = pages(server, url)
            (here, there), _ = await moves(store, cpu, number)
            found[-1]["a move"] = here + there, (pages(server, url) - before) // number
        for name, (now, effort) in found[1].items():
            then, less = found[0][name]
            print(f"{kind}: {now:7.2f} ms, {effort:7}  {name}; {then:.2f} ms, {less} with few games", flush=True)


def main() -> int:
    """Measure and print; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves", type=int, default=300)
    parser.add_argument("--games", type=Path, nargs=2, metavar=("FEW", "MANY"))
    args = parser.parse_args()
    found = programs()
    if found is None:
        print("PostgreSQL isn't installed (apt-get install postgresql).")
        return 1
    server = PostgresServer(found)
    try:
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(on_both(server, Path(folder), args.moves))
        if args.games:
            asyncio.run(with_games(server, args.moves, *args.games))
    finally:
        server.remove()
    return 0


if __name__ == "__main__":
    sys.exit(main())
