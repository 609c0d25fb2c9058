"""Every interaction gets an answer, in time, for the right eyes.

A handler only says what the answer is (`Reply`); sending it, deferring when it takes long, and answering when something
fails happens here, the same for clicks and commands.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakValueDictionary

import aiohttp
import discord

from cogs import text
from cogs.components import attachments, files, layout, window
from cogs.notes import Note, Notes, Until
from cogs.panels.blocks import INSTEAD, MEANT, NOTE, UNREAD, Dialog, ForAll, ForOne, Id, Panel
from cogs.panels.notes import note
from cogs.sending import CUT_OFF
from tables import Person, TableError, TableView
from tables.errors import Misread

if TYPE_CHECKING:
    from cogs.bot import SeneschalBot

log = logging.getLogger(__name__)

DEFER_AFTER = 1.5
RESCUE_AFTER = 2.6
PATIENCE = 8.0
"""Seconds after which a request that answers somebody is taken for lost: others wait for their turn behind it."""
TOO_LATE, ANSWERED, REPLACED, INVALID = 10062, 40060, 10008, 50035
HEARD = "heard"
"""Noted on an interaction once our code has heard of it."""

Interaction = discord.Interaction["SeneschalBot"]


After = Callable[[], Awaitable[ForOne | None]]


@dataclass(frozen=True, slots=True)
class Shows:
    """What a message shows of a table, so that it is kept up to date from now on."""

    table: TableView
    purpose: str


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer: `edit` takes the place of the message clicked, `say` is told to the person alone, `tell` to everybody.

    What `edit` has for one person alone comes beside a message that others see. `dialog` opens a window to write in.
    `shows` says what `edit` shows of a table. `after` is done once this is sent, and may have more to say. `until`: when what is
    told to the person alone is of no more use.
    """

    edit: ForAll | ForOne | None = None
    say: ForAll | ForOne | None = None
    tell: ForAll | None = None
    shows: Shows | None = None
    after: After | None = None
    dialog: Dialog | None = None
    until: Until | None = None

    @property
    def understood(self) -> bool:
        """Was there nothing about what somebody has written that has to be mended?"""
        return not any(isinstance(rendered, ForOne) and rendered.slot == UNREAD for rendered in (self.edit, self.say))

    def check(self, interaction: Interaction) -> None:
        """Raises Leak if this would reach eyes that it isn't for."""
        if not isinstance(self.tell, ForAll | None):
            raise Leak("a private panel told to everybody")
        for rendered in (self.edit, self.say):
            if isinstance(rendered, ForOne) and rendered.person != interaction.user.id:
                raise Leak("a panel for somebody else")


class Leak(AssertionError):
    """A panel was about to reach eyes that it isn't for. Nothing was sent."""


@dataclass(frozen=True, slots=True)
class Click:
    """A button pressed, or a menu's choice made."""

    interaction: Interaction
    id: Id
    values: tuple[str, ...]

    @property
    def person(self) -> Person:
        """Who clicked."""
        return person_of(self.interaction)

    @property
    def action(self) -> str:
        """The id of this deed: the same however often Discord sends it."""
        return str(self.interaction.id)

    @property
    def private(self) -> bool:
        """Was the message for this person's eyes only?"""
        return is_private(self.interaction)

    @property
    def quoted(self) -> str:
        """What the message clicked quotes of what somebody wrote; empty if it quotes nothing."""
        shown = texts(self.interaction.message.components) if self.interaction.message is not None else ()
        return next((line for line in map(text.unquoted, shown) if line is not None), "")

    @property
    def value(self) -> str:
        """What was chosen in a menu, else what the button is about."""
        return self.values[0] if self.values else self.id.arg


Handler = Callable[[Click], Awaitable[Reply]]

T = TypeVar("T")


def read(meant: Callable[..., T], *words: object) -> T:
    """What a click says, as `meant` makes it out. Raises TableError for what no message of ours says."""
    try:
        return meant(*words)
    except (ValueError, LookupError) as error:
        raise TableError(text.UNKNOWN_BUTTON) from error


async def as_meant(click: Click, understood: Callable[[str], Awaitable[T]]) -> T:
    """What somebody wrote, as it is `understood`; where they took what was proposed for it, that. Raises Misread."""
    if click.id.way is None:
        return await understood(click.value)
    try:
        return await understood(click.quoted)
    except Misread as error:
        return await understood(read(error.mended, click.id.way))


def raw(interaction: Interaction) -> dict[str, Any]:
    """What Discord says of an interaction, as it says it."""
    return dict(interaction.data or {})


def person_of(interaction: Interaction) -> Person:
    """Who acts."""
    return named(interaction.user)


def named(user: discord.User | discord.Member) -> Person:
    """Somebody by the name that all see; where there is nothing to see of it, by the account's."""
    return Person(id=user.id, name=(text.visible(user.display_name) or user.name)[:32])


def manages(interaction: Interaction, guild: int | None) -> bool:
    """May whoever acts manage this server? Their powers are asked about where they act, so elsewhere they have none."""
    return guild is not None and interaction.guild_id == guild and interaction.permissions.manage_guild


def is_private(interaction: Interaction) -> bool:
    """Is the message that was clicked seen by nobody but the person who clicked?"""
    message = interaction.message
    return message is not None and (interaction.guild_id is None or message.flags.ephemeral)


def is_note(message: discord.Message | None) -> bool:
    """Does Discord show a message to one person alone, until they dismiss it?"""
    return message is not None and message.flags.ephemeral


class Router:
    """Finds the handler of each click, and sees to it that every interaction is answered."""

    def __init__(self, bot: SeneschalBot) -> None:
        self._bot = bot
        self._handlers: dict[str, Handler] = {}
        self._written: dict[str, Handler] = {}
        self._in_turn: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._running = 0
        self.notes = Notes(bot)

    @property
    def busy(self) -> bool:
        """Is an interaction being dealt with, or what follows from one?"""
        return self._running > 0

    @contextmanager
    def _at_work(self) -> Iterator[None]:
        self._running += 1
        try:
            yield
        finally:
            self._running -= 1

    def on(self, **handlers: Handler) -> None:
        """Have clicks handled, by verb."""
        self._handlers.update(handlers)

    def on_written(self, **handlers: Handler) -> None:
        """Have what people write in dialogs handled, by verb; and what they are proposed for it, by buttons (`Id.meant`)."""
        self._written.update(handlers)
        self.on(**{f"{verb}{MEANT}".replace("-", "_"): handler for verb, handler in handlers.items()})

    async def clicked(self, interaction: Interaction) -> None:
        """A click, from wherever and however old."""
        interaction.extras[HEARD] = True
        data = raw(interaction)
        values = tuple(str(value) for value in data.get("values", ())) or tuple(written(data.get("components", ())))
        handlers = self._written if interaction.type is discord.InteractionType.modal_submit else self._handlers
        try:
            id = Id.parse(str(data.get("custom_id")))
            handler = handlers[id.verb.rstrip("0123456789").replace("-", "_")]
        except (ValueError, KeyError):
            await self.run(interaction, refuse(interaction, text.UNKNOWN_BUTTON))
            return
        click = Click(interaction, id, values)
        wrote = handlers is self._written or id.way is not None
        matter = f"{id.table}:{id.verb.partition(MEANT)[0]}" if wrote else ""
        work = handled(handler, click)
        work = work if id.table != "-" else self.in_turn(interaction.user.id, work)
        with self._at_work(), self.notes.held(interaction.message):
            async with Answer(self._bot, interaction, matter=matter) as answer, self._bot.outbox.attending(click):
                after = await self._answer(answer, interaction, work)
            await self._follow_up(answer, interaction, after)

    async def in_turn(self, person: int, work: Awaitable[Reply]) -> Reply:
        """Does what changes something that one person keeps for all their games, one such thing at a time: each builds on what the
        one before has left."""
        lock = self._in_turn.get(person)
        if lock is None:
            lock = self._in_turn[person] = asyncio.Lock()
        async with lock:
            return await work

    async def run(self, interaction: Interaction, work: Awaitable[Reply], *, public: bool = False) -> None:
        """Does the work and answers with what came of it; defers meanwhile if it takes long. `public`: a command whose
        answer everybody sees, which a defer has to know beforehand."""
        command = interaction.command
        matter = f"-:{command.name}" if command is not None else ""
        with self._at_work():
            async with Answer(self._bot, interaction, public=public, matter=matter) as answer:
                after = await self._answer(answer, interaction, work)
            await self._follow_up(answer, interaction, after)

    async def _answer(self, answer: Answer, interaction: Interaction, work: Awaitable[Reply]) -> After | None:
        """Does the work and sends what came of it; returns what is to be done afterwards."""
        understood = False
        try:
            reply = await work
            reply.check(interaction)
            understood = reply.understood
        except TableError as refusal:
            reply = Reply(say=note(refusal.sentence, interaction.user.id))
        except Exception as error:
            sentence = text.DISCORD_IN_TROUBLE if passing(error) else text.sorry(str(interaction.id))
            if passing(error):
                log.warning("%s came to nothing for now: %r", describe(interaction), error)
            else:
                log.exception("%s failed", describe(interaction))
            reply = Reply(say=note(sentence, interaction.user.id))
        await answer.send(reply)
        if understood and answer.matter:
            self.notes.understood(interaction.user.id, interaction.channel_id, answer.matter)
        self.notes.sweep()
        return reply.after

    async def _follow_up(self, answer: Answer, interaction: Interaction, after: After | None) -> None:
        """What takes its time, once the click is answered."""
        if after is None:
            return
        try:
            said = await after()
            if said is not None:
                await answer.add(said)
        except (discord.HTTPException, *CUT_OFF) as error:
            log.warning("%s: what follows could not be said: %s", describe(interaction), error)
        except Exception:
            log.exception("%s: what follows failed", describe(interaction))

    async def rescue(self, interaction: Interaction) -> None:
        """Answers what never came to our ears, when it is almost too late."""
        await asyncio.sleep(RESCUE_AFTER)
        if HEARD not in interaction.extras and not interaction.response.is_done():
            log.error("%s was left unanswered", describe(interaction))
            reply = Reply(say=note(text.sorry(str(interaction.id)), interaction.user.id))
            await Answer(self._bot, interaction).send(reply)


def passing(error: Exception) -> bool:
    """Is it trouble of Discord's or of the way there, that will be over by and by?"""
    if isinstance(error, discord.HTTPException):
        return error.status == 429 or error.status >= 500
    return isinstance(error, TimeoutError | aiohttp.ClientError | ConnectionError)


def written(components: Iterable[dict[str, Any]]) -> Iterator[str]:
    """What somebody has written in a dialog."""
    for component in components:
        if "value" in component:
            yield str(component["value"])
        yield from written([*component.get("components", ()), *filter(None, [component.get("component")])])


def texts(components: Iterable[discord.Component]) -> Iterator[str]:
    """The texts that a message shows."""
    for component in components:
        if isinstance(component, discord.TextDisplay):
            yield component.content
        yield from texts(getattr(component, "children", ()))


async def handled(handler: Handler, click: Click) -> Reply:
    """What a handler says; where a note only led there, in the place of that note."""
    reply = await handler(click)
    if click.id.arg == INSTEAD and click.private and reply.edit is None:
        return replace(reply, edit=reply.say, say=None)
    return reply


async def refuse(interaction: Interaction, sentence: str) -> Reply:
    """A refusal in one sentence."""
    return Reply(say=note(sentence, interaction.user.id))


def describe(interaction: Interaction) -> str:
    """What somebody did, for the log: at which table, but not with which cards."""
    data = raw(interaction)
    what = ":".join(str(data.get("custom_id", "")).split(":")[:4]) or data.get("name") or interaction.type.name
    place = f"guild {interaction.guild_id}, channel {interaction.channel_id}"
    return f"Interaction {interaction.id} ({what} by {interaction.user.id} in {place})"


def mentioning(rendered: ForAll | ForOne) -> discord.AllowedMentions:
    """Those whom a panel is meant to ping, and nobody else."""
    people = rendered.mentions if isinstance(rendered, ForAll) else ()
    return discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(person) for person in people])


class Answer:
    """The answer to one interaction: deferred when it takes long, sent once. `matter`: what was written something for, by a window,
    or by a command whose window to mend it is called like it; empty where nothing was written.

    A request whose connection breaks, or on which nothing comes, may have arrived all the same: it is made once more, and Discord
    refuses a second answer (`ANSWERED`). Messages of tables follow by themselves, whatever becomes of the answer.
    """

    def __init__(self, bot: SeneschalBot, interaction: Interaction, *, public: bool = False, matter: str = "") -> None:
        self.matter = matter
        self._bot = bot
        self._interaction = interaction
        self._public = public
        self._lock = asyncio.Lock()
        self._timer: asyncio.Task[None] | None = None
        self._acknowledged = False
        self._in_doubt = False
        self._notes = bot.router.notes
        self._said = False
        self._rewritable = False
        self._until: Until | None = None

    @property
    def _done(self) -> bool:
        """Has Discord got an answer, as far as that is known?"""
        return self._acknowledged or self._interaction.response.is_done()

    async def __aenter__(self) -> Answer:
        self._timer = asyncio.create_task(self._defer_later())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._timer is not None:
            self._timer.cancel()

    async def _defer_later(self) -> None:
        await asyncio.sleep(DEFER_AFTER)
        async with self._lock:
            if not self._done:
                try:
                    # A click's message stays as it is for now; a command's "is thinking" has the answer's audience.
                    async with asyncio.timeout(PATIENCE):
                        await self._interaction.response.defer(ephemeral=not self._public)
                except (discord.HTTPException, *CUT_OFF) as error:
                    self._in_doubt = True
                    log.warning("%s could not be deferred: %r", describe(self._interaction), error)

    async def send(self, reply: Reply) -> None:
        """Sends the answer. What Discord refuses is logged; what was done stays done, and messages follow by themselves."""
        async with self._lock:
            try:
                in_place = await self._send(reply)
            except discord.HTTPException as error:
                if error.code in (TOO_LATE, ANSWERED):
                    log.warning("%s was answered too late, or by a request taken for lost: %s", describe(self._interaction), error)
                elif passing(error):
                    log.warning("%s: Discord couldn't take the answer: %s", describe(self._interaction), error)
                else:
                    log.exception("%s could not be answered", describe(self._interaction))
                    await self._last_resort()
                return
            except CUT_OFF as error:
                log.warning("%s: the connection broke twice while it was answered: %r", describe(self._interaction), error)
                return
        if reply.edit is not None and reply.shows is not None and in_place:
            await self._bot.outbox.shown(self._interaction, reply.edit, reply.shows)

    async def add(self, said: ForOne) -> None:
        """More for the person who acted, and for nobody else: in the place of the note that they have by this answer, if there is
        one, since an edit that is made twice is one; else in a message of its own."""
        if said.person != self._interaction.user.id:
            raise Leak("a panel for somebody else")
        async with self._lock:
            if not self._rewritable or not await self._rewritten(said):
                await self._beside(said, alone=True, mentions=discord.AllowedMentions.none())

    async def _send(self, reply: Reply) -> bool:
        """Returns whether the message clicked shows what was to take its place."""
        response, dialog, say = self._interaction.response, reply.dialog, reply.say
        self._until = reply.until
        self._rewritable = reply.edit is None and say is None and is_note(self._interaction.message)
        in_place = reply.edit is not None and await self._edit(reply.edit)
        if dialog is not None and self._done:  # no window opens any more
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
        """Makes a request, once more if it may be lost, or if Discord turns out to have got a defer that was taken for lost.
        Returns what came of it; None if only the request taken for lost could tell."""
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
        """Has the message clicked show a panel. It is shown beside it, to this person alone, and this returns False, where others
        see that message and the panel isn't for them, and where a newer message has replaced it meanwhile."""
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
            self._notes.changed(self._note(rendered, message.id, first=True, until=until))
        return not gone

    async def _in_place(self, panel: Panel) -> None:
        """Edits the message clicked. It keeps what it had attached when it was clicked, or, where that was just replaced, gets it
        anew."""
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
                await interaction.response.edit_message(view=view, attachments=files_, allowed_mentions=none)

        await self._insist(put)

    async def _beside(self, rendered: ForAll | ForOne, *, alone: bool, mentions: discord.AllowedMentions) -> None:
        """Shows a panel in a message of its own. A command that was deferred has one already, which an edit fills: of a further
        message, Discord can't be told that it is the same, so that one cut off once it has arrived comes twice."""
        interaction = self._interaction
        command = interaction.type is discord.InteractionType.application_command

        async def show() -> tuple[int | None, bool]:
            view, files_ = layout(rendered.panel), files(rendered.panel)
            if not self._done:
                response = interaction.response
                shown = await response.send_message(view=view, ephemeral=alone, allowed_mentions=mentions, files=files_)
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
        """Has the note that this answer has already show something; returns False where there is none any more."""

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

    def _note(self, rendered: ForAll | ForOne, message: int, *, first: bool, until: Until | None) -> Note:
        slot = rendered.slot if isinstance(rendered, ForOne) else NOTE
        return Note(message, self._interaction, first, slot, until, self.matter if slot == UNREAD else "")

    async def _last_resort(self) -> None:
        """The answer itself was refused, so something about it is wrong: say at least that."""
        interaction = self._interaction
        view = layout(note(text.sorry(str(interaction.id)), interaction.user.id).panel)
        try:
            async with asyncio.timeout(PATIENCE):
                if self._done:
                    await interaction.followup.send(view=view, ephemeral=True)
                else:
                    await interaction.response.send_message(view=view, ephemeral=True)
        except (discord.HTTPException, *CUT_OFF) as error:
            log.warning("%s: nor could that be said: %s", describe(interaction), error)
