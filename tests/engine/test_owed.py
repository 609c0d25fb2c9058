"""It makes no difference when a player answers an Attack."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import pytest

from engine import DecisionView, Game
from engine.phases import MOST_OWING
from tests.engine.kit import new_game, some_answer
from tests.soak import some_or_all

KINGDOM = (
    "Militia", "Bureaucrat", "Bandit", "Throne Room", "Council Room", "Festival", "Village", "Witch", "Poacher", "Gardens",
)  # fmt: skip
ANSWERS = 900
ATTACKING = ("play:Militia", "treasures", "buy:Militia", "end")


def played(seed: int, players: int, *, late: bool) -> tuple[Game, int]:
    """Play a game in which each seat answers at random, with its own seed, and owed answers come early, or as late as possible
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
def test_the_outcome_is_the_same_however_late_a_player_answers(players: int, seeds: int) -> None:
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


def test_now_and_then_a_turn_starts_with_nothing_owed_however_late_everyone_answers() -> None:
    game = new_game(6, seed=1, kingdom=KINGDOM)
    while game.turn < 5 * MOST_OWING:
        asked = [decision for decision in game.decisions if not decision.answered]
        decision = next((each for each in asked if not each.owed), asked[0])
        ids = [option.id for option in decision.options for _ in range(option.count)]
        if decision.kind == "turn":
            given = [next(id for id in ATTACKING if id in ids)]
        else:
            given = sorted(ids, key=lambda id: "Militia" in id)[: decision.minimum]
        game.answer(decision.decider, decision.id, given)
    begun = [*(snapshot.turn for snapshot in game.snapshots), game.turn]
    assert max(later - earlier for earlier, later in pairwise(begun)) == MOST_OWING
