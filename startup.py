"""Around the bot's start: where discord.py connects to, what is logged, and what an operator reads."""

import errno
import json
import logging
import os
from datetime import UTC, datetime

import aiohttp
import discord
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from monitoring import ask
from settings import BotSettings, ConfigError, env_file
from storage.errors import InUse, StorageError, Unreachable
from storage.files import pending
from tables.clock import Clock

PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    create_public_threads=True,
    send_messages_in_threads=True,
    attach_files=True,
    read_message_history=True,
)
UNREACHABLE = (aiohttp.ClientError, TimeoutError, discord.GatewayNotFound, discord.DiscordServerError)


def connect_to(api_url: str, gateway_url: str) -> None:
    """Point discord.py at a stand-in on this machine. This is the only place where its addresses are changed."""
    Route.BASE = api_url.rstrip("/")
    DiscordWebSocket.DEFAULT_GATEWAY = URL(gateway_url)


def go_by(clock: Clock) -> None:
    """Let discord.py ask this clock for the time, to know when a timeout or an interaction ends."""
    discord.utils.utcnow = clock


def connect_by(settings: BotSettings) -> str:
    """Point discord.py at the configured address, if there is one, and give the token to log in with."""
    if settings.stand_in:
        connect_to(settings.discord_api_url, settings.discord_gateway_url)
    assert settings.discord_token, "load() refuses a configured bot without a token"
    return settings.discord_token.get_secret_value()


async def check(settings: BotSettings) -> None:
    """Say what would run, and on Discord, whether the token is accepted and how to invite the bot."""
    print(f"Settings: {env_file() or 'no .env, only the environment and defaults'}")
    if settings.on_server:
        from storage import server  # its driver takes a while to import, and most bots don't need it

        print(f"Database: {server.name_of(settings.store_url)}, on a PostgreSQL server")
        print(*update_of(await server.pending(settings.store_url)), sep="\n")
    else:
        print(f"Database: {settings.database}")
        if settings.database.is_file():
            print(*update_of(pending(settings.database)), sep="\n")
    if settings.in_sandbox:
        print("Runs in the sandbox. To run on Discord, copy .env.example to .env and fill in DISCORD_TOKEN.")
        return
    token = connect_by(settings)
    async with discord.Client(intents=discord.Intents(guilds=True)) as client:
        try:
            await client.login(token)
        except UNREACHABLE as error:
            print(f"The settings are fine, but Discord can't be reached to check the token ({error}).")
            return
        print(f"Discord accepts the token: this is {client.user}. To invite it, open")
        print(discord.utils.oauth_url(client.application_id or 0, permissions=PERMISSIONS))


def update_of(changes: list[str] | None) -> list[str]:
    """Return what the next start will change in a database, in words."""
    if changes is None:
        return ["This version can't open it: it is from a newer version, or damaged. Run python -m storage check to see which."]
    if not changes:
        return ["It is up to date: an update of the bot changes nothing in it."]
    return [
        "The next start changes it, and older versions can't open it after that. Make a backup first. The changes:",
        *(f"    {change}" for change in changes),
        "To see whether every live game continues with this version, run python -m storage check.",
    ]


def tell_health(settings: BotSettings) -> int:
    """Print the running bot's state; return the exit code."""
    if settings.metrics_port is None:
        raise ConfigError("METRICS_PORT is empty, so the bot doesn't report its state. Set it to a free port, and restart the bot.")
    well, said = ask(settings.metrics_port)
    print(said)
    return os.EX_OK if well else os.EX_TEMPFAIL


def explain(error: Exception) -> tuple[int, list[str]]:
    """Return the exit code, and the message for the operator: nothing for a bug, whose traceback says more."""
    match error:
        case ConfigError():
            problems = [f"- {problem}" for problem in error.problems]
            return os.EX_CONFIG, ["The configuration has problems (.env.example explains every setting):", *problems]
        case discord.LoginFailure() | discord.ConnectionClosed(code=4004):
            return os.EX_CONFIG, ["Discord rejected DISCORD_TOKEN. Reset it on your application's Bot page and copy the new one."]
        case InUse() | Unreachable():
            return os.EX_TEMPFAIL, [str(error)]
        case StorageError():
            return os.EX_CONFIG, [str(error)]
        case OSError(errno=errno.EADDRINUSE):
            return os.EX_CONFIG, [
                "SANDBOX_PORT or METRICS_PORT is in use, perhaps by another bot. Stop that one, or choose another port."
            ]
        case AttributeError() if isinstance(error.__context__, UNREACHABLE):
            # discord.py stumbles over its own retry when the very first connection to the gateway fails.
            return explain(error.__context__)
        case _ if isinstance(error, UNREACHABLE):
            return os.EX_TEMPFAIL, [f"Discord can't be reached ({error}). Try again later."]
    return 1, []


def log_to_stderr(settings: BotSettings) -> None:
    """Log to stderr, libraries never below INFO: there they would reveal message bodies and hands."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    if settings.log_format == "json":
        for handler in logging.getLogger().handlers:
            handler.setFormatter(JsonFormatter())
    logging.getLogger().setLevel(max(logging.INFO, logging.getLevelName(settings.log_level)))
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    logging.getLogger("aiohttp.access").setLevel(logging.WARNING)
    for name in ("cogs", "tables", "storage", "engine", "sandbox"):
        logging.getLogger(name).setLevel(settings.log_level)


class JsonFormatter(logging.Formatter):
    """Writes each record of the log as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        said = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            said["traceback"] = self.formatException(record.exc_info)
        return json.dumps(said, ensure_ascii=False)
