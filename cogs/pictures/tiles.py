"""A card's tile, as kingdoms, boards and large hands show it: half as wide as the picture, so that two stand side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cogs import text_pictures as words
from cogs.pictures.palette import Colour
from cogs.pictures.pen import GAP, INNER, LEAST, LINE, MARGIN, NAME, SMALL, Pen, length, wrapped
from engine.view import CostView

HALF = (INNER - GAP) // 2
APART, GROUPS = 12, 26
"""Between two rows, and between two groups of tiles."""
SLOT, HEIGHT, LOW = 92, 120, 76


@dataclass(frozen=True)
class Tile:
    """A pile, an Event, a Landmark, or a card. `cost` is None for Landmarks. `amount` is how many there are, if that is to be
    said; `below` what is to be known beside, as what lies under a pile's first card, perhaps with its cost. `vp` and `debt` are
    tokens. An Event or Landmark is `lying`: such tiles have an edge. `marked` is what can be chosen."""

    name: str
    cost: CostView | None
    types: tuple[str, ...]
    amount: str = ""
    below: str = ""
    below_cost: CostView | None = None
    vp: int = 0
    debt: int = 0
    empty: bool = False
    lying: bool = False
    marked: bool = False


def grid(pen: Pen, tiles: Sequence[Tile], top: int) -> int:
    """Tiles, two in a row; says where they end."""
    for start in range(0, len(tiles), 2):
        pair = tiles[start : start + 2]
        height = HEIGHT + LINE * max(len(below(each)) for each in pair)
        for number, each in enumerate(pair):
            tile(pen, each, MARGIN + number * (HALF + GAP), top, height)
        top += height + APART
    return top - APART


def tile(pen: Pen, each: Tile, x: int, top: int, height: int) -> None:
    """One tile: cost and name, then tokens, types and how many there are, then what is below."""
    colours = pen.colours
    on = ground(pen, each, x, top, height)
    mark(pen, each, x, top + HEIGHT // 2)
    left, right = x + SLOT + 8, x + HALF - 12
    ink = colours.soft if each.empty else colours.ink
    pen.write(each.name, left, top + 36, NAME, ink, on, bold=True, width=right - left, least=LEAST)
    second = top + 86
    here, room = left, amount(pen, each, right, second, on) - left
    for name, number in (("shield", each.vp), ("debt", each.debt)):
        if number:
            here += pen.token(name, number, here, second, on) + APART
    if each.cost is None:
        pen.write(each.types[0], here, second, SMALL, colours.soft, on)
    else:
        pen.types(each.types, here, second, on=on, width=room - (here - left))
    y = top + HEIGHT + 12 - LINE
    for line in below(each):
        y += LINE
        here = left + pen.write(line, left, y, SMALL, colours.soft, on, width=beside(each), least=LEAST)
    if each.below_cost is not None:
        pen.cost(each.below_cost, here + 8, y, 48, 98 if each.below_cost.debt else 48)


def beside(each: Tile) -> int:
    """The room for a line of what is below."""
    costs = 0 if each.below_cost is None else 106 if each.below_cost.debt else 56
    return HALF - SLOT - 20 - costs


def below(each: Tile) -> list[str]:
    """What is below, in lines."""
    if length(each.below, LEAST, False) <= beside(each):
        return [each.below] if each.below else []
    return wrapped(each.below, SMALL, beside(each), 2)


def low(pen: Pen, each: Tile, x: int, top: int) -> None:
    """A tile of a single line, for what everybody knows."""
    on = ground(pen, each, x, top, LOW)
    middle, right = top + LOW // 2, x + HALF - 12
    if each.cost is not None:
        pen.cost(each.cost, x, middle, 56, SLOT)
    right = amount(pen, each, right, middle, on)
    for name, number in (("debt", each.debt), ("shield", each.vp)):
        if number:
            right -= SMALL + 6 + length(str(number), SMALL + 2, True) + 10
            pen.token(name, number, right, middle, on)
    for type_ in () if each.vp or each.debt else reversed(each.types):
        right -= 30 + 10
        pen.shape(type_, right, middle, 30, pen.colours.types[type_])
    left = x + SLOT + 8
    ink = pen.colours.soft if each.empty else pen.colours.ink
    pen.write(each.name, left, middle, NAME - 4, ink, on, bold=True, width=right - left - 8, least=LEAST)


def lows(pen: Pen, tiles: Sequence[Tile], top: int) -> int:
    """Tiles of a single line, two in a row; says where what follows begins."""
    for number, each in enumerate(tiles):
        low(pen, each, MARGIN + number % 2 * (HALF + GAP), top + number // 2 * (LOW + APART))
    return top + (len(tiles) + 1) // 2 * (LOW + APART)


def ground(pen: Pen, each: Tile, x: int, top: int, height: int) -> Colour:
    """What a tile's words are written on: where nothing is left, or something lies beside the piles, there is only an edge."""
    colours = pen.colours
    if each.empty or each.lying:
        pen.frame(x, top, HALF, height, colours.line, colours.ground)
        return colours.ground
    pen.panel(x, top, HALF, height, marked=each.marked)
    return colours.tile


def mark(pen: Pen, each: Tile, x: int, middle: int) -> None:
    """What stands at a tile's left: the cost, or a Landmark's mark."""
    if each.cost is not None:
        pen.cost(each.cost, x + 6, middle, 68, SLOT - 6, stacked=True)
    else:
        pen.shape(each.types[0], x + 6 + (SLOT - 6 - 60) // 2, middle, 60, pen.colours.types[each.types[0]])


def amount(pen: Pen, each: Tile, right: int, middle: int, on: Colour) -> int:
    """How many there are; says where that begins."""
    colours = pen.colours
    if each.empty:
        return right - pen.write(words.EMPTY, right, middle, SMALL, colours.soft, on, align="right") - 10
    if not each.amount:
        return right
    wide = max(64, length(each.amount, NAME, True) + 24)
    pen.box(right - wide, middle - 24, wide, 48, colours.well)
    pen.write(each.amount, right - wide // 2, middle, NAME - 2, colours.ink, colours.well, bold=True, align="middle")
    return right - wide - 10
