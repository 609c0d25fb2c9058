"""What is deleted over time, and what stays."""

from datetime import datetime, timedelta

import pytest

from storage.models import Message, Passing
from tables import Options, Place, cleaning, errors
from tables.commands import lobby, play
from tests.databases import sql
from tests.tables.kit import ADA, BEN, HERE, Party, refusal_of

pytestmark = pytest.mark.both

DAY = timedelta(days=1)
THERE = Place(guild=7, channel=80)


async def after(party: Party, days: int) -> None:
    """Let days go by, and clean up."""
    party.clock.now += days * DAY
    await party.host.cleaner.clean()


async def shown(party: Party, table: str) -> None:
    """Record that Discord shows a table."""
    await party.host.messages.shown({table: (await party.host.table(table)).version})


def count(party: Party, source: str, where: str = "true") -> int:
    ((found,),) = sql(party.path, f"SELECT count(*) FROM {source} WHERE {where}")
    assert isinstance(found, int)
    return found


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Delete a few rows at a time, without pauses."""
    monkeypatch.setattr(cleaning, "MOST", 2)
    monkeypatch.setattr(cleaning, "PAUSE", 0.0)


async def test_a_table_that_was_closed_before_its_game_leaves_nothing_behind(party: Party) -> None:
    await party.lobby(people=2)
    await party.host.messages.keep([Message(table=party.id, purpose="lobby", channel=70, message=1, final=True)])
    for person in (ADA, BEN):
        await party.host.act(party.id, person.id, lobby.leave(), action=party.action())
    kept = (await party.host.new_table(THERE, ADA, Options(), action="another")).table.id
    await after(party, 4)
    assert count(party, "tables") == 2, "Discord doesn't show yet that it is closed"
    await shown(party, party.id)
    await party.host.cleaner.clean()
    assert sql(party.path, "SELECT id FROM tables") == [(kept,)]
    for source in ("seats", "messages", "calls", "actions"):
        assert count(party, source, f"table_id = '{party.id}'") == 0
    await party.crash()
    with refusal_of(errors.NoTable, match="no longer exists"):
        await party.host.table(party.id)


async def test_a_game_stays_although_it_is_over(party: Party) -> None:
    await party.start()
    await party.host.act(party.id, ADA.id, play.resign(), action="over")
    await shown(party, party.id)
    await after(party, 1000)
    assert (await party.table()).phase == "over" and await party.host.kingdoms.last(HERE.id) is not None


async def test_pings_go_that_were_sent_or_that_no_one_needs(party: Party) -> None:
    await party.start(people=3)
    await party.say(await party.awaited(), "end")
    (sent,) = await party.host.messages.calls()
    await after(party, 2)
    assert count(party, "calls") == 1, "it is still to be sent"
    await party.host.messages.keep(called=[sent])
    await party.host.cleaner.clean()
    assert count(party, "calls") == 0
    for _ in range(2):
        await party.say(await party.awaited(), "end")
    assert count(party, "calls") == 2
    await after(party, 2)
    assert count(party, "calls") == len(await party.host.messages.calls()) == 1, "who has moved needs none"


async def test_direct_messages_that_show_a_finished_game_are_forgotten(party: Party) -> None:
    await party.start()
    hands = {person.id: f"hand:{person.id}" for person in (ADA, BEN)}
    messages = [Message(table=party.id, purpose=hand, channel=9, message=id, audience=id) for id, hand in hands.items()]
    await party.host.messages.keep([*messages, Message(table=party.id, purpose="score", channel=70, message=99, final=True)])
    await after(party, 40)
    assert count(party, "messages") == 3, "the game goes on"
    await party.host.act(party.id, ADA.id, play.resign(), action="over")
    await shown(party, party.id)
    await after(party, 29)
    assert count(party, "messages") == 3
    await after(party, 2)
    assert sql(party.path, "SELECT purpose FROM messages") == [("score",)]


async def test_only_what_the_bot_can_do_without_leaves_the_quarantine(party: Party) -> None:
    for source in ("log", "settings", "notes", "tables", "seats", "entries", "games"):
        sql(
            party.path,
            "INSERT INTO quarantine (source, key, data, reason, at) VALUES (?, 'k', '{}', 'r', '2026-01-01T00:00:00.000Z')",
            source,
        )
    await after(party, 89)
    assert count(party, "quarantine") == 7
    await after(party, 2)
    assert {source for (source,) in sql(party.path, "SELECT source FROM quarantine")} == {"tables", "seats", "entries", "games"}


async def test_many_rows_go_a_few_at_a_time(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(7):
        await party.host.people.no_more_hints(number, action=f"hints {number}")
    sizes = []
    clear = party.store.clear

    async def counted(what: Passing, before: datetime, most: int) -> int:
        size = await clear(what, before, most)
        sizes.append(size)
        return size

    monkeypatch.setattr(party.store, "clear", counted)
    await after(party, 4)
    assert [size for size in sizes if size] == [2, 2, 2, 1] and count(party, "actions") == 0
