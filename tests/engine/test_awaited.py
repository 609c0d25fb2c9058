"""What a view says beforehand about waiting for other players."""

from __future__ import annotations

import random

import pytest

from engine import Game, all_cards, card_facts
from tests.engine.kit import some_answer
from tests.engine.test_hidden import holding

FILLERS = ("Chapel", "Village", "Smithy", "Laboratory", "Festival", "Market", "Council Room", "Workshop")
ODD = ("Clerk", "Ferryman", "Young Witch")
"""One is played as the turn starts, the others need another pile."""
PLAYED = [
    card.name for card in all_cards() if "Action" in card.types and not {"Prize", "Reward"} & {*card.types} and card.name not in ODD
]
OTHERS = ("Province", "Gold", "Silver", "Estate", "Village")
DECK = ("Gold", "Estate", "Silver", "Village", "Curse", "Smithy")


def about_to_play(card: str, *others: str, hand: tuple[str, ...] = OTHERS) -> Game:
    """Return a game in which Ada can play `card`, against decks with `others`."""
    edition = card_facts(card).only or 2
    kingdom = tuple(dict.fromkeys((card, *others, *FILLERS)))[:10]
    return holding(card, "Copper", edition=edition, kingdom=kingdom, others=hand, others_deck=(*DECK, *others))


def stopped_by(game: Game, card: str) -> set[int]:
    """Play `card`, and return the seats that the turn then waits for."""
    found, chance = set[int](), random.Random(card)
    decision = next(each for each in game.decisions if each.kind == "turn")
    game.answer(0, decision.id, [f"play:{card}"])
    while (decision := next(each for each in game.decisions if not (each.owed or each.answered))).kind != "turn":
        found |= {decision.decider} - {0}
        game.answer(decision.decider, decision.id, some_answer(decision, chance))
    return found


@pytest.mark.parametrize("others", [(), ("Moat",)], ids=["no Reaction", "Moat"])
@pytest.mark.parametrize("card", PLAYED)
def test_a_turn_never_waits_for_anyone_but_those_announced(card: str, others: tuple[str, ...]) -> None:
    game = about_to_play(card, *others)
    announced = {*game.view(0).awaited.get(card, ())}
    assert stopped_by(game, card) <= announced
    assert not game.view(1).awaited and not game.view(None).awaited


@pytest.mark.parametrize(
    ("card", "others", "seats"),
    [
        ("Militia", (), ()),  # the victims owe their choices
        ("Witch", (), ()),
        ("Torturer", (), (1, 2)),
        ("Militia", ("Moat",), (1, 2)),
        ("Witch", ("Moat",), (1, 2)),
        ("Witch", ("Cellar",), ()),
    ],
)
def test_who_might_hold_up_a_turn(card: str, others: tuple[str, ...], seats: tuple[int, ...]) -> None:
    assert about_to_play(card, *others).view(0).awaited.get(card, ()) == seats


def test_small_hands_hold_up_no_one() -> None:
    assert about_to_play("Militia", hand=("Gold", "Silver", "Estate")).view(0).awaited == {}
