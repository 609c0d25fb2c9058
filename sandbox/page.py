"""The page's own API (see docs/sandbox.md), the page itself and the attachments; and the protection against other sites and
users."""

from __future__ import annotations

import asyncio
import hmac
import json
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

from aiohttp import web

from . import payloads
from .errors import DiscordError, NotPossible
from .events import (
    BotChanged,
    ChannelChanged,
    ClockMoved,
    CommandsChanged,
    Event,
    InteractionChanged,
    MemberChanged,
    MessageChanged,
    ModalChanged,
    Read,
    Typing,
    UserChanged,
)
from .interactions import Interactions
from .model import Channel, Interaction, InteractionType, Json, Message, MessageFlag, Modal, User
from .people import Person
from .world import World

STATIC = Path(__file__).parent / "static"
SHOWN_MESSAGES = 100
MOST_HOURS = 24 * 366
MAX_BODY = 256 * 1024
"""More than a window's longest answers and a message's text need; the page has no uploads."""

_NO_KEY = "Open the address that the sandbox printed when it started: it contains the key to this page."
_ENTER = (
    '<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=/"><title>Sandbox</title>'
    '<link rel="icon" href="/static/icon.svg">'
)

Action = Callable[["Page", Person, Json], Awaitable[Json]]


class View:
    """The contents of one person's screen, in the page's JSON."""

    def __init__(self, world: World, interactions: Interactions, person: Person) -> None:
        self.world = world
        self.interactions = interactions
        self.person = person
        self.me = person.user.id
        self._shown: set[str] = set()

    def everything(self) -> Json:
        guild = next((one for one in self.world.guilds.values() if self.me in one.members), None)
        channels = self.person.channels()
        messages = {one.id: self.person.messages(one)[-SHOWN_MESSAGES:] for one in channels}
        self._shown = {one.id for one in channels}
        return {
            "type": "world",
            "me": self.me,
            "now": self.world.clock.time(),
            "users": [self.user(one) for one in self.world.users.values() if not one.bot],
            "bot": {**payloads.user(self.world.bot), "online": self.world.bot_online},
            "guild": {"id": guild.id, "name": guild.name, "owner_id": guild.owner_id} if guild else None,
            "channels": [self.channel(one) for one in channels],
            "messages": {key: [self.message(one) for one in found] for key, found in messages.items()},
            "commands": self.commands(),
            "modal": self.modal(self.person.modal),
            "interactions": [
                self.interaction(one)
                for one in self.interactions.by_id.values()
                if one.user_id == self.me and one.state == "waiting"
            ],
        }

    @staticmethod
    def user(user: User) -> Json:
        return {**payloads.user(user), "dms_closed": user.dms_closed}

    def channel(self, channel: Channel) -> Json:
        return {
            **self.world.channel_json(channel),
            "unread": len(self.person.unread(channel)),
            "pings": self.person.pings(channel),
            "can_send": self.world.can_send(self.me, channel),
            **({"recipients": [payloads.user(self.world.bot)]} if channel.guild_id is None else {}),
        }

    def message(self, message: Message) -> Json:
        return {
            **self.world.message_json(message),
            "ephemeral": message.audience is not None,
            "loading": MessageFlag.LOADING in message.flags,
            "edited": message.edited is not None,
            "pings_me": self.me in message.pinged,
        }

    def commands(self) -> list[Json]:
        found = self.person.commands()
        return [{**one, "in_dm": self.world.in_dm(one), "in_guild": self.world.in_guild(one)} for one in found]

    @staticmethod
    def modal(modal: Modal | None) -> Json | None:
        if modal is None:
            return None
        return {"id": modal.id, "title": modal.title, "components": modal.components}

    @staticmethod
    def interaction(it: Interaction) -> Json:
        return {
            "id": it.id,
            "state": it.state,
            "message_id": it.message_id,
            "custom_id": it.data.get("custom_id"),
            "name": it.name,
        }

    def event(self, event: Event) -> list[Json]:
        """Return what to send to this screen about an event."""
        if isinstance(event, MessageChanged):
            return self._message_event(event)
        if isinstance(event, ChannelChanged):
            return self._channel_event(event)
        if isinstance(event, Read):
            channel = self.world.channels.get(event.channel_id)
            return [{"type": "channel", "channel": self.channel(channel)}] if channel and event.user_id == self.me else []
        if isinstance(event, UserChanged):
            return [{"type": "user", "user": self.user(self.world.users[event.user_id])}]
        if isinstance(event, MemberChanged):
            return [self.everything()]
        if isinstance(event, CommandsChanged):
            return [{"type": "commands", "commands": self.commands()}]
        if isinstance(event, InteractionChanged):
            mine = event.interaction.user_id == self.me and event.interaction.type is not InteractionType.AUTOCOMPLETE
            return [{"type": "interaction", "interaction": self.interaction(event.interaction)}] if mine else []
        if isinstance(event, ModalChanged):
            return [{"type": "modal", "modal": self.modal(event.modal)}] if event.user_id == self.me else []
        if isinstance(event, Typing):
            seen = self.world.can_see(self.me, self.world.channels[event.channel_id])
            return [{"type": "typing", "channel_id": event.channel_id, "user_id": event.user_id}] if seen else []
        if isinstance(event, BotChanged):
            return [{"type": "bot", "online": event.online}]
        if isinstance(event, ClockMoved):
            return [{"type": "clock", "now": self.world.clock.time()}]
        return []

    def _channel_event(self, event: ChannelChanged) -> list[Json]:
        channel = event.channel
        if event.what == "delete" or not self.world.can_see(self.me, channel):
            known = channel.id in self._shown
            self._shown.discard(channel.id)
            return [{"type": "channel_delete", "id": channel.id}] if known else []
        if channel.id not in self._shown and self.person.messages(channel):
            # The channel came into view together with its earlier messages.
            return [self.everything()]
        self._shown.add(channel.id)
        return [{"type": "channel", "channel": self.channel(channel)}]

    def _message_event(self, event: MessageChanged) -> list[Json]:
        message = event.message
        if not self.world.visible_to(self.me, message):
            return []
        if event.what == "delete":
            return [{"type": "message_delete", "channel_id": message.channel_id, "id": message.id}]
        told: list[Json] = [{"type": "message", "message": self.message(message), "new": event.what == "create"}]
        if event.what == "create":
            told.append({"type": "channel", "channel": self.channel(self.world.channels[message.channel_id])})
        return told


class Page:
    """The routes that a browser uses."""

    def __init__(self, world: World, interactions: Interactions, key: str) -> None:
        self.world = world
        self.interactions = interactions
        self.key = key
        self.host = ""
        self._sockets: set[web.WebSocketResponse] = set()

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/", self._index),
            web.get("/static/{name}", self._static),
            web.get("/page/events", self._events),
            web.post("/page/{action}", self._act),
            web.get("/cdn/{secret}/{filename}", self._attachment),
        ]

    # Access control --------------------------------------------------------------------------------------------------

    @web.middleware
    async def guard(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        """Reject requests for other hosts and from other sites; set the headers that restrict the page to itself."""
        origin = request.headers.get("Origin")
        if request.host != self.host or origin not in (None, f"http://{self.host}"):
            return web.Response(status=403, text="There is nothing at this address.")
        if request.path.startswith("/page/") and not self._has_key(request.cookies.get(self._cookie)):
            return web.json_response({"error": _NO_KEY}, status=403)
        response = await handler(request)
        if not response.prepared and not request.path.startswith("/api/"):
            response.headers.update(self._headers())
        return response

    @property
    def _cookie(self) -> str:
        # Cookies ignore ports: two sandboxes on one machine mustn't overwrite each other's.
        return "sandbox-" + self.host.rpartition(":")[2]

    def _has_key(self, given: str | None) -> bool:
        return given is not None and hmac.compare_digest(given, self.key)

    def _headers(self) -> dict[str, str]:
        policy = (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
            f"connect-src 'self' ws://{self.host}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )
        return {
            "Content-Security-Policy": policy,
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Cross-Origin-Opener-Policy": "same-origin",
        }

    async def _index(self, request: web.Request) -> web.StreamResponse:
        if self._has_key(request.query.get("key")):
            # Not a redirect: a strict cookie isn't sent on a redirect from another site.
            response = web.Response(text=_ENTER, content_type="text/html")
            response.set_cookie(self._cookie, self.key, httponly=True, samesite="Strict", path="/")
            return response
        if not self._has_key(request.cookies.get(self._cookie)):
            return web.Response(status=403, text=_NO_KEY)
        return self._file("index.html")

    async def _static(self, request: web.Request) -> web.StreamResponse:
        return self._file(request.match_info["name"])

    @staticmethod
    def _file(name: str) -> web.StreamResponse:
        path = STATIC / name
        # Names come from the address: so only files directly in the folder are served.
        if path.parent != STATIC or not path.is_file():
            raise web.HTTPNotFound
        kind = {"Content-Type": "font/woff2"} if path.suffix == ".woff2" else {}
        return web.FileResponse(path, headers={"Cache-Control": "no-cache", **kind})

    async def _attachment(self, request: web.Request) -> web.StreamResponse:
        found = self.world.attachment(request.match_info["secret"], request.match_info["filename"])
        if found is None:
            raise web.HTTPNotFound
        return web.Response(body=found.data, content_type=found.content_type)

    # Live events -----------------------------------------------------------------------------------------------------

    def _person(self, user_id: object) -> Person:
        people = {one.id: one for one in self.world.users.values() if not one.bot}
        user = people.get(str(user_id)) or next(iter(people.values()))
        return Person(self.world, self.interactions, user)

    async def _events(self, request: web.Request) -> web.StreamResponse:
        view = View(self.world, self.interactions, self._person(request.query.get("as")))
        queue: asyncio.Queue[Json] = asyncio.Queue()
        socket = web.WebSocketResponse(heartbeat=30)
        await socket.prepare(request)
        self._sockets.add(socket)
        queue.put_nowait(view.everything())

        def hear(event: Event) -> None:
            for one in view.event(event):
                queue.put_nowait(one)

        stop = self.world.listen(hear)
        sender = asyncio.create_task(self._send(socket, queue))
        try:
            async for _ in socket:
                pass
        finally:
            stop()
            sender.cancel()
            self._sockets.discard(socket)
        return socket

    @staticmethod
    async def _send(socket: web.WebSocketResponse, queue: asyncio.Queue[Json]) -> None:
        while True:
            await socket.send_str(json.dumps(await queue.get()))

    async def close(self) -> None:
        for socket in tuple(self._sockets):
            await socket.close()

    # Actions ---------------------------------------------------------------------------------------------------------

    async def _act(self, request: web.Request) -> web.StreamResponse:
        action = ACTIONS.get(request.match_info["action"])
        if action is None:
            return web.json_response({"error": "There is no such action."}, status=404)
        if request.content_type != "application/json":
            return web.json_response({"error": "Send JSON."}, status=415)
        try:
            body = await self._body(request)
            return web.json_response(await action(self, self._person(body["as"]), body))
        except web.HTTPRequestEntityTooLarge:
            return web.json_response({"error": f"A request can have at most {MAX_BODY} bytes."}, status=413)
        except NotPossible as reason:
            return web.json_response({"error": str(reason)}, status=400)
        except DiscordError as refusal:
            return web.json_response({"error": refusal.body["message"]}, status=400)
        except (KeyError, TypeError, ValueError) as wrong:
            return web.json_response({"error": f"The request is incomplete: {wrong!r}"}, status=400)

    async def _body(self, request: web.Request) -> Json:
        """Return a person's act from its JSON. Raises ValueError, NotPossible, and HTTPRequestEntityTooLarge without reading on."""
        try:
            body = await request.clone(client_max_size=MAX_BODY).json()
        except RecursionError:
            raise NotPossible("The request is nested too deeply.") from None
        if not isinstance(body, dict) or body.get("as") not in self.world.users:
            raise NotPossible("Say who you are.")
        return body


async def _command(page: Page, person: Person, body: Json) -> Json:
    sent = person.command(body["channel"], body["command"], body.get("path", ()), body.get("options"))
    return {"interaction": sent.id}


async def _autocomplete(page: Page, person: Person, body: Json) -> Json:
    options: Mapping[str, Any] = body.get("options") or {}
    found = await person.autocomplete(body["channel"], body["command"], body.get("path", ()), options, body["focused"])
    return {"choices": found}


async def _click(page: Page, person: Person, body: Json) -> Json:
    return {"interaction": person.click(body["message"], body["custom_id"]).id}


async def _select(page: Page, person: Person, body: Json) -> Json:
    return {"interaction": person.select(body["message"], body["custom_id"], body["values"]).id}


async def _modal(page: Page, person: Person, body: Json) -> Json:
    return {"interaction": person.submit(body["modal"], body.get("values") or {}).id}


async def _modal_cancel(page: Page, person: Person, body: Json) -> Json:
    person.cancel(body["modal"])
    return {}


async def _dm(page: Page, person: Person, body: Json) -> Json:
    return {"channel": person.open_dm().id}


async def _dms(page: Page, person: Person, body: Json) -> Json:
    person.close_dms(bool(body["closed"]))
    return {}


async def _read(page: Page, person: Person, body: Json) -> Json:
    person.read(body["channel"])
    return {}


async def _dismiss(page: Page, person: Person, body: Json) -> Json:
    person.dismiss(body["message"])
    return {}


async def _say(page: Page, person: Person, body: Json) -> Json:
    return {"message": person.say(body["channel"], str(body["content"])).id}


async def _clock(page: Page, person: Person, body: Json) -> Json:
    hours = body["hours"]
    if not isinstance(hours, int) or not 1 <= hours <= MOST_HOURS:
        raise NotPossible(f"The clock can be put forward by 1 to {MOST_HOURS} hours.")
    page.world.put_forward(hours * 3600)
    return {"now": page.world.clock.time()}


ACTIONS: dict[str, Action] = {
    "command": _command,
    "autocomplete": _autocomplete,
    "click": _click,
    "select": _select,
    "modal": _modal,
    "modal_cancel": _modal_cancel,
    "dm": _dm,
    "dms": _dms,
    "read": _read,
    "dismiss": _dismiss,
    "say": _say,
    "clock": _clock,
}
