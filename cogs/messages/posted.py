"""The messages of tables as they stand on Discord: sent, edited and deleted, each remembered, and known by what it shows.

A message is sent with a nonce, by which Discord drops a double within a few minutes, and then remembered; edits can be repeated;
a deletion may find that it was done. So the bot can be killed anywhere in between. Where something may have been sent and not
remembered, what was sent is looked through before anything is sent again, however long ago that was.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

import discord

from cogs.messages.components import stamp_on
from cogs.messages.purposes import INVITATION, SEATED, Stamp, first_hand, is_final, mark_of, nonce_of, numbered, pinged
from cogs.messages.sending import UNKNOWN_MESSAGE, Sender
from cogs.panels.blocks import ForAll, ForOne
from tables import TableService, TableView
from tables.models import Message, Ping

log = logging.getLogger(__name__)

UNKNOWN = -1
"""The version that a message shows when that isn't known."""
UNCHANGING = ("score", SEATED)
"""What the purposes of messages begin with that show the same whenever they are drawn."""


class Channel(NamedTuple):
    """Where messages are: a channel's or thread's id, or a person, for their direct messages."""

    kind: Literal["public", "dm"]
    id: int


Key = tuple[Channel, str]
"""A table in a channel."""


class Post(NamedTuple):
    """A message that should be there: what it is for, what it shows, and whether it stays so."""

    purpose: str
    rendered: ForAll
    final: bool


@dataclass(frozen=True, slots=True)
class Shows:
    """What a message shows of a table, so that it is kept up to date from now on."""

    table: TableView
    purpose: str


class Posted:
    """Sends, edits and deletes the messages of tables. `mark` is told where one was lost that may have to be sent anew.

    `doubtful`: the tables, in their channels, that were not looked at since the start, or since something went wrong there. What
    is sent there may turn out to have come before, and to show what held then.
    """

    def __init__(self, host: TableService, sender: Sender, mark: Callable[[Channel, str], None]) -> None:
        self.doubtful: set[Key] = set()
        self._host = host
        self._sender = sender
        self._mark = mark
        self._painted: dict[int, int] = {}
        self._attached: dict[int, list[discord.Attachment]] = {}
        self._answers: dict[int, ForAll | ForOne | None] = {}
        self._unsure: set[int] = set()
        self._lost: Counter[str] = Counter()
        self._since: dict[Key, int] = {}
        self._sent_before: dict[Key, list[discord.Message]] = {}

    def in_doubt(self, channel: Channel, table: TableView) -> bool:
        """May there be a message of a table that isn't remembered?"""
        return (channel, table.id) in self.doubtful

    def trouble(self, key: Key) -> None:
        """Something has failed there: what was to be sent may have arrived all the same."""
        self.doubtful.add(key)
        self._sent_before.pop(key, None)

    def sure(self, key: Key) -> None:
        """All that was sent there is known."""
        self.doubtful.discard(key)
        self._sent_before.pop(key, None)
        self._since.pop(key, None)

    # what was sent and may not be remembered

    async def _before(self, channel: Channel, table: TableView) -> list[discord.Message]:
        """What was sent of a table there and isn't remembered, oldest first; nothing where there is no doubt."""
        key = channel, table.id
        if key not in self.doubtful:
            return []
        if key not in self._sent_before:
            person = channel.id if channel.kind == "dm" else None
            known = [each.message for each in await self._host.messages.of(table.id, audience=person)]
            since = self._since.setdefault(key, max(known, default=discord.utils.time_snowflake(table.created)))
            look = self._sender.sent_to_one if channel.kind == "dm" else self._sender.sent_to_all
            found = [each for each in await look(channel.id, since) if each.id not in known]
            self._sent_before[key] = [each for each in found if (stamp := stamp_on(each)) and stamp.table == numbered(table.id)]
        return self._sent_before[key]

    async def _found(self, channel: Channel, table: TableView, stamp: Stamp) -> discord.Message | None:
        """The message of that stamp, if it was sent before; of several the latest, and the others go."""
        before = await self._before(channel, table)
        found = [each for each in before if stamp_on(each) == stamp]
        for message in found[:-1]:
            await self._remove(message)
        self._sent_before[channel, table.id] = [each for each in before if each not in found]
        return found[-1] if found else None

    async def clear(self, table: TableView, person: int) -> None:
        """Have someone's hand panels go that were sent and never remembered: there is a newer one."""
        channel = Channel("dm", person)
        for message in await self._before(channel, table):
            await self._remove(message)
        self._sent_before.pop((channel, table.id), None)

    async def _remove(self, message: discord.Message) -> None:
        log.info("Message %d in %d was sent twice, or for what has passed: it goes", message.id, message.channel.id)
        try:
            await message.delete()
        except discord.NotFound:
            log.info("Message %d was gone already", message.id)

    # messages

    async def send(self, table: TableView, post: Post) -> Message:
        """Sends a message to a table's place. It is yet to be remembered."""
        place, stamp = Channel("public", table.place.id), Stamp.of(table.id, post.purpose + mark_of(table))
        sent = await self._found(place, table, stamp)
        if sent is None:
            sent = await self._sender.to_all(place.id, post.rendered, self._nonce(table, post.purpose), stamp)
        fresh = not self.in_doubt(place, table) or post.purpose.startswith(UNCHANGING)
        return self._sent(table, post.purpose, sent, post.rendered, fresh=fresh, final=post.final)

    async def mention(self, table: TableView, rendered: ForAll, call: Ping) -> Message:
        """Calls somebody at a table's place. It is yet to be remembered."""
        place, nonce = Channel("public", table.place.id), nonce_of(call) + mark_of(table)
        stamp = Stamp.of(table.id, nonce)
        sent = await self._found(place, table, stamp) or await self._sender.to_all(place.id, rendered, nonce, stamp)
        purpose = pinged(call.seat, over=table.phase == "over")
        message = self._sent(table, purpose, sent, rendered, fresh=False, final=True)
        return message.model_copy(update={"version": call.version, "final": True})

    async def send_alone(self, table: TableView, rendered: ForOne, call: Ping | None) -> Message:
        """Sends a hand panel, which is the call if there is one. It is yet to be remembered."""
        person = rendered.person
        nonce = nonce_of(call) if call else f"{table.id}{self._unlost(table.id, first_hand(person))}"
        channel, stamp = Channel("dm", person), Stamp.of(table.id, nonce_of(call) if call else first_hand(person))
        sent = await self._found(channel, table, stamp) or await self._sender.to_one(person, rendered, nonce, stamp)
        fresh = not self.in_doubt(channel, table)
        message = self._sent(table, "hand", sent, rendered, fresh=fresh, final=False)
        return message.model_copy(update={"audience": person, "pings": call.version if call else None})

    def _sent(
        self, table: TableView, purpose: str, sent: discord.Message, rendered: ForAll | ForOne, *, fresh: bool, final: bool
    ) -> Message:
        """What is to be remembered of a message that was sent. `fresh`: it shows what was just drawn."""
        self._attached[sent.id] = sent.attachments
        if fresh:
            self._painted[sent.id] = hash(rendered.panel)
        version = table.version if fresh else UNKNOWN
        return Message(
            table=table.id,
            purpose=purpose,
            channel=sent.channel.id,
            message=sent.id,
            version=version,
            final=final and fresh,
        )

    async def edit(self, message: Message, rendered: ForAll | ForOne, table: TableView, *, final: bool) -> Message:
        """Edits a remembered message, unless it shows just that; one that is gone is forgotten. Returns it as it is then."""
        audience = rendered.person if isinstance(rendered, ForOne) else None
        if audience != message.audience:
            raise TypeError("a panel may only take the place of one for the same eyes")
        paint = hash(rendered.panel)
        if self._painted.get(message.message) != paint or message.message in self._unsure:
            there = () if message.message in self._unsure else self._attached.get(message.message, ())
            self._release(message)
            try:
                self._attached[message.message] = await self._sender.edit(message, rendered.panel, there)
            except discord.NotFound as error:
                if error.code != UNKNOWN_MESSAGE:
                    raise
                await self._forget_lost(message)
                return message
            except BaseException:  # given up as well
                self._unsure.add(message.message)
                raise
            self._painted[message.message] = paint
        shows = message.model_copy(update={"version": table.version, "final": final})
        await self.remember(shows)
        return shows

    async def delete(self, message: Message) -> None:
        """Deletes a message; it may be gone already."""
        await self._sender.delete(message)
        self._release(message)
        await self._host.messages.forget(message.message)

    async def remember(self, message: Message) -> None:
        """From now on a message is known to be there, and to show what it says that it shows."""
        await self._host.messages.remember(message)
        if message.final:
            self._release(message)

    async def lags(self, message: Message) -> None:
        """A message has to be drawn anew, whatever it shows, even if the bot is killed before it comes to that."""
        await self.remember(message.model_copy(update={"version": UNKNOWN, "final": False}))

    async def leave(self, message: Message) -> None:
        """A message is left as it is for good."""
        await self.remember(message.model_copy(update={"final": True}))

    def _release(self, message: Message) -> None:
        self._painted.pop(message.message, None)
        self._attached.pop(message.message, None)
        self._unsure.discard(message.message)
        self._answers.pop(message.message, None)

    async def _forget_lost(self, message: Message) -> None:
        """Somebody has deleted a message of ours: one that is still needed is sent anew, with another nonce. Nobody is called by an
        invitation twice, so that one is at an end."""
        log.info("Table %s: %s (message %d) was deleted", message.table, message.purpose, message.message)
        if message.purpose.startswith(INVITATION):
            await self.leave(message)
            return
        await self._host.messages.forget(message.message)
        if message.audience is not None:
            self._lost[message.table + first_hand(message.audience)] += 1
            self._mark(Channel("dm", message.audience), message.table)
        else:
            self._lost[message.table + message.purpose] += 1
            self._mark(Channel("public", message.channel), message.table)

    def _nonce(self, table: TableView, what: str) -> str:
        """What names a message at a table's place to Discord, so that it takes it once. 25 characters at most."""
        return f"{table.id}{self._unlost(table.id, what)}{mark_of(table)}"

    def _unlost(self, table: str, what: str) -> str:
        """What a message is for, and the how-manieth of these it is if others were lost."""
        return f"{what}{self._lost[table + what] or ''}"

    # clicks, which are answered by an edit of their message

    def clicked(self, message: int) -> None:
        """A click on a message is about to be answered."""
        self._answers[message] = None

    async def answered(self, table: TableView, purpose: str, rendered: ForAll | ForOne, *, channel: int, message: int) -> None:
        """A click was answered with this in its message. So one that was sent just before a crash and never remembered is
        remembered now."""
        if message in self._answers:
            self._answers[message] = rendered
        self._painted[message] = hash(rendered.panel)
        self._attached.pop(message, None)
        await self.remember(
            Message(
                table=table.id,
                purpose=purpose,
                channel=channel,
                message=message,
                version=table.version,
                audience=rendered.person if isinstance(rendered, ForOne) else None,
                final=is_final(table, purpose),
            )
        )

    def settled(self, message: int, *, crossed: bool) -> None:
        """A click on a message was answered. `crossed`: while another edit of it was under way; which of the two came last, only
        Discord knows."""
        if crossed:
            self._unsure.add(message)
        else:
            self._answers.pop(message, None)

    def doubt(self, message: Message) -> None:
        """A message may have been deleted: it is edited even if it shows what it should."""
        self._unsure.add(message.message)

    def unsure(self, message: Message) -> bool:
        """May a message show something else than what is known of it?"""
        return message.message in self._unsure

    def answer_in_doubt(self, table: TableView, message: Message) -> ForAll | ForOne | None:
        """What a click was answered with in this message, if that may have been painted over and nothing has happened since: it
        says more than what would be drawn now."""
        return self._answers.get(message.message) if message.version >= table.version else None
