"""Every interaction gets an answer in time, visible only to the right people. A handler only says what the answer is (`Reply`).
Sending it, deferring if it takes long, and answering if something fails happen here, in the same way for clicks and commands.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import replace
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

import discord

from cogs import text
from cogs.answers.answer import After, Answer, Reply, passing, refuse
from cogs.answers.interactions import Click, Interaction, describe, raw, written
from cogs.answers.names import Names
from cogs.answers.notes import PrivateMessages
from cogs.answers.whereabouts import Whereabouts
from cogs.messages.outbox import Outbox
from cogs.messages.sending import CUT_OFF
from cogs.panels.blocks import Id
from cogs.panels.notes import note
from cogs.text.refusals import sentence
from metrics import REPLIES
from tables import TableError, TableService, Update
from tables.errors import NoTable

log = logging.getLogger(__name__)

TICKS = 5
"""How many iterations of the event loop it takes until something that discord.py has received reaches us."""
REACHED = "reached"
"""Marks an interaction of someone whose direct messages are known to be open."""

SHARE = 3
"""How many interactions of one person are worked on at a time."""

Handler = Callable[[Click], Awaitable[Reply]]
Work = Callable[[], Awaitable[Reply]]
"""A function that leads to a reply. It is called when its turn comes: if that never happens, nothing was started."""


class Router:
    """Finds the handler of each click, and makes sure that every interaction is answered."""

    def __init__(self, tables: TableService, outbox: Outbox, names: Names, whereabouts: Whereabouts) -> None:
        self._tables = tables
        self._outbox = outbox
        self._names = names
        self._whereabouts = whereabouts
        self._handlers: dict[str, Handler] = {}
        self._written: dict[str, Handler] = {}
        self._looking: set[str] = set()
        self._long: set[str] = set()
        self._in_turn: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._shares: WeakValueDictionary[int, asyncio.Semaphore] = WeakValueDictionary()
        self._working: set[asyncio.Task[Any]] = set()
        self.notes = PrivateMessages(outbox.background)

    @property
    def busy(self) -> bool:
        """Return whether an interaction, or what follows from one, is still being handled."""
        return bool(self._working)

    @contextmanager
    def _at_work(self) -> Iterator[None]:
        task = asyncio.current_task()
        assert task is not None
        self._working.add(task)
        try:
            yield
        finally:
            self._working.discard(task)

    async def finish(self, within: float) -> None:
        """Answer the interactions under way; give up those that take longer than this many seconds."""
        try:
            async with asyncio.timeout(within):
                for _ in range(TICKS):
                    await asyncio.sleep(0)
                while self._working:
                    await asyncio.wait(self._working)
        except TimeoutError:
            log.warning("Gave up on %d interactions: their answers take too long", len(self._working))
        late = [*self._working]
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)

    def tell(self, update: Update) -> None:
        """Record a commit: notes that it makes useless are deleted once no one is waiting for an answer."""
        self.notes.tell(update, sweep=not self.busy)

    def on(self, **handlers: Handler) -> None:
        """Register handlers, by verb, of clicks that change the table or a message that stays. Such clicks wait for each other."""
        self._handlers.update(handlers)

    def on_look(self, **handlers: Handler) -> None:
        """Register handlers of clicks that only show something: no one else waits for their answer."""
        self._looking.update(handlers)
        self._handlers.update(handlers)

    def on_long(self, **handlers: Handler) -> None:
        """Register such handlers whose answer might take long: the person's other clicks don't wait for it, either."""
        self._long.update(handlers)
        self.on_look(**handlers)

    def on_written(self, **handlers: Handler) -> None:
        """Register handlers, by verb, for what people write in dialogs, and for the suggestions they choose with a button
        (`Id.way`)."""
        self._written.update(handlers)

    async def clicked(self, interaction: Interaction) -> None:
        """Handle a click, from any place and of any age."""
        data = raw(interaction)
        values = tuple(str(value) for value in data.get("values", ())) or tuple(written(data.get("components", ())))
        try:
            id = Id.parse(str(data.get("custom_id")))
            wrote = interaction.type is discord.InteractionType.modal_submit or id.way is not None
            handlers, verb = self._written if wrote else self._handlers, id.verb.replace("-", "_")
            handler = handlers[verb]
        except (ValueError, KeyError):
            await self.run(interaction, partial(refuse, interaction, text.UNKNOWN_BUTTON))
            return
        click = Click(interaction, id, values)
        matter = f"{id.table}:{id.verb}" if wrote else ""
        work: Work = partial(self._handled, handler, click)
        if id.table == "-" and verb not in self._long:
            work = partial(self.in_turn, interaction.user.id, work)
        with self._at_work(), self.notes.held(interaction.message):
            looking = not wrote and verb in self._looking
            attention = nullcontext() if looking else self._outbox.attending(click)
            answering = Answer(interaction, self.notes, self._outbox, matter=matter)
            async with answering as answer, self._share(interaction.user.id), attention:  # this wait holds no one up
                after = await self._answer(answer, interaction, work)
            await self._follow_up(answer, interaction, after)

    async def _handled(self, handler: Handler, click: Click) -> Reply:
        """Return a handler's reply, which replaces the clicked note if the note only led there."""
        if click.id.table != "-":
            with suppress(NoTable):  # the handler says so, if it needs one
                seen = await self._tables.snapshot(click.id.table, click.person.id)
                click.interaction.extras[REACHED] = not seen.settings.dm_closed
                self._whereabouts.acted(click.interaction, seen.table)
                await self._names.learn(click.interaction, seen.table)
        reply = await handler(click)
        if click.id.instead and click.private and reply.edit is None:
            return replace(reply, edit=reply.say, say=None)
        return reply

    async def in_turn(self, person: int, work: Work) -> Reply:
        """Change what one person keeps for all their games, one change at a time: each builds on the one before."""
        lock = self._in_turn.get(person)
        if lock is None:
            lock = self._in_turn[person] = asyncio.Lock()
        async with lock:
            return await work()

    def _share(self, person: int) -> asyncio.Semaphore:
        """Return a limit on how many interactions of one person are worked on at a time, so that others' answers come in
        between."""
        share = self._shares.get(person)
        if share is None:
            share = self._shares[person] = asyncio.Semaphore(SHARE)
        return share

    async def run(self, interaction: Interaction, work: Work, *, public: bool = False) -> None:
        """Do the work and answer with its result; defer if it takes long. `public`: everyone sees the command's answer, which a
        defer has to know in advance."""
        command = interaction.command
        matter = f"-:{command.name}" if command is not None else ""
        with self._at_work():
            answering = Answer(interaction, self.notes, self._outbox, public=public, matter=matter)
            async with answering as answer, self._share(interaction.user.id):
                after = await self._answer(answer, interaction, work)
            await self._follow_up(answer, interaction, after)

    async def _answer(self, answer: Answer, interaction: Interaction, work: Work) -> After | None:
        """Do the work and send its result; return what to do afterwards."""
        understood, result = False, "done"
        try:
            reply = await work()
            reply.check(interaction)
            understood = reply.understood
        except TableError as refusal:
            result = "refused"
            reply = Reply(say=note(sentence(refusal), interaction.user.id))
        except Exception as error:
            result = "trouble" if passing(error) else "failed"
            apology = text.OUT_OF_REACH if passing(error) else text.sorry(str(interaction.id))
            if passing(error):
                log.warning("%s failed for now: %r", describe(interaction), error)
            else:
                log.exception("%s failed", describe(interaction))
            reply = Reply(say=note(apology, interaction.user.id))
        REPLIES.labels(result).inc()
        await answer.send(reply)
        if understood and answer.matter:
            self.notes.understood(interaction.user.id, interaction.channel_id, answer.matter)
        self.notes.sweep()
        return reply.after

    async def _follow_up(self, answer: Answer, interaction: Interaction, after: After | None) -> None:
        """Do slow things after the click is answered, and record that direct messages reach this person, if they clicked in one."""
        try:
            if interaction.guild_id is None and not interaction.extras.get(REACHED):
                await self._tables.people.note_dm(interaction.user.id, closed=False)
            said = await after() if after is not None else None
            if said is not None:
                await answer.add(said)
        except (discord.HTTPException, *CUT_OFF) as error:
            log.warning("%s: the follow-up couldn't be sent: %s", describe(interaction), error)
        except Exception:
            log.exception("%s: the follow-up failed", describe(interaction))
