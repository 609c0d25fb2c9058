"""The kingdom: ten piles with costs and types, the Events and Landmarks, for the lobby."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cogs import text_pictures as words
from cogs.pictures.errors import NotDrawable
from cogs.pictures.palette import Scheme
from cogs.pictures.pen import BODY, GAP, INNER, MARGIN, NAME, SMALL, Pen
from engine import Kingdom, card_facts
from engine.facts import ORDER
from engine.randomizers import Kind, Randomizer, randomizers
from engine.view import CostView

HALF = (INNER - GAP) // 2
SLOT = 76
ROOM = HALF - SLOT - 2 * GAP
TILE, LINE, WIDE = 84, 30, 68
LEAST_NAME = 24


@dataclass(frozen=True)
class Tile:
    """One pile, Event or Landmark. `below` is what lies under a pile's first card. `cost` is None for Landmarks."""

    name: str
    cost: CostView | None
    types: tuple[str, ...]
    below: str = ""
    below_cost: CostView | None = None


@dataclass(frozen=True)
class KingdomPicture:
    """All that the picture of a kingdom shows."""

    KIND: ClassVar[str] = "kingdom"
    title: str
    subtitle: str
    piles: tuple[Tile, ...]
    landscapes: tuple[Tile, ...]
    potion: bool

    @classmethod
    def of(cls, kingdom: Kingdom) -> KingdomPicture:
        """The picture of a kingdom. Raises NotDrawable if something in it isn't known."""
        pool = {each.name: each for each in randomizers()}
        if unknown := [name for name in kingdom.names if name not in pool]:
            raise NotDrawable(f"There is no {unknown[0]} to draw.")
        piles = sorted((pool[name] for name in kingdom.piles), key=lambda each: (each.cost, each.name))
        landscapes = [pool[name] for name in (*kingdom.events, *kingdom.landmarks)]
        sets = sorted({each.set for each in (*piles, *landscapes)})
        return cls(
            title=words.kingdom_title(kingdom.recommended, kingdom.edition),
            subtitle=words.kingdom_from(sets, kingdom.edition),
            piles=tuple(map(tile, piles)),
            landscapes=tuple(map(tile, landscapes)),
            potion=any(each.cost.potion for each in piles),
        )

    @property
    def alt(self) -> str:
        """What it shows, in a sentence."""
        return words.kingdom(self.title, [each.name for each in self.piles], [each.name for each in self.landscapes])

    def draw(self, scheme: Scheme) -> bytes:
        """The picture as PNG."""
        pen = Pen(scheme)
        top = pen.title(self.title, self.subtitle)
        for start in range(0, len(self.piles), 2):
            pair = self.piles[start : start + 2]
            height = TILE + LINE * any(each.below for each in pair)
            for column, each in enumerate(pair):
                pile(pen, each, MARGIN + column * (HALF + GAP), top, height)
            top += height + GAP
        for number, each in enumerate(self.landscapes):
            landscape(pen, each, MARGIN + number % 2 * (HALF + GAP), top + number // 2 * (WIDE + GAP) + 4)
        top += (len(self.landscapes) + 1) // 2 * (WIDE + GAP) + 4 * bool(self.landscapes)
        if self.potion:
            top = potion(pen, top)
        return pen.png(top + MARGIN - GAP)


def tile(each: Randomizer) -> Tile:
    """What a randomizer's tile says."""
    types = tuple(sorted(each.types, key=lambda type_: [str(known) for known in ORDER].index(type_)))
    cost = None if each.kind is Kind.LANDMARK else CostView(**each.cost._asdict())
    if not each.cards:
        return Tile(each.name, cost, types)
    if len(each.cards) == 2:
        upper, lower = each.cards
        return Tile(upper, cost, types, words.over(lower), card_facts(lower).cost)
    costs = [card_facts(name).cost.coins for name in each.cards]
    return Tile(each.name, cost, types, words.kinds(len(each.cards), min(costs), max(costs)))


def pile(pen: Pen, each: Tile, x: int, top: int, height: int) -> None:
    """A pile's tile."""
    colours = pen.colours
    pen.box(x, top, HALF, height, colours.tile)
    if each.cost is not None:
        pen.cost(each.cost, x + 6, top + TILE // 2, 54, SLOT)
    left = x + SLOT + GAP
    pen.write(each.name, left, top + 28, NAME, colours.ink, colours.tile, bold=True, width=ROOM, least=LEAST_NAME)
    pen.types(each.types, left, top + 59, on=colours.tile, width=ROOM)
    if each.below:
        room = ROOM - (30 if each.below_cost is not None else 0)
        wide = pen.write(each.below, left, top + 90, SMALL, colours.ink, colours.tile, width=room)
        if each.below_cost is not None:
            pen.cost(each.below_cost, left + wide + 6, top + 90, 26, 54 if each.below_cost.debt else 26)


def landscape(pen: Pen, each: Tile, x: int, top: int) -> None:
    """The tile of an Event, a Landmark, or of what else is needed: lying, with an edge."""
    colours = pen.colours
    pen.frame(x, top, HALF, WIDE, colours.line, colours.ground, radius=6)
    middle = top + WIDE // 2
    if each.cost is not None:
        pen.cost(each.cost, x + 6, middle, 46, SLOT)
    else:
        pen.shape(each.types[0], x + 6 + (SLOT - 42) // 2, middle, 42, colours.types[each.types[0]])
    left = x + SLOT + GAP
    pen.write(each.name, left, top + 23, BODY + 3, colours.ink, colours.ground, bold=True, width=ROOM, least=BODY)
    if each.cost is not None:
        pen.types(each.types, left, top + 49, on=colours.ground, width=ROOM, mark=16)
    else:
        pen.write(", ".join(each.types), left, top + 49, SMALL, colours.soft, colours.ground)


def potion(pen: Pen, top: int) -> int:
    """That there is a Potion pile too; says where what follows begins."""
    colours, middle = pen.colours, top + 18
    x = MARGIN + pen.write(words.POTION_TOO, MARGIN, middle, BODY, colours.soft, colours.ground) + MARGIN
    pen.shape("potion", x, middle, 30, colours.potion)
    x += 40 + pen.write(words.COSTS, x + 40, middle, BODY, colours.soft, colours.ground)
    pen.cost(card_facts("Potion").cost, x + 10, middle, 30, 30)
    return top + 36 + GAP
