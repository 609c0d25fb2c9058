"""The code keeps its shape: short functions, and imports in one direction."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("cogs", "tables", "storage", "sandbox")
LONGEST = 60
"""Lines that a function may have."""


def modules(*folders: str) -> dict[str, Path]:
    """Return the modules of these folders by name."""
    paths = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    return {".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path for path in paths}


def imported(path: Path, known: dict[str, Path]) -> Iterator[str]:
    """Yield the modules that one imports, those for types alone included."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names if each.name in known)
        elif isinstance(node, ast.ImportFrom):
            above = path.relative_to(ROOT).parts[: -node.level] if node.level else ()
            module = ".".join((*above, node.module) if node.module else above)
            for each in node.names:
                name = f"{module}.{each.name}"
                yield name if name in known else module


@pytest.mark.parametrize("package", PACKAGES)
def test_no_modules_import_each_other_in_a_circle(package: str) -> None:
    known = modules(package)
    graph = {name: {each for each in imported(path, known) if each in known and each != name} for name, path in known.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(f"a circle: {' → '.join(error.args[1])}")


@pytest.mark.parametrize(
    "path", sorted(modules("cogs", "tables", "storage", "engine", "sandbox").values()), ids=lambda path: str(path.relative_to(ROOT))
)
def test_functions_fit_on_a_screen(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert (node.end_lineno or 0) - node.lineno < LONGEST, f"{node.name} is too long"
