"""The tables in their own process, which can be killed at any database statement."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from sandbox.clock import Clock
from sandbox.testing import PROCESSES
from storage import from_url
from storage.postgres import PostgresDatabase
from storage.sqlite import SqliteStore
from storage.store import Store
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
    """A process that does something at a certain time. It can be killed at one of its statements (0: none), or be held before
    its first commit."""

    url: str
    at: datetime
    report: Path
    deed: Deed
    kill: int = 0
    stop: bool = False

    def __call__(self) -> None:
        asyncio.run(self._look())

    async def _look(self) -> None:
        store, clock = from_url(self.url), Clock(machine=self.at.timestamp)
        await store.open()
        host = TableService(store, clock=clock, seed_source=lambda: bytes(32))
        statements, stopped = 0, False

        def stated(statement: str) -> None:
            nonlocal statements, stopped
            statements += 1
            if self.stop and statement == "COMMIT" and not stopped:
                stopped = True
                os.kill(os.getpid(), signal.SIGSTOP)
            if statements == self.kill:
                os.kill(os.getpid(), signal.SIGKILL)

        await watch(store, stated)
        await host.open()
        await self.deed(host)
        await host.close()
        await store.close()
        self.report.write_text(str(statements))

    async def run(self) -> int:
        """Let the process run, and return how many statements it made; 0 if it was killed."""
        async with self.running():
            pass
        return 0 if self.kill else int(self.report.read_text())

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Let the process run, and wait for its end; if it is to `stop`, let it go on only after the block."""
        process = PROCESSES.Process(target=self)
        process.start()
        if self.stop:
            assert process.pid is not None
            state = Path(f"/proc/{process.pid}/stat")
            while ") T " not in state.read_text():  # noqa: ASYNC110, ASYNC240 - no one tells
                await asyncio.sleep(0.01)
            yield
            os.kill(process.pid, signal.SIGCONT)
        else:
            yield
        await asyncio.to_thread(process.join)
        assert process.exitcode == (-signal.SIGKILL if self.kill else 0)


async def watch(store: Store, stated: Callable[[str], None]) -> None:
    """Have `stated` called before each statement to the database."""
    if isinstance(store, SqliteStore):
        await store._run(lambda db: db.set_trace_callback(stated))
        return
    do = PostgresDatabase._do

    async def watched(db: PostgresDatabase, name: str, *arguments: Any) -> Any:
        stated(arguments[0])
        return await do(db, name, *arguments)

    PostgresDatabase._do = watched  # type: ignore[assignment, method-assign]
