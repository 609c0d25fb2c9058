"""The records of a game: how its points grew, however long it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from cogs.desk import Desk
from cogs.panels.blocks import Attachment
from cogs.panels.score import MAX_COURSE, course, file
from cogs.text import score as text_score
from engine import Score
from engine.log import Ending
from engine.replay import TurnPoints
from engine.view import Result
from tables import TableView
from tables.commands import consent
from tests.databases import sql
from tests.tables.kit import ADA, MANAGER, Party, buying


async def a_table(path: Path) -> TableView:
    party = Party(path)
    await party.open()
    await party.start()
    table = await party.table()
    await party.close()
    return table


def grown(*points: int) -> list[TurnPoints]:
    """Return two players' points at the start of each turn; the second has one fewer."""
    return [
        TurnPoints(turn=turn, own=(turn + 1) // 2, seat=(turn + 1) % 2, points=(each, each - 1))
        for turn, each in enumerate(points, 1)
    ]


def numbers(table: TableView, history: list[TurnPoints]) -> list[str]:
    """Return the lines with the points; all have the same length, and fit on a phone."""
    head, *lines = course(table, history, 1).panel.text.partition("```\n")[2].removesuffix("\n```").splitlines()
    assert head.split() == [text_score.TURN, *(seat.name for seat in table.seats)]
    assert {len(line) for line in lines} == {len(head)} and len(head) <= 33
    return [" ".join(line.split()) for line in lines]


async def test_scores_are_listed_whenever_they_change_by_everyones_turns(tmp_path: Path) -> None:
    table = await a_table(tmp_path / "game.db")
    assert numbers(table, grown(3, 3, 3, 4, 4, 9)) == ["1 3 2", "3 4 3", "End 9 8"]


async def test_names_too_long_for_their_column_go_on_below(tmp_path: Path) -> None:
    table = await a_table(tmp_path / "game.db")
    names = ("Ada", "Alder", "Briar", "Cleo for Ben")
    seats = tuple(table.seats[0].model_copy(update={"number": number, "name": name}) for number, name in enumerate(names))
    four = [TurnPoints(turn=turn, own=1, seat=turn - 1, points=(3, 3, 3, 3)) for turn in (1, 2)]
    told = course(table.model_copy(update={"seats": seats}), four, 1).panel.text.partition("```\n")[2].splitlines()
    assert [line.split() for line in told[:3]] == [["Turn", "Ada", "Alder", "Briar", "Cleo"], ["for"], ["Ben"]]
    assert {len(line) for line in told[:5]} == {len(told[0])}


async def test_points_of_a_very_long_game_keep_their_beginning_and_their_end(tmp_path: Path) -> None:
    table = await a_table(tmp_path / "game.db")
    told = numbers(table, grown(*range(500)))
    assert told[0].startswith("1 ") and told[-1].startswith("End ")
    assert 50 < len(told) < 250 and len("\n".join(told)) <= MAX_COURSE


async def test_a_game_that_current_rules_play_differently_still_has_its_score_and_its_file_says_why(
    tmp_path: Path,
) -> None:
    party = Party(tmp_path / "game.db")
    await party.open()
    await party.start()
    await party.until(lambda table, view: table.turn == 4, buying("Province", "Gold", "Silver"))
    await party.close()
    sql(party.path, "UPDATE entries SET entry = json_set(entry, '$.asked', 'other') WHERE number = 1")
    sql(party.path, "UPDATE games SET setup = json_set(setup, '$.rules', 1)")
    await party.open()
    await party.host.act(party.id, MANAGER, consent.end(force=True), action="enough")
    table = await party.table()
    score = (await Desk(party.host, None).score(table)).panel.text
    assert "3 Estates: 3" in score
    proof, exported = await party.host.records.proof(party.id), await party.host.records.export(party.id)
    made = file(table, proof, ADA.id).panel
    told, (sent,) = made.text, [block for block in made.blocks if isinstance(block, Attachment)]
    await party.close()
    assert "I couldn't verify this game" in told and "older version" in told and sent.data == exported.model_dump_json().encode()


@pytest.mark.parametrize(
    ("names", "points", "words"),
    [
        (["Ada"], [31, 30], "### Ada wins in #t, 31 to 30"),
        (["Ada"], [31, 31, 4], "### Ada wins in #t, tied at 31 VP but with fewer turns"),
        (["Ada", "Ben"], [31, 31], "### Ada and Ben share the win in #t, 31 VP each"),
    ],
)
def test_the_winner_is_named_with_what_decided_a_tie(names: list[str], points: list[int], words: str) -> None:
    assert text_score.heading(names, points, "#t") == words


@pytest.mark.parametrize(
    ("points", "words"),
    [
        ((31, 30), "Ada wins, 31 to 30"),
        ((31, 30, 4), "Ada wins\nAda 31 · Ben 30 · Cleo 4"),
        ((31, 31, 4), "Ada wins, tied at 31 VP but with fewer turns\nAda 31 · Ben 31 · Cleo 4"),
    ],
)
async def test_the_end_s_message_has_each_score_once_unless_they_tie(tmp_path: Path, points: tuple[int, ...], words: str) -> None:
    table = await a_table(tmp_path / "game.db")
    names = ("Ada", "Ben", "Cleo")[: len(points)]
    seats = tuple(table.seats[0].model_copy(update={"number": number, "name": name}) for number, name in enumerate(names))
    scores = tuple(
        Score(seat=seat, name=name, points=points[seat], turns_taken=9, rank=seat + 1, lines=(), deck=())
        for seat, name in enumerate(names)
    )
    result = Result(ending=Ending(kind="agreed"), winners=(0,), scores=scores)
    over = table.model_copy(update={"seats": seats, "result": result})
    assert text_score.over(over, "#t") == f"### Game over in #t: {words}"
