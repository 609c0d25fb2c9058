"""Statistics: `/stats`, `/leaderboard`, and what they lead to."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs import text
from cogs.answers.answer import Reply
from cogs.answers.interactions import Click, Interaction, named, read
from cogs.answers.router import Router
from cogs.commands.about_games import AboutGames, add_command
from cogs.commands.rules import meant, searched
from cogs.desk import Desk
from cogs.panels import stats as panels
from cogs.panels.blocks import ForOne, leaf
from cogs.panels.notes import note
from cogs.panels.stats import CHANGES, About
from cogs.text import rules as text_rules
from cogs.text import stats as words
from cogs.text.refusals import Refused
from engine import MatchKind
from tables import TableService
from tables.history import Player, Rating, Subject, subject_of
from tables.threads import aside

BEST = 10
"""How many players a leaderboard shows."""


class StatsCommands(commands.Cog):
    """Statistics of players, servers, cards and kingdoms, shown only to the person who asks."""

    def __init__(self, tables: TableService, desk: Desk, router: Router, tree: app_commands.CommandTree[Any]) -> None:
        self._tables = tables
        self._history = tables.history
        self._desk = desk
        self._router = router
        options = {"player": words.STATS_PLAYER, "opponent": words.STATS_OPPONENT}
        options |= {"card": words.STATS_CARD, "server": words.STATS_SERVER}
        add_command(tree, router, self.stats, "stats", words.STATS, **options)
        command = tree.command(name="leaderboard", description=words.LEADERBOARD)(self.leaderboard)
        command.allowed_installs = app_commands.AppInstallationType(guild=True)
        router.on_look(stats=self.show, stats_cards=self.show_cards, stats_openings=self.show_openings)
        router.on_look(stats_rating=self.show_rating, stats_versus=self.show_versus, leaderboard=self.show_leaderboard)

    async def stats(self, interaction: Interaction, about: AboutGames) -> Reply:
        """Show statistics: the person's own, or those they ask for."""
        if about.server:
            return Reply(say=await self._shown(interaction, Subject("server", interaction.guild_id or 0)))
        if about.card is not None:
            page = await aside(meant, about.card, None)
            if page is None or page.kind != MatchKind.CARD:
                raise Refused(text_rules.nothing_found(searched(about.card), meant=False))
            return Reply(say=await self._shown(interaction, Subject("card", page.name)))
        first, other = about.player or interaction.user, about.opponent
        if other is not None and other.id != first.id:
            return Reply(say=await self._versus(interaction, first, other))
        return Reply(say=await self._shown(interaction, subject_of(first.id), name=named(first).name))

    async def show(self, click: Click) -> Reply:
        """Show the statistics that a control leads to."""
        return Reply(edit=await self._shown(click.interaction, read(About.parse, click.value).subject))

    async def _shown(self, interaction: Interaction, about: Subject, name: str = "") -> ForOne:
        """Return the first page of statistics. `name`: a player's, if that is known."""
        reader, history = interaction.user.id, self._history
        stats = await history.stats(reader, about)
        who = About(about).player
        if who is not None:
            server, rating = await self._rating(reader, who, interaction.guild_id or 0)
            name = self._named(reader, who, rating, name)
            if stats is None:
                return note(words.unlisted(name), reader)
            return panels.player(stats, rating, who, name, reader, server=server)
        assert stats is not None
        if about.kind == "card":
            return panels.card(stats, await history.stats(reader, subject_of(reader)), str(about.of), reader)
        if about.kind == "kingdom":
            games = await history.games(reader, kingdom=str(about.of), limit=1)
            return panels.kingdom(stats, games[0].kingdom if games else None, about, reader)
        return panels.server(stats, reader, int(about.of))

    async def _rating(self, reader: int, player: Player, server: int) -> tuple[int, Rating | None]:
        """Return a player's rating on this server if they have one there, or else the one for all servers (0)."""
        here = await self._history.rating(reader, player, server) if server else None
        return (server, here) if here is not None else (0, await self._history.rating(reader, player))

    @staticmethod
    def _named(reader: int, player: Player, rating: Rating | None, name: str = "") -> str:
        """Return the name of a player; nothing, if it is the reader."""
        if isinstance(player, str):
            return text.ai(player)
        if player == reader:
            return ""
        return name or (rating.name if rating is not None else "") or words.SOMEONE

    async def show_cards(self, click: Click) -> Reply:
        """Show which cards did well and badly."""
        return await self._part(click, panels.cards)

    async def show_openings(self, click: Click) -> Reply:
        """Show which openings were played, and how they did."""
        return await self._part(click, panels.openings)

    async def _part(self, click: Click, shown: panels.Part) -> Reply:
        about, reader = read(About.parse, click.value), click.person.id
        stats = await self._history.stats(reader, about.subject)
        who, name = about.player, ""
        if who is not None:
            _, rating = await self._rating(reader, who, click.interaction.guild_id or 0)
            name = self._named(reader, who, rating)
        if stats is None:
            return Reply(edit=note(words.unlisted(name), reader))
        return Reply(edit=shown(stats, about.subject, name, reader))

    async def show_rating(self, click: Click) -> Reply:
        """Show a page with how each game changed a rating, and its course."""
        about, reader, history = read(About.parse, click.value), click.person.id, self._history
        who, here = about.player, click.interaction.guild_id or 0
        if who is None:
            raise Refused(text.UNKNOWN_BUTTON)
        about = about._replace(server=here if about.server else 0)
        rating = await history.rating(reader, who, about.server or None)
        if rating is None:
            return Reply(edit=await self._shown(click.interaction, about.subject))
        page = leaf(range(rating.games), about.page, CHANGES)
        changes = await history.rating_history(reader, who, about.server or None, skip=page.number * CHANGES, limit=CHANGES)
        course = await history.rating_course(reader, who, about.server or None)
        picture = await self._desk.rating([words.number(each) for each in course], rating.games, reader)
        name = self._named(reader, who, rating)
        return Reply(edit=panels.rating(rating, changes, about, name, reader, here=here, picture=picture))

    # two players

    async def _versus(
        self, interaction: Interaction, first: discord.User | discord.Member, other: discord.User | discord.Member
    ) -> ForOne:
        reader = interaction.user.id
        if other.id == reader:
            first, other = other, first
        names = tuple("" if each.id == reader else named(each).name for each in (first, other))
        return await self._compared(reader, first.id, other.id, (names[0], names[1]))

    async def show_versus(self, click: Click) -> Reply:
        """Compare the person who asks with another player."""
        about, reader = read(About.parse, click.value), click.person.id
        who = about.player
        if who is None:
            raise Refused(text.UNKNOWN_BUTTON)
        _, rating = await self._rating(reader, who, click.interaction.guild_id or 0)
        return Reply(edit=await self._compared(reader, reader, who, ("", self._named(reader, who, rating))))

    async def _compared(self, reader: int, first: Player, other: Player, names: tuple[str, str]) -> ForOne:
        found = await self._history.head_to_head(reader, first, other)
        if found is None:
            unlisted = await self._history.stats(reader, subject_of(other)) is None
            return note(words.unlisted(names[1] if unlisted else names[0]), reader)
        return panels.versus(found, names, subject_of(other), reader)

    # the leaderboard

    async def leaderboard(self, interaction: Interaction) -> None:
        """Show the best players of this server."""

        async def shown() -> Reply:
            return Reply(say=await self._best(interaction, interaction.guild_id or 0))

        await self._router.run(interaction, shown)

    async def show_leaderboard(self, click: Click) -> Reply:
        """Show the best players of all servers, or of this one again."""
        return Reply(edit=await self._best(click.interaction, read(int, click.id.arg)))

    async def _best(self, interaction: Interaction, server: int) -> ForOne:
        history, reader, here = self._history, interaction.user.id, interaction.guild_id or 0
        server = server if server == here else 0
        best = await history.leaderboard(server or None, limit=BEST)
        own = await history.rating(reader, reader, server or None)
        ais = await history.leaderboard(server or None, ais=True)
        return panels.leaderboard(best, own, ais, reader, server=server, here=here)
