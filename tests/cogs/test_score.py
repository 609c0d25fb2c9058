"""What is left of a game: how its points grew, however long it was."""

from __future__ import annotations

from pathlib import Path

from cogs import text_score
from cogs.panels.score import MAX_COURSE, course
from engine.replay import TurnPoints
from tables import TableView
from tests.tables.kit import Party


async def a_table(path: Path) -> TableView:
    party = Party(path)
    await party.open()
    await party.start()
    table = await party.table()
    await party.close()
    return table


def grown(*points: int) -> list[TurnPoints]:
    """Two players' points at the start of each turn; the second has one less."""
    return [TurnPoints(turn=turn, seat=turn % 2, points=(each, each - 1)) for turn, each in enumerate(points, 1)]


def numbers(table: TableView, history: list[TurnPoints]) -> list[str]:
    """The lines that tell the points."""
    shown = course(table, history, None, 1).panel.text
    return shown.removeprefix(text_score.POINTS_OVER_TURNS).strip().splitlines()


async def test_points_are_told_whenever_they_change(tmp_path: Path) -> None:
    table = await a_table(tmp_path / "game.db")
    ada, ben = (seat.name for seat in table.seats)
    told = numbers(table, grown(3, 3, 3, 4, 4, 9))
    assert told == [f"-# {turn}: {ada} {each} · {ben} {each - 1}" for turn, each in ((1, 3), (4, 4), (6, 9))]


async def test_points_of_a_very_long_game_keep_their_beginning_and_their_end(tmp_path: Path) -> None:
    table = await a_table(tmp_path / "game.db")
    told = numbers(table, grown(*range(500)))
    assert told[0].startswith("-# 1: ") and told[-1].startswith("-# 500: ")
    assert 50 < len(told) < 250 and len("\n".join(told)) <= MAX_COURSE
