"""Starts Seneschal: settings → storage → tables → cogs.

python bot.py          on Discord if configured, else in the sandbox
python bot.py check    tells what is wrong with the configuration, and how to mend it

Exit codes: 0 stopped as asked; 1 something that should not happen, told by a traceback; 75 Discord can't be reached,
try again later; 78 the configuration needs mending.
"""

import asyncio
import gc
import os
import signal
import sys
from contextlib import AsyncExitStack

import uvloop

from cogs import SeneschalBot
from sandbox.server import Sandbox
from settings import BotSettings, load
from startup import check, connect_by, connect_to, explain, log_to_stderr
from storage import from_url
from tables import TableService


async def serve(settings: BotSettings) -> None:
    """Runs the bot until SIGINT or SIGTERM cancels this task; what was opened is closed in reverse order."""
    async with AsyncExitStack() as stack:
        if settings.in_sandbox:
            sandbox = await stack.enter_async_context(Sandbox(port=settings.sandbox_port, file=settings.sandbox_world))
            connect_to(sandbox.api_url, sandbox.gateway_url)
            token = sandbox.token
            print(f"Not configured for Discord, so this is the sandbox. Open {sandbox.page_url}", flush=True)
        else:
            token = connect_by(settings)
        store = from_url(settings.store_url)
        stack.push_async_callback(store.close)
        await store.open()
        tables = TableService(store, seed_source=settings.shuffle_seed)
        stack.push_async_callback(tables.close)
        await tables.open()
        bot = await stack.enter_async_context(SeneschalBot(tables, settings))
        gc.freeze()  # modules and classes live as long as the process: going through them all takes 100 ms
        await bot.start(token)


async def until_stopped(settings: BotSettings) -> None:
    """`serve`, with the signals that stop it."""
    serving = asyncio.create_task(serve(settings))
    for signum in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(signum, serving.cancel)
    await asyncio.wait([serving])
    if not serving.cancelled():
        serving.result()


def main(arguments: list[str]) -> int:
    """Does what the arguments say and gives the exit code."""
    if arguments not in ([], ["check"]):
        print(__doc__, file=sys.stderr)
        return os.EX_USAGE
    try:
        settings = load()
        log_to_stderr(settings)
        uvloop.run(check(settings) if arguments else until_stopped(settings))
    except Exception as error:
        code, told = explain(error)
        if not told:
            raise
        print(*told, sep="\n", file=sys.stderr)
        return code
    return os.EX_OK


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
