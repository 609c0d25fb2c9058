"""Proposals that need the consent of all players. There is one at a time, and AI seats agree to everything."""

from __future__ import annotations

from datetime import datetime, timedelta

from engine import Ending, EngineError
from storage.models import Table
from storage.notes import Notice
from tables import undo
from tables.checks import (
    involves,
    is_outsiders_proposal,
    must_be_host,
    must_be_playing,
    must_be_uninvolved,
    must_still_be_asked,
    player_of,
    plays,
)
from tables.command import REPEATED, Transition, command
from tables.commands.play import mind_hint_beside_undo
from tables.errors import GameOver, MovedOn, NoProposal, NothingToUndo, NotSeated, ProposalThere
from tables.models import Proposal, UndoCost, UndoTo, plays_alone
from tables.work import UnitOfWork

ASK_AGAIN = timedelta(days=1)
"""How long other outsiders have to wait once one has asked for a seat."""
PING_AGAIN = timedelta(hours=1)
"""For how long after an unsuccessful proposal a player's next one pings no one."""


@command("end")
async def end(work: UnitOfWork, *, force: bool = False) -> Transition | None:
    """Close the table, as its host, in the lobby or when the game is paused. In the game: propose, or agree, to end it; it ends
    when everyone still playing has agreed. `force` (for people who can manage the server) ends it without asking, unless they play
    or have played in it. Raise NotSeated, NotHost, Involved, GameOver, ProposalThere."""
    table = work.table
    if table.phase == "over":
        raise GameOver("again")
    if table.phase != "playing":
        must_be_host(table, work.person, force and (table.phase == "lobby" or not involves(table, work.person)))
        work.set(phase="over", ended=work.now, proposal=None)
        return None
    if force:
        must_be_uninvolved(table, work.person)
        work.stop(Ending(kind="manager"))
        return None
    if table.proposal is None or table.proposal.kind != "end":
        player_of(table, work.person)
        propose(work, Proposal(kind="end", by=work.person, at=work.now))
    return await agree_to_proposal(work)


@command("offer")
async def propose_undo(work: UnitOfWork, to: UndoTo, *, mark: int) -> Transition | None:
    """Propose an undo of what `undo_costs` named (`mark` is its field); the others agree or decline, and a move in the meantime
    that makes it outdated withdraws it. If no one else has to be asked, undo immediately. Raise NothingToUndo, MovedOn,
    ProposalThere, NotSeated, NotStarted, GameOver, TablePaused."""
    must_be_playing(work.table)
    seat = player_of(work.table, work.person)
    found = {loss.to: loss for loss in await undo_costs(work, seat.number)}
    if any(loss.mark != mark for loss in found.values()):
        raise MovedOn("undo")
    if to not in found:
        raise NothingToUndo(elsewhere=True)
    loss = found[to]
    propose(work, Proposal(kind="undo", by=work.person, at=work.now, loss=loss))
    return await agree_to_proposal(work)


@command("undo")
async def undo_turn(work: UnitOfWork, *, shown: int | None = None) -> None:
    """Undo the player's turn back to its start, or their last turn, if no one else has to be asked. `shown`: only while their
    panel still shows this decision (0: none). Raise NothingToUndo, MovedOn, NotSeated, NotStarted, GameOver, TablePaused."""
    must_be_playing(work.table)
    seat = player_of(work.table, work.person)
    must_still_be_asked(work.playing(), seat.number, shown)
    loss = undo.to_turn_start(await undo_costs(work, seat.number), seat.number)
    if loss is None or not plays_alone(work.table.seats, work.person):
        raise NothingToUndo
    mind_hint_beside_undo(work, seat.number)
    await undo_to(work, seat.number, loss.back_to, turns=loss.seat == seat.number)


@command("offer")
async def agree(work: UnitOfWork, *, number: int | None = None) -> Transition | None:
    """Agree to the proposal (`number`: only to that one), as a player or as its newcomer; once everyone has, it is carried out.
    Raise NotSeated, NoProposal."""
    must_be_playing(work.table)
    must_be_asked(work)
    must_be_proposed(work, number)
    return await agree_to_proposal(work)


@command("offer")
def decline(work: UnitOfWork, *, number: int | None = None) -> None:
    """Decline the proposal (`number`: only that one), as a player or as its newcomer; the game goes on. This is also how its
    proposer withdraws it. Raise NotSeated, NoProposal."""
    must_be_playing(work.table)
    proposal = work.table.proposal
    if proposal is None or proposal.by != work.person:
        must_be_asked(work)
    must_be_proposed(work, number)
    if proposal is None:
        raise NoProposal("decline")
    if proposal.by != work.person:
        work.answered(proposal, Notice(what="declined", who=name_of(work.table, work.person), proposal=proposal.kind))
    refused = work.playing().rounds_without_gain if proposal.kind == "end" else work.table.quiet_refused
    work.set(proposal=None, quiet_refused=refused)
    if proposal.ends_wait:
        keep_waiting(work)


def keep_waiting(work: UnitOfWork) -> None:
    """Wait for the same moves as long again before the bot proposes to end the game."""
    for seat in work.table.seats:
        if seat.waiting_since is not None:
            work.set_seat(seat.number, lateness=seat.lateness.model_copy(update={"kept": work.now}))


async def undo_costs(work: UnitOfWork, seat: int) -> tuple[UndoCost, ...]:
    """Return the points that `seat` can ask to go back to, no earlier than its last turn."""
    while not undo.reaches_far_enough(work.playing(), seat) and await work.reach_back():
        pass
    return undo.losses(work.playing(), work.state.by, seat)


async def agree_to_proposal(work: UnitOfWork) -> Transition | None:
    """Agree to the proposal. Raise NoProposal, NotSeated."""
    proposal = work.table.proposal
    if proposal is None:
        raise NoProposal("agree")
    new = proposal.newcomer
    if new is not None and new.person == work.person:
        if new.willing:
            return REPEATED
        work.set(proposal=proposal.model_copy(update={"newcomer": new.model_copy(update={"willing": True})}))
        return None
    seat = player_of(work.table, work.person)
    if seat.number not in proposal.agreed:
        work.set(proposal=proposal.model_copy(update={"agreed": (*proposal.agreed, seat.number)}))
    elif not work.consented():
        return REPEATED
    await undo_if_agreed(work)
    return None


async def undo_if_agreed(work: UnitOfWork) -> None:
    """Undo to the point in the proposal if everyone still in the game has agreed. (Others are carried out automatically.)"""
    proposal = work.table.proposal
    if proposal is None or proposal.loss is None or not work.consented():
        return
    loss, asked = proposal.loss, len(work.asked()) > 1
    work.granted()
    seat = next(each.number for each in work.table.seats if each.person == proposal.by)
    await undo_to(work, seat, loss.back_to, turns=loss.to != "move")
    if asked:
        work.answered(proposal)


async def undo_to(work: UnitOfWork, seat: int, back_to: int, *, turns: bool) -> None:
    """Undo everything since the journal entry `back_to`, for `seat` (`turns`: whole turns). Raise NothingToUndo."""
    while work.playing().journal_start > back_to and await work.reach_back():
        pass
    try:
        await work.undo(seat, sum(answer.entry >= back_to for answer in work.playing().answers), turns=turns)
    except EngineError as error:
        raise NothingToUndo(reason=error.reason) from error


def propose(work: UnitOfWork, proposal: Proposal) -> None:
    """Make a proposal. A player's replaces one by someone who doesn't play, or the bot's to end a game in which no one moves. Those
    who are asked are pinged, unless this person has recently pinged them for something they didn't agree to. Raise NotSeated,
    ProposalThere."""
    pings, asked = asked_again(work.table, work.person, work.now)
    there = work.table.proposal
    gives_way = there is None or there.ends_wait or is_outsiders_proposal(work.table, there)
    if there is not None and (is_outsiders_proposal(work.table, proposal) or not gives_way):
        raise ProposalThere(there.kind)
    work.set(proposal=proposal.model_copy(update={"calls": pings}), asked=asked)


def asked_again(table: Table, person: int, now: datetime) -> tuple[bool, dict[int, datetime]]:
    """Return whether this proposal pings those who are asked, and the people who recently asked without success. Players can ask as
    often as they like, but only ping people now and then; outsiders can't ask more often than that. Raise NotSeated."""
    lately = {asker: at for asker, at in table.asked.items() if now - at < ASK_AGAIN}
    if not plays(table, person) and any(not plays(table, asker) for asker in lately):
        raise NotSeated("asked-lately")
    pings = person not in lately or now - lately[person] >= PING_AGAIN
    return pings, {**lately, person: now} if pings else lately


def must_be_asked(work: UnitOfWork) -> None:
    """Raise NotSeated unless this person has a say: they play, or would take over a seat."""
    proposal = work.table.proposal
    if proposal is None or proposal.newcomer is None or proposal.newcomer.person != work.person:
        player_of(work.table, work.person)


def must_be_proposed(work: UnitOfWork, number: int | None) -> None:
    """Raise NoProposal if the proposal isn't the one that the person has read."""
    proposal = work.table.proposal
    if number is not None and proposal is not None and proposal.number != number:
        raise NoProposal(instead=proposal.kind)


def name_of(table: Table, person: int) -> str:
    """Return the name of someone who is asked: their seat's, or the newcomer's own."""
    named = {seat.person: seat.name for seat in table.seats}
    newcomer = table.proposal.newcomer if table.proposal is not None else None
    return named.get(person, newcomer.name if newcomer is not None else "")
