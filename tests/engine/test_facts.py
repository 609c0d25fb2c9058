"""The facts that cards state, compared with the files that the project was built from."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from engine import card_facts
from engine.card import CARDS

SHARED = Path(__file__).parents[3] / "shared" / "cards"
FILES = ("base.yaml", "alchemy.yaml", "empires.yaml", "seaside.yaml", "cornucopia.yaml", "guilds.yaml")
BARE = re.compile(r"\+\$?\d+[^.]*")
"""Texts consisting only of values, which have no full stop."""
SETS = frozenset({"Dominion", "Alchemy", "Empires", "Seaside", "Cornucopia", "Guilds", "Cornucopia & Guilds"})
"""The sets that these files are about."""


@cache
def known() -> dict[str, dict[str, Any]]:
    """Return every card in those files, by name."""
    listed = {card["name"]: card for card in yaml.safe_load((SHARED / "inventory.yaml").read_text())["cards"]}
    cards = [card for file in FILES for card in yaml.safe_load((SHARED / file).read_text())["cards"]]
    return {card["name"]: {"editions": listed[card["name"]]["editions"]} | card for card in cards}


@pytest.mark.parametrize("name", sorted(CARDS))
def test_every_card_has_words(name: str) -> None:
    facts = card_facts(name)
    for edition in facts.editions:
        text = facts.effect(edition)
        assert text[0] in "+-$0123456789" or text[0].isupper()
        assert text.endswith(".") != bool(BARE.fullmatch(text.split(" --- ")[-1])), text
        rulings = facts.rulings(edition)
        assert all(ruling.endswith((".", ")")) for ruling in rulings)
        assert len(set(rulings)) == len(rulings)


@pytest.mark.skipif(not SHARED.exists(), reason=f"the facts the project was built from, since there is no {SHARED}")
@pytest.mark.parametrize("name", sorted(name for name, card in CARDS.items() if card.set in SETS))
def test_every_card_is_as_printed(name: str) -> None:
    assert name in known(), f"no {name} among the facts in {SHARED}: is the name as printed?"
    facts, printed = card_facts(name), known()[name]
    cost = {part: amount for part, amount in facts.cost.model_dump().items() if amount}
    assert cost == {part: amount for part, amount in (printed.get("cost") or {}).items() if amount and part != "mark"}
    assert facts.set == printed["set"]
    assert list(facts.editions) == printed["editions"]
    assert set(facts.types) == set(printed.get("types") or facts.types)
    assert facts.basic == (printed["kind"] == "basic")
    if printed["rulings"]:
        assert all(facts.rulings(edition) for edition in facts.editions)


def test_an_edition_is_named_only_where_the_set_came_in_another_too() -> None:
    assert card_facts("Feast").only == 1
    assert card_facts("Artisan").only == 2
    assert card_facts("Village").only is None
    assert card_facts("Alchemist").only is None
    assert card_facts("Villa").only is None


@pytest.mark.skipif(not SHARED.exists(), reason=f"the facts the project was built from, since there is no {SHARED}")
def test_the_base_game_is_complete() -> None:
    assert {card["name"] for card in known().values() if card["set"] == "Dominion"} <= set(CARDS)
