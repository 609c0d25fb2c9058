"""`/doctor` tells those who manage a server what the bot lacks there."""

from __future__ import annotations

import discord
import pytest

from cogs.text.doctor import NEEDS
from sandbox.model import Overwrite
from sandbox.permissions import Permission
from sandbox.server import Sandbox
from sandbox.testing import NotSeen, Player, settled
from startup import PERMISSIONS
from tests.cogs.kit import manager
from tests.cogs.test_moving import begun, named


def deny(sandbox: Sandbox, channel: str, *denied: Permission) -> None:
    """Deny everyone these permissions in a channel."""
    world = sandbox.world
    (there,) = [each for each in world.channels.values() if each.name == channel]
    bits = 0
    for each in denied:
        bits |= int(each)
    world.set_overwrites(there, [Overwrite(str(there.guild_id), 0, deny=bits)])


async def test_all_is_well(sandbox: Sandbox, bot: object, ada: Player) -> None:
    await ada.command("game new")
    await ada.command("doctor")
    shown = await ada.sees("### Seneschal on", "I have every permission I need", "0 games in progress, 1 lobby")
    assert shown.ephemeral


async def test_it_names_what_is_missing_and_what_for(sandbox: Sandbox, bot: object, ada: Player) -> None:
    await ada.command("game new")
    await settled(sandbox)
    deny(sandbox, "table", Permission.ATTACH_FILES, Permission.USE_APPLICATION_COMMANDS)
    await ada.command("doctor")
    await ada.sees("allow me **Attach Files** (to show pictures).", "Members can't use commands here.")


async def test_it_names_channels_that_are_gone(sandbox: Sandbox, bot: object, ada: Player, ben: Player) -> None:
    await begun(sandbox, ada, ben)
    sandbox.world.remove_channel(named(sandbox, "table"))
    await settled(sandbox)
    await ada.command("doctor", where="#garden")
    await ada.sees("is gone. Its games go on in direct messages.", "1 game in progress, 0 lobbies", where="#garden")


async def test_only_those_who_manage_the_server_can_use_it(sandbox: Sandbox, bot: object, ben: Player) -> None:
    with pytest.raises(NotSeen):
        await ben.command("doctor")
    mia = manager(sandbox)
    await mia.command("doctor")
    await mia.sees("I have every permission I need")


def test_it_checks_the_permissions_that_the_bot_asks_for() -> None:
    assert discord.Permissions(**dict.fromkeys(NEEDS, True)) == PERMISSIONS
