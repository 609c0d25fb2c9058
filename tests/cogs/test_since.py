"""What others did since one's last turn stands above one's hand, in short, until one has been through it oneself."""

from __future__ import annotations

import re

import pytest

from engine import View
from sandbox.server import Sandbox
from sandbox.testing import Player, settled
from storage.models import AutoAnswers
from tables import TableService
from tables.commands import answers
from tests.cogs.game import PILES, Scene, asks, collecting, discard_two

pytestmark = pytest.mark.usefixtures("bot")

SINCE = "**Since your last turn**"


def five_each(mine: View, views: dict[str, View]) -> bool:
    """Does everybody hold five cards?"""
    return all(player.hand_size == 5 for player in mine.players)


async def end(scene: Scene, player: Player) -> None:
    """Somebody ends their turn."""
    await player.click("End turn", on=await scene.panel(player))


async def plan(scene: Scene, player: Player, words: str) -> None:
    """Somebody plans their next turn."""
    await player.click("Plan my next turn", on=await scene.panel(player))
    await player.submit(text=words)
    await settled(scene.sandbox)


async def test_it_is_a_line_a_turn_with_what_happened_to_me_below_until_i_act(scene: Scene) -> None:
    await scene.begin(*PILES)
    me, other = await scene.bring_to(collecting("Militia"), "Militia")
    await scene.play(me, "Militia")
    asked = await scene.panel(other)
    assert f"{SINCE}\n-# **{me.name}** played Militia." in asked.text, "whoever is attacked reads by what"
    await discard_two(other, asked)
    await scene.buy(me, "buy:Copper")
    await end(scene, me)
    told = (await scene.panel(other)).text
    above = told.partition("**Your hand**")[0]
    assert f"{SINCE}\n-# **{me.name}** played Militia; bought Copper.\n↳ **{other.name} discards " in above
    assert "draws" not in above and "In this turn" not in above
    await scene.buy(other, "buy:Copper")
    told = (await scene.panel(other)).text
    (brief,) = [line for line in told.splitlines() if SINCE in line]
    assert brief.startswith(f"-# {SINCE}: **{me.name}** played Militia; bought Copper. **{other.name} discards ")
    assert told.index(SINCE) < told.index("buys Copper"), "who has done something may have been called away"


async def test_what_was_taken_back_is_no_part_of_it(scene: Scene) -> None:
    await scene.begin(*PILES)
    me, other = await scene.in_turn_order()
    await scene.buy(me, "buy:Copper")
    await scene.undo(me, "buying Copper")
    await scene.buy(me, "buy:Estate")
    await end(scene, me)
    told = (await scene.panel(other)).text
    assert f"**{me.name}** bought Estate." in told and "takes back" not in told and "Copper." not in told.partition("**Your")[0]


async def test_points_in_tokens_are_told(scene: Scene) -> None:
    await scene.begin("Baths", *PILES)
    me, other = await scene.in_turn_order()
    await end(scene, me)
    told = (await scene.panel(other)).text
    assert f"**{me.name}** bought nothing.\n" in told and f"{me.name} gets +2 VP from Baths." in told


async def test_what_was_owed_when_the_turn_began_is_told_with_the_attack(scene: Scene) -> None:
    await scene.begin(*PILES)
    me, other = await scene.bring_to(collecting("Militia"), "Militia")
    await scene.play(me, "Militia")
    await end(scene, me)
    asked = await scene.panel(other)
    assert asks("Militia", asked) and f"**{me.name}** played Militia" in asked.text
    await discard_two(other, asked)
    told = (await scene.panel(other)).text
    assert f"{SINCE}\n-# **{me.name}** played Militia.\n↳ **{other.name} discards " in told.replace("; bought nothing", "")


async def test_a_plan_that_stops_hides_nothing(scene: Scene) -> None:
    await scene.begin(*PILES)
    me, other = await scene.bring_to(collecting("Militia"), "Militia")
    await plan(scene, other, "Silver, else nothing")
    await scene.play(me, "Militia")
    await discard_two(other, await scene.panel(other))
    await end(scene, me)
    told = (await scene.panel(other)).text
    assert f"{SINCE}\n-# **{me.name}** played Militia.\n" in told
    assert told.index(SINCE) < told.index("**In this turn**") < told.index("Your plan stopped.") < told.index("**Your hand**")


async def test_a_plan_that_went_some_way_hides_nothing(scene: Scene) -> None:
    await scene.begin(*PILES)
    me, other = await scene.in_turn_order()
    for player in (me, other):
        await end(scene, player)
    await plan(scene, other, "$30 Province")
    await end(scene, me)
    told = (await scene.panel(other)).text
    assert f"{SINCE}\n-# **{me.name}** bought nothing." in told
    assert "Treasures in hand" not in told and "Your plan stopped." in told


async def test_a_standing_answer_hides_nothing(scene: Scene) -> None:
    await scene.begin(*PILES)
    me, other = await scene.in_turn_order()
    await other.command("settings")
    await other.click("Treasures", on=await other.sees("Your standing answers"))
    await scene.buy(me, "buy:Copper")
    await end(scene, me)
    told = (await scene.panel(other)).text
    assert "Treasures in hand" not in told, "they lie there"
    assert f"**Before you**\n-# **{me.name}** bought Copper." in told and SINCE not in told, "there was no turn before"
    for player in (other, me):
        await end(scene, player)
    told = (await scene.panel(other)).text
    assert f"{SINCE}\n-# **{me.name}** bought nothing." in told
    assert re.search(rf"^{other.name} plays .*Copper.* \(\$\d\), by your standing answer\.$", told, re.M), "what it did is one line"
    assert told.count("standing answer") == 1


async def test_a_turn_that_a_plan_played_alone_is_told_until_the_next(scene: Scene) -> None:
    await scene.begin(*PILES)
    me, other = await scene.in_turn_order()
    await plan(scene, other, "Silver, else Copper")
    await end(scene, me)
    waiting = (await scene.panel(other)).text
    bought = "Silver" if "buys Silver" in await scene.log(other) else "Copper"
    assert f"Waiting for {me.name}\n**Your last turn**, by your plan: bought {bought}.\n" in waiting
    assert "Your last turn" not in (await scene.panel(me)).text
    await scene.buy(me, "buy:Copper")
    assert "**Your last turn**" in (await scene.panel(other)).text, "it stays"
    await end(scene, me)
    await end(scene, other)
    assert "**Your last turn**" not in (await scene.panel(other)).text, "whoever ends their turn has seen it"


async def test_a_turn_that_a_standing_answer_ended_is_told_too(scene: Scene) -> None:
    await scene.begin(*PILES)
    me, other = await scene.in_turn_order()
    await me.command("settings")
    await me.click("End turn", on=await me.sees("Your standing answers"))
    await scene.buy(me, "buy:Copper")
    told = (await scene.panel(me)).text
    assert f"Waiting for {other.name}\n**Your last turn**, ended by your standing answer: bought Copper.\n" in told


async def test_a_late_answer_is_told_with_whose_attack_it_was(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player
) -> None:
    scene = Scene(sandbox, host, ada, ben, Player(sandbox, "Cleo"))
    await scene.begin(*PILES)
    me, next_, last = await scene.bring_to(collecting("Militia"), "Militia")
    await scene.play(me, "Militia")
    own = await scene.panel(last)
    assert f"{me.name}'s Militia asks you" in own.text and f"in {me.name}'s turn" not in own.text
    await discard_two(next_, await scene.panel(next_))
    await end(scene, me)
    asked = await scene.panel(last)
    assert f"{me.name}'s Militia asks you, in {next_.name}'s turn" in asked.text
    await last.click("Why?", on=asked)
    assert f"Why {me.name}'s Militia asks you" in (await last.sees("Why ", where="DM")).text
    await discard_two(last, asked)
    await end(scene, next_)
    above = (await scene.panel(last)).text.partition("**Your hand**")[0]
    of_attack, _, of_next = above.partition(f"**{next_.name}** ")
    assert f"({me.name}'s Militia).**" in of_attack.partition(f"**{me.name}** ")[2], "it stands with the Attack"
    assert "Militia" not in of_next


async def test_whoever_waits_reads_once_what_a_standing_answer_did_for_them(scene: Scene) -> None:
    await scene.begin(*PILES)
    me, other = await scene.bring_to(collecting("Militia"), "Militia", also=five_each)
    anything = ("Victory", "Treasure", "Militia")
    said = AutoAnswers(discards=anything)
    await scene.host.act(scene.id, int(other.person.user.id), answers.set_answers(said), action="discards")
    await scene.play(me, "Militia")
    await scene.buy(me, "buy:Copper")
    waiting = (await scene.panel(other)).text
    did = re.search(rf"^{other.name} discards .+ \({me.name}'s Militia\), by your standing answer\.$", waiting, re.M)
    assert did is not None and "no Reaction" not in waiting and waiting.count("standing answer") == 1
    assert waiting.index("Waiting for") < did.start() < waiting.index("**Your hand** (3)")
    await other.command("game log")
    log = (await other.sees("The game begins")).text
    assert log.count("by your standing answer") == 1 and "Your standing answer: discard" not in log
    await end(scene, me)
    told = (await scene.panel(other)).text
    assert (
        told.count("by your standing answer") == 1
        and f"{SINCE}\n-# **{me.name}** played Militia; bought Copper.\n↳ **{other.name} " in told
    )


async def test_ais_have_a_line_each(sandbox: Sandbox, host: TableService, ada: Player) -> None:
    scene = Scene(sandbox, host, ada)
    await scene.begin(*PILES, ais=2)
    await end(scene, ada)
    names = [seat.name for seat in (await scene.table()).seats if seat.ai is not None]
    told = (await scene.panel(ada)).text
    lines = told.partition(SINCE)[2].partition("**Your hand**")[0].strip().splitlines()
    assert sorted(line.split("**")[1] for line in lines) == sorted(names)
    assert all(" bought " in line for line in lines)
