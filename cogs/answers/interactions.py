"""Clicks and commands, as Discord sends them and as a handler reads them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial, wraps
from typing import Any, TypeAlias, TypeVar

import discord
from discord import app_commands
from discord.ext import commands

from cogs import text
from cogs.answers.latest import Latest
from cogs.panels.blocks import Id
from cogs.text.refusals import Refused
from tables import Person, TableService
from tables.errors import ParseError


class Client(commands.Bot):
    """The bot, as seen by the handlers of interactions: the way to the tables. `private`: which threads it knows to be, or not."""

    tables: TableService
    latest: Latest
    private: OrderedDict[int, bool]


Interaction: TypeAlias = discord.Interaction[Client]
Choices: TypeAlias = list[app_commands.Choice[str]]
Suggest: TypeAlias = Callable[[Interaction, str], Coroutine[Any, Any, Choices]]

T = TypeVar("T")


@dataclass(frozen=True)
class Click:
    """A button pressed, or a menu's choice made."""

    interaction: Interaction
    id: Id
    values: tuple[str, ...]

    @cached_property
    def person(self) -> Person:
        """Return who clicked."""
        return person_of(self.interaction)

    @property
    def action(self) -> str:
        """Return the id of this action: the same however often Discord sends it."""
        return str(self.interaction.id)

    @property
    def private(self) -> bool:
        """Return whether only this person could see the message."""
        return is_private(self.interaction)

    @property
    def quoted(self) -> str:
        """Return the text quoted in the clicked message; empty if there is none."""
        shown = texts(self.interaction.message.components) if self.interaction.message is not None else ()
        return next((line for line in map(text.unquoted, shown) if line is not None), "")

    @property
    def value(self) -> str:
        """Return what was chosen in a menu, or what the button is about."""
        return self.values[0] if self.values else self.id.arg


def read(meant: Callable[..., T], *words: object) -> T:
    """Return the content of a click, as `meant` reads it. Raise TableError if no message of ours has it."""
    try:
        return meant(*words)
    except (ValueError, LookupError) as error:
        raise Refused(text.UNKNOWN_BUTTON) from error


async def as_meant(click: Click, understood: Callable[[str], Awaitable[T]]) -> T:
    """Return the written text as `understood` reads it, or the suggestion accepted instead. Raise ParseError."""
    if click.id.way is None:
        return await understood(click.value)
    try:
        return await understood(click.quoted)
    except ParseError as error:
        return await understood(read(error.corrected, click.id.way))


def raw(interaction: Interaction) -> dict[str, Any]:
    """Return the raw data of an interaction."""
    return dict(interaction.data or {})


def person_of(interaction: Interaction) -> Person:
    """Return who acts."""
    return named(interaction.user)


def named(user: discord.User | discord.Member) -> Person:
    """Return the person by their display name, or by the account's name if nothing of it is visible."""
    return Person(id=user.id, name=(text.visible(user.display_name) or user.name)[:32])


def manages(interaction: Interaction, guild: int | None) -> bool:
    """Return whether this person can manage the server. Discord only reports that for the server where they act, so elsewhere they
    can't."""
    return guild is not None and interaction.guild_id == guild and interaction.permissions.manage_guild


def is_private(interaction: Interaction) -> bool:
    """Return whether only the person who clicked sees the clicked message."""
    message = interaction.message
    return message is not None and (interaction.guild_id is None or message.flags.ephemeral)


def is_note(message: discord.Message | None) -> bool:
    """Return whether Discord shows a message to only one person, until they dismiss it."""
    return message is not None and message.flags.ephemeral


def written(components: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Return the text written in a dialog."""
    for component in components:
        if "value" in component:
            yield str(component["value"])
        yield from written([*component.get("components", ()), *filter(None, [component.get("component")])])


def texts(components: Iterable[discord.Component]) -> Iterator[str]:
    """Yield the texts that a message shows."""
    for component in components:
        if isinstance(component, discord.TextDisplay):
            yield component.content
        yield from texts(getattr(component, "children", ()))


def describe(interaction: Interaction) -> str:
    """Describe an interaction for the operator's log: its table, but no cards."""
    data = raw(interaction)
    what = ":".join(str(data.get("custom_id", "")).split(":")[:4]) or data.get("name") or interaction.type.name
    place = f"guild {interaction.guild_id}, channel {interaction.channel_id}"
    return f"Interaction {interaction.id} ({what} by {interaction.user.id} in {place})"


def suggesting(suggest: Suggest) -> Suggest:
    """Make a function work out suggestions only for what a person typed last."""

    @wraps(suggest)
    async def suggested(interaction: Interaction, current: str) -> Choices:
        return await interaction.client.latest.of(interaction.user.id, partial(suggest, interaction, current), [])

    return suggested
