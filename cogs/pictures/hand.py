"""A hand, only for its owner: the cards with their counts, what they do, and which can be chosen now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

from cogs.pictures.errors import NotDrawable
from cogs.pictures.pen import BAR, GAP, INNER, LEAST, LINE, MARGIN, NAME, SMALL, Pen, called, length, wrapped
from cogs.pictures.strips import APART, Strip, stacked
from cogs.pictures.tiles import LOW, MARK, SLOTS, Tile, Tiles, marks, rows
from cogs.text import pictures as words
from cogs.text.rules import one_line
from engine import DecisionView, View, card_facts
from engine.mechanisms import tokens_in_words
from engine.view import CardCount, CostView

SLOT = SLOTS[2]
"""The space for a card's cost: names are aligned, with or without a text."""
ROOM = INNER - SLOT - GAP
KINDS = ("Action", "Treasure", "Victory", "Curse")
MOST_ROWS, MOST_KINDS = 5, 6
"""With more different Kingdom cards than this, or more different cards in all, cards are tiles without texts."""
TALL, AT_REST = 760, 310
"""The height of a picture that, with the words and buttons around it, fits in half of a phone's window; and the height of a hand
with nothing to do."""
PITCH = {SMALL: LINE, LEAST: 40}
"""The distance between lines of text, by the size of the letters: small ones if larger ones don't fit."""
WHOLE = 99
"""More lines than any card's text takes."""
BESIDE = 240
"""With less space than this, text doesn't start next to a name."""


@dataclass(frozen=True)
class Holding:
    """One card, and how many of it. `offered`: it can be chosen now."""

    name: str
    count: int
    cost: CostView
    types: tuple[str, ...]
    effect: str
    offered: bool
    basic: bool = False

    @property
    def label(self) -> str:
        """Return its name, with how many there are."""
        return f"{words.times(self.count)} {self.name}" if self.count > 1 else self.name

    @property
    def tile(self) -> Tile:
        """Return the card as a tile; if its label is too long, the number moves below the name."""
        whole = Tile(self.label, self.cost, self.types, marked=self.offered)
        if self.count == 1 or Tiles((whole,)).fits(whole):
            return whole
        return replace(whole, name=self.name, below=words.of_cards(self.count))


@dataclass(frozen=True)
class HandPicture:
    """Everything that the picture of a hand shows, from the view of the player who holds or controls it."""

    KIND: ClassVar[str] = "hand"
    title: str
    cards: tuple[Holding, ...]
    tokens: tuple[tuple[str, int], ...] = ()
    tall: int = TALL

    @classmethod
    def of(cls, view: View, seat: int | None = None) -> HandPicture:
        """Return the hand of `seat` (None: the viewer's own) as the viewer may see it. Raise NotDrawable if they may not."""
        if view.viewer is None:
            raise NotDrawable("A hand is its owner's alone: a spectator's view has none.")
        seen = view.players[view.viewer if seat is None else seat]
        if seen.hand is None:
            raise NotDrawable("That hand is not for this viewer to see.")
        own = seen.seat == view.viewer
        asked = next((each for each in view.decisions if each.decider == view.viewer and each.seat == seen.seat), None)
        tall = AT_REST if asked is None else TALL
        if asked is not None and not about_hand(asked, seen.hand):
            asked = None
        cards = tuple(held(each, view.edition_of(each.name), asked) for each in sorted(seen.hand, key=rank))
        title = words.YOUR_HAND if own else words.hand_of(called([each.name for each in view.players])[seen.seat])
        return cls(title, cards, tuple(seen.tokens.items()), tall)

    @classmethod
    def opened(cls, view: View, seat: int, name: str) -> HandPicture:
        """Return the hand of `seat`, called `name`, from the view of a game that is over."""
        seen = view.players[seat]
        cards = tuple(held(each, view.edition_of(each.name), None) for each in sorted(seen.hand or (), key=rank))
        return cls(words.hand_of(called([name])[0]), cards, tuple(seen.tokens.items()), AT_REST)

    @property
    def alt(self) -> str:
        """Describe it in words, with the tokens beside it."""
        return words.hand(self.title, [(each.name, each.count) for each in self.cards], tokens_in_words(self.tokens))

    def strips(self) -> tuple[Strip, ...]:
        """Return its strips: Kingdom cards with their texts, then basic cards, each starting with those that can be
        chosen."""
        in_order = sorted(self.cards, key=lambda each: not each.offered)
        told, basic = ([each for each in in_order if each.basic == kind] for kind in (False, True))
        if len(told) > MOST_ROWS or len(self.cards) > MOST_KINDS:
            return stacked(rows([each.tile for each in (*told, *basic)]))
        tiles = rows([each.tile for each in basic])
        return stacked([*fitted(told, self.tall - (LOW + APART) * len(tiles)), *tiles])


@dataclass(frozen=True)
class CardText:
    """A card across the whole width: cost, name and types, and its text, which begins beside these and continues on at most `most`
    lines below. `size` is the size of its letters."""

    card: Holding
    most: int = WHOLE
    size: int = SMALL

    @property
    def marks(self) -> list[str]:
        """Return the types that have a mark."""
        return marks(self.card.types)

    @property
    def beside(self) -> int:
        """Return the position where its text begins, to the right of its name."""
        return min(length(self.card.label, NAME, True), ROOM) + 2 * GAP + (MARK + 8) * len(self.marks)

    @cached_property
    def lines(self) -> Sequence[str]:
        """Return the text in lines; the first, perhaps empty, is next to the name."""
        first = ROOM - self.beside
        if first < BESIDE and length(self.card.effect, self.size, False) > first:
            return ("", *wrapped(self.card.effect, self.size, ROOM, max(1, self.most)))
        return wrapped(self.card.effect, self.size, ROOM, 1 + self.most, first)

    @cached_property
    def height(self) -> int:
        """Return its height."""
        return LOW + PITCH[self.size] * max(0, len(self.lines) - 1)

    def draw(self, pen: Pen) -> None:
        """Draw it."""
        colours, middle, left, card = pen.colours, LOW // 2, MARGIN + SLOT, self.card
        pen.panel(MARGIN, 0, INNER, self.height, marked=card.offered)
        pen.cost(card.cost, MARGIN + BAR + 1, middle, 56, SLOT - BAR - 5, colours.tile)
        room = ROOM - (MARK + 8) * len(self.marks) - GAP
        x = left + GAP + pen.write(card.label, left, middle, NAME, colours.ink, colours.tile, bold=True, width=room, least=LEAST)
        for type_ in self.marks:
            pen.shape(type_, x, middle, MARK, colours.types[type_], colours.tile)
            x += MARK + 8
        for number, line in enumerate(self.lines):
            start = left if number else left + self.beside
            pen.write(line, start, middle + PITCH[self.size] * number, self.size, colours.ink, colours.tile)


def fitted(cards: Sequence[Holding], room: int) -> list[CardText]:
    """Return the cards with their whole texts, in smaller letters if that is necessary. If even that isn't enough, texts are given
    one line after another, starting with the cards that can be chosen."""
    for size in (SMALL, LEAST):
        whole = [CardText(each, size=size) for each in cards]
        if together(whole) <= room:
            return whole
    texts = [CardText(each, 0, LEAST) for each in cards]
    for offered in (True, False):
        growing = [number for number, each in enumerate(cards) if each.offered == offered]
        while growing:
            number = growing.pop(0)
            before, more = texts[number], CardText(cards[number], texts[number].most + 1, LEAST)
            if before.lines == more.lines or together(texts) + more.height - before.height > room:
                continue
            texts[number] = more
            growing.append(number)
    return texts


def together(texts: Sequence[CardText]) -> int:
    """Return the height of texts, one below the other."""
    return sum(each.height + APART for each in texts)


def rank(each: CardCount) -> tuple[int, int, str]:
    """Return a card's rank in a hand: Actions first, then Treasures, then the rest; most expensive first."""
    facts = card_facts(each.name)
    kind = min((KINDS.index(kind) for kind in facts.types if kind in KINDS), default=0)
    return kind, -facts.cost.coins, each.name


def held(each: CardCount, edition: int, asked: DecisionView | None) -> Holding:
    """Return a card's tile."""
    facts = card_facts(each.name)
    offered = asked is not None and any(option.card == each.name for option in asked.options if turns(option.id, asked))
    effect = one_line(facts.effect(edition))
    return Holding(each.name, each.count, facts.cost, facts.types, effect, offered, facts.basic)


def about_hand(asked: DecisionView, hand: Sequence[CardCount]) -> bool:
    """Return whether the question is about this hand. Cards to choose from can be elsewhere: they only count as those in hand if
    the numbers of each are the same."""
    there = {each.name: each.count for each in hand}
    if asked.kind == "cards":
        return all(there.get(each.card or "") == each.count for each in asked.options)
    return asked.kind in ("turn", "react")


def turns(option: str, asked: DecisionView) -> bool:
    """Return whether an option is about a card in hand: on a turn, only playing it is."""
    return asked.kind != "turn" or option.startswith("play:")
