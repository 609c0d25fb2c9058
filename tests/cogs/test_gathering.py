"""How a table gathers its players, by clicks: a rematch that waits for them, and a table that its host leaves."""

from __future__ import annotations

import pytest

from sandbox.server import Sandbox
from sandbox.testing import Player, Shown, settled
from tables import TableService, TableView
from tests.cogs.kit import turn_details

pytestmark = pytest.mark.usefixtures("bot")


async def newest(host: TableService) -> TableView:
    """Return the only table that isn't over."""
    (table,) = await host.live()
    return table


async def score_of_three(sandbox: Sandbox, ada: Player, ben: Player, cleo: Player) -> Shown:
    """Play a game of three to its end."""
    await ada.command("game new", seats=3)
    for player in (ben, cleo):
        await player.click("Join")
    await ada.click("Start")
    await settled(sandbox)
    for player in (ben, cleo):
        await player.command("game resign")
        await player.click("Resign")
        await settled(sandbox)
    return await ada.sees(button="Replay file")


async def test_a_rematch_starts_when_all_of_the_last_game_are_in(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player
) -> None:
    cleo = Player(sandbox, "Cleo")
    score = await score_of_three(sandbox, ada, ben, cleo)
    await ada.click("Rematch", on=score)
    lobby = await ada.sees("Ada's table: no seat free", "The game starts when Ben and Cleo press **Join**.", button="Join")
    asked = await ben.sees("### Ada wants a rematch in", "The game starts when everyone has", where="DM")
    await ben.click("Join", on=asked)
    assert (await ben.sees("### You have a seat at Ada's table", where="DM")).id == asked.id
    await ada.sees("The game starts when Cleo presses **Join**.")
    await cleo.click("Join", on=lobby)
    await settled(sandbox)
    table = await newest(host)
    assert table.phase == "playing" and len(table.seats) == 3
    await ada.sees("**Game started.**", without=["The game starts when"])
    for player in (ada, ben, cleo):
        await player.sees("hand:**", where="DM")


async def test_one_declines_a_rematch_from_the_message_that_asks(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player
) -> None:
    cleo = Player(sandbox, "Cleo")
    await ada.click("Rematch", on=await score_of_three(sandbox, ada, ben, cleo))
    asked = await cleo.sees("### Ada wants a rematch in", where="DM")
    await cleo.click("Leave", on=asked)
    assert (await cleo.sees("### You have left this table", where="DM")).id == asked.id
    await ada.sees("1 seat free", "The game starts when Ben presses **Join**.")
    await ben.click("Join")
    await settled(sandbox)
    assert [seat.name for seat in (await newest(host)).seats] == ["Ada", "Ben"]


async def test_a_rematch_that_is_joined_from_the_score_starts(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player
) -> None:
    cleo = Player(sandbox, "Cleo")
    cleo.person.user.dms_closed = True
    score = await score_of_three(sandbox, ada, ben, cleo)
    for player in (ben, ada, cleo):
        await player.click("Rematch", on=score)
        await settled(sandbox)
    assert (await newest(host)).phase == "playing" and (await newest(host)).host == int(ben.person.user.id)
    assert (await cleo.sees("hand:**")).ephemeral, "no one has to ping the one who has just started it"


async def test_a_lobby_that_its_host_leaves_says_who_hosts_it_now(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player
) -> None:
    await ada.command("game new")
    await ben.click("Join")
    await ada.click("More…")
    await ada.click("Leave")
    await ada.sees("Ben's table", "Ada left, so Ben is the host now.")
    await ben.sees("### You're the host of the table in", "Ada left. Press **Start** there", where="DM")
    await Player(sandbox, "Cleo").click("Join")
    lobby = await ada.sees("Ben's table", "**Ben** (host) · **Cleo**", without=["Ada left"])
    await ben.click("Start", on=lobby)
    await settled(sandbox)
    assert (await newest(host)).phase == "playing"


async def test_a_game_whose_host_resigns_says_who_hosts_it_now(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player
) -> None:
    cleo = Player(sandbox, "Cleo")
    await ada.command("game new", seats=3)
    for player in (ben, cleo):
        await player.click("Join")
    await ada.click("Start")
    await settled(sandbox)
    await ada.command("game resign")
    await ada.click("Resign")
    await settled(sandbox)
    assert (await newest(host)).host == int(ben.person.user.id)
    told = (await turn_details(ben)).text, (await turn_details(cleo)).text
    assert "You're the host now." in told[0] and "Ben is the host now." in told[1]
