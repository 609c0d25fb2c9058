"""The bot's side of the HTTP API v10: routes, bodies, rate limits, answers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import BodyPartReader, web

from . import errors, payloads
from .buckets import Buckets
from .errors import DiscordError
from .events import Typing
from .interactions import Interactions
from .limits import Upload
from .model import Json
from .permissions import Permission
from .recorder import Dropped, Exchange, Gate, Recorder
from .requests import Requests

GUILDS_PER_SHARD = 1000
"""How many guilds Discord recommends for a shard."""


@dataclass(slots=True)
class Call:
    """A request that has been read."""

    args: dict[str, str]
    query: dict[str, str]
    body: Any
    uploads: list[Upload] = field(default_factory=list)

    @property
    def raw(self) -> Json:
        """Return the body, which must be an object."""
        if not isinstance(self.body, dict):
            raise errors.not_json()
        return self.body


Answer = tuple[int, Any]
Handler = Callable[["Rest", Call], Answer]


@dataclass(frozen=True, slots=True)
class Route:
    """A route of Discord's API: ``bucket`` names its rate limit, ``by_token`` says that the token in the address authorises the
    request."""

    method: str
    pattern: re.Pattern[str]
    handler: Handler
    bucket: str
    by_token: bool


ROUTES: list[Route] = []


def route(method: str, template: str, *, bucket: str = "", by_token: bool = False) -> Callable[[Handler], Handler]:
    """Declare a route; ``{name}`` in its template matches one part of the path."""
    pattern = re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", template))

    def add(handler: Handler) -> Handler:
        ROUTES.append(Route(method, pattern, handler, bucket or f"{method} {template}", by_token))
        return handler

    return add


class Rest:
    """Answers the bot's requests from the world."""

    def __init__(self, requests: Requests, interactions: Interactions, recorder: Recorder, token: str) -> None:
        self.world = requests.world
        self.requests = requests
        self.interactions = interactions
        self.recorder = recorder
        self.token = token
        self.gateway_url = ""
        self.gate: Gate | None = None
        self._buckets = Buckets(self.world.clock.time)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Answer any request below ``/api/v10``."""
        path = "/" + request.match_info["path"]
        exchange = self.recorder.start(request.method, path, dict(request.query))
        try:
            uploads = await self._read(request, exchange)
            if self.gate:
                await self.gate("before", exchange)
            headers = self._execute(request, exchange, uploads)
            if self.gate:
                await self.gate("after", exchange)
        except Dropped:
            exchange.dropped = True
            if request.transport is not None:
                request.transport.abort()
            return web.Response(status=499)
        except ConnectionError:  # the client is gone
            exchange.dropped = True
            return web.Response(status=499)
        if exchange.status == 204:
            return web.Response(status=204, headers=headers)
        # Discord doesn't name a charset, and discord.py accepts nothing else as JSON.
        headers["Content-Type"] = "application/json"
        return web.Response(body=json.dumps(exchange.answer).encode(), status=exchange.status, headers=headers)

    def _execute(self, request: web.Request, exchange: Exchange, uploads: list[Upload]) -> dict[str, str]:
        headers: dict[str, str] = {"Via": "1.1 sandbox"}
        try:
            found, args = self._find(exchange)
            self._authorize(request, found)
            headers.update(self._limit(found, args))
            call = Call(args, exchange.query, exchange.body, uploads)
            exchange.status, exchange.answer = found.handler(self, call)
        except DiscordError as refusal:
            exchange.status, exchange.answer = refusal.status, refusal.body
            if refusal.status == 429:
                headers["Retry-After"] = str(refusal.body["retry_after"])
        return headers

    def _find(self, exchange: Exchange) -> tuple[Route, dict[str, str]]:
        for candidate in ROUTES:
            match = candidate.pattern.fullmatch(exchange.path)
            if match and candidate.method == exchange.method:
                return candidate, match.groupdict()
        self.recorder.refuse(exchange)
        raise errors.not_found()

    def _authorize(self, request: web.Request, found: Route) -> None:
        if not found.by_token and request.headers.get("Authorization") != f"Bot {self.token}":
            raise errors.unauthorized()

    def _limit(self, found: Route, args: dict[str, str]) -> dict[str, str]:
        pace = self.world.pace
        if found.bucket == "callback":
            return {}
        if found.by_token:
            return self._buckets.take(found.bucket, args["token"], 5, 2.0)
        self._buckets.take("everywhere", "", pace.everywhere, 1.0, everywhere=True)
        if found.bucket in ("send", "edit"):
            return self._buckets.take(found.bucket, args["channel"], pace.per_channel, pace.per_channel_window)
        return self._buckets.take(found.bucket, args.get("channel", args.get("guild", "")), 50, 1.0)

    async def _read(self, request: web.Request, exchange: Exchange) -> list[Upload]:
        """Read the body into the exchange, and return its files."""
        if not request.headers.get("Content-Type", "").startswith("multipart/form-data"):  # aiohttp takes a long time to notice
            text = await request.text()
            exchange.body = _json(text) if text else None
            return []
        uploads = []
        async for part in await request.multipart():
            if not isinstance(part, BodyPartReader):
                continue
            name = part.name or ""
            if name == "payload_json":
                exchange.body = _json(await part.text())
            elif match := re.fullmatch(r"files\[(\d+)\]", name):
                uploads.append(Upload(int(match[1]), part.filename or "unknown", bytes(await part.read())))
        exchange.files = [(upload.filename, len(upload.data)) for upload in uploads]
        return uploads


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


# The application and its commands --------------------------------------------------------------------------------------


@route("GET", "/users/@me")
def me(rest: Rest, call: Call) -> Answer:
    return 200, payloads.self_user(rest.world.bot)


@route("GET", "/oauth2/applications/@me")
@route("GET", "/applications/@me")
def application(rest: Rest, call: Call) -> Answer:
    world = rest.world
    owner = world.users[next(iter(world.guilds.values())).owner_id]
    return 200, payloads.application(world.bot_id, world.bot, owner, len(world.guilds))


@route("GET", "/gateway")
def gateway(rest: Rest, call: Call) -> Answer:
    return 200, {"url": rest.gateway_url}


@route("GET", "/gateway/bot")
def gateway_bot(rest: Rest, call: Call) -> Answer:
    guilds = sum(rest.world.bot_id in one.members for one in rest.world.guilds.values())
    at_once = rest.world.pace.identify_at_once
    limit = {"total": 1000, "remaining": 999, "reset_after": 86_400_000, "max_concurrency": at_once}
    return 200, {"url": rest.gateway_url, "shards": max(1, -(-guilds // GUILDS_PER_SHARD)), "session_start_limit": limit}


@route("GET", "/applications/{app}/commands")
@route("GET", "/applications/{app}/guilds/{guild}/commands")
def get_commands(rest: Rest, call: Call) -> Answer:
    _own_application(rest, call)
    return 200, rest.world.commands.get(call.args.get("guild"), [])


@route("PUT", "/applications/{app}/commands")
@route("PUT", "/applications/{app}/guilds/{guild}/commands")
def put_commands(rest: Rest, call: Call) -> Answer:
    _own_application(rest, call)
    return 200, rest.requests.set_commands(call.args.get("guild"), call.body)


@route("GET", "/applications/{app}/emojis")
def emojis(rest: Rest, call: Call) -> Answer:
    _own_application(rest, call)
    return 200, {"items": []}


def _own_application(rest: Rest, call: Call) -> None:
    if call.args["app"] != rest.world.bot_id:
        raise DiscordError(404, 10002, "Unknown Application")


# Guilds, members, users --------------------------------------------------------------------------------------------------


@route("GET", "/guilds/{guild}")
def guild(rest: Rest, call: Call) -> Answer:
    found = rest.requests.bot_guild(call.args["guild"])
    made = payloads.guild(found)
    if call.query.get("with_counts", "").lower() in ("1", "true"):
        made.update(approximate_member_count=len(found.members), approximate_presence_count=1)
    return 200, made


@route("GET", "/guilds/{guild}/channels")
def guild_channels(rest: Rest, call: Call) -> Answer:
    found = rest.requests.bot_guild(call.args["guild"])
    channels = [one for one in rest.world.channels.values() if one.guild_id == found.id and not one.is_thread]
    return 200, [rest.world.channel_json(one) for one in channels]


@route("GET", "/guilds/{guild}/members/{user}")
def guild_member(rest: Rest, call: Call) -> Answer:
    found = rest.requests.bot_guild(call.args["guild"])
    user = rest.world.user(call.args["user"])
    if user.id not in found.members:
        raise errors.unknown_member()
    return 200, payloads.member(found.members[user.id], user)


@route("GET", "/users/{user}")
def user(rest: Rest, call: Call) -> Answer:
    return 200, payloads.user(rest.world.user(call.args["user"]))


@route("POST", "/users/@me/channels")
def open_dm(rest: Rest, call: Call) -> Answer:
    return 200, rest.world.channel_json(rest.world.open_dm(str(call.raw.get("recipient_id"))))


# Channels and threads ------------------------------------------------------------------------------------------------------


@route("GET", "/channels/{channel}")
def get_channel(rest: Rest, call: Call) -> Answer:
    return 200, rest.world.channel_json(rest.requests.bot_channel(call.args["channel"]))


@route("PATCH", "/channels/{channel}")
def patch_channel(rest: Rest, call: Call) -> Answer:
    return 200, rest.world.channel_json(rest.requests.edit_channel(call.args["channel"], call.raw))


@route("DELETE", "/channels/{channel}")
def delete_channel(rest: Rest, call: Call) -> Answer:
    return 200, rest.world.channel_json(rest.requests.delete_channel(call.args["channel"]))


@route("POST", "/channels/{channel}/typing")
def typing(rest: Rest, call: Call) -> Answer:
    channel = rest.requests.bot_channel(call.args["channel"], Permission.SEND_MESSAGES)
    rest.world.tell(Typing(channel.id, rest.world.bot_id))
    return 204, None


@route("POST", "/channels/{channel}/threads")
@route("POST", "/channels/{channel}/messages/{message}/threads")
def create_thread(rest: Rest, call: Call) -> Answer:
    thread = rest.requests.create_thread(call.args["channel"], call.raw, call.args.get("message"))
    return 201, rest.world.channel_json(thread)


@route("PUT", "/channels/{channel}/thread-members/{user}")
def add_thread_member(rest: Rest, call: Call) -> Answer:
    user_id = rest.world.bot_id if call.args["user"] == "@me" else call.args["user"]
    rest.requests.add_thread_member(call.args["channel"], user_id)
    return 204, None


@route("GET", "/channels/{channel}/thread-members/{user}")
def thread_member(rest: Rest, call: Call) -> Answer:
    user_id = call.args["user"]
    return 200, payloads.thread_member(rest.requests.thread_of(call.args["channel"], user_id), user_id)


# Messages ----------------------------------------------------------------------------------------------------------------


@route("GET", "/channels/{channel}/messages")
def list_messages(rest: Rest, call: Call) -> Answer:
    found = rest.requests.list_messages(call.args["channel"], call.query)
    return 200, [rest.world.message_json(one) for one in found]


@route("POST", "/channels/{channel}/messages", bucket="send")
def create_message(rest: Rest, call: Call) -> Answer:
    message = rest.requests.create_message(call.args["channel"], call.raw, call.uploads)
    return 200, rest.world.message_json(message)


@route("GET", "/channels/{channel}/messages/{message}")
def get_message(rest: Rest, call: Call) -> Answer:
    message = rest.requests.bot_message(call.args["channel"], call.args["message"])
    return 200, rest.world.message_json(message)


@route("PATCH", "/channels/{channel}/messages/{message}", bucket="edit")
def edit_message(rest: Rest, call: Call) -> Answer:
    message = rest.requests.edit_message(call.args["channel"], call.args["message"], call.raw, call.uploads)
    return 200, rest.world.message_json(message)


@route("DELETE", "/channels/{channel}/messages/{message}")
def delete_message(rest: Rest, call: Call) -> Answer:
    rest.requests.delete_message(call.args["channel"], call.args["message"])
    return 204, None


# Interactions ------------------------------------------------------------------------------------------------------------


@route("POST", "/interactions/{interaction}/{token}/callback", bucket="callback", by_token=True)
def callback(rest: Rest, call: Call) -> Answer:
    made = rest.interactions.callback(call.args["interaction"], call.args["token"], call.raw, call.uploads)
    wanted = call.query.get("with_response", "").lower() in ("1", "true")
    return (200, made) if wanted else (204, None)


@route("POST", "/webhooks/{app}/{token}", bucket="follow-up", by_token=True)
def follow_up(rest: Rest, call: Call) -> Answer:
    interaction = rest.interactions.by_token(call.args["app"], call.args["token"])
    message = rest.interactions.follow_up(interaction, call.raw, call.uploads)
    return 200, rest.world.message_json(message)


@route("GET", "/webhooks/{app}/{token}/messages/{message}", bucket="follow-up get", by_token=True)
def get_follow_up(rest: Rest, call: Call) -> Answer:
    interaction = rest.interactions.by_token(call.args["app"], call.args["token"])
    return 200, rest.world.message_json(rest.interactions.find(interaction, call.args["message"]))


@route("PATCH", "/webhooks/{app}/{token}/messages/{message}", bucket="follow-up edit", by_token=True)
def edit_follow_up(rest: Rest, call: Call) -> Answer:
    interaction = rest.interactions.by_token(call.args["app"], call.args["token"])
    message = rest.interactions.edit(interaction, call.args["message"], call.raw, call.uploads)
    return 200, rest.world.message_json(message)


@route("DELETE", "/webhooks/{app}/{token}/messages/{message}", bucket="follow-up delete", by_token=True)
def delete_follow_up(rest: Rest, call: Call) -> Answer:
    interaction = rest.interactions.by_token(call.args["app"], call.args["token"])
    rest.interactions.delete(interaction, call.args["message"])
    return 204, None
