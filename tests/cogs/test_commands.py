"""The commands as Discord gets them."""

from __future__ import annotations

from pathlib import Path

from discord import app_commands

from cogs import SeneschalBot

ONE_LINE = 44
"""How many letters of a command's or a field's description a phone shows."""
README = Path(__file__).parents[2] / "README.md"


async def test_the_readme_lists_every_command_and_no_other(bot: SeneschalBot) -> None:
    own = {f"/{each.qualified_name}" for each in bot.tree.walk_commands() if not isinstance(each, app_commands.Group)}
    table = README.read_text().partition("## Commands")[2].partition("\n## ")[0]
    assert {line.split("`")[1] for line in table.splitlines() if line.startswith("| `")} == own


async def test_what_commands_and_their_fields_say_fits_on_a_phone(bot: SeneschalBot) -> None:
    said = []
    for each in bot.tree.walk_commands():
        said.append(each.description)
        said += [field.description for field in each.parameters] if isinstance(each, app_commands.Command) else []
    assert [str(words) for words in said if len(str(words)) > ONE_LINE] == []
