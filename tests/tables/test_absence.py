"""A move that takes too long: if the table has agreed to it, an AI plays for the person until they are back."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from storage.lateness import Late
from storage.models import OPEN_END
from storage.personal import Hours
from tables import AutoAnswers, Options, Place, errors, waking
from tables.command import Command
from tables.commands import answers, play, seats
from tables.models import OwnLine
from tables.state import is_absent
from tables.work import UnitOfWork
from tests.databases import sql
from tests.tables.kit import ADA, BEN, CLEO, MANAGER, Party, buying, holds

DAY = timedelta(days=1)


async def begin(party: Party, late: Late | None, people: int = 2) -> int:
    """Start a game with a limit of one day; return who is on turn."""
    await party.start(people, options=Options(limit=24 * 60, late=late))
    return await party.awaited()


async def pass_time(party: Party, time: timedelta) -> None:
    party.clock.now += time
    await party.host.timers.look_after()


async def stand_ins(party: Party) -> dict[int | None, str | None]:
    return {seat.person: seat.stand_in for seat in (await party.table()).seats}


async def test_a_move_is_due_when_its_time_is_up(party: Party) -> None:
    person = await begin(party, None)
    (awaited,) = (await party.table()).awaited
    assert awaited.since is not None and awaited.due == awaited.since + DAY
    await pass_time(party, 5 * DAY)
    assert await party.awaited() == person, "nothing else was agreed"


async def test_a_move_in_a_relaxed_game_is_never_due(party: Party) -> None:
    await party.start(options=Options(late="turn"))
    (awaited,) = (await party.table()).awaited
    assert awaited.due is None
    await pass_time(party, 100 * DAY)
    assert await party.awaited() == awaited.person


@pytest.mark.parametrize("late", ["turn", "until-back"])
async def test_an_ai_plays_once_the_time_is_up_and_not_before(party: Party, late: Late) -> None:
    absent = await begin(party, late)
    await pass_time(party, DAY - timedelta(minutes=1))
    assert await party.awaited() == absent
    await pass_time(party, timedelta(minutes=2))
    other = await party.awaited()
    assert other != absent
    assert await stand_ins(party) == {absent: "has-played" if late == "turn" else "until-back", other: None}
    version = (await party.table()).version
    await party.host.timers.look_after()
    assert (await party.table()).version == version, "once is enough"


@pytest.mark.parametrize("late", ["turn", "until-back"])
async def test_the_next_turn_is_the_persons_or_the_ais(party: Party, late: Late) -> None:
    absent = await begin(party, late)
    await pass_time(party, DAY)
    other = await party.awaited()
    await party.say(other, "end")
    assert await party.awaited() == (absent if late == "turn" else other)


async def test_a_move_ends_the_ais_play(party: Party) -> None:
    absent = await begin(party, "until-back")
    await pass_time(party, DAY)
    other = await party.awaited()
    await party.host.act(party.id, absent, seats.come_back(), action=party.action())
    assert await stand_ins(party) == {absent: None, other: None}
    await party.say(other, "end")
    assert await party.awaited() == absent


async def test_everyone_sees_which_player_an_ai_played_for(party: Party) -> None:
    absent = await begin(party, "turn", people=3)
    names = {seat.person: seat.name for seat in (await party.table()).seats}
    await pass_time(party, DAY)
    for person in names:
        says = [each.says for each in await party.host.log(party.id, person) if isinstance(each, OwnLine) and each.says]
        assert [(each.what, each.who) for each in says] == [("stand-in", "" if person == absent else names[absent])]


async def test_the_game_does_not_play_itself_without_people(party: Party) -> None:
    first = await begin(party, "until-back")
    await pass_time(party, DAY)
    second = await party.awaited()
    await pass_time(party, 30 * DAY)
    assert await party.awaited() == second and (await party.table()).phase == "playing"
    await party.host.act(party.id, first, seats.come_back(), action=party.action())
    await pass_time(party, timedelta(0))
    assert await party.awaited() == first, "now that someone plays, the other's time is up"


@pytest.mark.parametrize("leaves", ["resigns", "deletes their data"])
async def test_the_game_does_not_play_itself_once_the_only_person_there_leaves(party: Party, leaves: str) -> None:
    await party.start(2, ais=1)
    await party.host.act(party.id, ADA.id, seats.let_ai_play(), action=party.action())
    if leaves == "resigns":
        await party.host.act(party.id, BEN.id, play.resign(), action=party.action())
    else:
        await party.host.own_data.forget(BEN.id)
    assert await party.awaited() == ADA.id and (await party.table()).phase == "playing"


async def test_an_ai_plays_for_only_one_of_the_two_last_people_who_are_late_together(party: Party) -> None:
    await party.start(3, options=Options(limit=24 * 60, late="until-back"))
    await party.until(holds("Militia"), buying("Militia", "Silver"))
    attacker = await party.awaited()
    await party.say(attacker, "play:Militia")
    await party.host.act(party.id, attacker, play.resign(), action=party.action())
    await pass_time(party, DAY)
    there = {person: stand_in for person, stand_in in (await stand_ins(party)).items() if person != attacker}
    assert sorted(there.values(), key=str) == [None, "until-back"] and (await party.table()).phase == "playing"


async def test_one_person_among_ais_takes_as_long_as_they_like(party: Party) -> None:
    await party.start(1, ais=2, options=Options(limit=60, late="turn"))
    (awaited,) = [each for each in (await party.table()).awaited if each.person is not None]
    assert awaited.due is None
    await pass_time(party, 10 * DAY)
    assert await party.awaited() == awaited.person


async def test_a_limit_passes_although_the_bot_was_killed(party: Party) -> None:
    absent = await begin(party, "turn")
    party.clock.now += DAY
    await party.crash()
    await party.host.timers.look_after()
    assert await party.awaited() != absent
    await party.crash()
    await party.host.timers.look_after()
    assert (await stand_ins(party))[absent] == "has-played"


async def test_a_game_that_cannot_be_shown_lets_no_time_pass(party: Party) -> None:
    absent = await begin(party, "turn")
    place = (await party.table()).place.id
    await party.host.lose_place(party.id, place, gone=False)
    await pass_time(party, 2 * DAY)
    assert await party.awaited() == absent
    await party.host.find_place(party.id, place)
    await pass_time(party, DAY / 2)
    assert await party.awaited() == absent
    await pass_time(party, DAY)
    assert await party.awaited() != absent


async def test_an_answer_counts_as_being_back(party: Party) -> None:
    absent = await begin(party, "turn")
    await pass_time(party, DAY)
    await party.say(await party.awaited(), "end")
    decision = await party.decision(absent)
    await party.host.act(party.id, absent, play.answer(decision.id, ["treasures"]), action=party.action())
    assert set((await stand_ins(party)).values()) == {None}


async def test_a_table_that_fails_keeps_no_other_waiting(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    await begin(party, "turn")
    broken, do = party.id, party.host._access.do_unasked
    await party.start(options=Options(limit=24 * 60, late="turn"), place=Place(guild=7, channel=71))
    absent = await party.awaited()

    async def fail(table: str, command: Command, actor: int | None = None) -> UnitOfWork:
        if table == broken:
            raise RuntimeError("broken")
        return await do(table, command, actor)

    monkeypatch.setattr(party.host._access, "do_unasked", fail)
    await pass_time(party, DAY)
    assert await party.awaited() != absent


# people's hours

NIGHT = Hours(zone="Europe/Berlin", quiet=(23 * 60, 7 * 60))
"""From 22:00 to 6:00 UTC; the tests play in winter."""
AFTER_TWO_NIGHTS = datetime(2026, 1, 2, 14, tzinfo=UTC)
"""A day of waking hours after the first midnight: the rest of that night, and all of the next, don't count."""


def nearly(time: datetime, other: datetime) -> bool:
    """Return whether two times differ only by the seconds that the tests take."""
    return abs(time - other) < timedelta(seconds=30)


async def set_hours(party: Party, person: int, hours: Hours) -> None:
    await party.host.people.set_hours(person, lambda before, now: hours, action=party.action())


async def go_away(party: Party, person: int, time: timedelta | None = None) -> None:
    def gone(hours: Hours, now: datetime) -> Hours:
        return waking.leave(hours, now, now + time if time is not None else None)

    await party.host.people.set_hours(person, gone, action=party.action())


async def due(party: Party) -> datetime:
    """Return when the move that the game waits for has taken too long, as shown to people; the table acts at that time."""
    (awaited,) = (await party.table()).awaited
    seat = party.host._access._tables[party.id].table.seats[awaited.seat]
    assert awaited.due is not None and awaited.due == seat.ends == (seat.due or seat.ends)
    return awaited.due


async def away(party: Party, person: int) -> datetime | None:
    return next(seat.away for seat in (await party.table()).seats if seat.person == person)


async def rest(party: Party) -> None:
    """Wait until the host has nothing more to do."""
    while tasks := party.host._access._tasks:
        await asyncio.wait(tasks)


async def test_quiet_hours_do_not_count(party: Party) -> None:
    absent = await begin(party, "turn")
    since = (await party.table()).awaited[0].since
    assert since is not None and await due(party) == since + DAY
    version = (await party.table()).version
    await set_hours(party, absent, NIGHT)
    assert nearly(await due(party), AFTER_TWO_NIGHTS)
    assert (await party.table()).version == version + 1
    await pass_time(party, DAY + timedelta(hours=13))
    assert await party.awaited() == absent
    await pass_time(party, timedelta(hours=1))
    assert await party.awaited() != absent


async def test_hours_count_from_when_they_are_set(party: Party) -> None:
    absent = await begin(party, "turn")
    party.clock.now += timedelta(hours=8)
    before = await due(party)
    await set_hours(party, absent, NIGHT)
    assert nearly(await due(party), before + timedelta(hours=8)), "last night has counted; only the next one doesn't"
    await set_hours(party, absent, Hours())
    assert nearly(await due(party), before)
    await set_hours(party, absent, NIGHT)
    party.clock.now += timedelta(hours=16)
    await party.host.people.set_hours(absent, lambda hours, now: hours.model_copy(update={"quiet": None}), action=party.action())
    assert nearly(await due(party), before + timedelta(hours=2)), "from 22 o'clock to midnight, these hours were set"


async def test_a_sleeping_player_is_not_absent_for_good(party: Party) -> None:
    await party.start()
    absent = await party.awaited()
    number = next(seat.number for seat in (await party.table()).seats if seat.person == absent)
    await set_hours(party, absent, NIGHT)
    party.clock.now += timedelta(days=3, hours=1)
    assert not is_absent(party.host._access._tables[party.id].table.seats[number], party.clock.now)
    party.clock.now += timedelta(days=1, hours=14)
    assert is_absent(party.host._access._tables[party.id].table.seats[number], party.clock.now)


async def test_another_players_hours_do_not_count(party: Party) -> None:
    absent = await begin(party, "turn")
    before = await due(party)
    (other,) = {each.person for each in (await party.table()).seats} - {absent}
    assert other is not None
    await set_hours(party, other, NIGHT)
    await set_hours(party, MANAGER, NIGHT)
    assert await due(party) == before


async def test_hours_count_after_a_crash_right_after_they_were_set(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    absent = await begin(party, "turn")
    before = await due(party)

    async def killed(person: int) -> None:
        return None

    monkeypatch.setattr(party.host._access, "settle_all_of", killed)
    await set_hours(party, absent, NIGHT)
    assert await due(party) == before
    await pass_time(party, DAY)
    assert await party.awaited() == absent and await due(party) > before, "what is due is checked once more"
    await party.crash()
    assert nearly(await due(party), AFTER_TWO_NIGHTS)


async def test_a_game_of_an_older_version_learns_when_limits_pass(party: Party) -> None:
    await begin(party, "turn")
    before = await due(party)
    sql(party.path, "UPDATE seats SET ends = NULL")
    sql(party.path, "UPDATE tables SET unsettled = TRUE")
    await party.crash()
    assert await due(party) == before


async def test_days_away_do_not_count_within_the_allowance(party: Party) -> None:
    absent = await begin(party, "turn")
    before = await due(party)
    await go_away(party, absent, 3 * DAY)
    assert await due(party) == before + 3 * DAY
    assert await away(party, absent) is not None
    await go_away(party, absent)
    assert await due(party) == before + 14 * DAY
    assert await away(party, absent) == OPEN_END
    await pass_time(party, 14 * DAY)
    assert await party.awaited() == absent
    await pass_time(party, DAY)
    assert await party.awaited() != absent


async def test_the_next_move_at_any_table_ends_being_away(party: Party) -> None:
    person = await begin(party, "turn")
    first = party.id
    await party.start(options=Options(limit=60, late="turn"), place=Place(guild=7, channel=71))
    second = party.id
    while await party.awaited() != person:
        await party.say(await party.awaited(), "end")
    party.id = first
    await go_away(party, person)
    assert await due(party) > party.clock.now + 10 * DAY
    party.id = second
    outcome = await party.host.act(second, person, seats.come_back(), action=party.action())
    assert outcome.returned and await away(party, person) is None
    assert (await due(party)) < party.clock.now + timedelta(hours=1)
    await rest(party)
    party.id = first
    assert await away(party, person) is None
    assert await due(party) < party.clock.now + DAY + timedelta(minutes=1)
    hours = (await party.host.people.settings(person)).hours
    assert waking.away_until(hours, datetime.max.replace(tzinfo=UTC)) is None and len(hours.away) == 1
    outcome = await party.say(person, "treasures")
    assert not outcome.returned, "once is enough"
    await party.crash()
    assert (await party.host.people.settings(person)).hours == hours


async def test_a_move_is_a_return(party: Party) -> None:
    person = await begin(party, "turn")
    await go_away(party, person)
    decision = await party.decision(person)
    action = party.action()
    with pytest.raises(errors.TableError):
        await party.host.act(party.id, person, play.answer(decision.id, ["nonsense"]), action=action)
    await set_for_game(party, person)
    assert await away(party, person) == OPEN_END, "neither a refusal nor a setting is a move"
    done = play.answer(decision.id, ["treasures"])
    assert (await party.host.act(party.id, person, done, action="move")).returned
    assert await away(party, person) is None
    assert not (await party.host.act(party.id, person, done, action="move")).returned
    await rest(party)


async def set_for_game(party: Party, person: int) -> None:
    await party.host.act(party.id, person, answers.set_answers(AutoAnswers(order=True)), action=party.action())


async def test_being_away_ends_at_its_time(party: Party) -> None:
    await begin(party, None)
    (other,) = {each.person for each in (await party.table()).seats} - {await party.awaited()}
    assert other is not None
    await go_away(party, other, 2 * DAY)
    await pass_time(party, 2 * DAY - timedelta(minutes=1))
    assert await away(party, other) is not None
    await pass_time(party, timedelta(minutes=1))
    assert await away(party, other) is None
    version = (await party.table()).version
    await pass_time(party, timedelta(minutes=1))
    assert (await party.table()).version == version, "once is enough"


async def test_a_substitute_has_hours_of_their_own(party: Party) -> None:
    absent = await begin(party, "turn", people=2)
    await set_hours(party, CLEO.id, NIGHT)
    before = await due(party)
    seat = next(each.number for each in (await party.table()).seats if each.person == absent)
    await party.host.act(party.id, MANAGER, seats.replace(seat, CLEO, force=True), action=party.action())
    assert await party.awaited() == CLEO.id
    assert await due(party) - before > timedelta(hours=13)
