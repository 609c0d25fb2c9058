"""Which games' places someone can see where they act."""

from __future__ import annotations

import discord

from cogs.answers.interactions import Interaction
from tables import TableView


async def sees(interaction: Interaction, table: TableView) -> bool:
    """Return whether the person who acts can see a game's place: as far as Discord says who they are here, on the game's server."""
    guild, member, place = interaction.guild, interaction.user, table.place
    if guild is None or guild.id != place.guild or not isinstance(member, discord.Member):
        return False
    if interaction.channel_id == place.id:
        return True
    channel = guild.get_channel(place.channel)
    if channel is None or not channel.permissions_for(member).view_channel:
        return False
    return place.thread is None or await _in_thread(guild, place.thread, member)


async def _in_thread(guild: discord.Guild, id: int, member: discord.Member) -> bool:
    """Return whether someone who can see a thread's channel can see the thread. discord.py knows no archived ones."""
    try:
        thread = guild.get_thread(id) or await guild.fetch_channel(id)
        if not isinstance(thread, discord.Thread):
            return False
        if thread.is_private() and not thread.permissions_for(member).manage_threads:
            await thread.fetch_member(member.id)
        return True
    except (discord.NotFound, discord.Forbidden):
        return False
