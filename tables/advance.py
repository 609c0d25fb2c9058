"""What follows automatically from what people do: AIs, auto-answers and plans answer until a person is needed."""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Iterator, Sequence
from itertools import takewhile
from time import perf_counter
from typing import Literal

from engine import Asked, DecisionView, Ending, EngineError, decide
from storage.models import Proposal, Seat
from storage.notes import Notice, PlanStop
from tables import auto_answers
from tables.absence import people, plays_for
from tables.limits import count_votes, end_absence, set_pace
from tables.open_seats import open_up
from tables.plan import Halt, PlannedMove, next_move
from tables.state import acts_of
from tables.stock import give_time_to_answer, mind_what_is_owed, take_stock
from tables.work import UnitOfWork

log = logging.getLogger(__name__)

SLICE = 200  # automatic answers in one transaction; others who wait for the table's lock get it in between
STAND_IN = "kingdom"  # how an AI plays for a person
MOST_IN_TURN = 5_000  # moves, after which AIs do the least that is possible: one that never comes to an end would go on forever
BREATH = 0.005  # seconds of automatic answers, after which other tables get their turn; only one table at a time can go on


async def settle(work: UnitOfWork) -> bool:
    """Do what follows automatically, and bring the table in line with its game. Return False if there is too much for one
    transaction."""
    give_time_to_answer(work)
    carry_out_proposal(work)
    end_without_people(work)
    count_votes(work)
    wait_for_people(work)
    settled = await AutoAdvance(work).run()
    end_absence(work)
    take_stock(work, settled=settled)
    return settled


def carry_out_proposal(work: UnitOfWork) -> None:
    """End the game, seat someone else, open a seat, or change the pace, once all have agreed to it. (An undo might need more of the
    past than is in memory, so the commands that settle a proposal do it themselves.)"""
    proposal = work.table.proposal
    if (
        work.table.phase != "playing"
        or work.playing().over
        or proposal is None
        or proposal.loss is not None
        or not work.consented()
    ):
        return
    work.granted()
    if proposal.pace is not None:
        set_pace(work, proposal.pace)
        work.answered(proposal, Notice(what="pace"))
    elif proposal.newcomer is None:
        work.stop(ending(proposal, {seat.number for seat in people(work.table)}))
    elif not work.table.seats[proposal.newcomer.seat].resigned:
        old = work.table.seats[proposal.newcomer.seat]
        if proposal.by != old.person:
            what: Literal["opened", "seated"] = "opened" if proposal.kind == "open" else "seated"
            work.answered(proposal, Notice(what=what, who=proposal.newcomer.name, old=old.name))
        if proposal.kind == "open":
            open_up(work, old.number, proposal.at)
        else:
            work.replace(proposal.newcomer, proposal.number)


def ending(proposal: Proposal, people: set[int]) -> Ending:
    """Return why a game ends by a proposal. `people`: the seats of the people who still play."""
    if proposal.ends_wait and not people <= set(proposal.agreed):
        return Ending(kind="deserted")
    return Ending(kind="agreed") if people or proposal.by is not None else Ending(kind="no-gains", rounds=proposal.rounds)


def end_without_people(work: UnitOfWork) -> None:
    """End a game if its last person's data were deleted: there is no one left to play it for."""
    if work.table.phase == "playing" and not people(work.table) and not work.playing().over:
        work.stop(Ending(kind="resigned"))


def wait_for_people(work: UnitOfWork) -> None:
    """Let no AI play for people if none of them is there: a game doesn't play itself to the end."""
    absent = people(work.table)
    if work.table.phase == "playing" and all(plays_for(seat) for seat in absent):
        for seat in absent:
            work.set_seat(seat.number, stand_in="has-played")


class AutoAdvance:
    """Takes a table to the point where a person is needed. `busy`: a seat in the middle of several moves of its own, whose
    auto-answers leave its turn alone."""

    def __init__(self, work: UnitOfWork, busy: int | None = None) -> None:
        self._work = work
        self._busy = busy

    async def run(self) -> bool:
        """Give automatic answers until a person is needed. Return False if there are too many for one transaction."""
        steps = iter(range(SLICE))
        if more := self._steps(steps):
            async with self._work.sources.long_runs.one():
                while more:
                    await asyncio.sleep(0)
                    more = self._steps(steps)
        return next(steps, None) is not None

    def _steps(self, left: Iterator[int]) -> bool:
        """Give automatic answers for one slice of time; return whether there might be more, and any are `left`."""
        begun = perf_counter()
        for _ in left:
            if not self._step():
                return False
            if perf_counter() - begun > BREATH:
                return True
        return False

    def _step(self) -> bool:
        """Give one automatic answer; return False if there is none to give."""
        work = self._work
        if work.table.phase != "playing":
            return False
        game = work.playing()
        mind_what_is_owed(work)
        for asked in game.asked:
            if asked.answered or asked.id in work.given_up or (work.table.waits and asked.step):
                continue
            seat = work.table.seats[asked.decider]
            style = STAND_IN if plays_for(seat) else seat.ai
            decision = game.decision(asked.id)
            if style is not None:
                self._ai_answers(seat, decision, style)
                return True
            if self._answers_for_person(seat, asked, decision) or self._starts_turn(seat, decision):
                return True
        return False

    def _answers_for_person(self, seat: Seat, asked: Asked, decision: DecisionView) -> bool:
        """Answer for a person as they have said in advance, unless the question is left to them."""
        if self._is_left_to_person(seat, asked):
            return False
        if decision.kind == "turn" and self._plan_answers(seat, decision):
            return True
        return self._auto_answers(seat, decision) or self._plan_answers(seat, decision)

    def _starts_turn(self, seat: Seat, decision: DecisionView) -> bool:
        """Spare a person the question for a Reaction as their turn starts if they have none: their next choice looks the same to
        others. So nothing else follows before they act: a plan would, and so would the turn's waiting for what is owed."""
        if decision.moment is None or seat.person is None:
            return False
        work, game = self._work, self._work.playing()
        owing = any(each.id != decision.id and not each.answered for each in game.asked)
        if owing or work.plan_of(seat.person) is not None:
            return False
        if not auto_answers.goes_without_saying(game.view(seat.number), decision):
            return False
        work.answer(seat.number, decision.id, ("no",), "table")
        return True

    def _has_only_started(self, seat: Seat) -> bool:
        """Return whether a person was spared a question as this turn started and hasn't acted in it yet."""
        game, by = self._work.playing(), self._work.state.by
        this_turn = takewhile(lambda each: each.turn == game.turn, reversed(game.answers))
        spared = any(each.seat == seat.number and by.get(each.entry) == "table" for each in this_turn)
        return spared and not acts_of(game, by, seat.number)

    def _is_left_to_person(self, seat: Seat, asked: Asked) -> bool:
        """Return whether the person has to decide this despite any auto-answers: in the middle of several moves of theirs, and
        after an undo in their turn until they act."""
        if asked.kind == "turn":
            return seat.held or seat.number == self._busy
        return seat.held and self._work.playing().current == seat.number

    def _ai_answers(self, seat: Seat, decision: DecisionView, style: str) -> None:
        """Let an AI answer, from its own view. If it fails, log that and do the least that is possible: no one waits for an AI."""
        work, game = self._work, self._work.playing()
        ids = self._decided(seat, decision, style)
        if ids is not None:
            try:
                return work.answer(seat.number, decision.id, ids, "ai")
            except EngineError:
                log.error(
                    "Table %s: the AI in seat %d gave an illegal answer to %s", work.table.id, seat.number, describe(decision)
                )
        work.answer(seat.number, decision.id, game.least(decision.id), "ai")

    def _decided(self, seat: Seat, decision: DecisionView, style: str) -> Sequence[str] | None:
        """Return what an AI decides; None if it fails, or has never come to an end."""
        work, game = self._work, self._work.playing()
        begun = game.snapshots[-1].entries if game.snapshots else 0
        if game.journal_start + len(game.journal) - begun > MOST_IN_TURN:
            log.error("Table %s: the AI in seat %d never comes to an end", work.table.id, seat.number)
            return None
        view = game.view(seat.number)
        try:
            return decide(view, decision, style)
        except Exception as error:
            # The error's message might name cards in a hand; the traceback's lines can't.
            where = "".join(traceback.format_tb(error.__traceback__))
            kind, asked = type(error).__name__, describe(decision)
            log.error("Table %s: the AI in seat %d failed at %s: %s\n%s", work.table.id, seat.number, asked, kind, where)
            return None

    def _auto_answers(self, seat: Seat, decision: DecisionView) -> bool:
        """Apply the auto-answers of the seat's person to what their own view shows."""
        work, person = self._work, seat.person
        if person is None:
            return False
        said = work.answers_of(person)
        if said.treasures and decision.kind == "turn" and self._has_only_started(seat):
            said = said.model_copy(update={"treasures": False})  # with the Reaction in hand, they would be asked now
        if not auto_answers.could_apply(decision, said):
            return False
        game = work.playing()
        willed = ("person", "plan")
        acted = any(entry.seat == seat.number and work.state.by.get(entry.number) in willed for entry in work.turn_answers())
        automatic = auto_answers.automatic(game.view(seat.number), decision, said, acted=acted, log=game.log)
        if automatic is None:
            return False
        did = automatic.did and automatic.did.model_copy(update={"answered": decision.id})
        note = work.note(seat.number, did=did)
        try:
            work.answer(seat.number, decision.id, automatic.ids, "standing")
        except EngineError:
            log.error("Table %s: an auto-answer of seat %d to %s is illegal", work.table.id, seat.number, describe(decision))
            work.given_up.add(decision.id)
            return False
        work.notes += [note] if automatic.did is not None else []
        return True

    def _plan_answers(self, seat: Seat, decision: DecisionView) -> bool:
        """Continue the person's plan for this turn of theirs, or the rest of their moves in a row, or say why that ends here."""
        work, person = self._work, seat.person
        game = work.playing()
        plan = work.plan_of(person) if person is not None else None
        if person is None or plan is None or not game.current == decision.seat == seat.number:
            return False
        view = game.view(seat.number)
        if not view.is_turn_of(seat.number):
            return False
        move = next_move(plan, view, decision)
        if move is None:
            return False
        if isinstance(move, PlannedMove):
            note = work.note(seat.number, did=move.did)
            try:
                work.answer(seat.number, decision.id, move.ids, "person" if plan.moves else "plan")
            except EngineError:
                move = Halt(PlanStop(why="refused"))
            else:
                work.notes += [note] if move.did is not None else []
                work.plans[person] = move.plan
                return True
        work.plans[person] = None
        if move.stop is not None:
            acts = acts_of(game, work.state.by, seat.number)
            work.notes.append(work.note(seat.number, says=Notice(what="plan-stopped", stop=move.stop, acts=acts)))
        return True


def describe(decision: DecisionView) -> str:
    """Describe a question for the log without the hand that it contains: its id and kind, but no card names."""
    return f"decision {decision.id} ({decision.kind})"
