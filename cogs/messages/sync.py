"""Keeps a table's messages in step with it: what is missing is sent, what says something else is edited, what has done its work
goes."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

import discord

from cogs.desk import Desk
from cogs.messages.kinds import (
    Board,
    EndMention,
    Hand,
    Kind,
    Lobby,
    Log,
    Mention,
    Question,
    Score,
    Seated,
    invitations,
    kind_of,
)
from cogs.messages.posted import Changes, Channel, Posted
from cogs.messages.sending import CANT_DM, NO_ACCESS
from cogs.panels.blocks import ForAll, ForOne
from tables import Host, TableView
from tables.models import Message, Ping

log = logging.getLogger(__name__)

K = TypeVar("K", bound=Kind)


class There(NamedTuple):
    """A message that is there, and what it is for."""

    message: Message
    kind: Kind


class Sync:
    """Brings the messages of tables in step with them. `mark` is told where else there is something to do now."""

    def __init__(self, host: Host, desk: Desk, posted: Posted, mark: Callable[[Channel, str], None]) -> None:
        self._host = host
        self._desk = desk
        self._posted = posted
        self._mark = mark

    # in the channel

    async def public(self, table: TableView, changes: Changes) -> None:
        """Bring a table up to date where it is, and what it has left elsewhere."""
        await self._look_after_those_who_left(table)
        there = [There(each, kind) for each in await self._host.messages.of(table.id) if (kind := kind_of(each)) is not None]
        if table.lost is not None:
            self._let_be(table, there, changes)
            return
        here = [each for each in there if each.message.channel == table.place.id]
        for each in there:
            if each not in here:
                await self._leave(table, each, changes)
        if table.started is not None:
            await self._boards(table, there, here, changes)
        for kind in self._missing(table, there, here):
            sent = await self._post(table, kind, changes)
            here.append(There(sent, kind))
        if table.phase == "over":
            await self._into_logs(table, here, changes)
        await self._follow(table, here, changes)
        await self._call_by_mention(table, here, changes)

    async def _look_after_those_who_left(self, table: TableView) -> None:
        for message in await self._host.messages.all(table.id):
            if message.audience is not None and not message.final and table.seat_of(message.audience) is None:
                self._mark(Channel("dm", message.audience), table.id)

    def _let_be(self, table: TableView, there: Sequence[There], changes: Changes) -> None:
        """Nothing can be shown at a place that is lost, and what is there may be deleted meanwhile. Once the game is over, nothing
        there follows it any more."""
        for message, _ in there:
            if table.phase == "over" and not message.final:
                self._posted.leave(message, changes)
            elif not message.final:
                self._posted.doubt(message)

    async def _leave(self, table: TableView, there: There, changes: Changes) -> None:
        """Deal with what a game has left elsewhere: the lobby and the calls to it follow as long as they do anywhere; a board
        becomes a log that says where the game is now."""
        message, kind = there
        try:
            if isinstance(kind, Mention) and not isinstance(kind, EndMention):
                await self._posted.delete(message, changes)
            elif isinstance(kind, Board):
                told = Log(kind.first, max(table.turn, kind.first) - 1)
                await self._posted.show(message, told, await self._desk.left(table, told.first, told.last), changes, final=True)
            elif not message.final:
                await self._bring(table, there, changes)
        except discord.HTTPException as error:
            if error.code not in NO_ACCESS:
                raise
            log.info("Table %s: what it left in channel %d stays as it is: %s", table.id, message.channel, error)
            self._posted.leave(message, changes)

    async def _boards(self, table: TableView, there: Sequence[There], here: list[There], changes: Changes) -> None:
        """See to it that a game that goes on has one board, which shows the turns that no log tells."""
        if table.phase == "over":
            return
        boards = sorted(of_kind(here, Board), key=lambda each: each[1].number)
        if table.turn:
            for message, log_ in of_kind(here, Log):
                if log_.last >= table.turn:
                    here.remove(There(message, log_))
                    await self._retell(table, message, Log(log_.first, table.turn - 1), changes)
        told = [kind.last for _, kind in of_kind(there, Log)]
        first = boards[-1][1].first if boards else max(told, default=0) + 1
        if table.turn:
            first = min(first, table.turn)
        if not boards:
            number = 1 + max((kind.number for _, kind in of_kind(there, Board)), default=0)
            kind = Board(number, first)
            here.append(There(await self._post(table, kind, changes), kind))
            return
        for message, board in boards[:-1]:  # of an older release, or sent twice
            here.remove(There(message, board))
            await self._posted.delete(message, changes)
        message, board = boards[-1]
        here.remove(There(message, board))
        board = board.from_turn(first)
        rendered = await self._desk.turn(table)
        if message.shows != rendered.digest and board.is_due(table, message):
            new = board.next(table)
            here.append(There(await self._post(table, new, changes, rendered), new))
            await self._retell(table, message, Log(board.first, new.first - 1), changes)
        else:
            here.append(There(await self._posted.show(message, board, rendered, changes, final=False), board))

    async def _retell(self, table: TableView, message: Message, log_: Log, changes: Changes) -> None:
        """Have a message tell these turns and no others; one that tells none goes."""
        if log_.last < log_.first:
            await self._posted.delete(message, changes)
        else:
            await self._posted.show(message, log_, await log_.panel(self._desk, table), changes, final=True)

    async def _into_logs(self, table: TableView, here: list[There], changes: Changes) -> None:
        """Have the board of a game that is over become the log of its last turns."""
        for message, board in of_kind(here, Board):
            here.remove(There(message, board))
            await self._retell(table, message, Log(board.first, max(board.first, table.turn)), changes)

    def _missing(self, table: TableView, there: Sequence[There], here: Sequence[There]) -> list[Kind]:
        """What else should be in the channel and isn't, top to bottom."""
        kinds = [each.kind for each in here]
        if table.phase == "lobby":
            return [*([] if Lobby() in kinds else [Lobby()]), *invitations(table, kinds)]
        wanted: list[Kind] = []
        if table.phase == "over" and table.started is not None:
            told = max((kind.last for _, kind in of_kind(there, Log)), default=0)
            if told < table.turn and not of_kind(here, Board):
                wanted.append(Log(told + 1, table.turn))
            wanted.append(Score())
        offer = table.offer
        if table.phase == "playing" and offer is not None and offer.newcomer is not None:
            wanted.append(Question(offer.number))
        missing = [each for each in wanted if each not in kinds]
        if table.phase == "playing":
            new = [seat.taken_over for seat in table.seats]
            seated: list[Kind] = [Seated(each.number) for each in new if each is not None and each.forced]
            ever = {each.kind for each in there}
            missing += [each for each in seated if each not in ever]
        return missing

    async def _post(self, table: TableView, kind: Kind, changes: Changes, rendered: ForAll | None = None) -> Message:
        drawn = rendered if rendered is not None else await kind.panel(self._desk, table)
        assert isinstance(drawn, ForAll)
        message = await self._posted.send(table, kind, drawn, changes)
        if not message.shows:  # it was sent before
            message = await self._posted.show(message, kind, drawn, changes, final=not kind.follows(table))
        return message

    async def _follow(self, table: TableView, here: list[There], changes: Changes) -> None:
        """Bring what is there up to date; mentions go that have done their work."""
        for each in here[:]:
            message, kind = each
            if isinstance(kind, Mention) and not message.final and not kind.follows(table):
                here.remove(each)
                await self._posted.delete(message, changes)
            elif not isinstance(kind, Board) and message.message not in changes.kept:
                await self._bring(table, each, changes)

    async def _bring(self, table: TableView, there: There, changes: Changes) -> None:
        """Bring a message up to date that isn't a record."""
        message, kind = there
        if message.final and not kind.follows(table) and not self._posted.unsure(message):
            return
        rendered = await kind.panel(self._desk, table)
        await self._posted.show(message, kind, rendered, changes, final=not kind.follows(table))

    async def _call_by_mention(self, table: TableView, here: Sequence[There], changes: Changes) -> None:
        """Call those whose direct messages are closed, each once, where the game is."""
        for call in await self._calls(table.id):
            if not await self._host.dm_closed(call.person):
                continue
            for message, kind in of_kind(here, Mention):
                if kind == Mention(call.seat):
                    await self._posted.delete(message, changes)
            kind_ = (EndMention if table.phase == "over" else Mention)(call.seat)
            await self._posted.mention(table, await kind_.panel(self._desk, table), call, changes)
            changes.called.append(call)

    # in direct messages

    async def private(self, table: TableView, person: int, changes: Changes) -> None:
        """Bring someone's hand up to date; a new one, which calls them, takes the place of older ones."""
        kind = Hand(person)
        hands = await self._host.messages.of(table.id, person)
        call = next((call for call in await self._calls(table.id) if call.person == person), None)
        seat = table.seat_of(person)
        wanted = call is not None or (not hands and seat is not None and not seat.resigned and table.phase != "over")
        if wanted:
            sent = await self._send_hand(table, person, call, changes)
            if sent is not None:
                hands = [*(hand for hand in hands if hand.message != sent.message), sent]
                await self._posted.clear(table, person)
        hands.sort(key=lambda hand: hand.message)
        for hand in hands[:-1]:
            await self._posted.delete(hand, changes)
        for hand in hands[-1:]:
            if not hand.shows or hand.message not in changes.kept:
                await self._bring(table, There(hand, kind), changes)

    async def _send_hand(self, table: TableView, person: int, call: Ping | None, changes: Changes) -> Message | None:
        """Send a new hand, which is the call if there is one; return None if this person's direct messages are closed."""
        if await self._host.dm_closed(person):
            self._call_in_channel(table, call)
            return None
        rendered: ForOne = await self._desk.hand(table, person)
        try:
            message = await self._posted.send_hand(table, rendered, call, changes)
        except discord.Forbidden as error:
            if error.code not in CANT_DM:
                raise
            await self._host.note_dm(person, closed=True)
            self._call_in_channel(table, call)
            return None
        await self._host.note_dm(person, closed=False)
        return message

    def _call_in_channel(self, table: TableView, call: Ping | None) -> None:
        if call is not None:
            self._mark(Channel("public", table.place.id), table.id)

    async def _calls(self, table: str) -> list[Ping]:
        return await self._host.messages.calls(table)


def of_kind(there: Sequence[There], kind: type[K]) -> list[tuple[Message, K]]:
    """Return the messages of one kind."""
    return [(each.message, each.kind) for each in there if isinstance(each.kind, kind)]
