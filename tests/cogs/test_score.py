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
    """The lines that tell the points; all are as long, and fit a phone."""
    head, *lines = course(table, history, 1).panel.text.partition("```\n")[2].removesuffix("\n```").splitlines()
    assert head.split() == [text_score.TURN, *(seat.name for seat in table.seats)]
    assert {len(line) for line in lines} == {len(head)} and len(head) <= 33
    return [" ".join(line.split()) for line in lines]


async def test_points_are_told_whenever_they_change(tmp_path: Path) -> None:
    table = await a_table(tmp_path / "game.db")
    assert numbers(table, grown(3, 3, 3, 4, 4, 9)) == ["1 3 2", "4 4 3", "6 9 8"]


async def test_points_of_a_very_long_game_keep_their_beginning_and_their_end(tmp_path: Path) -> None:
    table = await a_table(tmp_path / "game.db")
    told = numbers(table, grown(*range(500)))
    assert told[0].startswith("1 ") and told[-1].startswith("500 ")
    assert 50 < len(told) < 250 and len("\n".join(told)) <= MAX_COURSE
