"""Which messages a table should have, where, and what they show: what is missing is sent, what lags is edited, what has done its
work goes."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Sequence
from itertools import groupby

import discord

from cogs.desk import Desk
from cogs.messages.posted import Channel, Key, Post, Posted
from cogs.messages.purposes import (
    INVITATION,
    PING,
    QUESTION,
    guests_called,
    is_final,
    number_of,
    offered,
    pinged,
    seated,
    shows_board,
)
from cogs.messages.sending import CANT_DM, NO_ACCESS
from cogs.panels import consent
from cogs.panels.blocks import ForAll, ForOne
from cogs.panels.notes import ping
from cogs.panels.places import moved
from cogs.panels.table import invitation
from tables import TableService, TableView
from tables.models import Message, Ping

log = logging.getLogger(__name__)


class Following:
    """Mends the difference between what should be there of a table and what is. `mark` is told where else there is something to
    mend now."""

    def __init__(self, host: TableService, desk: Desk, posted: Posted, mark: Callable[[Channel, str], None]) -> None:
        self._host = host
        self._desk = desk
        self._posted = posted
        self._mark = mark
        self._led_astray: set[Key] = set()

    # in the channel

    async def mend_public(self, table: TableView) -> None:
        """Brings a table up to date where it is, and what it has left behind elsewhere."""
        kept = {}
        shown = await self._host.messages.of(table.id)
        if table.lost is not None:
            await self._let_be(table, shown)
            return
        for message in shown:
            if message.channel == table.place.id:
                kept[message.purpose] = message
            else:
                await self._leave(table, message)
        if table.phase != "over":
            # Yesterday's board goes before today's comes. Once the game is over, though, the score comes first: as long as
            # something lags, a crash can't make it forgotten.
            await self._follow(table, kept, past=True)
        for post in await self._missing(table, shown):
            kept[post.purpose] = message = await self._posted.send(table, post)
            await self._doubt_hands(table, post.purpose)
            await self._posted.remember(message)
            self._lead_here(table, post.purpose)
        await self._call_by_mention(table, kept)
        await self._follow(table, kept)

    async def _let_be(self, table: TableView, shown: Sequence[Message]) -> None:
        """Nothing can be shown at a place that is lost, and what is there may be deleted meanwhile. Once the game is over, nothing
        there lags any more."""
        for message in shown:
            if table.phase == "over" and not message.final:
                await self._posted.leave(message)
            elif not message.final:
                self._posted.doubt(message)

    async def _leave(self, table: TableView, message: Message) -> None:
        """What a game has left behind elsewhere: the lobby and the calls to it, as long as these follow, and what says where the
        game is now."""
        try:
            if message.purpose.startswith(PING):
                await self._posted.delete(message)
            elif message.final:
                return
            elif message.purpose == "lobby" or message.purpose.startswith(INVITATION):
                await self._bring_up_to_date(table, message)
            else:
                await self._posted.edit(message, moved(table), table, final=True)
        except discord.HTTPException as error:
            if error.code not in NO_ACCESS:
                raise
            log.info("Table %s: what it left in channel %d stays as it is: %s", table.id, message.channel, error)
            await self._posted.leave(message)

    async def _follow(self, table: TableView, kept: dict[str, Message], *, past: bool = False) -> None:
        """Brings what is there up to date; only what becomes a record, if `past`. Mentions that are done with go first: once
        nothing lags any more of a game that is over, nobody looks again."""
        for purpose, message in sorted(kept.items(), key=lambda each: (not each[0].startswith(PING), each[1].message)):
            if purpose.startswith(PING):
                if not past:
                    await self._delete_done_ping(table, message)
            elif (not message.final or purpose == f"t{table.turn}") and (not past or is_final(table, purpose)):
                kept[purpose] = await self._bring_up_to_date(table, message)

    async def _missing(self, table: TableView, shown: Sequence[Message]) -> list[Post]:
        """What should be in the channel and isn't, top to bottom. Past turns that went by unseen, here and elsewhere, get their
        record too: what channels show in the end doesn't depend on when the bot looked."""
        here = {message.purpose for message in shown if message.channel == table.place.id}
        if table.phase == "lobby":
            posts = [] if "lobby" in here else [Post("lobby", await self._desk.lobby(table), False)]
            return posts + invitations(table, here)
        if table.started is None:
            return []
        last = max((int(message.purpose[1:]) for message in shown if message.purpose[0] == "t"), default=0)
        turns = [*range(last + 1, table.turn + 1)] or [table.turn or last]
        posts = [
            Post(f"t{turn}", await self._desk.turn(table, turn), is_final(table, f"t{turn}"))
            for turn in turns
            if turn and f"t{turn}" not in here
        ]
        if table.phase == "over" and "score" not in here:
            posts.append(Post("score", await self._desk.score(table), True))
        if (asks := offered(table)) is not None and asks not in here:
            posts.append(Post(asks, consent.call(table), False))
        ever = {message.purpose for message in shown}
        for seat in table.seats:
            new = seat.taken_over
            if table.phase == "playing" and new is not None and new.forced and seated(new.number) not in ever:
                posts.append(Post(seated(new.number), consent.taken(table, seat.number), True))
        return posts

    async def _bring_up_to_date(self, table: TableView, message: Message) -> Message:
        final = is_final(table, message.purpose)
        if message.version >= table.version and message.final == final and not self._posted.unsure(message):
            return message
        rendered = self._posted.answer_in_doubt(table, message) or await self._drawn(table, message, final=final)
        return await self._posted.edit(message, rendered, table, final=final)

    async def _drawn(self, table: TableView, message: Message, *, final: bool) -> ForAll | ForOne:
        """What a message in the channel should show."""
        if message.purpose.startswith(QUESTION):
            return consent.settled(table, message.purpose) if final else consent.call(table)
        if message.purpose == "lobby":
            return await self._desk.lobby(table)
        if message.purpose.startswith(INVITATION):
            return invitation(table, await guests_of(self._host, table, message))
        return await self._desk.turn(table, int(message.purpose[1:]))

    async def _doubt_hands(self, table: TableView, purpose: str) -> None:
        """A new message shows the board: hands that were drawn before it was there are to be drawn anew."""
        for person in [seat.person for seat in table.seats if seat.person is not None and shows_board(purpose)]:
            for hand in await self._host.messages.of(table.id, "hand", person):
                if hand.final or hand.version >= table.version:
                    await self._posted.lags(hand)

    def _lead_here(self, table: TableView, purpose: str) -> None:
        """A new message shows the board: hands that were drawn before it was there lead to it from now on."""
        if shows_board(purpose):
            for seat in table.seats:
                if seat.person is not None:
                    key = Channel("dm", seat.person), table.id
                    self._led_astray.add(key)
                    self._mark(*key)

    async def _call_by_mention(self, table: TableView, kept: dict[str, Message]) -> None:
        """Calls those whose direct messages are closed, each once, where the game is."""
        for call in await self._calls(table.id):
            if not await self._host.people.dm_closed(call.person):
                continue
            purpose = pinged(call.seat, over=table.phase == "over")
            old = kept.get(purpose)
            if old is None or old.version != call.version:
                if old is not None:
                    await self._posted.delete(old)
                kept[purpose] = message = await self._posted.mention(table, ping(table, call.person), call)
                await self._posted.remember(message)
            await self._host.messages.called(call)

    async def _delete_done_ping(self, table: TableView, message: Message) -> None:
        """A mention has done its work once the game waits for that seat no more, nor any offer."""
        seat = int(message.purpose.removeprefix(PING))
        wanted = seat in table.undecided or any(a.seat == seat and not a.owed for a in table.awaited)
        if table.phase != "playing" or not wanted:
            await self._posted.delete(message)

    # in direct messages

    async def mend_dm(self, table: TableView, person: int) -> None:
        """Brings somebody's hand panel up to date; a new one, which calls them, takes the place of older ones."""
        hands = await self._host.messages.of(table.id, "hand", person)
        call = next((call for call in await self._calls(table.id) if call.person == person), None)
        seat = table.seat_of(person)
        wanted = call is not None or (not hands and seat is not None and not seat.resigned and table.phase != "over")
        if wanted:
            sent = await self._send_hand(table, person, call)
            if sent is not None:
                hands = [*(hand for hand in hands if hand.message != sent.message), sent]
                await self._posted.clear(table, person)
        hands.sort(key=lambda hand: hand.message)
        for hand in hands[:-1]:
            await self._posted.delete(hand)
        newest = hands[-1] if hands else None
        key = Channel("dm", person), table.id
        astray = key in self._led_astray
        self._led_astray.discard(key)
        try:
            await self._hand_up_to_date(table, newest, astray=astray)
        except BaseException:
            if astray:
                self._led_astray.add(key)
            raise

    async def _hand_up_to_date(self, table: TableView, hand: Message | None, *, astray: bool) -> None:
        if hand is None or hand.audience is None or (hand.final and not astray):
            return
        final = is_final(table, "hand")
        if hand.version < table.version or self._posted.unsure(hand) or final or astray:
            rendered = self._posted.answer_in_doubt(table, hand) or await self._desk.hand(table, hand.audience)
            await self._posted.edit(hand, rendered, table, final=final)

    async def _send_hand(self, table: TableView, person: int, call: Ping | None) -> Message | None:
        """A new hand panel, which is the call if there is one; None if this person's direct messages are closed."""
        if await self._host.people.dm_closed(person):
            self._call_in_channel(table, call)
            return None
        try:
            message = await self._posted.send_alone(table, await self._desk.hand(table, person), call)
        except discord.Forbidden as error:
            if error.code not in CANT_DM:
                raise
            await self._host.people.note_dm(person, closed=True)
            self._call_in_channel(table, call)
            return None
        await self._host.people.note_dm(person, closed=False)
        await self._posted.remember(message)
        return message

    def _call_in_channel(self, table: TableView, call: Ping | None) -> None:
        if call is not None:
            self._mark(Channel("public", table.place.id), table.id)

    async def _calls(self, table: str) -> list[Ping]:
        return await self._host.messages.calls(table)


async def guests_of(host: TableService, table: TableView, message: Message) -> tuple[int, ...]:
    """Whom an invitation is for."""
    there = [each.purpose for each in await host.messages.of(table.id) if each.channel == message.channel]
    return guests_called(table, message.purpose, there)


def invitations(table: TableView, here: Collection[str]) -> list[Post]:
    """The calls to those who were invited to a lobby, and whom no message there calls yet: each has in its name up to which guest
    they were called."""
    told = max(map(number_of, here), default=0)
    posts = []
    for _, called in groupby(list(table.invited)[told:], key=table.invited.get):
        new = tuple(called)
        told += len(new)
        if any(table.seat_of(guest) is None for guest in new):
            posts.append(Post(f"{INVITATION}{told}", invitation(table, new), False))
    return posts
