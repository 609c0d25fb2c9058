"""Kingdoms: the recommended ones, and drawing one at random from what is wished for (R2, R4, R6).

A draw depends on the request and on a kingdom seed, which has nothing to do with the seed of the shuffles. Every
randomizer gets a number of its own, hashed from the seed and its name; they are taken in the order of these numbers. So
the same seed brings the same kingdom everywhere, and a card more or less in a set leaves the others where they were.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Literal, NamedTuple

from pydantic import Field, model_validator

from engine import words
from engine.card import CARDS
from engine.cards.recommended import FLAG_CARDS, RECOMMENDED_SETS, Named, RecommendedSet
from engine.errors import IllegalSetup
from engine.randomizers import Kind, Meaning, Randomizer, Vocabulary, folded, randomizers
from engine.save import RULES, Setup
from engine.seating import Starting
from engine.view import Frozen

KINGDOM_SIZE = 10
MOST_LANDSCAPES = 2
"""How many Events and Landmarks there may be together (R6)."""

LIKED = 3
"""How much likelier than another a card becomes by each time it is liked."""

STEPS = 5_000
"""How many steps of a search wishes are worth. What people write takes some dozens; so many take half a second, in which nobody
else is answered."""

Edition = Literal[1, 2]


class Want(Frozen):
    """That between `minimum` and `maximum` (None: any number) of the ten piles are one of `any_of`: cards, types or sets."""

    any_of: tuple[str, ...] = Field(min_length=1)
    minimum: int = Field(default=1, ge=0, le=KINGDOM_SIZE)
    maximum: int | None = Field(default=None, ge=0, le=KINGDOM_SIZE)

    @model_validator(mode="after")
    def in_order(self) -> Want:
        """A range has its smaller end first."""
        if self.maximum is not None and self.maximum < self.minimum:
            raise ValueError("the minimum is greater than the maximum")
        return self


class KingdomRequest(Frozen):
    """What kingdom is wished for. Names are people's: case doesn't matter.

    `sets`: where to draw from (none: from all). `require`: what must be in it, also from other sets. `ban`: cards, types or
    sets that must not; `unwelcome`: that are left out, unless something else here names them, or one of them. `like`: what is to
    be likelier, the more so the more often it is named. `events`, `landmarks`: how many; None: as many as come up while ten piles
    are dealt, two at most together. `recommended`: a recommended set's name, instead of all this (what is liked makes no
    difference then).
    """

    edition: Edition = 2
    sets: tuple[str, ...] = ()
    require: tuple[str, ...] = ()
    ban: tuple[str, ...] = ()
    unwelcome: tuple[str, ...] = ()
    like: tuple[str, ...] = ()
    wants: tuple[Want, ...] = ()
    events: int | None = Field(default=None, ge=0, le=MOST_LANDSCAPES)
    landmarks: int | None = Field(default=None, ge=0, le=MOST_LANDSCAPES)
    recommended: str | None = None


class Kingdom(Frozen):
    """Ten piles, and what goes with them. `seed` and `request` bring it about again; `seed` is None where it was not drawn, or
    not in one go."""

    edition: Edition
    piles: tuple[str, ...]
    events: tuple[str, ...] = ()
    landmarks: tuple[str, ...] = ()
    recommended: str | None = None
    seed: str | None = None
    request: KingdomRequest | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Everything in it."""
        return (*self.piles, *self.events, *self.landmarks)

    def setup(self, players: Sequence[str], starting: Starting | None = None) -> Setup:
        """A game with this kingdom."""
        first, among = starting or Starting()
        return Setup(
            players=tuple(players),
            kingdom=self.piles,
            events=self.events,
            landmarks=self.landmarks,
            edition=self.edition,
            first=first,
            first_among=among,
            rules=RULES,
        )


# recommended sets


def recommended_sets() -> tuple[RecommendedSet, ...]:
    """All that the rule books recommend, in their order, whether they can be played yet or not."""
    return RECOMMENDED_SETS


def recommended_set(name: str, edition: int = 2) -> RecommendedSet:
    """The set of that name; `edition` decides between two of the same title. Raises IllegalSetup."""
    key = folded(name)
    found = [each for each in RECOMMENDED_SETS if key in (folded(each.name), folded(each.title))]
    if not found:
        raise IllegalSetup(words.no_recommended_set(name.strip()))
    return next((each for each in found if each.edition == edition), found[0])


def missing_from(recommended: RecommendedSet, pool: Iterable[Randomizer] | None = None) -> Named:
    """What of a recommended set can't be played yet, by expansion; empty if it can be played."""
    edition = recommended.edition or 2
    there = {each.name for each in (randomizers() if pool is None else pool) if edition in each.editions}
    lacking: Named = {}

    def need(expansion: str, names: Iterable[str], known: Iterable[str]) -> None:
        if absent := tuple(name for name in names if name not in known):
            lacking[expansion] = (*lacking.get(expansion, ()), *absent)

    for part in (recommended.kingdom, recommended.events, recommended.landmarks, recommended.projects):
        for expansion, names in part.items():
            need(expansion, names, there)
    if recommended.bane is not None:
        need("Dominion", (recommended.bane,), there)
    for flag in recommended.flags:
        expansion, names = FLAG_CARDS[flag]
        need(expansion, names, CARDS)
    return lacking


def recommended_kingdom(name: str, edition: Edition = 2) -> Kingdom:
    """The kingdom of the recommended set of that name; the set decides the edition if it has base cards. Raises IllegalSetup."""
    chosen = recommended_set(name, edition)
    if lacking := missing_from(chosen):
        raise IllegalSetup(words.lacks_cards(chosen.name, list(lacking)))
    return Kingdom(
        edition=chosen.edition or edition,
        piles=chosen.piles,
        events=tuple(name for names in chosen.events.values() for name in names),
        landmarks=tuple(name for names in chosen.landmarks.values() for name in names),
        recommended=chosen.name,
    )


# drawing


class Rule(NamedTuple):
    """How many of the ten piles must and may be among `members`."""

    members: frozenset[str]
    minimum: int
    maximum: int


class Draw:
    """One request made precise: `candidates` are what may be drawn, `required` what must be. Raises IllegalSetup for what can't
    be understood, or contradicts itself at first sight."""

    def __init__(self, request: KingdomRequest, pool: Sequence[Randomizer]) -> None:
        self.vocabulary = Vocabulary(pool)
        chosen = canonical(request, self.vocabulary).sets if request.sets else ()
        self.request = request = canonical(request, self.vocabulary)
        edition = [each for each in pool if request.edition in each.editions]
        self.required = [self._one(name) for name in request.require]
        wanted = {word for want in request.wants for word in want.any_of}
        self.sets = {*request.sets, *wanted.intersection(self.vocabulary.sets)}
        unwelcome = [word for word in request.unwelcome if word not in (*chosen, *wanted)]
        self.candidates = [
            each
            for each in edition
            if (each.set in self.sets or each.name in wanted or each in self.required)
            and not any(each.answers(word) for word in request.ban)
            and (each in self.required or each.name in wanted or not any(each.answers(word) for word in unwelcome))
        ]

    def _one(self, name: str) -> Randomizer:
        """What must be in the kingdom under this name."""
        each = self.vocabulary.pool[name]
        if self.request.edition not in each.editions:
            raise IllegalSetup(words.in_other_edition(name, 3 - self.request.edition, each.set))
        for word in self.request.ban:
            if each.answers(word):
                raise IllegalSetup(words.wanted_and_banned(name, word))
        return each

    def members(self, want: Want) -> list[Randomizer]:
        """The piles that a want is about."""
        piles = (each for each in self.candidates if each.kind is Kind.PILE)
        return [each for each in piles if any(each.answers(word) for word in want.any_of)]

    def rules(self) -> list[Rule]:
        """The wants about piles. Cards named in a want that are from no chosen set are there for that want alone."""
        found = []
        for want in self.request.wants:
            members = self.members(want)
            outside = [each.name for each in members if each.set not in self.sets and each not in self.required]
            most = KINGDOM_SIZE if want.maximum is None else want.maximum
            found.append(Rule(frozenset(each.name for each in members), want.minimum, most))
            if outside:
                found.append(Rule(frozenset(outside), 0, want.minimum))
        return found

    def too_few(self, want: Want) -> str | None:
        """What to say where there aren't as many as wanted."""
        there = len(self.members(want))
        if there >= want.minimum:
            return None
        return words.too_few(want.minimum, want.any_of, there)

    def order(self, seed: str) -> list[Randomizer]:
        """The candidates, required ones first, the rest as the seed has it."""

        def number(each: Randomizer) -> tuple[bool, bytes]:
            chances = 1 + LIKED * sum(each.answers(word) for word in self.request.like)
            return each not in self.required, min(hashed(seed, each.name, chance) for chance in range(chances))

        return sorted(self.candidates, key=number)


def hashed(seed: str, name: str, chance: int) -> bytes:
    """The number, uniform over all 256-bit ones, that `name` has by `seed`. The least of several chances is the first of all as
    many times as likely: exact odds without fractions, which no two machines would round alike."""
    return sha256("\0".join(("seneschal kingdom", seed, name, str(chance))).encode()).digest()


def canonical(request: KingdomRequest, vocabulary: Vocabulary) -> KingdomRequest:
    """The request with every name as the project spells it, once, and "all sets" spelled out. Raises IllegalSetup."""

    def names(given: Iterable[str], *meanings: Meaning) -> list[str]:
        return [vocabulary.meant(name, *meanings) for name in given]

    return request.model_copy(
        update={
            "sets": tuple(dict.fromkeys(names(request.sets, Meaning.SET))) or vocabulary.sets,
            "require": tuple(dict.fromkeys(names(request.require, Meaning.RANDOMIZER))),
            "ban": tuple(dict.fromkeys(names(request.ban, *Meaning))),
            "unwelcome": tuple(dict.fromkeys(names(request.unwelcome, *Meaning))),
            "like": tuple(names(request.like, *Meaning)),
            "wants": tuple(want.model_copy(update={"any_of": tuple(names(want.any_of, *Meaning))}) for want in request.wants),
        }
    )


class TooEntangled(IllegalSetup):
    """Whether wishes can be fulfilled would take too long to find out."""

    def __init__(self) -> None:
        super().__init__(words.TOO_ENTANGLED)


Signature = tuple[bool, ...]
Groups = tuple[tuple[Signature, int], ...]
Bounds = tuple[tuple[int, int], ...]


class Search:
    """Finds out what can still be completed, for one draw, or for several that may take no longer together than one. Wishes can be
    so entangled that the answer would take for ever: after `STEPS` it gives up, the same for all who ask the same. Raises
    TooEntangled then."""

    def __init__(self) -> None:
        self.known: dict[tuple[Groups, int, Bounds], bool] = {}
        self.steps = 0

    def completable(self, groups: Groups, size: int, bounds: Bounds) -> bool:
        """Whether `size` more can be taken from groups of things that are alike to the rules, so that all bounds are kept."""
        if any(high < 0 or low > size for low, high in bounds) or sum(count for _, count in groups) < size:
            return False
        for rule, (low, _) in enumerate(bounds):
            if low and sum(count for signature, count in groups if signature[rule]) < low:
                return False
        if not size:
            return True
        key = groups, size, bounds
        if key not in self.known:
            self.steps += 1
            if self.steps > STEPS:
                raise TooEntangled
            (signature, count), rest = groups[0], groups[1:]
            self.known[key] = any(
                self.completable(rest, size - taken, lessened(bounds, signature, taken))
                for taken in range(min(count, size), -1, -1)
            )
        return self.known[key]


def choose(order: Sequence[str], required: int, size: int, rules: Sequence[Rule], search: Search) -> list[str] | None:
    """The first `size` of `order` with which all rules can be kept: each in turn is taken unless what is left could then no
    longer keep them. The first `required` must be taken. None: there is no such choice. Raises TooEntangled where that can't be
    found out."""
    signature = {name: tuple(name in rule.members for rule in rules) for name in order}
    left = Counter(signature[name] for name in order)
    bounds = tuple((rule.minimum, rule.maximum) for rule in rules)
    chosen: list[str] = []
    if not search.completable(tuple(left.items()), size, bounds):
        return None
    for place, name in enumerate(order):
        left[signature[name]] -= 1
        after = lessened(bounds, signature[name], 1)
        if len(chosen) < size and search.completable(tuple(left.items()), size - len(chosen) - 1, after):
            chosen.append(name)
            bounds = after
        elif place < required:
            return None
    return chosen


def lessened(bounds: Bounds, signature: Signature, taken: int) -> Bounds:
    """How many must and may still come once `taken` of that signature have."""
    return tuple(
        (max(0, low - taken), high - taken) if hit else (low, high) for (low, high), hit in zip(bounds, signature, strict=True)
    )


def random_kingdom(
    request: KingdomRequest, seed: str, pool: Sequence[Randomizer] | None = None, search: Search | None = None
) -> Kingdom:
    """A kingdom as `request` wishes, by the kingdom seed `seed`. Raises IllegalSetup, saying what to do."""
    if request.recommended is not None:
        if request != KingdomRequest(edition=request.edition, like=request.like, recommended=request.recommended):
            raise IllegalSetup(words.complete_as_it_is(request.recommended))
        return recommended_kingdom(request.recommended, request.edition)
    draw = Draw(request, randomizers() if pool is None else pool)
    order = draw.order(seed)
    piles = [each for each in order if each.kind is Kind.PILE]
    required = sum(each.kind is Kind.PILE for each in draw.required)
    if required > KINGDOM_SIZE:
        raise IllegalSetup(words.too_many_cards(KINGDOM_SIZE))
    chosen = choose([each.name for each in piles], required, KINGDOM_SIZE, draw.rules(), search or Search())
    if chosen is None:
        raise IllegalSetup(why_not(draw, len(piles)))
    landscapes = choose_landscapes(draw, order)
    ten = sorted((each for each in piles if each.name in chosen), key=lambda each: each.place)
    return Kingdom(
        edition=request.edition,
        piles=tuple(each.name for each in ten),
        events=tuple(each.name for each in landscapes if each.kind is Kind.EVENT),
        landmarks=tuple(each.name for each in landscapes if each.kind is Kind.LANDMARK),
        seed=seed,
        request=draw.request,
    )


def why_not(draw: Draw, piles: int) -> str:
    """Why there is no such kingdom, and what to do."""
    if piles < KINGDOM_SIZE:
        return words.too_few_piles(KINGDOM_SIZE)
    for want in draw.request.wants:
        if reason := draw.too_few(want):
            return reason
    return words.NOT_TOGETHER


def choose_landscapes(draw: Draw, order: Sequence[Randomizer]) -> list[Randomizer]:
    """The Events and Landmarks: those required, as many as asked for, else those that come up while ten piles are dealt (R6)."""
    counts = {Kind.EVENT: draw.request.events, Kind.LANDMARK: draw.request.landmarks}
    found = [each for each in draw.required if each.kind is not Kind.PILE]
    for kind, count in counts.items():
        if count is None:
            continue
        there = [each for each in order if each.kind is kind]
        named = sum(each.kind is kind for each in found)
        if named > count:
            raise IllegalSetup(words.too_many_named(kind, count))
        if len(there) < count:
            raise IllegalSetup(words.too_few_landscapes(kind, count, len(there)))
        found += [each for each in there if each not in found][: count - named]
    if len(found) > MOST_LANDSCAPES:
        raise IllegalSetup(words.so_many_landscapes(MOST_LANDSCAPES))
    piles = 0
    for each in order:
        piles += each.kind is Kind.PILE
        if piles == KINGDOM_SIZE:
            break
        if each.kind is not Kind.PILE and counts[each.kind] is None and each not in found and len(found) < MOST_LANDSCAPES:
            found.append(each)
    return found


def request_like(kingdom: Kingdom, pool: Sequence[Randomizer] | None = None) -> KingdomRequest:
    """What a kingdom was drawn by; for one that wasn't drawn, anything from the same sets."""
    if kingdom.request is not None:
        return kingdom.request
    used = {each.set for each in (randomizers() if pool is None else pool) if each.name in kingdom.names}
    return KingdomRequest(edition=kingdom.edition, sets=tuple(sorted(used)))


def swap_pile(kingdom: Kingdom, out: str, seed: str, pool: Sequence[Randomizer] | None = None) -> Kingdom:
    """The kingdom with another pile (Event, Landmark) drawn for `out`, which won't come back in further swaps; the rest stays.
    Raises IllegalSetup."""
    pool = randomizers() if pool is None else pool
    name = Vocabulary(pool).meant(out, Meaning.RANDOMIZER)
    if name not in kingdom.names:
        raise IllegalSetup(words.not_in_kingdom(name))
    request = request_like(kingdom, pool)
    request = request.model_copy(
        update={
            "ban": (*request.ban, name),
            "require": tuple(each for each in request.require if each != name),
        }
    )
    rest = request.model_copy(
        update={
            "require": tuple(each for each in kingdom.names if each != name),
            "events": len(kingdom.events),
            "landmarks": len(kingdom.landmarks),
        }
    )
    return random_kingdom(rest, seed, pool).model_copy(update={"seed": None, "request": request})
