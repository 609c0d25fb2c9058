"""At startup, only tables that need something done are read."""

from datetime import timedelta
from typing import Any

import pytest

from storage.models import SavedGame, Table
from storage.personal import PersonSettings
from storage.store import Store
from tables import AutoAnswers, Options, Place
from tables.commands import lobby
from tests.databases import special_store
from tests.tables.kit import ADA, BEN, Party

pytestmark = pytest.mark.both


class Counting(Store):
    """A store that records which games were read, and whether all tables were."""

    def __init__(self, *where: Any) -> None:
        super().__init__(*where)
        self.read: list[str] = []
        self.all_read = False

    async def game(self, table_id: str, below: int | None = None) -> SavedGame | None:
        self.read.append(table_id)
        return await super().game(table_id, below)

    async def tables(self, *, place: int | None = None, person: int | None = None, follower: int | None = None) -> list[Table]:
        self.all_read = self.all_read or (place, person, follower) == (None, None, None)
        return await super().tables(place=place, person=person, follower=follower)


async def games(party: Party, number: int) -> list[str]:
    """Start games between Ada and Ben, each in its own channel; return their ids."""
    ids = []
    for channel in range(70, 70 + number):
        await party.lobby(place=Place(guild=7, channel=channel))
        await party.host.act(party.id, ADA.id, lobby.start(), action=party.action())
        ids.append(party.id)
    return ids


async def reopened(party: Party) -> Counting:
    """End the process and start another one; return the store that it reads."""
    await party.store.close()
    store = special_store(Counting, party.path)
    await party.open(store)
    return store


async def test_a_start_reads_no_game_that_waits_for_a_person(party: Party) -> None:
    ids = await games(party, 3)
    store = await reopened(party)
    assert store.read == [] and not store.all_read
    await party.host.table(ids[1])
    assert store.read == [ids[1]], "it is read when it is touched"


async def test_a_start_goes_on_with_the_game_whose_ai_was_cut_off(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    await games(party, 2)

    monkeypatch.setattr("tables.advance.SLICE", 0)
    await party.lobby(1, 1, place=Place(guild=7, channel=80))
    await party.host.act(party.id, ADA.id, lobby.start(), action=party.action())
    if any(a.person for a in (await party.table()).awaited):
        await party.say(ADA.id, "end")
    store = await reopened(party)
    assert store.read == [party.id]
    store = await reopened(party)
    assert store.read == [party.id], "it still hasn't answered"
    monkeypatch.undo()
    await reopened(party)
    assert await party.awaited() == ADA.id
    assert (await reopened(party)).read == []


async def test_auto_answers_act_even_after_a_crash_right_after_they_were_set(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    ids = await games(party, 2)
    turn = (await party.host.table(ids[1])).turn
    person = await party.awaited()

    async def killed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(party.host._access, "settle", killed)
    with pytest.raises(KeyboardInterrupt):
        await party.host.people._set_answers(person, AutoAnswers(treasures=True, end=True), "at once")
    store = await reopened(party)
    assert sorted(store.read) == sorted(ids)
    assert (await party.host.people.answers(person)).end
    assert all([(await party.host.table(id)).turn >= turn for id in ids])
    assert (await reopened(party)).read == [], "nothing more follows"


async def test_settings_that_play_nothing_leave_games_alone(party: Party) -> None:
    await games(party, 2)
    await party.store.set_settings(BEN.id, PersonSettings(dm_closed=True))
    assert (await reopened(party)).read == []


async def test_the_minutes_look_reads_only_games_that_have_waited_long(party: Party) -> None:
    await party.lobby(1, 1, place=Place(guild=7, channel=80))
    await party.host.act(party.id, ADA.id, lobby.start(), action=party.action())
    late = party.id
    await party.say(await party.awaited(), "end")
    store = await reopened(party)
    await party.host.timers.look_after()
    assert store.read == [] and not store.all_read
    party.clock.now += timedelta(minutes=11)
    await party.host.new_table(Place(guild=7, channel=90), BEN, Options(), action="other")
    await party.host.timers.look_after()
    assert store.read == [late] and not store.all_read
    assert [call.table for call in await party.host.messages.calls()] == [late]
    store = await reopened(party)
    await party.host.timers.look_after()
    assert store.read == [], "they are called"
