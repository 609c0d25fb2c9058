"""A game against only AIs: no one else has to be asked."""

from __future__ import annotations

import re

import pytest

from sandbox.server import Sandbox
from sandbox.testing import Player, settled
from tables import TableService
from tables.commands.play import resign
from tests.cogs.game import PILES, Scene
from tests.cogs.kit import buy_and_end

pytestmark = pytest.mark.usefixtures("bot")


@pytest.fixture
async def scene(sandbox: Sandbox, host: TableService, ada: Player) -> Scene:
    """Start Ada's game against two AIs."""
    scene = Scene(sandbox, host, ada)
    await scene.begin(*PILES, ais=2)
    return scene


async def test_undoing_a_turn_takes_one_press(scene: Scene, ada: Player) -> None:
    start = await scene.view(ada)
    await buy_and_end(ada, "buy:Copper", on=await scene.panel(ada))
    shown = await scene.panel(ada)
    assert "Your turn 2" in shown.text and "Undo" not in shown.buttons
    await ada.click("Undo turn", on=shown)
    shown = await scene.panel(ada)
    assert "Your turn 1" in shown.text and "-# Undone: your turn, Alder's and Briar's." in shown.text
    assert (await scene.view(ada)).players[0].hand == start.players[0].hand
    assert "Undo turn" not in shown.buttons, "there is nothing to undo before the first turn"


async def test_a_turn_after_which_only_ais_played_is_shown_on_the_next_one(scene: Scene, ada: Player) -> None:
    await buy_and_end(ada, "buy:Copper", on=await scene.panel(ada))
    head, last, *_ = (await scene.panel(ada)).text.split("\n")
    assert head.startswith("### Your turn 2 in ") and re.fullmatch(r"-# \*\*Your last turn:\*\* \$\d → Copper", last)


async def test_a_command_that_undoes_nothing_leads_back(scene: Scene, ada: Player) -> None:
    await buy_and_end(ada, "buy:Copper", on=await scene.panel(ada))
    await ada.command("game undo")
    refused = await ada.sees("You can't undo that", "something hidden has been revealed")
    await ada.click("Rewind to the start of my last turn", on=refused)
    assert "Your turn 1" in (await scene.panel(ada)).text


async def test_more_leads_back_without_asking(scene: Scene, ada: Player) -> None:
    await buy_and_end(ada, "buy:Copper", on=await scene.panel(ada))
    more = await scene.more(ada)
    assert "Ask to undo…" not in more.buttons and "The AIs agree to all of these:" in more.text
    await ada.click("Rewind to the start of my last turn", on=more)
    assert "Your turn 1" in (await scene.panel(ada)).text


async def test_with_another_person_a_turn_is_undone_by_consent(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player
) -> None:
    scene = Scene(sandbox, host, ada, ben)
    await scene.begin(*PILES, ais=1)
    me, *_ = await scene.in_turn_order()
    await me.click("End turn", on=await scene.panel(me))
    assert "Undo turn" not in (await scene.panel(me)).buttons
    more = await scene.more(me)
    assert "Ask to undo…" in more.buttons and "Needs everyone's OK" in more.text


async def test_a_rematch_starts_right_away(scene: Scene, host: TableService, ada: Player) -> None:
    before = await scene.table()
    await host.act(scene.id, before.host, resign(), action="enough")
    await ada.click("Rematch", on=await ada.sees(button="Rematch"))
    (again,) = await host.live()
    assert again.phase == "playing" and again.options.kingdom == before.options.kingdom and again.host == before.host
    assert [seat.name for seat in again.seats] == [seat.name for seat in before.seats]
    scene.id = again.id
    assert "Your turn 1" in (await scene.panel(ada)).text
    await ada.sees("'s turn 1", button="My hand")
    await ada.click("Rematch", on=await ada.sees(button="Rematch"))
    await ada.sees("The rematch has started in <#")
    assert len(await host.live()) == 1
    await settled(scene.sandbox)


async def test_another_kingdom_is_seen_before_the_rematch(scene: Scene, host: TableService, ada: Player) -> None:
    await host.act(scene.id, (await scene.table()).host, resign(), action="enough")
    score = await ada.sees(button="Rematch")
    await ada.click("More…", on=score)
    await ada.click("New kingdom")
    (again,) = await host.live()
    assert again.phase == "lobby" and len(again.seats) == 3


async def test_ending_the_game_takes_a_confirmation(scene: Scene, ada: Player) -> None:
    await ada.command("game end")
    await ada.sees("### End this game?", button="End it now")
    more = await scene.more(ada)
    await ada.click("End game…", on=more)
    assert (await scene.table()).phase == "playing"
    await ada.click("End it now", on=await ada.sees("### End this game?", where="DM"))
    assert (await scene.table()).phase == "over"
