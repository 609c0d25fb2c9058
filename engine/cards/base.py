"""The base game, Dominion: its Kingdom cards in both editions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine import words
from engine.advice import NEVER
from engine.card import Action, Attack, Reaction, Type, Victory
from engine.cards.attacks import DiscardingAttack
from engine.cards.basic import Copper, Curse, Gold, Silver
from engine.catalogue import say
from engine.events import Moment
from engine.mechanisms import Zone
from engine.piles import Copy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.ai.perception import Eyes
    from engine.card import Card, Held
    from engine.core import Phase
    from engine.decision import Ask
    from engine.events import Event
    from engine.play import Play
    from engine.player import Player

SET = "Dominion"


class Cellar(Action, cost=2, actions=1, sifts=True, strength=0.1):
    text = "+1 Action. Discard any number of cards from your hand, then draw as many."
    rulings = (
        "Choose all the cards first and discard them together; only then draw.",
        "If you have to shuffle to draw, the cards you just discarded are shuffled in.",
        "Everyone sees how many cards you discard, but only the card that ends up on top of your discard pile.",
        "Cellar is in play, not in your hand, so it can't discard itself.",
        "You draw only for cards you actually discarded.",
    )

    async def play(self, me: Player, this: Play) -> None:
        leads, without = "You draw a card for each that you discard.", "You discard nothing and draw nothing."
        discarded = await me.discard(await me.choose(me.hand, "discard", len(me.hand), minimum=0, leads=leads, without=without))
        await me.draw(len(discarded))

    def reward(self, purpose: str, card: Card, eyes: Eyes) -> float:
        return 0.15


class Market(Action, cost=5, cards=1, actions=1, buys=1, coins=1):
    text = "+1 Card, +1 Action, +1 Buy, +$1"
    rulings = ("Follow the card from top to bottom: draw first. Use the Buy and the $1 in your Buy phase.",)


class Merchant(Action, cost=3, cards=1, actions=1, editions=[2]):
    text = "+1 Card, +1 Action. The first Silver you play this turn gives an extra +$1."
    rulings = (
        "Several Merchants each add $1 to the same first Silver; later Silvers add nothing.",
        "If you played a Silver this turn before the Merchant, there's no bonus.",
        "If Throne Room plays Merchant twice, the first Silver gives $2 more.",
        "The bonus lasts all turn, even if Merchant has left play.",
        "A Silver played twice gives the bonus only for its first play.",
    )

    async def play(self, me: Player, this: Play) -> None:
        if Silver() not in me.game.turn.played:
            this.coins_this_turn(Moment.PLAY, 1, when=self.silver, once=True)

    def silver(self, me: Player, event: Event) -> bool:
        return event.card is Silver()


class Militia(DiscardingAttack, cost=4, coins=2, strength=1.6):
    text = "+$2. Each opponent discards down to 3 cards in hand."
    rulings = ("A player with 3 or fewer cards in hand discards nothing.",)


class Mine(Action, cost=5, trashes=1, strength=0.7):
    text = {
        1: "Trash a Treasure in your hand. If you did, gain a Treasure costing up to $3 more, into your hand.",
        2: "You may trash a Treasure in your hand. If you did, gain a Treasure costing up to $3 more, into your hand.",
    }
    brief = "Trash a Treasure from your hand for one costing up to $3 more, into your hand."
    rulings = (
        "If you trash no Treasure, you gain none.",
        "The gained card comes from the Supply into your hand, so you can play it this turn.",
        "Copper can become Silver, and Silver can become Gold. You may also gain the same Treasure or a cheaper one.",
        "Potion (cost $4) is a Treasure too: you can gain it for a Silver, but not for a Copper.",
        "To gain a Treasure with a Potion in its cost, you must trash one that also has a Potion in its cost.",
        {1: "If you have a Treasure in hand, you must trash one.", 2: "You don't have to trash a Treasure."},
    )

    def idle(self, hand: Sequence[Held], phase: Phase) -> bool:
        return not any(Type.TREASURE in each.types for each in hand)

    async def play(self, me: Player, this: Play) -> None:
        treasures = [copy for copy in me.hand if me.game.is_a(copy.card, Type.TREASURE)]
        copy = await me.choose_one(
            treasures,
            "trash",
            optional=me.game.edition_of(self) == 2,
            prompt="Trash a Treasure",
            leads=lambda card: me.then_gain(me.game.cost(card).plus(3), Type.TREASURE, Zone.HAND),
            without="You gain nothing.",
        )
        if copy is not None and await me.trash([copy]):
            limit = me.game.cost(copy.card).plus(3)
            await me.gain_from_supply(limit, of=Type.TREASURE, to=Zone.HAND)

    def reward(self, purpose: str, card: Card, eyes: Eyes) -> float:
        if Type.TREASURE not in card.types:
            return NEVER
        return eyes.best_gain(eyes.cost(card).plus(3), Type.TREASURE)


class Moat(Action, Reaction, cost=2, cards=2, immunity=True, strength=0.5):
    reacting = "Everyone sees your Moat, and the Attack does nothing to you. It stays in your hand."
    text = "+2 Cards --- When an opponent plays an Attack, you may reveal this to be unaffected."
    rulings = (
        {
            1: "Only cards with the type Attack count. In this set, those are Bureaucrat, Militia, Spy, Thief and Witch.",
            2: "Only cards with the type Attack count. In this set, those are Bandit, Bureaucrat, Militia and Witch.",
        },
        "Unaffected means that the Attack skips you: you reveal, discard or gain nothing.",
        "You can reveal it only when someone plays an Attack, not against anything else that hurts you.",
        "Moat stays in your hand. You can reveal it again for later Attacks, and play it on your turn.",
        "The Attack still works for its player and against everyone else.",
        "Revealing Moat draws nothing; only playing it draws 2 cards.",
        "Reveal it before the attacker makes any choice the card asks for.",
        "Playing an Attack twice counts as two plays: you may reveal a Moat for each. If you draw a Moat after the "
        "first play, you can reveal it for the second.",
        "If an Attack does its harm later, you can react only when it's played.",
    )

    async def react(self, me: Player, attack: Play) -> None:
        attack.unaffected.add(me)


class Remodel(Action, cost=4, trashes=1, strength=0.7):
    text = "Trash a card from your hand. If you did, gain one costing up to $2 more."
    rulings = (
        "It can't trash itself, since it's in play. It can trash another Remodel in your hand.",
        "If you trash no card, you gain none.",
        "The gained card may cost exactly $2 more, or less. It may even be a copy of the trashed card.",
        "Your coins can't raise the limit.",
        "Potions and debt in the trashed card's cost count: for Golem ($4 and a Potion), you can gain a card "
        "costing up to $6 and a Potion.",
    )

    async def play(self, me: Player, this: Play) -> None:
        copy = await me.choose_one(me.hand, "trash", leads=lambda card: me.then_gain(me.game.cost(card).plus(2)))
        if copy is not None and await me.trash([copy]):
            await me.gain_from_supply(me.game.cost(copy.card).plus(2))

    def reward(self, purpose: str, card: Card, eyes: Eyes) -> float:
        return eyes.best_gain(eyes.cost(card).plus(2))


class Smithy(Action, cost=4, cards=3, strength=1.5):
    text = "+3 Cards"
    rulings = ("If your deck and discard pile have fewer than 3 cards, draw those.",)


class Village(Action, cost=3, cards=1, actions=2):
    text = "+1 Card, +2 Actions"
    rulings = ("Draw first; then you may play two more Actions.",)


class Workshop(Action, cost=3, strength=-0.2):
    text = "Gain a card costing up to $4."
    rulings = (
        "The card comes from the Supply and goes to your discard pile. Your coins can't raise the limit.",
        "You must gain a card if one is available.",
        "You can't gain a card with a Potion or debt in its cost.",
    )

    async def play(self, me: Player, this: Play) -> None:
        await me.gain_from_supply(4)


class Chapel(Action, cost=2, trashes=1, strength=0.0):
    text = "Trash up to 4 cards from your hand."
    rulings = (
        "It can't trash itself, since it's in play. It can trash another Chapel in your hand.",
        "You trash all the cards together. Then when-trash effects resolve, in an order you choose.",
    )

    async def play(self, me: Player, this: Play) -> None:
        await me.trash(await me.choose(me.hand, "trash", 4, minimum=0))


class Bureaucrat(Attack, cost=4, owed=[Moment.REVEAL], strength=1.2):
    text = (
        "Gain a Silver onto your deck. Each opponent with a Victory card in hand reveals one and puts it onto their "
        "deck; the others reveal their hands."
    )
    brief = "Gain a Silver onto your deck. Opponents topdeck a Victory card from their hands."
    rulings = (
        "If a deck is empty, the card put onto it becomes the whole deck.",
        "A player with several Victory cards chooses one. A player with none reveals their whole hand.",
        "If there's no Silver left, the Attack still happens.",
        "Any card with the Victory type counts.",
    )

    async def play(self, me: Player, this: Play) -> None:
        await me.gain(Silver(), Zone.DECK)

    def demand(self, victim: Player, this: Play) -> Ask[list[Copy]]:
        victory = [copy for copy in victim.hand if victim.game.is_a(copy.card, Type.VICTORY)]
        return victim.choose(
            victory,
            "topdeck",
            1,
            prompt="Put a Victory card onto your deck",
            leads="Everyone sees it, and it goes on top of your deck: you draw it next." if victory else "",
            without="Everyone sees your hand, since there's no Victory card in it.",
        )

    async def hit(self, victim: Player, this: Play, answer: Any) -> None:
        await victim.reveal(answer or victim.hand)
        await victim.topdeck(answer, shown=True)


class Gardens(Victory, cost=4):
    text = "Worth 1 VP per 10 cards you have, rounded down."
    rulings = (
        "It isn't an Action, and does nothing before the end of the game.",
        "For example, with 39 cards each Gardens is worth 3 VP.",
        "The pile has 8 copies with two players, 12 with more.",
        "All your cards count wherever they are, even Curses.",
    )

    def score(self, me: Player) -> int:
        return len(me.owned()) // 10


class Moneylender(Action, cost=4):
    text = {
        1: "Trash a Copper from your hand. If you did, +$3.",
        2: "You may trash a Copper from your hand. If you did, +$3.",
    }
    rulings = (
        "If you trash no Copper, you get no coins.",
        "If it's played twice, each play needs its own Copper.",
        {1: "If you have a Copper in hand, you must trash it.", 2: "You don't have to trash a Copper."},
    )

    def idle(self, hand: Sequence[Held], phase: Phase) -> bool:
        return all(each.card is not Copper() for each in hand)

    async def play(self, me: Player, this: Play) -> None:
        coppers = [copy for copy in me.hand if copy.card is Copper()]
        copper = await me.choose_one(
            coppers[:1],
            "trash",
            optional=me.game.edition_of(self) == 2,
            prompt="Trash a Copper for +$3",
            leads="It goes to the trash, and you get +$3.",
            without="Nothing is trashed, and you don't get +$3.",
        )
        if copper is not None and await me.trash([copper]):
            me.get(coins=3)


class ThroneRoom(Action, cost=4, repeats=True, strength=0.3):
    text = {
        1: "Play an Action from your hand twice.",
        2: "You may play an Action from your hand twice.",
    }
    rulings = (
        "Finish the first play before starting the second. You can't play another card in between, unless the card "
        "itself plays one.",
        "Neither play uses an Action. If you start with 1 Action, Throne Room on Village leaves 4, on Market 2.",
        "If you play a Throne Room with it, you play two Actions twice each, not one Action four times. The second "
        "may be one you just drew.",
        {
            1: "Feast played twice is trashed once, and gains two cards.",
            2: "If you play Merchant twice, the first Silver gives $2 more.",
        },
        "If you play a Duration with it, Throne Room stays in play as long as the Duration does. If another Throne Room played "
        "this one, that one doesn't stay.",
        "If the card leaves play the first time, you still play it again from wherever it is, but it can't move itself again.",
        "Only one copy of the card is in play, so it counts once.",
        {1: "If you have an Action in hand, you must play one.", 2: "You don't have to play an Action."},
    )

    def idle(self, hand: Sequence[Held], phase: Phase) -> bool:
        return sum(Type.ACTION in each.types for each in hand) <= 1

    async def play(self, me: Player, this: Play) -> None:
        actions = [copy for copy in me.hand if me.game.is_a(copy.card, Type.ACTION)]
        copy = await me.choose_one(
            actions,
            "play",
            optional=me.game.edition_of(self) == 2,
            prompt="Play an Action twice",
            leads=words.PLAYED_TWICE,
            without=words.NOTHING_PLAYED,
        )
        if copy is not None:
            await me.play_again(await me.play(copy, me.hand, this, kept_by=this.copy if this.there else None))


class CouncilRoom(Action, cost=5, cards=4, buys=1, strength=1.3):
    text = "+4 Cards, +1 Buy. Each opponent draws a card."
    rulings = (
        "Your opponents must draw. They do so in turn order, shuffling if needed.",
        "It isn't an Attack.",
    )

    async def play(self, me: Player, this: Play) -> None:
        for player in await me.others():
            await player.draw(1)


class Festival(Action, cost=5, actions=2, buys=1, coins=2, strength=0.8):
    text = "+2 Actions, +1 Buy, +$2"
    rulings = (
        "Count your Actions: with a single Action, Festival leaves 2; a Market then still leaves 2, and another Festival 3.",
    )


class Laboratory(Action, cost=5, cards=2, actions=1):
    text = "+2 Cards, +1 Action"
    rulings = ("Draw 2 cards; then you may play one more Action.",)


class Library(Action, cost=5, strength=1.5):
    text = "Draw until you have 7 cards in hand. On the way, you may set Actions aside; discard those afterwards."
    brief = "Draw to 7 cards in hand, skipping any Actions you don't want."
    rulings = (
        "Go one card at a time: decide on each before you see the next.",
        "If you shuffle on the way, the cards set aside aren't shuffled in.",
        "You can set aside only Actions, and you never have to.",
        "If you already have 7 or more cards in hand, nothing happens.",
        "If your deck and discard pile run out, you keep what you drew.",
        "You discard the set-aside cards only after you finish drawing, even if you ran out of cards.",
    )

    async def play(self, me: Player, this: Play) -> None:
        if me.game.watched:
            await self.play_watched(me)
            return
        aside: list[Copy] = []
        while len(me.hand) < 7 and await me.ready(1):
            top = me.deck[-1]
            if self.may_skip(me, top) and await self.skips(me, top, ()):
                aside += await me.set_aside([top], me.deck)
            else:
                await me.draw(1)
        await me.discard(aside, me.aside)

    async def play_watched(self, me: Player) -> None:
        """Draw in a game that people watch. Moving a card before a question would reveal that the next one is an Action, so
        everything stays on the deck until the end; and the last step is a question even if no Action has come up since the others
        last saw something."""
        await me.ready(7 - len(me.hand))
        taken, aside, asked = list[Copy](), list[Copy](), False
        while len(me.hand) + len(taken) < 7:
            met, size = len(taken) + len(aside), len(me.deck)
            if await me.ready(met + 1) == met:
                break
            asked = asked and len(me.deck) == size  # everyone sees a shuffle
            top = me.deck[-met - 1]
            skippable = self.may_skip(me, top)
            asked = asked or skippable
            (aside if skippable and await self.skips(me, top, taken) else taken).append(top)
        if taken and not asked:
            told = say("Nothing more can be set aside. You take {cards}.", cards=words.cards(taken))
            no = "These go into your hand."
            await me.may(told, "set aside", yes="", no=no, labels=("", "Go on"), possible=False)
        await me.set_aside(aside, me.deck)
        await me.draw(len(taken))
        await me.discard(aside, me.aside)

    def may_skip(self, me: Player, top: Copy) -> bool:
        """Return whether the next card, which `me` is looking at, can be set aside."""
        me.game.secrets += 1
        return me.game.is_a(top.card, Type.ACTION)

    async def skips(self, me: Player, top: Copy, taken: Sequence[Copy]) -> bool:
        """Ask whether to set it aside; `taken` are the cards met before that aren't in hand yet."""
        prompt = say("Set {card} aside, or take it into your hand?", card=top.card.name)
        if taken:
            prompt = say("{prompt} So far, you take {cards}.", prompt=prompt, cards=words.cards(taken))
        yes = "It doesn't count towards the 7, and you discard it after drawing the others."
        no = "It goes into your hand, as one of the 7."
        return await me.may(prompt, "set aside", top.card, yes=yes, no=no, labels=("Set aside", "Take it"))


class Witch(Attack, cost=5, cards=2):
    text = "+2 Cards. Each opponent gains a Curse."
    rulings = (
        "Your opponents gain the Curses in turn order, onto their discard piles. If there are too few, the last players get none.",
        "If the Curses have run out, you can still play Witch for the cards.",
    )

    async def hit(self, victim: Player, this: Play, answer: Any) -> None:
        await victim.gain(Curse())


class Artisan(Action, cost=6, editions=[2], strength=1.7):
    text = "Gain a card costing up to $5 into your hand. Put a card from your hand onto your deck."
    rulings = (
        "The gained card comes from the Supply. Your coins can't raise the limit.",
        "You must put a card onto your deck. It may be the one you gained.",
    )

    async def play(self, me: Player, this: Play) -> None:
        await me.gain_from_supply(5, to=Zone.HAND)
        leads = "It goes on top of your deck: you draw it next."
        copy = await me.choose_one(me.hand, "topdeck", prompt="Put a card onto your deck", leads=leads)
        if copy is not None:
            await me.topdeck([copy])


class Bandit(Attack, cost=5, editions=[2], owed=[Moment.TRASH, Moment.DISCARD], strength=1.4):
    text = (
        "Gain a Gold. Each opponent reveals their top 2 cards, trashes one that's a Treasure other than Copper, and "
        "discards the rest."
    )
    brief = "Gain a Gold. Of their top 2 cards, opponents trash a Treasure other than Copper."
    rulings = (
        "You gain the Gold first, onto your discard pile. If there's none left, the Attack still happens.",
        "A player who reveals no Treasure but Copper discards both cards.",
        "Each player trashes at most one card, and chooses which.",
        "Any Treasure that isn't Copper counts, whatever other types it has.",
    )

    async def play(self, me: Player, this: Play) -> None:
        await me.gain(Gold())
        shown = {victim: await victim.reveal_top(2) for victim in await this.victims()}

        async def robbed(victim: Player, trashed: list[Copy]) -> None:
            await victim.trash(trashed, victim.deck)
            await victim.discard([copy for copy in shown[victim] if copy not in trashed], victim.deck)

        def loot(victim: Player) -> list[Copy]:
            treasures = (copy for copy in shown[victim] if me.game.is_a(copy.card, Type.TREASURE))
            return [copy for copy in treasures if copy.card is not Copper()]

        leads = "It goes to the trash; the other card goes to your discard pile."
        await this.ask_each([victim.choose(loot(victim), "trash", 1, shown=True, leads=leads) for victim in shown], robbed)


class Harbinger(Action, cost=3, cards=1, actions=1, editions=[2]):
    text = "+1 Card, +1 Action. Look through your discard pile, then you may put one of its cards onto your deck."
    brief = "+1 Card, +1 Action. You may topdeck a card from your discard pile."
    rulings = (
        "Draw first, then look. If you shuffled to draw, your discard pile is empty.",
        "You don't have to put a card onto your deck, but you look through the pile anyway.",
        "The order of a discard pile doesn't matter, except for its top card.",
    )

    async def play(self, me: Player, this: Play) -> None:
        me.game.secrets += 1
        copy = await me.choose_one(
            list(me.discard_pile),
            "topdeck",
            optional=True,
            prompt="Put a card from your discard pile onto your deck",
            shown=not me.discard_pile,
            leads="It goes on top of your deck: you draw it next.",
            without="Your discard pile stays as it is.",
        )
        if copy is not None:
            await me.topdeck([copy], me.discard_pile)


class Poacher(Action, cost=4, cards=1, actions=1, coins=1, editions=[2]):
    text = "+1 Card, +1 Action, +$1. Discard 1 card for each empty Supply pile."
    rulings = (
        "Draw before you discard.",
        "Every empty Supply pile counts: basic piles, Kingdom piles, and Poacher's own. If none is empty, you discard nothing.",
        "If you have too few cards, discard your whole hand.",
        "A pile counts only when there's no card left in it.",
    )

    async def play(self, me: Player, this: Play) -> None:
        await me.discard(await me.choose(me.hand, "discard", me.game.empty_piles()))


class Sentry(Action, cost=5, cards=1, actions=1, editions=[2], strength=0.9):
    text = (
        "+1 Card, +1 Action. Look at your top 2 cards. Trash, discard or keep each; put the kept ones back onto your "
        "deck in any order."
    )
    brief = "+1 Card, +1 Action. Trash, discard or put back each of your top 2 cards."
    rulings = (
        "Draw first, then look.",
        "You may treat both cards alike or differently.",
        "Decide on both cards after seeing both. Then trash first, discard next, and put back last.",
    )

    async def play(self, me: Player, this: Play) -> None:
        seen = await me.look(2)
        fates = {"trash": "Trash {card}", "discard": "Discard {card}", "keep": "Put back {card}"}
        for_good, for_now = "Cards you trash go to the trash for good.", "Cards you trash come back at the end of this turn."
        leads = {
            "trash": for_now if me.possessed else for_good,
            "discard": "Cards you discard go to your discard pile.",
            "keep": "Cards you put back are the next ones you draw; of two, the one you name first.",
        }
        sorted_ = await me.sort(seen, fates, "Trash, discard or put back; the first one you put back is on top", leads=leads)
        await me.trash(sorted_["trash"], me.deck)
        await me.discard(sorted_["discard"], me.deck)
        await me.topdeck(sorted_["keep"][::-1], me.deck)


class Vassal(Action, cost=3, coins=2, editions=[2]):
    text = "+$2. Discard your top card. If it's an Action, you may play it."
    rulings = (
        "You don't have to play the card. Playing it uses no Action, and moves it from your discard pile into play.",
        "If a when-discard effect moved the card, you can't play it.",
        "You really discard the card, so when-discard effects happen.",
    )

    async def play(self, me: Player, this: Play) -> None:
        if not await me.ready(1):
            return
        top = me.deck[-1]
        await me.discard([top], me.deck)
        stamp = top.stamp
        playable = me.game.is_a(top.card, Type.ACTION) and top in me.discard_pile
        yes = "You play it from your discard pile, using no Action."
        no = "It stays in your discard pile."
        prompt = say("Play {card}?", card=top.card.name)
        if playable and await me.may(prompt, "play", top.card, yes=yes, no=no) and top.stamp == stamp:
            await me.play(top, me.discard_pile, this)


class Adventurer(Action, cost=6, editions=[1], strength=0.8):
    text = "Reveal cards from your deck until you reveal 2 Treasures. Put those into your hand and discard the rest."
    brief = "Reveal cards until you find 2 Treasures, and draw those."
    rulings = (
        "Shuffle when you need to, without the cards revealed so far.",
        "If you find only one Treasure even after shuffling, you get that one.",
        "Any card with the Treasure type counts.",
    )

    async def play(self, me: Player, this: Play) -> None:
        def treasures(copies: list[Copy]) -> list[Copy]:
            return [copy for copy in copies if me.game.is_a(copy.card, Type.TREASURE)]

        seen = await me.reveal_until(lambda copies: len(treasures(copies)) == 2)
        await me.take(treasures(seen), me.aside, shown=True)
        await me.discard(seen, me.aside)


class Chancellor(Action, cost=3, coins=2, editions=[1]):
    text = "+$2. You may put your whole deck into your discard pile."
    rulings = (
        "Decide before you do anything else. You may not look through your deck.",
        "This isn't discarding, so when-discard effects don't happen.",
    )

    async def play(self, me: Player, this: Play) -> None:
        yes = "Your whole deck goes to your discard pile, so you shuffle before your next draw."
        no = "Your deck stays as it is."
        possible = bool(me.deck)
        if await me.may("Put your deck into your discard pile?", "deck to discard", yes=yes, no=no, possible=possible):
            me.deck_to_discard()


class Feast(Action, cost=4, editions=[1]):
    text = "Trash this. Gain a card costing up to $5."
    rulings = (
        "The gained card comes from the Supply and goes to your discard pile. Your coins can't raise the limit.",
        "The two parts are independent: if Feast is played twice, it's trashed once and gains two cards.",
        "If the card that plays Feast leaves it somewhere else, Feast isn't trashed, but you still gain a card.",
    )

    async def play(self, me: Player, this: Play) -> None:
        await this.trash()
        await me.gain_from_supply(5)


class Spy(Attack, cost=4, cards=1, actions=1, editions=[1], strength=0.3):
    text = "+1 Card, +1 Action. Every player, you included, reveals their top card, then puts it back or discards it (your choice)."
    brief = "+1 Card, +1 Action. You choose to put back or discard each player's top card."
    rulings = (
        "You draw before anyone reveals.",
        "A player with an empty deck shuffles to reveal. A player with no cards at all reveals none.",
        "You go first, then the others in turn order. Decide on each card before the next player reveals.",
        "Moat lets a player skip the reveal. Your own reveal isn't an attack on yourself.",
    )

    async def play(self, me: Player, this: Play) -> None:
        for player in [me, *await this.victims()]:
            for top in await player.reveal_top(1):
                await me.may_discard_top(player, top)


class Thief(Attack, cost=4, editions=[1], strength=0.3):
    text = (
        "Each opponent reveals their top 2 cards. If any are Treasures, they trash one of those (your choice). They "
        "discard the rest. You may gain any of the trashed cards."
    )
    brief = "Of their top 2 cards, opponents trash a Treasure you choose; you may gain it."
    rulings = (
        "A player with one card left in their deck reveals it, shuffles without it, and reveals the second. With "
        "fewer than two cards in all, they reveal what they have.",
        "Each player trashes at most one Treasure, which you choose. It can be a Copper.",
        "You may gain any number of the Treasures just trashed, but no older ones. They go to your discard pile; "
        "the rest stay in the trash.",
    )

    async def play(self, me: Player, this: Play) -> None:
        stolen: list[Copy] = []
        for victim in await this.victims():
            shown = await victim.reveal_top(2)
            treasures = [copy for copy in shown if me.game.is_a(copy.card, Type.TREASURE)]
            prompt = say("Trash one of {name}'s Treasures", name=victim.name)
            leads = say("It goes to the trash, and you may gain it afterwards. {name} discards the other card.", name=victim.name)
            chosen = await me.choose(treasures, "trash", 1, prompt=prompt, shown=True, leads=leads)
            stolen += await victim.trash(chosen, victim.deck)
            await victim.discard([copy for copy in shown if copy not in chosen], victim.deck)
        wanted = await me.choose(
            stolen,
            "gain",
            len(stolen),
            minimum=0,
            prompt="Gain any of the trashed cards",
            shown=True,
            leads="Your choice goes to your discard pile; the rest stays in the trash.",
            without="They all stay in the trash.",
        )
        await me.gain_from(wanted, me.game.trash)


class Woodcutter(Action, cost=3, buys=1, coins=2, editions=[1], strength=0.7):
    text = "+1 Buy, +$2"
    rulings = ("Use the Buy and the coins in your Buy phase.",)
