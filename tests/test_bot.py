"""The bot as operators see it: a process with arguments, an environment, output, signals and an exit code."""

import asyncio
import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
from aiohttp import web

from settings import ENV_FILE, ConfigError
from startup import PERMISSIONS, explain
from storage.errors import InUse, Unreachable, Unreadable
from storage.postgres import PostgresStore
from tests.postgres import PostgresServer

ROOT = Path(__file__).parent.parent
TOKEN = "sandbox.refused-0123456789"


class Process:
    """`python bot.py …` in an empty folder, with only the given environment."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    async def start(self, *arguments: str, **environment: str) -> asyncio.subprocess.Process:
        inherited = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        return await asyncio.create_subprocess_exec(
            sys.executable,
            str(ROOT / "bot.py"),
            *arguments,
            cwd=self.folder,
            env={**inherited, ENV_FILE: "", **environment},
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )

    async def run(self, *arguments: str, **environment: str) -> tuple[int | None, str]:
        process = await self.start(*arguments, **environment)
        async with asyncio.timeout(30):
            output, _ = await process.communicate()
        return process.returncode, output.decode()


@pytest.fixture
def bot(tmp_path: Path) -> Process:
    return Process(tmp_path)


@pytest.fixture
async def refusing() -> AsyncIterator[dict[str, str]]:
    """Return the settings for a stand-in that refuses every token."""

    async def refuse(request: web.Request) -> web.Response:
        assert request.headers["Authorization"] == f"Bot {TOKEN}"
        return web.json_response({"message": "401: Unauthorized", "code": 0}, status=401)

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", refuse)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0]
    yield stand_in(host, port)
    await runner.cleanup()


def stand_in(host: str, port: int) -> dict[str, str]:
    return {
        "DISCORD_API_URL": f"http://{host}:{port}/api/v10",
        "DISCORD_GATEWAY_URL": f"ws://{host}:{port}/",
        "DISCORD_TOKEN": TOKEN,
        "LOG_LEVEL": "DEBUG",
    }


async def test_unknown_arguments_are_answered_with_the_known_ones(bot: Process) -> None:
    code, output = await bot.run("--help")
    assert code == os.EX_USAGE
    assert "python bot.py check" in output


@pytest.mark.parametrize(
    ("shards", "why"), [("0-3", "only one process can use an SQLite file"), ("3-0", "the first and the last of the shards 0 to 7")]
)
async def test_shards_that_this_process_cannot_serve(bot: Process, shards: str, why: str) -> None:
    code, output = await bot.run("--shards", shards, "--of", "8")
    assert code == 78
    assert why in output and "Traceback" not in output


@pytest.mark.parametrize("arguments", [[], ["check"]])
async def test_configured_without_token(bot: Process, arguments: list[str]) -> None:
    code, output = await bot.run(*arguments, DISCORD_TOKEN="")
    assert code == 78
    assert "DISCORD_TOKEN is missing" in output
    assert ".env.example" in output
    assert "Traceback" not in output
    assert "127.0.0.1" not in output


@pytest.mark.parametrize("arguments", [[], ["check"]])
async def test_configured_by_a_file_with_a_bad_token(bot: Process, arguments: list[str]) -> None:
    (bot.folder / ".env").write_text("DISCORD_TOKEN=not-a-token-at-all\n")
    code, output = await bot.run(*arguments, SENESCHAL_ENV_FILE=".env")
    assert code == 78
    assert "doesn't look like a bot token" in output
    assert "not-a-token-at-all" not in output


@pytest.mark.parametrize("arguments", [[], ["check"]])
async def test_a_token_that_is_refused(bot: Process, refusing: dict[str, str], arguments: list[str]) -> None:
    code, output = await bot.run(*arguments, **refusing)
    assert code == 78
    assert "Discord rejected DISCORD_TOKEN" in output
    assert "Traceback" not in output
    assert TOKEN not in output


async def test_discord_out_of_reach(bot: Process, unused_tcp_port: int) -> None:
    code, output = await bot.run(**stand_in("127.0.0.1", unused_tcp_port))
    assert code == 75
    assert "can't be reached" in output
    assert TOKEN not in output
    code, output = await bot.run("check", **stand_in("127.0.0.1", unused_tcp_port))
    assert code == 0
    assert "The settings are fine" in output


async def test_check_tells_of_the_sandbox(bot: Process) -> None:
    code, output = await bot.run("check")
    assert code == 0
    assert "Runs in the sandbox" in output
    assert str(bot.folder / "sandbox.db") in output
    assert not list(bot.folder.iterdir())


async def test_check_says_what_the_next_start_changes(bot: Process) -> None:
    database = bot.folder / "sandbox.db"
    shutil.copy(ROOT / "tests" / "fixtures" / "v20" / "tables.db", database)
    before = database.read_bytes()
    code, output = await bot.run("check")
    assert code == 0 and database.read_bytes() == before
    changes = output.partition("The changes:\n")[2].splitlines()
    assert changes[0].startswith("    21: When to send a seat's ping") and changes[0].endswith("a person of their games.")
    assert changes[1].startswith("    22: What is kept about finished games")
    with closing(sqlite3.connect(database)) as db:
        db.execute("PRAGMA user_version = 9999")
    assert "This version can't open it" in (await bot.run("check"))[1]


async def test_check_of_a_database_on_a_server(bot: Process, refusing: dict[str, str], postgres: PostgresServer) -> None:
    url = postgres.create()
    store = PostgresStore(url)
    asked = {"DATABASE_URL": url, **refusing}
    assert "The next start changes it" in (await bot.run("check", **asked))[1]
    await store.open()
    await store.close()
    assert "It is up to date" in (await bot.run("check", **asked))[1]
    postgres.sql(url, "UPDATE seneschal SET version = 9999")
    assert "This version can't open it" in (await bot.run("check", **asked))[1]
    code, output = await bot.run("check", **asked | {"DATABASE_URL": postgres.url("nowhere")})
    assert code == 78 and "The database nowhere can't be reached" in output and "Traceback" not in output


@pytest.mark.parametrize("signum", [signal.SIGTERM, signal.SIGINT])
async def test_unconfigured_it_opens_the_sandbox_and_stops_when_asked(bot: Process, signum: int) -> None:
    process = await bot.start(SANDBOX_PORT="0")
    assert process.stdout
    async with asyncio.timeout(30):
        lines = [line.decode() async for line in until(process.stdout, b"http://")]
        assert re.search(r"http://127\.0\.0\.1:\d+/\?key=\S{16,}", lines[-1])
        process.send_signal(signum)
        rest = (await process.communicate())[0].decode()
    assert process.returncode == 0, rest
    assert "Traceback" not in rest
    assert {path.name for path in bot.folder.glob("*.db")} == {"sandbox.db"}


async def until(stream: asyncio.StreamReader, what: bytes) -> AsyncIterator[bytes]:
    async for line in stream:
        yield line
        if what in line:
            return


async def test_a_port_that_is_taken(bot: Process) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        code, output = await bot.run(SANDBOX_PORT=str(taken.getsockname()[1]))
    assert code == 78
    assert "is in use" in output


async def test_health_says_what_is_missing(bot: Process, unused_tcp_port: int) -> None:
    code, output = await bot.run("health")
    assert code == 78 and "METRICS_PORT is empty" in output
    code, output = await bot.run("health", METRICS_PORT=str(unused_tcp_port))
    assert code == 75 and "Is it running?" in output


async def test_a_running_bot_says_that_all_is_well_and_logs_json(bot: Process, unused_tcp_port: int) -> None:
    asked = {"METRICS_PORT": str(unused_tcp_port)}
    process = await bot.start(SANDBOX_PORT="0", LOG_FORMAT="json", **asked)
    try:
        async with asyncio.timeout(30):
            code = None
            while code != 0:
                code, output = await bot.run("health", **asked)
        assert output == "All is well.\n"
    finally:
        process.terminate()
        told = (await process.communicate())[0].decode().splitlines()
    logged = [json.loads(line) for line in told if not line.startswith("Not configured")]
    assert logged and all(each.keys() == {"time", "level", "logger", "message"} for each in logged)


def test_an_error_that_isnt_a_bug_has_no_traceback() -> None:
    assert explain(ConfigError("a", "b")) == (78, [explain(ConfigError())[1][0], "- a", "- b"])
    assert explain(InUse("Someone else has it.")) == (75, ["Someone else has it."])
    assert explain(Unreachable("It's away.")) == (75, ["It's away."])
    assert explain(Unreadable("From the future.")) == (78, ["From the future."])
    assert explain(KeyError("a bug")) == (1, [])


def test_a_gateway_that_cannot_be_reached_at_first_isnt_a_bug_either() -> None:
    stumble = AttributeError("'NoneType' object has no attribute 'sequence'")
    stumble.__context__ = TimeoutError()
    assert explain(stumble)[0] == 75
    assert explain(AttributeError("a bug"))[0] == 1


def test_the_readme_invites_with_exactly_these_permissions() -> None:
    assert f"permissions={PERMISSIONS.value}" in (ROOT / "README.md").read_text()
