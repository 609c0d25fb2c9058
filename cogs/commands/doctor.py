"""`/doctor`: whether the bot has all it needs on a server."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.answers.answer import Reply
from cogs.answers.interactions import Interaction
from cogs.answers.router import Router
from cogs.panels.doctor import Findings, doctor
from cogs.text import doctor as words
from cogs.text.refusals import Refused
from tables import TableService


class DoctorCommands(commands.Cog):
    """`/doctor`, which Discord shows only to those who manage the server."""

    def __init__(self, tables: TableService, router: Router, tree: app_commands.CommandTree[Any]) -> None:
        self._tables = tables
        self._router = router
        command = tree.command(name="doctor", description=words.COMMAND)(self.doctor)
        command.allowed_contexts = app_commands.AppCommandContext(guild=True)
        command.allowed_installs = app_commands.AppInstallationType(guild=True)
        command.default_permissions = discord.Permissions(manage_guild=True)

    async def doctor(self, interaction: Interaction) -> None:
        """Say what the bot lacks in this channel, and wherever this server has a table."""

        async def shown() -> Reply:
            guild = interaction.guild
            if guild is None:
                raise Refused(words.SERVERS_ONLY)
            return Reply(say=doctor(await self._examine(interaction, guild), interaction.user.id))

        await self._router.run(interaction, shown)

    async def _examine(self, interaction: Interaction, guild: discord.Guild) -> Findings:
        spots = await self._tables.spots(guild=guild.id)
        here = interaction.channel
        channels = [*([here.parent_id if isinstance(here, discord.Thread) else here.id] if here else [])]
        channels += [spot.place.channel for spot in spots]
        missing, gone = dict[int, list[str]](), list[int]()
        for id in dict.fromkeys(channels):
            channel = guild.get_channel(id)
            if channel is None:
                gone.append(id)
                continue
            may = channel.permissions_for(guild.me)
            lacking = [name for name in words.NEEDS if not getattr(may, name)]
            if lacking:
                missing[id] = lacking
        there = guild.get_channel(channels[0]) if channels else None
        everyone = there.permissions_for(guild.default_role) if there is not None else None
        return Findings(
            server=guild.name,
            missing=missing,
            gone=gone,
            commands=everyone is None or everyone.use_application_commands,
            games=sum(not spot.lobby for spot in spots),
            lobbies=sum(spot.lobby for spot in spots),
        )
