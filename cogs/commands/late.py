"""Moves that take too long: voting on them, claiming the win; and proposing a new pace."""

from __future__ import annotations

from discord.ext import commands

from cogs.answers.answer import Reply
from cogs.answers.interactions import Click, read
from cogs.answers.notes import Until
from cogs.answers.router import Router
from cogs.messages.kinds import LateMessage
from cogs.messages.posted import Shows
from cogs.panels import late as panels
from cogs.panels.notes import note, with_hand
from cogs.text import absence as text_absence
from cogs.text import proposals as text_proposals
from tables import TableService
from tables.absence import MILDEST_FIRST, claimable, with_limit
from tables.commands import pace
from tables.errors import CannotVote, NoClaim
from tables.models import Pace


class LateCommands(commands.Cog):
    """What players do about a move that takes too long, and about the pace."""

    def __init__(self, tables: TableService, router: Router) -> None:
        self._tables = tables
        router.on(vote=self.vote, warn=self.warn, claimnow=self.claim, newpace=self.propose)
        router.on_look(claim=self.ask_claim, changepace=self.pace, newlimit=self.choose_limit, newlate=self.choose_late)

    async def vote(self, click: Click) -> Reply:
        """Vote on a late move. If the vote is over, its message says so from then on."""
        number, choice = click.id.decision, MILDEST_FIRST[read(MILDEST_FIRST.index, click.id.arg)]
        try:
            outcome = await self._tables.act(click.id.table, click.person.id, pace.vote(number, choice), action=click.action)
        except CannotVote as refusal:
            if refusal.why != "over":
                raise
            return Reply(edit=panels.vote(await self._tables.table(click.id.table), number))
        return Reply(edit=panels.vote(outcome.table, number), shows=Shows(outcome.table, LateMessage(number)))

    async def ask_claim(self, click: Click) -> Reply:
        """Explain how the win is claimed."""
        told = panels.claim(await self._tables.table(click.id.table), click.person.id)
        if told is None:
            raise NoClaim
        return Reply(say=told, until=Until("moved", click.id.table))

    async def warn(self, click: Click) -> Reply:
        """Warn the other player. Their new hand pings them."""
        outcome = await self._tables.act(click.id.table, click.person.id, pace.warn(), action=click.action)
        own = outcome.table.seat_of(click.person.id)
        late = claimable(outcome.table, own.number) if own is not None else None
        if late is None or late.lateness.claim is None:
            raise NoClaim
        return Reply(edit=note(text_absence.warned(late.name, late.lateness.claim), click.person.id))

    async def claim(self, click: Click) -> Reply:
        """Claim the win."""
        await self._tables.act(click.id.table, click.person.id, pace.claim(), action=click.action)
        return Reply(edit=note(text_absence.CLAIMED, click.person.id))

    # a new pace

    async def pace(self, click: Click) -> Reply:
        """Let a player choose a new pace."""
        table = await self._tables.table(click.id.table)
        now = Pace(limit=table.options.limit, late=table.options.late)
        return Reply(say=panels.pace(table, click.person.id, now), until=Until("moved", table.id))

    async def choose_limit(self, click: Click) -> Reply:
        """Show the same with another limit."""
        before = read(panels.read_pace, click.id.arg)
        chosen = with_limit(before, read(lambda: panels.read_pace(click.id.arg, limit=click.value)).limit)
        return Reply(edit=panels.pace(await self._tables.table(click.id.table), click.person.id, chosen))

    async def choose_late(self, click: Click) -> Reply:
        """Show the same with another choice of what happens when the time is up."""
        chosen = read(lambda: panels.read_pace(click.id.arg, late=click.value))
        return Reply(edit=panels.pace(await self._tables.table(click.id.table), click.person.id, chosen))

    async def propose(self, click: Click) -> Reply:
        """Propose the pace to the others."""
        chosen = read(panels.read_pace, click.id.arg)
        outcome = await self._tables.act(click.id.table, click.person.id, pace.propose_pace(chosen), action=click.action)
        if outcome.table.proposal is None:
            return Reply(edit=note(text_absence.PACE_CHANGED, click.person.id))
        told = text_proposals.asked_others(outcome.table, click.person.id)
        return Reply(edit=with_hand(told, outcome.table, click.person.id), until=Until("settled", outcome.table.id))
