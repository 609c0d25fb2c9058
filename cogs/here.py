"""Which game a command is about: the one in its channel; in direct messages one's own, by a button where there are several."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from cogs import text
from cogs.answer import Reply
from cogs.interactions import Click, Interaction, read
from cogs.panels.notes import which
from tables import TableError, TableView

if TYPE_CHECKING:
    from cogs.bot import SeneschalBot

Deed = Callable[[Interaction, TableView], Awaitable[Reply]]
"""What a command does about a game."""


async def table_here(interaction: Interaction) -> TableView:
    """The game in this channel; where there is none, the one of whoever asks that has lost its own channel. Raises TableError."""
    bot = interaction.client
    table = await bot.host.table_at(interaction.channel_id or 0)
    if table is not None:
        return table
    for each in await bot.host.tables_of(interaction.user.id):
        if each.lost is not None and within_reach(bot, each, interaction.guild_id):
            return each
    raise TableError(text.NOTHING_HERE)


def within_reach(bot: SeneschalBot, table: TableView, guild: int | None) -> bool:
    """May a game be brought to this server? Only to its own, unless the bot isn't there any more."""
    return table.place.guild == guild or bot.get_guild(table.place.guild or 0) is None


async def only_table(interaction: Interaction) -> TableView | None:
    """The game that is meant without being named, if there is one: the one in this channel; in direct messages, the only one of
    whoever asks."""
    if interaction.guild_id is not None:
        return await interaction.client.host.table_at(interaction.channel_id or 0)
    own = await own_tables(interaction)
    return own[0] if len(own) == 1 else None


async def own_tables(interaction: Interaction, *, begun: bool = True) -> list[TableView]:
    """The games in which whoever asks still plays, those that wait for them first; `begun`: lobbies only where there is nothing
    else."""
    tables = await interaction.client.host.tables_of(interaction.user.id)
    own = [each for each in tables if (seat := each.seat_of(interaction.user.id)) is not None and not seat.resigned]
    return ([each for each in own if each.phase != "lobby"] or own) if begun else own


def game_command(bot: SeneschalBot, name: str, description: str, deed: Deed, *, begun: bool = True) -> None:
    """Has a command of `/game` do a deed, and the button by which its game is chosen. `begun`: it is about lobbies only where
    nothing else can be meant."""

    async def used(interaction: Interaction) -> None:
        await bot.router.run(interaction, about_a_game(interaction, name, deed, begun=begun))

    bot.game.command(name=name, description=description)(used)
    answer_choice(bot, name, deed, begun=begun)


def answer_choice(bot: SeneschalBot, name: str, deed: Deed, *, begun: bool = True) -> None:
    """Has the deed done about the game that is chosen, and the pages turned of those that can be."""

    async def chosen(click: Click) -> Reply:
        reply = await deed(click.interaction, await bot.host.table(click.id.table))
        return replace(reply, edit=reply.say, say=None)

    async def turned(click: Click) -> Reply:
        own = await own_tables(click.interaction, begun=begun)
        if not own:
            raise TableError(text.NO_GAME_OF_YOURS)
        return Reply(edit=which(own, click.person.id, name, read(int, click.id.arg)))

    bot.router.on(**{f"game_{name}": chosen})
    bot.router.on_look(**{f"games_{name}": turned})


async def about_a_game(interaction: Interaction, name: str, deed: Deed, *, begun: bool = True) -> Reply:
    """What a command does about the game that is meant, or the question which that is. Raises TableError."""
    learn = interaction.client.names.learn
    if interaction.guild_id is not None:
        table = await table_here(interaction)
        interaction.client.whereabouts.acted(interaction, table)
        return await deed(interaction, await learn(interaction, table))
    own = await own_tables(interaction, begun=begun)
    if not own:
        raise TableError(text.NO_GAME_OF_YOURS)
    if len(own) > 1:
        return Reply(say=which(own, interaction.user.id, name))
    return await deed(interaction, await learn(interaction, own[0]))
