"""What follows by itself from what people do: AIs, standing answers and plans answer until a person is needed."""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Sequence

from engine import DecisionView, EngineError, decide
from storage.models import AutoAction, AutoAnswers, Seat
from tables import standing
from tables.deeds import Deeds
from tables.plan import Move, next_move, stopped

log = logging.getLogger(__name__)

SLICE = 200  # automatic answers in one transaction; whoever waits for the table's lock gets it in between
BREATH = 10  # automatic answers after which other tables get their turn


def describe(decision: DecisionView) -> str:
    """Return what a log may say of a question, which holds a hand: its id and kind, and nothing that a card is called."""
    return f"decision {decision.id} ({decision.kind})"


class Settling(Deeds):
    """A table on its way to where a person is needed."""

    async def settle(self, skip_turn_of: int | None = None) -> bool:
        """Give the answers that AIs and standing answers give, until a person is needed. Returns False if there were so
        many that the rest is better done in another transaction. `skip_turn_of`: a seat that is in the middle of
        several moves of its own, so that its standing answers leave its turn alone."""
        for step in range(SLICE):
            if not self._step(skip_turn_of):
                return True
            if step % BREATH == BREATH - 1:
                await asyncio.sleep(0)
        return False

    def _step(self, skip_turn_of: int | None) -> bool:
        """Give one automatic answer; False if there is none to give."""
        if self.table.phase != "playing":
            return False
        decisions = self.playing().decisions
        self._mind_what_is_owed(decisions)
        for decision in decisions:
            if decision.answered or decision.id in self._given_up or (self.table.waits and decision.kind == "turn"):
                continue
            seat = self.table.seats[decision.decider]
            if seat.ai is not None:
                if self._ai_answers(seat, decision, seat.ai):
                    return True
            elif not self._held_back(seat, decision, skip_turn_of):
                if decision.kind == "turn" and self._plan_answers(seat, decision):
                    return True
                if self._standing_answers(seat, decision) or self._plan_answers(seat, decision):
                    return True
        return False

    def _mind_what_is_owed(self, decisions: Sequence[DecisionView]) -> None:
        """Note whether the turn waits for what is owed: until the one whose turn it is says so, as they said in advance."""
        owing = [decision.decider for decision in decisions if decision.owed and not decision.answered]
        turn = next((decision for decision in decisions if decision.kind == "turn"), None)
        if not owing:
            if self.table.waits is not None:
                self.set(waits=None)
        elif turn is not None:
            seat = self.table.seats[turn.decider]
            if self.table.options.wait_for_owed or seat.person is None:
                self.set(waits=self.table.options.wait_for_owed)
            elif self.table.waits is None:
                waits = bool(self._standing(seat.person).wait)
                self.set(waits=waits)
                if waits:
                    told = standing.waits([self.table.seats[each].name for each in owing])
                    self._notes.append(self._note(seat.number, told, AutoAction(what="wait")))

    def _held_back(self, seat: Seat, decision: DecisionView, skip_turn_of: int | None) -> bool:
        """Is this for the person to decide, whatever they said in advance? In the middle of several moves of theirs, and on the
        turn of which something was taken back until they act."""
        if decision.kind == "turn":
            return seat.held or seat.number == skip_turn_of
        return seat.held and self.playing().current == seat.number

    def _ai_answers(self, seat: Seat, decision: DecisionView, style: str) -> bool:
        """Let an AI answer, from its own view. One that fails is logged and left waiting: the table isn't lost by it."""
        view = self.playing().view(seat.number)
        try:
            ids = decide(view, decision, style)
        except Exception as error:
            # The error's message may name cards of a hand; the lines of code can't.
            where = "".join(traceback.format_tb(error.__traceback__))
            kind, asked = type(error).__name__, describe(decision)
            log.error("Table %s: the AI in seat %d failed at %s: %s\n%s", self.table.id, seat.number, asked, kind, where)
            self._given_up.add(decision.id)
            return False
        try:
            self.answer(seat.number, decision.id, ids, "ai")
        except EngineError:
            log.error("Table %s: the AI in seat %d gave an illegal answer to %s", self.table.id, seat.number, describe(decision))
            self._given_up.add(decision.id)
            return False
        return True

    def _standing_answers(self, seat: Seat, decision: DecisionView) -> bool:
        """Apply what the seat's person said in advance, to what their own view shows."""
        person = seat.person
        if person is None:
            return False
        said = self._standing(person)
        if not standing.could_apply(decision, said):
            return False
        game = self.playing()
        willed = ("person", "plan")
        acted = any(entry.seat == seat.number and self.loaded.by.get(entry.number) in willed for entry in self.turn_answers())
        view = game.view(seat.number)
        automatic = standing.automatic(view, decision, said, acted=acted, log=game.log)
        if automatic is None:
            return False
        note = self._note(seat.number, automatic.text, automatic.did)
        try:
            self.answer(seat.number, decision.id, automatic.ids, "standing")
        except EngineError:
            log.error("Table %s: a standing answer of seat %d to %s is illegal", self.table.id, seat.number, describe(decision))
            self._given_up.add(decision.id)
            return False
        self._notes += [note] if automatic.did is not None else []
        return True

    def _standing(self, person: int) -> AutoAnswers:
        """What holds for a person, with what is said just now."""
        here = self.said.get(person, self.loaded.standing.get(person, AutoAnswers()))
        return standing.resolved(here, self._settings.get(person, AutoAnswers()))

    def _plan_answers(self, seat: Seat, decision: DecisionView) -> bool:
        """Go on with what the seat's person planned for this turn of theirs, or say why the plan ends here."""
        game, person = self.playing(), seat.person
        plan = self.plan_of(person) if person is not None else None
        if person is None or plan is None or not game.current == decision.seat == seat.number:
            return False
        view = game.view(seat.number)
        if not view.is_turn_of(seat.number):
            return False
        move = next_move(plan, view, decision)
        if isinstance(move, Move):
            note = self._note(seat.number, move.text, move.did)
            try:
                self.answer(seat.number, decision.id, move.ids, "plan")
            except EngineError as error:
                move = stopped(error.reason)
            else:
                self._notes += [note] if move.did is not None else []
                self.plans[person] = move.plan
                return True
        self.plans[person] = None
        if move.text:
            self._notes.append(self._note(seat.number, move.text))
        return True
