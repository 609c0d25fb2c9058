"""What Events give, as far as that can be estimated. AIs ignore those that only hinder everyone."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from engine.ai.valuation import burden, gain_worth, is_junk, keeping, point_worth, worth
from engine.card import Card, Type
from engine.cards.basic import Copper, Curse, Duchy, Estate, Gold, Province, Silver

if TYPE_CHECKING:
    from engine.ai.perception import Eyes


class Gift(NamedTuple):
    """Cards and VP tokens gained, cards lost, and what else it is good for, in coins."""

    cards: tuple[Card, ...] = ()
    vp: int = 0
    lost: tuple[Card, ...] = ()
    good: float = 0

    @property
    def points(self) -> int:
        """Return the points in it."""
        return self.vp + sum(card.points for card in self.cards) - sum(card.points for card in self.lost)

    @property
    def mere_points(self) -> bool:
        """Return whether it gives points and nothing else."""
        return not self.lost and not self.good and all(Type.VICTORY in card.types for card in self.cards)


NOTHING = Gift(good=-1)


def best(limit: int, eyes: Eyes, fits: Callable[[Card], bool]) -> tuple[Card, ...]:
    """Return the best card that `fits` and costs up to `limit` coins, if there is one."""
    cards = [card for card in (Silver(), *eyes.kingdom.cards) if eyes.left(card) and fits(card)]
    cards = [card for card in cards if eyes.cost(card) <= (limit, 0, 0)]
    return (max(cards, key=lambda card: (gain_worth(card, eyes), card.name)),) if cards else ()


def advance(eyes: Eyes) -> Gift:
    """Return a swap of the worst Action in hand for the best one up to $6."""
    actions = [card for card in eyes.hand if Type.ACTION in card.types]
    gained = best(6, eyes, lambda card: Type.ACTION in card.types)
    if not actions or not gained:
        return NOTHING
    return Gift(gained, lost=(min(actions, key=lambda card: (keeping(card, eyes), card.name)),))


def banquet(eyes: Eyes) -> Gift:
    """Return two Coppers, which also get in the way, and the best non-Victory card up to $5."""
    return Gift((Copper(), Copper(), *best(5, eyes, lambda card: Type.VICTORY not in card.types)), good=-1)


def donate(eyes: Eyes) -> Gift:
    """Return the loss of all junk."""
    return Gift(lost=tuple(card for card, count in eyes.mine.items() if is_junk(card, eyes) for _ in range(count)))


def ritual(eyes: Eyes) -> Gift:
    """Return a Curse, and the VP for a card in hand by its cost."""
    if not eyes.left(Curse()) or not eyes.hand:
        return NOTHING
    card = max(eyes.hand, key=lambda card: (eyes.cost(card).coins * point_worth(eyes) - keeping(card, eyes), card.name))
    return Gift((Curse(),), eyes.cost(card).coins, (card,))


GIFTS: dict[str, Callable[[Eyes], Gift]] = {
    "Advance": advance,
    "Annex": lambda eyes: Gift((Duchy(),)),
    "Banquet": banquet,
    "Conquest": lambda eyes: Gift((Silver(), Silver()), 2),
    "Delve": lambda eyes: Gift((Silver(),)),
    "Dominate": lambda eyes: Gift((Province(),), 9),
    "Donate": donate,
    "Ritual": ritual,
    "Salt the Earth": lambda eyes: Gift((), 1),
    "Triumph": lambda eyes: Gift((Estate(),), 1) if eyes.left(Estate()) else NOTHING,
    "Wedding": lambda eyes: Gift((Gold(),), 1),
    "Windfall": lambda eyes: Gift((Gold(),) * 3) if eyes.drawn_out else NOTHING,
}


def gift(event: str, eyes: Eyes) -> Gift:
    """Return what a known Event gives now, of the cards that are left."""
    given = GIFTS[event](eyes)
    return given._replace(cards=tuple(card for card in given.cards if eyes.left(card)))


def gift_worth(event: Card, eyes: Eyes) -> float:
    """Return what buying `event`, a known one, is worth now, less its debt."""
    given = gift(event.name, eyes)
    gained = sum(worth(card, eyes) for card in given.cards) + given.vp * point_worth(eyes)
    return gained + given.good - sum(keeping(card, eyes) for card in given.lost) - burden(event, eyes)
