"""The store, with each kind of database: changes are applied as a whole or not at all, and rows that don't fit are set aside."""

import asyncio
from datetime import datetime, timedelta

import pytest
from pydantic import ValidationError

from engine import Entry, KingdomRequest, random_kingdom
from storage import ledger
from storage.connection import NotUnique
from storage.errors import BrokenRow, Conflict, DoneBefore, PlaceTaken
from storage.models import (
    Change,
    Look,
    Message,
    Options,
    OutsideAction,
    Place,
    SavedKingdom,
    Seat,
    Spot,
    StoredEntry,
)
from storage.personal import (
    NO_REMINDER,
    AutoAnswers,
    Away,
    Hours,
    PersonSettings,
    PlanPurchase,
    PlanStep,
    Reminder,
    TurnPlan,
)
from storage.store import Store
from tests.storage.kit import NOON, line, other, sql, started, table

pytestmark = pytest.mark.both


async def test_all_comes_back_as_it_was_stored(store: Store) -> None:
    await store.commit(Change(table=table(), action=OutsideAction(id="new", person=1, table="one", what="new", at=NOON)))
    change = started()
    await store.commit(change)
    await store.close()
    await store.open()
    assert await store.table("one") == change.table and await store.tables() == [change.table]
    saved = await store.game("one")
    assert saved is not None and change.started is not None
    assert (saved.save.setup, saved.save.seed) == (change.started.setup, change.started.seed)
    assert saved.save.snapshot == change.snapshots[-1] and saved.save.entries == (change.entries[2].entry,)
    assert saved.by == {2: "person"}
    earlier = await store.game("one", below=2)
    assert earlier is not None and earlier.save.snapshot == change.snapshots[0] and len(earlier.save.entries) == 3
    assert await store.journal("one") == list(change.entries)
    assert [await store.journal("one", since, 1) for since in (0, 1)] == [list(change.entries[:1]), list(change.entries[1:2])]
    assert await store.log("one") == (list(change.log), list(change.notes))
    assert await store.log("one", range(1, 2)) == (list(change.log[:2]), [])
    assert await store.standing("one") == change.standing
    assert await store.standing_of(1) == {"one": change.standing[1]} and await store.standing_of(2) == {}
    assert await store.calls() == list(change.calls)
    assert await store.action("start one") == change.action and await store.action("other") is None
    assert await store.quarantined() == []


async def test_finding_tables(store: Store) -> None:
    one, two = table(), table("two", channel=80, host=2, seats=(Seat(number=0, name="Ben", person=2),))
    thread = table("three", place=Place(guild=7, channel=70, thread=71))
    for each in (one, two, thread):
        await store.commit(Change(table=each))
    assert {each.id for each in await store.tables()} == {"one", "two", "three"}
    assert await store.tables(place=70) == [one] and await store.tables(place=71) == [thread]
    assert await store.tables(person=2) == [two]
    await store.commit(Change(table=two.model_copy(update={"version": 1, "phase": "over"})))
    assert await store.tables(person=2) == [] and await store.table("two") is not None
    assert await store.table("four") is None and await store.game("one") is None


async def test_a_change_for_another_version_is_refused_completely(store: Store) -> None:
    await store.commit(Change(table=table()))
    for wrong in (table(version=2), table(version=7), table(channel=80)):
        with pytest.raises(Conflict):
            await store.commit(started().model_copy(update={"table": wrong}))
    assert await store.table("one") == table() and await store.game("one") is None
    assert await store.action("start one") is None


async def test_a_place_is_taken_until_its_game_is_over(store: Store) -> None:
    await store.commit(Change(table=table()))
    with pytest.raises(PlaceTaken):
        await store.commit(Change(table=table("two")))
    await store.commit(Change(table=table(version=1, phase="over")))
    await store.commit(Change(table=table("two")))


async def test_a_change_that_fails_late_leaves_nothing(store: Store) -> None:
    await store.commit(Change(table=table()))
    change = started()
    twice = change.model_copy(update={"entries": (*change.entries, change.entries[0])})
    with pytest.raises(NotUnique):
        await store.commit(twice)
    assert await store.table("one") == table() and await store.game("one") is None
    await store.commit(change)


@pytest.mark.parametrize("after", range(0, 24, 2))
async def test_a_cancelled_change_is_done_completely_or_not_at_all(store: Store, after: int) -> None:
    await store.commit(Change(table=table()))
    task = asyncio.create_task(store.commit(started()))
    for _ in range(after):
        await asyncio.sleep(0.0002)
    task.cancel()
    done = not (await asyncio.gather(task, return_exceptions=True))[0]
    stored = await store.table("one")
    assert stored is not None and (stored.version == 1) == (await store.game("one") is not None)
    assert not done or stored.version == 1
    if stored.version == 0:
        await store.commit(started())


async def test_undone_lines_and_snapshots_go(store: Store) -> None:
    await store.commit(Change(table=table()))
    change = started()
    told = change.notes[0].model_copy(update={"seat": 1, "person": 2})
    change = change.model_copy(update={"notes": (*change.notes, told, told.model_copy(update={"after": 3}))})
    await store.commit(change)
    undo = Entry(number=3, kind="undo", seat=0, count=2, back_to=1)
    await store.commit(
        Change(
            table=change.table.model_copy(update={"version": 2}),
            entries=(StoredEntry(entry=undo, at=NOON, by="person"),),
            log_cut=3,
            undone=(0,),
            log=(other(3, "undo"),),
        )
    )
    lines, notes = await store.log("one")
    assert lines[2:] == [line(2), other(3, "undo")]
    assert notes == [told], "no one's answers but seat 0's were undone"
    saved = await store.game("one")
    assert saved is not None and saved.save.snapshot == change.snapshots[0]
    assert [each.number for each in saved.save.entries] == [0, 1, 2, 3], "the journal is for ever"


async def test_a_log_goes_on_where_a_newer_engine_reads_the_turn_in_fewer_lines(store: Store) -> None:
    await store.commit(Change(table=table()))
    change = started()
    await store.commit(change)
    goes_on = other(2, "buy")
    await store.commit(Change(table=change.table.model_copy(update={"version": 2}), log=(goes_on,)))
    assert (await store.log("one"))[0] == [*change.log[:2], goes_on]


async def test_a_finished_game_keeps_its_newest_snapshot(store: Store) -> None:
    await store.commit(Change(table=table()))
    await store.commit(started())
    await store.commit(Change(table=table(version=2, phase="over"), snapshots_over=True))
    assert sql(store, "SELECT entries FROM snapshots") == [(2,)]


async def test_a_game_without_an_end_keeps_the_snapshots_of_its_latest_turns(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Deleting thousands of them when such a game ends would hold everyone up for a second."""
    monkeypatch.setattr(ledger, "SNAPSHOTS_KEPT", 3)
    await store.commit(Change(table=table()))
    change = started()
    await store.commit(change)
    (turn, *_) = change.snapshots
    for version in range(2, 8):
        new = turn.model_copy(update={"entries": 10 * version})
        await store.commit(Change(table=change.table.model_copy(update={"version": version}), snapshots=(new,)))
    assert sql(store, "SELECT entries FROM snapshots ORDER BY entries") == [(50,), (60,), (70,)]


async def test_actions_are_forgotten_in_time(store: Store) -> None:
    await store.set_settings(1, PersonSettings(), OutsideAction(id="old", person=1, table=None, what="standing", at=NOON))
    assert await store.clear("actions", NOON, 9) == 0
    assert await store.action("old") is not None
    assert await store.clear("actions", NOON + timedelta(seconds=1), 9) == 1
    assert await store.action("old") is None


async def test_settings(store: Store) -> None:
    assert await store.settings(1) == PersonSettings()
    kept = PersonSettings(standing=AutoAnswers(treasures=True, react="ask"), dm_closed=True)
    await store.set_settings(1, kept)
    assert await store.settings(1) == kept and await store.settings(2) == PersonSettings()


async def test_a_text_with_a_zero_byte_does_no_harm(store: Store) -> None:
    assert await store.table("\0") is None
    await store.commit(Change(table=table(seats=(Seat(number=0, name="A\0da", person=1),))))
    found = await store.table("one")
    assert found is not None and found.seats[0].name in ("A\0da", "A\ufffdda")


async def test_hours_are_kept_and_need_not_be_there(store: Store) -> None:
    sql(store, """INSERT INTO settings VALUES (1, '{"dm_closed":true}')""")
    assert await store.settings(1) == PersonSettings(dm_closed=True)
    away = (Away(since=NOON, until=NOON + timedelta(days=1)), Away(since=NOON + timedelta(days=2)))
    kept = PersonSettings(hours=Hours(zone="Europe/Berlin", quiet=(23 * 60, 7 * 60), away=away))
    await store.set_settings(1, kept)
    assert await store.settings(1) == kept


@pytest.mark.parametrize("quiet", [(0, 0), (60, 59), (7 * 60, 23 * 60 + 1), (0, 24 * 60), (-1, 60)])
def test_quiet_hours_leave_some_of_each_day(quiet: tuple[int, int]) -> None:
    assert Hours(quiet=(7 * 60, 23 * 60)).quiet == (7 * 60, 23 * 60)
    with pytest.raises(ValidationError):
        Hours(quiet=quiet)


async def test_what_is_due_is_found_by_its_time(store: Store) -> None:
    for number, (id, days) in enumerate((("later", 2), ("soon", 1), ("never", None), ("damaged", 3))):
        due = NOON + timedelta(days=days) if days is not None else None
        await store.commit(Change(table=table(id, channel=number, phase="playing", due=due)))
    assert await store.due(NOON) == [] and await store.next_due(NOON) == NOON + timedelta(days=1)
    assert await store.due(NOON + timedelta(days=2)) == ["soon", "later"]
    sql(store, "UPDATE tables SET due = '2026-99' WHERE id = 'damaged'")
    assert await store.next_due(NOON + timedelta(days=2)) is None
    assert [each.source for each in await store.quarantined()] == ["tables"]


async def test_a_move_and_the_settings_that_it_changes_are_one_commit(store: Store) -> None:
    seat = Seat(number=0, name="Ada", person=1, waiting_since=NOON, away=NOON + timedelta(days=1))
    for number, id in enumerate(("one", "two")):
        await store.commit(Change(table=table(id, channel=number, phase="playing", seats=(seat,))))
    here = PersonSettings(hours=Hours(zone="Europe/Berlin"))
    done = OutsideAction(id="move", person=1, table="one", what="answer", at=NOON)
    moved = table("one", 1, channel=0, phase="playing", seats=(seat.model_copy(update={"away": None}),))
    await store.commit(Change(table=moved, settings={1: here}, action=done))
    assert await store.settings(1) == here and await store.unsettled() == ["two"]
    again = moved.model_copy(update={"version": 2})
    with pytest.raises(DoneBefore):
        await store.commit(Change(table=again, settings={1: PersonSettings()}, action=done))
    assert await store.settings(1) == here


SPARE = {
    "settings": "UPDATE settings SET settings = '{\"unknown\": 1}'",
    "standing": "UPDATE standing SET standing = 'no json' WHERE table_id = 'one'",
    "log": "UPDATE log SET line = '[]' WHERE table_id = 'one' AND number = 1",
    "notes": "UPDATE notes SET says = '[]' WHERE table_id = 'one'",
    "calls": "UPDATE calls SET at = 'noon' WHERE table_id = 'one'",
    "snapshots": "UPDATE snapshots SET snapshot = '{' WHERE table_id = 'one' AND entries = 2",
    "actions": "UPDATE actions SET at = 'noon' WHERE id = 'start one'",
}


async def look_at_everything(store: Store) -> None:
    await store.settings(1)
    await store.action("start one")
    await store.calls()
    for id in ("one", "two"):
        await store.standing(id)
        await store.messages(id)
        await store.log(id)
        await store.game(id)


@pytest.mark.parametrize("source", SPARE)
async def test_a_row_that_can_be_spared_goes_to_quarantine_alone(store: Store, source: str) -> None:
    for id, channel in (("one", 70), ("two", 80)):
        await store.commit(Change(table=table(id, channel=channel)))
        await store.commit(started(id, channel))
    await store.set_settings(1, PersonSettings(dm_closed=True))
    await store.keep([Message(table="one", purpose="board", channel=70, message=5)])
    count = f"SELECT count(*) FROM {source}"
    ((before,),) = sql(store, count)
    sql(store, SPARE[source])
    for _ in range(2):
        await look_at_everything(store)
    (misfit,) = await store.quarantined()
    assert misfit.source == source and misfit.reason and misfit.data.startswith("{")
    assert sql(store, count) == [(int(str(before)) - 1,)]
    assert {each.id for each in await store.tables()} == {"one", "two"}
    assert await store.log("two") == (list(started("two").log), list(started("two").notes))


@pytest.mark.parametrize(
    ("source", "spoil"),
    [
        ("tables", "UPDATE tables SET created = 'noon' WHERE id = 'one'"),
        ("seats", "UPDATE seats SET stand_in = 'x' WHERE table_id = 'one' AND number = 1"),
    ],
)
async def test_a_table_that_cannot_be_read_is_left_out(store: Store, source: str, spoil: str) -> None:
    for id, channel in (("one", 70), ("two", 80)):
        await store.commit(Change(table=table(id, channel=channel)))
    sql(store, spoil)
    assert [each.id for each in await store.tables()] == ["two"]
    assert [each.source for each in await store.quarantined()] == [source]
    with pytest.raises(BrokenRow):
        await store.table("one")
    assert sql(store, "SELECT count(*) FROM seats WHERE table_id = 'one'") == [(2,)], "nothing of it is dropped"
    await store.commit(Change(table=table("three")))


@pytest.mark.parametrize("spoil", ["UPDATE entries SET made_by = 'x' WHERE number = 2", "UPDATE games SET seed = 'secret'"])
async def test_what_a_game_consists_of_stays_where_it_is(store: Store, spoil: str) -> None:
    await store.commit(Change(table=table()))
    await store.commit(started())
    sql(store, spoil)
    for _ in range(2):
        with pytest.raises(BrokenRow):
            await store.game("one")
    (misfit,) = await store.quarantined()
    assert "secret" not in misfit.data and await store.table("one") is not None
    assert sql(store, "SELECT count(*) FROM entries") == [(3,)] and sql(store, "SELECT count(*) FROM games") == [(1,)]


async def test_tables_are_found_by_where_they_are(store: Store) -> None:
    places = {
        "channel": Place(guild=7, channel=70),
        "thread": Place(guild=7, channel=70, thread=700),
        "elsewhere": Place(guild=8, channel=80),
    }
    for id, place in places.items():
        await store.commit(Change(table=table(id).model_copy(update={"place": place})))
    await store.commit(Change(table=table("elsewhere", 1).model_copy(update={"place": places["elsewhere"], "lost": NOON})))
    await store.commit(Change(table=table("over", channel=71, phase="over")))
    spots = {id: Spot(table=id, place=place, lost=id == "elsewhere", lobby=True) for id, place in places.items()}
    assert {spot.table: spot for spot in await store.spots()} == spots
    assert {spot.table for spot in await store.spots(guild=7)} == {"channel", "thread"}
    assert {spot.table for spot in await store.spots(channel=70)} == {"channel", "thread"}
    assert await store.spots(thread=700) == [spots["thread"]] and await store.spots(thread=70) == [spots["channel"]]
    assert await store.spots(channel=71) == []


async def test_what_a_table_needs_after_a_start(store: Store) -> None:
    await store.commit(Change(table=table()))
    await store.commit(started().model_copy(update={"unsettled": True}))
    assert await store.unsettled() == ["one"] and await store.unshown() == ["one"]
    await store.settled({"one": 0})
    await store.shown({"one": 0})
    assert await store.unsettled() == ["one"] and await store.unshown() == ["one"], "that was said of an older version"
    await store.settled({"one": 1})
    await store.shown({"one": 1})
    assert await store.unsettled() == [] and await store.unshown() == []
    await store.keep([Message(table="one", purpose="board", channel=70, message=5)])
    await store.keep(gone=[5])
    assert await store.unshown() == ["one"]
    await store.set_settings(1, PersonSettings(), unsettles=True)
    assert await store.unsettled() == ["one"]


async def test_when_to_look_at_someones_games_only_comes_nearer(store: Store) -> None:
    def looks(version: int, at: datetime, *, missed: bool = False) -> Change:
        return Change(table=table("one", version), looks=(Look(person=1, at=at, missed=missed),))

    await store.commit(looks(0, NOON))
    await store.commit(looks(1, NOON + timedelta(hours=1), missed=True))
    assert (
        await store.next_person_due(NOON - timedelta(seconds=1)) == NOON
        and await store.people_due(NOON - timedelta(seconds=1)) == []
    )
    reminder, look = await store.reminder(1)
    assert reminder == NO_REMINDER and look is not None and (look.at, look.missed) == (NOON, True)
    await store.commit(looks(2, NOON + timedelta(hours=2)))
    await store.looked(look, None, Reminder(number=1, at=NOON, to_send=True))
    assert (await store.reminder(1))[0] == NO_REMINDER, "someone was faster"
    _, look = await store.reminder(1)
    assert look is not None
    await store.looked(look, None, Reminder(number=1, at=NOON, to_send=True))
    assert await store.next_person_due(NOON - timedelta(days=1)) is None and await store.reminded() == {
        1: Reminder(number=1, at=NOON, to_send=True)
    }
    await store.remind(1, Reminder(number=2))
    assert [each.number for each in (await store.reminded()).values()] == [1], "that isn't the last one"
    await store.remind(1, Reminder(number=1))
    assert await store.reminded() == {}


async def test_a_tables_kingdom_guests_and_vetoes(store: Store) -> None:
    request = KingdomRequest(sets=("Dominion",), ban=("Attack",))
    options = Options(kingdom=random_kingdom(request, "x"), request=request, private=True, vetoes=True)
    whole = table(options=options, invited={5: 1, 6: None}, vetoes={1: "Village"}, before="earlier")
    await store.commit(Change(table=whole))
    assert await store.table("one") == whole


def test_options_as_the_first_schema_stored_them() -> None:
    names = tuple(random_kingdom(KingdomRequest(sets=("Dominion",), edition=1), "x").piles)
    old = Options.model_validate({"kingdom": list(names), "edition": 1, "max_seats": 4})
    assert old.kingdom.piles == names and old.edition == 1 and old.max_seats == 4
    assert Options.model_validate({"max_seats": 4}) == Options(max_seats=4)
    assert Options.model_validate({"edition": 1}).kingdom.recommended == "First Game (1st edition)"


async def test_plans(store: Store) -> None:
    await store.commit(Change(table=table()))
    plan = TurnPlan(text="Gold", steps=(PlanStep(buy=(PlanPurchase(card="Gold"),)),), hand=())
    await store.commit(Change(table=table(version=1), plans={1: plan, 2: plan}))
    assert await store.plans("one") == {1: plan, 2: plan}
    later = plan.model_copy(update={"turn": 3, "done": 1})
    await store.commit(Change(table=table(version=2), plans={1: None, 2: later}))
    assert await store.plans("one") == {2: later}
    sql(store, "UPDATE plans SET plan = '[]'")
    assert await store.plans("one") == {} and (await store.quarantined())[0].source == "plans"


async def test_kingdoms_that_a_server_keeps(store: Store) -> None:
    saved = SavedKingdom(name="Ours", kingdom=Options().kingdom, by=1, at=NOON)
    done = OutsideAction(id="save", person=1, table=None, what="kingdom", at=NOON)
    await store.save_kingdom(7, "ours", saved, done)
    assert await store.kingdoms(7) == [saved] and await store.kingdoms(8) == [] and await store.action("save") == done
    await store.save_kingdom(7, "ours", None, done.model_copy(update={"id": "forget"}))
    assert await store.kingdoms(7) == []


async def test_the_latest_game_of_a_place(store: Store) -> None:
    assert await store.latest(70) is None
    for number, id in enumerate(("a", "b", "c")):
        over = table(id, phase="over", started=NOON + timedelta(hours=number) if id != "c" else None)
        await store.commit(Change(table=over))
    latest = await store.latest(70)
    assert latest is not None and latest.id == "b"
