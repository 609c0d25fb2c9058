"""What happened: past turns in the channel, and pages to read back."""

from __future__ import annotations

from collections.abc import Sequence

from cogs import text
from cogs.panels import lines, turn_lines
from cogs.panels.blocks import Block, Button, Divider, ForAll, ForOne, Id, Row, Text, panel
from cogs.text import board as text_board
from engine import LogLine
from tables import TableView

PAGE = 3500


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


def page(table: TableView, log: Sequence[LogLine], number: int | None, person: int) -> ForOne:
    """One page of the log as `person` may read it (None: the newest); on the first, by what the shuffles can be checked."""
    made = pages(lines.told(log))
    at = len(made) - 1 if number is None else min(max(number, 0), len(made) - 1)
    body = "\n".join(map(lines.line, lines.rooted(made[at]))) if made else text_board.NO_LINES
    buttons = (
        Button(text_board.EARLIER, Id(table.id, 0, "page", str(at - 1)), disabled=at <= 0),
        Button(text_board.LATER, Id(table.id, 0, "page", str(at + 1)), disabled=at >= len(made) - 1),
    )
    cards = Button(text.CARDS, Id(table.id, 0, "effects"))
    blocks: list[Block] = [Divider(), Row((*buttons, cards) if len(made) > 1 else (cards,))]
    proof = Text(text_board.fingerprint(table.commitment)) if at <= 0 and table.commitment is not None else None
    return ForOne(panel(Text(text.page(text.of_which_game(table), at + 1, len(made))), Text(body), proof, blocks), person)
