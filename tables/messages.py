"""What Discord shows of the tables, so that it can be brought up to date whatever happened meanwhile."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

from storage.models import Change, Message, Ping
from storage.store import Store

KEPT_IN_MEMORY = 256


@dataclass(slots=True)
class Remembered:
    """What was read of a table's messages and calls, as long as it holds; None: to be read again. `changes` counts what may have
    changed it, so that a look that was under way meanwhile isn't kept."""

    messages: dict[int, Message] | None = None
    calls: list[Ping] | None = None
    changes: int = 0

    def keep(self, messages: Sequence[Message], gone: Collection[int]) -> None:
        """These messages are there, those are gone."""
        if self.messages is not None:
            self.messages |= {each.message: each for each in messages}
            self.messages = {id: each for id, each in self.messages.items() if id not in gone}
        for each in messages:
            if each.pings is not None:
                self.done(each.pings, each.audience)

    def done(self, version: int, person: int | None) -> None:
        """The calls of a version (to one person, or to all) were made."""
        if self.calls is not None:
            self.calls = [call for call in self.calls if call.version != version or person not in (None, call.person)]


class Known(NamedTuple):
    """A table's messages, and who is still to be called, oldest first."""

    messages: list[Message]
    calls: list[Ping]

    def of(self, audience: int | None) -> list[Message]:
        """Return the messages for `audience` (None: everyone), oldest first."""
        return [message for message in self.messages if message.audience == audience]


class Messages:
    """The memory of messages and calls. After a start: look at the tables that are `unshown()`, and make the `calls()`.

    Calls are exact: each is put up once, in the commit that made the game wait for someone new. Send the message with
    a nonce made of the call, then `keep` it with `pings` set to the call's version: a crash in between leads to the same nonce
    again, which Discord drops.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._tables: OrderedDict[str, Remembered] = OrderedDict()

    async def keep(self, messages: Sequence[Message] = (), gone: Sequence[int] = (), called: Sequence[Ping] = ()) -> None:
        """Keep messages of a table, or what they show now (the message id is the key), and forget those that are `gone`. A call is
        done that one of them makes, or that was `called` in a way that leaves no message (or can't be made at all)."""
        if not (messages or gone or called):
            return
        touched = {each.table for each in messages} | {each.table for each in called}
        kept = [(id, each) for id, each in self._tables.items() if gone or id in touched]
        with changing([each for _, each in kept]):
            await self._store.keep(messages, gone, called)
        for id, each in kept:
            each.keep([message for message in messages if message.table == id], gone)
            for call in called:
                if call.table == id:
                    each.done(call.version, call.person)

    async def all(self, table: str) -> list[Message]:
        """Return the messages that show a table to anyone, oldest first."""
        kept = self._kept(table)
        found = kept.messages
        if found is None:
            changes = kept.changes
            found = {message.message: message for message in await self._store.messages(table)}
            if kept.changes == changes:
                kept.messages = found
        return [message for _, message in sorted(found.items())]

    async def known(self, table: str) -> Known:
        """Return what is known of a table's messages."""
        return Known(await self.all(table), await self.calls(table))

    async def of(self, table: str, audience: int | None = None) -> list[Message]:
        """Return the messages that show a table to `audience` (None: to everyone), oldest first."""
        return [message for message in await self.all(table) if message.audience == audience]

    async def unshown(self) -> list[str]:
        """Return the tables, over or not, that Discord may not show in the version that they have, oldest first."""
        return await self._store.unshown()

    async def shown(self, versions: Mapping[str, int]) -> None:
        """Discord shows these tables in these versions, with all that belongs to them: no start has to look at them."""
        await self._store.shown(versions)

    async def calls(self, table: str | None = None) -> list[Ping]:
        """Return who is waited for (at one table, or at all) and hasn't been told, oldest first; no one who has acted meanwhile."""
        if table is None:
            return await self._store.calls()
        kept = self._kept(table)
        found = kept.calls
        if found is None:
            changes = kept.changes
            found = await self._store.calls(table)
            if kept.changes == changes:
                kept.calls = found
        return list(found)

    def committed(self, change: Change) -> None:
        """Note a table's change, and with it who is to be pinged: those in it, and of the others only whom their seat still calls
        and who haven't acted since."""
        kept = self._kept(change.table.id)
        kept.changes += 1
        called = {(seat.number, seat.call) for seat in change.table.seats if seat.call is not None}
        if kept.calls is not None:
            left = (call for call in kept.calls if (call.version, call.person) not in change.needless)
            kept.calls = [*(call for call in left if (call.seat, call.version) in called), *change.calls]
        elif called <= {(call.seat, call.version) for call in change.calls}:
            kept.calls = list(change.calls)

    def _kept(self, table: str) -> Remembered:
        kept = self._tables.setdefault(table, Remembered())
        self._tables.move_to_end(table)
        if len(self._tables) > KEPT_IN_MEMORY:
            self._tables.popitem(last=False)
        return kept


@contextmanager
def changing(kept: Iterable[Remembered]) -> Iterator[None]:
    """What is kept is about to change in the store. If that fails or is cut off, only the store knows whether it has."""
    for each in kept:
        each.changes += 1
    try:
        yield
    except BaseException:
        for each in kept:
            each.messages = each.calls = None
            each.changes += 1
        raise
