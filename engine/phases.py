"""Turns one after another, and their phases.

Usually nothing can answer what happens in a turn. Then a plain function does it without a coroutine. Each such shortcut stands
beside the full version, and does nothing if it doesn't apply.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from engine import words
from engine.card import ACTION, TREASURE, Card
from engine.events import (
    BETWEEN_TURNS,
    BUY,
    BUY_END,
    BUY_START,
    CLEANUP_START,
    COST,
    DISCARDED_FROM_PLAY,
    GAIN,
    NOTHING_MORE,
    PLAY,
    PLAYED,
    REPLACE,
    SHUFFLE,
    TURN_END,
    TURN_START,
    TYPES,
    WOULD_GAIN,
    Event,
)
from engine.log import Ending
from engine.overpay import Overpay, overpay
from engine.pending import settle
from engine.piles import Copy, Pile, by_name
from engine.play import Play
from engine.triggers import answers, window
from engine.turn import HAND_SIZE, Turn, TurnAsk

if TYPE_CHECKING:
    from engine.core import Core
    from engine.player import Player

MOST_OWING = 24
"""This many turns can begin while something is owed; the next one waits, because resuming and undoing start from a turn that began
with nothing owed."""

# from turn to turn


async def take_turns(game: Core, amid: bool) -> None:
    """Play the game to its end; `amid`: from the middle of a turn."""
    while True:
        if not amid:
            if game.debts:
                late = game.turn.number - game.calm >= MOST_OWING
                await settle(game, None if late else game.players[game.turn.seat])
            if not game.debts:
                game.calm = game.turn.number
            start_turn(game)
            if game.heard[TURN_START]:
                await window(Event(TURN_START, game.current))
        amid = False
        await _action_and_buy(game)
        me = game.current
        game.phase = "cleanup"
        await clean_up(me)
        if game.heard[TURN_END]:
            await window(Event(TURN_END, me))
        end_turn(me)
        if game.emptied and ended(game):
            await settle(game)
            assert game.ending is not None
            game.finish(game.ending)
            return
        if game.heard[BETWEEN_TURNS]:
            # Effects after a turn happen even if its player resigned during it.
            await window(Event(BETWEEN_TURNS, game.in_turn_order()[0]))
            drop_unused(game)
        next_turn(game)


def ended(game: Core) -> bool:
    """Return whether the game is over at the end of this turn (R65), and why; never before a pile is empty."""
    for pile in ending_piles(game):
        if not pile.count:
            game.ending = Ending(kind="piles", piles=(pile.name,))
            return True
    if game.empty_piles() >= game.piles_to_end:
        empty = [pile.name for pile in game.piles.values() if pile.supply and not pile.count]
        game.ending = Ending(kind="piles", piles=tuple(empty))
        return True
    return False


def ending_piles(game: Core) -> list[Pile]:
    """Return the piles that each end the game when empty (R65)."""
    return [pile for pile in game.piles.values() if pile.card.ends_game]


def next_turn(game: Core) -> None:
    """Find out whose turn is next: an extra one, or that of the next player."""
    number, before = game.turn.number + 1, game.turn.seat
    if game.extra_turns:
        game.extra_turns = [extra for extra in game.extra_turns if not game.players[extra.seat].resigned]
    if game.extra_turns:
        game.extra_turns.sort(key=lambda extra: extra.possessor is not None)
        seat, possessor, because = game.extra_turns.pop(0)
        game.turn = Turn(number, seat, True, possessor, because, before)
    else:
        seats = len(game.players)
        game.last_seat = (game.last_seat + 1) % seats
        while game.players[game.last_seat].resigned:
            game.last_seat = (game.last_seat + 1) % seats
        game.turn = Turn(number, game.last_seat, before=before)


def start_turn(game: Core) -> None:
    """Start the turn of the player in `game.turn` (R8)."""
    me = game.players[game.turn.seat]
    if game.on_turn_start is not None:
        game.on_turn_start()
    game.current = me
    me.actions, me.buys, me.coins, me.potions = 1, 1, 0, 0
    game.spent = False
    me.controller = me.seat
    if game.turn.possessor is not None and not game.players[game.turn.possessor].resigned:
        me.controller = game.turn.possessor
    if game.lines is not None:
        game.note("turn", me, amount=None if game.turn.extra else me.turns_taken + 1)
    game.phase = "action"


def end_turn(me: Player) -> None:
    """Drop everything that lasted only this turn."""
    game = me.game
    if game.turn_effects:
        for moment, effects in game.turn_effects.items():
            game.heard[moment] -= len(effects)
        game.turn_effects.clear()
    if game.turn.returning:
        back = me.move(game.turn.returning, me.aside, me.discard_pile)
        game.note("back", me, back)
    me.controller = me.seat
    drop_unused(game)
    me.last_gains = [*game.turn.gained]  # but not effects after the turn
    if not game.turn.extra:
        me.turns_taken += 1
    game.phase = "between"


def drop_unused(game: Core) -> None:
    """Drop everyone's Actions, Buys and money, whether or not it was their turn (R8)."""
    for player in game.players:
        player.actions = player.buys = player.coins = player.potions = 0


def pass_at_once(me: Player) -> bool:
    """End this turn and go on to the next player's Buy phase, if nothing can answer any of this and that player has no Action in
    hand."""
    game = me.game
    if game.emptied or game.extra_turns or game.somebody_left or me.controller != me.seat or any(game.heard.values()):
        return False
    if game.players[(game.last_seat + 1) % len(game.players)].holds(ACTION) or not clean_up_at_once(me):
        return False
    end_turn(me)
    next_turn(game)
    start_turn(game)
    game.phase = "buy"
    return True


# Actions, Treasures, buying


async def _action_and_buy(game: Core) -> None:
    """Play the Action phase and the Buy phase, repeating both as long as something returns to the Action phase (R49). This can turn
    into another player's Buy phase; see `pass_at_once`."""
    while True:
        me = game.current
        if game.phase == "action":
            ended = bool(me.actions and me.holds(ACTION) and await _action_phase(me))
            game.phase = "buy"
            game.spent = False
            game.turn.phase_from = len(game.turn.gained)
            if game.heard[BUY_START]:
                await window(Event(BUY_START, me))
            if ended:
                if game.heard[BUY_END]:
                    await window(Event(BUY_END, me))
                if game.phase == "buy":
                    return
                continue
        if await _buy_phase(me):
            return


async def _action_phase(me: Player) -> bool:
    """Play Actions as long as there are some to play (R9). Returns whether the turn was ended."""
    ask = TurnAsk(me, "turn", words.PLAY_AN_ACTION)
    while me.actions and me.holds(ACTION):
        todo = await ask.again()
        if todo == "end":
            return True
        if todo == "buys":
            return False
        if todo.startswith("spend:"):
            spend(me, todo)
            continue
        me.actions -= 1
        await me.play(in_hand(me, todo.removeprefix("play:")), me.hand)
    return False


async def _buy_phase(me: Player) -> bool:
    """Play Treasures, then buy, then end the turn (R12, R13). Returns False if it is the Action phase again."""
    game = me.game
    ask = TurnAsk(me, "turn", words.PLAY_TREASURES_OR_BUY)
    while True:
        todo = "end" if game.brisk and nothing_left(me) else await ask.again()
        me = game.current
        if todo == "end":
            if game.heard[BUY_END]:
                await window(Event(BUY_END, me))
            return True
        if todo.startswith("spend:"):
            spend(me, todo)
            continue
        game.turn.buying = True
        if todo == "treasures":
            if not play_treasures_at_once(me):
                await play_treasures(me)
        elif todo.startswith("buy:"):
            pile = game.sold.get(todo) or game.topped(todo[4:])
            assert pile is not None
            await buy(me, pile)
        elif todo.startswith("event:"):
            await buy_event(me, next(card for card in game.landscapes if card.name == todo[6:]))
        elif todo.startswith("debt:"):
            game.spent = True
            me.pay_debt(int(todo[5:]))
        else:
            await me.play(in_hand(me, todo.removeprefix("play:")), me.hand)
        if game.phase == "action":
            game.turn.buying = False
            if game.heard[BUY_END]:
                await window(Event(BUY_END, me))
            return False


def done_at_once(me: Player, todo: str) -> bool:
    """Do what `me` decided in their Buy phase, if nothing can answer it. The coroutine waiting for that decision keeps waiting: the
    same question is asked again, perhaps of the next player."""
    if todo == "end":
        return pass_at_once(me)
    if (pile := me.game.sold.get(todo)) is not None:
        done = buy_at_once(me, pile)
    else:
        done = todo == "treasures" and play_treasures_at_once(me)
    me.game.turn.buying |= done
    return done


def nothing_left(me: Player) -> bool:
    """Return whether only ending the turn is left to do after a buy."""
    return not me.buys and not me.debt and bool(me.game.turn.bought) and me.game.phase == "buy"


def spend(me: Player, todo: str) -> None:
    """Spend tokens for coins, as `me` decided. This doesn't show anyone which phase it is."""
    _, token, count = todo.split(":")
    turn = me.game.turn
    known = turn.buying
    me.spend_tokens(token, int(count))
    turn.buying = known


def in_hand(me: Player, name: str) -> Copy:
    """Return a copy of the card called `name` in hand."""
    return next(copy for copy in me.hand if copy.card.name == name)


async def play_treasures(me: Player) -> None:
    """Play all Treasures in hand whose order doesn't matter, one by one."""
    game = me.game
    treasures = [copy for copy in me.hand if game.is_a(copy.card, TREASURE) and copy.card.any_order]
    treasures.sort(key=by_name)
    if any(effect.anyone and effect.moment in (PLAY, PLAYED) for each in game.players for effect in each.later):
        treasures.sort(key=lambda copy: game.cost(copy.card).shelf)  # an effect on the first Treasure played affects the cheapest
    for copy in treasures:
        if copy in me.hand:
            await me.play(copy, me.hand)


def play_treasures_at_once(me: Player) -> bool:
    """Play them in one go if nothing answers that and they only make money; otherwise return False."""
    game, heard = me.game, me.game.heard
    if heard[TYPES]:
        return False
    treasures: list[Copy] = []
    rest = []
    coins, potions = me.coins, me.potions
    for copy in me.hand:
        card = copy.card
        if card.mere_money:
            treasures.append(copy)
            coins += card.coins
            potions += card.potions
        elif card.any_order and TREASURE in card.types:
            return False
        else:
            rest.append(copy)
    if (heard[PLAY] or heard[REPLACE] or heard[PLAYED]) and answers(me, treasures) != []:
        return False
    treasures.sort(key=by_name)
    played = game.turn.played
    for copy in treasures:
        copy.stamp += 1
        played.append(copy.card)
    more = me.coins > 0 or me.potions > 0
    me.coins, me.potions, me.hand = coins, potions, rest
    me.in_play += treasures
    if game.mingled:
        me.all_saw(treasures)
    if game.lines is not None:
        game.note("play", me, treasures, amount=me.coins, potions=me.potions, more=more)
    return True


async def buy(me: Player, pile: Pile) -> None:
    """Buy the top card of `pile`: pay, take its debt, then gain it (R13, R27)."""
    game, top = me.game, pile.top
    assert top is not None
    cost = game.cost(top)
    if game.lines is not None:
        game.note("buy", me, card=top.name, amount=me.coins, potions=me.potions)
    me.coins -= cost.coins
    me.potions -= cost.potion
    me.buys -= 1
    game.spent = True
    game.turn.bought.append(top)
    if cost.debt:
        me.take_debt(cost.debt)
    more = await overpay(me, top) if isinstance(top, Overpay) else NOTHING_MORE
    gains = len(game.turn.gained)
    if game.heard[BUY]:
        await window(Event(BUY, me, card=top, pile=pile, bought=True, overpaid=more))
    told = len(game.turn.gained) == gains  # otherwise the log must say in which order cards were gained
    await me.gain(top, bought=True, told=told, overpaid=more)


def buy_at_once(me: Player, pile: Pile) -> bool:
    """Buy it in one go if nothing answers that and only coins are paid; otherwise return False."""
    game, heard = me.game, me.game.heard
    cost = pile.card.cost
    if cost[1] or cost[2] or me.controller != me.seat or heard[COST] or heard[BUY] or heard[WOULD_GAIN] or heard[GAIN]:
        return False
    if game.lines is not None:
        game.note("buy", me, card=pile.card.name, amount=me.coins, potions=me.potions)
    me.coins -= cost[0]
    me.buys -= 1
    game.spent = True
    game.turn.bought.append(pile.card)
    me.take_gained(pile.take(), pile, told=True)
    return True


async def buy_event(me: Player, event: Card) -> None:
    """Buy an Event: pay, take its debt, then do what it says (R54). This isn't buying a card."""
    game = me.game
    if game.lines is not None:
        game.note("buy", me, card=event.name, amount=me.coins, potions=me.potions)
    me.coins -= event.cost.coins
    me.potions -= event.cost.potion
    me.buys -= 1
    game.spent = True
    outer, game.playing = game.playing, Play(me, None, event, None)
    if event.cost.debt:
        me.take_debt(event.cost.debt)
    await event.buy(me)
    game.playing = outer


# Clean-up


async def clean_up(me: Player) -> None:
    """Discard the cards in hand and in play, and draw the next hand (R14, R45). The hand goes under the cards that everyone has
    seen."""
    if clean_up_at_once(me):
        return
    game = me.game
    if game.heard[CLEANUP_START]:
        await window(Event(CLEANUP_START, me))
    staying = {id(copy) for player in game.players for effect in player.later for copy in effect.kept}
    game.turn.hand = me.move(list(me.hand), me.hand, me.discard_pile)
    for player in game.in_turn_order(me):
        if player.in_play:
            await _clear_play(player, staying)
    if me.discard_pile[-1:] == game.turn.hand[-1:]:  # no card from play was put on top of it, or that card moved elsewhere
        arrange_hand(me, game.turn.hand)
    await me.draw(game.turn.next_hand)


async def _clear_play(player: Player, staying: Collection[int]) -> None:
    """Discard a player's cards in play, except those that still have something to do (R45)."""
    going = [copy for copy in player.in_play if id(copy) not in staying]
    if player.game.heard[DISCARDED_FROM_PLAY]:
        await _discard_from_play(player, going)
        return
    for copy in going:
        copy.stamp += 1
        copy.card = copy.printed
    player.in_play = [copy for copy in player.in_play if id(copy) in staying]
    player.discard_pile += going


def clean_up_at_once(me: Player) -> bool:
    """Clean up in one go if nothing answers that and nothing stays in play; otherwise return False."""
    heard = me.game.heard
    if heard[CLEANUP_START] or heard[DISCARDED_FROM_PLAY] or heard[SHUFFLE] or me.game.turn.next_hand != HAND_SIZE:
        return False
    for player in me.game.players:
        if player.later or (player.in_play and player is not me):
            return False
    for copy in me.hand:
        copy.stamp += 1
    for copy in me.in_play:
        copy.stamp += 1
        copy.card = copy.printed
    me.discard_pile += me.hand
    if not me.in_play:
        arrange_hand(me, me.hand)
    me.discard_pile += me.in_play
    me.hand, me.in_play = [], []
    if len(me.deck) < HAND_SIZE and me.discard_pile:
        me.shuffle()
    me.draw_now(HAND_SIZE)
    return True


def arrange_hand(me: Player, hand: Sequence[Copy]) -> None:
    """Reorder a hand that was just discarded with nothing on top of it: everyone sees its last card, which must not reveal the
    other cards or the order in which they were drawn."""
    me.discard_pile[len(me.discard_pile) - len(hand) :] = me.arranged(hand, "discard", me.game.turn.number)


async def _discard_from_play(me: Player, going: list[Copy]) -> None:
    """Discard `going` one by one, because something answers that; the cards it doesn't concern go last."""
    game = me.game
    answering = {card for card, _ in game.abilities[DISCARDED_FROM_PLAY]}
    whens = [effect.when for effect in game.turn_effects[DISCARDED_FROM_PLAY] if effect.owner is me]
    events = [Event(DISCARDED_FROM_PLAY, me, copy) for copy in going]
    first = [
        event.copy
        for event in events
        if event.copy is not None and (event.card in answering or any(when is None or when(me, event) for when in whens))
    ]
    rest = [copy for copy in going if copy not in first]
    prompt = words.DISCARD_FIRST if len(first) == 2 else words.DISCARD_IN_ORDER
    first = await me.order(first, "order", prompt, leads=words.DISCARDED_ONE_BY_ONE, shown=True)
    for copy in first:
        card = copy.card  # what it was played as; once out of play, it is its printed card again
        if me.move((copy,), me.in_play, me.discard_pile):
            await window(Event(DISCARDED_FROM_PLAY, me, copy, card))
    me.move(rest, me.in_play, me.discard_pile)
