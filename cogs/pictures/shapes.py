"""The symbols of all pictures, as masks: costs, types, tokens, the players' marks, and backgrounds.

Functions draw each shape on a square of 1 × 1, many times larger than needed; it is then reduced, because Pillow's own edges are
jagged."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, pi, sin

from PIL import Image, ImageDraw

FINE = 8
"""How many times larger a symbol is drawn than shown."""

Point = tuple[float, float]


class Sheet:
    """A square of 1 × 1 to draw one shape on."""

    def __init__(self, size: int) -> None:
        self.size = size * FINE
        self.image = Image.new("L", (self.size, self.size))
        self._draw = ImageDraw.Draw(self.image)

    def _scaled(self, points: Sequence[Point]) -> list[Point]:
        return [(x * self.size, y * self.size) for x, y in points]

    def fill(self, *points: Point, cut: bool = False) -> None:
        """Fill a polygon, or `cut` it out."""
        self._draw.polygon(self._scaled(points), fill=0 if cut else 255)

    def disc(self, x: float, y: float, radius: float, *, cut: bool = False) -> None:
        corners = self._scaled(((x - radius, y - radius), (x + radius, y + radius)))
        self._draw.ellipse(corners, fill=0 if cut else 255)

    def box(self, left: float, top: float, right: float, bottom: float, radius: float = 0.0, *, cut: bool = False) -> None:
        """Draw a box, perhaps with round corners."""
        corners = self._scaled(((left, top), (right, bottom)))
        self._draw.rounded_rectangle(corners, radius * self.size, fill=0 if cut else 255)

    def arc(self, x: float, y: float, radius: float, width: float, start: float, end: float) -> None:
        """Draw part of a ring, in degrees clockwise from three o'clock."""
        corners = self._scaled(((x - radius, y - radius), (x + radius, y + radius)))
        self._draw.arc(corners, start, end, fill=255, width=round(width * self.size))


def ring(points: int, radius: float, turn: float = -90.0) -> list[Point]:
    """Return the corners of a regular polygon around the middle."""
    angles = (turn * pi / 180 + 2 * pi * corner / points for corner in range(points))
    return [(0.5 + radius * cos(angle), 0.5 + radius * sin(angle)) for angle in angles]


def coin(sheet: Sheet) -> None:
    """Draw the symbol of coins."""
    sheet.disc(0.5, 0.5, 0.5)


def debt(sheet: Sheet) -> None:
    """Draw the symbol of debt."""
    sheet.fill(*ring(6, 0.5))


def potion(sheet: Sheet) -> None:
    """Draw a flask, for Potions."""
    sheet.box(0.34, 0.02, 0.66, 0.13, 0.05)
    sheet.box(0.41, 0.1, 0.59, 0.45)
    sheet.disc(0.5, 0.66, 0.33)
    sheet.disc(0.5, 0.66, 0.22, cut=True)
    sheet.box(0.2, 0.3, 0.8, 0.56, cut=True)
    sheet.box(0.41, 0.1, 0.59, 0.4)
    sheet.fill((0.41, 0.34), (0.59, 0.34), (0.83, 0.6), (0.17, 0.6))
    sheet.disc(0.5, 0.66, 0.24)


def shield(sheet: Sheet) -> None:
    """Draw the symbol of victory points."""
    sheet.box(0.07, 0.04, 0.93, 0.5, 0.08)
    curve = [(0.5 + 0.43 * cos(step * pi / 24), 0.42 + 0.56 * sin(step * pi / 24) ** 0.85) for step in range(25)]
    sheet.fill(*curve)


def action(sheet: Sheet) -> None:
    """Draw the symbol of Actions: a triangle, as on a play button."""
    sheet.fill((0.16, 0.06), (0.94, 0.5), (0.16, 0.94))


def treasure(sheet: Sheet) -> None:
    """Draw a coin with a rim, for Treasures."""
    sheet.disc(0.5, 0.5, 0.48)
    sheet.disc(0.5, 0.5, 0.35, cut=True)
    sheet.disc(0.5, 0.5, 0.22)


def curse(sheet: Sheet) -> None:
    """Draw a cross, for Curses."""
    for flip in (False, True):
        points = [(0.08, 0.24), (0.24, 0.08), (0.92, 0.76), (0.76, 0.92)]
        sheet.fill(*((1 - x, y) if flip else (x, y) for x, y in points))


def attack(sheet: Sheet) -> None:
    """Draw a sword, for Attacks."""
    sheet.fill((0.98, 0.02), (0.92, 0.3), (0.46, 0.76), (0.24, 0.54), (0.7, 0.08))
    sheet.fill((0.1, 0.52), (0.22, 0.4), (0.6, 0.78), (0.48, 0.9))
    sheet.fill((0.02, 0.86), (0.24, 0.62), (0.38, 0.76), (0.14, 0.98))


def reaction(sheet: Sheet) -> None:
    """Draw an arrow that turns back, for Reactions."""
    sheet.arc(0.54, 0.54, 0.42, 0.16, -110, 165)
    sheet.fill((0.02, 0.27), (0.48, 0.0), (0.48, 0.5))


def duration(sheet: Sheet) -> None:
    """Draw an hourglass, for Durations."""
    sheet.box(0.1, 0.02, 0.9, 0.16, 0.04)
    sheet.box(0.1, 0.84, 0.9, 0.98, 0.04)
    sheet.fill((0.2, 0.2), (0.8, 0.2), (0.53, 0.5), (0.8, 0.8), (0.2, 0.8), (0.47, 0.5))


def castle(sheet: Sheet) -> None:
    """Draw a tower, for Castles."""
    sheet.box(0.12, 0.3, 0.88, 0.98)
    for left in (0.02, 0.39, 0.76):
        sheet.box(left, 0.04, left + 0.22, 0.4)
    sheet.box(0.02, 0.26, 0.98, 0.46)
    sheet.box(0.38, 0.66, 0.62, 0.98, 0.1, cut=True)
    sheet.box(0.38, 0.8, 0.62, 0.98, cut=True)


def gathering(sheet: Sheet) -> None:
    """Draw a growing heap, for Gathering piles."""
    for x, y in ((0.24, 0.76), (0.76, 0.76), (0.5, 0.28)):
        sheet.disc(x, y, 0.235)


def prize(sheet: Sheet) -> None:
    """Draw a cup, for Prizes."""
    sheet.box(0.2, 0.02, 0.8, 0.5, 0.22)
    sheet.box(0.2, 0.02, 0.8, 0.2)
    sheet.box(0.02, 0.08, 0.98, 0.2)
    sheet.box(0.42, 0.4, 0.58, 0.9)
    sheet.box(0.22, 0.82, 0.78, 0.98)


def reward(sheet: Sheet) -> None:
    """Draw a rosette with two ribbons, for Rewards."""
    sheet.disc(0.5, 0.34, 0.33)
    sheet.fill((0.3, 0.56), (0.5, 0.62), (0.36, 0.98), (0.12, 0.92))
    sheet.fill((0.7, 0.56), (0.5, 0.62), (0.64, 0.98), (0.88, 0.92))


def temple(sheet: Sheet) -> None:
    """Draw a temple, for Landmarks."""
    sheet.fill((0.5, 0.02), (1.0, 0.32), (0.0, 0.32))
    for left in (0.1, 0.42, 0.74):
        sheet.box(left, 0.4, left + 0.16, 0.8)
    sheet.box(0.0, 0.84, 1.0, 0.98)


def square(sheet: Sheet) -> None:
    """Draw the third player's mark."""
    sheet.box(0.1, 0.1, 0.9, 0.9, 0.05)


def diamond(sheet: Sheet) -> None:
    """Draw the fourth player's mark."""
    sheet.fill((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5))


def plus(sheet: Sheet) -> None:
    """Draw the sixth player's mark."""
    sheet.box(0.34, 0.02, 0.66, 0.98)
    sheet.box(0.02, 0.34, 0.98, 0.66)


def triangle(sheet: Sheet) -> None:
    """Draw the second player's mark."""
    sheet.fill((0.5, 0.04), (0.98, 0.92), (0.02, 0.92))


SHAPES: dict[str, Callable[[Sheet], None]] = {
    "coin": coin,
    "debt": debt,
    "potion": potion,
    "shield": shield,
    "Action": action,
    "Treasure": treasure,
    "Victory": shield,
    "Curse": curse,
    "Attack": attack,
    "Reaction": reaction,
    "Duration": duration,
    "Castle": castle,
    "Gathering": gathering,
    "Prize": prize,
    "Reward": reward,
    "temple": temple,
    "square": square,
    "diamond": diamond,
    "triangle": triangle,
    "plus": plus,
}
"""Every symbol, by its name; types have their own."""

PLAYERS = ("coin", "triangle", "square", "diamond", "Curse", "plus")
"""The marks of six players."""


def symbol(name: str, size: int) -> Image.Image:
    """Return the mask of a symbol."""
    sheet = Sheet(size)
    SHAPES[name](sheet)
    return sheet.image.reduce(FINE)


def touched(mask: Image.Image) -> Image.Image:
    """Return the mask of everything that another one covers, even partly."""
    return mask.point([0, *[255] * 255])


def corners(radius: int) -> tuple[Image.Image, Image.Image, Image.Image, Image.Image]:
    """Return the masks of a box's round corners: at the top left and right, and at the bottom left and right."""
    disc = Image.new("L", (radius * 2 * FINE, radius * 2 * FINE))
    ImageDraw.Draw(disc).ellipse((0, 0, disc.width - 1, disc.height - 1), fill=255)
    disc = disc.reduce(FINE)
    one, two, three, four = (disc.crop((left, top, left + radius, top + radius)) for top in (0, radius) for left in (0, radius))
    return one, two, three, four
