"""Weeks of a game in minutes: people in different time zones, who play when real people would, and every ping that reaches them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from operator import itemgetter
from typing import Literal
from zoneinfo import ZoneInfo

from cogs.text.pings import reminder_title
from sandbox.events import Event, MessageChanged
from sandbox.model import moment
from sandbox.server import Sandbox
from sandbox.testing import Player, Shown, settled
from settings import BotSettings
from tables import TableView
from tests.cogs.conftest import connected, hosting
from tests.cogs.kit import Planner, heading, menu_to
from tests.cogs.test_hours import hours, write

SECOND, MINUTE, HOUR, DAY = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
STEP = HOUR
"""The furthest that the clock moves in one go; things due in between are late by no more than that."""
SEATED = "### You have a seat"
"""What the bot sends by direct message to someone who has joined, to find out whether it can."""
REMINDER = reminder_title(1)
Cause = Literal["own", "over", "wait", "reminder", "stand-in", "none"]
WANTED = ("Village", "Market", "Militia", "Moat", "Cellar")
SHOPPING = dict(enumerate(("Militia", "Militia", "Moat", "Silver", "Market", "Village"), 1)) | {
    **dict.fromkeys((11, 12), "Moat"),
    **dict.fromkeys((13, 14), "Village"),
    **dict.fromkeys((15, 16, 17), "Cellar"),
}
"""What they like to play, and what to buy in which turn: Attacks first, so that they also have to answer in others' turns, and
finally three piles, so that the game ends."""
PATIENCE = 2 * HOUR
"""How long someone can be awake, with the game waiting for them, before their ping counts as missed."""


@dataclass(frozen=True)
class Holiday:
    """Days when a person doesn't play: the first one (counted from the start), how many, and what they enter in `/away`."""

    first: int
    days: int
    says: Literal["until", "open", "nothing"]


@dataclass(frozen=True)
class Habits:
    """When a person sleeps (`quiet`: from one full hour to another), and when they are on holiday."""

    name: str
    zone: str
    quiet: tuple[int, int]
    holidays: tuple[Holiday, ...] = ()

    def is_quiet(self, at: datetime) -> bool:
        """Return whether it's a quiet hour for them."""
        first, last = self.quiet
        hour = at.astimezone(ZoneInfo(self.zone)).hour
        return first <= hour < last if first < last else hour >= first or hour < last

    def wakes(self, at: datetime) -> datetime:
        """Return the first moment from `at` on when they are awake."""
        while self.is_quiet(at):
            at += 10 * MINUTE
        return at


@dataclass(frozen=True)
class Heard:
    """A notification: when it came, to which person, where, how it begins, and its cause: what they have just done themselves
    (`own`), the end of the game, the game's waiting for them since a certain time, a reminder of that, or an AI that now plays for
    them (`stand-in`)."""

    at: datetime
    person: Habits
    where: str
    says: str
    cause: Cause
    since: datetime | None

    @property
    def disturbs(self) -> bool:
        """Return whether it comes in quiet hours while the person isn't there."""
        return self.cause != "own" and self.person.is_quiet(self.at)

    def __str__(self) -> str:
        since = f" since {self.since:%d %b %H:%M}" if self.since is not None else ""
        local = self.at.astimezone(ZoneInfo(self.person.zone))
        quiet = " (quiet)" * self.disturbs
        return f"{self.at:%a %d %b %H:%M} {self.person.name:<4} {local:%H:%M}{quiet} {self.where}, {self.cause}{since}: {self.says}"


@dataclass
class Life:
    """A person with habits, at a screen. `acts`: when they'll next play, after being pinged; `back`: when their holiday ends;
    `gone`: they have said that they are away."""

    habits: Habits
    player: Player
    dice: random.Random
    acts: datetime | None = None
    back: datetime | None = None
    gone: bool = False

    @property
    def id(self) -> int:
        return int(self.player.person.user.id)

    def plan(self, at: datetime) -> None:
        """Decide when to play, after hearing that the game waits."""
        hours = self.dice.uniform(15, 40) if self.dice.random() < 0.1 else self.dice.uniform(0.2, 8)
        self.acts = self.habits.wakes(max(at + hours * HOUR, self.back or at))


class Calendar:
    """A game in which the sandbox's clock jumps from one event to the next, for `days` from `start` on."""

    def __init__(self, sandbox: Sandbox, settings: BotSettings, habits: Sequence[Habits], days: int) -> None:
        self.sandbox, self.settings, self.days = sandbox, settings, days
        self.start = self.now
        self.heard: list[Heard] = []
        self.missing: set[tuple[str, datetime]] = set()
        self.turns: Counter[str] = Counter()
        self.lives = [Life(each, Player(sandbox, each.name), random.Random(each.name)) for each in habits]
        self.agenda: list[tuple[datetime, Callable[[], Awaitable[object]]]] = []
        for life in self.lives:
            for holiday in life.habits.holidays:
                self.at(life.habits.wakes(self.start + holiday.first * DAY), partial(self._leave, life, holiday))
        self._table = ""
        self._news: list[tuple[str, Shown]] = []
        self._bot = AsyncExitStack()
        sandbox.world.listen(self._hear)

    @property
    def now(self) -> datetime:
        return self.sandbox.world.clock()

    def at(self, when: datetime, do: Callable[[], Awaitable[object]]) -> None:
        """Schedule something."""
        self.agenda = sorted([*self.agenda, (when, do)], key=itemgetter(0))

    def go_to(self, when: datetime) -> None:
        """Let time pass until `when`."""
        self.sandbox.world.put_forward(max((when - self.now).total_seconds(), 0.001))

    # the bot

    async def run(self) -> None:
        """Start the bot."""
        self.host = await self._bot.enter_async_context(hosting(self.settings, clock=self.sandbox.world.clock))
        await self._bot.enter_async_context(connected(self.sandbox, self.host, self.settings))

    async def stop(self) -> None:
        """Stop the bot."""
        await self._bot.aclose()
        self.sandbox.bot_busy = lambda: False

    async def restart(self, after: timedelta) -> list[Heard]:
        """Stop the bot, and start it again after a while; return who is pinged because of that."""
        await self.stop()
        self.go_to(self.now + after)
        before = len(self.heard)
        await self.run()
        await self.look()
        return self.heard[before:]

    # the game

    async def begin(self, piles: Sequence[str], ais: int) -> None:
        """Set up everyone's hours, and start the game."""
        await self.run()
        for life in self.lives:
            panel = await write(life.player, await hours(life.player), "Zone…", life.habits.zone)
            await write(life.player, panel, "Quiet…", "{}:00-{}:00".format(*life.habits.quiet))
        first, *others = (life.player for life in self.lives)
        await first.command("game new", seats=len(self.lives) + ais, require=", ".join(piles))
        for player in others:
            await player.click("Join")
        for _ in range(ais):
            await first.click("Add AI")
        await first.click("More…")
        await first.click("Pace: relaxed…")
        panel = await first.sees("### Pace")
        await first.select(menu_to(panel, "opt:limit")["custom_id"], str(3 * 24 * 60), on=panel)
        await settled(self.sandbox)
        await first.select(menu_to(first.now(panel), "opt:late")["custom_id"], "turn", on=panel)
        await settled(self.sandbox)
        await first.click("Start")
        await settled(self.sandbox)
        (table,) = await self.host.live()
        self._table = table.id

    async def pass_days(self) -> TableView:
        """Let everyone live until the last day; return the table at its end."""
        ends = self.start + self.days * DAY
        while True:
            table = await self.look()
            acts = min((life for life in self.lives if life.acts is not None), key=lambda life: life.acts or ends, default=None)
            when = [self.now + STEP, ends]
            due = await self.host._access.store.next_due(self.now)
            when += [due] if due is not None else []
            when += [self.agenda[0][0]] if self.agenda else []
            when += [acts.acts] if acts is not None and acts.acts is not None else []
            self.go_to(min(when))
            await self.look()
            if self.agenda and self.agenda[0][0] <= self.now:
                await self.agenda.pop(0)[1]()
            elif acts is not None and acts.acts is not None and acts.acts <= self.now:
                await self._play(acts)
            elif self.now >= ends:
                return table

    async def _play(self, life: Life) -> None:
        """Let someone make the moves that the game waits for."""
        life.acts, life.back, life.gone = None, None, False
        self.turns[life.habits.name] += 1
        reader = Planner(life.player, WANTED, shopping=SHOPPING)
        for _ in range(60):
            table = await self.look()
            if not any(each.person == life.id for each in table.awaited):
                life.acts = None
                return
            await reader.step()
            self.go_to(self.now + life.dice.uniform(3, 40) * SECOND)
        raise AssertionError(f"{life.habits.name} can't play\n{life.player.screen('DM')}")

    async def _leave(self, life: Life, holiday: Holiday) -> None:
        """Let someone go on holiday."""
        life.back = self.now + holiday.days * DAY
        if life.acts is not None:
            life.plan(self.now)
        if holiday.says != "nothing":
            options = {"until": f"{holiday.days} days"} if holiday.says == "until" else {}
            await life.player.command("away", **options)
            life.gone = True

    # pings

    def _hear(self, event: Event) -> None:
        """Record a message that notifies someone, as it was when it came. An answer to what they have just done doesn't count."""
        if isinstance(event, MessageChanged) and event.what == "create":
            own = event.message.interaction_metadata
            for user in event.message.pinged:
                if own is None or own["user"]["id"] != user:
                    self._news.append((user, Shown(self.sandbox.world.message_json(event.message))))

    async def look(self) -> TableView:
        """Wait until everything is done; record who was pinged, and who should have been."""
        await settled(self.sandbox)
        table = await self.host.table(self._table)
        waits = {each.person: each.since for each in table.awaited}
        for user, shown in self._news:
            life = next(each for each in self.lives if each.id == int(user))
            where = "#table" if shown.json["channel_id"] == life.player.channel().id else "DM"
            at, since = datetime.fromtimestamp(moment(shown.id), UTC), waits.get(life.id)
            says = heading(shown)
            cause: Cause = "none"
            if says.startswith(SEATED):
                cause = "own"
            elif table.phase == "over":
                cause = "over"
            elif since is not None:
                cause = "reminder" if says == REMINDER else "wait"
            elif says.startswith("### Your next hand in") and "AI" in shown.text:
                cause = "stand-in"
            self.heard.append(Heard(at, life.habits, where, says, cause, since if cause in ("wait", "reminder") else None))
            if life.id in waits and life.acts is None:
                life.plan(self.now)
        self._news.clear()
        for life in self.lives:
            if life.id not in waits:
                life.acts = None
            elif (since := waits[life.id]) is not None:
                self._check(life, since)
        return table

    def _check(self, life: Life, since: datetime) -> None:
        """Record whether someone has been awake for a while without hearing that the game waits for them."""
        awake = not any(life.habits.is_quiet(self.now - each) for each in (timedelta(), PATIENCE / 2, PATIENCE))
        told = any(each.person is life.habits and each.at >= since - MINUTE for each in self.heard)
        if awake and not life.gone and self.now - since > PATIENCE and not told:
            self.missing.add((life.habits.name, since))
