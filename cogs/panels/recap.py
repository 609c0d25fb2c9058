"""The text above a player's hand: others' turns in a line each, the player's own last move, and what was done in their name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby, pairwise, takewhile

from cogs import text
from cogs.panels.blocks import clip
from cogs.panels.concerns import CONCERNS, kept, turns_about
from cogs.panels.lines import caused, names_of, once, sentence, untold
from cogs.panels.turn_lines import rows, summaries, told, turn_lines
from cogs.text import hand as text_hand
from cogs.text import proposals as text_proposals
from engine import LogLine, log_words
from engine.log_forms import SeatNames
from tables.models import OwnLine, SeatView
from tables.snapshot import is_stop

MOST = 6
"""How many turns have a line: those about the reader, and the newest of the others."""
LONGEST = 160
"""The most letters for the effects of a move."""
EFFECTS = 100
"""The most effects of a move that are looked at: far more than there is room for."""
LEFT_OUT = "…"
"""Stands for effects that don't fit."""
PASSING = ("get", "look", "reveal")
"""Effects that matter less than what becomes of the cards."""
BY_PLAN = ("plan-begins", "plan-through")
UNTOLD = ("shuffle", "undo")
"""What a turn's line leaves out, as it doesn't matter for how the turn went."""


def lately(entries: Sequence[LogLine], seat: int, seats: Sequence[SeatView], *, acted: bool = False, undone: bool = True) -> str:
    """Return what others did since the reader's last turn, a line for each turn, and what a plan or an auto-answer did. Once the
    reader has `acted`, return what their last move did instead, if anything. `undone`: include what has just been undone."""
    now = entries[-1].turn if entries else 0
    started = [at for at, entry in enumerate(entries) if is_own_turn(entry, seat) and entry.turn == now]
    taken_back = [*takewhile(is_undo, reversed(entries))]
    start = started[-1] if started else len(entries) - len(taken_back)
    names = names_of(seats, seat)
    back = [undo_told(entry, seat, names) for entry in reversed(taken_back)] if undone else []
    if acted and (own_move := text.small(back) or last_move(entries[start:], seat, seats, seat)):
        return own_move
    others = [entry for entry in once(entries[:start]) if not (isinstance(entry, OwnLine) or entry.kind in UNTOLD)]
    lines = kept(turn_lines(others, seats, seat, None if started else now), turns_about(others, seat), MOST)
    own = [entry for entry in once(entries) if isinstance(entry, OwnLine) and not in_force(entry)]
    said = [sentence(caused(entry), names) for entry in own[-MOST:]]
    return text.small([*rows(lines), *said, *(at_start(entries[start:], seat, names) if started else ()), *back])


def at_start(entries: Sequence[LogLine], seat: int, names: SeatNames) -> list[str]:
    """Return, in one line, what happened to the reader's own cards as their turn started, and by which card."""
    done = [entry for entry in once(entries) if entry.seat == seat and entry.kind in CONCERNS and not isinstance(entry, OwnLine)]
    now = [entry for entry in done if entry.late is None][:EFFECTS]
    if not now:
        return []
    cards = [untold(entry) for entry in now]
    first = text.safe(log_words.clause(now[0], names, amid=True) + text_hand.aside(cards[0], auto=False))
    rest = [
        clause(entry, seat, names, card if card != last else None)
        for entry, (last, card) in zip(now[1:], pairwise(cards), strict=True)
    ]
    return [clip(text_hand.sentences([first, *rest]), LONGEST)]


def undo_told(entry: LogLine, seat: int, names: SeatNames) -> str:
    """Return what an undo undid. Its player reads the same text as after an undo that needed no consent."""
    return text_proposals.undid_line(entry.undone, names) if entry.seat == seat else sentence(caused(entry), names)


def is_undo(entry: LogLine) -> bool:
    return entry.kind == "undo"


def clause(entry: LogLine, seat: int, names: SeatNames, card: str | None = None) -> str:
    """Return a line as part of a longer one; `seat` plays the turn and isn't named again. `card`: what caused it."""
    said = log_words.deed(entry, names) if entry.seat == seat else log_words.clause(entry, names, amid=True)
    return text.safe(said + text_hand.aside(card, auto=isinstance(entry, OwnLine)))


def last_move(entries: Sequence[LogLine], seat: int, seats: Sequence[SeatView], reader: int | None) -> str:
    """Return what the last move in this turn of `seat` did, by these lines: the card played, or what was bought; and why a plan
    stopped after it."""
    here = [entry for entry in once(entries) if entry.kind not in ("turn", *UNTOLD) and entry.late is None]
    moves = (at for at, entry in enumerate(here) if entry.depth == 0 and entry.seat == seat and not follows(entry))
    at = max(moves, default=None)
    stops = plan_stopped(here[at or 0 :], seat, seats)
    return stops if at is None else "\n".join(filter(None, [one_move(here, at, seat, seats, reader), stops]))


def follows(entry: LogLine) -> bool:
    """Return whether a line isn't about a move, but about what it led to: debt taken for a card, or a plan that stopped."""
    return is_stop(entry) or (entry.kind == "debt" and (entry.amount or 0) > 0)


def one_move(here: Sequence[LogLine], at: int, seat: int, seats: Sequence[SeatView], reader: int | None) -> str:
    """Return what the move in the line `at` did, by the lines after it."""
    names = names_of(seats, reader)
    after = [entry for entry in here[at + 1 :] if not is_own_note(entry) and (entry.kind, entry.seat == seat) != ("draw", False)]
    move = here[at]
    if is_own_note(move):
        return sentence(caused(move), names)
    led, told = list[tuple[str, int]](), [move]
    for entry in after[:EFFECTS]:
        card = untold(entry)
        card = None if card is None or any(each.names(card) or each.by == card for each in told) else card
        matters = 0 if reader not in (entry.seat, entry.other) else 1 if entry.kind in PASSING else 2
        led.append((clause(entry, seat, names, card), matters))
        told.append(entry)
    if move.card is None or move.kind == "buy" or isinstance(move, OwnLine):
        first = clause(move, seat, names)
        return fitting(led, lambda parts: text_hand.sentences([first, *parts]))
    card = move.card
    return fitting(led, lambda parts: text_hand.move_told(card, parts))


def fitting(led: Sequence[tuple[str, int]], told: Callable[[Sequence[str]], str]) -> str:
    """Return these effects as `told`. Each says how much it matters to the reader (0: not at all). If there isn't room for all,
    those that matter least are left out: the last ones of those that don't matter, the first ones of others."""
    order = sorted(range(len(led)), key=lambda at: (led[at][1], at if led[at][1] else -at))
    needed = max((at for at, (_, matters) in enumerate(led) if matters), default=None)
    spare, left_out = [at for at in order if at != needed], set[int]()
    while True:
        shown: list[str] = []
        for out, places in groupby(range(len(led)), key=left_out.__contains__):
            shown += [LEFT_OUT] if out else [led[at][0] for at in places]
        if len(said := told(shown)) <= LONGEST or not spare:
            return clip(said, LONGEST)
        left_out.add(spare.pop(0))


def in_force(entry: OwnLine) -> bool:
    """Return whether a line starts something that the panel or the channel shows as long as it lasts, so that a recap needn't."""
    return entry.says is not None and entry.says.what in ("vote", "offered")


def took_over(since: Sequence[LogLine]) -> bool:
    """Return whether the reader has taken over the seat after its last turn, by the lines since then."""
    return any(said(entry, "seated") for entry in since)


def said(entry: LogLine, what: str) -> bool:
    """Return whether a line tells the reader something about themselves."""
    return isinstance(entry, OwnLine) and entry.says is not None and (entry.says.what, entry.says.who) == (what, "")


def is_own_note(entry: LogLine) -> bool:
    """Return whether a line is the table's own, not the game's."""
    return entry.kind == "standing"


def is_own_turn(entry: LogLine, seat: int) -> bool:
    """Return whether this line starts a turn in which `seat` decides what its own cards do."""
    return entry.kind == "turn" and entry.seat == seat and entry.possessor is None


def passed_unseen(own: Sequence[LogLine], since: Sequence[LogLine], seats: Sequence[SeatView]) -> bool:
    """Return whether a player has hardly seen their last turn's outcome: a plan played it, or only AIs played after it."""
    planned = any(isinstance(entry, OwnLine) and entry.did is not None and entry.did.what in BY_PLAN for entry in own)
    return planned or all(seats[entry.seat or 0].ai is not None for entry in since if entry.kind == "turn")


def own_turn(entries: Sequence[LogLine], seat: int, seats: Sequence[SeatView]) -> str:
    """Return a player's last turn in short, by these lines, and whether a plan or an auto-answer ended it."""
    own = [(at, entry.did) for at, entry in enumerate(entries) if isinstance(entry, OwnLine) and entry.kind == "standing"]
    last, did = own[-1] if own else (0, None)
    acted = any(entry.kind in ("play", "buy") and entry.seat == seat for entry in entries[last:])
    head = text_hand.your_last_turn(None if did is None or acted else did.what)
    if any(said(entry, "stand-in") for entry in entries):
        head = text_hand.LAST_TURN_BY_AI
    done = [entry for entry in entries if entry.kind not in UNTOLD]
    return text.small(told(turn, seats, seat, over=True, head=head) for turn in summaries(done).values())


def in_your_name(entries: Sequence[LogLine], seat: int, seats: Sequence[SeatView]) -> str:
    """Return the turns that an AI played for a player, by all lines since it began, a line each; without a turn of theirs, those of
    others in which something happened to them."""
    lines = turn_lines([entry for entry in once(entries) if entry.kind not in UNTOLD], seats, seat)
    own, about = [each for each in lines if each.seat == seat], turns_about(entries, seat)
    found = own or [each for each in lines if each.turn in about]
    return text.small(rows(found[-MOST:]))


def plan_stopped(entries: Sequence[LogLine], seat: int, seats: Sequence[SeatView]) -> str:
    """Return why a player's plan stopped in their turn, by its lines."""
    return text.small(sentence(caused(entry), names_of(seats, seat)) for entry in entries if is_stop(entry))


def news(entries: Sequence[LogLine], seat: int, seats: Sequence[SeatView]) -> str:
    """Return what was done in someone's name since their last turn, by these later lines, each thing once: nothing that others
    do changes it."""
    own = {entry.turn for entry in entries if is_own_turn(entry, seat)}
    mine = [entry for entry in once(entries) if isinstance(entry, OwnLine) and not in_force(entry)]
    done = [entry for entry in mine if entry.turn not in own or entry.did is None]
    return text.small(dict.fromkeys(sentence(caused(entry), names_of(seats, seat)) for entry in done[-MOST:]))
