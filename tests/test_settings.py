"""Where settings come from, which ones are refused and how, and what decides between Discord and the sandbox."""

import os
from pathlib import Path

import pytest
from pydantic import SecretStr

from settings import CONFIGURES, ENV_FILE, BotSettings, ConfigError, load

ROOT = Path(__file__).parent.parent
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcDe." + "x" * 38
LOOPBACK = {"DISCORD_API_URL": "http://127.0.0.1:9/api/v10", "DISCORD_GATEWAY_URL": "ws://127.0.0.1:9/"}


class Scene:
    """A working directory and an environment for one test."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.monkeypatch = monkeypatch
        monkeypatch.chdir(folder)
        monkeypatch.delenv(ENV_FILE)
        monkeypatch.setattr("settings._HERE", folder / "project")

    def load(self, **environment: str) -> BotSettings:
        for name, value in environment.items():
            self.monkeypatch.setenv(name, value)
        return load()

    def problems(self, **environment: str) -> str:
        with pytest.raises(ConfigError) as caught:
            self.load(**environment)
        return str(caught.value)


@pytest.fixture
def scene(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Scene:
    return Scene(tmp_path, monkeypatch)


def test_nothing_configured_means_sandbox(scene: Scene) -> None:
    settings = scene.load()
    assert settings.in_sandbox
    assert settings.stand_in
    assert settings.database == scene.folder / "sandbox.db"


def test_settings_that_are_not_about_discord_keep_the_sandbox(scene: Scene) -> None:
    settings = scene.load(LOG_LEVEL="debug", SANDBOX_PORT="0", SANDBOX_DATABASE_URL="sqlite:///other.db")
    assert settings.in_sandbox
    assert settings.log_level == "DEBUG"
    assert settings.database == scene.folder / "other.db"


@pytest.mark.parametrize("name", sorted(CONFIGURES))
@pytest.mark.parametrize("value", ["", "sqlite:///x.db"])
def test_a_configured_bot_without_a_token_never_falls_back_to_the_sandbox(scene: Scene, name: str, value: str) -> None:
    assert "DISCORD_" in scene.problems(**{name: value})


def test_names_count_in_any_case(scene: Scene) -> None:
    assert "DISCORD_TOKEN" in scene.problems(discord_token="")


@pytest.mark.parametrize("text", ["", "# nothing\n", "LOG_LEVEL=INFO\n", "DISCORD_TOKEN=\n"])
def test_an_env_file_alone_configures(scene: Scene, text: str) -> None:
    Path(".env").write_text(text)
    assert "DISCORD_TOKEN is missing" in scene.problems()


def test_a_full_env_file(scene: Scene) -> None:
    Path(".env").write_text(f"DISCORD_TOKEN={TOKEN}\nDATABASE_URL=sqlite:///data.db\n")
    settings = scene.load()
    assert not settings.in_sandbox
    assert not settings.stand_in
    assert settings.discord_token == SecretStr(TOKEN)
    assert settings.database == scene.folder / "data.db"
    assert len(settings.shuffle_seed()) == 32
    assert settings.shuffle_seed() != settings.shuffle_seed()


def test_the_environment_wins_over_the_file(scene: Scene) -> None:
    Path(".env").write_text("DISCORD_TOKEN=wrong\n")
    assert scene.load(DISCORD_TOKEN=TOKEN).discord_token == SecretStr(TOKEN)


def test_an_env_file_beside_the_bot_is_found_from_elsewhere(scene: Scene) -> None:
    (scene.folder / "project").mkdir()
    (scene.folder / "project" / ".env").write_text(f"DISCORD_TOKEN={TOKEN}\n")
    assert scene.load().database == scene.folder / "project" / "seneschal.db"


def test_an_env_file_can_be_named_and_must_then_exist(scene: Scene) -> None:
    Path("other.env").write_text(f"DISCORD_TOKEN={TOKEN}\n")
    assert not scene.load(SENESCHAL_ENV_FILE="other.env").in_sandbox
    assert "doesn't exist" in scene.problems(SENESCHAL_ENV_FILE="missing.env")


def test_no_env_file_is_read_if_none_is_named(scene: Scene) -> None:
    Path(".env").write_text("DISCORD_TOKEN=wrong\n")
    assert scene.load(SENESCHAL_ENV_FILE="").in_sandbox


def test_an_env_file_that_cannot_be_read_is_no_excuse(scene: Scene) -> None:
    Path(".env").mkdir()
    assert "isn't a readable file" in scene.problems()
    Path(".env").rmdir()
    Path(".env").symlink_to("nowhere")
    assert "isn't a readable file" in scene.problems()
    Path(".env").unlink()
    Path(".env").write_bytes(b"\xff\xfe\x00")
    assert "can't be read" in scene.problems()


def test_a_misspelt_setting_is_named(scene: Scene) -> None:
    Path(".env").write_text(f"DISCORD_TOKKEN={TOKEN}\n")
    assert "DISCORD_TOKKEN isn't a setting. Did you mean DISCORD_TOKEN?" in scene.problems()


@pytest.mark.parametrize("token", ["x", "a.b.c", f"Bot {TOKEN}", f'"{TOKEN}"', TOKEN[30:], "sandbox.abc", TOKEN + "é"])
def test_a_malformed_token_is_refused_and_not_repeated(scene: Scene, token: str) -> None:
    told = scene.problems(DISCORD_TOKEN=token)
    assert "doesn't look like a bot token" in told
    assert len(token) < 10 or token not in told


def test_surrounding_blanks_of_a_token_do_not_matter(scene: Scene) -> None:
    assert scene.load(DISCORD_TOKEN=f" {TOKEN}\n").discord_token == SecretStr(TOKEN)


def test_tokens_are_not_shown(scene: Scene) -> None:
    settings = scene.load(DISCORD_TOKEN=TOKEN)
    assert TOKEN not in f"{settings!r} {settings} {settings.model_dump()} {settings.model_dump_json()}"


def test_wrong_values_are_not_repeated(scene: Scene) -> None:
    told = scene.problems(DATABASE_URL="mysql://me:secret@host/db", SANDBOX_PORT="70000", LOG_LEVEL="loud")
    assert "secret" not in told
    for name in ("DATABASE_URL", "SANDBOX_PORT", "LOG_LEVEL"):
        assert name in told


@pytest.mark.parametrize("host", ["me:secret", "me:secret@[::1", "me:secret@one:5432,two:x", "me:secret@\N{FULLWIDTH SOLIDUS}"])
def test_a_wrong_address_of_a_server_is_not_repeated(scene: Scene, host: str) -> None:
    told = scene.problems(DISCORD_TOKEN=TOKEN, DATABASE_URL=f"postgresql://{host}/games")
    assert "DATABASE_URL" in told and "secret" not in told


@pytest.mark.parametrize(
    "url", ["sqlite://", "sqlite:///", "sqlite:///.", "mysql://localhost/x", "postgresql://localhost", "seneschal.db"]
)
def test_a_database_is_a_file_or_on_a_server(scene: Scene, url: str) -> None:
    assert "DATABASE_URL" in scene.problems(DISCORD_TOKEN=TOKEN, DATABASE_URL=url)


def test_a_database_needs_its_folder(scene: Scene) -> None:
    assert "doesn't exist" in scene.problems(DISCORD_TOKEN=TOKEN, DATABASE_URL="sqlite:///missing/x.db")
    absolute = scene.load(DISCORD_TOKEN=TOKEN, DATABASE_URL=f"sqlite:///{scene.folder}/x.db")
    assert absolute.database == scene.folder / "x.db"


@pytest.mark.parametrize("hosts", ["localhost", "one:5432,two:5433"])
def test_a_database_on_a_server(scene: Scene, hosts: str) -> None:
    url = f"postgresql://me:secret@{hosts}/games"
    settings = scene.load(DISCORD_TOKEN=TOKEN, DATABASE_URL=url)
    assert settings.on_server and settings.store_url == url
    assert settings.database == scene.folder / "games.db", "what its backups are named after"
    assert "secret" not in repr(settings)
    assert "SANDBOX_DATABASE_URL" in scene.problems(SANDBOX_DATABASE_URL=url)


def test_the_sandbox_never_shares_the_real_database(scene: Scene) -> None:
    assert "same file" in scene.problems(DATABASE_URL="sqlite:///./sandbox.db", DISCORD_TOKEN=TOKEN)


def test_a_stand_in_on_this_machine(scene: Scene) -> None:
    settings = scene.load(**LOOPBACK, DISCORD_TOKEN="sandbox.abc", SANDBOX_SEED="0f" * 32)
    assert not settings.in_sandbox
    assert settings.stand_in
    assert settings.database == scene.folder / "seneschal.db"
    assert settings.shuffle_seed() == b"\x0f" * 32


def test_a_stand_in_never_gets_a_real_token(scene: Scene) -> None:
    assert "so that a real token reaches only Discord" in scene.problems(**LOOPBACK, DISCORD_TOKEN=TOKEN)


@pytest.mark.parametrize(
    "url",
    [
        "http://192.168.0.1/api/v10",
        "http://example.com/api/v10",
        "http://127.0.0.1@example.com/",
        "http://127.0.0.1.example.com/",
        "http://localhost.example.com/",
        "http://example.com#127.0.0.1",
        "http://example.com\\@127.0.0.1/",
        "http://2130706433/",
        "http://0.0.0.0/",
        "http://[::]/",
        "http://",
        "127.0.0.1:80",
        "ftp://127.0.0.1/",
        "https://discord.com/api/v9",
    ],
)
def test_no_other_address_is_accepted(scene: Scene, url: str) -> None:
    told = scene.problems(**{**LOOPBACK, "DISCORD_API_URL": url}, DISCORD_TOKEN="sandbox.abc")
    assert "DISCORD_API_URL must be an address on this machine" in told


@pytest.mark.parametrize("host", ["localhost:8484", "127.0.0.1:1", "127.1.2.3", "[::1]:8484"])
def test_every_name_of_this_machine_is_accepted(scene: Scene, host: str) -> None:
    urls = {"DISCORD_API_URL": f"http://{host}/api/v10", "DISCORD_GATEWAY_URL": f"ws://{host}/gateway/"}
    settings = scene.load(**urls, DISCORD_TOKEN="sandbox.abc")
    assert {"DISCORD_API_URL": settings.discord_api_url, "DISCORD_GATEWAY_URL": settings.discord_gateway_url} == urls


def test_addresses_go_together(scene: Scene) -> None:
    assert "go together" in scene.problems(DISCORD_API_URL="http://127.0.0.1/", DISCORD_TOKEN="sandbox.abc")


def test_discords_own_addresses_mean_discord(scene: Scene) -> None:
    settings = scene.load(
        DISCORD_API_URL="https://discord.com/api/v10",
        DISCORD_GATEWAY_URL="wss://gateway.discord.gg/",
        DISCORD_TOKEN=TOKEN,
    )
    assert not settings.stand_in
    assert settings.discord_api_url == settings.discord_gateway_url == ""


def test_shuffles_on_discord_have_no_set_seed(scene: Scene) -> None:
    assert "SANDBOX_SEED" in scene.problems(DISCORD_TOKEN=TOKEN, SANDBOX_SEED="00" * 32)
    assert "64 hexadecimal digits" in scene.problems(SANDBOX_SEED="0f")


def test_the_example_lists_every_setting_with_its_default(scene: Scene) -> None:
    text = (ROOT / ".env.example").read_text()
    written = dict(line.split("=", 1) for line in text.splitlines() if line and not line.startswith("#"))
    defaults = {name.upper(): field.default for name, field in BotSettings.model_fields.items()}
    said = {None: "", True: "yes", False: "no"}
    assert written == {name: said.get(value, str(value)) for name, value in defaults.items()}
    for line, following in zip(text.splitlines(), text.splitlines()[1:], strict=False):
        assert "=" not in following or following.startswith("#") or line, f"{following} is not explained"


def test_tests_see_nothing_of_a_developers_own_settings() -> None:
    assert os.environ[ENV_FILE] == ""
    assert not {name for name in os.environ if name.lower() in BotSettings.model_fields}
