"""What an AI sees: its own seat's knowledge, behind one set of attributes.

`Observed` reads a `View`, as a person's client would. `Perception` reads the rules machine itself, but shows exactly the same, and
only on demand: when AIs play thousands of games, building views would take most of the time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, Protocol

from engine.ai.judging import Judging
from engine.ai.kingdom import Prospects, kingdom_of
from engine.ai.score_model import ScoreModel
from engine.card import CARDS, Card, Cost, Type
from engine.mechanisms import DEBT, VP
from engine.visibility import owned

if TYPE_CHECKING:
    from engine.core import Core
    from engine.player import Player
    from engine.view import DecisionView, Editions, PileView, View


class Choosable(Protocol):
    """An option of a question."""

    @property
    def id(self) -> str: ...
    @property
    def card(self) -> str | None: ...
    @property
    def count(self) -> int: ...


class Question(Protocol):
    """A decision as an AI reads it: what `DecisionView` and the core's own `Ask` have in common."""

    @property
    def kind(self) -> Literal["turn", "cards", "pile", "choice", "order", "sort", "react"]: ...
    @property
    def purpose(self) -> str: ...
    @property
    def card(self) -> str | None: ...
    @property
    def options(self) -> Sequence[Choosable]: ...
    @property
    def minimum(self) -> int: ...
    @property
    def maximum(self) -> int: ...
    @property
    def preselected(self) -> tuple[str, ...]: ...
    @property
    def idle(self) -> bool: ...
    @property
    def unaffected(self) -> bool: ...
    @property
    def follow(self) -> Question | None: ...
    def offers(self, id: str) -> bool: ...


class Eyes(Protocol):
    """What the deciding seat may know. `hand` and `in_play` have no particular order; `coins`, `buys` and so on are those of the
    player on turn; `piles_left` is how many more Supply piles must run out for the game to end. `seat` decides and benefits; under
    Possession, it isn't the player's own seat; `rivals` are the others still playing."""

    @property
    def seat(self) -> int: ...
    @property
    def rivals(self) -> Sequence[int]: ...
    @property
    def editions(self) -> Editions: ...
    @property
    def my_turn(self) -> bool: ...
    @property
    def seats(self) -> int: ...
    @property
    def round(self) -> int: ...
    @property
    def phase(self) -> str: ...
    @property
    def actions(self) -> int: ...
    @property
    def buys(self) -> int: ...
    @property
    def coins(self) -> int: ...
    @property
    def potions(self) -> int: ...
    @property
    def debt(self) -> int: ...
    @property
    def hand(self) -> Sequence[Card]: ...
    @property
    def in_play(self) -> Sequence[Card]: ...
    @property
    def kingdom(self) -> Prospects: ...
    @property
    def piles_left(self) -> int: ...
    @property
    def counts(self) -> Mapping[str, int]:
        """Return how many cards are left in each Supply pile."""
        ...

    @property
    def picked(self) -> Mapping[str, tuple[str, ...]]:
        """Return the piles picked by landscapes, by landscape."""
        ...

    @property
    def tokens(self) -> Mapping[str, int]:
        """Return the tokens of the decision's player by name, except VP and debt."""
        ...

    @property
    def drawn_out(self) -> bool:
        """Return whether the seat's deck and discard pile are both empty."""
        ...

    @property
    def mine(self) -> Counter[Card]:
        """Return what `seat` owns."""
        ...

    @property
    def reckoning(self) -> ScoreModel:
        """Return the current score."""
        ...

    def owned(self, seat: int) -> Counter[Card]:
        """Return what a seat owns."""
        ...

    def vp_tokens(self, seat: int) -> int:
        """Return how many VP tokens a seat has."""
        ...

    def turns_taken(self, seat: int) -> int:
        """Return how many turns a seat has taken, not counting the current one."""
        ...

    def left(self, card: Card) -> int:
        """Return how many cards are in the Supply pile that has `card` on top; 0 if none has."""
        ...

    def cost(self, card: Card) -> Cost:
        """Return what `card` costs now."""
        ...

    def worth(self, card: Card) -> float:
        """Return what owning one more copy of `card` is worth now."""
        ...

    def gain_worth(self, card: Card) -> float:
        """Return what gaining a copy of `card` is worth now."""
        ...

    def keeping(self, card: Card) -> float:
        """Return what keeping a copy of `card` is worth now."""
        ...

    def use(self, card: Card) -> float:
        """Return what `card` in hand is worth on the next turn that can play it."""
        ...

    def is_junk(self, card: Card) -> bool:
        """Return whether a deck is better off without `card`."""
        ...

    def point_worth(self) -> float:
        """Return what a point is worth now."""
        ...

    def best(self, limit: int, fits: Callable[[Card], bool]) -> tuple[Card, ...]:
        """Return the best of Silver and the Kingdom cards that `fits` and costs up to `limit` coins, if there is one."""
        ...

    def best_gain(self, limit: Cost, of: Type | None = None, *, exactly: bool = False) -> float:
        """Return what the best card that costs up to (or `exactly`) `limit` is worth now, perhaps only `of` a type."""
        ...


class Observed(Judging):
    """A seat's perception through its `View`."""

    __slots__ = ("_me", "_piles", "_reckoning", "_view", "seat")

    def __init__(self, view: View, decision: DecisionView) -> None:
        self._view = view
        self._me = view.players[decision.seat]
        self._reckoning: ScoreModel | None = None
        self.seat = decision.decider
        self._piles: dict[str, PileView] = {pile.top: pile for pile in view.piles if pile.supply and pile.top is not None}

    @property
    def rivals(self) -> Sequence[int]:
        return [player.seat for player in self._view.players if player.seat != self.seat and not player.resigned]

    @property
    def editions(self) -> Editions:
        return self._view

    @property
    def my_turn(self) -> bool:
        return self._view.current == self._me.seat and self._view.phase != "between"

    @property
    def seats(self) -> int:
        return len(self._view.players)

    @property
    def round(self) -> int:
        return self._view.round

    @property
    def phase(self) -> str:
        return self._view.phase

    @property
    def actions(self) -> int:
        return self._view.actions

    @property
    def buys(self) -> int:
        return self._view.buys

    @property
    def coins(self) -> int:
        return self._view.coins

    @property
    def potions(self) -> int:
        return self._view.potions

    @property
    def debt(self) -> int:
        return self._me.debt

    @property
    def hand(self) -> Sequence[Card]:
        return [CARDS[each.name] for each in self._me.hand or () for _ in range(each.count)]

    @property
    def in_play(self) -> Sequence[Card]:
        return [CARDS[name] for name in self._me.in_play]

    @property
    def kingdom(self) -> Prospects:
        view = self._view
        piles = tuple(pile.name for pile in view.piles if pile.kind == "kingdom")
        basic = (CARDS[pile.name].optional for pile in view.piles if pile.kind == "basic")
        optional = tuple(dict.fromkeys(filter(None, basic)))
        return kingdom_of(piles, tuple(landscape.name for landscape in view.landscapes), optional)

    @property
    def piles_left(self) -> int:
        return self._view.piles_to_end - self._view.empty_piles

    @property
    def counts(self) -> Mapping[str, int]:
        return {pile.name: pile.count for pile in self._view.piles if pile.supply}

    @property
    def picked(self) -> Mapping[str, tuple[str, ...]]:
        return {each.name: each.piles for each in self._view.landscapes if each.piles}

    @property
    def tokens(self) -> Mapping[str, int]:
        return {name: count for name, count in self._me.tokens.items() if name not in (VP, DEBT)}

    @property
    def drawn_out(self) -> bool:
        return not self._me.deck_size and self._me.discard_top is None

    @property
    def mine(self) -> Counter[Card]:
        return self.owned(self.seat)

    @property
    def reckoning(self) -> ScoreModel:
        if self._reckoning is None:
            self._reckoning = ScoreModel(self)
            self._reckoning.take_in(self)
        return self._reckoning

    def owned(self, seat: int) -> Counter[Card]:
        return Counter({CARDS[each.name]: each.count for each in self._view.players[seat].owned})

    def vp_tokens(self, seat: int) -> int:
        return self._view.players[seat].vp_tokens

    def turns_taken(self, seat: int) -> int:
        return self._view.players[seat].turns_taken

    def left(self, card: Card) -> int:
        pile = self._piles.get(card.name)
        return pile.count if pile is not None else 0

    def cost(self, card: Card) -> Cost:
        pile = self._piles.get(card.name)
        return Cost(pile.cost.coins, pile.cost.potion, pile.cost.debt) if pile is not None else card.cost


class Perception(Judging):
    """A seat's perception of the rules machine: it only reads what `Observed` would show."""

    __slots__ = ("_core", "_me", "_mine", "_reckoning", "_taken_in", "_tallied", "_to_end", "kingdom")

    def __init__(self, core: Core, me: Player) -> None:
        self._core = core
        self._me = me
        self._to_end = core.piles_to_end
        self._reckoning: ScoreModel | None = None
        self._mine: Counter[Card] = Counter()
        self._tallied = self._taken_in = (-1, -1)
        piles = tuple(pile.name for pile in core.piles.values() if pile.kind == "kingdom")
        self.kingdom = kingdom_of(piles, tuple(card.name for card in core.landscapes), core.setup.optional)

    @property
    def seat(self) -> int:
        return self._me.controller

    @property
    def rivals(self) -> Sequence[int]:
        seat = self._me.controller
        return [player.seat for player in self._core.players if player.seat != seat and not player.resigned]

    @property
    def editions(self) -> Editions:
        return self._core.setup

    @property
    def my_turn(self) -> bool:
        return self._me.on_turn

    @property
    def seats(self) -> int:
        return len(self._core.players)

    @property
    def round(self) -> int:
        core = self._core
        return core.current.turns_taken + (core.phase not in ("between", "over"))

    @property
    def phase(self) -> str:
        core = self._core
        return core.phase if core.current is self._me else core.phase_seen_by(self._me.controller)

    @property
    def actions(self) -> int:
        return self._core.current.actions

    @property
    def buys(self) -> int:
        return self._core.current.buys

    @property
    def coins(self) -> int:
        return self._core.current.coins

    @property
    def potions(self) -> int:
        return self._core.current.potions

    @property
    def debt(self) -> int:
        return self._me.debt

    @property
    def hand(self) -> Sequence[Card]:
        return [copy.card for copy in self._me.hand]

    @property
    def in_play(self) -> Sequence[Card]:
        return [copy.card for copy in self._me.in_play]

    @property
    def piles_left(self) -> int:
        return self._to_end - self._core.empty_piles() if self._core.emptied else self._to_end

    @property
    def counts(self) -> Mapping[str, int]:
        return {pile.name: pile.count for pile in self._core.piles.values() if pile.supply}

    @property
    def picked(self) -> Mapping[str, tuple[str, ...]]:
        marks = self._core.marks
        return {each.name: tuple(found) for each in self._core.landscapes if (found := marks.get(each.name, {}).get("pile"))}

    @property
    def tokens(self) -> Mapping[str, int]:
        return self._me.tokens

    @property
    def drawn_out(self) -> bool:
        return not self._me.deck and not self._me.discard_pile

    @property
    def now(self) -> tuple[int, int]:
        """Return a value that changes whenever anything happens."""
        return self._core.asked, self._core.paid

    @property
    def mine(self) -> Counter[Card]:
        if self._tallied != self.now:
            self._tallied = self.now
            self._mine = self.owned(self.seat)
        return self._mine

    @property
    def reckoning(self) -> ScoreModel:
        if self._reckoning is None:
            self._reckoning = ScoreModel(self)
        if self._taken_in != self.now:
            self._taken_in = self.now
            self._reckoning.take_in(self)
        return self._reckoning

    def owned(self, seat: int) -> Counter[Card]:
        return owned(self._core.players[seat], self.seat)

    def vp_tokens(self, seat: int) -> int:
        return self._core.players[seat].vp_tokens

    def turns_taken(self, seat: int) -> int:
        return self._core.players[seat].turns_taken

    def left(self, card: Card) -> int:
        pile = self._core.homes.get(card)
        return pile.count if pile is not None and pile.supply and (pile.stack is None or pile.top is card) else 0

    def cost(self, card: Card) -> Cost:
        return self._core.cost(card) if self.left(card) else card.cost
