"""The narrow connection to a database, whichever it is: all that the ledger asks of it."""

from __future__ import annotations

from collections.abc import Coroutine, Iterable, Mapping
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol, TypeVar

from storage.store import StorageError

T = TypeVar("T")
Row = dict[str, Any]
Values = Mapping[str, object]


class NotUnique(StorageError):
    """A row has the key of another; `index` says which."""

    def __init__(self, index: str) -> None:
        super().__init__(f"There is such a row already: {index}.")
        self.index = index


class TryAgain(StorageError):
    """The database hasn't committed a piece of work, which is to be done from its beginning."""


class Database(Protocol):
    """A connection, on which a piece of work makes its statements one after another. Their values have names (`:name`).

    * `dialect`: the folder with what this database says in its own way.
    * `same`: whether a column has a value that was read from it, whatever its type.
    """

    dialect: str
    same: str

    async def rows(self, sql: str, values: Values) -> list[Row]:
        """Return all rows that a query finds."""

    async def run(self, sql: str, values: Values) -> int:
        """Run a statement; return how many rows it has changed. Raises NotUnique."""

    async def many(self, sql: str, values: Iterable[Values]) -> None:
        """Run a statement with each of the values. Raises NotUnique."""

    def transaction(self, *, until_on_disk: bool = True) -> AbstractAsyncContextManager[None]:
        """Commit everything in the block, or nothing. Unless it waits `until_on_disk`, a crash of the machine can undo it, but
        nothing committed before."""

    def savepoint(self) -> AbstractAsyncContextManager[None]:
        """Do everything in the block, a part of a transaction, or nothing."""


def driven(work: Coroutine[Any, Any, T]) -> T:
    """Drive a piece of work to its end, over a database that never makes it wait."""
    try:
        work.send(None)
    except StopIteration as done:
        result: T = done.value
        return result
    work.close()
    raise RuntimeError("This piece of work waits for something other than its database.")
