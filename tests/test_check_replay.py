"""The small checker of replay files: it agrees with the bot where it can, and shares no code with it."""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.replay import Export, export, playing_on
from engine.save import Setup
from engine.setup import new_game
from tests.engine.kit import whole_game
from tools import check_replay
from tools.check_replay import Wrong, check, main

FILE = Path(__file__).parent / "fixtures" / "replays" / "v2.json"


@pytest.fixture
def file() -> dict[str, Any]:
    read: dict[str, Any] = json.loads(FILE.read_text())
    return read


def test_it_needs_nothing_but_python() -> None:
    tree = ast.parse(Path(check_replay.__file__).read_text())
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names


def test_what_the_bot_writes_is_right_with_two_to_six_players() -> None:
    for seed in range(5):
        *_, game = whole_game(seed=seed, players=2 + seed)
        assert list(check(json.loads(export(game, game.journal).model_dump_json())))


@pytest.mark.parametrize("first_among", [(), (0, 2)])
def test_the_first_hands_are_those_that_the_bot_deals(first_among: tuple[int, ...]) -> None:
    *_, game = whole_game(seed=3, players=3)
    setup = game.setup.model_copy(update={"first": None, "first_among": first_among})
    core = new_game(setup, game.seed)
    first, *hands = check_replay.first_hands(json.loads(Setup.model_dump_json(setup)), game.seed)
    assert first == f"{setup.players[core.current.seat]} went first."
    for line, player in zip(hands, core.players, strict=True):
        dealt = [copy.card.name for copy in player.hand]
        assert line == f"{player.name}'s first hand: {dealt.count('Copper')} Copper, {dealt.count('Estate')} Estate"


def test_a_game_that_plays_on_from_another_says_so() -> None:
    *_, game = whole_game(seed=3)
    file = export(game, game.journal)
    setup = playing_on(file, 9, ("Ada", "Ben"))
    assert next(check(json.loads(file.model_copy(update={"setup": setup}).model_dump_json()))).endswith("turn 9 of another game.")


def test_it_says_who_won_and_shows_the_fingerprint(capsys: pytest.CaptureFixture[str]) -> None:
    promised = Export.model_validate_json(FILE.read_text()).commitment
    assert main([str(FILE), "--fingerprint", promised]) == 0
    told = capsys.readouterr().out
    assert "1. Ada: 1 points in 8 turns" in told and promised in told and "without the rules" in told


def changed(file: dict[str, Any], *path: str | int, to: Any) -> None:
    *way, last = path
    for step in way:
        file = file[step]  # type: ignore[index]
    file[last] = to  # type: ignore[index]


WRONG: dict[str, Callable[[dict[str, Any]], None]] = {
    "version 2": lambda file: changed(file, "version", to=1),
    "other parts": lambda file: changed(file, "more", to=1),
    "doesn't fit its fingerprint": lambda file: changed(file, "seed", to="00" * 32),
    "isn't 32 bytes": lambda file: changed(file, "seed", to="00" * 31),
    "two to six players": lambda file: changed(file, "setup", "players", to=["Ada", "Ada"]),
    "named twice": lambda file: changed(file, "setup", "kingdom", to=["Moat", "Moat"]),
    "Entry 4: An answer is a list of five": lambda file: changed(file, "entries", 4, to=[0, 5, "end"]),
    "Entry 4: It names no seat": lambda file: changed(file, "entries", 4, 0, to=2),
    "Entry 4: It answers no question": lambda file: changed(file, "entries", 4, 1, to=0),
    "Entry 4: Someone else was asked": lambda file: changed(file, "entries", 4, 1, to=1),
    "Entry 4: What was chosen isn't text": lambda file: changed(file, "entries", 4, 2, to=[1]),
    "Entry 4: A hash has 12": lambda file: changed(file, "entries", 4, 4, to="0"),
    "Entry 20: It undoes": lambda file: changed(file, "entries", 20, "count", to=7),
    "Entry 20: No entry is of the kind": lambda file: changed(file, "entries", 20, "kind", to="cheat"),
    "Entry 5: Something follows": lambda file: changed(file, "entries", 4, to={"kind": "stop"}),
    "Entry 9: That player has resigned": lambda file: changed(file, "entries", 8, to={"kind": "resign", "seat": 0}),
    "the points don't add up": lambda file: changed(file, "result", "scores", 0, "points", to=50),
    "the points for Estate are wrong": lambda file: file["result"]["scores"][0]["deck"].append({"name": "Estate", "count": 9}),
    "isn't in place 2": lambda file: changed(file, "result", "scores", 0, "rank", to=2),
    "The winners aren't": lambda file: changed(file, "result", "winners", to=[1]),
    "Not every seat": lambda file: changed(file, "result", "scores", 0, "seat", to=1),
}


@pytest.mark.parametrize("sentence", WRONG)
def test_it_notices_what_cannot_be(sentence: str, file: dict[str, Any]) -> None:
    list(check(file))
    WRONG[sentence](file)
    with pytest.raises(Wrong, match=sentence):
        list(check(file))


def test_another_fingerprint_than_the_one_published_is_noticed(file: dict[str, Any]) -> None:
    with pytest.raises(Wrong, match="published before the game"):
        list(check(file, "00" * 32))


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"version": 2}', "null", FILE.read_text().replace('"seat":0', '"seat":null')])
def test_any_other_file_is_refused_with_a_sentence(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.json"
    path.write_text(text)
    assert main([str(path)]) == 1
    assert capsys.readouterr().err.startswith(str(path))


def test_where_it_sees_nothing_wrong_the_rules_may(file: dict[str, Any], tmp_path: Path) -> None:
    """Only a replay shows whether an answer was possible, as docs/replay-format.md says."""
    changed(file, "entries", 3, 2, to="buy:Province")
    assert list(check(file))
