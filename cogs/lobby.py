"""Before the game: opening a table, taking a seat, beginning."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs import kingdom, text
from cogs.outbox import Channel
from cogs.panels.blocks import ForOne
from cogs.panels.lobby import dm_closed
from cogs.panels.notes import note
from cogs.router import After, Click, Interaction, Reply, Shows, person_of
from tables import Options, Outcome, Place, TableError, TableView, kingdom_of

if TYPE_CHECKING:
    from cogs.bot import SeneschalBot


async def suggest_kingdom(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Completes the card that is being written."""
    return [app_commands.Choice(name=words, value=words) for words in kingdom.suggestions(current)]


class Lobby(commands.Cog):
    """`/game new`, and the buttons of the lobby."""

    def __init__(self, bot: SeneschalBot) -> None:
        self._bot = bot
        self._host = bot.host
        bot.game.command(name="new", description=text.GAME_NEW)(self.new)
        bot.router.on(join=self.join, leave=self.leave, ai=self.add_ai, unai=self.remove_ai, start=self.start, dm=self.try_dm)

    @app_commands.describe(seats=text.GAME_NEW_SEATS, kingdom=text.GAME_NEW_KINGDOM)
    @app_commands.autocomplete(kingdom=suggest_kingdom)
    async def new(self, interaction: Interaction, seats: app_commands.Range[int, 2, 6] = 6, kingdom: str = "") -> None:
        """Opens a table here."""
        await self._bot.router.run(interaction, self._new(interaction, seats, kingdom))

    async def _new(self, interaction: Interaction, seats: int, words: str) -> Reply:
        place = place_of(interaction)
        if not can_write(interaction):
            raise TableError(text.CANT_WRITE)
        person = person_of(interaction)
        options = Options(kingdom=kingdom_of(kingdom.parse(words)), max_seats=seats)
        await self._host.note_dm(person.id, closed=False)
        outcome = await self._host.new_table(place, person, options, action=str(interaction.id))
        return Reply(say=note(text.TABLE_OPEN, person.id), after=self._dm_tried(outcome.table, person.id))

    async def join(self, click: Click) -> Reply:
        """Takes a seat, and tries whether this person can be sent their hand."""
        await self._host.note_dm(click.person.id, closed=False)
        outcome = await self._host.sit(click.id.table, click.person, action=click.action)
        return await self._lobby(outcome, after=self._dm_tried(outcome.table, click.person.id))

    def _dm_tried(self, table: TableView, person: int) -> After:
        async def tried() -> ForOne | None:
            channel = Channel("dm", person)
            self._bot.outbox.mark(channel, table.id)
            await self._bot.outbox.settled(channel)
            return dm_closed(table, person) if await self._host.dm_closed(person) else None

        return tried

    async def try_dm(self, click: Click) -> Reply:
        """Tries direct messages once more, for somebody who has opened them."""
        person = click.person.id
        await self._host.note_dm(person, closed=False)
        table = await self._host.table(click.id.table)

        async def tried() -> ForOne:
            closed = await self._dm_tried(table, person)()
            return note(text.DM_STILL_CLOSED if closed else text.DM_OPEN, person)

        return Reply(after=tried)

    async def leave(self, click: Click) -> Reply:
        """Gives up the seat."""
        outcome = await self._host.leave(click.id.table, click.person.id, action=click.action)
        return await self._lobby(outcome)

    async def add_ai(self, click: Click) -> Reply:
        """Seats an AI."""
        outcome = await self._host.add_ai(click.id.table, click.person.id, action=click.action)
        return await self._lobby(outcome)

    async def remove_ai(self, click: Click) -> Reply:
        """Takes the last AI's seat away."""
        table = await self._host.table(click.id.table)
        seat = next((seat.number for seat in reversed(table.seats) if seat.ai is not None), len(table.seats))
        outcome = await self._host.remove(click.id.table, click.person.id, seat, action=click.action)
        return await self._lobby(outcome)

    async def start(self, click: Click) -> Reply:
        """Begins the game."""
        outcome = await self._host.start(click.id.table, click.person.id, action=click.action)
        return await self._lobby(outcome, after=self._first_hand(outcome.table, click.person.id))

    def _first_hand(self, table: TableView, person: int) -> After:
        """Who begins the game has just clicked, so nobody calls them; with closed direct messages they get their hand here."""

        async def shown() -> ForOne | None:
            return await self._bot.desk.hand(table, person) if await self._host.dm_closed(person) else None

        return shown

    async def _lobby(self, outcome: Outcome, after: After | None = None) -> Reply:
        """The lobby as it is now, in place of the one that was clicked."""
        rendered = await self._bot.desk.lobby(outcome.table)
        return Reply(edit=rendered, shows=Shows(outcome.table, "lobby"), after=after)


def place_of(interaction: Interaction) -> Place:
    """Where a command was used. Raises TableError where no game can be."""
    if interaction.guild_id is None or interaction.channel_id is None:
        raise TableError(text.ONLY_IN_SERVERS)
    if isinstance(interaction.channel, discord.Thread):
        return Place(guild=interaction.guild_id, channel=interaction.channel.parent_id, thread=interaction.channel_id)
    return Place(guild=interaction.guild_id, channel=interaction.channel_id)


def can_write(interaction: Interaction) -> bool:
    """May the bot send messages where this was used?"""
    may = interaction.app_permissions
    thread = isinstance(interaction.channel, discord.Thread)
    return may.view_channel and (may.send_messages_in_threads if thread else may.send_messages)
