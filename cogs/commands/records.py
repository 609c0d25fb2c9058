"""Looking back and around: the log, a person's games, a finished game."""

from __future__ import annotations

from typing import Any

from discord import app_commands
from discord.ext import commands

from cogs import text
from cogs.answers.answer import Reply
from cogs.answers.here import Games
from cogs.answers.interactions import Click, Interaction, read
from cogs.answers.names import Names
from cogs.answers.router import Router
from cogs.commands.open_seats import in_sight
from cogs.desk import Desk
from cogs.panels import log, score
from cogs.panels.blocks import Button, ForOne, Id
from cogs.panels.log import Span
from cogs.panels.notes import games
from cogs.text import following as text_following
from cogs.text import history as text_history
from cogs.text import open_seats as text_open_seats
from engine import LogLine
from tables import TableService, TableView
from tables.history import in_words


class RecordCommands(commands.Cog):
    """`/game log`, `/games`, and the records of a finished game."""

    def __init__(
        self, tables: TableService, desk: Desk, router: Router, names: Names, games: Games, tree: app_commands.CommandTree[Any]
    ) -> None:
        self._tables = tables
        self._desk = desk
        self._router = router
        self._names = names
        games.command("log", text.GAME_LOG, self.log)
        listed = tree.command(name="games", description=text.GAMES_COMMAND)(self.games)
        listed.allowed_installs = app_commands.AppInstallationType(guild=True)
        router.on_look(log=self.show_log, page=self.turn_page, turn=self.show_turn)
        router.on_look(games=self.turn_games, file=self.file, points=self.points, scoremore=self.more, decks=self.decks)

    # the log

    async def log(self, interaction: Interaction, table: TableView) -> Reply:
        """Show what happened in a game, as the person may read it."""
        return Reply(say=await self._log(table, interaction.user.id, Span()))

    async def show_log(self, click: Click) -> Reply:
        """Show the same by the board's button."""
        return Reply(say=await self._log(await self._seen(click), click.person.id, Span()))

    async def turn_page(self, click: Click) -> Reply:
        """Turn to another page, in place of this one."""
        table = await self._seen(click)
        return Reply(edit=await self._log(table, click.person.id, Span.parse(click.id.arg)))

    async def _log(self, table: TableView, person: int, span: Span) -> ForOne:
        seat, follows = table.seat_of(person), None
        if table.phase in ("playing", "frozen") and (seat is None or seat.resigned):
            follows = await self._tables.followers.follows(table.id, person)
        return log.page(table, await self._with_late(table, person, span.turns(table.turn)), span, person, follows=follows)

    async def _with_late(self, table: TableView, person: int, turns: range) -> list[LogLine]:
        """Return the log of these turns and of those after them, which have the late effects of their Attacks. If the reader may
        not see all names, leave out lines that older versions stored as text."""
        found = await self._tables.log(table.id, person, range(turns.start, turns.stop + len(table.seats)))
        named = table.phase != "over" or table == await self._tables.table(table.id)
        return found if named else [line for line in found if not in_words(line)]

    async def show_turn(self, click: Click) -> Reply:
        """Show one turn in full, in place of the page of turns."""
        table = await self._seen(click)
        back, _, rest = click.id.arg.partition("/")
        turn, _, at = (rest or click.value).partition("/")
        number = max(0, min(read(int, turn), table.turn))
        there = await self._with_late(table, click.person.id, range(number, number + 1))
        return Reply(edit=log.details(table, there, number, read(int, at or "0"), Span.parse(back), click.person.id))

    async def _seen(self, click: Click) -> TableView:
        """Return the table that a click is about, as the person may see it. Raise NoTable, NotShown."""
        return await self._tables.history.look(click.person.id, click.id.table)

    # a finished game

    async def file(self, click: Click) -> Reply:
        """Send the whole game as a file, and say whether its replay agrees."""
        table = await self._tables.history.table(click.person.id, click.id.table, "seed")
        return Reply(say=score.file(table, await self._tables.records.proof(table.id, table), click.person.id))

    async def more(self, click: Click) -> Reply:
        """Show the other records of a finished game."""
        table = await self._seen(click)
        return Reply(say=score.more(table, click.person.id, picture=self._desk.draws and table.options.pictures != "none"))

    async def decks(self, click: Click) -> Reply:
        """Show everyone's deck."""
        return Reply(say=score.decks(await self._seen(click), click.person.id))

    async def points(self, click: Click) -> Reply:
        """Show everyone's points turn by turn."""
        return Reply(say=await self._desk.course(await self._seen(click), click.person.id))

    # a person's games

    async def games(self, interaction: Interaction) -> None:
        """List the person's games, wherever they are."""

        async def shown() -> Reply:
            tables = await self._tables.tables_of(interaction.user.id)
            named = [await self._names.learn(interaction, each) for each in tables]
            return Reply(say=await self._games(interaction, named))

        await self._router.run(interaction, shown)

    async def turn_games(self, click: Click) -> Reply:
        """Show another page of the person's games, in place of this one."""
        tables = await self._tables.tables_of(click.person.id)
        return Reply(edit=await self._games(click.interaction, tables, read(int, click.id.arg)))

    async def _games(self, interaction: Interaction, tables: list[TableView], number: int = 0) -> ForOne:
        person, others = interaction.user.id, list[Button]()
        if await self._tables.history.games(person, person=person, limit=1):
            others.append(Button(text_history.GAMES, Id("-", 0, "history")))
        if await anext(in_sight(interaction), None) is not None:
            others.append(Button(text_open_seats.OPEN_SEATS, Id("-", 0, "openseats", "0")))
        if await self._tables.followers.games(person):
            others.append(Button(text_following.FOLLOWED_GAMES, Id("-", 0, "followed", "0")))
        return games(tables, person, number, others=others)
