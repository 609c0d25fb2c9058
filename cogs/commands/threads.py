"""A thread of its own for a game."""

from __future__ import annotations

import asyncio
import logging
from typing import Literal

import discord

from cogs.answers.interactions import Client, Interaction
from cogs.messages.kinds import LobbyMessage, kind_of
from cogs.text import setup as text_setup
from cogs.text.refusals import Refused
from tables import Place, TableView

log = logging.getLogger(__name__)


class TooManyThreads(Refused):
    """The server has as many threads open as Discord allows."""


THERE_ALREADY, TOO_MANY = 160004, 160006
WEEK: Literal[10080] = 10080
"""Minutes without a message after which a thread is archived; the bot reopens it when it has something to post."""


def channel_for_threads(interaction: Interaction) -> discord.TextChannel:
    """Return the current channel, if the bot can open threads there. Raise TableError."""
    channel, may = interaction.channel, interaction.app_permissions
    if not isinstance(channel, discord.TextChannel) or not (may.create_public_threads and may.send_messages_in_threads):
        raise Refused(text_setup.CANT_THREAD)
    return channel


async def of_lobby(client: Client, table: TableView) -> int | None:
    """Return a thread for a table's game, with all its players in it; None if the bot can't open one. Raise TooManyThreads.

    It belongs to the lobby's message, and a message has one thread, with the message's own id: asking again, by a second click or
    after a crash, gives the same thread."""
    lobbies = [each for each in await client.tables.messages.of(table.id) if kind_of(each) == LobbyMessage()]
    if not lobbies:
        return None
    thread = lobbies[-1].message
    try:
        name = text_setup.thread_name(table)
        await client.http.start_thread_with_message(table.place.id, thread, name=name, auto_archive_duration=WEEK)
    except discord.HTTPException as error:
        if error.status >= 500 or error.status == 429:
            raise
        if error.code == TOO_MANY:
            raise TooManyThreads(text_setup.WITHOUT_THREAD_TOO_MANY) from error
        if error.code != THERE_ALREADY:
            log.warning("Couldn't open a thread for table %s: %s", table.id, error)
            return None
    await show_thread(client, thread, table)
    return thread


async def own_thread(client: Client, table: TableView) -> tuple[int | None, str]:
    """Return the thread for a game about to start, if it should have one, or why there is none."""
    if not table.options.own_thread or table.place.thread is not None:
        return None, ""
    try:
        thread = await of_lobby(client, table)
    except TooManyThreads as error:
        return None, error.sentence
    return thread, text_setup.WITHOUT_THREAD if thread is None else ""


async def show_thread(client: Client, thread: int, table: TableView) -> None:
    """Put a thread into the lists of everyone with a seat at a table."""
    await asyncio.gather(*(_show(client, thread, seat.person) for seat in table.seats if seat.person is not None))


async def _show(client: Client, thread: int, person: int) -> None:
    """Put a thread into a person's list. If that fails, they can still find it, by its link or a ping."""
    try:
        await client.http.add_user_to_thread(thread, person)
    except discord.HTTPException as error:
        log.info("Person %d isn't in thread %d: %s", person, thread, error)


async def lets_in(thread: discord.Thread, person: int) -> bool:
    """Put a private thread into a person's list, and return whether that made them a member: its owner might not let anyone else
    invite."""
    try:
        await thread.add_user(discord.Object(person))
    except discord.Forbidden:
        try:
            await thread.fetch_member(person)
        except discord.NotFound:
            return False
    return True


async def beside(interaction: Interaction, name: str) -> Place:
    """Return a thread for a table whose channel is used by another table, preferably one opened earlier and never used. Raise
    TableError."""
    client, channel = interaction.client, channel_for_threads(interaction)
    for there in channel.threads:
        ours = client.user is not None and there.owner_id == client.user.id and there.name == name and not there.archived
        if ours and await client.tables.table_at(there.id) is None and await client.tables.kingdoms.last(there.id) is None:
            thread = there
            break
    else:
        try:
            kind = discord.ChannelType.public_thread
            thread = await channel.create_thread(name=name, type=kind, auto_archive_duration=WEEK)
        except discord.Forbidden as error:
            raise Refused(text_setup.CANT_THREAD) from error
        except discord.HTTPException as error:
            if error.code != TOO_MANY:
                raise
            raise TooManyThreads(text_setup.TOO_MANY_THREADS) from error
    await _show(client, thread.id, interaction.user.id)
    return Place(guild=channel.guild.id, channel=channel.id, thread=thread.id)
