"""Reminders of all the games that wait for a person: when one is due, and what happened to it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime
from operator import attrgetter

from storage.models import OPEN_END, Look
from storage.personal import AutoAnswers, PersonSettings, Reminder
from tables import reminders, waking
from tables.access import TableAccess
from tables.auto_answers import resolved
from tables.models import Waiting
from tables.state import show

log = logging.getLogger(__name__)

Listener = Callable[[int], None]


class Digests:
    """Decides about reminders, one transaction each; listeners send them."""

    def __init__(self, access: TableAccess) -> None:
        self._access = access
        self._listeners: list[Listener] = []

    def listen(self, listener: Listener) -> None:
        """Call `listener` with each person to remind now. It must return right away."""
        self._listeners.append(listener)

    async def open(self) -> None:
        """Allow for a clock that was set back while the bot wasn't running."""
        await self._access.store.doubt_times(self._access.clock())

    async def look_after(self, now: datetime) -> None:
        """Remind the people who are due a reminder."""
        for person in await self._access.store.people_due(now):
            try:
                await self._look(person, now)
            except Exception:  # the others are still reminded
                log.exception("Person %d couldn't be reminded", person)

    async def _look(self, person: int, now: datetime) -> None:
        """Remind a person if that is due, and note when to check next."""
        store = self._access.store
        last, look = await store.reminder(person)
        if look is None or look.at > now:
            return
        settings, waits = await self._access.settings(person), await self._waits(person)
        corrected = None
        if last.at is not None and last.at > now:
            corrected = last = last.model_copy(update={"at": now})
        due = await next_due(waits, settings, last.at)
        if look.missed and waits:
            due = reminders.Due(now, "each")
        at = due.at if due is not None else None
        if at is not None and at <= now:
            at = waking.reachable(now, settings.hours) or OPEN_END
        if due is None or at != now:
            next = Look(person=person, at=at, missed=look.missed) if at is not None else None
            await store.looked(look, next, corrected)
            return
        after = await next_due(waits, settings, now)
        new = last.model_copy(update={"number": last.number + 1, "at": now, "to_send": True, "why": due.why})
        await store.looked(look, Look(person=person, at=after.at) if after is not None else None, new)
        for listener in self._listeners:
            listener(person)

    async def _waits(self, person: int) -> list[reminders.Wait]:
        """Return the games that wait for a person, the one that has waited longest first."""
        everywhere, here = (await self._access.settings(person)).standing, await self._access.store.standing_of(person)
        found = []
        for table in await self._access.store.tables(person=person):
            seat = next(each for each in table.seats if each.person == person)
            since = reminders.since(table, seat)
            if since is not None:
                answers = resolved(here.get(table.id, AutoAnswers()), everywhere)
                found.append(reminders.Wait(table, seat, since, answers))
        return sorted(found, key=lambda wait: wait.since)

    # what is sent

    async def waiting(self, person: int) -> list[Waiting]:
        """Return what a reminder says: the games that wait for a person, the one that has waited longest first."""
        return [
            Waiting(
                table=show(wait.table, None),
                since=wait.since,
                until=wait.seat.ends,
                move=wait.seat.waiting_since is not None,
            )
            for wait in await self._waits(person)
        ]

    async def reminder(self, person: int) -> Reminder:
        """Return a person's last reminder."""
        return (await self._access.store.reminder(person))[0]

    async def reminded(self) -> dict[int, Reminder]:
        """Return the reminders to send, and those already sent, by person."""
        return await self._access.store.reminded()

    async def note(self, person: int, reminder: Reminder) -> None:
        """Note what happened to a person's reminder."""
        await self._access.store.remind(person, reminder)

    async def put_off(self, person: int, reminder: Reminder) -> bool:
        """Put off a reminder that wasn't sent while its person could be reached; return False if they can be."""
        now = self._access.clock()
        at = waking.reachable(now, (await self._access.settings(person)).hours)
        if at == now:
            return False
        look = Look(person=person, at=at or OPEN_END, missed=True)
        await self._access.store.remind(person, reminder.model_copy(update={"to_send": False}), look)
        return True


async def next_due(waits: list[reminders.Wait], settings: PersonSettings, last: datetime | None) -> reminders.Due | None:
    """Return when to remind a person next; None: never, as things stand. The event loop goes on between their games: with quiet
    hours and many absences, each can take almost a millisecond."""
    found = list[reminders.Due]()
    for wait in waits:
        due = reminders.due(wait, settings, last)
        found += [due] if due is not None else []
        await asyncio.sleep(0)
    return min(found, key=attrgetter("at"), default=None)
