"""Which game a command is about: the one in its channel; in direct messages the person's own, chosen by a button if there are
several."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial

from discord import app_commands

from cogs import text
from cogs.answers.answer import Reply
from cogs.answers.interactions import Click, Client, Interaction, read
from cogs.answers.names import Names
from cogs.answers.router import Router
from cogs.answers.whereabouts import Whereabouts
from cogs.panels.notes import which
from cogs.text.refusals import Refused
from tables import TableView

Deed = Callable[[Interaction, TableView], Awaitable[Reply]]
"""What a command does with a game."""


async def table_here(interaction: Interaction) -> TableView:
    """Return the game in this channel, or else the person's own game that has lost its channel. Raise TableError."""
    client = interaction.client
    table = await client.tables.table_at(interaction.channel_id or 0)
    if table is not None:
        return table
    for each in await client.tables.tables_of(interaction.user.id):
        if each.lost is not None and within_reach(client, each, interaction.guild_id):
            return each
    raise Refused(text.NOTHING_HERE)


def within_reach(client: Client, table: TableView, guild: int | None) -> bool:
    """Return whether a game can move to this server: it has to be the game's own, unless the bot has left that one. A what-if game
    stays in its player's direct messages."""
    if table.options.what_if is not None:
        return False
    there = table.place.guild
    return there == guild or (client.tables.part.has(there) and client.get_guild(there or 0) is None)


async def only_table(interaction: Interaction) -> TableView | None:
    """Return the only game that can be meant, if there is one: this channel's, or in direct messages the person's only one."""
    if interaction.guild_id is not None:
        return await interaction.client.tables.table_at(interaction.channel_id or 0)
    tables = interaction.client.tables
    own = still_played(await tables.seats_of(interaction.user.id), interaction.user.id)
    return await tables.table(own[0].id) if len(own) == 1 else None


async def own_tables(interaction: Interaction, *, begun: bool = True) -> list[TableView]:
    """Return the games that the person still plays in, those that wait for them first; `begun`: lobbies only if there is nothing
    else."""
    return still_played(await interaction.client.tables.tables_of(interaction.user.id), interaction.user.id, begun=begun)


def still_played(tables: Sequence[TableView], person: int, *, begun: bool = True) -> list[TableView]:
    """Return those of these tables where a person still plays, as `own_tables` does."""
    own = [each for each in tables if (seat := each.seat_of(person)) is not None and not seat.resigned]
    return ([each for each in own if each.phase != "lobby"] or own) if begun else own


class Games:
    """Runs the commands of `/game` on the right game, and adds the buttons that choose it."""

    def __init__(self, router: Router, names: Names, whereabouts: Whereabouts, group: app_commands.Group) -> None:
        self.group = group
        self._router = router
        self._names = names
        self._whereabouts = whereabouts

    def command(self, name: str, description: str, deed: Deed, *, begun: bool = True) -> None:
        """Add a command of `/game` that runs `deed`. `begun`: use a lobby only if there is no game."""

        async def used(interaction: Interaction) -> None:
            await self._router.run(interaction, partial(self.about, interaction, name, deed, begun=begun))

        self.group.command(name=name, description=description)(used)
        self.answer_choice(name, deed, begun=begun)

    def answer_choice(self, name: str, deed: Deed, *, begun: bool = True) -> None:
        """Run `deed` on the game that someone chooses, and turn the pages of the list."""

        async def chosen(click: Click) -> Reply:
            reply = await deed(click.interaction, await click.interaction.client.tables.table(click.id.table))
            return replace(reply, edit=reply.say, say=None)

        async def turned(click: Click) -> Reply:
            own = await own_tables(click.interaction, begun=begun)
            if not own:
                raise Refused(text.NO_GAME_OF_YOURS)
            return Reply(edit=which(own, click.person.id, name, read(int, click.id.arg)))

        self._router.on(**{f"game_{name}": chosen})
        self._router.on_look(**{f"games_{name}": turned})

    async def about(self, interaction: Interaction, name: str, deed: Deed, *, begun: bool = True) -> Reply:
        """Run `deed` on the game that is meant, or ask which one it is. Raise TableError."""
        if interaction.guild_id is not None:
            table = await table_here(interaction)
            self._whereabouts.acted(interaction, table)
            return await deed(interaction, await self._names.learn(interaction, table))
        own = await own_tables(interaction, begun=begun)
        if not own:
            raise Refused(text.NO_GAME_OF_YOURS)
        if len(own) > 1:
            return Reply(say=which(own, interaction.user.id, name))
        return await deed(interaction, await self._names.learn(interaction, own[0]))
