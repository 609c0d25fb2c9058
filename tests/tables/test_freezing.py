"""However long a game takes to be played again, or to be written down, the loop goes on meanwhile."""

from __future__ import annotations

import asyncio
from time import thread_time

import pytest

from cogs.panels.score import replay
from engine.game import Game
from engine.replay import Export
from engine.save import Entry
from tables.commands import play
from tests.lag import watched
from tests.tables.kit import ADA, Party, buying, over

MONEY = buying("Province", "Gold", "Silver")
SLOW, SHORT = 0.1, 0.05
"""Seconds of work for each step, as much as a long turn takes; and as much as the loop may take for all else."""


def work() -> None:
    """Keep the processor busy."""
    until = thread_time() + SLOW
    while thread_time() < until:
        pass


@pytest.fixture
def slow_replays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each answer that is given again take long."""
    again = Game._again

    def slowly(game: Game, entry: Entry) -> None:
        work()
        again(game, entry)

    monkeypatch.setattr(Game, "_again", slowly)


@pytest.mark.usefixtures("slow_replays")
async def test_an_undo_in_a_long_turn_holds_no_one_up(party: Party) -> None:
    await party.start()
    person = await party.awaited()
    await party.say(person, "treasures")
    async with watched() as held:
        await party.host.act(party.id, person, play.undo(), action="undo")
    assert held.longest < SHORT


@pytest.mark.usefixtures("slow_replays")
async def test_loading_a_long_turn_holds_no_one_up(party: Party) -> None:
    await party.start()
    await party.say(await party.awaited(), "treasures")
    await party.crash()
    async with watched() as held:
        await party.table()
    assert held.longest < SHORT


@pytest.mark.usefixtures("slow_replays")
async def test_looking_for_what_could_be_undone_long_ago_holds_no_one_up(party: Party) -> None:
    await party.start()
    for _ in range(2):
        await party.say(await party.awaited(), "end")
    await party.crash()
    async with watched() as held:
        assert await party.host.undo_costs(party.id, ADA.id)
    assert held.longest < SHORT


async def test_a_long_replay_file_is_written_once_and_holds_no_one_up(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    await party.start()
    await party.until(over, MONEY)
    written = Export.model_dump_json

    def slowly(exported: Export) -> str:
        work()
        return written(exported)

    monkeypatch.setattr(Export, "model_dump_json", slowly)
    table = await party.table()
    async with watched() as held:
        for _ in range(2):
            replay(table, await party.host.records.proof(party.id), ADA.id)
            await asyncio.sleep(0)
    assert held.longest < SHORT
