"""A value or a page in the database is damaged: only what it belongs to stops, and the operator reads what to do."""

from __future__ import annotations

import asyncio
import random
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest

from cogs.text.refusals import sentence
from storage.__main__ import main
from storage.errors import BrokenRow, Unreadable
from storage.models import Message
from storage.sqlite import SqliteStore
from tables import AutoAnswers, Place, TableError, cleaning, history
from tables.commands import answers, consent, lobby, plans, play
from tables.errors import NoTable
from tables.history import Subject
from tests.databases import columns
from tests.soak import some_of, some_or_all
from tests.tables.kit import ADA, BEN, CLEO, HERE, Party, buying, refusal_of

pytestmark = pytest.mark.sqlite("damaged pages, and values of any type in any column")

MONEY = buying("Province", "Gold", "Silver")
VICTIM, OTHER, LOBBY, FINISHED = "t1", "t2", "t3", "t4"
GAME, ROOM, DONE = (Place(guild=7, channel=channel) for channel in (80, 90, 100))
NONSENSE = (b"\xff\xfe", "", "other", "{}", "[]", '{"a": "\ud800"}', "[" * 20_000, -1, 0, 1, 2**62, 2**63 - 1, 1e300, None)
PAGE = 4096
LEAF_OF_KEYS = 10
"""The type of a page with rows of an index, or of a table without row ids."""
EARLY, LATE = datetime(2000, 1, 1, tzinfo=UTC), datetime(2100, 1, 1, tzinfo=UTC)
NOT_UTF8 = "CAST(x'fffe' AS TEXT)"


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clean up and make records without pauses, since the bot does so for each damaged value."""
    for module in (cleaning, history):
        monkeypatch.setattr(module, "PAUSE", 0)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a database with two games, a lobby and a finished game of the same people, and rows of every kind for the first."""
    path = tmp_path_factory.mktemp("damage") / "whole.db"

    async def play_on() -> None:
        party = Party(path)
        await party.open()
        await party.start(people=2, ais=1)
        for place in (GAME, ROOM, DONE):
            await party.lobby(people=2, place=place)
            if place is not ROOM:
                await party.host.act(party.id, ADA.id, lobby.start(), action=party.action())
        party.id = FINISHED
        await party.until(lambda table, view: table.turn > 4, MONEY)
        await party.host.act(FINISHED, ADA.id, play.resign(), action=party.action())
        await party.host.history.share(FINISHED, ADA.id)
        await party.host.act(LOBBY, ADA.id, lobby.invite([CLEO.id]), action=party.action())
        party.id = VICTIM
        said = AutoAnswers(treasures=True, end=True)
        await party.host.act(VICTIM, ADA.id, answers.set_answers(said), action=party.action())
        await party.until(lambda table, view: table.turn > 14, MONEY)
        waiting = (await party.awaited()) % 2 + 1
        await party.host.act(VICTIM, waiting, plans.set_plan("Silver"), action=party.action())
        await party.host.act(VICTIM, waiting, consent.end(), action=party.action())
        await party.host.people.set_answers(ADA.id, said, action=party.action())
        kingdom = (await party.table()).options.kingdom
        await party.host.followers.follow(VICTIM, 4)
        await party.host.kingdoms.save(7, ADA.id, "Ours", kingdom, action=party.action())
        await party.host.messages.keep([Message(table=VICTIM, purpose="board:1:1", channel=70, message=5)])
        await party.close()

    asyncio.run(play_on())
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("INSERT INTO quarantine (source, key, table_id, data, reason) VALUES ('log', 't1:999', 't1', '{}', 'why')")
        db.execute("INSERT INTO gone VALUES ('t4', 0, 'gone:abc')")
        db.execute("INSERT INTO unrecorded (table_id) VALUES ('t4')")
        db.execute("UPDATE tables SET unsettled = 1, waits = 0, trouble = 'no-turn', before = 't0', lost = NULL WHERE id = 't1'")
        db.execute("PRAGMA journal_mode = DELETE")
    return path


@pytest.fixture(scope="module")
def committed(whole: Path) -> dict[str, object]:
    """Return the live tables, each with its journal."""
    return asyncio.run(journals(whole))


async def journals(path: Path) -> dict[str, object]:
    """Return the live tables that can be read after a restart, each with its journal."""
    store = SqliteStore(path)
    await store.open()
    found = dict[str, object]()
    for table in await store.tables():
        with suppress(BrokenRow):
            found[table.id] = table, await store.journal(table.id)
    await store.close()
    return found


@pytest.fixture(scope="module")
def content(whole: Path, committed: dict[str, object]) -> bytes:
    """Return the database as bytes."""
    return whole.read_bytes()


def damage(path: Path, name: str, column: str, value: object, owner: str = VICTIM) -> bool:
    """Put a value into the last row of a table of the database that belongs to one game. Return whether SQLite stores it."""
    with closing(sqlite3.connect(path)) as db, db:
        names = [row[1] for row in db.execute(f"PRAGMA table_info({name})")]
        owner = FINISHED if name in STAYING else owner
        where = f"id = '{owner}'" if name == "tables" else f"table_id = '{owner}'" if "table_id" in names else "1"
        keys = [row[1] for row in db.execute(f"PRAGMA table_info({name})") if row[5]]
        row = db.execute(f"SELECT {', '.join(keys)} FROM {name} WHERE {where} ORDER BY {' DESC, '.join(keys)} DESC").fetchone()
        if row is None:
            assert owner != VICTIM, f"{name} has no row"
            return False
        which = " AND ".join(f"{key} = ?" for key in keys)
        stored, given = (NOT_UTF8, ()) if value is NOT_UTF8 else ("?", (value,))
        if isinstance(value, str) and value is not NOT_UTF8:
            stored, given = "CAST(? AS TEXT)", (value.encode("utf-8", "surrogatepass"),)
        try:
            db.execute(f"UPDATE {name} SET {column} = {stored} WHERE {which}", (*given, *row))
        except sqlite3.IntegrityError:
            return False
        return True


async def others_go_on(party: Party, owner: str = VICTIM) -> None:
    """Do what the bot does at startup; look at all lists; play at the other tables; ask for the damaged one's state."""
    host = party.host
    await host.cleaner.clean()
    for guild in (None, 7):
        assert {OTHER, LOBBY} <= {each.table for each in await host.spots(guild=guild)}
    assert [each.table for each in await host.spots(channel=GAME.channel)] == [OTHER]
    assert [each.table for each in await host.spots(thread=ROOM.channel)] == [LOBBY]
    assert {OTHER, LOBBY} <= {each.id for each in await host.live()}
    for id in await host.messages.unshown():
        try:
            table = await host.table(id)
            for message in await host.messages.all(table.id):
                assert message.table == id
        except TableError as refusal:
            sentence(refusal)
    await host.messages.calls()
    await host.timers.look_after()
    await party.store.next_due(party.clock.now)
    for person in (ADA.id, BEN.id):
        for tables in (await host.tables_of(person), await host.seats_of(person)):
            assert {OTHER, LOBBY} <= {each.id for each in tables}
        await host.people.settings(person)
    for there in (HERE, GAME, ROOM, DONE):
        await host.table_at(there.id)
        await host.kingdoms.last(there.id)
    await host.kingdoms.saved(7)
    await host.history.catch_up()
    for subject in (Subject("person", ADA.id), Subject("server", 7), Subject("card", "Cellar")):
        await host.history.stats(ADA.id, subject)
    for server in (None, 7):
        await host.history.leaderboard(server)
        await host.history.rating(BEN.id, ADA.id, server)
        await host.history.rating_history(BEN.id, ADA.id, server)
        await host.history.rating_course(BEN.id, ADA.id, server)
    await host.history.games(ADA.id, person=ADA.id, opponent=BEN.id)
    await host.history.head_to_head(ADA.id, ADA.id, BEN.id)
    party.id = OTHER
    await party.step(MONEY)
    assert await host.log(OTHER, ADA.id)
    await host.act(LOBBY, CLEO.id, lobby.sit(CLEO), action=party.action())
    await host.act(LOBBY, CLEO.id, lobby.leave(), action=party.action())
    await host.new_table(Place(guild=7, channel=110), CLEO, (await host.table(LOBBY)).options, action=party.action())
    party.id = owner
    for ask in (
        host.snapshot(owner, ADA.id),
        host.log(owner, ADA.id),
        host.messages.known(owner),
        host.act(owner, ADA.id, play.resign(), action="x"),
    ):
        try:
            await ask
        except TableError as refusal:
            sentence(refusal)


async def survives(path: Path, owner: str, capsys: pytest.CaptureFixture[str]) -> int:
    """Check, back up and open a damaged database as the bot does. Return what the check says."""
    code = await asyncio.to_thread(main, ["check", str(path)])
    said = capsys.readouterr()
    assert (said.out + said.err).rstrip().endswith(".")
    copied = await asyncio.to_thread(main, ["backup", str(path), f"{path}.copy"])
    said = capsys.readouterr()
    assert (said.out + said.err).rstrip().endswith("."), copied
    party = Party(path)
    party.clock.now = party.clock.now.replace(year=2027)
    party.updates.extend([None] * 4)  # type: ignore[list-item]
    await party.open()
    try:
        await others_go_on(party, owner)
        for person in (ADA.id, BEN.id):
            assert (await party.host.own_data.file(person)).content
            await party.host.own_data.forget(person)
    finally:
        await party.close()
    return code


STAYING = {
    *("records", "unrecorded", "played", "gone", "games_with", "shares", "tallies", "ratings", "rating_changes"),
}
"""What is kept about finished games: everything except records is only compared, and can be made again."""
CASES = [(owner, value) for owner in (VICTIM, FINISHED) for value in (NOT_UTF8, *NONSENSE)]
UNREAD = {
    ("calls", "done"),
    ("tables", "shown"),
    ("tables", "unsettled"),
    *(("invitations", name) for name in ("person", "guest", "at")),
}
"""Columns that are only compared: a wrong value only leads to another check of its table, or to an invitation that isn't
counted."""


@some_of("owner,value", [(VICTIM, NOT_UTF8)], [case for case in CASES if case != (VICTIM, NOT_UTF8)])
async def test_a_damaged_value_stops_no_other_table(
    owner: str, value: object, whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    silent = set()
    for name, column in columns(whole):
        path = tmp_path / f"{name}.{column}.db"
        shutil.copy(whole, path)
        if damage(path, name, column, value, owner) and not await survives(path, owner, capsys):
            silent.add((name, column))
        path.unlink()
    silent -= {(name, column) for name, column in silent if name in STAYING and column != "record"}
    assert value is not NOT_UTF8 or silent <= UNREAD


async def salvaged(path: Path, before: dict[str, object]) -> set[str]:
    """Return the live tables that go on after a restart, as they were when last committed; the others say that they are damaged."""
    found = await journals(path)
    party = Party(path)
    party.clock.now = party.clock.now.replace(year=2027)
    await party.open()
    try:
        assert found and all(before[id] == each for id, each in found.items())
        for lost in before.keys() - found.keys():
            with refusal_of(NoTable, match="quarantine"):
                await party.host.table(lost)
        if OTHER in found:
            party.id = OTHER
            version = (await party.step(MONEY)).table.version
            await party.crash()
            assert (await party.table()).version == version
        return set(found)
    finally:
        await party.close()


@some_or_all("pages", 16, 200)
async def test_a_damaged_page_stops_only_what_it_holds(
    pages: int,
    content: bytes,
    committed: dict[str, object],
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """If a page that all games need is missing, the bot refuses to start."""
    chance, refusals = random.Random(1), list[bool]()
    for number in range(pages):
        path = tmp_path / f"{number}.db"
        at = chance.randrange(len(content) // PAGE) * PAGE
        path.write_bytes(content[:at] + chance.choice((bytes(PAGE), chance.randbytes(PAGE))) + content[at + PAGE :])
        caplog.clear()
        assert await asyncio.to_thread(main, ["check", str(path)]) == 2
        assert await asyncio.to_thread(main, ["backup", str(path), f"{path}.copy"]) == 2
        assert capsys.readouterr().err.count("is damaged or isn't a database") == 2
        damaged = path.read_bytes()
        try:
            await salvaged(path, committed)
        except Unreadable as refused:
            refusals.append(f"restore {path} BACKUP" in str(refused) and path.read_bytes() == damaged)
        else:
            assert path.with_name(f"{path.name}.damaged-1").read_bytes() == damaged
            (said,) = [record.getMessage() for record in caplog.records if record.name == "storage.salvage"]
            assert (
                f"restore {path} BACKUP" in said
                and "Live tables that continue: " in said
                and "Rows might be missing from: " in said
            )
    assert all(refusals) and len(refusals) < pages * 0.3


async def test_some_damaged_bytes_stop_neither_the_check_nor_the_bot(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A page can be intact, yet hold nonsense."""
    chance, refusals = random.Random(2), list[bool]()
    for number in range(16):
        path, damaged = tmp_path / f"{number}.db", bytearray(content)
        at = chance.randrange(1, len(content) // PAGE) * PAGE
        for _ in range(8):
            damaged[at + chance.randrange(PAGE)] = chance.randrange(256)
        path.write_bytes(damaged)
        assert await asyncio.to_thread(main, ["check", str(path)]) in (0, 1, 2)
        assert "Traceback" not in capsys.readouterr().err
        party = Party(path)
        try:
            await party.open()
        except Unreadable as refused:
            refusals.append(f"restore {path} BACKUP" in str(refused))
            continue
        try:
            await party.host.live()
            await party.host.timers.look_after()
            for id in (VICTIM, OTHER, LOBBY, FINISHED):
                try:
                    await party.host.snapshot(id, ADA.id)
                    await party.host.log(id, ADA.id)
                    await party.host.act(id, ADA.id, play.resign(), action=f"x{id}")
                except TableError as refusal:
                    sentence(refusal)
        finally:
            await party.close()
    assert all(refusals)


async def lists(path: Path) -> dict[str, object]:
    """Return what is found through the indexes after a restart."""
    store = SqliteStore(path)
    await store.open()
    found: dict[str, object] = {
        "calls": await store.calls(),
        "unshown": await store.unshown(),
        "unsettled": await store.unsettled(),
    }
    found |= {"due": await store.due(LATE), "people": await store.people_due(LATE), "opened": await store.opened(ADA.id, EARLY)}
    found |= {f"spots of {channel}": await store.spots(channel=channel) for channel in (70, 80, 90, 100)}
    found |= {f"latest at {channel}": await store.latest(channel) for channel in (70, 80, 90, 100)}
    for person in (ADA.id, BEN.id, CLEO.id, 4):
        found[f"tables of {person}"] = await store.tables(person=person)
        found[f"followed by {person}"] = await store.tables(follower=person)
    for id in (VICTIM, OTHER, LOBBY, FINISHED):
        found[f"messages of {id}"] = await store.messages(id), await store.table(id)
        found[f"log of {id}"] = await store.log(id), await store.log(id, range(1, 6))
    await store.close()
    return found


def bits(content: bytes, pages: list[range], number: int) -> Iterator[bytes]:
    """Yield the database with one bit changed somewhere in the used part of one of these pages, this many times."""
    chance = random.Random(5)
    for _ in range(number):
        changed = bytearray(content)
        changed[chance.choice([at for at in chance.choice(pages) if content[at]])] ^= 1 << chance.randrange(8)
        yield bytes(changed)


def page(number: int) -> range:
    """Return where a page is, by its number from 1 on."""
    return range((number - 1) * PAGE, number * PAGE)


def rows(content: bytes, page: range) -> range:
    """Return where a page's rows are, after the list of their positions."""
    return page[int.from_bytes(content[page[5] : page[7]]) :]


@some_or_all("number", 16, 400)
async def test_damage_to_an_index_is_repaired(number: int, whole: Path, content: bytes, tmp_path: Path) -> None:
    """Everything in the index is also in the table."""
    with closing(sqlite3.connect(whole)) as db:
        roots = [page(root) for (root,) in db.execute("SELECT rootpage FROM sqlite_schema WHERE type = 'index' ORDER BY name")]
    before = tmp_path / "before.db"
    before.write_bytes(content)
    expected = await lists(before)
    for times, changed in enumerate(bits(content, roots, number)):
        path = tmp_path / f"{times}.db"
        path.write_bytes(changed)
        assert await lists(path) == expected, times
        path.unlink()


@some_or_all("number", 16, 400)
async def test_a_damaged_bit_stops_one_table_at_most(
    number: int, content: bytes, committed: dict[str, object], tmp_path: Path
) -> None:
    """Most tables of the database are stored by key, like an index: a wrong key hides its neighbours from a lookup."""
    pages = [page(number) for number in range(2, len(content) // PAGE + 1)]
    leaves = [there for each in pages if content[each[0]] == LEAF_OF_KEYS and (there := rows(content, each))]
    for times, changed in enumerate(bits(content, leaves, number)):
        path = tmp_path / f"{times}.db"
        path.write_bytes(changed)
        found = await journals(path)
        assert len([id for id, each in committed.items() if found.get(id) != each]) <= 1, times
        path.unlink()


@pytest.mark.parametrize("source", ["seats", "games", "entries", "standing", "log"])
async def test_a_row_without_a_key_stops_one_table_at_most(
    source: str, whole: Path, content: bytes, committed: dict[str, object], tmp_path: Path
) -> None:
    """If a page points to a place without a row, an empty row is read."""
    with closing(sqlite3.connect(whole)) as db:
        ((root,),) = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (source,))
    there = page(root)
    for bit in range(4):
        changed, path = bytearray(content), tmp_path / f"{bit}.db"
        changed[there[8] if content[there[0]] == LEAF_OF_KEYS else there[12]] ^= 1 << bit
        path.write_bytes(changed)
        found = await journals(path)
        assert len([id for id, each in committed.items() if found.get(id) != each]) <= 1, bit


async def test_a_page_of_one_game_stops_that_game(content: bytes, committed: dict[str, object], tmp_path: Path) -> None:
    path = tmp_path / "page.db"
    at = content.index(b'"number":9,"kind":"answer"') // PAGE * PAGE
    path.write_bytes(content[:at] + bytes(PAGE) + content[at + PAGE :])
    assert await salvaged(path, committed) == {OTHER, LOBBY}
    assert await asyncio.to_thread(main, ["check", str(path)]) == 1


async def test_what_goes_to_quarantine_is_logged_once(whole: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "damaged.db"
    shutil.copy(whole, path)
    damage(path, "seats", "name", NOT_UTF8)
    party = Party(path)
    await party.open()
    for _ in range(3):
        await party.host.tables_of(ADA.id)
        with refusal_of(NoTable, match="quarantine"):
            await party.host.act(VICTIM, ADA.id, play.resign(), action=party.action())
    await party.close()
    (said,) = [record.getMessage() for record in caplog.records if record.name == "storage.rows"]
    assert said.startswith(f"Quarantined seats {VICTIM}:2: name: Input should be a valid string")
