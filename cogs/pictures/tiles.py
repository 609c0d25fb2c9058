"""Tiles: piles, landscapes and cards, several in a row, each with one line, or two if one isn't enough."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from cogs.pictures.palette import Colour
from cogs.pictures.pen import BAR, GAP, INNER, LEAST, LINE, MARGIN, NAME, SMALL, Pen, length, token_width, wrapped
from cogs.text import pictures as words
from engine.mechanisms import Landscape, signs, tokens_in_words
from engine.view import CostView

LOW = 68
"""The height of a tile with one line."""
MARK, INSET = 30, 12
"""The size of a type's mark, and the distance between a tile's edge and what is in it."""
SLOTS = {2: 100, 3: 74}
"""The room for the cost, by how many tiles are in a row."""
SCARCE = 3
"""A pile with this many cards or fewer stands out."""


@dataclass(frozen=True)
class Tile:
    """A pile, a landscape, or a card. `cost` is None for a landscape that isn't for sale. `amount` is how many there are, if that
    is shown; `below` is any other information, such as what is under a pile's top card, perhaps with its cost. `landscape` is its
    kind: such tiles have an edge. `marked`: it can be chosen. `known`: everyone knows its types, so they aren't shown."""

    name: str
    cost: CostView | None
    types: tuple[str, ...] = ()
    amount: str = ""
    below: str = ""
    below_cost: CostView | None = None
    tokens: tuple[tuple[str, int], ...] = ()
    empty: bool = False
    landscape: Landscape | None = None
    marked: bool = False
    known: bool = False

    @property
    def said(self) -> str:
        """Return the number of cards, or that there are none."""
        return words.EMPTY if self.empty else self.amount

    @property
    def told(self) -> str:
        """Describe the tile in words."""
        return words.pile(self.name, self.said, [*tokens_in_words(self.tokens), *([self.below] if self.below else [])])

    @property
    def written(self) -> str:
        """Return the text below the name: the tokens without a sign, and anything else worth knowing."""
        return words.facts([*tokens_in_words(self.tokens, signs=False), *([self.below] if self.below else [])])

    @property
    def scarce(self) -> bool:
        """Return whether there are few left."""
        return not self.empty and self.amount.isdecimal() and int(self.amount) <= SCARCE

    @property
    def drawn(self) -> list[tuple[str, int]]:
        """Return the signs of the tokens on it."""
        return signs(self.tokens)

    @property
    def marks(self) -> list[str]:
        """Return the types that have a mark."""
        return [] if self.known else marks(self.types)


@dataclass(frozen=True)
class Tiles:
    """Up to `abreast` tiles in a row, all as high as the highest one."""

    tiles: tuple[Tile, ...]
    abreast: int = 2

    @cached_property
    def height(self) -> int:
        """Return their height."""
        return LOW + self.pitch * max(len(self.lines(each)) for each in self.tiles)

    @property
    def pitch(self) -> int:
        """Return the distance between lines: more if a second cost is below the first."""
        return LINE if all(each.below_cost is None for each in self.tiles) else 52

    @property
    def width(self) -> int:
        """Return the width of each."""
        return (INNER - GAP * (self.abreast - 1)) // self.abreast

    @property
    def slot(self) -> int:
        """Return the space for a cost."""
        return SLOTS[self.abreast]

    def draw(self, pen: Pen) -> None:
        """Draw them."""
        for number, each in enumerate(self.tiles):
            self.tile(pen, each, MARGIN + number * (self.width + GAP))

    def tile(self, pen: Pen, each: Tile, x: int) -> None:
        """Draw one: cost and name, then marks, tokens and the number of cards, then the line below."""
        colours, left, middle = pen.colours, x + self.start(each), LOW // 2
        on = self.ground(pen, each, x)
        if each.cost is None:
            if each.landscape is not None and each.landscape.sign:
                pen.shape(each.landscape.sign, x + (self.slot - 50) // 2, middle, 50, colours.points, on)
        elif left > x + INSET:
            pen.cost(each.cost, x + BAR + 1, middle, 56, self.slot - BAR - 5, on)
        right = x + self.width - INSET
        if each.said:
            ink = colours.accent if each.scarce else colours.soft
            right -= pen.write(each.said, right, middle, SMALL, ink, on, bold=not each.empty, align="right") + INSET
        beside = self.tokens_beside(each)
        for kind, number in reversed(each.drawn) if beside else ():
            right -= token_width(number)
            pen.token(kind, number, right, middle, on)
            right -= INSET
        least = left + length(each.name, LEAST, True)
        for type_ in reversed(each.marks):
            if right - MARK - INSET < least:
                break
            right -= MARK
            pen.shape(type_, right, middle, MARK, colours.soft if each.empty else colours.types[type_], on)
            right -= 8
        ink = colours.soft if each.empty else colours.ink
        pen.write(each.name, left, middle, NAME, ink, on, bold=True, width=right - left, least=LEAST)
        for number, line in enumerate(self.lines(each), 1):
            y, start = middle + self.pitch * number, left
            for kind, tokens in each.drawn if number == 1 and not beside else ():
                pen.token(kind, tokens, start, y, on)
                start += token_width(tokens) + INSET
            pen.write(line, start, y, SMALL, colours.soft, on, width=x + self.width - INSET - start, least=LEAST)
        if each.below_cost is not None:
            pen.cost(each.below_cost, x + BAR + 1, middle + self.pitch, 46, self.slot - BAR - 5, on)

    def start(self, each: Tile) -> int:
        """Return the position where its name begins. An empty pile loses its cost if there isn't room for both."""
        said = length(each.said, SMALL, False) + INSET
        wide = self.slot + length(each.name, LEAST, True) + said + INSET
        return INSET if each.empty and wide > self.width else self.slot

    def fits(self, each: Tile) -> bool:
        """Return whether its name fits."""
        return self.slot + length(each.name, LEAST, True) + INSET <= self.width

    def fits_with_number(self, each: Tile) -> bool:
        """Return whether its name fits beside the number of cards."""
        return self.slot + length(each.name, LEAST, True) + length(each.said, SMALL, True) + 2 * INSET <= self.width

    def tokens_beside(self, each: Tile) -> bool:
        """Return whether tokens fit next to the name; otherwise, they are below it."""
        said = length(each.said, SMALL, not each.empty) + INSET if each.said else 0
        room = self.width - self.start(each) - INSET - said - length(each.name, LEAST, True)
        return not each.drawn or across(each) <= room

    def lines(self, each: Tile) -> Sequence[str]:
        """Return the text below the name, in lines; the first can have tokens before it."""
        room = self.width - self.start(each) - INSET
        if self.tokens_beside(each):
            return below(each, room)
        fits = length(each.written, LEAST, False) <= room - across(each)
        return [each.written] if fits else ["", *below(each, room)]

    def ground(self, pen: Pen, each: Tile, x: int) -> Colour:
        """Return the colour below a tile's words: an empty pile, or a card beside the piles, has only an outline."""
        colours = pen.colours
        if each.empty or each.landscape is not None:
            pen.frame(x, 0, self.width, self.height, colours.line)
            return colours.ground
        pen.panel(x, 0, self.width, self.height, marked=each.marked)
        return colours.tile


def rows(tiles: Sequence[Tile], abreast: int = 2) -> list[Tiles]:
    """Return tiles in rows."""
    return [Tiles(tuple(tiles[start : start + abreast]), abreast) for start in range(0, len(tiles), abreast)]


def marks(types: Iterable[str]) -> list[str]:
    """Return the types to show: "Action" goes without saying."""
    return [each for each in types if each != "Action"]


def across(each: Tile) -> int:
    """Return the width of its tokens."""
    return sum(token_width(number) + INSET for _, number in each.drawn)


def below(each: Tile, width: int) -> Sequence[str]:
    """Return the text below a name: in one line if it fits."""
    if length(each.written, LEAST, False) <= width:
        return [each.written] if each.written else []
    return wrapped(each.written, SMALL, width, 2)
