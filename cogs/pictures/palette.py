"""The colours of all pictures, dark and light.

Colour is never the only sign of anything: costs are shapes with numbers, types are marks with words. What is written has a
contrast of at least 4.5 to what it stands on, marks at least 3.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

Scheme = Literal["dark", "light"]
Colour = str


class Palette(NamedTuple):
    """`ground` is the picture's own, `tile` what things lie on, `well` sunk into a tile; `ink` and `soft` are written on these.
    Of each symbol there is the colour of its body, and of what is written on it; a coin has a rim too. `owed` and `points` are
    tokens with the number beside them."""

    ground: Colour
    tile: Colour
    well: Colour
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
    well="#1c1d22",
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
        "Event": "#d9d6cf",
        "Landmark": "#7cc48a",
    },
    players=("#f0c75e", "#86b6f5", "#f08a7d", "#7cc48a", "#c79be8", "#d9d6cf"),
)

LIGHT = Palette(
    ground="#efe9dc",
    tile="#fffdf8",
    well="#efe9dc",
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
        "Event": "#57534a",
        "Landmark": "#2f7a45",
    },
    players=("#946800", "#2462b0", "#bd3527", "#2f7a45", "#7d45ab", "#57534a"),
)

PALETTES: dict[Scheme, Palette] = {"dark": DARK, "light": LIGHT}


def luminance(colour: Colour) -> float:
    """How bright a colour is, from 0 to 1, as WCAG reckons it."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """The contrast of two colours, from 1 to 21."""
    darker, brighter = sorted((luminance(one), luminance(other)))
    return (brighter + 0.05) / (darker + 0.05)
