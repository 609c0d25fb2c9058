"""The score as it stands, and as it would be with other cards: by the rules of scoring themselves, from what a seat may know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.card import Card, Copy
from engine.save import Setup
from engine.score import points
from engine.setup import lay_out

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.ai.eyes import Eyes
    from engine.core import Core

REACH = 3
"""How many copies of a card one may set out to get for the points that only the last of them brings."""


class Reckoning:
    """A table on which everybody's cards lie open, laid out to be scored and nothing else."""

    __slots__ = ("_copies", "_core", "_rivals", "_seat", "_to_beat", "_turns", "_worth")

    def __init__(self, eyes: Eyes) -> None:
        kingdom = eyes.kingdom
        setup = Setup(
            players=tuple(str(seat) for seat in range(eyes.seats)),
            kingdom=kingdom.piles,
            events=kingdom.event_names,
            landmarks=kingdom.landmarks,
            edition=2 if eyes.edition == 2 else 1,
        )
        self._core: Core = lay_out(setup, bytes(32))
        self._copies: dict[Card, Copy] = {}
        self._worth: dict[tuple[Card, int], float] = {}
        self._to_beat: list[float] | None = None

    def take_in(self, eyes: Eyes) -> None:
        """Lays out what can be seen now."""
        core = self._core
        for name, count in eyes.counts.items():
            core.piles[name].count = count
        for name, piles in eyes.picked.items():
            core.marks[name]["pile"] = piles
        for player in core.players:
            player.discard_pile = [copy for card, count in eyes.owned(player.seat).items() for copy in [self._copy(card)] * count]
            player.vp_tokens = eyes.vp_tokens(player.seat)
            player.turns_taken = eyes.turns_taken(player.seat)
        self._seat = eyes.seat
        self._rivals = eyes.rivals
        self._turns = eyes.turns_taken(eyes.seat) + eyes.my_turn
        self._to_beat = None
        self._worth.clear()

    def _copy(self, card: Card) -> Copy:
        """A copy of `card`; one stands for all, since scoring only looks."""
        copy = self._copies.get(card)
        if copy is None:
            copy = self._copies[card] = Copy(card, self._core.pile_of(card))
        return copy

    def points(self, gained: Sequence[Card] = (), lost: Sequence[Card] = (), vp: int = 0) -> int:
        """What the deciding seat's points are with these cards more, those less, and `vp` more VP tokens."""
        me = self._core.players[self._seat]
        before = me.discard_pile
        if gained or lost:
            me.discard_pile = before + [self._copy(card) for card in gained]
            for card in lost:
                me.discard_pile.remove(self._copy(card))
        total = points(me) + vp
        me.discard_pile = before
        return total

    def lead(self, gained: Sequence[Card] = (), vp: int = 0) -> float:
        """By how many points the deciding seat would win with these cards more, if the game ended now; a tie that it wins by
        fewer turns (R67) is half a point, one that it shares is 0."""
        mine = self.points(gained, vp=vp)
        if self._to_beat is None:
            rivals = [self._core.players[seat] for seat in self._rivals]
            self._to_beat = [points(rival) - 0.5 * _sign(rival.turns_taken - self._turns) for rival in rivals]
        return mine - max(self._to_beat, default=mine - 1)

    def brings(self, card: Card, reach: int = 1) -> float:
        """How many points one more `card` brings: as one of up to `reach` to be had, of which the last may bring the most."""
        known = self._worth.get((card, reach))
        if known is None:
            before = self.points()
            known = max((self.points([card] * count) - before) / count for count in range(1, reach + 1))
            self._worth[card, reach] = known
        return known

    def takes(self, card: Card) -> int:
        """How many points go with a `card` that is parted with."""
        return self.points() - self.points(lost=[card])


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
