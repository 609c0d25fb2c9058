"""Finished games: `/history`, the page of a game, sharing it, and files of them."""

from __future__ import annotations

from functools import partial
from typing import Any

from discord import app_commands
from discord.ext import commands

from cogs import text
from cogs.answers.answer import Reply
from cogs.answers.interactions import Click, Interaction, manages, read
from cogs.answers.router import Router
from cogs.commands.about_games import AboutGames, add_command
from cogs.commands.rules import searched
from cogs.desk import Desk
from cogs.panels import history as panels
from cogs.panels.blocks import ForOne
from cogs.panels.history import MOST_LISTED, GameSearch, Listed
from cogs.text import history as words
from cogs.text.refusals import Refused
from engine import MatchKind, find
from engine.randomizers import randomizers
from tables import TableService
from tables.errors import UnknownCard
from tables.threads import aside


class HistoryCommands(commands.Cog):
    """`/history`, and the buttons that lead to finished games."""

    def __init__(self, tables: TableService, desk: Desk, router: Router, tree: app_commands.CommandTree[Any]) -> None:
        self._tables = tables
        self._desk = desk
        options = {"player": words.PLAYER, "opponent": words.OPPONENT, "card": words.CARD, "server": words.SERVER}
        add_command(tree, router, self.history, "history", words.COMMAND, **options)
        router.on_look(history=self.list, record=self.record)
        router.on_long(export=self.export)
        router.on(share=self.share)

    async def history(self, interaction: Interaction, about: AboutGames) -> Reply:
        """List finished games: the person's own, or those they ask for."""
        own = None if about.server else interaction.user.id
        asked = GameSearch(
            player=about.player.id if about.player is not None else own,
            opponent=about.opponent.id if about.opponent is not None else None,
            card=await aside(named, about.card) if about.card is not None else None,
            server=about.server,
        )
        return Reply(say=await self._list(interaction, asked))

    async def list(self, click: Click) -> Reply:
        """Show a page of a list; by default of the person's own games."""
        asked = read(GameSearch.parse, click.id.arg) if click.id.arg else GameSearch(click.person.id)
        return Reply(say=await self._list(click.interaction, asked))

    async def _list(self, interaction: Interaction, asked: GameSearch) -> ForOne:
        person, here = interaction.user.id, interaction.guild_id
        page = await self._page(interaction, asked)
        if asked.after is not None and not page.newer:
            asked = asked.whole()
            page = await self._page(interaction, asked)
        own = asked.whole() == GameSearch(person)
        of_server = asked.whole() == GameSearch(server=True) and manages(interaction, here)
        return panels.games(asked, page, person, here, export=own or of_server)

    async def _page(self, interaction: Interaction, asked: GameSearch) -> Listed:
        """Return a page of a list."""
        if asked.server and interaction.guild_id is None:
            raise Refused(text.ONLY_IN_SERVERS)
        found = await self._tables.history.games(
            interaction.user.id,
            person=asked.player,
            opponent=asked.opponent,
            card=asked.card,
            kingdom=asked.kingdom,
            server=interaction.guild_id if asked.server else None,
            before=asked.before,
            after=asked.after,
            limit=MOST_LISTED + 1,
        )
        more = len(found) > MOST_LISTED
        if asked.after is not None:
            return Listed(found[-MOST_LISTED:], newer=more, older=True)
        return Listed(found[:MOST_LISTED], newer=asked.before is not None, older=more)

    async def record(self, click: Click) -> Reply:
        """Show a finished game: one chosen in a list, or the button's."""
        back = read(GameSearch.parse, click.id.arg) if click.values else None
        return Reply(say=await self._game(click, click.value, back))

    async def _game(self, click: Click, table: str, back: GameSearch | None) -> ForOne:
        person = click.person.id
        found = await self._tables.history.game(person, table)
        picture = await self._desk.plot(found.table, (await self._tables.people.settings(person)).pictures)
        return panels.game(found, person, click.interaction.guild_id, back, picture)

    async def share(self, click: Click) -> Reply:
        """Agree, for this person, that everyone can look at a private game, or no longer agree."""
        shared, _, back = click.id.arg.partition("/")
        asked = read(GameSearch.parse, back) if back else None
        await self._tables.history.share(click.id.table, click.person.id, shared=bool(shared))
        return Reply(say=await self._game(click, click.id.table, asked))

    async def export(self, click: Click) -> Reply:
        """Send a person's own games as a file, or a server's to those who manage it."""
        person, here, exports = click.person.id, click.interaction.guild_id, self._tables.exports
        server = read(GameSearch.parse, click.id.arg).server
        if server and (here is None or not manages(click.interaction, here)):
            raise Refused(words.ONLY_MANAGERS)
        made = await (exports.of_server(person, here) if server and here is not None else exports.own(person))
        return Reply(say=panels.export(made, person, server=server), if_lost=partial(exports.allow_another, person))


def named(card: str) -> str:
    """Return the card that is meant; for one in a mixed pile, the pile. Raise UnknownCard."""
    found = find(searched(card), (MatchKind.CARD,), 1)
    if not found:
        raise UnknownCard(card)
    return next((pile.name for pile in randomizers() if found[0].name in pile.cards), found[0].name)
