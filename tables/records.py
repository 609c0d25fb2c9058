"""What is left of a game when it is over."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from functools import cached_property
from typing import Generic, TypeVar

from engine import EngineError
from engine.replay import Export, TurnPoints, export, points_over_turns, verify
from tables import words
from tables.door import Door
from tables.errors import StillPlaying, TablePaused
from tables.models import Proof

T = TypeVar("T")

PROOFS_KEPT, COURSES_KEPT = 8, 256


class FoundOnce(Generic[T]):
    """What takes long to find out about a finished game and never changes: it is found out once, for one game at a time, however
    many people ask, and the latest `keep` are kept."""

    def __init__(self, keep: int) -> None:
        self._keep = keep
        self._found: OrderedDict[str, T] = OrderedDict()
        self._lock = asyncio.Lock()

    async def of(self, table: str, find: Callable[[], Awaitable[T]]) -> T:
        """Return what is known of a table, or else what `find` finds. What that raises isn't kept."""
        if table in self._found:
            self._found.move_to_end(table)
            return self._found[table]
        async with self._lock:
            if table not in self._found:
                self._found[table] = await find()
                while len(self._found) > self._keep:
                    self._found.popitem(last=False)
            return self._found[table]


class Records(Door):
    """The whole game as a file that anybody can check, and how it went."""

    @cached_property
    def _proofs(self) -> FoundOnce[Proof]:
        return FoundOnce(PROOFS_KEPT)

    @cached_property
    def _courses(self) -> FoundOnce[tuple[TurnPoints, ...]]:
        return FoundOnce(COURSES_KEPT)

    async def export(self, table: str) -> Export:
        """A finished game with its seed, its commitment and every answer: `.model_dump_json()` is the file that
        `python -m engine replay` verifies. Raises NoTable, StillPlaying, TablePaused (newer code can't show it)."""
        loaded = await self._loaded(table)
        if loaded.table.phase != "over" or loaded.table.started is None:
            raise StillPlaying(words.SEED_IS_SECRET, table=loaded.shown)
        if loaded.game is None or loaded.game.result is None:
            raise TablePaused(words.CANT_BE_REPLAYED, table=loaded.shown)
        return export(loaded.game, [stored.entry for stored in await self._store.journal(table)])

    async def proof(self, table: str) -> Proof:
        """The same with what comes of playing it again, in a thread. Raises NoTable, StillPlaying, TablePaused."""
        return await self._proofs.of(table, lambda: self._prove(table))

    async def _prove(self, table: str) -> Proof:
        exported = await self.export(table)
        try:
            await asyncio.to_thread(verify, exported)
        except EngineError as error:
            return Proof(exported=exported, doubt=error.reason)
        promised = (await self._loaded(table)).table.commitment
        return Proof(exported=exported, doubt="" if promised == exported.commitment else words.NOT_AS_PROMISED)

    async def points_over_turns(self, table: str) -> tuple[TurnPoints, ...]:
        """Everybody's points at each turn's start, and at the end. Plays the game again, in a thread. Raises NoTable,
        StillPlaying, TablePaused."""
        return await self._courses.of(table, lambda: self._follow_points(table))

    async def _follow_points(self, table: str) -> tuple[TurnPoints, ...]:
        exported = await self.export(table)
        try:
            return await asyncio.to_thread(points_over_turns, exported)
        except EngineError as error:
            raise TablePaused(words.CANT_BE_REPLAYED) from error
