"""A thread of its own for a game: requested by the command or in the lobby, opened at the start, and never twice."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest

from cogs import SeneschalBot
from sandbox.components import SELECTS
from sandbox.model import ChannelType, Overwrite
from sandbox.permissions import Permission
from sandbox.server import Sandbox
from sandbox.testing import Crashes, Player, settled
from tables import TableService
from tests.cogs.conftest import in_a_process
from tests.cogs.kit import Reader, play_out
from tests.soak import some_of

GAME = "#Ada's game"


def threads(sandbox: Sandbox) -> list[str]:
    """Return the names of all threads."""
    return [str(each.name) for each in sandbox.world.channels.values() if each.type is ChannelType.PUBLIC_THREAD]


def forbid(sandbox: Sandbox, permission: Permission) -> None:
    """Take a permission away from the bot in the channel."""
    channel = next(each for each in sandbox.world.channels.values() if each.name == "table")
    channel.overwrites.append(Overwrite(sandbox.world.bot_id, 1, deny=int(permission)))


async def test_the_game_goes_to_its_thread_when_it_starts(
    sandbox: Sandbox, bot: SeneschalBot, host: TableService, ada: Player, ben: Player
) -> None:
    await ada.command("game new", thread=True, kingdom="Deck Top")
    lobby = await ada.sees("Ada's table", "The game moves to its own thread at the start")
    await ben.click("Join", on=lobby)
    assert threads(sandbox) == [], "no one needs it before"
    await ada.click("Start")
    await settled(sandbox)
    (game,) = await host.live()
    assert (game.place.channel, game.place.id) == (int(ada.channel().id), int(lobby.id))
    assert f"The board is in <#{lobby.id}>" in ada.now(lobby).text
    await ben.sees("piles empty", where=GAME)
    assert not any("piles empty" in shown.text for shown in ada.messages())
    thread = sandbox.world.channels[lobby.id]
    assert {ada.person.user.id, ben.person.user.id} <= {*thread.thread_members}
    await ben.command("game new")
    await ben.sees("Ben's table"), "the channel is free for another table"
    await ben.click("More…")
    await ben.click("Leave")
    readers = [Reader(ada), Reader(ben)]
    for player in (ada, ben):
        player.where = GAME
    await play_out(sandbox, readers, turns=1)
    await ada.command("game resign")
    await ada.click("Resign")
    await ben.click("Rematch")
    await ben.sees("Ben's table", where=GAME)
    assert threads(sandbox) == ["Ada's game"]
    for player in (ada, ben):
        player.where = "#table"
    assert any("Last kingdom: Deck Top" in each for each in await ada.suggestions("game new", "kingdom", kingdom="last"))
    await ada.command("game new", kingdom="Last kingdom")
    await ada.sees("Ada's table", "Deck Top")


async def test_with_closed_direct_messages_players_are_led_to_the_thread(
    sandbox: Sandbox, bot: SeneschalBot, host: TableService, ada: Player, ben: Player
) -> None:
    ben.person.user.dms_closed = True
    await ada.command("game new", thread=True, seats=2)
    lobby = await ada.sees("Ada's table")
    await ben.click("Join", on=lobby)
    closed = await ben.sees("The game gets its own thread when it starts. I'll ping you there.")
    await ada.click("Start")
    await settled(sandbox)
    (game,) = await host.live()
    if game.current == 0:
        await ada.command("game resign", where=GAME)  # so that the game waits for Ben, at least to read about its end
        await ada.click("Resign")
    await ben.sees(f"<@{ben.person.user.id}>", where=GAME)
    await ben.click("Try DMs again", on=closed)
    await ben.sees(f"The game is in <#{game.place.id}>. I'll ping you there.")


async def test_requested_in_the_lobby(sandbox: Sandbox, bot: SeneschalBot, host: TableService, ada: Player, ben: Player) -> None:
    await ada.command("game new")
    await ada.click("Add AI")
    await ada.click("More…")
    await ada.click("Table settings")
    (table,) = await host.live()
    panel = await ada.sees("### Table settings")
    await ada.select(f"s:{table.id}:0:opt:rules", "Own thread", on=panel)
    await ada.sees("The game moves to its own thread at the start")
    await ada.select(f"s:{table.id}:0:opt:rules", on=panel)
    await settled(sandbox)
    assert not (await host.table(table.id)).options.own_thread
    await ada.select(f"s:{table.id}:0:opt:rules", "Own thread", on=panel)
    await ada.click("Start")
    await ada.sees("piles empty", where=GAME)
    assert threads(sandbox) == ["Ada's game"]


async def test_where_another_table_has_the_channel_the_lobby_is_in_a_new_thread(
    sandbox: Sandbox, bot: SeneschalBot, host: TableService, ada: Player, ben: Player
) -> None:
    await ada.command("game new")
    await ben.command("game new")
    await ben.sees("There's already an open table here")
    await ben.command("game new", thread=True)
    await ben.sees("Your table is open in <#")
    await ben.sees("Ben's table", where="#Ben's game")
    await ben.command("game end", where="#Ben's game")
    await ben.command("game new", thread=True, kingdom="Random")
    await ben.sees("Your table is open in <#")
    await settled(sandbox)
    assert threads(sandbox) == ["Ben's game"], "a thread in which nothing was played is used again"
    await ada.click("Add AI", where="#table")
    await ben.command("game new", thread=True, where="#Ben's game")
    await ben.sees("There's already an open table here", where="#Ben's game")


async def test_in_a_thread_there_is_no_other(sandbox: Sandbox, bot: SeneschalBot, host: TableService, ada: Player) -> None:
    ada.where = sandbox.requests.create_thread(ada.channel("#table").id, {"name": "ours", "type": 11}).id
    await ada.command("game new", thread=True)
    await ada.click("More…")
    await ada.click("Table settings")
    (rules,) = (one for one in (await ada.sees("### Table settings")).components(*SELECTS) if one["custom_id"].endswith("rules"))
    assert "Own thread" not in [option["label"] for option in rules["options"]]
    await ada.click("Add AI")
    await ada.click("Start")
    await ada.sees("piles empty")
    assert threads(sandbox) == ["ours"]


@pytest.mark.parametrize("missing", [Permission.CREATE_PUBLIC_THREADS, Permission.SEND_MESSAGES_IN_THREADS])
async def test_without_the_permission_it_is_refused_kindly(
    sandbox: Sandbox, bot: SeneschalBot, host: TableService, ada: Player, missing: Permission
) -> None:
    forbid(sandbox, missing)
    await ada.command("game new", thread=True)
    await ada.sees("I can't open a thread here")
    assert await host.live() == []
    await ada.command("game new")
    await ada.click("More…")
    await ada.click("Table settings")
    (table,) = await host.live()
    await ada.select(f"s:{table.id}:0:opt:rules", "Own thread", on=await ada.sees("### Table settings"))
    await ada.sees("I can't open a thread here")
    assert not (await host.table(table.id)).options.own_thread


async def test_a_permission_lost_before_the_start_leaves_the_game_in_the_channel(
    sandbox: Sandbox, bot: SeneschalBot, host: TableService, ada: Player
) -> None:
    await ada.command("game new", thread=True)
    await ada.click("Add AI")
    forbid(sandbox, Permission.CREATE_PUBLIC_THREADS)
    await ada.click("Start")
    await ada.sees("I couldn't open a thread, so the game is in this channel")
    await ada.sees("piles empty")
    assert "The board is" not in (await ada.sees("Game started.")).text


@some_of("when, number", [("before", 1), ("after", 2)], [("after", 1), ("after", 4)])
async def test_killed_while_it_opens_the_thread(tmp_path: Path, when: Literal["before", "after"], number: int) -> None:
    async with in_a_process(tmp_path / "bot.db") as (sandbox, process):
        ada = Player(sandbox, "Ada", patient=True, timeout=20.0)
        await ada.command("game new", thread=True, seats=2)
        await ada.click("Add AI")
        await settled(sandbox)
        with Crashes(sandbox, process, [(sandbox.recorder.count + number, when)]) as crashes:
            lobby = await ada.sees("Ada's table", button="Start")
            await ada.click("Start", on=lobby)
            await crashes.over()
            await settled(sandbox, 0.5, 30.0)
        if "Start" in ada.now(lobby).buttons:
            await ada.click("Start", on=lobby)
        await ada.sees("'s turn 1", where=GAME)
        await settled(sandbox, 0.5, 30.0)
        assert crashes.hits and threads(sandbox) == ["Ada's game"]
        assert sum("'s turn 1" in shown.text for shown in ada.messages(GAME)) == 1
        assert f"The board is in <#{lobby.id}>" in ada.now(lobby).text
