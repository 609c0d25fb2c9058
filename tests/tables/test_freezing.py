"""However long it takes to replay or serialize a game, the event loop goes on in the meantime."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from itertools import groupby
from time import sleep, thread_time

import pytest

from cogs.panels.score import file
from engine import Kingdom, LogLine, swap_pile
from engine.game import Game
from engine.replay import Export
from engine.save import Entry
from tables import Options, Place, advance, chronicle
from tables import lobby as drawing
from tables.commands import lobby, play
from tests.lag import watched
from tests.tables.kit import ADA, Party, buying, over

MONEY = buying("Province", "Gold", "Silver")
SLOW, SHORT = 0.1, 0.05
"""Seconds of work for each step, as much as a long turn takes; and how long the loop may take for everything else."""


def work() -> None:
    """Keep the processor busy."""
    until = thread_time() + SLOW
    while thread_time() < until:
        pass


@pytest.fixture
def slow_replays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make each replayed answer take a long time."""
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


async def test_neither_a_swap_nor_a_veto_that_is_hard_to_draw_holds_anyone_up(
    party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slowly(kingdom: Kingdom, name: str, seed: str) -> Kingdom:
        work()
        return swap_pile(kingdom, name, seed)

    monkeypatch.setattr(drawing, "swap_pile", slowly)
    await party.lobby(2, options=Options(vetoes=True))
    async with watched() as held:
        for command in (lobby.swap, lobby.veto):
            name = (await party.table()).kingdom[0]
            await party.host.act(party.id, ADA.id, command(name), action=party.action())
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
            file(table, await party.host.records.proof(party.id), ADA.id)
            await asyncio.sleep(0)
    assert held.longest < SHORT


async def test_the_record_of_a_long_game_holds_no_one_up(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    def slowly(lines: Sequence[LogLine]) -> chronicle.Gains:
        work()
        return gains(lines)

    gains = chronicle.Gains
    monkeypatch.setattr(chronicle, "Gains", slowly)
    await party.start()
    async with watched() as held:
        await party.host.act(party.id, ADA.id, play.resign(), action="resign")
    assert held.longest < SHORT and len(await party.host.history.games(ADA.id)) == 1


async def test_however_many_games_are_played_again_one_is_at_a_time(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    """With six busy threads, every iteration of the loop waits for each of them."""
    tables = []
    for number in range(6):
        await party.lobby(place=Place(guild=7, channel=70 + number))
        await party.host.act(party.id, ADA.id, lobby.start(), action=party.action())
        await party.say(await party.awaited(), "treasures")
        tables.append(party.id)
    await party.crash()
    again, at_work, most = Game._again, 0, 0

    def counted(game: Game, entry: Entry) -> None:
        nonlocal at_work, most
        at_work += 1
        most = max(most, at_work)
        sleep(0.01)
        again(game, entry)
        at_work -= 1

    monkeypatch.setattr(Game, "_again", counted)
    await asyncio.gather(*(party.host.table(each) for each in tables))
    assert most == 1


async def test_a_whole_game_played_again_keeps_no_one_from_an_undo(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    await party.start()
    await party.until(over, MONEY)
    finished, verified = party.id, threading.Event()
    monkeypatch.setattr("tables.records.verify", lambda exported: verified.wait(10.0))
    proving = asyncio.create_task(party.host.records.proof(finished))
    await party.start()
    person = await party.awaited()
    await party.say(person, "treasures")
    await party.host.act(party.id, person, play.undo(), action="undo")
    assert not proving.done()
    verified.set()
    assert (await proving).file


async def test_of_many_tables_with_much_to_do_one_goes_on_at_a_time(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise, everyone's clicks would wait for a slice of each table's time, several times."""
    tables = []
    for number in range(5):
        await party.start(1, ais=3, place=Place(guild=7, channel=100 + number))
        tables.append((party.id, (await party.decision(ADA.id)).id))
    monkeypatch.setattr(advance, "BREATH", 0.0)
    steps, step = [], advance.AutoAdvance._step

    def noted(run: advance.AutoAdvance) -> bool:
        steps.append(run._work.table.id)
        return step(run)

    monkeypatch.setattr(advance.AutoAdvance, "_step", noted)
    ends = (party.host.act(table, ADA.id, play.answer(decision, ["end"]), action=table) for table, decision in tables)
    await asyncio.gather(*ends)
    later = [table for number, table in enumerate(steps) if table in steps[:number]]
    assert len([*groupby(later)]) == len(tables) < len(later) / 3


async def test_an_ai_that_never_ends_its_turn_is_stopped(
    party: Party, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(advance, "MOST_IN_TURN", 1)
    await party.start(people=1, ais=1)
    while not caplog.records:
        await party.say(await party.awaited(), "end")
    assert "never comes to an end" in caplog.text
    assert await party.awaited() == ADA.id, "its turn has ended"
