"""Rules at hand: cards, terms, sets and hits, each a page that leads on to others; and the menus by which any panel names them.

A page is named by a reference, "card:Moat" or "term:Attack": ids of menus and buttons hold nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import NamedTuple

from cogs import text
from cogs.panels.blocks import MAX_CHOICES, MAX_ID, Block, Button, ForAll, ForOne, Id, Menu, MenuChoice, Row, Text, clip, panel
from cogs.text import rules as text_rules
from engine import (
    CardFacts,
    MatchKind,
    all_cards,
    card_facts,
    cards_of,
    missing_from,
    named_in,
    names_of,
    recommended_set,
    recommended_sets,
    search,
    term_facts,
    terms_of,
)
from engine.cards.elsewhere import NAMES, elsewhere
from engine.cards.recommended import FLAG_CARDS, RecommendedSet
from engine.facts import ORDER
from engine.randomizers import Kind, Randomizer, randomizers

SEARCH = "search"
TRAIL = "|"
"""Stands between the pages in an id: the one to go to, and those by which one came to where one is, the latest first."""
MAX_WORDS = 50
MAX_HITS = 12
MAX_PLACEHOLDER = 150


PAGES = (*MatchKind, SEARCH)
"""What there are pages of."""


class Page(NamedTuple):
    """What a page is about: one of `PAGES` and a name; and as which edition has it, where that is asked for (0: as
    the game has it, or the newest)."""

    kind: str
    name: str
    edition: int = 0

    @property
    def reference(self) -> str:
        """Its name in ids: "card:Moat", "card1:Moat"."""
        return f"{self.kind}{self.edition or ''}:{self.name}"

    @classmethod
    def of(cls, reference: str) -> Page:
        """Raises ValueError for what is no reference."""
        kind, name = reference.split(":", 1)
        plain = kind.rstrip("0123456789")
        if plain not in PAGES:
            raise ValueError(f"{reference!r} names no page")
        return cls(plain, name, int(kind.removeprefix(plain) or 0))


def page(at: Page, *, table: str = "-", edition: int | None = None, trail: Sequence[str] = ()) -> ForAll:
    """A page. `edition`: as that edition has it (None: as the newest has it); `trail`: by which pages one came here, the latest
    first. Raises KeyError, ValueError for what isn't there."""
    make = {
        MatchKind.CARD: card,
        MatchKind.TERM: term,
        MatchKind.SET: expansion,
        MatchKind.RECOMMENDED: recommended,
        MatchKind.ELSEWHERE: not_here,
        SEARCH: hits,
    }
    blocks = make[at.kind](at.name, at.edition or edition, Menus(table, at.reference, edition, trail))
    row = Row((Button(text_rules.BACK, going(table, 0, *trail)),)) if trail else None
    return ForAll(panel(blocks, row, None if at.kind == SEARCH else Text(text_rules.OWN_WORDS)))


def in_hand(shown: ForAll, told: Sequence[str], person: int) -> ForOne:
    """A card's page for whoever holds it, with what is `told` of it now below its effect."""
    title, effect, *rest = shown.panel.blocks
    return ForOne(panel(title, effect, Text(text_rules.in_hand(told)), rest), person)


class Menus:
    """Makes a page's menus, each with an id of its own; what they say of other pages is as that edition has it, as these are."""

    def __init__(self, table: str, here: str, edition: int | None, trail: Sequence[str] = ()) -> None:
        self._table = table
        self._here = here
        self._edition = edition
        self._trail = trail
        self._made = 0

    def to(self, kind: MatchKind, names: Sequence[str], placeholder: str) -> list[Menu]:
        """Menus that lead to pages of one kind."""
        return self.of([Page(kind, name) for name in names], placeholder)

    def of(self, pages: Sequence[Page], placeholder: str) -> list[Menu]:
        """Menus that lead to these pages."""
        choices = [MenuChoice(clip(each.name, 100), each.reference, clip(hint_of(each, self._edition), 100)) for each in pages]
        if len(choices) > MAX_CHOICES:
            choices.sort(key=lambda each: each.label)
        parts = [choices[start : start + MAX_CHOICES] for start in range(0, len(choices), MAX_CHOICES)]
        made = []
        for part in parts:
            self._made += 1
            label = placeholder if len(parts) == 1 else text_rules.from_to(part[0].label, part[-1].label)
            id = going(self._table, self._made, self._here, *self._trail)
            made.append(Menu(id, clip(label, MAX_PLACEHOLDER), tuple(part)))
        return made

    def editions(self, at: Page, others: Sequence[int]) -> list[Row]:
        """The way to the same page as other editions have it; from there one goes back to where one would from here."""
        pages = {each: at._replace(edition=each).reference for each in others}
        buttons = [Button(text.EDITIONS[each], going(self._table, 0, to, *self._trail)) for each, to in pages.items()]
        return [Row(tuple(buttons))] if buttons else []


def going(table: str, number: int, *pages: str) -> Id:
    """The id of what leads on: where to (a menu says that by its choices), then the way back, as much of it as there is room for.
    `number` tells menus of one page apart."""
    whole = [Id(table, 0, "go", TRAIL.join(pages[:count]), page=number) for count in range(len(pages), 0, -1)]
    return next((id for id in whole if len(str(id)) <= MAX_ID), Id(table, 0, "go", page=number))


def hint_of(at: Page, edition: int | None) -> str:
    """What a menu says of a page, as that edition has it."""
    if at.kind == MatchKind.CARD:
        facts = card_facts(at.name)
        return text_rules.hint(MatchKind.CARD, facts.types, facts.effect(edition))
    return text_rules.hint(MatchKind(at.kind), words=term_facts(at.name).text(edition) if at.kind == MatchKind.TERM else "")


# pages


def card(name: str, edition: int | None, menus: Menus) -> list[Block]:
    """A card, Event or Landmark."""
    facts = card_facts(name)
    shown = edition if edition in facts.effects else max(facts.effects)
    assert shown is not None
    own = facts.rulings(shown)
    blocks: list[Block] = [Text(text_rules.card_title(facts)), Text(text_rules.effect(facts.effect(shown), facts, shown))]
    blocks += [Text(text_rules.rulings(own))] if own else []
    here = facts.effect(shown), own
    blocks += menus.editions(Page(MatchKind.CARD, name), [each for each in facts.effects if said(facts, each) != here])
    pile = next((each for each in pool().values() if name in each.cards), None)
    if pile is not None:
        blocks.append(Text(text_rules.pile(pile.name, pile.cards)))
    blocks += menus.to(MatchKind.TERM, terms_of(name, shown), text_rules.TERMS_MENU)
    beside = [each for each in (pile.cards if pile else ()) if each != name]
    blocks += menus.to(MatchKind.CARD, [each for each in names_of(name, shown) if each not in beside], text_rules.NAMES_MENU)
    blocks += menus.to(MatchKind.CARD, beside, text_rules.PILE_MENU)
    return blocks


def said(facts: CardFacts, edition: int) -> tuple[str, tuple[str, ...]]:
    """All that an edition says of a card."""
    return facts.effect(edition), facts.rulings(edition)


def term(name: str, edition: int | None, menus: Menus) -> list[Block]:
    """A general rule, with the cards it concerns."""
    facts = term_facts(name)
    others = [each for each in facts.texts if facts.text(each) != facts.text(edition)]
    cards = cards_of(name, edition)
    return [
        Text(text_rules.term(facts, edition)),
        *menus.editions(Page(MatchKind.TERM, name), others),
        *([Text(text_rules.concerned(cards if len(cards) <= MAX_CHOICES else (), len(cards)))] if cards else []),
        *menus.to(MatchKind.CARD, cards, text_rules.CARDS_MENU),
        *menus.to(MatchKind.TERM, facts.related, text_rules.RELATED_MENU),
    ]


def expansion(name: str, edition: int | None, menus: Menus) -> list[Block]:
    """A set: all that a kingdom can have of it, by cost."""
    own = [each for each in pool().values() if each.set == name and (edition is None or edition in each.editions)]
    if not own:
        raise KeyError(name)
    cards = [card for each in sorted(own, key=lambda each: each.place) for card in members(each.name)]
    sets = [each.name for each in recommended_sets() if name in each.expansions and not missing_from(each)]
    return [
        Text(text_rules.set_title(name, len(own), len(sets))),
        Text("\n".join(by_cost(own))),
        *menus.to(MatchKind.CARD, cards, text_rules.CARDS_MENU),
        *menus.to(MatchKind.RECOMMENDED, sets, text_rules.SETS_MENU),
    ]


def recommended(name: str, edition: int | None, menus: Menus) -> list[Block]:
    """A recommended set with its ten cards, whether it can be played yet or not."""
    chosen = recommended_set(name, edition or 2)
    missing = missing_from(chosen)
    known = [card for named in groups(chosen).values() for each in named for card in members(each)]
    playable = {facts.name for facts in all_cards()}
    return [
        Text(text_rules.recommended(chosen)),
        Text("\n".join(text_rules.group(title, [priced(name) for name in names]) for title, names in groups(chosen).items())),
        Text(text_rules.lacks(missing) if missing else text_rules.play_it(chosen.name)),
        *menus.to(MatchKind.CARD, [card for card in known if card in playable], text_rules.CARDS_MENU),
        *menus.to(MatchKind.SET, [each for each in chosen.expansions if each in expansions()], text_rules.EXPANSIONS_MENU),
    ]


def not_here(name: str, edition: int | None, menus: Menus) -> list[Block]:
    """A set that can't be played yet, or one of its cards."""
    if name in NAMES:
        return [Text(text_rules.set_not_here(name, NAMES[name]))]
    return [Text(text_rules.not_here(name, elsewhere()[name]))]


def groups(chosen: RecommendedSet) -> dict[str, tuple[str, ...]]:
    """What a recommended set is made of: its piles by expansion, then what lies beside them."""
    found = dict(chosen.kingdom)
    beside = {text_rules.EVENTS: chosen.events, text_rules.LANDMARKS: chosen.landmarks, text_rules.PROJECTS: chosen.projects}
    for title, named in beside.items():
        if named:
            found[title] = tuple(name for names in named.values() for name in names)
    if chosen.bane is not None:
        found[text_rules.BANE] = (chosen.bane,)
    if chosen.flags:
        found[text_rules.ALSO] = tuple(FLAG_CARDS[flag][1][0] for flag in chosen.flags)
    return found


def priced(name: str) -> str:
    """A pile's, Event's or Landmark's name with its cost, if it is known."""
    each = pool().get(name)
    return name if each is None or each.kind is Kind.LANDMARK else text_rules.at_cost(name, each.cost)


def hits(line: str, edition: int | None, menus: Menus) -> list[Block]:
    """What a search finds, to be opened."""
    matches = search(line, edition, MAX_HITS + 1)
    if not matches:
        return [Text(text_rules.nothing_found(line))]
    shown = matches[:MAX_HITS]
    pages = list(dict.fromkeys(Page(match.kind, match.name) for match in shown))
    return [Text(text_rules.found(line, shown, more=len(matches) > MAX_HITS)), *menus.of(pages, text_rules.HITS_MENU)]


# what other panels need


def hint(name: str, edition: int) -> str:
    """A card in a menu, in one line: its effect as that edition has it."""
    return clip(text_rules.one_line(card_facts(name).effect(edition)), 100)


@cache
def pool() -> dict[str, Randomizer]:
    """What a kingdom is made of, by name."""
    return {each.name: each for each in randomizers()}


@cache
def expansions() -> frozenset[str]:
    """The sets that are there."""
    return frozenset(each.set for each in pool().values())


def by_cost(chosen: Iterable[Randomizer], say: Callable[[str, Sequence[str]], str] = text_rules.cost_line) -> list[str]:
    """Lines of piles by cost, with their types at a glance; Events with their costs, and Landmarks, below. `say` makes a line."""
    lines: dict[str, list[str]] = {}
    for each in sorted(chosen, key=lambda each: each.place):
        if each.kind is Kind.PILE:
            types = tuple(sorted(each.types, key=[str(known) for known in ORDER].index))
            told = text_rules.in_list(each.name, types, [card_facts(card) for card in each.cards])
            lines.setdefault(text.cost(each.cost), []).append(told)
        else:
            lines.setdefault(text_rules.EVENTS if each.kind is Kind.EVENT else text_rules.LANDMARKS, []).append(priced(each.name))
    return [say(head, names) for head, names in lines.items()]


def members(name: str) -> tuple[str, ...]:
    """The cards in a pile of that name."""
    found = pool().get(name)
    return found.cards or (name,) if found is not None else (name,)


def look_up(table: str, names: Iterable[str]) -> list[Menu]:
    """Menus to look up any of these cards, or those in these piles; where one doesn't hold them all, each says which it has."""
    cards = list(dict.fromkeys(card for name in names for card in members(name)))
    if len(cards) > MAX_CHOICES:
        cards.sort()
    parts = [cards[start : start + MAX_CHOICES] for start in range(0, len(cards), MAX_CHOICES)]
    return [
        Menu(
            Id(table, 0, "rules", str(number)),
            text_rules.LOOK_UP if len(parts) == 1 else text_rules.look_up_from_to(part[0], part[-1]),
            tuple(MenuChoice(card, card) for card in part),
        )
        for number, part in enumerate(parts, 1)
    ]


def named(blocks: Iterable[Block | None]) -> tuple[str, ...]:
    """The cards that a panel's texts name."""
    return named_in(*(block.content for block in blocks if isinstance(block, Text)))
