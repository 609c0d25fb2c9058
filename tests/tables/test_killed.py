"""A process that is killed (SIGKILL) while something is due: at any statement to the database, what is due is done exactly once."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from pydantic import BaseModel

from sandbox.testing import PROCESSES
from storage.lateness import Late
from storage.models import Message
from storage.personal import AutoAnswers, Hours
from tables import Options, Person, waking
from tables.commands import consent, lobby, nudge, open_seats, pace
from tests.databases import DATABASES, all_rows, sql, url_of
from tests.soak import some_of
from tests.tables.killing import Deed, Look, Press, clean, look_after
from tests.tables.kit import ADA, BEN, CLEO, MANAGER, PEOPLE, Party

pytestmark = pytest.mark.both

PROCESSES.set_forkserver_preload(["bot", "sandbox.testing"])
HOUR, DAY, SOON = timedelta(hours=1), timedelta(days=1), timedelta(minutes=1)
LIMIT = 24 * 60
NIGHT = Hours(zone="Europe/Berlin", quiet=(23 * 60, 7 * 60))
"""Until 6:00 UTC. The tests' clock starts at midnight."""
MORNING = datetime(2026, 1, 1, 6, tzinfo=UTC)
DAN = Person(id=4, name="Dan")


class Due(NamedTuple):
    """When something is due, and what happens then."""

    at: datetime
    deed: Deed = look_after


def soon(party: Party, time: timedelta) -> Due:
    """Let it be due after that time."""
    return Due(party.clock.now + time + SOON)


async def waited(party: Party, time: timedelta) -> None:
    """Let time pass."""
    party.clock.now += time + SOON
    await party.host.timers.look_after()


async def set_hours(party: Party, person: int, hours: Hours) -> None:
    await party.host.people.set_hours(person, lambda before, now: hours, action=party.action())


async def in_turn(party: Party, options: Options | None = None) -> tuple[int, int]:
    """Start a two-player game; return the people in the order of their turns."""
    await party.start(options=options)
    first = await party.awaited()
    return first, BEN.id if first == ADA.id else ADA.id


# pings


async def late_ping(party: Party) -> Due:
    """Make Ada's next turn start with a move that she makes herself."""
    await party.start(people=1, ais=1)
    await party.say(await party.awaited(), "end")
    return soon(party, timedelta(minutes=10))


async def morning_ping(party: Party, late: timedelta = timedelta()) -> Due:
    """Let a turn start at night, and check in the morning, or later."""
    first, second = await in_turn(party)
    await set_hours(party, second, NIGHT)
    await party.say(first, "end")
    return Due(MORNING + late)


async def nudged(party: Party) -> Due:
    """Let a player nudge the other, who hasn't moved for a day."""
    _, second = await in_turn(party)
    await waited(party, DAY)
    return Due(party.clock.now, Press(party.id, second, nudge.nudge))


async def nudged_at_night(party: Party) -> Due:
    """Nudge someone in their quiet hours."""
    first, second = await in_turn(party)
    await set_hours(party, first, NIGHT)
    await party.host.act(party.id, second, nudge.nudge(), action=party.action())
    return Due(MORNING)


# limits


async def limit(party: Party, late: Late | None, people: int = 3, time: timedelta = DAY) -> Due:
    """Let a person's time for a move run out."""
    await party.start(people=people, options=Options(limit=LIMIT, late=late))
    return soon(party, time)


async def decided(party: Party) -> Due:
    """Let the last of two decide what happens about a move that takes too long."""
    await limit(party, "vote")
    late = await party.awaited()
    others = [each.id for each in PEOPLE if each.id != late]
    await waited(party, DAY)
    (voting,) = [seat.lateness.voting for seat in (await party.table()).seats if seat.lateness.voting is not None]
    await party.host.act(party.id, others[0], pace.vote(voting.number, "newcomer"), action=party.action())
    return Due(party.clock.now, Press(party.id, others[1], pace.vote, (voting.number, "newcomer")))


async def warned(party: Party) -> Due:
    """Let the only other player be given the last warning."""
    _, second = await in_turn(party, Options(limit=LIMIT))
    await waited(party, DAY)
    return Due(party.clock.now, Press(party.id, second, pace.warn))


async def claimed(party: Party) -> Due:
    """Let the win be claimed after the last warning."""
    due = await warned(party)
    assert isinstance(due.deed, Press)
    await party.host.act(party.id, due.deed.person, pace.warn(), action=party.action())
    return Due(party.clock.now + DAY, replace(due.deed, make=pace.claim))


async def taken(party: Party) -> Due:
    """Let someone take over a seat that was opened because its holder took too long."""
    await limit(party, "newcomer")
    await waited(party, DAY)
    (seat,) = [each for each in (await party.table()).seats if each.opening is not None]
    return Due(party.clock.now, Press(party.id, DAN.id, open_seats.take_seat, (DAN, seat.number, seat.opening)))


async def away(party: Party) -> Due:
    """Let Ada be away for an hour in a game that waits for someone."""
    await party.start(people=2)
    back = party.clock.now + HOUR
    await party.host.people.set_hours(ADA.id, lambda hours, now: waking.leave(hours, now, back), action=party.action())
    return soon(party, HOUR)


# reminders


async def reminder(party: Party, time: timedelta = DAY / 2) -> Due:
    """Let half of a limit pass."""
    first, _ = await in_turn(party, Options(limit=LIMIT))
    await party.say(first, "end")
    return soon(party, time)


async def second_reminder(party: Party) -> Due:
    """Let a day pass after someone was reminded."""
    due = await reminder(party)
    party.clock.now = due.at
    await party.host.timers.look_after()
    return soon(party, DAY)


async def digest(party: Party) -> Due:
    """Let the time of a daily digest come."""
    first, second = await in_turn(party)
    await party.host.people.set_answers(second, AutoAnswers(pings="daily"), action=party.action())
    await party.say(first, "end")
    return soon(party, DAY)


# lobbies, and cleaning up


async def lobby_warns(party: Party) -> Due:
    """Let no one change a lobby for six days."""
    await party.lobby(people=2)
    return soon(party, 6 * DAY)


async def lobby_closes(party: Party) -> Due:
    """Let no one change a lobby for a day after its host was warned."""
    await party.lobby(people=2)
    await waited(party, 6 * DAY)
    return soon(party, DAY)


async def useless_rows(party: Party) -> Due:
    """Leave rows of each kind that is only kept for a while: those of a lobby, of a game that is over, and in quarantine."""
    await party.lobby(people=1, options=Options(private=True))
    await party.host.act(party.id, ADA.id, lobby.invite([CLEO.id]), action=party.action())
    await party.host.act(party.id, ADA.id, lobby.leave(), action=party.action())
    await party.host.messages.shown({party.id: (await party.table()).version})
    await party.start(people=2)
    hand = Message(table=party.id, purpose=f"hand:{ADA.id}", channel=9, message=1, audience=ADA.id)
    await party.host.messages.keep([hand], called=await party.host.messages.calls())
    await party.host.act(party.id, MANAGER, consent.end(force=True), action=party.action())
    await party.host.messages.shown({party.id: (await party.table()).version})
    columns = "source, key, data, reason, at"
    sql(party.path, f"INSERT INTO quarantine ({columns}) VALUES ('log', 'k', '{{}}', 'r', '2026-01-01T00:00:00.000Z')")
    return Due(party.clock.now + 100 * DAY, clean)


TIMERS: dict[str, Callable[[Party], Awaitable[Due]]] = {
    "a ping that comes late": late_ping,
    "a ping in the morning": morning_ping,
    "a ping that no one made in time": partial(morning_ping, late=3 * HOUR),
    "a nudge": nudged,
    "a nudge at night": nudged_at_night,
    "a limit, then an AI plays the turn": partial(limit, late="turn"),
    "a limit, then an AI plays on": partial(limit, late="until-back"),
    "a limit, then the others vote": partial(limit, late="vote"),
    "a limit, then the seat is open": partial(limit, late="newcomer"),
    "a limit, then the game ends": partial(limit, late="end"),
    "a limit, then the win can be claimed": partial(limit, late=None, people=2),
    "a limit that passed a month ago": partial(limit, late="turn", time=30 * DAY),
    "the last vote": decided,
    "the last warning": warned,
    "a claim of the win": claimed,
    "a seat that is taken": taken,
    "a time away that is over": away,
    "a reminder": reminder,
    "a second reminder": second_reminder,
    "a reminder after a month": partial(reminder, time=30 * DAY),
    "a daily digest": digest,
    "a lobby that warns its host": lobby_warns,
    "a lobby that closes": lobby_closes,
    "rows that are no longer needed": useless_rows,
}
"""Functions that bring a game to the point where something is due."""
QUICK = ("a limit, then an AI plays the turn", "a daily digest")


def timeless(value: Any) -> Any:
    """Return a value with each of its times reduced to whether there is one."""
    if isinstance(value, BaseModel):
        return timeless(value.model_dump())
    if isinstance(value, dict):
        return {key: timeless(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [timeless(each) for each in value]
    return isinstance(value, datetime) or value


async def seen(party: Party) -> Any:
    """Return everything that anyone can see of a table, everyone's pings and reminders, and the number of rows of each kind."""
    host, everyone = party.host, [None, *(each.id for each in (*PEOPLE, DAN))]
    snapshots = [await host.snapshot(party.id, person) for person in everyone]
    logs = [await host.log(party.id, person) for person in everyone]
    calls = [(call.version, call.seat, call.person, call.decision) for call in await host.messages.calls()]
    reminders = [await party.store.reminder(person) for person in everyone if person is not None]
    rows = {name: len(each) for name, each in all_rows(party.path).items()}
    return timeless([[(each.table, each.view) for each in snapshots], logs, calls, reminders, rows])


@asynccontextmanager
async def started(path: Path, table: str, at: datetime) -> AsyncIterator[Party]:
    """Start the bot at a time, until the block ends."""
    party = Party(path)
    party.id, party.clock.now = table, at
    await party.open()
    yield party
    await party.close()


@some_of("timer,every", [(timer, 12) for timer in QUICK], [(timer, 1) for timer in TIMERS])
async def test_what_is_due_is_done_once_though_the_process_is_killed(timer: str, every: int, party: Party, tmp_path: Path) -> None:
    at, deed = await TIMERS[timer](party)
    before = await seen(party)
    await party.close()

    def copied(name: str) -> Path:
        return DATABASES.copy(party.path, tmp_path / f"{name}.db")

    calm = copied("calm")
    look = Look(url_of(calm), at, tmp_path / "count", deed)
    steps = await look.run()
    async with started(calm, party.id, at + SOON) as after:
        expected = await seen(after)
        assert expected != before, "something was due"
        await deed(after.host)
        assert await seen(after) == expected, "and nothing more"
    for step in range(1 + steps % every, steps + 1, every):
        wild = copied(f"killed-{step}")
        await replace(look, url=url_of(wild), kill=step).run()
        async with started(wild, party.id, at + SOON) as after:
            await deed(after.host)
            assert await seen(after) == expected, f"killed at statement {step} of {steps}"
        DATABASES.drop(wild)


@pytest.mark.postgres
async def test_a_process_that_stops_before_its_commit_holds_no_one_up_and_does_it_once(party: Party, tmp_path: Path) -> None:
    at, deed = await limit(party, "turn")
    await party.close()
    calm, wild = (DATABASES.copy(party.path, tmp_path / f"{name}.db") for name in ("calm", "wild"))
    await Look(url_of(calm), at, tmp_path / "count", deed).run()
    async with started(calm, party.id, at + SOON) as after:
        expected = await seen(after)
    async with Look(url_of(wild), at, tmp_path / "count", deed, stop=True).running():
        sql(wild, "UPDATE tables SET nudge = nudge")
    async with started(wild, party.id, at + SOON) as after:
        await deed(after.host)
        assert await seen(after) == expected
