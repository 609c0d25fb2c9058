"""Players who change their names: the game shows their current names on its server."""

from __future__ import annotations

import pytest

from sandbox.server import Sandbox
from sandbox.testing import Player, settled
from tables import TableService
from tests.cogs.game import PILES, Scene
from tests.cogs.kit import manager

pytestmark = pytest.mark.usefixtures("bot")


@pytest.fixture
async def scene(scene: Scene) -> Scene:
    await scene.begin(*PILES)
    return scene


def nick(player: Player, name: str | None) -> None:
    """Give someone this name on the server."""
    guild = next(iter(player.sandbox.world.guilds.values()))
    guild.members[player.person.user.id].nick = name


def asked(sandbox: Sandbox) -> int:
    """Return how often the bot asked the server about someone."""
    return sum("/members/" in exchange.path for exchange in sandbox.recorder.exchanges)


async def names(host: TableService) -> list[str]:
    (table,) = await host.live()
    return [seat.name for seat in table.seats]


async def test_a_player_who_acts_under_a_new_name_is_shown_with_it(
    scene: Scene, host: TableService, ada: Player, ben: Player
) -> None:
    me, other = await scene.in_turn_order()
    nick(me, "Zoe")
    await me.command("game hand")
    await settled(scene.sandbox)
    assert "Zoe" in await names(host)
    await other.sees("piles empty", "**Zoe** to play · 5 in hand")
    await me.click("End turn", on=await scene.panel(me))
    await settled(scene.sandbox)
    await me.click("Log", on=await me.sees("piles empty", button="Log"))
    nick(me, None)
    await me.click("Log", on=await me.sees("piles empty", button="Log"))
    await settled(scene.sandbox)
    assert sorted(await names(host)) == ["Ada", "Ben"]


async def test_a_new_name_does_not_reveal_steps_in_a_private_hand(scene: Scene, host: TableService, sandbox: Sandbox) -> None:
    me, _ = await scene.in_turn_order()
    await me.command("game hand")
    mine = await me.sees("Your turn 1 in", button="End turn")
    await settled(sandbox)
    nick(me, "Zoe")
    before = (await host.live())[0].version
    await me.click("More…", on=mine)
    await settled(sandbox)
    assert (await host.live())[0].version == before and "Zoe" not in await names(host)


async def test_a_new_name_comes_with_a_move_made_in_direct_messages(scene: Scene, host: TableService) -> None:
    me, other = await scene.in_turn_order()
    me.person.user.global_name = "Zoe"
    await me.click("End turn", on=await scene.panel(me))
    await settled(scene.sandbox)
    assert "Zoe" in await names(host)
    await other.sees("piles empty", "**Zoe** 5 in hand")
    assert asked(scene.sandbox) == 1


async def test_in_direct_messages_everyone_keeps_their_name_on_the_server(
    scene: Scene, host: TableService, sandbox: Sandbox, ada: Player
) -> None:
    nick(ada, "Countess")
    await ada.command("game hand")
    assert await names(host) == ["Countess", "Ben"]
    version = (await host.live())[0].version
    for _ in range(3):
        await ada.command("game hand", where="DM")
        await settled(sandbox)
    assert await names(host) == ["Countess", "Ben"] and asked(sandbox) == 1
    assert (await host.live())[0].version == version, "nothing is committed for a look"


async def test_a_substitute_can_change_their_name(scene: Scene, host: TableService, sandbox: Sandbox) -> None:
    dan, moderator = Player(sandbox, "Dan"), manager(sandbox)
    await moderator.command("game substitute", seat="Ben", person=dan.person.user.id)
    await moderator.click("Do it now")
    await dan.sees("**Dan for Ben**")
    nick(dan, "Daniel")
    await dan.command("games")
    assert await names(host) == ["Ada", "Daniel for Ben"]
