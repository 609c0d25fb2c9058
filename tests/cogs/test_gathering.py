"""How a table gathers its players, by clicks: a rematch that waits for them, a table whose host leaves, and one that closes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

import pytest

from sandbox.server import Sandbox
from sandbox.testing import Player, Shown, settled
from tables import TableService, TableView
from tests.cogs.kit import turn_details

pytestmark = pytest.mark.usefixtures("bot")

Wait = Callable[[float], Awaitable[None]]


@pytest.fixture
def wait(host: TableService, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> Wait:
    """Return a function that lets days pass, and makes the bot look at the clock."""
    passed = timedelta()

    async def waited(days: float) -> None:
        nonlocal passed
        passed += timedelta(days=days)
        monkeypatch.setattr(host._access, "clock", lambda: datetime.now(UTC) + passed)
        await host.timers.look_after()
        await settled(sandbox)

    return waited


async def newest(host: TableService) -> TableView:
    """Return the only table that isn't over."""
    (table,) = await host.live()
    return table


async def score_of_three(sandbox: Sandbox, ada: Player, ben: Player, cleo: Player) -> Shown:
    """Play a three-player game to its end."""
    await ada.command("game new", seats=3)
    for player in (ben, cleo):
        await player.click("Join")
    await ada.click("Start")
    await settled(sandbox)
    for player in (ben, cleo):
        await player.command("game resign")
        await player.click("Resign")
        await settled(sandbox)
    return await ada.sees(button="Replay")


async def test_a_rematch_starts_when_everyone_from_the_last_game_is_in(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player
) -> None:
    cleo = Player(sandbox, "Cleo")
    score = await score_of_three(sandbox, ada, ben, cleo)
    await ada.click("Rematch", on=score)
    lobby = await ada.sees("Ada's table: rematch", "The game starts when Ben and Cleo press **Join**.", button="Join")
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


async def test_a_rematch_is_declined_from_the_message_that_asks(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player
) -> None:
    cleo = Player(sandbox, "Cleo")
    await ada.click("Rematch", on=await score_of_three(sandbox, ada, ben, cleo))
    asked = await cleo.sees("### Ada wants a rematch in", where="DM")
    await cleo.click("Leave", on=asked)
    assert (await cleo.sees("### You have left this table", where="DM")).id == asked.id
    await ada.sees("Ada's table: rematch", "The game starts when Ben presses **Join**.")
    await ben.click("Join")
    await settled(sandbox)
    assert [seat.name for seat in (await newest(host)).seats] == ["Ada", "Ben"]


async def test_no_one_is_said_to_want_a_rematch_who_only_became_its_host(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player
) -> None:
    cleo = Player(sandbox, "Cleo")
    await ada.click("Rematch", on=await score_of_three(sandbox, ada, ben, cleo))
    asked = await cleo.sees("### Ada wants a rematch in", where="DM")
    await ada.click("More…", on=await ada.sees("Ada's table", button="Join"))
    await ada.click("Leave", on=await ada.sees("### More for this table"))
    await settled(sandbox)
    for player in (ben, cleo):
        await player.sees("### A rematch in", "Ada left, so Ben is the host now.", button="Join", where="DM")
    assert "wants a rematch" not in cleo.now(asked).text


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
    await ben.sees("### You're now the host of the table in", "Ada left. Press **Start** there", where="DM")
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


WARNING = "nothing has changed at your table lately, so it will close <t:"


async def test_a_table_that_is_about_to_close_asks_its_host_whether_to_keep_it_open(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player, wait: Wait
) -> None:
    await ada.command("game new")
    await ben.click("Join")
    await wait(6.1)
    warning = await ada.sees(f"<@{ada.person.user.id}>, {WARNING}", button="Keep it open")
    assert warning.json["mentions"] == [] or [each["id"] for each in warning.json["mentions"]] == [ada.person.user.id]
    await wait(0.1)
    assert len([each for each in ada.messages() if WARNING in each.text]) == 1
    await ben.click("Keep it open", on=warning)
    assert (await ben.sees("The table stays open for another week.")).ephemeral
    await settled(sandbox)
    assert not any(WARNING in each.text for each in ada.messages()), "it isn't true any more"
    await wait(6.1)
    again = await ada.sees(WARNING, button="Keep it open")
    assert again.id != warning.id
    await wait(1.1)
    assert not any(WARNING in each.text for each in ada.messages())
    await ada.sees("### This table was closed because nothing had changed for a week", without=["Join"])
    closed = await ben.sees("### This table was closed because nothing had changed for a week", where="DM")
    assert closed.text.endswith("Open a new one with `/game new` in a server channel.")
    assert await host.live() == []
    await ada.command("game new")
    await ada.sees("Ada's table")


async def test_a_warning_goes_with_the_start_of_the_game(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player, wait: Wait
) -> None:
    await ada.command("game new", thread=True)
    await ben.click("Join")
    await wait(6.1)
    await ada.sees(WARNING)
    await ada.click("Start")
    await settled(sandbox)
    assert (await newest(host)).place.thread is not None
    assert not any(WARNING in each.text for each in ada.messages())
    await wait(30)
    assert (await newest(host)).phase == "playing"
