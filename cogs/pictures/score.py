"""The score at the end: player by player, line by line, and how the points grew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from PIL import Image, ImageDraw

from cogs.pictures import shapes
from cogs.pictures.errors import NotDrawable
from cogs.pictures.pen import GAP, INNER, LEAST, LINE, MARGIN, SMALL, WIDTH, Pen, called, length
from cogs.pictures.strips import GROUPS, Strip, stacked
from cogs.text import pictures as words
from cogs.text import signed
from engine import Result, Score, log_words
from engine.card import CARDS
from engine.log_forms import SeatNames
from engine.replay import TurnPoints

ROW, HEAD = 44, 182
ABREAST = 4
"""The most columns side by side."""
TALL, PLOT = 1040, 460
"""The maximum heights of a picture and of its plot; a plot always has space for the names to its right, and for at least four."""
FINE = 3
"""How many times larger the plot's lines are drawn than shown."""


@dataclass(frozen=True)
class Column:
    """A player's column; the number of their mark is their seat. `points` are in the order of the lines, with how many of each."""

    seat: int
    name: str
    rank: int
    total: int
    turns: int
    lines: tuple[tuple[int, int] | None, ...]

    def sources(self, what: Sequence[str]) -> list[tuple[str, int]]:
        """Return those of these sources that gave them points, with the numbers."""
        return [(words.source(name), found[1]) for name, found in zip(what, self.lines, strict=True) if found]


@dataclass(frozen=True)
class ScorePicture:
    """Everything that the picture of a final score shows."""

    KIND: ClassVar[str] = "score"
    title: str
    reason: str
    what: tuple[str, ...]
    columns: tuple[Column, ...]
    history: tuple[tuple[int, int, tuple[int, ...]], ...]

    @classmethod
    def of(cls, result: Result, history: Sequence[TurnPoints] = ()) -> ScorePicture:
        """Return the picture of a result; with a plot if there is a history."""
        if not result.scores:
            raise NotDrawable("There is no score to draw.")
        names = called(result.names)
        best: dict[str, int] = {}
        for score in result.scores:
            for line in score.lines:
                best[line.what] = max(best.get(line.what, line.points), line.points)
        what = tuple(sorted(best, key=lambda each: (-best[each], each)))
        winners = [names[seat] for seat in result.winners]
        columns = tuple(column(each, names[each.seat], what) for each in result.scores)
        reason = log_words.ending(result.ending, SeatNames(result.names))
        return cls(words.score_title(winners), reason, what, columns, tuple((each.turn, each.own, each.points) for each in history))

    @property
    def alt(self) -> str:
        """Describe it in words; if that gets too long, without the sources of the points."""
        totals = [words.total(each.name, each.total, each.sources(self.what)) for each in self.columns]
        told = words.score(self.title, totals, self.reason)
        if len(told) <= words.MAX_ALT:
            return told
        return words.score(self.title, [words.total(each.name, each.total, ()) for each in self.columns], self.reason)

    def strips(self) -> tuple[Strip, ...]:
        """Return its strips. It has no heading: the text above it says who won, and what ended the game."""
        blocks = -(-len(self.columns) // ABREAST)
        each = -(-len(self.columns) // blocks)
        tables = [Totals(self.what, self.columns[start : start + each]) for start in range(0, len(self.columns), each)]
        names = tuple(sorted((each.seat, each.name) for each in self.columns))
        if len(self.history) < 2:
            return stacked(tables)
        room = TALL - sum(strip.height for strip in stacked(tables)) - GROUPS
        least = 120 + LINE * (max(4, len(names)) - 1)
        return stacked(tables, [Course(names, self.history, min(PLOT, max(least, room)))])


def column(score: Score, name: str, what: Sequence[str]) -> Column:
    """Return a player's column."""
    lines = {line.what: (line.count if line.what in CARDS else 1, line.points) for line in score.lines}
    return Column(score.seat, name, score.rank, score.points, score.turns_taken, tuple(lines.get(each) for each in what))


def mark(seat: int) -> str:
    """Return the mark of a player's line."""
    return shapes.PLAYERS[seat % len(shapes.PLAYERS)]


@dataclass(frozen=True)
class Totals:
    """A column for each of these players, best first, and a row for each source of their points."""

    what: tuple[str, ...]
    columns: tuple[Column, ...]

    @property
    def rows(self) -> list[tuple[str, int]]:
        """Return the sources of anyone's points, each with its position among all sources; then the row of turns."""
        given = [(words.source(name), row) for row, name in enumerate(self.what) if any(each.lines[row] for each in self.columns)]
        return [*given, (words.TURNS_TAKEN, -1)]

    @property
    def height(self) -> int:
        """Return its height."""
        return HEAD + ROW * len(self.rows) + GAP

    def draw(self, pen: Pen) -> None:
        """Draw it."""
        colours = pen.colours
        pen.panel(MARGIN, 0, INNER, self.height)
        first = MARGIN + GAP + min(max(length(name, SMALL, False) for name, _ in self.rows), 260) + GAP
        width = (WIDTH - MARGIN - 8 - first) // len(self.columns)
        middles = [first + number * width + width // 2 for number in range(len(self.columns))]
        for each, middle in zip(self.columns, middles, strict=True):
            head(pen, each, middle, width)
        pen.write(words.POINTS, MARGIN + GAP, 134, SMALL, colours.ink, colours.tile, bold=True)
        for number, (name, row) in enumerate(self.rows):
            line = HEAD + number * ROW
            y = line + ROW // 2
            ink = colours.soft if row < 0 else colours.ink
            pen.rule(MARGIN + GAP, line - 1, INNER - 2 * GAP, colours.line)
            pen.write(name, MARGIN + GAP, y, SMALL, ink, colours.tile, width=first - MARGIN - 2 * GAP, least=LEAST)
            for each, middle in zip(self.columns, middles, strict=True):
                if row < 0:
                    pen.write(str(each.turns), middle, y, SMALL, ink, colours.tile, align="middle")
                elif (found := each.lines[row]) is not None:
                    cell(pen, found, middle, y)


def head(pen: Pen, each: Column, middle: int, width: int) -> None:
    """Draw the head of a player's column: their mark and rank, name and points."""
    colours = pen.colours
    rank = words.rank(each.rank)
    left = middle - (26 + 10 + length(rank, SMALL, False)) // 2
    pen.shape(mark(each.seat), left, 32, 26, colours.players[each.seat % len(colours.players)], colours.tile)
    pen.write(rank, left + 36, 32, SMALL, colours.soft, colours.tile)
    pen.write(each.name, middle, 75, SMALL, colours.ink, colours.tile, bold=True, align="middle", width=width - 10, least=LEAST)
    pen.badge("shield", signed(each.total), middle - 36, 137, 72, colours.tile)


def cell(pen: Pen, found: tuple[int, int], middle: int, y: int) -> None:
    """Draw the points that this many cards give."""
    count, points = found
    colours = pen.colours
    pen.write(signed(points), middle + 2, y, SMALL + 2, colours.ink, colours.tile, bold=True, align="right")
    if count > 1:
        pen.write(words.of_cards(count), middle + 12, y, SMALL, colours.soft, colours.tile)


def steps(low: int, high: int, most: int = 5) -> list[int]:
    """Return round numbers from below `low` to above `high`, with at most about `most` steps between them."""
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 10**6) if (high - low) / step <= most)
    return list(range(low // step * step, -(-high // step) * step + step, step))


@dataclass(frozen=True)
class Course:
    """The points over the turns: a line for each player, with their marks. `names` are by seat; `shown`: how many of the points are
    drawn, all by default."""

    names: tuple[tuple[int, str], ...]
    history: tuple[tuple[int, int, tuple[int, ...]], ...]
    height: int
    shown: int | None = None

    def draw(self, pen: Pen) -> None:
        """Draw it."""
        colours, names = pen.colours, dict(self.names)
        pen.panel(MARGIN, 0, INNER, self.height)
        pen.write(words.POINTS, MARGIN + GAP, 32, SMALL, colours.soft, colours.tile)
        high, low = 68, self.height - 74
        least, most = min(min(points) for *_, points in self.history), max(max(points) for *_, points in self.history)
        levels = steps(least, most, min(5, (low - high) // LINE))
        levels = levels if len(levels) > 1 else [levels[0], levels[0] + 1]
        room = min(240, max(length(name, SMALL, True) for name in names.values())) + 64
        left, right = MARGIN + 90, WIDTH - MARGIN - room

        def height(points: float) -> float:
            return low - (points - levels[0]) * (low - high) / (levels[-1] - levels[0])

        for level in levels:
            y = round(height(level))
            pen.rule(left, y, right - left, colours.line, 2 if level else 3)
            pen.write(signed(level), left - 14, y, SMALL, colours.soft, colours.tile, align="right")
        before, last = self.history[0][0], self.history[-1][0]
        scale = (right - left) / max(1, last - before)
        self.turns(pen, left, low + 42, scale)
        curves = {
            seat: [(left + (turn - before) * scale, height(points[seat])) for turn, _, points in self.history] for seat in names
        }
        shown = self.shown or len(self.history)
        lines(pen, curves, shown)
        ends = spread({seat: curve[shown - 1][1] for seat, curve in curves.items()}, high, low)
        for seat, end in ends.items():
            ink = colours.players[seat % len(colours.players)]
            pen.shape(mark(seat), right + 10, round(end), 26, ink, colours.tile)
            pen.write(names[seat], right + 44, round(end), SMALL, colours.ink, colours.tile, bold=True, width=room - 56)

    def turns(self, pen: Pen, left: int, y: int, scale: float) -> None:
        """Write the numbers of the turns below the plot."""
        begun: dict[int, int] = {}
        for turn, own, _ in self.history[:-1]:
            begun.setdefault(own, turn)
        for own in steps(0, max(begun)):
            if own > 1 and own in begun:
                x = round(left + (begun[own] - self.history[0][0]) * scale)
                pen.write(str(own), x, y, SMALL, pen.colours.soft, pen.colours.tile, align="middle")
        pen.write(words.TURN, left, y, SMALL, pen.colours.soft, pen.colours.tile, align="middle")


def lines(pen: Pen, curves: dict[int, list[tuple[float, float]]], shown: int) -> None:
    """Draw the beginning of the curves, smoothly, with each player's mark now and then, in different places for each."""
    for seat, whole in curves.items():
        curve = whole[:shown]
        ink = pen.colours.players[seat % len(pen.colours.players)]
        left, top = int(curve[0][0]) - 6, int(min(y for _, y in curve)) - 6
        width, height = int(curve[-1][0]) - left + 12, int(max(y for _, y in curve)) - top + 12
        mask = Image.new("L", (width * FINE, height * FINE))
        points = [((x - left) * FINE, (y - top) * FINE) for x, y in curve]
        ImageDraw.Draw(mask).line(points, fill=255, width=6 * FINE, joint="curve")
        mask = mask.reduce(FINE)
        pen.stamp(mask, left, top, ink, pen.colours.tile)
        every = max(2, len(whole) // 5)
        for x, y in whole[every * (seat + 1) // (len(curves) + 1) : min(shown, len(whole) - 2) : every]:
            pen.shape(mark(seat), round(x) - 12, round(y), 24, ink, pen.colours.tile)


def spread(wanted: dict[int, float], high: float, low: float, apart: float = 44) -> dict[int, float]:
    """Return these heights, moved so that no two are closer than `apart`."""
    order = sorted(wanted, key=lambda seat: wanted[seat])
    found: dict[int, float] = {}
    floor = high - 12
    for seat in order:
        found[seat] = floor = max(wanted[seat], floor)
        floor += apart
    ceiling = low + 20
    for seat in reversed(order):
        found[seat] = ceiling = min(found[seat], ceiling)
        ceiling -= apart
    return found
