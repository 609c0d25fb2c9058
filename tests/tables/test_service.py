"""What one command costs the store, what a snapshot holds, and what is retried after a failure."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import Counter
from datetime import timedelta
from time import thread_time
from typing import Any

import pytest

from engine import decide
from storage.models import Change, StoredEntry
from storage.personal import PersonSettings
from storage.store import Store
from tables import Options, Place, access, errors, memory
from tables.commands import lobby, places, plans, play
from tables.threads import work_for
from tests.databases import special_store
from tests.tables.kit import ADA, BEN, Party, buying


class Watched(Store):
    """A store that counts its calls, and whose commits can fail."""

    def __init__(self, *where: Any) -> None:
        super().__init__(*where)
        self.counted: Counter[str] = Counter()
        self.failures = 0

    def __getattribute__(self, name: str) -> Any:
        found = super().__getattribute__(name)
        if not name.startswith("_") and asyncio.iscoroutinefunction(found):
            self.counted[name] += 1
        return found

    async def commit(self, change: Change) -> None:
        if self.failures and change.action is None:
            self.failures -= 1
            raise sqlite3.OperationalError("database is locked")
        await super().commit(change)


@pytest.fixture
async def watched(party: Party) -> Watched:
    await party.close()
    store = special_store(Watched, party.path)
    await party.open(store)
    return store


async def test_a_plain_move_is_one_commit_and_no_other_call(party: Party, watched: Watched) -> None:
    await party.start()
    for person in (ADA.id, BEN.id, None):
        await party.host.snapshot(party.id, person)
    for move in ("treasures", "end"):
        person = await party.awaited()
        decision = (await party.decision(person)).id
        watched.counted.clear()
        outcome = await party.host.act(party.id, person, play.answer(decision, [move]), action=move)
        assert [*outcome.snapshot.this_turn] and await party.host.snapshot(party.id, None)
        assert watched.counted == {"commit": 1}


async def test_a_snapshot_stays_as_it_was_committed(party: Party) -> None:
    await party.start()
    await party.say(await party.awaited(), "treasures")
    before = await party.host.snapshot(party.id, None)
    logged, table = await party.host.log(party.id, None, before.table.turn), await party.table()
    await party.say(await party.awaited(), "end")
    assert [*before.this_turn] == logged and before.table == table
    assert (await party.host.snapshot(party.id, None)).table.version == table.version + 1


async def test_a_snapshot_is_made_again_when_something_in_it_changes(party: Party) -> None:
    await party.start()
    first = await party.host.snapshot(party.id, ADA.id)
    assert await party.host.snapshot(party.id, ADA.id) is first
    await party.host.people.set_pictures(ADA.id, "light", action="light")
    assert (await party.host.snapshot(party.id, ADA.id)).settings.pictures == "light"
    planner = BEN.id if await party.awaited() == ADA.id else ADA.id
    planned = await party.host.act(party.id, planner, plans.set_plan("Silver"), action="plan")
    assert planned.snapshot.plan is not None and planned.snapshot.preview is not None


async def test_the_log_in_memory_is_that_of_the_store(party: Party) -> None:
    await party.start()
    shopping = buying("Militia", "Silver")
    for step in range(60):
        person = (await party.step(shopping)).snapshot.person or 0
        if step % 7 == 3 and (await party.host.snapshot(party.id, person)).last_move:
            await party.host.act(party.id, person, play.undo(), action=f"undo {step}")
        snapshot = await party.host.snapshot(party.id, ADA.id)
        whole = await party.host.log(party.id, ADA.id)
        for turn in range(max(1, snapshot.logs.first), snapshot.table.turn + 1):
            assert [*snapshot.turn_log(turn)] == [line for line in whole if line.turn == turn]
    assert snapshot.own_last_turn and snapshot.logs.first > 0, "early turns are left to the store"
    some = await party.host.log(party.id, ADA.id, range(2, 5))
    assert some == [line for line in whole if 2 <= line.turn < 5]


async def test_a_refusal_says_what_and_where_it_was_not_done(party: Party) -> None:
    await party.start()
    with pytest.raises(errors.NotHost) as refusal:
        await party.host.act(party.id, BEN.id, places.move(Place(guild=7, channel=9)), action="elsewhere")
    assert refusal.value.host == "Ada" and refusal.value.snapshot is not None and refusal.value.snapshot.person == BEN.id


async def test_what_goes_on_in_the_background_is_tried_again(
    party: Party, watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "RETRIES", (0.01, 0.02))
    monkeypatch.setattr("tables.advance.SLICE", 1)
    watched.failures = 3
    await party.lobby(people=1, ais=3)
    await party.host.act(party.id, ADA.id, lobby.start(), action="start")
    async with asyncio.timeout(20):
        while tasks := party.host._access._tasks:
            await asyncio.wait({*tasks})
    assert [each.person for each in (await party.table()).awaited] == [ADA.id]


async def test_someones_move_waits_for_the_ais_of_one_game_of_each_other_person(
    party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tables.advance.BREATH", 0.0)
    ended = list[int | None]()
    games = dict[str, int]()
    for number, person in enumerate((ADA, ADA, ADA, ADA, BEN)):
        outcome = await party.host.new_table(Place(guild=7, channel=80 + number), person, Options(), action=party.action())
        for _ in range(5):
            await party.host.act(outcome.table.id, person.id, lobby.add_ai(), action=party.action())
        await party.host.act(outcome.table.id, person.id, lobby.start(), action=party.action())
        games[outcome.table.id] = person.id

    async def end_turn(game: str, person: int) -> None:
        work_for(person)
        decision = next(iter((await party.host.view(game, person)).decisions))
        await party.host.act(game, person, play.answer(decision.id, ["end"]), action=party.action())
        ended.append(person)

    await asyncio.gather(*(end_turn(*each) for each in games.items()))
    assert ended.index(BEN.id) <= 1, "not after all of the other's games"


async def test_ais_that_think_long_leave_other_tables_their_turn(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    thought, longest = 0, 0

    def long_thought(*asked: Any) -> list[str]:
        nonlocal thought
        thought += 1
        begun = thread_time()
        while thread_time() - begun < 0.006:
            pass
        return [*decide(*asked)]

    async def others() -> None:
        nonlocal longest
        while True:
            before = thought
            await asyncio.sleep(0)
            longest = max(longest, thought - before)

    monkeypatch.setattr("tables.advance.decide", long_thought)
    waiting = asyncio.create_task(others())
    await party.start(people=1, ais=3)
    await party.until(lambda table, view: table.turn > 4, buying("Silver"))
    waiting.cancel()
    assert thought > 3 and longest == 1


async def test_an_old_panel_is_pressed_again_without_reading_the_whole_game(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tables.commands.play.READ_AT_ONCE", 2)
    monkeypatch.setattr("tables.commands.play.MOST_READ", 4)
    await party.start()
    pressed, read = [], list[int]()
    for number in range(40):
        if number == 20:
            await party.crash()
        person = await party.awaited()
        pressed.append((person, (await party.decision(person)).id))
        await party.say(person, "end")
    journal = party.store.journal

    async def counted(*wanted: Any) -> list[StoredEntry]:
        read.append(len(found := await journal(*wanted)))
        return found

    monkeypatch.setattr(party.store, "journal", counted)
    for person, decision in pressed[-1], pressed[-4]:
        assert (await party.host.act(party.id, person, play.answer(decision, ["end"]), action=f"{decision}")).repeated
    person, decision = pressed[0]
    with pytest.raises(errors.MovedOn):
        await party.host.act(party.id, person, play.answer(decision, ["end"]), action="long ago")
    assert read == [2, 2, 2, 2, 2]


async def test_whether_an_answer_is_a_repeated_one_depends_only_on_the_time(party: Party) -> None:
    await party.start()
    person = await party.awaited()
    decision = (await party.decision(person)).id
    await party.say(person, "end")
    again = play.answer(decision, ["end"])
    party.clock.now += play.REPEATED_WITHIN - timedelta(minutes=1)
    assert (await party.host.act(party.id, person, again, action="in time")).repeated
    party.clock.now += timedelta(minutes=2)
    with pytest.raises(errors.MovedOn):
        await party.host.act(party.id, person, again, action="too late")


async def test_no_pause_keeps_the_bot_from_stopping(party: Party, watched: Watched) -> None:
    await party.lobby(people=1, ais=3)
    watched.failures = 1_000
    party.host._access._task(party.host._access._retry(party.id, None, failures=3))
    await asyncio.sleep(0)
    async with asyncio.timeout(5):
        await party.host.close()


async def test_ids_of_actions_are_forgotten_as_time_goes_by(party: Party) -> None:
    await party.lobby()
    assert await party.store.action("action-1") is not None
    party.clock.now += timedelta(days=4)
    await party.host.cleaner.clean()
    assert await party.store.action("action-1") is None


async def test_what_no_one_else_sees_brings_no_second_ping(party: Party) -> None:
    await party.start(people=1, ais=1)
    person = await party.awaited()
    await party.say(person, "end")
    party.clock.now += timedelta(minutes=11)
    await party.host.timers.look_after()
    (ping,) = await party.host.messages.calls()
    await party.host.messages.keep(called=[ping])
    await party.host.act(party.id, person, plans.drop_plan(), action="private")
    party.clock.now += timedelta(minutes=11)
    await party.host.timers.look_after()
    assert await party.host.messages.calls() == []


async def test_a_ping_that_has_not_come_yet_comes_even_if_its_person_acts_unseen(party: Party) -> None:
    await party.start()
    await party.say(await party.awaited(), "end")
    (ping,) = await party.host.messages.calls()
    await party.host.act(party.id, await party.awaited(), plans.drop_plan(), action="private")
    assert await party.host.messages.calls() == [ping]
    await party.crash()
    assert await party.host.messages.calls() == [ping]


async def test_the_settings_of_all_who_ever_clicked_aren_t_kept_in_memory(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "PEOPLE_KEPT", 3)
    await party.start()
    await party.host.people.set_pictures(ADA.id, "light", action="light")
    for person in range(100, 110):
        await party.host.snapshot(party.id, person)
    assert len(party.host._access._memory.people) == 3
    assert (await party.host.people.settings(ADA.id)).pictures == "light"


async def test_settings_read_before_a_change_do_not_undo_it(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    read, begun, on_its_way = party.store.settings, asyncio.Event(), asyncio.Event()

    async def settings(person: int) -> PersonSettings:
        found = await read(person)
        if not begun.is_set():
            begun.set()
            await on_its_way.wait()
        return found

    monkeypatch.setattr(party.store, "settings", settings)
    reading = asyncio.create_task(party.host.people.settings(ADA.id))
    await begun.wait()
    await party.host.people.set_listed(ADA.id, False, action="unlisted")
    on_its_way.set()
    await reading
    await party.host.people.set_pictures(ADA.id, "light", action="light")
    assert not (await read(ADA.id)).listed
