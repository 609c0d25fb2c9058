"""Deleting what is stored about a person."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any

from engine.words import nameless
from storage.errors import BrokenRow
from storage.leaving import NO_ONE, names_of, was_first, without
from storage.ledger import Ledger
from storage.models import Change, Table
from storage.rows import ids, parsed
from storage.traces import AT_TABLES, OWNED, of_person, own_key

WORDED = (("log", "line"), ("entries", "entry"), ("tables", "result"), ("tables", "proposal"))
"""Where there might be lines that older versions stored as text, with names in them."""
UNKNOWN = "?"


class Forgetting(Ledger):
    """The ledger, with the operations that delete a person's data."""

    async def leave(self, table: str, person: int, at: datetime) -> bool:
        there = None
        with suppress(BrokenRow):  # rows that don't fit go to quarantine before it is searched
            there = await self.table(table)
        async with self._db.transaction(until_on_disk=there is None or there.phase != "over"):
            if await self._sql.finished_table(id=table):
                await self._leave_records(person, table)
            changed = await self._leave(table, person, at)
            await self._delete_at(person, [table])
            await self._blank_quarantine(person, [table])
        self._misfits.clear()
        return changed

    async def forget(self, person: int, at: datetime, mentioning: Sequence[str | bytes]) -> list[str]:
        seated = ids(await self._sql.seated(person=person))
        found = dict.fromkeys([*mentioning, *seated])
        tables = [id for id in found if isinstance(id, str)]
        for id in tables:  # rows that don't fit go to quarantine before it is searched
            with suppress(BrokenRow):
                await self.table(id)
        async with self._db.transaction():
            await self._leave_records(person)
            changed = [id for id in tables if await self._leave(id, person, at)]
            await self._delete_at(person, found)
            for source in OWNED.keys() - set(AT_TABLES):
                await self._db.run(f"DELETE FROM {source} WHERE {OWNED[source]} = :{own_key(source)}", of_person(person))
            await self._sql.drop_versus(player=str(person))
            await self._sql.forget_guest(person=person)
            await self._sql.forget_seats(person=person, nobody=nameless(UNKNOWN))
            await self._unsign_kingdoms(person)
            await self._blank_quarantine(person, tables)
        self._misfits.clear()
        return changed

    async def _delete_at(self, person: int, tables: Iterable[str | bytes]) -> None:
        """Delete a person's own rows at these tables."""
        for source in AT_TABLES:
            own = f"DELETE FROM {source} WHERE table_id = CAST(:table AS text) AND {OWNED[source]} = :{own_key(source)}"
            await self._db.many(own, [{**of_person(person), "table": table} for table in tables])

    async def _leave(self, id: str, person: int, at: datetime) -> bool:
        """Take a person out of a table. Return whether that changes a table that goes on."""
        rows = await self._sql.table(id=id)
        table = await self._table(rows[0]) if rows else None
        if table is None:
            await self._blank_table(id, person)
            return False
        left = without(table, person, at)
        if left != table:
            left = left.model_copy(update={"version": table.version + 1})
            await self._write_table(left, unsettled=left.phase == "playing")
            await self._db.announce(Change(table=left))
            if table.phase == "over" and rows[0]["shown"] == table.version:  # its messages on Discord stay as they are
                await self._sql.show_as_it_is(id=id)
        await self._unname(table, left, person)
        return left != table and table.phase != "over"

    async def _unname(self, table: Table, left: Table, person: int) -> None:
        """Remove a person's names from the records of a game."""
        if table.phase == "lobby":
            return
        names = NewNames(table, left, person, [*map(str, players_in(await self._setup(table.id)))])
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
        setup = await self._setup(table)
        players = players_in(setup)
        if number < len(players):
            players[number] = name
            await self._sql.change_setup(id=table, setup=as_json(setup))

    async def _setup(self, table: str) -> Any:
        """Return a game's setup as stored."""
        games = await self._sql.game(id=table)
        return parsed(games[0]["setup"]) if games else None

    async def _edit(self, source: str, column: str, table: str, change: Callable[[Any], Any]) -> None:
        """Change the content of a column in all of a table's rows."""
        of = "id" if source == "tables" else "table_id"
        worded = f"AND ({column} LIKE '%\"wording\":%' OR {column} LIKE '%\"reason\":%')" if (source, column) in WORDED else ""
        for row in await self._db.rows(f"SELECT DISTINCT {column} AS old FROM {source} WHERE {of} = :id {worded}", {"id": table}):
            content = parsed(row["old"])
            new = change(content) if content else content
            if new != content:
                values = {"id": table, "old": row["old"], "new": new if isinstance(new, str) else as_json(new)}
                await self._db.run(f"UPDATE {source} SET {column} = :new WHERE {of} = :id AND {column} = :old", values)

    async def _blank_table(self, id: str, person: int) -> None:
        """Remove a person from a table that can't be read, along with everything that might name them."""
        for row in await self._sql.seats_held_by(id=id, person=person):
            await self._rename_player(id, row["number"], nameless(UNKNOWN))
        await self._sql.blank_table(id=id, host=NO_ONE)
        await self._sql.blank_seats(id=id, person=person, digits=of_person(person)["digits"], nobody=nameless(UNKNOWN))
        await self._sql.drop_notes(id=id)

    async def _unsign_kingdoms(self, person: int) -> None:
        """Keep the kingdoms that a person saved for a server, but not who saved them."""
        for row in await self._sql.kingdoms_with(text=of_person(person)["digits"]):
            content, place = parsed(row["kingdom"]), {"guild": row["guild"], "key": row["key"]}
            if not isinstance(content, dict):
                await self._sql.drop_kingdom(**place)
            elif content.get("by") == person:
                await self._sql.set_kingdom(**place, kingdom=as_json({**content, "by": NO_ONE}))

    async def _blank_quarantine(self, person: int, tables: list[str]) -> None:
        """Keep which rows are in quarantine, but not what they say about a person."""
        theirs = re.compile(rf"(?<!\d){person}(?!\d)")
        for row in await self._sql.quarantined():
            if row["table"] in tables or any(theirs.search(str(row[each])) for each in ("key", "data", "reason")):
                key, reason = (theirs.sub(str(NO_ONE), str(row[each])) for each in ("key", "reason"))
                await self._sql.drop_same_quarantine(id=row["id"], source=row["source"], key=key)
                await self._sql.blank_quarantine(id=row["id"], key=key, reason=reason)


def as_json(content: Any) -> str:
    """Return content in its stored form."""
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


def players_in(setup: Any) -> list[Any]:
    """Return the list of players in a setup, if it has one."""
    players = setup.get("players") if isinstance(setup, dict) else None
    return players if isinstance(players, list) else []


class NewNames:
    """A person's names at a table, each with its replacement (`new`). `players`: the names at the game's start."""

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
        """Return what a note says about others. A name that no one else at the table has might be an earlier one of the
        person's."""
        if not isinstance(says, dict):
            return says
        names = {key: str(says[key]) for key in ("who", "old") if says.get(key)}
        strange = {key: name for key, name in names.items() if name in self.new or name not in self._others}
        return says | {key: self.new.get(name, self._nobody) for key, name in strange.items()}

    def reworded(self, content: Any) -> Any:
        """Return JSON with the new names in sentences stored by older versions."""
        if isinstance(content, list):
            return [self.reworded(each) for each in content]
        if not isinstance(content, dict):
            return content
        worded = {key: self.swapped(content[key]) for key in ("wording", "reason") if isinstance(content.get(key), str)}
        return {key: self.reworded(each) for key, each in content.items()} | worded
