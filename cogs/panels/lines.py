"""The log's lines as text."""

from __future__ import annotations

from collections.abc import Sequence

from cogs import text
from engine import LogLine

INDENT = "\u2003"


def line(entry: LogLine) -> str:
    """One line, indented under its cause; a turn's first line stands out."""
    words = text.safe(entry.text)
    if entry.kind == "turn":
        return f"**{words}**"
    return f"{INDENT * (entry.depth - 1)}↳ {words}" if entry.depth else words


def fitting(entries: Sequence[LogLine], size: int) -> str:
    """The newest lines that fit into so many characters, and how many earlier ones don't."""
    lines = [line(entry) for entry in entries]
    hint = text.more_lines(len(lines))
    used, first = 0, len(lines)
    while first and used + len(lines[first - 1]) + 1 <= size - len(hint) - 1:
        first -= 1
        used += len(lines[first]) + 1
    if first:
        lines = [text.more_lines(first), *lines[first:]]
    return "\n".join(lines)
