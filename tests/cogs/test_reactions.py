"""Everyone who could react gets the same question, whatever they have in hand: no question, wording, time or ping shows who has a
Moat."""

from __future__ import annotations

import re

import pytest

from engine import View
from sandbox.server import Sandbox
from sandbox.testing import Player
from tables import TableService
from tests.cogs.game import PILES, Scene, asks, collecting, controls, discard_two, hand
from tests.cogs.kit import heading, set_in_advance

PLAN = collecting("Militia", "Militia", "Moat", "Moat", "Silver", "Silver")


@pytest.fixture
def scene(sandbox: Sandbox, host: TableService, bot: object, ada: Player, ben: Player) -> Scene:
    return Scene(sandbox, host, ada, ben, Player(sandbox, "Cleo"))


async def everyone_says(scene: Scene, use: str) -> None:
    """Set in `/settings`, for all three, how they respond to Attacks."""
    for player in scene.players:
        await set_in_advance(player, "set-react", use)


async def attack(scene: Scene) -> tuple[Player, Player, Player]:
    """Play a Militia against one player with a Moat in hand, and one without; return the attacker and these two."""
    me, *others = await scene.bring_to(PLAN, "Militia", also=one_is_safe)
    holds = {each.name: "Moat" in hand(await scene.view(each), each.name) for each in others}
    bare, holder = sorted(others, key=lambda each: holds[each.name])
    await scene.play(me, "Militia")
    return me, holder, bare


def one_is_safe(mine: View, views: dict[str, View]) -> bool:
    """Return whether one of the others has a Moat in hand, and the other none."""
    return sum("Moat" in hand(view, name) for name, view in views.items() if view is not mine) == 1


async def test_a_player_who_never_reveals_a_moat_is_asked_like_one_without(scene: Scene) -> None:
    await scene.begin(*PILES)
    await everyone_says(scene, "never")
    me, holder, bare = await attack(scene)
    called = [len(each.pings) for each in (holder, bare)]
    for each in (holder, bare):
        asked = await scene.panel(each)
        assert asks("Militia", asked) and heading(asked) == "### Militia: discard 2 cards" and "Use a Reaction?" not in asked.text
    told = (await scene.log(None)).rpartition("plays Militia.")[2]
    assert told.strip() == f"{me.name} gets +$2.", "that an answer was given in advance is no one else's business"
    assert "Auto-answer: used no Reaction." in await scene.log(holder)
    assert "no Reaction" not in await scene.log(bare), "there was nothing to choose"
    second, third = (await scene.in_turn_order())[1:]
    for player in (third, second):
        await discard_two(player, await scene.panel(player))
        if player is third:
            assert re.search(r"Your choice: .+\.\*\* You can still", (await scene.panel(third)).text)
            assert "discards" not in (await scene.log(None)).rpartition("plays Militia.")[2], "sealed until it is their turn to"
    told = (await scene.log(None)).rpartition("plays Militia.")[2]
    assert re.findall(r"(\w+) discards 2 cards", told) == [second.name, third.name]
    assert [len(each.pings) for each in (holder, bare)] == called, "no one waits for them, so no one calls them"


async def test_a_player_who_wants_to_be_asked_is_pinged_immediately_in_the_same_words(scene: Scene) -> None:
    await scene.begin(*PILES)
    await everyone_says(scene, "ask")
    me, *_ = await scene.bring_to(PLAN, "Militia", also=one_is_safe)
    others = (await scene.in_turn_order())[1:]
    before = [len(each.pings) for each in others]
    await scene.play(me, "Militia")
    panels = [await scene.panel(each) for each in others]
    for shown in panels:
        assert asks("Militia", shown) and heading(shown) == "### Militia: discard 2 cards"
    assert sum("Reveal Moat" in controls(shown) for shown in panels) == 1
    assert [len(each.pings) - calls for each, calls in zip(others, before, strict=True)] == [1, 1]
    first, second = (re.escape(each.name) for each in others)
    asked = rf"to respond to {re.escape(me.name)}'s Militia"
    waiting = rf"Waiting for {first} and {second} {asked} \(<t:\d+:R>\)$"
    assert re.search(waiting, (await me.sees("Waiting for", button="My hand")).text, re.M)
    for each, shown in zip(others, panels, strict=True):
        await discard_two(each, shown)
    told = (await scene.log(None)).rpartition("plays Militia.")[2]
    assert "Moat" not in told and "Reaction" not in told and told.count(" discards 2 cards") == 2


async def test_a_moat_protects_by_itself_and_says_so(scene: Scene) -> None:
    await scene.begin(*PILES)
    _, holder, bare = await attack(scene)
    told = (await scene.log(None)).rpartition("plays Militia.")[2]
    assert f"{holder.name} reveals a Moat." in told
    assert controls(await scene.panel(holder)) == [] and asks("Militia", await scene.panel(bare))
    assert "Auto-answer: revealed Moat." in await scene.log(holder)
    assert "revealed Moat" not in await scene.log(bare)
