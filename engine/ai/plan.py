"""What an AI does on its turn: which Actions it plays, in which order, and what it buys.

The plan is big money: Treasures, then the dearest Victory cards, and with the style "kingdom" the few Kingdom cards that
make such a deck better.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from engine.ai.worth import (
    GIFTS,
    UPGRADES,
    burden,
    enough_terminals,
    gain_of,
    gain_worth,
    gift_worth,
    is_terminal,
    landmark_points,
    point_worth,
    worth,
)
from engine.card import CARDS, Card, Cost, Type
from engine.cards.alchemy import POTION
from engine.cards.basic import Copper, Curse, Duchy, Estate, Gold, Province, Silver

if TYPE_CHECKING:
    from engine.ai.eyes import Eyes, Question


class Style(NamedTuple):
    """How a player plans: whether it uses what the Kingdom offers."""

    kingdom: bool


MIDDLING = frozenset({"buy:Silver", "buy:Estate", "end"})
"""What big money buys where it gets nothing good."""

DECK_BUILT = 10
"""The round up to which a better deck is worth more than a few points."""

THRONES = frozenset({"Crown", "Throne Room"})
"""Cards that play another one twice."""

COUNTS_COINS = frozenset({"Fortune"})
"""Treasures that bring the more, the more coins there are already."""

STYLES = {"big-money": Style(kingdom=False), "kingdom": Style(kingdom=True)}


def turn(eyes: Eyes, question: Question, style: Style) -> str:
    """What to do next on one's own turn."""
    odd = eyes.kingdom.odd_treasures
    if odd and eyes.phase == "buy" and (treasure := odd_treasure(eyes, question, last=False)) is not None:
        return treasure
    if question.offers("treasures"):
        return "treasures"
    if eyes.phase == "action":
        card = best_action(eyes, question)
        return f"play:{card.name}" if card is not None else "buys"
    if odd and (treasure := odd_treasure(eyes, question, last=True)) is not None:
        return treasure
    if eyes.debt and eyes.coins:
        return f"debt:{min(eyes.debt, eyes.coins)}"
    if not eyes.buys:
        return "end"
    return purchase(eyes, question) if style.kingdom else first_offered(question, money_plan_now(eyes))


def odd_treasure(eyes: Eyes, question: Question, *, last: bool) -> str | None:
    """A Treasure that isn't played together with the others: before them, or, where it counts what they brought, after them."""
    for card in eyes.hand:
        if not card.any_order and (card.name in COUNTS_COINS) == last and question.offers(f"play:{card.name}"):
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
    if card.name in THRONES:
        return any(Type.ACTION in other.types and helps_played_from(other, rest, eyes) for other in rest)
    return helps_played_from(card, rest, eyes)


def helps_played_from(card: Card, rest: Sequence[Card], eyes: Eyes) -> bool:
    """Whether `card` can do any good with `rest` left in hand."""
    if card.name in TRASHERS:
        return any(trash_worth(card.name, other, eyes) > 0 for other in rest)
    if card.name == "Moneylender":
        return COPPER in rest
    if card.name == "Cellar":
        return any(dead(other) for other in rest)
    return True


def dead(card: Card) -> bool:
    """Whether `card` does nothing in hand."""
    return not card.types & {Type.ACTION, Type.TREASURE}


def trash_worth(cause: str | None, card: Card, eyes: Eyes) -> float:
    """How good it is to trash `card` from hand for `cause`."""
    if cause in UPGRADES:
        only = Type.TREASURE if cause == "Mine" else None
        if only is not None and only not in card.types:
            return 0
        return best_gain(eyes.cost(card).plus(UPGRADES[cause]), eyes, only) - worth(card, eyes)
    tomb = point_worth(eyes) * ("Tomb" in eyes.kingdom.landmarks)
    return tomb + PAYS_FOR_TRASH.get(cause or "", no_pay)(card, eyes) - worth(card, eyes)


def best_gain(limit: Cost, eyes: Eyes, only: Type | None = None) -> float:
    """What the best card costing up to `limit` is worth now; `only` of that type."""
    within = [
        other
        for other in (*BASIC, *eyes.kingdom.cards)
        if eyes.left(other) and eyes.cost(other) <= limit and (only is None or only in other.types)
    ]
    return max((gain_worth(other, eyes) for other in within), default=-3)


def apprentice_pay(card: Card, eyes: Eyes) -> float:
    """What an Apprentice gives for trashing `card`."""
    cost = eyes.cost(card)
    return 0.6 * (cost.coins + 2 * cost.potion)


def catapult_pay(card: Card, eyes: Eyes) -> float:
    """What a Catapult does for trashing `card`."""
    return 0.6 * (eyes.cost(card).coins >= 3 and eyes.left(CURSE) > 0) + 0.4 * (Type.TREASURE in card.types)


def sacrifice_pay(card: Card, eyes: Eyes) -> float:
    """What a Sacrifice gives for trashing `card`."""
    pay = 1.2 * (Type.ACTION in card.types) + 0.6 * (Type.TREASURE in card.types)
    return pay + 2 * point_worth(eyes) * (Type.VICTORY in card.types)


def transmute_pay(card: Card, eyes: Eyes) -> float:
    """What a Transmute gives for trashing `card`."""
    duchy, gold = (worth(gain, eyes) * (eyes.left(gain) > 0) for gain in (DUCHY, GOLD))
    return duchy * (Type.ACTION in card.types) + gold * (Type.VICTORY in card.types)


def no_pay(card: Card, eyes: Eyes) -> float:
    """What most cards give for trashing `card`."""
    return 0


PAYS_FOR_TRASH: dict[str, Callable[[Card, Eyes], float]] = {
    "Apprentice": apprentice_pay,
    "Catapult": catapult_pay,
    "Chapel": no_pay,
    "Ritual": lambda card, eyes: eyes.cost(card).coins * point_worth(eyes),
    "Sacrifice": sacrifice_pay,
    "Temple": no_pay,
    "Transmute": transmute_pay,
}
"""What cards that trash another one from hand pay for it, in coins, apart from what it is worth to be rid of it. What helps
this turn only counts half."""

TRASHERS = frozenset({*UPGRADES, *PAYS_FOR_TRASH})


def precedence(card: Card, eyes: Eyes) -> float:
    """What is played first: villages, then other cards that cost no Action (those that need a full hand last), then with Actions
    to spare what draws, then the strongest."""
    if card.name in THRONES and Type.ACTION in card.types and eyes.phase == "action":
        return 150
    if card.actions:
        return 100 + 10 * card.actions + 5 * card.cards + gain_of(card)
    return gain_of(card) + (20 * card.cards if eyes.actions > 1 else 0)


# ---- buying

PROVINCE, DUCHY, ESTATE, GOLD, SILVER, COPPER, CURSE = Province(), Duchy(), Estate(), Gold(), Silver(), Copper(), Curse()
BASIC: tuple[Card, ...] = (PROVINCE, GOLD, DUCHY, SILVER, ESTATE, COPPER)


def first_offered(question: Question, wanted: Iterable[str]) -> str:
    """The first of `wanted` that can be had."""
    for id in wanted:
        if question.offers(id):
            return id
    return "end"


def purchase(eyes: Eyes, question: Question) -> str:
    """The best to buy in this Kingdom: a card, unless an Event gives more."""
    choice = first_offered(question, shopping_list(eyes))
    if eyes.kingdom.landmarks and choice in MIDDLING:
        choice = for_landmarks(choice, eyes, question)
    card = None if choice == "end" else CARDS[choice.removeprefix("buy:")]
    if eyes.kingdom.events:
        events = [event for event in eyes.kingdom.events if question.offers(f"event:{event.name}")]
        event = max(events, key=lambda event: gift_worth(event, eyes) - burden(event, eyes), default=None)
        if event is not None and better_event(event, card, eyes):
            return f"event:{event.name}"
    return choice


def for_landmarks(choice: str, eyes: Eyes, question: Question) -> str:
    """What to buy rather than `choice` because the Landmarks give points for it; while the deck still grows, only with money
    that would be lost."""
    if choice != "end" and eyes.round <= DECK_BUILT:
        return choice
    best, value = choice, 0.0 if choice == "end" else worth(CARDS[choice.removeprefix("buy:")], eyes)
    for card in (*eyes.kingdom.cards, COPPER):
        wanted = landmark_points(card, eyes) > 0 and not card.cost.debt and worth(card, eyes) > value
        if wanted and question.offers(f"buy:{card.name}"):
            best, value = f"buy:{card.name}", worth(card, eyes)
    return best


def better_event(event: Card, card: Card | None, eyes: Eyes) -> bool:
    """Whether to buy `event` rather than `card`: where that one is bought for its points, if there are more in the Event."""
    if card is not None and Type.VICTORY in card.types:
        return GIFTS[event.name].points > card.points
    value = gift_worth(event, eyes) - burden(event, eyes)
    return value > 0 and (card is None or value >= worth(card, eyes))


def shopping_list(eyes: Eyes) -> Iterable[str]:
    """What to buy in this Kingdom, best first; not all of it can be paid."""
    kingdom = eyes.kingdom
    for id in money_plan_now(eyes):
        if id == "buy:Gold":
            yield from wishes(kingdom.golden, eyes)
        elif id == "buy:Silver":
            yield from wishes(kingdom.better, eyes)
            if kingdom.potions and wants_potion(eyes):
                yield "buy:Potion"
        if not kingdom.landmarks or worth(CARDS[id[4:]], eyes) > 0:
            yield id


def wishes(cards: Iterable[Card], eyes: Eyes) -> Iterator[str]:
    """Those of `cards` that do good now."""
    for card in cards:
        terminal = is_terminal(card) and enough_terminals(card, eyes)
        if not terminal and (not card.cost.debt or burden(card, eyes) <= gain_of(card) - gain_of(SILVER)):
            yield f"buy:{card.name}"


def wants_potion(eyes: Eyes) -> bool:
    """Whether to buy a Potion: one for every second player, as nobody may count their own, and not too late."""
    taken = POTION.pile_size(eyes.seats) - eyes.left(POTION)
    return eyes.round <= 8 and POTION not in eyes.in_play and taken < (eyes.seats + 1) // 2


def money_plan_now(eyes: Eyes) -> Sequence[str]:
    """What big money buys now, best first."""
    provinces = eyes.left(PROVINCE)
    return MONEY_PLANS[eyes.piles_left <= 1][provinces if provinces < 7 else 7]


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
