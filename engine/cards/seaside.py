"""Seaside: what happens on later turns. Its cards that both editions have; the others are in seaside_later.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine import words
from engine.advice import Gift
from engine.card import Action, Attack, Cost, Type, Victory
from engine.cards.basic import Copper, Gold
from engine.catalogue import say
from engine.events import Moment, on
from engine.mechanisms import Zone

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.ai.perception import Eyes
    from engine.card import Card, Held
    from engine.core import Phase
    from engine.decision import Ask
    from engine.events import Event, Later
    from engine.piles import Copy
    from engine.play import Play
    from engine.player import Player

SET = "Seaside"

ISLAND_MAT = Zone("Island mat")
NATIVE_VILLAGE_MAT = Zone("Native Village mat", seen="owner")


class Haven(Action, cost=2, cards=1, actions=1, types=[Type.DURATION]):
    text = (
        "+1 Card, +1 Action. Set a card from your hand aside face down. It comes back into your hand at the start of your next "
        "turn."
    )
    brief = "+1 Card, +1 Action. Set a card from your hand aside for your next turn."
    rulings = (
        "Draw first. Then you must set a card aside if you have one.",
        "Only you may look at the card.",
        "If you have no card to set aside, you discard Haven that turn.",
        "If it's played twice, set two cards aside. Both come back.",
        "If the game ends before it comes back, the card still counts as yours.",
    )

    async def play(self, me: Player, this: Play) -> None:
        copy = await me.choose_one(
            me.hand,
            "save",
            prompt="Set a card aside until your next turn",
            leads="No one else sees it. It comes back into your hand at the start of your next turn.",
        )
        kept = await me.set_aside([copy] if copy is not None else [], me.hand, shown=False)
        if kept:
            this.later(Moment.TURN_START, "back", cards=kept, draws=True)

    async def back(self, me: Player, effect: Later) -> None:
        await me.take(effect.cards, me.aside)


class Lighthouse(Action, cost=2, actions=1, coins=1, types=[Type.DURATION], afterwards=Gift(coins=1)):
    text = {
        1: "+1 Action, +$1. You get +$1 at the start of your next turn. --- While you have this in play, you're "
        "unaffected by opponents' Attacks.",
        2: "+1 Action, +$1. You get +$1 at the start of your next turn. Until then, you're unaffected by opponents' Attacks.",
    }
    brief = "+1 Action, +$1, and +$1 next turn. Until then, Attacks don't affect you."
    rulings = (
        "You reveal nothing, and can't choose to be affected. You may still use your Reactions.",
        "Lighthouse must protect you when the Attack is played. An Attack played earlier still affects you, even if its effect "
        "comes now. One played while it protects you never does, even if its effect comes later.",
        "Your own Attacks work as usual, and Lighthouse protects no one else.",
        "If it's played twice, you get $2 next turn.",
        {
            1: "If Enchantress replaces it, it still protects you while it's in play, which is until the end of that turn.",
            2: "If Enchantress replaces it, it doesn't protect you, and you discard it that turn.",
        },
        {
            1: "It still protects you on your next turn, until you discard it.",
            2: "On your next turn it doesn't protect you any more.",
        },
    )

    async def play(self, me: Player, this: Play) -> None:
        this.later(Moment.TURN_START, "coin", independent=True)
        if me.game.edition_of(self) == 2:
            this.later(Moment.ATTACKED, "protect", until=Moment.TURN_START)

    async def coin(self, me: Player, effect: Later) -> None:
        me.get(coins=1)

    def protect(self, me: Player, effect: Later) -> None:
        assert effect.event is not None
        self.shine(me, effect.event)

    @on(Moment.ATTACKED, edition=1)
    def shine(self, me: Player, event: Event) -> None:
        assert event.play is not None
        event.play.unaffected.add(me)


class NativeVillage(Action, cost=2, actions=2):
    text = (
        "+2 Actions. Choose one: put your top card face down onto your Native Village mat; or take everything on that mat into "
        "your hand."
    )
    brief = "+2 Actions. Put your top card onto your mat, or take all cards from it."
    rulings = (
        "You may always look at your mat. No one else may.",
        "You don't see the card until it's on the mat.",
        "You can choose either, even if the mat is empty or you have no cards left to put there.",
        "All your Native Villages use the same mat. They themselves are discarded as usual.",
        "Cards on the mat still count as yours at the end.",
        "On a Possession turn, the possessor may look at the possessed player's mat.",
    )
    worth_taking = 3
    """With this many cards on the mat, taking them is the first option, which AIs and auto-answers choose."""

    async def play(self, me: Player, this: Play) -> None:
        mat = me.zone(NATIVE_VILLAGE_MAT)
        options = {"put": "Put your top card onto the mat", "take": "Take all cards from the mat"}
        if len(mat) >= self.worth_taking:
            options = dict(reversed(options.items()))
        leads = {
            "put": "It lies there face down, and you can look at it then.",
            "take": say("You put {cards} into your hand.", cards=words.cards(len(mat))),
        }
        (chosen,) = await me.pick(options, "Add a card to your Native Village mat, or take all cards from it?", leads=leads)
        if chosen == "take":
            await me.take(list(mat), mat)
        elif await me.ready(1):
            await me.put(me.deck[-1:], me.deck, NATIVE_VILLAGE_MAT)


class FishingVillage(Action, cost=3, actions=2, coins=1, types=[Type.DURATION], afterwards=Gift(actions=1, coins=1)):
    text = "+2 Actions, +$1. You get +1 Action and +$1 at the start of your next turn."
    rulings = (
        "So you start your next turn with two Actions: this one and the one you always have.",
        "If it's played twice, you get +2 Actions and +$2 next turn.",
    )

    async def play(self, me: Player, this: Play) -> None:
        this.later(Moment.TURN_START, "next_turn", independent=True)

    async def next_turn(self, me: Player, effect: Later) -> None:
        me.get(actions=1, coins=1)


class Lookout(Action, cost=3, actions=1):
    text = "+1 Action. Look at your top 3 cards. Trash one, discard one, and put the last one back."
    rulings = (
        "Look at all three before you choose. Trash first, then discard.",
        "Nothing about it is optional. With only two cards, trash one and discard the other. With only one, trash it.",
        "If your deck has fewer than 3 cards, shuffle for the rest.",
    )

    async def play(self, me: Player, this: Play) -> None:
        rest = await me.look(3)
        copy = await me.choose_one(
            rest,
            "trash",
            prompt="Trash one of your top cards",
            shown=len(rest) < 2,
            leads="It's trashed. Of the rest, you discard one and put one back.",
        )
        if copy is None:
            return
        await me.trash([copy], me.deck)
        rest = [each for each in rest if each is not copy]
        leads = "It goes to your discard pile. The other one goes back onto your deck."
        copy = await me.choose_one(rest, "discard", prompt="Discard one of your top cards", shown=len(rest) < 2, leads=leads)
        if copy is not None:
            await me.discard([copy], me.deck)
            await me.topdeck([each for each in rest if each is not copy], me.deck)


class Smugglers(Action, cost=3):
    text = "Gain a copy of a card that costs up to $6 and that the player to your right gained on their last turn."
    brief = "Gain a copy of any card costing up to $6 just gained by the player to your right."
    rulings = (
        "It doesn't matter how they gained it: bought or not, even with a Smugglers.",
        "Cards they gained on other players' turns don't count, and neither do cards that others gained on theirs.",
        "Their last turn might have been an extra turn.",
        "The copy comes from the Supply: you can't gain a card whose pile is empty, or that's covered in a mixed pile.",
        "If there is such a card, you must gain one. You choose which.",
        "Use current costs. A card with a Potion or debt in its cost costs more than $6.",
        "Cards gained on a Possession turn can't be smuggled: the possessor gained them, on a turn that wasn't theirs.",
        "If it's played twice, you may gain the same card twice. Smugglers isn't an Attack.",
    )

    async def play(self, me: Player, this: Play) -> None:
        others = await me.others()
        if others:
            right = others[-1]
            prompt = say("Gain a card costing up to $6 that {name} gained on their last turn", name=right.name)
            limit = Cost(6)
            await me.gain(
                await me.choose_pile("gain", lambda card: card in right.gained and me.game.cost(card) <= limit, prompt=prompt)
            )


class Warehouse(Action, cost=3, cards=3, actions=1, strength=0.0):
    text = "+3 Cards, +1 Action. Discard 3 cards."
    rulings = (
        "You may discard any 3 cards in your hand, whether you just drew them or not.",
        "If you have fewer than 3 cards, discard your whole hand. If you drew fewer than 3, you still discard 3.",
    )

    async def play(self, me: Player, this: Play) -> None:
        await me.discard(await me.choose(me.hand, "discard", 3))


class Caravan(Action, cost=4, cards=1, actions=1, types=[Type.DURATION], strength=1.2, afterwards=Gift(draws=1)):
    text = "+1 Card, +1 Action. You get +1 Card at the start of your next turn."
    rulings = ("You draw the second card when your next turn starts, not with your new hand in Clean-up.",)

    async def play(self, me: Player, this: Play) -> None:
        this.later(Moment.TURN_START, "next_turn", draws=True)

    async def next_turn(self, me: Player, effect: Later) -> None:
        await me.draw(1)


class Cutpurse(Attack, cost=4, coins=2, owed=[Moment.DISCARD, Moment.REVEAL]):
    text = "+$2. Each opponent discards a Copper. Those without one reveal their hands."
    rulings = (
        "Each player discards only one Copper.",
        "A player with a Copper must discard it. A player with none must reveal their whole hand.",
    )

    def demand(self, victim: Player, this: Play) -> Ask[list[Copy]]:
        return victim.choose(
            [copy for copy in victim.hand if copy.card is Copper()],
            "discard",
            1,
            prompt="Discard a Copper",
            without="Everyone sees your hand, since there's no Copper in it.",
        )

    async def hit(self, victim: Player, this: Play, answer: Any) -> None:
        if answer:
            await victim.discard(answer)
        else:
            await victim.reveal(victim.hand)


class Island(Action, Victory, cost=4, points=2, strength=0.9):
    text = "Put this and a card from your hand onto your Island mat. --- Worth 2 VP."
    rulings = (
        "Both cards stay on the mat for the rest of the game. They lie face up, and still count as yours at the end.",
        "You must put a card from your hand there if you have one. If you have none, only Island goes there.",
        "If it's played twice, Island and two cards go onto the mat.",
        "Putting cards onto the mat is neither discarding nor trashing.",
        "If Enchantress replaces it, it stays in play and is discarded in Clean-up.",
        "On a Possession turn, the cards go onto the possessed player's own mat and stay there.",
        "The pile has 8 copies with two players, 12 with more.",
    )

    async def play(self, me: Player, this: Play) -> None:
        copy = await me.choose_one(
            me.hand,
            "put",
            prompt="Put a card onto your Island mat",
            leads="It stays there for the rest of the game, and counts as yours at the end.",
        )
        if this.there and this.copy is not None:
            await me.put([this.copy], me.in_play, ISLAND_MAT)
        await me.put([copy] if copy is not None else [], me.hand, ISLAND_MAT)


class Salvager(Action, cost=4, buys=1, trashes=1):
    text = "+1 Buy. Trash a card from your hand. You get +$1 per $1 it costs."
    rulings = (
        "You must trash a card if you have one. If you have none, you get only the Buy.",
        "Use the card's current cost, and only the coins in it: Golem ($4 and a Potion) gives $4, and a cost of 8 debt gives "
        "nothing.",
    )

    async def play(self, me: Player, this: Play) -> None:
        cost = me.game.cost
        copy = await me.choose_one(
            me.hand,
            "trash",
            prompt="Trash a card for +$1 per $1 it costs",
            leads=lambda card: say("You get +${coins}.", coins=cost(card).coins),
        )
        if copy is not None:
            coins = cost(copy.card).coins
            if await me.trash([copy]):
                me.get(coins=coins)

    def reward(self, purpose: str, card: Card, eyes: Eyes) -> float:
        return 0.5 * eyes.cost(card).coins


class TreasureMap(Action, cost=4):
    text = "Trash this and a Treasure Map from your hand. If you trashed both, gain 4 Golds onto your deck."
    brief = "Trash 2 Treasure Maps to gain 4 Golds onto your deck."
    rulings = (
        "If you have no other Treasure Map in hand, you trash this one and gain nothing. You must trash both if you can.",
        "If it's played twice and you have two more in hand, you trash two for 4 Golds, then the third for nothing.",
        "If fewer than 4 Golds are left, you gain those.",
    )

    def idle(self, hand: Sequence[Held], phase: Phase) -> bool:
        return sum(each.card is self for each in hand) <= 1

    async def play(self, me: Player, this: Play) -> None:
        others = [copy for copy in me.hand if copy.card is self]
        other = await me.choose_one(
            others,
            "trash",
            prompt="Trash another Treasure Map",
            leads=self.found(this) if others else "",
            without="There's no other one in your hand, so this one is trashed for nothing.",
        )
        trashed = await this.trash()
        if other is not None and await me.trash([other]) and trashed:
            for _ in range(4):
                await me.gain(Gold(), Zone.DECK)

    def found(self, this: Play) -> str:
        """Return what trashing another copy leads to."""
        if not this.there:
            return "You gain nothing, since the one you played can't be trashed any more."
        if this.player.possessed:
            return "Both are trashed for 4 Golds. The player who possesses you gains them."
        return "Both are trashed, and you gain 4 Golds onto your deck."


class Bazaar(Action, cost=5, cards=1, actions=2, coins=1):
    text = "+1 Card, +2 Actions, +$1"


class MerchantShip(Action, cost=5, coins=2, types=[Type.DURATION], afterwards=Gift(coins=2)):
    text = "+$2. You get +$2 at the start of your next turn."
    rulings = ("If your next turn is an extra turn, such as Outpost's, you get the coins in it.",)

    async def play(self, me: Player, this: Play) -> None:
        this.later(Moment.TURN_START, "next_turn", independent=True)

    async def next_turn(self, me: Player, effect: Later) -> None:
        me.get(coins=2)


class Outpost(Action, cost=5, types=[Type.DURATION], strength=0.7):
    text = {
        1: "Your next hand has only 3 cards. Unless the turn before this one was yours too, take another turn after this one.",
        2: "Take another turn after this one, with a hand of only 3 cards. You get it only for your first Outpost this turn, and "
        "only if the turn before this one wasn't yours.",
    }
    brief = "Take an extra turn after this one, with 3 cards in hand."
    rulings = (
        "Apart from the 3 cards, the extra turn is a turn like any other. It's the next turn for your Durations.",
        "Outpost stays in play until the Clean-up of the extra turn. So does a Throne Room that played it.",
        "However many you play on a turn, you take only one extra turn.",
        {
            1: "On its own extra turn it gives no further extra turn, but you still draw only 3 cards.",
            2: "On its own extra turn it gives no further extra turn: you draw 5 cards, and discard it that turn.",
        },
        "You get no extra turn if you were possessed on the turn before this one.",
        "If you play it while possessed, you make your own decisions on the extra turn, which comes before your normal one.",
        "If Possession is played on the same turn, Outpost's turn comes first.",
        "Extra turns don't count for the tiebreaker. If the game ends, there is no extra turn.",
    )

    async def play(self, me: Player, this: Play) -> None:
        game, turn = me.game, me.game.turn
        if game.edition_of(self) == 1:
            turn.next_hand = 3
        taken = any((extra.seat, extra.possessor) == (me.seat, None) for extra in game.extra_turns)
        again = game.edition_of(self) == 2 and turn.played.count(self) > 1
        if not (taken or again or turn.before == me.seat):
            turn.next_hand = 3
            game.add_extra_turn(me)
            game.note("extra", me)
            this.later(Moment.TURN_START, "over", independent=True)

    async def over(self, me: Player, effect: Later) -> None:
        """Stay in play no longer than the extra turn."""


class Tactician(Action, cost=5, types=[Type.DURATION], strength=0.7):
    text = (
        "Discard your hand. If you discarded at least one card, you get +5 Cards, +1 Action and +1 Buy at the start of your next "
        "turn."
    )
    brief = "Discard your hand. Next turn: +5 Cards, +1 Action, +1 Buy."
    rulings = (
        "You draw the 5 cards when your next turn starts, on top of your usual hand.",
        "Nothing about it is optional. With an empty hand nothing happens, and you discard Tactician that turn.",
        "If it's played twice, the second play finds no hand to discard: you draw 5 cards, not 10.",
        "You discard all the cards together.",
    )

    async def play(self, me: Player, this: Play) -> None:
        if await me.discard(list(me.hand)):
            this.later(Moment.TURN_START, "next_turn", draws=True)

    async def next_turn(self, me: Player, effect: Later) -> None:
        await me.draw(5)
        me.get(actions=1, buys=1)

    def promise(self, option: str, eyes: Eyes) -> Gift | None:
        lost = sum([eyes.use(card) for card in eyes.hand if card is not self])
        return Gift(draws=5, buys=1, good=-1.5 * lost) if option == "play" and lost else None


class Treasury(Action, cost=5, cards=1, actions=1, coins=1):
    text = {
        1: "+1 Card, +1 Action, +$1 --- You may put this onto your deck when you discard it from play. You can't if you bought a "
        "Victory card this turn.",
        2: "+1 Card, +1 Action, +$1. When your Buy phase ends this turn, you may put this onto your deck if you gained no Victory "
        "card in that phase.",
    }
    brief = "+1 Card, +1 Action, +$1. If you get no Victory card, this may go back onto your deck."
    rulings = (
        "Decide separately for each Treasury. If you put it onto your deck, you draw it with your next hand.",
        "A Victory card with another type counts, too.",
        {
            1: "A Victory card that you gained without buying it doesn't matter.",
            2: "Any Victory card you gain in your Buy phase matters, bought or not. One gained in your Action phase doesn't.",
        },
        {2: "It leaves play before Clean-up, so you don't discard it from play."},
        {2: "Going back to your Action phase, as with Villa, ends a Buy phase: you may put Treasury onto your deck then."},
        {2: "There's a Buy phase even on a turn when you buy nothing."},
        {
            1: "If Enchantress replaces it, you may still put it onto your deck.",
            2: "If Enchantress replaces it, you can't put it onto your deck.",
        },
    )

    async def play(self, me: Player, this: Play) -> None:
        if me.game.edition_of(self) == 2:

            async def keep(me: Player, event: Event) -> None:
                await self.keep(me, this.copy, me.in_play)

            this.this_turn(Moment.BUY_END, keep, when=lambda me, event: this.there and not self.points_gained(me))

    def points_gained(self, me: Player) -> bool:
        """Return whether a Victory card was gained in this Buy phase."""
        gained = me.game.turn.gained_in_buy_phase
        return any(seat == me.seat and me.game.is_a(card, Type.VICTORY) for seat, card in gained)

    @on(Moment.DISCARDED_FROM_PLAY, zone=None, edition=1)
    async def discarded(self, me: Player, event: Event) -> None:
        if not any(me.game.is_a(card, Type.VICTORY) for card in me.game.turn.bought):
            await self.keep(me, event.copy, me.discard_pile)

    async def keep(self, me: Player, copy: Copy | None, source: list[Copy]) -> None:
        """Ask whether to put it onto the deck."""
        yes, no = "It goes on top of your deck, so that you draw it with your next hand.", "It goes to your discard pile."
        if copy is not None and await me.may(say("Put {card} onto your deck?", card=self.name), "topdeck", self, yes=yes, no=no):
            await me.topdeck([copy], source, shown=True)


class Wharf(Action, cost=5, plural="Wharves", cards=2, buys=1, types=[Type.DURATION], afterwards=Gift(draws=2, buys=1)):
    text = "+2 Cards, +1 Buy. You get +2 Cards and +1 Buy at the start of your next turn."
    rulings = ("You draw the other 2 cards when your next turn starts, not with your new hand in Clean-up.",)

    async def play(self, me: Player, this: Play) -> None:
        this.later(Moment.TURN_START, "next_turn", draws=True)

    async def next_turn(self, me: Player, effect: Later) -> None:
        await me.draw(2)
        me.get(buys=1)
