"""Work in threads: people take turns, whatever each asks for."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from contextvars import copy_context
from functools import partial

import pytest

from engine import Game
from tables.commands import play
from tables.threads import aside, aside_for_long, aside_to_draw, work_for
from tests.lanes import queued
from tests.tables.kit import Party

Beside = Callable[..., Awaitable[object]]
LANES = [aside, aside_to_draw, aside_for_long]
WITHIN = 10.0


class Held:
    """A thread that is held up until everyone's work waits in its queue."""

    def __init__(self, beside: Beside) -> None:
        self._beside = beside
        self._go_on = threading.Event()
        self._holding = self.asked(None, lambda: self._go_on.wait(WITHIN))

    def asked(self, person: int | None, work: Callable[[], object]) -> asyncio.Task[object]:
        """Ask for some work as this person (None: as no one)."""

        async def ask() -> object:
            if person is not None:
                work_for(person)
            return await self._beside(work)

        return asyncio.get_running_loop().create_task(ask(), context=copy_context())

    async def done(self, *asked: asyncio.Task[object]) -> None:
        """Let the thread go on, and wait for this work."""
        await asyncio.sleep(0.01)
        self._go_on.set()
        async with asyncio.timeout(WITHIN):
            await asyncio.gather(self._holding, *asked, return_exceptions=True)


@pytest.mark.parametrize("beside", LANES)
async def test_people_take_turns(beside: Beside) -> None:
    held, done = Held(beside), list[str]()
    order = [(1, "a"), (1, "b"), (2, "c"), (1, "d"), (3, "e"), (2, "f")]
    await held.done(*(held.asked(person, partial(done.append, name)) for person, name in order))
    assert done == ["a", "c", "e", "b", "f", "d"]


@pytest.mark.parametrize("beside", LANES)
async def test_what_no_one_asked_for_waits_for_one_piece_of_each(beside: Beside) -> None:
    held, done = Held(beside), list[str]()
    flood = [held.asked(person, partial(done.append, "flood")) for person in (1, 2) for _ in range(5)]
    own = [held.asked(None, partial(done.append, "own")) for _ in range(3)]
    await held.done(*flood, *own)
    assert done[:5] == ["flood", "flood", "own", "own", "own"]


@pytest.mark.parametrize("beside", LANES)
async def test_cancelled_work_is_not_done_and_holds_up_nothing(beside: Beside) -> None:
    held, done = Held(beside), list[str]()
    first, second, other = (held.asked(each, partial(done.append, str(each))) for each in (1, 1, 2))
    await asyncio.sleep(0.01)
    first.cancel()
    await held.done(second, other)
    assert first.cancelled() and sorted(done) == ["1", "2"]


@pytest.mark.parametrize("beside", LANES)
async def test_an_error_reaches_the_caller(beside: Beside) -> None:
    with pytest.raises(ZeroDivisionError):
        await beside(lambda: 1 // 0)
    assert await beside(len, "four") == 4


async def test_undoing_and_loading_wait_for_one_piece_of_a_flood(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    await party.start()
    person = await party.awaited()
    await party.say(person, "treasures")
    done = list[str]()

    def noted(name: str) -> None:
        before = getattr(Game, name)

        def work(*args: object, **kwargs: object) -> object:
            done.append(name)
            return before(*args, **kwargs)

        monkeypatch.setattr(Game, name, work)

    noted("undo")
    noted("load")
    for work in (lambda: party.host.act(party.id, person, play.undo(), action="undo"), lambda: party.host.table(party.id)):
        held = Held(aside)
        flood = [held.asked(99, partial(done.append, "flood")) for _ in range(5)]
        asked = asyncio.ensure_future(work())
        await queued(short=6)
        await held.done(*flood, asked)
        await party.crash()
    assert [done.index("undo"), done.index("load")] == [1, 7]
