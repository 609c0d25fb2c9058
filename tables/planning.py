"""Planning one's next turn while others play: its hand is dealt already."""

from __future__ import annotations

from engine import View
from tables import lobby, plan, plan_reading, words
from tables.door import Door, must_be_playing, seen
from tables.draft import Draft
from tables.errors import YourTurn
from tables.models import Outcome, TurnPlan
from tables.plan import Preview


class Planning(Door):
    """A plan is kept until its owner's turn begins, carried out then, and gone."""

    async def set_plan(self, table: str, person: int, text: str, *, action: str) -> Outcome:
        """Plan one's next turn, in place of what was planned before. How plans are written: `tables.plan`.
        Raises PlanError, YourTurn, NotSeated, NotStarted, GameOver, TablePaused."""

        def work(draft: Draft) -> None:
            must_be_playing(draft.table)
            seat = lobby.seat_of(draft.table, person).number
            draft.plans[person] = read(text, draft.playing().view(seat), seat)

        return await self._call(table, person, "plan", action, work)

    async def drop_plan(self, table: str, person: int, *, action: str) -> Outcome:
        """Plan nothing any more. Raises NotSeated, NotStarted, GameOver, TablePaused."""

        def work(draft: Draft) -> None:
            must_be_playing(draft.table)
            lobby.seat_of(draft.table, person)
            draft.plans[person] = None

        return await self._call(table, person, "plan", action, work)

    async def plan(self, table: str, person: int) -> TurnPlan | None:
        """What this person has planned."""
        return (await self._loaded(table)).plans.get(person)

    async def plan_example(self, table: str, person: int) -> str:
        """A plan that this person could write for the hand they have. Raises NotSeated, NotStarted, GameOver, TablePaused."""
        async with self._lock(table):
            loaded = await self._load(table)
            must_be_playing(loaded.table)
            seat = lobby.seat_of(loaded.table, person).number
            view = seen(loaded, person)
            assert view is not None
            return plan_reading.example(view, seat)

    async def preview(self, table: str, person: int, text: str | None = None) -> Preview:
        """What a plan (None: the one that is kept) would do with the hand as it is, as far as its owner can know that.
        Raises PlanError, YourTurn, NotSeated, NotStarted, GameOver, TablePaused."""
        async with self._lock(table):
            loaded = await self._load(table)
            must_be_playing(loaded.table)
            seat = lobby.seat_of(loaded.table, person).number
            view = seen(loaded, person)
            assert view is not None
            kept = loaded.plans.get(person)
            wanted = kept if text is None and kept is not None else read(text or "", view, seat)
            return plan.preview(wanted, view, seat)


def read(text: str, view: View, seat: int) -> TurnPlan:
    """The plan that is meant. Raises PlanError, YourTurn."""
    if view.is_turn_of(seat):
        raise YourTurn(words.YOUR_TURN)
    return plan_reading.read_plan(text, view, seat)
