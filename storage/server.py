"""A database on a PostgreSQL server: connecting to it, locking it for one process, its schema."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from urllib.parse import unquote, urlsplit

import asyncpg

from storage.errors import InUse, Unreachable, Unreadable
from storage.files import changes_since, migrations
from storage.part import WHOLE, Part

log = logging.getLogger(__name__)

FOLDER = "postgres"
"""The folder of its migrations."""
PATIENCE = 10.0
"""How many seconds connecting, or reaching the server again, can take."""
KEY = 0x53454E45
"""In the key of each advisory lock: "SENE", as in SQLite's files."""
LOCK = "SELECT key FROM unnest($1::bigint[]) AS key WHERE NOT pg_try_advisory_lock(key)"
OTHERS = """SELECT 1 + (classid::bigint >> 16) AS of FROM pg_locks WHERE locktype = 'advisory' AND objid = $1::bigint::oid
AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND 1 + (classid::bigint >> 16) <> $2 LIMIT 1"""
TRIES, BETWEEN = 5, 0.1
"""How often to try a lock, since the server needs a moment to notice that a process has been killed, and the seconds in between."""
SESSION = {
    "application_name": "seneschal",
    # What a bot leaves open when it is cut off doesn't hold anyone up, or keep a lock.
    "idle_in_transaction_session_timeout": "5s",
    "tcp_keepalives_idle": "20",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}
AWAY = (asyncpg.OperatorInterventionError, asyncpg.PostgresConnectionError, asyncpg.TargetServerAttributeNotMatched, OSError)
"""The server isn't there, or is gone."""
TROUBLE = (asyncpg.PostgresError, asyncpg.InterfaceError, OSError)


def name_of(url: str) -> str:
    """Return the name of the database, the only part of a DATABASE_URL that can be shown."""
    return unquote(urlsplit(url).path.removeprefix("/"))


def hosts_of(url: str) -> list[str]:
    """Return an address for each host that this one names."""
    parts = urlsplit(url)
    user, at, hosts = parts.netloc.rpartition("@")
    return [parts._replace(netloc=f"{user}{at}{host}").geturl() for host in hosts.split(",")]


async def connect(url: str, *, session: Mapping[str, str] = SESSION, **how: object) -> asyncpg.Connection:
    """Return a connection to the server; if the address names several, to the one that accepts changes. One that doesn't answer at
    all takes only its share of the time."""
    *others, last = hosts_of(url)
    how = {"server_settings": session, "timeout": PATIENCE / (1 + len(others)), "target_session_attrs": "read-write"} | how
    for each in others:
        with suppress(*TROUBLE):
            return await asyncpg.connect(each, **how)
    return await asyncpg.connect(last, **how)


@asynccontextmanager
async def connected(url: str) -> AsyncIterator[asyncpg.Connection]:
    """Connect to the server for a block that others don't wait for. Raises Unreadable."""
    try:
        connection = await connect(url, session=SESSION | {"idle_in_transaction_session_timeout": "0"})
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
    kind = Unreachable if isinstance(error, AWAY) else Unreadable
    return kind(f"The database {name_of(url)} can't be reached: {error}. Check DATABASE_URL, and that the server runs.")


async def hold(connection: asyncpg.Connection, part: Part = WHOLE) -> asyncpg.Connection:
    """Lock a part of the database for this process, until the connection ends; return that. Raises InUse."""
    for _ in range(TRIES):
        trouble = await lock(connection, part)
        if not trouble:
            return connection
        await connection.execute("SELECT pg_advisory_unlock_all()")
        await asyncio.sleep(BETWEEN)
    await connection.close()
    raise InUse(trouble)


async def lock(connection: asyncpg.Connection, part: Part) -> str:
    """Lock a part of the database, one lock for each shard. Return why that isn't possible, as a sentence; empty if it's done."""
    taken = await connection.fetch(LOCK, [((part.of - 1) << 16 | shard) << 32 | KEY for shard in part.shards])
    others = await connection.fetchval(OTHERS, KEY, part.of)
    if others == 1 or (part.of == 1 and (taken or others)):
        return "Another Seneschal is using this database. Stop it first, or set DATABASE_URL to another one."
    if others is not None:
        return f"Other processes divide this database with --of {others}. Stop them first, or start this one with the same."
    if taken:
        return f"Another process serves shard {taken[0]['key'] >> 32 & 0xFFFF} already. Stop it first, or choose other --shards."
    return ""


def storable(value: object) -> object:
    """Return a value as the server takes it: no text there has a zero byte, which people can type."""
    return value.replace("\0", "\ufffd") if isinstance(value, str) and "\0" in value else value


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
        await connection.execute(f"SELECT pg_advisory_xact_lock({KEY + 1})")  # several processes may start together
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
    """Return what the next start will change in a database, as `files.pending` does. Raises Unreadable."""
    async with connected(url) as connection:
        return changes_since(await version_of(connection) or 0, migrations(FOLDER))
