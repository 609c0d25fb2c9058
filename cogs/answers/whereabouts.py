"""Whether a table can be shown in its place, according to Discord; lost and recovered places are recorded."""

from __future__ import annotations

import asyncio
from datetime import datetime
from typing import Any, Literal

import discord

from cogs.answers.interactions import Client, Interaction
from cogs.messages.outbox import Outbox
from cogs.messages.sending import UNKNOWN_CHANNEL
from tables import Place, TableView
from tables.models import Spot

Access = Literal["open", "shut", "gone"]

LOOK_AGAIN = 5.0
"""Seconds after which clicks on a table without its place can have that place checked again."""


class Lately:
    """What was done recently, by a key, so that it isn't done again too soon."""

    def __init__(self) -> None:
        self._begun: dict[object, float] = {}

    def is_new(self, key: object, seconds: float) -> bool:
        """Return whether this wasn't done in the last seconds; if so, note that it is done now."""
        now = asyncio.get_running_loop().time()
        self._begun = {other: begun for other, begun in self._begun.items() if now - begun < seconds}
        if key in self._begun:
            return False
        self._begun[key] = now
        return True


class Whereabouts:
    """Records places as lost, and as found again."""

    def __init__(self, client: Client, outbox: Outbox) -> None:
        self._client = client
        self._outbox = outbox
        self._ending: dict[int, asyncio.Task[None]] = {}
        self._looked = Lately()

    async def look(self, spot: Spot) -> None:
        """Check a table's place, and record whether it is lost or found."""
        found = await self.access(spot.place)
        if found == "open" and spot.lost:
            await self._client.tables.find_place(spot.table, spot.place.id)
        elif found in ("shut", "gone"):
            if not spot.lost or (spot.lobby and found == "gone"):
                await self._client.tables.lose_place(spot.table, spot.place.id, gone=found == "gone")
            self._look_after_timeout(spot.place)

    def acted(self, interaction: Interaction, table: TableView) -> None:
        """Check soon the place that a table has lost, if someone has just acted on the table there. However often they act, it is
        checked rarely, since a check might ask Discord."""
        if table.lost is not None and interaction.channel_id == table.place.id and self._looked.is_new(table.id, LOOK_AGAIN):
            self._outbox.background(self._outbox.insist("A look at a place", lambda: self.look(table.spot)))

    async def access(self, place: Place) -> Access | None:
        """Return whether the bot can show a table at a place; None while that is unknown, because the server is down or another
        process is there. Only trying shows whether direct messages reach someone."""
        if place.guild is None:
            return "open"
        if not self._client.tables.part.has(place.guild):
            return None
        guild = self._client.get_guild(place.guild)
        if guild is not None and guild.unavailable:
            return None
        if guild is None:
            return "gone"
        channel = guild.get_channel(place.channel)
        thread = guild.get_thread(place.thread) if place.thread is not None else None
        locked = thread is not None and thread.locked
        if channel is None or (place.thread is not None and thread is None):
            # Discord reports nothing about archived threads, and little about closed channels.
            try:
                there: dict[str, Any] = {**await self._client.http.get_channel(place.id)}
            except discord.HTTPException as error:
                if error.code == UNKNOWN_CHANNEL:
                    return "gone"
                if not isinstance(error, discord.Forbidden):
                    raise
                return "shut"
            locked = bool(there.get("thread_metadata", {}).get("locked"))
        if channel is None:
            return "open"
        may = channel.permissions_for(guild.me)
        if locked and not may.manage_threads:
            return "shut"
        writes = may.send_messages if place.thread is None else may.send_messages_in_threads
        return "open" if may.view_channel and writes else "shut"

    def _look_after_timeout(self, place: Place) -> None:
        """Check a server's places once the bot's timeout there is over: Discord only reports its start."""
        guild = self._client.get_guild(place.guild or 0)
        until = guild.me.timed_out_until if guild is not None and guild.me is not None else None
        if guild is None or until is None or not guild.me.is_timed_out():
            return
        if (known := self._ending.pop(guild.id, None)) is not None:
            known.cancel()
        self._ending[guild.id] = asyncio.create_task(self._once_over(guild.id, until))

    async def _once_over(self, guild: int, until: datetime) -> None:
        async def look() -> None:
            for spot in await self._client.tables.spots(guild=guild):
                await self.look(spot)

        await self._client.tables.clock.wait_until(until, asyncio.Event())
        del self._ending[guild]
        self._outbox.background(self._outbox.insist("A look at places after a timeout", look))
