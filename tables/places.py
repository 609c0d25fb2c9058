"""Where a game is shown: a place that is lost, found again, or given up for another."""

from __future__ import annotations

from collections.abc import Callable

from storage.store import PlaceTaken
from tables import lobby, words
from tables.door import Deed, Door
from tables.draft import Draft
from tables.errors import GameOver, NotHost, NotStarted, TableThere
from tables.models import Outcome, Place, Spot


class Places(Door):
    """A game whose channel is gone, or shut to the bot, is *lost*: it goes on, and whoever plays may bring it elsewhere."""

    async def spots(self, *, guild: int | None = None, channel: int | None = None, thread: int | None = None) -> list[Spot]:
        """Where the tables stand that aren't over: all, or those in a server, in a channel and its threads, or in a thread."""
        return await self._store.spots(guild=guild, channel=channel, thread=thread)

    async def lose_place(self, table: str, place: int, *, gone: bool) -> None:
        """The bot can't show a table at its place any more (`place` is that place's id: it may stand elsewhere by now). It is lost
        from now on; a lobby is closed if the place is `gone`."""

        def work(draft: Draft) -> None:
            there = draft.table
            if there.place.id != place or there.phase == "over":
                return
            if there.phase == "lobby" and gone:
                draft.set(phase="over", ended=draft.now, lost=draft.now)
            else:
                draft.set(lost=there.lost or draft.now)

        await self._carry_through(self._by_itself(table, work))

    async def find_place(self, table: str, place: int) -> None:
        """The bot can show a lost game at its place again."""

        def work(draft: Draft) -> None:
            if draft.table.place.id == place and draft.table.phase != "over":
                draft.set(lost=None)

        await self._carry_through(self._by_itself(table, work))

    async def _by_itself(self, table: str, work: Callable[[Draft], None]) -> None:
        """Something that nobody has asked for."""
        async with self._lock(table):
            loaded = await self._load(table)
            draft = await self._draft(loaded)
            work(draft)
            if draft.differs():
                await self._finish(loaded, draft, "place", None, None)

    async def move(self, table: str, person: int, place: Place, *, action: str) -> Outcome:
        """Have a game go on at another place. Anybody who plays moves one that is lost; any other its host alone, on the same
        server. Whoever is waited for and can't be reached by direct messages is called there. Raises NotSeated, NotHost,
        NotStarted, GameOver, TableThere."""

        async def work(draft: Draft) -> Deed | None:
            there = draft.table
            if there.phase == "lobby":
                raise NotStarted(words.MOVE_WHAT_HAS_BEGUN)
            if there.phase == "over":
                raise GameOver(words.OVER)
            lobby.player_of(there, person)
            if there.lost is None:
                if there.place.id == place.id:
                    return Deed(repeated=True)
                lobby.must_be_host(there, person)
                if there.place.guild != place.guild:
                    raise NotHost(words.SAME_SERVER)
            calling = [
                seat.number for seat in there.seats if seat.person is not None and (await self._settings(seat.person)).dm_closed
            ]
            draft.move(place, calling)
            return None

        try:
            return await self._call(table, person, "place", action, work)
        except PlaceTaken as error:
            raise TableThere(words.GAME_THERE_NOW, table=await self.table_at(place.id)) from error
