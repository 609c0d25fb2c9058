"""How the score grew from turn to turn, as an animation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO

from PIL import Image

from cogs.pictures.palette import Scheme, inks
from cogs.pictures.pen import GAP, INNER, LEAST, LINE, MARGIN, NAME, SMALL, WIDTH, Pen, called
from cogs.pictures.score import Course
from cogs.pictures.strips import Strip, stacked
from cogs.text import replays as words
from engine.replay import TurnPoints

FRAMES = 24
"""The most pictures: in a longer game, only some turns have one."""
PLOT, HEAD = 480, 124
STAYS, LAST = 350, 4000
"""For how many milliseconds each picture is shown, and the last one."""


@dataclass(frozen=True)
class Caption:
    """A turn in words, and everyone's points after it."""

    turn: str
    points: str
    height: int = HEAD

    def draw(self, pen: Pen) -> None:
        """Write it."""
        colours, room, left = pen.colours, INNER - 2 * GAP, MARGIN + GAP
        pen.panel(MARGIN, 0, INNER, self.height)
        pen.write(self.turn, left, 36, NAME, colours.ink, colours.tile, bold=True, width=room, least=LEAST)
        pen.write(self.points, left, 36 + LINE, SMALL, colours.soft, colours.tile, width=room, least=LEAST)


@dataclass(frozen=True)
class Film:
    """Everything that an animation shows: `captions` by turn, and the points as each turn starts and at the end."""

    names: tuple[str, ...]
    captions: tuple[str, ...]
    history: tuple[tuple[int, int, tuple[int, ...]], ...]

    @classmethod
    def of(cls, names: Sequence[str], captions: Sequence[str], history: Sequence[TurnPoints]) -> Film:
        """Return the animation of a game."""
        return cls(called(names), tuple(captions), tuple((each.turn, each.own, each.points) for each in history))

    @property
    def alt(self) -> str:
        """Describe it in words."""
        return words.animation(self.names, self.history[-1][2])

    def frame(self, turn: int) -> tuple[Strip, ...]:
        """Return the picture after a turn."""
        caption = Caption(self.captions[turn - 1], words.scores(self.names, self.history[turn][2]))
        return stacked([caption], [Course(tuple(enumerate(self.names)), self.history, PLOT, turn + 1)])

    def gif(self, scheme: Scheme) -> bytes:
        """Draw it."""
        turns = len(self.captions)
        number = min(turns, FRAMES)
        frames = [still(self.frame(-(-turns * (at + 1) // number)), scheme) for at in range(number)]
        content = BytesIO()
        stays = [*(STAYS for _ in frames[1:]), LAST]
        frames[0].save(content, "GIF", save_all=True, append_images=frames[1:], duration=stays, loop=0, optimize=False)
        return content.getvalue()


def still(strips: Sequence[Strip], scheme: Scheme) -> Image.Image:
    """Draw strips below each other, synchronously."""
    picture = Image.new("L", (WIDTH, sum(each.height for each in strips)))
    top = 0
    for each in strips:
        pen = Pen(scheme, each.height)
        each.draw(pen)
        picture.paste(pen.image, (0, top))
        top += each.height
    picture.putpalette(inks(scheme).table)
    return picture
