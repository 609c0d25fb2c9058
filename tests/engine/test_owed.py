"""It makes no difference when a player gives the answer that an Attack demands."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine import DecisionView, Game
from tests.engine.kit import new_game, some_answer
from tests.soak import some_or_all

KINGDOM = (
    "Militia", "Bureaucrat", "Bandit", "Throne Room", "Council Room", "Festival", "Village", "Witch", "Poacher", "Gardens",
)  # fmt: skip
ANSWERS = 900


def played(seed: int, players: int, *, late: bool) -> tuple[Game, int]:
    """Play a game in which each seat answers at random, with its own seed, and owed answers come at once, or as late as possible
    and from the last seat first; return it, and how often the turn went on while something was owed."""
    game = new_game(players, seed=seed, kingdom=KINGDOM)
    chances = [random.Random(f"{seed} {seat}") for seat in range(players)]
    meanwhile = 0
    for _ in range(ANSWERS):
        asked = [decision for decision in game.decisions if not decision.answered]
        if not asked:
            break
        owed: list[DecisionView] = [decision for decision in asked if decision.owed]
        others = [decision for decision in asked if not decision.owed]
        meanwhile += bool(owed and others and late)
        decision = (others or owed)[-1] if late else (owed or others)[0]
        game.answer(decision.decider, decision.id, some_answer(decision, chances[decision.decider]))
    return game, meanwhile


def outcome(game: Game) -> list[object]:
    """Return what everyone has at the end of a game, and what is on the table."""
    core = game.core
    zones = [[[copy.card.name for copy in zone] for zone in player.zones()] for player in core.players]
    for player in zones:
        player[1].sort()
        player[2].sort()
    return [
        zones,
        Counter(copy.card.name for copy in core.trash),
        {pile.name: pile.count for pile in core.piles.values()},
        core.turn.number,
        game.result,
    ]


@some_or_all("seeds", 2, 6)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_outcome_is_the_same_whether_one_answers_at_once_or_late(players: int, seeds: int) -> None:
    went_on = ended = 0
    for seed in range(seeds):
        soon, _ = played(seed, players, late=False)
        late, meanwhile = played(seed, players, late=True)
        went_on += meanwhile
        ended += soon.over
        assert soon.over == late.over
        if soon.over:
            assert outcome(soon) == outcome(late)
    assert went_on > 3 * seeds, "nothing was ever owed"
    assert ended, "no game was compared to its end"
