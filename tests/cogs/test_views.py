"""Only Discord keeps what was sent: the bot doesn't keep any of its views."""

from __future__ import annotations

import gc

from discord import ui

from cogs import SeneschalBot
from cogs.text import ahead as text_ahead
from sandbox.server import Sandbox
from sandbox.testing import Player, settled
from tests.cogs.test_clicks import begun, shown


def views() -> int:
    """Return how many views there are in memory, windows included."""
    gc.collect()
    return sum(isinstance(each, ui.LayoutView | ui.Modal) for each in gc.get_objects())


async def test_no_view_outlives_its_sending(bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player) -> None:
    _, other = await begun(sandbox, ada, ben)
    before = views()
    for _ in range(3):
        await ben.click("Log", where="#table")
        await ben.command("game board")
        await ben.command("settings")
        await other.player.click(text_ahead.PLAN, on=shown(other))
        await settled(sandbox)
    assert views() <= before
    await ben.click("Game…")
    await ben.sees("### Auto-answers in <#", button="All games…")
