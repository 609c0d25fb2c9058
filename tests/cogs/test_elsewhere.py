"""What players can do where they play, without going to the game's channel; and the links that lead there."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from sandbox.components import BUTTON
from sandbox.testing import Player, Shown, settled
from tests.cogs.browser import at_page, browsing
from tests.cogs.game import PILES, Scene

pytestmark = pytest.mark.usefixtures("bot")


@pytest.fixture
async def scene(scene: Scene) -> Scene:
    await scene.begin(*PILES)
    return scene


async def more(scene: Scene, player: Player) -> Shown:
    """Return what is behind a hand panel's last button."""
    await player.click("More…", on=await scene.panel(player))
    shown = await player.sees("### More", where="DM")
    assert shown.ephemeral
    return shown


async def leaving(scene: Scene, player: Player) -> Shown:
    """Return the ways to leave."""
    await player.click("Away or leave…", on=await more(scene, player))
    return await player.sees("### Leave ", where="DM")


async def resigning(scene: Scene, player: Player) -> Shown:
    """Return the question before resigning."""
    await player.click("Resign…", on=await leaving(scene, player))
    return await player.sees("### Resign this game?", where="DM")


def led_to(shown: Shown, label: str) -> str:
    """Return the place that a panel's link leads to."""
    (url,) = [str(one["url"]) for one in shown.components(BUTTON) if one.get("label") == label]
    found = re.fullmatch(r"https://discord\.com/channels/\d+/(\d+)", url)
    assert found, url
    return found[1]


async def test_a_player_resigns_from_there(scene: Scene, ada: Player, ben: Player) -> None:
    sure = await resigning(scene, ben)
    assert (await scene.table()).phase == "playing"
    await ben.click("Resign", on=sure)
    await ada.sees("Ada wins", where="DM")


async def test_a_player_proposes_the_end_from_there(scene: Scene, ada: Player, ben: Player) -> None:
    await ben.click("End game…", on=await more(scene, ben))
    asks = await ben.sees("### Propose to end this game?", where="DM")
    assert (await scene.table()).proposal is None, "it is asked first, as before resigning"
    await ben.click("Propose", on=asks)
    await ben.sees("I've pinged Ada.", where="DM")
    await ada.click("Agree", on=await ada.sees("### Ben wants to end ", where="DM", button="Agree"))
    await settled(scene.sandbox)
    assert (await scene.table()).phase == "over"
    assert not any("More…" in shown.buttons for player in (ada, ben) for shown in player.messages("DM")), "there is no more to it"


async def test_a_player_finds_a_substitute_and_their_settings_from_there(scene: Scene, ada: Player, ben: Player) -> None:
    await ben.click("Substitute…", on=await leaving(scene, ben))
    shown = await ben.sees("Who should take over your seat?", "`/game substitute` lets you choose anyone", where="DM")
    await ben.click("An AI…", on=shown)
    await ben.click("Propose", on=await ben.sees("Alder for Ben?", where="DM"))
    await ada.click("Agree", on=await ada.sees("Alder for Ben?", button="Decline"))
    await ben.sees("Alder has taken over your seat", where="DM")
    await ada.click("Settings", on=await more(scene, ada))
    await ada.sees("### Auto-answers in", where="DM", button="All games…")


@pytest.mark.parametrize("label", ["End game…", "AI until I'm back", "Substitute…", "Resign"])
async def test_a_player_who_left_a_seat_can_do_nothing_with_an_old_panel(
    scene: Scene, ada: Player, ben: Player, label: str
) -> None:
    await ben.click("Substitute…", on=await leaving(scene, ben))
    await ben.click("An AI…", on=await ben.sees("Who should take over your seat?", where="DM"))
    await ben.click("Propose", on=await ben.sees("Alder for Ben?", where="DM"))
    panel = await {"End game…": more, "Resign": resigning}.get(label, leaving)(scene, ben)
    await ada.click("Agree", on=await ada.sees("Alder for Ben?", button="Decline"))
    await ben.click(label, on=panel)
    await settled(scene.sandbox)
    table = await scene.table()
    assert table.phase == "playing" and table.proposal is None


async def test_board_leads_to_the_channel_and_so_stays_right_as_boards_move_on(scene: Scene, ada: Player, ben: Player) -> None:
    channel = str((await scene.table()).place.id)
    _, waiting = await scene.in_turn_order()
    assert led_to(await scene.panel(waiting), "Board") == channel
    await ben.click("Resign", on=await resigning(scene, ben))
    await settled(scene.sandbox)
    for player in (ada, ben):
        panel = next(shown for shown in player.messages("DM") if "Ada wins" in shown.text)
        assert led_to(panel, "Board") == channel


async def test_on_a_phone_board_shows_the_board_above_what_was_looked_up(scene: Scene, chromium: str) -> None:
    async with browsing(chromium) as browser:
        phone = await at_page(browser, scene.sandbox, "Ada")
        for _ in range(2):
            await phone.command("game log", where="#table")
        board = next(shown for shown in reversed(phone.messages()) if "piles empty" in shown.text)
        assert not board.ephemeral
        panel = await scene.panel(phone)
        await phone.go("DM")
        await phone.press(phone.message(panel).get_by_role("link", name="Board"))
        await expect(phone.message(board)).to_be_in_viewport()
        assert phone.wrong == []
