"""`Person`: everything a user can do. The page and the test driver both use it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from . import payloads
from .commands import BOOLEAN, CHANNEL, INTEGER, MENTIONABLE, NUMBER, ROLE, STRING, USER, find_option
from .components import (
    BUTTON,
    CHECKBOX,
    CHECKBOX_GROUP,
    FILE_UPLOAD,
    LABEL,
    RADIO_GROUP,
    ROW,
    SELECTS,
    STRING_SELECT,
    TEXT_INPUT,
    walk,
)
from .errors import NotPossible
from .events import Read
from .interactions import Interactions
from .limits import MAX_CONTENT
from .model import Channel, Interaction, InteractionType, Json, Message, Modal, User
from .permissions import Permission
from .world import World

Value = str | int | float | bool


class Person:
    """A user of the sandbox; impossible acts raise `NotPossible`."""

    def __init__(self, world: World, interactions: Interactions, user: User) -> None:
        self.world = world
        self.interactions = interactions
        self.user = user

    # Looking ---------------------------------------------------------------------------------------------------------

    def channels(self) -> list[Channel]:
        """Return the channels, threads and DMs on my screen."""
        return [one for one in self.world.channels.values() if self.world.can_see(self.user.id, one)]

    def channel(self, channel_id: str) -> Channel:
        channel = self.world.channels.get(channel_id)
        if channel is None or not self.world.can_see(self.user.id, channel):
            raise NotPossible("You can't see this channel.")
        return channel

    def messages(self, channel: Channel) -> list[Message]:
        """Return what I see in a channel, oldest first."""
        found = self.world.messages[channel.id].values()
        return [one for one in found if self.world.visible_to(self.user.id, one)]

    def message(self, message_id: str) -> Message:
        for channel in self.channels():
            message = self.world.messages[channel.id].get(message_id)
            if message is not None and self.world.visible_to(self.user.id, message):
                return message
        raise NotPossible("You can't see this message.")

    def unread(self, channel: Channel) -> list[str]:
        return self.world.unread[self.user.id].get(channel.id, [])

    def pings(self, channel: Channel) -> int:
        """Return the number in the red badge."""
        known = self.world.messages[channel.id]
        return sum(self.user.id in known[one].pinged for one in self.unread(channel) if one in known)

    @property
    def modal(self) -> Modal | None:
        """Return the dialog on my screen."""
        return self.interactions.modals.get(self.user.id)

    # Clicking --------------------------------------------------------------------------------------------------------

    def click(self, message_id: str, custom_id: str, *, seen: Json | None = None) -> Interaction:
        """Press a button. ``seen`` is the message as my screen still shows it, if it has changed since."""
        message, component = self._component(message_id, custom_id, seen)
        if component["type"] != BUTTON:
            raise NotPossible("That isn't a button.")
        return self._component_interaction(message, component, seen, {})

    def select(self, message_id: str, custom_id: str, values: Sequence[str], *, seen: Json | None = None) -> Interaction:
        """Choose in a select menu."""
        message, component = self._component(message_id, custom_id, seen)
        if component["type"] not in SELECTS:
            raise NotPossible("That isn't a menu.")
        self._check_selection(component, values)
        channel = self.world.channels[message.channel_id]
        resolved = self._resolve(channel, values) if component["type"] != STRING_SELECT else {}
        data = {"values": list(values), **({"resolved": resolved} if resolved else {})}
        return self._component_interaction(message, component, seen, data)

    def _component(self, message_id: str, custom_id: str, seen: Json | None) -> tuple[Message, Json]:
        message = self.message(message_id)
        components = message.components if seen is None else seen["components"]
        component = payloads.find_component(components, custom_id)
        if component is None:
            raise NotPossible("This message no longer has that button or menu.")
        if component.get("disabled"):
            raise NotPossible("That is disabled.")
        return message, component

    def _component_interaction(self, message: Message, component: Json, seen: Json | None, extra: Json) -> Interaction:
        named = {key: component[key] for key in ("id", "custom_id")}
        data = {"component_type": component["type"], **named, **extra}
        channel = self.world.channels[message.channel_id]
        kind = InteractionType.COMPONENT
        return self.interactions.send(kind, self.user.id, channel, data, message=message, seen=seen)

    @staticmethod
    def _check_selection(component: Json, values: Sequence[str]) -> None:
        least, most = component.get("min_values", 1), component.get("max_values", 1)
        if component.get("required") is False and not values:
            return
        if not least <= len(values) <= most or len(set(values)) < len(values):
            raise NotPossible(f"Choose {least}." if least == most else f"Choose {least} to {most}.")
        if "options" in component and not {*values} <= {option["value"] for option in component["options"]}:
            raise NotPossible("That isn't one of the options.")

    def _resolve(self, channel: Channel, ids: Sequence[str]) -> Json:
        """Return the users, members, roles and channels behind ids, as Discord resolves them."""
        world = self.world
        guild = world.guilds.get(channel.guild_id or "")
        made: Json = {}
        for one in ids:
            if one in world.users:
                made.setdefault("users", {})[one] = payloads.user(world.users[one])
                if guild and one in guild.members:
                    member = payloads.member(guild.members[one], world.users[one])
                    held = str(world.permissions(one, channel))
                    kept = {key: value for key, value in member.items() if key not in ("user", "deaf", "mute")}
                    made.setdefault("members", {})[one] = {**kept, "permissions": held}
            elif guild and one in guild.roles:
                made.setdefault("roles", {})[one] = payloads.role(guild.roles[one])
            elif one in world.channels:
                found = world.channels[one]
                held = str(world.permissions(self.user.id, found))
                made.setdefault("channels", {})[one] = {**world.channel_json(found), "permissions": held}
            else:
                raise NotPossible("There is no such user, role or channel.")
        return made

    # Commands --------------------------------------------------------------------------------------------------------

    def commands(self, channel: Channel | None = None) -> list[Json]:
        return self.world.commands_for(self.user.id, channel)

    def command(
        self, channel_id: str, command_id: str, path: Sequence[str] = (), options: Mapping[str, Value] | None = None
    ) -> Interaction:
        """Send a slash command with its options."""
        channel, command, data = self._command(channel_id, command_id, path, options or {}, focused=None)
        name = " ".join([command["name"], *path])
        return self.interactions.send(InteractionType.COMMAND, self.user.id, channel, data, name=name)

    async def autocomplete(
        self, channel_id: str, command_id: str, path: Sequence[str], options: Mapping[str, Value], focused: str
    ) -> list[Json]:
        """Type in an option and return the bot's proposals."""
        channel, _, data = self._command(channel_id, command_id, path, options, focused=focused)
        interaction = self.interactions.send(InteractionType.AUTOCOMPLETE, self.user.id, channel, data)
        await interaction.answered.wait()
        if interaction.choices is None:
            raise NotPossible("Loading options failed.")
        return interaction.choices

    def _command(
        self, channel_id: str, command_id: str, path: Sequence[str], options: Mapping[str, Value], focused: str | None
    ) -> tuple[Channel, Json, Json]:
        channel = self.channel(channel_id)
        command = next((one for one in self.commands(channel) if one["id"] == command_id), None)
        arguments = find_option(command, list(path)) if command else None
        if command is None or arguments is None:
            raise NotPossible("There is no such command here.")
        if unknown := set(options) - {one["name"] for one in arguments}:
            raise NotPossible(f"There is no option “{min(unknown)}”.")
        values: list[Json] = []
        for argument in arguments:
            name = argument["name"]
            if name == focused:
                values.append({"type": argument["type"], "name": name, "value": options.get(name, ""), "focused": True})
            elif name in options:
                value = options[name] if focused else _check_argument(argument, options[name])
                values.append({"type": argument["type"], "name": name, "value": value})
            elif argument.get("required") and focused is None:
                raise NotPossible(f"The option “{name}” is required.")
        named = [one["value"] for one in values if one["type"] in (USER, CHANNEL, ROLE, MENTIONABLE)]
        resolved = self._resolve(channel, named) if focused is None else {}
        for index in range(len(path) - 1, -1, -1):
            kind = 2 if index < len(path) - 1 else 1
            values = [{"type": kind, "name": path[index], "options": values}]
        data: Json = {"id": command["id"], "name": command["name"], "type": command["type"], "options": values}
        if resolved:
            data["resolved"] = resolved
        if "guild_id" in command:
            data["guild_id"] = command["guild_id"]
        return channel, command, data

    # Modals ----------------------------------------------------------------------------------------------------------

    def submit(self, modal_id: str, values: Mapping[str, object]) -> Interaction:
        """Submit the dialog on my screen with these values by custom id; other fields keep their defaults."""
        modal = self._my_modal(modal_id)
        known = {one["custom_id"] for one in walk(modal.components) if "custom_id" in one}
        if unknown := set(values) - known:
            raise NotPossible(f"The dialog has no field {min(unknown)}.")
        components = [_filled(component, values) for component in modal.components]
        data = {"custom_id": modal.custom_id, "components": components}
        source = modal.source
        channel = self.world.channels[modal.channel_id]
        return self.interactions.send(InteractionType.MODAL, self.user.id, channel, data, message=source.message, parent=source)

    def cancel(self, modal_id: str) -> None:
        """Close the dialog; the bot doesn't hear about it."""
        self.interactions.close_modal(self._my_modal(modal_id))

    def _my_modal(self, modal_id: str) -> Modal:
        if self.modal is None or self.modal.id != modal_id:
            raise NotPossible("That dialog is closed.")
        return self.modal

    def delete_channel(self, channel_id: str) -> None:
        """Delete a channel or a thread, with everything in it."""
        channel = self.channel(channel_id)
        wanted = Permission.MANAGE_THREADS if channel.is_thread else Permission.MANAGE_CHANNELS
        if channel.guild_id is None or not self.world.permissions(self.user.id, channel) & wanted:
            raise NotPossible("You can't delete this channel.")
        self.world.remove_channel(channel)

    # The rest --------------------------------------------------------------------------------------------------------

    def open_dm(self) -> Channel:
        return self.world.open_dm(self.user.id)

    def close_dms(self, closed: bool = True) -> None:
        """Set “no direct messages from server members”."""
        self.world.set_dms_closed(self.user, closed)

    def read(self, channel_id: str) -> None:
        """Look at a channel, which marks it as read."""
        channel = self.channel(channel_id)
        if self.world.unread[self.user.id].pop(channel.id, None):
            self.world.tell(Read(self.user.id, channel.id))

    def dismiss(self, message_id: str) -> None:
        """Dismiss an ephemeral message."""
        message = self.message(message_id)
        if message.audience is None:
            raise NotPossible("Others can see this message, too.")
        self.world.remove(message)

    def say(self, channel_id: str, content: str) -> Message:
        """Write a chat message."""
        channel = self.channel(channel_id)
        if not self.world.can_send(self.user.id, channel):
            raise NotPossible("You can't write here.")
        if not 0 < len(content) <= MAX_CONTENT:
            raise NotPossible(f"A message can have 1 to {MAX_CONTENT} characters.")
        if channel.archived:
            self.world.unarchive(channel)
        message = self.world.new_message(channel, self.user.id)
        message.content = content
        self.world.publish(message, None)
        return message


def _check_argument(argument: Json, value: Value) -> Value:
    """Return an option's value if Discord's client would send it."""
    kind, name = argument["type"], argument["name"]
    fitting: dict[int, type | tuple[type, ...]] = {INTEGER: int, NUMBER: (int, float), BOOLEAN: bool}
    fits = isinstance(value, fitting.get(kind, str)) and (kind == BOOLEAN or not isinstance(value, bool))
    choices = argument.get("choices")
    if not fits or (choices and value not in [choice["value"] for choice in choices]):
        raise NotPossible(f"“{value}” doesn't fit the option “{name}”.")
    size = len(value) if isinstance(value, str) else value
    low, high = ("min_length", "max_length") if kind == STRING else ("min_value", "max_value")
    if size < argument.get(low, size) or size > argument.get(high, 6000 if kind == STRING else size):
        raise NotPossible(f"“{value}” is too small or too large for the option “{name}”.")
    return value


def _filled(component: Json, values: Mapping[str, object]) -> Json:
    """Return a modal's component as Discord submits it."""
    kind = component["type"]
    made: Json = {"type": kind, "id": component["id"]}
    if kind == ROW:
        made["components"] = [_filled(one, values) for one in component["components"]]
    elif kind == LABEL:
        made["component"] = _filled(component["component"], values)
    elif "custom_id" in component:
        made["custom_id"] = component["custom_id"]
        made.update(_field(component, values.get(component["custom_id"])))
    return made


def _field(component: Json, given: object) -> Json:
    kind = component["type"]
    required = component.get("required") is not False
    defaults = [option["value"] for option in component.get("options", ()) if option.get("default")]
    if kind == TEXT_INPUT:
        text = component.get("value", "") if given is None else str(given)
        least, most = component.get("min_length", 0), component.get("max_length", 4000)
        if (required and not text) or (text and len(text) < least) or len(text) > most:
            raise NotPossible(f"Write {max(least, int(required))} to {most} characters.")
        return {"value": text}
    if kind == CHECKBOX:
        return {"value": bool(component.get("default") if given is None else given)}
    if kind == RADIO_GROUP:
        value = given or (defaults[0] if defaults else None)
        if (value is None and required) or (value and value not in [one["value"] for one in component["options"]]):
            raise NotPossible("Choose one.")
        return {"value": value}
    chosen = [str(one) for one in given] if isinstance(given, (list, tuple)) else defaults
    if kind in (*SELECTS, CHECKBOX_GROUP) and (chosen or required):
        Person._check_selection(component, chosen)
    elif kind == FILE_UPLOAD and required:
        raise NotPossible("Uploading files isn't possible here.")
    return {"values": chosen}
