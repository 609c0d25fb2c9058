"""A hand, for its owner alone: the cards with their counts, what they do, and which can be chosen now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from cogs import text_pictures as words
from cogs.pictures.errors import NotDrawable
from cogs.pictures.palette import Scheme
from cogs.pictures.pen import EDGE, GAP, INNER, LINE, MARGIN, NAME, SMALL, Pen, called, length, wrapped
from cogs.pictures.tiles import APART, LOW, Tile, grid, lows
from engine import DecisionView, View, card_facts
from engine.view import CardCount, CostView

ROW = 90
NARROW, WIDE = 88, 136
"""For costs of one kind, and of two."""
KINDS = ("Action", "Treasure", "Victory", "Curse")
MOST_ROWS, MOST_WHOLE = 6, 4
"""Of more different cards than that there are small tiles; of more than that the basic ones, which everybody knows, are low."""
LINES = (4, 3, 2, 1)
TALL = 500
"""Each card's text gets so many lines that a phone shows the picture with what can be done below it."""


@dataclass(frozen=True)
class Held:
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
        """Its name, with how many there are."""
        return f"{words.times(self.count)} {self.name}" if self.count > 1 else self.name

    @property
    def tile(self) -> Tile:
        """It as a small tile."""
        return Tile(self.name, self.cost, self.types, words.of_cards(self.count) if self.count > 1 else "", marked=self.offered)


@dataclass(frozen=True)
class HandPicture:
    """All that the picture of a hand shows. It is made from the view of whoever holds or controls it."""

    KIND: ClassVar[str] = "hand"
    title: str
    cards: tuple[Held, ...]

    @classmethod
    def of(cls, view: View, seat: int | None = None) -> HandPicture:
        """The hand of `seat` (None: the viewer's own) as the viewer may see it. Raises NotDrawable if they may not."""
        if view.viewer is None:
            raise NotDrawable("A hand is its owner's alone: a spectator's view has none.")
        seen = view.players[view.viewer if seat is None else seat]
        if seen.hand is None:
            raise NotDrawable("That hand is not for this viewer to see.")
        own = seen.seat == view.viewer
        asked = next((each for each in view.decisions if each.decider == view.viewer and each.seat == seen.seat), None)
        if asked is not None and not about_hand(asked, seen.hand):
            asked = None
        cards = tuple(held(each, view.edition, asked) for each in sorted(seen.hand, key=rank))
        return cls(words.YOUR_HAND if own else words.hand_of(called([each.name for each in view.players])[seen.seat]), cards)

    @property
    def alt(self) -> str:
        """What it shows, in a sentence."""
        return words.hand(self.title, [(each.name, each.count) for each in self.cards])

    def draw(self, scheme: Scheme) -> bytes:
        """The picture as PNG. It has no heading: the text beside it says whose hand it is, and how it stands."""
        pen, top = Pen(scheme), EDGE
        small = sum(map(self._is_low, self.cards))
        rows = Rows([each for each in self.cards if not self._is_low(each)], TALL - (LOW + APART) * ((small + 1) // 2))
        for offered in (True, False):
            part = [each for each in self.cards if each.offered == offered]
            if len(self.cards) > MOST_ROWS:
                top = grid(pen, [each.tile for each in part], top) + GAP if part else top
                continue
            for each in part:
                top = top if self._is_low(each) else rows.draw(pen, each, top) + APART
            top = lows(pen, [each.tile for each in part if self._is_low(each)], top) + (GAP - APART) * bool(part)
        return pen.png(top + EDGE - GAP)

    def _is_low(self, each: Held) -> bool:
        return each.basic and len(self.cards) > MOST_WHOLE


class Rows:
    """Cards below each other: cost, name and types, and what they do beside that or below it."""

    def __init__(self, cards: Sequence[Held], room: int = TALL) -> None:
        both = any((each.cost.coins > 0) + (each.cost.potion > 0) + (each.cost.debt > 0) > 1 for each in cards)
        self._slot = WIDE if both else NARROW
        self._room = INNER - self._slot - GAP
        self._column = max((wide for each in cards if (wide := self._named(each)) <= self._room * 2 // 5), default=0)
        for most in LINES:
            self._most = most
            if sum(height(self._below(each)) + APART for each in cards) <= room:
                return

    def _named(self, each: Held) -> int:
        """How wide a card's name is, with how many there are."""
        return min(length(each.label, NAME, True), self._room)

    def _beside(self, each: Held) -> int:
        """Where a card's types begin, from its name on: below those of other cards, if the name is no longer than theirs."""
        return max(self._named(each), self._column) + 2 * GAP

    def _below(self, each: Held) -> list[str]:
        """A card's text in lines, if it finds no room beside name and types."""
        types = sum(38 + length(type_, SMALL, False) + GAP for type_ in each.types)
        before = self._beside(each) + types + GAP
        fits = before + length(each.effect, SMALL, False) <= self._room
        return [] if fits else wrapped(each.effect, SMALL, self._room, self._most)

    def draw(self, pen: Pen, each: Held, top: int) -> int:
        """Draws a card's row; says where it ends."""
        colours, lines = pen.colours, self._below(each)
        middle, left = top + ROW // 2, MARGIN + self._slot
        pen.panel(MARGIN, top, INNER, height(lines), marked=each.offered)
        pen.cost(each.cost, MARGIN + 12, middle, 62, self._slot - 20)
        pen.write(each.label, left, middle - 2, NAME, colours.ink, colours.tile, bold=True, width=self._room, least=SMALL)
        right = left + self._beside(each)
        right += pen.types(each.types, right, middle, on=colours.tile, width=left + self._room - right) + 2 * GAP
        if not lines:
            pen.write(each.effect, right, middle, SMALL, colours.ink, colours.tile)
        for number, line in enumerate(lines):
            pen.write(line, left, top + ROW + LINE // 2 - 8 + LINE * number, SMALL, colours.ink, colours.tile)
        return top + height(lines)


def height(lines: Sequence[str]) -> int:
    """How tall a card's row is, with so much text below its name."""
    return ROW + LINE * len(lines) + (4 if lines else 0)


def rank(each: CardCount) -> tuple[int, int, str]:
    """Where a card stands in a hand: Actions first, then Treasures, then the rest; dear ones first."""
    facts = card_facts(each.name)
    kind = min((KINDS.index(kind) for kind in facts.types if kind in KINDS), default=0)
    return kind, -facts.cost.coins, each.name


def held(each: CardCount, edition: int, asked: DecisionView | None) -> Held:
    """What a card's tile says."""
    facts = card_facts(each.name)
    offered = asked is not None and any(option.card == each.name for option in asked.options if turns(option.id, asked))
    effect = facts.effect(edition).replace(" --- ", " · ").replace("\n", " ")
    return Held(each.name, each.count, facts.cost, facts.types, effect, offered, facts.basic)


def about_hand(asked: DecisionView, hand: Sequence[CardCount]) -> bool:
    """Whether what is asked is about this hand. Cards to choose from may be elsewhere: they are taken for those in hand only if
    there are as many of each."""
    there = {each.name: each.count for each in hand}
    if asked.kind == "cards":
        return all(there.get(each.card or "") == each.count for each in asked.options)
    return asked.kind in ("turn", "react")


def turns(option: str, asked: DecisionView) -> bool:
    """Whether an option is about a card in hand: on one's turn only playing it is."""
    return asked.kind != "turn" or option.startswith("play:")
