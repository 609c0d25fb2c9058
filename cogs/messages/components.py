"""Panels as Discord's components. discord.py doesn't handle clicks on them: an id says everything that a click does, so the router
handles each click itself (`SeneschalBot.on_interaction`), for as long as the message exists."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Any

import discord
from discord import ui

from cogs.messages.kinds import Stamp
from cogs.panels.blocks import Attachment, Block, Button, Dialog, Divider, Link, Menu, MenuChoice, Panel, PeopleMenu, Row, Text

STYLES = {style.name: style.value for style in discord.ButtonStyle}
ROW, BUTTON, MENU, PEOPLE, TEXT, GALLERY, FILE, DIVIDER, BOX = (
    discord.ComponentType[name].value
    for name in (
        *("action_row", "button", "select", "user_select"),
        *("text_display", "media_gallery", "file", "separator", "container"),
    )
)

Json = dict[str, Any]


class Drawn(ui.LayoutView):
    """A view of components that are already in Discord's form, without a discord.py object for each. It counts as finished, so
    discord.py just sends it, without setting anything up."""

    timeout = None

    def __init__(self, components: list[Json]) -> None:
        self._components = components

    def is_finished(self) -> bool:
        return True

    def is_dispatchable(self) -> bool:
        return False

    def to_components(self) -> list[Json]:
        return self._components

    def has_components_v2(self) -> bool:
        return True


def layout(panel: Panel, stamp: Stamp | None = None) -> Drawn:
    """Return a panel as a view, with the `stamp` of the message it is sent in. A newly sent message always has a box, whose ids are
    the stamp."""
    blocks = [component(block) for block in panel.blocks]
    if panel.colour is None and stamp is None:
        return Drawn(blocks)
    box: Json = {"type": BOX, "accent_color": panel.colour, "components": blocks}
    if stamp is not None:
        box["id"], blocks[0]["id"] = stamp
    return Drawn([box])


def component(block: Block) -> Json:
    """Return one block of a panel in Discord's form."""
    match block:
        case Text(content):
            return {"type": TEXT, "content": content}
        case Divider():
            return {"type": DIVIDER}
        case Row(items):
            return {"type": ROW, "components": [button(item) for item in items]}
        case Menu():
            return {"type": ROW, "components": [menu(block)]}
        case Attachment(file, _, alt):
            media = {"url": f"attachment://{file}"}
            return {"type": GALLERY, "items": [{"media": media, "description": alt}]} if alt else {"type": FILE, "file": media}
        case PeopleMenu(id, placeholder, most):
            people = {"type": PEOPLE, "custom_id": str(id), "placeholder": placeholder, "max_values": most}
            return {"type": ROW, "components": [people]}


def stamp_on(message: discord.Message) -> Stamp | None:
    """Return the stamp of one of our messages, if it has one."""
    box = message.components[0] if message.components else None
    if not isinstance(box, discord.Container) or not box.children:
        return None
    return Stamp(box.id or 0, getattr(box.children[0], "id", None) or 0)


def files(panel: Panel) -> list[discord.File]:
    """Return the files to send along with a panel's view."""
    return [discord.File(BytesIO(each.data), each.file) for each in panel.blocks if isinstance(each, Attachment)]


def attachments(panel: Panel, there: Sequence[discord.Attachment]) -> list[discord.File | discord.Attachment]:
    """Return the attachments of a message once it is edited to show a panel: a file whose name is `there` already stays; the
    panel's other files are uploaded, and the rest are removed."""
    kept = {each.filename: each for each in there}
    return [kept.get(file.filename, file) for file in files(panel)]


def window(dialog: Dialog) -> ui.Modal:
    """Return a dialog. Its text arrives as a separate interaction, with the dialog's id, even after a restart. The text in it is
    cut to fit, since an older release let people write more. Like a view, it is stopped before it is sent."""
    modal = ui.Modal(title=dialog.title, custom_id=str(dialog.id), timeout=None)
    field: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id="text",
        style=discord.TextStyle.long if dialog.wide else discord.TextStyle.short,
        placeholder=dialog.hint,
        default=fitting(dialog.value, dialog.longest) or None,
        max_length=dialog.longest,
        required=not dialog.optional,
    )
    modal.add_item(ui.Label(text=dialog.label, description=dialog.help or None, component=field))
    modal.stop()
    return modal


def fitting(line: str, most: int) -> str:
    """Return as much of a line as fits, up to a comma if there is one."""
    if len(line) <= most:
        return line
    return line[:most].rpartition(",")[0] or line[:most]


def button(item: Button | Link) -> Json:
    """Return one button in Discord's form."""
    if isinstance(item, Link):
        return {"type": BUTTON, "style": STYLES["link"], "label": item.label, "url": item.url}
    style = STYLES[item.style]
    return {"type": BUTTON, "style": style, "label": item.label, "custom_id": str(item.id), "disabled": item.disabled}


def menu(block: Menu) -> Json:
    """Return one select menu in Discord's form."""
    return {
        "type": MENU,
        "custom_id": str(block.id),
        "placeholder": block.placeholder,
        "options": [option(choice) for choice in block.choices],
        "min_values": block.minimum,
        "max_values": block.maximum,
        "required": block.minimum > 0,
    }


def option(choice: MenuChoice) -> Json:
    """Return one choice of a menu in Discord's form."""
    described = {"description": choice.description} if choice.description else {}
    return {"label": choice.label, "value": choice.value, "default": choice.default, **described}
