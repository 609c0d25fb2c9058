"""Open seats: opening and closing them, the server's list, and taking one over."""

from __future__ import annotations

from collections.abc import AsyncIterator

from discord.ext import commands

from cogs.answers.answer import Reply
from cogs.answers.interactions import Click, Interaction, read
from cogs.answers.notes import Until
from cogs.answers.router import Router
from cogs.answers.sight import sees
from cogs.commands.lobby import dm_tried
from cogs.messages.outbox import Outbox
from cogs.panels import open_seats as panels
from cogs.panels.notes import note, with_hand
from cogs.text import open_seats as words
from cogs.text import places as text_places
from cogs.text import proposals as text_proposals
from cogs.text.refusals import Refused
from tables import TableService, TableView
from tables.commands import open_seats
from tables.errors import NoSuchSeat
from tables.models import SeatView


async def in_sight(interaction: Interaction) -> AsyncIterator[TableView]:
    """Yield the games with open seats on this server that the person who acts can see; none outside servers. Each might take a
    request to Discord."""
    if interaction.guild_id is None:
        return
    for table in await interaction.client.tables.open_seats(interaction.guild_id, interaction.user.id):
        if await sees(interaction, table):
            yield table


class OpenSeatCommands(commands.Cog):
    """The buttons about open seats: on a substitute's panel, where the game is, and in `/games`."""

    def __init__(self, tables: TableService, outbox: Outbox, router: Router) -> None:
        self._tables = tables
        self._outbox = outbox
        router.on(openseat=self.open, closeseat=self.close, takeseat=self.take)
        router.on_look(anyone=self.propose, openseats=self.list, wantseat=self.ask)

    async def propose(self, click: Click) -> Reply:
        """Ask a player whether to propose that anyone can take over a seat."""
        table = await self._tables.table(click.id.table)
        if table.lost is not None:
            raise Refused(text_places.MOVE_FIRST)
        return Reply(say=panels.proposing(table, seat_in(table, click).number, click.person.id))

    async def open(self, click: Click) -> Reply:
        """Propose it to everyone whose consent is needed, or do it if there is no one else. The outbox pings them."""
        number = read(int, click.id.arg)
        outcome = await self._tables.act(click.id.table, click.person.id, open_seats.propose_open_seat(number), action=click.action)
        if outcome.table.proposal is None:
            return Reply(edit=note(words.opened(seat_in(outcome.table, click)), click.person.id))
        asked = text_proposals.asked_about_seat(outcome.table)
        return Reply(edit=note(asked, click.person.id), until=Until("settled", outcome.table.id))

    async def close(self, click: Click) -> Reply:
        """Close a seat that was open, as a player."""
        number = read(int, click.id.arg)
        outcome = await self._tables.act(click.id.table, click.person.id, open_seats.close_seat(number), action=click.action)
        return Reply(edit=note(words.closed(seat_in(outcome.table, click)), click.person.id))

    async def list(self, click: Click) -> Reply:
        """Show a page of the server's open seats, in place of the person's games."""
        page = panels.page([table async for table in in_sight(click.interaction)], read(int, click.id.arg))
        shown = page._replace(items=[await self._as_it_stands(each) for each in page.items])
        return Reply(edit=panels.open_seats(shown, click.person.id))

    async def _as_it_stands(self, listed: panels.OpenSeat) -> panels.OpenSeat:
        """Return an open seat with what everyone may know of its game."""
        seen = await self._tables.snapshot(listed.table.id, None)
        turns = seen.view.players[listed.seat.number].turns_taken if seen.view is not None else 0
        return panels.OpenSeat(seen.table, listed.seat, turns)

    async def ask(self, click: Click) -> Reply:
        """Ask someone whether they really want a seat."""
        table = await self._reachable(click)
        number = read(int, click.id.arg)
        table = await self._tables.must_be_open(table.id, click.person.id, number, click.id.decision)
        return Reply(say=panels.sure(table, table.seats[number], click.person.id))

    async def take(self, click: Click) -> Reply:
        """Let someone take over a seat. They only see its cards now."""
        before, person = await self._reachable(click), click.person
        taking = open_seats.take_seat(person, read(int, click.id.arg), click.id.decision)
        outcome = await self._tables.act(before.id, person.id, taking, action=click.action)
        taken = seat_in(outcome.table, click).taken_over
        told = words.taken(taken.first if taken is not None else "")
        return Reply(
            edit=with_hand(told, outcome.table, person.id), after=dm_tried(self._tables, self._outbox, outcome.table, person.id)
        )

    async def _reachable(self, click: Click) -> TableView:
        """Return the table that a click is about, if the person can see where it is. Raise TableError."""
        table = await self._tables.table(click.id.table)
        if not await sees(click.interaction, table):
            raise Refused(words.NOT_SEEN)
        return table


def seat_in(table: TableView, click: Click) -> SeatView:
    """Return the seat that a click is about. Raise NoSuchSeat."""
    number = read(int, click.id.arg)
    if not 0 <= number < len(table.seats):
        raise NoSuchSeat("no-one-plays")
    return table.seats[number]
