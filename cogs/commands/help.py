"""Help: `/help`, and an answer to anyone who writes to the bot."""

from __future__ import annotations

import time
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.answers.answer import Reply
from cogs.answers.here import own_tables
from cogs.answers.interactions import Click, Interaction
from cogs.answers.router import Router
from cogs.messages.components import layout
from cogs.panels import help as panels
from cogs.text import help as words
from tables import TableService

PAUSE = 60.0
"""Someone who writes several messages within this many seconds gets only one answer."""


class HelpCommands(commands.Cog):
    """`/help`, for those who don't know how to go on."""

    def __init__(self, tables: TableService, router: Router, tree: app_commands.CommandTree[Any]) -> None:
        self._tables = tables
        self._answered: dict[int, float] = {}
        self._router = router
        command = tree.command(name="help", description=words.HELP)(self.help)
        command.allowed_installs = app_commands.AppInstallationType(guild=True)
        router.on_look(steps=self.steps, help=self.again)

    async def help(self, interaction: Interaction) -> None:
        """Show what the person can do now."""

        async def shown() -> Reply:
            return Reply(say=panels.now(await self._around(interaction), interaction.user.id))

        await self._router.run(interaction, shown)

    async def again(self, click: Click) -> Reply:
        """Show the same again."""
        return Reply(say=panels.now(await self._around(click.interaction), click.person.id))

    async def steps(self, click: Click) -> Reply:
        """Show the first game in five steps."""
        return Reply(say=panels.steps(await self._around(click.interaction), click.person.id))

    async def _around(self, interaction: Interaction) -> panels.Around:
        """Return where the person asks for help."""
        on_server = interaction.guild_id is not None
        here = await self._tables.table_at(interaction.channel_id or 0) if on_server else None
        return panels.Around(here, await own_tables(interaction, begun=False), on_server)

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Answer someone who writes to the bot. What they wrote isn't read."""
        person = message.author.id
        if message.author.bot or message.guild is not None or not self._is_due(person):
            return
        tables = await self._tables.tables_of(person)
        shown = panels.now(panels.Around(None, tables, can_open=False), person)
        await message.channel.send(view=layout(shown.panel))

    def _is_due(self, person: int) -> bool:
        now = time.monotonic()
        self._answered = {each: at for each, at in self._answered.items() if now - at < PAUSE}
        if person in self._answered:
            return False
        self._answered[person] = now
        return True
