"""What a finished game adds to the statistics, as plain data: a record in, figures out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import permutations
from typing import Literal

from engine.card import CARDS
from storage.records import Figures, GameRecord, SeatRecord, Subject, added, key_of, kingdom_key

TallyKind = Literal["finished", "seats", "opening", "having", "against", "versus", "ahead"]
Tally = tuple[str, TallyKind, str]
"""A subject, what is counted about it, and for which item: a card, the cards of an opening, or another player."""
JOINT = " + "


def cards_in(record: GameRecord) -> set[str]:
    """Return the cards by which a game can be found: those of its kingdom, and any others that were gained, except basic ones."""
    gained = {card for seat in record.seats for card in seat.gained}
    return {*record.kingdom.names, *(card for card in gained if card not in CARDS or not CARDS[card].basic)}


def tallies(record: GameRecord) -> dict[Tally, Figures]:
    """Return what a record adds to the statistics. There are none for people whose data were deleted."""
    found: dict[Tally, list[Figures]] = defaultdict(list)
    everyone = [Subject("kingdom", kingdom_key(record.kingdom)).key]
    if record.server is not None:
        everyone.append(Subject("server", record.server).key)
    cards = {card: Subject("card", card).key for card in cards_in(record)}
    players = {key_of(seat.player) for seat in record.seats if seat.player is not None}
    for subject in (*everyone, *cards.values(), *players):
        found[subject, "finished", ""].append(Figures(games=1))
    for seat in record.seats if record.uncounted is None else ():
        own = record.figures_of(seat)
        theirs = {card for other in record.seats if other.seat != seat.seat for card in other.gained}
        subjects = [*everyone, *([key_of(seat.player)] if seat.player is not None else [])]
        for kind, item in items(seat, theirs):
            for subject in subjects if kind != "against" else subjects[len(everyone) :]:
                found[subject, kind, item].append(own)
            for card in about(kind, item, cards):
                found[cards[card], kind, item].append(own)
    for tally, figures in compared(record) if record.uncounted is None else ():
        found[tally].append(figures)
    return {tally: added(figures) for tally, figures in found.items()}


def items(seat: SeatRecord, theirs: set[str]) -> Iterator[tuple[TallyKind, str]]:
    """Yield everything that a seat's result is counted under."""
    yield "seats", ""
    if seat.opening:
        yield "opening", JOINT.join(seat.opening)
    yield from (("having", card) for card in seat.gained)
    yield from (("against", card) for card in theirs)


def compared(record: GameRecord) -> Iterator[tuple[Tally, Figures]]:
    """Yield how each player did against each other one."""
    keys = {seat.seat: key_of(seat.player) for seat in record.seats if seat.player is not None}
    for seat, other in permutations(record.seats, 2):
        mine, theirs = keys.get(seat.seat), keys.get(other.seat)
        if mine is not None and theirs is not None and mine != theirs:
            yield (mine, "versus", theirs), record.figures_of(seat)
            if seat.place < other.place:
                yield (mine, "ahead", theirs), Figures(games=1)


def about(kind: TallyKind, item: str, cards: dict[str, str]) -> Iterator[str]:
    """Yield the cards that a counted thing is about."""
    if kind == "seats":
        yield from cards
    else:
        yield from (card for card in dict.fromkeys(item.split(JOINT)) if card in cards)
