"""How strong the AI is: the style "kingdom" against big money, which ignores the kingdom, in every recommended set.

    python benchmarks/strength.py

In each set that can be played they play 200 games, from seeds, and take the first seat in turns. Prints the share of wins (a
tie counts half) for each set and for all together. Exits with 1 if that is less than 80 %, or less than 45 % in any set.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine.kingdoms import missing_from, recommended_kingdom, recommended_sets
from engine.simulate import names, simulate

WANTED, LEAST = 0.80, 0.45
"""What it should win on average, and in each set."""


def main() -> int:
    """Play and print; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200, help="in each set")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--set", help="only the sets whose names contain this")
    args = parser.parse_args()
    sets = [each.name for each in recommended_sets() if not missing_from(each) and (args.set or "").lower() in each.name.lower()]
    shares = []
    for name in sets:
        setup = recommended_kingdom(name).setup(names(2))
        tally = simulate(args.games, ["kingdom", "big-money"], args.seed, setup, args.processes)
        share = tally.strategies["kingdom"] / args.games
        shares.append(share)
        print(f"{share:6.1%}  {name}  ({tally.turns / args.games:.0f} turns)", flush=True)
    total = sum(shares) / len(shares)
    print(f"{total:6.1%}  all {len(sets)} sets (wanted: {WANTED:.0%}; at least {LEAST:.0%} in each)")
    return 0 if total >= WANTED and min(shares) >= LEAST else 1


if __name__ == "__main__":
    sys.exit(main())
