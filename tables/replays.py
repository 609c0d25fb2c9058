"""Finished games turn by turn, with all hands open, for those who can look at them; and their stories."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

from engine import EngineError, LogLine
from engine.replay import Position, positions
from tables.access import TableAccess
from tables.errors import NotReplayable, NotShown, TooLong
from tables.history import History
from tables.models import TableView
from tables.records import FoundOnce, Records
from tables.story import GameCourse, StoryFact, story
from tables.threads import aside_for_long

MOST_TURNS = 2_000
"""The most turns in a game with a replay, and in all replays kept: with six players, each turn takes 5 kB of memory."""


T = TypeVar("T")


class Packed(Sequence[T]):
    """Objects that are kept as bytes, so that the garbage collector has nothing to look at. Each is made again whenever it is
    asked for."""

    def __init__(self, items: Iterable[T]) -> None:
        self._items = [pickle.dumps(each, pickle.HIGHEST_PROTOCOL) for each in items]

    def __len__(self) -> int:
        return len(self._items)

    def __getitem__(self, at: Any) -> Any:
        return pickle.loads(self._items[at])  # noqa: S301 - made here


class Replay(GameCourse):
    """A finished game turn by turn: step 1 is its first turn, and the last step its end. Everything that takes long is worked out
    when it is made, in a thread."""

    def __init__(self, positions: tuple[Position, ...], lines: tuple[LogLine, ...], winners: tuple[int, ...]) -> None:
        super().__init__(positions, lines)
        self.story: tuple[StoryFact, ...] = story(self, winners)
        self._by_turn = by_turn(lines)
        self.positions, self.lines = Packed(positions), Packed(lines)

    @property
    def steps(self) -> int:
        """Return how many steps it has."""
        return len(self.positions)

    def lines_of(self, step: int) -> list[LogLine]:
        """Return what happened in a step's turn, with everything that anyone knew."""
        return [self.lines[place] for place in self._by_turn.get(step, ())]

    def lead_before(self, step: int) -> int | None:
        """Return the latest step before this one in which the lead changed."""
        return next((turn for turn, _ in reversed(self.leads) if turn < step), None)

    def lead_after(self, step: int) -> int | None:
        """Return the next step after this one in which the lead changed."""
        return next((turn for turn, _ in self.leads if turn > step), None)


def by_turn(lines: Iterable[LogLine]) -> dict[int, tuple[int, ...]]:
    """Return where the lines of each turn are, including its Attacks' late effects."""
    found: dict[int, tuple[int, ...]] = {}
    for place, line in enumerate(lines):
        for turn in {line.turn, line.turn if line.late is None else line.late}:
            found[turn] = (*found.get(turn, ()), place)
    return found


class Shown(NamedTuple):
    """A replay for its viewer: the table with the names that they can read, and whether everyone can look at the game."""

    table: TableView
    replay: Replay
    for_all: bool


class Replays:
    """The replays of finished games: each is made once, in a thread, and the latest are kept."""

    def __init__(self, access: TableAccess, records: Records, history: History) -> None:
        self._access = access
        self._records = records
        self._history = history
        self._replays: FoundOnce[Replay] = FoundOnce(records.turns, MOST_TURNS, lambda replay: replay.turns)

    async def show(self, table: str, viewer: int | None) -> Shown:
        """Return a finished game for a viewer (None: everyone). Raise NoTable, StillPlaying, NotShown, NotReplayable,
        TooLong."""
        seen = await self._history.table(viewer, table, "replay")
        if seen.options.what_if is not None:  # what-if games have no first turn
            raise NotReplayable(about=seen)
        if seen.turn > MOST_TURNS:
            raise TooLong(MOST_TURNS, "turns")
        for_all = viewer is None or not seen.involves(viewer) or await self._for_all(table)
        replay = await self._access.carry_through(self._replays.of(table, lambda: self._make(table)))
        return Shown(seen, replay, for_all)

    async def _for_all(self, table: str) -> bool:
        """Return whether everyone can look at a finished game."""
        try:
            await self._history.game(None, table)
        except NotShown:
            return False
        return True

    async def _make(self, table: str) -> Replay:
        exported = await self._records.export(table)
        try:
            return await aside_for_long(lambda: Replay(*positions(exported), exported.result.winners))
        except EngineError as error:
            raise NotReplayable from error
