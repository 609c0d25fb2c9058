"""A finished game is stepped through with all hands open, told as a story, and shown to everyone."""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import Sequence

import aiohttp
import pytest
from PIL import Image

from cogs.desk import Desk
from cogs.panels.blocks import MAX_ID, Button, Menu, Row
from cogs.panels.replays import ReplayStep, captions, replay
from cogs.pictures import Studio
from sandbox.components import BUTTON, SELECTS
from sandbox.model import Overwrite
from sandbox.permissions import Permission
from sandbox.server import Sandbox
from sandbox.testing import Player, Shown, settled
from tables import TableService
from tables.replays import Shown as Game
from tables.threads import work_for
from tests.cogs.game import PILES, Scene, collecting
from tests.lag import measured, watched
from tests.tables.test_freezing import SHORT, work

pytestmark = pytest.mark.usefixtures("bot")

CLICK = 0.02
"""How many seconds of the event loop a click can take."""


async def finished(scene: Scene, turns: int = 12) -> Shown:
    """Play some turns, until Ben resigns; return the score."""
    await scene.begin(*PILES)
    ada, ben = scene.players
    await scene.bring(lambda views: views["Ada"].turn > turns, collecting("Militia", "Village"))
    await ben.command("game resign")
    await ben.click("Resign")
    return await ada.sees("Ada wins", button="Replay")


def step_of(shown: Shown) -> tuple[int, ...]:
    """Return which step a replay shows, and of how many."""
    found = re.match(r"### Replay \((\d+) of (\d+)\)", shown.text)
    assert found is not None, shown
    return int(found[1]), int(found[2])


def disabled(shown: Shown) -> set[str]:
    return {one["label"] for one in shown.components(BUTTON) if one.get("disabled")}


async def turned(player: Player, label: str) -> Shown:
    """Press a button of the replay; return what it shows then."""
    await player.click(label, on=await player.sees("### Replay"))
    await settled(player.sandbox)
    return await player.sees("### Replay")


async def game_of(scene: Scene) -> Game:
    return await scene.host.replays.show(scene.id, None)


async def test_a_game_is_stepped_through_in_one_private_message(scene: Scene) -> None:
    score = await finished(scene)
    ada, _ = scene.players
    await ada.click("Replay", on=score)
    shown = await ada.sees("### Replay (1 of ")
    assert shown.ephemeral and {"First", "Previous", "Previous lead change"} <= disabled(shown)
    table, game, _ = await game_of(scene)
    messages = len(ada.messages())
    for number in range(2, game.steps + 1):
        later = await turned(ada, "Next")
        assert step_of(later) == (number, game.steps)
        for at, seat in enumerate(table.seats):
            hand = game.positions[number - 1].view.players[at].hand or ()
            told = later.text.partition(f"**{seat.name}'s hand:** ")[2].partition("\n")[0]
            assert all(card.name.removesuffix("y") in told for card in hand)
    assert {"Next", "Last", "Next lead change"} <= disabled(later) and "**Ada wins.**" in later.text
    assert step_of(await turned(ada, "Previous")) == (game.steps - 1, game.steps)
    assert step_of(await turned(ada, "First")) == (1, game.steps)
    for turn, leader in game.leads:
        shown = await turned(ada, "Next lead change")
        assert step_of(shown)[0] == turn and f"{table.seats[leader].name} takes the lead" in shown.text
    assert step_of(await turned(ada, "Last"))[0] == game.steps
    assert step_of(await turned(ada, "Previous lead change"))[0] == game.leads[-1][0]
    assert len(ada.messages()) == messages, "all in place"


async def test_what_happened_is_there_as_on_the_board_with_all_cards_named(scene: Scene) -> None:
    await scene.begin(*PILES)
    ada, ben = scene.players
    me, other = await scene.bring_to(
        collecting("Militia", "Village"), "Militia", also=lambda mine, views: mine.players[1 - mine.current].hand_size == 5
    )
    turn = (await scene.table()).turn
    await scene.play(me, "Militia")
    await scene.bring(lambda views: views["Ada"].turn > turn + 1, collecting("Village"))
    await ben.command("game resign")
    await ben.click("Resign")
    await ada.click("Replay", on=await ada.sees("Ada wins", button="Replay"))
    table, game, _ = await game_of(scene)
    (discarded,) = [line for line in game.lines_of(turn) if line.kind == "discard" and line.by == "Militia"]
    assert discarded.known and len(discarded.cards) == 2
    for _ in range(turn - 1):
        shown = await turned(ada, "Next")
    at = game.when(turn)
    assert f"**{table.seats[at.seat].name} {at.own}:** " in shown.text and "Militia" in shown.text
    assert f"{other.name} discards " in shown.text and all(card in shown.text for card in discarded.cards)
    assert re.search(r"-# VP: Ada .*, Ben ", shown.text) and "Province 8" in shown.text


async def test_the_hand_of_any_seat_comes_first(scene: Scene) -> None:
    score = await finished(scene, 2)
    ada, _ = scene.players
    await ada.click("Replay", on=score)
    shown = await ada.sees("### Replay")
    assert shown.text.index("Ada's hand") < shown.text.index("Ben's hand"), "their own first"
    (menu,) = shown.components(*SELECTS)
    await ada.select(str(menu["custom_id"]), "Ben's hand", on=shown)
    await settled(scene.sandbox)
    shown = await turned(ada, "Next")
    assert shown.text.index("Ben's hand") < shown.text.index("Ada's hand"), "it stays that seat's"


async def test_each_sentence_of_a_story_leads_to_its_turn(scene: Scene) -> None:
    score = await finished(scene)
    ada, _ = scene.players
    await ada.click("More…", on=score)
    await ada.click("Story")
    shown = await ada.sees("### Story")
    assert shown.ephemeral and "opens with" in shown.text and "Ada wins" in shown.text
    table, game, _ = await game_of(scene)
    (menu,) = shown.components(*SELECTS)
    assert len(menu["options"]) == len({fact.when.turn for fact in game.story})
    option = menu["options"][1]
    assert option["description"].removesuffix("…") in shown.text.replace("\\", "")
    await ada.select(str(menu["custom_id"]), str(option["value"]), on=shown)
    await settled(scene.sandbox)
    there = await ada.sees("### Replay", f"**{option['label']}:**")
    assert str(step_of(there)[0]) == str(option["value"]).partition(".")[0] and table.seats
    await ada.click("Story", on=there)
    await ada.sees("### Story")


async def test_a_turn_is_shown_to_everyone_who_can_then_look_on_from_there(scene: Scene, sandbox: Sandbox) -> None:
    score = await finished(scene, 4)
    ada, ben = scene.players
    await ada.click("Replay", on=score)
    shown = await turned(ada, "Next")
    assert "Share animation" not in shown.buttons, "this bot doesn't draw"
    pings = len(ben.pings)
    await ada.click("Share turn", on=shown)
    posted = await ben.sees("### Replay (2 of ", "Ada's hand:", "Ben's hand:", button="Replay")
    assert not posted.ephemeral and len(ben.pings) == pings
    await ben.click("Replay", on=posted)
    assert (await ben.sees("### Replay (2 of ", button="Story")).ephemeral


async def test_someone_who_cant_write_there_cant_share(scene: Scene, sandbox: Sandbox) -> None:
    score = await finished(scene, 2)
    dan = Player(sandbox, "Dan")
    denied = Overwrite(dan.person.user.id, 1, deny=int(Permission.SEND_MESSAGES))
    sandbox.world.set_overwrites(dan.channel(), [denied])
    await dan.click("Replay", on=score)
    assert "Share turn" not in (await dan.sees("### Replay", "Ada's hand")).buttons


async def test_all_controls_of_a_step_differ_and_say_where_they_lead(scene: Scene, host: TableService) -> None:
    await finished(scene, 3)
    shown = await game_of(scene)
    for number in range(1, shown.replay.steps + 1):
        made = replay(shown, ReplayStep(number, 0), 1, None, shares=True, animates=True).panel
        rows = [block.items for block in made.blocks if isinstance(block, Row)]
        buttons = [each for row in rows for each in row if isinstance(each, Button)]
        ids = [str(each.id) for each in buttons] + [str(block.id) for block in made.blocks if isinstance(block, Menu)]
        assert len({*ids}) == len(ids) and max(map(len, ids)) <= MAX_ID and max(len(row) for row in rows) <= 5
        steps = {each.label: ReplayStep.parse(each.id.arg).number for each in buttons if each.id.verb == "replay"}
        assert (steps["First"], steps["Last"]) == (1, shown.replay.steps)
        if number < shown.replay.steps:
            assert steps["Next"] == number + 1


@pytest.mark.parametrize("arg", ["", "1.", "12.1", "400.5"])
def test_a_step_is_read_as_it_was_written(arg: str) -> None:
    assert ReplayStep.parse(str(ReplayStep.parse(arg))) == ReplayStep.parse(arg)


@pytest.mark.parametrize("arg", ["x", "1", "1.12", "-1.0", "1.0 ", "12345678.0"])
def test_what_no_message_says_isnt_a_step(arg: str) -> None:
    with pytest.raises(ValueError, match=re.escape(arg)):
        ReplayStep.parse(arg)


async def test_a_click_costs_the_loop_little(scene: Scene) -> None:
    await finished(scene, 40)
    shown = await game_of(scene)
    with measured() as spent:
        for number in range(1, shown.replay.steps + 1):
            assert replay(shown, ReplayStep(number, 0), 1, None, shares=True, animates=True).digest
    assert spent.seconds / shown.replay.steps < CLICK


async def test_an_animation_of_a_long_game_holds_no_one_up(
    scene: Scene, host: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slowly(shown: Game) -> Sequence[str]:
        work()
        return captions(shown)

    monkeypatch.setattr("cogs.panels.replays.captions", slowly)
    await finished(scene, 3)
    shown = await game_of(scene)
    async with watched() as held:
        assert await Desk(host, Studio()).animation(shown) is not None
    assert held.longest < SHORT


async def test_many_animations_for_one_person_keep_others_waiting_for_one(scene: Scene, host: TableService) -> None:
    await finished(scene, 3)
    shown, desk, done = await game_of(scene), Desk(host, Studio()), list[str]()

    async def animate() -> None:
        work_for(1)
        await desk.animation(shown)
        done.append("animation")

    async def look_back() -> None:
        work_for(2)
        async with host.records.turns.one():
            done.append("someone else's replay")

    await asyncio.gather(animate(), animate(), animate(), look_back())
    assert done.index("someone else's replay") == 1


class TestDrawn:
    """With pictures."""

    @pytest.fixture
    def pictures(self) -> bool:
        return True

    async def test_a_hand_and_a_board_and_an_animation_are_drawn(self, scene: Scene) -> None:
        score = await finished(scene, 6)
        ada, ben = scene.players
        await ada.click("Replay", on=score)
        shown = await ada.sees("### Replay")
        (picture,) = shown.json["attachments"]
        assert picture["filename"].endswith(".png")
        await ada.click("Share turn", on=shown)
        (board,) = (await ben.sees("### Replay (1 of ", button="Replay")).json["attachments"]
        assert board["filename"].endswith(".png")
        await ada.click("Share animation", on=shown)
        posted = await ben.sees("### Score by turn", button="Replay")
        (film,) = posted.json["attachments"]
        async with aiohttp.ClientSession() as web, web.get(film["url"]) as answer:
            content = await answer.read()
        image = Image.open(io.BytesIO(content))
        assert image.format == "GIF" and getattr(image, "n_frames", 1) == (await game_of(scene)).replay.turns
        assert len(content) < 500_000
