"""Prosperity: rich turns; its basic cards, and the Kingdom cards of both editions. The others are in prosperity_later.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import words
from engine.advice import Gift
from engine.card import Action, Attack, Cost, Reaction, Treasure, Type, Victory
from engine.cards.basic import Copper, Gold
from engine.catalogue import say
from engine.decision import together
from engine.events import Moment, on
from engine.mechanisms import Zone

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from engine.ai.perception import Eyes
    from engine.asks import ChoiceAsk
    from engine.card import Card, Held
    from engine.core import Phase
    from engine.decision import Ask
    from engine.events import Event
    from engine.piles import Copy
    from engine.play import Play
    from engine.player import Player

SET = "Prosperity"

PLAYED_THRICE = "You play it three times, one play after the other, using no Action."


def bought_victory(me: Player, event: Event) -> bool:
    """Return whether this is about a Victory card that was bought."""
    return event.bought and event.card is not None and me.game.is_a(event.card, Type.VICTORY)


class Platinum(Treasure, cost=9, coins=5, basic=True, optional="Platinum/Colony"):
    text = "+$5"
    rulings = (
        "It's in the Supply only in some games, always together with Colony.",
        "It isn't a Kingdom card, but its 12 copies are a Supply pile like any other.",
        "Mine can turn a Gold into a Platinum.",
    )

    def pile_size(self, players: int) -> int:
        return 12


class Colony(Victory, cost=11, points=10, basic=True, optional="Platinum/Colony", ends_game=True):
    text = "Worth 10 VP."
    rulings = (
        "It's in the Supply only in some games, always together with Platinum. It isn't a Kingdom card.",
        "When the pile is empty, the game ends at the end of that turn. All the other ways to end the game still apply.",
        "The pile has 8 copies with two players, 12 with more.",
    )


class Watchtower(Action, Reaction, cost=3, strength=0.7):
    reacting = "Everyone sees it. Then you trash the card you gained, or put it onto your deck."
    text = (
        "Draw until your hand has 6 cards. --- You may reveal this from your hand when you gain a card, and then "
        "either trash that card or put it onto your deck."
    )
    brief = "Draw to 6 cards in hand. When you gain a card: reveal this to trash or topdeck that card."
    rulings = (
        "With 6 or more cards in hand, you draw nothing.",
        "It works for every card you gain, bought or not, on any player's turn.",
        "Decide separately for each gain. If you gain a Curse and a Copper, you may trash one and keep the other.",
        "You still gained the card, so when-gain effects still happen: a Gold from Hoard, for instance.",
        "Watchtower stays in your hand. You may use it again, and play it later.",
        "It also works on cards you gain into your hand or onto your deck, but not on one that something else has moved.",
        "If your deck is empty, the card becomes the whole deck.",
        "On a Possession turn only the possessor gains cards, so only the possessor can use Watchtower.",
        "If you draw it after the gain, it's too late for that card.",
    )

    async def play(self, me: Player, this: Play) -> None:
        await me.draw(max(0, 6 - len(me.hand)))

    @on(Moment.GAIN, when=lambda me, event: event.there, zone=Zone.HAND, owed=[Moment.REVEAL, Moment.TRASH])
    async def watch(self, me: Player, event: Event) -> None:
        assert event.by is not None and event.copy is not None
        await me.reveal([event.by])
        fates = {"topdeck": "Put {card} onto your deck", "trash": "Trash {card}"}
        leads = {
            "topdeck": "It goes on top of your deck: you draw it next.",
            "trash": "It goes to the trash, but you still gained it.",
        }
        chosen = await me.sort([event.copy], fates, "Trash what you gained, or put it onto your deck", leads=leads)
        await me.trash(chosen["trash"], me.zone(event.to))
        await me.topdeck(chosen["topdeck"], me.zone(event.to), shown=True)

    def tempts(self, about: Card | None, eyes: Eyes) -> bool:
        if about is None:
            return False
        useful = bool(about.types & {Type.ACTION, Type.TREASURE}) and about is not Copper()
        return useful or eyes.is_junk(about)


class Bishop(Action, cost=4, coins=1, vp_tokens=1, trashes=1, strength=0.8, asks=True):
    text = (
        "+$1, +1 VP. Trash a card from your hand. You get +1 VP per $2 it costs. Then each opponent may trash a card from theirs."
    )
    brief = "+$1, +1 VP. Trash a card for +1 VP per $2 it costs; opponents may trash one, too."
    rulings = (
        "You must trash a card if you have one. Your opponents don't have to.",
        "You trash first, then your opponents in turn order. Only you get VP, and only for your own card.",
        "Round down. Only coins count: Golem ($4 and a Potion) gives 2 VP, and a cost of 8 debt gives none.",
        "Use the card's current cost.",
        "With no card in hand, you still get $1 and 1 VP.",
        "It isn't an Attack.",
    )

    async def play(self, me: Player, this: Play) -> None:
        def paid(card: Card) -> int:
            return me.game.cost(card).coins // 2

        prompt = "Trash a card for +1 VP per $2 it costs"
        copy = await me.choose_one(me.hand, "trash", prompt=prompt, leads=lambda card: say("You get {vp} VP.", vp=paid(card)))
        if copy is not None:
            vp = paid(copy.card)
            if await me.trash([copy]):
                me.get_vp(vp)
        await this.ask_each([self.offer(player) for player in await me.others()], self.part)

    def offer(self, player: Player) -> Ask[list[Copy]]:
        """Return the question to another player."""
        return player.choose(
            player.hand, "trash", 1, minimum=0, leads=lambda card: "It gives no one VP.", without="You keep your cards."
        )

    async def part(self, player: Player, copies: list[Copy]) -> None:
        await player.trash(copies)

    def reward(self, purpose: str, card: Card, eyes: Eyes) -> float:
        return eyes.cost(card).coins // 2 * eyes.point_worth() if eyes.my_turn else 0


class Monument(Action, cost=4, coins=2, vp_tokens=1, strength=1.3):
    text = "+$2, +1 VP"
    rulings = (
        "You keep the VP token for the rest of the game. Everyone can see how many you have.",
        "If King's Court plays it, you get $6 and 3 VP.",
    )


class Quarry(Treasure, cost=4, coins=1, any_order=True, strength=0.8):
    text = {
        1: "+$1 --- While this is in play, all Actions cost $2 less, but never less than $0.",
        2: "+$1. For the rest of the turn, all Actions cost $2 less, but never less than $0.",
    }
    rulings = (
        "Two Quarries make Actions cost $4 less. This is cumulative with other cost changes.",
        "An Action that has another type too is still an Action.",
        "It applies to Actions everywhere: in the Supply, in hands and in decks.",
        "Only the coins change. Potions and debt in a cost stay the same, and so do the costs of Events.",
        {
            1: "If it's played twice, it counts once. When it leaves play, costs go up again.",
            2: "If it's played twice, it counts twice. It counts all turn, even if it leaves play.",
        },
    )

    async def play(self, me: Player, this: Play) -> None:
        if me.game.edition_of(self) == 2:
            this.cost_less(2, when=self.about_action)

    @on(Moment.COST, when=lambda me, event: Quarry().about_action(me, event), edition=1)
    def cheaper(self, me: Player, event: Event) -> None:
        event.cost = event.cost.plus(-2)

    def about_action(self, me: Player, event: Event) -> bool:
        return event.card is not None and me.game.is_a(event.card, Type.ACTION)


class WorkersVillage(Action, cost=4, cards=1, actions=2, buys=1, name="Worker's Village"):
    text = "+1 Card, +2 Actions, +1 Buy"
    rulings = ("If it's played several times, you still have only one copy of it in play.",)


class City(Action, cost=5, cards=1, actions=2, strength=0.7):
    text = "+1 Card, +2 Actions. If a Supply pile is empty, +1 Card. If two or more are, also +1 Buy and +$1."
    brief = "+1 Card, +2 Actions. One empty pile: +1 Card. Two: also +1 Buy, +$1."
    rulings = (
        "Three or more empty piles give no more than two do.",
        "Count when you play it. Piles that run out later this turn don't affect it.",
        "Every Supply pile counts, even Curses and Coppers. The trash and piles outside the Supply don't.",
        "A mixed pile is empty only when there's no card left in it. A pile that got a card back isn't empty.",
    )

    async def play(self, me: Player, this: Play) -> None:
        empty = me.game.empty_piles()
        await me.draw(int(empty > 0))
        me.get(buys=int(empty > 1), coins=int(empty > 1))


class Mint(Action, cost=5, strength=0.6):
    text = {
        1: "You may reveal a Treasure from your hand to gain a copy of it. --- Buying this makes you trash all your Treasures in "
        "play.",
        2: "You may reveal a Treasure from your hand to gain a copy of it. --- Gaining this makes you trash all your Treasures "
        "in play, except for Durations.",
    }
    brief = "You may reveal a Treasure to gain a copy. Getting this trashes your Treasures in play."
    rulings = (
        "The card you reveal stays in your hand. The copy comes from the Supply to your discard pile.",
        "You gain another card of the same name. If there's none on top of a Supply pile, you gain nothing.",
        "Any card with the Treasure type will do, whatever other types it has.",
        "Trashing your Treasures isn't optional. You keep those in your hand, and the coins you have.",
        "Trashing them rids you of Coppers in play, so that you can buy a Grand Market.",
        {
            1: "If you gain Mint without buying it, nothing is trashed.",
            2: "It doesn't matter how you gain Mint. Usually you have Treasures in play only in your Buy phase.",
        },
        {
            1: "You trash before you gain Mint. A Royal Seal in play is gone by then, but Watchtower still works.",
            2: "If the same gain triggers other effects, you choose the order.",
        },
        {
            1: "On a Possession turn, the possessed player buys Mint and loses their Treasures, but gets them back.",
            2: "On a Possession turn, the possessor gains Mint, so the possessed player's Treasures aren't trashed.",
        },
    )

    def idle(self, hand: Sequence[Held], phase: Phase) -> bool:
        return not any(Type.TREASURE in each.types for each in hand)

    async def play(self, me: Player, this: Play) -> None:
        copy = await me.choose_one(
            [copy for copy in me.hand if me.game.is_a(copy.card, Type.TREASURE)],
            "reveal",
            optional=True,
            prompt="Reveal a Treasure to gain a copy of it",
            leads=lambda card: self.made(me, card),
            without="You gain nothing.",
        )
        if copy is not None:
            await me.reveal([copy])
            await me.gain(me.game.copies(copy.card))

    def made(self, me: Player, card: Card) -> str:
        """Return, in words, what revealing `card` leads to."""
        if me.game.copies(card) is None:
            return "You gain nothing, since no copy is left."
        return say("It stays in your hand, and you gain {card}.", card=words.some([card.name]))

    @on(Moment.BUY, zone=None, edition=1)
    async def bought(self, me: Player, event: Event) -> None:
        await me.trash([copy for copy in me.in_play if me.game.is_a(copy.card, Type.TREASURE)], me.in_play)

    @on(Moment.GAIN, zone=None, edition=2)
    async def gained(self, me: Player, event: Event) -> None:
        treasures = [copy for copy in me.in_play if me.game.is_a(copy.card, Type.TREASURE)]
        await me.trash([copy for copy in treasures if not me.game.is_a(copy.card, Type.DURATION)], me.in_play)

    def reward(self, purpose: str, card: Card, eyes: Eyes) -> float:
        return eyes.gain_worth(card) if eyes.left(card) else 0


class Rabble(Attack, cost=5, cards=3, asks=True, strength=1.9):
    text = (
        "+3 Cards. Each opponent reveals their top 3 cards, discards the Actions and Treasures among them, and puts the rest back "
        "onto their deck in any order."
    )
    brief = "+3 Cards. Of their top 3 cards, opponents discard Actions and Treasures."
    rulings = (
        "A player with too few cards in their deck shuffles, then reveals as many as there are.",
        "A card with several types is discarded if any of them is Action or Treasure.",
        "Curses and plain Victory cards go back. Their owner chooses the order.",
        "When-discard effects of these cards happen as usual.",
    )

    async def hit(self, victim: Player, this: Play, answer: Any) -> None:
        seen = await victim.reveal_top(3)
        is_a = this.game.is_a
        gone = [copy for copy in seen if is_a(copy.card, Type.ACTION) or is_a(copy.card, Type.TREASURE)]
        await victim.discard(gone, victim.deck)
        rest = [copy for copy in seen if copy not in gone]
        leads = "They go back on top of your deck, and you draw the first one first."
        back = await victim.order(rest, "topdeck", "Put these back; the first is on top", leads=leads, shown=True)
        await victim.topdeck(back[::-1], victim.deck)


class Vault(Action, cost=5, cards=2, sifts=True, strength=1.3, asks=True):
    text = "+2 Cards. Discard any number of cards for +$1 each. Each opponent may discard 2 cards to draw a card."
    brief = "+2 Cards. Discard any number of cards for +$1 each. Opponents may discard 2 to draw one."
    rulings = (
        "Draw first. You may discard the cards you just drew, and you may discard none.",
        "Your opponents each decide for themselves, in turn order. It isn't an Attack.",
        "A player with only one card in hand may discard it, but draws nothing.",
        "If a player has to shuffle to draw, they shuffle the 2 cards in.",
        "You discard the chosen cards together, before any when-discard effects.",
    )

    async def play(self, me: Player, this: Play) -> None:
        chosen = await me.choose(
            me.hand,
            "discard",
            len(me.hand),
            minimum=0,
            prompt="Discard any number of cards for +$1 each",
            leads="Each goes to your discard pile, and gives you $1 now.",
        )
        me.get(coins=len(await me.discard(chosen)))
        others = [player for player in await me.others() if player.hand]
        agreed = await together([self.offer(player) for player in others])
        others = [player for player, answer in zip(others, agreed, strict=True) if answer == ["yes"]]
        leads = "They go to your discard pile. If it's 2 cards, you draw one."
        await this.ask_each([player.choose(player.hand, "discard", 2, leads=leads) for player in others], self.swap)

    async def swap(self, player: Player, copies: list[Copy]) -> None:
        if len(await player.discard(copies)) == 2:
            await player.draw(1)

    def offer(self, player: Player) -> ChoiceAsk:
        """Return the question to another player."""
        two = len(player.hand) > 1
        yes = "You choose 2 cards to discard, then draw a card." if two else "You discard your only card and draw nothing."
        options = {"yes": "Discard", "no": "Keep your cards"}
        return player.pick(options, "Discard 2 cards to draw a card?", leads={"yes": yes, "no": "You keep your hand."})

    def reward(self, purpose: str, card: Card, eyes: Eyes) -> float:
        return 1.0 if eyes.my_turn else 0.0

    def promise(self, option: str, eyes: Eyes) -> Gift | None:
        two = sorted([eyes.use(card) for card in eyes.hand])[:2]
        return {"yes": Gift(draws=len(two) > 1, good=-sum(two)), "no": Gift()}.get(option)


class GrandMarket(Action, cost=6, cards=1, actions=1, buys=1, coins=2):
    text = "+1 Card, +1 Action, +1 Buy, +$2 --- With a Copper in play, you can't buy this."
    rulings = (
        "Coppers in your hand don't matter, and neither do other Treasures that give $1.",
        "Coppers that have left play, such as ones trashed by Mint, don't count any more.",
        "You may gain it without buying it, even with Coppers in play.",
        "You don't have to play your Coppers. To keep them, play your other Treasures one by one.",
    )

    @on(Moment.BUYABLE, zone=None, when=lambda me, event: any(copy.card is Copper() for copy in me.in_play))
    def forbid(self, me: Player, event: Event) -> None:
        event.forbidden = True


class Hoard(Treasure, cost=6, coins=2, any_order=True, strength=1.4):
    text = {
        1: "+$2 --- While this is in play, each Victory card you buy makes you gain a Gold.",
        2: "+$2. For the rest of the turn, each Victory card you buy makes you gain a Gold just after it.",
    }
    brief = "+$2. This turn, you also gain a Gold for each Victory card you buy."
    rulings = (
        "Each Hoard gives you its own Gold: with two Hoards, buying two Estates gets you 4 Golds.",
        "This isn't optional. If no Gold is left, you gain none.",
        "A Victory card that has another type too is still a Victory card.",
        "You gain no Gold for a Victory card that you didn't buy.",
        "If you trash the Victory card with Watchtower, you still gain the Gold.",
        {1: "You gain the Gold before the Victory card.", 2: "You gain the Gold after the Victory card."},
        {
            1: "If it's played twice, you still gain one Gold. Once it leaves play, you gain none.",
            2: "If it's played twice, you gain two Golds. It works all turn, even if it leaves play.",
        },
        {
            1: "On a Possession turn, the possessed player buys the Victory card, and the possessor gains the Gold.",
            2: "On a Possession turn, the possessed player gains no Victory card, so no one gains a Gold.",
        },
    )

    async def play(self, me: Player, this: Play) -> None:
        if me.game.edition_of(self) == 2:
            this.this_turn(Moment.GAIN, self.gold, when=bought_victory)

    @on(Moment.BUY, when=bought_victory, edition=1)
    async def gold(self, me: Player, event: Event) -> None:
        await me.gain(Gold())


class Bank(Treasure, cost=7, counts_coins=True, strength=3.2):
    text = "+$1 per Treasure you have in play, counting this."
    rulings = (
        "Count when you play it. Treasures you play later don't matter, so play Bank last.",
        "Alone it gives $1. A second Bank gives $1 more than the first.",
        "Cards count, not plays: a Treasure played twice counts once. A Bank played twice counts each time.",
        "A Duration Treasure from an earlier turn counts, and so does a Treasure that has another type too.",
        "A Bank that isn't in play doesn't count itself.",
    )

    async def play(self, me: Player, this: Play) -> None:
        me.get(coins=sum(me.game.is_a(copy.card, Type.TREASURE) for copy in me.in_play))


class Expand(Action, cost=7, trashes=1, strength=1.2):
    text = "Trash a card from your hand, then gain one costing up to $3 more."
    rulings = (
        "If you have no card to trash, you gain none.",
        "The gained card may cost less. It may even be a copy of the trashed card.",
        "Potions and debt in the trashed card's cost count: for Golem ($4 and a Potion), up to $7 and a Potion.",
        "It can't trash itself, but it can trash another Expand in your hand.",
    )

    async def play(self, me: Player, this: Play) -> None:
        copy = await me.choose_one(me.hand, "trash", leads=lambda card: me.then_gain(me.game.cost(card).plus(3)))
        if copy is not None and await me.trash([copy]):
            await me.gain_from_supply(me.game.cost(copy.card).plus(3))

    def reward(self, purpose: str, card: Card, eyes: Eyes) -> float:
        return eyes.best_gain(eyes.cost(card).plus(3))


class Forge(Action, cost=7, trashes=1, strength=0.8):
    text = "Trash as many cards from your hand as you like. Gain a card that costs exactly as many coins as they do together."
    brief = "Trash any cards from your hand for one that costs exactly as much as all of them."
    rulings = (
        "If you trash nothing, the sum is $0. Then you must gain a card costing $0 if there is one, such as Copper or Curse.",
        "If no card has that cost, you gain nothing.",
        "Potions and debt in the trashed cards' costs aren't counted. The gained card has neither in its cost.",
        "The card comes from the Supply, and you must gain one if you can.",
        "You trash all the cards together. Use the costs at that moment.",
    )

    async def play(self, me: Player, this: Play) -> None:
        cost = me.game.cost
        chosen = await me.choose(
            me.hand,
            "trash",
            len(me.hand),
            minimum=0,
            prompt="Trash cards to gain one that costs as much as they do together",
            leads=lambda card: say("It adds ${coins} to the cost.", coins=cost(card).coins),
            without="You gain a card costing $0, if there is one.",
        )
        total = Cost(sum(cost(copy.card).coins for copy in chosen))
        await me.trash(chosen)
        prompt = say("Gain a card costing exactly {cost}", cost=words.cost_in_words(*total))
        await me.gain(await me.choose_pile("gain", lambda card: cost(card) == total, prompt=prompt))


class KingsCourt(Action, cost=7, repeats=True, name="King's Court", strength=1.8):
    text = "You may play an Action from your hand three times."
    rulings = (
        "Finish each play before starting the next. Nothing else is played in between, unless the card itself plays it.",
        "None of the plays uses an Action. If you start with 1 Action, King's Court on Grand Market leaves 3.",
        "If you play a King's Court with it, you play three Actions three times each, not one Action nine times.",
        "If you play a Duration with it, King's Court stays in play as long as the Duration does.",
        "If the card leaves play the first time, you still play it again, but it can't move itself again.",
        "Only one copy of the card is in play, so it counts once.",
    )

    def idle(self, hand: Sequence[Held], phase: Phase) -> bool:
        return sum(Type.ACTION in each.types for each in hand) <= 1

    async def play(self, me: Player, this: Play) -> None:
        actions = [copy for copy in me.hand if me.game.is_a(copy.card, Type.ACTION)]
        prompt = "Play an Action three times"
        copy = await me.choose_one(actions, "play", optional=True, prompt=prompt, leads=PLAYED_THRICE, without=words.NOTHING_PLAYED)
        if copy is not None:
            first = await me.play(copy, me.hand, this, kept_by=this.copy if this.there else None)
            await me.play_again(await me.play_again(first))


class Peddler(Action, cost=8, cards=1, actions=1, coins=1):
    text = "+1 Card, +1 Action, +$1 --- In Buy phases, this costs $2 less per Action that the player whose turn it is has in play."
    brief = "+1 Card, +1 Action, +$1. In Buy phases, $2 cheaper per Action in play."
    rulings = (
        "Every Peddler has that cost for all players, even in hands and decks.",
        "Outside Buy phases it costs $8. If you return to your Action phase, it costs $8 again.",
        "Cards count, not plays: after King's Court on Worker's Village, Peddler costs $4 less.",
        "Action–Durations from earlier turns count. An Action that has left play doesn't.",
        "It never costs less than $0. This is cumulative with other cost changes.",
    )

    @on(Moment.COST, zone=None, when=lambda me, event: me.game.phase == "buy")
    def cheaper(self, me: Player, event: Event) -> None:
        event.cost = event.cost.plus(-2 * sum(me.game.is_a(copy.card, Type.ACTION) for copy in me.in_play))
