"""The world as a JSON file, so that messages survive a restart of the sandbox.

Interactions, their tokens and ephemeral messages are not kept: a Discord client forgets the latter too.
"""

from __future__ import annotations

import base64
import json
import os
from collections import defaultdict
from dataclasses import asdict
from pathlib import Path
from typing import Any

from .clock import Clock
from .limits import Pace
from .model import (
    Attachment,
    Channel,
    ChannelType,
    Guild,
    Json,
    Member,
    Message,
    MessageFlag,
    MessageType,
    Overwrite,
    Role,
    User,
)
from .world import World

VERSION = 1


def to_json(world: World) -> Json:
    """Return everything that is kept."""
    messages = [one for channel in world.messages.values() for one in channel.values() if one.audience is None]
    kept = {one.id for one in messages}
    unread = {
        user: {channel: [one for one in ids if one in kept] for channel, ids in channels.items()}
        for user, channels in world.unread.items()
    }
    return {
        "version": VERSION,
        "ahead": world.clock.ahead,
        "bot_id": world.bot_id,
        "users": [asdict(one) for one in world.users.values()],
        "guilds": [asdict(one) for one in world.guilds.values()],
        "channels": [asdict(one) for one in world.channels.values()],
        "messages": [_message_to_json(one) for one in messages],
        "commands": [{"guild_id": key, "commands": found} for key, found in world.commands.items()],
        "unread": unread,
    }


def _message_to_json(message: Message) -> Json:
    made = asdict(message)
    for attachment in made["attachments"]:
        attachment["data"] = base64.b64encode(attachment["data"]).decode()
    return made


def from_json(data: Json, *, pace: Pace | None = None) -> World:
    """Return the world that was saved."""
    if data.get("version") != VERSION:
        raise ValueError(f"this file holds version {data.get('version')!r} of a sandbox's world, not {VERSION}")
    world = World(clock=Clock(data.get("ahead", 0.0)), pace=pace)
    world.bot_id = data["bot_id"]
    world.users = {one["id"]: User(**one) for one in data["users"]}
    world.guilds = {one["id"]: _guild(one) for one in data["guilds"]}
    world.channels = {one["id"]: _channel(one) for one in data["channels"]}
    for one in data["messages"]:
        message = _message(one)
        world.messages[message.channel_id][message.id] = message
    world.commands = {one["guild_id"]: one["commands"] for one in data["commands"]}
    world.unread = defaultdict(dict, data["unread"])
    return world


def _guild(data: Json) -> Guild:
    roles = {key: Role(**one) for key, one in data["roles"].items()}
    members = {key: Member(**one) for key, one in data["members"].items()}
    return Guild(data["id"], data["name"], data["owner_id"], roles, members)


def _channel(data: Json) -> Channel:
    overwrites = [Overwrite(**one) for one in data["overwrites"]]
    return Channel(**{**data, "type": ChannelType(data["type"]), "overwrites": overwrites})


def _message(data: Json) -> Message:
    attachments = [Attachment(**{**one, "data": base64.b64decode(one["data"])}) for one in data["attachments"]]
    changed: dict[str, Any] = {
        "type": MessageType(data["type"]),
        "flags": MessageFlag(data["flags"]),
        "attachments": attachments,
    }
    return Message(**{**data, **changed})


def save(world: World, path: Path) -> None:
    """Write the file atomically."""
    new = path.with_suffix(path.suffix + ".new")
    new.write_text(json.dumps(to_json(world)), encoding="utf-8")
    os.replace(new, path)


def load(path: Path, *, pace: Pace | None = None) -> World:
    return from_json(json.loads(path.read_text(encoding="utf-8")), pace=pace)
