"""Reactions: everyone who could have one, by public knowledge, is asked in the same way, with or without one in hand.

Reactions to an Attack come before it does anything (R40). Those to any other moment are abilities that answer from the hand
(`Zone.HAND`), or from a card just discarded that others might not have seen (`Zone.DISCARD`). Players are asked for these in the
moment's window; or the choice is owed, if nothing could notice that the turn goes on (`Ability.owed`).
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import TYPE_CHECKING

from engine import words
from engine.asks import ReactAnswer, ReactAsk
from engine.card import ATTACK
from engine.decision import Waits, together
from engine.events import ATTACKED, Event
from engine.mechanisms import Zone
from engine.pending import may_be_owed, owe, settle
from engine.play import Play

if TYPE_CHECKING:
    from engine.card import Card
    from engine.core import Core
    from engine.events import Ability
    from engine.piles import Copy
    from engine.player import Player

Done = set[tuple[int, int, int]]
"""Which copies have answered which of several events: the event's place, the copy and its stamp."""


# to an Attack


async def ask_for_reactions(play: Play, shield: Callable[[Event], None]) -> None:
    """Let the other players use Reactions, in turn order, before the Attack does anything (R40). Only public knowledge decides who
    is asked; `shield` first looks up what protects a player without being used."""
    game = play.game
    _look_up_protection(play, shield)
    if not game.reactions:
        return
    others = [player for player in await play.player.others() if may_want_reaction(play, player)]
    asks = [_to_attack(play, player) for player in others]
    for player, early in zip(others, await together(asks), strict=True):
        if early.prepared is not None:
            play.prepared[player.seat] = early.prepared
    for player, ask in zip(others, asks, strict=True):
        answer = ask.result(ask.answer or ())  # not earlier: a Reaction has to be in hand when its turn comes
        while answer.copy is not None:
            await player.reveal((answer.copy,))
            outer, game.playing = game.playing, Play(player, None, answer.copy.card, play)
            await answer.copy.card.react(player, play)
            game.playing = outer
            if immunity_only(game) and player in play.unaffected:
                break
            if not may_want_reaction(play, player):
                break
            answer = await _to_attack(play, player)
        if answer.prepared is not None:
            play.prepared[player.seat] = answer.prepared


def _look_up_protection(play: Play, shield: Callable[[Event], None]) -> None:
    if play.game.heard[ATTACKED]:
        for player in play.game.in_turn_order(play.player):
            if player is not play.player:
                shield(Event(ATTACKED, player, play.copy, play.card, play))


def _to_attack(play: Play, player: Player) -> ReactAsk:
    ask = play.card.demand(player, play) if play.card.has_demand and player not in play.unaffected else None
    prompt = words.use_a_reaction(play.player.name, play.card.name)
    follow = ask if ask is not None and ask.forced is None else None
    return ReactAsk(player, prompt, play, lambda: usable(player.hand, player, play), follow)


def usable(copies: Sequence[Copy], player: Player, play: Play) -> list[Copy]:
    """Return the `copies` that `player` could use against an Attack if they were in hand."""
    return [copy for copy in copies if copy.card.has_react and copy.card.can_react(player, play)]


def immunity_only(game: Core) -> bool:
    """Return whether all Reactions in the game only leave their user unaffected."""
    return all(card.immunity for card in game.reactions)


def may_want_reaction(play: Play, player: Player) -> bool:
    """Return whether `player`, by public knowledge, could have a Reaction that makes a difference to them."""
    if immunity_only(play.game) and (
        player in play.unaffected or (play.card.has_demand and play.card.demand(player, play) is None)
    ):
        return False
    return player.may_hold(lambda card: card.has_react and card.can_react(player, play))


def awaited(me: Player, card: Card, shield: Callable[[Event], None]) -> tuple[int, ...]:
    """Return the seats for whose answers `me`, by public knowledge, would have to wait after playing a card: those who could have a
    Reaction to it, or a choice that can't be owed."""
    game, play = me.game, Play(me, None, card, None)
    attack, stops = game.is_a(card, ATTACK), card.asks and not may_be_owed(game, card)
    if attack:
        _look_up_protection(play, shield)

    def answers(player: Player) -> bool:
        if attack and game.reactions and may_want_reaction(play, player):
            return True
        return stops and player not in play.unaffected and (not card.has_demand or card.demand(player, play) is not None)

    return tuple(player.seat for player in game.in_turn_order(me) if player is not me and answers(player))


# to another moment


def fitting(events: Sequence[Event], player: Player) -> list[tuple[int, Card, Ability]]:
    """Return the hidden abilities that, by what everyone sees, could answer one of these events, with that event's place."""
    return [
        (place, card, ability)
        for place, event in enumerate(events)
        for card, ability in player.game.hidden[event.moment]
        if (event.player is player or ability.anyone) and (ability.when is None or ability.when(player, event))
    ]


def may_react(events: Sequence[Event], player: Player, done: Done) -> bool:
    """Return whether `player`, by what everyone has seen, might have a copy that can answer one of `events` and hasn't yet."""
    unseen: list[Copy] | None = None
    shown = {(place, copy) for place, copy, _ in done}
    for place, card, ability in fitting(events, player):
        could: Sequence[Copy] = there(ability, events[place], player)
        seen = events[place].seen or (place, id(events[place].copy)) in shown
        if could and not (ability.zone is Zone.DISCARD and seen):
            unseen = could = player.candidates() if unseen is None else unseen
        if any(copy.card is card and (place, id(copy), copy.stamp) not in done for copy in could):
            return True
    return False


def there(ability: Ability, event: Event, player: Player) -> Sequence[Copy]:
    """Return the copies in the place that `ability` answers from: in hand, or the one just discarded."""
    if ability.zone is Zone.HAND:
        return player.hand
    return (event.copy,) if event.there and event.copy is not None else ()


def able(events: Sequence[Event], player: Player, done: Done) -> list[tuple[Copy, int, Ability]]:
    """Return the copies that can answer, each with the event and the ability that it answers with."""
    return [
        (copy, place, ability)
        for place, card, ability in fitting(events, player)
        for copy in there(ability, events[place], player)
        if copy.card is card and (place, id(copy), copy.stamp) not in done
    ]


def _to_events(events: Sequence[Event], player: Player, done: Done) -> ReactAsk:
    event, game = events[-1], player.game  # of several cards discarded together, everyone sees only the last
    card = event.card
    source = Play(event.player, None, card, game.playing) if card is not None else game.playing
    said = card.name if card is not None else ""
    prompt = words.use_a_reaction_to(event.player.name, event.moment, said, own=event.player is player)

    def held() -> list[Copy]:
        return [copy for copy, _, _ in able(events, player, done)]

    return ReactAsk(player, prompt, source, held, None, event.moment).settle()


async def react(events: Sequence[Event], player: Player, done: Done, *, wait: bool) -> None:
    """Let `player` use Reactions to `events`, one after the other. Unless the turn has to `wait`, the choice is owed if nothing in
    this game could notice, and if no text is being followed that could use this player's cards next."""
    game = player.game
    owed = not wait and player is not game.current and game.playing is None and _unnoticed(events, player)
    if not owed and game.debts and game.paying is None:
        await settle(game, player)
    ask = _to_events(events, player, done)
    if owed and ask.source is not None:
        owe(game, ask.source, ask, _use(events, done))
    else:
        await _use(events, done)(player, await ask)


def _use(events: Sequence[Event], done: Done) -> Callable[[Player, ReactAnswer], Coroutine[Waits, None, None]]:
    """Return a function that uses the chosen Reaction and asks for the next one."""

    async def use(player: Player, answer: ReactAnswer) -> None:
        while answer.copy is not None:
            copy, place, ability = next(each for each in able(events, player, done) if each[0] is answer.copy)
            done.add((place, id(copy), copy.stamp))
            events[place].by = copy
            game = player.game
            outer, game.playing = game.playing, Play(player, None, copy.card, game.playing)
            running = getattr(copy.card, ability.method)(player, events[place])
            if running is not None:
                await running
            game.playing = outer
            if not may_react(events, player, done):
                return
            answer = await _to_events(events, player, done)

    return use


def _unnoticed(events: Sequence[Event], player: Player) -> bool:
    heard = player.game.heard
    abilities = [ability for _, _, ability in fitting(events, player)]
    return all(ability.owed is not None and not any(heard[moment] for moment in ability.owed) for ability in abilities)
