"""Rules at hand: `/rules card|term|set|search`, and the menus that lead from page to page."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from discord import app_commands
from discord.ext import commands

from cogs import text_rules
from cogs.panels import rules
from cogs.panels.blocks import ForAll
from cogs.panels.rules import MAX_WORDS, SEARCH, Page
from cogs.router import Click, Interaction, Reply, read
from engine import IllegalSetup, MatchKind, find
from tables import TableError

if TYPE_CHECKING:
    from cogs.bot import SeneschalBot

SETS = (MatchKind.RECOMMENDED, MatchKind.SET)

Suggest = Callable[[Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[str]]]]


def suggest(*kinds: MatchKind) -> Suggest:
    """Completes names of these kinds."""

    async def suggested(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        names = dict.fromkeys(match.name for match in find(current, kinds))
        return [app_commands.Choice(name=name, value=name) for name in names]

    return suggested


async def suggest_words(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """What is being written, then names like it."""
    names = dict.fromkeys([*([current.strip()] if current.strip() else []), *(match.name for match in find(current))])
    return [app_commands.Choice(name=name[:MAX_WORDS], value=name[:MAX_WORDS]) for name in names][:25]


class Rules(commands.Cog):
    """`/rules`, for those who look something up, in a game or not."""

    def __init__(self, bot: SeneschalBot) -> None:
        self._bot = bot
        self._host = bot.host
        group = app_commands.Group(
            name="rules", description=text_rules.RULES, allowed_installs=app_commands.AppInstallationType(guild=True)
        )
        group.command(name="card", description=text_rules.RULES_CARD)(self.card)
        group.command(name="term", description=text_rules.RULES_TERM)(self.term)
        group.command(name="set", description=text_rules.RULES_SET)(self.set)
        group.command(name="search", description=text_rules.RULES_SEARCH)(self.search)
        bot.tree.add_command(group)
        bot.router.on(rules=self.look_up, go=self.go)

    @app_commands.describe(name=text_rules.RULES_CARD_NAME, show=text_rules.RULES_SHOW)
    @app_commands.autocomplete(name=suggest(MatchKind.CARD))
    async def card(self, interaction: Interaction, name: str, show: bool = False) -> None:
        """Shows a card's type, cost, effect and rulings."""
        await self._show(interaction, named(name, MatchKind.CARD), show)

    @app_commands.describe(name=text_rules.RULES_TERM_NAME, show=text_rules.RULES_SHOW)
    @app_commands.autocomplete(name=suggest(MatchKind.TERM))
    async def term(self, interaction: Interaction, name: str, show: bool = False) -> None:
        """Explains a term."""
        await self._show(interaction, named(name, MatchKind.TERM), show)

    @app_commands.describe(name=text_rules.RULES_SET_NAME, show=text_rules.RULES_SHOW)
    @app_commands.autocomplete(name=suggest(*SETS))
    async def set(self, interaction: Interaction, name: str, show: bool = False) -> None:
        """Shows what a set is made of."""
        await self._show(interaction, named(name, *SETS), show)

    @app_commands.rename(line="words")
    @app_commands.describe(line=text_rules.RULES_SEARCH_WORDS, show=text_rules.RULES_SHOW)
    @app_commands.autocomplete(line=suggest_words)
    async def search(self, interaction: Interaction, line: str, show: bool = False) -> None:
        """Finds what the words may mean, and where they stand."""
        await self._show(interaction, Page(SEARCH, line.strip()[:MAX_WORDS]), show)

    async def _show(self, interaction: Interaction, at: Page | None, show: bool) -> None:
        async def shown() -> Reply:
            if at is None:
                raise TableError(text_rules.nothing_found(str(interaction.namespace.name)))
            here = await self._host.table_at(interaction.channel_id or 0)
            panel = await self._page(at, here.id if here is not None else "-")
            return Reply(tell=panel) if show else Reply(say=panel)

        await self._bot.router.run(interaction, shown(), public=show and at is not None)

    async def look_up(self, click: Click) -> Reply:
        """A card that a panel names, beside that panel."""
        return Reply(say=await self._page(Page(MatchKind.CARD, click.value), click.id.table))

    async def go(self, click: Click) -> Reply:
        """On to another page, in place of this one if nobody else reads it."""
        panel = await self._page(read(Page.of, click.value), click.id.table, click.id.arg if click.values else "")
        return Reply(edit=panel) if click.private else Reply(say=panel)

    async def _page(self, at: Page, table: str, back: str = "") -> ForAll:
        """A page as the game's edition has it."""
        edition = (await self._host.table(table)).options.edition if table != "-" else None
        try:
            return rules.page(at, table=table, edition=edition, back=back)
        except (KeyError, IllegalSetup) as error:
            raise TableError(text_rules.nothing_found(at.name)) from error


def named(name: str, *kinds: MatchKind) -> Page | None:
    """The page about what somebody most likely means."""
    for match in find(name, kinds, 1) if name.strip() else ():
        return Page(match.kind, match.name)
    return None
