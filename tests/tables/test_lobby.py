"""Opening a table, taking and leaving a seat, and refusals."""

import asyncio

import pytest

from engine import first_game
from tables import AutoAnswers, Options, Person, Place, TableError, errors, kingdom_of
from tables.commands import answers, consent, lobby, play
from tests.tables.kit import ADA, BEN, CLEO, HERE, Party, refusal_of


async def test_a_new_table_seats_its_host(party: Party) -> None:
    await party.lobby(people=1)
    table = await party.table()
    assert table.phase == "lobby" and table.host == ADA.id and table.version == 0
    assert [(seat.number, seat.name, seat.person) for seat in table.seats] == [(0, "Ada", ADA.id)]
    assert table.kingdom == first_game(2)
    assert await party.host.table_at(HERE.id) == table


async def test_one_game_at_a_time_in_a_place(party: Party) -> None:
    await party.lobby(people=1)
    with pytest.raises(errors.TableThere) as refused:
        await party.host.new_table(HERE, BEN, Options(), action="another")
    assert refused.value.table == await party.table()
    thread = Place(guild=HERE.guild, channel=HERE.channel, thread=71)
    other = (await party.host.new_table(thread, BEN, Options(), action="in a thread")).table
    assert other.id != party.id and await party.host.table_at(71) == other
    await party.host.act(party.id, ADA.id, consent.end(), action="closed")
    assert (await party.host.new_table(HERE, BEN, Options(), action="again")).table.phase == "lobby"


async def test_two_tables_opened_at_the_same_moment(party: Party) -> None:
    results = await asyncio.gather(
        *(party.host.new_table(HERE, person, Options(), action=person.name) for person in (ADA, BEN)),
        return_exceptions=True,
    )
    assert sorted(type(result).__name__ for result in results) == ["Outcome", "TableThere"]


async def test_a_repeated_command_opens_one_table(party: Party) -> None:
    first = await party.host.new_table(HERE, ADA, Options(), action="once")
    second = await party.host.new_table(HERE, ADA, Options(), action="once")
    assert second.repeated and second.table == first.table


async def test_sitting_down(party: Party) -> None:
    await party.lobby(people=2, ais=1)
    with pytest.raises(errors.AlreadySeated):
        await party.host.act(party.id, BEN.id, lobby.sit(BEN), action="twice")
    namesake = Person(id=9, name="Ada")
    table = (await party.host.act(party.id, namesake.id, lobby.sit(namesake), action="namesake")).table
    assert [seat.name for seat in table.seats] == ["Ada", "Ben", "Alder", "Ada (2)"]


async def test_a_full_table(party: Party) -> None:
    await party.lobby(people=2, options=Options(max_seats=2))
    with refusal_of(errors.TableFull, match="All 2 seats"):
        await party.host.act(party.id, CLEO.id, lobby.sit(CLEO), action="third")
    with pytest.raises(errors.TableFull):
        await party.host.act(party.id, ADA.id, lobby.add_ai(), action="ai")


async def test_all_seats_can_be_ais_but_one(party: Party) -> None:
    await party.lobby(people=1, ais=5)
    assert len({seat.name for seat in (await party.table()).seats}) == 6
    await party.host.act(party.id, ADA.id, lobby.remove(5), action="one less")
    with refusal_of(errors.UnknownStyle, match="big-money"):
        await party.host.act(party.id, ADA.id, lobby.add_ai(style="wild"), action="wild")


async def test_leaving_passes_the_table_on(party: Party) -> None:
    await party.lobby(people=2, ais=1)
    table = (await party.host.act(party.id, ADA.id, lobby.leave(), action="bye")).table
    assert table.host == BEN.id and [(seat.number, seat.name) for seat in table.seats] == [(0, "Ben"), (1, "Alder")]
    with pytest.raises(errors.NotSeated):
        await party.host.act(party.id, ADA.id, lobby.leave(), action="bye again")
    assert (await party.host.act(party.id, BEN.id, lobby.leave(), action="bye too")).table.phase == "over"
    assert await party.host.table_at(HERE.id) is None


async def test_what_only_the_host_may_do(party: Party) -> None:
    await party.lobby(people=3)
    for refused in (
        party.host.act(party.id, BEN.id, lobby.add_ai(), action="1"),
        party.host.act(party.id, BEN.id, lobby.remove(2), action="2"),
        party.host.act(party.id, BEN.id, lobby.set_options(), action="3"),
        party.host.act(party.id, BEN.id, lobby.start(), action="4"),
        party.host.act(party.id, BEN.id, consent.end(), action="5"),
    ):
        with refusal_of(errors.NotHost, match="Ada"):
            await refused
    assert (await party.host.act(party.id, BEN.id, consent.end(force=True), action="6")).table.phase == "over"


async def test_removing_a_seat(party: Party) -> None:
    await party.lobby(people=2, ais=1)
    with pytest.raises(errors.NoSuchSeat):
        await party.host.act(party.id, ADA.id, lobby.remove(5), action="empty")
    with refusal_of(errors.NoSuchSeat, match="Leave"):
        await party.host.act(party.id, ADA.id, lobby.remove(0), action="own")
    table = (await party.host.act(party.id, ADA.id, lobby.remove(1), action="Ben")).table
    assert [seat.name for seat in table.seats] == ["Ada", "Alder"]


@pytest.mark.parametrize(
    ("kingdom", "error", "words"),
    [
        (("Village", "Smithy"), errors.BadKingdom, "you gave 2"),
        ((*first_game(2)[:9], "Vilage"), errors.UnknownCard, "Vilage"),
        ((*first_game(2)[:9], first_game(2)[0]), errors.BadKingdom, "twice"),
        ((*first_game(2)[:9], "Copper"), errors.BadKingdom, "Copper"),
    ],
)
async def test_invalid_kingdoms(party: Party, kingdom: tuple[str, ...], error: type[TableError], words: str) -> None:
    with refusal_of(error, match=words):
        await party.host.new_table(HERE, ADA, Options(kingdom=kingdom), action="bad")
    assert await party.host.table_at(HERE.id) is None
    await party.lobby(people=1)
    with pytest.raises(error):
        await party.host.act(party.id, ADA.id, lobby.set_options(kingdom=kingdom_of(kingdom)), action="bad too")


async def test_options(party: Party) -> None:
    await party.lobby(people=3)
    kingdom = kingdom_of(tuple(reversed(first_game(2))))
    outcome = await party.host.act(party.id, ADA.id, lobby.set_options(kingdom=kingdom, max_seats=4), action="1")
    assert outcome.table.options == Options(kingdom=kingdom, max_seats=4)
    with pytest.raises(errors.TableFull):
        await party.host.act(party.id, ADA.id, lobby.set_options(max_seats=2), action="2")


async def test_starting(party: Party) -> None:
    await party.lobby(people=1)
    with pytest.raises(errors.TooFewPlayers):
        await party.host.act(party.id, ADA.id, lobby.start(), action="alone")
    with pytest.raises(errors.NotStarted):
        await party.host.view(party.id, ADA.id)
    with pytest.raises(errors.NotStarted):
        await party.host.act(party.id, ADA.id, play.answer(1, ["end"]), action="early")
    await party.host.act(party.id, BEN.id, lobby.sit(BEN), action="Ben")
    outcome = await party.host.act(party.id, ADA.id, lobby.start(), action="start")
    assert outcome.table.phase == "playing" and outcome.view is not None and outcome.view.viewer == 0
    assert outcome.table.commitment == outcome.view.commitment
    for refused in (
        party.host.act(party.id, CLEO.id, lobby.sit(CLEO), action="1"),
        party.host.act(party.id, BEN.id, lobby.leave(), action="2"),
        party.host.act(party.id, ADA.id, lobby.add_ai(), action="3"),
        party.host.act(party.id, ADA.id, lobby.start(), action="4"),
    ):
        with pytest.raises(errors.AlreadyStarted):
            await refused


async def test_starting_in_a_thread_of_its_own(party: Party) -> None:
    await party.lobby(options=Options(own_thread=True))
    outcome = await party.host.act(party.id, ADA.id, lobby.start(thread=71), action="start")
    assert outcome.table.place == Place(guild=HERE.guild, channel=HERE.channel, thread=71)
    await party.crash()
    again = await party.host.act(party.id, ADA.id, lobby.start(thread=71), action="start")
    assert again.repeated and again.table.place.id == 71
    assert await party.host.table_at(71) == await party.table()
    assert await party.host.table_at(HERE.id) is None, "the channel is free for another table"
    await party.host.act(party.id, ADA.id, play.resign(), action="enough")
    for place in (HERE.id, 71):
        assert await party.host.kingdoms.last(place) == outcome.table.options.kingdom
    assert (await party.host.rematch(party.id, BEN.id, action="again")).table.place.id == 71
    new = (await party.host.new_table(HERE, ADA, Options(), action="new")).table
    assert new.before == party.id, "the next game here follows the one that this channel gave a thread"


async def test_a_thread_in_which_another_game_is_going_on_is_not_taken(party: Party) -> None:
    thread = Place(guild=HERE.guild, channel=HERE.channel, thread=71)
    await party.host.new_table(thread, CLEO, Options(), action="first come")
    await party.lobby(options=Options(own_thread=True))
    with refusal_of(errors.TableThere, match="own thread"):
        await party.host.act(party.id, ADA.id, lobby.start(thread=71), action="start")
    assert (await party.table()).phase == "lobby"
    assert (await party.host.act(party.id, ADA.id, lobby.start(), action="here then")).table.place == HERE


async def test_games_in_other_threads_are_not_the_channels(party: Party) -> None:
    thread = Place(guild=HERE.guild, channel=HERE.channel, thread=71)
    await party.lobby(place=thread)
    await party.host.act(party.id, ADA.id, lobby.start(), action="start")
    await party.host.act(party.id, ADA.id, play.resign(), action="enough")
    assert await party.host.kingdoms.last(HERE.id) is None


async def test_no_such_table(party: Party) -> None:
    with refusal_of(errors.NoTable, match="/game new"):
        await party.host.table("nowhere")


@pytest.mark.parametrize("forged", [{"max_seats": 10**9}, {"vetoes": "perhaps"}, {"ai": ["kingdom"]}])
async def test_options_that_no_row_can_hold_are_refused(party: Party, forged: dict[str, object]) -> None:
    await party.lobby(2)
    options = (await party.table()).options
    with pytest.raises(errors.NoSuchOption):
        await party.host.act(party.id, ADA.id, lobby.set_options(**forged), action="forged")
    await party.crash()
    assert (await party.table()).options == options


@pytest.mark.parametrize("here", [True, False])
@pytest.mark.parametrize("said", [{"react": "garbage"}, {"answers": {f"Moat:{number}": "yes" for number in range(401)}}])
async def test_auto_answers_that_no_row_can_hold_are_refused(party: Party, here: bool, said: dict[str, object]) -> None:
    await party.start()
    forged = AutoAnswers().model_copy(update=said)
    act, people = party.host.act, party.host.people
    given = (
        act(party.id, ADA.id, answers.set_answers(forged), action="forged")
        if here
        else people.set_answers(ADA.id, forged, action="forged")
    )
    with pytest.raises(errors.NoSuchOption):
        await given
    await party.crash()
    assert (await party.host.people.answers(ADA.id, party.id)).react == "always"
