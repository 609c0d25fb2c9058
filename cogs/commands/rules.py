"""Rules: `/rules`, and the menus that lead from page to page."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from discord import app_commands
from discord.ext import commands

from cogs.answers.answer import Reply
from cogs.answers.here import only_table
from cogs.answers.interactions import Click, Interaction, read, suggesting
from cogs.answers.router import Router
from cogs.desk import Desk
from cogs.panels import cards, rules
from cogs.panels.blocks import MAX_CHOICES, ForAll, ForOne, clip
from cogs.panels.rules import AND, CARDS, KINGDOM, QUESTION, SEARCH, TOGETHER, TRAIL, Page
from cogs.text import rules as text_rules
from cogs.text.refusals import Refused
from engine import IllegalSetup, Match, MatchKind, card_facts, find, recommended_sets, search, term_facts
from engine.question_words import OPENING
from engine.questions import answers, cards_in, explains
from engine.randomizers import folded, in_order
from tables import TableService, TableView
from tables.threads import aside

MAX_CHOICE = 100
QUESTION_WORDS = 3
"""A text of at least this many words counts as a question."""
SHORT = 3
"""Words of this many letters or fewer are only looked up if nothing else was written."""
PATIENCE = 1.5
"""How many seconds a look-up for everyone can take before it is answered privately: Discord waits three for the first answer."""
TRIED = 3
"""How many words of a sentence that means nothing are looked up: each costs a few milliseconds."""


@suggesting
async def suggest(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Complete the name of a card, term or set, and offer to look up the text as written, unless it is too long for a suggestion.
    Before anything is written, suggest what is on the table here."""
    words, whole = searched(current), list[app_commands.Choice[str]]()
    if words:
        proposed = [Page(match.kind, match.name) for match in find(words)][: MAX_CHOICES - 1]
        label = clip(text_rules.proposal(SEARCH, words), MAX_CHOICE)
        whole = [app_commands.Choice(name=label, value=current)] if len(current) <= MAX_CHOICE else []
    else:
        table = await only_table(interaction)
        there = in_order(table.options.kingdom.names) if table is not None else ()
        on_table = [Page(MatchKind.CARD, card) for each in there for card in rules.members(each.name)]
        proposed = [*on_table, *(Page(match.kind, match.name) for match in find("", (MatchKind.TERM, MatchKind.SET)))]
    expansions = {each.name: each.expansions for each in recommended_sets()}
    choices = [
        (
            text_rules.proposal(each.kind, each.name, expansions[each.name] if each.kind == MatchKind.RECOMMENDED else ()),
            each.reference,
        )
        for each in proposed
    ]
    named = [app_commands.Choice(name=clip(name, MAX_CHOICE), value=value) for name, value in dict(choices).items()]
    return [*named[: MAX_CHOICES - len(whole)], *whole]


class RulesCommands(commands.Cog):
    """`/rules`, for those who look something up, in a game or not."""

    def __init__(self, tables: TableService, desk: Desk, router: Router, tree: app_commands.CommandTree[Any]) -> None:
        self._tables = tables
        self._desk = desk
        self._router = router
        command = tree.command(name="rules", description=text_rules.RULES)(self.rules)
        command.allowed_installs = app_commands.AppInstallationType(guild=True)
        router.on_look(rules=self.look_up, go=self.go)

    @app_commands.describe(about=text_rules.RULES_ABOUT, show=text_rules.RULES_SHOW)
    @app_commands.autocomplete(about=suggest)
    async def rules(self, interaction: Interaction, about: app_commands.Range[str, None, MAX_CHOICE], show: bool = False) -> None:
        """Show a card, a term or a set, or the results of a search."""

        async def looked_up() -> tuple[str, Page | None]:
            """Return the table here, and the page if anything was found. Raise TooMany."""
            if show:
                self._tables.look_ups.note(interaction.user.id, interaction.channel_id or 0)
            here = await only_table(interaction)
            found = await aside(meant, about, here.options.edition if here is not None else None)
            return here.id if here is not None else "-", found

        looking = asyncio.create_task(looked_up()) if show else None
        if looking is not None:  # only what is found, in time, is shown to everyone
            await asyncio.wait([looking], timeout=PATIENCE)
        public = looking is not None and looking.done() and looking.exception() is None and looking.result()[1] is not None

        async def shown() -> Reply:
            table, found = await (looking if looking is not None else looked_up())
            at = found or Page(SEARCH, searched(about))
            if public:
                return Reply(tell=await self._page(at, table))
            return Reply(say=await self._own_page(at, table, interaction.user.id))

        await self._router.run(interaction, shown, public=public)

    async def look_up(self, click: Click) -> Reply:
        """Show a card that a panel names, beside that panel."""
        return Reply(say=await self._own_page(Page(MatchKind.CARD, click.value), click.id.table, click.person.id))

    async def go(self, click: Click) -> Reply:
        """Open another page, in place of this one if no one else can read it. The id has the trail of pages that led here."""
        to, *trail = (*click.values, *click.id.arg.split(TRAIL))
        panel = await self._own_page(read(Page.of, to), click.id.table, click.person.id, trail)
        return Reply(edit=panel) if click.private else Reply(say=panel)

    async def _own_page(self, at: Page, table: str, person: int, trail: Sequence[str] = ()) -> ForAll | ForOne:
        """Return a page for only one person: for a card in their hand, it also says what currently replaces its effect."""
        if at.kind in (CARDS, KINGDOM):
            return await self._cards(at, table, person)
        page = await self._page(at, table, trail)
        view = await self._desk.view(await self._tables.table(table), person) if table != "-" else None
        told = view.replaced.get(at.name) if view is not None and at.kind == MatchKind.CARD else None
        return rules.in_hand(page, told, person) if told else page

    async def _cards(self, at: Page, table_id: str, person: int) -> ForOne:
        """Return a page of a table's cards, in its game or in its lobby."""
        table, number = await self._tables.history.look(person, table_id), read(int, at.name)
        if at.kind == KINGDOM:
            return cards.about_kingdom(table, person, number)
        return cards.page(table, person, number, await self._desk.piles(table))

    async def _page(self, at: Page, table: str, trail: Sequence[str] = ()) -> ForAll:
        """Return a page in the game's edition."""
        try:
            edition = edition_of(at, await self._tables.table(table)) if table != "-" else None
            return await aside(rules.page, at, table=table, edition=edition, trail=trail)
        except (KeyError, IllegalSetup) as error:
            raise Refused(text_rules.nothing_found(at.name, meant=False)) from error


def edition_of(at: Page, table: TableView) -> int:
    """Return the edition in which a table's page is read: for a card, its own. Raise KeyError for an unknown card."""
    kingdom = table.options.kingdom
    return kingdom.edition_of(at.name) if at.kind == MatchKind.CARD else kingdom.edition


@lru_cache(maxsize=64)
def meant(words: str, edition: int | None) -> Page | None:
    """Return the page that someone asks for: the suggestion they took; for a question, its answer; the only thing with that name or
    beginning, the only result of a search in that edition, or a list of all results; for another sentence, its answer, too, or the
    results for the first of its longest words that has any. None: nothing was found."""
    try:
        return Page.of(words)
    except ValueError:
        words = searched(words)
    found = search(words, edition) if words else []
    asks = is_question(words) and not (found and is_called(found[0], words))
    if (asks or not found) and (answer := asked_about(words)) is not None:
        return answer
    if not found:
        several = dict.fromkeys(word for word in words.split() if len(word) > SHORT) if " " in words else {}
        longest = sorted(several, key=len, reverse=True)[:TRIED]
        return next(filter(None, (meant(word, edition) for word in longest)), None)
    first = found[0]
    if not is_called(first, words):
        begun = [match for match in found if folded(match.name).startswith(folded(words))]
        if len(begun) != 1 and len(found) > 1:
            return Page(SEARCH, words)
        first = begun[0] if len(begun) == 1 else first
    return Page(first.kind, first.name)


def is_question(words: str) -> bool:
    """Return whether someone asks something in a sentence."""
    return folded(words).partition(" ")[0] in OPENING


def asked_about(words: str) -> Page | None:
    """Return the page that answers a whole sentence: the one or two cards that it names, or the term that explains it."""
    if len(words.split()) < QUESTION_WORDS:
        return None
    cards = cards_in(words)
    if len(cards) == 2:
        return Page(TOGETHER, AND.join(cards))
    terms = answers(words)
    if len(cards) == 1 and not card_facts(cards[0]).basic and not (terms and explains(terms[0], cards[0])):
        return Page(MatchKind.CARD, cards[0])
    return Page(QUESTION, words) if terms else None


def is_called(match: Match, words: str) -> bool:
    """Return whether these words are the exact name, or another name, of the match."""
    names = [match.name, *(term_facts(match.name).also if match.kind == MatchKind.TERM else ())]
    return folded(words) in map(folded, names)


def searched(words: str) -> str:
    """Return someone's words as the name of a page; they might have changed a suggestion after accepting it."""
    return " ".join(words.partition(text_rules.OF_KIND)[0].replace(TRAIL, " ").split())[:MAX_CHOICE]
