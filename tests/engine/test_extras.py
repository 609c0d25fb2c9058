"""Extra Kingdom piles and optional basic cards: drawn, asked for, laid out, saved and played with."""

from __future__ import annotations

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
    swap_pile,
)
from engine.ai.answers import answer
from engine.ai.perception import Perception
from engine.ai.plan import STYLES
from engine.card import Cost
from engine.extras import complete
from engine.randomizers import Randomizer, randomizers
from engine.setup import new_game
from tests.engine.strange_cards import on_the_table


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
    assert all(random_kingdom(KingdomRequest(sets=("Dominion",)), str(seed)).extras == {} for seed in range(20))


def test_an_extra_pile_comes_from_the_chosen_sets_otherwise_from_any_and_is_never_banned() -> None:
    with on_the_table():
        pool = warlocks()
        sets = {each.name: each.set for each in pool}
        request = parse_kingdom("Empires, Warlock, no Chariot Race", pool=pool)
        drawn = {random_kingdom(request, str(seed), pool).extras["Warlock"] for seed in range(40)}
        assert {sets[name] for name in drawn} == {"Empires"}
        few = [each for each in pool if each.name == "Warlock" or (each.set == "Empires" and each.cost.coins > 3)]
        few += [each for each in pool if each.name in ("Moat", "Chapel")]
        request = parse_kingdom("Empires, Warlock, no Chapel", pool=few)
        drawn = {random_kingdom(request, str(seed), few).extras["Warlock"] for seed in range(9)}
        assert drawn == {"Moat"}
        with pytest.raises(IllegalSetup, match=r"Ward: no card that costs \$2 or \$3 is left. Ban fewer."):
            random_kingdom(parse_kingdom("Empires, Warlock, no Moat or Chapel", pool=few), "x", few)


def test_an_extra_pile_can_be_asked_for() -> None:
    with on_the_table():
        pool = warlocks()
        for text in ("Ward Moat", "ward: moat, Dominion", "Warlock, Ward Moat"):
            request = parse_kingdom(text, pool=pool)
            assert request.extras == {"Warlock": "Moat"} and "Warlock" in request.require
            assert random_kingdom(request, "x", pool).extras == {"Warlock": "Moat"}
        assert parse_kingdom("Bargeman’s pile: Militia", pool=pool).extras == {"Bargeman": "Militia"}
        for text, says in (
            ("Ward Militia", r"Ward: choose a Kingdom card that costs \$2 or \$3. Militia doesn't."),
            ("Ward Moat, Ward Chapel", "two cards for the same pile"),
            ("Ward Moat, Moat", "named twice"),
            ("Ward Moat, no Moat", "banned"),
            ("Ward Attack", "Attack is a type; this needs a card"),
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
            request = parse_kingdom(text, pool=pool)
            kingdoms = [random_kingdom(request, str(seed), pool) for seed in range(seeds)]
            assert {kingdom.optional for kingdom in kingdoms} <= {(), ("Bullion/Realm",)}
            assert random_kingdom(request, "1", pool) == kingdoms[1]
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


@pytest.mark.parametrize(
    ("coins", "left", "said"),
    [
        (8, {}, "buy:Gold"),
        (9, {}, "buy:Bullion"),
        (11, {}, "buy:Realm"),
        (8, {"Realm": 1}, "buy:Province"),
        (9, {"Realm": 3}, "buy:Province"),
        (11, {"Realm": 1}, "buy:Realm"),
    ],
)
def test_ais_buy_optional_cards_while_they_are_of_use(coins: int, left: dict[str, int], said: str) -> None:
    assert bought(coins, left) == said


def test_ais_know_that_a_second_pile_ends_the_game() -> None:
    assert bought(11, {"Realm": 1}, theirs=40) != "buy:Realm", "it would lose"
    assert bought(5, {"Realm": 0}) == "buy:Duchy", "only points count in the last turn"
    assert bought(11, {"Realm": 2}, theirs=14) == "buy:Duchy", "the last one would go to who leads by far"


def bought(coins: int, left: dict[str, int], theirs: int = 0) -> str:
    """Return what an AI buys with this many coins, when its opponent has VP tokens."""
    with on_the_table():
        setup = Setup(players=("Ada", "Ben"), kingdom=first_game(), optional=("Bullion/Realm",), first=0)
        core = new_game(setup, bytes(32))
        core.begin()
        me, other = core.players
        other.vp_tokens = theirs
        for name, count in left.items():
            core.piles[name].count = count
        core.emptied = True
        me.discard_pile, me.hand, me.coins = me.discard_pile + me.hand, [], coins
        (ask,) = core.decisions()
        (id,) = answer(Perception(core, me), ask, STYLES["kingdom"])
        return id
