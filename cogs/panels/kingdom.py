"""Kingdoms in words: names, costs and types at a glance, effects on demand."""

from __future__ import annotations

from collections.abc import Sequence

from cogs import text, text_rules, text_setup
from cogs.panels import rules
from cogs.panels.blocks import ForOne, Text, panel
from engine import Kingdom, card_facts
from engine.randomizers import in_order
from tables import TableView


def described(chosen: Kingdom, *, small: bool = False) -> str:
    """A kingdom: what it is called, its piles by cost, and what lies beside them; a `small` paragraph where a picture shows it."""
    own = [rules.pool()[name] for name in chosen.names]
    title = text_setup.kingdom_title(chosen, sorted({each.set for each in own}))
    if small:
        return f"{title}\n{text.small([text_rules.flow(rules.by_cost(own, text_rules.cost_group))])}"
    return "\n".join([title, *rules.by_cost(own)])


def effects(table: TableView, person: int, also: Sequence[str] = ()) -> ForOne:
    """What everything in a table's kingdom does, a line for each; with the way to all that is to be known of it, and of what there
    is `also` on the table."""
    chosen = in_order(table.options.kingdom.names)
    cards = [card_facts(name) for each in chosen for name in each.cards or (each.name,)]
    told = Text("\n".join([text_rules.effect_line(facts, facts.effect(table.options.edition)) for facts in cards]))
    links = rules.look_up(table.id, [*(each.name for each in chosen), *also, *rules.named([told])])
    return ForOne(panel(told, links), person)
