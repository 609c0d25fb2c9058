"""Pings and reminders come when their person can be reached: once each, and never in quiet hours."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from storage.personal import AutoAnswers, Hours, PersonSettings, PingMode, Remind, Reminder
from tables import Options, Person, Place, errors, reminders, waking
from tables.commands import answers, consent, nudge, seats
from tests.tables.kit import Party, refusal_of

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
NIGHT = Hours(zone="Europe/Berlin", quiet=(23 * 60, 7 * 60))
"""From 22:00 to 6:00 UTC; the tests play in winter, and start at midnight."""
MORNING = datetime(2026, 1, 1, 6, tzinfo=UTC)


async def set_hours(party: Party, person: int, hours: Hours) -> None:
    await party.host.people.set_hours(person, lambda before, now: hours, action=party.action())


async def choose(party: Party, person: int, *, pings: PingMode | None = None, remind: Remind | None = None) -> None:
    await party.host.people.set_answers(person, AutoAnswers(pings=pings, remind=remind), action=party.action())


async def pinged(party: Party, person: int) -> int:
    """Return how many pings someone has got."""
    return sum(call.person == person for change in party.changes for call in change.calls)


async def at(party: Party, time: datetime) -> None:
    """Let time pass."""
    party.clock.now = time
    await party.host.timers.look_after()


async def reminder(party: Party, person: int) -> Reminder:
    return await party.host.digests.reminder(person)


async def other_of(party: Party, person: int) -> int:
    (other,) = {seat.person for seat in (await party.table()).seats if seat.person is not None} - {person}
    return other


async def in_turn(party: Party, options: Options | None = None) -> tuple[int, int]:
    """Start a two-player game; return the people in the order of their turns."""
    await party.start(options=options)
    first = await party.awaited()
    return first, await other_of(party, first)


# pings


async def test_a_ping_waits_for_the_morning_and_comes_once(party: Party) -> None:
    first, second = await in_turn(party)
    await set_hours(party, second, NIGHT)
    await party.say(first, "end")
    assert await pinged(party, second) == 0
    await at(party, MORNING - HOUR)
    assert await pinged(party, second) == 0
    await at(party, MORNING)
    assert await pinged(party, second) == 1
    await at(party, MORNING + DAY)
    assert await pinged(party, second) == 1


async def test_a_ping_is_not_made_if_the_game_no_longer_waits(party: Party) -> None:
    first, second = await in_turn(party)
    await set_hours(party, second, NIGHT)
    await party.say(first, "end")
    await party.say(second, "end")
    await at(party, MORNING)
    assert await pinged(party, second) == 0


async def test_a_ping_that_waits_survives_a_crash(party: Party) -> None:
    first, second = await in_turn(party)
    await set_hours(party, second, NIGHT)
    await party.say(first, "end")
    await party.crash()
    await at(party, MORNING)
    await party.crash()
    await party.host.timers.look_after()
    assert await pinged(party, second) == 1


async def test_quiet_hours_that_are_turned_off_hold_no_ping_back(party: Party) -> None:
    first, second = await in_turn(party)
    await set_hours(party, second, NIGHT)
    await party.say(first, "end")
    await set_hours(party, second, Hours())
    assert await pinged(party, second) == 0, "they are just here"
    await at(party, party.clock.now + timedelta(minutes=11))
    assert await pinged(party, second) == 1


async def test_no_ping_reaches_someone_away(party: Party) -> None:
    first, second = await in_turn(party)

    def gone(hours: Hours, now: datetime) -> Hours:
        return waking.leave(hours, now, now + 3 * DAY)

    await party.host.people.set_hours(second, gone, action=party.action())
    start = party.clock.now
    await party.say(first, "end")
    await at(party, start + 2 * DAY)
    assert await pinged(party, second) == 0
    await at(party, start + 3 * DAY)
    assert await pinged(party, second) == 1


async def test_those_away_without_an_end_are_pinged_once_they_are_back(party: Party) -> None:
    first, second = await in_turn(party)
    await party.host.people.set_hours(second, lambda hours, now: waking.leave(hours, now, None), action=party.action())
    await party.say(first, "end")
    await at(party, party.clock.now + 30 * DAY)
    assert await pinged(party, second) == 0
    await party.host.people.set_hours(second, waking.back, action=party.action())
    await at(party, party.clock.now + timedelta(minutes=11))
    assert await pinged(party, second) == 1


@pytest.mark.parametrize("here", [False, True])
async def test_a_person_who_wants_no_pings_gets_none(party: Party, here: bool) -> None:
    first, second = await in_turn(party)
    if here:
        command = answers.set_answers(AutoAnswers(pings="off"))
        await party.host.act(party.id, second, command, action=party.action())
    else:
        await choose(party, second, pings="off")
    await party.say(first, "end")
    await at(party, party.clock.now + 10 * DAY)
    assert await pinged(party, second) == 0 and (await reminder(party, second)).number == 0


async def test_a_proposal_waits_for_the_morning_too(party: Party) -> None:
    first, second = await in_turn(party)
    await party.say(first, "end")
    await set_hours(party, first, NIGHT)
    before = await pinged(party, first)
    await party.host.act(party.id, second, consent.end(), action=party.action())
    assert await pinged(party, first) == before
    await at(party, MORNING)
    assert await pinged(party, first) == before + 1


async def test_someone_who_takes_over_a_seat_is_pinged_and_limited_by_their_own_hours(party: Party) -> None:
    first, second = await in_turn(party, Options(limit=8 * 60))
    dan = Person(id=4, name="Dan")
    await set_hours(party, dan.id, NIGHT)
    seat = next(each.number for each in (await party.table()).seats if each.person == first)
    await party.host.act(party.id, second, seats.replace(seat, dan), action=party.action())
    for person in (first, dan.id):
        await party.host.act(party.id, person, consent.agree(), action=party.action())
    (awaited,) = (await party.table()).awaited
    assert awaited.person == dan.id and awaited.due == MORNING + 8 * HOUR


async def test_a_ping_that_could_not_be_sent_in_time_is_put_off(party: Party) -> None:
    first, second = await in_turn(party)
    await party.say(first, "end")
    (call,) = [each for each in await party.host.messages.calls() if each.person == second]
    await set_hours(party, second, NIGHT)
    assert await party.host.put_off(call)
    assert [each for each in await party.host.messages.calls() if each.person == second] == []
    await at(party, MORNING)
    (call,) = [each for each in await party.host.messages.calls() if each.person == second]
    assert not await party.host.put_off(call)


# reminders


async def test_a_reminder_comes_after_half_the_limit_and_then_daily(party: Party) -> None:
    first, second = await in_turn(party, Options(limit=24 * 60))
    await party.say(first, "end")
    start = party.clock.now
    for hours, number in ((11, 0), (12, 1), (35, 1), (37, 2)):
        await at(party, start + hours * HOUR)
        assert (await reminder(party, second)).number == number, hours
    assert (await reminder(party, first)).number == 0


async def test_relaxed_games_remind_no_one_who_has_not_asked_for_it(party: Party) -> None:
    first, second = await in_turn(party)
    await party.say(first, "end")
    await at(party, party.clock.now + 10 * DAY)
    assert (await reminder(party, second)).number == 0
    await choose(party, second, remind="24")
    await party.host.timers.look_after()
    assert (await reminder(party, second)).number == 1, "that is long past"
    await at(party, party.clock.now + DAY)
    assert (await reminder(party, second)).number == 2


@pytest.mark.parametrize("limit", [None, 4 * 24 * 60])
async def test_reminders_set_for_one_game_come_in_a_wait_that_has_begun(party: Party, limit: int | None) -> None:
    first, _ = await in_turn(party, Options(limit=limit))
    await party.host.act(party.id, first, answers.set_answers(AutoAnswers(remind="6")), action=party.action())
    await at(party, party.clock.now)
    assert (await reminder(party, first)).number == 0
    await at(party, party.clock.now + 6 * HOUR)
    assert (await reminder(party, first)).number == 1


async def test_no_reminder_comes_in_quiet_hours(party: Party) -> None:
    first, second = await in_turn(party)
    await choose(party, second, remind="6")
    await set_hours(party, second, NIGHT)
    await at(party, MORNING + 15 * HOUR)
    await party.say(first, "end")
    await at(party, MORNING + 22 * HOUR)
    assert (await reminder(party, second)).number == 0, "it is four o'clock"
    await at(party, MORNING + DAY)
    assert (await reminder(party, second)).number == 1


async def test_a_reminder_does_not_follow_a_morning_ping_immediately(party: Party) -> None:
    first, second = await in_turn(party)
    await choose(party, second, remind="6")
    await set_hours(party, second, NIGHT)
    await party.say(first, "end")
    await at(party, MORNING)
    assert await pinged(party, second) == 1 and (await reminder(party, second)).number == 0
    await at(party, MORNING + 6 * HOUR)
    assert (await reminder(party, second)).number == 1


async def test_one_reminder_is_about_all_games(party: Party) -> None:
    first, second = await in_turn(party, Options(limit=24 * 60))
    await at(party, party.clock.now + HOUR)
    await party.start(options=Options(limit=24 * 60), place=Place(guild=7, channel=71))
    if await party.awaited() != first:
        await party.say(second, "end")
    assert [each.table.place.id for each in await party.host.digests.waiting(first)] == [70, 71]
    for _ in range(3):
        await at(party, party.clock.now + 6 * HOUR)
    assert (await reminder(party, first)).number == 1, "the second game was told of with the first"


async def test_finding_what_waits_for_someone_takes_no_longer_queue_for_more_games(
    party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others' moves wait for each piece of work with the store; someone can play fifty games."""
    first, _ = await in_turn(party)
    pieces, done = list[object](), party.store._do

    async def counted(work: Any) -> Any:
        pieces.append(work)
        return await done(work)

    monkeypatch.setattr(party.store, "_do", counted)
    assert len(await party.host.digests.waiting(first)) == 1
    one = len(pieces)
    for number in range(3):
        await party.start(place=Place(guild=7, channel=100 + number))
    games = sum(first in [each.person for each in table.awaited] for table in await party.host.tables_of(first))
    pieces.clear()
    assert len(await party.host.digests.waiting(first)) == games > 1
    assert len(pieces) == one


async def test_others_come_between_the_games_of_a_person_who_is_reminded(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    """With many absences, fifty games together would hold the event loop up for 40 ms."""
    first, _ = await in_turn(party, Options(limit=24 * 60))
    for number in range(5):
        await party.start(options=Options(limit=24 * 60), place=Place(guild=7, channel=100 + number))
    looked, steps, remind_at = list[int](), [0], reminders.remind_at

    def looks(wait: reminders.Wait, settings: PersonSettings, last: datetime | None) -> datetime | None:
        looked.append(steps[0])
        return remind_at(wait, settings, last)

    async def count() -> None:
        while True:
            await asyncio.sleep(0)
            steps[0] += 1

    counting = asyncio.create_task(count())
    monkeypatch.setattr(reminders, "remind_at", looks)
    await at(party, party.clock.now + 12 * HOUR)
    counting.cancel()
    assert (await reminder(party, first)).number == 1
    assert len(looked) > 4 and len({*looked}) == len(looked), "no two games are looked at in one step"


async def test_a_month_offline_leads_to_one_message(party: Party) -> None:
    first, second = await in_turn(party, Options(limit=24 * 60))
    await choose(party, second, remind="6")
    await party.say(first, "end")
    before = await pinged(party, second)
    party.clock.now += 30 * DAY
    await party.crash()
    await party.host.timers.look_after()
    await party.host.timers.look_after()
    assert (await reminder(party, second)).number == 1 and await pinged(party, second) == before
    await party.crash()
    await party.host.timers.look_after()
    assert (await reminder(party, second)).number == 1


async def test_a_month_offline_pings_no_one_for_each_game(party: Party) -> None:
    first, second = await in_turn(party, Options(limit=24 * 60, late="turn"))
    before = await pinged(party, first), await pinged(party, second)
    party.clock.now += 30 * DAY
    await party.crash()
    await party.host.timers.look_after()
    assert await party.awaited() == second, "an AI has played"
    assert (await pinged(party, first), await pinged(party, second)) == before
    assert ((await reminder(party, first)).number, (await reminder(party, second)).number) == (0, 1)


async def test_a_ping_due_while_the_bot_was_off_becomes_a_reminder(party: Party) -> None:
    first, second = await in_turn(party)
    await set_hours(party, second, NIGHT)
    await party.say(first, "end")
    await party.crash()
    await at(party, MORNING + 3 * HOUR)
    told = await reminder(party, second)
    assert await pinged(party, second) == 0 and (told.number, told.why, told.to_send) == (1, "each", True)


async def test_a_digest_comes_once_a_day_in_place_of_pings(party: Party) -> None:
    first, second = await in_turn(party)
    await choose(party, second, pings="daily")
    await set_hours(party, second, Hours(zone="Europe/Berlin"))
    await party.host.people.set_digest(second, 9 * 60, action=party.action())
    await party.say(first, "end")
    for hours, number in ((7.9, 0), (8, 1), (31.9, 1), (32, 2)):
        await at(party, datetime(2026, 1, 1, tzinfo=UTC) + hours * HOUR)
        assert (await reminder(party, second)).number == number, hours
    assert await pinged(party, second) == 0 and (await reminder(party, second)).why == "daily"
    await party.say(second, "end")
    await at(party, party.clock.now + 3 * DAY)
    assert (await reminder(party, second)).number == 2


async def test_a_clock_that_was_set_back_silences_no_one(party: Party) -> None:
    first, second = await in_turn(party)
    await choose(party, second, remind="24")
    await party.say(first, "end")
    start = party.clock.now
    await at(party, start + 400 * DAY)
    assert (await reminder(party, second)).number == 1
    party.clock.now = start + DAY
    await party.crash()
    await party.host.timers.look_after()
    await at(party, start + 2 * DAY + HOUR)
    assert (await reminder(party, second)).number == 2


# nudges


async def test_a_nudge_pings_those_the_game_waits_for_once_a_day(party: Party) -> None:
    first, second = await in_turn(party)
    await party.say(first, "end")
    mine, before = await pinged(party, first), await pinged(party, second)
    await party.host.act(party.id, first, nudge.nudge(), action=party.action())
    assert (await pinged(party, first), await pinged(party, second)) == (mine, before + 1)
    with refusal_of(errors.NudgedLately, match="already been nudged"):
        await party.host.act(party.id, first, nudge.nudge(), action=party.action())
    party.clock.now += DAY
    await party.host.act(party.id, first, nudge.nudge(), action=party.action())
    assert await pinged(party, second) == before + 2


async def test_a_nudge_at_night_waits_for_the_morning(party: Party) -> None:
    first, second = await in_turn(party)
    await party.say(first, "end")
    before = await pinged(party, second)
    await set_hours(party, second, NIGHT)
    await party.host.act(party.id, first, nudge.nudge(), action=party.action())
    assert await pinged(party, second) == before
    await at(party, MORNING)
    assert await pinged(party, second) == before + 1


async def test_a_player_the_game_waits_for_nudges_no_one(party: Party) -> None:
    first, _ = await in_turn(party)
    with refusal_of(errors.NoOneToNudge, match="The game is waiting for you"):
        await party.host.act(party.id, first, nudge.nudge(), action=party.action())
    with refusal_of(errors.NotSeated, match="not at this table"):
        await party.host.act(party.id, 9, nudge.nudge(), action=party.action())


# the pure parts


@pytest.mark.parametrize(
    ("at", "reached"),
    [
        (datetime(2026, 3, 28, 21, 59, tzinfo=UTC), datetime(2026, 3, 28, 21, 59, tzinfo=UTC)),
        (datetime(2026, 3, 28, 22, tzinfo=UTC), datetime(2026, 3, 29, 5, tzinfo=UTC)),
        (datetime(2026, 10, 24, 21, tzinfo=UTC), datetime(2026, 10, 25, 6, tzinfo=UTC)),
    ],
)
def test_quiet_hours_follow_the_clocks(at: datetime, reached: datetime) -> None:
    assert waking.reachable(at, NIGHT) == reached


def test_a_digest_comes_at_the_same_time_of_day_all_year() -> None:
    hours = PersonSettings(hours=NIGHT).hours
    evening = waking.next_at(18 * 60, datetime(2026, 3, 28, 12, tzinfo=UTC), hours)
    assert evening == datetime(2026, 3, 28, 17, tzinfo=UTC)
    assert waking.next_at(18 * 60, evening, hours) == datetime(2026, 3, 29, 16, tzinfo=UTC)
