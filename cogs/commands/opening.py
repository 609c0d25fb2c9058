"""Opening a table: `/game new` with all its options."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import replace
from functools import partial

import discord
from discord import app_commands
from discord.ext import commands

from cogs import text
from cogs.answers.answer import Reply, refuse
from cogs.answers.interactions import Click, Interaction, as_meant, person_of, read, suggesting
from cogs.answers.notes import Until
from cogs.answers.router import Router
from cogs.answers.whereabouts import Whereabouts
from cogs.commands.kingdom import (
    KingdomChoice,
    Suggestion,
    WrongRequest,
    list_proposals,
    named,
    one_line,
    proposals,
    requested,
    short_enough,
)
from cogs.commands.lobby import dm_tried
from cogs.commands.threads import beside, channel_for_threads
from cogs.messages.outbox import Outbox
from cogs.panels import table as panels
from cogs.panels.blocks import Id
from cogs.panels.notes import misread, note
from cogs.text import setup as text_setup
from cogs.text.refusals import Refused
from engine import Kingdom, KingdomRequest
from engine.randomizers import Meaning
from engine.spelling import LONGEST_TEXT
from engine.words import EDITIONS
from tables import Options, Place, TableService
from tables.errors import TableThere
from tables.threads import aside, aside_to_draw

Line = app_commands.Range[str, None, LONGEST_TEXT]
"""What someone types in a command's field: Discord lets no one send more."""


def offered(proposed: list[Suggestion]) -> list[app_commands.Choice[str]]:
    """Return suggestions in Discord's form."""
    return [app_commands.Choice(name=each.label, value=each.words) for each in proposed]


@suggesting
async def suggest_kingdom(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Suggest kingdoms by name, and complete the request that is being written."""
    return offered(await aside(proposals, current, await kept_at(interaction)))


@suggesting
async def suggest_sets(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Complete a list of sets."""
    return offered(list_proposals(current, Meaning.SET))


@suggesting
async def suggest_cards(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Complete a list of cards and landscapes."""
    return offered(list_proposals(current, Meaning.RANDOMIZER))


@suggesting
async def suggest_words(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Complete a list of cards, types and sets."""
    return offered(list_proposals(current, *Meaning))


async def kept_at(interaction: Interaction) -> KingdomChoice:
    """Return the kingdoms that can be requested by name where a command was sent."""
    tables = interaction.client.tables
    saved = await tables.kingdoms.saved(interaction.guild_id) if interaction.guild_id is not None else ()
    last = await tables.kingdoms.last(interaction.channel_id or 0)
    if last is None and isinstance(interaction.channel, discord.Thread):
        last = await tables.kingdoms.last(interaction.channel.parent_id)
    return KingdomChoice(saved, last)


async def requested_at(interaction: Interaction, line: str, base: KingdomRequest) -> Kingdom | KingdomRequest:
    """Return the request in a line, at the place of a command or click, combined with those in the other fields. Raise
    WrongRequest."""
    return await aside_to_draw(requested, line, base, await kept_at(interaction))


async def all_requested_at(interaction: Interaction, line: str, fields: KingdomRequest) -> Kingdom | KingdomRequest:
    """Return the same combined with the requests in the other fields, limited to the length of one line. Raise WrongRequest, with
    all of it in one line."""
    short_enough(one_line(line, fields))
    try:
        return await requested_at(interaction, line, fields)
    except WrongRequest as error:
        whole = one_line(error.text, fields)
        if whole == error.text:
            raise
        await requested_at(interaction, whole, KingdomRequest())
        raise WrongRequest(error.sentence, whole) from error


class OpeningCommands(commands.Cog):
    """`/game new`, and the window that lets people correct its request."""

    def __init__(
        self, tables: TableService, outbox: Outbox, whereabouts: Whereabouts, router: Router, group: app_commands.Group
    ) -> None:
        self._tables = tables
        self._outbox = outbox
        self._whereabouts = whereabouts
        self._router = router
        group.command(name="new", description=text_setup.GAME_NEW)(self.new)
        router.on_look(renew=self.ask_again)
        router.on(open=self.open)
        router.on_written(new=self.new_again)

    @app_commands.describe(
        kingdom=text_setup.GAME_NEW_KINGDOM,
        seats=text_setup.GAME_NEW_SEATS,
        private=text_setup.GAME_NEW_PRIVATE,
        thread=text_setup.GAME_NEW_THREAD,
        edition=text_setup.GAME_NEW_EDITION,
        sets=text_setup.GAME_NEW_SETS,
        require=text_setup.GAME_NEW_REQUIRE,
        ban=text_setup.GAME_NEW_BAN,
        like=text_setup.GAME_NEW_LIKE,
    )
    @app_commands.choices(edition=[app_commands.Choice(name=name, value=number) for number, name in EDITIONS.items()])
    @app_commands.autocomplete(
        kingdom=suggest_kingdom, sets=suggest_sets, require=suggest_cards, ban=suggest_words, like=suggest_words
    )
    async def new(
        self,
        interaction: Interaction,
        kingdom: Line = "",
        seats: app_commands.Range[int, 2, 6] = 6,
        private: bool = False,
        thread: bool = False,
        edition: int = 2,
        sets: Line = "",
        require: Line = "",
        ban: Line = "",
        like: Line = "",
    ) -> None:
        """Open a table here."""
        fields = KingdomRequest(
            edition=1 if edition == 1 else 2,
            sets=named(sets),
            require=named(require),
            ban=named(ban),
            like=named(like),
        )
        options = Options(max_seats=seats, private=private, own_thread=thread)
        if interaction.guild_id is None:
            await self._router.run(interaction, partial(refuse, interaction, text_setup.NEW_IN_SERVERS))
            return

        async def opened() -> Reply:
            return await self._new(interaction, all_requested_at(interaction, kingdom, fields), options)

        await self._router.run(interaction, opened)

    async def open(self, click: Click) -> Reply:
        """Open a table without any request."""
        return await self._new(click.interaction, requested_at(click.interaction, "", KingdomRequest()), Options())

    async def ask_again(self, click: Click) -> Reply:
        """Open the window for a request; it holds the text that couldn't be understood."""
        return Reply(dialog=panels.request(Id("-", 0, "new", click.id.arg), text_setup.NEW_TITLE, click.quoted))

    async def new_again(self, click: Click) -> Reply:
        """Open a table by the request written there, with the settings from the command."""
        options = read(Options.model_validate_json, click.id.arg)
        chosen = as_meant(click, lambda line: requested_at(click.interaction, line, KingdomRequest()))
        reply = await self._new(click.interaction, chosen, options)
        return replace(reply, edit=reply.say, say=None)

    async def _new(self, interaction: Interaction, choosing: Awaitable[Kingdom | KingdomRequest], options: Options) -> Reply:
        try:
            chosen = await choosing
        except WrongRequest as error:
            again = Id("-", 0, "renew", options.model_dump_json(exclude_defaults=True))
            return Reply(say=misread(error.sentence, error, again, again._replace(verb="new"), interaction.user.id))
        if isinstance(chosen, Kingdom):
            options = options.model_copy(update={"kingdom": chosen})
        person = person_of(interaction)
        place = place_of(interaction)
        if options.own_thread and place.thread is not None:
            options = options.model_copy(update={"own_thread": False})  # it is in one already
        elif options.own_thread:
            channel_for_threads(interaction)
            if await self._tables.table_at(place.id) is not None:
                place = await beside(interaction, text_setup.thread_named(person.name))
        request = chosen if isinstance(chosen, KingdomRequest) else None
        await self._tables.people.note_dm(person.id, closed=False)
        try:
            outcome = await self._tables.new_table(place, person, options, action=str(interaction.id), request=request)
        except TableThere as error:
            if error.table is not None:  # the person might be unable to see it
                self._whereabouts.acted(interaction, error.table)
                await self._outbox.look_again(error.table)
            raise
        elsewhere = place.id != interaction.channel_id
        said = note(text_setup.table_open_in(outcome.table) if elsewhere else text_setup.TABLE_OPEN, person.id)
        after = dm_tried(self._tables, self._outbox, outcome.table, person.id)
        return Reply(say=said, after=after, until=Until("begun", outcome.table.id))


def place_of(interaction: Interaction) -> Place:
    """Return where a command was used. Raise TableError if no game can be there."""
    if interaction.guild_id is None or interaction.channel_id is None:
        raise Refused(text.ONLY_IN_SERVERS)
    may = interaction.app_permissions
    thread = isinstance(interaction.channel, discord.Thread)
    if not (may.view_channel and (may.send_messages_in_threads if thread else may.send_messages)):
        raise Refused(text.CANT_WRITE)
    if isinstance(interaction.channel, discord.Thread):
        return Place(guild=interaction.guild_id, channel=interaction.channel.parent_id, thread=interaction.channel_id)
    return Place(guild=interaction.guild_id, channel=interaction.channel_id)
