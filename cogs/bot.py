"""The bot: its parts, its startup, and its handling of errors that nothing else catches."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections import OrderedDict
from collections.abc import Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs import text
from cogs.answers.answer import Reply
from cogs.answers.here import Games
from cogs.answers.interactions import Client, Interaction, describe
from cogs.answers.latest import Latest
from cogs.answers.names import Names
from cogs.answers.router import Router
from cogs.answers.whereabouts import Whereabouts
from cogs.desk import Desk
from cogs.handover import Handover
from cogs.messages.outbox import Outbox
from cogs.messages.reminding import ReminderMessages
from cogs.pace import paced, survives_giving_up
from cogs.panels.kingdoms import playable
from cogs.panels.notes import note
from cogs.pictures import Studio
from engine import find, named_in
from tables import TableService
from tables.hours_reading import zones
from tables.list_reading import nameable
from tables.threads import aside_for_long, work_for

if TYPE_CHECKING:
    from settings import BotSettings

log = logging.getLogger(__name__)

LEAST = 2
"""Requests a second that each process can make, however many there are."""
LAST_ANSWERS = 5.0
"""When the bot stops, it spends at most this many seconds answering clicks in progress."""
INTENTS = discord.Intents(guilds=True, dm_messages=True)
"""The bot receives direct messages, so that anyone who writes gets an answer."""

# The bot doesn't use voice, so operators needn't be warned that it isn't supported.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


class Tree(app_commands.CommandTree["SeneschalBot"]):
    """The commands, with an answer to every error."""

    async def interaction_check(self, interaction: discord.Interaction[SeneschalBot], /) -> bool:
        work_for(interaction.user.id)
        return True

    async def on_error(self, interaction: discord.Interaction[SeneschalBot], error: app_commands.AppCommandError, /) -> None:
        if interaction.type is discord.InteractionType.autocomplete:
            log.error("%s: no suggestions", describe(interaction), exc_info=error)
            return

        async def said() -> Reply:
            if isinstance(
                error, app_commands.NoPrivateMessage | app_commands.CommandNotFound | app_commands.CommandSignatureMismatch
            ):
                sentence = text.ONLY_IN_SERVERS if isinstance(error, app_commands.NoPrivateMessage) else text.COMMANDS_CHANGED
                return Reply(say=note(sentence, interaction.user.id))
            raise error

        await interaction.client.router.run(interaction, said)


class SeneschalBot(Client):
    """Seneschal on Discord. It knows the tables, and nothing about storage or where Discord is."""

    def __init__(self, tables: TableService, settings: BotSettings, **more: Any) -> None:
        super().__init__(
            command_prefix=(),
            help_command=None,
            intents=INTENTS,
            tree_cls=Tree,
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            http_trace=paced(max(LEAST, round(settings.requests_per_second * tables.part.share))),
            **more,
        )
        survives_giving_up(self.http)
        # The bot ignores edited messages and other bots: otherwise, discord.py would parse all of our own messages, with all
        # components.
        parsers = self._connection.parsers
        del parsers["MESSAGE_UPDATE"]
        heard = parsers["MESSAGE_CREATE"]
        parsers["MESSAGE_CREATE"] = lambda data: None if data["author"].get("bot") else heard(data)
        self.tables = tables
        self.latest = Latest()
        self.private = OrderedDict()
        self.settings = settings
        self.studio = Studio()
        self.desk = Desk(tables, self.studio if settings.pictures else None)
        self.outbox = Outbox(self, tables, self.desk)
        self.reminders = ReminderMessages(self, tables, self.outbox.background, self.outbox.line)
        self.whereabouts = Whereabouts(self, self.outbox)
        self.names = Names(self, self.outbox.background)
        self.router = Router(tables, self.outbox, self.names, self.whereabouts)
        self.game = app_commands.Group(
            name="game",
            description=text.GAME,
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
        )
        self._watched: set[asyncio.Task[None]] = set()

    async def setup_hook(self) -> None:
        """Load the commands and bring all messages up to date, before the bot receives any event."""
        from cogs.commands.doctor import DoctorCommands
        from cogs.commands.following import FollowCommands
        from cogs.commands.help import HelpCommands
        from cogs.commands.history import HistoryCommands
        from cogs.commands.hours import HoursCommands
        from cogs.commands.kept import SavedKingdoms
        from cogs.commands.late import LateCommands
        from cogs.commands.lobby import LobbyCommands
        from cogs.commands.open_seats import OpenSeatCommands
        from cogs.commands.opening import OpeningCommands
        from cogs.commands.own_data import OwnDataCommands
        from cogs.commands.paused import PausedCommands
        from cogs.commands.pings import PingCommands
        from cogs.commands.places import PlaceCommands
        from cogs.commands.play import PlayCommands
        from cogs.commands.records import RecordCommands
        from cogs.commands.replays import ReplayCommands
        from cogs.commands.rules import RulesCommands
        from cogs.commands.settings import SettingsCommands
        from cogs.commands.stats import StatsCommands
        from cogs.commands.substitutes import SubstituteCommands
        from cogs.commands.undo import UndoCommands
        from cogs.commands.what_if import WhatIfCommands

        tables, desk, outbox, router = self.tables, self.desk, self.outbox, self.router
        games = Games(router, self.names, self.whereabouts, self.game)
        self.tree.add_command(self.game)
        for cog in (
            OpeningCommands(tables, outbox, self.whereabouts, router, self.game),
            SavedKingdoms(tables, desk, self.whereabouts, router, self.game),
            LobbyCommands(self, desk, outbox, router),
            PlayCommands(tables, desk, outbox, router, games),
            UndoCommands(tables, desk, router, games),
            LateCommands(tables, router),
            PausedCommands(tables, desk, router),
            SubstituteCommands(tables, outbox, router, games),
            OpenSeatCommands(tables, outbox, router),
            FollowCommands(tables, router, games),
            PlaceCommands(self, outbox, self.whereabouts, router, self.game),
            RecordCommands(tables, desk, router, self.names, games, self.tree),
            HistoryCommands(tables, desk, router, self.tree),
            ReplayCommands(tables, desk, router),
            WhatIfCommands(tables, outbox, router),
            StatsCommands(tables, desk, router, self.tree),
            SettingsCommands(tables, outbox, router, self.tree),
            HoursCommands(tables, router, self.tree),
            OwnDataCommands(tables, outbox, router),
            PingCommands(tables, desk, router),
            RulesCommands(tables, desk, router, self.tree),
            HelpCommands(tables, router, self.tree),
            DoctorCommands(tables, router, self.tree),
        ):
            await self.add_cog(cog)
        await self._catch_up()

    async def _catch_up(self) -> None:
        """Listen to the tables, and bring all messages up to date."""
        for listener in (self.outbox.tell, self.router.tell, self.reminders.tell):
            self.tables.listen(listener)
        self.tables.listen_to_others(lambda said: self.reminders.moved(said.people), self.outbox.look_at_all)
        self.tables.digests.listen(self.reminders.due)
        if self.tables.part.leads:
            await self.sync_commands()
        await self.outbox.recover()
        await self.reminders.recover()
        for work in (self.tables.timers, self.tables.cleaner, self.tables.history):
            self._watch(work.run())
        self._watch(aside_for_long(list_all_names))

    @property
    def is_connected(self) -> bool:
        """Return whether the bot receives events. discord.py calls itself ready even while it reconnects."""
        return self.is_ready() and self.ws is not None and self.ws.open

    @property
    def busy(self) -> bool:
        """Return whether any work from past events is still unfinished."""
        return self.router.busy or self.outbox.busy or self.tables.busy or self.tables.timers.busy

    async def on_interaction(self, interaction: Interaction) -> None:
        """Handle a button, a menu or a dialog."""
        if interaction.type in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            work_for(interaction.user.id)
            await self.router.clicked(interaction)

    def _watch(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._watched.add(task)
        task.add_done_callback(self._watched.discard)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        log.exception("The event %s failed", event_method)

    async def close(self) -> None:
        """Answer clicks in progress, then stop: messages are brought up to date at the next start."""
        if not self.is_closed():
            await self.router.finish(LAST_ANSWERS)
            await self.outbox.close()
            for task in self._watched:
                task.cancel()
            self.studio.close()
        await super().close()

    async def sync_commands(self) -> None:
        """Send Discord our commands, if they have changed since last time. A stand-in for Discord might have forgotten them."""
        payload = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        known = json.dumps([self.application_id, payload], sort_keys=True)
        digest = hashlib.sha256(known.encode()).hexdigest()
        file = self.settings.database.with_suffix(".commands")
        if self.settings.stand_in or not await asyncio.to_thread(says, file, digest):
            await self.tree.sync()
            await asyncio.to_thread(file.write_text, digest)


class ShardedBot(SeneschalBot, commands.AutoShardedBot):
    """Seneschal for some of Discord's shards."""

    def __init__(self, tables: TableService, settings: BotSettings) -> None:
        super().__init__(tables, settings, shard_ids=[*tables.part.shards], shard_count=tables.part.of)
        parsers = self._connection.parsers
        self._handover = Handover(tables, parsers["INTERACTION_CREATE"], self.outbox.background)
        parsers["INTERACTION_CREATE"] = self._handover.received

    @property
    def is_connected(self) -> bool:
        shards = self.shards.values()
        return self.is_ready() and len(shards) == len(self.tables.part.shards) and not any(each.is_closed() for each in shards)

    async def close(self) -> None:
        self._handover.close()
        await super().close()


def list_all_names() -> None:
    """List the names that people can use, and the recommended sets that can be played. That takes a tenth of a second, during which
    everyone would otherwise wait when the first person asks for one."""
    find("a")
    named_in("a")
    nameable()
    zones()
    playable()


def says(file: Path, words: str) -> bool:
    return file.exists() and file.read_text() == words
