"""Every question that a card asks says what each choice leads to, correctly for the card."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from engine import words
from engine.case import Run
from engine.case_format import Case
from engine.view import DecisionView
from tests.engine.cases import FILES, played

Question = tuple[str | None, str]
"""The card that asks, and the purpose."""

ASK = {
    *("Coronet", "Courser", "Farmhands", "Ferryman", "Followers", "Hamlet", "Horn of Plenty", "Horse Traders", "Jester", "Joust"),
    *("Remake", "Shop", "Tournament", "Trusty Steed", "Young Witch"),
    *("Advance", "Alchemist", "Annex", "Apothecary", "Apprentice", "Archive", "Arena", "Artisan", "Bandit", "Banquet"),
    *("Bureaucrat", "Bustling Village", "Capital", "Catapult", "Cellar", "Chancellor", "Chapel", "Charm", "Crown", "Donate"),
    *("Encampment", "Engineer", "Feast", "Forum", "Gladiator", "Golem", "Harbinger", "Haunted Castle", "Herbalist", "Legionary"),
    *("Library", "Militia", "Mine", "Moneylender", "Mountain Pass", "Opulent Castle", "Overlord", "Poacher", "Remodel", "Ritual"),
    *("Sacrifice", "Salt the Earth", "Scrying Pool", "Sentry", "Settlers", "Small Castle", "Sprawling Castle", "Spy", "Tax"),
    *("Temple", "Thief", "Throne Room", "Transmute", "University", "Vassal", "Wild Hunt", "Workshop"),
    *("Baron", "Courtier", "Courtyard", "Diplomat", "Ironworks", "Lurker", "Masquerade", "Mill", "Mining Village", "Minion"),
    *("Nobles", "Patrol", "Pawn", "Replace", "Saboteur", "Scout", "Secret Chamber", "Secret Passage", "Steward", "Swindler"),
    *("Torturer", "Trading Post", "Upgrade", "Wishing Well"),
    *("Cutpurse", "Haven", "Island", "Lookout", "Native Village", "Salvager", "Smugglers", "Treasury", "Warehouse"),
    *("Ambassador", "Blockade", "Embargo", "Explorer", "Ghost Ship", "Navigator", "Pearl Diver", "Pirate", "Pirate Ship", "Sailor"),
    *("Sea Witch", "Tide Pools"),
    *("Advisor", "Butcher", "Doctor", "Farrier", "Footpad", "Herald", "Infirmary", "Journeyman", "Masterpiece", "Plaza"),
    *("Stonemason", "Taxman"),
    *("Berserker", "Border Village", "Cartographer", "Develop", "Duchess", "Embassy", "Farmland", "Haggler", "Ill-Gotten Gains"),
    *("Inn", "Jack of All Trades", "Mandarin", "Margrave", "Noble Brigand", "Oasis", "Oracle", "Scheme", "Souk", "Spice Merchant"),
    *("Stables", "Trader", "Trail", "Weaver", "Wheelwright", "Witch's Hut"),
    *("Anvil", "Bishop", "Contraband", "Counting House", "Crystal Ball", "Expand", "Forge", "Goons", "Clerk", "Investment"),
    *("King's Court", "Loan", "Mint", "Mountebank", "Royal Seal", "Rabble", "Tiara", "Trade Route", "Vault", "War Chest"),
    *("Watchtower",),
}
"""The cards, Events and Landmarks that ask their players something."""

NOTHING_MORE: dict[Question, str] = {
    **dict.fromkeys([(card, "discard") for card in ("Ferryman", "Horse Traders", "Young Witch")], "discard"),
    ("Remake", "gain"): "gain",
    **dict.fromkeys([(card, "discard") for card in ("Diplomat", "Forum", "Mill", "Poacher", "Torturer")], "discard"),
    **dict.fromkeys([(card, "discard") for card in ("Cutpurse", "Sea Witch", "Tide Pools", "Warehouse")], "discard"),
    **dict.fromkeys([(card, "gain") for card in ("Advance", "Banquet", "Engineer", "Feast", "Remodel", "Workshop")], "gain"),
    **dict.fromkeys([(card, "gain") for card in ("Lurker", "Saboteur", "Smugglers", "University", "Upgrade")], "gain"),
    **dict.fromkeys([(card, "gain") for card in ("Butcher", "Stonemason")], "gain"),
    **dict.fromkeys([(card, "discard") for card in ("Embassy", "Inn", "Oasis")], "discard"),
    **dict.fromkeys([(card, "gain") for card in ("Berserker", "Border Village", "Farmland", "Haggler")], "gain"),
    **dict.fromkeys([(card, "gain") for card in ("Weaver", "Wheelwright")], "gain"),
    **dict.fromkeys([(card, "trash") for card in ("Chapel", "Infirmary", "Masquerade", "Sailor", "Steward")], "trash"),
    **dict.fromkeys([(card, "trash") for card in ("Jack of All Trades", "Souk")], "trash"),
    ("Herald", "topdeck"): "topdeck",
    **dict.fromkeys([(card, "gain") for card in ("Anvil", "Expand", "Forge", "War Chest")], "gain"),
    **dict.fromkeys([(card, "trash") for card in ("Investment", "Trade Route")], "trash"),
    ("Artisan", "gain"): "gain",
    ("Blockade", "gain"): "gain",  # under Possession, nothing is set aside
    ("Trading Post", "trash"): "trash",  # into the hand, but not under Possession
}
"""The questions whose purpose says everything."""
BY_CARD: dict[Question, str] = {
    ("Horn of Plenty", "gain"): "gain",
    ("Remake", "trash"): "trash",
    **dict.fromkeys([(card, "gain") for card in ("Ironworks", "Replace")], "gain"),
    **dict.fromkeys([(card, "trash") for card in ("Apprentice", "Catapult", "Mine", "Remodel", "Replace", "Ritual")], "trash"),
    **dict.fromkeys([(card, "trash") for card in ("Sacrifice", "Salvager", "Stonemason", "Taxman", "Transmute")], "trash"),
    **dict.fromkeys([("Trader", "trash"), ("Upgrade", "trash")], "trash"),
    ("Wheelwright", "discard"): "discard",
    **dict.fromkeys([(card, "trash") for card in ("Bishop", "Expand", "Forge")], "trash"),
}
"""Questions whose purpose says what all options have in common."""
LEFT_OUT: dict[Question, str] = {
    **dict.fromkeys([(card, "trash") for card in ("Butcher", "Chapel", "Infirmary", "Masquerade", "Sailor", "Taxman")], "trash"),
    **dict.fromkeys([(card, "trash") for card in ("Jack of All Trades", "Souk", "Spice Merchant")], "trash"),
    **dict.fromkeys([("Plaza", "discard"), ("Stables", "discard")], "discard"),
    **dict.fromkeys([("Saboteur", "gain"), ("University", "gain")], "gain"),
    ("Vault", "discard"): "discard",
}
"""The questions whose purpose says everything about choosing nothing."""


@cache
def met() -> tuple[DecisionView, ...]:
    """Return every question in the rules cases, except what to do on a turn."""
    return tuple(decision for path in FILES for run in played(path) for decision in run.met)


def test_every_question_of_every_card_says_what_each_choice_leads_to() -> None:
    for decision in met():
        what = (decision.card, decision.prompt)
        assert all(option.leads or decision.leads for option in decision.options), what
        assert bool(decision.without) is (decision.minimum == 0), what
        for told in (decision.leads, decision.without, *(option.leads for option in decision.options)):
            assert not told or (told[0].isupper() and told.endswith(".") and "  " not in told), (what, told)
    assert {decision.card for decision in met()} >= ASK


def test_a_question_says_whether_its_cards_are_from_the_hand() -> None:
    elsewhere = {(each.card, each.purpose): each.elsewhere for each in met() if each.kind == "cards"}
    assert elsewhere["Lookout", "trash"] and elsewhere["Lookout", "discard"] and elsewhere["Harbinger", "topdeck"]
    assert not elsewhere["Chapel", "trash"] and not elsewhere["Militia", "discard"] and not elsewhere["Artisan", "topdeck"]


def test_a_question_about_anothers_card_says_if_it_is_optional() -> None:
    optional = [each for each in met() if each.seat != each.played_by and each.minimum == 0 < each.maximum and each.kind != "turn"]
    assert {each.prompt for each in optional if not each.prompt.startswith("You may ") and not each.prompt.endswith("?")} == set()
    assert {each.card for each in optional} >= {"Bishop", "Mountebank", "Saboteur"}


def test_the_text_for_a_purpose_is_used_only_where_no_card_has_more_to_say() -> None:
    generic = {told: purpose for purpose, told in words.BECOMES.items()}
    nothing = {told: purpose for purpose, told in words.NOTHING_DONE.items()}
    all_alike = {(each.card, each.purpose): generic[each.leads] for each in met() if each.leads in generic}
    left_out = {(each.card, each.purpose): nothing[each.without] for each in met() if each.without in nothing}
    assert all_alike == NOTHING_MORE | BY_CARD, "give the question `leads`, or name it in NOTHING_MORE"
    assert left_out == LEFT_OUT, "give the question `without`, or name it in LEFT_OUT"
    assert all(option.leads for each in met() if (each.card, each.purpose) in BY_CARD for option in each.options)


def asked(*moves: str, who: int = 0, **start: Any) -> DecisionView:
    """Return Ada's (or another seat's) question after these moves."""
    then = [{player: said} for player, said in (move.split(": ") for move in moves)]
    laid_out: dict[str, Any] = {each: start.pop(each) for each in ("kingdom", "landscapes") if each in start}
    written: dict[str, Any] = {"case": "a question", **laid_out, "start": start, "then": [*then, {"expect": {"over": "no"}}]}
    run = Run(Case.model_validate(written, context={"players": ("Ada", "Ben")}))
    assert run.run() == []
    (found,) = [ask.view() for ask in run.core.decisions() if ask.decider == who]
    return found


def leads(decision: DecisionView) -> dict[str, str]:
    return {option.id: option.leads for option in decision.options}


def test_what_differs_from_card_to_card_is_said_about_each() -> None:
    hand = {"hand": "Transmute, Copper, Estate, Curse, Crown"}
    found = leads(asked("Ada: play Transmute", kingdom="Transmute, Crown", Ada=hand))
    assert found["Copper"] == "You gain a Transmute." and found["Curse"] == "You gain nothing."
    assert found["Crown"] == "You gain a Duchy and a Transmute."
    found = leads(asked("Ada: play Transmute", kingdom="Transmute, Crown", Ada=hand, supply={"Duchy": "0"}))
    assert found["Crown"] == "You gain a Transmute.", "as far as it is there"
    hand = {"hand": "Remodel, Copper, Estate, Rocks"}
    found = leads(asked("Ada: play Remodel", kingdom="Remodel, Catapult", Ada=hand))
    assert found["Estate"] == "Then you gain a card costing up to $4."
    assert found["Rocks"].endswith("It also has a when-trash effect.")


def test_unaffected_players_are_not_among_those_a_choice_concerns() -> None:
    hand = {"hand": "Legionary, Gold"}
    found = leads(
        asked("Ada: play Legionary", "Ben: reveal Moat", kingdom="Legionary, Moat", Ada=hand, Ben={"hand": "Moat, 4 Copper"})
    )
    assert found["yes"].endswith("It makes no one discard down to 2 cards, then draw one.")


def test_an_attack_from_which_a_reaction_has_protected_does_nothing_whatever_follows() -> None:
    start: dict[str, Any] = {"kingdom": "Militia, Moat, Diplomat", "Ada": {"hand": "Militia"}, "Ben": {"hand": "Moat, 4 Copper"}}
    before = leads(asked("Ada: play Militia", who=1, **start))
    assert "affects you" in before["no"] and "does nothing to you" in before["react:Moat"]
    after = leads(asked("Ada: play Militia", "Ben: reveal Moat", who=1, **start))
    assert "doesn't affect you" in after["no"] and after["react:Moat"] == words.UNAFFECTED_ANYWAY


@pytest.mark.parametrize(("supply", "estate"), [({}, "there are no VP yet to take"), ({"Estate": "0"}, "No Estate is left")])
def test_what_would_bring_nothing_is_said(supply: dict[str, str], estate: str) -> None:
    found = leads(asked("Ada: play Wild Hunt", kingdom="Wild Hunt", Ada={"hand": "Wild Hunt"}, supply=supply))
    assert estate in found["estate"]


def test_what_a_card_says_about_its_trash_is_true_of_a_possessed_turn_and_of_an_empty_pile() -> None:
    start: dict[str, Any] = {"kingdom": "Possession, Sentry", "Ben": {"hand": "Sentry", "deck": "3 Curse"}}
    assert "for good" in asked("Ben: play Sentry", who=1, turn="Ben", **start).options[0].leads
    possessed = asked("Ada: play Possession; end turn; play Sentry", Ada={"hand": "Possession"}, **start)
    assert possessed.options[0].leads == "Cards you trash come back at the end of this turn."
    hand = {"hand": "Catapult, Duchy, Silver"}
    found = leads(asked("Ada: play Catapult", kingdom="Catapult", Ada=hand, supply={"Curse": "0"}))
    assert found == {"Duchy": "Nothing happens to the others.", "Silver": "It makes Ben discard down to 3 cards in hand."}


def test_a_bidder_sees_the_highest_bid_and_who_bids_next() -> None:
    start: dict[str, Any] = {"kingdom": "Village", "landscapes": "Mountain Pass", "coins": 8, "phase": "buy"}
    bought = "Ada: buy Province; end turn"
    first = asked(bought, who=1, **start)
    assert first.prompt == "Bid for 8 VP." and "outbid by Ada" in leads(first)["bid:1"]
    last = asked(bought, "Ben: choose Bid 5 debt", **start)
    assert last.prompt == "Bid for 8 VP (highest: 5, by Ben)." and "unless" not in leads(last)["bid:6"]
    assert leads(last)["pass"] == "You get nothing and owe nothing for it."


def test_a_question_is_the_same_for_a_saved_game_whatever_is_said_about_its_choices() -> None:
    vassal = next(path for path in FILES if path.stem == "vassal")
    (ask,) = played(vassal)[0].core.decisions()
    assert ask.fingerprint() == ask.explain("Something else.").fingerprint()
