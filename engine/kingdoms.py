"""Kingdoms: the recommended ones, and random ones drawn by request (R2, R4, R6).

A draw depends on the request and on a kingdom seed, which is independent of the seed of the shuffles. Every randomizer gets a
number, hashed from the seed and its name; these numbers determine the order of drawing. So the same seed produces the same kingdom
everywhere, and adding a card to a set, or removing one, doesn't move the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any

from pydantic import Field, field_validator, model_validator

from engine import request_words
from engine.card import CARDS
from engine.cards.recommended import FLAG_CARDS, RECOMMENDED_SETS, Named, RecommendedSet
from engine.errors import IllegalSetup
from engine.extras import by_seed, choose_extras, choose_optional, extra_of, fits, holders, optional_cards
from engine.mechanisms import LANDSCAPES, MOST_LANDSCAPES
from engine.pile_search import Rule, Search, choose
from engine.randomizers import Meaning, Randomizer, Vocabulary, folded, hashed, randomizers, vocabulary_of
from engine.save import BEFORE, RULES, Setup, one_field
from engine.seating import Starting
from engine.view import Edition, Editions, Frozen

KINGDOM_SIZE = 10
LIKED = 3
"""How much likelier each like makes a card."""

MOST_LIKES = 8
"""How many likes of one card count: one per seat of a full table, plus two."""


class Want(Frozen):
    """A request for between `minimum` and `maximum` (None: any number) of the ten piles to be one of `any_of`: cards, types or
    sets."""

    any_of: tuple[str, ...] = Field(min_length=1)
    minimum: int = Field(default=1, ge=0, le=KINGDOM_SIZE)
    maximum: int | None = Field(default=None, ge=0, le=KINGDOM_SIZE)

    @model_validator(mode="after")
    def in_order(self) -> Want:
        """Reject a range that doesn't start with its smaller end."""
        if self.maximum is not None and self.maximum < self.minimum:
            raise ValueError("the minimum is greater than the maximum")
        return self


class KingdomRequest(Editions):
    """A request for a kingdom. Names are as people type them: case doesn't matter.

    `sets`: where to draw from (none: from all). `require`: what must be in it, even from other sets. `ban`: cards, types or sets
    that must not be in it; `unwelcome`: those left out unless something else here names them, or one of them. `like`: what should
    be likelier; the more often it is named, the likelier it is. `landscapes`: how many of each kind; of other kinds, as many as
    come up while drawing ten piles, at most two in all (if some are asked for, or `wants` are for all ten, only those that fit
    one). `extras`: the extra piles of cards, by these. `optional`: which of the basic cards that aren't in every game are used,
    and which aren't. `recommended`: a recommended set's name, instead of all this (likes then make no difference).
    """

    sets: tuple[str, ...] = ()
    require: tuple[str, ...] = ()
    ban: tuple[str, ...] = ()
    unwelcome: tuple[str, ...] = ()
    like: tuple[str, ...] = ()
    wants: tuple[Want, ...] = ()
    landscapes: dict[str, int] = {}
    extras: dict[str, str] = {}
    optional: dict[str, bool] = {}
    recommended: str | None = None

    @model_validator(mode="before")
    @classmethod
    def one_field(cls, data: Any) -> Any:
        """Accept a field for each kind of landscape instead, as older versions stored them."""
        if not isinstance(data, dict) or data.keys().isdisjoint(BEFORE):
            return data
        rest = {key: value for key, value in data.items() if key not in BEFORE}
        counts = {kind: data[field] for field, kind in BEFORE.items() if data.get(field) is not None}
        return rest | {"landscapes": counts}

    @field_validator("landscapes")
    @classmethod
    def known(cls, counts: dict[str, int]) -> dict[str, int]:
        """Reject kinds that don't exist, and numbers that no kingdom can have."""
        if any(kind not in LANDSCAPES or not 0 <= count <= LANDSCAPES[kind].most for kind, count in counts.items()):
            raise ValueError("a kingdom can't have that many of a kind of landscape")
        return counts


class Kingdom(Editions):
    """Ten piles, and what goes with them: landscapes; extra piles, by the cards that need them; optional basic cards. `seed` and
    `request` reproduce it; `seed` is None if it wasn't drawn, or wasn't drawn in one go."""

    piles: tuple[str, ...]
    landscapes: tuple[str, ...] = ()
    extras: dict[str, str] = {}
    optional: tuple[str, ...] = ()
    recommended: str | None = None
    seed: str | None = None
    request: KingdomRequest | None = None

    _one_field = model_validator(mode="before")(one_field)

    @property
    def names(self) -> tuple[str, ...]:
        """Return everything in it except basic cards."""
        return (*self.laid, *self.landscapes)

    @property
    def laid(self) -> tuple[str, ...]:
        """Return all Kingdom piles, extra ones too."""
        return (*self.piles, *self.extras.values())

    @property
    def roles(self) -> dict[str, str]:
        """Return the roles of its extra piles, by the piles' names."""
        return {pile: extra_of(holder).name for holder, pile in self.extras.items()}

    def setup(self, players: Sequence[str], starting: Starting | None = None) -> Setup:
        """Return a game with this kingdom."""
        first, among = starting or Starting()
        return Setup(
            players=tuple(players),
            kingdom=self.piles,
            landscapes=self.landscapes,
            extras=self.extras,
            optional=self.optional,
            edition=self.edition,
            editions=self.editions,
            first=first,
            first_among=among,
            rules=RULES,
        )


# recommended sets


def recommended_sets() -> tuple[RecommendedSet, ...]:
    """Return all recommended sets, in the order of the rule books, playable or not."""
    return RECOMMENDED_SETS


def recommended_set(name: str, edition: int = 2) -> RecommendedSet:
    """Return the set with that name; `edition` chooses between two of the same title. Raises IllegalSetup."""
    key = folded(name)
    found = [each for each in RECOMMENDED_SETS if key in (folded(each.name), folded(each.title))]
    if not found:
        raise IllegalSetup(request_words.no_recommended_set(name.strip()))
    return next((each for each in found if each.edition == edition), found[0])


def editions_of(recommended: RecommendedSet, edition: Edition, printed: Mapping[str, Container[int]]) -> Editions:
    """Return the editions of a recommended set's cards: for base cards, what the book says, or else `edition`; for an expansion's
    cards that same edition, unless only the other one has them all. `printed` are the editions that have a card."""
    own = recommended.edition or edition
    other: Edition = 1 if own == 2 else 2

    def has_all(names: Iterable[str], edition: Edition) -> bool:
        return all(edition in printed.get(name, ()) for name in names)

    differing = [set_ for set_, names in recommended.kingdom.items() if not has_all(names, own) and has_all(names, other)]
    return Editions(edition=own, editions=dict.fromkeys(differing, other))


def missing_from(recommended: RecommendedSet, pool: Iterable[Randomizer] | None = None) -> Named:
    """Return the parts of a recommended set that aren't implemented yet, by expansion; empty if it can be played."""
    printed = {each.name: each.editions for each in (randomizers() if pool is None else pool)}
    editions = editions_of(recommended, recommended.edition or 2, printed)
    lacking: Named = {}

    def need(expansion: str, names: Iterable[str], known: Container[str]) -> None:
        if absent := tuple(name for name in names if name not in known):
            lacking[expansion] = (*lacking.get(expansion, ()), *absent)

    def there(expansion: str) -> set[str]:
        return {name for name in printed if editions.of_set(expansion) in printed[name]}

    for part in (recommended.kingdom, *recommended.landscapes.values(), recommended.bane):
        for expansion, names in part.items():
            need(expansion, names, there(expansion))
    for flag in recommended.flags:
        expansion, names = FLAG_CARDS[flag]
        need(expansion, names, CARDS)
    return lacking


def recommended_kingdom(name: str, edition: Edition = 2) -> Kingdom:
    """Return the kingdom of the recommended set with that name; it decides the editions of its cards. Raises IllegalSetup."""
    chosen = recommended_set(name, edition)
    if lacking := missing_from(chosen):
        raise IllegalSetup(request_words.lacks_cards(chosen.name, list(lacking)))
    editions = editions_of(chosen, edition, {each.name: each.editions for each in randomizers()})
    asked = dict(zip((holder for pile in chosen.piles for holder in holders(pile)), chosen.banes, strict=False))
    fitting = [each for each in randomizers() if editions.of_set(each.set) in each.editions]
    return Kingdom(
        edition=editions.edition,
        editions=editions.editions,
        piles=chosen.piles,
        landscapes=chosen.beside,
        extras=choose_extras(chosen.piles, asked, lambda: by_seed(fitting, chosen.name)),
        optional=tuple(flag for flag in chosen.flags if flag in optional_cards()),
        recommended=chosen.name,
    )


# drawing


class Draw:
    """A request made precise: `candidates` are what can be drawn, `required` what must be, `piles` the names of those that
    count among the ten, `outside` of those from no chosen set. Raises IllegalSetup if it makes no sense, or obviously contradicts
    itself."""

    def __init__(self, request: KingdomRequest, pool: Sequence[Randomizer] | None = None) -> None:
        self.vocabulary = vocabulary = vocabulary_of(pool)
        all_sets = not request.sets
        self.request = request = canonical(request, vocabulary)
        self.required = [self._one(name) for name in request.require]
        for holder, name in request.extras.items():
            self._must_fit(holder, self._one(name))
        wanted = {word for want in request.wants for word in want.any_of}
        self.sets = {*request.sets, *wanted.intersection(vocabulary.sets)}
        chosen = wanted if all_sets else wanted.union(request.sets)
        by_name = wanted.union(request.require)
        banned = self._answering(request.ban)
        unwelcome = self._answering(word for word in request.unwelcome if word not in chosen) - by_name
        self.left_out = banned.union(unwelcome, request.extras.values())
        self.candidates = [
            each
            for each in vocabulary.pool.values()
            if (each.set in self.sets or each.name in by_name)
            and each.name not in self.left_out
            and request.of_set(each.set) in each.editions
        ]
        self.piles = frozenset(each.name for each in self.candidates if each.landscape is None)
        from_outside = (each.name for each in self.candidates if each.set not in self.sets)
        self.outside = self.piles.intersection(from_outside).difference(request.require)

    def _answering(self, words: Iterable[str]) -> frozenset[str]:
        """Return the names of everything that any of these words means."""
        return frozenset().union(*map(self.vocabulary.answering, words))

    def _one(self, name: str) -> Randomizer:
        """Return the required randomizer of this name."""
        each = self.vocabulary.pool[name]
        edition = self.request.of_set(each.set)
        if edition not in each.editions:
            raise IllegalSetup(request_words.in_other_edition(name, 3 - edition, each.set))
        for word in self.request.ban:
            if name in self.vocabulary.answering(word):
                raise IllegalSetup(request_words.wanted_and_banned(name, word))
        return each

    def _must_fit(self, holder: str, each: Randomizer) -> None:
        """Reject an extra pile that can't be one, or that is also requested among the ten."""
        extra = extra_of(holder)
        if not fits(extra, each):
            raise IllegalSetup(request_words.no_such_extra(each.name, extra.name, extra.coins))
        if each in self.required:
            raise IllegalSetup(request_words.named_twice(each.name))

    def members(self, want: Want) -> frozenset[str]:
        """Return the names of the piles that fit a want."""
        return self._answering(want.any_of) & self.piles

    def wanted(self, each: Randomizer) -> bool:
        """Return whether a want means this card or landscape."""
        return any(each.name in self._answering(want.any_of) for want in self.request.wants)

    def rules(self) -> list[Rule]:
        """Return the wants about piles. A card that a want names, but that is from no chosen set, can be drawn only for that
        want."""
        found = []
        for want in self.request.wants:
            members = self.members(want)
            most = KINGDOM_SIZE if want.maximum is None else want.maximum
            found.append(Rule(members, want.minimum, most))
            if outside := members & self.outside:
                found.append(Rule(outside, 0, want.minimum))
        return found

    def too_few(self, want: Want) -> str | None:
        """Return the error for having fewer than wanted."""
        there = len(self.members(want))
        if there >= want.minimum:
            return None
        return request_words.too_few(want.minimum, want.any_of, there)

    def asked_at_least(self) -> int:
        """Return how many cards are required and wanted, not counting wants that share cards with those counted before."""
        counted = {each.name for each in self.required if each.landscape is None}
        total = len(counted)
        for want in self.request.wants:
            names = self.members(want)
            if counted.isdisjoint(names):
                counted |= names
                total += want.minimum
        return total

    def unordered(self) -> list[Randomizer]:
        """Return the candidates, required ones first, the rest in any order."""
        return sorted(self.candidates, key=lambda each: each.name not in self.request.require)

    def order(self, seed: str) -> list[Randomizer]:
        """Return the candidates, required ones first, the rest in the seed's order."""

        required = set(self.request.require)
        likes = Counter(name for word in self.request.like for name in self.vocabulary.answering(word))

        def number(each: Randomizer) -> tuple[bool, bytes]:
            chances = 1 + LIKED * min(likes[each.name], MOST_LIKES)
            return each.name not in required, min(hashed(seed, each.name, chance) for chance in range(chances))

        return sorted(self.candidates, key=number)

    def for_extras(self, seed: str) -> list[Randomizer]:
        """Return what extra piles are drawn from: the candidates in the seed's order, then everything else that isn't banned."""
        pool, there = self.vocabulary.pool.values(), {each.name for each in self.candidates}
        fitting = [each for each in pool if self.request.of_set(each.set) in each.editions]
        others = [each for each in fitting if each.name not in there | self.left_out]
        return [*self.order(seed), *by_seed(others, seed)]


def canonical(request: KingdomRequest, vocabulary: Vocabulary) -> KingdomRequest:
    """Return the request with every name once, in the project's spelling, and "all sets" spelled out. Raises IllegalSetup."""

    def names(given: Iterable[str], *meanings: Meaning) -> list[str]:
        return [vocabulary.meant(name, *meanings) for name in given]

    return request.model_copy(
        update={
            "sets": tuple(dict.fromkeys(names(request.sets, Meaning.SET))) or vocabulary.sets,
            "require": tuple(dict.fromkeys(names(request.require, Meaning.RANDOMIZER))),
            "ban": tuple(dict.fromkeys(names(request.ban, *Meaning))),
            "unwelcome": tuple(dict.fromkeys(names(request.unwelcome, *Meaning))),
            "like": tuple(names(request.like, *Meaning)),
            "extras": dict(zip(request.extras, names(request.extras.values(), Meaning.RANDOMIZER), strict=True)),
            "wants": tuple(want.model_copy(update={"any_of": tuple(names(want.any_of, *Meaning))}) for want in request.wants),
        }
    )


def random_kingdom(
    request: KingdomRequest, seed: str, pool: Sequence[Randomizer] | None = None, search: Search | None = None
) -> Kingdom:
    """Return a kingdom that fits `request`, by the kingdom seed `seed`. Raises IllegalSetup, saying what to do."""
    if request.recommended is not None:
        if request != KingdomRequest(edition=request.edition, like=request.like, recommended=request.recommended):
            raise IllegalSetup(request_words.complete_as_it_is(request.recommended))
        return recommended_kingdom(request.recommended, request.edition)
    draw = Draw(request, pool)
    ten, landscapes = drawn(draw, draw.order(seed), search or Search())
    return Kingdom(
        edition=request.edition,
        editions=request.editions,
        piles=(piles := tuple(each.name for each in ten)),
        landscapes=tuple(each.name for each in landscapes),
        extras=choose_extras(piles, draw.request.extras, lambda: draw.for_extras(seed)),
        optional=choose_optional(ten, seed, draw.request.optional),
        seed=seed,
        request=draw.request,
    )


def must_be_drawable(request: KingdomRequest, pool: Sequence[Randomizer] | None = None, search: Search | None = None) -> None:
    """Raise IllegalSetup if no kingdom fits `request`, as `random_kingdom` would, but in a fraction of its time."""
    draw = Draw(request, pool)
    drawn(draw, draw.unordered(), search or Search())


def drawn(draw: Draw, order: Sequence[Randomizer], search: Search) -> tuple[list[Randomizer], list[Randomizer]]:
    """Return the first ten piles in this order that together fulfil the request, sorted by cost, and the landscapes. Raises
    IllegalSetup."""
    piles = [each for each in order if each.landscape is None]
    required = sum(each.landscape is None for each in draw.required)
    if required > KINGDOM_SIZE:
        raise IllegalSetup(request_words.too_many_cards(required, KINGDOM_SIZE))
    chosen = choose([each.name for each in piles], required, KINGDOM_SIZE, draw.rules(), search)
    if chosen is None:
        raise IllegalSetup(why_not(draw, len(piles)))
    landscapes = choose_landscapes(draw, order)
    return sorted((each for each in piles if each.name in chosen), key=lambda each: each.place), landscapes


def why_not(draw: Draw, piles: int) -> str:
    """Return why there is no such kingdom, and what to change."""
    if piles < KINGDOM_SIZE:
        return request_words.too_few_piles(KINGDOM_SIZE)
    for want in draw.request.wants:
        if reason := draw.too_few(want):
            return reason
    if (asked := draw.asked_at_least()) > KINGDOM_SIZE:
        return request_words.too_many_cards(asked, KINGDOM_SIZE)
    return request_words.NOT_TOGETHER


def choose_landscapes(draw: Draw, order: Sequence[Randomizer]) -> list[Randomizer]:
    """Return the landscapes by kind: those required, then as many as requested, or by default those that come up while drawing ten
    piles (R6). If any landscapes, or all ten piles, were asked for, no one expects others than they named."""
    counts = draw.request.landscapes
    found = [each for each in draw.required if each.landscape is not None]

    def number(kind: str) -> int:
        return sum(each.landscape == kind for each in found)

    for kind, count in counts.items():
        there = [each for each in order if each.landscape == kind]
        named = number(kind)
        if named > count:
            raise IllegalSetup(request_words.too_many_named(kind, count))
        if len(there) < count:
            raise IllegalSetup(request_words.too_few_landscapes(kind, count, len(there)))
        found += [each for each in there if each not in found][: count - named]
    if len(found) > MOST_LANDSCAPES:
        kinds = [kind for kind in LANDSCAPES if number(kind)]
        raise IllegalSetup(request_words.too_many_landscapes(len(found), MOST_LANDSCAPES, kinds))
    for kind, most in ((each, each.most) for each in LANDSCAPES.values()):
        if number(kind) > most:
            raise IllegalSetup(request_words.too_many_landscapes(number(kind), most, [kind]))
    piles, complete = 0, any(counts.values()) or draw.asked_at_least() >= KINGDOM_SIZE
    for each in order:
        piles += each.landscape is None
        if piles == KINGDOM_SIZE or len(found) == MOST_LANDSCAPES:
            break
        if each.landscape is None or each.landscape in counts or each in found or (complete and not draw.wanted(each)):
            continue
        if number(each.landscape) < each.landscape.most:
            found.append(each)
    return sorted(found, key=lambda each: each.place[0])


def request_like(kingdom: Kingdom, pool: Sequence[Randomizer] | None = None) -> KingdomRequest:
    """Return the request that a kingdom was drawn by; if it wasn't drawn, a request for anything from the same sets."""
    if kingdom.request is not None:
        return kingdom.request
    used = {each.set for each in (randomizers() if pool is None else pool) if each.name in kingdom.names}
    return KingdomRequest(edition=kingdom.edition, editions=kingdom.editions, sets=tuple(sorted(used)))


def swap_pile(kingdom: Kingdom, out: str, seed: str, pool: Sequence[Randomizer] | None = None) -> Kingdom:
    """Return the kingdom with another pile or landscape in place of `out`, which won't come back in later swaps; the rest stays the
    same. Raises IllegalSetup."""
    vocabulary = vocabulary_of(pool)
    name, there = vocabulary.meant(out, Meaning.RANDOMIZER), vocabulary.pool
    if name not in kingdom.names:
        raise IllegalSetup(request_words.not_in_kingdom(name))
    request = request_like(kingdom, pool)
    request = request.model_copy(
        update={
            "ban": (*request.ban, name),
            "require": tuple(each for each in request.require if each != name),
            "extras": {holder: pile for holder, pile in request.extras.items() if name not in (holder, pile)},
        }
    )
    rest = request.model_copy(
        update={
            "require": tuple(each for each in (*kingdom.piles, *kingdom.landscapes) if each != name),
            "extras": {holder: pile for holder, pile in kingdom.extras.items() if name not in (holder, pile)},
            "optional": {each: each in kingdom.optional for each in optional_cards()},
            "landscapes": {kind: sum(there[each].landscape == kind for each in kingdom.landscapes) for kind in LANDSCAPES},
        }
    )
    return random_kingdom(rest, seed, pool).model_copy(update={"seed": None, "request": request})
