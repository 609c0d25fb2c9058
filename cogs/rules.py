"""Rules at hand: what a card does."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from cogs import text
from cogs.panels import rules
from cogs.router import Click, Interaction, Reply
from engine import all_cards, card_facts
from tables import TableError

if TYPE_CHECKING:
    from cogs.bot import SeneschalBot

ALL = {facts.name.casefold(): facts.name for facts in all_cards()}


async def suggest_card(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Completes a card's name."""
    wanted = current.strip().casefold()
    fitting = [name for key, name in ALL.items() if key.startswith(wanted)]
    fitting += [name for key, name in ALL.items() if wanted in key and name not in fitting]
    return [app_commands.Choice(name=name, value=name) for name in fitting[:25]]


class Rules(commands.Cog):
    """`/rules card`, and the menus that look a card up."""

    def __init__(self, bot: SeneschalBot) -> None:
        self._bot = bot
        group = app_commands.Group(
            name="rules", description=text.RULES, allowed_installs=app_commands.AppInstallationType(guild=True)
        )
        group.command(name="card", description=text.RULES_CARD)(self.card)
        bot.tree.add_command(group)
        bot.router.on(rules=self.look_up)

    @app_commands.describe(name=text.RULES_CARD_NAME, show=text.RULES_CARD_SHOW)
    @app_commands.autocomplete(name=suggest_card)
    async def card(self, interaction: Interaction, name: str, show: bool = False) -> None:
        """Shows a card's type, cost, effect and rulings."""

        async def shown() -> Reply:
            panel = rules.card(card_facts(find(name)))
            return Reply(tell=panel) if show else Reply(say=panel)

        await self._bot.router.run(interaction, shown(), public=show)

    async def look_up(self, click: Click) -> Reply:
        """The same by a menu, as the game's edition has it."""
        table = await self._bot.host.table(click.id.table)
        return Reply(say=rules.card(card_facts(find(click.value)), table.options.edition))


def find(name: str) -> str:
    """A card's name as it is written. Raises TableError."""
    wanted = name.strip().casefold()
    if wanted in ALL:
        return ALL[wanted]
    raise TableError(text.no_such_card(name.strip(), [ALL[key] for key in get_close_matches(wanted, ALL, 3)]))
