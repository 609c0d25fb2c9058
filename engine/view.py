"""What leaves the engine: views and decisions (log lines are in log.py), each with exactly what its reader may know (R19).

Everything here is plain data (pydantic). Cards are named, never identified: nothing in a view tells two copies of one card apart,
and the order of a hidden zone never leaves.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Literal, NamedTuple, get_args

from pydantic import BaseModel, ConfigDict, SkipValidation, model_validator

from engine.card import CARDS, Cost
from engine.events import InForce
from engine.log import Ending
from engine.mechanisms import DEBT, VP


class Frozen(BaseModel):
    """Base of everything that leaves the engine: immutable, and strict about unknown fields. Its errors quote no values, since
    these might be hidden cards or a seed."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)


Edition = Literal[1, 2]


class Editions(Frozen):
    """Which printings are used: those of `edition` for all sets except the ones in `editions`."""

    edition: Edition = 2
    editions: dict[str, Edition] = {}

    def of_set(self, set_: str) -> Edition:
        """Return the edition of a set's cards."""
        return self.editions.get(set_, self.edition)

    def edition_of(self, card: str) -> Edition:
        """Return a card's edition. Raises KeyError if there is none with that name."""
        return self.of_set(CARDS[card].set)


class CardCount(Frozen):
    """Copies of one card and how many; lists of these are sorted by name unless their field says otherwise."""

    name: str
    count: int


class CostView(Frozen):
    """A current cost: coins, Potions, debt (R22)."""

    coins: int = 0
    potion: int = 0
    debt: int = 0

    @classmethod
    @cache
    def of(cls, cost: Cost) -> CostView:
        """Return the view of a cost; there are few, so they are shared."""
        return cls(**cost._asdict())

    @property
    def shelf(self) -> tuple[int, int, int]:
        """Return its sort key for lists by cost (`Cost.shelf`)."""
        return Cost(self.coins, self.potion, self.debt).shelf

    def __str__(self) -> str:
        money = (f"${self.coins}" if self.coins or not (self.potion or self.debt) else "") + "P" * self.potion
        return "+".join([money] * bool(money) + [f"{self.debt}D"] * bool(self.debt))


class PileView(Frozen):
    """One pile on the table. `top` is the card that can be gained now (None when the pile is empty); `types` and `cost` are those
    of `top`, or of the pile's randomizer when it is empty. `cards` lists a mixed pile from the top down, if everyone knows its
    order. `role` is what an extra Kingdom pile is called."""

    name: str
    kind: Literal["basic", "kingdom", "other"]
    role: str = ""
    supply: bool
    top: str | None
    count: int
    cost: CostView
    types: tuple[str, ...]
    cards: tuple[str, ...] = ()
    tokens: dict[str, int] = {}


class LandscapeView(Frozen):
    """A landscape on the table, of that `kind`. `cost` is None if it isn't for sale; `tokens` lie on it; `note` says what it picked
    or waits for, `piles` are the ones it picked."""

    name: str
    kind: str
    cost: CostView | None
    tokens: dict[str, int]
    note: str = ""
    piles: tuple[str, ...] = ()


class MatView(Frozen):
    """What lies on one of a player's mats, by its name. `cards` is None where this viewer may only count them."""

    name: str
    count: int
    cards: tuple[CardCount, ...] | None


class SetAside(Frozen):
    """Cards set aside, with what they wait for. `cards` is None if this viewer may only count them."""

    card: str
    waits_for: str
    count: int
    cards: tuple[CardCount, ...] | None


class PlayerView(Frozen):
    """One seat as the viewer may see it. `hand` and `deck_size` are None for viewers who may not know them. `owned` are all cards
    of the seat, wherever they are: everyone has seen them come and go, so this reveals nothing. It is for AIs, which forget
    nothing; people only see what is on the table. `coming` are the cards that do something at the start of this seat's next turn.
    `tokens` counts its tokens of each kind (`TOKENS`)."""

    seat: int
    name: str
    hand_size: int
    hand: tuple[CardCount, ...] | None
    deck_size: int | None
    discard_top: str | None
    in_play: tuple[str, ...]
    owned: tuple[CardCount, ...]
    set_aside: tuple[SetAside, ...]
    mats: tuple[MatView, ...] = ()
    coming: tuple[str, ...]
    tokens: dict[str, int]
    turns_taken: int
    resigned: bool
    controller: int

    @property
    def vp_tokens(self) -> int:
        """Return how many VP tokens this seat has."""
        return self.tokens.get(VP, 0)

    @property
    def debt(self) -> int:
        """Return how much debt this seat has."""
        return self.tokens.get(DEBT, 0)


class Option(Frozen):
    """One option. `id` can appear up to `count` times in an answer. `card` is the card it is about, `leads` what choosing it leads
    to, in addition to what applies to all options."""

    id: str
    label: str
    card: str | None = None
    count: int = 1
    leads: str = ""


MovePhase = Literal["action", "buy"]
"""The phases in which the player on turn makes moves."""
MOVE_PHASES = get_args(MovePhase)
Phase = Literal[MovePhase, "cleanup", "between", "over"]
MoveKind = Literal["treasures", "play", "spend", "buys", "buy", "event", "debt", "end"]


class PurseView(NamedTuple):
    """What a player can spend, and the debt to pay first."""

    buys: int
    coins: int
    potions: int
    debt: int


class MoveView(NamedTuple):
    """One possible or impossible move on a turn. `id` is the answer that makes it. `cost` is what it costs now; `coins` and
    `potions` are what it gives, if that is certain. `now` says what prevents it (see `Obstacle`); None means that it is one of the
    options. `then` says the same for the time after all moves of `DecisionView.before`."""

    id: str
    kind: MoveKind
    card: str | None = None
    cost: CostView | None = None
    coins: int | None = None
    potions: int | None = None
    now: str | None = None
    then: str | None = None


DecisionKind = Literal["turn", "cards", "pile", "choice", "order", "sort", "react"]


class Asked(NamedTuple):
    """Who has to answer a question, and what kind it is, without its options; the fields are those of its `DecisionView`."""

    id: int
    seat: int
    decider: int
    kind: DecisionKind
    card: str | None
    played_by: int | None
    owed: bool
    unseen: bool
    answered: bool

    @property
    def step(self) -> bool:
        """Return whether it is the turn's next step, or others can't tell it from that."""
        return self.kind == "turn" or self.unseen


class DecisionView(Frozen):
    """A question that waits for an answer.

    `id` names it for as long as the game lasts; an answer quotes it. `seat` is the seat that decides by the rules, `decider` the
    seat that answers (another one under Possession). `kind`:

    * `turn`: what to do next on your turn: `play:NAME`, `treasures` (play all that can safely be played together), `buys` (leave
      the Action phase), `buy:NAME`, `event:NAME`, `debt:N`, `spend:TOKEN:N`, `end`; exactly one.
    * `cards`: cards out of a zone (ids are card names, repeated for several copies), between `minimum` and `maximum`.
    * `pile`: one card to gain from the Supply (ids are card names).
    * `choice`: one or more of named options (`yes`, `no`, …).
    * `order`: every id exactly as often as offered, in the chosen order (first id first).
    * `sort`: what happens to each of several cards: ids are `FATE:NAME`, and every card gets exactly one (the ids offered for one
      card share its `card` and `count`; an answer names each card `count` times in all). Among the ids of one fate, the one named
      first comes first (for cards put back on a deck: is topmost).
    * `react`: `react:NAME` to use a Reaction, or `no`; if the Attack's own question to this seat is known already (`follow`),
      answering that question straight away means "no Reaction" and settles both.

    A `react` to something other than an Attack says which `moment` it is.

    `purpose` says what happens to the chosen things (`discard`, `trash`, `gain`, `topdeck`, `play`, `reveal`, `keep`, …; `discard
    theirs`: the card is another player's). The options of a yes-or-no question about one card name it in `card`. `because` is the
    chain of causes, outermost first (`["Throne Room", "Militia"]`), and `played_by` the seat whose card asks, as everyone has seen.
    `owed` means that the turn goes on without it, and `unseen` that it comes in a Buy phase that others haven't seen start.
    `preselected` is a legal answer that is forced, or safe to accept without reading; it can be empty. `idle`: the options do
    nothing on their own, so AIs and plans choose none. `unaffected`: the Attack doesn't affect the player. `elsewhere`: its cards
    aren't from the hand. `leads` is what any choice leads to, and `without` what choosing nothing does, in sentences; single
    options have their own.

    A `turn` has all `moves`, whether possible now or not; the moves that are certain to come `before` anything is bought (leaving
    the Action phase, playing all Treasures, paying debt), and the `purse` after these.
    """

    id: int
    seat: int
    decider: int
    kind: DecisionKind
    purpose: str
    prompt: str
    card: str | None
    because: tuple[str, ...]
    played_by: int | None = None
    options: tuple[Option, ...]
    minimum: int
    maximum: int
    preselected: tuple[str, ...] = ()
    owed: bool = False
    unseen: bool = False
    idle: bool = False
    unaffected: bool = False
    elsewhere: bool = False
    answered: bool = False
    follow: DecisionView | None = None
    leads: str = ""
    without: str = ""
    moves: SkipValidation[tuple[MoveView, ...]] = ()
    before: tuple[str, ...] = ()
    purse: PurseView | None = None
    moment: str | None = None

    def offers(self, id: str) -> bool:
        """Return whether `id` is one of the options."""
        return any(option.id == id for option in self.options)

    @property
    def step(self) -> bool:
        """Return whether it is the turn's next step, or looks like that to others."""
        return self.kind == "turn" or self.unseen

    @property
    def one_answer(self) -> bool:
        """Return whether a card's question has only one answer: the preselected one."""
        only = self.maximum == 0 or len(self.options) == 1 or self.maximum == sum(option.count for option in self.options)
        return self.kind in ("cards", "choice") and self.minimum == self.maximum and only


class ScoreLine(Frozen):
    """One line of a score: `count` of `what` (a card, VP tokens, a Landmark) giving `points` in all."""

    what: str
    count: int
    points: int


class Score(Frozen):
    """A player's final score; `rank` 1 is a winner (several share it when tied, R67); resigned players rank last."""

    seat: int
    name: str
    points: int
    turns_taken: int
    rank: int
    lines: tuple[ScoreLine, ...]
    deck: tuple[CardCount, ...]


class Result(Frozen):
    """How the game ended: why, and the scores by rank."""

    ending: Ending
    winners: tuple[int, ...]
    scores: tuple[Score, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Return what the seats were called at the end, in their order."""
        return tuple(score.name for score in sorted(self.scores, key=lambda score: score.seat))

    @model_validator(mode="before")
    @classmethod
    def from_words(cls, data: Any) -> Any:
        """Accept a `reason` in words instead, from before the log was data."""
        if not isinstance(data, dict) or "reason" not in data:
            return data
        rest = {key: value for key, value in data.items() if key != "reason"}
        return rest | {"ending": Ending(kind="worded", wording=data["reason"])}


class View(Editions):
    """All that `viewer` (a seat; None: a spectator) may know now.

    For the seat that decides in the current turn only: `treasure_coins` and `treasure_potions` are what playing all Treasures whose
    order doesn't matter adds, if that is certain (otherwise None); `treasures_left` are those then left in hand that could do
    something; `idle` are the cards that would be useless to play now with this hand; `replaced` says in sentences, by card
    name, what replaces the text of cards in hand; `awaited` are the seats, by card name, that the turn would wait for after
    playing a card from hand, as far as everyone can know; and `in_force` is what effects from others' turns do to this seat.

    The game ends with `piles_to_end` empty Supply piles (now `empty_piles`), or once any of the `ending_piles` is empty.
    """

    viewer: int | None
    turn: int
    round: int
    current: int
    possessor: int | None
    phase: Phase
    actions: int
    buys: int
    coins: int
    potions: int
    players: tuple[PlayerView, ...]
    piles: tuple[PileView, ...]
    landscapes: tuple[LandscapeView, ...]
    trash: tuple[CardCount, ...]
    decisions: tuple[DecisionView, ...]
    waiting_for: tuple[int, ...]
    owing: tuple[int, ...]
    answered: tuple[int, ...]
    treasure_coins: int | None
    treasure_potions: int | None
    treasures_left: tuple[str, ...]
    idle: tuple[str, ...]
    replaced: dict[str, tuple[str, ...]]
    awaited: dict[str, tuple[int, ...]]
    in_force: tuple[InForce, ...] = ()
    empty_piles: int
    piles_to_end: int
    ending_piles: tuple[str, ...]
    commitment: str
    seed: str | None
    result: Result | None

    @property
    def at_risk(self) -> tuple[str, ...]:
        """Return the Treasures in the viewer's own hand that an effect in force takes when played, least valuable first."""
        held = {each.name for each in self.players[self.current].hand or ()}
        return tuple(dict.fromkeys(name for effect in self.in_force for name in effect.takes if name in held))

    def is_turn_of(self, seat: int) -> bool:
        """Return whether this seat's turn is under way. Between turns it is over, and the hand for the seat's next one is dealt."""
        return self.current == seat and self.phase != "between"
