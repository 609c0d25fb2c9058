"""Writing what is kept of finished games: records, statistics and ratings, each in the transaction that ends the game."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Mapping

from engine.log import LogEntry, LogLine
from storage.connection import Row
from storage.models import Change
from storage.rating import rated, unrated
from storage.records import AI, GONE, TOLD, Figures, GameRecord, Skill, key_of, kingdom_key, player_of
from storage.rows import SAME, Rows, kept, parsed, stamp
from storage.tallying import cards_in, tallies

log = logging.getLogger(__name__)

EVERYWHERE = 0
"""The scope of ratings from all games."""
PIECE = 500
"""So many lines of a long game's log are read in one go: others' commits come before the next piece."""
MOST_RATED_AT_END = 20
"""If more games than this are still to be rated, ending another one leaves that to the background."""
MOST_TAKEN_BACK = 2_000
"""If more ratings than this would be undone game by game, all start over."""
NOT_IN_RECORD = {
    "id": True,
    "server": True,
    "channel": True,
    "private": True,
    "ended": True,
    "seats": {"__all__": {"person", "ai", "name", "former"}},
}
"""What a record's JSON leaves to columns: its seats name no one."""
TOLD_LINES = " OR ".join(f'line LIKE \'%"kind":"{kind}"%\'' for kind in TOLD)
NEXT_TO_RATE = "SELECT table_id, guild, ended FROM records WHERE counts AND NOT rated ORDER BY ended, table_id LIMIT ?"


class RecordRows(Rows):
    """Reads and writes the rows that records consist of, and those that follow from them."""

    # what games are recorded by

    async def told_lines(self, table_id: str, after: object) -> tuple[list[LogLine], object]:
        """Return the next `PIECE` lines of a game's log that a record needs, and the last one's number (None: no more)."""
        some = f"SELECT * FROM log WHERE table_id = ? AND number > ? AND ({TOLD_LINES}) ORDER BY number LIMIT ?"
        async with self._checked():
            rows = await self._rows(some, table_id, after, PIECE)
            fitting = (
                self._fit(LogEntry, "log", (table_id, row["number"]), table_id, row, parsed(row["line"]), "line") for row in rows
            )
            return [entry.public for entry in kept(fitting)], rows[-1]["number"] if rows else None

    async def moves(self, table_id: str) -> tuple[tuple[int, bool], ...]:
        """Return whose each move was, in order, by seat, and whether an AI made it."""
        made = "SELECT json_extract(entry, '$.seat') AS seat, made_by = 'ai' AS by_ai FROM entries"
        rows = await self._rows(f"{made} WHERE table_id = ? AND json_valid(entry) ORDER BY number", table_id)
        return tuple((row["seat"], bool(row["by_ai"])) for row in rows if isinstance(row["seat"], int))

    async def unrecorded(self, most: int) -> list[tuple[str, bool]]:
        """Return finished games without a record, and whether it is to be made by replaying their journals."""
        return [(row["table_id"], bool(row["replay"])) for row in await self._rows("SELECT * FROM unrecorded LIMIT ?", most)]

    # records

    async def record(self, table_id: str, record: GameRecord | None) -> None:
        """Keep a game's record, in place of an earlier one; None: there can't be any."""
        async with self._db.transaction():
            if not await self._db.run("DELETE FROM unrecorded WHERE table_id = ?", (table_id,)):
                await self._db.run(f"DELETE FROM unrecorded WHERE {SAME.format('table_id')}", (table_id,))
            if record is not None:
                await self._write_record(record)

    async def _record_end(self, change: Change) -> None:
        """Keep the record of a game that ends with a change, and rate it. If there is none, the game gets one later."""
        table = change.table
        if table.phase != "over" or table.started is None or table.result is None or table.options.what_if is not None:
            return
        await self._db.run("SAVEPOINT record")
        try:
            if change.record is not None:
                await self._write_record(change.record)
                await self._rate(MOST_RATED_AT_END)
        except Exception:  # what is damaged among the records keeps no game from ending
            log.exception("The record of game %s can't be kept for now", table.id)
            await self._db.run("ROLLBACK TO record")
        await self._db.run("RELEASE record")
        missing = "SELECT ?1 WHERE NOT EXISTS (SELECT 1 FROM records WHERE table_id = ?1)"
        await self._db.run(f"INSERT OR IGNORE INTO unrecorded (table_id) {missing}", (table.id,))

    async def _write_record(self, record: GameRecord) -> None:
        await self._erase_record(record.id)
        ended, players = stamp(record.ended), await self._players(record)
        hidden = record.private and not await self._is_shared(record.id, players)
        json = record.model_dump_json(exclude=NOT_IN_RECORD, exclude_defaults=True)  # type: ignore[arg-type]
        await self._db.run(
            "INSERT INTO records (table_id, guild, ended, kingdom, private, hidden, counts, record)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (record.id, record.server, ended, kingdom_key(record.kingdom), record.private, hidden, record.uncounted is None, json),
        )
        rows: list[tuple[object, ...]] = []
        for seat in record.seats:
            own = record.figures_of(seat)
            won, fair = (own.won, own.fair) if record.uncounted is None else (None, None)
            fared = seat.place, won, fair, own.points, own.turns
            rows.append((record.id, seat.seat, players[seat.seat], ended, hidden, *fared))
            rows += [(record.id, seat.seat, key_of(each), ended, hidden, *(None for _ in fared)) for each in seat.former]
        await self._db.many("INSERT INTO played VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
        cards = [(card, ended, record.id) for card in sorted(cards_in(record))]
        await self._db.many("INSERT OR IGNORE INTO games_with VALUES (?, ?, ?)", cards)
        await self._tally(record, hidden=hidden)

    async def _erase_record(self, table_id: str) -> None:
        """Remove a game's record with all that follows from it. The games after it are then to be rated again."""
        for row in await self._rows("SELECT * FROM records WHERE table_id = ?", table_id):
            if row["counts"] and row["rated"]:
                await self._unrate(row["ended"], table_id)
            record = await self._game_record(row)
            if record is not None:
                await self._tally(record, hidden=row["hidden"], sign=-1)
                cards = [(card, row["ended"], table_id) for card in cards_in(record)]
                await self._db.many("DELETE FROM games_with WHERE card = ? AND ended = ? AND table_id = ?", cards)
        for source in ("rating_changes", "played", "records"):  # a damaged database may have lost only some of them
            await self._db.run(f"DELETE FROM {source} WHERE table_id = ?", (table_id,))

    async def _game_record(self, row: Row) -> GameRecord | None:
        """Return the record in a row, with who played."""
        id = row["table_id"]
        names = "SELECT player, seat, place, name FROM played LEFT JOIN seats USING (table_id) WHERE table_id = ? AND seat = number"
        content, seats = parsed(row["record"]), dict[int, Row]()
        for each in await self._rows(names, id):
            seat = seats.setdefault(each["seat"], {"name": each["name"], "former": []})
            player = player_of(str(each["player"]))
            if each["place"] is None:
                seat["former"].append(player)
            elif player is not None:
                seat["person" if isinstance(player, int) else "ai"] = player
        if isinstance(content, dict) and isinstance(content.get("seats"), list):
            recorded = (each for each in content["seats"] if isinstance(each, dict))
            content |= {"seats": [each | seats.get(parsed_seat(each), {}) for each in recorded]}
            content |= {"id": id, "server": row["guild"], "private": row["private"], "ended": row["ended"]}
            for place in await self._rows("SELECT coalesce(thread, channel) AS channel FROM tables WHERE id = ?", id):
                content |= place if isinstance(place["channel"], int) else {}
        return self._fit(GameRecord, "records", (id,), id, row, content, "record")

    async def _players(self, record: GameRecord) -> dict[int, str]:
        """Return the keys of those who had the seats at the end."""
        gone = {row["seat"]: str(row["player"]) for row in await self._rows("SELECT * FROM gone WHERE table_id = ?", record.id)}
        return {
            seat.seat: key_of(seat.player) if seat.player is not None else gone.get(seat.seat, f"{GONE}{record.id}:{seat.seat}")
            for seat in record.seats
        }

    async def _tally(self, record: GameRecord, *, hidden: bool, sign: int = 1) -> None:
        """Add a game to the statistics, or take it out again."""
        rows = [
            (*tally, hidden, *(sign * getattr(figures, name) for name in Figures.model_fields))
            for tally, figures in sorted(tallies(record).items())
        ]
        await self._db.many(
            "INSERT INTO tallies VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET games = games + excluded.games,"
            " won = won + excluded.won, fair = fair + excluded.fair, points = points + excluded.points,"
            " turns = turns + excluded.turns",
            rows,
        )
        if sign < 0:
            tally = "subject = ? AND kind = ? AND item = ? AND hidden = ?"
            await self._db.many(f"DELETE FROM tallies WHERE {tally} AND games <= 0", [row[:4] for row in rows])

    # sharing a private game

    async def share(self, table_id: str, person: int, *, shared: bool) -> None:
        """Note whether a person lets everyone look at a private game of theirs."""
        change = "INSERT OR IGNORE INTO shares VALUES (?, ?)" if shared else "DELETE FROM shares WHERE table_id = ? AND player = ?"
        async with self._checked(), self._db.transaction():
            await self._db.run(change, (table_id, key_of(person)))
            for row in await self._rows("SELECT * FROM records WHERE table_id = ? AND private", table_id):
                record = await self._game_record(row)
                hidden = record is None or not await self._is_shared(table_id, await self._players(record))
                if record is not None and hidden != bool(row["hidden"]):
                    await self._tally(record, hidden=row["hidden"], sign=-1)
                    await self._tally(record, hidden=hidden)
                    for source in ("records", "played"):
                        await self._db.run(f"UPDATE {source} SET hidden = ? WHERE table_id = ?", (hidden, table_id))

    async def shared(self, table_id: str) -> list[int]:
        """Return the people who share a game."""
        players = (player_of(row["player"]) for row in await self._rows("SELECT player FROM shares WHERE table_id = ?", table_id))
        return [player for player in players if isinstance(player, int)]

    async def _is_shared(self, table_id: str, players: Mapping[int, str]) -> bool:
        """Return whether everyone who played lets all look at a game. AIs agree to everything."""
        shared = {row["player"] for row in await self._rows("SELECT player FROM shares WHERE table_id = ?", table_id)}
        return shared.issuperset(player for player in players.values() if not player.startswith(AI))

    # ratings

    async def rate(self, most: int) -> int:
        """Rate games that aren't rated yet, in the order in which they ended, once all have a record. Return how many."""
        async with self._db.transaction():
            return await self._rate(most)

    async def _rate(self, most: int) -> int:
        if await self._rows("SELECT 1 FROM unrecorded LIMIT 1"):
            return 0
        games = await self._rows(NEXT_TO_RATE, most)
        if games:
            await self._unrate(games[0]["ended"], games[0]["table_id"])
            games = await self._rows(NEXT_TO_RATE, most)
        for game in games:
            try:
                await self._rate_game(game["table_id"], game["ended"], game["guild"])
            except (TypeError, ValueError, OverflowError) as error:
                log.error("Game %s can't be rated: %r", game["table_id"], error)
            await self._db.run("UPDATE records SET rated = 1 WHERE table_id = ?", (game["table_id"],))
        return len(games)

    async def _rate_game(self, table_id: str, ended: str, guild: int | None) -> None:
        played = await self._rows(
            "SELECT player, place FROM played WHERE table_id = ? AND place IS NOT NULL ORDER BY seat", table_id
        )
        players = [row["player"] for row in played]
        for scope in (EVERYWHERE, guild) if guild is not None else (EVERYWHERE,):
            known = {player: await self._skill(scope, player) for player in players}
            after = rated([(player, known[player]) for player in players], [row["place"] for row in played])
            await self._db.many(
                "INSERT INTO ratings VALUES (?1, ?2, ?3, ?4, 1) ON CONFLICT DO UPDATE SET mu = ?3, sigma = ?4, games = games + 1",
                [(scope, player, *skill) for player, skill in after.items()],
            )
            await self._db.many(
                "INSERT OR REPLACE INTO rating_changes VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [(table_id, scope, player, ended, *known[player], *skill) for player, skill in after.items()],
            )

    async def _skill(self, scope: int, player: str) -> Skill:
        rows = await self._rows("SELECT mu, sigma FROM ratings WHERE scope = ? AND player = ?", scope, player)
        return Skill(rows[0]["mu"], rows[0]["sigma"]) if rows else unrated()

    async def _unrate(self, ended: str, table_id: str) -> None:
        """Take back the ratings of a game and of all that ended after it."""
        later = "FROM records WHERE counts AND rated AND (ended, table_id) >= (?, ?)"
        last_first = f"ORDER BY ended DESC, table_id DESC LIMIT {MOST_TAKEN_BACK + 1}"
        games = await self._ids(f"SELECT table_id AS id {later} {last_first}", ended, table_id)
        if len(games) > MOST_TAKEN_BACK:
            await self._start_ratings_over()
            return
        for id in games:
            for row in await self._rows("SELECT * FROM rating_changes WHERE table_id = ?", id):
                of = row["scope"], row["player"]
                before = row["mu_before"], row["sigma_before"], *of
                await self._db.run("UPDATE ratings SET mu = ?, sigma = ?, games = games - 1 WHERE scope = ? AND player = ?", before)
                await self._db.run("DELETE FROM ratings WHERE scope = ? AND player = ? AND games <= 0", of)
            await self._db.run("DELETE FROM rating_changes WHERE table_id = ?", (id,))
            await self._db.run("UPDATE records SET rated = 0 WHERE table_id = ?", (id,))

    async def _start_ratings_over(self) -> None:
        for change in ("DELETE FROM ratings", "DELETE FROM rating_changes", "UPDATE records SET rated = 0 WHERE rated"):
            await self._db.run(change)

    # all of it

    async def start_over(self) -> None:
        """Forget all records, ratings and statistics; they are then made again from the journals."""
        async with self._db.transaction():
            for source in ("rating_changes", "ratings", "tallies", "games_with", "played", "records"):
                await self._db.run(f"DELETE FROM {source}")
            over = "SELECT id, 1 FROM tables WHERE phase = 'over' AND started IS NOT NULL AND NOT broken"
            await self._db.run(f"INSERT OR REPLACE INTO unrecorded {over}")

    async def delete_game(self, table_id: str) -> None:
        """Delete a finished game with everything that is stored about it. Later games are then to be rated again."""
        async with self._checked(), self._db.transaction():
            await self._erase_record(table_id)
            await self._db.run("DELETE FROM tables WHERE id = ? AND phase = 'over'", (table_id,))

    async def _leave_records(self, person: int, table_id: str | None = None) -> None:
        """Put a random number in place of a person in what is kept of their games, so that their opponents' ratings stay right. A
        table that has one already keeps it."""
        here = "SELECT player FROM gone JOIN seats ON seats.table_id = gone.table_id AND number = seat"
        given = await self._rows(f"{here} WHERE gone.table_id = ? AND person = ?", table_id, person)
        number = given[0]["player"] if given else f"{GONE}{secrets.token_hex(8)}"
        if not given:
            over = "SELECT table_id, number, ? FROM seats JOIN tables ON id = table_id WHERE person = ? AND phase = 'over'"
            await self._db.run(f"INSERT OR IGNORE INTO gone {over}", (number, person))
        known = key_of(person)
        await self._db.run("DELETE FROM played WHERE player = ? AND place IS NULL", (known,))
        for source in ("played", "shares", "ratings", "rating_changes"):
            await self._db.run(f"UPDATE OR IGNORE {source} SET player = ? WHERE player = ?", (number, known))


def parsed_seat(content: Row) -> int:
    """Return the seat that a part of a record's JSON is about; -1 if it doesn't say."""
    seat = content.get("seat")
    return seat if isinstance(seat, int) else -1
