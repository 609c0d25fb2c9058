"""The driver for tests: people who type, click and wait, and a bot process that can be killed at any request.

    ada = Player(sandbox, "Ada")
    await ada.command("game new", players=2)
    lobby = await ada.sees("waits for players")
    await ada.click("Join", on=lobby)

Everything goes through `Person`, as on the page. A failure says what was on the screen.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from typing import Literal, TypeVar

from .components import BUTTON, SELECTS, walk
from .errors import NotPossible
from .model import Channel, ChannelType, Interaction, Json, Ping
from .people import Person, Value
from .recorder import Dropped, Exchange
from .server import Sandbox

LOOKS = 3
"""How many checks in a row must find nothing going on for the bot to count as at rest."""
AGAIN = 0.005
"""Seconds between checks of whether a busy bot is at rest."""
SILENCE = 0.05
"""Seconds of silence that count as rest for a bot that can't be asked."""

PROCESSES = multiprocessing.get_context("forkserver")

T = TypeVar("T")


class NotSeen(AssertionError):
    """What a test waited for didn't happen; says what was on the screen instead."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A message as a person's screen showed it at one moment."""

    json: Json

    @property
    def id(self) -> str:
        return str(self.json["id"])

    @property
    def ephemeral(self) -> bool:
        return bool(self.json["flags"] & 1 << 6)

    @property
    def text(self) -> str:
        """Return the text of its content, embeds and text displays, without labels of buttons and alt texts."""
        parts = [self.json["content"]]
        for embed in self.json["embeds"]:
            parts += [embed.get("title"), embed.get("description"), (embed.get("footer") or {}).get("text")]
            parts += [text for item in embed.get("fields", ()) for text in (item["name"], item["value"])]
        parts += [one.get("content") for one in walk(self.json["components"])]
        return "\n".join(part for part in parts if part)

    def components(self, *kinds: int) -> list[Json]:
        return [one for one in walk(self.json["components"]) if one["type"] in kinds]

    @property
    def buttons(self) -> list[str]:
        """Return the labels (or emojis) of the buttons that can be pressed."""
        return [_label(one) for one in self.components(BUTTON) if not one.get("disabled")]

    def __str__(self) -> str:
        lines = [f"[{self.id}]{' (only you can see this)' if self.ephemeral else ''} {self.text}"]
        for one in self.components(BUTTON, *SELECTS):
            off = " (disabled)" if one.get("disabled") else ""
            if one["type"] == BUTTON:
                lines.append(f"    ({_label(one)}){off}")
            else:
                options = ", ".join(option["label"] for option in one.get("options", ()))
                lines.append(f"    <{one.get('placeholder') or one['custom_id']}: {options}>{off}")
        return "\n".join(lines)


def _label(component: Json) -> str:
    return str(component.get("label") or component.get("emoji", {}).get("name", ""))


async def until(sandbox: Sandbox, check: Callable[[], T | None], otherwise: Callable[[], str], within: float) -> T:
    """Wait until ``check`` returns something; every event of the world checks again."""
    news = asyncio.Event()
    stop = sandbox.world.listen(lambda event: news.set())
    deadline = asyncio.get_running_loop().time() + within
    try:
        while True:
            news.clear()
            found = check()
            if found:
                return found
            left = deadline - asyncio.get_running_loop().time()
            if left <= 0:
                raise NotSeen(otherwise())
            with suppress(TimeoutError):
                async with asyncio.timeout(left):
                    await news.wait()
    finally:
        stop()


async def settled(sandbox: Sandbox, quiet: float | None = None, within: float = 60.0) -> None:
    """Wait until no one waits for the bot, and it has received everything and has nothing left to do. A bot in this process says so
    itself (`Sandbox.bot_busy`); any other counts as done after some silence. `quiet`: how long the silence must last in any case,
    for things that a bot does later without being busy."""
    loop = asyncio.get_running_loop()
    deadline = loop.time() + within
    if quiet is None:
        quiet = SILENCE if sandbox.bot_busy is None else 0.0
    seen, since, looks = sandbox.recorder.count, loop.time(), 0
    while looks < LOOKS or loop.time() - since < quiet:
        if loop.time() > deadline:
            raise NotSeen(f"the bot never came to rest; its last request was {sandbox.recorder.exchanges[-1]}")
        if sandbox.recorder.count == seen and _at_rest(sandbox):
            looks += 1
            await asyncio.sleep(quiet / LOOKS)
        else:
            seen, since, looks = sandbox.recorder.count, loop.time(), 0
            await asyncio.sleep(AGAIN)


def _at_rest(sandbox: Sandbox) -> bool:
    """Return whether nothing seems to be going on between the bot and its people."""
    if sandbox.bot_busy is not None and sandbox.bot_busy():
        return False
    waiting = any(one.state == "waiting" for one in sandbox.interactions.by_id.values())
    return not waiting and all(one.status or one.dropped for one in sandbox.recorder.exchanges[-20:])


class Player:
    """A person at a screen. A ``patient`` one tries again if something failed because the bot was gone."""

    def __init__(self, sandbox: Sandbox, name: str, *, where: str = "#table", timeout: float = 30.0, patient: bool = False):
        self.sandbox = sandbox
        self.person: Person = sandbox.person(name)
        self.name = name
        self.where = where
        self.timeout = timeout
        self.patient = patient

    # Looking -----------------------------------------------------------------------------------------------------------

    def channel(self, where: str | None = None) -> Channel:
        """Return a channel or thread by ``#name`` or id; ``DM`` is my direct messages with the bot."""
        where = where or self.where
        for one in self.person.channels():
            if where in (f"#{one.name}", one.id) or (where == "DM" and one.type is ChannelType.DM):
                return one
        names = ["DM" if one.type is ChannelType.DM else f"#{one.name}" for one in self.person.channels()]
        raise NotSeen(f"{self.name} has no channel {where}, only {', '.join(names)}")

    def has_dm(self) -> bool:
        return any(one.type is ChannelType.DM for one in self.person.channels())

    def messages(self, where: str | None = None) -> list[Shown]:
        """Return what I see in a channel, oldest first."""
        if (where or self.where) == "DM" and not self.has_dm():
            return []
        found = self.person.messages(self.channel(where))
        return [Shown(self.sandbox.world.message_json(one)) for one in found]

    def now(self, shown: Shown) -> Shown:
        """Return the message as it is now."""
        return Shown(self.sandbox.world.message_json(self.person.message(shown.id)))

    def screen(self, where: str | None = None) -> str:
        """Return what I see, as text."""
        body = "\n".join(map(str, self.messages(where))) or "(nothing)"
        modal = f"\ndialog “{self.person.modal.title}”" if self.person.modal else ""
        return f"{self.name}'s screen, {where or self.where}:\n{body}{modal}"

    @property
    def pings(self) -> list[Ping]:
        """Return all notifications I ever got."""
        return [one for one in self.sandbox.world.pings if one.user_id == self.person.user.id]

    async def sees(self, *words: str, where: str | None = None, button: str | None = None, without: Sequence[str] = ()) -> Shown:
        """Wait for a message with all these words (and a button), and return the newest one as it then is."""

        def check() -> Shown | None:
            for shown in reversed(self.messages(where)):
                told = all(word in shown.text for word in words) and not any(word in shown.text for word in without)
                if told and (button is None or button in shown.buttons):
                    return shown
            return None

        wanted = " and ".join(repr(word) for word in (*words, *([f"({button})"] if button else ())))
        return await self._until(check, f"{self.name} never saw {wanted}", where)

    async def gone(self, shown: Shown) -> None:
        """Wait until a message is deleted."""
        where = shown.json["channel_id"]
        await self._until(lambda: all(one.id != shown.id for one in self.messages(where)), f"message {shown.id} stayed", where)

    async def _until(self, check: Callable[[], T | None], failure: str, where: str | None = None) -> T:
        return await until(self.sandbox, check, lambda: f"{failure}\n{self.screen(where)}", self.timeout)

    # Doing -------------------------------------------------------------------------------------------------------------

    async def command(self, text: str, *, where: str | None = None, **options: Value) -> Interaction:
        """Use a slash command, such as ``game new``; return once the bot has acknowledged it."""
        return await self._insist(lambda: self._command(text, where, options), f"/{text}", where)

    def _command(self, text: str, where: str | None, options: Mapping[str, Value]) -> Interaction:
        command_id, path = self._find_command(text, where)
        return self.person.command(self.channel(where).id, command_id, path, options)

    def _find_command(self, text: str, where: str | None) -> tuple[str, list[str]]:
        name, *path = text.removeprefix("/").split()
        found = self.person.commands(self.channel(where))
        for one in found:
            if one["name"] == name:
                return one["id"], path
        raise NotSeen(f"{self.name} has no command /{name} in {where or self.where}, only {[c['name'] for c in found]}")

    async def suggestions(self, text: str, focused: str, *, where: str | None = None, **options: Value) -> list[str]:
        """Return autocomplete's proposals for an option, given the text typed so far."""
        return [name for name, _ in await self.proposals(text, focused, where=where, **options)]

    async def proposals(self, text: str, focused: str, *, where: str | None = None, **options: Value) -> list[tuple[str, Value]]:
        """Return the same, each with the value that taking it sends."""
        command_id, path = self._find_command(text, where)
        found = await self.person.autocomplete(self.channel(where).id, command_id, path, options, focused)
        return [(choice["name"], choice["value"]) for choice in found]

    async def click(self, label: str, *, on: Shown | None = None, where: str | None = None, stale: bool = False) -> Interaction:
        """Press a button by its label (or custom id). ``stale``: on the message as I last saw it."""
        shown = on or await self.sees(button=label, where=where)
        return await self._insist(lambda: self._click(shown, label, stale), f"({label})", where, shown)

    def _click(self, shown: Shown, label: str, stale: bool) -> Interaction:
        component = self._component(shown if stale else self.now(shown), label, BUTTON)
        return self.person.click(shown.id, component["custom_id"], seen=shown.json if stale else None)

    async def select(
        self, menu: str, *choices: str, on: Shown | None = None, where: str | None = None, stale: bool = False
    ) -> Interaction:
        """Choose options, by label or value, in the menu with this placeholder (or custom id)."""

        def check() -> Shown | None:
            found = [one for one in reversed(self.messages(where)) if self._matching(one, menu, *SELECTS)]
            return found[0] if found else None

        shown = await self._until(check, f"{self.name} never saw a menu {menu!r}", where) if on is None else on
        return await self._insist(lambda: self._select(shown, menu, choices, stale), f"<{menu}>", where, shown)

    def _select(self, shown: Shown, menu: str, choices: Sequence[str], stale: bool) -> Interaction:
        component = self._component(shown if stale else self.now(shown), menu, *SELECTS)
        values = {option["label"]: option["value"] for option in component.get("options", ())}
        chosen = [values.get(choice, choice) for choice in choices]
        return self.person.select(shown.id, component["custom_id"], chosen, seen=shown.json if stale else None)

    @staticmethod
    def _matching(shown: Shown, name: str, *kinds: int) -> list[Json]:
        def names(one: Json) -> tuple[object, ...]:
            return (_label(one), one.get("placeholder"), one.get("custom_id"))

        return [one for one in shown.components(*kinds) if name in names(one)]

    def _component(self, shown: Shown, name: str, *kinds: int) -> Json:
        found = self._matching(shown, name, *kinds)
        if len(found) != 1:
            raise NotSeen(f"{len(found)} components called {name!r} on\n{shown}")
        return found[0]

    async def submit(self, **values: object) -> Interaction:
        """Submit the dialog on my screen; fields by custom id or label (spaces as underscores)."""
        modal = await self._until(lambda: self.person.modal, f"{self.name} never got a dialog")
        ids = {one["custom_id"]: one["custom_id"] for one in walk(modal.components) if "custom_id" in one}
        for one in walk(modal.components):
            inner = one.get("component", one)
            if one.get("label") and "custom_id" in inner:
                ids[one["label"].replace(" ", "_")] = inner["custom_id"]
        named = {ids.get(key, key): value for key, value in values.items()}
        return await self._insist(lambda: self.person.submit(modal.id, named), f"dialog “{modal.title}”")

    async def _insist(
        self, act: Callable[[], Interaction], what: str, where: str | None = None, shown: Shown | None = None
    ) -> Interaction:
        """Act, wait for the acknowledgement and, if patient, try again while the bot is away."""
        while True:
            try:
                interaction = act()
            except NotPossible as reason:
                raise NotSeen(f"{self.name} can't use {what}: {reason}\n{self.screen(where)}") from None
            await interaction.answered.wait()
            if interaction.state == "done":
                return interaction
            if not self.patient:
                raise NotSeen(f"{what} of {self.name} was not acknowledged\n{self.screen(where)}")
            await self._bot_is_back()
            if shown is not None and not self._still_there(shown, interaction):
                return interaction

    async def _bot_is_back(self) -> None:
        """Wait for the bot to come back and catch up."""
        world = self.sandbox.world
        await until(self.sandbox, lambda: world.bot_online, lambda: "the bot didn't come back", 60.0)
        await settled(self.sandbox, 0.3, 60.0)

    def _still_there(self, shown: Shown, interaction: Interaction) -> bool:
        """Return whether my click from before the crash must be repeated; if not, it took effect."""
        try:
            found = self._matching(self.now(shown), interaction.data["custom_id"], BUTTON, *SELECTS)
            return any(not one.get("disabled") for one in found)
        except NotPossible:
            return False


class BotProcess:
    """The bot in its own process, connected to the sandbox by settings in the environment.

    ``run`` runs it until it is stopped; like everything passed to a process, it must be picklable. Processes are forks of a server
    that has loaded the modules named by `PROCESSES.set_forkserver_preload`, so a killed bot comes back quickly.
    """

    def __init__(self, sandbox: Sandbox, run: Callable[[], object], env: Mapping[str, str] | None = None) -> None:
        self.sandbox = sandbox
        self.run = run
        self.env = {
            **os.environ,
            "DISCORD_TOKEN": sandbox.token,
            "DISCORD_API_URL": sandbox.api_url,
            "DISCORD_GATEWAY_URL": sandbox.gateway_url,
            **(env or {}),
        }
        self._process: BaseProcess | None = None

    async def start(self, within: float = 60.0) -> None:
        """Start it and wait until it is connected."""
        self._process = PROCESSES.Process(target=_in_environment, args=(self.env, self.run), daemon=True)
        await asyncio.to_thread(self._process.start)
        world = self.sandbox.world
        await until(self.sandbox, lambda: world.bot_online, lambda: "the bot didn't connect", within)

    async def kill(self) -> None:
        """Kill it with SIGKILL: it gets no chance to clean up."""
        if self._process is not None:
            self._process.kill()
            await asyncio.to_thread(self._process.join)
        # The kernel closes its sockets; the sandbox must notice before a new process connects.
        await until(self.sandbox, lambda: not self.sandbox.world.bot_online, lambda: "its socket stayed open", 30.0)

    @property
    def code(self) -> int | None:
        """Return its exit code; negative if a signal ended it."""
        return self._process.exitcode if self._process is not None else None

    async def stop(self) -> None:
        """Stop it with SIGTERM, and wait."""
        if self._process is not None:
            self._process.terminate()
            await asyncio.to_thread(self._process.join)


def _in_environment(env: Mapping[str, str], run: Callable[[], object]) -> None:
    os.environ.clear()
    os.environ.update(env)
    run()


Moment = tuple[int, Literal["before", "after"]]
"""A moment for a crash: before the n-th request takes effect, or afterwards, before its answer arrives."""


class Crashes:
    """Kills the bot at chosen moments and starts it again: ``with Crashes(sandbox, bot, [(17, "after")]) as crashes:``."""

    def __init__(self, sandbox: Sandbox, bot: BotProcess, moments: Collection[Moment]) -> None:
        self.sandbox = sandbox
        self.bot = bot
        self.moments = set(moments)
        self.hits: list[Exchange] = []
        self.rests = 0
        self._recoveries: list[asyncio.Task[None]] = []

    def __enter__(self) -> Crashes:
        self.sandbox.gate = self._gate
        return self

    def __exit__(self, *_: object) -> None:
        self.sandbox.gate = None

    async def _gate(self, when: Literal["before", "after"], exchange: Exchange) -> None:
        moment: Moment = (exchange.number, when)
        if moment not in self.moments:
            return
        self.moments.discard(moment)
        self.hits.append(exchange)
        dead = asyncio.Event()
        self._recoveries.append(asyncio.create_task(self._recover(dead)))
        await dead.wait()
        raise Dropped

    def soon(self, requests: int, when: Literal["before", "after"]) -> None:
        """Kill the bot after this many more requests. If it makes fewer, use `at_rest`."""
        self.moments = {(self.sandbox.recorder.count + requests, when)}

    async def over(self) -> None:
        """Wait until every killed bot is back."""
        await asyncio.gather(*self._recoveries)

    async def at_rest(self) -> None:
        """Kill the bot now, between two requests, if the crash scheduled by `soon` hasn't come."""
        await self.over()
        if self.moments:
            self.moments.clear()
            self.rests += 1
            await self._recover(asyncio.Event())

    async def _recover(self, dead: asyncio.Event) -> None:
        await self.bot.kill()
        dead.set()
        await self.bot.start()
