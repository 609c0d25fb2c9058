"""The rules machine: the current game, its open decisions, and what moves it on. It knows mechanisms, never cards.

One coroutine plays the game. It stops at an open decision and goes on when the answers are in; there is no asyncio. `Game`
(game.py) keeps the journal around it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Coroutine, Sequence
from inspect import iscoroutinefunction
from typing import TYPE_CHECKING, Any

from engine import words
from engine.card import CARDS, Card, Cost, Type
from engine.decision import Ask, Waits
from engine.errors import StaleDecision
from engine.events import BUYABLE, COST, LOOKED_UP, TYPES, Ability, Event, Later, Moment, TurnEffect
from engine.log import Ending, LogEntry, LogLine
from engine.pending import Debt, pay
from engine.phases import done_at_once, nothing_left, pass_at_once, take_turns
from engine.piles import Copy, Pile
from engine.play import Play
from engine.player import Player
from engine.triggers import look_up
from engine.turn import ExtraTurn, Turn, TurnAsk
from engine.view import Phase as Phase

if TYPE_CHECKING:
    from engine.holdings import Holdings
    from engine.save import Setup
    from engine.shuffle import Shuffler
    from engine.view import Edition

FROM_OUTSIDE = ("resign", "undo", "over")
"""Kinds of log lines that aren't attributed to a card, even while one is being played."""


class Core:
    """A game being played. `piles` are by name, and `sold` are the uniform ones by the answer that buys from them; `current` is the
    seat whose turn it is or was last; `playing` is the play being resolved, and `paying` the debt being paid, if any; `heard`
    counts, for each moment, what could answer it, and `hidden` lists the abilities that answer it from hand; `secrets` counts how
    often something hidden was revealed, and `passed` what one seat has passed to another, as long as only they know about it;
    `calm` is the number of the last turn that began with nothing owed.

    `lines` is the log, or None if no one reads it. In a `watched` game a choice that only its player knows to be forced is asked
    like a free one, so that others can't tell them apart. `brisk` games end a turn automatically after its last Buy; people end it
    themselves, because they can undo the buy until then.
    """

    __slots__ = (
        "_main", "_settling", "abilities", "asked", "brisk", "calm", "cards", "current", "debts", "emptied", "ending",
        "extra_turns", "heard", "hidden", "homes", "landscapes", "last_gain", "last_seat", "lines", "logged", "marks", "mingled",
        "on_turn_start", "open", "paid", "passed", "paying", "phase", "piles", "players", "playing", "reactions", "secrets",
        "setup", "shuffler", "sold", "somebody_left", "spent", "trash", "turn", "turn_effects", "watched",
    )  # fmt: skip

    def __init__(self, setup: Setup, shuffler: Shuffler) -> None:
        self.setup = setup
        self.shuffler = shuffler
        self.players = [Player(self, seat, name) for seat, name in enumerate(setup.players)]
        self.piles: dict[str, Pile] = {}
        self.sold: dict[str, Pile] = {}
        self.homes: dict[Card, Pile] = {}
        self.landscapes: list[Card] = []
        self.mingled = False
        self.passed: Counter[tuple[int, int, str]] = Counter()
        self.marks: dict[str, dict[str, Any]] = {}
        self.trash: list[Copy] = []
        self.current = self.players[0]
        self.phase: Phase = "between"
        self.turn = Turn(0, 0)
        self.last_seat = 0
        self.last_gain = 0
        self.calm = 0
        self.extra_turns: list[ExtraTurn] = []
        self.spent = False
        self.playing: Play | None = None
        self.paying: Debt | None = None
        self.cards: set[Card] = set()
        self.abilities: dict[Moment, list[tuple[Card, Ability]]] = defaultdict(list)
        self.hidden: dict[Moment, list[tuple[Card, Ability]]] = defaultdict(list)
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
        self.ending: Ending | None = None
        self.emptied = False
        self.somebody_left = False
        self.watched = False
        self.brisk = False
        self.on_turn_start: Callable[[], None] | None = None
        self._main: Coroutine[Waits, None, None] | None = None
        self._settling = -1

    # facts about the game

    def add_card(self, card: Card) -> None:
        """Make a card part of this game, so that its abilities are heard."""
        if card in self.cards:
            return
        self.cards.add(card)
        if card.has_react:
            self.reactions.append(card)
        for ability in card.abilities:
            if ability.edition not in (None, self.edition_of(card)):
                continue
            (self.hidden if ability.hidden else self.abilities)[ability.moment].append((card, ability))
            self.heard[ability.moment] += 1

    def edition_of(self, card: Card) -> Edition:
        """Return which printing of `card` is used: its only one, or that of its set."""
        if len(card.editions) == 1:
            return 1 if 1 in card.editions else 2
        return self.setup.of_set(card.set)

    def add_pile(self, pile: Pile) -> None:
        """Put a pile on the table, and its cards into the game."""
        self.piles[pile.name] = pile
        if pile.stack is None:
            self.sold[f"buy:{pile.name}"] = pile
        for card in pile.cards():
            self.homes[card] = pile
            self.add_card(card)

    def add_landscape(self, card: Card) -> None:
        """Put a landscape on the table."""
        self.landscapes.append(card)
        self.add_card(card)

    def lies_open(self, copy: Copy) -> bool:
        """Return whether everyone can see a player's copy: it is in play, or an unfinished play has revealed it or set it aside
        face up."""
        play = self.playing
        while play is not None:
            if any(shown is copy and stamp == copy.stamp for shown, stamp in play.shown):
                return True
            play = play.cause
        return any(copy in player.in_play for player in self.players)

    def add_turn_effect(self, effect: TurnEffect) -> None:
        """Let something answer a moment for the rest of the turn."""
        self.turn_effects[effect.moment].append(effect)
        self.heard[effect.moment] += 1

    def drop_turn_effect(self, effect: TurnEffect) -> None:
        """Remove an effect that would have lasted until the end of the turn."""
        self.turn_effects[effect.moment].remove(effect)
        self.heard[effect.moment] -= 1

    def add_later(self, effect: Later) -> None:
        """Let something answer a moment on a later turn."""
        asks = effect.moment not in LOOKED_UP
        if iscoroutinefunction(method := getattr(effect.card, effect.method, None)) is not asks or method is None:
            raise TypeError(f"{effect.card} has no `{'async ' * asks}def {effect.method}`, which is to be called later")
        effect.owner.later.append(effect)
        self.heard[effect.moment] += 1
        if effect.until is not None:
            self.heard[effect.until] += 1

    def drop_later(self, effect: Later) -> None:
        """Remove an effect scheduled for later."""
        effect.owner.later.remove(effect)
        self.heard[effect.moment] -= 1
        if effect.until is not None:
            self.heard[effect.until] -= 1

    def add_extra_turn(self, player: Player, possessor: Player | None = None) -> None:
        """Let `player` take a turn after this one (R61), in which `possessor`, if given, decides (R63)."""
        because = self.playing.card.name if self.playing is not None else ""
        self.extra_turns.append(ExtraTurn(player.seat, possessor.seat if possessor is not None else None, because))

    def cost(self, card: Card) -> Cost:
        """Return what `card` costs now, wherever it is (R29)."""
        if not self.heard[COST]:
            return card.cost
        event = Event(COST, self.current, card=card)
        event.cost = card.cost
        look_up(event)
        return event.cost

    def cost_in(self, phase: Phase, card: Card) -> Cost:
        """Return what `card` would cost in that phase."""
        now, self.phase = self.phase, phase
        cost = self.cost(card)
        self.phase = now
        return cost

    def types(self, card: Card) -> frozenset[Type]:
        """Return what `card` is now (R38)."""
        if not self.heard[TYPES]:
            return card.types
        event = Event(TYPES, self.current, card=card)
        event.types = card.types
        look_up(event)
        return event.types

    def is_a(self, card: Card, kind: Type) -> bool:
        """Return whether `card` is of that type now."""
        return kind in (self.types(card) if self.heard[TYPES] else card.types)

    def forbids_buying(self, card: Card) -> bool:
        """Return whether something keeps the player on turn from buying `card` (or an Event) now."""
        event = Event(BUYABLE, self.current, card=card)
        look_up(event)
        return event.forbidden

    def pile_of(self, card: Card) -> Pile | None:
        """Return the pile that `card` belongs to in this game."""
        return self.homes.get(card)

    def tokens_on(self, card: Card) -> dict[str, int]:
        """Return the tokens on the pile that `card` belongs to."""
        pile = self.pile_of(card)
        return pile.tokens if pile is not None else {}

    def topped(self, name: str) -> Pile | None:
        """Return the pile that has the card called `name` on top."""
        card = CARDS.get(name)
        pile = self.homes.get(card) if card is not None else None
        return pile if pile is not None and pile.top is card else None

    def copies(self, card: Card) -> Pile | None:
        """Return the Supply pile that has `card` on top, from which a copy of it can be gained (R34)."""
        pile = self.topped(card.name)
        return pile if pile is not None and pile.supply else None

    def in_turn_order(self, start: Player | None = None) -> list[Player]:
        """Return the players who haven't resigned, from `start` (default: the player on turn) to the left (R32)."""
        first = (start or self.current).seat
        order = self.players[first:] + self.players[:first]
        return [player for player in order if not player.resigned] if self.somebody_left else order

    @property
    def piles_to_end(self) -> int:
        """Return how many empty Supply piles end the game."""
        return 4 if len(self.players) > 4 else 3

    @property
    def possessor(self) -> Player:
        """Return who decides in this Possession turn."""
        return self.players[self.current.controller]

    def phase_seen_by(self, viewer: int | None) -> Phase:
        """Return the phase as `viewer` may know it: whether the Buy phase has started depends on the hand, and shows only once the
        player does something in it."""
        hidden = self.phase == "buy" and not self.turn.buying and self.current.controller != viewer
        return "action" if hidden else self.phase

    def empty_piles(self) -> int:
        """Return how many Supply piles are empty (R52)."""
        return sum([pile.supply and not pile.count for pile in self.piles.values()]) if self.emptied else 0

    # the log

    def note(
        self,
        kind: str,
        player: Holdings | None,
        cards: Sequence[Copy] | None = None,
        shown: Sequence[Copy] | None = None,
        own_amount: int | None = None,
        **facts: Any,
    ) -> None:
        """Log an event: `facts` are fields of a `LogLine`. If others were `shown` only some of the `cards`, or none, only `player`
        (and the seat that decides for them) knows them all, and reads `own_amount` instead of `amount`. If an Attack of an earlier
        turn takes effect late, the line names it, too."""
        if self.lines is None:
            return
        if self.phase == "buy" and self.paying is None and kind not in FROM_OUTSIDE:
            self.turn.buying = True
        play, depth = None if kind in FROM_OUTSIDE else self.playing, 0
        if play is not None:
            facts["by"] = play.card.name
        if self.paying is not None and self.paying.turn != self.turn.number:
            facts["late"] = self.paying.turn
            if self.paying.play is play and play is not None:
                facts["owner"] = play.player.seat
        while play is not None:
            depth, play = depth + 1, play.cause
        if player is not None:
            facts["seat"] = player.seat
            if kind == "turn" and player.controller != player.seat:
                facts["possessor"] = player.controller
        named = None
        if cards is not None:
            named = tuple([copy.card.name for copy in cards])
            facts["cards"] = named if shown is None else tuple([copy.card.name for copy in shown])
            facts["count"] = len(named)
        line = LogLine(number=self.logged, turn=self.turn.number, depth=depth, kind=kind, **facts)
        if player is None or (shown is None and own_amount is None):
            entry = LogEntry(public=line)
        else:
            seats = [player.seat, player.controller]
            if kind == "pass":
                seats += [facts["other"], self.players[facts["other"]].controller]
            knows = tuple(dict.fromkeys(seats))
            entry = LogEntry(public=line, knows=knows, cards=named, amount=own_amount)
        self.logged += 1
        self.lines.append(entry)

    # decisions

    def begin(self, *, amid: bool = False) -> None:
        """Start playing (or resume, in a restored game), up to the first decision. `amid`: in the middle of a turn instead of at
        its start; its player, phase and counters are set."""
        self._main = take_turns(self, amid)
        self._go_on()

    def decisions(self) -> list[Ask[Any]]:
        """Return all open decisions: those that the game waits for now, and those owed (except those that need no answer, or were
        answered along with the Reaction and only wait for their turn)."""
        return [*self.open, *(debt.ask for debt in self.debts if debt.ask.forced is None and debt.ask not in self.open)]

    def answer(self, seat: int, decision: int, ids: Sequence[str]) -> Ask[Any]:
        """Answer a decision and play on to the next ones. Raises StaleDecision or IllegalAnswer, changing nothing."""
        ask = self.find(seat, decision)
        ask.check(ids)
        self.put(ask, tuple(ids))
        return ask

    def find(self, seat: int, decision: int) -> Ask[Any]:
        """Return the open decision `decision` of that deciding seat. Raises StaleDecision."""
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
        """Give an open decision a legal answer and play on."""
        if self.phase == "buy" and not self.debts and isinstance(ask, TurnAsk) and done_at_once(ask.player, ids[0]):
            if self.brisk and nothing_left(ask.player) and not pass_at_once(ask.player):
                ask.answer = ("end",)
                self._go_on()
                return
            ask.player = self.current
            ask.number = self.asked
            self.asked += 1
            return
        off_turn = ask.player is not self.current
        alone = off_turn and self._asks_only(ask.player)
        ask.answer = ids
        self._go_on()
        if off_turn and not (alone and self._asks_only(ask.player)):  # others are asked too, or could have answered meanwhile
            self.secrets += 1

    def _asks_only(self, player: Player) -> bool:
        """Return whether the game waits for a single answer, from this player."""
        return not self.debts and [ask.player for ask in self.open] == [player]

    def _go_on(self) -> None:
        """Play on as far as the answers given allow."""
        while True:
            if self.somebody_left:
                self._answer_for_the_resigned()
            if self.debts:
                pay(self)
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
                self.number(waits)

    def _answer_for_the_resigned(self) -> None:
        for ask in self.decisions():
            if ask.answer is None and self.players[ask.decider].resigned:
                ask.answer = ask.least()

    def number(self, asks: Waits) -> None:
        """Give the newly asked questions their ids."""
        for ask in asks:
            if not ask.number:
                ask.number = self.asked
                self.asked += 1

    # the end

    def resign(self, player: Player, ending: Ending | None = None) -> None:
        """Take `player` out of the game: no turns, no attacks; the game answers their open decisions for them. `ending`: why the
        game ends, if they don't end it themselves."""
        player.resigned = self.somebody_left = True
        player.controller = player.seat
        self.secrets += 1
        if ending is None:
            self.note("resign", player)
        if len(left := [p for p in self.players if not p.resigned]) == 1:
            self.stop(ending or Ending(kind="last-player", seat=left[0].seat))
        else:
            self._go_on()

    def stop(self, ending: Ending) -> None:
        """End the game now, with the current score."""
        if self._main is not None:
            main, self._main = self._main, None
            main.close()
        self.debts.clear()
        self.finish(ending)

    def dissolve(self) -> None:
        """Delete everything, since the parts of a game refer to one another: only a garbage collection, which stops the bot, would
        free them."""
        if self._main is not None:
            self._main.close()
        for name in self.__slots__:
            delattr(self, name)

    def finish(self, ending: Ending) -> None:
        """Finish the game."""
        self.open = ()
        self.phase = "over"
        for player in self.players:
            for copy in player.in_play:
                copy.card = copy.printed
        self.playing = None
        self.ending = ending
        self.note("over", None, ending=ending)
