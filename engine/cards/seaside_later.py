"""Seaside: the cards that only the first edition has, and those that came with the second. The others are in seaside.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine import words
from engine.card import Action, Attack, Reaction, Treasure, Type
from engine.cards.basic import Copper, Curse, Gold, Province, Silver
from engine.catalogue import say, say_many
from engine.events import InForce, Moment, lasts, on
from engine.mechanisms import Token, Zone

if TYPE_CHECKING:
    from engine.card import Card
    from engine.decision import Ask
    from engine.events import Event, Later
    from engine.piles import Copy
    from engine.play import Play
    from engine.player import Player

SET = "Seaside"

EMBARGO = Token("Embargo")
COIN = Token("Coin")
DURATION = [Type.DURATION]


# the first edition alone


class Embargo(Action, cost=2, coins=2, editions=[1], strength=0.1):
    text = (
        "+$2. Trash this. If you did, put an Embargo token on any Supply pile. --- Buying a card from a pile with Embargo tokens "
        "makes the buyer gain a Curse per token."
    )
    brief = "+$2. Trash this to mark a pile: buying from it gives a Curse."
    rulings = (
        "Choose any pile in the Supply: a basic one, one with tokens, even an empty one.",
        "The tokens stay there all game. They apply to everyone, even to the player who put them there.",
        "Only buying gives Curses. Gaining a card in any other way doesn't.",
        "You gain the Curses before the card you bought, one at a time. If no Curses are left, you gain none.",
        "If you buy a Curse from a pile with tokens, you gain a Curse per token and the one you bought.",
        "If it's played twice, you get $4 but put only one token, since you trash it only once.",
        "On a Possession turn, the possessor gains the Curses too. Embargo comes back to its owner, and the token stays.",
    )

    async def play(self, me: Player, this: Play) -> None:
        if not await this.trash():
            return
        leads = "From now on, everyone who buys a card from that pile gains a Curse for this token."
        pile = await me.choose_pile("burden", lambda card: True, empty=True, prompt="Put an Embargo token on a pile", leads=leads)
        if pile is not None:
            me.put_tokens(EMBARGO, pile)

    @on(Moment.BUY, zone=Zone.SUPPLY, when=lambda me, event: event.pile is not None and event.pile.tokens.get(EMBARGO, 0) > 0)
    async def curse(self, me: Player, event: Event) -> None:
        assert event.pile is not None
        for _ in range(event.pile.tokens[EMBARGO]):
            await me.gain(Curse())


class PearlDiver(Action, cost=2, cards=1, actions=1, editions=[1], strength=0.2):
    text = "+1 Card, +1 Action. Look at your bottom card. You may put it on top of your deck."
    rulings = (
        "Draw first. If your deck is empty then, shuffle before you look.",
        "You look at one card only, whatever you do with it.",
    )

    async def play(self, me: Player, this: Play) -> None:
        bottom = await me.look_at_bottom()
        if bottom is None:
            return
        prompt = say("Put {card} on top of your deck?", card=bottom.card.name)
        yes, no = "It goes on top of your deck: you draw it next.", "It stays at the bottom of your deck."
        if await me.may(prompt, "topdeck", bottom.card, yes=yes, no=no):
            await me.topdeck([bottom], me.deck)


class Ambassador(Attack, cost=3, editions=[1], strength=0.7):
    text = (
        "Reveal a card from your hand. Put up to 2 copies of it from your hand back onto its Supply pile. Then each opponent "
        "gains a copy."
    )
    brief = "Return up to 2 copies of a card to its pile. Then opponents gain one each."
    rulings = (
        "You must reveal a card if you have one. If your hand is empty, nothing happens.",
        "You choose how many copies go back: none, one or two. The revealed card is one of them.",
        "Even if you put none back, each opponent gains one.",
        "Your opponents gain the copies from the Supply, in turn order. If there are too few, the last players get none.",
        "A pile is no longer empty once a card is back on it. Whether the game ends is checked only at the end of the turn.",
        "On a mixed pile, the copies go on top. Your opponents gain that card only while it's the top one.",
        "If the card has no pile in the Supply, nothing goes back and no one gains anything.",
        "Putting cards back is neither discarding nor trashing. On a Possession turn, they don't come back to their owner.",
    )

    async def play(self, me: Player, this: Play) -> None:
        shown = await me.choose_one(
            me.hand, "return", prompt="Reveal a card from your hand", leads="You may put it back, and your opponents gain copies."
        )
        if shown is None:
            return
        await me.reveal([shown])
        card, pile = shown.card, me.game.pile_of(shown.card)
        supplied = pile is not None and pile.supply
        back = await me.choose(
            [copy for copy in me.hand if copy.card is card and supplied],
            "return",
            2,
            minimum=0,
            prompt=say("Put copies of {card} back onto their pile", card=card.name),
            shown=not supplied,
            leads=say("Each goes back onto its pile. It makes {names} gain one.", names=this.affected),
            without=say("You keep them all. It makes {names} gain one.", names=this.affected),
        )
        me.return_to_pile(back, me.hand)
        for victim in await this.victims() if supplied else []:
            await victim.gain(card)


class Navigator(Action, cost=4, coins=2, editions=[1], strength=0.6):
    text = "+$2. Look at your top 5 cards. Discard all of them, or put all of them back onto your deck in any order."
    brief = "+$2. Discard your top 5 cards, or put them back in any order."
    rulings = (
        "You discard all the cards or none of them.",
        "If your deck has fewer than 5 cards, shuffle for the rest, then look at as many as there are.",
    )

    async def play(self, me: Player, this: Play) -> None:
        seen = await me.look(5)
        if not seen:
            return
        options = {"keep": "Put them all back", "discard": "Discard them all"}
        useless = [copy for copy in seen if copy.card is Copper() or copy.card.types <= {Type.VICTORY, Type.CURSE}]
        if 2 * len(useless) > len(seen):  # the first option is the one that an AI chooses
            options = dict(reversed(options.items()))
        leads = {
            "keep": "They go back onto your deck in the order you choose.",
            "discard": "They all go to your discard pile, and come back with the next shuffle.",
        }
        prompt = say("Put back or discard {cards}?", cards=words.cards(seen))
        (chosen,) = await me.pick(options, prompt, leads=leads)
        if chosen == "discard":
            await me.discard(seen, me.deck)
            return
        leads_on = "They go back on top of your deck, and you draw the first one first."
        back = await me.order(seen, "topdeck", "Put these back; the first is on top", leads=leads_on)
        await me.topdeck(back[::-1], me.deck)


class PirateShip(Attack, cost=4, editions=[1], strength=0.6):
    text = (
        "Choose one: +$1 per Coin token you have; or each opponent reveals their top 2 cards, trashes one Treasure among them "
        "(your choice), and discards the rest. If anyone trashed a Treasure, you get a Coin token."
    )
    brief = "+$1 per Coin token; or opponents trash a Treasure each, and if any did, +1 Coin token."
    rulings = (
        "Opponents use Reactions before you make your choice.",
        "You get at most one Coin token per play, however many Treasures are trashed.",
        "Each opponent trashes at most one Treasure. If they reveal two different ones, you choose which.",
        "A player with one card left in their deck reveals it, shuffles without it, and reveals the second.",
        "Using Coin tokens doesn't remove them: you keep them for the rest of the game.",
        "All your Pirate Ships use the same tokens.",
        "On a Possession turn, the possessed player gets the token.",
    )
    worth_cashing = 3
    """With this many tokens, taking their coins is the first option, which AIs and auto-answers choose."""

    async def play(self, me: Player, this: Play) -> None:
        coins = me.token(COIN)
        options = {"attack": "Attack", "coins": say("+${coins}", coins=coins)}
        if coins >= self.worth_cashing:
            options = dict(reversed(options.items()))
        leads = {
            "attack": say("It affects {names}. You get a Coin token if that trashes a Treasure.", names=this.affected),
            "coins": say("You get +${coins}, and keep your Coin tokens.", coins=coins),
        }
        (chosen,) = await me.pick(options, "Attack, or use your Coin tokens?", leads=leads)
        if chosen == "coins":
            me.get(coins=coins)
        elif await self.raid(me, this):
            me.get_tokens(COIN)

    async def raid(self, me: Player, this: Play) -> bool:
        """Carry out the Attack; return whether anyone trashed a Treasure."""
        trashed: list[Copy] = []
        for victim in await this.victims():
            shown = await victim.reveal_top(2)
            treasures = [copy for copy in shown if me.game.is_a(copy.card, Type.TREASURE)]
            prompt = say("Trash one of {name}'s Treasures", name=victim.name)
            leads = say("It goes to the trash. {name} discards the other card.", name=victim.name)
            chosen = await me.choose(treasures, "trash", 1, prompt=prompt, shown=True, leads=leads)
            trashed += await victim.trash(chosen, victim.deck)
            await victim.discard([copy for copy in shown if copy not in chosen], victim.deck)
        return bool(trashed)


class SeaHag(Attack, cost=4, editions=[1], strength=1.2):
    text = "Each opponent discards their top card, then gains a Curse onto their deck."
    rulings = (
        "It affects your opponents in turn order.",
        "A player with an empty deck shuffles first. One with no cards at all discards none, and the Curse becomes their deck.",
        "If the Curses have run out, your opponents still discard.",
    )

    async def hit(self, victim: Player, this: Play, answer: Any) -> None:
        if await victim.ready(1):
            await victim.discard(victim.deck[-1:], victim.deck)
        await victim.gain(Curse(), Zone.DECK)


class Explorer(Action, cost=5, editions=[1], strength=1.3):
    text = "You may reveal a Province from your hand. If you did, gain a Gold into your hand; otherwise, a Silver."
    brief = "Gain a Silver into your hand, or a Gold if you reveal a Province."
    rulings = (
        "If you have a Province, you don't have to reveal it.",
        "You can play the gained card this turn.",
        "If that pile is empty, you gain nothing.",
    )

    async def play(self, me: Player, this: Play) -> None:
        province = [copy for copy in me.hand if copy.card is Province()][:1]
        yes, no = self.found(me, Gold()), self.found(me, Silver())
        revealed = await me.may("Reveal a Province?", "reveal", Province(), yes=yes, no=no, possible=bool(province))
        if revealed:
            await me.reveal(province)
        await me.gain(Gold() if revealed else Silver(), Zone.HAND)

    def found(self, me: Player, card: Card) -> str:
        """Return, in words, what happens if the card to gain is `card`."""
        if me.game.topped(card.name) is None:
            return say("You gain nothing, since no {card} is left.", card=card.name)
        if me.possessed:
            return say("The player who possesses you gains {card}.", card=words.some([card.name]))
        return say("You gain {card} into your hand.", card=words.some([card.name]))


class GhostShip(Attack, cost=5, cards=2, editions=[1], owed=[], strength=1.9):
    text = "+2 Cards. Each opponent puts cards from their hand onto their deck until they have 3 cards in hand."
    brief = "+2 Cards. Opponents topdeck cards down to 3 in hand."
    rulings = (
        "They choose which cards, and in which order. No one else sees them.",
        "A player with 3 or fewer cards in hand does nothing.",
        "No one shuffles. If a deck is empty, the cards put there become the whole deck.",
    )

    def demand(self, victim: Player, this: Play) -> Ask[list[Copy]] | None:
        surplus = len(victim.hand) - 3
        if surplus <= 0:
            return None
        prompt = say("Put {cards} onto your deck; the last is on top", cards=words.cards(surplus))
        leads = "You draw these cards next, the top one first. You keep the other 3."
        return victim.choose(victim.hand, "topdeck", surplus, prompt=prompt, leads=leads)

    async def hit(self, victim: Player, this: Play, answer: Any) -> None:
        await victim.topdeck(answer)


# the second edition alone


class Astrolabe(Treasure, cost=3, coins=1, buys=1, types=DURATION, editions=[2], any_order=True, strength=0.7):
    text = "+$1, +1 Buy. You get +$1 and +1 Buy at the start of your next turn."
    rulings = (
        "Play it in your Buy phase like any Treasure. It stays in play until the Clean-up of your next turn.",
        "If Crown plays it twice, you get $2 and 2 Buys now, and again next turn. Crown stays in play with it.",
        "It isn't an Action, so Enchantress and Throne Room don't affect it.",
    )

    async def play(self, me: Player, this: Play) -> None:
        this.later(Moment.TURN_START, "next_turn", independent=True)

    async def next_turn(self, me: Player, effect: Later) -> None:
        me.get(coins=1, buys=1)


class Monkey(Action, cost=3, types=DURATION, editions=[2], strength=0.7):
    text = (
        "Until your next turn, each card that the player to your right gains gives you +1 Card. You get +1 Card at the start of "
        "your next turn."
    )
    brief = "Until your next turn: +1 Card per card that the player to your right gains. Then +1 Card."
    rulings = (
        "It doesn't matter whose turn it is: they may gain a card on yours, such as a Curse from your Witch.",
        "Each card counts, however it's gained. Cards that they only receive, as with Masquerade, don't.",
        "On their own turn, that player first resolves all their own when-gain effects. Then you draw.",
        "You must draw, and shuffle if you need to. You may use a Reaction that you draw to respond to that same gain.",
        "If it's played twice, you draw twice each time.",
        "With two players, your opponent is the player to your right.",
        "On a Possession turn, the possessor gains the cards, so you draw only if the possessor is the player to your right.",
    )

    async def play(self, me: Player, this: Play) -> None:
        this.later(Moment.GAIN, "gained", anyone=True, when="to_the_right", until=Moment.TURN_START, draws=True)
        this.later(Moment.TURN_START, "next_turn", draws=True)

    def to_the_right(self, me: Player, event: Event, effect: Later) -> bool:
        return event.player is not me and event.player is me.game.in_turn_order(me)[-1]

    async def gained(self, me: Player, effect: Later) -> None:
        effect.again()
        await me.draw(1)

    async def next_turn(self, me: Player, effect: Later) -> None:
        await me.draw(1)


class SeaChart(Action, cost=3, cards=1, actions=1, editions=[2], strength=0.4):
    text = "+1 Card, +1 Action. Reveal your top card. Put it into your hand if you have a copy of it in play."
    brief = "+1 Card, +1 Action. Reveal your top card; draw it if you have a copy in play."
    rulings = (
        "Draw first, then reveal.",
        "This Sea Chart is in play, so you take another Sea Chart. Durations still in play from earlier turns count too.",
        "If you have no copy in play, the card stays on top of your deck.",
        "Cards that other players have in play don't count.",
    )

    async def play(self, me: Player, this: Play) -> None:
        for top in await me.reveal_top(1):
            if any(copy.card is top.card for copy in me.in_play):
                await me.take([top], me.deck, shown=True)


class Blockade(Attack, cost=4, types=DURATION, editions=[2], strength=1.0):
    text = (
        "Gain a card costing up to $4 and set it aside. Put it into your hand at the start of your next turn. While it's set "
        "aside, each opponent who gains a copy of it on their own turn gains a Curse too."
    )
    brief = "Gain a card costing up to $4 for next turn. Until then, opponents' copies come with Curses."
    rulings = (
        "The card comes from the Supply and is set aside face up. It never goes to your discard pile.",
        "You must gain a card if one is available. If you gain none, you discard Blockade that turn.",
        "If something moves the card, as with Villa, no one gains a Curse for it. You discard Blockade that turn.",
        "An opponent who gains a copy on someone else's turn gains no Curse. On their own turn, it doesn't matter whether they "
        "bought it.",
        "Opponents respond when you play it. Moat or Lighthouse then protects them for as long as the card is set aside.",
        "If it's played twice, two cards are set aside. Each gives out its own Curses.",
        "With a Curse set aside, an opponent who gains a Curse on their turn gains another, and so on until no Curses are left.",
        "On a Possession turn, the possessor gains the cards, and it isn't their turn: they gain no Curse from Blockade.",
        "If you play it while possessed, the possessor gains the card, and nothing is set aside.",
    )

    async def play(self, me: Player, this: Play) -> None:
        aside = say(
            "It's set aside until your next turn. It makes {names} gain a Curse for each copy that they gain on their own "
            "turns until then.",
            names=this.affected,
        )
        copy = await me.gain_from_supply(4, to=Zone.SET_ASIDE, leads="" if me.possessed else aside)
        if copy is None or copy not in me.aside:
            return
        spared = [player.seat for player in this.unaffected]
        this.later(Moment.TURN_START, "take", cards=[copy], shown=True)
        this.later(
            Moment.GAIN, "curse", anyone=True, when="a_copy", until=Moment.TURN_START, guarded=copy.card.name, spared=spared
        )  # fmt: skip

    async def take(self, me: Player, effect: Later) -> None:
        await me.take(effect.cards, me.aside, shown=True)

    def a_copy(self, me: Player, event: Event, effect: Later) -> bool:
        gainer, card = event.player, event.card
        affected = gainer is not me and gainer.on_turn and gainer.seat not in effect.data["spared"]
        return affected and card is not None and card.name == effect.data["guarded"]

    def curses(self, victim: Player, effect: Later) -> InForce | None:
        game, guarded = victim.game, effect.data["guarded"]
        others = [each for player in game.in_turn_order() if player is not victim for each in player.later if each.card is self]
        alike = [each for each in others if each.data.get("guarded") == guarded]
        pile = game.pile_of(Curse())
        number = min(sum(victim.seat not in each.data["spared"] for each in alike), pile.count if pile is not None else 0)
        if victim.possessed or victim.seat in effect.data["spared"] or not number:
            return None
        told = say_many(
            "Blockade: gaining {card} gives you a Curse.",
            "Blockade: gaining {card} gives you {count} Curses.",
            number,
            card=guarded,
        )
        return InForce(told, guarded, say_many("gives a Curse", "gives {count} Curses", number))

    @lasts(curses)
    async def curse(self, me: Player, effect: Later) -> None:
        effect.again()
        assert effect.event is not None
        await effect.event.player.gain(Curse())


class Sailor(Action, cost=4, actions=1, types=DURATION, editions=[2], strength=1.3):
    text = (
        "+1 Action. You may play one Duration this turn just after you gain it. At the start of your next turn, you get +$2 and "
        "may trash a card from your hand."
    )
    brief = "+1 Action. Play a Duration you gain this turn. Next turn: +$2, you may trash a card."
    rulings = (
        "Playing the Duration uses no Action, and works in your Buy phase too. Actions that it gives then are of no use.",
        "It doesn't matter how you gain the Duration or where it goes, as long as nothing has moved it since.",
        "If you don't play one, you may still play a later one this turn.",
        "With two Sailors you may play two Durations, but not the same one twice.",
        "You may play Astrolabe that way, even just after buying it. Other Treasures you draw then can't be played after a buy.",
        "You may play a Duration only on the turn you play Sailor. Next turn it gives only coins and trashing.",
        "If it's played twice, you may play two Durations this turn. Next turn you get $4 and may trash two cards.",
    )

    async def play(self, me: Player, this: Play) -> None:
        async def board(me: Player, event: Event) -> None:
            assert event.copy is not None
            prompt = say("Play {card}?", card=event.copy.card.name)
            yes, no = "It's played now, using no Action.", "It stays where it is. You may still play a later one."
            if await me.may(prompt, "play", event.card, yes=yes, no=no):
                me.game.drop_turn_effect(effect)
                await me.play(event.copy, me.zone(event.to), this)

        effect = this.this_turn(Moment.GAIN, board, when=self.boards)
        this.later(Moment.TURN_START, "next_turn")

    def boards(self, me: Player, event: Event) -> bool:
        return event.there and event.card is not None and me.game.is_a(event.card, Type.DURATION)

    async def next_turn(self, me: Player, effect: Later) -> None:
        me.get(coins=2)
        copy = await me.choose_one(me.hand, "trash", optional=True, prompt="Trash a card")
        await me.trash([copy] if copy is not None else [])


class TidePools(Action, cost=4, cards=3, actions=1, types=DURATION, editions=[2], strength=0.8):
    text = "+3 Cards, +1 Action. Discard 2 cards at the start of your next turn."
    rulings = (
        "You must discard. If you have only one card, discard that.",
        "You choose whether to do that before or after other things that happen at the start of that turn.",
    )

    async def play(self, me: Player, this: Play) -> None:
        this.later(Moment.TURN_START, "next_turn")

    async def next_turn(self, me: Player, effect: Later) -> None:
        await me.discard(await me.choose(me.hand, "discard", 2))


class Corsair(Attack, cost=5, coins=2, types=DURATION, editions=[2], strength=1.9):
    text = (
        "+$2. You get +1 Card at the start of your next turn. Until then, each opponent trashes the first Silver or Gold that they "
        "play on each of their turns."
    )
    brief = "+$2. +1 Card next turn; until then, opponents trash their first Silver or Gold played."
    rulings = (
        "The Treasure still gives its coins: it's trashed after it's played.",
        "An opponent trashes only one card per turn, the Silver or Gold played first, however many Corsairs there are.",
        "It happens on each turn that they take before yours, even on an extra one.",
        "Only Silver and Gold count, no other Treasure.",
        "If Crown plays the Treasure twice, it's trashed after the first play, and gives its coins again.",
        "Opponents respond when you play it. A Lighthouse played later doesn't help.",
        "On a Possession turn, the trashed card comes back to its owner at the end.",
    )

    async def play(self, me: Player, this: Play) -> None:
        spared = [player.seat for player in this.unaffected]
        this.later(Moment.PLAYED, "sink", anyone=True, when="first", until=Moment.TURN_START, coins=0, spared=spared)
        this.later(Moment.TURN_START, "next_turn", draws=True)

    def first(self, me: Player, event: Event, effect: Later) -> bool:
        loot, player = (Silver(), Gold()), event.player
        if player is me or not player.on_turn or player.seat in effect.data["spared"] or event.card not in loot or not event.there:
            return False
        return sum(card in loot for card in me.game.turn.played) == 1

    def sinks(self, victim: Player, effect: Later) -> InForce | None:
        loot = (Silver(), Gold())
        spared = victim.seat in effect.data["spared"] or victim.possessed
        if spared or any(card in loot for card in victim.game.turn.played):
            return None
        return InForce(say("Corsair: you trash the first Silver or Gold you play."), takes=tuple(card.name for card in loot))

    @lasts(sinks)
    async def sink(self, me: Player, effect: Later) -> None:
        effect.again()
        event = effect.event
        assert event is not None and event.copy is not None
        await event.player.trash([event.copy], event.player.in_play)

    async def next_turn(self, me: Player, effect: Later) -> None:
        await me.draw(1)


def about_treasure(me: Player, event: Event) -> bool:
    """Return whether this is about a Treasure."""
    return event.card is not None and me.game.is_a(event.card, Type.TREASURE)


class Pirate(Action, Reaction, cost=5, types=DURATION, editions=[2], eager=True, strength=1.5):
    reacting = "You play it. At the start of your next turn, you gain a Treasure costing up to $6 into your hand."
    text = (
        "At the start of your next turn, you gain into your hand a Treasure costing up to $6. --- When anyone gains a Treasure, "
        "even you, you may play this from your hand."
    )
    brief = "Next turn, gain a Treasure costing up to $6 into your hand. Playable when one is gained."
    rulings = (
        "Playing it that way uses no Action. You may do so on any player's turn.",
        "You gain the Treasure at the start of your next turn, no matter whose turn you play Pirate on.",
        "You must gain a Treasure if one is available. One with a Potion or debt in its cost isn't.",
        "Any card with the Treasure type counts, whatever other types it has.",
        "You may use several Pirates for one gain, one after another. One that you draw with Monkey at that gain counts too.",
        "You may even use one when another Pirate gains you its Treasure.",
        "Enchantress affects only what you play on your own turn.",
    )

    async def play(self, me: Player, this: Play) -> None:
        this.later(Moment.TURN_START, "next_turn")

    async def next_turn(self, me: Player, effect: Later) -> None:
        await me.gain_from_supply(6, of=Type.TREASURE, to=Zone.HAND)

    @on(Moment.GAIN, zone=Zone.HAND, anyone=True, when=about_treasure, owed=[Moment.PLAY, Moment.REPLACE, Moment.PLAYED])
    async def come(self, me: Player, event: Event) -> None:
        assert event.by is not None
        await me.play(event.by, me.hand)


class SeaWitch(Attack, cost=5, cards=2, types=DURATION, editions=[2], strength=2.4):
    text = "+2 Cards. Each opponent gains a Curse. When your next turn starts, draw 2 cards, then discard 2."
    brief = "+2 Cards. Opponents gain a Curse. Next turn: draw 2 cards, then discard 2."
    rulings = (
        "Your opponents gain the Curses in turn order. If there are too few, the last players get none.",
        "You draw and discard next turn even if no one gained a Curse.",
        "You may discard any 2 cards in your hand, whether you just drew them or not.",
    )

    async def play(self, me: Player, this: Play) -> None:
        this.later(Moment.TURN_START, "next_turn")

    async def next_turn(self, me: Player, effect: Later) -> None:
        await me.draw(2)
        await me.discard(await me.choose(me.hand, "discard", 2))

    async def hit(self, victim: Player, this: Play, answer: Any) -> None:
        await victim.gain(Curse())
