"""Panels as Discord's components. discord.py hears of no clicks on them: an id says all that a click does, so the router takes each
click as it comes (`SeneschalBot.on_interaction`), for as long as the message exists."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Any

import discord
from discord import ui

from cogs.messages.kinds import Stamp
from cogs.panels.blocks import Attachment, Button, Dialog, Divider, Link, Menu, Panel, PeopleMenu, Row, Text

STYLES = {
    "primary": discord.ButtonStyle.primary,
    "secondary": discord.ButtonStyle.secondary,
    "success": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}


def layout(panel: Panel, stamp: Stamp | None = None) -> ui.LayoutView:
    """Return a fresh view of a panel, with the `stamp` of its message. It is stopped before it is sent, so that discord.py doesn't
    keep it. A sent message always has a box, whose ids are the stamp."""
    view = ui.LayoutView(timeout=None)
    boxed = panel.colour is not None or stamp is not None
    box: Any = ui.Container(accent_colour=panel.colour) if boxed else view
    for block in panel.blocks:
        match block:
            case Text(content):
                box.add_item(ui.TextDisplay(content))
            case Divider():
                box.add_item(ui.Separator())
            case Row(items):
                row: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
                for item in items:
                    row.add_item(button(item))
                box.add_item(row)
            case Menu():
                row = ui.ActionRow()
                row.add_item(menu(block))
                box.add_item(row)
            case Attachment(file, _, alt):
                if alt:
                    shown = discord.MediaGalleryItem(f"attachment://{file}", description=alt)
                    box.add_item(ui.MediaGallery(shown))
                else:
                    box.add_item(ui.File(f"attachment://{file}"))
            case PeopleMenu(id, placeholder, most):
                row = ui.ActionRow()
                row.add_item(ui.UserSelect(custom_id=str(id), placeholder=placeholder, max_values=most))
                box.add_item(row)
    if stamp is not None:
        box.id, box.children[0].id = stamp
    if boxed:
        view.add_item(box)
    view.stop()
    return view


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
    """Return the attachments of a message once it is edited to show a panel: a file that is `there` already stays, by its name; the
    panel's other files are uploaded, and the rest goes."""
    kept = {each.filename: each for each in there}
    return [kept.get(file.filename, file) for file in files(panel)]


def window(dialog: Dialog) -> ui.Modal:
    """Return a dialog. Its text comes back as an interaction of its own, by the dialog's id, even after a restart. A text to start
    with is cut to fit: an older release let people write more. Like a view, it is stopped before it is sent."""
    modal = ui.Modal(title=dialog.title, custom_id=str(dialog.id), timeout=None)
    field: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id="text",
        style=discord.TextStyle.long if dialog.wide else discord.TextStyle.short,
        placeholder=dialog.hint,
        default=fitting(dialog.value, dialog.longest) or None,
        max_length=dialog.longest,
    )
    modal.add_item(ui.Label(text=dialog.label, description=dialog.help or None, component=field))
    modal.stop()
    return modal


def fitting(line: str, most: int) -> str:
    """Return as much of a line as fits, up to a comma if there is one."""
    if len(line) <= most:
        return line
    return line[:most].rpartition(",")[0] or line[:most]


def button(item: Button | Link) -> ui.Item[Any]:
    """Return one button."""
    if isinstance(item, Link):
        return ui.Button(label=item.label, url=item.url)
    return ui.Button(label=item.label, custom_id=str(item.id), style=STYLES[item.style], disabled=item.disabled)


def menu(block: Menu) -> ui.Select[Any]:
    """Return one select menu."""
    options = [
        discord.SelectOption(label=c.label, value=c.value, description=c.description or None, default=c.default)
        for c in block.choices
    ]
    return ui.Select(
        custom_id=str(block.id),
        placeholder=block.placeholder,
        options=options,
        min_values=block.minimum,
        max_values=block.maximum,
        required=block.minimum > 0,
    )
