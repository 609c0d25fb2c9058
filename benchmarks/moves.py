"""What each kind of move takes inside the bot.

    python benchmarks/moves.py [--calls]

Two people play in the sandbox. For each kind of move, from the click until everyone sees the result, it prints

    clicks      by everyone who had to
    tables      calls into the tables, from outside them
    commits     changes of a table
    store       other calls of the store
    views       views of the game made, and for how many viewers
    requests    to Discord, except answers to interactions, which don't count

as the median of several moves; `--calls` lists the calls of the last one. `benchmarks/clicks.py` tells how long it takes.
"""

from __future__ import annotations

import asyncio
import inspect
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from statistics import median_low
from typing import Any, cast

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine import View, visibility
from sandbox.components import SELECTS
from sandbox.limits import Pace
from sandbox.server import Sandbox
from sandbox.testing import Player, Shown, settled
from settings import ENV_FILE, load
from startup import connect_by
from storage.store import Store
from tables import TableService
from tests.cogs.conftest import connected, hosting
from tests.cogs.game import PILES, Scene, asks, collecting, controls, discard_two
from tests.cogs.kit import undo

TIMES = 5
MOST_LOOKS = 500
PARTS = ("messages", "people", "kingdoms", "records")
"""What the tables' service is composed of."""
COLUMNS = ("clicks", "tables", "commits", "store", "views", "viewers", "requests")
PLAN = collecting(*["Village"] * 2, *["Militia"] * 3, *["Smithy"] * 2, *["Silver"] * 4)


class Counts:
    """Counts of what happened."""

    def __init__(self) -> None:
        self.counted: Counter[str] = Counter()
        self.viewers: set[int | None] = set()
        self.calls: Counter[str] = Counter()

    def count(self, column: str, name: str) -> None:
        self.counted[column] += 1
        self.calls[f"{column}.{name}"] += 1

    def clear(self) -> None:
        self.counted.clear()
        self.calls.clear()
        self.viewers.clear()


class Outside:
    """The tables' service, or a part of it, as the bot uses it: each call is counted, except those that it makes itself."""

    def __init__(self, inner: object, counts: Counts) -> None:
        self._inner, self._counts = inner, counts

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._inner, name)
        if name in PARTS:
            return Outside(found, self._counts)
        if not inspect.iscoroutinefunction(found):
            return found

        @wraps(found)
        def called(*args: Any, **named: Any) -> Any:
            self._counts.count("tables", name)
            return found(*args, **named)

        return called


def watch_store(store: Store, counts: Counts) -> None:
    """Count the calls of a store."""
    for name, method in inspect.getmembers(store, inspect.iscoroutinefunction):
        if name.startswith("_"):
            continue

        def called(*args: Any, name: str = name, method: Any = method, **named: Any) -> Any:
            counts.count("commits" if name == "commit" else "store", name)
            return method(*args, **named)

        setattr(store, name, called)


@contextmanager
def watched_games(counts: Counts) -> Iterator[None]:
    """Count views that are made: a state of a game keeps them for all who ask again."""
    make = visibility.Scene._view

    def made(self: visibility.Scene, viewer: int | None) -> View:
        counts.count("views", str(viewer))
        counts.viewers.add(viewer)
        return make(self, viewer)

    visibility.Scene._view = made  # type: ignore[method-assign]
    try:
        yield
    finally:
        visibility.Scene._view = make  # type: ignore[method-assign]


class Mover:
    """Brings a game to where a kind of move can be made, and counts what it takes."""

    def __init__(self, scene: Scene, counts: Counts) -> None:
        self.scene, self.counts = scene, counts

    async def counted(self, clicks: int, move: Callable[[], Awaitable[object]]) -> Counter[str]:
        """Return what it took to make a move and to show it to everyone."""
        sandbox = self.scene.sandbox
        await settled(sandbox)
        before = sandbox.recorder.count
        self.counts.clear()
        await move()
        await settled(sandbox)
        made = sandbox.recorder.exchanges[-(sandbox.recorder.count - before) :]
        for exchange in made:
            if not exchange.path.startswith(("/interactions/", "/webhooks/")):
                self.counts.count("requests", f"{exchange.method} {exchange.path.split('/')[-1].strip('0123456789') or 'message'}")
        result = self.counts.counted + Counter({"clicks": clicks, "viewers": len(self.counts.viewers)})
        return result

    async def turn(self) -> Counter[str]:
        """Play Treasures, buy and end the turn, all by one choice in the menu."""
        (player, *_) = await self.scene.bring_to(PLAN, "Copper", also=lambda mine, _: not actions(mine))
        shown = await self.scene.panel(player)
        (menu,) = [one for one in shown.components(*SELECTS) if "end turn" in one["placeholder"]]
        value = next(each["value"] for each in menu["options"] if each["value"].endswith(("Silver", "Copper")))
        return await self.counted(1, lambda: player.select(menu["custom_id"], value, on=shown))

    async def action(self) -> Counter[str]:
        """Play a Village."""
        (player, *_) = await self.scene.bring_to(PLAN, "Village")
        return await self.counted(1, await self._clicked(player, "Play Village"))

    async def attack(self) -> Counter[str]:
        """Play a Militia; its victim discards."""
        attacker, victim = await self.scene.bring_to(PLAN, "Militia", also=lambda _, views: all(map(chooses, views.values())))
        play = await self._clicked(attacker, "Play Militia")

        async def both() -> None:
            await play()
            await discard_two(victim, await asked(self.scene, victim))

        return await self.counted(2, both)

    async def taken_back(self) -> Counter[str]:
        """Undo the playing of Treasures."""
        (player, *_) = await self.scene.bring_to(PLAN, "Copper", also=lambda mine, _: not actions(mine))
        await self.scene.move(player, "treasures")
        shown = await self.scene.panel(player)
        label = undo(shown)
        assert label is not None, shown
        return await self.counted(1, lambda: player.click(label, on=shown))

    async def _clicked(self, player: Player, label: str) -> Callable[[], Awaitable[object]]:
        """Click the button whose label begins like this."""
        shown = await self.scene.panel(player)
        button = next(each for each in controls(shown) if each.startswith(label))
        return lambda: player.click(button, on=shown)


def actions(view: View) -> bool:
    """Return whether the viewer holds an Action."""
    return view.phase == "action" and any(option.id.startswith("play:") for each in view.decisions for option in each.options)


def chooses(view: View) -> bool:
    """Return whether the viewer has five cards, not all alike, so that a Militia asks them."""
    hand = view.players[view.viewer or 0].hand or ()
    return len(hand) > 1 and sum(each.count for each in hand) == 5


async def asked(scene: Scene, victim: Player) -> Shown:
    """Return the victim's panel, once the Militia asks."""
    for _ in range(MOST_LOOKS):
        shown = await scene.panel(victim)
        if asks("Militia", shown):
            return shown
        await asyncio.sleep(0.01)
    raise AssertionError("the victim was never asked")


async def measure() -> None:
    """Play and print."""
    counts = Counts()
    async with Sandbox(pace=Pace(per_channel=1_000_000, everywhere=1_000_000), record=20_000) as sandbox:
        os.environ |= {
            "DISCORD_TOKEN": sandbox.token,
            "DISCORD_API_URL": sandbox.api_url,
            "DISCORD_GATEWAY_URL": sandbox.gateway_url,
        }
        settings = load()
        connect_by(settings)
        async with hosting(settings) as host:
            watch_store(host._store, counts)
            outside = cast(TableService, Outside(host, counts))
            async with connected(sandbox, outside, settings):
                scene = Scene(sandbox, host, Player(sandbox, "Ada"), Player(sandbox, "Ben"))
                await scene.begin(*PILES)
                mover = Mover(scene, counts)
                print(f"{'':<22}" + "".join(f"{column:>10}" for column in COLUMNS))
                with watched_games(counts):
                    for name, make in (
                        ("plain turn", mover.turn),
                        ("Action", mover.action),
                        ("Attack and response", mover.attack),
                        ("undo", mover.taken_back),
                    ):
                        taken = [await make() for _ in range(TIMES)]
                        row = [median_low([each[column] for each in taken]) for column in COLUMNS]
                        print(f"{name:<22}" + "".join(f"{number:>10}" for number in row), flush=True)
                        if "--calls" in sys.argv:
                            print("".join(f"    {number:>3} {call}\n" for call, number in sorted(counts.calls.items())))


def main() -> int:
    """Measure and print; return the exit code."""
    if set(sys.argv[1:]) - {"--calls"}:
        print(__doc__, file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        os.environ[ENV_FILE] = ""
        os.environ["DATABASE_URL"] = f"sqlite:///{folder}/moves.db"
        asyncio.run(measure())
    return 0


if __name__ == "__main__":
    sys.exit(main())
