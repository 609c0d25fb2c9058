"""What an AI does on its turn: which Actions it plays, in which order, and what it buys.

The plan is big money: Treasures, then the dearest Victory cards, and with the style "kingdom" the few Kingdom cards that
make such a deck better.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from engine.ai.worth import UPGRADES, enough_terminals, gain_of, gain_worth, is_junk, is_terminal, worth
from engine.card import CARDS, Card, Type
from engine.cards.basic import Copper, Duchy, Estate, Gold, Province, Silver

if TYPE_CHECKING:
    from engine.ai.eyes import Eyes, Question


class Style(NamedTuple):
    """How a player plans: whether it uses what the Kingdom offers."""

    kingdom: bool


STYLES = {"big-money": Style(kingdom=False), "kingdom": Style(kingdom=True)}


def turn(eyes: Eyes, question: Question, style: Style) -> str:
    """What to do next on one's own turn."""
    if question.offers("treasures"):
        return "treasures"
    if eyes.phase == "action":
        card = best_action(eyes, question)
        return f"play:{card.name}" if card is not None else "buys"
    if eyes.kingdom.odd_treasures and (treasure := odd_treasure(eyes, question)) is not None:
        return treasure
    if eyes.debt and eyes.coins:
        return f"debt:{min(eyes.debt, eyes.coins)}"
    if eyes.buys:
        for wanted in shopping_list(eyes, style):
            if question.offers(wanted):
                return wanted
    return "end"


def odd_treasure(eyes: Eyes, question: Question) -> str | None:
    """A Treasure that isn't played together with the others."""
    for card in eyes.hand:
        if not card.any_order and question.offers(f"play:{card.name}"):
            return f"play:{card.name}"
    return None


# ---- Actions


def best_action(eyes: Eyes, question: Question) -> Card | None:
    """The Action to play next, or None where none would help."""
    playable = {CARDS[option.card] for option in question.options if option.id.startswith("play:") and option.card is not None}
    helpful = [card for card in playable if helps(card, eyes)]
    return max(helpful, key=lambda card: (precedence(card, eyes), card.name)) if helpful else None


def helps(card: Card, eyes: Eyes) -> bool:
    """Whether playing `card` now can do any good. Nothing is wrong with an Action that does nothing, but it may do harm."""
    rest = list(eyes.hand)
    rest.remove(card)
    if card.name == "Throne Room":
        return any(Type.ACTION in other.types and helps_played_from(other, rest, eyes) for other in rest)
    return helps_played_from(card, rest, eyes)


def helps_played_from(card: Card, rest: Sequence[Card], eyes: Eyes) -> bool:
    """Whether `card` can do any good with `rest` left in hand."""
    if card.name in UPGRADES:
        return any(best_upgrade(card.name, other, eyes) > 0 for other in rest)
    if card.name == "Chapel":
        return any(is_junk(other, eyes) for other in rest)
    if card.name == "Moneylender":
        return COPPER in rest
    if card.name == "Cellar":
        return any(dead(other) for other in rest)
    return True


def dead(card: Card) -> bool:
    """Whether `card` does nothing in hand."""
    return not card.types & {Type.ACTION, Type.TREASURE}


def best_upgrade(upgrade: str, card: Card, eyes: Eyes) -> float:
    """How much better the best card is that `upgrade` can make of `card`."""
    limit = eyes.cost(card).plus(UPGRADES[upgrade])
    only = Type.TREASURE if upgrade == "Mine" else None
    if only is not None and only not in card.types:
        return 0
    within = [
        other
        for other in (*BASIC, *eyes.kingdom.cards)
        if eyes.left(other) and eyes.cost(other) <= limit and (only is None or only in other.types)
    ]
    return max((gain_worth(other, eyes) for other in within), default=-3) - worth(card, eyes)


def precedence(card: Card, eyes: Eyes) -> float:
    """What is played first: villages, then other cards that cost no Action (those that need a full hand last), then with Actions
    to spare what draws, then the strongest."""
    if card.name == "Throne Room":
        return 150
    if card.actions:
        return 100 + 10 * card.actions + 5 * card.cards + gain_of(card)
    return gain_of(card) + (20 * card.cards if eyes.actions > 1 else 0)


# ---- buying

PROVINCE, DUCHY, ESTATE, GOLD, SILVER, COPPER = Province(), Duchy(), Estate(), Gold(), Silver(), Copper()
BASIC: tuple[Card, ...] = (PROVINCE, GOLD, DUCHY, SILVER, ESTATE, COPPER)


def shopping_list(eyes: Eyes, style: Style) -> Sequence[str]:
    """What to buy, best first, as answers; not all of it can be paid."""
    provinces = eyes.left(PROVINCE)
    money = MONEY_PLANS[eyes.piles_left <= 1][provinces if provinces < 7 else 7]
    if not style.kingdom or not eyes.kingdom.better:
        return money
    wanted = [f"buy:{card.name}" for card in eyes.kingdom.better if not is_terminal(card) or not enough_terminals(card, eyes)]
    silver = money.index("buy:Silver")
    return [*money[:silver], *wanted, *money[silver:]]


def money_plan(provinces: int, last_pile: bool) -> tuple[str, ...]:
    """What to buy in any Kingdom with so many Provinces left (7: or more), or with only one more pile to run out."""
    near_end = provinces <= 2 or last_pile
    plan = [
        (PROVINCE, True),
        (DUCHY, provinces <= 4 or last_pile),
        (GOLD, True),
        (DUCHY, 4 < provinces <= 6 and not last_pile),
        (ESTATE, near_end),
        (SILVER, True),
        (ESTATE, provinces <= 3 and not near_end),
    ]
    return tuple(f"buy:{card.name}" for card, wanted in plan if wanted)


MONEY_PLANS = [[money_plan(provinces, last_pile) for provinces in range(8)] for last_pile in (False, True)]
