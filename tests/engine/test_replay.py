"""A finished game's file can be verified."""

from __future__ import annotations

import json
import random
from argparse import Namespace
from pathlib import Path

import pytest
from pydantic import ValidationError

from engine import Ending, EngineError, Game, Save, SaveMismatch, recommended_kingdom
from engine.errors import OtherRules
from engine.replay import Export, export, playing_on, points_over_turns, run, verify
from engine.save import RULES, Setup
from tests.engine.kit import new_game, play_on, whole_game
from tests.engine.test_owed import played

PLAIN = ("Village", "Smithy", "Market", "Festival", "Laboratory", "Moat", "Gardens", "Council Room", "Witch", "Workshop")
"""Cards that never discard several cards together, and never ask a question with one answer of which only its player knows. A game
with them goes the same way under older rules."""


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
def test_a_game_under_other_rules_that_goes_differently_is_refused_with_a_sentence(
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


def test_new_games_say_which_rules_they_use_and_games_that_dont_are_older() -> None:
    setup = recommended_kingdom("First Game", 2).setup(["Ada", "Ben"])
    assert setup.rules == RULES
    assert Setup.model_validate(setup.model_dump(exclude={"rules"})).rules < RULES


def test_the_wording_of_an_ending_proves_nothing_and_might_have_changed_since(exported: Export) -> None:
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


def test_a_running_game_is_not_exported_since_its_seed_reveals_what_is_hidden() -> None:
    game = new_game()
    with pytest.raises(EngineError):
        export(game, game.journal)


FILES = Path(__file__).parents[1] / "fixtures" / "replays"


@pytest.mark.parametrize("file", sorted(FILES.glob("*.json")), ids=lambda path: path.stem)
def test_files_of_every_version_are_still_read(file: Path) -> None:
    read = Export.model_validate_json(file.read_text())
    assert len(read.entries) == 71 and [entry.number for entry in read.entries] == list(range(71))
    assert {entry.kind for entry in read.entries} == {"answer", "undo", "resign"}
    try:
        verify(read)
    except OtherRules:
        assert read.setup.rules < RULES


def test_old_and_new_files_of_one_game_say_the_same() -> None:
    old, new = (Export.model_validate_json((FILES / f"v{number}.json").read_text()) for number in (1, 2))
    assert old == new


def test_a_file_of_a_newer_version_is_refused(exported: Export) -> None:
    with pytest.raises(ValidationError, match="version"):
        Export.model_validate(json.loads(exported.model_dump_json()) | {"version": 3})


def test_a_file_holds_everything_and_is_short(exported: Export) -> None:
    file = exported.model_dump_json()
    assert Export.model_validate_json(file) == exported
    assert len(file) < 2500 + 50 * len(exported.entries)


@pytest.fixture(scope="module")
def finished() -> Game:
    *_, game = whole_game(seed=12, players=3)
    return game


def what_if(game: Game, turn: int, seed: int = 1) -> Game:
    """Return a new game that plays on from a turn of a finished one."""
    setup = playing_on(export(game, game.journal), turn, ("Fay", "Gus", "Hal"))
    return Game.new(setup, seed.to_bytes(32, "big"))


@pytest.mark.parametrize("turn", [1, 2, 17, 30])
def test_a_game_plays_on_from_the_position_at_the_start_of_a_turn(finished: Game, turn: int) -> None:
    then = next(taken for taken in finished.snapshots if taken.turn == turn)
    game = what_if(finished, turn)
    now = game.snapshots[0]
    own = ("shuffles", "logged")
    assert {key: value for key, value in now.state.items() if key not in own} == {
        key: value for key, value in then.state.items() if key not in own
    }
    assert game.turn == turn and game.current == then.state["turn"][1]
    assert [player.name for player in game.view(None).players] == ["Fay", "Gus", "Hal"]
    assert game.log[0].public.number == 0 and game.log[0].public.turn == turn


def test_what_comes_after_it_is_shuffled_by_the_new_seed_alone(finished: Game) -> None:
    """Someone with the old seed and journal knows the current decks, but no later shuffle."""

    def decks(game: Game) -> list[list[str]]:
        for player in game.core.players:
            player.discard_pile += player.hand + player.in_play
            player.shuffle()
        return [[copy.card.name for copy in player.deck] for player in game.core.players]

    first, again, other = (decks(what_if(finished, 20, seed)) for seed in (1, 1, 2))
    assert first == again != other
    assert finished.setup.start is None and what_if(finished, 20).core.shuffler.counters == [0, 0, 0, 0]


@pytest.mark.parametrize("turn", [1, 20])
def test_a_game_that_plays_on_is_saved_undone_and_verified_like_any_other(finished: Game, turn: int) -> None:
    game, chance = what_if(finished, turn), random.Random(turn)
    before = game.save()
    while game.undoable(game.current) == 0:
        play_on(game, chance, 1)
    loaded = Game.load(Save.model_validate_json(game.save().model_dump_json()))
    assert loaded.decisions == game.decisions and loaded.snapshots == game.snapshots
    whole = Game.load(game.save().model_copy(update={"snapshot": None, "entries": tuple(game.journal)}))
    assert whole.decisions == game.decisions
    game.undo(len(game.answers), game.current)
    assert game.turn == turn and game.save().snapshot == before.snapshot
    play_on(game, chance, 10_000)
    file = export(game, game.journal)
    assert verify(Export.model_validate_json(file.model_dump_json())).result == game.result
    assert points_over_turns(file)[0].turn == turn


def test_a_game_that_played_on_can_be_played_on_from_as_well(finished: Game) -> None:
    game = what_if(finished, 20)
    play_on(game, random.Random(3), 10_000)
    again = what_if(game, 25, seed=9)
    assert again.turn == 25 and not again.over


def test_no_game_starts_from_a_turn_that_never_was_or_at_which_a_choice_was_owed(finished: Game) -> None:
    with pytest.raises(EngineError, match="start from that turn"):
        what_if(finished, finished.turn + 1)
    game, _ = played(5, 3, late=True)
    if not game.over:
        game.stop(Ending(kind="agreed"))
    file = export(game, game.journal)
    owed = [each.turn for each in points_over_turns(file) if each.owed]
    assert owed and not {taken.turn for taken in game.snapshots} & set(owed)
    with pytest.raises(EngineError, match="start from that turn"):
        playing_on(file, owed[0], game.setup.players)


def test_where_a_game_starts_is_kept_out_of_what_is_logged_about_it(finished: Game) -> None:
    assert "start" not in repr(what_if(finished, 20).setup)
