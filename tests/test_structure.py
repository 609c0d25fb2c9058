"""The code keeps its shape: short modules and functions, one name for each class, and imports in one direction. The page about it
is short and true."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LAYERED = ("cogs", "tables", "storage")
PACKAGES = (*LAYERED, "engine", "sandbox")
LONGEST_FUNCTION, LONGEST_MODULE = 60, 500
"""How many lines a function, or a module, can have."""
ARCHITECTURE, LONGEST_PAGE = ROOT / "docs" / "architecture.md", 3500
"""The page that explains how everything is built, and how many words it can have."""
ON_PAPER = "On paper,"
"""Where that page begins to name what doesn't exist yet, up to the next heading."""
CARD_TYPES = "engine.card", "engine.cards"
"""Where classes are cards, or types of cards such as Action and Event."""
CLOCKS = "tables.clock", "sandbox.clock", "storage.__main__"
"""The modules that ask the machine for the time: the last is an operator's command, in its own process."""
WALL_TIME = {"time.time", "time.time_ns", "datetime.now", "datetime.utcnow", "datetime.today", "date.today", "utils.utcnow"}


def modules(*folders: str) -> dict[str, Path]:
    """Return the modules of these folders by name."""
    paths = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    return {".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path for path in paths}


def imported(path: Path, known: dict[str, Path]) -> Iterator[str]:
    """Yield the modules that one imports, including imports only for types."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names if each.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            for each in node.names:
                name = f"{node.module}.{each.name}"
                yield name if name in known else node.module


@pytest.mark.parametrize("package", LAYERED)
def test_no_modules_import_each_other_in_a_circle(package: str) -> None:
    known = modules(package)
    graph = {name: {each for each in imported(path, known) if each in known and each != name} for name, path in known.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(f"a circle: {' → '.join(error.args[1])}")


@pytest.mark.parametrize("name", sorted(modules(*PACKAGES)))
def test_modules_and_functions_are_short(name: str) -> None:
    text = modules(*PACKAGES)[name].read_text()
    if not name.startswith("engine.cards"):
        assert text.count("\n") <= LONGEST_MODULE
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert (node.end_lineno or 0) - node.lineno < LONGEST_FUNCTION, f"{node.name} is too long"


def test_no_two_classes_of_the_bot_share_a_name() -> None:
    found: dict[str, list[str]] = {}
    for name, path in modules(*LAYERED, "engine").items():
        if not name.startswith(CARD_TYPES):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.ClassDef):
                    found.setdefault(node.name, []).append(name)
    assert not {name: places for name, places in found.items() if len(places) > 1}


@pytest.mark.parametrize("name", sorted({*modules(*PACKAGES), "bot", "startup", "settings"} - {*CLOCKS}))
def test_the_time_comes_from_the_clock(name: str) -> None:
    """Measuring how long something takes is allowed (`monotonic`, `perf_counter`)."""
    path = modules(*PACKAGES).get(name, ROOT / f"{name}.py")
    for node in ast.walk(ast.parse(path.read_text())):
        asked: set[str] = set()
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            asked = {".".join(ast.unparse(node).split(".")[-2:])}
        elif isinstance(node, ast.ImportFrom):
            asked = {f"{node.module}.{each.name}" for each in node.names}
        assert not asked & WALL_TIME, f"line {getattr(node, 'lineno', 0)} asks for the time"


def test_the_page_about_the_architecture_is_short() -> None:
    assert len(ARCHITECTURE.read_text().split()) <= LONGEST_PAGE


def test_what_the_page_about_the_architecture_names_exists() -> None:
    before, _, rest = ARCHITECTURE.read_text().partition(ON_PAPER)
    text = re.sub(r"```.*?```", "", before + rest[rest.index("\n## ") :], flags=re.DOTALL)
    named = {each for quoted in re.findall(r"`([^`]+)`", text) for each in re.findall(r"[A-Za-z_]\w*", quoted)}
    code = {word for path in modules(*PACKAGES, "tests").values() for word in re.findall(r"\w+", path.read_text())}
    files = {part for path in ROOT.rglob("*") if ".venv" not in path.parts for part in (path.name, path.stem)}
    assert named - code - files - {"py"} == set()
