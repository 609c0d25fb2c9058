"""Keeps a table's messages in sync with it: sends the missing ones, edits outdated ones, deletes those that have served their
purpose."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple, Protocol, TypeVar

import discord

from cogs.desk import Desk
from cogs.messages.kinds import (
    BoardMessage,
    ClosingMessage,
    EndMentionMessage,
    HandMessage,
    LateMessage,
    LobbyMessage,
    LogMessage,
    MentionMessage,
    MessageKind,
    ScoreMessage,
    SeatNotice,
    SeatQuestion,
    invitations,
    kind_of,
)
from cogs.messages.posted import Changes, Channel, Posted
from cogs.messages.sending import CANT_DM, NO_ACCESS
from cogs.panels import following
from cogs.panels.blocks import ForAll
from tables import Place, SeatSnapshot, TableError, TableService, TableView
from tables.messages import Known
from tables.models import Message, Ping

log = logging.getLogger(__name__)

K = TypeVar("K", bound=MessageKind)
CanSee = Callable[[int, Place], Awaitable[bool]]
PASSING = (MentionMessage, ClosingMessage)
"""Messages that are deleted once they have served their purpose."""


class There(NamedTuple):
    """An existing message, and its kind."""

    message: Message
    kind: MessageKind


class Mark(Protocol):
    """A function that gets a table to check in a channel: `patient`, if tables that people have changed go ahead."""

    def __call__(self, channel: Channel, table: str, *, patient: bool = False) -> None: ...


class Sync:
    """Brings the messages of tables in sync with them. `mark` is called with other places where there is something to do now;
    `can_see` says whether a person sees a place."""

    def __init__(self, tables: TableService, desk: Desk, posted: Posted, mark: Mark, can_see: CanSee) -> None:
        self._tables = tables
        self._desk = desk
        self._posted = posted
        self._mark = mark
        self._can_see = can_see

    # in the channel

    async def public(self, seen: SeatSnapshot, changes: Changes) -> None:
        """Bring a table up to date at its place, and at those that it has left."""
        table, known = seen.table, await self._tables.messages.known(seen.table.id)
        self._look_after_those_who_left(table, known)
        if table.phase == "over":
            for person in await self._tables.followers.of(table.id):
                self._mark(Channel("dm", person), table.id, patient=True)
        there = [There(each, kind) for each in known.of(None) if (kind := kind_of(each)) is not None]
        if table.lost is not None:
            self._let_be(table, there, changes)
            return
        here = list[There]()
        for each in there:
            if each.message.channel == table.place.id:
                here.append(each)
            else:
                await self._leave(seen, each, changes)
        if table.started is not None:
            await self._boards(seen, there, here, changes)
        for kind in self._missing(table, there, here):
            sent = await self._post(seen, kind, changes)
            here.append(There(sent, kind))
        if table.phase == "over":
            await self._into_logs(seen, here, changes)
        await self._drop_old_questions(table, here, changes)
        await self._follow(seen, here, changes)
        await self._call_by_mention(seen, known.calls, here, changes)

    def _look_after_those_who_left(self, table: TableView, known: Known) -> None:
        for message in known.messages:
            if message.audience is not None and not message.final and table.seat_of(message.audience) is None:
                self._mark(Channel("dm", message.audience), table.id)

    def _let_be(self, table: TableView, there: Sequence[There], changes: Changes) -> None:
        """Leave a lost place alone: nothing can be shown there, and its messages might be deleted in the meantime. Once the game is
        over, stop following them."""
        for message, _ in there:
            if table.phase == "over" and not message.final:
                self._posted.leave(message, changes)
            elif not message.final:
                self._posted.doubt(message)

    async def _leave(self, seen: SeatSnapshot, there: There, changes: Changes) -> None:
        """Deal with the messages a game has left elsewhere: the lobby and its pings follow as long as they would anywhere; a board
        becomes a log that says where the game is now."""
        (message, kind), table = there, seen.table
        try:
            if isinstance(kind, PASSING) and not isinstance(kind, EndMentionMessage):
                await self._posted.delete(message, changes)
            elif isinstance(kind, BoardMessage):
                told = LogMessage(kind.first, max(table.turn, kind.first) - 1)
                await self._posted.show(message, told, await self._desk.left(seen, told.first, told.last), changes, final=True)
            elif not message.final:
                await self._bring(seen, there, changes)
        except discord.HTTPException as error:
            if error.code not in NO_ACCESS:
                raise
            log.info("Table %s: what it left in channel %d stays as it is: %s", table.id, message.channel, error)
            self._posted.leave(message, changes)

    async def _boards(self, seen: SeatSnapshot, there: Sequence[There], here: list[There], changes: Changes) -> None:
        """Make sure that a game in progress has exactly one board, which shows the turns that aren't in any log."""
        table = seen.table
        if table.phase == "over":
            return
        boards = sorted(of_kind(here, BoardMessage), key=lambda each: each[1].number)
        if table.turn:
            for message, log_ in of_kind(here, LogMessage):
                if log_.last >= table.turn or log_.last < log_.first:  # undone, or it only said where the game went
                    drop(here, message)
                    await self._retell(seen, message, LogMessage(log_.first, min(log_.last, table.turn - 1)), changes)
        told = [kind.last for _, kind in of_kind(there, LogMessage)]
        first = boards[-1][1].first if boards else max(told, default=table.options.first_turn - 1) + 1
        if table.turn:
            first = min(first, table.turn)
        if not boards:
            number = 1 + max((kind.number for _, kind in of_kind(there, BoardMessage)), default=0)
            kind = BoardMessage(number, first)
            here.append(There(await self._post(seen, kind, changes), kind))
            return
        for (message, old), (_, new) in pairwise(boards):  # sent twice, or not yet turned into its log
            drop(here, message)
            await self._retell(seen, message, LogMessage(old.first, new.first - 1), changes)
        message, board = boards[-1]
        drop(here, message)
        board = board.from_turn(first)
        rendered = await self._desk.turn(seen)
        if message.shows != rendered.digest and board.is_due(table, message):
            new = board.next(table)
            here.append(There(await self._post(seen, new, changes, rendered), new))
            await self._retell(seen, message, LogMessage(board.first, new.first - 1), changes)
        else:
            here.append(There(await self._posted.show(message, board, rendered, changes, final=False), board))

    async def _retell(self, seen: SeatSnapshot, message: Message, log_: LogMessage, changes: Changes) -> None:
        """Make a message hold exactly these turns of the log; delete it if there are none."""
        if log_.last < log_.first:
            await self._posted.delete(message, changes)
        else:
            await self._posted.show(message, log_, await log_.panel(self._desk, seen), changes, final=True)

    async def _into_logs(self, seen: SeatSnapshot, here: list[There], changes: Changes) -> None:
        """Turn the board of a finished game into the log of its last turns."""
        for message, board in of_kind(here, BoardMessage):
            drop(here, message)
            await self._retell(seen, message, LogMessage(board.first, max(board.first, seen.table.turn)), changes)

    def _missing(self, table: TableView, there: Sequence[There], here: Sequence[There]) -> list[MessageKind]:
        """Return what is missing in the channel, top to bottom."""
        kinds = [each.kind for each in here]
        if table.phase == "lobby":
            lasting = [LobbyMessage(), *ClosingMessage.wanted(table)]
            return [*(each for each in lasting if each not in kinds), *invitations(table, kinds)]
        wanted: list[MessageKind] = []
        if table.phase == "over" and table.started is not None:
            told = max((kind.last for _, kind in of_kind(there, LogMessage)), default=table.options.first_turn - 1)
            if told < table.turn and not of_kind(here, BoardMessage):
                wanted.append(LogMessage(told + 1, table.turn))
            wanted.append(ScoreMessage())
        proposal = table.proposal
        if table.phase == "playing" and proposal is not None and proposal.newcomer is not None:
            wanted.append(SeatQuestion(proposal.number))
        wanted += [SeatQuestion(seat.opening) for seat in table.seats if seat.opening is not None]
        if table.phase == "playing":
            wanted += [LateMessage(vote.number) for seat in table.seats if (vote := seat.lateness.voting) is not None]
        missing = [each for each in wanted if each not in kinds]
        if table.phase == "playing":
            new = [seat.taken_over for seat in table.seats]
            seated: list[MessageKind] = [SeatNotice(each.number) for each in new if each is not None and each.forced]
            ever = {each.kind for each in there}
            missing += [each for each in seated if each not in ever]
        return missing

    async def _drop_old_questions(self, table: TableView, here: list[There], changes: Changes) -> None:
        """Delete old messages about seats, since people could ask and withdraw forever: all except the latest, questions still
        open, open seats, and how the current players got theirs."""
        found = [(each.message, each.kind) for each in here if isinstance(each.kind, SeatQuestion | SeatNotice | LateMessage)]
        about = sorted(found, key=lambda each: each[1].number)
        lasting = {seat.taken_over.number for seat in table.seats if seat.taken_over is not None}
        lasting |= {seat.opening for seat in table.seats if seat.opening is not None}
        for message, kind in about[:-1]:
            if kind.number not in lasting and not kind.follows(table):
                drop(here, message)
                await self._posted.delete(message, changes)

    async def _post(self, seen: SeatSnapshot, kind: MessageKind, changes: Changes, rendered: ForAll | None = None) -> Message:
        drawn = rendered if rendered is not None else await kind.panel(self._desk, seen)
        assert isinstance(drawn, ForAll)
        if isinstance(kind, SeatQuestion):
            drawn = replace(drawn, mentions=await self._reached(seen.table, drawn.mentions))
        message = await self._posted.send(seen.table, kind, drawn, changes)
        if not message.shows:  # it was sent before
            message = await self._posted.show(message, kind, drawn, changes, final=not kind.follows(seen.table))
        if isinstance(kind, ScoreMessage):
            changes.scores.append(message)
        return message

    async def complete(self, table: TableView, score: Message) -> None:
        """Update a final score if it was sent before the points by turn were known."""
        with suppress(TableError):
            await self._tables.records.points_over_turns(table.id)
            if (await self._desk.score(table)).digest != score.shows:
                self._posted.doubt(score)
                self._mark(Channel("public", score.channel), table.id, patient=True)

    async def _reached(self, table: TableView, people: Sequence[int]) -> tuple[int, ...]:
        """Return which of these people can be pinged now. Others at the table are pinged later."""
        found = [each for each in people if table.seat_of(each) is None]
        found += [each for each in people if each not in found and await self._tables.people.reached(each, table.id) == "now"]
        return tuple(found)

    async def _follow(self, seen: SeatSnapshot, here: list[There], changes: Changes) -> None:
        """Bring the existing messages up to date; delete pings that have served their purpose."""
        for each in here[:]:
            message, kind = each
            if isinstance(kind, PASSING) and not message.final and not kind.follows(seen.table):
                drop(here, message)
                await self._posted.delete(message, changes)
            elif not isinstance(kind, BoardMessage) and message.message not in changes.kept:
                await self._bring(seen, each, changes)

    async def _bring(self, seen: SeatSnapshot, there: There, changes: Changes) -> None:
        """Bring a message up to date that isn't a record."""
        (message, kind), table = there, seen.table
        if (message.final and not self._posted.unsure(message) and not kind.follows(table)) or self._posted.shows(message, seen):
            return
        rendered = await kind.panel(self._desk, seen)
        await self._posted.show(message, kind, rendered, changes, final=not kind.follows(table))

    async def _call_by_mention(self, seen: SeatSnapshot, calls: Sequence[Ping], here: Sequence[There], changes: Changes) -> None:
        """Ping players whose direct messages are closed, each once, at the game's place."""
        table = seen.table
        for call in calls:
            if not await self._tables.people.dm_closed(call.person) or await self._tables.put_off(call):
                continue
            for message, kind in of_kind(here, MentionMessage):
                if kind == MentionMessage(call.seat):
                    await self._posted.delete(message, changes)
            kind_ = (EndMentionMessage if table.phase == "over" else MentionMessage)(call.seat)
            if table.phase == "over" or kind_.follows(table):  # not while an AI plays: they needn't do anything
                await self._posted.mention(table, await kind_.panel(self._desk, seen), call, changes)
            changes.called.append(call)

    # in direct messages

    async def private(self, seen: SeatSnapshot, person: int, changes: Changes) -> None:
        """Bring someone's hand up to date; a new one, which pings them, replaces older ones."""
        table, known = seen.table, await self._tables.messages.known(seen.table.id)
        kind, hands = HandMessage(person), known.of(person)
        call = next((call for call in known.calls if call.person == person), None)
        if call is not None and await self._tables.put_off(call):
            call = None
        seat = table.seat_of(person)
        wanted = call is not None or (not hands and seat is not None and not seat.resigned and table.phase != "over")
        if wanted:
            sent = await self._send_hand(seen, person, call, changes)
            if sent is not None:
                hands = [*(hand for hand in hands if hand.message != sent.message), sent]
                await self._posted.clear(table, person)
        hands.sort(key=lambda hand: hand.message)
        for hand in hands[:-1]:
            await self._posted.delete(hand, changes)
        for hand in hands[-1:]:
            if not hand.shows or hand.message not in changes.kept:
                await self._bring(seen, There(hand, kind), changes)
        if table.phase == "over" and await self._tables.followers.follows(table.id, person):
            await self._tell_follower(seen, person)

    async def _tell_follower(self, seen: SeatSnapshot, person: int) -> None:
        """Tell a follower once about the end of a game, unless their direct messages are closed, they play, or they can no longer
        see the game's place."""
        table, seat = seen.table, seen.seat
        wanted = (seat is None or seat.resigned) and not seen.settings.dm_closed
        if wanted and await self._can_see(person, table.place):
            try:
                await self._posted.tell(table, following.ended(table, person))
            except discord.HTTPException as error:
                if error.code not in CANT_DM:
                    raise
                await self._tables.people.note_dm(person, closed=True)
        await self._tables.followers.forget(table.id, person)

    async def _send_hand(self, seen: SeatSnapshot, person: int, call: Ping | None, changes: Changes) -> Message | None:
        """Send a new hand, which also pings the player if they have to be pinged; return None if their direct messages are
        closed."""
        table = seen.table
        if seen.settings.dm_closed:
            self._call_in_channel(table, call)
            return None
        rendered = await self._desk.panel(seen, pinged=True if call is not None and table.phase == "playing" else None)
        silent = call is None and await self._tables.people.reached(person, table.id) != "now"
        try:
            message = await self._posted.send_hand(table, rendered, call, changes, silent=silent)
        except discord.Forbidden as error:
            if error.code not in CANT_DM:
                raise
            await self._tables.people.note_dm(person, closed=True)
            self._call_in_channel(table, call)
            return None
        return message

    def _call_in_channel(self, table: TableView, call: Ping | None) -> None:
        if call is not None:
            self._mark(Channel("public", table.place.id), table.id)


def drop(there: list[There], message: Message) -> None:
    """Take a message out of the list."""
    there[:] = [each for each in there if each.message is not message]


def of_kind(there: Sequence[There], kind: type[K]) -> list[tuple[Message, K]]:
    """Return the messages of one kind."""
    return [(each.message, each.kind) for each in there if isinstance(each.kind, kind)]
