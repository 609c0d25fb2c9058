"""What is stored about a person, from their settings: a file of it, and its deletion."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sandbox.testing import Player, Shown, settled
from tables import TableService
from tests.cogs.game import Scene
from tests.cogs.kit import AUTO_ANSWERS, is_hand

pytestmark = pytest.mark.usefixtures("bot")

YOURS = "### Your data"


async def own_data(player: Player) -> Shown:
    """Open the panel about someone's stored data."""
    await player.command("settings")
    panel = await player.sees(AUTO_ANSWERS)
    for label in ("More…", "Pictures, data…", "My data…"):
        await player.click(label, on=player.now(panel))
    await settled(player.sandbox)
    return player.now(panel)


async def file(player: Player) -> dict[str, Any]:
    """Get someone's file."""
    panel = await own_data(player)
    await player.click("Get the file", on=panel)
    await settled(player.sandbox)
    (sent,) = [shown for shown in player.messages() if shown.json["attachments"]]
    (attached,) = sent.json["attachments"]
    assert sent.ephemeral and attached["filename"] == "my-data.json"
    secret = attached["url"].split("/")[-2]
    stored = player.sandbox.world.attachment(secret, "my-data.json")
    assert stored is not None
    found: dict[str, Any] = json.loads(stored.data)
    return found


async def delete(player: Player) -> Shown:
    """Delete everything that is stored about someone."""
    panel = await own_data(player)
    await player.click("Delete…", on=panel)
    await settled(player.sandbox)
    assert "This can't be undone." in player.now(panel).text
    await player.click("Delete everything", on=player.now(panel))
    await settled(player.sandbox)
    return player.now(panel)


async def test_a_persons_data_file_is_private(scene: Scene, ada: Player, ben: Player) -> None:
    await scene.begin("Village")
    found = await file(ada)
    assert found["person"] == int(ada.person.user.id)
    (game,) = found["games"]
    assert game["id"] == scene.id and game["seat"]["name"] == "Ada" and game["messages"]
    assert not any("my-data" in str(shown.json) for shown in ben.messages())


async def test_a_panel_leads_back_to_the_settings(ada: Player) -> None:
    panel = await own_data(ada)
    assert panel.text.startswith(YOURS) and panel.buttons == ["Get the file", "Delete…", "Back"]
    await ada.click("Delete…", on=panel)
    await settled(ada.sandbox)
    assert ada.now(panel).buttons == ["Delete everything", "Back"]
    for _ in range(4):
        await ada.click("Back", on=ada.now(panel))
    await settled(ada.sandbox)
    assert AUTO_ANSWERS in ada.now(panel).text


async def test_others_play_on_with_an_ai(scene: Scene, ada: Player, ben: Player, host: TableService) -> None:
    await scene.begin("Village")
    assert any(is_hand(shown) for shown in ada.messages("DM"))
    told = await delete(ada)
    assert told.text == "Your data has been deleted. If you play again, you'll start fresh."
    assert not ada.messages("DM"), "her hand is gone"
    seat = next(each for each in (await host.table(scene.id)).seats if each.ai)
    assert seat.name == f"Alder for Player {seat.number + 1}"
    await ben.sees(f"has taken over for Player {seat.number + 1}")
    assert await host.messages.of(scene.id, int(ada.person.user.id)) == []


async def test_a_game_without_people_ends(scene: Scene, ada: Player, host: TableService) -> None:
    await ada.command("game new", seats=2)
    await ada.click("Add AI")
    await ada.click("Start")
    await settled(ada.sandbox)
    (table,) = await host.live()
    await delete(ada)
    assert (await host.table(table.id)).phase == "over"
    await ada.sees("Only AIs are left.")


async def test_a_lobby_goes_on_with_the_next_host(ada: Player, ben: Player, host: TableService) -> None:
    await ada.command("game new", seats=3)
    await ben.click("Join")
    await delete(ada)
    (table,) = await host.live()
    assert [seat.name for seat in table.seats] == ["Ben"] and table.host == int(ben.person.user.id)
    shown = await ben.sees("Ben's table")
    assert "Ada" not in shown.text


async def test_a_person_who_deleted_their_data_can_join_again(ada: Player, ben: Player, host: TableService) -> None:
    await ada.command("game new", seats=3)
    await ben.click("Join")
    await delete(ada)
    await ada.click("Join")
    await settled(ada.sandbox)
    (table,) = await host.live()
    assert [seat.name for seat in table.seats] == ["Ben", "Ada"]
    again = await delete(ada)
    assert "deleted" in again.text


async def test_a_board_from_before_a_deletion_refuses(scene: Scene, ada: Player, ben: Player) -> None:
    """A press on a message from before the deletion is answered like that of anyone who isn't at the table."""
    await scene.begin("Village")
    board = await ada.sees(button="My hand")
    await delete(ada)
    await ada.click("My hand", on=ada.now(board))
    await settled(ada.sandbox)
    assert "You're not in this game." in ada.screen()
