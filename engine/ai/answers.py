"""How an AI answers cards' questions: by what happens to the chosen cards, and what they are worth for that purpose."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from engine.advice import Gift
from engine.ai.ending import closes, loses
from engine.ai.gifts import weigh
from engine.ai.plan import Style, helps, precedence, trash_worth, turn
from engine.ai.valuation import OWING, gain_of, gain_worth, is_junk, keeping, losing, more_coins, point_worth, use, uses, worth
from engine.card import CARDS, Card, Type

if TYPE_CHECKING:
    from engine.ai.perception import Choosable, Eyes, Question

GIVES_UP = frozenset({"discard", "trash", "return", "pass", "exile", "put", "save", "place"})
"""Purposes for which the worst cards are chosen, and only as many as necessary, or as are no loss."""

STOWS = frozenset({"exile", "put", "save", "place"})
"""Those for which the cards remain the player's, but are useless for a while or for good."""

HARMS = frozenset({"burden", "give"})
"""Purposes for which the chosen card burdens others."""

AUCTIONED = 8
"""The points to bid for."""

NEXT_TURN = 0.5
"""What a card's use on the next turn is worth, relative to the same use now."""

GOOD_DRAW = 1.1
"""How useful a card must be for drawing it to be welcome: more than a Copper."""


def answer(eyes: Eyes, question: Question, style: Style) -> list[str]:
    """Return a legal answer to any decision."""
    if question.kind == "turn":
        return [turn(eyes, question, style)]
    if question.preselected:
        return list(question.preselected)
    if question.idle:
        return []
    if question.kind == "react":
        return react(eyes, question, style)
    if question.kind == "order":
        return [id for option in question.options for id in [option.id] * option.count]
    if question.kind == "pile":
        return pile(eyes, question)
    if question.kind == "choice":
        return choose(eyes, question)
    if question.kind == "sort":
        return sort(eyes, question)
    return give_up(eyes, question) if question.purpose in GIVES_UP else pick_out(eyes, question)


def react(eyes: Eyes, question: Question, style: Style) -> list[str]:
    """Reveal a Reaction that helps once. Others could be revealed endlessly."""
    for option in question.options:
        reaction = CARDS[option.card] if option.card is not None else None
        if reaction is None or (question.unaffected and reaction.immunity):
            continue
        if reaction.tempts(cause_of(question), eyes):
            return [option.id]
    return answer(eyes, question.follow, style) if question.follow is not None else ["no"]


def give_up(eyes: Eyes, question: Question) -> list[str]:
    """Return cards to discard, trash or otherwise give up."""
    offered, cause = cards_of(question), cause_of(question)
    if question.purpose == "trash":
        single = question.maximum == 1
        return take(
            question,
            offered,
            lambda card: trash_worth(cause, card, eyes),
            lambda value, card: value > 0 and (single or is_junk(card, eyes)),
        )
    if question.purpose == "discard":
        values = uses(offered, eyes)
        paid = {card: cause.reward("discard", card, eyes) if cause is not None else 0 for card in offered}
        return take(question, offered, lambda card: paid[card] - values[card], lambda value, card: paid[card] > 0 and value > 0)
    if question.purpose in STOWS:
        values = uses(offered, eyes)
        return take(question, offered, lambda card: -values[card], lambda value, card: False)
    return take(question, offered, lambda card: -losing(card, eyes), lambda value, card: is_junk(card, eyes))


def pick_out(eyes: Eyes, question: Question) -> list[str]:
    """Return cards to play, keep, put on the deck, reveal …: the best ones, as many as allowed."""
    offered = cards_of(question)
    if question.purpose == "play":
        return take(
            question,
            offered,
            lambda card: precedence(card, eyes) + (1000 if card in eyes.hand and helps(card, eyes) else 0),
            lambda value, card: value > 0,
        )
    if question.purpose == "topdeck":
        return take(question, offered, lambda card: topdeck(card, eyes), lambda value, card: value > 0)
    cause = cause_of(question)
    return take(question, offered, lambda card: choice_worth(cause, question.purpose, card, eyes), lambda value, card: True)


def choice_worth(cause: Card | None, purpose: str, card: Card, eyes: Eyes) -> float:
    """Return how good it is to choose `card` for a purpose that leaves it where it is, or gives it to the player: what that pays,
    and then how useful the card is."""
    return 10 * (cause.reward(purpose, card, eyes) if cause is not None else 0) + use(card, eyes)


def topdeck(card: Card, eyes: Eyes) -> float:
    """Return how good it is to have `card` on top of the deck: better if it can no longer be used this turn."""
    if card in eyes.hand and eyes.my_turn and eyes.phase == "action":
        now = -more_coins(-card.coins, eyes) if Type.TREASURE in card.types else use(card, eyes)
        return NEXT_TURN * useful_later(card) - now
    coming = worth(card, eyes) if card.types & {Type.ACTION, Type.TREASURE} else -1
    return coming - use(card, eyes) if card in eyes.hand else coming


def useful_later(card: Card) -> float:
    """Return what `card` is worth in a hand that can play it."""
    return max(0.3, gain_of(card) + 1) if Type.ACTION in card.types else card.coins + 0.5 * card.potions


def cause_of(question: Question) -> Card | None:
    """Return the card that asks, if any."""
    return CARDS[question.card] if question.card is not None else None


def cards_of(question: Question) -> dict[Card, Choosable]:
    """Return the cards offered."""
    return {CARDS[option.card or option.id]: option for option in question.options}


def take(
    question: Question, offered: Mapping[Card, Choosable], value: Callable[[Card], float], freely: Callable[[float, Card], bool]
) -> list[str]:
    """Return ids of the offered options, most valuable first: at least the minimum, and more while `freely` says so."""
    least, most = question.minimum, question.maximum
    chosen: list[str] = []
    for negative, _, card in sorted([(-value(card), card.name, card) for card in offered]):
        option = offered[card]
        for _ in range(option.count):
            if len(chosen) < least or (len(chosen) < most and freely(-negative, card)):
                chosen.append(option.id)
    return chosen


def pile(eyes: Eyes, question: Question) -> list[str]:
    """Return the pile to gain from. If a card is trashed from it, that should hurt the leader, and end the game only if this player
    wins. If it gets a burden, no one should want it."""
    if question.purpose == "trash":
        lead = eyes.reckoning.lead()

        def value(card: Card) -> float:
            return close_call(card, (), eyes) + lead * worth(card, eyes)
    elif question.purpose in HARMS:

        def value(card: Card) -> float:
            return -gain_worth(card, eyes)
    else:

        def value(card: Card) -> float:
            return close_call(card, (card,), eyes) + gain_worth(card, eyes)

    return take(question, cards_of(question), value, lambda value, card: value > 0)


def close_call(card: Card, gained: Sequence[Card], eyes: Eyes) -> float:
    """Return what ending the game adds to the value of taking `card` from the Supply, for this player or another."""
    if not closes(card, eyes):
        return 0
    return -1000 if loses(gained, eyes) else 1000 if eyes.reckoning.lead(gained) >= 0 else 0


def choose(eyes: Eyes, question: Question) -> list[str]:
    """Return named options. Options about cards (`trash:Curse`) are chosen by what happens to the card; otherwise "yes", which a
    card's owner usually wants, before "no"; otherwise the first ones."""
    if question.offers("yes") and question.offers("no"):
        return ["yes" if agrees(eyes, question) else "no"]
    if question.purpose == "name":
        return [guess(eyes, question)]
    if question.purpose == "bid":
        return [bid(eyes, question)]
    cause = cause_of(question)
    return best(question.options, lambda option: option_value(option, eyes, cause), max(question.minimum, min(1, question.maximum)))


def guess(eyes: Eyes, question: Question) -> str:
    """Return the name of the card that pays most; among several, the one that is most likely on top of the deck, and most
    useful."""
    unseen = eyes.mine.copy()
    unseen.subtract([*eyes.hand, *eyes.in_play])
    cause = cause_of(question)

    def value(card: Card) -> tuple[float, int, float, str]:
        return cause.reward("name", card, eyes) if cause is not None else 0, unseen[card], use(card, eyes), card.name

    return max((CARDS[option.id] for option in question.options), key=value).name


def bid(eyes: Eyes, question: Question) -> str:
    """Return a bid of what the prize is worth now, if that is more than others have bid."""
    most = f"bid:{int(AUCTIONED * point_worth(eyes) / OWING)}"
    return most if question.offers(most) else question.options[0].id


def agrees(eyes: Eyes, question: Question) -> bool:
    """Return whether to say yes."""
    cause = cause_of(question)
    if cause is not None and (yes := cause.promise("yes", eyes)) is not None:
        return weigh(yes, eyes) > weigh(cause.promise("no", eyes) or Gift(), eyes)
    if question.purpose == "set aside":
        return not eyes.actions
    card = next((CARDS[option.card] for option in question.options if option.card is not None), None)
    if card is not None and question.purpose in ("discard", "discard theirs"):
        return (use(card, eyes) >= GOOD_DRAW) == (question.purpose == "discard theirs")
    if card is not None and question.purpose == "topdeck":
        return topdeck(card, eyes) > 0
    return True


def sort(eyes: Eyes, question: Question) -> list[str]:
    """Return what happens to each of several cards: the best fate for each, the most useful cards first."""
    fates: dict[str, list[Choosable]] = {}
    for option in question.options:
        fates.setdefault(option.card or "", []).append(option)
    names = sorted(fates, key=lambda name: (-use(CARDS[name], eyes), name))
    chosen = [max(fates[name], key=lambda option: option_value(option, eyes)) for name in names]
    return [id for option in chosen for id in [option.id] * option.count]


def option_value(option: Choosable, eyes: Eyes, cause: Card | None = None) -> float:
    """Return how good a named option is, according to `cause`, or else according to its text."""
    if cause is not None and (given := cause.promise(option.id, eyes)) is not None:
        return weigh(given, eyes)
    card = CARDS.get(option.card or "")
    if card is None:
        return 0
    verb = option.id.partition(":")[0]
    if verb in ("gain", "buy"):
        return gain_worth(card, eyes)
    if verb == "trash":
        return -keeping(card, eyes)
    if verb == "discard":
        return -0.5 * use(card, eyes)
    return 0.5 * use(card, eyes)


def best(options: Iterable[Choosable], value: Callable[[Choosable], float], count: int) -> list[str]:
    """Return the ids of the `count` best options, each as often as it can be chosen."""
    ordered = sorted(options, key=value, reverse=True)
    return [id for option in ordered for id in [option.id] * option.count][:count]
