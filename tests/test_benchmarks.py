"""Every benchmark still works: with its smallest setting, it runs to the end and prints a result."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.clicks import BARE
from tests.conftest import lacking
from tests.postgres import programs

ROOT = Path(__file__).parents[1]
QUICK = {
    "fit": ("--card Moat --deals 1 --file {folder}/fit.json", "of 1 cards have a better number"),
    "history": ("--games 20", "worst: "),
    "memory": ("--games 1 --turns 4", "all 100"),
    "pictures": ("--times 1 --turns 2", "event loop while drawing"),
    "strength": ("--games 1 --processes 1 --set First", "all 2 sets"),
}
SLOW = {
    "clicks": ("--tables 1 --seconds 1", "ratio"),
    "databases": ("--moves 5", "A commit waits"),
    "inputs": ("--times 1", "worst: "),
    "moves": ("--calls", "undo"),
    "pace": ("--games 1", "standing answers"),
    "shards": (
        "--tables 4 --fast 4 --kills 1 --database-kills 1 --stops 1 --every 2 --people 4 --shards 2 --processes 1,2 --seconds 2",
        "wrong",
    ),
    "start": ("--games 20 --idle 0.5", "idle"),
    "timers": ("--games 20 --due 4 --idle 0.5 --seconds 5 --tables 1", "p99 ratio"),
}
"""The smallest setting of each, and part of its last result."""
ELSEWHERE = {"speed"}
"""Run by `tests/engine/test_speed.py`, beside a stand-in."""
TEXTS = {"hostile"}
"""What benchmarks read."""


def test_each_benchmark_is_run() -> None:
    assert {path.stem for path in (ROOT / "benchmarks").glob("*.py")} == {*QUICK, *SLOW} | ELSEWHERE | TEXTS


@pytest.mark.parametrize("name", [*QUICK, *(pytest.param(name, marks=pytest.mark.soak) for name in SLOW)])
def test_a_benchmark_prints_its_result(name: str, tmp_path: Path) -> None:
    if name == "clicks" and not BARE.is_file():
        pytest.skip(f"the bare bot isn't there: {BARE}")
    if name in ("databases", "shards") and programs() is None:
        lacking("a benchmark on PostgreSQL, since it isn't installed (apt-get install postgresql)")
    options, result = (QUICK | SLOW)[name]
    command = [sys.executable, f"benchmarks/{name}.py", *options.format(folder=tmp_path).split()]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=1_200)
    assert "Traceback" not in ran.stderr, ran.stderr[-5_000:]
    assert ran.returncode in (0, 1), "1: a goal was missed, as it may be on a busy machine"
    assert result in ran.stdout
