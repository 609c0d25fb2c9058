"""The database as a file: locking it for one process, its schema, copying it while in use, and telling it from other files."""

from __future__ import annotations

import logging
import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from fcntl import LOCK_EX, LOCK_NB, flock
from io import FileIO
from itertools import count, takewhile
from pathlib import Path

from storage.errors import Damaged, InUse, Unreadable

log = logging.getLogger(__name__)

APPLICATION_ID = 0x53454E45  # "SENE": tells a database of ours from any other SQLite file
PRIVATE = 0o600  # it contains hands and future shuffles
MIGRATIONS = Path(__file__).with_name("migrations")


def migrations(folder: str = "") -> list[tuple[int, Path]]:
    """Return the numbered migrations in order: SQLite's, or those in another database's `folder`."""
    return sorted((int(path.name.split("_")[0]), path) for path in (MIGRATIONS / folder).glob("[0-9]*_*.sql"))


def prepare(db: sqlite3.Connection, path: Path, *, check: bool = True) -> None:
    """Set up a connection, and bring the schema up to date in one transaction. Raises Unreadable, and if it should `check` for
    damage, Damaged."""
    version, owner = (number_of(db, f"PRAGMA {pragma}") for pragma in ("user_version", "application_id"))
    known = migrations()
    if owner != APPLICATION_ID and number_of(db, "SELECT count(*) FROM sqlite_schema"):
        raise Unreadable(f"{path} is a database, but not one of Seneschal's. Set DATABASE_URL to another file.")
    if version > known[-1][0]:
        raise Unreadable(f"{path} was written by a newer version of Seneschal. Install that version, or restore a backup.")
    if check and (damage := damage_of(db)):
        raise Damaged(damage)
    for pragma in ("journal_mode = WAL", "foreign_keys = ON", "busy_timeout = 5000"):
        db.execute(f"PRAGMA {pragma}")
    if update(db, version, known):
        log.info("%s: schema updated from version %d to %d", path, version, known[-1][0])


def update(db: sqlite3.Connection, version: int, known: list[tuple[int, Path]]) -> bool:
    """Bring the schema from a version to the latest; return whether that changes anything."""
    missing = [(number, each) for number, each in known if number > version]
    if missing:
        script = "".join(f"{each.read_text(encoding='utf-8')}\n" for _, each in missing)
        db.executescript(
            f"BEGIN EXCLUSIVE;\n{script}PRAGMA user_version = {missing[-1][0]};\nPRAGMA application_id = {APPLICATION_ID};\nCOMMIT;"
        )
    return bool(missing)


def number_of(db: sqlite3.Connection, sql: str) -> int:
    """Return the number that a query finds."""
    return int(db.execute(sql).fetchone()[0])


def damage_of(db: sqlite3.Connection) -> str | None:
    """Return what is wrong with the pages or an index, if anything. A single wrong value is dealt with when its row is read."""
    found = [str(verdict).splitlines()[-1] for (verdict,) in db.execute("PRAGMA integrity_check")]
    return next((each for each in found if each != "ok" and " value in " not in each), None)


def pending(path: Path) -> list[str] | None:
    """Return what the next start will change in a database: the first sentence of each migration still to be applied. None: it is
    newer than this code, or can't be read. The bot may be running."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
            ((version,),) = db.execute("PRAGMA user_version").fetchall()
    except sqlite3.Error:
        return None
    return changes_since(version, migrations())


def changes_since(version: int, known: list[tuple[int, Path]]) -> list[str] | None:
    """Return the first sentence of each migration after a version; None: it is newer than all of them."""
    if version > known[-1][0]:
        return None
    return [f"{number}: {first_sentence(file.read_text())}" for number, file in known if number > version]


def first_sentence(script: str) -> str:
    """Return the first sentence of the comment at a script's start, up to its first colon."""
    lines = takewhile(lambda line: line.startswith("--"), script.splitlines())
    return re.split(r"[.:;](?= |$)", " ".join(line.removeprefix("--").strip() for line in lines))[0] + "."


def hold(path: Path) -> FileIO:
    """Lock the file of the database at `path` for this process; create it if it doesn't exist. The system releases the lock when
    the process ends, even by SIGKILL. Close it last: that drops SQLite's own locks, too. Raises InUse, Unreadable."""
    while True:
        try:
            holder = FileIO(path, "r+", opener=lambda name, flags: os.open(name, flags | os.O_CREAT, PRIVATE))
        except OSError as error:
            raise Unreadable(f"{path} can't be opened: {error}. Check that its folder exists and is writable.") from error
        try:
            flock(holder, LOCK_EX | LOCK_NB)
            if path.exists() and os.path.samefile(path, holder.fileno()):
                return holder
        except BlockingIOError as error:
            holder.close()
            raise InUse(f"Another Seneschal is using {path}. Stop it first, or set DATABASE_URL to another file.") from error
        holder.close()  # a restored database has just been put in its place


def is_damage(error: Exception) -> bool:
    """Return whether SQLite found a damaged page. If its message quotes the page, Python might not be able to decode the
    message."""
    if isinstance(error, UnicodeDecodeError):
        return True
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def damaged(path: Path, trouble: object) -> str:
    """Return the message for the operator about a file with damaged pages."""
    return f"{path} is damaged or isn't a database ({trouble}). To restore a backup, run: python -m storage restore {path} BACKUP."


def set_aside(path: Path, why: str) -> Path:
    """Give the database another name, and return it."""
    names = (path.with_name(f"{path.name}.{why}-{number}") for number in count(1))
    kept = next(name for name in names if not name.exists())
    # The write-ahead log might have the newest changes, so it moves with its database.
    for suffix in ("-wal", "-shm", ""):
        part = path.with_name(path.name + suffix)
        if part.exists():
            part.rename(kept.with_name(kept.name + suffix))
    return kept


@contextmanager
def created(target: Path) -> Iterator[Path]:
    """Provide a new file to fill, which gets its name only once it is complete. Raises FileExistsError."""
    if target.exists():
        raise FileExistsError(f"{target} already exists. Choose another name, or move it.")
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    try:
        part.touch(PRIVATE)
        yield part
        part.rename(target)
    finally:
        part.unlink(missing_ok=True)


def size(path: Path) -> int:
    """Return how many bytes a database and the files beside it take up."""
    files = (path.with_name(path.name + end) for end in ("", "-wal", "-shm"))
    return sum(file.stat().st_size for file in files if file.exists())


def copy(source: Path, target: Path) -> None:
    """Copy a database that may be in use, by SQLite's online backup, into a new file that appears only when it is complete and
    sound. Raises Unreadable, or FileExistsError if the target exists."""
    if not source.is_file():
        raise Unreadable(f"{source} doesn't exist.")
    try:
        with (
            created(target) as part,
            closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as reading,
            closing(sqlite3.connect(part)) as writing,
        ):
            reading.backup(writing)
            verdict = writing.execute("PRAGMA integrity_check").fetchone()[0]
            owner = writing.execute("PRAGMA application_id").fetchone()[0]
            if verdict != "ok":
                raise Unreadable(damaged(source, verdict))
            if owner != APPLICATION_ID:
                raise Unreadable(f"{source} is a database, but not one of Seneschal's. Choose another file.")
            # Without a write-ahead log the copy is this one file.
            writing.execute("PRAGMA journal_mode = DELETE")
    except FileExistsError:
        raise
    except (sqlite3.DatabaseError, OSError, UnicodeDecodeError) as error:
        damage = is_damage(error)
        raise Unreadable(damaged(source, error) if damage else f"{source} can't be copied to {target}: {error}.") from error
