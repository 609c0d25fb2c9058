"""What gifts are currently worth to an AI."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.advice import NO_GIFT, Gift
from engine.ai.valuation import burden, gain_of, is_terminal, keeping, more_coins, point_worth, worth

if TYPE_CHECKING:
    from engine.ai.perception import Eyes
    from engine.card import Card

DRAW = 0.9
"""How many coins a card drawn is likely to bring this turn."""

PLAYABLE = 1.2
"""What playing an Action now is worth, relative to what it adds to a deck."""

SPARE = 0.05
"""What an Action or Buy that has no use yet, or a card, is worth in addition to what it certainly gives."""


def weigh(gift: Gift, eyes: Eyes) -> float:
    """Return what `gift` is worth now."""
    value = sum([worth(card, eyes) for card in gift.cards]) - sum([keeping(card, eyes) for card in gift.lost])
    value += gift.vp * point_worth(eyes) + gift.good
    if gift.coins or gift.draws:
        value += more_coins(gift.coins + DRAW * gift.draws, eyes) + SPARE * gift.draws
    if gift.buys:
        value += 0.6 if eyes.coins + gift.coins >= 6 and eyes.buys == 1 else 0.15
    return value + more_actions(gift.actions, eyes)


def more_actions(actions: int, eyes: Eyes) -> float:
    """Return what more Actions are worth now: the value of the best terminals in hand that they would make playable."""
    if not actions:
        return 0
    waiting = sorted([gain_of(card) + PLAYABLE for card in eyes.hand if is_terminal(card)], reverse=True)
    return SPARE * actions + sum(waiting[eyes.actions : eyes.actions + actions])


def gift_of(event: Card, eyes: Eyes) -> Gift:
    """Return what an Event gives now, given the cards that are left."""
    given = event.gift(eyes) or NO_GIFT
    return given._replace(cards=tuple(card for card in given.cards if eyes.left(card)))


def event_worth(event: Card, eyes: Eyes) -> float:
    """Return what buying `event` is worth now, less its debt."""
    return weigh(gift_of(event, eyes), eyes) - burden(event, eyes)
