"""Substitutes for players in a game in progress."""

from __future__ import annotations

from engine.ai import AI_NAMES
from storage.leaving import was_deleted
from storage.models import Table
from tables import lobby
from tables.absence import another_is_there
from tables.checks import must_be_let_in, must_be_playing, must_be_uninvolved, player_of, plays
from tables.command import Transition, command
from tables.commands.consent import agree_to_proposal, propose, undo_if_agreed
from tables.errors import AlreadySeated, Involved, NotHost, TooFewPlayers
from tables.limits import stand_in
from tables.models import Newcomer, Person, Proposal
from tables.open_seats import must_not_know_another_hand, played_seat
from tables.state import ABSENT_AFTER
from tables.work import UnitOfWork


@command("offer")
async def replace(work: UnitOfWork, seat: int, newcomer: Person | str, *, force: bool = False) -> Transition | None:
    """Propose that a newcomer takes over a seat: a person, or an AI (its style). Players can propose anyone; others can only
    propose themselves, once a day for all of them together, and not at a private table; players can still make other proposals. All
    players agree or decline, including the seat's holder and the newcomer: no one loses their seat, or shows their hand, against
    their will, unless the game has waited for them very long. `force` (for people who can manage the server) does it without
    asking, but not for themselves, nor in a game that they play or have played in (or might have, before their data were deleted).
    Raise NoSuchSeat, AlreadySeated, KnowsHand, NotHost, NotSeated, NotInvited, Involved, UnknownStyle, TooFewPlayers,
    ProposalThere, NotStarted, GameOver, TablePaused."""
    new = taking_over(work.table, work.person, seat, newcomer, force)
    if force:
        work.replace(new)
        await undo_if_agreed(work)
        return None
    propose_about_seat(work, Proposal(kind="replace", by=work.person, at=work.now, newcomer=new))
    return await agree_to_proposal(work) if plays(work.table, work.person) else None


def propose_about_seat(work: UnitOfWork, proposal: Proposal) -> None:
    """Make a proposal about a seat, and note whether its holder isn't asked, because the game has waited for them very long. Raise
    NotSeated, ProposalThere."""
    propose(work, proposal)
    made, number = work.table.proposal, proposal.newcomer.seat if proposal.newcomer is not None else 0
    if made is not None and work.table.seats[number].person is not None and number not in {each.number for each in work.asked()}:
        work.set(proposal=made.model_copy(update={"waited": ABSENT_AFTER.days}))


def taking_over(table: Table, person: int, number: int, newcomer: Person | str, force: bool) -> Newcomer:
    """Return the newcomer for a seat. Raise NotStarted, GameOver, TablePaused, NoSuchSeat, AlreadySeated, KnowsHand, NotHost,
    NotSeated, NotInvited, Involved, UnknownStyle, TooFewPlayers."""
    must_be_playing(table)
    if force:
        must_be_uninvolved(table, person)
        if any(map(was_deleted, table.seats)):
            raise Involved(unknown=True)
    played_seat(table, number)
    names = [seat.name for seat in table.seats]
    if isinstance(newcomer, str):
        lobby.check_style(newcomer)
        if not force:
            player_of(table, person)
        if all(seat.person is None for seat in table.seats if seat.number != number):
            raise TooFewPlayers(last_person=True)
        return Newcomer(seat=number, name=next((name for name in AI_NAMES if name not in names), names[number]), ai=newcomer)
    if force and newcomer.id == person:
        raise Involved(seat=True)
    playing = plays(table, person) or force
    if not playing and newcomer.id != person:
        raise NotHost(why="for-others")
    if not playing:
        must_be_let_in(table, person)
    if any(seat.person == newcomer.id for seat in table.seats):
        raise AlreadySeated(newcomer.name)
    must_not_know_another_hand(table, newcomer.id, number, newcomer.name if newcomer.id != person else None)
    return Newcomer(seat=number, name=newcomer.name, person=newcomer.id, willing=newcomer.id == person)


@command("seats")
def let_ai_play(work: UnitOfWork) -> None:
    """Let an AI play for the person who asks, until they do something. Raise TooFewPlayers, NotSeated, NotStarted, GameOver,
    TablePaused."""
    must_be_playing(work.table)
    seat = player_of(work.table, work.person)
    if not another_is_there(work.table, seat.number):
        raise TooFewPlayers(last_person=True)
    stand_in(work, seat.number, "until-back", seat.lateness.over())


@command("back")
def come_back(work: UnitOfWork) -> None:
    """Play on in person: the AI stops playing for someone who acts. Raise NotSeated, NotStarted, GameOver, TablePaused."""
    must_be_playing(work.table)
    player_of(work.table, work.person)
