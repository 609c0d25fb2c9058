"""Commands: what can be done at a table, each as a function on a unit of work; and its outcome."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Concatenate, ParamSpec

from engine import View
from tables.errors import TableError
from tables.models import TableView, What
from tables.plan import StillToDo
from tables.snapshot import SeatSnapshot
from tables.work import UnitOfWork

P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class Transition:
    """A command's results besides the changed table: see `Outcome`."""

    repeated: bool = False
    done: Sequence[Sequence[str]] = ()
    stopped: TableError | None = None
    turn_continues: StillToDo | None = None


REPEATED = Transition(repeated=True)

Result = Awaitable[Transition | None] | Transition | None


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its name for listeners, and the function that does it."""

    what: What
    do: Callable[[UnitOfWork], Result]


def command(what: What) -> Callable[[Callable[Concatenate[UnitOfWork, P], Result]], Callable[P, Command]]:
    """Turn a function on a unit of work into one that takes the other arguments and returns the command."""

    def decorate(do: Callable[Concatenate[UnitOfWork, P], Result]) -> Callable[P, Command]:
        @wraps(do)
        def made(*args: P.args, **kwargs: P.kwargs) -> Command:
            return Command(what, lambda work: do(work, *args, **kwargs))

        return made

    return decorate


@dataclass(frozen=True, slots=True)
class Outcome:
    """A command's results, for the person who gave it.

    `snapshot` is everything that they may see at the point where the game waits for a person again. `repeated`: this very action,
    or the same answer, had been done before, so nothing was done now.

    For answers: `done` are the moves made; if some were not, `stopped` says why; `turn_continues` explains a buy that led to more
    than the planned end of the turn; `returned`: the person was away until then; `played_for`: the turns in which an AI has
    played for them (None: none has)."""

    snapshot: SeatSnapshot
    repeated: bool = False
    done: tuple[tuple[str, ...], ...] = ()
    stopped: TableError | None = None
    turn_continues: StillToDo | None = None
    returned: bool = False
    played_for: range | None = None

    @property
    def table(self) -> TableView:
        """Return the table as it is now."""
        return self.snapshot.table

    @property
    def view(self) -> View | None:
        """Return the game as the person may see it; None before it starts."""
        return self.snapshot.view
