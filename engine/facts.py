"""What cards do, in our own words: facts, effects, rulings."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from engine.card import CARDS, Card, Held, editions_of, worded
from engine.catalogue import say
from engine.events import Moment
from engine.view import CostView, Frozen, MovePhase


class Plus(Frozen):
    """What a card's "+" lines add when it is played."""

    cards: int = 0
    actions: int = 0
    buys: int = 0
    coins: int = 0
    potions: int = 0
    vp_tokens: int = 0


class CardFacts(Frozen):
    """A card or landscape as people look it up. `priced`: it has a cost. `immunity`: it is a Reaction that only leaves its user
    unaffected. `plain`: playing it does nothing but add `plus`; `brings_money`: it is a Treasure that can give coins or Potions;
    `any_order`: its place in the order of playing Treasures doesn't matter. `replaces`: while it is in play, it replaces what
    others play. `on_gain`: it does something when it is bought or gained. `asks`: it asks the other players something. `answers`:
    the moments that it is a Reaction to, by edition; `reacting`: what it then does. `on_others`: it is a Reaction to what others
    do, even without attacking. `brief`, `effects` and `rulings_by_edition` are in English. `only`: the one edition of its set that
    has it, if not all do."""

    name: str
    set: str
    editions: tuple[int, ...]
    only: int | None
    cost: CostView
    priced: bool
    types: tuple[str, ...]
    basic: bool
    immunity: bool
    plus: Plus
    plain: bool
    brings_money: bool
    any_order: bool
    replaces: bool
    on_gain: bool
    asks: bool
    answers: dict[int, tuple[str, ...]]
    reacting: str
    on_others: bool
    brief: str
    effects: dict[int, str]
    rulings_by_edition: dict[int, tuple[str, ...]]

    def edition(self, edition: int | None) -> int:
        """Return that edition if it has the card; otherwise (and for None) the newest that has it."""
        return edition if edition in self.effects and edition is not None else max(self.effects)

    def effect(self, edition: int | None) -> str:
        """Return the effect in that edition (see `edition`), in the bot's language."""
        return say(self.effects[self.edition(edition)])

    def rulings(self, edition: int | None) -> tuple[str, ...]:
        """Return the rulings in that edition (see `edition`), in the bot's language."""
        return tuple(map(say, self.rulings_by_edition[self.edition(edition)]))


@cache
def facts(card: Card) -> CardFacts:
    """Return the facts of one card."""
    editions = sorted(card.editions)
    return CardFacts(
        name=card.name,
        set=card.set,
        editions=tuple(editions),
        only=editions[0] if len(editions) == 1 < len(editions_of(card.set)) else None,
        cost=CostView.of(card.cost),
        priced=card.price is not None,
        types=card.printed_types,
        basic=card.basic,
        immunity=card.immunity,
        plus=Plus(**{field: getattr(card, field) for field in Plus.model_fields}),
        plain=card.plain,
        brings_money=card.brings_money,
        any_order=card.any_order,
        replaces=bool(card.replacement),
        on_gain=any(ability.moment in (Moment.BUY, Moment.GAIN) and ability.zone is None for ability in card.abilities),
        asks=card.asks,
        answers={edition: reactions_of(card, edition) for edition in editions},
        reacting=card.reacting,
        on_others=any(ability.hidden and ability.anyone for ability in card.abilities),
        brief=card.brief,
        effects={edition: worded(card.text, edition) or "" for edition in editions},
        rulings_by_edition={
            edition: tuple(words for ruling in card.rulings if (words := worded(ruling, edition))) for edition in editions
        },
    )


def reactions_of(card: Card, edition: int) -> tuple[str, ...]:
    """Return the moments that the card is a Reaction to in that edition."""
    hidden = [each for each in card.abilities if each.hidden and each.edition in (None, edition)]
    return (*([Moment.ATTACKED] * card.has_react), *(each.moment for each in hidden))


def idle_among(hand: Iterable[str], phase: MovePhase) -> frozenset[str]:
    """Return the cards in a hand that would be useless to play in that phase, according to their printed text."""
    held = [Held(CARDS[name], CARDS[name].types) for name in hand]
    return frozenset(each.card.name for each in held if each.card.idle(held, phase))


def all_cards() -> list[CardFacts]:
    """Return every card implemented, by name."""
    return [facts(CARDS[name]) for name in sorted(CARDS)]


def card_facts(name: str) -> CardFacts:
    """Return the facts of the card called `name`. Raises KeyError if there is none."""
    return facts(CARDS[name])
