"""A hand, for its owner alone: the cards with their counts, what they do, and which can be chosen now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from cogs import text_pictures as words
from cogs.pictures.errors import NotDrawable
from cogs.pictures.palette import Scheme
from cogs.pictures.pen import BODY, GAP, INNER, MARGIN, NAME, SMALL, WIDTH, Pen, legible, length, wrapped
from engine import DecisionView, View, card_facts
from engine.view import CardCount, CostView

SLOT = 76
ROOM = INNER - SLOT - 3 * GAP
KINDS = ("Action", "Treasure", "Victory", "Curse")
LINES = {3: 4, 5: 3, 8: 2}
"""Up to so many different cards, each gets so many lines for its text; of more, only what stands beside its types."""


@dataclass(frozen=True)
class Held:
    """One card, and how many of it. `choose`: what can be done with it now, in a word."""

    name: str
    count: int
    cost: CostView
    types: tuple[str, ...]
    effect: str
    choose: str


@dataclass(frozen=True)
class HandPicture:
    """All that the picture of a hand shows. It is made from the view of whoever holds or controls it."""

    KIND: ClassVar[str] = "hand"
    title: str
    state: str
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
        return cls(words.YOUR_HAND if own else words.hand_of(name), state, cards)

    @property
    def alt(self) -> str:
        """What it shows, in a sentence."""
        return words.hand(self.title, [(each.name, each.count) for each in self.cards])

    def draw(self, scheme: Scheme) -> bytes:
        """The picture as PNG."""
        pen = Pen(scheme)
        top = pen.title(self.title, self.state)
        for each in self.cards:
            top = card(pen, each, top, next((lines for many, lines in LINES.items() if len(self.cards) <= many), 0))
        return pen.png(top + MARGIN - GAP)


def rank(each: CardCount) -> tuple[int, int, str]:
    """Where a card stands in a hand: Actions first, then Treasures, then the rest; dear ones first."""
    facts = card_facts(each.name)
    kind = min((KINDS.index(kind) for kind in facts.types if kind in KINDS), default=0)
    return kind, -facts.cost.coins, each.name


def held(each: CardCount, edition: int, asked: DecisionView | None) -> Held:
    """What a card's tile says."""
    facts = card_facts(each.name)
    offered = asked is not None and any(option.card == each.name for option in asked.options if turns(option.id, asked))
    choose = "" if not offered or asked is None else words.PLAY if asked.kind == "turn" else words.CHOOSE
    effect = facts.effect(edition).replace(" --- ", " · ").replace("\n", " ")
    return Held(each.name, each.count, facts.cost, facts.types, effect, choose)


def about_hand(asked: DecisionView, hand: Sequence[CardCount]) -> bool:
    """Whether what is asked can be about this hand: else cards of the same name elsewhere are meant."""
    there = {each.name: each.count for each in hand}
    return asked.kind in ("turn", "react") or all(there.get(each.card or "", 0) >= each.count for each in asked.options)


def turns(option: str, asked: DecisionView) -> bool:
    """Whether an option is about a card in hand: on one's turn only playing it is."""
    return asked.kind in ("cards", "react", "sort", "order") or (asked.kind == "turn" and option.startswith("play:"))


def card(pen: Pen, each: Held, top: int, most: int) -> int:
    """A card's tile; says where what follows begins."""
    colours = pen.colours
    types = sum(24 + length(type_, SMALL, False) + GAP for type_ in each.types)
    beside = types + GAP + length(each.effect, SMALL, False) <= ROOM
    lines = [] if beside else wrapped(each.effect, SMALL, ROOM, most)
    height = 86 + 27 * len(lines)
    pen.panel(top, height, marked=bool(each.choose))
    pen.cost(each.cost, MARGIN + 14, top + 43, 54, SLOT - 6)
    left, right = MARGIN + SLOT + GAP, WIDTH - MARGIN - GAP
    if each.choose:
        wide = length(each.choose, BODY, True) + 54
        right -= wide
        pen.box(right, top + 12, wide, 36, colours.accent, radius=18)
        pen.shape("Action", right + 16, top + 30, 16, colours.on_accent)
        pen.write(each.choose, right + 40, top + 30, BODY, colours.on_accent, colours.accent, bold=True)
        right -= GAP
    if each.count > 1:
        left += pen.write(words.copies(each.count), left, top + 30, NAME, colours.ink, colours.tile, bold=True) + 10
    pen.write(each.name, left, top + 30, NAME, colours.ink, colours.tile, bold=True, width=right - left, least=BODY)
    left = MARGIN + SLOT + GAP
    wide = pen.types(each.types, left, top + 60, on=colours.tile, width=ROOM)
    if beside:
        pen.write(each.effect, left + wide + 2 * GAP, top + 60, SMALL, colours.ink, colours.tile)
    for number, line in enumerate(lines):
        pen.write(line, left, top + 90 + 27 * number, SMALL, colours.ink, colours.tile)
    return top + height + GAP
