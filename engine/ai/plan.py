"""What an AI does on its turn: which Actions it plays, in what order, and what it buys.

The plan is big money: Treasures, then the most expensive Victory cards, and with the style "kingdom" the few Kingdom cards that
improve such a deck.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from engine.ai.ending import closes, closing, in_reach, invites, left_to_end, loses, winning_buy
from engine.ai.gifts import event_worth, gift_of, weigh
from engine.ai.valuation import (
    burden,
    closeness,
    enough_terminals,
    gain_of,
    is_terminal,
    losing,
    points_in,
    use,
    worth,
)
from engine.card import CARDS, Card, Cost, Held, Type
from engine.cards.alchemy import POTION
from engine.cards.basic import Copper, Duchy, Estate, Gold, Province, Silver
from engine.mechanisms import TOKENS

if TYPE_CHECKING:
    from engine.ai.perception import Eyes, Question


class Style(NamedTuple):
    """How an AI plans: whether it uses what the Kingdom offers."""

    kingdom: bool


BUY_PROVINCE, BUY_DUCHY, BUY_GOLD, BUY_SILVER, BUY_POTION = "buy:Province", "buy:Duchy", "buy:Gold", "buy:Silver", "buy:Potion"

DECK_BUILT = 10
"""The round up to which improving the deck beats a few points."""

GOLD_PAYS = 15
"""The round up to which Gold brings in more than a Duchy is worth."""

POTION_TIME = 4
"""The last round in which to buy a Potion, so that it gets enough use."""

STYLES = {"big-money": Style(kingdom=False), "kingdom": Style(kingdom=True)}


def turn(eyes: Eyes, question: Question, style: Style) -> str:
    """Return what to do next on your own turn."""
    if eyes.phase == "action":
        card = best_action(eyes, question)
        return f"play:{card.name}" if card is not None else "buys"
    odd = eyes.kingdom.odd_treasures
    if odd and (treasure := odd_treasure(eyes, question, last=False)) is not None:
        return treasure
    if question.offers("treasures"):
        return "treasures"
    if odd and (treasure := odd_treasure(eyes, question, last=True)) is not None:
        return treasure
    if eyes.tokens and eyes.buys and (tokens := top_up(eyes, question, style)) is not None:
        return tokens
    if eyes.debt and eyes.coins:
        return f"debt:{min(eyes.debt, eyes.coins)}"
    if not eyes.buys:
        return "end"
    return purchase(eyes, question) if style.kingdom else first_offered(question, money_plan_now(eyes))


def odd_treasure(eyes: Eyes, question: Question, *, last: bool) -> str | None:
    """Return a Treasure that isn't played together with the rest: it comes before them, or if it counts what they gave, after
    them."""
    for card in sorted(eyes.hand, key=str):
        if not card.any_order and card.counts_coins == last and question.offers(f"play:{card.name}"):
            given = card.promise("play", eyes)
            if given is None or weigh(given, eyes) > 0:
                return f"play:{card.name}"
    return None


# Actions


def best_action(eyes: Eyes, question: Question) -> Card | None:
    """Return the Action to play next, or None if none would help."""
    helpful = [card for card in set(eyes.hand) if question.offers(f"play:{card.name}") and helps(card, eyes)]
    return max(helpful, key=lambda card: (precedence(card, eyes), card.name)) if helpful else None


def helps(card: Card, eyes: Eyes) -> bool:
    """Return whether playing `card` now can do any good. An Action that does nothing is fine, but some are harmful."""
    if not needs_others(card):
        return True
    rest = list(eyes.hand)
    rest.remove(card)
    if card.idle([Held(each, each.types) for each in eyes.hand], "action"):
        return False
    if (given := card.promise("play", eyes)) is not None and weigh(given, eyes) <= 0:
        return False
    if card.repeats:
        return any(Type.ACTION in other.types and not other.repeats and helps_played_from(other, rest, eyes) for other in rest)
    return helps_played_from(card, rest, eyes)


@cache
def needs_others(card: Card) -> bool:
    """Return whether `card` needs certain others in hand to do good."""
    hooks = type(card).idle is not Card.idle or type(card).promise is not Card.promise
    return bool(card.trashes or card.sifts or card.repeats) or hooks


def helps_played_from(card: Card, rest: Sequence[Card], eyes: Eyes) -> bool:
    """Return whether `card` can do any good with `rest` left in hand."""
    if card.trashes:
        values = sorted([trash_worth(card, other, eyes) for other in rest], reverse=True)
        return sum(values[: card.trashes]) > 0
    if card.sifts:
        return any(card.reward("discard", other, eyes) > use(other, eyes) for other in rest)
    return True


def trash_worth(cause: Card | None, card: Card, eyes: Eyes) -> float:
    """Return how good it is to trash `card` from hand for `cause`."""
    payers = eyes.kingdom.payers if cause is None else (cause, *eyes.kingdom.payers)
    return sum([payer.reward("trash", card, eyes) for payer in payers]) - losing(card, eyes)


def precedence(card: Card, eyes: Eyes) -> float:
    """Return the priority for playing a card: villages, then other cards that cost no Action (those that need a full hand last),
    then, with Actions to spare, cards that draw, then the strongest."""
    if card.repeats and Type.ACTION in card.types and eyes.phase == "action":
        return 150
    if card.actions:
        return 100 + 10 * card.actions + 5 * card.cards + gain_of(card)
    return gain_of(card) + (20 * card.cards if eyes.actions > 1 else 0)


# buying

PROVINCE, DUCHY, ESTATE, GOLD, SILVER = Province(), Duchy(), Estate(), Gold(), Silver()
BASIC: tuple[Card, ...] = (PROVINCE, GOLD, DUCHY, SILVER, ESTATE, Copper())


def top_up(eyes: Eyes, question: Question, style: Style) -> str | None:
    """Return which tokens to spend for coins: as many as are needed for the best card that they make affordable."""
    names = [name for name, token in TOKENS.items() if token.coins and question.offers(f"spend:{name}:1")]
    for card in targets(eyes, style) if names else ():
        cost = eyes.cost(card)
        if not eyes.left(card) or cost > Cost(cost.coins):
            continue
        if cost.coins <= eyes.coins:
            return None
        for name in names:
            if question.offers(id := f"spend:{name}:{-(-(cost.coins - eyes.coins) // TOKENS[name].coins)}"):
                return id
    return None


def targets(eyes: Eyes, style: Style) -> Iterator[Card]:
    """Yield the cards that are worth saving for, best first."""
    for id in money_plan_now(eyes, stage(eyes) if style.kingdom else 0):
        if id == BUY_GOLD and style.kingdom:
            full = enough_terminals(eyes)
            yield from (card for card in eyes.kingdom.golden if not (full and is_terminal(card)))
        if id not in (BUY_SILVER, "buy:Estate"):
            yield CARDS[id[4:]]


def first_offered(question: Question, wanted: Iterable[str]) -> str:
    """Return the first of `wanted` that can be bought."""
    for id in wanted:
        if question.offers(id):
            return id
    return "end"


def purchase(eyes: Eyes, question: Question) -> str:
    """Return the best buy in this Kingdom: a card, unless an Event gives more."""
    ending = in_reach(eyes)
    if ending:
        if closing(eyes):
            return last_points(eyes, question)
        if (winning := winning_buy(eyes, question)) is not None:
            return winning
    choice = next(shopping_list(eyes, question), "end")
    if ending and choice != "end" and ends_badly(CARDS[choice[4:]], eyes):
        choice = next((id for id in shopping_list(eyes, question) if not ends_badly(CARDS[id[4:]], eyes)), "end")
    if choice != "end" and invites(CARDS[choice[4:]], eyes) and question.offers(BUY_DUCHY):
        choice = BUY_DUCHY
    if eyes.kingdom.odd_points:
        choice = with_points(choice, eyes, question)
    return or_event(choice, eyes, question) if eyes.kingdom.events else choice


def ends_badly(card: Card, eyes: Eyes) -> bool:
    """Return whether gaining `card` would end the game by mistake."""
    return closes(card, eyes) and loses([card], eyes)


def last_points(eyes: Eyes, question: Question) -> str:
    """Return what gives the most points when the game ends with this turn."""
    bought = {option.id: CARDS[option.card] for option in question.options if option.card is not None}
    points = {id: eyes.reckoning.brings(card) for id, card in bought.items() if id.startswith("buy:")}
    points |= {f"event:{event.name}": gift_of(event, eyes).points for event in eyes.kingdom.events}
    best = max((id for id in points if question.offers(id)), key=lambda id: points[id], default="end")
    return best if points.get(best, 0) > 0 else "end"


def with_points(choice: str, eyes: Eyes, question: Question) -> str:
    """Return what to buy for points instead of `choice`, because in this Kingdom things other than Victory cards give points; while
    the deck still grows, only spend money that would otherwise be lost."""
    if choice != "end" and eyes.round <= DECK_BUILT:
        return choice
    late = closeness(eyes)
    best, value, points = choice, 0.0, 0.0
    if choice != "end":
        card = CARDS[choice[4:]]
        value = worth(card, eyes)
        if Type.VICTORY in card.types:
            points = points_in(card, eyes, late)
    for card in (*eyes.kingdom.cards, *eyes.kingdom.added, *BASIC):
        id = f"buy:{card.name}"
        if question.offers(id) and points_in(card, eyes, late) > points and not card.cost.debt and worth(card, eyes) > value:
            if not ends_badly(card, eyes):
                best, value = id, worth(card, eyes)
    return best


def or_event(choice: str, eyes: Eyes, question: Question) -> str:
    """Return `choice`, or an Event that gives more."""
    card = None if choice == "end" else CARDS[choice[4:]]
    events = [event for event in eyes.kingdom.events if question.offers(f"event:{event.name}")]
    event = max(events, key=lambda event: event_worth(event, eyes), default=None)
    if event is None or not better_event(event, card, eyes):
        return choice
    return f"event:{event.name}"


def better_event(event: Card, card: Card | None, eyes: Eyes) -> bool:
    """Return whether to buy `event` instead of `card`: if the card is bought for points, whether the Event gives more points. While
    the deck still grows, only buy mere points with money that would otherwise be lost."""
    given = gift_of(event, eyes)
    if any(closes(each, eyes) for each in given.cards) and loses(given.cards, eyes, given.vp):
        return False
    if card is not None and Type.VICTORY in card.types:
        return given.points > card.points
    value = event_worth(event, eyes)
    if card is None:
        return value > 0
    if eyes.round <= DECK_BUILT and given.mere_points:
        return False
    return value > 0 and value >= max(worth(card, eyes), worth(SILVER, eyes))


def shopping_list(eyes: Eyes, question: Question) -> Iterator[str]:
    """Yield worthwhile purchases in this Kingdom, best first."""
    kingdom = eyes.kingdom
    for id in money_plan_now(eyes, stage(eyes)):
        if id == BUY_GOLD:
            yield from useful(kingdom.golden, eyes, question)
        elif id == BUY_SILVER:
            yield from useful(kingdom.better, eyes, question)
            if kingdom.potions and question.offers(BUY_POTION) and wants_potion(eyes):
                yield BUY_POTION
        if question.offers(id) and (not kingdom.odd_points or worth(CARDS[id[4:]], eyes) > 0):
            yield id


def useful(cards: Iterable[Card], eyes: Eyes, question: Question) -> Iterator[str]:
    """Yield those of `cards` that can be bought and help now."""
    enough: bool | None = None
    for card in cards:
        if not question.offers(id := f"buy:{card.name}"):
            continue
        if is_terminal(card):
            enough = enough_terminals(eyes) if enough is None else enough
            if enough:
                continue
        if not card.cost.debt or burden(card, eyes) <= gain_of(card) - gain_of(SILVER):
            yield id


def wants_potion(eyes: Eyes) -> bool:
    """Return whether to buy a Potion: only one, and not too late."""
    return eyes.round <= POTION_TIME and not eyes.mine[POTION]


def stage(eyes: Eyes) -> int:
    """Return how far along the game is: 0 while building the deck, 1 when points come before a better deck, 2 when they come before
    Gold."""
    return (eyes.round > DECK_BUILT) + (eyes.round > GOLD_PAYS)


def money_plan_now(eyes: Eyes, stage: int = 0) -> Sequence[str]:
    """Return what big money, which only looks at the piles, buys now, best first; a later `stage` turns to points earlier."""
    left, last_pile = left_to_end(eyes), eyes.piles_left <= 1
    plan = MONEY_PLANS[stage][last_pile][left if left < 7 else 7]
    return with_added(plan, eyes, early=left > 4 and not last_pile and stage < 2) if eyes.kingdom.added else plan


def with_added(plan: Sequence[str], eyes: Eyes, *, early: bool) -> Sequence[str]:
    """Return the plan with the basic cards that aren't in every game: early in the game, that means Treasures, and until the deck
    is built no Provinces, which would only slow it down."""
    added = [card for card in eyes.kingdom.added if early or Type.VICTORY in card.types]
    building = early and eyes.round <= DECK_BUILT and any(Type.VICTORY in card.types for card in added)
    rest = [id for id in plan if not building or id != BUY_PROVINCE]
    return [*(f"buy:{card.name}" for card in sorted(added, key=lambda card: -card.cost.coins)), *rest]


def money_plan(left: int, last_pile: bool, stage: int) -> tuple[str, ...]:
    """Return what to buy in any Kingdom with this many cards (7: or more) left in a pile that ends the game, or with only one more
    pile to run out."""
    points_first = left <= 4 or last_pile or stage > 1
    near_end = left <= 2 or last_pile
    plan = [
        (PROVINCE, True),
        (DUCHY, points_first),
        (GOLD, True),
        (DUCHY, (left <= 6 or stage > 0) and not points_first),
        (ESTATE, near_end),
        (SILVER, True),
        (ESTATE, left <= 3 and not near_end),
    ]
    return tuple(f"buy:{card.name}" for card, wanted in plan if wanted)


MONEY_PLANS = [[[money_plan(left, last_pile, stage) for left in range(8)] for last_pile in (False, True)] for stage in range(3)]
