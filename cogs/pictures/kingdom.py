"""The kingdom: ten piles with costs and types, and the landscapes, for the lobby."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cogs.pictures.errors import NotDrawable
from cogs.pictures.pen import BAR, GAP, MARGIN, SMALL, Pen
from cogs.pictures.strips import Strip, stacked
from cogs.pictures.tiles import Tile, rows
from cogs.text import pictures as words
from engine import Kingdom, card_facts
from engine.randomizers import Randomizer, in_order
from engine.setup import added_to
from engine.view import CostView


@dataclass(frozen=True)
class KingdomPicture:
    """Everything that the picture of a kingdom shows."""

    KIND: ClassVar[str] = "kingdom"
    title: str
    piles: tuple[Tile, ...]
    landscapes: tuple[Tile, ...]
    added: tuple[tuple[str, CostView], ...]

    @classmethod
    def of(cls, kingdom: Kingdom) -> KingdomPicture:
        """Return the picture of a kingdom. Raise NotDrawable if it has an unknown card."""
        try:
            everything = in_order(kingdom.names)
        except KeyError as error:
            raise NotDrawable(f"There is no {error} to draw.") from error
        return cls(
            title=words.kingdom_title(kingdom.recommended),
            piles=tuple(tile(each, kingdom.roles.get(each.name, "")) for each in everything if each.landscape is None),
            landscapes=tuple(tile(each) for each in everything if each.landscape is not None),
            added=tuple((each.name, CostView.of(each.cost)) for each in added_to(kingdom)),
        )

    @property
    def alt(self) -> str:
        """Describe it in words."""
        piles = [words.priced(each.name, each.cost, each.below, each.below_cost) for each in self.piles]
        landscapes = [(each.landscape or "", words.priced(each.name, each.cost, "", None)) for each in self.landscapes]
        return words.kingdom(self.title, piles, landscapes, [words.priced(name, cost, "", None) for name, cost in self.added])

    def strips(self) -> tuple[Strip, ...]:
        """Return its strips. It has no heading: the text above it has the kingdom's name and sets."""
        return stacked(rows(self.piles), [*rows(self.landscapes), *([Added(self.added)] if self.added else [])])


def tile(each: Randomizer, role: str = "") -> Tile:
    """Return a randomizer's tile; `role`: its name as an extra pile, if it is one."""
    cost = CostView.of(each.price) if each.price is not None else None
    if each.landscape is not None:
        return Tile(each.name, cost, landscape=each.landscape)
    if not each.cards:
        return Tile(each.name, cost, each.types, below=words.facts(words.roles(role)))
    if len(each.cards) == 2:
        upper, lower = each.cards
        return Tile(
            upper, cost, each.types, below=words.facts([*words.roles(role), words.over(lower)]), below_cost=card_facts(lower).cost
        )
    costs = [card_facts(name).cost.coins for name in each.cards]
    kinds = words.kinds(len(each.cards), min(costs), max(costs))
    return Tile(each.name, cost, each.types, below=words.facts([*words.roles(role), kinds]))


@dataclass(frozen=True)
class Added:
    """The basic piles that this Kingdom adds."""

    piles: tuple[tuple[str, CostView], ...]
    height: ClassVar[int] = 46

    def draw(self, pen: Pen) -> None:
        """Draw each pile's name and cost."""
        colours, middle, x = pen.colours, self.height // 2, MARGIN + BAR
        for number, (name, cost) in enumerate(self.piles):
            told = name if number else words.also_in_supply([name])
            x += pen.write(told, x, middle, SMALL, colours.soft, colours.ground) + GAP
            pen.cost(cost, x, middle, 44, 44, colours.ground)
            x += 44 + GAP
