"""What Empires adds, on the panels and by clicks: debt, bids, whole decks, tokens, split piles, cards set aside, Landmarks."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Sequence

import pytest

from engine import DecisionView, PileView, View
from sandbox.components import SELECTS
from sandbox.server import Sandbox
from sandbox.testing import Player, settled
from tables import TableService
from tests.cogs.game import Scene, alts, asks, collecting, controls, hand, shopping
from tests.cogs.kit import behind_more, buy_and_end, buy_menu, heading, set_in_advance

PILES = ("Archive", "Capital", "Castles", "Enchantress", "Settlers", "Gladiator", "Village", "Smithy", "Market", "Moat")

SUPPLY = ("Castles", "Catapult", "Charm", "Gladiator", "Legionary", "Market", "Moat", "Overlord", "Settlers", "Village")


@pytest.fixture
def pictures() -> bool:
    return True


@pytest.fixture
async def scene(sandbox: Sandbox, host: TableService, bot: object, ada: Player, ben: Player) -> AsyncIterator[Scene]:
    """Set up a table for two, and check that no one learns what only the other player may know."""
    scene = Scene(sandbox, host, ada, ben)
    yield scene
    assert await scene.leaks() == []


@pytest.fixture
async def three(sandbox: Sandbox, host: TableService, bot: object, ada: Player, ben: Player) -> AsyncIterator[Scene]:
    """Set up the same table for three."""
    scene = Scene(sandbox, host, ada, ben, Player(sandbox, "Cleo"))
    yield scene
    assert await scene.leaks() == []


def own_hand(view: View) -> dict[str, int]:
    """Return the hand of a view's owner."""
    return hand(view, next(each.name for each in view.players if each.seat == view.viewer))


def pile(view: View, name: str) -> PileView:
    """Return the pile with a card on top."""
    return next(each for each in view.piles if name in each.cards)


def asked_by(card: str, name: str, views: dict[str, View]) -> bool:
    """Return whether that card asks them something."""
    view = views[name]
    return any(each.card == card and each.decider == view.viewer for each in view.decisions)


async def someone(scene: Scene, card: str) -> tuple[Player, Player]:
    """Return the player that this card asks, and the other one."""
    for player in scene.players:
        if asked_by(card, player.name, {player.name: await scene.view(player)}):
            (other,) = [each for each in scene.players if each is not player]
            return player, other
    raise AssertionError(f"{card} asks no one")


async def on_turn(scene: Scene) -> tuple[Player, Player]:
    """Return the player on turn, and the other."""
    now = await scene.table()
    assert now.current is not None
    first, second = sorted(scene.players, key=lambda player: player.name != now.seats[now.current or 0].name)
    return first, second


async def test_any_bid_is_two_clicks_and_a_number(scene: Scene) -> None:
    await scene.begin("Mountain Pass", *PILES)
    await scene.bring(
        lambda views: any(asked_by("Mountain Pass", name, views) for name in views),
        shopping(lambda view, seat: ("Province", "Gold", "Silver")),
    )
    first, second = await someone(scene, "Mountain Pass")
    shown = await scene.panel(first)
    assert "### Mountain Pass: " in shown.text
    assert "bid for 8 VP" in shown.text
    assert controls(shown) == ["Pass", "1", "2", "3", "5", "10", "20", "40", "Other…"]
    for wrong in ("41", "0", "seven"):
        await first.click("Other…", on=shown)
        await first.submit(text=wrong)
        assert "Enter a whole number from 1 to 40." in (await scene.panel(first)).text
    await first.click("Other…", on=await scene.panel(first))
    await first.submit(text=" 17 ")
    after = await scene.panel(second)
    assert f"(highest: 17, by {first.name})" in after.text and controls(after)[:2] == ["Pass", "18"]
    await second.click("Pass", on=after)
    board = await scene.board(second, "8 VP", "17 debt")
    assert f"{first.name} won for 17 debt" in board.text and f"{first.name} bids 17 debt." in await scene.log(None)
    await scene.bring(
        lambda views: views[first.name].current == views[first.name].viewer and views[first.name].phase in ("action", "buy"),
        shopping(lambda view, seat: ()),
    )
    indebted = await scene.panel(first)
    assert "**17 debt**" in indebted.text
    assert buy_menu(indebted) is None
    await second.command("game resign")
    await second.click("Resign")
    await scene.score(first, "8 VP tokens: 8")


async def test_any_part_of_a_debt_is_paid_and_any_cards_of_a_whole_deck_trashed(scene: Scene) -> None:
    await scene.begin("Donate", *PILES)
    await scene.bring(
        lambda views: all(seat.turns_taken > 17 for seat in views[scene.players[0].name].players),
        shopping(lambda view, seat: ("Silver", "Moat", "Copper")),
    )
    me, other = await on_turn(scene)
    shown = await scene.panel(me)
    if "Buy phase" in shown.buttons:
        await me.click("Buy phase", on=shown)
    shown = await scene.buy(me, "event:Donate")
    assert "8 debt" in shown.text and "Pay all debt, end turn" in shown.buttons
    await behind_more(me, "Pay less…", on=shown)
    await me.submit(text="3")
    assert f"{me.name} pays 3 debt." in await scene.log(None) and "**5 debt**" in (await scene.panel(me)).text
    await me.click("End turn in debt", on=await scene.panel(me))
    shown = await scene.panel(me)
    assert "### Donate: " in shown.text
    (menu,) = [label for label in controls(shown) if label.startswith("Trash up to")]
    await me.select(menu, "All 3 Estates", on=shown)
    await me.click("One fewer Estate (3 of 3)", on=await scene.panel(me))
    await me.click("Trash 2 Estates", on=await scene.panel(me))
    assert f"{me.name} trashes 2 Estates." in await scene.log(None)
    assert sum(own_hand(await scene.view(me)).values()) == 5 and controls(await scene.panel(me)) == []
    await scene.board(other, "debt")


async def test_capital_asks_how_much_is_paid(scene: Scene) -> None:
    await scene.begin("Wedding", *PILES)
    await scene.bring(
        lambda views: any(asked_by("Capital", name, views) for name in views),
        shopping(lambda view, seat: ("Capital",)),
    )
    me, _ = await someone(scene, "Capital")
    shown = await scene.panel(me)
    assert "pay off how much of your 6 debt?" in shown.text and controls(shown)[-1] == "Pay 0"
    await me.click("Pay 2", on=shown)
    assert f"{me.name} pays 2 debt." in await scene.log(None)
    await scene.board(me, "4 debt")


async def test_cards_set_aside_are_their_owner_s_secret(sandbox: Sandbox, scene: Scene) -> None:
    await scene.begin(*PILES)
    await scene.bring(
        lambda views: any(
            view.phase == "action" and view.viewer == view.current and "Archive" in hand(view, name) for name, view in views.items()
        ),
        shopping(lambda view, seat: ("Archive", "Silver")),
    )
    me, other = await on_turn(scene)
    await me.click("Play Archive", on=await scene.panel(me))
    shown = await scene.panel(me)
    assert "### Archive: " in shown.text
    await me.click(controls(shown)[0], on=shown)
    await me.click("End turn", on=await scene.panel(me))
    mine, theirs = await scene.panel(me), await scene.panel(other)
    kept = next(line for line in mine.text.splitlines() if line.startswith("-# Archive, set aside until the next turn: "))
    names = kept.rpartition(": ")[2]
    assert names and "cards" not in names and kept not in theirs.text
    watcher = Player(sandbox, "Cleo")
    board = await scene.board(watcher)
    assert "Archive, set aside until the next turn: 2 cards" in board.text
    public = [shown for shown in watcher.messages() if not shown.ephemeral]
    assert not any(names in line for shown in public for line in (*alts(shown), shown.text) if "set aside" in line.lower())


async def test_the_board_names_what_lies_there_and_the_score_says_where_points_are_from(sandbox: Sandbox, scene: Scene) -> None:
    await scene.begin("Museum", "Defiled Shrine", *PILES)
    me, other = await on_turn(scene)
    board = (await scene.board(me)).text
    assert "Settlers 5 (2 VP, over 5 Bustling Villages)" in board or "Settlers 10 (2 VP, over 5 Bustling Villages)" in board
    assert "(Treasure–Victory–Castle, then Crumbling Castle)" in board and "*Museum*" in board
    await buy_and_end(me, "buy:Copper", on=await scene.panel(me))
    await settled(sandbox)
    await other.command("game resign")
    await other.click("Resign")
    await scene.score(me, "Museum: ", "Estates: 3")


async def test_castles_come_one_after_the_other_and_each_asks_what_it_asks(scene: Scene) -> None:
    await scene.begin(*SUPPLY)
    plan = collecting("Humble Castle", "Crumbling Castle", "Small Castle", *6 * ["Silver"])
    me, other = await scene.bring_to(plan, "Small Castle", also=lambda mine, views: "Humble Castle" in own_hand(mine))
    await me.click("Decline", on=await scene.panel(me))  # after five rounds in which no one bought anything
    assert "Haunted Castle 5 (Victory–Castle, then Opulent Castle)" in (await scene.board(me)).text
    asked = await scene.play(me, "Small Castle")
    assert asks("Small Castle", asked) and controls(asked)[:2] == ["Trash this", "Trash Humble Castle from your hand"]
    await me.click("Trash Humble Castle from your hand", on=asked)
    asked = await scene.panel(other)
    assert asks("Haunted Castle", asked) and "the second is on top" in asked.text
    for _ in range(2):
        await other.click(controls(asked)[0], on=asked)
        asked = await scene.panel(other)
    told = await scene.log(None)
    assert f"{me.name} gains a Haunted Castle." in told and f"{me.name} gains a Gold." in told
    assert f"{other.name} puts 2 cards onto their deck." in told
    castle = "Opulent Castle 4 (Action–Victory–Castle, then Sprawling Castle)"
    board = await scene.board(me, castle, "trash: Humble Castle")
    assert re.search(rf"{other.name}\*?\*? 3 in hand", board.text)


async def test_opulent_castle_asks_for_any_victory_cards_and_says_what_they_brought(scene: Scene) -> None:
    await scene.begin(*SUPPLY)
    castles = ("Humble Castle", "Crumbling Castle", "Small Castle", "Haunted Castle", "Opulent Castle")
    me, other = await scene.bring_to(collecting(*castles, *5 * ["Silver"], *3 * ["Gold"]), "Opulent Castle", "Estate")
    asked = await scene.play(me, "Opulent Castle")
    assert asks("Opulent Castle", asked) and "discard Victory cards for +$2 each" in asked.text
    assert not any("Copper" in label for label in controls(asked))
    await me.click("Estate", on=asked)
    assert f"{me.name} discards an Estate." in await scene.log(None) and "+$2" in (await scene.panel(me)).text
    await scene.board(other, "in play: Opulent Castle", "discard: Estate")


async def test_overlord_is_played_as_what_lies_on_top_even_where_the_upper_half_is_gone(scene: Scene) -> None:
    await scene.begin(*SUPPLY)
    me, other = await scene.bring_to(
        collecting("Overlord", *5 * ["Settlers"]),
        "Overlord",
        also=lambda mine, views: any(pile.top == "Bustling Village" for pile in mine.piles),
    )
    board = (await scene.board(other)).text
    assert "Bustling Village 5" in board and "Settlers 0" not in board and "over 5 Bustling Village" not in board
    asked = await scene.play(me, "Overlord")
    assert asks("Overlord", asked) and "play Overlord as which card?" in asked.text
    (menu,) = asked.components(*SELECTS)
    offered = {option["label"] for option in menu["options"]}
    assert {"Bustling Village ($5)", "Catapult ($3)", "Moat ($2)"} < offered
    assert not any(label.startswith(("Settlers", "Overlord", "Rocks", "Charm")) for label in offered)
    await me.select("Play one…", "Bustling Village ($5)", on=asked)
    shown = await scene.panel(me)
    assert "3 Actions" in shown.text or asks("Bustling Village", shown)
    board = (await scene.board(other, "in play: Bustling Village")).text
    assert "Bustling Village 5" in board, "the pile is untouched"


async def test_charm_asks_which_of_two_and_later_for_the_other_card(scene: Scene) -> None:
    await scene.begin(*SUPPLY)
    me, other = await scene.bring_to(collecting("Charm"), "Charm", also=lambda mine, views: own_hand(mine).get("Copper", 0) >= 3)
    asked = await scene.play_single(me, "Charm")
    assert asks("Charm", asked)
    assert controls(asked) == ["+1 Buy and +$2", "With your next buy: gain another card of the same cost"]
    await me.click(controls(asked)[1], on=asked)
    await scene.buy(me, "buy:Silver")
    asked = await me.sees("### Charm: ", "you may also gain a card costing exactly $3", where="DM")
    await me.select("Gain one…", "Village ($3)", on=asked)
    told = await scene.log(other)
    assert told.index(f"{me.name} gains a Village.") < told.index(f"{me.name} gains a Silver."), (
        "on buying, so before the bought card"
    )
    await scene.board(other, "Village 9", "Silver 39", "discard: Silver")


async def test_gladiator_asks_a_player_who_might_match_and_fortune_comes_once_they_are_gone(scene: Scene) -> None:
    await scene.begin(*SUPPLY)
    me, other = await scene.bring_to(
        collecting(*2 * ["Gladiator"]),
        "Gladiator",
        "Estate",
        also=lambda mine, views: all("Estate" not in own_hand(view) for view in views.values() if view is not mine),
    )
    left = pile(await scene.view(me), "Gladiator").count
    asked = await scene.play(me, "Gladiator")
    assert asks("Gladiator", asked) and "reveal a card from your hand" in asked.text
    await me.click("Estate", on=asked)
    asked = await scene.panel(other)
    assert asks("Gladiator", asked) and f"reveal Estate too, against {me.name}'s Gladiator?" in asked.text
    assert controls(asked) == ["Nothing to reveal"] and controls(await scene.panel(me)) == []
    await other.click("Nothing to reveal", on=asked)
    assert f"{me.name} trashes a Gladiator from the Supply." in await scene.log(None)
    await scene.board(other, f"Gladiator {left - 1} (over 5 Fortunes)", "trash: Gladiator")
    me, other = await scene.bring_to(
        collecting(*5 * ["Gladiator"], *4 * ["Gold"], *4 * ["Silver"]),
        "Gladiator",
        "Copper",
        also=lambda mine, views: (
            pile(mine, "Fortune").top == "Fortune"
            and (mine.treasure_coins or 0) >= 6
            and all("Copper" in own_hand(view) for view in views.values())
        ),
    )
    await me.click("Copper", on=await scene.play(me, "Gladiator"))
    await other.click("Copper", on=await scene.panel(other))
    assert f"{other.name} reveals a Copper." in await scene.log(None)
    await scene.buy(me, "buy:Fortune")
    await scene.board(other, "Fortune 4", "8 debt", "discard: Gold")
    told = (await scene.log(None)).rpartition(f"{me.name} buys Fortune.")[2]
    assert f"{me.name} gains a Gold." in told, "one for the Gladiator in play"


async def test_looking_up_an_action_that_enchantress_will_replace_says_so(scene: Scene) -> None:
    await scene.begin(*PILES)
    buy = collecting("Enchantress", *["Village"] * 5)

    def plan(view: View, decision: DecisionView) -> Sequence[str]:
        return ["play:Enchantress"] if decision.offers("play:Enchantress") else buy(view, decision)

    await scene.bring(lambda views: any("Village" in view.replaced for view in views.values()), plan)
    me, other = await on_turn(scene)
    for player in (me, other):
        await behind_more(player, "Cards", on=await scene.panel(player))
        await settled(scene.sandbox)
        beside = player.messages("DM")[-1]
        menu = next(one for one in beside.components(3) if "Village" in [option["label"] for option in one["options"]])
        await player.select(menu["placeholder"], "Village", on=beside)
    told = "the first Action you play this turn gives +1 Card and +1 Action instead"
    await me.sees("### Village\n", "**In your hand now**", told, where="DM")
    await other.sees("### Village\n", where="DM", without=[told])


async def test_catapult_s_victim_sees_what_came_and_chooses_what_goes(scene: Scene) -> None:
    await scene.begin(*SUPPLY)
    me, other = await scene.bring_to(collecting("Catapult", "Silver"), "Catapult", "Silver")
    asked = await scene.play(me, "Catapult")
    assert asks("Catapult", asked)
    await me.click("Silver", on=asked)
    asked = await scene.panel(other)
    assert asks("Catapult", asked) and "discard 2 cards" in asked.text
    await other.click("Estate, Copper", on=asked)
    await scene.board(me, f"**{other.name}** 3 in hand", "trash: Silver")
    assert f"{other.name} discards 2 cards, " in await scene.log(me)
    assert f"{me.name} trashes a Silver." in await scene.log(None)


async def test_rocks_put_silver_onto_the_deck_in_a_buy_phase_and_otherwise_into_the_hand(scene: Scene) -> None:
    await scene.begin(*SUPPLY)
    me, other = await scene.bring_to(
        collecting(*3 * ["Catapult"]),
        "Catapult",
        also=lambda mine, views: pile(mine, "Rocks").top == "Rocks" and (mine.treasure_coins or 0) >= 4,
    )
    await scene.buy(me, "buy:Rocks")
    assert f"{me.name} gains a Silver onto their deck." in await scene.log(other)
    if "End turn" in (shown := await scene.panel(me)).buttons:
        await me.click("End turn", on=shown)
    assert "Silver" in own_hand(await scene.view(me))
    me, other = await scene.bring_to(collecting(), "Catapult", "Rocks")
    held = own_hand(await scene.view(me)).get("Silver", 0)
    await me.click("Rocks", on=await scene.play(me, "Catapult"))
    assert own_hand(await scene.view(me))["Silver"] == held + 1
    assert f"{me.name} gains a Silver into their hand." in await scene.log(other)
    await scene.board(other, "trash: Rocks")
    asked = await scene.panel(other)
    assert asks("Catapult", asked) and "discard 2 cards" in asked.text


async def test_legionary_asks_everyone_for_a_reaction_in_the_same_words(three: Scene) -> None:
    scene = three
    await scene.begin(*SUPPLY)
    for player in scene.players:
        await set_in_advance(player, "set-react", "ask")
    me, *others = await scene.bring_to(
        collecting("Legionary", "Gold", "Silver", "Silver", "Moat"),
        "Legionary",
        "Gold",
        also=lambda mine, views: sum("Moat" in own_hand(view) for view in views.values() if view is not mine) == 1,
    )
    await scene.play(me, "Legionary")
    panels = [await scene.panel(each) for each in others]
    for panel in panels:
        assert asks("Legionary", panel) and heading(panel) == "### Legionary: reveal a Reaction?"
        assert "Let it happen" in controls(panel)
    (safe,) = [each for each, panel in zip(others, panels, strict=True) if "Reveal Moat" in controls(panel)]
    (struck,) = [each for each in others if each is not safe]
    assert controls(await scene.panel(me)) == []
    await safe.click("Reveal Moat", on=await scene.panel(safe))
    await struck.click("Let it happen", on=await scene.panel(struck))
    asked = await scene.panel(me)
    assert asks("Legionary", asked) and "reveal a Gold" in heading(asked)
    await me.click("Yes", on=asked)
    asked = await scene.panel(struck)
    assert asks("Legionary", asked) and controls(asked) == ["Discard 3…"] and controls(await scene.panel(safe)) == []
    (menu,) = asked.components(*SELECTS)
    await struck.select("Discard 3…", *[option["value"] for option in menu["options"][:3]], on=asked)
    await scene.board(me, f"**{struck.name}** 3 in hand", f"**{safe.name}** 5 in hand")
    told = await scene.log(me)
    assert f"{me.name} reveals a Gold." in told and f"{struck.name} draws 1 card." in told


async def test_three_bid_one_after_the_other_the_first_to_gain_a_province_last(three: Scene) -> None:
    scene = three
    await scene.begin("Mountain Pass", *SUPPLY)
    await scene.bring(
        lambda views: any(asked_by("Mountain Pass", name, views) for name in views),
        shopping(lambda view, seat: ("Province", "Gold", "Silver")),
    )
    assert "Bidding after this turn" in (await scene.board(scene.players[0])).text
    gainer, *others = await scene.in_turn_order()
    bidders = [*others, gainer]
    for bidder, bid in zip(bidders, ("1", "Pass", "2"), strict=True):
        asked = await scene.panel(bidder)
        assert asks("Mountain Pass", asked)
        assert not any([controls(await scene.panel(each)) for each in bidders if each is not bidder])
        await bidder.click(bid, on=asked)
    board = (await scene.board(gainer, f"{gainer.name} won for 2 debt")).text
    assert "8 VP · 2 debt" in board
    told = await scene.log(None)
    lines = [f"{bidders[0].name} bids 1 debt.", f"{bidders[1].name} passes.", f"{gainer.name} bids 2 debt."]
    assert told.index(lines[0]) < told.index(lines[1]) < told.index(lines[2])


async def test_tax_and_aqueduct_lie_on_piles_and_go_to_the_buyer(scene: Scene) -> None:
    await scene.begin("Tax", "Aqueduct", *SUPPLY)
    me, other = await scene.bring_to(collecting())
    board = (await scene.board(me)).text
    assert "Silver 40 (8 VP, 1 debt)" in board and "Moat 10 (Reaction, 1 debt)" in board
    asked = await scene.buy(me, "event:Tax")
    assert asks("Tax", asked) and "add 2 debt to which pile?" in asked.text
    await me.select("Choose one…", "Silver (1 debt)", on=asked)
    assert f"{me.name} adds 2 debt to the Silver pile." in await scene.log(None)
    await scene.board(other, "Silver 40 (8 VP, 3 debt)")
    await me.click("End turn", on=await scene.panel(me))
    await scene.buy(other, "buy:Silver")
    board = (await scene.board(me, "Silver 39 (7 VP)", "*Aqueduct* (Landmark, 1 VP)")).text
    assert re.search(rf"\*\*{other.name}\*\* .*· 3 debt", board)
    told = await scene.log(me)
    assert f"{other.name} takes 3 debt from Tax." in told and f"{other.name} moves 1 VP from the Silver pile to Aqueduct." in told
    if "End turn" in (shown := await scene.panel(other)).buttons:
        await other.click("End turn", on=shown)
    await scene.buy(me, "buy:Estate")
    board = (await scene.board(other, "Estate 7", "1 VP")).text
    assert re.search(rf"\*\*{me.name}\*\* .*1 VP · 1 debt", board) and "*Aqueduct* (Landmark)" in board


async def test_shrine_and_obelisk_are_on_the_board_and_in_the_score(scene: Scene) -> None:
    cheap = ("Cellar", "Chapel", "Moat", "Village", "Workshop", "Merchant", "Harbinger", "Vassal", "Settlers", "Gladiator")
    await scene.begin("Defiled Shrine", "Obelisk", *cheap)
    (chosen,) = re.findall(r"\*Obelisk\* \(Landmark, Pile: ([^)]+)\)", (await scene.board(scene.players[0])).text)
    name = chosen.partition("/")[0]
    me, other = await scene.bring_to(collecting(), also=lambda mine, views: (mine.treasure_coins or 0) >= 3)
    await scene.buy(me, f"buy:{name}")
    assert f"{me.name} moves 1 VP from the {chosen} pile to Defiled Shrine." in await scene.log(None)
    board = await scene.board(other, f"{name} 9", "*Defiled Shrine* (Landmark, 1 VP)")
    assert re.search(rf"{name} 9 \([^)]*\b1 VP\b", board.text)
    if "End turn" in (shown := await scene.panel(me)).buttons:
        await me.click("End turn", on=shown)
    await scene.buy(other, "buy:Curse")
    board = await scene.board(me, "1 VP")
    assert "*Defiled Shrine* (Landmark)" in board.text
    await other.command("game resign")
    await other.click("Resign")
    await scene.score(me, "Obelisk: 2", "Obelisk: 0")


def holding(card: str, wanted: bool) -> Callable[[View, dict[str, View]], bool]:
    """Return a condition: the player on turn has such a card in hand, or hasn't."""
    return lambda mine, views: (card in own_hand(mine)) is wanted


async def test_a_choice_in_a_players_own_turn_shows_to_no_one_else(scene: Scene) -> None:
    """Legionary offers its choice only to players who hold a Gold, Arena only to those who hold an Action. The others wait just as
    long and read the same."""
    await scene.begin("Arena", *SUPPLY)
    plan = collecting("Legionary", "Gold", "Gold", "Silver", "Silver")
    for holds in (False, True):
        me, other = await scene.bring_to(plan, "Legionary", also=holding("Gold", holds))
        asked = await scene.play(me, "Legionary")
        assert asks("Legionary", asked) and ("Yes" in asked.buttons) is holds
        assert (await scene.log(other)).splitlines()[-2:] == [f"{me.name} plays Legionary.", f"{me.name} gets +$3."]
        assert "### Your next hand" in (await scene.panel(other)).text
        board = (await other.sees(f"### {me.name}'s turn", ":** Legionary, $3 …")).text
        assert re.search(rf"^-# Waiting for {me.name} \(\S+\)$", board, re.MULTILINE)
        assert board.endswith(":** Legionary, $3 …"), "and no Gold"
        await me.click("No", on=await scene.panel(me))
    for holds in (False, True):
        me, other = await scene.bring_to(plan, also=holding("Legionary", holds))
        shown = await scene.panel(me)
        if holds:
            await me.click("Buy phase", on=shown)
        assert asks("Arena", await scene.panel(me)) is holds
        assert (await scene.log(other)).splitlines()[-1].endswith(f": {me.name}")
        assert "### Your next hand" in (await scene.panel(other)).text
