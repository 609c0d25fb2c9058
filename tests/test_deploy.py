"""What an operator starts from: the container's recipe, the service, the alarms and the dashboard."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from prometheus_client import REGISTRY
from yarl import URL

from metrics import ANSWERS
from sandbox.limits import Pace
from sandbox.server import Sandbox
from sandbox.testing import Player, until
from sandbox.world import first_world
from settings import ENV_FILE
from storage import on_server
from tests.cogs.kit import Reader, play_out

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
ALERTS = [rule for group in yaml.safe_load((DEPLOY / "alerts.yaml").read_text())["groups"] for rule in group["rules"]]
PANELS = json.loads((DEPLOY / "grafana.json").read_text())["panels"]


def tool(name: str) -> str:
    """Return the path of a program; without it, skip the test, unless nothing may be skipped."""
    found = shutil.which(name, path=os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"])))
    if found is None and os.environ.get("SENESCHAL_FORBID_SKIP"):
        pytest.fail(f"{name} isn't installed")
    return found or pytest.skip(f"what is deployed, since {name} isn't installed")


def test_the_image_copies_all_that_the_bot_imports(tmp_path: Path) -> None:
    recipe = (DEPLOY / "Dockerfile").read_text()
    allowed = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    for line in re.findall(r"^COPY (?!--from)(.+)$", recipe, re.MULTILINE):
        *sources, target = line.split()
        for name in sources:
            assert any(Path(name).match(each) for each in allowed), f"{name} doesn't reach the build"
            path = ROOT / name
            if path.is_dir():
                shutil.copytree(path, tmp_path / target, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(path, tmp_path / name)
    started = subprocess.run(
        [sys.executable, str(tmp_path / "bot.py"), "check"],
        cwd=tmp_path,
        env={"PATH": os.environ["PATH"], ENV_FILE: ""},
        capture_output=True,
        text=True,
    )
    assert started.returncode == 0, started.stderr
    assert "Runs in the sandbox" in started.stdout


def test_the_image_is_built_as_its_linter_wants() -> None:
    linted = subprocess.run([tool("hadolint"), "--no-color", str(DEPLOY / "Dockerfile")], capture_output=True, text=True)
    assert linted.returncode == 0, linted.stdout


def test_the_bot_reaches_the_server_beside_it_and_no_one_else_does() -> None:
    services = yaml.safe_load((DEPLOY / "compose.postgres.yaml").read_text())["services"]
    bot, server = services["seneschal"], services["postgres"]
    url = URL(bot["environment"]["DATABASE_URL"])
    assert on_server(str(url)) and url.host in bot["depends_on"]
    assert url.user == url.name == server["environment"]["POSTGRES_USER"]
    assert server["networks"] == ["database"] and "database" in bot["networks"] and "ports" not in server


def steps(stage: str) -> Iterator[tuple[str, str]]:
    """Yield the instructions in a stage of a recipe, each with the rest of its line or lines."""
    for line in re.sub(r"\\\n", " ", stage).splitlines():
        if line and not line.startswith("#"):
            instruction, _, rest = line.partition(" ")
            yield instruction, rest


@pytest.mark.soak
async def test_the_images_steps_make_a_bot_that_plays(tmp_path: Path, unused_tcp_port: int) -> None:
    """They are run one by one in a folder, since there might be no container engine."""
    root, data, programs = (tmp_path / name for name in ("image", "data", "bin"))
    for folder in (root, data, programs):
        folder.mkdir()
    (programs / "python").symlink_to(Path(sys.base_prefix) / "bin" / "python3")
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    build, image = (DEPLOY / "Dockerfile").read_text().split("\nFROM")[1:]
    for instruction, rest in steps(build):
        if instruction == "COPY":
            *sources, target = rest.split()
            for name in sources:
                if (ROOT / name).is_dir():
                    shutil.copytree(ROOT / name, root / target, ignore=shutil.ignore_patterns("__pycache__"))
                else:
                    shutil.copy(ROOT / name, root)
        elif instruction == "RUN":
            step = await asyncio.create_subprocess_exec("sh", "-c", rest, cwd=root, env={"PATH": path, "HOME": str(tmp_path)})
            assert await step.wait() == 0, rest
    async with Sandbox(world=first_world(pace=Pace(per_channel=10_000, everywhere=10_000))) as sandbox:
        last = dict(steps(image))
        there = last["ENV"].replace("$PATH", path).replace("/opt/seneschal", str(root)).replace("/data", str(data))
        env = dict(each.split("=", 1) for each in there.split()) | {
            "DISCORD_TOKEN": sandbox.token,
            "DISCORD_API_URL": sandbox.api_url,
            "DISCORD_GATEWAY_URL": sandbox.gateway_url,
            "METRICS_PORT": str(unused_tcp_port),
        }
        bot = await asyncio.create_subprocess_exec(*json.loads(last["CMD"]), cwd=root, env=env)
        try:
            await until(sandbox, lambda: sandbox.world.bot_online, lambda: "the bot didn't connect", 60)
            ada = Player(sandbox, "Ada")
            await ada.command("game new", seats=2)
            await ada.click("Add AI")
            await ada.click("Start")
            await play_out(sandbox, [Reader(ada)], turns=4, quiet=0.3)
            question = json.loads(last["HEALTHCHECK"].partition("CMD ")[2])
            health = await asyncio.create_subprocess_exec(*question, cwd=root, env=env)
            assert await health.wait() == 0
        finally:
            bot.terminate()
        assert await bot.wait() == 0
    assert (data / "seneschal.db").exists() and not list(root.rglob("*.db"))


def test_the_container_can_write_only_where_its_data_are() -> None:
    service = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]["seneschal"]
    assert service["read_only"] and service["cap_drop"] == ["ALL"] and service["volumes"] == ["data:/data", "backups:/backups"]
    assert "USER 10001" in (DEPLOY / "Dockerfile").read_text()


def test_service_and_container_can_write_backups_where_the_docs_put_them() -> None:
    named = re.search(r"`BACKUP_FOLDER=(\S+)`", (ROOT / "docs" / "hosting.md").read_text())
    assert named is not None
    assert f"\nReadWritePaths=-{named[1]}\n" in (DEPLOY / "seneschal.service").read_text()
    assert re.search(rf"^RUN .*install --directory --owner=seneschal .*{named[1]}$", (DEPLOY / "Dockerfile").read_text(), re.M)
    volumes = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]["seneschal"]["volumes"]
    assert f"backups:{named[1]}" in volumes


def test_systemd_accepts_the_service_and_finds_it_hardened(tmp_path: Path) -> None:
    analyze = tool("systemd-analyze")
    unit = tmp_path / "seneschal.service"
    unit.write_text((DEPLOY / "seneschal.service").read_text().replace("/opt/seneschal/.venv/bin/python", sys.executable))
    verified = subprocess.run([analyze, "verify", "--man=no", str(unit)], capture_output=True, text=True)
    assert [line for line in verified.stderr.splitlines() if "seneschal.service" in line] == []
    (tmp_path / "seneschal@.service").write_text(unit.read_text())
    drop_in = tmp_path / "seneschal@.service.d" / "shards.conf"
    drop_in.parent.mkdir()
    drop_in.write_text((DEPLOY / "shards.conf").read_text().replace("/opt/seneschal/.venv/bin/python", sys.executable))
    verified = subprocess.run(
        [analyze, "verify", "--man=no", str(tmp_path / "seneschal@0-3.service")], capture_output=True, text=True
    )
    assert [line for line in verified.stderr.splitlines() if "seneschal@" in line or "shards" in line] == []
    rated = subprocess.run([analyze, "security", "--offline=true", str(unit)], capture_output=True, text=True)
    exposure = re.search(r"exposure level for seneschal\.service: ([\d.]+)", rated.stdout)
    assert exposure is not None and float(exposure[1]) < 2


def test_the_docs_justify_every_dependency() -> None:
    named = [
        re.split(r"[<>=;\s]", each)[0] for each in tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    ]
    rows = re.findall(r"^\| (\S+) \|(?: \S.* \|){4}$", (ROOT / "docs" / "contributing.md").read_text(), re.MULTILINE)
    assert rows == named


def metrics_in(expression: str) -> set[str]:
    return set(re.findall(r"\bseneschal_\w+", expression))


def test_alarms_and_dashboard_ask_for_metrics_that_exist() -> None:
    assert ANSWERS in REGISTRY._collector_to_names
    known = {sample.name for family in REGISTRY.collect() for sample in family.samples}
    known |= {f"{family.name}{end}" for family in REGISTRY.collect() for end in ("_total", "_bucket", "_count", "_sum")}
    asked = [rule["expr"] for rule in ALERTS] + [target["expr"] for panel in PANELS for target in panel["targets"]]
    for expression in asked:
        assert metrics_in(expression) <= known, expression


def test_the_runbook_says_what_to_do_about_each_alarm() -> None:
    said = re.findall(r"^## (\w+)$", (ROOT / "docs" / "runbook.md").read_text(), re.MULTILINE)
    assert said == [rule["alert"] for rule in ALERTS]
