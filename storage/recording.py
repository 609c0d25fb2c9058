"""Writing what is kept about finished games: records, statistics and ratings, each in the transaction that ends the game."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Mapping

from engine.log import LogEntry, LogLine
from storage.connection import Row, TryAgain
from storage.models import Change
from storage.rating import rated, unrated
from storage.records import AI, GONE, GameRecord, Moves, Skill, key_of, kingdom_key, player_of
from storage.rows import Rows, ids, kept, parsed, stamp
from storage.tallying import cards_in, tallies

log = logging.getLogger(__name__)

EVERYWHERE = 0
"""The scope of ratings from all games."""
PIECE = 500
"""How many lines of a long game's log are read in one go; other commits can come before the next piece."""
MOST_RATED_AT_END = 20
"""If more games than this haven't been rated, the end of another one leaves rating to the background."""
MOST_TAKEN_BACK = 2_000
"""If more ratings than this would have to be undone game by game, all of them are made again."""
NOT_IN_RECORD = {
    "id": True,
    "server": True,
    "channel": True,
    "private": True,
    "ended": True,
    "seats": {"__all__": {"person", "ai", "name", "former"}},
}
"""What a record's JSON leaves out because columns have it: its seats name no one."""


class RecordRows(Rows):
    """Reads and writes the rows of records, and those that follow from them."""

    # what records are made from

    async def told_lines(self, table_id: str, after: object) -> tuple[list[LogLine], object]:
        """Return the next `PIECE` lines of a game's log that a record needs, and the last one's number (None: no more)."""
        async with self._checked():
            rows = await self._sql.told_lines(id=table_id, after=after, most=PIECE)
            fitting = (
                self._fit(LogEntry, "log", (table_id, row["number"]), table_id, row, parsed(row["line"]), "line") for row in rows
            )
            return [entry.public for entry in kept(fitting)], rows[-1]["number"] if rows else None

    async def moves(self, table_id: str) -> tuple[Moves, ...]:
        """Return how many moves each seat made, itself and by an AI. A game can have tens of thousands."""
        rows = await self._sql.moves(id=table_id)
        return tuple(
            Moves(row["seat"], bool(row["by_ai"]), row["made"], row["last"]) for row in rows if isinstance(row["seat"], int)
        )

    async def unrecorded(self, most: int) -> list[tuple[str, bool]]:
        """Return finished games without a record, and whether to make it by replaying their journals."""
        return [(row["table_id"], bool(row["replay"])) for row in await self._sql.unrecorded(most=most)]

    # records

    async def record(self, table_id: str, record: GameRecord | None) -> None:
        """Keep a game's record, replacing an earlier one; None: it can't have one."""
        async with self._db.transaction():
            if not await self._sql.forget_unrecorded(id=table_id):
                await self._db.run(f"DELETE FROM unrecorded WHERE {self._db.same.format('table_id', 'id')}", {"id": table_id})
            if record is not None:
                await self._write_record(record)

    async def _record_end(self, change: Change) -> None:
        """Keep the record of a game that ends with a change, and rate it. If there is none, the game gets one later."""
        table = change.table
        if table.phase != "over" or table.started is None or table.result is None or table.options.what_if is not None:
            return
        try:
            async with self._db.savepoint():
                if change.record is not None:
                    await self._write_record(change.record)
                    await self._rate(MOST_RATED_AT_END)
        except TryAgain:
            raise
        except Exception:  # no damage among the records keeps a game from ending
            log.exception("The record of game %s can't be kept for now", table.id)
        await self._sql.miss_record(id=table.id)

    async def _write_record(self, record: GameRecord) -> None:
        await self._erase_record(record.id)
        ended, players = stamp(record.ended), await self._players(record)
        hidden = record.private and not await self._is_shared(record, players)
        json = record.model_dump_json(exclude=NOT_IN_RECORD, exclude_defaults=True)  # type: ignore[arg-type]
        key, counts = kingdom_key(record.kingdom), record.uncounted is None
        await self._sql.add_record(
            id=record.id,
            guild=record.server,
            ended=ended,
            kingdom=key,
            private=record.private,
            hidden=hidden,
            counts=counts,
            record=json,
        )
        rows: list[Row] = []
        for seat in record.seats:
            own = record.figures_of(seat)
            won, fair = (own.won, own.fair) if counts else (None, None)
            fared = {"place": seat.place, "won": won, "fair": fair, "points": own.points, "turns": own.turns}
            here = {"id": record.id, "guild": record.server, "seat": seat.seat, "ended": ended, "hidden": hidden}
            rows.append({**here, "player": players[seat.seat], **fared})
            rows += [{**here, "player": key_of(each), **dict.fromkeys(fared)} for each in seat.former]
        await self._sql.add_played(rows)
        await self._count(record, ended, hidden=hidden)

    async def _erase_record(self, table_id: str) -> None:
        """Remove a game's record with everything that follows from it. Later games must then be rated again."""
        for row in await self._sql.record(id=table_id):
            if row["counts"] and row["rated"]:
                await self._unrate(row["ended"], table_id)
            record = await self._game_record(row)
            if record is not None:
                await self._uncount(record, row["ended"], hidden=bool(row["hidden"]))
        for drop in (self._sql.drop_changes_by, self._sql.drop_played, self._sql.drop_record):  # damage might have left only some
            await drop(id=table_id)

    async def _game_record(self, row: Row) -> GameRecord | None:
        """Return the record in a row, with who played."""
        id = row["table_id"]
        content, seats = parsed(row["record"]), dict[int, Row]()
        for each in await self._sql.seats_of_record(id=id):
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
            for place in await self._sql.place_of(id=id):
                content |= place if isinstance(place["channel"], int) else {}
        return self._fit(GameRecord, "records", (id,), id, row, content, "record")

    async def _players(self, record: GameRecord) -> dict[int, str]:
        """Return the keys of those who had the seats at the end."""
        gone = {row["seat"]: str(row["player"]) for row in await self._sql.gone_from(id=record.id)}
        return {
            seat.seat: key_of(seat.player) if seat.player is not None else gone.get(seat.seat, f"{GONE}{record.id}:{seat.seat}")
            for seat in record.seats
        }

    async def _count(self, record: GameRecord, ended: object, *, hidden: bool) -> None:
        """Have a game found by its cards, and add it to the statistics."""
        await self._sql.add_cards(found_by(record, ended, hidden=hidden))
        await self._tally(record, hidden=hidden)

    async def _uncount(self, record: GameRecord, ended: object, *, hidden: bool) -> None:
        await self._sql.drop_cards(found_by(record, ended, hidden=hidden))
        await self._tally(record, hidden=hidden, sign=-1)

    async def _tally(self, record: GameRecord, *, hidden: bool, sign: int = 1) -> None:
        """Add a game to the statistics, or take it out again."""
        rows = [
            {
                **dict(zip(("subject", "kind", "item"), tally, strict=True)),
                "hidden": hidden,
                **{name: sign * value for name, value in vars(figures).items()},
            }
            for tally, figures in sorted(tallies(record).items())
        ]
        await self._sql.tally(rows)
        if sign < 0:
            await self._sql.drop_empty_tallies(rows)

    # sharing a private game

    async def share(self, table_id: str, person: int, *, shared: bool) -> None:
        """Note whether a person lets everyone look at a private game of theirs."""
        async with self._checked(), self._db.transaction():
            await (self._sql.share if shared else self._sql.unshare)(id=table_id, player=key_of(person))
            for row in await self._sql.private_record(id=table_id):
                record = await self._game_record(row)
                hidden = record is None or not await self._is_shared(record, await self._players(record))
                if record is not None and hidden != bool(row["hidden"]):
                    await self._uncount(record, row["ended"], hidden=not hidden)
                    await self._count(record, row["ended"], hidden=hidden)
                    await self._sql.hide_record(id=table_id, hidden=hidden)
                    await self._sql.hide_played(id=table_id, hidden=hidden)

    async def shared(self, table_id: str) -> list[int]:
        """Return the people who share a game."""
        players = (player_of(row["player"]) for row in await self._sql.shares(id=table_id))
        return [player for player in players if isinstance(player, int)]

    async def _is_shared(self, record: GameRecord, players: Mapping[int, str]) -> bool:
        """Return whether everyone who played a game lets all people look at it, even those who gave up their seats. AIs agree
        to everything."""
        shared = {row["player"] for row in await self._sql.shares(id=record.id)}
        return shared.issuperset({*map(key_of, record.people), *(each for each in players.values() if not each.startswith(AI))})

    # ratings

    async def rate(self, most: int) -> int:
        """Rate games that aren't rated yet, in the order in which they ended, once all have a record. Return how many."""
        async with self._db.transaction():
            return await self._rate(most)

    async def _rate(self, most: int) -> int:
        if await self._sql.unrecorded(most=1):
            return 0
        games = await self._sql.next_to_rate(most=most)
        if games:
            await self._unrate(games[0]["ended"], games[0]["table_id"])
            games = await self._sql.next_to_rate(most=most)
        for game in games:
            try:
                await self._rate_game(game["table_id"], game["ended"], game["guild"])
            except (TypeError, ValueError, OverflowError) as error:
                log.error("Game %s can't be rated: %r", game["table_id"], error)
            await self._sql.rated(id=game["table_id"])
        return len(games)

    async def _rate_game(self, table_id: str, ended: str, guild: int | None) -> None:
        played = await self._sql.players_to_rate(id=table_id)
        players = [row["player"] for row in played]
        for scope in (EVERYWHERE, guild) if guild is not None else (EVERYWHERE,):
            known = {player: await self._skill(scope, player) for player in players}
            after = rated([(player, known[player]) for player in players], [row["place"] for row in played])
            moved = [
                {
                    "id": table_id,
                    "scope": scope,
                    "player": player,
                    "ended": ended,
                    "mu_before": known[player].mu,
                    "sigma_before": known[player].sigma,
                    "mu": skill.mu,
                    "sigma": skill.sigma,
                }
                for player, skill in after.items()
            ]
            await self._sql.rate(moved)
            await self._sql.add_rating_changes(moved)

    async def _skill(self, scope: int, player: str) -> Skill:
        rows = await self._sql.skill(scope=scope, player=player)
        return Skill(rows[0]["mu"], rows[0]["sigma"]) if rows else unrated()

    async def _unrate(self, ended: str, table_id: str) -> None:
        """Undo the ratings after a game and all games that ended later."""
        games = ids(await self._sql.rated_since(ended=ended, id=table_id, most=MOST_TAKEN_BACK + 1))
        if len(games) > MOST_TAKEN_BACK:
            await self._start_ratings_over()
            return
        for id in games:
            for row in await self._sql.changes_by(id=id):
                of = {"scope": row["scope"], "player": row["player"]}
                await self._sql.take_back_rating(**of, mu=row["mu_before"], sigma=row["sigma_before"])
                await self._sql.drop_empty_rating(**of)
            await self._sql.drop_changes_by(id=id)
            await self._sql.unrated(id=id)

    async def _start_ratings_over(self) -> None:
        for source in ("ratings", "rating_changes"):
            await self._db.run(f"DELETE FROM {source}", {})
        await self._sql.unrate_all()

    # all of it

    async def start_over(self) -> None:
        """Forget all records, ratings and statistics; they are then rebuilt from the journals."""
        async with self._db.transaction():
            for source in ("rating_changes", "ratings", "tallies", "games_with", "played", "records"):
                await self._db.run(f"DELETE FROM {source}", {})
            await self._sql.miss_all_records()

    async def delete_game(self, table_id: str) -> None:
        """Delete a finished game with everything that is stored about it. Later games must then be rated again."""
        async with self._checked(), self._db.transaction():
            await self._erase_record(table_id)
            await self._sql.delete_finished_table(id=table_id)

    async def _leave_records(self, person: int, table_id: str | None = None) -> None:
        """Replace a person with a random number in what is kept about their games, so that their opponents' ratings stay the same.
        A table that already has one keeps it."""
        given = await self._sql.number_at(id=table_id, person=person) if table_id is not None else []
        number = given[0]["player"] if given else f"{GONE}{secrets.token_hex(8)}"
        if not given:
            await self._sql.add_gone(player=number, person=person)
        known, sql = key_of(person), self._sql
        await sql.drop_former(player=known)
        for renumber in (sql.renumber_played, sql.renumber_shares, sql.renumber_ratings, sql.renumber_changes):
            await renumber(player=known, number=number)


def found_by(record: GameRecord, ended: object, *, hidden: bool) -> list[Row]:
    """Return the rows by which a game is found by its cards."""
    return [{"card": card, "hidden": hidden, "ended": ended, "id": record.id} for card in sorted(cards_in(record))]


def parsed_seat(content: Row) -> int:
    """Return the seat that part of a record's JSON is about; -1 if it doesn't say."""
    seat = content.get("seat")
    return seat if isinstance(seat, int) else -1
