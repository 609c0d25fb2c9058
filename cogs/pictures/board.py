"""The board: what lies on the table for all to see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import ClassVar

from cogs import text_pictures as words
from cogs.pictures.errors import NotDrawable
from cogs.pictures.palette import Scheme
from cogs.pictures.pen import GAP, INNER, LEAST, LINE, MARGIN, NAME, SMALL, TITLE, WIDTH, Pen, called, length, wrapped
from cogs.pictures.tiles import APART, GROUPS, HALF, LOW, Tile, grid, low
from engine import PileView, PlayerView, View
from engine.card import CARDS
from engine.player import DEBT, VP
from engine.randomizers import randomizers
from engine.view import LandscapeView

SEAT = 76
"""How high the first line of a seat is."""
LIES, TRASH = 3, 3
"""So many lines at most for what lies before a player, and for the trash."""
BUSY = 4
"""Of more players than this each gets one line for that."""


@dataclass(frozen=True)
class Seat:
    """What all may know of a player. `discard` is the top of their discard pile, `lies` what else lies open before
    them; in words. `points`: theirs, where the table counts them."""

    name: str
    to_play: bool
    hand: int
    vp: int
    debt: int
    discard: str
    lies: str
    points: int | None = None

    @classmethod
    def of(cls, seen: PlayerView, names: Sequence[str], current: bool, points: int | None) -> Seat:
        """What there is to see of a player."""
        lies = []
        if seen.resigned:
            lies.append(words.RESIGNED)
        if seen.controller != seen.seat:
            lies.append(words.played_by(names[seen.controller]))
        if seen.in_play:
            lies.append(words.in_play(words.cards(Counter(seen.in_play).items())))
        for aside in seen.set_aside:
            cards = words.cards((each.name, each.count) for each in aside.cards) if aside.cards else str(aside.count)
            lies.append(words.set_aside(aside.card, cards))
        discard = words.discard(seen.discard_top) if seen.discard_top else ""
        lying = words.lies(lies)
        return cls(names[seen.seat], current, seen.hand_size, seen.vp_tokens, seen.debt, discard, lying, points)

    @property
    def count(self) -> str:
        """How many cards in hand, and points."""
        in_hand = words.in_hand(self.hand)
        return in_hand if self.points is None else words.lies([words.points(self.points), in_hand])


@dataclass(frozen=True)
class BoardPicture:
    """All that the picture of a board shows, which is what a spectator may know."""

    KIND: ClassVar[str] = "board"
    title: str
    round: str
    phase: str
    kingdom: tuple[Tile, ...]
    basic: tuple[Tile, ...]
    landscapes: tuple[Tile, ...]
    seats: tuple[Seat, ...]
    trash: str
    trashed: int
    empty: int
    empty_to_end: int

    @classmethod
    def of(cls, view: View, points: Sequence[int] | None = None) -> BoardPicture:
        """The picture of what a spectator sees; `points`: everybody's, where the table counts them.
        Raises NotDrawable for a view that is a seat's own."""
        if view.viewer is not None:
            raise NotDrawable("The board is for everybody: it is drawn from what a spectator sees.")
        names = called([each.name for each in view.players])
        printed = {name: card.cost for name, card in CARDS.items()} | {each.name: each.cost for each in randomizers()}
        ranked = sorted(view.piles, key=lambda each: (printed[each.name].shelf, each.name))
        phase, money = words.PHASES[view.phase], words.money(view.coins, view.potions)
        if view.phase == "action":
            phase = words.action_phase(view.actions, view.buys, money)
        elif view.phase == "buy":
            phase = words.buy_phase(view.buys, money)
        return cls(
            title=words.THE_END if view.phase == "over" else words.turn_of(names[view.current]),
            round=words.in_round(view.round),
            phase=phase,
            kingdom=tuple(pile(each) for each in ranked if each.kind == "kingdom"),
            basic=tuple(pile(each) for each in ranked if each.kind != "kingdom"),
            landscapes=tuple(map(landscape, view.landscapes)),
            seats=tuple(
                Seat.of(each, names, each.seat == view.current and view.phase != "over", points[each.seat] if points else None)
                for each in view.players
            ),
            trash=words.cards((each.name, each.count) for each in view.trash),
            trashed=sum(each.count for each in view.trash),
            empty=view.empty_piles,
            empty_to_end=view.piles_to_end,
        )

    @property
    def alt(self) -> str:
        """What it shows, in a sentence."""
        victory = [(each.name, each.amount) for each in self.basic if "Victory" in each.types]
        hands = [(each.name, each.count) for each in self.seats]
        return words.board(self.title, victory, self.empty, self.empty_to_end, hands)

    def draw(self, scheme: Scheme) -> bytes:
        """The picture as PNG."""
        pen = Pen(scheme)
        top = grid(pen, self.kingdom, heading(pen, self))
        top = basics(pen, self.basic, top + GROUPS)
        if self.landscapes:
            top = grid(pen, self.landscapes, top + GROUPS)
        top += GROUPS
        for player in self.seats:
            top = seat(pen, player, top, LIES if len(self.seats) <= BUSY or player.to_play else 1)
        return pen.png(trash(pen, self, top) + MARGIN - GAP)


def pile(seen: PileView) -> Tile:
    """What there is to see of a pile: what can be gained, and in words what comes after it."""
    below = words.covered(seen.top, seen.cards)
    name = seen.top or seen.name.replace("/", ", ")
    vp, debt = seen.tokens.get(VP, 0), seen.tokens.get(DEBT, 0)
    return Tile(name, seen.cost, seen.types, str(seen.count), below, vp=vp, debt=debt, empty=not seen.count)


def landscape(seen: LandscapeView) -> Tile:
    """What there is to see of an Event or a Landmark."""
    return Tile(seen.name, seen.cost, (words.LANDSCAPES[seen.kind],), below=seen.note, vp=seen.vp, lying=True)


def heading(pen: Pen, picture: BoardPicture) -> int:
    """Whose turn it is and what they have, and how far the end is: a mark for each pile that has to be empty. Says where what
    follows begins."""
    colours = pen.colours
    wide, apart = 34, 10
    x = WIDTH - MARGIN - picture.empty_to_end * (wide + apart) + apart
    room = x - MARGIN - 2 * GAP
    beside = length(picture.round, SMALL, False) + GAP
    name = pen.write(picture.title, MARGIN, 56, TITLE, colours.ink, colours.ground, bold=True, width=room - beside, least=NAME)
    pen.write(picture.round, MARGIN + name + GAP, 61, SMALL, colours.soft, colours.ground)
    for number in range(picture.empty_to_end):
        left = x + number * (wide + apart)
        if number < picture.empty:
            pen.box(left, 32, wide, 46, colours.accent, radius=8)
            pen.shape("Curse", left + 8, 55, wide - 16, colours.on_accent)
        else:
            pen.frame(left, 32, wide, 46, colours.soft, colours.ground, radius=8)
    told = words.piles_empty(picture.empty, picture.empty_to_end)
    told_wide = pen.write(told, WIDTH - MARGIN, 112, SMALL, colours.soft, colours.ground, align="right")
    pen.write(picture.phase, MARGIN, 112, SMALL, colours.ink, colours.ground, width=INNER - told_wide - GAP, least=LEAST)
    return 90 + LINE + GAP


def basics(pen: Pen, piles: Sequence[Tile], top: int) -> int:
    """The basic piles: Treasures that give coins at the left, Victory cards at the right, the rest below; says where they end."""
    columns: tuple[list[Tile], list[Tile], list[Tile]] = [], [], []
    for each in piles:
        coins = "Treasure" in each.types and CARDS[each.name].coins
        columns[0 if coins else 1 if "Victory" in each.types else 2].append(each)
    left, right, rest = columns
    rows = [*zip_longest(left, right), *zip_longest(rest[::2], rest[1::2])]
    for row in rows:
        for number, tile in enumerate(row):
            if tile is not None:
                low(pen, tile, MARGIN + number * (HALF + GAP), top)
        top += LOW + APART
    return top - APART


def seat(pen: Pen, each: Seat, top: int, most: int) -> int:
    """A player, with so many lines at most for what lies before them; says where what follows begins."""
    colours = pen.colours
    lines = wrapped(each.lies, SMALL, INNER - 56 - GAP, most)
    height = SEAT + LINE * len(lines) + (8 if lines else 0)
    pen.panel(MARGIN, top, INNER, height, marked=each.to_play)
    middle, left = top + SEAT // 2, MARGIN + 24
    if each.to_play:
        pen.shape("Action", left, middle, 26, colours.accent)
        left += 38
    x = WIDTH - MARGIN - GAP
    x -= pen.write(each.count, x, middle, SMALL, colours.ink, colours.tile, align="right") + GAP
    for name, number in (("debt", each.debt), ("shield", each.vp)):
        if number:
            x -= SMALL + 6 + length(str(number), SMALL + 2, True) + GAP
            pen.token(name, number, x, middle, colours.tile)
    x -= GAP * 3 // 4
    room = x - left - GAP
    wide = pen.write(each.name, left, middle, NAME - 2, colours.ink, colours.tile, bold=True, width=room, least=SMALL)
    if each.discard and room - wide > 160:
        width = room - wide - GAP
        pen.write(each.discard, x, middle, SMALL, colours.soft, colours.tile, align="right", width=width, least=LEAST)
    for number, line in enumerate(lines):
        pen.write(line, MARGIN + 24, top + SEAT + 16 + LINE * number, SMALL, colours.soft, colours.tile)
    return top + height + APART


def trash(pen: Pen, picture: BoardPicture, top: int) -> int:
    """What was trashed; says where that ends."""
    colours = pen.colours
    middle = top + LINE // 2
    left = MARGIN + pen.write(words.trash(picture.trashed), MARGIN, middle, SMALL, colours.ink, colours.ground, bold=True) + GAP
    lines = wrapped(picture.trash or words.EMPTY, SMALL, WIDTH - MARGIN - left, TRASH)
    for number, line in enumerate(lines):
        pen.write(line, left, middle + LINE * number, SMALL, colours.soft, colours.ground)
    return top + LINE * len(lines)
