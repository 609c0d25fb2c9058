"""AI players: always a legal answer, sensible ones, and never more knowledge than their seat's."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from engine import Setup, decide, first_game
from engine.ai import STYLES
from engine.ai.answers import answer
from engine.ai.eyes import Eyes, Glance, Seen
from engine.card import CARDS, Card
from engine.core import Core
from engine.decision import Ask, Choice, ChoiceAsk
from engine.fuzz import NAMES as PLAYERS
from engine.fuzz import Plan, random_setup
from engine.kingdoms import missing_from, recommended_kingdom, recommended_sets
from engine.setup import new_game
from engine.sight import view
from engine.simulate import simulate
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


SETS = [each.name for each in recommended_sets() if not missing_from(each)]


def played(setup: Setup, seed: int, *styles: str) -> Iterator[tuple[Core, Ask[Any], list[str]]]:
    """Every answer of a whole game between AIs, before it is given."""
    core = new_game(setup, seed.to_bytes(32, "big"))
    core.begin()
    while core.phase != "over":
        ask = unanswered(core)[0]
        ids = answer(Glance(core, ask.player), ask, STYLES[styles[ask.decider % len(styles)]])
        yield core, ask, ids
        core.answer(ask.decider, ask.id, ids)
        assert core.asked < 4000


def test_beats_big_money_that_ignores_the_kingdom() -> None:
    """A sample; all of it is benchmarks/strength.py."""
    won = sum(
        simulate(10, ["kingdom", "big-money"], 1, recommended_kingdom(name).setup(NAMES[:2])).strategies["kingdom"] for name in SETS
    )
    assert won / (10 * len(SETS)) >= 0.55


@pytest.mark.parametrize("name", SETS)
def test_plays_every_recommended_set_to_the_end(name: str) -> None:
    for players in range(2, 7):
        for core, _, _ in played(recommended_kingdom(name).setup(PLAYERS[:players]), players, *STYLES):
            assert core.turn.number < 100 * players


INDEBTED = ("Capital", "City Quarter", "Engineer", "Royal Blacksmith", "Overlord", "Gladiator/Fortune")


def in_debt(ask: Ask[object]) -> list[str]:
    """What could be bought here that brings debt."""
    cards = [option.card for option in ask.options if option.id.startswith(("buy:", "event:")) and option.card is not None]
    return [name for name in cards if CARDS[name].cost.debt or name == "Capital"]


@pytest.mark.parametrize("events", [("Tax", "Triumph"), ("Wedding", "Annex"), ("Donate", "Delve")])
@pytest.mark.parametrize("style", STYLES)
def test_never_ends_a_buy_phase_with_debt_it_could_pay(style: str, events: tuple[str, ...]) -> None:
    """Every fifth turn or so it is made to buy something with debt."""
    chance, owing = random.Random(1), 0
    setup = Setup(players=NAMES[:2], kingdom=(*INDEBTED, "Crown", "Villa", "Forum", "Charm"), events=events)
    for seed in range(6):
        core = new_game(setup, seed.to_bytes(32, "big"))
        core.begin()
        while core.phase != "over":
            ask = unanswered(core)[0]
            ids = answer(Glance(core, ask.player), ask, STYLES[style])
            payable = min(ask.player.debt, core.current.coins) if ask.player is core.current else 0
            owing += bool(payable)
            assert not (ask.kind == "turn" and ids == ["end"] and payable)
            assert ask.purpose != "debt" or ids == [str(payable)]
            if ask.kind == "turn" and ids[0].startswith(("buy:", "event:", "end")) and chance.random() < 0.2 and in_debt(ask):
                name = chance.choice(in_debt(ask))
                ids = [f"event:{name}" if name in events else f"buy:{name}"]
            core.answer(ask.decider, ask.id, ids)
    assert owing > 20


@pytest.mark.parametrize(("card", "purpose", "said"), [
    ("Gold", "discard", "no"), ("Curse", "discard", "yes"), ("Gold", "discard theirs", "yes"), ("Estate", "discard theirs", "no"),
])  # fmt: skip
def test_spies_for_its_own_good(card: str, purpose: str, said: str) -> None:
    core = new_game(Setup(players=NAMES[:2], kingdom=first_game()), bytes(32))
    core.begin()
    me = core.players[0]
    ask = ChoiceAsk(me, (Choice("yes", "Yes", card), Choice("no", "No", card)), purpose, "Discard it?")
    assert answer(Glance(core, me), ask, STYLES["kingdom"]) == [said]


def test_an_event_is_bought_where_it_gives_more_than_a_card() -> None:
    setup = Setup(players=NAMES[:2], kingdom=first_game(), events=("Delve", "Dominate"))
    bought = {ids[0] for seed in range(10) for _, ask, ids in played(setup, seed, "kingdom") if ask.kind == "turn"}
    assert {"event:Delve", "buy:Province"} <= bought
