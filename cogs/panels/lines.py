"""The log's lines as text: whole, the last of them, and what others did in short."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise, takewhile

from cogs import text, text_board, text_hand
from engine import LogLine, card_facts

INDENT = "\u2003"
UNDER = "↳ "
APART = ("vp", "trash", "resign", "replace", "extra")
"""What is told of a turn beside what was played, bought and gained: what is different afterwards, as all could see."""
NEWS = ("standing", "undo")
OWN = 280
"""How much of one's own turn stands above one's hand: the last few lines."""
BRIEF = 240
"""How much of what others did stands there still, once one has done something."""


def line(entry: LogLine) -> str:
    """One line, indented under its cause; a turn's first line stands out."""
    words = text.safe(entry.text)
    if entry.kind == "turn":
        return f"**{words}**"
    if entry.kind == "mine":
        words = f"**{words}**"
    return f"{INDENT * (entry.depth - 1)}{UNDER}{words}" if entry.depth else words


def lately(
    entries: Sequence[LogLine], seat: int, names: Sequence[str], size: int, *, acted: bool = False, first: bool = False
) -> str:
    """What others did since one's last turn (`first`: one had none yet), a line for each turn, and in brief once one has `acted` in
    one's own; then what happened in that, which may be by itself: by a plan, or what was said in advance."""
    now = entries[-1].turn if entries else 0
    begun = [at for at, entry in enumerate(entries) if entry.kind == "turn" and entry.seat == seat and entry.turn == now]
    start = begun[-1] if begun else len(entries)
    mine, told = so_far(entries[start:]), others(entries[:start], seat, names)
    if not told:
        return mine
    title = text_hand.BEFORE_YOUR_FIRST_TURN if first else text_hand.SINCE_YOUR_TURN
    if acted:
        brief = fit([each.removeprefix(UNDER) for each in told], BRIEF).replace("\n", " ")
        return "\n".join(filter(None, [text.small([f"{title}: {brief}"]), mine]))
    return "\n".join([title, fit(told, size), *([text_hand.IN_THIS_TURN, mine] if mine else [])])


def others(entries: Sequence[LogLine], seat: int, names: Sequence[str]) -> list[str]:
    """Others' turns in short, and in full what happened to `seat` in them. What was still owed when a turn ended is told with
    that turn."""
    starts = [at for at, entry in enumerate(entries) if entry.kind == "turn"]
    told = []
    for start, end in pairwise([*starts, len(entries)]):
        lines = entries[start + 1 : end]
        told.append(in_short(lines, entries[start].seat or 0, seat, names))
        concerns_me = [entry for entry in lines if entry.seat == seat and entry.kind != "shuffle"]
        told += [line(about_me(entry)) for entry in concerns_me]
        told += [line(caused(entry, lines[:at])) for at, entry in enumerate(lines) if entry.kind in APART and entry.seat != seat]
    return told


def caused(entry: LogLine, before: Sequence[LogLine]) -> LogLine:
    """A line by itself, with the card that led to it if it doesn't say so; `before`: the lines of that turn before it."""
    card, depth = None, entry.depth
    for each in reversed(before):
        if each.depth < depth:
            depth = each.depth
            if each.kind == "play":
                card = each.card
                break
    words = entry.text if card is None or card in entry.text else text_hand.by_card(entry.text, card)
    return entry.model_copy(update={"text": words, "depth": 0})


def in_short(entries: Sequence[LogLine], player: int, seat: int, names: Sequence[str]) -> str:
    """What another did in a turn of theirs: what was played but plain Treasures, what was bought, and who gained what; not `seat`,
    whose lines stand below."""
    return text_hand.did(names[player], *summed(entries, player, names, but=seat))


def ended_for_me(entries: Sequence[LogLine], seat: int, names: Sequence[str]) -> str:
    """One's last turn, of which these are the lines, in short, if it came to its end by itself: by a plan, or a standing answer.
    Else one has seen it."""
    last = max((at for at, entry in enumerate(entries) if entry.kind == "standing"), default=None)
    by = text_hand.ENDED_BY.get(entries[last].text) if last is not None else None
    if by is None or any(entry.kind in ("play", "buy") and entry.seat == seat for entry in entries[last:]):
        return ""
    return text_hand.your_last_turn(by, *summed(entries, seat, names, but=seat))


def summed(
    entries: Sequence[LogLine], player: int, names: Sequence[str], *, but: int
) -> tuple[list[str], list[str], list[str], dict[str, list[str]]]:
    """What a player played in a turn, but plain Treasures; what they bought, and gained; and what each other did, `but` one."""

    def named(kind: str, who: int) -> list[str]:
        return counted(entry.card for entry in entries if entry.kind == kind and entry.seat == who and entry.card)

    played = counted(entry.card for entry in entries if entry.kind == "play" and entry.card and acts(entry.card))
    gained = {names[who]: named("gain", who) for who in range(len(names)) if who not in (player, but)}
    return played, named("buy", player), named("gain", player), gained


def counted(cards: Iterable[str]) -> list[str]:
    """Cards with how often each is there, in the order in which they came."""
    return [text.card(name, number) for name, number in Counter(cards).items()]


def acts(card: str) -> bool:
    """Does a card do more than pay?"""
    facts = card_facts(card)
    return facts.types != ("Treasure",) or not facts.plain


def so_far(entries: Sequence[LogLine]) -> str:
    """What has happened in the turn that one plays, the last of it."""
    return fitting([entry for entry in entries if entry.kind != "turn"], OWN)


def news(entries: Sequence[LogLine]) -> str:
    """What the last lines tell somebody who waits: what was done in their name, said to them alone, or taken back."""
    last = list(takewhile(lambda entry: entry.kind in NEWS, reversed(entries)))
    return fitting(last[::-1], OWN)


def about_me(entry: LogLine) -> LogLine:
    """A line that stands out: what others did to the reader."""
    return entry.model_copy(update={"kind": "mine", "depth": 1})


def rooted(entries: Iterable[LogLine]) -> list[LogLine]:
    """The lines, of which those whose cause isn't among them aren't indented."""
    made: list[LogLine] = []
    root: int | None = None
    for entry in entries:
        root = entry.depth if root is None else min(root, entry.depth)
        made.append(entry.model_copy(update={"depth": entry.depth - root}))
    return made


def fitting(entries: Sequence[LogLine], size: int) -> str:
    """The newest lines that fit into so many characters, and how many earlier ones don't."""
    return fit([line(entry) for entry in rooted(entries)], size)


def fit(lines: Sequence[str], size: int) -> str:
    """The last of the lines that fit into so many characters, and how many earlier ones don't."""
    if sum(len(each) + 1 for each in lines) <= size:
        return "\n".join(lines)
    hint = text_board.more_lines(len(lines))
    used, first = 0, len(lines)
    while first and used + len(lines[first - 1]) + 1 <= size - len(hint) - 1:
        first -= 1
        used += len(lines[first]) + 1
    return "\n".join([*([text_board.more_lines(first)] if first else []), *lines[first:]])
