"""`Requests`: what the bot asks of the world by HTTP, and what Discord refuses.

Requests come as parsed JSON; the answer is a model object or a `DiscordError`.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Sequence

from . import errors
from .commands import check_commands
from .events import ChannelChanged, CommandsChanged, MessageChanged
from .limits import Upload, check_nonce
from .model import Channel, ChannelType, Guild, Json, Message, MessageFlag, MessageType, moment
from .permissions import Permission
from .world import World


class Requests:
    """The bot's requests, except answers to interactions (`interactions.py`)."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._nonces: dict[tuple[str, str | int], tuple[float, Message]] = {}
        self._old_edits: defaultdict[str, deque[float]] = defaultdict(deque)

    # Channels --------------------------------------------------------------------------------------------------------

    def bot_guild(self, guild_id: str) -> Guild:
        guild = self.world.guilds.get(guild_id)
        if guild is None:
            raise errors.unknown_guild()
        if self.world.bot_id not in guild.members:
            raise errors.missing_access()
        return guild

    def bot_channel(self, channel_id: str, *needed: Permission) -> Channel:
        """Return a channel, if the bot can see it and has the required permissions there."""
        channel = self.world.channels.get(channel_id)
        if channel is None:
            raise errors.unknown_channel()
        held = self.world.permissions(self.world.bot_id, channel)
        if not held & Permission.VIEW_CHANNEL:
            raise errors.missing_access()
        if any(not held & one for one in needed):
            raise errors.missing_permissions()
        return channel

    def create_thread(self, channel_id: str, raw: Json, message_id: str | None = None) -> Channel:
        """Start a thread, alone or from a message."""
        private = message_id is None and raw.get("type", ChannelType.PRIVATE_THREAD) == ChannelType.PRIVATE_THREAD
        parent = self.bot_channel(channel_id)
        if parent.type is not ChannelType.TEXT:
            raise errors.not_in_this_channel()
        wanted = Permission.CREATE_PRIVATE_THREADS if private else Permission.CREATE_PUBLIC_THREADS
        self.bot_channel(channel_id, wanted)
        form = errors.Form()
        name = form.text(raw.get("name"), 1, 100, "name")
        form.done()
        message = self.bot_message(channel_id, message_id) if message_id else None
        if message and message.thread_id:
            raise errors.thread_exists()
        siblings = [one for one in self.world.channels.values() if one.guild_id == parent.guild_id and one.is_thread]
        if sum(not one.archived for one in siblings) >= self.world.pace.threads:
            raise errors.too_many_threads()
        thread = Channel(
            id=message.id if message else self.world.new_id(),
            type=ChannelType.PRIVATE_THREAD if private else ChannelType.PUBLIC_THREAD,
            name=name,
            guild_id=parent.guild_id,
            parent_id=parent.id,
            owner_id=self.world.bot_id,
            archive_changed=self.world.clock.time(),
            auto_archive_minutes=raw.get("auto_archive_duration") or 1440,
            thread_members={self.world.bot_id: self.world.clock.time()},
        )
        self.world.channels[thread.id] = thread
        self.world.tell(ChannelChanged(thread, "create"))
        if message:
            message.thread_id = thread.id
            message.flags |= MessageFlag.HAS_THREAD
            self.world.tell(MessageChanged(message, "update"))
        elif not private:
            notice = self.world.new_message(parent, self.world.bot_id, MessageType.THREAD_CREATED)
            notice.content = name
            self.world.publish(notice, {})
        return thread

    def edit_channel(self, channel_id: str, raw: Json) -> Channel:
        """Rename, archive, lock or reopen a channel."""
        channel = self.bot_channel(channel_id)
        if channel.guild_id is None:
            raise errors.not_in_this_channel()
        own_thread = channel.is_thread and channel.owner_id == self.world.bot_id and "locked" not in raw
        if not own_thread:
            wanted = Permission.MANAGE_THREADS if channel.is_thread else Permission.MANAGE_CHANNELS
            self.bot_channel(channel_id, wanted)
        if channel.is_thread and channel.archived and raw.get("archived") is not False:
            raise errors.archived()
        form = errors.Form()
        if "name" in raw:
            channel.name = form.text(raw["name"], 1, 100, "name")
        form.done()
        if channel.is_thread:
            channel.locked = bool(raw.get("locked", channel.locked))
            if raw.get("archived", channel.archived) != channel.archived:
                channel.archived = bool(raw["archived"])
                channel.archive_changed = self.world.clock.time()
        elif "topic" in raw:
            channel.topic = raw["topic"]
        self.world.tell(ChannelChanged(channel, "update"))
        return channel

    def delete_channel(self, channel_id: str) -> Channel:
        channel = self.bot_channel(channel_id)
        if channel.guild_id is not None:
            wanted = Permission.MANAGE_THREADS if channel.is_thread else Permission.MANAGE_CHANNELS
            self.bot_channel(channel_id, wanted)
            self.world.remove_channel(channel)
        return channel

    def add_thread_member(self, channel_id: str, user_id: str) -> None:
        thread = self.bot_channel(channel_id)
        if not thread.is_thread:
            raise errors.not_in_this_channel()
        self.world.user(user_id)
        if not thread.invitable and thread.owner_id != self.world.bot_id:
            self.bot_channel(channel_id, Permission.MANAGE_THREADS)
        thread.thread_members.setdefault(user_id, self.world.clock.time())
        self.world.tell(ChannelChanged(thread, "update"))

    def thread_of(self, channel_id: str, user_id: str) -> Channel:
        """Return a thread that someone is in."""
        thread = self.bot_channel(channel_id)
        if user_id not in thread.thread_members:
            raise errors.unknown_member()
        return thread

    # Messages --------------------------------------------------------------------------------------------------------

    def bot_message(self, channel_id: str, message_id: str) -> Message:
        """Return a message that the bot can reach through its channel, so not an ephemeral one."""
        self.bot_channel(channel_id, Permission.READ_MESSAGE_HISTORY)
        message = self.world.messages[channel_id].get(message_id)
        if message is None or message.audience is not None:
            raise errors.unknown_message()
        return message

    def create_message(self, channel_id: str, raw: Json, uploads: Sequence[Upload] = ()) -> Message:
        """Answer ``POST /channels/…/messages``."""
        channel = self.bot_channel(channel_id)
        self._may_send(channel, raw, uploads)
        nonce = check_nonce(raw)
        known = self._nonces.get((channel_id, nonce)) if nonce is not None else None
        if known and raw.get("enforce_nonce") and self.world.clock.time() - known[0] < self.world.pace.nonce:
            return known[1]
        draft = self.world.reader.read(raw, uploads)
        reference = raw.get("message_reference") or {}
        reply_to = reference.get("message_id") and str(reference["message_id"])
        if reply_to is not None and reply_to not in self.world.messages[channel_id]:
            if reference.get("fail_if_not_exists", True):
                raise errors.invalid("REPLIES_UNKNOWN_MESSAGE", "Unknown message", "message_reference")
            reply_to = None
        message = self.world.new_message(channel, self.world.bot_id, MessageType.REPLY if reply_to else MessageType.DEFAULT)
        message.nonce, message.reply_to = nonce, reply_to
        self.world.write(message, draft)
        self.world.publish(message, raw.get("allowed_mentions"))
        if nonce is not None:
            self._nonces[channel_id, nonce] = (self.world.clock.time(), message)
        return message

    def _may_send(self, channel: Channel, raw: Json, uploads: Sequence[Upload]) -> None:
        if channel.type is ChannelType.DM:
            self._may_dm(channel.recipients[0])
            return
        wanted = [Permission.SEND_MESSAGES_IN_THREADS if channel.is_thread else Permission.SEND_MESSAGES]
        if uploads:
            wanted.append(Permission.ATTACH_FILES)
        if raw.get("embeds"):
            wanted.append(Permission.EMBED_LINKS)
        self.bot_channel(channel.id, *wanted)
        if channel.locked and not self.world.permissions(self.world.bot_id, channel) & Permission.MANAGE_THREADS:
            raise errors.archived() if channel.archived else errors.thread_locked()
        if channel.archived:
            self.world.unarchive(channel)

    def _may_dm(self, user_id: str) -> None:
        shared = any(user_id in one.members and self.world.bot_id in one.members for one in self.world.guilds.values())
        if not shared:
            raise errors.no_mutual_guild()
        if self.world.user(user_id).dms_closed:
            raise errors.dms_closed()

    def edit_message(self, channel_id: str, message_id: str, raw: Json, uploads: Sequence[Upload] = ()) -> Message:
        """Answer ``PATCH /channels/…/messages/…``."""
        message = self.bot_message(channel_id, message_id)
        channel = self.world.channels[channel_id]
        if message.author_id != self.world.bot_id or message.type is MessageType.THREAD_CREATED:
            raise errors.not_the_author()
        if channel.archived:
            raise errors.archived()
        if uploads and channel.type is not ChannelType.DM:
            self.bot_channel(channel_id, Permission.ATTACH_FILES)
        self._limit_old_edits(message)
        self.world.rewrite(message, raw, uploads)
        return message

    def _limit_old_edits(self, message: Message) -> None:
        now = self.world.clock.time()
        if now - moment(message.id) < self.world.pace.old_after:
            return
        recent = self._old_edits[message.channel_id]
        while recent and now - recent[0] >= self.world.pace.old_edits_window:
            recent.popleft()
        if len(recent) >= self.world.pace.old_edits:
            raise errors.old_edits(self.world.pace.old_edits_window - (now - recent[0]))
        recent.append(now)

    def delete_message(self, channel_id: str, message_id: str) -> None:
        """Answer ``DELETE /channels/…/messages/…``."""
        message = self.bot_message(channel_id, message_id)
        channel = self.world.channels[channel_id]
        if message.author_id != self.world.bot_id:
            if channel.guild_id is None:
                raise errors.not_the_author()
            self.bot_channel(channel_id, Permission.MANAGE_MESSAGES)
        if channel.archived:
            raise errors.archived()
        self.world.remove(message)

    def list_messages(self, channel_id: str, query: dict[str, str]) -> list[Message]:
        """Answer ``GET /channels/…/messages``: newest first; none without the permission to read them."""
        channel = self.bot_channel(channel_id)
        if not self.world.permissions(self.world.bot_id, channel) & Permission.READ_MESSAGE_HISTORY:
            return []
        found = [one for one in self.world.messages[channel_id].values() if one.audience is None]
        limit = int(query.get("limit", 50))
        if not 1 <= limit <= 100:
            raise errors.invalid("NUMBER_TYPE_MAX", "int value should be less than or equal to 100.", "limit")
        if after := query.get("after"):
            found = [one for one in found if int(one.id) > int(after)][:limit]
        if before := query.get("before"):
            found = [one for one in found if int(one.id) < int(before)]
        return found[-limit:][::-1]

    # Commands --------------------------------------------------------------------------------------------------------

    def set_commands(self, guild_id: str | None, raw: object) -> list[Json]:
        """Overwrite all commands: a command keeps its id as long as its name stays."""
        if guild_id is not None:
            self.bot_guild(guild_id)
        known = {(one["type"], one["name"]): one for one in self.world.commands.get(guild_id, [])}
        made = []
        for command in check_commands(raw):
            old = known.get((command["type"], command["name"]))
            command_id = old["id"] if old else self.world.new_id()
            command.update(id=command_id, application_id=self.world.bot_id, version=self.world.new_id())
            if guild_id is not None:
                command["guild_id"] = guild_id
            made.append(command)
        self.world.commands[guild_id] = made
        self.world.tell(CommandsChanged())
        return made
