"""What is stored about a person: a file of it for them, and its deletion."""

from __future__ import annotations

from datetime import datetime, timedelta

from storage.personal import Dossier
from tables.access import TableAccess
from tables.errors import InProgress
from tables.models import Message
from tables.quotas import must_be_fewer
from tables.records import Records

PAUSE = timedelta(minutes=10)
"""Before someone gets another file: one of many games takes seconds to make."""


class OwnData:
    """A person's own data."""

    def __init__(self, access: TableAccess, records: Records) -> None:
        self._access = access
        self._records = records
        self._making: set[int] = set()
        self._made: dict[int, datetime] = {}

    async def file(self, person: int) -> Dossier:
        """Return everything that is stored about a person, as a file for them: one at a time, with a pause in between, and made off
        the loop. Raise InProgress, TooMany."""
        now = self._access.clock()
        self._made = {each: at for each, at in self._made.items() if at > now - PAUSE}
        if person in self._making:
            raise InProgress
        must_be_fewer("files", 1, [self._made[person]] if person in self._made else [], PAUSE)
        self._making.add(person)
        try:
            async with self._access.lock("own-data"):
                made = await self._access.store.dossier(person, now)
        finally:
            self._making.discard(person)
        self._made[person] = now
        return made

    async def hands(self, person: int) -> list[Message]:
        """Return the messages that only this person sees of tables that aren't over."""
        tables = await self._access.store.tables(person=person)
        messages = [message for table in tables for message in await self._access.store.messages(table.id)]
        return [message for message in messages if message.audience == person]

    async def forget(self, person: int) -> None:
        """Delete everything that is stored about a person. They leave their lobbies, and an AI plays for them in their games."""
        await self._access.carry_through(self._forget(person))

    async def _forget(self, person: int) -> None:
        self._made.pop(person, None)
        self._records.forget(await self._access.forget(person))
