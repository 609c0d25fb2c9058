"""The simulator: its figures are right, and follow from its seed."""

from __future__ import annotations

import json

import pytest

from engine import Setup, first_game
from engine.__main__ import main
from engine.simulate import names, simulate


def test_prints_one_json_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--json", "--games", "5", "--players", "2", "--strategy", "big-money"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["games"] == 5
    assert {"seconds", "games_per_second", "turns_per_game", "decisions_per_second", "win_rates"} <= report.keys()
    assert sum(report["win_rates"]) == pytest.approx(1)


def test_a_seed_gives_the_same_games() -> None:
    setup = Setup(players=names(3), kingdom=first_game())
    first, second = (simulate(6, ["kingdom", "big-money", "big-money"], 3, setup) for _ in range(2))
    assert (first.turns, first.decisions, first.seats) == (second.turns, second.decisions, second.seats)
    assert sum(first.seats) == pytest.approx(6)
    assert sum(first.strategies.values()) == pytest.approx(6)


def test_refuses_an_invalid_kingdom(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--games", "1", "--kingdom", "Nonesuch"]) == 2
    assert "Nonesuch" in capsys.readouterr().err


def test_plays_a_recommended_set_with_its_events_and_landmarks(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--json", "--games", "2", "--set", "basic intro", "--strategy", "kingdom"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 2
    assert main(["simulate", "--games", "1", "--set", "Nonesuch"]) == 2
    assert "Nonesuch" in capsys.readouterr().err
