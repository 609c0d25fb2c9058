"""How long pictures take, and how long drawing them holds the event loop up.

    python benchmarks/pictures.py [--times 40]

Plays games of AIs, draws what there is to see of them, and prints for every kind of picture the time and size (`cpu`: what was
spent on drawing alone, at the median); then draws new boards in a row in a Studio while the event loop does nothing but measure
its own lateness. Exits with 1 if a kind's 95th percentile is not under 150 ms.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import time
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from cogs.pictures import BoardPicture, HandPicture, KingdomPicture, ScorePicture, Studio, drawn
from cogs.pictures.studio import Drawable
from engine import Game, KingdomRequest, decide, random_kingdom
from engine.replay import export, points_over_turns

WANTED = 0.150


def subjects(times: int) -> Iterator[Drawable]:
    """What is seen of games over random kingdoms, `times` of each kind."""
    for number in range(times):
        kingdom = random_kingdom(KingdomRequest(events=1, landmarks=1), f"pictures {number}")
        yield KingdomPicture.of(kingdom)
        game = Game.new(kingdom.setup(["Ada", "Ben", "Cleo", "Dov"][: 2 + number % 3]), sha256(bytes([number])).digest())
        while not game.over:
            decision = game.decisions[0]
            view = game.view(decision.decider)
            if game.turn == 20 + number % 10:
                break
            game.answer(decision.decider, decision.id, decide(view, decision))
        yield BoardPicture.of(game.view(None))
        if not game.over:
            yield HandPicture.of(game.view(game.decisions[0].decider))
            game.stop("Enough for a benchmark.")
        if game.result is not None:
            yield ScorePicture.of(game.result, points_over_turns(export(game, game.journal)))


def percentile(values: list[float], share: float) -> float:
    """The value that `share` of all are not above."""
    return sorted(values)[min(len(values) - 1, round(share * (len(values) - 1)))]


async def lateness(boards: list[Drawable]) -> list[float]:
    """By how much the event loop is late, every millisecond, while boards are drawn."""
    studio, late = Studio(patience=60), []
    task = asyncio.gather(*(studio.draw(board) for board in boards))
    while not task.done():
        start = time.perf_counter()
        await asyncio.sleep(0.001)
        late.append(time.perf_counter() - start - 0.001)
    await task
    studio.close()
    return late


def main() -> int:
    """Measures and prints; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=40)
    args = parser.parse_args()
    took: dict[str, list[float]] = {}
    spent: dict[str, list[float]] = {}
    sizes: dict[str, list[int]] = {}
    boards: list[Drawable] = []
    for subject in subjects(args.times):
        for scheme in ("dark", "light"):
            start, own = time.perf_counter(), time.thread_time()
            png = drawn(subject, scheme).png
            took.setdefault(subject.KIND, []).append(time.perf_counter() - start)
            spent.setdefault(subject.KIND, []).append(time.thread_time() - own)
            sizes.setdefault(subject.KIND, []).append(len(png))
        boards += [subject] if isinstance(subject, BoardPicture) else []
    print("              cpu      p50      p95      max      size   budget used (p95)")
    for file, times in took.items():
        p50, p95, most = (1000 * percentile(times, share) for share in (0.5, 0.95, 1.0))
        size, cpu = statistics.median(sizes[file]) / 1000, 1000 * statistics.median(spent[file])
        print(f"{file:12} {cpu:4.0f} ms  {p50:4.0f} ms  {p95:4.0f} ms  {most:4.0f} ms  {size:4.0f} kB  {p95 / 1000 / WANTED:6.0%}")
    late = asyncio.run(lateness(boards))
    p50, p95, most = (1000 * percentile(late, share) for share in (0.5, 0.95, 1.0))
    print(f"event loop while drawing: late by p50 {p50:.1f} ms, p95 {p95:.1f} ms, max {most:.1f} ms")
    return 0 if all(percentile(times, 0.95) < WANTED for times in took.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
