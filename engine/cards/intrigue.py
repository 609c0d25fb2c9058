"""Intrigue: choices, and cards of two types; its Kingdom cards in both editions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine import words
from engine.advice import Gift
from engine.card import Action, Attack, Reaction, Treasure, Type, Victory
from engine.cards.basic import Copper, Curse, Duchy, Estate, Gold, Silver
from engine.catalogue import say, say_many
from engine.decision import together
from engine.events import Moment
from engine.mechanisms import Zone

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from engine.ai.perception import Eyes
    from engine.card import Card, Held
    from engine.core import Phase
    from engine.decision import Ask
    from engine.events import Event
    from engine.piles import Copy
    from engine.play import Play
    from engine.player import Player

SET = "Intrigue"

ON_TOP = "It goes on top of your deck: you draw it next."
CARD, ACTION, BUY = "You draw a card.", "You have one more Action.", "You have one more Buy this turn."


HAND_LOST = 0.8
"""For an AI: what making the others discard their hands and draw 4 cards is worth."""


def has(*kinds: Type) -> Callable[[Player, Copy], bool]:
    """Return a function that says whether a copy is of one of these types."""
    return lambda me, copy: any(me.game.is_a(copy.card, kind) for kind in kinds)


async def sift(me: Player, wanted: Callable[[Player, Copy], bool]) -> None:
    """Reveal the top 4 cards, take those `wanted` and put the rest back in any order."""
    seen = await me.reveal_top(4)
    taken = [copy for copy in seen if wanted(me, copy)]
    await me.take(taken, me.deck, shown=True)
    rest = [copy for copy in seen if copy not in taken]
    leads = "They go back on top of your deck, and you draw the first one first."
    back = await me.order(rest, "topdeck", "Put these back; the first is on top", leads=leads, shown=True)
    await me.topdeck(back[::-1], me.deck)


async def upgrade(me: Player) -> None:
    """Trash a card from hand, and gain one costing exactly $1 more."""
    cost = me.game.cost

    def then(card: Card) -> str:
        dearer = cost(card).plus(1)
        tops = [pile.top for pile in me.game.piles.values() if pile.supply and pile.top is not None]
        if all(cost(top) != dearer for top in tops):
            return words.NOTHING_TO_GAIN
        return say("Then you gain a card costing exactly {cost}.", cost=words.cost_in_words(*dearer))

    copy = await me.choose_one(me.hand, "trash", leads=then)
    if copy is not None and await me.trash([copy]):
        dearer = cost(copy.card).plus(1)
        prompt = say("Gain a card costing exactly {cost}", cost=words.cost_in_words(*dearer))
        await me.gain(await me.choose_pile("gain", lambda card: cost(card) == dearer, prompt=prompt))


class Courtyard(Action, cost=2, cards=3):
    text = "+3 Cards, then put one card from your hand onto your deck."
    rulings = (
        "Draw all 3 first. Then you may choose any card in your hand, whether you just drew it or not.",
        "You must put a card onto your deck if you have one.",
        "If your deck is empty, the card becomes the whole deck.",
    )

    async def play(self, me: Player, this: Play) -> None:
        copy = await me.choose_one(me.hand, "topdeck", prompt="Put a card onto your deck", leads=ON_TOP)
        if copy is not None:
            await me.topdeck([copy])


class Pawn(Action, cost=2):
    text = "Choose two different options: +1 Card; +1 Action; +1 Buy; +$1."
    rulings = (
        "Choose both before you do either: you can't draw first and then choose the other.",
        "You can't choose the same option twice.",
        "You may choose +1 Card even if you have no card left to draw.",
        "If it's played twice, choose again after you've done the first two. They can be the same two.",
    )

    async def play(self, me: Player, this: Play) -> None:
        options = {"card": "+1 Card", "action": "+1 Action", "buy": "+1 Buy", "coin": "+$1"}
        leads = {"card": CARD, "action": ACTION, "buy": BUY, "coin": "You have $1 more."}
        chosen = await me.pick(options, "Choose two different options", count=2, leads=leads)
        await me.draw("card" in chosen)
        me.get(actions="action" in chosen, buys="buy" in chosen, coins="coin" in chosen)

    def promise(self, option: str, eyes: Eyes) -> Gift | None:
        return {"card": Gift(draws=1), "action": Gift(actions=1), "buy": Gift(buys=1), "coin": Gift(coins=1)}.get(option)


class Masquerade(Action, cost=3, cards=2, asks=True):
    text = {
        1: "+2 Cards. At the same time, everyone passes a card from their hand to the player to their left; with an empty hand, "
        "you only receive. Then you may trash a card from your hand.",
        2: "+2 Cards. At the same time, everyone with cards in hand passes one of them to the nearest player to their left who "
        "has cards too. Then you may trash a card from your hand.",
    }
    brief = "+2 Cards. Everyone passes a card to the left. Then you may trash one."
    rulings = (
        "Draw your 2 cards first; you may pass one of them.",
        "Everyone chooses before anyone sees the card they get. Only the giver and the receiver see it.",
        "You must pass a card if you take part, even on your own turn.",
        "Only you may trash, after passing. It may be the card you just received.",
        "It isn't an Attack, so Moat and other Reactions to Attacks don't help.",
        "A passed card is neither gained nor trashed, so when-gain and when-trash effects don't happen.",
        {
            1: "A player with an empty hand passes nothing, but still receives a card.",
            2: "A player with an empty hand neither passes nor receives; the card goes to the next player who has cards.",
        },
        "If someone else plays your turn with Possession, you pass and receive like anyone. The player who possesses you chooses "
        "your card, and their own.",
    )

    async def play(self, me: Player, this: Play) -> None:
        players = [me, *await me.others()]
        if me.game.edition_of(self) == 2:
            players = [player for player in players if player.hand]
        takers = [*players[1:], *players[:1]]
        asks = [self.choose(giver, taker) for giver, taker in zip(players, takers, strict=True)]
        chosen = await together(asks) if len(players) > 1 else []
        for giver, taker, copies in zip(players, takers, chosen, strict=False):
            await giver.pass_to(taker, copies)
        await me.trash(await me.choose(me.hand, "trash", 1, minimum=0))

    def choose(self, giver: Player, taker: Player) -> Ask[list[Copy]]:
        prompt = say("Pass a card to {name}", name=taker.name)
        leads = say("It goes into {name}'s hand. No one else sees it.", name=taker.name)
        return giver.choose(giver.hand, "pass", 1, prompt=prompt, leads=leads)


class ShantyTown(Action, cost=3, actions=2):
    text = "+2 Actions. Reveal your hand. If there's no Action in it, +2 Cards."
    rulings = (
        "You get the Actions and reveal your hand in any case.",
        "You draw both cards even if the first is an Action.",
        "Any card with the Action type counts, whatever other types it has.",
        "An empty hand has no Action in it, so you draw 2 cards.",
    )

    async def play(self, me: Player, this: Play) -> None:
        await me.reveal(me.hand)
        if not me.holds(Type.ACTION):
            await me.draw(2)


class Steward(Action, cost=3):
    text = "Choose one: +2 Cards; +$2; or trash 2 cards from your hand."
    rulings = (
        "If you choose to trash and have 2 or more cards in hand, you must trash exactly 2.",
        "You may choose to trash with fewer than 2 cards in hand; then you trash what you have.",
        "You trash both cards together.",
    )

    async def play(self, me: Player, this: Play) -> None:
        options = {"cards": "+2 Cards", "coins": "+$2", "trash": "Trash 2 cards from your hand"}
        leads = {
            "cards": "You draw 2 cards.",
            "coins": "You have $2 more.",
            "trash": "You choose 2 cards in your hand, and both go to the trash.",
        }
        (chosen,) = await me.pick(options, words.CHOOSE_ONE, leads=leads)
        if chosen == "cards":
            await me.draw(2)
        elif chosen == "coins":
            me.get(coins=2)
        else:
            await me.trash(await me.choose(me.hand, "trash", 2))

    def promise(self, option: str, eyes: Eyes) -> Gift | None:
        junk = sum([1 for card in eyes.hand if eyes.is_junk(card)])
        trash = Gift(good=1.2 * min(2, junk) - 2 * (junk < 2))
        return {"cards": Gift(draws=2), "coins": Gift(coins=2), "trash": trash}.get(option)


class Swindler(Attack, cost=3, coins=2):
    text = "+$2. Each opponent in turn trashes their top card, then gains a card of the same cost that you choose."
    brief = "+$2. Opponents trash their top card, and gain one of the same cost that you choose."
    rulings = (
        "Handle one player at a time: you see what the first one gets before you choose for the second.",
        "The card comes from the Supply and goes to that player's discard pile. You must choose one if any has that cost, even "
        "another copy of the trashed card.",
        "If nothing in the Supply has that cost, the player gains nothing. The card stays trashed.",
        "A Copper can become a Curse, since both cost $0.",
        "The cost must be the same in every part, Potions and debt included.",
        "Use current costs: after Bridge, cards with different printed costs may both cost $0.",
        "A player with an empty deck shuffles first. A player with no cards at all trashes and gains nothing.",
        "That player gains the card, so its when-gain effects happen to them. When-trash effects come before that.",
        "A player who reveals a Moat neither trashes nor gains anything.",
    )

    async def hit(self, victim: Player, this: Play, answer: Any) -> None:
        if not await victim.ready(1):
            return
        trashed = victim.deck[-1]
        await victim.trash([trashed], victim.deck)
        cost = this.game.cost(trashed.card)
        same = this.player.choose_pile(
            "give",
            lambda card: this.game.cost(card) == cost,
            prompt=say(
                "Replace {name}'s {card} with a card costing exactly {cost}",
                name=victim.name,
                card=trashed.card.name,
                cost=words.cost_in_words(*cost),
            ),
            leads=say("{name} gains it, to their discard pile.", name=victim.name),
        )
        await victim.gain(await same)


class WishingWell(Action, cost=3, cards=1, actions=1):
    text = "+1 Card, +1 Action. Name a card, then reveal your top card. If it's the one you named, put it into your hand."
    brief = "+1 Card, +1 Action. Name a card; if it's your top card, draw it."
    rulings = (
        "Draw first, then name a card, then reveal.",
        "Name a single card, such as Copper, not a type.",
        "You may name any card, even one that isn't in this game. You still reveal your top card.",
        "If you're wrong, the card stays on your deck, and everyone has seen it.",
        "If your deck is empty, shuffle to reveal. With no card to reveal, nothing happens.",
    )

    async def play(self, me: Player, this: Play) -> None:
        named = await me.name_card(leads="Everyone sees your top card. If it's the one you name, it goes into your hand.")
        await me.take([top for top in await me.reveal_top(1) if top.card is named], me.deck, shown=True)


class Baron(Action, cost=4, buys=1, strength=1.3):
    text = "+1 Buy. Either discard an Estate for +$4, or gain an Estate."
    rulings = (
        "You may keep an Estate that you hold, but then you gain another.",
        "If there's no Estate in the Supply, you gain none. You still have the Buy.",
        "Only a card named Estate counts, not other Victory cards.",
        "Each play discards at most one Estate.",
    )

    async def play(self, me: Player, this: Play) -> None:
        estates = [copy for copy in me.hand if copy.card is Estate()]
        left = this.game.pile_of(Estate())
        no = "You gain an Estate." if left and left.count else "You get nothing more: no Estate is left."
        yes = "It goes to your discard pile, and you have $4 more."
        prompt, labels = "Discard an Estate for +$4?", ("Discard an Estate", "Gain an Estate")
        if await me.may(prompt, "discard", Estate(), yes=yes, no=no, labels=labels, possible=bool(estates)):
            await me.discard(estates[:1])
            me.get(coins=4)
        else:
            await me.gain(Estate())

    def promise(self, option: str, eyes: Eyes) -> Gift | None:
        estate = Gift((Estate(),))
        return {"yes": Gift(coins=4), "no": estate, "play": Gift(coins=4) if Estate() in eyes.hand else estate}.get(option)


class Bridge(Action, cost=4, buys=1, coins=1):
    text = "+1 Buy, +$1. For the rest of the turn, all cards cost $1 less wherever they are, but never less than $0."
    brief = "+1 Buy, +$1. All cards cost $1 less this turn."
    rulings = (
        "This applies to everything that looks at a cost: after Bridge, Workshop can gain a Duchy.",
        "Each play counts: after two, all cards cost $2 less.",
        "No card costs less than $0. After one Bridge, Upgrade turns a Copper into a card with a printed cost of $2.",
        "Only the coins change; Potions and debt in a cost stay the same.",
        "The cost of Events doesn't change.",
        "It lasts until the end of this turn, even if Bridge leaves play. An extra turn after this one is another turn.",
    )

    async def play(self, me: Player, this: Play) -> None:
        this.cost_less(1)


class Conspirator(Action, cost=4, coins=2):
    text = "+$2. If this is at least the third Action you play this turn, +1 Card and +1 Action."
    rulings = (
        "Count when you play it, and include Conspirator itself. Actions you play later don't matter.",
        "Each play counts. If Throne Room is your first Action, a Conspirator that it plays is your second Action and your third. "
        "Only the third gives the Card and the Action.",
        "Actions that have left play count. So do Actions that did nothing, and Actions with several types.",
        "A Duration's effect on a later turn doesn't count as a play.",
        "A Crown you play in your Buy phase is an Action you played.",
    )

    async def play(self, me: Player, this: Play) -> None:
        if me.on_turn and sum(me.game.is_a(card, Type.ACTION) for card in me.game.turn.played) >= 3:
            await me.draw(1)
            me.get(actions=1)


class Ironworks(Action, cost=4):
    text = "Gain a card costing up to $4. For an Action, you get +1 Action; for a Treasure, +$1; for a Victory card, +1 Card."
    brief = "Gain a card costing up to $4. Action: +1 Action; Treasure: +$1; Victory: +1 Card."
    rulings = (
        "The card comes from the Supply and goes to your discard pile. You must gain one if you can.",
        "You can't gain a card with a Potion or debt in its cost.",
        "A card with two types gives both: for one that is an Action and a Victory card, you get +1 Action and +1 Card.",
        "A Curse gives nothing.",
        "If you gain no card, you get nothing. If someone else plays your turn with Possession, they gain the card, so you get "
        "nothing.",
        "You draw after gaining: if you shuffle to draw, the gained card is shuffled in.",
    )

    async def play(self, me: Player, this: Play) -> None:
        gained = await me.gain_from_supply(4, leads=lambda card: self.gives(me, card))
        if gained is None:
            return
        action, coin, card = self.kinds(me, gained.card)
        if action or coin:
            me.get(actions=action, coins=coin)
        await me.draw(card)

    def kinds(self, me: Player, card: Card) -> list[bool]:
        return [me.game.is_a(card, kind) for kind in (Type.ACTION, Type.TREASURE, Type.VICTORY)]

    def gives(self, me: Player, card: Card) -> str:
        if me.possessed:
            return "It isn't your gain, so you get nothing for it."
        pluses = [say(plus) for plus, its in zip(("+1 Action", "+$1", "+1 Card"), self.kinds(me, card), strict=True) if its]
        return say("You gain it, and get {what}.", what=words.listed(pluses)) if pluses else "You gain it, and get nothing more."


class MiningVillage(Action, cost=4, cards=1, actions=2):
    text = "+1 Card, +2 Actions. You may trash this immediately for +$2."
    rulings = (
        "Decide right after drawing, before you play anything else.",
        "You get the Card and the Actions whether you trash Mining Village or not.",
        "If it's played twice, you can trash it only once, for $2 in all. The second play still gives its Card and Actions.",
        "If it's trashed on a turn that someone else plays with Possession, it gives $2, and comes back to you afterwards.",
    )

    async def play(self, me: Player, this: Play) -> None:
        yes = "It leaves play, and you have $2 more."
        no = "It stays in play."
        prompt = "Trash Mining Village for +$2?"
        if this.there and await me.may(prompt, "trash", self, yes=yes, no=no) and await this.trash():
            me.get(coins=2)

    def promise(self, option: str, eyes: Eyes) -> Gift | None:
        return {"yes": Gift(coins=2, lost=(self,)), "no": Gift()}.get(option)


class Duke(Victory, cost=5):
    text = "Worth 1 VP per Duchy you have."
    rulings = ("All your Duchies count, wherever they are.", "Dukes don't count for each other.")

    def score(self, me: Player) -> int:
        return me.count(Duchy())


class Minion(Attack, cost=5, actions=1):
    text = (
        "+1 Action. Choose +$2, or discard your hand and draw 4 cards. If you discard, each opponent with 5 or more cards in hand "
        "does the same."
    )
    brief = "+1 Action. +$2; or a new hand of 4 cards for you and opponents with 5 or more."
    rulings = (
        "Opponents use Reactions before you make your choice.",
        "An opponent with 4 or fewer cards in hand keeps them.",
        "You draw 4 cards even if you had none to discard.",
        "The others follow in turn order. A player who shuffles includes the cards just discarded.",
        "If you choose the coins, nothing happens to anyone else.",
    )

    async def play(self, me: Player, this: Play) -> None:
        others = [player for player in this.game.in_turn_order(me) if player is not me and player not in this.unaffected]
        hit = words.listed([player.name for player in others if len(player.hand) >= 5])
        options = {"coins": "+$2", "hand": "Discard your hand and draw 4 cards"}
        leads = {
            "coins": "You have $2 more, and nothing happens to the others.",
            "hand": say("It makes {others} do the same.", others=hit or words.NO_ONE),
        }
        if await me.pick(options, words.CHOOSE_ONE, leads=leads) == ["coins"]:
            me.get(coins=2)
            return
        for player in [me, *await this.victims()]:
            if player is me or len(player.hand) >= 5:
                await player.discard(list(player.hand))
                await player.draw(4)

    def promise(self, option: str, eyes: Eyes) -> Gift | None:
        if option != "hand":
            return Gift(coins=2)
        return Gift(draws=4, good=HAND_LOST - sum([eyes.use(card) for card in eyes.hand]))


class Torturer(Attack, cost=5, cards=3, asks=True):
    text = "+3 Cards. Each opponent in turn chooses: discard 2 cards, or gain a Curse into their hand."
    rulings = (
        "A player may choose an option they can't carry out: discarding with one card in hand (they discard it) or none, or a "
        "Curse when none is left.",
        "The Curse goes into the player's hand, not onto their discard pile.",
        "Each player chooses and acts before the next one chooses, since the Curses might run out.",
        "A player may discard a Curse from one Torturer to the next one.",
    )

    async def hit(self, victim: Player, this: Play, answer: Any) -> None:
        curses = this.game.pile_of(Curse())
        options = {"discard": "Discard 2 cards", "curse": "Gain a Curse into your hand"}
        leads = {
            "discard": "You choose which cards.",
            "curse": "You keep all your cards." if curses and curses.count else "No Curse is left, so nothing happens.",
        }
        if await victim.pick(options, words.CHOOSE_ONE, leads=leads) == ["discard"]:
            await victim.discard(await victim.choose(victim.hand, "discard", 2))
        else:
            await victim.gain(Curse(), Zone.HAND)

    def promise(self, option: str, eyes: Eyes) -> Gift | None:
        two = sorted([eyes.use(card) for card in eyes.hand])[:2]
        return {"discard": Gift(good=-sum(two)), "curse": Gift((Curse(),) * (eyes.left(Curse()) > 0))}.get(option)


class TradingPost(Action, cost=5, trashes=2):
    text = "Trash 2 cards from your hand. If you trashed 2, gain a Silver into your hand."
    rulings = (
        "You must trash exactly 2 cards if you have that many.",
        "With one card in hand, trash it and gain nothing. With none, nothing happens.",
        "You can play the Silver this turn.",
        "If there's no Silver left, you still trash the cards.",
        "If someone else plays your turn with Possession, the Silver goes to their discard pile.",
    )

    async def play(self, me: Player, this: Play) -> None:
        silver = me.game.pile_of(Silver())
        left = len(me.hand) > 1 and silver and silver.count and not me.possessed
        leads = "Both go to the trash, and you gain a Silver into your hand." if left else ""
        if len(await me.trash(await me.choose(me.hand, "trash", 2, leads=leads))) == 2:
            await me.gain(Silver(), Zone.HAND)

    def reward(self, purpose: str, card: Card, eyes: Eyes) -> float:
        return 0.6 * (eyes.left(Silver()) > 0)


class Upgrade(Action, cost=5, cards=1, actions=1, trashes=1):
    text = "+1 Card, +1 Action, then trash a card from your hand. If you did, gain one costing exactly $1 more."
    brief = "+1 Card, +1 Action. Trash a card for one costing exactly $1 more."
    rulings = (
        "Draw first. You must trash a card if you have one.",
        "If no card has exactly that cost, you gain nothing. The trashed card stays trashed.",
        "Potions and debt must be the same: Transmute (a Potion) becomes a card costing $1 and a Potion.",
        "Lower costs can help: after Bridge, a Copper ($0) becomes a card with a printed cost of $2.",
        "An Estate becomes a card costing $3. A Copper or Curse becomes one costing $1, of which there is usually none.",
    )

    async def play(self, me: Player, this: Play) -> None:
        await upgrade(me)

    def reward(self, purpose: str, card: Card, eyes: Eyes) -> float:
        return eyes.best_gain(eyes.cost(card).plus(1), exactly=True)


class Farm(Treasure, Victory, cost=6, coins=2, points=2, also=("Harem",)):
    text = "+$2 --- Worth 2 VP."
    rulings = (
        "It's always both a Treasure and a Victory card.",
        "Bureaucrat can make a player put it onto their deck, Bandit can trash it, and Mine can turn a Silver into it.",
        "Older printings call this card Harem.",
    )


class Nobles(Action, Victory, cost=6, points=2, strength=2.2):
    text = "Choose one: +3 Cards; or +2 Actions. --- Worth 2 VP."
    rulings = ("You get one or the other, not some of each.", "If it's played twice, choose each time.")

    async def play(self, me: Player, this: Play) -> None:
        options = {"cards": "+3 Cards", "actions": "+2 Actions"}
        leads = {"cards": "You draw 3 cards.", "actions": "You have 2 more Actions."}
        if await me.pick(options, words.CHOOSE_ONE, leads=leads) == ["cards"]:
            await me.draw(3)
        else:
            me.get(actions=2)

    def promise(self, option: str, eyes: Eyes) -> Gift | None:
        return {"cards": Gift(draws=3), "actions": Gift(actions=2)}.get(option)


class SecretChamber(Action, Reaction, cost=2, editions=[1], sifts=True):
    reacting = "Everyone sees it. You draw 2 cards, then put any 2 cards from your hand onto your deck."
    text = (
        "Discard any number of cards for +$1 each. --- Before an opponent's Attack does anything, you may reveal this "
        "from your hand. If you did, draw 2 cards, then put 2 cards from your hand onto your deck."
    )
    brief = "Discard cards for +$1 each. Against Attacks: draw 2, then topdeck 2."
    rulings = (
        "When you play it, you may discard no cards, for no coins.",
        "When you reveal it, draw both cards first. Then put any 2 cards onto your deck in the order you like, even Secret Chamber "
        "itself.",
        "You do all of that before the Attack does anything to you.",
        "You may reveal it for any Attack, even one that wouldn't affect you, and use a Moat before or after it.",
        "While it's still in your hand, you may reveal it again for the same Attack.",
        "If you have fewer than 2 cards after drawing, put those onto your deck.",
        "Others see how many cards you put there, but not which.",
    )

    async def play(self, me: Player, this: Play) -> None:
        leads, without = "Each gives you $1 more.", "You discard nothing and get nothing."
        chosen = me.choose(me.hand, "discard", len(me.hand), minimum=0, leads=leads, without=without)
        if discarded := await me.discard(await chosen):
            me.get(coins=len(discarded))

    async def react(self, me: Player, attack: Play) -> None:
        await me.draw(2)
        leads = "They go on top of your deck, and you draw the last one first."
        prompt = "Put 2 cards onto your deck; the last is on top"
        await me.topdeck(await me.choose(me.hand, "topdeck", 2, prompt=prompt, leads=leads))

    def reward(self, purpose: str, card: Card, eyes: Eyes) -> float:
        return 0.95


class GreatHall(Action, Victory, cost=3, cards=1, actions=1, points=1, editions=[1]):
    text = "+1 Card, +1 Action --- Worth 1 VP."
    rulings = ("It's always both an Action and a Victory card.",)


class Coppersmith(Action, cost=4, editions=[1]):
    text = "Each Copper you play this turn gives an extra +$1."
    rulings = (
        "Each play counts: after two, a Copper gives $3 in all.",
        "Coppers you played earlier this turn give nothing extra.",
        "A Copper played twice gives the extra $1 each time.",
    )

    def idle(self, hand: Sequence[Held], phase: Phase) -> bool:
        return all(each.card is not Copper() for each in hand)

    async def play(self, me: Player, this: Play) -> None:
        this.coins_this_turn(Moment.PLAY, 1, when=self.copper)

    def copper(self, me: Player, event: Event) -> bool:
        return event.card is Copper()


class Scout(Action, cost=4, actions=1, editions=[1]):
    text = (
        "+1 Action. Reveal your top 4 cards. Put the Victory cards into your hand, and the rest back onto your deck in any order."
    )
    brief = "+1 Action. Of your top 4 cards, draw the Victory cards; put back the rest."
    rulings = (
        "You must take all the Victory cards, whatever other types they have. A Curse isn't one.",
        "If you have fewer than 4 cards, shuffle for the rest, then reveal as many as there are.",
        "You don't have to show the order in which you put cards back.",
    )

    async def play(self, me: Player, this: Play) -> None:
        await sift(me, has(Type.VICTORY))


class Saboteur(Attack, cost=5, editions=[1], asks=True):
    text = (
        "Each opponent in turn reveals cards from their deck until one costs $3 or more. They trash it, may gain a card costing "
        "at least $2 less, and discard the others."
    )
    brief = "Opponents trash their next card costing $3 or more, and may gain one at least $2 cheaper."
    rulings = (
        "A player who has to shuffle does so without the cards revealed so far.",
        "A player who finds no such card discards everything they revealed, and nothing more happens to them.",
        "That player decides whether to gain a card, and which one. It comes from the Supply to their discard pile, before they "
        "discard the other cards.",
        "Use current costs: after Bridge, a card with a printed cost of $3 is passed over.",
        "Only the coins in a cost must be $3 or more. For Familiar ($3 and a Potion), the player may gain a card costing up to $1 "
        "and a Potion.",
        "A player who reveals a Moat reveals nothing from their deck.",
    )

    async def hit(self, victim: Player, this: Play, answer: Any) -> None:
        def found(copies: Collection[Copy]) -> list[Copy]:
            return [copy for copy in copies if this.game.cost(copy.card).coins >= 3]

        seen = await victim.reveal_until(lambda copies: bool(found(copies[-1:])))
        for copy in await victim.trash(found(seen), victim.aside):
            await victim.gain_from_supply(this.game.cost(copy.card).plus(-2), optional=True, instead=copy.card)
        await victim.discard(seen, victim.aside)


class Tribute(Action, cost=5, editions=[1]):
    text = (
        "The player to your left reveals and discards their top 2 cards. For each card with a different name: if it's an "
        "Action, +2 Actions; if it's a Treasure, +$2; if it's a Victory card, +2 Cards."
    )
    brief = "The player to your left discards 2 cards; their types give you Actions, $ or Cards."
    rulings = (
        "Two cards with the same name count once.",
        "A card with two types gives both. Copper and Farm together give $4 and 2 cards.",
        "A Curse gives nothing.",
        "If that player has fewer than 2 cards in their deck, they shuffle, then reveal as many as there are.",
        "You draw after those cards are discarded.",
        "It isn't an Attack.",
    )

    async def play(self, me: Player, this: Play) -> None:
        left = (await me.others())[0]
        seen = await left.reveal_top(2)
        await left.discard(seen, left.deck)
        for card in dict.fromkeys(copy.card for copy in seen):
            action, coins = me.game.is_a(card, Type.ACTION), me.game.is_a(card, Type.TREASURE)
            if action or coins:
                me.get(actions=2 * action, coins=2 * coins)
            if me.game.is_a(card, Type.VICTORY):
                await me.draw(2)


class Lurker(Action, cost=2, actions=1, editions=[2]):
    text = "+1 Action. Choose one: trash an Action from the Supply; or gain an Action from the trash."
    rulings = (
        "Any card with the Action type will do, at any cost, even with a Potion or debt in it.",
        "The card you gain goes to your discard pile.",
        "You can trash only the top card of a pile. In a mixed pile, the next card is then on top.",
        "The card's when-trash effects happen to you.",
        "You may choose either option even if no card fits; then nothing happens.",
        "A pile emptied this way stays empty, even if its card is gained from the trash.",
        "If someone else plays your turn with Possession, they gain the card from the trash. One trashed from the Supply stays in "
        "the trash.",
    )

    async def play(self, me: Player, this: Play) -> None:
        fits = has(Type.ACTION)
        options = {"trash": "Trash an Action from the Supply", "gain": "Gain an Action from the trash"}
        actions = [copy for copy in me.game.trash if fits(me, copy)]
        gain = (
            "You choose one, and it goes to your discard pile."
            if actions
            else "There's no Action in the trash, so nothing happens."
        )
        leads = {"trash": "You choose one that is on top of its pile.", "gain": gain}
        if await me.pick(options, words.CHOOSE_ONE, leads=leads) == ["trash"]:
            prompt, lost = "Trash an Action from the Supply", "It goes to the trash, and no one gains it."
            pile = await me.choose_pile("trash", lambda card: me.game.is_a(card, Type.ACTION), prompt=prompt, leads=lost)
            if pile is not None:
                await me.trash_from_supply(pile)
        else:
            copy = await me.choose_one(actions, "gain", prompt="Gain an Action from the trash", shown=True)
            if copy is not None:
                await me.gain_from([copy], me.game.trash)

    def promise(self, option: str, eyes: Eyes) -> Gift | None:
        return {"trash": Gift(), "gain": Gift(good=-1)}.get(option)


class Diplomat(Action, Reaction, cost=4, cards=2, editions=[2]):
    reacting = "Everyone sees it. You draw 2 cards, then discard 3; the Attack still affects you."
    text = (
        "+2 Cards. If you then have 5 or fewer cards in hand, +2 Actions. --- When an opponent plays an Attack, you may first "
        "reveal this if you have 5 or more cards in hand. If you did, draw 2 cards, then discard 3."
    )
    brief = "+2 Cards, and +2 Actions with at most 5 in hand. Against Attacks: draw 2, discard 3."
    rulings = (
        "Count after drawing. If you play it from a hand of five, you then hold six and get no Actions. From four, you get 2.",
        "To reveal it, you need 5 cards in hand at that moment, Diplomat included.",
        "You must discard 3 cards. Diplomat may be one of them.",
        "If you still have 5 or more cards, you may reveal Diplomat again for the same Attack.",
        "Use several Diplomats one at a time. You may reveal a Moat before or after, even one you just drew.",
        "It doesn't keep the Attack from affecting you.",
        "Once the Attack has started to take effect, it's too late for a Diplomat you draw then.",
    )

    async def play(self, me: Player, this: Play) -> None:
        if len(me.hand) <= 5:
            me.get(actions=2)

    def can_react(self, me: Player, attack: Play) -> bool:
        return len(me.hand) >= 5

    async def react(self, me: Player, attack: Play) -> None:
        await me.draw(2)
        await me.discard(await me.choose(me.hand, "discard", 3))


class Mill(Action, Victory, cost=4, cards=1, actions=1, points=1, editions=[2]):
    text = "+1 Card, +1 Action. You may discard 2 cards. If you discarded 2, +$2. --- Worth 1 VP."
    rulings = (
        "With one card in hand, you may discard it, but you get no coins.",
        "With more cards in hand, discard 2 or none.",
    )

    async def play(self, me: Player, this: Play) -> None:
        two = len(me.hand) >= 2
        yes = "You choose 2 cards to discard, and have $2 more." if two else "You discard your only card and get nothing."
        if me.hand and await me.may("Discard 2 cards for +$2?", "discard", yes=yes, no="You keep your cards."):
            if len(await me.discard(await me.choose(me.hand, "discard", 2))) == 2:
                me.get(coins=2)

    def promise(self, option: str, eyes: Eyes) -> Gift | None:
        two = sorted([eyes.use(card) for card in eyes.hand])[:2]
        return {"yes": Gift(coins=2 * (len(two) > 1), good=-sum(two)), "no": Gift()}.get(option)


class SecretPassage(Action, cost=4, cards=2, actions=1, editions=[2]):
    text = "+2 Cards, +1 Action. Put a card from your hand anywhere in your deck."
    rulings = (
        "Draw first. Then you may choose any card in your hand, whether you just drew it or not. You must if you have one.",
        "Put it on top, at the bottom, or below as many cards as you say. You don't look at the others; they keep their order.",
        "Everyone sees where it goes, but not which card it is.",
        "If your deck is empty, the card becomes the whole deck.",
    )

    async def play(self, me: Player, this: Play) -> None:
        leads = "It goes into your deck; you choose where next."
        copy = await me.choose_one(me.hand, "place", prompt="Put a card anywhere in your deck", leads=leads)
        if copy is not None:
            await me.put_into_deck(copy, me.hand, leads="You draw it after the cards above it.")


class Courtier(Action, cost=5, editions=[2], strength=1.8):
    text = (
        "Reveal a card from your hand and count its types. Choose that many different options: +1 Action; +1 Buy; +$3; gain a Gold."
    )
    brief = "Reveal a card. Per type it has, one of: +1 Action; +1 Buy; +$3; a Gold."
    rulings = (
        "Reveal first, then count the card's types, then choose that many different options.",
        "Every type counts: Copper has one, Militia two (Action and Attack).",
        "For a card with more than four types, you get all four.",
        "The Gold goes to your discard pile. You may choose it even if none is left.",
        "With no card in hand, you reveal nothing and choose nothing.",
        "A Curse has one type.",
    )

    async def play(self, me: Player, this: Play) -> None:
        options = {"action": "+1 Action", "buy": "+1 Buy", "coins": "+$3", "gold": "Gain a Gold"}

        def count(card: Card) -> int:
            return min(len(options), len(me.game.types(card)))

        def then(card: Card) -> str:
            return say_many(
                "It stays in your hand. You choose {count} option.",
                "It stays in your hand. You choose {count} options.",
                count(card),
            )

        prompt = "Reveal a card to choose one option for each of its types"
        copy = await me.choose_one(me.hand, "reveal", prompt=prompt, leads=then)
        if copy is None:
            return
        await me.reveal([copy])
        number = count(copy.card)
        pile = me.game.pile_of(Gold())
        gold = "A Gold goes to your discard pile." if pile and pile.count else "No Gold is left, so nothing happens."
        leads = {"action": ACTION, "buy": BUY, "coins": "You have $3 more.", "gold": gold}
        prompt = say_many("Choose one", "Choose {count} different options", number)
        chosen = await me.pick(options, prompt, count=number, leads=leads)
        me.get(actions="action" in chosen, buys="buy" in chosen, coins=3 * ("coins" in chosen))
        if "gold" in chosen:
            await me.gain(Gold())

    def promise(self, option: str, eyes: Eyes) -> Gift | None:
        gifts = {"action": Gift(actions=1), "buy": Gift(buys=1), "coins": Gift(coins=3), "gold": Gift((Gold(),), good=0.7)}
        return gifts.get(option)

    def reward(self, purpose: str, card: Card, eyes: Eyes) -> float:
        return len(card.types)


class Patrol(Action, cost=5, cards=3, editions=[2]):
    text = (
        "+3 Cards. Reveal your top 4 cards. Put the Victory cards and Curses into your hand, and the rest back onto your deck in "
        "any order."
    )
    brief = "+3 Cards. Of your next 4, draw Victory cards and Curses; put back the rest."
    rulings = (
        "Draw 3 cards first, then reveal 4.",
        "You must take all Victory cards and Curses, whatever other types they have.",
        "If you have fewer than 4 cards, shuffle for the rest, then reveal as many as there are.",
    )

    async def play(self, me: Player, this: Play) -> None:
        await sift(me, has(Type.VICTORY, Type.CURSE))


class Replace(Attack, cost=5, editions=[2], trashes=1):
    text = (
        "Trash a card from your hand, then gain one costing up to $2 more. Move it onto your deck if it's an Action or "
        "Treasure. Each opponent gains a Curse if it's a Victory card."
    )
    brief = "Trash a card for one costing up to $2 more. Action/Treasure: topdeck it. Victory: Curses."
    rulings = (
        "Both happen for a card of both kinds: an Action or Treasure that is also a Victory card goes onto your deck and gives out "
        "Curses.",
        "You gain the card to your discard pile and move it from there. If something has moved it already, it stays where it is. "
        "The Curses are gained in any case.",
        "A card that goes elsewhere when gained, such as Villa, doesn't go onto your deck.",
        "If you trash or gain no card, nothing more happens. It was still an Attack that others could react to.",
        "Potions and debt in the trashed card's cost count, as with Remodel.",
        "Opponents gain Curses in turn order until they run out. A player who reveals a Moat gains none.",
        "A Curse you gain yourself stays in your discard pile.",
        "If someone else plays your turn with Possession, they gain the card. It doesn't go onto a deck and gives out no Curses.",
    )

    async def play(self, me: Player, this: Play) -> None:
        copy = await me.choose_one(me.hand, "trash", leads=lambda card: me.then_gain(me.game.cost(card).plus(2)))
        if copy is None or not await me.trash([copy]):
            return
        limit = me.game.cost(copy.card).plus(2)
        gained = await me.gain_from_supply(limit, leads=lambda card: self.then(me, this, card))
        if gained is None:
            return
        if has(Type.ACTION, Type.TREASURE)(me, gained):
            await me.topdeck([gained], me.discard_pile, shown=True)
        if has(Type.VICTORY)(me, gained):
            for victim in await this.victims():
                await victim.gain(Curse())

    def then(self, me: Player, this: Play, card: Card) -> str:
        is_a = me.game.is_a
        if me.possessed:
            return "It isn't your gain, so nothing more happens."
        moved = is_a(card, Type.ACTION) or is_a(card, Type.TREASURE)
        where = "Then it goes onto your deck." if moved else "It stays in your discard pile."
        if not is_a(card, Type.VICTORY):
            return where
        return say("{where} It makes {others} gain a Curse.", where=say(where), others=this.affected)

    def reward(self, purpose: str, card: Card, eyes: Eyes) -> float:
        return eyes.best_gain(eyes.cost(card).plus(2))
