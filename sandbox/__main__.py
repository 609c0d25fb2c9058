"""``python -m sandbox``: the stand-in alone; the bot connects from its own process."""

from __future__ import annotations

import argparse
import asyncio
import json
import signal
from pathlib import Path

from .server import Sandbox


async def run(port: int, file: Path | None, token: str | None) -> None:
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    async with Sandbox(port=port, file=file, token=token) as sandbox:
        names = ("api_url", "gateway_url", "token", "page_url")
        print(json.dumps({name: getattr(sandbox, name) for name in names}), flush=True)
        await stop.wait()


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m sandbox",
        description="A Discord stand-in on loopback. Prints one line of JSON with its addresses and the bot's token.",
    )
    parser.add_argument("--port", type=int, default=0, help="port to listen on (default: any free one)")
    parser.add_argument("--file", type=Path, help="keep the world in this file between runs")
    parser.add_argument("--token", help="the token that the bot must present (default: a random one)")
    given = parser.parse_args()
    asyncio.run(run(given.port, given.file, given.token))


if __name__ == "__main__":
    main()
