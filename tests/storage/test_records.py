"""What the database keeps about finished games: ratings, statistics, lists."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import count, permutations
from typing import Any

import pytest
from openskill.models import PlackettLuce

from engine import Ending, Entry, LogEntry, LogLine, recommended_kingdom
from storage import recording
from storage.history import MOST_OPENINGS, HistoryRows
from storage.models import By, Change, Options, Place, Seat, StoredEntry, Table
from storage.personal import PersonSettings
from storage.rating import rated, unrated
from storage.records import (
    WHOLE,
    Figures,
    GameRecord,
    GamesWanted,
    Player,
    SeatRecord,
    Skill,
    Subject,
    key_of,
    kingdom_key,
    player_of,
)
from storage.sqlite import SqliteStore
from storage.store import Store
from tests.fixtures.older import go_back_to
from tests.storage.conftest import Opening
from tests.storage.kit import sql, started, table

pytestmark = pytest.mark.both

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
FIRST, OTHER = recommended_kingdom("First Game", 2), recommended_kingdom("Size Distortion", 2)
SOURCES = ("records", "played", "games_with", "tallies", "ratings", "rating_changes", "unrecorded", "shares", "gone")

Sizes = tuple[int, ...]
PUBLISHED: dict[tuple[float, float], dict[tuple[Sizes, Sizes], list[tuple[float, float]]]] = {
    (31.321989232514305, 11.379964801443018): {
        ((1, 2), (1, 2)): [(36.48967347401391, 11.237778601372977), (26.154304991014694, 11.17822477763209)],
        ((1, 2), (2, 1)): [(30.19454401757094, 11.237778601372977), (32.44943444745767, 11.17822477763209)],
        ((1, 2, 3), (1, 2, 1)): [
            (33.21874815457553, 11.354896725884002),
            (30.27713112192334, 11.291328826858104),
            (30.470088421044046, 11.249240904583088),
        ],
    },
    (30.9227929079249, 6.478417585666653): {
        ((1, 2), (1, 2)): [(33.969011487326654, 6.446958847986065), (27.876574328523148, 6.433659614219379)],
        ((1, 2, 1, 2), (2, 1, 4, 3)): [
            (32.77994443000071, 6.450747134006956),
            (32.2707505138986, 6.425889055872058),
            (30.08402921805331, 6.430997477977663),
            (28.556447469746985, 6.355257645226833),
        ],
    },
}
"""openskill's own test data (tests/models/data/plackettluce.json of two releases): for each mu and sigma, the sizes of teams and
their ranks, and the new values of each team's players."""


def test_openskill_gives_what_it_publishes() -> None:
    for (mu, sigma), examples in PUBLISHED.items():
        model = PlackettLuce(mu=mu, sigma=sigma)
        for (sizes, ranks), expected in examples.items():
            teams = [[model.rating() for _ in range(size)] for size in sizes]
            for team, skill in zip(model.rate(teams, ranks=list(map(float, ranks))), expected, strict=True):
                assert [(each.mu, each.sigma) for each in team] == [pytest.approx(skill, abs=1e-9)] * len(team)


def test_ratings_are_openskills_for_two_to_six_players_with_ties() -> None:
    model = PlackettLuce()
    assert unrated() == Skill(model.mu, model.sigma) == (25, 25 / 3)
    for places in ((1, 2), (1, 1), (2, 1, 2), (1, 1, 3, 4), (3, 1, 5, 1, 3), (6, 5, 4, 3, 2, 1), (1, 1, 1, 1, 1, 1)):
        before = [(str(seat), Skill(20.0 + seat, 8.0 - seat)) for seat, _ in enumerate(places)]
        teams = [[model.rating(mu=skill.mu, sigma=skill.sigma)] for _, skill in before]
        expected = [Skill(each.mu, each.sigma) for (each,) in model.rate(teams, ranks=list(map(float, places)))]
        assert list(rated(before, places).values()) == [pytest.approx(each, abs=1e-9) for each in expected]


def test_a_player_with_two_seats_changes_by_their_mean() -> None:
    start = unrated()
    alone = rated([("a", start), ("b", start), ("c", start)], (2, 1, 3))
    together = rated([("a", start), ("ai:x", start), ("ai:x", start)], (2, 1, 3))
    assert together["a"] == alone["a"]
    assert together["ai:x"] == pytest.approx([(one + two) / 2 for one, two in zip(alone["b"], alone["c"], strict=True)])


def test_the_interval_is_wilsons() -> None:
    assert Figures(games=10, won=5 * WHOLE).interval == pytest.approx((0.2365931, 0.7634069), abs=1e-7)
    assert Figures(games=20, won=0).interval == pytest.approx((0.0, 0.1611252), abs=1e-7)
    assert Figures().interval == (0, 1)
    assert Figures(games=2, won=3 * WHOLE // 2).wins == 1.5


def test_players_have_keys() -> None:
    assert [player_of(key_of(player)) for player in (123, "kingdom")] == [123, "kingdom"]
    assert player_of("gone:abc") is None


def game(number: int, *players: Player, places: tuple[int, ...] = (1, 2, 3, 4, 5, 6), **fields: Any) -> GameRecord:
    """Return the record of a game that ended at that hour, with these players in these places."""
    seats = tuple(
        SeatRecord(
            seat=seat,
            person=player if isinstance(player, int) else None,
            ai=player if isinstance(player, str) else None,
            place=place,
            points=40 - 10 * place,
            turns=14,
            opening=("Militia", "Silver") if seat == 0 else ("Silver", "Silver"),
            gained={"Militia": 1, "Silver": 2, "Province": 5} if seat == 0 else {"Silver": 4},
        )
        for seat, (player, place) in enumerate(zip(players, places, strict=False))
    )
    given = {
        "id": f"g{number}",
        "server": 7,
        "private": False,
        "started": NOON,
        "ended": NOON + timedelta(hours=number),
        "ending": Ending(kind="piles", piles=("Province",)),
        "turns": 28,
        "kingdom": FIRST,
        "sets": ("Dominion",),
        "seats": seats,
    }
    return GameRecord.model_validate(given | fields)


async def keep(store: Store, *games: GameRecord) -> None:
    """Store finished tables with their records."""
    for each in games:
        seats = tuple(Seat(number=seat.seat, name=f"P{seat.seat}", person=seat.person, ai=seat.ai) for seat in each.seats)
        place = Place(guild=each.server, channel=int(each.id[1:]))
        table = Table(
            id=each.id, place=place, phase="over", version=0, host=1, options=Options(), seats=seats, created=NOON, started=NOON
        )
        await store.commit(Change(table=table))
        await store.record(each.id, each)
    await store.rate(1000)


def everything(store: Store) -> dict[str, list[tuple[object, ...]]]:
    return {source: sorted(sql(store, f"SELECT * FROM {source}"), key=repr) for source in SOURCES}


async def listed(store: Store, **wanted: Any) -> list[str]:
    return [each.id for each in await store.games(GamesWanted(**{"viewer": None} | wanted))]


async def test_a_record_comes_back_as_it_was_stored(store: Store) -> None:
    seats = game(1, 1, 2, "kingdom").seats
    taken = seats[1].model_copy(update={"former": (5,)})
    made = game(1, seats=(seats[0], taken, seats[2]), uncounted="substitute")
    await keep(store, made)
    (found,) = await store.games(GamesWanted(viewer=5, player=5))
    assert [seat.name for seat in found.seats] == ["P0", "P1", "P2"]
    nameless = tuple(seat.model_copy(update={"name": ""}) for seat in found.seats)
    assert found.channel == 1 and found.model_copy(update={"channel": None, "seats": nameless}) == made
    assert await store.quarantined() == []


@pytest.mark.sqlite("its thread does one piece of work at a time")
async def test_others_come_between_the_pieces_of_a_long_games_log(on_file: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recording, "PIECE", 3)
    await on_file.commit(Change(table=table()))
    kinds = ("turn", "draw", "buy", "gain", "reveal", "discard", "turn", "buy")
    lines = tuple(LogEntry(public=LogLine(number=number, turn=1, kind=kind, seat=0)) for number, kind in enumerate(kinds))
    await on_file.commit(started().model_copy(update={"log": lines}))
    reading = asyncio.create_task(on_file.chronicle("one"))
    for _ in range(2):
        await asyncio.sleep(0)
    await on_file.table("one")
    assert not reading.done()
    assert [line.number for line in (await reading).lines] == [0, 2, 3, 4, 6, 7]


async def test_however_many_moves_a_game_had_they_are_counted_in_the_database(store: Store) -> None:
    await store.commit(Change(table=table()))
    await store.commit(started())
    by: tuple[By, ...] = ("person", "ai", "person", "person", "ai", "table")
    entries = tuple(
        StoredEntry(entry=Entry(number=number, kind="answer", seat=None if each == "table" else number % 2), at=NOON, by=each)
        for number, each in enumerate(by * 50, 3)
    )
    await store.commit(Change(table=table(version=2, phase="playing"), entries=entries))
    moves = (await store.chronicle("one")).moves
    assert sorted(moves) == [(0, False, 53, 300), (0, True, 50, 298), (1, False, 100, 299), (1, True, 50, 301)]


async def test_games_are_found_by_all_that_they_have(store: Store) -> None:
    await keep(
        store,
        game(1, 1, 2),
        game(2, 1, 3, server=8, kingdom=OTHER),
        game(3, 1, 2, "kingdom", server=8),
        game(4, 2, 3, server=None, private=True),
        game(5, 1, "kingdom", "kingdom", uncounted="stopped"),
    )
    assert await listed(store) == ["g5", "g3", "g2", "g1"]
    assert await listed(store, viewer=2) == ["g5", "g4", "g3", "g2", "g1"]
    assert await listed(store, player=1) == ["g5", "g3", "g2", "g1"] and await listed(store, player=4) == []
    assert await listed(store, player=1, opponent=2) == ["g3", "g1"] == await listed(store, player=2, opponent=1)
    assert await listed(store, player="kingdom") == ["g5", "g3"] == await listed(store, opponent="kingdom", player=1)
    assert await listed(store, server=8) == ["g3", "g2"] and await listed(store, server=8, player=1, opponent=2) == ["g3"]
    assert await listed(store, kingdom=kingdom_key(OTHER)) == ["g2"]
    assert await listed(store, card=OTHER.piles[0]) == ["g2"] and await listed(store, card=OTHER.piles[0], player=2) == []
    assert await listed(store, card="Cellar", player=2, server=8) == ["g3"]
    assert await listed(store, most=2) == ["g5", "g3"] and await listed(store, most=2, before="g3") == ["g2", "g1"]
    assert await listed(store, player=1, before="g5", most=1) == ["g3"]
    assert await listed(store, card="Cellar", before="g3") == ["g1"]
    assert await listed(store, after="g1") == ["g5", "g3", "g2"] and await listed(store, after="g1", most=2) == ["g3", "g2"]
    assert await listed(store, player=2, after="g1") == ["g3"] and await listed(store, after="g5") == []
    assert await listed(store, all=True) == ["g5", "g4", "g3", "g2", "g1"]


async def test_a_private_game_is_for_its_players_unless_all_share_it(store: Store) -> None:
    await keep(store, game(1, 1, 2, "kingdom", private=True))
    of = Subject("person", 1)
    assert await listed(store) == await listed(store, viewer=3) == [] and await listed(store, viewer=2) == ["g1"]
    assert await store.finished_game(3, "g1") is await store.finished_game(None, "g1") is await store.finished_game(2, "g2") is None
    assert await store.finished_game(2, "g1") is not None
    assert (await store.statistics(of, hidden=False)).finished == 0 and (await store.statistics(of, hidden=True)).finished == 1
    before = everything(store)
    await store.share("g1", 1, shared=True)
    assert await listed(store) == []
    await store.share("g1", 2, shared=True)
    assert await listed(store) == ["g1"] and (await store.statistics(of, hidden=False)).finished == 1
    assert await store.shared("g1") == [1, 2]
    for person in (1, 2):
        await store.share("g1", person, shared=False)
    assert everything(store) == before
    (change,) = await store.rating_changes(3, 1, None, most=10)
    assert change.game is None
    (change,) = await store.rating_changes(2, 1, None, most=10)
    assert change.game == "g1"


async def test_statistics_are_of_the_games_that_count(store: Store) -> None:
    await keep(store, game(1, 1, 2), game(2, 2, 1), game(3, 1, 2, 3, places=(1, 1, 3)), game(4, 1, 2, uncounted="stopped"))
    ada = await store.statistics(Subject("person", 1), hidden=False)
    assert (ada.finished, ada.seats.games, ada.seats.wins) == (4, 3, 1.5)
    assert (ada.seats.points, ada.seats.turns, ada.seats.fair) == (30 + 20 + 30, 42, WHOLE // 2 * 2 + WHOLE // 3)
    assert [(opening, each.games, each.wins) for opening, each in ada.openings] == [
        (("Militia", "Silver"), 2, 1.5),
        (("Silver", "Silver"), 1, 0),
    ]
    assert (ada.having["Militia"].games, ada.having["Militia"].wins) == (2, 1.5) and ada.having["Silver"].games == 3
    assert (ada.against["Militia"].games, ada.against["Militia"].wins) == (1, 0)
    militia = await store.statistics(Subject("card", "Militia"), hidden=False)
    assert (militia.finished, militia.seats.games, militia.having["Militia"].games) == (4, 7, 3)
    assert set(militia.having) == {"Militia"} and [opening for opening, _ in militia.openings] == [("Militia", "Silver")]
    server = await store.statistics(Subject("server", 7), hidden=False)
    assert (server.finished, server.seats.games, server.seats.wins) == (4, 7, 3) and not server.against
    assert await store.statistics(Subject("kingdom", kingdom_key(FIRST)), hidden=False) == server
    assert (await store.statistics(Subject("style", "kingdom"), hidden=False)).finished == 0


async def test_of_thousands_of_openings_only_those_shown_are_read(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """In time, a server or an AI sees almost every pair of cards."""
    await keep(store, game(1, 1, 2), game(2, 2, 1))
    tally = "INSERT INTO tallies SELECT 'server:7', 'opening', 'Card ' || value, FALSE, 1, 0, 0, 0, 0 FROM generated"
    sql(
        store,
        f"WITH RECURSIVE generated (value) AS (VALUES (1) UNION ALL SELECT value + 1 FROM generated WHERE value < 2000) {tally}",
    )
    read, fit = list[object](), HistoryRows._fit

    def counted(rows: HistoryRows, *row: Any) -> Any:
        read.append(row)
        return fit(rows, *row)

    monkeypatch.setattr(HistoryRows, "_fit", counted)
    found = await store.statistics(Subject("server", 7), hidden=False)
    assert len(found.openings) == MOST_OPENINGS and len(read) < MOST_OPENINGS + 10
    assert [opening for opening, _ in found.openings[:3]] == [("Militia", "Silver"), ("Silver", "Silver"), ("Card 1",)]


async def test_two_players_are_compared_by_the_games_that_both_played(store: Store) -> None:
    await keep(store, game(1, 1, 2), game(2, 2, 1), game(3, 1, 2, 3, places=(2, 2, 1)), game(4, 1, 3), game(5, 2, 1, private=True))
    versus = await store.head_to_head(None, 1, 2)
    assert (versus.games, versus.ahead, versus.behind, versus.level) == (3, 1, 1, 1)
    assert (versus.first.wins, versus.second.wins, versus.first.points) == (1, 1, 30 + 20 + 20)
    other = await store.head_to_head(None, 2, 1)
    assert (other.ahead, other.behind, other.first, other.second) == (1, 1, versus.second, versus.first)
    assert (await store.head_to_head(1, 1, 2)).behind == 2, "their own private game counts for them"
    assert (await store.head_to_head(None, 1, 9)).games == 0


@pytest.mark.sqlite("its steps don't depend on the machine")
async def test_nothing_shown_of_finished_games_takes_longer_if_there_are_more(on_file: SqliteStore) -> None:
    """All of these are private, so a stranger has none to look at."""
    kingdom, few, many = kingdom_key(FIRST), 20, 60

    def asked(games: int) -> dict[str, Callable[[], Coroutine[Any, Any, object]]]:
        wanted: dict[str, dict[str, Any]] = {
            "all": {},
            "a person's": {"player": 1},
            "a person's, with another": {"player": 1, "opponent": 2},
            "a person's, with a card": {"player": 1, "card": "Cellar"},
            "a person's own, on another server": {"viewer": 1, "player": 1, "server": 8, "card": "Cellar"},
            "a server's": {"server": 7},
            "with a card": {"card": "Cellar"},
            "of a kingdom": {"kingdom": kingdom},
        }
        lists = {name: partial(on_file.games, GamesWanted(**{"viewer": 9} | each)) for name, each in wanted.items()}
        last_page = partial(on_file.rating_changes, None, 1, None, skip=games - 10, most=10)
        return lists | {
            "a rating's first changes": last_page,
            "a rating's course": partial(on_file.rating_course, 1, None, 10),
            "two players": partial(on_file.head_to_head, 1, 1, 2),
            "statistics": partial(on_file.statistics, Subject("person", 1), hidden=True),
            "a leaderboard": partial(on_file.leaderboard, 7, 10, ais=False),
        }

    async def steps(games: int) -> dict[str, int]:
        found = {}
        for name, ask in asked(games).items():
            done = count()
            await on_file._run(lambda db, done=done: db.set_progress_handler(lambda: 0 * next(done), 1))  # type: ignore[misc]
            await ask()
            found[name] = next(done)
        await on_file._run(lambda db: db.set_progress_handler(None, 1))
        return found

    await keep(on_file, *(game(number, 1, 2, private=True) for number in range(few)))
    before = await steps(few)
    await keep(on_file, *(game(number, 1, 2, private=True) for number in range(few, many)))
    assert len(await on_file.rating_changes(None, 1, None, skip=many - 10, most=20)) == 10
    after = await steps(many)
    assert {name: each for name, each in after.items() if each > 1.1 * before[name]} == {}


WITHOUT_SUMS = "DELETE FROM tallies WHERE kind IN ('versus', 'ahead')"
BACK = (
    "ALTER TABLE tables RENAME COLUMN proposal TO offer",
    "DROP INDEX tallies_with",
    "ALTER TABLE played DROP COLUMN guild",
    "ALTER TABLE games_with DROP COLUMN hidden",
    "ALTER TABLE games_with ADD PRIMARY KEY (card, ended, table_id)",
    "ALTER TABLE rating_changes DROP COLUMN number",
    "CREATE INDEX changes_of ON rating_changes (player, scope, ended, table_id)",
    "UPDATE seneschal SET version = 23",
)
"""What makes a server's database one of version 23 again."""


async def test_what_an_older_version_kept_is_brought_up_to_date(store: Store) -> None:
    private = game(4, 2, 1, 3, private=True)
    await keep(store, game(1, 1, 2), game(2, 2, 1, "kingdom", "kingdom"), game(3, 1, 2, server=None), private, game(5, 3, 1))
    await keep(store, game(6, 1, 2, uncounted="short"))
    await store.forget(3, NOON, await store.mentioning(3))
    kept = everything(store)
    await store.close()
    sql(store, WITHOUT_SUMS)
    if isinstance(store, SqliteStore):
        go_back_to(store.path, 23)
    else:
        for each in BACK:
            sql(store, each)
    await store.open()
    assert everything(store) == kept and {row[1] for row in kept["tallies"]} >= {"versus", "ahead"}


async def test_the_pages_of_a_ratings_changes_have_each_of_them_once(store: Store) -> None:
    games = [game(number, 1, 2) for number in range(7)]
    await keep(store, *games[:5:2], *games[1::2], *games[6:])
    await store.delete_game("g3")
    await store.rate(100)
    pages = [await store.rating_changes(None, 1, None, skip=skip, most=2) for skip in (0, 2, 4, 6)]
    assert [[each.game for each in page] for page in pages] == [["g6", "g5"], ["g4", "g2"], ["g1", "g0"], []]


async def test_of_private_games_a_list_has_those_of_its_reader(store: Store) -> None:
    await keep(store, *(game(number, 1, 2 + number % 2, private=number < 4) for number in range(6)))
    for wanted in (
        {},
        {"player": 1},
        {"server": 7},
        {"card": "Cellar"},
        {"kingdom": kingdom_key(FIRST)},
        {"player": 1, "server": 7},
    ):
        assert await listed(store, viewer=3, **wanted) == ["g5", "g4", "g3", "g1"], wanted
        assert await listed(store, viewer=3, most=3, **wanted) == ["g5", "g4", "g3"], wanted
        assert await listed(store, viewer=3, before="g4", **wanted) == ["g3", "g1"], wanted
        assert await listed(store, viewer=3, after="g1", most=2, **wanted) == ["g4", "g3"], wanted
        assert await listed(store, viewer=9, **wanted) == await listed(store, **wanted) == ["g5", "g4"], wanted
    assert (
        await listed(store, viewer=1, player=1, server=7) == ["g5", "g4", "g3", "g2", "g1", "g0"] == await listed(store, all=True)
    )


async def test_ratings_are_kept_of_each_server_and_of_all_games(store: Store) -> None:
    await keep(store, game(1, 1, 2), game(2, 1, "kingdom", server=8), game(3, 1, 2, uncounted="short"))
    first = rated([("1", unrated()), ("2", unrated())], (1, 2))
    second = rated([("1", first["1"]), ("ai:kingdom", unrated())], (1, 2))
    everywhere, here = await store.rating(1, None), await store.rating(1, 7)
    assert everywhere is not None and (everywhere.skill, everywhere.games, everywhere.rank) == (second["1"], 2, 1)
    assert here is not None and (here.skill, here.games) == (first["1"], 1)
    best = await store.leaderboard(None, 10, ais=False)
    assert [(each.player, each.name, each.rank) for each in best] == [(1, "P0", 1), (2, "P1", 2)]
    assert [each.player for each in await store.leaderboard(None, 10, ais=True)] == ["kingdom"]
    changes = await store.rating_changes(None, 1, None, most=10)
    assert [(each.game, each.before, each.after) for each in changes] == [
        ("g2", first["1"], second["1"]),
        ("g1", unrated(), first["1"]),
    ]
    assert [each.game for each in await store.rating_changes(None, 1, None, skip=1, most=10)] == ["g1"]
    assert await store.rating_course(1, None, 10) == [first["1"], second["1"]] and await store.rating_course(1, 8, 1) != []
    assert await store.rating(3, None) is None and await store.rating(2, 8) is None


async def test_someone_unlisted_is_on_no_leaderboard(store: Store) -> None:
    await keep(store, game(1, 1, 2), game(2, 2, 3), game(3, 3, 1))
    before = {each.player: each.skill for each in await store.leaderboard(None, 10, ais=False)}
    await store.set_settings(2, PersonSettings(listed=False))
    after = await store.leaderboard(None, 10, ais=False)
    assert {each.player: each.skill for each in after} == {1: before[1], 3: before[3]}
    own = await store.rating(2, None)
    assert own is not None and own.rank is None and own.skill == before[2]
    assert [each.rank for each in after] == [1, 2] == [(await store.rating(each.player, None)).rank for each in after]  # type: ignore[union-attr]


@pytest.mark.sqlite("its plans for queries")
async def test_no_leaderboard_goes_through_everyones_settings(on_file: SqliteStore) -> None:
    """Everyone who ever clicked might have settings, but few people are rated."""
    await keep(on_file, game(1, 1, 2, 3))
    asked: list[str] = []
    await on_file._run(lambda db: db.set_trace_callback(asked.append))
    await on_file.leaderboard(None, 10, ais=False)
    await on_file.rating(1, None)
    looks = [each for each in asked if "settings" in each]
    assert len(looks) == 3
    for look in looks:
        plan = [str(row[3]) for row in sql(on_file, f"EXPLAIN QUERY PLAN {look}")]
        assert not any(step.startswith("SCAN settings") for step in plan), plan


async def test_ratings_go_by_the_order_in_which_games_ended(store: Store, opening: Opening) -> None:
    games = [game(1, 1, 2), game(2, 3, 2, 1, places=(1, 2, 2)), game(3, 2, 3), game(4, 3, 1), game(5, "kingdom", 1)]
    await keep(store, *games)
    expected = everything(store)
    for order in list(permutations(games))[7::29]:
        other = await opening()
        for each in order:
            await keep(other, each)
        assert everything(other) == expected


async def test_without_a_game_all_is_as_if_it_had_never_been(store: Store, opening: Opening) -> None:
    games = [game(1, 1, 2), game(2, 1, 2, 3, places=(2, 1, 3)), game(3, 2, 3), game(4, 3, 1)]
    await keep(store, *games)
    await store.delete_game("g2")
    assert await store.table("g2") is None and len(sql(store, "SELECT 1 FROM records WHERE NOT rated")) == 2
    await store.rate(100)
    other = await opening()
    await keep(other, *games[:1], *games[2:])
    assert everything(other) == everything(store)


async def test_nothing_is_rated_while_records_are_missing(store: Store) -> None:
    await keep(store, game(1, 1, 2))
    await store.start_over()
    assert [id for id, _ in await store.unrecorded(10)] == ["g1"] and await store.rate(10) == 0
    await store.record("g1", None)
    assert await store.unrecorded(10) == [] and await store.rate(10) == 0
    assert not any(everything(store).values())
