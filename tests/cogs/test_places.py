"""Where a game is: channels, threads, places where the bot isn't allowed to post, and Discord's rate limits."""

from __future__ import annotations

import re

from cogs import SeneschalBot
from sandbox.limits import Pace
from sandbox.model import Overwrite
from sandbox.permissions import Permission
from sandbox.server import Sandbox
from sandbox.testing import Player, settled
from tests.cogs.kit import Reader, buy_and_end, heading, is_hand, play_out


async def test_a_thread_is_a_place_of_its_own_and_wakes_when_archived(
    bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player
) -> None:
    parent = ada.channel("#table")
    thread = sandbox.requests.create_thread(parent.id, {"name": "our game", "type": 11})
    await ada.command("game new")
    for player in (ada, ben):
        player.where = thread.id
    await ada.command("game new")
    await ben.click("Join")
    await ada.click("Start")
    await settled(sandbox)
    (there,) = [table for table in await bot.tables.live() if table.place.thread is not None]
    assert (there.place.channel, there.place.id) == (int(parent.id), int(thread.id))
    sandbox.requests.edit_channel(thread.id, {"archived": True})
    me = next(reader for reader in (Reader(ada), Reader(ben)) if reader.asked)
    assert me.panel is not None
    await buy_and_end(me.player, "buy:Copper", on=me.panel)
    await ada.sees("→ Copper", button="My hand")
    assert not sandbox.world.channels[thread.id].archived


async def test_where_the_bot_cant_post_no_table_is_opened(bot: SeneschalBot, sandbox: Sandbox, ada: Player) -> None:
    guild = next(iter(sandbox.world.guilds.values()))
    denied = Overwrite(sandbox.world.bot_id, 1, deny=int(Permission.SEND_MESSAGES))
    sandbox.world.add_channel(guild, "hall", [denied])
    await ada.command("game new", where="#hall")
    assert (await ada.sees("I can't post here", where="#hall")).ephemeral
    assert await bot.tables.live() == []


async def test_discords_rates_make_messages_late_but_not_wrong(
    sandbox: Sandbox, bot: SeneschalBot, ada: Player, ben: Player
) -> None:
    sandbox.world.pace = Pace(per_channel_window=0.5)
    await ada.command("game new", seats=3)
    await ben.click("Join")
    await ada.click("Add AI")
    await ada.click("Start")
    await play_out(sandbox, [Reader(ada), Reader(ben)], turns=3)
    await settled(sandbox, 1.0, 30.0)
    (board,) = [shown for shown in ada.messages() if "My hand" in shown.buttons]
    assert board.id == ada.messages()[-1].id
    assert heading(board) == "### Ben's turn 4"
    turns = re.findall(r"\*\*(\w+ \d+):\*\*", "\n".join(shown.text for shown in ada.messages()))
    assert len(turns) == len(set(turns)) >= 3
    assert sum(is_hand(shown) for shown in ada.messages("DM")) == 1
