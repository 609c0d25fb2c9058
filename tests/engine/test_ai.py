"""AI players: their answers are always legal, and sensible, and they never know more than their seat does."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Any

import pytest

from engine import Setup, decide, first_game
from engine.ai import STYLES
from engine.ai.answers import answer
from engine.ai.perception import Eyes, Observed, Perception
from engine.ai.valuation import FITTED, default_gain, gain_of
from engine.asks import ChoiceAsk
from engine.card import CARDS, Card, Type
from engine.case import Run
from engine.case_format import Case, read_words
from engine.case_position import copies
from engine.core import Core
from engine.decision import Ask, Choice
from engine.fuzz import NAMES as PLAYERS
from engine.fuzz import FuzzPlan, random_setup
from engine.kingdoms import missing_from, recommended_kingdom, recommended_sets
from engine.piles import Copy
from engine.score import points
from engine.setup import new_game
from engine.simulate import simulate
from engine.visibility import view
from tests.engine.kit import NAMES, some_answer
from tests.soak import some_or_all


def random_core(seed: int) -> tuple[Core, random.Random]:
    chance = random.Random(seed)
    core = new_game(random_setup(FuzzPlan(seed, 0, (2, 3, 4)), chance), seed.to_bytes(32, "big"))
    core.begin()
    return core, chance


def unanswered(core: Core) -> list[Ask[object]]:
    return [ask for ask in core.decisions() if ask.answer is None]


def shown(eyes: Eyes) -> dict[str, object]:
    """Return everything that an AI can see through `eyes`."""
    cards: list[Card] = [pile for pile in CARDS.values() if eyes.left(pile)]
    plain = ("seat", "my_turn", "seats", "round", "phase", "actions", "buys", "coins", "potions", "debt", "piles_left")
    more = ("rivals", "counts", "picked", "drawn_out", "mine")
    seats = range(eyes.seats)
    return {name: getattr(eyes, name) for name in plain + more} | {
        "owned": [eyes.owned(seat) for seat in seats],
        "vp": [eyes.vp_tokens(seat) for seat in seats],
        "turns": [eyes.turns_taken(seat) for seat in seats],
        "lead": eyes.reckoning.lead(),
        "hand": Counter(eyes.hand),
        "in_play": Counter(eyes.in_play),
        "kingdom": eyes.kingdom,
        "left": {card: eyes.left(card) for card in cards},
        "editions": {card: eyes.editions.edition_of(card) for card in CARDS},
        "cost": {card: eyes.cost(card) for card in CARDS.values()},
    }


def games(count: int) -> Iterator[Core]:
    """Yield positions from whole games with some random answers, so that AIs see positions that they wouldn't get into
    themselves."""
    for seed in range(count):
        core, chance = random_core(seed)
        while core.phase != "over":
            yield core
            ask = chance.choice(unanswered(core))
            eyes = Perception(core, ask.player)
            ids = some_answer(ask.view(), chance) if chance.random() < 0.2 else answer(eyes, ask, STYLES["kingdom"])
            core.answer(ask.decider, ask.id, ids)
            assert core.asked < 2000


@some_or_all("count", 4, 12)
def test_glancing_shows_exactly_what_the_view_shows(count: int) -> None:
    for core in games(count):
        for ask in unanswered(core):
            seen = view(core, ask.decider)
            (decision,) = [each for each in seen.decisions if each.id == ask.id]
            assert shown(Perception(core, ask.player)) == shown(Observed(seen, decision))
            for style in STYLES:
                ids = decide(seen, decision, style)
                assert ids == answer(Perception(core, ask.player), ask, STYLES[style])
                ask.check(ids)


@some_or_all("count", 3, 6)
def test_a_turn_offers_by_id_just_what_it_lists(count: int) -> None:
    names = [f"{verb}:{name}" for verb in ("play", "buy", "event") for name in CARDS]
    for core in games(count):
        for ask in unanswered(core):
            if ask.kind == "turn":
                listed = {option.id for option in ask.options}
                asked = [*names, *(f"debt:{n}" for n in range(5)), "debt:01", "debt:", "buys", "treasures", "end", "play", ""]
                assert {id for id in asked if ask.offers(id)} == listed & set(asked)


SETS = [each.name for each in recommended_sets() if not missing_from(each)]


def played(setup: Setup, seed: int, *styles: str) -> Iterator[tuple[Core, Ask[Any], list[str]]]:
    """Yield every answer of a whole game between AIs, before it is given."""
    core = new_game(setup, seed.to_bytes(32, "big"))
    core.begin()
    while core.phase != "over":
        ask = unanswered(core)[0]
        ids = answer(Perception(core, ask.player), ask, STYLES[styles[ask.decider % len(styles)]])
        yield core, ask, ids
        core.answer(ask.decider, ask.id, ids)
        assert core.asked < 4000


@some_or_all("games", 4, 20)
def test_beats_big_money_that_ignores_the_kingdom(games: int) -> None:
    """This is a sample; benchmarks/strength.py plays all of them."""
    setups = [recommended_kingdom(name).setup(NAMES[:2]) for name in SETS]
    won = sum(simulate(games, ["kingdom", "big-money"], 1, setup).strategies["kingdom"] for setup in setups)
    assert won / (games * len(SETS)) >= 0.75


@some_or_all("seats", (2, 5), (2, 3, 4, 5, 6))
@pytest.mark.parametrize("name", SETS)
def test_plays_every_recommended_set_to_the_end(name: str, seats: tuple[int, ...]) -> None:
    for players in seats:
        for core, _, _ in played(recommended_kingdom(name).setup(PLAYERS[:players]), players, *STYLES):
            assert core.turn.number < 100 * players


INDEBTED = ("Capital", "City Quarter", "Engineer", "Royal Blacksmith", "Overlord", "Gladiator/Fortune")


def in_debt(ask: Ask[object]) -> list[str]:
    """Return the options to buy here that cost debt."""
    cards = [option.card for option in ask.options if option.id.startswith(("buy:", "event:")) and option.card is not None]
    return [name for name in cards if CARDS[name].cost.debt or name == "Capital"]


@pytest.mark.parametrize("events", [("Tax", "Triumph"), ("Wedding", "Annex"), ("Donate", "Delve")])
@pytest.mark.parametrize("style", STYLES)
def test_never_ends_a_buy_phase_with_debt_it_could_pay(style: str, events: tuple[str, ...]) -> None:
    """The test makes it buy something with debt about every fifth turn."""
    chance, owing = random.Random(1), 0
    setup = Setup(players=NAMES[:2], kingdom=(*INDEBTED, "Crown", "Villa", "Forum", "Charm"), landscapes=events)
    for seed in range(6):
        core = new_game(setup, seed.to_bytes(32, "big"))
        core.begin()
        while core.phase != "over":
            ask = unanswered(core)[0]
            ids = answer(Perception(core, ask.player), ask, STYLES[style])
            payable = min(ask.player.debt, core.current.coins) if ask.player is core.current else 0
            owing += bool(payable)
            assert not (ask.kind == "turn" and ids == ["end"] and payable)
            assert ask.purpose != "debt" or ids == [str(payable)]
            if ask.kind == "turn" and ids[0].startswith(("buy:", "event:", "end")) and chance.random() < 0.2 and in_debt(ask):
                name = chance.choice(in_debt(ask))
                ids = [f"event:{name}" if name in events else f"buy:{name}"]
            core.answer(ask.decider, ask.id, ids)
    assert owing > 20


@pytest.mark.parametrize(("card", "purpose", "said"), [
    ("Gold", "discard", "no"), ("Curse", "discard", "yes"), ("Gold", "discard theirs", "yes"), ("Estate", "discard theirs", "no"),
])  # fmt: skip
def test_spies_for_its_own_good(card: str, purpose: str, said: str) -> None:
    core = new_game(Setup(players=NAMES[:2], kingdom=first_game()), bytes(32))
    core.begin()
    me = core.players[0]
    ask = ChoiceAsk(me, (Choice("yes", "Yes", card), Choice("no", "No", card)), purpose, "Discard it?")
    assert answer(Perception(core, me), ask, STYLES["kingdom"]) == [said]


@some_or_all("count", 4, 8)
def test_its_score_is_that_of_the_rules(count: int) -> None:
    for core in games(count):
        if any(copy.card is not copy.printed for player in core.players for copy in player.in_play):
            continue
        for player in core.players:
            if player.controller == player.seat:
                assert Perception(core, player).reckoning.points() == points(player)


@some_or_all("count", 4, 8)
def test_what_a_card_brings_is_what_the_rules_count_with_it(count: int) -> None:
    chance = random.Random(1)
    for core in games(count):
        if any(copy.card is not copy.printed for player in core.players for copy in player.in_play):
            continue
        player = chance.choice(core.players)
        if player.controller == player.seat:
            reckoning, before = Perception(core, player).reckoning, points(player)
            card = chance.choice(sorted(core.homes, key=str))
            player.discard_pile.append(Copy(card, core.pile_of(card)))
            assert reckoning.brings(card) == points(player) - before
            player.discard_pile.pop()
            if player.deck:
                lost = player.deck.pop()
                assert reckoning.takes(lost.card) == before - points(player)
                player.deck.append(lost)


@some_or_all("count", 15, 100)
def test_games_between_ais_end_in_any_kingdom(count: int) -> None:
    for seed in range(count):
        core, _ = random_core(seed)
        while core.phase != "over":
            ask = unanswered(core)[0]
            core.answer(ask.decider, ask.id, answer(Perception(core, ask.player), ask, STYLES["kingdom"]))
            assert core.turn.number < 120 * len(core.players)


# what it buys in one position


def some(core: Core, words: str) -> list[Copy]:
    """Return cards as a case writes them: "2 Gold, Duchy"."""
    return copies(core, read_words(words or "nothing"))


def bought(
    coins: int,
    *,
    mine: str = "",
    theirs: str = "",
    left: dict[str, int] | None = None,
    hand: str = "",
    buys: int = 1,
    turns: int = 0,
    drawn_out: bool = False,
    kingdom: tuple[str, ...] = first_game(1),
    **laid: tuple[str, ...],
) -> str:
    """Return what the first of two players buys with this many coins and Buys and these cards in hand, if both have taken this many
    turns and own those cards in addition to the starting decks, and some piles only have this many cards left. `drawn_out`: its
    cards are all in play."""
    setup = Setup(players=NAMES[:2], kingdom=kingdom, first=0, edition=1, **laid)
    core = new_game(setup, bytes(32))
    core.begin()
    for player, owned in zip(core.players, (mine, theirs), strict=True):
        player.discard_pile += some(core, owned)
        player.turns_taken = turns
    me = core.players[0]
    me.discard_pile += me.hand
    me.hand = some(core, hand)
    if drawn_out:
        me.in_play, me.deck, me.discard_pile = me.deck + me.discard_pile, [], []
    for name, count in (left or {}).items():
        core.piles[name].count = count
    core.emptied = True
    me.coins, me.buys = coins, buys
    (ask,) = core.decisions()
    (id,) = answer(Perception(core, me), ask, STYLES["kingdom"])
    ask.check([id])
    return id


LAST = {"Province": 1}
THIRD = {"Cellar": 0, "Moat": 0}


@pytest.mark.parametrize(("mine", "theirs", "coins", "left", "said"), [
    ("", "", 8, LAST, "buy:Province"),
    ("", "Duchy", 8, LAST, "buy:Province"),
    ("Duchy", "", 2, {**THIRD, "Estate": 1}, "buy:Estate"),
    ("Duchy", "", 11, {**THIRD, "Village": 1}, "buy:Village"),
    ("", "Estate", 5, {**THIRD, "Duchy": 1}, "buy:Duchy"),
])  # fmt: skip
def test_ends_the_game_when_it_wins_by_that(mine: str, theirs: str, coins: int, left: dict[str, int], said: str) -> None:
    assert bought(coins, mine=mine, theirs=theirs, left=left) == said


def test_ends_the_game_with_several_buys_if_they_make_the_winner() -> None:
    assert bought(16, buys=2, theirs="Province, Duchy", left={"Province": 2}) == "buy:Province"
    assert bought(13, buys=2, theirs="Province, Estate", left=LAST) == "buy:Province"
    assert bought(13, buys=1, theirs="Province, Estate", left=LAST) == "buy:Duchy"
    assert bought(4, buys=2, mine="Duchy", left={**THIRD, "Estate": 2}) == "buy:Estate"


@pytest.mark.parametrize(("theirs", "coins", "left", "ending"), [
    ("Province", 8, LAST, "buy:Province"),
    ("2 Province, Duchy", 8, LAST, "buy:Province"),
    ("Duchy", 5, {**THIRD, "Duchy": 1}, "buy:Duchy"),
    ("Province", 2, {**THIRD, "Estate": 1}, "buy:Estate"),
])  # fmt: skip
def test_does_not_end_the_game_while_behind(theirs: str, coins: int, left: dict[str, int], ending: str) -> None:
    """A tie loses as well, since the opponent has taken fewer turns."""
    assert bought(coins, theirs=theirs, left=left) != ending


def test_a_lost_game_is_brought_to_its_end() -> None:
    assert bought(8, theirs="9 Province", left={**LAST, "Duchy": 0, "Estate": 1}) == "buy:Province"


def test_what_it_gains_does_not_end_the_game_while_behind_either() -> None:
    for theirs, said in (("2 Province", "Silver"), ("", "Estate")):
        core = new_game(Setup(players=NAMES[:2], kingdom=first_game(), first=0), bytes(32))
        core.begin()
        me, other = core.players
        me.discard_pile += some(core, "Duchy")
        other.discard_pile += some(core, theirs)
        for name, count in {**THIRD, "Estate": 1}.items():
            core.piles[name].count = count
        core.emptied = True
        ask = me.choose_pile("gain", lambda card: card.name in ("Estate", "Silver"))
        assert answer(Perception(core, me), ask, STYLES["kingdom"]) == [said]


@pytest.mark.parametrize(("coins", "turns", "said"), [
    (5, 5, "buy:Militia"), (5, 10, "buy:Duchy"), (6, 10, "buy:Gold"), (6, 15, "buy:Duchy"), (8, 15, "buy:Province"),
])  # fmt: skip
def test_in_a_long_game_points_come_before_a_better_deck(coins: int, turns: int, said: str) -> None:
    assert bought(coins, turns=turns) == said


@pytest.mark.parametrize(("coins", "said"), [(8, "buy:Duchy"), (2, "buy:Estate"), (1, "end")])
def test_in_the_last_turn_only_points_count(coins: int, said: str) -> None:
    assert bought(coins, left={"Province": 0}) == said


def test_leaves_the_last_province_to_no_one_who_would_win_by_it_and_leads_by_far() -> None:
    assert bought(8, theirs="2 Province", left={"Province": 2}) == "buy:Duchy"
    assert bought(8, theirs="Province", left={"Province": 2}) == "buy:Province"


@pytest.mark.parametrize(("coins", "landmark", "mine", "turns", "said"), [
    (0, "Fountain", "", 0, "buy:Copper"),
    (0, "Fountain", "3 Copper", 0, "end"),
    (3, "Bandit Fort", "", 12, "buy:Silver"),
    (6, "Bandit Fort", "", 20, "buy:Duchy"),
    (0, "Wall", "", 12, "end"),
    (2, "Museum", "", 12, "buy:Moat"),
    (2, "Museum", "Moat", 12, "buy:Cellar"),
    (2, "Wolf Den", "Cellar", 12, "buy:Cellar"),
    (3, "Orchard", "2 Village", 12, "buy:Village"),
])  # fmt: skip
def test_buys_for_the_points_of_landmarks(coins: int, landmark: str, mine: str, turns: int, said: str) -> None:
    assert bought(coins, mine=mine, turns=turns, landscapes=(landmark,)) == said


POTIONS = ("Cellar", "Moat", "Workshop", "Village", "Chapel", "Woodcutter", "Familiar")


@pytest.mark.parametrize(("event", "coins", "hand", "there", "said"), [
    ("Conquest", 6, "", {}, True),
    ("Dominate", 14, "", {}, True),
    ("Wedding", 7, "", {}, True),
    ("Windfall", 5, "", {"drawn_out": True}, True),
    ("Windfall", 5, "", {}, False),
    ("Advance", 0, "Moat", {}, True),
    ("Advance", 0, "", {}, False),
    ("Ritual", 4, "Market", {"left": {"Province": 3}}, True),
    ("Ritual", 4, "", {"left": {"Province": 3}}, False),
    ("Donate", 0, "", {"mine": "8 Curse"}, True),
    ("Donate", 0, "", {}, False),
    ("Tax", 2, "", {}, False),
    ("Salt the Earth", 4, "", {"turns": 9}, False),
    ("Salt the Earth", 4, "", {"turns": 9, "kingdom": POTIONS}, False),
    ("Salt the Earth", 4, "", {"kingdom": POTIONS}, False),
    ("Salt the Earth", 4, "", {"turns": 15, "left": {"Province": 2, "Estate": 0}, "theirs": "Province"}, True),
])  # fmt: skip
def test_an_event_is_bought_where_it_is_worth_it(event: str, coins: int, hand: str, there: dict[str, Any], said: bool) -> None:
    assert (bought(coins, hand=hand, landscapes=(event,), **there) == f"event:{event}") is said


def test_a_potion_is_bought_once_where_the_cards_that_cost_one_are_together_worth_it() -> None:
    useless = ("Cellar", "Moat", "Workshop", "Village", "Chapel", "Woodcutter")
    good = ("Alchemist", "Golem", "Philosopher's Stone", "Possession")
    assert bought(4, kingdom=(*useless, "Familiar")) == "buy:Potion"
    assert bought(4, kingdom=(*useless, *good)) == "buy:Potion"
    assert bought(4, kingdom=(*useless, *good), mine="Potion") == "buy:Silver"
    assert bought(4, kingdom=(*useless, *good), turns=9) == "buy:Silver"
    assert bought(4, kingdom=(*useless, "Transmute")) == "buy:Silver"


def asked(card: str, hand: str, *then: dict[str, Any], deck: str = "Copper, Copper, Copper") -> tuple[Core, Ask[Any]]:
    """Return the question to a player with that card in hand and others, at the start of the turn or after some steps."""
    start = {"Ada": {"hand": f"{card}, {hand}", "deck": deck}, "phase": "action"}
    steps = [*then, {"expect": {"phase": "action"}}]
    written = {"case": card, "kingdom": f"{card}, Militia", "start": start, "then": steps}
    run = Run(Case.model_validate(written, context={"players": ("Ada", "Ben")}))
    assert run.run() == []
    (ask,) = run.core.decisions()
    return run.core, ask


@pytest.mark.parametrize(("card", "hand", "said"), [
    ("Nobles", "Militia", ["actions"]),
    ("Nobles", "Gold", ["cards"]),
    ("Steward", "Estate, Estate, Copper", ["trash"]),
    ("Steward", "Gold, Gold", ["coins"]),
    ("Minion", "Estate, Estate, Curse, Curse", ["hand"]),
    ("Minion", "Gold, Gold, Silver, Copper", ["coins"]),
    ("Mill", "Estate, Estate", ["yes"]),
    ("Mill", "Gold, Gold", ["no"]),
])  # fmt: skip
def test_chooses_what_gives_most_with_its_hand(card: str, hand: str, said: list[str]) -> None:
    core, ask = asked(card, hand, {"Ada": f"play {card}"}, deck="Gold, Copper, Copper, Copper")
    assert answer(Perception(core, ask.player), ask, STYLES["kingdom"]) == said


@pytest.mark.parametrize(("card", "hand", "played"), [
    ("Baron", "Estate, Copper", True),
    ("Baron", "Gold, Copper", False),
    ("Upgrade", "Estate, Gold", True),
    ("Upgrade", "Gold, Gold", False),
    ("Treasure Map", "Copper", False),
    ("Trading Post", "Estate, Copper", True),
    ("Trading Post", "Gold, Gold", False),
])  # fmt: skip
def test_plays_an_action_only_where_it_does_good(card: str, hand: str, played: bool) -> None:
    core, ask = asked(card, hand)
    assert (answer(Perception(core, ask.player), ask, STYLES["kingdom"]) == [f"play:{card}"]) is played


REACTIONS = [card for card in CARDS.values() if Type.REACTION in card.types]


@pytest.mark.parametrize(
    ("card", "other", "edition"),
    [
        (a.name, b.name, max(a.editions & b.editions))
        for a, b in combinations_with_replacement(REACTIONS, 2)
        if a.editions & b.editions
    ],
)
def test_uses_no_reactions_endlessly(card: str, other: str, edition: int) -> None:
    start = {"Ada": {"hand": "Militia"}, "Ben": {"hand": f"{card}, {other}, 3 Curse", "deck": "20 Curse"}, "phase": "action"}
    steps = [{"Ada": "play Militia"}, {"expect": {"over": "no"}}]
    kingdom = ", ".join({card, other, "Militia"})
    written = {"case": card, "edition": edition, "kingdom": kingdom, "start": start, "then": steps}
    run = Run(Case.model_validate(written, context={"players": ("Ada", "Ben")}))
    assert run.run() == []
    answers = 0
    while (ask := unanswered(run.core)[0]).kind != "turn":
        run.core.answer(ask.decider, ask.id, answer(Perception(run.core, ask.player), ask, STYLES["kingdom"]))
        answers += 1
        assert answers < 10


def chosen(kingdom: str, start: dict[str, Any], *moves: str, edition: int = 2) -> list[str]:
    """Return the AI's answer in a position, after some moves."""
    steps = [*({"Ada": move} for move in moves), {"expect": {"over": "no"}}]
    written = {"case": kingdom, "kingdom": kingdom, "edition": edition, "start": start, "then": steps}
    run = Run(Case.model_validate(written, context={"players": ("Ada", "Ben")}))
    assert run.run() == []
    (ask,) = run.core.decisions()
    return answer(Perception(run.core, ask.player), ask, STYLES["kingdom"])


@pytest.mark.parametrize(("kingdom", "hand", "move", "edition", "said"), [
    ("Contraband, Tournament", "Contraband, 2 Gold", "play Contraband", 1, ["Gold"]),
    ("War Chest, Joust", "War Chest, 2 Gold", "play War Chest", 2, ["Joust"]),
    ("Mint, Joust", "Mint, Huge Turnip, Gold, Silver", "play Mint", 2, ["Gold"]),
])  # fmt: skip
def test_names_and_copies_only_what_the_supply_has(kingdom: str, hand: str, move: str, edition: int, said: list[str]) -> None:
    start = {"Ada": {"hand": hand}, "Ben": {"hand": "5 Copper"}}
    assert chosen(kingdom, start, move, edition=edition) == said


@pytest.mark.parametrize(("coins", "coffers", "said"), [
    (6, 2, "spend:Coffers:2"),
    (6, 1, "buy:Gold"),
    (5, 1, "spend:Coffers:1"),
    (3, 1, "buy:Silver"),
    (8, 5, "buy:Province"),
])  # fmt: skip
def test_spends_tokens_only_for_a_better_card(coins: int, coffers: int, said: str) -> None:
    ada = {"tokens": {"Coffers": coffers}, "hand": "nothing", "deck": "Copper"}
    assert chosen("Plaza", {"phase": "buy", "coins": coins, "Ada": ada}) == [said]


@pytest.mark.parametrize(("card", "coins", "edition", "said"), [
    ("Stonemason", 6, 2, "$4"),
    ("Farrier", 5, 2, "$3"),
    ("Herald", 9, 2, "$2"),
    ("Masterpiece", 6, 1, "$3"),
    ("Infirmary", 6, 2, "$1"),
])  # fmt: skip
def test_overpays_as_far_as_it_brings_something(card: str, coins: int, edition: int, said: str) -> None:
    start = {"phase": "buy", "coins": coins, "Ada": {"hand": "Curse, Gold", "deck": "3 Copper"}}
    assert chosen(f"{card}, Militia", start, f"buy {card}", edition=edition) == [said]


@pytest.mark.parametrize(("provinces", "said"), [("8", "$6"), ("2", "$8")])
def test_spends_tokens_in_an_effect_for_the_best_card(provinces: str, said: str) -> None:
    ada = {"hand": "Butcher, Estate, Copper", "tokens": {"Coffers": 4}}
    start = {"Ada": ada, "supply": {"Province": provinces}}
    assert chosen("Butcher", start, "play Butcher", "trash Estate") == [said]


def test_keeps_the_treasure_that_buys_the_better_card() -> None:
    core, ask = asked("Courtyard", "Gold, Gold, Copper, Copper", {"Ada": "play Courtyard"}, deck="Estate, Estate, Estate")
    assert answer(Perception(core, ask.player), ask, STYLES["kingdom"]) == ["Estate"]


def test_a_number_that_won_games_replaces_the_default() -> None:
    tried = json.loads(FITTED.read_bytes())
    for name, found in tried.items():
        assert found["games"] > 0
        assert gain_of(CARDS[name]) == (default_gain(CARDS[name]) if found["worth"] is None else found["worth"])


def test_bids_what_it_is_worth_and_not_more() -> None:
    core = new_game(Setup(players=NAMES[:2], kingdom=first_game(), landscapes=("Mountain Pass",)), bytes(32))
    core.begin()
    bids = {best: [Choice("pass", "Pass"), *(Choice(f"bid:{n}", "") for n in range(best + 1, 41))] for best in (0, 30)}
    said = {
        best: answer(Perception(core, core.players[0]), ask_bid(core, choices), STYLES["kingdom"]) for best, choices in bids.items()
    }
    assert said[0][0].startswith("bid:")
    assert said[30] == ["pass"]


def ask_bid(core: Core, choices: list[Choice]) -> ChoiceAsk:
    return ChoiceAsk(core.players[0], choices, "bid", "Bid")


def test_an_event_is_bought_where_it_gives_more_than_a_card() -> None:
    setup = Setup(players=NAMES[:2], kingdom=first_game(), landscapes=("Delve", "Dominate"))
    bought = {ids[0] for seed in range(10) for _, ask, ids in played(setup, seed, "kingdom") if ask.kind == "turn"}
    assert {"event:Delve", "buy:Province"} <= bought


@pytest.mark.parametrize(("vp", "said"), [(4, ["Militia"]), (1, ["Militia"]), (0, [])])
def test_discards_at_the_arena_for_points_alone(vp: int, said: list[str]) -> None:
    start = {"Ada": {"hand": "Militia, Copper"}, "phase": "action", "tokens": {"Arena": {"vp": vp}}}
    steps = [{"Ada": "buy phase"}, {"expect": {"phase": "buy"}}]
    written = {"case": "the Arena", "kingdom": "Militia", "landscapes": "Arena", "start": start, "then": steps}
    run = Run(Case.model_validate(written, context={"players": ("Ada", "Ben")}))
    assert run.run() == []
    (ask,) = run.core.decisions()
    assert answer(Perception(run.core, ask.player), ask, STYLES["kingdom"]) == said
