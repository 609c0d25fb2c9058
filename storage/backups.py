"""Backups that the bot makes on its own; it keeps the newest."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from metrics import BACKUP_MADE
from storage.errors import StorageError
from storage.store import Store

log = logging.getLogger(__name__)

EVERY = timedelta(days=1)
LOOK, RETRY = 600.0, 3600.0
"""Seconds until it checks again, and until it retries after a failure."""
STAMP = "%Y-%m-%dT%H%M%S"


class Backups:
    """Copies a database into a folder once a day, under its name, and deletes the oldest copies beyond `kept`. Other files in that
    folder are left alone."""

    def __init__(self, store: Store, name: Path, folder: Path, kept: int, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._name = name
        self._folder = folder
        self._kept = kept
        self._clock = clock

    async def run(self) -> None:
        """Make a backup whenever the newest is a day old, until cancelled."""
        BACKUP_MADE.set(0)
        while True:
            pause = LOOK
            try:
                await self.look()
            except (StorageError, OSError) as error:
                log.error("No backup could be made: %s", error)
                pause = RETRY
            await asyncio.sleep(pause)

    async def look(self) -> Path | None:
        """Make a backup if the newest is a day old; return its path. Raise StorageError, OSError."""
        made, now = await asyncio.to_thread(self.made), self._clock()
        if made:
            BACKUP_MADE.set(max(made).timestamp())
            if now - max(made) < EVERY:
                return None
        await asyncio.to_thread(self._folder.mkdir, mode=0o700, parents=True, exist_ok=True)
        path = self._path(now)
        await self._store.backup(str(path))
        BACKUP_MADE.set(now.timestamp())
        log.info("Made the backup %s", path)
        for old in sorted(made)[: max(0, len(made) + 1 - self._kept)]:
            await asyncio.to_thread(self._path(old).unlink)
        return path

    def made(self) -> list[datetime]:
        """Return when the existing backups were made."""
        found = []
        for path in self._folder.glob(f"{self._name.stem}-*{self._name.suffix}"):
            try:
                at = datetime.strptime(path.stem.removeprefix(f"{self._name.stem}-"), STAMP).replace(tzinfo=UTC)
            except ValueError:
                continue
            found.append(at)
        return found

    def _path(self, at: datetime) -> Path:
        return self._folder / f"{self._name.stem}-{at.astimezone(UTC):{STAMP}}{self._name.suffix}"
