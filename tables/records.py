"""The records of a finished game."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from typing import Generic, TypeVar

from engine import EngineError
from engine.replay import Export, TurnPoints, export, points_over_turns, verify
from engine.save import Entry
from tables import words
from tables.access import TableAccess
from tables.errors import NotReplayable, StillPlaying, TooLong
from tables.models import Proof, TableView
from tables.threads import InTurn, aside, aside_for_long

T = TypeVar("T")

PROOFS_KEPT, TURNS_KEPT = 8, 20_000
"""How many proofs are kept, and how many turns of everyone's points."""
MOST_REPLAYED = 5_000
"""The most answers in a game that is replayed: until it's done, everyone who asks for another game's records has to wait."""

PIECE = 500
"""How many answers of a game are read in one go; other reads and commits can come before the next piece."""


class FoundOnce(Generic[T]):
    """Facts about finished games that take long to find and never change: found once, however many people ask, for
    one game at a time (`turns`). The latest ones are kept: the last, and others up to a total size of `keep`."""

    def __init__(self, turns: InTurn, keep: int, size: Callable[[T], int] = lambda found: 1) -> None:
        self._turns = turns
        self._keep = keep
        self._size = size
        self._found: OrderedDict[str, T] = OrderedDict()
        self._finding = ""

    def forget(self, tables: Iterable[str]) -> None:
        """Forget what is known about these tables, and what is just being found."""
        for table in tables:
            self._found.pop(table, None)
            if table == self._finding:
                self._finding = ""

    def forget_all(self) -> None:
        """Do the same for all tables."""
        self._found.clear()
        self._finding = ""

    async def of(self, table: str, find: Callable[[], Awaitable[T]]) -> T:
        """Return what is known about a table, or find it with `find`, whose errors aren't kept."""
        if table in self._found:
            self._found.move_to_end(table)
            return self._found[table]
        async with self._turns.one():
            if table in self._found:
                return self._found[table]
            self._finding = table
            found = await find()
            if self._finding:
                self._found[table] = found
                while len(self._found) > 1 and sum(map(self._size, self._found.values())) > self._keep:
                    self._found.popitem(last=False)
            return found


class Records:
    """Finished games: how one went, and the whole game as a file that anyone can check. `turns`: in which order games are
    played again."""

    def __init__(self, access: TableAccess) -> None:
        self._access = access
        self.turns = InTurn()
        self._proofs: FoundOnce[Proof] = FoundOnce(self.turns, PROOFS_KEPT)
        self._courses: FoundOnce[tuple[TurnPoints, ...]] = FoundOnce(self.turns, TURNS_KEPT, len)

        access.listen_to_others(lambda said: self.forget([said.table]), self.forget_all)

    def forget_all(self) -> None:
        """Make all games' records again."""
        self._proofs.forget_all()
        self._courses.forget_all()

    def forget(self, tables: Iterable[str]) -> None:
        """Make these games' records again: some names in them might have been deleted."""
        self._proofs.forget(tables)
        self._courses.forget(tables)

    async def export(self, table: str) -> Export:
        """Return a finished game with its seed, its commitment and every answer: `.model_dump_json()` is the file that `python -m
        engine replay` verifies. Raise NoTable, StillPlaying, NotReplayable (newer code can't show it), TooLong."""
        state = await self._access.state(table)
        if state.table.phase != "over" or state.table.started is None:
            raise StillPlaying("seed", about=state.shown)
        if state.game is None or state.game.result is None:
            raise NotReplayable(about=state.shown)
        if state.stored_entries > MOST_REPLAYED:
            raise TooLong(MOST_REPLAYED)
        entries: list[Entry] = []
        for number in range(0, state.stored_entries, PIECE):
            entries += [stored.entry for stored in await self._access.store.journal(table, number, PIECE)]
        return await aside(export, state.game, entries)

    async def file(self, table: str) -> bytes:
        """Return that file. Raise the same."""
        return await aside(as_file, await self.export(table))

    async def proof(self, table: str, seen: TableView | None = None) -> Proof:
        """Return the same with the result of a replay, in a thread, with the names in `seen`, the table as its reader may see it
        (None: all names). Raise NoTable, StillPlaying, NotReplayable, TooLong."""
        found = await self._access.carry_through(self._proofs.of(table, lambda: self._prove(table)))
        if seen is None or seen == (await self._access.state(table)).shown:
            return found
        async with self.turns.one():
            return found.model_copy(update={"file": await aside_for_long(named_as, found.file, seen)})

    async def _prove(self, table: str) -> Proof:
        exported, promised = await self.export(table), (await self._access.state(table)).table.commitment
        return await aside_for_long(proved, exported, promised)

    async def points_over_turns(self, table: str) -> tuple[TurnPoints, ...]:
        """Return everyone's points at each turn's start, and at the end. Replay the game in a thread. Raise NoTable, StillPlaying,
        NotReplayable, TooLong."""
        return await self._access.carry_through(self._courses.of(table, lambda: self._follow_points(table)))

    async def _follow_points(self, table: str) -> tuple[TurnPoints, ...]:
        exported = await self.export(table)
        try:
            return await aside_for_long(points_over_turns, exported)
        except EngineError as error:
            raise NotReplayable from error


def as_file(exported: Export) -> bytes:
    """Return a game as the content of a file."""
    return exported.model_dump_json().encode()


def named_as(file: bytes, seen: TableView) -> bytes:
    """Return a game's file with the names that a table's reader sees, and without texts stored by older versions."""
    exported, players = Export.model_validate_json(file), tuple(seat.name for seat in seen.seats)
    entries = tuple(
        entry.model_copy(
            update={name: replace(told, wording="") for name in ("undone", "ending") if (told := getattr(entry, name)) is not None}
        )
        for entry in exported.entries
    )
    setup = exported.setup.model_copy(update={"players": players})
    return as_file(exported.model_copy(update={"setup": setup, "entries": entries, "result": seen.result}))


def proved(exported: Export, promised: str | None) -> Proof:
    """Return a game as a file with the result of its replay. `promised`: the commitment from its start."""
    file = as_file(exported)
    try:
        verify(exported)
    except EngineError as error:
        return Proof(file=file, doubt=error.reason)
    return Proof(file=file, doubt="" if promised == exported.commitment else words.NOT_AS_PROMISED)
