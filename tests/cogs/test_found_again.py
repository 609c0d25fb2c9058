"""At startup, the bot finds messages that it sent but never recorded, however late it starts; if two are the same, one is
deleted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandbox.recorder import Exchange
from sandbox.server import Sandbox
from sandbox.testing import Player, settled
from settings import BotSettings
from tables import TableService
from tests.cogs.conftest import connected, hosting
from tests.cogs.kit import is_hand
from tests.cogs.test_clicks import begun


@pytest.fixture(autouse=True)
def _late(sandbox: Sandbox) -> None:
    """Make each start come so late that Discord has forgotten nonces."""
    sandbox.world.pace = replace(sandbox.world.pace, nonce=0.0)


def sent(sandbox: Sandbox, words: str) -> Exchange:
    """Return the latest request by which a message with these words was sent."""
    made = [each for each in sandbox.recorder.exchanges if each.method == "POST" and each.path.endswith("/messages")]
    return next(each for each in reversed(made) if words in str(each.body))


def arrive_again(sandbox: Sandbox, exchange: Exchange) -> None:
    """Send a message a second time, as if a request's answer had been lost and Discord had forgotten its nonce."""
    sandbox.requests.create_message(exchange.path.split("/")[2], exchange.body)


async def forget_all(host: TableService) -> None:
    """Make the bot forget every message, as if it had been killed before it could store them."""
    for table in await host.live():
        for message in await host._store.messages(table.id):
            await host.messages.keep(gone=[message.message])


async def test_a_lobby_that_is_there_twice_is_adopted_once(
    sandbox: Sandbox, settings: BotSettings, ada: Player, ben: Player
) -> None:
    async with hosting(settings) as host:
        async with connected(sandbox, host, settings):
            await ada.command("game new")
            await settled(sandbox)
        await forget_all(host)
    arrive_again(sandbox, sent(sandbox, "Ada's table"))
    ids = {one.id for one in ada.messages()}
    async with hosting(settings) as host, connected(sandbox, host, settings):
        await settled(sandbox)
        (lobby,) = [one for one in ada.messages() if "Join" in one.buttons]
        assert lobby.id in ids
        await ben.click("Join", on=lobby)
        await ada.sees("Ben", button="Start")


async def test_a_hand_sent_for_something_past_is_deleted(sandbox: Sandbox, settings: BotSettings, ada: Player, ben: Player) -> None:
    async with hosting(settings) as host:
        async with connected(sandbox, host, settings):
            me, other = await begun(sandbox, ada, ben)
            await me.step()
            await settled(sandbox)
        await forget_all(host)
    for reader in (me, other):
        assert reader.panel is not None
        sandbox.world.remove(sandbox.world.messages[reader.panel.json["channel_id"]][reader.panel.id])
    arrive_again(sandbox, sent(sandbox, "You have a seat"))
    async with hosting(settings) as host, connected(sandbox, host, settings):
        await settled(sandbox)
    for player in (ada, ben):
        assert sum(is_hand(one) for one in player.messages("DM")) == 1
        assert not any("You have a seat" in one.text for one in player.messages("DM"))


async def test_what_people_say_in_the_channel_doesnt_matter(sandbox: Sandbox, settings: BotSettings, ada: Player) -> None:
    async with hosting(settings) as host:
        async with connected(sandbox, host, settings):
            await ada.command("game new")
            await settled(sandbox)
        await forget_all(host)
    for number in range(150):
        ada.person.say(ada.channel().id, f"{number}")
    async with hosting(settings) as host, connected(sandbox, host, settings):
        await settled(sandbox)
        assert sum("Join" in one.buttons for one in ada.messages()) == 1
