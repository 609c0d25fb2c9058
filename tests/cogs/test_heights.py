"""A hand, or a question about it, fits into half of a phone's window with all that can be done; so do settings and look-ups."""

from __future__ import annotations

from typing import Literal

import pytest

from engine import View
from sandbox.server import Sandbox
from sandbox.testing import Player, Shown, settled
from tables import Options, Person, Place, TableService
from tables.commands import lobby, play
from tests.cogs.browser import at_page, browsing
from tests.cogs.game import PILES, Scene, asks, collecting
from tests.cogs.kit import behind_more, menu_to

pytestmark = pytest.mark.usefixtures("bot")

PLAIN, LONG, RESTING = 360, 440, 300
HINT = 24
"""What a hint in a first game adds: one small line."""
WHY, SETTINGS, RULES, SCORE, CARDS, LIST, IN_WORDS = 320, 420, 480, 540, 720, 300, 760
SCHEMES = pytest.mark.parametrize("scheme", ["dark", "light"])
LARGE = (
    *("Castles", "Gladiator/Fortune", "Patrician/Emporium", "Settlers/Bustling Village", "Catapult/Rocks"),
    *("Encampment/Plunder", "Possession", "Scrying Pool", "Crown", "Overlord", "Tax", "Obelisk"),
)
"""A kingdom of much text."""


@pytest.fixture
def pictures() -> bool:
    return True


def five_each(mine: View, views: dict[str, View]) -> bool:
    """Return whether everyone holds five cards."""
    return all(player.hand_size == 5 for player in mine.players)


@pytest.mark.parametrize("hints", [False, True])
async def test_hands_and_questions_fit_half_a_phone(chromium: str, sandbox: Sandbox, host: TableService, hints: bool) -> None:
    async with browsing(chromium) as browser:
        ada, ben = await at_page(browser, sandbox, "Ada"), await at_page(browser, sandbox, "Ben")
        scene = Scene(sandbox, host, ada, ben)
        more = HINT if hints else 0
        for player in () if hints else scene.players:
            await host.people.no_more_hints(int(player.person.user.id), action=f"plain-{player.name}")
        await scene.begin(*PILES)
        phones = {"Ada": ada, "Ben": ben}
        me, other = await scene.in_turn_order()
        assert await phones[me.name].height(await scene.panel(me)) <= PLAIN + more
        assert await phones[other.name].height(await scene.panel(other)) <= RESTING + more
        me, other = await scene.bring_to(collecting("Militia", "Village"), "Militia", also=five_each)
        assert await phones[me.name].height(await scene.panel(me)) <= PLAIN + more
        assert await phones[other.name].height(await scene.panel(other)) <= RESTING + more
        assert await phones[me.name].height(await scene.play(me, "Militia")) <= PLAIN + more
        asked = await scene.panel(other)
        assert asks("Militia", asked)
        assert await phones[other.name].height(asked) <= LONG + more


@SCHEMES
async def test_settings_and_look_ups_fit_half_a_phone(
    scheme: Literal["dark", "light"], chromium: str, sandbox: Sandbox, host: TableService
) -> None:
    async with browsing(chromium) as browser:
        ada = await at_page(browser, sandbox, "Ada", color_scheme=scheme)

        async def pressed(label: str, title: str) -> Shown:
            await ada.click(label)
            await settled(sandbox)
            return await ada.sees(title)

        await ada.command("game new", require=", ".join(LARGE))
        await ada.command("settings")
        assert await ada.height(await ada.sees("### Auto-answers")) <= SETTINGS
        assert await ada.height(await pressed("More…", "### More auto-answers")) <= SETTINGS
        await ada.click("More…", on=await ada.sees("Ada's table"))
        assert await ada.height(await pressed("Table settings", "### Table settings")) <= SETTINGS
        kingdom = await pressed("Kingdom…", "### Cards (1 of 3)")
        for number in (2, 3):
            assert await ada.height(kingdom) <= CARDS + ROW, "with the rows that change the kingdom"
            kingdom = await pressed("Next", f"### Cards ({number} of 3)")
        await ada.click("Add AI")
        await ada.click("Start")
        await settled(sandbox)
        cards = await pressed("Cards", "### Cards (1 of 4)")
        for number in (2, 3, 4):
            assert await ada.height(cards) <= CARDS
            cards = await pressed("Next", f"### Cards ({number} of 4)")
        for about, title in LOOKED_UP.items():
            await ada.command("rules", about=about)
            assert await ada.height(await ada.sees(title)) <= RULES, about


ROW, STARTED = 48, 160
LOOKED_UP = {
    "Throne Room": "### Throne Room",
    "Possession": "### Possession",
    "Scrying Pool": "### Scrying Pool",
    "Gladiator": "### Gladiator",
    "Grand Castle": "### Grand Castle",
    "Defiled Shrine": "### Defiled Shrine",
    "Enchantress": "### Enchantress",
    "term:Attack": "### Attack",
    "reveal hand": "### “reveal hand”",
    "posession": "Did you mean:",
    "Deck Top": "### Deck Top",
}


@SCHEMES
async def test_why_the_score_and_what_follows_fit(
    scheme: Literal["dark", "light"], chromium: str, sandbox: Sandbox, host: TableService
) -> None:
    async with browsing(chromium) as browser:
        ada, ben = [await at_page(browser, sandbox, name, color_scheme=scheme) for name in ("Ada", "Ben")]
        scene = Scene(sandbox, host, ada, ben)
        await scene.begin(*PILES)
        me, other = await scene.bring_to(collecting("Militia", "Village"), "Militia", also=five_each)
        phones = {"Ada": ada, "Ben": ben}
        await scene.play(me, "Militia")
        victim = phones[other.name]
        await behind_more(victim, "Why?", on=await scene.panel(other))
        assert await victim.height(await victim.sees("Why ", where="DM")) <= WHY
        await behind_more(phones[me.name], "Why?", on=await scene.panel(me))
        assert await phones[me.name].height(await phones[me.name].sees("phase.**", where="DM")) <= WHY
        await ada.command("game resign")
        await ada.click("Resign")
        score = await ben.sees(button="Replay")
        assert await ben.height(score) <= SCORE
        await ben.click("More…", on=score)
        assert await ben.height(await ben.sees("### More for")) <= WHY
        await ben.command("games")
        await ben.click("Finished games")
        assert await ben.height(await ben.sees("### Finished games")) <= SETTINGS


async def test_a_list_of_five_games_fits(chromium: str, sandbox: Sandbox, host: TableService) -> None:
    guild = next(iter(sandbox.world.guilds.values()))
    ada, ben = [Person(id=int(sandbox.person(name).user.id), name=name) for name in ("Ada", "Ben")]
    for number in range(5):
        place = Place(guild=int(guild.id), channel=int(sandbox.world.add_channel(guild, f"game-{number}").id))
        table = (await host.new_table(place, ada, Options(), action=f"new {number}")).table.id
        await host.act(table, ben.id, lobby.sit(ben), action=f"sit {number}")
        begun = (await host.act(table, ada.id, lobby.start(), action=f"start {number}")).table
        if begun.waits_for(ada.id) != (number < 2):
            first = begun.awaited[0].person or 0
            (decision,) = (await host.view(table, first)).decisions
            await host.act(table, first, play.answer(decision.id, ["end"]), action=f"end {number}")
    await settled(sandbox)
    async with browsing(chromium) as browser:
        phone = await at_page(browser, sandbox, "Ada")
        await phone.command("games")
        assert await phone.height(await phone.sees("### 5 games, 2 waiting for you")) <= LIST + 10


@SCHEMES
async def test_the_largest_kingdom_fits_in_words(
    scheme: Literal["dark", "light"], chromium: str, sandbox: Sandbox, host: TableService
) -> None:
    async with browsing(chromium) as browser:
        ada = await at_page(browser, sandbox, "Ada", color_scheme=scheme)
        await ada.command("game new", require=", ".join(LARGE))
        await ada.click("More…")
        await ada.click("Table settings")
        settings = await ada.sees("### Table settings")
        await ada.select(menu_to(settings, "opt:pictures")["custom_id"], "none", on=settings)
        await ada.click("Add AI")
        lobby_ = await ada.sees("Ada's table", "Castles")
        assert await ada.height(lobby_) <= IN_WORDS
        await ada.click("Start")
        await settled(sandbox)
        board = await ada.sees("piles empty", button="My hand")
        assert not board.json["attachments"] and board.buttons == ["My hand", "Log", "Cards"]
        assert await ada.height(board) <= IN_WORDS


@SCHEMES
@pytest.mark.parametrize(("piles", "ais", "board"), [(PILES, 0, 600), (PILES, 2, 720), (LARGE, 0, 720), (LARGE, 2, 720)])
async def test_a_lobbys_record_and_the_board_fit(
    scheme: Literal["dark", "light"],
    piles: tuple[str, ...],
    ais: int,
    board: int,
    chromium: str,
    sandbox: Sandbox,
    host: TableService,
) -> None:
    async with browsing(chromium) as browser:
        ada = await at_page(browser, sandbox, "Ada", color_scheme=scheme)
        ben = Player(sandbox, "Ben")
        await ada.command("game new", seats=2 + ais, require=", ".join(piles))
        shown = await ada.sees("### Ada's table", button="Join")
        await ben.click("Join")
        for _ in range(ais):
            await ada.click("Add AI")
        await ada.click("Start")
        await settled(sandbox)
        assert await ada.height(ada.now(shown)) <= STARTED
        assert await ada.height(await ada.sees("'s turn", button="My hand")) <= board
