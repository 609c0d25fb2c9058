"""No card's effect in a menu ends in the middle of a sentence."""

from __future__ import annotations

import pytest

from cogs.panels import cards, rules
from cogs.panels.rules import Page
from cogs.text import hand as text_hand
from cogs.text import rules as text_rules
from cogs.text.rules import BESIDE, sentences
from engine import CardFacts, MatchKind, all_cards, all_terms, card_facts
from tests.cogs.game import PILES

DESCRIPTION = 100
"""Discord's limit on the description of a menu's choice."""
CARDS = [(facts.name, edition) for facts in all_cards() for edition in facts.effects]


def whole(words: str) -> bool:
    """Return whether words end with a sentence, or with an ellipsis after one; "+1 Card, +1 Action" is one as well."""
    last = words.removesuffix(" …")
    return last[-1] in ".)" or last.rpartition(". ")[2].startswith("+")


@pytest.mark.parametrize(("name", "edition"), CARDS)
def test_the_effect_of_every_card_fits_into_a_menu(name: str, edition: int) -> None:
    effect = text_rules.one_line(card_facts(name).effect(edition))
    for told in (rules.hint(name, edition), text_hand.left(99, rules.hint(name, edition))):
        assert len(told) <= DESCRIPTION and "…" not in told.removesuffix(" …")
    told = rules.hint(name, edition)
    assert told in (effect, card_facts(name).brief) or (told.endswith(" …") and whole(told)), "give it an effect in short"
    related = rules.hint_of(Page(MatchKind.CARD, name), edition)
    assert len(related) <= DESCRIPTION
    assert related.removeprefix(f"{' – '.join(card_facts(name).types)}: ") in (told, effect)


def test_ten_cards_share_a_page_unless_they_are_too_long() -> None:
    lines = [cards.line(card_facts(name), 2) for name in PILES]
    assert cards.size(lines) == cards.size([*lines, *lines]) == 10
    long = [max(lines, key=len)] * 10
    assert cards.size(long) == 10 and cards.size([line * 2 for line in long]) == 5
    assert cards.size([line * 2 for line in long] * 2) == 7


@pytest.mark.parametrize("name", [facts.name for facts in all_terms()])
def test_the_words_of_every_term_fit_into_a_menu(name: str) -> None:
    told = rules.hint_of(Page(MatchKind.TERM, name), None)
    assert len(told) <= DESCRIPTION and (told == "Term" or whole(told))


@pytest.mark.parametrize("facts", [facts for facts in all_cards() if facts.brief], ids=lambda facts: facts.name)
def test_only_an_effect_that_is_too_long_is_said_in_short(facts: CardFacts) -> None:
    assert len(facts.brief) <= BESIDE < max(len(text_rules.one_line(facts.effect(edition))) for edition in facts.effects)


def test_what_has_no_room_is_left_out_by_the_sentence() -> None:
    assert sentences("Trash a card. Gain another one.", 20) == "Trash a card. …"
    assert sentences("+2 Cards · When you gain this, gain a Gold.", 20) == "+2 Cards …"
    assert sentences("Trash a card.", 20) == "Trash a card."
    assert sentences("Trash up to four cards from your hand.", 20) == ""
