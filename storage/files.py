"""The database as a file: locking it for one process, copying it while in use, telling our databases from others."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from storage.store import InUse, Unreadable

APPLICATION_ID = 0x53454E45  # "SENE": tells a database of ours from any other SQLite file
MIGRATIONS = Path(__file__).with_name("migrations")


def migrations() -> list[tuple[int, Path]]:
    """Return the numbered migrations, in order."""
    return sorted((int(path.name.split("_")[0]), path) for path in MIGRATIONS.glob("[0-9]*_*.sql"))


def hold(path: Path) -> sqlite3.Connection:
    """Lock the database at `path` for this process: an exclusive lock on a file beside it, which the system releases when the
    process ends, even by SIGKILL. SQLite's own locking works the same on every system. Raises InUse."""
    try:
        holder = sqlite3.connect(f"{path}-lock", timeout=0, isolation_level=None, check_same_thread=False)
    except sqlite3.OperationalError as error:
        raise Unreadable(f"{path} can't be made: {error}. Does its folder exist, and may it be written to?") from error
    try:
        holder.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        holder.close()
        raise InUse(f"Another Seneschal is using {path}. Stop it first, or set DATABASE_URL to another file.") from error
    return holder


def copy(source: Path, target: Path) -> None:
    """Copy a database that may be in use, by SQLite's online backup, into a new file that appears only when it is complete and
    sound. Raises Unreadable, or FileExistsError if the target exists."""
    if not source.is_file():
        raise Unreadable(f"{source} isn't there.")
    if target.exists():
        raise FileExistsError(f"{target} already exists; choose another name, or move it.")
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    try:
        with (
            closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as reading,
            closing(sqlite3.connect(part)) as writing,
        ):
            reading.backup(writing)
            verdict = writing.execute("PRAGMA integrity_check").fetchone()[0]
            owner = writing.execute("PRAGMA application_id").fetchone()[0]
            if verdict != "ok" or owner != APPLICATION_ID:
                raise Unreadable(f"{source} is damaged, or not one of Seneschal's databases (check: {verdict}).")
            # Without a write-ahead log the copy is this one file.
            writing.execute("PRAGMA journal_mode = DELETE")
        part.rename(target)
    except sqlite3.DatabaseError as error:
        raise Unreadable(f"{source} can't be copied to {target}: {error}.") from error
    finally:
        part.unlink(missing_ok=True)
