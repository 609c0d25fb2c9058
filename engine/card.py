"""Cards as definitions.

A card is one class whose only instance is the definition: facts, text, rulings and behaviour together. `Silver()` is always the
same object. What changes during a game is stored with the copy, the pile or the player, never with the card.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from enum import StrEnum
from inspect import iscoroutinefunction
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from engine.mechanisms import EVENT, LANDMARK, Extra, Landscape
from engine.words import PLURALS

if TYPE_CHECKING:
    from engine.advice import Gift
    from engine.ai.perception import Eyes
    from engine.core import Core, Phase
    from engine.decision import Ask
    from engine.events import Ability, Moment
    from engine.play import Play
    from engine.player import Player


class Type(StrEnum):
    """What a card is; a card is all of its types at all times (R38)."""

    ACTION = "Action"
    TREASURE = "Treasure"
    VICTORY = "Victory"
    CURSE = "Curse"
    ATTACK = "Attack"
    REACTION = "Reaction"
    DURATION = "Duration"
    CASTLE = "Castle"
    GATHERING = "Gathering"
    PRIZE = "Prize"
    REWARD = "Reward"


TYPES = tuple(Type)
ACTION, ATTACK, TREASURE = Type.ACTION, Type.ATTACK, Type.TREASURE  # looked up often; see events.py


class Cost(NamedTuple):
    """A cost in coins, Potions and debt. `<=` is "up to" and compares every part, so two costs might not be comparable (R22)."""

    coins: int = 0
    potion: int = 0
    debt: int = 0

    def __le__(self, other: tuple[int, ...]) -> bool:
        return self[0] <= other[0] and self[1] <= other[1] and self[2] <= other[2]

    def __lt__(self, other: tuple[int, ...]) -> bool:
        return self <= other and self != other

    def __ge__(self, other: tuple[int, ...]) -> bool:
        return self[0] >= other[0] and self[1] >= other[1] and self[2] >= other[2]

    def __gt__(self, other: tuple[int, ...]) -> bool:
        return self >= other and self != other

    @property
    def shelf(self) -> tuple[int, int, int]:
        """Return its sort key for lists by cost, since not all costs are comparable: plain coins first, then Potions, then debt."""
        return self[2], self[1], self[0]

    def plus(self, coins: int) -> Cost:
        """Return the same cost with `coins` more (or less) in its coin part, which never falls below 0 (R23)."""
        return Cost(max(0, self[0] + coins), self[1], self[2])

    def __str__(self) -> str:
        money = (f"${self.coins}" if self.coins or not (self.potion or self.debt) else "") + "P" * self.potion
        return "+".join([money] * bool(money) + [f"{self.debt}D"] * bool(self.debt))


class Held(NamedTuple):
    """A card in a hand, with its types now (R38)."""

    card: Card
    types: frozenset[Type]


CARDS: dict[str, Card] = {}
"""Every card and landscape, by name."""

RENAMED: dict[str, str] = {}
"""Cards by the names that other printings give them."""

EDITIONS = frozenset({1, 2})

Text = str | dict[int, str]
"""Text about a card: the same for every edition, or by edition."""


def worded(text: Text, edition: int) -> str | None:
    """Return `text` as it reads in `edition`; None if that edition has no such text."""
    return text if isinstance(text, str) else text.get(edition)


def in_edition(card: Card, edition: int) -> bool:
    """Return whether `card` can be used with the rules of `edition`; a set with a single edition fits any."""
    return edition in card.editions or edition not in editions_of(card.set)


def editions_of(set_: str) -> frozenset[int]:
    """Return the editions in which a set was published."""
    return frozenset().union(*(card.editions for card in CARDS.values() if card.set == set_))


class Card:
    """A card's definition. Subclasses state its facts, including the plain "+" lines, as class keywords:

        class Market(Action, cost=5, cards=1, actions=1, buys=1, coins=1): ...

    `cost` is coins, or a `Cost`; a class without it is only a base for others. `name` and `set` default to the class's name
    in words and to the module's `SET`, `editions` to its `EDITIONS`, if the set didn't come in two.
    """

    name: ClassVar[str] = ""
    set: ClassVar[str] = ""
    editions: ClassVar[frozenset[int]] = EDITIONS
    cost: ClassVar[Cost] = Cost()
    types: ClassVar[frozenset[Type]] = frozenset()
    landscape: ClassVar[Landscape | None] = None
    """What kind of landscape it is; None: it is a card."""
    basic: ClassVar[bool] = False
    optional: ClassVar[str] = ""
    """For a basic card that isn't in every game: the name of the group it comes with, such as "Platinum/Colony"."""
    ends_game: ClassVar[bool] = False
    """Whether its pile ends the game when it is empty (R65)."""
    extra: ClassVar[Extra | None] = None
    """One more Kingdom pile that it needs."""
    points: ClassVar[int] = 0
    cards: ClassVar[int] = 0
    actions: ClassVar[int] = 0
    buys: ClassVar[int] = 0
    coins: ClassVar[int] = 0
    potions: ClassVar[int] = 0
    vp_tokens: ClassVar[int] = 0
    plural: ClassVar[str] = ""
    """Its plural, if the rules of English don't produce it."""
    also: ClassVar[tuple[str, ...]] = ()
    """Names that other printings give it."""
    text: ClassVar[Text] = ""
    brief: ClassVar[str] = ""
    """Its text for menus, if the full one is too long for them."""
    rulings: ClassVar[tuple[Text, ...]] = ()
    abilities: ClassVar[tuple[Ability, ...]] = ()
    """In the order in which a card's abilities answer the same moment."""
    owed: ClassVar[frozenset[Moment] | None] = None
    """If its questions to other players only move their own cards (even to the trash): the moments that could notice. If nothing
    in the game answers these, the turn needn't wait. A card that looks into the trash answers Moment.TRASH."""
    asks: ClassVar[bool] = False
    """Whether it asks other players something; true without saying so if it has a `demand` or `owed`."""
    replacement: ClassVar[str] = ""
    """What it says, to the player affected, about the next play that it replaces."""
    reacting: ClassVar[str] = ""
    """What it does when used as a Reaction, in a sentence."""
    brings: ClassVar[tuple[type[Card], ...]] = ()
    """Cards whose piles lie beside the Supply in each game with this one."""
    brought: ClassVar[bool] = False
    """Whether its pile exists only if another card brings it; the pile is then not in the Supply."""
    listed: ClassVar[bool] = True
    """Whether it is listed among all cards (`CARDS`); otherwise, code has to add it there temporarily."""
    randomizer: ClassVar[bool] = False
    """Whether it only stands for a pile of other cards."""
    eager: ClassVar[bool] = False
    """Whether an AI always uses it as a Reaction to anything other than an Attack."""
    strength: ClassVar[float | None] = None
    """What a copy adds to an AI's deck in the middle of a game, in coins, not counting points; None: its other facts say."""
    afterwards: ClassVar[Gift | None] = None
    """For an AI: what playing it gives at the start of its player's next turn."""
    trashes: ClassVar[int] = 0
    """For an AI: how many cards from hand it must, or may, trash to be useful."""
    sifts: ClassVar[bool] = False
    """For an AI: whether it is played in order to discard cards from hand."""
    repeats: ClassVar[bool] = False
    """For an AI: whether it only plays another card from hand more than once."""
    counts_coins: ClassVar[bool] = False
    """For an AI: whether it is a Treasure that gives more if there are more coins already."""
    brings_money: ClassVar[bool] = True
    """Whether it can give coins or Potions, if it is a Treasure."""
    immunity: ClassVar[bool] = False
    """Whether `react` leaves its user unaffected by the Attack and does nothing else."""

    has_play: ClassVar[bool] = False
    has_hit: ClassVar[bool] = False
    has_demand: ClassVar[bool] = False
    has_react: ClassVar[bool] = False
    plain: ClassVar[bool] = True
    """Whether it does only its "+" lines when played."""
    mere_money: ClassVar[bool] = False
    """Whether it is a Treasure that adds only coins and Potions when played."""
    any_order: ClassVar[bool] = True
    """Whether its place in the order of playing Treasures doesn't matter."""

    _only: ClassVar[Card]

    def __new__(cls) -> Self:
        only = cls.__dict__.get("_only")
        if not isinstance(only, cls):
            raise TypeError(f"{cls.__name__} is a kind of card, not a card")
        return only

    def __init_subclass__(cls, *, cost: int | Cost | None = None, kind: Type | Landscape | None = None, **facts: Any) -> None:
        super().__init_subclass__()
        cls.types = frozenset().union(*(base.types for base in cls.__bases__ if issubclass(base, Card)))
        if isinstance(kind, Landscape):
            cls.landscape = kind
        elif kind is not None:
            cls.types |= {kind}
        cls.types |= frozenset(facts.pop("types", ()))
        for fact, value in facts.items():
            if not hasattr(cls, fact):
                raise TypeError(f"{cls.__name__}: no such fact: {fact}")
            setattr(cls, fact, frozenset(value) if fact in ("editions", "owed") else value)
        for type_ in cls.types:
            if not isinstance(type_, Type):
                raise TypeError(f"{cls.__name__}: types is a list such as [Type.DURATION]")
        for method in ("play", "hit", "react", "buy"):
            if not iscoroutinefunction(getattr(cls, method)):
                raise TypeError(f"{cls.__name__}: write `async def {method}`")
        if cost is None:
            if "text" in vars(cls):
                raise TypeError(f"{cls.__name__} has a text, but no cost")
            return
        cls.cost = cost if isinstance(cost, Cost) else Cost(cost)
        cls.name = facts.get("name") or re.sub(r"(?<=[a-z])(?=[A-Z])", " ", cls.__name__)
        module = vars(sys.modules[cls.__module__])
        cls.set = facts.get("set") or module.get("SET", "")
        if not cls.set:
            raise TypeError(f'{cls.__name__}: name its set before it, as in SET = "Dominion"')
        if "editions" not in facts:
            cls.editions = frozenset(module.get("EDITIONS", cls.editions))
        written = dict.fromkeys(name for base in reversed(cls.__mro__) for name in vars(base))
        cls.abilities = tuple(member.ability for name in written if hasattr(member := getattr(cls, name), "ability"))
        cls.has_play = cls.play is not Card.play
        cls.has_hit = cls.hit is not Card.hit
        cls.has_demand = cls.demand is not Card.demand
        cls.asks = cls.asks or cls.has_demand or cls.owed is not None
        cls.has_react = cls.react is not Card.react
        cls.plain = not (cls.has_play or cls.has_hit or Type.ATTACK in cls.types)
        cls.mere_money = cls.plain and TREASURE in cls.types and not (cls.cards or cls.actions or cls.buys or cls.vp_tokens)
        cls.any_order = facts.get("any_order", cls.plain)
        cls._only = object.__new__(cls)
        if cls.name in CARDS:
            raise TypeError(f"{cls.name} is a card of {CARDS[cls.name].set}: choose another name for the class, or pass name=")
        if cls.listed and not cls.randomizer:
            CARDS[cls.name] = cls._only
            RENAMED.update(dict.fromkeys(cls.also, cls.name))
            PLURALS.update({cls.name: cls.plural} if cls.plural else {})

    def __repr__(self) -> str:
        return self.name

    def idle(self, hand: Sequence[Held], phase: Phase) -> bool:
        """Return whether playing it from that hand, in that phase of its owner's turn, would be useless because it could use
        nothing in the hand."""
        return False

    async def play(self, me: Player, this: Play) -> None:
        """Follow the card's text above its dividing line, after the "+" lines (R10)."""

    def demand(self, victim: Player, this: Play) -> Ask[Any] | None:
        """Return what an Attack asks each player it affects, if the questions don't depend on each other: they are asked together,
        along with the one about Reactions. Return None for a player it can't touch, as everyone can see: such a player isn't asked
        for Reactions that only protect. This must not change anything."""
        return None

    async def hit(self, victim: Player, this: Play, answer: Any) -> None:
        """Do what an Attack does to each player it affects, in turn order, after `play`; `answer` is the answer to `demand`."""

    async def react(self, me: Player, attack: Play) -> None:
        """Use this Reaction from hand when another player plays an Attack, before the Attack does anything (R40)."""

    def can_react(self, me: Player, attack: Play) -> bool:
        """Return whether, by what everyone can see, it could be used as that Reaction if it were in hand."""
        return True

    def score(self, me: Player) -> int:
        """Return how many points one copy is worth to its owner at the end."""
        return self.points

    def points_at_end(self, me: Player) -> int:
        """Return how many points a landscape gives a player at the end."""
        return 0

    def status(self, game: Core) -> str:
        """Return, in words, what a landscape picked or waits for."""
        return ""

    @property
    def printed_types(self) -> tuple[str, ...]:
        """Return what is printed at its bottom: its types in their usual order, or the kind of landscape it is."""
        return tuple(sorted(self.types, key=TYPES.index)) if self.landscape is None else (self.landscape,)

    @property
    def price(self) -> Cost | None:
        """Return its cost; None for a landscape that isn't for sale."""
        return self.cost if self.landscape is None or self.landscape.bought else None

    @property
    def scores_by_rule(self) -> bool:
        """Return whether it is a card whose points depend on what else its owner has."""
        return type(self).score is not Card.score

    @property
    def counts_at_end(self) -> bool:
        """Return whether it is a landscape that counts in scoring, even if it gives nothing."""
        return type(self).points_at_end is not Card.points_at_end

    async def buy(self, me: Player) -> None:
        """Do what a landscape does when it is bought (R54)."""

    def gift(self, eyes: Eyes) -> Gift | None:
        """Return, for an AI, what buying this Event gives now; None for one that AIs ignore, as it only hinders everyone."""
        return None

    def promise(self, option: str, eyes: Eyes) -> Gift | None:
        """Return, for an AI, what an option of its question leads to, or what "play" gives now; None: its other facts say."""
        return None

    def reward(self, purpose: str, card: Card, eyes: Eyes) -> float:
        """Return, for an AI, what it (for a Landmark: any card) gives for a `card` chosen from hand for a purpose such as "trash",
        in coins, not counting the loss of that card. Anything that helps only this turn counts half."""
        return 0

    def tempts(self, about: Card | None, eyes: Eyes) -> bool:
        """Return, for an AI, whether to use this Reaction now; `about`: the Attack, or the card that moved."""
        return self.immunity or self.eager

    def set_up(self, game: Core) -> None:
        """Make its changes to the table before the game starts (R7)."""

    def pile_size(self, players: int) -> int:
        """Return how many copies its pile has at the start (R3)."""
        victory = 8 if players == 2 else 12
        return victory if Type.VICTORY in self.types else 10


class Action(Card, kind=Type.ACTION):
    """Base of cards that can be played in the Action phase."""


class Attack(Action, kind=Type.ATTACK):
    """Base of Actions that players can use Reactions against."""


class Reaction(Card, kind=Type.REACTION):
    """Base of cards that can be used at an unusual time."""


class Treasure(Card, kind=Type.TREASURE):
    """Base of cards that can be played in the Buy phase."""


class Victory(Card, kind=Type.VICTORY):
    """Base of cards worth points."""


class Event(Card, kind=EVENT):
    """Base of things that can be bought instead of a card: not a card itself, with no copies and no pile (R54)."""


class Landmark(Card, kind=LANDMARK):
    """Base of things that change scoring for everyone: not a card, with no copies and no pile (R55)."""
