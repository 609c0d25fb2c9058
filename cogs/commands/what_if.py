"""Playing on from a turn of a finished game, in the person's direct messages."""

from __future__ import annotations

from discord.ext import commands

from cogs.answers.answer import Reply
from cogs.answers.interactions import Click, read
from cogs.answers.router import Router
from cogs.commands.lobby import dm_tried
from cogs.messages.outbox import Outbox
from cogs.panels.what_if import choose, started
from cogs.text import UNKNOWN_BUTTON
from cogs.text.refusals import Refused
from tables import Place, TableService
from tables.models import WhatIf
from tables.what_if import Crossroads


class WhatIfCommands(commands.Cog):
    """The button **Play on…** of a finished game."""

    def __init__(self, tables: TableService, outbox: Outbox, router: Router) -> None:
        self._tables = tables
        self._outbox = outbox
        router.on_look(whatif=self.ask, whatifat=self.ask_again)
        router.on(playon=self.start)

    async def ask(self, click: Click) -> Reply:
        """Ask from which turn to play on."""
        return Reply(say=choose(await self._there(click), click.person.id))

    async def ask_again(self, click: Click) -> Reply:
        """Do the same after a choice, in place of the question."""
        return Reply(edit=choose(await self._there(click), click.person.id))

    async def _there(self, click: Click) -> Crossroads:
        """Return the finished game at the turn and seat chosen."""
        there = await self._tables.what_ifs.crossroads(click.id.table, click.person.id)
        if not click.value:
            return there
        turn, seat = chosen(click)
        if turn not in {each.turn for each in there.turns} or seat >= len(there.table.seats):
            raise Refused(UNKNOWN_BUTTON)
        return there._replace(turn=turn, seat=seat)

    async def start(self, click: Click) -> Reply:
        """Start the game, and say where it is."""
        there, person = await self._there(click), click.person
        await self._tables.people.note_dm(person.id, closed=False)
        direct = await click.interaction.user.create_dm()
        what_if = WhatIf(game=click.id.table, turn=there.turn, seat=there.seat)
        outcome = await self._tables.play_on(Place(guild=None, channel=direct.id), person, what_if, action=click.action)
        at = next(each for each in there.turns if each.turn == there.turn)
        said = started(outcome.table, there.table.seats[at.seat].name, at, person.id)
        return Reply(edit=said, after=dm_tried(self._tables, self._outbox, outcome.table, person.id))


def chosen(click: Click) -> tuple[int, int]:
    """Return the turn and the seat that a control's id or value names. Raise TableError if no message of ours has it."""
    turn, _, seat = click.value.partition("/")
    return read(int, turn), abs(read(int, seat))
