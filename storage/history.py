"""Reading what is kept about finished games: lists, statistics and ratings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from storage.connection import Row
from storage.recording import EVERYWHERE, RecordRows
from storage.records import (
    Figures,
    GameRecord,
    GamesWanted,
    HeadToHead,
    Player,
    Rating,
    RatingChange,
    Skill,
    Statistics,
    Subject,
    key_of,
    player_of,
    subject_of,
)
from storage.rows import ids, kept
from storage.tallying import JOINT

MOST_OPENINGS = 50
SIDES = {"before": "<", "after": ">"}


class Way(NamedTuple):
    """How games with something are found: the database table that lists them, and the conditions on a row there, and on a record
    that was found in another way."""

    source: str
    here: str
    there: str


PLAYED = "EXISTS (SELECT 1 FROM played AS other WHERE other.table_id = records.table_id AND other.player = :{0})"
CARD = (
    "EXISTS (SELECT 1 FROM games_with AS other WHERE other.card = :card AND other.hidden = records.hidden"
    " AND other.ended = records.ended AND other.table_id = records.table_id)"
)
WAYS = {
    **{each: Way("played", f"played.player = :{each}", PLAYED.format(each)) for each in ("player", "opponent", "viewer")},
    "card": Way("games_with", "games_with.card = :card", CARD),
    "kingdom": Way("records", "records.kingdom = :kingdom", "coalesce(records.kingdom, NULL) = :kingdom"),
    "server": Way("records", "records.guild = :server", "coalesce(records.guild, NULL) = :server"),
}


class HistoryRows(RecordRows):
    """Answers questions about finished games."""

    async def games(self, wanted: GamesWanted) -> list[GameRecord]:
        """Return the finished games wanted, newest first."""
        players = {"player": wanted.player, "opponent": wanted.opponent, "viewer": wanted.viewer}
        named = {"card": wanted.card, "kingdom": wanted.kingdom, "server": wanted.server}
        subjects = {name: subject_of(player) for name, player in players.items() if player is not None}
        subjects |= {name: Subject(name, of) for name, of in named.items() if of is not None}  # type: ignore[arg-type]
        keys = {name: subject.key for name, subject in subjects.items()}
        sizes = {row["subject"]: row["games"] for row in await self._sql.finished(**dict.fromkeys(WAYS) | keys)}
        finished = {name: sizes.get(key) or 0 for name, key in keys.items()}
        if wanted.server is not None and (there := {name: keys[name] for name in players if name in keys}):
            rated = await self._sql.rated_on(server=wanted.server, **dict.fromkeys(players) | there)
            games_there = {row["player"]: row["games"] for row in rated}
            finished |= {name: games_there.get(key, 0) for name, key in there.items()}
        sides = {"before": wanted.before, "after": wanted.after}
        ends = {name: row["ended"] for name, id in sides.items() for row in await self._sql.end_of(id=id)}
        values = {**keys, **named, **sides, **{f"ended_{name}": ended for name, ended in ends.items()}, "most": wanted.most}
        way = "DESC" if wanted.after is None else "ASC"
        own = wanted.all or (wanted.viewer is not None and wanted.viewer in (wanted.player, wanted.opponent))
        everyones = {name: games for name, games in finished.items() if name != "viewer"}
        parts = [listing(everyones, ends, way, hidden=False)]
        if own or wanted.viewer is not None:
            parts.append(listing(everyones if own else finished, ends, way, hidden=True))
        found = " UNION ALL ".join(f"SELECT * FROM ({part}) AS part{number}" for number, part in enumerate(parts))
        async with self._checked():
            games = ids(await self._db.rows(f"{found} ORDER BY ended {way}, id {way} LIMIT :most", values))
            ordered = games if wanted.after is None else reversed(games)
            rows = [row for id in ordered for row in await self._sql.record(id=id)]
            return kept([await self._game_record(row) for row in rows])

    async def finished_game(self, viewer: int | None, table_id: str) -> GameRecord | None:
        """Return a finished game, if the viewer can look at it."""
        rows = await self._sql.seen_record(id=table_id, viewer=viewer_key(viewer))
        async with self._checked():
            return await self._game_record(rows[0]) if rows else None

    async def statistics(self, subject: Subject, *, hidden: bool) -> Statistics:
        """Return statistics of what everyone can look at (or, with `hidden`, of everything)."""
        rows = [
            *await self._sql.sums(subject=subject.key, hidden=hidden),
            *await self._sql.openings(subject=subject.key, hidden=hidden, most=MOST_OPENINGS),
        ]
        async with self._checked():
            found = self._figures(subject.key, rows)
        openings = found.get("opening", {}).items()
        return Statistics(
            finished=found.get("finished", {}).get("", Figures()).games,
            seats=found.get("seats", {}).get("", Figures()),
            openings=tuple((tuple(item.split(JOINT)), figures) for item, figures in openings),
            having=found.get("having", {}),
            against=found.get("against", {}),
        )

    def _figures(self, subject: str, rows: Iterable[Row]) -> dict[str, dict[str, Figures]]:
        """Return the figures in rows about a subject, by what is counted and for which item."""
        found: dict[str, dict[str, Figures]] = {}
        for row in rows:
            content, key = {name: row[name] for name in Figures.model_fields}, (subject, row["kind"], row["item"])
            figures = self._fit(Figures, "tallies", key, None, row, content)
            if figures is not None:
                found.setdefault(str(row["kind"]), {})[str(row["item"])] = figures
        return found

    async def leaderboard(self, server: int | None, most: int, *, ais: bool) -> list[Rating]:
        """Return the best ratings of people, or of AIs, on a server, or everywhere."""
        rows = await (self._sql.best_ais if ais else self._sql.best_people)(scope=server or EVERYWHERE, most=most)
        async with self._checked():
            ratings = kept([await self._rating(row) for row in rows])
        return [
            each.model_copy(update={"rank": 1 + sum(other.skill.sure > each.skill.sure for other in ratings)}) for each in ratings
        ]

    async def rating(self, player: Player, server: int | None) -> Rating | None:
        """Return a player's rating on a server, or everywhere; None if they have none."""
        scope = server or EVERYWHERE
        for row in await self._sql.rating(scope=scope, player=key_of(player)):
            async with self._checked():
                rating = await self._rating(row)
            if rating is not None and row["ranked"]:
                (better,) = await self._sql.rank_of(scope=scope, sure=rating.skill.sure)
                return rating.model_copy(update=better)
            return rating
        return None

    async def _rating(self, row: Row) -> Rating | None:
        player, server = row["player"], row["scope"]
        named = await (
            self._sql.name_of(player=player) if server == EVERYWHERE else self._sql.name_on(player=player, server=server)
        )
        content = {"player": player_of(str(row["player"])), "skill": (row["mu"], row["sigma"]), "games": row["games"]}
        content |= {"name": next((row["name"] for row in named if isinstance(row["name"], str)), "")}
        return self._fit(Rating, "ratings", (row["scope"], row["player"]), None, row, content)

    async def rating_changes(
        self, viewer: int | None, player: Player, server: int | None, *, skip: int = 0, most: int
    ) -> list[RatingChange]:
        """Return how games changed a player's rating, newest first, skipping the first few."""
        rows = await self._sql.rating_changes(
            viewer=viewer_key(viewer), player=key_of(player), scope=server or EVERYWHERE, skip=skip, most=most
        )
        async with self._checked():
            return kept([await self._rating_change(row) for row in rows])

    async def _rating_change(self, row: Row) -> RatingChange | None:
        records = await self._sql.record(id=row["table_id"]) if row["seen"] else []
        before, after = (row["mu_before"], row["sigma_before"]), (row["mu"], row["sigma"])
        content = {
            "record": await self._game_record(records[0]) if records else None,
            "at": row["ended"],
            "before": before,
            "after": after,
        }
        key = row["table_id"], row["scope"], row["player"]
        return self._fit(RatingChange, "rating_changes", key, str(row["table_id"]), row, content)

    async def rating_course(self, player: Player, server: int | None, most: int) -> list[Skill]:
        """Return a player's ratings after the last games, oldest first."""
        rows = await self._sql.rating_course(player=key_of(player), scope=server or EVERYWHERE, most=most)
        return [Skill(row["mu"], row["sigma"]) for row in reversed(rows) if numbers(row["mu"], row["sigma"])]

    async def head_to_head(self, viewer: int | None, first: Player, second: Player) -> HeadToHead:
        """Return how two players did in games with both of them that count: all that everyone can look at, and their own."""
        own, keys = viewer is not None and viewer in (first, second), (key_of(first), key_of(second))
        sides = []
        async with self._checked():
            for mine, theirs in (keys, keys[::-1]):
                found = self._figures(mine, await self._sql.versus(mine=mine, theirs=theirs, hidden=own))
                sides.append([found.get(kind, {}).get(theirs, Figures()) for kind in ("versus", "ahead")])
        (one, ahead), (other, behind) = sides
        level = one.games - ahead.games - behind.games
        return HeadToHead(games=one.games, ahead=ahead.games, behind=behind.games, level=level, first=one, second=other)


def listing(finished: Mapping[str, int], ends: Iterable[str], way: str, *, hidden: bool) -> str:
    """Return the query for games that are `hidden`, or for those that aren't, with everything asked for. It looks through the
    fewest: `finished` says how many there are with each (for a player, on the server asked for)."""
    least = min(finished, key=finished.__getitem__, default="")
    source = WAYS[least].source if least else "records"
    where = [f"{source}.hidden = {'TRUE' if hidden else 'FALSE'}"]
    where += [WAYS[name].here if name == least else WAYS[name].there for name in finished]
    if source != "records":
        where.append(f"records.table_id = {source}.table_id")
    if source == "played" and "server" in finished:
        where.append("played.guild = :server")
    where += [f"({source}.ended, {source}.table_id) {SIDES[name]} (:ended_{name}, :{name})" for name in ends]
    joined = "" if source == "records" else f"{source} CROSS JOIN "
    found = f"SELECT DISTINCT {source}.table_id AS id, {source}.ended FROM {joined}records WHERE {' AND '.join(where)}"
    return f"{found} ORDER BY {source}.ended {way}, {source}.table_id {way} LIMIT :most"


def viewer_key(viewer: int | None) -> str | None:
    """Return the key of someone looking at games; None: they haven't played any."""
    return key_of(viewer) if viewer is not None else None


def numbers(*values: object) -> bool:
    """Return whether values are numbers; in a damaged row, they might not be."""
    return all(isinstance(value, float) for value in values)
