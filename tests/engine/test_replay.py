"""A finished game's file proves itself."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

import pytest

from engine import Ending, EngineError, SaveMismatch, recommended_kingdom
from engine.errors import OtherRules
from engine.replay import Export, export, points_over_turns, run, verify
from engine.save import RULES, Setup
from tests.engine.kit import new_game, whole_game
from tests.engine.test_owed import played

PLAIN = ("Village", "Smithy", "Market", "Festival", "Laboratory", "Moat", "Gardens", "Council Room", "Witch", "Workshop")
"""Cards that put no choice which only its player can know to be forced, and no cards together on a discard pile: by older rules a
game with them goes the same way."""


@pytest.fixture(scope="module")
def exported() -> Export:
    *_, game = whole_game(seed=10, kingdom=PLAIN)
    return export(game, game.journal)


def test_it_is_played_again_to_the_same_result(exported: Export, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.json"
    file.write_text(exported.model_dump_json())
    assert run(Namespace(file=file, log=True)) == 0
    assert "Verified" in capsys.readouterr().out


def test_another_seed_than_the_one_committed_to_is_noticed(exported: Export) -> None:
    with pytest.raises(SaveMismatch, match="fingerprint"):
        verify(exported.model_copy(update={"seed": "00" * 31 + "01"}))


def test_a_changed_answer_or_result_is_noticed(exported: Export, tmp_path: Path) -> None:
    changed = exported.entries[3].model_copy(update={"ids": ("end",)})
    entries = (*exported.entries[:3], changed, *exported.entries[4:])
    file = tmp_path / "game.json"
    file.write_text(exported.model_copy(update={"entries": entries}).model_dump_json())
    assert run(Namespace(file=file, log=False)) == 1
    with pytest.raises(SaveMismatch, match="a different result"):
        verify(exported.model_copy(update={"result": exported.result.model_copy(update={"winners": ()})}))


@pytest.mark.parametrize(("rules", "told"), [(RULES - 1, "older version"), (RULES + 1, "newer version")])
def test_a_game_by_other_rules_that_goes_another_way_now_is_told_so_in_a_sentence(
    exported: Export, rules: int, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = exported.model_copy(update={"setup": exported.setup.model_copy(update={"rules": rules})})
    assert verify(other).over, "it may go the same way all the same"
    asked = exported.entries[3].model_copy(update={"asked": "something else"})
    other = other.model_copy(update={"entries": (*exported.entries[:3], asked, *exported.entries[4:])})
    with pytest.raises(OtherRules, match=told):
        verify(other)
    file = tmp_path / "game.json"
    file.write_text(other.model_dump_json())
    assert run(Namespace(file=file, log=False)) == 1
    assert told in capsys.readouterr().err


def test_what_is_played_now_says_by_which_rules_and_what_does_not_say_is_older() -> None:
    setup = recommended_kingdom("First Game", 2).setup(["Ada", "Ben"])
    assert setup.rules == RULES
    assert Setup.model_validate(setup.model_dump(exclude={"rules"})).rules < RULES


def test_in_which_words_a_game_ended_proves_nothing_and_may_have_changed_since(exported: Export) -> None:
    worded = exported.result.model_copy(update={"ending": Ending(kind="worded", wording="Die Provinzen sind alle.")})
    assert verify(exported.model_copy(update={"result": worded})).over


def test_points_are_those_at_the_start_of_each_turn_also_where_something_was_owed_then() -> None:
    game, _ = played(5, 3, late=True)
    if not game.over:
        game.stop(Ending(kind="agreed"))
    began = [taken.turn for taken in game.snapshots]
    *course, end = points_over_turns(export(game, game.journal))
    assert [each.turn for each in course] == list(range(1, game.turn + 1))
    assert len(began) < len(course), "turns began while something was owed"
    assert end.points == game.points


def test_a_running_game_is_not_exported_since_its_seed_tells_what_is_hidden() -> None:
    game = new_game()
    with pytest.raises(EngineError):
        export(game, game.journal)
