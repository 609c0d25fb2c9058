"""The only way for state to reach a viewer: what a seat or a spectator may know (R19)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache, cached_property, lru_cache
from hashlib import blake2b
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from engine.card import CARDS, TYPES, Card, Cost, Type
from engine.catalogue import say
from engine.events import InForce, Moment
from engine.mechanisms import ZONES, Zone
from engine.mechanisms import in_order as in_tokens
from engine.moves import effects, held, in_treasures, left_in_hand
from engine.phases import ending_piles
from engine.piles import Copy, Pile
from engine.reactions import awaited
from engine.score import result
from engine.shuffle import commitment
from engine.triggers import look_up
from engine.view import (
    MOVE_PHASES,
    Asked,
    CardCount,
    CostView,
    DecisionView,
    LandscapeView,
    MatView,
    PileView,
    PlayerView,
    SetAside,
    View,
)

if TYPE_CHECKING:
    from engine.core import Core, Phase
    from engine.decision import Ask
    from engine.log import LogLine
    from engine.player import Player


def counted(copies: Iterable[Copy]) -> tuple[CardCount, ...]:
    """Count copies by name, sorted, so that their order stays hidden."""
    return in_order(Counter(copy.card.name for copy in copies))


def in_order(counts: Counter[str]) -> tuple[CardCount, ...]:
    """Count by name, sorted."""
    return tuple(_count(name, counts[name]) for name in sorted(counts))


@cache
def _count(name: str, count: int) -> CardCount:
    return CardCount(name=name, count=count)


@cache
def _types(types: frozenset[Type]) -> tuple[Type, ...]:
    return tuple(sorted(types, key=TYPES.index))


class Ahead(NamedTuple):
    """What a `View` tells the seat that decides in the current turn about the hand it is playing."""

    treasures: tuple[int, int] | None = None
    left: tuple[str, ...] = ()
    idle: tuple[str, ...] = ()
    replaced: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    awaited: Mapping[str, tuple[int, ...]] = MappingProxyType({})
    in_force: tuple[InForce, ...] = ()


def ahead(core: Core, player: Player) -> Ahead:
    """Return what a `View` tells about the hand of `player`, whose turn it is."""
    idle, replaced = effects(core, player)
    return Ahead(
        treasures=in_treasures(core, player),
        left=tuple(sorted(card.name for card in left_in_hand(core, player))),
        idle=tuple(sorted(card.name for card in idle)),
        replaced={card.name: told for card, told in replaced.items()},
        awaited={card.name: seats for card in held(player) if (seats := awaited(player, card, look_up))},
        in_force=in_force(core, player),
    )


def in_force(core: Core, player: Player) -> tuple[InForce, ...]:
    """Return what effects from others' turns do to `player`, whose turn it is, each once."""
    if core.phase not in MOVE_PHASES:
        return ()
    lasting = [effect for other in core.in_turn_order() if other is not player for effect in other.later if effect.anyone]
    tells = [(effect, getattr(getattr(effect.card, effect.method), "tell", None)) for effect in lasting]
    told = [tell(effect.card, player, effect) for effect, tell in tells if tell is not None]
    return tuple(dict.fromkeys(each for each in told if each is not None))


def owned(player: Player, viewer: int | None = None) -> Counter[Card]:
    """Return how many of each (printed) card `player` owns, wherever they are: everyone has seen them come and go. Only the giver
    and the receiver of a passed card know about it (`viewer`; None: a spectator)."""
    game, seat = player.game, player.seat
    if not game.mingled or viewer == seat:
        return Counter([copy.printed for copy in player.owned()])
    known = Counter([copy.printed for each in game.players for copy in each.owned() if copy.owner(each.seat) == seat])
    for (giver, taker, name), count in game.passed.items():
        if (giver, taker) in ((seat, viewer), (viewer, seat)):
            known[CARDS[name]] += count if taker == seat else -count
    return +known


def _pile(core: Core, pile: Pile, phase: Phase) -> PileView:
    shown: Card = pile.top or pile.card
    top, cost, types = shown.name if pile.count else None, core.cost_in(phase, shown), core.types(shown)
    cards = tuple(copy.card.name for copy in reversed(pile.stack)) if pile.stack is not None and pile.in_order else ()
    return _seen(pile.name, pile.kind, pile.role, pile.supply, top, pile.count, cost, types, cards, tuple(pile.tokens.items()))


@lru_cache(4096)
def _seen(
    name: str,
    kind: Literal["basic", "kingdom", "other"],
    role: str,
    supply: bool,
    top: str | None,
    count: int,
    cost: Cost,
    types: frozenset[Type],
    cards: tuple[str, ...],
    tokens: tuple[tuple[str, int], ...],
) -> PileView:
    """Return the view of a pile. A move changes one or two piles; views of the others are shared."""
    return PileView(
        name=name,
        kind=kind,
        role=say(role),
        supply=supply,
        top=top,
        count=count,
        cost=CostView.of(cost),
        types=_types(types),
        cards=cards,
        tokens=dict(tokens),
    )


def _landscape(core: Core, card: Card) -> LandscapeView:
    marks = core.marks.get(card.name, {})
    return LandscapeView(
        name=card.name,
        kind=card.printed_types[0],
        cost=CostView.of(card.price) if card.price is not None else None,
        tokens=dict(in_tokens(marks)),
        note=say(card.status(core)),
        piles=tuple(marks.get("pile", ())),
    )


def _held_by_plays(core: Core, player: Player) -> list[SetAside]:
    """Return the cards that `player` has set aside face up for the plays being resolved (R36)."""
    kept = {id(copy) for effect in player.later for copy in effect.cards}
    groups: list[SetAside] = []
    play = core.playing
    while play is not None:
        there = [c for c, stamp in play.shown if c.stamp == stamp and c in player.aside and id(c) not in kept]
        if there:
            groups.append(SetAside(card=play.card.name, waits_for=Moment.PLAYED, count=len(there), cards=counted(there)))
        play = play.cause
    return groups


def _discard_top(core: Core, player: Player, *, own: bool) -> str | None:
    """Return what `player`'s discard pile shows. In Clean-up, the hand goes under the cards from play, so others see none of it
    until that is settled."""
    cleaning = player is core.current and core.phase == "cleanup" and not own
    under = core.turn.hand if cleaning else ()
    return next((copy.card.name for copy in reversed(player.discard_pile) if copy not in under), None)


def is_own(player: Player, viewer: int | None) -> bool:
    """Return whether `viewer` may know what only `player` may know: nothing else makes two viewers see a seat differently."""
    return viewer is not None and viewer in (player.seat, player.controller)


def sees(zone: Zone, *, own: bool) -> bool:
    """Return whether a viewer may know all cards in a zone; `own`: the viewer owns it, or plays for its owner."""
    return zone.seen == "all" or (own and zone.seen == "owner")


def _player(core: Core, player: Player, viewer: int | None) -> PlayerView:
    own = is_own(player, viewer)
    over = core.phase == "over"
    waiting = [effect for effect in player.later if effect.cards]
    returning = core.turn.returning if player is core.current else []
    return PlayerView(
        seat=player.seat,
        name=player.name,
        hand_size=len(player.hand),
        hand=counted(player.hand) if own or over else None,
        deck_size=len(player.deck) if own or over else None,
        discard_top=_discard_top(core, player, own=own),
        in_play=tuple(copy.card.name for copy in player.in_play),
        owned=in_order(
            Counter({card.name: count for card, count in owned(player, player.seat if own or over else viewer).items()})
        ),
        set_aside=tuple(
            SetAside(
                card=effect.card.name,
                waits_for=effect.moment,
                count=len(effect.cards),
                cards=counted(effect.cards) if own or effect.data.get("shown") else None,
            )
            for effect in waiting
        )
        + tuple(
            SetAside(card=core.turn.because, waits_for=Moment.TURN_END, count=len(copies), cards=counted(copies))
            for copies in filter(None, [returning])
        )
        + tuple(_held_by_plays(core, player)),
        mats=tuple(
            MatView(name=name, count=len(copies), cards=counted(copies) if over or sees(ZONES[name], own=own) else None)
            for name, copies in player.mats.items()
            if copies
        ),
        coming=tuple(sorted({effect.card.name for effect in player.later if effect.moment is Moment.TURN_START})),
        tokens=player.all_tokens(),
        turns_taken=player.turns_taken,
        resigned=player.resigned,
        controller=player.controller,
    )


class Scene:
    """One state of a game, for any number of viewers. What several of them see is only worked out once; it is valid until something
    happens in the game."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._views: dict[int | None, View] = {}
        self._decisions: dict[int, DecisionView] = {}
        self._piles: dict[Phase, tuple[PileView, ...]] = {}
        self._players: dict[tuple[int, int | bool | None], PlayerView] = {}

    @cached_property
    def _asks(self) -> dict[int, Ask[Any]]:
        return {ask.id: ask for ask in self._core.decisions()}

    @cached_property
    def asked(self) -> tuple[Asked, ...]:
        """Return who has to decide something."""
        return tuple(ask.asked() for ask in self._asks.values())

    def decision(self, id: int) -> DecisionView:
        """Return an open decision, only for its decider."""
        if id not in self._decisions:
            self._decisions[id] = self._asks[id].view()
        return self._decisions[id]

    def options(self, id: int) -> list[str]:
        """Return the ids of an open decision's options."""
        return [option for option, _ in self._asks[id].offer()]

    def least(self, id: int) -> tuple[str, ...]:
        """Return the answer to an open decision that does least."""
        return self._asks[id].least()

    @cached_property
    def mark(self) -> int:
        """Return a mark of everything that everyone has seen this turn, since its title: a loaded game has no earlier lines."""
        core = self._core
        lines: list[LogLine] = []
        for line in (entry.public for entry in reversed(core.lines or [])):
            if line.turn != core.turn.number:
                break
            lines.append(line)
            if line.kind == "turn":
                break
        asked, owed = ([(ask.decider, ask.answer is None) for ask in asks] for asks in (core.open, [d.ask for d in core.debts]))
        over = core.phase == "over"
        told = repr((core.turn.number, over, [(line.number, line.kind, line.seat) for line in lines], asked, owed))
        return int.from_bytes(blake2b(told.encode(), digest_size=6, key=core.shuffler.seed).digest())

    @cached_property
    def _table(self) -> dict[str, Any]:
        """Return what everyone sees."""
        core = self._core
        asks = core.decisions()
        main = core.open or [debt.ask for debt in core.debts]
        current, over = core.current, core.phase == "over"
        return {
            "edition": core.setup.edition,
            "editions": core.setup.editions,
            "turn": core.turn.number,
            "round": current.turns_taken + (not over and core.phase != "between"),
            "current": current.seat,
            "possessor": current.controller if current.controller != current.seat else None,
            "actions": current.actions,
            "buys": current.buys,
            "coins": current.coins,
            "potions": current.potions,
            "landscapes": tuple(_landscape(core, card) for card in core.landscapes),
            "trash": counted(core.trash),
            "waiting_for": tuple(dict.fromkeys(ask.decider for ask in main if ask.answer is None)),
            "owing": tuple(dict.fromkeys(debt.ask.decider for debt in core.debts if debt.ask.answer is None)),
            "answered": tuple(dict.fromkeys(ask.decider for ask in asks if ask.answer is not None)),
            "empty_piles": core.empty_piles(),
            "piles_to_end": core.piles_to_end,
            "ending_piles": tuple(pile.name for pile in ending_piles(core)),
            "commitment": commitment(core.shuffler.seed),
            "seed": core.shuffler.seed.hex() if over else None,
            "result": result(core) if over else None,
        }

    def view(self, viewer: int | None) -> View:
        """Return what the seat `viewer` (None: a spectator) may know."""
        if viewer not in self._views:
            self._views[viewer] = self._view(viewer)
        return self._views[viewer]

    def _view(self, viewer: int | None) -> View:
        core = self._core
        phase = core.phase_seen_by(viewer)
        priced = phase if core.heard[Moment.COST] else core.phase  # if nothing changes costs, they are the same in every phase
        if priced not in self._piles:
            self._piles[priced] = tuple(_pile(core, pile, priced) for pile in core.piles.values())
        plays = viewer == core.current.controller and core.phase != "over"
        turn = ahead(core, core.current) if plays else Ahead()
        return View(
            **self._table,
            viewer=viewer,
            phase=phase,
            piles=self._piles[priced],
            players=tuple(self._player(player, viewer) for player in core.players),
            decisions=tuple(self.decision(each.id) for each in self.asked if viewer is not None and each.decider == viewer),
            treasure_coins=None if turn.treasures is None else turn.treasures[0],
            treasure_potions=None if turn.treasures is None else turn.treasures[1],
            treasures_left=turn.left,
            idle=turn.idle,
            replaced=dict(turn.replaced),
            awaited=dict(turn.awaited),
            in_force=turn.in_force,
        )

    def _player(self, player: Player, viewer: int | None) -> PlayerView:
        key = player.seat, viewer if self._core.mingled else is_own(player, viewer)
        if key not in self._players:
            self._players[key] = _player(self._core, player, viewer)
        return self._players[key]


def view(core: Core, viewer: int | None) -> View:
    """Return what the seat `viewer` (None: a spectator) may know now."""
    return Scene(core).view(viewer)
