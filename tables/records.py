"""What is left of a game when it is over."""

from __future__ import annotations

import asyncio

from engine import EngineError
from engine.replay import Export, TurnPoints, export, points_over_turns, verify
from tables import words
from tables.door import Door
from tables.errors import StillPlaying, TableFrozen
from tables.models import Proof


class Records(Door):
    """The whole game as a file that anybody can check, and how it went."""

    async def export(self, table: str) -> Export:
        """A finished game with its seed, its commitment and every answer: `.model_dump_json()` is the file that
        `python -m engine replay` verifies. Raises NoTable, StillPlaying, TableFrozen (newer code can't show it)."""
        loaded = await self._loaded(table)
        if loaded.table.phase != "over" or loaded.table.started is None:
            raise StillPlaying(words.SEED_IS_SECRET, table=loaded.shown)
        if loaded.game is None or loaded.game.result is None:
            raise TableFrozen(words.CANT_BE_REPLAYED, table=loaded.shown)
        return export(loaded.game, [stored.entry for stored in await self._store.journal(table)])

    async def proof(self, table: str) -> Proof:
        """The same with what comes of playing it again, in a thread. Raises NoTable, StillPlaying, TableFrozen."""
        exported = await self.export(table)
        try:
            await asyncio.to_thread(verify, exported)
        except EngineError as error:
            return Proof(exported=exported, doubt=error.reason)
        promised = (await self._loaded(table)).table.commitment
        return Proof(exported=exported, doubt="" if promised == exported.commitment else words.NOT_AS_PROMISED)

    async def points_over_turns(self, table: str) -> tuple[TurnPoints, ...]:
        """Everybody's points at each turn's start, and at the end. Plays the game again, in a thread: keep the answer.
        Raises NoTable, StillPlaying, TableFrozen."""
        exported = await self.export(table)
        try:
            return await asyncio.to_thread(points_over_turns, exported)
        except EngineError as error:
            raise TableFrozen(words.CANT_BE_REPLAYED) from error
