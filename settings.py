"""The settings: where they come from, what they must be, and whether they choose Discord or the sandbox.

*Configured* means that a `.env` was found, or that one of the variables in `CONFIGURES` is set in the environment, even
to nothing. A configured bot runs on Discord or says what is wrong; one that is not runs in the sandbox.
"""

import difflib
import ipaddress
import os
import re
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath
from typing import Annotated, Literal
from urllib.parse import unquote, urlsplit

from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict
from pydantic_settings.exceptions import SettingsError
from yarl import URL

from storage import SCHEME, on_server, path_of
from tables.quotas import Quotas

CONFIGURES = frozenset({"DISCORD_TOKEN", "DATABASE_URL", "DISCORD_API_URL", "DISCORD_GATEWAY_URL"})
ENV_FILE = "SENESCHAL_ENV_FILE"
STAND_IN_TOKEN = "sandbox."
"""What every token for a stand-in begins with: no real token does, so none can end up there."""

_TOKEN = re.compile(r"[\w-]{23,32}\.[\w-]{5,8}\.[\w-]{25,64}", re.ASCII)
_HERE = Path(__file__).resolve().parent


class ConfigError(Exception):
    """The errors in the configuration, a sentence each, saying how to fix it."""

    def __init__(self, *problems: str) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


def _database(url: str) -> str:
    return _read(url, _ports if on_server(url) else path_of)


def _file(url: str) -> str:
    return _read(url, path_of)


def _read(url: str, read: Callable[[str], object]) -> str:
    """Return an address that can be read."""
    try:
        read(url)
    except ValueError:
        # Its own sentence repeats the address, or what it takes for a port: either could hold a password.
        raise ValueError(
            "write sqlite:///file.db for a relative path, sqlite:////folder/file.db for an absolute one, or"
            " postgresql://user:password@host/database"
        ) from None
    return url


def _ports(url: str) -> list[int | None]:
    """Return the ports in a server's address, one for each host."""
    return [urlsplit(f"//{host}").port for host in urlsplit(url).netloc.rpartition("@")[2].split(",")]


def _address(url: str) -> str:
    """Return the address, or nothing for one of Discord's own, which are the default."""
    return "" if url.rstrip("/") in {"https://discord.com/api/v10", "wss://gateway.discord.gg"} else url


DatabaseUrl = Annotated[str, AfterValidator(_database)]
FileUrl = Annotated[str, AfterValidator(_file)]
Address = Annotated[str, AfterValidator(_address)]


class BotSettings(BaseSettings):
    """Each field is the setting of the same name in capitals. `.env.example` explains them to an operator."""

    model_config = SettingsConfigDict(
        extra="forbid", env_ignore_empty=True, str_strip_whitespace=True, hide_input_in_errors=True, frozen=True
    )

    discord_token: SecretStr | None = None
    database_url: DatabaseUrl = Field("sqlite:///seneschal.db", repr=False)  # it may hold a password
    log_level: Annotated[
        Literal["DEBUG", "INFO", "WARNING", "ERROR"], BeforeValidator(lambda v: v.upper() if isinstance(v, str) else v)
    ] = "INFO"
    discord_api_url: Address = ""
    discord_gateway_url: Address = ""
    log_format: Literal["text", "json"] = "text"
    backup_folder: Path | None = None
    backups_kept: int = Field(7, ge=1, le=1_000)
    metrics_port: int | None = Field(None, ge=1, le=65535)
    pictures: bool = True
    requests_per_second: int = Field(45, ge=5, le=10_000)
    lobbies_per_person: int = Field(3, ge=1, le=1_000)
    lobbies_per_server: int = Field(20, ge=1, le=10_000)
    new_tables_per_day: int = Field(30, ge=1, le=1_000)
    invitations_per_day: int = Field(2, ge=1, le=100)
    look_ups_per_minute: int = Field(5, ge=1, le=60)
    sandbox_port: int = Field(8484, ge=0, le=65535)
    sandbox_database_url: FileUrl = "sqlite:///sandbox.db"
    sandbox_seed: str = Field("", pattern=r"^([0-9a-fA-F]{64})?$")

    _configured: bool = False
    _folder: Path = Path()

    @property
    def in_sandbox(self) -> bool:
        """Return whether the bot brings its own stand-in for Discord."""
        return not self._configured

    @property
    def stand_in(self) -> bool:
        """Return whether the bot talks to a stand-in for Discord, its own or another."""
        return self.in_sandbox or bool(self.discord_api_url)

    @property
    def database(self) -> Path:
        """Return the database file of this run, or (`on_server`) what to name files after. The sandbox never touches the real
        one."""
        if self.on_server:
            return self._folder / f"{self._on_host.name or 'seneschal'}.db"
        return self._folder / path_of(self.sandbox_database_url if self.in_sandbox else self.database_url)

    @property
    def on_server(self) -> bool:
        """Return whether the database of this run is on a server."""
        return not self.in_sandbox and on_server(self.database_url)

    @property
    def _on_host(self) -> PurePosixPath:
        """Return the path in the server's address: a slash, and the database. There may be several hosts with ports."""
        return PurePosixPath(unquote(urlsplit(self.database_url).path))

    @property
    def backups(self) -> Path | None:
        """Return the folder for backups of this run; None: make none."""
        return self._folder / self.backup_folder if self.backup_folder is not None else None

    @property
    def store_url(self) -> str:
        """Return the database of this run as an address that the storage takes. It may hold a password."""
        return self.database_url if self.on_server else f"{SCHEME}{self.database}"

    @property
    def sandbox_world(self) -> Path:
        """Return the file of the sandbox's own side: the messages that the tables in its database refer to."""
        return self.database.with_name(f"{self.database.stem}-world.json")

    @property
    def quotas(self) -> Quotas:
        """Return how much one person, or one server, can ask of the bot."""
        return Quotas(
            lobbies=self.lobbies_per_person,
            server_lobbies=self.lobbies_per_server,
            opened=self.new_tables_per_day,
            invitations=self.invitations_per_day,
            look_ups=self.look_ups_per_minute,
        )

    def shuffle_seed(self) -> bytes:
        """Return a new game's seed: a secret one, unless a test has fixed it, which no bot on Discord accepts."""
        return bytes.fromhex(self.sandbox_seed) or secrets.token_bytes(32)

    def _problems(self) -> Iterator[str]:
        if not on_server(self.database_url) and path_of(self.database_url) == path_of(self.sandbox_database_url):
            yield "DATABASE_URL and SANDBOX_DATABASE_URL name the same file. Give the sandbox one of its own."
        database, name = self.database, "SANDBOX_DATABASE_URL" if self.in_sandbox else "DATABASE_URL"
        if self.on_server:
            if len(self._on_host.parts) != 2:
                yield "DATABASE_URL doesn't name a database. Write postgresql://user:password@host/database."
        elif not database.parent.is_dir():
            yield f"{name}: the folder {database.parent} doesn't exist. Create it, or correct the path."
        elif database.is_dir() or not os.access(database if database.exists() else database.parent, os.W_OK):
            yield f"{name}: {database} isn't writable. Correct the path, or the file's owner and permissions."
        if self.in_sandbox:
            return
        urls = self.discord_api_url, self.discord_gateway_url
        if any(urls) and not all(urls):
            yield "DISCORD_API_URL and DISCORD_GATEWAY_URL go together. Set both (tests) or neither (Discord)."
        for name, url, schemes in (
            ("DISCORD_API_URL", urls[0], {"http", "https"}),
            ("DISCORD_GATEWAY_URL", urls[1], {"ws", "wss"}),
        ):
            if url and not _loopback(url, schemes):
                yield f"{name} must be an address on this machine (127.0.0.1). Leave it empty to connect to Discord."
        token = self.discord_token.get_secret_value() if self.discord_token else ""
        if not token:
            yield (
                "DISCORD_TOKEN is missing. Copy it from the Bot page of your application at discord.com/developers, or remove .env "
                "to use the sandbox."
            )
        elif self.stand_in and not token.startswith(STAND_IN_TOKEN):
            yield (
                f"With DISCORD_API_URL set, DISCORD_TOKEN must start with {STAND_IN_TOKEN!r}, so that a real token reaches only "
                "Discord. To connect to Discord, leave both addresses empty."
            )
        elif not self.stand_in and not _TOKEN.fullmatch(token):
            yield (
                "DISCORD_TOKEN doesn't look like a bot token, which has three parts separated by dots. Copy it from "
                "the Bot page (not the client secret or the public key), without quotes and without 'Bot' in front."
            )
        if self.sandbox_seed and not self.stand_in:
            yield "SANDBOX_SEED would make every shuffle on Discord predictable. Remove it."


def load() -> BotSettings:
    """Return the settings of this process, or a `ConfigError` with all its errors."""
    file = env_file()
    try:
        settings = BotSettings(_env_file=file, _env_file_encoding="utf-8")
    except ValidationError as error:
        raise ConfigError(*(_sentence(*e["loc"], e["type"], e["msg"]) for e in error.errors())) from None
    except (OSError, UnicodeDecodeError, SettingsError) as error:
        raise ConfigError(f"{file} can't be read: {error}") from None
    settings._configured = file is not None or not CONFIGURES.isdisjoint(name.upper() for name in os.environ)
    settings._folder = file.parent if file else Path.cwd()
    if problems := list(settings._problems()):
        raise ConfigError(*problems)
    return settings


def env_file() -> Path | None:
    """Return the `.env` in force: what SENESCHAL_ENV_FILE names (empty: none), else the working directory's, else ours."""
    named = os.environ.get(ENV_FILE)
    if named == "":
        return None
    if named is not None and not os.path.lexists(named):
        raise ConfigError(f"{ENV_FILE} names {named}, which doesn't exist.")
    candidates = [Path(named)] if named else [Path.cwd() / ".env", _HERE / ".env"]
    file = next((path.absolute() for path in candidates if os.path.lexists(path)), None)
    if file and not file.is_file():
        raise ConfigError(f"{file} isn't a readable file.")
    return file


def _loopback(url: str, schemes: set[str]) -> bool:
    try:
        parsed = URL(url)
        host = parsed.host or ""
        if parsed.scheme not in schemes or parsed.user is not None or parsed.query_string or parsed.fragment:
            return False
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _sentence(*parts: object) -> str:
    """Return one problem that pydantic found, without the value: it could be a token."""
    *where, kind, message = (str(part) for part in parts)
    name = where[0].upper() if where else "The settings"
    if kind == "extra_forbidden":
        close = difflib.get_close_matches(name, (field.upper() for field in BotSettings.model_fields), 1)
        hint = f"Did you mean {close[0]}?" if close else "See .env.example for all settings."
        return f"{name} isn't a setting. {hint}"
    if kind == "string_pattern_mismatch":
        message = "write 64 hexadecimal digits, or leave it empty"
    return f"{name}: {message.removeprefix('Value error, ')}."
