"""Alchemy, as its rulebook of 2018 has it: Potions as a second kind of money, and thirteen cards that want them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine import words
from engine.card import Action, Attack, Copy, Cost, Treasure, Type, Victory
from engine.cards.basic import Copper, Curse, Duchy, Gold
from engine.events import Event, Moment, on

if TYPE_CHECKING:
    from collections.abc import Collection

    from engine.card import Card
    from engine.play import Play
    from engine.player import Player

SET = "Alchemy"
EDITIONS = [1]


class Potion(Treasure, cost=4, potions=1, basic=True):
    text = "+1 Potion"
    rulings = (
        "In the Supply only when a card there has a Potion in its cost; then its 16 copies are a pile like any other.",
        "A Potion is no coin; two costs with a Potion need two Potions played; what isn't spent is lost.",
        "It is a basic Treasure, not a Kingdom card.",
    )

    def pile_size(self, players: int) -> int:
        return 16


POTION = Potion()
"""What is added to the Supply where a cost has a Potion in it (R20)."""


class Alchemist(Action, cost=Cost(3, 1), cards=2, actions=1):
    text = (
        "+2 Cards, +1 Action --- If you have a Potion in play when you discard this from play, you may put Alchemist "
        "onto your deck."
    )
    rulings = (
        "Optional, and before the new hand is drawn, so it is normally in that hand.",
        "Any number of Alchemists with a single Potion, which need not have been spent.",
        "You order the discards: Alchemists go before the Potion.",
        "A Potion that left play earlier doesn't help.",
    )

    @on(Moment.DISCARDED_FROM_PLAY, zone=None)
    async def topdeck(self, me: Player, event: Event) -> None:
        yes, no = "It goes on top of your deck, so that you draw it with your next hand.", "It stays in your discard pile."
        if any(copy.card is Potion() for copy in me.in_play) and await me.may(
            f"Put {self.name} onto your deck?", "topdeck", self, yes=yes, no=no
        ):
            await me.topdeck([event.copy] if event.copy else [], me.discard_pile, shown=True)


class Apothecary(Action, cost=Cost(2, 1), cards=1, actions=1):
    text = (
        "+1 Card, +1 Action. Reveal your top 4 cards. Put the Coppers and Potions into your hand, and the rest back "
        "onto your deck in any order."
    )
    rulings = (
        "Draw first, then reveal.",
        "All Coppers and Potions must be taken.",
        "Fewer than 4 cards: shuffle for the rest; then as many as there are.",
    )

    async def play(self, me: Player, this: Play) -> None:
        seen = await me.reveal_top(4)
        taken = [copy for copy in seen if copy.card in (Copper(), Potion())]
        await me.take(taken, me.deck, shown=True)
        rest = [copy for copy in seen if copy not in taken]
        leads = "They go back on top of your deck, and you draw the first of them first."
        back = await me.order(rest, "topdeck", "Put these back; the first is on top", leads=leads)
        await me.topdeck(back[::-1], me.deck, shown=True)


class Apprentice(Action, cost=5, actions=1):
    text = "+1 Action. Trash a card from your hand. Draw 1 card per $1 it costs, and 2 more if it has a Potion in its cost."
    rulings = (
        "A card costing $0 draws nothing; Golem (4 and a Potion) draws 4 + 2 = 6.",
        "No card to trash: only the Action.",
        "Vineyard or Transmute (a Potion) draws 2. Debt in the cost counts nothing.",
    )

    async def play(self, me: Player, this: Play) -> None:
        copy = await me.choose_one(
            me.hand,
            "trash",
            prompt="Trash a card for +1 Card per $1 it costs, +2 if a Potion is in its cost",
            leads=lambda card: f"You draw {words.cards(self.lesson(me.game.cost(card)))}.",
        )
        if copy is not None:
            cost = me.game.cost(copy.card)
            if await me.trash([copy]):
                await me.draw(self.lesson(cost))

    @staticmethod
    def lesson(cost: Cost) -> int:
        """How many cards trashing one of that cost draws."""
        return cost.coins + 2 * bool(cost.potion)


class Familiar(Attack, cost=Cost(3, 1), cards=1, actions=1):
    text = "+1 Card, +1 Action. Each opponent gains a Curse."
    rulings = (
        "First draw, then the Action, then the Curses.",
        "Curses go out in turn order while they last; without any left it may still be played.",
    )

    async def hit(self, victim: Player, this: Play, answer: Any) -> None:
        await victim.gain(Curse())


class Golem(Action, cost=Cost(4, 1)):
    text = (
        "Reveal cards from your deck until you've revealed 2 Actions other than Golem. Discard the rest, then play "
        "those Actions in either order."
    )
    rulings = (
        "Golems met on the way are discarded with the rest.",
        "Found one: play it; found two: play both, in the order you choose, none skipped; found none: done.",
        "The cards found are not in your hand: a Throne Room found can't be used on the other.",
        "If the deck runs out, the discard pile is shuffled without the cards revealed.",
        "The second card waits, set aside, while the first is followed.",
        "No Action is used.",
        "A Throne Room found may play a card from your hand; Golem itself doesn't stay with a Duration it plays.",
    )

    async def play(self, me: Player, this: Play) -> None:
        def found(copies: list[Copy]) -> list[Copy]:
            return [copy for copy in copies if copy.card is not self and me.game.is_a(copy.card, Type.ACTION)]

        seen = await me.reveal_until(lambda copies: len(found(copies)) == 2)
        actions = found(seen)
        await me.discard([copy for copy in seen if copy not in actions], me.aside)
        leads = "Both are played, the first one with all it does before the other, and use no Action."
        for copy in await me.order(actions, "play", "Play these in which order?", leads=leads):
            await me.play(copy, me.aside, this)


class Herbalist(Action, cost=2, buys=1, coins=1):
    text = "+1 Buy, +$1 --- You may put a Treasure you have in play onto your deck when you discard this from play."
    rulings = (
        "You order the discards: first Alchemist (the Potion still in play), then Herbalist taking the Potion.",
        "Each Herbalist keeps another Treasure.",
        "With an empty deck, the Treasure is the whole deck.",
        "The Treasure goes straight from play to the deck: it isn't discarded.",
    )

    @on(Moment.DISCARDED_FROM_PLAY, zone=None)
    async def keep(self, me: Player, event: Event) -> None:
        treasures = [copy for copy in me.in_play if me.game.is_a(copy.card, Type.TREASURE)]
        copy = await me.choose_one(
            treasures,
            "topdeck",
            optional=True,
            prompt="Put a Treasure from play onto your deck",
            shown=True,
            leads="It goes on top of your deck, so that you draw it with your next hand.",
            without="This Herbalist keeps no Treasure for you.",
        )
        if copy is not None:
            await me.topdeck([copy], me.in_play, shown=True)


class PhilosophersStone(Treasure, cost=Cost(3, 1), name="Philosopher's Stone", any_order=True):
    text = "+$1 per 5 cards in your deck and discard pile combined, rounded down."
    rulings = (
        "Counted when played; later changes don't matter. Played again, count again.",
        "Your hand, cards in play and cards set aside don't count.",
        "You see your discard pile while counting; your deck keeps its order.",
        "It is played in the Buy phase, before buying.",
    )

    async def play(self, me: Player, this: Play) -> None:
        me.get(coins=(len(me.deck) + len(me.look_through_discard())) // 5)


class Possession(Action, cost=Cost(6, 1)):
    text = (
        "After this turn, the player to your left takes an extra turn. You see all cards they can see and make all "
        "their decisions. Whatever cards or debt they would gain, you gain instead; the cards go to your discard pile. "
        "Their trashed cards are set aside, and go to their discard pile at the end of that turn."
    )
    rulings = (
        "It is their turn: 'you' on cards means them, and they use their deck.",
        "You see their hand, the next hand drawn in Clean-up, and all they may look at.",
        "You decide everything, the order of discarding too.",
        "What they would gain, bought or not, is yours and goes to your discard pile even if meant for a hand or deck.",
        "Debt goes to you; VP and other tokens stay theirs.",
        "Their trashed cards count as trashed and come back after Clean-up without being gained. Others' stay trashed.",
        "An Attack they play hits you as usual; you may use your own Reactions.",
        "The extra turn comes when your turn is entirely over. With two players, they still take their own turn afterwards.",
        "Possession played by the possessed player makes that player possess the one to their left.",
        "Extra turns don't count for the tie-break; none are taken after the game has ended.",
        "Played twice, two such turns follow. It isn't a Duration.",
        "What happens between turns is outside the possessed turn.",
        "Cards passed on or returned to a pile are neither gained nor trashed.",
        "What asks whether they gained a card finds that they didn't: you did.",
    )

    async def play(self, me: Player, this: Play) -> None:
        left = next(iter(await me.others()), None)
        if left is not None:
            me.game.add_extra_turn(left, possessor=me)
            me.game.note("extra", me, f"{left.name} takes an extra turn after this one, with {me.name} deciding.")


class ScryingPool(Attack, cost=Cost(2, 1), actions=1):
    text = (
        "+1 Action. Every player, you included, reveals their top card, then puts it back or discards it (your choice)."
        " Then reveal cards from your deck until one isn't an Action. Put all of these, including the last one, into "
        "your hand."
    )
    rulings = (
        "A separate decision per player, from yourself on.",
        "No card but Actions found: shuffle and go on; with nothing left, stop.",
        "All Actions revealed in the second step, and the card that isn't one, go to your hand.",
        "Cards of the first step are not taken unless they are revealed again.",
        "A Moat spares a player the reveal.",
    )

    async def play(self, me: Player, this: Play) -> None:
        for player in [me, *await this.victims()]:
            for top in await player.reveal_top(1):
                await me.may_discard_top(player, top)
        seen = await me.reveal_until(lambda copies: bool(copies) and not me.game.is_a(copies[-1].card, Type.ACTION))
        await me.take(seen, me.aside, shown=True)


class Transmute(Action, cost=Cost(0, 1)):
    text = (
        "Trash a card from your hand. You gain a Duchy if it's an Action, a Transmute if it's a Treasure, and a Gold if"
        " it's a Victory card."
    )
    rulings = (
        "A Curse gives nothing.",
        "A card of several types gives each of these.",
        "Nothing trashed, nothing gained; an empty pile gives nothing for its part.",
    )

    async def play(self, me: Player, this: Play) -> None:
        copy = await me.choose_one(me.hand, "trash", leads=lambda card: self.told(me, card))
        if copy is None:
            return
        types = me.game.types(copy.card)
        if await me.trash([copy]):
            for card in self.made_of(types):
                await me.gain(card)

    def made_of(self, types: Collection[Type]) -> list[Card]:
        """What a card of these types turns into."""
        gains: tuple[tuple[Type, Card], ...] = ((Type.ACTION, Duchy()), (Type.TREASURE, self), (Type.VICTORY, Gold()))
        return [card for kind, card in gains if kind in types]

    def told(self, me: Player, card: Card) -> str:
        """What trashing `card` leads to."""
        gained = [f"a {each.name}" for each in self.made_of(me.game.types(card)) if me.game.topped(each.name)]
        return f"You gain {words.listed(gained) or 'nothing'}."


class University(Action, cost=Cost(2, 1), actions=2):
    text = "+2 Actions. You may gain an Action costing up to $5."
    rulings = (
        "Gaining is optional.",
        "Never a card with a Potion, or debt, in its cost.",
        "Any card with Action among its types.",
    )

    async def play(self, me: Player, this: Play) -> None:
        pile = await me.choose_pile(
            "gain",
            lambda card: me.game.is_a(card, Type.ACTION) and me.game.cost(card) <= Cost(5),
            optional=True,
            prompt="You may gain an Action card costing up to $5",
        )
        await me.gain(pile)


class Vineyard(Victory, cost=Cost(0, 1)):
    text = "Worth 1 VP per 3 Actions you have, rounded down."
    rulings = (
        "11 Actions make each Vineyard worth 3.",
        "Cards with Action among several types count.",
        "8 copies with two players, 12 with more.",
    )

    def score(self, me: Player) -> int:
        return sum(me.game.is_a(copy.card, Type.ACTION) for copy in me.owned()) // 3
