"""An interaction's deadlines, its token, and which answers fit which interaction."""

from __future__ import annotations

from typing import Any

import pytest

from sandbox.clock import Clock
from sandbox.errors import DiscordError, NotPossible
from sandbox.interactions import Interactions
from sandbox.limits import Pace
from sandbox.model import Interaction, Json, Message
from sandbox.people import Person
from sandbox.requests import Requests
from sandbox.world import World, first_world

GO: Json = {"content": "x", "components": [{"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}]}


class Stage:
    """A world with a message to click on, whose clock a test moves."""

    def __init__(self) -> None:
        self.time = 1_800_000_000.0
        self.world: World = first_world(clock=Clock(machine=lambda: self.time), pace=Pace(acknowledge=0.2))
        self.interactions = Interactions(self.world)
        self.ada = self._person("Ada")
        self.ben = self._person("Ben")
        self.requests = Requests(self.world)
        self.message: Message = self.requests.create_message(next(iter(self.world.channels)), GO)

    def _person(self, name: str) -> Person:
        user = next(one for one in self.world.users.values() if one.name == name)
        return Person(self.world, self.interactions, user)

    def click(self) -> Interaction:
        return self.ada.click(self.message.id, "go")

    def answer(self, interaction: Interaction, kind: int, **data: Any) -> Json:
        return self.interactions.callback(interaction.id, interaction.token, {"type": kind, "data": data})

    def token(self, interaction: Interaction) -> Interaction:
        return self.interactions.by_token(self.world.bot_id, interaction.token)


@pytest.fixture
async def stage() -> Stage:
    return Stage()


def refused(code: int) -> Any:
    return pytest.raises(DiscordError, match=rf"\({code}\)")


async def test_three_seconds_and_once(stage: Stage) -> None:
    late, once = stage.click(), stage.click()
    stage.answer(once, 6)
    with refused(40060):
        stage.answer(once, 6)
    await late.answered.wait()
    with refused(10062):
        stage.answer(late, 6)
    with refused(10062):
        stage.interactions.callback(once.id, "another token", {"type": 6})


async def test_fifteen_minutes(stage: Stage) -> None:
    interaction = stage.click()
    with refused(10015):
        stage.token(interaction)
    stage.answer(interaction, 6)
    stage.time += 14 * 60
    assert stage.interactions.follow_up(stage.token(interaction), {"content": "y"}).content == "y"
    stage.time += 2 * 60
    with refused(50027):
        stage.token(interaction)


async def test_the_original_of_an_update_is_the_clicked_message(stage: Stage) -> None:
    interaction = stage.click()
    stage.answer(interaction, 7, content="changed")
    assert stage.interactions.find(interaction, "@original") is stage.message
    assert stage.message.content == "changed"
    assert stage.message.components, "what isn't named in an edit stays"


async def test_answers_that_do_not_fit(stage: Stage) -> None:
    for kind in (1, 8, 12):
        with refused(50035):
            stage.answer(stage.click(), kind)
    with pytest.raises(DiscordError) as refusal:
        stage.answer(stage.click(), 4, content="x" * 2001)
    assert refusal.value.body["errors"]["data"]["content"]["_errors"]


async def test_ephemeral_messages_are_out_of_the_channels_reach(stage: Stage) -> None:
    interaction = stage.click()
    stage.answer(interaction, 4, content="secret", flags=64)
    message = stage.interactions.find(interaction, "@original")
    assert stage.ada.message(message.id)
    with pytest.raises(NotPossible):
        stage.ben.message(message.id)
    with refused(10008):
        stage.requests.edit_message(message.channel_id, message.id, {"content": "x"})
    with refused(10008):
        stage.interactions.find(stage.click(), message.id)
    stage.ada.dismiss(message.id)
    with refused(10008):
        stage.interactions.find(interaction, "@original")


async def test_a_first_follow_up_fulfils_a_public_defer_in_public(stage: Stage) -> None:
    interaction = stage.click()
    stage.answer(interaction, 5)
    message = stage.interactions.follow_up(interaction, {"content": "hand", "flags": 64})
    assert message.id == interaction.response_id
    assert message.audience is None
    assert stage.ben.message(message.id).content == "hand"


async def test_what_cannot_be_clicked(stage: Stage) -> None:
    with pytest.raises(NotPossible, match="no longer has that button"):
        stage.ada.click(stage.message.id, "stop")
    disabled = {"type": 2, "style": 1, "label": "Go", "custom_id": "go", "disabled": True}
    stage.world.rewrite(stage.message, {"components": [{"type": 1, "components": [disabled]}]})
    with pytest.raises(NotPossible, match="disabled"):
        stage.click()
