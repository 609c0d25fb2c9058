"""Terms in the rules, and finding cards, terms and sets by what people type."""

from __future__ import annotations

import re

import pytest

from engine.card import CARDS, Type
from engine.cards.recommended import RECOMMENDED_SETS
from engine.cards.terms import TERMS
from engine.facts import card_facts
from engine.lookup import LIMIT, Match, MatchKind, find, search
from engine.spelling import LONGEST_TEXT
from engine.terms import all_terms, called, cards_of, named_in, names_of, term_facts, terms_of
from engine.words import several, some
from tests.lag import measured

NAMES = [term.name for term in TERMS]
EXPECTED = """gain, trash, discard, reveal, look at, set aside, in play, attack, reaction, playing again, empty piles, game end,
tiebreaker, costs, turn, action phase, buy phase, clean-up, shuffle, first player, supply, kingdom, duration, debt, potion,
vp tokens, event, landmark, split pile, extra turn, possession, lose track"""


def test_names_are_unique_and_so_is_what_else_people_call_them() -> None:
    called = [name.casefold() for term in TERMS for name in (term.name, *term.also)]
    assert len(called) == len(set(called))


def test_the_terms_that_people_ask_for_are_there() -> None:
    names = {name.casefold() for name in NAMES}
    assert [each for each in re.split(r",\s*", EXPECTED) if each not in names] == []


@pytest.mark.parametrize("term", all_terms(), ids=lambda term: term.name)
def test_each_term_says_something_and_its_links_exist(term: object) -> None:
    facts = term_facts(getattr(term, "name", ""))
    assert facts == term
    for edition in (None, 1, 2):
        assert 40 < len(facts.text(edition)) < 500 and facts.text(edition).endswith(".")
        assert set(facts.cards(edition)) <= set(CARDS)
    assert facts.rules and all(1 <= int(rule[1:]) <= 67 for rule in facts.rules)
    assert set(facts.related) <= set(NAMES) - {facts.name}


def test_the_rules_are_covered() -> None:
    """Every numbered rule has a term, except those about laying out the table and handling real cards."""
    told = {rule for term in TERMS for rule in term.rules}
    assert set(range(1, 68)) - told == {15, 57}


def test_terms_can_be_reached_from_others() -> None:
    linked = {name for term in TERMS for name in term.related}
    assert [name for name in NAMES if name not in linked] == []


@pytest.mark.parametrize(
    ("term", "card"),
    [
        ("Attack", "Militia"),
        ("Attack", "Moat"),
        ("Reaction", "Moat"),
        ("Unaffected", "Moat"),
        ("Gain", "Workshop"),
        ("Trash", "Chapel"),
        ("Discard", "Cellar"),
        ("Reveal", "Bandit"),
        ("Look at", "Sentry"),
        ("Set aside", "Library"),
        ("Playing again", "Throne Room"),
        ("Empty piles", "Poacher"),
        ("Up to", "Remodel"),
        ("+ Buys", "Festival"),
        ("Curse", "Witch"),
        ("Scoring", "Gardens"),
        ("Onto the deck", "Artisan"),
        ("Potion", "Potion"),
    ],
)
def test_terms_and_cards_are_linked_both_ways(term: str, card: str) -> None:
    assert card in cards_of(term)
    assert term in terms_of(card)


def test_a_type_is_the_term_of_all_its_cards() -> None:
    assert set(cards_of("Action card")) == {card.name for card in CARDS.values() if Type.ACTION in card.types}


def test_no_card_is_linked_for_a_word_it_does_not_contain() -> None:
    assert not {"Village", "Smithy", "Gold"} & {*cards_of("Gain"), *cards_of("Trash"), *cards_of("Reveal"), *cards_of("May")}
    assert "Chancellor" not in cards_of("May", 2) and "Chancellor" in cards_of("May", 1)
    assert "Moneylender" in cards_of("May", 2) and "Moneylender" not in cards_of("May", 1)


@pytest.mark.parametrize(
    ("card", "edition", "named"),
    [
        ("Bureaucrat", 2, "Silver"),
        ("Catapult", 2, "Curse, Silver, Rocks"),
        ("Bandit", 2, "Gold, Copper"),
        ("Moat", 1, "Bureaucrat, Militia, Spy, Thief, Witch"),
        ("Moat", 2, "Bandit, Bureaucrat, Militia, Witch"),
        ("Village", 2, ""),
    ],
)
def test_what_a_card_names_is_as_its_edition_has_it(card: str, edition: int, named: str) -> None:
    found = names_of(card, edition)
    assert {*found} >= {*filter(None, named.split(", "))} and bool(found) == bool(named)
    said = [card_facts(card).effect(edition), *card_facts(card).rulings(edition)]
    assert card not in found and all(any(name in line or several(name) in line for line in said) for name in found)


def test_cards_are_named_by_whole_words_alone_one_or_several() -> None:
    assert named_in("Gain 2 Duchies, three Witches and a Bustling Village.") == ("Duchy", "Witch", "Bustling Village")
    assert named_in("mine a moat; Villagers; Copper-coloured; to keep") == ()
    assert {called()[form] for name in CARDS for form in (name, several(name))} == {*CARDS} and len(called()) == 2 * len(CARDS)


def test_editions_differ_where_the_rules_do() -> None:
    assert {term.name for term in all_terms() if term.differs} == {
        "First player",
        "Buy phase",
        "Coffers",
        "Overpay",
        "Shuffle",
        "Public and hidden",
        "May",
    }
    assert "those who didn't win" in term_facts("First player").text(1)
    assert "from all players" in term_facts("First player").text(None)


# finding


@pytest.mark.parametrize("name", sorted(CARDS))
def test_each_card_is_found_by_its_name(name: str) -> None:
    assert find(name.upper(), [MatchKind.CARD])[0] == Match(MatchKind.CARD, name)
    assert Match(MatchKind.CARD, name) in find(name)[:2]


@pytest.mark.parametrize("name", NAMES)
def test_each_term_is_found_by_its_name(name: str) -> None:
    assert find(name, [MatchKind.TERM])[0].name == name


@pytest.mark.parametrize("name", [each.name for each in RECOMMENDED_SETS])
def test_each_recommended_set_is_found_by_its_name(name: str) -> None:
    assert find(name, [MatchKind.RECOMMENDED])[0].name == name


@pytest.mark.parametrize("name", [name for name in sorted(CARDS) if len(name) > 4])
def test_a_typo_is_forgiven(name: str) -> None:
    middle = len(name) // 2
    dropped = name[:middle] + name[middle + 1 :]
    swapped = name[:middle] + name[middle + 1 : middle + 2] + name[middle] + name[middle + 2 :]
    doubled = name[:middle] + name[middle] + name[middle:]
    for typed in (dropped, swapped, doubled):
        assert name in [match.name for match in find(typed, [MatchKind.CARD])[:3]], typed


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("maot", "Moat"),
        ("throen", "Throne Room"),
        ("room", "Council Room"),
        ("who begins", "First player"),
        ("shufling", "Shuffle"),
        ("clean up", "Clean-up"),
        ("tie", "Tiebreaker"),
        ("dominion", "Dominion"),
        ("money", "Moneylender"),
        ("kings army", "The King's Army"),
        ("first game (1", "First Game (1st edition)"),
    ],
)
def test_what_is_meant_comes_first(typed: str, first: str) -> None:
    assert find(typed)[0].name == first


def test_beginnings_come_before_middles_and_likenesses() -> None:
    names = [match.name for match in find("co", [MatchKind.CARD])]
    begins = [name for name in names if name.casefold().startswith("co")]
    assert names[: len(begins)] == sorted(begins) and {"Copper", "Council Room"} <= set(begins)


def test_there_are_never_more_than_can_be_shown() -> None:
    assert len(find("")) == len(find("a")) == LIMIT
    assert len(find("e", limit=5)) == 5
    assert find("xyzzy") == []


@pytest.mark.parametrize("typed", ["Mroat, Vilage, Smthy, " * 4_000, "e a i o u t s n r l d c h " * 4_000, "x" * 4_000_000])
def test_a_search_is_quick_however_much_is_typed(typed: str) -> None:
    search("warm", 2)
    with measured() as spent:
        assert search(typed, 2) == search(typed[:LONGEST_TEXT], 2)
    assert spent.seconds < 0.2


def test_nothing_is_found_twice() -> None:
    for typed in ("", "p", "shuff", "action", "end"):
        found = find(typed)
        assert len(found) == len(set(found))


def test_search_looks_into_texts_too() -> None:
    found = search("skips you")
    assert (
        Match(MatchKind.CARD, "Moat", "Unaffected means that the Attack skips you: you reveal, discard or gain nothing.") in found
    )
    assert search("moat")[0] == Match(MatchKind.CARD, "Moat")
    assert search("") == find("")
    assert search("below 0", 2)[0].name == "Cost changes"


def test_finding_is_quick() -> None:
    typed = ("moat", "throen", "tie", "reaction", "a", "counter", "action phase and more")
    find("warm")
    rounds = []
    for _ in range(5):
        with measured() as spent:
            for text in typed:
                find(text)
        rounds.append(spent.seconds)
    assert min(rounds) / len(typed) < 0.005


@pytest.mark.parametrize(
    ("name", "one", "two"),
    [
        ("Estate", "an Estate", "2 Estates"),
        ("Smithy", "a Smithy", "2 Smithies"),
        ("University", "a University", "2 Universities"),
        ("Settlers", "a Settlers", "2 Settlers"),
        ("Ironworks", "an Ironworks", "2 Ironworks"),
        ("Oasis", "an Oasis", "2 Oases"),
        ("Taxman", "a Taxman", "2 Taxmen"),
        ("Talisman", "a Talisman", "2 Talismans"),
        ("Horn of Plenty", "a Horn of Plenty", "2 Horns of Plenty"),
        ("Jack of All Trades", "a Jack of All Trades", "2 Jacks of All Trades"),
    ],
)
def test_copies_are_counted_as_in_english(name: str, one: str, two: str) -> None:
    assert (some([name]), some([name] * 2)) == (one, two)


def test_the_term_for_playing_again_says_whether_the_card_stays_with_a_duration() -> None:
    assert "If it plays a Duration, it stays in play as long as the Duration does." in str(term_facts("Playing again").text)
