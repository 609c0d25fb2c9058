"""The SQLite store: one process, schemas brought up to date, no full table scans."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable
from datetime import timedelta
from pathlib import Path

import pytest

from engine import KingdomRequest
from storage import files, from_url, path_of
from storage.errors import InUse, Unreadable
from storage.files import migrations
from storage.models import (
    OPEN_END,
    Change,
    Look,
    Message,
    Options,
    OutsideAction,
    Ping,
    SavedKingdom,
    Seat,
    TakenOver,
)
from storage.sqlite import SqliteStore
from tests.fixtures.older import go_back_to
from tests.storage.kit import NOON, NOTES, on_file, sql, started, table, with_proposals

pytestmark = pytest.mark.sqlite("its lock, its migrations, its plans for queries")


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    store = SqliteStore(tmp_path / "test.db")
    await store.open()
    yield store
    await store.close()


async def test_games_under_a_limit_learn_when_it_passes(store: SqliteStore) -> None:
    """In a database from before that was stored, the next start works it out."""
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


async def test_a_kingdom_that_an_older_version_saved_no_longer_reveals_likes_and_bans(store: SqliteStore) -> None:
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
    """The message for each turn becomes its log, and the newest one becomes the board; all get the same kind of name."""
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


@pytest.mark.parametrize("due", ["noon", "", 5, "2026-01-01T12:00:00Z", b"\xff"])
async def test_an_invalid_time_reminds_no_one_and_stops_nothing(store: SqliteStore, due: object) -> None:
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
    assert await store.forget(1, NOON, ["one"]) == ["one"]
    changes = [statement for statement in asked if statement.startswith(("SELECT", "UPDATE", "DELETE"))]
    assert len(changes) > 30
    passing = {"actions", "invitations", "kingdoms", "quarantine"}  # only a few, or only kept for days
    for statement in changes:
        plan = [str(row[3]).split() for row in sql(store, f"EXPLAIN QUERY PLAN {statement}")]
        assert {step[1] for step in plan if step[0] == "SCAN"} <= passing, statement


async def test_a_database_from_newer_code_is_refused(store: SqliteStore) -> None:
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


async def test_proposals_that_an_older_version_stored_as_offers_are_read(store: SqliteStore) -> None:
    made = await with_proposals(store)
    await store.close()
    go_back_to(store.path, 24)
    on_file(store.path, "UPDATE notes SET says = replace(says, '\"proposal\":', '\"offer\":')")
    assert on_file(store.path, "SELECT count(offer) FROM tables") == [(6,)]
    assert on_file(store.path, "SELECT count(*) FROM notes WHERE json_extract(says, '$.offer') = 'undo'") == [(1,)]
    await store.open()
    assert {each.id: each.proposal for each in await store.tables() if each.id in made} == made
    assert (await store.log("noted"))[1] == NOTES and await store.quarantined() == []
