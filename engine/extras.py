"""What a kingdom has besides its ten piles and its landscapes, drawn with the same seed: extra Kingdom piles that single cards need
(`Card.extra`), and basic cards that aren't in every game (`Card.optional`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from engine import request_words
from engine.card import CARDS, Card, Cost
from engine.errors import IllegalSetup
from engine.mechanisms import Extra
from engine.piles import PILES, cards_in
from engine.randomizers import Randomizer, hashed, randomizers
from engine.save import Setup


def optional_cards() -> dict[str, tuple[Card, ...]]:
    """Return the basic cards that aren't in every game, by the name of their group."""
    found: dict[str, tuple[Card, ...]] = {}
    for card in CARDS.values():
        if card.optional:
            found[card.optional] = (*found.get(card.optional, ()), card)
    return found


def choose_optional(ten: Sequence[Randomizer], seed: str, asked: Mapping[str, bool]) -> tuple[str, ...]:
    """Return which optional cards are used: those requested, or by default those of the set of one of the ten piles, which the seed
    picks."""

    def by_chance(name: str, set_: str) -> bool:
        return min(ten, key=lambda each: hashed(seed, f"{name}: {each.name}", 0)).set == set_

    return tuple(name for name, cards in optional_cards().items() if asked.get(name, by_chance(name, cards[0].set)))


def extra_of(holder: str) -> Extra:
    """Return the extra pile that a card needs. Raises IllegalSetup if it needs none."""
    extra = CARDS[holder].extra if holder in CARDS else None
    if extra is None:
        raise IllegalSetup(request_words.no_card(holder))
    return extra


def holders(pile: str) -> list[str]:
    """Return the cards in a pile that need an extra one."""
    return [card.name for card in (cards_in(pile) if pile in CARDS or pile in PILES else ()) if card.extra is not None]


def fits(extra: Extra, each: Randomizer) -> bool:
    """Return whether a pile's cost allows it to be that extra one."""
    return each.landscape is None and each.cost in [Cost(coins) for coins in extra.coins]


def choose_extras(piles: Iterable[str], asked: Mapping[str, str], order: Callable[[], Iterable[Randomizer]]) -> dict[str, str]:
    """Return the extra piles that these piles need, and those that the extra ones need themselves, by the cards that need them:
    those requested, or by default the first ones in that order that fit. Raises IllegalSetup."""
    used = {*piles, *asked.values()}
    found: dict[str, str] = {}
    waiting = [holder for pile in piles for holder in holders(pile)]
    while waiting:
        holder = waiting.pop(0)
        extra = extra_of(holder)
        pile = asked.get(holder) or next((each.name for each in order() if each.name not in used and fits(extra, each)), None)
        if pile is None:
            raise IllegalSetup(request_words.no_extra_left(extra.name, extra.coins))
        found[holder] = pile
        used.add(pile)
        waiting += holders(pile)
    return found


def by_seed(there: Iterable[Randomizer], seed: str) -> list[Randomizer]:
    """Return these in the seed's order."""
    return sorted(there, key=lambda each: hashed(seed, each.name, 0))


def complete(setup: Setup, seed: str = "") -> Setup:
    """Return a setup completed with its missing extra piles. Raises IllegalSetup."""

    fitting = [each for each in randomizers() if setup.of_set(each.set) in each.editions]
    return setup.model_copy(update={"extras": choose_extras(setup.kingdom, setup.extras, lambda: by_seed(fitting, seed))})


def must_be_complete(setup: Setup) -> None:
    """Raise IllegalSetup if a card lacks the extra pile that it needs."""
    for pile in setup.laid:
        for holder in holders(pile):
            if holder not in setup.extras:
                raise IllegalSetup(request_words.lacks_extra(holder, extra_of(holder).name))
