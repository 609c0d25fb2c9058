"""Mechanisms as data: zones, tokens, kinds of landscape and extra piles, each one declaration.

Views, snapshots, the swap test, the conservation check, cases, scores, requests, panels and pictures iterate over these. A set
declares its own beside its cards: `ISLAND_MAT = Zone("Island mat")`, `EMBARGO = Token("Embargo")`, `EVENT = Landscape("Event")`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Literal, NamedTuple, Self

from engine import words

Seen = Literal["all", "owner", "top", "none"]

MOST_AT_ONCE = 50
"""How many tokens can be spent, or coins overpaid, with one answer: more than any card costs, but few enough for a message."""
MOST_LANDSCAPES = 2
"""How many landscapes there can be in all (R6)."""


class Zone(str):
    """Where a copy can be, by its name. Each copy is in exactly one zone.

    `seen` says who sees the cards there: everyone; the owner and those who play for them, while others can count the cards;
    everyone, but only the top card; no one. Cards in a player's zone count as that player's in scoring. For a zone of every game,
    `field` is the field of `Holdings` that holds it; the others are mats, each of which exists once something lies on it.
    """

    seen: Seen
    field: str

    SUPPLY: ClassVar[Zone]
    TRASH: ClassVar[Zone]
    DECK: ClassVar[Zone]
    HAND: ClassVar[Zone]
    DISCARD: ClassVar[Zone]
    IN_PLAY: ClassVar[Zone]
    SET_ASIDE: ClassVar[Zone]

    def __new__(cls, name: str, *, seen: Seen = "all", field: str = "", shared: bool = False) -> Self:
        zone = super().__new__(cls, name)
        zone.seen, zone.field = seen, field
        if not shared:
            if name in ZONES:
                raise TypeError(f"two zones are called {name}")
            ZONES[name] = zone
        return zone


ZONES: dict[str, Zone] = {}
"""Each player's zones, in listing order."""

Zone.SUPPLY = Zone("supply", shared=True)
Zone.TRASH = Zone("trash", shared=True)
Zone.DECK = Zone("deck", seen="none", field="deck")
Zone.HAND = Zone("hand", seen="owner", field="hand")
Zone.DISCARD = Zone("discard", seen="top", field="discard_pile")
Zone.IN_PLAY = Zone("in play", field="in_play")
Zone.SET_ASIDE = Zone("set aside", field="aside")

FIELDS = tuple(zone.field for zone in ZONES.values())
"""The fields of `Holdings` for the zones of every game."""


class Token(str):
    """A kind of token that players, piles or landscapes have; saves, views and cases refer to it by name. `points` is what each is
    worth to a player at the end, `coins` what each gives when spent, by the edition of the `set`; for tokens of every game, `field`
    is the field of `Holdings` that counts them; `sign` is how pictures draw it (without one, they use words); `said` is what a
    number of them is called, unless they are called tokens.
    """

    points: int
    coins: int
    set: str
    field: str
    sign: str

    def __new__(
        cls, name: str, *, points: int = 0, coins: int = 0, set: str = "", field: str = "", sign: str = "", said: str = ""
    ) -> Self:
        token = super().__new__(cls, name)
        token.points, token.coins, token.set, token.field, token.sign = points, coins, set, field, sign
        if name in TOKENS:
            raise TypeError(f"two tokens are called {name}")
        TOKENS[name] = token
        if said:
            words.TOKENS[name] = said
        return token


TOKENS: dict[str, Token] = {}
"""All kinds of token, in listing order."""

VP = Token("vp", points=1, field="vp_tokens", sign="shield")
DEBT = Token("debt", field="debt", sign="debt")


class Landscape(str):
    """A kind of landscape, something on the table that isn't a card; requests, cases and views refer to it by name. `bought`: it is
    for sale in the Buy phase. `most`: how many a kingdom can have. `sign` is how pictures draw it; those for sale have their cost
    in that place.
    """

    bought: bool
    most: int
    sign: str

    def __new__(cls, name: str, *, bought: bool = False, most: int = MOST_LANDSCAPES, sign: str = "") -> Self:
        kind = super().__new__(cls, name)
        kind.bought, kind.most, kind.sign = bought, most, sign
        if name in LANDSCAPES:
            raise TypeError(f"two kinds of landscape are called {name}")
        LANDSCAPES[name] = kind
        return kind


LANDSCAPES: dict[str, Landscape] = {}
"""All kinds of landscape, in listing order."""

EVENT = Landscape("Event", bought=True)
LANDMARK = Landscape("Landmark", sign="temple")


class Extra(NamedTuple):
    """One more Kingdom pile in each game with the card that declares it: an unused card that costs exactly one of `coins` (no
    Potion, no debt). `name` is what people call it; the pile's own name is in `game.marks[card][mark]`. If it isn't in the
    `supply`, it lies beside it."""

    mark: str
    name: str
    coins: tuple[int, ...]
    supply: bool = True


def in_order(tokens: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    """Return the existing tokens, in listing order."""
    return tuple((name, tokens[name]) for name in TOKENS if tokens.get(name))


def tokens_in_words(tokens: Iterable[tuple[str, int]], *, signs: bool = True) -> list[str]:
    """Return these numbers of tokens in words; without `signs`, only those that pictures don't draw."""
    return [words.tokens(number, name) for name, number in tokens if signs or not TOKENS[name].sign]


def signs(tokens: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
    """Return the signs of those tokens that pictures draw, with their numbers."""
    return [(TOKENS[name].sign, number) for name, number in tokens if TOKENS[name].sign]
