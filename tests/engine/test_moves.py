"""The possible moves of a turn are listed in one place: what they cost, what they give, and what prevents them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engine import DecisionView, MoveView, Obstacle
from engine.case import Run
from engine.case_format import Case
from engine.core import Core
from engine.visibility import view
from tests.engine.test_ai import games, unanswered
from tests.soak import some_or_all


def at(phase: str = "buy", *said: str, kingdom: str = "Village, Market", landscapes: str = "", **start: Any) -> DecisionView:
    """Return Ada's question on her turn, after she has given an answer."""
    laid_out = {"kingdom": kingdom} | ({"landscapes": landscapes} if landscapes else {})
    mine = {name: start.pop(name) for name in ("hand", "debt", "actions", "tokens") if name in start}
    begun = {"phase": phase, "Ada": mine, **start}
    steps = [*({"Ada": each} for each in said), {"expect": {"over": "no"}}]
    run = Run(
        Case.model_validate({"case": "a turn", **laid_out, "start": begun, "then": steps}, context={"players": ("Ada", "Ben")})
    )
    assert run.run() == []
    (decision,) = view(run.core, 0).decisions
    return decision


def move(decision: DecisionView, id: str) -> MoveView:
    (found,) = [each for each in decision.moves if each.id == id]
    return found


def positions(count: int) -> Iterator[tuple[Core, DecisionView]]:
    """Yield the turns of whole games, with the question as its decider sees it."""
    for core in games(count):
        for ask in unanswered(core):
            if ask.kind == "turn":
                (decision,) = [each for each in view(core, ask.decider).decisions if each.id == ask.id]
                yield core, decision


@some_or_all("count", 3, 12)
def test_what_nothing_stands_in_the_way_of_is_just_what_is_offered(count: int) -> None:
    for _, decision in positions(count):
        assert [each.id for each in decision.moves if each.now is None] == [option.id for option in decision.options]


@some_or_all("count", 3, 12)
def test_what_is_to_come_before_a_buy_leads_where_it_says(count: int) -> None:
    """The test makes the moves right there, and the games go on from that point, so every position is a new one."""
    reached = 0
    for core, decision in positions(count):
        if not decision.before:
            continue
        for id in decision.before:
            (ask,) = core.open
            core.answer(ask.decider, ask.id, [id])
        (ask,) = core.open
        me, purse = ask.player, decision.purse
        assert purse is not None
        assert (me.buys, me.coins, me.potions, me.debt) == (purse.buys, purse.coins, purse.potions, purse.debt)
        sold = {option.id for option in ask.options if option.id.startswith(("buy:", "event:"))}
        assert sold == {each.id for each in decision.moves if each.kind in ("buy", "event") and each.then is None}
        reached += 1
    assert reached > 20 * count


@pytest.mark.parametrize(
    ("id", "start", "why"),
    [
        ("buy:Gold", {"coins": 5}, Obstacle.COINS),
        ("buy:Familiar", {"coins": 5, "kingdom": "Familiar"}, Obstacle.POTIONS),
        ("buy:Copper", {"buys": 0}, Obstacle.BUYS),
        ("buy:Copper", {"debt": 2, "coins": 1}, Obstacle.DEBT),
        ("buy:Copper", {"phase": "action", "hand": "Village"}, Obstacle.PHASE),
        ("event:Wedding", {"coins": 3, "landscapes": "Wedding"}, Obstacle.COINS),
        ("play:Village", {"hand": "Village"}, Obstacle.PHASE),
        ("play:Estate", {"hand": "Estate"}, Obstacle.UNPLAYABLE),
        ("play:Copper", {"phase": "action", "hand": "Copper, Village"}, Obstacle.PHASE),
        ("treasures", {"phase": "action", "hand": "Copper, Village"}, Obstacle.PHASE),
        ("buys", {}, Obstacle.PHASE),
        ("buy:Gold", {"coins": 6}, None),
        ("end", {}, None),
    ],
)
def test_it_says_what_is_in_the_way(id: str, start: dict[str, Any], why: Obstacle | None) -> None:
    assert move(at(**start), id).now == why


def test_treasures_come_before_what_is_bought() -> None:
    assert move(at("buy", "buy Copper", hand="Copper", buys=2), "play:Copper").now == Obstacle.SPENT


def test_what_a_move_costs_and_gives_is_said_with_it() -> None:
    decision = at(hand="2 Copper, Silver", kingdom="Village, Familiar")
    assert str(move(decision, "buy:Familiar").cost) == "$3P"
    assert (move(decision, "treasures").coins, move(decision, "treasures").potions) == (4, 0)
    assert move(decision, "play:Silver").coins == 2


def test_what_is_not_certain_is_not_said() -> None:
    decision = at(hand="Copper, Fortune", kingdom="Gladiator/Fortune")
    assert move(decision, "play:Fortune").coins is None
    assert decision.before == (), "it is for its player to say when Fortune is played"


def test_a_plain_turn_is_seen_through_from_the_action_phase_on() -> None:
    decision = at("action", hand="Village, Gold, Gold", debt=2)
    assert decision.before == ("buys", "treasures", "debt:2")
    assert decision.purse is not None and decision.purse.coins == 4
    assert move(decision, "buy:Silver").then is None
    assert move(decision, "buy:Gold").then == Obstacle.COINS


def test_a_ban_that_depends_on_what_is_in_play_is_foreseen() -> None:
    kingdom = "Village, Grand Market"
    assert move(at("action", hand="Village, 2 Gold", kingdom=kingdom), "buy:Grand Market").then is None
    with_copper = at("action", hand="Village, 2 Gold, Copper", kingdom=kingdom)
    assert move(with_copper, "buy:Grand Market").then == Obstacle.FORBIDDEN
    assert move(with_copper, "buy:Gold").then is None


def test_a_cost_that_depends_on_the_phase_is_foreseen() -> None:
    decision = at("action", "play Village", hand="2 Village, 2 Gold", kingdom="Village, Peddler")
    assert str(move(decision, "buy:Peddler").cost) == "$8" and move(decision, "buy:Peddler").then is None
    assert move(decision, "buy:Province").then == Obstacle.COINS


@pytest.mark.parametrize(("hand", "phase", "said"), [
    ("Copper", "action", ()),
    ("Butcher, Estate", "action", ("play Butcher; trash Estate",)),
    ("Copper", "buy", (*["spend 50 Coffers"] * 20, "buy Stonemason")),
])  # fmt: skip
def test_people_with_a_thousand_tokens_are_offered_only_some_amounts(hand: str, phase: str, said: tuple[str, ...]) -> None:
    decision = at(phase, *said, kingdom="Butcher, Stonemason", hand=hand, tokens={"Coffers": 1000})
    assert 40 < len(decision.options) <= 80


def test_overpaying_with_many_potions_and_coins_offers_few_amounts() -> None:
    decision = at("buy", "buy Stonemason", kingdom="Stonemason, Familiar", hand="Copper", coins=200, potions=20)
    assert 150 < len(decision.options) <= 4 * 51
