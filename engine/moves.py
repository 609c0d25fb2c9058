"""What a player can do on their turn: each move with its cost, what it gives, and what prevents it.

Panels, plans, auto-answers and AIs all use these. The same rules say what is offered now (`TurnAsk`), and what will be offered
after the moves that are certain to come first (`Prospect`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from engine.card import ACTION, TREASURE, Card, Cost, Held
from engine.events import BUY_START, BUYABLE, Event
from engine.mechanisms import MOST_AT_ONCE, TOKENS
from engine.piles import Copy, Pile
from engine.triggers import answers, triggers
from engine.view import MOVE_PHASES, MoveKind

if TYPE_CHECKING:
    from engine.core import Core
    from engine.player import Player


class Obstacle(StrEnum):
    """Why a move can't be made."""

    PHASE = "phase"
    """Not in this phase."""
    UNPLAYABLE = "unplayable"
    """The card isn't an Action, or isn't a Treasure."""
    ACTIONS = "actions"
    """No Action is left."""
    SPENT = "spent"
    """Treasures must be played before buying or paying debt."""
    EMPTY = "empty"
    """The pile is empty, or its cards can't be bought at all."""
    BUYS = "buys"
    """No Buy is left."""
    DEBT = "debt"
    """Debt has to be paid first."""
    COINS = "coins"
    """Too few coins."""
    POTIONS = "potions"
    """Too few Potions."""
    FORBIDDEN = "forbidden"
    """A card forbids it."""


# Looked up for every pile that is too expensive; see events.py.
PHASE = Obstacle.PHASE
UNPLAYABLE = Obstacle.UNPLAYABLE
ACTIONS = Obstacle.ACTIONS
SPENT = Obstacle.SPENT
EMPTY = Obstacle.EMPTY
BUYS = Obstacle.BUYS
DEBT = Obstacle.DEBT
COINS = Obstacle.COINS
POTIONS = Obstacle.POTIONS
FORBIDDEN = Obstacle.FORBIDDEN


class Purse(NamedTuple):
    """What a player can spend."""

    buys: int
    coins: int
    potions: int
    debt: int


class Move(NamedTuple):
    """One thing to do on your turn; `id` is the answer that does it (see `DecisionView`). `cost` is what it costs now, `gives` the
    coins and Potions it gives, if that is certain. `now` is what prevents it, None if nothing does; `then` is the same after the
    moves of the `Prospect`."""

    id: str
    kind: MoveKind
    card: Card | None = None
    cost: Cost | None = None
    gives: tuple[int, int] | None = None
    now: Obstacle | None = None
    then: Obstacle | None = None


class Prospect(NamedTuple):
    """What is certain about a turn before anything is bought: its first moves, and how much there is to spend after them."""

    moves: tuple[str, ...]
    purse: Purse


# what stands in the way


def against_playing(me: Player, card: Card) -> Obstacle | None:
    """Return why `card`, from hand, can't be played now (R9, R12)."""
    game = me.game
    if game.phase == "action":
        if not game.is_a(card, ACTION):
            return PHASE if game.is_a(card, TREASURE) else UNPLAYABLE
        return None if me.actions > 0 else ACTIONS
    if not game.is_a(card, TREASURE):
        return PHASE if game.is_a(card, ACTION) else UNPLAYABLE
    return SPENT if game.spent else None


def against_offer(game: Core, card: Card, cost: Cost, purse: Purse | Player) -> Obstacle | None:
    """Return why `card`, on the table, can't be bought for that cost now, given what can be spent (R13, R27); its debt doesn't
    prevent it."""
    if cost[0] > purse.coins:
        return COINS
    if not purse.buys:
        return BUYS
    if purse.debt:
        return DEBT
    if cost[1] > purse.potions:
        return POTIONS
    return FORBIDDEN if game.heard[BUYABLE] and game.forbids_buying(card) else None


def against_buying(me: Player, pile: Pile) -> Obstacle | None:
    """Return why the top card of `pile` can't be bought now."""
    game, top = me.game, pile.top
    if top is None or not pile.supply:
        return EMPTY
    if game.phase != "buy":
        return PHASE
    return against_offer(game, top, game.cost(top), me)


def against_event(me: Player, event: Card) -> Obstacle | None:
    """Return why `event` can't be bought now (R54)."""
    return PHASE if me.game.phase != "buy" else against_offer(me.game, event, event.cost, me)


def against_treasures(me: Player) -> Obstacle | None:
    """Return why the Treasures whose order doesn't matter can't be played together now."""
    game = me.game
    if game.phase != "buy":
        return PHASE
    if game.spent:
        return SPENT
    for copy in me.hand:
        if copy.card.any_order and game.is_a(copy.card, TREASURE):
            return None
    return EMPTY


def purse(me: Player) -> Purse:
    """Return what `me` can spend now."""
    return Purse(me.buys, me.coins, me.potions, me.debt)


# what moves give


def gives(player: Player, copies: Sequence[Copy]) -> tuple[int, int] | None:
    """Return how many coins and Potions playing these Treasures adds, if the hand and the cards already played make that
    certain."""
    told = answers(player, copies) if all(copy.card.plain for copy in copies) else None
    if told is None or any(each.coins is None for each in told):
        return None
    coins = sum(copy.card.coins for copy in copies) + sum(each.coins or 0 for each in told)
    return coins, sum(copy.card.potions for copy in copies)


def in_treasures(core: Core, player: Player) -> tuple[int, int] | None:
    """Return what all Treasures in hand whose order doesn't matter give."""
    return gives(player, plain_treasures(core, player))


def plain_treasures(core: Core, player: Player) -> list[Copy]:
    """Return the Treasures in hand whose order doesn't matter."""
    return [copy for copy in player.hand if copy.card.any_order and core.is_a(copy.card, TREASURE)]


def left_in_hand(core: Core, player: Player) -> list[Card]:
    """Return the other Treasures in hand that could do something if played."""
    odd = [card for card in held(player) if not card.any_order and core.is_a(card, TREASURE)]
    if core.phase != "buy" or not odd:
        return odd
    idle = effects(core, player).idle
    return [card for card in odd if card not in idle] if not core.spent else []


class Effects(NamedTuple):
    """The cards in hand that would be useless to play now, and what replaces the text of other cards, in sentences."""

    idle: list[Card]
    replaced: dict[Card, tuple[str, ...]]


def effects(core: Core, player: Player) -> Effects:
    """Return the effects for `player`, whose turn it is."""
    found = Effects([], {})
    if core.phase not in MOVE_PHASES:
        return found
    hand = [Held(copy.card, core.types(copy.card)) for copy in player.hand]
    for card, copy in held(player).items():
        if against_playing(player, card) is not None:
            continue
        if told := [each.card.replacement for each in answers(player, [copy]) or () if each.card.replacement]:
            found.replaced[card] = tuple(dict.fromkeys(told))
        elif card.idle(hand, core.phase):
            found.idle.append(card)
    return found


def goes_on(me: Player) -> bool:
    """Return whether nothing asks at the start of the Buy phase."""
    game = me.game
    return not game.heard[BUY_START] or all(each.independent for each in triggers(Event(BUY_START, me), me))


def prospect(me: Player) -> Prospect:
    """Return what is certain about the turn before anything is bought: leaving the Action phase, playing all Treasures, and paying
    as much debt as possible. There are no such moves if it isn't certain what the Treasures give, or if some are left for the
    player to decide about."""
    game = me.game
    buys, coins, potions, debt = purse(me)
    moves = []
    treasures = plain_treasures(game, me)
    given = gives(me, treasures)
    if (
        given is not None
        and not left_in_hand(game, me)
        and (goes_on(me) if game.phase == "action" else against_treasures(me) is None)
    ):
        moves += ["buys"] * (game.phase == "action") + ["treasures"] * bool(treasures)
        coins, potions = coins + given[0], potions + given[1]
    pays = min(debt, coins)
    if pays and (moves or game.phase == "buy"):
        moves.append(f"debt:{pays}")
        coins, debt = coins - pays, debt - pays
    return Prospect(tuple(moves), Purse(buys, coins, potions, debt))


# the list


def offered(me: Player) -> Iterator[Move]:
    """Yield the possible moves, in the order shown."""
    game = me.game
    if against_treasures(me) is None:
        yield Move("treasures", "treasures")
    yield from (Move(f"play:{card.name}", "play", card) for card in held(me) if against_playing(me, card) is None)
    yield from spending(me)
    if game.phase == "action":
        yield Move("buys", "buys")
    else:
        for kind, card, cost in on_offer(game) if me.buys and not me.debt else ():
            if against_offer(game, card, cost, me) is None:
                yield Move(f"{kind}:{card.name}", kind, card, cost)
        yield from debts(me)
    yield Move("end", "end")


def moves(me: Player, there: Prospect) -> list[Move]:
    """Return every move of this turn, whether possible now or not, in the same order."""
    game = me.game
    listed = []
    if plain_treasures(game, me):
        against = against_treasures(me)
        listed.append(Move("treasures", "treasures", None, None, in_treasures(game, me), against, against))
    for card, copy in held(me).items():
        against = against_playing(me, card)
        worth = gives(me, [copy]) if game.is_a(card, TREASURE) else None
        listed.append(Move(f"play:{card.name}", "play", card, None, worth, against, against))
    listed += spending(me)
    against = None if game.phase == "action" else PHASE
    listed.append(Move("buys", "buys", None, None, None, against, against))
    return [*listed, *for_sale(me, there), *debts(me), Move("end", "end")]


def spending(me: Player) -> Iterator[Move]:
    """Yield the numbers of tokens that can be spent for coins now, smallest first; in the first edition, only before anything is
    bought (GUI2)."""
    game = me.game
    for name, number in me.tokens.items():
        token = TOKENS[name]
        early = game.setup.of_set(token.set) == 1 and (game.phase != "buy" or game.spent)
        if token.coins and not early:
            most = min(number, MOST_AT_ONCE)
            yield from (Move(f"spend:{name}:{n}", "spend", gives=(n * token.coins, 0)) for n in range(1, most + 1))


def held(me: Player) -> dict[Card, Copy]:
    """Return the cards in hand, each with one of its copies."""
    found: dict[Card, Copy] = {}
    for copy in me.hand:
        found.setdefault(copy.card, copy)
    return found


def for_sale(me: Player, there: Prospect) -> Iterator[Move]:
    """Yield what is for sale: the top cards of the Supply, then the Events."""
    game, buying = me.game, me.game.phase == "buy"
    listed = on_offer(game)
    now = [against_offer(game, card, cost, me) if buying else PHASE for _, card, cost in listed]
    then = now
    if there.moves:
        with after(me, there):
            then = [against_offer(game, card, cost, there.purse) for _, card, cost in on_offer(game)]
    for (kind, card, cost), against, later in zip(listed, now, then, strict=True):
        yield Move(f"{kind}:{card.name}", kind, card, cost, None, against, later)


def on_offer(game: Core) -> list[tuple[MoveKind, Card, Cost]]:
    """Return what lies there to be bought, with what it costs now."""
    cards = [pile.top for pile in game.piles.values() if pile.supply]
    found: list[tuple[MoveKind, Card, Cost]] = [("buy", card, game.cost(card)) for card in cards if card is not None]
    return [*found, *(("event", event, event.cost) for event in events(game))]


@contextmanager
def after(me: Player, there: Prospect) -> Iterator[None]:
    """Pretend that it is the Buy phase with those Treasures in play, while something is looked up."""
    game, phase, in_play = me.game, me.game.phase, me.in_play
    game.phase = "buy"
    me.in_play = in_play + plain_treasures(game, me) * ("treasures" in there.moves)
    yield
    game.phase, me.in_play = phase, in_play


def events(game: Core) -> list[Card]:
    """Return the Events on the table, and anything else for sale that isn't a card."""
    return [card for card in game.landscapes if card.price is not None]


def debts(me: Player) -> Iterator[Move]:
    """Yield the amounts of debt that can be paid now, the largest first."""
    payable = min(me.debt, me.coins) if me.game.phase == "buy" else 0
    yield from (Move(f"debt:{n}", "debt", None, Cost(n)) for n in range(payable, 0, -1))
