"""Auto-answers for one game."""

from __future__ import annotations

from storage.models import Look
from storage.personal import AutoAnswers
from tables.auto_answers import AnswersChange
from tables.checks import after_change, seat_of
from tables.command import command
from tables.work import UnitOfWork


@command("standing")
def set_answers(work: UnitOfWork, answers: AutoAnswers | AnswersChange) -> None:
    """Keep auto-answers for this game, or change them; a field that is None isn't set here. They apply right away if a decision
    already waits for the person, and so do settings for pings and reminders. Raise NoSuchOption, NotSeated."""
    seat_of(work.table, work.person)
    before = work.state.answers.get(work.person, AutoAnswers())
    work.answers[work.person] = after = after_change(before, answers)
    if (after.pings, after.remind) != (before.pings, before.remind):
        work.calls.looks.append(Look(person=work.person, at=work.now))
