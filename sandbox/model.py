"""What exists in the sandbox: plain data, ids as strings, Discord's own numbers for types and flags."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from enum import IntEnum, IntFlag
from typing import Any, Literal

Json = dict[str, Any]
"""An object in Discord's JSON."""

DISCORD_EPOCH_MS = 1_420_070_400_000


def moment(snowflake: str) -> float:
    """Return the time in an id, in seconds since 1970."""
    return ((int(snowflake) >> 22) + DISCORD_EPOCH_MS) / 1000


class ChannelType(IntEnum):
    """The Discord channel types that the sandbox knows."""

    TEXT = 0
    DM = 1
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12


THREADS = frozenset({ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD})


class MessageType(IntEnum):
    """The Discord message types that the sandbox sends."""

    DEFAULT = 0
    THREAD_CREATED = 18
    REPLY = 19
    CHAT_INPUT_COMMAND = 20


class MessageFlag(IntFlag):
    """The Discord message flags that the sandbox knows."""

    SUPPRESS_EMBEDS = 1 << 2
    HAS_THREAD = 1 << 5
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12
    COMPONENTS_V2 = 1 << 15


NO_FLAGS = MessageFlag(0)


class InteractionType(IntEnum):
    """Discord's interaction types."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


@dataclass(slots=True)
class User:
    """An account; ``dms_closed`` is the privacy setting that blocks the bot's direct messages."""

    id: str
    username: str
    global_name: str | None = None
    bot: bool = False
    dms_closed: bool = False

    @property
    def name(self) -> str:
        """Return the name people see."""
        return self.global_name or self.username


@dataclass(slots=True)
class Role:
    """A guild's role; the one with the guild's id is @everyone."""

    id: str
    name: str
    permissions: int
    position: int = 0
    mentionable: bool = False
    managed_by: str | None = None


@dataclass(slots=True)
class Member:
    """A user in a guild; ``muted_until`` is when a timeout ends or ended."""

    user_id: str
    joined_at: float
    roles: list[str] = field(default_factory=list)
    nick: str | None = None
    muted_until: float = 0.0


@dataclass(slots=True)
class Overwrite:
    """A channel's exception for a role (type 0) or a member (type 1)."""

    id: str
    type: int
    allow: int = 0
    deny: int = 0


@dataclass(slots=True)
class Guild:
    """A server."""

    id: str
    name: str
    owner_id: str
    roles: dict[str, Role] = field(default_factory=dict)
    members: dict[str, Member] = field(default_factory=dict)


@dataclass(slots=True)
class Channel:
    """A text channel, a thread or a direct-message channel; `invitable`: every member of a private thread can add others."""

    id: str
    type: ChannelType
    name: str = ""
    guild_id: str | None = None
    position: int = 0
    topic: str | None = None
    overwrites: list[Overwrite] = field(default_factory=list)
    recipients: list[str] = field(default_factory=list)
    parent_id: str | None = None
    owner_id: str | None = None
    archived: bool = False
    locked: bool = False
    archive_changed: float = 0.0
    auto_archive_minutes: int = 1440
    thread_members: dict[str, float] = field(default_factory=dict)
    invitable: bool = True
    messages_sent: int = 0
    last_message_id: str | None = None

    @property
    def is_thread(self) -> bool:
        return self.type in THREADS


@dataclass(slots=True)
class Attachment:
    """An uploaded file; ``secret`` is the unguessable part of its address."""

    id: str
    filename: str
    data: bytes
    content_type: str
    secret: str
    description: str | None = None
    width: int | None = None
    height: int | None = None


@dataclass(slots=True)
class Message:
    """A message; ``audience`` is set on ephemeral ones, which only exist as long as the sandbox runs."""

    id: str
    channel_id: str
    author_id: str
    type: MessageType = MessageType.DEFAULT
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: MessageFlag = NO_FLAGS
    mentions: list[str] = field(default_factory=list)
    mention_roles: list[str] = field(default_factory=list)
    mention_everyone: bool = False
    pinged: list[str] = field(default_factory=list)
    edited: float | None = None
    reply_to: str | None = None
    nonce: str | int | None = None
    thread_id: str | None = None
    audience: str | None = None
    webhook: bool = False
    interaction: Json | None = None
    interaction_metadata: Json | None = None

    @property
    def is_v2(self) -> bool:
        return MessageFlag.COMPONENTS_V2 in self.flags

    @property
    def is_loading(self) -> bool:
        return MessageFlag.LOADING in self.flags


@dataclass(slots=True)
class Ping:
    """A notification for a user: the red badge on an icon, the buzz of a phone."""

    user_id: str
    channel_id: str
    message_id: str
    why: Literal["mention", "dm", "reply", "role", "everyone"]


InteractionState = Literal["waiting", "done", "failed"]


@dataclass(slots=True, eq=False)
class Interaction:
    """Something a person did that the bot must answer, and the token that lets it do so.

    ``seen`` is the message as it was when clicked, if it has changed since.
    """

    id: str
    token: str
    type: InteractionType
    user_id: str
    channel_id: str
    data: Json
    created: float
    message_id: str | None = None
    message: Message | None = None
    seen: Json | None = None
    name: str | None = None
    parent: Interaction | None = None
    state: InteractionState = "waiting"
    callback: int | None = None
    response_id: str | None = None
    followups: list[str] = field(default_factory=list)
    choices: list[Json] | None = None
    answered: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def acknowledged(self) -> bool:
        return self.callback is not None


@dataclass(slots=True)
class Modal:
    """A dialog open on a person's screen."""

    id: str
    user_id: str
    channel_id: str
    custom_id: str
    title: str
    components: list[Json]
    source: Interaction
