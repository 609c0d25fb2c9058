"""Empires, according to its 2018 rulebook: its Kingdom cards. Its Events and Landmarks are in `empires_landscapes`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import words
from engine.card import Action, Attack, Cost, Treasure, Type, Victory
from engine.cards.attacks import discard_down
from engine.cards.basic import Copper, Curse, Duchy, Estate, Gold, Silver
from engine.catalogue import say
from engine.decision import together
from engine.events import Moment, on
from engine.mechanisms import VP, Zone
from engine.piles import PILES, Copy, MixedPile, split_pile

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from engine.ai.perception import Eyes
    from engine.card import Card, Held
    from engine.core import Phase
    from engine.events import Event, Later
    from engine.play import Play
    from engine.player import Player

SET = "Empires"
EDITIONS = [1]


def on_own_turn(me: Player, event: Event) -> bool:
    """Return whether this happens on the player's own turn."""
    return me.on_turn


def about_victory(me: Player, event: Event) -> bool:
    """Return whether this is about a Victory card."""
    return event.card is not None and me.game.is_a(event.card, Type.VICTORY)


class Archive(Action, cost=5, actions=1, types=[Type.DURATION], strength=1.75):
    text = (
        "+1 Action. Set aside your top 3 cards face down (you may look at them). Put one into your hand now, and one at"
        " the start of each of your next two turns."
    )
    brief = "+1 Action. Set your top 3 cards aside: one for now, one for each of your next 2 turns."
    rulings = (
        "Take one card now, one next turn and one the turn after. You must take one each time.",
        "Two Archives, or one played twice, make two sets. Each gives you a card each time.",
        "With fewer than three cards, set aside what there is. You discard Archive on the turn its set runs out.",
        "A card that played Archive more than once stays in play as long as Archive does, even if the second set ran out first.",
        "If Enchantress replaces it, it sets nothing aside, and you discard it that turn. An Archive from an earlier turn still "
        "works.",
        "Cards still set aside at the end of the game count as yours.",
    )

    async def play(self, me: Player, this: Play) -> None:
        kept = await me.set_aside(await me.look(3), me.deck, shown=False)
        await self.hand_out(me, kept)
        if kept:
            this.later(Moment.TURN_START, "next_card", cards=kept)

    async def next_card(self, me: Player, effect: Later) -> None:
        await self.hand_out(me, effect.cards)
        if effect.cards:
            effect.again()

    async def hand_out(self, me: Player, kept: list[Copy]) -> None:
        leads = "It goes into your hand now. The rest stays set aside: one card at the start of your next turn."
        if len(kept) > 2:
            leads = "It goes into your hand now. The rest stays set aside: one card at the start of each of your next two turns."
        prompt = "Put one of the cards set aside into your hand"
        copy = await me.choose_one(kept, "take", prompt=prompt, shown=len(kept) < 2, leads=leads)
        if copy is not None:
            kept.remove(copy)
            await me.take([copy], me.aside)


class Capital(Treasure, cost=5, coins=6, buys=1, any_order=False, strength=0.8):
    text = "+$6, +1 Buy --- When you discard this from play, you take 6 debt. Then you may pay off debt."
    rulings = (
        "You take the debt in Clean-up, when you discard this very copy. You may then pay with coins you have left.",
        "If it leaves play in another way, you take no debt.",
        "Crown on Capital gives +$12 and +2 Buys, but only 6 debt.",
        "With two Capitals and $3 unspent: take 6, pay 3, take 6. You have 9 debt left.",
        "The debt never stops you from buying that turn. It does on your next turn, until you've paid it.",
        "Its own cost has no debt, so an effect that gains a card costing up to $5 can gain it.",
    )

    @on(Moment.DISCARDED_FROM_PLAY, zone=None, independent=True)
    async def owe(self, me: Player, event: Event) -> None:
        me.take_debt(6, self)
        if most := min(me.debt, me.coins):
            options = {str(n): say("Pay {count}", count=n) for n in range(most, -1, -1)}
            leads = "Each $1 pays 1 debt; unspent coins are lost. As long as you have debt, you can't buy anything."
            ask = me.pick(options, say("Pay off how much of your {count} debt?", count=me.debt), "debt", leads=leads)
            ask.preselected = (str(most),)
            if paid := int((await ask)[0]):
                me.pay_debt(paid)


class ChariotRace(Action, cost=3, actions=1, strength=0.7):
    text = (
        "+1 Action. Reveal your top card and put it into your hand. Then the player to your left reveals theirs. If "
        "yours costs more, +$1 and +1 VP."
    )
    brief = "+1 Action. Draw a card; if it costs more than the next player's top card: +$1, +1 VP."
    rulings = (
        "Your card goes into your hand; the other player's card stays on their deck.",
        "If both cost the same, yours doesn't cost more.",
        "Debt counts too: a card costs more if no part of its cost is less and one is more. Fortune beats Overlord,"
        " and Engineer beats Copper. Overlord and Silver don't beat each other.",
        "If either of you has no card to reveal, even after shuffling, yours doesn't cost more.",
    )

    async def play(self, me: Player, this: Play) -> None:
        left = (await me.others())[0]
        mine = await me.reveal_top(1)
        await me.take(mine, me.deck, shown=True)
        theirs = await left.reveal_top(1)
        if mine and theirs and me.game.cost(mine[0].card) > me.game.cost(theirs[0].card):
            me.get(coins=1)
            me.get_vp(1)


class Charm(Treasure, cost=5, strength=0.8):
    text = (
        "Choose one: +1 Buy and +$2; or when you next buy a card this turn, you may also gain one with a different name"
        " and the same cost."
    )
    brief = "+1 Buy and +$2; or with your next buy, gain another card of the same cost."
    rulings = (
        "Charms are cumulative: two waiting for the same buy gain you two cards. These must differ from the card you bought, but "
        "not from each other.",
        "You gain Charm's card before the card you bought. If you buy Villa and gain Rocks, the Silver goes onto "
        "your deck, and then Villa returns you to your Action phase. If you buy Rocks and gain Villa, the Silver "
        "goes into your hand.",
        "The cost must be the same in every part: Overlord matches City Quarter, but not Fortune.",
        "Buying an Event isn't buying a card. Charm keeps waiting, even if you return to your Action phase.",
        "You gain the card without buying it. It must be on top of its pile in the Supply. Use current costs.",
        "If Crown plays Charm twice, choose each time.",
    )

    async def play(self, me: Player, this: Play) -> None:
        options = {"coins": "+1 Buy and +$2", "match": "With your next buy: gain another card of the same cost"}
        leads = {
            "coins": "You have one more Buy and $2 more.",
            "match": "When you next buy a card this turn, you may also gain another card that costs exactly the same.",
        }
        if await me.pick(options, words.CHOOSE_ONE, leads=leads) == ["coins"]:
            me.get(buys=1, coins=2)
        else:
            this.this_turn(Moment.BUY, self.match, once=True)

    async def match(self, me: Player, event: Event) -> None:
        bought, cost = event.card, me.game.cost
        assert bought is not None
        same = me.choose_pile(
            "gain",
            lambda card: card is not bought and cost(card) == cost(bought),
            optional=True,
            prompt=say("You may also gain a card costing exactly {cost}", cost=cost(bought)),
            leads=say("Your choice goes to your discard pile, and then the {card} that you buy.", card=bought.name),
            without=say("You get just the {card} that you buy.", card=bought.name),
        )
        await me.gain(await same)


class CityQuarter(Action, cost=Cost(debt=8), actions=2, strength=0.8):
    text = "+2 Actions. Reveal your hand. +1 Card for each Action in it."
    rulings = (
        "Any card with the Action type counts, whatever other types it has.",
        "Count once, then draw: Actions you draw don't count.",
        "City Quarter is in play, so it doesn't count itself.",
    )

    async def play(self, me: Player, this: Play) -> None:
        await me.reveal(me.hand)
        await me.draw(sum(me.game.is_a(copy.card, Type.ACTION) for copy in me.hand))


class Crown(Action, Treasure, cost=5, repeats=True, strength=1.2):
    text = "You may play a card from your hand twice: an Action in your Action phase, or a Treasure in your Buy phase."
    brief = "Play an Action twice in your Action phase, or a Treasure in your Buy phase."
    rulings = (
        "It's always both an Action and a Treasure. In your Action phase, only Crown itself uses an Action. In your"
        " Buy phase, nothing does.",
        "If you play a Crown with it, you play two Actions or two Treasures (depending on the phase) twice each.",
        "The phase matters, not how you played Crown. The start of your turn is part of your Action phase.",
        "Enchantress replaces Crown, even in your Buy phase, if it's your first Action of the turn.",
        "Crown on Fortune gives +2 Buys and doubles your coins once. Crown on Capital gives +$12, +2 Buys and 6 debt.",
        "If you play a Duration with it, Crown stays in play as long as the Duration does.",
        "If the card leaves play the first time, you still play it again, but it can't move itself again.",
        "Gaining Crown counts as gaining an Action and a Treasure. Playing it in either phase counts as playing both.",
    )

    def idle(self, hand: Sequence[Held], phase: Phase) -> bool:
        kind = Type.ACTION if phase == "action" else Type.TREASURE
        return sum(kind in each.types for each in hand) <= 1

    async def play(self, me: Player, this: Play) -> None:
        kind = {"action": Type.ACTION, "buy": Type.TREASURE}.get(me.game.phase if me.on_turn else "")
        playable = [copy for copy in me.hand if kind is not None and me.game.is_a(copy.card, kind)]
        prompt = "Play an Action twice" if kind is Type.ACTION else "Play a Treasure twice"
        copy = await me.choose_one(
            playable, "play", optional=True, prompt=prompt, leads=words.PLAYED_TWICE, without=words.NOTHING_PLAYED
        )
        if copy is not None:
            await me.play_again(await me.play(copy, me.hand, this, kept_by=this.copy if this.there else None))


class Enchantress(Attack, cost=3, types=[Type.DURATION], strength=1.3):
    replacement = "Enchantress: the first Action you play this turn gives +1 Card and +1 Action instead of what it says."
    text = (
        "Until your next turn, the first Action each opponent plays on their own turn gives +1 Card and +1 Action "
        "instead of what it says. You get +2 Cards at the start of your next turn."
    )
    brief = "+2 Cards next turn. Until then, opponents' first Actions give just +1 Card, +1 Action."
    rulings = (
        "Use Reactions to the Attack when Enchantress is played, not when it takes effect.",
        "It affects each opponent's first Action on each of their turns until your next one. Several Enchantresses "
        "affect only that Action, once.",
        "It replaces only what the card does when played. Groundskeeper still gives VP, and effects on gaining, "
        "buying, discarding and scoring still happen.",
        "Cards played on earlier turns work as usual.",
        "If Crown is a player's first Action of the turn, it's replaced even in the Buy phase.",
        "A replaced Duration sets up nothing and is discarded that turn. A replaced Throne Room plays nothing. A "
        "replaced Overlord stays an Overlord.",
        "Actions played on another player's turn aren't replaced.",
    )

    async def play(self, me: Player, this: Play) -> None:
        spared = [player.seat for player in this.unaffected]
        this.later(Moment.REPLACE, "enchant", anyone=True, when="first_action", until=Moment.TURN_START, spared=spared)
        this.later(Moment.TURN_START, "two_cards")

    def first_action(self, me: Player, event: Event, effect: Later) -> bool:
        game, player, card = me.game, event.player, event.card
        if event.replaced or player is me or not player.on_turn or player.seat in effect.data["spared"]:
            return False
        actions = sum(game.is_a(played, Type.ACTION) for played in game.turn.played)
        return card is not None and game.is_a(card, Type.ACTION) and actions == 1

    async def enchant(self, me: Player, effect: Later) -> None:
        event = effect.event
        assert event is not None
        event.replaced = True
        effect.again()
        if event.card is not None:
            me.game.note("replace", event.player, card=event.card.name, source=self.name, plus=(1, 1, 0, 0, 0))
        await event.player.draw(1)
        event.player.get(actions=1)

    async def two_cards(self, me: Player, effect: Later) -> None:
        await me.draw(2)


class Engineer(Action, cost=Cost(debt=4)):
    text = "Gain a card costing up to $4. Then you may trash this. If you did, gain another card costing up to $4."
    brief = "Gain a card costing up to $4. Trash this for a second one, if you like."
    rulings = (
        "It can't gain an Engineer or any other card with debt in its cost.",
        "You gain the first card before you decide whether to trash Engineer. The second may be another copy of it.",
        "If it's played twice and you trash it the first time, the second play gains one card and can't trash it again.",
        "If you gain Villa, it goes into your hand, and you get +1 Action right away.",
    )

    async def play(self, me: Player, this: Play) -> None:
        await me.gain_from_supply(4)
        prompt = "Trash Engineer to gain another card costing up to $4?"
        yes = say("Engineer goes to the trash. {then}", then=me.then_gain(Cost(4)))
        no = "Engineer stays in play, and you gain nothing more."
        if this.there and await me.may(prompt, "trash", self, yes=yes, no=no) and await this.trash():
            await me.gain_from_supply(4)


class FarmersMarket(Action, cost=3, buys=1, types=[Type.GATHERING], name="Farmers' Market", strength=1.3):
    text = (
        "+1 Buy. If the Farmers' Market pile has at least 4 VP, take them and trash this. If not, add 1 VP to it, then "
        "+$1 per VP on it."
    )
    brief = "+1 Buy. 1 VP onto its pile, then +$1 per VP there; from 4 VP, take them instead."
    rulings = (
        "Counting everyone's plays, it gives +$1, +$2, +$3 and +$4, then 4 VP and no coins, then +$1 again.",
        "It works even when its pile is empty: the tokens still go there. They come from the unused tokens.",
        "If it's played twice with 4 VP there, the first play takes them and trashes it. The second puts 1 VP there for +$1.",
    )

    async def play(self, me: Player, this: Play) -> None:
        tokens = me.game.tokens_on(self)
        if tokens.get(VP, 0) >= 4:
            me.take_vp(tokens)
            await this.trash()
        else:
            me.get(coins=me.gather(self))


class Forum(Action, cost=5, cards=3, actions=1, strength=1.7):
    text = "+3 Cards, +1 Action, then discard 2 cards. --- +1 Buy when you buy this."
    rulings = (
        "With $13 and one Buy, you can buy Forum, then use the Buy it gives for a Province.",
        "Only buying it gives the Buy; other ways of gaining it don't.",
        "You must discard. With fewer than 2 cards, discard what you have.",
    )

    async def play(self, me: Player, this: Play) -> None:
        await me.discard(await me.choose(me.hand, "discard", 2))

    @on(Moment.BUY, zone=None, independent=True)
    def another_buy(self, me: Player, event: Event) -> None:
        me.get(buys=1)


class Groundskeeper(Action, cost=5, cards=1, actions=1):
    text = "+1 Card, +1 Action --- While this is in play, each Victory card you gain gives +1 VP."
    rulings = (
        "Every gain counts, bought or not.",
        "Each Groundskeeper in play counts. One played twice still counts once.",
        "Enchantress doesn't stop this: it's below the line.",
        "Every Castle is a Victory card: gaining Sprawling Castle and its three Estates gives 4 VP.",
    )

    @on(Moment.GAIN, when=about_victory, independent=True)
    def tend(self, me: Player, event: Event) -> None:
        me.get_vp(1, self)


class Legionary(Attack, cost=5, coins=3, owed=[Moment.DISCARD, Moment.SHUFFLE], strength=1.75):
    text = "+$3, and you may reveal a Gold from your hand to make each opponent discard down to 2 cards in hand and draw a card."
    brief = "+$3. If you reveal a Gold, opponents discard to 2 cards, then draw one."
    rulings = (
        "Reactions come before you decide whether to reveal a Gold.",
        "A player with 2 or fewer cards in hand discards nothing but draws a card.",
        "The Gold stays in your hand, so you can reveal it for several Legionaries.",
    )

    async def play(self, me: Player, this: Play) -> None:
        gold = next((copy for copy in me.hand if copy.card is Gold()), None)
        prompt = "Reveal a Gold to make opponents discard down to 2 cards, then draw one?"
        yes = say(
            "Everyone sees your Gold, which stays in your hand. It makes {others} discard down to 2 cards, then draw one.",
            others=this.affected,
        )
        no = "Your hand stays hidden, and the others keep theirs."
        if await me.may(prompt, "reveal", yes=yes, no=no, possible=gold is not None) and gold is not None:
            await me.reveal([gold])
            leads = "Your choice goes to your discard pile. You keep the other 2 cards, and draw one."
            victims = await this.victims()
            asks = [victim.choose(victim.hand, "discard", len(victim.hand) - 2, leads=leads) for victim in victims]
            await this.ask_each(asks, self.struck)

    async def struck(self, victim: Player, discarded: list[Copy]) -> None:
        await victim.discard(discarded)
        await victim.draw(1)


class Overlord(Action, cost=Cost(debt=8), strength=0.8):
    text = "Choose an Action in the Supply costing up to $5, and play this as that card. It stays that card until it leaves play."
    brief = "Play this as an Action from the Supply costing up to $5."
    rulings = (
        "Until it leaves play, it has that card's name, cost and types. In play it isn't an Overlord.",
        "If that card moves itself, Overlord moves. As Encampment, it returns to the Overlord pile; if trashed, "
        "it's an Overlord again.",
        "As a Duration, or as a Throne Room on a Duration, it stays in play as that card would.",
        "If you play it several times, choose only the first time; the other plays are of the same card.",
        "Choose the top card of a Supply pile. You can't choose a covered card, or one whose pile is empty.",
        "“Up to $5” excludes debt: you can't choose City Quarter, Engineer, Royal Blacksmith or Overlord. You can "
        "choose Small Castle.",
        "It can never be a Crown in your Buy phase: Overlord isn't a Treasure, so you can't play it then.",
        "If it's played as an Attack, opponents use Reactions after you name the card.",
        "If you can't choose a card, it does nothing and stays an Overlord.",
        "Text below that card's line counts too, in play and in Clean-up.",
        "When you score, it's an Overlord.",
    )

    async def play(self, me: Player, this: Play) -> None:
        game = me.game
        pile = await me.choose_pile(
            "play",
            lambda card: game.is_a(card, Type.ACTION) and game.cost(card) <= Cost(5),
            prompt="Play Overlord as which card?",
            leads="Your Overlord does what that card says, and is that card until it leaves play. The pile keeps its cards.",
        )
        if pile is not None and pile.top is not None:
            await me.play_as(this, pile.top)


class RoyalBlacksmith(Action, cost=Cost(debt=8), cards=5, strength=1.4):
    text = "+5 Cards. Reveal your hand and discard the Coppers."
    rulings = (
        "You discard all Coppers, both those you had and those you just drew.",
        "You can't keep any of them.",
    )

    async def play(self, me: Player, this: Play) -> None:
        await me.reveal(me.hand)
        await me.discard([copy for copy in me.hand if copy.card is Copper()])


class Sacrifice(Action, cost=4, trashes=1):
    text = "Trash a card from your hand. An Action gives +2 Cards and +2 Actions, a Treasure +$2, and a Victory card +2 VP."
    brief = "Trash a card. Action: +2 Cards, +2 Actions; Treasure: +$2; Victory: +2 VP."
    rulings = (
        "A card with several types gives the bonus for each. Crown gives +2 Cards, +2 Actions and +$2; Humble "
        "Castle gives +$2 and +2 VP.",
        "A card with none of these types, such as Curse, gives nothing.",
        "When-trash effects come before Sacrifice's own bonus.",
        "You must trash a card if you have one.",
    )

    async def play(self, me: Player, this: Play) -> None:
        copy = await me.choose_one(me.hand, "trash", leads=lambda card: self.told(me.game.types(card)))
        if copy is None or not await me.trash([copy]):
            return
        types = me.game.types(copy.card)
        if Type.ACTION in types:
            await me.draw(2)
            me.get(actions=2)
        if Type.TREASURE in types:
            me.get(coins=2)
        if Type.VICTORY in types:
            me.get_vp(2)

    @staticmethod
    def told(types: Collection[Type]) -> str:
        """Return what trashing a card of these types leads to."""
        given = {Type.ACTION: "+2 Cards, +2 Actions", Type.TREASURE: "+$2", Type.VICTORY: "+2 VP"}
        gifts = words.row([say(gift) for kind, gift in given.items() if kind in types])
        return say("You get {what}.", what=gifts or words.NOTHING)

    def reward(self, purpose: str, card: Card, eyes: Eyes) -> float:
        pay = 1.2 * (Type.ACTION in card.types) + 0.6 * (Type.TREASURE in card.types)
        return pay + 2 * eyes.point_worth() * (Type.VICTORY in card.types)


class Temple(Action, cost=4, vp_tokens=1, types=[Type.GATHERING], strength=0.7, trashes=1):
    text = (
        "+1 VP. Trash 1 to 3 cards with different names from your hand, then add 1 VP to the Temple pile. --- When you "
        "gain this, take all VP from that pile."
    )
    brief = "+1 VP. Trash 1 to 3 different cards; 1 VP onto this pile. Gaining this takes all VP there."
    rulings = (
        "You may trash a Copper and an Estate, but not two Coppers.",
        "You must trash at least one card if you have any. With an empty hand, you still get +1 VP and add 1 to the pile.",
        "You trash all the cards together. Then when-trash effects resolve.",
        "Gaining Temple takes all VP on the pile, whether you bought it or not. Tokens added come from the unused tokens.",
        "If another effect happens when you gain it, you choose the order.",
    )

    async def play(self, me: Player, this: Play) -> None:
        one_each = list({copy.card: copy for copy in me.hand}.values())
        prompt = "Trash 1 to 3 differently named cards"
        leads = "Your choice goes to the trash. However many you trash, the Temple pile gets 1 more VP."
        shown = len(me.hand) < 2
        await me.trash(await me.choose(one_each, "trash", 3, minimum=1, prompt=prompt, shown=shown, leads=leads))
        me.gather(self)

    @on(Moment.GAIN, zone=None)
    def collect(self, me: Player, event: Event) -> None:
        me.take_vp(me.game.tokens_on(self), source=self)


class Villa(Action, cost=4, actions=2, buys=1, coins=1):
    text = (
        "+2 Actions, +1 Buy, +$1 --- Gaining this puts it into your hand and gives +1 Action. If it's your Buy phase, "
        "you return to your Action phase."
    )
    brief = "+2 Actions, +1 Buy, +$1. When gained: into hand, and back to your Action phase."
    rulings = (
        "If you gain it in your Action phase, it goes into your hand and you get +1 Action, so you may play it.",
        "If you gain it in your Buy phase, bought or not, you return to your Action phase. This happens for every "
        "Villa. Later you get a new Buy phase and can play Treasures again.",
        "Start-of-turn effects don't repeat. You keep your coins, Actions, Buys and debt.",
        "Buying it uses a Buy; playing it gives you one for your next Buy phase. Even with no Buys, you can play Treasures.",
        "If you gain it on another player's turn, it goes into your hand, but the Action is lost. In Clean-up or "
        "between turns, the phase doesn't change.",
    )

    @on(Moment.GAIN, zone=None)
    async def move_in(self, me: Player, event: Event) -> None:
        assert event.copy is not None
        if event.to is not Zone.HAND:
            await me.take([event.copy], me.zone(event.to), shown=True)
        if me.on_turn:
            me.get(actions=1)
            me.return_to_action_phase()


class WildHunt(Action, cost=5, types=[Type.GATHERING]):
    text = "Choose one: +3 Cards and 1 VP onto the Wild Hunt pile; or gain an Estate, and if you did, take all VP from that pile."
    brief = "+3 Cards, and 1 VP onto its pile; or gain an Estate and take those VP."
    rulings = (
        "If there's no Estate left, you may still choose to gain one, but you take no VP.",
        "It works even when its pile is empty.",
        "You gain the Estate, and its when-gain effects resolve, before you take the VP.",
    )

    async def play(self, me: Player, this: Play) -> None:
        tokens = me.game.tokens_on(self)
        lying = tokens.get(VP, 0)
        options = {"cards": "+3 Cards and 1 VP onto the pile", "estate": "Gain an Estate (no VP now)"}
        if me.game.topped("Estate") and not me.possessed:
            options["estate"] = say("Gain an Estate for the {count} VP there", count=lying)
        then = say("You draw 3 cards, and the Wild Hunt pile then has {count} VP for someone to take.", count=lying + 1)
        leads = {"cards": then}
        if me.possessed:
            leads["estate"] = "The Estate goes to the player who makes this turn's decisions, so the VP stay on the pile."
        elif me.game.topped("Estate") and lying:
            leads["estate"] = say("You gain an Estate, and take the {count} VP from the Wild Hunt pile.", count=lying)
        elif me.game.topped("Estate"):
            leads["estate"] = "You gain an Estate, and there are no VP yet to take."
        else:
            leads["estate"] = "No Estate is left, so you gain none, and the VP stay on the pile."
        if await me.pick(options, words.CHOOSE_ONE, leads=leads) == ["cards"]:
            await me.draw(3)
            me.gather(self)
        elif await me.gain(Estate()):
            me.take_vp(tokens)


class Catapult(Attack, cost=3, coins=1, owed=[Moment.DISCARD], strength=0.6, trashes=1):
    text = (
        "+$1. Trash a card from your hand. Each opponent gains a Curse if it costs at least $3, and discards down to 3 "
        "cards in hand if it's a Treasure."
    )
    brief = "+$1. Trash a card. If it costs $3 or more: Curses. If it's a Treasure: discard to 3."
    rulings = (
        "Trashing a Silver does both. A Copper makes opponents discard, and an Estate does nothing.",
        "If you trash no card, neither happens.",
        "Opponents gain Curses in turn order before anyone discards.",
        "Debt isn't coins: City Quarter gives no Curses. Fortune does both.",
        "If you trash Rocks, you gain its Silver first.",
        "Only the coin part of the cost matters, not Potions.",
    )

    async def play(self, me: Player, this: Play) -> None:
        copy = await me.choose_one(me.hand, "trash", leads=lambda card: self.told(me, card, this.affected))
        if copy is None or not await me.trash([copy]):
            return
        victims = await this.victims()
        if me.game.cost(copy.card).coins >= 3:
            for victim in victims:
                await victim.gain(Curse())
        if me.game.is_a(copy.card, Type.TREASURE):
            await this.ask_each([discard_down(victim) for victim in victims], self.struck)

    async def struck(self, victim: Player, discarded: list[Copy]) -> None:
        await victim.discard(discarded)

    @staticmethod
    def told(me: Player, card: Card, others: str) -> str:
        """Return what trashing `card` leads to for the `others`."""
        if me.game.cost(card).coins >= 3 and me.game.topped(Curse().name):
            if me.game.is_a(card, Type.TREASURE):
                return say("It makes {others} gain a Curse and discard down to 3 cards in hand.", others=others)
            return say("It makes {others} gain a Curse.", others=others)
        if me.game.is_a(card, Type.TREASURE):
            return say("It makes {others} discard down to 3 cards in hand.", others=others)
        return "Nothing happens to the others."

    def reward(self, purpose: str, card: Card, eyes: Eyes) -> float:
        cursed = eyes.cost(card).coins >= 3 and eyes.left(Curse()) > 0
        return 0.6 * cursed + 0.4 * (Type.TREASURE in card.types)


class Rocks(Treasure, cost=4, coins=1, strength=1.0):
    text = (
        "+$1 --- When you gain or trash this, you gain a Silver: onto your deck if it's your Buy phase, otherwise into your hand."
    )
    brief = "+$1. When you gain or trash this, you gain a Silver."
    rulings = (
        "It isn't your Buy phase on another player's turn or between turns, so the Silver goes into your hand.",
        "Gaining Rocks counts as two gains: Rocks and the Silver.",
    )

    @on(Moment.GAIN, zone=None)
    async def bring_silver(self, me: Player, event: Event) -> None:
        in_buy_phase = me.on_turn and me.game.phase == "buy"
        await me.gain(Silver(), Zone.DECK if in_buy_phase else Zone.HAND)

    @on(Moment.TRASH, zone=None)
    async def leave_silver(self, me: Player, event: Event) -> None:
        await self.bring_silver(me, event)


class Encampment(Action, cost=2, cards=2, actions=2, strength=0.5):
    text = (
        "+2 Cards, +2 Actions. Set this aside, unless you choose to reveal a Gold or Plunder from your hand. If set aside, this "
        "returns to its pile at the start of Clean-up."
    )
    brief = "+2 Cards, +2 Actions. Return this to its pile unless you reveal a Gold or Plunder."
    rulings = (
        "You don't have to reveal a card, even if you have one.",
        "It returns to the top of its pile, and might cover Plunder again. An Overlord played as Encampment returns "
        "to the Overlord pile.",
        "While set aside, it isn't in play. Returning it is neither trashing nor discarding.",
        "If it returns to an empty pile, that pile isn't empty when the end of the game is checked.",
        "If it's played twice and set aside the first time, the second play gives +2 Cards and +2 Actions. "
        "Revealing a card then doesn't bring Encampment back.",
        "If it has no pile to return to, it stays set aside, and is yours at the end of the game.",
    )

    async def play(self, me: Player, this: Play) -> None:
        if this.copy is None or not this.there:
            return
        fine = {copy.card: copy for copy in me.hand if copy.card in (Gold(), Plunder())}
        prompt = "Reveal a Gold or Plunder to keep Encampment?"
        shown = await me.choose_one(
            list(fine.values()),
            "reveal",
            optional=True,
            prompt=prompt,
            leads="Everyone sees it, and it stays in your hand. Encampment stays in play.",
            without="Encampment is set aside, and goes back to its pile in Clean-up.",
        )
        if shown is not None:
            await me.reveal([shown])
        else:
            aside = await me.set_aside([this.copy], me.in_play)
            this.later(Moment.CLEANUP_START, "go_home", cards=aside, anyone=True, shown=True)

    async def go_home(self, me: Player, effect: Later) -> None:
        me.return_to_pile(effect.cards, me.aside)


class Plunder(Treasure, cost=5, coins=2, vp_tokens=1):
    text = "+$2, +1 VP"
    rulings = ("You get the VP each time you play it, so twice with Crown.",)


class Gladiator(Action, cost=3, coins=2, strength=0.5):
    text = (
        "+$2. Reveal a card from your hand. Then the player to your left may reveal another copy of it from theirs. If they "
        "didn't, +$1 and trash a Gladiator from the Supply."
    )
    brief = "+$2. Reveal a card; +$1 if the player to your left can't match it."
    rulings = (
        "You must reveal a card if you have one. The other player doesn't have to, even with a copy in hand.",
        "If your hand is empty, you reveal nothing, so nothing can match: you get +$1 and trash a Gladiator.",
        "You trash a Gladiator only if one is on top of its pile. If not, you still get +$1.",
        "You never trash the one you just played.",
    )

    async def play(self, me: Player, this: Play) -> None:
        left = (await me.others())[0]
        leads = "Everyone sees it, and it stays in your hand. If {name} doesn't reveal one too, you get +$1."
        without = "{name} gets +$1."
        if me.game.topped(self.name):
            leads = (
                "Everyone sees it, and it stays in your hand. If {name} doesn't reveal one too, you get +$1 and a Gladiator from "
                "the Supply is trashed."
            )
            without = "{name} gets +$1 and a Gladiator from the Supply is trashed."
        shown = await me.choose_one(
            me.hand,
            "reveal",
            prompt="Reveal a card from your hand",
            leads=say(leads, name=left.name),
        )
        if shown is not None:
            await me.reveal([shown])
            same = [copy for copy in left.hand if copy.card is shown.card][:1]
            prompt = say("Reveal {card} too, against {name}'s Gladiator?", card=shown.card.name, name=me.name)
            if left.may_hold(lambda card: card is shown.card) and (
                matching := await left.choose(
                    same,
                    "reveal",
                    1,
                    minimum=0,
                    prompt=prompt,
                    leads=say("Everyone sees it, and it stays in your hand. {name} gets nothing.", name=me.name) if same else "",
                    without=say(without, name=me.name),
                )
            ):
                await left.reveal(matching)
                return
        me.get(coins=1)
        pile = me.game.pile_of(self)
        if pile is not None and pile.top is self:
            await me.trash_from_supply(pile)


class Fortune(Treasure, cost=Cost(8, debt=8), buys=1, strength=2.5, counts_coins=True):
    text = (
        "+1 Buy. If this is the first Fortune you've played this turn, double your $. --- When you gain this, you gain "
        "a Gold per Gladiator you have in play."
    )
    brief = "+1 Buy. First each turn: double $. When gained: a Gold per Gladiator in play."
    rulings = (
        "Only your first Fortune each turn doubles your coins, even if you had none then. Later ones, and a second play by Crown, "
        "give only the Buy.",
        "To buy it, you need $8, and you take 8 debt.",
        "Two Gladiators in play gain you two Golds. An Overlord played as Gladiator counts.",
        "It counts as a card costing at least $5. With costs reduced by $1, it costs $7 and 8 debt.",
    )

    async def play(self, me: Player, this: Play) -> None:
        if me.coins and me.game.turn.played.count(self) == 1:
            me.get(coins=me.coins)

    @on(Moment.GAIN, zone=None)
    async def spoils(self, me: Player, event: Event) -> None:
        for _ in [copy for copy in me.in_play if copy.card is Gladiator()]:
            await me.gain(Gold())


class Patrician(Action, cost=2, cards=1, actions=1):
    text = "+1 Card, +1 Action. Reveal your top card. If it costs at least $5, put it into your hand."
    rulings = (
        "If it costs less, it stays on your deck.",
        "Only the coin part counts: Fortune goes into your hand, City Quarter and Overlord don't.",
    )

    async def play(self, me: Player, this: Play) -> None:
        top = await me.reveal_top(1)
        await me.take([copy for copy in top if me.game.cost(copy.card).coins >= 5], me.deck, shown=True)


class Emporium(Action, cost=5, cards=1, actions=1, coins=1):
    text = "+1 Card, +1 Action, +$1 --- If you have at least 5 Actions in play when you gain this, +2 VP."
    rulings = (
        "Actions played this turn and Action–Durations still in play count. Crown counts in either phase.",
        "The Emporium you gain isn't in play. Cards set aside or trashed aren't either.",
        "Any gain counts, bought or not.",
    )

    @on(Moment.GAIN, zone=None, independent=True)
    def prosper(self, me: Player, event: Event) -> None:
        if sum(me.game.is_a(copy.card, Type.ACTION) for copy in me.in_play) >= 5:
            me.get_vp(2, self)


class Settlers(Action, cost=2, cards=1, actions=1):
    text = "+1 Card, +1 Action. Look through your discard pile. If there's a Copper, you may reveal it and put it into your hand."
    brief = "+1 Card, +1 Action. You may put a Copper from your discard pile into your hand."
    rulings = (
        "You may look through your discard pile even if you know it has no Copper.",
        "You take at most one Copper.",
    )

    async def play(self, me: Player, this: Play) -> None:
        coppers = [copy for copy in me.look_through_discard() if copy.card is Copper()]
        copper = await me.choose_one(
            coppers[:1],
            "take",
            optional=True,
            prompt="Put a Copper from your discard pile into your hand?",
            shown=not me.discard_pile,
            leads="Everyone sees it, and it goes into your hand.",
            without="Your discard pile stays as it is.",
        )
        if copper is not None:
            await me.take([copper], me.discard_pile, shown=True)


class BustlingVillage(Action, cost=5, cards=1, actions=3):
    text = (
        "+1 Card, +3 Actions. Look through your discard pile. If there's a Settlers, you may reveal it and put it into your hand."
    )
    brief = "+1 Card, +3 Actions. You may put a Settlers from your discard pile into your hand."
    rulings = (
        "You may look through your discard pile even if you know it has no Settlers.",
        "You take at most one Settlers.",
    )

    async def play(self, me: Player, this: Play) -> None:
        settlers = [copy for copy in me.look_through_discard() if copy.card is Settlers()]
        found = await me.choose_one(
            settlers[:1],
            "take",
            optional=True,
            prompt="Put a Settlers from your discard pile into your hand?",
            shown=not me.discard_pile,
            leads="Everyone sees it, and it goes into your hand, where you may play it.",
            without="Your discard pile stays as it is.",
        )
        if found is not None:
            await me.take([found], me.discard_pile, shown=True)


class Castle(Victory, kind=Type.CASTLE):
    """Base of the Castles, which share one pile."""


def castles(me: Player) -> int:
    """Return how many Castles a player owns."""
    return sum(Type.CASTLE in copy.card.types for copy in me.owned())


class HumbleCastle(Castle, Treasure, cost=3, coins=1):
    text = "+$1 --- Worth 1 VP per Castle you have."
    rulings = (
        "It counts itself and every other Castle you have, wherever it is.",
        "It's always both a Treasure and a Victory card.",
        "So Banquet and Tower exclude it, while Keep, Battlefield and Groundskeeper count it.",
    )

    def score(self, me: Player) -> int:
        return castles(me)


class CrumblingCastle(Castle, cost=4, points=1):
    text = "Worth 1 VP. --- When you gain or trash this, +1 VP and you gain a Silver."
    rulings = (
        "The Silver goes to your discard pile.",
        "This works even if you trash it from the Supply.",
    )

    @on(Moment.GAIN, zone=None)
    async def crumble(self, me: Player, event: Event) -> None:
        me.get_vp(1, self)
        await me.gain(Silver())

    @on(Moment.TRASH, zone=None)
    async def fall(self, me: Player, event: Event) -> None:
        await self.crumble(me, event)


class SmallCastle(Castle, Action, cost=5, points=2):
    text = "Trash this or a Castle from your hand. If you did, gain a Castle. --- Worth 2 VP."
    rulings = (
        "You gain the top Castle of the pile. If there's none left, you still trash a Castle.",
        "You may choose an option you can't carry out: a Castle from your hand when you have none, or this when it "
        "has left play. Then you gain nothing.",
        "If it's played twice, you can trash it only once. The other play needs a Castle from your hand.",
    )

    async def play(self, me: Player, this: Play) -> None:
        held = {copy.card.name: copy for copy in me.hand if me.game.is_a(copy.card, Type.CASTLE)}
        options = {name: say("Trash {card} from your hand", card=name) for name in held} or {
            "none": "Trash a Castle from your hand (you have none)"
        }
        # Impossible options may still be chosen (R31).
        options = {"this": "Trash this"} | options if this.there else options | {"this": "Trash this (it has left play)"}
        top = pile.top if (pile := me.game.pile_of(self)) is not None else None
        gains = "It goes to the trash, and no Castle is left to gain."
        if top is not None:
            gains = say("It goes to the trash, and you gain the top Castle: {card}.", card=top.name)
        fails = "Nothing is trashed, and you gain nothing."
        leads = dict.fromkeys([*held, "this"], gains) | {"none": fails}
        if not this.there:
            leads["this"] = fails
        ask = me.pick(options, "Trash a Castle to gain one", "trash", leads=leads)
        if not held and not this.there:
            ask.force(("none",), known=False)
        (choice,) = await ask
        if await this.trash() if choice == "this" else choice in held and await me.trash([held[choice]]):
            await me.gain(me.game.pile_of(self))


class HauntedCastle(Castle, cost=6, points=2):
    text = (
        "Worth 2 VP. --- When you gain this on your turn, gain a Gold. Each opponent with at least 5 cards in hand puts "
        "2 of them onto their deck."
    )
    brief = "Worth 2 VP. When gained on your turn: a Gold; opponents with 5+ cards topdeck 2."
    rulings = (
        "It doesn't matter how you gain it, as long as it's your turn.",
        "It isn't an Attack, so Reactions don't help. Each opponent chooses their cards and the order.",
        "It works even if there's no Gold left.",
    )

    @on(Moment.GAIN, zone=None, when=on_own_turn)
    async def haunt(self, me: Player, event: Event) -> None:
        await me.gain(Gold())
        prompt = "Put 2 cards onto your deck; the second is on top"
        leads = "They go on top of your deck: you draw the second first, and then the other."
        others = [player for player in await me.others() if len(player.hand) >= 5]
        asks = [player.choose(player.hand, "topdeck", 2, prompt=prompt, leads=leads) for player in others]
        for ask, copies in zip(asks, await together(asks), strict=True):
            await ask.player.topdeck(copies)


class OpulentCastle(Castle, Action, cost=7, points=3):
    text = "Discard any number of Victory cards from your hand for +$2 each. --- Worth 3 VP."
    rulings = (
        "Any card with the Victory type counts. You may discard none.",
        "In play, it counts as a Victory card for Grand Castle.",
    )

    async def play(self, me: Player, this: Play) -> None:
        victory = [copy for copy in me.hand if me.game.is_a(copy.card, Type.VICTORY)]
        prompt = "Discard Victory cards for +$2 each"
        leads, without = "You get +$2 for each that you discard.", "You discard nothing and get no coins."
        chosen = await me.choose(victory, "discard", len(me.hand), minimum=0, prompt=prompt, leads=leads, without=without)
        discarded = await me.discard(chosen)
        if discarded:
            me.get(coins=2 * len(discarded))


class SprawlingCastle(Castle, cost=8, points=4):
    text = "Worth 4 VP. --- When you gain this, gain a Duchy or 3 Estates."
    rulings = (
        "You may choose either, whatever is left in the piles. You gain what you can.",
        "Each card is a separate gain.",
    )

    @on(Moment.GAIN, zone=None)
    async def spread(self, me: Player, event: Event) -> None:
        duchies, estates = (pile.count if (pile := me.game.pile_of(card)) else 0 for card in (Duchy(), Estate()))
        options = {
            "duchy": "Gain a Duchy" if duchies else "Gain a Duchy (none left)",
            "estates": "Gain 3 Estates",
        }
        leads = {
            "duchy": "You gain a Duchy." if duchies else "No Duchy is left, so you gain nothing.",
            "estates": say("You gain {cards}.", cards=words.some(["Estate"] * min(estates, 3))),
        }
        if estates < 3:
            left = say("Gain 3 Estates ({count} left)", count=estates)
            options["estates"] = left if estates else "Gain 3 Estates (none left)"
        duchy = await me.pick(options, words.CHOOSE_ONE, "gain", leads=leads) == ["duchy"]
        for card in [Duchy()] if duchy else 3 * [Estate()]:
            await me.gain(card)


class GrandCastle(Castle, cost=9, points=5):
    text = "Worth 5 VP. --- When you gain this, reveal your hand and get +1 VP per Victory card you have in hand and in play."
    brief = "Worth 5 VP. When gained: +1 VP per Victory card in your hand and in play."
    rulings = (
        "Count both, such as an Opulent Castle you played this turn and an Estate in hand.",
        "It doesn't count itself: it's in your discard pile.",
    )

    @on(Moment.GAIN, zone=None)
    async def reign(self, me: Player, event: Event) -> None:
        await me.reveal(me.hand)
        if count := sum(me.game.is_a(copy.card, Type.VICTORY) for copy in [*me.hand, *me.in_play]):
            me.get_vp(count, self)


class KingsCastle(Castle, cost=10, name="King's Castle"):
    text = "Worth 2 VP per Castle you have."
    rulings = ("It counts itself. In a two-player game, all eight Castles together are worth 41 VP.",)

    def score(self, me: Player) -> int:
        return 2 * castles(me)


class Castles(Castle, cost=3, randomizer=True):
    text = (
        "A pile of eight different Castles, cheapest on top. With three or more players, it has two each of Humble "
        "Castle, Small Castle, Opulent Castle and King's Castle."
    )


split_pile(Catapult(), Rocks())
split_pile(Encampment(), Plunder())
split_pile(Gladiator(), Fortune())
split_pile(Patrician(), Emporium())
split_pile(Settlers(), BustlingVillage())

PILES["Castles"] = MixedPile(
    "Castles",
    Castles(),
    (
        (HumbleCastle(), 1, 2),
        (CrumblingCastle(), 1, 1),
        (SmallCastle(), 1, 2),
        (HauntedCastle(), 1, 1),
        (OpulentCastle(), 1, 2),
        (SprawlingCastle(), 1, 1),
        (GrandCastle(), 1, 1),
        (KingsCastle(), 1, 2),
    ),
)
