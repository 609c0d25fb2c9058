"""A process that is killed (SIGKILL) while something is due: at any statement to the database, what is due is done exactly once."""

from __future__ import annotations

import shutil
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from sandbox.testing import PROCESSES
from storage.lateness import Late
from tables import Options, waking
from tests.soak import some_or_all
from tests.tables.killing import Look
from tests.tables.kit import ADA, PEOPLE, Party

PROCESSES.set_forkserver_preload(["bot", "sandbox.testing"])
DAY = timedelta(days=1)
SOON = timedelta(minutes=1)


async def late_ping(party: Party) -> None:
    """Let Ada's next turn begin by her own move."""
    await party.start(people=1, ais=1)
    await party.say(await party.awaited(), "end")


async def limit(party: Party, late: Late) -> None:
    """Let a person's time for a move run out."""
    await party.start(people=3, options=Options(limit=24 * 60, late=late))


async def away(party: Party) -> None:
    """Let Ada be away for an hour in a game that waits for someone."""
    await party.start(people=2)
    back = party.clock.now + timedelta(hours=1)
    await party.host.people.set_hours(ADA.id, lambda hours, now: waking.leave(hours, now, back), action=party.action())


TIMERS: dict[str, Callable[[Party], Awaitable[None]]] = {
    "a ping that comes late": late_ping,
    "a limit, then an AI plays the turn": partial(limit, late="turn"),
    "a limit, then an AI plays on": partial(limit, late="until-back"),
    "a time away that is over": away,
}
"""What brings a game to the point at which something is due in the next two days."""


def timeless(value: Any) -> Any:
    """Return a value with nothing of its times but whether there is one."""
    if isinstance(value, BaseModel):
        return timeless(value.model_dump())
    if isinstance(value, dict):
        return {key: timeless(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [timeless(each) for each in value]
    return isinstance(value, datetime) or value


async def all_of(path: Path, table: str) -> Any:
    """Return all that anyone can see of a table, and everyone's pings."""
    party = Party(path)
    party.id = table
    await party.open()
    try:
        snapshots = [await party.host.snapshot(table, person) for person in (None, *(each.id for each in PEOPLE))]
        logs = [await party.host.log(table, person) for person in (None, *(each.id for each in PEOPLE))]
        calls = [(call.version, call.seat, call.person, call.decision) for call in await party.host.messages.calls()]
        return timeless([[(each.table, each.view) for each in snapshots], logs, calls])
    finally:
        await party.close()


@some_or_all("every", 12, 1)
@pytest.mark.parametrize("timer", list(TIMERS))
async def test_what_is_due_is_done_once_though_the_process_is_killed(timer: str, every: int, party: Party, tmp_path: Path) -> None:
    await TIMERS[timer](party)
    before = timeless(await party.table())
    at = party.clock.now + 2 * DAY
    await party.close()

    def copied(name: str) -> Path:
        return Path(shutil.copy(party.path, tmp_path / f"{name}.db"))

    calm = copied("calm")
    steps = await Look(calm, at).run()
    expected = await all_of(calm, party.id)
    assert before["version"] < expected[0][0][0]["version"], "something was due"
    again = await Look(calm, at + SOON).run()
    assert again < steps and await all_of(calm, party.id) == expected, "and nothing more"
    for step in range(1 + steps % every, steps + 1, every):
        wild = copied(f"killed-{step}")
        await Look(wild, at, kill=step).run()
        await Look(wild, at + SOON).run()
        assert await all_of(wild, party.id) == expected, f"killed at statement {step} of {steps}"
