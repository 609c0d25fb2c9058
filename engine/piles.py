"""What lies on the table: copies as pieces of cardboard, each with an identity of its own, and piles."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from operator import attrgetter

from engine.card import CARDS, Card

PILES: dict[str, MixedPile] = {}
"""Every mixed pile, by its own name."""


@dataclass(frozen=True, slots=True)
class MixedPile:
    """How a mixed pile is made: its name; its randomizer, which gives the pile its types and cost (R51); and its cards from the top
    down, each with its number of copies for two players and for more. Everyone knows the order of a pile `in_order`; if the rules
    shuffle a pile, everyone sees only its top card."""

    name: str
    randomizer: Card
    cards: tuple[tuple[Card, int, int], ...]
    in_order: bool = True

    def stack(self, players: int) -> list[Card]:
        """Return the cards of the full pile, top one last."""
        return [card for card, two, more in reversed(self.cards) for _ in range(two if players == 2 else more)]


def cards_in(pile: str) -> tuple[Card, ...]:
    """Return the cards in the pile with that name, each once."""
    mixed = PILES.get(pile)
    return (CARDS[pile],) if mixed is None else tuple(dict.fromkeys(card for card, _, _ in mixed.cards))


def split_pile(top: Card, bottom: Card) -> None:
    """Make a pile of five copies of `top` over five of `bottom` (R50)."""
    name = f"{top.name}/{bottom.name}"
    PILES[name] = MixedPile(name, top, ((top, 5, 5), (bottom, 5, 5)))


class Copy:
    """One piece of cardboard.

    `card` is the face it shows now (not `printed` while it stands for another card); `home` is the pile it belongs to, or None;
    `stamp` changes at every move, so comparing it tells whether the copy has moved since (R59, R60). `of` is the seat that everyone
    thinks owns it, if that seat passed it on unseen.
    """

    __slots__ = ("card", "home", "of", "printed", "stamp")

    def __init__(self, card: Card, home: Pile | None) -> None:
        self.card = card
        self.printed = card
        self.home = home
        self.stamp = 0
        self.of: int | None = None

    def __repr__(self) -> str:
        return f"<{self.card.name}>"

    def owner(self, holder: int) -> int:
        """Return the seat that everyone thinks owns it, if the seat `holder` has it."""
        return holder if self.of is None else self.of

    @property
    def called(self) -> str:
        """Return its id in answers: a card that only stands for another one has an id of its own."""
        return self.card.name if self.card is self.printed else f"{self.printed.name}/{self.card.name}"


class Pile:
    """A pile on the table. A uniform pile is a count of one card, whose copies are made when taken; a mixed pile is a stack of
    copies, top last, and `in_order` says whether everyone knows their order. `card` is its randomizer: the name, types and cost of
    the pile as a whole (R51); `role` is what an extra pile is called."""

    __slots__ = ("card", "count", "in_order", "kind", "name", "role", "stack", "supply", "tokens")

    def __init__(
        self,
        name: str,
        card: Card,
        count: int,
        *,
        kind: str,
        role: str = "",
        stack: Iterable[Card] | None = None,
        in_order: bool = True,
    ) -> None:
        self.name = name
        self.card = card
        self.kind = kind
        self.role = role
        self.supply = kind != "other"
        self.stack = None if stack is None else [Copy(each, self) for each in stack]
        self.count = count if self.stack is None else len(self.stack)
        self.in_order = in_order
        self.tokens: dict[str, int] = {}

    def __repr__(self) -> str:
        return f"<pile {self.name}: {self.count}>"

    def cards(self) -> list[Card]:
        """Return its cards, top one last; a uniform pile lists its card once."""
        return [self.card] if self.stack is None else [copy.card for copy in self.stack]

    @property
    def top(self) -> Card | None:
        """Return the card that can be gained now; None when the pile is empty (R50)."""
        if self.stack is None:
            return self.card if self.count else None
        return self.stack[-1].card if self.stack else None

    @property
    def face(self) -> Card:
        """Return the card by which it is chosen: its top one, or for an empty pile the one that was at the bottom."""
        return self.top or (self.card if self.stack is None else PILES[self.name].cards[-1][0])

    def take(self) -> Copy:
        """Take the top card off; the pile must not be empty."""
        self.count -= 1
        return Copy(self.card, self) if self.stack is None else self.stack.pop()

    def put(self, copy: Copy) -> None:
        """Put a card of this pile back on top."""
        self.count += 1
        copy.stamp += 1
        if self.stack is not None:
            self.stack.append(copy)


by_name = attrgetter("card.name")
"""The sort key for copies that are shown to everyone together, as a hand's own order is the order of drawing."""
