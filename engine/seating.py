"""Who goes first in a game (R5)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from engine.view import Result


class Starting(NamedTuple):
    """Who goes first, as the fields of a Setup of the same names: a seat, or None for a draw by the game's own seed, among these
    seats or (if there are none) among all."""

    first: int | None = None
    first_among: tuple[int, ...] = ()


def next_first(edition: int, before: Sequence[Hashable], result: Result | None, now: Sequence[Hashable]) -> Starting:
    """Return who goes first in the next game. `before` and `now` are the players of the last game and of this one, each in seat
    order and identified by any unique key; `result` is how the last one ended.

    With the same people, the winner goes last, so the player to their left goes first. After a tie, the first player is drawn among
    everyone, or in the first edition among those who didn't win. With other people, or without a previous game, everyone is in the
    draw.
    """
    if result is None or set(before) != set(now) or len(before) != len(now):
        return Starting()
    winners = {now.index(before[seat]) for seat in result.winners}
    if len(winners) == 1:
        return Starting(first=(winners.pop() + 1) % len(now))
    others = tuple(seat for seat in range(len(now)) if seat not in winners)
    return Starting(first_among=others if edition == 1 else ())
