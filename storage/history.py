"""Reading what is kept about finished games: lists, statistics and ratings."""

from __future__ import annotations

from collections.abc import Mapping

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
from storage.rows import ALL, ids, kept
from storage.tallying import JOINT

MOST_OPENINGS = 50


def seen_in(source: str) -> str:
    """Return the SQL condition that the viewer can look at the game of a row in this table."""
    return f"(NOT {source}.hidden OR {source}.table_id IN (SELECT table_id FROM played AS own WHERE own.player = :viewer))"


class HistoryRows(RecordRows):
    """Answers questions about finished games."""

    async def games(self, wanted: GamesWanted) -> list[GameRecord]:
        """Return the finished games wanted, newest first."""
        values: dict[str, object] = {
            "viewer": viewer_key(wanted.viewer),
            "player": key_of(wanted.player) if wanted.player is not None else None,
            "opponent": key_of(wanted.opponent) if wanted.opponent is not None else None,
            "server": wanted.server,
            "card": wanted.card,
            "kingdom": wanted.kingdom,
            "most": wanted.most,
        }
        source, where = await self._conditions(wanted)
        for name, side, id in (("before", "<", wanted.before), ("after", ">", wanted.after)):
            for row in await self._sql.end_of(id=id):
                where.append(f"({source}.ended, {source}.table_id) {side} (:ended_{name}, :{name})")
                values |= {f"ended_{name}": row["ended"], name: id}
        way = "DESC" if wanted.after is None else "ASC"
        joined = "" if source == "records" else f"{source} CROSS JOIN "
        found = f"SELECT DISTINCT {source}.table_id AS id, {source}.ended FROM {joined}records WHERE {' AND '.join(where)}"
        order = f"ORDER BY {source}.ended {way}, {source}.table_id {way} LIMIT :most"
        async with self._checked():
            games = ids(await self._db.rows(f"{found} {order}", values))
            ordered = games if wanted.after is None else reversed(games)
            rows = [row for id in ordered for row in await self._sql.record(id=id)]
            return kept([await self._game_record(row) for row in rows])

    async def finished_game(self, viewer: int | None, table_id: str) -> GameRecord | None:
        """Return a finished game, if the viewer can look at it."""
        rows = await self._sql.seen_record(id=table_id, viewer=viewer_key(viewer))
        async with self._checked():
            return await self._game_record(rows[0]) if rows else None

    async def _conditions(self, wanted: GamesWanted) -> tuple[str, list[str]]:
        """Return the database table that leaves the fewest games to look through, and the conditions on its rows."""
        subjects: Mapping[str, Subject | None] = {
            "player": subject_of(wanted.player) if wanted.player is not None else None,
            "opponent": subject_of(wanted.opponent) if wanted.opponent is not None else None,
            "card": Subject("card", wanted.card) if wanted.card is not None else None,
            "kingdom": Subject("kingdom", wanted.kingdom) if wanted.kingdom is not None else None,
            "server": Subject("server", wanted.server) if wanted.server is not None else None,
        }
        asked = {name: subject for name, subject in subjects.items() if subject is not None}
        finished = {name: await self._finished(subject) for name, subject in asked.items()}
        least = min(finished, key=finished.__getitem__, default="")
        source = {"player": "played", "opponent": "played", "card": "games_with"}.get(least, "records")
        own = wanted.viewer is not None and wanted.viewer in (wanted.player, wanted.opponent)
        where = ["TRUE" if wanted.all or own else seen_in("played" if source == "played" else "records")]
        where += [f"records.table_id = {source}.table_id"] if source != "records" else []
        for name in asked:
            if name in ("player", "opponent"):
                other = "SELECT 1 FROM played AS other WHERE other.table_id = records.table_id AND other.player"
                where.append(f"played.player = :{name}" if name == least else f"EXISTS ({other} = :{name})")
            elif name == "card":
                other = "SELECT 1 FROM games_with AS other WHERE other.card = :card AND other.ended = records.ended"
                has = f"EXISTS ({other} AND other.table_id = records.table_id)"
                where.append("games_with.card = :card" if name == least else has)
            else:
                column = {"kingdom": "kingdom", "server": "guild"}[name]
                where.append(f"records.{column} = :{name}" if name == least else f"coalesce(records.{column}, NULL) = :{name}")
        return source, where

    async def _finished(self, subject: Subject) -> int:
        (row,) = await self._sql.finished(subject=subject.key)
        return row["games"] or 0

    async def statistics(self, subject: Subject, *, hidden: bool) -> Statistics:
        """Return statistics of what everyone can look at (or, with `hidden`, of everything)."""
        rows = [
            *await self._sql.sums(subject=subject.key, openings=False, hidden=hidden, most=ALL),
            *await self._sql.sums(subject=subject.key, openings=True, hidden=hidden, most=MOST_OPENINGS),
        ]
        async with self._checked():
            found: dict[str, dict[str, Figures]] = {}
            for row in rows:
                content, key = {name: row[name] for name in Figures.model_fields}, (subject.key, row["kind"], row["item"])
                figures = self._fit(Figures, "tallies", key, None, row, content)
                if figures is not None:
                    found.setdefault(str(row["kind"]), {})[str(row["item"])] = figures
        openings = found.get("opening", {}).items()
        return Statistics(
            finished=found.get("finished", {}).get("", Figures()).games,
            seats=found.get("seats", {}).get("", Figures()),
            openings=tuple((tuple(item.split(JOINT)), figures) for item, figures in openings),
            having=found.get("having", {}),
            against=found.get("against", {}),
        )

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
        named = await self._sql.name_of(player=row["player"], scope=row["scope"])
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
        """Return how two players did in games with both of them: those that count and that the viewer can look at."""
        swapped = await self._finished(subject_of(first)) > await self._finished(subject_of(second))
        mine, theirs = (second, first) if swapped else (first, second)
        names = [name for name in Figures.model_fields if name != "games"]
        (row,) = await self._sql.head_to_head(
            mine=key_of(mine),
            theirs=key_of(theirs),
            viewer=viewer_key(viewer),
            own=viewer is not None and viewer in (first, second),
        )
        games = row["games"]
        sides = [Figures(games=games, **{name: int(row[f"{side}_{name}"] or 0) for name in names}) for side in ("mine", "theirs")]
        order = ("behind", "ahead") if swapped else ("ahead", "behind")
        ahead, behind = (row[each] or 0 for each in order)
        first_of, second_of = reversed(sides) if swapped else sides
        return HeadToHead(games=games, ahead=ahead, behind=behind, level=row["level"] or 0, first=first_of, second=second_of)


def viewer_key(viewer: int | None) -> str | None:
    """Return the key of someone looking at games; None: they haven't played any."""
    return key_of(viewer) if viewer is not None else None


def numbers(*values: object) -> bool:
    """Return whether values are numbers; in a damaged row, they might not be."""
    return all(isinstance(value, float) for value in values)
