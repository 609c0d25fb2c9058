"""Commands in the bot's direct messages: about the person's only game, or the one that they choose."""

from __future__ import annotations

import pytest

from sandbox.server import Sandbox
from sandbox.testing import Player, Shown, settled
from tests.cogs.game import PILES, Scene

pytestmark = pytest.mark.usefixtures("bot")


@pytest.fixture
async def scene(scene: Scene) -> Scene:
    await scene.begin(*PILES)
    return scene


async def told(player: Player, text: str, **options: str) -> Shown:
    """Return what a command in direct messages says."""
    await player.command(text, where="DM", **options)
    await settled(player.sandbox)
    return next(shown for shown in reversed(player.messages("DM")) if shown.ephemeral)


async def test_in_direct_messages_a_command_is_about_the_players_only_game(scene: Scene, ada: Player, ben: Player) -> None:
    me, other = await scene.in_turn_order()
    assert "Your turn" in (await told(me, "game hand")).text
    assert "hand:**" in (await told(other, "game hand")).text
    assert "piles empty" in (await told(me, "game board")).text
    await me.click("End turn", on=await scene.panel(me))
    await settled(scene.sandbox)
    assert f"**{other.name} 1:**" in (await told(me, "game log")).text
    assert "You can't undo that" in (await told(me, "game undo")).text
    proposal = await told(me, "game substitute")
    assert "Who should take over your seat?" in proposal.text and "`/game substitute` lets you choose anyone" in proposal.text
    assert me.name in await me.suggestions("game substitute", "seat", where="DM", seat="")
    assert "Cellar" in await me.suggestions("rules", "about", where="DM", about="")
    assert "Game…" in (await told(me, "settings")).buttons
    sure = await told(other, "game resign")
    assert "Resign this game?" in sure.text and "Ada and Ben" in sure.text
    await me.click("Propose", on=await told(me, "game end"))
    await me.sees("The game ends when everyone agrees", where="DM")
    await other.click("Resign", on=sure)
    await settled(scene.sandbox)
    (last,) = [shown for shown in me.messages("DM") if not shown.ephemeral]
    assert f"{me.name} wins" in last.text


async def test_a_player_of_several_games_chooses_one(scene: Scene, ada: Player, ben: Player) -> None:
    cleo = Player(scene.sandbox, "Cleo", where="#garden")
    await cleo.command("game new", seats=2)
    await ada.click("Join", where="#garden")
    assert "Fingerprint of the shuffle seed" in (await told(ada, "game log")).text, "a lobby has no log, so this isn't about it"
    await cleo.click("Start")
    await settled(scene.sandbox)
    question = await told(ada, "game hand")
    assert " with Ben: " in question.text and " with Cleo: " in question.text
    (there,) = [table for table in await scene.host.live() if table.id != scene.id]
    await ada.click(f"s:{there.id}:0:game-hand:", on=question)
    await settled(scene.sandbox)
    assert "hand:**" in ada.now(question).text
    question = await told(ada, "game resign")
    await ada.click(f"s:{there.id}:0:game-resign:", on=question)
    await settled(scene.sandbox)
    await ada.click("Resign", on=ada.now(question))
    await settled(scene.sandbox)
    assert (await scene.host.table(there.id)).phase == "over"
    assert "hand:**" in (await told(ada, "game hand")).text, "there is no choice any more"
    assert "hand:**" in (await told(ben, "game hand")).text, "Ben never had one"


async def test_a_choice_shows_no_one_elses_game(scene: Scene, ada: Player, ben: Player) -> None:
    cleo = Player(scene.sandbox, "Cleo", where="#garden")
    await cleo.command("game new")
    await ben.click("Join", where="#garden")
    question = await told(ben, "game board")
    assert question.buttons == ["This one", "This one"]
    await ben.command("game end", where="#garden")
    assert "Ada" not in (await told(cleo, "game board")).text


async def test_what_needs_a_channel_says_where_it_is_done(sandbox: Sandbox, ada: Player) -> None:
    await ada.command("game new")
    await settled(sandbox)
    for command, options, where in (
        ("game new", {}, "Use `/game new` there"),
        ("game move", {}, "in the server channel you want your game in"),
        ("game delete-kingdom", {"name": "Friday"}, "Use `/game delete-kingdom` in a channel on that server"),
    ):
        shown = await told(ada, command, **options)
        assert where in shown.text, command
    assert "**Banned:** Witch" in (await told(ada, "game likes", ban="Witch")).text
    assert "closed" in (await told(ada, "game end")).text
    assert "You're not in a game. Open one" in (await told(ada, "game hand")).text
