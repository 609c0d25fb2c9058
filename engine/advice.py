"""What cards tell AIs about their benefits, as data that an AI can weigh."""

from __future__ import annotations

from typing import NamedTuple

from engine.card import Card, Type


class Gift(NamedTuple):
    """What a choice, an Event or a later turn gives: cards gained, VP tokens, cards lost, cards drawn, Actions, Buys and coins for
    this turn, and what else it is good for, in coins."""

    cards: tuple[Card, ...] = ()
    vp: int = 0
    lost: tuple[Card, ...] = ()
    draws: float = 0
    actions: int = 0
    buys: int = 0
    coins: float = 0
    good: float = 0

    @property
    def points(self) -> int:
        """Return how many points it gives."""
        return self.vp + sum(card.points for card in self.cards) - sum(card.points for card in self.lost)

    @property
    def mere_points(self) -> bool:
        """Return whether it gives only points."""
        rest = self.lost or self.draws or self.actions or self.buys or self.coins or self.good
        return not rest and all(Type.VICTORY in card.types for card in self.cards)


NEVER = float("-inf")
"""The reward for an option that can't be chosen."""

NO_GIFT = Gift(good=-1)
"""For something that does nothing now."""
