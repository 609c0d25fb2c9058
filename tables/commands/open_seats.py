"""Seats that the players offer to anyone, and that someone takes over."""

from __future__ import annotations

from tables.checks import must_be_playing, player_of
from tables.command import REPEATED, Transition, command
from tables.commands.consent import agree_to_proposal
from tables.commands.seats import propose_about_seat
from tables.models import Newcomer, Person, Proposal
from tables.open_seats import open_seat, played_seat
from tables.quotas import must_have_room
from tables.work import UnitOfWork


@command("offer")
async def propose_open_seat(work: UnitOfWork, number: int) -> Transition | None:
    """Propose, as a player, that anyone can take over a seat. Once all have agreed (its holder only if the game hasn't waited for
    them very long), it stays open until someone takes it, its holder does something, or a player closes it.
    Raise NoSuchSeat, NotSeated, ProposalThere, NotStarted, GameOver, TablePaused."""
    must_be_playing(work.table)
    player_of(work.table, work.person)
    if played_seat(work.table, number).open is not None:
        return REPEATED
    propose_about_seat(work, Proposal(kind="open", by=work.person, at=work.now, newcomer=Newcomer(seat=number, name="")))
    return await agree_to_proposal(work)


@command("seats")
async def take_seat(work: UnitOfWork, person: Person, number: int, opening: int) -> Transition | None:
    """Take over the seat that was opened under the number `opening`. If two people try, the first gets it. Raise TooMany,
    NoSuchSeat, SeatClosed, AlreadySeated, NotInvited, KnowsHand, NotStarted, GameOver, TablePaused."""
    seats = work.table.seats
    if 0 <= number < len(seats) and seats[number].person == person.id:
        return REPEATED
    open_seat(work.table, person.id, number, opening)
    await must_have_room(work.sources.store, work.sources.quotas, person.id)
    work.replace(Newcomer(seat=number, name=person.name, person=person.id), opening)
    return None


@command("seats")
def close_seat(work: UnitOfWork, number: int) -> None:
    """Close an open seat, as a player. Raise NoSuchSeat, NotSeated, NotStarted, GameOver, TablePaused."""
    must_be_playing(work.table)
    player_of(work.table, work.person)
    played_seat(work.table, number)
    work.set_seat(number, open=None)
