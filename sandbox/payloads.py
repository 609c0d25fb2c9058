"""The model in Discord's JSON, as complete as its API description requires."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from .components import walk
from .model import Attachment, Channel, ChannelType, Guild, Json, Member, Message, MessageFlag, Role, User, moment

VERIFY_KEY = "0" * 64


def iso(seconds: float) -> str:
    """Return a time in Discord's form."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")


def user(it: User) -> Json:
    made: Json = {
        "id": it.id,
        "username": it.username,
        "global_name": it.global_name,
        "discriminator": "0000" if it.bot else "0",
        "avatar": None,
        "banner": None,
        "accent_color": None,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
    }
    if it.bot:
        made["bot"] = True
    return made


def self_user(it: User) -> Json:
    """Return the bot's own account."""
    return {**user(it), "bot": True, "mfa_enabled": False, "locale": "en-US", "verified": True, "email": None}


def member(it: Member, who: User) -> Json:
    return {
        "user": user(who),
        "nick": it.nick,
        "avatar": None,
        "banner": None,
        "roles": list(it.roles),
        "joined_at": iso(it.joined_at),
        "premium_since": None,
        "communication_disabled_until": iso(it.muted_until) if it.muted_until else None,
        "flags": 0,
        "pending": False,
        "deaf": False,
        "mute": False,
    }


def role(it: Role) -> Json:
    made: Json = {
        "id": it.id,
        "name": it.name,
        "permissions": str(it.permissions),
        "position": it.position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": it.managed_by is not None,
        "mentionable": it.mentionable,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }
    if it.managed_by:
        made["tags"] = {"bot_id": it.managed_by}
    return made


def guild(it: Guild) -> Json:
    nothing = (
        "icon", "description", "home_header", "splash", "discovery_splash", "banner", "application_id",
        "afk_channel_id", "system_channel_id", "widget_channel_id", "max_presences", "vanity_url_code",
        "rules_channel_id", "safety_alerts_channel_id", "public_updates_channel_id", "incidents_data",
    )  # fmt: skip
    return {
        **dict.fromkeys(nothing),
        "id": it.id,
        "name": it.name,
        "owner_id": it.owner_id,
        "features": [],
        "region": "us-east",
        "afk_timeout": 300,
        "system_channel_flags": 0,
        "widget_enabled": False,
        "verification_level": 0,
        "roles": [role(one) for one in it.roles.values()],
        "default_message_notifications": 1,
        "mfa_level": 0,
        "explicit_content_filter": 0,
        "max_members": 500000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "preferred_locale": "en-US",
        "premium_progress_bar_enabled": False,
        "nsfw": False,
        "nsfw_level": 0,
        "emojis": [],
        "stickers": [],
    }


def channel(it: Channel, find_user: Callable[[str], User]) -> Json:
    base: Json = {"id": it.id, "type": int(it.type), "last_message_id": it.last_message_id, "flags": 0}
    if it.type is ChannelType.DM:
        return {**base, "recipients": [user(find_user(one)) for one in it.recipients]}
    base.update(guild_id=it.guild_id, name=it.name, parent_id=it.parent_id, rate_limit_per_user=0)
    if it.is_thread:
        return {
            **base,
            "owner_id": it.owner_id,
            "thread_metadata": {
                "archived": it.archived,
                "archive_timestamp": iso(it.archive_changed),
                "auto_archive_duration": it.auto_archive_minutes,
                "locked": it.locked,
                "invitable": it.invitable,
                "create_timestamp": iso(moment(it.id)),
            },
            "message_count": it.messages_sent,
            "member_count": min(50, len(it.thread_members)),
            "total_message_sent": it.messages_sent,
        }
    overwrites = [{"id": one.id, "type": one.type, "allow": str(one.allow), "deny": str(one.deny)} for one in it.overwrites]
    return {**base, "position": it.position, "topic": it.topic, "nsfw": False, "permission_overwrites": overwrites}


def thread_member(thread: Channel, user_id: str) -> Json:
    joined = iso(thread.thread_members[user_id])
    return {"id": thread.id, "user_id": user_id, "join_timestamp": joined, "flags": 0}


def attachment(it: Attachment, address: str, *, ephemeral: bool = False) -> Json:
    made: Json = {
        "id": it.id,
        "filename": it.filename,
        "size": len(it.data),
        "url": address,
        "proxy_url": address,
        "content_type": it.content_type,
    }
    if it.description is not None:
        made["description"] = it.description
    if it.width and it.height:
        made.update(width=it.width, height=it.height)
    if ephemeral:
        made["ephemeral"] = True
    return made


def message(it: Message, find_user: Callable[[str], User], address: Callable[[Attachment], str]) -> Json:
    ephemeral = MessageFlag.EPHEMERAL in it.flags
    made: Json = {
        "id": it.id,
        "channel_id": it.channel_id,
        "type": int(it.type),
        "author": user(find_user(it.author_id)),
        "content": it.content,
        "embeds": it.embeds,
        "components": it.components,
        "attachments": [attachment(one, address(one), ephemeral=ephemeral) for one in it.attachments],
        "flags": int(it.flags),
        "mentions": [user(find_user(one)) for one in it.mentions],
        "mention_roles": list(it.mention_roles),
        "mention_everyone": it.mention_everyone,
        "timestamp": iso(moment(it.id)),
        "edited_timestamp": None if it.edited is None else iso(it.edited),
        "pinned": False,
        "tts": False,
    }
    if it.nonce is not None:
        made["nonce"] = it.nonce
    if it.reply_to is not None:
        made["message_reference"] = {"type": 0, "channel_id": it.channel_id, "message_id": it.reply_to}
    if it.webhook:
        made.update(webhook_id=it.author_id, application_id=it.author_id)
    if it.interaction_metadata is not None:
        made["interaction_metadata"] = it.interaction_metadata
    if it.interaction is not None:
        made["interaction"] = it.interaction
    return made


def application(app_id: str, bot: User, owner: User, guilds: int) -> Json:
    """Return what the bot can read about its application."""
    return {
        "id": app_id,
        "name": bot.username,
        "icon": None,
        "description": "",
        "type": None,
        "bot": user(bot),
        "bot_public": False,
        "bot_require_code_grant": False,
        "verify_key": VERIFY_KEY,
        "flags": 0,
        "flags_new": "0",
        "summary": "",
        "max_participants": None,
        "tags": [],
        "hook": True,
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": user(owner),
        "approximate_guild_count": guilds,
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "event_webhooks_status": 1,
        "explicit_content_filter": 0,
        "team": None,
        "eligible_oauth2_scopes": ["bot", "applications.commands"],
        "integration_types_config": {"0": {}},
    }


def find_component(components: list[Json], custom_id: str) -> Json | None:
    """Return the component with this custom id."""
    return next((one for one in walk(components) if one.get("custom_id") == custom_id), None)
