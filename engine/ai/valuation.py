"""What cards are worth to an AI at this point in the game: in coins, judged by their printed facts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from engine.ai.score_model import REACH
from engine.card import Card, Type

if TYPE_CHECKING:
    from engine.ai.perception import Eyes

FITTED = Path(__file__).with_name("estimates.json")
"""What `benchmarks/fit.py` found out by playing."""

AVERAGE = 1.2
"""What an average card gives."""

DRAWN_LAST = 1.0
"""What a card drawn by the last Action of a turn gives: some can no longer be played."""

LATER = 0.8
"""What anything given at the start of the next turn is worth, relative to the same now, as the card misses shuffles more often."""

WORTH_A_POTION = 2.2
"""How much better than Silver all cards with a Potion in their cost must be in total to justify buying a Potion, which does little
else."""

SEEN = 0.6
"""How much of the worth of a turn's coins follows from what they can buy with this hand; the rest is their number."""

OWING = 0.5
"""What each unpaid debt token costs at the end of a turn: a coin of the next turn, which can't always be spent well."""

DECK_FOR_ONE = 12
"""How many cards a deck needs for each terminal Action."""


def default_gain(card: Card) -> float:
    """Return what a copy of `card` adds to a deck in the middle of a game, by its facts."""
    if card.strength is not None:
        return card.strength
    draw = AVERAGE if card.actions or Type.TREASURE in card.types else DRAWN_LAST
    printed = card.cards * draw + card.coins + 0.5 * card.potions + 0.3 * card.buys + 0.2 * max(0, card.actions - 1)
    if not card.plain:
        printed = max(printed, 0.5 * (card.cost.coins + 2 * card.cost.potion + 0.7 * card.cost.debt))
    if Type.ATTACK in card.types:
        printed += 1.2
    if (later := card.afterwards) is not None:
        printed += LATER * (later.draws * draw + later.coins + 0.3 * later.buys + 0.2 * later.actions)
    return printed - AVERAGE


def read_fitted() -> dict[str, float]:
    """Return the numbers that won more games than the defaults, by card."""
    return {name: tried["worth"] for name, tried in json.loads(FITTED.read_bytes()).items() if tried["worth"] is not None}


class Estimates(dict[Card, float]):
    """What copies of cards add to a deck: numbers by the cards' names, or else their defaults, worked out once."""

    def __init__(self, numbers: Mapping[str, float]) -> None:
        super().__init__()
        self.numbers = numbers

    def __missing__(self, card: Card) -> float:
        self[card] = gain = self.numbers.get(card.name, default_gain(card))
        return gain


class Belief:
    """Which estimates AIs go by."""

    estimates = Estimates(read_fitted())


def gain_of(card: Card) -> float:
    """Return what a copy of `card` adds to a deck in the middle of a game, not counting points."""
    return Belief.estimates[card]


@cache
def is_terminal(card: Card) -> bool:
    """Return whether playing `card` uses up an Action."""
    return Type.ACTION in card.types and not card.actions


def closeness(eyes: Eyes) -> float:
    """Return how close the end of the game is: 0 far away, 1 near."""
    late = 0.7 if eyes.piles_left <= 1 else 0.0
    for card in eyes.kingdom.endings:
        late = max(late, min(1.0, 1 - (eyes.left(card) - 1) / 5))
    return late


def point_worth(eyes: Eyes) -> float:
    """Return what a point is worth now."""
    return 0.4 + 1.1 * closeness(eyes)


def worth(card: Card, eyes: Eyes) -> float:
    """Return what owning one more copy of `card` is worth now."""
    late = closeness(eyes)
    return gain_of(card) * (1 - 0.8 * late) + weighed(points_in(card, eyes, late), card, late)


def weighed(points: float, card: Card, late: float) -> float:
    """Return what the points that come with `card` are worth now. A Treasure that costs two points makes up for them better while
    the end is far away."""
    if points < -1 and Type.TREASURE in card.types:
        return 1.5 * late * late * points
    return (0.4 + 1.1 * late) * points


def points_in(card: Card, eyes: Eyes, late: float) -> float:
    """Return the points that one more copy of `card` gives, or its share of them if it takes a few copies and there is time."""
    if not eyes.kingdom.odd_points:
        return card.points
    return eyes.reckoning.brings(card, max(1, min(eyes.left(card), REACH)) if late < 1 else 1)


def keeping(card: Card, eyes: Eyes) -> float:
    """Return what keeping a copy of `card` is worth now."""
    late = closeness(eyes)
    points: float = card.points
    if eyes.kingdom.odd_points and card in eyes.mine:
        # While there is time, the deck will change, and with it what the card costs or gives.
        more = eyes.reckoning.takes(card) - card.points
        points += late * more if more > 0 else more if late == 1 else 0
    return gain_of(card) * (1 - 0.8 * late) + weighed(points, card, late)


def burden(card: Card, eyes: Eyes) -> float:
    """Return the weight of the debt that buying `card` would leave."""
    cost = eyes.cost(card)
    return OWING * max(0, cost.debt - max(0, eyes.coins - cost.coins))


def gain_worth(card: Card, eyes: Eyes) -> float:
    """Return what gaining a copy of `card` is worth now: only as many terminal Actions count as a turn can play."""
    value = worth(card, eyes)
    return value - 2 if is_terminal(card) and enough_terminals(eyes) else value


def enough_terminals(eyes: Eyes) -> bool:
    """Return whether the seat has its share of terminal Actions: a number that fits the deck, plus one for each Action to spare."""
    terminals, spare, size = 0, 0, 0
    for each, count in eyes.mine.items():
        size += count
        if each.actions:
            spare += count * (each.actions - 1)
        elif Type.ACTION in each.types:
            terminals += count
    return terminals >= spare + size / DECK_FOR_ONE


def losing(card: Card, eyes: Eyes) -> float:
    """Return what losing a copy of `card` costs: a Treasure in hand can't be played this turn either."""
    cost = keeping(card, eyes)
    if card.coins and eyes.phase == "action" and Type.TREASURE in card.types and card in eyes.hand:
        cost -= more_coins(-card.coins, eyes)
    return cost


def more_coins(change: float, eyes: Eyes) -> float:
    """Return what having `change` coins more (or less) this turn is worth, judging by what can be bought with them; more Treasures
    and Buys might still come."""
    if not eyes.my_turn:
        return change
    coins = eyes.coins + sum([card.coins for card in eyes.hand if Type.TREASURE in card.types])
    late, point, enough = closeness(eyes), point_worth(eyes), enough_terminals(eyes)
    before = after = 0.0
    for card in eyes.kingdom.every:
        cost = eyes.cost(card)
        if not cost.potion and not cost.debt and cost.coins <= max(coins, coins + change) and eyes.left(card):
            gain = 0.0 if enough and is_terminal(card) else gain_of(card) * (1 - 0.8 * late)
            value = max(0.0, gain) + card.points * point
            before = max(before, value) if cost.coins <= coins else before
            after = max(after, value) if cost.coins <= coins + change else after
    return SEEN * (after - before) + (1 - SEEN) * change


def use(card: Card, eyes: Eyes) -> float:
    """Return what `card` in hand is worth to its owner on the next turn that can play it."""
    if Type.ACTION in card.types and (not eyes.my_turn or (eyes.phase == "action" and (eyes.actions or card.actions))):
        return max(0.3, gain_of(card) + 1) + (1 if card.actions else 0)
    if Type.TREASURE in card.types:
        return max(0.2, card.coins + 0.5 * card.potions)
    return -0.1 if Type.CURSE in card.types else 0.0


def uses(cards: Iterable[Card], eyes: Eyes) -> dict[Card, float]:
    """Return the `use` of each of several cards kept together: among terminal Actions, only the best one counts in full."""
    values = {card: use(card, eyes) for card in cards}
    terminals = sorted((card for card in values if is_terminal(card)), key=lambda card: (-values[card], card.name))
    spare = eyes.actions if eyes.my_turn else 1
    for card in terminals[max(1, spare) :]:
        values[card] = min(values[card], 0.5)
    return values


def is_junk(card: Card, eyes: Eyes) -> bool:
    """Return whether a deck is better off without `card`."""
    return keeping(card, eyes) < (0 if Type.TREASURE not in card.types else -0.3)
