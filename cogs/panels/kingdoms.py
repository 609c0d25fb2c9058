"""Choosing another kingdom: a recommended set that can be played, one saved on the server, or a request in words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from cogs import text
from cogs.panels.blocks import Button, ForOne, Id, Menu, MenuChoice, Row, Scope, Text, menus, panel
from cogs.text import setup as text_setup
from engine import missing_from, recommended_sets
from engine.cards.recommended import EXPANSIONS, RecommendedSet
from tables import TableView
from tables.models import SavedKingdom

SAVED = "saved"
"""The choice of the server's own kingdoms, among expansions."""


@cache
def playable() -> tuple[RecommendedSet, ...]:
    """Return the recommended sets that can be played."""
    return tuple(each for each in recommended_sets() if not missing_from(each))


def by_expansion() -> dict[str, tuple[str, ...]]:
    """Return the names of the recommended sets that can be played, by each expansion that they use, those with most sets first."""
    found = {each: tuple(chosen.name for chosen in playable() if each in chosen.kingdom) for each in EXPANSIONS}
    return dict(sorted(((each, names) for each, names in found.items() if names), key=lambda each: -len(each[1])))


def choose(table: TableView, saved: Sequence[SavedKingdom], person: int) -> ForOne:
    """Show the ways to another kingdom."""
    choices = [MenuChoice(each, each, text_setup.kingdoms_there(len(names))) for each, names in by_expansion().items()]
    if saved:
        choices.append(MenuChoice(text_setup.SAVED_HERE, SAVED, text_setup.kingdoms_there(len(saved))))
    request = Button(text_setup.WRITE_REQUEST, Id(table.id, 0, "other"), "primary")
    back = Button(text.BACK, Id(table.id, 0, "kingdom").in_place())
    menu = Menu(Id(table.id, 0, "expansion").in_place(), text_setup.EXPANSION_MENU, tuple(choices))
    return ForOne(panel(Text(text_setup.CHOOSE_KINGDOM), menu, Row((request, back))), person)


def sets(table: TableView, expansion: str, saved: Sequence[SavedKingdom], person: int) -> ForOne:
    """Show the recommended sets of an expansion, or the kingdoms that are saved here."""
    title, names = text_setup.sets_title(expansion), by_expansion().get(expansion, ())
    choices = [MenuChoice(name, name) for name in names]
    if expansion == SAVED:
        title, choices = text_setup.SAVED_TITLE, [MenuChoice(each.name, text_setup.saved_kingdom(each.name)) for each in saved]
    back = Button(text.BACK, Id(table.id, 0, "kingdoms").in_place())
    shown = menus(Scope(table.id, 0), "set", "", text_setup.SETS_MENU, choices)
    return ForOne(panel(Text(title), shown, Row((back,))), person)
