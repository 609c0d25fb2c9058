"""What is checked before each commit: a table is brought in line with its game, and people are pinged for what is new."""

from __future__ import annotations

from datetime import datetime, timedelta

from engine import Ending, Game
from storage.models import Proposal, Seat
from storage.notes import AutoAction, Notice
from tables import absence, gathering, waking
from tables.calling import SeatNews
from tables.checks import is_outsiders_proposal
from tables.due import next_due
from tables.state import ABSENT_AFTER, blocking_decisions, undecided
from tables.work import UnitOfWork

QUIET_ROUNDS = 5
NOT_AWAITED = dict.fromkeys(("waiting_since", "call", "due", "ends", "away", "absent", "ring"))


def take_stock(work: UnitOfWork, *, settled: bool) -> None:
    """Note whether a table's game is over, who it waits for, what is proposed, and what is due when. Unless `settled`, it doesn't
    wait for anyone new yet."""
    work.set(version=work.state.table.version + 1)
    work.unsettled = not settled or bool(work.given_up)
    if work.table.phase == "playing" and work.game is not None:
        look_at_game(work, work.game, settled)
    elif work.table.phase != "lobby":
        rest = (seat.model_copy(update={**NOT_AWAITED, "lateness": seat.lateness.over()}) for seat in work.table.seats)
        work.set(seats=tuple(rest))
    elif work.actor is not None:
        work.table = gathering.changed(work.table, work.state.table, work.now)
    work.set(due=next_due(work.table))


def look_at_game(work: UnitOfWork, game: Game, settled: bool) -> None:
    """Note the same for a game that was in progress."""
    withdraw(work, game)
    propose_to_stop(work, game)
    if game.over:
        for seat in work.table.seats:
            work.set_seat(seat.number, open=None)
        work.set(phase="over", ended=work.now, result=game.result, proposal=None)
    mind_what_is_owed(work)
    look_at_seats(work, game, settled)
    if game.over:  # those who play hear about the end as they do about a turn
        for seat in work.table.seats:
            if not work.state.table.seats[seat.number].resigned and seat.person is not None and seat.person != work.actor:
                kept = work.answers_of(seat.person), work.hours_of(seat)
                work.set_seat(seat.number, **work.calls.tell_end(work.table, seat, work.now, *kept))


def withdraw(work: UnitOfWork, game: Game) -> None:
    """Withdraw a proposal that the game has moved on from, and let its proposer know, unless they moved it on themselves."""
    proposal = work.table.proposal
    if proposal is None:
        return
    loss, end = proposal.loss, game.journal_start + len(game.journal)
    moved = loss is not None and (loss.mark != game.mark if loss.mark else loss.upto != end)
    moved = moved or (proposal.ends_wait and game.mark != work.state.mark)
    gone = proposal.newcomer is not None and work.table.seats[proposal.newcomer.seat].resigned
    if moved or gone:
        work.set(proposal=None)
        if moved and proposal.by != work.actor:
            work.answered(proposal, Notice(what="moved-on"))


def propose_to_stop(work: UnitOfWork, game: Game) -> None:
    """Propose to end a game in which nothing happens any more; withdraw the proposal when something does."""
    if game.over:
        return
    quiet = game.rounds_without_gain
    proposal = work.table.proposal
    if quiet < QUIET_ROUNDS:
        keep = proposal if proposal is not None and (proposal.by is not None or proposal.ends_wait) else None
        work.set(quiet_refused=0, proposal=keep)
    elif (proposal is None or is_outsiders_proposal(work.table, proposal)) and quiet >= work.table.quiet_refused + QUIET_ROUNDS:
        if all(seat.ai is not None or seat.resigned for seat in work.table.seats):
            work.stop(Ending(kind="no-gains", rounds=quiet))
            return
        work.set(proposal=Proposal(kind="end", by=None, rounds=quiet, at=work.now))


def mind_what_is_owed(work: UnitOfWork) -> None:
    """Record whether the turn waits for owed answers: as the player on turn has set, until they choose otherwise."""
    asked = work.playing().asked
    owing = [each.decider for each in asked if each.owed and not each.answered]
    turn = next((each for each in asked if each.step), None)
    if not owing:
        if work.table.waits is not None:
            work.set(waits=None)
    elif turn is not None:
        seat = work.table.seats[turn.decider]
        if work.table.options.wait_for_owed or seat.person is None:
            work.set(waits=work.table.options.wait_for_owed)
        elif work.table.waits is None:
            work.set(waits=bool(work.answers_of(seat.person).wait))
            if work.table.waits:
                work.notes.append(work.note(seat.number, did=AutoAction(what="wait", waits=tuple(dict.fromkeys(owing)))))


# who the game waits for


def look_at_seats(work: UnitOfWork, game: Game, settled: bool) -> None:
    """Note which seats the game waits for, and ping their people."""
    waiting: dict[int, int] = {}
    for decision in blocking_decisions(game, waits=bool(work.table.waits)):
        waiting.setdefault(decision.decider, decision.id)
    proposal, before = work.table.proposal, work.state.table.proposal
    newly = proposal is not None and proposal.calls and (before is None or before.number != proposal.number)
    asked = undecided(work.table)
    for seat in absence.done(work.table, game, waiting):
        work.set_seat(seat.number, stand_in="has-played")
    for seat in work.table.seats:
        look_at_seat(work, seat, waiting.get(seat.number), settled, asked=seat.number in asked, newly=newly)
    give_time_to_answer(work)


def give_time_to_answer(work: UnitOfWork) -> None:
    """Note how long a proposal and votes wait for those who don't answer, by their waking hours."""
    proposal, limit = work.table.proposal, work.table.options.limit
    if proposal is not None:
        silent = {number: silent_from(work, proposal, number) for number in undecided(work.table)}
        work.set(proposal=proposal.model_copy(update={"silent": silent}) if silent != proposal.silent else proposal)
    for seat in work.table.seats:
        vote = seat.lateness.voting
        if vote is not None and limit is not None:
            time, voters = timedelta(minutes=limit), absence.voters(work.table, seat)
            until = max((passes(work, voter.number, vote.at, time) for voter in voters), default=None)
            if until != vote.until:
                late = seat.lateness.model_copy(update={"vote": vote.model_copy(update={"until": until})})
                work.set_seat(seat.number, lateness=late)


def silent_from(work: UnitOfWork, proposal: Proposal, number: int) -> datetime:
    """Return from when a seat's silence counts as a yes. It doesn't come closer, as when its person is back early from an absence;
    an absence longer than a game waits doesn't count."""
    back = min(work.table.seats[number].away or proposal.at, proposal.at + absence.DESERTED)
    time = passes(work, number, max(proposal.at, back), ABSENT_AFTER)
    return max(time, proposal.silent.get(number, time))


def passes(work: UnitOfWork, number: int, since: datetime, time: timedelta) -> datetime:
    """Return when so much of the waking hours of a seat's person has passed."""
    return waking.passes(since, time, work.hours_of(work.table.seats[number]), start=work.table.started or since)


def look_at_seat(work: UnitOfWork, seat: Seat, decision: int | None, settled: bool, *, asked: bool, newly: bool) -> None:
    """Note that the game waits for a seat (with that decision), or that it doesn't, and ping its person as soon as they can be
    pinged, if that is new, or if they are `asked` for their consent `newly`. Someone who acts needs no ping that hasn't come yet;
    after a move that everyone sees the game waits for the next one."""
    acted = seat.person is not None and seat.person == work.actor
    moved = acted and work.game is not None and work.game.mark != work.state.mark
    since = None if decision is None else seat.waiting_since or (work.now if settled else None)
    if moved and since is not None:
        since = work.now
    news = settled and decision is not None and (seat.waiting_since is None or seat.number in work.ping_again)
    waits = decision is not None or asked or seat.stand_in is not None
    wait_for(work, seat, since, moved=moved, pinged=waits and not moved)
    if seat.person is None or not waits:
        work.set_seat(seat.number, ring=None)
        return
    stood_in = seat.stand_in is not None and work.state.table.seats[seat.number].stand_in is None
    moment = SeatNews(work.now, decision, news, asked, newly, acted, moved, stood_in)
    work.set_seat(seat.number, **work.calls.mind(work.table, seat, moment, work.answers_of(seat.person), work.settings_of(seat)))


def wait_for(work: UnitOfWork, seat: Seat, since: datetime | None, *, moved: bool, pinged: bool) -> None:
    """Note since when the game waits for a seat, and what follows from that: when its time is up, and when it counts as absent.
    `pinged`: its ping still holds."""
    hours = work.hours_of(seat)
    late = seat.lateness if since is not None and not moved else seat.lateness.over()
    if late.warned is not None:
        late = late.model_copy(update={"claim": absence.claim_at(work.table, late.warned, hours)})
    counts = since and (late.again or since)
    ends = absence.ends_at(work.table, counts, hours)
    work.set_seat(
        seat.number,
        waiting_since=since,
        call=seat.call if pinged else None,
        away=waking.away_until(hours, work.now),
        lateness=late,
        ends=ends,
        absent=counts and waking.passes(counts, ABSENT_AFTER, hours, start=work.table.started or counts),
    )
    work.set_seat(seat.number, due=ends if ends is not None and absence.acts(work.table, work.table.seats[seat.number]) else None)
