"""What could be undone with everyone's consent, and at what cost. Pure."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, takewhile
from operator import attrgetter

from engine import Game, LogLine, View
from engine.game import GivenAnswer
from engine.log import alone
from storage.models import By, UndoCost, UndoTo

COMES_OUT = frozenset({"draw", "look", "reveal", "shuffle"})
"""The kinds of log lines about things revealed from a deck or a hand."""
UNSAID = frozenset({"turn", "phase", "get", "vp", "gather", "move", "undo"})
"""Those about things that only followed automatically, or have already been undone."""
MOST_DONE, MOST_SHOWN = 5, 3
"""How many lines of either kind the cost of an undo includes."""


def losses(game: Game, by: Mapping[int, By], seat: int) -> tuple[UndoCost, ...]:
    """Return the points in memory that `seat` could ask to go back to, latest first, with their costs. Leave out points that need
    no consent, points after which no one has seen a move, points at which an AI would just do the same again, and any before a
    resignation."""
    found = [_loss(game, to, begin, start) for to, begin, start in _points(game, by, seat)]
    return tuple(sorted(found, key=lambda loss: -loss.back_to))


def _points(game: Game, by: Mapping[int, By], seat: int) -> Iterator[tuple[UndoTo, int, int]]:
    """Yield these points, each with the positions of the first answer that would be lost, and of the first one that everyone has
    seen. Points are told apart by the latter, so that a request says nothing of a move that no one saw."""
    answers, free, found = game.answers, game.undoable(seat), set[int]()
    own = next(turns_before(game, seat), None)
    points: list[tuple[UndoTo, int | None]] = [
        ("move", next((at for at in reversed(range(len(answers))) if is_own(answers[at], by, seat) and game.is_seen(at)), None)),
        ("turn", turn_begins(game, game.turn)),
        ("my-turn", None if own is None else turn_begins(game, own)),
    ]
    for to, begin in points:
        start = next((at for at in range(begin, len(answers)) if game.is_seen(at)), None) if begin is not None else None
        if begin is None or start is None or start in found or len(answers) - start <= free:
            continue
        since = answers[start].line if to == "move" else _first_line(game, answers[start].turn)
        if by.get(answers[start].entry) != "ai" and not is_barred(game, since):
            found.add(start)
            yield to, begin, start


def turn_begins(game: Game, turn: int) -> int | None:
    """Return the position of the first answer that going back to a turn's start undoes. Answers still owed from the turn before
    stay, and with them what no one saw before the last of these: undoing it as well would show that it was there."""
    answers, begun = game.answers, bisect_left(game.answers, turn, key=attrgetter("turn"))
    there = takewhile(lambda at: answers[at].turn == turn, range(begun, len(answers)))
    first = next((at for at in there if not answers[at].owed and game.is_seen(at)), None)
    while first is not None and first > begun and not answers[first - 1].owed and not game.is_seen(first - 1):
        first -= 1
    return first


def to_turn_start(found: Sequence[UndoCost], seat: int) -> UndoCost | None:
    """Return the point that takes a seat back to the start of its turn: of this one, or before its first move in it, of its last
    one. Without either, return the latest point; None if there is none."""
    own = [loss for loss in found if loss.seat == seat]
    latest = max((loss.turn for loss in own), default=None)
    of_turn = [loss for loss in own if loss.turn == latest]
    return min(of_turn, key=lambda loss: loss.back_to) if of_turn else next(iter(found), None)


def undoable(game: Game, by: Mapping[int, By], seat: int) -> int:
    """Return how many answers a seat can undo freely, without the question it was spared as its turn started: on its own, that is
    nothing to undo."""
    answers = game.answers
    start = len(answers) - game.undoable(seat)
    while start < len(answers) and (answers[start].seat != seat or by.get(answers[start].entry) == "table"):
        start += 1
    return len(answers) - start


def is_own(answer: GivenAnswer, by: Mapping[int, By], seat: int) -> bool:
    """Return whether a seat's person has given an answer themselves."""
    return answer.seat == seat and by.get(answer.entry) == "person"


def _loss(game: Game, to: UndoTo, begin: int, start: int) -> UndoCost:
    """Return what is lost by going back to before the answer at `begin`; everyone has seen those from `start` on."""
    first = game.answers[start]
    log = (entry.public for entry in game.log)
    since = [line for line in log if line.number >= first.line and line.kind not in UNSAID]
    done = told(line for line in since if line.kind not in COMES_OUT)
    shown = told(line for line in since if line.kind in COMES_OUT)
    return UndoCost(
        to=to,
        turn=first.turn,
        seat=first.current,
        back_to=game.answers[begin].entry,
        upto=game.journal_start + len(game.journal),
        mark=game.mark,
        moves=dict(Counter(answer.seat for answer in game.seen(start))),
        hidden=first.secrets != game.secrets,
        done=done[:MOST_DONE],
        shown=shown[:MOST_SHOWN],
        left_out=(len(done[MOST_DONE:]), len(shown[MOST_SHOWN:])),
        move=game.deed(game.answers[begin]) if to == "move" else None,
    )


def turns_before(game: Game, seat: int) -> Iterator[int]:
    """Yield the turn of each answer in memory that was given in an earlier turn of `seat`'s, the latest first."""
    return (answer.turn for answer in reversed(game.answers) if answer.turn < game.turn and answer.current == seat)


def reaches_far_enough(game: Game, seat: int) -> bool:
    """Return whether nothing older than what is in memory could matter to `losses`: memory has the seat's last turn, or something
    that can't be undone."""
    return is_barred(game) or next(turns_before(game, seat), None) is not None


def is_barred(game: Game, since: int = 0) -> bool:
    """Return whether any line in memory from that number on is about something that can't be undone, so nothing before it can be
    either. Everyone reads these lines, while entries would reveal whether a move that no one saw came first."""
    for entry in reversed(game.log):
        if entry.public.number < since:
            return False
        if entry.public.kind in ("resign", "over"):
            return True
    return False


def _first_line(game: Game, turn: int) -> int:
    """Return the number of the first line about that turn."""
    return game.log[bisect_left(game.log, turn, key=lambda entry: entry.public.turn)].public.number


def told(lines: Iterable[LogLine]) -> tuple[tuple[LogLine, int], ...]:
    """Return these lines in order; repeated ones are listed once, with their number."""
    return tuple((line, len(list(alike))) for line, alike in groupby(alone(line) for line in lines))


def last_move(game: Game, by: Mapping[int, By], seat: int, *, free: bool, made: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return `seat`'s own last answer that everyone has seen, in the option's ids; `free`: what one undo would undo, seen or not
    (only auto-answers, if there is nothing else), () if it can't undo anything. `made`: the last move of a row whose rest waits."""
    answers = game.answers
    first = len(answers) - undoable(game, by, seat)

    def ids_of(at: int) -> tuple[str, ...]:
        return next((entry.ids for entry in reversed(game.journal) if entry.number == answers[at].entry), ())

    own = (at for at in reversed(range(first if free else 0, len(answers))) if is_own(answers[at], by, seat))
    there = (at for at in own if (made in ((), ids_of(at)) if free else game.is_seen(at)))
    at = next(there, first)
    return ids_of(at) if at < len(answers) else ()


def askable(game: Game, by: Mapping[int, By], seat: int, view: View) -> bool:
    """Return whether `seat` could ask to go back to some point, by its own view. This doesn't read anything older than what is in
    memory: having had a turn is enough."""
    beyond = game.journal_start > 0 and not is_barred(game)
    if beyond and view.players[seat].turns_taken > 0:
        return True
    return next(_points(game, by, seat), None) is not None
