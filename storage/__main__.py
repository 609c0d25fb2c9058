"""Look after the data: `python -m storage check|backup|restore|copy|person|games DB`. DB is a file path or a DATABASE_URL."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from engine import Game, SaveMismatch
from storage import SCHEME, from_url, on_server, path_of, server
from storage.errors import BrokenRow, StorageError, Unreadable
from storage.files import copy, hold, set_aside
from storage.models import Table
from storage.moving import into_file, into_server
from storage.records import GameRecord, GamesWanted
from storage.spreadsheet import spreadsheet
from storage.sqlite import SqliteStore
from storage.store import Store

AT_A_TIME = 500

AnyStore = TypeVar("AnyStore", bound=Store)


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return the exit code: 0 if all is well, 1 if something needs attention, 2 if it failed."""
    parser = argparse.ArgumentParser(prog="python -m storage", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    check = commands.add_parser("check", help="replay every live game with this code, on a copy; the bot can be running")
    backup = commands.add_parser("backup", help="copy the database to a new file; the bot can be running")
    restore = commands.add_parser("restore", help="replace the database with a backup; the bot must be stopped")
    move = commands.add_parser("copy", help="copy the database to a new one of any kind, and replay its live games")
    person = commands.add_parser("person", help="print everything that is stored about a person; the bot can be running")
    games = commands.add_parser("games", help="list all finished games, private ones included; the bot can be running")
    for command in (check, backup, restore, move, person, games):
        command.add_argument("db", type=database, metavar="DB", help="the database: its path or its DATABASE_URL")
    backup.add_argument("to", type=Path, metavar="TO", help="the new file: an SQLite database, whatever DB is")
    move.add_argument(
        "to", type=database, metavar="TO", help="the new database: the path of a new file, or the DATABASE_URL of an empty one"
    )
    restore.add_argument("source", type=Path, metavar="FROM", help="the backup")
    person.add_argument("id", type=int, metavar="ID", help="the person's Discord id")
    person.add_argument("--delete", action="store_true", help="delete it instead; the bot must be stopped")
    games.add_argument("--server", type=int, metavar="N", help="only a server's, by its Discord id")
    games.add_argument("--player", type=int, metavar="N", help="only a person's, by their Discord id")
    games.add_argument("--csv", action="store_true", help="as a spreadsheet, with a line per player per game")
    change = games.add_mutually_exclusive_group()
    change.add_argument("--delete", metavar="ID", help="delete this finished game instead; the bot must be stopped")
    change.add_argument("--rebuild", action="store_true", help="have all records made again instead; the bot must be stopped")
    given = parser.parse_args(arguments)
    try:
        if given.command == "check":
            return asyncio.run(checked(given.db))
        if given.command == "copy":
            return asyncio.run(moved(given.db, given.to))
        if given.command in ("person", "games") and not on_server(given.db) and not path_of(given.db).is_file():
            raise Unreadable(f"{path_of(given.db)} doesn't exist.")
        if given.command == "person":
            asyncio.run((forgotten if given.delete else described)(given.db, given.id))
            return 0
        if given.command == "games":
            return asyncio.run(of_games(given))
        if given.command == "backup":
            asyncio.run(snapshot(given.db, given.to))
            print(f"Copied {name_of(given.db)} to {given.to}. The copy is intact.")
        elif on_server(given.db):
            asyncio.run(restored_on_server(given.db, given.source))
        else:
            restored(path_of(given.db), given.source)
        return 0
    except (StorageError, OSError) as error:
        print(error, file=sys.stderr)
        return 2


def database(text: str) -> str:
    """Return the URL of a database given by path or URL."""
    return text if on_server(text) or text.startswith(SCHEME) else f"{SCHEME}{text}"


def name_of(url: str) -> str:
    """Return the name of a database, without anything secret in its URL."""
    return server.name_of(url) if on_server(url) else str(path_of(url))


async def snapshot(url: str, path: Path) -> None:
    """Copy a database, which may be in use, to a new SQLite file."""
    if on_server(url):
        await into_file(url, path)
    else:
        copy(path_of(url), path)


async def moved(url: str, to: str) -> int:
    """Copy a database to a new one, and load every live table there; return the exit code."""
    async with copied(url) as source:
        if on_server(to):
            await into_server(source.path, to)
        else:
            copy(source.path, path_of(to))
    async with opened(from_url(to)) as target:
        tables, failed = await replayed(target)
    print(f"Copied {name_of(url)} to {name_of(to)}. Live tables: {tables}. Can't be loaded: {failed}.")
    return 1 if failed else 0


async def replayed(store: Store) -> tuple[int, int]:
    """Load every live table with the current code, and report on each; return how many there are, and how many fail."""
    tables = await store.tables()
    failed = 0
    for table in tables:
        trouble = await trouble_with(store, table) if table.started is not None else None
        failed += trouble is not None
        print(f"{table.id}  {table.phase:8}  {trouble or 'ok'}")
    return len(tables), failed


async def checked(url: str) -> int:
    """Load every live table with the current code, after the current migrations, on a copy; report those that fail."""
    async with copied(url) as store:
        tables, failed = await replayed(store)
        strays = await store.examine()
        print(*strays, sep="\n", end="\n" * bool(strays))
        misfits = await store.quarantined()
        for misfit in misfits:
            print(f"in quarantine since {misfit.at:%Y-%m-%d}: {misfit.source} {misfit.key}: {misfit.reason}")
    print(f"Live tables: {tables}. Can't be loaded: {failed}. Rows in quarantine: {len(misfits)}.")
    return 1 if failed or strays or misfits else 0


@asynccontextmanager
async def opened(store: AnyStore) -> AsyncIterator[AnyStore]:
    """Open a database that no bot is using."""
    await store.open()
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def copied(url: str) -> AsyncIterator[SqliteStore]:
    """Open a copy of a database, with the current migrations."""
    with tempfile.TemporaryDirectory() as folder:
        trial = Path(folder) / "trial.db"
        await snapshot(url, trial)
        async with opened(SqliteStore(trial)) as store:
            yield store


async def described(url: str, person: int) -> None:
    """Print everything that is stored about a person."""
    async with copied(url) as store:
        print((await store.dossier(person, datetime.now(UTC))).content.decode())


async def forgotten(url: str, person: int) -> None:
    """Delete what is stored about a person. The bot does the rest at its next start: AIs play on for them, and games without people
    end."""
    async with opened(from_url(url)) as store:
        known = await store.mentioning(person)
        changed = await store.forget(person, datetime.now(UTC), known)
    print(f"Deleted what was stored about {person}. Tables with them: {len(known)}. Live ones among these: {len(changed)}.")


async def of_games(given: argparse.Namespace) -> int:
    """List finished games, delete one, or have all records made again; return the exit code."""
    if given.delete is not None:
        return await deleted(given.db, given.delete)
    if given.rebuild:
        async with opened(from_url(given.db)) as store:
            await store.start_over()
        print("The bot makes all records, ratings and statistics again after its next start.")
        return 0
    wanted = GamesWanted(viewer=None, player=given.player, server=given.server, most=AT_A_TIME, all=True)
    async with copied(given.db) as store:
        games: list[GameRecord] = []
        while more := await store.games(wanted.model_copy(update={"before": games[-1].id if games else None})):
            games += more
    print(spreadsheet(games) if given.csv else "".join(f"{in_one_line(game)}\n" for game in games), end="")
    return 0


def in_one_line(game: GameRecord) -> str:
    """Return a finished game in one line, the winner first."""
    seats = ", ".join(f"{seat.name} {seat.points}" for seat in game.placed)
    kingdom = game.kingdom.recommended or ", ".join(game.kingdom.piles)
    notes = [*(["private"] if game.private else []), *([f"not rated: {game.uncounted}"] if game.uncounted else [])]
    return "  ".join([game.id, f"{game.ended:%Y-%m-%d}", str(game.server or "direct"), seats, kingdom, *notes])


async def deleted(url: str, table: str) -> int:
    """Delete a finished game; return the exit code."""
    async with opened(from_url(url)) as store:
        found = await store.table(table)
        if found is None or found.phase != "over":
            print(f"There's no finished game {table}.", file=sys.stderr)
            return 1
        await store.delete_game(table)
    print(f"Deleted game {table}. The bot rates later games again after its next start.")
    return 0


async def trouble_with(store: Store, table: Table) -> str | None:
    """Return why a table's game can't be loaded; None if it can."""
    try:
        saved = await store.game(table.id)
        if saved is None:
            return "its game is missing"
        Game.load(saved.save, table.names)
    except (BrokenRow, SaveMismatch) as error:
        return str(error)
    except Exception as error:
        # New code can fail on an old save in any way; the report must go on to the next table.
        return f"{type(error).__name__}: {error}"
    return None


def restored(path: Path, source: Path) -> None:
    """Put the backup `source` in place of the database, which is kept beside it under another name."""
    path = path.resolve()
    holder = hold(path)
    try:
        fresh = path.with_name(path.name + ".restoring")
        fresh.unlink(missing_ok=True)
        copy(source, fresh)
        kept = set_aside(path, "before-restore") if path.stat().st_size else None
        fresh.rename(path)
    finally:
        holder.close()
    print(f"Restored {path} from {source}." + (f" The old database is kept as {kept}." if kept else ""))


async def restored_on_server(url: str, source: Path) -> None:
    """Do the same in a database on a server; the old data are kept by renaming their schema."""
    async with copied(f"{SCHEME}{source}") as store:
        kept = await into_server(store.path, url, replace=True)
    print(f"Restored {name_of(url)} from {source}." + (f" The old tables are kept in the schema {kept}." if kept else ""))


if __name__ == "__main__":
    sys.exit(main())
