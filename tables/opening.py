"""What is done at a table before its game begins."""

from __future__ import annotations

from collections.abc import Callable

from engine import Setup
from storage.store import Action, Change, PlaceTaken, Started, Table
from tables import lobby
from tables.door import Door
from tables.draft import Draft, Loaded
from tables.errors import TableThere
from tables.models import Options, Outcome, Person, Place, Update, What


class Opening(Door):
    """Opening a table, sitting down and getting up, how it is to be played, beginning."""

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
