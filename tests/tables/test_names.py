"""The names of seats whose players change theirs."""

import pytest

from tables import Person
from tables.commands import consent, lobby, play, seats
from tests.logs import read_log
from tests.tables.kit import ADA, BEN, CLEO, MANAGER, Party, buying, falsify, over

ADDIE, BENNY = Person(id=ADA.id, name="Addie"), Person(id=BEN.id, name="Benny")


async def names(party: Party) -> list[str]:
    return [seat.name for seat in (await party.table()).seats]


async def test_a_game_calls_its_players_by_their_current_names(party: Party) -> None:
    await party.start()
    person = await party.awaited()
    await party.say(person, "treasures", "end")
    before = await party.host.log(party.id, None)
    table = await party.host.rename(party.id, ADDIE)
    assert [seat.name for seat in table.seats] == ["Addie", "Ben"]
    assert [player.name for player in (await party.host.view(party.id, None)).players] == ["Addie", "Ben"]
    assert await party.host.log(party.id, None) == before, "what is written stays as it is"
    await party.crash()
    for _ in range(2):
        await party.say(await party.awaited(), "treasures", "end")
    later = (await read_log(party.host, party.id, None))[len(before) :]
    assert any(text.startswith("Addie ") for text in later) and not any(text.startswith("Ada ") for text in later)
    assert await names(party) == ["Addie", "Ben"]


async def test_a_name_that_has_not_changed_commits_nothing(party: Party) -> None:
    await party.lobby()
    await party.host.act(
        party.id, Person(id=CLEO.id, name="Ada").id, lobby.sit(Person(id=CLEO.id, name="Ada")), action="another Ada"
    )
    for started in (False, True):
        if started:
            await party.host.act(party.id, ADA.id, lobby.start(), action="start")
        version = (await party.table()).version
        for person in (ADA, BEN, Person(id=CLEO.id, name="Ada"), Person(id=4, name="Dan")):
            await party.host.rename(party.id, person)
        assert (await party.table()).version == version and await names(party) == ["Ada", "Ben", "Ada (2)"]


async def test_no_two_seats_get_one_name(party: Party) -> None:
    await party.start()
    await party.host.rename(party.id, Person(id=BEN.id, name="Ada"))
    assert await names(party) == ["Ada", "Ada (2)"]
    await party.host.rename(party.id, ADDIE)
    await party.host.rename(party.id, Person(id=BEN.id, name="Ada"))
    assert await names(party) == ["Addie", "Ada"]


async def test_a_new_name_leaves_pings_and_waits_alone(party: Party) -> None:
    await party.start()
    table, calls = await party.table(), await party.host.messages.calls()
    for person in (ADDIE, BENNY):
        await party.host.rename(party.id, person)
    now = await party.table()
    assert [each.since for each in now.awaited] == [each.since for each in table.awaited]
    assert await party.host.messages.calls() == calls


async def test_a_seat_that_was_taken_over_keeps_its_first_name(party: Party) -> None:
    await party.start()
    await party.host.rename(party.id, ADDIE)
    number = 0
    await party.host.act(party.id, MANAGER, seats.replace(number, CLEO, force=True), action="for Addie")
    assert await names(party) == ["Cleo for Addie", "Ben"]
    await party.host.rename(party.id, Person(id=CLEO.id, name="Chloe"))
    await party.crash()
    assert await names(party) == ["Chloe for Addie", "Ben"]
    await party.host.rename(party.id, ADA)
    assert await names(party) == ["Chloe for Addie", "Ben"], "who has left is called by nothing else"
    await party.host.act(party.id, MANAGER, seats.replace(number, ADDIE, force=True), action="back")
    assert await names(party) == ["Addie", "Ben"]
    await party.host.rename(party.id, ADA)
    assert await names(party) == ["Ada", "Ben"], "back in their own seat"
    over_ = (await party.host.act(party.id, MANAGER, consent.end(force=True), action="enough")).table
    assert over_.result is not None
    await party.host.rename(party.id, ADDIE)
    assert await names(party) == ["Ada", "Ben"], "what is over stays as it was"
    assert {score.name for score in (await party.host.records.export(party.id)).result.scores} == {"Ada", "Ben"}


async def test_a_game_with_new_names_is_undone_played_and_verified(party: Party) -> None:
    await party.start()
    me = await party.awaited()
    await party.say(me, "treasures")
    for person in (ADDIE, BENNY):
        await party.host.rename(party.id, person)
    await party.host.act(party.id, me, play.undo(), action="back")
    said = await read_log(party.host, party.id, None)
    assert any("Addie" in text or "Benny" in text for text in said)
    await party.until(over, buying("Province", "Gold", "Silver"))
    assert not (await party.host.records.proof(party.id)).doubt


@pytest.mark.parametrize("person", [ADDIE, BENNY])
async def test_a_paused_table_learns_names_as_well(party: Party, person: Person) -> None:
    await party.start()
    await party.say(await party.awaited(), "treasures")
    await party.close()
    falsify(party.path)
    await party.open()
    await party.host.rename(party.id, person)
    assert person.name in await names(party) and (await party.table()).phase == "frozen"
    await party.host.act(party.id, ADA.id, play.resume(back=True), action="back")
    assert person.name in [player.name for player in (await party.host.view(party.id, None)).players]
