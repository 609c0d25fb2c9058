"""Hinterlands: cards that do something when gained, discarded or bought; its Kingdom cards in both editions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import words
from engine.advice import NEVER, Gift
from engine.card import Action, Attack, Cost, Reaction, Treasure, Type, Victory
from engine.cards.attacks import DiscardingAttack, discard_down
from engine.cards.basic import Copper, Curse, Duchy, Gold, Province, Silver
from engine.catalogue import say
from engine.events import Moment, on
from engine.mechanisms import Zone

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.ai.perception import Eyes
    from engine.card import Card, Held
    from engine.core import Phase
    from engine.events import Event
    from engine.piles import Copy
    from engine.play import Play
    from engine.player import Player

SET = "Hinterlands"

NEXT = "It goes on top of your deck: you draw it next."


async def gain_cheaper(me: Player, than: Card, *, but: Type | None = None) -> None:
    """Gain a card that currently costs less than another one and isn't of a type."""
    game = me.game
    limit = game.cost(than)
    prompt = say("Gain {card} costing less than {cost}", card=words.sort_of_card(None, but), cost=words.cost_in_words(*limit))
    fits = me.choose_pile("gain", lambda card: game.cost(card) < limit and (but is None or not game.is_a(card, but)), prompt=prompt)
    await me.gain(await fits)


async def gain_exactly(me: Player, cost: Cost, to: Zone = Zone.DISCARD, *, but: Card | None = None) -> None:
    """Gain a card with exactly this cost, other than `but`."""
    prompt = say("Gain a card costing exactly {cost}", cost=words.cost_in_words(*cost))
    leads = "It goes onto your deck." if to is Zone.DECK and not me.possessed else ""
    fits = me.choose_pile("gain", lambda card: me.game.cost(card) == cost and card is not but, prompt=prompt, leads=leads)
    await me.gain(await fits, to)


def treasures_in(me: Player, copies: Sequence[Copy]) -> list[Copy]:
    return [copy for copy in copies if me.game.is_a(copy.card, Type.TREASURE)]


def no_treasure(hand: Sequence[Held]) -> bool:
    return not any(Type.TREASURE in held.types for held in hand)


async def to_the_others(me: Player, card: Card) -> None:
    """Let each other player gain a card, in turn order."""
    others = await me.others()
    for player in me.game.in_turn_order():
        if player in others:
            await player.gain(card)


def outside_cleanup(me: Player, event: Event) -> bool:
    return event.phase != "cleanup"


# both editions


class Crossroads(Action, cost=2):
    text = "Reveal your hand. +1 Card per Victory card you revealed. If this is your first Crossroads this turn, +3 Actions."
    brief = "+1 Card per Victory card in your hand. Your first one each turn: +3 Actions."
    rulings = (
        "The cards you draw don't count, only those you revealed. They stay in your hand.",
        "Any card with the Victory type counts, whatever other types it has.",
        "Later Crossroads this turn draw cards, but give no Actions.",
        "If it's played twice, only the first play gives Actions.",
    )

    async def play(self, me: Player, this: Play) -> None:
        await me.reveal(me.hand)
        await me.draw(sum(me.game.is_a(copy.card, Type.VICTORY) for copy in me.hand))
        if me.game.turn.played.count(self) == 1:
            me.get(actions=3)


class FoolsGold(
    Treasure,
    Reaction,
    cost=2,
    name="Fool's Gold",
    coins=1,
    eager=True,
    reacting="You trash it and gain a Gold onto your deck.",
):
    text = (
        "+$1 for the first Fool's Gold you play in a turn, +$4 for each later one. --- If an opponent gains a Province, you may "
        "trash this while it's in your hand; then gain a Gold onto your deck."
    )
    brief = "+$1; later ones this turn, +$4. When an opponent gains a Province: trash this for a Gold."
    rulings = (
        "Three in one turn give $1, $4 and $4.",
        "If the first is played twice, it gives $1 and $4.",
        "It doesn't matter how the Province was gained. Your own don't count.",
        "If there's no Gold left, you may still trash Fool's Gold, for nothing.",
        "You may trash each Fool's Gold in your hand, one at a time.",
    )

    @on(Moment.PLAY, zone=None, when=lambda me, event: me.game.turn.played.count(FoolsGold()) > 1, independent=True, coins=3)
    def more(self, me: Player, event: Event) -> None:
        me.get(coins=3)

    @on(Moment.GAIN, zone=Zone.HAND, anyone=True, when=lambda me, event: event.card is Province() and event.player is not me)
    async def console(self, me: Player, event: Event) -> None:
        if event.by is not None and await me.trash([event.by]):
            await me.gain(Gold(), Zone.DECK)


class Develop(Action, cost=3, trashes=1):
    text = (
        "Trash a card from your hand. Gain two cards onto your deck, in either order: one costing exactly $1 more than it, the "
        "other exactly $1 less."
    )
    brief = "Trash a card; gain one costing $1 more and one costing $1 less, onto your deck."
    rulings = (
        "You must trash a card if you have one. If you trash none, you gain none.",
        "If no card has one of these costs, you still gain the other one.",
        "The card you gain last is on top.",
        "Potions and debt must be the same: for a Golem ($4P), you gain cards costing $5P and $3P.",
        "Use the costs at the time of each gain.",
    )

    async def play(self, me: Player, this: Play) -> None:
        cost = me.game.cost
        copy = await me.choose_one(me.hand, "trash", leads="Then you gain a card costing $1 more and one costing $1 less.")
        if copy is None or not await me.trash([copy]):
            return
        options = {"more": "The one costing more", "less": "The one costing less"}
        leads = "Both go onto your deck; you draw the second one first."
        first = (await me.pick(options, "Which card do you gain first?", leads=leads))[0]
        for more in (1, -1) if first == "more" else (-1, 1):
            now = cost(copy.card)
            if now.coins + more >= 0:
                await gain_exactly(me, now._replace(coins=now.coins + more), Zone.DECK)

    def reward(self, purpose: str, card: Card, eyes: Eyes) -> float:
        cost = eyes.cost(card)
        less = eyes.best_gain(cost.plus(-1), exactly=True) if cost.coins else 0
        return less + eyes.best_gain(cost.plus(1), exactly=True)


class Oasis(Action, cost=3, plural="Oases", cards=1, actions=1, coins=1, strength=0.5):
    text = "+1 Card, +1 Action, +$1. Discard a card."
    rulings = (
        "Draw first. You may discard the card you just drew.",
        "You must discard a card if you have one.",
    )

    async def play(self, me: Player, this: Play) -> None:
        await me.discard(await me.choose(me.hand, "discard", 1))


class Scheme(Action, cost=3, cards=1, actions=1):
    text = "+1 Card, +1 Action. In this turn's Clean-up, you may put one Action that you discard from play onto your deck."
    brief = "+1 Card, +1 Action. In Clean-up, you may topdeck an Action you have in play."
    rulings = (
        "It may be any Action you have in play, even this one, whether you played it before or after Scheme.",
        "Two Schemes, or one played twice, put two cards onto your deck.",
        "It goes onto your deck before you draw your next hand.",
        "A Duration that stays in play isn't discarded, so you can't put it onto your deck.",
        "It works even if Scheme has left play by then.",
    )

    async def play(self, me: Player, this: Play) -> None:
        async def choose(me: Player, event: Event) -> None:
            game = me.game
            others = [effect for effect in game.turn_effects[Moment.CLEANUP_START] if effect.source.card is self]
            for effect in others:
                game.drop_turn_effect(effect)
            staying = {id(kept) for effect in me.later for kept in effect.kept}
            going = [copy for copy in me.in_play if game.is_a(copy.card, Type.ACTION) and id(copy) not in staying]
            prompt, without = "You may put Actions onto your deck when you discard them", "All of them go to your discard pile."
            count, leads = 1 + len(others), "It goes onto your deck before you draw your next hand."
            chosen = await me.choose(going, "topdeck", count, minimum=0, prompt=prompt, shown=True, leads=leads, without=without)
            this.this_turn(Moment.DISCARDED_FROM_PLAY, put, when=lambda me, event: event.copy in chosen)

        async def put(me: Player, event: Event) -> None:
            if event.copy is not None and event.there:
                await me.topdeck([event.copy], me.discard_pile, shown=True)

        this.this_turn(Moment.CLEANUP_START, choose, once=True)


class Tunnel(Victory, Reaction, cost=3, points=2, eager=True, reacting="Everyone sees it, and you gain a Gold."):
    text = "Worth 2 VP. --- Outside Clean-up, you may reveal this whenever you discard it, to gain a Gold."
    rulings = (
        "It may come from your hand or your deck, on anyone's turn. Something must tell you to discard.",
        "You don't have to reveal it, even if everyone has seen it.",
        "Gaining it, passing it, or putting your whole deck into your discard pile doesn't count.",
        "Several that you discard together give you a Gold each.",
        "If there's no Gold left, you gain nothing.",
    )

    @on(Moment.DISCARD, zone=Zone.DISCARD, when=outside_cleanup)
    async def dig(self, me: Player, event: Event) -> None:
        if event.by is not None:
            await me.reveal([event.by])
            await me.gain(Gold())


class JackOfAllTrades(Action, cost=4, name="Jack of All Trades", plural="Jacks of All Trades", strength=1.9):
    text = (
        "Gain a Silver. Look at your top card; you may discard it. Draw until you hold 5 cards. You may trash a card from your "
        "hand that isn't a Treasure."
    )
    brief = "Gain a Silver. Check your top card. Draw to 5. You may trash a non-Treasure."
    rulings = (
        "Do these four things in this order. Only discarding and trashing are optional.",
        "If your deck is empty, shuffle before you look, including the Silver you just gained.",
        "With 5 or more cards in hand, you draw none.",
        "You can't trash a card with the Treasure type, whatever other types it has.",
    )

    async def play(self, me: Player, this: Play) -> None:
        await me.gain(Silver())
        for top in await me.look(1):
            await me.may_discard_top(me, top)
        await me.draw(max(0, 5 - len(me.hand)))
        rest = [copy for copy in me.hand if not me.game.is_a(copy.card, Type.TREASURE)]
        prompt = "You may trash a card that isn't a Treasure"
        await me.trash(await me.choose(rest, "trash", 1, minimum=0, prompt=prompt))


class SpiceMerchant(Action, cost=4, trashes=1):
    text = "You may trash a Treasure from your hand to choose one: draw 2 cards and get +1 Action; or +$2 and +1 Buy."
    brief = "Trash a Treasure if you like: +1 Action and +2 Cards, or +1 Buy and +$2."
    rulings = ("If you trash nothing, you get nothing.", "Trash first, then choose.")

    def idle(self, hand: Sequence[Held], phase: Phase) -> bool:
        return no_treasure(hand)

    async def play(self, me: Player, this: Play) -> None:
        prompt, leads = "You may trash a Treasure", "Then you choose +2 Cards and +1 Action, or +$2 and +1 Buy."
        if await me.trash(await me.choose(treasures_in(me, me.hand), "trash", 1, minimum=0, prompt=prompt, leads=leads)):
            options = {"cards": "+2 Cards, +1 Action", "coins": "+$2, +1 Buy"}
            lead = {"cards": "You draw 2 cards and have one more Action.", "coins": "You have $2 more and one more Buy."}
            if await me.pick(options, words.CHOOSE_ONE, leads=lead) == ["cards"]:
                await me.draw(2)
                me.get(actions=1)
            else:
                me.get(coins=2, buys=1)

    def reward(self, purpose: str, card: Card, eyes: Eyes) -> float:
        return 1.5 if Type.TREASURE in card.types else NEVER

    def promise(self, option: str, eyes: Eyes) -> Gift | None:
        return {"cards": Gift(draws=2, actions=1), "coins": Gift(coins=2, buys=1)}.get(option)


def makes_a_difference(me: Player, event: Event) -> bool:
    """Return whether replacing a card about to be gained with a Silver would change the card, or where it goes."""
    return not event.replaced and (event.card is not Silver() or event.to is not Zone.DISCARD)


def can_be_exchanged(me: Player, event: Event) -> bool:
    return event.there and event.copy is not None and event.copy.home is not None and me.game.topped("Silver") is not None


class Trader(Action, Reaction, cost=4, trashes=1, reacting="Everyone sees it, and you get a Silver in place of the card."):
    text = {
        1: "Trash a card from your hand and gain a Silver per $1 it costs. --- Just before gaining a card, you may gain a Silver "
        "instead by revealing this from your hand.",
        2: "Trash a card from your hand and gain a Silver per $1 it costs. --- Once you've gained a card, you may exchange it for "
        "a Silver by revealing this from your hand.",
    }
    brief = "Trash a card for a Silver per $1 it costs. Reveal this to turn a gain into a Silver."
    rulings = (
        "You must trash a card if you have one. Potions and debt in its cost give no Silver.",
        "Use the card's current cost. A Copper gives no Silver.",
        "Trader stays in your hand, and you may reveal it for each card you gain, on anyone's turn.",
        {
            1: "You don't gain the other card, so its when-gain effects don't happen.",
            2: "You did gain the card, so its when-gain effects still happen. You don't gain the Silver.",
        },
        {
            1: "If there's no Silver left, you may still reveal Trader, but you gain nothing.",
            2: "You can't exchange a card if there's no Silver left, if it has no pile, or if it has moved since you gained it.",
        },
        {2: "The card goes back onto its pile, so an empty pile no longer counts as empty."},
    )

    async def play(self, me: Player, this: Play) -> None:
        def then(card: Card) -> str:
            return say("Number of Silvers you gain: {number}.", number=me.game.cost(card).coins)

        copy = await me.choose_one(me.hand, "trash", leads=then)
        if copy is not None and await me.trash([copy]):
            for _ in range(me.game.cost(copy.card).coins):
                await me.gain(Silver())

    def reward(self, purpose: str, card: Card, eyes: Eyes) -> float:
        return eyes.worth(Silver()) * min(eyes.cost(card).coins, eyes.left(Silver()))

    @on(Moment.WOULD_GAIN, zone=Zone.HAND, when=makes_a_difference, edition=1)
    async def instead(self, me: Player, event: Event) -> None:
        if event.by is not None:
            await me.reveal([event.by])
            event.replaced = True
            await me.gain(Silver())

    @on(Moment.GAIN, zone=Zone.HAND, when=can_be_exchanged, edition=2)
    async def exchange(self, me: Player, event: Event) -> None:
        silver = me.game.pile_of(Silver())
        if event.by is not None and event.copy is not None and silver is not None:
            await me.reveal([event.by])
            me.exchange([event.copy], me.zone(event.to), silver)


class Cartographer(Action, cost=5, cards=1, actions=1, strength=0.8):
    text = "+1 Card, +1 Action. Look at your top 4 cards. Discard as many as you like, and put back the others in any order."
    brief = "+1 Card, +1 Action. Of your top 4 cards, discard any and put back the rest."
    rulings = (
        "Draw first. With fewer than 4 cards left, shuffle for the rest, without those you're looking at.",
        "You may discard all of them, some or none.",
        "Others don't see what you put back.",
        "When-discard effects come before you put the rest back.",
    )

    async def play(self, me: Player, this: Play) -> None:
        seen = await me.look(4)
        leads, without = "It goes to your discard pile.", "They all go back onto your deck."
        out = me.choose(seen, "discard", 4, minimum=0, prompt="Discard any of these", shown=not seen, leads=leads, without=without)
        gone = await me.discard(await out, me.deck)
        rest = [copy for copy in seen if copy not in gone and copy in me.deck]
        leads = "They go back on top of your deck, and you draw the first one first."
        back = await me.order(rest, "topdeck", "Put these back; the first is on top", leads=leads)
        await me.topdeck(back[::-1], me.deck)


class Haggler(Action, cost=5, coins=2):
    text = {
        1: "+$2 --- Each time you buy a card while this is in play, you gain a cheaper one that isn't a Victory card.",
        2: "+$2. Each time you gain a card this turn that you bought, gain a cheaper one that isn't a Victory card.",
    }
    brief = "+$2. With each card you buy this turn, you also gain a cheaper non-Victory card."
    rulings = (
        "You must gain a card if there's a cheaper one. That gain doesn't trigger Haggler again.",
        "Each Haggler gives you its own card, cheaper than the one you bought.",
        "A card is cheaper only if no part of its cost is higher.",
        {
            1: "You gain it before the card you're buying. If Haggler is played twice, you still gain only one.",
            2: "You gain it after the card you bought. If Haggler is played twice, you gain two.",
        },
        "Buying an Event isn't buying a card.",
    )

    async def play(self, me: Player, this: Play) -> None:
        if me.game.edition_of(self) == 2:
            this.this_turn(Moment.GAIN, self.haggle, when=lambda me, event: event.bought)

    @on(Moment.BUY, edition=1)
    async def haggle(self, me: Player, event: Event) -> None:
        if event.card is not None:
            await gain_cheaper(me, event.card, but=Type.VICTORY)


class Highway(Action, cost=5, cards=1, actions=1, strength=0.7):
    text = {
        1: "+1 Card, +1 Action --- Cards cost $1 less while this is in play.",
        2: "+1 Card, +1 Action. Cards cost $1 less for the rest of this turn.",
    }
    rulings = (
        "This applies to all cards everywhere, but none costs less than $0. Potions and debt stay the same.",
        "Several Highways are cumulative.",
        {1: "If it's played twice, it counts once. It ends when it leaves play.", 2: "If it's played twice, it counts twice."},
        "The cost of Events doesn't change.",
    )

    async def play(self, me: Player, this: Play) -> None:
        if me.game.edition_of(self) == 2:
            this.cost_less(1)

    @on(Moment.COST, anyone=True, edition=1)
    def lower(self, me: Player, event: Event) -> None:
        event.cost = event.cost.plus(-1)


class Inn(Action, cost=5, cards=2, actions=2, strength=0.3):
    text = (
        "+2 Cards, +2 Actions, then discard 2 cards. --- Gaining this lets you look through your discard pile and reveal any "
        "number of Actions there; shuffle them into your deck."
    )
    brief = "+2 Cards, +2 Actions, discard 2. When gained: shuffle discarded Actions into your deck."
    rulings = (
        "Draw first, then discard any 2 cards in your hand. With fewer than 2, discard them all.",
        "You may include the Inn you just gained, if it's in your discard pile.",
        "You may choose no cards. You still shuffle your deck.",
        "Others see the Actions you choose, but not the rest of your discard pile.",
    )

    async def play(self, me: Player, this: Play) -> None:
        await me.discard(await me.choose(me.hand, "discard", 2))

    @on(Moment.GAIN, zone=None)
    async def stay(self, me: Player, event: Event) -> None:
        pile = me.look_through_discard()
        actions = [copy for copy in pile if me.game.is_a(copy.card, Type.ACTION)]
        prompt, leads = "Shuffle Actions into your deck", "Everyone sees it, and you shuffle it into your deck."
        without = "You still shuffle your deck."
        ask = me.choose(actions, "shuffle", len(pile), minimum=0, prompt=prompt, shown=not pile, leads=leads, without=without)
        chosen = await ask
        if chosen:
            await me.reveal(chosen)
        me.shuffle_in(chosen, me.discard_pile)


class Margrave(Attack, cost=5, cards=3, buys=1, owed=[Moment.DISCARD], strength=2.2):
    text = "+3 Cards, +1 Buy. Each opponent draws a card, then keeps 3 cards in hand and discards the rest."
    brief = "+3 Cards, +1 Buy. Opponents draw a card, then discard to 3."
    rulings = (
        "Drawing isn't optional. A player with 3 or fewer cards after drawing discards nothing.",
        "A player who reveals a Moat neither draws nor discards.",
    )

    async def play(self, me: Player, this: Play) -> None:
        victims = await this.victims()
        for victim in victims:
            await victim.draw(1)
        asks = [discard_down(victim) for victim in victims]
        await this.ask_each(asks, self.keep_three)

    async def keep_three(self, victim: Player, out: list[Copy]) -> None:
        await victim.discard(out)


class Stables(Action, cost=5, sifts=True, strength=0.9):
    text = "You may discard a Treasure. If you did, +3 Cards and +1 Action."
    rulings = ("If you discard nothing, you get nothing.", "You discard first, so you may shuffle and draw that card again.")

    def idle(self, hand: Sequence[Held], phase: Phase) -> bool:
        return no_treasure(hand)

    async def play(self, me: Player, this: Play) -> None:
        prompt, leads = "You may discard a Treasure", "Then you draw 3 cards and have one more Action."
        if await me.discard(await me.choose(treasures_in(me, me.hand), "discard", 1, minimum=0, prompt=prompt, leads=leads)):
            await me.draw(3)
            me.get(actions=1)

    def reward(self, purpose: str, card: Card, eyes: Eyes) -> float:
        return 2.5 if Type.TREASURE in card.types else 0


class BorderVillage(Action, cost=6, cards=1, actions=2, strength=0.7):
    text = "+1 Card, +2 Actions --- Gaining this also gains you a cheaper card."
    rulings = (
        "It doesn't matter how you gained it. You must gain the other card if there is one, of any type.",
        "Use the costs at that moment. A card is cheaper only if no part of its cost is higher.",
        "You gain the card even if Border Village has moved by then.",
    )

    @on(Moment.GAIN, zone=None)
    async def settle(self, me: Player, event: Event) -> None:
        await gain_cheaper(me, self)


class Farmland(Victory, cost=6, points=2):
    text = {
        1: "Worth 2 VP. --- Buying this makes you trash a card you hold and gain one that costs exactly $2 more.",
        2: "Worth 2 VP. --- Gaining this makes you trash a card you hold and gain one that costs exactly $2 more, other than "
        "Farmland.",
    }
    brief = "Worth 2 VP. When you get this, trash a card for one costing exactly $2 more."
    rulings = (
        "You must trash a card if you have one. If you trash none, you gain none.",
        "If no card has that cost, you trash the card for nothing.",
        "Potions and debt must be the same.",
        {
            1: "This happens before you gain the Farmland. You may gain another Farmland this way, which does nothing.",
            2: "It doesn't matter how you gained it. You may trash another Farmland in your hand, for a Province.",
        },
    )

    async def harvest(self, me: Player) -> None:
        copy = await me.choose_one(me.hand, "trash", leads="Then you gain a card costing exactly $2 more, if there is one.")
        if copy is not None and await me.trash([copy]):
            await gain_exactly(me, me.game.cost(copy.card).plus(2), but=self if me.game.edition_of(self) == 2 else None)

    @on(Moment.BUY, zone=None, edition=1)
    async def bought(self, me: Player, event: Event) -> None:
        await self.harvest(me)

    @on(Moment.GAIN, zone=None, edition=2)
    async def gained(self, me: Player, event: Event) -> None:
        await self.harvest(me)


# the first edition


class Duchess(Action, cost=2, coins=2, editions=[1], strength=0.6, asks=True):
    text = (
        "+$2. Each player, you included, looks at their own top card and may discard it. --- In games with this, gaining a Duchy "
        "lets you gain a Duchess too."
    )
    brief = "+$2. Everyone may discard their top card. Gaining a Duchy lets you gain this too."
    rulings = (
        "Each player decides on their own card, in turn order, starting with you. No one else sees a card that stays.",
        "It doesn't matter how you gained the Duchy, or whether anyone has a Duchess yet.",
        "If there's no Duchess left, you aren't asked.",
        "It isn't an Attack.",
    )

    async def play(self, me: Player, this: Play) -> None:
        players = [me, *await me.others()]
        tops = [await player.look(1) for player in players]
        prompt, without = "You may discard your top card", words.top_stays(None)
        leads = words.top_discarded(None)
        asks = [
            player.choose(top, "discard", 1, minimum=0, prompt=prompt, shown=not top, leads=leads, without=without)
            for player, top in zip(players, tops, strict=True)
        ]
        await this.ask_each(asks, self.drop)

    async def drop(self, player: Player, copies: list[Copy]) -> None:
        await player.discard(copies, player.deck)

    def reward(self, purpose: str, card: Card, eyes: Eyes) -> float:
        return 1.1

    @on(Moment.GAIN, zone=Zone.SUPPLY, when=lambda me, event: event.card is Duchy() and me.game.topped("Duchess") is not None)
    async def follow(self, me: Player, event: Event) -> None:
        yes, no = "You gain a Duchess.", "You gain only the Duchy."
        if await me.may("Gain a Duchess too?", "gain", self, yes=yes, no=no):
            await me.gain(self)


class Oracle(Attack, cost=3, editions=[1], asks=True):
    text = (
        "Each player, you included, reveals their top 2 cards; you choose for each whether they discard both or put both back in "
        "any order. Then +2 Cards."
    )
    brief = "For each player's top 2 cards, you choose: discard or put back. Then +2 Cards."
    rulings = (
        "It's both cards or neither.",
        "Players choose the order of the cards they put back, without showing it.",
        "You draw last, so you draw any cards you put back.",
        "You go first, with your own cards. A player who reveals a Moat is skipped.",
    )

    async def play(self, me: Player, this: Play) -> None:
        for player in [me, *await this.victims()]:
            seen = await player.reveal_top(2)
            if not seen:
                continue
            cards, best = words.cards(seen), max(seen, key=lambda copy: me.game.cost(copy.card).shelf).card
            if player is me:
                prompt, purpose = say("Discard {cards} from your deck?", cards=cards), "discard"
            else:
                prompt, purpose = say("Discard {cards} from {name}'s deck?", cards=cards, name=player.name), "discard theirs"
            yes, no = "These are all discarded.", "These all go back onto the deck."
            if await me.may(prompt, purpose, best, yes=yes, no=no, labels=words.DISCARD_OR_PUT_BACK):
                await player.discard(seen, player.deck)
            else:
                leads = "You draw the first one first."
                back = await player.order(seen, "topdeck", "Put these back; the first is on top", leads=leads, shown=True)
                await player.topdeck(back[::-1], player.deck)
        await me.draw(2)


class NobleBrigand(Attack, cost=4, coins=1, editions=[1]):
    text = (
        "+$1. Each opponent reveals their top 2 cards, trashes a Silver or Gold among them (your choice) and discards the rest. If "
        "they revealed no Treasure, they gain a Copper. You gain what was trashed. --- When you buy this, do the same to them."
    )
    brief = "+$1. Steal a Silver or Gold from opponents' top 2 cards, when you play or buy this."
    rulings = (
        "Only Silver and Gold can be trashed, at most one per player. A player who reveals any other Treasure gains no Copper, "
        "either.",
        "You gain all the trashed cards, one by one, after everyone has revealed.",
        "When you buy it, no Attack is played: Moat and Lighthouse don't help. You don't get the $1 then, and gain the Noble "
        "Brigand last.",
        "A player with no cards to reveal gains a Copper.",
    )

    async def play(self, me: Player, this: Play) -> None:
        await self.rob(me, await this.victims())

    async def rob(self, me: Player, victims: Sequence[Player]) -> None:
        loot: list[Copy] = []
        for victim in victims:
            seen = await victim.reveal_top(2)
            dear = [copy for copy in seen if copy.card in (Silver(), Gold())]
            prompt = say("Choose one of {name}'s Treasures to trash", name=victim.name)
            taken = await me.choose(dear, "choose", 1, prompt=prompt, shown=True, leads="You gain it.")
            loot += await victim.trash(taken, victim.deck)
            await victim.discard([copy for copy in seen if copy not in taken], victim.deck)
            if not treasures_in(victim, seen):
                await victim.gain(Copper())
        await me.gain_from(loot, me.game.trash)

    @on(Moment.BUY, zone=None)
    async def bought(self, me: Player, event: Event) -> None:
        await self.rob(me, await me.others())


def to_its_own_place(me: Player, event: Event) -> bool:
    """Return whether nothing else says where a card goes: cards gained through Possession go to the discard pile."""
    return event.to is Zone.DISCARD and me.game.turn.possessor != me.seat


class NomadCamp(Action, cost=4, buys=1, coins=2, editions=[1], strength=0.8):
    text = "+1 Buy, +$2 --- You gain this onto your deck."
    rulings = (
        "This applies to any gain, bought or not. If your deck is empty, the card becomes the whole deck.",
        "If something says to gain it to another place, such as your hand, it goes there.",
        "It's never in your discard pile, not even for a moment.",
    )

    @on(Moment.WOULD_GAIN, zone=None, when=to_its_own_place, independent=True)
    def camp(self, me: Player, event: Event) -> None:
        event.to = Zone.DECK


class SilkRoad(Victory, cost=4, editions=[1]):
    text = "Worth 1 VP per 4 Victory cards you have, rounded down."
    rulings = (
        "Count all your cards, including this one. With 11 Victory cards, each is worth 2 VP.",
        "Any card with the Victory type counts. Curses don't.",
    )

    def score(self, me: Player) -> int:
        return sum(Type.VICTORY in copy.card.types for copy in me.owned()) // 4


class Cache(Treasure, cost=5, coins=3, editions=[1], strength=0.9):
    text = "+$3 --- When you gain this, gain 2 Coppers."
    rulings = (
        "It doesn't matter how you gained it. Playing it gives no Coppers.",
        "You gain the Coppers one by one. With only one left, you gain one.",
    )

    @on(Moment.GAIN, zone=None)
    async def bury(self, me: Player, event: Event) -> None:
        for _ in range(2):
            await me.gain(Copper())


class Embassy(Action, cost=5, cards=5, editions=[1], strength=1.6):
    text = "+5 Cards, then discard 3. --- When you gain this, each opponent gains a Silver."
    rulings = (
        "You may discard any 3 cards in your hand. You discard 3 even if you drew fewer than 5.",
        "The others must gain the Silvers, in turn order, until they run out.",
        "Playing it gives no Silvers.",
    )

    async def play(self, me: Player, this: Play) -> None:
        await me.discard(await me.choose(me.hand, "discard", 3))

    @on(Moment.GAIN, zone=None)
    async def greet(self, me: Player, event: Event) -> None:
        await to_the_others(me, Silver())


class IllGottenGains(Treasure, cost=5, name="Ill-Gotten Gains", coins=1, editions=[1]):
    text = "+$1. You may gain a Copper into your hand. --- When you gain this, each opponent gains a Curse."
    brief = "+$1, and a Copper into your hand if you like. When gained: opponents gain a Curse."
    rulings = (
        "You can play the Copper right away.",
        "The others gain Curses in turn order until they run out. Ill-Gotten Gains isn't an Attack, so Moat doesn't help.",
        "Playing it gives no Curses.",
    )

    async def play(self, me: Player, this: Play) -> None:
        if me.game.topped("Copper") is not None:
            yes = "You gain it." if me.possessed else "It goes into your hand, and you can play it."
            no = "You gain nothing."
            if await me.may("Gain a Copper into your hand?", "gain", Copper(), yes=yes, no=no):
                await me.gain(Copper(), Zone.HAND)

    def promise(self, option: str, eyes: Eyes) -> Gift | None:
        return {"yes": Gift(cards=(Copper(),), coins=1), "no": Gift()}.get(option)

    @on(Moment.GAIN, zone=None)
    async def taint(self, me: Player, event: Event) -> None:
        await to_the_others(me, Curse())


class Mandarin(Action, cost=5, coins=3, editions=[1], strength=1.2):
    text = "+$3. Put a card from your hand onto your deck. --- When you gain this, put all your Treasures in play onto your deck."
    brief = "+$3. Topdeck a card from your hand. When gained: topdeck all your Treasures in play."
    rulings = (
        "You must put a card onto your deck if you have one. If your deck is empty, the card becomes the whole deck.",
        "When you gain it, all your Treasures in play go onto your deck, in any order; others don't see the order.",
        "You keep the coins that those Treasures gave.",
        "The Treasures aren't discarded, so when-discard effects don't happen.",
    )

    async def play(self, me: Player, this: Play) -> None:
        await me.topdeck(await me.choose(me.hand, "topdeck", 1, prompt="Put a card onto your deck", leads=NEXT))

    @on(Moment.GAIN, zone=None)
    async def recall(self, me: Player, event: Event) -> None:
        leads = "You draw the first one first."
        back = await me.order(
            treasures_in(me, me.in_play), "topdeck", "Put these back; the first is on top", leads=leads, shown=True
        )
        await me.topdeck(back[::-1], me.in_play)


# the second edition


class GuardDog(Action, Reaction, cost=3, cards=2, editions=[2], eager=True, reacting="You play it: you draw 2 cards, or 4."):
    text = (
        "+2 Cards. If you then hold 5 or fewer cards, +2 Cards. --- When an opponent plays an Attack, before it does anything, you "
        "may play this from your hand."
    )
    brief = "+2 Cards, and 2 more with at most 5 in hand. Playable when an opponent attacks."
    rulings = (
        "Draw 2, count your cards, then draw 2 more if there are 5 or fewer.",
        "The Attack still affects you, with your new hand.",
        "A Reaction that you draw this way, such as Moat, may still be used for the same Attack.",
        "It's discarded in the Clean-up of the turn in which you played it.",
    )

    async def play(self, me: Player, this: Play) -> None:
        if len(me.hand) <= 5:
            await me.draw(2)

    async def react(self, me: Player, attack: Play) -> None:
        dog = next((copy for copy in me.hand if copy.card is self), None)
        if dog is not None:
            await me.play(dog, me.hand, attack)


class Nomads(Action, cost=4, buys=1, coins=2, editions=[2]):
    text = "+1 Buy, +$2 --- Gaining or trashing this gives you +$2."
    rulings = (
        "It counts in any phase of your turn: if you buy it, you can spend the $2 on another buy.",
        "On another player's turn, the coins are no use.",
    )

    @on(Moment.GAIN, zone=None, independent=True)
    def arrive(self, me: Player, event: Event) -> None:
        me.get(coins=2)

    @on(Moment.TRASH, zone=None, independent=True)
    def leave(self, me: Player, event: Event) -> None:
        me.get(coins=2)


class Trail(Action, Reaction, cost=4, cards=1, actions=1, editions=[2], eager=True, reacting="You play it: +1 Card, +1 Action."):
    text = "+1 Card, +1 Action --- Outside Clean-up, you may play this whenever you gain, trash or discard it."
    brief = "+1 Card, +1 Action. Playable whenever you gain, trash or discard this."
    rulings = (
        "You play it from wherever it went, using no Action. It's discarded in that turn's Clean-up.",
        "If you trash and play it, it was still trashed: Remodel still lets you gain a card.",
        "On another player's turn, you keep the card you draw, but the Action is no use.",
        "If something moved it first, such as a shuffle, you can't play it.",
        "Putting your whole deck into your discard pile doesn't count.",
    )

    async def offer(self, me: Player, event: Event, zone: list[Copy]) -> None:
        yes, no = "You draw a card, and have one more Action.", "It stays where it is."
        if event.there and event.copy is not None and await me.may("Play Trail?", "play", self, yes=yes, no=no):
            await me.play(event.copy, zone)

    @on(Moment.GAIN, zone=None, when=lambda me, event: event.there and event.phase != "cleanup")
    async def gained(self, me: Player, event: Event) -> None:
        await self.offer(me, event, me.zone(event.to))

    @on(Moment.TRASH, zone=None, when=lambda me, event: event.there and event.phase != "cleanup")
    async def trashed(self, me: Player, event: Event) -> None:
        await self.offer(me, event, me.aside if event.copy in me.aside else me.game.trash)

    @on(Moment.DISCARD, zone=Zone.DISCARD, when=outside_cleanup)
    async def discarded(self, me: Player, event: Event) -> None:
        if event.by is not None:
            await me.play(event.by, me.discard_pile)


class Weaver(
    Action, Reaction, cost=4, editions=[2], eager=True, reacting="You play it: you gain 2 Silvers, or a card costing up to $4."
):
    text = "Gain 2 Silvers, or a card costing up to $4. --- Outside Clean-up, you may play this whenever you discard it."
    brief = "Gain 2 Silvers, or a card costing up to $4. Playable when you discard this."
    rulings = (
        "The card may be a Silver. With only one Silver left, you gain one.",
        "Several that you discard together are played one by one. If a shuffle takes one away first, you can't play it.",
        "Played on another player's turn, it's discarded in that turn's Clean-up.",
        "The gained cards go to your discard pile, so they don't change how many cards Militia makes you discard.",
    )

    async def play(self, me: Player, this: Play) -> None:
        options = {"silver": "Gain 2 Silvers", "card": "Gain a card costing up to $4"}
        leads = {"silver": "Both go to your discard pile.", "card": "You choose which card."}
        if await me.pick(options, words.CHOOSE_ONE, leads=leads) == ["silver"]:
            for _ in range(2):
                await me.gain(Silver())
        else:
            await me.gain_from_supply(4)

    def promise(self, option: str, eyes: Eyes) -> Gift | None:
        options = {"silver": Gift(cards=(Silver(),) * min(2, eyes.left(Silver()))), "card": Gift(good=eyes.best_gain(Cost(4)))}
        return options.get(option)

    @on(Moment.DISCARD, zone=Zone.DISCARD, when=outside_cleanup)
    async def discarded(self, me: Player, event: Event) -> None:
        if event.by is not None:
            await me.play(event.by, me.discard_pile)


def action_in_play(me: Player, event: Event) -> bool:
    return event.there and any(me.game.is_a(copy.card, Type.ACTION) for copy in me.in_play)


class Berserker(DiscardingAttack, cost=5, editions=[2], strength=1.4):
    text = (
        "Gain a cheaper card. Each opponent keeps 3 cards in hand and discards the rest. --- If you gain this while you have an "
        "Action in play, play this."
    )
    brief = "Gain a cheaper card. Opponents discard to 3. When gained with an Action in play: play this."
    rulings = (
        "You gain first, then the others discard.",
        "With an Action in play, you must play Berserker when you gain it. The others may use Reactions then.",
        "An Action–Duration from an earlier turn counts as an Action in play.",
        "If something moved it first, it isn't played.",
        "On another player's turn, it attacks right then, and is discarded in that turn's Clean-up.",
    )

    async def play(self, me: Player, this: Play) -> None:
        await gain_cheaper(me, self)

    @on(Moment.GAIN, zone=None, when=action_in_play)
    async def rage(self, me: Player, event: Event) -> None:
        if event.copy is not None:
            await me.play(event.copy, me.zone(event.to))


def actions_gained(me: Player) -> int:
    return sum(seat == me.seat and me.game.is_a(card, Type.ACTION) for seat, card in me.game.turn.gained)


class Cauldron(Treasure, cost=5, coins=2, buys=1, types=[Type.ATTACK], editions=[2], strength=0.8):
    text = "+$2, +1 Buy. When you gain your third Action this turn, each opponent gains a Curse."
    rulings = (
        "All Actions you gained this turn count, even those you gained before you played this.",
        "If you'd gained three before you played it, nothing more happens. A fourth Action does nothing.",
        "Each play gives each opponent a Curse.",
        "It's an Attack when you play it. A Moat revealed then still prevents the Curse later.",
        "It works even if it has left play by then.",
    )

    async def play(self, me: Player, this: Play) -> None:
        async def brew(me: Player, event: Event) -> None:
            for victim in await this.victims():
                await victim.gain(Curse())

        def third(me: Player, event: Event) -> bool:
            return event.card is not None and me.game.is_a(event.card, Type.ACTION) and actions_gained(me) >= 3

        if actions_gained(me) < 3:
            this.this_turn(Moment.GAIN, brew, when=third, once=True)


class Souk(Action, cost=5, buys=1, editions=[2]):
    text = (
        "+1 Buy, +$7, then −$1 per card in your hand, but never below $0. --- Gaining this lets you trash up to 2 cards from your "
        "hand."
    )
    brief = "+1 Buy, +$7, less $1 per card in your hand. When gained: trash up to 2 cards."
    rulings = (
        "With 3 cards in hand, you end up with $4 more.",
        "You may lose coins that you had before.",
        "Souk itself is in play, so it doesn't count.",
    )

    async def play(self, me: Player, this: Play) -> None:
        me.get(coins=max(7 - len(me.hand), -me.coins))

    @on(Moment.GAIN, zone=None)
    async def clear(self, me: Player, event: Event) -> None:
        await me.trash(await me.choose(me.hand, "trash", 2, minimum=0))


class Wheelwright(Action, cost=5, cards=1, actions=1, editions=[2], strength=0.6):
    text = "+1 Card, +1 Action. Discard a card, if you like. If you did, gain an Action that costs no more than it."
    brief = "+1 Card, +1 Action. Discard a card, if you like, for an Action costing up to as much."
    rulings = (
        "You may discard any card. You may gain a copy of a discarded Action.",
        "If you discard a card, you must gain an Action if there is one.",
        "When-discard effects come before the gain.",
    )

    async def play(self, me: Player, this: Play) -> None:
        cost = me.game.cost
        copy = await me.choose_one(
            me.hand, "discard", optional=True, leads=lambda card: me.then_gain(cost(card), Type.ACTION), without="You gain nothing."
        )
        if copy is not None and await me.discard([copy]):
            await me.gain_from_supply(cost(copy.card), of=Type.ACTION)

    def reward(self, purpose: str, card: Card, eyes: Eyes) -> float:
        return eyes.best_gain(eyes.cost(card), Type.ACTION)


class WitchsHut(Attack, cost=5, name="Witch's Hut", cards=4, editions=[2], strength=1.3):
    text = "+4 Cards. Discard 2 cards, revealed. If both are Actions, each opponent gains a Curse."
    rulings = (
        "Everyone sees the cards you discard, whatever they are.",
        "Any card with the Action type counts.",
        "With fewer than 2 cards, discard what you have; no one gains a Curse.",
    )

    async def play(self, me: Player, this: Play) -> None:
        out = await me.choose(me.hand, "discard", 2, leads="Everyone sees it. If both are Actions, the others gain a Curse each.")
        await me.reveal(out)
        discarded = await me.discard(out)
        if len(discarded) == 2 and all(me.game.is_a(copy.card, Type.ACTION) for copy in discarded):
            for victim in await this.victims():
                await victim.gain(Curse())
