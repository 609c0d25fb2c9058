"""What a table does about a move that takes too long, and when the person is back."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal

from engine import Ending
from storage.lateness import LateChoice, Lateness, LateVote, Pace
from storage.models import Proposal, StandIn
from storage.notes import Notice
from tables import absence, gathering, waking
from tables.command import Command
from tables.models import What
from tables.open_seats import open_up
from tables.work import UnitOfWork

MOVES = ("answer", "back")
"""What people do when they come back."""


def pass_limits(work: UnitOfWork) -> None:
    """Do what the table has agreed on about the people whose moves have taken too long, and tell everyone."""
    for late in absence.late(work.table, work.now):
        ends = absence.ends_at(work.table, late.lateness.again or late.waiting_since, work.hours_of(late))
        if ends is None or ends > work.now or work.playing().over:
            continue  # their hours have just changed, and the table is about to be notified
        if not absence.acts(work.table, late):
            continue  # an AI has just begun to play for the only other person there
        agreed = work.table.options.late
        if agreed is not None and agreed != "vote":
            carry_out(work, late.number, agreed)
            continue
        vote = LateVote(at=moment(work, late.number)) if agreed == "vote" else late.lateness.vote
        work.set_seat(late.number, lateness=late.lateness.model_copy(update={"passed": work.now, "vote": vote}))
        if agreed == "vote":
            tell(work, late.number, "vote")


def propose_to_end(work: UnitOfWork) -> None:
    """Propose to end a game that has waited for someone absent for so long that no one may ever come back to it."""
    at = absence.deserted_at(work.table)
    settled = work.table.proposal is not None and work.consented()
    if work.table.phase == "playing" and at is not None and at <= work.now and not settled:
        since = max(seat.waiting_since for seat in work.table.seats if seat.waiting_since is not None)
        work.set(proposal=Proposal(kind="end", by=None, at=work.now, waited=(work.now - since).days, calls=True))


def look_after(work: UnitOfWork) -> None:
    """Do what is due at a table. Pings, and the ends of absences, follow with every commit."""
    work.table = gathering.passed(work.table, work.now)
    pass_limits(work)
    propose_to_end(work)


LOOK_AFTER = Command("due", look_after)


def carry_out(work: UnitOfWork, number: int, what: LateChoice) -> None:
    """Do something about a seat whose move has taken too long."""
    late = work.table.seats[number].lateness.over(what)
    match what:
        case "wait":
            work.set_seat(number, lateness=late.model_copy(update={"again": work.now}))
            tell(work, number, "more-time")
        case "turn" | "until-back":
            stand_in(work, number, what, late)
            tell(work, number, "stand-in")
        case "newcomer":
            work.set_seat(number, lateness=late.model_copy(update={"passed": work.now}))
            open_up(work, number, work.now)
            tell(work, number, "offered")
        case "end":
            work.set_seat(number, lateness=late)
            work.stop(Ending(kind="late", seat=number))


def stand_in(work: UnitOfWork, number: int, what: StandIn, late: Lateness) -> None:
    """Let an AI play for a seat's person. `late`: what is recorded about their late move."""
    turn = work.playing().turn if late.turn is None else late.turn
    work.set_seat(number, lateness=late.model_copy(update={"turn": turn}), stand_in=what)


def moment(work: UnitOfWork, number: int) -> datetime:
    """Return the current time for something that happens to a seat, made unique, since it is a key."""
    return work.now + timedelta(milliseconds=number)


def tell(work: UnitOfWork, number: int, what: Literal["more-time", "stand-in", "offered", "vote"]) -> None:
    """Tell everyone, in their own log, what happens about a seat's late move."""
    for seat in work.table.seats:
        if seat.person is not None:
            who = "" if seat.number == number else work.table.seats[number].name
            work.notes.append(work.note(seat.number, says=Notice(what=what, who=who)))


def count_votes(work: UnitOfWork) -> None:
    """Carry out what the others have decided about moves that take too long."""
    for seat in work.table.seats:
        decided = absence.decided(work.table, seat, work.now)
        if decided is not None and work.table.phase == "playing" and not work.playing().over:
            carry_out(work, seat.number, decided)


def set_pace(work: UnitOfWork, pace: Pace) -> None:
    """Play at a new pace from now on. Moves that the game is waiting for get their full time."""
    work.set(options=work.table.options.model_copy(update={"limit": pace.limit, "late": pace.late}))
    for seat in work.table.seats:
        if seat.waiting_since is not None:
            work.set_seat(seat.number, lateness=seat.lateness.over().model_copy(update={"again": work.now}))


def welcome_back(work: UnitOfWork, what: What) -> None:
    """Stop the AI that plays for the person who acts, and close their seat. If they say that they are back, they are no longer
    away, and their last move no longer counts as late; a move that everyone sees does the same (`end_absence`,
    `UnitOfWork.finish`)."""
    work.moves = what in MOVES
    for seat in work.table.seats:
        if seat.person == work.actor:
            late = seat.lateness
            if work.moves and work.game is not None and late.turn is not None:
                work.played_for = range(late.turn, work.game.turn + (what == "back"))
                late = late.model_copy(update={"turn": None})
            if what == "back" and late.passed is not None:
                late = late.over().model_copy(update={"again": work.now})
            work.set_seat(seat.number, stand_in=None, open=None, lateness=late)
            end_absence(work, unseen=what == "back")


def end_absence(work: UnitOfWork, *, unseen: bool = False) -> None:
    """End the absence of the person who moves, if everyone sees the move: otherwise, it would reveal a move that no one else can
    see."""
    seen = work.game is not None and work.game.mark != work.state.mark
    for seat in work.table.seats:
        away = seat.person == work.actor and waking.away_until(work.hours_of(seat), work.now) is not None
        if work.moves and (seen or unseen) and away:
            work.returned = waking.back(work.hours_of(seat), work.now)
