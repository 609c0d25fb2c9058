"""What pictures cost, and how long drawing them holds up the event loop.

    python benchmarks/pictures.py [--times 40] [--turns 80]

Prints for every kind of picture the CPU time of drawing one with nothing cached, and its size. Then plays the largest Kingdom for
four and draws the board after each move: the CPU time of that, its ratio to a whole board, and the size. Last, it draws boards in
a row in a Studio while the event loop measures its own lateness. Exits with 1 if a board after a move takes more than 8 ms or
45 kB at the median.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from cogs.pictures import BoardPicture, HandPicture, KingdomPicture, ScorePicture, Studio, drawn, forget
from cogs.pictures.studio import Drawable
from engine import Ending, Game, Kingdom, KingdomRequest, decide, random_kingdom
from engine.replay import export, points_over_turns

MOST_CPU, MOST_BYTES = 0.008, 45_000
LARGEST = Kingdom(
    edition=2,
    piles=(
        *("Settlers/Bustling Village", "Castles", "Gladiator/Fortune", "Temple", "Legionary"),
        *("University", "Alchemist", "Familiar", "Philosopher's Stone", "Engineer"),
    ),
    landscapes=("Conquest", "Obelisk"),
)
PLAYERS = ["Ada", "Ben", "Cleo", "Dov"]


def subjects(times: int) -> Iterator[Drawable]:
    """Yield what is seen of games over random kingdoms, `times` of each kind."""
    for number in range(times):
        kingdom = random_kingdom(KingdomRequest(landscapes={"Event": 1, "Landmark": 1}), f"pictures {number}")
        yield KingdomPicture.of(kingdom)
        game = Game.new(kingdom.setup(PLAYERS[: 2 + number % 3]), sha256(bytes([number])).digest())
        while not game.over and game.turn < 20 + number % 10:
            decision = game.decisions[0]
            game.answer(decision.decider, decision.id, decide(game.view(decision.decider), decision))
        yield BoardPicture.of(game.view(None))
        if not game.over:
            yield HandPicture.of(game.view(game.decisions[0].decider))
            game.stop(Ending(kind="agreed"))
        if game.result is not None:
            yield ScorePicture.of(game.result, points_over_turns(export(game, game.journal)))


def evening(turns: int) -> Iterator[BoardPicture]:
    """Yield the board of the largest Kingdom after each move."""
    game = Game.new(LARGEST.setup(PLAYERS), bytes(32))
    while not game.over and game.turn < turns:
        decision = game.decisions[0]
        game.answer(decision.decider, decision.id, decide(game.view(decision.decider), decision))
        yield BoardPicture.of(game.view(None))


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value that this `share` of all values doesn't exceed."""
    return sorted(values)[min(len(values) - 1, round(share * (len(values) - 1)))]


def timed(subject: Drawable) -> tuple[float, int]:
    """Return the CPU seconds and bytes of a picture."""
    begun = time.thread_time()
    png = drawn(subject).png
    return time.thread_time() - begun, len(png)


async def lateness(boards: Sequence[Drawable]) -> list[float]:
    """Return how late the event loop is, every millisecond, while boards are drawn."""
    studio, late = Studio(patience=60), []

    async def draw() -> None:
        for board in boards:
            await studio.draw(board)

    task = asyncio.create_task(draw())
    while not task.done():
        start = time.perf_counter()
        await asyncio.sleep(0.001)
        late.append(time.perf_counter() - start - 0.001)
    await task
    studio.close()
    return late


def whole(times: int) -> None:
    """Measure every kind with nothing cached, and print it."""
    found: dict[str, list[tuple[float, int]]] = {}
    for subject in subjects(times):
        forget()
        found.setdefault(subject.KIND, []).append(timed(subject))
    print("with nothing kept        p50      p95       max     size (p50)")
    for kind, measured in found.items():
        p50, p95, most = (1000 * percentile([cpu for cpu, _ in measured], share) for share in (0.5, 0.95, 1.0))
        size = percentile([size for _, size in measured], 0.5) / 1000
        print(f"{kind:16} cpu {p50:6.1f} ms {p95:5.1f} ms  {most:5.1f} ms  {size:5.1f} kB")


def after_moves(boards: Sequence[BoardPicture]) -> bool:
    """Measure the largest board after each move, and print it; return whether it stays within what it may cost."""
    cold = []
    for board in boards[::10]:
        forget()
        cold.append(timed(board)[0])
    forget()
    drawn(boards[0])
    warm = [timed(board) for board in boards[1:]]
    times, sizes = [cpu for cpu, _ in warm], [size for _, size in warm]
    (p50, p95, most), before = (1000 * percentile(times, share) for share in (0.5, 0.95, 1.0)), 1000 * percentile(cold, 0.5)
    print(f"the largest board, {len(boards)} moves")
    print(f"  whole          cpu {before:6.1f} ms")
    print(f"  after a move   cpu {p50:6.1f} ms {p95:5.1f} ms  {most:5.1f} ms; {p50 / before:.0%} of a whole one")
    print(f"  size           p50 {percentile(sizes, 0.5) / 1000:6.1f} kB, max {max(sizes) / 1000:.1f} kB")
    return percentile(times, 0.5) <= MOST_CPU and percentile(sizes, 0.5) <= MOST_BYTES


def main() -> int:
    """Measure and print; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=40)
    parser.add_argument("--turns", type=int, default=80)
    args = parser.parse_args()
    whole(args.times)
    boards = [*evening(args.turns)]
    within = after_moves(boards)
    forget()
    late = asyncio.run(lateness(boards))
    p50, p95, most = (1000 * percentile(late, share) for share in (0.5, 0.95, 1.0))
    print(f"event loop while drawing: late by p50 {p50:.1f} ms, p95 {p95:.1f} ms, max {most:.1f} ms")
    return 0 if within else 1


if __name__ == "__main__":
    sys.exit(main())
