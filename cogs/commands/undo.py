"""Undo: a player's own last move, a turn against AIs, and asking the others to go back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import cast

from discord.ext import commands

from cogs import text
from cogs.answers.answer import Reply
from cogs.answers.here import Games
from cogs.answers.interactions import Click, Interaction, read
from cogs.answers.notes import Until
from cogs.answers.router import Router
from cogs.commands.own_hand import hand_now
from cogs.desk import Desk
from cogs.panels.consent import losses, not_undone
from cogs.panels.hand import to_answer
from cogs.panels.notes import note, with_hand
from cogs.text import proposals as text_proposals
from cogs.text.refusals import sentence
from tables import Command, TableError, TableService, TableView
from tables.commands import consent, play
from tables.errors import NothingToUndo
from tables.models import UndoTo


class UndoCommands(commands.Cog):
    """`/game undo`, and the buttons that undo something, or ask to."""

    def __init__(self, tables: TableService, desk: Desk, router: Router, games: Games) -> None:
        self._tables = tables
        self._desk = desk
        games.command("undo", text.GAME_UNDO, self.undo)
        router.on(undo=self.take_back, undoturn=self.undo_turn, askback=self.ask_back)
        router.on_look(losses=self.losses)

    async def undo(self, interaction: Interaction, table: TableView) -> Reply:
        """Undo the player's last move; if that needs the others' consent, offer to ask them."""
        person, until = interaction.user.id, Until("moved", table.id)
        try:
            await self._tables.act(table.id, person, play.undo(), action=str(interaction.id))
        except NothingToUndo as refusal:
            snapshot = await self._tables.snapshot(table.id, person)
            if not snapshot.askable or snapshot.table.proposal is not None:
                raise
            points = await self._tables.undo_costs(table.id, person) if snapshot.undoes_alone else ()
            told = sentence(replace(refusal, askable=False))  # the button says it
            return Reply(say=not_undone(told, snapshot.table, person, points, snapshot.latest_move), until=until)
        return Reply(say=note(text_proposals.UNDONE, person), until=until)

    async def take_back(self, click: Click) -> Reply:
        """Undo the last move, if the panel is up to date."""
        return await self._undone(click, play.undo, text_proposals.undid)

    async def undo_turn(self, click: Click) -> Reply:
        """Undo a turn against AIs, if the panel is up to date."""
        return await self._undone(click, consent.undo_turn)

    async def _undone(
        self, click: Click, undo: Callable[..., Command], told: Callable[[Sequence[str]], str] = lambda move: ""
    ) -> Reply:
        snapshot = await self._tables.snapshot(click.id.table, click.person.id)
        table, view = snapshot.table, snapshot.view
        now = to_answer(view, view.viewer, waits=table.waits) if view is not None else None
        if (now.id if now else 0) != click.id.decision:
            return await hand_now(self._tables, self._desk, click, note=text.MOVED_ON)
        try:
            outcome = await self._tables.act(table.id, click.person.id, undo(shown=click.id.decision), action=click.action)
        except TableError as refusal:
            return await hand_now(self._tables, self._desk, click, refusal.snapshot, note=sentence(refusal))
        return await hand_now(self._tables, self._desk, click, outcome.snapshot, note=told(snapshot.last_move))

    async def losses(self, click: Click) -> Reply:
        """Show the points that the others can be asked to go back to, and what would be lost."""
        found = await self._tables.undo_costs(click.id.table, click.person.id)
        snapshot = await self._tables.snapshot(click.id.table, click.person.id)
        told = losses(snapshot.table, found, snapshot.latest_move, click.person.id)
        return Reply(say=told, until=Until("moved", click.id.table))

    async def ask_back(self, click: Click) -> Reply:
        """Ask the others to go back to that point."""
        to, _, mark = click.id.arg.partition(".")
        outcome = await self._tables.act(
            click.id.table, click.person.id, consent.propose_undo(cast(UndoTo, to), mark=read(int, mark)), action=click.action
        )
        asks = outcome.table.proposal is not None
        told = text_proposals.asked_others(outcome.table, click.person.id) if asks else text_proposals.TAKEN_BACK_NOW
        until = Until("settled" if asks else "moved", outcome.table.id)
        return Reply(edit=with_hand(told, outcome.table, click.person.id), until=until)
