"""Plans for a player's next turn, made while others play: its hand is already dealt. The turn carries a plan out and deletes it."""

from __future__ import annotations

from engine import View
from storage.personal import TurnPlan
from tables.checks import must_be_playing, seat_of
from tables.command import command
from tables.errors import YourTurn
from tables.plan_reading import read_plan
from tables.work import UnitOfWork


@command("plan")
def set_plan(work: UnitOfWork, text: str) -> None:
    """Plan the player's next turn, in place of an earlier plan. `tables.plan` says how to write one.
    Raise PlanError, YourTurn, NotSeated, NotStarted, GameOver, TablePaused."""
    must_be_playing(work.table)
    seat = seat_of(work.table, work.person)
    work.plans[work.person] = read(text, work.playing().view(seat.number), seat.number)
    if seat.hints is not None:
        work.set_seat(seat.number, hints=tuple(dict.fromkeys((*seat.hints, "plan"))))


@command("plan")
def drop_plan(work: UnitOfWork) -> None:
    """Delete the plan. Raise NotSeated, NotStarted, GameOver, TablePaused."""
    must_be_playing(work.table)
    seat_of(work.table, work.person)
    work.plans[work.person] = None


def read(text: str, view: View, seat: int) -> TurnPlan:
    """Return the plan that a text means. Raise PlanError, YourTurn."""
    if view.is_turn_of(seat):
        raise YourTurn
    return read_plan(text, view, seat)
