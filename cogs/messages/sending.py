"""The requests that send, change and delete messages. Their purpose, and recording them, is up to the outbox."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence

import aiohttp
import discord
from discord.abc import Messageable
from discord.http import handle_message_parameters

from cogs.messages.components import attachments, files, layout, stamp_on
from cogs.messages.kinds import Stamp
from cogs.panels.blocks import Attachment, ForAll, ForOne, Panel, without_files
from tables.models import Message

log = logging.getLogger(__name__)

UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, NOT_ALLOWED, ARCHIVED = 10003, 10008, 50013, 50083
CANT_DM = {10013, 50007, 50033, 50278}
"""Direct messages are closed, there is no server in common, or the account is gone."""
SHUT = {50001, NOT_ALLOWED, ARCHIVED, 160005}
"""The bot isn't allowed to see a channel, post there, or open an archived thread; or a thread is locked."""
NO_ACCESS = {UNKNOWN_CHANNEL, *SHUT, *CANT_DM}
REFUSED = 10.0
"""Seconds between attempts to write to someone whose direct messages are closed: Discord locks out bots that are refused too
often."""
FARTHEST = 500
"""How many messages, including people's, are searched for those that the bot has sent."""
CUT_OFF = (TimeoutError, aiohttp.ClientError, OSError)
"""The exceptions that a broken or silent connection raises."""


class Sender:
    """Sends public messages to channels, and messages for one person only to them. If files aren't allowed, panels are sent
    without; an archived thread is reopened first."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._refused: dict[int, float] = {}

    async def to_all(self, channel: int, rendered: ForAll, nonce: str, stamp: Stamp) -> discord.Message:
        """Send a message to a channel. If several have the same nonce, Discord only accepts the first."""
        if not isinstance(rendered, ForAll):
            raise TypeError("only panels for everyone can be sent to a channel")
        mentions = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(id) for id in rendered.mentions])
        target = self._client.get_partial_messageable(channel)
        return await self._send(target, rendered.panel, nonce, stamp, mentions)

    async def to_one(self, person: int, rendered: ForOne, nonce: str, stamp: Stamp, *, silent: bool = False) -> discord.Message:
        """Send a direct message; if it is `silent`, without a notification."""
        if not isinstance(rendered, ForOne) or rendered.person != person:
            raise TypeError("only panels for this person can be sent to them")
        await self._wait_if_refused(person)
        channel = await self._client.create_dm(discord.Object(person))
        try:
            return await self._send(channel, rendered.panel, nonce, stamp, discord.AllowedMentions.none(), silent=silent)
        except discord.Forbidden as error:
            if error.code in CANT_DM:
                self._refused[person] = time.monotonic()
            raise

    async def _wait_if_refused(self, person: int) -> None:
        """Wait if direct messages to someone were refused very recently."""
        now = time.monotonic()
        self._refused = {each: at for each, at in self._refused.items() if now - at < REFUSED}
        if (at := self._refused.get(person)) is not None:
            await asyncio.sleep(at + REFUSED - now)

    async def sent_to_all(self, channel: int, since: int) -> list[discord.Message]:
        """Return what the bot has sent to a channel after the message `since`, oldest first."""
        return await self._sent(self._client.get_partial_messageable(channel), since)

    async def sent_to_one(self, person: int, since: int) -> list[discord.Message]:
        """Return what the bot has sent to a person after the message `since`, oldest first."""
        return await self._sent(await self._client.create_dm(discord.Object(person)), since)

    async def _sent(self, target: Messageable, since: int) -> list[discord.Message]:
        """Return our messages after the one with the id `since`; none without the permission Read Message History."""
        us = self._client.user.id if self._client.user is not None else 0
        try:
            found = target.history(limit=FARTHEST, after=discord.Object(since), oldest_first=True)
            return [each async for each in found if each.author.id == us and stamp_on(each) is not None]
        except discord.Forbidden as error:
            log.info("What was sent to %s can't be looked up: %s", target, error)
            return []

    async def _send(
        self,
        target: Messageable,
        panel: Panel,
        nonce: str,
        stamp: Stamp,
        mentions: discord.AllowedMentions,
        *,
        silent: bool = False,
    ) -> discord.Message:
        def sending(panel: Panel) -> Awaitable[discord.Message]:
            view, attached = layout(panel, stamp), files(panel)
            return target.send(view=view, files=attached, nonce=nonce, allowed_mentions=mentions, silent=silent)

        try:
            return await self._once_more(target, lambda: sending(panel))
        except discord.Forbidden as error:
            if error.code != NOT_ALLOWED or not has_files(panel):
                raise
            log.warning("Can't attach files in %s, so pictures are left out there", target)
            return await self._once_more(target, lambda: sending(without_files(panel)))

    async def _once_more(self, target: Messageable, sending: Callable[[], Awaitable[discord.Message]]) -> discord.Message:
        """Send it, and repeat it if the connection breaks: it might have arrived, and then its nonce finds it."""
        try:
            return await sending()
        except CUT_OFF as error:
            log.info("The connection broke while something was sent to %s. Sending it again: %r", target, error)
            return await sending()

    async def edit(self, message: Message, panel: Panel, there: Sequence[discord.Attachment]) -> list[discord.Attachment]:
        """Edit a message that has the files `there` attached; return those it has afterwards."""
        try:
            return await self._edit(message, panel, there)
        except discord.HTTPException as error:
            if error.code == ARCHIVED:
                await self._take_out(message.channel)
            elif error.code == NOT_ALLOWED and has_files(panel):
                log.warning("Can't attach files in %d, so pictures are left out there", message.channel)
                panel, there = without_files(panel), ()
            else:
                raise
            return await self._edit(message, panel, there)

    async def _edit(self, message: Message, panel: Panel, there: Sequence[discord.Attachment]) -> list[discord.Attachment]:
        """Edit a message, without making discord.py's objects for content that we know."""
        view, attached, none = layout(panel), attachments(panel, there), discord.AllowedMentions.none()
        with handle_message_parameters(view=view, attachments=attached, allowed_mentions=none) as params:
            edited = await self._client.http.edit_message(message.channel, message.message, params=params)
        return [discord.Attachment(data=each, state=self._client._connection) for each in edited["attachments"]]

    async def delete(self, message: Message) -> None:
        """Delete a message; it may be gone already."""
        try:
            await self._delete(message)
        except discord.NotFound:
            log.info("Table %s: message %d was already gone", message.table, message.message)

    async def _delete(self, message: Message) -> None:
        target = self._target(message)
        try:
            await target.delete()
        except discord.HTTPException as error:
            if error.code != ARCHIVED:
                raise
            await self._take_out(message.channel)
            await target.delete()

    def _target(self, message: Message) -> discord.PartialMessage:
        return self._client.get_partial_messageable(message.channel).get_partial_message(message.message)

    async def _take_out(self, thread: int) -> None:
        await self._client.http.edit_channel(thread, archived=False)


def has_files(panel: Panel) -> bool:
    """Return whether a panel needs more than a message's text and components."""
    return any(isinstance(block, Attachment) for block in panel.blocks)
