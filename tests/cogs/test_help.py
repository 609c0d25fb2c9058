"""Help starts from what the person is doing, and its buttons lead there."""

from __future__ import annotations

import pytest

from sandbox.server import Sandbox
from sandbox.testing import Player, settled

pytestmark = pytest.mark.usefixtures("bot")


async def test_help_opens_a_table_and_then_says_how_to_fill_and_start_it(sandbox: Sandbox, ada: Player, ben: Player) -> None:
    await ada.command("help")
    await ada.click("Open a table", on=await ada.sees("### No game here yet"))
    await ada.sees("Ada's table", button="Join")
    await ada.command("help")
    await ada.sees("### Your table is open", "Invite someone, or press **Add AI**.", button="Invite…")
    await ben.command("help")
    await ben.click("Join", on=await ben.sees("### Ada's table: 5 seats free", "Press **Join** to play."))
    await settled(sandbox)
    await ben.command("help")
    await ben.sees("### You have a seat here", "Ada (host) starts the game.")
    await ada.command("help")
    await ada.sees("### Your table is open", "Press **Start** when everyone is here.")


async def test_help_leads_to_the_hand_and_says_who_is_awaited(sandbox: Sandbox, ada: Player, ben: Player) -> None:
    cleo = Player(sandbox, "Cleo")
    await ada.command("game new")
    await ben.click("Join")
    await ada.click("Start")
    await settled(sandbox)
    first, other = (ada, ben) if "Ada goes first" in (await ada.sees("goes first")).text else (ben, ada)
    await first.command("help")
    page = await first.sees("### It's your turn here", button="My hand")
    await first.click("My hand", on=page)
    await first.sees("### Your turn 1", where="#table")
    await other.command("help")
    await other.sees("### You're playing here", f"The game is waiting for {first.name}.", button="My hand")
    await cleo.command("help")
    watching = await cleo.sees("are playing here", "You can watch", button="Log")
    assert "My hand" not in watching.buttons


async def test_help_elsewhere_leads_to_the_games(sandbox: Sandbox, ada: Player, ben: Player) -> None:
    ada.person.open_dm()
    await ada.command("help", where="DM")
    assert "Open a table" not in (await ada.sees("### You're not in a game", where="DM")).buttons
    await ada.command("game new")
    await settled(sandbox)
    await ada.command("help", where="DM")
    await ada.sees("### You're in a game in", "Lobby, 5 seats free.", where="DM")


async def test_the_first_game_takes_five_steps(ada: Player) -> None:
    await ada.command("help")
    await ada.click("How to play", on=await ada.sees("### No game here yet"))
    steps = await ada.sees("### Your first game", "5. The game ends")
    assert steps.buttons == ["Open a table", "Back"]
    await ada.click("Back", on=steps)
    await ada.click("How to play", on=await ada.sees("### No game here yet"))
    await ada.click("Open a table", on=await ada.sees("### Your first game"))
    await ada.sees("Ada's table", button="Join")


async def test_from_every_page_of_help_there_is_a_way_on_and_back(sandbox: Sandbox, ada: Player, ben: Player) -> None:
    async def pages(player: Player, title: str, next_: str | None, where: str = "#table") -> None:
        """Open help, go to the steps and back; `next_`: the first button on both pages."""
        await player.command("help", where=where)
        page = await player.sees(title, where=where, button="How to play")
        await player.click("How to play", on=page)
        steps = await player.sees("### Your first game", where=where)
        assert steps.buttons == [*filter(None, [next_]), "Back"]
        assert ("in this channel" in steps.text) is (where != "DM") and "`/game new`" in steps.text
        assert ("1. In a server channel, `/game new` opens a table." in steps.text) is (where == "DM")
        await player.click("Back", on=steps)
        assert (await player.sees(title, where=where, button="How to play")).buttons == page.buttons

    ada.person.open_dm()
    await pages(ada, "### You're not in a game", None, "DM")
    await ada.command("game new", seats=2)
    await pages(ada, "### Your table is open", "Invite…")
    await pages(ben, "### Ada's table: 1 seat free", "Join")
    await ada.click("Add AI", on=await ada.sees("Ada's table", button="Join"))
    await pages(ben, "### Ada's table: no seats free", "Cards")
    await ada.click("Start", on=await ada.sees("Ada's table", button="Start"))
    await settled(sandbox)
    await pages(ada, "### It's your turn here", "My hand")
    await pages(ben, "are playing here", "Log")
    await pages(ada, "### You're in a game in", "My hand", "DM")


async def test_anyone_who_writes_to_the_bot_gets_one_answer(sandbox: Sandbox, ada: Player) -> None:
    await ada.command("game new")
    await settled(sandbox)
    before = len(ada.messages("DM"))
    for words in ("hello", "is anyone there?"):
        ada.person.say(ada.channel("DM").id, words)
        await settled(sandbox)
    await ada.sees("### You're in a game in", where="DM")
    answers = [each for each in ada.messages("DM")[before:] if "You're in a game" in each.text]
    assert len(answers) == 1
