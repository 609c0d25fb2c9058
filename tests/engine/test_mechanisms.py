"""What the core has room for, tried with cards that are in no set."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine import (
    Game,
    IllegalSetup,
    Kingdom,
    KingdomRequest,
    Save,
    Setup,
    decide,
    first_game,
    parse_kingdom,
    random_kingdom,
    request_like,
    snapshot,
    swap_pile,
    visibility,
)
from engine.card import CARDS, Cost
from engine.case import Run
from engine.case_format import Case, load
from engine.extras import complete
from engine.mechanisms import EVENT
from engine.randomizers import Randomizer, randomizers
from engine.save import Snapshot
from engine.setup import new_game
from tests.engine.strange_cards import WONDER, on_the_table

with on_the_table():
    CASES = load(Path(__file__).with_suffix("").parent / "mechanisms.yaml")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.case)
def test_the_core_carries_it(case: Case) -> None:
    with on_the_table():
        assert Run(case).run() == []


def test_a_new_kind_of_landscape_is_drawn_by_request() -> None:
    with on_the_table():
        there = [Randomizer(name, "Strange", types=(WONDER,), landscape=WONDER) for name in ("Colossus", "Temple", "Pharos")]
        pool = (*randomizers(), *there)
        wish = parse_kingdom("1 Wonder, 1 Event", pool=pool)
        assert wish.landscapes == {"Wonder": 1, "Event": 1}
        event, wonder = random_kingdom(wish, "x", pool).landscapes
        assert CARDS[event].landscape == EVENT and wonder in ("Colossus", "Temple", "Pharos")
        assert swap_pile(random_kingdom(wish, "x", pool), wonder, "y", pool).landscapes[0] == event
        drawn = [random_kingdom(KingdomRequest(), str(seed), pool).landscapes for seed in range(300)]
        assert {sum(name in ("Colossus", "Temple", "Pharos") for name in names) for names in drawn} == {0, 1}
        for text in ("2 Wonders", "Colossus, Pharos"):
            with pytest.raises(IllegalSetup):
                random_kingdom(parse_kingdom(text, pool=pool), "x", pool)


def test_a_card_put_face_down_from_the_deck_has_been_seen() -> None:
    case = next(case for case in CASES if case.case.startswith("What lies on a secret mat"))
    with on_the_table():
        run = Run(case)
        run.run()
    assert run.core.secrets == 1, "so that no undo takes it back"


def test_what_was_passed_only_those_know_who_gave_or_took_it() -> None:
    case = next(case for case in CASES if case.case.startswith("Once cards were passed"))
    with on_the_table():
        run = Run(case)
        run.run()
        kept = snapshot.take(run.core, 0).model_dump_json()
        again = snapshot.restore(run.core.setup, bytes(32), Snapshot.model_validate_json(kept))
        seen = {viewer: visibility.view(again, viewer).players for viewer in (None, 0, 1, 2)}
    gold = {
        viewer: [sum(each.count for each in seat.owned if each.name == "Gold") for seat in seats] for viewer, seats in seen.items()
    }
    assert gold == {None: [1, 0, 0], 0: [0, 1, 0], 1: [0, 1, 0], 2: [1, 0, 0]}


def warlocks() -> tuple[Randomizer, ...]:
    """Return everything there is to draw, with cards that need extra piles."""
    there = [Randomizer("Warlock", "Strange", cost=Cost(4), types=("Action", "Attack"))]
    there += [Randomizer("Bargeman", "Strange", cost=Cost(5), types=("Action",))]
    return (*randomizers(), *there, Randomizer("Shepherd", "Strange", cost=Cost(3), types=("Action",)))


def test_an_extra_pile_is_drawn_by_its_cost_and_leaves_the_ten_as_they_were() -> None:
    with on_the_table():
        pool, seen = warlocks(), set()
        costs = {each.name: each.cost for each in pool}
        for seed in range(200):
            kingdom = random_kingdom(KingdomRequest(require=("Warlock", "Bargeman")), str(seed), pool)
            assert len(kingdom.piles) == 10 and len({*kingdom.laid}) == 10 + len(kingdom.extras)
            assert costs[kingdom.extras["Warlock"]] in (Cost(2), Cost(3))
            assert costs[kingdom.extras["Bargeman"]] in (Cost(3), Cost(4))
            assert ("Shepherd" in kingdom.laid) == ("Shepherd" in kingdom.extras), "an extra pile may need one of its own"
            assert kingdom.request is not None and random_kingdom(kingdom.request, str(seed), pool) == kingdom
            seen.add("Shepherd" in kingdom.extras.values())
        assert seen == {True, False}
    assert all(random_kingdom(KingdomRequest(), str(seed)).extras == {} for seed in range(20))


def test_an_extra_pile_comes_from_the_chosen_sets_or_else_from_any_and_never_from_what_is_banned() -> None:
    with on_the_table():
        pool = warlocks()
        sets = {each.name: each.set for each in pool}
        wish = parse_kingdom("Empires, Warlock, no Chariot Race", pool=pool)
        drawn = {random_kingdom(wish, str(seed), pool).extras["Warlock"] for seed in range(40)}
        assert {sets[name] for name in drawn} == {"Empires"}
        few = [each for each in pool if each.name == "Warlock" or (each.set == "Empires" and each.cost.coins > 3)]
        few += [each for each in pool if each.name in ("Moat", "Chapel")]
        wish = parse_kingdom("Empires, Warlock, no Chapel", pool=few)
        drawn = {random_kingdom(wish, str(seed), few).extras["Warlock"] for seed in range(9)}
        assert drawn == {"Moat"}
        with pytest.raises(IllegalSetup, match=r"Ward: no card that costs \$2 or \$3 is left. Ban less."):
            random_kingdom(parse_kingdom("Empires, Warlock, no Moat or Chapel", pool=few), "x", few)


def test_an_extra_pile_can_be_asked_for() -> None:
    with on_the_table():
        pool = warlocks()
        for text in ("Ward Moat", "ward: moat, Dominion", "Warlock, Ward Moat"):
            wish = parse_kingdom(text, pool=pool)
            assert wish.extras == {"Warlock": "Moat"} and "Warlock" in wish.require
            assert random_kingdom(wish, "x", pool).extras == {"Warlock": "Moat"}
        assert parse_kingdom("Bargeman’s pile: Militia", pool=pool).extras == {"Bargeman": "Militia"}
        for text, says in (
            ("Ward Militia", r"Ward: choose a Kingdom card that costs \$2 or \$3. Militia doesn't."),
            ("Ward Moat, Ward Chapel", "two cards for the same pile"),
            ("Ward Moat, Moat", "named twice"),
            ("Ward Moat, no Moat", "banned"),
            ("Ward Attack", "Attack is a type; this takes a card"),
            ("Ward Moar", "Did you mean Moat"),
        ):
            with pytest.raises(IllegalSetup, match=says):
                parse_kingdom(text, pool=pool)


def test_a_swap_leaves_extra_piles_unless_it_is_about_them() -> None:
    with on_the_table():
        pool = warlocks()
        kingdom = random_kingdom(parse_kingdom("Dominion, Ward Moat", pool=pool), "x", pool)
        other = next(name for name in kingdom.piles if name != "Warlock")
        assert swap_pile(kingdom, other, "y", pool).extras == {"Warlock": "Moat"}
        swapped = swap_pile(kingdom, "Moat", "y", pool)
        assert swapped.piles == kingdom.piles and swapped.extras["Warlock"] != "Moat"
        assert "Moat" not in random_kingdom(request_like(swapped), "z", pool).names
        assert swap_pile(kingdom, "Warlock", "y", pool).extras == {}


def test_optional_basic_cards_are_used_by_their_sets_share_or_as_asked() -> None:
    with on_the_table():
        own = tuple(Randomizer(f"Realm {n}", "Strange", types=("Action",)) for n in range(12))
        pool = (*(each for each in randomizers() if each.set == "Dominion" and each.landscape is None), *own)

        def used(text: str, seeds: int) -> float:
            wish = parse_kingdom(text, pool=pool)
            kingdoms = [random_kingdom(wish, str(seed), pool) for seed in range(seeds)]
            assert {kingdom.optional for kingdom in kingdoms} <= {(), ("Bullion/Realm",)}
            assert random_kingdom(wish, "1", pool) == kingdoms[1]
            return sum(bool(kingdom.optional) for kingdom in kingdoms) / seeds

        assert used("Strange", 20) == 1 and used("Dominion", 20) == 0
        assert 0.2 < used("3 Strange, 7 Dominion", 400) < 0.4
        for text in ("Dominion, Bullion and Realm", "Dominion, Realm", "Dominion, bullion/realm", "Dominion, Realms, Bullion"):
            assert used(text, 5) == 1
        for text in ("Strange, no Realm", "Strange, without Bullion and Realm", "Strange, no Bullion or Realm"):
            assert used(text, 5) == 0
        for text, says in (
            ("Realm, no Bullion", "with and without Bullion and Realm"),
            ("rather Realm", "“Bullion and Realm” to play with them, or “no Bullion and Realm”"),
            ("2 Realms", "to play with them"),
            ("Raelm", "Did you mean Bullion and Realm"),
        ):
            with pytest.raises(IllegalSetup, match=says):
                parse_kingdom(text, pool=pool)
        kingdom = random_kingdom(parse_kingdom("Strange, Realm", pool=pool), "x", pool)
        assert swap_pile(kingdom, kingdom.piles[0], "y", pool).optional == kingdom.optional


def test_a_game_with_extras_is_saved_and_loaded() -> None:
    with on_the_table():
        kingdom = Kingdom(
            piles=("Warlock", "Bargeman", *first_game()[:8]),
            extras={"Warlock": "Chapel", "Bargeman": "Gardens"},
            optional=("Bullion/Realm",),
        )
        setup = kingdom.setup(("Ada", "Ben", "Cleo"))
        assert Setup.model_validate_json(setup.model_dump_json()) == setup
        game = Game.new(setup, bytes(32))
        again = Game.load(Save.model_validate_json(game.save().model_dump_json()))
        piles = {pile.name: pile for pile in again.view(None).piles}
        assert (piles["Chapel"].kind, piles["Chapel"].role, piles["Chapel"].supply) == ("kingdom", "Ward", True)
        assert (piles["Gardens"].kind, piles["Gardens"].role, piles["Gardens"].supply) == ("other", "Bargeman's pile", False)
        assert piles["Gardens"].count == piles["Realm"].count == 12
        assert again.view(None).ending_piles == ("Province", "Realm")
        assert again.core.marks == {"Warlock": {"ward": "Chapel"}, "Bargeman": {"pile": "Gardens"}}


def test_a_mixed_pile_can_be_an_extra_one_and_brings_what_it_needs() -> None:
    with on_the_table():
        setup = Setup(
            players=("Ada", "Ben"), kingdom=("Warlock", "Bargeman"), extras={"Warlock": "Encampment", "Bargeman": "Pilgrim"}
        )
        core = new_game(setup, bytes(32))
        assert core.marks["Warlock"] == {"ward": "Encampment/Plunder"} and core.piles["Encampment/Plunder"].role == "Ward"
        assert "Relic" in core.piles


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"kingdom": ("Warlock",)}, r"Warlock needs one more pile \(Ward\)"),
        ({"kingdom": ("Bargeman",), "extras": {"Bargeman": "Shepherd"}}, r"Shepherd needs one more pile \(Fold\)"),
        ({"kingdom": ("Warlock", "Moat"), "extras": {"Warlock": "Moat"}}, "Moat is named twice"),
        ({"kingdom": ("Warlock",), "extras": {"Warlock": "Moat", "Village": "Chapel"}}, "no card called Village"),
        ({"kingdom": ("Village",), "optional": ("Shelters",)}, "no card called Shelters"),
        ({"edition": 1, "kingdom": ("Warlock",), "extras": {"Warlock": "Merchant"}}, "isn't in the 1st edition"),
    ],
)
def test_a_setup_must_be_whole(fields: dict[str, Any], says: str) -> None:
    with on_the_table(), pytest.raises(IllegalSetup, match=says):
        new_game(Setup(players=("Ada", "Ben"), **fields), bytes(32))


def test_ais_play_with_extra_piles_and_optional_cards_to_the_end() -> None:
    with on_the_table():
        kingdom = ("Warlock", "Bargeman", "Market", "Smithy")
        setup = Setup(players=("Ada", "Ben"), kingdom=kingdom, optional=("Bullion/Realm",), landscapes=("Fountain",))
        for seed in range(4):
            game = Game.new(complete(setup, str(seed)), bytes([seed]) * 32)
            while not game.over:
                decision = next(each for each in game.decisions if not each.answered)
                view = game.view(decision.decider)
                game.answer(decision.decider, decision.id, decide(view, decision, "kingdom"))
            assert game.result is not None and game.result.ending.piles
