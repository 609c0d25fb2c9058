"""The log's lines as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cogs import text, text_board, text_hand
from engine import LogLine

INDENT = "\u2003"
TAKEN = ("buy", "gain")
"""What takes a card from its pile."""
OWN = 280
"""How much of one's own turn stands above one's hand: the last few lines."""


def line(entry: LogLine) -> str:
    """One line, indented under its cause; a turn's first line stands out."""
    words = text.safe(entry.text)
    if entry.kind == "turn":
        return f"**{words}**"
    if entry.kind == "mine":
        words = f"**{words}**"
    return f"{INDENT * (entry.depth - 1)}↳ {words}" if entry.depth else words


def lately(entries: Sequence[LogLine], seat: int, size: int) -> str:
    """What others did since one's last turn: what happened to oneself stands out, and what left the piles is summed up. Once one
    has acted in one's own turn, what happened in that."""
    now = entries[-1].turn if entries else 0
    own = {entry.turn for entry in entries if entry.kind == "turn" and entry.seat == seat and entry.turn == now}
    mine = [entry for entry in entries if entry.turn in own]
    others = [entry for entry in entries if entry.turn not in own]
    if len(mine) > 1 or not others:
        return so_far(mine)
    taken = Counter(entry.card for entry in others if entry.seat != seat and entry.kind in TAKEN and entry.card)
    told = [text_hand.taken([text.card(name, number) for name, number in taken.most_common()])] if taken else []
    body = fitting([about_me(entry) if entry.seat == seat else entry for entry in others], size)
    return "\n".join([text_hand.SINCE_YOUR_TURN, body, *told])


def so_far(entries: Sequence[LogLine]) -> str:
    """What has happened in the turn that one plays, the last of it."""
    return fitting([entry for entry in entries if entry.kind != "turn"], OWN)


def about_me(entry: LogLine) -> LogLine:
    """A line that stands out: what others did to the reader."""
    return entry.model_copy(update={"kind": "mine"})


def fitting(entries: Sequence[LogLine], size: int) -> str:
    """The newest lines that fit into so many characters, and how many earlier ones don't."""
    lines = [line(entry) for entry in entries]
    hint = text_board.more_lines(len(lines))
    used, first = 0, len(lines)
    while first and used + len(lines[first - 1]) + 1 <= size - len(hint) - 1:
        first -= 1
        used += len(lines[first]) + 1
    if first:
        lines = [text_board.more_lines(first), *lines[first:]]
    return "\n".join(lines)
