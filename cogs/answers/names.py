"""The players' current names, learned from what they do: Discord doesn't tell bots about new names."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from typing import Any

import discord

from cogs.answers.interactions import Client, Interaction, is_private, named
from cogs.messages.sending import CUT_OFF
from tables import TableError, TableView

log = logging.getLogger(__name__)

MOST = 1000
"""For how many people the bot remembers that their name on their server differs from their account's."""


class Names:
    """Keeps the names of a game's players the same as on its server."""

    def __init__(self, client: Client, background: Callable[[Coroutine[Any, Any, None]], None]) -> None:
        self._client = client
        self._background = background
        self._looked: OrderedDict[tuple[int, int], str] = OrderedDict()

    async def learn(self, interaction: Interaction, table: TableView) -> TableView:
        """Learn someone's name from what they do about a table; return the table with that name. Direct messages and other servers
        show only the account's name: if that isn't the seat's, ask the server, once for each such name."""
        user, guild = interaction.user, table.place.guild
        seat = table.seat_of(user.id)
        if seat is None or table.phase == "over":
            return table
        if interaction.guild_id == guild:
            if is_private(interaction):  # otherwise, others would see on the board that something had been done
                return table
            return await self._client.tables.rename(table.id, named(user))
        account = user.global_name or user.name
        if guild is not None and account != seat.holder and self._looked.get((guild, user.id)) != account:
            self._looked[guild, user.id] = account
            if len(self._looked) > MOST:
                self._looked.popitem(last=False)
            self._background(self._look(table.id, guild, user.id))
        return table

    async def _look(self, table: str, guild: int, person: int) -> None:
        """Ask the game's server for someone's name there. People who have left it keep their old name."""
        server = self._client.get_guild(guild)
        if server is None:
            return
        try:
            await self._client.tables.rename(table, named(await server.fetch_member(person)))
        except discord.NotFound:
            return
        except (TableError, discord.HTTPException, *CUT_OFF) as error:
            self._looked.pop((guild, person), None)
            log.warning("Table %s: couldn't look up the current name of %d: %s", table, person, error)
