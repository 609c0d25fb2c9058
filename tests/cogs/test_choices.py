"""Choices are in a sensible order, with buttons for whole answers if there are few."""

from __future__ import annotations

import pytest

from cogs.panels.blocks import Button, Menu, Row, Scope
from cogs.panels.questions import controls
from engine import DecisionView, Game, Option, recommended_kingdom

VIEW = Game.new(recommended_kingdom("First Game").setup(("Ada", "Ben")), bytes(32)).view(0)


def question(kind: str, purpose: str, least: int, most: int, **cards: int) -> DecisionView:
    """Return a question about these cards."""
    options = tuple(Option(id=name, label=name, card=name, count=count) for name, count in cards.items())
    fields = {"prompt": "?", "card": "Cellar", "because": (), "options": options, "minimum": least, "maximum": most}
    return DecisionView.model_validate({"id": 1, "seat": 0, "decider": 0, "kind": kind, "purpose": purpose, **fields})


def offered(decision: DecisionView) -> list[str]:
    """Return the labels of everything to choose or press."""
    blocks = controls(VIEW, decision, Scope("t", 1), "")
    buttons = [item.label for block in blocks if isinstance(block, Row) for item in block.items if isinstance(item, Button)]
    return [*(choice.label for block in blocks if isinstance(block, Menu) for choice in block.choices), *buttons]


@pytest.mark.parametrize(
    ("asked", "labels"),
    [
        (question("cards", "discard", 1, 1, Gold=1, Copper=1, Province=1, Curse=1), ["Curse", "Province", "Copper", "Gold"]),
        (question("cards", "trash", 1, 1, Gold=1, Copper=1, Province=1, Curse=1), ["Curse", "Copper", "Gold", "Province"]),
        (question("pile", "gain", 1, 1, Copper=1, Gold=1, Village=1, Militia=1), ["Gold", "Militia", "Village", "Copper"]),
        (
            question("cards", "discard", 2, 2, Gold=1, Copper=2, Estate=1),
            ["Estate, Copper", "2 Coppers", "Estate, Gold", "Copper, Gold"],
        ),
        (
            question("cards", "discard", 2, 2, Gold=1, Copper=1, Estate=1, Smithy=1, Village=1),
            ["Estate", "Copper", "Village", "Smithy", "Gold"],
        ),
        (question("cards", "trash", 0, 4, Gold=1, Copper=2), ["Copper", "Gold", "2 Coppers", "Copper, Gold", "2 Coppers, Gold"]),
    ],
)
def test_the_worst_comes_first_to_lose_and_the_most_expensive_to_gain(asked: DecisionView, labels: list[str]) -> None:
    found = [label for label in offered(asked) if not label.startswith(("Choose", "Trash nothing"))]
    assert found == labels or [label.split(" (")[0] for label in found] == labels
