"""Reading what is kept of finished games: lists, statistics and ratings."""

from __future__ import annotations

from collections.abc import Mapping

from storage.connection import Row
from storage.recording import EVERYWHERE, RecordRows
from storage.records import (
    AI,
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
from storage.rows import kept
from storage.tallying import JOINT

MOST_OPENINGS = 50
UNLISTED = "SELECT person FROM settings WHERE settings LIKE '%\"listed\":false%'"
LISTED = f"CAST(player AS INTEGER) NOT IN ({UNLISTED})"
PEOPLE = f"player GLOB '[0-9]*' AND {LISTED}"
SURE = "mu - 3 * sigma"
NAMES = (
    "SELECT name FROM rating_changes AS changes CROSS JOIN played USING (table_id, player)"
    " CROSS JOIN seats ON seats.table_id = changes.table_id AND number = seat"
    " WHERE changes.player = ? AND scope = ? AND place IS NOT NULL ORDER BY changes.ended DESC, changes.table_id DESC LIMIT 1"
)
"""The name under which a player played last, among the games of a scope that count."""


def seen_in(source: str, viewer: int | None = None, *players: Player | None) -> str:
    """Return the condition that the viewer can look at a game, of which a table has a row; they can, if it is theirs in any case
    (`players`)."""
    if viewer is not None and viewer in players:
        return "TRUE"
    return f"(NOT {source}.hidden OR {source}.table_id IN (SELECT table_id FROM played AS own WHERE own.player = :viewer))"


class HistoryRows(RecordRows):
    """Answers questions about finished games."""

    async def games(self, wanted: GamesWanted) -> list[GameRecord]:
        """Return the finished games wanted, newest first."""
        values: dict[str, object] = {
            "viewer": key_of(wanted.viewer) if wanted.viewer is not None else None,
            "player": key_of(wanted.player) if wanted.player is not None else None,
            "opponent": key_of(wanted.opponent) if wanted.opponent is not None else None,
            "server": wanted.server,
            "card": wanted.card,
            "kingdom": wanted.kingdom,
            "most": wanted.most,
        }
        source, where = await self._conditions(wanted)
        for name, side, id in (("before", "<", wanted.before), ("after", ">", wanted.after)):
            for row in await self._rows("SELECT ended FROM records WHERE table_id = ?", id):
                where.append(f"({source}.ended, {source}.table_id) {side} (:ended_{name}, :{name})")
                values |= {f"ended_{name}": row["ended"], name: id}
        way = "DESC" if wanted.after is None else "ASC"
        joined = "records" if source == "records" else f"{source} CROSS JOIN records USING (table_id)"
        found = f"SELECT DISTINCT records.table_id AS id FROM {joined} WHERE {' AND '.join(where)}"
        order = f"ORDER BY {source}.ended {way}, {source}.table_id {way} LIMIT :most"
        async with self._checked():
            ids = [row["id"] for row in await self._db.rows(f"{found} {order}", values)]
            ordered = ids if wanted.after is None else reversed(ids)
            rows = [row for id in ordered for row in await self._rows("SELECT * FROM records WHERE table_id = ?", id)]
            return kept([await self._game_record(row) for row in rows])

    async def finished_game(self, viewer: int | None, table_id: str) -> GameRecord | None:
        """Return a finished game, if the viewer can look at it."""
        seen = f"SELECT * FROM records WHERE table_id = :id AND {seen_in('records')}"
        rows = await self._db.rows(seen, {"id": table_id, "viewer": key_of(viewer) if viewer is not None else None})
        async with self._checked():
            return await self._game_record(rows[0]) if rows else None

    async def _conditions(self, wanted: GamesWanted) -> tuple[str, list[str]]:
        """Return the table that leaves the fewest games to look through, and the conditions on them."""
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
        seen = seen_in("played" if source == "played" else "records", wanted.viewer, wanted.player, wanted.opponent)
        where = ["TRUE" if wanted.all else seen]
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
                where.append(f"{'' if name == least else '+'}records.{column} = :{name}")
        return source, where

    async def _finished(self, subject: Subject) -> int:
        rows = await self._rows("SELECT sum(games) AS games FROM tallies WHERE subject = ? AND kind = 'finished'", subject.key)
        return rows[0]["games"] or 0

    async def statistics(self, subject: Subject, *, hidden: bool) -> Statistics:
        """Return statistics of what everyone can look at (or, with `hidden`, of everything)."""
        rows = await self._sums(subject, "kind <> 'opening'", hidden, -1)
        rows += await self._sums(subject, "kind = 'opening'", hidden, MOST_OPENINGS)
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

    async def _sums(self, subject: Subject, kinds: str, hidden: bool, most: int) -> list[Row]:
        """Return what some kinds of tallies of a subject come to, most games first: at most so many (-1: all)."""
        sums = ", ".join(f"sum({name}) AS {name}" for name in Figures.model_fields)
        of = f"subject = ? AND {kinds} AND (NOT hidden OR ?)"
        order = "GROUP BY kind, item ORDER BY games DESC, item LIMIT ?"
        return await self._rows(f"SELECT kind, item, {sums} FROM tallies WHERE {of} {order}", subject.key, hidden, most)

    async def leaderboard(self, server: int | None, most: int, *, ais: bool) -> list[Rating]:
        """Return the best ratings of people, or of AIs, on a server, or everywhere."""
        who = f"player GLOB '{AI}*'" if ais else PEOPLE
        rows = await self._rows(
            f"SELECT * FROM ratings WHERE scope = ? AND {who} ORDER BY {SURE} DESC, player LIMIT ?", server or EVERYWHERE, most
        )
        async with self._checked():
            ratings = kept([await self._rating(row) for row in rows])
        return [
            each.model_copy(update={"rank": 1 + sum(other.skill.sure > each.skill.sure for other in ratings)}) for each in ratings
        ]

    async def rating(self, player: Player, server: int | None) -> Rating | None:
        """Return a player's rating on a server, or everywhere; None if they have none."""
        scope = server or EVERYWHERE
        for row in await self._rows(
            f"SELECT *, {PEOPLE} AS ranked FROM ratings WHERE scope = ? AND player = ?", scope, key_of(player)
        ):
            better = f"SELECT count(*) + 1 AS rank FROM ratings WHERE scope = ? AND {SURE} > ? AND {PEOPLE}"
            async with self._checked():
                rating = await self._rating(row)
            if rating is not None and row["ranked"]:
                rank = (await self._one(better, scope, rating.skill.sure))["rank"]
                return rating.model_copy(update={"rank": rank})
            return rating
        return None

    async def _rating(self, row: Row) -> Rating | None:
        named = await self._rows(NAMES, row["player"], row["scope"])
        content = {"player": player_of(str(row["player"])), "skill": (row["mu"], row["sigma"]), "games": row["games"]}
        content |= {"name": next((row["name"] for row in named if isinstance(row["name"], str)), "")}
        return self._fit(Rating, "ratings", (row["scope"], row["player"]), None, row, content)

    async def rating_changes(
        self, viewer: int | None, player: Player, server: int | None, *, skip: int, most: int
    ) -> list[RatingChange]:
        """Return what games did to a player's rating, newest first, without the first few."""
        values = {
            "viewer": key_of(viewer) if viewer is not None else None,
            "player": key_of(player),
            "scope": server or EVERYWHERE,
            "skip": skip,
            "most": most,
        }
        rows = await self._db.rows(
            f"SELECT changes.*, {seen_in('records')} AS seen FROM rating_changes AS changes JOIN records USING (table_id)"
            " WHERE changes.player = :player AND scope = :scope"
            " ORDER BY changes.ended DESC, changes.table_id DESC LIMIT :most OFFSET :skip",
            values,
        )
        async with self._checked():
            return kept([await self._rating_change(row) for row in rows])

    async def _rating_change(self, row: Row) -> RatingChange | None:
        records = await self._rows("SELECT * FROM records WHERE table_id = ?", row["table_id"]) if row["seen"] else []
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
        rows = await self._rows(
            "SELECT mu, sigma FROM rating_changes WHERE player = ? AND scope = ? ORDER BY ended DESC, table_id DESC LIMIT ?",
            key_of(player),
            server or EVERYWHERE,
            most,
        )
        return [Skill(row["mu"], row["sigma"]) for row in reversed(rows) if numbers(row["mu"], row["sigma"])]

    async def head_to_head(self, viewer: int | None, first: Player, second: Player) -> HeadToHead:
        """Return how two players fared in games with both that the viewer can look at, and that count."""
        swapped = await self._finished(subject_of(first)) > await self._finished(subject_of(second))
        mine, theirs = (second, first) if swapped else (first, second)
        names = [name for name in Figures.model_fields if name != "games"]
        sums = ", ".join(f"sum({side}.{name}) AS {side}_{name}" for side in ("mine", "theirs") for name in names)
        both = "mine.player = :mine AND mine.won IS NOT NULL AND theirs.player = :theirs AND theirs.won IS NOT NULL"
        (row,) = await self._db.rows(
            "SELECT count(*) AS games, sum(mine.place < theirs.place) AS ahead, sum(mine.place > theirs.place) AS behind,"
            f" sum(mine.place = theirs.place) AS level, {sums}"
            " FROM played AS mine CROSS JOIN played AS theirs USING (table_id)"
            f" WHERE {both} AND mine.seat <> theirs.seat AND {seen_in('mine', viewer, first, second)}",
            {"mine": key_of(mine), "theirs": key_of(theirs), "viewer": key_of(viewer) if viewer is not None else None},
        )
        games = row["games"]
        sides = [Figures(games=games, **{name: int(row[f"{side}_{name}"] or 0) for name in names}) for side in ("mine", "theirs")]
        order = ("behind", "ahead") if swapped else ("ahead", "behind")
        ahead, behind = (row[each] or 0 for each in order)
        first_of, second_of = reversed(sides) if swapped else sides
        return HeadToHead(games=games, ahead=ahead, behind=behind, level=row["level"] or 0, first=first_of, second=second_of)


def numbers(*values: object) -> bool:
    """Return whether values are numbers, as those in a damaged row might not be."""
    return all(isinstance(value, float) for value in values)
