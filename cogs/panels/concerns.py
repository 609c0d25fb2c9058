"""Which of the others' turns concern a reader: these are shown even if there isn't room for all turns."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from cogs.panels.turn_lines import TurnLine
from engine import LogLine

CONCERNS = ("draw", "discard", "gain", "trash", "debt", "vp", "reveal")
"""The kinds of lines about changes to someone's cards and tokens."""


def turns_about(entries: Iterable[LogLine], reader: int) -> set[int]:
    """Return the numbers of the turns in which something happened to the seat `reader`. An Attack's late effects count to its
    turn."""
    return {
        entry.turn if entry.late is None else entry.late for entry in entries if entry.seat == reader and entry.kind in CONCERNS
    }


def kept(lines: Sequence[TurnLine], about_reader: Collection[int], most: int) -> list[TurnLine]:
    """Return as many of the lines as there is room for, in their order: first those about the reader, then the newest."""
    ranked = sorted(lines, key=lambda line: (line.turn in about_reader, line.turn), reverse=True)[:most]
    return [line for line in lines if line in ranked]
