"""What Discord shows of the tables, so that it can be brought up to date whatever happened meanwhile."""

from __future__ import annotations

from collections.abc import Mapping

from storage.store import Call, Message, Store


class Messages:
    """The memory of messages and calls. After a start: look at the tables that are `unshown()`, render `lagging()` anew, and
    make the `calls()`.

    Calls are exact: each is put up once, in the commit that made the game wait for somebody new. Send the message with
    a nonce made of the call's table, version and seat, then `remember` it with `pings` set to that version: a crash in
    between leads to the same nonce again, which Discord drops.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    async def remember(self, message: Message) -> None:
        """Keep a message, or what it shows now (the message id is the key). If it pings, its call is done."""
        await self._store.remember(message)

    async def forget(self, message_id: int) -> None:
        """The message is gone, or no longer ours to edit."""
        await self._store.forget(message_id)

    async def of(self, table: str, purpose: str | None = None, audience: int | None = None) -> list[Message]:
        """The messages that show a table to `audience` (None: to everyone), of one purpose or all, oldest first."""
        return [
            message
            for message in await self._store.messages(table)
            if message.audience == audience and purpose in (None, message.purpose)
        ]

    async def lagging(self) -> list[Message]:
        """The messages that show an older version than their table's, except final ones."""
        return await self._store.lagging()

    async def unshown(self) -> list[str]:
        """The tables, over or not, that Discord may not show in the version that they have, oldest first."""
        return await self._store.unshown()

    async def shown(self, versions: Mapping[str, int]) -> None:
        """Discord shows these tables in these versions, with all that belongs to them: no start has to look at them."""
        await self._store.shown(versions)

    async def calls(self, table: str | None = None) -> list[Call]:
        """Who is waited for (at one table, or at all) and hasn't been told, oldest first; nobody who has acted meanwhile."""
        return await self._store.calls(table)

    async def called(self, call: Call) -> None:
        """The call was made in a way that leaves no message (or can't be made at all)."""
        await self._store.called(call.table, call.version, call.person)
