"""Setting a game up: the Supply, the starting decks, the first hands (R1–R5)."""

from __future__ import annotations

from engine.card import CARDS, Card, Copy, Pile, Type
from engine.cards.base import FIRST_GAME
from engine.cards.basic import BASIC_CARDS, STARTING_DECK
from engine.core import HAND_SIZE, Core, Turn
from engine.errors import IllegalSetup
from engine.save import Setup
from engine.shuffle import Shuffler


def first_game(edition: int = 2) -> tuple[str, ...]:
    """The Kingdom recommended for a first game (R4)."""
    return FIRST_GAME[edition]


def kingdom_cards(setup: Setup) -> list[Card]:
    """The Kingdom's cards, cheapest first. Raises IllegalSetup for what can't be a Kingdom of that edition."""
    found = []
    for name in setup.kingdom:
        card = CARDS.get(name)
        if card is None:
            raise IllegalSetup(f"There is no card called {name}.")
        if card.basic:
            raise IllegalSetup(f"{name} is always there; choose a Kingdom card instead.")
        if setup.edition not in card.editions:
            raise IllegalSetup(f"{name} is not in edition {setup.edition} of {card.set}.")
        if card in found:
            raise IllegalSetup(f"{name} is named twice.")
        found.append(card)
    return sorted(found, key=lambda card: (card.cost, card.name))


def lay_out(setup: Setup, seed: bytes) -> Core:
    """The table with all piles on it, nothing dealt yet. Raises IllegalSetup."""
    players = len(setup.players)
    core = Core(setup, Shuffler(seed, players + 1))
    kingdom = kingdom_cards(setup)
    if setup.first is not None and not 0 <= setup.first < players:
        raise IllegalSetup(f"There is no seat {setup.first}.")
    for card in BASIC_CARDS:
        core.add_pile(Pile(card.name, card, card.pile_size(players), kind="basic"))
    for card in kingdom:
        core.add_pile(Pile(card.name, card, card.pile_size(players), kind="kingdom"))
    return core


def deal(core: Core) -> None:
    """Deals the starting decks and first hands, and settles who begins (R1, R5)."""
    seats = len(core.players)
    for player in core.players:
        deck = [Copy(card, core.pile_of(card)) for card, count in STARTING_DECK for _ in range(count)]
        player.deck = core.shuffler.shuffled(deck, player.seat)
        player.draw_now(HAND_SIZE)
    first = core.setup.first
    if first is None:
        first = core.shuffler.shuffled(range(seats), seats)[0]
    core.last_seat = first
    core.turn = Turn(1, first)
    core.current = core.players[first]


def new_game(setup: Setup, seed: bytes) -> Core:
    """A game ready to begin. Raises IllegalSetup."""
    core = lay_out(setup, seed)
    deal(core)
    return core


def total_copies(setup: Setup) -> dict[str, int]:
    """How many copies of each card the whole game has, in all zones together."""
    players = len(setup.players)
    counts = {card.name: card.pile_size(players) for card in (*BASIC_CARDS, *kingdom_cards(setup))}
    for card, count in STARTING_DECK:
        counts[card.name] += count * players
    return counts


def is_kingdom_card(card: Card) -> bool:
    """Whether a pile of `card` can be one of a Kingdom's ten."""
    return not card.basic and bool(card.types - {Type.CURSE})
