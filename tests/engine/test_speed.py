"""The engine's speed is measured on one core, like that of the engine it is compared with."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOGGING = """
import os

def log():
    with open(os.environ["CORES_LOG"], "a") as file:
        print(len(os.sched_getaffinity(0)), file=file)

log()
os.register_at_fork(after_in_child=log)
"""
"""Makes every Python process record how many cores it can use."""


@pytest.mark.skipif(
    not hasattr(os, "sched_setaffinity"), reason="that one core is used, since this system can't keep a process to one"
)
def test_the_engine_plays_in_one_process_on_one_core(tmp_path: Path) -> None:
    log, other = tmp_path / "cores", tmp_path / "pyminion"
    (tmp_path / "sitecustomize.py").write_text(LOGGING)
    other.write_text("#!/bin/sh\necho 1\n")
    other.chmod(0o755)
    command = [sys.executable, "benchmarks/speed.py", "--pyminion", str(other), "--games", "20", "--rounds", "2"]
    env = os.environ | {"PYTHONPATH": str(tmp_path), "CORES_LOG": str(log)}
    told = subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert "both on one core" in told
    benchmark, *rounds = log.read_text().split()
    assert int(benchmark) == len(os.sched_getaffinity(0))
    assert rounds == ["1", "1"]
