"""What an AI finds out about a Kingdom once: the cards worth having, as far as their facts tell."""

from __future__ import annotations

from functools import lru_cache

from engine.ai.worth import gain_of, is_terminal
from engine.card import CARDS, PILES, Card, Type
from engine.cards.basic import Silver


class Kingdom:
    """`cards` are all in a Kingdom's piles. `better` are those that are worth more than Silver to a deck of Treasures, dearest
    first; `terminals` those that use up an Action; `odd_treasures` says whether there are Treasures that aren't played together
    with the others."""

    __slots__ = ("better", "cards", "odd_treasures", "terminals")

    def __init__(self, piles: tuple[str, ...]) -> None:
        self.cards = tuple(card for pile in piles for card in cards_in(pile))
        silver = gain_of(Silver())
        useful = [card for card in self.cards if gain_of(card) > silver and card.types & {Type.ACTION, Type.TREASURE}]
        self.better = tuple(sorted(useful, key=lambda card: (-card.cost.coins, -gain_of(card), card.name)))
        self.terminals = tuple(card for card in self.cards if is_terminal(card))
        self.odd_treasures = any(Type.TREASURE in card.types and not card.any_order for card in self.cards)


def cards_in(pile: str) -> tuple[Card, ...]:
    """The cards in the pile of that name, each once."""
    mixed = PILES.get(pile)
    return (CARDS[pile],) if mixed is None else tuple(dict.fromkeys(card for card, _, _ in mixed.cards))


@lru_cache(maxsize=256)
def kingdom_of(piles: tuple[str, ...]) -> Kingdom:
    """The Kingdom of these piles; the same object for the same ones."""
    return Kingdom(piles)
