"""What a click costs, compared with the least that a bot can do for one.

    python benchmarks/clicks.py [--tables 1,4,16,64] [--seconds 10] [--bare ../shared/tools/bare_bot.py]

At each of these numbers of tables, two people per table play through the sandbox as fast as they are answered and pinged, with the
bot in a process of its own. In the same run, as many people click on the bare bot's only button: one durable commit and one edit a
click. Prints, for each number of tables and both bots:

    clicks/s    answered clicks a second
    p50, p99    milliseconds from a click to its answer
    CPU         milliseconds of the bot's process for each click
    requests    for each click; answers to interactions aren't counted
    deferred    clicks that were first told to wait

and the ratios. Exits with 1 if a goal at 16 tables is missed, with 2 if the bare bot isn't there. People and sandbox share
a second process, so this takes two cores that nothing else uses. What a move takes inside the bot: `benchmarks/moves.py`.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from sandbox.components import BUTTON, SELECTS
from sandbox.events import Event, MessageChanged
from sandbox.interactions import DEFER, DEFER_UPDATE
from sandbox.limits import Pace
from sandbox.model import Channel, ChannelType, Interaction, InteractionType
from sandbox.permissions import EVERYONE
from sandbox.server import Sandbox
from sandbox.testing import Player, Shown
from sandbox.world import World
from settings import ENV_FILE
from tests.cogs.kit import Reader

ROOT = Path(__file__).resolve().parent.parent
BARE = ROOT.parent / "shared" / "tools" / "bare_bot.py"
WARM_UP = 2.0
"""Seconds that aren't measured."""
PATIENCE = 20.0
"""If no one at a table can click for this many seconds, something is wrong."""
AT, CPU, SHARE, SLOWER = 16, 12.0, 0.25, 4.0
"""The goals: a number of tables, milliseconds of CPU there, a part of the bare bot's clicks/s, and a multiple of its p99."""
WORTHLESS = ("Province", "Duchy", "Estate", "Curse")
"""What no one buys, so that the games last as long as they are measured."""


@dataclass
class Tally:
    """The measurements so far."""

    open: bool = False
    times: list[float] = field(default_factory=list)
    deferred: int = 0

    def add(self, interaction: Interaction, seconds: float) -> None:
        """Count an answered click."""
        if self.open:
            self.times.append(seconds)
            self.deferred += interaction.callback in (DEFER, DEFER_UPDATE)


@dataclass(frozen=True)
class Result:
    """What a bot did at this many tables. Times in milliseconds."""

    rate: float
    p50: float
    p99: float
    cpu: float
    requests: float
    deferred: int

    def __str__(self) -> str:
        return f"{self.rate:9.1f} {self.p50:8.1f} {self.p99:8.1f} {self.cpu:8.2f} {self.requests:9.2f} {self.deferred:9d}"


class Clicker(Player):
    """A person who clicks on what is in their hand as fast as possible, and is timed."""

    def __init__(self, sandbox: Sandbox, name: str, where: str, tally: Tally) -> None:
        super().__init__(sandbox, name, where=where)
        self.tally = tally
        self._dm: Channel | None = None

    def messages(self, where: str | None = None) -> list[Shown]:
        world = self.sandbox.world
        if where != "DM":
            return super().messages(where)
        if self._dm is None:
            self._dm = next((one for one in self.person.channels() if one.type is ChannelType.DM), None)
        return [] if self._dm is None else [Shown(world.message_json(one)) for one in world.messages[self._dm.id].values()]

    async def click(self, label: str, *, on: Shown | None = None, where: str | None = None, stale: bool = False) -> Interaction:
        if on is None:
            return await super().click(label, where=where)
        return await self._timed(on, self._matching(on, label, BUTTON)[0], {})

    async def select(
        self, menu: str, *choices: str, on: Shown | None = None, where: str | None = None, stale: bool = False
    ) -> Interaction:
        assert on is not None
        return await self._timed(on, self._matching(on, menu, *SELECTS)[0], {"values": [*choices]})

    async def _timed(self, on: Shown, component: dict[str, Any], extra: dict[str, Any]) -> Interaction:
        world = self.sandbox.world
        channel = world.channels[on.json["channel_id"]]
        data = {"component_type": component["type"], "id": component["id"], "custom_id": component["custom_id"], **extra}
        began = time.perf_counter()
        interaction = self.sandbox.interactions.send(
            InteractionType.COMPONENT, self.person.user.id, channel, data, message=world.messages[channel.id][on.id]
        )
        await interaction.answered.wait()
        self.tally.add(interaction, time.perf_counter() - began)
        if interaction.state != "done":
            raise SystemExit(f"A click on {component['custom_id']} was not answered.")
        return interaction


class Endless(Reader):
    """Plays so that the game never ends."""

    @property
    def asked(self) -> bool:
        panel = self.panel
        return panel is not None and bool(self._buttons(panel) or panel.components(*SELECTS))

    def _buy(self, menu: dict[str, Any]) -> str | None:
        offered = [str(option["value"]) for option in menu["options"]]
        fair = [value for value in offered if not value.endswith(WORTHLESS) and value.startswith("buy:")]
        return self.dice.choice(fair) if fair else None


def world_of(tables: int) -> World:
    """Return a server with a channel for each table, and two people at each."""
    world = World(pace=Pace(per_channel=1_000_000, everywhere=1_000_000))
    owner, bot = world.add_user("owner", "Owner"), world.add_user("Seneschal", bot=True)
    world.bot_id = bot.id
    guild = world.add_guild("Benchmark", owner)
    world.join(guild, bot, [world.add_role(guild, "Seneschal", int(EVERYONE), managed_by=bot.id)])
    for number in range(tables):
        world.add_channel(guild, f"table-{number}")
        for letter in "AB":
            world.join(guild, world.add_user(f"{letter.lower()}{number}", f"{letter}{number}"))
    return world


async def play(sandbox: Sandbox, number: int, tally: Tally) -> None:
    """Let two people play at a table; each clicks when there is something to answer, and asks for a rematch when a game is over."""
    where = f"#table-{number}"
    first, second = (Clicker(sandbox, f"{letter}{number}", where, tally) for letter in "AB")
    await first.command("game new", seats=2, kingdom="First Game")
    await second.click("Join")
    await first.click("Start")
    readers = [Endless(first), Endless(second)]
    news = asyncio.Event()
    people = {first.person.user.id, second.person.user.id}

    def heard(event: Event) -> None:
        if isinstance(event, MessageChanged):
            channel = sandbox.world.channels[event.message.channel_id]
            if people & set(channel.recipients) or (event.what == "create" and f"#{channel.name}" == where):
                news.set()

    stop = sandbox.world.listen(heard)
    try:
        while True:
            news.clear()
            asked = next((reader for reader in readers if reader.asked), None)
            if asked is not None:
                await asked.step()
            elif any("Rematch" in shown.buttons for shown in first.messages()[-1:]):
                await first.click("Rematch")
                await second.click("Join")
            else:
                async with asyncio.timeout(PATIENCE):
                    await news.wait()
    finally:
        stop()


async def press(sandbox: Sandbox, number: int, tally: Tally) -> None:
    """Press the bare bot's button, again and again, as one person."""
    person = Clicker(sandbox, f"A{number}", f"#table-{number}", tally)
    await person.command("bare")
    shown = await person.sees(button="go")
    while True:
        await person.click("go", on=shown)


async def measure(tables: int, seconds: float, command: Sequence[str], act: Any) -> Result:
    """Measure a bot started by this command while people act at this many tables."""
    with tempfile.TemporaryDirectory() as folder:
        async with Sandbox(world=world_of(tables), record=1000) as sandbox:
            env = {
                **os.environ,
                ENV_FILE: "",
                "DATABASE_URL": f"sqlite:///{folder}/clicks.db",
                "DISCORD_TOKEN": sandbox.token,
                "DISCORD_API_URL": sandbox.api_url,
                "DISCORD_GATEWAY_URL": sandbox.gateway_url,
                "LOG_LEVEL": "WARNING",
                "REQUESTS_PER_SECOND": "10000",  # as many as the bare bot may send
            }
            log = Path(folder) / "log"
            with log.open("wb") as told:
                bot = await asyncio.create_subprocess_exec(sys.executable, *command, env=env, cwd=folder, stderr=told)
            try:
                while not sandbox.world.bot_online:
                    await asyncio.sleep(0.05)
                    if bot.returncode is not None:
                        raise SystemExit(f"The bot ended with exit code {bot.returncode}.")
                return await observed(sandbox, bot.pid, tables, seconds, act)
            finally:
                print(log.read_text(), end="", file=sys.stderr)
                with suppress(ProcessLookupError):
                    bot.kill()
                await bot.wait()


async def observed(sandbox: Sandbox, pid: int, tables: int, seconds: float, act: Any) -> Result:
    """Let everyone act, and return what was measured once all have started."""
    tally, counted = Tally(), 0
    people = [asyncio.create_task(act(sandbox, number, tally)) for number in range(tables)]
    start = sandbox.recorder.start

    def noted(method: str, path: str, query: dict[str, str]) -> Any:
        nonlocal counted
        counted += not path.startswith(("/interactions/", "/webhooks/"))
        return start(method, path, query)

    sandbox.recorder.start = noted  # type: ignore[method-assign]
    try:
        await begun(sandbox, people, tables)
        before, cpu, began = counted, spent(pid), time.perf_counter()
        tally.open = True
        done, _ = await asyncio.wait(people, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
        tally.open = False
        took, cpu = time.perf_counter() - began, spent(pid) - cpu
        for task in done:
            task.result()
    finally:
        for task in people:
            task.cancel()
        await asyncio.gather(*people, return_exceptions=True)
    clicks = len(tally.times)
    cuts = [1000 * each for each in quantiles(tally.times, n=100, method="inclusive")]
    return Result(clicks / took, cuts[49], cuts[98], 1000 * cpu / clicks, (counted - before) / clicks, tally.deferred)


async def begun(sandbox: Sandbox, people: Sequence[asyncio.Task[None]], tables: int) -> None:
    """Wait until all tables are at play, and a little longer."""
    clicked: set[str] = set()
    while len(clicked) < tables:
        failed = [task for task in people if task.done()]
        if failed:
            failed[0].result()
        clicked |= {one.channel_id for one in sandbox.interactions.by_id.values() if one.type is InteractionType.COMPONENT}
        await asyncio.sleep(0.05)
    await asyncio.sleep(WARM_UP)


def spent(pid: int) -> float:
    """Return seconds of CPU that a process has used, all its threads together."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> int:
    """Measure and print; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", default="1,4,16,64", help="numbers of tables, with commas between them")
    parser.add_argument("--seconds", type=float, default=10.0, help="how long each is measured")
    parser.add_argument("--bare", type=Path, default=BARE, help="the bare bot")
    args = parser.parse_args()
    if not args.bare.is_file():
        print(f"{args.bare} is missing: there is nothing to compare with. Name the bare bot with --bare.", file=sys.stderr)
        return 2
    print(f"{'tables':>6} {'':<8} {'clicks/s':>9} {'p50':>8} {'p99':>8} {'CPU':>8} {'requests':>9} {'deferred':>9}")
    missed = 0
    for tables in map(int, args.tables.split(",")):
        bare = asyncio.run(measure(tables, args.seconds, [str(args.bare), "bare.db"], press))
        print(f"{tables:>6} {'bare bot':<8} {bare}", flush=True)
        ours = asyncio.run(measure(tables, args.seconds, [str(ROOT / "bot.py")], play))
        print(f"{'':>6} {'ours':<8} {ours}", flush=True)
        share, slower = ours.rate / bare.rate, ours.p99 / bare.p99
        print(f"{'':>6} {'ratio':<8} {share:9.3f} {ours.p50 / bare.p50:8.1f} {slower:8.1f} {ours.cpu / bare.cpu:8.1f}", flush=True)
        if tables == AT:
            missed = share < SHARE or slower > SLOWER or ours.cpu > CPU or ours.deferred
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
