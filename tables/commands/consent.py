"""Proposals that need the consent of all players. There is one at a time, and AI seats agree to everything."""

from __future__ import annotations

from datetime import datetime, timedelta

from engine import Ending, EngineError
from storage.models import Table
from storage.notes import Notice
from tables import undo
from tables.checks import (
    involves,
    is_outsiders_offer,
    must_be_host,
    must_be_playing,
    must_be_uninvolved,
    must_still_be_asked,
    player_of,
    plays,
)
from tables.command import REPEATED, Transition, command
from tables.errors import GameOver, MovedOn, NoOffer, NothingToUndo, NotSeated, OfferThere
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
    or have played in it. Raise NotSeated, NotHost, Involved, GameOver, OfferThere."""
    table = work.table
    if table.phase == "over":
        raise GameOver("again")
    if table.phase != "playing":
        must_be_host(table, work.person, force and (table.phase == "lobby" or not involves(table, work.person)))
        work.set(phase="over", ended=work.now, offer=None)
        return None
    if force:
        must_be_uninvolved(table, work.person)
        work.stop(Ending(kind="manager"))
        return None
    if table.offer is None or table.offer.kind != "end":
        player_of(table, work.person)
        propose(work, Proposal(kind="end", by=work.person, at=work.now))
    return await agree_to_offer(work)


@command("offer")
async def offer_undo(work: UnitOfWork, to: UndoTo, *, mark: int) -> Transition | None:
    """Propose an undo of what `undo_costs` named (`mark` is its field); the others agree or decline, and a move in the meantime
    that makes it outdated withdraws it. If no one else has to be asked, undo immediately. Raise NothingToUndo, MovedOn, OfferThere,
    NotSeated, NotStarted, GameOver, TablePaused."""
    must_be_playing(work.table)
    seat = player_of(work.table, work.person)
    found = {loss.to: loss for loss in await undo_costs(work, seat.number)}
    if any(loss.mark != mark for loss in found.values()):
        raise MovedOn("undo")
    if to not in found:
        raise NothingToUndo(elsewhere=True)
    loss = found[to]
    propose(work, Proposal(kind="undo", by=work.person, at=work.now, loss=loss))
    return await agree_to_offer(work)


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
    await undo_to(work, seat.number, loss.back_to, turns=loss.seat == seat.number)


@command("offer")
async def agree(work: UnitOfWork, *, number: int | None = None) -> Transition | None:
    """Agree to the offer (`number`: only to that one), as a player or as its newcomer; once everyone has, it is carried out. Raise
    NotSeated, NoOffer."""
    must_be_playing(work.table)
    must_be_asked(work)
    must_be_on_offer(work, number)
    return await agree_to_offer(work)


@command("offer")
def decline(work: UnitOfWork, *, number: int | None = None) -> None:
    """Decline the offer (`number`: only that one), as a player or as its newcomer; the game goes on. This is also how its proposer
    withdraws it. Raise NotSeated, NoOffer."""
    must_be_playing(work.table)
    offer = work.table.offer
    if offer is None or offer.by != work.person:
        must_be_asked(work)
    must_be_on_offer(work, number)
    if offer is None:
        raise NoOffer("decline")
    if offer.by != work.person:
        work.answered(offer, Notice(what="declined", who=name_of(work.table, work.person), offer=offer.kind))
    refused = work.playing().rounds_without_gain if offer.kind == "end" else work.table.quiet_refused
    work.set(offer=None, quiet_refused=refused)


async def undo_costs(work: UnitOfWork, seat: int) -> tuple[UndoCost, ...]:
    """Return the points that `seat` can ask to go back to, no earlier than its last turn."""
    while not undo.reaches_far_enough(work.playing(), seat) and await work.reach_back():
        pass
    return undo.losses(work.playing(), work.state.by, seat)


async def agree_to_offer(work: UnitOfWork) -> Transition | None:
    """Agree to the offer. Raise NoOffer, NotSeated."""
    offer = work.table.offer
    if offer is None:
        raise NoOffer("agree")
    new = offer.newcomer
    if new is not None and new.person == work.person:
        if new.willing:
            return REPEATED
        work.set(offer=offer.model_copy(update={"newcomer": new.model_copy(update={"willing": True})}))
        return None
    seat = player_of(work.table, work.person)
    if seat.number not in offer.agreed:
        work.set(offer=offer.model_copy(update={"agreed": (*offer.agreed, seat.number)}))
    elif not work.consented():
        return REPEATED
    await undo_if_agreed(work)
    return None


async def undo_if_agreed(work: UnitOfWork) -> None:
    """Undo to the point in the offer if everyone still in the game has agreed. (Other offers are carried out automatically.)"""
    offer = work.table.offer
    if offer is None or offer.loss is None or not work.consented():
        return
    loss, asked = offer.loss, len(work.asked()) > 1
    work.granted()
    seat = next(each.number for each in work.table.seats if each.person == offer.by)
    await undo_to(work, seat, loss.back_to, turns=loss.to != "move")
    if asked:
        work.answered(offer)


async def undo_to(work: UnitOfWork, seat: int, back_to: int, *, turns: bool) -> None:
    """Undo everything since the journal entry `back_to`, for `seat` (`turns`: whole turns). Raise NothingToUndo."""
    while work.playing().journal_start > back_to and await work.reach_back():
        pass
    try:
        await work.undo(seat, sum(answer.entry >= back_to for answer in work.playing().answers), turns=turns)
    except EngineError as error:
        raise NothingToUndo(reason=error.reason) from error


def propose(work: UnitOfWork, offer: Proposal) -> None:
    """Make an offer. It replaces one by someone who doesn't play, as those never block a player's. Those who are asked are pinged,
    unless this person has recently pinged them for something they didn't agree to. Raise NotSeated, OfferThere."""
    pings, asked = asked_again(work.table, work.person, work.now)
    there = work.table.offer
    if there is not None and (is_outsiders_offer(work.table, offer) or not is_outsiders_offer(work.table, there)):
        raise OfferThere(there.kind)
    work.set(offer=offer.model_copy(update={"calls": pings}), asked=asked)


def asked_again(table: Table, person: int, now: datetime) -> tuple[bool, dict[int, datetime]]:
    """Return whether this offer pings those who are asked, and the people who recently asked without success. Players can ask as
    often as they like, but only ping people now and then; outsiders can't ask more often than that. Raise NotSeated."""
    lately = {asker: at for asker, at in table.asked.items() if now - at < ASK_AGAIN}
    if not plays(table, person) and any(not plays(table, asker) for asker in lately):
        raise NotSeated("asked-lately")
    pings = person not in lately or now - lately[person] >= PING_AGAIN
    return pings, {**lately, person: now} if pings else lately


def must_be_asked(work: UnitOfWork) -> None:
    """Raise NotSeated unless this person has a say: they play, or would take over a seat."""
    offer = work.table.offer
    if offer is None or offer.newcomer is None or offer.newcomer.person != work.person:
        player_of(work.table, work.person)


def must_be_on_offer(work: UnitOfWork, number: int | None) -> None:
    """Raise NoOffer if the offer isn't the one that the person has read."""
    offer = work.table.offer
    if number is not None and offer is not None and offer.number != number:
        raise NoOffer(instead=offer.kind)


def name_of(table: Table, person: int) -> str:
    """Return the name of someone who is asked: their seat's, or the newcomer's own."""
    named = {seat.person: seat.name for seat in table.seats}
    newcomer = table.offer.newcomer if table.offer is not None else None
    return named.get(person, newcomer.name if newcomer is not None else "")
