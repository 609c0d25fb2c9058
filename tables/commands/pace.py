"""Moves that take too long: voting on what happens, warning the other player and claiming the win; and changing the pace."""

from __future__ import annotations

from engine import Ending
from tables import absence
from tables.checks import must_be_playing, must_fit, player_of
from tables.command import REPEATED, Transition, command
from tables.commands.consent import agree_to_proposal, propose
from tables.errors import CannotVote, NoClaim, NoSuchOption
from tables.models import LateChoice, Pace, Proposal
from tables.work import UnitOfWork


@command("vote")
def vote(work: UnitOfWork, number: int, choice: LateChoice) -> Transition | None:
    """Vote on what happens about a late move, in the vote with that number, or change your vote. Once it is decided, it is carried
    out. Raise CannotVote, NotSeated, NotStarted, GameOver, TablePaused."""
    must_be_playing(work.table)
    own = player_of(work.table, work.person)
    seat = next((each for each in work.table.seats if each.lateness.voting and each.lateness.voting.number == number), None)
    if seat is None or seat.lateness.voting is None:
        raise CannotVote("over")
    if own.number not in {each.number for each in absence.voters(work.table, seat)}:
        raise CannotVote("own" if own.number == seat.number else "late")
    there = seat.lateness.voting
    if there.votes.get(own.number) == choice:
        return REPEATED
    changed = must_fit(there.model_copy(update={"votes": {**there.votes, own.number: choice}}))
    work.set_seat(seat.number, lateness=seat.lateness.model_copy(update={"vote": changed}))
    return None


@command("claim")
def warn(work: UnitOfWork) -> Transition | None:
    """Warn the only other player, whose time is up: this person can claim the win unless the other moves in time. Raise NoClaim,
    NotSeated, NotStarted, GameOver, TablePaused."""
    late = work.table.seats[late_rival(work)]
    if late.lateness.warned is not None:
        return REPEATED
    claim = absence.claim_at(work.table, work.now, work.hours_of(late))
    work.set_seat(late.number, lateness=late.lateness.model_copy(update={"warned": work.now, "claim": claim}))
    work.ping_again.add(late.number)
    return None


@command("claim")
def claim(work: UnitOfWork) -> None:
    """Claim the win, since the only other player was warned and hasn't moved: they lose as if they had resigned. Raise NoClaim,
    NotSeated, NotStarted, GameOver, TablePaused."""
    late = work.table.seats[late_rival(work)]
    since = absence.claim_at(work.table, late.lateness.warned, work.hours_of(late))
    if since is None:
        raise NoClaim
    if since > work.now:
        raise NoClaim(since)
    work.resign(late.number, Ending(kind="claimed", seat=player_of(work.table, work.person).number))


def late_rival(work: UnitOfWork) -> int:
    """Return the seat of the only other player, whose time is up. Raise NoClaim, NotSeated, NotStarted, GameOver, TablePaused."""
    must_be_playing(work.table)
    late = absence.claimable(work.table, player_of(work.table, work.person).number)
    if late is None:
        raise NoClaim
    return late.number


@command("offer")
async def propose_pace(work: UnitOfWork, pace: Pace) -> Transition | None:
    """Propose to play at a new pace from now on. Raise NoSuchOption, ProposalThere, NotSeated, NotStarted, GameOver,
    TablePaused."""
    must_be_playing(work.table)
    player_of(work.table, work.person)
    options = work.table.options
    if must_fit(pace) == Pace(limit=options.limit, late=options.late):
        raise NoSuchOption
    propose(work, Proposal(kind="pace", by=work.person, at=work.now, pace=pace))
    return await agree_to_proposal(work)
