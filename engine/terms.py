"""The rules as people look them up: terms with their texts, and the links between terms and cards."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from engine import words
from engine.card import CARDS, EDITIONS, Card, in_edition, worded
from engine.cards.terms import TERMS, Term
from engine.catalogue import say
from engine.facts import card_facts
from engine.view import Frozen


class TermFacts(Frozen):
    """A term as people look it up. `texts` is by edition; `rules` are the numbers of the rules it explains; `related` are names of
    other terms, `also` other names for it, `asked` the gist of questions that it answers."""

    name: str
    texts: dict[int, str]
    rules: tuple[str, ...]
    related: tuple[str, ...]
    also: tuple[str, ...]
    asked: tuple[str, ...]

    def text(self, edition: int | None) -> str:
        """Return its text in that edition (None: in the newest)."""
        return self.texts[edition or max(self.texts)]

    @property
    def differs(self) -> bool:
        """Return whether the editions say different things."""
        return len(set(self.texts.values())) > 1

    def cards(self, edition: int | None = None) -> tuple[str, ...]:
        """Return the cards (Events, Landmarks) that it concerns, by name."""
        return cards_of(self.name, edition)


def spoken(term: Term) -> Term:
    """Return a term in the bot's language."""
    text = say(term.text) if isinstance(term.text, str) else {edition: say(words) for edition, words in term.text.items()}
    related, also, asked = (tuple(map(say, each)) for each in (term.related, term.also, term.asked))
    return term._replace(name=say(term.name), text=text, related=related, also=also, asked=asked)


BY_NAME = {term.name: term for term in map(spoken, TERMS)}


def facts(term: Term) -> TermFacts:
    """Return a term as people look it up."""
    return TermFacts(
        name=term.name,
        texts={edition: worded(term.text, edition) or "" for edition in sorted(EDITIONS)},
        rules=tuple(f"R{number}" for number in term.rules),
        related=term.related,
        also=term.also,
        asked=term.asked,
    )


def all_terms() -> list[TermFacts]:
    """Return all terms, in the order of an explanation of the game."""
    return [facts(term) for term in BY_NAME.values()]


def term_facts(name: str) -> TermFacts:
    """Return the term called `name`. Raises KeyError if there is none."""
    return facts(BY_NAME[name])


def concerns(term: Term, card: Card, edition: int | None) -> bool:
    """Return whether `term` concerns `card` as it reads in `edition` (None: in any)."""
    if not set(card.printed_types).isdisjoint(term.types) or (term.where is not None and term.where(card)):
        return True
    if not term.mentions:
        return False
    editions = card.editions if edition is None or edition not in card.editions else {edition}
    return any(re.search(term.mentions, worded(card.text, each) or "") for each in editions)


@lru_cache
def cards_of(term: str, edition: int | None = None) -> tuple[str, ...]:
    """Return the cards that a term concerns, by name. Raises KeyError."""
    known = (CARDS[name] for name in sorted(CARDS))
    return tuple(
        card.name for card in known if (edition is None or in_edition(card, edition)) and concerns(BY_NAME[term], card, edition)
    )


@lru_cache
def terms_of(card: str, edition: int | None = None) -> tuple[str, ...]:
    """Return the terms that concern a card, in the order of `all_terms()`. Raises KeyError."""
    return tuple(term.name for term in BY_NAME.values() if concerns(term, CARDS[card], edition))


@cache
def called() -> dict[str, str]:
    """Return every card (Event, Landmark) by its singular and plural names; longer names first, since one can be part of
    another."""
    forms = {form: name for name in CARDS for form in (name, words.several(name))}
    return {form: forms[form] for form in sorted(forms, key=len, reverse=True)}


@cache
def a_name() -> re.Pattern[str]:
    """Match any card's name as whole words."""
    return re.compile(rf"(?<![\w’'-])(?:{'|'.join(map(re.escape, called()))})(?![\w-])")


def named_in(*texts: str) -> tuple[str, ...]:
    """Return the cards (Events, Landmarks) that the texts name, in order."""
    return tuple(dict.fromkeys(called()[found] for text in texts for found in a_name().findall(text)))


@lru_cache
def names_of(card: str, edition: int | None = None) -> tuple[str, ...]:
    """Return the other cards (Events, Landmarks) that a card's text and rulings name in that edition (None: in the newest). Raises
    KeyError."""
    facts = card_facts(card)
    here = facts.edition(edition)
    return tuple(name for name in named_in(facts.effects[here], *facts.rulings_by_edition[here]) if name != card)
