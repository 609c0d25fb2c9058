"""Everything that is stored about a person, as a file for them, without anything that the game hides from them and without anyone
else's data."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from itertools import islice
from typing import Any

from storage.connection import Database, Row
from storage.personal import Dossier
from storage.rows import ALL, parsed
from storage.statements import Statements
from storage.traces import AT_TABLES, MENTIONING, OWNED, TRACES, of_person, own_key

MOST_MOVES, MOST_BYTES = 4_000_000, 7_000_000
"""How large a file can be. A larger one leaves out moves, then whole games, oldest first. Discord accepts 10 MB."""
PARTS = 10_000
"""How many numbers, words and marks of a file are put together in one go."""
LABELS = {
    "standing": "auto_answers",
    "calls": "pings",
    "people": "reminders",
    "followers": "follows",
    "played": "how_it_went",
    "shares": "shared_games",
    "tallies": "statistics",
}
"""What rows are called in the file, if not by their table's name."""


async def mentioning(db: Database, person: int) -> list[str | bytes]:
    """Return the tables that might mention a person; a damaged id is returned as bytes. This looks through all games."""
    rows = await db.rows(MENTIONING, of_person(person))
    return [row["id"] for row in rows if isinstance(row["id"], str | bytes)]


class DossierReader:
    """Reads what a database holds about a person, as far as `TRACES` allows."""

    def __init__(self, db: Database, person: int) -> None:
        self._db = db
        self._sql = Statements(db)
        self._person = person
        self._size = 0

    async def _owned(self, source: str, table: str | None = None) -> list[Row]:
        """Return the rows that belong to a person (at one table)."""
        at = "" if table is None else " AND table_id = :table"
        of = f"SELECT * FROM {source} WHERE {OWNED[source]} = :{own_key(source)}{at} ORDER BY 1, 2"
        return [told(source, row) for row in await self._db.rows(of, {**of_person(self._person), "table": table})]

    async def file(self, at: datetime) -> Dossier:
        """Return the file."""
        about: Row = {"person": self._person, "at": at.isoformat()}
        about |= {LABELS.get(source, source): await self._owned(source) for source in OWNED if source not in AT_TABLES}
        about["kingdoms"] = await self._kingdoms()
        games: list[Row] = []
        without_moves, without = list[str](), 0
        mentioning = f"SELECT * FROM tables WHERE id IN ({MENTIONING}) ORDER BY created DESC"
        for row in await self._db.rows(mentioning, of_person(self._person)):
            if self._size > MOST_BYTES:
                without += 1
                continue
            try:
                game = await self._game(row)
                moves = [move async for move in self._moves(row["id"])] if self._size <= MOST_MOVES else None
            except (TypeError, ValueError, AttributeError, OverflowError, OSError):  # nonsense in a damaged column
                game, moves = told("tables", row) | {"unreadable": True}, []
            if moves is None:
                without_moves.append(row["id"])
            elif moves:
                game["moves"] = moves
            if game.keys() != told("tables", row).keys():
                games.append(game)
                self._size += len(json.dumps(game, default=str))
        about["games"] = games
        if without_moves or without:
            about["left_out"] = {"moves_in_games": without_moves, "older_games": without}
        return Dossier(b"".join(pieces(about)), len(without_moves) + without)

    async def _kingdoms(self) -> list[Row]:
        """Return the kingdoms that a person saved for servers."""
        rows = await self._sql.kingdoms_with(text=of_person(self._person)["digits"])
        saved = [told("kingdoms", row) for row in rows]
        return [each for each in saved if isinstance(each["kingdom"], dict) and each["kingdom"].get("by") == self._person]

    async def _game(self, row: Row) -> Row:
        """Return what a table says about a person, without their moves."""
        me = str(self._person)
        invited, vetoes, asked, proposal, result = (
            content(row[name]) for name in ("invited", "vetoes", "asked", "proposal", "result")
        )
        seats = await self._sql.seats(id=row["id"])
        own = next((seat for seat in seats if seat["person"] == self._person), None)
        newcomer = content(proposal.get("newcomer"))
        scores = [score for score in result.get("scores", ()) if own is not None and score.get("seat") == own["number"]]
        votes = {seat["number"]: content(content(content(seat["lateness"]).get("vote")).get("votes")) for seat in seats}
        number = str(own["number"]) if own is not None else ""
        found: Row = {
            "votes": {late: each[number] for late, each in votes.items() if number in each},
            "host": row["host"] == self._person,
            "seat": told("seats", own) if own is not None else None,
            "seats_before": [former for seat in seats if (former := self._former(seat))],
            "invited": me in invited,
            "invited_by": invited.get(me),
            "guests": [int(guest) for guest, by in invited.items() if by == self._person],
            "veto": vetoes.get(me),
            "proposed_last": asked.get(me),
            "proposal": {name: proposal.get(name) for name in ("kind", "at")} if proposal.get("by") == self._person else None,
            "proposed_for": newcomer if newcomer.get("person") == self._person else None,
            "score": scores[0] if scores else None,
        }
        found |= {LABELS.get(source, source): await self._owned(source, row["id"]) for source in AT_TABLES}
        return told("tables", row) | {name: each for name, each in found.items() if each}

    def _former(self, seat: Row) -> Row | None:
        """Return what is known about a person's time in a seat that someone else then took over."""
        there = content(seat["taken_over"])
        former = there.get("former") or []
        if seat["person"] == self._person or self._person not in former:
            return None
        return {"number": seat["number"]} | ({"name": there.get("first")} if former[0] == self._person else {})

    async def _moves(self, table: str) -> AsyncIterator[Row]:
        """Yield a person's moves: those in their own seat since they took it over, and those in a seat that they gave up, if they
        were the first to have it. Otherwise it isn't known whose moves they are."""
        for seat in await self._sql.seats(id=table):
            there = content(seat["taken_over"])
            since, until = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)
            if there:
                changed = datetime.fromtimestamp(there.get("number", 0) / 1000, UTC)
                mine = seat["person"] == self._person
                since, until = (changed, until) if mine else (since, changed)
                known = there.get("number") and (mine or there.get("former") == [self._person])
                if not known:
                    continue
            elif seat["person"] != self._person:
                continue
            for row in await self._sql.journal(id=table, since=0, most=ALL):
                entry = content(row["entry"])
                if entry.get("seat") == seat["number"] and since <= moment(row["at"]) < until:
                    yield told("entries", row) | {"kind": entry.get("kind"), "ids": entry.get("ids", [])}


def pieces(about: Row) -> Iterator[bytes]:
    """Yield a file piece by piece: no other thread can run while one is put together."""
    parts = json.JSONEncoder(ensure_ascii=False, indent=1, default=str).iterencode(about)
    while piece := "".join(islice(parts, PARTS)):
        yield piece.encode(errors="replace")


def told(source: str, row: Row) -> Row:
    """Return what a person's file says about a row."""
    found = {name: row[name] for name in TRACES[source].told if row[name] is not None}
    return {name: parsed(each) if str(each).startswith(("{", "[")) else each for name, each in found.items()}


def content(stored: Any) -> dict[str, Any]:
    """Return what is in a JSON column that holds an object."""
    found = parsed(stored)
    return found if isinstance(found, dict) else {}


def moment(stored: object) -> datetime:
    """Return a stored time, or the earliest possible one if it can't be read."""
    try:
        found = datetime.fromisoformat(str(stored))
        return found if found.tzinfo is not None else found.replace(tzinfo=UTC)
    except ValueError:
        return datetime.min.replace(tzinfo=UTC)
