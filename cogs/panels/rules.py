"""A card's rules, and the menu by which any panel lets one look them up."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from cogs import text
from cogs.panels.blocks import MAX_CHOICES, Choice, ForAll, Id, Menu, Text, clip, panel
from engine import CardFacts, card_facts
from engine.randomizers import Randomizer, randomizers


def card(facts: CardFacts, edition: int | None = None) -> ForAll:
    """All there is to know about a card. `edition`: as that edition has it (None: as the newest has it)."""
    rulings = "\n".join(f"- {ruling}" for ruling in facts.rulings(edition))
    return ForAll(
        panel(
            Text(text.card_title(facts)),
            Text(facts.effect(edition)),
            Text(f"{text.RULINGS}\n{rulings}") if rulings else None,
            Text(text.OWN_WORDS),
        )
    )


def hint(name: str) -> str:
    """A card in a menu, in one line: its types and its effect."""
    facts = card_facts(name)
    return clip(text.card_hint(facts.types, facts.effect()), 100)


@cache
def pool() -> dict[str, Randomizer]:
    """What a kingdom is made of, by name."""
    return {each.name: each for each in randomizers()}


def members(name: str) -> tuple[str, ...]:
    """The cards in a pile of that name."""
    found = pool().get(name)
    return found.cards or (name,) if found is not None else (name,)


def look_up(table: str, names: Iterable[str]) -> list[Menu]:
    """Menus to look up any of these cards, or those in these piles."""
    choices = [Choice(card, card) for card in dict.fromkeys(card for name in names for card in members(name))]
    pages = [choices[start : start + MAX_CHOICES] for start in range(0, len(choices), MAX_CHOICES)]
    return [
        Menu(Id(table, 0, "rules", str(number)), text.page(text.LOOK_UP, number, len(pages)), tuple(page))
        for number, page in enumerate(pages, 1)
    ]
