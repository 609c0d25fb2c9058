"""What people read when they ask for too much, by clicks and commands."""

from __future__ import annotations

import pytest

from sandbox.server import Sandbox
from sandbox.testing import Player, settled
from settings import BotSettings

pytestmark = pytest.mark.usefixtures("bot")


@pytest.fixture
def settings(settings: BotSettings) -> BotSettings:
    """Set limits that allow people everything once."""
    once = dict.fromkeys(("lobbies_per_person", "lobbies_per_server", "invitations_per_day", "look_ups_per_minute"), 1)
    return settings.model_copy(update=once | {"lobbies_per_server": 2})


async def test_a_person_can_host_only_so_many_lobbies(sandbox: Sandbox, ada: Player, ben: Player) -> None:
    await ada.command("game new")
    await ada.command("game new", where="#garden")
    assert (await ada.sees("You host 1 table that", "Start or close it first", where="#garden")).ephemeral
    await ben.command("game new", where="#garden")
    await ben.sees("Ben's table", where="#garden")
    cleo = Player(sandbox, "Cleo")
    guild = next(iter(sandbox.world.guilds.values()))
    sandbox.world.add_channel(guild, "attic")
    await cleo.command("game new", where="#attic")
    assert (await cleo.sees("This server has 2 tables that haven't started", where="#attic")).ephemeral


async def test_a_person_can_be_invited_only_so_often(sandbox: Sandbox, ada: Player, ben: Player) -> None:
    await ada.command("game new")
    lobby = await ada.sees("Ada's table")

    async def invite() -> None:
        await ada.click("Invite…", on=await ada.sees("Ada's table", button="Invite…"))
        asked = await ada.sees("### Invite people")
        await ada.select("Choose people…", str(ben.person.user.id), on=asked)
        await settled(sandbox)

    await invite()
    await ada.sees(f"<@{ben.person.user.id}>, Ada has invited you")
    await ada.click("More…", on=lobby)
    await ada.click("Close table")
    await settled(sandbox)
    await ada.command("game new")
    assert (await ada.sees("Ada's table", button="Invite…")).id != lobby.id
    await invite()
    told = await ada.sees("You can invite the same person only 1 time a day", f"invite <@{ben.person.user.id}> again <t:")
    assert told.ephemeral
    await ben.sees("Ada's table")


async def test_a_person_can_show_everyone_only_so_many_pages_a_minute(sandbox: Sandbox, ada: Player, ben: Player) -> None:
    await ada.command("rules", about="Moat", show=True)
    assert not (await ben.sees("Moat")).ephemeral
    await ada.command("rules", about="Village", show=True)
    assert (await ada.sees("You can show everyone 1 page a minute here", "Show another")).ephemeral
    await ada.command("rules", about="Village")
    assert (await ada.sees("### Village")).ephemeral
    await ben.command("rules", about="Market", show=True)
    await ada.sees("Market")


async def test_what_a_person_would_have_shown_everyone_counts_even_if_it_is_not_found(ada: Player) -> None:
    await ada.command("rules", about="qxzv", show=True)
    assert (await ada.sees("qxzv")).ephemeral
    await ada.command("rules", about="zvqx", show=True)
    assert (await ada.sees("You can show everyone 1 page a minute here", "Show another")).ephemeral
    await ada.command("rules", about="zvqx")
    assert (await ada.sees("“zvqx”")).ephemeral
