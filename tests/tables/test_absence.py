"""A move that takes too long: an AI plays for its person, as the table has agreed, until they are back."""

from __future__ import annotations

from datetime import timedelta

import pytest

from storage.models import Late
from tables import Options, Place
from tables.command import Command
from tables.commands import play, seats
from tables.models import OwnLine
from tables.work import UnitOfWork
from tests.tables.kit import Party

DAY = timedelta(days=1)


async def begin(party: Party, late: Late | None, people: int = 2) -> int:
    """Start a game with a limit of one day; return who is on turn."""
    await party.start(people, options=Options(limit=24 * 60, late=late))
    return await party.awaited()


async def pass_time(party: Party, time: timedelta) -> None:
    party.clock.now += time
    await party.host.look_after()


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
    await party.host.look_after()
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


async def test_everyone_reads_that_an_ai_played_and_for_whom(party: Party) -> None:
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
    await party.host.look_after()
    assert await party.awaited() != absent
    await party.crash()
    await party.host.look_after()
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
