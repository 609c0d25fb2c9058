"""Commands during a game: answers, undo without asking, resigning; and resuming a paused game."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from engine import DecisionView, EngineError, Entry, IllegalAnswer, StaleDecision
from storage.notes import AutoAction, Notice
from storage.personal import TurnPlan
from tables import hints, recovery
from tables import undo as undoing
from tables.advance import AutoAdvance
from tables.checks import involves, must_be_host, must_be_playing, must_still_be_asked, seat_of
from tables.command import REPEATED, Transition, command
from tables.errors import (
    AskedFirst,
    GameOver,
    Illegal,
    MovedOn,
    MustWait,
    NothingToUndo,
    NotPaused,
    NotYourDecision,
    TableError,
    TablePaused,
    TurnOver,
)
from tables.gathering import next_host
from tables.plan import StillToDo, still_to_do
from tables.state import blocking_decisions, is_automatic, still_standing
from tables.work import UnitOfWork

REPEATED_WITHIN = timedelta(minutes=15)
"""How long an answer counts as a repeated one: Discord gives a click that long. A number of answers instead would tell how many
moves no one else saw."""
READ_AT_ONCE, MOST_READ = 300, 3_000
"""How many answers are read at a time, and at most, to look for a repeated one: only AIs give that many so fast."""


@command("answer")
async def answer(work: UnitOfWork, decision: int, ids: Sequence[str], then: Sequence[Sequence[str]] = ()) -> Transition:
    """Answer `decision` with `ids`, `then` answer the same person's next `turn` decisions in this turn with the others, all in one
    transaction. If something else has to be answered before a later move, the rest is kept as a plan and follows afterwards. If a
    later move is impossible (the turn has ended, or it is no longer legal), it stops there: see `Outcome.done` and `.stopped`. If
    the first is impossible, it raises NotSeated, NotYourDecision, MovedOn, Illegal, MustWait; NotStarted, GameOver, TablePaused."""
    must_be_playing(work.table)
    seat = seat_of(work.table, work.person).number
    if await was_given(work, seat, decision, ids):
        return REPEATED
    turn = work.playing().turn
    first = answer_first(work, seat, decision, ids)
    moves = [ids]
    for move in then:
        await AutoAdvance(work, busy=seat).run()
        if list(move) == ["end"] and (reason := reason_to_continue(work, seat, turn, bought=moves[-1])):
            return Transition(done=moves, turn_continues=reason)
        stopped = answer_next(work, seat, turn, move)
        if isinstance(stopped, AskedFirst | NotYourDecision) and keep(work, first, (ids, *then), done=len(moves)):
            return Transition(done=moves)
        if stopped is not None:
            return Transition(done=moves, stopped=stopped)
        moves.append(move)
    return Transition(done=moves)


def keep(work: UnitOfWork, first: DecisionView, moves: Sequence[Sequence[str]], *, done: int) -> bool:
    """Keep the remaining moves, so that they follow once something else has been answered; return False in another player's
    turn."""
    game = work.playing()
    if first.kind != "turn" or not game.view(first.decider).is_turn_of(first.decider):
        return False
    row = tuple(id for each in moves for id in each)
    work.plans[work.person] = TurnPlan(turn=game.turn, moves=row, done=done, purse=first.purse)
    return True


async def was_given(work: UnitOfWork, seat: int, decision: int, ids: Sequence[str]) -> bool:
    """Return whether this seat has given this very answer before. Someone who clicks again (say, because they never got the first
    click's reply) is shown its result."""
    game = work.playing()
    found = next((each for each in game.asked if each.id == decision), None)
    if found is None:
        given = await given_lately(work, seat, decision)
        return bool(given) and sorted(given[-1].ids) == sorted(ids)
    given = [entry for entry in still_standing(game.journal) if entry.seat == seat and game.answers_to(entry, decision)]
    return found.answered and bool(given) and list(given[-1].ids) == list(ids)  # it can still be changed, even in its order


async def given_lately(work: UnitOfWork, seat: int, decision: int) -> list[Entry]:
    """Return this seat's answers to a past decision, of the last `REPEATED_WITHIN`. What is in memory doesn't matter: that can
    depend on moves that no one else sees."""
    game, end = work.playing(), work.state.stored_entries
    journal: list[Entry] = []
    for until in range(end, max(0, end - MOST_READ), -READ_AT_ONCE):
        since = max(0, until - READ_AT_ONCE)
        stored = await work.sources.store.journal(work.table.id, since, until - since)
        late = [each.entry for each in stored if work.now - each.at <= REPEATED_WITHIN]
        journal = late + journal
        if len(late) < len(stored) or any(each.seat == seat and game.answers_to(each, decision) for each in late):
            break
    return [entry for entry in still_standing(journal) if entry.seat == seat and game.answers_to(entry, decision)]


def answer_first(work: UnitOfWork, seat: int, decision: int, ids: Sequence[str]) -> DecisionView:
    """Give the answer that names its decision; return that. Raise MovedOn, NotYourDecision, Illegal, MustWait."""
    game = work.playing()
    if all(each.id != decision for each in game.asked):
        raise MovedOn
    found = game.decision(decision)
    if found.decider != seat:
        raise NotYourDecision(work.table.seats[found.decider].name)
    if found.step and work.table.waits:
        must_not_wait(work)
        work.set(waits=False)
    mind_hints(work, seat, found)
    mind_auto_answer(work, seat, found, ids)
    try:
        work.answer(seat, decision, ids, "person")
    except StaleDecision as error:
        raise MovedOn("answered") from error
    except IllegalAnswer as error:
        raise Illegal(error.reason) from error
    return found


def mind_auto_answer(work: UnitOfWork, seat: int, decision: DecisionView, ids: Sequence[str]) -> None:
    """Note that someone changes what an auto-answer has answered. It still holds if they only add to it, using no Reaction."""
    adds = decision.preselected == ("no",) and decision.follow is not None and not any(decision.offers(id) for id in ids)
    if decision.answered and not adds and is_automatic(work.playing(), work.state.by, decision):
        work.notes.append(work.note(seat, did=AutoAction(what="changed", answered=decision.id)))


def mind_hints(work: UnitOfWork, seat: int, decision: DecisionView) -> None:
    """Note which hints someone in their first game no longer needs once they answer this."""
    done = work.table.seats[seat].hints
    if done is not None:
        game = work.playing()
        work.set_seat(
            seat, hints=hints.done_with(game.view(seat), decision, done, undo=undoing.undoable(game, work.state.by, seat) > 0)
        )


def mind_hint_beside_undo(work: UnitOfWork, seat: int) -> None:
    """Note that someone in their first game no longer needs the hint on their turn's panel once they undo a move there."""
    game = work.playing()
    for each in game.asked:
        if each.decider == seat and each.kind == "turn":
            mind_hints(work, seat, game.decision(each.id))


def must_not_wait(work: UnitOfWork) -> None:
    """Raise MustWait."""
    if work.table.options.wait_for_owed:
        raise MustWait


def reason_to_continue(work: UnitOfWork, seat: int, turn: int, *, bought: Sequence[str]) -> StillToDo | None:
    """Return why the turn shouldn't end after that move, if it leaves more to do."""
    game = work.playing()
    asked = next((each for each in blocking_decisions(game, waits=bool(work.table.waits)) if each.decider == seat), None)
    if game.over or game.turn != turn or asked is None or asked.kind != "turn" or len(game.options(asked.id)) == 1:
        return None
    return still_to_do(game.view(seat), game.decision(asked.id), bought)


def answer_next(work: UnitOfWork, seat: int, turn: int, ids: Sequence[str]) -> TableError | None:
    """Give the next of several moves, if the game goes on to this seat's next step in the same turn; otherwise, return why not."""
    game = work.playing()
    if game.over:
        return GameOver("now")
    if game.turn != turn:
        return TurnOver()
    asked = next((each for each in blocking_decisions(game, waits=bool(work.table.waits)) if each.decider == seat), None)
    if asked is None:
        return NotYourDecision()
    if asked.kind != "turn":
        return AskedFirst()
    try:
        work.answer(seat, asked.id, ids, "person")
    except EngineError as error:
        return Illegal(error.reason)
    return None


@command("wait")
def wait(work: UnitOfWork, decision: int, *, wait: bool) -> Transition | None:
    """Wait, before the turn's step `decision`, until all owed answers are in, or go on without them. Raise MovedOn, MustWait,
    NotSeated, NotStarted, GameOver, TablePaused."""
    must_be_playing(work.table)
    seat = seat_of(work.table, work.person).number
    there = any((each.id, each.decider, each.step) == (decision, seat, True) for each in work.playing().asked)
    if not there or work.table.waits is None:
        raise MovedOn
    must_not_wait(work)
    if work.table.waits is wait:
        return REPEATED
    work.set(waits=wait)
    return None


@command("undo")
async def undo(work: UnitOfWork, *, count: int | None = None, shown: int | None = None) -> None:
    """Undo the person's last answer (or the last `count`), with the auto-answers that followed it. `shown`: only while their panel
    still shows this decision (0: none). Raise NothingToUndo, MovedOn."""
    must_be_playing(work.table)
    seat = seat_of(work.table, work.person).number
    game = work.playing()
    must_still_be_asked(game, seat, shown)
    allowed = undoing.undoable(game, work.state.by, seat)
    wanted = work.own_step(seat) if count is None else count
    if not 0 < wanted <= allowed or game.answers[-wanted].seat != seat:
        view, last = game.view(seat), next((each for each in reversed(game.answers) if each.seat == seat), None)
        off_turn = last is not None and last.current != seat != view.possessor
        raise NothingToUndo(most=allowed, off_turn=off_turn, askable=undoing.askable(game, work.state.by, seat, view))
    mind_hint_beside_undo(work, seat)
    try:
        await work.undo(seat, wanted)
    except EngineError as error:
        raise NothingToUndo(reason=error.reason) from error


@command("resign")
def resign(work: UnitOfWork) -> Transition | None:
    """Give up the seat: it takes no more turns and ranks last. Raise NotSeated, NotStarted, GameOver."""
    must_be_playing(work.table)
    seat = seat_of(work.table, work.person)
    if seat.resigned:
        return REPEATED
    work.resign(seat.number)
    pass_on_hosting(work)
    return None


def pass_on_hosting(work: UnitOfWork) -> None:
    """Let the next person host a game that its host has left, and tell everyone."""
    host = next_host(work.table.host, work.table.seats)
    if host == work.table.host or work.playing().over:
        return
    work.set(host=host)
    new = next(seat.name for seat in work.table.seats if seat.person == host)
    for seat in work.table.seats:
        if seat.person is not None:
            who = "" if seat.person == host else new
            work.notes.append(work.note(seat.number, says=Notice(what="host", who=who)))


@command("resumed")
async def resume(work: UnitOfWork, *, back: bool = False, force: bool = False) -> None:
    """Try to load a paused table again; with `back`, go back to the start of its turn if it still doesn't fit. Raise NotHost
    (unless `force`, which can't go back in games that they play or have played in), NotPaused, TablePaused (if it still doesn't
    fit)."""
    if work.table.phase != "frozen":
        raise NotPaused
    must_be_host(work.table, work.person, force and not (back and involves(work.table, work.person)))
    work.set(phase="playing", trouble=None)
    store, table, names = work.sources.store, work.table.id, work.table.names
    try:
        try:
            saved, game = await recovery.load(store, table, names)
            work.take_up(saved.by, game)
        except recovery.CannotLoad:
            if not back:
                raise
            saved, game, entry = await recovery.go_back(store, table, names)
            work.take_up(saved.by, game, entry)
    except recovery.CannotLoad as error:
        raise TablePaused(error.trouble) from error
