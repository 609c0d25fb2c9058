"""Access to a table: its lock, loading, committing, telling. Only this module holds tables and their games in memory."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from datetime import datetime
from itertools import count
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from engine import Setup
from storage.announcing import Announcement
from storage.errors import BrokenRow, Conflict, DoneBefore, PlaceTaken
from storage.models import Change, OutsideAction, Started, Table
from storage.personal import PersonSettings
from tables import recovery, waking
from tables.advance import settle
from tables.chronicle import at_end
from tables.clock import Clock
from tables.command import Command, Outcome, Transition
from tables.errors import Closing, NoTable, StillPlaying, TableError, TableThere
from tables.limits import welcome_back
from tables.memory import Memory
from tables.messages import Messages
from tables.models import Trouble, Update, What
from tables.snapshot import SeatSnapshot, TurnLogs, oldest_turn
from tables.sources import Sources
from tables.state import TableState
from tables.stock import take_stock
from tables.threads import aside
from tables.work import UnitOfWork

log = logging.getLogger(__name__)

T = TypeVar("T")
Listener = Callable[[Update], None]

KEPT_IN_MEMORY = 100
"""How many tables are kept in memory: the more there are, the longer a garbage collection stops everything."""
TRIES = 20
"""How often to try something at a table where another process is always quicker, before giving up."""
RETRIES = (1.0, 5.0, 30.0, 60.0, 300.0)
"""Seconds until something that failed in the background is tried again: the first time, the second, and so on; the last pause
repeats."""
NOTHING_MORE, SETTLED = (Command(what, lambda work: None) for what in ("ai", "settled"))
"""Commands that do nothing themselves: only automatic moves follow, at one table or at each of many."""


class TableAccess:
    """Each command takes the table's lock, loads the table (from memory, usually), and changes a unit of work, which is committed;
    then listeners hear about it. A command that raises has changed nothing. If its caller is cancelled, it is still carried
    through."""

    def __init__(self, sources: Sources, messages: Messages, memory: Memory, clock: Clock) -> None:
        self.store = sources.store
        self.clock = clock
        self._sources = sources
        self._messages = messages
        self._listeners: list[Listener] = []
        self._others: list[tuple[Callable[[Announcement], None], Callable[[], None]]] = []
        sources.store.listen(self._hear, self._miss)
        self._memory = memory
        self._tables = memory.tables
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closing = asyncio.Event()

    def listen(self, listener: Listener) -> None:
        """Call `listener` after each commit, in the order of the versions."""
        self._listeners.append(listener)

    def listen_to_others(self, heard: Callable[[Announcement], None], missed: Callable[[], None]) -> None:
        """Call `heard` with what any other process does, and `missed` when some of that may have been lost."""
        self._others.append((heard, missed))

    def _hear(self, said: Announcement) -> None:
        for heard, _ in self._others:
            heard(said)
        if said.click:
            return
        self._memory.drop(said.table)
        if self.store.part.has(said.guild) and not self._closing.is_set():
            self._task(self._pass_on(said))

    async def _pass_on(self, said: Announcement) -> None:
        """Let listeners hear what another process has done at a table that this one shows."""
        try:
            shown = (await self.state(said.table)).shown
            what: What = said.what  # type: ignore[assignment]  # the name of a command
            self._tell(Update(table=shown, what=what, by=said.by, called=frozenset(said.called), due=said.due))
        except NoTable:
            return
        except Exception:
            log.exception("Table %s: another process has changed it, but the change can't be shown for now", said.table)
            self._miss()

    def _miss(self) -> None:
        self._messages.forget_all()
        for _, missed in self._others:
            missed()

    # tasks

    @property
    def busy(self) -> bool:
        """Return whether a command or background work is under way."""
        return bool(self._tasks)

    @property
    def in_memory(self) -> int:
        """Return how many tables are in memory."""
        return len(self._tables)

    async def close(self) -> None:
        """Finish what was started, then accept nothing more."""
        self._closing.set()
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def carry_through(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Finish some work even if the caller is cancelled: otherwise, it might be committed without any listener hearing about it.
        Raise Closing."""
        if self._closing.is_set():
            coroutine.close()
            raise Closing
        return await asyncio.shield(self._task(coroutine))

    def _task(self, coroutine: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _retry(self, table: str, by: int | None, failures: int = 0) -> None:
        """Continue a game in the background, and retry failures until the bot stops."""
        for number in count(failures):
            if number:
                with suppress(TimeoutError):
                    async with asyncio.timeout(RETRIES[min(number, len(RETRIES)) - 1]):
                        await self._closing.wait()
            if self._closing.is_set():
                return
            try:
                await self._note_settled({table: await self._go_on(table, by)})
                return
            except TableError as error:
                log.warning("Table %s can't continue: %s", table, error)
                return
            except Exception as error:
                log.log(logging.WARNING if number else logging.ERROR, "Table %s can't continue for now", table, exc_info=error)

    # what is in memory, or read

    def lock(self, name: str) -> asyncio.Lock:
        """Return the lock of a table, or of something else that is only done one at a time."""
        lock = self._locks.get(name)
        if lock is None:
            lock = self._locks[name] = asyncio.Lock()
        return lock

    async def settings(self, person: int | None) -> PersonSettings:
        """Return a person's settings (None: no one's, all empty); the same object until they change."""
        return await self._memory.settings(person)

    async def change_settings(
        self,
        person: int,
        change: Callable[[PersonSettings], PersonSettings],
        action: OutsideAction | None = None,
        *,
        unsettles: bool = False,
    ) -> None:
        """Apply `change` to a person's current settings and store the result: one change at a time, so that none is based on
        settings that another one is replacing. Raise DoneBefore."""

        async def changed() -> None:
            before = await self.settings(person)
            after = change(before)
            if action is None and after == before:
                return
            known = before if self._memory.shared else None
            try:
                await self.store.set_settings(person, after, action, before=known, unsettles=unsettles)
            except BaseException:  # if it was cut off, only the store knows the outcome
                self._memory.people.pop(person, None)
                raise
            self._memory.keep(person, after)

        async with self.lock(f"person:{person}"):
            await first(changed)

    async def state(self, table: str) -> TableState:
        """Return a table, for reading what is committed; its game must not be changed. Raise NoTable."""
        await self._memory.check(table)
        if table in self._tables:
            return self._tables[table]
        async with self.lock(table):
            return await self.load(table)

    async def load(self, table_id: str) -> TableState:
        """Return the table, from memory or the store, under its lock. Pause it if its game can't be loaded. Raise NoTable."""
        await self._memory.check(table_id)
        if table_id in self._tables:
            self._tables.move_to_end(table_id)
            return self._tables[table_id]
        try:
            table = await self.store.table(table_id)
        except BrokenRow as error:
            raise NoTable(quarantined=True) from error
        if table is None:
            raise NoTable
        state = TableState(table, answers=await self.store.standing(table_id), plans=await self.store.plans(table_id))
        if table.phase == "playing" or (table.phase == "over" and table.started is not None):
            try:
                saved, game = await recovery.load(self.store, table_id, table.names)
                state.take_up(saved.by, game)
                state.refresh()
            except recovery.CannotLoad as error:
                if table.phase == "playing":
                    with suppress(Conflict):
                        await self._pause(state, error.trouble)
        self._keep(state)
        await self._memory.check(table_id)  # another process might have changed it while it was read
        return state if table_id in self._tables else await self.load(table_id)

    def _keep(self, state: TableState) -> TableState:
        """Keep a table in memory, and drop the least recently used ones."""
        self._tables[state.table.id] = state
        for old in list(self._tables)[: max(0, len(self._tables) - KEPT_IN_MEMORY)]:
            if not self.lock(old).locked():
                del self._tables[old]
        return state

    async def snapshot(self, table: str, person: int | None) -> SeatSnapshot:
        """Return everything that a person (None: a spectator) may know about a table. Raise NoTable."""
        await self._memory.check(table)
        if (state := self._tables.get(table)) is not None:
            settings = await self._memory.settings_at(state, person)
            state = self._tables.get(table)
            kept = state.kept_snapshot(person, settings) if state is not None else None
            if kept is not None:
                return kept
        async with self.lock(table):
            return await self.snapshot_of(self._tables.get(table) or await self.load(table), person)  # it has just been checked

    async def snapshot_of(self, state: TableState, person: int | None) -> SeatSnapshot:
        """Do the same for a table whose lock is held."""
        settings = await self._memory.settings_at(state, person)
        if state.logs is None:
            first = oldest_turn(state.shown)
            lines, notes = await self.store.log(state.table.id, range(first, state.shown.turn + 1))
            state.logs = TurnLogs(first, tuple(lines), tuple(notes))
        return state.snapshot(person, settings)

    async def forget(self, person: int) -> None:
        """Delete a person's data. They leave one table after another, so that others needn't wait, and each game goes on without
        them right away. Ongoing games come first: until then, hands are sent to them. If this is cut off, doing it again deletes
        the rest."""
        async with self.lock("deletion"):
            live = [table.id for table in await self.store.tables(person=person)]
            named = [table for table in await self.store.mentioning(person) if isinstance(table, str)]
            for table in dict.fromkeys([*live, *named]):
                await self._leave(table, person)
            changed = await self._forget(person, await self.store.mentioning(person))
            await self._go_on_without_them(changed)

    async def _leave(self, table: str, person: int) -> None:
        """Take a person out of a table."""
        async with self.lock(table):
            try:
                changed = await self.store.leave(table, person, self.clock())
            finally:
                self._memory.drop(table)
        if changed:
            await self._go_on_without_them([table])

    async def _go_on_without_them(self, tables: Iterable[str]) -> None:
        """Tell listeners that someone has left these tables, and let their games go on."""
        for table in tables:
            with suppress(NoTable):
                self._tell(Update(table=(await self.state(table)).shown, what="seats", by=None))
        await self.settle(tables)

    async def _forget(self, person: int, mentioning: Sequence[str | bytes]) -> list[str]:
        """Delete everything that is stored about a person; only these tables mention them. Return the tables that go on."""
        tables = [table for table in mentioning if isinstance(table, str)]
        async with AsyncExitStack() as held:
            for table in sorted(tables):
                await held.enter_async_context(self.lock(table))
            await held.enter_async_context(self.lock(f"person:{person}"))
            try:
                return await self.store.forget(person, self.clock(), mentioning)
            finally:
                self._memory.people.pop(person, None)
                self._memory.drop(*tables)

    async def delete(self, table: str) -> None:
        """Delete a finished game. Raise NoTable, StillPlaying."""
        async with self.lock(table):
            state = await self.load(table)
            if state.table.phase != "over":
                raise StillPlaying("delete", about=state.shown)
            await self.store.delete_game(table)
            self._memory.drop(table)

    # commands

    async def do(self, table: str, person: int, command: Command, action: str) -> Outcome:
        """Carry out a person's command: see `TableService.act`."""
        async with self.lock(table):
            return await first(lambda: self._do(table, person, command, action))

    async def _do(self, table: str, person: int, command: Command, action: str) -> Outcome:
        """Do the same under the table's lock. Raise Conflict: another process was there first, and nothing has changed."""
        state = await self.load(table)
        try:
            async with self.unit(state, person) as work:
                welcome_back(work, command.what)
                result = command.do(work)
                transition = (await result if isinstance(result, Awaitable) else result) or Transition()
                if not transition.repeated:
                    done = OutsideAction(id=action, person=person, table=table, what=command.what, at=work.now)
                    await self._finish(work, command.what, done)
        except DoneBefore:
            state, transition = await self.load(table), Transition(repeated=True)
        except TableError as error:
            state = await self.load(table)
            if await self.store.action(action) is None:
                error.snapshot = await self.snapshot_of(state, person)
                raise
            transition = Transition(repeated=True)
        except PlaceTaken as error:
            refusal = TableThere(where="thread" if state.table.phase == "lobby" else "moved", place=work.table.place.id)
            refusal.snapshot = await self.snapshot_of(await self.load(table), person)
            raise refusal from error
        snapshot = await self.snapshot_of(state, person)
        if transition.repeated:
            return Outcome(snapshot, repeated=True)
        return Outcome(
            snapshot,
            done=tuple(tuple(ids) for ids in transition.done),
            stopped=transition.stopped,
            turn_continues=transition.turn_continues,
            returned=work.returned is not None,
            played_for=work.played_for,
        )

    async def do_unasked(self, table: str, command: Command, actor: int | None = None) -> UnitOfWork:
        """Do work that no one asked for; commit it if it changed anything."""

        async def done() -> UnitOfWork:
            async with self.unit(await self.load(table), actor) as work:
                command.do(work)
                await self._finish(work, command.what)
            return work

        async with self.lock(table):
            return await first(done)

    async def open_table(self, table: Table, action: OutsideAction, start: Setup | None = None) -> TableState:
        """Create a new table; with a `start`, its game goes on from there right away. Raise PlaceTaken, DoneBefore."""
        if start is not None:
            return await self._open_game(table, action, start)
        await self.store.commit(Change(table=table, action=action))
        state = self._keep(TableState(table))
        self._tell(Update(table=state.shown, what="new", by=action.person, due=table.due))
        return state

    async def _open_game(self, table: Table, action: OutsideAction, start: Setup) -> TableState:
        """Create a table with its game in one commit, the first of its versions."""
        async with self.lock(table.id):
            state = TableState(table.model_copy(update={"version": -1}))
            async with self.unit(state, action.person) as work:
                setup = start.model_copy(update={"players": table.names})
                work.start(Started(setup=setup, seed=self._sources.shuffle_seed().hex()))
                await self._finish(work, "new", action)
            return self._keep(state)

    async def settle(self, tables: Iterable[str], by: int | None = None) -> None:
        """Let games continue automatically, and record which of them need nothing more. One that fails doesn't stop the others."""
        settled: dict[str, int | None] = {}
        for table in tables:
            try:
                settled[table] = await self._go_on(table, by, SETTLED)
            except TableError as error:
                log.warning("Table %s can't continue: %s", table, error)
            except Exception:
                log.exception("Table %s can't continue for now", table)
                self._task(self._retry(table, by, failures=1))
            await asyncio.sleep(0)  # a person might have many games
        await self._note_settled(settled)

    async def settle_all_of(self, person: int) -> None:
        """Let a person's games adopt their changed settings."""
        tables = await self.store.tables(person=person)
        await self.settle([table.id for table in tables], by=person)

    async def _note_settled(self, versions: dict[str, int | None]) -> None:
        await self.store.settled({table: version for table, version in versions.items() if version is not None})

    async def _go_on(self, table: str, by: int | None = None, command: Command = NOTHING_MORE) -> int | None:
        """Let AIs, auto-answers and plans act where they owe an answer. Return the version after which nothing more follows; None
        if something does."""
        work = await self.do_unasked(table, command, by)
        return None if work.unsettled else work.state.table.version

    @asynccontextmanager
    async def unit(self, state: TableState, actor: int | None) -> AsyncIterator[UnitOfWork]:
        """Work on a table under its lock. If that fails, forget a game that has changed without a commit, so that the next command
        reads it again."""
        settings = await self._settings_at(state, state.table)
        work = UnitOfWork(state, self.clock(), actor, settings, self._sources)
        try:
            yield work
        except BaseException as error:
            if work.touched or not isinstance(error, TableError):
                self._tables.pop(state.table.id, None)
            raise

    async def _settings_at(self, state: TableState, table: Table) -> dict[int, PersonSettings]:
        """Return the settings of the people at a table, as it will be, and of someone who might be about to take a seat there."""
        new = table.proposal.newcomer if table.proposal is not None else None
        people = [*(seat.person for seat in table.seats), new.person if new is not None else None]
        return {person: await self._memory.settings_at(state, person) for person in people if person is not None}

    async def _finish(self, work: UnitOfWork, what: What, action: OutsideAction | None = None) -> None:
        """Do what follows automatically, then commit and tell the listeners; do nothing if there is nothing to commit."""
        work.settings = await self._settings_at(work.state, work.table)  # someone might just have taken a seat
        settled = await settle(work)
        if action is None and not work.has_changed:
            return
        await self._commit(work, what, action)
        if not settled and not self._closing.is_set():
            self._task(self._retry(work.table.id, None))

    async def _pause(self, state: TableState, trouble: Trouble) -> None:
        async with self.unit(state, None) as work:
            work.set(phase="frozen", trouble=trouble, proposal=None)
            take_stock(work, settled=True)
            await self._commit(work, "frozen", None)

    async def _commit(self, work: UnitOfWork, what: What, action: OutsideAction | None) -> None:
        change = work.change(action)
        if work.game is not None and work.state.table.phase != "over" and change.table.phase == "over":
            change = await self._with_record(change)
        if work.returned is None:
            await self.store.commit(change)
        else:
            await self._commit_return(change, work.person, work.now)
        work.state.adopt(change, work.game)
        self._messages.committed(change)
        called = frozenset(call.person for call in change.calls)
        due = min((at for at in (change.table.due, *(look.at for look in change.looks)) if at is not None), default=None)
        self._tell(Update(table=work.state.shown, what=what, by=work.actor, called=called, due=due))

    async def _with_record(self, change: Change) -> Change:
        """Add what is kept about a game that ends. If that fails, do it later (`History.catch_up`)."""
        try:
            record = await aside(at_end, await self.store.chronicle(change.table.id), change)
            return change.model_copy(update={"record": record})
        except Exception:
            log.exception("Game %s gets its record later", change.table.id)
            return change

    async def _commit_return(self, change: Change, person: int, now: datetime) -> None:
        """Commit a move by someone who is no longer away, along with that change; their other games follow."""
        async with self.lock(f"person:{person}"):
            before = await self.settings(person)
            after = before.model_copy(update={"hours": waking.back(before.hours, now)})
            known = {person: before} if self._memory.shared else {}
            try:
                await self.store.commit(change.model_copy(update={"settings": {person: after}, "settings_before": known}))
            except BaseException:
                self._memory.people.pop(person, None)
                raise
            self._memory.keep(person, after)
        self._task(self.settle_all_of(person))

    def _tell(self, update: Update) -> None:
        for listener in self._listeners:
            try:
                listener(update)
            except Exception:
                log.exception("A listener failed at table %s, version %d", update.table.id, update.table.version)


async def first(work: Callable[[], Awaitable[T]]) -> T:
    """Do some work on what is stored, and start over each time another process has changed that in the meantime."""
    for _ in range(TRIES):
        with suppress(Conflict):
            return await work()
    return await work()
