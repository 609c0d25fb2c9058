"""Kingdoms in words: names, costs and types at a glance, effects on demand."""

from __future__ import annotations

from cogs import text
from cogs.panels import rules
from cogs.panels.blocks import ForOne, Text, clip, panel
from engine import Kingdom, card_facts
from engine.randomizers import Kind, Randomizer
from tables import TableView

EFFECT = 250


def described(chosen: Kingdom) -> str:
    """A kingdom: what it is called, its piles by cost, and what lies beside them."""
    pool = rules.pool()
    piles = sorted((pool[name] for name in chosen.piles), key=lambda each: (each.cost, each.name))
    beside = [pool[name] for name in (*chosen.events, *chosen.landmarks)]
    by_cost: dict[str, list[str]] = {}
    for each in piles:
        by_cost.setdefault(str(each.cost), []).append(each.name + text.types_mark(marks(each)))
    lines = [text.kingdom_title(chosen, sorted({each.set for each in (*piles, *beside)}))]
    lines += [text.cost_line(cost, names) for cost, names in by_cost.items()]
    if chosen.events:
        lines.append(text.cost_line(text.EVENTS, [f"{name} {pool[name].cost}" for name in chosen.events]))
    if chosen.landmarks:
        lines.append(text.cost_line(text.LANDMARKS, chosen.landmarks))
    return "\n".join(lines)


def marks(each: Randomizer) -> tuple[str, ...]:
    """A pile's types, in the order in which cards have them."""
    return card_facts(each.name).types if not each.cards else tuple(sorted(each.types))


def effects(table: TableView, person: int) -> ForOne:
    """What everything in a table's kingdom does, a line for each."""
    pool = rules.pool()
    chosen = [pool[name] for name in table.options.kingdom.names]
    chosen.sort(key=lambda each: (list(Kind).index(each.kind), each.cost, each.name))
    cards = [name for each in chosen for name in each.cards[:2] or (each.name,)]
    edition = table.options.edition
    lines = []
    for facts in map(card_facts, cards):
        lines.append(text.effect_line(facts, clip(facts.effect(edition), EFFECT)))
    links = rules.look_up(table.id, [each.name for each in chosen])
    return ForOne(panel(Text("\n".join(lines)), links), person)
