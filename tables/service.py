"""The only interface to the tables: acting at them, opening them, and looking at them. This module knows nothing about Discord."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from datetime import datetime

from engine import KingdomRequest, LogLine, Setup, View
from storage.errors import PlaceTaken
from storage.models import OutsideAction, Table
from storage.store import Store
from tables import lobby
from tables.access import Listener, TableAccess
from tables.calling import STALE
from tables.checks import must_be_playing, player_of, seat_of
from tables.cleaning import Cleaner
from tables.clock import Clock, WallClock
from tables.command import Command, Outcome
from tables.commands import places
from tables.commands.consent import asked_again, undo_costs
from tables.commands.lobby import start
from tables.commands.nudge import must_not_be_lately
from tables.commands.seats import taking_over
from tables.digests import Digests
from tables.due import with_due
from tables.errors import NoTable, NotStarted, StillPlaying, TablePaused, TableThere
from tables.exports import Exports
from tables.followers import Followers
from tables.history import History
from tables.kingdoms import KingdomShelf
from tables.memory import Memory, SharedMemory
from tables.messages import Messages
from tables.models import Announcement, Newcomer, Options, Person, Ping, Place, Proposal, Spot, TableView, UndoCost, WhatIf
from tables.open_seats import listed, open_seat
from tables.own_data import OwnData
from tables.people import People
from tables.plan_reading import example
from tables.quotas import USUAL, LookUps, Quotas, must_have_opened_few, must_have_room
from tables.records import Records
from tables.replays import Replays
from tables.snapshot import SeatSnapshot, readable
from tables.sources import Sources
from tables.state import asked_of, show
from tables.threads import aside_to_draw
from tables.timers import Timers
from tables.what_if import WhatIfs, table_of

log = logging.getLogger(__name__)

MOST_LOOKED_AT = 50
"""The most finished games on a server that are searched for people."""


class TableService:
    """The interface of the tables. People are given by their id; every refusal is a TableError.

    `people`, `digests`, `kingdoms`, `records`, `history`, `exports`, `replays`, `what_ifs`, `followers`, `messages`, `own_data`
    answer for people's settings, reminders, servers' kingdoms, single finished games, what is kept about all of them, files of
    them, games turn by turn, playing on from one, people who follow a game, messages, and what is stored about a person; `look_ups`
    limits what people show to everyone; `timers` does what is due, `cleaner` deletes what isn't needed."""

    def __init__(
        self,
        store: Store,
        *,
        clock: Clock | None = None,
        seed_source: Callable[[], bytes] = lambda: secrets.token_bytes(32),
        id_source: Callable[[], str] = lambda: secrets.token_hex(4),
        kingdom_seed_source: Callable[[], str] = lambda: secrets.token_hex(4),
        quotas: Quotas = USUAL,
    ) -> None:
        self.clock = clock or WallClock()
        self.messages = Messages(store)
        self._store = store
        self._id_source = id_source
        self._kingdom_seed = kingdom_seed_source
        self._quotas = quotas
        self.part = store.part
        memory = (Memory if store.part.is_whole else SharedMemory)(store, self.messages)
        self._access = TableAccess(Sources(store, seed_source, kingdom_seed_source, quotas), self.messages, memory, self.clock)
        self.people = People(self._access)
        self.digests = Digests(self._access)
        self.kingdoms = KingdomShelf(self._access)
        self.records = Records(self._access)
        self.history = History(self._access)
        self.exports = Exports(self._access, self.records, self.history)
        self.replays = Replays(self._access, self.records, self.history)
        self.what_ifs = WhatIfs(self._access, self.records, self.history)
        self.timers = Timers(self._access, self.digests)
        self.own_data = OwnData(self._access, self.records)
        self.followers = Followers(self._access)
        self.cleaner = Cleaner(store, lambda: self._access.clock())
        self.look_ups = LookUps(quotas, lambda: self._access.clock())

    async def open(self) -> None:
        """Continue games whose automatic moves were cut off when the last process ended. Any other table is loaded when something
        needs it. Call this once, with the store open; listeners can be added before or after."""
        await self.digests.open()
        await self._access.settle(await self._store.unsettled())

    async def close(self) -> None:
        """Finish what was started, then accept nothing more. The store stays open."""
        await self._access.close()

    def listen(self, listener: Listener) -> None:
        """Call `listener` after each commit, in the order of the versions. It must return right away (put the update into a queue)
        and must not call the service before it has returned; an exception from it is logged."""
        self._access.listen(listener)

    def listen_to_others(self, heard: Callable[[Announcement], None], missed: Callable[[], None]) -> None:
        """Call `heard` with what other processes do, and `missed` when some of that may have been lost. The listeners hear what
        others commit at tables that this process shows (`part`); they might hear some of it twice, or only the latest."""
        self._access.listen_to_others(heard, missed)

    async def announce(self, said: Announcement) -> None:
        """Tell other processes something."""
        await self._store.announce(said)

    async def guild_of(self, table: str) -> int | None:
        """Return the server on which a table is, without loading its game; None: none, or there is no such table."""
        found = await self._store.table(table)
        return found.place.guild if found is not None else None

    @property
    def busy(self) -> bool:
        """Return whether a command or background work is under way."""
        return self._access.busy

    @property
    def in_memory(self) -> int:
        """Return how many tables' games are in memory."""
        return self._access.in_memory

    # acting

    async def act(self, table: str, person: int, command: Command, *, action: str) -> Outcome:
        """Carry out a person's command (`tables.commands`). `action` is a globally unique id (an interaction's): the same id again
        changes nothing and gives an Outcome with `repeated`. Raise the command's errors, and NoTable; then nothing has changed."""
        try:
            return await self._access.carry_through(self._access.do(table, person, command, action))
        except TableThere as refusal:
            refusal.about = await self.table_at(refusal.place) if refusal.place is not None else None
            raise

    async def new_table(
        self,
        place: Place,
        person: Person,
        options: Options,
        *,
        action: str,
        request: KingdomRequest | None = None,
        seed: str | None = None,
    ) -> Outcome:
        """Open a table at a place; the person takes a seat and is its host. With a `request`, draw its kingdom (by the kingdom seed
        `seed`, if there is one). Raise TableThere, TooMany, UnknownCard, BadKingdom, UnknownStyle."""

        async def opened(id: str) -> tuple[Table, None]:
            before = await self._store.latest(place.id)
            table = Table(
                id=id,
                place=place,
                phase="lobby",
                version=0,
                host=person.id,
                options=options,
                seats=(),
                created=self._access.clock(),
                before=before.id if before is not None else None,
            )
            table = lobby.sit(table, person.name, person=person.id)
            if request is not None:
                table = await self._drawn(lobby.draw, table, request, seed=seed)
            lobby.check_options(table.options)
            return table, None

        return await self._access.carry_through(self._open(place, person.id, opened, action))

    async def rematch(
        self, table: str, person: int, *, action: str, place: Place | None = None, draw: bool = False, seed: str | None = None
    ) -> Outcome:
        """Open a lobby after a game, at the same place (or another), with the same people in their seats and the same kingdom, or
        (`draw`) another one by the same request. If two people ask, the second is shown what the first opened. A game against AIs
        starts right away, unless there is another kingdom to see first.
        Raise StillPlaying, NotSeated, TooMany, TableThere."""
        state = await self._access.state(table)
        before, place = state.table, place or state.table.place
        if before.phase != "over" or before.started is None:
            raise StillPlaying("rematch", about=state.shown)
        seat_of(before, person)
        there = await self.table_at(place.id)
        if there is not None and there.before == table and there.seat_of(person) is not None:
            return Outcome(await self.snapshot(there.id, person), repeated=True)

        async def opened(id: str) -> tuple[Table, None]:
            new = lobby.again(before, person, id).model_copy(update={"place": place, "created": self._access.clock()})
            return await self._drawn(lobby.reroll, new, seed=seed) if draw else new, None

        outcome = await self._access.carry_through(self._open(place, person, opened, action))
        against_ais = outcome.table.plays_alone(person) and len(outcome.table.seats) > 1
        if draw or outcome.table.phase != "lobby" or not against_ais:
            return outcome
        return await self.act(outcome.table.id, person, start(), action=f"{action}-start")

    async def play_on(self, place: Place, person: Person, what_if: WhatIf, *, action: str) -> Outcome:
        """Start a what-if game at a place that only this person sees. The finished game is played again only if there is room for
        this one. Raise the errors of `WhatIfs.start`, TableThere, TooMany."""

        async def opened(id: str) -> tuple[Table, Setup]:
            before, start = await self.what_ifs.start(person.id, what_if)
            new = bool(await self._store.newcomers([person.id]))
            return table_of(id, before, place, person, what_if, start, self._access.clock(), newcomer=new), start

        return await self._access.carry_through(self._open(place, person.id, opened, action))

    async def _open(
        self, place: Place, person: int, opened: Callable[[str], Awaitable[tuple[Table, Setup | None]]], action: str
    ) -> Outcome:
        """Create a new table, unless another is open there; `opened` makes it. If that comes with a setup, its game goes on from
        there right away."""
        async with self._access.lock(f"opens:{person}"), self._access.lock(f"place:{place.id}"):
            done = await self._store.action(action)
            if done is not None and done.table is not None:
                return Outcome(await self.snapshot(done.table, person), repeated=True)
            there = await self.table_at(place.id)
            if there is not None:
                raise TableThere("lobby" if there.phase == "lobby" else "playing", about=there)
            await must_have_opened_few(self._store, self._quotas, person, place.guild, self._access.clock())
            new, start = await opened(self._id_source())
            table = with_due(new)
            done = OutsideAction(id=action, person=person, table=table.id, what="new", at=table.created)
            try:
                state = await self._access.open_table(table, done, start)
            except PlaceTaken as error:
                raise TableThere(where="moved") from error
            return Outcome(await self._access.snapshot_of(state, person))

    async def _drawn(self, draw: Callable[..., Table], table: Table, *request: KingdomRequest, seed: str | None) -> Table:
        likes = [await self._access.settings(seat.person) for seat in table.seats if seat.person is not None]
        return await aside_to_draw(draw, table, *request, seed or self._kingdom_seed(), likes)

    # what no one asked for

    async def lose_place(self, table: str, place: int, *, gone: bool) -> None:
        """Note that the bot can no longer show a table at its place: see `places.lose_place`."""
        await self._access.carry_through(self._access.do_unasked(table, places.lose_place(place, gone=gone)))

    async def find_place(self, table: str, place: int) -> None:
        """Note that the bot can show a lost game at its place again."""
        await self._access.carry_through(self._access.do_unasked(table, places.find_place(place)))

    async def rename(self, table: str, person: Person) -> TableView:
        """Give a seat its holder's current name. Logged lines stay as they are. If nothing changes, nothing is committed. Return
        the resulting table. Raise NoTable."""
        state = await self._access.state(table)
        if lobby.renamed(state.table, person) != state.table:
            renamed = Command("seats", lambda work: work.rename(person))
            await self._access.carry_through(self._access.do_unasked(table, renamed))
        return await self.table(table)

    async def put_off(self, call: Ping) -> bool:
        """Put off a ping that wasn't sent in time until its person can be reached; return False if it can be sent now."""
        late = self._access.clock() - call.at >= STALE
        if not late and await self.people.reached(call.person, call.table) == "now":
            return False
        await self._access.carry_through(self._access.do_unasked(call.table, Command("due", lambda work: work.put_off(call))))
        return True

    # looking

    async def snapshot(self, table: str, person: int | None) -> SeatSnapshot:
        """Return everything that a person (None: a spectator) may know about a table. Raise NoTable."""
        return await self._access.snapshot(table, person)

    async def table(self, table: str) -> TableView:
        """Return a table as anyone may see it. Raise NoTable."""
        return (await self._access.state(table)).shown

    async def live(self) -> list[TableView]:
        """Return all tables that aren't over, oldest first."""
        return await self._readable(await self._store.tables())

    async def table_at(self, place: int) -> TableView | None:
        """Return the table that is open in this channel or thread."""
        return next(iter(await self._readable(await self._store.tables(place=place))), None)

    async def _readable(self, tables: Iterable[Table]) -> list[TableView]:
        """Return the tables as anyone may see them, without those that prove to be damaged."""
        views = []
        for table in tables:
            with suppress(NoTable):
                views.append(await self.table(table.id))
        return views

    async def tables_of(self, person: int) -> list[TableView]:
        """Return this person's tables that aren't over: those waiting for them first, longest waiting first."""
        views = await self._readable(await self._store.tables(person=person))

        def urgency(view: TableView) -> tuple[bool, datetime]:
            since = [a.since for a in view.awaited if a.person == person and a.since is not None]
            since += [view.proposal.at] if view.proposal is not None and view.asks(person) else []
            return not since, min(since, default=view.created)

        return sorted(views, key=urgency)

    async def seats_of(self, person: int) -> list[TableView]:
        """Return the same tables, oldest first, without loading their games."""
        return [show(table, None) for table in await self._store.tables(person=person)]

    async def spots(self, *, guild: int | None = None, channel: int | None = None, thread: int | None = None) -> list[Spot]:
        """Return the places of the tables that aren't over: all, or those on a server, in a channel and its threads, or in a
        thread."""
        return await self._store.spots(guild=guild, channel=channel, thread=thread)

    async def view(self, table: str, person: int | None) -> View:
        """Return what a person may know of the game: their seat's view, or a spectator's. Raise NoTable, NotStarted,
        TablePaused."""
        snapshot = await self.snapshot(table, person)
        if snapshot.view is not None:
            return snapshot.view
        if snapshot.table.phase == "lobby":
            raise NotStarted(snapshot=snapshot)
        raise TablePaused(snapshot.table.trouble, shown=False, snapshot=snapshot)

    async def log(self, table: str, person: int | None, turns: int | range | None = None) -> list[LogLine]:
        """Return what happened (in one turn, some turns, or ever) as a person may read it, with a line for each act of their own
        auto-answers (an `OwnLine`). A game has as many turns as its table's `turn` says. Raise NoTable."""
        snapshot = await self.snapshot(table, person)
        if isinstance(turns, int):
            if snapshot.view is not None and snapshot.has_turn(turns):
                return list(snapshot.turn_log(turns))
            turns = range(turns, turns + 1)
        lines, notes = await self._store.log(table, turns)
        number = snapshot.seat.number if snapshot.seat is not None else None
        return list(readable(lines, notes, seat=number, person=person))

    async def undo_costs(self, table: str, person: int) -> tuple[UndoCost, ...]:
        """Return the points that this person can ask to go back to now, latest first, and what each would cost.
        Raise NotSeated, NotStarted, GameOver, TablePaused."""
        async with self._access.lock(table), self._access.unit(await self._access.load(table), person) as work:
            must_be_playing(work.table)
            return await undo_costs(work, player_of(work.table, person).number)

    async def newcomer(
        self, table: str, person: int, seat: int, newcomer: Person | str, *, force: bool = False
    ) -> tuple[Newcomer, list[int]]:
        """Return the person or AI who would take over a seat by a proposal made now, and the other seats that would have to agree.
        Raise the errors of `seats.replace`."""
        there, now = (await self._access.state(table)).table, self._access.clock()
        new = taking_over(there, person, seat, newcomer, force)
        if not force:
            asked_again(there, person, now)
        proposal = Proposal(kind="replace", by=person, at=now, newcomer=new)
        asked = asked_of(there.model_copy(update={"proposal": proposal}), now)
        return new, [each.number for each in asked if each.person != person]

    async def met(self, person: int, guild: int | None) -> list[Person]:
        """Return people who have recently played on a server, as far as a person may know, with their names in the latest of these
        games; those who play with the person now come first."""
        now = [table for table in await self.seats_of(person) if table.place.guild == guild]
        names = {seat.person: seat.holder for table in now for seat in table.seats}
        for game in await self.history.games(person, server=guild, limit=MOST_LOOKED_AT) if guild is not None else []:
            names |= {seat.person: seat.name for seat in game.seats if not seat.former and seat.person not in names}
        return [Person(id=id, name=name) for id, name in names.items() if id is not None and id != person]

    async def open_seats(self, guild: int, person: int) -> list[TableView]:
        """Return the games with open seats on a server that a list can show to a person, oldest first, without loading them."""
        return await listed(self._store, guild, person)

    async def must_be_open(self, table: str, person: int, seat: int, opening: int) -> TableView:
        """Return the table, if a person could take over an open seat there. Raise the errors of `open_seats.take_seat`."""
        state = await self._access.state(table)
        open_seat(state.table, person, seat, opening)
        await must_have_room(self._store, self._quotas, person)
        return state.shown

    async def must_not_be_nudged(self, table: str) -> TableView:
        """Return the table, if its game hasn't been nudged lately. Raise NudgedLately."""
        state = await self._access.state(table)
        must_not_be_lately(state.table, self._access.clock())
        return state.shown

    async def plan_example(self, table: str, person: int) -> str:
        """Return a plan that this person could write for their hand. Raise NotSeated, NotStarted, GameOver, TablePaused."""
        state = (await self._access.state(table)).table
        must_be_playing(state)
        return example(await self.view(table, person), seat_of(state, person).number)
