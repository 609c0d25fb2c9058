"""How an AI ends the game if that wins it, and avoids ending it if that loses it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from typing import TYPE_CHECKING

from engine.card import Card, Cost
from engine.cards.basic import Duchy

if TYPE_CHECKING:
    from engine.ai.perception import Eyes, Question

MOST_ENDINGS = 200
"""How many ways to empty the last piles an AI considers: there can be thousands, each with a score to work out."""


def left_to_end(eyes: Eyes) -> int:
    """Return how many cards are left in the smallest pile that ends the game when empty (R65)."""
    endings = eyes.kingdom.endings
    return eyes.left(endings[0]) if len(endings) == 1 else min([eyes.left(card) for card in endings])


def closing(eyes: Eyes) -> bool:
    """Return whether the game ends with this turn, whatever else happens."""
    return eyes.piles_left <= 0 or not left_to_end(eyes)


def in_reach(eyes: Eyes) -> bool:
    """Return whether this turn's purchases could end the game."""
    return eyes.piles_left <= eyes.buys or left_to_end(eyes) <= eyes.buys


def closes(card: Card, eyes: Eyes) -> bool:
    """Return whether the game ends with this turn once a `card` has left the Supply."""
    return eyes.left(card) == 1 and (eyes.piles_left <= 1 or card.ends_game)


def hopeless(eyes: Eyes) -> bool:
    """Return whether the seat couldn't win even with all points left in the Supply."""
    supply = (*eyes.kingdom.for_points, *eyes.kingdom.cards)
    return eyes.reckoning.lead() + sum(max(0, card.points) * eyes.left(card) for card in supply) < 0


def loses(gained: Sequence[Card], eyes: Eyes, vp: int = 0) -> bool:
    """Return whether gaining these, which ends the game, is a mistake: it loses a game that could still be won."""
    return eyes.reckoning.lead(gained, vp) < 0 and not hopeless(eyes)


def invites(card: Card, eyes: Eyes) -> bool:
    """Return whether gaining `card` leaves the last card of a game-ending pile to a rival whose lead is too large for a Duchy to
    make up."""
    return card.ends_game and eyes.left(card) == 2 and eyes.reckoning.lead([card]) < -Duchy.points


def winning_buy(eyes: Eyes, question: Question) -> str | None:
    """Return the next buy of a series that ends and wins the game this turn, if there is one."""
    for cards in closing_buys(eyes):
        cards += best_points(eyes, cards)
        if eyes.reckoning.lead(cards) >= 0:
            for card in cards:
                if question.offers(f"buy:{card.name}"):
                    return f"buy:{card.name}"
    return None


def closing_buys(eyes: Eyes) -> Iterator[list[Card]]:
    """Yield each set of purchases that would end the game now."""
    left, buys, piles = eyes.left, eyes.buys, eyes.piles_left
    for ending in eyes.kingdom.endings:
        last: list[Card] = [ending] * left(ending)
        if last and payable(last, eyes):
            yield last
    if piles > buys:
        return
    few = [card for card in eyes.kingdom.every if 0 < left(card) <= buys and payable([card] * left(card), eyes)]
    for cards in islice(combinations(few, piles), MOST_ENDINGS):
        bought = [card for card in cards for _ in range(left(card))]
        if payable(bought, eyes):
            yield bought


def payable(cards: Sequence[Card], eyes: Eyes) -> bool:
    """Return whether all of these can be bought this turn, one after the other."""
    if len(cards) > eyes.buys:
        return False
    costs = [eyes.cost(card) for card in cards]
    indebted = len(cards) > 1 and any(cost.debt for cost in costs)
    return not indebted and Cost(sum(c.coins for c in costs), sum(c.potion for c in costs)) <= (eyes.coins, eyes.potions, 0)


def best_points(eyes: Eyes, bought: Sequence[Card]) -> list[Card]:
    """Return what to buy for points with the coins and Buys left after `bought`."""
    coins = eyes.coins - sum(eyes.cost(card).coins for card in bought)
    buys = eyes.buys - len(bought)
    more: list[Card] = []
    for card in eyes.kingdom.for_points:
        while buys and eyes.cost(card).coins <= coins and eyes.left(card) > (*bought, *more).count(card):
            more.append(card)
            coins -= eyes.cost(card).coins
            buys -= 1
    return more
