"""The one event system: moments, the abilities that answer them, and effects scheduled for later.

A moment is a window. Of the abilities that answer it, the player whose turn it is goes first, then the others in turn order (R32);
each player orders their own (R33). An ability that becomes able to answer while the window is open still can, once.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from engine.card import Cost, Type
from engine.mechanisms import Zone

if TYPE_CHECKING:
    from engine.card import Card
    from engine.piles import Copy, Pile
    from engine.play import Play
    from engine.player import Player


class Moment(StrEnum):
    """When something can answer.

    Of a play, in this order: PLAY (first-effects), REPLACE (answering with `event.replaced = True` replaces the text), the text,
    PLAYED. Of a gain: WOULD_GAIN (replaceable), GAIN. BUY comes before the gain. DISCARDED_FROM_PLAY belongs to Clean-up, which
    starts with CLEANUP_START. SHUFFLE comes before the cards are shuffled. BETWEEN_TURNS comes after everything else in a turn.

    COST, TYPES, ATTACKED and BUYABLE are only looked up: abilities that answer them can't ask anything, so they are a plain `def`.
    It changes `event.cost` or `event.types`; puts its owner into `event.play.unaffected` before anyone is asked about that Attack;
    or forbids buying `event.card` (`event.forbidden`).
    """

    PLAY = "play"
    REPLACE = "replace"
    PLAYED = "played"
    WOULD_GAIN = "would gain"
    GAIN = "gain"
    BUY = "buy"
    TRASH = "trash"
    DISCARD = "discard"
    REVEAL = "reveal"
    SHUFFLE = "shuffle"
    TURN_START = "turn start"
    BUY_START = "buy phase start"
    BUY_END = "buy phase end"
    CLEANUP_START = "clean-up start"
    DISCARDED_FROM_PLAY = "discarded from play"
    TURN_END = "turn end"
    BETWEEN_TURNS = "between turns"
    COST = "cost"
    TYPES = "types"
    ATTACKED = "attacked"
    BUYABLE = "buyable"


# In Python 3.11, looking up an Enum's member takes ten times as long as a global, and the core looks up most of these every turn.
PLAY = Moment.PLAY
REPLACE = Moment.REPLACE
PLAYED = Moment.PLAYED
WOULD_GAIN = Moment.WOULD_GAIN
GAIN = Moment.GAIN
BUY = Moment.BUY
TRASH = Moment.TRASH
DISCARD = Moment.DISCARD
REVEAL = Moment.REVEAL
SHUFFLE = Moment.SHUFFLE
TURN_START = Moment.TURN_START
BUY_START = Moment.BUY_START
BUY_END = Moment.BUY_END
CLEANUP_START = Moment.CLEANUP_START
DISCARDED_FROM_PLAY = Moment.DISCARDED_FROM_PLAY
TURN_END = Moment.TURN_END
BETWEEN_TURNS = Moment.BETWEEN_TURNS
COST = Moment.COST
TYPES = Moment.TYPES
ATTACKED = Moment.ATTACKED
BUYABLE = Moment.BUYABLE

LOOKED_UP = frozenset({COST, TYPES, ATTACKED, BUYABLE})
"""The moments at which nothing can be asked."""


NOTHING_MORE = Cost()


class Event:
    """Something that happens to `player`: to `copy` (showing `card`), if it is about a copy; caused by `play`, if a play causes it.

    `origin` is the zone that a gained, discarded or trashed card comes from (for a gain from a pile, `pile` is the pile), `to` the
    zone that a gained card goes to; `bought` says whether it is bought, `overpaid` what was paid on top of its cost, `seen` whether
    everyone knows a discarded copy. An ability that replaces what would happen sets `replaced`, and one that forbids it sets
    `forbidden`. `cost` and `types` are the values found so far for `card`. In a shuffle, `kept_out` are copies that stay in the
    discard pile, and `placed` says how many of the shuffled cards should lie above a copy. `phase` is the phase in which it
    happened, `by` the copy whose ability answers now, if a copy's does.
    """

    __slots__ = (
        "bought", "by", "card", "copy", "cost", "forbidden", "kept_out", "moment", "origin", "overpaid", "phase", "pile", "placed",
        "play", "player", "replaced", "seen", "stamp", "to", "types",
    )  # fmt: skip

    cost: Cost
    types: frozenset[Type]

    def __init__(
        self,
        moment: Moment,
        player: Player,
        copy: Copy | None = None,
        card: Card | None = None,
        play: Play | None = None,
        pile: Pile | None = None,
        to: Zone = Zone.DISCARD,
        bought: bool = False,
        origin: Zone = Zone.SUPPLY,
        overpaid: Cost = NOTHING_MORE,
        seen: bool = True,
    ) -> None:
        self.moment = moment
        self.player = player
        self.copy = copy
        self.card = card if card is not None else (copy.card if copy is not None else None)
        self.play = play
        self.pile = pile
        self.to = to
        self.bought = bought
        self.origin = origin
        self.overpaid = overpaid
        self.seen = seen
        self.phase = player.game.phase
        self.by: Copy | None = None
        self.replaced = False
        self.forbidden = False
        self.stamp = copy.stamp if copy is not None else 0
        self.kept_out: list[Copy] = []
        self.placed: dict[Copy, int] = {}

    @property
    def there(self) -> bool:
        """Return whether the copy is still where it was when this happened, so that it can be moved (R60)."""
        return self.copy is not None and self.copy.stamp == self.stamp


When = Callable[["Player", Event], bool]
Run = Callable[["Player", Event], Awaitable[None] | None]
F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Ability:
    """An ability of a card that answers `moment` from `zone` (None: of the very copy the event is about, wherever it is; SUPPLY:
    from the table, for everyone). It answers its owner's events only, unless `anyone`.

    `independent` says that no other ability of the moment could notice whether it came before (it adds coins or tokens): then no
    one needs to choose an order. `draws` says that it only draws cards: its order can't matter among others that do. `coins` is how
    many coins it gives, if it gives nothing else and that is known in advance.

    An ability that answers from the HAND is a Reaction: its owner may use it or not. So is one that answers its card's discarding
    (DISCARD), since others might not have seen the card. Everyone who could hold one, by public knowledge and by `when` (which may
    look at nothing else), is asked alike; see reactions.py. `owed` names the moments that could notice what it does on another
    player's turn; None: that turn always waits for the answer.

    An ability that only one `edition` of the card has doesn't count in games with the other.
    """

    method: str
    moment: Moment
    zone: Zone | None
    anyone: bool
    when: When | None
    independent: bool
    draws: bool = False
    owed: frozenset[Moment] | None = None
    edition: int | None = None
    coins: int | None = None

    @property
    def hidden(self) -> bool:
        """Return whether it belongs to a Reaction: others can't see whether its owner could use it."""
        return self.zone in (Zone.HAND, Zone.DISCARD)


def on(
    moment: Moment,
    *,
    zone: Zone | None = Zone.IN_PLAY,
    anyone: bool = False,
    when: When | None = None,
    independent: bool = False,
    draws: bool = False,
    owed: Iterable[Moment] | None = None,
    edition: int | None = None,
    coins: int | None = None,
) -> Callable[[F], F]:
    """Make a method `(self, me, event)` of a card an ability that answers `moment`; see `Ability`."""

    def mark(method: F) -> F:
        noticed = None if owed is None else frozenset(owed)
        made = Ability(method.__name__, moment, zone, anyone, when, independent, draws, noticed, edition, coins)
        method.ability = made  # type: ignore[attr-defined]
        return method

    return mark


class InForce(NamedTuple):
    """What an effect from another player's turn does to the player whose turn it is, in a sentence (`told`). If it is about gaining
    a `card`, `note` says so beside that card; `takes` are the Treasures that it takes when played, least valuable first."""

    told: str
    card: str | None = None
    note: str = ""
    takes: tuple[str, ...] = ()


def lasts(tell: Callable[[Any, Player, Later], InForce | None]) -> Callable[[F], F]:
    """Say of a card's method `(self, me, effect)` what it does to the player whose turn it is: `tell` is a method
    `(self, victim, effect)`, and returns None if it does nothing to them now. Everyone may know what it says."""

    def mark(method: F) -> F:
        method.tell = tell  # type: ignore[attr-defined]
        return method

    return mark


@dataclass(slots=True, eq=False)
class TurnEffect:
    """What a play leaves behind for the rest of this turn; a closure, dropped when the turn ends. `coins` is how many it gives, if
    that is known in advance."""

    owner: Player
    source: Play
    moment: Moment
    run: Run
    when: When | None = None
    once: bool = False
    anyone: bool = False
    independent: bool = False
    coins: int | None = None


@dataclass(slots=True, eq=False)
class Later:
    """What a play leaves behind for longer than its turn, as data: at `moment` of a turn of `owner`, `card`'s method named `method`
    is called with `(me, effect)`. It happens once unless that method calls `again()`.

    `when` names a method `(me, event, effect)` that says whether it answers an event; `until` is a moment of `owner` at which it
    ends unused; `event` is the event it answers now. `cards` are copies set aside for it. `kept` are the copies that stay in play
    as long as this is pending: the card played and what played it more than once (R45). `independent`, `draws`: see `Ability`;
    `coins` is the same as in a `TurnEffect`. `made` is the number of the turn of `owner` in which it was scheduled, if any: the
    start of that turn is past.
    """

    owner: Player
    card: Card
    method: str
    moment: Moment
    cards: list[Copy] = field(default_factory=list)
    kept: list[Copy] = field(default_factory=list)
    data: dict[str, Any] = field(default_factory=dict)
    anyone: bool = False
    when: str | None = None
    until: Moment | None = None
    independent: bool = False
    draws: bool = False
    coins: int | None = None
    renewed: bool = False
    event: Event | None = None
    made: int = 0

    def again(self) -> None:
        """Let it happen once more, at the next such moment."""
        self.renewed = True


class Trigger(NamedTuple):
    """An ability ready to answer an event: what identifies it, its card, whether its order can't matter, what it does, how many
    coins that gives (if known), whether it only draws cards, and the card set aside that it is named after, if any."""

    key: object
    card: Card
    independent: bool
    run: Callable[[], Awaitable[None] | None]
    coins: int | None = None
    draws: bool = False
    about: Card | None = None

    @property
    def called(self) -> str:
        """Return its name in the question about the order."""
        return self.card.name if self.about is None else f"{self.card.name}/{self.about.name}"
