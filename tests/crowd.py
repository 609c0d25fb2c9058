"""People who click at many tables, in the channels and in their direct messages, and all that they are shown."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

from sandbox.components import BUTTON, walk
from sandbox.events import Event, MessageChanged
from sandbox.interactions import DEFER, DEFER_UPDATE
from sandbox.model import Interaction, InteractionType, Json, Message
from sandbox.recorder import Exchange
from tests.fleet import At, Bot, Fleet

ANSWERING = {"do", "buy", "play", "one", "last", "whole", "pick", "all", "some", "put", "next", "kinds"}
"""What a hand's controls do if they answer a question, or choose something for one."""

PATIENCE = 3.0
"""Seconds after which someone gives up if their process or database is gone."""


@dataclass
class Click:
    """A click on a choice, or (decision 0) a look at a hand. `alive`: since when its process and the database had been there; None:
    one of them wasn't. `took`: seconds until it was acknowledged; `waited`: until its answer came, if its process and the database
    were there all the time. `past`: its message then no longer asked for that decision."""

    interaction: Interaction
    table: str
    decision: int
    person: str
    bot: Bot
    at: float
    alive: tuple[float, float] | None
    took: float | None = None
    waited: float | None = None
    past: bool = False

    @property
    def fair(self) -> bool:
        """Return whether its process and the database have been there ever since."""
        return self.alive is not None and self.alive == self.bot.alive


@dataclass
class Seen:
    """The decisions that anyone was shown, and texts that no one but a hand's owner may see."""

    decisions: set[tuple[str, str | None, int]] = field(default_factory=set)
    hands: list[str] = field(default_factory=list)


class Crowd:
    """People who click at many tables, in the channels and in their direct messages."""

    def __init__(self, fleet: Fleet, places: Sequence[At], dice: random.Random) -> None:
        self.fleet, self.places, self.dice = fleet, places, dice
        self.world = fleet.sandbox.world
        self.clicks: list[Click] = []
        self.looks: list[Click] = []
        self.seen = Seen()
        self.waiting = set[str]()
        self._news = asyncio.Event()
        self._dms = dict[str, str]()
        self._notes = dict[tuple[str, str], str]()
        self._deferred = dict[str, Click]()
        self.ignored: list[Click] = []
        """Clicks that weren't acknowledged, although their process and the database were there."""
        self.world.listen(self._watch)
        fleet.sandbox.gate = self._hear

    def _watch(self, event: Event) -> None:
        """Note who is shown which decisions."""
        if not isinstance(event, MessageChanged) or event.what == "delete":
            return
        message = event.message
        channel = self.world.channels[message.channel_id]
        person = message.audience or (channel.recipients[0] if channel.recipients else None)
        for table, decision, verb, _ in controls(message):
            if decision and (verb in ANSWERING or person is not None):
                self.seen.decisions.add((table, person, decision))
        if person is None and any("hand:**" in str(one.get("content", "")) for one in walk(message.components)):
            self.seen.hands.append(message.id)

    async def _hear(self, when: str, exchange: Exchange) -> None:
        """Note when a deferred answer comes."""
        if when == "after" and exchange.path.startswith("/webhooks/"):
            click = self._deferred.pop(exchange.path.split("/")[3], None)
            if click is not None and click.fair:
                click.waited = time.monotonic() - click.at

    # clicking

    @asynccontextmanager
    async def clicking(self, people: int) -> AsyncIterator[None]:
        """Let this many people click all the time."""

        async def click() -> None:
            while True:
                await self.act()

        tasks = [asyncio.create_task(click()) for _ in range(people)]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            for each in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(each, Exception):
                    raise each

    async def have_played(self, moves: int) -> None:
        """Wait until this many more moves are made."""
        wanted = self._moves + moves
        while self._moves < wanted:
            self._news.clear()
            await self._news.wait()

    @property
    def _moves(self) -> int:
        return sum(click.past for click in self.clicks)

    async def act(self) -> None:
        """Let someone do something somewhere; sometimes do the same in both places together."""
        at = self.dice.choice(self.places)
        person = self.dice.choice(at.people)
        if person in self.waiting:
            await asyncio.sleep(0.01)
            return
        self.waiting.add(person)
        try:
            here, there = self._hand(at, person, private=True), self._hand(at, person, private=False)
            if there is None and self.dice.random() < 0.3:
                await self._look(at, person)
                return
            found = [each for each in (here, there) if each is not None]
            if not found:
                await asyncio.sleep(0.01)
                return
            if len(found) == 2 and self.dice.random() < 0.2:
                await asyncio.gather(*(self._press(at, person, each) for each in found))
            else:
                await self._press(at, person, self.dice.choice(found))
        finally:
            self.waiting.discard(person)

    async def _look(self, at: At, person: str) -> None:
        """Open a hand in the channel, by the board's button."""
        for message in reversed(self.world.messages[at.channel].values()):
            button = next((component for _, _, verb, component in controls(message) if verb == "hand"), None)
            if button is not None and message.audience is None:
                click = self._send(at, person, message, button, {}, 0)
                self.looks.append(click)
                await self._answered(click)
                if click.interaction.response_id is not None:
                    self._notes[at.channel, person] = click.interaction.response_id
                return
        await asyncio.sleep(0.01)

    def _hand(self, at: At, person: str, *, private: bool) -> Message | None:
        """Return the newest message at a place that asks a person something."""
        if private:
            channel = self._dm(person)
            newest = reversed(self.world.messages[channel].values()) if channel else ()
            return next((each for each in newest if asks(each)), None)
        found = self.world.messages[at.channel].get(self._notes.get((at.channel, person), ""))
        return found if found is not None and asks(found) else None

    def _dm(self, person: str) -> str | None:
        if person not in self._dms:
            self._dms.update({each.recipients[0]: each.id for each in self.world.channels.values() if each.recipients})
        return self._dms.get(person)

    async def _press(self, at: At, person: str, message: Message) -> None:
        """Press any control that answers."""
        decision, component = self.dice.choice(
            [(each[1], each[3]) for each in controls(message) if each[1] and each[2] in ANSWERING]
        )
        extra: Json = {}
        if component["type"] != BUTTON:
            values = [option["value"] for option in component["options"]]
            least, most = component.get("min_values", 1), component.get("max_values", 1)
            extra = {"values": self.dice.sample(values, self.dice.randint(max(least, 1), most))}
        click = self._send(at, person, message, component, extra, decision)
        self.clicks.append(click)
        await self._answered(click)
        now = self.world.messages[message.channel_id].get(message.id)
        click.past = click.took is not None and now is not None and decision not in asks(now)
        self._news.set()

    def _send(self, at: At, person: str, message: Message, component: Json, extra: Json, decision: int) -> Click:
        channel = self.world.channels[message.channel_id]
        data = {"component_type": component["type"], "id": component["id"], "custom_id": component["custom_id"], **extra}
        bot = self.fleet.bot_for(channel.guild_id)
        sent = self.fleet.sandbox.interactions.send(InteractionType.COMPONENT, person, channel, data, message=message)
        return Click(sent, at.table, decision, person, bot, time.monotonic(), bot.alive)

    async def _answered(self, click: Click) -> None:
        interaction = click.interaction
        while not interaction.answered.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    await interaction.answered.wait()
            if not click.fair:
                break
        if interaction.state == "done":
            click.took = time.monotonic() - click.at
            if interaction.callback in (DEFER, DEFER_UPDATE):
                self._deferred[interaction.token] = click
            elif click.fair:
                click.waited = click.took
        elif interaction.state == "failed" and click.fair:
            self.ignored.append(click)


def controls(message: Message) -> Iterator[tuple[str, int, str, Json]]:
    """Yield the controls of a message that can be used: table, decision, verb, component."""
    for one in walk(message.components):
        parts = str(one.get("custom_id", "")).split(":", 4)
        if len(parts) == 5 and not one.get("disabled"):
            yield parts[1], int(parts[2]), parts[3].partition("+")[0].rstrip("!"), one


def asks(message: Message) -> set[int]:
    """Return the decisions that a message asks its reader for."""
    return {decision for _, decision, verb, _ in controls(message) if decision and verb in ANSWERING}
