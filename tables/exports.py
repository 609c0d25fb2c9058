"""Finished games as files: a person's own, and those of a server."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from io import BytesIO
from typing import NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile

from storage.spreadsheet import spreadsheet
from tables.access import TableAccess
from tables.errors import NoTable, NotReplayable, TooLong
from tables.history import MOST_LISTED, GameRecord, History, Subject
from tables.models import GamesFile
from tables.quotas import FilesMade
from tables.records import Records
from tables.threads import aside, aside_for_long

MOST_ROWS, MOST_FILES, MOST_BYTES = 5_000, 100, 7_000_000
"""The maximum numbers of games in a spreadsheet and of files of single games, and the maximum size of either in bytes. The newest
games come first. Discord accepts 10 MB."""
SPREADSHEET = "games.csv"


class Exports:
    """Makes files of finished games: one at a time, with a pause in between, and outside the event loop."""

    def __init__(self, access: TableAccess, records: Records, history: History) -> None:
        self._records = records
        self._history = history
        self._files = FilesMade(lambda: access.clock())

    async def own(self, person: int) -> GamesFile:
        """Return a person's own games: a zip of a spreadsheet and files that can be verified. Raise InProgress, TooMany."""
        async with self._files.alone(person):
            sheet = await newest(partial(self._history.games, person, person=person))
            pack, files = Pack(), 0
            await aside_for_long(pack.add, SPREADSHEET, sheet.content)
            for game in sheet.games[:MOST_FILES]:
                try:
                    file = await self._records.file(game)
                except (NoTable, NotReplayable, TooLong):
                    continue
                if not await aside(pack.add, f"seneschal-{game}.json", file):
                    break
                files += 1
            older = await self._older(person, Subject("person", person), sheet)
            return GamesFile(content=pack.close(), games=len(sheet.games), older=older, files=files)

    async def of_server(self, person: int, server: int) -> GamesFile:
        """Return a server's games as a spreadsheet, for a person who manages it; private ones are left out. Raise InProgress,
        TooMany."""
        async with self._files.alone(person):
            sheet = await newest(partial(self._history.games, None, server=server))
            older = await self._older(None, Subject("server", server), sheet)
            return GamesFile(content=sheet.content, games=len(sheet.games), older=older)

    def allow_another(self, person: int) -> None:
        """Let a person who didn't get their file have another now."""
        self._files.forget(person)

    async def _older(self, viewer: int | None, of: Subject, sheet: Spreadsheet) -> int:
        """Return how many games there are beyond the newest."""
        stats = await self._history.stats(viewer, of) if sheet.full else None
        return max(0, stats.finished - len(sheet.games)) if stats is not None else 0


class Spreadsheet(NamedTuple):
    """A spreadsheet of games, and their ids; `full`: there might be more that didn't fit."""

    content: bytes
    games: list[str]
    full: bool


async def newest(games: Callable[..., Awaitable[list[GameRecord]]]) -> Spreadsheet:
    """Return a spreadsheet of the newest of these games. No more than a page of them is in memory."""
    head = spreadsheet([]).encode()
    content, found = bytearray(head), list[str]()
    while len(found) < MOST_ROWS:
        more = await games(before=found[-1] if found else None, limit=MOST_LISTED)
        if not more:
            return Spreadsheet(bytes(content), found, full=False)
        lines = (await aside(spreadsheet, more)).encode().removeprefix(head)
        if len(content) + len(lines) > MOST_BYTES:
            break
        content += lines
        found += [game.id for game in more]
    return Spreadsheet(bytes(content), found, full=True)


class Pack:
    """A zip that accepts files until it would become too large."""

    def __init__(self) -> None:
        self._content = BytesIO()
        self._zip = ZipFile(self._content, "w", ZIP_DEFLATED)

    def add(self, name: str, content: bytes) -> bool:
        """Add a file; return False if there is no more room."""
        if self._content.tell() > MOST_BYTES:
            return False
        self._zip.writestr(name, content)
        return True

    def close(self) -> bytes:
        """Return the whole zip."""
        self._zip.close()
        return self._content.getvalue()
