"""What is stored about a person: a file of it for them, and its deletion."""

from __future__ import annotations

from storage.personal import Dossier
from tables.access import TableAccess
from tables.models import Message
from tables.quotas import FilesMade
from tables.records import Records


class OwnData:
    """A person's own data."""

    def __init__(self, access: TableAccess, records: Records) -> None:
        self._access = access
        self._records = records
        self._files = FilesMade(lambda: access.clock())

    async def file(self, person: int) -> Dossier:
        """Return everything that is stored about a person, as a file for them. Files are made one at a time, with a pause in
        between, outside the event loop. Raise InProgress, TooMany."""
        async with self._files.alone(person):
            return await self._access.store.dossier(person, self._access.clock())

    def allow_another(self, person: int) -> None:
        """Let a person who didn't get their file have another now."""
        self._files.forget(person)

    async def hands(self, person: int) -> list[Message]:
        """Return the messages about unfinished tables that only this person sees."""
        tables = await self._access.store.tables(person=person)
        messages = [message for table in tables for message in await self._access.store.messages(table.id)]
        return [message for message in messages if message.audience == person]

    async def forget(self, person: int) -> None:
        """Delete everything that is stored about a person. They leave their lobbies, and an AI plays for them in their games.
        If this fails halfway, what is left can be deleted by the same."""
        await self._access.carry_through(self._forget(person))

    async def _forget(self, person: int) -> None:
        self._files.forget(person)
        try:
            await self._access.forget(person)
        finally:  # even a deletion that fails halfway has removed names
            self._records.forget_all()
