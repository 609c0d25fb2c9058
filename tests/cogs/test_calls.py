"""Pings of players who have to answer follow what is committed: whenever the bot is killed, each ping comes, and only once."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest

from sandbox.server import Sandbox
from sandbox.testing import Crashes, Player, Shown, settled
from tables import TableService
from tests.cogs.conftest import in_a_process
from tests.cogs.game import Scene
from tests.cogs.kit import behind_more, heading, is_hand
from tests.soak import some_of

pytestmark = pytest.mark.both

MOMENTS = some_of("when, number", [("after", 1), ("before", 2)], [("before", 1), ("after", 2), ("after", 3)])
"""Kills around the answer to the click that leads to a ping, and around the ping itself."""

When = Literal["before", "after"]


def called(player: Player) -> int:
    """Return how often someone was pinged in the table's channel."""
    return sum(ping.channel_id == player.channel().id for ping in player.pings)


@MOMENTS
async def test_guests_are_pinged_once(tmp_path: Path, when: When, number: int) -> None:
    async with in_a_process(tmp_path / "bot.db") as (sandbox, process):
        ada, ben, cleo = (Player(sandbox, name, patient=True, timeout=20.0) for name in ("Ada", "Ben", "Cleo"))
        await ada.command("game new")
        await ada.click("Invite…")
        panel = await ada.sees("### Invite people")
        await settled(sandbox)
        with Crashes(sandbox, process, [(sandbox.recorder.count + number, when)]) as crashes:
            await ada.select("Choose people…", ben.person.user.id, cleo.person.user.id, on=panel)
            await settled(sandbox, 0.5, 30.0)
            await crashes.at_rest()
        await ben.click("Join", on=await ben.sees("Ada has invited you"))
        await settled(sandbox, 0.5, 30.0)
        assert (called(ben), called(cleo)) == (1, 1)


@MOMENTS
async def test_those_who_are_asked_about_a_seat_are_pinged_once(tmp_path: Path, when: When, number: int) -> None:
    async with in_a_process(tmp_path / "bot.db") as (sandbox, process):
        ada, ben, dan = (Player(sandbox, name, patient=True, timeout=20.0) for name in ("Ada", "Ben", "Dan"))
        await ada.command("game new")
        await ben.click("Join")
        await ada.click("Start")
        await ben.command("game substitute", person=dan.person.user.id)
        panel = await ben.sees("Dan for Ben?")
        await settled(sandbox)
        with Crashes(sandbox, process, [(sandbox.recorder.count + number, when)]) as crashes:
            await ben.click("Propose", on=panel)
            await settled(sandbox, 0.5, 30.0)
            await crashes.at_rest()
        call = await dan.sees("Dan would take over Ben's seat", button="Decline")
        await settled(sandbox, 0.5, 30.0)
        assert [called(each) for each in (ada, ben, dan)] == [1, 0, 1]
        for player in (ada, dan):
            await player.click("Agree", on=call)
        await dan.sees("has taken over for Ben")
        await settled(sandbox, 0.5, 30.0)
        assert not any("do you agree?" in shown.text for shown in dan.messages())


def hands(player: Player) -> list[Shown]:
    """Return a player's hand panels in their direct messages."""
    return [shown for shown in player.messages("DM") if is_hand(shown)]


@pytest.mark.usefixtures("bot")
async def test_an_undo_request_pings_once_and_its_proposer_sees_the_answers_so_far(sandbox: Sandbox, host: TableService) -> None:
    scene = Scene(sandbox, host, *(Player(sandbox, name) for name in ("Ada", "Ben", "Cleo")))
    await scene.begin("Militia")
    me, following, last = await scene.in_turn_order()
    last.person.close_dms()
    await me.click("End turn", on=await scene.panel(me))
    await settled(sandbox)
    waits = f"<@{following.person.user.id}>"
    called_before, mine = [called(each) for each in scene.players], hands(me)
    before = hands(following)
    await behind_more(me, "Ask to undo…", on=await scene.panel(me))
    await me.click("Undo the end of my turn", on=await me.sees("### Ask to undo", where="DM"))
    await me.sees(f"I've pinged {' and '.join(sorted((following.name, last.name)))}", where="DM")
    await settled(sandbox)
    (asked,) = hands(following)
    assert [asked.id] != [shown.id for shown in before], "a new message calls"
    assert heading(asked).startswith("### Undo in "), "first, since a move of theirs would settle it"
    assert f"{last.name} hasn't answered yet" in asked.text and f"{following.name} hasn't" not in asked.text
    mention = f"<@{last.person.user.id}>, do you agree?"
    call = await last.sees(f"{me.name} wants to undo the end of their turn", mention, button="My hand")
    assert waits not in call.text and [shown.id for shown in hands(me)] == [shown.id for shown in mine], "who asks isn't called"
    await last.command("games")
    await last.sees("1 game, 1 waiting for you", "a proposal for you to answer")
    await following.click("Agree", on=asked)
    told = (await scene.panel(me)).text
    assert f"{following.name} agreed; {last.name} hasn't answered yet." in told
    assert f"You agreed; {last.name} hasn't answered yet." in (await scene.panel(following)).text
    await last.click("My hand", on=call)
    await last.click("Decline", on=await last.sees("### Undo in", f"{following.name} agreed.", button="Decline"))
    told = (await scene.panel(me)).text
    assert f"{last.name} declined, so nothing is undone." in told and "You've proposed" not in told
    await last.gone(call)
    assert [called(each) - was for each, was in zip(scene.players, called_before, strict=True)] == [
        int(each is last) for each in scene.players
    ], "each once"


@some_of("when, number", [("after", 1), ("before", 2)], [("after", 2)])
async def test_a_substitute_by_a_managers_decision_is_announced_once(tmp_path: Path, when: When, number: int) -> None:
    async with in_a_process(tmp_path / "bot.db") as (sandbox, process):
        ada, ben, cleo, dan = (Player(sandbox, name, patient=True, timeout=20.0) for name in ("Ada", "Ben", "Cleo", "Dan"))
        await cleo.command("game new")
        await ben.click("Join")
        await cleo.click("Start")
        await ada.command("game substitute", seat="Ben", person=dan.person.user.id)
        panel = await ada.sees("Dan for Ben?", button="Do it now")
        await settled(sandbox)
        with Crashes(sandbox, process, [(sandbox.recorder.count + number, when)]) as crashes:
            await ada.click("Do it now", on=panel)
            await settled(sandbox, 0.5, 30.0)
            await crashes.at_rest()
        await dan.sees("has taken over for Ben", "**Dan for Ben**")
        await settled(sandbox, 0.5, 30.0)
        assert called(dan) == 1
