"""The building blocks of a kingdom, and their names: Kingdom piles, landscapes, types and sets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import cache, cached_property
from hashlib import sha256
from typing import NamedTuple

from engine import request_words, words
from engine.card import CARDS, EDITIONS, RENAMED, Card, Cost, Type, worded
from engine.cards.elsewhere import elsewhere, kinds_elsewhere
from engine.cards.recommended import EXPANSIONS, RECOMMENDED_SETS
from engine.errors import IllegalSetup
from engine.mechanisms import LANDSCAPES, Landscape
from engine.piles import PILES
from engine.spelling import near

CLOSE, CLOSE_ENOUGH = 0.75, 0.6
"""How similar (0 to 1) the typed text and a name must be to match, and how similar if nothing else matches."""


class Randomizer(NamedTuple):
    """One thing that can be drawn into a kingdom. `editions` are the editions of the base game that it fits; `landscape` is
    the kind of landscape that it is (None: a pile); `cards` are the names in a mixed pile; `curses`: whether it makes players gain
    Curses."""

    name: str
    set: str
    editions: frozenset[int] = EDITIONS
    cost: Cost = Cost()
    types: tuple[str, ...] = ()
    landscape: Landscape | None = None
    cards: tuple[str, ...] = ()
    curses: bool = False

    @property
    def place(self) -> tuple[int, tuple[int, int, int], str]:
        """Return its sort key for lists: piles, then each kind of landscape, by cost."""
        return [None, *LANDSCAPES].index(self.landscape), self.cost.shelf, self.name

    @property
    def price(self) -> Cost | None:
        """Return its cost; None for a landscape that isn't for sale."""
        return self.cost if self.landscape is None or self.landscape.bought else None

    def answers(self, word: str) -> bool:
        """Return whether `word` (a name, a type or a set) means this, among others. No Kingdom pile has the type Curse, so that
        word means cards that hand out Curses."""
        if word == Type.CURSE:
            return self.curses
        return word == self.name or word == self.set or word in self.types or word in self.cards


@cache
def randomizers() -> tuple[Randomizer, ...]:
    """Return all randomizers by name. A set with a single edition fits either edition of the base game."""
    printed: dict[str, frozenset[int]] = {}
    for card in CARDS.values():
        printed[card.set] = printed.get(card.set, frozenset()) | card.editions

    def randomizer(name: str, card: Card, members: Sequence[Card] = ()) -> Randomizer:
        editions = card.editions | (EDITIONS - printed.get(card.set, frozenset()))
        cards = tuple(dict.fromkeys(each.name for each in members))
        texts = (worded(each.text, edition) or "" for each in (card, *members) for edition in EDITIONS)
        curses = any(words.GAINS_CURSES.search(text) for text in texts)
        return Randomizer(name, card.set, editions, card.cost, card.printed_types, card.landscape, cards, curses)

    found = []
    within: set[Card] = set()
    for mixed in PILES.values():
        found.append(randomizer(mixed.name, mixed.randomizer, [card for card, _, _ in mixed.cards]))
        within |= {mixed.randomizer, *(card for card, _, _ in mixed.cards)}
    found += [
        randomizer(card.name, card)
        for card in CARDS.values()
        if card.listed and not (card.basic or card.brought) and card not in within
    ]
    return tuple(sorted(found))


def hashed(seed: str, name: str, chance: int) -> bytes:
    """Return the number that `seed` gives `name`, uniformly distributed over 256 bits. Taking the lowest of several makes a card
    that many times likelier to come first: exact odds without fractions, which two machines might round differently."""
    return sha256("\0".join(("seneschal kingdom", seed, name, str(chance))).encode()).digest()


def in_order(names: Iterable[str]) -> list[Randomizer]:
    """Return the randomizers of these names, in listing order. Raises KeyError for an unknown name."""
    pool = {each.name: each for each in randomizers()}
    return sorted((pool[name] for name in names), key=lambda each: each.place)


class Meaning(StrEnum):
    """What kind of thing a word about kingdoms names."""

    RANDOMIZER = "card"
    TYPE = "type"
    SET = "set"


class Word(NamedTuple):
    """A word as the project spells it, and what it names."""

    meaning: Meaning
    name: str


def folded(text: str) -> str:
    """Return `text` folded for comparison: case, apostrophes, hyphens and spacing don't matter."""
    return " ".join(text.casefold().replace("’", "").replace("'", "").replace("-", " ").split())


class UnknownWord(IllegalSetup):
    """A word that names nothing here; `near` is what might have been meant, if anything is similar."""

    def __init__(self, reason: str, near: str | None = None) -> None:
        super().__init__(reason)
        self.near = near


class Vocabulary:
    """The words for the things in `pool`."""

    def __init__(self, pool: Iterable[Randomizer]) -> None:
        self.pool = {each.name: each for each in pool}
        self.words: dict[str, Word] = {}
        self.sets = tuple(sorted({each.set for each in self.pool.values()}))
        for type_ in (*Type, *LANDSCAPES):
            self.words[folded(type_)] = self.words[folded(words.several(type_))] = Word(Meaning.TYPE, str(type_))
        for each in self.pool.values():
            for name in (*each.cards, each.name):
                self.words[folded(name)] = Word(Meaning.RANDOMIZER, each.name)
        for other, name in RENAMED.items():
            if name in self.pool:
                self.words[folded(other)] = Word(Meaning.RANDOMIZER, name)
        for name in self.sets:
            self.words[folded(name)] = Word(Meaning.SET, name)
        for alias, name in words.ALSO_CALLED.items():
            if name in self.sets:
                self.words[alias] = Word(Meaning.SET, name)
        self._spelled = {word.name: word for word in self.words.values() if self.words.get(folded(word.name)) == word}
        """The words in the project's spelling, which need no search."""
        self._answering: dict[str, frozenset[str]] = {}

    def answering(self, word: str) -> frozenset[str]:
        """Return the names of everything that `word`, in the project's spelling, means."""
        if word not in self._answering:
            self._answering[word] = frozenset(each.name for each in self.pool.values() if each.answers(word))
        return self._answering[word]

    @cached_property
    def absent(self) -> dict[str, Absence]:
        """Return known things that aren't implemented yet, by folded name."""
        return {name: said for name, said in absences(self.sets).items() if name not in self.words}

    def look_up(self, text: str) -> Word:
        """Return what `text` means. Raises UnknownWord, with what might have been meant."""
        if text in self._spelled:
            return self._spelled[text]
        key = folded(text)
        for form in words.forms(key):
            if form in self.words:
                return self.words[form]
        raise self._unknown(text.strip(), key)

    def meant(self, text: str, *meanings: Meaning) -> str:
        """Return the name that `text` means, which must be one of the given things. Raises IllegalSetup."""
        word = self.look_up(text)
        if word.meaning not in meanings:
            raise IllegalSetup(request_words.other_meaning(word.name, word.meaning, meanings))
        return word.name

    def _unknown(self, text: str, key: str) -> UnknownWord:
        if key in basic_cards():
            return UnknownWord(request_words.basic_card(basic_cards()[key]))
        if absent := next((self.absent[form] for form in words.forms(key) if form in self.absent), None):
            return UnknownWord(absent.sentence)
        for known, alike in ((self.words, CLOSE), (self.absent, CLOSE), (self.words, CLOSE_ENOUGH)):
            if likely := near(key, known.keys(), 1, alike):
                found = known[likely[0]]
                if isinstance(found, Absence):
                    return UnknownWord(request_words.unknown_word(text, found.name, found.sentence))
                return UnknownWord(request_words.unknown_word(text, found.name), found.name)
        return UnknownWord(request_words.no_such_word(text, self.sets))


@cache
def vocabulary() -> Vocabulary:
    """Return the words for all randomizers."""
    return Vocabulary(randomizers())


def vocabulary_of(pool: Sequence[Randomizer] | None) -> Vocabulary:
    """Return the words for a pool (None: for all randomizers)."""
    return vocabulary() if pool is None or pool is randomizers() else Vocabulary(pool)


@cache
def basic_cards() -> dict[str, str]:
    """Return the cards that are in every game, by folded name."""
    return {folded(card.name): card.name for card in CARDS.values() if card.basic}


class Absence(NamedTuple):
    """Something that people know but that isn't implemented yet, with what to say about it."""

    name: str
    sentence: str


def absences(sets: Sequence[str]) -> dict[str, Absence]:
    """Return all expansions with their cards and types, and what recommended sets need from them, by folded name; `sets` are those
    implemented."""
    found = {folded(expansion): Absence(expansion, request_words.not_here_yet(expansion, sets)) for expansion in EXPANSIONS}
    known = elsewhere()
    for recommended in RECOMMENDED_SETS:
        for part in (recommended.kingdom, *recommended.landscapes.values()):
            known |= {name: expansion for expansion, names in part.items() for name in names}
    for name, expansion in known.items():
        found[folded(name)] = Absence(name, request_words.of_set_not_here_yet(name, expansion, sets))
    for kind, expansion in kinds_elsewhere().items():
        absence = Absence(kind, request_words.of_set_not_here_yet(kind, expansion, sets))
        found = {folded(kind): absence, folded(words.several(kind)): absence} | found
    return found
