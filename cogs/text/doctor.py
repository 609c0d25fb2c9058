"""What the bot tells those who manage a server about how it is doing there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.catalogue import say, say_many
from engine.words import listed

COMMAND = say("Check that I have what I need on this server")
NEEDS: Mapping[str, tuple[str, str]] = {
    "view_channel": (say("View Channels"), say("find the table's channel")),
    "send_messages": (say("Send Messages"), say("post the board")),
    "create_public_threads": (say("Create Public Threads"), say("give games threads of their own")),
    "send_messages_in_threads": (say("Send Messages in Threads"), say("post in threads")),
    "attach_files": (say("Attach Files"), say("show pictures")),
    "read_message_history": (say("Read Message History"), say("find my own messages after an outage")),
}
"""Every permission that the bot needs: its name on Discord, and what the bot does with it."""
HEALTHY = say("I have every permission I need, here and wherever a game is.")
COMMANDS_OFF = say("Members can't use commands here. Allow **Use Application Commands** for everyone who should play.")
SERVERS_ONLY = say("Use `/doctor` in a channel of the server that you want to check.")


def title(server: str) -> str:
    return say("### Seneschal on {server}", server=server)


def lacking(channel: int, missing: Sequence[str]) -> str:
    """Say which permissions are missing in a channel, and what for."""
    needs = [say("**{permission}** (to {purpose})", permission=NEEDS[each][0], purpose=NEEDS[each][1]) for each in missing]
    return say("In <#{channel}>, allow me {needs}.", channel=channel, needs=listed(needs))


def more_channels(count: int) -> str:
    return say_many("I lack permissions in {count} more channel.", "I lack permissions in {count} more channels.", count)


def cut_off(channel: int) -> str:
    return say("<#{channel}> is gone. Its games go on in direct messages. Players can move them: `/game move`.", channel=channel)


def tables(games: int, lobbies: int) -> str:
    """Return how many tables there are."""
    playing = say_many("{count} game in progress", "{count} games in progress", games)
    return say("-# {playing}, {lobbies}", playing=playing, lobbies=say_many("{count} lobby", "{count} lobbies", lobbies))
