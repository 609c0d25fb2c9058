"""`World`: the whole state of the sandbox's Discord, and what can happen to it.

The bot's requests are in `requests.py`, people's acts in `people.py`, the life of interactions in `interactions.py`; all three work
on this class.
"""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Any

from . import errors, payloads
from .clock import Clock
from .events import BotChanged, ChannelChanged, ClockMoved, Event, MemberChanged, MessageChanged, Read, UserChanged
from .limits import SETTABLE, Draft, Pace, Reader, Upload
from .model import (
    DISCORD_EPOCH_MS,
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
    Ping,
    Role,
    User,
)
from .permissions import DIRECT, EVERYONE, TIMED_OUT, Permission, channel_permissions, guild_permissions

Listener = Callable[[Event], None]

_USER_MENTION = re.compile(r"<@!?(\d+)>")
_ROLE_MENTION = re.compile(r"<@&(\d+)>")
_EVERYONE_MENTION = re.compile(r"@(?:everyone|here)\b")
_KEPT_FILES = 50
"""How many files that messages no longer show can still be fetched."""


class World:
    """Users, guilds, channels, messages and commands; tells its listeners what happens."""

    def __init__(self, *, clock: Clock | None = None, pace: Pace | None = None) -> None:
        self.clock = clock or Clock()
        self.pace = pace or Pace()
        self.users: dict[str, User] = {}
        self.guilds: dict[str, Guild] = {}
        self.channels: dict[str, Channel] = {}
        self.messages: defaultdict[str, dict[str, Message]] = defaultdict(dict)
        self.commands: dict[str | None, list[Json]] = {}
        self.pings: list[Ping] = []
        self.unread: defaultdict[str, dict[str, list[str]]] = defaultdict(dict)
        self.bot_id = ""
        self.bot_online = False
        self.base_url = "http://127.0.0.1"
        self._last_id = 0
        self._listeners: list[Listener] = []
        self._gone_files: deque[Attachment] = deque(maxlen=_KEPT_FILES)
        self.reader = Reader(self.new_id, self.address)

    # Telling -------------------------------------------------------------------------------------------------------

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Call ``listener`` with every event from now on; return a function that ends this."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def tell(self, event: Event) -> None:
        for listener in tuple(self._listeners):
            listener(event)

    def new_id(self) -> str:
        """Return a new snowflake: later ones are greater."""
        now = (int(self.clock.time() * 1000) - DISCORD_EPOCH_MS) << 22
        self._last_id = max(now, self._last_id + 1)
        return str(self._last_id)

    def put_forward(self, seconds: float) -> None:
        """Move the clock forward by this many seconds."""
        self.clock.put_forward(seconds)
        self.tell(ClockMoved())

    def address(self, attachment: Attachment) -> str:
        """Return the address of an attachment, which anyone who has it can fetch."""
        return f"{self.base_url}/cdn/{attachment.secret}/{attachment.filename}"

    # Making the world ----------------------------------------------------------------------------------------------

    def add_user(self, username: str, name: str | None = None, *, bot: bool = False) -> User:
        user = User(self.new_id(), username, name, bot)
        self.users[user.id] = user
        return user

    def add_guild(self, name: str, owner: User) -> Guild:
        self._last_id |= (1 << 22) - 1  # a millisecond of its own, by which guilds spread over shards
        guild = Guild(self.new_id(), name, owner.id)
        guild.roles[guild.id] = Role(guild.id, "@everyone", int(EVERYONE))
        self.guilds[guild.id] = guild
        self.join(guild, owner)
        return guild

    def add_role(self, guild: Guild, name: str, permissions: int = 0, *, managed_by: str | None = None) -> Role:
        role = Role(self.new_id(), name, permissions, len(guild.roles), managed_by=managed_by)
        guild.roles[role.id] = role
        return role

    def join(self, guild: Guild, user: User, roles: Iterable[Role] = ()) -> None:
        guild.members[user.id] = Member(user.id, self.clock.time(), [role.id for role in roles])
        self.tell(MemberChanged(guild.id, user.id, "join"))

    def leave(self, guild: Guild, user: User) -> None:
        """Remove the user from the guild, as when they leave or are kicked."""
        del guild.members[user.id]
        self.tell(MemberChanged(guild.id, user.id, "leave"))

    def time_out(self, guild: Guild, user: User, seconds: float) -> None:
        """Let the user only view and read for this long; 0 ends it."""
        guild.members[user.id].muted_until = self.clock.time() + seconds
        self.tell(MemberChanged(guild.id, user.id, "update"))

    def add_channel(self, guild: Guild, name: str, overwrites: Sequence[Overwrite] = ()) -> Channel:
        channel = Channel(self.new_id(), ChannelType.TEXT, name, guild.id, len(self.channels), overwrites=[*overwrites])
        self.channels[channel.id] = channel
        self.tell(ChannelChanged(channel, "create"))
        return channel

    def set_dms_closed(self, user: User, closed: bool) -> None:
        user.dms_closed = closed
        self.tell(UserChanged(user.id))

    def set_bot_online(self, online: bool) -> None:
        self.bot_online = online
        self.tell(BotChanged(online))

    # Looking -------------------------------------------------------------------------------------------------------

    @property
    def bot(self) -> User:
        return self.users[self.bot_id]

    def user(self, user_id: str) -> User:
        try:
            return self.users[user_id]
        except KeyError:
            raise errors.unknown_user() from None

    def permissions(self, user_id: str, channel: Channel) -> int:
        """Return what a user can do in a channel; 0 if they can't see it."""
        if channel.guild_id is None:
            return int(DIRECT) if user_id in (*channel.recipients, self.bot_id) else 0
        parent = self.channels.get(channel.parent_id) if channel.parent_id else None
        guild = self.guilds[channel.guild_id]
        held = channel_permissions(guild, channel, user_id, parent)
        member = guild.members.get(user_id)
        timed_out = member is not None and member.muted_until > self.clock.time() and not held & Permission.ADMINISTRATOR
        return held & int(TIMED_OUT) if timed_out else held

    def can_see(self, user_id: str, channel: Channel) -> bool:
        return bool(self.permissions(user_id, channel) & Permission.VIEW_CHANNEL)

    def can_send(self, user_id: str, channel: Channel) -> bool:
        wanted = Permission.SEND_MESSAGES_IN_THREADS if channel.is_thread else Permission.SEND_MESSAGES
        return bool(self.permissions(user_id, channel) & wanted)

    def audience(self, channel: Channel) -> list[str]:
        """Return the people who can see a channel."""
        if channel.guild_id is None:
            return list(channel.recipients)
        members = self.guilds[channel.guild_id].members
        return [one for one in members if one != self.bot_id and self.can_see(one, channel)]

    def visible_to(self, user_id: str, message: Message) -> bool:
        if message.audience is not None:
            return message.audience == user_id
        return self.can_see(user_id, self.channels[message.channel_id])

    def channel_json(self, channel: Channel) -> Json:
        return payloads.channel(channel, self.user)

    def message_json(self, message: Message) -> Json:
        made = payloads.message(message, self.user, self.address)
        if message.thread_id in self.channels:
            made["thread"] = self.channel_json(self.channels[message.thread_id])
        return made

    def attachment(self, secret: str, filename: str) -> Attachment | None:
        """Return the file behind an address. As on Discord, an address outlives its message for a while: a client might still be
        fetching a picture while an edit replaces it."""
        shown = (file for messages in self.messages.values() for message in messages.values() for file in message.attachments)
        return next((file for file in chain(shown, self._gone_files) if (file.secret, file.filename) == (secret, filename)), None)

    # Channels ------------------------------------------------------------------------------------------------------------

    def open_dm(self, user_id: str) -> Channel:
        """Return the bot's direct-message channel with a user; opening succeeds even with closed DMs."""
        user = self.user(user_id)
        if user.bot:
            raise errors.dms_closed()
        for channel in self.channels.values():
            if channel.type is ChannelType.DM and channel.recipients == [user_id]:
                return channel
        channel = Channel(self.new_id(), ChannelType.DM, recipients=[user_id])
        self.channels[channel.id] = channel
        self.tell(ChannelChanged(channel, "create"))
        return channel

    def remove_channel(self, channel: Channel) -> None:
        """Delete the channel, with its threads and messages."""
        del self.channels[channel.id]
        self.messages.pop(channel.id, None)
        for unread in self.unread.values():
            unread.pop(channel.id, None)
        self.tell(ChannelChanged(channel, "delete"))
        for thread in [one for one in self.channels.values() if one.parent_id == channel.id]:
            self.remove_channel(thread)

    def set_overwrites(self, channel: Channel, overwrites: Sequence[Overwrite]) -> None:
        """Change a channel's overwrites (who can do what there), as a manager of the channel."""
        channel.overwrites = [*overwrites]
        self.tell(ChannelChanged(channel, "update"))

    def edit_locks(self, thread: Channel, *, locked: bool, archived: bool) -> None:
        """Lock or unlock, archive or unarchive a thread, as a manager of threads."""
        thread.locked, thread.archived = locked, archived
        thread.archive_changed = self.clock.time()
        self.tell(ChannelChanged(thread, "update"))

    def unarchive(self, thread: Channel) -> None:
        """Open an archived thread again."""
        thread.archived = False
        thread.archive_changed = self.clock.time()
        self.tell(ChannelChanged(thread, "update"))

    # Messages from anyone --------------------------------------------------------------------------------------------

    def new_message(self, channel: Channel, author_id: str, kind: MessageType = MessageType.DEFAULT) -> Message:
        """Return a message that isn't sent yet."""
        return Message(self.new_id(), channel.id, author_id, kind)

    def write(self, message: Message, draft: Draft) -> None:
        """Give the message the content of a draft."""
        self._gone_files.extend(file for file in message.attachments if file not in draft.attachments)
        message.content = draft.content
        message.embeds = draft.embeds
        message.components = draft.components
        message.attachments = draft.attachments
        message.flags = draft.flags

    def rewrite(
        self,
        message: Message,
        raw: Json,
        uploads: Sequence[Upload] = (),
        *,
        settable: MessageFlag = SETTABLE,
        place: tuple[str, ...] = (),
    ) -> None:
        """Edit a message. Its mentions change, but no one is pinged."""
        draft = self.reader.read(raw, uploads, before=message, settable=settable, place=place)
        self.write(message, draft)
        message.edited = self.clock.time()
        self._mention(message, raw.get("allowed_mentions"))
        self.tell(MessageChanged(message, "update"))

    def publish(self, message: Message, allowed: Json | None) -> None:
        """Send a written message: put it in its channel, count it, and ping the people it mentions."""
        self.announce(message, allowed)
        self._put(self.channels[message.channel_id], message)

    def announce(self, message: Message, allowed: Json | None, *, ping: bool = True) -> None:
        """Set a message's mentions and ping them."""
        mentioned = self._mention(message, allowed)
        if ping and message.audience is None and not message.is_loading:
            self._ping(self.channels[message.channel_id], message, mentioned)

    def _put(self, channel: Channel, message: Message) -> None:
        self.messages[channel.id][message.id] = message
        if message.audience is None:
            channel.last_message_id = message.id
            channel.messages_sent += 1
        for user_id in self.audience(channel):
            if user_id != message.author_id and self.visible_to(user_id, message):
                self.unread[user_id].setdefault(channel.id, []).append(message.id)
        self.tell(MessageChanged(message, "create"))

    def remove(self, message: Message) -> None:
        self._gone_files.extend(message.attachments)
        self.messages[message.channel_id].pop(message.id, None)
        for user_id, channels in self.unread.items():
            if message.id in channels.get(message.channel_id, ()):
                channels[message.channel_id].remove(message.id)
                self.tell(Read(user_id, message.channel_id))
        self.tell(MessageChanged(message, "delete"))

    def _mention(self, message: Message, allowed: Json | None) -> dict[str, Any]:
        """Set a message's mentions under ``allowed_mentions``; return {user: reason} for those it would ping."""
        channel = self.channels[message.channel_id]
        text = Draft(message.content, components=message.components).text
        rules = _mention_rules(allowed)
        parse = rules.get("parse") or ()
        users = [one for one in dict.fromkeys(_USER_MENTION.findall(text)) if one in self.users]
        if "users" not in parse:
            users = [one for one in users if one in rules.get("users", ())]
        message.mentions = users
        why: dict[str, Any] = dict.fromkeys(users, "mention")
        if message.reply_to and (allowed is None or rules.get("replied_user")):
            original = self.messages[channel.id].get(message.reply_to)
            if original:
                why.setdefault(original.author_id, "reply")
        if channel.guild_id is not None:
            self._mention_groups(message, self.guilds[channel.guild_id], text, rules, why)
        return why

    def _mention_groups(self, message: Message, guild: Guild, text: str, rules: Json, why: dict[str, Any]) -> None:
        parse = rules.get("parse") or ()
        may_all = self.permissions(message.author_id, self.channels[message.channel_id]) & Permission.MENTION_EVERYONE
        roles = [guild.roles[one] for one in dict.fromkeys(_ROLE_MENTION.findall(text)) if one in guild.roles]
        if "roles" not in parse:
            roles = [one for one in roles if one.id in rules.get("roles", ())]
        message.mention_roles = [one.id for one in roles]
        message.mention_everyone = bool("everyone" in parse and may_all and _EVERYONE_MENTION.search(text))
        for member in guild.members.values():
            if any(role.id in member.roles and (role.mentionable or may_all) for role in roles):
                why.setdefault(member.user_id, "role")
            if message.mention_everyone:
                why.setdefault(member.user_id, "everyone")

    def _ping(self, channel: Channel, message: Message, mentioned: dict[str, Any]) -> None:
        if MessageFlag.SUPPRESS_NOTIFICATIONS in message.flags:
            return
        if channel.type is ChannelType.DM:
            mentioned = {one: mentioned.get(one, "dm") for one in channel.recipients}
        listening = set(self.audience(channel)) - {message.author_id}
        for user_id, why in mentioned.items():
            if user_id in listening:
                message.pinged.append(user_id)
                self.pings.append(Ping(user_id, channel.id, message.id, why))

    # Commands ------------------------------------------------------------------------------------------------------

    def commands_for(self, user_id: str, channel: Channel | None = None) -> list[Json]:
        """Return the commands that a user can use (in a channel, if one is given): none where the bot isn't a member."""
        if channel is not None and channel.guild_id is not None and self.bot_id not in self.guilds[channel.guild_id].members:
            return []
        here = self.guilds.get(channel.guild_id or "") if channel is not None else None
        guild = here or next((one for one in self.guilds.values() if user_id in one.members), None)
        found = {one["name"]: one for one in self.commands.get(None, [])}
        if guild is not None and (channel is None or channel.guild_id == guild.id):
            found.update({one["name"]: one for one in self.commands.get(guild.id, [])})
        return [one for one in found.values() if self._may_use(user_id, one, guild, channel)]

    @staticmethod
    def in_dm(command: Json) -> bool:
        """Return whether a command is available in the bot's direct messages."""
        contexts = command["contexts"]
        return "guild_id" not in command and (command["dm_permission"] if contexts is None else 1 in contexts)

    @staticmethod
    def in_guild(command: Json) -> bool:
        return command["contexts"] is None or 0 in command["contexts"]

    def _may_use(self, user_id: str, command: Json, guild: Guild | None, channel: Channel | None) -> bool:
        if channel is not None and channel.guild_id is None:
            return self.in_dm(command)
        if channel is not None and not self.in_guild(command):
            return False
        wanted = command["default_member_permissions"]
        if wanted is None or guild is None:
            return True
        held = guild_permissions(guild, user_id)
        if channel is not None:
            held = self.permissions(user_id, channel)
        admin = bool(held & Permission.ADMINISTRATOR)
        return admin or (wanted != "0" and held & int(wanted) == int(wanted))


def _mention_rules(allowed: Json | None) -> Json:
    """Return ``allowed_mentions`` with its ids as strings: Discord accepts numbers too, and discord.py sends them."""
    if allowed is None:
        return {"parse": ["users", "roles", "everyone"]}
    ids = {key: [str(one) for one in allowed.get(key) or ()] for key in ("users", "roles")}
    return {**allowed, **ids}


def first_world(*, clock: Clock | None = None, pace: Pace | None = None) -> World:
    """Return the world at a first start: one guild, two channels, four people, the bot."""
    world = World(clock=clock, pace=pace)
    ada, *others = [world.add_user(name.lower(), name) for name in ("Ada", "Ben", "Cleo", "Dan")]
    bot = world.add_user("Seneschal", bot=True)
    world.bot_id = bot.id
    keep = world.add_guild("The Keep", ada)
    for user in others:
        world.join(keep, user)
    world.join(keep, bot, [world.add_role(keep, "Seneschal", int(EVERYONE), managed_by=bot.id)])
    world.add_channel(keep, "table")
    world.add_channel(keep, "garden")
    return world
