"""Whoever may manage a server has powers over its games, and over no others, whatever button they get hold of."""

from __future__ import annotations

import ast
import logging
from pathlib import Path

import pytest
from discord import TextChannel

from cogs.components import layout
from cogs.panels.blocks import Button, Id, Row, panel
from sandbox.permissions import EVERYONE
from sandbox.server import Sandbox
from sandbox.testing import Player, settled
from settings import Settings
from tests.cogs.conftest import connected, errors, hosting
from tests.tables.kit import falsify

COGS = Path(__file__).parents[2] / "cogs"
POWERS = ("replace", "endnow", "thaw", "back", "close")


async def test_who_manages_another_server_has_no_power_here(
    sandbox: Sandbox, settings: Settings, ada: Player, ben: Player, caplog: pytest.LogCaptureFixture
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
        assert (now.phase, now.offer, now.seats) == ("playing", None, table.seats)
        player = next(each for each in (ada, ben) if int(each.person.user.id) == table.awaited[0].person)
        panel_ = await player.sees("hand**", where="DM")
        await player.click(next(label for label in panel_.buttons if label.startswith("Play all")), on=panel_)
    falsify(Path(settings.store_url.removeprefix("sqlite:///")))
    with caplog.at_level(logging.CRITICAL, logger="tables.rescue"):
        async with hosting(settings) as host, connected(sandbox, host, settings):
            await ada.sees("on hold")
            for power in ("thaw", "back", "close"):
                await dan.click(power, on=shown)
                await dan.sees("Only Ada")
            assert (await host.table(table.id)).phase == "frozen"
    assert errors(caplog) == []


def test_powers_are_asked_about_in_one_place() -> None:
    """Permissions are those where somebody acts: only together with the server that the game is on do they say anything."""
    asking = [
        path.name
        for path in sorted(COGS.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr == "manage_guild"
    ]
    assert asking == ["interactions.py"]
