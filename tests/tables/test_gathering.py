"""How a table gathers its players: who a rematch waits for, who hosts a table whose host leaves, and how long it stays open."""

from datetime import timedelta

import pytest

from tables import Options, Outcome, TableView, errors
from tables.commands import consent, lobby, play
from tests.databases import sql
from tests.tables.kit import ADA, BEN, CLEO, HERE, PEOPLE, Party

DAY = timedelta(days=1)


async def played(party: Party, people: int = 3, ais: int = 0) -> None:
    """Play a game to its end, which comes quickly: all but Ada resign."""
    await party.start(people, ais)
    for person in PEOPLE[1:people]:
        await party.host.act(party.id, person.id, play.resign(), action=party.action())
    if (await party.table()).phase != "over":
        await party.host.act(party.id, ADA.id, play.resign(), action=party.action())
    assert (await party.table()).phase == "over"


async def rematch(party: Party, draw: bool = False) -> TableView:
    """Let Ada ask for a rematch."""
    table = (await party.host.rematch(party.id, ADA.id, action=party.action(), draw=draw)).table
    party.id = table.id
    return table


async def joins(party: Party, number: int) -> Outcome:
    person = PEOPLE[number]
    return await party.host.act(party.id, person.id, lobby.sit(person), action=party.action())


@pytest.mark.parametrize("draw", [False, True])
async def test_a_rematch_starts_when_all_are_in(party: Party, draw: bool) -> None:
    await played(party)
    table = await rematch(party, draw)
    assert (table.phase, table.gathering.wanted) == ("lobby", (BEN.id, CLEO.id))
    assert (await joins(party, 1)).table.gathering.wanted == (CLEO.id,)
    with pytest.raises(errors.AlreadySeated):
        await joins(party, 1)
    await party.crash()
    assert (await party.table()).starts_with(CLEO.id)
    before = len(party.changes)
    table = (await joins(party, 2)).table
    assert table.phase == "playing" and [seat.person for seat in table.seats] == [ADA.id, BEN.id, CLEO.id]
    assert not table.gathering.wanted and table.before is not None
    assert len(party.changes) == before + 1, "all in one commit"


async def test_a_click_that_starts_a_rematch_counts_once(party: Party) -> None:
    await played(party, people=2)
    await rematch(party)
    first = await party.host.act(party.id, BEN.id, lobby.sit(BEN), action="in")
    again = await party.host.act(party.id, BEN.id, lobby.sit(BEN), action="in")
    assert again.repeated and again.table == first.table and first.table.phase == "playing"


async def test_the_host_can_start_before_all_are_in(party: Party) -> None:
    await played(party)
    await rematch(party)
    table = (await party.host.act(party.id, ADA.id, lobby.start(), action="start")).table
    assert table.phase == "playing" and len(table.seats) == 3 and not table.gathering.wanted


async def test_a_rematch_does_not_wait_for_those_who_leave(party: Party) -> None:
    await played(party)
    await rematch(party)
    await party.host.act(party.id, CLEO.id, lobby.leave(), action="not this time")
    assert (await party.table()).gathering.wanted == (BEN.id,)
    table = (await joins(party, 1)).table
    assert table.phase == "playing" and [seat.person for seat in table.seats] == [ADA.id, BEN.id]


@pytest.mark.parametrize("removed", [False, True])
async def test_a_rematch_starts_when_the_last_one_awaited_wont_come(party: Party, removed: bool) -> None:
    await played(party)
    await rematch(party)
    await joins(party, 1)
    command = lobby.remove(2) if removed else lobby.leave()
    table = (await party.host.act(party.id, (ADA if removed else CLEO).id, command, action="without Cleo")).table
    assert table.phase == "playing" and [seat.person for seat in table.seats] == [ADA.id, BEN.id]


async def test_a_rematch_with_no_one_left_but_ais_waits_for_its_host(party: Party) -> None:
    await played(party, people=2, ais=1)
    await rematch(party)
    table = (await party.host.act(party.id, BEN.id, lobby.leave(), action="not this time")).table
    assert table.phase == "lobby" and not table.gathering.wanted
    assert (await joins(party, 2)).table.phase == "lobby", "it is a table like any other then"


async def test_only_a_rematch_starts_by_itself(party: Party) -> None:
    await party.lobby(people=3, options=Options(max_seats=3))
    table = (await party.host.act(party.id, CLEO.id, lobby.leave(), action="leave")).table
    assert table.phase == "lobby"


async def test_a_lobby_says_once_that_another_person_hosts_it(party: Party) -> None:
    await party.lobby(people=3)
    table = (await party.host.act(party.id, ADA.id, lobby.leave(), action="leave")).table
    assert (table.host, table.gathering.left, table.gathering.former_host) == (BEN.id, "Ada", ADA.id)
    await party.crash()
    assert (await party.table()).gathering.left == "Ada"
    table = (await party.host.act(party.id, BEN.id, lobby.add_ai(), action="ai")).table
    assert (table.host, table.gathering.left) == (BEN.id, "")


async def test_a_lobby_forgets_the_name_of_a_host_who_wants_that(party: Party) -> None:
    await party.lobby(people=3)
    await party.host.act(party.id, ADA.id, lobby.leave(), action="leave")
    sql(party.path, "DELETE FROM actions")
    await party.host.own_data.forget(ADA.id)
    table = await party.table()
    assert (table.gathering.left, table.gathering.former_host, table.host) == ("", None, BEN.id)


async def test_a_game_passes_on_when_its_host_resigns(party: Party) -> None:
    await party.start(people=3)
    await party.host.act(party.id, BEN.id, play.resign(), action="Ben")
    assert (await party.table()).host == ADA.id
    table = (await party.host.act(party.id, ADA.id, play.resign(), action="Ada")).table
    assert table.phase == "over" and table.host == ADA.id, "there is nothing left to host"


async def test_everyone_reads_once_who_hosts_a_game_now(party: Party) -> None:
    await party.start(people=3)
    table = (await party.host.act(party.id, ADA.id, play.resign(), action="Ada")).table
    assert table.host == BEN.id
    _, notes = await party.store.log(party.id)
    told = {note.person: note.says.who for note in notes if note.says is not None and note.says.what == "host"}
    assert told == {ADA.id: "Ben", BEN.id: "", CLEO.id: "Ben"}
    assert len(notes) == 3
    await party.crash()
    assert (await party.table()).host == BEN.id


async def test_a_private_rematch_needs_no_invitations(party: Party) -> None:
    await party.lobby(people=2)
    await party.host.act(party.id, ADA.id, lobby.set_options(private=True), action="private")
    await party.host.act(party.id, ADA.id, lobby.start(), action="start")
    await party.host.act(party.id, BEN.id, play.resign(), action="over")
    await rematch(party)
    assert (await joins(party, 1)).table.phase == "playing"
    assert (await party.host.table_at(HERE.id)) == await party.table()


# how long a table stays open


async def after(party: Party, days: float) -> TableView:
    """Let days go by, and return the table."""
    party.clock.now += days * DAY
    await party.host.timers.look_after()
    return await party.table()


async def test_a_table_closes_after_a_week_without_a_change_and_warns_a_day_before(party: Party) -> None:
    await party.lobby(people=2)
    assert (await after(party, 5.9)).gathering.warned is None
    assert (await after(party, 0.1)).gathering.warned is not None
    assert (await after(party, 0.9)).phase == "lobby"
    table = await after(party, 0.1)
    assert (table.phase, table.started, table.gathering.expired) == ("over", None, True)
    version = table.version
    assert (await after(party, 30)).version == version
    await party.crash()
    assert (await party.table()).gathering.expired and await party.host.table_at(HERE.id) is None


@pytest.mark.parametrize("warned", [False, True])
async def test_any_change_keeps_a_table_open_for_another_week(party: Party, warned: bool) -> None:
    await party.lobby(people=2)
    await after(party, 6.5 if warned else 5)
    for command in (lobby.keep_open(), lobby.set_options(vetoes=True), lobby.add_ai()):
        await party.host.act(party.id, ADA.id, command, action=party.action())
        assert (await party.table()).gathering.warned is None
        assert (await after(party, 5.9)).gathering.warned is None
        assert ((await after(party, 0.2)).gathering.warned is not None, (await party.table()).phase) == (True, "lobby")


async def test_only_those_at_a_table_keep_it_open(party: Party) -> None:
    await party.lobby(people=2)
    with pytest.raises(errors.NotSeated):
        await party.host.act(party.id, CLEO.id, lobby.keep_open(), action="not mine")
    await party.host.act(party.id, BEN.id, lobby.keep_open(), action="mine")
    await party.host.act(party.id, ADA.id, lobby.start(), action="start")
    with pytest.raises(errors.AlreadyStarted):
        await party.host.act(party.id, BEN.id, lobby.keep_open(), action="late")


async def test_after_a_month_offline_a_table_warns_before_it_closes(party: Party) -> None:
    await party.lobby(people=2)
    await party.store.close()
    party.clock.now += 30 * DAY
    await party.open()
    table = await after(party, 0)
    assert table.phase == "lobby" and table.gathering.warned is not None
    assert (await after(party, 0.9)).phase == "lobby"
    assert (await after(party, 0.2)).phase == "over"


async def test_what_the_bot_does_by_itself_keeps_no_table_open(party: Party) -> None:
    await party.lobby(people=2)
    party.clock.now += 5 * DAY
    await party.host.rename(party.id, ADA.model_copy(update={"name": "Adaline"}))
    assert (await after(party, 1)).gathering.warned is not None


async def test_a_game_has_no_date_to_close(party: Party) -> None:
    await party.start()
    table = await after(party, 100)
    assert table.phase == "playing" and table.gathering.warned is None
    await party.host.act(party.id, ADA.id, consent.end(), action="end")


async def test_a_warning_and_the_end_of_a_table_each_come_once_although_the_bot_is_killed(party: Party) -> None:
    await party.lobby(people=2)
    for days in (6, 1):
        party.clock.now += days * DAY
        await party.crash()
        await party.host.timers.look_after()
        version = (await party.table()).version
        await party.crash()
        await party.host.timers.look_after()
        assert (await party.table()).version == version
    assert (await party.table()).phase == "over"


async def test_tables_open_before_an_update_are_warned_like_others(party: Party) -> None:
    await party.lobby(people=1)
    sql(party.path, "UPDATE tables SET gathering = NULL")
    await party.crash()
    assert (await after(party, 6)).gathering.warned is not None
