"""The narrow interface of a connection: all that the ledger needs from a database of any kind."""

from __future__ import annotations

from collections.abc import Coroutine, Iterable, Mapping
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol, TypeVar

from storage.errors import StorageError
from storage.models import Change

T = TypeVar("T")
Row = dict[str, Any]
Values = Mapping[str, object]


class NotUnique(StorageError):
    """A row has the same key as another; `index` says which key."""

    def __init__(self, index: str) -> None:
        super().__init__(f"There is such a row already: {index}.")
        self.index = index


class TryAgain(StorageError):
    """The database didn't commit a piece of work, so it has to be done again from the beginning."""


class Database(Protocol):
    """A connection on which a piece of work runs its statements one after another. Their parameters are named (`:name`).

    * `dialect`: the folder with the statements that differ for this database.
    * `same`: a condition: a column still has the value that was read from it, whatever its type.
    """

    dialect: str
    same: str

    async def rows(self, sql: str, values: Values) -> list[Row]:
        """Return all rows that a query finds."""

    async def run(self, sql: str, values: Values) -> int:
        """Run a statement; return how many rows it has changed. Raises NotUnique."""

    async def many(self, sql: str, values: Iterable[Values]) -> None:
        """Run a statement with each of the values. Raises NotUnique."""

    def transaction(self, *, until_on_disk: bool = True, apart: bool = False) -> AbstractAsyncContextManager[None]:
        """Commit everything in the block, or nothing. If it doesn't wait `until_on_disk`, a crash of the machine can undo it, but
        nothing committed earlier. `apart`: it depends only on what it changes itself, so others' changes to anything else don't
        matter."""

    async def announce(self, change: Change) -> None:
        """Tell other processes that use this database of a change to a table, once it is committed."""

    def savepoint(self) -> AbstractAsyncContextManager[None]:
        """Do everything in the block, which is part of a transaction, or nothing."""


def driven(work: Coroutine[Any, Any, T]) -> T:
    """Run a piece of work to its end, on a database that never makes it wait."""
    try:
        work.send(None)
    except StopIteration as done:
        result: T = done.value
        return result
    work.close()
    raise RuntimeError("This piece of work waits for something other than its database.")
