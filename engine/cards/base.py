"""The base game, Dominion: its Kingdom cards in both editions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine import words
from engine.card import Action, Attack, Copy, Reaction, Type, Victory, Zone
from engine.cards.basic import Copper, Curse, Gold, Silver
from engine.events import Moment

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.card import Held
    from engine.core import Phase
    from engine.decision import Ask
    from engine.events import Event
    from engine.play import Play
    from engine.player import Player

SET = "Dominion"


class Cellar(Action, cost=2, actions=1):
    text = "+1 Action. Discard any number of cards from your hand, then draw as many."
    rulings = (
        "Choose the cards first and discard them together; only then draw.",
        "If the draw makes you shuffle, the cards just discarded are shuffled in.",
        "How many you discard is public; of their faces, only the new top of your discard pile is.",
        "Cellar is in play, not in your hand, so it can't discard itself.",
        "You draw for cards really discarded.",
    )

    async def play(self, me: Player, this: Play) -> None:
        leads, without = "You draw a card for each that you discard.", "You discard nothing and draw nothing."
        discarded = await me.discard(await me.choose(me.hand, "discard", len(me.hand), minimum=0, leads=leads, without=without))
        await me.draw(len(discarded))


class Market(Action, cost=5, cards=1, actions=1, buys=1, coins=1):
    text = "+1 Card, +1 Action, +1 Buy, +$1"
    rulings = ("Everything happens at once; the Buy and the coin wait for your Buy phase.",)


class Merchant(Action, cost=3, cards=1, actions=1, editions=[2]):
    text = "+1 Card, +1 Action. The first Silver you play this turn gives an extra +$1."
    rulings = (
        "Several Merchants each add $1 to the same first Silver; later Silvers add nothing.",
        "A Silver played this turn before the Merchant: no bonus.",
        "Played twice by Throne Room: the first Silver gives $2 more.",
        "The bonus belongs to the turn: a Merchant that has left play still counts.",
        "One Silver played twice counts once, for its first play.",
    )

    async def play(self, me: Player, this: Play) -> None:
        if Silver() not in me.game.turn.played:
            this.coins_this_turn(Moment.PLAY, 1, when=self.silver, once=True)

    def silver(self, me: Player, event: Event) -> bool:
        return event.card is Silver()


class Militia(Attack, cost=4, coins=2, owed=[Moment.DISCARD]):
    text = "+$2. Each opponent discards down to 3 cards in hand."
    rulings = ("Whoever holds three cards or fewer discards nothing.",)

    def demand(self, victim: Player, this: Play) -> Ask[list[Copy]] | None:
        surplus = len(victim.hand) - 3
        leads = "What you choose goes to your discard pile. You keep the other 3 cards."
        return victim.choose(victim.hand, "discard", surplus, leads=leads) if surplus > 0 else None

    async def hit(self, victim: Player, this: Play, answer: Any) -> None:
        await victim.discard(answer)


class Mine(Action, cost=5):
    text = {
        1: "Trash a Treasure in your hand. If you did, gain a Treasure costing up to $3 more, into your hand.",
        2: "You may trash a Treasure in your hand. If you did, gain a Treasure costing up to $3 more, into your hand.",
    }
    rulings = (
        "No Treasure trashed, none gained.",
        "From the Supply to your hand, so it can be played the same turn.",
        "Copper to Silver, Silver to Gold; the same or a cheaper Treasure is allowed too.",
        "Potion (cost 4) is a Treasure: out of reach from Copper, within reach from Silver.",
        "A Treasure with a Potion in its cost can only be gained for one that has it too.",
        {1: "If you have a Treasure in hand you must trash one.", 2: "Trashing is optional."},
    )

    def idle(self, hand: Sequence[Held], phase: Phase) -> bool:
        return not any(Type.TREASURE in each.types for each in hand)

    async def play(self, me: Player, this: Play) -> None:
        treasures = [copy for copy in me.hand if me.game.is_a(copy.card, Type.TREASURE)]
        copy = await me.choose_one(
            treasures,
            "trash",
            optional=me.game.edition == 2,
            prompt="Trash a Treasure",
            leads=lambda card: me.then_gain(me.game.cost(card).plus(3), Type.TREASURE, Zone.HAND),
            without="You trash nothing and gain nothing.",
        )
        if copy is not None and await me.trash([copy]):
            limit = me.game.cost(copy.card).plus(3)
            await me.gain_from_supply(limit, of=Type.TREASURE, to=Zone.HAND)


class Moat(Action, Reaction, cost=2, cards=2, immunity=True):
    reacting = "All see your Moat, and the Attack does nothing to you. It stays in your hand."
    text = (
        "+2 Cards --- When an opponent plays an Attack, you may reveal this from your hand first; the Attack then "
        "leaves you unaffected."
    )
    rulings = (
        {
            1: "An Attack is a card with that word among its types; in this set: Bureaucrat, Militia, Spy, Thief, Witch.",
            2: "An Attack is a card with that word among its types; in this set: Bandit, Bureaucrat, Militia, Witch.",
        },
        "Unaffected means that the Attack skips you: you reveal, discard, gain nothing.",
        "It answers the playing of an Attack only, nothing else that hurts.",
        "Moat stays in your hand: you can reveal it again for later Attacks, and play it on your turn.",
        "It changes nothing for others, nor what the Attack gives its player.",
        "Revealing draws nothing; only playing it draws 2.",
        "Reveal it before the attacker makes any choice of the card.",
        "An Attack played twice is two plays: reveal, or not, for each. A Moat drawn after the first can answer the second.",
        "An Attack that hurts later can only be answered when it is played.",
    )

    async def react(self, me: Player, attack: Play) -> None:
        attack.unaffected.add(me)


class Remodel(Action, cost=4):
    text = "Trash a card from your hand. If you did, gain one costing up to $2 more."
    rulings = (
        "Not itself, since it is in play; another Remodel in your hand is fine.",
        "No card trashed, none gained.",
        "The gained card may cost exactly $2 more, or less, or be a copy of the trashed card.",
        "Your coins can't raise the limit.",
        "Potion and debt in the trashed card's cost count: Golem (4 and a Potion) gives up to 6 and a Potion.",
    )

    async def play(self, me: Player, this: Play) -> None:
        copy = await me.choose_one(me.hand, "trash", leads=lambda card: me.then_gain(me.game.cost(card).plus(2)))
        if copy is not None and await me.trash([copy]):
            await me.gain_from_supply(me.game.cost(copy.card).plus(2))


class Smithy(Action, cost=4, cards=3):
    text = "+3 Cards"
    rulings = ("With fewer than three cards left in deck and discard pile, draw those.",)


class Village(Action, cost=3, cards=1, actions=2):
    text = "+1 Card, +2 Actions"
    rulings = ("Draw first; then you may play two more Actions.",)


class Workshop(Action, cost=3):
    text = "Gain a card costing up to $4."
    rulings = (
        "To your discard pile, from the Supply only; your coins can't raise the limit.",
        "You must gain a card if any at $4 or less is left.",
        "Never a card with a Potion or debt in its cost.",
    )

    async def play(self, me: Player, this: Play) -> None:
        await me.gain_from_supply(4)


class Chapel(Action, cost=2):
    text = "Trash up to 4 cards from your hand."
    rulings = (
        "Not itself, since it is in play; another Chapel in your hand may be trashed.",
        "The cards leave together; what happens on trashing is handled afterwards, in the order you like.",
    )

    async def play(self, me: Player, this: Play) -> None:
        await me.trash(await me.choose(me.hand, "trash", 4, minimum=0))


class Bureaucrat(Attack, cost=4, owed=[Moment.REVEAL]):
    text = (
        "Gain a Silver onto your deck. Each opponent with a Victory card in hand reveals one and puts it onto their "
        "deck; the others reveal their hands."
    )
    rulings = (
        "With an empty deck, the card put onto it is the whole deck; that goes for your Silver and for their Victory cards.",
        "Whoever holds several Victory cards chooses which one; whoever holds none shows the whole hand.",
        "Without a Silver left, the attack still happens.",
        "Any card with Victory among its types counts.",
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
            leads="All see it, and it goes on top of your deck: you draw it next." if victory else "",
            without="All see your hand, since there is no Victory card in it.",
        )

    async def hit(self, victim: Player, this: Play, answer: Any) -> None:
        await victim.reveal(answer or victim.hand)
        await victim.topdeck(answer, shown=True)


class Gardens(Victory, cost=4):
    text = "Worth 1 VP per 10 cards you have, rounded down."
    rulings = (
        "Not an Action; it does nothing before the end.",
        "Rounded down: with 39 cards, each copy is worth 3 VP.",
        "8 copies with two players, 12 with more.",
        "Every card you own counts wherever it is, Curses too.",
    )

    def score(self, me: Player) -> int:
        return len(me.owned()) // 10


class Moneylender(Action, cost=4):
    text = {
        1: "Trash a Copper from your hand. If you did, +$3.",
        2: "You may trash a Copper from your hand. If you did, +$3.",
    }
    rulings = (
        "No Copper trashed, no coins.",
        "Played twice, each play needs its own Copper.",
        {1: "If you have a Copper in hand you must trash it.", 2: "Trashing is optional."},
    )

    def idle(self, hand: Sequence[Held], phase: Phase) -> bool:
        return all(each.card is not Copper() for each in hand)

    async def play(self, me: Player, this: Play) -> None:
        coppers = [copy for copy in me.hand if copy.card is Copper()]
        copper = await me.choose_one(
            coppers[:1],
            "trash",
            optional=me.game.edition == 2,
            prompt="Trash a Copper for +$3",
            leads="It goes to the trash, and you get +$3.",
            without="Nothing is trashed, and there is no +$3.",
        )
        if copper is not None and await me.trash([copper]):
            me.get(coins=3)


class ThroneRoom(Action, cost=4):
    text = {
        1: "Play an Action from your hand twice.",
        2: "You may play an Action from your hand twice.",
    }
    rulings = (
        "Finish the first play completely before the second; nothing comes between but what the card itself plays.",
        "Neither play uses up an Action: of one Action, Throne Room on Village leaves 4, on Market 2.",
        "On Throne Room: two Action cards, each played twice, not one card four times. The second may be one just drawn.",
        {1: "On Feast: trashed once, gains two cards.", 2: "On Merchant: the first Silver gives $2 more."},
        "On a Duration: stays in play with it. On a Throne Room that plays a Duration: only the inner one stays.",
        "On a card that leaves play in its first play: played again from wherever it is, but it can't move itself again.",
        "Only one card is in play: what counts cards in play counts one.",
        {1: "If you have an Action card in hand you must play one.", 2: "Playing a card with it is optional."},
    )

    def idle(self, hand: Sequence[Held], phase: Phase) -> bool:
        return sum(Type.ACTION in each.types for each in hand) <= 1

    async def play(self, me: Player, this: Play) -> None:
        actions = [copy for copy in me.hand if me.game.is_a(copy.card, Type.ACTION)]
        copy = await me.choose_one(
            actions,
            "play",
            optional=me.game.edition == 2,
            prompt="Play an Action twice",
            leads=words.PLAYED_TWICE,
            without=words.NOTHING_PLAYED,
        )
        if copy is not None:
            await me.play_again(await me.play(copy, me.hand, this, kept_by=this.copy if this.there else None))


class CouncilRoom(Action, cost=5, cards=4, buys=1):
    text = "+4 Cards, +1 Buy. Each opponent draws a card."
    rulings = (
        "The others must draw; they shuffle if needed, in turn order.",
        "Not an Attack.",
    )

    async def play(self, me: Player, this: Play) -> None:
        for player in await me.others():
            await player.draw(1)


class Festival(Action, cost=5, actions=2, buys=1, coins=2):
    text = "+2 Actions, +1 Buy, +$2"
    rulings = ("Count your Actions: a Festival leaves 2, a Market then 2 still, another Festival 3.",)


class Laboratory(Action, cost=5, cards=2, actions=1):
    text = "+2 Cards, +1 Action"
    rulings = ("Draw two; then you may play one more Action.",)


class Library(Action, cost=5):
    text = "Draw until you have 7 cards in hand. Any Action on the way may be set aside instead of drawn; discard those afterwards."
    rulings = (
        "One card at a time: decide on each before seeing the next.",
        "A shuffle on the way leaves out the cards set aside.",
        "Only Actions may be set aside, and none must be.",
        "With 7 or more cards in hand nothing happens.",
        "When deck and discard pile run out, you keep what you got.",
        "What is set aside is discarded only when the drawing is over, and discarded even if no card was left to draw.",
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
        """The same where people watch. What moves before a question would tell them that the next card is an Action, so that all
        stays on the deck to the end; and it ends with a question even if there was no Action since they last saw something."""
        await me.ready(7 - len(me.hand))
        taken, aside, asked = list[Copy](), list[Copy](), False
        while len(me.hand) + len(taken) < 7:
            met, size = len(taken) + len(aside), len(me.deck)
            if await me.ready(met + 1) == met:
                break
            asked = asked and len(me.deck) == size  # all see a shuffle
            top = me.deck[-met - 1]
            skippable = self.may_skip(me, top)
            asked = asked or skippable
            (aside if skippable and await self.skips(me, top, taken) else taken).append(top)
        if taken and not asked:
            told, no = f"Nothing more can be set aside. You take {words.cards(taken)}.", "These come into your hand."
            await me.may(told, "set aside", yes="", no=no, labels=("", "Go on"), possible=False)
        await me.set_aside(aside, me.deck)
        await me.draw(len(taken))
        await me.discard(aside, me.aside)

    def may_skip(self, me: Player, top: Copy) -> bool:
        """Whether the card that comes next, which is looked at now, can be set aside."""
        me.game.secrets += 1
        return me.game.is_a(top.card, Type.ACTION)

    async def skips(self, me: Player, top: Copy, taken: Sequence[Copy]) -> bool:
        """Asks whether to set it aside; `taken` is what has been met before and isn't in hand yet."""
        prompt = f"Set {top.card.name} aside, or take it into your hand?"
        prompt += f" So far, you take {words.cards(taken)}." if taken else ""
        yes = "It isn't counted among the 7, and is discarded once you have drawn the others."
        no = "It comes into your hand, as one of the 7."
        return await me.may(prompt, "set aside", top.card, yes=yes, no=no, labels=("Set aside", "Take it"))


class Witch(Attack, cost=5, cards=2):
    text = "+2 Cards. Each opponent gains a Curse."
    rulings = (
        "Curses go out in turn order from your left, to the discard piles; with too few left, the last players get none.",
        "Without Curses it may still be played for the cards.",
    )

    async def hit(self, victim: Player, this: Play, answer: Any) -> None:
        await victim.gain(Curse())


class Artisan(Action, cost=6, editions=[2]):
    text = "Gain a card costing up to $5 into your hand. Put a card from your hand onto your deck."
    rulings = (
        "From the Supply, straight to your hand; your coins can't raise the limit.",
        "The card put onto your deck may be the one gained or another; you must put one.",
    )

    async def play(self, me: Player, this: Play) -> None:
        await me.gain_from_supply(5, to=Zone.HAND)
        leads = "It goes on top of your deck: you draw it next."
        copy = await me.choose_one(me.hand, "topdeck", prompt="Put a card onto your deck", leads=leads)
        if copy is not None:
            await me.topdeck([copy])


class Bandit(Attack, cost=5, editions=[2], owed=[Moment.TRASH, Moment.DISCARD]):
    text = (
        "Gain a Gold. Each opponent reveals their top 2 cards, trashes one that's a Treasure other than Copper, and "
        "discards the rest."
    )
    rulings = (
        "You gain the Gold first, to your discard pile; without a Gold left, the attack still happens.",
        "Whoever reveals no Treasure but Copper discards both cards.",
        "One card at most is trashed per player; they choose which.",
        "Any Treasure that isn't Copper qualifies, whatever else it is.",
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
    rulings = (
        "Draw first, then look; if that shuffled, the discard pile is empty.",
        "Putting a card onto your deck is optional; you look through the pile either way.",
        "The order of a discard pile never matters but for its visible top.",
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
        "Draw before discarding.",
        "Every empty Supply pile counts, basic and Kingdom, Poacher's own too; none empty, none discarded.",
        "With too few cards, discard your whole hand.",
        "A pile counts only when there is no card left in it.",
    )

    async def play(self, me: Player, this: Play) -> None:
        await me.discard(await me.choose(me.hand, "discard", me.game.empty_piles()))


class Sentry(Action, cost=5, cards=1, actions=1, editions=[2]):
    text = (
        "+1 Card, +1 Action. Look at your top 2 cards. Trash, discard or keep each; put the kept ones back onto your "
        "deck in any order."
    )
    rulings = (
        "Draw first, then look.",
        "The same may become of both cards, or of each something else: trash, discard, put back.",
        "Decide about both after seeing both; then trash, discard, put back.",
    )

    async def play(self, me: Player, this: Play) -> None:
        seen = await me.look(2)
        fates = {"trash": "Trash", "discard": "Discard", "keep": "Put back"}
        leads = {
            "trash": f"What you trash {'comes back at the end of this turn' if me.possessed else 'goes to the trash for good'}.",
            "discard": "What you discard goes to your discard pile.",
            "keep": "What you put back is drawn next; of two, what you name first.",
        }
        sorted_ = await me.sort(seen, fates, "Trash, discard or put back; what you put back first is on top", leads=leads)
        await me.trash(sorted_["trash"], me.deck)
        await me.discard(sorted_["discard"], me.deck)
        await me.topdeck(sorted_["keep"][::-1], me.deck)


class Vassal(Action, cost=3, coins=2, editions=[2]):
    text = "+$2. Discard your top card. If it's an Action, you may play it."
    rulings = (
        "Playing it is optional and uses no Action; it moves from your discard pile into play.",
        "If the card moved on being discarded, it can't be played any more.",
        "It is really discarded: what answers discarding happens.",
    )

    async def play(self, me: Player, this: Play) -> None:
        if not await me.ready(1):
            return
        top = me.deck[-1]
        await me.discard([top], me.deck)
        stamp = top.stamp
        playable = me.game.is_a(top.card, Type.ACTION) and top in me.discard_pile
        yes = "It is played now out of your discard pile, and uses no Action."
        no = "It stays in your discard pile."
        if playable and await me.may(f"Play {top.card.name}?", "play", top.card, yes=yes, no=no) and top.stamp == stamp:
            await me.play(top, me.discard_pile, this)


class Adventurer(Action, cost=6, editions=[1]):
    text = "Reveal cards from your deck until you reveal 2 Treasures. Put those into your hand and discard the rest."
    rulings = (
        "Shuffle when needed, without the cards revealed so far.",
        "If only one Treasure is found after the shuffle, you get that one.",
        "Any card with Treasure among its types counts.",
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
        "Decide before doing anything else; you may not look through the deck.",
        "This is not discarding: what answers discarding doesn't happen.",
    )

    async def play(self, me: Player, this: Play) -> None:
        yes = "All of your deck goes to your discard pile: before your next draw, all that lies there is shuffled."
        no = "Your deck stays as it is."
        possible = bool(me.deck)
        if await me.may("Put your deck into your discard pile?", "deck to discard", yes=yes, no=no, possible=possible):
            me.deck_to_discard()


class Feast(Action, cost=4, editions=[1]):
    text = "Trash this. Gain a card costing up to $5."
    rulings = (
        "From the Supply to your discard pile; your coins can't raise the limit.",
        "The two parts are independent: played twice it gains two cards though it can be trashed once.",
        "Played by something that leaves it elsewhere: it isn't trashed, the gain still happens.",
    )

    async def play(self, me: Player, this: Play) -> None:
        await this.trash()
        await me.gain_from_supply(5)


class Spy(Attack, cost=4, cards=1, actions=1, editions=[1]):
    text = "+1 Card, +1 Action. Every player, you included, reveals their top card, then puts it back or discards it (your choice)."
    rulings = (
        "You draw before anything is revealed.",
        "Whoever has an empty deck shuffles to reveal; whoever has no card at all reveals none.",
        "You first, then the others in turn order; decide for one before the next reveals.",
        "A Moat spares a player the reveal; your own part is no attack on yourself.",
    )

    async def play(self, me: Player, this: Play) -> None:
        for player in [me, *await this.victims()]:
            for top in await player.reveal_top(1):
                await me.may_discard_top(player, top)


class Thief(Attack, cost=4, editions=[1]):
    text = (
        "Each opponent reveals their top 2 cards. If any are Treasures, they trash one of those (your choice). They "
        "discard the rest. You may gain any of the trashed cards."
    )
    rulings = (
        "With one card left: reveal it, shuffle without it, reveal the second. With fewer than two in all, reveal what there is.",
        "At most one Treasure per player, chosen by you; Copper too.",
        "You may gain none, some or all of the cards just trashed, never older ones: to your discard pile. The rest stay trashed.",
    )

    async def play(self, me: Player, this: Play) -> None:
        stolen: list[Copy] = []
        for victim in await this.victims():
            shown = await victim.reveal_top(2)
            treasures = [copy for copy in shown if me.game.is_a(copy.card, Type.TREASURE)]
            prompt = f"Trash one of {victim.name}'s Treasures"
            leads = f"It goes to the trash, and you may gain it afterwards. {victim.name} discards the other card."
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
            leads="What you choose comes to your discard pile; the rest stays in the trash.",
            without="All of it stays in the trash.",
        )
        await me.gain_from(wanted, me.game.trash)


class Woodcutter(Action, cost=3, buys=1, coins=2, editions=[1]):
    text = "+1 Buy, +$2"
    rulings = ("Both are for your Buy phase.",)
