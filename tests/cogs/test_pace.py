"""The bot sends Discord no more requests than it takes, and answers clicks meanwhile."""

from __future__ import annotations

import asyncio
import time

import pytest

from cogs import SeneschalBot
from cogs.messages import sending
from sandbox.limits import Pace
from sandbox.server import Sandbox
from sandbox.testing import Player, settled
from settings import BotSettings

MESSAGES = 120


class TestMany:
    @pytest.fixture
    def settings(self, settings: BotSettings) -> BotSettings:
        return settings.model_copy(update={"requests_per_second": BotSettings.model_fields["requests_per_second"].default})

    async def test_many_messages_at_once_keep_to_discords_rate(self, sandbox: Sandbox, bot: SeneschalBot, ada: Player) -> None:
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
