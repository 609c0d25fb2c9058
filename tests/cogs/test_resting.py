"""A channel rests after an update, except for pings."""

from __future__ import annotations

import pytest

from cogs import SeneschalBot
from cogs.messages import outbox
from cogs.messages.posted import Channel
from sandbox.server import Sandbox
from sandbox.testing import Player, settled
from tables import TableService
from tests.cogs.test_clicks import begun, shown

LONG = 600.0
"""Longer than `settled` waits."""


def board(player: Player) -> str:
    return next(one.text for one in player.messages("#table") if "piles empty" in one.text)


async def test_while_people_play_on_pings_come_immediately_and_the_board_follows_after_a_rest(
    host: TableService, bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    me, other = await begun(sandbox, ada, ben)
    monkeypatch.setattr(outbox, "PACE", LONG)
    turns = ((me, other), (other, me), (me, other))
    for acting, waiting in turns:
        pings = len(waiting.player.pings)
        await acting.player.click("End turn", on=shown(acting))
        await waiting.player.sees("Your turn", where="DM", button="End turn")
        assert len(waiting.player.pings) == pings + 1
    (table,) = await host.live()
    assert table.turn == len(turns) + 1
    assert f"{other.player.name}'s turn 1" in board(ada), "the first move was shown at once, and what came then isn't yet"
    assert bot.outbox.busy
    monkeypatch.setattr(outbox, "PACE", 0.0)
    for channel in (Channel("public", table.place.id), *(Channel("dm", int(each.person.user.id)) for each in (ada, ben))):
        bot.outbox.mark(channel, table.id)
    await settled(sandbox)
    assert f"{other.player.name}'s turn 2" in board(ada)
