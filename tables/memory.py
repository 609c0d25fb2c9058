"""Tables and people's settings in memory, and whether they still match what is stored."""

from __future__ import annotations

from collections import OrderedDict

from storage.personal import PersonSettings
from storage.store import Store
from tables.messages import Messages
from tables.state import TableState
from tables.work import NOTHING_KEPT

PEOPLE_KEPT = 5_000
"""How many people's settings are kept in memory; even a click by someone without a seat loads theirs."""


class Memory:
    """What the only process using a database has in memory, which is always as stored."""

    shared = False

    def __init__(self, store: Store, messages: Messages) -> None:
        self._store = store
        self._messages = messages
        self.tables: OrderedDict[str, TableState] = OrderedDict()
        self.people: dict[int, PersonSettings] = {}

    async def check(self, table: str) -> None:
        """Forget a table that has changed since it was read; renew the settings of the people there."""

    def drop(self, *tables: str) -> None:
        """Read these tables, and what shows them, again when something touches them."""
        self._messages.forget(tables)
        for table in tables:
            self.tables.pop(table, None)

    async def settings(self, person: int | None) -> PersonSettings:
        """Return a person's settings (None: no one's, all empty); the same object until they change."""
        if person is None:
            return NOTHING_KEPT
        if person not in self.people:
            found = await self._store.settings(person)
            if person not in self.people:  # else they have just been changed, and this was read before
                self.keep(person, found)
        return self.people[person]

    async def settings_at(self, state: TableState, person: int | None) -> PersonSettings:
        """Return the same for someone who looks at a table that has just been checked."""
        return await self.settings(person)

    def keep(self, person: int, settings: PersonSettings) -> None:
        """Keep what a person's settings are now."""
        self.people[person] = settings
        if len(self.people) > PEOPLE_KEPT:
            del self.people[next(iter(self.people))]


class SharedMemory(Memory):
    """What one of several processes has in memory: others change what is stored, so each use asks for the table's version."""

    shared = True

    async def check(self, table: str) -> None:
        if table not in self.tables:
            self.drop(table)
            return
        version, people = await self._store.glance(table)
        for person, settings in people.items():
            self.keep(person, settings)
        kept = self.tables.get(table)
        if kept is not None and kept.table.version != version:
            self.drop(table)

    async def settings(self, person: int | None) -> PersonSettings:
        if person is None:
            return NOTHING_KEPT
        self.keep(person, await self._store.settings(person))
        return self.people[person]

    async def settings_at(self, state: TableState, person: int | None) -> PersonSettings:
        if person in self.people and any(seat.person == person for seat in state.table.seats):
            return self.people[person]
        return await self.settings(person)

    def keep(self, person: int, settings: PersonSettings) -> None:
        if self.people.get(person) != settings:
            super().keep(person, settings)
