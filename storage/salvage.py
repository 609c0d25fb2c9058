"""What is done about a database whose pages are damaged: all that can still be read goes on in a new file."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from storage.files import APPLICATION_ID, PRIVATE, damaged, set_aside
from storage.rows import decoded
from storage.store import Unreadable

log = logging.getLogger(__name__)

NEEDED = {"seats": "", "games": " AND phase <> 'lobby'", "entries": " AND phase <> 'lobby'"}
"""What tables can't do without, and which of them. All else can be spared, or made again."""
LAST = "\U0010ffff"


def salvaged(path: Path, trouble: object) -> None:
    """Put a new database with all readable rows in place of a damaged one, which is kept under another name. Quarantine live tables
    that might have lost something they need. Raises Unreadable if that leaves no table to play at."""
    path = path.resolve()
    fresh = path.with_name(path.name + ".salvaging")
    try:
        missing, lost, left = salvage(path, fresh)
        if lost and not left:
            raise Unreadable(damaged(path, trouble))
        kept = set_aside(path, "damaged")
        fresh.rename(path)
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise Unreadable(damaged(path, trouble)) from error
    finally:
        fresh.unlink(missing_ok=True)
    log.error(
        "%s Everything that could be read is now in a new file in its place. The old one is kept as %s."
        " Rows might be missing from: %s. Live tables that continue: %d. In quarantine: %s.",
        *(damaged(path, trouble), kept, ", ".join(missing) or "nothing", left, ", ".join(sorted(lost)) or "none"),
    )


def salvage(source: Path, target: Path) -> tuple[list[str], set[str], int]:
    """Copy all readable rows into a new database. Return which rows might be missing, the live tables that might have lost
    something they need, and the number of the others."""
    target.unlink(missing_ok=True)
    target.touch(PRIVATE)
    with closing(sqlite3.connect(source)) as reading, closing(sqlite3.connect(target, isolation_level=None)) as writing:
        reading.text_factory = decoded
        schema = reading.execute(
            "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type = 'index'"
        ).fetchall()
        ((version,),) = reading.execute("PRAGMA user_version").fetchall()
        writing.execute("BEGIN")
        for _, _, statement in schema:
            writing.execute(statement)
        gaps = {name: copied(reading, writing, name) for kind, name, _ in schema if kind == "table"}
        lost = {str(id) for (id,) in writing.execute("SELECT table_id FROM seats EXCEPT SELECT id FROM tables")}
        live = "SELECT id FROM tables WHERE phase <> 'over' AND NOT broken"
        for name, those in NEEDED.items():
            between = gaps[name]
            if between is not None:
                lost |= {str(id) for (id,) in writing.execute(f"{live}{those} AND id BETWEEN ? AND ?", between)}
        for id in lost:
            writing.execute("UPDATE tables SET broken = 1 WHERE id = ?", (id,))
            writing.execute(
                "INSERT INTO quarantine (source, key, table_id, data, reason) VALUES ('tables', ?1, ?1, '', 'damaged pages')", (id,)
            )
        ((left,),) = writing.execute(f"SELECT count(*) FROM ({live})").fetchall()
        writing.execute("COMMIT")
        writing.execute(f"PRAGMA user_version = {version}")
        writing.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    return [name for name, gap in gaps.items() if gap is not None], lost, left


def copied(reading: sqlite3.Connection, writing: sqlite3.Connection, name: str) -> tuple[object, object] | None:
    """Copy the rows of a table, from its beginning and its end up to what can't be read. Return the range of first columns in which
    some are missing, if any are."""
    ((no_rowid,),) = reading.execute("SELECT wr FROM pragma_table_list(?)", (name,)).fetchall()
    columns = reading.execute("SELECT pk FROM pragma_table_info(?)", (name,)).fetchall()
    key = [str(number + 1) for number, (pk,) in enumerate(columns) if pk] if no_rowid else ["rowid"]
    insert = f"INSERT INTO {name} VALUES ({', '.join('?' * len(columns))})"
    edges: list[object] = []
    edge: object
    for direction, edge in (("", ""), (" DESC", LAST)):
        order = ", ".join(each + direction for each in key)
        for row in readable(reading, f"SELECT * FROM {name} NOT INDEXED ORDER BY {order}"):
            if row is None:
                break
            writing.execute(insert, row)
            edge = row[0]
        else:
            return None
        edges.append(edge)
    return edges[0], edges[1]


def readable(db: sqlite3.Connection, query: str) -> Iterator[tuple[object, ...] | None]:
    """Yield rows up to what can't be read, then None."""
    try:
        yield from db.execute(query)
    except sqlite3.DatabaseError:
        yield None
