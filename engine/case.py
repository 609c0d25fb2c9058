"""Running rules cases: setting up a position, giving the answers as a player would say them, and reporting what differs.

The format is in case_format.py; tests/cases/README.md explains it to authors of cases.
"""

from __future__ import annotations

import argparse
import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine import snapshot
from engine.case_comparison import Comparison
from engine.case_format import Case, CaseError, load
from engine.case_position import (
    Differs,
    census,
    described,
    meant,
    portrait,
    set_up,
)
from engine.checks import Violation, always
from engine.core import Core
from engine.decision import Ask
from engine.errors import EngineError, IllegalAnswer
from engine.save import Snapshot


@dataclass(frozen=True, slots=True)
class CaseAct:
    """One thing done to the game: an answer, or (no decision) a resignation."""

    seat: int
    decision: int = 0
    ids: tuple[str, ...] = ()

    def do(self, core: Core) -> None:
        """Do it."""
        if self.decision:
            core.answer(self.seat, self.decision, self.ids)
        else:
            core.resign(core.players[self.seat])


# running


class Run:
    """One case being run. `differences` lists what isn't as expected."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.differences: list[str] = []
        self.taken: Snapshot | None = None
        self.acts: list[CaseAct] = []
        self.where = "start"
        self.core = set_up(case, None)
        self.at_start = census(self.core)

    def run(self) -> list[str]:
        """Run the case and return what differs."""
        try:
            self._begin()
            for number, step in enumerate(self.case.then, 1):
                self.where = f"step {number} ({step})"
                if step.player is not None:
                    for text in step.answers:
                        self._answer(step.player, text)
                for player, texts in (step.refused or {}).items():
                    for text in texts:
                        self._refused(player, text)
                for player, texts in (step.allowed or {}).items():
                    for text in texts:
                        self._allowed(player, text)
                if step.expect is not None:
                    self._wrong(Comparison(self.core).facts(step.expect))
            self._all_shuffled()
        except Differs as differs:
            self._wrong([str(differs)])
        except (EngineError, ValueError) as error:
            self._wrong([str(error)])
        return self.differences

    def _wrong(self, differences: Iterable[str]) -> None:
        self.differences += [f"{self.where}: {each}" for each in differences]

    def _begin(self) -> None:
        self.core.on_turn_start = self._keep
        self.core.begin(amid=self.case.start.amid)
        self._check()

    def _keep(self) -> None:
        """Keep a snapshot of the turn's start, as a saved game does, unless something is owed."""
        if self.core.debts:
            return
        self.taken = Snapshot.model_validate_json(snapshot.take(self.core, 0).model_dump_json())
        self.acts = []

    def _do(self, act: CaseAct) -> None:
        before = self.taken
        act.do(self.core)
        # The act that began a turn belongs to the turn before it: its effects are in the snapshot.
        if self.taken is before:
            self.acts.append(act)
        self._check()

    def _check(self) -> None:
        """Check what holds after every answer: no copy appears or disappears, and a save restores the same game."""
        try:
            always(self.core, self.at_start)
        except Violation as fault:
            raise Differs(str(fault)) from fault
        again = set_up(self.case, self.taken)
        again.begin(amid=self.case.start.amid and self.taken is None)
        for act in self.acts:
            act.do(again)
        then, now = portrait(self.core), portrait(again)
        self._wrong(f"saved and loaded, {each} is {now[each]}, not {then[each]}" for each in then if then[each] != now[each])

    def _asked(self, name: str, text: str) -> tuple[Ask[Any], tuple[str, ...]]:
        """Return the open question that `text`, said by `name`, answers; questions without an answer come first."""
        seat = self._seat(name)
        asks = [ask for ask in self.core.decisions() if ask.decider == seat]
        for ask in sorted(asks, key=lambda ask: ask.answer is not None):
            if (ids := meant(ask, text)) is not None:
                return ask, ids
        raise Differs(f"“{text}” answers nothing that {name} is asked; open: {described(self.core)}")

    def _answer(self, name: str, text: str) -> None:
        if text == "resign":
            self._do(CaseAct(self._seat(name)))
            return
        ask, ids = self._asked(name, text)
        try:
            ask.check(ids)
        except IllegalAnswer as refusal:
            raise Differs(f"“{text}” is refused: {refusal.reason} Open: {described(self.core)}") from refusal
        self._do(CaseAct(ask.decider, ask.id, ids))

    def _allowed(self, name: str, text: str) -> None:
        ask, ids = self._asked(name, text)
        try:
            ask.check(ids)
        except IllegalAnswer as refusal:
            self._wrong([f"“{text}” should be allowed, and is refused: {refusal.reason}"])

    def _refused(self, name: str, text: str) -> None:
        ask, ids = self._asked(name, text)
        before = portrait(self.core)
        try:
            self.core.answer(ask.decider, ask.id, ids)
        except IllegalAnswer:
            if portrait(self.core) != before:
                raise Differs(f"“{text}” is refused, but has changed something") from None
        else:
            raise Differs(f"“{text}” should be refused, and is taken")

    def _seat(self, name: str) -> int:
        return self.case.players.index(name)

    def _all_shuffled(self) -> None:
        self.where = "end"
        for name, orders in self.case.shuffles.items():
            if (done := self.core.shuffler.counters[self._seat(name)]) < len(orders):
                self._wrong([f"{name} has shuffled {done} times, though the case says how {len(orders)} shuffles end"])


def run_case(case: Case) -> list[str]:
    """Return what differs from the case; nothing if everything is as it says. Raises CaseError if the case can't be run."""
    return Run(case).run()


# the command


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `case`."""
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a file of cases, or a directory of such files")


def files(paths: Iterable[Path]) -> list[Path]:
    """Return the given files; for a directory, all its YAML files."""
    return [file for path in paths for file in (sorted(path.glob("*.yaml")) if path.is_dir() else [path])]


def run(args: argparse.Namespace, show: Callable[[str], None] = print) -> int:
    """Run the files' cases and print what differs; return 1 if anything does."""
    count = failed = 0
    for path in files(args.files):
        try:
            cases = load(path)
        except CaseError as error:
            failed += 1
            show(str(error))
            continue
        for case in cases:
            count += 1
            differences = tried(path, case)
            failed += bool(differences)
            for line in differences:
                show(line)
    ran = "1 case" if count == 1 else f"{count} cases"
    show(f"{ran}; {failed} with something wrong." if failed else f"{ran}, all as they should be.")
    return 1 if failed else 0


def tried(path: Path, case: Case) -> list[str]:
    """Return the result of `located`, or the error, so that the next cases still run."""
    try:
        return located(path, case)
    except CaseError as error:
        return [str(error)]
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)
        last = next((frame for frame in reversed(place) if Path(frame.filename).parent.name == "cards"), place[-1])
        return [f"{path}: case “{case.case}”: the engine fails at {last.filename}:{last.lineno}, {last.name}: {error!r}"]


def located(path: Path, case: Case) -> list[str]:
    """Return what differs from the case, with its place and its rule."""
    where = f"{path}: case “{case.case}”" + (f" [{case.rule}]" if case.rule else "")
    try:
        return [f"{where}: {each}" for each in run_case(case)]
    except CaseError as error:
        raise CaseError(f"{where}: {error}") from error
