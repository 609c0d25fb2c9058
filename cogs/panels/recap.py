"""What one is told above one's hand: what others did since one's last turn, and what was done in one's own name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import ceil

from cogs import text
from cogs.panels.lines import UNDER, Told, arranged, caused, fit, letters, line, once, shown
from cogs.text import hand as text_hand
from engine import LogLine, card_facts
from engine.words import played_as
from tables.models import OwnLine

APART = ("vp", "debt", "trash", "resign", "replace", "extra")
"""What is told of a turn beside what was played, bought and gained: what is different afterwards, as all could see."""
UNTOLD = ("shuffle", "undo")
"""What isn't told of others' turns: it changes nothing of how they went."""
PLANS = ("plan-begins", "plan-through")
"""What a plan says of itself; all else that was said in advance is a standing answer."""
WIDTH, SMALL_WIDTH = 38, 52
"""How many letters a line of a phone's window takes, and of small print."""
SMALL = 5 / 6
"""How high small print is."""
ROOM = 8
"""How many of a phone's lines all this may take: with the hand's picture and what can be done, that fills the window."""
OWN, BEGUN = 5, 6
"""How many of them the turn that one plays may take, and as long as one hasn't done anything in it oneself."""
LEAST = 2
"""How many others' turns may take all the same."""
BRIEF = 150
"""How many letters of what others did stand there still, once one has done something."""
SHORTER = (None, 4, 1)
"""How many different cards are named of what somebody played, the more there is to tell: all, or so many; in the end it isn't told
either who else gained what."""


def rows(line: str) -> float:
    """How many of a phone's lines a line takes."""
    small, seen = text.small([""]), len(line.replace("*", ""))
    return ceil((seen - len(small)) / SMALL_WIDTH) * SMALL if line.startswith(small) else ceil(seen / WIDTH)


def lately(entries: Sequence[LogLine], seat: int, names: Sequence[str], *, acted: bool = False, first: bool = False) -> str:
    """What others did since one's last turn (`first`: one had none yet), a line for each turn, and in brief once one has `acted` in
    one's own; then what happened in that, which may be by itself: by a plan, or what was said in advance."""
    now = entries[-1].turn if entries else 0
    begun = [at for at, entry in enumerate(entries) if is_own_turn(entry, seat) and entry.turn == now]
    start = begun[-1] if begun else len(entries)
    mine, told = so_far(entries[start:], seat, OWN if acted else BEGUN), others(entries[:start], seat, names)
    if not told:
        return mine
    title = text_hand.BEFORE_YOUR_FIRST_TURN if first else text_hand.SINCE_YOUR_TURN
    if acted:
        hidden, kept = fit([each._replace(text=each.text.removeprefix(UNDER)) for each in told], BRIEF, letters)
        brief = text_hand.in_brief(title, kept, hidden)
        return "\n".join(filter(None, [text.small([brief]), mine]))
    below = [text_hand.IN_THIS_TURN, *mine.splitlines()] if mine else []
    room = max(ROOM - sum(map(rows, below)), LEAST)
    for most in SHORTER:  # what happened to the reader stands out, and stays
        told = others(entries[:start], seat, names, most)
        hidden, kept = fit([each if each.mine else each._replace(text=text.small([each.text])) for each in told], room, rows)
        if not hidden:
            break
    return "\n".join([text_hand.recap(title, hidden), *kept, *below])


def others(entries: Sequence[LogLine], seat: int, names: Sequence[str], most: int | None = None) -> list[Told]:
    """Others' turns in short, and below each (depth 1) in full what happened to `seat` in it. What an Attack did late is told with
    the turn in which it was played. `most`: see `SHORTER`."""
    turns: dict[int, list[LogLine]] = {}
    for entry in once(entries):
        if entry.kind == "turn":
            turns[entry.turn] = [entry]
        elif turns:
            turns[entry.late if entry.late in turns else max(turns)].append(entry)
    made = []
    for title, *rest in turns.values():
        rest = [entry for entry in rest if entry.kind not in UNTOLD]
        if title.possessor is not None:
            owner = title.seat or 0
            by = None if title.possessor == seat else names[title.possessor]
            whose = None if owner == seat else names[owner]
            made.append(Told(0, text_hand.possessed_turn(by, whose, *summed(rest, owner, names, but=None)), mine=owner == seat))
            continue
        made.append(Told(0, in_short(rest, title.seat or 0, seat, names, most)))
        below = [(line(about_me(caused(entry))), True) for entry in rest if entry.seat == seat]
        below += [(line(caused(entry)), False) for entry in rest if entry.kind in APART and entry.seat != seat]
        made += [Told(1, text_hand.times(each, number), mine) for (each, mine), number in Counter(below).items()]
    return made


def is_own_turn(entry: LogLine, seat: int) -> bool:
    """Does a turn begin with this line in which `seat` decides what its own cards do?"""
    return entry.kind == "turn" and entry.seat == seat and entry.possessor is None


def in_short(entries: Sequence[LogLine], player: int, seat: int, names: Sequence[str], most: int | None) -> str:
    """What another did in a turn of theirs: what was played but plain Treasures, what was bought, and who gained what; not `seat`,
    whose lines stand below."""
    played, bought, gained, also = summed(entries, player, names, but=seat)
    if most is not None and len(played) > most + 1:
        played = [*played[:most], text_hand.more(len(played) - most)]
    if most == SHORTER[-1]:
        also = {}
    return text_hand.did(names[player], played, bought, gained, also)


def about_me(entry: LogLine) -> LogLine:
    """A line that stands out: what others did to the reader."""
    return entry.model_copy(update={"kind": "mine", "depth": 1})


def so_far(entries: Sequence[LogLine], seat: int | None, room: float = OWN) -> str:
    """What has happened in the turn that `seat` plays: what the reader alone is told, and the last of the rest; what others did in
    small print. What came of Attacks of earlier turns meanwhile is left to the Log, but what happened to that seat."""
    here = [entry for entry in entries if entry.kind != "turn" and (entry.late is None or entry.seat == seat)]
    told = []
    for entry in arranged(here):
        words = line(entry) if entry.seat in (seat, None) else text.small([line(entry)])
        told.append(Told(entry.depth, words, mine=isinstance(entry, OwnLine)))
    return shown(told, room, rows, text_hand.more_lines)


def ended_for_me(entries: Sequence[LogLine], seat: int, names: Sequence[str]) -> str:
    """One's last turn, of which these are the lines, in short, if it came to its end by itself: by a plan, or a standing answer.
    Else one has seen it."""
    own = [(at, entry.did) for at, entry in enumerate(entries) if isinstance(entry, OwnLine) and entry.kind == "standing"]
    last, did = own[-1] if own else (0, None)
    if (
        did is None
        or did.what not in text_hand.ENDED_BY
        or any(entry.kind in ("play", "buy") and entry.seat == seat for entry in entries[last:])
    ):
        return ""
    return text_hand.your_last_turn(did.what, *summed(entries, seat, names, but=seat))


def summed(
    entries: Sequence[LogLine], player: int, names: Sequence[str], *, but: int | None
) -> tuple[list[str], list[str], list[str], dict[str, list[str]]]:
    """What a player played in a turn, but plain Treasures; what they bought, and gained; and what each other did, `but` one."""

    def named(kind: str, who: int) -> list[str]:
        return counted(entry.card for entry in entries if entry.kind == kind and entry.seat == who and entry.card)

    played = counted(plays(entries))
    gained = {names[who]: named("gain", who) for who in range(len(names)) if who not in (player, but)}
    return played, named("buy", player), named("gain", player), gained


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
    """What there is to tell someone who waits, of the lines since their last turn: what was done in their name, and said to them
    alone. Others' moves change nothing of that."""
    lines = once(entries)
    own = {entry.turn for entry in lines if is_own_turn(entry, seat)}
    kept = [entry for entry in lines if isinstance(entry, OwnLine) and entry.turn not in own]
    return shown([Told(0, line(caused(entry))) for entry in kept], OWN, rows, text_hand.more_lines)


def by_itself(entry: LogLine) -> bool:
    """Is a line about what a standing answer did?"""
    return isinstance(entry, OwnLine) and entry.did is not None and entry.did.what not in PLANS
