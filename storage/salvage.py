"""Saving what can still be read in a database with damaged pages, to a new file that is used from then on."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from storage.errors import Unreadable
from storage.files import APPLICATION_ID, PRIVATE, damaged, set_aside
from storage.rows import decoded

log = logging.getLogger(__name__)

STARTED = " AND phase <> 'lobby'"
NEEDED = {"seats": "", "games": STARTED, "entries": STARTED}
"""The rows that a game can't do without, and for which tables. All others can be lost, or made again."""
FIRST, LAST = "", "\U0010ffff"
TWICE = "(SELECT 1 UNION ALL SELECT 2)"

Values = tuple[object, ...]
NOTHING: Values = ()


class Gap(NamedTuple):
    """Where rows are missing: after those of the table with the id `before`, and before those of the table `after`; or all rows
    (`whole`)."""

    before: object
    after: object
    whole: bool


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
            there = f" AND id NOT IN (SELECT table_id FROM {name})" if name == "games" else ""
            for before, after, whole in gaps[name]:
                between = f"{live}{those}{there} AND id >= ? AND id {'<' if whole else '<='} ?"
                lost |= {str(id) for (id,) in writing.execute(between, (before, after))}
        for id in lost:
            writing.execute("UPDATE tables SET broken = 1 WHERE id = ?", (id,))
            writing.execute(
                "INSERT INTO quarantine (source, key, table_id, data, reason) VALUES ('tables', ?1, ?1, '', 'damaged pages')", (id,)
            )
        ((left,),) = writing.execute(f"SELECT count(*) FROM ({live})").fetchall()
        writing.execute("COMMIT")
        writing.execute(f"PRAGMA user_version = {version}")
        writing.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    return [name for name, found in gaps.items() if found], lost, left


def copied(reading: sqlite3.Connection, writing: sqlite3.Connection, name: str) -> list[Gap]:
    """Copy the well-formed rows of a table, from both ends up to the part that can't be read. Return where rows are missing."""
    ((no_rowid,),) = reading.execute("SELECT wr FROM pragma_table_list(?)", (name,)).fetchall()
    columns = reading.execute("SELECT pk FROM pragma_table_info(?)", (name,)).fetchall()
    key = [str(number + 1) for number, (pk,) in enumerate(columns) if pk] if no_rowid else [f"{name}.rowid"]
    insert = f"INSERT INTO {name} VALUES ({', '.join('?' * len(columns))})"
    gaps, ends = list[Gap](), list[Values]()
    for way in (1, -1):
        order = ", ".join(each + (" DESC" if way < 0 else "") for each in key)
        last, missing = NOTHING, False
        for row in readable(reading, f"SELECT {name}.* FROM {name} NOT INDEXED CROSS JOIN {TWICE} ORDER BY {order}"):
            if row is None or row in ends:
                break
            try:
                writing.execute(insert, row)
            except sqlite3.IntegrityError:
                missing = True
            else:
                gaps += [gap(*(last, row)[::way])] if missing else []
                last, missing = row, False
        else:
            return [*gaps, gap(*(last, NOTHING)[::way])] if missing else gaps
        ends.append(last)
    return [*gaps, gap(*ends)]


def gap(before: Values, after: Values) -> Gap:
    """Return what is missing between two rows."""
    return Gap(before[0] if before else FIRST, after[0] if after else LAST, whole=after[1:2] == (0,))


def readable(db: sqlite3.Connection, query: str) -> Iterator[Values | None]:
    """Yield rows up to one that can't be read, then None. The query returns each row `TWICE`: Python's cursor fetches the next row
    before it returns one, and loses both if that fails."""
    try:
        yield from islice(db.execute(query), None, None, 2)
    except sqlite3.DatabaseError:
        yield None
