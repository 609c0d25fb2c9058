"""Whatever someone types, and however much: it has a limit, is answered quickly, and disturbs no one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial

import discord
import pytest
from discord import app_commands

from benchmarks.inputs import LoopOfItsOwn, People
from cogs import SeneschalBot
from cogs.commands.kingdom import WrongRequest, likes_in
from cogs.text import ahead as text_ahead
from cogs.text import setup as text_setup
from engine import ExpressionError, KingdomRequest, all_cards, parse_kingdom
from engine.randomizers import randomizers
from engine.spelling import LONGEST_TEXT
from sandbox.components import TEXT_INPUT, walk
from sandbox.model import Interaction
from sandbox.server import Sandbox
from sandbox.testing import Player, settled
from tables import AutoAnswers
from tables.commands import lobby, plans
from tables.hours_reading import LONGEST_HOURS
from tests.cogs.game import Scene
from tests.cogs.hostile import forge, told, type_in
from tests.cogs.kit import AUTO_ANSWERS
from tests.cogs.test_hostile import HOST, PLAYER, Site
from tests.lag import measured

pytestmark = pytest.mark.usefixtures("bot")

BOUND = 0.3
"""CPU seconds of the event loop for an answer, for the bot and the sandbox together: more than ten times what the bot takes."""
ISSUE = {"a letter": "a," * 3_000, "typos": "Mroat, Vilage, Smthy, " * 272}
HOURS = ("set-zone", "set-quiet", "set-away")
HOSTILE = [
    *ISSUE.values(),
    "a" + "\n" * 5_998 + "b",
    "a" + " " * 5_998 + "b",
    "no Mroat|Wich," * 400,
    "ß" * 6_000,
    "9" * 4_000,
    "x" * 6_000,
]


def text_options(bot: SeneschalBot) -> Iterator[tuple[str, str, int | None]]:
    """Yield all commands' options that accept any text, with their limits."""
    for command in bot.tree.walk_commands():
        if isinstance(command, app_commands.Command):
            for option in command.parameters:
                if option.type is discord.AppCommandOptionType.string and not option.choices:
                    yield command.qualified_name, option.name, int(option.max_value) if option.max_value is not None else None


def suggested(bot: SeneschalBot) -> Iterator[tuple[str, str]]:
    """Yield those of these options for which the bot suggests something."""
    for command, name, _ in text_options(bot):
        found = bot.tree.get_command(command.split()[0])
        for part in command.split()[1:]:
            assert isinstance(found, app_commands.Group)
            found = found.get_command(part)
        assert isinstance(found, app_commands.Command)
        option = found.get_parameter(name)
        if option is not None and option.autocomplete:
            yield command, name


def inputs(sandbox: Sandbox) -> list[dict[str, object]]:
    """Return the fields of the windows that are open."""
    fields = [one for modal in sandbox.interactions.modals.values() for one in walk(modal.components)]
    return [one for one in fields if one["type"] == TEXT_INPUT]


def held(player: Player) -> str:
    """Return what the open window holds."""
    assert player.person.modal is not None
    (field,) = [one for one in walk(player.person.modal.components) if one["type"] == TEXT_INPUT]
    return str(field["value"])


async def answered(sandbox: Sandbox, interaction: Interaction) -> str:
    """Return the text of the answer to an interaction."""
    await asyncio.wait_for(interaction.answered.wait(), 10.0)
    await settled(sandbox)
    assert interaction.state == "done"
    return told(sandbox, interaction).text


async def answered_within(bound: float, sandbox: Sandbox, send: Callable[[], Interaction]) -> str:
    """Return the answer to an interaction, given within this many CPU seconds of the event loop."""
    with measured() as spent:
        said = await answered(sandbox, send())
    assert "went wrong" not in said
    assert spent.seconds < bound
    return said


def test_every_option_that_takes_a_text_has_a_limit(bot: SeneschalBot) -> None:
    limits = {(command, name): most for command, name, most in text_options(bot)}
    assert len(limits) >= 10
    assert all(most is not None and most <= LONGEST_TEXT for most in limits.values()), limits


async def test_every_window_limits_what_is_written(bot: SeneschalBot, sandbox: Sandbox) -> None:
    site, opened = Site(sandbox, bot, "lobby"), set()
    for site.phase in ("lobby", "playing"):
        await site.open()
        for verb in bot.router._looking:
            for name in (HOST, PLAYER):
                (message, *_) = await site.messages(name)
                id = f"s:{site.table}:{await site.decision(name)}:{verb.replace('_', '-')}:"
                interaction = forge(sandbox, site.players[name], message, id)
                await answered(sandbox, interaction)
                for modal in sandbox.interactions.modals.values():
                    opened.add(modal.custom_id.split(":")[3].replace("-", "_"))
                assert all(isinstance(most := one.get("max_length"), int) and most <= LONGEST_TEXT for one in inputs(sandbox))
                sandbox.interactions.modals.clear()
    assert opened == set(bot.router._written)


def test_the_benchmark_measures_everything_that_takes_a_text(bot: SeneschalBot, sandbox: Sandbox) -> None:
    people = People(sandbox, LoopOfItsOwn(sandbox, ""), times=1)
    measured = {one.name: one.most for _, fields in people.parts() for one in fields}
    for command, name, most in text_options(bot):
        assert measured.pop(f"/{command} {name}") == most
    for command, name in suggested(bot):
        assert measured.pop(f"/{command} {name}: suggestions") >= LONGEST_TEXT
    windows = {f"window: {verb.replace('_', '-')}" for verb in bot.router._written}
    assert windows == {name for name in measured if name.startswith("window")}


async def test_what_no_client_sends_is_refused_with_the_limit(bot: SeneschalBot, sandbox: Sandbox, ada: Player) -> None:
    for command, name, _ in text_options(bot):
        for line in HOSTILE:
            said = await answered_within(BOUND, sandbox, partial(type_in, sandbox, ada, command, **{name: line}))
            if command in ("game new", "game likes"):
                assert f"at most {LONGEST_TEXT} characters" in said, (command, name, line[:20])
    assert await bot.tables.live() == []


@pytest.mark.parametrize("line", ["\n" * LONGEST_TEXT, " " * LONGEST_TEXT, "a" + "\n " * 249, "a" + " " * 498 + "b"])
def test_blank_lines_and_spaces_are_read_quickly(line: str) -> None:
    with measured() as spent:
        with suppress(WrongRequest):
            likes_in(line)
        with suppress(ExpressionError):
            parse_kingdom(line)
    assert spent.seconds < 0.1


async def test_what_no_window_sends_is_refused_with_the_limit(bot: SeneschalBot, sandbox: Sandbox) -> None:
    site = Site(sandbox, bot, "lobby")
    for site.phase in ("lobby", "playing"):
        await site.open()
        (message, *_) = await site.messages(HOST)
        for verb in ("request", "likes", "set-list", "planned", "new", "saved", "numbered", "named", *HOURS):
            for line in HOSTILE:
                id = f"s:{site.table}:{await site.decision(HOST)}:{verb}:"
                press = partial(forge, sandbox, site.players[HOST], message, id, written=line[:3_999] + line[-1])
                said = await answered_within(2 * BOUND, sandbox, press)
                if verb in HOURS:
                    assert f"at most {LONGEST_HOURS} characters" in said, (verb, line[:20])
                if verb in ("likes", "set-list") or (verb, site.phase) == ("request", "lobby"):
                    assert f"at most {LONGEST_TEXT} characters" in said, (verb, line[:20])


@pytest.mark.parametrize("what", ISSUE)
async def test_another_players_command_is_answered_during_a_slow_one(
    what: str, scene: Scene, sandbox: Sandbox, ada: Player
) -> None:
    await scene.begin()
    other = scene.players[1]
    with measured() as spent:
        hostile = [
            type_in(sandbox, ada, "game new", kingdom=ISSUE[what]),
            type_in(sandbox, ada, "game new", kingdom=ISSUE[what][:LONGEST_TEXT]),
            type_in(sandbox, ada, "game likes", ban=ISSUE[what][:LONGEST_TEXT]),
        ]
        await asyncio.wait_for(other.command("game hand"), 2.5)
        assert await other.sees("Copper", where="#table")
        await asyncio.gather(*(answered(sandbox, each) for each in hostile))
    assert spent.seconds < 5 * BOUND
    assert "at most 500 characters" in told(sandbox, hostile[0]).text
    assert "I don't know “" in told(sandbox, hostile[1]).text


async def test_suggestions_are_quick_for_a_text_of_any_length(bot: SeneschalBot, ada: Player) -> None:
    """Discord limits the length of what people send, but not of what it sends the bot while they type."""
    for command, name in suggested(bot):
        for line in [*HOSTILE, *(line[:100] for line in HOSTILE)]:
            with measured() as spent:
                found = await ada.suggestions(command, name, **{name: line})
            assert spent.seconds < BOUND, (command, name, line[:20])
            assert len(found) <= 25


async def test_a_plan_longer_than_a_window_takes_can_still_be_changed(
    scene: Scene, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    await scene.begin()
    _, waiting = await scene.in_turn_order()
    with monkeypatch.context() as older:
        older.setattr("tables.plan_reading.LONGEST_TEXT", 2_000)
        person = int(waiting.person.user.id)
        await scene.host.act(scene.id, person, plans.set_plan(", ".join(["$3 Silver"] * 80)), action="older")
    await settled(sandbox)
    await waiting.click(text_ahead.CHANGE_PLAN, on=await scene.panel(waiting))
    assert held(waiting).startswith("$3 Silver, ") and held(waiting).endswith("$3 Silver") and len(held(waiting)) <= LONGEST_TEXT
    await waiting.submit()
    plan = (await scene.host.snapshot(scene.id, person)).plan
    assert plan is not None and len(plan.text) <= LONGEST_TEXT


async def test_a_request_longer_than_a_window_takes_can_still_be_changed(bot: SeneschalBot, sandbox: Sandbox, ada: Player) -> None:
    await ada.command("game new", kingdom="Random")
    (table,) = await bot.tables.live()
    names = [each.name for each in randomizers() if each.set != "Dominion"]
    await bot.tables.act(table.id, table.host, lobby.set_kingdom(KingdomRequest(ban=tuple(names))), action="older")
    await settled(sandbox)
    await ada.click("Kingdom…")
    await ada.click(text_setup.OTHER_KINGDOM)
    await ada.click(text_setup.WRITE_REQUEST)
    assert held(ada).startswith(f"no {names[0]}, no ") and len(held(ada)) <= LONGEST_TEXT
    await ada.submit()
    assert (await bot.tables.table(table.id)).options.request is not None


async def test_a_list_longer_than_a_window_takes_can_still_be_changed(bot: SeneschalBot, ada: Player) -> None:
    names = tuple(each.name for each in all_cards() if not {"Event", "Landmark"} & set(each.types))
    await bot.tables.people.set_answers(int(ada.person.user.id), AutoAnswers(discards=names), action="older")
    await ada.command("settings")
    shown = await ada.sees(AUTO_ANSWERS)
    await ada.click("More…", on=shown)
    await ada.click("s:-:0:list:", on=ada.now(shown))
    assert held(ada).startswith(f"{names[0]}, ") and len(held(ada)) <= LONGEST_TEXT
    await ada.submit()
    assert await ada.sees("at most 20 names")
