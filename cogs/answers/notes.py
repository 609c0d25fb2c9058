"""The notes that people have open: private messages, which replace one another and disappear when they have served their purpose.

Discord keeps such a message until its reader dismisses it, and lets the bot reach it only by the token of the interaction that it
answered, for 15 minutes. If the bot fails to delete one, nothing is lost: its reader can still dismiss it."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import discord

from cogs.answers.interactions import Interaction
from cogs.messages.sending import CUT_OFF
from tables import Update

log = logging.getLogger(__name__)

PATIENCE = 8.0
"""Seconds after which the bot gives up deleting a note."""
MOST = 1000
"""For how many people notes are remembered: those who opened one most recently."""
MOVES = ("answer", "undo", "wait", "back", "offer")
LASTS = 14 * 60.0
"""Seconds after which a note about a proposal is deleted in any case: later, that would be impossible, and the note would outlast
the proposal."""


class Until(NamedTuple):
    """When a note is no longer useful: the lobby is over, its reader has made a move, the turn it was for has started, or their
    proposal has lapsed."""

    what: Literal["begun", "moved", "turn", "settled"]
    table: str

    def reached(self, update: Update, person: int) -> bool:
        """Return whether that has happened by now, for a reader."""
        table = update.table
        if self.what == "begun":
            return table.phase != "lobby"
        if self.what in ("moved", "turn"):
            seat = table.seat_of(person)
            begins = self.what == "turn" and seat is not None and table.current == seat.number
            return table.phase == "over" or begins or (update.by == person and update.what in MOVES)
        return table.proposal is None or table.proposal.by != person


@dataclass(frozen=True, slots=True)
class PrivateMessage:
    """A private message: the interaction it answers, whose token reaches it; whether it is the first answer to that; its slot,
    which holds one message per person in each place; and for a text that wasn't understood, what it was written for (`matter`)."""

    message: int
    answers: Interaction
    first: bool
    slot: str
    until: Until | None = None
    matter: str = ""

    @property
    def person(self) -> int:
        return self.answers.user.id

    @property
    def place(self) -> int | None:
        return self.answers.channel_id


class PrivateMessages:
    """Knows which notes are open, and deletes those that are replaced or no longer useful. Nothing waits for that: it happens in
    the background, after the person who clicked has their answer. A note that is being clicked stays."""

    def __init__(self, background: Callable[[Coroutine[Any, Any, None]], None]) -> None:
        self._background = background
        self._open: dict[int, dict[int, PrivateMessage]] = {}
        self._ending: dict[str, dict[int, PrivateMessage]] = {}
        self._clicked: Counter[int] = Counter()
        self._going: set[int] = set()
        self._due: list[PrivateMessage] = []

    @contextmanager
    def held(self, message: discord.Message | None) -> Iterator[None]:
        """Keep the message while a click on it is answered."""
        id = message.id if message is not None else 0
        self._clicked[id] += 1
        try:
            yield
        finally:
            self._clicked[id] -= 1
            if not self._clicked[id]:
                del self._clicked[id]

    def of_lobby(self, person: int, message: int) -> Until | None:
        """Return when a note that only a lobby needs is deleted, whatever it shows until then; None for any other."""
        note = self._open.get(person, {}).get(message)
        return note.until if note is not None and note.until is not None and note.until.what == "begun" else None

    def goes(self, message: int) -> bool:
        """Return whether a message is about to be deleted: a late click on it must be answered elsewhere."""
        return message in self._going

    # new notes

    def opened(self, note: PrivateMessage) -> None:
        """Replace the other notes of the new note's slot, except the one it was opened from."""
        for other in self._those_of(note.person):
            if (other.place, other.slot) == (note.place, note.slot) and other.message != note.message:
                self._end(other)
        self.changed(note)
        self.sweep()

    def changed(self, note: PrivateMessage) -> None:
        """Store what a note shows now and its newer token."""
        known = self._open.pop(note.person, {})
        for other in known.values():
            if other.answers.is_expired():
                self._forget_end(other)
        known = {id: other for id, other in known.items() if not other.answers.is_expired()}
        if note.message in known:
            self._forget_end(known[note.message])
        self._open[note.person] = known | {note.message: note}
        if note.until is not None:
            self._ending.setdefault(note.until.table, {})[note.message] = note
            if note.until.what == "settled":
                asyncio.get_running_loop().call_later(LASTS, self._outlasted, note)
        if len(self._open) > MOST:
            for other in self._open.pop(next(iter(self._open))).values():
                self._forget_end(other)

    # deletions

    def understood(self, person: int, place: int | None, matter: str) -> None:
        """Delete the message about a text that wasn't understood, since the person has now written one that was."""
        for note in self._those_of(person):
            if note.matter == matter and note.place == place:
                self._end(note)
        self.sweep()

    def tell(self, update: Update, *, sweep: bool) -> None:
        """End the notes that an update makes useless; they are deleted now (`sweep`) or along with answers under way."""
        for note in [*self._ending.get(update.table.id, {}).values()]:
            if note.until is not None and note.until.reached(update, note.person):
                self._end(note)
        if sweep:
            self.sweep()

    def _outlasted(self, note: PrivateMessage) -> None:
        if self._open.get(note.person, {}).get(note.message) is note:
            self._end(note)
            self.sweep()

    def sweep(self) -> None:
        """Delete the notes that have ended."""
        due, self._due = self._due, []
        for note in due:
            self._background(self._take_away(note))

    def _end(self, note: PrivateMessage) -> None:
        if self._clicked[note.message]:
            return
        self._open[note.person].pop(note.message)
        self._forget_end(note)
        self._going.add(note.message)
        self._due.append(note)

    def _forget_end(self, note: PrivateMessage) -> None:
        if note.until is not None and note.message in (there := self._ending.get(note.until.table, {})):
            del there[note.message]
            if not there:
                del self._ending[note.until.table]

    def _those_of(self, person: int) -> list[PrivateMessage]:
        return [*self._open.get(person, {}).values()]

    async def _take_away(self, note: PrivateMessage) -> None:
        try:
            if not note.answers.is_expired():
                async with asyncio.timeout(PATIENCE):
                    await self._delete(note)
        except (discord.HTTPException, *CUT_OFF) as error:
            log.info("Couldn't delete a private message to %d in %s: %s", note.person, note.place, error)
        finally:
            self._going.discard(note.message)

    async def _delete(self, note: PrivateMessage) -> None:
        if note.first:
            await note.answers.delete_original_response()
        else:
            await note.answers.followup.delete_message(note.message)
