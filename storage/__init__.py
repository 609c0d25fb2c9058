"""Saves: what is stored about tables and people, and where."""

from pathlib import Path

from storage.sqlite import SqliteStore
from storage.store import StorageError, Store

__all__ = ["StorageError", "Store", "from_url", "path_of"]

SCHEME = "sqlite:///"


def path_of(url: str) -> Path:
    """Return the file that a DATABASE_URL names: `sqlite:///name.db` in the working directory, `sqlite:////path/name.db` anywhere.
    Raises ValueError with a sentence about the problem."""
    if not url.startswith(SCHEME) or url == SCHEME:
        raise ValueError(f"DATABASE_URL is {url!r}; it must look like sqlite:///seneschal.db, with a file path at the end.")
    return Path(url.removeprefix(SCHEME)).expanduser()


def from_url(url: str) -> Store:
    """Return the store that a DATABASE_URL names, not yet opened. Raises ValueError."""
    return SqliteStore(path_of(url))
