"""Seats that anyone can take over: opened by consent, closed by their holders, taken once."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from tables import Command, Options, Person, errors
from tables.commands import consent, lobby, open_seats, play, seats
from tables.errors import TableError
from tables.open_seats import MOST_LISTED, open_up
from tables.state import ABSENT_AFTER
from tests.databases import columns, sql
from tests.lag import watched
from tests.tables.kit import ADA, BEN, CLEO, HERE, Party, refusal_of

DAN, EVE = Person(id=4, name="Dan"), Person(id=5, name="Eve")
GUILD = HERE.guild or 0


async def opened(party: Party, number: int = 1, people: int = 2) -> int:
    """Open a seat with everyone's consent, and return the number of the opening."""
    for person in (ADA, BEN, CLEO)[:people]:
        command = consent.agree() if (await party.table()).proposal else open_seats.propose_open_seat(number)
        await party.host.act(party.id, person.id, command, action=party.action())
    opening = (await party.table()).seats[number].opening
    assert opening is not None
    return opening


async def take(party: Party, person: Person, opening: int, number: int = 1) -> None:
    await party.host.act(party.id, person.id, open_seats.take_seat(person, number, opening), action=party.action())


async def openings(party: Party) -> list[int | None]:
    return [seat.opening for seat in (await party.table()).seats]


async def test_a_seat_opens_once_all_have_agreed_and_outlives_a_crash(party: Party) -> None:
    await party.start()
    await party.host.act(party.id, ADA.id, open_seats.propose_open_seat(1), action=party.action())
    assert await openings(party) == [None, None]
    await party.host.act(party.id, BEN.id, consent.agree(), action=party.action())
    number = (await openings(party))[1]
    assert number is not None and (await party.table()).proposal is None
    await party.crash()
    assert await openings(party) == [None, number]
    assert [each.id for each in await party.host.open_seats(GUILD, DAN.id)] == [party.id]
    assert await party.host.open_seats(GUILD + 1, DAN.id) == []


async def test_an_open_seat_is_taken_immediately_without_asking(party: Party) -> None:
    await party.start()
    opening = await opened(party)
    before = (await party.host.view(party.id, BEN.id)).players[1].hand
    assert (await party.host.view(party.id, DAN.id)).players[1].hand is None
    await take(party, DAN, opening)
    seat = (await party.table()).seats[1]
    assert (seat.person, seat.name, seat.opening) == (DAN.id, "Dan for Ben", None)
    assert seat.taken_over is not None and seat.taken_over.number == opening and not seat.taken_over.forced
    assert (await party.host.view(party.id, DAN.id)).players[1].hand == before
    assert (await party.host.view(party.id, BEN.id)).players[1].hand is None
    await take(party, DAN, opening)  # doing the same again changes nothing
    assert (await party.table()).seats[1] == seat


async def test_of_two_people_who_take_a_seat_one_gets_it_and_the_other_sees_that(party: Party) -> None:
    await party.start()
    opening = await opened(party)
    results = await asyncio.gather(take(party, DAN, opening), take(party, EVE, opening), return_exceptions=True)
    assert [type(each) for each in results if each is not None] == [errors.SeatClosed]
    with refusal_of(errors.SeatClosed, match="Dan has already taken this seat"):
        await take(party, EVE, opening)


@pytest.mark.parametrize("command", [seats.come_back(), consent.end(), play.resign()], ids=["back", "proposal", "resigning"])
async def test_anything_its_holder_does_closes_a_seat(party: Party, command: Command) -> None:
    await party.start(people=3)
    opening = await opened(party, people=3)
    await party.host.act(party.id, BEN.id, command, action=party.action())
    assert await openings(party) == [None, None, None]
    with refusal_of(errors.SeatClosed, errors.NoSuchSeat, match="isn't open any more|No one plays"):
        await take(party, DAN, opening)


async def test_a_move_by_its_holder_closes_a_seat_and_other_moves_dont(party: Party) -> None:
    await party.start()
    mover = (await party.table()).seat_of(await party.awaited())
    assert mover is not None and mover.person is not None
    opening = await opened(party, 1 - mover.number)
    await party.say(mover.person, "end")
    assert (await openings(party))[1 - mover.number] == opening
    await party.say(await party.awaited(), "end")
    assert await openings(party) == [None, None]


async def test_any_player_can_close_a_seat_and_no_one_else(party: Party) -> None:
    await party.start(ais=1)
    await opened(party, 2)
    with pytest.raises(errors.NotSeated):
        await party.host.act(party.id, DAN.id, open_seats.close_seat(2), action=party.action())
    await party.host.act(party.id, BEN.id, open_seats.close_seat(2), action=party.action())
    assert await openings(party) == [None, None, None]


async def test_an_ai_s_seat_stays_open_while_the_ai_plays(party: Party) -> None:
    await party.start(ais=1)
    opening = await opened(party, 2)
    turn = (await party.table()).turn
    for _ in range(4):
        await party.say(await party.awaited(), "end")
    assert (await party.table()).turn > turn + 2 and (await openings(party))[2] == opening
    await take(party, DAN, opening, 2)
    seat = (await party.table()).seats[2]
    assert (seat.person, seat.ai) == (DAN.id, None)


async def test_the_holder_isnt_asked_once_the_game_has_waited_very_long(party: Party) -> None:
    await party.start()
    absent = await party.awaited()
    there, seat = ADA.id + BEN.id - absent, (await party.table()).seat_of(absent)
    assert seat is not None
    party.clock.now += ABSENT_AFTER
    await party.host.act(party.id, there, open_seats.propose_open_seat(seat.number), action=party.action())
    opening = (await openings(party))[seat.number]
    assert opening is not None
    await take(party, DAN, opening, seat.number)
    assert (await party.table()).seats[seat.number].person == DAN.id


async def test_only_players_can_open_a_seat_and_one_that_is_played(party: Party) -> None:
    await party.start(people=3)
    with pytest.raises(errors.NotSeated):
        await party.host.act(party.id, DAN.id, open_seats.propose_open_seat(1), action=party.action())
    await party.host.act(party.id, BEN.id, play.resign(), action=party.action())
    for number in (1, 3, -1):
        with pytest.raises(errors.NoSuchSeat):
            await party.host.act(party.id, ADA.id, open_seats.propose_open_seat(number), action=party.action())


async def refused(party: Party, person: Person, opening: int, number: int = 1) -> TableError:
    """Return why someone can't take a seat; they read it before they confirm."""
    with pytest.raises(TableError) as before:
        await party.host.must_be_open(party.id, person.id, number, opening)
    with pytest.raises(TableError) as refusal:
        await take(party, person, opening, number)
    assert type(before.value) is type(refusal.value)
    return refusal.value


async def test_some_people_cannot_take_a_seat(party: Party) -> None:
    await party.start(people=3)
    opening = await opened(party, people=3)
    assert isinstance(await refused(party, CLEO, opening), errors.AlreadySeated)
    assert isinstance(await refused(party, DAN, opening + 1), errors.SeatClosed)
    await take(party, DAN, opening)
    opening = await opened_by(party, (ADA, DAN, CLEO), 0)
    refusal = await refused(party, BEN, opening, 0)
    assert isinstance(refusal, errors.KnowsHand) and refusal.name == "Dan for Ben", "he has seen another hand of this game"
    opening = await opened_by(party, (ADA, DAN, CLEO), 1)
    await take(party, BEN, opening)
    assert (await party.table()).seats[1].person == BEN.id, "but he can have his own back"


async def opened_by(party: Party, people: tuple[Person, ...], number: int) -> int:
    for person in people:
        command = consent.agree() if (await party.table()).proposal else open_seats.propose_open_seat(number)
        await party.host.act(party.id, person.id, command, action=party.action())
    opening = (await openings(party))[number]
    assert opening is not None
    return opening


async def test_a_private_table_s_seat_is_for_those_who_are_invited(party: Party) -> None:
    await party.lobby(options=Options(private=False))
    await party.host.act(party.id, ADA.id, lobby.invite([DAN.id]), action=party.action())
    await party.host.act(party.id, ADA.id, lobby.set_options(private=True), action=party.action())
    await party.host.act(party.id, ADA.id, lobby.start(), action=party.action())
    opening = await opened(party)
    assert isinstance(await refused(party, EVE, opening), errors.NotInvited)
    assert await party.host.open_seats(GUILD, EVE.id) == []
    assert len(await party.host.open_seats(GUILD, DAN.id)) == 1
    await take(party, DAN, opening)


async def test_a_table_can_keep_its_open_seats_off_the_list(party: Party) -> None:
    await party.start(options=Options(open_seats=False))
    opening = await opened(party)
    assert await party.host.open_seats(GUILD, DAN.id) == []
    await take(party, DAN, opening)


async def test_a_person_at_too_many_tables_cannot_take_a_seat(party: Party) -> None:
    await party.start()
    opening = await opened(party)
    party.quotas = replace(party.quotas, tables=0)
    await party.crash()
    assert isinstance(await refused(party, DAN, opening), errors.TooMany)


async def test_nothing_is_open_once_the_game_is_over(party: Party) -> None:
    await party.start()
    opening = await opened(party)
    for person in (ADA, BEN):
        await party.host.act(party.id, person.id, consent.end(), action=party.action())
    assert (await party.table()).phase == "over" and await openings(party) == [None, None]
    assert isinstance(await refused(party, DAN, opening), errors.GameOver)


async def test_seats_that_open_together_have_numbers_of_their_own(party: Party) -> None:
    await party.start(people=3)

    def both(work: object) -> None:
        for number in (0, 1):
            open_up(work, number, party.clock.now)  # type: ignore[arg-type]

    await party.host._access.do_unasked(party.id, Command("due", both))
    first, second, third = await openings(party)
    assert first is not None and second is not None and third is None and first != second
    party.clock.now += timedelta(days=1)
    await take(party, DAN, second, 1)
    assert await openings(party) == [first, None, None]


async def test_a_list_of_hundreds_of_open_seats_holds_no_one_up(party: Party) -> None:
    await party.start()
    await opened(party)
    numbers = "WITH RECURSIVE numbers AS (SELECT 0 AS n UNION ALL SELECT n + 1 FROM numbers WHERE n < 299)"
    for source, own in (("tables", {"id": "'copy' || n", "channel": "1000 + n"}), ("seats", {"table_id": "'copy' || n"})):
        names = [name for of, name in columns(party.path) if of == source]
        copied = ", ".join(own.get(name, "person + n" if name == "person" else name) for name in names)
        one = f"SELECT {copied} FROM {source}, numbers WHERE {next(iter(own))} = ?"
        sql(party.path, f"INSERT INTO {source} ({', '.join(names)}) {numbers} {one}", party.id)
    await party.host.open_seats(GUILD, DAN.id)
    async with watched() as held:
        found = await party.host.open_seats(GUILD, DAN.id)
    assert len(found) == MOST_LISTED and held.longest < 0.01
