"""The current score, and the score with other cards, according to the scoring rules themselves and to what a seat can know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.card import Card
from engine.piles import Copy
from engine.save import Setup
from engine.setup import lay_out

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.ai.perception import Eyes
    from engine.core import Core

REACH = 3
"""How many copies of a card to aim for when only the last of them gives points."""


class ScoreModel:
    """What everyone's cards and tokens are worth. If more than the printed points counts, they are on a table made only for
    scoring."""

    __slots__ = (
        "_copies", "_core", "_landscapes", "_now", "_printed", "_rivals", "_scoring", "_seat", "_to_beat", "_turns", "_turns_taken",
        "_worth",
    )  # fmt: skip

    def __init__(self, eyes: Eyes) -> None:
        self._copies: dict[Card, Copy] = {}
        self._worth: dict[tuple[Card, int], float] = {}
        self._to_beat: float | None = None
        self._core = table(eyes) if eyes.kingdom.odd_points else None
        self._landscapes = [card for card in self._core.landscapes if card.counts_at_end] if self._core else []
        self._scoring = [self._copy(card) for card in eyes.kingdom.cards if card.scores_by_rule]

    def take_in(self, eyes: Eyes) -> None:
        """Read what is visible now."""
        owned = [eyes.owned(seat) for seat in range(eyes.seats)]
        tokens = [eyes.vp_tokens(seat) for seat in range(eyes.seats)]
        self._seat = eyes.seat
        self._rivals = eyes.rivals
        self._turns_taken = [eyes.turns_taken(seat) for seat in range(eyes.seats)]
        self._turns = self._turns_taken[eyes.seat] + eyes.my_turn
        self._printed = [
            vp + sum([card.points * count for card, count in cards.items()]) for vp, cards in zip(tokens, owned, strict=True)
        ]
        if self._core is not None:
            for name, count in eyes.counts.items():
                self._core.piles[name].count = count
            for name, piles in eyes.picked.items():
                self._core.marks[name]["pile"] = piles
            for player, cards in zip(self._core.players, owned, strict=True):
                player.discard_pile = [copy for card, count in cards.items() for copy in [self._copy(card)] * count]
        self._to_beat = None
        self._worth.clear()
        self._now = self.points()

    def _copy(self, card: Card) -> Copy:
        """Return a copy of `card`; one stands for all, since scoring only looks."""
        copy = self._copies.get(card)
        if copy is None:
            copy = self._copies[card] = Copy(card, self._core.pile_of(card) if self._core is not None else None)
        return copy

    def points(self, gained: Sequence[Card] = (), lost: Sequence[Card] = (), vp: int = 0) -> int:
        """Return the deciding seat's points after adding some cards, removing others, and adding `vp` VP tokens."""
        total = self._printed[self._seat] + vp
        for card in gained:
            total += card.points
        for card in lost:
            total -= card.points
        return total + self._by_rule(self._seat, gained, lost)

    def _by_rule(self, seat: int, gained: Sequence[Card] = (), lost: Sequence[Card] = ()) -> int:
        """Return a seat's points other than those printed on cards."""
        if self._core is None:
            return 0
        player = self._core.players[seat]
        before = player.discard_pile
        if gained or lost:
            player.discard_pile = before + [self._copy(card) for card in gained]
            for card in lost:
                player.discard_pile.remove(self._copy(card))
        total = 0
        for card in self._landscapes:
            total += card.points_at_end(player)
        for copy in self._scoring:
            if count := player.discard_pile.count(copy):
                total += count * (copy.card.score(player) - copy.card.points)
        player.discard_pile = before
        return total

    def lead(self, gained: Sequence[Card] = (), vp: int = 0) -> float:
        """Return the deciding seat's lead in points if it had these cards too and the game ended now; a tie won by fewer turns
        (R67) is half a point, a shared win 0."""
        mine = self.points(gained, vp=vp)
        if self._to_beat is None:
            rivals = [
                self._printed[seat] + self._by_rule(seat) - 0.5 * _sign(self._turns_taken[seat] - self._turns)
                for seat in self._rivals
            ]
            self._to_beat = max(rivals, default=mine - 1)
        return mine - self._to_beat

    def brings(self, card: Card, reach: int = 1) -> float:
        """Return how many points one more `card` gives: as one of up to `reach` more, since the last one might give the most."""
        known = self._worth.get((card, reach))
        if known is None:
            known = max([(self.points([card] * count) - self._now) / count for count in range(1, reach + 1)])
            self._worth[card, reach] = known
        return known

    def takes(self, card: Card) -> int:
        """Return how many points losing a `card` costs."""
        return self._now - self.points(lost=[card])


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def table(eyes: Eyes) -> Core:
    """Return a table like the current one, used only for scoring."""
    kingdom = eyes.kingdom
    setup = Setup(
        players=tuple(str(seat) for seat in range(eyes.seats)),
        kingdom=kingdom.piles,
        landscapes=kingdom.landscapes,
        optional=kingdom.optional,
        edition=eyes.editions.edition,
        editions=eyes.editions.editions,
    )
    return lay_out(setup, bytes(32))
