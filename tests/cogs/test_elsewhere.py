"""What can be done from where one plays, without going to the game's channel; and the ways that lead there."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from sandbox.testing import Player, Shown, settled
from tests.cogs.browser import at_page, browsing
from tests.cogs.game import PILES, Scene

pytestmark = pytest.mark.usefixtures("bot")


@pytest.fixture
async def scene(scene: Scene) -> Scene:
    await scene.begin(*PILES)
    return scene


async def more(scene: Scene, player: Player) -> Shown:
    """What a hand panel has behind its last button."""
    await player.click("More…", on=await scene.panel(player))
    shown = await player.sees("### More", where="DM")
    assert shown.ephemeral
    return shown


async def test_whoever_plays_resigns_from_there(scene: Scene, ada: Player, ben: Player) -> None:
    await ben.click("Resign…", on=await more(scene, ben))
    assert (await scene.table()).phase == "playing"
    await ben.click("Resign", on=await ben.sees("Resign this game?", where="DM"))
    await ada.sees("Ada wins", where="DM")


async def test_whoever_plays_proposes_the_end_from_there(scene: Scene, ada: Player, ben: Player) -> None:
    await ben.click("Propose to end it", on=await more(scene, ben))
    await ben.sees("I have called Ada.", where="DM")
    await ada.click("Agree", on=await ada.sees("End the game?", where="DM", button="Agree"))
    await settled(scene.sandbox)
    assert (await scene.table()).phase == "over"
    assert not any("More…" in shown.buttons for player in (ada, ben) for shown in player.messages("DM")), "there is no more to it"


async def test_whoever_plays_finds_a_substitute_and_their_settings_from_there(scene: Scene, ada: Player, ben: Player) -> None:
    panel = await more(scene, ben)
    await ben.click("Find a substitute…", on=panel)
    shown = await ben.sees("Alder for Ben?", "For a person instead of an AI, use `/game substitute`", where="DM")
    await ben.click("Ask the table", on=shown)
    await ada.click("Agree", on=await ada.sees("Alder for Ben?", button="Decline"))
    await ben.sees("Alder plays on for you", where="DM")
    await ada.click("My settings", on=await more(scene, ada))
    await ada.sees("Treasures", where="DM", button="For all my games")


async def test_who_left_the_seat_does_nothing_by_an_old_panel(scene: Scene, ada: Player, ben: Player) -> None:
    await ben.click("Find a substitute…", on=await more(scene, ben))
    await ben.click("Ask the table", on=await ben.sees("Alder for Ben?", where="DM"))
    panel = await more(scene, ben)
    await ada.click("Agree", on=await ada.sees("Alder for Ben?", button="Decline"))
    for label in ("Propose to end it", "Find a substitute…"):
        await ben.click(label, on=panel)
        await settled(scene.sandbox)
    table = await scene.table()
    assert table.phase == "playing" and table.offer is None


async def test_on_a_phone_board_shows_the_board_above_what_one_has_looked_up(scene: Scene, chromium: str) -> None:
    async with browsing(chromium) as browser:
        phone = await at_page(browser, scene.sandbox, "Ada")
        for _ in range(2):
            await phone.command("game log", where="#table")
        board = next(shown for shown in reversed(phone.messages()) if "Supply" in shown.text)
        assert not board.ephemeral
        panel = await scene.panel(phone)
        await phone.go("DM")
        await phone.press(phone.message(panel).get_by_role("link", name="Board"))
        await expect(phone.message(board)).to_be_in_viewport()
        assert phone.wrong == []
