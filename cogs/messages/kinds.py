"""The kinds of messages that a table has: what each shows, who sees it, how long it follows its table, and its name.

A stored message has its kind in its `purpose`, which only this module writes and reads: the kind's word, then its numbers. On
Discord, a message is recognized by a nonce, which Discord keeps for a few minutes, and by a stamp, which lasts until the message is
edited."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import lru_cache
from hashlib import blake2b, sha256
from itertools import groupby
from typing import ClassVar, NamedTuple

import discord

from cogs.desk import Desk
from cogs.panels import consent, late
from cogs.panels.blocks import ForAll, ForOne
from cogs.panels.lobby import closing
from cogs.panels.table import invitation
from tables import SeatSnapshot, TableView
from tables.models import Message, Ping

SITTING = timedelta(minutes=30)
"""For how long after it was posted a board is still edited. Discord limits edits of messages older than an hour, and conversation
pushes them up."""


@dataclass(frozen=True, slots=True)
class MessageKind(ABC):
    """What a message is for."""

    WORD: ClassVar[str]
    __match_args__: ClassVar[tuple[str, ...]]

    @property
    def purpose(self) -> str:
        """Return the kind as a stored message has it."""
        return ":".join([self.WORD, *(str(getattr(self, number)) for number in self.__match_args__)])

    @property
    def name(self) -> str:
        """Return the name that distinguishes a message from its table's others in the same place, before and after a crash."""
        return self.purpose

    def follows(self, table: TableView) -> bool:
        """Return whether the message follows its table's changes."""
        return False

    @abstractmethod
    async def panel(self, desk: Desk, seen: SeatSnapshot) -> ForAll | ForOne:
        """Draw its current content for its reader, whose snapshot is `seen`."""


@dataclass(frozen=True, slots=True)
class LobbyMessage(MessageKind):
    """The lobby; from the start of the game on, the record of it."""

    WORD = "lobby"

    def follows(self, table: TableView) -> bool:
        return table.phase == "lobby"

    async def panel(self, desk: Desk, seen: SeatSnapshot) -> ForAll:
        return await desk.lobby(seen.table)


@dataclass(frozen=True, slots=True)
class InvitationMessage(MessageKind):
    """A ping of guests invited by the same person: from the one numbered `since` up to the one before `upto`."""

    WORD = "invitation"
    since: int
    upto: int

    def follows(self, table: TableView) -> bool:
        return table.phase == "lobby"

    def guests(self, table: TableView) -> tuple[int, ...]:
        """Return the guests it pings."""
        guests = list(table.invited)[self.since : self.upto]
        by = table.invited[guests[-1]] if guests else None
        return tuple(guest for guest in guests if guest and table.invited[guest] == by)

    async def panel(self, desk: Desk, seen: SeatSnapshot) -> ForAll:
        return invitation(seen.table, self.guests(seen.table))


@dataclass(frozen=True, slots=True)
class ClosingMessage(MessageKind):
    """The warning that a lobby is about to close, by the time of the warning. It is deleted once it's no longer true."""

    WORD = "closing"
    warned: int

    @classmethod
    def wanted(cls, table: TableView) -> list[ClosingMessage]:
        """Return the warning that a table needs now, if it needs one."""
        warned = table.gathering.warned
        return [cls(int(warned.timestamp()))] if table.phase == "lobby" and warned is not None else []

    def follows(self, table: TableView) -> bool:
        return self in self.wanted(table)

    async def panel(self, desk: Desk, seen: SeatSnapshot) -> ForAll:
        return closing(seen.table)


@dataclass(frozen=True, slots=True)
class SeatQuestion(MessageKind):
    """The question about a seat to everyone who has to agree, by the proposal's number; later, the outcome. An open seat also has
    the number of the proposal, or of another occasion."""

    WORD = "question"
    number: int

    def follows(self, table: TableView) -> bool:
        return self.asks(table) or any(seat.opening == self.number for seat in table.seats)

    def asks(self, table: TableView) -> bool:
        """Return whether the question is still open."""
        proposal = table.proposal
        return (
            table.phase == "playing" and proposal is not None and proposal.newcomer is not None and proposal.number == self.number
        )

    async def panel(self, desk: Desk, seen: SeatSnapshot) -> ForAll:
        return consent.call(seen.table) if self.asks(seen.table) else consent.settled(seen.table, self.number)


@dataclass(frozen=True, slots=True)
class LateMessage(MessageKind):
    """The vote on a late move, by its number; later, its outcome."""

    WORD = "vote"
    number: int

    def follows(self, table: TableView) -> bool:
        voting = [each.lateness.voting for each in table.seats]
        return table.phase == "playing" and any(each is not None and each.number == self.number for each in voting)

    async def panel(self, desk: Desk, seen: SeatSnapshot) -> ForAll:
        return late.vote(seen.table, self.number)


@dataclass(frozen=True, slots=True)
class SeatNotice(MessageKind):
    """The notice that a manager has given someone a seat, by the number of that occasion."""

    WORD = "seated"
    number: int

    async def panel(self, desk: Desk, seen: SeatSnapshot) -> ForAll:
        return consent.settled(seen.table, self.number)


@dataclass(frozen=True, slots=True)
class BoardMessage(MessageKind):
    """The table as everyone may see it: the number of this board in its game, and the first turn that it has shown."""

    WORD = "board"
    number: int
    first: int

    @property
    def name(self) -> str:
        return f"{self.WORD}:{self.number}"

    def follows(self, table: TableView) -> bool:
        return table.phase in ("playing", "frozen")

    async def panel(self, desk: Desk, seen: SeatSnapshot) -> ForAll:
        return await desk.turn(seen)

    def is_due(self, table: TableView, message: Message) -> bool:
        """Return whether a new board is due because something has happened long after this one was posted. Only committed times
        count, so that a restart makes the same decision."""
        moments = [each.since for each in table.awaited if each.since is not None]
        latest: datetime | None = max([*moments, *([table.proposal.at] if table.proposal is not None else [])], default=None)
        return latest is not None and latest - discord.utils.snowflake_time(message.message) > SITTING

    def next(self, table: TableView) -> BoardMessage:
        """Return the board that replaces this one."""
        return BoardMessage(self.number + 1, max(self.first, table.turn))

    def from_turn(self, first: int) -> BoardMessage:
        """Return the same board, showing all turns from that one on."""
        return replace(self, first=first)


@dataclass(frozen=True, slots=True)
class LogMessage(MessageKind):
    """The turns of a board that is gone."""

    WORD = "log"
    first: int
    last: int

    async def panel(self, desk: Desk, seen: SeatSnapshot) -> ForAll:
        return await desk.past(seen, self.first, self.last)


@dataclass(frozen=True, slots=True)
class ScoreMessage(MessageKind):
    """The final score."""

    WORD = "score"

    async def panel(self, desk: Desk, seen: SeatSnapshot) -> ForAll:
        return await desk.score(seen.table)


@dataclass(frozen=True, slots=True)
class MentionMessage(MessageKind):
    """A ping in the channel for a player whose direct messages are closed. It is deleted when it has served its purpose."""

    WORD = "mention"
    seat: int

    def follows(self, table: TableView) -> bool:
        wanted = self.seat in table.undecided or any(a.seat == self.seat and not a.owed for a in table.awaited)
        return table.phase == "playing" and wanted

    async def panel(self, desk: Desk, seen: SeatSnapshot) -> ForAll:
        person = seen.table.seats[self.seat].person
        assert person is not None
        return await desk.ping(seen.table, person)


@dataclass(frozen=True, slots=True)
class EndMentionMessage(MentionMessage):
    """The same at the end of the game; this one stays."""

    WORD = "end"

    def follows(self, table: TableView) -> bool:
        return False


@dataclass(frozen=True, slots=True)
class HandMessage(MessageKind):
    """A person's hand, in their direct messages."""

    WORD = "hand"
    person: int

    def follows(self, table: TableView) -> bool:
        return table.phase != "over" and table.involves(self.person)

    async def panel(self, desk: Desk, seen: SeatSnapshot) -> ForOne:
        return await desk.panel(seen)


KINDS: dict[str, type[MessageKind]] = {
    each.WORD: each
    for each in (
        LobbyMessage,
        InvitationMessage,
        ClosingMessage,
        SeatQuestion,
        SeatNotice,
        LateMessage,
        BoardMessage,
        LogMessage,
        ScoreMessage,
        MentionMessage,
        EndMentionMessage,
        HandMessage,
    )
}


def kind_of(message: Message) -> MessageKind | None:
    """Return the kind of a stored message; None if its purpose names no kind."""
    return kind_named(message.purpose)


@lru_cache(4096)
def kind_named(purpose: str) -> MessageKind | None:
    word, *numbers = purpose.split(":")
    try:
        return KINDS[word](*map(int, numbers))
    except (KeyError, TypeError, ValueError):
        return None


def invitations(table: TableView, there: Sequence[MessageKind]) -> list[InvitationMessage]:
    """Return the invitations of a lobby's guests that no message there has pinged yet."""
    told = max((each.upto for each in there if isinstance(each, InvitationMessage)), default=0)
    new = []
    for _, called in groupby(list(table.invited)[told:], key=table.invited.get):
        guests = tuple(called)
        if any(guest and table.seat_of(guest) is None for guest in guests):
            new.append(InvitationMessage(told, told + len(guests)))
        told += len(guests)
    return new


# how messages are recognized on Discord


class Stamp(NamedTuple):
    """What identifies a sent message, as numbers that Discord's components keep: its name in its place, and its table. It lasts
    until the message is edited."""

    message: int
    table: int

    @classmethod
    def of(cls, table: str, name: str) -> Stamp:
        """Return the stamp of a message of a table; `name` distinguishes it from the others."""
        return cls(numbered(f"{table} {name}"), numbered(table))


def numbered(name: str) -> int:
    """Return a number for a name: small enough for a component's id, and too large to be one that Discord assigns."""
    return int.from_bytes(sha256(name.encode()).digest()[:4]) % 0x7FFF0000 + 0xFFFF


def nonce(table: str, name: str) -> str:
    """Return the nonce by which Discord accepts a message only once: at most 25 characters."""
    return f"{table}{base36(int.from_bytes(blake2b(f'{table} {name}'.encode(), digest_size=8).digest()))}"


def at_place(name: str, place: int) -> str:
    """Return the name of a message at a table's place: at its former places it had others."""
    return f"{name}@{place}"


def name_of(call: Ping) -> str:
    """Return the name of a ping: the same whenever and however it is made. Everyone in the channel can read what is derived from
    it, so it doesn't contain the number of the table's changes."""
    return f"call:{call.seat}:{call.decision}:{call.at.timestamp()}"


def base36(number: int) -> str:
    """Write a number in a short form."""
    digits = ""
    while number:
        number, digit = divmod(number, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return digits or "0"
