"""A card that only the fuzzer uses: a Reaction to all gains, which anyone might have in hand, and to its own discarding, which
perhaps no one saw; and a mat that only its owner can see."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from engine.card import CARDS, Action, Card, Type
from engine.events import Moment, on
from engine.mechanisms import Zone

if TYPE_CHECKING:
    from engine.events import Event, Later
    from engine.play import Play
    from engine.player import Player

SET = "Fuzz"
LAIR = Zone("lair", seen="owner")


class Prowler(Action, cost=2, cards=1, types=[Type.REACTION, Type.DURATION], listed=False, eager=True):
    text = (
        "+1 Card. Put your top card onto your lair. --- You may play this from your hand when anyone gains a card, "
        "or when you discard it."
    )
    reacting = "You play it."

    async def play(self, me: Player, this: Play) -> None:
        if await me.ready(1):
            await me.put(me.deck[-1:], me.deck, LAIR)
        this.later(Moment.TURN_START, "leave", draws=True)

    async def leave(self, me: Player, effect: Later) -> None:
        await me.take(list(me.zone(LAIR)), me.zone(LAIR))

    @on(Moment.GAIN, zone=Zone.HAND, anyone=True, owed=[Moment.PLAY, Moment.REPLACE, Moment.PLAYED, Moment.SHUFFLE])
    async def prowl(self, me: Player, event: Event) -> None:
        assert event.by is not None
        await me.play(event.by, me.hand)

    @on(Moment.DISCARD, zone=Zone.DISCARD)
    async def slip(self, me: Player, event: Event) -> None:
        assert event.by is not None
        await me.play(event.by, me.discard_pile)


@contextmanager
def listed(*cards: Card) -> Iterator[None]:
    """List these among all cards, temporarily."""
    CARDS.update({card.name: card for card in cards})
    try:
        yield
    finally:
        for card in cards:
            del CARDS[card.name]
