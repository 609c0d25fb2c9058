"""The bot's websockets: sessions of its shards with numbered events, heartbeats, resuming, compressed streams."""

from __future__ import annotations

import asyncio
import json
import secrets
import zlib
from collections import deque
from contextlib import suppress
from typing import Any, Protocol

from aiohttp import WSMsgType, web

from . import payloads
from .events import ChannelChanged, Event, InteractionSent, MemberChanged, MessageChanged
from .interactions import Interactions
from .model import Channel, Guild, Json
from .recorder import Recorder
from .world import World

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, RESUME, RECONNECT = 0, 1, 2, 3, 6, 7
INVALID_SESSION, HELLO, HEARTBEAT_ACK = 9, 10, 11
ON_THE_WAY = 0.02
"""Seconds until a heartbeat is answered: an answer that arrives before the beat is recorded would count for the previous one."""

GUILDS, GUILD_MESSAGES, DIRECT_MESSAGES, ALWAYS = 1, 1 << 9, 1 << 12, 0
PRIVILEGED = 1 << 1 | 1 << 8 | 1 << 15
"""Members, presences, message content: a bot that asks for these without permission is refused."""

KEPT_EVENTS = 2000
MOST_GUILDS = 2500
"""How many guilds one shard can have."""
MISSED = 1.5
"""After this many intervals without a heartbeat, a connection counts as dead."""

Shard = tuple[int, int]
"""A shard's number, and how many there are."""


class Session:
    """The numbered events for a connected shard, so that it can resume after a broken connection."""

    def __init__(self, intents: int, shard: Shard) -> None:
        self.id = secrets.token_hex(16)
        self.intents = intents
        self.shard = shard
        self.number = 0
        self.events: deque[tuple[int, Json]] = deque(maxlen=KEPT_EVENTS)
        self.socket: web.WebSocketResponse | None = None
        self.news = asyncio.Event()

    def dispatch(self, intent: int, name: str, data: Json) -> None:
        if intent == ALWAYS or self.intents & intent:
            self.number += 1
            self.events.append((self.number, {"op": DISPATCH, "t": name, "s": self.number, "d": data}))
            self.news.set()

    def hears_of(self, guild_id: str | None) -> bool:
        """Return whether this shard hears what happens in a guild, or (None) in direct messages, which are the first one's."""
        number, count = self.shard
        return number == (0 if guild_id is None else (int(guild_id) >> 22) % count)

    def can_resume(self, number: int) -> bool:
        """Return whether all events after this one are still kept."""
        return number <= self.number and (not self.events or number >= self.events[0][0] - 1)


class Stream(Protocol):
    """How payloads are sent."""

    def __call__(self, payload: bytes) -> bytes: ...


class ZlibStream:
    """One zlib context for the whole connection, flushed after each payload."""

    def __init__(self) -> None:
        self._context = zlib.compressobj()

    def __call__(self, payload: bytes) -> bytes:
        return self._context.compress(payload) + self._context.flush(zlib.Z_SYNC_FLUSH)


class ZstdStream:
    """A single endless zstd frame of raw blocks: every decoder accepts it, and it needs no library."""

    BLOCK = 64 * 1024

    def __init__(self) -> None:
        # Magic number; no checksum, no dictionary, no content size; a window of 1 MiB.
        self._start = b"\x28\xb5\x2f\xfd\x00\x50"

    def __call__(self, payload: bytes) -> bytes:
        parts, self._start = [self._start], b""
        for begin in range(0, len(payload), self.BLOCK):
            block = payload[begin : begin + self.BLOCK]
            parts += [(len(block) << 3).to_bytes(3, "little"), block]
        return b"".join(parts)


STREAMS: dict[str, type[ZlibStream] | type[ZstdStream]] = {"zlib-stream": ZlibStream, "zstd-stream": ZstdStream}


class Connection:
    """One websocket of the bot."""

    def __init__(self, gateway: Gateway, socket: web.WebSocketResponse, stream: Stream | None) -> None:
        self.gateway = gateway
        self.socket = socket
        self.stream = stream
        self.session: Session | None = None
        self._pump: asyncio.Task[None] | None = None

    async def send(self, payload: Json) -> None:
        text = json.dumps({"op": None, "d": None, "s": None, "t": None, **payload})
        if self.stream is None:
            await self.socket.send_str(text)
        else:
            await self.socket.send_bytes(self.stream(text.encode()))

    async def run(self) -> None:
        """Handle the connection until it ends."""
        await self.send({"op": HELLO, "d": {"heartbeat_interval": int(self.gateway.world.pace.heartbeat * 1000)}})
        try:
            async for frame in self.socket:
                if frame.type is not WSMsgType.TEXT:
                    await self.socket.close(code=4002, message=b"Error while decoding payload.")
                    return
                await self._receive(json.loads(frame.data))
        except TimeoutError:
            await self.socket.close(code=4009, message=b"Session timed out.")
        finally:
            if self._pump is not None:
                self._pump.cancel()
            self.gateway.detach(self)

    async def _receive(self, payload: Json) -> None:
        op, data = payload.get("op"), payload.get("d")
        if op == HEARTBEAT:
            await asyncio.sleep(ON_THE_WAY)
            await self.send({"op": HEARTBEAT_ACK})
        elif op == IDENTIFY:
            await self._identify(data or {})
        elif op == RESUME:
            await self._resume(data or {})
        elif self.session is None:
            await self.socket.close(code=4003, message=b"Not authenticated.")
        elif op != PRESENCE:
            await self.socket.close(code=4001, message=b"Unknown opcode.")

    async def _identify(self, data: Json) -> None:
        if data.get("token") != self.gateway.token:
            await self.socket.close(code=4004, message=b"Authentication failed.")
        elif self.session is not None:
            await self.socket.close(code=4005, message=b"Already authenticated.")
        elif data.get("intents", 0) & PRIVILEGED:
            await self.socket.close(code=4014, message=b"Disallowed intent(s).")
        elif (shard := _shard(data)) is None:
            await self.socket.close(code=4010, message=b"Invalid shard.")
        elif self.gateway.too_large(shard):
            await self.socket.close(code=4011, message=b"Sharding required.")
        elif not self.gateway.may_identify(shard):
            await self.send({"op": INVALID_SESSION, "d": False})
        else:
            self._attach(self.gateway.new_session(data.get("intents", 0), shard), after=0)

    async def _resume(self, data: Json) -> None:
        session = self.gateway.sessions.get(data.get("session_id", ""))
        number = data.get("seq") or 0
        if data.get("token") != self.gateway.token:
            await self.socket.close(code=4004, message=b"Authentication failed.")
        elif session is None or not session.can_resume(number):
            await self.send({"op": INVALID_SESSION, "d": False})
        else:
            session.dispatch(ALWAYS, "RESUMED", {})
            self._attach(session, after=number)

    def _attach(self, session: Session, *, after: int) -> None:
        self.session = session
        session.socket = self.socket
        self.gateway.world.set_bot_online(True)
        self._pump = asyncio.create_task(self._send_events(session, after))

    async def _send_events(self, session: Session, after: int) -> None:
        with suppress(ConnectionError):  # the bot is gone; `run` notices that
            while not self.socket.closed:
                session.news.clear()
                for number, payload in [one for one in session.events if one[0] > after]:
                    await self.send(payload)
                    self.gateway.recorder.dispatch(payload)
                    after = number
                await session.news.wait()


def _shard(data: Json) -> Shard | None:
    """Return the shard that identifies itself; None if there can't be one like that."""
    match data.get("shard", [0, 1]):
        case [int(number), int(count)] if 0 <= number < count:
            return number, count
    return None


class Gateway:
    """All sessions; turns the world's events into dispatches. Several sessions of one shard hear the same, as on Discord."""

    def __init__(self, world: World, interactions: Interactions, recorder: Recorder, token: str) -> None:
        self.world = world
        self.interactions = interactions
        self.recorder = recorder
        self.token = token
        self.url = ""
        self.sessions: dict[str, Session] = {}
        self._connections: set[Connection] = set()
        self._identified: dict[int, float] = {}
        world.listen(self._hear)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Return the websocket's route."""
        silence = MISSED * self.world.pace.heartbeat
        socket = web.WebSocketResponse(max_msg_size=16 * 1024, compress=False, receive_timeout=silence)
        await socket.prepare(request)
        stream = STREAMS.get(request.query.get("compress", ""))
        connection = Connection(self, socket, stream() if stream else None)
        self._connections.add(connection)
        await connection.run()
        return socket

    def may_identify(self, shard: Shard) -> bool:
        """Return whether a shard can start a session now, and note that it does: only a few can at a time."""
        pace, now = self.world.pace, asyncio.get_running_loop().time()
        key = shard[0] % pace.identify_at_once
        if now < self._identified.get(key, -pace.identify) + pace.identify:
            return False
        self._identified[key] = now
        return True

    def too_large(self, shard: Shard) -> bool:
        return len(self._guilds(Session(0, shard))) > MOST_GUILDS

    def connected(self, *shards: Shard) -> bool:
        """Return whether all these shards are connected."""
        return {*shards} <= {one.shard for one in self.sessions.values() if one.socket is not None}

    def _guilds(self, session: Session) -> list[Guild]:
        """Return the guilds with the bot in them that a session hears of."""
        bot = self.world.bot_id
        return [one for one in self.world.guilds.values() if bot in one.members and session.hears_of(one.id)]

    def new_session(self, intents: int, shard: Shard) -> Session:
        """Return a new session of a shard, with the first events for it."""
        world = self.world
        session = Session(intents, shard)
        self.sessions[session.id] = session
        guilds = self._guilds(session)
        ready = {
            "v": 10,
            "user": payloads.self_user(world.bot),
            "guilds": [{"id": one.id, "unavailable": True} for one in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "session_type": "normal",
            "private_channels": [],
            "relationships": [],
            "shard": [*shard],
            "application": {"id": world.bot_id, "flags": 0},
        }
        session.dispatch(ALWAYS, "READY", ready)
        for one in guilds:
            session.dispatch(GUILDS, "GUILD_CREATE", self.guild_json(one.id))
        return session

    def guild_json(self, guild_id: str) -> Json:
        """Return a guild's GUILD_CREATE for a bot without the members intent: of the members, only the bot."""
        world = self.world
        guild = world.guilds[guild_id]
        bot = world.bot_id
        mine = [one for one in world.channels.values() if one.guild_id == guild_id and world.can_see(bot, one)]
        threads = [one for one in mine if one.is_thread and not one.archived]
        return {
            **payloads.guild(guild),
            "joined_at": payloads.iso(guild.members[bot].joined_at),
            "large": False,
            "unavailable": False,
            "member_count": len(guild.members),
            "members": [payloads.member(guild.members[bot], world.bot)],
            "channels": [world.channel_json(one) for one in mine if not one.is_thread],
            "threads": [self._thread_json(one) for one in threads],
            "voice_states": [],
            "presences": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }

    def _thread_json(self, thread: Channel) -> Json:
        made = self.world.channel_json(thread)
        if self.world.bot_id in thread.thread_members:
            made["member"] = payloads.thread_member(thread, self.world.bot_id)
        return made

    def detach(self, connection: Connection) -> None:
        """Drop a connection that ended; its session can be resumed for a while."""
        self._connections.discard(connection)
        session = connection.session
        if session is not None and session.socket is connection.socket:
            session.socket = None
            asyncio.get_running_loop().call_later(self.world.pace.resume, self._forget, session)
        self.world.set_bot_online(any(one.socket for one in self.sessions.values()))

    def _forget(self, session: Session) -> None:
        if session.socket is None:
            self.sessions.pop(session.id, None)

    async def close(self, code: int = 1001, *, forget: bool = False) -> None:
        """Close all connections, as Discord sometimes does; with ``forget``, no session can be resumed."""
        if forget:
            self.sessions.clear()
        for connection in tuple(self._connections):
            await connection.socket.close(code=code)

    async def ask_to_reconnect(self) -> None:
        """Tell the bot to reconnect and resume."""
        for connection in tuple(self._connections):
            await connection.send({"op": RECONNECT})

    @property
    def told(self) -> int:
        """Return the number of the last event for the connected bot, whether or not it has received it yet."""
        return max((one.number for one in self.sessions.values() if one.socket is not None), default=0)

    # Dispatches ------------------------------------------------------------------------------------------------------

    def _hear(self, event: Event) -> None:
        if isinstance(event, InteractionSent):
            made = self.interactions.payload(event.interaction)
            self._dispatch(ALWAYS, "INTERACTION_CREATE", made, made.get("guild_id"))
        elif isinstance(event, ChannelChanged):
            self._channel(event)
        elif isinstance(event, MessageChanged):
            self._message(event)
        elif isinstance(event, MemberChanged) and event.user_id == self.world.bot_id:
            if event.what == "join":
                made = self.guild_json(event.guild_id)
                del made["unavailable"]  # this lets a bot tell a server that is back from one that it has joined
                self._dispatch(GUILDS, "GUILD_CREATE", made, event.guild_id)
            elif event.what == "update":
                guild = self.world.guilds[event.guild_id]
                member = payloads.member(guild.members[event.user_id], self.world.bot)
                self._dispatch(GUILDS, "GUILD_MEMBER_UPDATE", {**member, "guild_id": guild.id}, guild.id)
            else:
                self._dispatch(GUILDS, "GUILD_DELETE", {"id": event.guild_id}, event.guild_id)

    def _dispatch(self, intent: int, name: str, data: Any, guild_id: str | None) -> None:
        for session in self.sessions.values():
            if session.hears_of(guild_id):
                session.dispatch(intent, name, data)

    def _channel(self, event: ChannelChanged) -> None:
        channel = event.channel
        if channel.guild_id is None or not self.world.can_see(self.world.bot_id, channel):
            return
        if event.what == "delete" and channel.is_thread and channel.parent_id not in self.world.channels:
            return  # threads deleted along with their channel aren't announced
        kind = "THREAD" if channel.is_thread else "CHANNEL"
        made = self._thread_json(channel) if channel.is_thread else self.world.channel_json(channel)
        if event.what == "create" and channel.is_thread:
            made["newly_created"] = True
        self._dispatch(GUILDS, f"{kind}_{event.what.upper()}", made, channel.guild_id)

    def _message(self, event: MessageChanged) -> None:
        message = event.message
        if message.audience is not None:
            return
        channel = self.world.channels[message.channel_id]
        intent = DIRECT_MESSAGES if channel.guild_id is None else GUILD_MESSAGES
        made: Json = {"id": message.id, "channel_id": channel.id}
        if event.what != "delete":
            made = self.world.message_json(message)
        if channel.guild_id is not None:
            made["guild_id"] = channel.guild_id
        self._dispatch(intent, f"MESSAGE_{event.what.upper()}", made, channel.guild_id)
