"""What happens when a card is played: Reactions and first-effects, its text, and what an Attack does to each of the other
players."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from engine.card import ATTACK, Card
from engine.errors import IllegalAnswer
from engine.events import PLAY, PLAYED, REPLACE, Event
from engine.pending import ask_each
from engine.reactions import ask_for_reactions
from engine.triggers import look_up, window

if TYPE_CHECKING:
    from engine.play import Play


async def resolve(play: Play) -> None:
    """Resolve a played card: Reactions and first-effects, then its text unless something replaces it, then what answers
    afterwards."""
    card, me, game = play.card, play.player, play.game
    heard = game.heard
    if me is game.current:
        game.turn.played.append(card)
    outer, game.playing = game.playing, play
    if game.is_a(card, ATTACK):
        await ask_for_reactions(play, look_up)
    replaced = False
    if heard[PLAY]:
        await window(Event(PLAY, me, play.copy, card, play))
    if heard[REPLACE]:
        event = Event(REPLACE, me, play.copy, card, play)
        await window(event)
        replaced = event.replaced
    if not replaced:
        await follow(play)
    if heard[PLAYED]:
        await window(Event(PLAYED, me, play.copy, card, play))
    game.playing = outer


async def resolve_as(play: Play, card: Card) -> None:
    """Turn the card being played into `card` until it leaves play, and follow that card's text instead; if it is an Attack, others
    can now react to it."""
    played = play.game.turn.played
    if play.player is play.game.current:
        played[len(played) - 1 - played[::-1].index(play.card)] = card
    play.card = card
    if play.there and play.copy is not None:
        play.copy.card = card
    play.game.note("become", play.player, card=card.name)
    if play.game.is_a(card, ATTACK):
        await ask_for_reactions(play, look_up)
    await follow(play)


async def follow(play: Play) -> None:
    """Follow the text: first the "+" lines, then the rest, then what an Attack does to the others (R10)."""
    card, me = play.card, play.player
    if card.cards:
        await me.draw(card.cards)
    me.actions += card.actions
    me.buys += card.buys
    me.coins += card.coins
    me.potions += card.potions
    if card.vp_tokens:
        me.get_vp(card.vp_tokens)
    if play.game.lines is not None and (card.actions or card.buys or card.coins or card.potions):
        plus = (0, card.actions, card.buys, card.coins, card.potions)
        play.game.note("get", me, plus=plus, amount=me.coins, potions=me.potions)
    if card.has_play:
        await card.play(me, play)
    if card.has_hit:
        await hit(play)


# Attacks


async def hit(play: Play) -> None:
    """Apply the Attack to each victim, in turn order."""
    card = play.card
    victims = await play.victims()
    if not card.has_demand:
        for victim in victims:
            await card.hit(victim, play, None)
        return
    asks = [ask for victim in victims if (ask := card.demand(victim, play)) is not None]
    for ask in asks:
        if ask.forced is None and (prepared := play.prepared.get(ask.player.seat)) is not None:
            # Cards drawn since then might have made the answer impossible: that player is asked again.
            with suppress(IllegalAnswer):
                ask.check(prepared)
                ask.forced = prepared
    await ask_each(play, asks, lambda victim, answer: card.hit(victim, play, answer))
