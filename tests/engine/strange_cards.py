"""Cards that aren't in any set: each is the shortest one that needs a certain mechanism. `on_the_table` lets a test play with
them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from engine.card import Action, Attack, Card, Cost, Reaction, Treasure, Type, Victory
from engine.cards.basic import Copper, Curse, Gold, Silver
from engine.events import Moment, on
from engine.fuzz_cards import listed
from engine.mechanisms import LANDSCAPES, Extra, Landscape, Token, Zone
from engine.overpay import Overpay
from engine.play import Play

if TYPE_CHECKING:
    from engine.core import Core
    from engine.events import Event, Later
    from engine.player import Player

SET = "Strange"
OPEN_MAT = Zone("Open mat")
SECRET_MAT = Zone("Secret mat", seen="owner")
MEDAL = Token("Medal", points=2)
CHIP = Token("Chip", coins=1, set=SET)
WONDER = Landscape("Wonder", bought=True, most=1)
del LANDSCAPES[WONDER]
DURATION = [Type.DURATION]


class Strange(Card):
    """Base of these cards."""

    listed = False


class Exhibit(Strange, Action, cost=2, actions=1):
    async def play(self, me: Player, this: Play) -> None:
        copy = await me.choose_one(me.hand, "keep", prompt="Put a card onto the mat")
        await me.put([copy] if copy else [], me.hand, OPEN_MAT)
        if this.there and this.copy is not None:
            await me.put([this.copy], me.in_play, OPEN_MAT)


class Cave(Strange, Action, cost=2, actions=2):
    async def play(self, me: Player, this: Play) -> None:
        if await me.ready(1):
            await me.put(me.deck[-1:], me.deck, SECRET_MAT)


class Ladder(Strange, Action, cost=2):
    async def play(self, me: Player, this: Play) -> None:
        await me.take(list(me.zone(SECRET_MAT)), me.zone(SECRET_MAT))


class Medalist(Strange, Action, cost=2, actions=1):
    async def play(self, me: Player, this: Play) -> None:
        me.get_tokens(MEDAL)
        pile = await me.choose_pile("choose", lambda card: True, prompt="Put a Medal on a pile")
        if pile is not None:
            me.put_tokens(MEDAL, pile)

    @on(Moment.BUY, zone=Zone.SUPPLY, when=lambda me, event: bool(event.pile and event.pile.tokens.get(MEDAL)), independent=True)
    def pays(self, me: Player, event: Event) -> None:
        assert event.pile is not None
        me.get_tokens(MEDAL, event.pile.tokens[MEDAL])


class Croupier(Strange, Action, cost=2, actions=1):
    async def play(self, me: Player, this: Play) -> None:
        me.get_tokens(CHIP, 2)


class Lavish(Strange, Action, Overpay, cost=2, overpaying="You get as many VP.", with_potions=True):
    async def overpaid(self, me: Player, more: Cost) -> None:
        me.get_vp(more.coins)
        if more.potion:
            await me.gain(Gold())


class Ditch(Strange, Action, cost=2, actions=1, types=DURATION):
    async def play(self, me: Player, this: Play) -> None:
        this.later(Moment.TURN_START, "coin", independent=True)

    async def coin(self, me: Player, effect: Later) -> None:
        me.get(coins=1)


class Spring(Strange, Action, cost=2, actions=1, types=DURATION):
    async def play(self, me: Player, this: Play) -> None:
        this.later(Moment.TURN_START, "card", draws=True)

    async def card(self, me: Player, effect: Later) -> None:
        await me.draw(1)


class Cistern(Spring, cost=2):
    pass


class Larder(Strange, Action, cost=2, actions=1):
    """Sets aside a card, which is played on the next turn; a question about the order names that card."""

    async def play(self, me: Player, this: Play) -> None:
        copy = await me.choose_one(me.hand, "save", prompt="Set a card aside")
        if kept := await me.set_aside([copy] if copy else [], me.hand):
            Play(me, None, self, None).later(Moment.TURN_START, "serve", cards=kept, shown=True, named=True)

    async def serve(self, me: Player, effect: Later) -> None:
        await me.play(effect.cards.pop(), me.aside, me.game.playing)


class Drain(Strange, Action, cost=2, actions=1, types=DURATION):
    async def play(self, me: Player, this: Play) -> None:
        this.later(Moment.TURN_START, "lose")

    async def lose(self, me: Player, effect: Later) -> None:
        await me.discard(await me.choose(me.hand, "discard", 1))


class Tithe(Strange, Action, cost=2, actions=1, types=DURATION):
    async def play(self, me: Player, this: Play) -> None:
        this.later(Moment.TURN_START, "copper")

    async def copper(self, me: Player, effect: Later) -> None:
        await me.gain(Copper())


class Viaduct(Strange, Action, cost=2, actions=1):
    async def play(self, me: Player, this: Play) -> None:
        this.cost_less(1)


class Gilding(Strange, Action, cost=2, actions=1):
    async def play(self, me: Player, this: Play) -> None:
        this.this_turn(Moment.TYPES, self.gild, when=lambda me, event: event.card is Exhibit(), independent=True)

    def gild(self, me: Player, event: Event) -> None:
        event.types |= {Type.TREASURE}


class Closing(Strange, Action, cost=2, actions=1):
    async def play(self, me: Player, this: Play) -> None:
        this.this_turn(Moment.BUY_START, lambda me, event: me.get_vp(1), independent=True)
        this.this_turn(Moment.BUY_END, lambda me, event: me.get_vp(10), independent=True)


class Balance(Strange, Action, cost=2):
    async def play(self, me: Player, this: Play) -> None:
        me.get(buys=len(me.hand) > 1, coins=bool(me.hand))


class Blessed(Strange, Action, cost=2):
    def set_up(self, game: Core) -> None:
        game.tokens_on(self)["vp"] = 3


class Beacon(Strange, Action, cost=2, actions=1, types=DURATION):
    async def play(self, me: Player, this: Play) -> None:
        this.later(Moment.TURN_START, "nothing", independent=True)
        this.later(Moment.ATTACKED, "protect", until=Moment.TURN_START)

    async def nothing(self, me: Player, effect: Later) -> None: ...

    def protect(self, me: Player, effect: Later) -> None:
        assert effect.event is not None and effect.event.play is not None
        effect.event.play.unaffected.add(me)


class Rapids(Strange, Attack, cost=2, types=DURATION):
    """Affects others at their first gain before its player's next turn."""

    async def play(self, me: Player, this: Play) -> None:
        this.later(Moment.GAIN, "draw", anyone=True, when="others", until=Moment.TURN_START, draws=True)
        this.later(Moment.TURN_START, "card", draws=True)

    def others(self, me: Player, event: Event, effect: Later) -> bool:
        return event.player is not me

    async def draw(self, me: Player, effect: Later) -> None:
        effect.again()
        await me.draw(1)

    async def card(self, me: Player, effect: Later) -> None:
        await me.draw(1)


class Trinket(Strange, Treasure, cost=2, coins=2):
    @on(Moment.BUYABLE, zone=None, when=lambda me, event: any(copy.card is Copper() for copy in me.in_play))
    def forbid(self, me: Player, event: Event) -> None:
        event.forbidden = True


class Proxy(Strange, Action, cost=2):
    """Plays a Ditch, leaving it in the Supply."""

    async def play(self, me: Player, this: Play) -> None:
        await me.play_without_copy(Ditch(), this)


class Beach(Strange, Action, cost=2, actions=1):
    async def play(self, me: Player, this: Play) -> None:
        copy = await me.choose_one(me.game.trash, "gain", prompt="Gain a card from the trash", shown=True)
        await me.gain_from([copy] if copy else [], me.game.trash, Zone.HAND)


class Vigil(Strange, Action, cost=2, types=DURATION):
    async def play(self, me: Player, this: Play) -> None:
        if me.game.turn.before != me.seat and me.game.turn.next_hand == 5:
            me.game.turn.next_hand = 3
            me.game.add_extra_turn(me)
            this.later(Moment.TURN_START, "nothing", independent=True)

    async def nothing(self, me: Player, effect: Later) -> None: ...


class Scribe(Strange, Action, cost=2):
    @on(Moment.PLAYED, when=lambda me, event: event.card is Silver(), independent=True)
    def write(self, me: Player, event: Event) -> None:
        me.get_vp(1)


class Augury(Strange, Action, cost=2, actions=1):
    async def play(self, me: Player, this: Play) -> None:
        named = await me.name_card()
        (top,) = await me.reveal_top(1)
        if top.card is named:
            await me.take([top], me.deck, shown=True)


class Taboo(Strange, Action, cost=2, actions=1):
    """The next player names a card that can't be bought this turn."""

    async def play(self, me: Player, this: Play) -> None:
        left, *_ = await me.others()
        await left.name_card()

    @on(Moment.BUYABLE, zone=Zone.SUPPLY, when=lambda me, event: (Taboo(), event.card) in me.game.turn.named)
    def forbid(self, me: Player, event: Event) -> None:
        event.forbidden = True


class Bargain(Strange, Action, cost=6):
    """Cheaper in a Buy phase."""

    @on(Moment.COST, zone=None, when=lambda me, event: me.game.phase == "buy")
    def cheaper(self, me: Player, event: Event) -> None:
        event.cost = event.cost.plus(-3)


class Burrow(Strange, Action, cost=2, actions=1, cards=1):
    async def play(self, me: Player, this: Play) -> None:
        copy = await me.choose_one(me.hand, "topdeck", prompt="Put a card into your deck")
        if copy is not None:
            await me.put_into_deck(copy, me.hand)


class Parade(Strange, Action, cost=2):
    """Everyone passes a card to the left."""

    async def play(self, me: Player, this: Play) -> None:
        players = [me, *await me.others()]
        chosen = [await player.choose_one(player.hand, "pass", prompt="Pass a card") for player in players]
        for player, copy, to in zip(players, chosen, [*players[1:], me], strict=True):
            await player.pass_to(to, [copy] if copy else [])


class Raider(Strange, Attack, cost=2, types=DURATION):
    """The first Silver or Gold of each opponent's turn is trashed, after giving its coins."""

    async def play(self, me: Player, this: Play) -> None:
        spared = [player.seat for player in this.unaffected]
        this.later(Moment.PLAYED, "sink", anyone=True, when="first", until=Moment.TURN_START, coins=0, spared=spared)
        this.later(Moment.TURN_START, "nothing", independent=True)

    def first(self, me: Player, event: Event, effect: Later) -> bool:
        dear = (Silver(), Gold())
        if event.player is me or event.player.seat in effect.data["spared"] or event.card not in dear or not event.there:
            return False
        return sum(card in dear for card in me.game.turn.played) == 1

    async def sink(self, me: Player, effect: Later) -> None:
        effect.again()
        event = effect.event
        assert event is not None and event.copy is not None
        await event.player.trash([event.copy], event.player.in_play)

    async def nothing(self, me: Player, effect: Later) -> None: ...


class Cordon(Strange, Attack, cost=2, types=DURATION):
    """Sets a gained card aside; other players who gain a copy of it on their own turn gain a Curse."""

    async def play(self, me: Player, this: Play) -> None:
        copy = await me.gain_from_supply(4, to=Zone.SET_ASIDE)
        if copy is not None and copy in me.aside:
            this.later(Moment.TURN_START, "take", cards=[copy], shown=True)
            this.later(Moment.GAIN, "curse", anyone=True, when="a_copy", until=Moment.TURN_START, name=copy.card.name)

    async def take(self, me: Player, effect: Later) -> None:
        await me.take(effect.cards, me.aside, shown=True)

    def a_copy(self, me: Player, event: Event, effect: Later) -> bool:
        gainer, card = event.player, event.card
        return gainer is not me and gainer.on_turn and card is not None and card.name == effect.data["name"]

    async def curse(self, me: Player, effect: Later) -> None:
        effect.again()
        assert effect.event is not None
        await effect.event.player.gain(Curse())


class Mate(Strange, Action, cost=2, actions=1):
    """The first Duration gained this turn may be played from wherever it is."""

    async def play(self, me: Player, this: Play) -> None:
        async def board(me: Player, event: Event) -> None:
            if event.copy is not None and await me.may("Play it?", "play", event.card, yes="It is played.", no="It stays."):
                me.game.drop_turn_effect(effect)
                await me.play(event.copy, me.zone(event.to), this)

        effect = this.this_turn(Moment.GAIN, board, when=self.duration)

    def duration(self, me: Player, event: Event) -> bool:
        return event.there and event.card is not None and me.game.is_a(event.card, Type.DURATION)


class Relic(Strange, Treasure, cost=0, coins=3, brought=True):
    pass


class Pilgrim(Strange, Action, cost=2, brings=[Relic]):
    async def play(self, me: Player, this: Play) -> None:
        await me.gain(Relic())


class Pyre(Strange, Action, cost=2, actions=1):
    async def play(self, me: Player, this: Play) -> None:
        await me.trash(await me.choose(me.hand, "trash", 3, minimum=0))


class Gong(Strange, Action, cost=2):
    @on(Moment.TRASH, zone=None)
    async def sound(self, me: Player, event: Event) -> None:
        await me.draw(1)


class Urn(Strange, Action, cost=2):
    @on(Moment.TRASH, zone=None)
    async def leave(self, me: Player, event: Event) -> None:
        if event.there:
            await me.gain_from([event.copy] if event.copy else [], me.game.trash)


class Freebooter(Strange, Action, cost=2, reacting="You play it.", types=[Type.REACTION, Type.DURATION]):
    """May be played when anyone gains a Treasure; gives a coin on the player's next turn."""

    async def play(self, me: Player, this: Play) -> None:
        this.later(Moment.TURN_START, "coin", independent=True)

    async def coin(self, me: Player, effect: Later) -> None:
        me.get(coins=1)

    @on(
        Moment.GAIN,
        zone=Zone.HAND,
        anyone=True,
        when=lambda me, event: event.card is not None and me.game.is_a(event.card, Type.TREASURE),
        owed=[Moment.PLAY, Moment.REPLACE, Moment.PLAYED],
    )
    async def come(self, me: Player, event: Event) -> None:
        assert event.by is not None
        await me.play(event.by, me.hand)


class Rabbit(Strange, Action, Reaction, cost=2, cards=1, actions=1, reacting="You play it."):
    """May be played whenever it is discarded."""

    @on(Moment.DISCARD, zone=Zone.DISCARD)
    async def hop(self, me: Player, event: Event) -> None:
        assert event.by is not None
        await me.play(event.by, me.discard_pile)


class Sifter(Strange, Action, cost=2, actions=1):
    async def play(self, me: Player, this: Play) -> None:
        await me.discard(await me.choose(me.hand, "discard", 9, minimum=0))


class Barterer(Strange, Action, Reaction, cost=2, reacting="You exchange it for a Silver."):
    @on(Moment.GAIN, zone=Zone.HAND)
    async def swap(self, me: Player, event: Event) -> None:
        pile = me.game.pile_of(Silver())
        if event.there and event.copy is not None and pile is not None:
            me.exchange([event.copy], me.zone(event.to), pile)


class Beachcomber(Strange, Action, cost=2, reacting="You draw a card.", types=[Type.REACTION]):
    @on(Moment.DISCARD, zone=Zone.HAND, anyone=True, when=lambda me, event: event.player is not me)
    async def comb(self, me: Player, event: Event) -> None:
        await me.draw(1)


class Mourner(Strange, Reaction, cost=2, reacting="You discard it for a Gold."):
    @on(Moment.TRASH, zone=Zone.HAND)
    async def mourn(self, me: Player, event: Event) -> None:
        assert event.by is not None
        if await me.discard([event.by]):
            me.get_vp(1)


class Hermitage(Strange, Action, Reaction, cost=2, reacting="You draw a card."):
    """A Reaction to Attacks, only for players with five cards in hand."""

    def can_react(self, me: Player, attack: Play) -> bool:
        return len(me.hand) >= 5

    async def react(self, me: Player, attack: Play) -> None:
        await me.discard(await me.choose(me.hand, "discard", 1))


class Bullion(Strange, Treasure, cost=9, coins=5, basic=True, optional="Bullion/Realm"):
    def pile_size(self, players: int) -> int:
        return 12


class Realm(Strange, Victory, cost=11, points=10, basic=True, ends_game=True, optional="Bullion/Realm"): ...


class Warlock(Strange, Attack, cost=4, extra=Extra("ward", "Ward", (2, 3))):
    """Gives a VP for each card in hand from the Ward pile."""

    async def play(self, me: Player, this: Play) -> None:
        ward = me.game.marks[self.name]["ward"]
        me.get_vp(sum(copy.home is not None and copy.home.name == ward for copy in me.hand))


class Shepherd(Strange, Action, cost=3, extra=Extra("fold", "Fold", (2,))): ...


class Bargeman(Strange, Action, cost=5, actions=1, extra=Extra("pile", "Bargeman's pile", (3, 4), supply=False)):
    """Gains a card from a pile beside the Supply."""

    async def play(self, me: Player, this: Play) -> None:
        top = me.game.piles[me.game.marks[self.name]["pile"]].top
        if top is not None:
            await me.gain(top)


class Colossus(Strange, kind=WONDER, cost=2):
    async def buy(self, me: Player) -> None:
        me.game.marks.setdefault(self.name, {})[MEDAL] = 1

    def points_at_end(self, me: Player) -> int:
        return 3

    def status(self, game: Core) -> str:
        return "Built" if game.marks.get(self.name) else ""


def strange() -> list[Card]:
    """Return all of them."""
    return [each._only for each in subclasses(Strange) if "_only" in vars(each)]


def subclasses(kind: type[Card]) -> Iterator[type[Card]]:
    for each in kind.__subclasses__():
        yield each
        yield from subclasses(each)


@contextmanager
def on_the_table() -> Iterator[None]:
    """Add these to all existing cards, and their kinds of landscape to all kinds."""
    with listed(*strange()):
        LANDSCAPES[WONDER] = WONDER
        try:
            yield
        finally:
            del LANDSCAPES[WONDER]
