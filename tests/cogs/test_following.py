"""People without a seat follow a game privately, hear once about its end, and look back at what was public."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest

from sandbox.events import ChannelChanged
from sandbox.model import Channel, ChannelType, Overwrite
from sandbox.permissions import Permission
from sandbox.server import Sandbox
from sandbox.testing import Crashes, Player, Shown, settled
from tables import Options, Person, Place, TableService
from tables.commands import lobby
from tests.cogs.conftest import in_a_process
from tests.cogs.game import PILES, Scene
from tests.cogs.test_moving import keep
from tests.soak import some_of

When = Literal["before", "after"]


@pytest.fixture
def dan(sandbox: Sandbox) -> Player:
    return Player(sandbox, "Dan")


def told(player: Player) -> list[Shown]:
    """Return the messages that tell a follower about the end of a game."""
    return [shown for shown in player.messages("DM") if "You followed this game" in shown.text]


async def end(sandbox: Sandbox, ada: Player, ben: Player) -> None:
    """End the game by Ada's resignation."""
    await ada.command("game resign")
    await ada.click("Resign")
    await ben.sees("Ben wins", button="Rematch")
    await settled(sandbox)


@pytest.mark.usefixtures("bot")
async def test_a_follower_hears_about_the_end_once_and_about_nothing_else(scene: Scene, sandbox: Sandbox, dan: Player) -> None:
    await scene.begin(*PILES)
    ada, ben = scene.players
    await dan.command("game follow")
    shown = await dan.sees("You're following this game", button="Stop following")
    assert shown.ephemeral
    me, _ = await scene.in_turn_order()
    await scene.buy(me, "buy:Copper")
    await scene.end(me)
    await settled(sandbox)
    assert not dan.messages("DM") and not dan.pings
    await end(sandbox, ada, ben)
    (message,) = told(dan)
    assert f"### Game over in <#{ada.channel().id}>: Ben wins" in message.text and message.buttons[0] == "Look back"
    assert len(dan.pings) == 1
    assert await scene.host.followers.of(scene.id) == []
    await dan.click("Look back", on=message, where="DM")
    log = await dan.sees(f"**{me.name} 1:** ", where="DM")
    assert "Follow" not in log.buttons and "You " not in log.text
    assert not told(ada) and not told(ben)


@pytest.mark.usefixtures("bot")
async def test_following_and_stopping_by_the_log_s_button(scene: Scene, sandbox: Sandbox, dan: Player) -> None:
    await scene.begin(*PILES)
    ada, ben = scene.players
    await ada.click("Log")
    assert "Follow" not in (await ada.sees("Fingerprint of the shuffle seed")).buttons, "who plays hears of the end anyway"
    await dan.click("Log")
    log = await dan.sees("Fingerprint of the shuffle seed")
    await dan.click("Follow", on=log)
    shown = await dan.sees("You're following this game")
    assert "Fingerprint" in dan.now(log).text, "they read on"
    await dan.click("Stop following", on=shown)
    shown = await dan.sees("You aren't following this game any more")
    await dan.click("Follow", on=shown)
    await dan.command("games")
    await dan.click("Followed games")
    listed = await dan.sees("### Games that you follow", f"<#{ada.channel().id}> with Ada and Ben")
    await dan.select("Stop following", "Ada and Ben", on=listed)
    await dan.sees("### No followed games")
    await end(sandbox, ada, ben)
    assert not dan.messages("DM")


@pytest.mark.usefixtures("bot")
async def test_with_closed_direct_messages_nothing_is_said_anywhere(scene: Scene, sandbox: Sandbox, dan: Player) -> None:
    await scene.begin(*PILES)
    ada, ben = scene.players
    dan.person.user.dms_closed = True
    await dan.command("game follow")
    await dan.sees("You're following this game")
    await end(sandbox, ada, ben)
    assert not dan.pings and not any("You followed" in shown.text for shown in ada.messages())
    assert await scene.host.followers.of(scene.id) == []
    assert dan.person.user.id not in "".join(shown.text for shown in ada.messages())


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("how", ["channel", "server"])
async def test_a_follower_who_can_no_longer_see_the_place_hears_nothing_about_it(
    scene: Scene, sandbox: Sandbox, dan: Player, how: str
) -> None:
    await scene.begin(*PILES)
    ada, ben = scene.players
    await dan.command("game follow")
    await dan.sees("You're following this game")
    if how == "channel":
        sandbox.world.set_overwrites(ada.channel(), [Overwrite(dan.person.user.id, 1, deny=int(Permission.VIEW_CHANNEL))])
    else:
        del keep(sandbox).members[dan.person.user.id]
    await settled(sandbox)
    await end(sandbox, ada, ben)
    assert not told(dan) and not dan.pings
    assert await scene.host.followers.of(scene.id) == []


@pytest.mark.usefixtures("bot")
async def test_a_followers_list_leaves_out_what_they_can_no_longer_see(scene: Scene, sandbox: Sandbox, dan: Player) -> None:
    await scene.begin(*PILES)
    ada, _ = scene.players
    await dan.command("game follow")
    await dan.sees("You're following this game")
    dan.person.open_dm()
    await dan.command("games", where="DM")
    await dan.click("Followed games", where="DM")
    await dan.sees("### Games that you follow", "with Ada and Ben", where="DM")
    sandbox.world.set_overwrites(ada.channel(), [Overwrite(dan.person.user.id, 1, deny=int(Permission.VIEW_CHANNEL))])
    await settled(sandbox)
    await dan.command("games", where="DM")
    await dan.click("Followed games", where="DM")
    await dan.sees("### No followed games", where="DM")


@pytest.mark.usefixtures("bot")
async def test_a_follower_who_has_taken_a_seat_hears_about_the_end_as_a_player(scene: Scene, sandbox: Sandbox, dan: Player) -> None:
    await scene.begin(*PILES)
    ada, ben = scene.players
    await dan.command("game follow")
    await dan.sees("You're following this game")
    await ben.command("game substitute", person=dan.person.user.id)
    await ben.click("Propose")
    call = await dan.sees("Dan would take over Ben's seat")
    for player in (dan, ada):
        await player.click("Agree", on=call)
    await dan.sees("hand:**", where="DM")
    await ada.command("game resign")
    await ada.click("Resign")
    await dan.sees("Game over", where="DM")
    await settled(sandbox)
    assert not told(dan) and await scene.host.followers.of(scene.id) == []


@pytest.mark.usefixtures("bot")
async def test_a_spectator_looks_back_turn_by_turn_at_what_was_public(scene: Scene, sandbox: Sandbox, dan: Player) -> None:
    await scene.begin(*PILES)
    ada, ben = scene.players
    me, other = await scene.in_turn_order()
    await scene.buy(me, "buy:Copper")
    await scene.end(me)
    await scene.buy(other, "buy:Silver")
    await scene.end(other)
    await settled(sandbox)
    for running in (True, False):
        if not running:
            await end(sandbox, ada, ben)
            await dan.click("More…", on=await dan.sees(button="Rematch"))
        await dan.click("Log")
        await dan.select("Details of…", f"{me.name} 1", on=await dan.sees("Fingerprint of the shuffle seed"))
        first = await dan.sees("**Turn 1: ", button="Next turn")
        assert "Previous turn" not in first.buttons
        assert f"{me.name} buys Copper." in first.text and f"{me.name} draws 5 cards." in first.text and "You " not in first.text
        await dan.click("Next turn", on=first)
        second = await dan.sees("**Turn 1: ", f"{other.name} buys Silver.")
        assert "draws 5 cards" in second.text and "You " not in second.text
        await dan.click("Previous turn", on=second)
        await dan.sees(f"{me.name} buys Copper.")
        await settled(sandbox)


@pytest.mark.usefixtures("bot")
async def test_where_there_is_nothing_to_follow_it_says_so(scene: Scene, sandbox: Sandbox, host: TableService, dan: Player) -> None:
    await dan.command("game follow")
    await dan.sees("Use `/game follow` in the channel of the game")
    ada, _ = scene.players
    await ada.command("game new")
    await dan.command("game follow")
    await dan.sees("The game hasn't started")
    await scene.players[1].click("Join")
    await ada.click("Start")
    await settled(sandbox)
    await ada.command("game follow")
    await ada.sees("You already have a seat in this game")
    await dan.command("help")
    await dan.click("Follow", on=await dan.sees("Ada and Ben are playing here"))
    await dan.sees("You're following this game", button="Stop following")
    assert await host.live()


MOMENTS = some_of(
    "when, number",
    [("after", 5), ("before", 8), ("after", 8)],
    [(when, number) for when in ("before", "after") for number in range(1, 9)],
)
"""Kills around the end of a game, and around the message to a follower."""


@MOMENTS
@pytest.mark.parametrize("late", [False, True], ids=["soon", "late"])
async def test_a_follower_hears_about_the_end_once_whenever_the_bot_is_killed(
    tmp_path: Path, when: When, number: int, late: bool
) -> None:
    async with in_a_process(tmp_path / "bot.db") as (sandbox, process):
        if late:
            sandbox.world.pace = replace(sandbox.world.pace, nonce=0.0)
        ada, ben, dan = (Player(sandbox, name, patient=True, timeout=20.0) for name in ("Ada", "Ben", "Dan"))
        await ada.command("game new")
        await ben.click("Join")
        await ada.click("Start")
        await settled(sandbox, 0.3)
        await dan.command("game follow")
        await dan.sees("You're following this game")
        await ada.command("game resign")
        panel = await ada.sees("### Resign this game?")
        await settled(sandbox, 0.3)
        with Crashes(sandbox, process, [(sandbox.recorder.count + number, when)]) as crashes:
            await ada.click("Resign", on=panel)
            await settled(sandbox, 0.5, 30.0)
            await crashes.at_rest()
        await ben.sees("Ben wins", button="Rematch")
        await settled(sandbox, 0.5, 30.0)
        assert len(told(dan)) == len(dan.pings) == 1


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("kind", [ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD])
async def test_a_list_asks_discord_only_once_about_each_archived_thread_and_still_knows_who_is_in_it(
    sandbox: Sandbox, host: TableService, ada: Player, dan: Player, kind: ChannelType
) -> None:
    world, parent, me = sandbox.world, ada.channel(), dan.person.user.id
    for number in range(3):
        thread = Channel(
            world.new_id(), kind, "den", parent.guild_id, parent_id=parent.id, owner_id=me, archive_changed=world.clock.time(),
            thread_members={world.bot_id: world.clock.time(), me: world.clock.time()},
        )  # fmt: skip
        world.channels[thread.id] = thread
        world.tell(ChannelChanged(thread, "create"))
        await settled(sandbox)
        place = Place(guild=int(keep(sandbox).id), channel=int(parent.id), thread=int(thread.id))
        opened = await host.new_table(place, Person(id=int(ada.person.user.id), name="Ada"), Options(), action=f"{number}")
        for command in (lobby.add_ai(), lobby.start()):
            await host.act(opened.table.id, int(ada.person.user.id), command, action=f"{command.what} {number}")
        await host.followers.follow(opened.table.id, int(me))
        await settled(sandbox)
        world.edit_locks(thread, locked=False, archived=True)
    await settled(sandbox)

    async def looks(listed: str) -> list[str]:
        before = len(sandbox.recorder.exchanges)
        await dan.command("games")
        await dan.click("Followed games")
        await dan.sees(listed)
        return [each.path for each in sandbox.recorder.exchanges[before:] if each.method == "GET"]

    private = kind == ChannelType.PRIVATE_THREAD
    assert len(await looks("### Games that you follow")) == 3 + 3 * private
    assert len(await looks("### Games that you follow")) == 3 * private
    for thread in (each for each in world.channels.values() if each.type == kind):
        del thread.thread_members[me]
    await looks("### No followed games" if private else "### Games that you follow")
