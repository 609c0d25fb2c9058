"""Hints on the panels of a first game."""

from __future__ import annotations

from typing import get_args

import pytest

from cogs.text import hints as text_hints
from sandbox.server import Sandbox
from sandbox.testing import Player
from tables import TableService
from tables.hints import Hint
from tests.cogs.game import PILES, Scene
from tests.engine.kit import new_game


def test_a_hint_is_one_line() -> None:
    view = new_game().view(0)
    for ending, piles in ((("Province",), 3), (("Province",), 4), (("Province", "Colony"), 3)):
        seen = view.model_copy(update={"piles_to_end": piles, "ending_piles": ending})
        told = [text_hints.hint(each, seen) for each in get_args(Hint)]
        assert all(len(line.replace("**", "").removeprefix("-# ")) <= text_hints.LONGEST for line in told)
        assert len({*told}) == len(get_args(Hint))


async def tips(scene: Scene, player: Player) -> list[str]:
    """Return the hints on someone's hand."""
    return [line for line in (await scene.panel(player)).text.splitlines() if "Tip: " in line]


@pytest.mark.usefixtures("bot")
async def test_a_first_game_shows_one_hint_at_a_time_on_the_players_own_panel(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player
) -> None:
    scene = Scene(sandbox, host, ada, ben)
    await scene.begin(*PILES)
    me, other = await scene.in_turn_order()
    assert await tips(scene, me) == ["-# Tip: Choose a card to buy. I'll play your Treasures."]
    assert await tips(scene, other) == ["-# Tip: Use **Plan…** to prepare your next turn."]
    await scene.end(me)
    await scene.end(other)
    assert await tips(scene, me) == ["-# Tip: Money you don't spend is lost."], "each is shown once"
    assert not any("Tip: " in shown.text for shown in Player(sandbox, "Cleo").messages()), "no one else reads them"


@pytest.mark.usefixtures("bot")
async def test_no_more_hints(sandbox: Sandbox, host: TableService, ada: Player, ben: Player) -> None:
    scene = Scene(sandbox, host, ada, ben)
    await scene.begin(*PILES)
    me, other = await scene.in_turn_order()
    await me.click("No more tips", on=await scene.more(me))
    assert await tips(scene, me) == [] and len(await tips(scene, other)) == 1
    assert "No more tips" not in (await scene.more(me)).buttons
