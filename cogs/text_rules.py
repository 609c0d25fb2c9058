"""The part of the catalogue (see `text.py`) about rules: cards, terms, sets, and what a search finds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cogs.text import EDITIONS, card_hint, cost_of, parts, safe
from engine import CardFacts, Match, MatchKind, RecommendedSet, TermFacts
from engine.words import either, listed

RULINGS = "**Rulings**"
OWN_WORDS = "-# In our own words. Seneschal is an unofficial fan project."

TERMS_MENU = "Its terms…"
RELATED_MENU = "Related terms…"
CARDS_MENU = "Its cards…"
PILE_MENU = "Others in its pile…"
SETS_MENU = "Recommended sets with it…"
EXPANSIONS_MENU = "The sets it is from…"
HITS_MENU = "Open one…"
BACK = "Back"

KINDS = {
    MatchKind.CARD: "Card",
    MatchKind.TERM: "Term",
    MatchKind.SET: "Set",
    MatchKind.RECOMMENDED: "Recommended set",
}


def card_title(facts: CardFacts) -> str:
    only = f", {EDITIONS[facts.only]} only" if facts.only else ""
    return f"### {facts.name}\n{' – '.join(facts.types)}{cost_of(facts)} · {facts.set}{only}"


def effect(words: str, facts: CardFacts, edition: int) -> str:
    """A card's effect; where the editions differ, whose this is."""
    return f"{parts(words)}\n-# ({EDITIONS[edition]})" if len({*facts.effects.values()}) > 1 else parts(words)


def otherwise(edition: int, words: str, rulings: Sequence[str]) -> str:
    """What another edition has instead; no words where the effect is the same."""
    return "\n".join(filter(None, [f"**{EDITIONS[edition].capitalize()}**", parts(words), *(f"- {ruling}" for ruling in rulings)]))


def rulings(each: Sequence[str]) -> str:
    return "\n".join([RULINGS, *(f"- {ruling}" for ruling in each)])


def pile(name: str, cards: Sequence[str]) -> str:
    return f"-# In the pile {name}: {', '.join(cards)}, from top to bottom."


def term(facts: TermFacts, edition: int | None) -> str:
    also = f"\n-# Also called {either(facts.also)}." if facts.also else ""
    return f"### {facts.name}\n{facts.text(edition)}{also}"


def term_otherwise(edition: int, words: str) -> str:
    return f"**{EDITIONS[edition].capitalize()}**\n{words}"


def concerned(cards: Sequence[str]) -> str:
    return f"-# {len(cards)} cards: {', '.join(cards)}"


def set_title(name: str, number: int, recommended: int) -> str:
    return f"### {name}\n{number} Kingdom piles, Events and Landmarks; {recommended} recommended sets with it."


def recommended(chosen: RecommendedSet) -> str:
    edition = f" · {EDITIONS[chosen.edition]}" if chosen.edition else ""
    return f"### {chosen.name}\nRecommended set of {listed(chosen.expansions)}{edition}"


def group(name: str, cards: Sequence[str]) -> str:
    return f"**{name}**: {', '.join(cards)}"


PROJECTS, BANE, ALSO = "Projects", "Bane", "Also"


def play_it(name: str) -> str:
    return f"Play it with `/game new kingdom:{name}`."


def lacks(missing: Mapping[str, Sequence[str]]) -> str:
    lacking = "; ".join(f"{expansion} ({', '.join(names)})" for expansion, names in missing.items())
    return f"It can't be played here yet. It needs {lacking}."


def found(words: str, hits: Sequence[Match]) -> str:
    """What a search has found."""
    lines = [f"**{hit.name}** · {KINDS[hit.kind]}" + (f"\n-# {shortened(hit.line)}" if hit.line else "") for hit in hits]
    return "\n".join([f"### “{safe(words)}”", *lines])


def shortened(line: str) -> str:
    line = line.replace(" --- ", " ")
    return line if len(line) <= 110 else line[:109].rsplit(" ", 1)[0] + "…"


def hint(kind: MatchKind, types: Sequence[str] = (), words: str = "") -> str:
    """What a menu says of something that can be opened."""
    return card_hint(types, words) if types else f"{KINDS[kind]}: {words}" if words else KINDS[kind]


def nothing_found(words: str) -> str:
    return f"I found nothing about “{safe(words)}”. Try one word of it, or choose from the list that comes up while you type."


RULES = "Look up rules"
RULES_CARD = "Show a card, Event or Landmark: type, cost, effect and rulings"
RULES_CARD_NAME = "Its name, more or less"
RULES_TERM = "Explain a term, such as gain, Attack or tie-break"
RULES_TERM_NAME = "The term"
RULES_SET = "Show a set, or a recommended set with its ten cards"
RULES_SET_NAME = "Its name"
RULES_SEARCH = "Search all cards, terms and sets"
RULES_SEARCH_WORDS = "Words of the name or the text"
RULES_SHOW = "Show it to everybody here (else only to you)"
