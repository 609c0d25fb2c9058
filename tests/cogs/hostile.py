"""What a hostile client could send: any id, by anyone, on any message, as a button, a menu or a window; and its effects."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sandbox.commands import STRING, SUBCOMMAND
from sandbox.components import BUTTON, LABEL, ROW, STRING_SELECT, TEXT_INPUT, walk
from sandbox.model import Interaction, InteractionType, Json, Message, MessageFlag
from sandbox.server import Sandbox
from sandbox.testing import Player


@dataclass(frozen=True)
class Told:
    """What the bot sent in answer to one interaction."""

    interaction: Interaction
    sent: tuple[Json, ...]

    @property
    def text(self) -> str:
        """Return all its words."""
        parts = [one.get("content") for body in self.sent for one in walk(body.get("components") or [])]
        return "\n".join(str(part) for part in parts if part)

    @property
    def kept_private(self) -> bool:
        """Return whether all new messages went to only one person."""
        return all((body.get("flags") or 0) & MessageFlag.EPHEMERAL for body in self.sent if "components" in body)


def pressed(custom_id: str) -> Json:
    """Return a button."""
    return {"type": BUTTON, "id": 1, "custom_id": custom_id, "style": 2, "label": "·", "disabled": False}


def menu(custom_id: str, *values: str) -> Json:
    """Return a menu of these values."""
    options = [{"label": value[:100] or "·", "value": value} for value in values]
    limits = {"min_values": 1, "max_values": 1, "disabled": False}
    return {"type": STRING_SELECT, "id": 1, "custom_id": custom_id, "options": options, **limits}


def forge(
    sandbox: Sandbox,
    player: Player,
    message: Message,
    custom_id: str,
    *,
    chosen: Sequence[str] | None = None,
    written: str | None = None,
) -> Interaction:
    """Send what was pressed, `chosen` or `written`, as if the message had that control."""
    data: dict[str, Any] = {"custom_id": custom_id}
    kind, seen, parent = InteractionType.COMPONENT, None, None
    mine, channel = player.person.user.id, sandbox.world.channels[message.channel_id]
    if written is not None:
        parent = Interaction(sandbox.world.new_id(), "", kind, mine, channel.id, {}, 0.0, message.id, message)
        kind = InteractionType.MODAL
        field = {"type": TEXT_INPUT, "id": 2, "custom_id": "text", "value": written}
        data["components"] = [{"type": LABEL, "id": 1, "component": field}]
    else:
        component = pressed(custom_id) if chosen is None else menu(custom_id, *chosen)
        data |= {"component_type": component["type"], "id": 1} | ({} if chosen is None else {"values": list(chosen)})
        seen = sandbox.world.message_json(message) | {"components": [{"type": ROW, "id": 99, "components": [component]}]}
    return sandbox.interactions.send(kind, mine, channel, data, message=message, seen=seen, parent=parent)


def told(sandbox: Sandbox, interaction: Interaction) -> Told:
    """Return everything sent in answer so far."""
    with_token = [one for one in sandbox.recorder.exchanges[-300:] if interaction.token in one.path]
    bodies = [one.body for one in with_token if isinstance(one.body, dict) and one.status < 300]
    return Told(interaction, tuple(body.get("data") or {} if "type" in body else body for body in bodies))


def type_in(sandbox: Sandbox, player: Player, command: str, where: str | None = None, **options: str) -> Interaction:
    """Send a command with texts that no client would let anyone type, however long."""
    id, path = player._find_command(command, where)
    values: list[Json] = [{"type": STRING, "name": name, "value": value} for name, value in options.items()]
    for step in reversed(path):
        values = [{"type": SUBCOMMAND, "name": step, "options": values}]
    data = {"id": id, "name": command.split()[0], "type": 1, "options": values}
    return sandbox.interactions.send(InteractionType.COMMAND, player.person.user.id, player.channel(where), data, name=command)
