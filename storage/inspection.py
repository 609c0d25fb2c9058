"""Checking a large database for damage while the bot is using it: doing this at startup would take too long."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from pathlib import Path

from storage.files import damage_of, is_damage

log = logging.getLogger(__name__)

CHECKED_AT_START = 64 * 2**20
"""Checking this many bytes takes about half a second."""


def doubtful(path: Path) -> Path:
    """Return the file that marks the database beside it as damaged."""
    return path.with_name(f"{path.name}.doubtful")


def to_check(path: Path) -> bool:
    """Return whether the bot must check the whole database at startup, before anyone uses it."""
    return doubtful(path).exists() or not path.exists() or path.stat().st_size <= CHECKED_AT_START


def doubt(path: Path, trouble: object) -> None:
    """Note that a database is damaged, for the operator and the next start."""
    if doubtful(path).exists():
        return
    doubtful(path).touch()
    log.critical("%s is damaged (%s). Restart the bot: it then moves everything that it can read into a new file.", path, trouble)


class Inspection:
    """A check of a whole database, in its own thread and through its own connection."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, check_same_thread=False)
        self._done = asyncio.ensure_future(asyncio.to_thread(self._look))

    def _look(self) -> None:
        try:
            trouble: object = damage_of(self._db)
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            if not is_damage(error):  # it was stopped
                return
            trouble = error
        if trouble is not None:
            doubt(self._path, trouble)

    async def stop(self) -> None:
        """End the check, finished or not."""
        while not self._done.done():
            self._db.interrupt()
            await asyncio.wait([self._done], timeout=0.1)
        self._db.close()
