"""What the hand panel offers on one's turn, by what is in hand and what is out."""

from __future__ import annotations

from typing import Any

from cogs.panels import hand, rules, why
from cogs.panels.blocks import Button, Menu, Panel, Row
from engine import Game, View, sight
from engine.case import Run
from engine.case_format import Case
from engine.kingdoms import Kingdom
from tables import Options, TableView
from tests.cogs.test_panels import check, table_of

KINGDOM = ("Crown", "Enchantress", "Throne Room", "Capital", "City Quarter", "Merchant", "Smithy", "Villa", "Village", "Charm")


def seen(*moves: str, **start: Any) -> tuple[TableView, View]:
    """What Ada may know, once these moves were made from there."""
    then = [{player: said} for player, said in (move.split(": ") for move in moves)]
    written = {"case": "a turn", "kingdom": ", ".join(KINGDOM), "start": start, "then": [*then, {"expect": {"over": "no"}}]}
    case = Case.model_validate(written, context={"players": ("Ada", "Ben")})
    run = Run(case)
    assert run.run() == []
    kingdom = Kingdom(edition=2, piles=KINGDOM)
    table = table_of(Game.new(kingdom.setup(case.players), bytes(32)), Options(kingdom=kingdom))
    return table, sight.view(run.core, 0)


def shown(*moves: str, state: str = "", **start: Any) -> Panel:
    """Ada's panel then."""
    table, view = seen(*moves, **start)
    picked = (view.decisions[0].id, state) if state else None
    panel = hand.hand(table, view, 100, picked=picked).panel
    check(panel)
    return panel


def styles(panel: Panel) -> dict[str, str]:
    """What buttons it has, and how they look."""
    rows = [block for block in panel.blocks if isinstance(block, Row)]
    return {item.label: item.style for row in rows for item in row.items if isinstance(item, Button)}


def menus(panel: Panel) -> list[str]:
    return [block.placeholder for block in panel.blocks if isinstance(block, Menu)]


def test_a_treasure_whose_order_matters_is_offered_before_the_plain_ones() -> None:
    panel = shown(Ada={"hand": "Crown, 2 Copper"}, phase="buy")
    buttons = styles(panel)
    assert buttons["Play Crown"] == "primary" and buttons["Play the plain Treasures ($2)"] == "secondary"
    assert list(buttons).index("Play Crown") < list(buttons).index("Play the plain Treasures ($2)")
    assert "Crown isn't among the plain Treasures" in panel.text and "Treasures in hand: +$2 and Crown" in panel.text
    assert not any(label.endswith("end turn") for label in buttons), "a whole turn would waste it"
    assert menus(panel) == ["Buy… (with the $0 so far)"]
    assert "Play a single Treasure…" in menus(shown(Ada={"hand": "Crown, 2 Copper"}, phase="buy", state="single"))
    alone = styles(shown(Ada={"hand": "Capital, 2 Estate"}, phase="buy"))
    assert alone["Play Capital"] == "primary" and not any(label.endswith("end turn") for label in alone)


def test_what_would_do_nothing_with_this_hand_does_not_stand_out() -> None:
    panel = shown(Ada={"hand": "Throne Room, 3 Copper"})
    buttons = styles(panel)
    assert buttons["Play Throne Room"] == "secondary" and buttons["Done with Actions"] == "primary"
    assert "Throne Room would do nothing now" in panel.text and "Buy Silver, end turn" in buttons
    assert styles(shown(Ada={"hand": "Throne Room, Smithy"}))["Play Throne Room"] == "primary"
    spent = shown("Ada: treasures", Ada={"hand": "Crown, 3 Copper"}, phase="buy")
    assert styles(spent)["Play Crown"] == "secondary" and "Buy Silver, end turn" in styles(spent)


def test_what_replaces_the_next_action_is_said_and_leaves_the_plain_turn_alone() -> None:
    """Enchantress answers Actions only."""
    out: dict[str, Any] = {"turn": "Ben", "Ben": {"hand": "Enchantress", "deck": "10 Copper"}}
    moves = ("Ben: play Enchantress; end turn",)
    panel = shown(*moves, **out, Ada={"hand": "5 Copper", "deck": "5 Estate"})
    assert "Treasures in hand: +$5" in panel.text and "Buy and end turn…" in menus(panel) and "Enchantress" not in panel.text
    assert "Buy Silver, end turn" in styles(panel)
    warned = shown(*moves, **out, Ada={"hand": "Throne Room, 3 Copper", "deck": "5 Estate"})
    assert "the first Action you play this turn gives +1 Card and +1 Action instead" in warned.text
    assert styles(warned)["Play Throne Room"] == "primary" and "would do nothing" not in warned.text
    after = shown(*moves, "Ada: play Throne Room", **out, Ada={"hand": "Throne Room, Smithy", "deck": "5 Copper"})
    assert "instead of" not in after.text


def test_what_replaces_a_card_in_hand_is_said_behind_a_question_and_where_the_card_is_looked_up() -> None:
    out: dict[str, Any] = {"turn": "Ben", "Ben": {"hand": "Enchantress", "deck": "10 Copper"}, "Ada": {"deck": "5 Copper"}}
    out["Ada"]["hand"] = "Charm, Crown, 2 Copper"
    table, view = seen("Ben: play Enchantress; end turn", "Ada: buy phase; play Charm", **out)
    told = "the first Action you play this turn gives +1 Card and +1 Action instead"
    asked = why.why(table, view, view.decisions[0], 100).panel
    check(asked)
    assert "Charm asks you" in asked.text and told in asked.text
    page = rules.page(rules.Page.of("card:Crown"), table=table.id)
    assert told not in page.panel.text
    mine = rules.in_hand(page, view.replaced["Crown"], 100)
    check(mine.panel)
    assert mine.person == 100 and told in mine.panel.text and "Charm" not in view.replaced
    table, view = seen("Ada: buy phase; play Charm", turn="Ada", Ada=out["Ada"])
    assert told not in why.why(table, view, view.decisions[0], 100).panel.text and not view.replaced


def test_ones_turn_is_explained_by_its_phase_and_what_each_move_leads_to() -> None:
    def told(*moves: str, **start: Any) -> str:
        table, view = seen(*moves, **start)
        panel = why.of_turn(table, view, view.decisions[0], 100).panel
        check(panel)
        return panel.text

    action = told(Ada={"hand": "Smithy, Throne Room, 3 Copper"})
    assert "**Action phase**: each Action card" in action and "**Play Smithy**: +3 Cards." in action
    assert "**Done with Actions**: on to your Treasures and buying, with 1 Action unused." in action
    assert "**Buying** first ends your Actions, and plays" not in action, "a Smithy may bring more"
    plain = told(Ada={"hand": "Throne Room, 3 Copper"})
    assert "**Play Throne Room**: nothing with this hand." in plain
    assert "**Buying** first ends your Actions and plays your Treasures: you then have $3." in plain
    assert "**Buy Silver / Enchantress / Merchant / Village** ($3): leaves $0 and no Buy." in plain
    buy = told("Ada: treasures", Ada={"hand": "5 Copper"}, phase="buy")
    assert "**Buy phase**: first your Treasures" in buy and "1 Buy and $5 would be unused." in buy
    debt = told("Ada: treasures; buy City Quarter", Ada={"hand": "5 Copper", "deck": "5 Silver"}, phase="buy", buys=2)
    assert "**Pay 5 debt**: leaves $0, and 3 debt to pay before you can buy." in debt
    last = told("Ada: treasures", Ada={"hand": "3 Gold"}, phase="buy", supply={"Province": "1"})
    assert "Buying the last Province ends the game after this turn." in last
    taxed = told("Ada: treasures", Ada={"hand": "4 Copper"}, phase="buy", tokens={"Silver": {"debt": 2}})
    assert "**Buy Silver** ($3): leaves $1 and no Buy. You take 2 debt, and buy nothing more until it is paid.\n" in taxed
    assert "**Buy Villa** ($4): leaves $0 and no Buy. What the card itself does when it is bought or gained comes on top." in taxed


def test_debt_that_a_possessor_takes_hinders_no_buy_of_the_possessed_turn() -> None:
    table, view = seen(Ada={"hand": "5 Copper"}, phase="buy", buys=2)
    possessed = view.decisions[0].model_copy(update={"decider": 1})
    told = why.of_turn(table, view, possessed, 100).panel.text
    assert "**Buy City Quarter** (8 debt): leaves $5 and 1 Buy. You take 8 debt.\n" in f"{told}\n"


def test_what_a_merchant_adds_is_known_once_it_is_played_and_leaves_the_plain_turn_one_click() -> None:
    """Before that it isn't: what it draws may be anything."""
    held = {"hand": "Merchant, 2 Silver, Copper", "deck": "5 Estate"}
    before = shown(Ada=held)
    assert styles(before)["Play Merchant"] == "primary" and "Buy Gold, end turn" not in styles(before)
    after = shown("Ada: play Merchant", Ada=held)
    assert "Treasures in hand: +$6" in after.text and styles(after)["Buy Gold, end turn"] == "primary"


def test_single_treasures_are_offered_once() -> None:
    hands = {"hand": "2 Copper, Silver"}
    assert "Play one" in styles(shown(Ada=hands, phase="buy"))
    opened = shown(Ada=hands, phase="buy", state="single")
    assert "Play one" not in styles(opened) and "Play a single Treasure…" in menus(opened)


def test_where_nothing_is_worth_a_buy_the_turn_ends_without() -> None:
    buttons = styles(shown(Ada={"hand": "2 Copper"}, phase="buy"))
    assert buttons["Buy nothing, end turn"] == "primary" and "Buy Estate, end turn" not in buttons
    played = styles(shown("Ada: treasures", Ada={"hand": "2 Copper"}, phase="buy"))
    assert played["End turn"] == "primary" and "Buy nothing, end turn" not in played
    assert "Buy Estate, end turn" in styles(shown(Ada={"hand": "2 Copper"}, phase="buy", supply={"Province": "3"}))


def test_debt_that_is_left_after_a_buy_is_paid_in_the_same_click_that_ends_the_turn() -> None:
    panel = shown("Ada: buy City Quarter", Ada={"hand": "Smithy"}, phase="buy", coins="2")
    assert "Pay 2 debt, end turn" in styles(panel) and "One click pays 2 debt and ends the turn." in panel.text
