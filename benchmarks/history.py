"""How long questions about finished games take when there are many of them.

    python benchmarks/history.py [--games 100000] [--file DB]

Lets AIs play some games, records them for people, and copies the rows until there are as many games as asked for. One person, one
AI and one server each have half of them: questions about these are the worst case. Prints the CPU time of each question
(the longest of three times), and of the transaction that keeps a game's record. Exits with 1 if one takes longer than the goal.
Also prints what a start, a move and files of games take, compared with an empty database.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve()
sys.path.insert(0, str(HERE.parent.parent))

from engine import KingdomRequest, random_kingdom  # noqa: E402
from engine.ai import STYLES  # noqa: E402
from engine.score import result  # noqa: E402
from engine.setup import new_game  # noqa: E402
from engine.simulate import play  # noqa: E402
from storage.care import Care  # noqa: E402
from storage.connection import driven  # noqa: E402
from storage.files import MIGRATIONS, prepare  # noqa: E402
from storage.models import Change, Options, Place, Seat, Table  # noqa: E402
from storage.records import Chronicle, GameRecord, GamesWanted, Subject, kingdom_key  # noqa: E402
from storage.sqlite import SqliteDatabase, SqliteStore  # noqa: E402
from tables.chronicle import record, told  # noqa: E402
from tests.tables.kit import MANAGER, Party, buying  # noqa: E402

GOAL = 300.0
"""Milliseconds for a question."""
BASE, KINGDOMS, PEOPLE, COPIES_OF_PEOPLE = 500, 12, 40, 20
"""How many games are recorded, in how many kingdoms, by how many people; and how many copies are made of each person."""
BUSY, SERVER, STYLE = 1, 7, "kingdom"
MOVES = 200
START = datetime(2026, 1, 1, tzinfo=UTC)
OTHERS = f"{{0}} GLOB '[0-9]*' AND {{0}} <> '{BUSY}'"
MOVED = f"CASE WHEN {OTHERS} THEN {{0}} + 1000 * (copies.number % {COPIES_OF_PEOPLE}) ELSE {{0}} END"

Question = Callable[[], Coroutine[Any, Any, Any]]


def played() -> list[tuple[Table, Chronicle]]:
    """Let AIs play a game in each of some kingdoms."""
    games = []
    for number in range(KINGDOMS):
        seats = 2 + number % 3
        kingdom = random_kingdom(KingdomRequest(), f"history {number}")
        core = new_game(kingdom.setup(tuple(f"P{seat}" for seat in range(seats))), bytes([number]) * 32)
        core.lines = []
        play(core, [STYLES[STYLE]] * seats)
        table = Table(
            id="x",
            place=Place(guild=SERVER, channel=1),
            phase="over",
            version=0,
            host=BUSY,
            options=Options(kingdom=kingdom),
            seats=tuple(Seat(number=seat, name=f"P{seat}", ai=STYLE) for seat in range(seats)),
            created=START,
            started=START,
            ended=START,
            result=result(core),
        )
        games.append((table, Chronicle(told(core.lines), ())))
    return games


def recorded(games: list[tuple[Table, Chronicle]], number: int, chance: random.Random) -> tuple[Table, GameRecord]:
    """Return one of the games as if other players had played it, and its record."""
    table, chronicle = games[number % len(games)]
    people: list[int | None] = list(chance.sample(range(2, PEOPLE), len(table.seats)))
    if number % 2:
        people[0] = BUSY
    if number % 4 < 2:
        people[1] = None
    seats = [seat.model_copy(update={"person": people[seat.number], "ai": None}) for seat in table.seats]
    seats = [seat if seat.person is not None else seat.model_copy(update={"ai": STYLE}) for seat in seats]
    place = Place(guild=SERVER if number % 2 else 100 + number % 50, channel=number + 1)
    options = table.options.model_copy(update={"private": number % 10 == 0})
    at = {"started": START, "ended": START + timedelta(minutes=number)}
    table = table.model_copy(update={"id": f"b{number}", "place": place, "seats": tuple(seats), "options": options, **at})
    made = record(table, chronicle)
    assert made is not None
    return table, made


def copy(db: sqlite3.Connection, times: int) -> None:
    """Copy all rows about the recorded games this many times, each time a day later, for other people."""
    db.execute("CREATE TEMP TABLE copies (number INTEGER PRIMARY KEY)")
    db.executemany("INSERT INTO copies VALUES (?)", [(number,) for number in range(1, times)])
    later = "strftime('%Y-%m-%dT%H:%M:%S+00:00', {0}, '+' || copies.number || ' days')"
    new = {
        "id": "old.id || 'c' || copies.number",
        "table_id": "old.table_id || 'c' || copies.number",
        "ended": later.format("old.ended"),
        "channel": "old.channel + 1000 * copies.number",
        "player": MOVED.format("old.player"),
    }
    for name in ("tables", "seats", "records", "played", "games_with", "rating_changes"):
        columns = [row[1] for row in db.execute(f"PRAGMA table_info({name})")]
        values = ", ".join(new.get(column, f"old.{column}") for column in columns)
        db.execute(f"INSERT INTO {name} ({', '.join(columns)}) SELECT {values} FROM {name} AS old CROSS JOIN copies")
    figures = ("games", "won", "fair", "points", "turns")
    sums = ", ".join(f"{name} = {name} * ?" for name in figures)
    known = f"subject = '{BUSY}' OR subject NOT GLOB '[0-9]*'"
    db.execute(f"UPDATE tallies SET {sums} WHERE {known}", [times] * len(figures))
    db.execute(f"UPDATE tallies SET {sums} WHERE NOT ({known})", [max(1, times // COPIES_OF_PEOPLE)] * len(figures))
    for name, who in (("tallies", "subject"), ("ratings", "player")):
        columns = [row[1] for row in db.execute(f"PRAGMA table_info({name})")]
        values = ", ".join(MOVED.format(f"old.{who}") if column == who else f"old.{column}" for column in columns)
        others = f"{OTHERS.format(f'old.{who}')} AND copies.number < {COPIES_OF_PEOPLE}"
        db.execute(f"INSERT INTO {name} SELECT {values} FROM {name} AS old CROSS JOIN copies WHERE {others}")
    again = next(MIGRATIONS.glob("0024_*.sql")).read_text().split(";")
    db.execute("DELETE FROM tallies WHERE kind IN ('versus', 'ahead')")
    for statement in again:  # what can't be copied
        if statement.strip().startswith(("UPDATE rating_changes", "INSERT INTO tallies")):
            db.execute(statement)
    of = "changes.player = ratings.player AND changes.scope = ratings.scope"
    db.execute(f"UPDATE ratings SET games = (SELECT count(*) FROM rating_changes AS changes WHERE {of})")
    db.execute("PRAGMA optimize")


def questions(care: Care, kingdom: str, card: str, middle: str) -> dict[str, Question]:
    """Return what can be asked, by name."""

    def games(**wanted: Any) -> Question:
        return lambda: care.games(GamesWanted(**{"viewer": 5} | wanted))

    def stats(kind: Any, of: int | str) -> Question:
        return lambda: care.statistics(Subject(kind, of), hidden=False)

    return {
        "games: all": games(),
        "games: all, from the middle": games(before=middle),
        "games: the busiest person's, up to the middle": games(player=BUSY, after=middle),
        "games: one": lambda: care.finished_game(5, middle),
        "games: the busiest person's": games(player=BUSY),
        "games: someone's": games(player=5),
        "games: the busiest person's, as a stranger, 100": games(player=BUSY, viewer=None, most=100),
        "games: the busiest person's own, 100 from the middle": games(player=BUSY, viewer=BUSY, before=middle, most=100),
        "games: the busiest server's, as anyone, 100 from the middle": games(server=SERVER, viewer=None, before=middle, most=100),
        "games: the AI's": games(player=STYLE),
        "games: the busiest person's against the AI": games(player=BUSY, opponent=STYLE),
        "games: the busiest person's against one who has none": games(player=BUSY, opponent=10**9),
        "games: the busiest server's": games(server=SERVER),
        "games: a server's that has none": games(server=1),
        "games: with a card": games(card=card),
        "games: with a card that is in none": games(card="Nothing"),
        "games: the busiest person's, with that card, on a small server": games(player=BUSY, card=card, server=102),
        "games: of a kingdom": games(kingdom=kingdom),
        "games: of a kingdom, on another server": games(kingdom=kingdom, server=3),
        "stats: the busiest person": stats("person", BUSY),
        "stats: the busiest person, their own": lambda: care.statistics(Subject("person", BUSY), hidden=True),
        "stats: the AI": stats("style", STYLE),
        "stats: the busiest server": stats("server", SERVER),
        "stats: a card": stats("card", card),
        "stats: a kingdom": stats("kingdom", kingdom),
        "leaderboard": lambda: care.leaderboard(None, 100, ais=False),
        "leaderboard of a server": lambda: care.leaderboard(SERVER, 100, ais=False),
        "leaderboard of AIs": lambda: care.leaderboard(None, 20, ais=True),
        "rating": lambda: care.rating(BUSY, None),
        "rating: someone's, on a server": lambda: care.rating(5, SERVER),
        "rating history": lambda: care.rating_changes(5, BUSY, None, skip=1000, most=20),
        "rating history, its last page": lambda: last_page(care),
        "rating over time": lambda: care.rating_course(BUSY, None, 500),
        "head to head: the busiest two": lambda: care.head_to_head(5, BUSY, STYLE),
        "head to head: two people": lambda: care.head_to_head(5, BUSY, 6),
    }


async def last_page(care: Care) -> None:
    """Ask for the first changes of the busiest person's rating."""
    rating = await care.rating(BUSY, None)
    assert rating is not None
    most = min(20, rating.games)
    assert len(await care.rating_changes(BUSY, BUSY, None, skip=rating.games - most, most=most)) == most


def slowest(work: Question, times: int = 3) -> float:
    """Return the longest CPU time of some tries, in milliseconds."""
    found = []
    for _ in range(times):
        start = time.thread_time()
        driven(work())
        found.append(1000 * (time.thread_time() - start))
    return max(found)


def measure(path: Path, games: int) -> dict[str, float]:
    """Make the database, and return how long each question takes."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.row_factory = sqlite3.Row
        care, chance, samples = Care(SqliteDatabase(db)), random.Random(1), played()
        prepare(db, path)
        db.execute("PRAGMA synchronous = OFF")
        first = [recorded(samples, number, chance) for number in range(min(BASE, games))]
        for table, made in first:
            driven(care.commit(Change(table=table, record=made)))
        db.execute("BEGIN")
        copy(db, games // len(first))
        db.execute("COMMIT")
        ((size,),) = db.execute("SELECT count(*) FROM records").fetchall()
        print(f"{size} games, {path.stat().st_size / 2**20:.0f} MiB", flush=True)
        sample = first[0][1]
        found = {
            name: slowest(ask)
            for name, ask in questions(care, kingdom_key(sample.kingdom), sample.kingdom.piles[0], first[-1][0].id).items()
        }
        for name in ("records", "played"):
            db.execute(f"UPDATE {name} SET hidden = 1")
        found["games: all, if all are private"] = slowest(lambda: care.games(GamesWanted(viewer=None)))
        found["games: the busiest person's, if all are private"] = slowest(lambda: care.games(GamesWanted(viewer=5, player=BUSY)))
        for name in ("records", "played"):
            db.execute(f"UPDATE {name} SET hidden = 0")
        later = [recorded(samples, number, chance) for number in range(10_000_000, 10_000_006)]
        ends = iter(later)
        driven(care.commit(Change(table=next(ends)[0])))
        with_record = slowest(lambda: care.commit(Change(**dict(zip(("table", "record"), next(ends), strict=True)))))
        return found | {"keeping a record and rating": with_record}


async def lived(path: Path) -> dict[str, float]:
    """Start on a database, play there, and have files made. Return the CPU time of each, in all threads, in milliseconds."""
    party, found, begun = Party(path), dict[str, float](), time.process_time()

    def measured(name: str, times: int = 1) -> None:
        nonlocal begun
        found[name] = 1000 * (time.process_time() - begun) / times
        begun = time.process_time()

    await party.open()
    measured("a start")
    assert isinstance(party.store, SqliteStore)
    if (inspection := party.store._inspection) is not None:
        await inspection._done
    measured("looking for damage while the bot runs")
    await party.start(place=Place(guild=SERVER, channel=10**12))
    begun = time.process_time()
    for _ in range(MOVES):
        await party.step(buying("Copper"))
    measured("a move", MOVES)
    await party.host.history.games(BUSY, person=BUSY)
    measured("a list with its readers' rights")
    own = await party.host.exports.own(BUSY)
    measured(f"a zip of {own.games} games")
    of_server = await party.host.exports.of_server(MANAGER, SERVER)
    measured(f"a spreadsheet of {of_server.games} games")
    await party.close()
    return found


def main() -> int:
    """Measure and print; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--file", type=Path, help="where to leave the database")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = args.file or Path(folder) / "history.db"
        found = measure(path, args.games)
        for name, milliseconds in found.items():
            print(f"{milliseconds:8.1f} ms  {name}", flush=True)
        full, empty = (asyncio.run(lived(each)) for each in (path, Path(folder) / "empty.db"))
    for (name, milliseconds), before in zip(full.items(), empty.values(), strict=True):
        print(f"{milliseconds:8.1f} ms  {name}; {before:.1f} ms with an empty database")
    worst = max(found.values())
    print(f"worst: {worst / GOAL:.2f} of the goal, {GOAL:g} ms")
    return 1 if worst > GOAL else 0


if __name__ == "__main__":
    sys.exit(main())
