"""How a table gathers its players: who a rematch waits for, and who hosts a table that its host leaves."""

import pytest

from tables import Options, Outcome, TableView, errors
from tables.commands import lobby, play
from tests.tables.kit import ADA, BEN, CLEO, HERE, PEOPLE, Party


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


async def test_a_rematch_does_not_wait_for_who_leaves(party: Party) -> None:
    await played(party)
    await rematch(party)
    await party.host.act(party.id, CLEO.id, lobby.leave(), action="not this time")
    assert (await party.table()).gathering.wanted == (BEN.id,)
    table = (await joins(party, 1)).table
    assert table.phase == "playing" and [seat.person for seat in table.seats] == [ADA.id, BEN.id]


@pytest.mark.parametrize("removed", [False, True])
async def test_a_rematch_starts_when_the_last_one_awaited_will_not_come(party: Party, removed: bool) -> None:
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
