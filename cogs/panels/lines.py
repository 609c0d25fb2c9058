"""The log's lines as text: each thing once, as many of them as there is room for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from cogs import text
from cogs.text import board as text_board
from cogs.text import hand as text_hand
from engine import LogLine
from tables.models import AutoAction, OwnLine

INDENT = "\u2003"
UNDER = "↳ "


class Told(NamedTuple):
    """A line as it is told: how deep it stands, and its words."""

    depth: int
    text: str


def letters(line: str) -> float:
    """The letters of a line."""
    return len(line) + 1


def line(entry: LogLine) -> str:
    """One line, indented under its cause; a turn's first line stands out."""
    words = text.safe(entry.text)
    if entry.kind == "turn":
        return f"**{words}**"
    return f"{INDENT * (entry.depth - 1)}{UNDER}{words}" if entry.depth else words


def once(entries: Iterable[LogLine]) -> list[LogLine]:
    """The lines, of which what somebody said in advance and what that did are one."""
    made: list[LogLine] = []
    said: list[tuple[OwnLine, AutoAction]] = []
    for entry in entries:
        if isinstance(entry, OwnLine) and entry.kind == "standing" and entry.did is not None:
            said.append((entry, entry.did))
        elif found := next((each for each in said if tells(entry, *each)), None):
            said.remove(found)
            own, did = found
            made.remove(own)
            entry = OwnLine.telling(did, entry, by_answer(entry, did))
        made.append(entry)
    return made


def tells(entry: LogLine, own: OwnLine, did: AutoAction) -> bool:
    """Is it a line about what a standing answer did (not what its owner answered instead while that could be changed)?"""
    if entry.seat != own.seat or own.turn not in (entry.turn, entry.late):
        return False
    if did.what == "treasures":
        return entry.kind == "play"
    if did.what == "reveal":
        return entry.kind == "reveal" and did.cards == (entry.card,)
    return did.what == entry.kind == "discard" and bool(did.cards) and sorted(did.cards) == sorted(entry.cards)


def by_answer(entry: LogLine, did: AutoAction) -> str:
    """A line about what a standing answer did, with that, and with whose card led to it."""
    if entry.late is None and did.owner is not None and entry.by is not None:
        return text_hand.by_standing_answer(entry.text, entry.by, did.owner)
    return text_hand.by_standing_answer(entry.text, untold(entry), None)


def caused(entry: LogLine) -> LogLine:
    """A line by itself, with the card that led to it if it doesn't say so."""
    return with_card(entry).model_copy(update={"depth": 0})


def with_card(entry: LogLine) -> LogLine:
    """A line with the card whose text it is about."""
    card = untold(entry)
    return entry if card is None else entry.model_copy(update={"text": text_hand.by_card(entry.text, card)})


def untold(entry: LogLine) -> str | None:
    """The card whose text a line is about, if it doesn't say so by itself."""
    return None if entry.by is None or entry.by in entry.text else entry.by


def told(entries: Iterable[LogLine]) -> list[LogLine]:
    """The lines as their reader gets them: each thing once, and with the card that led to it where the line above it, by which
    it is indented, is about something else."""
    made: list[LogLine] = []
    above: list[LogLine] = []
    for entry in once(entries):
        if entry.late is not None:  # whatever stands above it came of something else
            entry = entry.model_copy(update={"depth": 0})
        while above and above[-1].depth >= entry.depth:
            above.pop()
        made.append(entry if above and entry.by and entry.by in above[-1].text else with_card(entry))
        if entry.kind == "become" and above:
            above[-1] = entry.model_copy(update={"depth": above[-1].depth})
        elif entry.kind != "standing":
            above.append(entry)
    return made


def rooted(entries: Iterable[LogLine]) -> list[LogLine]:
    """The lines, of which those whose cause isn't among them aren't indented."""
    made: list[LogLine] = []
    root: int | None = None
    for entry in entries:
        root = entry.depth if root is None else min(root, entry.depth)
        made.append(entry.model_copy(update={"depth": entry.depth - root}))
    return made


def arranged(entries: Sequence[LogLine]) -> list[LogLine]:
    """The lines as they stand below each other."""
    return rooted(folded(told(entries)))


def fitting(entries: Sequence[LogLine], size: int) -> str:
    """The newest lines that fit into so many letters, and how many earlier ones don't."""
    return shown([Told(entry.depth, line(entry)) for entry in arranged(entries)], size)


def folded(entries: Sequence[LogLine]) -> list[LogLine]:
    """The lines with what each player took back in a turn told once: the last time, and how often."""
    often = Counter((entry.turn, entry.seat) for entry in entries if entry.kind == "undo")
    left, made = often.copy(), []
    for entry in entries:
        if entry.kind == "undo":
            key = (entry.turn, entry.seat)
            left[key] -= 1
            if left[key]:
                continue
            if often[key] > 1:
                entry = entry.model_copy(update={"text": text_board.taken_back_again(entry.text, often[key])})
        made.append(entry)
    return made


def shown(lines: Sequence[Told], room: float) -> str:
    """As much of the lines as fits into so many letters, and how many more there are."""
    hidden, kept = fit(lines, room, letters(text.small([text_board.more_lines(len(lines))])))
    return "\n".join([*([text.small([text_board.more_lines(hidden)])] if hidden else []), *kept])


def fit(lines: Sequence[Told], room: float, hint: float) -> tuple[int, list[str]]:
    """How many of the lines don't fit into the room, and the others: the newest, each with those under which it stands. `hint`: how
    much of the room it takes to say that there are more."""
    if sum(letters(each.text) for each in lines) <= room:
        return 0, [each.text for each in lines]
    kept: set[int] = set()
    left = room - hint
    for at in reversed(range(len(lines))):
        wanted = {at, *heads(lines, at)} - kept
        size = sum(letters(lines[each].text) for each in wanted)
        if size > left:
            break
        kept |= wanted
        left -= size
    return len(lines) - len(kept), [lines[at].text for at in sorted(kept)]


def heads(lines: Sequence[Told], at: int) -> Iterator[int]:
    """The lines under which one stands."""
    depth = lines[at].depth
    for above in reversed(range(at)):
        if not depth:
            return
        if lines[above].depth < depth:
            depth = lines[above].depth
            yield above
