"""What Discord shows of the tables, so that messages can be brought up to date after any interruption."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

from storage.announcing import MESSAGES, Announcement
from storage.models import Change, Message, Ping
from storage.store import Store
from tables.models import TableView

KEPT_IN_MEMORY = 256


@dataclass(slots=True)
class Remembered:
    """A table's messages and pings as last read; None: they must be read again. `noted`: messages that aren't stored yet.
    `changes` counts possible changes, so that the result of a read that overlapped one isn't kept."""

    messages: dict[int, Message] | None = None
    calls: list[Ping] | None = None
    noted: dict[int, Message] = field(default_factory=dict)
    changes: int = 0

    def keep(self, messages: Sequence[Message], gone: Collection[int]) -> None:
        """Add the messages that exist, and drop those that are gone."""
        if self.messages is not None:
            self.messages |= {each.message: each for each in messages}
            for id in gone:
                self.messages.pop(id, None)
        for each in messages:
            if each.pings is not None:
                self.done(each.pings, each.audience)

    def may_have(self, messages: Collection[int]) -> bool:
        """Return whether one of these might be among the messages."""
        return bool(messages) and (self.messages is None or not self.messages.keys().isdisjoint(messages))

    def done(self, version: int, person: int | None) -> None:
        """Drop the pings of a version (to one person, or to all), which have been sent."""
        if self.calls is not None:
            self.calls = [call for call in self.calls if call.version != version or person not in (None, call.person)]


class Known(NamedTuple):
    """A table's messages, and the pings still to be sent, oldest first."""

    messages: list[Message]
    calls: list[Ping]

    def of(self, audience: int | None) -> list[Message]:
        """Return the messages for `audience` (None: everyone), oldest first."""
        return [message for message in self.messages if message.audience == audience]


class Messages:
    """The memory of messages and pings. After a start: look at the tables that are `unshown()`, and send the `calls()`.

    Pings are exact: each is created once, in the commit that made the game wait for someone new. Send the message with a nonce made
    of the ping, then `keep` it with `pings` set to the ping's version: a crash in between leads to the same nonce again, which
    Discord drops."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._tables: OrderedDict[str, Remembered] = OrderedDict()

    def note(self, message: Message) -> bool:
        """Note what a message shows now, unless it isn't known yet; return whether it was. That is stored with what is next kept
        `of` its table. If it never is, the message is only edited once more."""
        kept = self._kept(message.table)
        if kept.messages is None or message.message not in kept.messages:
            return False
        kept.changes += 1
        kept.keep([message], ())
        kept.noted[message.message] = message
        return True

    def has_noted(self, table: str) -> bool:
        """Return whether something was noted of a table that isn't stored yet."""
        return table in self._tables and bool(self._tables[table].noted)

    async def keep(
        self, messages: Sequence[Message] = (), gone: Sequence[int] = (), called: Sequence[Ping] = (), *, of: str | None = None
    ) -> None:
        """Keep messages of a table, or what they show now (the message id is the key), with what was noted `of` it, and forget
        those that are `gone`. A ping is done if one of them makes it, or if it was `called` in a way that leaves no message (or
        can't be made)."""
        remembered, known = self._kept(of) if of is not None else Remembered(), {*gone, *(each.message for each in messages)}
        noted, remembered.noted = remembered.noted, {}
        messages = [*(each for id, each in noted.items() if id not in known), *messages]
        if not (messages or gone or called):
            return
        touched = {each.table for each in messages} | {each.table for each in called}
        kept = [(id, each) for id, each in self._tables.items() if id in touched or each.may_have(gone)]
        try:
            with changing([each for _, each in kept]):
                await self._store.keep(messages, gone, called)
        except BaseException:
            remembered.noted = noted | remembered.noted
            raise
        for id, each in kept:
            each.keep([message for message in messages if message.table == id and message.message not in each.noted], gone)
            for call in called:
                if call.table == id:
                    each.done(call.version, call.person)

    async def all(self, table: str) -> list[Message]:
        """Return the messages that show a table to anyone, oldest first."""
        kept = self._kept(table)
        found = kept.messages
        if found is None:
            changes = kept.changes
            found = {message.message: message for message in await self._store.messages(table)} | kept.noted
            if kept.changes == changes:
                kept.messages = found
        return [message for _, message in sorted(found.items())]

    async def known(self, table: str) -> Known:
        """Return a table's known messages."""
        return Known(await self.all(table), await self.calls(table))

    async def of(self, table: str, audience: int | None = None) -> list[Message]:
        """Return the messages that show a table to `audience` (None: to everyone), oldest first."""
        return [message for message in await self.all(table) if message.audience == audience]

    async def unshown(self) -> list[str]:
        """Return the tables, over or not, whose current version Discord might not show, oldest first."""
        return await self._store.unshown()

    async def shown(self, versions: Mapping[str, int]) -> None:
        """Record that Discord shows these tables in these versions, with everything that belongs to them, so that no start has to
        check them."""
        await self._store.shown(versions)

    async def calls(self, table: str | None = None) -> list[Ping]:
        """Return the pings still to be sent (at one table, or at all), oldest first; without those no longer needed."""
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

    def forget(self, tables: Iterable[str]) -> None:
        """Read these tables' messages and pings again, apart from what was noted of those for everyone: some might have been
        deleted from the store, with everything about the person who read them."""
        for table in tables:
            kept = self._tables.pop(table, Remembered())
            if noted := {id: each for id, each in kept.noted.items() if each.audience is None}:
                self._tables[table] = Remembered(noted=noted)

    def forget_all(self) -> None:
        """Do the same for all tables."""
        self.forget([*self._tables])

    async def pass_on(self, table: TableView, person: int | None) -> None:
        """Ask the process that shows a table to look after its messages: a person's, or everyone's."""
        await self.keep(of=table.id)
        self.forget([table.id])
        await self._store.announce(Announcement(table=table.id, guild=table.place.guild, what=MESSAGES, by=person))

    def committed(self, change: Change) -> None:
        """Record a table's change and its pings: keep the new ones, and older ones only if their seat still needs them."""
        kept = self._kept(change.table.id)
        kept.changes += 1
        called = {(seat.number, seat.call) for seat in change.table.seats if seat.call is not None}
        if kept.calls is not None:
            kept.calls = [*(call for call in kept.calls if (call.seat, call.version) in called), *change.calls]
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
    """Mark what is in memory as about to change in the store. If the change fails or is cut off, only the store knows the
    outcome."""
    for each in kept:
        each.changes += 1
    try:
        yield
    except BaseException:
        for each in kept:
            each.messages = each.calls = None
            each.changes += 1
        raise
