"""What is done at a table before its game begins."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from engine import Kingdom, KingdomRequest
from storage.models import Change, OutsideAction, Started, Table
from storage.store import BrokenRow, PlaceTaken
from tables import lobby, words
from tables.door import Door
from tables.draft import Draft
from tables.errors import StillPlaying, TableThere
from tables.loaded import Loaded
from tables.models import Options, Outcome, Person, Place, Update, What


class Opening(Door):
    """Opening a table, sitting down and getting up, how it is to be played, beginning."""

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
        """Open a table at a place; the person sits down and is its host. With a `request` its kingdom is drawn (by the kingdom
        seed `seed`, if one is given). Raises TableThere, UnknownCard, BadKingdom, UnknownStyle."""

        async def opened(id: str) -> Table:
            before = await self._store.latest(place.id)
            table = Table(
                id=id,
                place=place,
                phase="lobby",
                version=0,
                host=person.id,
                options=options,
                seats=(),
                created=self._clock(),
                before=before.id if before is not None else None,
            )
            table = lobby.sit_person(table, person)
            if request is not None:
                table = await self._drawn(lobby.draw, table, request, seed=seed)
            lobby.check_options(table.options)
            return table

        return await self._carry_through(self._open(place, person.id, opened, action))

    async def rematch(
        self, table: str, person: int, *, action: str, place: Place | None = None, draw: bool = False, seed: str | None = None
    ) -> Outcome:
        """After a game: a lobby at the same place (or another), with the same people in their seats and the same kingdom, or
        (`draw`) another one by the same wishes. Whoever of two asks last is shown what the first opened.
        Raises StillPlaying, NotSeated, TableThere."""
        before = (await self._loaded(table)).table
        if before.phase != "over" or before.started is None:
            raise StillPlaying(words.STILL_PLAYED, table=await self.table(table))
        lobby.seat_of(before, person)
        there = await self.table_at((place or before.place).id)
        if there is not None and there.before == table and there.seat_of(person) is not None:
            return Outcome(table=there, view=None, repeated=True)

        async def opened(id: str) -> Table:
            new = lobby.again(before, person, id)
            new = new.model_copy(update={"place": place or before.place, "created": self._clock()})
            return await self._drawn(lobby.reroll, new, seed=seed) if draw else new

        return await self._carry_through(self._open(place or before.place, person, opened, action))

    async def _open(self, place: Place, person: int, opened: Callable[[str], Awaitable[Table]], action: str) -> Outcome:
        """Put up a new table, unless another is going on there."""
        async with self._lock(f"place:{place.id}"):
            done = await self._store.action(action)
            if done is not None and done.table is not None:
                return await self._present(done.table, person, repeated=True)
            there = await self.table_at(place.id)
            if there is not None:
                raise TableThere(words.LOBBY_THERE if there.phase == "lobby" else words.GAME_THERE, table=there)
            table = await opened(self._id_source())
            done = OutsideAction(id=action, person=person, table=table.id, what="new", at=table.created)
            try:
                await self._store.commit(Change(table=table, action=done))
            except PlaceTaken as error:
                raise TableThere(words.GAME_THERE_NOW) from error
            loaded = self._keep(table.id, Loaded(table))
            self._tell(Update(table=loaded.shown, what="new", by=person))
            return Outcome(table=loaded.shown, view=None)

    # the kingdom

    async def set_kingdom(
        self, table: str, person: int, wish: Kingdom | KingdomRequest, *, action: str, seed: str | None = None
    ) -> Outcome:
        """Play with this kingdom, or draw one by a request (and by the kingdom seed `seed`, if one is given). All vetoes are
        free again. Raises NotHost, AlreadyStarted, BadKingdom, UnknownCard."""

        async def work(draft: Draft) -> None:
            lobby.must_be_lobby(draft.table)
            lobby.must_be_host(draft.table, person)
            if isinstance(wish, Kingdom):
                draft.table = lobby.with_kingdom(draft.table, wish)
            else:
                fresh = draft.table.model_copy(update={"vetoes": {}})
                draft.table = await self._drawn(lobby.draw, fresh, wish, seed=seed)

        return await self._call(table, person, "options", action, work)

    async def reroll(self, table: str, person: int, *, action: str, seed: str | None = None) -> Outcome:
        """Draw another kingdom by the same wishes. Raises NotHost, AlreadyStarted, BadKingdom."""

        async def work(draft: Draft) -> None:
            lobby.must_be_lobby(draft.table)
            lobby.must_be_host(draft.table, person)
            draft.table = await self._drawn(lobby.reroll, draft.table, seed=seed)

        return await self._call(table, person, "options", action, work)

    async def swap(self, table: str, person: int, name: str, *, action: str, seed: str | None = None) -> Outcome:
        """Draw another pile (Event, Landmark) in place of one. Raises NotHost, AlreadyStarted, BadKingdom."""

        def swapped(table: Table) -> Table:
            lobby.must_be_lobby(table)
            lobby.must_be_host(table, person)
            return lobby.swap(table, name, seed or self._kingdom_seed_source())

        return await self._in_lobby(table, person, "options", action, swapped)

    async def veto(self, table: str, person: int, name: str, *, action: str, seed: str | None = None) -> Outcome:
        """A player doesn't want this pile (Event, Landmark): another one comes. Each has one veto, if the table allows them.
        Raises NotSeated, AlreadyStarted, NoVetoes, VetoUsed, BadKingdom."""

        def vetoed(table: Table) -> Table:
            lobby.must_be_lobby(table)
            return lobby.veto(table, person, name, seed or self._kingdom_seed_source())

        return await self._in_lobby(table, person, "options", action, vetoed)

    async def _drawn(self, draw: Callable[..., Table], table: Table, *request: KingdomRequest, seed: str | None) -> Table:
        """Return the table with a kingdom drawn for those who sit there. Entangled requests take their time: the loop goes on
        meanwhile."""
        tastes = [await self._settings(seat.person) for seat in table.seats if seat.person is not None]
        return await asyncio.to_thread(draw, table, *request, seed or self._kingdom_seed_source(), tastes)

    # the seats

    async def sit(self, table: str, person: Person, *, action: str) -> Outcome:
        """Take a seat. Raises AlreadySeated, TableFull, NotInvited, AlreadyStarted."""
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

    async def add_ai(self, table: str, person: int, *, action: str, style: str | None = None) -> Outcome:
        """Seat an AI that plays in a style of `engine.ai.STYLES` (None: the table's).
        Raises NotHost, TableFull, AlreadyStarted, UnknownStyle."""

        def added(table: Table) -> Table:
            lobby.must_be_host(table, person)
            return lobby.sit_ai(table, style or table.options.ai)

        return await self._in_lobby(table, person, "seats", action, added)

    async def remove(self, table: str, person: int, seat: int, *, action: str) -> Outcome:
        """The host takes a seat away from an AI or a person (not from themselves).
        Raises NotHost, NoSuchSeat, AlreadyStarted."""
        return await self._in_lobby(table, person, "seats", action, lambda t: lobby.remove(t, person, seat))

    async def set_options(self, table: str, person: int, options: Options, *, action: str) -> Outcome:
        """Change how it is to be played. Raises NotHost, UnknownCard, BadKingdom, UnknownStyle, TableFull, AlreadyStarted."""
        return await self._in_lobby(table, person, "options", action, lambda t: lobby.set_options(t, person, options))

    async def _in_lobby(self, table: str, person: int, what: What, action: str, changed: Callable[[Table], Table]) -> Outcome:
        def work(draft: Draft) -> None:
            draft.table = changed(draft.table)

        return await self._call(table, person, what, action, work)

    async def invite(self, table: str, person: int, guests: Sequence[int], *, action: str) -> Outcome:
        """Those who sit at a table invite others to it. Raises NotSeated, AlreadyStarted."""
        return await self._in_lobby(table, person, "seats", action, lambda t: lobby.invite(t, person, guests))

    async def start(self, table: str, person: int, *, action: str, thread: int | None = None) -> Outcome:
        """Begin the game; `thread`: there, from now on. Raises NotHost, TooFewPlayers, AlreadyStarted, TableThere."""

        async def work(draft: Draft) -> None:
            lobby.must_be_ready(draft.table, person)
            lobby.check_options(draft.table.options)
            if thread is not None:
                draft.set(place=draft.table.place.model_copy(update={"thread": thread}))
            starting = lobby.starting(draft.table, await self._before(draft.table))
            setup = draft.table.options.kingdom.setup([seat.name for seat in draft.table.seats], starting)
            draft.begin(Started(setup=setup, seed=self._seed_source().hex()))

        try:
            return await self._call(table, person, "start", action, work)
        except PlaceTaken as error:
            raise TableThere(words.GAME_IN_THREAD, table=await self.table(table)) from error

    async def _before(self, table: Table) -> Table | None:
        """The game that this one follows."""
        try:
            return await self._store.table(table.before) if table.before is not None else None
        except BrokenRow:
            return None
