"""What a score says, line by line."""

from __future__ import annotations

from engine import Ending, Game, Setup, first_game
from engine.view import Score
from tests.engine.kit import NAMES


def scores(*landscapes: str) -> tuple[Score, ...]:
    """Return the scores of a game that was stopped before anything happened."""
    game = Game.new(Setup(players=NAMES[:2], kingdom=first_game(), landscapes=landscapes, first=0), bytes(32))
    game.stop(Ending(kind="agreed"))
    assert game.result is not None
    return game.result.scores


def told(score: Score) -> dict[str, int]:
    """Return its lines."""
    return {line.what: line.points for line in score.lines}


def test_a_landmark_that_gave_nothing_says_so() -> None:
    assert [told(score) for score in scores("Fountain", "Museum")] == [{"Estate": 3, "Fountain": 0, "Museum": 4}] * 2


def test_what_isnt_looked_at_when_scoring_has_no_line_nor_have_cards_worth_nothing() -> None:
    assert [told(score) for score in scores("Arena", "Donate")] == [{"Estate": 3}] * 2
