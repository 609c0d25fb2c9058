"""Planning one's next turn while others play: its hand is dealt already. A plan is kept until that turn, carried out then, and
gone."""

from __future__ import annotations

from engine import View
from storage.models import TurnPlan
from tables.checks import must_be_playing, seat_of
from tables.command import command
from tables.errors import YourTurn
from tables.plan_reading import read_plan
from tables.work import UnitOfWork


@command("plan")
def set_plan(work: UnitOfWork, text: str) -> None:
    """Plan one's next turn, in place of what was planned before. How plans are written: `tables.plan`.
    Raises PlanError, YourTurn, NotSeated, NotStarted, GameOver, TablePaused."""
    must_be_playing(work.table)
    seat = seat_of(work.table, work.person).number
    work.plans[work.person] = read(text, work.playing().view(seat), seat)


@command("plan")
def drop_plan(work: UnitOfWork) -> None:
    """Plan nothing any more. Raises NotSeated, NotStarted, GameOver, TablePaused."""
    must_be_playing(work.table)
    seat_of(work.table, work.person)
    work.plans[work.person] = None


def read(text: str, view: View, seat: int) -> TurnPlan:
    """Return the plan that is meant. Raises PlanError, YourTurn."""
    if view.is_turn_of(seat):
        raise YourTurn
    return read_plan(text, view, seat)
