"""What can be wrong with stored data, and why a change can't be stored."""

from __future__ import annotations


class StorageError(Exception):
    """A problem with the stored data, as a sentence for the operator of the bot."""


class InUse(StorageError):
    """Another process has this database open for writing."""


class Unreadable(StorageError):
    """The database isn't ours, or was made by newer code."""


class Unreachable(Unreadable, ConnectionError):
    """The database's server can't be reached for now."""


class Damaged(Unreadable):
    """Pages of the database are damaged."""


class Conflict(StorageError):
    """A change was made for a version of the table that isn't the stored one; nothing was written."""


class PlaceTaken(StorageError):
    """A new table was opened in a place where another is still going on; nothing was written."""


class DoneBefore(StorageError):
    """An outside action with this id was done before; nothing was written."""


class BrokenRow(StorageError):
    """A stored row doesn't fit its model. A copy is in quarantine; the row stays where it is if a game needs it."""

    def __init__(self, source: str, key: str, reason: str) -> None:
        super().__init__(f"{source} {key} can't be read: {reason}")
        self.source, self.key, self.reason = source, key, reason
