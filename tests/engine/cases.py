"""The rules cases of tests/cases, loaded and played once for all tests that read them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from engine.case import Run
from engine.case_format import Case, load
from engine.view import DecisionView

CASES = Path(__file__).parent.parent / "cases"
FILES = sorted(CASES.glob("*.yaml"))


@cache
def cases(path: Path) -> tuple[Case, ...]:
    """Return the cases of one of the files."""
    return tuple(load(path))


class Played(Run):
    """A case that has been played, with all its questions, except what to do on a turn."""

    def __init__(self, case: Case) -> None:
        super().__init__(case)
        self.met: list[DecisionView] = []

    def _check(self) -> None:
        super()._check()
        for ask in self.core.decisions():
            self.met += [each.view() for each in (ask, ask.follow) if each is not None and each.kind != "turn"]


@cache
def played(path: Path) -> tuple[Played, ...]:
    """Return all cases of one of the files, played."""
    runs = tuple(Played(case) for case in cases(path))
    for run in runs:
        run.run()
    return runs
