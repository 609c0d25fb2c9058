"""Hints on the panels of a first game."""

from __future__ import annotations

from typing import get_args

import pytest

from cogs.text import hints as text_hints
from engine import View
from sandbox.server import Sandbox
from sandbox.testing import Player
from storage.personal import AutoAnswers
from tables import TableService
from tables.commands import answers
from tables.hints import Hint
from tests.cogs.game import PILES, Scene, collecting
from tests.cogs.test_what_if import person_of
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


UNUSED = "-# To use Pirate on others' turns, change your **Settings**."


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("asks", [False, True])
async def test_the_first_reaction_left_unused_on_others_turns_is_named_once(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player, asks: bool
) -> None:
    scene = Scene(sandbox, host, ada, ben)
    for player in scene.players:
        await host.people.no_more_hints(person_of(player), action=f"plain {player.name}")
    await scene.begin("Pirate", *PILES[:9])
    if asks:
        for player in scene.players:
            ask = AutoAnswers(reactions={"Pirate": "ask"})
            await host.act(scene.id, person_of(player), answers.set_answers(ask), action=f"ask {player.name}")

    def affordable(views: dict[str, View]) -> bool:
        return any(each.offers("buy:Pirate") for view in views.values() for each in view.decisions)

    await scene.bring(affordable, collecting("Silver"))
    me, other = await scene.in_turn_order()
    assert UNUSED not in (await scene.panel(me)).text
    await scene.move(me, "buy:Pirate")
    await scene.end(me)
    assert (UNUSED in (await scene.panel(me)).text) is not asks
    await scene.end(other)
    assert (UNUSED in (await scene.panel(me)).text) is not asks, "it may have been too quick to be read"
    await scene.end(me)
    assert UNUSED not in (await scene.panel(me)).text
    assert UNUSED not in (await scene.panel(other)).text, "no one else reads it"
