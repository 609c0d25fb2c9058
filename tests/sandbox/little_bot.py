"""A small bot that does a bit of everything a bot can do in the sandbox."""

from __future__ import annotations

import asyncio
import io
import re
import struct
import zlib

import discord
from discord import app_commands, ui


def picture(width: int = 3, height: int = 2) -> discord.File:
    """Return a small black PNG."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress((b"\0" + b"\0" * width) * height)
    data = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
    return discord.File(io.BytesIO(data), "picture.png", description="nothing to see")


class Counter(ui.DynamicItem[ui.Button[ui.LayoutView]], template=r"count:(?P<n>\d+)"):
    """A button whose id contains its number, so it also works after a restart."""

    def __init__(self, n: int) -> None:
        super().__init__(ui.Button(label=f"Count {n}", custom_id=f"count:{n}", style=discord.ButtonStyle.primary))
        self.n = n

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[ui.LayoutView], match: re.Match[str], /
    ) -> Counter:
        return cls(int(match["n"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(view=panel(self.n + 1))


class Choose(ui.DynamicItem[ui.Select[ui.LayoutView]], template=r"choose"):
    """A menu."""

    def __init__(self) -> None:
        options = [discord.SelectOption(label=name, value=name.lower(), emoji="🃏") for name in ("Copper", "Silver", "Gold")]
        super().__init__(ui.Select(custom_id="choose", placeholder="Treasures", options=options, max_values=2))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[ui.LayoutView], match: re.Match[str], /
    ) -> Choose:
        return cls()

    async def callback(self, interaction: discord.Interaction) -> None:
        values = interaction.data["values"]  # type: ignore[index,typeddict-item]
        await interaction.response.send_message(f"You chose {', '.join(values)}.", ephemeral=True)


def panel(n: int = 0, *, text: str = "The board", image: bool = False) -> ui.LayoutView:
    """Return a panel of Components V2."""
    view = ui.LayoutView(timeout=None)
    box: ui.Container[ui.LayoutView] = ui.Container(accent_colour=0x336699)
    box.add_item(ui.TextDisplay(f"{text} {n}"))
    box.add_item(ui.Separator())
    if image:
        box.add_item(ui.MediaGallery(discord.MediaGalleryItem("attachment://picture.png", description="a picture")))
    link: ui.Button[ui.LayoutView] = ui.Button(label="Rules", url="https://example.org/rules")
    box.add_item(ui.Section(ui.TextDisplay("Read"), accessory=link))
    row: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
    row.add_item(Counter(n))
    menu: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
    menu.add_item(Choose())
    view.add_item(box)
    view.add_item(row)
    view.add_item(menu)
    return view


class Questions(ui.Modal, title="Questions"):
    """A dialog with one of each."""

    note: ui.Label[Questions] = ui.Label(text="Note", component=ui.TextInput(custom_id="note", max_length=20))
    pace: ui.Label[Questions] = ui.Label(
        text="Pace",
        component=ui.RadioGroup(
            custom_id="pace",
            options=[discord.RadioGroupOption(label="Slow", value="slow"), discord.RadioGroupOption(label="Fast", value="fast")],
        ),
    )
    sets: ui.Label[Questions] = ui.Label(
        text="Sets",
        component=ui.CheckboxGroup(
            custom_id="sets",
            options=[discord.CheckboxGroupOption(label=name, value=name) for name in ("base", "alchemy", "empires")],
        ),
    )
    sure: ui.Label[Questions] = ui.Label(text="Sure", component=ui.Checkbox(custom_id="sure"))
    card: ui.Label[Questions] = ui.Label(
        text="Card",
        component=ui.Select(custom_id="card", options=[discord.SelectOption(label="Moat"), discord.SelectOption(label="Mine")]),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        parts: list[object] = []
        for label in (self.note, self.pace, self.sets, self.sure, self.card):
            component = label.component
            parts.append(component.values if hasattr(component, "values") else component.value)  # type: ignore[attr-defined]
        await interaction.response.send_message(f"Answers: {parts}")


class LittleBot(discord.Client):
    """The bot that the sandbox is tested with."""

    def __init__(self) -> None:
        # There is only one guild, so there's no need to wait two seconds for more.
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.05)
        self.tree = app_commands.CommandTree(self)
        self.resumed = 0
        self.log: list[str] = []
        self._add_commands()

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Counter, Choose)
        await self.tree.sync()

    async def on_resumed(self) -> None:
        self.resumed += 1

    def _add_commands(self) -> None:
        tree = self.tree
        game = app_commands.Group(name="game", description="Games")

        @game.command(description="Posts a panel")
        async def new(interaction: discord.Interaction, players: app_commands.Range[int, 2, 6] = 2) -> None:
            self.log.append(f"new {players} by {interaction.user.display_name} {interaction.permissions.value:x}")
            await interaction.response.send_message(view=panel(players, image=True), file=picture())

        @tree.command(description="Names a card")
        async def card(interaction: discord.Interaction, name: str, who: discord.User | None = None) -> None:
            await interaction.response.send_message(f"{name} for {who and who.display_name}", ephemeral=True)

        @card.autocomplete("name")
        async def names(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
            found = [name for name in ("Moat", "Mine", "Militia") if name.lower().startswith(current.lower())]
            return [app_commands.Choice(name=name, value=name) for name in found]

        @tree.command(description="Thinks, then tells in private")
        async def hand(interaction: discord.Interaction) -> None:
            await interaction.response.defer(ephemeral=True, thinking=True)
            await interaction.followup.send("Your hand")
            more = await interaction.followup.send("More of it", ephemeral=True, wait=True)
            await more.edit(content="Even more of it")
            await interaction.edit_original_response(content="Your hand, sorted", attachments=[picture()])

        @tree.command(description="Asks")
        async def ask(interaction: discord.Interaction) -> None:
            await interaction.response.send_modal(Questions())

        @tree.command(description="Is late")
        async def late(interaction: discord.Interaction) -> None:
            await asyncio.sleep(1.2)
            try:
                await interaction.response.send_message("Sorry")
            except discord.NotFound as error:
                self.log.append(f"late {error.code}")

        @tree.command(description="Answers twice")
        async def twice(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("Once")
            try:
                await self.http.request(
                    discord.http.Route("POST", f"/interactions/{interaction.id}/{interaction.token}/callback"),
                    json={"type": 4, "data": {"content": "Twice"}},
                )
            except discord.HTTPException as error:
                self.log.append(f"twice {error.code}")

        @tree.command(description="For managers only")
        @app_commands.default_permissions(manage_guild=True)
        @app_commands.guild_only()
        async def manage(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("Managed")

        tree.add_command(game)
