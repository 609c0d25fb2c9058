"""Deleting what is stored about a person."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any

from engine.words import nameless
from storage.leaving import NO_ONE, names_of, was_first, without
from storage.ledger import Ledger
from storage.models import Table
from storage.rows import parsed
from storage.store import BrokenRow
from storage.traces import AT_TABLES, OWNED, digits_of

WORDED = (("log", "line"), ("entries", "entry"), ("tables", "result"), ("tables", "offer"))
"""Where lines may be that older versions stored in words, with names in them."""
UNKNOWN = "?"


class Forgetting(Ledger):
    """The ledger, with what deletes a person's data."""

    async def leave(self, table: str, person: int, at: datetime) -> bool:
        async with self._checked():
            there = [
                await self._table(row) for row in await self._rows("SELECT * FROM tables WHERE id = ? AND phase = 'over'", table)
            ]
        if there in ([], [None]):
            return False
        async with self._db.transaction(until_on_disk=False):
            await self._leave_records(person, table)
            await self._leave(table, person, at)
            await self._delete_at(person, [table])
            await self._blank_quarantine(person, [table])
        self._misfits.clear()
        return True

    async def forget(self, person: int, at: datetime, mentioning: Sequence[str | bytes]) -> list[str]:
        seated = await self._ids("SELECT table_id AS id FROM seats WHERE person = ?", person)
        found = dict.fromkeys([*mentioning, *seated])
        tables = [id for id in found if isinstance(id, str)]
        for id in tables:  # what doesn't fit goes to quarantine before that is searched
            with suppress(BrokenRow):
                await self.table(id)
        async with self._db.transaction():
            await self._leave_records(person)
            changed = [id for id in tables if await self._leave(id, person, at)]
            await self._delete_at(person, found)
            for source in OWNED.keys() - set(AT_TABLES):
                await self._db.run(f"DELETE FROM {source} WHERE {OWNED[source]} = ?", (person,))
            await self._db.run("DELETE FROM invitations WHERE guest = ?", (person,))
            await self._db.run(
                "UPDATE seats SET person = NULL, taken_over = NULL, name = ? WHERE person = ?", (nameless(UNKNOWN), person)
            )
            await self._unsign_kingdoms(person)
            await self._blank_quarantine(person, tables)
        self._misfits.clear()
        return changed

    async def _delete_at(self, person: int, tables: Iterable[str | bytes]) -> None:
        """Delete a person's own rows at these tables."""
        for source in AT_TABLES:
            own = f"DELETE FROM {source} WHERE table_id = CAST(? AS TEXT) AND {OWNED[source]} = ?"
            await self._db.many(own, [(table, person) for table in tables])

    async def _leave(self, id: str, person: int, at: datetime) -> bool:
        """Take a person out of a table. Return whether that changes a table that goes on."""
        rows = await self._rows("SELECT * FROM tables WHERE id = ?", id)
        table = await self._table(rows[0]) if rows else None
        if table is None:
            await self._blank_table(id, person)
            return False
        left = without(table, person, at)
        if left != table:
            left = left.model_copy(update={"version": table.version + 1})
            await self._write_table(left, unsettled=left.phase == "playing")
            if table.phase == "over" and rows[0]["shown"] == table.version:  # what Discord shows of it stays
                await self._db.run("UPDATE tables SET shown = version WHERE id = ?", (id,))
        await self._unname(table, left, person)
        return left != table and table.phase != "over"

    async def _unname(self, table: Table, left: Table, person: int) -> None:
        """Remove a person's names from the records of a game."""
        if table.phase == "lobby":
            return
        games = await self._rows("SELECT setup FROM games WHERE table_id = ?", table.id)
        setup = parsed(games[0]["setup"]) if games else None
        players = setup.get("players") if isinstance(setup, dict) else None
        names = NewNames(table, left, person, list(map(str, players)) if isinstance(players, list) else [])
        for seat in table.seats:
            if was_first(seat, person):
                await self._rename_player(table.id, seat.number, nameless(seat.number + 1))
        await self._edit("notes", "says", table.id, names.noted)
        if names.new:
            await self._edit("notes", "wording", table.id, names.swapped)
            for source, column in WORDED:
                await self._edit(source, column, table.id, names.reworded)

    async def _rename_player(self, table: str, number: int, name: str) -> None:
        """Give a seat another name in its game's setup."""
        await self._db.run(
            "UPDATE games SET setup = json_set(setup, ?, ?) WHERE table_id = ? AND json_valid(setup)",
            (f"$.players[{number}]", name, table),
        )

    async def _edit(self, source: str, column: str, table: str, change: Callable[[Any], Any]) -> None:
        """Change the content of a column in all of a table's rows."""
        of = "id" if source == "tables" else "table_id"
        worded = f"AND ({column} LIKE '%\"wording\":%' OR {column} LIKE '%\"reason\":%')" if (source, column) in WORDED else ""
        for row in await self._rows(f"SELECT DISTINCT {column} AS old FROM {source} WHERE {of} = ? {worded}", table):
            content = parsed(row["old"])
            new = change(content) if content else content
            if new != content:
                stored = new if isinstance(new, str) else json.dumps(new, ensure_ascii=False, separators=(",", ":"))
                await self._db.run(f"UPDATE {source} SET {column} = ? WHERE {of} = ? AND {column} = ?", (stored, table, row["old"]))

    async def _blank_table(self, id: str, person: int) -> None:
        """Remove a person from a table that can't be read, and with them what might name them."""
        for row in await self._rows(
            "SELECT number FROM seats WHERE table_id = ? AND person = ? AND number IN (0, 1, 2, 3, 4, 5)", id, person
        ):
            await self._rename_player(id, row["number"], nameless(UNKNOWN))
        await self._db.run(
            "UPDATE tables SET offer = NULL, result = NULL, invited = '{}', vetoes = '{}', asked = '{}', gathering = NULL,"
            " host = ? WHERE id = ?",
            (NO_ONE, id),
        )
        await self._db.run(
            "UPDATE seats SET person = CASE person WHEN ?1 THEN NULL ELSE person END, taken_over = NULL, name = ?2"
            " WHERE table_id = ?3 AND (person = ?1 OR taken_over LIKE ?4)",
            (person, nameless(UNKNOWN), id, digits_of(person)),
        )
        await self._db.run("DELETE FROM notes WHERE table_id = ?", (id,))

    async def _unsign_kingdoms(self, person: int) -> None:
        """Keep the kingdoms that a person saved for a server, but not who saved them."""
        for row in await self._rows("SELECT guild, key, kingdom FROM kingdoms WHERE kingdom LIKE ?", digits_of(person)):
            content, place = parsed(row["kingdom"]), (row["guild"], row["key"])
            if not isinstance(content, dict):
                await self._db.run("DELETE FROM kingdoms WHERE guild IS ? AND key IS ?", place)
            elif content.get("by") == person:
                unsigned = json.dumps({**content, "by": NO_ONE}, ensure_ascii=False, separators=(",", ":"))
                await self._db.run("UPDATE kingdoms SET kingdom = ? WHERE guild IS ? AND key IS ?", (unsigned, *place))

    async def _blank_quarantine(self, person: int, tables: list[str]) -> None:
        """Keep which rows are in quarantine, but not what they say about a person."""
        theirs = re.compile(rf"(?<!\d){person}(?!\d)")
        for row in await self._rows("SELECT id, key, table_id, data, reason FROM quarantine"):
            if row["table_id"] in tables or any(theirs.search(str(row[each])) for each in ("key", "data", "reason")):
                key, reason = (theirs.sub(str(NO_ONE), str(row[each])) for each in ("key", "reason"))
                await self._db.run(
                    "UPDATE OR REPLACE quarantine SET key = ?, reason = ?, data = '' WHERE id = ?", (key, reason, row["id"])
                )


class NewNames:
    """The names at a table that are a person's, each with its replacement (`new`). `players`: the names at the game's start."""

    def __init__(self, table: Table, left: Table, person: int, players: Sequence[str]) -> None:
        self.new: dict[str, str] = {}
        for seat in table.seats:
            nobody, there = nameless(seat.number + 1), seat.taken_over
            if seat != left.seats[seat.number]:
                self.new[seat.name] = nobody if seat.person == person else left.seats[seat.number].name
            if seat.person == person:
                self.new[there.name if there is not None else seat.name] = nobody
            if was_first(seat, person):
                self.new[there.first if there is not None else seat.name] = nobody
                self.new |= dict.fromkeys(players[seat.number : seat.number + 1], nobody)
        self._nobody = next(iter(self.new.values()), nameless(UNKNOWN))
        self._others = {name for seat in left.seats for name in names_of(seat)} | {*players} - self.new.keys()
        longest_first = sorted(self.new, key=len, reverse=True)
        self._written = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in longest_first))

    def swapped(self, text: Any) -> Any:
        """Return a sentence with the new names."""
        return self._written.sub(lambda found: self.new[found[0]], str(text))

    def noted(self, says: Any) -> Any:
        """Return what a note says about others. A name that is no one else's at the table may be one that the person had before."""
        if not isinstance(says, dict):
            return says
        names = {key: str(says[key]) for key in ("who", "old") if says.get(key)}
        strange = {key: name for key, name in names.items() if name in self.new or name not in self._others}
        return says | {key: self.new.get(name, self._nobody) for key, name in strange.items()}

    def reworded(self, content: Any) -> Any:
        """Return JSON with the new names in the sentences of older versions."""
        if isinstance(content, list):
            return [self.reworded(each) for each in content]
        if not isinstance(content, dict):
            return content
        worded = {key: self.swapped(content[key]) for key in ("wording", "reason") if isinstance(content.get(key), str)}
        return {key: self.reworded(each) for key, each in content.items()} | worded
