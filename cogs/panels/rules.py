"""Rules: cards, terms, sets and search results, each a page that leads to others; and the menus that lead there from any panel.

A page is named by a reference, "card:Moat" or "term:Attack": ids of menus and buttons hold nothing else."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from cogs import text
from cogs.panels.blocks import (
    MAX_CHOICES,
    MAX_ID,
    Block,
    Button,
    ForAll,
    ForOne,
    Id,
    Menu,
    MenuChoice,
    Row,
    Text,
    clip,
    leaf,
    panel,
)
from cogs.panels.kingdoms import playable
from cogs.text import rules as text_rules
from cogs.text import setup as text_setup
from engine import (
    CardFacts,
    Match,
    MatchKind,
    alike,
    all_cards,
    card_facts,
    cards_of,
    missing_from,
    named_in,
    names_of,
    recommended_set,
    search,
    term_facts,
    terms_of,
)
from engine.cards.elsewhere import NAMES, elsewhere
from engine.cards.recommended import FLAG_CARDS, JOINT, RecommendedSet
from engine.events import Moment
from engine.mechanisms import LANDSCAPES
from engine.questions import answers
from engine.randomizers import Randomizer, folded, randomizers
from engine.request_words import kinds
from engine.words import EDITIONS

SEARCH, RULINGS, CARDS, KINGDOM, QUESTION, TOGETHER = "search", "rulings", "cards", "kingdom", "question", "together"
"""Pages with search results, with all of a card's rulings, and with a table's cards, in its game or in its lobby."""
TRAIL = "|"
"""What separates the pages in an id: the one to go to, then those that led to the present one, the latest first."""
MAX_WORDS = 50
"""How many letters of a typed text an id can hold."""
MAX_HITS = 12
MAX_HINT = 100
MOST_ALIKE = 3
ASKED_MOST, ROOM = 2, 310
"""How many rulings a card's page shows: the first ones, about what people ask most; fewer if its effect leaves no room."""


PAGES = (*MatchKind, SEARCH, RULINGS, CARDS, KINGDOM, QUESTION, TOGETHER)
"""The kinds of things that have pages."""
REFERENCE = re.compile(r"(?P<kind>[a-z ]+)(?P<edition>\d*)(?:\+(?P<part>\d+))?:(?P<name>.*)", re.DOTALL)


class Page(NamedTuple):
    """The subject of a page: one of `PAGES` and a name; the edition, if someone asks for one (0: the game's, or the newest); and
    the part of its menu that it shows."""

    kind: str
    name: str
    edition: int = 0
    part: int = 0

    @property
    def reference(self) -> str:
        """Return its name in ids: "card:Moat", "card1:Moat", "term+2:Attack"; of a typed text, only the beginning."""
        name = self.name[:MAX_WORDS] if self.kind in (SEARCH, QUESTION) else self.name
        return f"{self.kind}{self.edition or ''}{f'+{self.part}' if self.part else ''}:{name}"

    @classmethod
    def of(cls, reference: str) -> Page:
        """Read what `reference` has written. Raise ValueError for anything else."""
        found = REFERENCE.fullmatch(reference)
        if found is None or found["kind"] not in PAGES:
            raise ValueError(f"{reference!r} doesn't name a page")
        return cls(found["kind"], found["name"], int(found["edition"] or 0), int(found["part"] or 0))


class PageContent(NamedTuple):
    """The content of a page: texts, where it leads, its menu's name, and the rest of its row."""

    texts: Sequence[str]
    related: Sequence[MenuChoice] = ()
    placeholder: str = text_rules.RELATED_MENU
    buttons: Sequence[tuple[str, Page]] = ()


def page(at: Page, *, table: str = "-", edition: int | None = None, trail: Sequence[str] = ()) -> ForAll:
    """Return a page. `edition`: the edition to show (None: the newest); `trail`: the pages that led here, the latest first. Raise
    KeyError or ValueError if it doesn't exist."""
    make = {
        MatchKind.CARD: card,
        MatchKind.TERM: term,
        MatchKind.SET: expansion,
        MatchKind.RECOMMENDED: recommended,
        MatchKind.ELSEWHERE: not_here,
        SEARCH: hits,
        RULINGS: all_rulings,
        QUESTION: question,
        TOGETHER: together,
    }
    if at.kind not in make:
        raise KeyError(at.kind)
    made = make[at.kind](at.name, at.edition or edition)
    leaf_ = leaf(made.related, at.part, MAX_CHOICES)
    menu = Menu(going(table, 2, at.reference, *trail), leaf_.label(made.placeholder), tuple(leaf_.items)) if leaf_.items else None
    onward = [Button(label, aside(table, at, to, trail)) for label, to in made.buttons]
    if leaf_.pages > 1:
        turned = ((text.PREVIOUS, leaf_.number - 1), (text.NEXT, leaf_.number + 1))
        onward += [
            Button(label, going(table, 0, at._replace(part=part).reference, *trail))
            for label, part in turned
            if 0 <= part < leaf_.pages
        ]
    back = [Button(text.BACK, going(table, 1, *trail))] if trail else []
    row = Row((*onward, *back)) if onward or back else None
    return ForAll(panel([Text(each) for each in made.texts], menu, row))


def aside(table: str, at: Page, to: Page, trail: Sequence[str]) -> Id:
    """Return the id of a button to another view of a page: the same page in another edition replaces it, so **Back** still leads to
    the page before; anything else is one page further on."""
    return going(table, 0, to.reference, *(trail if to.kind == at.kind else (at.reference, *trail)))


def in_hand(shown: ForAll, told: Sequence[str], person: int) -> ForOne:
    """Return a card's page for the player who holds it, with what is currently `told` about it below its effect."""
    title, effect, *rest = shown.panel.blocks
    return ForOne(panel(title, effect, Text(text_rules.in_hand(told)), rest), person)


def choice(at: Page, edition: int | None, hint: str = "") -> MenuChoice:
    """Return a menu's choice that leads to a page; the hint is in that edition's words."""
    return MenuChoice(clip(at.name, MAX_HINT), at.reference, clip(hint or hint_of(at, edition), MAX_HINT))


def to(kind: MatchKind, names: Iterable[str], edition: int | None) -> list[MenuChoice]:
    """Return choices that lead to pages of one kind."""
    return [choice(Page(kind, name), edition) for name in names]


def going(table: str, number: int, *pages: str) -> Id:
    """Return the id of a control that leads on: the target (in a menu, the choices contain it), then as much of the way back as
    fits. `number` tells a page's menus apart."""
    whole = [Id(table, 0, "go", TRAIL.join(pages[:count]), page=number) for count in range(len(pages), 0, -1)]
    return next((id for id in whole if len(str(id)) <= MAX_ID), Id(table, 0, "go", page=number))


def hint_of(at: Page, edition: int | None) -> str:
    """Return a menu's hint about a page, in the words of that edition."""
    if at.kind == MatchKind.CARD:
        facts = card_facts(at.name)
        words = hint(at.name, facts.edition(edition), MAX_HINT)
        with_types = text_rules.headed(text_rules.hint(MatchKind.CARD, facts.types), words)
        return with_types if len(with_types) <= MAX_HINT else words
    head = text_rules.hint(MatchKind(at.kind))
    words = term_facts(at.name).text(edition) if at.kind == MatchKind.TERM else ""
    return text_rules.headed(head, text_rules.sentences(words, MAX_HINT - len(head) - 2))


# pages


def card(name: str, edition: int | None) -> PageContent:
    """Return a card or landscape."""
    facts = card_facts(name)
    shown = facts.edition(edition)
    own = facts.rulings(shown)
    pile = next((each for each in pool().values() if name in each.cards), None)
    beneath = [text_rules.pile(pile.name, pile.cards)] if pile else []
    first = with_room(own, " ".join([facts.effect(shown), *beneath]))
    others = [each for each in facts.effects if said(facts, each) != said(facts, shown)]
    texts = [text_rules.card_title(facts, shown if others else None), text_rules.parts(facts.effect(shown))]
    notes = [*([text_rules.rulings(first)] if first else []), *beneath]
    texts += ["\n".join(notes)] if notes else []
    beside = [each for each in (pile.cards if pile else ()) if each != name]
    named_ = [each for each in names_of(name, shown) if each not in beside]
    related = [*to(MatchKind.CARD, [*beside, *named_], edition), *to(MatchKind.TERM, terms_of(name, shown), edition)]
    more = len(own) - len(first)
    buttons = [(text_rules.more_rulings(more, first=not first), Page(RULINGS, name, shown))] if more else []
    buttons += [(EDITIONS[each], Page(MatchKind.CARD, name, each)) for each in others]
    return PageContent(texts, related, buttons=buttons)


def with_room(rulings: Sequence[str], effect: str) -> Sequence[str]:
    """Return the rulings that fit on a card's page."""
    fitting = [count for count in range(ASKED_MOST + 1) if len(effect) + sum(map(len, rulings[:count])) <= ROOM]
    return rulings[: max(fitting, default=0)]


def said(facts: CardFacts, edition: int) -> tuple[str, tuple[str, ...]]:
    """Return the whole text of a card in an edition."""
    return facts.effect(edition), facts.rulings(edition)


def all_rulings(name: str, edition: int | None) -> PageContent:
    """Return all rulings about a card."""
    facts = card_facts(name)
    own = facts.rulings(facts.edition(edition))
    if not own:
        raise KeyError(name)
    return PageContent([text_rules.all_rulings(name, own)])


def term(name: str, edition: int | None) -> PageContent:
    """Return a general rule, with the cards it applies to."""
    facts = term_facts(name)
    others = [each for each in facts.texts if facts.text(each) != facts.text(edition)]
    cards = sorted(cards_of(name, edition)) if len(cards_of(name, edition)) > MAX_CHOICES else cards_of(name, edition)
    concerned = text_rules.concerned(cards if len(cards) <= MAX_CHOICES else (), len(cards)) if cards else ""
    related = [*to(MatchKind.TERM, facts.related, edition), *to(MatchKind.CARD, cards, edition)]
    texts = [text_rules.term(facts, edition), *filter(None, [concerned])]
    return PageContent(texts, related, buttons=[(EDITIONS[each], Page(MatchKind.TERM, name, each)) for each in others])


def expansion(name: str, edition: int | None) -> PageContent:
    """Return a set: everything it adds to kingdoms, by cost."""
    own = of_set(name, edition)
    if not own:
        raise KeyError(name)
    cards = [card for each in sorted(own, key=lambda each: each.place) for card in members(each.name)]
    sets = [each.name for each in playable() if name in each.expansions]
    joint = {each: parts for each, parts in JOINT.items() if name in (each, *parts)}
    beside = [each for whole, parts in joint.items() for each in (whole, *parts) if each != name and of_set(each, edition)]
    related = [*to(MatchKind.SET, beside, edition), *to(MatchKind.CARD, cards, edition), *to(MatchKind.RECOMMENDED, sets, edition)]
    number = Counter(each.landscape for each in own)
    lying: dict[str, int] = {kind: number[kind] for kind in LANDSCAPES.values() if number[kind]}
    title = [text_rules.set_title(name, number[None], lying, len(sets)), *(text_setup.joint(*each) for each in joint.items())]
    return PageContent(["\n".join(title), "\n".join(by_cost(own))], related)


def of_set(name: str, edition: int | None) -> list[Randomizer]:
    """Return everything that a set adds to kingdoms in that edition (None: in any)."""
    return [each for each in pool().values() if each.set == name and (edition is None or edition in each.editions)]


def recommended(name: str, edition: int | None) -> PageContent:
    """Return a recommended set with its ten cards, playable or not."""
    chosen = recommended_set(name, edition or 2)
    missing = missing_from(chosen)
    known = [card for named in groups(chosen).values() for each in named for card in members(each)]
    playable = {facts.name for facts in all_cards()}
    texts = [
        text_rules.recommended(chosen),
        "\n".join(text_rules.group(title, [priced(name) for name in names]) for title, names in groups(chosen).items()),
        text_rules.lacks(missing) if missing else text_rules.play_it(chosen.name),
    ]
    related = to(MatchKind.CARD, [card for card in known if card in playable], edition)
    return PageContent(texts, [*related, *to(MatchKind.SET, [each for each in chosen.expansions if each in expansions()], edition)])


def not_here(name: str, edition: int | None) -> PageContent:
    """Return a set that can't be played yet, or one of its cards."""
    if name in NAMES:
        return PageContent([text_rules.set_not_here(name, NAMES[name])])
    return PageContent([text_rules.not_here(name, elsewhere()[name])])


def question(line: str, edition: int | None) -> PageContent:
    """Return the term that answers a question best, with buttons to others that might be meant. Raise KeyError."""
    found = answers(line)
    if not found:
        raise KeyError(line)
    best, *others = found
    facts = term_facts(best)
    related = to(MatchKind.TERM, dict.fromkeys([*others, *facts.related]), edition)
    return PageContent([text_rules.asked(line), text_rules.term(facts, edition)], related)


AND = " + "
"""Separates the cards on a page about several."""


def together(names: str, edition: int | None) -> PageContent:
    """Return what two cards do, and how they interact: what a Reaction does about an Attack, rulings of one that name the other,
    and the terms that both use. Raise KeyError."""
    cards = [card_facts(name) for name in names.split(AND)]
    if len(cards) != 2:
        raise KeyError(names)
    lines = [text_rules.effect_line(each, each.effect(each.edition(edition))) for each in cards]
    meeting = [
        ruling
        for each, other in (cards, cards[::-1])
        for ruling in each.rulings(each.edition(edition))
        if other.name in named_in(ruling)
    ]
    shared = [term for term in terms_of(cards[0].name, edition) if term in terms_of(cards[1].name, edition)]
    uses = [
        text_rules.against(each.name, other.name, each.reacting)
        for each, other in (cards, cards[::-1])
        if "Attack" in other.types and Moment.ATTACKED in each.answers[each.edition(edition)]
    ]
    texts = [text_rules.together([each.name for each in cards]), *uses, "\n".join(lines)]
    texts += [text_rules.rulings(meeting)] if meeting else [text_rules.shared(shared)] if shared else []
    related = [*to(MatchKind.CARD, [each.name for each in cards], edition), *to(MatchKind.TERM, shared, edition)]
    return PageContent(texts, related)


def groups(chosen: RecommendedSet) -> dict[str, tuple[str, ...]]:
    """Return the content of a recommended set: its piles by expansion, then its landscapes."""
    found = dict(chosen.kingdom)
    for kind, named in chosen.landscapes.items():
        found[kinds(kind)] = tuple(name for names in named.values() for name in names)
    if chosen.banes:
        found[text_rules.BANE] = chosen.banes
    if chosen.flags:
        found[text_rules.ALSO] = tuple(name for flag in chosen.flags for name in FLAG_CARDS[flag][1])
    return found


def priced(name: str) -> str:
    """Return a pile's or landscape's name with its cost, if it has one and it is known."""
    each = pool().get(name)
    return name if each is None or each.price is None else text_rules.at_cost(name, each.price)


def hits(line: str, edition: int | None) -> PageContent:
    """Return the results of a search, each with a way to open it; if there are none, the likely meanings."""
    matches = search(line, edition, MAX_HITS + 1)
    if all(misspelt(line, match) for match in matches):
        near = [Page(each.kind, each.name) for each in (matches or alike(line, MOST_ALIKE))[:MOST_ALIKE]]
        buttons = [(text_rules.proposal(each.kind, each.name), each) for each in near]
        return PageContent([text_rules.nothing_found(line, meant=bool(near))], buttons=buttons)
    lines = {Page(match.kind, match.name): match.line for match in reversed(matches[:MAX_HITS])}
    related = [choice(each, edition, text_rules.hit(each.kind, lines[each])) for each in reversed(lines)]
    return PageContent([text_rules.found(line, len(related), more=len(matches) > MAX_HITS)], related, text_rules.HITS_MENU)


def misspelt(line: str, match: Match) -> bool:
    """Return whether something was found only because its name resembles the text."""
    also = term_facts(match.name).also if match.kind == MatchKind.TERM else ()
    return not match.line and not any(folded(line) in folded(name) for name in (match.name, *also))


# what other panels need


def hint(name: str, edition: int, room: int = text_rules.BESIDE) -> str:
    """Return a card in a menu, in one line: its effect in that edition, or its short form."""
    return text_rules.in_menu(card_facts(name), edition, room)


@cache
def pool() -> dict[str, Randomizer]:
    """Return the parts of a kingdom, by name."""
    return {each.name: each for each in randomizers()}


@cache
def expansions() -> frozenset[str]:
    """Return the sets that exist."""
    return frozenset(each.set for each in pool().values())


def by_cost(
    chosen: Iterable[Randomizer],
    say: Callable[[str, Sequence[str]], str] = text_rules.cost_line,
    roles: Mapping[str, str] = MappingProxyType({}),
) -> list[str]:
    """Return lines of piles by cost, with their types at a glance; each kind of landscape below. `say` makes a line, `roles` are
    the names of extra piles."""
    lines: dict[str, list[str]] = {}
    for each in sorted(chosen, key=lambda each: each.place):
        if each.landscape is None:
            cards = [card_facts(card) for card in each.cards]
            told = text_rules.in_list(each.name, each.types, cards, roles.get(each.name, ""))
            lines.setdefault(text.cost(each.cost), []).append(told)
        else:
            lines.setdefault(kinds(each.landscape), []).append(priced(each.name))
    return [say(head, names) for head, names in lines.items()]


def members(name: str) -> tuple[str, ...]:
    """Return the cards in a pile with that name."""
    found = pool().get(name)
    return found.cards or (name,) if found is not None else (name,)


def look_up(table: str, names: Iterable[str]) -> list[Menu]:
    """Return menus to look up any of these cards, or those in these piles; if it takes several, each says which it has."""
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
    """Return the cards that a panel's texts name."""
    return named_in(*(block.content for block in blocks if isinstance(block, Text)))
