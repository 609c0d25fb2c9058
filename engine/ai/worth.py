"""What cards are worth to an AI: in coins, by the facts printed on them, at this point of the game.

The measure is what one more copy adds to an average turn. A plain deck yields about `AVERAGE` coins a card, so a card has to
make more than that to be worth its place; drawing a card is worth as much. Text beyond the "+" lines is taken to be worth what
its cost suggests. `KNOWN` corrects that for cards whose text a plain player uses better, or worse, than that.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

from engine.card import Card, Type
from engine.cards.basic import ENDS_THE_GAME

if TYPE_CHECKING:
    from engine.ai.eyes import Eyes

AVERAGE = 1.2
KNOWN = {
    "Artisan": 1.2,
    "Bandit": 1.4,
    "Cellar": 0.1,
    "Chapel": 0.0,
    "Council Room": 2.4,
    "Library": 2.0,
    "Mine": 0.7,
    "Moat": 0.5,
    "Remodel": 0.7,
    "Spy": 0.3,
    "Thief": 0.3,
    "Throne Room": 0.3,
    "Workshop": -0.2,
}
UPGRADES = {"Remodel": 2, "Mine": 3}
"""Cards that trash one card for another, and by how much dearer that one may be."""

DISCARDS_FOR_CARDS = frozenset({"Cellar"})
"""Cards that give a new card for each one discarded."""


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


def worth(card: Card, eyes: Eyes) -> float:
    """What owning a copy of `card` is worth now."""
    late = closeness(eyes)
    points = card.points if Type.VICTORY not in card.types or card.points else 2
    return gain_of(card) * (1 - 0.8 * late) + points * (0.4 + 1.1 * late)


def gain_worth(card: Card, eyes: Eyes) -> float:
    """What gaining a copy of `card` is worth now: terminal Actions only as many as a turn can play."""
    value = worth(card, eyes)
    return value - 2 if is_terminal(card) and enough_terminals(card, eyes) else value


def enough_terminals(card: Card, eyes: Eyes) -> bool:
    """Whether the seat has, as far as anyone can tell, its share of terminal Actions. Nobody may count their own discard pile
    or deck, so this goes by what has left the Supply and by what lies before the player."""
    wanted = 1 if eyes.round <= 4 else 2 if eyes.round <= 12 else 3
    mine = sum(is_terminal(each) for each in (*eyes.hand, *eyes.in_play))
    taken = sum(each.pile_size(eyes.seats) - eyes.left(each) for each in eyes.kingdom.terminals)
    return mine >= wanted or taken >= wanted * eyes.seats


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
