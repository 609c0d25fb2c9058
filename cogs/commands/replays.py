"""Looking back at finished games: turn by turn, and as a story."""

from __future__ import annotations

import discord
from discord.ext import commands

from cogs.answers.answer import Reply
from cogs.answers.interactions import Click, Interaction, read
from cogs.answers.router import Router
from cogs.desk import Desk
from cogs.panels import replays as panels
from cogs.panels.replays import ReplayStep
from cogs.text import replays as words
from cogs.text.refusals import Refused
from tables import TableService
from tables.replays import Shown


class ReplayCommands(commands.Cog):
    """The replay of a finished game and its story, by their buttons."""

    def __init__(self, tables: TableService, desk: Desk, router: Router) -> None:
        self._tables = tables
        self._desk = desk
        router.on_look(replay=self.replay, story=self.story, replay_post=self.post, replay_animate=self.animate)

    async def replay(self, click: Click) -> Reply:
        """Show a step of a replay: the first one beside the message that leads there, any other in place of the previous one."""
        at = read(ReplayStep.parse, click.value)
        shown = await self._tables.replays.show(click.id.table, click.person.id)
        at = at.within(shown, click.person.id)
        page = await self._desk.replay(shown, at, click.person.id, shares=shown.for_all and may_write(click.interaction))
        return Reply(edit=page) if click.value else Reply(say=page)

    async def story(self, click: Click) -> Reply:
        """Show a game's story."""
        return Reply(say=panels.story(await self._tables.replays.show(click.id.table, click.person.id), click.person.id))

    async def post(self, click: Click) -> Reply:
        """Show everyone a step of a replay."""
        at = read(ReplayStep.parse, click.value)
        shown = await self._for_all(click)
        return Reply(tell=await self._desk.position(shown, at.within(shown, click.person.id)))

    async def animate(self, click: Click) -> Reply:
        """Show everyone how the points grew, as an animation."""
        film = await self._desk.animation(await self._for_all(click))
        if film is None:
            raise Refused(words.NOT_DRAWN)
        return Reply(tell=film)

    async def _for_all(self, click: Click) -> Shown:
        """Return a game for showing it to everyone in this place. Raise TableError if they can't."""
        if not may_write(click.interaction):
            raise Refused(words.CANT_WRITE)
        shown = await self._tables.replays.show(click.id.table, None)
        self._tables.look_ups.note(click.person.id, click.interaction.channel_id or 0)
        return shown


def may_write(interaction: Interaction) -> bool:
    """Return whether the person who acts can post where they are."""
    may, thread = interaction.permissions, isinstance(interaction.channel, discord.Thread)
    return interaction.guild_id is not None and (may.send_messages_in_threads if thread else may.send_messages)
