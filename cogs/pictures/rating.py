"""A player's rating over their games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cogs.pictures.errors import NotDrawable
from cogs.pictures.pen import GAP, INNER, MARGIN, SMALL, WIDTH, Pen
from cogs.pictures.score import lines, steps
from cogs.pictures.strips import Strip, stacked
from cogs.text import pictures as words

FEWEST = 3
"""The fewest ratings that make a plot."""
HEIGHT = 440
LEVELS = 20
"""Levels are at multiples of this."""


@dataclass(frozen=True)
class RatingPicture:
    """The ratings after the last of many games."""

    KIND: ClassVar[str] = "rating"
    numbers: tuple[int, ...]
    games: int

    @property
    def alt(self) -> str:
        """Describe it in words."""
        return words.rating(self.numbers, self.games)

    def strips(self) -> tuple[Strip, ...]:
        """Return its only strip."""
        if len(self.numbers) < FEWEST:
            raise NotDrawable("There are too few games to plot.")
        return stacked([RatingCourse(self.numbers, self.games)])


@dataclass(frozen=True)
class RatingCourse:
    """The plot: a line through all ratings, and the last one on its right."""

    numbers: tuple[int, ...]
    games: int

    @property
    def height(self) -> int:
        """Return its height."""
        return HEIGHT

    def draw(self, pen: Pen) -> None:
        """Draw it."""
        colours = pen.colours
        pen.panel(MARGIN, 0, INNER, self.height)
        high, low, left, right = 44, self.height - 84, MARGIN + 120, WIDTH - MARGIN - 130
        levels = [LEVELS * each for each in steps(min(self.numbers) // LEVELS, -(-max(self.numbers) // LEVELS))]

        def height(number: float) -> float:
            return low - (number - levels[0]) * (low - high) / (levels[-1] - levels[0])

        for level in levels:
            y = round(height(level))
            pen.rule(left, y, right - left, colours.line)
            pen.write(str(level), left - GAP, y, SMALL, colours.soft, colours.tile, align="right")
        scale, first = (right - left) / (len(self.numbers) - 1), self.games - len(self.numbers) + 1
        pen.write(words.GAME, left - GAP, low + 48, SMALL, colours.soft, colours.tile, align="right")
        for game in steps(first, self.games):
            if first <= game <= self.games and game:
                pen.write(
                    str(game), round(left + (game - first) * scale), low + 48, SMALL, colours.soft, colours.tile, align="middle"
                )
        lines(pen, {0: [(left + at * scale, height(number)) for at, number in enumerate(self.numbers)]}, len(self.numbers))
        last = self.numbers[-1]
        pen.write(str(last), right + GAP, round(height(last)), SMALL, colours.ink, colours.tile, bold=True)
