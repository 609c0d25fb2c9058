"""What stands above one's hand: others' turns in a line each, what one's own last move did, and what was done in one's own name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import takewhile

from cogs import text
from cogs.panels.blocks import clip
from cogs.panels.lines import caused, line, once
from cogs.text import hand as text_hand
from engine import LogLine, card_facts
from engine.words import played_as
from tables.models import OwnLine

MOST = 6
"""So many turns have a line, the newest of them."""
LONGEST = 160
"""So many letters of what a move did are told."""
APART = ("vp", "debt", "trash", "resign", "replace", "extra")
"""What is told of a turn beside what was played, bought and gained: what is different afterwards, as all could see."""
TO_ME = ("discard", "gain", "trash", "reveal", "topdeck", "take", "vp", "debt")
"""What is told of what happened to the reader in others' turns."""
UNTOLD = ("shuffle", "undo")
"""What isn't told of a turn: it changes nothing of how it went."""
PLANS = ("plan-begins", "plan-through")
"""What a plan says of itself; all else that was said in advance is an auto-answer."""


def lately(entries: Sequence[LogLine], seat: int, names: Sequence[str], *, acted: bool = False) -> str:
    """What others did since one's last turn, a line for each turn, and what happened in one's own by itself: by a plan, or an
    auto-answer. Once one has `acted`, what the last move did instead."""
    now = entries[-1].turn if entries else 0
    started = [at for at, entry in enumerate(entries) if is_own_turn(entry, seat) and entry.turn == now]
    start = started[-1] if started else len(entries)
    mine = entries[start:]
    undone = [line(entry) for entry in reversed([*takewhile(is_undo, reversed(entries))])]
    if acted:
        return text.small(undone) or last_move(mine, seat, names)
    own = [line(caused(entry)) for entry in once(mine) if isinstance(entry, OwnLine)]
    return text.small([*others(entries[:start], seat, names)[-MOST:], *own, *undone])


def is_undo(entry: LogLine) -> bool:
    """Is a line about what was undone?"""
    return entry.kind == "undo"


def others(entries: Sequence[LogLine], seat: int, names: Sequence[str]) -> list[str]:
    """Others' turns, a line each. What an Attack did late is told with the turn in which it was played."""
    turns: dict[int, list[LogLine]] = {}
    for entry in once(entries):
        if entry.kind == "turn":
            turns[entry.turn] = [entry]
        elif turns:
            turns[entry.late if entry.late in turns else max(turns)].append(entry)
    made = []
    for title, *rest in turns.values():
        owner = title.seat or 0
        told = in_short(rest, owner, seat, names)
        if title.possessor is None:
            made.append(text_hand.turn_in_short(names[owner], told))
        else:
            by = None if title.possessor == seat else names[title.possessor]
            made.append(text_hand.possessed_in_short(by, None if owner == seat else names[owner], told))
    return made


def in_short(entries: Sequence[LogLine], player: int, seat: int, names: Sequence[str]) -> str:
    """What was played in a turn but plain Treasures, what was bought, and what else is different afterwards, as `seat` reads it."""
    told = [entry for entry in entries if entry.kind not in UNTOLD]
    bought = counted(entry.card for entry in told if entry.kind == "buy" and entry.card)
    gained = counted(entry.card for entry in told if entry.kind == "gain" and entry.seat == player and entry.card)
    also = [*([text_hand.gains(gained)] if gained else []), *others_gain(told, player, seat, names)]
    also += [clause(entry, seat, names, player) for entry in told if is_apart(entry, player, seat)]
    return text_hand.turn_told(counted(plays(told)), bought, [text_hand.times(each, n) for each, n in Counter(also).items()])


def others_gain(entries: Sequence[LogLine], player: int, seat: int, names: Sequence[str]) -> list[str]:
    """What was gained by those who neither play the turn nor read this; those together who gained the same."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for who in range(len(names)):
        if who not in (player, seat):
            cards = counted(entry.card for entry in entries if entry.kind == "gain" and entry.seat == who and entry.card)
            alike.setdefault(tuple(cards), []).append(names[who])
    return [text_hand.others_gain(who, cards) for cards, who in alike.items() if cards]


def is_apart(entry: LogLine, player: int, seat: int) -> bool:
    """Is a line told by itself: what happened to the reader in another's turn, or what is different afterwards?"""
    if entry.seat == seat != player:
        return entry.kind in TO_ME or isinstance(entry, OwnLine)
    return entry.kind in APART


def clause(entry: LogLine, seat: int, names: Sequence[str], player: int) -> str:
    """A line as a part of a longer one: without the name of who plays the turn, and with "you" for its reader."""
    if isinstance(entry, OwnLine):
        return entry.text.removesuffix(".")
    if entry.seat == seat != player:
        what = text.gathered(entry.cards) if entry.kind == "discard" else entry.card
        if what and entry.kind in text_hand.YOU:
            return text_hand.YOU[entry.kind].format(what)
    words = entry.text.removesuffix(".")
    own = names[player] + " "
    return text.safe(words.removeprefix(own))


def last_move(entries: Sequence[LogLine], seat: int, names: Sequence[str]) -> str:
    """What the last move of this turn did, of which these are the lines: the card that was played, or what was bought."""
    here = [entry for entry in once(entries) if entry.kind not in ("turn", *UNTOLD) and entry.late is None]
    at = max((at for at, entry in enumerate(here) if entry.depth == 0 and entry.seat == seat), default=None)
    if at is None:
        return ""
    move, led = here[at], [clause(entry, seat, names, seat) for entry in here[at + 1 :]]
    if isinstance(move, OwnLine) or move.card is None:
        return clip(text.safe(text_hand.sentences([clause(move, seat, names, seat), *led])), LONGEST)
    return clip(text_hand.move_told(move.kind, move.card, led), LONGEST)


def is_own_turn(entry: LogLine, seat: int) -> bool:
    """Does a turn start with this line in which `seat` decides what its own cards do?"""
    return entry.kind == "turn" and entry.seat == seat and entry.possessor is None


def ended_for_me(entries: Sequence[LogLine], seat: int, names: Sequence[str]) -> str:
    """One's last turn, of which these are the lines, in short, if it came to its end by itself: by a plan, or an auto-answer. Else
    one has seen it."""
    own = [(at, entry.did) for at, entry in enumerate(entries) if isinstance(entry, OwnLine) and entry.kind == "standing"]
    last, did = own[-1] if own else (0, None)
    if (
        did is None
        or did.what not in text_hand.ENDED_BY
        or any(entry.kind in ("play", "buy") and entry.seat == seat for entry in entries[last:])
    ):
        return ""
    return text.small([text_hand.your_last_turn(did.what, in_short(entries, seat, seat, names))])


def plays(entries: Iterable[LogLine]) -> list[str]:
    """The cards that were played, but plain Treasures; with what each was played as."""
    made: list[str] = []
    for entry in entries:
        if entry.kind == "play" and entry.card and acts(entry.card):
            made.append(entry.card)
        elif entry.kind == "become" and entry.card and made:
            made[-1] = played_as(made[-1], entry.card)
    return made


def counted(cards: Iterable[str]) -> list[str]:
    """Cards with how often each is there, in the order in which they came."""
    return [text.card(name, number) for name, number in Counter(cards).items()]


def acts(card: str) -> bool:
    """Does a card do more than pay?"""
    facts = card_facts(card)
    return facts.types != ("Treasure",) or not facts.plain


def news(entries: Sequence[LogLine], seat: int) -> str:
    """What was done in somebody's name since their last turn, of which these are the later lines: nothing that others do changes
    it."""
    own = {entry.turn for entry in entries if is_own_turn(entry, seat)}
    told = [entry for entry in once(entries) if isinstance(entry, OwnLine) and (entry.turn not in own or entry.did is None)]
    return text.small(line(caused(entry)) for entry in told[-MOST:])
