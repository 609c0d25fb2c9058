"""The log's lines as text: each thing once, with its cause if nothing else names it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cogs import text
from cogs.text import board as text_board
from cogs.text import hand as text_hand
from engine import LogLine, log_words
from engine.log_forms import SeatNames
from tables import words
from tables.models import AutoAction, OwnLine, SeatView

INDENT = "\u2003"
UNDER = "↳ "


class Told(NamedTuple):
    """A line for its reader: its depth below its cause; the `card` that caused it, if no other line names that; and how many undos
    in its turn it stands for."""

    line: LogLine
    depth: int
    card: str | None = None
    undos: int = 1

    def names(self, card: str) -> bool:
        """Return whether a line names a card."""
        return card == self.card or self.line.names(card)


def names_of(seats: Sequence[SeatView], reader: int | None) -> SeatNames:
    """Return the seats' names, as one seat reads them (None: a spectator)."""
    return SeatNames([seat.name for seat in seats], reader)


def sentence(told: Told, names: SeatNames) -> str:
    """Return the words of a line."""
    line, auto = told.line, isinstance(told.line, OwnLine)
    if isinstance(line, OwnLine) and line.kind == "standing":
        return text.safe(words.own_line(line, names))
    owner = whose(line)
    cause = told.card if told.card is None or owner is None else names.card_of(owner, told.card)
    asides = text_hand.aside(cause, auto=auto)
    if told.undos > 1:
        asides += text_board.undos(told.undos)
    return text.safe(log_words.line(line, names, asides))


def shown(told: Told, names: SeatNames) -> str:
    """Return a line as shown below others, indented under its cause; a turn's first line stands out."""
    said = sentence(told, names)
    if told.line.kind == "turn":
        return f"**{said}**"
    return f"{INDENT * (told.depth - 1)}{UNDER}{said}" if told.depth else said


def once(entries: Iterable[LogLine]) -> list[LogLine]:
    """Return the lines, with an auto-answer and its effect as one. Without an effect it is left out: it can still be changed, or
    the player has given another answer. A look that found nothing is left out, too."""
    made: list[LogLine] = []
    said: list[tuple[OwnLine, AutoAction]] = []
    left_out = set[int]()
    for entry in entries:
        if entry.kind == "look" and entry.count == 0:
            continue
        if isinstance(entry, OwnLine) and entry.kind == "standing" and (did := entry.did) is not None and is_told_later(did):
            said.append((entry, did))
        elif found := next((each for each in said if tells(entry, *each)), None):
            said.remove(found)
            own, did = found
            left_out.add(id(own))
            entry = OwnLine.telling(did, entry)
        made.append(entry)
    left_out |= {id(own) for own, did in said if has_effect(did)}
    return [entry for entry in made if id(entry) not in left_out]


def is_told_later(did: AutoAction) -> bool:
    """Return whether a later line might tell what an auto-answer did."""
    return did.what == "treasures" or has_effect(did)


def has_effect(did: AutoAction) -> bool:
    """Return whether what an auto-answer did has a line of its own once it happens."""
    return did.what in ("reveal", "discard") and bool(did.cards)


def tells(entry: LogLine, own: OwnLine, did: AutoAction) -> bool:
    """Return whether a line is about what an auto-answer did, rather than about its owner's own answer instead."""
    if entry.seat != own.seat or own.turn not in (entry.turn, entry.late):
        return False
    if did.what == "treasures":
        return entry.kind == "play"
    if did.what == "reveal" and entry.kind == "play":  # a Reaction that is played
        return did.cards == (entry.card,)
    return did.what == entry.kind and has_effect(did) and sorted(did.cards) == sorted(entry.cards)


def whose(entry: LogLine) -> int | None:
    """Return the owner of the card that an auto-answer responded to, unless the line names them itself."""
    return entry.did.owner if isinstance(entry, OwnLine) and entry.did is not None and entry.late is None else None


def untold(entry: LogLine) -> str | None:
    """Return the card whose text a line is about, if it doesn't name that."""
    return None if entry.by is None or entry.names(entry.by) else entry.by


def caused(entry: LogLine) -> Told:
    """Return a line on its own, with its cause."""
    return Told(entry, 0, untold(entry))


def told(entries: Iterable[LogLine]) -> list[Told]:
    """Return the lines for their reader: each thing once, indented below its cause, or with the card that caused it, if the line
    above is about something else."""
    made: list[Told] = []
    above: list[Told] = []
    for entry in once(entries):
        depth = 0 if entry.late is not None else entry.depth  # a line above something late caused something else
        while above and above[-1].depth >= depth:
            above.pop()
        card = untold(entry) if whose(entry) is None else entry.by
        said = card is not None and whose(entry) is None and bool(above) and above[-1].names(card)
        line = Told(entry, depth, None if said else card)
        made.append(line)
        if entry.kind == "become" and above:
            above[-1] = line._replace(depth=above[-1].depth)
        elif entry.kind != "standing":
            above.append(line)
    return made


def folded(lines: Sequence[Told]) -> list[Told]:
    """Return the lines with each player's undos in a turn as one line: the last one, with their number."""
    often = Counter((each.line.turn, each.line.seat) for each in lines if each.line.kind == "undo")
    left, made = often.copy(), []
    for each in lines:
        if each.line.kind == "undo":
            key = (each.line.turn, each.line.seat)
            left[key] -= 1
            if left[key]:
                continue
            each = each._replace(undos=often[key])
        made.append(each)
    return made
