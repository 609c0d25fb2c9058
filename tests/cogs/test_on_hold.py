"""A game that the current version can't resume, as its players see it: they read about it where they look, and can resolve it
there."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from cogs.text import ahead as text_ahead
from cogs.text import board as text_board
from cogs.text import setup as text_setup
from sandbox.server import Sandbox
from sandbox.testing import Player, settled
from settings import BotSettings
from tests.cogs.conftest import connected, errors, hosting
from tests.cogs.kit import Planner, play_out
from tests.cogs.test_life_cycles import play_treasures
from tests.tables.kit import falsify


async def test_a_paused_game_says_so_in_its_channel_and_goes_on_from_there(
    sandbox: Sandbox, settings: BotSettings, ada: Player, ben: Player, caplog: pytest.LogCaptureFixture
) -> None:
    async with hosting(settings) as host, connected(sandbox, host, settings):
        await ada.command("game new", seats=2)
        await ben.click(text_setup.JOIN)
        await ada.click(text_setup.START)
        await play_out(sandbox, [Planner(ada), Planner(ben)], turns=2)
        first = next(player for player in (ada, ben) if player.messages("DM")[-1].buttons[0] != text_ahead.PLAN)
        await play_treasures(host, first)
        turn = (await host.live())[0].turn
    falsify(Path(settings.store_url.removeprefix("sqlite:///")))
    with caplog.at_level(logging.CRITICAL, logger="tables.recovery"):
        async with hosting(settings) as host, connected(sandbox, host, settings):
            await ben.command("game hand")
            board = await ada.sees("This game is paused", button=text_board.GO_BACK)
            assert "Nothing is lost" in board.text
            assert not any("undoes" in one.text for one in ada.messages())
            await ada.click(text_board.GO_BACK, on=board)
            await settled(sandbox)
            assert "piles empty" in ada.now(board).text
            assert (await host.live())[0].turn == turn
            assert "Your turn" in first.messages("DM")[-1].text
    assert errors(caplog) == []
