"""The host: the one door to the tables. It alone holds games."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from engine import EngineError, IllegalAnswer, LogLine, Setup, StaleDecision, View
from storage.store import Action, BrokenRow, Change, PlaceTaken, Settings, Started, Store, Table
from tables import lobby, rescue
from tables.draft import Draft, Loaded, holding_up, still_standing
from tables.errors import (
    Closing,
    GameOver,
    Illegal,
    MovedOn,
    NoOffer,
    NoTable,
    NotFrozen,
    NothingToUndo,
    NotStarted,
    NotYourDecision,
    TableError,
    TableFrozen,
    TableThere,
)
from tables.messages import Messages
from tables.models import Offer, Options, Outcome, Person, Place, Standing, TableView, Update, What
from tables.standing import resolved

log = logging.getLogger(__name__)

T = TypeVar("T")
Listener = Callable[[Update], None]
Work = Callable[[Draft], "Awaitable[Deed | None] | Deed | None"]

KEPT_IN_MEMORY = 256
ACTIONS_KEPT = timedelta(days=3)


class Deed:
    """What a call did besides changing the table, for its outcome."""

    def __init__(self, *, repeated: bool = False, done: Sequence[Sequence[str]] = (), stopped: str | None = None) -> None:
        self.repeated = repeated
        self.done = tuple(tuple(ids) for ids in done)
        self.stopped = stopped


class Host:
    """Opens tables, seats people, takes their answers, and tells listeners what was committed.

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
    ) -> None:
        self.messages = Messages(store)
        self._store = store
        self._clock = clock
        self._seed_source = seed_source
        self._id_source = id_source
        self._listeners: list[Listener] = []
        self._tables: OrderedDict[str, Loaded] = OrderedDict()
        self._people: dict[int, Settings] = {}
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closed = False

    async def open(self) -> list[TableView]:
        """Load every table that isn't over, freeze those whose save doesn't fit, and let AIs go on that owe an answer.
        Returns the frozen tables. Call it once, with the store open; listeners may be added before or after."""
        await self._store.forget_actions(self._clock() - ACTIONS_KEPT)
        frozen = []
        for table in await self._store.tables():
            try:
                await self._go_on(table.id)
            except Exception:
                log.exception("Table %s can't go on", table.id)
                continue
            view = await self.table(table.id)
            if view.phase == "frozen":
                frozen.append(view)
        return frozen

    async def close(self) -> None:
        """Carry through what was begun, then take nothing more. The store stays open."""
        self._closed = True
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def listen(self, listener: Listener) -> None:
        """Have `listener` called after each commit, in the order of the versions. It must return at once (put the
        update into a queue) and must not call the host before it returned; what it raises is logged."""
        self._listeners.append(listener)

    # the lobby

    async def new_table(self, place: Place, person: Person, options: Options, *, action: str) -> Outcome:
        """Open a table at a place; the person sits down and is its host. Raises TableThere, UnknownCard, BadKingdom."""
        return await self._carry_through(self._new_table(place, person, options, action))

    async def _new_table(self, place: Place, person: Person, options: Options, action: str) -> Outcome:
        async with self._lock(f"place {place.id}"):
            done = await self._store.action(action)
            if done is not None and done.table is not None:
                return await self._present(done.table, person.id, repeated=True)
            there = await self.table_at(place.id)
            if there is not None:
                raise TableThere("A game is going on here already. Finish or end it first, or play in a thread.", table=there)
            lobby.check_kingdom(options)
            now = self._clock()
            table = Table(
                id=self._id_source(),
                place=place,
                phase="lobby",
                version=0,
                host=person.id,
                options=options,
                seats=(),
                created=now,
            )
            table = lobby.sit_person(table, person)
            done = Action(id=action, person=person.id, table=table.id, what="new", at=now)
            try:
                await self._store.commit(Change(table=table, action=done))
            except PlaceTaken as error:
                raise TableThere("A game is going on here already. Play in a thread, or in another channel.") from error
            loaded = self._keep(table.id, Loaded(table))
            self._tell(Update(table=loaded.shown, what="new", by=person.id))
            return Outcome(table=loaded.shown, view=None)

    async def sit(self, table: str, person: Person, *, action: str) -> Outcome:
        """Take a seat. Raises AlreadySeated, TableFull, AlreadyStarted."""
        return await self._in_lobby(table, person.id, "seats", action, lambda t: lobby.sit_person(t, person))

    async def leave(self, table: str, person: int, *, action: str) -> Outcome:
        """Give up one's seat in the lobby. If the host leaves, the next person is host; with no person left the table
        is over. Raises NotSeated, AlreadyStarted."""

        def left(table: Table) -> Table:
            lobby.must_be_lobby(table)
            table = lobby.without(table, lobby.seat_of(table, person).number)
            if any(seat.person is not None for seat in table.seats):
                return table
            return table.model_copy(update={"phase": "over", "ended": self._clock()})

        return await self._in_lobby(table, person, "seats", action, left)

    async def add_ai(self, table: str, person: int, *, action: str, style: str = "big-money") -> Outcome:
        """Seat an AI that plays in a style of `engine.ai.STYLES`. Raises NotHost, TableFull, AlreadyStarted, UnknownStyle."""

        def added(table: Table) -> Table:
            lobby.must_be_host(table, person)
            return lobby.sit_ai(table, style)

        return await self._in_lobby(table, person, "seats", action, added)

    async def remove(self, table: str, person: int, seat: int, *, action: str) -> Outcome:
        """The host takes a seat away from an AI or a person (not from themselves).
        Raises NotHost, NoSuchSeat, AlreadyStarted."""
        return await self._in_lobby(table, person, "seats", action, lambda t: lobby.remove(t, person, seat))

    async def set_options(self, table: str, person: int, options: Options, *, action: str) -> Outcome:
        """Change how it is to be played. Raises NotHost, UnknownCard, BadKingdom, TableFull, AlreadyStarted."""
        return await self._in_lobby(table, person, "options", action, lambda t: lobby.set_options(t, person, options))

    async def _in_lobby(self, table: str, person: int, what: What, action: str, changed: Callable[[Table], Table]) -> Outcome:
        def work(draft: Draft) -> None:
            draft.table = changed(draft.table)

        return await self._call(table, person, what, action, work)

    async def start(self, table: str, person: int, *, action: str) -> Outcome:
        """Begin the game. Raises NotHost, TooFewPlayers, AlreadyStarted."""

        def work(draft: Draft) -> None:
            lobby.must_be_ready(draft.table, person)
            lobby.check_kingdom(draft.table.options)
            setup = Setup(
                players=tuple(seat.name for seat in draft.table.seats),
                kingdom=lobby.kingdom(draft.table.options),
                edition=draft.table.options.edition,
            )
            draft.begin(Started(setup=setup, seed=self._seed_source().hex()))

        return await self._call(table, person, "start", action, work)

    # the game

    async def answer(self, table: str, person: int, decision: int, moves: Sequence[Sequence[str]], *, action: str) -> Outcome:
        """Answer `decision` with moves[0], then the same person's next `turn` decisions of this turn with the others.

        All is one transaction. If a later move can't be done (something else is asked first, it is no longer this
        person's turn, or it isn't legal any more), it stops there: `Outcome.done` and `.stopped` tell. If the first
        can't be done, it is an error: NotSeated, NotYourDecision, MovedOn, Illegal; NotStarted, GameOver, TableFrozen.
        """

        async def work(draft: Draft) -> Deed:
            must_be_playing(draft.table)
            if not moves:
                raise Illegal("Choose something first.")
            seat = lobby.seat_of(draft.table, person).number
            if await self._given_already(draft, seat, decision, moves[0]):
                return Deed(repeated=True)
            turn = draft.playing().turn
            answer_first(draft, seat, decision, moves[0])
            for count, ids in enumerate(moves[1:], 1):
                stopped = await answer_next(draft, seat, turn, ids)
                if stopped is not None:
                    return Deed(done=moves[:count], stopped=stopped)
            return Deed(done=moves)

        return await self._call(table, person, "answer", action, work)

    async def _given_already(self, draft: Draft, seat: int, decision: int, ids: Sequence[str]) -> bool:
        """Has this seat given this very answer before? Whoever clicks again (because the first click's reply never
        came, say) is shown what came of it."""
        game = draft.playing()
        found = next((each for each in game.decisions if each.id == decision), None)
        if found is not None and not found.answered:
            return False
        journal = game.journal
        if found is None and game.journal_start and not any(entry.decision == decision for entry in journal):
            journal = [stored.entry for stored in await self._store.journal(draft.table.id)]
        given = [e for e in still_standing(journal) if (e.seat, e.decision) == (seat, decision)]
        return bool(given) and sorted(given[-1].ids) == sorted(ids)

    async def undo(self, table: str, person: int, *, action: str, count: int | None = None) -> Outcome:
        """Take back one's last answer (or the last `count`), with the standing answers that followed it.
        Raises NothingToUndo."""

        def work(draft: Draft) -> None:
            must_be_playing(draft.table)
            seat = lobby.seat_of(draft.table, person).number
            allowed = draft.playing().undoable(seat)
            wanted = draft.own_step(seat) if count is None else count
            if not 0 < wanted <= allowed:
                raise NothingToUndo(
                    f"You can take back {allowed} move{'s' * (allowed > 1)} at most."
                    if allowed
                    else "Nothing can be taken back: since your last move something hidden came out, or somebody else has acted."
                )
            try:
                draft.undo(seat, wanted)
            except EngineError as error:
                raise NothingToUndo(error.reason) from error

        return await self._call(table, person, "undo", action, work)

    async def undoable(self, table: str, person: int) -> int:
        """How many answers this person may take back freely now (0: none)."""
        async with self._lock(table):
            loaded = await self._load(table)
            seat = loaded.shown.seat_of(person)
            if loaded.game is None or seat is None:
                return 0
            return loaded.game.undoable(seat.number)

    async def resign(self, table: str, person: int, *, action: str) -> Outcome:
        """Give up the seat: it takes no more turns and ranks last. Raises NotSeated, NotStarted, GameOver."""

        def work(draft: Draft) -> Deed | None:
            must_be_playing(draft.table)
            seat = lobby.seat_of(draft.table, person)
            if seat.resigned:
                return Deed(repeated=True)
            draft.resign(seat.number)
            return None

        return await self._call(table, person, "resign", action, work)

    async def end(self, table: str, person: int, *, action: str, force: bool = False) -> Outcome:
        """In the lobby, or when the table is frozen, the host closes the table. In the game: propose, or agree, to end it
        as it stands; it ends when all persons still playing have agreed. `force` (people who may manage the server)
        ends it at once. Raises NotSeated, NotHost, GameOver."""

        def work(draft: Draft) -> Deed | None:
            if draft.table.phase == "over":
                raise GameOver("It is over already. Open a new one with /game new.")
            if draft.table.phase != "playing":
                lobby.must_be_host(draft.table, person, force)
                draft.set(phase="over", ended=self._clock(), offer=None)
                return None
            if force:
                draft.stop("It was ended by somebody who looks after this server.")
                return None
            return self._agree(draft, person)

        return await self._call(table, person, "end", action, work)

    def _agree(self, draft: Draft, person: int) -> Deed | None:
        """Propose to end the game, or agree to it."""
        seat = lobby.seat_of(draft.table, person)
        offer = draft.table.offer or Offer(
            kind="end", by=person, reason=f"{seat.name} proposes to end the game as it stands.", at=draft.now
        )
        if seat.number in offer.agreed:
            return Deed(repeated=True)
        offer = offer.model_copy(update={"agreed": (*offer.agreed, seat.number)})
        asked = {each.number for each in draft.table.seats if each.person is not None and not each.resigned}
        draft.set(offer=offer)
        if asked <= set(offer.agreed):
            draft.stop("All players agreed to end it as it stood.")
        return None

    async def decline(self, table: str, person: int, *, action: str) -> Outcome:
        """Say no to the offer to end; the game goes on. Raises NotSeated, NoOffer."""

        def work(draft: Draft) -> None:
            must_be_playing(draft.table)
            lobby.seat_of(draft.table, person)
            if draft.table.offer is None:
                raise NoOffer("Nobody proposes to end the game now. Just play on.")
            draft.set(offer=None, quiet_refused=draft.playing().rounds_without_gain)

        return await self._call(table, person, "offer", action, work)

    async def thaw(self, table: str, person: int, *, action: str, back: bool = False, force: bool = False) -> Outcome:
        """Try to load a frozen table again; with `back`, go back to the start of its turn if it still doesn't fit.
        Raises NotHost (unless `force`), NotFrozen, TableFrozen (if it still doesn't fit)."""

        async def work(draft: Draft) -> None:
            if draft.table.phase != "frozen":
                raise NotFrozen("This table isn't frozen: just go on.")
            lobby.must_be_host(draft.table, person, force)
            draft.set(phase="playing", trouble=None)
            try:
                try:
                    saved, game = await rescue.load(self._store, table)
                    draft.take_up(saved.by, game)
                except rescue.Unloadable:
                    if not back:
                        raise
                    saved, game, undo = await rescue.go_back(self._store, table)
                    draft.take_up(saved.by, game, undo)
            except rescue.Unloadable as error:
                raise TableFrozen(str(error)) from error

        return await self._call(table, person, "thawed", action, work)

    # people's settings

    async def set_standing(self, person: int, standing: Standing, *, action: str, table: str | None = None) -> Standing:
        """Keep standing answers for one game (`table`) or for all; a field that is None says nothing there. They act
        at once where a decision waits for the person already. Returns what holds now."""
        if table is not None:

            def work(draft: Draft) -> None:
                lobby.seat_of(draft.table, person)
                draft.said[person] = standing

            await self._call(table, person, "standing", action, work)
        elif await self._store.action(action) is None:
            await self._carry_through(self._set_standing(person, standing, action))
        return await self.standing(person, table)

    async def _set_standing(self, person: int, standing: Standing, action: str) -> None:
        settings = (await self._settings(person)).model_copy(update={"standing": standing})
        done = Action(id=action, person=person, table=None, what="standing", at=self._clock())
        await self._store.set_settings(person, settings, done)
        self._people[person] = settings
        for table in await self._store.tables(person=person):
            await self._go_on(table.id, by=person)

    async def standing(self, person: int, table: str | None = None) -> Standing:
        """What holds for a person: this game's, else theirs for all games, else the defaults (no field is None)."""
        here = Standing()
        if table is not None:
            here = (await self._loaded(table)).standing.get(person, here)
        return resolved(here, (await self._settings(person)).standing)

    async def note_dm(self, person: int, *, closed: bool) -> None:
        """Remember whether a DM to this person failed."""
        settings = await self._settings(person)
        if settings.dm_closed != closed:
            settings = settings.model_copy(update={"dm_closed": closed})
            await self._store.set_settings(person, settings)
            self._people[person] = settings

    async def dm_closed(self, person: int) -> bool:
        """Did the last DM to this person fail?"""
        return (await self._settings(person)).dm_closed

    async def _settings(self, person: int) -> Settings:
        if person not in self._people:
            self._people[person] = await self._store.settings(person)
        return self._people[person]

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
            return not since, min(since, default=view.created)

        return sorted(views, key=urgency)

    async def view(self, table: str, person: int | None) -> View:
        """What a person may know: their seat's view, or a spectator's if they don't sit there.
        Raises NoTable, NotStarted, TableFrozen."""
        async with self._lock(table):
            loaded = await self._load(table)
            view = seen(loaded, person)
            if view is not None:
                return view
            if loaded.table.phase == "lobby":
                raise NotStarted("The game hasn't begun. Its host begins it with Start.", table=loaded.shown)
            sentence = loaded.table.trouble or "This game ended before the bot was changed, and can't be shown any more."
            raise TableFrozen(sentence, table=loaded.shown)

    async def log(self, table: str, person: int | None, turn: int | None = None) -> list[LogLine]:
        """What happened (in one turn, or ever) as a person may read it, with a line where their own standing answers
        acted (`kind` is then `standing`). Raises NoTable."""
        seat = (await self.table(table)).seat_of(person)
        number = seat.number if seat is not None else None
        entries, notes = await self._store.log(table, turn)
        lines = [(entry.number, 1, entry.line(number)) for entry in entries]
        lines += [
            (note.after, 2, LogLine(number=note.after, turn=note.turn, depth=1, kind="standing", seat=number, text=note.text))
            for note in notes
            if note.seat == number
        ]
        return [line for _, _, line in sorted(lines, key=lambda each: each[:2])]

    # how a call goes

    async def _call(self, table: str, person: int, what: What, action: str, work: Work) -> Outcome:
        """One call from outside: `work` is done to a draft of the table, which is then settled, committed and told."""
        return await self._carry_through(self._locked(table, person, what, action, work))

    async def _carry_through(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Do it to the end even if whoever asked for it is cancelled: else it might be committed and never told."""
        if self._closed:
            coroutine.close()
            raise Closing("The bot is being restarted. Try again in a minute.")
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
                done = Action(id=action, person=person, table=table, what=what, at=draft.now)
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
            return Outcome(
                table=loaded.shown,
                view=seen(loaded, person),
                lines=tuple(entry.line(seat.number if seat is not None else None) for entry in draft.lines()),
                done=deed.done if deed is not None else (),
                stopped=deed.stopped if deed is not None else None,
            )

    async def _finish(self, loaded: Loaded, draft: Draft, what: What, person: int | None, action: Action | None) -> None:
        """Let follow what follows by itself, then commit and tell; nothing if there is nothing to commit."""
        settled = await draft.settle()
        draft.finish(person, settled=settled)
        if action is None and not draft.differs():
            return
        await self._store.commit(draft.change(action))
        loaded.adopt(draft)
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

    async def _go_on(self, table: str, by: int | None = None) -> None:
        """Let AIs and standing answers act where they owe an answer, and call who is waited for."""
        async with self._lock(table):
            loaded = await self._load(table)
            if loaded.game is None or loaded.table.phase != "playing":
                return
            draft = await self._draft(loaded)
            try:
                await self._finish(loaded, draft, "ai", by, None)
            except BaseException:
                self._drop_if_touched(table, draft)
                raise

    def _tell(self, update: Update) -> None:
        for listener in self._listeners:
            try:
                listener(update)
            except Exception:
                log.exception("A listener failed at table %s, version %d", update.table.id, update.table.version)

    def _spawn(self, coroutine: Coroutine[Any, Any, None]) -> None:
        """Do something by and by; what it raises is logged."""

        async def logged() -> None:
            try:
                await coroutine
            except Exception:
                log.exception("Something that a table had to do by itself failed")

        self._task(logged())

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
            raise NoTable("This table's record can't be read. Whoever runs the bot finds it in quarantine.") from error
        if table is None:
            raise NoTable("There is no such table any more. Open a new one with /game new.")
        loaded = Loaded(table, standing=await self._store.standing(table_id))
        if table.started is not None and table.phase in ("playing", "over"):
            try:
                saved, game = await rescue.load(self._store, table_id)
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
        await self._store.commit(draft.change(None))
        loaded.adopt(draft)
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
    return loaded.game.view(seat.number if seat is not None else None)


def must_be_playing(table: Table) -> None:
    """Raises NotStarted, GameOver, TableFrozen."""
    if table.phase == "lobby":
        raise NotStarted("The game hasn't begun. Its host begins it with Start.")
    if table.phase == "over":
        raise GameOver("The game is over. Open a new one with /game new.")
    if table.phase == "frozen":
        raise TableFrozen(table.trouble or "This table is frozen.")


def answer_first(draft: Draft, seat: int, decision: int, ids: Sequence[str]) -> None:
    """Give the answer that names its decision. Raises MovedOn, NotYourDecision, Illegal."""
    found = next((each for each in draft.playing().decisions if each.id == decision), None)
    if found is None:
        raise MovedOn("That has moved on. Here is how it stands now.")
    if found.decider != seat:
        raise NotYourDecision(f"That is for {draft.table.seats[found.decider].name} to decide.")
    try:
        draft.answer(seat, decision, ids, "person")
    except StaleDecision as error:
        raise MovedOn("That has been answered, and the game went on. Here is how it stands now.") from error
    except IllegalAnswer as error:
        raise Illegal(error.reason) from error


async def answer_next(draft: Draft, seat: int, turn: int, ids: Sequence[str]) -> str | None:
    """Give the next of several moves, if the game goes on to this seat's next step of the same turn; else say why not."""
    await draft.settle(skip_turn_of=seat)
    game = draft.playing()
    if game.over:
        return "The game is over."
    if game.turn != turn:
        return "Your turn is over."
    asked = next((each for each in holding_up(game) if each.decider == seat), None)
    if asked is None:
        return "Somebody else has to answer first."
    if asked.kind != "turn":
        return f"Something is asked first: {asked.prompt}"
    try:
        draft.answer(seat, asked.id, ids, "person")
    except EngineError as error:
        return error.reason
    return None
