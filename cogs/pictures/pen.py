"""Writing and drawing on a strip of a picture, in one style for all pictures.

A picture is `WIDTH` wide, three times as wide as a phone shows it, so that a size of 39 here is 13 there, and looks sharp. Text is
no smaller than `SMALL`, except names and numbers that wouldn't fit, which are no smaller than `LEAST`.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import as_file, files
from math import ceil, floor
from typing import Literal, NamedTuple

from PIL import Image, ImageDraw, ImageFont

from cogs.pictures import shapes
from cogs.pictures.palette import PALETTES, Colour, Ramp, Scheme, inks
from cogs.text import pictures as text_pictures
from engine.view import CostView

WIDTH = 960
MARGIN = 28
INNER = WIDTH - 2 * MARGIN
GAP = 16
EDGE = 16
"""The space above and below everything."""
BAR = 8
"""The width of the bar to the left of highlighted things."""

NAME, SMALL, LEAST = 42, 36, 33
LINE = 44
"""The distance between lines of small text."""
LONGEST = 24
"""How many characters of a name are drawn."""
NARROW = 140
"""The least space that any picture has for a name."""

CAPS = 0.33
"""Half the height of a capital letter, as a fraction of the size."""

Align = Literal["left", "middle", "right"]


@lru_cache(64)
def font(size: int, bold: bool) -> ImageFont.FreeTypeFont:
    """Return the typeface (Source Sans Pro) in one size."""
    name = "SourceSansPro-Semibold.otf" if bold else "SourceSansPro-Regular.otf"
    with as_file(files("font_source_sans_pro") / "files" / name) as path:
        return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(20_000)
def advance(word: str, size: int, bold: bool) -> float:
    """Return the width of a single word: this layout has no kerning."""
    return font(size, bold).getlength(word)


def length(words: str, size: int, bold: bool) -> int:
    """Return the width of words."""
    parts = words.split(" ")
    return ceil(sum(advance(each, size, bold) for each in parts) + advance(" ", size, bold) * (len(parts) - 1))


class Glyphs(NamedTuple):
    """Words in their colour, and their position relative to the start of the line."""

    image: Image.Image
    left: int
    top: int


@lru_cache(1024)
def written(words: str, size: int, bold: bool, ramp: Ramp) -> Glyphs | None:
    """Write words; None if nothing in them is visible."""
    face = font(size, bold)
    left, top, right, bottom = face.getbbox(words, anchor="ls")
    left, top, right, bottom = floor(left), floor(top), ceil(right), ceil(bottom)
    if right <= left or bottom <= top:
        return None
    mask = Image.new("L", (right - left, bottom - top))
    ImageDraw.Draw(mask).text((-left, -top), words, 255, face, anchor="ls")
    return Glyphs(inked(mask, ramp), left, top)


@lru_cache(512)
def symbol(name: str, size: int, ramp: Ramp) -> tuple[Image.Image, Image.Image]:
    """Return a symbol in its colour, and the mask of everything that it touches."""
    mask = shapes.symbol(name, size)
    return inked(mask, ramp), shapes.touched(mask)


@lru_cache(64)
def corners(radius: int, ramp: Ramp) -> tuple[Image.Image, ...]:
    """Return the corners of a box in its colour: at the top left and right, and at the bottom left and right."""
    return tuple(inked(mask, ramp) for mask in shapes.corners(radius))


def inked(mask: Image.Image, ramp: Ramp) -> Image.Image:
    """Return a mask with the numbers of colours. (`Image.point` does the same, many times slower for small ones.)"""
    return Image.frombytes("L", mask.size, mask.tobytes().translate(ramp))


def fitting(words: str, size: int, bold: bool, width: int, least: int | None) -> int:
    """Return the largest size, down to `least` (None: unchanged), in which words are no wider than that."""
    while least is not None and size > least and length(words, size, bold) > width:
        size -= 1
    return size


@lru_cache(4096)
def known(sign: str) -> bool:
    """Return whether the typeface has a character."""
    return sign == " " or bytes(font(SMALL, False).getmask(sign)) != bytes(font(SMALL, False).getmask("\U0010ffff"))


@lru_cache(4096)
def legible(name: str) -> str:
    """Return a name without the characters that can't be drawn, cut to length; empty if nothing readable is left. Letters of
    another shape (𝔇, Ｄ) are drawn as plain ones."""
    kept = "".join(sign if known(sign) else " " for sign in unicodedata.normalize("NFKC", name))
    kept = " ".join(kept.split())
    if not any(sign.isalnum() for sign in kept):
        return ""
    return kept if len(kept) <= LONGEST else f"{kept[: LONGEST - 1].rstrip()}…"


def called(names: Sequence[str]) -> tuple[str, ...]:
    """Return the players' names in pictures, by seat, all different: their names, as far as they can be drawn, or else the numbers
    of their seats. Names that look the same when cut to the shortest length are preceded by the number."""
    drawn = [legible(name) or text_pictures.player(seat) for seat, name in enumerate(names, 1)]
    seen = Counter(map(at_least, drawn))
    told = [text_pictures.seated(seat, name) if seen[at_least(name)] > 1 else name for seat, name in enumerate(drawn, 1)]
    if len({*map(at_least, told)}) < len(told):  # a name might look like another name with its number
        told = [text_pictures.seated(seat, name) for seat, name in enumerate(drawn, 1)]
    return tuple(told)


def at_least(name: str) -> str:
    """Return the part of a name that always fits."""
    return cut(name, LEAST, True, NARROW)


def instead(names: Sequence[str], seat: int) -> str:
    """Return the name of a seat's holder in pictures, if that isn't just their name; else nothing."""
    found = called(names)[seat]
    return "" if found == legible(names[seat]) else found


def cut(words: str, size: int, bold: bool, width: int) -> str:
    """Return words, ended by an ellipsis if they are wider than that."""
    if length(words, size, bold) <= width:
        return words
    while words and length(words.rstrip(" ,·") + "…", size, bold) > width:
        words = words[:-1]
    return words.rstrip(" ,·") + "…"


@lru_cache(4096)
def wrapped(words: str, size: int, width: int, lines: int, first: int | None = None) -> tuple[str, ...]:
    """Return words in at most this many lines; `first`: the width of the first one, if it differs; a no-break space holds words
    together."""
    if not lines:
        return ()
    found: list[str] = []
    rest = words.split(" ") if words else []
    room = width if first is None else first
    while rest and len(found) < lines - 1:
        taken = 1
        while taken < len(rest) and length(" ".join(rest[: taken + 1]), size, False) <= room:
            taken += 1
        found.append(cut(" ".join(rest[:taken]), size, False, room))
        rest, room = rest[taken:], width
    if rest and length(" ".join(rest), size, False) > room:
        while len(rest) > 1 and length(f"{' '.join(rest)} …", size, False) > room:
            rest.pop()
        rest.append("…")
    return (*found, cut(" ".join(rest), size, False, room)) if rest else tuple(found)


class Pen:
    """Draws one strip of a picture, in the numbers of a scheme's colours. Positions are the left edge, and for things in a line the
    line's middle; `on` is the colour underneath."""

    def __init__(self, scheme: Scheme, height: int) -> None:
        self.colours = PALETTES[scheme]
        self._inks = inks(scheme)
        self.image = Image.new("L", (WIDTH, height), self._inks.number(self.colours.ground))

    def write(
        self,
        words: str,
        x: int,
        y: int,
        size: int,
        ink: Colour,
        on: Colour,
        *,
        bold: bool = False,
        align: Align = "left",
        width: int | None = None,
        least: int | None = None,
    ) -> int:
        """Write in one line with capitals centred on `y`, and return its width. Text wider than `width` is written smaller, down to
        `least` (not at all if None), then cut."""
        if width is not None:
            size = fitting(words, size, bold, width, least)
            words = cut(words, size, bold, width)
        wide = length(words, size, bold)
        glyphs = written(words, size, bold, self._inks.ramp(ink, on))
        if glyphs is not None:
            left = round(x - {"left": 0, "middle": wide / 2, "right": wide}[align])
            place = left + glyphs.left, y + round(CAPS * size) + glyphs.top
            self.image.paste(glyphs.image, place)
        return wide

    def shape(self, name: str, x: int, y: int, size: int, colour: Colour, on: Colour) -> None:
        """Draw a symbol with its left edge at `x` and its middle at `y`."""
        image, spot = symbol(name, size, self._inks.ramp(colour, on))
        self.image.paste(image, (x, y - size // 2), spot)

    def stamp(self, mask: Image.Image, x: int, top: int, colour: Colour, on: Colour) -> None:
        """Colour the area of a mask."""
        self.image.paste(inked(mask, self._inks.ramp(colour, on)), (x, top), shapes.touched(mask))

    def box(self, x: int, top: int, width: int, height: int, colour: Colour, on: Colour, radius: int = 12) -> None:
        """Draw a box with round corners."""
        self.rule(x, top, width, colour, height)
        right, bottom = x + width - radius, top + height - radius
        places = (x, top), (right, top), (x, bottom), (right, bottom)
        for corner, place in zip(corners(radius, self._inks.ramp(colour, on)), places, strict=True):
            self.image.paste(corner, place)

    def frame(self, x: int, top: int, width: int, height: int, colour: Colour, radius: int = 12) -> None:
        """Draw the outline of a box."""
        ground = self.colours.ground
        self.box(x, top, width, height, colour, ground, radius)
        self.box(x + 2, top + 2, width - 4, height - 4, ground, colour, radius - 2)

    def rule(self, x: int, y: int, width: int, colour: Colour, thick: int = 2) -> None:
        """Draw a horizontal line."""
        self.image.paste(self._inks.number(colour), (x, y, x + width, y + thick))

    def badge(self, name: str, number: int | str, x: int, y: int, size: int, on: Colour) -> None:
        """Draw a symbol with a number on it: coins, debt or victory points."""
        body, ink = {
            "coin": (self.colours.coin, self.colours.on_coin),
            "debt": (self.colours.debt, self.colours.on_debt),
            "shield": (self.colours.vp, self.colours.on_vp),
        }[name]
        if name == "coin":
            thick = max(2, size // 18)
            self.shape(name, x, y, size, self.colours.rim, on)
            self.shape(name, x + thick, y, size - 2 * thick, body, self.colours.rim)
        else:
            self.shape(name, x, y, size, body, on)
        words = str(number)
        share = (0.75 if size < 50 else 0.7) if len(words) == 1 else 0.58 if len(words) == 2 else 0.44
        lift = round(size * 0.04) if name == "shield" else 0
        self.write(words, x + (size + 1) // 2, y - lift, round(size * share), ink, body, bold=True, align="middle")

    def cost(self, cost: CostView, x: int, y: int, size: int, room: int, on: Colour) -> None:
        """Draw a cost centred in `room`: a disc for coins, a flask for a Potion, a hexagon for debt; several are smaller, side by
        side."""
        kinds = [("coin", cost.coins)] if cost.coins or not (cost.potion or cost.debt) else []
        kinds += [("potion", 0)] * cost.potion + ([("debt", cost.debt)] if cost.debt else [])
        size = min(size, (room - 2 * (len(kinds) - 1)) // len(kinds))
        x += (room - len(kinds) * (size + 2) + 2) // 2
        for name, number in kinds:
            if name == "potion":
                self.shape(name, x, y, size, self.colours.potion, on)
            else:
                self.badge(name, number, x, y, size, on)
            x += size + 2

    def token(self, name: str, number: int, x: int, y: int, on: Colour) -> None:
        """Draw a token's symbol with the number beside it."""
        self.shape(name, x, y, SMALL, {"shield": self.colours.points, "debt": self.colours.owed}[name], on)
        self.write(str(number), x + SMALL + 6, y, SMALL, self.colours.ink, on, bold=True)

    def panel(self, x: int, top: int, width: int, height: int, *, marked: bool = False) -> None:
        """Draw a tile; a `marked` one has a bar on its left."""
        self.box(x, top, width, height, self.colours.tile, self.colours.ground)
        if marked:
            self.box(x, top, 3 * GAP, height, self.colours.accent, self.colours.ground)
            self.rule(x + BAR, top, 3 * GAP, self.colours.tile, height)


def token_width(number: int) -> int:
    """Return the width of this many tokens."""
    return SMALL + 6 + length(str(number), SMALL, True)
