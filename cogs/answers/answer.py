"""The answer to an interaction: its content (`Reply`), and its way to the right people, whatever happens (`Answer`)."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import aiohttp
import discord

from cogs import text
from cogs.answers.interactions import Interaction, describe, is_note, is_private
from cogs.answers.notes import PrivateMessage, PrivateMessages, Until
from cogs.messages.components import attachments, files, layout, window
from cogs.messages.outbox import Outbox
from cogs.messages.posted import Shows
from cogs.messages.sending import CUT_OFF, UNKNOWN_CHANNEL
from cogs.panels.blocks import NOTE, UNREAD, Dialog, ForAll, ForOne, Panel
from cogs.panels.notes import note
from metrics import ANSWERS, UNANSWERED

log = logging.getLogger(__name__)

DEFER_AFTER = 1.5
PATIENCE = 8.0
"""Seconds after which a request that answers someone counts as lost, because others are waiting behind it."""
TOO_LATE, ANSWERED, REPLACED, INVALID = 10062, 40060, 10008, 50035
EXPIRED = 10015, 50027
"""The interaction is over: after 15 minutes, its token is no longer valid."""

After = Callable[[], Awaitable[ForOne | None]]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer: `edit` replaces the clicked message, `say` goes only to the person, `tell` to everyone. If `edit` is for only one
    person and others see the clicked message, it is sent beside that. `dialog` opens a window to write in. `shows` says what `edit`
    shows of a table. `after` runs once this is sent, and can return more to say. `if_lost` runs if Discord didn't get this.
    `until`: when the private message is no longer useful."""

    edit: ForAll | ForOne | None = None
    say: ForAll | ForOne | None = None
    tell: ForAll | None = None
    shows: Shows | None = None
    after: After | None = None
    if_lost: Callable[[], None] | None = None
    dialog: Dialog | None = None
    until: Until | None = None

    @property
    def understood(self) -> bool:
        """Return whether everything that the person wrote was understood."""
        return not any(isinstance(rendered, ForOne) and rendered.slot == UNREAD for rendered in (self.edit, self.say))

    def check(self, interaction: Interaction) -> None:
        """Raise Leak if this would reach someone it isn't for."""
        if not isinstance(self.tell, ForAll | None):
            raise Leak("a private panel told to everyone")
        for rendered in (self.edit, self.say):
            if isinstance(rendered, ForOne) and rendered.person != interaction.user.id:
                raise Leak("a panel for someone else")


class Leak(AssertionError):
    """A panel was about to reach someone it isn't for. Nothing was sent."""


async def refuse(interaction: Interaction, sentence: str) -> Reply:
    """Return a refusal in one sentence."""
    return Reply(say=note(sentence, interaction.user.id))


def passing(error: Exception) -> bool:
    """Return whether the failure is temporary, at Discord, at the database's server or in the network."""
    if isinstance(error, discord.HTTPException):
        return error.status == 429 or error.status >= 500
    return isinstance(error, TimeoutError | aiohttp.ClientError | ConnectionError)


def mentioning(rendered: ForAll | ForOne) -> discord.AllowedMentions:
    """Return the people that a panel pings, and no others."""
    people = rendered.mentions if isinstance(rendered, ForAll) else ()
    return discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(person) for person in people])


class Answer:
    """The answer to one interaction: deferred when it takes long, sent once. `matter`: what the person wrote something for, named
    after the window, or after the command whose window lets them correct it; empty if they wrote nothing. A request might have
    arrived even though its connection broke, or no reply came: it is repeated once, and Discord refuses a second answer
    (`ANSWERED`). The messages of tables follow automatically, even if the answer fails."""

    def __init__(
        self, interaction: Interaction, notes: PrivateMessages, outbox: Outbox, *, public: bool = False, matter: str = ""
    ) -> None:
        self.matter = matter
        self._outbox = outbox
        self._interaction = interaction
        self._response = discord.InteractionResponse(interaction)
        """Not the interaction's own, which the interaction keeps: only a garbage collection would free the two."""
        self._public = public
        self._lock = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None
        self._began = 0.0
        self._acknowledged = False
        self._in_doubt = False
        self._notes = notes
        self._said = False
        self._rewritable = False
        self._until: Until | None = None

    @property
    def _done(self) -> bool:
        """Return whether Discord has received an answer, as far as we know."""
        return self._acknowledged or self._response.is_done()

    async def __aenter__(self) -> Answer:
        self._timer = asyncio.get_running_loop().call_later(DEFER_AFTER, lambda: self._outbox.background(self._defer()))
        self._began = time.monotonic()
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._timer is not None:
            self._timer.cancel()
        ANSWERS.labels(self._interaction.type.name).observe(time.monotonic() - self._began)

    async def _defer(self) -> None:
        async with self._lock:
            if not self._done:
                try:
                    # For a click, the message stays as it is for now; for a command, "is thinking" has the answer's audience.
                    async with asyncio.timeout(PATIENCE):
                        await self._response.defer(ephemeral=not self._public)
                except (discord.HTTPException, *CUT_OFF) as error:
                    self._in_doubt = True
                    log.warning("%s could not be deferred: %r", describe(self._interaction), error)

    async def send(self, reply: Reply) -> None:
        """Send the answer. Refusals by Discord are logged; what was done stays done, and messages follow automatically."""
        in_place = await self._sent(reply)
        if in_place is None and reply.if_lost is not None:
            reply.if_lost()
        if reply.edit is not None and reply.shows is not None and in_place:
            await self._outbox.shown(self._interaction, reply.edit, reply.shows)

    async def _sent(self, reply: Reply) -> bool | None:
        """Send the answer; return whether the clicked message now shows it. None: the answer is lost."""
        async with self._lock:
            try:
                return await self._send(reply)
            except discord.HTTPException as error:
                UNANSWERED.inc()
                if error.code in (TOO_LATE, ANSWERED, *EXPIRED):
                    log.warning(
                        "%s was answered too late, or by a request that seemed lost: %s", describe(self._interaction), error
                    )
                elif passing(error) or error.code == UNKNOWN_CHANNEL:
                    log.warning("%s: Discord didn't accept the answer: %s", describe(self._interaction), error)
                else:
                    log.exception("%s could not be answered", describe(self._interaction))
                    await self._last_resort()
            except CUT_OFF as error:
                UNANSWERED.inc()
                log.warning("%s: the connection broke twice while it was answered: %r", describe(self._interaction), error)
        return None

    async def add(self, said: ForOne) -> None:
        """Show more to the person who acted, and to no one else: by replacing the note that this answer gave them, if there is one
        (a second edit does no harm), or else in a separate message."""
        if said.person != self._interaction.user.id:
            raise Leak("a panel for someone else")
        async with self._lock:
            if not self._rewritable or not await self._rewritten(said):
                await self._beside(said, alone=True, mentions=discord.AllowedMentions.none())

    async def _send(self, reply: Reply) -> bool:
        """Send the answer; return whether the clicked message now shows it."""
        response, dialog, say = self._response, reply.dialog, reply.say
        self._until = reply.until
        self._rewritable = reply.edit is None and say is None and is_note(self._interaction.message)
        in_place = reply.edit is not None and await self._edit(reply.edit)
        if dialog is not None and self._done:  # it is too late to open a window
            say = note(text.TOO_SLOW, self._interaction.user.id)
        elif dialog is not None:
            opened = window(dialog)
            await self._insist(lambda: response.send_modal(opened))
        for rendered, alone in ((say, True), (reply.tell, False)):
            if rendered is not None:
                await self._beside(rendered, alone=alone, mentions=mentioning(rendered))
        if not self._done:
            await self._insist(response.defer)
        return in_place

    async def _insist(self, request: Callable[[], Awaitable[T]]) -> T | None:
        """Make a request, and repeat it if it might be lost, or if Discord turns out to have received a defer that seemed lost.
        Return its result; None if only the lost request would have it."""
        lost = False
        while True:
            try:
                async with asyncio.timeout(PATIENCE):
                    return await request()
            except CUT_OFF as error:
                if lost:
                    raise
                lost = True
                log.warning("%s: the connection broke while it was answered: %r", describe(self._interaction), error)
            except discord.HTTPException as error:
                if error.code != ANSWERED or self._done or not (lost or self._in_doubt):
                    raise
                self._acknowledged = True
                if not self._in_doubt:
                    return None

    async def _edit(self, rendered: ForAll | ForOne) -> bool:
        """Make the clicked message show a panel. If others see that message and the panel isn't for them, or a newer message has
        replaced it in the meantime, show the panel beside it, only to this person, and return False."""
        message, none = self._interaction.message, discord.AllowedMentions.none()
        if isinstance(rendered, ForOne) and not is_private(self._interaction):
            await self._beside(rendered, alone=True, mentions=none)
            return False
        gone = message is not None and self._notes.goes(message.id)
        if not gone:
            try:
                await self._in_place(rendered.panel)
            except discord.NotFound as error:
                if error.code != REPLACED:
                    raise
                gone = True
        if gone:
            log.info("%s was on a message that was just replaced", describe(self._interaction))
            await self._beside(rendered, alone=True, mentions=none)
        elif message is not None and is_note(message):
            until = self._until or self._notes.of_lobby(self._interaction.user.id, message.id)
            self._notes.opened(self._note(rendered, message.id, first=True, until=until))
        return not gone

    async def _in_place(self, panel: Panel) -> None:
        """Edit the clicked message. It keeps its attachments, or, if they were just replaced, gets them again."""
        message = self._interaction.message
        there = message.attachments if message is not None else []
        try:
            await self._put(panel, there)
        except discord.HTTPException as error:
            if error.code != INVALID or not there:
                raise
            log.info("%s was on a message whose files were just replaced", describe(self._interaction))
            await self._put(panel, [])

    async def _put(self, panel: Panel, there: Sequence[discord.Attachment]) -> None:
        async def put() -> None:
            interaction, none = self._interaction, discord.AllowedMentions.none()
            view, files_ = layout(panel), attachments(panel, there)
            if self._done:
                await interaction.edit_original_response(view=view, attachments=files_, allowed_mentions=none)
            else:
                await self._response.edit_message(view=view, attachments=files_, allowed_mentions=none)

        await self._insist(put)

    async def _beside(self, rendered: ForAll | ForOne, *, alone: bool, mentions: discord.AllowedMentions) -> None:
        """Show a panel in a separate message. A deferred command already has one, which an edit fills. Discord can't recognize
        duplicates of further messages, so one that is cut off after its arrival comes twice."""
        interaction = self._interaction
        command = interaction.type is discord.InteractionType.application_command

        async def show() -> tuple[int | None, bool]:
            view, files_ = layout(rendered.panel), files(rendered.panel)
            if not self._done:
                shown = await self._response.send_message(view=view, ephemeral=alone, allowed_mentions=mentions, files=files_)
                return shown.message_id, True
            if command and not self._said:
                edited = await interaction.edit_original_response(view=view, attachments=files_, allowed_mentions=mentions)
                return edited.id, True
            sent = await interaction.followup.send(view=view, ephemeral=alone, allowed_mentions=mentions, files=files_, wait=True)
            return sent.id, False

        message, first = await self._insist(show) or (None, True)
        self._said = True
        if alone:
            self._rewritable = first
            if message is not None:
                self._notes.opened(self._note(rendered, message, first=first, until=self._until))

    async def _rewritten(self, rendered: ForOne) -> bool:
        """Rewrite the note that this answer has given; return False if it is gone."""

        async def rewrite() -> int:
            view, files_, none = layout(rendered.panel), files(rendered.panel), discord.AllowedMentions.none()
            return (await self._interaction.edit_original_response(view=view, attachments=files_, allowed_mentions=none)).id

        try:
            shown = await self._insist(rewrite)
        except discord.NotFound as error:
            if error.code != REPLACED:
                raise
            return False
        if shown is not None:
            self._notes.changed(self._note(rendered, shown, first=True, until=None))
        return True

    def _note(self, rendered: ForAll | ForOne, message: int, *, first: bool, until: Until | None) -> PrivateMessage:
        slot = rendered.slot if isinstance(rendered, ForOne) else NOTE
        return PrivateMessage(message, self._interaction, first, slot, until, self.matter if slot == UNREAD else "")

    async def _last_resort(self) -> None:
        """Say at least that something went wrong, since Discord refused the answer itself."""
        interaction = self._interaction
        view = layout(note(text.sorry(str(interaction.id)), interaction.user.id).panel)
        try:
            async with asyncio.timeout(PATIENCE):
                if self._done:
                    await interaction.followup.send(view=view, ephemeral=True)
                else:
                    await self._response.send_message(view=view, ephemeral=True)
        except (discord.HTTPException, *CUT_OFF) as error:
            log.warning("%s: that couldn't be said either: %s", describe(interaction), error)
