"""The life of an interaction: sent by a person, acknowledged once by the bot within 3 s, followed up for 15 min."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from . import errors, payloads
from .commands import check_choices
from .components import Components
from .errors import Form
from .events import InteractionChanged, InteractionSent, MessageChanged, ModalChanged
from .limits import SETTABLE, Upload
from .model import (
    Channel,
    Interaction,
    InteractionState,
    InteractionType,
    Json,
    Message,
    MessageFlag,
    MessageType,
    Modal,
)
from .world import World

REPLY, DEFER, DEFER_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9
_PLACE = ("data",)


class Interactions:
    """All interactions that still matter, and the dialogs open on people's screens."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.by_id: dict[str, Interaction] = {}
        self.modals: dict[str, Modal] = {}
        self._by_token: dict[str, Interaction] = {}

    # From people -----------------------------------------------------------------------------------------------------

    def send(
        self,
        kind: InteractionType,
        user_id: str,
        channel: Channel,
        data: Json,
        *,
        message: Message | None = None,
        seen: Json | None = None,
        name: str | None = None,
        parent: Interaction | None = None,
    ) -> Interaction:
        """Send a person's act to the bot, start its 3 seconds, and return the interaction."""
        interaction = Interaction(
            id=self.world.new_id(),
            token=secrets.token_urlsafe(48),
            type=kind,
            user_id=user_id,
            channel_id=channel.id,
            data=data,
            created=self.world.clock.time(),
            message_id=message.id if message else None,
            message=message,
            seen=seen,
            name=name,
            parent=parent,
        )
        self._forget_expired()
        self.by_id[interaction.id] = interaction
        self._by_token[interaction.token] = interaction
        self.world.tell(InteractionChanged(interaction))
        self.world.tell(InteractionSent(interaction))
        loop = asyncio.get_running_loop()
        loop.call_later(self.world.pace.acknowledge, self._give_up, interaction)
        return interaction

    def _give_up(self, interaction: Interaction) -> None:
        if not interaction.acknowledged:
            self._settle(interaction, "failed")

    def _settle(self, interaction: Interaction, state: InteractionState) -> None:
        interaction.state = state
        interaction.answered.set()
        self.world.tell(InteractionChanged(interaction))

    def _forget_expired(self) -> None:
        oldest = self.world.clock.time() - 2 * self.world.pace.token
        for interaction in [*takewhile(lambda one: one.created < oldest, self.by_id.values())]:
            del self.by_id[interaction.id], self._by_token[interaction.token]

    def close_modal(self, modal: Modal) -> None:
        if self.modals.get(modal.user_id) is modal:
            del self.modals[modal.user_id]
            self.world.tell(ModalChanged(modal.user_id, None))

    # What the bot gets -----------------------------------------------------------------------------------------------

    def payload(self, interaction: Interaction) -> Json:
        """Return the interaction in the gateway's form."""
        world = self.world
        channel = world.channels[interaction.channel_id]
        held = str(world.permissions(interaction.user_id, channel))
        made: Json = {
            "id": interaction.id,
            "application_id": world.bot_id,
            "type": int(interaction.type),
            "token": interaction.token,
            "version": 1,
            "data": interaction.data,
            "channel_id": channel.id,
            "channel": {**world.channel_json(channel), "permissions": held},
            "locale": "en-US",
            "app_permissions": str(world.permissions(world.bot_id, channel)),
            "entitlements": [],
            "entitlement_sku_ids": [],
            "authorizing_integration_owners": self._owners(channel),
            "context": 1 if channel.guild_id is None else 0,
            "attachment_size_limit": 10 * 1024 * 1024,
        }
        user = world.users[interaction.user_id]
        if channel.guild_id is None:
            made["user"] = payloads.user(user)
        else:
            guild = world.guilds[channel.guild_id]
            made["member"] = {**payloads.member(guild.members[user.id], user), "permissions": held}
            made["guild_id"] = guild.id
            made["guild"] = {"id": guild.id, "locale": "en-US", "features": []}
            made["guild_locale"] = "en-US"
        if interaction.message is not None:
            made["message"] = interaction.seen or world.message_json(interaction.message)
        return made

    @staticmethod
    def _owners(channel: Channel) -> Json:
        return {"0": channel.guild_id or "0"}

    def metadata(self, interaction: Interaction) -> Json:
        """Return what a message stores about the interaction it answers."""
        made: Json = {
            "id": interaction.id,
            "type": int(interaction.type),
            "user": payloads.user(self.world.users[interaction.user_id]),
            "authorizing_integration_owners": self._owners(self.world.channels[interaction.channel_id]),
        }
        if interaction.type is InteractionType.COMPONENT:
            made["interacted_message_id"] = interaction.message_id
        if interaction.type is InteractionType.MODAL and interaction.parent is not None:
            made["triggering_interaction_metadata"] = self.metadata(interaction.parent)
        return made

    # The bot's answer ------------------------------------------------------------------------------------------------

    def callback(self, interaction_id: str, token: str, raw: Json, uploads: Sequence[Upload] = ()) -> Json:
        """Answer ``POST /interactions/…/callback``, and return what ``with_response`` shows."""
        interaction = self.by_id.get(interaction_id)
        if interaction is None or interaction.token != token:
            raise errors.unknown_interaction()
        if interaction.acknowledged:
            raise errors.already_acknowledged()
        if interaction.state == "failed":
            raise errors.unknown_interaction()
        self._in_channel(interaction)
        kind = raw.get("type")
        allowed = self._allowed(interaction)
        if kind not in allowed:
            raise errors.invalid("BASE_TYPE_CHOICES", f"Value must be one of {allowed}.", "type")
        data = raw.get("data") or {}
        message = self._answer(interaction, kind, data, uploads)
        interaction.callback = kind
        if message is not None:
            interaction.response_id = message.id
        modal = self.modals.get(interaction.user_id)
        if modal is not None and interaction.parent is modal.source and interaction.type is InteractionType.MODAL:
            self.close_modal(modal)
        self._settle(interaction, "done")
        return self._callback_json(interaction, kind, message)

    @staticmethod
    def _allowed(interaction: Interaction) -> tuple[int, ...]:
        if interaction.type is InteractionType.AUTOCOMPLETE:
            return (CHOICES,)
        allowed = [REPLY, DEFER]
        if interaction.message is not None:
            allowed += [DEFER_UPDATE, UPDATE]
        if interaction.type is not InteractionType.MODAL:
            allowed.append(MODAL)
        return tuple(allowed)

    def _answer(self, interaction: Interaction, kind: int, data: Json, uploads: Sequence[Upload]) -> Message | None:
        if kind == CHOICES:
            self._choices(interaction, data)
        elif kind == MODAL:
            self._open_modal(interaction, data)
        elif kind == DEFER_UPDATE:
            return interaction.message
        elif kind == UPDATE:
            return self._update(interaction, data, uploads)
        elif kind == REPLY:
            return self._reply(interaction, data, uploads, place=_PLACE)
        else:
            return self._thinking(interaction, data)
        return None

    def _choices(self, interaction: Interaction, data: Json) -> None:
        form = Form(*_PLACE)
        with form.at("choices"):
            interaction.choices = check_choices(form, data.get("choices") or [], _focused_type(interaction.data))
        form.done()

    def _open_modal(self, interaction: Interaction, data: Json) -> None:
        form = Form(*_PLACE)
        title = form.text(data.get("title"), 1, 45, "title")
        custom_id = form.text(data.get("custom_id"), 1, 100, "custom_id")
        with form.at("components"):
            components = Components(form).modal(data.get("components"))
        form.done()
        modal = Modal(self.world.new_id(), interaction.user_id, interaction.channel_id, custom_id, title, components, interaction)
        self.modals[modal.user_id] = modal
        self.world.tell(ModalChanged(modal.user_id, modal))

    def _update(self, interaction: Interaction, data: Json, uploads: Sequence[Upload]) -> Message | None:
        message = interaction.message
        if message is None or message.id not in self.world.messages[message.channel_id]:
            raise errors.unknown_message()
        self.world.rewrite(message, data, uploads, place=_PLACE)
        return message

    def _new(self, interaction: Interaction) -> Message:
        """Return an answer to the interaction, without sending it."""
        message = self.world.new_message(self.world.channels[interaction.channel_id], self.world.bot_id)
        message.webhook = True
        message.interaction_metadata = self.metadata(interaction)
        if interaction.response_id is not None:
            message.interaction_metadata["original_response_message_id"] = interaction.response_id
        if interaction.type is InteractionType.COMMAND and interaction.response_id is None:
            message.type = MessageType.CHAT_INPUT_COMMAND
            user = payloads.user(self.world.users[interaction.user_id])
            message.interaction = {"id": interaction.id, "type": 2, "name": interaction.name, "user": user}
        elif interaction.response_id or interaction.message_id:
            message.type = MessageType.REPLY
            message.reply_to = interaction.response_id or interaction.message_id
        return message

    def _reply(self, interaction: Interaction, data: Json, uploads: Sequence[Upload], *, place: tuple[str, ...] = ()) -> Message:
        draft = self.world.reader.read(data, uploads, settable=SETTABLE | MessageFlag.EPHEMERAL, place=place)
        message = self._new(interaction)
        self.world.write(message, draft)
        self._show(interaction, message, data)
        return message

    def _thinking(self, interaction: Interaction, data: Json) -> Message:
        message = self._new(interaction)
        message.flags = MessageFlag.LOADING | (MessageFlag(data.get("flags") or 0) & MessageFlag.EPHEMERAL)
        self._show(interaction, message, {})
        return message

    def _show(self, interaction: Interaction, message: Message, data: Json) -> None:
        if MessageFlag.EPHEMERAL in message.flags:
            message.audience = interaction.user_id
        channel = self.world.channels[interaction.channel_id]
        if channel.archived and message.audience is None:
            self.world.unarchive(channel)
        self.world.publish(message, data.get("allowed_mentions"))

    def _callback_json(self, interaction: Interaction, kind: int, message: Message | None) -> Json:
        made: dict[str, Any] = {
            "id": interaction.id,
            "type": int(interaction.type),
            "channel_id": interaction.channel_id,
        }
        guild_id = self.world.channels[interaction.channel_id].guild_id
        if guild_id is not None:
            made["guild_id"] = guild_id
        if message is None:
            return {"interaction": made}
        made["response_message_id"] = message.id
        made["response_message_loading"] = message.is_loading
        made["response_message_ephemeral"] = message.audience is not None
        if kind not in (REPLY, UPDATE):
            return {"interaction": made}
        return {"interaction": made, "resource": {"type": kind, "message": self.world.message_json(message)}}

    # Follow-ups ------------------------------------------------------------------------------------------------------

    def by_token(self, application_id: str, token: str) -> Interaction:
        """Return the interaction behind a webhook token that is still valid."""
        interaction = self._by_token.get(token)
        if interaction is None or application_id != self.world.bot_id or not interaction.acknowledged:
            raise errors.unknown_webhook()
        if self.world.clock.time() - interaction.created > self.world.pace.token:
            raise errors.token_expired()
        self._in_channel(interaction)
        return interaction

    def _in_channel(self, interaction: Interaction) -> None:
        if interaction.channel_id not in self.world.channels:
            raise errors.unknown_channel()

    def follow_up(self, interaction: Interaction, raw: Json, uploads: Sequence[Upload] = ()) -> Message:
        """Answer ``POST /webhooks/…`` with a new message, or the deferred one, which keeps its visibility."""
        original = self.world.messages[interaction.channel_id].get(interaction.response_id or "")
        if original is not None and original.is_loading:
            return self._resolve(original, raw, uploads, ping=True)
        message = self._reply(interaction, raw, uploads)
        interaction.followups.append(message.id)
        return message

    def _resolve(self, message: Message, raw: Json, uploads: Sequence[Upload], *, ping: bool) -> Message:
        """Fill in the deferred answer."""
        world = self.world
        draft = world.reader.read(raw, uploads)
        draft.flags |= message.flags & ~MessageFlag.LOADING
        world.write(message, draft)
        world.announce(message, raw.get("allowed_mentions"), ping=ping)
        world.tell(MessageChanged(message, "update"))
        return message

    def find(self, interaction: Interaction, message_id: str) -> Message:
        """Return a message that this token can see and change."""
        if message_id == "@original":
            message_id = interaction.response_id or ""
        if message_id not in (interaction.response_id, interaction.message_id, *interaction.followups):
            raise errors.unknown_message()
        message = self.world.messages[interaction.channel_id].get(message_id)
        if message is None:
            raise errors.unknown_message()
        return message

    def edit(self, interaction: Interaction, message_id: str, raw: Json, uploads: Sequence[Upload] = ()) -> Message:
        """Answer ``PATCH /webhooks/…/messages/…``."""
        message = self.find(interaction, message_id)
        if message.is_loading:
            return self._resolve(message, raw, uploads, ping=False)
        self.world.rewrite(message, raw, uploads)
        return message

    def delete(self, interaction: Interaction, message_id: str) -> None:
        """Answer ``DELETE /webhooks/…/messages/…``."""
        self.world.remove(self.find(interaction, message_id))


def _focused_type(data: Json) -> int:
    for option in data.get("options", ()):
        if option.get("focused"):
            return int(option["type"])
        if "options" in option:
            return _focused_type(option)
    raise ValueError("no option has the focus")
