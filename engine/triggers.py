"""Event windows: what answers an event, and in what order; costs and types are looked up in the same way."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from functools import partial
from typing import TYPE_CHECKING

from engine import words
from engine.asks import OrderAsk
from engine.card import Card
from engine.events import LOOKED_UP, PLAY, PLAYED, REPLACE, TURN_START, Ability, Event, Later, Moment, Run, Trigger, TurnEffect
from engine.mechanisms import Zone
from engine.pending import settle
from engine.piles import Copy
from engine.play import Play
from engine.reactions import Done, may_react, react

if TYPE_CHECKING:
    from engine.player import Player


async def window(*events: Event) -> None:
    """Let all abilities answer `events`, which happen together: in turn order (R32), and each player's own in the order they choose
    (R33)."""
    game, moment = events[0].player.game, events[0].moment
    for ended in [effect for effect in events[0].player.later if effect.until is moment]:
        game.drop_later(ended)
    if game.debts and any(ability.anyone for _, ability in game.abilities[moment]):
        await settle(game)
    for player in game.in_turn_order():
        if game.debts and any(effect.moment is moment and effect.anyone for effect in player.later):
            await settle(game, player)
        await _let_answer(events, player)


async def _let_answer(events: Sequence[Event], player: Player) -> None:
    """Let the abilities of `player` answer `events`. They may use Reactions before their other abilities, and again after each of
    them."""
    game, hidden = player.game, bool(player.game.hidden[events[0].moment])
    done: set[object] = set()
    used: Done = set()
    plan: list[object] = []
    asked = not hidden
    while True:
        ready = [each for each in ready_for(events, player) if each.key not in done]
        free = next((each for each in ready if each.independent), None)
        if free is None and not asked:
            asked = True
            if may_react(events, player, used):
                await react(events, player, used, wait=bool(ready))
                continue
        if not ready:
            return
        trigger = free or ready[0]
        if free is None and len({"draws" if each.draws else each.called for each in ready}) > 1:
            if set(plan) != {each.key for each in ready}:
                ask = OrderAsk(
                    player, [each.called for each in ready], "order", words.WHICH_FIRST if len(ready) == 2 else words.WHICH_ORDER
                )
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
        asked = asked and (not hidden or trigger.independent)


def ready_for(events: Sequence[Event], player: Player) -> list[Trigger]:
    """Return the abilities of `player` that are ready to answer any of `events`."""
    if len(events) == 1:
        return triggers(events[0], player)
    return [each._replace(key=(place, each.key)) for place, event in enumerate(events) for each in triggers(event, player)]


def answers(player: Player, copies: Sequence[Copy]) -> list[Trigger] | None:
    """Return what would answer if `player` played these now, one after the other; None if that can't be known yet. What cards in
    play or on the table answer can change with each play, so only effects scheduled for later count."""
    game = player.game
    if not (game.heard[PLAY] or game.heard[REPLACE] or game.heard[PLAYED]):
        return []
    heard = [moment for moment in (PLAY, REPLACE, PLAYED) if game.heard[moment]]
    until = {effect.until for each in game.players for effect in each.later}
    cards = {copy.card for copy in copies}
    if any(moment in until or game.hidden[moment] or could_answer(player, moment, cards) for moment in heard):
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


def could_answer(player: Player, moment: Moment, cards: Collection[Card]) -> bool:
    """Return whether an ability could answer that moment if `player` now played `cards`, one after the other: one of these has it,
    or its card is where it answers from. Abilities that only give coins don't count."""
    game = player.game
    for card, ability in game.abilities[moment]:
        if ability.coins is not None and ability.zone in (None, Zone.SUPPLY):
            continue
        if card in cards or ability.zone is Zone.SUPPLY:
            return True
        if ability.zone is not None and any(
            copy.card is card for owner in (game.players if ability.anyone else [player]) for copy in owner.zone(ability.zone)
        ):
            return True
    return False


def look_up(event: Event) -> None:
    """Let everything that affects the value looked up change `event`, in turn order, without asking anyone."""
    for player in event.player.game.in_turn_order():
        for trigger in triggers(event, player):
            if trigger.run() is not None:
                raise TypeError(f"{trigger.card} answers {event.moment.name} with `def`, which can't ask")


def triggers(event: Event, player: Player) -> list[Trigger]:
    """Return those of `player`'s abilities that are ready to answer `event`."""
    game = player.game
    ready: list[Trigger] = []
    for card, ability in game.abilities[event.moment]:
        if (event.player is player or ability.anyone) and (ability.when is None or ability.when(player, event)):
            for copy in _sources(card, ability, event, player):
                # The copy that an event is about answers it only once, even if answering moves it.
                stamp = copy.stamp if copy is not None and ability.zone is not None else 0
                key = (card, ability.method, id(copy), stamp)
                run: Callable[[], Awaitable[None] | None] = partial(
                    _run_ability, getattr(card, ability.method), player, event, copy
                )
                ready.append(Trigger(key, card, ability.independent, run, ability.coins, ability.draws))
    for effect in game.turn_effects[event.moment]:
        if (
            effect.owner is player
            and (event.player is player or effect.anyone)
            and (effect.when is None or effect.when(player, event))
        ):
            card, free = effect.source.card, effect.independent
            ready.append(Trigger(effect, card, free, partial(_run_turn_effect, effect, event), effect.coins))
    for later in player.later:
        if (
            later.moment is event.moment
            and not (event.moment is TURN_START and later.made == game.turn.number)
            and (event.player is player or later.anyone)
            and (later.when is None or getattr(later.card, later.when)(player, event, later))
        ):
            run = partial(_look_up_later, later, event) if later.moment in LOOKED_UP else partial(_run_later, later, event)
            about = later.cards[0].card if later.cards and later.data.get("named") else None
            ready.append(Trigger(later, later.card, later.independent, run, later.coins, later.draws, about))
    return ready


def _sources(card: Card, ability: Ability, event: Event, player: Player) -> Sequence[Copy | None]:
    """Return the copies whose `ability` can answer; None stands for a card that is only looked up."""
    if ability.zone is Zone.SUPPLY:
        return (None,)
    if ability.zone is None:
        return (event.copy,) if event.card is card else ()
    return [copy for copy in player.zone(ability.zone) if copy.card is card]


def _run_ability(method: Run, player: Player, event: Event, copy: Copy | None) -> Awaitable[None] | None:
    event.by = copy
    return method(player, event)


def _run_turn_effect(effect: TurnEffect, event: Event) -> Awaitable[None] | None:
    if effect.once:
        effect.owner.game.drop_turn_effect(effect)
    return effect.run(effect.owner, event)


def _look_up_later(effect: Later, event: Event) -> None:
    effect.event = event
    getattr(effect.card, effect.method)(effect.owner, effect)


async def _run_later(effect: Later, event: Event) -> None:
    effect.renewed = False
    effect.event = event
    await getattr(effect.card, effect.method)(effect.owner, effect)
    if not effect.renewed and effect in effect.owner.later:
        effect.owner.game.drop_later(effect)
