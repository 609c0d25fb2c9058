"""Reading from and writing to a database, statement by statement."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from operator import attrgetter
from typing import Any

from engine.log import LogEntry
from engine.save import Save, Snapshot
from storage.connection import NotUnique, Row
from storage.followers import FollowerRows
from storage.history import HistoryRows
from storage.models import (
    ALL_THERE,
    Change,
    Look,
    Message,
    OutsideAction,
    Ping,
    Place,
    SavedGame,
    SavedKingdom,
    Seat,
    Spot,
    Started,
    StoredEntry,
    Table,
)
from storage.notes import OwnNote
from storage.personal import AutoAnswers, PersonSettings, TurnPlan
from storage.rows import Model, compact, kept, line_of, moments, parsed, seat_row, stamp
from storage.store import BrokenRow, Conflict, DoneBefore, PlaceTaken
from storage.timing import SOON, Timing

MESSAGE = "purpose, channel, message, shows, audience, pings, final"


class Ledger(FollowerRows, HistoryRows, Timing):
    """All reads and writes of the database: each call is one piece of work, which waits for nothing but its statements."""

    # tables and games

    async def tables(self, *, place: int | None = None, person: int | None = None, follower: int | None = None) -> list[Table]:
        async with self._checked():
            seated = "id IN (SELECT table_id FROM seats WHERE person = ?)"
            followed = "id IN (SELECT table_id FROM followers WHERE person = ?)"
            where = {"coalesce(thread, channel) = ?": place, seated: person, followed: follower}
            rows = await self._live("*", where)
            return kept([await self._table(row) for row in rows])

    async def open_in(self, guild: int) -> list[str]:
        opened = "id IN (SELECT table_id FROM seats WHERE open IS NOT NULL) AND phase = 'playing' AND guild = ?"
        return [row["id"] for row in await self._live("id", {opened: guild})]

    async def spots(self, *, guild: int | None = None, channel: int | None = None, thread: int | None = None) -> list[Spot]:
        where = {"guild = ?": guild, "channel = ?": channel, "coalesce(thread, channel) = ?": thread}
        async with self._checked():
            return kept(
                self._fit(
                    Spot,
                    "tables",
                    (row["id"],),
                    row["id"],
                    row,
                    {
                        "table": row["id"],
                        "lost": row["lost"] is not None,
                        "lobby": row["phase"] == "lobby",
                        "place": {k: row[k] for k in Place.model_fields},
                    },
                )
                for row in await self._live("id, guild, channel, thread, lost, phase", where)
            )

    async def _live(self, columns: str, where: dict[str, int | None]) -> list[Row]:
        """Return rows of the tables that aren't over, oldest first, by the conditions that have a value."""
        wanted = {condition: value for condition, value in where.items() if value is not None}
        conditions = " AND ".join(["phase <> 'over'", "NOT broken", *wanted])
        return await self._rows(f"SELECT {columns} FROM tables WHERE {conditions} ORDER BY created, id", *wanted.values())

    async def table(self, table_id: str) -> Table | None:
        async with self._checked():
            for row in await self._rows("SELECT * FROM tables WHERE id = ?", table_id):
                table = await self._table(row)
                if table is None:
                    reason = self._misfits[-1].reason if self._misfits else "it is in quarantine"
                    raise BrokenRow("tables", table_id, reason)
                return table
            if await self._rows("SELECT 1 FROM seats WHERE table_id = ? LIMIT 1", table_id):
                raise BrokenRow("tables", table_id, "it is missing")
            return None

    async def _table(self, row: Row) -> Table | None:
        if row["broken"] != 0:
            return None
        content: dict[str, Any] = {
            name: row[name]
            for name in ("id", "phase", "version", "host", "created", "started", "ended", "commitment", "quiet_refused", "before")
        }
        content |= {name: row[name] for name in ("trouble", "waits", "lost", "due")}
        content |= {"place": {k: row[k] for k in ("guild", "channel", "thread")}}
        content |= {name: parsed(row[name]) for name in ("options", "offer", "result", "invited", "vetoes", "asked", "nudge")}
        content |= {"gathering": parsed(row["gathering"])} if row["gathering"] is not None else {}
        seats = []
        for seat in await self._rows("SELECT * FROM seats WHERE table_id = ? ORDER BY number", row["id"]):
            columns = {name: value for name, value in seat.items() if name != "table_id"}
            columns |= {name: parsed(seat[name]) for name in ("taken_over", "hints")}
            columns |= {"lateness": parsed(seat["lateness"]) if seat["lateness"] is not None else {}}
            fitting = self._fit(Seat, "seats", (row["id"], seat["number"]), row["id"], seat, columns)
            if fitting is None:
                return None
            seats.append(fitting)
        if any(seat.number != place for place, seat in enumerate(seats)):
            self._misfit("seats", (row["id"],), row["id"], row, "number: some are missing or out of sequence")
            return None
        return self._fit(Table, "tables", (row["id"],), row["id"], row, content | {"seats": seats})

    async def game(self, table_id: str, below: int | None = None) -> SavedGame | None:
        async with self._checked():
            started = await self._started(table_id)
            if started is None:
                return None
            snapshot = await self._newest_snapshot(table_id, below)
            since = snapshot.entries if snapshot else 0
            entries = await self._entries(table_id, since)
            save = Save(
                setup=started.setup,
                seed=started.seed,
                snapshot=snapshot,
                entries=tuple(stored.entry for stored in entries),
            )
            return SavedGame(save=save, by={stored.entry.number: stored.by for stored in entries})

    async def _started(self, table_id: str) -> Started | None:
        for row in await self._rows("SELECT * FROM games WHERE table_id = ?", table_id):
            content = {"setup": parsed(row["setup"]), "seed": row["seed"]}
            hidden = {**row, "seed": "(kept out of here)"}
            return self._must(Started, "games", (table_id,), table_id, hidden, content)
        return None

    async def _newest_snapshot(self, table_id: str, below: int | None) -> Snapshot | None:
        """Return the newest readable snapshot: an older one works too, with more entries after it."""
        for row in await self._rows(
            "SELECT table_id, entries, snapshot FROM snapshots"
            " WHERE table_id = ?1 AND (?2 IS NULL OR entries < ?2) ORDER BY entries DESC",
            table_id,
            below,
        ):
            key = (table_id, row["entries"])
            fitting = self._fit(Snapshot, "snapshots", key, table_id, row, parsed(row["snapshot"]), "snapshot")
            if fitting is not None:
                return fitting
        return None

    async def _entries(self, table_id: str, since: int = 0, most: int | None = None) -> list[StoredEntry]:
        journal = await self._one(
            "SELECT count(*) AS size, min(number) AS first, max(number) AS last FROM entries WHERE table_id = ?", table_id
        )
        if journal["size"] and (journal["first"], journal["last"]) != (0, journal["size"] - 1):
            self._misfit("entries", (table_id,), table_id, journal, "number: some are missing or out of sequence")
            raise BrokenRow("entries", table_id, self._misfits[-1].reason)
        return [
            self._must(
                StoredEntry,
                "entries",
                (table_id, row["number"]),
                table_id,
                row,
                {"entry": parsed(row["entry"]), "at": row["at"], "by": row["made_by"]},
            )
            for row in await self._rows(
                "SELECT * FROM entries WHERE table_id = ? AND number >= ? ORDER BY number LIMIT ?",
                table_id,
                since,
                -1 if most is None else most,
            )
        ]

    async def journal(self, table_id: str, since: int = 0, most: int | None = None) -> list[StoredEntry]:
        async with self._checked():
            return await self._entries(table_id, since, most)

    async def log(self, table_id: str, turns: range | None = None) -> tuple[list[LogEntry], list[OwnNote]]:
        some, between = ("", ()) if turns is None else (" AND turn >= ? AND turn < ?", (turns.start, turns.stop))
        of = "{0} WHERE" if turns is None else "{0} INDEXED BY {0}_by_turn WHERE"  # SQLite would go by the order instead
        async with self._checked():
            lines = await self._rows(f"SELECT * FROM {of.format('log')} table_id = ?{some} ORDER BY number", table_id, *between)
            notes = await self._rows(
                f"SELECT * FROM {of.format('notes')} table_id = ?{some} ORDER BY after, id", table_id, *between
            )
            return (
                kept(
                    self._fit(LogEntry, "log", (table_id, row["number"]), table_id, row, parsed(row["line"]), "line")
                    for row in lines
                ),
                kept(
                    self._fit(
                        OwnNote,
                        "notes",
                        (row["id"],),
                        table_id,
                        row,
                        {k: row[k] for k in OwnNote.model_fields} | {k: parsed(row[k]) for k in ("did", "says")},
                    )
                    for row in notes
                ),
            )

    async def standing(self, table_id: str) -> dict[int, AutoAnswers]:
        return await self._of_persons(AutoAnswers, "standing", "standing", table_id)

    async def newcomers(self, people: Sequence[int]) -> set[int]:
        started = "SELECT 1 AS found FROM seats JOIN tables ON id = table_id WHERE person = ? AND started IS NOT NULL LIMIT 1"
        return {person for person in people if not await self._rows(started, person)}

    async def plans(self, table_id: str) -> dict[int, TurnPlan]:
        return await self._of_persons(TurnPlan, "plans", "plan", table_id)

    async def _of_persons(self, model: type[Model], source: str, column: str, table_id: str) -> dict[int, Model]:
        """Return what people have at a table, by person."""
        async with self._checked():
            found: dict[int, Model] = {}
            for row in await self._rows(f"SELECT * FROM {source} WHERE table_id = ?", table_id):
                of = {row["person"]: parsed(row[column])}
                found |= self._fit(dict[int, model], source, (table_id, row["person"]), table_id, row, of, column) or {}  # type: ignore[valid-type]
            return found

    async def latest(self, place: int) -> Table | None:
        own_thread = "channel = ? AND CASE WHEN json_valid(options) THEN json_extract(options, '$.own_thread') END"
        ended = "started IS NOT NULL AND phase = 'over' AND NOT broken ORDER BY started DESC LIMIT 1"
        async with self._checked():
            found = [
                row
                for there in ("coalesce(thread, channel) = ?", own_thread)
                for row in await self._rows(f"SELECT * FROM tables WHERE {there} AND {ended}", place)
            ]
            return max(kept([await self._table(row) for row in found]), key=attrgetter("started"), default=None)

    async def commit(self, change: Change) -> None:
        async with self._db.transaction():
            await self._write_table(change.table, unsettled=change.unsettled)
            await self._write_game(change)
            await self._write_log(change)
            await self._record_end(change)
            table_id = change.table.id
            await self._db.many(
                "INSERT INTO calls (table_id, version, seat, person, decision, at) VALUES (?, ?, ?, ?, ?, ?)",
                [(table_id, c.version, c.seat, c.person, c.decision, stamp(c.at)) for c in change.calls],
            )
            await self._db.many(
                "INSERT OR REPLACE INTO standing VALUES (?, ?, ?)",
                [(table_id, person, compact(standing)) for person, standing in change.standing.items()],
            )
            await self._db.many(
                "DELETE FROM plans WHERE table_id = ? AND person = ?",
                [(table_id, person) for person, plan in change.plans.items() if plan is None],
            )
            await self._db.many(
                "INSERT OR REPLACE INTO plans VALUES (?, ?, ?)",
                [(table_id, person, compact(plan)) for person, plan in change.plans.items() if plan is not None],
            )
            await self._look(change.looks)
            for person, settings in change.settings.items():
                await self._write_settings(person, settings, unsettles=True, but=table_id)
            if change.action is not None:
                await self._write_action(change.action)
                by, at = change.action.person, stamp(change.action.at)
                invitations = [(by, guest, at) for guest in change.invites]
                await self._db.many("INSERT OR IGNORE INTO invitations VALUES (?, ?, ?)", invitations)

    async def _write_table(self, table: Table, *, unsettled: bool) -> None:
        columns: dict[str, object] = {
            "guild": table.place.guild,
            "channel": table.place.channel,
            "thread": table.place.thread,
            "phase": table.phase,
            "version": table.version,
            "host": table.host,
            "options": compact(table.options),
            "created": stamp(table.created),
            "started": stamp(table.started),
            "ended": stamp(table.ended),
            "commitment": table.commitment,
            "quiet_refused": table.quiet_refused,
            "offer": compact(table.offer),
            "trouble": table.trouble,
            "result": compact(table.result),
            "invited": json.dumps(table.invited),
            "vetoes": json.dumps(table.vetoes),
            "before": table.before,
            "waits": table.waits,
            "lost": stamp(table.lost),
            "due": stamp(table.due),
            "asked": json.dumps({person: stamp(at) for person, at in table.asked.items()}),
            "gathering": compact(table.gathering) if table.gathering != ALL_THERE else None,
            "nudge": compact(table.nudge),
            "unsettled": unsettled,
            "id": table.id,
        }
        names = list(columns)
        if table.version == 0:
            sql = f"INSERT INTO tables ({', '.join(names)}) VALUES ({', '.join(':' + name for name in names)})"
        else:
            assignments = ", ".join(f"{name} = :{name}" for name in names[:-1])
            sql = f"UPDATE tables SET {assignments} WHERE id = :id AND version = :version - 1"
        try:
            written = await self._db.run(sql, columns)
        except NotUnique as error:
            if "one_table_at_a_place" in error.index:
                raise PlaceTaken(f"There is already an open table at {table.place.id}.") from error
            raise Conflict(f"Table {table.id} already exists.") from error
        if written != 1:
            raise Conflict(f"Table {table.id} isn't at version {table.version - 1}.")
        await self._db.run("DELETE FROM seats WHERE table_id = ?", (table.id,))
        await self._db.many(
            "INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [seat_row(table.id, seat) for seat in table.seats],
        )

    async def _write_game(self, change: Change) -> None:
        table_id = change.table.id
        if change.started is not None:
            await self._db.run("INSERT INTO games VALUES (?, ?, ?)", (table_id, compact(change.started.setup), change.started.seed))
        await self._db.many(
            "INSERT INTO entries VALUES (?, ?, ?, ?, ?)",
            [(table_id, e.entry.number, compact(e.entry), stamp(e.at), e.by) for e in change.entries],
        )
        undone = [stored.entry.back_to for stored in change.entries if stored.entry.kind == "undo"]
        if undone:
            await self._db.run("DELETE FROM snapshots WHERE table_id = ? AND entries > ?", (table_id, min(undone)))
        await self._db.many(
            "INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?)",
            [(table_id, snapshot.entries, snapshot.model_dump_json()) for snapshot in change.snapshots],
        )
        if change.snapshots_over:
            await self._db.run(
                "DELETE FROM snapshots WHERE table_id = ?1 AND entries < (SELECT max(entries) FROM snapshots WHERE table_id = ?1)",
                (table_id,),
            )

    async def _write_log(self, change: Change) -> None:
        table_id = change.table.id
        if change.log_cut is not None:
            await self._db.run("DELETE FROM log WHERE table_id = ? AND number >= ?", (table_id, change.log_cut))
            void = f"after >= ? - (seat IN ({','.join(map(str, change.undone))}))"
            await self._db.run(f"DELETE FROM notes WHERE table_id = ? AND {void}", (table_id, change.log_cut))
        if change.log:  # the log continues here: a newer engine may have put what it read again into fewer lines
            await self._db.run("DELETE FROM log WHERE table_id = ? AND number >= ?", (table_id, change.log[0].public.number))
        await self._db.many(
            "INSERT INTO log VALUES (?, ?, ?, ?)",
            [(table_id, entry.public.number, entry.public.turn, line_of(entry)) for entry in change.log],
        )
        await self._db.many(
            "INSERT INTO notes (table_id, after, turn, seat, person, did, says, wording) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [(table_id, n.after, n.turn, n.seat, n.person, compact(n.did), compact(n.says), n.wording) for n in change.notes],
        )

    async def _write_action(self, action: OutsideAction) -> None:
        written = await self._db.run(
            "INSERT OR IGNORE INTO actions VALUES (?, ?, ?, ?, ?)",
            (action.id, action.person, action.table, action.what, stamp(action.at)),
        )
        if written != 1:
            raise DoneBefore(f"The action {action.id} was done before.")

    async def unsettled(self) -> list[str]:
        return await self._ids("SELECT id FROM tables WHERE unsettled AND phase = 'playing' AND NOT broken ORDER BY created, id")

    async def settled(self, versions: Mapping[str, int]) -> None:
        await self._update("UPDATE tables SET unsettled = 0 WHERE id = ? AND version = ?", versions)

    async def _update(self, sql: str, versions: Mapping[str, int]) -> None:
        if versions:
            async with self._db.transaction():
                await self._db.many(sql, [*versions.items()])

    async def action(self, action_id: str) -> OutsideAction | None:
        async with self._checked():
            for row in await self._rows('SELECT id, person, table_id AS "table", what, at FROM actions WHERE id = ?', action_id):
                return self._fit(OutsideAction, "actions", (action_id,), row["table"], row, row)
            return None

    async def opened(self, person: int, since: datetime) -> list[datetime]:
        return moments(
            await self._rows("SELECT at FROM actions WHERE what = 'new' AND person = ? AND at > ?", person, stamp(since))
        )

    async def invited(self, person: int, guest: int, since: datetime) -> list[datetime]:
        to = "SELECT at FROM invitations WHERE person = ? AND guest = ? AND at > ?"
        return moments(await self._rows(to, person, guest, stamp(since)))

    # people

    async def settings(self, person: int) -> PersonSettings:
        async with self._checked():
            for row in await self._rows("SELECT * FROM settings WHERE person = ?", person):
                content = parsed(row["settings"])
                return self._fit(PersonSettings, "settings", (person,), None, row, content, "settings") or PersonSettings()
            return PersonSettings()

    async def set_settings(
        self, person: int, settings: PersonSettings, action: OutsideAction | None = None, *, unsettles: bool = False
    ) -> None:
        async with self._db.transaction():
            await self._write_settings(person, settings, unsettles=unsettles)
            if action is not None:
                await self._write_action(action)

    async def _write_settings(self, person: int, settings: PersonSettings, *, unsettles: bool, but: str | None = None) -> None:
        if unsettles:
            await self._db.run(
                "UPDATE tables SET unsettled = 1"
                " WHERE phase = 'playing' AND id IN (SELECT table_id FROM seats WHERE person = ?) AND id IS NOT ?",
                (person, but),
            )
            await self._look([Look(person=person, at=SOON)])
        await self._db.run("INSERT OR REPLACE INTO settings VALUES (?, ?)", (person, compact(settings)))

    # kingdoms that servers save

    async def kingdoms(self, guild: int) -> list[SavedKingdom]:
        async with self._checked():
            rows = await self._rows("SELECT * FROM kingdoms WHERE guild = ? ORDER BY key", guild)
            return kept(
                self._fit(SavedKingdom, "kingdoms", (guild, row["key"]), None, row, parsed(row["kingdom"]), "kingdom")
                for row in rows
            )

    async def save_kingdom(self, guild: int, key: str, saved: SavedKingdom | None, action: OutsideAction) -> None:
        async with self._db.transaction():
            if saved is None:
                await self._db.run("DELETE FROM kingdoms WHERE guild = ? AND key = ?", (guild, key))
            else:
                await self._db.run("INSERT OR REPLACE INTO kingdoms VALUES (?, ?, ?)", (guild, key, compact(saved)))
            await self._write_action(action)

    # what Discord shows

    async def keep(self, messages: Iterable[Message], gone: Iterable[int], called: Iterable[Ping]) -> None:
        # `shown` comes later and waits for the disk: until then, a start looks on Discord for what is missing here. A message that
        # takes the place of a deleted one may belong to a table shown long ago, so a deletion waits as well.
        gone = [*gone]
        async with self._db.transaction(until_on_disk=bool(gone)):
            for message in messages:
                await self._db.run(
                    f"INSERT OR REPLACE INTO messages (table_id, {MESSAGE}) VALUES (:table, :{MESSAGE.replace(', ', ', :')})",
                    message.model_dump(),
                )
                if message.pings is not None:
                    await self._called(message.table, message.pings, message.audience)
            for id in gone:
                await self._db.run(
                    "UPDATE tables SET shown = -1 WHERE id = (SELECT table_id FROM messages WHERE message = ?)", (id,)
                )
                await self._db.run("DELETE FROM messages WHERE message = ?", (id,))
            for call in called:
                await self._called(call.table, call.version, call.person)

    async def messages(self, table_id: str) -> list[Message]:
        async with self._checked():
            rows = await self._rows(
                f'SELECT table_id AS "table", {MESSAGE} FROM messages WHERE table_id = ? ORDER BY message', table_id
            )
            return kept(self._fit(Message, "messages", (row["message"],), row["table"], row, row) for row in rows)

    async def unshown(self) -> list[str]:
        return await self._ids("SELECT id FROM tables WHERE shown < version AND NOT broken ORDER BY created, id")

    async def shown(self, versions: Mapping[str, int]) -> None:
        await self._update("UPDATE tables SET shown = version WHERE id = ? AND version = ?", versions)

    async def calls(self, table_id: str | None = None) -> list[Ping]:
        async with self._checked():
            rows = await self._rows(
                'SELECT calls.table_id AS "table", version, seat, calls.person, decision, at FROM calls'
                " JOIN seats ON seats.table_id = calls.table_id AND number = seat AND call = version"
                f" WHERE NOT done{'' if table_id is None else ' AND calls.table_id = ?'} ORDER BY at, seat",
                *([] if table_id is None else [table_id]),
            )
            return kept(
                self._fit(Ping, "calls", (row["table"], row["version"], row["seat"]), row["table"], row, row) for row in rows
            )

    async def _called(self, table_id: str, version: int, person: int | None) -> None:
        await self._db.run(
            "UPDATE calls SET done = 1 WHERE table_id = ?1 AND version = ?2 AND (?3 IS NULL OR person = ?3)",
            (table_id, version, person),
        )
