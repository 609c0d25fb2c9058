"""Limits on what one person, or one server, can ask of the bot."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from storage.store import Store
from tables.errors import Counted, InProgress, TooMany

DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)
PAUSE = timedelta(minutes=10)
"""How long until someone can get another file: one with many games takes seconds to make."""


@dataclass(frozen=True, slots=True)
class Quotas:
    """The limits.

    * `tables`: how many tables a person can be at, since looking at all their games reads each of them. `guests`: how many people a
      table can invite, since all their messages follow the lobby.
    * `lobbies`: how many tables that haven't started one person can host; `server_lobbies`: how many a server can have.
    * `opened`: how many tables a person can open in a day, since each leaves a message even if no one plays there.
    * `invitations`: how often a person can invite the same person in a day. `look_ups`: how many look-ups they can show everyone in
      a channel in a minute.
    """

    tables: int = 50
    guests: int = 30
    lobbies: int = 3
    server_lobbies: int = 20
    opened: int = 30
    invitations: int = 2
    look_ups: int = 5


USUAL = Quotas()


async def must_have_room(store: Store, quotas: Quotas, person: int) -> None:
    """Raise TooMany if a person is at as many tables as allowed."""
    if len(await store.tables(person=person)) >= quotas.tables:
        raise TooMany("tables", quotas.tables)


async def must_have_opened_few(store: Store, quotas: Quotas, person: int, guild: int | None, now: datetime) -> None:
    """Raise TooMany if a person, or a server, has as many tables as allowed, or the person has opened as many today."""
    tables = await store.tables(person=person)
    if len(tables) >= quotas.tables:
        raise TooMany("tables", quotas.tables)
    if sum(table.phase == "lobby" and table.host == person for table in tables) >= quotas.lobbies:
        raise TooMany("lobbies", quotas.lobbies)
    if guild is not None and sum(spot.lobby for spot in await store.spots(guild=guild)) >= quotas.server_lobbies:
        raise TooMany("server-lobbies", quotas.server_lobbies)
    must_be_fewer("opened", quotas.opened, await store.opened(person, now - DAY), DAY)


async def must_have_invited_few(store: Store, quotas: Quotas, person: int, guests: Sequence[int], now: datetime) -> None:
    """Raise TooMany if a person has invited one of these as often as allowed today."""
    for guest in guests:
        must_be_fewer("invitations", quotas.invitations, await store.invited(person, guest, now - DAY), DAY, who=guest)


def must_be_fewer(what: Counted, most: int, times: Sequence[datetime], within: timedelta, who: int | None = None) -> None:
    """Raise TooMany if there are already `most` of these `times` `within` that period."""
    if len(times) >= most:
        raise TooMany(what, most, again=times[-most] + within, who=who)


class LookUps:
    """What people have recently shown to everyone. It doesn't survive a restart, as it only covers a minute."""

    def __init__(self, quotas: Quotas, clock: Callable[[], datetime]) -> None:
        self._most = quotas.look_ups
        self._clock = clock
        self._shown: dict[tuple[int, int], deque[datetime]] = {}

    def note(self, person: int, channel: int) -> None:
        """Note that a person shows a page in a channel now. Raise TooMany."""
        now = self._clock()
        self._shown = {key: times for key, times in self._shown.items() if times[-1] > now - MINUTE}
        times = self._shown.setdefault((person, channel), deque(maxlen=self._most))
        lately = [at for at in times if at > now - MINUTE]
        must_be_fewer("look-ups", self._most, lately, MINUTE)
        times.append(now)


class FilesMade:
    """The files that people have had made recently: one at a time, with a pause in between. They don't survive a restart."""

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self._clock = clock
        self._lock = asyncio.Lock()
        self._making: set[int] = set()
        self._made: dict[int, datetime] = {}

    @asynccontextmanager
    async def alone(self, person: int) -> AsyncIterator[None]:
        """Wait until no one else's file is being made. Raise InProgress if the person's own is, TooMany if it was just made."""
        now = self._clock()
        self._made = {each: at for each, at in self._made.items() if at > now - PAUSE}
        if person in self._making:
            raise InProgress
        must_be_fewer("files", 1, [self._made[person]] if person in self._made else [], PAUSE)
        self._making.add(person)
        try:
            async with self._lock:
                yield
        finally:
            self._making.discard(person)
        self._made[person] = now

    def forget(self, person: int) -> None:
        """Let a person have another file now."""
        self._made.pop(person, None)
