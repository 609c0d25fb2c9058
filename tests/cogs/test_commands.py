"""The commands as Discord is told them."""

from __future__ import annotations

from pathlib import Path

from discord import app_commands

from cogs import SeneschalBot

README = Path(__file__).parents[2] / "README.md"


async def test_the_readme_tells_of_every_command_and_of_no_other(bot: SeneschalBot) -> None:
    own = {f"/{each.qualified_name}" for each in bot.tree.walk_commands() if not isinstance(each, app_commands.Group)}
    table = README.read_text().partition("## Commands")[2].partition("\n## ")[0]
    assert {line.split("`")[1] for line in table.splitlines() if line.startswith("| `")} == own
