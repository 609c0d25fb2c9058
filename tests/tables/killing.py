"""The tables in their own process, which can be killed at any database statement."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from sandbox.clock import Clock
from sandbox.testing import PROCESSES
from storage.sqlite import SqliteStore
from tables import TableService
from tables.command import Command

Deed = Callable[[TableService], Awaitable[object]]


async def look_after(host: TableService) -> None:
    """Do what is due."""
    await host.timers.look_after()


async def clean(host: TableService) -> None:
    """Delete what is no longer needed."""
    await host.cleaner.clean()


@dataclass(frozen=True)
class Press:
    """A click, which its person repeats if the bot doesn't answer: Discord sends it with the same id. `make` makes its command."""

    table: str
    person: int
    make: Callable[..., Command]
    args: tuple[Any, ...] = ()

    async def __call__(self, host: TableService) -> None:
        await host.act(self.table, self.person, self.make(*self.args), action="pressed")


@dataclass(frozen=True)
class Look:
    """A process that does something at a certain time, and can be killed at one of its statements (0: none)."""

    path: Path
    at: datetime
    deed: Deed
    kill: int = 0

    def __call__(self) -> None:
        asyncio.run(self._look())

    async def _look(self) -> None:
        store, clock = SqliteStore(self.path), Clock(machine=self.at.timestamp)
        await store.open()
        host = TableService(store, clock=clock, seed_source=lambda: bytes(32))
        statements = 0

        def stated(statement: str) -> None:
            nonlocal statements
            statements += 1
            if statements == self.kill:
                os.kill(os.getpid(), signal.SIGKILL)

        await store._run(lambda db: db.set_trace_callback(stated))
        await host.open()
        await self.deed(host)
        await host.close()
        await store.close()
        self.path.with_suffix(".count").write_text(str(statements))

    async def run(self) -> int:
        """Let the process run, and return how many statements it made; 0 if it was killed."""
        process = PROCESSES.Process(target=self)
        process.start()
        await asyncio.to_thread(process.join)
        assert process.exitcode == (-signal.SIGKILL if self.kill else 0)
        return 0 if self.kill else int(self.path.with_suffix(".count").read_text())
