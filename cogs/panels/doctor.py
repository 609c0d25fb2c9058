"""How the bot is doing on a server, for those who manage it."""

from __future__ import annotations

from typing import NamedTuple

from cogs import text
from cogs.panels.blocks import ForOne, Text, panel
from cogs.text import doctor as words

MOST = 8
"""How many channels are named."""


class Findings(NamedTuple):
    """What the bot lacks on a server: permissions, by channel; channels that are gone; whether members can use commands in the
    channel where someone asked. And how many tables it has there."""

    server: str
    missing: dict[int, list[str]]
    gone: list[int]
    commands: bool
    games: int
    lobbies: int


def doctor(found: Findings, person: int) -> ForOne:
    """Say what to do, or that all is well."""
    told = [words.lacking(channel, missing) for channel, missing in list(found.missing.items())[:MOST]]
    if len(found.missing) > MOST:
        told.append(words.more_channels(len(found.missing) - MOST))
    told += [words.cut_off(channel) for channel in found.gone[:MOST]]
    if not found.commands:
        told.append(words.COMMANDS_OFF)
    lines = [words.title(text.safe(found.server)), *(told or [words.HEALTHY]), words.tables(found.games, found.lobbies)]
    return ForOne(panel(Text("\n".join(lines))), person)
