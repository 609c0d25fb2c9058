"""A small bot that posts every kind of message, for the page's tests and for looking at the page."""

import asyncio
import io
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import discord
from discord import app_commands, ui
from discord.gateway import DiscordWebSocket
from discord.http import Route
from PIL import Image, ImageDraw
from yarl import URL

from sandbox.server import Sandbox

CARDS = ("Cellar", "Market", "Merchant", "Militia", "Mine", "Moat", "Remodel", "Smithy", "Village", "Workshop")
TEXT = """# Heading one
## Heading two
### Heading three
Some **bold**, *italic*, __underlined__, ~~struck~~, `code` and ||a secret|| text; ***bold italic***, snake_case_stays.
-# Subtext is small and faint
> A quote with a [named link](https://example.org/rules)
> and a second line
- First
- Second
  - Nested **item**
1. One
2. Two
```
Copper   46  $0
Silver   40  $3
Province  8  $8
```
<script>alert('no')</script> & <b>no markup</b>, 2 * 3 * 4 \\*stars\\* https://example.org/a_b_c."""


def picture(width: int, height: int, words: str, colour: str = "#3b5a4c") -> discord.File:
    """Return a drawn picture with an alternative text."""
    image = Image.new("RGB", (width, height), colour)
    draw = ImageDraw.Draw(image)
    for step in range(0, width, 60):
        draw.rectangle((step + 6, 10, step + 54, height - 10), outline="#e8dcb8", width=2)
    draw.text((12, height // 2), words, fill="white")
    data = io.BytesIO()
    image.save(data, "PNG")
    data.seek(0)
    return discord.File(data, f"{words.replace(' ', '_')}.png", description=words)


def menu(names: Sequence[str]) -> list[discord.SelectOption]:
    return [discord.SelectOption(label=name, description=f"Costs ${len(name) % 4 + 2}", emoji="🃏") for name in names]


class Form(ui.Modal, title="Table settings"):
    """A dialog with every kind of field."""

    intro: ui.TextDisplay[Any] = ui.TextDisplay("Choose how the table is **kept**.")
    name: ui.Label[Any] = ui.Label(
        text="Name", description="How the table is called", component=ui.TextInput(max_length=20, required=True)
    )
    edition: ui.Label[Any] = ui.Label(
        text="Edition",
        component=ui.RadioGroup(
            options=[
                discord.RadioGroupOption(label="Second", value="2", description="2016 and later", default=True),
                discord.RadioGroupOption(label="First", value="1"),
            ]
        ),
    )
    sets: ui.Label[Any] = ui.Label(
        text="Sets",
        component=ui.CheckboxGroup(
            options=[discord.CheckboxGroupOption(label=name, value=name) for name in ("Base", "Alchemy", "Empires")],
            max_values=2,
        ),
    )
    cards: ui.Label[Any] = ui.Label(
        text="Cards",
        component=ui.Select(
            options=[discord.SelectOption(label=name) for name in CARDS], min_values=0, max_values=3, required=False
        ),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        fields: list[Any] = [label.component for label in (self.name, self.edition, self.sets, self.cards)]
        name, edition, sets, cards = fields
        words = f"name={name.value} edition={edition.value} sets={','.join(sets.values)} cards={','.join(cards.values)}"
        await interaction.response.send_message(words, ephemeral=True)


def button(label: str, custom_id: str, style: discord.ButtonStyle = discord.ButtonStyle.secondary, **more: Any) -> ui.Button[Any]:
    return ui.Button(label=label, custom_id=custom_id, style=style, **more)


def board(clicks: int = 0) -> ui.LayoutView:
    """Return every kind of Components V2."""
    style = discord.ButtonStyle
    view = ui.LayoutView(timeout=None)
    container: ui.Container[Any] = ui.Container(accent_colour=discord.Colour(0xC9A227))
    container.add_item(ui.TextDisplay(f"## First Game\nTurn {clicks}: **Ada** to play · waits <t:1900000000:R>"))
    container.add_item(ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png", description="The supply: ten piles")))
    container.add_item(ui.Separator(spacing=discord.SeparatorSpacing.large))
    section: ui.Section[Any] = ui.Section(accessory=button("Look", "look"))
    section.add_item(ui.TextDisplay("**Ada** 5 cards in hand\n-# 3 Copper in play"))
    container.add_item(section)
    thumb: ui.Section[Any] = ui.Section(accessory=ui.Thumbnail("attachment://board.png", description="Ben's last card"))
    thumb.add_item(ui.TextDisplay("**Ben** discarded a Smithy"))
    container.add_item(thumb)
    container.add_item(ui.Separator())
    row: ui.ActionRow[Any] = ui.ActionRow()
    row.add_item(button("Play Treasures", "treasures", style.primary))
    row.add_item(button("Buy", "buy", style.success, emoji="🪙"))
    row.add_item(button("Resign", "resign", style.danger))
    row.add_item(button("Undo", "undo", disabled=True))
    row.add_item(ui.Button(label="Rules", url="https://example.org/rules"))
    container.add_item(row)
    pick: ui.ActionRow[Any] = ui.ActionRow()
    pick.add_item(ui.Select(custom_id="pick", placeholder="Discard down to 3", options=menu(CARDS), min_values=2, max_values=2))
    container.add_item(pick)
    one: ui.ActionRow[Any] = ui.ActionRow()
    one.add_item(ui.Select(custom_id="one", placeholder="Gain a card", options=menu(CARDS[:4])))
    container.add_item(one)
    view.add_item(container)
    view.add_item(ui.TextDisplay("-# Text below the container"))
    return view


class DemoBot(discord.Client):
    """Answers everything that is pressed; each command shows one thing."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.05)
        self.tree = app_commands.CommandTree(self)
        self.clicks = 0
        add_commands(self)

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        if interaction.type is not discord.InteractionType.component:
            return
        data: Any = interaction.data
        match data["custom_id"]:
            case "treasures" | "reset":
                self.clicks += 1
                await interaction.response.edit_message(view=board(self.clicks))
            case "buy":
                await asyncio.sleep(0.5)
                await interaction.response.send_message("You bought a **Silver**.", ephemeral=True)
            case "look":
                await interaction.response.send_modal(Form())
            case "resign":
                pass  # "This interaction failed"
            case "classic":
                await interaction.response.send_message("Pressed.", ephemeral=True)
            case _:
                await interaction.response.send_message(f"You chose {', '.join(data['values'])}.", ephemeral=True)


def add_commands(bot: DemoBot) -> None:
    game = app_commands.Group(name="game", description="Games", guild_only=True)
    show = app_commands.Group(name="show", description="Show one kind of message")
    bot.tree.add_command(game)
    bot.tree.add_command(show)

    async def cards(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=name, value=name) for name in CARDS if current.lower() in name.lower()]

    @game.command(name="new", description="Sets up a table in this channel")
    @app_commands.describe(seats="How many play", kingdom="Which kingdom", card="A card that must be in", open="Who may join")
    @app_commands.choices(
        kingdom=[app_commands.Choice(name="First Game", value="first"), app_commands.Choice(name="Random", value="random")]
    )
    @app_commands.autocomplete(card=cards)
    async def new(
        interaction: discord.Interaction,
        seats: app_commands.Range[int, 2, 6],
        kingdom: str | None = None,
        card: str | None = None,
        open: bool = True,
        rival: discord.User | None = None,
    ) -> None:
        await interaction.response.send_message(f"seats={seats} kingdom={kingdom} card={card} open={open} rival={rival}")

    @game.command(name="board", description="Shows the board")
    async def show_board(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(view=board(), file=picture(900, 420, "board", "#2b4a3f"))

    @game.command(name="slow", description="Thinks for a second, then answers")
    async def slow(interaction: discord.Interaction) -> None:
        await interaction.response.defer(thinking=True)
        await asyncio.sleep(1)
        await interaction.followup.send("Here it is.")

    @game.command(name="silent", description="Never answers")
    async def silent(interaction: discord.Interaction) -> None:
        return None

    @show.command(name="text", description="Markdown, all of it")
    async def text(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(TEXT)

    @show.command(name="mentions", description="Mentions, times, places")
    async def mentions(interaction: discord.Interaction) -> None:
        channel = interaction.channel_id
        where = f"https://discord.com/channels/{interaction.guild_id or '@me'}/{channel}"
        first = [message async for message in interaction.channel.history(limit=100, oldest_first=True)][:1]  # type: ignore[union-attr]
        jump = f" [the first message]({where}/{first[0].id})" if first else ""
        await interaction.response.send_message(
            f"{interaction.user.mention}, see <#{channel}> or {where}{jump}; try </game new:1>; "
            "<t:1900000000:F>, <t:1900000000:R> 🎉"
        )

    @show.command(name="mine", description="A message that only you see")
    async def mine(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Your hand: Copper ×3, Estate ×2", ephemeral=True)

    @show.command(name="classic", description="An embed, pictures, a file and classic buttons")
    async def classic(interaction: discord.Interaction) -> None:
        embed = discord.Embed(title="Village", url="https://example.org", description="**+1 Card** · +2 Actions", colour=0x2F6F62)
        embed.add_field(name="Cost", value="$3").add_field(name="Type", value="Action").add_field(name="Pile", value="10 left")
        embed.set_author(name="Rules").set_footer(text="Second edition").set_thumbnail(url="attachment://thumb.png")
        view = ui.View(timeout=None)
        view.add_item(button("A very long label that has to wrap on a telephone's narrow window", "classic"))
        files = [picture(200, 200, "thumb"), picture(500, 300, "one", "#733"), picture(500, 300, "two", "#337")]
        files.append(discord.File(io.BytesIO(b"turn 1\n" * 300), "replay.txt"))
        await interaction.response.send_message("Content **above** it all", embed=embed, files=files, view=view)

    @show.command(name="direct", description="A direct message")
    async def direct(interaction: discord.Interaction) -> None:
        try:
            await interaction.user.send("It is your turn.")
            await interaction.response.send_message("Look at your direct messages.", ephemeral=True)
        except discord.Forbidden:
            await interaction.response.send_message("Your DMs are closed.", ephemeral=True)

    @show.command(name="ping", description="Pings someone, here")
    async def ping(interaction: discord.Interaction, who: discord.User) -> None:
        await interaction.response.send_message("Pinging.", ephemeral=True)
        await interaction.channel.send(f"{who.mention}, it is your turn.")  # type: ignore[union-attr]

    @show.command(name="thread", description="A thread from a message")
    async def thread(interaction: discord.Interaction) -> None:
        answer = await interaction.response.send_message("The game has a thread of its own:")
        assert isinstance(interaction.channel, discord.TextChannel) and answer.message_id is not None
        made = await interaction.channel.create_thread(name="First Game of Ada", message=discord.Object(answer.message_id))
        await made.send("Welcome to the thread.")

    @show.command(name="replace", description="A message that is edited, then deleted")
    async def replace(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("First words")
        await asyncio.sleep(0.5)
        await interaction.edit_original_response(content="Second words")
        await asyncio.sleep(1)
        await interaction.delete_original_response()

    @show.command(name="many", description="Thirty messages")
    async def many(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Counting")
        for number in range(30):
            await interaction.channel.send(f"Line {number}")  # type: ignore[union-attr]


@asynccontextmanager
async def running(sandbox: Sandbox) -> AsyncIterator[DemoBot]:
    """Connect the bot to the sandbox."""
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = sandbox.api_url, URL(sandbox.gateway_url)
    bot = DemoBot()
    task = asyncio.create_task(bot.start(sandbox.token))
    try:
        async with asyncio.timeout(15):
            await _ready(bot, task)
        yield bot
    finally:
        await bot.close()
        await asyncio.gather(task, return_exceptions=True)
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = before


async def _ready(bot: DemoBot, task: "asyncio.Task[None]") -> None:
    while not bot.is_ready():
        if task.done():
            task.result()
        await asyncio.sleep(0.02)
