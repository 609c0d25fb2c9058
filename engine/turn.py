"""A turn: what has happened in it so far, the turns that come after it, and what its player can do next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine import words
from engine.card import Card
from engine.decision import Ask, Choice
from engine.errors import IllegalAnswer
from engine.moves import (
    Move,
    against_buying,
    against_event,
    against_playing,
    against_treasures,
    debts,
    events,
    moves,
    offered,
    prospect,
    spending,
)
from engine.piles import Copy
from engine.view import CostView, DecisionView, MoveView, PurseView

HAND_SIZE = 5
AMOUNTS = {"debt": debts, "spend": spending}


class ExtraTurn(NamedTuple):
    """A turn that comes after the current one (R61): its seat, the seat that decides in it if that is another (R63), and the name
    of the card that gives it."""

    seat: int
    possessor: int | None = None
    because: str = ""


class Turn:
    """What has happened in a turn so far. `played` are the cards its player played, in order; `gained` and `trashed` name the seat.
    `because` is the card that gives an extra turn, `possessor` is the seat that decides on a Possession turn, and `returning` are
    the possessed player's trashed cards, which come back at its end (R63). `hand` is the one discarded in Clean-up, `next_hand` how
    many cards are drawn then. `buying` says whether everyone has seen the Buy phase start; `phase_from` is how much was gained
    before the latest Buy phase. `named` are the cards that were named, each with the card that asked for a name. `before` is the
    seat that had the turn before this one."""

    __slots__ = (
        "because", "before", "bought", "buying", "extra", "gained", "hand", "named", "next_hand", "number", "phase_from",
        "played", "possessor", "returning", "seat", "trashed",
    )  # fmt: skip

    def __init__(
        self,
        number: int,
        seat: int,
        extra: bool = False,
        possessor: int | None = None,
        because: str = "",
        before: int | None = None,
    ) -> None:
        self.number = number
        self.seat = seat
        self.extra = extra
        self.possessor = possessor
        self.because = because
        self.played: list[Card] = []
        self.gained: list[tuple[int, Card]] = []
        self.trashed: list[tuple[int, Card]] = []
        self.returning: list[Copy] = []
        self.hand: list[Copy] = []
        self.before = before
        self.next_hand = HAND_SIZE
        self.phase_from = 0
        self.bought: list[Card] = []
        self.named: list[tuple[Card | None, Card]] = []
        self.buying = False

    @property
    def gained_in_buy_phase(self) -> list[tuple[int, Card]]:
        """Return what was gained since the latest Buy phase began."""
        return self.gained[self.phase_from :]

    def named_for(self, card: Card) -> list[Card]:
        """Return the cards that were named for `card`, in order."""
        return [named for asking, named in self.named if asking is card]


class TurnAsk(Ask[str]):
    """What to do next on your own turn; see DecisionView."""

    kind = "turn"
    __slots__ = ()

    def again(self) -> TurnAsk:
        """Return the same question again: it is asked several times a turn, and making a new one each time would take longer than
        anything else."""
        self.number = 0
        self.answer = None
        return self

    def choices(self) -> Sequence[Choice]:
        return [_choice(move) for move in offered(self.player)]

    def offer(self) -> list[tuple[str, int]]:
        return [(move.id, 1) for move in offered(self.player)]

    def offers(self, id: str) -> bool:
        """Return whether `id` is one of the options, without making them all."""
        me = self.player
        game = me.game
        if (pile := game.sold.get(id)) is not None:
            return against_buying(me, pile) is None
        if id == "end":
            return True
        if id == "treasures":
            return against_treasures(me) is None
        if id == "buys":
            return game.phase == "action"
        verb, _, name = id.partition(":")
        if verb == "play":
            for copy in me.hand:
                if copy.card.name == name:
                    return against_playing(me, copy.card) is None
            return False
        if verb == "buy":
            return (top := game.topped(name)) is not None and against_buying(me, top) is None
        if verb == "event":
            return any(card.name == name and against_event(me, card) is None for card in events(game))
        return verb in AMOUNTS and any(move.id == id for move in AMOUNTS[verb](me))

    def view(self) -> DecisionView:
        there = prospect(self.player)
        listed = moves(self.player, there)
        return self._shown(
            [_choice(move) for move in listed if move.now is None],
            moves=tuple(_listed(move) for move in listed),
            before=there.moves,
            purse=PurseView(*there.purse),
        )

    def check(self, ids: Sequence[str]) -> None:
        if len(ids) != 1:
            raise IllegalAnswer(words.CHOOSE_ONE_THING)
        if not self.offers(ids[0]):
            super().check(ids)

    def result(self, ids: Sequence[str]) -> str:
        return ids[0]


def _choice(move: Move) -> Choice:
    return Choice(move.id, _label(move), None if move.card is None else move.card.name)


def _listed(move: Move) -> MoveView:
    coins, potions = move.gives or (None, None)
    card = None if move.card is None else move.card.name
    cost = None if move.cost is None else CostView.of(move.cost)
    return MoveView(move.id, move.kind, card, cost, coins, potions, move.now, move.then)


def _label(move: Move) -> str:
    """Return what a person reads about a move."""
    if move.card is not None:
        return words.play(move.card.name) if move.cost is None else words.priced(move.card.name, move.cost)
    if move.cost is not None:
        return words.pay_debt(move.cost.coins)
    if move.kind == "spend":
        return words.spend(move.id.split(":")[1], move.gives[0] if move.gives else 0)
    return {"treasures": words.PLAY_ALL_TREASURES, "buys": words.GO_ON_TO_BUY, "end": words.END_TURN}[move.kind]
