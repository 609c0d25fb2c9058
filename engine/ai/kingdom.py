"""What an AI works out about a Kingdom once: the cards worth having, according to their facts."""

from __future__ import annotations

from functools import lru_cache

from engine.ai.valuation import WORTH_A_POTION, gain_of, is_terminal
from engine.card import CARDS, Card, Type
from engine.cards.basic import BASIC_CARDS, Gold, Silver
from engine.extras import optional_cards
from engine.piles import cards_in


class Prospects:
    """`cards` are all cards in a Kingdom's piles, `every` includes the basic ones. `better` are worth more than Silver to a deck of
    Treasures, best first; of these, `golden` are worth more than Gold. `potions` says whether the cards that cost a Potion are
    together worth one. `terminals` use up an Action. `odd_treasures` says whether some Treasures aren't played together with the
    rest. `landscapes` are the names of all landscapes, `events` those of known worth, `payers` those that pay for a card.
    `optional` names the basic cards that aren't in every game, `added` are the cards
    themselves. The piles in `endings` each end the game when
    empty; basic cards `for_points` are only bought for their points, best first. `odd_points` says whether cards other than Victory
    cards give points, or Victory cards give other points than printed."""

    __slots__ = (
        "added", "better", "cards", "endings", "events", "every", "for_points", "golden", "landscapes", "odd_points",
        "odd_treasures", "optional", "payers", "piles", "potions", "terminals",
    )  # fmt: skip

    def __init__(self, piles: tuple[str, ...], landscapes: tuple[str, ...], optional: tuple[str, ...]) -> None:
        self.piles = piles
        self.optional = optional
        self.added = tuple(card for name in optional for card in optional_cards()[name])
        basic = (*BASIC_CARDS, *self.added)
        self.endings = tuple(card for card in basic if card.ends_game)
        self.for_points = tuple(sorted((card for card in basic if Type.VICTORY in card.types), key=lambda card: -card.points))
        self.cards = tuple(card for pile in piles for card in cards_in(pile))
        self.every = (*basic, *self.cards)
        useful = [card for card in self.cards if gain_of(card) > gain_of(Silver()) and card.types & {Type.ACTION, Type.TREASURE}]
        self.potions = sum(gain_of(card) - gain_of(Silver()) for card in useful if card.cost.potion) >= WORTH_A_POTION
        useful = [card for card in useful if self.potions or not card.cost.potion]
        self.better = tuple(sorted(useful, key=lambda card: (-gain_of(card), card.name)))
        self.golden = tuple(card for card in self.better if gain_of(card) > gain_of(Gold()))
        self.terminals = tuple(card for card in self.cards if is_terminal(card))
        self.odd_treasures = any(Type.TREASURE in card.types and not card.any_order for card in self.cards)
        self.landscapes = landscapes
        beside = [CARDS[name] for name in landscapes]
        self.events = tuple(card for card in beside if type(card).gift is not Card.gift)
        self.payers = tuple(card for card in beside if type(card).reward is not Card.reward)
        scoring = any(card.counts_at_end for card in beside)
        self.odd_points = scoring or any(card.scores_by_rule for card in self.cards)


@lru_cache(maxsize=256)
def kingdom_of(piles: tuple[str, ...], landscapes: tuple[str, ...] = (), optional: tuple[str, ...] = ()) -> Prospects:
    """Return what these piles, landscapes and optional basic cards offer; the same arguments return the same object."""
    return Prospects(piles, landscapes, optional)
