"""What happened: past turns in the channel, and pages to read back."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import ceil
from typing import NamedTuple

from cogs import text
from cogs.panels import lines, turn_lines
from cogs.panels.blocks import Button, Divider, ForAll, ForOne, Id, Menu, MenuChoice, Row, Text, clip, panel
from cogs.panels.following import switch
from cogs.text import board as text_board
from engine import LogLine
from tables import TableView

PAGE = 3500
MOST = 400
"""More turns than a message has room for."""
TURNS = 20
"""The most turns on a page."""
ROWS, WIDTH = 24, 50
"""The most rows that a page's lines can take on a phone, and the letters in a row."""
DETAILS = 28
"""The most lines of a turn on a page."""


def past(rows: Sequence[str], moved: str = "", *, earlier: int = 0) -> ForAll:
    """Show past turns, a line each, without a box; `moved` says where the game continues, if it has moved. `earlier`: how many
    turns before these there is no room for."""
    told = turn_lines.fitting(rows, PAGE, earlier)
    return ForAll(panel(Text("\n".join(filter(None, [told, moved])) or text_board.NO_LINES), colour=None))


class Span(NamedTuple):
    """Some turns: those from `first` on, or the last up to `last`, as many as a page has room for. Neither: the newest."""

    first: int | None = None
    last: int | None = None

    @classmethod
    def parse(cls, arg: str) -> Span:
        """Read what `str` writes; anything else means the newest turns."""
        first, _, last = arg.partition("-")
        return cls(int(first) if first.isdecimal() else None, int(last) if last.isdecimal() else None)

    def __str__(self) -> str:
        return f"{'' if self.first is None else self.first}-{'' if self.last is None else self.last}"

    def turns(self, newest: int) -> range:
        """Return the turns that might be on the page, in a game that is in turn `newest`."""
        if self.first is not None:
            first = min(max(self.first, 1), newest)
            return range(first, min(first + TURNS - 1, newest) + 1)
        last = newest if self.last is None else min(max(self.last, 1), newest)
        return range(max(1, last - TURNS + 1), last + 1)


def page(table: TableView, log: Sequence[LogLine], span: Span, person: int, *, follows: bool | None = None) -> ForOne:
    """Return one page of a game's turns, a line each, as `person` may read them; `log` has all lines of `span.turns`, and of some
    turns after these, in which their Attacks might have had late effects. The first page says how to check the shuffles. `follows`:
    whether they follow the game (None: they play, or it is over)."""
    seat = table.seat_of(person)
    reader, going_on = seat.number if seat is not None else None, table.turn if table.phase == "playing" else None
    wanted, start = span.turns(table.turn), table.options.first_turn
    found = [each for each in turn_lines.turn_lines(log, table.seats, reader, going_on) if each.turn in wanted]
    here = found[: fitting(found)] if span.first is not None else found[len(found) - fitting(found[::-1]) :]
    first, last = (here[0].turn, here[-1].turn) if here else (start, table.turn)
    rows = turn_lines.rows(here, table.seats)
    if last >= table.turn:
        names = lines.names_of(table.seats, reader)
        rows += [lines.sentence(lines.caused(entry), names) for entry in log if entry.kind == "over"]
    buttons = (
        Button(text_board.EARLIER, Id(table.id, 0, "page", str(Span(last=first - 1))), disabled=first <= start),
        Button(text_board.LATER, Id(table.id, 0, "page", str(Span(first=last + 1))), disabled=last >= table.turn),
    )
    others = (Button(text.CARDS, Id(table.id, 0, "effects")), *([] if follows is None else [switch(table, follows=follows)]))
    everything = first <= start and last >= table.turn
    proof = Text(text_board.fingerprint(table.commitment)) if first <= start and table.commitment is not None else None
    titles = turn_lines.titles(log, table.seats, reader)
    choices = tuple(MenuChoice(clip(titles[each.turn], 100), f"{each.turn}") for each in here)
    at = Span(first=first) if span.first is not None else Span(last=last if last < table.turn else None)
    return ForOne(
        panel(
            Text(text_board.log_title(table)),
            Text(text.small(rows) if rows else text_board.NO_LINES),
            proof,
            Divider(),
            Menu(Id(table.id, 0, "turn", str(at)), text_board.DETAILS, choices) if choices else None,
            Row(others if everything else (*buttons, *others)),
        ),
        person,
    )


def fitting(found: Sequence[turn_lines.TurnLine]) -> int:
    """Return how many of these turns fit on a page; at least one, if there are any."""
    used = accumulate(ceil(turn_lines.letters(each.text) / WIDTH) for each in found)
    return max(sum(rows <= ROWS for rows in used), min(1, len(found)))


def details(table: TableView, log: Sequence[LogLine], turn: int, at: int, back: Span, person: int) -> ForOne:
    """Show one turn in full, as `person` may read it, with its Attacks' late effects: page `at`. Its buttons lead to the turns
    before and after it, and `back` to a page of turns."""
    seat = table.seat_of(person)
    names = lines.names_of(table.seats, seat.number if seat is not None else None)
    told = lines.folded(lines.told(entry for entry in log if turn in (entry.turn, entry.late)))
    pages = [told[start : start + DETAILS] for start in range(0, len(told), DETAILS)] or [[]]
    at = min(max(at, 0), len(pages) - 1)
    body = "\n".join(lines.shown(each, names) for each in pages[at])

    def other(page: int, turn: int = turn) -> Id:
        return Id(table.id, 0, "turn", f"{back}/{turn}/{page}")

    buttons = [Button(text_board.ALL_TURNS, Id(table.id, 0, "page", str(back)))]
    if len(pages) > 1:
        buttons.append(Button(text_board.EARLIER, other(at - 1), disabled=at == 0))
        buttons.append(Button(text_board.LATER, other(at + 1), disabled=at == len(pages) - 1))
    buttons.append(Button(text_board.PREVIOUS_TURN, other(0, turn - 1), disabled=turn <= table.options.first_turn))
    buttons.append(Button(text_board.NEXT_TURN, other(0, turn + 1), disabled=turn >= table.turn))
    title = text.page(text_board.log_title(table), at + 1, len(pages))
    return ForOne(panel(Text(title), Text(body or text_board.NO_LINES), Divider(), Row(tuple(buttons))), person)
