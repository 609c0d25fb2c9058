"""When something works again, everything that shows it notices, and deleted messages come back, even lobbies."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from cogs import SeneschalBot
from cogs.commands.places import LULL
from cogs.messages import outbox
from cogs.text import setup as text_setup
from sandbox.model import Channel
from sandbox.permissions import Permission
from sandbox.server import Sandbox
from sandbox.testing import Player, Shown, settled
from settings import BotSettings
from tables import TableService
from tables.models import Spot
from tests.cogs.conftest import connected, hosting
from tests.cogs.kit import Reader
from tests.cogs.test_moving import begun, keep, learn, named, shut, the_game

LOBBY_LOST = "I can't post in this table's channel"


def lobbies(player: Player) -> list[Shown]:
    return [one for one in player.messages() if "Start" in str(one) and not one.ephemeral]


def delete(sandbox: Sandbox, shown: Shown) -> None:
    """Delete a message of the bot."""
    sandbox.world.remove(sandbox.world.messages[shown.json["channel_id"]][shown.id])


def counted(host: TableService, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that collects the tables whose place is recorded as lost."""
    noted: list[str] = []
    lose = host.lose_place

    async def lose_place(table: str, place: int, *, gone: bool) -> None:
        noted.append(table)
        await lose(table, place, gone=gone)

    monkeypatch.setattr(host, "lose_place", lose_place)
    return noted


def the_thread(sandbox: Sandbox) -> Channel:
    return next(each for each in sandbox.world.channels.values() if each.is_thread)


# lobbies


@pytest.mark.usefixtures("bot")
async def test_a_rematch_where_the_bot_can_t_post_is_refused_with_a_sentence(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player
) -> None:
    await begun(sandbox, ada, ben)
    await ada.command("game resign")
    await ada.click("Resign")
    score = await ada.sees(button="Replay")
    await settled(sandbox)
    shut(sandbox, Permission.SEND_MESSAGES)
    await ada.click(text_setup.REMATCH, on=score)
    assert (await ada.sees("I can't post in")).ephemeral
    assert await host.live() == []
    sandbox.world.set_overwrites(named(sandbox, "table"), [])
    await ada.click(text_setup.REMATCH, on=score)
    await ada.sees("table", button="Start")


@pytest.mark.usefixtures("bot")
async def test_a_lobby_that_is_shut_is_lost_and_found_again(sandbox: Sandbox, host: TableService, ada: Player, ben: Player) -> None:
    await ada.command("game new")
    await ben.click("Join")
    await settled(sandbox)
    shut(sandbox, Permission.SEND_MESSAGES)
    await ben.sees(LOBBY_LOST, where="DM")
    await ben.command("games", where="#garden")
    await ben.sees("I can't post in its channel", where="#garden")
    await settled(sandbox)
    assert (await the_game(host)).lost is not None
    delete(sandbox, lobbies(ada)[0])
    sandbox.world.set_overwrites(named(sandbox, "table"), [])
    await settled(sandbox)
    assert (await the_game(host)).lost is None
    assert not any(LOBBY_LOST in one.text for one in ben.messages("DM"))
    assert len(lobbies(ada)) == 1, "what was deleted meanwhile is there again"


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("by", ["game board", "game new"])
async def test_a_deleted_lobby_is_posted_again_on_request(by: str, sandbox: Sandbox, ada: Player, ben: Player) -> None:
    await ada.command("game new")
    await ben.click("Join")
    await settled(sandbox)
    delete(sandbox, lobbies(ada)[0])
    await ben.command(by)
    await settled(sandbox)
    assert len(lobbies(ada)) == 1
    await ada.click("Start", on=lobbies(ada)[0])
    await ada.sees("piles empty")


@pytest.mark.usefixtures("bot")
async def test_a_deleted_board_is_posted_again_on_request(
    sandbox: Sandbox, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "LOOKED", 0.0)
    await begun(sandbox, ada, ben)
    for _ in range(2):
        delete(sandbox, await ada.sees("piles empty"))
        await ben.command("game board")
        await settled(sandbox)
        assert sum("piles empty" in one.text for one in ada.messages()) == 1


# places that work again


async def test_a_timeout_that_is_over(sandbox: Sandbox, bot: SeneschalBot, host: TableService, ada: Player, ben: Player) -> None:
    await begun(sandbox, ada, ben)
    await bot.wait_until_ready()  # which makes the bot check all places
    sandbox.world.time_out(keep(sandbox), sandbox.world.bot, 1.0)
    await learn(sandbox, ada, ben)
    await learn(sandbox, ada, ben, lost=False)
    assert (await the_game(host)).lost is None


@pytest.mark.parametrize("act", ["game board", "My hand", "game log"])
async def test_whatever_someone_does_there_finds_a_place_again(
    act: str, sandbox: Sandbox, bot: SeneschalBot, host: TableService, ada: Player, ben: Player
) -> None:
    """Here, Discord reports nothing: the place was marked as lost by mistake, or the bot missed the event."""
    await begun(sandbox, ada, ben)
    board = await ada.sees("piles empty", button="My hand")
    table = await the_game(host)
    await host.lose_place(table.id, table.place.id, gone=False)
    await settled(sandbox)
    await (ben.command(act) if act.startswith("game") else ben.click(act, on=board))
    await settled(sandbox)
    assert (await the_game(host)).lost is None


@pytest.mark.parametrize("archived", [False, True])
async def test_a_locked_thread_is_shut_until_it_is_opened_again(
    archived: bool, sandbox: Sandbox, bot: SeneschalBot, host: TableService, ada: Player, ben: Player
) -> None:
    await begun(sandbox, ada, ben, thread=True)
    thread, world = the_thread(sandbox), sandbox.world
    world.edit_locks(thread, locked=True, archived=archived)
    await learn(sandbox, ada, ben)
    await next(reader for reader in map(Reader, (ada, ben)) if reader.asked).step()
    await settled(sandbox)
    assert (await the_game(host)).lost is not None
    world.edit_locks(thread, locked=False, archived=False)
    await learn(sandbox, ada, ben, lost=False)
    ada.where = thread.id
    await ada.sees("piles empty")


async def test_a_thread_locked_and_put_away_is_still_lost_after_a_restart(
    sandbox: Sandbox, settings: BotSettings, ada: Player, ben: Player
) -> None:
    async with hosting(settings) as host, connected(sandbox, host, settings):
        await begun(sandbox, ada, ben, thread=True)
        sandbox.world.edit_locks(the_thread(sandbox), locked=True, archived=True)
        await learn(sandbox, ada, ben)
    async with hosting(settings) as host, connected(sandbox, host, settings):
        await settled(sandbox)
        assert (await the_game(host)).lost is not None


# threads that can't be opened


@pytest.mark.usefixtures("bot")
async def test_a_server_full_of_threads_gets_a_sentence(sandbox: Sandbox, host: TableService, ada: Player, ben: Player) -> None:
    sandbox.world.pace = replace(sandbox.world.pace, threads=0)
    await ada.command("game new", thread=True)
    await ben.command("game new", thread=True)
    await ben.sees(text_setup.TOO_MANY_THREADS)
    await ben.click("Join")
    await ada.click("Start")
    await ada.sees(text_setup.WITHOUT_THREAD_TOO_MANY)
    await ada.sees("piles empty")


@pytest.mark.usefixtures("bot")
async def test_a_lost_place_is_noted_once_however_often_it_is_looked_at(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begun(sandbox, ada, ben)
    noted = counted(host, monkeypatch)
    shut(sandbox, Permission.SEND_MESSAGES)
    await learn(sandbox, ada, ben)
    for permission in (Permission.VIEW_CHANNEL, Permission.SEND_MESSAGES, Permission.VIEW_CHANNEL):
        shut(sandbox, permission)
        await settled(sandbox)
        await asyncio.sleep(2 * LULL)
    assert noted == [(await the_game(host)).id]


async def test_a_storm_of_events_leads_to_one_look_at_a_time(
    bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begun(sandbox, ada, ben)
    await bot.wait_until_ready()
    await asyncio.sleep(2 * LULL)
    await settled(sandbox)
    under_way, most, looked = 0, 0, 0

    async def slowly(spot: Spot) -> None:
        nonlocal under_way, most, looked
        under_way += 1
        most, looked = max(most, under_way), looked + 1
        await asyncio.sleep(3 * LULL)
        under_way -= 1

    monkeypatch.setattr(bot.whereabouts, "look", slowly)
    for permission in [Permission.ATTACH_FILES, Permission.EMBED_LINKS] * 5:
        shut(sandbox, permission)
        await asyncio.sleep(LULL / 2)
    await settled(sandbox)
    assert most == 1 and 2 <= looked <= 4
