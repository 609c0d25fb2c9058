"""What Discord refuses, with its codes and its trees of form errors."""

from __future__ import annotations

from typing import Any

import pytest

from sandbox.commands import check_commands
from sandbox.components import Components
from sandbox.emoji import is_emoji
from sandbox.errors import DiscordError, Form
from sandbox.limits import MAX_FILE_SIZE, Upload
from sandbox.model import Json
from sandbox.requests import Requests
from sandbox.world import World, first_world

V2 = 1 << 15


@pytest.fixture
def world() -> World:
    return first_world()


def send(world: World, raw: Json, *uploads: Upload) -> Any:
    channel = next(iter(world.channels))
    return Requests(world).create_message(channel, raw, uploads)


def refusal(world: World, raw: Json, *uploads: Upload) -> DiscordError:
    with pytest.raises(DiscordError) as caught:
        send(world, raw, *uploads)
    return caught.value


def button(**fields: Any) -> Json:
    return {"type": 2, "style": 1, "label": "Go", "custom_id": "go", **fields}


def row(*components: Json) -> Json:
    return {"type": 1, "components": list(components)}


def select(options: int, **fields: Any) -> Json:
    listed = [{"label": str(n), "value": str(n)} for n in range(options)]
    return {"type": 3, "custom_id": "menu", "options": listed, **fields}


def text_input(**fields: Any) -> Json:
    return {"type": 4, "style": 1, "custom_id": "a", **fields}


def text(content: str) -> Json:
    return {"type": 10, "content": content}


@pytest.mark.parametrize(
    ("raw", "place", "code"),
    [
        ({"content": "x" * 2001}, "content", "BASE_TYPE_MAX_LENGTH"),
        ({"embeds": [{"title": "x"}] * 11}, "embeds", "BASE_TYPE_MAX_LENGTH"),
        ({"embeds": [{"description": "x" * 3001}] * 2}, "embeds", "MAX_EMBED_SIZE_EXCEEDED"),
        ({"embeds": [{"title": "x" * 257}]}, "embeds.0.title", "BASE_TYPE_MAX_LENGTH"),
        ({"embeds": [{"fields": [{"name": "", "value": "x"}]}]}, "embeds.0.fields.0.name", "BASE_TYPE_REQUIRED"),
        ({"components": [row(button())] * 6}, "components", "BASE_TYPE_MAX_LENGTH"),
        (
            {"components": [row(*(button(custom_id=str(n)) for n in range(6)))]},
            "components.0.components",
            "BASE_TYPE_BAD_LENGTH",
        ),
        ({"components": [row(button(label="x" * 81))]}, "components.0.components.0.label", "BASE_TYPE_MAX_LENGTH"),
        ({"components": [row(button(custom_id="x" * 101))]}, "components.0.components.0.custom_id", "BASE_TYPE_MAX_LENGTH"),
        (
            {"components": [row(button(), button())]},
            "components.0.components.1.custom_id",
            "COMPONENT_CUSTOM_ID_DUPLICATED",
        ),
        (
            {"components": [row(button(emoji={"name": "🂡"}))]},
            "components.0.components.0.emoji.name",
            "BUTTON_COMPONENT_INVALID_EMOJI",
        ),
        ({"components": [row(select(26))]}, "components.0.components.0.options", "BASE_TYPE_BAD_LENGTH"),
        (
            {"components": [row(select(1, max_values=2))]},
            "components.0.components.0.max_values",
            "SELECT_COMPONENT_MAX_VALUES_EXCEEDS_OPTIONS",
        ),
        ({"components": [row(select(2), button())]}, "components.0.components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
        ({"components": [text("x")]}, "components.0.type", "UNION_TYPE_CHOICES"),
        ({"flags": V2, "components": [text("x")] * 41}, "components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"),
        (
            {"flags": V2, "components": [text("x" * 2001)] * 2},
            "components",
            "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
        ),
        (
            {"flags": V2, "content": "x", "components": [text("x")]},
            "content",
            "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
        ),
        (
            {"flags": V2, "components": [{"type": 12, "items": [{"media": {"url": "attachment://none.png"}}]}]},
            "components.0.items.0.media.url",
            "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
        ),
        ({"content": "x", "nonce": "n" * 26}, "nonce", "BASE_TYPE_MAX_LENGTH"),
    ],
)
def test_form_errors_stand_at_their_places(world: World, raw: Json, place: str, code: str) -> None:
    node = refusal(world, raw).body
    assert node["code"] == 50035
    node = node["errors"]
    for step in place.split("."):
        node = node[step]
    assert code in [error["code"] for error in node["_errors"]]


def test_other_refusals(world: World) -> None:
    assert refusal(world, {"content": ""}).body["code"] == 50006
    assert refusal(world, {"flags": V2}).body["code"] == 50006
    assert refusal(world, {"content": "x"}, Upload(0, "big", b"x" * (MAX_FILE_SIZE + 1))).body["code"] == 40005


def test_ids_are_filled_in_and_kept(world: World) -> None:
    inner = [text("a"), {**text("b"), "id": 2}, {"type": 14}]
    message = send(world, {"flags": V2, "components": [{"type": 17, "components": inner}]})
    (box,) = message.components
    assert [box["id"], *(one["id"] for one in box["components"])] == [1, 3, 2, 4]
    assert box["components"][2] == {"type": 14, "id": 4, "spacing": 1, "divider": True}


def test_v2_cannot_be_undone(world: World) -> None:
    message = send(world, {"flags": V2, "components": [text("x")]})
    for raw, code in (
        ({"flags": 0}, "MESSAGE_COMPONENTS_V2_CANNOT_BE_REMOVED"),
        ({"content": "x"}, "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"),
    ):
        with pytest.raises(DiscordError) as caught:
            Requests(world).edit_message(message.channel_id, message.id, raw)
        assert code in str(caught.value.body["errors"])
    Requests(world).edit_message(message.channel_id, message.id, {"components": [text("y")]})
    assert message.components[0]["content"] == "y"
    assert message.is_v2


def test_a_refused_edit_changes_nothing(world: World) -> None:
    message = send(world, {"content": "x"})
    with pytest.raises(DiscordError):
        Requests(world).edit_message(message.channel_id, message.id, {"content": "y" * 2001})
    assert (message.content, message.edited) == ("x", None)


def test_emojis() -> None:
    assert all(map(is_emoji, ("🃏", "♠️", "🇬🇧", "👩🏽‍🌾", "1️⃣")))
    assert not any(map(is_emoji, ("🂡", "1", "a", "", "🃏🃏")))


def command(**fields: Any) -> Json:
    return {"name": "game", "description": "Games", **fields}


def option(n: int = 0, **fields: Any) -> Json:
    return {"type": 3, "name": f"o{n}", "description": "An option", **fields}


@pytest.mark.parametrize(
    ("raw", "place"),
    [
        ([command(name=f"c{n}") for n in range(101)], ""),
        ([command(description="x" * 101)], "0.description"),
        ([command(name="Game")], "0.name"),
        ([command(), command()], "1.name"),
        ([command(options=[option(n) for n in range(26)])], "0.options"),
        ([command(options=[option(n, type=1) for n in range(26)])], "0.options"),
        ([command(options=[option(choices=[{"name": str(n), "value": str(n)} for n in range(26)])])], "0.options.0.choices"),
        ([command(options=[option(0), option(1, required=True)])], "0.options"),
        ([command(options=[option(0, max_length=6001)])], "0.options.0.max_length"),
        ([command(options=[option(0, max_length=0)])], "0.options.0.max_length"),
        ([command(options=[option(0, type=1), option(1)])], "0.options"),
    ],
)
def test_commands(raw: list[Json], place: str) -> None:
    with pytest.raises(DiscordError) as caught:
        check_commands(raw)
    node = caught.value.body["errors"]
    for step in filter(None, place.split(".")):
        node = node[step]
    assert node["_errors"]


@pytest.mark.parametrize(
    "components",
    [
        [],
        [{"type": 18, "label": "x" * 46, "component": {"type": 23, "custom_id": "a"}}],
        [{"type": 18, "label": "x", "component": {"type": 21, "custom_id": "a", "options": [{"label": "x", "value": "x"}]}}],
        [row(button())],
        [{"type": 18, "label": "x", "component": {"type": 23, "custom_id": "a"}}] * 6,
        [{"type": 18, "label": "x", "component": text_input(max_length=4001)}],
        [{"type": 18, "label": "x", "component": text_input(max_length=3, value="four")}],
    ],
)
def test_dialogs(components: list[Json]) -> None:
    form = Form()
    Components(form).modal(components)
    assert form.tree


def test_a_dialog_may_hold_as_much_as_its_field_takes() -> None:
    form = Form()
    Components(form).modal([{"type": 18, "label": "x", "component": text_input(max_length=4, value="four")}])
    assert form.tree == {}
