"""How much memory games take.

    python benchmarks/memory.py [--games 4] [--turns 150]

Six people play each game, with all kinds of cards in their decks, for this many turns in all. Then a new service loads the games
one after the other, with what each of the six and a spectator see, and this prints

    played      memory of the process that played them, for each game, by its resident size
    loaded      memory that one loaded game holds, by tracemalloc: the mean, and the most
    all         the same for all games that the bot keeps in memory (`access.KEPT_IN_MEMORY`)
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import sys
import tempfile
import tracemalloc
from collections.abc import Sequence
from pathlib import Path
from statistics import mean

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine import DecisionView, View, decide
from storage.sqlite import SqliteStore
from tables import Options, Person, Place, TableService
from tables.access import KEPT_IN_MEMORY
from tables.commands import lobby, play
from tests.tables.kit import Clock

PEOPLE = [Person(id=number, name=f"Person {number}") for number in range(1, 7)]
MIB = 1024 * 1024


def long_game(view: View, decision: DecisionView) -> Sequence[str]:
    """Play whatever can be played, have one of each Kingdom card, and never buy what ends the game."""
    if decision.kind != "turn":
        return decide(view, decision, "kingdom")
    owned = {each.name for each in view.players[decision.seat].owned}
    new = [f"buy:{pile.top}" for pile in view.piles if pile.kind == "kingdom" and pile.top not in owned and pile.count > 2]
    wanted = [*new, "buy:Silver", "buy:Copper", "end"]
    offered = [option.id for option in decision.options]
    plays = [id for id in offered if id.startswith("play:")] if view.phase == "action" else []
    return [next(id for id in (*plays, "treasures", *wanted, *offered) if id in offered)]


async def played(host: TableService, number: int, turns: int) -> str:
    """Play a game up to that turn; return its id."""
    place = Place(guild=1, channel=100 + number)
    id = (await host.new_table(place, PEOPLE[0], Options(max_seats=6), action=f"new {number}")).table.id
    for person in PEOPLE[1:]:
        await host.act(id, person.id, lobby.sit(person), action=f"sit {number} {person.id}")
    table = (await host.act(id, PEOPLE[0].id, lobby.start(), action=f"start {number}")).table
    moves = 0
    while table.phase == "playing" and table.turn < turns:
        mover = next(each.person for each in table.awaited if each.person is not None)
        view = await host.view(id, mover)
        decision = next(each for each in view.decisions if not each.answered and each.decider == view.viewer)
        moves += 1
        answer = play.answer(decision.id, long_game(view, decision))
        table = (await host.act(id, mover, answer, action=f"move {number} {moves}")).table
    await looked_at(host, id)
    print(f"game {number}: {table.turn} turns, {moves} answers, {table.phase}")
    return id


async def looked_at(host: TableService, id: str) -> None:
    """Look at a game as everyone in it and a spectator see it, with their news."""
    for person in (None, *(each.id for each in PEOPLE)):
        seen = await host.snapshot(id, person)
        _ = seen.this_turn, seen.since_own_turn  # worked out once, and kept


def resident() -> float:
    """Return the memory that this process takes, in MiB."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / MIB


async def main(games: int, turns: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = SqliteStore(Path(folder) / "games.db")
        await store.open()
        host = TableService(store, clock=Clock())
        await host.open()
        first = await played(host, 0, turns)
        before = resident()
        ids = [await played(host, number, turns) for number in range(1, games + 1)]
        grown = (resident() - before) / games
        await host.close()
        host = TableService(store, clock=Clock())
        await host.open()
        await looked_at(host, first)
        tracemalloc.start()
        sizes = []
        for id in ids:
            gc.collect()
            start, _ = tracemalloc.get_traced_memory()
            await looked_at(host, id)
            gc.collect()
            sizes.append((tracemalloc.get_traced_memory()[0] - start) / MIB)
        await host.close()
        await store.close()
    print(f"played: {grown:.2f} MiB a game after the first ({before:.0f} MiB); loaded: {mean(sizes):.2f}, at most {max(sizes):.2f}")
    print(f"all {KEPT_IN_MEMORY}: {KEPT_IN_MEMORY * grown:.0f} MiB played, {KEPT_IN_MEMORY * mean(sizes):.0f} MiB loaded")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--turns", type=int, default=150)
    given = parser.parse_args()
    asyncio.run(main(given.games, given.turns))
