"""Recommended kingdoms, random kingdoms, and requests for a kingdom in one line."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Collection
from contextlib import suppress
from itertools import combinations
from pathlib import Path
from types import FrameType

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.hostile import SEARCHED
from engine import Game, IllegalSetup, Setup, all_cards, first_game
from engine.card import CARDS, RENAMED, Cost
from engine.cards.elsewhere import kinds_elsewhere
from engine.cards.recommended import RECOMMENDED_SETS, RecommendedSet
from engine.kingdom_words import ExpressionError, parse_kingdom
from engine.kingdoms import (
    KINGDOM_SIZE,
    Draw,
    KingdomRequest,
    Want,
    missing_from,
    random_kingdom,
    recommended_kingdom,
    recommended_set,
    request_like,
    swap_pile,
)
from engine.mechanisms import EVENT, LANDMARK, LANDSCAPES
from engine.pile_search import Search
from engine.randomizers import Randomizer, randomizers
from engine.save import RULES
from engine.seating import Starting
from engine.setup import new_game
from engine.spelling import LONGEST_TEXT, MOST_FAULTS
from engine.words import listed
from tests.lag import measured
from tests.soak import some_or_all

SHARED = Path(__file__).parents[3] / "shared" / "cards" / "recommended_sets.yaml"
BASE = KingdomRequest(sets=("Dominion",))
ALL_SETS = sorted({card.set for card in all_cards()})
SETS = listed(ALL_SETS)
PILES = Counter(each.set for each in randomizers() if each.landscape is None and 2 in each.editions)
GATHERINGS = sum(each.answers("Gathering") for each in randomizers())
BOUND = 0.1
"""CPU seconds: five times what a text is allowed to cost (`benchmarks/inputs.py`)."""


def enough() -> list[str]:
    """Return the sets with enough piles for a kingdom, alone or together with smaller ones before them."""
    found, few = [], 0
    for name in ALL_SETS:
        if few + PILES[name] < KINGDOM_SIZE:
            few += PILES[name]
        else:
            found.append(name)
    return found


def made_up(sets: dict[str, int], events: int = 0, landmarks: int = 0) -> tuple[Randomizer, ...]:
    """Return a pool of invented cards: every fourth pile in each set is an Attack."""
    pool = [
        Randomizer(f"{name} {n}", name, cost=Cost(n % 7), types=("Action", *(["Attack"] if n % 4 == 0 else [])))
        for name, count in sets.items()
        for n in range(count)
    ]
    pool += [Randomizer(f"Event {n}", "Empires", types=(EVENT,), landscape=EVENT) for n in range(events)]
    pool += [Randomizer(f"Landmark {n}", "Empires", types=(LANDMARK,), landscape=LANDMARK) for n in range(landmarks)]
    return tuple(pool)


POOL = made_up({"Dominion": 26, "Empires": 24, "Alchemy": 12}, events=13, landmarks=21)


# recommended sets


@pytest.mark.skipif(not SHARED.exists(), reason=f"the facts the project was built from, since there is no {SHARED}")
def test_the_recommended_sets_are_those_of_the_books() -> None:
    there = yaml.safe_load(SHARED.read_text())["sets"]
    assert len(there) == len(RECOMMENDED_SETS) == 77
    for ours, books in zip(RECOMMENDED_SETS, there, strict=True):
        assert ours.title == books["name"]
        assert ours.edition == {"1st": 1, "2nd": 2, "-": None}[books["edition"]]
        printed = {expansion: [RENAMED.get(name, name) for name in names] for expansion, names in books["kingdom"].items()}
        assert {expansion: list(names) for expansion, names in ours.kingdom.items()} == printed
        for part, kind in {"events": "Event", "landmarks": "Landmark", "projects": "Project"}.items():
            assert [name for names in ours.landscapes.get(kind, {}).values() for name in names] == books.get(part, [])
        assert ours.banes == ((books["bane"],) if "bane" in books else ())
        assert list(ours.flags) == [*books["flags"], *books.get("kc_flags", ())]
        assert [each for each in ours.expansions if each not in ("Dominion", "Alchemy", "Empires")] == books["needs"]


def test_names_are_unique_and_titles_find_the_edition() -> None:
    assert len({each.name for each in RECOMMENDED_SETS}) == len(RECOMMENDED_SETS)
    assert recommended_set("first game", 1).name == "First Game (1st edition)"
    assert recommended_set("First Game").edition == 2
    assert recommended_set("First Game (1st edition)", 2).edition == 1
    with pytest.raises(IllegalSetup, match="no recommended set called Fist Game"):
        recommended_set("Fist Game")


def test_each_has_ten_piles() -> None:
    assert all(len(set(each.piles)) == 10 for each in RECOMMENDED_SETS)


@pytest.mark.parametrize("chosen", RECOMMENDED_SETS, ids=lambda each: each.name)
def test_each_can_be_played_or_says_what_it_lacks(chosen: RecommendedSet) -> None:
    lacking = missing_from(chosen)
    assert set(lacking) <= set(chosen.expansions)
    if set(chosen.expansions) == {"Dominion"}:
        assert not lacking
    if lacking:
        with pytest.raises(IllegalSetup, match=next(iter(lacking))):
            recommended_kingdom(chosen.name)
        return
    kingdom = recommended_kingdom(chosen.name)
    assert kingdom.recommended == chosen.name
    assert chosen.edition in (None, kingdom.edition)
    for players in range(2, 7):
        game = Game.new(kingdom.setup("ABCDEF"[:players]), bytes(32))
        assert {pile.name for pile in game.view(None).piles} >= set(chosen.piles)


def test_what_is_missing_is_said_by_expansion() -> None:
    pool = tuple(each for each in randomizers() if each.name != "Village")
    assert missing_from(recommended_set("Deck Top"), pool) == {"Dominion": ("Village",)}
    lacking = missing_from(recommended_set("Gilded Gates"), ())
    assert set(lacking) == {"Empires", "Prosperity"}
    assert {"Basilica", "Palace"} <= set(lacking["Empires"]) and "Peddler" in lacking["Prosperity"]


@pytest.mark.parametrize("edition", [1, 2])
def test_the_first_game_is_the_recommended_one(edition: int) -> None:
    assert first_game(edition) == recommended_set("First Game", edition).piles


def test_a_set_fixes_its_edition() -> None:
    assert recommended_kingdom("Big Money", 2).edition == 1
    assert random_kingdom(KingdomRequest(edition=1, recommended="deck top"), "x").edition == 2
    assert random_kingdom(KingdomRequest(recommended="Deck Top", like=("Witch",)), "x").recommended == "Deck Top"
    with pytest.raises(IllegalSetup, match="Remove it, or everything else"):
        random_kingdom(KingdomRequest(recommended="Deck Top", ban=("Witch",)), "x")


MIXED = ("Reach for Tomorrow", "Repetition", "Give and Take", "King of the Sea", "Forewarned", "Gummed Up")


def test_fifty_nine_sets_can_be_played() -> None:
    assert sum(not missing_from(each) for each in RECOMMENDED_SETS) == 59


@pytest.mark.parametrize("name", MIXED)
def test_a_set_fixes_the_edition_of_each_expansion(name: str) -> None:
    kingdom = recommended_kingdom(name)
    assert (kingdom.edition, kingdom.editions) == (2, {"Seaside": 1})
    assert all(each.of_set("Seaside") == 1 for each in (kingdom.setup(("Ada", "Ben")), recommended_kingdom(name, 1)))


def test_a_card_follows_its_own_expansions_edition() -> None:
    kingdom = recommended_kingdom("Repetition")
    core = new_game(kingdom.setup(("Ada", "Ben")), bytes(32))
    assert [core.edition_of(CARDS[name]) for name in ("Militia", "Treasury", "Copper")] == [2, 1, 2]
    heard = {moment for moment, there in core.abilities.items() for card, _ in there if card is CARDS["Treasury"]}
    newer = new_game(kingdom.setup(("Ada", "Ben")).model_copy(update={"kingdom": ("Treasury",), "editions": {}}), bytes(32))
    assert heard != {moment for moment, there in newer.abilities.items() for card, _ in there if card is CARDS["Treasury"]}
    with pytest.raises(IllegalSetup, match="Pearl Diver isn't in the 2nd edition of Seaside"):
        new_game(kingdom.setup(("Ada", "Ben")).model_copy(update={"editions": {}}), bytes(32))


def test_editions_last_through_swaps_and_rerolls() -> None:
    kingdom = recommended_kingdom("Repetition")
    swapped = swap_pile(kingdom, "Militia", "x")
    assert len(set(swapped.piles) - set(kingdom.piles)) == 1 and swapped.editions == {"Seaside": 1}
    drawn = [random_kingdom(request_like(kingdom), str(seed)) for seed in range(20)]
    assert {card for each in drawn for card in each.piles} & {"Ambassador", "Pirate Ship", "Sea Hag"}
    assert all(each.edition_of(card) in CARDS[card].editions for each in drawn for card in each.piles)


# random kingdoms


def test_the_same_seed_always_brings_the_same_kingdom() -> None:
    drawn = {seed: random_kingdom(BASE, seed).piles for seed in ("", "seneschal", "Grüße")}
    assert drawn == GOLDEN


GOLDEN = {
    "": ("Chapel", "Moat", "Harbinger", "Vassal", "Workshop", "Bureaucrat", "Poacher", "Library", "Market", "Sentry"),
    "seneschal": (
        "Workshop",
        "Gardens",
        "Moneylender",
        "Throne Room",
        "Bandit",
        "Council Room",
        "Festival",
        "Laboratory",
        "Market",
        "Artisan",
    ),
    "Grüße": ("Cellar", "Moat", "Merchant", "Vassal", "Moneylender", "Smithy", "Throne Room", "Council Room", "Witch", "Artisan"),
}


def test_no_order_and_no_hash_seed_matters() -> None:
    shuffled = list(POOL)
    random.Random(1).shuffle(shuffled)
    request = KingdomRequest(wants=(Want(any_of=("Attack",), minimum=2),), like=("Empires",))
    for n in range(20):
        assert random_kingdom(request, str(n), POOL) == random_kingdom(request, str(n), shuffled)
    code = (
        "import json; from engine.kingdoms import *;"
        "print(json.dumps(random_kingdom(KingdomRequest(sets=('Dominion',), like=('Attack',)), 'x').piles))"
    )
    runs = {
        subprocess.run([sys.executable, "-c", code], env={"PYTHONHASHSEED": hash_}, capture_output=True, check=True).stdout
        for hash_ in ("1", "2")
    }
    here = random_kingdom(KingdomRequest(sets=("Dominion",), like=("Attack",)), "x").piles
    assert [tuple(json.loads(run)) for run in runs] == [here]


def test_the_random_module_is_left_alone() -> None:
    random.seed(1)
    before = random.getstate()
    random_kingdom(BASE, "x")
    assert random.getstate() == before


def test_a_drawn_kingdom_can_be_drawn_again_from_its_own_data() -> None:
    kingdom = random_kingdom(KingdomRequest(ban=("moat",), like=("BASE",), sets=("base",)), "x")
    assert kingdom.request is not None and kingdom.seed is not None
    assert kingdom.request.ban == ("Moat",)
    assert random_kingdom(kingdom.request, kingdom.seed) == kingdom


def test_a_new_card_leaves_the_others_where_they_were() -> None:
    more = (*POOL, Randomizer("Newcomer", "Dominion"))
    for n in range(50):
        old, new = (set(random_kingdom(BASE, str(n), pool).piles) for pool in (POOL, more))
        assert len(old - new) == len(new - old) <= 1


def test_all_sets_are_spelled_out() -> None:
    kingdom = random_kingdom(KingdomRequest(), "x", POOL)
    assert kingdom.request is not None and kingdom.request.sets == ("Alchemy", "Dominion", "Empires")


@some_or_all("games", 1500, 6000)
def test_draws_are_even_and_pairs_come_as_often_as_they_should(games: int) -> None:
    drawn = [set(random_kingdom(BASE, str(n), POOL).piles) for n in range(games)]
    seen = Counter(name for piles in drawn for name in piles)
    expected = games * 10 / 26
    assert len(seen) == 26
    assert sum((count - expected) ** 2 / expected for count in seen.values()) < 50
    both = sum({"Dominion 0", "Dominion 1"} <= piles for piles in drawn)
    assert both / games == pytest.approx(10 / 26 * 9 / 25, abs=0.025)


def test_what_is_liked_comes_as_much_more_often_as_promised() -> None:
    draw = Draw(KingdomRequest(like=("Dominion 3", "dominion 3")), made_up({"Dominion": 20}))
    first = Counter(draw.order(str(n))[0].name for n in range(3000))
    assert first["Dominion 3"] / 3000 == pytest.approx(7 / 26, abs=0.03)


@some_or_all("games", 800, 2000)
def test_with_a_count_the_rest_is_as_even_as_without(games: int) -> None:
    request = KingdomRequest(wants=(Want(any_of=("Empires",), minimum=3, maximum=3),))
    seen = Counter(name for n in range(games) for name in random_kingdom(request, str(n), POOL).piles)
    empires = [seen[f"Empires {n}"] for n in range(24)]
    assert sum(empires) == 3 * games
    expected = games / 8
    assert sum((count - expected) ** 2 / expected for count in empires) < 50


names = st.sampled_from([each.name for each in POOL if each.landscape is None])
words = st.one_of(names, st.sampled_from(["Attack", "Action", "Dominion", "Empires", "Alchemy", "Reaction"]))
counts = st.tuples(st.integers(0, 4), st.integers(0, 4) | st.none())
wants = st.builds(
    lambda any_of, low, more: Want(any_of=tuple(any_of), minimum=low, maximum=None if more is None else low + more),
    st.lists(words, min_size=1, max_size=4),
    st.integers(0, 4),
    st.integers(0, 4) | st.none(),
)
requests = st.builds(
    KingdomRequest,
    sets=st.lists(st.sampled_from(["Dominion", "Empires", "Alchemy"]), max_size=3, unique=True).map(tuple),
    require=st.lists(names, max_size=5).map(tuple),
    ban=st.lists(words, max_size=3).map(tuple),
    like=st.lists(words, max_size=3).map(tuple),
    wants=st.lists(wants, max_size=5).map(tuple),
    landscapes=st.dictionaries(st.sampled_from([EVENT, LANDMARK]), st.integers(0, 2)),
)


@settings(deadline=2000, max_examples=100)
@given(requests, st.text(max_size=5))
def test_a_kingdom_is_as_requested_or_refused(request: KingdomRequest, seed: str) -> None:
    as_requested_or_refused(request, seed)


@pytest.mark.soak
@settings(deadline=2000, max_examples=1000)
@given(requests, st.text(max_size=5))
def test_a_thousand_kingdoms_are_as_requested_or_refused(request: KingdomRequest, seed: str) -> None:
    as_requested_or_refused(request, seed)


def as_requested_or_refused(request: KingdomRequest, seed: str) -> None:
    try:
        kingdom = random_kingdom(request, seed, POOL)
    except IllegalSetup as error:
        assert error.reason.endswith(".")  # noqa: PT017
        return
    by_name = {each.name: each for each in POOL}
    piles = [by_name[name] for name in kingdom.piles]
    assert len(set(kingdom.piles)) == 10
    assert set(request.require) <= set(kingdom.names)
    assert not any(by_name[name].answers(ban) for name in kingdom.names for ban in request.ban)
    for want in request.wants:
        count = sum(any(each.answers(word) for word in want.any_of) for each in piles)
        assert want.minimum <= count <= (10 if want.maximum is None else want.maximum)
    for kind, count in request.landscapes.items():
        assert sum(by_name[name].landscape == kind for name in kingdom.landscapes) == count
    assert len(kingdom.landscapes) <= 2
    named = {word for want in request.wants for word in want.any_of}
    if request.sets:
        assert all(each.set in {*request.sets, *named} or each.name in {*request.require, *named} for each in piles)
    assert kingdom.request is not None and random_kingdom(kingdom.request, seed, POOL) == kingdom


def test_a_card_named_as_an_alternative_does_not_open_its_set() -> None:
    request = KingdomRequest(sets=("Dominion",), wants=(Want(any_of=("Empires 1", "Empires 2", "Alchemy 1")),))
    for n in range(50):
        piles = random_kingdom(request, str(n), POOL).piles
        assert sum(not name.startswith("Dominion") for name in piles) == 1


def test_events_and_landmarks_come_up_as_they_are_dealt() -> None:
    pool = made_up({"Empires": 24}, events=2, landmarks=3)
    amounts = Counter(len(random_kingdom(KingdomRequest(), str(n), pool).names) - 10 for n in range(200))
    assert set(amounts) == {0, 1, 2} and amounts[2] > amounts[1] > amounts[0]
    without = [random_kingdom(KingdomRequest(landscapes={"Event": 0}), str(n), POOL).landscapes for n in range(20)]
    assert any(without) and not any(name.startswith("Event") for names in without for name in names)


def test_a_request_for_all_ten_gets_only_landscapes_that_it_means() -> None:
    def drawn(**counts: int) -> list[str]:
        wants = tuple(Want(any_of=(name,), minimum=count, maximum=count) for name, count in counts.items())
        return [name for n in range(20) for name in random_kingdom(KingdomRequest(wants=wants), str(n), POOL).landscapes]

    assert not drawn(Dominion=6, Alchemy=4)
    assert drawn(Dominion=5, Empires=5) and drawn(Dominion=5, Alchemy=4)


def test_a_request_for_some_landscapes_gets_no_others() -> None:
    for n in range(50):
        kingdom = random_kingdom(KingdomRequest(landscapes={"Event": 1}), str(n), POOL)
        assert [name.partition(" ")[0] for name in kingdom.landscapes] == ["Event"]


def test_a_named_event_is_in() -> None:
    kingdom = random_kingdom(KingdomRequest(require=("event 3",), landscapes={"Landmark": 1}), "x", POOL)
    assert [name[:8] for name in kingdom.landscapes] == ["Event 3", "Landmark"]
    setup = kingdom.setup(("Ada", "Ben"), Starting(first=1))
    assert setup == Setup(players=("Ada", "Ben"), kingdom=kingdom.piles, landscapes=kingdom.landscapes, first=1, rules=RULES)


@pytest.mark.parametrize(
    ("request_", "says"),
    [
        (KingdomRequest(require=("Witc",)), "Did you mean Witch"),
        (KingdomRequest(require=("Attack",)), "is a type"),
        (KingdomRequest(sets=("Moat",)), "is a card"),
        (KingdomRequest(require=("Copper",)), "Copper isn't a Kingdom card"),
        (KingdomRequest(require=("Woodcutter",)), "only in the 1st edition"),
        (KingdomRequest(edition=1, require=("Sentry",)), "only in the 2nd edition"),
        (KingdomRequest(require=("Witch",), ban=("Attack",)), "Choose one of the two"),
        (KingdomRequest(ban=("Action", "Treasure")), "Add a set, or ban fewer"),
        (KingdomRequest(sets=("Dominion",), wants=(Want(any_of=("Reaction",), minimum=4),)), "but there"),
        (KingdomRequest(require=(*first_game(2), "Witch")), "You asked for 11 cards; a kingdom has 10. Ask for fewer."),
        (
            KingdomRequest(wants=(Want(any_of=("Alchemy",), minimum=8), Want(any_of=("Empires",), minimum=6))),
            "You asked for 14 cards",
        ),
        (KingdomRequest(landscapes={"Event": 2, "Landmark": 1}), "You asked for 3 Events and Landmarks; a game has at most 2"),
        (KingdomRequest(require=first_game(2), wants=(Want(any_of=("Attack",), minimum=2),)), "No ten piles fit all of this"),
        (
            KingdomRequest(require=("Militia", "Witch"), wants=(Want(any_of=("Attack",), maximum=1),)),
            "No ten piles fit all of this",
        ),
        (KingdomRequest(sets=("Dominion",), landscapes={"Event": 1}), "these sets have none"),
    ],
)
def test_errors_say_what_to_do(request_: KingdomRequest, says: str) -> None:
    with pytest.raises(IllegalSetup, match=says):
        random_kingdom(request_, "x")


@pytest.mark.parametrize(
    ("request_", "says"),
    [
        (KingdomRequest(sets=("Nocturne",)), "Nocturne can't be played here yet. Choose from Alchemy, Dominion and Empires."),
        (KingdomRequest(require=("Vampire",)), "is from Nocturne and can't be played here yet"),
        (KingdomRequest(require=("Basilica",)), "is from Empires and can't be played here yet"),
    ],
)
def test_cards_in_the_books_that_are_not_here_are_said_to_be_missing(request_: KingdomRequest, says: str) -> None:
    with pytest.raises(IllegalSetup, match=says):
        random_kingdom(request_, "x", POOL)
    (word,) = request_.sets or request_.require
    with pytest.raises(ExpressionError, match=says) as caught:
        parse_kingdom(f"{word}, Dominion 1", pool=POOL)
    assert caught.value.word == word


@pytest.mark.parametrize(
    ("request_", "says"),
    [
        (KingdomRequest(landscapes={"Event": 2, "Landmark": 1}), "at most 2"),
        (KingdomRequest(require=("Event 1", "Event 2"), landscapes={"Event": 1}), "name fewer"),
    ],
)
def test_there_are_two_events_and_landmarks_at_most(request_: KingdomRequest, says: str) -> None:
    with pytest.raises(IllegalSetup, match=says):
        random_kingdom(request_, "x", POOL)


def test_a_range_has_its_smaller_end_first() -> None:
    with pytest.raises(ValueError, match="greater"):
        Want(any_of=("Attack",), minimum=3, maximum=2)


def test_hard_requests_are_quick() -> None:
    wants = tuple(Want(any_of=(f"Dominion {n}", f"Empires {n}", "Attack"), minimum=1, maximum=5) for n in range(8))
    with measured() as spent:
        random_kingdom(KingdomRequest(wants=wants), "x", POOL)
    assert spent.seconds < 1


def test_swapping_changes_one_pile_and_keeps_the_request() -> None:
    counts = {"Event": 1, "Landmark": 0}
    wants = (Want(any_of=("Attack",), minimum=2, maximum=2),)
    request = KingdomRequest(wants=wants, require=("Empires 1",), landscapes=counts)
    kingdom = random_kingdom(request, "x", POOL)
    gone: set[str] = set()
    for n, out in enumerate((*kingdom.piles[:4], "Empires 1")):
        if out not in kingdom.names:
            continue
        other = swap_pile(kingdom, out, str(n), POOL)
        assert len(set(other.piles) - set(kingdom.piles)) == 1 and other.landscapes == kingdom.landscapes
        assert sum("Attack" in each.types for each in POOL if each.name in other.piles) == 2
        gone.add(out)
        assert not gone & set(other.names) and other.seed is None
        kingdom = other
    event = swap_pile(kingdom, kingdom.landscapes[0], "y", POOL)
    assert event.piles == kingdom.piles and event.landscapes != kingdom.landscapes


def test_a_recommended_kingdom_can_be_swapped_within_its_sets() -> None:
    kingdom = recommended_kingdom("First Game", 1)
    other = swap_pile(kingdom, "moat", "x")
    assert len(set(other.piles) - set(kingdom.piles)) == 1 and other.edition == 1 and other.recommended is None
    with pytest.raises(IllegalSetup, match="isn't in this kingdom"):
        swap_pile(kingdom, "Witch", "x")


# in one line

TWO_ATTACKS = Want(any_of=("Attack",), minimum=2, maximum=2)


@pytest.mark.parametrize(
    ("text", "request_"),
    [
        ("", KingdomRequest()),
        ("Empires, alchemy", KingdomRequest(sets=("Empires", "Alchemy"))),
        ("base", KingdomRequest(sets=("Dominion",))),
        ("3 Empires", KingdomRequest(wants=(Want(any_of=("Empires",), minimum=3, maximum=3),))),
        ("3+ empires", KingdomRequest(wants=(Want(any_of=("Empires",), minimum=3),))),
        ("1 - 3 Empires", KingdomRequest(wants=(Want(any_of=("Empires",), minimum=1, maximum=3),))),
        ("attacks", KingdomRequest(wants=(Want(any_of=("Attack",)),))),
        ("Action cards", KingdomRequest(wants=(Want(any_of=("Action",)),))),
        ("!Attack,! Dominion 1", KingdomRequest(ban=("Attack", "Dominion 1"))),
        ("events 2", KingdomRequest(landscapes={"Event": 2})),
        ("Empires: 3+, attack x2", KingdomRequest(wants=(Want(any_of=("Empires",), minimum=3), TWO_ATTACKS))),
        ("Attacks 2, events 2", KingdomRequest(wants=(TWO_ATTACKS,), landscapes={"Event": 2})),
        ("Dominion 1 or Attack 1-2", KingdomRequest(wants=(Want(any_of=("Dominion 1", "Attack"), minimum=1, maximum=2),))),
        ("~ Attack | Dominion 1", KingdomRequest(like=("Attack", "Dominion 1"))),
        ("No attacks, without Dominion 1", KingdomRequest(ban=("Attack", "Dominion 1"))),
        ("prefer Attack or Dominion 1", KingdomRequest(like=("Attack", "Dominion 1"))),
        ("rather Attack", KingdomRequest(like=("Attack",))),
        ("no Attack OR Dominion 1", KingdomRequest(ban=("Attack", "Dominion 1"))),
        ("Dominion 1 or Empires 2", KingdomRequest(wants=(Want(any_of=("Dominion 1", "Empires 2")),))),
        ("Random", KingdomRequest()),
        ("random from all sets", KingdomRequest()),
        ("Random, from all sets", KingdomRequest()),
        ("random, 2 Empires", KingdomRequest(wants=(Want(any_of=("Empires",), minimum=2, maximum=2),))),
        ("an Attack, no Events", KingdomRequest(wants=(Want(any_of=("Attack",)),), landscapes={"Event": 0})),
        ("dominion  1", KingdomRequest(sets=("Dominion",), require=("Dominion 1",))),
        ("Empires 1, no Attack", KingdomRequest(sets=("Empires",), require=("Empires 1",), ban=("Attack",))),
        ("Random, Dominion 1", KingdomRequest(require=("Dominion 1",))),
        ("Dominion 1, Attack", KingdomRequest(require=("Dominion 1",), wants=(Want(any_of=("Attack",)),))),
        ("only Dominion", KingdomRequest(sets=("Dominion",))),
        ("base cards only", KingdomRequest(sets=("Dominion",))),
        ("10 Dominion", KingdomRequest(sets=("Dominion",), wants=(Want(any_of=("Dominion",), minimum=10, maximum=10),))),
        ("Dominion 1|Empires 2", KingdomRequest(wants=(Want(any_of=("Dominion 1", "Empires 2")),))),
        ("2 Dominion 1|Attack", KingdomRequest(wants=(Want(any_of=("Dominion 1", "Attack"), minimum=2, maximum=2),))),
        ("1E", KingdomRequest(edition=1)),
        ("2nd edition", KingdomRequest(edition=2)),
        ("2 events, !Landmarks", KingdomRequest(landscapes={"Event": 2, "Landmark": 0})),
        ("Event, Landmark 3", KingdomRequest(landscapes={"Event": 1}, require=("Landmark 3",))),
        ("First Game", KingdomRequest(recommended="First Game (2nd edition)")),
        ("first game (1st edition)", KingdomRequest(recommended="First Game (1st edition)")),
        ("Pools, Tools, and Fools", KingdomRequest(recommended="Pools, Tools, and Fools")),
    ],
)
def test_an_expression_is_read(text: str, request_: KingdomRequest) -> None:
    assert parse_kingdom(text, pool=POOL) == request_


def test_an_expression_adds_to_what_the_options_say() -> None:
    base = KingdomRequest(edition=1, sets=("Dominion",), ban=("Dominion 3",), like=("Attack",), landscapes={"Event": 1})
    read = parse_kingdom("Empires, Attack, !Dominion 1, ~Dominion 2", base, POOL)
    assert (read.edition, read.sets, read.ban) == (1, ("Dominion", "Empires"), ("Dominion 3", "Dominion 1"))
    assert (read.like, len(read.wants), read.landscapes) == (("Attack", "Dominion 2"), 1, {"Event": 1})
    assert parse_kingdom(" ", base) == base
    assert parse_kingdom("First Game", base).recommended == "First Game (1st edition)"


@pytest.mark.parametrize(
    ("text", "marked", "says"),
    [
        ("3 Empires, >Attak<, !Witch", "Attak", "Did you mean Attack"),
        ("!>Wich<", "Wich", "Did you mean Witch"),
        ("no >Wich<", "Wich", "Did you mean Witch"),
        ("Moat|>Libary<", "Libary", "Did you mean Library"),
        ("Moat or >Libary<, Witch", "Libary", "Did you mean Library"),
        (
            "Attack, >Nocturn<",
            None,
            f"Did you mean Nocturne. Nocturne can't be played here yet. Choose from {SETS[:9]}",
        ),
        (">Rndom<", None, "Did you mean Random"),
        ("Attack, >witout Wich<, Moat", None, "I don't know “witout Wich”"),
        ("Attack, >witout Witch<, Moat", None, "Did you mean without Witch"),
        (">Zzyzx<", None, "I don't know “Zzyzx”. Name a card, a type, or a set: Alchemy, "),
        ("Attack >,< , Moat", None, "nothing between these commas"),
        ("Moat>,<", None, "nothing between these commas"),
        ("Moat >|<", None, "missing here"),
        (">!<", None, "missing here"),
        (">3<, Attack", None, "missing here"),
        ("Attack, >!2 Moat<", None, "Write a number or “!”, not both"),
        ("Attack, >no 2 Moat<", None, "Write a number or “no”, not both"),
        (">2 Moat<", None, "takes no number. Write “Moat” to play with it, or “no Moat”"),
        (">11 Attack<", None, "You asked for 11 cards; a kingdom has 10"),
        (">3-2 Attack<", None, "smaller number"),
        (">9 Gathering<", None, f"You asked for “9 Gathering”, but there are only {GATHERINGS}"),
        (">Empires with Moot<", None, "Write a comma between them"),
        ("no >Witch and Militia<", None, "Write “or” between them"),
        ("3 Empires and >Xyzzy<", None, "I don't know “Xyzzy”"),
        (">Allies<, Attack", None, f"Allies can't be played here yet. Choose from {SETS}"),
        ("Moat, >Dark Ages<", None, "Dark Ages can't be played here yet"),
        (">Adventures< 3", None, "Adventures can't be played here yet"),
        ("1 >Way<", None, "Way is from Menagerie and can't be played here yet"),
        ("no >Projects<", None, "Project is from Renaissance and can't be played here yet"),
        (">Prophecies<, Moat", None, "Prophecy is from Rising Sun and"),
        (">Night cards<", None, "Night is from Nocturne and"),
        (">Moat 2<", None, "takes no number"),
        (">no Attack 2<", None, "Write a number or “no”, not both"),
        ("Dominion, >9+ Gathering<", None, "You asked for “9 Gathering”, but there"),
        (">3 Events<", None, "You asked for 3 Events; a game has at most 2"),
        ("Moat|>Event<", None, "Event isn't a Kingdom card"),
        ("Deck Top, Moat", "Deck Top", "can't be combined"),
        ("2E, >Woodcutter<", None, "Add “1E”"),
        (">Copper<", None, "isn't a Kingdom card"),
    ],
)
def test_errors_point_at_the_word(text: str, marked: str | None, says: str) -> None:
    start = text.find(">")
    plain = text.replace(">", "").replace("<", "")
    with pytest.raises(ExpressionError, match=says) as caught:
        parse_kingdom(plain)
    error = caught.value
    assert error.text == plain
    if marked is not None:
        assert error.word == marked
    if start >= 0 and ">" in text:
        assert plain[error.start : error.end] == text[start + 1 : text.find("<")].strip()


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("Empires with Moot", "Empires, Moat"),
        ("3 Empires without Witch", "3 Empires, without Witch"),
        ("no Witch and Militia", "no Witch or Militia"),
        ("random from all sets with 1 event and 1 landmark", "random, all sets, 1 Event, 1 Landmark"),
        ("2 Empires 3 Alchemy !Golem", "2 Empires, 3 Alchemy, !Golem"),
        ("Moat + 2+ Attacks", "Moat, 2+ Attack"),
    ],
)
def test_what_is_proposed_where_a_comma_is_missing_is_understood(line: str, meant: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        parse_kingdom(line)
    (error,) = caught.value.faults
    assert line[: error.start] + (error.near or "") + line[error.end :] == meant
    parse_kingdom(meant)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("1 Highwya", "Did you mean Highway. There's one pile of each card, so Highway takes no number"),
        ("Witch, Moat or Delv", "Did you mean Delve. Delve isn't a Kingdom card"),
        ("9 Gatherng", "Did you mean Gathering. You asked for “9 Gathering”, but"),
        ("2 Moat and Witch", "Write a comma between them. There's one pile of each card"),
        ("no Wich or Xyzzy", "Did you mean Witch.\nI don't know “Xyzzy”"),
        ("Woodcuter", "Did you mean Woodcutter. Woodcutter is only in the 1st edition of Dominion"),
    ],
)
def test_nothing_is_proposed_that_would_be_refused(line: str, says: str) -> None:
    with pytest.raises(ExpressionError, match=says) as caught:
        parse_kingdom(line)
    assert [each.near for each in caught.value.faults if each.near] == []


@pytest.mark.parametrize("line", ["Seasyde 3", "Atack 2+", "1E, Woodcuter", "Woodcuter, 1E", "Empires 3, Moat or Wich", "2 Evnts"])
def test_what_is_proposed_is_accepted(line: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        parse_kingdom(line)
    (error,) = caught.value.faults
    assert error.near is not None
    parse_kingdom(line[: error.start] + error.near + line[error.end :])


def test_types_that_exist_only_elsewhere_are_not_here() -> None:
    here = (
        {word for card in CARDS.values() for word in card.printed_types} | {each.set for each in CARDS.values()} | set(LANDSCAPES)
    )
    assert not here & {*kinds_elsewhere(), *kinds_elsewhere().values()}


@pytest.mark.parametrize(
    ("line", "marked", "says"),
    [
        ("1E, Moat, 2E", ["1E", "2E"], "two editions"),
        ("Event, Moat, no Events", ["Event", "Events"], "two numbers for Events"),
        ("Village, Witch, Moat, no Attack", ["Witch", "Attack"], "You asked for Witch, but banned Attack"),
        ("Witch, Militia, no Attack", ["Witch", "Militia", "Attack"], "You asked for Militia, but banned Attack"),
        ("Moat, 2 Events, 1 Landmark", ["2 Events", "1 Landmark"], "You asked for 3 Events and Landmarks"),
        ("Delve, Moat, Wedding, Tax", ["Delve", "Wedding", "Tax"], "You asked for 3 Events; a game has at most 2"),
        ("0 Events, Delve", ["0 Events", "Delve"], "You asked for no Event, but named one"),
        ("1 Event, Delve, Wedding", ["1 Event", "Delve", "Wedding"], "You asked for 1 Event, but named more"),
        ("Dominion, prefer Moat, 1 Event", ["Dominion", "1 Event"], "Add a set"),
        ("Moat, 5 Alchemy, 6 Empires", ["5 Alchemy", "6 Empires"], "You asked for 11 cards"),
        (f"no Moat, {', '.join(f'no {name}' for name in ALL_SETS)}", enough(), "Add a set, or ban fewer"),
        ("1E, Moat, Sentry", ["1E", "Sentry"], "Sentry is only in the 2nd edition"),
        (
            "Horse Traders, Diplomat",
            ["Horse Traders", "Diplomat"],
            "Horse Traders is only in the 1st edition, and Diplomat only in",
        ),
        ("1E, Diplomat, Horse Traders", ["Diplomat", "Horse Traders"], "Leave one of them out"),
        (", ".join([*first_game(2), "Witch", "no Events"]), [*first_game(2), "Witch"], "You asked for 11 cards; a kingdom has 10"),
        ("no Empires, 3 Empires, Witch, no Curses", ["Empires", "3 Empires", "Witch", "Curses"], "banned Curse"),
    ],
)
def test_conflicting_requests_are_all_marked(line: str, marked: list[str], says: str) -> None:
    with pytest.raises(ExpressionError, match=says) as caught:
        parse_kingdom(line)
    assert [each.word for each in caught.value.faults] == marked


def test_what_contradicts_itself_before_the_line_isnt_the_lines_fault() -> None:
    base = KingdomRequest(ban=tuple(ALL_SETS))
    assert parse_kingdom("2 Events", base).landscapes == {"Event": 2}
    with pytest.raises(ExpressionError, match="You asked for Witch, but banned Attack") as caught:
        parse_kingdom("Moat, Witch", KingdomRequest(ban=("Attack",)))
    assert caught.value.word == "Witch"


def test_long_lines_of_contradictions_are_refused_quickly() -> None:
    """A long request must not be able to stall everyone's games."""
    names = [each.name for each in randomizers()]
    with measured() as spent:
        for line in (
            ", ".join(names),
            ", ".join(f"no {name}" for name in (*ALL_SETS, *names * 3)),
            ", ".join(f"no {name}, {name}" for name in names),
        ):
            with pytest.raises(ExpressionError):
                parse_kingdom(line[:LONGEST_TEXT].rpartition(",")[0])
    assert spent.seconds < 3 * BOUND


def test_finding_out_what_conflicts_takes_a_bounded_number_of_calls() -> None:
    """As many clauses as fit a line, which conflict so that each has to be left out in turn."""
    calls = 0

    def count(frame: FrameType, event: str, arg: object) -> None:
        nonlocal calls
        calls += event == "call"

    with pytest.raises(ExpressionError) as caught:
        parse_kingdom(SEARCHED)
    before = sys.getprofile()
    sys.setprofile(count)
    try:
        with suppress(ExpressionError):
            parse_kingdom(SEARCHED)
    finally:
        sys.setprofile(before)
    assert len(caught.value.faults) == 23 and calls < 60_000


@pytest.mark.parametrize(
    "line", ["a," * 250, ("Mroat, Vilage, Smthy, " * 23)[:500], "no Mroat|Wich|Vilage" * 25, "Moot&Vilage&" * 41]
)
def test_a_long_line_of_typos_is_refused_quickly_for_the_first_few(line: str) -> None:
    with measured() as spent, pytest.raises(ExpressionError) as caught:
        parse_kingdom(line)
    assert spent.seconds < BOUND
    assert 0 < len(caught.value.faults) <= 2 * MOST_FAULTS


@pytest.mark.parametrize("line", ["a," * 3_000, "Mroat, Vilage, Smthy, " * 272, "x" * 4_000_000])
def test_a_line_that_is_too_long_is_refused_with_the_limit(line: str) -> None:
    with measured() as spent, pytest.raises(ExpressionError, match="at most 500 characters") as caught:
        parse_kingdom(line)
    assert spent.seconds < BOUND
    assert caught.value.text == line[:LONGEST_TEXT]


def test_all_mistakes_are_reported_together() -> None:
    line = "Atack, Moat, Wich or Libary, 2 Villages"
    with pytest.raises(ExpressionError) as caught:
        parse_kingdom(line)
    error = caught.value
    told = error.reason.splitlines()
    said = ("Did you mean Attack?", "Did you mean Witch?", "Did you mean Library?", "Village takes no number")
    assert [*map(str.__contains__, told, said)] == [True] * 4
    assert [each.word for each in error.faults] == ["Atack", "Wich", "Libary", "2 Villages"]
    assert [each.near for each in error.faults] == ["Attack", "Witch", "Library", None]
    assert error.word == "Atack"


def test_requests_can_each_be_on_a_line() -> None:
    assert parse_kingdom("3 Empires\nno Witch ,\n Moat or Library\n") == parse_kingdom("3 Empires, no Witch, Moat or Library")


def test_no_curses_means_that_nothing_hands_any_out() -> None:
    cursing = {each.name for each in randomizers() if each.answers("Curse")}
    known = {each.name for each in randomizers() if each.set in ("Alchemy", "Dominion", "Empires")}
    assert cursing & known == {"Witch", "Familiar", "Catapult/Rocks", "Ritual"}, "not what only mentions them"
    assert {each.name for each in randomizers() if each.set == "Seaside"} & cursing == {
        "Blockade",
        "Embargo",
        "Sea Hag",
        "Sea Witch",
    }
    request = parse_kingdom("no curses, 3 Alchemy, 3 Attacks")
    for n in range(30):
        assert not cursing & {*random_kingdom(request, str(n)).names}
    assert cursing & {*random_kingdom(parse_kingdom("a Curse"), "x").piles}
    with pytest.raises(ExpressionError, match="You asked for Witch, but banned Curse"):
        parse_kingdom("no Curses, Witch")


@given(st.text(alphabet="!~|,123+-EMoat Atckr", max_size=25))
def test_any_text_is_read_or_its_mistakes_are_marked(text: str) -> None:
    try:
        parse_kingdom(text)
    except ExpressionError as error:
        assert error.text == text and 0 <= error.start < error.end <= len(text)  # noqa: PT017


@given(
    st.dictionaries(st.integers(0, 7), st.integers(0, 2), max_size=6),
    st.integers(0, 5),
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 4)), min_size=3, max_size=3),
)
def test_a_completion_is_found_exactly_where_there_is_one(left: dict[int, int], size: int, bounds: list[tuple[int, int]]) -> None:
    def kept(taken: Collection[int]) -> bool:
        return all(low <= sum(each >> place & 1 for each in taken) <= high for place, (low, high) in enumerate(bounds))

    found = Search().completion(left, size, tuple(bounds))
    things = [signature for signature, count in left.items() for _ in range(count)]
    assert (found is not None) == any(map(kept, combinations(things, size)))
    if found is not None:
        assert found.total() == size and found <= Counter(things) and kept(list(found.elements()))


def test_requests_that_are_too_complex_are_refused_quickly() -> None:
    """A long request must not be able to stall everyone's games."""
    names = [each.name for each in randomizers() if each.landscape is None]
    dice = random.Random(2)
    wants = tuple(Want(any_of=tuple(dice.sample(names, len(names) // 2)), minimum=2, maximum=3) for _ in range(10))
    with measured() as spent, pytest.raises(IllegalSetup, match="too complex"):
        random_kingdom(KingdomRequest(wants=wants), "")
    assert spent.seconds < BOUND


def test_many_requests_that_people_write_are_not_too_complex() -> None:
    line = (
        "2 Empires, 2 Alchemy, Attack, 1-2 Reaction, 2 Treasure, Victory, 5+ Action, Moat or Library, Village or Festival or Villa"
    )
    request = parse_kingdom(line)
    for seed in range(30):
        assert len(random_kingdom(request, str(seed)).piles) == 10
