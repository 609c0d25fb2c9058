"""What Discord shows follows what is committed: new messages, edits of those that lag, calls, deletions.

For each channel (and each person's direct messages) one worker at a time looks at what should be there and what is
remembered to be there, and mends the difference. It can be killed anywhere: a message is sent with a nonce, by which
Discord drops a double, and then remembered; edits can be repeated; a deletion may find that it was done.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Collection, Coroutine, Sequence
from contextlib import asynccontextmanager
from itertools import groupby
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import discord

from cogs.desk import Desk
from cogs.panels import consent
from cogs.panels.blocks import ForAll, ForOne
from cogs.panels.notes import ping
from cogs.panels.places import moved
from cogs.panels.table import invitation
from cogs.purposes import (
    INVITATION,
    QUESTION,
    SEATED,
    first_hand,
    guests_called,
    is_final,
    mark_of,
    nonce_of,
    number_of,
    offered,
    seated,
    shows_board,
)
from cogs.sending import ARCHIVED, CUT_OFF, NOT_ALLOWED, Sender
from tables import Host, TableError, TableView, Update
from tables.models import Call, Message

if TYPE_CHECKING:
    from cogs.answer import Shows
    from cogs.bot import SeneschalBot
    from cogs.interactions import Click, Interaction

log = logging.getLogger(__name__)

COALESCE = 0.05
"""Seconds in which further changes to a channel are waited for. Discord's rate limits coalesce the rest: while a request
waits for its turn, changes gather, and the next one is drawn when it is sent."""
RECOVERY = 20.0
RETRIES = (1.0, 5.0, 30.0, 60.0)
STUCK = 60.0
"""Seconds after which a request that hangs is given up, and what is left of its channel's work is done later."""
UNKNOWN = -1
"""The version that a message shows when that isn't known."""

UNKNOWN_CHANNEL, UNKNOWN_MESSAGE = 10003, 10008
CANT_DM = {50007, 50278}
SHUT = {50001, NOT_ALLOWED, ARCHIVED, 160005}
"""The bot may not see a channel, write there, or open a thread that was put away; a thread is locked."""
NO_ACCESS = {UNKNOWN_CHANNEL, *SHUT, *CANT_DM}
PASSING = {30046, 40003}
"""Too many edits of old messages; direct messages opened too fast."""


class Channel(NamedTuple):
    """Where a worker works: a channel's or thread's id, or a person's direct messages."""

    kind: Literal["public", "dm"]
    id: int


Key = tuple[Channel, str]
"""A table in a channel."""


class Attention:
    """Clicks on one thing: one at a time is answered, `count` of them are there."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.count = 0


class Post(NamedTuple):
    """A message that should be there: what it is for, what it shows, and whether it stays so."""

    purpose: str
    rendered: ForAll
    final: bool


class Outbox:
    """Keeps all messages of all tables up to date."""

    def __init__(self, bot: SeneschalBot, host: Host, desk: Desk) -> None:
        self._host = host
        self._desk = desk
        self._sender = Sender(bot)
        self._dirty: defaultdict[Channel, set[str]] = defaultdict(set)
        self._workers: dict[Channel, asyncio.Task[None]] = {}
        self._attended: dict[Key, Attention] = {}
        self._editing: set[Key] = set()
        self._doubtful: set[Key] = set()
        self._failures: Counter[Key] = Counter()
        self._unsure: set[int] = set()
        self._led_astray: set[Key] = set()
        self._answers: dict[int, ForAll | ForOne | None] = {}
        self._painted: dict[int, int] = {}
        self._attached: dict[int, list[discord.Attachment]] = {}
        self._lost: Counter[str] = Counter()
        self._tasks: set[asyncio.Task[None]] = set()

    # what has changed

    def tell(self, update: Update) -> None:
        """The host's listener."""
        table = update.table
        self.mark(Channel("public", table.place.id), table.id)
        for seat in table.seats:
            if seat.person is not None:
                self.mark(Channel("dm", seat.person), table.id)
        if update.what in ("seats", "offer"):  # by an offer, somebody else may have taken over a seat
            self.background(self._mark_those_who_left(table.id))

    async def _mark_those_who_left(self, table: str) -> None:
        for message in await self._host.messages.lagging():
            if message.table == table and message.audience is not None:
                self.mark(Channel("dm", message.audience), table)

    def mark(self, channel: Channel, table: str) -> None:
        """Have a table looked at in a channel, soon."""
        self._dirty[channel].add(table)
        if channel not in self._workers:
            self._workers[channel] = asyncio.create_task(self._work(channel))

    @property
    def busy(self) -> bool:
        """Is a message being brought up to date, or about to be?"""
        return bool(self._workers or self._tasks)

    async def settled(self, channel: Channel) -> None:
        """Wait until a channel's worker has nothing more to do."""
        while worker := self._workers.get(channel):
            await asyncio.wait([worker])

    async def recover(self) -> None:
        """After a start: look at every table that is going on, and at what lags. Before the bot hears of any click, so
        that nobody acts on a message which was sent and never remembered."""
        tables = {table.id: table for table in await self._host.live()}
        keys: set[Key] = set()
        for message in await self._host.messages.lagging():
            if message.table not in tables:
                tables[message.table] = await self._host.table(message.table)
            if message.audience is not None:
                keys.add((Channel("dm", message.audience), message.table))
        for table in tables.values():
            keys.add((Channel("public", table.place.id), table.id))
            keys |= {(Channel("dm", seat.person), table.id) for seat in table.seats if seat.person is not None}
        self._doubtful = keys
        for key in sorted(keys):
            self.mark(*key)
        try:
            async with asyncio.timeout(RECOVERY):
                while self._workers:
                    await asyncio.wait(list(self._workers.values()))
        except TimeoutError:
            log.warning("Not everything is up to date yet after %d s; going on with it", RECOVERY)

    async def close(self) -> None:
        """Stop. What is left undone is done after the next start."""
        running = [*self._workers.values(), *self._tasks]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    def background(self, work: Coroutine[Any, Any, None]) -> None:
        """Have something done by and by that messages depend on."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # clicks answer by editing their own message

    @asynccontextmanager
    async def attending(self, click: Click) -> AsyncIterator[None]:
        """While a click is answered, which edits the message it was on, workers leave the table alone there; clicks on
        the same thing wait for each other."""
        interaction = click.interaction
        if click.id.table == "-" or interaction.channel_id is None or interaction.message is None:
            yield
            return
        channel = Channel("dm", interaction.user.id) if click.private else Channel("public", interaction.channel_id)
        key = channel, click.id.table
        attention = self._attended.setdefault(key, Attention())
        attention.count += 1
        try:
            async with attention.lock:
                crossed = key in self._editing
                self._answers[interaction.message.id] = None
                try:
                    yield
                finally:
                    if crossed or key in self._editing:
                        # A worker's edit was under way: which of the two came last, only Discord knows.
                        self._unsure.add(interaction.message.id)
                    else:
                        self._answers.pop(interaction.message.id, None)
        finally:
            attention.count -= 1
            if not attention.count:
                del self._attended[key]
            self.mark(*key)

    async def shown(self, interaction: Interaction, rendered: ForAll | ForOne, shows: Shows) -> None:
        """A click was answered with this in its message. So a message that was sent just before a crash and never
        remembered is remembered now."""
        message = interaction.message
        if message is None or message.flags.ephemeral or interaction.channel_id is None:
            return
        table = shows.table
        if message.id in self._answers:
            self._answers[message.id] = rendered
        self._painted[message.id] = hash(rendered.panel)
        self._attached.pop(message.id, None)
        await self._remember(
            Message(
                table=table.id,
                purpose=shows.purpose,
                channel=interaction.channel_id,
                message=message.id,
                version=table.version,
                audience=rendered.person if isinstance(rendered, ForOne) else None,
                final=is_final(table, shows.purpose),
            )
        )

    async def _remember(self, message: Message) -> None:
        await self._host.messages.remember(message)
        if message.final:
            self._release(message)

    def _release(self, message: Message) -> None:
        """A message that isn't edited any more."""
        self._painted.pop(message.message, None)
        self._attached.pop(message.message, None)
        self._unsure.discard(message.message)
        self._answers.pop(message.message, None)

    # the workers

    async def _work(self, channel: Channel) -> None:
        """Mends a channel until there is nothing left to mend."""
        try:
            while self._dirty[channel]:
                await asyncio.sleep(COALESCE)
                for table in sorted(self._dirty.pop(channel, ())):
                    if (channel, table) not in self._attended:  # whoever attends to it marks it anew
                        await self._mend(channel, table)
        finally:
            self._dirty.pop(channel, None)
            del self._workers[channel]

    async def _mend(self, channel: Channel, table: str) -> None:
        """Brings one table up to date in a channel; what fails for now is tried again later."""
        key = channel, table
        self._editing.add(key)
        try:
            async with asyncio.timeout(STUCK):
                await self._look_after(channel, await self._host.table(table))
        except discord.HTTPException as error:
            if error.code in NO_ACCESS:
                log.warning("Table %s: no access to %s %d: %s", table, *channel, error)
                if channel.kind == "public":
                    await self._lose(table, channel.id, error)
            elif error.status == 429 or error.status >= 500 or error.code in PASSING:
                self._later(key, error)
            else:
                log.exception("Table %s: Discord refuses what is to be shown in %s %d", table, *channel)
        except CUT_OFF as error:
            self._later(key, error)
        except TableError as error:
            log.warning("Table %s: %s", table, error)
        except Exception:
            log.exception("Table %s can't be shown in %s %d", table, *channel)
        else:
            self._doubtful.discard(key)
            self._failures.pop(key, None)
        finally:
            self._editing.discard(key)

    async def _look_after(self, channel: Channel, table: TableView) -> None:
        if channel.kind == "dm":
            await self._mend_dm(table, channel.id)
        elif channel.id == table.place.id:
            await self._mend_public(table)
        else:  # the game has gone on to its own thread, and one worker is enough
            self.mark(Channel("public", table.place.id), table.id)

    async def _lose(self, table: str, place: int, error: discord.HTTPException) -> None:
        """The game can't be shown where it is: its players are told where they see their hands, and may bring it elsewhere."""
        try:
            await self._host.lose_place(table, place, gone=error.code == UNKNOWN_CHANNEL)
        except TableError as refusal:
            log.warning("Table %s: %s", table, refusal)

    def _later(self, key: Key, error: Exception) -> None:
        wait = RETRIES[min(self._failures[key], len(RETRIES) - 1)]
        self._failures[key] += 1
        log.warning("Table %s: %s is brought up to date in %d s: %s", key[1], key[0], wait, error)
        self.background(self._again(key, wait))

    async def _again(self, key: Key, wait: float) -> None:
        await asyncio.sleep(wait)
        self.mark(*key)

    # in the channel

    async def _mend_public(self, table: TableView) -> None:
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
            sent = await self._send(table, post.rendered, self._nonce(table, post.purpose))
            fresh = self._fresh(Channel("public", table.place.id), table.id) or post.purpose.startswith(("score", SEATED))
            if fresh:
                self._painted[sent] = hash(post.rendered.panel)
            kept[post.purpose] = message = Message(
                table=table.id,
                purpose=post.purpose,
                channel=table.place.id,
                message=sent,
                version=table.version if fresh else UNKNOWN,
                final=post.final and fresh,
            )
            await self._doubt_hands(table, post.purpose)
            await self._remember(message)
            self._lead_here(table, post.purpose)
        await self._call_by_mention(table, kept)
        await self._follow(table, kept)

    async def _let_be(self, table: TableView, shown: Sequence[Message]) -> None:
        """Nothing can be shown at a place that is lost. Once the game is over, nothing there lags any more."""
        for message in shown:
            if table.phase == "over" and not message.final:
                await self._remember(message.model_copy(update={"final": True}))

    async def _leave(self, table: TableView, message: Message) -> None:
        """What a game has left behind elsewhere: the lobby and the calls to it, as long as these follow, and what says where the
        game is now."""
        try:
            if message.purpose.startswith("ping"):
                await self._delete(message)
            elif message.final:
                return
            elif message.purpose == "lobby" or message.purpose.startswith(INVITATION):
                await self._bring_up_to_date(table, message)
            else:
                await self._edit(message, moved(table), table, True)
        except discord.HTTPException as error:
            if error.code not in NO_ACCESS:
                raise
            log.info("Table %s: what it left in channel %d stays as it is: %s", table.id, message.channel, error)
            await self._remember(message.model_copy(update={"final": True}))

    async def _follow(self, table: TableView, kept: dict[str, Message], *, past: bool = False) -> None:
        """Brings what is there up to date; only what becomes a record, if `past`."""
        for purpose, message in sorted(kept.items(), key=lambda each: each[1].message):
            if purpose.startswith("ping"):
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
        if message.version >= table.version and message.final == final and message.message not in self._unsure:
            return message
        rendered = self._answer_in_doubt(table, message)
        if rendered is None and message.purpose.startswith(QUESTION):
            rendered = consent.settled(table, message.purpose) if final else consent.call(table)
        elif rendered is None and message.purpose == "lobby":
            rendered = await self._desk.lobby(table)
        elif rendered is None and message.purpose.startswith(INVITATION):
            rendered = invitation(table, await self.guests(table, message))
        elif rendered is None:
            rendered = await self._desk.turn(table, int(message.purpose[1:]))
        return await self._edit(message, rendered, table, final)

    async def guests(self, table: TableView, message: Message) -> tuple[int, ...]:
        """Whom an invitation is for."""
        there = [each.purpose for each in await self._host.messages.of(table.id) if each.channel == message.channel]
        return guests_called(table, message.purpose, there)

    def _answer_in_doubt(self, table: TableView, message: Message) -> ForAll | ForOne | None:
        """What a click was answered with in this message, if that may have been painted over and nothing has happened since: it
        says more than what would be drawn now."""
        return self._answers.get(message.message) if message.version >= table.version else None

    async def _doubt_hands(self, table: TableView, purpose: str) -> None:
        """A new message shows the board: hands that were drawn before it was there are to be drawn anew, even if the bot is killed
        before it comes to that."""
        for person in [seat.person for seat in table.seats if seat.person is not None and shows_board(purpose)]:
            for hand in await self._host.messages.of(table.id, "hand", person):
                if hand.final or hand.version >= table.version:
                    await self._remember(hand.model_copy(update={"version": UNKNOWN, "final": False}))

    def _lead_here(self, table: TableView, purpose: str) -> None:
        """A new message shows the board: hands that were drawn before it was there lead to it from now on."""
        if shows_board(purpose):
            for seat in table.seats:
                if seat.person is not None:
                    key = Channel("dm", seat.person), table.id
                    self._led_astray.add(key)
                    self.mark(*key)

    async def _call_by_mention(self, table: TableView, kept: dict[str, Message]) -> None:
        """Calls those whose direct messages are closed, each once, where the game is."""
        for call in await self._calls(table.id):
            if not await self._host.dm_closed(call.person):
                continue
            purpose = f"ping{call.seat}"
            old = kept.get(purpose)
            if old is not None and old.version == call.version:
                await self._host.messages.called(call)
                continue
            if old is not None:
                await self._delete(old)
            sent = await self._send(table, ping(table, call.person), nonce_of(call) + mark_of(table))
            kept[purpose] = message = Message(
                table=table.id, purpose=purpose, channel=table.place.id, message=sent, version=call.version, final=True
            )
            await self._remember(message)
            await self._host.messages.called(call)

    async def _delete_done_ping(self, table: TableView, message: Message) -> None:
        """A mention has done its work once the game waits for that seat no more, nor any offer."""
        seat = int(message.purpose.removeprefix("ping"))
        wanted = seat in table.undecided or any(a.seat == seat and not a.owed for a in table.awaited)
        if table.phase != "playing" or not wanted:
            await self._delete(message)

    # in direct messages

    async def _mend_dm(self, table: TableView, person: int) -> None:
        hands = await self._host.messages.of(table.id, "hand", person)
        call = next((call for call in await self._calls(table.id) if call.person == person), None)
        seat = table.seat_of(person)
        wanted = call is not None or (not hands and seat is not None and not seat.resigned and table.phase != "over")
        if wanted:
            sent = await self._send_hand(table, person, call)
            if sent is not None:
                hands = [*(hand for hand in hands if hand.message != sent.message), sent]
        hands.sort(key=lambda hand: hand.message)
        for hand in hands[:-1]:
            await self._delete(hand)
        newest = hands[-1] if hands else None
        key = Channel("dm", person), table.id
        astray = key in self._led_astray
        self._led_astray.discard(key)
        if newest is None or (newest.final and not astray):
            return
        final = is_final(table, "hand")
        if newest.version < table.version or newest.message in self._unsure or final or astray:
            rendered = self._answer_in_doubt(table, newest) or await self._desk.hand(table, person)
            await self._edit(newest, rendered, table, final)

    async def _send_hand(self, table: TableView, person: int, call: Call | None) -> Message | None:
        """A new hand panel, which is the call if there is one; None if this person's direct messages are closed."""
        if await self._host.dm_closed(person):
            self._call_in_channel(table, call)
            return None
        rendered = await self._desk.hand(table, person)
        nonce = nonce_of(call) if call else f"{table.id}{self._unlost(table.id, first_hand(person))}"
        try:
            there = await self._sender.to_one(person, rendered, nonce)
        except discord.Forbidden as error:
            if error.code not in CANT_DM:
                raise
            await self._host.note_dm(person, closed=True)
            self._call_in_channel(table, call)
            return None
        await self._host.note_dm(person, closed=False)
        self._attached[there.id] = there.attachments
        fresh = self._fresh(Channel("dm", person), table.id)
        if fresh:
            self._painted[there.id] = hash(rendered.panel)
        message = Message(
            table=table.id,
            purpose="hand",
            channel=there.channel.id,
            message=there.id,
            version=table.version if fresh else UNKNOWN,
            audience=person,
            pings=call.version if call else None,
        )
        await self._remember(message)
        return message

    def _call_in_channel(self, table: TableView, call: Call | None) -> None:
        if call is not None:
            self.mark(Channel("public", table.place.id), table.id)

    def _fresh(self, channel: Channel, table: str) -> bool:
        """Does a message that was just sent show what was just drawn? Not surely after a start: by its nonce it may be one
        from before the crash, and show what held then."""
        return (channel, table) not in self._doubtful

    async def _calls(self, table: str) -> list[Call]:
        return [call for call in await self._host.messages.calls() if call.table == table]

    # messages, each remembered

    async def _send(self, table: TableView, rendered: ForAll, nonce: str) -> int:
        """Sends a message to a table's place and returns its id."""
        sent = await self._sender.to_all(table.place.id, rendered, nonce)
        self._attached[sent.id] = sent.attachments
        return sent.id

    async def _edit(self, message: Message, rendered: ForAll | ForOne, table: TableView, final: bool) -> Message:
        """Edits a remembered message, unless it shows just that; a message that is gone is forgotten and sent anew."""
        audience = rendered.person if isinstance(rendered, ForOne) else None
        if audience != message.audience:
            raise TypeError("a panel may only take the place of one for the same eyes")
        paint = hash(rendered.panel)
        if self._painted.get(message.message) != paint or message.message in self._unsure:
            there = () if message.message in self._unsure else self._attached.get(message.message, ())
            self._release(message)
            try:
                self._attached[message.message] = await self._sender.edit(message, rendered.panel, there)
            except discord.NotFound as error:
                if error.code != UNKNOWN_MESSAGE:
                    raise
                await self._forget_lost(message)
                return message
            except BaseException:  # given up as well
                self._unsure.add(message.message)
                raise
            self._painted[message.message] = paint
        shows = message.model_copy(update={"version": table.version, "final": final})
        await self._remember(shows)
        return shows

    async def _delete(self, message: Message) -> None:
        """Deletes a message; it may be gone already."""
        await self._sender.delete(message)
        self._release(message)
        await self._host.messages.forget(message.message)

    async def _forget_lost(self, message: Message) -> None:
        """Somebody has deleted a message of ours: one that is still needed is sent anew, with another nonce. Nobody is called by an
        invitation twice, so that one is at an end."""
        log.info("Table %s: %s (message %d) was deleted", message.table, message.purpose, message.message)
        if message.purpose.startswith(INVITATION):
            await self._remember(message.model_copy(update={"final": True}))
            return
        await self._host.messages.forget(message.message)
        if message.audience is not None:
            self._lost[message.table + first_hand(message.audience)] += 1
            self.mark(Channel("dm", message.audience), message.table)
        else:
            self._lost[message.table + message.purpose] += 1
            self.mark(Channel("public", message.channel), message.table)

    def _nonce(self, table: TableView, what: str) -> str:
        """What names a message at a table's place to Discord, so that it takes it once. 25 characters at most."""
        return f"{table.id}{self._unlost(table.id, what)}{mark_of(table)}"

    def _unlost(self, table: str, what: str) -> str:
        """What a message is for, and the how-manieth of these it is if others were lost."""
        return f"{what}{self._lost[table + what] or ''}"


def invitations(table: TableView, here: Collection[str]) -> list[Post]:
    """The calls to those who were invited to a lobby, and whom no message there calls yet: each has in its name up to which guest
    they were called."""
    told = max(map(number_of, here), default=0)
    posts = []
    for _, called in groupby(list(table.invited)[told:], key=table.invited.get):
        guests = tuple(called)
        told += len(guests)
        if any(table.seat_of(guest) is None for guest in guests):
            posts.append(Post(f"{INVITATION}{told}", invitation(table, guests), False))
    return posts
