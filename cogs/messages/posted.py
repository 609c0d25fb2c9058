"""The messages of tables on Discord: sent, edited and deleted, each recorded with what it shows. A message is sent with a nonce, by
which Discord drops a duplicate within a few minutes, and then recorded; edits can be repeated; a deletion might find nothing to
delete. So the bot can be killed at any point. If a message might have been sent but not recorded, the bot looks through what it has
sent, however old, before it sends anything again."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple
from weakref import WeakValueDictionary

import discord

from cogs.messages.components import stamp_on
from cogs.messages.kinds import (
    EndMentionMessage,
    HandMessage,
    InvitationMessage,
    MentionMessage,
    MessageKind,
    Stamp,
    at_place,
    kind_of,
    name_of,
    nonce,
    numbered,
)
from cogs.messages.sending import UNKNOWN_MESSAGE, Sender
from cogs.panels.blocks import ForAll, ForOne
from tables import SeatSnapshot, TableService, TableView
from tables.models import Message, Ping

log = logging.getLogger(__name__)


END_NOTICE = "followed"
"""The name of the message that tells a follower how a game ended."""


class Channel(NamedTuple):
    """Where messages are: a channel's or thread's id, or a person, for their direct messages."""

    kind: Literal["public", "dm"]
    id: int


Key = tuple[Channel, str]
"""A table in a channel."""


@dataclass(frozen=True, slots=True)
class Shows:
    """What a message shows of a table from now on; `kind`: its new kind, if that changes; `seen`: the snapshot that it was drawn
    from, if it was drawn from nothing else."""

    table: TableView
    kind: MessageKind | None = None
    seen: SeatSnapshot | None = None


@dataclass
class Changes:
    """The changes from one check of a table in a channel, not yet recorded. `scores`: final scores just sent."""

    kept: dict[int, Message] = field(default_factory=dict)
    gone: set[int] = field(default_factory=set)
    called: list[Ping] = field(default_factory=list)
    scores: list[Message] = field(default_factory=list)


class Posted:
    """Sends, edits and deletes the messages of tables. `mark` is called about a lost message that might have to be sent again.
    `doubtful`: the tables, by channel, that haven't been checked since the start, or since something went wrong there. A message to
    be sent there might turn out to have arrived earlier, showing an older state."""

    def __init__(self, tables: TableService, sender: Sender, mark: Callable[[Channel, str], None]) -> None:
        self.doubtful: set[Key] = set()
        self._tables = tables
        self._sender = sender
        self._mark = mark
        self._attached: dict[int, list[discord.Attachment]] = {}
        self._fresh: dict[int, Message] = {}
        self._answers: dict[int, ForAll | ForOne | None] = {}
        self._unsure: set[int] = set()
        self._clicked: set[int] = set()
        self._edited: set[int] = set()
        self._drawn_from: WeakValueDictionary[int, SeatSnapshot] = WeakValueDictionary()
        self._lost: dict[tuple[str, str], int] = {}
        self._since: dict[Key, int] = {}
        self._sent_before: dict[Key, list[discord.Message]] = {}

    def trouble(self, key: Key) -> None:
        """Record that something failed there: the message might have arrived anyway."""
        self.doubtful.add(key)
        self._sent_before.pop(key, None)

    def sure(self, key: Key) -> None:
        """Record that everything sent there is known."""
        self.doubtful.discard(key)
        self._sent_before.pop(key, None)
        self._since.pop(key, None)

    async def remember(self, changes: Changes, table: str) -> None:
        """Store the changes at a table, and what clicks there were answered with."""
        kept, gone, called = [*changes.kept.values()], [*changes.gone], [*changes.called]
        if not (kept or gone or called or self._tables.messages.has_noted(table)):
            return
        await self._tables.messages.keep(kept, gone, called, of=table)
        for message in kept:
            self._fresh.pop(message.message, None)
            if message.final:
                self._release(message)
        changes.kept.clear()
        changes.gone.clear()
        changes.called.clear()

    # what was sent and might not be recorded

    async def _before(self, channel: Channel, table: TableView) -> list[discord.Message]:
        """Return the messages of a table that were sent there but not recorded, oldest first; none if there is no doubt."""
        key = channel, table.id
        if key not in self.doubtful:
            return []
        if key not in self._sent_before:
            messages = await self._tables.messages.all(table.id)  # of other games, too: all what-if games are in one place
            known = {each.message for each in messages}
            person = channel.id if channel.kind == "dm" else None
            own = (each.message for each in messages if each.audience == person)
            since = self._since.setdefault(key, max(own, default=discord.utils.time_snowflake(table.created)))
            look = self._sender.sent_to_one if channel.kind == "dm" else self._sender.sent_to_all
            found = [each for each in await look(channel.id, since) if each.id not in known]
            self._sent_before[key] = [each for each in found if (stamp := stamp_on(each)) and stamp.table == numbered(table.id)]
        return self._sent_before[key]

    async def _found(self, channel: Channel, table: TableView, stamp: Stamp) -> discord.Message | None:
        """Return the message with that stamp, if it was sent before; if there are several, return the latest and delete the
        others."""
        before = await self._before(channel, table)
        found = [each for each in before if stamp_on(each) == stamp]
        for message in found[:-1]:
            await self._remove(message)
        self._sent_before[channel, table.id] = [each for each in before if each not in found]
        return found[-1] if found else None

    async def clear(self, table: TableView, person: int) -> None:
        """Delete someone's hand panels that were sent but never recorded: there is a newer one."""
        channel = Channel("dm", person)
        for message in await self._before(channel, table):
            await self._remove(message)
        self._sent_before.pop((channel, table.id), None)

    async def _remove(self, message: discord.Message) -> None:
        log.info("Message %d in %d is a duplicate or out of date, so it's deleted", message.id, message.channel.id)
        try:
            await message.delete()
        except discord.NotFound:
            log.info("Message %d was already gone", message.id)

    # messages

    async def send(self, table: TableView, kind: MessageKind, rendered: ForAll, changes: Changes) -> Message:
        """Send a message to a table's place, unless that has been done."""
        place, name = Channel("public", table.place.id), at_place(kind.name, table.place.id)
        stamp = Stamp.of(table.id, name)
        sent = await self._found(place, table, stamp)
        fresh = sent is None
        if sent is None:
            sent = await self._sender.to_all(place.id, rendered, nonce(table.id, self._unlost(table.id, name)), stamp)
            self._lost.pop((table.id, name), None)
        return await self._sent(table, kind, sent, rendered, changes, fresh=fresh)

    async def mention(self, table: TableView, rendered: ForAll, call: Ping, changes: Changes) -> Message:
        """Ping someone at a table's place, unless that has been done."""
        kind = (EndMentionMessage if table.phase == "over" else MentionMessage)(call.seat)
        place, name = Channel("public", table.place.id), at_place(name_of(call), table.place.id)
        stamp = Stamp.of(table.id, name)
        sent = await self._found(place, table, stamp)
        fresh = sent is None
        if sent is None:
            sent = await self._sender.to_all(place.id, rendered, nonce(table.id, name), stamp)
        return await self._sent(table, kind, sent, rendered, changes, fresh=fresh)

    async def send_hand(
        self, table: TableView, rendered: ForOne, call: Ping | None, changes: Changes, *, silent: bool = False
    ) -> Message:
        """Send a hand, which also pings the player if they have to be pinged, unless that has been done. `silent`: no device of
        theirs reports it."""
        kind = HandMessage(rendered.person)
        name = name_of(call) if call is not None else kind.name
        channel, stamp = Channel("dm", rendered.person), Stamp.of(table.id, name)
        sent = await self._found(channel, table, stamp)
        fresh = sent is None
        if sent is None:
            unlost = name if call is not None else self._unlost(table.id, name)
            sent = await self._sender.to_one(rendered.person, rendered, nonce(table.id, unlost), stamp, silent=silent)
            self._lost.pop((table.id, name), None)
        return await self._sent(table, kind, sent, rendered, changes, fresh=fresh, call=call)

    async def tell(self, table: TableView, rendered: ForOne) -> None:
        """Send someone a message about a table that doesn't follow anything and isn't recorded, unless that has been done."""
        stamp = Stamp.of(table.id, END_NOTICE)
        if await self._found(Channel("dm", rendered.person), table, stamp) is None:
            await self._sender.to_one(rendered.person, rendered, nonce(table.id, END_NOTICE), stamp)

    async def _sent(
        self,
        table: TableView,
        kind: MessageKind,
        sent: discord.Message,
        rendered: ForAll | ForOne,
        changes: Changes,
        *,
        fresh: bool,
        call: Ping | None = None,
    ) -> Message:
        """Record a sent message. If it was sent earlier (it isn't `fresh`), its content is unknown, and it is recorded before an
        edit, which removes its stamp."""
        self._attached[sent.id] = sent.attachments
        message = Message(
            table=table.id,
            purpose=kind.purpose,
            channel=sent.channel.id,
            message=sent.id,
            shows=rendered.digest if fresh else "",
            audience=rendered.person if isinstance(rendered, ForOne) else None,
            pings=call.version if call is not None else None,
            final=fresh and not kind.follows(table),
        )
        changes.kept[message.message] = self._fresh[message.message] = message
        if not fresh:
            await self.remember(changes, table.id)
        return message

    async def show(
        self, message: Message, kind: MessageKind, rendered: ForAll | ForOne, changes: Changes, *, final: bool
    ) -> Message:
        """Make a message show something, unless it does already; forget the message if it is gone. Return the resulting message."""
        if (rendered.person if isinstance(rendered, ForOne) else None) != message.audience:
            raise TypeError("a panel can only replace one for the same people")
        unsure = message.message in self._unsure
        if message.shows != rendered.digest or unsure:
            answer = self._answers.get(message.message)
            shown = answer if answer is not None and answer.digest == rendered.digest else rendered
            there = () if unsure else self._attached.get(message.message, ())
            self._release(message)
            self._edited.add(message.message)
            try:
                self._attached[message.message] = await self._sender.edit(message, shown.panel, there)
            except discord.NotFound as error:
                if error.code != UNKNOWN_MESSAGE:
                    raise
                self._lose(message, kind, changes)
                return message
            except BaseException:  # given up as well
                self._unsure.add(message.message)
                raise
            finally:
                self._edited.discard(message.message)
            if message.message in self._clicked:
                self._unsure.add(message.message)
        now = message.model_copy(update={"purpose": kind.purpose, "shows": rendered.digest, "final": final})
        if now != message:
            changes.kept[message.message] = now
        return now

    async def delete(self, message: Message, changes: Changes) -> None:
        """Delete a message; it might already be gone."""
        await self._sender.delete(message)
        self._release(message)
        changes.kept.pop(message.message, None)
        changes.gone.add(message.message)

    def leave(self, message: Message, changes: Changes) -> None:
        """Leave a message as it is from now on."""
        changes.kept[message.message] = message.model_copy(update={"final": True})

    def _release(self, message: Message) -> None:
        self._attached.pop(message.message, None)
        self._unsure.discard(message.message)
        self._answers.pop(message.message, None)
        self._drawn_from.pop(message.message, None)

    def _lose(self, message: Message, kind: MessageKind, changes: Changes) -> None:
        """Handle a deleted message: if still needed, it is sent again, with another nonce. An invitation pings no one twice, so it
        ends here. The table is marked for a look before the message is forgotten."""
        log.info("Table %s: %s (message %d) was deleted", message.table, message.purpose, message.message)
        if isinstance(kind, InvitationMessage):
            self.leave(message, changes)
            return
        if message.audience is not None:
            self._lost[message.table, kind.name] = message.message
            self._mark(Channel("dm", message.audience), message.table)
        else:
            self._lost[message.table, at_place(kind.name, message.channel)] = message.message
            self._mark(Channel("public", message.channel), message.table)
        changes.kept.pop(message.message, None)
        changes.gone.add(message.message)

    def _unlost(self, table: str, name: str) -> str:
        """Return a message's name, with the id of the lost message that it replaces, if any."""
        return f"{name} {self._lost.get((table, name), '')}"

    # clicks, which are answered by editing their message

    def clicked(self, message: int) -> None:
        """Record that a click on a message is about to be answered."""
        self._answers[message] = None
        self._clicked.add(message)

    async def answered(self, shows: Shows, rendered: ForAll | ForOne, *, channel: int, message: int) -> None:
        """Note that a click was answered by showing this in its message; the worker, which checks the table then, stores that. A
        message that was sent just before a crash and never recorded is recorded now."""
        if message in self._answers:
            self._answers[message] = rendered
        self._attached.pop(message, None)
        self._drawn_from.pop(message, None)
        table = shows.table
        audience = rendered.person if isinstance(rendered, ForOne) else None
        kind = shows.kind
        if kind is None:
            known = {each.message: each for each in await self._tables.messages.of(table.id, audience)}
            kind = kind_of(known[message]) if message in known else None
        if kind is None:
            return
        now = Message(
            table=table.id,
            purpose=kind.purpose,
            channel=channel,
            message=message,
            shows=rendered.digest,
            audience=audience,
            pings=fresh.pings if (fresh := self._fresh.get(message)) is not None else None,
            final=not kind.follows(table),
        )
        if not self._tables.messages.note(now):
            await self.remember(Changes({message: now}), table.id)
        if shows.seen is not None:
            self._drawn_from[message] = shows.seen

    def settled(self, message: int) -> None:
        """Record that a click on a message was answered. If another edit of it overlapped, only Discord knows which came last."""
        self._clicked.discard(message)
        if message in self._edited:
            self._unsure.add(message)
        elif message not in self._unsure:
            self._answers.pop(message, None)

    def doubt(self, message: Message) -> None:
        """Record that a message might have been deleted: the next edit is made even if nothing has changed."""
        self._unsure.add(message.message)

    def shows(self, message: Message, seen: SeatSnapshot) -> bool:
        """Return whether a message certainly shows this snapshot, without drawing anything."""
        return self._drawn_from.get(message.message) is seen and not self.unsure(message)

    def unsure(self, message: Message) -> bool:
        """Return whether a message might show something that we don't know about."""
        return message.message in self._unsure
