"""The bot is killed between its requests and started again, and no one notices more than the pause."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Collection, Sequence
from itertools import count
from pathlib import Path
from typing import NamedTuple

import pytest

from engine import Game
from engine.save import Entry, Save
from sandbox.limits import Pace
from sandbox.server import Sandbox
from sandbox.testing import BotProcess, Crashes, Moment, Player, settled
from settings import ENV_FILE
from tests.cogs.conftest import SENESCHAL
from tests.cogs.kit import Planner, play_out, record
from tests.databases import store_at, url_of
from tests.postgres import PostgresServer
from tests.sandbox import openapi
from tests.soak import some_or_all

pytestmark = pytest.mark.both

QUIET = 0.15
"""If nothing has happened for this long, everything is done, so no one acts before they are pinged."""
TURNS = 5
"""How many turns it takes until everything in `TO_BE_SEEN` has happened, with this seed and these plans."""
SEED = (94179).to_bytes(32, "big")
SHOPPING = {"Ada": {1: "Militia", 2: "Cellar"}, "Ben": {1: "Moat", 2: "Remodel", 3: "Mine"}}
TO_BE_SEEN = {
    *(f"play:{name}" for name in ("Cellar", "Militia", "Mine", "Moat", "Remodel")),
    "react:Moat",
    "Cellar discard",
    "Militia discard owed",
    *(f"{name} {purpose}" for name in ("Mine", "Remodel") for purpose in ("trash", "gain")),
}
LOGIN = 3
"""How many requests the bot makes at each start, before it looks at any table."""
MOST = 4
"""About how many requests the bot makes after a click."""


class Played(NamedTuple):
    """The traces of a game: the screens, the pings by place, the answers, and the number of requests."""

    screens: dict[str, list[str]]
    pings: Counter[tuple[str, str]]
    journal: list[Entry]
    seen: set[str]
    requests: int
    kills: int


async def play(
    database: Path,
    moments: Collection[Moment] = (),
    *,
    turns: int = TURNS,
    closed: bool = False,
    every: int = 0,
    late: bool = False,
    gone: PostgresServer | None = None,
) -> Played:
    """Play a two-player game with the bot in a process of its own; after this many turns, Ben resigns. `closed`: Ben's direct
    messages are closed. `every`: each time this many actions have happened, the bot is killed once: at one of its next requests, or
    at rest. `late`: it comes back only after Discord has forgotten its nonces. `gone`: a database server, which is killed during
    every other action and started again right away."""
    env = {ENV_FILE: "", "DATABASE_URL": url_of(database), "SANDBOX_SEED": SEED.hex(), "PICTURES": "no"}
    async with Sandbox(pace=Pace(per_channel=10_000, everywhere=10_000, identify=0.0, nonce=0.0 if late else 300.0)) as sandbox:
        bot = BotProcess(sandbox, SENESCHAL, env)
        await bot.start()
        try:
            ada, ben = (Player(sandbox, name, patient=True, timeout=20.0) for name in ("Ada", "Ben"))
            ben.person.user.dms_closed = closed
            readers = (
                Planner(ada, ("Cellar", "Militia"), shopping=SHOPPING["Ada"]),
                Planner(ben, ("Mine", "Remodel", "Moat"), shopping=SHOPPING["Ben"], where="#table" if closed else "DM"),
            )
            with Crashes(sandbox, bot, moments) as crashes:
                numbers = count()

                async def act(doing: Awaitable[object]) -> None:
                    number, between = divmod(next(numbers), every or 1)
                    doomed = every and not between
                    if doomed:
                        crashes.soon(1 + number // 2 % MOST, "after" if number % 2 else "before")
                    if gone is not None and number % 2:
                        gone.kill()
                        await asyncio.gather(doing, asyncio.to_thread(gone.start))
                    else:
                        await doing
                    await settled(sandbox, 1.0 if gone is not None else QUIET)
                    if doomed:
                        await crashes.at_rest()
                        await all_quiet(sandbox, crashes)

                await act(ada.command("game new", seats=2, kingdom="First Game"))
                await act(ben.click("Join"))
                await act(ada.click("Start"))
                await play_out(sandbox, readers, turns=turns, quiet=QUIET, act=lambda reader: act(reader.step()))
                if readers[1].asked:
                    await act(ben.command("game resign"))
                    await act(ben.click("Resign"))
                await all_quiet(sandbox, crashes)
        finally:
            await bot.stop()
        assert openapi.problems(sandbox.recorder.exchanges, sandbox.recorder.dispatched) == []
        screens = {f"{player.name} {where}": record(player, where) for player in (ada, ben) for where in ("#table", "DM")}
        names = {player.person.user.id: player.name for player in (ada, ben)}
        channels = sandbox.world.channels
        pings = Counter((names[ping.user_id], channels[ping.channel_id].name or "DM") for ping in sandbox.world.pings)
        save, journal = await stored(database, int(ada.channel("#table").id))
        kills = len(crashes.hits) + crashes.rests
        return Played(screens, pings, journal, answered(save, journal), len(sandbox.recorder.exchanges), kills)


async def stored(database: Path, place: int) -> tuple[Save, list[Entry]]:
    """Return the finished game in the bot's database."""
    store = store_at(database)
    await store.open()
    try:
        table = await store.latest(place)
        assert table is not None
        saved = await store.game(table.id)
        assert saved is not None
        return saved.save, [one.entry for one in await store.journal(table.id)]
    finally:
        await store.close()


def answered(save: Save, journal: Sequence[Entry]) -> set[str]:
    """Return people's answers and decisions in a game, from its replay: `play:Mine`, `Mine trash`, `Militia discard owed`."""
    game = Game.new(save.setup, bytes.fromhex(save.seed))
    seen: set[str] = set()
    for entry in journal:
        if entry.kind == "answer":
            assert entry.seat is not None and entry.decision is not None
            asked = next(one for one in game.decisions if game.answers_to(entry, one.id))
            seen.update(entry.ids)
            if entry.ids:
                seen.add(f"{asked.card} {asked.purpose}{' owed' * asked.owed}")
            game.answer(entry.seat, asked.id, entry.ids)
    return seen


async def all_quiet(sandbox: Sandbox, crashes: Crashes) -> None:
    """Wait until the bot is there and has nothing left to do: it might be killed even while it catches up."""
    seen = -1
    while seen != len(sandbox.recorder.exchanges) or not sandbox.world.bot_online:
        seen = len(sandbox.recorder.exchanges)
        await crashes.over()
        await settled(sandbox, 0.6, 30.0)


async def alike(
    folder: Path,
    kills: int | None = None,
    *,
    closed: bool = False,
    turns: int = TURNS,
    every: int = 0,
    late: bool = False,
    gone: PostgresServer | None = None,
) -> None:
    """Play a game undisturbed, then the same with this many kills (None: at every eleventh request, alternately before and after
    it, until the game is over; or each time this many actions have happened), and compare their traces."""
    calm = await play(folder / "calm.db", closed=closed, turns=turns)
    assert turns < TURNS or not TO_BE_SEEN - calm.seen
    step = calm.requests // kills + LOGIN if kills else 11
    first = 8 if kills else 11
    moments: list[Moment] = [(first + n * step, "after" if n % 2 else "before") for n in range(kills or calm.requests)]
    moments = [] if every or gone is not None else moments
    wild = await play(folder / "wild.db", moments, closed=closed, turns=turns, every=every, late=late, gone=gone)
    print(f"{wild.kills} kills in a game of {calm.requests} requests")
    assert wild.kills == kills or not kills
    assert wild.kills or gone is not None
    assert wild.journal == calm.journal
    for name, screen in calm.screens.items():
        assert wild.screens[name] == screen, name
    assert wild.pings == calm.pings


@some_or_all("kills", 6, 15)
async def test_killed_at_several_points(tmp_path: Path, kills: int) -> None:
    await alike(tmp_path, kills)


@some_or_all("kills", 3, 6)
async def test_killed_with_direct_messages_closed(tmp_path: Path, kills: int) -> None:
    await alike(tmp_path, kills, closed=True, turns=2)


@pytest.mark.parametrize("closed", [False, pytest.param(True, marks=pytest.mark.soak)])
@some_or_all("kills", 4, 8)
async def test_killed_for_longer_than_a_nonce_lives(tmp_path: Path, kills: int, closed: bool) -> None:
    await alike(tmp_path, kills, closed=closed, turns=2, late=True)


@pytest.mark.soak
@pytest.mark.parametrize("closed", [False, True])
async def test_killed_at_every_decision(tmp_path: Path, sample: float, closed: bool) -> None:
    await alike(tmp_path, closed=closed, every=max(1, round(0.5 / sample)))


@pytest.mark.soak
@pytest.mark.parametrize("closed", [False, True])
async def test_killed_all_the_time(tmp_path: Path, sample: float, closed: bool) -> None:
    await alike(tmp_path, closed=closed, turns=max(TURNS, round(30 * sample)))
