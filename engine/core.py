"""The rules machine: turns, phases, plays, events, decisions. It knows mechanisms, never cards.

One coroutine plays the game. It stops where a decision is open and is driven on when the answers are in; there is no
asyncio. `Game` (game.py) keeps the journal around it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from inspect import iscoroutinefunction
from itertools import chain
from typing import TYPE_CHECKING, Any, Literal

from engine import words
from engine.card import ACTION, ATTACK, TREASURE, Card, Copy, Cost, Pile, Type, Zone
from engine.cards.basic import ENDS_THE_GAME
from engine.decision import Ask, OrderAsk, Pause, ReactAsk, Waits, together
from engine.errors import StaleDecision
from engine.events import (
    BETWEEN_TURNS,
    BUY,
    BUY_END,
    BUY_START,
    CLEANUP_START,
    COST,
    DISCARDED_FROM_PLAY,
    GAIN,
    PLAY,
    PLAYED,
    REPLACE,
    SHUFFLE,
    TURN_END,
    TURN_START,
    TYPES,
    WOULD_GAIN,
    Ability,
    Event,
    Later,
    Moment,
    Trigger,
    TurnEffect,
)
from engine.play import Play
from engine.player import Player
from engine.turn import ExtraTurn, Turn, TurnAsk
from engine.view import LogEntry

if TYPE_CHECKING:
    from engine.save import Setup
    from engine.shuffle import Shuffler

HAND_SIZE = 5
IN_DISCARD = Zone.DISCARD
Phase = Literal["action", "buy", "cleanup", "between", "over"]
Then = Callable[[Player, Any], Coroutine[Waits, None, None]]


@dataclass(slots=True)
class Debt:
    """What a victim owes an Attack: the answer to `ask`, and then what `play` does with it (`rest`, once begun)."""

    play: Play
    ask: Ask[Any]
    then: Then
    rest: Coroutine[Waits, None, None] | None = None


class Core:
    """A game being played. `piles` are by name, and `sold` are the uniform ones by the answer that buys from them; `current` is
    whose turn it is or was last; `playing` is the play whose text is being followed; `heard` counts, for each moment, what might
    answer it; `secrets` counts how often something hidden came out.

    `lines` is the log, or None where nobody reads it. `brisk` games end a turn by themselves after its last Buy; for people that
    stays a decision, since until then they can take the buy back.
    """

    __slots__ = (
        "_main", "_settling", "abilities", "asked", "brisk", "cards", "current", "debts", "edition", "emptied", "extra_turns",
        "heard", "homes", "landscapes", "last_gain", "last_seat", "lines", "logged", "marks", "on_turn_start", "open", "paid",
        "phase", "piles", "players", "playing", "reactions", "reason", "secrets", "setup", "shuffler", "sold",
        "somebody_left", "spent", "trash", "turn", "turn_effects",
    )  # fmt: skip

    def __init__(self, setup: Setup, shuffler: Shuffler) -> None:
        self.setup = setup
        self.edition = setup.edition
        self.shuffler = shuffler
        self.players = [Player(self, seat, name) for seat, name in enumerate(setup.players)]
        self.piles: dict[str, Pile] = {}
        self.sold: dict[str, Pile] = {}
        self.homes: dict[Card, Pile] = {}
        self.landscapes: list[Card] = []
        self.marks: dict[str, dict[str, Any]] = {}
        self.trash: list[Copy] = []
        self.current = self.players[0]
        self.phase: Phase = "between"
        self.turn = Turn(0, 0)
        self.last_seat = 0
        self.last_gain = 0
        self.extra_turns: list[ExtraTurn] = []
        self.spent = False
        self.playing: Play | None = None
        self.cards: set[Card] = set()
        self.abilities: dict[Moment, list[tuple[Card, Ability]]] = defaultdict(list)
        self.reactions: list[Card] = []
        self.turn_effects: dict[Moment, list[TurnEffect]] = defaultdict(list)
        self.heard: dict[Moment, int] = defaultdict(int)
        self.secrets = 0
        self.asked = 1
        self.paid = 0
        self.open: Sequence[Ask[Any]] = ()
        self.debts: list[Debt] = []
        self.lines: list[LogEntry] | None = None
        self.logged = 0
        self.reason = ""
        self.emptied = False
        self.somebody_left = False
        self.brisk = False
        self.on_turn_start: Callable[[], None] | None = None
        self._main: Coroutine[Waits, None, None] | None = None
        self._settling = -1

    # ---- things that hold for the game

    def add_card(self, card: Card) -> None:
        """Makes a card part of this game, so that its abilities are heard."""
        if card in self.cards:
            return
        self.cards.add(card)
        if card.has_react:
            self.reactions.append(card)
        for ability in card.abilities:
            self.abilities[ability.moment].append((card, ability))
            self.heard[ability.moment] += 1

    def add_pile(self, pile: Pile) -> None:
        """Puts a pile on the table, and its cards into the game."""
        self.piles[pile.name] = pile
        if pile.stack is None:
            self.sold[f"buy:{pile.name}"] = pile
        for card in pile.cards():
            self.homes[card] = pile
            self.add_card(card)

    def add_landscape(self, card: Card) -> None:
        """Puts an Event or Landmark on the table."""
        self.landscapes.append(card)
        self.add_card(card)

    def add_turn_effect(self, effect: TurnEffect) -> None:
        """Lets something answer a moment for the rest of the turn."""
        self.turn_effects[effect.moment].append(effect)
        self.heard[effect.moment] += 1

    def add_later(self, effect: Later) -> None:
        """Lets something answer a moment on a later turn."""
        if not iscoroutinefunction(getattr(effect.card, effect.method, None)):
            raise TypeError(f"{effect.card} has no `async def {effect.method}`, which is to be called later")
        effect.owner.later.append(effect)
        self.heard[effect.moment] += 1
        if effect.until is not None:
            self.heard[effect.until] += 1

    def add_extra_turn(self, player: Player, possessor: Player | None = None) -> None:
        """Lets `player` take a turn after this one (R61), in which `possessor`, if given, decides (R63)."""
        because = self.playing.card.name if self.playing is not None else ""
        self.extra_turns.append(ExtraTurn(player.seat, possessor.seat if possessor is not None else None, because))

    def drop_later(self, effect: Later) -> None:
        """It is over with something put off."""
        effect.owner.later.remove(effect)
        self.heard[effect.moment] -= 1
        if effect.until is not None:
            self.heard[effect.until] -= 1

    def cost(self, card: Card) -> Cost:
        """What `card` costs now, wherever it is (R29)."""
        if not self.heard[COST]:
            return card.cost
        event = Event(COST, self.current, card=card)
        event.cost = card.cost
        self._look_up(event)
        return event.cost

    def types(self, card: Card) -> frozenset[Type]:
        """What `card` is now (R38)."""
        if not self.heard[TYPES]:
            return card.types
        event = Event(TYPES, self.current, card=card)
        event.types = card.types
        self._look_up(event)
        return event.types

    def is_a(self, card: Card, kind: Type) -> bool:
        """Whether `card` is of that type now."""
        return kind in (self.types(card) if self.heard[TYPES] else card.types)

    def holds(self, player: Player, kind: Type) -> bool:
        """Whether `player` has a card of that type in hand."""
        if self.heard[TYPES]:
            return any(kind in self.types(copy.card) for copy in player.hand)
        for copy in player.hand:  # noqa: SIM110 (asked every turn, where a generator takes twice as long)
            if kind in copy.card.types:
                return True
        return False

    def _look_up(self, event: Event) -> None:
        """Lets everything that has a say in a cost or in types change `event`, in turn order; nobody is asked."""
        for player in self.in_turn_order():
            for trigger in self._triggers(event, player):
                trigger.run()

    def pile_of(self, card: Card) -> Pile | None:
        """The pile that `card` belongs to in this game."""
        return self.homes.get(card)

    def tokens_on(self, card: Card) -> dict[str, int]:
        """What lies on the pile that `card` belongs to."""
        pile = self.pile_of(card)
        return pile.tokens if pile is not None else {}

    def topped(self, name: str) -> Pile | None:
        """The pile that has the card called `name` on top."""
        pile = self.piles.get(name)
        if pile is not None and pile.stack is None:
            return pile if pile.count else None
        return next((pile for pile in self.piles.values() if pile.top is not None and pile.top.name == name), None)

    def in_turn_order(self, start: Player | None = None) -> list[Player]:
        """The players who have not resigned, from `start` (by default whose turn it is) to the left (R32)."""
        first = (start or self.current).seat
        order = self.players[first:] + self.players[:first]
        return [player for player in order if not player.resigned]

    def phase_seen_by(self, viewer: int | None) -> Phase:
        """The phase as `viewer` may know it: whoever holds no Action is asked at once what to buy, but until they do something
        there, or have no Action left to use, only they know that."""
        hidden = self.phase == "buy" and not self.turn.buying and self.current.actions and self.current.controller != viewer
        return "action" if hidden else self.phase

    def empty_piles(self) -> int:
        """How many Supply piles are empty (R52)."""
        return sum([pile.supply and not pile.count for pile in self.piles.values()]) if self.emptied else 0

    # ---- the log

    def note(self, kind: str, player: Player | None, text: str, private: str | None = None, card: str | None = None) -> None:
        """Logs that something happened; `private` is what `player` (and who decides for them) reads instead of `text`, and
        `card` the one card that was bought, gained or revealed, if it was just one."""
        if self.lines is None:
            return
        depth = 0
        play = self.playing
        while play is not None:
            depth, play = depth + 1, play.cause
        readers = {} if private is None or player is None else {player.seat: private, player.controller: private}
        seat = None if player is None else player.seat
        entry = LogEntry.model_construct(
            number=self.logged, turn=self.turn.number, depth=depth, kind=kind, seat=seat, text=text, private=readers, card=card
        )
        self.logged += 1
        self.lines.append(entry)

    # ---- decisions

    def begin(self, *, amid: bool = False) -> None:
        """Starts (or, on a restored game, takes up) playing, up to the first decision. `amid`: in the midst of a turn whose
        player, phase and counters are set, instead of at its start."""
        self._main = self._play(amid)
        self._go_on()

    def decisions(self) -> list[Ask[Any]]:
        """All decisions that are open: those the game waits for now, and those owed (but what needs no answer, or was answered
        with the Reaction, only waits for its turn)."""
        return [*self.open, *(debt.ask for debt in self.debts if debt.ask.forced is None and debt.ask not in self.open)]

    def answer(self, seat: int, decision: int, ids: Sequence[str]) -> Ask[Any]:
        """Answers a decision and plays on to the next ones. Raises StaleDecision or IllegalAnswer, changing nothing."""
        ask = self.find(seat, decision)
        ask.check(ids)
        self.put(ask, tuple(ids))
        return ask

    def find(self, seat: int, decision: int) -> Ask[Any]:
        """The open decision `decision` of that deciding seat; raises StaleDecision."""
        queue: Sequence[Ask[Any]]
        for queue in (self.open, [debt.ask for debt in self.debts]):
            for place, ask in enumerate(queue):
                if ask.id == decision and ask.forced is None:
                    if ask.decider != seat:
                        raise StaleDecision(words.SOMEBODY_ELSES)
                    if ask.answer is not None and all(earlier.answer is not None for earlier in queue[:place]):
                        raise StaleDecision(words.ANSWERED_ALREADY)
                    return ask
        raise StaleDecision(words.MOVED_ON)

    def put(self, ask: Ask[Any], ids: tuple[str, ...]) -> None:
        """Gives an open decision a legal answer and plays on."""
        if ask.player is not self.current:
            self.secrets += 1
        if self.phase == "buy" and not self.debts and isinstance(ask, TurnAsk) and self._done_at_once(ask.player, ids[0]):
            if self.brisk and self._nothing_left(ask.player) and not self._pass_at_once(ask.player):
                ask.answer = ("end",)
                self._go_on()
                return
            ask.player = self.current
            ask.id = self.asked
            self.asked += 1
            return
        ask.answer = ids
        self._go_on()

    def _done_at_once(self, me: Player, todo: str) -> bool:
        """Does what `me` decided in their Buy phase, if nothing can answer it. The coroutine, which waits for that decision, is not
        woken: the same question comes again, if need be to the next player."""
        if todo == "end":
            return self._pass_at_once(me)
        if (pile := self.sold.get(todo)) is not None:
            done = self._buy_at_once(me, pile)
        else:
            done = todo == "treasures" and self._play_treasures_at_once(me)
        self.turn.buying |= done
        return done

    def _nothing_left(self, me: Player) -> bool:
        """Whether ending the turn is all that is left in it after a buy."""
        return not me.buys and not me.debt and self.turn.bought > 0 and self.phase == "buy"

    def _pass_at_once(self, me: Player) -> bool:
        """Ends this turn and goes on to the next player's Buy phase, if nothing can answer any of that and they hold no Action."""
        if self.emptied or self.extra_turns or self.somebody_left or me.controller != me.seat or any(self.heard.values()):
            return False
        if self.holds(self.players[(self.last_seat + 1) % len(self.players)], ACTION) or not self._clean_up_at_once(me):
            return False
        self._end_turn(me)
        self._next_turn()
        self._start_turn()
        self.phase = "buy"
        return True

    def _go_on(self) -> None:
        """Plays on as far as the answers given allow."""
        while True:
            if self.somebody_left:
                self._answer_for_the_resigned()
            while self.debts and self.debts[0].ask.answer is not None:
                self._pay(self.debts[0])
            main = self._main
            if main is None or self._settling == self.paid:
                return
            for ask in self.open:
                if ask.answer is None:
                    return
            self.open = ()
            try:
                waits = main.send(None)
            except StopIteration:
                self._main = None
                return
            if self._main is main:
                self.open = waits
                self._settling = -1 if waits else self.paid
                self._number(waits)

    def _answer_for_the_resigned(self) -> None:
        for ask in self.decisions():
            if ask.answer is None and self.players[ask.decider].resigned:
                ask.answer = ask.least()

    def _number(self, asks: Waits) -> None:
        for ask in asks:
            if not ask.id:
                ask.id = self.asked
                self.asked += 1

    def _pay(self, debt: Debt) -> None:
        """Does what was owed, now that the answer is in."""
        outer, self.playing = self.playing, debt.play
        if debt.rest is None:
            debt.rest = debt.then(debt.ask.player, debt.ask.result(debt.ask.answer or ()))
        try:
            waits = debt.rest.send(None)
        except StopIteration:
            self.debts.remove(debt)
            self.paid += 1
        else:
            (debt.ask,) = waits
            debt.ask.owed = True
            self._number(waits)
        finally:
            self.playing = outer

    async def settle(self, player: Player | None = None) -> None:
        """Waits until `player` owes nothing any more (None: until nobody does)."""
        while any(player is None or debt.ask.player is player for debt in self.debts):
            await Pause()

    # ---- events

    async def window(self, event: Event) -> None:
        """Lets everything that answers `event` do so, in turn order, each player's own in the order they choose."""
        for ended in [effect for effect in event.player.later if effect.until is event.moment]:
            self.drop_later(ended)
        if self.debts and any(ability.anyone for _, ability in self.abilities[event.moment]):
            await self.settle()
        for player in self.in_turn_order():
            done: set[object] = set()
            plan: list[object] = []
            while ready := [trigger for trigger in self._triggers(event, player) if trigger.key not in done]:
                trigger = next((each for each in ready if each.independent), ready[0])
                if not trigger.independent and len({each.card for each in ready}) > 1:
                    if set(plan) != {each.key for each in ready}:
                        order = await OrderAsk(player, [each.card.name for each in ready], "order", words.WHICH_ORDER)
                        plan = [ready[place].key for place in order]
                    trigger = next(each for each in ready if each.key == plan[0])
                    del plan[0]
                done.add(trigger.key)
                running = trigger.run()
                if running is not None:
                    outer = self.playing
                    self.playing = Play(player, None, trigger.card, outer)
                    await running
                    self.playing = outer

    def _triggers(self, event: Event, player: Player) -> list[Trigger]:
        """What of `player` is ready to answer `event`."""
        ready: list[Trigger] = []
        for card, ability in self.abilities[event.moment]:
            if (event.player is player or ability.anyone) and (ability.when is None or ability.when(player, event)):
                for copy in self._sources(card, ability, event, player):
                    # The copy an event is about answers it once, even if answering moves it.
                    stamp = copy.stamp if copy is not None and ability.zone is not None else 0
                    key = (card, ability.method, id(copy), stamp)
                    method = getattr(card, ability.method)
                    ready.append(Trigger(key, card, ability.independent, lambda m=method: m(player, event)))  # type: ignore[misc]
        for effect in self.turn_effects[event.moment]:
            if (
                effect.owner is player
                and (event.player is player or effect.anyone)
                and (effect.when is None or effect.when(player, event))
            ):
                card = effect.source.card
                ready.append(Trigger(effect, card, effect.independent, lambda e=effect: self._run_turn_effect(e, event)))  # type: ignore[misc]
        for later in player.later:
            if (
                later.moment is event.moment
                and (event.player is player or later.anyone)
                and (later.when is None or getattr(later.card, later.when)(player, event, later))
            ):
                ready.append(Trigger(later, later.card, False, lambda e=later: self._run_later(e, event)))  # type: ignore[misc]
        return ready

    def _sources(self, card: Card, ability: Ability, event: Event, player: Player) -> Sequence[Copy | None]:
        """The copies whose `ability` can answer; None stands for a card that is only looked up."""
        if ability.zone is Zone.SUPPLY:
            return (None,)
        if ability.zone is None:
            return (event.copy,) if event.card is card else ()
        zone = {Zone.HAND: player.hand, Zone.IN_PLAY: player.in_play, Zone.SET_ASIDE: player.aside}[ability.zone]
        return [copy for copy in zone if copy.card is card]

    async def _run_turn_effect(self, effect: TurnEffect, event: Event) -> None:
        if effect.once:
            self.turn_effects[effect.moment].remove(effect)
            self.heard[effect.moment] -= 1
        running = effect.run(effect.owner, event)
        if running is not None:
            await running

    async def _run_later(self, effect: Later, event: Event) -> None:
        effect.renewed = False
        effect.event = event
        await getattr(effect.card, effect.method)(effect.owner, effect)
        if not effect.renewed and effect in effect.owner.later:
            self.drop_later(effect)

    # ---- playing cards

    async def resolve(self, play: Play) -> None:
        """Follows a played card: Reactions and first-effects, then its text unless that is replaced, then what comes after."""
        card, me, heard = play.card, play.player, self.heard
        if me is self.current:
            self.turn.played.append(card)
        outer, self.playing = self.playing, play
        if ATTACK in card.types:
            await self._ask_for_reactions(play)
        replaced = False
        if heard[PLAY]:
            await self.window(Event(PLAY, me, play.copy, card, play))
        if heard[REPLACE]:
            event = Event(REPLACE, me, play.copy, card, play)
            await self.window(event)
            replaced = event.replaced
        if not replaced:
            await self._follow(play)
        if heard[PLAYED]:
            await self.window(Event(PLAYED, me, play.copy, card, play))
        self.playing = outer

    async def become(self, play: Play, card: Card) -> None:
        """Lets the card being played be `card` until it leaves play, and follows that instead; others may react to an Attack once
        it is named."""
        play.card = card
        if play.there and play.copy is not None:
            play.copy.card = card
        if ATTACK in card.types:
            await self._ask_for_reactions(play)
        self.note("become", play.player, words.plays_as(play.player.name, card.name))
        await self._follow(play)

    async def _follow(self, play: Play) -> None:
        card, me = play.card, play.player
        if card.cards:
            await me.draw(card.cards)
        me.actions += card.actions
        me.buys += card.buys
        me.coins += card.coins
        me.potions += card.potions
        if card.vp_tokens:
            me.get_vp(card.vp_tokens)
        if self.lines is not None and (card.actions or card.buys or card.coins or card.potions):
            self.note("get", me, words.gets(me.name, card.actions, card.buys, card.coins, card.potions))
        if card.has_play:
            await card.play(me, play)
        if card.has_hit:
            await self._hit(play)

    async def _ask_for_reactions(self, play: Play) -> None:
        """Lets the other players use Reactions, in turn order, before anything on the Attack is done (R40). Who is asked depends
        only on what all have seen."""
        if not self.reactions:
            return
        others = [player for player in await play.player.others() if self.may_want_reaction(play, player)]
        asks = [self._react_ask(play, player) for player in others]
        for player, answer in zip(others, await together(asks), strict=True):
            while answer.copy is not None:
                await player.reveal((answer.copy,))
                await answer.copy.card.react(player, play)
                if self.immunity_only and player in play.unaffected:
                    break
                answer = await self._react_ask(play, player)
            if answer.prepared is not None:
                play.prepared[player.seat] = answer.prepared

    def _react_ask(self, play: Play, player: Player) -> ReactAsk:
        hand = [copy for copy in player.hand if copy.card.has_react]
        follow = play.card.demand(player, play) if play.card.has_demand and player not in play.unaffected else None
        return ReactAsk(player, play, hand, follow if follow is not None and follow.forced is None else None)

    @property
    def immunity_only(self) -> bool:
        """Whether the game's Reactions do nothing but leave their user unaffected."""
        return all(card.immunity for card in self.reactions)

    def may_want_reaction(self, play: Play, player: Player) -> bool:
        """Whether, by what everybody has seen, `player` may have a Reaction in hand that could make a difference to them."""
        if play.card.has_demand and self.immunity_only and play.card.demand(player, play) is None:
            return False
        return self.may_hold_reaction(player)

    def may_hold_reaction(self, player: Player) -> bool:
        """Whether, by what everybody has seen, `player` may have a Reaction in hand."""
        return self.may_hold(player, lambda card: card.has_react)

    def may_hold(self, player: Player, fits: Callable[[Card], bool]) -> bool:
        """Whether, by what all have seen, `player` may have a card that `fits` in hand: they own one that does not lie open. (What
        is set aside face down doesn't, and nobody else knows that it is there.)"""
        if not player.hand:
            return False
        face_down = (effect.cards for effect in player.later if not effect.data.get("shown"))
        hidden = chain(player.deck, player.hand, player.discard_pile[:-1], *face_down)
        return any(fits(copy.card) for copy in hidden)

    async def _hit(self, play: Play) -> None:
        """Does to each victim, in turn order, what an Attack does."""
        card = play.card
        victims = await play.victims()
        if not card.has_demand:
            for victim in victims:
                await card.hit(victim, play, None)
            return
        asks = [ask for victim in victims if (ask := card.demand(victim, play)) is not None]
        for ask in asks:
            if ask.forced is None and (prepared := play.prepared.get(ask.player.seat)) is not None:
                ask.check(prepared)
                ask.forced = prepared
        await self.ask_each(play, asks, lambda victim, answer: card.hit(victim, play, answer))

    async def ask_each(self, play: Play, asks: Sequence[Ask[Any]], then: Then) -> None:
        """Puts one question to each of several victims together, and does `then` with each answer in turn order. The turn goes on
        without them, and they are owed, where nothing could notice: `then` moves only the victim's own cards, and nothing in
        this game answers the moments that `play.card.owed` names."""
        owed = play.card.owed
        if owed is None or any(self.heard[moment] for moment in owed):
            for ask, answer in zip(asks, await together(asks), strict=True):
                await then(ask.player, answer)
            return
        for ask in asks:
            ask.owed = True
            ask.answer = ask.forced
            self._number((ask,))
            self.debts.append(Debt(play, ask, then))
        while self.debts and self.debts[0].ask.answer is not None:
            self._pay(self.debts[0])

    def gained(self, player: Player, copy: Copy, pile: Pile | None, to: Zone, bought: bool) -> None:
        """Puts a gained copy where it goes, and remembers and logs the gain."""
        copy.stamp += 1
        player.zone(to).append(copy)
        self.turn.gained.append((player.seat, copy.card))
        self.last_gain = self.turn.number
        if pile is not None and not pile.count:
            self.emptied = True
        if self.lines is not None:
            name = copy.card.name
            if bought:
                self.note("buy", player, words.buys(player.name, name, to), card=name)
            else:
                self.note("gain", player, words.gains(player.name, name, to), card=name)

    # ---- turns

    async def _play(self, amid: bool) -> None:
        while True:
            if not amid:
                if self.debts:
                    await self.settle(self.players[self.turn.seat])
                self._start_turn()
                if self.heard[TURN_START]:
                    await self.window(Event(TURN_START, self.current))
            amid = False
            await self._action_and_buy()
            me = self.current
            self.phase = "cleanup"
            await self._clean_up(me)
            if self.heard[TURN_END]:
                await self.window(Event(TURN_END, me))
            self._end_turn(me)
            if self.emptied and self.ended():
                await self.settle()
                self.finish(self.reason)
                return
            if self.heard[BETWEEN_TURNS]:
                await self.window(Event(BETWEEN_TURNS, self.current))
            self._next_turn()

    def ended(self) -> bool:
        """Whether the game is over at the end of this turn (R65); not before a pile is empty."""
        for pile in self.piles.values():
            if pile.card in ENDS_THE_GAME and not pile.count:
                self.reason = words.pile_is_empty(pile.name)
                return True
        if self.empty_piles() >= self.piles_to_end:
            empty = [pile.name for pile in self.piles.values() if pile.supply and not pile.count]
            self.reason = words.piles_are_empty(empty)
            return True
        return False

    @property
    def possessor(self) -> Player:
        """Who decides in this Possession turn."""
        return self.players[self.current.controller]

    @property
    def piles_to_end(self) -> int:
        """How many empty Supply piles end the game."""
        return 4 if len(self.players) > 4 else 3

    def _next_turn(self) -> None:
        number = self.turn.number + 1
        if self.extra_turns:
            self.extra_turns = [extra for extra in self.extra_turns if not self.players[extra.seat].resigned]
        if self.extra_turns:
            self.extra_turns.sort(key=lambda extra: extra.possessor is not None)
            seat, possessor, because = self.extra_turns.pop(0)
            self.turn = Turn(number, seat, True, possessor, because)
        else:
            seats = len(self.players)
            self.last_seat = (self.last_seat + 1) % seats
            while self.players[self.last_seat].resigned:
                self.last_seat = (self.last_seat + 1) % seats
            self.turn = Turn(number, self.last_seat)

    def _start_turn(self) -> None:
        """Opens the turn of the player in `self.turn` (R8)."""
        me = self.players[self.turn.seat]
        if self.on_turn_start is not None and not self.debts:
            self.on_turn_start()
        self.current = me
        me.actions, me.buys, me.coins, me.potions = 1, 1, 0, 0
        self.spent = False
        me.controller = me.seat
        if self.turn.possessor is not None and not self.players[self.turn.possessor].resigned:
            me.controller = self.turn.possessor
        if self.lines is not None:
            number = None if self.turn.extra else me.turns_taken + 1
            possessor = None if me.controller == me.seat else self.players[me.controller].name
            self.note("turn", me, words.turn(me.name, number, possessor))
        self.phase = "action"

    def _end_turn(self, me: Player) -> None:
        """Drops what lasted this turn only."""
        if self.turn_effects:
            for moment, effects in self.turn_effects.items():
                self.heard[moment] -= len(effects)
            self.turn_effects.clear()
        if self.turn.returning:
            back = me.move(self.turn.returning, me.aside, me.discard_pile)
            self.note("return", me, words.gets_back(me.name, back))
        me.controller = me.seat
        me.actions = me.buys = me.coins = me.potions = 0
        if not self.turn.extra:
            me.turns_taken += 1
        self.phase = "between"

    async def _action_and_buy(self) -> None:
        """The Action phase, the Buy phase, and back for as long as something returns to the Action phase (R49). It may become
        another player's Buy phase meanwhile; see `_pass_at_once`."""
        while True:
            me = self.current
            if self.phase == "action":
                if me.actions and self.holds(me, ACTION) and await self._action_phase(me):
                    return
                self.phase = "buy"
                self.spent = False
                if self.heard[BUY_START]:
                    await self.window(Event(BUY_START, me))
            if await self._buy_phase(me):
                return

    async def _action_phase(self, me: Player) -> bool:
        """Plays Actions for as long as there are some to play (R9). Returns whether the turn was ended."""
        ask = TurnAsk(me, "turn", words.PLAY_AN_ACTION)
        while me.actions and self.holds(me, ACTION):
            todo = await ask.again()
            if todo == "end":
                return True
            if todo == "buys":
                return False
            me.actions -= 1
            await me.play(in_hand(me, todo.removeprefix("play:")), me.hand)
        return False

    async def _buy_phase(self, me: Player) -> bool:
        """Plays Treasures, then buys, then ends the turn (R12, R13). Returns False if it is the Action phase again."""
        ask = TurnAsk(me, "turn", words.PLAY_TREASURES_OR_BUY)
        while True:
            todo = "end" if self.brisk and self._nothing_left(me) else await ask.again()
            me = self.current
            if todo == "end":
                if self.heard[BUY_END]:
                    await self.window(Event(BUY_END, me))
                return True
            self.turn.buying = True
            if todo == "treasures":
                if not self._play_treasures_at_once(me):
                    await self._play_treasures(me)
            elif todo.startswith("buy:"):
                pile = self.sold.get(todo) or self.topped(todo[4:])
                assert pile is not None
                await self.buy(me, pile)
            elif todo.startswith("event:"):
                await self.buy_event(me, next(card for card in self.landscapes if card.name == todo[6:]))
            elif todo.startswith("debt:"):
                self.spent = True
                me.pay_debt(int(todo[5:]))
            else:
                await me.play(in_hand(me, todo.removeprefix("play:")), me.hand)
            if self.phase == "action":
                self.turn.buying = False
                if self.heard[BUY_END]:
                    await self.window(Event(BUY_END, me))
                return False

    async def _play_treasures(self, me: Player) -> None:
        """Plays all Treasures in hand whose order can't matter, one by one."""
        for copy in [copy for copy in me.hand if TREASURE in copy.card.types and copy.card.any_order]:
            if copy in me.hand:
                await me.play(copy, me.hand)

    def _play_treasures_at_once(self, me: Player) -> bool:
        """The same in one go, if nothing answers their being played and they do nothing but make money; else returns False."""
        heard = self.heard
        if heard[PLAY] or heard[REPLACE] or heard[PLAYED]:
            return False
        treasures, rest = [], []
        coins, potions = me.coins, me.potions
        for copy in me.hand:
            card = copy.card
            if TREASURE not in card.types:
                rest.append(copy)
            elif card.mere_money:
                treasures.append(copy)
                coins += card.coins
                potions += card.potions
            elif card.any_order:
                return False
            else:
                rest.append(copy)
        for copy in treasures:
            copy.stamp += 1
        self.turn.played += [copy.card for copy in treasures]
        me.coins, me.potions, me.hand = coins, potions, rest
        me.in_play += treasures
        if self.lines is not None:
            self.note("play", me, words.plays_treasures(me.name, treasures, me.coins, me.potions))
        return True

    async def buy(self, me: Player, pile: Pile) -> None:
        """Buys the top card of `pile`: pays, takes its debt, then gains it (R13, R27)."""
        top = pile.top
        assert top is not None
        cost = self.cost(top)
        me.coins -= cost.coins
        me.potions -= cost.potion
        me.buys -= 1
        self.spent = True
        self.turn.bought += 1
        if cost.debt:
            me.take_debt(cost.debt)
        if self.heard[BUY]:
            await self.window(Event(BUY, me, card=top, pile=pile, bought=True))
        await me.gain(top if pile.stack is None else pile, bought=True)

    def _buy_at_once(self, me: Player, pile: Pile) -> bool:
        """The same in one go, where nothing answers and nothing but coins is paid; else returns False."""
        heard = self.heard
        cost = pile.card.cost
        if cost[1] or cost[2] or me.controller != me.seat or heard[COST] or heard[BUY] or heard[WOULD_GAIN] or heard[GAIN]:
            return False
        me.coins -= cost[0]
        me.buys -= 1
        self.spent = True
        self.turn.bought += 1
        self.gained(me, pile.take(), pile, IN_DISCARD, True)
        return True

    async def buy_event(self, me: Player, event: Card) -> None:
        """Buys an Event: pays, takes its debt, then does what it says (R54). That is not buying a card."""
        me.coins -= event.cost.coins
        me.potions -= event.cost.potion
        me.buys -= 1
        self.spent = True
        if self.lines is not None:
            self.note("buy", me, words.buys(me.name, event.name))
        outer, self.playing = self.playing, Play(me, None, event, None)
        if event.cost.debt:
            me.take_debt(event.cost.debt)
        await event.buy(me)
        self.playing = outer

    async def _clean_up(self, me: Player) -> None:
        """Discards what is in hand and in play, and draws the next hand (R14, R45). The hand goes under what all have seen."""
        if self._clean_up_at_once(me):
            return
        if self.heard[CLEANUP_START]:
            await self.window(Event(CLEANUP_START, me))
        staying: set[int] = set()
        for player in self.players:
            for effect in player.later:
                staying.update(map(id, effect.kept))
        going = me.in_play if not staying else [copy for copy in me.in_play if id(copy) not in staying]
        staying_copies = [] if not staying else [copy for copy in me.in_play if id(copy) in staying]
        me.move(list(me.hand), me.hand, me.discard_pile)
        if self.heard[DISCARDED_FROM_PLAY]:
            await self._discard_from_play(me, going)
        else:
            for copy in going:
                copy.stamp += 1
                copy.card = copy.printed
            me.discard_pile += going
            me.in_play = staying_copies
        await me.draw(HAND_SIZE)

    def _clean_up_at_once(self, me: Player) -> bool:
        """The same in one go, if nothing answers it and nothing stays in play; else returns False."""
        heard = self.heard
        if heard[CLEANUP_START] or heard[DISCARDED_FROM_PLAY] or heard[SHUFFLE]:
            return False
        for player in self.players:
            if player.later:
                return False
        for copy in me.hand:
            copy.stamp += 1
        for copy in me.in_play:
            copy.stamp += 1
            copy.card = copy.printed
        me.discard_pile += me.hand
        me.discard_pile += me.in_play
        me.hand, me.in_play = [], []
        if len(me.deck) < HAND_SIZE and me.discard_pile:
            me.shuffle()
        me.draw_now(HAND_SIZE)
        return True

    async def _discard_from_play(self, me: Player, going: list[Copy]) -> None:
        """Discards `going` one by one, since something answers that; cards nothing answers for go last."""
        answering = {card for card, _ in self.abilities[DISCARDED_FROM_PLAY]}
        first = [copy for copy in going if copy.card in answering]
        rest = [copy for copy in going if copy.card not in answering]
        first = await me.order(first, "order", words.DISCARD_IN_ORDER)
        for copy in first:
            card = copy.card  # what it was played as: out of play it is what is printed on it
            if me.move((copy,), me.in_play, me.discard_pile):
                await self.window(Event(DISCARDED_FROM_PLAY, me, copy, card))
        me.move(rest, me.in_play, me.discard_pile)

    # ---- the end

    def resign(self, player: Player) -> None:
        """`player` takes no further part: no turns, no attacks; what they still have to decide is decided for them."""
        player.resigned = self.somebody_left = True
        player.controller = player.seat
        self.secrets += 1
        self.note("resign", player, words.resigns(player.name))
        if len(left := [p for p in self.players if not p.resigned]) == 1:
            self.stop(words.last_one_playing(left[0].name))
        else:
            self._go_on()

    def stop(self, reason: str) -> None:
        """Ends the game as it stands."""
        if self._main is not None:
            main, self._main = self._main, None
            main.close()
        self.debts.clear()
        self.finish(reason)

    def finish(self, reason: str) -> None:
        """The game is over."""
        self.open = ()
        self.phase = "over"
        for player in self.players:
            for copy in player.in_play:
                copy.card = copy.printed
        self.playing = None
        self.reason = reason
        self.note("over", None, words.ends(reason))


def in_hand(player: Player, name: str) -> Copy:
    """A copy of the card called `name` in hand."""
    return next(copy for copy in player.hand if copy.card.name == name)
