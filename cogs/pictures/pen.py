"""Writing and drawing on a picture: one hand for all of them.

A picture is `WIDTH` wide, three times of what a phone shows it at, so that a size of 39 here is 13 there, and what phones show
is sharp. Words are no smaller than `SMALL`; only names and numbers for which there is no room are, and no smaller than `LEAST`.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import as_file, files
from io import BytesIO
from typing import Literal

from PIL import Image, ImageDraw, ImageFont

from cogs import text_pictures
from cogs.pictures import shapes
from cogs.pictures.palette import PALETTES, Colour, Scheme
from engine.view import CostView

WIDTH = 960
MARGIN = 28
INNER = WIDTH - 2 * MARGIN
GAP = 16
EDGE = 16
"""Above and below cards that have no heading."""
TALLEST = 3200
"""No picture gets higher than this, whatever is to be drawn: there is no room for more."""

TITLE, NAME, SMALL, LEAST = 56, 44, 36, 33
LINE = 46
"""From one line of small words to the next."""
LONGEST = 24
"""So many signs of a name are drawn."""
NARROW = 140
"""No picture has less room for a name."""

CAPS = 0.33
"""Half the height of a capital letter, as a part of the size."""

Align = Literal["left", "middle", "right"]


@lru_cache(64)
def font(size: int, bold: bool) -> ImageFont.FreeTypeFont:
    """The typeface (Source Sans Pro) in one size."""
    name = "SourceSansPro-Semibold.otf" if bold else "SourceSansPro-Regular.otf"
    with as_file(files("font_source_sans_pro") / "files" / name) as path:
        return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(20_000)
def length(words: str, size: int, bold: bool) -> int:
    """How wide words are."""
    return -int(-font(size, bold).getlength(words) // 1)


@lru_cache(4096)
def known(sign: str) -> bool:
    """Whether the typeface has a sign."""
    return sign == " " or bytes(font(SMALL, False).getmask(sign)) != bytes(font(SMALL, False).getmask("\U0010ffff"))


def legible(name: str) -> str:
    """Somebody's name without the signs that can't be drawn, and not too long; nothing if none is left to call them by. Letters of
    another shape (𝔇, Ｄ) are drawn as what they stand for."""
    kept = "".join(sign if known(sign) else " " for sign in unicodedata.normalize("NFKC", name))
    kept = " ".join(kept.split())
    if not any(sign.isalnum() for sign in kept):
        return ""
    return kept if len(kept) <= LONGEST else f"{kept[: LONGEST - 1].rstrip()}…"


def called(names: Sequence[str]) -> tuple[str, ...]:
    """What pictures call those who play, in the order of their seats, no two alike: their names, as far as they can be drawn, else
    the numbers of their seats. Names that look alike where there is least room have the number before them."""
    drawn = [legible(name) or text_pictures.player(seat) for seat, name in enumerate(names, 1)]
    seen = Counter(map(at_least, drawn))
    told = [text_pictures.seated(seat, name) if seen[at_least(name)] > 1 else name for seat, name in enumerate(drawn, 1)]
    if len({*map(at_least, told)}) < len(told):  # somebody is called like another one with the number
        told = [text_pictures.seated(seat, name) for seat, name in enumerate(drawn, 1)]
    return tuple(told)


def at_least(name: str) -> str:
    """What can be seen of a name wherever it is drawn."""
    return cut(name, LEAST, True, NARROW)


def instead(names: Sequence[str], seat: int) -> str:
    """What pictures call the holder of a seat, where that isn't just their name; else nothing."""
    found = called(names)[seat]
    return "" if found == legible(names[seat]) else found


def cut(words: str, size: int, bold: bool, width: int) -> str:
    """Words, ended by an ellipsis if they are wider than that."""
    if length(words, size, bold) <= width:
        return words
    while words and length(words.rstrip(" ,·") + "…", size, bold) > width:
        words = words[:-1]
    return words.rstrip(" ,·") + "…"


def wrapped(words: str, size: int, width: int, lines: int) -> list[str]:
    """Words in so many lines at most; a no-break space holds words together."""
    if not lines:
        return []
    found: list[str] = []
    rest = words.split(" ") if words else []
    while rest and len(found) < lines - 1:
        taken = 1
        while taken < len(rest) and length(" ".join(rest[: taken + 1]), size, False) <= width:
            taken += 1
        found.append(cut(" ".join(rest[:taken]), size, False, width))
        rest = rest[taken:]
    if rest and length(" ".join(rest), size, False) > width:
        while len(rest) > 1 and length(f"{' '.join(rest)} …", size, False) > width:
            rest.pop()
        rest.append("…")
    return [*found, cut(" ".join(rest), size, False, width)] if rest else found


class Pen:
    """Draws one picture. Places are given by the left edge and, for what stands in a line, by that line's middle."""

    def __init__(self, scheme: Scheme) -> None:
        self.colours = PALETTES[scheme]
        self.image = Image.new("RGB", (WIDTH, TALLEST), self.colours.ground)
        self._draw = ImageDraw.Draw(self.image)

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
        """Writes in one line with capitals centred on `y`, and says how wide that is. What is wider than `width` is written
        smaller, down to `least` (not at all if None), then cut. `on` is what it is written on."""
        if width is not None:
            while least is not None and size > least and length(words, size, bold) > width:
                size -= 1
            words = cut(words, size, bold, width)
        wide = length(words, size, bold)
        left = x - {"left": 0, "middle": wide / 2, "right": wide}[align]
        self._draw.text((round(left), y + round(CAPS * size)), words, ink, font(size, bold), anchor="ls")
        return wide

    def shape(self, name: str, x: int, y: int, size: int, colour: Colour) -> None:
        """A symbol whose left edge is at `x` and whose middle at height `y`."""
        self.image.paste(colour, (x, y - size // 2), shapes.symbol(name, size))

    def box(self, x: int, top: int, width: int, height: int, colour: Colour, radius: int = 12) -> None:
        """A box with round corners."""
        self.image.paste(colour, (x, top), shapes.rounded(width, height, radius))

    def frame(self, x: int, top: int, width: int, height: int, colour: Colour, within: Colour, radius: int = 12) -> None:
        """A box of which only the edge is seen."""
        self.box(x, top, width, height, colour, radius)
        self.box(x + 2, top + 2, width - 4, height - 4, within, radius - 2)

    def rule(self, x: int, y: int, width: int, colour: Colour, thick: int = 2) -> None:
        """A line from left to right."""
        self._draw.rectangle((x, y, x + width - 1, y + thick - 1), fill=colour)

    def badge(self, name: str, number: int | str, x: int, y: int, size: int) -> None:
        """A symbol with a number on it: coins, debt or victory points."""
        body, ink = {
            "coin": (self.colours.coin, self.colours.on_coin),
            "debt": (self.colours.debt, self.colours.on_debt),
            "shield": (self.colours.vp, self.colours.on_vp),
        }[name]
        self.shape(name, x, y, size, self.colours.rim if name == "coin" else body)
        if name == "coin":
            thick = max(2, size // 18)
            self.shape(name, x + thick, y, size - 2 * thick, body)
        words = str(number)
        share = 0.66 if len(words) == 1 else 0.56 if len(words) == 2 else 0.44
        lift = round(size * 0.04) if name == "shield" else 0
        self.write(words, x + (size + 1) // 2, y - lift, round(size * share), ink, body, bold=True, align="middle")

    def cost(self, cost: CostView, x: int, y: int, size: int, room: int, *, stacked: bool = False) -> None:
        """A cost in the middle of `room`: a disc for coins, a flask for a Potion, a hexagon for debt; of two each is smaller, and
        they stand beside each other or are `stacked`."""
        parts = [("coin", cost.coins)] if cost.coins or not (cost.potion or cost.debt) else []
        parts += [("potion", 0)] * cost.potion + ([("debt", cost.debt)] if cost.debt else [])
        apart = 2 * (len(parts) - 1)
        if stacked and len(parts) > 1:
            size = size * 3 // 4
            x, y = x + (room - size) // 2, y - (size * len(parts) + apart) // 2 + size // 2
        else:
            size = min(size, (room - apart) // len(parts))
            x += (room - len(parts) * size - apart) // 2
        for name, number in parts:
            if name == "potion":
                self.shape(name, x, y, size, self.colours.potion)
            else:
                self.badge(name, number, x, y, size)
            x, y = (x, y + size + 2) if stacked else (x + size + 2, y)

    def token(self, name: str, number: int, x: int, y: int, on: Colour) -> int:
        """So many tokens: their symbol, and the number beside it. Says how wide that is."""
        self.shape(name, x, y, SMALL, {"shield": self.colours.points, "debt": self.colours.owed}[name])
        return SMALL + 6 + self.write(str(number), x + SMALL + 6, y, SMALL + 2, self.colours.ink, on, bold=True)

    def types(self, types: tuple[str, ...], x: int, y: int, *, on: Colour, width: int, mark: int = 30) -> int:
        """Types as marks with their words; where there is no room, the first go without, or aren't shown. Says how wide that is."""
        types = types[max(0, len(types) - (width + 8) // (mark + 8)) :]
        worded = [mark + 8 + length(each, SMALL, False) + GAP for each in types]
        silent = 0
        while silent < len(types) and silent * (mark + 8) + sum(worded[silent:]) - GAP > width:
            silent += 1
        left = x
        for number, each in enumerate(types):
            self.shape(each, left, y, mark, self.colours.types[each])
            left += mark + 8
            if number >= silent:
                left += self.write(each, left, y, SMALL, self.colours.soft, on) + GAP
        return left - x - (GAP if silent < len(types) else 8)

    def panel(self, x: int, top: int, width: int, height: int, *, marked: bool = False) -> None:
        """A tile; `marked`, with a bar at its left, if it is one to look at."""
        if marked:
            self.box(x, top, 3 * GAP, height, self.colours.accent)
        inset = 8 * marked
        self.box(x + inset, top, width - inset, height, self.colours.tile)

    def title(self, words: str, below: str, room: int = INNER) -> int:
        """A picture's heading; says where what follows begins."""
        self.write(words, MARGIN, 56, TITLE, self.colours.ink, self.colours.ground, bold=True, width=room, least=NAME)
        return self.paragraph(wrapped(below, SMALL, room, 2), 90) + GAP

    def paragraph(self, lines: list[str], top: int) -> int:
        """Small words on the ground; says where what follows begins."""
        for number, line in enumerate(lines):
            middle = top + LINE // 2 + LINE * number
            self.write(line, MARGIN, middle, SMALL, self.colours.soft, self.colours.ground)
        return top + LINE * len(lines)

    def label(self, words: str, top: int) -> int:
        """The heading of a part; says where what follows begins."""
        self.write(words, MARGIN, top + LINE // 2, SMALL, self.colours.soft, self.colours.ground, bold=True, width=INNER)
        return top + LINE + 8

    def png(self, height: int) -> bytes:
        """The picture down to that height. A palette halves the time and the size, and nobody sees the difference: the plain
        colours stay, and between these there are only soft edges. Every fourth dot has all of them."""
        seen = self.image.crop((0, 0, WIDTH, min(height, TALLEST)))
        dots = seen.resize((seen.width // 2, seen.height // 2), Image.Resampling.NEAREST)
        palette = dots.quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        out = BytesIO()
        seen.quantize(palette=palette, dither=Image.Dither.NONE).save(out, "PNG", compress_level=3)
        return out.getvalue()
