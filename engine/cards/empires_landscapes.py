"""Empires' Events and Landmarks, according to its 2018 rulebook. What is on a Landmark (VP tokens, a chosen pile) is kept in the
game's `marks`, under the Landmark's name.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from engine import card as kinds
from engine import words
from engine.advice import NO_GIFT, Gift
from engine.asks import ChoiceAsk
from engine.card import Card, Cost, Landmark, Type
from engine.cards.basic import Copper, Curse, Duchy, Estate, Gold, Province, Silver
from engine.catalogue import say
from engine.decision import Choice
from engine.events import Event, Later, Moment, on
from engine.mechanisms import DEBT, VP, Zone
from engine.piles import Copy, Pile

if TYPE_CHECKING:
    from engine.ai.perception import Eyes
    from engine.core import Core
    from engine.player import Player

SET = "Empires"
EDITIONS = [1]


def is_victory(me: Player, event: Event) -> bool:
    """Return whether `event` is about a Victory card."""
    return event.card is not None and me.game.is_a(event.card, Type.VICTORY)


def is_treasure(me: Player, event: Event) -> bool:
    """Return whether `event` is about a Treasure."""
    return event.card is not None and me.game.is_a(event.card, Type.TREASURE)


def vp_on_pile(me: Player, event: Event) -> int:
    """Return how many VP tokens lie on the pile of the card that `event` is about."""
    pile = me.game.pile_of(event.card) if event.card is not None else None
    return pile.tokens.get(VP, 0) if pile is not None else 0


def is_action(me: Player, event: Event) -> bool:
    """Return whether `event` is about an Action card."""
    return event.card is not None and me.game.is_a(event.card, Type.ACTION)


def names(me: Player, kind: Type | None = None) -> Counter[str]:
    """Return how many copies of each card of type `kind` a player owns."""
    return Counter(copy.card.name for copy in me.owned() if kind is None or me.game.is_a(copy.card, kind))


class Advance(kinds.Event, cost=0):
    text = "You may trash an Action from your hand. If you did, gain an Action costing up to $6."
    rulings = (
        "If you trash no Action, you gain nothing.",
        "It costs $0, but it uses a Buy, and you can't buy it while you have debt.",
        "You can't gain a card with a Potion or debt in its cost.",
        "If you gain Villa with it, you return to your Action phase.",
    )

    async def buy(self, me: Player) -> None:
        actions = [copy for copy in me.hand if me.game.is_a(copy.card, Type.ACTION)]
        copy = await me.choose_one(
            actions,
            "trash",
            optional=True,
            prompt="Trash an Action to gain one costing up to $6",
            leads=say("It goes to the trash. {then}", then=me.then_gain(Cost(6), Type.ACTION)),
            without="You gain nothing.",
        )
        if copy is not None and await me.trash([copy]):
            await me.gain_from_supply(6, of=Type.ACTION)

    def gift(self, eyes: Eyes) -> Gift:
        actions = [card for card in eyes.hand if Type.ACTION in card.types]
        gained = eyes.best(6, lambda card: Type.ACTION in card.types)
        if not actions or not gained:
            return NO_GIFT
        return Gift(gained, lost=(min(actions, key=lambda card: (eyes.keeping(card), card.name)),))


class Annex(kinds.Event, cost=Cost(debt=8)):
    text = "Look through your discard pile. Leave up to 5 cards there and shuffle the rest into your deck. Gain a Duchy."
    brief = "Shuffle all but up to 5 cards of your discard pile into your deck. Gain a Duchy."
    rulings = (
        "The cards you choose stay in your discard pile. You shuffle the rest into your deck.",
        "You gain the Duchy after the shuffle, onto your discard pile. You may buy Annex even with no Duchy left.",
    )

    async def buy(self, me: Player) -> None:
        me.game.secrets += 1
        pile = list(me.discard_pile)
        leads = "Your choice stays in your discard pile; the rest is shuffled into your deck."
        without = "Your whole discard pile is shuffled into your deck."
        if me.game.topped(Duchy().name):
            leads = say("{first} Then you gain a Duchy.", first=say(leads))
            without = say("{first} Then you gain a Duchy.", first=say(without))
        stay = await me.choose(
            pile,
            "keep",
            5,
            minimum=0,
            prompt="Leave up to 5 of these in your discard pile",
            shown=not pile,
            leads=leads,
            without=without,
        )
        me.shuffle_in([copy for copy in pile if copy not in stay], me.discard_pile)
        await me.gain(Duchy())

    def gift(self, eyes: Eyes) -> Gift:
        return Gift((Duchy(),))


class Banquet(kinds.Event, cost=3):
    text = "Gain 2 Coppers, then a card costing up to $5 that isn't a Victory card."
    rulings = (
        "You may buy it even with no Copper left.",
        "You can't gain any card with the Victory type.",
        "Each Copper is a separate gain.",
    )

    async def buy(self, me: Player) -> None:
        for _ in range(2):
            await me.gain(Copper())
        await me.gain_from_supply(5, but=Type.VICTORY)

    def gift(self, eyes: Eyes) -> Gift:
        gained = eyes.best(5, lambda card: Type.VICTORY not in card.types)
        return Gift((Copper(), Copper(), *gained), good=-1)  # the Coppers also get in the way


class Conquest(kinds.Event, cost=6):
    text = "Gain 2 Silvers. +1 VP per Silver you've gained this turn."
    rulings = (
        "The two Silvers it gains count, if there were Silvers left.",
        "If you buy it twice with no Silver gained before, it gives 2 VP, then 4 VP.",
        "Silvers from Rocks, Delve and Crumbling Castle count too if you gained them this turn.",
    )

    async def buy(self, me: Player) -> None:
        for _ in range(2):
            await me.gain(Silver())
        me.get_vp(me.game.turn.gained.count((me.seat, Silver())))

    def gift(self, eyes: Eyes) -> Gift:
        return Gift((Silver(), Silver()), vp=2)


class Delve(kinds.Event, cost=2):
    text = "+1 Buy. Gain a Silver."
    rulings = ("Each Delve gives back the Buy it used. With $7, you can Delve twice, then buy a card for $3.",)

    async def buy(self, me: Player) -> None:
        me.get(buys=1)
        await me.gain(Silver())

    def gift(self, eyes: Eyes) -> Gift:
        return Gift((Silver(),))


class Dominate(kinds.Event, cost=14):
    text = "Gain a Province. If you did, +9 VP."
    rulings = (
        "It does nothing once the Provinces are gone.",
        "Its Province can be the first for Mountain Pass.",
    )

    async def buy(self, me: Player) -> None:
        if await me.gain(Province()) is not None:
            me.get_vp(9)

    def gift(self, eyes: Eyes) -> Gift:
        return Gift((Province(),), vp=9)


class Donate(kinds.Event, cost=Cost(debt=8)):
    text = (
        "After this turn, take your whole deck and your discard pile into your hand. Trash any number of cards, shuffle"
        " the rest of your hand into your deck, and draw 5 cards."
    )
    brief = "After this turn, trash any cards from your hand, deck and discard pile."
    rulings = (
        "When-trash effects come before the shuffle.",
        "It happens between turns, so Possession no longer applies: you decide, and the cards stay trashed.",
        "Cards in play or set aside aren't included. You always draw 5.",
        "It comes before any extra turn that follows. If you buy it twice, it happens twice.",
        "If the game ends that turn, it doesn't happen.",
        "You may pay off some of the 8 debt in the same Buy phase.",
        "If Mountain Pass happens after the same turn, you choose the order.",
        "It isn't your Buy phase. If you trash Rocks, the Silver goes into your hand and is shuffled in.",
        "On newer printings, it happens as your next turn starts. Here, it's as in the rule book.",
    )

    async def buy(self, me: Player) -> None:
        me.game.add_later(Later(me, self, "give", Moment.BETWEEN_TURNS))

    async def give(self, me: Player, effect: Later) -> None:
        await me.take(list(me.deck), me.deck)
        await me.take(list(me.discard_pile), me.discard_pile)
        me.game.secrets += 1
        leads = "Your choice goes to the trash. The rest becomes your deck, shuffled, and you draw 5 cards."
        without = "Nothing is trashed. All the cards become your deck, shuffled, and you draw 5 cards."
        prompt = "Trash any number of cards"
        await me.trash(await me.choose(me.hand, "trash", len(me.hand), minimum=0, prompt=prompt, leads=leads, without=without))
        me.shuffle_in(list(me.hand), me.hand)
        await me.draw(5)

    def gift(self, eyes: Eyes) -> Gift:
        return Gift(lost=tuple(card for card, count in eyes.mine.items() if eyes.is_junk(card) for _ in range(count)))


class Ritual(kinds.Event, cost=4):
    text = "Gain a Curse. If you did, trash a card from your hand for +1 VP per $1 it cost."
    rulings = (
        "It does nothing once the Curses are gone.",
        "Only coins in the cost give VP; debt and Potions don't.",
        "With an empty hand, you gain the Curse and get no VP.",
        "You gain the Curse without buying it. It isn't the card you trash.",
    )

    async def buy(self, me: Player) -> None:
        if await me.gain(Curse()) is None:
            return
        copy = await me.choose_one(
            me.hand,
            "trash",
            prompt="Trash a card for +1 VP per $1 it costs",
            leads=lambda card: say("You get +{count} VP.", count=me.game.cost(card).coins),
        )
        if copy is not None:
            cost = me.game.cost(copy.card)
            if await me.trash([copy]):
                me.get_vp(cost.coins)

    def reward(self, purpose: str, card: Card, eyes: Eyes) -> float:
        return eyes.cost(card).coins * eyes.point_worth()

    def gift(self, eyes: Eyes) -> Gift:
        if not eyes.left(Curse()) or not eyes.hand:
            return NO_GIFT
        card = max(eyes.hand, key=lambda card: (self.reward("trash", card, eyes) - eyes.keeping(card), card.name))
        return Gift((Curse(),), vp=eyes.cost(card).coins, lost=(card,))


class SaltTheEarth(kinds.Event, cost=4, name="Salt the Earth"):
    text = "+1 VP. Trash a Victory card from the Supply."
    rulings = (
        "The card's when-trash effects happen to you.",
        "From the Castles, trash the top one. This can empty a pile and so end the game.",
        "You must trash a Victory card if one is on top of a pile. No one gains a Province trashed this way.",
    )

    async def buy(self, me: Player) -> None:
        me.get_vp(1)
        prompt = "Trash a Victory card from the Supply"
        leads = "It goes to the trash, and no one gains it."
        ask = me.choose_pile("trash", lambda card: me.game.is_a(card, Type.VICTORY), prompt=prompt, leads=leads)
        pile = await ask
        if pile is not None:
            await me.trash_from_supply(pile)

    def gift(self, eyes: Eyes) -> Gift:
        return Gift(vp=1)


class Tax(kinds.Event, cost=2):
    text = (
        "Add 2 debt to a Supply pile. --- When you buy a card, you take the debt on its pile. Setup: 1 debt on every Supply pile."
    )
    brief = "Put 2 debt on a Supply pile. If you buy a card, you take the debt on its pile."
    rulings = (
        "Every Supply pile starts with 1 debt, even basic piles. A split pile or the Castles count as one pile.",
        "The next player to buy from the pile takes all its debt. Gaining without buying leaves it there.",
        "That debt is on top of the card's cost. You must pay it off before your next buy.",
        "You may choose any Supply pile, with or without debt on it.",
        "Buying an Event takes no debt from a pile.",
    )

    def set_up(self, game: Core) -> None:
        for pile in game.piles.values():
            if pile.supply:
                pile.tokens[DEBT] = 1

    async def buy(self, me: Player) -> None:
        piles = [pile for pile in me.game.piles.values() if pile.supply]
        options = {pile.name: say("{pile} ({count} debt)", pile=pile.name, count=pile.tokens.get(DEBT, 0)) for pile in piles}
        leads = "The next player to buy a card from that pile takes all the debt on it."
        (name,) = await me.pick(options, "Add 2 debt to which pile?", "tax", leads=leads)
        pile = me.game.piles[name]
        pile.tokens[DEBT] = pile.tokens.get(DEBT, 0) + 2
        me.game.note("burden", me, pile=name, amount=2)

    @on(Moment.BUY, zone=Zone.SUPPLY, independent=True)
    def collect(self, me: Player, event: Event) -> None:
        if event.pile is not None and (debt := event.pile.tokens.pop(DEBT, 0)):
            me.take_debt(debt, self)


class Triumph(kinds.Event, cost=Cost(debt=5)):
    text = "Gain an Estate. If you did, +1 VP per card you've gained this turn."
    rulings = (
        "The Estate counts, and so does every other card you gained this turn. Events don't.",
        "It does nothing once the Estates are gone.",
        "After three gains it gives 4 VP. If you pay off the debt and buy it again, it gives 5 more.",
    )

    async def buy(self, me: Player) -> None:
        if await me.gain(Estate()) is not None:
            me.get_vp(sum(seat == me.seat for seat, _ in me.game.turn.gained))

    def gift(self, eyes: Eyes) -> Gift:
        return Gift((Estate(),), vp=1) if eyes.left(Estate()) else NO_GIFT


class Wedding(kinds.Event, cost=Cost(4, debt=3)):
    text = "+1 VP. Gain a Gold."
    rulings = (
        "You get +1 VP even with no Gold left.",
        "Pay $4 and take 3 debt.",
    )

    async def buy(self, me: Player) -> None:
        me.get_vp(1)
        await me.gain(Gold())

    def gift(self, eyes: Eyes) -> Gift:
        return Gift((Gold(),), vp=1)


class Windfall(kinds.Event, cost=5):
    text = "If your deck and discard pile are both empty, gain 3 Golds."
    rulings = (
        "Cards in hand, in play or set aside don't matter. A card you bought earlier this turn is in your discard "
        "pile, so it prevents this.",
        "With fewer than 3 Golds left, gain those.",
    )

    async def buy(self, me: Player) -> None:
        if not me.deck and not me.discard_pile:
            for _ in range(3):
                await me.gain(Gold())

    def gift(self, eyes: Eyes) -> Gift:
        return Gift((Gold(),) * 3) if eyes.drawn_out else NO_GIFT


class Stocked(Landmark):
    """Base of Landmarks that start with 6 VP per player (R7)."""

    def set_up(self, game: Core) -> None:
        game.marks[self.name] = {VP: 6 * len(game.players)}

    def pay(self, me: Player) -> None:
        """Give `me` 2 VP from here, or the rest."""
        me.take_vp(me.game.marks[self.name], 2, self)


RUNS_OUT = "Once the VP here run out, you can't take any."


class Aqueduct(Landmark, cost=0):
    text = (
        "When you gain a Treasure, 1 VP moves from its pile to here. When you gain a Victory card, take all VP from "
        "here. --- Setup: 8 VP each on the Silver and Gold piles."
    )
    brief = "Gained Silvers and Golds put VP here; gaining a Victory card takes them all."
    rulings = (
        "A card that's both a Treasure and a Victory card does both, in either order.",
        "Any Treasure with VP on its pile counts.",
        "Gaining the last card of a pile still moves 1 VP.",
    )

    def set_up(self, game: Core) -> None:
        game.marks[self.name] = {VP: 0}
        for card in (Silver(), Gold()):
            pile = game.pile_of(card)
            if pile is not None:
                pile.tokens[VP] = pile.tokens.get(VP, 0) + 8

    @on(Moment.GAIN, zone=Zone.SUPPLY, when=lambda me, event: is_treasure(me, event) and vp_on_pile(me, event) > 0)
    def flow(self, me: Player, event: Event) -> None:
        move_vp(me, event, self)

    @on(Moment.GAIN, zone=Zone.SUPPLY, when=is_victory)
    def drink(self, me: Player, event: Event) -> None:
        me.take_vp(me.game.marks[self.name], source=self)


def move_vp(me: Player, event: Event, landmark: Card) -> None:
    """Move 1 VP from the pile of the gained card to `landmark`, if there is one."""
    pile = event.card and me.game.pile_of(event.card)
    if pile and pile.tokens.get(VP, 0):
        pile.tokens[VP] -= 1
        marks = me.game.marks[landmark.name]
        marks[VP] += 1
        me.game.note("move", me, pile=pile.name, card=landmark.name)


class Arena(Stocked, cost=0):
    text = "When your Buy phase starts, you may discard an Action. If you did, take 2 VP from here. --- Setup: 6 VP per player."
    brief = "When your Buy phase starts, you may discard an Action for 2 VP."
    rulings = (
        "You get a new chance each time a Buy phase starts, before you play any Treasure.",
        RUNS_OUT,
        "You may discard an Action even then.",
        "You may discard Crown too.",
    )

    @on(Moment.BUY_START, zone=Zone.SUPPLY)
    async def fight(self, me: Player, event: Event) -> None:
        actions = [copy for copy in me.hand if me.game.is_a(copy.card, Type.ACTION)]
        vp = min(2, me.game.marks[self.name][VP])
        ask = me.choose(
            actions,
            "discard",
            1,
            minimum=0,
            prompt=say("Discard an Action card for {count} VP", count=vp) if vp else "Discard an Action card (no VP left)",
            shown=not actions,  # no one else sees that the Buy phase begins, or whether it asks anything
            leads=say("It goes to your discard pile, and you take {count} VP from the Arena.", count=vp)
            if vp
            else "It goes to your discard pile, and you take no VP from the Arena.",
            without="You discard nothing and get no VP.",
        )
        ask.idle = not vp
        if await me.discard(await ask):
            self.pay(me)

    def reward(self, purpose: str, card: Card, eyes: Eyes) -> float:
        return 2 * eyes.point_worth()


class BanditFort(Landmark, cost=0):
    text = "Worth -2 VP per Silver and per Gold you have."
    rulings = (
        "With 3 Silvers and 1 Gold, you lose 8 VP.",
        "Your score can fall below zero.",
    )

    def points_at_end(self, me: Player) -> int:
        owned = names(me)
        return -2 * (owned[Silver().name] + owned[Gold().name])


class Basilica(Stocked, cost=0):
    text = "When you buy a card and still have at least $2, take 2 VP from here. --- Setup: 6 VP per player."
    brief = "Buying a card with at least $2 left gives 2 VP."
    rulings = (
        "Each buy counts. With $4 and 3 Buys, buying Copper, Copper, Silver gives 2, 2 and 0 VP.",
        "Count your coins after paying the cost, but before paying off debt. Buying an Event doesn't count.",
        RUNS_OUT,
        "Gaining without buying doesn't count.",
    )

    @on(Moment.BUY, zone=Zone.SUPPLY, when=lambda me, event: me.coins >= 2, independent=True)
    def bless(self, me: Player, event: Event) -> None:
        self.pay(me)


class Baths(Stocked, cost=0):
    text = "If you end your turn having gained no cards, take 2 VP from here. --- Setup: 6 VP per player."
    rulings = (
        "Any gain on your turn prevents this. Buying an Event that gains nothing doesn't.",
        "Gains after your turn are too late to prevent it.",
        RUNS_OUT,
        "Gains on other players' turns don't matter.",
    )

    @on(Moment.TURN_END, zone=Zone.SUPPLY, independent=True)
    def bathe(self, me: Player, event: Event) -> None:
        if all(seat != me.seat for seat, _ in me.game.turn.gained):
            self.pay(me)


class Battlefield(Stocked, cost=0):
    text = "For each Victory card you gain, take 2 VP from here. --- Setup: 6 VP per player."
    rulings = (
        "Every gain counts, bought or not, on anyone's turn.",
        RUNS_OUT,
        "Every Castle is a Victory card.",
    )

    @on(Moment.GAIN, zone=Zone.SUPPLY, when=is_victory, independent=True)
    def conquer(self, me: Player, event: Event) -> None:
        self.pay(me)


class Colonnade(Stocked, cost=0):
    text = "When you buy an Action you have a copy of in play, take 2 VP from here. --- Setup: 6 VP per player."
    brief = "Buying an Action you have a copy of in play gives 2 VP."
    rulings = (
        "A different card from the same pile isn't a copy.",
        "The copy must be in play now: a Duration from last turn counts, but a card that has left play doesn't.",
        RUNS_OUT,
        "Overlord counts as the card you played it as, not as an Overlord.",
    )

    @on(Moment.BUY, zone=Zone.SUPPLY, when=is_action, independent=True)
    def repeat(self, me: Player, event: Event) -> None:
        if any(copy.card is event.card for copy in me.in_play):
            self.pay(me)


class DefiledShrine(Landmark, cost=0):
    text = (
        "When you gain an Action, 1 VP moves from its pile to here. When you buy a Curse, take all VP from here. --- "
        "Setup: 2 VP on every Action Supply pile that isn't Gathering."
    )
    brief = "Gained Actions put VP from their piles here; buying a Curse takes them all."
    rulings = (
        "Every gain of an Action moves 1 VP, but only buying a Curse takes them.",
        "A pile's type is that of its randomizer: split piles get VP, Castles don't.",
        "VP that are put on a pile later also move, one each time you gain that card.",
        "Gaining Rocks, Plunder or Fortune moves nothing. Gaining an Action from the trash moves a VP from its pile.",
        "If another effect happens when you gain the card, you choose the order.",
    )

    def set_up(self, game: Core) -> None:
        game.marks[self.name] = {VP: 0}
        for pile in game.piles.values():
            if pile.supply and Type.ACTION in pile.card.types and Type.GATHERING not in pile.card.types:
                pile.tokens[VP] = pile.tokens.get(VP, 0) + 2

    @on(Moment.GAIN, zone=Zone.SUPPLY, when=lambda me, event: is_action(me, event) and vp_on_pile(me, event) > 0)
    def defile(self, me: Player, event: Event) -> None:
        move_vp(me, event, self)

    @on(Moment.BUY, zone=Zone.SUPPLY, when=lambda me, event: event.card is Curse(), independent=True)
    def atone(self, me: Player, event: Event) -> None:
        me.take_vp(me.game.marks[self.name], source=self)


class Fountain(Landmark, cost=0):
    text = "Worth 15 VP if you have at least 10 Coppers."
    rulings = ("It's 15 or nothing: 20 Coppers are still worth 15 VP.",)

    def points_at_end(self, me: Player) -> int:
        return 15 * (names(me)[Copper().name] >= 10)


class Keep(Landmark, cost=0):
    text = "Worth 5 VP per differently named Treasure you have, if no one has more copies of it."
    rulings = (
        "Compare each Treasure separately. Everyone tied for the most copies scores.",
        "You need at least one copy.",
        "Crown and Humble Castle are Treasures.",
    )

    def points_at_end(self, me: Player) -> int:
        others = [names(player, Type.TREASURE) for player in me.game.players if player is not me]
        mine = names(me, Type.TREASURE)
        return 5 * sum(all(other[name] <= count for other in others) for name, count in mine.items())


class Labyrinth(Stocked, cost=0):
    text = "When you gain your second card on your own turn, take 2 VP from here. --- Setup: 6 VP per player."
    brief = "Your second gain on each of your own turns gives 2 VP."
    rulings = (
        "It happens once per turn: if you gain four cards, only the second counts.",
        "Gains on other players' turns don't count.",
        RUNS_OUT,
    )

    @on(Moment.GAIN, zone=Zone.SUPPLY, independent=True)
    def wander(self, me: Player, event: Event) -> None:
        marks = me.game.marks[self.name]
        gains = sum(seat == me.seat for seat, _ in me.game.turn.gained)
        if me.on_turn and gains >= 2 and marks.get("paid") != me.game.turn.number:
            marks["paid"] = me.game.turn.number
            self.pay(me)


def gained(game: Core) -> dict[Card, int]:
    """Return the cards gained this turn, each with the seat that gained it first."""
    return {card: seat for seat, card in reversed(game.turn.gained)}


class MountainPass(Landmark, cost=0):
    text = (
        "After the turn in which a player gains the game's first Province, everyone bids once, up to 40 debt, with that"
        " player last. The highest bidder gets +8 VP and that much debt."
    )
    brief = "After the first Province, everyone bids once, in debt, for 8 VP."
    rulings = (
        "It happens only once, for the first Province anyone gains. Provinces trashed from the Supply don't matter.",
        "It happens between turns, so Possession no longer applies.",
        "Bidding starts to the left of that player. Each player passes or bids more than the highest bid. If "
        "everyone passes, no one gets anything.",
        "You can't pay the debt right away. If the game ends that turn, there's no bidding.",
        "No one can outbid 40 debt.",
        "If Donate happens after the same turn, the player whose turn it was chooses the order.",
    )

    def set_up(self, game: Core) -> None:
        game.marks[self.name] = {}

    def status(self, game: Core) -> str:
        marks = game.marks[self.name]
        if "note" in marks:  # from games that started before this was data
            return str(marks["note"])
        if "bid" in marks:
            seat, debt = marks["bid"]
            return say("{name} won for {count} debt", name=game.players[seat].name, count=debt) if debt else "No one bid"
        return "Bidding after this turn" if marks.get("due") else "No Province gained yet"

    @on(
        Moment.GAIN,
        zone=Zone.SUPPLY,
        when=lambda me, event: event.card is Province() and "gainer" not in me.game.marks["Mountain Pass"],
        independent=True,
    )
    def discover(self, me: Player, event: Event) -> None:
        marks = me.game.marks[self.name]
        marks.pop("note", None)
        marks["due"] = True

    # Use the turn's record, because nothing answers a gain by a player who resigned during the turn.
    @on(
        Moment.BETWEEN_TURNS,
        zone=Zone.SUPPLY,
        when=lambda me, event: "gainer" not in me.game.marks["Mountain Pass"] and Province() in gained(me.game),
    )
    async def auction(self, me: Player, event: Event) -> None:
        marks = me.game.marks[self.name]
        marks.pop("note", None)
        marks["gainer"] = gained(me.game)[Province()]
        gainer = me.game.players[marks["gainer"]]
        order = me.game.in_turn_order(gainer)
        best, winner = 0, None
        bidders = [player for player in order if player is not gainer] + [gainer] * (gainer in order)
        for bidder in bidders:
            bids = [Choice(f"bid:{n}", say("Bid {count} debt", count=n)) for n in range(best + 1, 41)]
            prompt = "Bid for 8 VP."
            if winner is not None:
                prompt = say("Bid for 8 VP (highest: {count}, by {name}).", count=best, name=winner.name)
            after = [player.name for player in bidders[bidders.index(bidder) + 1 :]]
            leads = {
                "pass": "You get nothing and owe nothing for it.",
                "bid": "You get +8 VP and take that much debt. As long as you have debt, you can't buy anything.",
            }
            if after:
                unless = (
                    "You get +8 VP and take that much debt, unless you're outbid by {others}. As long as you have debt, you can't "
                    "buy anything."
                )
                leads["bid"] = say(unless, others=words.either(after))
            ask = ChoiceAsk(bidder, [Choice("pass", "Pass"), *bids], "bid", prompt).explain(leads)
            ask.forced = None if bids else ("pass",)
            (answer,) = await ask
            if answer != "pass":
                best, winner = int(answer.removeprefix("bid:")), bidder
            me.game.note("bid", bidder, amount=None if answer == "pass" else best)
        marks["bid"] = [0 if winner is None else winner.seat, best]
        if winner is not None:
            winner.get_vp(8, self)
            winner.take_debt(best)


class Museum(Landmark, cost=0):
    text = "Worth 2 VP per differently named card you have."
    rulings = (
        "Differently named cards from the same pile all count.",
        "Curses and Coppers count like any other card.",
    )

    def points_at_end(self, me: Player) -> int:
        return 2 * len(names(me))


class Obelisk(Landmark, cost=0):
    text = "Worth 2 VP for each of your cards from the chosen pile. --- Setup: A random Action Supply pile is chosen."
    brief = "2 VP for each card you have from one Action pile, chosen at random."
    rulings = (
        "All cards from the pile count, even with a different name or type.",
        "A pile's type is that of its randomizer: a split pile can be chosen, Castles can't.",
        "Overlord counts as a card from its own pile.",
    )

    def set_up(self, game: Core) -> None:
        piles = [pile.name for pile in game.piles.values() if pile.supply and Type.ACTION in pile.card.types]
        chosen = game.shuffler.shuffled(piles, len(game.players))[:1]
        game.marks[self.name] = {"pile": chosen}

    def status(self, game: Core) -> str:
        chosen = game.marks[self.name]["pile"]
        return say("Pile: {pile}", pile=chosen[0]) if chosen else "No Action pile"

    def points_at_end(self, me: Player) -> int:
        return 2 * sum(copy.home is not None and copy.home.name in me.game.marks[self.name]["pile"] for copy in me.owned())


class Orchard(Landmark, cost=0):
    text = "Worth 4 VP per differently named Action you have at least 3 copies of."
    rulings = (
        "6 or more copies are worth the same as 3.",
        "Any card with the Action type counts, whatever other types it has.",
    )

    def points_at_end(self, me: Player) -> int:
        return 4 * sum(count >= 3 for count in names(me, Type.ACTION).values())


class Palace(Landmark, cost=0):
    text = "Worth 3 VP per set of Copper, Silver and Gold you have."
    rulings = (
        "For example, 7 Coppers, 5 Silvers and 2 Golds make two sets, worth 6 VP.",
        "The smallest of the three numbers counts.",
    )

    def points_at_end(self, me: Player) -> int:
        owned = names(me)
        return 3 * min(owned[card.name] for card in (Copper(), Silver(), Gold()))


class Tomb(Landmark, cost=0):
    text = "When you trash a card, +1 VP."
    rulings = (
        "It works even on other players' turns, and for cards that aren't yours.",
        "The player who trashes gets the VP, for each card.",
        "It never runs out.",
    )

    @on(Moment.TRASH, zone=Zone.SUPPLY, independent=True)
    def bury(self, me: Player, event: Event) -> None:
        me.get_vp(1, self)

    def reward(self, purpose: str, card: Card, eyes: Eyes) -> float:
        return eyes.point_worth()


class Tower(Landmark, cost=0):
    text = "Worth 1 VP per card you have from an empty Supply pile, except Victory cards."
    rulings = (
        "A pile is empty only when no card is left in it: a split pile with one half gone isn't empty.",
        "Victory cards don't count, but Curses do.",
        "If both halves of a split pile are gone, both count. Castles never count.",
        "The Coppers you started with count if the Copper pile is empty.",
    )

    def points_at_end(self, me: Player) -> int:
        def counts(copy: Copy) -> bool:
            home: Pile | None = copy.home
            return home is not None and home.supply and not home.count and not me.game.is_a(copy.card, Type.VICTORY)

        return sum(counts(copy) for copy in me.owned())


class TriumphalArch(Landmark, cost=0):
    text = "Worth 3 VP per copy you have of your second most common Action (on a tie, count either)."
    rulings = (
        "7 Villas and 4 Wild Hunts give 12 VP. 7 copies each of two Actions give 21 VP.",
        "If all your Actions have the same name, you get nothing.",
        "7 copies of one Action and 4 each of two others give 12 VP.",
    )

    def points_at_end(self, me: Player) -> int:
        counts = sorted(names(me, Type.ACTION).values(), reverse=True)
        return 3 * counts[1] if len(counts) > 1 else 0


class Wall(Landmark, cost=0):
    text = "Worth -1 VP per card you have beyond 15."
    rulings = (
        "For example, with 27 cards you lose 12 VP.",
        "All your cards count. Your score can fall below zero.",
        "With 15 or fewer cards, you lose nothing.",
    )

    def points_at_end(self, me: Player) -> int:
        return -max(0, len(me.owned()) - 15)


class WolfDen(Landmark, cost=0):
    text = "Worth -3 VP per card you have just one copy of."
    rulings = (
        "You lose nothing for a card you have two or more copies of.",
        "Your score can fall below zero.",
        "A single Curse, Castle or Gold counts like any other card.",
    )

    def points_at_end(self, me: Player) -> int:
        return -3 * sum(count == 1 for count in names(me).values())
