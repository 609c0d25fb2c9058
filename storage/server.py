"""A database on a PostgreSQL server: connecting to it, locking it for one process, its schema."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import unquote, urlsplit

import asyncpg

from storage.files import changes_since, migrations
from storage.store import InUse, Unreadable

log = logging.getLogger(__name__)

FOLDER = "postgres"
"""The folder of its migrations."""
PATIENCE = 10.0
"""How many seconds connecting, or reaching the server again, can take."""
KEY = 0x53454E45
"""The key of the advisory lock: "SENE", as in SQLite's files."""
SESSION = {
    "application_name": "seneschal",
    # What a bot leaves open when it is cut off doesn't hold anyone up, or keep a lock.
    "idle_in_transaction_session_timeout": "5s",
    "tcp_keepalives_idle": "20",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}
WRITABLE = "read-write"
"""Of several servers in an address, the one to connect to: not a standby."""
TROUBLE = (asyncpg.PostgresError, asyncpg.InterfaceError, OSError)


def name_of(url: str) -> str:
    """Return the name of the database, the only part of a DATABASE_URL that can be shown."""
    return unquote(urlsplit(url).path.removeprefix("/"))


async def connect(url: str, **settings: object) -> asyncpg.Connection:
    """Return a connection to the server."""
    return await asyncpg.connect(url, server_settings=SESSION | settings, timeout=PATIENCE, target_session_attrs=WRITABLE)


@asynccontextmanager
async def connected(url: str) -> AsyncIterator[asyncpg.Connection]:
    """Connect to the server for a block that others don't wait for. Raises Unreadable."""
    try:
        connection = await connect(url, idle_in_transaction_session_timeout="0")
    except TROUBLE as error:
        raise unreadable(url, error) from error
    try:
        yield connection
    except (asyncpg.PostgresError, asyncpg.InterfaceError, ConnectionError, TimeoutError) as error:
        raise Unreadable(f"The database {name_of(url)} fails: {error}.") from error
    finally:
        await connection.close(timeout=PATIENCE)


def unreadable(url: str, error: Exception) -> Unreadable:
    """Return the message for the operator."""
    return Unreadable(f"The database {name_of(url)} can't be reached: {error}. Check DATABASE_URL, and that the server runs.")


async def hold(connection: asyncpg.Connection) -> asyncpg.Connection:
    """Lock the database for this process, until the connection ends; return that. Raises InUse."""
    if not await connection.fetchval("SELECT pg_try_advisory_lock($1)", KEY):
        await connection.close()
        raise InUse("Another Seneschal is using this database. Stop it first, or set DATABASE_URL to another one.")
    return connection


async def version_of(connection: asyncpg.Connection) -> int | None:
    """Return the version of the schema; None: there is nothing yet. Raises Unreadable if it isn't ours."""
    if await connection.fetchval("SELECT to_regclass('seneschal')") is not None:
        version: int = await connection.fetchval("SELECT version FROM seneschal")
        return version
    if await connection.fetchval("SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()"):
        raise Unreadable("This database is not one of Seneschal's. Create an empty one for the bot.")
    return None


async def prepare(connection: asyncpg.Connection) -> None:
    """Bring the schema up to date, in one transaction. Raises Unreadable."""
    async with connection.transaction():
        version, known = await version_of(connection) or 0, migrations(FOLDER)
        if version > known[-1][0]:
            raise Unreadable("The database was written by a newer version of Seneschal. Install that version, or restore a backup.")
        missing = [(number, each) for number, each in known if number > version]
        for _, each in missing:
            await connection.execute(each.read_text(encoding="utf-8"))
        if missing:
            await connection.execute("UPDATE seneschal SET version = $1", missing[-1][0])
            log.info("Schema updated from version %d to %d", version, missing[-1][0])


async def pending(url: str) -> list[str] | None:
    """Return what the next start will change in a database, as `files.pending` does."""
    try:
        async with connected(url) as connection:
            return changes_since(await version_of(connection) or 0, migrations(FOLDER))
    except Unreadable:
        return None
