"""Overpaying: a player who buys a card can pay more than it costs, for an additional effect (GUI6)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar

from engine import words
from engine.advice import Gift
from engine.card import Card, Cost
from engine.events import BUY, GAIN, NOTHING_MORE, Event, on
from engine.mechanisms import MOST_AT_ONCE
from engine.play import Play

if TYPE_CHECKING:
    from engine.ai.perception import Eyes
    from engine.player import Player

MOST_POTIONS = 3
"""How many Potions can be overpaid: more than any card costs."""
AMOUNT = re.compile(r"(?:\$(\d+))?(P*)")
"""A cost of coins and Potions, as `Cost` writes it."""


def was_overpaid(me: Player, event: Event) -> bool:
    return event.overpaid != NOTHING_MORE


class Overpay(Card):
    """Base of cards that can be overpaid for; the effect comes before the gain in the first edition, and after it in the second
    (GUI7)."""

    overpaying: ClassVar[str] = ""
    """What overpaying does, in a sentence."""
    with_potions: ClassVar[bool] = False
    """Whether overpaying with Potions makes a difference, too."""

    async def overpaid(self, me: Player, more: Cost) -> None:
        """Do what the card does when `more` was paid on top of its cost."""

    @on(BUY, zone=None, when=was_overpaid, edition=1)
    async def before_gain(self, me: Player, event: Event) -> None:
        await self.overpaid(me, event.overpaid)

    @on(GAIN, zone=None, when=was_overpaid, edition=2)
    async def after_gain(self, me: Player, event: Event) -> None:
        await self.overpaid(me, event.overpaid)

    def promise(self, option: str, eyes: Eyes) -> Gift | None:
        if (amount := AMOUNT.fullmatch(option)) is None:
            return None
        more = Cost(int(amount[1] or 0), len(amount[2]))
        return Gift(coins=-more.coins if eyes.buys else 0, good=self.bonus(more, eyes))

    def bonus(self, more: Cost, eyes: Eyes) -> float:
        """Return, for an AI, what paying `more` on top of its cost is worth, in coins."""
        return 0


async def overpay(me: Player, card: Overpay) -> Cost:
    """Ask how much more than its cost `me` pays for a card being bought, and pay that."""
    coins, potions = min(me.coins, MOST_AT_ONCE), min(me.potions, MOST_POTIONS) if card.with_potions else 0
    if not (coins or potions):
        return NOTHING_MORE
    amounts = {str(Cost(c, p)): Cost(c, p) for p in range(potions + 1) for c in range(coins + 1)}
    options = {id: words.pays_more(cost) for id, cost in amounts.items()}
    game = me.game
    outer, game.playing = game.playing, Play(me, None, card, game.playing)
    (chosen,) = await me.pick(options, words.HOW_MUCH_MORE, "overpay", leads=card.overpaying)
    game.playing = outer
    more = amounts[chosen]
    me.coins -= more.coins
    me.potions -= more.potion
    if more != NOTHING_MORE:
        game.note("overpay", me, amount=more.coins, potions=more.potion)
    return more
