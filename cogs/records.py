"""Looking back and around: the log, one's games, one's settings."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Literal, cast

from discord import app_commands
from discord.ext import commands

from cogs import text
from cogs.panels import log, score
from cogs.panels.blocks import Attachment
from cogs.panels.notes import games
from cogs.panels.settings import settings
from cogs.pictures import PictureError, Studio
from cogs.router import Click, Interaction, Reply
from tables import TableError, TableView

if TYPE_CHECKING:
    from cogs.bot import SeneschalBot


log_ = logging.getLogger(__name__)

WORTHLESS = ("Curse", "Victory")
"""The types whose cards are discarded first by a standing answer."""


class Records(commands.Cog):
    """`/game log`, `/games`, `/settings`."""

    def __init__(self, bot: SeneschalBot) -> None:
        self._bot = bot
        self._host = bot.host
        self._studio = Studio()
        bot.game.command(name="log", description=text.GAME_LOG)(self.log)
        for own in (
            bot.tree.command(name="games", description=text.GAMES_COMMAND)(self.games),
            bot.tree.command(name="settings", description=text.SETTINGS_COMMAND)(self.settings),
        ):
            own.allowed_installs = app_commands.AppInstallationType(guild=True)
        on = bot.router.on
        on(replay=self.replay, points=self.points)
        on(log=self.show_log, page=self.turn_page, settings=self.show_settings)
        on(set_treasures=self.set_treasures, set_end=self.set_end, set_react=self.set_react)
        on(set_order=self.set_order, set_discards=self.set_discards, set_answer=self.ask_again)

    # the log

    async def log(self, interaction: Interaction) -> None:
        """Shows what happened in this channel's game, as the person may read it."""

        async def shown() -> Reply:
            table = await self._host.table_at(interaction.channel_id or 0)
            if table is None:
                raise TableError(text.NOTHING_HERE)
            return await self._log(table, interaction.user.id, None)

        await self._bot.router.run(interaction, shown())

    async def show_log(self, click: Click) -> Reply:
        """The same by the board's button."""
        return await self._log(await self._host.table(click.id.table), click.person.id, None)

    async def turn_page(self, click: Click) -> Reply:
        """Another page, in place of this one."""
        reply = await self._log(await self._host.table(click.id.table), click.person.id, int(click.id.arg))
        return Reply(edit=reply.say) if click.private else reply

    async def _log(self, table: TableView, person: int, number: int | None) -> Reply:
        return Reply(say=log.page(table, await self._host.log(table.id, person), number, person))

    # a finished game

    async def replay(self, click: Click) -> Reply:
        """The whole game as a file."""
        exported = await self._host.export(click.id.table)
        table = await self._host.table(click.id.table)
        return Reply(say=score.replay(table, exported.model_dump_json().encode(), click.person.id))

    async def points(self, click: Click) -> Reply:
        """Everybody's points over the turns; without a picture where none can be had."""
        table = await self._host.table(click.id.table)
        history = await self._host.points_over_turns(table.id)
        plot = None
        if table.result is not None:
            try:
                drawn = await self._studio.score(table.result, history)
                plot = Attachment(drawn.file, drawn.png, drawn.alt)
            except PictureError as error:
                log_.warning("Table %s: no plot: %s", table.id, error)
        return Reply(say=score.course(table, history, plot, click.person.id))

    async def cog_unload(self) -> None:
        self._studio.close()

    # one's games

    async def games(self, interaction: Interaction) -> None:
        """Lists one's games, wherever they are."""

        async def shown() -> Reply:
            return Reply(say=games(await self._host.tables_of(interaction.user.id), interaction.user.id))

        await self._bot.router.run(interaction, shown())

    # standing answers

    async def settings(self, interaction: Interaction) -> None:
        """Shows one's standing answers."""

        async def shown() -> Reply:
            person = interaction.user.id
            here = await self._host.table_at(interaction.channel_id or 0)
            other = here if here is not None and here.seat_of(person) is not None else None
            return Reply(say=settings(await self._host.standing(person), person, table=None, other=other))

        await self._bot.router.run(interaction, shown())

    async def show_settings(self, click: Click) -> Reply:
        """Turns to the settings for one game, or back to those for all."""
        table = await self._table(click.id.table)
        other = await self._table(click.id.arg or "-")
        standing = await self._host.standing(click.person.id, table.id if table else None)
        return Reply(edit=settings(standing, click.person.id, table=table, other=other))

    async def set_treasures(self, click: Click) -> Reply:
        """Play all Treasures by themselves, or not."""
        return await self._set(click, treasures=click.id.arg == "yes")

    async def set_end(self, click: Click) -> Reply:
        """End the turn by itself when nothing is left to do, or not."""
        return await self._set(click, end=click.id.arg == "yes")

    async def set_react(self, click: Click) -> Reply:
        """What to do about Attacks."""
        return await self._set(click, react=cast(Literal["always", "never", "ask"], click.id.arg))

    async def set_order(self, click: Click) -> Reply:
        """Take orders as they come, or not."""
        return await self._set(click, order=click.id.arg == "yes")

    async def set_discards(self, click: Click) -> Reply:
        """Discard what is worth nothing first when others make one discard, or not."""
        return await self._set(click, discards=WORTHLESS if click.id.arg == "yes" else ())

    async def ask_again(self, click: Click) -> Reply:
        """No standing answer to a card's question any more."""
        table = await self._table(click.id.table)
        said = await self._host.said(click.person.id, table.id if table else None)
        return await self._set(click, answers={each: yes for each, yes in (said.answers or {}).items() if each != click.id.arg})

    async def _set(self, click: Click, **changed: object) -> Reply:
        table = await self._table(click.id.table)
        key = table.id if table else None
        before = await self._host.said(click.person.id, key)
        now = await self._host.set_standing(click.person.id, before.model_copy(update=changed), action=click.action, table=key)
        return Reply(edit=settings(now, click.person.id, table=table))

    async def _table(self, key: str) -> TableView | None:
        return None if key == "-" else await self._host.table(key)
