"""Auto-answers for one game."""

from __future__ import annotations

from storage.personal import AutoAnswers
from tables.auto_answers import AnswersChange
from tables.checks import after_change, seat_of
from tables.command import command
from tables.work import UnitOfWork


@command("standing")
def set_answers(work: UnitOfWork, answers: AutoAnswers | AnswersChange) -> None:
    """Keep auto-answers for this game, or change them; a field that is None says nothing here. They act right away if a decision
    already waits for the person. Raise NoSuchOption, NotSeated."""
    seat_of(work.table, work.person)
    work.answers[work.person] = after_change(work.state.answers.get(work.person, AutoAnswers()), answers)
