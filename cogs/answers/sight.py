"""Which games' places someone can see, according to what Discord says about them there."""

from __future__ import annotations

from collections.abc import Iterable

import discord

from cogs.answers.interactions import Client, Interaction
from tables import Place, TableView

MOST = 10_000
"""Of how many archived threads the bot remembers whether they are private."""


async def sees(interaction: Interaction, table: TableView) -> bool:
    """Return whether the person who acts can see a game's place, if they act on the game's server."""
    guild, member, place = interaction.guild, interaction.user, table.place
    if guild is None or guild.id != place.guild or not isinstance(member, discord.Member):
        return False
    return interaction.channel_id == place.id or await _sees(interaction.client, member, place)


async def can_see(client: Client, person: int, place: Place) -> bool:
    """Return the same for anyone, wherever they are. While the bot isn't connected, and about members, it has to ask Discord."""
    member = await _member(client, person, place.guild)
    return member is not None and await _sees(client, member, place)


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
        if member is not None and await _sees(interaction.client, member, table.place):
            found.append(table)
    return found


async def _member(client: Client, person: int, id: int | None) -> discord.Member | None:
    """Return a person as a member of a server; None if they aren't a member, or there is no server."""
    if id is None:
        return None
    try:
        known = client.get_guild(id)
        guild = known if known is not None and not known.unavailable else await client.fetch_guild(id, with_counts=False)
        return await guild.fetch_member(person)
    except (discord.NotFound, discord.Forbidden):
        return None


async def _sees(client: Client, member: discord.Member, place: Place) -> bool:
    try:
        channel = member.guild.get_channel(place.channel) or await member.guild.fetch_channel(place.channel)
        may = channel.permissions_for(member)
        return may.view_channel and (place.thread is None or await _in_thread(client, place.thread, member, may))
    except (discord.NotFound, discord.Forbidden):
        return False


async def _in_thread(client: Client, id: int, member: discord.Member, may: discord.Permissions) -> bool:
    """Return whether someone who can see a thread's channel can see the thread. Raise NotFound, Forbidden."""
    if await _is_private(client, id, member.guild) and not may.manage_threads:
        await client.http.get_thread_member(id, member.id)
    return True


async def _is_private(client: Client, id: int, guild: discord.Guild) -> bool:
    """Return whether a thread is private. That never changes, so Discord is asked only once about archived ones, which discord.py
    doesn't know: a list can have fifty of them. Raise NotFound, Forbidden."""
    thread, kept = guild.get_thread(id), client.private
    if thread is None and id not in kept:
        found = await guild.fetch_channel(id)
        kept[id] = not isinstance(found, discord.Thread) or found.is_private()
        if len(kept) > MOST:
            kept.popitem(last=False)
    return thread.is_private() if thread is not None else kept[id]
