"""Playing on from a turn of a finished game, in the player's direct messages."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cogs.panels.blocks import Id
from sandbox.server import Sandbox
from sandbox.testing import Player, Shown, settled
from settings import BotSettings
from tables import Options, TableService
from tables.commands import play
from tests.cogs.conftest import connected, hosting
from tests.cogs.game import PILES, Scene
from tests.cogs.hostile import forge, told
from tests.cogs.kit import buy_and_end
from tests.cogs.test_found_again import forget_all
from tests.tables.kit import buying

MONEY = buying("Province", "Gold", "Silver")


async def finish(sandbox: Sandbox, host: TableService, *players: Player, turns: int = 5) -> Scene:
    """Play a short game with these people, until the last of them resigns."""
    scene = Scene(sandbox, host, *players)
    await scene.begin(*PILES)
    await scene.bring(lambda views: any(view.round > turns for view in views.values()), MONEY)
    await host.act(scene.id, person_of(players[-1]), play.resign(), action="enough")
    await settled(sandbox)
    return scene


def person_of(player: Player) -> int:
    return int(player.person.user.id)


@pytest.fixture
async def scene(bot: object, sandbox: Sandbox, host: TableService, ada: Player, ben: Player) -> Scene:
    """Play a short game between Ada and Ben to its end."""
    return await finish(sandbox, host, ada, ben)


async def asked(player: Player) -> Shown:
    """Return the question about where to play on from, reached from the score."""
    await player.click("More…", on=await player.sees(button="Replay"))
    await player.click("Play on…", on=await player.sees("### More for"))
    return await player.sees("### Play on from", "count")


async def started(scene: Scene, player: Player, turn: str = "", seat: str = "") -> None:
    """Play on, from another turn and seat than the suggested ones if those are given."""
    shown = await asked(player)
    for menu, choice in (("From which turn", turn), ("In whose seat", seat)):
        if choice:
            await player.select(menu, choice, on=shown)
            shown = await player.sees("### Play on from", "count")
    await player.click("Start", on=shown)
    await settled(scene.sandbox)
    (table,) = [each for each in await scene.host.live() if each.host == person_of(player)]
    scene.id = table.id


def chosen(shown: Shown) -> list[str]:
    """Return what the menus of a message have chosen."""
    return [option["label"] for menu in shown.components(3) for option in menu["options"] if option.get("default")]


async def test_someone_plays_on_from_the_chosen_turn_and_seat_in_their_direct_messages(
    scene: Scene, ada: Player, ben: Player
) -> None:
    before = [one.text for one in ben.messages()]
    assert chosen(await asked(ada))[1] == "In Ada's seat", "the reader's own seat is proposed"
    await started(scene, ada, "From Ben's turn 4", "In Ben's seat")
    said = await ada.sees("Your what-if game has started from Ben's turn 4")
    assert said.ephemeral
    hand = await ada.sees("### Your turn 4 in your what-if game", where="DM")
    board = await ada.sees("### Ada's turn 4", "Alder", where="DM")
    assert "Board" not in hand.buttons and "My hand" not in board.buttons, "both are here"
    assert [one.text for one in ben.messages()] == before and not [one for one in ben.messages("DM") if "what-if" in one.text]


async def test_it_is_played_and_undone_there_to_its_end_and_started_again(scene: Scene, ada: Player) -> None:
    await started(scene, ada, "From Ada's turn 4")
    await buy_and_end(ada, "buy:Silver", on=await scene.panel(ada))
    shown = await scene.panel(ada)
    assert "Your turn 5 in your what-if game" in shown.text
    await ada.click("Undo turn", on=shown)
    assert "Your turn 4" in (await scene.panel(ada)).text
    await ada.command("game log", where="DM")
    log = await ada.sees("**Ada 4:**", "in your what-if game", where="DM")
    assert "Earlier" not in log.buttons and "Fingerprint" in log.text, "it starts there"
    await scene.host.act(scene.id, person_of(ada), play.resign(), action="give-up")
    over = await ada.sees("### Alder wins in your what-if game", where="DM")
    assert over.buttons == ["Play on again…", "More…"]
    (hand,) = [one for one in ada.messages("DM") if "Game over in your what-if game" in one.text]
    assert hand.buttons == []
    await ada.click("Play on again…", on=over)
    assert chosen(await ada.sees("### Play on from", where="DM")) == ["From Ada's turn 4", "In Ada's seat"]
    await ada.command("games", where="DM")
    await ada.sees("### No games", where="DM")


async def test_a_start_of_the_bot_finds_its_messages(sandbox: Sandbox, settings: BotSettings, ada: Player, ben: Player) -> None:
    async with hosting(settings) as host, connected(sandbox, host, settings):
        scene = await finish(sandbox, host, ada, ben)
        await started(scene, ada)
        before = [(one.id, one.text) for one in ada.messages("DM")]
    async with hosting(settings) as host, connected(sandbox, host, settings):
        await settled(sandbox)
        assert [(one.id, one.text) for one in ada.messages("DM")] == before
        scene.host = host
        await buy_and_end(ada, "buy:Silver", on=await scene.panel(ada))
        assert "**Your last turn:**" in (await scene.panel(ada)).text


async def test_one_at_a_time(scene: Scene, ada: Player) -> None:
    await started(scene, ada)
    await ada.click("Start", on=await asked(ada))
    await ada.sees("You're already in a what-if game, in your direct messages. Finish or resign it first.")


async def test_direct_messages_that_are_closed_can_be_opened(scene: Scene, ada: Player) -> None:
    ada.person.close_dms()
    await started(scene, ada)
    said = await ada.sees("I can't DM you, and the game is in your direct messages.")
    ada.person.close_dms(False)
    await ada.click("Try DMs again", on=said)
    await settled(scene.sandbox)
    hand = await scene.panel(ada)
    await buy_and_end(ada, "buy:Copper", on=hand)
    await settled(scene.sandbox)
    await ada.sees("### Ada's turn", "Alder", where="DM")


async def test_it_stays_its_players_own(scene: Scene, ada: Player, ben: Player) -> None:
    await started(scene, ada)
    await ada.command("game move")
    await ada.sees("You have no game to move here.")
    await ada.click("Away or leave…", on=await scene.more(ada))
    assert (await ada.sees(button="Resign", where="DM")).buttons == ["Resign"], "no one can take the seat over"


async def test_a_private_game_is_not_for_others(bot: object, sandbox: Sandbox, host: TableService, ada: Player) -> None:
    cleo = Player(sandbox, "Cleo")
    await ada.command("game new", private=True)
    await ada.click("Add AI")
    await ada.click("Start")
    await settled(sandbox)
    (table,) = await host.live()
    assert table.options == Options(kingdom=table.options.kingdom, request=table.options.request, private=True)
    await host.act(table.id, person_of(ada), play.resign(), action="enough")
    await settled(sandbox)
    message = cleo.person.message((await cleo.sees(button="Replay")).id)
    for verb in ("scoremore", "whatif", "playon"):
        pressed = forge(sandbox, cleo, message, str(Id(table.id, 0, verb, "1/0" if verb == "playon" else "")))
        await settled(sandbox)
        assert "You can't look at this game. It's private, or it was deleted." in told(sandbox, pressed).text
    assert await host.live() == []


async def test_a_long_game_has_its_turns_on_pages(
    bot: object, sandbox: Sandbox, host: TableService, ada: Player, ben: Player
) -> None:
    await finish(sandbox, host, ada, ben, turns=14)
    shown = await asked(ada)
    for there, back in (("(2 of 2)", "Earlier"), ("(1 of 2)", "Later"), ("(2 of 2)", "Earlier")):
        assert there in str(shown) and shown.buttons == ["Start", back] and len(chosen(shown)) == 2
        await ada.click(back, on=shown)
        shown = await ada.sees("### Play on from", "count")


async def test_a_start_that_remembers_no_message_of_it_leaves_one_of_each(
    sandbox: Sandbox, settings: BotSettings, ada: Player, ben: Player
) -> None:
    sandbox.world.pace = replace(sandbox.world.pace, nonce=0.0)
    async with hosting(settings) as host, connected(sandbox, host, settings):
        await started(await finish(sandbox, host, ada, ben), ada)
        await forget_all(host)
    async with hosting(settings) as host, connected(sandbox, host, settings):
        await settled(sandbox)
        shown = [one.text.splitlines()[0] for one in ada.messages("DM") if "Game over" not in one.text]
        assert len(shown) == 2 and {line.partition(" turn")[0] for line in shown} == {"### Ada's", "### Your"}
