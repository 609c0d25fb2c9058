"""The log's lines as text: whole, the last of them, and what others did in short."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import takewhile

from cogs import text, text_board, text_hand
from engine import LogLine, card_facts
from engine.words import belated, played_as
from tables.models import ByItself, OwnLine

INDENT = "\u2003"
UNDER = "↳ "
APART = ("vp", "trash", "resign", "replace", "extra")
"""What is told of a turn beside what was played, bought and gained: what is different afterwards, as all could see."""
PLANS = ("plan-begins", "plan-through")
"""What a plan says of itself; all else that was said in advance is a standing answer."""
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
        hidden, kept = fit([(depth, each.removeprefix(UNDER)) for depth, each in told], BRIEF)
        brief = text_hand.in_brief(title, kept, text_board.more_lines(hidden) if hidden else "")
        return "\n".join(filter(None, [text.small([brief]), mine]))
    return "\n".join([title, shown(told, size), *([text_hand.IN_THIS_TURN, mine] if mine else [])])


def others(entries: Sequence[LogLine], seat: int, names: Sequence[str]) -> list[tuple[int, str]]:
    """Others' turns in short, and below each (depth 1) in full what happened to `seat` in it. What an Attack did late is told with
    the turn in which it was played."""
    turns: dict[int, list[LogLine]] = {}
    for entry in once(entries):
        if entry.kind == "turn":
            turns[entry.turn] = [entry]
        elif turns:
            turns[entry.late if entry.late in turns else max(turns)].append(entry)
    made = []
    for title, *rest in turns.values():
        made.append((0, in_short(rest, title.seat or 0, seat, names)))
        below = [line(about_me(caused(entry))) for entry in rest if entry.seat == seat and entry.kind != "shuffle"]
        below += [line(caused(entry)) for entry in rest if entry.kind in APART and entry.seat != seat]
        made += [(1, text_hand.times(each, number)) for each, number in Counter(below).items()]
    return made


def once(entries: Iterable[LogLine]) -> list[LogLine]:
    """The lines, of which what somebody said in advance and what that did are one."""
    made: list[LogLine] = []
    said: list[tuple[OwnLine, ByItself]] = []
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


def tells(entry: LogLine, own: OwnLine, did: ByItself) -> bool:
    """Is it a line about what a standing answer did (not what its owner answered instead while that could be changed)?"""
    if entry.seat != own.seat or own.turn not in (entry.turn, entry.late):
        return False
    if did.what == "treasures":
        return entry.kind == "play"
    if did.what == "reveal":
        return entry.kind == "reveal" and did.cards == (entry.card,)
    return did.what == entry.kind == "discard" and bool(did.cards) and sorted(did.cards) == sorted(entry.cards)


def by_answer(entry: LogLine, did: ByItself) -> str:
    """A line about what a standing answer did, with that, and with whose card led to it."""
    if entry.late is None and did.owner is not None and entry.by is not None:
        return text_hand.by_standing_answer(belated(entry.text, did.owner, entry.by))
    return text_hand.by_standing_answer(with_card(entry).text)


def caused(entry: LogLine) -> LogLine:
    """A line by itself, with the card that led to it if it doesn't say so."""
    return with_card(entry).model_copy(update={"depth": 0})


def with_card(entry: LogLine) -> LogLine:
    """A line with the card whose text it is about."""
    if entry.by is None or entry.by in entry.text:
        return entry
    return entry.model_copy(update={"text": text_hand.by_card(entry.text, entry.by)})


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


def titled(entries: Iterable[LogLine]) -> list[LogLine]:
    """A turn's lines with its title first; below it comes what an earlier turn's Attack still did when it was to begin."""
    return sorted(entries, key=lambda entry: entry.kind not in ("start", "turn"))


def in_short(entries: Sequence[LogLine], player: int, seat: int, names: Sequence[str]) -> str:
    """What another did in a turn of theirs: what was played but plain Treasures, what was bought, and who gained what; not `seat`,
    whose lines stand below."""
    return text_hand.did(names[player], *summed(entries, player, names, but=seat))


def ended_for_me(entries: Sequence[LogLine], seat: int, names: Sequence[str]) -> str:
    """One's last turn, of which these are the lines, in short, if it came to its end by itself: by a plan, or a standing answer.
    Else one has seen it."""
    own = [(at, entry.did) for at, entry in enumerate(entries) if isinstance(entry, OwnLine) and entry.kind == "standing"]
    last, did = own[-1] if own else (0, None)
    by = text_hand.ENDED_BY.get(did.what) if did is not None else None
    if by is None or any(entry.kind in ("play", "buy") and entry.seat == seat for entry in entries[last:]):
        return ""
    return text_hand.your_last_turn(by, *summed(entries, seat, names, but=seat))


def summed(
    entries: Sequence[LogLine], player: int, names: Sequence[str], *, but: int
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


def so_far(entries: Sequence[LogLine]) -> str:
    """What has happened in the turn that one plays, the last of it."""
    return fitting([entry for entry in entries if entry.kind != "turn"], OWN)


def news(entries: Sequence[LogLine], seat: int) -> str:
    """What there is to tell somebody who waits, of the lines since their last turn: what was done in their name since, and, while
    these are the last, what was said to them alone, or taken back."""
    lines = once(entries)
    own = {entry.turn for entry in lines if entry.kind == "turn" and entry.seat == seat}
    last = len(list(takewhile(is_news, reversed(lines))))
    kept = [entry for entry in lines[: len(lines) - last] if by_itself(entry) and entry.turn not in own]
    return shown([(0, line(caused(entry))) for entry in [*kept, *lines[len(lines) - last :]]], OWN)


def is_news(entry: LogLine) -> bool:
    """Is a line for its reader alone, or about what was taken back?"""
    return isinstance(entry, OwnLine) or entry.kind == "undo"


def by_itself(entry: LogLine) -> bool:
    """Is a line about what a standing answer did?"""
    return isinstance(entry, OwnLine) and entry.did is not None and entry.did.what not in PLANS


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
    return shown([(entry.depth, line(entry)) for entry in rooted(folded(told(entries)))], size)


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


def shown(lines: Sequence[tuple[int, str]], size: int) -> str:
    """As much of the lines as fits into so many characters, and how many earlier ones don't."""
    hidden, kept = fit(lines, size)
    return "\n".join([*([text.small([text_board.more_lines(hidden)])] if hidden else []), *kept])


def fit(lines: Sequence[tuple[int, str]], size: int) -> tuple[int, list[str]]:
    """How many of the lines (each with its depth) don't fit into so many characters, and the others: the last ones, and those under
    which they stand."""

    def letters(some: Iterable[str]) -> int:
        return sum(len(each) + 1 for each in some)

    every = [each for _, each in lines]
    if letters(every) <= size:
        return 0, every
    room = size - len(text.small([text_board.more_lines(len(lines))])) - 1
    first = len(lines)
    while first and letters(every[first - 1 :]) <= room:
        first -= 1
    while first < len(lines) and letters([*heads(lines, first), *every[first:]]) > room:
        first += 1
    kept = [*heads(lines, first), *every[first:]]
    return len(lines) - len(kept), kept


def heads(lines: Sequence[tuple[int, str]], at: int) -> list[str]:
    """The lines under which one stands."""
    made: list[str] = []
    depth = lines[at][0] if at < len(lines) else 0
    for above, head in reversed(lines[:at]):
        if above < depth:
            depth = above
            made.insert(0, head)
    return made
