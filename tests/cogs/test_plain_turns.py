"""After any Actions, a turn with Treasures and one buy takes only one press, in each playable recommended set."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cogs.panels.blocks import Button, Menu, Panel, Row
from cogs.panels.hand import hand
from cogs.panels.turn import acts
from engine import DecisionView, Game, View, decide, missing_from, recommended_sets
from engine.kingdoms import recommended_kingdom
from tables import Options
from tests.cogs.test_panels import table_of
from tests.soak import some_of

TURNS = 40
PLAYABLE = [each.name for each in recommended_sets() if not missing_from(each)]
PLAIN = re.compile(r"(buys )?(treasures )?(debt:\d+ )?(buy:[^:]+ )?end")


def presses(panel: Panel) -> Iterator[tuple[str, ...]]:
    """Yield the moves that each button, or choice of a menu, makes."""
    for block in panel.blocks:
        if isinstance(block, Row):
            for item in block.items:
                if isinstance(item, Button) and item.id.verb in ("do", "whole"):
                    yield tuple(item.id.arg.split("|"))
        elif isinstance(block, Menu):
            for choice in block.choices:
                yield (*filter(None, block.id.arg.split("|")), choice.value, *["end"] * block.id.verb.startswith("last"))


def first_of_buy(view: View, decision: DecisionView) -> bool:
    """Return whether the decision's player has finished playing Actions, has one Buy, hasn't bought anything yet, and would lose no
    Treasure by playing all."""
    return decision.kind == "turn" and view.buys == 1 and not acts(view, decision) and not view.at_risk


def plain_turns(game: Game, options: Options) -> Iterator[tuple[tuple[str, ...], set[tuple[str, ...]]]]:
    """Yield the moves of each turn that, after any Actions, only took Treasures, paying debt and at most one buy, without other
    questions; and the moves that one press could have made."""
    offered: set[tuple[str, ...]] | None = None
    made: list[str] = []
    while not game.over and game.turn <= TURNS:
        turn = game.turn
        decision = next(each for each in game.decisions if not each.answered)
        view = game.view(decision.decider)
        wanted = decide(view, decision)
        if decision.kind == "turn" and decision.decider == decision.seat:
            if offered is None and first_of_buy(view, decision):
                offered = {*presses(hand(table_of(game, options), view, 100 + decision.seat).panel)}
                made = []
            made += wanted
        else:
            offered, made = set(), []
        game.answer(decision.decider, decision.id, wanted)
        if game.over or game.turn != turn:
            if offered and PLAIN.fullmatch(" ".join(made)):
                yield tuple(made), offered
            offered, made = None, []


@some_of("name,", [(name,) for name in PLAYABLE[::6]], [(name,) for at, name in enumerate(PLAYABLE) if at % 6])
def test_one_press_plays_a_plain_turn(name: str) -> None:
    kingdom = recommended_kingdom(name)
    options = Options(kingdom=kingdom, max_seats=2)
    game = Game.new(kingdom.setup(("Ada", "Ben")), bytes(32))
    turns = [*plain_turns(game, options)]
    assert turns
    for made, offered in turns:
        bought = any(each.startswith("buy:") for each in made)
        assert made in offered or (not bought and ("end",) in offered), (made, offered)
