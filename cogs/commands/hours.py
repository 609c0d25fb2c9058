"""People's hours: `/away`, and the panel of time zone, quiet hours and being away."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any

from discord import app_commands
from discord.ext import commands

from cogs import text
from cogs.answers.answer import Reply
from cogs.answers.interactions import Click, Interaction, as_meant, read
from cogs.answers.router import Router
from cogs.panels import hours as panels
from cogs.panels.blocks import ForOne
from cogs.panels.notes import misread
from cogs.text import hours as text_hours
from tables import TableService, waking
from tables.hours_reading import LONGEST_HOURS, HoursError, read_quiet, read_until, read_zone
from tables.models import Hours


def with_zone(line: str, hours: Hours, now: datetime) -> Hours:
    """Return the hours with a time zone."""
    return hours.model_copy(update={"zone": read_zone(line)})


def with_quiet(line: str, hours: Hours, now: datetime) -> Hours:
    """Return the hours with quiet hours."""
    return hours.model_copy(update={"quiet": read_quiet(line)})


def with_away(line: str, hours: Hours, now: datetime) -> Hours:
    """Return the hours of a person who is away from now on."""
    return waking.leave(hours, now, read_until(line, now, hours.zone))


Change = Callable[[Hours, datetime], Hours]
OFF: dict[str, Change] = {
    "zone": lambda hours, now: hours.model_copy(update={"zone": None}),
    "quiet": lambda hours, now: hours.model_copy(update={"quiet": None}),
    "away": waking.back,
}
"""How to turn each one off."""


class HoursCommands(commands.Cog):
    """A person's hours, which hold in all their games."""

    def __init__(self, tables: TableService, router: Router, tree: app_commands.CommandTree[Any]) -> None:
        self._tables = tables
        self._router = router
        command = tree.command(name="away", description=text_hours.AWAY_COMMAND)(self.away)
        command.allowed_installs = app_commands.AppInstallationType(guild=True)
        router.on_look(hours=self.show, zone=self.write_zone, quiet=self.write_quiet, gone=self.write_away)
        router.on(set_hours=self.turn_off)
        router.on_written(set_zone=self.set_zone, set_quiet=self.set_quiet, set_away=self.set_away)

    async def cog_load(self) -> None:
        """Read the list of time zones outside the event loop, as it takes a while."""
        await asyncio.to_thread(waking.zones)

    @app_commands.describe(until=text_hours.AWAY_UNTIL)
    async def away(self, interaction: Interaction, until: app_commands.Range[str, None, LONGEST_HOURS] = "") -> None:
        """Say that the person is away for a while."""

        async def gone() -> Reply:
            person, action = interaction.user.id, str(interaction.id)
            try:
                hours = await self._tables.people.set_hours(person, partial(with_away, until), action=action)
            except HoursError as error:
                return Reply(say=not_read(error, "gone", "set-away", person))
            return Reply(say=await self._now_away(person, hours))

        await self._router.run(interaction, gone)

    async def show(self, click: Click) -> Reply:
        """Show the person's hours."""
        return Reply(edit=await self._panel(click.person.id))

    async def turn_off(self, click: Click) -> Reply:
        """Turn off what the button names."""
        await self._tables.people.set_hours(click.person.id, read(OFF.__getitem__, click.value), action=click.action)
        return await self.show(click)

    # windows, with the rejected text or the current setting

    async def write_zone(self, click: Click) -> Reply:
        """Open the window for a time zone."""
        zone = (await self._tables.people.settings(click.person.id)).hours.zone
        return Reply(dialog=panels.zone(click.quoted or (text_hours.zone_name(zone) if zone is not None else "")))

    async def write_quiet(self, click: Click) -> Reply:
        """Open the window for quiet hours."""
        quiet = (await self._tables.people.settings(click.person.id)).hours.quiet
        return Reply(dialog=panels.quiet(click.quoted or (text_hours.quiet_hours(quiet) if quiet is not None else "")))

    async def write_away(self, click: Click) -> Reply:
        """Open the window for being away."""
        return Reply(dialog=panels.away(click.quoted))

    async def set_zone(self, click: Click) -> Reply:
        """Set the time zone, or say why it isn't understood."""
        return await self._set(click, with_zone, "zone")

    async def set_quiet(self, click: Click) -> Reply:
        """Set the quiet hours, or say why they aren't understood."""
        return await self._set(click, with_quiet, "quiet")

    async def set_away(self, click: Click) -> Reply:
        """Note that the person is away, or say why the date isn't understood."""
        return await self._set(click, with_away, "gone")

    async def _set(self, click: Click, change: Callable[[str, Hours, datetime], Hours], verb: str) -> Reply:
        async def understood(line: str) -> Hours:
            return await self._tables.people.set_hours(click.person.id, partial(change, line), action=click.action)

        try:
            hours = await as_meant(click, understood)
        except HoursError as error:
            told = not_read(error, verb, click.id.verb, click.person.id)
            return Reply(edit=told) if click.quoted else Reply(say=told)
        return Reply(edit=await self._now_away(click.person.id, hours)) if verb == "gone" else await self.show(click)

    async def _now_away(self, person: int, hours: Hours) -> ForOne:
        return panels.now_away(await self._tables.people.away_until(person), person, zoned=hours.zone is not None)

    async def _panel(self, person: int) -> ForOne:
        people = self._tables.people
        return panels.hours((await people.settings(person)).hours, await people.away_until(person), person)


def not_read(error: HoursError, again: str, written: str, person: int) -> ForOne:
    """Say why a text isn't understood; `again` opens its window, `written` accepts what it might mean."""
    return misread(text.safe(error.sentence), error, panels.key(again), panels.key(written), person)
