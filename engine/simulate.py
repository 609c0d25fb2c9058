"""Many games of AIs against AIs: how fast the engine is, how long games last, who wins.

    python -m engine simulate --json --games 500 --players 2 --strategy big-money
    python -m engine simulate --set "Basic Intro" --strategy kingdom big-money

Several strategies alternate between the seats, moving on by one seat from game to game.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from hashlib import sha256
from time import perf_counter
from typing import Any

from engine.ai import STYLES
from engine.ai.answers import answer
from engine.ai.perception import Perception
from engine.ai.plan import Style, turn
from engine.core import Core
from engine.decision import Ask
from engine.errors import IllegalSetup
from engine.extras import complete
from engine.kingdoms import recommended_kingdom
from engine.save import Setup
from engine.score import winners
from engine.setup import first_game, new_game

GAMES_A_SWEEP = 500


@dataclass
class Tally:
    """The counts over all games; wins are by seat and by strategy, and a shared win counts as a fraction."""

    games: int
    turns: int = 0
    decisions: int = 0
    seconds: float = 0.0
    seats: list[float] = field(default_factory=list)
    strategies: dict[str, float] = field(default_factory=dict)

    def add(self, other: Tally) -> None:
        """Add other counts to these."""
        self.turns += other.turns
        self.decisions += other.decisions
        self.seats = [one + more for one, more in zip(self.seats, other.seats, strict=True)]
        for name, wins in other.strategies.items():
            self.strategies[name] += wins

    def report(self, played: dict[str, int]) -> dict[str, Any]:
        """Return the figures for printing. `played` says how many seats each strategy had, over all games."""
        return {
            "games": self.games,
            "seconds": round(self.seconds, 4),
            "games_per_second": round(self.games / self.seconds, 1),
            "turns_per_game": round(self.turns / self.games, 2),
            "decisions_per_second": round(self.decisions / self.seconds),
            "decisions_per_game": round(self.decisions / self.games, 2),
            "win_rates": [round(wins / self.games, 4) for wins in self.seats],
            "wins_per_seat_by_strategy": {name: round(wins / played[name], 4) for name, wins in self.strategies.items()},
        }


def play(core: Core, styles: Sequence[Style]) -> int:
    """Play a whole game, each seat in its style. Returns how many decisions were made. The tests check that the AI's answers are
    legal."""
    eyes = [Perception(core, player) for player in core.players]
    decisions = 0
    core.brisk = True
    core.begin()
    while core.phase != "over":
        ask = next_ask(core)
        player = ask.player
        seen, style = eyes[player.seat], styles[player.controller]
        core.put(ask, (turn(seen, ask, style),) if ask.kind == "turn" else tuple(answer(seen, ask, style)))
        decisions += 1
    return decisions


def next_ask(core: Core) -> Ask[Any]:
    """Return the next decision: one that the game waits for, or else one that is owed."""
    for ask in core.open:
        if ask.answer is None:
            return ask
    return next(ask for ask in core.decisions() if ask.answer is None)


def simulate(games: int, strategies: Sequence[str], seed: int, setup: Setup, processes: int = 1) -> Tally:
    """Play `games` games with one of `strategies` in each seat. The number of processes doesn't affect the games. Raises
    IllegalSetup."""
    seats = len(strategies)
    start = perf_counter()
    shares = [range(first, games, processes) for first in range(processes)]
    if processes == 1:
        tallies = [play_all(setup, strategies, seed, shares[0])]
    else:
        new_game(setup, bytes(32))
        gc.freeze()
        with ProcessPoolExecutor(processes) as pool:
            tallies = list(pool.map(play_all, *zip(*[(setup, strategies, seed, share) for share in shares], strict=True)))
    total = Tally(games, seats=[0.0] * seats, strategies=dict.fromkeys(strategies, 0.0))
    for tally in tallies:
        total.add(tally)
    total.seconds = perf_counter() - start
    return total


def play_all(setup: Setup, strategies: Sequence[str], seed: int, games: Sequence[int]) -> Tally:
    """Play the games with these numbers."""
    seats = len(strategies)
    tally = Tally(len(games), seats=[0.0] * seats, strategies=dict.fromkeys(strategies, 0.0))
    # A game is a cycle of objects that only becomes garbage as a whole: collecting garbage once in many games is enough.
    gc.disable()
    gc.freeze()
    for count, game in enumerate(games, 1):
        if not count % GAMES_A_SWEEP:
            gc.collect()
        core = new_game(setup, sha256(b"simulate %d %d" % (seed, game)).digest())
        seated = [strategies[(seat + game) % seats] for seat in range(seats)]
        tally.decisions += play(core, [STYLES[name] for name in seated])
        tally.turns += core.turn.number
        won = winners(core)
        for seat in won:
            tally.seats[seat] += 1 / len(won)
            tally.strategies[seated[seat]] += 1 / len(won)
    gc.unfreeze()
    gc.enable()
    return tally


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `simulate`."""
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--players", type=int, default=2, choices=range(2, 7), help="how many seats (2–6)")
    parser.add_argument(
        "--strategy", nargs="+", default=["big-money"], choices=sorted(STYLES), help="one for all seats, or several"
    )
    parser.add_argument("--seed", type=int, default=1, help="of all shuffles (default 1)")
    table = parser.add_mutually_exclusive_group()
    table.add_argument("--kingdom", help="names of Kingdom piles with commas between (default: the First Game)")
    table.add_argument("--set", help="a recommended set by name, with its landscapes")
    parser.add_argument("--edition", type=int, choices=(1, 2), default=2)
    cores = os.cpu_count() or 1
    parser.add_argument("--processes", type=int, default=cores, help=f"how many at a time (default: {cores}, all cores)")
    parser.add_argument("--json", action="store_true", help="one JSON object")


def table(args: argparse.Namespace, players: tuple[str, ...]) -> Setup:
    """Return the setup to play with. Raises IllegalSetup."""
    if args.set:
        return recommended_kingdom(args.set, args.edition).setup(players)
    kingdom = tuple(name.strip() for name in args.kingdom.split(",")) if args.kingdom else first_game(args.edition)
    return complete(Setup(players=players, kingdom=kingdom, edition=args.edition))


def names(seats: int) -> tuple[str, ...]:
    """Return names for this many players."""
    return tuple(f"Player {seat + 1}" for seat in range(seats))


def run(args: argparse.Namespace) -> int:
    """Play the games and print the figures; return the exit code."""
    strategies = [args.strategy[seat % len(args.strategy)] for seat in range(args.players)]
    if args.games < 1 or args.processes < 1:
        print("At least one game has to be played, in at least one process.", file=sys.stderr)
        return 2
    try:
        tally = simulate(args.games, strategies, args.seed, table(args, names(args.players)), min(args.processes, args.games))
    except IllegalSetup as error:
        print(error.reason, file=sys.stderr)
        return 2
    report = tally.report({name: args.games * strategies.count(name) for name in strategies}) | {"processes": args.processes}
    print(json.dumps(report, indent=2) if args.json else "\n".join(f"{key}: {value}" for key, value in report.items()))
    return 0
