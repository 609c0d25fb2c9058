"""Setting up a game: the Supply, the starting decks, the first hands (R1–R5)."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from engine import request_words
from engine.card import CARDS, Card, in_edition
from engine.cards.alchemy import POTION
from engine.cards.basic import BASIC_CARDS, STARTING_DECK
from engine.cards.recommended import FIRST_GAME
from engine.core import Core
from engine.errors import IllegalSetup
from engine.extras import extra_of, must_be_complete, optional_cards
from engine.mechanisms import LANDSCAPES
from engine.piles import PILES, Copy, MixedPile, Pile
from engine.save import Setup
from engine.shuffle import Shuffler
from engine.turn import HAND_SIZE, Turn

if TYPE_CHECKING:
    from engine.kingdoms import Kingdom


def first_game(edition: int = 2) -> tuple[str, ...]:
    """Return the Kingdom recommended for a first game (R4)."""
    return FIRST_GAME[edition]


def pile_of_name(name: str) -> tuple[Card, MixedPile | None]:
    """Return the randomizer of the Kingdom pile that a person calls `name` (a pile's name, or a card's in it), and its contents if
    it is a mixed pile. Raises IllegalSetup."""
    for mixed in PILES.values():
        if name == mixed.name or any(card.name == name for card, _, _ in mixed.cards):
            return mixed.randomizer, mixed
    card = CARDS.get(name)
    if card is None:
        raise IllegalSetup(request_words.no_card(name))
    if card.basic:
        raise IllegalSetup(request_words.basic_card(name))
    if not is_kingdom_card(card):
        raise IllegalSetup(request_words.no_kingdom_card(name))
    return card, None


def kingdom_cards(setup: Setup) -> tuple[Card, ...]:
    """Return the randomizers of the Kingdom's piles, cheapest first. Raises IllegalSetup for a Kingdom that these editions
    don't allow."""
    found = find_kingdom(setup.laid)
    for card in found:
        edition = setup.of_set(card.set)
        if not in_edition(card, edition):
            raise IllegalSetup(request_words.not_in_edition(card.name, edition, card.set))
    return found


@lru_cache(maxsize=64)
def find_kingdom(kingdom: tuple[str, ...]) -> tuple[Card, ...]:
    """Return the same as `kingdom_cards`, only from the names, for any editions. Cached, like `plan_piles`."""
    found = []
    for name in kingdom:
        card, _ = pile_of_name(name)
        if card in found:
            raise IllegalSetup(request_words.named_twice(name))
        found.append(card)
    return tuple(sorted(found, key=lambda card: (card.cost.shelf, card.name)))


def landscapes(setup: Setup) -> list[Card]:
    """Return the landscapes by kind, cheapest first. Raises IllegalSetup."""
    found: list[Card] = []
    for name in setup.landscapes:
        card = CARDS.get(name)
        if card is None or card.landscape is None:
            raise IllegalSetup(request_words.no_landscape(name, tuple(LANDSCAPES)))
        if card in found:
            raise IllegalSetup(request_words.named_twice(name))
        found.append(card)
    return sorted(found, key=lambda card: ([*LANDSCAPES].index(card.printed_types[0]), card.cost.shelf, card.name))


class PilePlan(NamedTuple):
    """The plan of a pile: its name, its randomizer, its number of copies or, if it is mixed, its cards, top one last, and whether
    everyone knows their order; and what it is called if it is an extra one."""

    name: str
    card: Card
    size: int
    kind: str
    stack: list[Card] | None = None
    in_order: bool = True
    role: str = ""


@lru_cache(maxsize=64)
def plan_piles(
    kingdom: tuple[str, ...], extras: tuple[tuple[str, str], ...], optional: tuple[str, ...], players: int
) -> tuple[PilePlan, ...]:
    """Return the piles of a game: the basic ones, those that the Kingdom adds, and the Kingdom's own, extra ones too. Cached,
    because many games share few kingdoms. Raises IllegalSetup."""
    plans = []
    roles = {pile_of_name(name)[0]: extra_of(holder) for holder, name in extras}
    laid = (*kingdom, *(name for _, name in extras))
    for card in find_kingdom(laid):
        extra = roles.get(card)
        kind, role = ("kingdom", "") if extra is None else ("kingdom" if extra.supply else "other", extra.name)
        mixed = next((mixed for mixed in PILES.values() if mixed.randomizer is card), None)
        if mixed is None:
            plans.append(PilePlan(card.name, card, card.pile_size(players), kind, role=role))
        else:
            plans.append(PilePlan(mixed.name, card, 0, kind, mixed.stack(players), mixed.in_order, role))
    basics = (*BASIC_CARDS, *added_cards(laid, optional))
    basic = [PilePlan(card.name, card, card.pile_size(players), "basic") for card in basics]
    there = [card for plan in plans for card in dict.fromkeys(plan.stack or [plan.card])]
    brought = dict.fromkeys(each() for card in there for each in card.brings)
    return (*basic, *plans, *(PilePlan(card.name, card, card.pile_size(players), "other") for card in brought))


def added_to(kingdom: Kingdom) -> tuple[Card, ...]:
    """Return the basic cards in games with this kingdom that aren't in every game. Raises IllegalSetup."""
    return added_cards(kingdom.laid, kingdom.optional)


def added_cards(kingdom: tuple[str, ...], optional: tuple[str, ...]) -> tuple[Card, ...]:
    """Return the basic cards that are added to those in every game: Potions if any cost has a Potion in it (R20), and `optional`
    ones. Raises IllegalSetup."""
    there = optional_cards()
    if unknown := [name for name in optional if name not in there]:
        raise IllegalSetup(request_words.no_card(unknown[0]))
    mixed = {each.randomizer: [card for card, _, _ in each.cards] for each in PILES.values()}
    costs = [card.cost for randomizer in find_kingdom(kingdom) for card in mixed.get(randomizer, [randomizer])]
    return (*([POTION] if any(cost.potion for cost in costs) else []), *(card for name in optional for card in there[name]))


def new_piles(setup: Setup) -> list[Pile]:
    """Return all piles of a game, full. Raises IllegalSetup."""
    return [
        Pile(each.name, each.card, each.size, kind=each.kind, role=each.role, stack=each.stack, in_order=each.in_order)
        for each in plan_piles(setup.kingdom, tuple(setup.extras.items()), setup.optional, len(setup.players))
    ]


def check_seats(setup: Setup) -> None:
    """Raise IllegalSetup if it is unclear who goes first."""
    named = setup.first_among if setup.first is None else (setup.first, *setup.first_among)
    for seat in named:
        if not 0 <= seat < len(setup.players):
            raise IllegalSetup(request_words.no_seat(seat))
    if len(named) != len(set(named)) or (setup.first is not None and setup.first_among):
        raise IllegalSetup(request_words.WHO_BEGINS_TWICE)


def lay_out(setup: Setup, seed: bytes) -> Core:
    """Return the table with all its piles, before dealing. Raises IllegalSetup."""
    players = len(setup.players)
    core = Core(setup, Shuffler(seed, players + 1))
    check_seats(setup)
    kingdom_cards(setup)
    for pile in new_piles(setup):
        core.add_pile(pile)
    for card in landscapes(setup):
        core.add_landscape(card)
    for holder, name in setup.extras.items():
        card, mixed = pile_of_name(name)
        core.marks.setdefault(holder, {})[extra_of(holder).mark] = mixed.name if mixed is not None else card.name
    for card in [*core.homes, *core.landscapes]:
        card.set_up(core)
    return core


def deal(core: Core) -> None:
    """Deal the starting decks and first hands, and decide who goes first (R1, R5)."""
    seats = len(core.players)
    for player in core.players:
        deck: list[Copy] = []
        for card, count in STARTING_DECK:
            home = core.pile_of(card)
            deck += [Copy(card, home) for _ in range(count)]
        player.deck = core.shuffler.shuffled(deck, player.seat)
        player.draw_now(HAND_SIZE)
    first = core.setup.first
    if first is None:
        first = core.shuffler.shuffled(core.setup.first_among or range(seats), seats)[0]
    core.last_seat = first
    core.turn = Turn(1, first)
    core.current = core.players[first]


def new_game(setup: Setup, seed: bytes) -> Core:
    """Return a game ready to start. Raises IllegalSetup."""
    must_be_complete(setup)
    core = lay_out(setup, seed)
    deal(core)
    return core


def total_copies(setup: Setup) -> dict[str, int]:
    """Return how many copies of each card the game has, in all zones together."""
    counts: Counter[str] = Counter()
    for pile in new_piles(setup):
        for card in pile.cards():
            counts[card.name] += pile.count if pile.stack is None else 1
    for card, count in STARTING_DECK:
        counts[card.name] += count * len(setup.players)
    return dict(counts)


def is_kingdom_card(card: Card) -> bool:
    """Return whether a pile of `card` can be one of a Kingdom's ten."""
    return not card.basic and not card.brought and card.landscape is None
