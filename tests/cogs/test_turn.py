"""What the hand panel offers on a turn, depending on what is in hand and in play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cogs.panels import board, hand, notes, rules, why
from cogs.panels.blocks import Button, Id, Menu, Panel, Row
from engine import Game, Option, View, visibility
from engine.case import Run
from engine.case_format import Case
from engine.kingdoms import Kingdom
from tables import AutoAnswers, Options, TableView
from tables.auto_answers import automatic
from tests.cogs.test_panels import check, table_of

KINGDOM = ("Crown", "Enchantress", "Throne Room", "Capital", "City Quarter", "Merchant", "Smithy", "Villa", "Village", "Charm")


def seen(*moves: str, piles: Sequence[str] = KINGDOM, edition: int = 2, **start: Any) -> tuple[TableView, View]:
    """Return what Ada may know after these moves."""
    then = [{player: said} for player, said in (move.split(": ") for move in moves)]
    written = {
        "case": "a turn",
        "edition": edition,
        "kingdom": ", ".join(piles),
        "start": start,
        "then": [*then, {"expect": {"over": "no"}}],
    }
    case = Case.model_validate(written, context={"players": ("Ada", "Ben")})
    run = Run(case)
    assert run.run() == []
    kingdom = Kingdom(edition=edition, piles=tuple(piles))
    table = table_of(Game.new(kingdom.setup(case.players), bytes(32)), Options(kingdom=kingdom))
    return table, visibility.view(run.core, 0)


def shown(*moves: str, state: str = "", **start: Any) -> Panel:
    """Return Ada's panel then."""
    table, view = seen(*moves, **start)
    picked = (view.decisions[0].id, state) if state else None
    panel = hand.hand(table, view, 100, picked=picked).panel
    check(panel)
    return panel


def more(**start: Any) -> Panel:
    """Return what Ada finds behind More… then."""
    table, view = seen(**start)
    panel = notes.more(table, view, 100).panel
    check(panel)
    return panel


def labels(menu: Menu) -> list[str]:
    return [choice.label for choice in menu.choices]


def styles(panel: Panel) -> dict[str, str]:
    """Return a panel's buttons, and their styles."""
    rows = [block for block in panel.blocks if isinstance(block, Row)]
    return {item.label: item.style for row in rows for item in row.items if isinstance(item, Button)}


def menus(panel: Panel) -> list[str]:
    return [block.placeholder for block in panel.blocks if isinstance(block, Menu)]


def test_a_treasure_whose_order_matters_has_a_button_beside_the_plain_ones() -> None:
    panel = shown(Ada={"hand": "Crown, 2 Copper"}, phase="buy")
    buttons = styles(panel)
    assert buttons["Play Crown"] == buttons["Play plain Treasures ($2)"] == "primary", "no button is advice"
    assert "**$2 + Crown to spend** · 1 Buy" in panel.text
    assert menus(panel) == ["Buy now for $0…"], "a whole turn would waste it"
    alone = shown(Ada={"hand": "Capital, 2 Estate"}, phase="buy")
    assert styles(alone)["Play Capital"] == "primary" and not any("end turn" in each for each in menus(alone))


def test_more_has_ten_buttons_at_most_and_none_that_lead_where_its_heading_leads() -> None:
    table, view = seen(Ada={"hand": "3 Copper, 2 Estate"})
    panel = notes.more(table, view, 100, askable=True).panel
    assert "### More for <#" in panel.text
    assert [[item.label for item in block.items] for block in panel.blocks if isinstance(block, Row)] == [
        ["Treasures one by one", "Nudge…"],
        ["Why?", "Log", "Cards", "Settings"],
        ["Ask to undo…", "Pace…", "End game…", "Away or leave…"],
    ]


def test_what_would_do_nothing_with_this_hand_has_its_button_behind_more() -> None:
    start: dict[str, Any] = {"Ada": {"hand": "Throne Room, 3 Copper"}}
    assert "Play Throne Room" not in styles(shown(**start)) and menus(shown(**start)) == ["Buy for $3, end turn…"]
    assert "Play Throne Room" in styles(more(**start))
    assert styles(shown(Ada={"hand": "Throne Room, Smithy"}))["Play Throne Room"] == "primary"
    spent = shown("Ada: treasures", Ada={"hand": "Crown, 3 Copper"}, phase="buy")
    assert "Play Crown" not in styles(spent) and menus(spent) == ["Buy for $3, end turn…"]


def test_with_an_action_to_play_buying_is_a_phase_away() -> None:
    panel = shown(Ada={"hand": "Smithy, Village, 3 Copper"})
    assert menus(panel) == [] and "**1 Action** · **$3** with Treasures · 1 Buy" in panel.text
    assert styles(panel) == {"Play Smithy": "primary", "Play Village": "primary", "Buy phase": "secondary", "More…": "secondary"}
    then = shown("Ada: buy phase", Ada={"hand": "Smithy, Village, 3 Copper"})
    assert menus(then) == ["Buy for $3, end turn…"] and styles(then) == {"End turn": "secondary", "More…": "secondary"}


def test_a_treasure_that_gives_no_money_adds_nothing_to_spend() -> None:
    kingdom = ("War Chest", "Horn of Plenty", "Bank")
    panel = shown(Ada={"hand": "War Chest, Horn of Plenty, Bank, 4 Copper"}, phase="buy", piles=kingdom)
    assert "**$4 + Bank to spend**" in panel.text and "Play War Chest" in styles(panel)


def test_what_a_card_forbids_to_buy_is_named_above_the_menu() -> None:
    moves = ("Ada: play Contraband", "Ben: name Duchy")
    named = shown(*moves, Ada={"hand": "Contraband, 2 Copper"}, phase="buy", piles=("Contraband", "Village"), edition=1)
    assert "-# You can't buy Duchy now." in named.text
    unaffordable = shown(*moves, Ada={"hand": "Contraband"}, phase="buy", piles=("Contraband", "Village"), edition=1)
    assert "can't buy" not in unaffordable.text


def test_a_buy_menu_says_which_tokens_lie_on_a_pile_and_what_debt_it_brings() -> None:
    piles = {"Silver": {"debt": 1}, "Smithy": {"Embargo": 2, "debt": 3}}
    panel = shown(Ada={"hand": "4 Copper"}, phase="buy", tokens=piles)
    (menu,) = [block for block in panel.blocks if isinstance(block, Menu)]
    told = {choice.value: choice.description for choice in menu.choices}
    assert told["buy:Silver"] == "40 left, +1 debt. +$2"
    assert told["buy:Smithy"] == "10 left, +3 debt, 2 Embargo tokens. +3 Cards"
    assert told["buy:Estate"] == "8 left. Worth 1 VP."


def test_a_buy_menu_keeps_as_much_of_an_effect_as_fits_beside_the_tokens() -> None:
    piles = ("Groundskeeper", "Herald")
    panel = shown(Ada={"hand": "5 Copper"}, phase="buy", tokens={name: {"debt": 1} for name in piles}, piles=piles)
    (menu,) = [block for block in panel.blocks if isinstance(block, Menu)]
    told = {choice.value: choice.description for choice in menu.choices}
    ground = "10 left, +1 debt. +1 Card, +1 Action\u00a0· While this is in play, each Victory card you gain gives…"
    assert told["buy:Groundskeeper"] == ground
    assert told["buy:Herald"].endswith("Overpaid: topdeck a discard…")


def test_tokens_that_bring_coins_are_in_the_line_of_money_and_spent_below_it() -> None:
    start: dict[str, Any] = {"Ada": {"hand": "Smithy, 3 Copper", "tokens": {"Coffers": 3}}}
    panel = shown(**start)
    assert "**1 Action** · **$3** with Treasures · 1 Buy · 3\u00a0Coffers" in panel.text
    assert not any(label.startswith("Spend") for label in styles(panel))
    then = shown("Ada: buy phase", **start)
    assert "**$3 to spend** · 1 Buy · 3\u00a0Coffers" in then.text
    assert panel.text.count("Coffers") == then.text.count("Coffers") == 1, "the hand in words doesn't repeat them"
    assert [label for label in styles(then) if label.startswith("Spend")] == ["Spend Coffers: +$1", "Spend Coffers: +$3"]


def test_an_overpaid_purchase_says_what_that_does_and_nothing_comes_last() -> None:
    panel = shown("Ada: treasures; buy Infirmary", piles=("Infirmary", *KINGDOM[1:]), Ada={"hand": "Gold, 2 Copper"}, phase="buy")
    head, *lines = panel.text.splitlines()
    assert head == "### Infirmary: how much do you overpay?" and "-# You play it once for each $1." in lines
    pays = [(label, style) for label, style in styles(panel).items() if label != "More…"]
    assert pays == [("$1", "primary"), ("$2", "primary"), ("Nothing", "secondary")]


def test_more_than_ten_actions_are_a_menu() -> None:
    table, view = seen(Ada={"hand": "Smithy, Village"})
    plays = tuple(Option(id=f"play:{name}", label=f"Play {name}", card=name) for name in (*KINGDOM, "Moat"))
    many = view.decisions[0].model_copy(update={"options": (*plays, *view.decisions[0].options[2:])})
    panel = hand.hand(table, view.model_copy(update={"decisions": (many,)}), 100).panel
    assert menus(panel) == ["Play an Action…"] and styles(panel)["Buy phase"] == "secondary"


def test_the_menu_buys_most_expensive_first_and_says_what_is_left() -> None:
    panel = shown(Ada={"hand": "2 Gold, 2 Copper"})
    (menu,) = [block for block in panel.blocks if isinstance(block, Menu)]
    costs = [int(label.partition("$")[2].partition(")")[0]) for label in labels(menu) if "debt" not in label]
    assert menu.placeholder == "Buy for $8, end turn…" and costs == sorted(costs, reverse=True)
    assert labels(menu)[0] == "Province ($8)" and menu.choices[0].description.startswith("8 left. ")


def test_with_two_buys_the_first_does_not_end_the_turn() -> None:
    assert menus(shown(Ada={"hand": "4 Gold"}, phase="buy", buys=2)) == ["Buy for $12 (2 Buys)…"]
    bought = shown("Ada: treasures; buy Gold", Ada={"hand": "4 Gold"}, phase="buy", buys=2)
    assert menus(bought) == ["Buy for $6, end turn…"] and "**$6 to spend** · 1 Buy" in bought.text


def test_what_replaces_the_next_action_is_said_and_leaves_the_plain_turn_alone() -> None:
    """Enchantress only replaces Actions."""
    out: dict[str, Any] = {"turn": "Ben", "Ben": {"hand": "Enchantress", "deck": "10 Copper"}}
    moves = ("Ben: play Enchantress; end turn",)
    panel = shown(*moves, **out, Ada={"hand": "5 Copper", "deck": "5 Estate"})
    assert "**$5 to spend**" in panel.text and menus(panel) == ["Buy for $5, end turn…"] and "Enchantress" not in panel.text
    warned = shown(*moves, **out, Ada={"hand": "Throne Room, 3 Copper", "deck": "5 Estate"})
    assert "the first Action you play this turn gives +1 Card and +1 Action instead" in warned.text
    assert styles(warned)["Play Throne Room"] == "primary"
    after = shown(*moves, "Ada: play Throne Room", **out, Ada={"hand": "Throne Room, Smithy", "deck": "5 Copper"})
    assert "instead of" not in after.text


def test_what_replaces_a_card_in_hand_is_said_behind_a_question_and_where_the_card_is_looked_up() -> None:
    out: dict[str, Any] = {"turn": "Ben", "Ben": {"hand": "Enchantress", "deck": "10 Copper"}, "Ada": {"deck": "5 Copper"}}
    out["Ada"]["hand"] = "Charm, Crown, 2 Copper"
    table, view = seen("Ben: play Enchantress; end turn", "Ada: buy phase; play Charm", **out)
    told = "the first Action you play this turn gives +1 Card and +1 Action instead"
    asked = why.outcomes(table, view, view.decisions[0], 100).panel
    check(asked)
    assert asked.text.startswith("### Charm: ") and told in asked.text
    page = rules.page(rules.Page.of("card:Crown"), table=table.id)
    assert told not in page.panel.text
    mine = rules.in_hand(page, view.replaced["Crown"], 100)
    check(mine.panel)
    assert mine.person == 100 and told in mine.panel.text and "Charm" not in view.replaced
    table, view = seen("Ada: buy phase; play Charm", turn="Ada", Ada=out["Ada"])
    assert told not in why.outcomes(table, view, view.decisions[0], 100).panel.text and not view.replaced


def test_a_players_turn_is_explained_by_its_phase_and_what_each_move_leads_to() -> None:
    def told(*moves: str, **start: Any) -> str:
        table, view = seen(*moves, **start)
        panel = why.moves(table, view, view.decisions[0], 100).panel
        check(panel)
        return panel.text

    action = told(Ada={"hand": "Smithy, Throne Room, 3 Copper"})
    assert "**Play Smithy**: +3 Cards" in action
    assert "**Buy phase**: on to your Treasures and buying, with 1 Action unused." in action
    direct = "**Buying** first ends your Actions and plays your Treasures: you then have $3."
    assert direct in action, "what a Smithy would draw isn't counted"
    plain = told(Ada={"hand": "Throne Room, 3 Copper"})
    assert "**Play Throne Room**: does nothing with this hand." in plain
    assert direct in plain
    assert "**Buy Silver / Enchantress / Merchant / Village** ($3): leaves $0 and no Buys." in plain
    buy = told("Ada: treasures", Ada={"hand": "5 Copper"}, phase="buy")
    assert "1 Buy and $5 would go unused." in buy
    debt = told("Ada: treasures; buy City Quarter", Ada={"hand": "5 Copper", "deck": "5 Silver"}, phase="buy", buys=2)
    assert "**Pay 5 debt**: leaves $0, and 3 debt to pay before you can buy." in debt
    last = told("Ada: treasures", Ada={"hand": "3 Gold"}, phase="buy", supply={"Province": "1"})
    assert "Buying the last Province ends the game after this turn." in last
    taxed = told("Ada: treasures", Ada={"hand": "4 Copper"}, phase="buy", tokens={"Silver": {"debt": 2}})
    assert "**Buy Silver** ($3): leaves $1 and no Buys. You take 2 debt, and can't buy more until it's paid.\n" in taxed
    assert "**Buy Villa** ($4): leaves $0 and no Buys. It also has a when-buy or when-gain effect." in taxed


def test_debt_that_a_possessor_takes_doesnt_prevent_buys_in_the_possessed_turn() -> None:
    table, view = seen(Ada={"hand": "5 Copper"}, phase="buy", buys=2)
    possessed = view.decisions[0].model_copy(update={"decider": 1})
    told = why.moves(table, view, possessed, 100).panel.text
    assert "**Buy City Quarter** (8 debt): leaves $5 and 1 Buy. You take 8 debt.\n" in f"{told}\n"


def test_what_a_merchant_adds_is_known_once_it_is_played_and_leaves_the_plain_turn_one_click() -> None:
    """It isn't known earlier, as the Merchant might draw anything."""
    held = {"hand": "Merchant, 2 Silver, Copper", "deck": "5 Estate"}
    before = shown(Ada=held)
    assert styles(before)["Play Merchant"] == "primary" and menus(before) == []
    assert menus(shown("Ada: play Merchant", Ada=held)) == ["Buy for $6, end turn…"]


def test_treasures_are_played_one_by_one_from_more_and_no_buy_ends_the_turn_then() -> None:
    hands = {"hand": "2 Copper, Silver"}
    assert "Treasures one by one" in styles(more(Ada=hands, phase="buy"))
    opened = shown(Ada=hands, phase="buy", state="single")
    assert menus(opened) == ["Play a Treasure…", "Buy now for $0…"]


def test_the_end_of_the_turn_stands_out_only_where_nothing_else_can_be_done() -> None:
    assert styles(shown(Ada={"hand": "2 Copper"}, phase="buy"))["End turn"] == "secondary"
    none = shown(Ada={"hand": "2 Estate"}, phase="buy", buys=0)
    assert menus(none) == [] and styles(none)["End turn"] == "primary"


def test_debt_that_is_left_after_a_buy_is_paid_in_the_same_click_that_ends_the_turn() -> None:
    panel = shown("Ada: buy City Quarter", Ada={"hand": "Smithy"}, phase="buy", coins="2")
    assert styles(panel)["Pay 2 debt, end turn"] == "primary" and "**8 debt**" in panel.text


def test_debt_without_a_buy_left_is_paid_with_the_end_of_the_turn() -> None:
    panel = shown(Ada={"hand": "2 Estate", "debt": 4}, phase="buy", coins="5", buys=0)
    assert styles(panel)["Pay all debt, end turn"] == "primary" and menus(panel) == []
    assert panel.text.count("4 debt") == 1, "the hand in words doesn't repeat it"
    resting = shown("Ada: end turn", Ada={"hand": "2 Estate", "debt": 4}, phase="buy")
    assert resting.text.count("4 debt") == 1, "nothing else says it"


def test_debt_that_can_be_paid_is_paid_before_the_buy() -> None:
    panel = shown(Ada={"hand": "5 Copper", "debt": 4}, phase="buy")
    assert menus(panel) == ["Pay 4 debt, buy for $1, end turn…"]


def test_debt_can_be_paid_without_a_buy_where_the_turn_goes_on() -> None:
    start: dict[str, Any] = {"Ada": {"hand": "5 Copper", "debt": 5}, "phase": "buy"}
    panel = shown(**start, buys=4)
    assert menus(panel) == ["Pay 5 debt, buy for $0 (4 Buys)…"] and styles(panel)["Pay 5 debt"] == "primary"
    (whole,) = [
        item.id
        for row in panel.blocks
        if isinstance(row, Row)
        for item in row.items
        if isinstance(item, Button) and item.label == "Pay 5 debt"
    ]
    assert isinstance(whole, Id) and (whole.verb, whole.arg) == ("whole", "treasures|debt:5")
    played = shown("Ada: treasures", **start, buys=4)
    assert styles(played)["Pay 5 debt"] == "primary"
    table, view = seen("Ada: treasures", **start, buys=4)
    assert "Pay 5 debt" not in styles(notes.more(table, view, 100).panel), "it is on the hand"
    acting = shown(Ada={"hand": "Smithy, 5 Copper", "debt": 5}, buys=4)
    assert not any("debt" in label for label in styles(acting)), "first the Actions"


def test_a_turn_that_ends_with_debt_that_could_be_paid_says_so() -> None:
    for buys in (1, 4):
        panel = shown(Ada={"hand": "5 Copper", "debt": 5}, phase="buy", buys=buys)
        assert "End turn in debt" in styles(panel) and "End turn" not in styles(panel)
    paid = shown("Ada: treasures", "Ada: pay 5 debt", Ada={"hand": "5 Copper", "debt": 5}, phase="buy")
    poor = shown(Ada={"hand": "2 Estate", "debt": 5}, phase="buy")
    assert all("End turn" in styles(panel) and "End turn in debt" not in styles(panel) for panel in (paid, poor))


def test_a_turn_with_coffers_says_that_they_can_pay_its_debt() -> None:
    coffers: dict[str, Any] = {"hand": "2 Estate", "debt": 1, "tokens": {"Coffers": 2}}
    panel = shown(Ada=coffers, phase="buy")
    assert "\n-# You can spend Coffers to pay your debt." in panel.text
    assert "End turn in debt" in styles(panel) and "Spend Coffers: +$1" in styles(panel)
    rich = shown(Ada=coffers | {"hand": "2 Copper"}, phase="buy")
    assert "to pay your debt" not in rich.text and "End turn in debt" in styles(rich), "the Coppers pay it"
    free = shown(Ada=coffers | {"debt": 0}, phase="buy")
    assert "to pay your debt" not in free.text and "End turn" in styles(free)
    acting = shown(Ada=coffers | {"hand": "Smithy"})
    assert "to pay your debt" not in acting.text, "first the Actions"


def test_treasures_that_can_no_longer_be_played_dont_count_as_money() -> None:
    bought = shown("Ada: buy Copper", Ada={"hand": "3 Gold"}, phase="buy", buys=2)
    assert "**$0 to spend** · 1 Buy" in bought.text


def test_the_hand_says_when_the_end_is_near() -> None:
    far = shown(Ada={"hand": "2 Copper"}, phase="buy")
    near = shown(Ada={"hand": "2 Copper"}, phase="buy", supply={"Province": "2"})
    assert "end is near" not in far.text and "-# The end is near: 2 Provinces left" in near.text
    piles = shown(Ada={"hand": "2 Copper"}, phase="buy", supply={"Smithy": "0", "Village": "0"})
    assert "-# The end is near: 2 of 3 piles empty" in piles.text


LAST_TURN = "**The game ends after this turn.**"


def test_once_the_end_is_certain_the_hand_and_the_board_say_so() -> None:
    start: dict[str, Any] = {"Ada": {"hand": "8 Gold"}, "phase": "buy", "buys": 3}
    one: dict[str, Any] = {**start, "supply": {"Province": "1", "Smithy": "0", "Village": "0"}}
    assert LAST_TURN not in shown(**one).text and "1 Province left, 2 of 3 piles empty" in shown(**one).text
    for moves in (("Ada: buy Province",), ("Ada: buy Villa",)):
        there = {**one, "supply": {**one["supply"], "Villa": "1"}}
        panel = shown("Ada: treasures", *moves, **there)
        assert LAST_TURN in panel.text.splitlines() and "end is near" not in panel.text
        table, view = seen("Ada: treasures", *moves, **there)
        assert LAST_TURN in board.board(table, view.model_copy(update={"viewer": None}), []).panel.text.splitlines()
    table, view = seen(**one)
    assert LAST_TURN not in board.board(table, view.model_copy(update={"viewer": None}), []).panel.text


def test_the_last_card_says_in_the_menu_that_it_ends_the_game() -> None:
    start: dict[str, Any] = {"Ada": {"hand": "8 Gold"}, "phase": "buy", "buys": 3}

    def ending(panel: Panel) -> list[str]:
        (menu,) = [block for block in panel.blocks if isinstance(block, Menu)]
        return [choice.label for choice in menu.choices if choice.description.startswith("1 left, ends the game. ")]

    empty = {"Smithy": "0", "Village": "0"}
    assert ending(shown(**start, supply={"Province": "1", "Merchant": "1"})) == ["Province ($8)"]
    assert ending(shown(**start, supply={"Province": "2", "Merchant": "1", **empty})) == ["Merchant ($3)"]
    assert ending(shown(**start, supply={"Province": "0", "Merchant": "1", **empty})) == [], "it ends anyway"


SEASIDE = ("Blockade", "Corsair", "Fishing Village", "Lighthouse", "Merchant", "Militia", "Moat", "Village", "Wharf", "Workshop")
CORSAIR = "-# Corsair: you trash the first Silver or Gold you play."


ATTACKER: dict[str, Any] = {"Ben": {"hand": "Corsair", "deck": "20 Copper"}}


def attacked(card: str, *moves: str, hand: str, ben: str = "", **more: Any) -> Panel:
    """Return Ada's panel after Ben has played an Attack in the turn before hers, and after these `moves` of hers."""
    his = {"hand": card, "deck": "20 Copper"}
    played = (f"Ben: play {card}", *([f"Ben: {ben}"] if ben else []), "Ben: end turn")
    return shown(*played, *moves, piles=SEASIDE, turn="Ben", Ada={"hand": hand, "deck": "20 Copper"}, Ben=his, **more)


def test_an_attack_in_force_is_named_on_its_victims_turn_until_it_has_happened() -> None:
    assert CORSAIR in attacked("Corsair", hand="Gold, 4 Copper").text.splitlines()
    assert CORSAIR in attacked("Corsair", hand="Village, Gold, 3 Copper").text.splitlines()
    over = attacked("Corsair", "Ada: play Gold", hand="Gold, 4 Copper")
    assert "Corsair:" not in over.text and "Corsair" not in shown(piles=SEASIDE, Ada={"hand": "Gold"}).text


def test_what_comes_with_a_card_is_said_above_the_menu_and_beside_the_card() -> None:
    panel = attacked("Blockade", hand="3 Copper, 2 Estate", ben="gain Fishing Village")
    assert "-# Blockade: gaining Fishing Village gives you a Curse." in panel.text.splitlines()
    (menu,) = [block for block in panel.blocks if isinstance(block, Menu)]
    noted = {choice.label: choice.description for choice in menu.choices if "Curse" in choice.description}
    assert [*noted] == ["Fishing Village ($3)"] and noted["Fishing Village ($3)"].startswith("9 left, gives a Curse. +2 Actions")
    none = attacked("Blockade", hand="3 Copper, 2 Estate", ben="gain Fishing Village", supply={"Curse": "0"})
    assert "Curse" not in none.text, "there is none to gain"


def buys(panel: Panel) -> tuple[str, dict[str, str]]:
    """Return the moves before each buy of a panel's menu, and its choices with their values."""
    (menu,) = [block for block in panel.blocks if isinstance(block, Menu)]
    return menu.id.arg, {choice.label: choice.value for choice in menu.choices}


def test_of_the_treasures_at_risk_the_cheapest_is_played_first() -> None:
    assert buys(attacked("Corsair", hand="Gold, Silver, 2 Copper, Estate"))[0] == "play:Silver|treasures"
    assert buys(attacked("Corsair", hand="Gold, 4 Copper"))[0] == "treasures"


def test_an_auto_answer_plays_no_treasure_at_risk() -> None:
    always = AutoAnswers(treasures=True)
    _, view = seen("Ben: play Corsair", "Ben: end turn", piles=SEASIDE, turn="Ben", Ada={"hand": "Gold, 2 Copper"}, **ATTACKER)
    assert automatic(view, view.decisions[0], always, acted=False, log=()) is None
    _, view = seen("Ben: play Corsair", "Ben: end turn", piles=SEASIDE, turn="Ben", Ada={"hand": "3 Copper"}, **ATTACKER)
    assert automatic(view, view.decisions[0], always, acted=False, log=()) is not None


def test_of_two_effects_at_the_same_time_the_player_chooses_the_first() -> None:
    start = {"hand": "Sailor, Monkey", "deck": "10 Copper"}
    moves = ("Ada: play Sailor", "Ada: play Monkey", "Ada: end turn", "Ben: end turn")
    _, view = seen(*moves, piles=("Sailor", "Monkey"), Ada=start)
    (decision,) = view.decisions
    assert (decision.kind, decision.prompt) == ("order", "Which happens first?")
