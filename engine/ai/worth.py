"""What cards are worth to an AI: in coins, by the facts printed on them, at this point of the game.

The measure is what one more copy adds to an average turn. A plain deck yields about `AVERAGE` coins a card, so a card has to
make more than that to be worth its place; drawing a card is worth as much. Text beyond the "+" lines is taken to be worth what
its cost suggests. `KNOWN` corrects that for cards whose text a plain player uses better, or worse, than that.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from engine.card import Card, Type
from engine.cards.basic import ENDS_THE_GAME, Copper, Duchy, Estate, Gold, Province, Silver

if TYPE_CHECKING:
    from engine.ai.eyes import Eyes

AVERAGE = 1.2
KNOWN = {
    "Adventurer": 0.8,
    "Apothecary": 0.8,
    "Apprentice": 0.7,
    "Archive": 1.75,
    "Artisan": 1.7,
    "Bandit": 1.4,
    "Bureaucrat": 0.7,
    "Capital": 0.8,
    "Catapult": 0.6,
    "Cellar": 0.1,
    "Chapel": 0.0,
    "Chariot Race": 1.7,
    "Charm": 0.8,
    "City Quarter": 0.8,
    "Council Room": 1.3,
    "Crown": 0.8,
    "Encampment": 0.5,
    "Enchantress": 0.8,
    "Festival": 0.8,
    "Fortune": 2.5,
    "Forum": 1.7,
    "Gladiator": 0.5,
    "Golem": 1.5,
    "Legionary": 1.75,
    "Library": 1.5,
    "Militia": 1.6,
    "Mine": 0.7,
    "Moat": 0.5,
    "Overlord": 0.8,
    "Possession": 1.5,
    "Remodel": 0.7,
    "Rocks": 1.0,
    "Royal Blacksmith": 1.4,
    "Sentry": 0.9,
    "Smithy": 1.5,
    "Spy": 0.3,
    "Temple": 0.7,
    "Thief": 0.3,
    "Throne Room": 0.3,
    "Woodcutter": 0.7,
    "Workshop": -0.2,
}
WORTH_A_POTION = 2.4
"""What a card with a Potion in its cost has to be worth to be worth a Potion too, which is little good for anything else."""

OWING = 0.5
"""What each debt token costs that stays unpaid at the end of a turn: a coin of the next one, which can't always be spent well."""

UPGRADES = {"Remodel": 2, "Mine": 3}
"""Cards that trash one card for another, and by how much dearer that one may be."""

DISCARDS_FOR_CARDS = frozenset({"Cellar"})
"""Cards that give a new card for each one discarded."""


class Gift(NamedTuple):
    """What an Event gives: cards, VP tokens."""

    cards: tuple[Card, ...] = ()
    vp: int = 0

    @property
    def points(self) -> int:
        """The points in it."""
        return self.vp + sum(card.points for card in self.cards)


GIFTS = {
    "Annex": Gift((Duchy(),)),
    "Conquest": Gift((Silver(), Silver()), 2),
    "Delve": Gift((Silver(),)),
    "Dominate": Gift((Province(),), 9),
    "Salt the Earth": Gift((), 1),
    "Triumph": Gift((Estate(),), 1),
    "Wedding": Gift((Gold(),), 1),
}
"""What Events give, as far as it can be said in advance."""


@cache
def gain_of(card: Card) -> float:
    """What a copy of `card` adds to a deck in the middle of a game, points apart."""
    if card.name in KNOWN:
        return KNOWN[card.name]
    printed = card.cards * AVERAGE + card.coins + 0.5 * card.potions + 0.3 * card.buys + 0.2 * max(0, card.actions - 1)
    if not card.plain:
        printed = max(printed, 0.5 * (card.cost.coins + 2 * card.cost.potion + 0.7 * card.cost.debt))
    if Type.ATTACK in card.types:
        printed += 1.2
    return printed - AVERAGE


def is_terminal(card: Card) -> bool:
    """Whether playing `card` uses up an Action."""
    return Type.ACTION in card.types and not card.actions


def closeness(eyes: Eyes) -> float:
    """How close the end of the game is: 0 far away, 1 at hand."""
    nearest = min(eyes.left(card) for card in ENDS_THE_GAME)
    return max(0.0, min(1.0, max(1 - (nearest - 1) / 5, 0.7 if eyes.piles_left <= 1 else 0.0)))


def point_worth(eyes: Eyes) -> float:
    """What a point is worth now."""
    return 0.4 + 1.1 * closeness(eyes)


def worth(card: Card, eyes: Eyes) -> float:
    """What owning a copy of `card` is worth now."""
    late = closeness(eyes)
    points = card.points if Type.VICTORY not in card.types or card.points else 2
    if eyes.kingdom.landmarks:
        points += landmark_points(card, eyes)
    return gain_of(card) * (1 - 0.8 * late) + points * (0.4 + 1.1 * late)


def landmark_points(card: Card, eyes: Eyes) -> int:
    """The points that one more copy of `card` brings by the Landmarks, as far as the table tells. Of a card that nobody has
    taken yet, it would be one's first."""
    first = not card.basic and eyes.left(card) == card.pile_size(eyes.seats)
    points = {
        "Bandit Fort": -2 * (card in (Silver(), Gold())),
        "Fountain": card is Copper(),
        "Museum": 2 * first,
        "Orchard": Type.ACTION in card.types,
        "Palace": card is Gold(),
        "Triumphal Arch": Type.ACTION in card.types,
        "Wall": -1,
        "Wolf Den": -3 * first,
    }
    return sum(points.get(name, 0) for name in eyes.kingdom.landmarks)


def gift_worth(event: Card, eyes: Eyes) -> float:
    """What it is worth now to buy `event`, a known one."""
    gift = GIFTS[event.name]
    return sum(worth(card, eyes) for card in gift.cards if eyes.left(card)) + gift.vp * point_worth(eyes)


def burden(card: Card, eyes: Eyes) -> float:
    """What the debt weighs that buying `card` would leave."""
    cost = eyes.cost(card)
    return OWING * max(0, cost.debt - max(0, eyes.coins - cost.coins))


def gain_worth(card: Card, eyes: Eyes) -> float:
    """What gaining a copy of `card` is worth now: terminal Actions only as many as a turn can play."""
    value = worth(card, eyes)
    return value - 2 if is_terminal(card) and enough_terminals(card, eyes) else value


def enough_terminals(card: Card, eyes: Eyes) -> bool:
    """Whether the seat has, as far as anyone can tell, its share of terminal Actions. Nobody may count their own discard pile
    or deck, so this goes by what has left the Supply and by what lies before the player."""
    if eyes.round == 1:
        return False
    wanted = 1 if eyes.round <= 4 else 2 if eyes.round <= 12 else 3
    mine = sum(is_terminal(each) for each in (*eyes.hand, *eyes.in_play))
    taken = sum(each.pile_size(eyes.seats) - eyes.left(each) for each in eyes.kingdom.terminals)
    return mine >= wanted or taken >= wanted * (eyes.seats + 1) // 2


def use(card: Card, eyes: Eyes) -> float:
    """What `card` in hand does for its owner in the turn it can next be played in."""
    if Type.ACTION in card.types and (not eyes.my_turn or (eyes.phase == "action" and (eyes.actions or card.actions))):
        return max(0.3, gain_of(card) + 1) + (1 if card.actions else 0)
    if Type.TREASURE in card.types:
        return max(0.2, card.coins + 0.5 * card.potions)
    return -0.1 if Type.CURSE in card.types else 0.0


def uses(cards: Iterable[Card], eyes: Eyes) -> dict[Card, float]:
    """`use` of each of several cards kept together: of terminal Actions, the best one counts in full."""
    values = {card: use(card, eyes) for card in cards}
    terminals = sorted((card for card in values if is_terminal(card)), key=lambda card: (-values[card], card.name))
    spare = eyes.actions if eyes.my_turn else 1
    for card in terminals[max(1, spare) :]:
        values[card] = min(values[card], 0.5)
    return values


def is_junk(card: Card, eyes: Eyes) -> bool:
    """Whether a deck is better off without `card`."""
    return worth(card, eyes) < (0 if Type.TREASURE not in card.types else -0.3)
