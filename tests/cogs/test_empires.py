"""What Empires brings, on the panels and by clicks: debt, bids, whole decks, tokens, split piles, cards set aside, Landmarks."""

from __future__ import annotations

import pytest

from engine import View
from sandbox.server import Sandbox
from sandbox.testing import Player, settled
from tables import Host
from tests.cogs.game import Scene, alts, controls, hand, shopping

PILES = ("Archive", "Capital", "Castles", "Enchantress", "Settlers", "Gladiator", "Village", "Smithy", "Market", "Moat")


@pytest.fixture
def pictures() -> bool:
    return True


@pytest.fixture
def scene(sandbox: Sandbox, host: Host, bot: object, ada: Player, ben: Player) -> Scene:
    return Scene(sandbox, host, ada, ben)


def asked_by(card: str, name: str, views: dict[str, View]) -> bool:
    """Does that card ask them?"""
    view = views[name]
    return any(each.card == card and each.decider == view.viewer for each in view.decisions)


async def somebody(scene: Scene, card: str) -> tuple[Player, Player]:
    """Who is asked by that card, and the other."""
    for player in scene.players:
        if asked_by(card, player.name, {player.name: await scene.view(player)}):
            (other,) = [each for each in scene.players if each is not player]
            return player, other
    raise AssertionError(f"{card} asks nobody")


async def on_turn(scene: Scene) -> tuple[Player, Player]:
    """Whose turn it is, and the other."""
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
    first, second = await somebody(scene, "Mountain Pass")
    shown = await scene.panel(first)
    assert "Mountain Pass asks you" in shown.text
    assert controls(shown)[:3] == ["Pass", "Bid 1 debt", "Bid 2 debt"] and controls(shown)[-2:] == [
        "Bid 40 debt",
        "Another number…",
    ]
    for wrong in ("41", "0", "seven"):
        await first.click("Another number…", on=shown)
        await first.submit(text=wrong)
        assert "That has to be a whole number from 1 to 40." in (await scene.panel(first)).text
    await first.click("Another number…", on=await scene.panel(first))
    await first.submit(text=" 17 ")
    after = await scene.panel(second)
    assert "(highest: 17)" in after.text and "Bid 18 debt" in controls(after) and "Bid 17 debt" not in controls(after)
    await second.click("Pass", on=after)
    board = await second.sees("Supply", "8 VP in tokens", "17 debt")
    assert f"{first.name} won for 17 debt" in board.text and f"{first.name} bids 17 debt." in await scene.log(None)
    await scene.bring(
        lambda views: views[first.name].current == views[first.name].viewer and views[first.name].phase in ("action", "buy"),
        shopping(lambda view, seat: ()),
    )
    indebted = await scene.panel(first)
    assert "You can't buy until your debt is paid" in indebted.text
    assert not any(label.startswith("Buy") for label in controls(indebted))


async def test_any_part_of_a_debt_is_paid_and_any_cards_of_a_whole_deck_trashed(scene: Scene) -> None:
    await scene.begin("Donate", *PILES)
    await scene.bring(
        lambda views: all(seat.turns_taken > 17 for seat in views[scene.players[0].name].players),
        shopping(lambda view, seat: ("Silver", "Moat", "Copper")),
    )
    me, other = await on_turn(scene)
    shown = await scene.panel(me)
    if "Done with Actions" in shown.buttons:
        await me.click("Done with Actions", on=shown)
    shown = await scene.panel(me)
    await me.select(next(label for label in controls(shown) if label.startswith("Buy…")), "event:Donate", on=shown)
    shown = await scene.panel(me)
    assert "8 debt" in shown.text and "Pay 8 debt" in shown.buttons
    await me.click("Pay less…", on=shown)
    await me.submit(text="3")
    assert f"{me.name} pays 3 debt." in await scene.log(None) and "· 5 debt" in (await scene.panel(me)).text
    await me.click("End turn", on=await scene.panel(me))
    shown = await scene.panel(me)
    assert "Donate asks you" in shown.text and "means all of its copies" in shown.text
    (menu,) = [label for label in controls(shown) if label.startswith("Trash up to")]
    await me.select(menu, "All 3 Estate", on=shown)
    await me.click("One Estate less (3 of 3)", on=await scene.panel(me))
    await me.click("Trash 2 Estate", on=await scene.panel(me))
    assert f"{me.name} trashes 2 Estate." in await scene.log(None)
    await other.sees("Supply", "debt")


async def test_capital_asks_how_much_is_paid(scene: Scene) -> None:
    await scene.begin("Wedding", *PILES)
    await scene.bring(
        lambda views: any(asked_by("Capital", name, views) for name in views),
        shopping(lambda view, seat: ("Capital",)),
    )
    me, _ = await somebody(scene, "Capital")
    shown = await scene.panel(me)
    assert "Pay off how much of your 6 debt?" in shown.text and controls(shown)[-1] == "Pay 0"
    await me.click("Pay 2", on=shown)
    assert f"{me.name} pays 2 debt." in await scene.log(None)
    await me.sees("Supply", "4 debt")


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
    assert "Archive asks you" in shown.text
    await me.click(controls(shown)[0], on=shown)
    await me.click("End turn", on=await scene.panel(me))
    mine, theirs = await scene.panel(me), await scene.panel(other)
    kept = next(line for line in mine.text.splitlines() if line.startswith("-# set aside by Archive until the next turn: "))
    names = kept.rpartition(": ")[2]
    assert names and "cards" not in names and kept not in theirs.text
    watcher = Player(sandbox, "Cleo")
    board = await watcher.sees("Supply")
    assert "set aside by Archive until the next turn: 2 cards" in board.text
    public = [shown for shown in watcher.messages() if not shown.ephemeral]
    assert not any(names in line for shown in public for line in (*alts(shown), shown.text) if "set aside" in line.lower())


async def test_the_board_names_what_lies_there_and_the_score_says_where_points_are_from(sandbox: Sandbox, scene: Scene) -> None:
    await scene.begin("Museum", "Defiled Shrine", *PILES)
    me, other = await on_turn(scene)
    board = (await me.sees("Supply")).text
    assert "Settlers 5 (2 VP, over 5 Bustling Village)" in board or "Settlers 10 (2 VP, over 5 Bustling Village)" in board
    assert "(over Crumbling Castle, Small Castle …)" in board and "*Museum*" in board
    await me.click(
        next(label for label in (await scene.panel(me)).buttons if label.endswith(", end turn")), on=await scene.panel(me)
    )
    await settled(sandbox)
    await other.command("game resign")
    await other.click("Resign")
    score = (await me.sees("Shuffle seed")).text
    assert "Museum: " in score and "Estate: 3" in score
