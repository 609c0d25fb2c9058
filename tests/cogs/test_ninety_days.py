"""Ninety days of a game of six, in four time zones whose clocks change, with holidays, restarts and a week offline."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta
from functools import partial
from zoneinfo import ZoneInfo

import pytest

from sandbox.server import Sandbox
from settings import BotSettings
from tests.cogs.calendar import DAY, HOUR, MINUTE, Calendar, Habits, Heard, Holiday
from tests.cogs.game import PILES
from tests.soak import some_of

PEOPLE = (
    Habits("Ada", "Europe/Berlin", (22, 7), (Holiday(12, 9, "until"),)),
    Habits("Ben", "America/New_York", (23, 8), (Holiday(34, 5, "nothing"),)),
    Habits("Cleo", "Australia/Sydney", (1, 9), (Holiday(3, 4, "open"), Holiday(50, 11, "until"))),
    Habits("Dan", "Asia/Kolkata", (21, 6)),
)
AIS = 2
WHOLE = 90
AUTUMN, SPRING = datetime(2026, 10, 1, 9, tzinfo=UTC), datetime(2027, 3, 8, 9, tzinfo=UTC)
"""In the four weeks after each of these, clocks change in both directions: Berlin's (and at the end New York's) one way, Sydney's
the other."""


@pytest.fixture
def starts(start: datetime) -> datetime:
    return start


def shift(zone: ZoneInfo, start: datetime, days: int) -> timedelta:
    """Return how far a zone's clocks have been moved forward in this many `days` from `start` on."""
    before, after = zone.utcoffset(start), zone.utcoffset(start + days * DAY)
    assert before is not None and after is not None
    return after - before


@some_of("start, days", [(AUTUMN, 28)], [(AUTUMN, WHOLE), (SPRING, WHOLE)])
async def test_every_ping_has_a_cause_and_comes_once(start: datetime, days: int, sandbox: Sandbox, settings: BotSettings) -> None:
    game = Calendar(sandbox, settings, PEOPLE, days)
    back: list[Heard] = []

    async def week_offline() -> None:
        back.extend(await game.restart(7 * DAY))

    for part in (0.15, 0.35, 0.9):
        game.at(start + part * days * DAY, partial(game.restart, 20 * MINUTE))
    game.at(start + 0.6 * days * DAY, week_offline)
    await game.begin(PILES, AIS)
    table = await game.pass_days()
    await game.stop()
    print(*game.heard, sep="\n")
    print(f"turn {table.turn}, {len(game.heard)} pings, {sum(each.disturbs for each in game.heard)} in quiet hours")
    shifts = {shift(ZoneInfo(each.zone), start, days) for each in PEOPLE}
    assert {-HOUR, HOUR} <= shifts, "the clocks have changed, both ways"
    assert min(game.turns[each.name] for each in PEOPLE) > days / 10
    assert not [str(each) for each in game.heard if each.cause == "none"]
    waits = Counter((each.person.name, each.since) for each in game.heard if each.cause == "wait")
    assert not {wait: pings for wait, pings in waits.items() if pings > 1}, "doubled"
    assert not [str(each) for each in game.heard if each.disturbs], "in quiet hours"
    reminders = [each for each in game.heard if each.cause == "reminder" and each not in back]
    assert not [str(each) for each in reminders if each.at - (each.since or each.at) < 1.5 * DAY], "before half the limit"
    assert not game.missing
    assert max(Counter(each.person.name for each in back).values(), default=0) <= 1
    if days == WHOLE:
        ending = table.result.ending if table.result is not None else None
        assert ending is not None and ending.kind == "piles", "the game has ended by the rules"
