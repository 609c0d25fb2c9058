"""Questions in whole sentences lead to the terms that answer them."""

from __future__ import annotations

import pytest

from engine import MatchKind, find
from engine.questions import answers, cards_in
from engine.randomizers import vocabulary


@pytest.mark.parametrize(
    ("question", "term"),
    [
        ("what happens if my deck is empty", "Shuffle"),
        ("who goes first?", "First player"),
        ("When does the game end?", "Game end"),
        ("what is a curse", "Curse"),
        ("what happens when a pile is empty", "Empty piles"),
        ("what is the trash", "Trash"),
        ("can I buy more than one card", "+ Buys"),
        ("what is debt", "Debt"),
        ("when do I shuffle", "Shuffle"),
        ("how does it work to play a card again with Throne Room", "Playing again"),
        ("can I look through my discard pile", "Discard"),
        ("what does set aside mean", "Set aside"),
        ("who wins a tie", "Tiebreaker"),
        ("how many Provinces are there with 3 players", "Pile sizes"),
        ("when can I use a Reaction", "Reaction"),
        ("how do split piles work", "Split pile"),
        ("can I see my opponent's hand", "Public and hidden"),
        ("what are Landmarks", "Landmark"),
        ("can I play Treasures before Actions", "Buy phase"),
        ("do I have to play all Treasures", "Buy phase"),
        ("do I have to buy something", "Buy"),
        ("can I buy two cards", "+ Buys"),
        ("how does a turn work", "Turn"),
        ("does money carry over", "Turn"),
        ("do I keep unused Actions", "Turn"),
        ("can I skip my turn", "Turn"),
        ("what does +1 Action mean", "+ Actions"),
        ("how many Actions do I have", "Action phase"),
        ("how many cards do I draw", "Clean-up"),
        ("how do you win the game", "Scoring"),
        ("who starts the game", "First player"),
        ("where do bought cards go", "Gain"),
        ("do attacks hit me on my own turn", "Attack"),
        ("how much does Gold cost", "Costs"),
    ],
)
def test_a_question_leads_to_its_answer(question: str, term: str) -> None:
    assert answers(question)[0] == term


def test_nonsense_has_no_answer() -> None:
    assert answers("xyzzy plugh") == [] and answers("") == []


def test_cards_are_found_in_a_sentence_however_they_are_written() -> None:
    assert cards_in("does moat stop witch?") == ["Moat", "Witch"]
    assert cards_in("Throne Room on a throne room with 3 Militias") == ["Throne Room", "Militia"]
    assert cards_in("what a moating witchcraft") == []


def test_cards_of_sets_that_are_not_here_are_found_by_name() -> None:
    assert find("hunting groun")[0] == (MatchKind.ELSEWHERE, "Hunting Grounds", "")
    assert find("Village")[0].kind == MatchKind.CARD


def test_a_card_is_found_by_the_names_that_other_printings_give_it() -> None:
    assert find("harem")[0] == (MatchKind.CARD, "Farm", "")
    assert vocabulary().look_up("Harem") == vocabulary().look_up("Farm")
