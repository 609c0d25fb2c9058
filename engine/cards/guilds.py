"""Guilds: Coffers, which keep coins for later, and cards to overpay for; its Kingdom cards in both editions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine import words
from engine.advice import NEVER, Gift
from engine.card import Action, Attack, Cost, Treasure, Type
from engine.cards.attacks import DiscardingAttack, discard_copy
from engine.cards.basic import Curse, Gold, Silver
from engine.catalogue import say
from engine.events import NOTHING_MORE, Moment, on
from engine.mechanisms import MOST_AT_ONCE, Token, Zone
from engine.overpay import Overpay

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.ai.perception import Eyes
    from engine.card import Card, Held
    from engine.core import Core, Phase
    from engine.events import Event
    from engine.play import Play
    from engine.player import Player

SET = "Guilds"
TOGETHER = "Cornucopia & Guilds"
"""The name of the second edition, which was published together with Cornucopia's."""
COFFERS = Token("Coffers", coins=1, set=SET, said=say("{count} Coffers"))
KEPT_COIN = 0.3
"""What 1 Coffers is worth to an AI, in coins of this turn."""


class CandlestickMaker(Action, cost=2, actions=1, buys=1, strength=0.2):
    text = "+1 Action, +1 Buy, +1 Coffers"
    rulings = (
        "You may spend the Coffers this turn or keep them for a later one.",
        "If it's played twice, you get everything twice.",
    )

    async def play(self, me: Player, this: Play) -> None:
        me.get_tokens(COFFERS)


class Stonemason(
    Action,
    Overpay,
    cost=2,
    trashes=1,
    overpaying="You gain two Actions that each cost exactly what you overpay.",
    with_potions=True,
):
    text = {
        1: "Trash a card from your hand, then gain 2 cards that each cost less. --- You may overpay for this. If you did, before "
        "you gain this, gain 2 Actions, each costing exactly as much as you paid extra.",
        2: "Trash a card from your hand, then gain 2 cards that each cost less. --- You may overpay for this. If you did, once "
        "you've gained this, gain 2 Actions, each costing exactly as much as you paid extra.",
    }
    brief = "Trash a card for 2 cheaper ones. Overpaid: 2 Actions costing exactly that much."
    rulings = (
        "You must trash a card if you have one in hand, and gain two cheaper ones if there are any.",
        "You gain them one after the other. They can be the same or different.",
        "A card is cheaper only if no part of its cost is higher: for an Alchemist ($3P) you can't gain a Smithy ($4).",
        "If you overpay by $4, gain two Actions that cost $4. Overpay with a Potion for Actions with a Potion in their cost.",
        "If you don't overpay, you gain no Actions that cost $0.",
        "Cards with debt in their cost can't be gained by overpaying.",
        {
            1: "You gain the Actions before the Stonemason. If they were its last copies, there's none left for your buy.",
            2: "You gain the Stonemason first, then the Actions.",
        },
    )

    def idle(self, hand: Sequence[Held], phase: Phase) -> bool:
        return len(hand) < 2

    async def play(self, me: Player, this: Play) -> None:
        game = me.game

        def then(card: Card) -> str:
            return say("Then you gain 2 cards costing less than {cost}.", cost=words.cost_in_words(*game.cost(card)))

        copy = await me.choose_one(me.hand, "trash", leads=then)
        if copy is not None and await me.trash([copy]):
            for _ in range(2):
                prompt = say("Gain a card costing less than {cost}", cost=words.cost_in_words(*game.cost(copy.card)))
                await me.gain(await me.choose_pile("gain", lambda card: game.cost(card) < game.cost(copy.card), prompt=prompt))

    async def overpaid(self, me: Player, more: Cost) -> None:
        game = me.game
        prompt = say("Gain an Action costing exactly {cost}", cost=words.cost_in_words(*more))
        for _ in range(2):
            fits = me.choose_pile("gain", lambda card: game.cost(card) == more and game.is_a(card, Type.ACTION), prompt=prompt)
            await me.gain(await fits)

    def reward(self, purpose: str, card: Card, eyes: Eyes) -> float:
        cost = eyes.cost(card)
        return 2 * max(0, eyes.best_gain(cost.plus(-1))) if cost.coins else 0

    def bonus(self, more: Cost, eyes: Eyes) -> float:
        return 2 * eyes.best_gain(more, Type.ACTION, exactly=True) if more != NOTHING_MORE else 0


class Advisor(Action, cost=4, actions=1, strength=0.6):
    text = (
        "+1 Action. Reveal your top 3 cards. The player to your left chooses one, which you discard. Put the rest into your hand."
    )
    brief = "+1 Action. The player to your left picks 1 of your top 3 cards to discard; draw the rest."
    rulings = (
        "If you have fewer than 3 cards left after shuffling, reveal what there is. One of those is discarded, even if it's the "
        "only one.",
        "If someone else plays your turn with Possession, the player to your left still chooses.",
        "It isn't an Attack.",
    )

    async def play(self, me: Player, this: Play) -> None:
        left = (await me.others())[0]
        seen = await me.reveal_top(3)
        prompt = say("Choose a card for {name} to discard", name=me.name)
        leads = say("{name} discards it and puts the rest into their hand.", name=me.name)
        out = await left.choose(seen, "choose", 1, prompt=prompt, shown=True, leads=leads)
        await me.discard(out, me.deck)
        await me.take(seen, me.deck, shown=True)


class Herald(
    Action, Overpay, cost=4, cards=1, actions=1, overpaying="You put a card from your discard pile onto your deck for each $1."
):
    text = {
        1: "+1 Card, +1 Action. Reveal your top card. If it's an Action, play it. --- You may overpay for this. For each $1 "
        "extra, before you gain this, put a card from your discard pile onto your deck.",
        2: "+1 Card, +1 Action. Reveal your top card. If it's an Action, play it. --- You may overpay for this. For each $1 "
        "extra, once you've gained this, put a card from your discard pile onto your deck.",
    }
    brief = "+1 Card, +1 Action. Play your top card if an Action. Overpaid: topdeck a discard per $1."
    rulings = (
        "Draw first. You must play the revealed Action, using no Action. Any other card stays on your deck.",
        "If it plays a Duration, Herald itself is still discarded this turn.",
        "You look through your discard pile after you've paid. Put as many onto your deck as you paid for, or all there are, in "
        "any order.",
        {
            1: "The Herald you're buying isn't in your discard pile yet.",
            2: "By then, the Herald you bought is in your discard pile and may be one of them.",
        },
    )

    async def play(self, me: Player, this: Play) -> None:
        for top in await me.reveal_top(1):
            if me.game.is_a(top.card, Type.ACTION):
                await me.play(top, me.deck, this)

    async def overpaid(self, me: Player, more: Cost) -> None:
        seen = me.look_through_discard()
        prompt = "Choose cards in your discard pile to put onto your deck"
        chosen = await me.choose(seen, "topdeck", more.coins, prompt=prompt, shown=not seen)
        leads = "You draw the first one first."
        back = await me.order(chosen, "topdeck", "Put these onto your deck; the first is on top", leads=leads)
        await me.topdeck(back[::-1], me.discard_pile)

    def bonus(self, more: Cost, eyes: Eyes) -> float:
        return 0.3 * min(more.coins, 2)


class Plaza(Action, cost=4, cards=1, actions=2):
    text = "+1 Card, +2 Actions. You may discard a Treasure for +1 Coffers."
    rulings = (
        "Draw first. You may discard the Treasure you just drew.",
        "You can't discard more than one. Any card with the Treasure type counts.",
    )

    async def play(self, me: Player, this: Play) -> None:
        treasures = [copy for copy in me.hand if me.game.is_a(copy.card, Type.TREASURE)]
        prompt = "You may discard a Treasure for +1 Coffers"
        chosen = await me.choose(treasures, "discard", 1, minimum=0, prompt=prompt, leads="You get +1 Coffers.")
        if await me.discard(chosen):
            me.get_tokens(COFFERS)

    def reward(self, purpose: str, card: Card, eyes: Eyes) -> float:
        return 1.1 if Type.TREASURE in card.types else 0


class Baker(Action, cost=5, cards=1, actions=1, strength=1.1):
    text = "+1 Card, +1 Action, +1 Coffers --- Setup: each player gets +1 Coffers."
    rulings = ("In a game with Baker, everyone starts with 1 Coffers, even those who never get a Baker.",)

    async def play(self, me: Player, this: Play) -> None:
        me.get_tokens(COFFERS)

    def set_up(self, game: Core) -> None:
        for player in game.players:
            player.get_tokens(COFFERS)


class Butcher(Action, cost=5, strength=1.3):
    text = (
        "+2 Coffers. You may trash a card from your hand. If you did, spend any number of Coffers, and gain a card costing up to "
        "$1 more per Coffers spent."
    )
    brief = "+2 Coffers. You may trash a card for one costing up to $1 more per Coffers you spend."
    rulings = (
        "You may spend the Coffers you just got, and any others you have. You may spend none.",
        "Coffers that you spend here give you no coins.",
        "After trashing, say how many you spend; then choose the card. An Estate and 6 Coffers give you a Province.",
        "If you trashed a card, you must gain one if you can.",
        "Coffers add only to the coins in the cost: a Golem ($4P) and 2 Coffers gain a card costing up to $6P.",
    )

    async def play(self, me: Player, this: Play) -> None:
        me.get_tokens(COFFERS, 2)
        copy = await me.choose_one(me.hand, "trash", optional=True, leads="Then you spend Coffers and gain a card.")
        if copy is None or not await me.trash([copy]):
            return
        cost = me.game.cost(copy.card)
        amounts = range(min(me.token(COFFERS), MOST_AT_ONCE) + 1)
        options = {f"${cost.coins + n}": words.tokens(n, COFFERS) for n in amounts}
        leads = {f"${cost.coins + n}": me.then_gain(cost.plus(n)) for n in amounts}
        (limit,) = await me.pick(options, "How many Coffers do you spend?", "spend", leads=leads)
        spent = int(limit[1:]) - cost.coins
        me.get_tokens(COFFERS, -spent)
        await me.gain_from_supply(cost.plus(spent))

    def reward(self, purpose: str, card: Card, eyes: Eyes) -> float:
        cost = eyes.cost(card)
        return max(eyes.best_gain(cost.plus(n)) - KEPT_COIN * n for n in range(3))

    def promise(self, option: str, eyes: Eyes) -> Gift | None:
        limit = Cost(int(option[1:])) if option.startswith("$") else None
        return Gift(good=eyes.best_gain(limit) - KEPT_COIN * limit.coins) if limit is not None else None


class Journeyman(Action, cost=5, plural="Journeymen", strength=1.6):
    text = (
        "Name a card. Reveal cards from your deck until you have revealed 3 with other names. Put those 3 into your hand and "
        "discard the rest."
    )
    brief = "Name a card. Draw your next 3 cards with other names."
    rulings = (
        "You may name any card, whether it's in this game or not.",
        "If your deck runs out, shuffle without the revealed cards. If there still aren't 3, take as many as there are.",
        "The 3 cards don't have to differ from each other.",
    )

    async def play(self, me: Player, this: Play) -> None:
        named = await me.name_card(leads="You skip it, and draw 3 others.")
        seen = await me.reveal_until(lambda seen: sum(copy.card is not named for copy in seen) == 3)
        await me.take([copy for copy in seen if copy.card is not named], me.aside, shown=True)
        await me.discard([copy for copy in seen if copy.card is named], me.aside)


class MerchantGuild(Action, cost=5, buys=1, coins=1):
    text = {
        1: "+1 Buy, +$1 --- Each card you buy while this is in play gives you +1 Coffers.",
        2: "+1 Buy, +$1. At the end of your Buy phase this turn, +1 Coffers per card you gained in it.",
    }
    rulings = (
        {
            1: "Each copy in play gives 1 Coffers per card you buy, however often it was played. You can't spend it in this Buy "
            "phase.",
            2: "Every card you gain in your Buy phase counts, bought or not. Cards gained in your Action phase don't.",
        },
        {1: "Buying an Event gives nothing.", 2: "If it's played twice, you get 2 Coffers per card."},
        {2: "If you return to your Action phase, each Buy phase counts separately."},
    )

    async def play(self, me: Player, this: Play) -> None:
        if me.game.edition_of(self) == 2:
            this.this_turn(Moment.BUY_END, self.count, independent=True)

    def count(self, me: Player, event: Event) -> None:
        me.get_tokens(COFFERS, sum(seat == me.seat for seat, _ in me.game.turn.gained_in_buy_phase))

    @on(Moment.BUY, independent=True, edition=1)
    def pay(self, me: Player, event: Event) -> None:
        me.get_tokens(COFFERS)


class Soothsayer(Attack, cost=5):
    text = "Gain a Gold. Each opponent gains a Curse, and draws a card if they did."
    rulings = (
        "The others gain Curses in turn order. When the Curses run out, the rest gain nothing and draw nothing.",
        "Drawing isn't optional.",
        "If there's no Gold left, the others still gain Curses.",
        "A Reaction that they draw comes too late to be used against this.",
    )

    async def play(self, me: Player, this: Play) -> None:
        await me.gain(Gold())

    async def hit(self, victim: Player, this: Play, answer: Any) -> None:
        if await victim.gain(Curse()) is not None:
            await victim.draw(1)


class Doctor(
    Action, Overpay, cost=3, editions=[1], overpaying="For each $1 you look at your top card: trash it, discard it or leave it."
):
    text = (
        "Name a card. Reveal your top 3 cards. Trash those with that name, and put the rest back in any order. --- You may overpay "
        "for this. For each $1 extra, before you gain this, look at your top card: trash it, discard it or leave it."
    )
    brief = "Name a card; trash it from your top 3 cards. Overpaid: trash or discard a top card per $1."
    rulings = (
        "You may name any card, whether it's in this game or not. You must trash those you named.",
        "When you overpay, handle one card at a time. If you leave a card, it's the one you look at next.",
        "If your deck runs out while you do that, shuffle, including the cards you just discarded.",
        "The Doctor you're buying isn't in your discard pile yet.",
        "Only you see the cards you look at. Everyone sees what you trash or discard.",
    )

    async def play(self, me: Player, this: Play) -> None:
        named = await me.name_card(leads="Copies of it among your top 3 cards go to the trash.")
        seen = await me.reveal_top(3)
        gone = await me.trash([copy for copy in seen if copy.card is named], me.deck)
        rest = [copy for copy in seen if copy not in gone]
        leads = "They go back on top of your deck, and you draw the first one first."
        back = await me.order(rest, "topdeck", "Put these back; the first is on top", leads=leads, shown=True)
        await me.topdeck(back[::-1], me.deck)

    async def overpaid(self, me: Player, more: Cost) -> None:
        fates = {"trash": "Trash {card}", "discard": "Discard {card}", "keep": "Put back {card}"}
        leads = {"trash": "You trash it.", "discard": "It goes to your discard pile.", "keep": "It stays on top of your deck."}
        for _ in range(more.coins):
            sorted_ = await me.sort(await me.look(1), fates, "What happens to your top card?", leads=leads)
            await me.trash(sorted_["trash"], me.deck)
            await me.discard(sorted_["discard"], me.deck)

    def bonus(self, more: Cost, eyes: Eyes) -> float:
        return 0.3 * more.coins


class Masterpiece(Treasure, Overpay, cost=3, coins=1, editions=[1], overpaying="You gain a Silver for each $1."):
    text = "+$1 --- You may overpay for this. For each $1 extra, gain a Silver before you gain this."
    rulings = (
        "Pay $6 for it and gain 3 Silvers, one by one, or as many as are left.",
        "You gain the Silvers before the Masterpiece.",
        "If you gain it without buying it, you gain no Silver.",
        "If someone else plays your turn with Possession, you overpay, and they gain the Silvers and the Masterpiece.",
    )

    async def overpaid(self, me: Player, more: Cost) -> None:
        for _ in range(more.coins):
            await me.gain(Silver())

    def bonus(self, more: Cost, eyes: Eyes) -> float:
        return eyes.worth(Silver()) * min(more.coins, eyes.left(Silver()))


class Taxman(Attack, cost=4, plural="Taxmen", editions=[1], trashes=1, strength=0.7):
    text = (
        "You may trash one Treasure you hold. If you did, each opponent holding 5 or more cards discards the same Treasure, or "
        "reveals a hand without it; then gain a Treasure costing up to $3 more, onto your deck."
    )
    brief = "Trash a Treasure to gain one costing up to $3 more onto deck. Hands of 5+ discard a copy."
    rulings = (
        "If you trash nothing, nothing else happens.",
        "If you trash a Treasure, you must gain one if you can. It may be the same or a cheaper one.",
        "Players with 4 or fewer cards in hand discard nothing and reveal nothing.",
        "The others discard before you gain.",
        "Any card with the Treasure type counts.",
    )

    def idle(self, hand: Sequence[Held], phase: Phase) -> bool:
        return not any(Type.TREASURE in held.types for held in hand)

    async def play(self, me: Player, this: Play) -> None:
        treasures = [copy for copy in me.hand if me.game.is_a(copy.card, Type.TREASURE)]
        prompt = "You may trash a Treasure"

        def then(card: Card) -> str:
            return me.then_gain(me.game.cost(card).plus(3), Type.TREASURE)

        copy = await me.choose_one(treasures, "trash", optional=True, prompt=prompt, leads=then)
        if copy is None or not await me.trash([copy]):
            return
        for victim in await this.victims():
            if len(victim.hand) >= 5:
                await discard_copy(victim, copy.card)
        leads = "" if me.possessed else "It goes onto your deck: you draw it next."
        await me.gain_from_supply(me.game.cost(copy.card).plus(3), of=Type.TREASURE, to=Zone.DECK, leads=leads)

    def reward(self, purpose: str, card: Card, eyes: Eyes) -> float:
        return eyes.best_gain(eyes.cost(card).plus(3), Type.TREASURE) if Type.TREASURE in card.types else NEVER


class Farrier(
    Action,
    Overpay,
    cost=2,
    set=TOGETHER,
    editions=[2],
    cards=1,
    actions=1,
    buys=1,
    overpaying="For each $1, you draw one more card at the end of this turn.",
):
    text = "+1 Card, +1 Action, +1 Buy --- You may overpay for this. For each $1 extra, draw one more card at the end of this turn."
    brief = "+1 Card, +1 Action, +1 Buy. Overpaid: at the end of this turn, +1 Card per $1."
    rulings = (
        "If you pay $4, you draw 2 more cards, after your new hand: you have 7 for your next turn.",
        "Several Farriers you overpaid for in one turn add up.",
        "If you gain it without buying it, you draw no more cards.",
    )

    async def overpaid(self, me: Player, more: Cost) -> None:
        async def draw(me: Player, event: Event) -> None:
            await me.draw(more.coins)

        this = me.game.playing
        assert this is not None
        this.this_turn(Moment.TURN_END, draw, once=True)

    def bonus(self, more: Cost, eyes: Eyes) -> float:
        return 0.7 * more.coins


class Infirmary(Action, Overpay, cost=3, set=TOGETHER, editions=[2], cards=1, overpaying="You play it once for each $1."):
    text = (
        "+1 Card, then you may trash one from your hand. --- You may overpay for this. Once you've gained this, play it once for "
        "each $1 extra."
    )
    brief = "+1 Card; you may trash a card. Overpaid: play this once per $1 when you get it."
    rulings = (
        "Draw first, then choose. Finish each play before starting the next.",
        "If you pay $5, you play it twice, in your Buy phase, without using an Action. It's discarded in Clean-up.",
        "If something moved it after you gained it, you can't play it.",
        "You can't play a Treasure that you draw this way, since you've already bought something.",
    )

    async def play(self, me: Player, this: Play) -> None:
        await me.trash(await me.choose(me.hand, "trash", 1, minimum=0))

    @on(Moment.GAIN, zone=None, when=lambda me, event: event.overpaid.coins > 0, edition=2)
    async def after_gain(self, me: Player, event: Event) -> None:
        if event.copy is None or not event.there:
            return
        play = await me.play(event.copy, me.zone(event.to))
        for _ in range(event.overpaid.coins - 1):
            play = await me.play_again(play)

    def bonus(self, more: Cost, eyes: Eyes) -> float:
        return 0.3 * min(more.coins, sum(map(eyes.is_junk, eyes.hand)))


class Footpad(DiscardingAttack, cost=5, set=TOGETHER, editions=[2], strength=1.7):
    text = (
        "+2 Coffers. Each opponent discards down to 3 cards in hand. --- In games with this, whenever you gain a card during an "
        "Action phase, you get +1 Card."
    )
    brief = "+2 Coffers. Opponents discard to 3. All game: gains in Action phases give +1 Card."
    rulings = (
        "The rule below the line applies from the first turn on, even if no one has a Footpad.",
        "You draw for each card you gain, in any player's Action phase: for a Curse from another player's Witch, too.",
        "Cards gained in a Buy phase or in Clean-up draw nothing.",
        "A card you gain onto your deck is there when you draw, so you draw it.",
        "A player with 3 or fewer cards in hand discards nothing.",
    )

    async def play(self, me: Player, this: Play) -> None:
        me.get_tokens(COFFERS, 2)

    @on(Moment.GAIN, zone=Zone.SUPPLY, when=lambda me, event: event.phase == "action", draws=True)
    async def draw(self, me: Player, event: Event) -> None:
        await me.draw(1)
