"""How a call goes: the table's lock, load, apply, commit, tell. And how one looks at what is committed."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from engine import LogLine, View
from storage.models import OutsideAction, PersonSettings, Table
from storage.store import BrokenRow, Store
from tables import rescue, words
from tables.draft import Draft
from tables.errors import Closing, GameOver, NoTable, NotStarted, TableError, TablePaused
from tables.loaded import LATE, Loaded
from tables.messages import Messages
from tables.models import Outcome, OwnLine, TableView, Update, What

log = logging.getLogger(__name__)

T = TypeVar("T")
Listener = Callable[[Update], None]
Work = Callable[[Draft], "Awaitable[Deed | None] | Deed | None"]

KEPT_IN_MEMORY = 256
ACTIONS_KEPT = timedelta(days=3)


class Deed:
    """What a call did besides changing the table, for its outcome."""

    def __init__(
        self,
        *,
        repeated: bool = False,
        done: Sequence[Sequence[str]] = (),
        stopped: str | None = None,
        goes_on: str | None = None,
    ) -> None:
        self.repeated = repeated
        self.done = tuple(tuple(ids) for ids in done)
        self.stopped = stopped
        self.goes_on = goes_on


class Door:
    """What all calls of the host have in common; it alone holds games.

    Each call takes the table's lock, loads the table (from the cache, mostly), applies, commits, then tells. A call
    that raises has changed nothing. A call whose caller is cancelled is still carried through and told. What is done
    from outside carries `action`, an id unique in the world (an interaction's): the same id again changes nothing and
    gives an Outcome with `repeated`. Persons are given by their id; every refusal is a TableError.
    """

    def __init__(
        self,
        store: Store,
        *,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        seed_source: Callable[[], bytes] = lambda: secrets.token_bytes(32),
        id_source: Callable[[], str] = lambda: secrets.token_hex(4),
        kingdom_seed_source: Callable[[], str] = lambda: secrets.token_hex(4),
    ) -> None:
        self.messages = Messages(store)
        self._store = store
        self._clock = clock
        self._seed_source = seed_source
        self._id_source = id_source
        self._kingdom_seed_source = kingdom_seed_source
        self._listeners: list[Listener] = []
        self._tables: OrderedDict[str, Loaded] = OrderedDict()
        self._people: dict[int, PersonSettings] = {}
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closed = False

    async def open(self) -> None:
        """Let AIs go on, and standing answers, that the end of the process cut off. Any other table is loaded when something
        touches it. Call it once, with the store open; listeners may be added before or after."""
        await self._store.forget_actions(self._clock() - ACTIONS_KEPT)
        await self._settle(await self._store.unsettled())

    async def _settle(self, tables: Sequence[str], by: int | None = None) -> None:
        """Let games go on by themselves, and note which of them need nothing more. One that fails doesn't keep the others."""
        settled: dict[str, int] = {}
        for table in tables:
            try:
                version = await self._go_on(table, by)
            except Exception:
                log.exception("Table %s can't go on", table)
            else:
                settled |= {table: version} if version is not None else {}
        await self._store.settled(settled)

    async def close(self) -> None:
        """Carry through what was begun, then take nothing more. The store stays open."""
        self._closed = True
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def listen(self, listener: Listener) -> None:
        """Have `listener` called after each commit, in the order of the versions. It must return at once (put the
        update into a queue) and must not call the host before it returned; what it raises is logged."""
        self._listeners.append(listener)

    # looking

    async def table(self, table: str) -> TableView:
        """One table. Raises NoTable."""
        return (await self._loaded(table)).shown

    async def live(self) -> list[TableView]:
        """All tables that aren't over, oldest first."""
        return [await self.table(table.id) for table in await self._store.tables()]

    async def table_at(self, place: int) -> TableView | None:
        """The table that is going on in this channel or thread."""
        for table in await self._store.tables(place=place):
            return await self.table(table.id)
        return None

    async def tables_of(self, person: int) -> list[TableView]:
        """Where this person sits and it isn't over: those waiting for them first, longest waiting first."""
        views = [await self.table(table.id) for table in await self._store.tables(person=person)]

        def urgency(view: TableView) -> tuple[bool, datetime]:
            since = [a.since for a in view.awaited if a.person == person and a.since is not None]
            since += [view.offer.at] if view.offer is not None and view.asks(person) else []
            return not since, min(since, default=view.created)

        return sorted(views, key=urgency)

    async def view(self, table: str, person: int | None) -> View:
        """What a person may know: their seat's view, or a spectator's if they don't sit there.
        Raises NoTable, NotStarted, TablePaused."""
        async with self._lock(table):
            loaded = await self._load(table)
            view = seen(loaded, person)
            if view is not None:
                return view
            if loaded.table.phase == "lobby":
                raise NotStarted(words.NOT_BEGUN, table=loaded.shown)
            sentence = loaded.table.trouble or words.CANT_BE_SHOWN
            raise TablePaused(sentence, table=loaded.shown)

    async def log(self, table: str, person: int | None, turn: int | None = None) -> list[LogLine]:
        """What happened (in one turn, or ever) as a person may read it, with a line where their own standing answers
        acted (an `OwnLine`): theirs, and of nobody who had their seat before them. Raises NoTable."""
        loaded = await self._loaded(table)
        seat = loaded.shown.seat_of(person)
        number = seat.number if seat is not None else None
        logged = loaded.logs.get(turn)
        if logged is None:
            version = loaded.table.version
            logged = await self._store.log(table, turn)
            if turn is not None and loaded.table.version == version:
                loaded.keep_log(turn, logged)
        entries, notes = logged
        lines = [(entry.number, 1, entry.line(number)) for entry in entries]
        lines += [(note.after, 2, OwnLine.of(note)) for note in notes if person is not None and note.person == person]
        return [line for _, _, line in sorted(lines, key=lambda each: each[:2])]

    @property
    def busy(self) -> bool:
        """Is a call being carried through, or an AI going on in the background?"""
        return bool(self._tasks)

    async def call_late(self) -> None:
        """Call those who were there when a game began to wait for them, and have done nothing since."""
        for table in await self._store.uncalled(self._clock() - LATE):
            try:
                await self._carry_through(self._call_late(table))
            except TableError as error:
                log.warning("Table %s: nobody can be called late: %s", table, error)

    async def _call_late(self, table: str) -> None:
        async with self._lock(table):
            loaded = await self._load(table)
            draft = await self._draft(loaded)
            draft.call_late()
            await self._finish(loaded, draft, "call", None, None)

    # how a call goes

    async def _call(self, table: str, person: int, what: What, action: str, work: Work) -> Outcome:
        """One call from outside: `work` is done to a draft of the table, which is then settled, committed and told."""
        return await self._carry_through(self._locked(table, person, what, action, work))

    async def _carry_through(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Do it to the end even if whoever asked for it is cancelled: else it might be committed and never told."""
        if self._closed:
            coroutine.close()
            raise Closing(words.RESTARTING)
        return await asyncio.shield(self._task(coroutine))

    def _task(self, coroutine: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _locked(self, table: str, person: int, what: What, action: str, work: Work) -> Outcome:
        async with self._lock(table):
            loaded = await self._load(table)
            if await self._store.action(action) is not None:
                return Outcome(table=loaded.shown, view=seen(loaded, person), repeated=True)
            draft = await self._draft(loaded)
            try:
                deed = work(draft)
                if isinstance(deed, Awaitable):
                    deed = await deed
                if deed is not None and deed.repeated:
                    return Outcome(table=loaded.shown, view=seen(loaded, person), repeated=True)
                done = OutsideAction(id=action, person=person, table=table, what=what, at=draft.now)
                await self._finish(loaded, draft, what, person, done)
            except TableError as error:
                self._drop_if_touched(table, draft)
                loaded = await self._load(table)
                error.table = error.table or loaded.shown
                error.view = error.view or seen(loaded, person)
                raise
            except BaseException:
                self._drop_if_touched(table, draft)
                raise
            seat = loaded.shown.seat_of(person)
            number = seat.number if seat is not None else None
            return Outcome(
                table=loaded.shown,
                view=seen(loaded, person),
                lines=tuple(entry.line(number) for entry in draft.lines()),
                done=deed.done if deed is not None else (),
                stopped=deed.stopped if deed is not None else None,
                goes_on=deed.goes_on if deed is not None else None,
            )

    async def _finish(self, loaded: Loaded, draft: Draft, what: What, person: int | None, action: OutsideAction | None) -> None:
        """Let follow what follows by itself, then commit and tell; nothing if there is nothing to commit."""
        draft.carry_out_offer()
        settled = await draft.settle()
        draft.finish(person, settled=settled)
        if action is None and not draft.differs():
            return
        await self._commit(loaded, draft, action)
        self._tell(
            Update(
                table=loaded.shown,
                what=what,
                by=person,
                log=tuple(draft.lines()),
                log_cut=draft.log_cut,
                calls=draft.calls,
            )
        )
        if not settled and not self._closed:
            self._spawn(self._go_on(draft.table.id))

    async def _commit(self, loaded: Loaded, draft: Draft, action: OutsideAction | None) -> None:
        change = draft.change(action)
        await self._store.commit(change)
        loaded.adopt(change, draft.game)
        self.messages.committed(draft.table, draft.calls)

    async def _go_on(self, table: str, by: int | None = None) -> int | None:
        """Let AIs and standing answers act where they owe an answer, and call who is waited for. Returns the version in which
        nothing more follows; None if something does."""
        async with self._lock(table):
            loaded = await self._load(table)
            if loaded.game is None or loaded.table.phase != "playing":
                return loaded.table.version
            draft = await self._draft(loaded)
            try:
                await self._finish(loaded, draft, "ai", by, None)
            except BaseException:
                self._drop_if_touched(table, draft)
                raise
            return None if draft.unsettled else loaded.table.version

    def _tell(self, update: Update) -> None:
        for listener in self._listeners:
            try:
                listener(update)
            except Exception:
                log.exception("A listener failed at table %s, version %d", update.table.id, update.table.version)

    def _spawn(self, coroutine: Coroutine[Any, Any, object]) -> None:
        """Do something by and by; what it raises is logged."""

        async def logged() -> None:
            try:
                await coroutine
            except Exception:
                log.exception("Something that a table had to do by itself failed")

        self._task(logged())

    async def _settings(self, person: int) -> PersonSettings:
        if person not in self._people:
            self._people[person] = await self._store.settings(person)
        return self._people[person]

    # tables in memory

    def _lock(self, name: str) -> asyncio.Lock:
        lock = self._locks.get(name)
        if lock is None:
            lock = self._locks[name] = asyncio.Lock()
        return lock

    async def _loaded(self, table: str) -> Loaded:
        """A table for a look at what is committed of it; its game is not to be touched."""
        if table in self._tables:
            return self._tables[table]
        async with self._lock(table):
            return await self._load(table)

    async def _load(self, table_id: str) -> Loaded:
        """The table, from memory or the store; called under its lock. Freezes it if its game can't be loaded."""
        if table_id in self._tables:
            self._tables.move_to_end(table_id)
            return self._tables[table_id]
        try:
            table = await self._store.table(table_id)
        except BrokenRow as error:
            raise NoTable(words.QUARANTINED) from error
        if table is None:
            raise NoTable(words.NO_TABLE)
        loaded = Loaded(table, standing=await self._store.standing(table_id), plans=await self._store.plans(table_id))
        if table.started is not None and table.phase in ("playing", "over"):
            try:
                saved, game = await rescue.load(self._store, table_id, table.names)
                loaded.take_up(saved.by, game)
                loaded.refresh()
            except rescue.Unloadable as error:
                if table.phase == "playing":
                    await self._freeze(loaded, str(error))
        return self._keep(table_id, loaded)

    async def _freeze(self, loaded: Loaded, trouble: str) -> None:
        draft = await self._draft(loaded)
        draft.set(phase="frozen", trouble=trouble, offer=None)
        draft.finish(None, settled=True)
        await self._commit(loaded, draft, None)
        self._tell(Update(table=loaded.shown, what="frozen", by=None))

    async def _draft(self, loaded: Loaded) -> Draft:
        people = [seat.person for seat in loaded.table.seats if seat.person is not None]
        settings = {person: (await self._settings(person)).standing for person in people}
        return Draft(loaded, self._clock(), settings)

    def _keep(self, table: str, loaded: Loaded) -> Loaded:
        """Keep a table in memory, and let those go that were not used for longest."""
        self._tables[table] = loaded
        for old in list(self._tables)[: max(0, len(self._tables) - KEPT_IN_MEMORY)]:
            if not self._lock(old).locked():
                del self._tables[old]
        return loaded

    def _drop_if_touched(self, table: str, draft: Draft) -> None:
        """After a failure: a game that has gone on without a commit is forgotten, so that the next call reads it anew."""
        if draft.touched:
            self._tables.pop(table, None)

    async def _present(self, table: str, person: int, *, repeated: bool) -> Outcome:
        async with self._lock(table):
            loaded = await self._load(table)
            return Outcome(table=loaded.shown, view=seen(loaded, person), repeated=repeated)


def seen(loaded: Loaded, person: int | None) -> View | None:
    """The game as a person may see it; called under the table's lock."""
    if loaded.game is None:
        return None
    seat = loaded.shown.seat_of(person)
    return loaded.view(seat.number if seat is not None else None)


def must_be_playing(table: Table) -> None:
    """Raises NotStarted, GameOver, TablePaused."""
    if table.phase == "lobby":
        raise NotStarted(words.NOT_BEGUN)
    if table.phase == "over":
        raise GameOver(words.OVER)
    if table.phase == "frozen":
        raise TablePaused(table.trouble or words.FROZEN)
