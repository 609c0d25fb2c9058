"""Calls to those who have to answer something follow what is committed: whenever the bot is killed, they come, and come once."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest

from sandbox.testing import Crashes, Player, settled
from tests.cogs.conftest import in_a_process

MOMENTS = pytest.mark.parametrize(("when", "number"), [("before", 1), ("after", 1), ("before", 2), ("after", 2), ("after", 3)])
"""Kills about the answer to the click that leads to a call, and about the call itself."""

When = Literal["before", "after"]


def called(player: Player) -> int:
    """How often somebody was called in the table's channel."""
    return sum(ping.channel_id == player.channel().id for ping in player.pings)


@MOMENTS
async def test_guests_are_called_once(tmp_path: Path, when: When, number: int) -> None:
    async with in_a_process(tmp_path / "bot.db") as (sandbox, process):
        ada, ben, cleo = (Player(sandbox, name, patient=True, timeout=20.0) for name in ("Ada", "Ben", "Cleo"))
        await ada.command("game new")
        await ada.click("Invite…")
        panel = await ada.sees("Whom would you like to invite?")
        await settled(sandbox)
        with Crashes(sandbox, process, [(sandbox.recorder.count + number, when)]) as crashes:
            await ada.select("Choose people…", ben.person.user.id, cleo.person.user.id, on=panel)
            await settled(sandbox, 0.5, 30.0)
            await crashes.at_rest()
        await ben.click("Take a seat", on=await ben.sees("Ada invites you"))
        await settled(sandbox, 0.5, 30.0)
        assert (called(ben), called(cleo)) == (1, 1)


@MOMENTS
async def test_those_who_are_asked_about_a_seat_are_called_once(tmp_path: Path, when: When, number: int) -> None:
    async with in_a_process(tmp_path / "bot.db") as (sandbox, process):
        ada, ben, dan = (Player(sandbox, name, patient=True, timeout=20.0) for name in ("Ada", "Ben", "Dan"))
        await ada.command("game new")
        await ben.click("Join")
        await ada.click("Start")
        await ben.command("game substitute", person=dan.person.user.id)
        panel = await ben.sees("Dan for Ben?")
        await settled(sandbox)
        with Crashes(sandbox, process, [(sandbox.recorder.count + number, when)]) as crashes:
            await ben.click("Ask the table", on=panel)
            await settled(sandbox, 0.5, 30.0)
            await crashes.at_rest()
        call = await dan.sees("Dan is to take over Ben's seat", button="Decline")
        await settled(sandbox, 0.5, 30.0)
        assert [called(each) for each in (ada, ben, dan)] == [1, 0, 1]
        for player in (ada, dan):
            await player.click("Agree", on=call)
        await dan.sees("plays on for Ben")
        await settled(sandbox, 0.5, 30.0)
        assert not any("do you agree?" in shown.text for shown in dan.messages())
