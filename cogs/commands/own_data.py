"""What is stored about a person, from their settings: a file of it, and its deletion."""

from __future__ import annotations

from functools import partial

from discord.ext import commands

from cogs.answers.answer import Reply
from cogs.answers.interactions import Click
from cogs.answers.router import Router
from cogs.messages.outbox import Outbox
from cogs.messages.posted import Channel
from cogs.panels import own_data as panels
from cogs.panels.notes import note
from cogs.text import own_data as text_own_data
from tables import TableService


class OwnDataCommands(commands.Cog):
    """A person's own data."""

    def __init__(self, tables: TableService, outbox: Outbox, router: Router) -> None:
        self._tables = tables
        self._outbox = outbox
        router.on_look(my_data=self.show, forget=self.confirm)
        router.on_long(my_file=self.file)
        router.on(forget_all=self.forget)

    async def show(self, click: Click) -> Reply:
        """Offer the file, or deletion."""
        return Reply(edit=panels.own_data(click.person.id))

    async def file(self, click: Click) -> Reply:
        """Send the person everything that is stored about them."""
        person, own_data = click.person.id, self._tables.own_data
        return Reply(say=panels.file(await own_data.file(person), person), if_lost=partial(own_data.allow_another, person))

    async def confirm(self, click: Click) -> Reply:
        """Say what a deletion does, and ask for confirmation."""
        return Reply(edit=panels.confirm(click.person.id))

    async def forget(self, click: Click) -> Reply:
        """Delete everything that is stored about the person, and the hands in their direct messages."""
        person = click.person.id
        hands = await self._tables.own_data.hands(person)
        await self._outbox.settled(Channel("dm", person))  # otherwise, it would record the messages that it is still sending
        await self._tables.own_data.forget(person)
        self._outbox.background(self._outbox.take_away(hands))
        return Reply(edit=note(text_own_data.DELETED, person))
