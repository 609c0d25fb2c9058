"""Clicks in direct messages, all of which Discord sends to one process: each is handed on to the process that shows its table."""

from __future__ import annotations

import asyncio
import base64
import json
import logging
import zlib
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from typing import Any

import discord

from cogs.panels.blocks import Id
from tables import TableService
from tables.models import Announcement

log = logging.getLogger(__name__)

CLICKS = (discord.InteractionType.component.value, discord.InteractionType.modal_submit.value)
PATIENCE = 0.7
"""Seconds after which a click that no one has taken is carried out here: Discord waits for three."""
SILENT = 5.0
"""Seconds for which a shard gets no other clicks after its process hasn't taken one in time: only the first one waits."""
LONGEST = 7_500
"""The most that PostgreSQL passes on in one piece."""
MOST = 10_000
"""For how many tables the bot remembers where they are. Wherever a click arrives, it is carried out."""


class Handover:
    """Takes interactions from Discord and from other processes, and gives them to the bot (`receive`), which carries out each once,
    even if two processes have it."""

    def __init__(
        self, tables: TableService, receive: Callable[[Any], None], background: Callable[[Coroutine[Any, Any, None]], None]
    ) -> None:
        self._tables = tables
        self._receive = receive
        self._background = background
        self._closed = False
        self._waiting: dict[str, asyncio.Event] = {}
        self._guilds: OrderedDict[str, int | None] = OrderedDict()
        self._silent: dict[int, float] = {}
        tables.listen_to_others(self._heard, lambda: None)

    def close(self) -> None:
        """Stop taking clicks from other processes."""
        self._closed = True

    def received(self, data: Any) -> None:
        """Take an interaction from Discord."""
        table = table_of(data)
        if table is None:
            self._receive(data)
        else:
            self._background(self._hand_on(table, data))

    async def _hand_on(self, table: str, data: Any) -> None:
        try:
            taken = await self._is_taken(table, data)
        except Exception as error:
            taken = False
            log.warning("A click on table %s couldn't be handed on: %s", table, error)
        if not taken:
            self._receive(data)

    async def _is_taken(self, table: str, data: Any) -> bool:
        """Hand on a click; return whether another process has taken it in time."""
        guild, packed, clock = await self._guild_of(table), pack(data), asyncio.get_running_loop().time
        shard = self._tables.part.shard_of(guild)
        if shard in self._tables.part.shards or len(packed) > LONGEST or clock() < self._silent.get(shard, 0.0):
            return False
        taken = self._waiting[data["id"]] = asyncio.Event()
        try:
            async with asyncio.timeout(PATIENCE):
                await self._tables.announce(Announcement(table=table, guild=guild, what="click", click=packed))
                await taken.wait()
            return True
        except TimeoutError:
            self._silent[shard] = clock() + SILENT
            return False
        finally:
            del self._waiting[data["id"]]

    async def _guild_of(self, table: str) -> int | None:
        if table not in self._guilds:
            self._guilds[table] = await self._tables.guild_of(table)
            if len(self._guilds) > MOST:
                self._guilds.popitem(last=False)
        return self._guilds[table]

    def _heard(self, said: Announcement) -> None:
        if not said.click:  # its process is there
            self._silent.pop(self._tables.part.shard_of(said.guild), None)
        elif said.what == "taken" and said.click in self._waiting:
            self._waiting[said.click].set()
        elif said.what == "click" and self._tables.part.has(said.guild) and not self._closed:
            data = unpack(said.click)
            age = self._tables.clock() - discord.utils.snowflake_time(int(data["id"]))
            if age.total_seconds() < PATIENCE:  # otherwise it has been carried out elsewhere
                self._background(self._say_taken(said.table, data["id"]))
                self._receive(data)

    async def _say_taken(self, table: str, click: str) -> None:
        await self._tables.announce(Announcement(table=table, guild=None, what="taken", click=click))


def table_of(data: Any) -> str | None:
    """Return the table that a click in direct messages is about; None for anything else."""
    if data.get("guild_id") is not None or data["type"] not in CLICKS:
        return None
    try:
        table = Id.parse(str(data["data"].get("custom_id"))).table
    except ValueError:
        return None
    return table if table != "-" else None


def pack(data: Any) -> str:
    """Return an interaction as a short text."""
    return base64.b85encode(zlib.compress(json.dumps(data).encode())).decode()


def unpack(packed: str) -> Any:
    """Return the interaction again."""
    return json.loads(zlib.decompress(base64.b85decode(packed)))
