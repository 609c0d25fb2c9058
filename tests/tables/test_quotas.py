"""Limits on what one person, or one server, can ask of the bot, and what it says when they are reached."""

from dataclasses import replace
from datetime import timedelta

import pytest

from cogs.text.refusals import sentence
from tables import Options, Person, Place, errors
from tables.commands import lobby
from tables.quotas import DAY, MINUTE, Quotas
from tests.databases import sql
from tests.tables.kit import ADA, BEN, CLEO, HERE, Party, refusal_of


async def limited(party: Party, **quotas: int) -> None:
    """Restart the bot with these limits."""
    party.quotas = replace(party.quotas, **quotas)
    await party.crash()


async def opened(party: Party, number: int, person: Person = ADA, guild: int = 7) -> str:
    place = Place(guild=guild, channel=1000 + number)
    return (await party.host.new_table(place, person, Options(), action=f"new {guild} {number}")).table.id


def test_the_limits_that_hold_unless_changed() -> None:
    assert Quotas() == Quotas(tables=50, guests=30, lobbies=3, server_lobbies=20, opened=30, invitations=2, look_ups=5)


async def test_a_person_can_be_at_fifty_tables(party: Party) -> None:
    await party.lobby(people=1)
    for number in range(50):
        party.clock.now += DAY / 30
        await opened(party, number, BEN, guild=100 + number)
    with refusal_of(errors.TooMany, match="50 tables"):
        await party.host.act(party.id, BEN.id, lobby.sit(BEN), action="one more")
    with refusal_of(errors.TooMany, match="Finish or leave one first"):
        await opened(party, 50, BEN)


async def test_a_person_hosts_three_tables_that_have_not_started(party: Party) -> None:
    await limited(party, lobbies=Quotas().lobbies)
    tables = [await opened(party, number) for number in range(3)]
    with refusal_of(errors.TooMany, match="You host 3 tables that haven't started, the most I allow. Start or close one first."):
        await opened(party, 3)
    await party.host.act(tables[0], ADA.id, lobby.add_ai(), action="ai")
    await party.host.act(tables[0], ADA.id, lobby.start(), action="start")
    await opened(party, 4)
    await party.host.act(tables[1], ADA.id, lobby.leave(), action="leave")
    await opened(party, 5)
    other = await opened(party, 6, BEN)
    await party.host.act(other, ADA.id, lobby.sit(ADA), action="those of others don't count")


async def test_a_server_has_twenty_tables_that_have_not_started(party: Party) -> None:
    for number in range(20):
        await opened(party, number)
    with refusal_of(errors.TooMany, match="This server has 20 tables that haven't started"):
        await opened(party, 20, BEN)
    await opened(party, 21, BEN, guild=8)


async def test_a_person_opens_thirty_tables_a_day_whatever_becomes_of_them(party: Party) -> None:
    async def tried(number: int) -> None:
        table = (await party.host.new_table(HERE, ADA, Options(), action=f"new {number}")).table
        await party.host.act(table.id, ADA.id, lobby.leave(), action=f"leave {number}")

    start = party.clock.now
    for number in range(30):
        await tried(number)
    with pytest.raises(errors.TooMany) as refusal:
        await tried(30)
    again = refusal.value.again
    assert again is not None and timedelta() < again - (start + DAY) < MINUTE, "when the first of them is a day old"
    assert f"<t:{int(again.timestamp())}:R>" in sentence(refusal.value)
    await party.host.new_table(HERE, BEN, Options(), action="someone else's")
    await party.host.act((await party.host.live())[0].id, BEN.id, lobby.leave(), action="leave it")
    party.clock.now = again
    await tried(30)


async def test_at_most_thirty_people_are_invited_to_a_table(party: Party) -> None:
    await party.lobby(people=1)
    await party.host.act(party.id, ADA.id, lobby.invite(range(100, 130)), action="many")
    with refusal_of(errors.TooMany, match="At most 30 people"):
        await party.host.act(party.id, ADA.id, lobby.invite([99]), action="one more")
    await party.host.act(party.id, ADA.id, lobby.invite([100]), action="one of them again")


async def test_the_same_person_is_invited_twice_a_day_by_each(party: Party) -> None:
    tables = [await opened(party, number) for number in range(3)]
    for number, table in enumerate(tables[:2]):
        await party.host.act(table, ADA.id, lobby.invite([CLEO.id]), action=f"invite {number}")
    await party.host.act(tables[0], ADA.id, lobby.invite([CLEO.id]), action="who is invited already isn't invited again")
    await party.crash()
    with refusal_of(errors.TooMany, match=r"the same person only 2 times a day.*invite <@3> again <t:\d+:R>"):
        await party.host.act(tables[2], ADA.id, lobby.invite([BEN.id, CLEO.id]), action="invite 2")
    assert not (await party.host.table(tables[2])).invited
    await party.host.act(tables[2], ADA.id, lobby.invite([BEN.id]), action="someone else")
    await party.host.act(tables[2], BEN.id, lobby.sit(BEN), action="Ben")
    await party.host.act(tables[2], BEN.id, lobby.invite([CLEO.id]), action="by someone else")
    party.clock.now += DAY
    await party.host.act(await opened(party, 3), ADA.id, lobby.invite([CLEO.id]), action="the next day")


async def test_invitations_are_forgotten_with_the_actions(party: Party) -> None:
    await party.lobby(people=1)
    await party.host.act(party.id, ADA.id, lobby.invite([CLEO.id]), action="invite")
    assert sql(party.path, "SELECT person, guest FROM invitations") == [(ADA.id, CLEO.id)]
    party.clock.now += 4 * DAY
    await party.host.cleaner.clean()
    assert sql(party.path, "SELECT count(*) FROM invitations") == [(0,)]


async def test_a_malformed_time_does_not_count(party: Party) -> None:
    await party.lobby(people=1)
    await party.host.act(party.id, ADA.id, lobby.invite([CLEO.id]), action="invite")
    sql(party.path, "UPDATE invitations SET at = 'Friday'")
    sql(party.path, "UPDATE actions SET at = 'Friday'")
    assert await party.store.invited(ADA.id, CLEO.id, party.clock.now) == []
    assert await party.store.opened(ADA.id, party.clock.now) == []


async def test_five_look_ups_a_minute_of_each_in_each_channel(party: Party) -> None:
    look_ups = party.host.look_ups
    for _ in range(5):
        look_ups.note(ADA.id, 70)
    with refusal_of(errors.TooMany, match="show everyone 5 pages a minute.*Show another"):
        look_ups.note(ADA.id, 70)
    look_ups.note(BEN.id, 70)
    look_ups.note(ADA.id, 71)
    party.clock.now += MINUTE
    look_ups.note(ADA.id, 70)
