"""A game that everyone has left, by clicks: the bot asks whether to end it, and its channel is free again."""

from __future__ import annotations

from datetime import timedelta

import pytest

from sandbox.server import Sandbox
from sandbox.testing import Player, settled
from tables import TableService
from tables.absence import DESERTED
from tables.state import ABSENT_AFTER
from tests.cogs.conftest import Wait
from tests.cogs.game import Scene

pytestmark = pytest.mark.usefixtures("bot")


async def test_a_deserted_game_frees_its_channel(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player, wait: Wait
) -> None:
    scene = Scene(sandbox, host, ada, ben)
    await scene.begin()
    current, other = await scene.in_turn_order()
    await wait(DESERTED)
    for player in (current, other):
        await player.sees("### End", "No one has moved for 30 days.", "silence counts as a yes", button="Agree", where="DM")
    await wait(ABSENT_AFTER + timedelta(minutes=1))
    await settled(sandbox)
    await ada.sees("Ada and Ben share the win", "No one had moved for more than a month.", button="Rematch")
    await ada.command("game new")
    await ada.sees("Ada's table", button="Join")
