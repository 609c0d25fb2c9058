"""Answering questions: the terms that explain what someone asks about in a whole sentence, and the cards that a sentence names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Set
from functools import cache
from math import log
from typing import NamedTuple

from engine.question_words import EMPTY, stem
from engine.randomizers import folded
from engine.spelling import LONGEST_TEXT
from engine.terms import all_terms, called, term_facts

NAME_COUNTS = 2.0
"""How much more a word counts in a term's names than in its text."""
LONG_TEXT = 200
"""A text of this many words counts half, as it contains many words by chance."""
FAR_BEHIND = 0.6
"""The share of the best answer's worth below which an answer isn't worth showing."""
MOST_ANSWERS = 5


class Explained(NamedTuple):
    """A term with the words of its text, and of each of its names and of the questions that it answers."""

    term: str
    names: tuple[frozenset[str], ...]
    text: frozenset[str]
    size: int


@cache
def explained() -> tuple[Explained, ...]:
    """Return all terms with their words."""
    made = []
    for term in all_terms():
        words = stems(term.text(None))
        names = filter(None, (frozenset(stems(name)) for name in (term.name, *term.also, *term.asked)))
        made.append(Explained(term.name, tuple(names), frozenset(words), len(words)))
    return tuple(made)


@cache
def weights() -> dict[str, float]:
    """Return the weight of each word: the fewer terms use it, the more it counts."""
    used = Counter(word for each in explained() for word in each.text.union(*each.names))
    return {word: log(1 + len(explained()) / count) for word, count in used.items()}


def stems(text: str) -> list[str]:
    """Return the significant words of a text, without their endings."""
    words = (re.sub(r"\W", "", word) for word in folded(text[:LONGEST_TEXT]).split())
    return [stem(word) for word in words if word and word not in EMPTY]


def answers(question: str) -> list[str]:
    """Return the terms that explain a question's subject, best first, without those that are much worse than the best."""
    asked = set(stems(question))
    worth = {each.term: score(each, asked) for each in explained()}
    best = max(worth.values())
    found = [term for term, value in worth.items() if value and value >= best * FAR_BEHIND]
    return sorted(found, key=lambda term: -worth[term])[:MOST_ANSWERS]


def explains(term: str, card: str) -> bool:
    """Return whether a term is about what this card does, or about a word that is also its name."""
    facts = term_facts(term)
    return not {*stems(card)}.isdisjoint(stems(" ".join((*facts.also, *facts.asked))))


def score(term: Explained, asked: Set[str]) -> float:
    """Return how well a term answers the question: by the name that shares most with it, less what only the name says, and by its
    text."""
    named = max((weight(name & asked) ** 2 / weight(name) for name in term.names), default=0.0)
    return named * NAME_COUNTS + weight(asked & term.text) / (1 + term.size / LONG_TEXT)


def weight(words: Set[str]) -> float:
    """Return the sum of these words' weights."""
    return sum(weights().get(word, 0.0) for word in words)


@cache
def folded_names() -> re.Pattern[str]:
    """Match any card by its singular or plural name, folded; longer names first."""
    return re.compile(rf"(?<!\w)(?:{'|'.join(re.escape(folded(form)) for form in called())})(?!\w)")


@cache
def by_folded_name() -> dict[str, str]:
    """Return the cards with these names."""
    return {folded(form): name for form, name in called().items()}


def cards_in(text: str) -> list[str]:
    """Return the cards (Events, Landmarks) that a text names, in upper or lower case, each once."""
    found = folded_names().findall(folded(text[:LONGEST_TEXT]))
    return list(dict.fromkeys(by_folded_name()[name] for name in found))
