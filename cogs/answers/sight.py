"""Which games' places someone can see, according to what Discord says about them there."""

from __future__ import annotations

from collections.abc import Iterable

import discord

from cogs.answers.interactions import Interaction
from tables import Place, TableView


async def sees(interaction: Interaction, table: TableView) -> bool:
    """Return whether the person who acts can see a game's place, if they act on the game's server."""
    guild, member, place = interaction.guild, interaction.user, table.place
    if guild is None or guild.id != place.guild or not isinstance(member, discord.Member):
        return False
    return interaction.channel_id == place.id or await _sees(guild, member, place)


async def can_see(client: discord.Client, person: int, place: Place) -> bool:
    """Return the same for anyone, wherever they are. While the bot isn't connected, and about members, it has to ask Discord."""
    member = await _member(client, person, place.guild)
    return member is not None and await _sees(member.guild, member, place)


async def visible(interaction: Interaction, tables: Iterable[TableView]) -> list[TableView]:
    """Return the games whose places the person who acts can see, wherever they act. Discord is asked only once about each
    server."""
    person, members = interaction.user, dict[int | None, discord.Member | None]()
    if isinstance(person, discord.Member):
        members[person.guild.id] = person
    found = []
    for table in tables:
        guild = table.place.guild
        if guild not in members:
            members[guild] = await _member(interaction.client, person.id, guild)
        member = members[guild]
        if member is not None and await _sees(member.guild, member, table.place):
            found.append(table)
    return found


async def _member(client: discord.Client, person: int, id: int | None) -> discord.Member | None:
    """Return a person as a member of a server; None if they aren't a member, or there is no server."""
    if id is None:
        return None
    try:
        known = client.get_guild(id)
        guild = known if known is not None and not known.unavailable else await client.fetch_guild(id, with_counts=False)
        return await guild.fetch_member(person)
    except (discord.NotFound, discord.Forbidden):
        return None


async def _sees(guild: discord.Guild, member: discord.Member, place: Place) -> bool:
    try:
        channel = guild.get_channel(place.channel) or await guild.fetch_channel(place.channel)
        may = channel.permissions_for(member)
        return may.view_channel and (place.thread is None or await _in_thread(guild, place.thread, member, may))
    except (discord.NotFound, discord.Forbidden):
        return False


async def _in_thread(guild: discord.Guild, id: int, member: discord.Member, may: discord.Permissions) -> bool:
    """Return whether someone who can see a thread's channel can see the thread. discord.py doesn't know archived ones. Raise
    NotFound, Forbidden."""
    thread = guild.get_thread(id) or await guild.fetch_channel(id)
    if not isinstance(thread, discord.Thread):
        return False
    if thread.is_private() and not may.manage_threads:
        await thread.fetch_member(member.id)
    return True
