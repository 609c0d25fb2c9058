"""What `/history` and `/stats` ask about: a player, an opponent, a card or the server."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

import discord
from discord import app_commands

from cogs import text
from cogs.answers.answer import Reply
from cogs.answers.interactions import Interaction, suggesting
from cogs.answers.router import Router
from cogs.commands.rules import MAX_CHOICE, searched
from cogs.panels.blocks import MAX_CHOICES
from cogs.text.refusals import Refused
from engine import MatchKind, find


class AboutGames(NamedTuple):
    """Which finished games someone asks about."""

    player: discord.User | None
    opponent: discord.User | None
    card: str | None
    server: bool


@suggesting
async def suggest(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Complete a card's name."""
    names = dict.fromkeys(match.name for match in find(searched(current), (MatchKind.CARD,)))
    return [app_commands.Choice(name=name, value=name) for name in names][:MAX_CHOICES]


def add_command(
    tree: app_commands.CommandTree[Any],
    router: Router,
    answer: Callable[[Interaction, AboutGames], Awaitable[Reply]],
    name: str,
    description: str,
    **options: str,
) -> None:
    """Add a slash command that asks about finished games; `options` describe its options."""

    @app_commands.describe(**options)
    @app_commands.autocomplete(card=suggest)
    async def command(
        interaction: Interaction,
        player: discord.User | None = None,
        opponent: discord.User | None = None,
        card: app_commands.Range[str, None, MAX_CHOICE] | None = None,
        server: bool = False,
    ) -> None:
        async def answered() -> Reply:
            if server and interaction.guild_id is None:
                raise Refused(text.ONLY_IN_SERVERS)
            return await answer(interaction, AboutGames(player, opponent, card, server))

        await router.run(interaction, answered)

    made = tree.command(name=name, description=description)(command)
    made.allowed_installs = app_commands.AppInstallationType(guild=True)
