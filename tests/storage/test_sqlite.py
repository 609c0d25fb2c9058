"""The store over SQLite: whole changes or none, one process, rows that don't fit set aside, schemas brought up to date."""

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from pydantic import ValidationError

from engine import Entry, KingdomRequest, LogEntry, LogLine, Setup, Snapshot, random_kingdom
from storage import files, from_url, ledger, path_of
from storage.connection import NotUnique
from storage.files import migrations
from storage.models import (
    OPEN_END,
    Change,
    Look,
    Message,
    Options,
    OutsideAction,
    Ping,
    Place,
    Proposal,
    SavedKingdom,
    Seat,
    Spot,
    Started,
    StoredEntry,
    Table,
    TakenOver,
)
from storage.notes import AutoAction, OwnNote
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
from storage.sqlite import SqliteStore
from storage.store import BrokenRow, Conflict, DoneBefore, InUse, PlaceTaken, Unreadable
from tests.fixtures.older import go_back_to

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def table(id: str = "one", version: int = 0, channel: int = 70, **fields: object) -> Table:
    seats = (Seat(number=0, name="Ada", person=1), Seat(number=1, name="Alder", ai="big-money"))
    given = {"id": id, "phase": "lobby", "version": version, "host": 1, "options": Options(), "seats": seats}
    return Table.model_validate(given | {"place": Place(guild=7, channel=channel), "created": NOON} | fields)


def started(id: str = "one", channel: int = 70) -> Change:
    """Return the largest possible change."""
    seats = (
        Seat(number=0, name="Ada", person=1, waiting_since=NOON, call=1, held=True),
        Seat(number=1, name="Ben", person=2, resigned=True, taken_over=TakenOver(name="Ben", first="Ben", former=(7, 8))),
    )
    offer = Proposal(kind="end", by=1, at=NOON, agreed=(0,))
    return Change(
        table=table(id, 1, channel, phase="playing", seats=seats, started=NOON, commitment="c", offer=offer),
        action=OutsideAction(id=f"start {id}", person=1, table=id, what="start", at=NOON),
        started=Started(setup=Setup(players=("Ada", "Ben"), kingdom=("Village",)), seed="ab" * 32),
        entries=tuple(entry(number) for number in range(3)),
        snapshots=(Snapshot(turn=1, entries=0, state={"a": [1]}), Snapshot(turn=2, entries=2, state={"b": None})),
        log=tuple(line(number) for number in range(4)),
        notes=(OwnNote(after=2, turn=2, seat=0, person=1, did=AutoAction(what="reveal", cards=("Moat",))),),
        calls=(Ping(table=id, version=1, seat=0, person=1, decision=4, at=NOON),),
        standing={1: AutoAnswers(end=True)},
    )


def entry(number: int) -> StoredEntry:
    return StoredEntry(
        entry=Entry(number=number, kind="answer", seat=0, decision=number, ids=("a", "b"), asked="x"), at=NOON, by="person"
    )


def line(number: int) -> LogEntry:
    public = LogLine(number=number, turn=number // 2 + 1, depth=1, kind="draw", seat=0, count=1)
    return LogEntry(public=public, knows=(0,), cards=("Copper",))


def other(number: int, kind: str) -> LogEntry:
    """Return another line in place of that one."""
    return LogEntry(public=LogLine(number=number, turn=number // 2 + 1, kind=kind, seat=0))


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    store = SqliteStore(tmp_path / "test.db")
    await store.open()
    yield store
    await store.close()


def sql(store: SqliteStore, statement: str, *parameters: object) -> list[tuple[object, ...]]:
    """Run a statement behind the store's back."""
    connection = sqlite3.connect(store.path)
    with connection:
        rows = connection.execute(statement, parameters).fetchall()
    connection.close()
    return rows


async def test_all_comes_back_as_it_was_stored(store: SqliteStore) -> None:
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
    assert await store.calls() == list(change.calls)
    assert await store.action("start one") == change.action and await store.action("other") is None
    assert await store.quarantined() == []


async def test_finding_tables(store: SqliteStore) -> None:
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


async def test_a_change_for_another_version_is_refused_whole(store: SqliteStore) -> None:
    await store.commit(Change(table=table()))
    for wrong in (table(version=2), table(version=7), table(channel=80)):
        with pytest.raises(Conflict):
            await store.commit(started().model_copy(update={"table": wrong}))
    assert await store.table("one") == table() and await store.game("one") is None
    assert await store.action("start one") is None


async def test_a_place_is_taken_until_its_game_is_over(store: SqliteStore) -> None:
    await store.commit(Change(table=table()))
    with pytest.raises(PlaceTaken):
        await store.commit(Change(table=table("two")))
    await store.commit(Change(table=table(version=1, phase="over")))
    await store.commit(Change(table=table("two")))


async def test_a_change_that_fails_late_leaves_nothing(store: SqliteStore) -> None:
    await store.commit(Change(table=table()))
    change = started()
    twice = change.model_copy(update={"entries": (*change.entries, change.entries[0])})
    with pytest.raises(NotUnique):
        await store.commit(twice)
    assert await store.table("one") == table() and await store.game("one") is None
    await store.commit(change)


@pytest.mark.parametrize("after", range(0, 24, 2))
async def test_a_cancelled_change_is_done_whole_or_not_at_all(store: SqliteStore, after: int) -> None:
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


async def test_undone_lines_and_snapshots_go(store: SqliteStore) -> None:
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


async def test_a_log_goes_on_where_a_newer_engine_reads_the_turn_in_fewer_lines(store: SqliteStore) -> None:
    await store.commit(Change(table=table()))
    change = started()
    await store.commit(change)
    goes_on = other(2, "buy")
    await store.commit(Change(table=change.table.model_copy(update={"version": 2}), log=(goes_on,)))
    assert (await store.log("one"))[0] == [*change.log[:2], goes_on]


async def test_a_finished_game_keeps_its_newest_snapshot(store: SqliteStore) -> None:
    await store.commit(Change(table=table()))
    await store.commit(started())
    await store.commit(Change(table=table(version=2, phase="over"), snapshots_over=True))
    assert sql(store, "SELECT entries FROM snapshots") == [(2,)]


async def test_a_game_without_an_end_keeps_the_snapshots_of_its_latest_turns(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Deleting those of thousands of turns as such a game ends would hold everyone up for a second."""
    monkeypatch.setattr(ledger, "SNAPSHOTS_KEPT", 3)
    await store.commit(Change(table=table()))
    change = started()
    await store.commit(change)
    (turn, *_) = change.snapshots
    for version in range(2, 8):
        new = turn.model_copy(update={"entries": 10 * version})
        await store.commit(Change(table=change.table.model_copy(update={"version": version}), snapshots=(new,)))
    assert sql(store, "SELECT entries FROM snapshots ORDER BY entries") == [(50,), (60,), (70,)]


async def test_actions_are_forgotten_in_time(store: SqliteStore) -> None:
    await store.set_settings(1, PersonSettings(), OutsideAction(id="old", person=1, table=None, what="standing", at=NOON))
    assert await store.clear("actions", NOON, 9) == 0
    assert await store.action("old") is not None
    assert await store.clear("actions", NOON + timedelta(seconds=1), 9) == 1
    assert await store.action("old") is None


async def test_settings(store: SqliteStore) -> None:
    assert await store.settings(1) == PersonSettings()
    kept = PersonSettings(standing=AutoAnswers(treasures=True, react="ask"), dm_closed=True)
    await store.set_settings(1, kept)
    assert await store.settings(1) == kept and await store.settings(2) == PersonSettings()


async def test_hours_are_kept_and_need_not_be_there(store: SqliteStore) -> None:
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


async def test_what_is_due_is_found_by_its_time(store: SqliteStore) -> None:
    for number, (id, days) in enumerate((("later", 2), ("soon", 1), ("never", None), ("damaged", 3))):
        due = NOON + timedelta(days=days) if days is not None else None
        await store.commit(Change(table=table(id, channel=number, phase="playing", due=due)))
    assert await store.due(NOON) == [] and await store.next_due(NOON) == NOON + timedelta(days=1)
    assert await store.due(NOON + timedelta(days=2)) == ["soon", "later"]
    await store._run(lambda db: db.execute("UPDATE tables SET due = '2026-99' WHERE id = 'damaged'"))
    assert await store.next_due(NOON + timedelta(days=2)) is None
    assert [each.source for each in await store.quarantined()] == ["tables"]


async def test_a_move_and_the_settings_that_it_changes_are_one_commit(store: SqliteStore) -> None:
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


async def test_games_under_a_limit_learn_when_it_passes(store: SqliteStore) -> None:
    """A database from before this was stored: the next start works it out."""
    for number, limit in enumerate((None, 60)):
        options = Options(limit=limit)
        await store.commit(
            Change(table=table(f"t{number}", channel=number, phase="playing").model_copy(update={"options": options}))
        )
    await store.close()
    go_back_to(store.path, 15)
    await store.open()
    assert await store.unsettled() == ["t1"]


async def test_a_game_of_an_older_version_knows_what_is_due(store: SqliteStore) -> None:
    waiting: dict[str, object] = {"waiting_since": NOON + timedelta(microseconds=5)}
    others: tuple[dict[str, object], ...] = ({**waiting, "call": 3}, {**waiting, "due": NOON}, {"away": OPEN_END})
    for number, fields in enumerate((waiting, *others)):
        here = (Seat.model_validate({"number": 0, "name": "Ada", "person": 1, **fields}),)
        await store.commit(Change(table=table(f"t{number}", channel=number, phase="playing", seats=here)))
    await store.close()
    go_back_to(store.path, 16)
    await store.open()
    due = {each.id: each.due for each in await store.tables()}
    assert due == {"t0": NOON + timedelta(minutes=10, microseconds=5), "t1": None, "t2": NOON, "t3": None}


async def test_a_kingdom_that_an_older_version_saved_no_longer_tells_likes_and_bans(store: SqliteStore) -> None:
    chosen = Options().kingdom
    request = KingdomRequest(ban=("Moat",), like=("Village",), unwelcome=("Witch",))
    drawn = chosen.model_copy(update={"request": request, "seed": "a seed"})
    for name, kingdom in (("chosen", chosen), ("drawn", drawn)):
        saved = SavedKingdom(name=name, kingdom=kingdom, by=1, at=NOON)
        await store.save_kingdom(7, name, saved, OutsideAction(id=name, person=1, table=None, what="kingdom", at=NOON))
    await store.close()
    go_back_to(store.path, 22)
    await store.open()
    plain = drawn.model_copy(update={"request": KingdomRequest(ban=("Moat",)), "seed": None})
    assert [each.kingdom for each in await store.kingdoms(7)] == [chosen, plain]


SPARE = {
    "settings": "UPDATE settings SET settings = '{\"unknown\": 1}'",
    "standing": "UPDATE standing SET standing = 'no json' WHERE table_id = 'one'",
    "messages": "UPDATE messages SET channel = 'x'",
    "log": "UPDATE log SET line = '[]' WHERE table_id = 'one' AND number = 1",
    "notes": "UPDATE notes SET seat = 'x' WHERE table_id = 'one'",
    "calls": "UPDATE calls SET at = 'noon' WHERE table_id = 'one'",
    "snapshots": "UPDATE snapshots SET snapshot = '{' WHERE table_id = 'one' AND entries = 2",
    "actions": "UPDATE actions SET at = 'noon' WHERE id = 'start one'",
}


async def look_at_everything(store: SqliteStore) -> None:
    await store.settings(1)
    await store.action("start one")
    await store.calls()
    for id in ("one", "two"):
        await store.standing(id)
        await store.messages(id)
        await store.log(id)
        await store.game(id)


@pytest.mark.parametrize("source", SPARE)
async def test_a_row_that_can_be_spared_goes_to_quarantine_alone(store: SqliteStore, source: str) -> None:
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
        ("tables", "UPDATE tables SET host = 'x' WHERE id = 'one'"),
        ("seats", "UPDATE seats SET resigned = 'x' WHERE table_id = 'one' AND number = 1"),
    ],
)
async def test_a_table_that_cannot_be_read_is_left_out(store: SqliteStore, source: str, spoil: str) -> None:
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
async def test_what_a_game_consists_of_stays_where_it_is(store: SqliteStore, spoil: str) -> None:
    await store.commit(Change(table=table()))
    await store.commit(started())
    sql(store, spoil)
    for _ in range(2):
        with pytest.raises(BrokenRow):
            await store.game("one")
    (misfit,) = await store.quarantined()
    assert "secret" not in misfit.data and await store.table("one") is not None
    assert sql(store, "SELECT count(*) FROM entries") == [(3,)] and sql(store, "SELECT count(*) FROM games") == [(1,)]


# one process, one schema


async def test_a_second_bot_on_the_same_file_is_refused(store: SqliteStore) -> None:
    with pytest.raises(InUse, match="Another Seneschal"):
        await SqliteStore(store.path).open()
    await store.close()
    await store.open()


HOLDER = """
import asyncio, sys
from storage.sqlite import SqliteStore

async def main():
    await SqliteStore(sys.argv[1]).open()
    print("open", flush=True)
    await asyncio.sleep(60)

asyncio.run(main())
"""


def test_another_process_holds_it_until_it_is_killed(tmp_path: Path) -> None:
    async def take() -> None:
        store = SqliteStore(path)
        await store.open()
        await store.close()

    path = tmp_path / "test.db"
    other = subprocess.Popen([sys.executable, "-c", HOLDER, str(path)], stdout=subprocess.PIPE, text=True)
    try:
        assert other.stdout is not None and other.stdout.readline() == "open\n"
        with pytest.raises(InUse):
            asyncio.run(take())
    finally:
        other.kill()
        other.wait()
    asyncio.run(take())


async def test_the_schema_is_at_the_newest_version(store: SqliteStore) -> None:
    assert sql(store, "PRAGMA user_version") == [(migrations()[-1][0],)]
    assert sql(store, "PRAGMA journal_mode") == [("wal",)]
    assert [number for number, _ in migrations()] == list(range(1, len(migrations()) + 1))


async def test_a_migration_that_fails_leaves_the_old_schema(
    store: SqliteStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store.commit(Change(table=table()))
    await store.close()
    folder = tmp_path / "migrations"
    folder.mkdir()
    for _, path in migrations():
        (folder / path.name).write_text(path.read_text())
    number = migrations()[-1][0] + 1
    bad = folder / f"{number:04}_bad.sql"
    bad.write_text("ALTER TABLE tables ADD COLUMN colour TEXT;\nALTER TABLE nowhere ADD COLUMN x TEXT;\n")
    monkeypatch.setattr(files, "MIGRATIONS", folder)
    with pytest.raises(Unreadable, match="nowhere"):
        await store.open()
    bad.write_text("ALTER TABLE tables ADD COLUMN colour TEXT;\n")
    await store.open()
    assert sql(store, "PRAGMA user_version") == [(number,)] and await store.table("one") == table()


async def test_a_substitute_is_known_by_the_seats_name_where_nothing_else_was_kept(store: SqliteStore) -> None:
    change = started()
    names = ("Cleo for Ada", "Ben")
    seats = tuple(Seat(number=number, name=name, person=number + 1) for number, name in enumerate(names))
    await store.commit(Change(table=table()))
    await store.commit(change.model_copy(update={"table": change.table.model_copy(update={"seats": seats})}))
    await store.close()
    go_back_to(store.path, 4)
    await store.open()
    kept = await store.table("one")
    assert kept is not None and [seat.taken_over for seat in kept.seats] == [TakenOver(name="Cleo", first="Ada"), None]


async def test_messages_of_the_old_life_cycle_are_taken_over(store: SqliteStore) -> None:
    """One message for each turn becomes its log, and the newest becomes the board; all get the same kind of name."""
    await store.commit(Change(table=table()))
    await store.commit(started())
    await store.close()
    go_back_to(store.path, 7)
    old = ("lobby", "t9", "t10", "guests2", "guests5", "ping1", "end0", "ask1a", "newz", "score")
    for number, purpose in enumerate((*old, "hand")):
        audience = "1" if purpose == "hand" else "NULL"
        sql(
            store,
            "INSERT INTO messages (message, table_id, purpose, channel, version, audience, pings, final)"
            f" VALUES ({number}, 'one', '{purpose}', 70, 3, {audience}, NULL, 0)",
        )
    await store.open()
    kept = await store.messages("one")
    assert [each.purpose for each in kept] == [
        "lobby", "log:9:9", "board:1:10", "invitation:0:2", "invitation:2:5", "mention:1", "end:0", "question:46", "seated:35",
        "score", "hand:1",
    ]  # fmt: skip
    assert [each.purpose for each in kept if each.final] == ["log:9:9"] and {each.shows for each in kept} == {""}


async def test_tables_are_found_by_where_they_are(store: SqliteStore) -> None:
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


async def test_what_a_table_needs_after_a_start(store: SqliteStore) -> None:
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


async def test_when_to_look_at_someones_games_only_comes_nearer(store: SqliteStore) -> None:
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


@pytest.mark.parametrize("due", ["noon", "", 5, "2026-01-01T12:00:00Z", b"\xff"])
async def test_a_time_that_is_none_reminds_no_one_and_stops_nothing(store: SqliteStore, due: object) -> None:
    await store.commit(Change(table=table(), looks=(Look(person=1, at=NOON), Look(person=2, at=NOON))))
    await store._run(lambda db: db.execute("UPDATE people SET due = ? WHERE person = 1", (due,)))
    for person in await store.people_due(NOON):
        await store.reminder(person)
    assert (await store.reminder(1))[1] is None and await store.people_due(NOON) == [2]


async def test_no_look_at_some_tables_goes_through_all(store: SqliteStore) -> None:
    asked: list[str] = []
    await store._run(lambda db: db.set_trace_callback(asked.append))
    await store.tables(place=70)
    await store.tables(person=1)
    await store.spots(guild=7)
    await store.spots(channel=70)
    await store.spots(thread=70)
    await store.unsettled()
    await store.unshown()
    await store.due(NOON)
    await store.next_due(NOON)
    await store.people_due(NOON)
    await store.next_person_due(NOON)
    await store.reminder(1)
    await store.calls("one")
    await store.latest(70)
    await store.opened(1, NOON)
    await store.log("one", range(3, 4))
    looks = [statement for statement in asked if statement.startswith("SELECT")]
    assert len(looks) == 18
    for statement in looks:
        plan = [str(row[3]) for row in sql(store, f"EXPLAIN QUERY PLAN {statement}")]
        assert [step for step in plan if step.startswith("SCAN") and " USING INDEX tables_to_" not in step] == [], statement
        assert " turn >= " not in statement or "_by_turn (table_id=? AND turn>? AND turn<?)" in plan[0], statement


async def test_no_one_waits_while_a_deletion_goes_through_all_games(store: SqliteStore) -> None:
    await store.commit(Change(table=table()))
    await store.commit(started())
    asked: list[str] = []
    await store._run(lambda db: db.set_trace_callback(asked.append))
    assert await store.mentioning(1) == ["one"] and asked == []
    assert await store.forget(1, NOON) == ["one"]
    changes = [statement for statement in asked if statement.startswith(("SELECT", "UPDATE", "DELETE"))]
    assert len(changes) > 30
    passing = {"actions", "invitations", "kingdoms", "quarantine"}  # few, or kept for days only
    for statement in changes:
        plan = [str(row[3]).split() for row in sql(store, f"EXPLAIN QUERY PLAN {statement}")]
        assert {step[1] for step in plan if step[0] == "SCAN"} <= passing, statement


async def test_a_database_of_newer_code_is_refused(store: SqliteStore) -> None:
    await store.close()
    sql(store, "PRAGMA user_version = 99")
    with pytest.raises(Unreadable, match="newer"):
        await store.open()


async def test_another_programs_file_is_refused(tmp_path: Path) -> None:
    other = SqliteStore(tmp_path / "other.db")
    sql(other, "CREATE TABLE recipes (name TEXT)")
    with pytest.raises(Unreadable, match="not one of Seneschal's"):
        await other.open()
    assert sql(other, "SELECT name FROM sqlite_schema") == [("recipes",)]
    assert sql(other, "PRAGMA journal_mode") == [("delete",)], "not touched in any way"
    text = tmp_path / "notes.db"
    text.write_text("This is no database, only a text of some length. " * 20)
    with pytest.raises(Unreadable):
        await SqliteStore(text).open()
    with pytest.raises(Unreadable, match="folder"):
        await SqliteStore(tmp_path / "nowhere" / "test.db").open()


def test_database_urls() -> None:
    assert path_of("sqlite:///seneschal.db") == Path("seneschal.db")
    assert path_of("sqlite:////var/lib/seneschal.db") == Path("/var/lib/seneschal.db")
    assert isinstance(from_url("sqlite:///seneschal.db"), SqliteStore)
    for bad in ("seneschal.db", "sqlite://seneschal.db", "sqlite:///", "postgres://localhost/x"):
        with pytest.raises(ValueError, match="sqlite:///"):
            path_of(bad)


async def test_a_change_waits_for_the_disk_and_what_messages_show_for_the_next_that_does(store: SqliteStore) -> None:
    await store.commit(Change(table=table()))
    message = Message(table="one", purpose="board", channel=70, message=5)

    async def waits(work: Awaitable[None]) -> bool:
        await work
        (mode,) = await store._run(lambda db: db.execute("PRAGMA synchronous").fetchone())
        return bool(mode == 2)

    assert not await waits(store.keep([message]))
    assert not await waits(store.keep(called=[Ping(table="one", version=0, seat=0, person=1, decision=0, at=NOON)]))
    assert await waits(store.shown({"one": 0}))
    assert await waits(store.keep(gone=[5]))
    assert await waits(store.commit(Change(table=table(version=1))))


async def test_a_tables_kingdom_guests_and_vetoes(store: SqliteStore) -> None:
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


async def test_plans(store: SqliteStore) -> None:
    await store.commit(Change(table=table()))
    plan = TurnPlan(text="Gold", steps=(PlanStep(buy=(PlanPurchase(card="Gold"),)),), hand=())
    await store.commit(Change(table=table(version=1), plans={1: plan, 2: plan}))
    assert await store.plans("one") == {1: plan, 2: plan}
    later = plan.model_copy(update={"turn": 3, "done": 1})
    await store.commit(Change(table=table(version=2), plans={1: None, 2: later}))
    assert await store.plans("one") == {2: later}
    sql(store, "UPDATE plans SET plan = '[]'")
    assert await store.plans("one") == {} and (await store.quarantined())[0].source == "plans"


async def test_kingdoms_that_a_server_keeps(store: SqliteStore) -> None:
    saved = SavedKingdom(name="Ours", kingdom=Options().kingdom, by=1, at=NOON)
    done = OutsideAction(id="save", person=1, table=None, what="kingdom", at=NOON)
    await store.save_kingdom(7, "ours", saved, done)
    assert await store.kingdoms(7) == [saved] and await store.kingdoms(8) == [] and await store.action("save") == done
    await store.save_kingdom(7, "ours", None, done.model_copy(update={"id": "forget"}))
    assert await store.kingdoms(7) == []


async def test_the_latest_game_of_a_place(store: SqliteStore) -> None:
    assert await store.latest(70) is None
    for number, id in enumerate(("a", "b", "c")):
        over = table(id, phase="over", started=NOON + timedelta(hours=number) if id != "c" else None)
        await store.commit(Change(table=over))
    latest = await store.latest(70)
    assert latest is not None and latest.id == "b"
