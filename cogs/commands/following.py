"""Following a game without a seat: `/game follow`, its buttons, and the list of followed games."""

from __future__ import annotations

from discord.ext import commands

from cogs.answers.answer import Reply
from cogs.answers.here import Games
from cogs.answers.interactions import Click, Interaction, read
from cogs.answers.router import Router
from cogs.answers.sight import sees, visible
from cogs.panels import following as panels
from cogs.text import following as words
from cogs.text.refusals import Refused
from tables import TableService, TableView


class FollowCommands(commands.Cog):
    """`/game follow`, and the buttons to follow a game and to stop."""

    def __init__(self, tables: TableService, router: Router, games: Games) -> None:
        self._tables = tables
        self._router = router
        games.group.command(name="follow", description=words.GAME_FOLLOW)(self.command)
        router.on(follow=self.follow, unfollow=self.stop, stopfollowing=self.stop_listed)
        router.on_look(followed=self.list)

    async def command(self, interaction: Interaction) -> None:
        """Follow the game in this channel."""

        async def shown() -> Reply:
            table = await self._tables.table_at(interaction.channel_id or 0)
            if table is None:
                raise Refused(words.IN_ITS_CHANNEL)
            return await self._follow(interaction, table)

        await self._router.run(interaction, shown)

    async def follow(self, click: Click) -> Reply:
        """Follow a game by its button."""
        return await self._follow(click.interaction, await self._tables.table(click.id.table))

    async def _follow(self, interaction: Interaction, table: TableView) -> Reply:
        if not await sees(interaction, table):
            raise Refused(words.CANT_SEE)
        person = interaction.user.id
        await self._tables.followers.follow(table.id, person)
        closed = await self._tables.people.dm_closed(person)
        return Reply(say=panels.confirmation(table, person, follows=True, closed=closed))

    async def stop(self, click: Click) -> Reply:
        """Stop following a game."""
        table = await self._tables.table(click.id.table)
        await self._tables.followers.forget(table.id, click.person.id)
        return Reply(say=panels.confirmation(table, click.person.id, follows=False))

    async def stop_listed(self, click: Click) -> Reply:
        """Stop following a game chosen in the list, and show the others."""
        await self._tables.followers.forget(click.value, click.person.id)
        return await self.list(click)

    async def list(self, click: Click) -> Reply:
        """Show a page of the games that someone follows and can see, in place of their own."""
        followed = await self._tables.followers.games(click.person.id)
        found = await visible(click.interaction, followed)
        return Reply(edit=panels.followed(found, click.person.id, read(int, click.id.arg)))
