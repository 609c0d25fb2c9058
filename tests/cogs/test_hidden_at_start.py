"""A turn starts the same for everyone else, whether or not its player has a Reaction to that in hand."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from sandbox.testing import Player, settled
from settings import BotSettings
from storage.personal import AutoAnswers
from tables.commands import answers
from tests.cogs.game import Scene
from tests.cogs.test_hostile_leaks import Calm, Deal, Seen, deal, look, seen_by, world
from tests.cogs.test_what_if import person_of

PILES = ("Clerk", "Village", "Militia", "Moat")
HAND = ("Village", "Copper", "Copper", "Estate")
DEALS = (Deal((*HAND, "Clerk"), ("Copper",) * 6), Deal((*HAND, "Copper"), ("Clerk", *("Copper",) * 5)))


@pytest.fixture
def pictures() -> bool:
    return True


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("said", [AutoAnswers(), AutoAnswers(treasures=True, end=True)])
async def test_no_one_can_tell_from_the_start_of_a_turn_whether_its_player_could_use_a_reaction(
    settings: BotSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: AutoAnswers, closed: bool
) -> None:
    worlds, own = list[dict[str, Seen]](), list[str]()
    for number, dealt in enumerate(DEALS):
        deal(monkeypatch, dealt, next_one=True)
        async with world(settings, tmp_path / f"{number}.db", monkeypatch) as scene:
            await scene.begin(*PILES)
            other, me = await scene.in_turn_order()
            me.person.user.dms_closed = closed
            await scene.host.act(scene.id, person_of(me), answers.set_answers(said), action="said")
            since = scene.sandbox.recorder.count
            await scene.end(other)
            await look(scene)
            for hours in (1, 30):
                await much_later(scene, other, monkeypatch, hours)
            worlds.append({name: seen_by(scene.sandbox, Player(scene.sandbox, name), since) for name in ("Cleo", other.name)})
            (asked,) = (await scene.view(me)).decisions
            own.append(asked.kind)
    assert own == ["react", "turn"]
    assert worlds[0]["Cleo"]["table"] and worlds[0] == worlds[1]


async def much_later(scene: Scene, other: Player, monkeypatch: pytest.MonkeyPatch, hours: int) -> None:
    """Let the game wait for this long, and look at everything again."""
    clock = scene.host._access.clock
    monkeypatch.setattr(scene.host._access, "clock", lambda: clock() + timedelta(hours=hours))
    await scene.host.timers.look_after()
    await settled(scene.sandbox)
    await other.command("games")
    await Calm(scene.sandbox, "Cleo").command("game board")
