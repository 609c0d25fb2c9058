"""What the cards of a table do, page by page; each card opens in place."""

from __future__ import annotations

from collections.abc import Sequence

from cogs import text
from cogs.panels import rules
from cogs.panels.blocks import MAX_CHOICES, Block, Button, ForOne, Id, Leaf, Menu, Text, leaf, panel, rows
from cogs.panels.rules import CARDS, KINGDOM, Page
from cogs.text import rules as text_rules
from cogs.text import setup as text_setup
from engine import CardFacts, MatchKind, card_facts
from engine.randomizers import in_order
from engine.setup import added_to
from tables import TableView

ALL_TEN, MOST = 10, 9
"""How many cards are on a page: all of a kingdom if their texts are short, and the most if not."""
LETTERS, LINES = 54, 21
"""About how many letters fit on a phone's line, and how many lines on a page that can be seen whole."""


def page(table: TableView, person: int, number: int = 0, also: Sequence[str] = ()) -> ForOne:
    """Show a page of what a table's cards do, the kingdom first. `also`: the other piles on the table."""
    return ForOne(panel(blocks(table, CARDS, number, also)), person)


def about_kingdom(table: TableView, person: int, number: int = 0) -> ForOne:
    """Show one person what the cards of a lobby's kingdom do, and what they can change."""
    host = person == table.host and table.phase == "lobby"
    sits = table.seat_of(person) is not None and table.phase == "lobby"
    acts = [Button(text_setup.REROLL, Id(table.id, 0, "reroll"))] if host else []
    acts += [Button(text_setup.SWAP, Id(table.id, 0, "swap"))] if host else []
    acts += [Button(text_setup.OTHER_KINGDOM, Id(table.id, 0, "kingdoms").in_place())] if host else []
    acts += [Button(text_setup.VETO, Id(table.id, 0, "veto"))] if sits and table.options.vetoes else []
    save = Button(text_setup.SAVE_KINGDOM, Id(table.id, 0, "save"))
    return ForOne(panel(blocks(table, KINGDOM, number, then=[save]), rows(acts)), person)


def blocks(table: TableView, kind: str, number: int, also: Sequence[str] = (), *, then: Sequence[Button] = ()) -> list[Block]:
    """Return a page's lines, its menu, and the way to the pages beside it; `then`: the buttons after that."""
    edition = table.options.edition
    all_ = everything(table, also)
    lines = [line(each, table.options.kingdom.edition_of(each.name)) for each in all_]
    shown, told = leaf(all_, number, size(lines)), Text("\n".join(leaf(lines, number, size(lines)).items))
    names = [*(each.name for each in shown.items), *rules.named([told]), *(each.name for each in all_)]
    choices = rules.to(MatchKind.CARD, [*dict.fromkeys(names)][:MAX_CHOICES], edition)
    here = Page(kind, str(shown.number)).reference
    title = text_rules.CARDS_TITLE if kind == CARDS else text_setup.kingdom_heading(table)
    menu = Menu(rules.going(table.id, 1, here), text_rules.LOOK_UP, tuple(choices))
    return [shown.title(title), told, menu, *rows([*turning(table, kind, shown), *then])]


def size(lines: Sequence[str]) -> int:
    """Return how many of these lines go on a page: ten if no page gets too long; otherwise, they are divided evenly."""
    tens = [lines[start : start + ALL_TEN] for start in range(0, len(lines), ALL_TEN)]
    if all(sum(-(-len(each) // LETTERS) for each in page) <= LINES for page in tens):
        return ALL_TEN
    pages = -(-len(lines) // MOST)
    return -(-len(lines) // pages)


def turning(table: TableView, kind: str, shown: Leaf[CardFacts]) -> list[Button]:
    """Return the way to the pages beside this one."""
    beside = [(text.PREVIOUS, shown.number - 1), (text.NEXT, shown.number + 1)]
    there = [(label, number) for label, number in beside if 0 <= number < shown.pages]
    return [Button(label, rules.going(table.id, 0, Page(kind, str(number)).reference)) for label, number in there]


def everything(table: TableView, also: Sequence[str]) -> list[CardFacts]:
    """Return the cards of a table's kingdom, those that it adds, and those of its other piles."""
    kingdom = table.options.kingdom
    names = [*(each.name for each in in_order(kingdom.names)), *also]
    brought = [card.name for card in added_to(kingdom)]
    return [card_facts(name) for name in dict.fromkeys([*(card for name in names for card in rules.members(name)), *brought])]


def line(facts: CardFacts, edition: int) -> str:
    """Return a card's name, cost and effect (or its short form), in small print."""
    return text_rules.effect_line(facts, text_rules.in_menu(facts, edition))
