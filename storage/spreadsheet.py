"""Finished games as a table that spreadsheets read (CSV)."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from io import StringIO

from storage.records import GameRecord

COLUMNS = (
    *("game", "started", "ended", "server", "private", "ending", "turns", "kingdom", "not_counted"),
    *("seat", "name", "player", "place", "points", "own_turns", "resigned", "opening"),
)
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""Characters that spreadsheets take for the start of a formula, even in a name."""


def spreadsheet(games: Iterable[GameRecord]) -> str:
    """Return games as CSV: a line for each seat."""
    made = StringIO()
    writer = csv.writer(made)
    writer.writerow(COLUMNS)
    writer.writerows(line for game in games for line in lines(game))
    return made.getvalue()


def lines(game: GameRecord) -> Iterator[tuple[object, ...]]:
    """Yield a game's lines, the winner's first."""
    started, ended = (at.isoformat(timespec="seconds") for at in (game.started, game.ended))
    kingdom = ", ".join(game.kingdom.names)
    about = game.id, started, ended, game.server, game.private, game.ending.kind, game.turns, kingdom, game.uncounted
    for seat in game.placed:
        fared = seat.place, seat.points, seat.turns, seat.resigned, ", ".join(seat.opening)
        yield *about, seat.seat + 1, harmless(seat.name), seat.player, *fared


def harmless(name: str) -> str:
    """Return a name in a form that no spreadsheet takes for a formula."""
    return f"'{name}" if name.startswith(FORMULA) else name
