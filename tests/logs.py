"""The log in words, as each reader sees it."""

from __future__ import annotations

from collections.abc import Sequence

from engine import Game, LogLine, log_words
from engine.log_forms import SeatNames
from tables import TableService, words
from tables.models import OwnLine

NAMES = ("Ada", "Ben", "Cleo")


def said(line: LogLine, names: Sequence[str] = NAMES, reader: int | None = None) -> str:
    """Return what a line says to the seat `reader` (None: a spectator)."""
    if isinstance(line, OwnLine) and line.kind == "standing":
        return words.own_line(line, SeatNames(names, reader))
    return log_words.line(line, SeatNames(names, reader))


def log_of(game: Game, reader: int | None = None) -> list[str]:
    """Return what a game's log says to a reader."""
    names = [player.name for player in game.core.players]
    return [said(entry.line(reader), names, reader) for entry in game.log]


async def read_log(tables: TableService, table: str, person: int | None, *kinds: str) -> list[str]:
    """Return a game's log as a person reads it, by their name; only lines of these kinds, if any are named."""
    names = [seat.name for seat in (await tables.table(table)).seats]
    return [said(line, names) for line in await tables.log(table, person) if not kinds or line.kind in kinds]
