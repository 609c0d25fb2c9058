"""Lists that are longer than a message: everything on them can be reached, and what waits for the reader comes first."""

from __future__ import annotations

import re
from typing import Literal

import pytest

from cogs.panels.blocks import Button, Row, leaf
from engine import all_cards
from sandbox.components import SELECTS
from sandbox.server import Sandbox
from sandbox.testing import Player, Shown, settled
from storage.personal import MOST_SINGLE
from tables import AutoAnswers, Options, Person, Place, TableService
from tables.commands import lobby, play

pytestmark = pytest.mark.usefixtures("bot")

GAMES = 23


@pytest.fixture
async def games(sandbox: Sandbox, host: TableService, ada: Player, ben: Player) -> list[str]:
    """Start many games between Ada and Ben; return the ids of their channels, starting with those that wait for Ada."""
    guild = next(iter(sandbox.world.guilds.values()))
    people = [Person(id=int(each.person.user.id), name=each.name) for each in (ada, ben)]
    for number in range(GAMES):
        channel = sandbox.world.add_channel(guild, f"game-{number}")
        place = Place(guild=int(guild.id), channel=int(channel.id))
        table = (await host.new_table(place, people[0], Options(), action=f"new {number}")).table.id
        await host.act(table, people[1].id, lobby.sit(people[1]), action=f"sit {number}")
        started = (await host.act(table, people[0].id, lobby.start(), action=f"start {number}")).table
        if number % 3 == 0:
            person = started.awaited[0].person or 0
            (decision,) = (await host.view(table, person)).decisions
            await host.act(table, person, play.answer(decision.id, ["end"]), action=f"end {number}")
    await settled(sandbox)
    found = await host.tables_of(people[0].id)
    waiting = [table.waits_for(people[0].id) for table in found]
    assert waiting == sorted(waiting, reverse=True) and len(set(waiting)) == 2
    return [str(table.place.channel) for table in found]


async def pages(player: Player, shown: Shown) -> list[Shown]:
    """Return all pages of a list, from the first on, and back to it again."""
    sandbox, first = player.sandbox, shown.text
    made = [shown]
    while "Next" in player.now(shown).buttons:
        await player.click("Next", on=player.now(shown))
        await settled(sandbox)
        made.append(player.now(shown))
    for _ in made[1:]:
        await player.click("Previous", on=player.now(shown))
        await settled(sandbox)
    assert player.now(shown).text == first and "Previous" not in player.now(shown).buttons
    return made


def channels(shown: list[Shown]) -> list[str]:
    """Return the channels that a list's pages name, in order."""
    return [id for page in shown for id in re.findall(r"<#(\d+)>", page.text)]


async def test_all_of_a_players_games_are_listed(ada: Player, games: list[str]) -> None:
    await ada.command("games")
    shown = await pages(ada, await ada.sees(" games, ", "(1 of 3)"))
    assert channels(shown) == games
    assert "**your turn**" in shown[0].text and "**your turn**" not in shown[-1].text


@pytest.mark.parametrize("command", ["hand", "board"])
async def test_a_command_can_be_about_any_of_a_players_games(
    ada: Player, host: TableService, games: list[str], command: str
) -> None:
    await ada.command(f"game {command}", where="DM")
    await settled(ada.sandbox)
    shown = await ada.sees("Which of your games?", "(1 of 3)", where="DM")
    found = await pages(ada, shown)
    assert channels(found) == games
    for _ in found[1:]:
        await ada.click("Next", on=ada.now(shown))
        await settled(ada.sandbox)
    (table,) = [each for each in await host.live() if str(each.place.channel) == games[-1]]
    await ada.click(f"s:{table.id}:0:game-{command}:", on=ada.now(shown))
    await settled(ada.sandbox)
    assert ("hand:**" if command == "hand" else "piles empty") in ada.now(shown).text


async def test_any_game_can_be_moved(ada: Player, host: TableService, games: list[str]) -> None:
    await ada.command("game move")
    await settled(ada.sandbox)
    shown = await ada.sees("Which game?", "(1 of 3)")
    found = await pages(ada, shown)
    ids = [custom for page in found for custom in re.findall(r"s:(\w+):0:move:", str(page.json))]
    assert len(ids) == len(set(ids)) == GAMES
    for _ in found[1:]:
        await ada.click("Next", on=ada.now(shown))
        await settled(ada.sandbox)
    await ada.click(f"s:{ids[-1]}:0:move:", on=ada.now(shown))
    await settled(ada.sandbox)
    assert str((await host.table(ids[-1])).place.channel) == ada.channel().id


def test_a_page_of_a_list_that_became_shorter_is_its_last() -> None:
    assert leaf(range(9), 7, 4).items == range(8, 9)
    assert leaf([], 3, 4).number == 0 and leaf([], 0, 4).turning("-", "games") is None
    row = leaf(range(9), 1, 4).turning("-", "games")
    assert isinstance(row, Row)
    assert [item.id.arg for item in row.items if isinstance(item, Button)] == ["0", "2"]


async def test_of_many_single_answers_there_are_pages_and_each_can_be_removed(ada: Player, host: TableService) -> None:
    person = int(ada.person.user.id)
    names = sorted(facts.name for facts in all_cards())
    many: dict[str, Literal["yes", "no", "ask"]] = {f"{name}:{about}": "yes" for name in names for about in ("may", "trash")}
    many = dict([*many.items()][:MOST_SINGLE])
    await host.people.set_answers(person, AutoAnswers(answers=many), action="many")
    await ada.command("settings")
    await ada.click("More…", on=await ada.sees("### Auto-answers"))
    await ada.click("Single cards…", on=await ada.sees("### More settings"))
    for number in range(16):
        page = await ada.sees("### Auto-answers to single cards")
        (menu,) = page.components(*SELECTS)
        assert menu["placeholder"] == f"Ask me again about… ({number + 1} of 16)" and len(menu["options"]) == 25
        if number < 15:
            await ada.click("Next", on=page)
    await ada.select(menu["custom_id"], menu["options"][-1]["value"], on=page)
    assert len((await host.people.said(person)).answers or ()) == MOST_SINGLE - 1
    (menu,) = ada.now(page).components(*SELECTS)
    assert "(16 of 16)" in menu["placeholder"] and len(menu["options"]) == 24, "the same page"
    await ada.click("Back", on=ada.now(page))
    await ada.sees("### More settings")
