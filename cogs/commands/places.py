"""Where games are shown: `/game move`, and noticing that a channel is gone, closed to the bot, or open again."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

import discord
from discord import app_commands
from discord.ext import commands

from cogs import text
from cogs.answers.answer import Reply
from cogs.answers.here import within_reach
from cogs.answers.interactions import Click, Client, Interaction, read
from cogs.answers.router import Router
from cogs.answers.whereabouts import Lately, Whereabouts
from cogs.commands.opening import place_of
from cogs.commands.threads import lets_in, show_thread
from cogs.messages.outbox import Outbox
from cogs.panels import places as panels
from cogs.panels.blocks import ForOne
from cogs.panels.leaving import sure_to_resign
from cogs.panels.notes import note
from cogs.text import places as text_places
from cogs.text.refusals import Refused
from tables import Place, TableError, TableView
from tables.commands import places
from tables.models import Spot

log = logging.getLogger(__name__)

LULL, REST = 0.2, 5.0
"""Seconds before a first check, and before the next one of the same places. Sorting a server's roles causes dozens of events, and a
check might ask Discord about each archived thread."""
LOOK_AGAIN = 10.0
"""How many seconds until a person's command can have all their games' places checked again, for the same reason; and until Discord
is asked again whether someone is on a server."""
BREATH = 50
"""How many places are checked before clicks get their turn: checking one that discord.py knows doesn't wait for anything."""


class PlaceCommands(commands.Cog):
    """`/game move`, the buttons of a game that has lost its channel, and Discord's events about channels."""

    def __init__(self, client: Client, outbox: Outbox, whereabouts: Whereabouts, router: Router, group: app_commands.Group) -> None:
        self._client = client
        self._tables = client.tables
        self._outbox = outbox
        self._whereabouts = whereabouts
        self._router = router
        self._looks: dict[tuple[object, ...], asyncio.Event] = {}
        self._looked = Lately()
        self._members: dict[tuple[int, int], tuple[float, discord.Member]] = {}
        group.command(name="move", description=text_places.GAME_MOVE)(self.move)
        router.on(move=self.moved)
        router.on_look(giveup=self.give_up, movable=self.turn_page)

    # another place

    async def move(self, interaction: Interaction) -> None:
        """Move a game of the person who asks to this channel; a game without a channel goes first."""

        async def work() -> Reply:
            if interaction.guild_id is None:
                raise Refused(text_places.MOVE_IN_SERVERS)
            place, person = place_of(interaction), interaction.user.id
            found = await self._movable(person, place)
            if not found:
                there = await self._tables.table_at(place.id)
                here = there is not None and there.seat_of(person) is not None
                raise Refused(text_places.HERE_ALREADY if here else text_places.NOTHING_TO_MOVE)
            if len(found) > 1:
                return Reply(say=panels.which(found, person))
            return Reply(say=await self._moved(interaction, found[0], place))

        await self._router.run(interaction, work)

    async def moved(self, click: Click) -> Reply:
        """Move the chosen game here."""
        place, table = place_of(click.interaction), await self._tables.table(click.id.table)
        return Reply(edit=await self._moved(click.interaction, table, place))

    async def turn_page(self, click: Click) -> Reply:
        """Turn to another page of the games that can move here."""
        found = await self._movable(click.person.id, place_of(click.interaction))
        if not found:
            raise Refused(text_places.NOTHING_TO_MOVE)
        return Reply(edit=panels.which(found, click.person.id, read(int, click.id.arg)))

    async def _movable(self, person: int, place: Place) -> list[TableView]:
        """Return the games that this person can move to a place: those that are lost, or else those that they host. The person
        might have noticed before the bot that a channel is gone."""
        if self._looked.is_new(person, LOOK_AGAIN):
            for each in await self._tables.tables_of(person):
                await self._whereabouts.look(each.spot)
        tables = [each for each in await self._tables.tables_of(person) if each.phase in ("playing", "frozen")]
        near = [each for each in tables if within_reach(self._client, each, place.guild)]
        lost = [each for each in near if each.lost is not None and not resigned(each, person)]
        elsewhere = [each for each in near if each.place.id != place.id and each.host == person]
        return lost or elsewhere

    async def _moved(self, interaction: Interaction, table: TableView, place: Place) -> ForOne:
        person = interaction.user.id
        if not within_reach(self._client, table, place.guild):
            raise Refused(text_places.NOTHING_TO_MOVE)
        if blind := await self._who_cannot_see(interaction, table):
            raise Refused(text_places.cannot_see(blind))
        outcome = await self._tables.act(table.id, person, places.move(place), action=str(interaction.id))
        if place.thread is not None:
            await show_thread(self._client, place.thread, outcome.table)
        return note(text_places.HERE_NOW, person)

    async def _who_cannot_see(self, interaction: Interaction, table: TableView) -> list[str]:
        """Return the names of the players who can't see this channel. On the game's own server, those who have left it don't
        count."""
        guild, channel = interaction.guild, interaction.channel
        if guild is None or not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            raise Refused(text.ONLY_IN_SERVERS)
        names = []
        for seat in table.seats:
            if seat.person in (None, interaction.user.id) or seat.resigned:
                continue
            try:
                sees = await self._sees(channel, seat.person or 0)
            except discord.NotFound:
                sees = table.place.guild == guild.id
            if sees and isinstance(channel, discord.Thread) and channel.is_private():
                sees = await lets_in(channel, seat.person or 0)
            names += [] if sees else [seat.name]
        return names

    async def _sees(self, channel: discord.abc.GuildChannel | discord.Thread, person: int) -> bool:
        """Return whether a person sees a channel. If they did recently, Discord isn't asked again: people could move a game back
        and forth forever."""
        now, key = asyncio.get_running_loop().time(), (channel.guild.id, person)
        self._members = {each: known for each, known in self._members.items() if now - known[0] < LOOK_AGAIN}
        if key in self._members and channel.permissions_for(self._members[key][1]).view_channel:
            return True
        member = await channel.guild.fetch_member(person)
        self._members[key] = now, member
        return channel.permissions_for(member).view_channel

    # without a place

    async def give_up(self, click: Click) -> Reply:
        """Ask whether they really want to resign."""
        return Reply(say=sure_to_resign(await self._tables.table(click.id.table), click.person.id))

    # what Discord reports

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Check the tables of a deleted channel and of its threads."""
        self._look(channel=channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        self._look(thread=thread.thread_id)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Check a server's tables after the bot was removed, or the server deleted."""
        self._look(guild=guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Check a server's tables, and retry direct messages to its members, since the bot is in it (again)."""
        self._look(guild=guild.id, joined=True)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Check a server's tables after an outage."""
        self._look(guild=guild.id)

    @commands.Cog.listener()
    async def on_guild_channel_update(self, _: discord.abc.GuildChannel, channel: discord.abc.GuildChannel) -> None:
        """Check a channel's tables, since its permissions might have changed."""
        self._look(channel=channel.id)

    @commands.Cog.listener()
    async def on_thread_update(self, _: discord.Thread, thread: discord.Thread) -> None:
        """Check a thread's table, since the thread might have been locked or unlocked."""
        self._look(thread=thread.id)

    @commands.Cog.listener()
    async def on_thread_join(self, thread: discord.Thread) -> None:
        """Check the table of an unarchived thread; it might have been locked, and discord.py had forgotten it."""
        self._look(thread=thread.id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, _: discord.Role, role: discord.Role) -> None:
        """Check a server's tables, since the bot's permissions might have changed."""
        self._look(guild=role.guild.id)

    @commands.Cog.listener()
    async def on_member_update(self, _: discord.Member, member: discord.Member) -> None:
        """Check a server's tables, since the bot's roles might have changed: Discord only reports the bot's own member to it."""
        self._look(guild=member.guild.id)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Check all tables: while the bot was away, anything might have changed."""
        self._look()

    def _look(
        self, *, guild: int | None = None, channel: int | None = None, thread: int | None = None, joined: bool = False
    ) -> None:
        """Schedule a check of the places of all tables, or of those in a server, channel or thread. `joined`: retry direct messages
        to their players."""
        scope = (guild, channel, thread, joined)
        if scope in self._looks:
            self._looks[scope].set()  # the check under way, or one that is being retried, is followed by another
            return
        asked = self._looks[scope] = asyncio.Event()

        async def look() -> None:
            asked.clear()
            await self._look_at(await self._tables.spots(guild=guild, channel=channel, thread=thread), joined)

        async def looks() -> None:
            try:
                await asyncio.sleep(LULL)
                await self._outbox.insist("A look at places", look)
                while asked.is_set():
                    await asyncio.sleep(REST)
                    await self._outbox.insist("A look at places", look)
            finally:
                del self._looks[scope]

        self._outbox.background(looks())

    async def _look_at(self, found: Sequence[Spot], joined: bool) -> None:
        """Check all these places; raise one of their errors once the others are done."""
        failed: Exception | None = None
        for number, spot in enumerate(found):
            if number % BREATH == BREATH - 1:
                await asyncio.sleep(0)
            try:
                await self._whereabouts.look(spot)
                if joined:
                    await self._try_messages(spot.table)
            except TableError as error:
                log.warning("Table %s: couldn't look at its place: %s", spot.table, error)
            except Exception as error:
                failed = error
        if failed is not None:
            raise failed

    async def _try_messages(self, table: str) -> None:
        """Resume direct messages to the people at a table."""
        for seat in (await self._tables.table(table)).seats:
            if seat.person is not None:
                await self._tables.people.note_dm(seat.person, closed=False)


def resigned(table: TableView, person: int) -> bool:
    """Return whether this person has resigned from that game."""
    seat = table.seat_of(person)
    return seat is None or seat.resigned
