"""Auto-answers: `/settings`, and every menu and button that sets one."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any, Literal, cast

from discord import app_commands
from discord.ext import commands

from cogs import text
from cogs.answers.answer import Reply
from cogs.answers.here import only_table
from cogs.answers.interactions import Click, Interaction, as_meant, read
from cogs.answers.router import Router
from cogs.messages.outbox import Outbox
from cogs.panels import settings as panels
from cogs.panels.blocks import ForOne, Id
from cogs.panels.notes import misread, note
from cogs.text import ahead as text_ahead
from engine import card_facts
from tables import AutoAnswers, TableService, TableView
from tables.auto_answers import BUT, AnswersChange
from tables.commands import answers
from tables.list_reading import ListError, read_discards
from tables.models import Pictures, Use


class SettingsCommands(commands.Cog):
    """A person's auto-answers, for one game or for all. Ids name the game; "-" stands for all."""

    def __init__(self, tables: TableService, outbox: Outbox, router: Router, tree: app_commands.CommandTree[Any]) -> None:
        self._tables = tables
        self._outbox = outbox
        self._router = router
        command = tree.command(name="settings", description=text.SETTINGS_COMMAND)(self.settings)
        command.allowed_installs = app_commands.AppInstallationType(guild=True)
        on = router.on
        router.on_look(settings=self.show, settings_more=self.more, reaction=self.show_reaction, list=self.write_list)
        router.on_look(pictures=self.show_pictures, answers=self.show_answers)
        on(set_usual=self.as_everywhere, always=self.always, everywhere=self.everywhere)
        on(set_turn=self.set_turn, set_order=self.set_flag, set_wait=self.set_flag)
        on(set_react=self.set_react, set_reaction=self.set_reaction, set_pictures=self.set_pictures)
        on(set_listed=self.set_listed)
        on(set_discards=self.set_discards, set_answer=self.ask_again)
        router.on_written(set_list=self.set_list)

    async def settings(self, interaction: Interaction) -> None:
        """Show the person's auto-answers."""

        async def shown() -> Reply:
            return Reply(say=await self._panel(interaction, None))

        await self._router.run(interaction, shown)

    async def show(self, click: Click) -> Reply:
        """Turn to the settings for one game, or back to those for all."""
        return await self._shown(click)

    async def more(self, click: Click) -> Reply:
        """Show the rare settings."""
        return await self._shown_more(click)

    # in the person's turn, and after their Attacks

    async def set_turn(self, click: Click) -> Reply:
        """Set what the bot does in the person's turn."""
        treasures, end = read(panels.TURNS.__getitem__, click.value)
        return await self._set(click, treasures=treasures, end=end)

    async def set_flag(self, click: Click) -> Reply:
        """Turn on or off the setting that the verb names."""
        await self._keep(click, setting(**{click.id.verb.removeprefix("set-"): click.value == "yes"}))
        return await self._shown_more(click)

    # Reactions

    async def set_react(self, click: Click) -> Reply:
        """Set what to do about Attacks."""
        return await self._set(click, react=cast(Use, click.value))

    async def show_reaction(self, click: Click) -> Reply:
        """Ask what to do with one Reaction."""
        table = await self._table(click)
        people, person = self._tables.people, click.person.id
        now = await people.answers(person, table.id if table else None)
        usual = None if table is None else await people.answers(person)
        return Reply(edit=panels.reaction(read(card_facts, click.value).name, now, person, table, usual))

    async def set_reaction(self, click: Click) -> Reply:
        """Set what to do with one Reaction; the empty choice means that it has no setting of its own."""
        said, _, use = click.id.arg.rpartition("=")
        name = read(card_facts, said).name
        return await self._react(click, name, {name: cast(Use, use)} if use else {})

    async def _react(self, click: Click, name: str, uses: dict[str, Use]) -> Reply:
        """Set what to do with one Reaction, replacing all its earlier settings."""

        def changed(said: AutoAnswers) -> AutoAnswers:
            others = {each: use for each, use in (said.reactions or {}).items() if each.partition(BUT)[0] != name}
            return said.model_copy(update={"reactions": others | uses})

        await self._keep(click, changed)
        return await self._shown_more(click)

    # discards

    async def set_discards(self, click: Click) -> Reply:
        """Discard junk first when others make the person discard, or ask; their own list stays as they wrote it."""
        if click.value == panels.LIST:
            return await self._shown(click)
        return await self._set(click, discards=panels.WORTHLESS if click.value == "worthless" else ())

    async def write_list(self, click: Click) -> Reply:
        """Open the window for a list: what to discard first or, if the id names a Reaction, the only cards for which to ask about
        it. It holds the rejected text, or the current list."""
        table = await self._table(click)
        now = await self._tables.people.answers(click.person.id, table.id if table else None)
        if not click.id.arg:
            return Reply(dialog=panels.discard_list(click.id.table, click.quoted or ", ".join(now.discards or ())))
        name = read(card_facts, click.id.arg).name
        return Reply(dialog=panels.only_for_list(click.id.table, name, click.quoted or panels.only_for(name, now)))

    async def set_list(self, click: Click) -> Reply:
        """Save the list, or say which word isn't understood."""

        async def understood(line: str) -> tuple[str, ...]:
            return read_discards(line)

        try:
            wanted = await as_meant(click, understood)
        except ListError as error:
            again, written = (Id(click.id.table, 0, verb, click.id.arg) for verb in ("list", "set-list"))
            told = misread(text.safe(error.sentence), error, again, written, click.person.id)
            return Reply(edit=told) if click.quoted else Reply(say=told)
        if not click.id.arg:
            return await self._set(click, discards=wanted)
        name = read(card_facts, click.id.arg).name
        return await self._react(click, name, {name: "never", **{f"{name}{BUT}{word}": "ask" for word in wanted}})

    # pictures

    async def set_pictures(self, click: Click) -> Reply:
        """Set how pictures for only the person are drawn, in all games, and draw their hands again."""
        await self._tables.people.set_pictures(click.person.id, cast(Pictures, click.value), action=click.action)
        reply = await self.show_pictures(click)
        return replace(reply, after=partial(self._outbox.draw_again, click.person.id))

    async def show_pictures(self, click: Click) -> Reply:
        """Show how pictures for only the person are drawn."""
        kept = await self._tables.people.settings(click.person.id)
        return Reply(edit=panels.drawn(kept.pictures, click.person.id, listed=kept.listed))

    async def set_listed(self, click: Click) -> Reply:
        """Set whether others can see the person's statistics."""
        listed = read({"yes": True, "no": False}.__getitem__, click.value)
        await self._tables.people.set_listed(click.person.id, listed, action=click.action)
        return await self.show_pictures(click)

    # single questions

    async def always(self, click: Click) -> Reply:
        """Give the same answer to the same question of this card from now on, in this game."""
        question, answer = read(answered, click.id.arg)
        await self._keep(click, answering(question, answer))
        table = await self._tables.table(click.id.table)
        return Reply(edit=panels.always_told(table, question, answer, click.person.id))

    async def everywhere(self, click: Click) -> Reply:
        """Do the same in all their games."""
        question, answer = read(answered, click.id.arg)
        await self._keep(click, answering(question, answer))
        return Reply(edit=note(text_ahead.always_everywhere(answer, question.partition(":")[0]), click.person.id))

    async def ask_again(self, click: Click) -> Reply:
        """Ask about a card's question again: here, even if there is an auto-answer for all games."""
        table = await self._table(click)
        everywhere = (await self._tables.people.said(click.person.id)).answers or {}
        await self._keep(click, answering(click.value, "ask" if table is not None and click.value in everywhere else None))
        return await (self.show_answers(click) if click.id.arg else self._shown_more(click))

    async def show_answers(self, click: Click) -> Reply:
        """Show a page of the answers to single questions, by its number in the id."""
        table = await self._table(click)
        said = await self._layers(click.person.id, table)
        return Reply(edit=panels.single_answers(said, click.person.id, read(int, click.id.arg or "0"), table=table))

    # one game, or all

    async def as_everywhere(self, click: Click) -> Reply:
        """Use the settings for all games in this game."""
        await self._tables.act(click.id.table, click.person.id, answers.set_answers(AutoAnswers()), action=click.action)
        return await self._shown(click)

    async def _keep(self, click: Click, change: AnswersChange) -> None:
        """Change this person's settings at the level of the click. The settings that the change is based on are only read as they
        change."""
        table = await self._table(click)
        if table is not None:
            await self._tables.act(table.id, click.person.id, answers.set_answers(change), action=click.action)
        else:
            await self._tables.people.set_answers(click.person.id, change, action=click.action)

    async def _set(self, click: Click, **fields: object) -> Reply:
        await self._keep(click, setting(**fields))
        return await self._shown(click)

    async def _shown(self, click: Click) -> Reply:
        return Reply(edit=await self._panel(click.interaction, await self._table(click)))

    async def _shown_more(self, click: Click) -> Reply:
        table = await self._table(click)
        said = await self._layers(click.person.id, table)
        return Reply(edit=panels.more(said, click.person.id, table=table))

    async def _layers(self, person: int, table: TableView | None) -> panels.Layers:
        """Return a person's settings for a game or for all, and those for that game alone."""
        people = self._tables.people
        if table is None:
            return panels.Layers(await people.answers(person))
        return panels.Layers(await people.answers(person, table.id), await people.said(person, table.id))

    async def _panel(self, interaction: Interaction, table: TableView | None) -> ForOne:
        """Return all settings: for a game; or for all, with the way to those for the game in this channel."""
        person = interaction.user.id
        said = await self._layers(person, table)
        if table is not None:
            return panels.settings(said, person, table=table)
        here = await only_table(interaction)
        other = here if here is not None and here.seat_of(person) is not None else None
        return panels.settings(said, person, table=None, other=other)

    async def _table(self, click: Click) -> TableView | None:
        return None if click.id.table == "-" else await self._tables.table(click.id.table)


def setting(**fields: object) -> AnswersChange:
    """Return the change that sets these fields."""
    return lambda said: said.model_copy(update=fields)


def answering(question: str, answer: Literal["yes", "no", "ask"] | None) -> AnswersChange:
    """Return the change that sets the answer to a card's question (None: drops it)."""

    def changed(said: AutoAnswers) -> AutoAnswers:
        others = {each: known for each, known in (said.answers or {}).items() if each != question}
        return said.model_copy(update={"answers": others if answer is None else {**others, question: answer}})

    return changed


def answered(said: str) -> tuple[str, Literal["yes", "no"]]:
    """Return a card's question, and the answer to it, as an id says them. Raise ValueError, LookupError."""
    question, _, answer = said.rpartition("=")
    card_facts(question.partition(":")[0])
    if answer not in ("yes", "no"):
        raise ValueError(f"{answer!r} isn't an answer")
    return question, "yes" if answer == "yes" else "no"
