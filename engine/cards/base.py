"""The base game, Dominion: its Kingdom cards in both editions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.card import Action, Attack, Copy, Reaction, Type, Zone
from engine.cards.basic import Silver
from engine.events import Moment

if TYPE_CHECKING:
    from engine.decision import Ask
    from engine.events import Event
    from engine.play import Play
    from engine.player import Player

SET = "Dominion"

FIRST_GAME: dict[int, tuple[str, ...]] = {
    2: ("Cellar", "Market", "Merchant", "Militia", "Mine", "Moat", "Remodel", "Smithy", "Village", "Workshop"),
}
"""The ten piles recommended for one's first game, by edition (R4)."""


class Cellar(Action, cost=2, actions=1):
    text = "+1 Action. Discard any number of cards from your hand, then draw as many."
    rulings = (
        "Choose the cards first and discard them together; only then draw.",
        "If the draw makes you shuffle, the cards just discarded are shuffled in.",
        "How many you discard is public; only the new top of your discard pile need be seen.",
        "Cellar is in play, not in your hand, so it can't discard itself.",
        "You draw for cards really discarded.",
    )

    async def play(self, me: Player, this: Play) -> None:
        discarded = await me.discard(await me.choose(me.hand, "discard", len(me.hand), minimum=0))
        await me.draw(len(discarded))


class Market(Action, cost=5, cards=1, actions=1, buys=1, coins=1):
    text = "+1 Card, +1 Action, +1 Buy, +$1."
    rulings = ("Everything happens at once; the Buy and the coin wait for your Buy phase.",)


class Merchant(Action, cost=3, cards=1, actions=1, editions=[2]):
    text = "+1 Card, +1 Action. The first time you play a Silver this turn: +$1."
    rulings = (
        "Several Merchants each add $1 to the same first Silver; later Silvers add nothing.",
        "A Silver played this turn before the Merchant: no bonus.",
        "Played twice by Throne Room: +$2 on the first Silver.",
        "The bonus belongs to the turn: a Merchant that has left play still counts.",
        "One Silver played twice counts once, for its first play.",
    )

    async def play(self, me: Player, this: Play) -> None:
        if Silver() not in me.game.turn.played:
            this.this_turn(Moment.PLAY, self.pay, when=self.silver, once=True, independent=True)

    def silver(self, me: Player, event: Event) -> bool:
        return event.card is Silver()

    def pay(self, me: Player, event: Event) -> None:
        me.coins += 1
        me.game.note("get", me, f"{me.name} gets +$1 for Merchant.")


class Militia(Attack, cost=4, coins=2, owed=True):
    text = "+$2. Each other player discards down to 3 cards in hand."
    rulings = ("Whoever holds three cards or fewer discards nothing.",)

    def demand(self, victim: Player, this: Play) -> Ask[list[Copy]]:
        return victim.choose(victim.hand, "discard", len(victim.hand) - 3)

    async def hit(self, victim: Player, this: Play, answer: Any) -> None:
        await victim.discard(answer)


class Mine(Action, cost=5):
    text = {
        1: "Trash a Treasure from your hand. Gain a Treasure costing up to $3 more than it to your hand.",
        2: "You may trash a Treasure from your hand. If you did, gain a Treasure costing up to $3 more than it to your hand.",
    }
    rulings = (
        "No Treasure trashed, none gained.",
        "From the Supply to your hand, so it can be played the same turn.",
        "Copper to Silver, Silver to Gold; the same or a cheaper Treasure is allowed too.",
        "Potion (cost 4) is a Treasure: out of reach from Copper, within reach from Silver.",
        {1: "If you have a Treasure in hand you must trash one.", 2: "Trashing is optional."},
    )

    async def play(self, me: Player, this: Play) -> None:
        treasures = [copy for copy in me.hand if me.game.is_a(copy.card, Type.TREASURE)]
        copy = await me.choose_one(treasures, "trash", optional=me.game.edition == 2, prompt="Trash a Treasure")
        if copy is not None and await me.trash([copy]):
            limit = me.game.cost(copy.card).plus(3)
            await me.gain_from_supply(limit, where=lambda card: me.game.is_a(card, Type.TREASURE), to=Zone.HAND)


class Moat(Action, Reaction, cost=2, cards=2, immunity=True):
    text = (
        "+2 Cards. --- When another player plays an Attack card, you may first reveal this from your hand, to be unaffected by it."
    )
    rulings = (
        "An Attack is a card with that word among its types.",
        "Unaffected means that the Attack skips you: you reveal, discard, gain nothing.",
        "Moat stays in your hand: you can reveal it again for later Attacks, and play it on your turn.",
        "It changes nothing for others, nor what the Attack gives its player.",
        "Revealing draws nothing; only playing it draws 2.",
        "Reveal it before the attacker makes any choice of the card.",
        "An Attack played twice is two plays: reveal, or not, for each. A Moat drawn after the first can answer the second.",
        "An Attack that hurts later can only be answered when it is played.",
    )

    async def react(self, me: Player, attack: Play) -> None:
        attack.unaffected.add(me)


class Remodel(Action, cost=4):
    text = "Trash a card from your hand. Gain a card costing up to $2 more than it."
    rulings = (
        "Not itself, since it is in play; another Remodel in your hand is fine.",
        "No card trashed, none gained.",
        "The gained card may cost exactly $2 more, or less, or be a copy of the trashed card.",
        "Your coins can't raise the limit.",
        "Potion and debt in the trashed card's cost count: Golem (4 and a Potion) gives up to 6 and a Potion.",
    )

    async def play(self, me: Player, this: Play) -> None:
        copy = await me.choose_one(me.hand, "trash")
        if copy is not None and await me.trash([copy]):
            await me.gain_from_supply(me.game.cost(copy.card).plus(2))


class Smithy(Action, cost=4, cards=3):
    text = "+3 Cards."
    rulings = ("Draw three.",)


class Village(Action, cost=3, cards=1, actions=2):
    text = "+1 Card, +2 Actions."
    rulings = ("Draw first; then you may play two more Actions.",)


class Workshop(Action, cost=3):
    text = "Gain a card costing up to $4."
    rulings = (
        "To your discard pile, from the Supply only; your coins can't raise the limit.",
        "Not optional if any card at $4 or less is left.",
        "Never a card with a Potion or debt in its cost.",
    )

    async def play(self, me: Player, this: Play) -> None:
        await me.gain_from_supply(4)
