"""Every card is in one place, says what it does in each of its editions, and has cases to show it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from engine.card import CARDS, Action, Card, Type, worded
from engine.case_format import Case
from engine.play import Play
from engine.player import Player
from tests.engine.cases import FILES, cases
from tests.engine.test_facts import BARE

ROOT = Path(__file__).parent.parent.parent
CASES = [case for path in FILES for case in cases(path)]
NAMELESS = sorted(
    path
    for folder in ("engine", "storage", "tables", "cogs")
    for path in (ROOT / folder).rglob("*.py")
    if not path.is_relative_to(ROOT / "engine/cards") and not path.is_relative_to(ROOT / "engine/ai")
)
WORDS = frozenset({*Type, "Potion"})
"""Words in the rules that are also cards' names: a type, a kind of money."""
FOUR = frozenset({"Alchemy", "Empires"})
"""The sets whose cards only need four cases."""


def constants(path: Path) -> Iterator[ast.Constant]:
    """Yield the strings a module holds, except docstrings and other bare ones, and the names that it exports."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    tree.body = [node for node in tree.body if not (isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__")]
    bare = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in bare:
            yield node


@pytest.mark.parametrize("path", NAMELESS, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_card_is_named_outside_its_sets_module(path: Path) -> None:
    named = [f"line {node.lineno}: {node.value}" for node in constants(path) if node.value in CARDS and node.value not in WORDS]
    assert not named, "the core knows mechanisms; what is said of one card belongs into the card"


@pytest.mark.parametrize("card", CARDS.values(), ids=str)
def test_every_card_has_text_in_each_of_its_editions(card: Card) -> None:
    assert card.editions
    for edition in card.editions:
        assert worded(card.text, edition), f"{card} says nothing in edition {edition}"
    for words in (card.text, *card.rulings):
        assert isinstance(words, str) or set(words) <= card.editions, f"{card} has words for an edition it isn't in: {words}"
        for text in (words,) if isinstance(words, str) else words.values():
            sentence = text.endswith((".", ")")) or BARE.fullmatch(text)
            assert text == text.strip() and sentence, f"{card}: not a sentence: {text}"


@cache
def written() -> dict[int, str]:
    """Return everything in each case, by the case's id."""
    return {id(case): repr(case) for case in CASES}


def shows(case: Case, card: Card) -> bool:
    """Return whether a case is about `card`: its title names the card, the card is a landscape in the case, or the case plays or
    reveals it (a landscape, or a card that answers being bought or gained: buys or gains it); or it is a card for points that is
    anywhere in the case."""
    if card.name in case.case or card.name in case.landscapes:
        return True
    if not card.has_play and card.types & {Type.VICTORY, Type.CURSE}:
        return card.name in written()[id(case)]
    verbs = ["play", "reveal"] + ["buy", "gain"] * (bool(card.abilities) or card.landscape is not None)
    deeds = {f"{verb} {card.name}" for verb in verbs}
    return any(deeds & set(step.answers) for step in case.then)


@pytest.mark.parametrize("card", [card for card in CARDS.values() if not card.basic], ids=str)
def test_every_card_has_cases_enough(card: Card) -> None:
    wanted = 4 if card.set in FOUR else 5
    found = [case.case for case in CASES if shows(case, card)]
    assert len(found) >= wanted, f"{card} needs {wanted} cases in tests/cases, and has {len(found)}: {found}"


# a faulty class fails as soon as it is defined


def no_set() -> None:
    class Wharf(Action, cost=5):
        text = "+2 Cards."


def no_cost() -> None:
    class Wharf(Action, cards=2):
        text = "+2 Cards."


def no_list() -> None:
    class Wharf(Action, cost=5, set="Seaside", types=Type.DURATION):
        text = "+2 Cards."


def no_fact() -> None:
    class Wharf(Action, cost=5, set="Seaside", card=2):
        text = "+2 Cards."


def not_async() -> None:
    class Wharf(Action, cost=5, set="Seaside"):
        text = "+2 Cards."

        def play(self, me: Player, this: Play) -> None:  # type: ignore[override]
            pass


@pytest.mark.parametrize(
    ("define", "says"),
    [
        (no_set, "SET = "),
        (no_cost, "no cost"),
        (no_list, "types is a list"),
        (no_fact, "no such fact: card"),
        (not_async, "write `async def play`"),
    ],
)
def test_a_class_that_isnt_a_card_says_why(define: Callable[[], None], says: str) -> None:
    with pytest.raises(TypeError, match=f"Wharf.*{says}"):
        define()
    assert "Wharf" not in {card.name for card in CARDS.values() if type(card).__module__ == __name__}
