"""Who can do what, and where: Discord's permission bits and how they combine."""

from __future__ import annotations

from enum import IntFlag

from .model import Channel, ChannelType, Guild


class Permission(IntFlag):
    """The permission bits that matter here."""

    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38


P = Permission

ALL = (1 << 53) - 1
EVERYONE = (
    P.VIEW_CHANNEL | P.SEND_MESSAGES | P.EMBED_LINKS | P.ATTACH_FILES | P.READ_MESSAGE_HISTORY
    | P.USE_EXTERNAL_EMOJIS | P.USE_APPLICATION_COMMANDS | P.CREATE_PUBLIC_THREADS | P.SEND_MESSAGES_IN_THREADS
)  # fmt: skip
TIMED_OUT = P.VIEW_CHANNEL | P.READ_MESSAGE_HISTORY
"""What is still allowed during a timeout."""
DIRECT = (
    P.VIEW_CHANNEL | P.SEND_MESSAGES | P.EMBED_LINKS | P.ATTACH_FILES | P.READ_MESSAGE_HISTORY
    | P.MENTION_EVERYONE | P.USE_EXTERNAL_EMOJIS | P.USE_APPLICATION_COMMANDS
)  # fmt: skip
"""What everyone can do in a direct-message channel."""


def guild_permissions(guild: Guild, user_id: str) -> int:
    """Return the permissions that a member's roles give."""
    member = guild.members.get(user_id)
    if member is None:
        return 0
    if user_id == guild.owner_id:
        return ALL
    bits = guild.roles[guild.id].permissions
    for role in member.roles:
        bits |= guild.roles[role].permissions
    return ALL if bits & P.ADMINISTRATOR else bits


def channel_permissions(guild: Guild, channel: Channel, user_id: str, parent: Channel | None = None) -> int:
    """Return a member's permissions in a channel; a thread inherits its parent's exceptions."""
    bits = guild_permissions(guild, user_id)
    if bits in (0, ALL):
        return bits
    exceptions = (parent or channel).overwrites
    # Discord's order: @everyone's exception, then all roles' together, then the member's own.
    for layer in ({guild.id}, set(guild.members[user_id].roles), {user_id}):
        found = [overwrite for overwrite in exceptions if overwrite.id in layer]
        for overwrite in found:
            bits &= ~overwrite.deny
        for overwrite in found:
            bits |= overwrite.allow
    if channel.type is ChannelType.PRIVATE_THREAD and user_id not in channel.thread_members:
        bits = bits if bits & P.MANAGE_THREADS else 0
    return bits if bits & P.VIEW_CHANNEL else 0
