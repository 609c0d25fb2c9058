"""Event windows: what answers an event, in which order; and what is looked up the same way: costs and types."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine import words
from engine.card import Card, Copy, Zone
from engine.decision import OrderAsk
from engine.events import PLAY, PLAYED, REPLACE, Ability, Event, Later, Trigger, TurnEffect
from engine.pending import settle
from engine.play import Play

if TYPE_CHECKING:
    from engine.player import Player


async def window(event: Event) -> None:
    """Let everything that answers `event` do so, in turn order (R32), each player's own in the order they choose (R33)."""
    game = event.player.game
    for ended in [effect for effect in event.player.later if effect.until is event.moment]:
        game.drop_later(ended)
    if game.debts and any(ability.anyone for _, ability in game.abilities[event.moment]):
        await settle(game)
    for player in game.in_turn_order():
        done: set[object] = set()
        plan: list[object] = []
        while ready := [trigger for trigger in triggers(event, player) if trigger.key not in done]:
            trigger = next((each for each in ready if each.independent), ready[0])
            if not trigger.independent and len({each.card for each in ready}) > 1:
                if set(plan) != {each.key for each in ready}:
                    ask = OrderAsk(player, [each.card.name for each in ready], "order", words.WHICH_ORDER)
                    plan = [ready[place].key for place in await ask.explain(words.ANY_ORDER)]
                trigger = next(each for each in ready if each.key == plan[0])
                del plan[0]
            done.add(trigger.key)
            running = trigger.run()
            if running is not None:
                outer = game.playing
                game.playing = Play(player, None, trigger.card, outer)
                await running
                game.playing = outer


def answers(player: Player, copies: Sequence[Copy]) -> list[Trigger] | None:
    """Return what would answer if `player` played these now, one after the other; None if that can't be known yet. What cards in
    play or on the table answer may change with each play, so only effects put off until later count."""
    game = player.game
    if not (game.heard[PLAY] or game.heard[REPLACE] or game.heard[PLAYED]):
        return []
    heard = [moment for moment in (PLAY, REPLACE, PLAYED) if game.heard[moment]]
    until = {effect.until for each in game.players for effect in each.later}
    if any(game.abilities[moment] or moment in until for moment in heard):
        return None
    found: list[Trigger] = []
    over: set[object] = set()
    before = len(game.turn.played)
    for copy in copies:
        if player is game.current:
            game.turn.played.append(copy.card)
        play = Play(player, copy, copy.card, game.playing)
        events = [Event(moment, player, copy, copy.card, play) for moment in heard]
        ready = [trigger for event in events for each in game.in_turn_order() for trigger in triggers(event, each)]
        found += [trigger for trigger in ready if trigger.key not in over]
        over |= {trigger.key for trigger in ready if isinstance(trigger.key, TurnEffect) and trigger.key.once}
    del game.turn.played[before:]
    return found


def look_up(event: Event) -> None:
    """Let everything that affects a cost or types change `event`, in turn order, without asking anyone."""
    for player in event.player.game.in_turn_order():
        for trigger in triggers(event, player):
            trigger.run()


def triggers(event: Event, player: Player) -> list[Trigger]:
    """Return those of `player`'s abilities that are ready to answer `event`."""
    game = player.game
    ready: list[Trigger] = []
    for card, ability in game.abilities[event.moment]:
        if (event.player is player or ability.anyone) and (ability.when is None or ability.when(player, event)):
            for copy in _sources(card, ability, event, player):
                # The copy an event is about answers it once, even if answering moves it.
                stamp = copy.stamp if copy is not None and ability.zone is not None else 0
                key = (card, ability.method, id(copy), stamp)
                method = getattr(card, ability.method)
                ready.append(Trigger(key, card, ability.independent, lambda m=method: m(player, event)))  # type: ignore[misc]
    for effect in game.turn_effects[event.moment]:
        if (
            effect.owner is player
            and (event.player is player or effect.anyone)
            and (effect.when is None or effect.when(player, event))
        ):
            card, free = effect.source.card, effect.independent
            ready.append(Trigger(effect, card, free, lambda e=effect: _run_turn_effect(e, event), effect.coins))  # type: ignore[misc]
    for later in player.later:
        if (
            later.moment is event.moment
            and (event.player is player or later.anyone)
            and (later.when is None or getattr(later.card, later.when)(player, event, later))
        ):
            ready.append(Trigger(later, later.card, False, lambda e=later: _run_later(e, event)))  # type: ignore[misc]
    return ready


def _sources(card: Card, ability: Ability, event: Event, player: Player) -> Sequence[Copy | None]:
    """Return the copies whose `ability` can answer; None stands for a card that is only looked up."""
    if ability.zone is Zone.SUPPLY:
        return (None,)
    if ability.zone is None:
        return (event.copy,) if event.card is card else ()
    zone = {Zone.HAND: player.hand, Zone.IN_PLAY: player.in_play, Zone.SET_ASIDE: player.aside}[ability.zone]
    return [copy for copy in zone if copy.card is card]


async def _run_turn_effect(effect: TurnEffect, event: Event) -> None:
    if effect.once:
        effect.owner.game.drop_turn_effect(effect)
    running = effect.run(effect.owner, event)
    if running is not None:
        await running


async def _run_later(effect: Later, event: Event) -> None:
    effect.renewed = False
    effect.event = event
    await getattr(effect.card, effect.method)(effect.owner, effect)
    if not effect.renewed and effect in effect.owner.later:
        effect.owner.game.drop_later(effect)
