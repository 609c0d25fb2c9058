"""What could be taken back with everyone's consent, and what would be lost by it. Pure."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from operator import attrgetter

from engine import Game, LogEntry, View
from storage.models import By, Seat, UndoCost, UndoTo
from tables import words

COMES_OUT = frozenset({"draw", "look", "reveal", "shuffle"})
"""The kinds of log lines that say what came out of a deck or a hand."""
UNSAID = frozenset({"turn", "phase", "get", "vp", "gather", "move", "undo"})
"""Those that only say what followed by itself, or is taken back already."""
MOST_DONE, MOST_SHOWN = 5, 3
"""So many lines of either are kept with what would be lost."""


def losses(game: Game, by: Mapping[int, By], seat: int) -> tuple[UndoCost, ...]:
    """The points in the game as far as it is in memory to which `seat` could ask to go back, latest first, with what would be
    lost. Not those that need no consent, nor those since which no one has seen a move, nor those at which an AI would do the same
    again, nor any before a resignation."""
    answers = game.answers
    owners, own_turns = owners_of_turns(game), turns_before(game, seat)
    moves = [answer.entry for answer in answers if answer.seat == seat and by.get(answer.entry) == "person"]
    points: dict[UndoTo, int | None] = {
        "move": moves[-1] if moves else None,
        "turn": next((answer.entry for answer in answers if answer.turn == game.turn), None),
        "my-turn": next((answer.entry for answer in answers if own_turns and answer.turn == own_turns[-1]), None),
    }
    found: dict[int, UndoCost] = {}
    for to, back_to in points.items():
        if back_to is None or by.get(back_to) == "ai" or back_to in found:
            continue
        start = bisect_left(answers, back_to, key=attrgetter("entry"))
        lost = answers[start:]
        left = any(entry.kind in ("resign", "stop") for entry in game.journal if entry.number >= back_to)
        if left or len(lost) <= game.undoable(seat):
            continue
        public = game.seen(start)
        if not public:
            continue
        turn = lost[0].turn
        since = [line for line in game.log if line.number >= lost[0].line and line.kind not in UNSAID]
        done = told(line for line in since if line.kind not in COMES_OUT)
        shown = told(line for line in since if line.kind in COMES_OUT)
        found[back_to] = UndoCost(
            to=to,
            turn=turn,
            seat=owners.get(turn) or 0,
            back_to=back_to,
            upto=game.journal_start + len(game.journal),
            mark=game.mark,
            moves=dict(Counter(answer.seat for answer in public)),
            hidden=lost[0].secrets != game.secrets,
            done=done[:MOST_DONE],
            shown=shown[:MOST_SHOWN],
            left_out=(len(done[MOST_DONE:]), len(shown[MOST_SHOWN:])),
        )
    return tuple(sorted(found.values(), key=lambda loss: -loss.back_to))


def to_turn_start(found: Sequence[UndoCost], seat: int) -> UndoCost | None:
    """Return which of the points found takes a seat back to the start of its turn: of this one or, before its first move in it, of
    its last one. Without either, the latest point; None if there is none."""
    own = [loss for loss in found if loss.seat == seat]
    latest = max((loss.turn for loss in own), default=None)
    of_turn = [loss for loss in own if loss.turn == latest]
    return min(of_turn, key=lambda loss: loss.back_to) if of_turn else next(iter(found), None)


def owners_of_turns(game: Game) -> dict[int, int | None]:
    """Return whose turn each was, of those in memory."""
    return {line.turn: line.seat for line in game.log if line.kind == "turn"}


def turns_before(game: Game, seat: int) -> list[int]:
    """Return `seat`'s turns before this one, by each answer in memory that was given in them."""
    owners = owners_of_turns(game)
    return [answer.turn for answer in game.answers if answer.turn < game.turn and owners.get(answer.turn) == seat]


def reaches_far_enough(game: Game, seat: int) -> bool:
    """Return whether nothing in the past beyond what is in memory could matter to `losses`: the seat's last turn is there, or
    something that can't be taken back."""
    return is_barred(game) or bool(turns_before(game, seat))


def is_barred(game: Game) -> bool:
    """Return whether anything in memory can't be taken back, and so nothing before it either."""
    return any(entry.kind in ("resign", "stop") for entry in game.journal)


def told(lines: Iterable[LogEntry]) -> tuple[tuple[str, int], ...]:
    """What everybody reads of these, in order; the same several times in a row once, with how often."""
    return tuple((text, len(list(alike))) for text, alike in groupby(line.text for line in lines))


def last_move(game: Game, by: Mapping[int, By], seat: int, *, free: bool) -> tuple[str, ...]:
    """What `seat` answered last by itself, in the option's ids; `free`: what it takes back with one undo (standing answers alone,
    if there is nothing else), () if it may take nothing back."""
    answers = game.answers
    allowed = answers[len(answers) - game.undoable(seat) :]
    within = allowed if free else answers
    own = [each for each in within if each.seat == seat and by.get(each.entry) == "person"]
    last = own[-1] if own else next(iter(allowed), None)
    found = next((entry for entry in reversed(game.journal) if last is not None and entry.number == last.entry), None)
    return () if found is None else tuple(found.ids)


def askable(game: Game, by: Mapping[int, By], seat: int, view: View) -> bool:
    """Return whether there is a point to which `seat` could ask to go back, by its own view. What is not in memory isn't read for
    that: there it is enough to have had a turn."""
    beyond = game.journal_start > 0 and not is_barred(game)
    return bool(losses(game, by, seat)) or (beyond and view.players[seat].turns_taken > 0)


def described(loss: UndoCost, name: str, seats: Sequence[Seat]) -> str:
    """The offer in words: who asks, and what will be lost."""
    moves = {seats[seat].name: count for seat, count in sorted(loss.moves.items())}
    return words.asks_to_go_back(name, loss.to, seats[loss.seat].name, moves, loss.hidden)
