"""The recap above a turn says what happened to its player's own hand: on others' turns, and as the turn started."""

from __future__ import annotations

import re

import pytest

from storage.personal import AutoAnswers
from tables.commands import answers
from tests.cogs.game import PILES, Scene, collecting
from tests.cogs.test_what_if import person_of

pytestmark = pytest.mark.usefixtures("bot")


async def test_it_says_what_i_drew_on_others_gains_and_as_my_turn_started(scene: Scene) -> None:
    await scene.begin("Monkey", *PILES[:9])
    me, other = await scene.bring_to(collecting("Monkey"), "Monkey")
    await scene.play(me, "Monkey")
    await scene.end(me)
    await scene.buy(other, "buy:Copper")
    assert "draw" not in (await scene.panel(other)).text, "no one else's draws"
    await scene.end(other)
    told = (await scene.panel(me)).text
    card = r"(?:an? [A-Z]\w+)"
    assert re.search(rf"^-# \*\*{other.name} \d+:\*\* .*→ Copper; you draw {card}$", told, re.M)
    assert re.search(rf"^-# You draw {card} \(Monkey\)$", told, re.M)


async def test_an_auto_answer_that_plays_a_reaction_says_so(scene: Scene) -> None:
    await scene.begin("Clerk", *PILES[:9])
    for player in scene.players:
        always = AutoAnswers(reactions={"Clerk": "always"})
        await scene.host.act(scene.id, person_of(player), answers.set_answers(always), action=f"always {player.name}")
    await scene.bring(
        lambda views: any("Clerk" in view.players[view.current].in_play for view in views.values()), collecting("Clerk")
    )
    me, _ = await scene.in_turn_order()
    assert "-# You play Clerk, automatically." in (await scene.panel(me)).text
