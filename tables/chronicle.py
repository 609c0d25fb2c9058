"""The record of a finished game, worked out from the stored table and the log that everyone reads: plain data in and out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from engine import Ending, LogEntry, LogLine
from engine.card import CARDS
from engine.events import Moment
from engine.mechanisms import Zone
from storage.models import Change, Place, Seat, Table
from storage.records import TOLD, Chronicle, GameRecord, Moves, SeatRecord, Uncounted

FINISHED = ("piles", "last-player", "resigned", "claimed")
"""The endings of games that are played out or given up: giving up counts as losing. All other endings stop a game early."""
OPENING = 2
"""How many of a seat's first turns are its opening."""
LEAST = 2
"""How many turns everyone must have had before a game that is given up counts."""
STOOD_IN = 4
"""A game still counts if an AI makes at most one in this many of a person's moves, and the person is back for the last one."""


def record(table: Table, chronicle: Chronicle) -> GameRecord | None:
    """Return what is kept about a finished game; None if its result isn't known, or if it was a what-if. It holds no names, and
    nothing that isn't public at the end."""
    result, started, ended = table.result, table.started, table.ended
    if table.phase != "over" or result is None or started is None or ended is None or table.options.what_if is not None:
        return None
    gains = Gains(chronicle.lines)
    kingdom = table.options.kingdom.model_copy(update={"seed": None, "request": None})
    seats = tuple(
        SeatRecord(
            seat=score.seat,
            person=seat.person,
            ai=seat.ai,
            former=former(seat),
            place=score.rank,
            points=score.points,
            turns=score.turns_taken,
            resigned=seat.resigned,
            deck={card.name: card.count for card in score.deck},
            opening=tuple(sorted(gains.opening[score.seat].elements())),
            gained=dict(sorted(gains.all[score.seat].items())),
        )
        for score in sorted(result.scores, key=lambda score: score.seat)
        for seat in (table.seats[score.seat],)
    )
    return GameRecord(
        id=table.id,
        server=table.place.guild,
        private=table.options.private or is_direct(table.place),
        started=started,
        ended=ended,
        ending=unworded(result.ending),
        turns=max((line.turn for line in chronicle.lines), default=sum(seat.turns for seat in seats)),
        kingdom=kingdom,
        sets=tuple(sorted({CARDS[name].set for name in kingdom.names if name in CARDS})),
        seats=seats,
        uncounted=uncounted(table, result.ending, seats, chronicle),
    )


def at_end(stored: Chronicle, change: Change) -> GameRecord | None:
    """Return the record of a game that ends with a change, given what was stored about it before."""
    cuts = [change.log_cut, *(entry.public.number for entry in change.log[:1])]
    until = min((number for number in cuts if number is not None), default=None)
    before = (line for line in stored.lines if until is None or line.number < until)
    made = ((each.entry, each.by == "ai") for each in change.entries)
    moves = (Moves(entry.seat, by_ai, 1, entry.number) for entry, by_ai in made if entry.seat is not None)
    return record(change.table, Chronicle((*before, *told(change.log)), (*stored.moves, *moves)))


def told(log: Iterable[LogEntry]) -> tuple[LogLine, ...]:
    """Return the lines that a record needs, as everyone reads them."""
    return tuple(entry.public for entry in log if entry.public.kind in TOLD)


def former(seat: Seat) -> tuple[int, ...]:
    """Return the people who had a seat earlier, as far as they are known."""
    before = seat.taken_over.former if seat.taken_over is not None else ()
    return tuple(person for person in before if person and person != seat.person)


def is_direct(place: Place) -> bool:
    """Return whether only one person sees a place: their direct messages."""
    return place.guild is None


def unworded(ending: Ending) -> Ending:
    """Return why a game ended, without an older version's sentence, which might name people."""
    return Ending(kind="worded") if ending.kind == "worded" else ending


def uncounted(table: Table, ending: Ending, seats: Iterable[SeatRecord], chronicle: Chronicle) -> Uncounted | None:
    """Return why a game doesn't count; None if the people who started it played it to its end, or gave it up themselves. An AI that
    stood in for a few moves makes no difference."""
    if any(seat.taken_over is not None for seat in table.seats):
        return "substitute"
    if any(seat.ai is None and stood_in(chronicle, seat.number) for seat in table.seats):
        return "stand-in"
    if ending.kind not in FINISHED:
        return "unknown" if ending.kind == "worded" else "stopped"
    if ending.kind != "piles" and min(seat.turns for seat in seats) < LEAST:
        return "short"
    return None


def stood_in(chronicle: Chronicle, seat: int) -> bool:
    """Return whether an AI finished the game for a person, or played more than a few moves of it."""
    moves = sorted((each for each in chronicle.moves if each.seat == seat), key=lambda each: each.last)
    by_ai = sum(each.made for each in moves if each.by_ai)
    return bool(moves) and (moves[-1].by_ai or STOOD_IN * by_ai > sum(each.made for each in moves))


class Gain(NamedTuple):
    """A card gained by a seat, the line about it, and the title line of its turn."""

    line: LogLine
    seat: int
    card: str
    turn: LogLine | None


def gained(lines: Iterable[LogLine]) -> list[Gain]:
    """Return everything that was gained, according to the log. A line about a buy means a gain, too, unless another line does, or
    someone else gains the card."""
    made: list[Gain] = []
    turn: LogLine | None = None
    buys: int | None = None
    replaces = False
    for line in lines:
        if line.seat is None:
            continue
        if line.kind == "reveal":
            replaces = len(line.cards) == 1 and replaces_gains(line.cards[0])
            continue
        if line.kind == "turn":
            turn, buys = line, None
        elif line.kind == "buy":
            buys = None
            if line.card is not None and not (turn is not None and turn.possessor is not None) and is_card(line.card):
                buys = len(made)
                made.append(Gain(line, line.seat, line.card, turn))
        elif line.kind == "gain":
            if buys is not None and made[buys].seat == line.seat and (line.bought or replaces):
                del made[buys]
                buys = None
            if line.card is not None:
                made.append(Gain(line, line.seat, line.card, turn))
        replaces = False
    return made


class Gains:
    """How often each seat gained each card: in `all`, and on its first turns (`opening`)."""

    def __init__(self, lines: Iterable[LogLine]) -> None:
        self.all: dict[int, Counter[str]] = {seat: Counter() for seat in range(6)}
        self.opening: dict[int, Counter[str]] = {seat: Counter() for seat in range(6)}
        for _, seat, card, turn in gained(lines):
            self.all[seat][card] += 1
            if turn is not None and turn.seat == seat and turn.amount is not None and turn.amount <= OPENING:
                self.opening[seat][card] += 1


def replaces_gains(name: str) -> bool:
    """Return whether revealing this card replaces one gain with another."""
    return name in CARDS and any((each.moment, each.zone) == (Moment.WOULD_GAIN, Zone.HAND) for each in CARDS[name].abilities)


def is_card(name: str) -> bool:
    """Return whether something for sale is a card that its buyer gains."""
    return name not in CARDS or CARDS[name].landscape is None
