"""Whole games, as people play them."""

from __future__ import annotations

import pytest

from sandbox.server import Sandbox
from sandbox.testing import Player, settled
from tests.cogs.kit import Reader, play_out

WANTED = ("Militia", "Moat", "Cellar", "Remodel", "Mine", "Market", "Village", "Smithy", "Workshop")

pytestmark = [pytest.mark.usefixtures("bot"), pytest.mark.both]


async def test_two_people_play_to_the_score(sandbox: Sandbox, ada: Player, ben: Player) -> None:
    await ada.command("game new", seats=2)
    await ben.click("Join")
    await ada.click("Start")
    readers = [Reader(player, WANTED) for player in (ada, ben)]
    await settled(sandbox)
    await play_out(sandbox, readers)
    score = await ada.sees(button="Replay")
    for name in ("Ada", "Ben"):
        assert name in score.text
