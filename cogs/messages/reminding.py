"""Reminders as messages: one for each person, of all games that wait for them. A new one replaces the old one. The reminder to send
is stored with the decision to send it, and sent ones with their numbers. So the bot can be killed at any point: before it sends a
reminder that it might already have sent, it looks for it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable, Sequence
from typing import Any

import discord

from cogs.messages.components import stamp_on
from cogs.messages.kinds import Stamp, nonce
from cogs.messages.line import Line
from cogs.messages.outbox import HOPELESS, STUCK, pause, report
from cogs.messages.sending import CANT_DM, NO_ACCESS, UNKNOWN_MESSAGE, Sender
from cogs.panels import pings
from cogs.panels.blocks import ForAll, ForOne
from tables import TableService, Update
from tables.models import Message, Reminder, Waiting

log = logging.getLogger(__name__)

NO_TABLE = "-"
GATHER = 0.05
"""How many seconds to wait for further changes."""


class ReminderMessages:
    """Keeps each person's reminder in sync with what waits for them. Work runs in the `background`, and waits in `line`."""

    def __init__(
        self,
        client: discord.Client,
        tables: TableService,
        background: Callable[[Coroutine[Any, Any, None]], None],
        line: Line,
    ) -> None:
        self._sender = Sender(client)
        self._tables = tables
        self._background = background
        self._line = line
        self._there: set[int] = set()
        self._doubtful: set[int] = set()
        self._dirty: set[int] = set()
        self._working: set[int] = set()
        self._shows: dict[int, str] = {}

    async def recover(self) -> None:
        """Continue, at startup, with the reminders to send and those already sent."""
        for person in await self._tables.digests.reminded():
            self._doubtful.add(person)
            self.due(person)

    def due(self, person: int) -> None:
        """Send a person's reminder, or bring it up to date."""
        self._there.add(person)
        self._mark(person)

    def tell(self, update: Update) -> None:
        """Bring the reminders that name an updated table up to date."""
        for seat in update.table.seats:
            former = seat.taken_over.former if seat.taken_over is not None else ()
            self.moved((*former, *([seat.person] if seat.person is not None else [])))

    def moved(self, people: Iterable[int]) -> None:
        """Bring these people's reminders up to date, if there are any: something has changed at one of their tables."""
        for person in self._there.intersection(people):
            self._mark(person)

    def _mark(self, person: int) -> None:
        self._dirty.add(person)
        if person not in self._working:
            self._working.add(person)
            self._background(self._work(person))

    async def _work(self, person: int) -> None:
        failures = 0
        try:
            while person in self._dirty:
                await asyncio.sleep(GATHER)
                self._dirty.discard(person)
                try:
                    async with self._line.turn(("reminder", person)), asyncio.timeout(STUCK):
                        await self._refresh(person)
                    failures = 0
                except HOPELESS as error:
                    log.warning("A reminder of %d: %s", person, error)
                except Exception as error:
                    self._doubtful.add(person)
                    self._dirty.add(person)
                    wait = pause(failures)
                    report(error, failures, "A reminder of %d is tried again in %d s", person, wait)
                    failures += 1
                    await asyncio.sleep(wait)
        finally:
            self._working.discard(person)

    async def _refresh(self, person: int) -> None:
        """Send, edit or delete a person's reminder."""
        digests = self._tables.digests
        reminder, waits = await digests.reminder(person), await digests.waiting(person)
        if waits and reminder.to_send:
            if not await digests.put_off(person, reminder):
                await self._delete(reminder)
                await self._keep(person, await self._sent(person, reminder, waits))
            return
        named = [each for each in waits if reminder.table in (None, each.table.id)]
        if not named:
            await self._delete(reminder)
            await self._keep(person, gone(reminder))
        elif reminder.message is not None:
            await self._edit(person, reminder, named)

    async def _keep(self, person: int, reminder: Reminder) -> None:
        await self._tables.digests.note(person, reminder)
        self._doubtful.discard(person)
        if reminder.message is None:
            self._there.discard(person)
            self._shows.pop(person, None)

    # one message

    async def _sent(self, person: int, reminder: Reminder, waits: Sequence[Waiting]) -> Reminder:
        """Send a reminder by direct message, or in the place of the game that has waited longest. Return the resulting reminder."""
        if not await self._tables.people.dm_closed(person):
            try:
                return await self._send_to_one(person, reminder, waits)
            except discord.Forbidden as error:
                if error.code not in CANT_DM:
                    raise
                await self._tables.people.note_dm(person, closed=True)
        for wait in waits:
            if wait.table.lost is None:
                try:
                    return await self._send_to_all(person, reminder, wait)
                except discord.HTTPException as error:
                    if error.code not in NO_ACCESS:
                        raise
        log.info("Person %d can't be reminded: nothing reaches them", person)
        return gone(reminder)

    async def _send_to_one(self, person: int, reminder: Reminder, waits: Sequence[Waiting]) -> Reminder:
        shown, name = pings.reminder(waits, person, why=reminder.why), name_of(person, reminder)
        sent = None
        if person in self._doubtful:
            sent = found(await self._sender.sent_to_one(person, since(reminder)), name)
        if sent is None:
            sent = await self._sender.to_one(person, shown, nonce(NO_TABLE, name), Stamp.of(NO_TABLE, name))
            self._shows[person] = shown.digest
        return there(reminder, sent, None)

    async def _send_to_all(self, person: int, reminder: Reminder, wait: Waiting) -> Reminder:
        shown, name = pings.reminder_in_channel(wait, person, why=reminder.why), name_of(person, reminder)
        place, sent = wait.table.place.id, None
        if person in self._doubtful:
            sent = found(await self._sender.sent_to_all(place, since(reminder)), name)
        if sent is None:
            sent = await self._sender.to_all(place, shown, nonce(NO_TABLE, name), Stamp.of(NO_TABLE, name))
            self._shows[person] = shown.digest
        return there(reminder, sent, wait.table.id)

    async def _edit(self, person: int, reminder: Reminder, waits: Sequence[Waiting]) -> None:
        """Make a reminder say what is true now."""
        shown: ForOne | ForAll
        if reminder.table is None:
            shown = pings.reminder(waits, person, why=reminder.why)
        else:
            shown = pings.reminder_in_channel(waits[0], person, why=reminder.why)
        if self._shows.get(person) == shown.digest:
            return
        try:
            await self._sender.edit(message_of(reminder), shown.panel, ())
        except discord.HTTPException as error:
            if error.code != UNKNOWN_MESSAGE and error.code not in NO_ACCESS:
                raise
            await self._keep(person, gone(reminder))
        else:
            self._shows[person] = shown.digest

    async def _delete(self, reminder: Reminder) -> None:
        """Delete a reminder, if it is there."""
        if reminder.message is None:
            return
        try:
            await self._sender.delete(message_of(reminder))
        except discord.HTTPException as error:
            if error.code not in NO_ACCESS:
                raise


def name_of(person: int, reminder: Reminder) -> str:
    """Return a reminder's name, which stays the same however often it is sent."""
    return f"reminder:{person}:{reminder.number}"


def since(reminder: Reminder) -> int:
    """Return the id that messages sent for a reminder come after."""
    return discord.utils.time_snowflake(reminder.at) if reminder.at is not None else 0


def found(sent: Sequence[discord.Message], name: str) -> discord.Message | None:
    """Return the message with that name among those sent."""
    stamp = Stamp.of(NO_TABLE, name)
    return next((each for each in reversed(sent) if stamp_on(each) == stamp), None)


def there(reminder: Reminder, sent: discord.Message, table: str | None) -> Reminder:
    """Return a reminder as sent; `table`: to that table's channel."""
    return reminder.model_copy(update={"to_send": False, "channel": sent.channel.id, "message": sent.id, "table": table})


def gone(reminder: Reminder) -> Reminder:
    """Return a reminder as deleted, or without a message."""
    return reminder.model_copy(update={"to_send": False, "channel": None, "message": None, "table": None})


def message_of(reminder: Reminder) -> Message:
    """Return the message that shows a reminder."""
    assert reminder.channel is not None and reminder.message is not None
    return Message(table=reminder.table or NO_TABLE, purpose="reminder", channel=reminder.channel, message=reminder.message)
