"""One play of one card: `this` in a card's code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from engine import words
from engine.events import COST, Later, Moment, Run, TurnEffect, When
from engine.pending import ask_each

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence

    from engine.card import Card
    from engine.core import Core
    from engine.decision import Ask, Waits
    from engine.events import Event
    from engine.piles import Copy
    from engine.player import Player

T = TypeVar("T")


class Play:
    """One play of a card, as opposed to the card itself: Throne Room plays one copy twice.

    `copy` is the cardboard and `card` the face it was played with; `stamp` is the copy's stamp after entering play. `cause` is the
    play that caused this one. `unaffected` are the players that an Attack doesn't affect; `prepared` holds answers to its questions
    that haven't taken effect yet, by seat. `shown` are the copies it revealed or set aside face up, each with its stamp there.
    """

    __slots__ = ("card", "cause", "copy", "game", "kept_by", "player", "prepared", "shown", "stamp", "unaffected")

    def __init__(self, player: Player, copy: Copy | None, card: Card, cause: Play | None) -> None:
        self.game: Core = player.game
        self.player = player
        self.copy = copy
        self.card = card
        self.stamp = copy.stamp if copy is not None else 0
        self.cause = cause
        self.kept_by: Copy | None = None
        self.unaffected: set[Player] = set()
        self.prepared: dict[int, tuple[str, ...]] = {}
        self.shown: list[tuple[Copy, int]] = []

    def chain(self) -> tuple[str, ...]:
        """Return the names of the cards that led here, outermost first."""
        names = [self.card.name]
        play = self.cause
        while play is not None:
            names.append(play.card.name)
            play = play.cause
        return tuple(reversed(names))

    @property
    def there(self) -> bool:
        """Return whether the copy is still where this play put it, so that it can be moved (R60)."""
        return self.copy is not None and self.copy.stamp == self.stamp and self.copy in self.player.in_play

    async def trash(self) -> bool:
        """Trash the copy itself, if it can still be moved. Returns whether it was trashed."""
        return self.copy is not None and self.there and bool(await self.player.trash([self.copy], self.player.in_play))

    async def victims(self) -> list[Player]:
        """Return the other players this Attack affects, in turn order."""
        return [player for player in await self.player.others() if player not in self.unaffected]

    @property
    def affected(self) -> str:
        """Return their names, as everyone sees them now; "no one" if there are none."""
        others = [player for player in self.game.in_turn_order(self.player) if player is not self.player]
        return words.listed([player.name for player in others if player not in self.unaffected]) or words.NO_ONE

    async def ask_each(self, asks: Sequence[Ask[T]], then: Callable[[Player, T], Coroutine[Waits, None, None]]) -> None:
        """Ask several victims the same question together, and do `then` with each answer, in turn order. The attacker needn't wait
        if the card is `owed`."""
        await ask_each(self, asks, then)

    def this_turn(
        self,
        moment: Moment,
        run: Run,
        *,
        when: When | None = None,
        once: bool = False,
        anyone: bool = False,
        independent: bool = False,
    ) -> TurnEffect:
        """Call `run` whenever `moment` comes this turn (if `once`: only the next time). `Core.drop_turn_effect` ends it earlier."""
        effect = TurnEffect(self.player, self, moment, run, when, once, anyone, independent)
        self.game.add_turn_effect(effect)
        return effect

    def cost_less(self, coins: int, *, when: When | None = None) -> None:
        """Make all cards cost `coins` less this turn, or only those that `when` accepts as `event.card` (R23, R29)."""

        def lower(me: Player, event: Event) -> None:
            event.cost = event.cost.plus(-coins)

        self.this_turn(COST, lower, when=when, anyone=True, independent=True)

    def coins_this_turn(self, moment: Moment, coins: int, *, when: When | None = None, once: bool = False) -> None:
        """Give `coins` whenever `moment` comes this turn, like `this_turn` but with their number known in advance."""

        def pay(me: Player, event: Event) -> None:
            me.get(coins=coins)

        self.game.add_turn_effect(TurnEffect(self.player, self, moment, pay, when, once, independent=True, coins=coins))

    def later(
        self,
        moment: Moment,
        method: str,
        *,
        cards: Sequence[Copy] = (),
        anyone: bool = False,
        when: str | None = None,
        until: Moment | None = None,
        independent: bool = False,
        draws: bool = False,
        coins: int | None = None,
        **data: Any,
    ) -> Later:
        """Call the card's method `method` on a later turn, at `moment`; `cards` are set aside until then. Until then, the copy
        stays in play, and so does a card that plays it more than once (R45) or plays it without moving it. See `Later`."""
        effect = Later(
            self.player, self.card, method, moment, list(cards), self._kept(), data, anyone, when, until, independent, draws, coins
        )  # fmt: skip
        effect.made = self.game.turn.number if self.player.on_turn else 0
        self.game.add_later(effect)
        return effect

    def _kept(self) -> list[Copy]:
        """Return the copies that stay in play because of what this play has scheduled: its own, or else that of the play that
        caused it."""
        play: Play | None = self
        while play is not None and play.copy is None and play.player is self.player:
            play = play.cause
        if play is None or play.copy is None or not play.there:
            return []
        return [play.copy, *([play.kept_by] if play.kept_by is not None else [])]
