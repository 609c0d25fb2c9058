"""Prosperity: the cards that only the first edition has, and those that came with the second. The others are in prosperity.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine import words
from engine.advice import Gift
from engine.card import Action, Attack, Cost, Reaction, Treasure, Type
from engine.cards.attacks import DiscardingAttack
from engine.cards.basic import Copper, Curse
from engine.cards.seaside_later import COIN
from engine.catalogue import say
from engine.events import Moment, on
from engine.mechanisms import Zone

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.ai.perception import Eyes
    from engine.card import Card, Held
    from engine.core import Core, Phase
    from engine.decision import Ask
    from engine.events import Event
    from engine.piles import Copy
    from engine.play import Play
    from engine.player import Player

SET = "Prosperity"


async def find_treasure(me: Player) -> tuple[list[Copy], list[Copy]]:
    """Reveal cards until one is a Treasure; return that one, if any, and the others, all set aside."""
    seen = await me.reveal_until(lambda copies: bool(copies) and me.game.is_a(copies[-1].card, Type.TREASURE))
    found = [copy for copy in seen[-1:] if me.game.is_a(copy.card, Type.TREASURE)]
    return found, [copy for copy in seen if copy not in found]


def could_topdeck(me: Player, event: Event) -> bool:
    """Return whether the card gained can still be put onto the deck."""
    return event.there and event.to is not Zone.DECK


async def may_topdeck(me: Player, event: Event) -> None:
    """Ask whether to put the card gained onto the deck."""
    assert event.copy is not None
    prompt = say("Put {card} onto your deck?", card=event.copy.card.name)
    yes, no = "It goes on top of your deck: you draw it next.", "It stays where it is."
    if await me.may(prompt, "topdeck", event.copy.card, yes=yes, no=no):
        await me.topdeck([event.copy], me.zone(event.to), shown=True)


# the first edition alone


class Loan(Treasure, cost=3, coins=1, editions=[1], strength=0.8):
    text = "+$1. Reveal cards from your deck until one is a Treasure. Trash it or discard it, then discard the rest."
    brief = "+$1. Trash or discard your next Treasure; discard the cards before it."
    rulings = (
        "Trash it or discard it: it can't stay on your deck.",
        "If your deck runs out, shuffle your discard pile without the revealed cards.",
        "If you find no Treasure at all, discard everything you revealed.",
        "Decide on the Treasure first. The other cards are discarded after that.",
        "Any card with the Treasure type ends the search, whatever other types it has.",
    )

    async def play(self, me: Player, this: Play) -> None:
        found, rest = await find_treasure(me)
        fates = {"trash": "Trash {card}", "discard": "Discard {card}"}
        leads = {"trash": "It goes to the trash.", "discard": "It goes to your discard pile."}
        chosen = await me.sort(found, fates, "Trash or discard the Treasure you revealed", leads=leads)
        await me.trash(chosen["trash"], me.aside)
        await me.discard(chosen["discard"], me.aside)
        await me.discard(rest, me.aside)


class TradeRoute(Action, cost=3, buys=1, editions=[1], trashes=1, strength=0.7):
    text = (
        "+1 Buy. Trash a card from your hand. You get +$1 per Coin token on the Trade Route mat. --- When a card is first gained "
        "from a pile, its Coin token moves to that mat. Setup: Put a Coin token on each Victory pile."
    )
    brief = "+1 Buy. Trash a card. +$1 for each Victory pile that anyone has gained from."
    rulings = (
        "You get $1 for each Victory pile that anyone has gained a card from, bought or not.",
        "Only the first gain from a pile counts. Returning a card to it doesn't bring the token back.",
        "Gaining a card from anywhere but its pile, such as the trash, moves no token.",
        "You must trash a card if you have one. If you have none, you still get the coins.",
        "A Victory pile has a token even if its cards have other types too. All Castles together have one.",
        "All players share the mat. Playing Trade Route doesn't use up any tokens.",
        "When-trash effects come before the coins.",
    )

    def set_up(self, game: Core) -> None:
        for pile in game.piles.values():
            if pile.supply and Type.VICTORY in pile.card.types:
                pile.tokens[COIN] = 1

    @on(
        Moment.GAIN,
        zone=Zone.SUPPLY,
        when=lambda me, event: (
            event.pile is not None and event.pile.tokens.get(COIN, 0) > 0 and event.pile.card is not TradeRoute()
        ),
        independent=True,
    )
    def moved(self, me: Player, event: Event) -> None:
        assert event.pile is not None
        del event.pile.tokens[COIN]
        mat = me.game.pile_of(self)
        if mat is not None:
            me.put_tokens(COIN, mat)

    async def play(self, me: Player, this: Play) -> None:
        await me.trash(await me.choose(me.hand, "trash", 1))
        me.get(coins=me.game.tokens_on(self).get(COIN, 0))


class Talisman(Treasure, cost=4, coins=1, editions=[1], any_order=True, strength=0.6):
    text = "+$1 --- While this is in play, buying a card that costs up to $4 and isn't a Victory card makes you gain a copy."
    brief = "+$1. While in play: buying a non-Victory card costing up to $4 gains you a copy."
    rulings = (
        "The copy comes from the Supply to your discard pile. This isn't optional; if no copy is left, you gain none.",
        "Each Talisman in play gives you a copy per buy. If one is played twice, it still gives one.",
        "Use the card's current cost. You gain no copy of a card with a Potion or debt in its cost.",
        "You gain no copy of a card that you didn't buy.",
        "A Victory card that has another type too is still a Victory card, so you gain no copy of it.",
        "You gain the copy first. If that's the last one, there's none left for your buy.",
        "On a Possession turn, the possessor gains the copy.",
    )

    @on(Moment.BUY, when=lambda me, event: Talisman().copies(me, event))
    async def double(self, me: Player, event: Event) -> None:
        await me.gain(event.card)

    def copies(self, me: Player, event: Event) -> bool:
        game, card = me.game, event.card
        return card is not None and game.cost(card) <= Cost(4) and not game.is_a(card, Type.VICTORY)


class Contraband(Treasure, cost=5, coins=3, buys=1, editions=[1], strength=0.7, asks=True):
    text = "+$3, +1 Buy. This turn, you can't buy a card named by the player to your left."
    rulings = (
        "You may still gain the card in other ways.",
        "They name a card for each Contraband you play. You can't buy any of those.",
        "They may name any card, even one that isn't in this game. Events aren't cards.",
        "They name a card as soon as you play Contraband. Play it before your other Treasures, so that they know less.",
        "If it's played twice, you get $6 and 2 Buys, and they name two cards.",
        "With two players, your opponent is the player to your left.",
    )

    async def play(self, me: Player, this: Play) -> None:
        for left in (await me.others())[:1]:
            prompt = words.beside_named(
                say("Name a card that {name} can't buy this turn", name=me.name), me.game.turn.named_for(self)
            )
            await left.name_card(prompt, leads=say("Everyone hears it. {name} can't buy that card this turn.", name=me.name))

    @on(Moment.BUYABLE, zone=Zone.SUPPLY, when=lambda me, event: event.card in me.game.turn.named_for(Contraband()))
    def forbid(self, me: Player, event: Event) -> None:
        event.forbidden = True

    def reward(self, purpose: str, card: Card, eyes: Eyes) -> float:
        return eyes.worth(card) if purpose == "name" and eyes.left(card) else 0


class CountingHouse(Action, cost=5, editions=[1], strength=0.4):
    text = "Look through your discard pile, reveal any number of Coppers in it, and put them into your hand."
    brief = "Take as many Coppers as you like from your discard pile."
    rulings = (
        "You may take none, some or all of the Coppers. No one else sees what's left in the pile.",
        "Only cards named Copper count.",
    )

    async def play(self, me: Player, this: Play) -> None:
        seen = me.look_through_discard()
        coppers = [copy for copy in seen if copy.card is Copper()]
        chosen = await me.choose(
            coppers,
            "take",
            len(seen),
            minimum=0,
            prompt="Put Coppers from your discard pile into your hand",
            shown=not seen,
            leads="Everyone sees how many. They go into your hand.",
            without="Your discard pile stays as it is.",
        )
        await me.take(chosen, me.discard_pile, shown=True)


class Mountebank(Attack, cost=5, coins=2, editions=[1], strength=3.0):
    text = "+$2. Each opponent may discard a Curse. Anyone who doesn't gains a Curse and a Copper."
    rulings = (
        "Your opponents gain in turn order, the Curse before the Copper. If one of the piles is empty, they gain the other card.",
        "A player may discard a Curse even if there's nothing to gain.",
        "A player with a Curse in hand doesn't have to discard it.",
        "A player who reveals a Moat neither discards nor gains anything.",
    )

    def demand(self, victim: Player, this: Play) -> Ask[list[Copy]]:
        return victim.choose(
            [copy for copy in victim.hand if copy.card is Curse()],
            "discard",
            1,
            minimum=0,
            prompt="You may discard a Curse to gain nothing",
            leads="It goes to your discard pile, and you gain nothing.",
            without="You gain a Curse and a Copper, if there are any left.",
        )

    async def hit(self, victim: Player, this: Play, answer: Any) -> None:
        if not await victim.discard(answer):
            await victim.gain(Curse())
            await victim.gain(Copper())

    def reward(self, purpose: str, card: Card, eyes: Eyes) -> float:
        return 3.0 * (purpose == "discard")


class RoyalSeal(Treasure, cost=5, coins=2, editions=[1], any_order=True, strength=1.0):
    text = "+$2 --- While this is in play, you may put each card that you gain onto your deck."
    rulings = (
        "It works for every card you gain, bought or not. Decide separately for each one.",
        "If your deck is empty, the card becomes the whole deck.",
        "If something else has moved the card, such as Watchtower, Royal Seal can't move it.",
        "If you buy Mint, Royal Seal is trashed before you gain it.",
        "On a Possession turn, it does nothing: the possessor gains the cards, and has no Royal Seal in play.",
    )

    @on(Moment.GAIN, when=could_topdeck)
    async def seal(self, me: Player, event: Event) -> None:
        await may_topdeck(me, event)


class Venture(Treasure, cost=5, coins=1, editions=[1], strength=1.6):
    text = "+$1. Reveal cards from your deck until one is a Treasure. Discard the rest, then play that one."
    brief = "+$1. Play your next Treasure; discard the cards before it."
    rulings = (
        "You must play the Treasure. It's never in your hand, but works as usual. Another Venture reveals more cards.",
        "If your deck runs out, shuffle your discard pile without the revealed cards.",
        "If you find no Treasure at all, discard everything you revealed.",
        "The other cards are discarded before the Treasure is played, so another Venture might shuffle them in.",
        "A Copper that Venture plays is in play, so you can't buy a Grand Market.",
    )

    async def play(self, me: Player, this: Play) -> None:
        found, rest = await find_treasure(me)
        await me.discard(rest, me.aside)
        for copy in found:
            await me.play(copy, me.aside, this)


class Goons(DiscardingAttack, cost=6, buys=1, coins=2, editions=[1], strength=2.6):
    text = (
        "+1 Buy, +$2. Each opponent discards down to 3 cards in hand. --- As long as this is in play, each card you buy gives you "
        "+1 VP."
    )
    brief = "+1 Buy, +$2. Opponents discard to 3. While in play: +1 VP per card you buy."
    rulings = (
        "A player with 3 or fewer cards in hand discards nothing.",
        "Only buying counts, and only cards: an Event gives no VP.",
        "Each Goons in play gives 1 VP. If one is played three times, it still gives 1, but 3 Buys and $6.",
        "Every card counts. Even a Copper that you buy gives 1 VP.",
        "If Enchantress replaces it, it still gives VP.",
        "On a Possession turn, the possessed player gets the VP.",
    )

    @on(Moment.BUY, independent=True)
    def paid(self, me: Player, event: Event) -> None:
        me.get_vp(1, self)


# the second edition alone


class Anvil(Treasure, cost=3, coins=1, editions=[2], strength=0.3):
    text = "+$1. You may discard a Treasure from your hand. If you did, gain a card that costs $4 or less."
    brief = "+$1. Discard a Treasure, if you like, for a card costing up to $4."
    rulings = (
        "You don't have to discard. If you do, you must gain a card.",
        "The card comes from the Supply to your discard pile. It has no Potion or debt in its cost.",
        "You can't play an Action that you gain this way, since it's your Buy phase.",
        "The Treasure's when-discard effects happen as usual.",
    )

    async def play(self, me: Player, this: Play) -> None:
        copy = await me.choose_one(
            [copy for copy in me.hand if me.game.is_a(copy.card, Type.TREASURE)],
            "discard",
            optional=True,
            prompt="Discard a Treasure to gain a card costing up to $4",
            leads=me.then_gain(Cost(4)),
            without="You gain nothing.",
        )
        if copy is not None and await me.discard([copy]):
            await me.gain_from_supply(4)

    def reward(self, purpose: str, card: Card, eyes: Eyes) -> float:
        return 0.3 * eyes.best_gain(Cost(4)) if purpose == "discard" else 0


class Clerk(Attack, Reaction, cost=4, coins=2, editions=[2], owed=[], eager=True, strength=1.6):
    reacting = "You play it, using no Action."
    text = (
        "+$2. Each opponent with 5 or more cards in hand puts one of them onto their deck. --- When your turn starts, you may play "
        "this from your hand."
    )
    brief = "+$2. Opponents with 5+ cards topdeck one. Playable as your turn starts."
    rulings = (
        "You may play any number of Clerks when your turn starts, one after another. None uses an Action.",
        "You may do so before, between or after other things at the start of your turn, even with one you've just drawn.",
        "It's an Attack then, too: your opponents may respond.",
        "A player with fewer than 5 cards does nothing, so a second Clerk rarely hits anyone.",
        "If a deck is empty, the card becomes the whole deck.",
        "Each of them chooses their own card. No one else sees it.",
        "Enchantress replaces Clerk if it's the first Action you play that turn.",
        "Returning to your Action phase isn't the start of a turn.",
    )

    def demand(self, victim: Player, this: Play) -> Ask[list[Copy]] | None:
        if len(victim.hand) < 5:
            return None
        leads = "It goes on top of your deck: you draw it next."
        return victim.choose(victim.hand, "topdeck", 1, prompt="Put a card onto your deck", leads=leads)

    async def hit(self, victim: Player, this: Play, answer: Any) -> None:
        await victim.topdeck(answer)

    @on(Moment.TURN_START, zone=Zone.HAND)
    async def start(self, me: Player, event: Event) -> None:
        assert event.by is not None
        await me.play(event.by, me.hand)


class Investment(Treasure, cost=4, editions=[2], trashes=1, strength=0.8):
    text = (
        "Trash a card from your hand. Then choose one: +$1; or trash this too. If you trashed it, reveal your hand and get +1 VP "
        "per differently named Treasure in it."
    )
    brief = "Trash a card. Then +$1; or trash this for +1 VP per different Treasure in hand."
    rulings = (
        "You must trash a card from your hand if you have one, before you choose.",
        "Two Coppers and a Silver give 2 VP. The cards stay in your hand, and you may play them.",
        "Investment is in play, so it doesn't count itself.",
        "If it's played twice and you trashed it the first time, you can't trash it again. The second play gives $1 or nothing.",
        "You may trash it even with no Treasure in hand, for nothing.",
    )

    async def play(self, me: Player, this: Play) -> None:
        await me.trash(await me.choose(me.hand, "trash", 1))
        options = {"coin": "+$1", "trash": "Trash this for VP"}
        trashed = "It goes to the trash. You reveal your hand, and get 1 VP for each differently named Treasure in it."
        gone = "It can't be trashed any more, so you get nothing."
        leads = {"coin": "You have $1 more.", "trash": trashed if this.there else gone}
        (chosen,) = await me.pick(options, words.CHOOSE_ONE, leads=leads)
        if chosen == "coin":
            me.get(coins=1)
        elif await this.trash():
            await me.reveal(me.hand)
            me.get_vp(len({copy.card for copy in me.hand if me.game.is_a(copy.card, Type.TREASURE)}))

    def promise(self, option: str, eyes: Eyes) -> Gift | None:
        names = {card for card in eyes.hand if Type.TREASURE in card.types}
        return {"coin": Gift(coins=1), "trash": Gift(vp=len(names), lost=(self,))}.get(option)


class Tiara(Treasure, cost=4, buys=1, editions=[2], strength=0.7):
    text = (
        "+1 Buy. For the rest of the turn, you may put each card that you gain onto your deck. Play a Treasure from your hand "
        "twice, if you like."
    )
    brief = "+1 Buy. This turn, gains may go onto your deck. You may play a Treasure twice."
    rulings = (
        "It works for every card you gain after playing it, bought or not. Decide separately for each one.",
        "If you play a Tiara with it, you play two more Treasures twice each, not one Treasure four times.",
        "If the Treasure leaves play the first time, you still play it again.",
        "If you play a Duration with it, Tiara stays in play as long as the Duration does.",
        "If something else has moved the gained card, Tiara can't move it.",
        "A card that the Treasure makes you gain may go onto your deck, too.",
        "It works until the end of the turn, even if Tiara leaves play.",
    )

    async def play(self, me: Player, this: Play) -> None:
        this.this_turn(Moment.GAIN, may_topdeck, when=could_topdeck)
        copy = await me.choose_one(
            [copy for copy in me.hand if me.game.is_a(copy.card, Type.TREASURE)],
            "play",
            optional=True,
            prompt="Play a Treasure twice",
            leads=words.PLAYED_TWICE,
            without=words.NOTHING_PLAYED,
        )
        if copy is not None:
            await me.play_again(await me.play(copy, me.hand, this, kept_by=this.copy if this.there else None))


class Charlatan(Attack, cost=5, coins=3, editions=[2], strength=3.0):
    text = "+$3. Each opponent gains a Curse. --- In games using this, a Curse is also a Treasure worth $1."
    brief = "+$3. Opponents gain a Curse. All game, Curses are also Treasures worth $1."
    rulings = (
        "This applies to all Curses, all game, whether or not anyone has a Charlatan.",
        "You may play a Curse in your Buy phase for $1. It's still worth -1 VP at the end.",
        "Effects on Treasures apply to Curses, too: Magnate counts them, and Bandit trashes them.",
        "Curses are Treasures even while scoring.",
        "Your opponents gain Curses in turn order until they run out.",
        "A player who reveals a Moat gains no Curse. For them, too, Curses are Treasures.",
    )

    async def hit(self, victim: Player, this: Play, answer: Any) -> None:
        await victim.gain(Curse())

    @on(Moment.TYPES, zone=Zone.SUPPLY, when=lambda me, event: event.card is Curse())
    def gild(self, me: Player, event: Event) -> None:
        event.types |= {Type.TREASURE}

    @on(Moment.PLAY, zone=Zone.SUPPLY, when=lambda me, event: event.card is Curse(), independent=True, coins=1)
    def pay(self, me: Player, event: Event) -> None:
        me.get(coins=1)


class Collection(Treasure, cost=5, coins=2, buys=1, editions=[2], any_order=True, strength=0.8):
    text = "+$2, +1 Buy. For the rest of the turn, each Action you gain gives you +1 VP."
    rulings = (
        "It doesn't matter how you gain the Action. Actions you gained before playing Collection give nothing.",
        "Several Collections are cumulative, and so are several plays of one.",
        "It works until the end of the turn, even if Collection leaves play.",
        "An Action that has another type too is still an Action.",
        "You get the VP even if you use Watchtower on the gained card.",
        "On a Possession turn, the possessor gains the cards, so no one gets VP.",
    )

    async def play(self, me: Player, this: Play) -> None:
        def score(me: Player, event: Event) -> None:
            me.get_vp(1, self)

        this.this_turn(Moment.GAIN, score, when=self.about_action, independent=True)

    def about_action(self, me: Player, event: Event) -> bool:
        return event.card is not None and me.game.is_a(event.card, Type.ACTION)


class CrystalBall(Treasure, cost=5, coins=1, editions=[2], strength=1.3):
    text = "+$1. Look at your top card. You may trash it, discard it, or play it if it's an Action or Treasure."
    brief = "+$1. Trash or discard your top card, or play it if it's an Action or Treasure."
    rulings = (
        "If you do none of that, the card stays on your deck, and no one else sees it.",
        "An Action you play works as usual. Any +Actions it gives don't let you play more in your Buy phase.",
        "Treasures that you draw may be played as long as you've bought nothing.",
        "If your deck is empty, shuffle first. With no card left, nothing happens.",
        "If you discard the card, its when-discard effects happen as usual.",
        "A Throne Room that Crystal Ball plays may play an Action from your hand.",
    )

    async def play(self, me: Player, this: Play) -> None:
        is_a = me.game.is_a
        seen = await me.look(1)
        playable = any(is_a(copy.card, Type.ACTION) or is_a(copy.card, Type.TREASURE) for copy in seen)
        fates = {"trash": "Trash {card}", "discard": "Discard {card}", "keep": "Leave {card}"}
        if playable:
            fates = {"play": "Play {card}", **fates}
        leads = {
            "play": "It's played now, using no Action.",
            "trash": "It goes to the trash.",
            "discard": "It goes to your discard pile.",
            "keep": "It stays on top of your deck: you draw it next.",
        }
        chosen = await me.sort(seen, fates, "Your top card", leads=leads)
        await me.trash(chosen["trash"], me.deck)
        await me.discard(chosen["discard"], me.deck)
        for copy in chosen.get("play", ()):
            await me.play(copy, me.deck, this)


class Magnate(Action, cost=5, editions=[2], strength=1.3):
    text = "Reveal your hand. +1 Card per Treasure in it."
    rulings = (
        "Everyone sees your hand. Two Coppers and a Silver draw 3 cards.",
        "Count before you draw: Treasures that you draw don't count.",
        "Any card with the Treasure type counts, whatever other types it has.",
    )

    def idle(self, hand: Sequence[Held], phase: Phase) -> bool:
        return not any(Type.TREASURE in each.types for each in hand)

    async def play(self, me: Player, this: Play) -> None:
        await me.reveal(me.hand)
        await me.draw(sum(me.game.is_a(copy.card, Type.TREASURE) for copy in me.hand))

    def promise(self, option: str, eyes: Eyes) -> Gift | None:
        return Gift(draws=sum(Type.TREASURE in card.types for card in eyes.hand)) if option == "play" else None


class WarChest(Treasure, cost=5, brings_money=False, editions=[2], strength=0.8):
    text = "The player to your left names a card. You gain one costing up to $5, but not one named for any War Chest this turn."
    brief = "The player to your left names a card. Gain another one, costing up to $5."
    rulings = (
        "No later War Chest this turn can gain any of the cards named so far.",
        "This applies only to War Chests: you may buy the card, or gain it in other ways.",
        "They may name any card, even one that isn't in the Supply.",
        "You must gain a card if you can. It goes to your discard pile, and has no Potion or debt in its cost.",
        "War Chest gives no coins. You don't buy the card, so Hoard gives you no Gold.",
        "With two players, your opponent is the player to your left.",
    )

    async def play(self, me: Player, this: Play) -> None:
        cost = me.game.cost
        for left in (await me.others())[:1]:
            prompt = say("Name a card that {name} can't gain with War Chests this turn", name=me.name)
            await left.name_card(
                words.beside_named(prompt, me.game.turn.named_for(self)),
                leads=say("Everyone hears it. Then {name} gains another card costing up to $5.", name=me.name),
            )
        named = me.game.turn.named_for(self)
        await me.gain(
            await me.choose_pile(
                "gain",
                lambda card: cost(card) <= Cost(5) and card not in named,
                prompt=words.but_named(words.gain_up_to(Cost(5)), named),
            )
        )

    def reward(self, purpose: str, card: Card, eyes: Eyes) -> float:
        return eyes.worth(card) if purpose == "name" and eyes.left(card) and eyes.cost(card) <= Cost(5) else 0
