"""How fast the engine is, compared with pyminion's: both play two big-money players on one core, in turns, in one run.

    python benchmarks/speed.py --pyminion PYTHON

PYTHON is an interpreter that has pyminion 0.4.0, in an environment of its own (`python -m venv DIR; DIR/bin/pip install
pyminion==0.4.0`). Nothing is installed here. Exits with 1 if the engine isn't at least four times as fast.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WANTED = 4.0

# pyminion's own player and game, as its README sets them up, told not to write a log.
PYMINION = """
import logging, sys, time
from pyminion.bots.examples import BigMoney
from pyminion.expansions.base import base_set
from pyminion.game import Game
logging.disable(logging.CRITICAL)
games = int(sys.argv[1])
start = time.perf_counter()
for _ in range(games):
    Game(players=[BigMoney("a"), BigMoney("b")], expansions=[base_set], log_stdout=False, log_file=False).play()
print(games / (time.perf_counter() - start))
"""


def pyminion(python: str, games: int) -> float:
    """Return games per second of pyminion."""
    done = subprocess.run([python, "-c", PYMINION, str(games)], capture_output=True, text=True, check=True)
    return float(done.stdout)


def ours(strategy: str, games: int) -> float:
    """Return games per second of the engine, in one process."""
    command = [sys.executable, "-m", "engine", "simulate", "--json", "--processes", "1"]
    command += ["--games", str(games), "--strategy", strategy]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    speed: float = json.loads(done.stdout)["games_per_second"]
    return speed


def keep_to_one_core() -> None:
    """Keep this process and those that it starts to one core, where the system can; each of them is a single process anyway."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def main() -> int:
    """Measure and print; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pyminion", metavar="PYTHON", help="an interpreter that has pyminion 0.4.0")
    parser.add_argument("--games", type=int, default=500, help="of the engine, a round; pyminion plays a fifth as many")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--strategy", default="big-money")
    args = parser.parse_args()
    if args.pyminion is None:
        print("Name an interpreter that has pyminion 0.4.0: --pyminion DIR/bin/python", file=sys.stderr)
        print("To make one: python -m venv DIR; DIR/bin/pip install pyminion==0.4.0", file=sys.stderr)
        return 2
    keep_to_one_core()
    engine, other = [], []
    for _ in range(args.rounds):
        other.append(pyminion(args.pyminion, max(1, args.games // 5)))
        engine.append(ours(args.strategy, args.games))
    ratio = statistics.median(engine) / statistics.median(other)
    print(f"engine:   {statistics.median(engine):7.0f} games a second (from {min(engine):.0f} to {max(engine):.0f})")
    print(f"pyminion: {statistics.median(other):7.0f} games a second (from {min(other):.0f} to {max(other):.0f})")
    print(f"ratio:    {ratio:7.2f} (wanted: {WANTED}); both on one core")
    return 0 if ratio >= WANTED else 1


if __name__ == "__main__":
    sys.exit(main())
