"""What a card can ask an AI's `Eyes` when it says what its choices give."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.ai.valuation import gain_worth, is_junk, keeping, point_worth, use, worth
from engine.card import Card, Cost, Type
from engine.cards.basic import Silver

if TYPE_CHECKING:
    from engine.ai.perception import Eyes


class Judging:
    """Mixin of `Eyes` that judges by what they see."""

    __slots__ = ()

    def worth(self: Eyes, card: Card) -> float:
        return worth(card, self)

    def gain_worth(self: Eyes, card: Card) -> float:
        return gain_worth(card, self)

    def keeping(self: Eyes, card: Card) -> float:
        return keeping(card, self)

    def use(self: Eyes, card: Card) -> float:
        return use(card, self)

    def is_junk(self: Eyes, card: Card) -> bool:
        return is_junk(card, self)

    def point_worth(self: Eyes) -> float:
        return point_worth(self)

    def best(self: Eyes, limit: int, fits: Callable[[Card], bool]) -> tuple[Card, ...]:
        cards = [card for card in (Silver(), *self.kingdom.cards) if self.left(card) and fits(card)]
        cards = [card for card in cards if self.cost(card) <= (limit, 0, 0)]
        return (max(cards, key=lambda card: (gain_worth(card, self), card.name)),) if cards else ()

    def best_gain(self: Eyes, limit: Cost, of: Type | None = None, *, exactly: bool = False) -> float:
        within = [
            card
            for card in self.kingdom.every
            if self.left(card)
            and (self.cost(card) == limit if exactly else self.cost(card) <= limit)
            and (of is None or of in card.types)
        ]
        return max((gain_worth(card, self) for card in within), default=0.0 if exactly else -3.0)
