"""A hand, or a question about it, fits into half of a phone's window with all that can be done."""

from __future__ import annotations

import pytest

from engine import View
from sandbox.server import Sandbox
from sandbox.testing import Shown
from tables import TableService
from tests.cogs.browser import PagePlayer, at_page, browsing
from tests.cogs.game import PILES, Scene, asks, collecting

pytestmark = pytest.mark.usefixtures("bot")

PLAIN, LONG, RESTING = 360, 440, 300
HINT = 24
"""What a hint in a first game adds: one small line."""


@pytest.fixture
def pictures() -> bool:
    return True


async def height(player: PagePlayer, shown: Shown) -> float:
    """How high a message is on somebody's phone."""
    await player.go("DM")
    box = await player.message(shown).bounding_box()
    assert box is not None
    return box["height"]


def five_each(mine: View, views: dict[str, View]) -> bool:
    """Does everyone hold five cards?"""
    return all(player.hand_size == 5 for player in mine.players)


@pytest.mark.parametrize("hints", [False, True])
async def test_hands_and_questions_fit_half_a_phone(chromium: str, sandbox: Sandbox, host: TableService, hints: bool) -> None:
    async with browsing(chromium) as browser:
        ada, ben = await at_page(browser, sandbox, "Ada"), await at_page(browser, sandbox, "Ben")
        scene = Scene(sandbox, host, ada, ben)
        more = HINT if hints else 0
        for player in () if hints else scene.players:
            await host.people.no_more_hints(int(player.person.user.id), action=f"plain-{player.name}")
        await scene.begin(*PILES)
        phones = {"Ada": ada, "Ben": ben}
        me, other = await scene.in_turn_order()
        assert await height(phones[me.name], await scene.panel(me)) <= PLAIN + more
        assert await height(phones[other.name], await scene.panel(other)) <= RESTING + more
        me, other = await scene.bring_to(collecting("Militia", "Village"), "Militia", also=five_each)
        assert await height(phones[me.name], await scene.panel(me)) <= PLAIN + more
        assert await height(phones[other.name], await scene.panel(other)) <= RESTING + more
        assert await height(phones[me.name], await scene.play(me, "Militia")) <= PLAIN + more
        asked = await scene.panel(other)
        assert asks("Militia", asked)
        assert await height(phones[other.name], asked) <= LONG + more
