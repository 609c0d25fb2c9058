"""The part of the catalogue (see `text.py`) about rules: cards, terms, sets, and the hits of a search."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from cogs.text import EDITIONS, UNLESS_NOTED, cost, count, noted, safe, special, unbroken
from cogs.text.pictures import kinds
from engine import CardFacts, MatchKind, RecommendedSet, TermFacts
from engine.card import Cost
from engine.view import CostView
from engine.words import listed

LOOK_UP = "Look up…"


def look_up_from_to(first: str, last: str) -> str:
    """Label a menu of some of the cards, in alphabetical order."""
    return f"Look up {first} – {last}…"


def why_rule(card: str, effect: str) -> str:
    return f"**{card}**\n{parts(effect)}"


def one_line(effect: str) -> str:
    """Return an effect without its dividing line."""
    return re.sub(r"\.? --- ", " · ", effect)


def in_list(name: str, types: Sequence[str], cards: Sequence[CardFacts]) -> str:
    """Return a pile in a list by cost: with its types, if it isn't a plain Action, and its `cards`, if there are several."""
    notes = [special(name, types)]
    if len(cards) == 2:
        notes.append(at_cost(cards[1].name, cards[1].cost))
    elif cards:
        costs = [each.cost.coins for each in cards]
        notes.append(kinds(len(cards), min(costs), max(costs)))
    return noted(name, [note for note in notes if note])


def at_cost(name: str, of: Cost | CostView) -> str:
    """Return something with its cost, in a list."""
    return f"{name} {cost(of)}"


def cost_line(cost: str, marked: Sequence[str]) -> str:
    return f"**{cost}** {' · '.join(marked)}"


def cost_group(cost: str, marked: Sequence[str]) -> str:
    """Return the same for a list of costs in a row: none ends a line."""
    return f"**{unbroken(cost)}**\u00a0{', '.join(marked)}"


def flow(groups: Sequence[str]) -> str:
    """Return groups in one paragraph."""
    return f"{UNLESS_NOTED}: {' · '.join(groups)}"


EVENTS, LANDMARKS = "Events", "Landmarks"


CARDS_TITLE = "### Cards"


def effect_line(facts: CardFacts, effect: str) -> str:
    """Return a card's line in a list: its name, cost and types, if it isn't a plain Action, and its effect."""
    notes = [each for each in facts.types if each != "Action" and each != facts.name]
    about = " ".join([*([] if "Landmark" in facts.types else [cost(facts.cost)]), *notes])
    return f"-# **{facts.name}** {about} · {one_line(effect)}"


def cut_short(words: str) -> str:
    """Return the beginning of some words, up to the last whole one."""
    return words.rpartition(" ")[0].rstrip(".,;:·") + "…"


def parts(effect: str) -> str:
    """Return an effect with the part below a dividing line on a line of its own."""
    return effect.replace(" --- ", "\n")


def cost_of(facts: CardFacts) -> str:
    """Return a card's cost; none for a Landmark, which can't be bought."""
    return "" if "Landmark" in facts.types else f" · {cost(facts.cost)}"


def in_hand(told: Sequence[str]) -> str:
    """Return what currently holds for a card in its reader's hand."""
    return "\n".join(["**In your hand now**", *told])


RELATED_MENU = "Related…"
HITS_MENU = "Open one…"

KINDS = {
    MatchKind.CARD: "Card",
    MatchKind.TERM: "Term",
    MatchKind.SET: "Set",
    MatchKind.RECOMMENDED: "Recommended set",
    MatchKind.ELSEWHERE: "Not here yet",
}


def card_title(facts: CardFacts, edition: int | None) -> str:
    """Return a card's heading; `edition` names the edition of the words below, where editions differ."""
    only = f", {EDITIONS[facts.only]} only" if facts.only else f", {EDITIONS[edition]}" if edition else ""
    return f"### {facts.name}\n-# {' – '.join(facts.types)}{cost_of(facts)} · {facts.set}{only}"


def rulings(each: Sequence[str]) -> str:
    return "\n".join(f"-# • {ruling}" for ruling in each)


def more_rulings(number: int, *, first: bool) -> str:
    """Label the button to further rulings; `first`: none are shown yet."""
    return f"Rulings ({number})" if first else f"More rulings ({number})"


def all_rulings(name: str, each: Sequence[str]) -> str:
    return "\n".join([f"### {name}: rulings", *(f"- {ruling}" for ruling in each)])


def pile(name: str, cards: Sequence[str]) -> str:
    return f"-# In the pile {name}: {', '.join(cards)}, from top to bottom."


def term(facts: TermFacts, edition: int | None) -> str:
    whose = f"\n-# ({EDITIONS[edition or max(facts.texts)]})" if facts.differs else ""
    return f"### {facts.name}\n{facts.text(edition)}{whose}"


def concerned(cards: Sequence[str], number: int) -> str:
    """Return the cards that a rule concerns; only their number, if there are too many to read."""
    return f"-# {number} cards: {', '.join(cards)}" if cards else f"-# {number} cards"


def set_title(name: str, number: int, recommended: int) -> str:
    return f"### {name}\n-# {number} Kingdom piles, Events and Landmarks · {count(recommended, 'recommended set')}"


def recommended(chosen: RecommendedSet) -> str:
    edition = f" · {EDITIONS[chosen.edition]}" if chosen.edition else ""
    return f"### {chosen.name}\n-# Recommended set of {listed(chosen.expansions)}{edition}"


def group(name: str, cards: Sequence[str]) -> str:
    return f"**{name}**: {', '.join(cards)}"


PROJECTS, BANE, ALSO = "Projects", "Bane", "Also"


def play_it(name: str) -> str:
    return f"Play it with `/game new kingdom:{name}`."


def lacks(missing: Mapping[str, Sequence[str]]) -> str:
    lacking = "; ".join(f"{expansion} ({', '.join(names)})" for expansion, names in missing.items())
    return f"It can't be played here yet. It needs {lacking}."


def asked(question: str) -> str:
    """Quote the question above its answer."""
    return f"-# “{safe(question)}”"


def together(names: Sequence[str]) -> str:
    """Return the heading of a page about two cards."""
    return f"### {listed(names)}"


def shared(terms: Sequence[str]) -> str:
    """Name the rules that both cards use."""
    return f"Both use {listed(terms)}: see **{RELATED_MENU}**"


def not_here(name: str, expansion: str) -> str:
    """Return a card of a set that can't be played yet."""
    return f"### {name}\n-# {expansion}\nI don't play {expansion} yet, so I have no rulings for it."


def set_not_here(name: str, cards: str) -> str:
    """Return a set that can't be played yet, with its cards."""
    return f"### {name}\nI don't play {name} yet.\n-# {cards}"


def found(words: str, number: int, *, more: bool) -> str:
    """Return the number of hits; `more`: there are more."""
    if more:
        return f"### “{safe(words)}”: {number} results and more\n-# Add a word to find fewer."
    return f"### “{safe(words)}”: {count(number, 'result')}"


def hit(kind: str, line: str) -> str:
    """Return a menu's words for a hit within a sentence; nothing for a hit by name."""
    return hint(MatchKind(kind), words=one_line(line)) if line else ""


def hint(kind: MatchKind, types: Sequence[str] = (), words: str = "") -> str:
    """Return a menu's words for something to open."""
    return f"{' – '.join(types)}: {one_line(words)}" if types else f"{KINDS[kind]}: {words}" if words else KINDS[kind]


def nothing_found(words: str, *, meant: bool) -> str:
    """Say that nothing was found; `meant`: the buttons below suggest what to look up instead."""
    told = f"No rule called “{safe(words)}”."
    return f"{told} Did you mean:" if meant else f"{told} Try one word of it, or choose from the list that appears as you type."


OF_KIND = " · "
"""Stands between a name and what it is the name of."""


def proposal(kind: str, name: str, expansions: Sequence[str] = ()) -> str:
    """Return a suggestion in a list: cards need no more than their names, recommended sets name their expansions."""
    if kind not in KINDS:
        return f"Search for “{name}”"
    if expansions:
        return f"{name}{OF_KIND}recommended set ({', '.join(expansions)})"
    return name if kind == MatchKind.CARD else f"{name}{OF_KIND}{KINDS[MatchKind(kind)].lower()}"


RULES = "Look up a card, a term, a set or any words"
RULES_ABOUT = "A name, or some words"
RULES_SHOW = "Show it to everyone here (default: only you)"
