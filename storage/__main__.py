"""Look after the data: `python -m storage check|backup|restore|person|games DB`. DB is a file path or a DATABASE_URL."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

from engine import Game, SaveMismatch
from storage import SCHEME, path_of
from storage.files import copy, hold, set_aside
from storage.models import Table
from storage.records import GameRecord, GamesWanted
from storage.spreadsheet import spreadsheet
from storage.sqlite import SqliteStore
from storage.store import BrokenRow, StorageError, Unreadable

AT_A_TIME = 500


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return the exit code: 0 if all is well, 1 if something needs a look, 2 if it failed."""
    parser = argparse.ArgumentParser(prog="python -m storage", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    check = commands.add_parser("check", help="replay every live game with this code, on a copy; the bot can be running")
    backup = commands.add_parser("backup", help="copy the database to a new file; the bot can be running")
    restore = commands.add_parser("restore", help="replace the database with a backup; the bot must be stopped")
    person = commands.add_parser("person", help="print all that is stored about a person; the bot can be running")
    games = commands.add_parser("games", help="list the finished games, private ones too; the bot can be running")
    for command in (check, backup, restore, person, games):
        command.add_argument("db", type=database, metavar="DB", help="the database: its path or its DATABASE_URL")
    backup.add_argument("to", type=Path, metavar="TO", help="the new file")
    restore.add_argument("source", type=Path, metavar="FROM", help="the backup")
    person.add_argument("id", type=int, metavar="ID", help="the person's Discord id")
    person.add_argument("--delete", action="store_true", help="delete it instead; the bot must be stopped")
    games.add_argument("--server", type=int, metavar="N", help="only a server's, by its Discord id")
    games.add_argument("--player", type=int, metavar="N", help="only a person's, by their Discord id")
    games.add_argument("--csv", action="store_true", help="as a spreadsheet, with a line for each player")
    change = games.add_mutually_exclusive_group()
    change.add_argument("--delete", metavar="ID", help="delete this finished game instead; the bot must be stopped")
    change.add_argument("--rebuild", action="store_true", help="have all records made again instead; the bot must be stopped")
    given = parser.parse_args(arguments)
    try:
        if given.command == "check":
            return asyncio.run(checked(given.db))
        if given.command in ("person", "games") and not given.db.is_file():
            raise Unreadable(f"{given.db} doesn't exist.")
        if given.command == "person":
            asyncio.run((forgotten if given.delete else described)(given.db, given.id))
            return 0
        if given.command == "games":
            return asyncio.run(of_games(given))
        if given.command == "backup":
            copy(given.db, given.to)
            print(f"Copied {given.db} to {given.to}. The copy is intact.")
        else:
            restored(given.db, given.source)
        return 0
    except (StorageError, OSError) as error:
        print(error, file=sys.stderr)
        return 2


def database(text: str) -> Path:
    """Return a database given by path or URL."""
    return path_of(text) if text.startswith(SCHEME) else Path(text)


async def checked(path: Path) -> int:
    """Load every live table with the current code, after the current migrations, on a copy; report those that fail."""
    async with copied(path) as store:
        tables = await store.tables()
        failed = 0
        for table in tables:
            trouble = await trouble_with(store, table) if table.started is not None else None
            failed += trouble is not None
            print(f"{table.id}  {table.phase:8}  {trouble or 'ok'}")
        strays = await store.examine()
        print(*strays, sep="\n", end="\n" * bool(strays))
        misfits = await store.quarantined()
        for misfit in misfits:
            print(f"in quarantine since {misfit.at:%Y-%m-%d}: {misfit.source} {misfit.key}: {misfit.reason}")
    print(f"Live tables: {len(tables)}. Can't be loaded: {failed}. Rows in quarantine: {len(misfits)}.")
    return 1 if failed or strays or misfits else 0


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[SqliteStore]:
    """Open a database that no bot is using."""
    store = SqliteStore(path)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def copied(path: Path) -> AsyncIterator[SqliteStore]:
    """Open a copy of a database, with the current migrations."""
    with tempfile.TemporaryDirectory() as folder:
        trial = Path(folder) / "trial.db"
        copy(path, trial)
        async with opened(trial) as store:
            yield store


async def described(path: Path, person: int) -> None:
    """Print all that is stored about a person."""
    async with copied(path) as store:
        print((await store.dossier(person, datetime.now(UTC))).content.decode())


async def forgotten(path: Path, person: int) -> None:
    """Delete what is stored about a person. The bot does the rest at its next start: AIs play on for them, and games without people
    end."""
    async with opened(path) as store:
        known = await store.mentioning(person)
        changed = await store.forget(person, datetime.now(UTC))
    print(f"Deleted what was stored about {person}. Tables with them: {len(known)}. Live ones among these: {len(changed)}.")


async def of_games(given: argparse.Namespace) -> int:
    """List finished games, delete one, or have all records made again; return the exit code."""
    if given.delete is not None:
        return await deleted(given.db, given.delete)
    if given.rebuild:
        async with opened(given.db) as store:
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
    """Return a finished game, the winner first."""
    seats = ", ".join(f"{seat.name} {seat.points}" for seat in game.placed)
    kingdom = game.kingdom.recommended or ", ".join(game.kingdom.piles)
    notes = [*(["private"] if game.private else []), *([f"not rated: {game.uncounted}"] if game.uncounted else [])]
    return "  ".join([game.id, f"{game.ended:%Y-%m-%d}", str(game.server or "direct"), seats, kingdom, *notes])


async def deleted(path: Path, table: str) -> int:
    """Delete a finished game; return the exit code."""
    async with opened(path) as store:
        found = await store.table(table)
        if found is None or found.phase != "over":
            print(f"There's no finished game {table}.", file=sys.stderr)
            return 1
        await store.delete_game(table)
    print(f"Deleted game {table}. The bot rates later games again after its next start.")
    return 0


async def trouble_with(store: SqliteStore, table: Table) -> str | None:
    """Return why a table's game can't be loaded; None if it can."""
    try:
        saved = await store.game(table.id)
        if saved is None:
            return "its game is missing"
        Game.load(saved.save, table.names)
    except (BrokenRow, SaveMismatch) as error:
        return str(error)
    except Exception as error:
        # New code may fail on an old save in any way; the report must go on to the next table.
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


if __name__ == "__main__":
    sys.exit(main())
