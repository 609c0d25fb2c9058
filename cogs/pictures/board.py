"""The board: everything on the table that everyone can see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from cogs.pictures.errors import NotDrawable
from cogs.pictures.pen import BAR, GAP, INNER, MARGIN, SMALL, Pen, called, length
from cogs.pictures.seats import LYING, Lines, Seated, players
from cogs.pictures.strips import Strip, stacked
from cogs.pictures.tiles import LOW, Tile, Tiles, rows
from cogs.text import pictures as words
from engine import PileView, View
from engine.card import CARDS
from engine.mechanisms import LANDSCAPES, in_order
from engine.randomizers import randomizers
from engine.view import LandscapeView

TRASH = 2
"""The most lines for the trash."""
ABREAST = 3
"""How many basic cards are side by side."""


@dataclass(frozen=True)
class BoardPicture:
    """Everything that the picture of a board shows, with its alternative text: what a spectator may know."""

    KIND: ClassVar[str] = "board"
    turn: str
    kingdom: tuple[Tile, ...]
    basic: tuple[Tile, ...]
    landscapes: tuple[Tile, ...]
    seats: tuple[Seated, ...]
    trash: str
    trashed: int
    empty: int
    empty_to_end: int

    @classmethod
    def of(cls, view: View, points: Sequence[int] | None = None) -> BoardPicture:
        """Return the picture of what a spectator sees; `points`: everyone's, if the table shows them. Raise NotDrawable for a
        seat's own view."""
        if view.viewer is not None:
            raise NotDrawable("The board is for everyone: it is drawn from what a spectator sees.")
        names = called([each.name for each in view.players])
        ranked = sorted(view.piles, key=lambda each: (each.kind == "other" and not each.role, shelf(each.name), each.name))
        return cls(
            turn=words.turn(
                words.turn_of(names[view.current]), view.phase, view.actions, view.buys, words.money(view.coins, view.potions)
            ),
            kingdom=tuple(pile(each) for each in ranked if each.kind == "kingdom" or each.role),
            basic=tuple(pile(each) for each in ranked if each.kind != "kingdom" and not each.role),
            landscapes=tuple(map(landscape, view.landscapes)),
            seats=tuple(
                Seated.of(each, names, each.seat == view.current and view.phase != "over", points[each.seat] if points else None)
                for each in view.players
            ),
            trash=words.cards((each.name, each.count) for each in view.trash),
            trashed=sum(each.count for each in view.trash),
            empty=view.empty_piles,
            empty_to_end=view.piles_to_end,
        )

    @property
    def alt(self) -> str:
        """Describe it in words. If that gets too long, first only count the trash, then leave out the cards in play of those who
        aren't on turn, then everything else in front of them; never the piles."""
        for trash, lying in (self.trash, LYING), (str(self.trashed), LYING), (str(self.trashed), LYING - 1), (str(self.trashed), 0):
            told = words.board(
                self.turn,
                [each.told(LYING if each.to_play else lying) for each in self.seats],
                [each.told for each in self.kingdom],
                [(each.landscape or "", each.told) for each in self.landscapes],
                [each.told for each in self.basic],
                (self.empty, self.empty_to_end),
                trash if self.trashed else "",
            )
            if len(told) <= words.MAX_ALT:
                return told
        return f"{told[: words.MAX_ALT - 1]}…"

    def strips(self) -> tuple[Strip, ...]:
        """Return its strips. It has no heading: the text above it says whose turn it is."""
        trash = [Lines(words.trash(self.trashed), self.trash, TRASH)] if self.trashed else []
        basic = basics(self.basic, self.empty, self.empty_to_end)
        return stacked(players(self.seats), rows(self.kingdom), rows(self.landscapes), [*basic, *trash])


@cache
def shelf(pile: str) -> tuple[int, int, int]:
    """Return a pile's place in a list by printed cost."""
    costs = {each.name: each.cost for each in randomizers()}
    return (costs[pile] if pile in costs else CARDS[pile].cost).shelf


def pile(seen: PileView) -> Tile:
    """Return what to show of a pile: its top card, and in words, its name if it is an extra pile, and what comes after the top
    card."""
    below = words.facts([*words.roles(seen.role), *filter(None, [words.covered(seen.top, seen.cards)])])
    name = seen.top or seen.name.replace("/", ", ")
    tokens = in_order(seen.tokens)
    known = seen.kind != "kingdom" and not seen.role
    return Tile(name, seen.cost, seen.types, str(seen.count), below, tokens=tokens, empty=not seen.count, known=known)


def landscape(seen: LandscapeView) -> Tile:
    """Return what to show of a landscape."""
    return Tile(seen.name, seen.cost, below=seen.note, tokens=in_order(seen.tokens), landscape=LANDSCAPES[seen.kind])


def basics(piles: Sequence[Tile], empty: int, to_end: int) -> list[Strip]:
    """Return the basic piles: Treasures that give coins, Victory cards, the rest, wider if they have long names; beside the last of
    them, the number of empty piles."""
    groups: tuple[list[Tile], list[Tile], list[Tile]] = [], [], []
    for each in piles:
        coins = "Treasure" in each.types and each.name in CARDS and CARDS[each.name].coins
        groups[0 if coins else 1 if "Victory" in each.types else 2].append(each)
    treasures, victory, rest = groups
    rest = [*treasures[ABREAST:], *victory[ABREAST:], *rest]
    narrow = Tiles(tuple(rest), ABREAST)
    beside = rows(rest, ABREAST if all(narrow.fits_with_number(each) for each in rest) else 2)
    found: list[Strip] = [*rows(treasures[:ABREAST], ABREAST), *rows(victory[:ABREAST], ABREAST), *beside]
    last = found[-1]
    if isinstance(last, Tiles) and len(last.tiles) < last.abreast:
        return [*found[:-1], Ends(last, empty, to_end)]
    return [*found, Ends(None, empty, to_end)]


@dataclass(frozen=True)
class Ends:
    """The number of empty piles, out of those that end the game: a mark for each if there is room, beside the last basic piles."""

    tiles: Tiles | None
    empty: int
    to_end: int

    @property
    def height(self) -> int:
        """Return its height."""
        return 48 if self.tiles is None else self.tiles.height

    def draw(self, pen: Pen) -> None:
        """Draw the piles, and the marks."""
        colours, middle, wide, apart, left = pen.colours, min(LOW, self.height) // 2, 28, 8, MARGIN + BAR
        if self.tiles is not None:
            self.tiles.draw(pen)
            left += (self.tiles.width + GAP) * len(self.tiles.tiles)
        told = words.piles_empty(self.empty, self.to_end)
        x = MARGIN + INNER - length(told, SMALL, False)
        pen.write(told, x, middle, SMALL, colours.soft, colours.ground)
        x -= (wide + apart) * self.to_end + apart
        for number in range(self.to_end if x >= left else 0):
            if number < self.empty:
                pen.box(x, middle - 20, wide, 40, colours.accent, colours.ground, radius=6)
                pen.shape("Curse", x + 6, middle, wide - 12, colours.on_accent, colours.accent)
            else:
                pen.frame(x, middle - 20, wide, 40, colours.soft, radius=6)
            x += wide + apart
