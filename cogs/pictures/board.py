"""The board: what lies on the table for all to see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from cogs import text_pictures as words
from cogs.pictures.errors import NotDrawable
from cogs.pictures.palette import Scheme
from cogs.pictures.pen import BODY, GAP, INNER, MARGIN, NAME, SMALL, WIDTH, Pen, legible, wrapped
from engine import PileView, PlayerView, View
from engine.card import CARDS
from engine.player import DEBT, VP
from engine.randomizers import randomizers
from engine.view import CostView, LandscapeView

HALF = (INNER - GAP) // 2
SLOT, COUNT = 62, 46
PILE, LINE, BASIC, LANDSCAPE = 66, 26, 52, 66


@dataclass(frozen=True)
class Pile:
    """A pile. `upper` is what can be gained; `lower` what comes after it, in words."""

    upper: str
    count: int
    cost: CostView
    types: tuple[str, ...]
    lower: str = ""
    vp: int = 0
    debt: int = 0

    @classmethod
    def of(cls, pile: PileView) -> Pile:
        """What there is to see of a pile."""
        kinds = Counter(pile.cards)
        others = [name for name in kinds if name != pile.top]
        lower = ""
        if len(others) == 1:
            lower = words.over(others[0], kinds[others[0]])
        elif others:
            lower = words.then(others[0])
        name = pile.top or pile.name.replace("/", ", ")
        tokens = pile.tokens
        return cls(name, pile.count, pile.cost, pile.types, lower, tokens.get(VP, 0), tokens.get(DEBT, 0))


@dataclass(frozen=True)
class Landscape:
    """An Event or a Landmark."""

    name: str
    kind: str
    cost: CostView | None
    vp: int
    note: str

    @classmethod
    def of(cls, seen: LandscapeView) -> Landscape:
        """What there is to see of it."""
        return cls(seen.name, words.LANDSCAPES[seen.kind], seen.cost, seen.vp, seen.note)


@dataclass(frozen=True)
class Seat:
    """What all may know of a player. `lies` is what lies open before them, in words."""

    name: str
    to_play: bool
    hand: int
    turns: int
    vp: int
    debt: int
    lies: str

    @classmethod
    def of(cls, seen: PlayerView, names: Sequence[str], current: bool) -> Seat:
        """What there is to see of a player."""
        lies = [words.discard(seen.discard_top)] if seen.discard_top else []
        if seen.in_play:
            lies.append(words.in_play(words.cards(Counter(seen.in_play).items())))
        for aside in seen.set_aside:
            cards = words.cards((each.name, each.count) for each in aside.cards) if aside.cards else str(aside.count)
            lies.append(words.set_aside(aside.card, cards))
        if seen.controller != seen.seat:
            lies.insert(0, words.played_by(names[seen.controller]))
        if seen.resigned:
            lies.insert(0, words.RESIGNED)
        told = words.lies(lies)
        return cls(names[seen.seat], current, seen.hand_size, seen.turns_taken, seen.vp_tokens, seen.debt, told)


@dataclass(frozen=True)
class BoardPicture:
    """All that the picture of a board shows, which is what a spectator may know."""

    KIND: ClassVar[str] = "board"
    title: str
    phase: str
    kingdom: tuple[Pile, ...]
    basic: tuple[Pile, ...]
    landscapes: tuple[Landscape, ...]
    seats: tuple[Seat, ...]
    trash: str
    trashed: int
    empty: int
    empty_to_end: int

    @classmethod
    def of(cls, view: View) -> BoardPicture:
        """The picture of what a spectator sees. Raises NotDrawable for a view that is a seat's own."""
        if view.viewer is not None:
            raise NotDrawable("The board is for everybody: it is drawn from what a spectator sees.")
        names = [legible(each.name, words.player(each.seat + 1)) for each in view.players]
        printed = {name: card.cost for name, card in CARDS.items()} | {each.name: each.cost for each in randomizers()}
        ranked = sorted(view.piles, key=lambda each: (printed[each.name], each.name))
        phase, money = words.PHASES[view.phase], words.money(view.coins, view.potions)
        if view.phase == "action":
            phase = words.action_phase(view.actions, view.buys, money)
        elif view.phase == "buy":
            phase = words.buy_phase(view.buys, money)
        return cls(
            title=words.THE_END if view.phase == "over" else words.turn_of(names[view.current]),
            phase=words.in_round(view.round, phase),
            kingdom=tuple(Pile.of(each) for each in ranked if each.kind == "kingdom"),
            basic=tuple(Pile.of(each) for each in ranked if each.kind != "kingdom"),
            landscapes=tuple(map(Landscape.of, view.landscapes)),
            seats=tuple(Seat.of(each, names, each.seat == view.current and view.phase != "over") for each in view.players),
            trash=words.cards((each.name, each.count) for each in view.trash),
            trashed=sum(each.count for each in view.trash),
            empty=view.empty_piles,
            empty_to_end=view.piles_to_end,
        )

    @property
    def alt(self) -> str:
        """What it shows, in a sentence."""
        victory = [(each.upper, each.count) for each in self.basic if "Victory" in each.types]
        hands = [(each.name, each.hand) for each in self.seats]
        return words.board(self.title, victory, self.empty, self.empty_to_end, hands)

    def draw(self, scheme: Scheme) -> bytes:
        """The picture as PNG."""
        pen = Pen(scheme)
        heading(pen, self)
        top = 104
        for start in range(0, len(self.kingdom), 2):
            pair = self.kingdom[start : start + 2]
            height = PILE + LINE * any(each.lower for each in pair)
            for column, each in enumerate(pair):
                pile(pen, each, MARGIN + column * (HALF + GAP), top, height)
            top += height + 8
        top = basics(pen, self.basic, top + 6)
        for number, beside in enumerate(self.landscapes):
            landscape(pen, beside, MARGIN + number % 2 * (HALF + GAP), top + number // 2 * (LANDSCAPE + 8))
        top += (len(self.landscapes) + 1) // 2 * (LANDSCAPE + 8) + 6 * bool(self.landscapes)
        for player in self.seats:
            top = seat(pen, player, top)
        return pen.png(trash(pen, self, top + 2))


def heading(pen: Pen, picture: BoardPicture) -> None:
    """Whose turn it is, and how far the end is: a mark for each pile that has to be empty."""
    colours = pen.colours
    side = 30
    x = WIDTH - MARGIN - picture.empty_to_end * (side + 8) + 8
    pen.title(picture.title, picture.phase, x - MARGIN - 2 * GAP)
    for number in range(picture.empty_to_end):
        left = x + number * (side + 8)
        if number < picture.empty:
            pen.box(left, 24, side, 36, colours.accent, radius=6)
            pen.shape("Curse", left + 8, 42, 14, colours.on_accent)
        else:
            pen.frame(left, 24, side, 36, colours.line, colours.ground, radius=6)
    told = words.piles_empty(picture.empty, picture.empty_to_end)
    pen.write(told, WIDTH - MARGIN, 76, SMALL, colours.soft, colours.ground, align="right")


def ground(pen: Pen, empty: bool, x: int, top: int, width: int, height: int) -> str:
    """What a pile lies on: a tile, or only its edge where nothing is left. Says in which colour."""
    if empty:
        pen.frame(x, top, width, height, pen.colours.line, pen.colours.ground, radius=10)
        return pen.colours.ground
    pen.box(x, top, width, height, pen.colours.tile, radius=10)
    return pen.colours.tile


def amount(pen: Pen, count: int, right: int, middle: int, on: str) -> None:
    """How many are left."""
    colours = pen.colours
    if count:
        pen.box(right - COUNT, middle - 19, COUNT, 38, colours.well, radius=8)
        pen.write(str(count), right - COUNT // 2, middle, NAME - 2, colours.ink, colours.well, bold=True, align="middle")
    else:
        pen.write("none", right - COUNT // 2 + 1, middle, SMALL, colours.soft, on, align="middle")


def pile(pen: Pen, each: Pile, x: int, top: int, height: int) -> None:
    """A Kingdom pile: cost, what can be gained, types, tokens, what is below, and how many."""
    colours = pen.colours
    on = ground(pen, not each.count, x, top, HALF, height)
    middle, right = top + PILE // 2, x + HALF - 8
    pen.cost(each.cost, x + 4, middle, 42, SLOT)
    amount(pen, each.count, right, middle, on)
    left = x + SLOT + 8
    room = right - COUNT - 6 - left
    ink = colours.ink if each.count else colours.soft
    pen.write(each.upper, left, top + 21, 25, ink, on, bold=True, width=room, least=BODY)
    below = left
    for name, number in (("shield", each.vp), ("debt", each.debt)):
        if number:
            pen.badge(name, number, below, top + 48, 30)
            below += 36
    for type_ in each.types:
        pen.shape(type_, below, top + 48, 17, colours.types[type_])
        below += 23
    if each.lower:
        pen.write(each.lower, left, top + 76, SMALL, colours.soft, on, width=right - left)


def basics(pen: Pen, piles: Sequence[Pile], top: int) -> int:
    """The basic piles: Treasures that give coins, Victory cards, and the rest; says where what follows begins."""
    columns: list[list[Pile]] = [[], [], []]
    for each in piles:
        coins = "Treasure" in each.types and CARDS[each.upper].coins
        columns[0 if coins else 1 if "Victory" in each.types else 2].append(each)
    width = (INNER - GAP * (len(columns) - 1)) // len(columns)
    for number, column_ in enumerate(columns):
        for row, each in enumerate(column_):
            basic(pen, each, MARGIN + number * (width + GAP), top + row * (BASIC + 8), width)
    return top + max(map(len, columns)) * (BASIC + 8) + 6


def basic(pen: Pen, each: Pile, x: int, top: int, width: int) -> None:
    """A basic pile, which everybody knows: cost, name, type, and how many."""
    on = ground(pen, not each.count, x, top, width, BASIC)
    middle, right = top + BASIC // 2, x + width - 7
    pen.cost(each.cost, x + 8, middle, 36, 36)
    amount(pen, each.count, right, middle, on)
    ink = pen.colours.ink if each.count else pen.colours.soft
    side = right - COUNT - 4
    for name, number in (("shield", each.vp), ("debt", each.debt)):
        if number:
            side -= 28
            pen.badge(name, number, side, middle, 28)
    if not (each.vp or each.debt):
        side -= 16
        pen.shape(each.types[0], side, middle, 16, pen.colours.types[each.types[0]])
    pen.write(each.upper, x + 51, middle, 23, ink, on, bold=True, width=side - x - 53, least=SMALL)


def landscape(pen: Pen, each: Landscape, x: int, top: int) -> None:
    """An Event with its cost, or a Landmark with the points on it."""
    colours = pen.colours
    pen.frame(x, top, HALF, LANDSCAPE, colours.line, colours.ground, radius=6)
    middle, right = top + LANDSCAPE // 2, x + HALF - 8
    if each.cost is not None:
        pen.cost(each.cost, x + 4, middle, 42, SLOT)
    else:
        pen.shape(each.kind, x + 4 + (SLOT - 38) // 2, middle, 38, colours.types[each.kind])
    if each.vp:
        pen.badge("shield", each.vp, right - 44, middle, 44)
        right -= 50
    left = x + SLOT + 8
    pen.write(each.name, left, top + 21, 25, colours.ink, colours.ground, bold=True, width=right - left, least=BODY)
    pen.write(each.note or each.kind, left, top + 48, SMALL, colours.soft, colours.ground, width=right - left)


def seat(pen: Pen, each: Seat, top: int) -> int:
    """A player; says where what follows begins."""
    colours = pen.colours
    lines = wrapped(each.lies, SMALL, INNER - 46 - 2 * GAP, 2)
    height = 50 + 27 * len(lines)
    pen.panel(top, height, marked=each.to_play)
    middle, left = top + 26, MARGIN + 46
    if each.to_play:
        pen.shape("Action", MARGIN + 18, middle, 20, colours.accent)
    x = WIDTH - MARGIN - GAP
    cards = words.in_hand(each.hand)
    x -= pen.write(cards, x, middle, BODY, colours.ink, colours.tile, align="right") + 8
    x -= 24
    pen.shape("card", x, middle, 24, colours.soft)
    for name, number in (("debt", each.debt), ("shield", each.vp)):
        if number:
            x -= 46
            pen.badge(name, number, x, middle, 36)
    x -= 14
    turns = words.turns(each.turns)
    x -= pen.write(turns, x, middle, SMALL, colours.soft, colours.tile, align="right")
    pen.write(each.name, left, middle, NAME - 2, colours.ink, colours.tile, bold=True, width=x - left - GAP, least=BODY)
    for number, line in enumerate(lines):
        pen.write(line, left, top + 58 + 27 * number, SMALL, colours.soft, colours.tile)
    return top + height + 8


def trash(pen: Pen, picture: BoardPicture, top: int) -> int:
    """What was trashed; says how high the picture is."""
    colours = pen.colours
    left = MARGIN + pen.write(words.trash(picture.trashed), MARGIN, top + 20, SMALL, colours.ink, colours.ground, bold=True) + GAP
    lines = wrapped(picture.trash or words.EMPTY, SMALL, WIDTH - MARGIN - left, 2)
    for number, line in enumerate(lines):
        pen.write(line, left, top + 20 + 27 * number, SMALL, colours.soft, colours.ground)
    return top + 20 + 27 * len(lines) + 6
