"""AI players: always a legal answer, sensible ones, and never more knowledge than their seat's."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from engine import Setup, decide, first_game
from engine.ai import STYLES
from engine.ai.answers import answer
from engine.ai.eyes import Eyes, Glance, Seen
from engine.card import CARDS, Card
from engine.core import Core
from engine.decision import Ask
from engine.fuzz import Plan, random_setup
from engine.setup import new_game
from engine.sight import view
from tests.engine.kit import NAMES, some_answer


def random_core(seed: int) -> tuple[Core, random.Random]:
    chance = random.Random(seed)
    core = new_game(random_setup(Plan(seed, 0, (2, 3, 4)), chance), seed.to_bytes(32, "big"))
    core.begin()
    return core, chance


def unanswered(core: Core) -> list[Ask[object]]:
    return [ask for ask in core.decisions() if ask.answer is None]


def shown(eyes: Eyes) -> dict[str, object]:
    """All that an AI can see through `eyes`."""
    cards: list[Card] = [pile for pile in CARDS.values() if eyes.left(pile)]
    plain = ("my_turn", "seats", "round", "phase", "actions", "buys", "coins", "potions", "debt", "piles_left")
    return {name: getattr(eyes, name) for name in plain} | {
        "hand": Counter(eyes.hand),
        "in_play": Counter(eyes.in_play),
        "kingdom": eyes.kingdom,
        "left": {card: eyes.left(card) for card in cards},
        "cost": {card: eyes.cost(card) for card in CARDS.values()},
    }


def games(count: int) -> Iterator[Core]:
    """Positions from whole games, in which some answers are random, so that AIs see what they would not bring about."""
    for seed in range(count):
        core, chance = random_core(seed)
        while core.phase != "over":
            yield core
            ask = chance.choice(unanswered(core))
            eyes = Glance(core, ask.player)
            ids = some_answer(ask.view(), chance) if chance.random() < 0.2 else answer(eyes, ask, STYLES["kingdom"])
            core.answer(ask.decider, ask.id, ids)
            assert core.asked < 2000


@pytest.mark.parametrize("style", STYLES)
def test_glancing_shows_exactly_what_the_view_shows(style: str) -> None:
    for core in games(6):
        for ask in unanswered(core):
            seen = view(core, ask.decider)
            (decision,) = [each for each in seen.decisions if each.id == ask.id]
            assert shown(Glance(core, ask.player)) == shown(Seen(seen, decision))
            ids = decide(seen, decision, style)
            assert ids == answer(Glance(core, ask.player), ask, STYLES[style])
            ask.check(ids)


def wins(first: str, second: str, kingdom: tuple[str, ...], games: int) -> float:
    """The share of games that `first` wins against `second`, ties shared, each beginning half of them."""
    from engine.score import result

    won = 0.0
    for seed in range(games):
        core = new_game(Setup(players=NAMES[:2], kingdom=kingdom, first=seed % 2), seed.to_bytes(32, "big"))
        core.begin()
        while core.phase != "over":
            ask = unanswered(core)[0]
            style = STYLES[(first, second)[ask.decider]]
            core.answer(ask.decider, ask.id, answer(Glance(core, ask.player), ask, style))
        winners = result(core).winners
        won += (0 in winners) / len(winners)
    return won / games


def test_big_money_with_engine_cards_beats_money_alone() -> None:
    assert wins("kingdom", "big-money", first_game(), 60) > 0.55
