"""What people have said for themselves, for one game or for all."""

from __future__ import annotations

from storage.store import Action
from tables import lobby
from tables.door import Door
from tables.draft import Draft
from tables.models import Standing
from tables.standing import resolved


class People(Door):
    """Standing answers, and what is known about people."""

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
