"""Alchemy, according to its 2018 rulebook: Potions as a second kind of money, and thirteen cards that use them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine import words
from engine.card import Action, Attack, Cost, Treasure, Type, Victory
from engine.cards.basic import Copper, Curse, Duchy, Gold
from engine.catalogue import say
from engine.events import Event, Moment, on
from engine.piles import Copy

if TYPE_CHECKING:
    from collections.abc import Collection

    from engine.ai.perception import Eyes
    from engine.card import Card
    from engine.play import Play
    from engine.player import Player

SET = "Alchemy"
EDITIONS = [1]


class Potion(Treasure, cost=4, potions=1, basic=True):
    text = "+1 Potion"
    rulings = (
        "It's in the Supply only if a card there has a Potion in its cost. Then its 16 copies are a pile like any other.",
        "A Potion isn't a coin. To buy two cards with a Potion in their costs, you need to play two Potions. Potions you don't "
        "spend are lost.",
        "It's a basic Treasure, not a Kingdom card.",
    )

    def pile_size(self, players: int) -> int:
        return 16


POTION = Potion()
"""The pile added to the Supply if a cost has a Potion in it (R20)."""


class Alchemist(Action, cost=Cost(3, 1), cards=2, actions=1):
    text = (
        "+2 Cards, +1 Action --- If you have a Potion in play when you discard this from play, you may put Alchemist "
        "onto your deck."
    )
    brief = "+2 Cards, +1 Action. With a Potion in play, this may go back onto your deck."
    rulings = (
        "This is optional. It happens before you draw your new hand, so you usually draw Alchemist right away.",
        "A single Potion is enough for any number of Alchemists, even if you didn't spend it.",
        "You choose the order of discarding: discard your Alchemists before the Potion.",
        "A Potion that left play earlier doesn't help.",
    )

    @on(Moment.DISCARDED_FROM_PLAY, zone=None)
    async def topdeck(self, me: Player, event: Event) -> None:
        yes, no = "It goes on top of your deck, so that you draw it with your next hand.", "It stays in your discard pile."
        if any(copy.card is Potion() for copy in me.in_play) and await me.may(
            say("Put {card} onto your deck?", card=self.name), "topdeck", self, yes=yes, no=no
        ):
            await me.topdeck([event.copy] if event.copy else [], me.discard_pile, shown=True)


class Apothecary(Action, cost=Cost(2, 1), cards=1, actions=1, strength=1.1):
    text = (
        "+1 Card, +1 Action. Reveal your top 4 cards. Put the Coppers and Potions into your hand, and the rest back "
        "onto your deck in any order."
    )
    brief = "+1 Card, +1 Action. Of your top 4, draw Coppers and Potions; put back the rest."
    rulings = (
        "Draw first, then reveal.",
        "You must take all the Coppers and Potions.",
        "If you have fewer than 4 cards, shuffle for the rest, then reveal as many as there are.",
    )

    async def play(self, me: Player, this: Play) -> None:
        seen = await me.reveal_top(4)
        taken = [copy for copy in seen if copy.card in (Copper(), Potion())]
        await me.take(taken, me.deck, shown=True)
        rest = [copy for copy in seen if copy not in taken]
        leads = "They go back on top of your deck, and you draw the first one first."
        back = await me.order(rest, "topdeck", "Put these back; the first is on top", leads=leads, shown=True)
        await me.topdeck(back[::-1], me.deck, shown=True)


class Apprentice(Action, cost=5, actions=1, strength=0.7, trashes=1):
    text = "+1 Action. Trash a card from your hand. Draw 1 card per $1 it costs, and 2 more if it has a Potion in its cost."
    brief = "+1 Action. Trash a card: +1 Card per $1 of its cost, and 2 for a Potion."
    rulings = (
        "A card costing $0 draws nothing. Golem ($4 and a Potion) draws 4 + 2 = 6.",
        "If you have no card to trash, you get only the Action.",
        "Vineyard or Transmute (a Potion) draws 2. Debt in the cost doesn't count.",
    )

    async def play(self, me: Player, this: Play) -> None:
        copy = await me.choose_one(
            me.hand,
            "trash",
            prompt="Trash a card for +1 Card per $1 it costs, +2 if a Potion is in its cost",
            leads=lambda card: say("You draw {cards}.", cards=words.cards(self.lesson(me.game.cost(card)))),
        )
        if copy is not None:
            cost = me.game.cost(copy.card)
            if await me.trash([copy]):
                await me.draw(self.lesson(cost))

    @staticmethod
    def lesson(cost: Cost) -> int:
        """Return how many cards you draw for trashing a card of that cost."""
        return cost.coins + 2 * bool(cost.potion)

    def reward(self, purpose: str, card: Card, eyes: Eyes) -> float:
        return 0.6 * self.lesson(eyes.cost(card))


class Familiar(Attack, cost=Cost(3, 1), cards=1, actions=1, strength=3.1):
    text = "+1 Card, +1 Action. Each opponent gains a Curse."
    rulings = (
        "First draw, then get the Action, then hand out the Curses.",
        "Your opponents gain the Curses in turn order until they run out. You can still play Familiar then.",
    )

    async def hit(self, victim: Player, this: Play, answer: Any) -> None:
        await victim.gain(Curse())


class Golem(Action, cost=Cost(4, 1), strength=1.2):
    text = (
        "Reveal cards from your deck until you've revealed 2 Actions other than Golem. Discard the rest, then play "
        "those Actions in either order."
    )
    brief = "Find your next 2 Actions that aren't Golems, and play both."
    rulings = (
        "Golems you reveal are discarded with the rest.",
        "If you find two Actions, you must play both, in the order you choose. If you find only one, play it. If "
        "you find none, nothing more happens.",
        "The Actions you find aren't in your hand, so if one is a Throne Room, it can't play the other.",
        "If your deck runs out, shuffle your discard pile without the revealed cards.",
        "The second Action stays set aside until you finish the first.",
        "Playing them uses no Action.",
        "A Throne Room you find may play a card from your hand. Golem doesn't stay in play with a Duration it plays.",
    )

    async def play(self, me: Player, this: Play) -> None:
        def found(copies: list[Copy]) -> list[Copy]:
            return [copy for copy in copies if copy.card is not self and me.game.is_a(copy.card, Type.ACTION)]

        seen = await me.reveal_until(lambda copies: len(found(copies)) == 2)
        actions = found(seen)
        await me.discard([copy for copy in seen if copy not in actions], me.aside)
        leads = "You play both, using no Action. The first one resolves completely before the second."
        for copy in await me.order(actions, "play", "Which do you play first?", leads=leads, shown=True):
            await me.play(copy, me.aside, this)


class Herbalist(Action, cost=2, buys=1, coins=1):
    text = "+1 Buy, +$1 --- You may put a Treasure you have in play onto your deck when you discard this from play."
    brief = "+1 Buy, +$1. In Clean-up, you may topdeck a Treasure you have in play."
    rulings = (
        "You choose the order of discarding: discard Alchemist first, while the Potion is in play, then Herbalist "
        "to keep the Potion.",
        "Each Herbalist can keep a different Treasure.",
        "If your deck is empty, the Treasure becomes the whole deck.",
        "The Treasure goes straight from play onto your deck, so you don't discard it.",
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


class PhilosophersStone(Treasure, cost=Cost(3, 1), name="Philosopher's Stone", any_order=True, strength=1.5):
    text = "+$1 per 5 cards in your deck and discard pile combined, rounded down."
    rulings = (
        "Count when you play it; later changes don't matter. If you play it again, count again.",
        "Your hand, cards in play and set-aside cards don't count.",
        "You may look through your discard pile to count it. Your deck keeps its order.",
        "Play it in your Buy phase, before you buy.",
    )

    async def play(self, me: Player, this: Play) -> None:
        me.get(coins=(len(me.deck) + len(me.look_through_discard())) // 5)


class Possession(Action, cost=Cost(6, 1), strength=2.0):
    text = (
        "After this turn, the player to your left takes an extra turn. You see all cards they can see and make all "
        "their decisions. Whatever cards or debt they would gain, you gain instead; the cards go to your discard pile. "
        "Their trashed cards are set aside, and go to their discard pile at the end of that turn."
    )
    brief = "The player to your left takes an extra turn; you decide, and gain what they would."
    rulings = (
        "It's their turn: “you” on cards means them, and they use their own deck.",
        "You see their hand, the next hand they draw in Clean-up, and everything they may look at.",
        "You make every decision, including the order of discarding.",
        "You gain whatever they would gain, bought or not. It goes to your discard pile, even if it was meant for a hand or deck.",
        "You take their debt. VP and other tokens stay theirs.",
        "Their trashed cards count as trashed. They return after Clean-up, which isn't gaining. Other players' "
        "trashed cards stay trashed.",
        "An Attack they play affects you as usual, and you may use your own Reactions.",
        "The extra turn comes when your turn is completely over. With two players, they still take their own turn afterwards.",
        "If they play Possession on that turn, they possess the player to their left.",
        "Extra turns don't count for the tiebreaker. No extra turn follows the end of the game.",
        "If Possession is played twice, two such turns follow. Possession isn't a Duration.",
        "Anything that happens between turns is outside the possessed turn.",
        "Cards that are passed on or returned to a pile are neither gained nor trashed.",
        "If an effect checks whether they gained a card, they didn't: you did.",
    )

    async def play(self, me: Player, this: Play) -> None:
        left = next(iter(await me.others()), None)
        if left is not None:
            me.game.add_extra_turn(left, possessor=me)
            me.game.note("extra", me, other=left.seat)


class ScryingPool(Attack, cost=Cost(2, 1), actions=1, strength=1.0):
    text = (
        "+1 Action. Every player, you included, reveals their top card, then puts it back or discards it (your choice)."
        " Then reveal cards from your deck until one isn't an Action. Put all of these, including the last one, into "
        "your hand."
    )
    brief = "+1 Action. Keep or discard all top cards; then draw up to your first non-Action."
    rulings = (
        "Decide separately for each player, starting with yourself.",
        "If you've revealed nothing but Actions, shuffle and continue. If no cards are left, stop.",
        "Every Action you reveal in the second step goes into your hand, and so does the card that ended it.",
        "Cards from the first step aren't taken, unless you reveal them again.",
        "Moat lets a player skip the reveal.",
    )

    async def play(self, me: Player, this: Play) -> None:
        for player in [me, *await this.victims()]:
            for top in await player.reveal_top(1):
                await me.may_discard_top(player, top)
        seen = await me.reveal_until(lambda copies: bool(copies) and not me.game.is_a(copies[-1].card, Type.ACTION))
        await me.take(seen, me.aside, shown=True)


class Transmute(Action, cost=Cost(0, 1), trashes=1):
    text = (
        "Trash a card from your hand. You gain a Duchy if it's an Action, a Transmute if it's a Treasure, and a Gold if"
        " it's a Victory card."
    )
    brief = "Trash a card: an Action gives a Duchy, a Treasure a Transmute, a Victory card a Gold."
    rulings = (
        "A Curse gives nothing.",
        "For a card with several types, you gain the card for each.",
        "If you trash nothing, you gain nothing. If a pile is empty, you gain nothing from it.",
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
        """Return the result for cards of these types."""
        gains: tuple[tuple[Type, Card], ...] = ((Type.ACTION, Duchy()), (Type.TREASURE, self), (Type.VICTORY, Gold()))
        return [card for kind, card in gains if kind in types]

    def told(self, me: Player, card: Card) -> str:
        """Return what trashing `card` leads to."""
        gained = [each.name for each in self.made_of(me.game.types(card)) if me.game.topped(each.name)]
        return say("You gain {cards}.", cards=words.some(gained))

    def reward(self, purpose: str, card: Card, eyes: Eyes) -> float:
        duchy, gold = (eyes.worth(gain) * (eyes.left(gain) > 0) for gain in (Duchy(), Gold()))
        return duchy * (Type.ACTION in card.types) + gold * (Type.VICTORY in card.types)


class University(Action, cost=Cost(2, 1), actions=2, strength=1.3):
    text = "+2 Actions. You may gain an Action costing up to $5."
    rulings = (
        "You don't have to gain a card.",
        "You can't gain a card with a Potion or debt in its cost.",
        "Any card with the Action type is allowed.",
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
        "For example, with 11 Actions each Vineyard is worth 3 VP.",
        "Any card with the Action type counts, whatever other types it has.",
        "The pile has 8 copies with two players, 12 with more.",
    )

    def score(self, me: Player) -> int:
        return sum(me.game.is_a(copy.card, Type.ACTION) for copy in me.owned()) // 3
