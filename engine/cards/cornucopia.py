"""Cornucopia: variety pays. Its Kingdom cards and Prizes, and what the second edition (in one box with Guilds) adds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine import words
from engine.advice import Gift
from engine.card import Action, Attack, Card, Reaction, Treasure, Type, Victory
from engine.cards.attacks import KEPT, discard_down
from engine.cards.basic import Copper, Curse, Duchy, Estate, Gold, Province, Silver
from engine.cards.guilds import COFFERS
from engine.cards.intrigue import upgrade
from engine.catalogue import say
from engine.events import Moment, on
from engine.mechanisms import Extra, Zone
from engine.piles import Copy
from engine.play import Play

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine.ai.perception import Eyes
    from engine.card import Held
    from engine.core import Phase
    from engine.events import Event, Later
    from engine.piles import Pile
    from engine.player import Player

SET = "Cornucopia"
TOGETHER = "Cornucopia & Guilds"
"""The name of the second edition, which was published together with that of Guilds."""
BANE = Extra("bane", "Bane", (2, 3))
CARGO = Extra("pile", "Ferryman's pile", (3, 4), supply=False)

FOUND_NONE = (
    "If your deck runs out, shuffle your discard pile without the revealed cards. If you still find none, discard them all."
)
LABELS = {"cards": "+2 Cards", "coins": "+$2", "actions": "+2 Actions"}


def names(copies: Sequence[Copy]) -> int:
    """Return how many differently named cards these are."""
    return len({copy.card for copy in copies})


def one_of_each(copies: Sequence[Copy]) -> list[Copy]:
    """Return the first of each name."""
    return list({copy.card: copy for copy in reversed(copies)}.values())[::-1]


def put_off(card: Card, me: Player, method: str, kept: list[Copy], *, draws: bool = False, named: bool = False) -> None:
    """Let `card` do something with the `kept` copies, which are face up, as the next turn of `me` starts. Nothing stays in play for
    that, because the card wasn't played for it."""
    if kept:
        Play(me, None, card, None).later(Moment.TURN_START, method, cards=kept, shown=True, draws=draws, named=named)


def piles_of(me: Player, cards: Sequence[type[Card]]) -> list[Pile]:
    """Return the piles of these cards."""
    return [pile for card in cards if (pile := me.game.pile_of(card())) is not None]


async def two_of(me: Player, silvers: str, then: str) -> list[str]:
    """Ask for two of four things, do them in order, and return what was chosen. `silvers` is the last of them, and `then` says what
    it leads to."""
    leads = {
        "cards": "You draw 2 cards.",
        "actions": "You have 2 more Actions.",
        "coins": "You have $2 more.",
        "silvers": then,
    }
    chosen = await me.pick({**LABELS, "silvers": silvers}, "Choose two different options", count=2, leads=leads)
    if "cards" in chosen:
        await me.draw(2)
    me.get(actions=2 * ("actions" in chosen), coins=2 * ("coins" in chosen))
    if "silvers" in chosen:
        for _ in range(4):
            await me.gain(Silver())
    return chosen


def two_promised(option: str) -> Gift | None:
    """Return, for an AI, what each of these four things gives."""
    silvers = Gift((Silver(),) * 4, good=-1)
    return {"cards": Gift(draws=2), "actions": Gift(actions=2), "coins": Gift(coins=2), "silvers": silvers}.get(option)


# both editions


class Hamlet(Action, cost=2, cards=1, actions=1, strength=0.2):
    text = "+1 Card, +1 Action. You may discard a card for +1 Action. Then you may discard one for +1 Buy."
    brief = "+1 Card, +1 Action. You may discard for +1 Action, and again for +1 Buy."
    rulings = (
        "Draw first. You may discard the card you drew.",
        "You may discard for the Action, for the Buy, for both or for neither. Each costs a separate card, and you can get each "
        "only once.",
        "You decide on the Action before the Buy. You may discard for the Buy even if you didn't for the Action.",
        "If discarding a card makes something happen, that comes before you decide on the next one.",
    )

    async def play(self, me: Player, this: Play) -> None:
        action = "It goes to your discard pile, and you have one more Action."
        if await self.discards(me, "Discard a card for +1 Action", action, "You discard nothing, and get no Action."):
            me.get(actions=1)
        buy = "It goes to your discard pile, and you have one more Buy this turn."
        if await self.discards(me, "Discard a card for +1 Buy", buy, "You discard nothing, and get no Buy."):
            me.get(buys=1)

    async def discards(self, me: Player, prompt: str, leads: str, without: str) -> bool:
        chosen = await me.choose(me.hand, "discard", 1, minimum=0, prompt=prompt, leads=leads, without=without)
        return bool(await me.discard(chosen))

    def reward(self, purpose: str, card: Card, eyes: Eyes) -> float:
        return 0.1


class Menagerie(Action, cost=3, actions=1, strength=0.5):
    text = "+1 Action. Reveal your hand. +3 Cards if all cards in it have different names; otherwise, +1 Card."
    brief = "+1 Action. +3 Cards if your hand has no two alike; otherwise, +1 Card."
    rulings = (
        "An empty hand has no duplicates, so you draw 3 cards.",
        "Only names count: Copper and Silver are different, though both are Treasures.",
        "You reveal your hand whatever is in it.",
    )

    async def play(self, me: Player, this: Play) -> None:
        await me.reveal(me.hand)
        await me.draw(3 if names(me.hand) == len(me.hand) else 1)


class Remake(Action, cost=4, trashes=1, strength=0.5):
    text = "Trash a card from your hand, then gain one costing exactly $1 more. Then do both again."
    rulings = (
        "Trash a card and gain one, then trash another and gain another. You gain the first before you choose the second card.",
        "You must trash a card each time if you have one in hand.",
        "If nothing costs exactly that much, you gain nothing. That happens with Copper, unless something costs $1.",
        "Use current costs. If all cards cost $2 less, a Copper ($0) becomes a Silver ($1).",
        "Potions and debt stay the same: Alchemist ($3 and a Potion) becomes Golem ($4 and a Potion), never a card costing $4.",
        "Prizes and Rewards cost $0.",
        "The trashed card's when-trash effects come before the gain.",
    )

    async def play(self, me: Player, this: Play) -> None:
        await upgrade(me)
        await upgrade(me)

    def reward(self, purpose: str, card: Card, eyes: Eyes) -> float:
        return eyes.best_gain(eyes.cost(card).plus(1), exactly=True)


class YoungWitch(Attack, cost=4, cards=2, extra=BANE, asks=True, strength=1.5):
    text = (
        "+2 Cards, then discard 2 cards. Each opponent may reveal a Bane from their hand; anyone who doesn't gains a Curse. --- "
        "Setup: add an 11th Kingdom pile, costing $2 or $3, to the Supply. Its cards are the Banes."
    )
    brief = "+2 Cards; discard 2. Opponents gain a Curse unless they reveal a Bane."
    rulings = (
        "Draw, then discard any 2 cards in your hand. You must discard.",
        "Your opponents then decide in turn order, one after the other. The Curses might run out.",
        "A revealed Bane stays in hand. Its player may reveal it again, and play it as usual.",
        "No one has to reveal a Bane. It must be in hand; one in play or set aside doesn't help.",
        "A Bane isn't a Reaction. Reactions are used before you draw; Banes are revealed when the Curse is due.",
        "A Bane that is also a Reaction, such as Moat, may be used as either.",
        "In a mixed Bane pile, every card is a Bane. It stays one in anyone's hand.",
        "Anyone may buy or gain Banes, even the player who plays Young Witch. The pile counts towards the end of the game.",
    )

    async def play(self, me: Player, this: Play) -> None:
        await me.discard(await me.choose(me.hand, "discard", 2))

    async def hit(self, victim: Player, this: Play, answer: Any) -> None:
        game, bane = this.game, this.game.marks[self.name]["bane"]

        def is_bane(card: Card) -> bool:
            pile = game.pile_of(card)
            return pile is not None and pile.name == bane

        curses = game.pile_of(Curse())
        shown = await victim.choose(
            [copy for copy in victim.hand if is_bane(copy.card)],
            "reveal",
            1,
            minimum=0,
            prompt=say("You may reveal a Bane ({pile})", pile=bane),
            shown=not victim.may_hold(is_bane),
            leads="Everyone sees it, and it stays in your hand. You gain no Curse.",
            without="You gain a Curse." if curses and curses.count else "No Curse is left, so nothing happens.",
        )
        if shown:
            await victim.reveal(shown)
        else:
            await victim.gain(Curse())


class HornOfPlenty(
    Treasure,
    cost=5,
    name="Horn of Plenty",
    plural="Horns of Plenty",
    brings_money=False,
    any_order=False,
    counts_coins=True,
    strength=0.8,
):
    text = (
        "Count the different names among your cards in play, including this one. Gain a card costing up to $1 per name. Trash this "
        "if that's a Victory card."
    )
    brief = "Gain a card costing up to $1 per name you have in play; trash this if it's a Victory card."
    rulings = (
        "It gives no coins. Actions, Treasures and Durations you have in play all count, each name once.",
        "Only cards in play at that moment count, not ones that have been trashed or set aside.",
        "You must gain a card if you can, even a Copper. It comes from the Supply and goes to your discard pile.",
        "A Victory card with another type counts, too.",
        "Gaining a Victory card in another way, such as buying it, doesn't trash Horn of Plenty.",
        "You may play your Treasures in any order, and needn't play Horn of Plenty at all.",
        "A card with a Potion or debt in its cost can't be gained.",
        "If it's played twice, and trashed the first time, it no longer counts the second time. You still gain a card.",
    )

    async def play(self, me: Player, this: Play) -> None:
        is_a = me.game.is_a

        def then(card: Card) -> str:
            trashed = this.there and is_a(card, Type.VICTORY) and not me.possessed
            return "It's a Victory card, so Horn of Plenty is trashed." if trashed else "Nothing more happens."

        gained = await me.gain_from_supply(names(me.in_play), leads=then)
        if gained is not None and is_a(gained.card, Type.VICTORY):
            await this.trash()

    def promise(self, option: str, eyes: Eyes) -> Gift | None:
        here = {*eyes.in_play, self, *(card for card in eyes.hand if Type.TREASURE in card.types)}
        return Gift(good=1 if len(here) > 2 else -1) if option == "play" else None


class HuntingParty(Action, cost=5, cards=1, actions=1, strength=1.7):
    text = (
        "+1 Card, +1 Action. Reveal your hand, then cards from your deck until one has a name that isn't in your hand. Put that "
        "card into your hand and discard the others."
    )
    brief = "+1 Card, +1 Action. Draw your next card with a name not in your hand."
    rulings = (
        "Draw first. The card you drew is part of the hand you reveal.",
        FOUND_NONE,
        "The Hunting Party you played isn't in your hand, so another one counts as a new name.",
        "With an empty hand, you take the first card you reveal.",
    )

    async def play(self, me: Player, this: Play) -> None:
        await me.reveal(me.hand)
        held = {copy.card for copy in me.hand}
        await find(me, lambda card: card not in held)


async def find(me: Player, wanted: Callable[[Card], bool]) -> None:
    """Reveal cards from the deck up to one that is `wanted`, which goes into the hand; discard the others."""
    seen = await me.reveal_until(lambda copies: bool(copies) and wanted(copies[-1].card))
    await me.take([copy for copy in seen[-1:] if wanted(copy.card)], me.aside, shown=True)
    await me.discard(seen, me.aside)


class Jester(Attack, cost=5, coins=2, strength=1.6):
    text = (
        "+$2. Each opponent in turn discards their top card. If it's a Victory card, they gain a Curse. If not, choose: you gain a "
        "copy of it, or they do."
    )
    brief = "+$2. Opponents discard their top card; they gain a Curse, or you or they gain a copy."
    rulings = (
        "Handle one player at a time, since piles might run out.",
        "A Victory card with another type counts, too. A Curse isn't one, so someone gains another Curse.",
        "Curses and copies come from the Supply. If there is no copy on top of a pile there, no one gains anything.",
        "A player with an empty deck shuffles first. A player with no cards at all discards and gains nothing.",
        "The copy goes to the discard pile of the player who gains it. You can't choose for no one to gain it.",
        "On a Possession turn, anything you would gain goes to the possessor.",
    )

    async def hit(self, victim: Player, this: Play, answer: Any) -> None:
        me, game = this.player, this.game
        if not await victim.ready(1):
            return
        card = victim.deck[-1].card
        await victim.discard(victim.deck[-1:], victim.deck)
        if game.is_a(card, Type.VICTORY):
            await victim.gain(Curse())
            return
        if game.copies(card) is not None:
            theirs = await self.gives_away(me, victim, card)
            await (victim if theirs else me).gain(card)

    async def gives_away(self, me: Player, victim: Player, card: Card) -> bool:
        """Ask who gains a copy; the first choice is the one that an AI takes."""
        options = {"me": say("You gain it"), "them": say("{name} gains it", name=victim.name)}
        if card in (Copper(), Curse()):
            options = dict(reversed(options.items()))
        leads = {
            "me": "It goes to your discard pile." if not me.possessed else "The player who possesses you gains it.",
            "them": say("It goes to {name}'s discard pile.", name=victim.name),
        }
        prompt = say("Who gains {card}?", card=words.some([card.name]))
        return await me.pick(options, prompt, leads=leads) == ["them"]


class Fairgrounds(Victory, cost=6):
    text = "Worth 2 VP per 5 differently named cards you have, rounded down."
    rulings = (
        "Up to 4 names give nothing, 5 to 9 give 2 VP, 10 to 14 give 4 VP, and 15 to 19 give 6 VP. Each Fairgrounds scores that.",
        "Its own name counts. So do those of Curses, Prizes, Rewards and each card of a mixed pile.",
        "All your cards count wherever they are, even set aside or on a mat.",
        "The pile has 8 copies with two players, 12 with more.",
    )

    def score(self, me: Player) -> int:
        return 2 * (len({copy.printed for copy in me.owned()}) // 5)


# the first edition alone


class FortuneTeller(Attack, cost=3, coins=2, editions=[1], strength=1.0):
    text = (
        "+$2. Each opponent reveals cards from their deck until they find a Victory card or Curse. They put it back on top and "
        "discard the others."
    )
    brief = "+$2. Opponents discard until a Victory card or Curse is on top of their decks."
    rulings = (
        "The first card of either kind ends the search.",
        "If a deck runs out, its player shuffles without the revealed cards. If there's still none, they discard them all.",
        "If they have no other cards left, the card they find is their whole deck.",
        "A Victory card with another type counts, too.",
    )

    async def hit(self, victim: Player, this: Play, answer: Any) -> None:
        def stops(copies: Sequence[Copy]) -> list[Copy]:
            is_a = this.game.is_a
            return [copy for copy in copies if is_a(copy.card, Type.VICTORY) or is_a(copy.card, Type.CURSE)]

        seen = await victim.reveal_until(lambda copies: bool(stops(copies[-1:])))
        await victim.topdeck(stops(seen), victim.aside, shown=True)
        await victim.discard(seen, victim.aside)


class FarmingVillage(Action, cost=4, actions=2, editions=[1], strength=0.4):
    text = (
        "+2 Actions. Reveal cards from your deck until you find an Action or Treasure. Put it into your hand and discard the "
        "others."
    )
    brief = "+2 Actions. Draw your next Action or Treasure; discard the cards before it."
    rulings = (
        "The first card of either kind ends the search; you can't choose between the two.",
        "A card counts whatever other types it has.",
        FOUND_NONE,
    )

    async def play(self, me: Player, this: Play) -> None:
        is_a = me.game.is_a
        await find(me, lambda card: is_a(card, Type.ACTION) or is_a(card, Type.TREASURE))


class HorseTraders(Action, Reaction, cost=4, buys=1, coins=3, editions=[1], eager=True, strength=0.7):
    reacting = "Everyone sees it, and you set it aside. It comes back with +1 Card on your next turn; the Attack still affects you."
    text = (
        "+1 Buy, +$3, then discard 2 cards. --- When an opponent plays an Attack, you may first set this aside from your hand. If "
        "you did, it comes back into your hand at the start of your next turn, and you get +1 Card."
    )
    brief = "+1 Buy, +$3; discard 2. Against Attacks: set this aside; it's back next turn, with +1 Card."
    rulings = (
        "If you have fewer than 2 cards in hand, discard those. You get the Buy and the coins in any case.",
        "While set aside, it lies face up. It isn't in your hand, so you can't use it again, and the Attack can't make you "
        "discard it.",
        "You may set several aside for one Attack. Each gives +1 Card.",
        "It doesn't keep the Attack from affecting you. It might make your hand so small that you discard nothing, though.",
        "Once it's back, you may play it that turn.",
        "You may use other Reactions to the same Attack before or after it.",
        "It still counts as your card if the game ends before it comes back.",
    )

    async def play(self, me: Player, this: Play) -> None:
        await me.discard(await me.choose(me.hand, "discard", 2))

    async def react(self, me: Player, attack: Play) -> None:
        copies = [copy for copy in me.hand if copy.card is self][:1]
        put_off(self, me, "back", await me.set_aside(copies, me.hand), draws=True)

    async def back(self, me: Player, effect: Later) -> None:
        await me.draw(1)
        await me.take(effect.cards, me.aside, shown=True)


class Prize(Card, kind=Type.PRIZE, editions=[1], brought=True):
    """Base of what only Tournament gains: a single copy of each."""

    def pile_size(self, players: int) -> int:
        return 1


class BagOfGold(Prize, Action, cost=0, name="Bag of Gold", plural="Bags of Gold", actions=1, strength=2.4):
    text = "+1 Action. Gain a Gold onto your deck."
    rulings = (
        "If your deck is empty, the Gold becomes the whole deck.",
        "If no Gold is left, you gain none.",
    )

    async def play(self, me: Player, this: Play) -> None:
        await me.gain(Gold(), Zone.DECK)


class Diadem(Prize, Treasure, cost=0, coins=2, any_order=True, strength=1.8):
    text = "+$2, and +$1 per Action you have left."
    rulings = (
        "It counts Actions you could still play, not Action cards in hand. If you played none this turn, you have one left, so "
        "Diadem gives $3. After a single Farming Village you have two, so it gives $4.",
        "Actions are counted, not used up. If Diadem is played twice, it counts them twice.",
        "It counts them when you play it.",
    )

    async def play(self, me: Player, this: Play) -> None:
        me.get(coins=me.actions)


class Followers(Prize, Attack, cost=0, cards=2, owed=[Moment.DISCARD], strength=4.0):
    text = "+2 Cards, and gain an Estate. Each opponent gains a Curse, then discards down to 3 cards in hand."
    brief = "+2 Cards. Gain an Estate. Opponents gain a Curse and discard to 3."
    rulings = (
        "Draw and gain the Estate. Then your opponents gain Curses in turn order, and only then does anyone discard.",
        "A player with 3 or fewer cards in hand discards nothing, but gains a Curse.",
        "If no Estate is left, you gain none. If there are too few Curses, the last players get none.",
    )

    async def play(self, me: Player, this: Play) -> None:
        await me.gain(Estate())
        for victim in await this.victims():
            await victim.gain(Curse())
        await this.ask_each([discard_down(victim) for victim in await this.victims() if len(victim.hand) > KEPT], self.lose)

    async def lose(self, victim: Player, answer: list[Copy]) -> None:
        await victim.discard(answer)


class Princess(Prize, Action, cost=0, buys=1, strength=1.5):
    text = "+1 Buy --- While this is in play, all cards cost $2 less wherever they are, but never less than $0."
    brief = "+1 Buy. While this is in play, all cards cost $2 less."
    rulings = (
        "That includes cards in hands and decks. Only the coins in a cost go down, not Potions or debt.",
        "With it, Remake turns a Copper ($0) into a Silver ($1).",
        "If it's played twice, cards still cost only $2 less. They cost their usual amount again once Princess leaves play.",
        "If you overpay for a card, everything you pay above its reduced cost counts.",
        "The cost of Events doesn't change.",
    )

    @on(Moment.COST, anyone=True, independent=True)
    def lower(self, me: Player, event: Event) -> None:
        event.cost = event.cost.plus(-2)


class TrustySteed(Prize, Action, cost=0, strength=2.6):
    text = "Choose two different options: +2 Cards; +$2; +2 Actions; gain 4 Silvers and put your whole deck into your discard pile."
    brief = "Two of: +2 Cards; +2 Actions; +$2; 4 Silvers and your deck into the discard pile."
    rulings = (
        "Choose both before you do either. You do them in the order listed, so you draw before you gain the Silvers and put "
        "your deck into your discard pile.",
        "If fewer than 4 Silvers are left, gain those. Your deck goes to your discard pile in any case, once you've gained them.",
        "You don't look through your deck. Its cards aren't discarded, so when-discard effects don't happen.",
    )

    async def play(self, me: Player, this: Play) -> None:
        leads = "You gain as many as there are. Then your whole deck goes to your discard pile, unseen."
        if "silvers" in await two_of(me, "Gain 4 Silvers and put your deck into your discard pile", leads):
            me.deck_to_discard()

    def promise(self, option: str, eyes: Eyes) -> Gift | None:
        return two_promised(option)


PRIZES = [BagOfGold, Diadem, Followers, Princess, TrustySteed]


class Tournament(Action, cost=4, actions=1, editions=[1], brings=PRIZES, strength=0.9, asks=True):
    text = (
        "+1 Action. Each player may reveal a Province from their hand. If you did, discard it and gain onto your deck either a "
        "Prize of your choice or a Duchy. If no opponent did, +1 Card and +$1. --- Setup: put the 5 Prizes, one copy of each, next "
        "to the Supply."
    )
    brief = "+1 Action. Discard a Province for a Prize/Duchy; +1 Card, +$1 if no opponent reveals one."
    rulings = (
        "You decide first, then the others in turn order. A Province that an opponent reveals stays in their hand.",
        "Your own Province gives you the Prize or Duchy, whatever the others reveal. You can get the card and $1 without one.",
        "You gain first, then draw. So you may draw the very card that you gained.",
        "You may choose any Prize that's left. You may also choose a Duchy or a Prize when there are none left; then you gain "
        "nothing.",
        "If your deck is empty, the gained card becomes the whole deck.",
        "It isn't an Attack, so Moat and other Reactions to Attacks don't help.",
        "Prizes aren't in the Supply: you can't buy them, nor gain them with other cards, and their piles don't count as empty.",
    )

    async def play(self, me: Player, this: Play) -> None:
        mine = [copy for copy in me.hand if copy.card is Province()][:1]
        yes = "Everyone sees it. You discard it, and gain a Prize or a Duchy onto your deck."
        if not await me.may("Reveal a Province?", "reveal", Province(), yes=yes, no="You gain nothing.", possible=bool(mine)):
            mine = []
        if mine:
            await me.reveal(mine)
        alone = True
        for player in await me.others():
            alone = not await self.competes(player, me) and alone
        if await me.discard(mine):
            await me.gain(await self.win(me), Zone.DECK)
        if alone:
            await me.draw(1)
            me.get(coins=1)

    async def competes(self, player: Player, me: Player) -> bool:
        """Ask another player for a Province; return whether they revealed one."""
        shown = await player.choose(
            [copy for copy in player.hand if copy.card is Province()],
            "reveal",
            1,
            minimum=0,
            prompt="You may reveal a Province",
            shown=not player.may_hold(lambda card: card is Province()),
            leads=say("It stays in your hand, and {name} gets neither +1 Card nor +$1.", name=me.name),
            without=say("{name} gets +1 Card and +$1, unless someone else reveals one.", name=me.name),
        )
        if shown:
            await player.reveal(shown)
        return bool(shown)

    async def win(self, me: Player) -> Pile | None:
        """Ask for the reward. One that is gone may also be chosen, which gives nothing."""
        left = [each for each in (*PRIZES, Duchy) if me.game.topped(each.name)]
        where = "The player who possesses you gains it." if me.possessed else "It goes on top of your deck."
        return await me.choose_pile(
            "gain",
            lambda card: True,
            piles=piles_of(me, left),
            optional=Duchy not in left or left == [Duchy],
            prompt="Gain a Prize or a Duchy",
            leads=where,
            without="You choose something that isn't left, and gain nothing.",
        )


class Harvest(Action, cost=5, editions=[1], strength=1.3):
    text = "Reveal your top 4 cards, then discard them. +$1 per differently named card among them."
    rulings = (
        "Copper, Silver, Copper and Estate give $3.",
        "If you have fewer than 4 cards, shuffle for the rest, then reveal as many as there are.",
        "You must discard all of them, together.",
    )

    async def play(self, me: Player, this: Play) -> None:
        seen = await me.reveal_top(4)
        await me.discard(seen, me.deck)
        me.get(coins=names(seen))


# the second edition alone


class Shop(Action, cost=3, cards=1, coins=1, set=TOGETHER, editions=[2], strength=0.7):
    text = "+1 Card, +$1. You may play an Action from your hand if you have no copy of it in play."
    rulings = (
        "Only cards in play at that moment count, not ones that left play earlier this turn.",
        "This Shop is in play, so it can't play another Shop.",
        "Durations from earlier turns are in play too.",
        "Playing the Action uses no Action. It may be the card you just drew.",
        "Any card with the Action type counts, whatever other types it has.",
    )

    async def play(self, me: Player, this: Play) -> None:
        here = {copy.card for copy in me.in_play}
        copy = await me.choose_one(
            [copy for copy in me.hand if me.game.is_a(copy.card, Type.ACTION) and copy.card not in here],
            "play",
            optional=True,
            prompt="Play an Action that you don't have in play",
            leads="It's played now, using no Action.",
            without=words.NOTHING_PLAYED,
        )
        if copy is not None:
            await me.play(copy, me.hand, this)


class Farmhands(Action, cost=4, cards=1, actions=2, set=TOGETHER, editions=[2], strength=0.5):
    text = (
        "+1 Card, +2 Actions --- When you gain this, set an Action or Treasure from your hand aside, face up, if you like. At the "
        "start of your next turn, play it."
    )
    brief = "+1 Card, +2 Actions. When gained: set aside an Action or Treasure to play next turn."
    rulings = (
        "You choose whether to set a card aside. If you do, you must play it.",
        "Playing it uses no Action. If it's a Treasure, you have its coins for the whole turn.",
        "It doesn't matter how you gain it, or on whose turn. The card comes from the hand of the player who gains it.",
        "You can't set the gained Farmhands aside, unless you gained it into your hand.",
        "The card you play is discarded in that turn's Clean-up, or stays in play if it's a Duration.",
        "The start of your turn is part of your Action phase, so a Crown played then plays an Action.",
        "If other things happen at the start of that turn, you choose the order. If you've set several cards aside, you choose "
        "their order, too.",
        "The card still counts as yours if the game ends before you play it.",
        "On a Possession turn, the possessor gains Farmhands, and sets aside a card from their own hand for their own next turn.",
    )

    @on(Moment.GAIN, zone=None)
    async def gained(self, me: Player, event: Event) -> None:
        is_a = me.game.is_a

        def fits(card: Card) -> bool:
            return is_a(card, Type.ACTION) or is_a(card, Type.TREASURE)

        copy = await me.choose_one(
            [copy for copy in me.hand if fits(copy.card)],
            "save",
            optional=True,
            prompt="Set aside an Action or Treasure until your next turn",
            shown=not me.may_hold(fits),
            leads="Everyone sees it. You play it at the start of your next turn, using no Action.",
            without="You keep all your cards.",
        )
        put_off(self, me, "play_it", await me.set_aside([copy] if copy else [], me.hand), named=True)

    async def play_it(self, me: Player, effect: Later) -> None:
        await me.play(effect.cards.pop(), me.aside, me.game.playing)


class Carnival(Action, cost=5, set=TOGETHER, editions=[2], strength=1.6):
    text = "Reveal your top 4 cards. Put one of each name into your hand, and discard the rest."
    rulings = (
        "From 3 Coppers and an Estate, a Copper and the Estate go into your hand, and you discard 2 Coppers.",
        "If you have fewer than 4 cards, shuffle for the rest, then reveal as many as there are.",
        "You have no choice: you must take one card of each name.",
    )

    async def play(self, me: Player, this: Play) -> None:
        seen = await me.reveal_top(4)
        await me.take(one_of_each(seen), me.deck, shown=True)
        await me.discard(seen, me.deck)


class Ferryman(Action, cost=5, plural="Ferrymen", cards=2, actions=1, set=TOGETHER, editions=[2], extra=CARGO, strength=1.2):
    text = (
        "+2 Cards, +1 Action, then discard a card. --- When you gain this, gain a card from Ferryman's pile too. --- Setup: put "
        "another Kingdom pile, costing $3 or $4, next to the Supply. It's Ferryman's pile."
    )
    brief = "+2 Cards, +1 Action; discard a card. When gained: gain one from Ferryman's pile."
    rulings = (
        "It doesn't matter how you gain Ferryman. The other card goes to your discard pile; gaining it is a separate gain.",
        "You must gain a card if there are any left.",
        "No other card can gain you one from that pile, whether by cost or as a copy, and no one can buy from it.",
        "From a mixed pile you gain the top card, whatever it costs.",
        "That pile isn't in the Supply. When it's empty, it doesn't count towards the end of the game or anything else.",
        "You can't overpay for the card that comes with it.",
        "On a Possession turn, the possessor gains both cards.",
        "When you play it, draw first. You must discard a card if you have one.",
    )

    async def play(self, me: Player, this: Play) -> None:
        await me.discard(await me.choose(me.hand, "discard", 1))

    @on(Moment.GAIN, zone=None)
    async def ferry(self, me: Player, event: Event) -> None:
        await me.gain(me.game.piles[me.game.marks[self.name]["pile"]])


class Reward(Card, kind=Type.REWARD, editions=[2], brought=True):
    """Base of what only Joust gains."""

    def pile_size(self, players: int) -> int:
        return 1 if players == 2 else 2


class Coronet(Reward, Action, Treasure, cost=0, set=TOGETHER, repeats=True, strength=1.8):
    text = (
        "You may pick an Action in your hand and play it twice. Then you may do the same with a Treasure. Neither may be a Reward."
    )
    brief = "You may play an Action twice, then a Treasure twice, but no Rewards."
    rulings = (
        "You may do both, either or neither, but the Action comes first. The Treasure may be one that the Action drew.",
        "Finish the first play before starting the second. Neither uses an Action.",
        "With Village and Silver, Coronet gives +2 Cards, +4 Actions and +$4.",
        "Play it in your Action phase, where it uses an Action, or in your Buy phase, where it doesn't. It does both things either "
        "way. Actions that you get in your Buy phase are of no use.",
        "A card that is both an Action and a Treasure, such as Crown, can be played for either. Rewards can't.",
        "If you play a Duration with it, Coronet stays in play as long as the Duration does.",
    )

    def idle(self, hand: Sequence[Held], phase: Phase) -> bool:
        return not any(each.types & {Type.ACTION, Type.TREASURE} and Type.REWARD not in each.types for each in hand)

    async def play(self, me: Player, this: Play) -> None:
        is_a = me.game.is_a
        for kind, prompt in ((Type.ACTION, "Play an Action twice"), (Type.TREASURE, "Play a Treasure twice")):
            copy = await me.choose_one(
                [copy for copy in me.hand if is_a(copy.card, kind) and not is_a(copy.card, Type.REWARD)],
                "play",
                optional=True,
                prompt=prompt,
                leads=words.PLAYED_TWICE,
                without="Nothing is played twice.",
            )
            if copy is not None:
                await me.play_again(await me.play(copy, me.hand, this, kept_by=this.copy if this.there else None))


class Courser(Reward, Action, cost=0, set=TOGETHER, strength=2.6):
    text = "Choose two different options: +2 Cards; +$2; +2 Actions; gain 4 Silvers."
    rulings = (
        "Choose both before you do either. You do them in the order listed, so you draw before you gain the Silvers.",
        "You gain the Silvers one by one, as many as there are.",
    )

    async def play(self, me: Player, this: Play) -> None:
        await two_of(me, "Gain 4 Silvers", "They go to your discard pile, as many as there are.")

    def promise(self, option: str, eyes: Eyes) -> Gift | None:
        return two_promised(option)


class Demesne(Reward, Action, Victory, cost=0, set=TOGETHER, actions=2, buys=2, strength=1.0):
    text = "+2 Actions, +2 Buys, and gain one Gold. --- Worth 1 VP per Gold you have."
    rulings = (
        "All your Golds count wherever they are. Other Treasures don't.",
        "If no Gold is left, you gain none. You still get the Actions and Buys.",
        "Though it's a Victory card, there are only as many copies as of any other Reward.",
    )

    async def play(self, me: Player, this: Play) -> None:
        await me.gain(Gold())

    def score(self, me: Player) -> int:
        return me.count(Gold())


class Housecarl(Reward, Action, cost=0, set=TOGETHER, strength=1.8):
    text = "+1 Card per differently named Action you have in play, including this."
    rulings = (
        "Each name counts once. Count before you draw.",
        "Action–Durations from earlier turns count, and so do Actions that have other types too. Cards that aren't Actions don't.",
    )

    async def play(self, me: Player, this: Play) -> None:
        await me.draw(names([copy for copy in me.in_play if me.game.is_a(copy.card, Type.ACTION)]))

    def promise(self, option: str, eyes: Eyes) -> Gift | None:
        actions = {self, *(card for card in eyes.in_play if Type.ACTION in card.types)}
        return Gift(draws=len(actions)) if option == "play" else None


class HugeTurnip(Reward, Treasure, cost=0, set=TOGETHER, any_order=True, strength=3.0):
    text = "+2 Coffers. +$1 per Coffers you have."
    rulings = (
        "The two Coffers you get from Huge Turnip count.",
        "Coffers are counted, not spent. You may still spend them, this turn or later.",
        "Coffers that you spent before playing it don't count.",
    )

    async def play(self, me: Player, this: Play) -> None:
        me.get_tokens(COFFERS, 2)
        me.get(coins=me.token(COFFERS))


class Renown(Reward, Action, cost=0, set=TOGETHER, buys=1, strength=1.5):
    text = "+1 Buy. For the rest of the turn, all cards cost $2 less wherever they are, but never less than $0."
    brief = "+1 Buy. All cards cost $2 less this turn."
    rulings = (
        "That includes cards in hands and decks. Only the coins in a cost go down, not Potions or debt.",
        "Each play counts: if it's played twice, cards cost $4 less.",
        "After it, Remake turns a Copper ($0) into a Silver ($1).",
        "If you overpay for a card, everything you pay above its reduced cost counts.",
    )

    async def play(self, me: Player, this: Play) -> None:
        this.cost_less(2)


REWARDS = [Coronet, Courser, Demesne, Housecarl, HugeTurnip, Renown]


class Joust(Action, cost=5, cards=1, actions=1, coins=1, set=TOGETHER, editions=[2], brings=REWARDS, strength=1.1):
    text = (
        "+1 Card, +1 Action, +$1. You may set a Province from your hand aside. If you did, gain a Reward of your choice into your "
        "hand, and discard the Province in Clean-up. --- Setup: put the Rewards next to the Supply: one copy of each with two "
        "players, two of each with more."
    )
    brief = "+1 Card, +1 Action, +$1. Set aside a Province to gain a Reward into your hand."
    rulings = (
        "Draw first. The Province may be the card you drew.",
        "Only a Province will do, one per play. Once it's set aside, it does nothing for another Joust that turn.",
        "You may set a Province aside even if no Reward is left. You gain nothing then.",
        "You can play the Reward this turn.",
        "With three or more players, you may gain both copies of a Reward.",
        "You discard the Province before you draw your next hand. If you shuffle for that, the Province is shuffled in.",
        "Rewards aren't in the Supply: you can't buy them, nor gain them with other cards, and their piles don't count as empty.",
        "On a Possession turn, the possessor gains the Reward, to their discard pile.",
    )

    async def play(self, me: Player, this: Play) -> None:
        province = [copy for copy in me.hand if copy.card is Province()][:1]
        yes = "Everyone sees it. You gain a Reward, and discard the Province in this turn's Clean-up."
        no = "You keep your cards, and gain no Reward."
        prompt = "Set a Province aside for a Reward?"
        if not await me.may(prompt, "save", Province(), yes=yes, no=no, possible=bool(province)):
            return
        kept = await me.set_aside(province, me.hand)
        if kept:
            this.later(Moment.CLEANUP_START, "clean_up", cards=kept, shown=True, independent=True)
        leads = "The player who possesses you gains it." if me.possessed else words.GAINED_INTO_HAND
        piles = piles_of(me, REWARDS)
        await me.gain(await me.choose_pile("gain", lambda card: True, piles=piles, prompt="Gain a Reward", leads=leads), Zone.HAND)

    async def clean_up(self, me: Player, effect: Later) -> None:
        await me.discard(effect.cards, me.aside)
