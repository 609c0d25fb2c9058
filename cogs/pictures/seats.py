"""The players, as a board shows them: with two players, a row each; with more, two side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from cogs.pictures.pen import BAR, GAP, INNER, LEAST, LINE, MARGIN, NAME, SMALL, Pen, length, token_width, wrapped
from cogs.pictures.strips import Strip
from cogs.text import pictures as words
from engine import PlayerView
from engine.mechanisms import TOKENS, signs, tokens_in_words

SEAT = 68
"""The height of a player's first line."""
INSET = 24
LEAST_DISCARD = 200
"""With less space than this, the top of a discard pile isn't named."""
LONGEST_TITLE = 260
LYING = 2
"""Everything in front of a player; less if there isn't enough space."""
MOST = 2
"""The most lines for what is in front of the player on turn, and of the other one of two players; anyone else has one line."""


@dataclass(frozen=True)
class Seated:
    """What everyone may know about a player. `discard` is the top of their discard pile, `in_play` and `lies` everything else face
    up in front of them, in words. `points`: theirs, if the table shows them."""

    name: str
    to_play: bool
    hand: int
    tokens: tuple[tuple[str, int], ...]
    discard: str
    in_play: str
    lies: tuple[str, ...]
    points: int | None = None

    @classmethod
    def of(cls, seen: PlayerView, names: Sequence[str], current: bool, points: int | None) -> Seated:
        """Return what to show of a player."""
        lies = []
        if seen.resigned:
            lies.append(words.RESIGNED)
        if seen.controller != seen.seat:
            lies.append(words.played_by(names[seen.controller]))
        for aside in seen.set_aside:
            cards = words.cards((each.name, each.count) for each in aside.cards) if aside.cards else str(aside.count)
            lies.append(words.set_aside(aside.card, cards))
        for mat in seen.mats:
            lies.append(
                words.on_mat(mat.name, words.cards((each.name, each.count) for each in mat.cards) if mat.cards else str(mat.count))
            )
        tokens = tuple(seen.tokens.items())
        lies += tokens_in_words(tokens, signs=False)
        return cls(
            name=names[seen.seat],
            to_play=current,
            hand=seen.hand_size,
            tokens=tokens,
            discard=seen.discard_top or "",
            in_play=words.cards(Counter(seen.in_play).items()),
            lies=tuple(lies),
            points=points,
        )

    @property
    def drawn(self) -> list[tuple[str, int]]:
        """Return the signs of their tokens."""
        return signs(self.tokens)

    def told(self, lying: int) -> str:
        """Describe the player in words, with everything in front of them (`LYING`), without what is in play (1), or without any of
        it (0)."""
        facts = [words.in_hand(self.hand), *tokens_in_words(each for each in self.tokens if TOKENS[each[0]].sign)]
        facts += [words.points(self.points)] if self.points is not None else []
        facts += [words.discards(self.discard)] if self.discard else []
        facts += self.lies if lying else ()
        facts += [words.in_play(self.in_play)] if self.in_play and lying == LYING else []
        return words.seat(self.name, facts)

    @property
    def open(self) -> str:
        """Return everything face up in front of them."""
        return words.facts([*self.lies, *([words.in_play(self.in_play)] if self.in_play else [])])


@dataclass(frozen=True)
class Seats:
    """One player across the whole width, or two side by side."""

    seats: tuple[Seated, ...]
    abreast: int

    @cached_property
    def height(self) -> int:
        """Return their height."""
        lines = max(len(self.lines(each)) for each in self.seats)
        return SEAT + LINE * lines + (8 if lines else 0)

    @property
    def width(self) -> int:
        """Return the width of each."""
        return (INNER - GAP * (self.abreast - 1)) // self.abreast

    def draw(self, pen: Pen) -> None:
        """Draw them."""
        for number, each in enumerate(self.seats):
            self.seat(pen, each, MARGIN + number * (self.width + GAP))

    def seat(self, pen: Pen, each: Seated, x: int) -> None:
        """Draw one: name, tokens, the number of cards in hand; below that, everything that doesn't fit beside them, and what is in
        front of the player."""
        colours, middle, left, right = pen.colours, SEAT // 2, x + INSET, x + self.width - GAP
        pen.panel(x, 0, self.width, self.height, marked=each.to_play)
        if each.to_play:
            pen.shape("Action", left, middle, 24, colours.accent, colours.tile)
            left += 34
        right -= pen.write(self.count(each), right, middle, SMALL, colours.ink, colours.tile, align="right") + GAP
        if each.discard and self.abreast == 1:
            room = right - left - tokens_width(each) - length(each.name, NAME, True) - GAP
            told = words.discard(each.discard)
            if room > LEAST_DISCARD:
                right -= GAP + pen.write(
                    told, right, middle, SMALL, colours.soft, colours.tile, align="right", width=room, least=LEAST
                )
        beside = self.beside(each)
        if beside:
            right -= tokens_width(each)
            tokens(pen, each, right, middle)
        pen.write(each.name, left, middle, NAME, colours.ink, colours.tile, bold=True, width=right - left, least=LEAST)
        for number, line in enumerate(self.lines(each), 1):
            y, start = middle + LINE * number, x + INSET
            if number == 1 and not beside:
                start = tokens(pen, each, start, y)
            pen.write(line, start, y, SMALL, colours.soft, colours.tile)

    def count(self, each: Seated) -> str:
        """Return the number of cards in hand, and the points if there is room for them."""
        in_hand = words.in_hand(each.hand)
        return in_hand if each.points is None or self.abreast > 1 else words.facts([words.points(each.points), in_hand])

    def beside(self, each: Seated) -> bool:
        """Return whether there is room for tokens beside the name."""
        room = self.width - INSET - 34 * each.to_play - GAP - length(self.count(each), SMALL, False) - GAP
        return length(each.name, LEAST, True) + tokens_width(each) <= room

    def lines(self, each: Seated) -> Sequence[str]:
        """Return the text below the name, in lines; the first can have tokens before it."""
        if self.abreast == 1:
            room = self.width - INSET - GAP
            return wrapped(each.open, SMALL, room, MOST, None if self.beside(each) else room - tokens_width(each))
        if each.points is not None:
            return [words.points(each.points)]
        return [] if self.beside(each) else [""]


def tokens_width(each: Seated) -> int:
    """Return the width of a player's tokens."""
    return sum(token_width(number) + GAP for _, number in each.drawn)


def tokens(pen: Pen, each: Seated, x: int, y: int) -> int:
    """Draw a player's tokens; return where they end."""
    for name, number in each.drawn:
        pen.token(name, number, x, y, pen.colours.tile)
        x += token_width(number) + GAP
    return x


@dataclass(frozen=True)
class Lines:
    """At most `most` lines of small text on the background, the first one after a bold word."""

    title: str
    words: str
    most: int

    @property
    def start(self) -> int:
        """Return where the lines begin."""
        return MARGIN + BAR + (min(length(self.title, SMALL, True), LONGEST_TITLE) + GAP if self.title else 0)

    @cached_property
    def lines(self) -> Sequence[str]:
        """Return the words in lines."""
        return wrapped(self.words, SMALL, MARGIN + INNER - self.start, self.most)

    @property
    def height(self) -> int:
        """Return their height."""
        return LINE * len(self.lines)

    def draw(self, pen: Pen) -> None:
        """Write them."""
        colours, middle = pen.colours, LINE // 2
        pen.write(self.title, MARGIN + BAR, middle, SMALL, colours.ink, colours.ground, bold=True, width=LONGEST_TITLE)
        for number, line in enumerate(self.lines):
            pen.write(line, self.start, middle + LINE * number, SMALL, colours.soft, colours.ground)


def players(seats: Sequence[Seated]) -> list[Strip]:
    """Return all players. If there are more than two, what is in front of them is listed below all of them."""
    if len(seats) < 3:
        return [Seats((each,), 1) for each in seats]
    order = sorted((each for each in seats if each.open), key=lambda each: not each.to_play)
    lying = [Lines(each.name, each.open, MOST if each.to_play else 1) for each in order]
    shown = [replace(each, discard="", in_play="", lies=()) for each in seats]
    return [*(Seats(tuple(shown[start : start + 2]), 2) for start in range(0, len(shown), 2)), *lying]
