"""Choosing another kingdom: recommended sets by expansion, kingdoms saved on the server, or a request in words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from cogs import text
from cogs.panels.blocks import MAX_CHOICES, Button, ForOne, Id, Menu, MenuChoice, Row, Scope, Text, menus, panel
from cogs.text import setup as text_setup
from engine import RecommendedSet, missing_from, recommended_sets
from engine.cards.recommended import EXPANSIONS
from tables import TableView
from tables.models import SavedKingdom


@cache
def of_expansion(expansion: str) -> tuple[RecommendedSet, ...]:
    """Return the recommended sets that use an expansion, the playable ones first."""
    found = [each for each in recommended_sets() if expansion in each.kingdom]
    return tuple(sorted(found, key=lambda each: bool(missing_from(each))))


@cache
def expansions() -> tuple[str, ...]:
    """Return the expansions with recommended sets, those with most playable sets first."""
    there = [each for each in EXPANSIONS if of_expansion(each)]
    return tuple(sorted(there, key=lambda each: -playable(each)))


@cache
def playable(expansion: str) -> int:
    """Return how many of an expansion's recommended sets can be played."""
    return sum(not missing_from(each) for each in of_expansion(expansion))


def choose(table: TableView, saved: Sequence[SavedKingdom], person: int) -> ForOne:
    """Show the ways to another kingdom."""
    by_expansion = Menu(
        Id(table.id, 0, "expansion").in_place(),
        text_setup.EXPANSION_MENU,
        tuple(MenuChoice(each, each, text_setup.playable_sets(playable(each), len(of_expansion(each)))) for each in expansions()),
    )
    kept = [MenuChoice(each.name, text_setup.saved_kingdom(each.name)) for each in saved[:MAX_CHOICES]]
    here = [Menu(Id(table.id, 0, "set"), text_setup.SAVED_MENU, tuple(kept))] if kept else None
    request = Button(text_setup.WRITE_REQUEST, Id(table.id, 0, "other"), "primary")
    return ForOne(panel(Text(text_setup.CHOOSE_KINGDOM), by_expansion, here, Row((request,))), person)


def sets(table: TableView, expansion: str, person: int) -> ForOne:
    """Show an expansion's recommended sets, the unplayable ones last and marked."""
    choices = [MenuChoice(each.name, each.name, text_setup.needs([*missing_from(each)])) for each in of_expansion(expansion)]
    back = Button(text.BACK, Id(table.id, 0, "kingdoms").in_place())
    shown = menus(Scope(table.id, 0), "set", "", text_setup.sets_menu(expansion), choices)
    return ForOne(panel(Text(text_setup.sets_title(expansion)), shown, Row((back,))), person)
