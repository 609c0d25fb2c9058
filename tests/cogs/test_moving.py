"""A game whose channel is gone or closed goes on, and its players move it elsewhere: through the sandbox, which sends the bot only
the events that Discord does."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Literal

import pytest

from cogs import SeneschalBot
from sandbox.events import ChannelChanged
from sandbox.model import Channel, ChannelType, Guild, Overwrite
from sandbox.permissions import EVERYONE, Permission
from sandbox.server import Sandbox
from sandbox.testing import Crashes, Player, settled, until
from settings import BotSettings
from tables import TableService, TableView
from tests.cogs.conftest import connected, hosting, in_a_process
from tests.cogs.kit import Reader, play_out, propose_end
from tests.soak import some_of

LOST = "This game has lost its channel"
SHUT = {"see": Permission.VIEW_CHANNEL, "write": Permission.SEND_MESSAGES}


@pytest.fixture
def cleo(sandbox: Sandbox) -> Player:
    return Player(sandbox, "Cleo")


def named(sandbox: Sandbox, name: str) -> Channel:
    """Return the channel with that name."""
    return next(each for each in sandbox.world.channels.values() if each.name == name)


def keep(sandbox: Sandbox) -> Guild:
    return next(iter(sandbox.world.guilds.values()))


def shut(sandbox: Sandbox, permission: Permission) -> None:
    """Take a permission away from the bot in the game's channel."""
    sandbox.world.set_overwrites(named(sandbox, "table"), [Overwrite(sandbox.world.bot_id, 1, deny=int(permission))])


async def begun(sandbox: Sandbox, *players: Player, thread: bool = False) -> None:
    """Start a game with these people; the first is its host."""
    await players[0].command("game new", thread=thread)
    for player in players[1:]:
        await player.click("Join")
    await players[0].click("Start")
    await settled(sandbox)


async def lost(sandbox: Sandbox, host: TableService, *, yes: bool = True) -> None:
    """Wait until the bot has noticed that its games have lost their channels (or have them again)."""
    async with asyncio.timeout(10.0):
        while any((table.lost is not None) is not yes for table in await host.live()):
            await settled(sandbox)
    await settled(sandbox)


async def the_game(host: TableService) -> TableView:
    (table,) = await host.live()
    return table


def told(player: Player) -> bool:
    """Return whether the player's own panel says that the game has lost its channel."""
    panel = Reader(player).panel
    return panel is not None and LOST in panel.text


async def learn(sandbox: Sandbox, *players: Player, lost: bool = True) -> None:
    """Wait until these people's own panels say that the game has lost its channel, or no longer say it."""
    for player in players:
        await until(sandbox, lambda: told(player) is lost, lambda: f"{player.name} wasn't told\n{player.screen('DM')}", 10.0)  # noqa: B023
    await settled(sandbox)


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("thread", [False, True])
async def test_the_channel_is_deleted_and_someone_moves_the_game(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player, thread: bool
) -> None:
    await begun(sandbox, ada, ben, thread=thread)
    ada.person.delete_channel(str((await the_game(host)).place.id))
    await learn(sandbox, ada, ben)
    for player in (ada, ben):
        assert len([shown for shown in player.messages("DM") if LOST in shown.text]) == 1
        player.where = "#garden"
    await play_out(sandbox, [Reader(ada), Reader(ben)], turns=2)
    assert ada.messages("#garden") == [], "it is played on in direct messages"
    await ben.command("games")
    assert "Board" not in (await ben.sees("has lost its channel")).buttons
    await ben.command("game move")
    assert (await ben.sees("The game now continues here")).ephemeral
    await ada.sees("piles empty", button="My hand")
    await learn(sandbox, ada, ben, lost=False)
    boards = [shown.text for shown in ada.messages("#garden") if "piles empty" in shown.text]
    assert len(boards) == 1, "one board, whatever went by unseen"
    await play_out(sandbox, [Reader(ada), Reader(ben)], turns=3)
    await ben.command("game log")
    await ben.sees("Fingerprint of the shuffle seed")
    await ada.command("game resign")
    await ada.click("Resign")
    await ada.sees(button="Replay")


@pytest.mark.usefixtures("bot")
async def test_a_thread_that_goes_with_its_channel(sandbox: Sandbox, host: TableService, ada: Player, ben: Player) -> None:
    await begun(sandbox, ada, ben, thread=True)
    ada.person.delete_channel(named(sandbox, "table").id)
    await learn(sandbox, ada, ben)
    assert (await the_game(host)).lost is not None


@pytest.mark.parametrize("how", ["see", "write"])
async def test_a_channel_that_is_shut_to_the_bot_and_opened_again(
    sandbox: Sandbox, bot: SeneschalBot, host: TableService, ada: Player, ben: Player, how: str
) -> None:
    await begun(sandbox, ada, ben)
    shut(sandbox, SHUT[how])
    if how == "see":  # Discord doesn't report it: the bot notices when it has something to show
        await next(reader for reader in map(Reader, (ada, ben)) if reader.asked).step()
    await learn(sandbox, ada, ben)
    await play_out(sandbox, [Reader(ada), Reader(ben)], turns=1)
    sandbox.world.set_overwrites(named(sandbox, "table"), [])
    await learn(sandbox, ada, ben, lost=False)
    turn = (await the_game(host)).turn
    boards = [shown for shown in ada.messages() if "piles empty" in shown.text]
    assert len(boards) == 1 and boards[0].id == ada.messages()[-1].id
    numbers = [f"{name} {number}:**" for number in (1, 2) for name in ("Ada", "Ben")]
    assert sum(number in boards[0].text for number in numbers) == turn, "what went by unseen is told"


async def test_from_a_closed_channel_a_game_can_be_brought_elsewhere_and_back(
    sandbox: Sandbox, bot: SeneschalBot, host: TableService, ada: Player, ben: Player
) -> None:
    await begun(sandbox, ada, ben)
    shut(sandbox, Permission.SEND_MESSAGES)
    await learn(sandbox, ada, ben)
    await ben.command("game move")
    await ben.sees("I can't post here")
    await ben.command("game move", where="#garden")
    await ben.sees("piles empty", where="#garden")
    old = await ada.sees("This game continues in <#")
    assert not old.buttons
    sandbox.world.set_overwrites(named(sandbox, "table"), [])
    await settled(sandbox)
    assert (await the_game(host)).place.id == int(named(sandbox, "garden").id), "it stays where it was brought"
    await ben.command("game move")
    await ben.sees("You have no game to move here")
    await ada.command("game move")
    await ada.sees("piles empty", "'s turn")
    await settled(sandbox)
    assert "This game continues in <#" in (await ada.sees("continues in", where="#garden")).text
    assert sum("piles empty" in shown.text for shown in [*ada.messages(), *ada.messages("#garden")]) == 1


async def test_while_the_bot_was_away(sandbox: Sandbox, settings: BotSettings, ada: Player, ben: Player) -> None:
    async with hosting(settings) as host, connected(sandbox, host, settings):
        await begun(sandbox, ada, ben)
        await ada.command("game new", where="#garden")
    for name in ("table", "garden"):
        ada.person.delete_channel(named(sandbox, name).id)
    hall = sandbox.world.add_channel(keep(sandbox), "hall")
    async with hosting(settings) as host, connected(sandbox, host, settings):
        await learn(sandbox, ada, ben)
        assert (await the_game(host)).lost is not None
        await ada.sees("This table was closed", where="DM")
        await ben.command("game move", where=hall.id)
        await ben.sees("piles empty", where=hall.id)


@pytest.mark.usefixtures("bot")
async def test_a_lobby_goes_with_its_channel(sandbox: Sandbox, host: TableService, ada: Player, ben: Player) -> None:
    await ada.command("game new")
    await ben.click("Join")
    await settled(sandbox)
    ada.person.delete_channel(named(sandbox, "table").id)
    await ben.sees("This table was closed", where="DM")
    await settled(sandbox)
    assert await host.live() == []
    await ada.command("games", where="#garden")
    await ada.sees("### No games", where="#garden")


@pytest.mark.usefixtures("bot")
async def test_a_player_without_direct_messages_is_pinged_where_the_game_is_now(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player
) -> None:
    for player in (ada, ben):
        player.person.close_dms()
    await begun(sandbox, ada, ben)
    ada.person.delete_channel(named(sandbox, "table").id)
    await lost(sandbox, host)
    waiting = next(each.person for each in (await the_game(host)).awaited)
    called, mover = (ada, ben) if int(ada.person.user.id) == waiting else (ben, ada)
    mover.where = called.where = "#garden"
    await called.command("game hand")
    panel = await called.sees(LOST, button="Resign…")
    assert panel.ephemeral and "hand:**" in panel.text, "a command finds the game that has lost its channel"
    before = len(called.pings)
    await mover.command("game move")
    await called.click("My hand", on=await called.sees(f"<@{called.person.user.id}>", button="My hand"))
    assert len(called.pings) == before + 1 and not mover.pings[1:]
    await called.sees("hand:**", without=[LOST])


@pytest.mark.usefixtures("bot")
async def test_without_a_channel_a_game_can_be_ended_and_given_up(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player, cleo: Player
) -> None:
    await begun(sandbox, ada, ben, cleo)
    ada.person.delete_channel(named(sandbox, "table").id)
    await learn(sandbox, ada, ben, cleo)
    await cleo.click("Resign…", on=Reader(cleo).panel)
    await cleo.click("Resign", where="DM")
    await ada.click("End game…", on=Reader(ada).panel)
    await ada.click("Propose", on=await ada.sees("### Propose to end this game?", where="DM"))
    await ada.sees("I've pinged Ben.", "The game ends when everyone agrees", where="DM")
    await settled(sandbox)
    await ben.command("game substitute", where="#garden")
    await ben.sees("Move it with `/game move`", where="#garden")
    await ben.click("Agree", on=Reader(ben).panel)
    await ada.sees("Game over in your game with Ben and Cleo", where="DM")
    await settled(sandbox)
    assert await host.live() == []


@pytest.mark.usefixtures("bot")
async def test_no_one_is_led_where_others_cannot_follow(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player, cleo: Player
) -> None:
    await begun(sandbox, ada, ben)
    await ben.command("game move", where="#garden")
    await ben.sees("You have no game to move here", where="#garden")
    den = sandbox.world.add_channel(keep(sandbox), "den", [Overwrite(ada.person.user.id, 1, deny=int(Permission.VIEW_CHANNEL))])
    hall = sandbox.world.add_channel(keep(sandbox), "hall", [Overwrite(ben.person.user.id, 1, deny=int(Permission.VIEW_CHANNEL))])
    ada.person.delete_channel(named(sandbox, "table").id)
    await learn(sandbox, ada, ben)
    await ada.command("game move", where=hall.id)
    await ada.sees("Ben can't see this channel", where=hall.id)
    await cleo.command("game move", where="#garden")
    await cleo.sees("You have no game to move here", where="#garden")
    await cleo.command("game new", where="#garden")
    await ben.command("game move", where="#garden")
    await ben.sees("There's already a game here", where="#garden")
    assert den.overwrites, "the server's owner sees every channel"
    await ben.command("game move", where=den.id)
    await ben.sees("piles empty", where=den.id)


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("invitable", [True, False])
async def test_a_game_moves_to_a_private_thread_only_with_its_players(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player, invitable: bool
) -> None:
    await begun(sandbox, ada, ben)
    world, parent = sandbox.world, named(sandbox, "table")
    inside = {world.bot_id: world.clock.time(), ada.person.user.id: world.clock.time()}
    thread = Channel(
        world.new_id(), ChannelType.PRIVATE_THREAD, "secret", parent.guild_id, parent_id=parent.id, owner_id=ada.person.user.id,
        archive_changed=world.clock.time(), thread_members=inside, invitable=invitable,
    )  # fmt: skip
    world.channels[thread.id] = thread
    world.tell(ChannelChanged(thread, "create"))
    await settled(sandbox)
    await ada.command("game move", where=thread.id)
    await settled(sandbox)
    assert ((await the_game(host)).place.id == int(thread.id)) is invitable
    if invitable:
        assert await ben.sees("piles empty", where=thread.id)
    else:
        assert await ada.sees("Ben can't see this channel", where=thread.id)


@pytest.mark.usefixtures("bot")
async def test_of_several_games_one_is_chosen(sandbox: Sandbox, host: TableService, ada: Player, ben: Player, cleo: Player) -> None:
    await begun(sandbox, ada, ben)
    for player in (ada, cleo):
        player.where = "#garden"
    await begun(sandbox, ada, cleo)
    hall = sandbox.world.add_channel(keep(sandbox), "hall")
    for name in ("table", "garden"):
        ada.person.delete_channel(named(sandbox, name).id)
    await lost(sandbox, host)
    ada.where = hall.id
    await ada.command("game move")
    panel = await ada.sees("Which game?")
    await ada.click(next(label for label in panel.buttons if "Cleo" in label), on=panel)
    await ada.sees("The game now continues here")
    await settled(sandbox)
    moved = await host.table_at(int(hall.id))
    assert moved is not None and [seat.name for seat in moved.seats] == ["Ada", "Cleo"]
    assert sum("piles empty" in shown.text for shown in ada.messages()) == 1


async def test_put_out_of_the_server_and_back(
    sandbox: Sandbox, bot: SeneschalBot, host: TableService, ada: Player, ben: Player
) -> None:
    world = sandbox.world
    await begun(sandbox, ada, ben)
    await ada.command("game new", where="#garden")
    member = keep(sandbox).members[world.bot_id]
    world.leave(keep(sandbox), world.bot)
    await learn(sandbox, ada, ben)
    assert len(await host.live()) == 1, "the lobby is closed, the game isn't"
    world.join(keep(sandbox), world.bot, [keep(sandbox).roles[role] for role in member.roles])
    await learn(sandbox, ada, ben, lost=False)
    await play_out(sandbox, [Reader(ada), Reader(ben)], turns=1)
    await ada.sees("piles empty")


async def test_put_out_of_the_server_the_game_may_go_on_in_another(
    sandbox: Sandbox, bot: SeneschalBot, host: TableService, ada: Player, ben: Player, cleo: Player
) -> None:
    world = sandbox.world
    other = world.add_guild("Elsewhere", ben.person.user)
    world.add_channel(other, "yard")
    world.join(other, world.bot, [world.add_role(other, "Seneschal", int(EVERYONE), managed_by=world.bot_id)])
    await begun(sandbox, ada, ben)
    ben.where = "#yard"
    await ben.command("game move")
    await ben.sees("You have no game to move here")
    world.leave(keep(sandbox), world.bot)
    await learn(sandbox, ada, ben)
    await propose_end(ben)
    shown = await ben.sees("The game ends when everyone agrees")
    assert "End it now" not in shown.buttons, "who manages this server has no power over another's games"
    await ben.command("game move")
    await ben.sees("Ada can't see this channel")
    world.join(other, ada.person.user)
    await ben.command("game move")
    await ben.sees("piles empty", where="#yard")
    await ada.sees("piles empty", where="#yard")


@some_of("when, number", [("after", 1), ("before", 3)], [("before", 1), ("after", 2), ("after", 4)])
async def test_killed_while_the_game_moves(tmp_path: Path, when: Literal["before", "after"], number: int) -> None:
    async with in_a_process(tmp_path / "bot.db") as (sandbox, process):
        ada, ben = (Player(sandbox, name, patient=True, timeout=20.0) for name in ("Ada", "Ben"))
        for player in (ada, ben):
            player.person.close_dms()
        await begun(sandbox, ada, ben)
        with Crashes(sandbox, process, [(sandbox.recorder.count + number, when)]) as crashes:
            ada.person.delete_channel(named(sandbox, "table").id)
            for player in (ada, ben):
                player.where = "#garden"
            await ben.command("game move")
            await crashes.at_rest()
            await settled(sandbox, 0.5, 30.0)
        await ada.sees("'s turn 1", button="My hand")
        await settled(sandbox, 0.5, 30.0)
        assert sum("'s turn 1" in shown.text for shown in ada.messages()) == 1
        calls = [ping for player in (ada, ben) for ping in player.pings if ping.channel_id == named(sandbox, "garden").id]
        assert len(calls) <= 1 and (calls or not ada.pings[1:])
