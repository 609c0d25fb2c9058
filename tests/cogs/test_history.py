"""Finished games: found only by those who are allowed to look at them; shared by all their players; downloaded as files."""

from __future__ import annotations

import asyncio
import csv
import json
from io import BytesIO, StringIO
from typing import Any, Literal
from zipfile import ZipFile

import pytest

from cogs.panels.blocks import MAX_ID, Id
from cogs.panels.history import MOST_LISTED, GameSearch
from engine import Kingdom
from engine.replay import Export, verify
from sandbox.components import BUTTON, SELECTS
from sandbox.recorder import Dropped, Exchange
from sandbox.server import Sandbox
from sandbox.testing import Player, Shown, settled
from tables import Options, Person, Place, TableService
from tables import exports as limits
from tables.commands import lobby, play
from tests.cogs.hostile import forge, told
from tests.cogs.kit import manager

pytestmark = pytest.mark.usefixtures("bot")

BASE = ("Cellar", "Moat", "Village", "Workshop", "Militia", "Moneylender", "Smithy", "Throne Room", "Festival", "Sentry")
OTHER = (*BASE[:-1], "Gladiator/Fortune")


class Evenings:
    """Games that people play at the same time and give up, each in its own channel."""

    def __init__(self, sandbox: Sandbox, host: TableService) -> None:
        self.sandbox, self.host = sandbox, host
        self.guild = next(iter(sandbox.world.guilds.values()))
        self.games = 0

    def person(self, name: str) -> Person:
        return Person(id=int(self.sandbox.person(name).user.id), name=name)

    async def game(self, *names: str, ais: int = 0, direct: bool = False, **options: object) -> str:
        """Play a game that all its people give up (without AIs: all but the last). Return its table."""
        self.games += 1
        number = self.games
        channel = self.sandbox.world.add_channel(self.guild, f"game-{number}")
        place = Place(guild=None if direct else int(self.guild.id), channel=int(channel.id))
        people = [self.person(name) for name in names]
        settings = Options.model_validate({"kingdom": Kingdom(edition=2, piles=BASE)} | options)
        id = (await self.host.new_table(place, people[0], settings, action=f"new {number}")).table.id
        for person in people[1:]:
            if settings.private:
                await self.host.act(id, people[0].id, lobby.invite([person.id]), action=f"invite {number} {person.name}")
            await self.host.act(id, person.id, lobby.sit(person), action=f"sit {number} {person.name}")
        for ai in range(ais):
            await self.host.act(id, people[0].id, lobby.add_ai(), action=f"ai {number} {ai}")
        await self.host.act(id, people[0].id, lobby.start(), action=f"start {number}")
        for person in people if ais else people[:-1]:
            await self.host.act(id, person.id, play.resign(), action=f"resign {number} {person.name}")
        return id


@pytest.fixture
def evenings(sandbox: Sandbox, host: TableService) -> Evenings:
    return Evenings(sandbox, host)


async def listed(reader: Player, **options: Any) -> Shown:
    """Return the list that someone asks for."""
    await reader.command("history", **options)
    await settled(reader.sandbox)
    return newest(reader)


def newest(player: Player, where: str | None = None) -> Shown:
    return next(shown for shown in reversed(player.messages(where)) if shown.ephemeral)


def tables(shown: Shown) -> list[str]:
    """Return the games that a list leads to, in order."""
    return [option["value"] for menu in shown.components(*SELECTS) for option in menu["options"]]


async def opened(player: Player, shown: Shown, game: str) -> Shown:
    """Return the page of a game in a list."""
    await player.select("Look at…", game, on=shown)
    await settled(player.sandbox)
    return player.now(shown)


async def pressed(player: Player, label: str, on: Shown) -> Shown:
    """Press a button that changes its message; return the message."""
    await player.click(label, on=on)
    await settled(player.sandbox)
    return player.now(on)


def file(player: Player, name: str) -> bytes:
    """Return the newest message's file."""
    (attached,) = newest(player).json["attachments"]
    stored = player.sandbox.world.attachment(attached["url"].split("/")[-2], name)
    assert stored is not None
    return stored.data


async def test_my_games_are_listed_newest_first_a_page_at_a_time(ada: Player, evenings: Evenings) -> None:
    assert "Your games are listed here once they're over." in (await listed(ada)).text
    made = [await evenings.game("Ada", "Ben") for _ in range(2 * MOST_LISTED + 1)]
    made.reverse()
    await evenings.game("Ben", "Cleo")
    shown = await listed(ada)
    assert tables(shown) == made[:MOST_LISTED] and shown.buttons == ["Older", "Statistics", "Export"]
    assert shown.text.startswith("### Your finished games\n**Ben 3** · Ada (resigned)\n-# <t:")
    second = await pressed(ada, "Older", shown)
    assert tables(second) == made[MOST_LISTED : 2 * MOST_LISTED] and second.buttons[:2] == ["Newer", "Older"]
    third = await pressed(ada, "Older", second)
    assert tables(third) == made[2 * MOST_LISTED :] and third.buttons[:1] == ["Newer"] and "Older" not in third.buttons
    page = await opened(ada, third, made[-1])
    assert tables(await pressed(ada, "Back", page)) == made[2 * MOST_LISTED :], "the page that it came from"
    assert tables(await pressed(ada, "Newer", third)) == made[MOST_LISTED : 2 * MOST_LISTED]
    assert tables(await pressed(ada, "Newer", third)) == made[:MOST_LISTED] and "Newer" not in ada.now(third).buttons


async def test_games_are_found_by_player_opponent_card_kingdom_and_server(ada: Player, ben: Player, evenings: Evenings) -> None:
    first = await evenings.game("Ada", "Ben")
    second = await evenings.game("Ben", "Cleo", kingdom=Kingdom(edition=2, piles=OTHER))
    third = await evenings.game("Cleo", "Ada", kingdom=Kingdom(edition=2, piles=BASE[::-1]))
    people = {name: evenings.sandbox.person(name).user.id for name in ("Ada", "Ben", "Cleo")}
    assert tables(await listed(ada, player=people["Ben"])) == [second, first]
    assert tables(await listed(ada, player=people["Ben"], opponent=people["Cleo"])) == [second]
    assert tables(await listed(ada, opponent=people["Cleo"])) == [third]
    assert tables(await listed(ada, server=True)) == [third, second, first]
    assert tables(await listed(ada, server=True, card="sentry")) == [third, first]
    found = await listed(ada, server=True, card="Fortune")
    assert tables(found) == [second] and "With Gladiator/Fortune, on this server" in found.text
    assert tables(await listed(ada, card="Gladiator")) == [] and "no games that you can look up" in newest(ada).text
    assert "no card called xyzzyx" in (await listed(ada, card="xyzzyx")).text
    assert (await ada.suggestions("history", "card", card="sent"))[:1] == ["Sentry"]
    page = await opened(ada, await listed(ada), first)
    same = await pressed(ada, "Same kingdom", page)
    assert tables(same) == [third, first] and "With the same kingdom" in same.text
    page = await opened(ada, same, third)
    assert page.buttons == ["Replay", "More…", "Back"], "it comes from that list"
    same = await pressed(ada, "Back", page)
    await ada.click("Statistics", on=same)
    await ada.sees("2 finished games")
    await ada.command("history", where="DM", server=True)
    await ada.sees("only in a channel on a server", where="DM")


async def test_a_page_says_what_a_game_was(ada: Player, evenings: Evenings) -> None:
    game = await evenings.game("Ada", "Ben")
    shown = await listed(ada)
    assert " · not rated: a player gave up too early" in shown.text
    page = await opened(ada, shown, game)
    place = (await evenings.host.table(game)).place.id
    assert page.text.startswith(f"### Ben wins in <#{place}>\n-# <t:")
    for words in (
        ":D> · Ben is the only player left: everyone else has resigned.\n",
        "**1. Ben**: 3 VP",
        "**2. Ada**: 3 VP, 0 turns, resigned",
        "**Kingdom:** Cellar, Moat",
        "Not rated: a player gave up",
    ):
        assert words in page.text
    assert page.buttons == ["Replay", "More…", "Same kingdom", "Back"]
    await ada.click("More…", on=page)
    await ada.sees("### More for")
    assert ada.now(page).text == page.text, "it comes beside the page"


async def test_the_games_of_games_lead_to_the_finished_ones(ada: Player, evenings: Evenings) -> None:
    await ada.command("games")
    assert "Finished games" not in (await ada.sees("### No games")).buttons
    game = await evenings.game("Ada", "Ben")
    await ada.command("games")
    await ada.click("Finished games", on=await ada.sees("### No games", button="Finished games"))
    assert tables(await ada.sees("### Your finished games")) == [game]


async def test_private_games_are_for_their_players_until_all_share_them(
    ada: Player, ben: Player, sandbox: Sandbox, evenings: Evenings
) -> None:
    cleo = Player(sandbox, "Cleo")
    game = await evenings.game("Ada", "Ben", private=True)
    people = {name: sandbox.person(name).user.id for name in ("Ada", "Ben")}
    for options in ({"server": True}, {"player": people["Ada"]}, {"opponent": people["Ben"]}, {"server": True, "card": "Moat"}):
        assert tables(await listed(cleo, **options)) == []
    mine = await opened(ada, await listed(ada), game)
    assert "Private: only its players can look it up. 0 of 2 share it." in mine.text
    mine = await pressed(ada, "Share", mine)
    assert "1 of 2 share it." in mine.text and "Stop sharing" in mine.buttons
    assert tables(await listed(cleo, server=True)) == []
    theirs = await pressed(ben, "Share", await opened(ben, await listed(ben), game))
    assert "Private, but shared: anyone can look it up." in theirs.text
    found = await listed(cleo, server=True)
    assert tables(found) == [game]
    page = await opened(cleo, found, game)
    assert "Ben wins" in page.text and not {"Share", "Stop sharing"} & {*page.buttons}
    assert tables(await pressed(cleo, "Back", page)) == [game]
    await pressed(ben, "Stop sharing", theirs)
    await cleo.select("Look at…", game, on=page)
    await cleo.sees("You can't look at this game. It's private, or it was deleted.")
    assert tables(await listed(cleo, server=True)) == []
    assert tables(await pressed(ada, "Back", mine)) == [game]


async def test_a_game_in_direct_messages_is_for_its_player(ada: Player, ben: Player, evenings: Evenings) -> None:
    game = await evenings.game("Ada", ais=1, direct=True)
    assert tables(await listed(ben, player=ada.person.user.id)) == []
    shown = await listed(ada)
    assert "in direct messages" in shown.text
    assert "Private: only you can look it up." in (await opened(ada, shown, game)).text


async def test_someone_unlisted_is_neither_found_nor_named_to_others(
    ada: Player, ben: Player, sandbox: Sandbox, host: TableService, evenings: Evenings
) -> None:
    cleo, mia = Player(sandbox, "Cleo"), manager(sandbox)
    game = await evenings.game("Ada", "Ben")
    await host.people.set_listed(int(ada.person.user.id), listed=False, action="unlisted")
    assert tables(await listed(cleo, player=ada.person.user.id)) == []
    assert tables(await listed(cleo, opponent=ada.person.user.id)) == []
    found = await listed(cleo, server=True)
    page = await opened(cleo, found, game)
    for shown in (found, page):
        assert "Ada" not in str(shown) and str(ada.person.user.id) not in str(shown.json["components"])
        assert "Player " in shown.text and "Ben" in shown.text
    assert page.buttons == ["Replay", "More…", "Same kingdom", "Back"]
    await listed(mia, server=True)
    await mia.click("Export", on=newest(mia))
    await settled(sandbox)
    told = file(mia, "games.csv").decode()
    assert "Ben" in told and "Ada" not in told and str(ada.person.user.id) not in told
    assert tables(await listed(ben, opponent=ada.person.user.id)) == [game], "those who played with her find her"
    assert "Ada" in newest(ben).text and "Ada" in (await listed(ada)).text


async def behind_more(reader: Player, score: Shown, where: str) -> dict[str, str]:
    """Return everything that **More…** of a finished game leads someone to, by button: texts with their buttons and menus, and
    files."""
    found = {}
    await reader.click("More…", on=score, where=where)
    await settled(reader.sandbox)
    for label in newest(reader, where).buttons:
        await reader.click("More…", on=score, where=where)
        await settled(reader.sandbox)
        await reader.click(label, on=newest(reader, where), where=where)
        await settled(reader.sandbox)
        shown = newest(reader, where)
        found[label] = f"{shown}{shown.json['attachments']}"
        for attached in shown.json["attachments"]:
            stored = reader.sandbox.world.attachment(attached["url"].split("/")[-2], attached["filename"])
            assert stored is not None
            found[label] += stored.data.decode()
            verify(Export.model_validate_json(stored.data))
        if label == "Log":
            await reader.select("Details of…", "1", on=shown, where=where)
            await settled(reader.sandbox)
            found["Details"] = str(newest(reader, where))
        if (modal := reader.person.modal) is not None:
            reader.person.cancel(modal.id)
    return found


LOOKS = ["log", "turn", "page", "file", "points", "decks", "text", "effects", "save", "replay", "story", "whatif", "scoremore"]
"""Verbs of the buttons that show something of a finished game."""
BEHIND_MORE = {
    "New kingdom",
    "Save kingdom",
    "Story",
    "Decks",
    "Score by turn",
    "Log",
    "Details",
    "Cards",
    "Replay file",
    "Play on…",
}


async def test_what_an_old_score_leads_to_names_no_one_who_is_not_listed(
    ada: Player, ben: Player, sandbox: Sandbox, host: TableService, evenings: Evenings
) -> None:
    await evenings.game("Ben", "Ada")
    cleo, where = Player(sandbox, "Cleo"), "#game-1"
    score = await cleo.sees("Ada wins", where=where)
    assert {*await behind_more(cleo, score, where)} == BEHIND_MORE
    await host.people.set_listed(int(ada.person.user.id), listed=False, action="unlisted")
    seen = await behind_more(cleo, score, where)
    named = {label for label, told in seen.items() if "Ada" in told or ada.person.user.id in told}
    assert {*seen} == BEHIND_MORE and not named
    unnamed = {label for label, told in seen.items() if "Player 2" in told}
    assert unnamed >= {"Story", "Decks", "Score by turn", "Log", "Replay file"}
    assert "Ada" in (await behind_more(ben, score, where))["Replay file"], "those who played with her find her"


async def test_what_an_old_score_leads_to_is_for_those_who_can_look_at_the_game(
    ada: Player, ben: Player, sandbox: Sandbox, evenings: Evenings
) -> None:
    await evenings.game("Ben", "Ada", private=True)
    cleo, where = Player(sandbox, "Cleo"), "#game-1"
    score, looks = await cleo.sees("Ada wins", where=where), await behind_more(ben, await ben.sees("Ada wins", where=where), where)
    assert {*looks} == BEHIND_MORE
    await cleo.click("More…", on=score, where=where)
    await cleo.sees("You can't look at this game.", where=where)
    game = Id.parse(next(one["custom_id"] for one in score.components(BUTTON))).table
    for verb in LOOKS:
        id = Id(game, 0, verb, "1" if verb == "turn" else "")
        click = forge(sandbox, cleo, cleo.person.message(score.id), str(id))
        await settled(sandbox)
        assert "You can't look at this game." in told(sandbox, click).text, verb


async def test_my_games_can_be_had_as_files_that_prove_themselves(
    ada: Player, sandbox: Sandbox, evenings: Evenings, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [await evenings.game("Ada", "Ben"), await evenings.game("Ada", ais=1, private=True), await evenings.game("Ada", "Cleo")]
    await evenings.game("Ben", "Cleo")
    monkeypatch.setattr(limits, "MOST_FILES", 2)
    await ada.click("Export", on=await listed(ada))
    await settled(sandbox)
    assert "### Your 3 finished games" in newest(ada).text and "No replay file for 1 game." in newest(ada).text
    with ZipFile(BytesIO(file(ada, "games.zip"))) as pack:
        assert sorted(pack.namelist()) == sorted(["games.csv", *(f"seneschal-{game}.json" for game in games[1:])])
        for game in games[1:]:
            verify(Export.model_validate(json.loads(pack.read(f"seneschal-{game}.json"))))
        rows = [*csv.DictReader(StringIO(pack.read("games.csv").decode()))]
    assert [row["game"] for row in rows] == [each for game in reversed(games) for each in (game, game)]
    assert {row["name"] for row in rows} >= {"Ada", "Ben", "Cleo"} and {row["not_counted"] for row in rows} == {"short"}


async def test_an_export_that_is_lost_on_its_way_can_be_had_again(sandbox: Sandbox, ada: Player, evenings: Evenings) -> None:
    game = await evenings.game("Ada", "Ben")
    shown = await listed(ada)

    async def gate(when: Literal["before", "after"], exchange: Exchange) -> None:
        if when == "before" and exchange.files:
            raise Dropped

    sandbox.gate = gate
    press = asyncio.create_task(ada.click("Export", on=shown))
    await settled(sandbox)
    sandbox.gate = None
    press.cancel()
    await ada.click("Export", on=shown)
    await settled(sandbox)
    with ZipFile(BytesIO(file(ada, "games.zip"))) as pack:
        assert f"seneschal-{game}.json" in pack.namelist()


async def test_other_clicks_of_someone_do_not_wait_for_their_export(
    sandbox: Sandbox, ada: Player, host: TableService, evenings: Evenings
) -> None:
    await evenings.game("Ada", "Ben")
    shown = await listed(ada)
    async with host.exports._files._lock:  # someone else's is being made
        await asyncio.gather(*(ada.click("Export", on=shown) for _ in range(2)))
        await ada.sees("I'm already working on that.")
    await settled(sandbox)
    await ada.sees("### Your 1 finished game")


async def test_a_server_s_games_are_for_those_who_manage_it(ben: Player, sandbox: Sandbox, evenings: Evenings) -> None:
    mia = manager(sandbox)
    game = await evenings.game("Ada", "Ben")
    await evenings.game("Ada", "Ben", private=True)
    await evenings.game("Ada", ais=1, direct=True)
    assert "Export" not in (await listed(ben, server=True)).buttons
    assert "Export" not in (await listed(mia, player=ben.person.user.id)).buttons
    await mia.click("Export", on=await listed(mia, server=True))
    await settled(sandbox)
    assert "### 1 finished game on this server" in newest(mia).text
    rows = [*csv.DictReader(StringIO(file(mia, "games.csv").decode()))]
    assert [(row["game"], row["name"], row["place"]) for row in rows] == [(game, "Ben", "1"), (game, "Ada", "2")]


async def test_nothing_about_a_running_game_is_found(ada: Player, host: TableService, evenings: Evenings) -> None:
    over = await evenings.game("Ada", "Ben")
    again = await host.rematch(over, int(ada.person.user.id), action="again")
    await host.act(again.table.id, int(evenings.sandbox.person("Ben").user.id), lobby.sit(evenings.person("Ben")), action="in")
    assert (await host.table(again.table.id)).phase == "playing"
    assert tables(await listed(ada)) == tables(await listed(ada, server=True)) == [over]
    await ada.click("Export", on=await listed(ada))
    await settled(ada.sandbox)
    with ZipFile(BytesIO(file(ada, "games.zip"))) as pack:
        assert not [name for name in pack.namelist() if again.table.id in name]


def test_what_a_list_shows_fits_into_an_id() -> None:
    asked = GameSearch(2**63 - 1, 2**63 - 2, "Settlers/Bustling Village", None, "abcdef0123", None, server=True)
    assert GameSearch.parse(str(asked)) == asked and GameSearch.parse("") == GameSearch()
    assert GameSearch.parse(str(GameSearch("kingdom", kingdom="c0ffee"))) == GameSearch("kingdom", kingdom="c0ffee")
    for made in (Id("-", 0, "record", str(asked)), Id("abcdef0123", 0, "share", f"on/{asked}")):
        assert len(str(made.in_place())) <= MAX_ID
    for nonsense in ("x1", "player", "pä", "p____________"):
        with pytest.raises((KeyError, ValueError)):
            GameSearch.parse(nonsense)
