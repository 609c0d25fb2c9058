"""Storage: what is kept about tables and people, and where."""

from pathlib import Path

from storage.errors import StorageError
from storage.part import WHOLE, Part
from storage.sqlite import SqliteStore
from storage.store import Store

__all__ = ["WHOLE", "Part", "StorageError", "Store", "from_url", "on_server", "path_of"]

SCHEME = "sqlite:///"
SERVER = ("postgresql://", "postgres://")


def path_of(url: str) -> Path:
    """Return the file that a DATABASE_URL names: `sqlite:///name.db` in the working directory, `sqlite:////path/name.db` anywhere.
    Raises ValueError with a sentence about the problem."""
    if not url.startswith(SCHEME) or url == SCHEME:
        raise ValueError(f"DATABASE_URL is {url!r}; it must look like sqlite:///seneschal.db, with a file path at the end.")
    return Path(url.removeprefix(SCHEME)).expanduser()


def from_url(url: str, part: Part = WHOLE) -> Store:
    """Return the store that a DATABASE_URL names, not yet opened, for a part of its tables (for a file: all of them). Raises
    ValueError."""
    if on_server(url):
        from storage.postgres import PostgresStore  # its driver takes 100 ms to import, and most bots don't need it

        return PostgresStore(url, part)
    return SqliteStore(path_of(url))


def on_server(url: str) -> bool:
    """Return whether a DATABASE_URL names a database on a server rather than a file."""
    return url.startswith(SERVER)
