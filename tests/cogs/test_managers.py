"""Server managers have powers over games on their server in which they have no seat, and over no others, whatever button they
find."""

from __future__ import annotations

import ast
import logging
from pathlib import Path

import pytest
from discord import TextChannel

from cogs import SeneschalBot
from cogs.messages.components import layout
from cogs.panels.blocks import Button, Id, Row, panel
from sandbox.permissions import EVERYONE
from sandbox.server import Sandbox
from sandbox.testing import Player, settled
from settings import BotSettings
from tables import TableService
from tests.cogs.conftest import connected, errors, hosting
from tests.cogs.kit import manager, propose_end
from tests.cogs.test_life_cycles import play_treasures
from tests.tables.kit import falsify

COGS = Path(__file__).parents[2] / "cogs"
POWERS = ("replace", "endnow", "thaw", "back", "close")


async def test_a_manager_of_another_server_has_no_power_here(
    sandbox: Sandbox, settings: BotSettings, ada: Player, ben: Player, caplog: pytest.LogCaptureFixture
) -> None:
    world, dan = sandbox.world, Player(sandbox, "Dan", where="#yard")
    other = world.add_guild("Elsewhere", dan.person.user)
    yard = world.add_channel(other, "yard")
    world.join(other, world.bot, [world.add_role(other, "Seneschal", int(EVERYONE), managed_by=world.bot_id)])
    async with hosting(settings) as host, connected(sandbox, host, settings) as bot:
        await ada.command("game new")
        await ben.click("Join")
        await ada.click("Start")
        await settled(sandbox)
        (table,) = await host.live()
        args = {"replace": f"1.{dan.person.user.id}.Dan"}
        buttons = tuple(Button(verb, Id(table.id, 0, verb, args.get(verb, ""))) for verb in POWERS)
        channel = await bot.fetch_channel(int(yard.id))
        assert isinstance(channel, TextChannel)
        await channel.send(view=layout(panel(Row(buttons))))
        shown = await dan.sees(button="replace")
        for power in POWERS:
            await dan.click(power, on=shown)
            assert dan.messages()[-1].ephemeral
        await settled(sandbox)
        now = await host.table(table.id)
        assert (now.phase, now.proposal, now.seats) == ("playing", None, table.seats)
        player = next(each for each in (ada, ben) if int(each.person.user.id) == table.awaited[0].person)
        await play_treasures(host, player)
    falsify(Path(settings.store_url.removeprefix("sqlite:///")))
    with caplog.at_level(logging.CRITICAL, logger="tables.recovery"):
        async with hosting(settings) as host, connected(sandbox, host, settings):
            await ben.command("game hand")
            await ada.sees("This game is paused")
            for power in ("thaw", "back", "close"):
                await dan.click(power, on=shown)
                await dan.sees("Only Ada")
            assert (await host.table(table.id)).phase == "frozen"
    assert errors(caplog) == []


async def test_a_manager_who_plays_asks_like_everyone_else(
    bot: SeneschalBot, sandbox: Sandbox, host: TableService, ada: Player, ben: Player
) -> None:
    dan = Player(sandbox, "Dan").person.user
    await ada.command("game new")
    await ben.click("Join")
    await ada.click("Start")
    await settled(sandbox)
    (table,) = await host.live()
    await ada.command("game substitute", seat="Ben", person=dan.id)
    assert (await ada.sees("Dan for Ben?")).buttons == ["Propose"]
    await propose_end(ada)
    await ada.sees("The game ends when everyone agrees")
    await ben.click("Decline", on=await ben.sees("wants to end the game now.", button="Decline"))
    await settled(sandbox)
    await ada.command("game resign")
    await ada.click("Resign", on=await ada.sees("Resign this game?"))
    await settled(sandbox)
    await ada.command("game new")
    await ben.click("Join")
    await Player(sandbox, "Cleo").click("Join")
    await ada.click("Start")
    await settled(sandbox)
    (table,) = await host.live()
    await ada.command("game resign")
    await ada.click("Resign", on=await ada.sees("Resign this game?"))
    await ada.command("game substitute", seat="Ben", person=dan.id)
    await ada.sees("only for yourself")
    await ada.command("game end")
    await ada.sees("You've resigned")
    await settled(sandbox)
    now = await host.table(table.id)
    assert (now.phase, now.proposal, now.seats[1]) == ("playing", None, table.seats[1])


async def test_an_old_button_gives_a_manager_who_plays_no_power(
    bot: SeneschalBot, sandbox: Sandbox, host: TableService, ada: Player, ben: Player
) -> None:
    cleo, dan = Player(sandbox, "Cleo"), Player(sandbox, "Dan")
    await ben.command("game new")
    await cleo.click("Join")
    await ben.click("Start")
    await settled(sandbox)
    (table,) = await host.live()
    channel = await bot.fetch_channel(int(ada.channel().id))
    assert isinstance(channel, TextChannel)
    args = {"replace": f"1.{dan.person.user.id}.Dan", "endnow": ""}
    await channel.send(view=layout(panel(Row(tuple(Button(verb, Id(table.id, 0, verb, arg)) for verb, arg in args.items())))))
    old = await ada.sees(button="replace")
    await ada.command("game substitute", seat="Cleo", person=dan.person.user.id)
    await ada.sees("Dan for Cleo?", button="Do it now")
    await ada.command("game end")
    await ada.sees("End this game?", button="End it now")
    await ada.command("game substitute", seat="Ben")
    asks = await ada.sees("Ada for Ben?")
    assert asks.buttons == ["Propose"], "managers don't seat themselves by force either"
    await ada.click("Propose", on=asks)
    call = await ben.sees("Ada would take over Ben's seat", button="Agree")
    for player in (ben, cleo):
        await player.click("Agree", on=call)
    await settled(sandbox)
    before = await host.table(table.id)
    assert before.seat_of(int(ada.person.user.id)) is not None
    for power in args:
        await ada.click(power, on=old)
        await ada.sees("You have or had a seat in this game", "ask another manager")
    await settled(sandbox)
    now = await host.table(table.id)
    assert (now.phase, now.seats) == ("playing", before.seats)
    await ada.command("game substitute", person=ben.person.user.id)
    await ada.click("Propose")
    call = await ben.sees("Ben would take over", button="Agree")
    for player in (ben, cleo):
        await player.click("Agree", on=call)
    await settled(sandbox)
    before = await host.table(table.id)
    assert before.formerly(int(ada.person.user.id)) is not None
    for power in args:
        await ada.click(power, on=old)
    await settled(sandbox)
    now = await host.table(table.id)
    assert (now.phase, now.seats) == ("playing", before.seats), "nor one who played"
    moderator = manager(sandbox)
    await moderator.command("game substitute", seat="Cleo", person=dan.person.user.id)
    await moderator.click("Do it now")
    await dan.sees("has taken over for Cleo")


def test_powers_are_asked_about_in_one_place() -> None:
    """Discord reports permissions for the place of the click: they are only meaningful on the game's own server."""
    asking = [
        path.name
        for path in sorted(COGS.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr == "manage_guild"
    ]
    assert asking == ["interactions.py"]
