"""Owed choices: answers to an Attack whose turn doesn't wait for them.

They are resolved in turn order, so the result is the same as asking one by one. Anything that could notice the difference calls
`settle` to wait until all are resolved.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.decision import Ask, Pause, Waits, together

if TYPE_CHECKING:
    from engine.card import Card
    from engine.core import Core
    from engine.play import Play
    from engine.player import Player

Then = Callable[["Player", Any], Coroutine[Waits, None, None]]


@dataclass(slots=True)
class Debt:
    """A choice that a victim owes an Attack of turn number `turn`: the answer to `ask`, then what `play` does with it (`rest`, once
    that has started)."""

    play: Play
    ask: Ask[Any]
    then: Then
    turn: int
    rest: Coroutine[Waits, None, None] | None = None


async def ask_each(play: Play, asks: Sequence[Ask[Any]], then: Then) -> None:
    """Ask several victims the same question together, and do `then` with each answer in turn order. The answers are owed, and the
    turn goes on without them, if nothing could notice: `then` moves only the victim's own cards, and nothing in this game answers
    the moments in `play.card.owed`."""
    game = play.game
    if not may_be_owed(game, play.card):
        answers = await together(asks)
        play.prepared |= {ask.player.seat: ask.answer or () for ask in asks}
        for ask, answer in zip(asks, answers, strict=True):
            await then(ask.player, answer)
        return
    for ask in asks:
        owe(game, play, ask, then)
    pay(game)


def may_be_owed(game: Core, card: Card) -> bool:
    """Return whether nothing in this game could notice when the choices that `card` asks for are made."""
    return card.owed is not None and not any(game.heard[moment] for moment in card.owed)


def owe(game: Core, play: Play, ask: Ask[Any], then: Then) -> None:
    """Let the turn go on without the answer to `ask`."""
    ask.owed = True
    ask.answer = ask.forced
    game.number((ask,))
    game.debts.append(Debt(play, ask, then, game.turn.number))


def pay(game: Core) -> None:
    """Resolve owed choices, in order, as far as they have been answered."""
    while game.debts and game.debts[0].ask.answer is not None:
        _pay(game, game.debts[0])


def _pay(game: Core, debt: Debt) -> None:
    outer, game.playing = game.playing, debt.play
    game.paying = debt
    if debt.rest is None:
        debt.rest = debt.then(debt.ask.player, debt.ask.result(debt.ask.answer or ()))
    try:
        waits = debt.rest.send(None)
    except StopIteration:
        game.debts.remove(debt)
        game.paid += 1
    else:
        (debt.ask,) = waits
        debt.ask.owed = True
        game.number(waits)
    finally:
        game.playing, game.paying = outer, None


async def settle(game: Core, player: Player | None = None) -> None:
    """Wait until `player` owes nothing (None: until no one does)."""
    while any(player is None or debt.ask.player is player for debt in game.debts):
        await Pause()
