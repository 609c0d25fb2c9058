"""Statistics and ratings: who can look up what about which people, and who is left out."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from cogs.panels import stats as panels
from cogs.text import stats as words
from sandbox.components import GALLERY, SELECTS
from sandbox.server import Sandbox
from sandbox.testing import NotSeen, Player, Shown, settled
from storage.records import kingdom_key
from tables import TableService
from tables.commands import play
from tables.history import RatingChange, Skill, Subject
from tests.cogs.game import PILES, Scene, alts, collecting
from tests.cogs.hostile import forge
from tests.cogs.kit import AUTO_ANSWERS, menu_to
from tests.cogs.test_panels import check
from tests.past import keep, season
from tests.shown import statistics

pytestmark = pytest.mark.usefixtures("bot")

PEOPLE = ("Ada", "Ben", "Cleo")
HUGE = 10**30
FORGED = ("", "person", "person:x", f"person:{HUGE}", "person:-1", f"person:1:{HUGE}", "person:1:7:-9", "moat:1", "card:x")


def person(sandbox: Sandbox, name: str) -> int:
    return int(sandbox.person(name).user.id)


def guild(sandbox: Sandbox) -> int:
    return int(next(iter(sandbox.world.guilds.values())).id)


@pytest.fixture
async def history(sandbox: Sandbox, host: TableService) -> None:
    """Store forty three-player games on this server, and one more elsewhere."""
    names = {name: person(sandbox, name) for name in PEOPLE}
    games = season(names, sandbox.world.clock(), guild(sandbox))
    await keep(host._access.store, *games, games[-1].model_copy(update={"id": "g99", "server": 7}))


async def shown(player: Player) -> Shown:
    """Return the last message that only a player sees."""
    await settled(player.sandbox)
    return next(each for each in reversed(player.messages()) if each.ephemeral)


async def stats(player: Player, /, **options: object) -> Shown:
    await player.command("stats", **options)  # type: ignore[arg-type]
    return await shown(player)


async def press(player: Player, label: str) -> Shown:
    await player.click(label, on=await shown(player))
    return await shown(player)


async def listed(player: Player, value: str) -> None:
    """Choose who can see the player's statistics."""
    await player.command("settings")
    panel = await player.sees(AUTO_ANSWERS)
    for label in ("More…", "Pictures, data…"):
        await player.click(label, on=player.now(panel))
    await player.select(menu_to(player.now(panel), "set-listed")["custom_id"], value, on=player.now(panel))


async def test_a_game_that_ends_is_in_both_players_statistics(scene: Scene, ada: Player, ben: Player) -> None:
    assert "no finished games that count" in (await stats(ada)).text
    await scene.begin(*PILES)
    await scene.bring(lambda views: next(iter(views.values())).turn >= 6, collecting("Silver"))
    await scene.host.act(scene.id, person(scene.sandbox, "Ben"), play.resign(), action="over")
    await settled(scene.sandbox)
    won, lost = await stats(ada), await stats(ben)
    assert "### Your statistics\n**Rating:** 1138, rank 1 on this server\n-# A first guess after 1 game." in won.text
    assert "**Won:** 100% of 1 game (50% by chance)\n-# In the long run, probably between 21% and 100%." in won.text
    assert "**Rating:** 927, rank 2" in lost.text and "**Won:** 0% of 1 game" in lost.text
    await ada.command("stats", server=True)
    assert "**1 finished game**" in (await shown(ada)).text


@pytest.mark.usefixtures("history")
async def test_the_first_screen_is_short_and_leads_on(ada: Player) -> None:
    first = await stats(ada)
    assert first.buttons == ["Cards", "Openings", "Rating", "Games"] and len(first.text.splitlines()) <= 6
    cards = await press(ada, "Cards")
    assert "### Your cards" in cards.text and "**Won more with**\n" in cards.text and "Silver" not in cards.text
    assert (await press(ada, "Back")).text == first.text
    openings = await press(ada, "Openings")
    assert "**Most common**\n" in openings.text and " Silver" in openings.text
    await press(ada, "Back")
    assert first.id == (await shown(ada)).id, "all of it in one message"


@pytest.mark.usefixtures("history")
async def test_each_change_of_a_rating_can_be_looked_up(ada: Player, host: TableService, sandbox: Sandbox) -> None:
    await stats(ada)
    page = await press(ada, "Rating")
    assert "### Your rating on this server: 1" in page.text and not page.components(GALLERY)
    rating = await host.history.rating(None, person(sandbox, "Ada"), guild(sandbox))
    assert rating is not None
    changes = [line for line in page.text.splitlines() if " to " in line]
    for _ in range(1, -(-rating.games // panels.CHANGES)):
        changes += [line for line in (await press(ada, "Next")).text.splitlines() if " to " in line]
    assert len(changes) == rating.games and all(" of " in line and " with " in line for line in changes)
    with pytest.raises(NotSeen):
        await press(ada, "Next")
    everywhere = await press(ada, "All servers")
    assert "### Your rating on all servers" in everywhere.text and "This server" in everywhere.buttons
    await press(ada, "This server")
    assert "### Your statistics" in (await press(ada, "Back")).text


@pytest.mark.usefixtures("history")
async def test_a_finished_games_score_is_reached_from_the_change(ada: Player, scene: Scene) -> None:
    await stats(ada)
    page = await press(ada, "Rating")
    (menu,) = page.components(*SELECTS)
    assert len(menu["options"]) == panels.CHANGES


@pytest.mark.usefixtures("history")
async def test_two_players_are_compared(ada: Player, sandbox: Sandbox) -> None:
    ben, cleo = (person(sandbox, name) for name in ("Ben", "Cleo"))
    assert "### Ben's statistics" in (await stats(ada, player=str(ben))).text
    versus = await press(ada, "Against me")
    assert "### You and Ben\n" in versus.text and "**Ahead:** You " in versus.text
    assert (await stats(ada, opponent=str(ben))).text == versus.text
    assert "### Ben and Cleo\n" in (await stats(ada, player=str(ben), opponent=str(cleo))).text
    assert "### You and Ben\n" in (await stats(ada, player=str(ben), opponent=str(person(sandbox, "Ada")))).text
    assert "### Ben's statistics" in (await press(ada, "Back")).text
    assert "have no finished games that count" in (await stats(ada, opponent=str(person(sandbox, "Dan")))).text


@pytest.mark.usefixtures("history")
async def test_a_card_a_server_and_a_kingdom_have_statistics(ada: Player, host: TableService, sandbox: Sandbox) -> None:
    assert (await ada.suggestions("stats", "card", card="mili"))[0] == "Militia"
    card = await stats(ada, card="militia")
    assert (
        "### Militia in 41 finished games\n" in card.text
        and "**Without it:** won " in card.text
        and "**You, with it:** " in card.text
    )
    assert "### Openings with Militia\n" in (await press(ada, "Openings")).text
    assert "Nothing found" in (await stats(ada, card="xyzzy")).text
    server = await stats(ada, server=True)
    assert "**40 finished games**" in server.text and server.buttons == ["Cards", "Openings"]
    assert "### Cards on this server\n" in (await press(ada, "Cards")).text
    (game,) = await host.history.games(None, limit=1)
    about = Subject("kingdom", kingdom_key(game.kingdom))
    found = await host.history.stats(None, about)
    assert found is not None
    kingdom = panels.kingdom(found, game.kingdom, about, 1).panel
    assert "### Statistics for First Game" in kingdom.text and "**41 finished games**" in kingdom.text
    assert panels.About.parse(str(panels.About(about))) == panels.About(about)


@pytest.mark.parametrize("verb", ["stats", "stats-cards", "stats-openings", "stats-rating", "stats-versus"])
@pytest.mark.usefixtures("history")
async def test_ids_that_no_message_has_change_nothing(verb: str, ada: Player, sandbox: Sandbox) -> None:
    first = await stats(ada)
    message = ada.person.message(first.id)
    for about in FORGED:
        forge(sandbox, ada, message, f"s:-:0:{verb}:{about}")
        await settled(sandbox)
        assert "went wrong" not in "\n".join(each.text for each in ada.messages() if each.ephemeral), about


@pytest.mark.usefixtures("history")
async def test_the_leaderboard_has_the_reader_in_any_case_and_ais_apart(ada: Player, sandbox: Sandbox) -> None:
    dan = Player(sandbox, "Dan")
    await ada.command("leaderboard")
    board = await shown(ada)
    assert board.text.startswith("### Leaderboard for this server\n**1.** You: ") and "\n-# AIs: Kingdom AI " in board.text
    assert "### Leaderboard for all servers" in (await press(ada, "All servers")).text
    await press(ada, "This server")
    await ada.select("Statistics for…", "Kingdom AI", on=board)
    assert "### Kingdom AI's statistics" in (await shown(ada)).text
    await dan.command("leaderboard")
    assert "You" not in (await shown(dan)).text


@pytest.mark.usefixtures("history")
async def test_those_who_opt_out_vanish_and_can_come_back(ada: Player, ben: Player, sandbox: Sandbox) -> None:
    before = await stats(ada)
    await listed(ben, "no")
    assert "Ben's statistics are private." in (await stats(ada, player=str(person(sandbox, "Ben")))).text
    assert "### You and Ben" in (await stats(ada, opponent=str(person(sandbox, "Ben")))).text, "they played together"
    cleo = Player(sandbox, "Cleo")
    for one, other in (("Ada", "Ben"), ("Ben", "Ada")):
        asked = {"player": str(person(sandbox, one)), "opponent": str(person(sandbox, other))}
        assert "Ben's statistics are private." in (await stats(cleo, **asked)).text
    await ada.command("leaderboard")
    assert "Ben" not in str(await shown(ada))
    assert (await stats(ada)).text == before.text, "their opponents' ratings stay"
    await ben.command("leaderboard")
    board = await shown(ben)
    assert "\nYou: " in board.text and "You aren't listed" in board.text
    await ben.click("Who sees mine…", on=ben.now(board))
    await ben.select(menu_to(ben.now(board), "set-listed")["custom_id"], "yes", on=ben.now(board))
    assert "### Your statistics" in (await stats(ben)).text
    assert "### Ben's statistics" in (await stats(ada, player=str(person(sandbox, "Ben")))).text


def test_the_changes_of_a_rating_do_not_tell_when_a_private_game_was() -> None:
    changes = [
        RatingChange(record=None, at=datetime(2026, 1, day, tzinfo=UTC), before=Skill(25.0, 8.0), after=Skill(26.0, 8.0))
        for day in (1, 2)
    ]
    assert {words.change(each, 1) for each in changes} == {"-# **+40** to 1080: a private game"}


async def test_names_are_never_markup(ada: Player, host: TableService, sandbox: Sandbox) -> None:
    names = {"Ada": person(sandbox, "Ada"), "**@everyone**": 12345}
    await keep(host._access.store, *season(names, sandbox.world.clock(), guild(sandbox), games=12))
    await ada.command("leaderboard")
    assert r"\*\*@" in (await shown(ada)).text
    await stats(ada)
    assert r"\*\*@" in (await press(ada, "Rating")).text


def test_every_panel_is_one_that_discord_takes() -> None:
    for each in statistics():
        check(each.panel)


class TestPictures:
    """With pictures."""

    @pytest.fixture
    def pictures(self) -> bool:
        return True

    @pytest.mark.usefixtures("history")
    async def test_a_rating_over_time_is_drawn_with_the_same_in_words(
        self, ada: Player, host: TableService, sandbox: Sandbox
    ) -> None:
        await stats(ada)
        page = await press(ada, "Rating")
        (alt,) = alts(page)
        assert alt.startswith("The rating after 2") and "it was between " in alt
        await host.people.set_pictures(person(sandbox, "Ada"), "none", action="none")
        await press(ada, "Next")
        assert not alts(await shown(ada)) and " to " in (await shown(ada)).text


def test_averages_in_the_middle_are_rounded_up() -> None:
    assert [words.to_whole(each) for each in (44.5, 26.5, 26.4, -0.5)] == [45, 27, 26, 0]
