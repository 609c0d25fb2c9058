"""A table that limits how long a move can take, by clicks."""

from __future__ import annotations

from datetime import timedelta

import pytest

from sandbox.server import Sandbox
from sandbox.testing import Player, settled
from tables import TableService
from tests.cogs.conftest import Wait
from tests.cogs.game import PILES, Scene
from tests.cogs.kit import menu_to, turn_details

pytestmark = pytest.mark.usefixtures("bot")


async def begin(scene: Scene, late: str) -> tuple[Player, Player]:
    """Start a game with a limit of one day; return the player on turn, and the other."""
    ada, ben = scene.players
    await ada.command("game new", seats=2, require=", ".join(PILES))
    await ben.click("Join")
    await ada.click("More…")
    await ada.click("Pace: relaxed…")
    panel = await ada.sees("### Pace")
    assert not any("Time's up" in menu["placeholder"] for menu in panel.components(3))
    await ada.select(menu_to(panel, "opt:limit")["custom_id"], "1440", on=panel)
    await settled(scene.sandbox)
    await ada.select(menu_to(ada.now(panel), "opt:late")["custom_id"], late, on=panel)
    await ada.sees("1 day a move, then an AI plays")
    await ada.click("Start")
    await settled(scene.sandbox)
    (table,) = await scene.host.live()
    scene.id = table.id
    me, other = await scene.in_turn_order()
    return me, other


async def test_hand_and_board_say_by_when_to_move(sandbox: Sandbox, host: TableService, ada: Player, ben: Player) -> None:
    scene = Scene(sandbox, host, ada, ben)
    me, other = await begin(scene, "turn")
    (awaited,) = (await host.table(scene.id)).awaited
    assert awaited.due is not None
    time = f"<t:{int(awaited.due.timestamp())}:f>"
    assert f"-# Move by {time}" in (await scene.panel(me)).text
    assert "Move by" not in (await scene.panel(other)).text
    await other.sees("Waiting for", f"move by {time}", button="My hand")


async def test_an_ai_plays_a_turn_that_takes_too_long(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player, wait: Wait
) -> None:
    scene = Scene(sandbox, host, ada, ben)
    absent, other = await begin(scene, "turn")
    await wait(timedelta(hours=23))
    assert "Your turn" not in (await scene.panel(other)).text
    await wait(timedelta(hours=2))
    assert "### Your turn 1" in (await scene.panel(other)).text
    assert f"{absent.name} took too long, so an AI plays for them." in (await turn_details(other, f"{absent.name} 1")).text
    assert "I'm back" not in (await scene.panel(absent)).buttons, "the AI played only that turn"
    await scene.end(other)
    await settled(sandbox)
    assert "### Your turn 2" in (await scene.panel(absent)).text


async def test_a_player_returns_in_one_press(sandbox: Sandbox, host: TableService, ada: Player, ben: Player, wait: Wait) -> None:
    scene = Scene(sandbox, host, ada, ben)
    absent, other = await begin(scene, "until-back")
    await wait(timedelta(days=1, hours=1))
    await other.sees(f"An AI is playing for {absent.name}", button="My hand")
    panel = await scene.panel(absent)
    assert "### An AI is playing for you" in panel.text and "I'll ping you" not in panel.text
    assert "Tip: **Plan…**" not in panel.text, "there is no such button now"
    await scene.end(other)
    await settled(sandbox)
    assert "### Your turn 2" in (await scene.panel(other)).text
    await absent.click("I'm back", on=await scene.panel(absent))
    await settled(sandbox)
    assert "I'm back" not in (await scene.panel(absent)).buttons
    assert "An AI is playing" not in (await other.sees("'s turn", button="My hand")).text
    await scene.end(other)
    await settled(sandbox)
    assert "### Your turn 3" in (await scene.panel(absent)).text
