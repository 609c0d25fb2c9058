"""Keeping Discord in sync with what is committed. For each channel (and each person's direct messages), one worker at a time
removes the difference between the messages that should be there (`sync`) and those that are (`posted`). The process can be killed
at any point; the next start continues."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from contextvars import Context
from functools import partial
from typing import Any

import discord

from cogs.answers.interactions import Click, Client, Interaction
from cogs.answers.sight import can_see
from cogs.desk import Desk
from cogs.messages.abreast import Abreast
from cogs.messages.kinds import BoardMessage, LobbyMessage, kind_of
from cogs.messages.line import Line
from cogs.messages.posted import Changes, Channel, Key, Posted, Shows
from cogs.messages.sending import CUT_OFF, NO_ACCESS, UNKNOWN_CHANNEL, Sender
from cogs.messages.sync import Sync
from cogs.panels.blocks import ForAll, ForOne
from tables import SeatSnapshot, TableError, TableService, TableView, Update
from tables.errors import Closing, NoTable
from tables.models import Message

log = logging.getLogger(__name__)

COALESCE = 0.05
"""How many seconds to wait for further changes to a channel."""
PACE = 1.0
"""For how many seconds a channel rests after an update: Discord accepts five edits in five seconds. Those who act have their answer
by then, and pings don't wait for it."""
LOOKED = 10.0
"""Within this many seconds, a table's messages are only looked for once, however often people ask: Discord accepts 30 edits of old
messages per minute."""
RECOVERY = 20.0
RETRIES = (1.0, 5.0, 30.0, *[60.0] * 10, 300.0)
"""Seconds until something that failed is tried again: the first time, the second, and so on; the last pause repeats."""
STUCK = 60.0
"""Seconds after which a hanging request is given up; the rest of its channel's work is done later."""
PASSING = {30046, 40003}
"""Too many edits of old messages; direct messages opened too fast."""
UNHURRIED = ("due", "settled")
"""Changes that can affect thousands of tables at the same moment, or all of one person's: they wait in line."""
HOPELESS = (NoTable, Closing)
"""A table has nothing to show, or the bot is stopping: there is no point in trying again."""


class Attention:
    """Clicks on one thing: answered one at a time; `count` is how many there are. People take turns, however often one clicks."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.count = 0
        self._of_each: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)

    @asynccontextmanager
    async def turn(self, person: int) -> AsyncIterator[None]:
        """Wait until it is a person's turn, and take it."""
        async with self._of_each[person], self.lock:
            yield


class Outbox:
    """Keeps all messages of all tables up to date."""

    def __init__(self, client: Client, tables: TableService, desk: Desk) -> None:
        self._tables = tables
        self._posted = Posted(tables, Sender(client), self.mark)
        self._sync = Sync(tables, desk, self._posted, self.mark, partial(can_see, client))
        self._dirty: defaultdict[Channel, set[str]] = defaultdict(set)
        self._workers: dict[Channel, asyncio.Task[None]] = {}
        self._hurried: set[Channel] = set()
        self._ahead: set[Channel] = set()
        self._resting: dict[Channel, asyncio.TimerHandle] = {}
        self._attended: dict[Key, Attention] = {}
        self._put_off: set[Key] = set()
        self._failures: Counter[Key] = Counter()
        self._retries: dict[Key, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._looked: set[str] = set()
        self._doubted: set[Key] = set()
        self.line = Line()
        self._closed = False
        self._abreast = Abreast(tables, lambda: self.background(self._abreast.store()))

    # what has changed

    def tell(self, update: Update) -> None:
        """Mark every channel that shows the updated table, if this process shows it."""
        table, patient = update.table, update.what in UNHURRIED
        if not self._shows(table):
            return
        if update.what == "messages":  # another process has answered a click, maybe while they were edited
            self._doubted.add((Channel("dm", update.by) if update.by is not None else Channel("public", table.place.id), table.id))
        self.mark(Channel("public", table.place.id), table.id, now=False, patient=patient)
        for seat in table.seats:
            if seat.person is not None:
                self.mark(Channel("dm", seat.person), table.id, now=seat.person in update.called, patient=patient)

    def _shows(self, table: TableView) -> bool:
        return self._tables.part.has(table.place.guild)

    def mark(self, channel: Channel, table: str, *, now: bool = True, patient: bool = False) -> None:
        """Queue a table in a channel for an update: `now`, or once the channel has rested since the last. If it is `patient`,
        updates caused by people go ahead."""
        if self._closed:
            return
        self._dirty[channel].add(table)
        if not patient:
            self._ahead.add(channel)
            self.line.go_ahead(channel)
        self._abreast.marked(channel, table)
        if now:
            self._hurried.add(channel)
            if (rest := self._resting.pop(channel, None)) is not None:
                rest.cancel()
        if channel not in self._workers and channel not in self._resting:
            self._workers[channel] = asyncio.create_task(self._work(channel), context=Context())

    async def look_again(self, table: TableView) -> None:
        """Edit the messages that show a table in its channel once again, unless that was just done: a deleted one is sent again."""
        if table.id in self._looked:
            return
        self._looked.add(table.id)
        asyncio.get_running_loop().call_later(LOOKED, self._looked.discard, table.id)
        for message in await self._tables.messages.of(table.id):
            if (
                message.channel == table.place.id
                and isinstance(kind_of(message), LobbyMessage | BoardMessage)
                and not message.final
            ):
                self._posted.doubt(message)
        self.mark(Channel("public", table.place.id), table.id)

    async def draw_again(self, person: int) -> None:
        """Bring a person's hands in all their games up to date, after a change of settings that no table knows of."""
        for table in await self._tables.tables_of(person):
            self.mark(Channel("dm", person), table.id)

    @property
    def busy(self) -> bool:
        """Return whether a message is being updated, or soon will be."""
        return bool(self._workers or self._dirty or self._tasks or self._retries)

    @property
    def waiting(self) -> int:
        """Return how many channels have messages to update."""
        return len(self._dirty.keys() | self._workers.keys())

    @property
    def retried(self) -> int:
        """Return how many updates have failed and will be tried again."""
        return len(self._retries)

    async def settled(self, channel: Channel) -> None:
        """Wait until a channel's worker has nothing left to do."""
        while worker := self._workers.get(channel):
            await asyncio.wait([worker])

    async def recover(self) -> None:
        """Update, at startup, each table that Discord might not show as it is. This comes before any click, so that no one acts on
        a message that was sent but never recorded."""
        self._posted.doubtful = await self._look_at_all()
        try:
            async with asyncio.timeout(RECOVERY):
                while self._workers:
                    await asyncio.wait(list(self._workers.values()))
        except TimeoutError:
            log.warning("Not everything is up to date yet after %d s. Continuing", RECOVERY)

    def look_at_all(self) -> None:
        """Update each table that Discord might not show as it is, since other processes might have changed some without being
        heard."""

        async def look() -> None:
            await self._look_at_all()

        self.background(self.insist("A look at what other processes have changed", look))

    async def _look_at_all(self) -> set[Key]:
        """Mark each table that Discord might not show as it is; return where."""
        tables = {}
        for id in await self._tables.messages.unshown():
            try:
                tables[id] = await self._tables.table(id)
            except TableError as error:
                log.warning("Table %s: %s", id, error)
        keys: set[Key] = set()
        for table in tables.values():
            for message in await self._tables.messages.all(table.id):
                if message.audience is not None:
                    keys.add((Channel("dm", message.audience), table.id))
            keys.add((Channel("public", table.place.id), table.id))
            keys |= {(Channel("dm", seat.person), table.id) for seat in table.seats if seat.person is not None}
            followers = await self._tables.followers.of(table.id) if table.phase == "over" else []
            keys |= {(Channel("dm", person), table.id) for person in followers}
        for key in sorted(keys):
            self.mark(*key, patient=True)
        return keys

    async def close(self) -> None:
        """Stop. The next start does the rest."""
        self._closed = True
        for timer in (*self._retries.values(), *self._resting.values()):
            timer.cancel()
        self._dirty.clear()
        running = [*self._workers.values(), *self._tasks]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        await self._abreast.store()

    def background(self, work: Coroutine[Any, Any, None]) -> None:
        """Run work that messages depend on in the background: from then on, it is no one's own (`work_for`)."""
        if self._closed:
            work.close()
            return
        task = asyncio.create_task(work, context=Context())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def insist(self, what: str, work: Callable[[], Awaitable[None]]) -> None:
        """Repeat something until it succeeds, with growing pauses."""
        failures = 0
        while True:
            try:
                return await work()
            except HOPELESS as error:
                return log.warning("%s: %s", what, error)
            except Exception as error:
                wait = pause(failures)
                report(error, failures, "%s is tried again in %d s", what, wait)
            failures += 1
            await asyncio.sleep(wait)

    async def take_away(self, messages: Sequence[Message]) -> None:
        """Delete messages that the store no longer knows."""
        for message in messages:
            await self.insist(f"Deleting message {message.message}", partial(self._posted.delete, message, Changes()))

    # clicks answer by editing their own message

    @asynccontextmanager
    async def attending(self, click: Click) -> AsyncIterator[None]:
        """Keep workers away from the table in this channel while a click is answered, since the answer edits its message; clicks on
        the same table wait for one another, one from each person at a time."""
        interaction = click.interaction
        if click.id.table == "-" or interaction.channel_id is None or interaction.message is None:
            yield
            return
        channel = Channel("dm", interaction.user.id) if click.private else Channel("public", interaction.channel_id)
        key = channel, click.id.table
        attention = self._attended.setdefault(key, Attention())
        attention.count += 1
        try:
            async with attention.turn(interaction.user.id):
                self._posted.clicked(interaction.message.id)
                try:
                    yield
                finally:
                    self._posted.settled(interaction.message.id)
        finally:
            attention.count -= 1
            if not attention.count:
                del self._attended[key]
            self.mark(*key, now=False)

    async def shown(self, interaction: Interaction, rendered: ForAll | ForOne, shows: Shows) -> None:
        """Note that a click was answered by showing this in its message."""
        message, channel = interaction.message, interaction.channel_id
        if message is not None and not message.flags.ephemeral and channel is not None:
            try:
                await self._posted.answered(shows, rendered, channel=channel, message=message.id)
            except Exception:  # the worker, which checks once the click is answered, records it
                log.exception("Table %s: couldn't note what message %d shows", shows.table.id, message.id)

    # the workers

    async def _work(self, channel: Channel) -> None:
        """Update a channel, repeatedly as long as something can't wait; then let it rest."""
        looked = False
        try:
            while channel in self._dirty:
                await asyncio.sleep(COALESCE)
                self._hurried.discard(channel)
                for table in sorted(self._dirty.pop(channel, ())):
                    if await self._is_its_turn((channel, table)):
                        looked = True
                        async with self.line.turn(channel, ahead=channel in self._ahead):
                            await self._refresh(channel, table)
                if looked and channel not in self._hurried:
                    break
        finally:
            del self._workers[channel]
            if channel not in self._dirty:
                self._ahead.discard(channel)
            if looked and not self._closed:
                self._resting[channel] = asyncio.get_running_loop().call_later(PACE, self._rested, channel)

    async def _is_its_turn(self, key: Key) -> bool:
        """Return whether to bring a table up to date in a channel now: not while a click attends to it, since that will mark it
        again. After that, the worker waits in line, since there might always be another click."""
        attention = self._attended.get(key)
        if attention is not None and key not in self._put_off:
            self._put_off.add(key)
            return False
        self._put_off.discard(key)
        if attention is not None:
            async with attention.lock:
                pass
        return True

    def _rested(self, channel: Channel) -> None:
        del self._resting[channel]
        for table in tuple(self._dirty.get(channel, ())):
            self.mark(channel, table, patient=True)

    async def _refresh(self, channel: Channel, table: str) -> None:
        """Bring one table up to date in a channel; retry failures later."""
        key = channel, table
        mark = self._abreast.mark(key)
        try:
            async with asyncio.timeout(STUCK):
                seen = await self._tables.snapshot(table, channel.id if channel.kind == "dm" else None)
                if self._shows(seen.table):
                    await self._doubt(key)
                    await self._look_after(channel, seen)
                else:
                    await self._tables.messages.pass_on(seen.table, seen.person)
        except Exception as error:
            await self._failed(key, error)
        else:
            self._posted.sure(key)
            self._failures.pop(key, None)
            if self._shows(seen.table):
                self._abreast.done(key, mark, seen.table.version)
            else:
                self._abreast.forget(table)
            if (retry := self._retries.pop(key, None)) is not None:
                retry.cancel()

    async def _doubt(self, key: Key) -> None:
        """Doubt the messages there that another process might have edited in the meantime."""
        if key in self._doubted:
            self._doubted.discard(key)
            channel, table = key
            for message in await self._tables.messages.of(table, channel.id if channel.kind == "dm" else None):
                if not message.final:
                    self._posted.doubt(message)

    async def _look_after(self, channel: Channel, seen: SeatSnapshot) -> None:
        """Bring a table up to date in a channel, and record what was done even if something fails or takes too long."""
        changes, place = Changes(), seen.table.place.id
        try:
            if channel.kind == "dm":
                await self._sync.private(seen, channel.id, changes)
            elif channel.id == place:
                await self._sync.public(seen, changes)
            else:  # the game has gone on to its own thread, and one worker is enough
                self.mark(Channel("public", place), seen.table.id)
        finally:
            await self._posted.remember(changes, seen.table.id)
        for score in changes.scores:
            self.background(self._sync.complete(seen.table, score))

    async def _failed(self, key: Key, error: Exception) -> None:
        """Retry later what couldn't be shown. If the place is lost, wait until it, or another one, is found."""
        channel, table = key
        if isinstance(error, HOPELESS):
            log.warning("Table %s: %s", table, error)
            if isinstance(error, NoTable):  # a bot that is stopping leaves the rest to its next start
                self._abreast.forget(table)
        elif isinstance(error, discord.HTTPException) and error.code in NO_ACCESS:
            log.warning("Table %s: no access to %s %d: %s", table, *channel, error)
            if channel.kind == "public":
                try:
                    await self._tables.lose_place(table, channel.id, gone=error.code == UNKNOWN_CHANNEL)
                except Exception as trouble:
                    self._later(key, trouble)
        else:
            self._later(key, error)

    def _later(self, key: Key, error: Exception) -> None:
        wait = pause(self._failures[key])
        report(error, self._failures[key], "Table %s: %s is brought up to date in %d s", key[1], key[0], wait)
        self._failures[key] += 1
        self._posted.trouble(key)
        if (sooner := self._retries.pop(key, None)) is not None:
            sooner.cancel()
        self._retries[key] = asyncio.get_running_loop().call_later(wait, self._again, key)

    def _again(self, key: Key) -> None:
        del self._retries[key]
        self.mark(*key, patient=True)


def pause(failures: int) -> float:
    """Return how many seconds to wait after this many failures in a row."""
    return RETRIES[min(failures, len(RETRIES) - 1)]


def passes(error: Exception) -> bool:
    """Return whether the problem is temporary."""
    if isinstance(error, discord.HTTPException):
        return error.status == 429 or error.status >= 500 or error.code in PASSING
    return isinstance(error, CUT_OFF)


def report(error: Exception, failures: int, told: str, *args: object) -> None:
    """Log a failure, only the first time, with its traceback if an operator has to see it."""
    if failures or passes(error):
        log.warning(f"{told}: %s", *args, error)
    else:
        log.error(told, *args, exc_info=error)
