"""The buttons of a paused game: try again, go back, end it."""

from __future__ import annotations

from discord.ext import commands

from cogs.answers.answer import Reply
from cogs.answers.interactions import Click, manages
from cogs.answers.router import Router
from cogs.commands.play import board_now, what_came_of_it
from cogs.desk import Desk
from cogs.panels.notes import note
from tables import Command, Outcome, TableService
from tables.commands import consent, play


class PausedCommands(commands.Cog):
    """What its players, and managers of the server, can do with a paused game."""

    def __init__(self, tables: TableService, desk: Desk, router: Router) -> None:
        self._tables = tables
        self._desk = desk
        router.on(thaw=self.thaw, back=self.go_back, close=self.close)

    async def thaw(self, click: Click) -> Reply:
        """Try to load the game again."""
        outcome = await self._act(click, play.resume(back=False, force=await self._managed(click)))
        return await board_now(self._desk, outcome.table)

    async def go_back(self, click: Click) -> Reply:
        """Go back to the start of the turn, where the game's save might still load."""
        outcome = await self._act(click, play.resume(back=True, force=await self._managed(click)))
        return await board_now(self._desk, outcome.table)

    async def close(self, click: Click) -> Reply:
        """End the game."""
        outcome = await self._act(click, consent.end(force=await self._managed(click)))
        return Reply(say=note(what_came_of_it(outcome, click.person.id), click.person.id))

    async def _managed(self, click: Click) -> bool:
        return manages(click.interaction, (await self._tables.table(click.id.table)).place.guild)

    async def _act(self, click: Click, command: Command) -> Outcome:
        return await self._tables.act(click.id.table, click.person.id, command, action=click.action)
