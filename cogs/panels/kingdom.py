"""Kingdoms in words: names, costs and types at a glance."""

from __future__ import annotations

from cogs import text
from cogs.panels import rules
from cogs.text import rules as text_rules
from cogs.text import setup as text_setup
from engine import Kingdom
from engine.cards.recommended import JOINT
from engine.setup import added_to


def described(chosen: Kingdom, *, small: bool = False) -> str:
    """Describe a kingdom: its name, its piles by cost, and the landscapes beside them; `small` if a picture shows it."""
    return f"{title(chosen, small=small)}\n{piles(chosen, small=small)}"


def title(chosen: Kingdom, *, small: bool) -> str:
    """Return a kingdom's name and its sets; `small`: in one line."""
    sets = sorted({rules.pool()[name].set for name in chosen.names})
    joint = [] if small else [text_setup.joint(each, JOINT[each]) for each in sets if each in JOINT]
    return "\n".join([text_setup.kingdom_title(chosen, sets, small=small), *joint])


def piles(chosen: Kingdom, *, small: bool) -> str:
    """List its piles by cost, and the basic cards that it adds; `small`: in one paragraph."""
    say = text_rules.cost_group if small else text_rules.cost_line
    lines = rules.by_cost([rules.pool()[name] for name in chosen.names], say, chosen.roles)
    if brings := [text_rules.at_cost(card.name, card.cost) for card in added_to(chosen)]:
        lines.append(say(text_rules.ALSO, brings))
    return text.small([text_rules.flow(lines)]) if small else "\n".join(lines)
