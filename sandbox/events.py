"""Events that the world sends to its listeners (the gateway and the pages)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .model import Channel, Interaction, Message, Modal


@dataclass(frozen=True, slots=True)
class MessageChanged:
    message: Message
    what: Literal["create", "update", "delete"]


@dataclass(frozen=True, slots=True)
class ChannelChanged:
    channel: Channel
    what: Literal["create", "update", "delete"]


@dataclass(frozen=True, slots=True)
class Read:
    """A user's unread messages of a channel changed."""

    user_id: str
    channel_id: str


@dataclass(frozen=True, slots=True)
class UserChanged:
    user_id: str


@dataclass(frozen=True, slots=True)
class MemberChanged:
    """A user joined or left a guild, or something about their membership changed."""

    guild_id: str
    user_id: str
    what: Literal["join", "leave", "update"]


@dataclass(frozen=True, slots=True)
class CommandsChanged:
    pass


@dataclass(frozen=True, slots=True)
class InteractionSent:
    """A person did something that the bot must hear about."""

    interaction: Interaction


@dataclass(frozen=True, slots=True)
class InteractionChanged:
    """The state of an action, only for its person: waiting, done, failed."""

    interaction: Interaction


@dataclass(frozen=True, slots=True)
class ModalChanged:
    user_id: str
    modal: Modal | None


@dataclass(frozen=True, slots=True)
class Typing:
    channel_id: str
    user_id: str


@dataclass(frozen=True, slots=True)
class BotChanged:
    """A shard of the bot has connected or gone; ``online``: whether any is there."""

    online: bool


@dataclass(frozen=True, slots=True)
class ClockMoved:
    """The clock was moved forward."""


Event = (
    MessageChanged
    | ChannelChanged
    | Read
    | UserChanged
    | MemberChanged
    | CommandsChanged
    | InteractionSent
    | InteractionChanged
    | ModalChanged
    | Typing
    | BotChanged
    | ClockMoved
)
