"""The bot sends Discord no more requests than it accepts, and still answers clicks in the meantime."""

from __future__ import annotations

import asyncio
import time
from types import SimpleNamespace

import pytest
from yarl import URL

from cogs import SeneschalBot
from cogs.messages import outbox, sending
from cogs.pace import paced
from sandbox.errors import DiscordError
from sandbox.limits import Pace
from sandbox.recorder import Exchange
from sandbox.server import Sandbox
from sandbox.testing import Player, settled, until
from settings import BotSettings
from tables.commands import lobby
from tests.cogs.test_hostile_network import refusing

MESSAGES = 120


@pytest.fixture
def cleo(sandbox: Sandbox) -> Player:
    return Player(sandbox, "Cleo")


class TestMany:
    @pytest.fixture
    def settings(self, settings: BotSettings) -> BotSettings:
        return settings.model_copy(update={"requests_per_second": BotSettings.model_fields["requests_per_second"].default})

    async def test_many_messages_together_keep_to_discords_rate(self, sandbox: Sandbox, bot: SeneschalBot, ada: Player) -> None:
        sandbox.world.pace = Pace(per_channel=10_000)
        channel = bot.get_partial_messageable(int(ada.channel("#table").id))
        sent = [asyncio.create_task(channel.send(str(number))) for number in range(MESSAGES)]
        await asyncio.sleep(0.1)
        begun = time.monotonic()
        await ada.command("help")
        await ada.sees("### No game here yet")
        assert time.monotonic() - begun < 1.0 and not all(task.done() for task in sent), "an answer doesn't queue"
        await asyncio.gather(*sent)
        assert 429 not in {each.status for each in sandbox.recorder.exchanges}


async def test_closed_direct_messages_are_not_tried_over_and_over(
    sandbox: Sandbox, bot: SeneschalBot, ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "REFUSED", 0.5)
    ada.person.user.dms_closed = True
    begun = time.monotonic()
    await ada.command("game new")
    for _ in range(3):
        await ada.click("Try DMs again", on=await ada.sees("can't DM you"))
        await settled(sandbox)
    refused = sum(each.status == 403 for each in sandbox.recorder.exchanges)
    assert 2 < refused <= (time.monotonic() - begun) / 0.5 + 1


async def test_requests_go_on_after_one_that_waited_out_a_limit_for_all_was_given_up(
    sandbox: Sandbox, bot: SeneschalBot, ada: Player, cleo: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "STUCK", 0.5)
    monkeypatch.setattr(outbox, "RETRIES", (0.2,))
    await ada.command("game new")
    await settled(sandbox)
    limit = DiscordError(429, 0, "You are being rate limited.", retry_after=5.0, **{"global": True})

    def edits(exchange: Exchange) -> bool:
        return exchange.method == "PATCH" and exchange.path.startswith("/channels/")

    waiting = refusing(sandbox, monkeypatch, edits, limit)
    (table,) = await bot.tables.live()
    await bot.tables.act(table.id, table.host, lobby.add_ai(), action="an edit")
    await until(sandbox, lambda: waiting, lambda: "nothing was edited", 5.0)
    begun = time.monotonic()
    await cleo.command("game new", where="#garden")
    assert await cleo.sees(button="Join", where="#garden")
    assert time.monotonic() - begun < 4.0


async def test_requests_wait_in_the_order_in_which_they_come() -> None:
    (wait,) = paced(200).on_request_start
    order = list[int]()

    async def request(number: int) -> None:
        await asyncio.sleep(number / 1_000)
        await wait(None, None, SimpleNamespace(url=URL("/channels/1/messages")))  # type: ignore[arg-type]
        order.append(number)

    await asyncio.gather(*map(request, range(200)))
    assert order == sorted(order)
