"""People's words inside the bot's texts."""

from __future__ import annotations

from typing import Literal

import pytest

from cogs import text
from cogs.panels.board import supply
from cogs.text import hand as text_hand
from cogs.text import refusals, rules
from cogs.text import setup as text_setup
from engine import term_facts
from engine.card import Cost
from engine.view import CostView, PileView
from tables import errors

LINES = (
    "3 Empires, Atack, !Witch, Moat|Library",
    "~a_b*c`d`\\ [x](y)",
    "# <@1> @everyone",
    "- > 2",
    "**bold** __under__ ~~gone~~",
    "1-3 Action",
    "play Vilage\n> $8 Province\n\nelse Gold",
)


@pytest.mark.parametrize("line", LINES)
def test_what_is_quoted_can_be_had_back(line: str) -> None:
    for start in range(len(line)):
        for end in range(start, len(line) + 1):
            assert text.unquoted(text.quoted(line, (start, end))) == line


def test_several_words_of_a_quotation_stand_out() -> None:
    shown = text.quoted("Atack, Moat, Wich", (0, 5), (13, 17))
    assert shown == "> **__Atack__**, Moat, **__Wich__**"
    assert text.unquoted(shown) == "Atack, Moat, Wich"


def test_what_is_proposed_stands_on_its_button_or_above_it_in_full() -> None:
    long = ["Village or Witch or Throne Room or Market or Moat"]
    assert text.as_meant([["Witch", "no Attack"]]) == (["Use: Witch, no Attack"], "")
    assert text.as_meant([long]) == (["Use these words"], f"Did you mean **{long[0]}**?")
    labels, told = text.as_meant([["no Moat"], [*long, "no_Attack"], long])
    assert labels == ["Use: no Moat", "Use 1", "Use 2"]
    assert told.splitlines()[1:] == [f"1. **{long[0]}, no\\_Attack**", f"2. **{long[0]}**"]


def test_only_a_quotation_is_one() -> None:
    assert text.unquoted("Did you mean Witch?") is None


@pytest.mark.parametrize(
    ("cost", "said"),
    [
        (Cost(), "$0"),
        (Cost(3, 1), "$3 + Potion"),
        (Cost(0, 1), "Potion"),
        (Cost(0, 0, 4), "4 debt"),
        (CostView(coins=5, debt=8), "$5 + 8 debt"),
        (None, ""),
    ],
)
def test_a_cost_in_words_needs_no_key(cost: Cost | CostView | None, said: str) -> None:
    assert text.cost(cost) == said


def pile(name: str, kind: Literal["kingdom", "basic"], cost: CostView) -> PileView:
    """Return a full pile."""
    return PileView(name=name, kind=kind, top=name, count=10, cost=cost, types=(), cards=(), tokens={}, supply=True)


def test_in_words_the_supply_is_a_line_for_each_cost() -> None:
    piles = [
        pile("Estate", "basic", CostView(coins=2)),
        pile("Engineer", "kingdom", CostView(debt=4)),
        pile("Cellar", "kingdom", CostView(coins=2)),
        pile("Familiar", "kingdom", CostView(coins=3, potion=1)),
    ]
    assert supply(piles).replace("\u00a0", " ").splitlines() == [
        "**$2** Cellar 10, Estate 10",
        "**$3 + Potion** Familiar 10",
        "**4 debt** Engineer 10",
    ]


def test_what_is_in_a_one_line_field_fits_there_on_a_phone() -> None:
    assert all(len(hint) <= 40 for hint in (text_setup.SAVE_HINT, text_hand.numbers(1, 1000)))


def test_every_refusal_of_the_tables_has_words() -> None:
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, errors.TableError)]
    assert {kind for kind in kinds if kind not in (errors.TableError, errors.ParseError)} == refusals.SENTENCES.keys()


def test_what_people_might_type_for_a_term_is_not_shown_as_its_synonym() -> None:
    shown = rules.term(term_facts("+ Actions"), 2)
    assert "Villages" in term_facts("+ Actions").also and "Villages" not in shown and "Terminal" not in shown


def test_an_effect_in_one_line_marks_its_dividing_line() -> None:
    assert (
        rules.one_line("+$2. Draw a card. --- When you gain this, +1 Buy.") == "+$2. Draw a card\u00a0· When you gain this, +1 Buy."
    )
