"""Alchemy's questions, on the panels and by clicks: in Clean-up, about revealed cards, about an order, and for a trashed card."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import pytest

from engine.words import a
from sandbox.server import Sandbox
from sandbox.testing import Player
from tables import TableService
from tests.cogs.game import Scene, asks, collecting, controls, hand
from tests.cogs.kit import behind_more

PILES = (
    "Alchemist",
    "Apothecary",
    "Apprentice",
    "Golem",
    "Herbalist",
    "Moat",
    "Philosopher's Stone",
    "Scrying Pool",
    "Transmute",
    "University",
)


@pytest.fixture
def pictures() -> bool:
    return True


@pytest.fixture
async def scene(sandbox: Sandbox, host: TableService, bot: object, ada: Player, ben: Player) -> AsyncIterator[Scene]:
    """Set up a table for two, and check that no one learns what only the other player may know."""
    scene = Scene(sandbox, host, ada, ben)
    yield scene
    assert await scene.leaks() == []


async def test_what_is_discarded_first_decides_what_clean_up_may_keep(scene: Scene) -> None:
    await scene.begin(*PILES)
    plan = collecting("Potion", "Alchemist", "Alchemist", "Herbalist", "Herbalist")
    me, other = await scene.bring_to(plan, "Alchemist", "Herbalist", "Potion")
    await scene.play(me, "Alchemist")
    await scene.play(me, "Herbalist")
    await scene.move(me, "treasures")
    await me.click("End turn", on=await scene.panel(me))
    asked = await scene.panel(me)
    assert "### Which do you discard first?" in asked.text and controls(asked)[:2] == ["Alchemist", "Herbalist"]
    await me.click("Alchemist", on=asked)
    asked = await scene.panel(me)
    assert asks("Alchemist", asked) and "put Alchemist onto your deck?" in asked.text
    assert controls(await scene.panel(other)) == []
    await me.click("Yes", on=asked)
    asked = await scene.panel(me)
    assert asks("Herbalist", asked) and "Put nothing on the deck" in controls(asked)
    await me.click("Potion", on=asked)
    drawn = hand(await scene.view(me), me.name)
    assert drawn["Alchemist"] and drawn["Potion"] and sum(drawn.values()) == 5
    told = await scene.log(None)
    assert f"{me.name} puts an Alchemist onto their deck." in told and f"{me.name} puts a Potion onto their deck." in told
    assert f"{me.name} draws 5 cards." in told


async def test_apothecary_s_cards_go_back_in_the_order_clicked(scene: Scene) -> None:
    await scene.begin(*PILES)
    me, other = await scene.bring_to(collecting("Potion", "Apothecary", "Moat"), "Apothecary")
    asked = await scene.play(me, "Apothecary")
    assert asks("Apothecary", asked) and "the first is on top" in asked.text
    revealed = re.search(rf"{me.name} reveals (.+)\.", await scene.log(None))
    assert revealed and all(name in revealed[1] for name in controls(asked)) and "Copper" not in controls(asked)
    first = controls(asked)[-1]
    await me.click(first, on=asked)
    assert f"{me.name} puts 2 Coppers into their hand." in await scene.log(other)
    await me.click("End turn", on=await scene.panel(me))
    assert first in hand(await scene.view(me), me.name)


async def test_scrying_pool_asks_about_each_player_s_card(scene: Scene) -> None:
    await scene.begin(*PILES)
    me, other = await scene.bring_to(collecting("Potion", "Scrying Pool", "Herbalist"), "Scrying Pool")
    asked = await scene.play(me, "Scrying Pool")
    mine = re.search(r"discard your (.+), or put it back\?", asked.text)
    assert asks("Scrying Pool", asked) and mine and controls(asked) == ["Discard", "Put back"]
    assert f"{other.name} reveals" not in await scene.log(None)
    await behind_more(me, "Why?", on=asked)
    await me.click("Choices", on=await me.sees("Why Scrying Pool asks you to choose", where="DM"))
    assert not any("Always" in button for button in (await me.sees("### Scrying Pool: ", "Scrying Pool", where="DM")).buttons)
    await me.click("Discard", on=asked)
    asked = await scene.panel(me)
    theirs = re.search(rf"discard {other.name}'s (.+), or put it back\?", asked.text)
    assert theirs and controls(await scene.panel(other)) == []
    await me.click("Put back", on=asked)
    told = await scene.log(None)
    assert f"{me.name} discards {a(mine[1])}." in told and f"{other.name} reveals {a(theirs[1])}." in told
    assert f"{other.name} discards" not in told.rpartition(f"{other.name} reveals")[2]
    assert re.search(rf"{me.name} puts .+ into their hand\.", told.rpartition(f"{other.name} reveals")[2])


async def test_golem_plays_what_it_finds_in_the_order_clicked(scene: Scene) -> None:
    await scene.begin(*PILES)
    plan = collecting("Golem", "Potion", "Herbalist", "Moat", "Silver", "Silver", "Silver")
    me, other = await scene.bring_to(
        plan, "Golem", also=lambda mine, views: not {"Herbalist", "Moat"} & hand(mine, mine.players[mine.current].name).keys()
    )
    asked = await scene.play(me, "Golem")
    assert asks("Golem", asked) and ": which do you play first?" in asked.text
    assert sorted(controls(asked)) == ["Herbalist", "Moat"]
    await me.click("Moat", on=asked)
    told = await scene.log(None)
    moat, herbalist = told.index(f"{me.name} plays Moat."), told.index(f"{me.name} plays Herbalist.")
    assert told.index(f"{me.name} plays Golem.") < moat < herbalist
    await other.sees(f"### {me.name}'s turn", f"**{me.name} ", ":** Golem, Moat, Herbalist")
    await scene.board(other, "in play: Golem, Moat, Herbalist")
    assert f"{me.name} draws 2 cards." in await scene.log(other)
    assert "2 Buys" in (await scene.panel(me)).text


async def test_university_and_transmute_bring_cards_to_the_player(scene: Scene) -> None:
    await scene.begin(*PILES)
    plan = collecting("Potion", "University", "Transmute", "Transmute")
    me, other = await scene.bring_to(plan, "University", "Transmute", "Estate")
    asked = await scene.play(me, "University")
    assert asks("University", asked) and "you may gain an Action" in asked.text and "Gain nothing" in controls(asked)
    await me.select("Gain one…", "Apprentice ($5)", on=asked)
    asked = await scene.play(me, "Transmute")
    assert asks("Transmute", asked)
    await me.click("Estate", on=asked)
    told = await scene.log(None)
    assert all(f"{me.name} {did}." in told for did in ("gains an Apprentice", "trashes an Estate", "gains a Gold"))
    await scene.board(other, "Apprentice 9", "Gold 29", "discard: Gold", "trash: Estate")


async def test_a_card_with_a_potion_in_its_cost_is_worth_two_more_to_apprentice(scene: Scene) -> None:
    await scene.begin(*PILES)
    me, other = await scene.bring_to(collecting("Potion", "Apprentice", "Philosopher's Stone"), "Apprentice", "Philosopher's Stone")
    asked = await scene.play(me, "Apprentice")
    assert asks("Apprentice", asked) and "+2 if a Potion is in its cost" in asked.text
    await me.click("Philosopher's Stone", on=asked)
    told = await scene.log(None)
    assert f"{me.name} trashes a Philosopher's Stone." in told and f"{me.name} draws 5 cards." in told.rpartition("trashes")[2]
    assert (await scene.view(other)).players[(await scene.view(me)).current].hand_size == 8
    await scene.board(other, "trash: Philosopher's Stone")


async def test_philosopher_s_stone_says_what_it_brought(scene: Scene) -> None:
    await scene.begin(*PILES)
    me, other = await scene.bring_to(
        collecting("Potion", "Philosopher's Stone", "Herbalist", "Herbalist"),
        "Philosopher's Stone",
        also=lambda mine, views: mine.players[mine.current].hand_size == 5 and mine.turn > 10,
    )
    shown = await scene.panel(me)
    if "Buy phase" in controls(shown):
        await me.click("Buy phase", on=shown)
    await scene.play_single(me, "Philosopher's Stone")
    view = await scene.view(me)
    owned = sum(each.count for each in view.players[view.current].owned)
    money = (owned - 5) // 5
    assert money > 0 and f"; +${money}" in (await scene.panel(me)).text
    assert f"{me.name} gets +${money}." in await scene.log(None)
    assert f"{me.name} looks through their discard pile." in await scene.log(other)
