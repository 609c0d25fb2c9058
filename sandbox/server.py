"""`Sandbox`: the whole stand-in on one loopback port."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from aiohttp import web

from . import saving
from .errors import NotPossible
from .events import ClockMoved, Event, InteractionChanged, InteractionSent, Typing
from .gateway import Gateway
from .interactions import Interactions
from .limits import Pace
from .page import Page
from .people import Person
from .recorder import Gate, Recorder
from .requests import Requests
from .rest import Rest
from .world import World, first_world

HOST = "127.0.0.1"
MAX_BODY = 120 * 1024 * 1024


class Sandbox:
    """A running stand-in: ``async with Sandbox() as sandbox: …``.

    ``file`` keeps the world between runs. ``world`` is a ready-made world. ``token`` is the bot's token (random by default),
    ``key`` the key in the page's address; ``record`` is how many of the bot's requests the recorder keeps.
    """

    def __init__(
        self,
        *,
        port: int = 0,
        file: Path | None = None,
        world: World | None = None,
        token: str | None = None,
        key: str | None = None,
        pace: Pace | None = None,
        save_after: float = 1.0,
        record: int = 5000,
    ) -> None:
        self.port = port
        self.file = file
        self.token = token or "sandbox." + secrets.token_urlsafe(32)
        if world is None and file is not None and file.exists():
            world = saving.load(file, pace=pace)
        self.world = world or first_world(pace=pace)
        self.recorder = Recorder(record)
        self.interactions = Interactions(self.world)
        self.requests = Requests(self.world)
        self.rest = Rest(self.requests, self.interactions, self.recorder, self.token)
        self.gateway = Gateway(self.world, self.interactions, self.recorder, self.token)
        self.page = Page(self.world, self.interactions, key or secrets.token_urlsafe(24))
        self._runner: web.AppRunner | None = None
        self._save_after = save_after
        self._saving: asyncio.TimerHandle | None = None
        self.bot_busy: Callable[[], bool] | None = None
        """A function with which a bot in the same process says whether it still has something to do: tests wait until it hasn't."""

    # Addresses ---------------------------------------------------------------------------------------------------------

    @property
    def base_url(self) -> str:
        return f"http://{HOST}:{self.port}"

    @property
    def api_url(self) -> str:
        """Return the address to use in place of https://discord.com/api/v10."""
        return f"{self.base_url}/api/v10"

    @property
    def gateway_url(self) -> str:
        """Return the address to use in place of wss://gateway.discord.gg/."""
        return f"ws://{HOST}:{self.port}/gateway/"

    @property
    def page_url(self) -> str:
        """Return the page's address with its key."""
        return f"{self.base_url}/?key={self.page.key}"

    # Tests ---------------------------------------------------------------------------------------------------------------

    @property
    def gate(self) -> Gate | None:
        """Return the gate, which is awaited with ``"before"`` and ``"after"`` around each of the bot's requests, and can raise
        `Dropped`."""
        return self.rest.gate

    @gate.setter
    def gate(self, gate: Gate | None) -> None:
        self.rest.gate = gate

    def person(self, name: str) -> Person:
        """Return a user by name."""
        for user in self.world.users.values():
            if not user.bot and name in (user.name, user.username):
                return Person(self.world, self.interactions, user)
        raise NotPossible(f"There is no user {name} here.")

    # Running -------------------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Listen on the loopback interface."""
        app = web.Application(client_max_size=MAX_BODY, middlewares=[self.page.guard])
        app.add_routes(self.page.routes())
        app.router.add_route("*", "/api/v10/{path:.*}", self.rest.handle)
        app.router.add_get("/gateway/", self.gateway.handle)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, HOST, self.port)
        await site.start()
        self.port = self._runner.addresses[0][1]
        self.page.host = f"{HOST}:{self.port}"
        self.world.base_url = self.base_url
        self.gateway.url = self.rest.gateway_url = self.gateway_url
        if self.file is not None:
            self.world.listen(self._changed)

    async def close(self) -> None:
        """Stop listening and save the world."""
        await self.gateway.close()
        await self.page.close()
        if self._runner is not None:
            await self._runner.cleanup()
        if self.file is not None:
            self._save()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.close()

    def _changed(self, event: Event) -> None:
        if isinstance(event, ClockMoved):
            # Do this right away: after a crash, what the bot does now mustn't be in the future.
            self._save()
            return
        passing = isinstance(event, (Typing, InteractionSent, InteractionChanged))
        if not passing and self._saving is None:
            self._saving = asyncio.get_running_loop().call_later(self._save_after, self._save)

    def _save(self) -> None:
        if self._saving is not None:
            self._saving.cancel()
            self._saving = None
        if self.file is not None:
            saving.save(self.world, self.file)
