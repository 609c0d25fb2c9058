"""The little bot in a process of its own."""

import os

import discord
import yarl

from tests.sandbox.little_bot import LittleBot


def run() -> None:
    """Run it as the environment says."""
    discord.http.Route.BASE = os.environ["DISCORD_API_URL"]
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["DISCORD_GATEWAY_URL"])
    LittleBot().run(os.environ["DISCORD_TOKEN"], log_handler=None)
