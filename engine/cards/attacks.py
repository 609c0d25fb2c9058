"""What several Attacks do to their victims."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.card import Attack
from engine.events import Moment

if TYPE_CHECKING:
    from engine.card import Card
    from engine.decision import Ask
    from engine.piles import Copy
    from engine.play import Play
    from engine.player import Player

KEPT = 3


def discard_down(victim: Player) -> Ask[list[Copy]]:
    """Return the question of which cards a player discards, down to 3 in hand."""
    leads = "Your choice goes to your discard pile. You keep the other 3 cards."
    return victim.choose(victim.hand, "discard", max(0, len(victim.hand) - KEPT), leads=leads)


async def discard_copy(victim: Player, card: Card) -> None:
    """Make a player discard a copy of `card`, or reveal a hand without one. Either reveals something about the hand, so a choice
    that led to it can't be freely undone and made differently."""
    victim.game.secrets += 1
    if not await victim.discard([copy for copy in victim.hand if copy.card is card][:1]):
        await victim.reveal(victim.hand)


class DiscardingAttack(Attack, owed=[Moment.DISCARD]):
    """Base of Attacks that make each victim discard down to 3 cards in hand."""

    def demand(self, victim: Player, this: Play) -> Ask[list[Copy]] | None:
        return discard_down(victim) if len(victim.hand) > KEPT else None

    async def hit(self, victim: Player, this: Play, answer: Any) -> None:
        await victim.discard(answer)
