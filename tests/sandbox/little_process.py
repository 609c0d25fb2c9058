"""The little bot in its own process."""

import os

import discord
import yarl

from tests.sandbox.little_bot import LittleBot


def run() -> None:
    """Run it with the settings in the environment."""
    discord.http.Route.BASE = os.environ["DISCORD_API_URL"]
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["DISCORD_GATEWAY_URL"])
    LittleBot().run(os.environ["DISCORD_TOKEN"], log_handler=None)
