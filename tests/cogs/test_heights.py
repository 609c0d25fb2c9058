"""A hand, or a question about it, fits into half of a phone's window with all its controls; so do settings and rules pages."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

import pytest
from playwright.async_api import expect

from engine import DecisionView, View, decide
from sandbox.server import Sandbox
from sandbox.testing import Player, Shown, settled
from tables import Options, Person, Place, TableService, waking
from tables.commands import lobby, play
from tables.models import Hours
from tests.cogs.browser import PagePlayer, at_page, browsing
from tests.cogs.game import PILES, Scene, asks, collecting, shopping
from tests.cogs.kit import behind_more, menu_to, propose_end
from tests.past import keep, season
from tests.tables.kit import Plan

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
"""A kingdom with a lot of text."""


@pytest.fixture
def pictures() -> bool:
    return True


def five_each(mine: View, views: dict[str, View]) -> bool:
    """Return whether everyone has five cards in hand."""
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
        assert await phones[other.name].height(asked) <= PLAIN + more


async def test_coffers_and_overpaying_fit_half_a_phone(chromium: str, sandbox: Sandbox, host: TableService) -> None:
    async with browsing(chromium) as browser:
        ada, ben = await at_page(browser, sandbox, "Ada"), await at_page(browser, sandbox, "Ben")
        scene = Scene(sandbox, host, ada, ben)
        for player in scene.players:
            await host.people.no_more_hints(int(player.person.user.id), action=f"plain-{player.name}")
        await scene.begin("Baker", "Candlestick Maker", "Infirmary", *PILES[3:])
        phones = {"Ada": ada, "Ben": ben}
        me, _ = await scene.bring_to(collecting("Candlestick Maker"), "Candlestick Maker")
        phone = phones[me.name]
        shown = await scene.panel(me)
        assert "Coffers" in shown.text and await phone.height(shown) <= PLAIN
        shown = await scene.play(me, "Candlestick Maker")
        assert any(label.startswith("Spend Coffers: +$") for label in shown.buttons)
        assert await phone.height(shown) <= LONG, "a row of buttons above the menu that buys"
        for wanted in ("buys", "treasures", "spend:Coffers:2"):
            (decision,) = (await scene.view(me)).decisions
            if decision.offers(wanted):
                await scene.move(me, wanted)
        shown = await scene.move(me, "buy:Infirmary")
        assert asks("Infirmary", shown) and await phone.height(shown) <= PLAIN


def playing(card: str, buying: Plan) -> Plan:
    """Play that card whenever possible, and follow a plan otherwise."""
    return lambda view, asked: [f"play:{card}"] if asked.offers(f"play:{card}") else buying(view, asked)


async def test_a_turn_under_attack_fits_half_a_phone(chromium: str, sandbox: Sandbox, host: TableService) -> None:
    async with browsing(chromium) as browser:
        ada, ben = await at_page(browser, sandbox, "Ada"), await at_page(browser, sandbox, "Ben")
        scene = Scene(sandbox, host, ada, ben)
        for player in scene.players:
            await host.people.no_more_hints(int(player.person.user.id), action=f"plain-{player.name}")
        await scene.begin("Corsair", *PILES[1:])
        plan = playing("Corsair", collecting("Corsair", *["Silver"] * 4, *["Copper"] * 20))
        await scene.bring(lambda views: any(view.at_risk and view.phase == "buy" for view in views.values()), plan)
        me, _ = await scene.in_turn_order()
        shown = await scene.panel(me)
        assert "-# Corsair: you trash the first Silver or Gold you play." in shown.text
        assert await {"Ada": ada, "Ben": ben}[me.name].height(shown) <= PLAIN


async def test_a_turn_in_debt_fits_half_a_phone(chromium: str, sandbox: Sandbox, host: TableService) -> None:
    async with browsing(chromium) as browser:
        ada, ben = await at_page(browser, sandbox, "Ada"), await at_page(browser, sandbox, "Ben")
        scene = Scene(sandbox, host, ada, ben)
        for player in scene.players:
            await host.people.no_more_hints(int(player.person.user.id), action=f"plain-{player.name}")
        await scene.begin("City Quarter", "Market", *PILES[3:9], "Workshop", "Cellar")

        def payable(view: View) -> bool:
            purse = next((each.purse for each in view.decisions if each.kind == "turn"), None)
            return purse is not None and view.players[view.current].debt > purse.debt == 0 and view.buys > 1 and view.phase == "buy"

        def wanted(view: View, seat: int) -> tuple[str, ...]:
            return ("City Quarter",) if any(each.name == "Market" for each in view.players[seat].owned) else ("Market", "Copper")

        await scene.bring(lambda views: any(map(payable, views.values())), playing("Market", shopping(wanted)))
        me, _ = await scene.in_turn_order()
        shown = await scene.panel(me)
        (pay,) = [label for label in shown.buttons if label.startswith("Pay ")]
        assert "End turn in debt" in shown.buttons
        assert await {"Ada": ada, "Ben": ben}[me.name].height(shown) <= LONG, "a row of buttons above the menu"
        await me.click(pay, on=shown)
        shown = await scene.panel(me)
        assert "Your turn" in shown.text and "debt**" not in shown.text and "End turn" in shown.buttons


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
        assert await ada.height(await pressed("More…", "### More settings")) <= SETTINGS
        await host.people.set_hours(int(ada.person.user.id), everything_set, action="hours")
        await pressed("Back", "### Auto-answers")
        assert await ada.height(await pressed("Pings…", "### Pings")) <= SETTINGS
        assert await ada.height(await pressed("Hours…", "**Quiet hours:** 23:00 to 7:00")) <= SETTINGS
        await ada.click("More…", on=await ada.sees("Ada's table"))
        assert await ada.height(await pressed("Table settings", "### Table settings")) <= SETTINGS
        assert await ada.height(await pressed("Pictures: dark…", "### Pictures at this table")) <= SETTINGS
        kingdom = await pressed("Kingdom…", "### Kingdom (1 of 3)")
        for number in (2, 3):
            assert await ada.height(kingdom) <= CARDS, "with the rows that change the kingdom"
            kingdom = await pressed("Next", f"### Kingdom ({number} of 3)")
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


TEN = ("Merchant", "Treasury", "Replace", "Masquerade", "Wharf", "Minion", "Workshop", "Mill", "Torturer", "Bandit")
"""A kingdom with as much text as a page has room for."""


async def test_ten_cards_fit_on_one_page(chromium: str, sandbox: Sandbox, host: TableService) -> None:
    async with browsing(chromium) as browser:
        ada = await at_page(browser, sandbox, "Ada")
        await ada.command("game new", require=", ".join(TEN))
        await ada.click("Kingdom…")
        await settled(sandbox)
        cards = await ada.sees("### Kingdom", "**Wharf**")
        assert "of 2" not in cards.text and all(name in cards.text for name in TEN) and await ada.height(cards) <= CARDS


def everything_set(hours: Hours, now: datetime) -> Hours:
    """Return hours of which each part is set."""
    return waking.leave(Hours(zone="America/New_York", quiet=(23 * 60, 7 * 60)), now, None)


LOOKED_UP = {
    "Throne Room": "### Throne Room",
    "Possession": "### Possession",
    "Scrying Pool": "### Scrying Pool",
    "Gladiator": "### Gladiator",
    "Grand Castle": "### Grand Castle",
    "Defiled Shrine": "### Defiled Shrine",
    "Enchantress": "### Enchantress",
    "term:Attack": "### Attack",
    "term:Duration": "### Duration",
    "term:Debt": "### Debt",
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
        await ben.click("Replay file")
        assert await ben.height(await ben.sees("### Replay file: verified")) <= SETTINGS
        await ben.click("More…", on=score)
        assert await ben.height(await ben.sees("### More for")) <= WHY
        await ben.click("Story")
        assert await ben.height(await ben.sees("### Story")) <= SCORE
        await ben.click("Replay", on=score)
        assert await ben.height(await ben.sees("### Replay")) <= CARDS
        await ben.command("games")
        await ben.click("Finished games")
        shown = await ben.sees("### Your finished games")
        assert await ben.height(shown) <= WHY
        await ben.select("Look at…", "Ben 3 · Ada (resigned)", on=shown)
        await settled(sandbox)
        assert await ben.height(ben.now(shown)) <= CARDS


@SCHEMES
async def test_statistics_fit(scheme: Literal["dark", "light"], chromium: str, sandbox: Sandbox, host: TableService) -> None:
    people = {name: int(sandbox.person(name).user.id) for name in ("Ada", "Ben")}
    people |= {f"Person {number}": number for number in range(1, 11)}
    guild = int(next(iter(sandbox.world.guilds.values())).id)
    await keep(host._access.store, *season(people, sandbox.world.clock(), guild, games=90))
    async with browsing(chromium) as browser:
        ada = await at_page(browser, sandbox, "Ada", color_scheme=scheme)
        await ada.command("stats")
        assert await ada.height(await ada.sees("### Your statistics")) <= WHY
        for label, title, most in (("Cards", "cards", CARDS), ("Openings", "openings", SETTINGS), ("Rating", "rating on", CARDS)):
            await ada.click(label)
            assert await ada.height(await ada.sees(f"### Your {title}")) <= most
            await ada.click("Back")
        await ada.command("leaderboard")
        assert await ada.height(await ada.sees("### Leaderboard", "**10.** ")) <= SCORE
        await ada.command("stats", card="Militia")
        assert await ada.height(await ada.sees("### Militia in ")) <= WHY


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
        assert await phone.height(await phone.sees("### 5 games, 2 waiting for you")) <= LIST


@SCHEMES
async def test_the_largest_kingdom_fits_in_words(
    scheme: Literal["dark", "light"], chromium: str, sandbox: Sandbox, host: TableService
) -> None:
    async with browsing(chromium) as browser:
        ada = await at_page(browser, sandbox, "Ada", color_scheme=scheme)
        await ada.command("game new", require=", ".join(LARGE))
        await ada.click("More…")
        await ada.click("Table settings")
        await ada.click("Pictures: dark…", on=await ada.sees("### Table settings"))
        settings = await ada.sees("### Pictures at this table")
        await ada.select(menu_to(settings, "opt:pictures")["custom_id"], "none", on=settings)
        await ada.click("Add AI")
        lobby_ = await ada.sees("Ada's table", "Castles")
        assert await ada.height(lobby_) <= IN_WORDS
        await ada.click("Start")
        await settled(sandbox)
        board = await ada.sees("piles empty", button="My hand")
        assert not board.json["attachments"] and board.buttons == ["My hand", "Log", "Cards"]
        assert await ada.height(board) <= IN_WORDS


HEIGHTS = {
    "lobby": (440, 530),
    "started": (151, 151),
    "more for the table": (WHY, WHY),
    "invite": (WHY, WHY),
    "invitation": (170, 170),
    "accepted": (170, 170),
    "seat": (170, 170),
    "kingdom": (CARDS, CARDS),
    "another": (350, 350),
    "recommended": (350, 350),
    "swap": (WHY, WHY),
    "my turn": (PLAIN, LONG),
    "resting": (RESTING, RESTING),
    "plan": (320, 320),
    "question": (PLAIN, LONG),
    "why": (WHY, WHY),
    "more": (346, 346),
    "board": (600, 720),
    "log": (CARDS, CARDS),
    "cards": (CARDS, CARDS),
    "text": (IN_WORDS, IN_WORDS),
    "proposal": (PLAIN, LONG),
    "board with a proposal": (660, 820),
    "score": (SCORE, SCORE),
    "more for the score": (WHY, WHY),
    "over": (190, 190),
    "games": (LIST, LIST),
}
"""The maximum height of each kind of message: with two players and base cards, and with more."""


class Ruler:
    """The greatest measured height of each kind of message, on people's phones."""

    def __init__(self, *phones: PagePlayer) -> None:
        self.phones = {each.name: each for each in phones}
        self.found: dict[str, float] = {}

    async def measure(self, kind: str, player: Player, shown: Shown) -> None:
        """Measure a message as it is now."""
        phone = self.phones[player.name]
        self.found[kind] = max(self.found.get(kind, 0), await phone.height(phone.now(shown)))

    async def press(self, kind: str, player: Player, label: str, title: str, on: Shown, where: str | None = None) -> Shown:
        """Press a button, and measure the message that appears."""
        await player.click(label, on=on)
        await settled(player.sandbox)
        shown = await player.sees(title, where=where)
        phone = self.phones[player.name]
        await phone.go(str(shown.json["channel_id"]))
        await expect(phone.message(shown)).to_contain_text(title.removeprefix("### "))
        await self.measure(kind, player, shown)
        return shown


async def set_up(ruler: Ruler, ada: Player, ben: Player, ais: int, piles: Sequence[str]) -> None:
    """Set a table up, and start its game."""
    await ada.command("game new", seats=2 + ais, require=", ".join(piles))
    lobby_ = await ada.sees("### Ada's table", button="Join")
    await ruler.measure("lobby", ada, lobby_)
    await ruler.press("invite", ada, "Invite…", "### Invite people", lobby_)
    await ada.select("Choose people…", "Ben")
    call = await ben.sees("has invited you")
    await ruler.measure("invitation", ben, call)
    await ben.click("Join", on=call)
    await ruler.measure("seat", ben, await ben.sees("### You have a seat", where="DM"))
    await ruler.measure("accepted", ben, call)
    for _ in range(ais):
        await ada.click("Add AI", on=lobby_)
    await settled(ada.sandbox)
    await ruler.measure("lobby", ada, lobby_)
    await ruler.press("more for the table", ada, "More…", "### More for this table", lobby_)
    kingdom = await ruler.press("kingdom", ada, "Kingdom…", "### Kingdom", lobby_)
    await ruler.press("swap", ada, "Swap one…", "### Which card", kingdom)
    other = await ruler.press("another", ada, "Another…", "### Another kingdom", kingdom)
    await ada.select("Browse kingdoms…", "Dominion", on=other)
    await ruler.measure("recommended", ada, await ada.sees("### Recommended kingdoms"))
    await ada.click("Start", on=lobby_)
    await settled(ada.sandbox)
    await ruler.measure("started", ada, lobby_)


async def take_turns(ruler: Ruler, scene: Scene) -> None:
    """Look at everything at the game's start, at a question, and after some turns."""
    me, other = await scene.in_turn_order()
    hand, rest = await scene.panel(me), await scene.panel(other)
    await ruler.measure("my turn", me, hand)
    await ruler.measure("resting", other, rest)
    await ruler.press("more", me, "More…", "### More for ", hand, where="DM")
    await other.click("Plan…", on=rest)
    await other.submit(text="$8 Province, $6 Gold, $3 Silver, else nothing")
    await settled(scene.sandbox)
    await ruler.measure("plan", other, rest)
    await scene.bring(lambda views: any(map(questions, views.values())), by_the_ai)
    (asked, *_) = [each for each in scene.players if questions(await scene.view(each))]
    shown = await scene.panel(asked)
    await ruler.measure("question", asked, shown)
    await behind_more(asked, "Why?", on=shown)
    await ruler.measure("why", asked, await asked.sees("### Why", where="DM"))
    await scene.bring(lambda views: any(map(sixth_turn, views.values())), by_the_ai)
    me, other = await scene.in_turn_order()
    await ruler.measure("my turn", me, await scene.panel(me))
    await ruler.measure("resting", other, await scene.panel(other))
    board = await me.sees("'s turn", button="My hand")
    await ruler.measure("board", me, board)
    for kind, label, title in (("log", "Log", "Details"), ("cards", "Cards", "### Cards"), ("text", "As text", "piles empty")):
        await ruler.press(kind, me, label, "" if kind == "log" else title, board)


def by_the_ai(view: View, decision: DecisionView) -> list[str]:
    """Answer as an AI would, but play what there is, and have one of each Kingdom card."""
    if decision.kind == "turn":
        owned = {each.name for each in view.players[decision.seat].owned}
        new = {f"buy:{pile.top}" for pile in view.piles if pile.kind == "kingdom" and pile.top not in owned}
        moves = [each.id for each in decision.options if each.id in new or each.id.startswith("play:")]
        if moves:
            return moves[:1]
    return decide(view, decision, "kingdom")


def questions(view: View) -> bool:
    """Return whether a card asks the viewer something."""
    return any(each.kind != "turn" and each.decider == view.viewer and not each.answered for each in view.decisions)


def sixth_turn(view: View) -> bool:
    """Return whether the viewer's sixth turn, or a later one, starts."""
    me = view.players[view.current]
    return view.current == view.viewer and me.turns_taken >= 5 and not me.in_play and any(d.kind == "turn" for d in view.decisions)


async def end(ruler: Ruler, scene: Scene) -> None:
    """End the game by agreement."""
    me, other = await scene.in_turn_order()
    await propose_end(me)
    await settled(scene.sandbox)
    proposal = await scene.panel(other)
    await ruler.measure("proposal", other, proposal)
    await ruler.measure("board with a proposal", me, await me.sees("'s turn", button="My hand"))
    await other.click("Agree", on=proposal)
    score = await other.sees(button="Replay")
    await ruler.measure("score", other, score)
    await ruler.press("more for the score", other, "More…", "### More for", score)
    await ruler.measure("over", me, await me.sees("### Game over", where="DM"))
    await other.command("games")
    await ruler.measure("games", other, await other.sees("### No games"))


@pytest.mark.parametrize("ais", [0, 2])
@pytest.mark.parametrize("piles", [PILES, LARGE], ids=["base", "all"])
async def test_every_kind_of_message_fits(
    piles: tuple[str, ...], ais: int, chromium: str, sandbox: Sandbox, host: TableService
) -> None:
    async with browsing(chromium) as browser:
        ada, ben = [await at_page(browser, sandbox, name) for name in ("Ada", "Ben")]
        scene, ruler = Scene(sandbox, host, ada, ben), Ruler(ada, ben)
        for player in scene.players:
            await host.people.no_more_hints(int(player.person.user.id), action=f"plain-{player.name}")
        await set_up(ruler, ada, ben, ais, piles)
        (table,) = await host.live()
        scene.id = table.id
        await take_turns(ruler, scene)
        await end(ruler, scene)
    large = bool(ais) or piles is LARGE
    assert ruler.found.keys() == HEIGHTS.keys()
    assert {kind: height for kind, height in ruler.found.items() if height > HEIGHTS[kind][large]} == {}
