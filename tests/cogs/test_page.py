"""Whole evenings on two phones: everything is done through the page, using only what is on it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from itertools import count

import pytest
from playwright.async_api import expect

from cogs import text
from cogs.text import ahead as text_ahead
from cogs.text import hand as text_hand
from cogs.text import proposals as text_proposals
from cogs.text import rules as text_rules
from cogs.text import score as text_score
from cogs.text import setup as text_setup
from engine.card import CARDS
from engine.mechanisms import EVENT, LANDMARK
from sandbox.server import Sandbox
from sandbox.testing import Shown, settled
from settings import BotSettings
from tables import TableService
from tests.cogs.browser import PagePlayer, at_page, browsing
from tests.cogs.conftest import hosting
from tests.cogs.kit import Planner, Reader, behind_more, menu_to, play_out
from tests.logs import read_log
from tests.sandbox.test_browser import foreign_fonts, overflow

pytestmark = pytest.mark.usefixtures("bot")

FIRST_KINGDOM = 8
"""The kingdom seed for the table's first draw; each further draw has the next one."""
QUIET = 0.2
"""If nothing has happened for this long, everything is done, so no panel is replaced just as someone presses it."""
WANTED = ("Festival", "Bureaucrat", "Moat", "Council Room", "Engineer", "Wild Hunt", "Groundskeeper", "Alchemist")
SHOPPING = {
    "Ada": {1: "Bureaucrat", 2: "Engineer", 3: "Potion", 4: "Festival", 5: "Council Room", 6: "Wild Hunt", 7: "Festival"},
    "Ben": {1: "Moat", 2: "Engineer", 3: "Groundskeeper", 4: "Wild Hunt", 5: "Moat", 6: "Library", 7: "Groundskeeper"},
}


@dataclass
class Curious(Planner):
    """Plays by the panels, and tries every control once: asks why, undoes, plays one Treasure, plays a whole turn in one click,
    writes a plan."""

    player: PagePlayer
    tried: set[str] = field(default_factory=set)

    async def step(self) -> None:
        shown = self.panel
        if shown is not None:
            for part in ("Undo", text_hand.BUY_PHASE):
                if label := self._untried(shown, part):
                    await self.player.click(label, on=shown)
                    return
            if text_hand.MORE in shown.buttons and text_hand.MORE not in self.tried:
                self.tried.add(text_hand.MORE)
                await behind_more(self.player, text_hand.WHY if self.asked else text.LOG, on=shown)
                return
        await super().step()
        shown = self.panel
        if shown is not None and text_ahead.PLAN in shown.buttons and text_ahead.PLAN not in self.tried:
            self.tried.add(text_ahead.PLAN)
            await self.player.click(text_ahead.PLAN, on=shown)
            await self.player.submit(text="$8 Province, $6 Gold, $3 Silver, else nothing")
            assert text_ahead.CHANGE_PLAN in self.player.now(shown).buttons

    def _untried(self, shown: Shown, kind: str) -> str | None:
        """Return the first button whose label begins like this, if it hasn't been pressed before."""
        label = next((label for label in shown.buttons if label.startswith(kind)), None)
        if label is None or kind in self.tried:
            return None
        self.tried.add(kind)
        return label


@pytest.fixture
def pictures() -> bool:
    return True


@pytest.fixture
async def host(settings: BotSettings) -> AsyncIterator[TableService]:
    """Open a host that draws the same kingdoms every time."""
    async with hosting(settings, map(str, count(FIRST_KINGDOM))) as host:
        yield host


@pytest.fixture
async def phones(chromium: str, sandbox: Sandbox) -> AsyncIterator[tuple[PagePlayer, PagePlayer]]:
    """Give Ada and Ben a phone each; the test notices every error there."""
    async with browsing(chromium) as browser:
        players = await at_page(browser, sandbox, "Ada"), await at_page(browser, sandbox, "Ben")
        yield players
        assert [wrong for player in players for wrong in player.wrong] == []


async def set_up(sandbox: Sandbox, ada: PagePlayer, ben: PagePlayer, host: TableService) -> str:
    """Set up a table of four with a random kingdom from all sets, as people do; return its id."""
    await ada.command("game new", kingdom="1 Event, 1 Landmark", sets="Dominion, Alchemy, Empires", seats=4)
    await ada.click(text_setup.INVITE)
    await ada.select(text_setup.CHOOSE_PEOPLE, "Ben")
    await ben.click(text_setup.ACCEPT)
    await ada.click(text_setup.ADD_AI)
    await ada.click(text_setup.ADD_AI)
    (table,) = await host.live()
    assert [CARDS[name].landscape for name in table.options.kingdom.landscapes] == [EVENT, LANDMARK]
    await ada.click(text_setup.MORE)
    await ada.click(text_setup.TABLE_SETTINGS)
    asked = await ada.sees("### Table settings")
    await ada.select(f"s:{table.id}:0:opt:rules", "Score counter", "Vetoes", on=asked)
    await ben.click(text_setup.KINGDOM)
    await ben.click(text_setup.VETO)
    await ben.select(text_setup.VETO_MENU, "Chapel")
    await ada.click(text_setup.KINGDOM)
    await ada.click(text_setup.SWAP)
    await ada.select(text_setup.SWAP_MENU, "Gardens")
    table = await host.table(table.id)
    assert not {"Chapel", "Gardens"} & {*table.options.kingdom.piles} and table.options.score_counter
    await settled(sandbox)
    await ben.go("#garden")
    lobby = await ben.sees(button=text_setup.START, where="#table")
    await ben.go()
    for label in (text_setup.JOIN, text_setup.START, text_setup.MORE):
        await expect(ben.message(lobby).get_by_role("button", name=label, exact=True)).to_be_in_viewport(ratio=1)
    await ada.click(text_setup.START)
    return table.id


async def look_around(ada: PagePlayer) -> None:
    """Do what players do besides playing."""
    await ada.click(text.LOG, where="#table")
    await ada.click(text.CARDS, on=await ada.sees("Fingerprint of the shuffle seed"))
    await ada.select(text_rules.LOOK_UP, "Moat", where="#table")
    await ada.sees("### Moat")
    await ada.command("rules", about="reveal hand")
    await ada.command("rules", about="Reaction", where="#table")
    term = await ada.sees("### Reaction\n")
    await ada.select(text_rules.RELATED_MENU, "Moat", on=term)
    await ada.click(text.BACK, on=term)
    await expect(ada.message(term)).to_contain_text(text_rules.RELATED_MENU)
    await ada.command("game hand")
    await ada.command("games")
    await decent(ada)


async def say_in_advance(ada: PagePlayer) -> None:
    """Set Treasures and the end of the turn to be automatic, in this game only."""
    await ada.command("settings")
    panel = await ada.sees(text_ahead.SETTINGS)
    await ada.click(text_ahead.SHOW_FOR_ONE, on=panel)
    turn = menu_to(ada.now(panel), "set-turn")["custom_id"]
    await ada.select(turn, "both", on=panel)
    await expect(ada.message(panel)).to_contain_text(text_ahead.TURN_CHOICES["both"][0])
    await ada.click(text_ahead.SHOW_FOR_ALL, on=panel)
    await expect(ada.message(panel)).to_contain_text(text_ahead.TURN_CHOICES["ask"][0])
    await decent(ada)


async def leave(ada: PagePlayer, ben: PagePlayer) -> None:
    """Make Ben hand over to an AI, once everyone agrees, and Ada resign."""
    for answer, outcome in ((text_proposals.DECLINE, "doesn't change hands"), (text_proposals.AGREE, "has taken over for Ben")):
        await ben.command("game substitute", where="#table")
        await ben.click(text_proposals.CHOOSE_AI, on=await ben.sees("Who should take over your seat?"))
        await ben.click(text_proposals.ASK_TABLE, on=await ben.sees("for Ben?"))
        await ada.click(answer, on=await ada.sees("for Ben?", "do you agree?", button=text_proposals.DECLINE))
        await expect(ada.message(await ada.sees(outcome))).to_contain_text(outcome)
    await ada.command("game resign", where="#table")
    await ada.click(text_proposals.RESIGN, on=await ada.sees("Resign this game?"))


async def in_sight(readers: Sequence[Curious]) -> None:
    """Check that the player on turn sees all of their panel without scrolling."""
    for reader in readers:
        panel = reader.panel
        if panel is not None and "Your turn" in panel.text:
            await reader.player.go(str(panel.json["channel_id"]))
            await expect(reader.player.message(panel)).to_be_in_viewport(ratio=1)


async def decent(*players: PagePlayer) -> None:
    """Check that no page shows anything meant only for another player, or wider than the page."""
    seen = [{message.id for message in (*player.messages(), *player.messages("DM"))} for player in players]
    for player, mine in zip(players, seen, strict=True):
        assert not {*await player.shown()} & (set().union(*seen) - mine)
        assert await overflow(player.page) == []


async def play(sandbox: Sandbox, readers: Sequence[Curious], turns: int) -> None:
    """Let everyone play by their panels."""

    async def act(reader: Reader) -> None:
        await reader.step()
        await decent(*(each.player for each in readers))

    await play_out(sandbox, readers, turns=turns, quiet=QUIET, act=act)


Phones = tuple[PagePlayer, PagePlayer]


async def test_a_table_of_four_is_set_up_and_started(sandbox: Sandbox, host: TableService, phones: Phones) -> None:
    id = await set_up(sandbox, *phones, host)
    readers = [Curious(player, WANTED, shopping=SHOPPING[player.name]) for player in phones]
    await settled(sandbox)
    assert any(reader.asked for reader in readers)
    await in_sight(readers)
    await play(sandbox, readers, turns=1)
    ada, ben = phones
    await look_around(ada)
    assert await foreign_fonts(ada.page) == set()
    await say_in_advance(ada)
    await play(sandbox, readers, turns=3)
    assert (await host.table(id)).turn > 12
    told = await read_log(host, id, int(ada.person.user.id), "standing")
    assert "Auto-answer: played all Treasures." in told
    await leave(ada, ben)
    score = await ada.sees(button="Replay")
    await expect(ada.message(score)).to_contain_text("resigned")
    assert (await host.table(id)).phase == "over"
    await decent(ada, ben)


async def test_a_first_lobby_is_one_press_away(sandbox: Sandbox, phones: Phones) -> None:
    ada, _ = phones
    await ada.press(ada.page.get_by_role("button", name="Try /game new"))
    await ada.sees("Ada's table", button="Join")


@pytest.mark.soak
async def test_a_game_of_four_is_played_to_its_score_and_on(sandbox: Sandbox, host: TableService, phones: Phones) -> None:
    ada, ben = phones
    id = await set_up(sandbox, ada, ben, host)
    readers = [Curious(player, WANTED, shopping=SHOPPING[player.name]) for player in phones]
    await play(sandbox, readers, turns=99)
    over = await host.table(id)
    assert over.phase == "over" and over.result is not None and len(over.result.scores) == 4
    assert {"Undo", text_ahead.PLAN, text_hand.BUY_PHASE, text_hand.MORE} <= readers[0].tried | readers[1].tried
    score = await ada.sees(button="Replay")
    await ada.go()
    for name in (seat.name for seat in over.seats):
        await expect(ada.message(score).locator(f'img[alt*="{name}"]').first).to_be_attached()
    await ada.click(text_score.MORE, on=score)
    await ada.click(text_score.HOW_IT_WENT)
    await ada.sees("### Score by turn")
    await ben.click(text_score.MORE, on=score)
    await ben.click(text_score.FILE)
    file = await ben.sees("### Replay file")
    await expect(ben.message(file).get_by_role("link", name="seneschal-")).to_have_count(1)
    await ben.click(text_setup.REMATCH, on=score)
    again = await ada.sees("table", button=text_setup.START)
    assert all(name in again.text for name in ("Ada", "Ben", "(AI)"))
    await decent(ada, ben)
