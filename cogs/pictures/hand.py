"""A hand, for its owner alone: the cards with their counts, what they do, and which can be chosen now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from cogs import text_pictures as words
from cogs.pictures.errors import NotDrawable
from cogs.pictures.palette import Scheme
from cogs.pictures.pen import GAP, INNER, LINE, MARGIN, NAME, SMALL, Pen, legible, length, wrapped
from cogs.pictures.tiles import APART, Tile, grid
from engine import DecisionView, View, card_facts
from engine.view import CardCount, CostView

SLOT = 96
ROOM = INNER - SLOT - 2 * GAP
KINDS = ("Action", "Treasure", "Victory", "Curse")
LINES = {3: 4, 4: 3, 6: 2}
"""Up to so many different cards, each gets so many lines for its text; of more there are small tiles."""


@dataclass(frozen=True)
class Held:
    """One card, and how many of it. `offered`: it can be chosen now."""

    name: str
    count: int
    cost: CostView
    types: tuple[str, ...]
    effect: str
    offered: bool

    @property
    def tile(self) -> Tile:
        """It as a small tile."""
        return Tile(self.name, self.cost, self.types, words.of_cards(self.count) if self.count > 1 else "", marked=self.offered)


@dataclass(frozen=True)
class HandPicture:
    """All that the picture of a hand shows. It is made from the view of whoever holds or controls it. `offer` says what can be
    done with the cards that are offered."""

    KIND: ClassVar[str] = "hand"
    title: str
    state: str
    offer: str
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
        acts = asked is not None and asked.kind == "turn"
        known = own and view.treasure_coins is not None
        state = words.hand_state(
            seen.hand_size,
            treasures=words.money(view.treasure_coins or 0, view.treasure_potions or 0) if known else "",
            turn=(view.actions, view.buys, words.money(view.coins, view.potions)) if acts else None,
        )
        name = legible(seen.name, words.player(seen.seat + 1))
        if asked is not None and not about_hand(asked, seen.hand):
            asked = None
        cards = tuple(held(each, view.edition, asked) for each in sorted(seen.hand, key=rank))
        offer = words.PLAYABLE if acts else words.CHOOSABLE
        return cls(words.YOUR_HAND if own else words.hand_of(name), state, offer, cards)

    @property
    def alt(self) -> str:
        """What it shows, in a sentence."""
        return words.hand(self.title, [(each.name, each.count) for each in self.cards])

    def draw(self, scheme: Scheme) -> bytes:
        """The picture as PNG."""
        pen = Pen(scheme)
        top = pen.title(self.title, self.state)
        for heading, offered in ((self.offer, True), (words.OTHERS, False)):
            if part := [each for each in self.cards if each.offered == offered]:
                if offered or len(part) < len(self.cards):
                    top = pen.label(heading, top)
                top = self._part(pen, part, top) + GAP
        return pen.png(top + MARGIN - GAP)

    def _part(self, pen: Pen, cards: Sequence[Held], top: int) -> int:
        """Some of the cards; says where they end."""
        lines = next((lines for many, lines in LINES.items() if len(self.cards) <= many), 0)
        if not lines:
            return grid(pen, [each.tile for each in cards], top)
        for each in cards:
            top = card(pen, each, top, lines) + APART
        return top - APART


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
    return Held(each.name, each.count, facts.cost, facts.types, effect, offered)


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


def card(pen: Pen, each: Held, top: int, most: int) -> int:
    """A card's tile, with so many lines at most for its text; says where it ends."""
    colours = pen.colours
    types = sum(38 + length(type_, SMALL, False) + GAP for type_ in each.types)
    beside = types + GAP + length(each.effect, SMALL, False) <= ROOM
    lines = [] if beside else wrapped(each.effect, SMALL, ROOM, most)
    height = 120 + LINE * len(lines)
    pen.panel(MARGIN, top, INNER, height, marked=each.offered)
    pen.cost(each.cost, MARGIN + 8, top + 60, 70, SLOT - 8, stacked=True)
    left = MARGIN + SLOT + GAP // 2
    name = f"{words.times(each.count)} {each.name}" if each.count > 1 else each.name
    pen.write(name, left, top + 38, NAME, colours.ink, colours.tile, bold=True, width=ROOM, least=SMALL)
    wide = pen.types(each.types, left, top + 84, on=colours.tile, width=ROOM)
    if beside:
        pen.write(each.effect, left + wide + 2 * GAP, top + 84, SMALL, colours.ink, colours.tile)
    for number, line in enumerate(lines):
        pen.write(line, left, top + 130 + LINE * number, SMALL, colours.ink, colours.tile)
    return top + height
