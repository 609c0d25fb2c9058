"""How people are pinged: the settings, the buttons on pings and reminders, and nudges."""

from __future__ import annotations

from typing import cast, get_args

from discord.ext import commands

from cogs.answers.answer import Reply
from cogs.answers.interactions import Click, read
from cogs.answers.router import Router
from cogs.commands.settings import setting
from cogs.desk import Desk
from cogs.messages.kinds import HandMessage
from cogs.messages.posted import Shows
from cogs.panels import pings as panels
from cogs.panels.notes import note, sure_to_nudge, to_nudge
from cogs.panels.settings import Layers
from cogs.text import pings as text_pings
from cogs.text.refusals import Refused
from tables import TableService, TableView
from tables.commands import answers
from tables.commands import nudge as nudges
from tables.models import PingMode, Remind, Why

REASONS: dict[str, Why] = {why: why for why in ("each", "daily", *get_args(Remind)) if why != "off"}


class PingCommands(commands.Cog):
    """A person's pings, for one game or for all. Ids name the game; "-" stands for all."""

    def __init__(self, tables: TableService, desk: Desk, router: Router) -> None:
        self._tables = tables
        self._desk = desk
        router.on_look(pings=self.show)
        router.on(set_pings=self.set_pings, set_remind=self.set_remind, set_digest=self.set_digest)
        router.on_look(nudge=self.ask_to_nudge)
        router.on(nudgenow=self.nudge)
        router.on(nopings=self.turn_off, pingsagain=self.turn_on, noreminders=self.remind_no_more)

    # the settings

    async def show(self, click: Click) -> Reply:
        """Show how the person is pinged, in a game or in all."""
        table, people = await self._table(click), self._tables.people
        id = table.id if table is not None else None
        said = Layers(await people.answers(click.person.id, id), await people.said(click.person.id, id))
        return Reply(edit=panels.settings(said, await people.settings(click.person.id), click.person.id, table))

    async def set_pings(self, click: Click) -> Reply:
        """Set whether pings come every time, once a day, or never."""
        await self._set(click, pings=cast(PingMode, click.value))
        return await self.show(click)

    async def set_remind(self, click: Click) -> Reply:
        """Set when the person is reminded."""
        await self._set(click, remind=cast(Remind, click.value))
        return await self.show(click)

    async def set_digest(self, click: Click) -> Reply:
        """Set the hour of the person's digest about all their games."""
        await self._tables.people.set_digest(click.person.id, read(int, click.value) * 60, action=click.action)
        return await self.show(click)

    # on pings and reminders

    async def turn_off(self, click: Click) -> Reply:
        """Turn off the person's pings in this game."""
        return await self._here(click, "off")

    async def turn_on(self, click: Click) -> Reply:
        """Ping the person again in this game: as in all games, if they have pings there."""
        everywhere = await self._tables.people.answers(click.person.id)
        return await self._here(click, None if everywhere.pings == "each" else "each")

    async def _here(self, click: Click, mode: PingMode | None) -> Reply:
        """Set the pings in this game (None: as in all games), and show that on the ping if it is the person's own."""
        self._must_be_for(click)
        await self._set(click, pings=mode)
        seen = await self._tables.snapshot(click.id.table, click.person.id)
        if click.interaction.guild_id is None and seen.table.phase == "playing":
            shown = await self._desk.panel(seen, pinged=mode != "off")
            return Reply(edit=shown, shows=Shows(seen.table, HandMessage(click.person.id)))
        if mode == "off":
            return Reply(edit=panels.now_off(seen.table, click.person.id))
        return Reply(edit=note(text_pings.because(here=mode is not None), click.person.id))

    async def remind_no_more(self, click: Click) -> Reply:
        """Stop the person's digests, or their reminders at an interval, and show where they can choose another one."""
        self._must_be_for(click)
        why = read(REASONS.__getitem__, click.id.arg.partition(panels.FOR)[0])
        field = panels.field_of(why)
        for wait in await self._tables.digests.waiting(click.person.id):
            if getattr(await self._tables.people.said(click.person.id, wait.table.id), field) not in (None, "off"):
                change = setting(**{field: "off"})
                await self._tables.act(
                    wait.table.id, click.person.id, answers.set_answers(change), action=f"{click.action}-{wait.table.id}"
                )
        await self._set(click, **{field: "off"})
        return await self.show(click)

    def _must_be_for(self, click: Click) -> None:
        """Refuse a click on someone else's ping."""
        if click.id.arg.partition(panels.FOR)[2] not in ("", str(click.person.id)):
            raise Refused(text_pings.NOT_YOURS)

    # nudges

    async def ask_to_nudge(self, click: Click) -> Reply:
        """Ask whether to nudge those that the game waits for."""
        return Reply(edit=sure_to_nudge(await self._tables.must_not_be_nudged(click.id.table), click.person.id))

    async def nudge(self, click: Click) -> Reply:
        """Nudge those that the game waits for, and say who was pinged."""
        outcome = await self._tables.act(click.id.table, click.person.id, nudges.nudge(), action=click.action)
        reached: dict[str, list[str]] = {"now": [], "later": [], "never": []}
        for each in to_nudge(outcome.table, click.person.id):
            if each.person is not None:
                reached[await self._tables.people.reached(each.person, outcome.table.id)].append(each.name)
        told = text_pings.nudged(reached["now"], reached["later"], reached["never"])
        return Reply(edit=note(told, click.person.id))

    # one game, or all

    async def _set(self, click: Click, **fields: object) -> None:
        """Change this person's pings at the level of the click."""
        change = setting(**fields)
        if click.id.table == "-":
            await self._tables.people.set_answers(click.person.id, change, action=click.action)
        else:
            await self._tables.act(click.id.table, click.person.id, answers.set_answers(change), action=click.action)

    async def _table(self, click: Click) -> TableView | None:
        return None if click.id.table == "-" else await self._tables.table(click.id.table)
