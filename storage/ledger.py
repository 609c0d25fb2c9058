"""Reading from and writing to a database, statement by statement."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from operator import attrgetter
from typing import Any

from engine.log import LogEntry
from engine.save import Save, Snapshot
from storage.connection import NotUnique, Row
from storage.errors import BrokenRow, Conflict, DoneBefore, PlaceTaken
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
from storage.part import Part
from storage.personal import AutoAnswers, PersonSettings, TurnPlan
from storage.rows import ALL, Model, compact, ids, kept, line_of, moments, parsed, seat_row, stamp
from storage.timing import SOON, Timing

AT_A_TIME = 500
"""How many rows of a journal or log are read without a break. On PostgreSQL, that takes some milliseconds of the event loop."""
SNAPSHOTS_KEPT = 200
"""How many turns' snapshots an ongoing game keeps. Nothing goes back further, and an endless game would accumulate more than one
commit can delete quickly."""


class Ledger(FollowerRows, HistoryRows, Timing):
    """All reads and writes of the database: each call is one piece of work, which only waits for its statements."""

    # tables and games

    async def tables(self, *, place: int | None = None, person: int | None = None, follower: int | None = None) -> list[Table]:
        async with self._checked():
            if place is not None:
                rows = await self._sql.live_tables_at(place=place)
            elif person is not None:
                rows = await self._sql.live_tables_of(person=person)
            elif follower is not None:
                rows = await self._sql.live_tables_followed_by(person=follower)
            else:
                rows = await self._sql.live_tables()
            return kept([await self._table(row) for row in rows])

    async def open_in(self, guild: int) -> list[str]:
        return ids(await self._sql.open_in(guild=guild))

    async def spots(
        self, part: Part, *, guild: int | None = None, channel: int | None = None, thread: int | None = None
    ) -> list[Spot]:
        if guild is not None:
            rows = await self._sql.spots_in_guild(guild=guild)
        elif channel is not None:
            rows = await self._sql.spots_in_channel(channel=channel)
        elif thread is not None:
            rows = await self._sql.spots_in_thread(thread=thread)
        else:
            rows = await self._sql.spots(**part._asdict())
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
                for row in rows
            )

    async def table(self, table_id: str) -> Table | None:
        async with self._checked():
            for row in await self._sql.table(id=table_id):
                table = await self._table(row)
                if table is None:
                    reason = self._misfits[-1].reason if self._misfits else "it is in quarantine"
                    raise BrokenRow("tables", table_id, reason)
                return table
            if await self._sql.has_seats(id=table_id):
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
        content |= {name: parsed(row[name]) for name in ("options", "proposal", "result", "invited", "vetoes", "asked", "nudge")}
        content |= {"gathering": parsed(row["gathering"])} if row["gathering"] is not None else {}
        seats = []
        for seat in await self._sql.seats(id=row["id"]):
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
        for row in await self._sql.game(id=table_id):
            content = {"setup": parsed(row["setup"]), "seed": row["seed"]}
            hidden = {**row, "seed": "(kept out of here)"}
            return self._must(Started, "games", (table_id,), table_id, hidden, content)
        return None

    async def _newest_snapshot(self, table_id: str, below: int | None) -> Snapshot | None:
        """Return the newest readable snapshot: an older one works too, with more entries after it."""
        for row in await self._sql.snapshots(id=table_id, below=ALL if below is None else below):
            key = (table_id, row["entries"])
            fitting = self._fit(Snapshot, "snapshots", key, table_id, row, parsed(row["snapshot"]), "snapshot")
            if fitting is not None:
                return fitting
        return None

    async def _entries(self, table_id: str, since: int = 0, most: int | None = None) -> list[StoredEntry]:
        (journal,) = await self._sql.extent_of_journal(id=table_id)
        if journal["size"] and (journal["first"], journal["last"]) != (0, journal["size"] - 1):
            self._misfit("entries", (table_id,), table_id, journal, "number: some are missing or out of sequence")
            raise BrokenRow("entries", table_id, self._misfits[-1].reason)
        end = journal["size"] if most is None else min(journal["size"], since + most)
        return [
            self._must(
                StoredEntry,
                "entries",
                (table_id, row["number"]),
                table_id,
                row,
                {"entry": parsed(row["entry"]), "at": row["at"], "by": row["made_by"]},
            )
            for start in range(since, end, AT_A_TIME)
            for row in await self._sql.journal(id=table_id, since=start, most=min(AT_A_TIME, end - start))
        ]

    async def journal(self, table_id: str, since: int = 0, most: int | None = None) -> list[StoredEntry]:
        async with self._checked():
            return await self._entries(table_id, since, most)

    async def log(self, table_id: str, turns: range | None = None) -> tuple[list[LogEntry], list[OwnNote]]:
        async with self._checked():
            if turns is None:
                lines, notes = self._lines(table_id, await self._sql.log(id=table_id)), await self._sql.notes(id=table_id)
            else:
                some = {"id": table_id, "since": turns.start, "until": turns.stop}
                lines, notes, after = [], await self._sql.notes_of_turns(**some), -1
                while rows := await self._sql.log_of_turns(**some, after=after, most=AT_A_TIME):
                    lines += self._lines(table_id, rows)
                    after = rows[-1]["number"]
            return lines, kept(
                self._fit(
                    OwnNote,
                    "notes",
                    (row["id"],),
                    table_id,
                    row,
                    {k: row[k] for k in OwnNote.model_fields} | {k: parsed(row[k]) for k in ("did", "says")},
                )
                for row in notes
            )

    def _lines(self, table_id: str, rows: list[Row]) -> list[LogEntry]:
        return kept(
            self._fit(LogEntry, "log", (table_id, row["number"]), table_id, row, parsed(row["line"]), "line") for row in rows
        )

    async def standing(self, table_id: str) -> dict[int, AutoAnswers]:
        return await self._of_persons(AutoAnswers, "standing", "standing", table_id, await self._sql.standing(id=table_id))

    async def standing_of(self, person: int) -> dict[str, AutoAnswers]:
        found: dict[str, AutoAnswers] = {}
        for row in await self._sql.standing_of(person=person):
            there = await self._of_persons(AutoAnswers, "standing", "standing", row["table_id"], [row])
            if there:
                found[row["table_id"]] = there[person]
        return found

    async def newcomers(self, people: Sequence[int]) -> set[int]:
        return {person for person in people if not await self._sql.has_played(person=person)}

    async def plans(self, table_id: str) -> dict[int, TurnPlan]:
        return await self._of_persons(TurnPlan, "plans", "plan", table_id, await self._sql.plans(id=table_id))

    async def _of_persons(self, model: type[Model], source: str, column: str, table_id: str, rows: list[Row]) -> dict[int, Model]:
        """Return what is stored for each person at a table, by person."""
        async with self._checked():
            found: dict[int, Model] = {}
            for row in rows:
                of = {row["person"]: parsed(row[column])}
                found |= self._fit(dict[int, model], source, (table_id, row["person"]), table_id, row, of, column) or {}  # type: ignore[valid-type]
            return found

    async def latest(self, place: int) -> Table | None:
        async with self._checked():
            found = [*await self._sql.latest_at(place=place), *await self._sql.latest_in_own_thread(place=place)]
            return max(kept([await self._table(row) for row in found]), key=attrgetter("started"), default=None)

    async def commit(self, change: Change) -> None:
        async with self._db.transaction(apart=change.table.phase != "over"):
            await self._write_table(change.table, unsettled=change.unsettled)
            await self._write_game(change)
            await self._write_log(change)
            await self._record_end(change)
            table_id = change.table.id
            await self._sql.add_calls([call.model_dump() | {"at": stamp(call.at)} for call in change.calls])
            standing = change.standing.items()
            await self._sql.set_standing([{"id": table_id, "person": by, "standing": compact(each)} for by, each in standing])
            plans = [{"id": table_id, "person": person, "plan": compact(plan)} for person, plan in change.plans.items()]
            await self._sql.drop_plans([plan for plan in plans if plan["plan"] is None])
            await self._sql.set_plans([plan for plan in plans if plan["plan"] is not None])
            await self._look(change.looks)
            for person, settings in change.settings.items():
                await self._write_settings(person, settings, change.settings_before.get(person), unsettles=True, but=table_id)
            if change.action is not None:
                await self._write_action(change.action)
                by, at = change.action.person, stamp(change.action.at)
                await self._sql.add_invitations([{"person": by, "guest": guest, "at": at} for guest in change.invites])
            await self._db.announce(change)

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
            "proposal": compact(table.proposal),
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
        try:
            written = await (self._sql.add_table if table.version == 0 else self._sql.change_table)(**columns)
        except NotUnique as error:
            if "one_table_at_a_place" in error.index:
                raise PlaceTaken(f"There is already an open table at {table.place.id}.") from error
            raise Conflict(f"Table {table.id} already exists.") from error
        if written != 1:
            raise Conflict(f"Table {table.id} isn't at version {table.version - 1}.")
        await self._sql.clear_seats(id=table.id)
        await self._sql.add_seats([seat_row(table.id, seat) for seat in table.seats])

    async def _write_game(self, change: Change) -> None:
        id = change.table.id
        if change.started is not None:
            await self._sql.add_game(id=id, setup=compact(change.started.setup), seed=change.started.seed)
        await self._sql.add_entries(
            [
                {"id": id, "number": each.entry.number, "entry": compact(each.entry), "at": stamp(each.at), "by": each.by}
                for each in change.entries
            ]
        )
        undone = [stored.entry.back_to for stored in change.entries if stored.entry.kind == "undo"]
        if undone:
            await self._sql.undo_snapshots(id=id, back_to=min(undone))
        await self._sql.add_snapshots(
            [{"id": id, "entries": each.entries, "snapshot": each.model_dump_json()} for each in change.snapshots]
        )
        if change.snapshots or change.snapshots_over:
            await self._sql.drop_older_snapshots(id=id, kept=1 if change.snapshots_over else SNAPSHOTS_KEPT)

    async def _write_log(self, change: Change) -> None:
        id, cut = change.table.id, change.log_cut
        if cut is not None:
            await self._sql.cut_log(id=id, number=cut)
            await self._sql.cut_notes(id=id, after=cut)
            await self._sql.cut_notes_of_seats([{"id": id, "after": cut - 1, "seat": seat} for seat in change.undone])
        if change.log:  # the log continues here: a newer engine might have made fewer lines of what it replayed
            await self._sql.cut_log(id=id, number=change.log[0].public.number)
        lines = [(entry.public, line_of(entry)) for entry in change.log]
        await self._sql.add_lines([{"id": id, "number": each.number, "turn": each.turn, "line": line} for each, line in lines])
        await self._sql.add_notes(
            [{"id": id, **dict(note), "did": compact(note.did), "says": compact(note.says)} for note in change.notes]
        )

    async def _write_action(self, action: OutsideAction) -> None:
        if not await self._sql.add_action(**dict(action) | {"at": stamp(action.at)}):
            raise DoneBefore(f"The action {action.id} was done before.")

    async def glance(self, table_id: str) -> tuple[int | None, dict[int, PersonSettings]]:
        async with self._checked():
            rows = await self._sql.glance(id=table_id)
            people = {row["person"]: row for row in rows if row["person"] is not None}
            return next((row["version"] for row in rows), None), {each: self._settings(row) for each, row in people.items()}

    async def unsettled(self) -> list[str]:
        return ids(await self._sql.unsettled())

    async def settled(self, versions: Mapping[str, int]) -> None:
        if versions:
            async with self._db.transaction(apart=True):
                await self._sql.settle(as_rows(versions))

    async def action(self, action_id: str) -> OutsideAction | None:
        async with self._checked():
            for row in await self._sql.action(id=action_id):
                return self._fit(OutsideAction, "actions", (action_id,), row["table"], row, row)
            return None

    async def opened(self, person: int, since: datetime) -> list[datetime]:
        return moments(await self._sql.opened(person=person, since=stamp(since)))

    async def invited(self, person: int, guest: int, since: datetime) -> list[datetime]:
        return moments(await self._sql.invited(person=person, guest=guest, since=stamp(since)))

    # people

    async def settings(self, person: int) -> PersonSettings:
        async with self._checked():
            for row in await self._sql.settings(person=person):
                return self._settings(row)
            return PersonSettings()

    def _settings(self, row: Row) -> PersonSettings:
        if row["settings"] is None:
            return PersonSettings()
        content = parsed(row["settings"])
        return self._fit(PersonSettings, "settings", (row["person"],), None, row, content, "settings") or PersonSettings()

    async def set_settings(
        self,
        person: int,
        settings: PersonSettings,
        action: OutsideAction | None = None,
        *,
        before: PersonSettings | None = None,
        unsettles: bool = False,
    ) -> None:
        async with self._db.transaction(apart=True):
            await self._write_settings(person, settings, before, unsettles=unsettles)
            if action is not None:
                await self._write_action(action)

    async def _write_settings(
        self, person: int, settings: PersonSettings, before: PersonSettings | None, *, unsettles: bool, but: str = ""
    ) -> None:
        if before is not None and await self.settings(person) != before:
            raise Conflict(f"The settings of person {person} have changed.")
        if unsettles:
            await self._sql.unsettle(person=person, but=but)
            await self._look([Look(person=person, at=SOON)])
        await self._sql.set_settings(person=person, settings=compact(settings))

    # kingdoms that servers save

    async def kingdoms(self, guild: int) -> list[SavedKingdom]:
        async with self._checked():
            rows = await self._sql.kingdoms(guild=guild)
            return kept(
                self._fit(SavedKingdom, "kingdoms", (guild, row["key"]), None, row, parsed(row["kingdom"]), "kingdom")
                for row in rows
            )

    async def save_kingdom(self, guild: int, key: str, saved: SavedKingdom | None, action: OutsideAction) -> None:
        async with self._db.transaction():
            if saved is None:
                await self._sql.drop_kingdom(guild=guild, key=key)
            else:
                await self._sql.set_kingdom(guild=guild, key=key, kingdom=compact(saved))
            await self._write_action(action)

    # what Discord shows

    async def keep(self, messages: Sequence[Message] = (), gone: Sequence[int] = (), called: Sequence[Ping] = ()) -> None:
        # `shown` comes later and waits for the disk: until then, the bot looks on Discord at startup for what is missing here. A
        # message that replaces a deleted one might belong to a table shown long ago, so deletions wait as well.
        async with self._db.transaction(until_on_disk=bool(gone), apart=True):
            for message in messages:
                await self._sql.keep_message(**dict(message))
                if message.pings is not None:
                    await self._sql.called(id=message.table, version=message.pings, person=message.audience)
            for id in gone:
                await self._sql.doubt_what_shows(message=id)
                await self._sql.drop_message(message=id)
            for call in called:
                await self._sql.called(id=call.table, version=call.version, person=call.person)

    async def messages(self, table_id: str) -> list[Message]:
        async with self._checked():
            rows = await self._sql.messages(id=table_id)
            return kept(self._fit(Message, "messages", (row["message"],), row["table"], row, row) for row in rows)

    async def unshown(self, part: Part) -> list[str]:
        return ids(await self._sql.unshown(**part._asdict()))

    async def shown(self, versions: Mapping[str, int]) -> None:
        if versions:
            async with self._db.transaction(apart=True):
                await self._sql.show(as_rows(versions))

    async def calls(self, table_id: str | None = None) -> list[Ping]:
        async with self._checked():
            rows = await (self._sql.calls() if table_id is None else self._sql.calls_of(id=table_id))
            return kept(
                self._fit(Ping, "calls", (row["table"], row["version"], row["seat"]), row["table"], row, row) for row in rows
            )


def as_rows(versions: Mapping[str, int]) -> list[Row]:
    """Return tables with their versions, as the values of a statement."""
    return [{"id": id, "version": version} for id, version in versions.items()]
