"""What happened: past turns in the channel, and pages to read back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cogs import text
from cogs.panels import lines, turn_lines
from cogs.panels.blocks import Block, Button, Divider, ForAll, ForOne, Id, Row, Text, panel
from cogs.text import board as text_board
from engine import LogLine
from tables import TableView

PAGE = 3500
CHAPTER = 24
"""So many turns are read for a page."""


def past(rows: Sequence[str], moved: str = "") -> ForAll:
    """Tell turns that are over, a line each, without a box; `moved` says where the game has gone on, if it has moved."""
    told = turn_lines.fitting(rows, PAGE)
    return ForAll(panel(Text("\n".join(filter(None, [told, moved])) or text_board.NO_LINES), colour=None))


def pages(log: Sequence[LogLine]) -> list[list[LogLine]]:
    """The log cut into pages between its lines, each as full as it can be; the newest last. One that begins amid a turn says in
    which."""
    made: list[list[LogLine]] = []
    title: LogLine | None = None
    used = 0.0
    for entry in log:
        size = lines.letters(lines.line(entry))
        if not made or used + size > PAGE:
            made.append([continued(title, entry)] if title is not None and entry.kind != "turn" else [])
            used = sum(lines.letters(lines.line(each)) for each in made[-1])
        made[-1].append(entry)
        used += size
        title = entry if entry.kind == "turn" else title
    return [*made[:-1], newest(log)] if len(made) > 1 else made


def newest(log: Sequence[LogLine]) -> list[LogLine]:
    """The last page, which repeats what fits of the one before."""
    used, first = 0.0, len(log)
    while first and (used := used + lines.letters(lines.line(log[first - 1]))) <= PAGE:
        first -= 1
    titles = [entry for entry in log[:first] if entry.kind == "turn"]
    amid = titles and first < len(log) and log[first].kind != "turn"
    return [*([continued(titles[-1], log[first])] if amid else []), *log[first:]]


def continued(title: LogLine, first: LogLine) -> LogLine:
    """A turn's title above lines of which the `first` isn't that turn's first."""
    return title.model_copy(update={"text": text_board.continued(title.text), "depth": first.depth})


class Chapter(NamedTuple):
    """So many turns whose pages are read together, by its number, and the number of the last one."""

    number: int = 0
    last: int = 0

    @classmethod
    def of(cls, table: TableView, number: int | None) -> Chapter:
        """Return one of a game's chapters (None: the last)."""
        last = max(table.turn - 1, 0) // CHAPTER
        return cls(last if number is None else min(max(number, 0), last), last)

    @property
    def turns(self) -> range:
        """Its turns; what comes before the first turn belongs to the first chapter."""
        first = self.number * CHAPTER + 1
        return range(first if self.number else 0, first + CHAPTER)


def page(table: TableView, log: Sequence[LogLine], number: int | None, person: int, chapter: Chapter | None = None) -> ForOne:
    """One page of a chapter's `log` as `person` may read it (None: the newest); the first has what the shuffles are checked by."""
    made, chapter = pages(lines.told(log)), chapter or Chapter()
    at = len(made) - 1 if number is None else min(max(number, 0), len(made) - 1)
    body = "\n".join(map(lines.line, lines.rooted(made[at]))) if made else text_board.NO_LINES
    first, last = at <= 0 and not chapter.number, at >= len(made) - 1 and chapter.number == chapter.last
    before = f"{chapter.number}.{at - 1}" if at > 0 else f"{chapter.number - 1}."
    after = f"{chapter.number}.{at + 1}" if at < len(made) - 1 else f"{chapter.number + 1}.0"
    buttons = (
        Button(text_board.EARLIER, Id(table.id, 0, "page", before), disabled=first),
        Button(text_board.LATER, Id(table.id, 0, "page", after), disabled=last),
    )
    cards = Button(text.CARDS, Id(table.id, 0, "effects"))
    blocks: list[Block] = [Divider(), Row((cards,) if first and last else (*buttons, cards))]
    proof = Text(text_board.fingerprint(table.commitment)) if first and table.commitment is not None else None
    title = text.of_which_game(table)
    if chapter.last:
        title = text_board.of_turns(title, chapter.turns[0] or 1, min(chapter.turns[-1], table.turn))
    return ForOne(panel(Text(text.page(title, at + 1, len(made))), Text(body), proof, blocks), person)
