"""Starts Seneschal: settings → storage → tables → cogs.

python bot.py          runs on Discord if configured, otherwise in the sandbox
    --shards 0-3 --of 8    for some of the bot's shards, beside processes for the others, on one PostgreSQL database
python bot.py check    says what is wrong with the configuration, and how to fix it
python bot.py health   asks the running bot whether all is well, if METRICS_PORT is set; exit code 75: it isn't

Exit codes: 0 stopped on request; 1 a bug, shown by a traceback; 64 unknown arguments; 75 try again later: Discord or the
database can't be reached, or another bot is using it; 78 the configuration is wrong, or the database is damaged.
"""

import asyncio
import gc
import os
import signal
import sys
from contextlib import AsyncExitStack

import uvloop

from cogs import SeneschalBot, ShardedBot
from monitoring import monitored
from sandbox.server import Sandbox
from settings import BotSettings, ConfigError, load
from startup import check, connect_by, connect_to, explain, go_by, log_to_stderr, tell_health
from storage import WHOLE, Part, from_url
from storage.backups import Backups
from tables import TableService
from tables.clock import Clock, WallClock

COLLECT_EVERY, QUIET, LOOKS = 30.0, 0.02, 1500
"""Seconds between looks at how much memory is in use, and between looks for an idle moment to start a collection; and how many of
those to take."""
GROWN = 2.0
"""The factor by which memory must grow after one full collection before the next. Few of our objects need one: a game that no one
needs is freed without it."""
YOUNG, MIDDLE, NEVER = 5_000, 2, 1_000_000_000
"""How many new objects there are before these are collected: of the usual 700, which a few clicks make, nearly all are still in
use. How many such collections there are before one that looks at everything new since the last of its kind: more at a time would
hold up clicks. And how many of those there are before a full one comes by itself."""

HAND_OVER = 0.0005
"""Seconds after which a thread that is computing lets another go on, instead of the usual 0.005. While the event loop is busy,
SQLite's thread waits that long after each statement, and a commit has twenty."""


async def serve(settings: BotSettings, part: Part | None = None) -> None:
    """Run the bot, for a part of its shards or unsharded, until SIGINT or SIGTERM cancels this task; close everything in reverse
    order."""
    async with AsyncExitStack() as stack:
        if settings.in_sandbox:
            sandbox = await stack.enter_async_context(Sandbox(port=settings.sandbox_port, file=settings.sandbox_world))
            connect_to(sandbox.api_url, sandbox.gateway_url)
            clock: Clock = sandbox.world.clock
            token = sandbox.token
            print(f"Not configured for Discord, so this is the sandbox. Open {sandbox.page_url}", flush=True)
        else:
            token, clock = connect_by(settings), WallClock()
        store = from_url(settings.store_url, part or WHOLE)
        stack.push_async_callback(store.close)
        await store.open()
        go_by(clock)
        tables = TableService(store, clock=clock, seed_source=settings.shuffle_seed, quotas=settings.quotas)
        stack.push_async_callback(tables.close)
        await tables.open()
        bot = await stack.enter_async_context(SeneschalBot(tables, settings) if part is None else ShardedBot(tables, settings))
        await stack.enter_async_context(monitored(settings.metrics_port, bot, tables, store.size))
        if settings.backups is not None and tables.part.leads:
            backing_up = asyncio.create_task(
                Backups(store, settings.database, settings.backups, settings.backups_kept, clock).run()
            )
            stack.callback(backing_up.cancel)
        collecting = asyncio.create_task(collect_between_clicks(bot))
        stack.callback(collecting.cancel)
        await bot.start(token)


async def collect_between_clicks(bot: SeneschalBot) -> None:
    """Run a full garbage collection once memory has grown by `GROWN`, at a moment when no one waits for an answer; after `LOOKS`
    without one, even so. It never looks at what is there at the start, which is most of it."""
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)
    after_all = sys.getallocatedblocks()
    while True:
        await asyncio.sleep(COLLECT_EVERY)
        if sys.getallocatedblocks() <= GROWN * after_all:
            continue
        for _ in range(LOOKS):
            if not bot.busy:
                break
            await asyncio.sleep(QUIET)
        gc.collect()
        after_all = sys.getallocatedblocks()


async def until_stopped(settings: BotSettings, part: Part | None) -> None:
    """Serve until a signal stops it."""
    serving = asyncio.create_task(serve(settings, part))
    for signum in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(signum, serving.cancel)
    await asyncio.wait([serving])
    if not serving.cancelled():
        serving.result()


def part_of(settings: BotSettings, shards: str, of: str) -> Part:
    """Return the part that this process is to serve. Raise ConfigError."""
    try:
        part = Part.read(shards, of)
    except ValueError as error:
        raise ConfigError(str(error)) from None
    if not part.is_whole and not settings.on_server:
        raise ConfigError(
            f"--shards {shards} --of {of}: only one process can use an SQLite file. Use PostgreSQL, or all the shards."
        )
    return part


def main(arguments: list[str]) -> int:
    """Do what the arguments say and give the exit code."""
    match arguments:
        case [] | ["check"] | ["health"]:
            shards = None
        case ["--shards", first_to_last, "--of", number]:
            shards = first_to_last, number
        case _:
            print(__doc__, file=sys.stderr)
            return os.EX_USAGE
    try:
        settings = load()
        if arguments == ["health"]:
            return tell_health(settings)
        part = part_of(settings, *shards) if shards is not None else None
        log_to_stderr(settings)
        sys.setswitchinterval(HAND_OVER)
        uvloop.run(check(settings) if arguments == ["check"] else until_stopped(settings, part))
    except Exception as error:
        code, told = explain(error)
        if not told:
            raise
        print(*told, sep="\n", file=sys.stderr)
        return code
    return os.EX_OK


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
