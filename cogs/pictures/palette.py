"""The colours of all pictures, dark and light, and the mixing of their soft edges.

Nothing is shown by colour alone: costs are shapes with numbers, and types are marks of different shapes. Text has a contrast of at
least 4.5 with its background, and marks of at least 3."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, cached_property
from typing import Literal, NamedTuple

Scheme = Literal["dark", "light"]
Colour = str


class Palette(NamedTuple):
    """`ground` is the picture's background, `tile` that of the things on it; `ink` and `soft` are for text on these. Each symbol
    has a colour for its body, and one for the number on it; a coin also has one for its rim. `owed` and `points` are tokens with
    the number beside them."""

    ground: Colour
    tile: Colour
    line: Colour
    ink: Colour
    soft: Colour
    accent: Colour
    on_accent: Colour
    coin: Colour
    rim: Colour
    on_coin: Colour
    potion: Colour
    debt: Colour
    on_debt: Colour
    vp: Colour
    on_vp: Colour
    owed: Colour
    points: Colour
    types: dict[str, Colour]
    players: tuple[Colour, ...]


DARK = Palette(
    ground="#1c1d22",
    tile="#282a31",
    line="#4a4d57",
    ink="#f4f1ea",
    soft="#b9b8b4",
    accent="#f0c75e",
    on_accent="#221b06",
    coin="#e8bd4f",
    rim="#c4962f",
    on_coin="#2b2006",
    potion="#8fc7ee",
    debt="#ae602b",
    on_debt="#ffffff",
    vp="#478254",
    on_vp="#ffffff",
    owed="#e08a52",
    points="#7cc48a",
    types={
        "Action": "#d9d6cf",
        "Treasure": "#e8bd4f",
        "Victory": "#7cc48a",
        "Curse": "#c79be8",
        "Attack": "#f08a7d",
        "Reaction": "#86b6f5",
        "Duration": "#f0a35e",
        "Castle": "#b9c7d6",
        "Gathering": "#9fd6c8",
        "Prize": "#c9d36b",
        "Reward": "#e6a4c4",
    },
    players=("#f0c75e", "#86b6f5", "#f08a7d", "#7cc48a", "#c79be8", "#d9d6cf"),
)

LIGHT = Palette(
    ground="#efe9dc",
    tile="#fffdf8",
    line="#cfc6b2",
    ink="#25221c",
    soft="#5f5a50",
    accent="#7a4d00",
    on_accent="#ffffff",
    coin="#efc65a",
    rim="#94700f",
    on_coin="#2b2006",
    potion="#2a78ad",
    debt="#a2521f",
    on_debt="#ffffff",
    vp="#34724a",
    on_vp="#ffffff",
    owed="#a2521f",
    points="#2f7a45",
    types={
        "Action": "#57534a",
        "Treasure": "#946800",
        "Victory": "#2f7a45",
        "Curse": "#7d45ab",
        "Attack": "#bd3527",
        "Reaction": "#2462b0",
        "Duration": "#b05a06",
        "Castle": "#4d6378",
        "Gathering": "#1d7868",
        "Prize": "#63660a",
        "Reward": "#9b2f68",
    },
    players=("#946800", "#2462b0", "#bd3527", "#2f7a45", "#7d45ab", "#57534a"),
)

PALETTES: dict[Scheme, Palette] = {"dark": DARK, "light": LIGHT}

LETTERS, MARKS = 3, 3
"""How many shades there are between two colours that meet at the edge of a letter, and of a mark. On a phone, a dot is a third of a
pixel, so more shades couldn't be seen and would only make files larger (seven: by a sixth)."""

Ramp = bytes
"""The number of a dot's colour for each of 256 degrees of coverage."""


class Inks:
    """All colours of a scheme by number, including those of soft edges, so that pictures are drawn with numbers and never
    converted. Two colours that never meet have no ramp: asking for it raises KeyError."""

    def __init__(self, colours: Palette) -> None:
        self._numbers: dict[tuple[int, ...], int] = {}
        self._ramps: dict[tuple[Colour, Colour], Ramp] = {}
        for ink, on, between in meeting(colours):
            one, other = parts(on), parts(ink)
            shades = [
                tuple(round(low + (high - low) * step / (between + 1)) for low, high in zip(one, other, strict=True))
                for step in range(between + 2)
            ]
            numbers = [self._numbers.setdefault(shade, len(self._numbers)) for shade in shades]
            self._ramps.setdefault((ink, on), bytes(numbers[round(cover / 255 * (between + 1))] for cover in range(256)))

    def number(self, colour: Colour) -> int:
        """Return a plain colour's number."""
        return self._numbers[parts(colour)]

    def ramp(self, ink: Colour, on: Colour) -> Ramp:
        """Return the numbers of the shades between two colours."""
        return self._ramps[ink, on]

    @cached_property
    def table(self) -> bytes:
        """Return the red, green and blue of every number."""
        return bytes(part for shade in self._numbers for part in shade)


@cache
def inks(scheme: Scheme) -> Inks:
    """Return a scheme's colours by number."""
    return Inks(PALETTES[scheme])


def meeting(colours: Palette) -> Iterator[tuple[Colour, Colour, int]]:
    """Yield the colours that meet: the upper one, the lower one, and the number of shades between them."""
    for on in (colours.tile, colours.ground):
        for ink in (colours.ink, colours.soft, colours.accent):
            yield ink, on, LETTERS
    yield colours.on_coin, colours.coin, LETTERS
    yield colours.on_debt, colours.debt, LETTERS
    yield colours.on_vp, colours.vp, LETTERS
    for ink in (colours.tile, colours.line):
        yield ink, colours.ground, MARKS
    yield colours.ground, colours.line, MARKS
    yield colours.ground, colours.soft, MARKS
    yield colours.coin, colours.rim, MARKS
    yield colours.on_accent, colours.accent, MARKS
    for on in (colours.tile, colours.ground):
        for ink in (colours.rim, colours.potion, colours.debt, colours.vp, colours.owed, colours.points):
            yield ink, on, MARKS
    for ink in (*colours.types.values(), *colours.players):
        yield ink, colours.tile, MARKS


def parts(colour: Colour) -> tuple[int, ...]:
    """Return red, green and blue."""
    return tuple(bytes.fromhex(colour[1:]))


def luminance(colour: Colour) -> float:
    """Return how bright a colour is, from 0 to 1, by WCAG."""
    shares = [part / 255 for part in parts(colour)]
    red, green, blue = (share / 12.92 if share <= 0.03928 else ((share + 0.055) / 1.055) ** 2.4 for share in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast of two colours, from 1 to 21."""
    darker, brighter = sorted((luminance(one), luminance(other)))
    return (brighter + 0.05) / (darker + 0.05)
