"""Takes the pictures in docs/tour.md and the README, of the real bot on the sandbox's page:

    .venv/bin/python -m tests.pictures docs/pictures [SCENE ...]

It needs Chromium, at /usr/bin/chromium. Every scene has its own world, in a window as narrow as a phone's (and a wide one for a few
pictures). The host or the page makes the moves before a picture; everything in it comes from the bot.
"""

from __future__ import annotations

import asyncio
import io
import logging
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.async_api import Browser, expect

from cogs import SeneschalBot, text
from cogs.text import absence as text_absence
from cogs.text import ahead as text_ahead
from cogs.text import following as text_following
from cogs.text import gathering as text_gathering
from cogs.text import hand as text_hand
from cogs.text import history as text_history
from cogs.text import hours as text_hours
from cogs.text import open_seats as text_open_seats
from cogs.text import own_data as text_own_data
from cogs.text import pings as text_pings
from cogs.text import places as text_places
from cogs.text import proposals as text_proposals
from cogs.text import replays as text_replays
from cogs.text import rules as text_rules
from cogs.text import score as text_score
from cogs.text import setup as text_setup
from cogs.text import stats as text_stats
from cogs.text import what_if as text_what_if
from cogs.text import why as text_why
from engine import DecisionView, Kingdom, View, decide
from sandbox.components import SELECTS
from sandbox.limits import Pace
from sandbox.model import Overwrite
from sandbox.permissions import Permission
from sandbox.server import Sandbox
from sandbox.testing import Shown, settled, until
from settings import ENV_FILE, BotSettings, load
from startup import connect_to
from storage import from_url
from tables import AutoAnswers, Options, Person, Place, TableService
from tables.commands import consent, lobby, open_seats, play
from tests.cogs.browser import PagePlayer, at_page, browsing
from tests.cogs.conftest import has_heard
from tests.cogs.kit import behind_more, propose_end
from tests.conftest import CHROMIUM
from tests.past import keep, season
from tests.tables.kit import falsify

COLOURS, PLAIN = 256, 64
"""How many colours a picture has, and how many of them are its most frequent ones, unchanged, so that marks and backgrounds keep
their colours."""
SCALE = 1.5
"""The scale of pictures on a phone."""
WIDEST = 690
"""The width to which messages are cropped: in a wide window, the rest is empty."""
SEED = bytes(range(32))
BASE = ("Cellar", "Moat", "Village", "Workshop", "Militia", "Moneylender", "Smithy", "Throne Room", "Festival", "Sentry")
DRAWN = """() => document.fonts.ready.then(
    () => Promise.all([...document.images].map((each) => each.complete || each.decode().catch(() => 0)))
)"""
"""Waits until everything on the page is drawn."""
TO_BE_TAKEN = """(article) => {
    const copy = article.cloneNode(true)
    copy.classList.remove("is-flashing", "is-short")
    copy.id = "to-be-taken"
    copy.removeAttribute("data-message")
    const above = [...document.querySelectorAll(".message:not(.is-short)")].find((each) => each.querySelector(".app-tag"))
    const time = copy.querySelector(".side-time")
    if (time && above) {
        time.replaceWith(above.querySelector(".face").cloneNode(true))
        const header = above.querySelector(".message-header").cloneNode(true)
        header.querySelector("time").textContent = time.textContent
        copy.querySelector(".message-body").prepend(header)
    }
    article.after(copy)
    article.style.display = "none"
    document.activeElement.blur()
}"""
"""Replaces a message with a copy that has its author's line even if it follows another message by the same author."""
TAKEN = """(article) => {
    document.getElementById("to-be-taken").remove()
    article.style.display = ""
}"""

SPLIT = (
    *("Castles", "Gladiator/Fortune", "Patrician/Emporium", "Settlers/Bustling Village", "Catapult/Rocks"),
    *("Encampment/Plunder", "Farmers' Market", "Temple", "Wild Hunt", "Engineer"),
)
GUILDS = ("Infirmary", "Candlestick Maker", "Baker", "Butcher", "Journeyman", "Plaza", "Herald", "Advisor", "Joust", "Shop")
DRAWING = ("Village", "Laboratory", "Festival", "Market", "Council Room", "Smithy", "Moat")
Goal = Callable[[str, View, DecisionView], bool]


class Evening:
    """A sandbox with the bot, people at their windows, and a game that is brought to the point of each picture."""

    def __init__(self, sandbox: Sandbox, browser: Browser, folder: Path, settings: BotSettings) -> None:
        self.sandbox = sandbox
        self.folder = folder
        self.id = ""
        self.path = folder
        self._browser = browser
        self._settings = settings
        self._players: dict[tuple[str, bool], PagePlayer] = {}
        self._actions = count(1)
        self._stack = AsyncExitStack()
        self._tables, self._kingdoms = count(1), count(1)

    async def open(self) -> None:
        """Start the bot."""
        store = from_url(self._settings.store_url)
        await store.open()
        self._stack.push_async_callback(store.close)
        self.host = TableService(
            store,
            clock=self.sandbox.world.clock,
            seed_source=lambda: SEED,
            id_source=lambda: f"ace{next(self._tables):05x}",
            kingdom_seed_source=lambda: str(next(self._kingdoms)),
        )
        await self.host.open()
        self._stack.push_async_callback(self.host.close)
        await self._stack.enter_async_context(connected(self.sandbox, self.host, self._settings))

    async def close(self) -> None:
        """Stop it."""
        await self._stack.aclose()

    async def leave(self) -> None:
        """Close all windows: dozens of open pages would keep the browser busy."""
        for player in self._players.values():
            await player.page.context.close()

    # people

    async def at(self, name: str, *, phone: bool = True) -> PagePlayer:
        """Open a window for this person."""
        if (name, phone) not in self._players:
            more: dict[str, Any] = {"color_scheme": "dark", "device_scale_factor": SCALE if phone else 1}
            self._players[name, phone] = await at_page(self._browser, self.sandbox, name, phone=phone, **more)
        return self._players[name, phone]

    def person(self, name: str) -> Person:
        """Return the person as the host sees them."""
        return Person(id=int(self.sandbox.person(name).user.id), name=name)

    # the game

    def action(self) -> str:
        return f"picture-{next(self._actions)}"

    async def game(
        self, *people: str, ais: int = 0, kingdom: Iterable[str] = BASE, start: bool = True, hints: bool = False, **more: Any
    ) -> None:
        """Open a table in #table, and start its game. `hints`: it should look like everyone's first game."""
        channel = next(one for one in self.sandbox.person(people[0]).channels() if one.name == "table")
        place = Place(guild=int(channel.guild_id or 0), channel=int(channel.id))
        besides = {field: more.pop(field) for field in ("landscapes", "extras", "optional", "recommended") if field in more}
        options = Options(kingdom=Kingdom(edition=2, piles=tuple(kingdom), **besides), **more)
        first, *others = map(self.person, people)
        self.id = (await self.host.new_table(place, first, options, action=self.action())).table.id
        for person in others:
            await self.host.act(self.id, person.id, lobby.sit(person), action=self.action())
        for _ in range(ais):
            await self.host.act(self.id, first.id, lobby.add_ai(), action=self.action())
        for person in () if hints else (first, *others):
            await self.host.people.no_more_hints(person.id, action=self.action())
        if start:
            await self.host.act(self.id, first.id, lobby.start(), action=self.action())
        await settled(self.sandbox)

    async def until(self, goal: Goal, preferred: Mapping[str, Sequence[str]] = {}, *, limit: int = 900) -> str:
        """Play on until someone gets the question of `goal`; return that player. `preferred`: each player's preferred moves, by
        preference; a buy only once (or as often as it is named)."""
        left = {name: [*moves] for name, moves in preferred.items()}
        for _ in range(limit):
            table = await self.host.table(self.id)
            if table.phase != "playing":
                break
            for awaited in sorted(table.awaited, key=lambda each: each.owed):
                if awaited.person is None:
                    continue
                view = await self.host.view(self.id, awaited.person)
                open_ = [each for each in view.decisions if each.decider == view.viewer and not each.answered]
                if not open_:
                    continue
                if goal(awaited.name, view, open_[0]):
                    await settled(self.sandbox)
                    return awaited.name
                ids = chosen(view, open_[0], left.get(awaited.name, []))
                await self.host.act(self.id, awaited.person, play.answer(open_[0].id, ids), action=self.action())
                break
            else:
                await asyncio.sleep(0.02)
        raise AssertionError(f"it never came to that: turn {table.turn}")

    async def finish(self) -> None:
        """Play to the end."""
        while (await self.host.table(self.id)).phase == "playing":
            try:
                await self.until(lambda *_: False)
            except AssertionError:
                continue
        await settled(self.sandbox, within=60.0)

    # pictures

    async def take(self, name: str, player: PagePlayer, shown: Shown | None = None, *, where: str | None = None) -> None:
        """Take a picture of one message, or of the whole window as it is."""
        page = player.page
        await settled(self.sandbox)
        if shown is None:
            await expect(page.locator(".toast")).to_have_count(0)
            await page.evaluate(DRAWN)
            self._keep(name, await page.screenshot(animations="disabled"))
            return
        await player.go(where or str(shown.json["channel_id"]))
        message = player.message(shown)
        before = page.viewport_size
        assert before is not None
        await page.set_viewport_size({"width": before["width"], "height": 4000})
        await page.evaluate(DRAWN)
        await message.evaluate(TO_BE_TAKEN)
        await page.evaluate(DRAWN)
        self._keep(name, await page.locator("#to-be-taken").screenshot(animations="disabled"))
        await message.evaluate(TAKEN)
        await page.set_viewport_size(before)

    async def frame(self, player: PagePlayer) -> Image.Image:
        """Return the whole window as it is, for an animation."""
        await settled(self.sandbox)
        await expect(player.page.locator(".toast")).to_have_count(0)
        await player.page.evaluate(DRAWN)
        return Image.open(io.BytesIO(await player.page.screenshot(animations="disabled"))).convert("RGB")

    def keep_moving(self, name: str, frames: Sequence[tuple[Image.Image, float]]) -> None:
        """Save an animation of windows, each shown for this many seconds."""
        path = self.folder / f"{name}.webp"
        (first, _), *others = frames
        seconds = [int(1000 * each) for _, each in frames]
        first.save(path, save_all=True, append_images=[each for each, _ in others], duration=seconds, loop=0, quality=80, method=6)
        print(f"{path}  {first.width} × {first.height}  {path.stat().st_size // 1000} kB", flush=True)

    def _keep(self, name: str, png: bytes) -> None:
        picture = Image.open(io.BytesIO(png)).convert("RGB")
        picture = picture.crop((0, 0, min(picture.width, WIDEST), picture.height))
        few = picture.quantize(palette=palette(picture), dither=Image.Dither.NONE)
        path = self.folder / f"{name}.png"
        few.save(path, optimize=True)
        print(f"{path}  {picture.width} × {picture.height}  {path.stat().st_size // 1000} kB", flush=True)


def palette(picture: Image.Image) -> Image.Image:
    """Return the colours to save a picture with: the most frequent ones, and others close to all the rest."""
    many = sorted(picture.getcolors(picture.width * picture.height) or [], reverse=True)[:PLAIN]
    others = picture.quantize(COLOURS - PLAIN, Image.Quantize.MAXCOVERAGE).getpalette() or []
    made = Image.new("P", (1, 1))
    made.putpalette([part for _, colour in many if isinstance(colour, tuple) for part in colour] + others)
    return made


def chosen(view: View, decision: DecisionView, preferred: list[str]) -> list[str]:
    """Return the preferred answer, or else a sensible one."""
    offered = [option.id for option in decision.options]
    for move in preferred:
        if move in offered:
            if move.startswith("buy:"):
                preferred.remove(move)
            return [move]
    return decide(view, decision, "big-money" if decision.kind == "turn" else "kingdom")


def asked(name: str, card: str, kind: str = "") -> Goal:
    """Return a goal: the card asks the player something."""
    return lambda who, view, decision: (
        who == name and card in decision.because and decision.kind != "turn" and kind in ("", decision.kind)
    )


def turn(name: str, number: int = 1, *holding: str) -> Goal:
    """Return a goal: the player starts a turn (with that number, or a later one) with cards like these in hand."""

    def reached(who: str, view: View, decision: DecisionView) -> bool:
        me = view.players[decision.seat]
        held = {each.name for each in me.hand or ()}
        return who == name and decision.kind == "turn" and me.turns_taken + 1 >= number and held >= {*holding} and not me.in_play

    return reached


@asynccontextmanager
async def connected(sandbox: Sandbox, host: TableService, settings: BotSettings) -> AsyncIterator[SeneschalBot]:
    """Connect the bot."""
    async with SeneschalBot(host, settings) as bot:
        running = asyncio.create_task(bot.start(sandbox.token))
        await until(sandbox, lambda: running.done() or sandbox.world.bot_online, lambda: "the bot didn't connect", 20.0)
        await bot.wait_until_ready()
        sandbox.bot_busy = lambda: bot.busy or not has_heard(bot, sandbox)
        yield bot
        await bot.close()
        await running


@asynccontextmanager
async def evening(browser: Browser, folder: Path) -> AsyncIterator[Evening]:
    """Set up everything for one scene."""
    with tempfile.TemporaryDirectory() as kept:
        settings = load().model_copy(update={"sandbox_database_url": f"sqlite:///{kept}/pictures.db"})
        async with Sandbox(pace=Pace(per_channel=10_000, everywhere=10_000)) as sandbox:
            connect_to(sandbox.api_url, sandbox.gateway_url)
            made = Evening(sandbox, browser, folder, settings)
            made.path = Path(kept) / "pictures.db"
            try:
                await made.open()
                yield made
            finally:
                await made.leave()
                await made.close()


# The scenes --------------------------------------------------------------------------------------------------------------


async def setting_up(it: Evening) -> None:
    """Show a table before its game."""
    ada, ben, wide = await it.at("Ada"), await it.at("Ben"), await it.at("Ada", phone=False)
    await ada.command("game new", kingdom="3 Empires, Atack, !Witch")
    await it.take("request-error", ada, await ada.sees("Did you mean"))
    await ada.command("game new", kingdom="3 Empires, Attack, !Witch, 1 Event, 1 Landmark", seats=4)
    await ada.click(text_setup.ADD_AI)
    await ada.click(text_setup.INVITE)
    await ada.open_menu(told(ada), text_setup.CHOOSE_PEOPLE)
    await it.take("invite", ada)
    await ada.page.keyboard.press("Escape")
    await ada.select(text_setup.CHOOSE_PEOPLE, "Ben")
    call = await ben.sees("has invited you")
    await it.take("invitation", ben, call)
    await ben.click(text_setup.ACCEPT)
    await it.take("invitation-accepted", ben, ben.now(call))
    table = await ada.sees("Ada's table", "Ben", button=text_setup.START)
    await it.take("lobby", ada, table)
    await it.take("lobby-wide", wide, table)
    await ada.click(text_setup.KINGDOM, on=table)
    await ada.click(text_setup.SAVE_KINGDOM)
    await it.take("save-kingdom", ada)
    await ada.submit(text="Friday night")
    await ada.click(text_setup.MORE, on=table)
    await ada.click(text_setup.TABLE_SETTINGS)
    options = await ada.sees(text_setup.TABLE_SETTINGS_TITLE)
    (live,) = await it.host.live()
    await ada.select(f"s:{live.id}:0:opt:rules", "Vetoes", on=options)
    await it.take("table-settings", ada, options)
    await ada.click(text_setup.KINGDOM, on=table)
    await ada.click(text_setup.SWAP)
    await ada.select(text_setup.SWAP_MENU, live.kingdom[1])
    await it.take("swap", ada, await ada.sees("replaced"))
    await ben.click(text_setup.KINGDOM)
    await ben.click(text_setup.VETO)
    await ben.open_menu(await ben.sees(text_setup.VETO_WHICH), text_setup.VETO_MENU)
    await it.take("veto", ben)
    await ben.page.keyboard.press("Escape")
    await ada.click(text_setup.KINGDOM, on=table)
    await ada.click(text_setup.OTHER_KINGDOM)
    await ada.click(text_setup.WRITE_REQUEST)
    await ada.page.get_by_role("dialog").locator("[data-field]").fill("2+ Alchemy, Village, Moat or Library")
    await it.take("request", ada)
    await ada.page.keyboard.press("Escape")
    await ada.click(text_setup.START, on=table)
    await ada.command("game likes", where="#garden", like="Village", ban="Attack")
    await it.take("likes", ada, await ada.sees("Village", "Attack", where="#garden"))
    await ada.write("game new", where="#garden", kingdom="")
    await expect(ada.page.locator(".suggestion", has_text="Friday night")).to_be_visible()
    await it.take("autocomplete", ada)


async def begun(it: Evening) -> None:
    """Show what remains of a lobby."""
    ada = await it.at("Ada")
    await ada.command("game new", kingdom=", ".join(BASE), seats=2)
    await ada.click(text_setup.ADD_AI)
    lobby = await ada.sees(button=text_setup.START)
    await ada.click(text_setup.START)
    await it.take("begun", ada, ada.now(lobby))


async def thread(it: Evening) -> None:
    """Show a game in its own thread."""
    ada = await it.at("Ada")
    await ada.command("game new", kingdom=", ".join(BASE), seats=3, thread=True)
    for _ in range(2):
        await ada.click(text_setup.ADD_AI)
    await ada.click(text_setup.START)
    await it.take("thread", ada)


async def board_and_hand(it: Evening) -> None:
    """Show what everyone sees, and what only the player sees."""
    ada, ben, wide = await it.at("Ada"), await it.at("Ben"), await it.at("Ada", phone=False)
    await it.game("Ada", "Ben", ais=1)
    await it.until(turn("Ada"))
    await it.take("hand-plain", ada, hand(ada))
    preferred = {"Ada": ["buy:Village", "buy:Smithy", "buy:Festival", "play:Village"], "Ben": ["buy:Village"]}
    await it.until(turn("Ada", 4, "Village", "Smithy"), preferred)
    await it.take("hand-action", ada, hand(ada))
    await it.take("hand-wide", wide, hand(wide))
    await ada.click("Play Village", on=hand(ada))
    await it.take("board", ben, await ben.sees("'s turn"))
    await it.take("board-wide", wide, await wide.sees("'s turn"))
    await it.until(lambda who, view, decision: who == "Ada" and view.phase == "buy", {"Ada": ["buys"]})
    await it.take("hand-buy", ada, hand(ada))
    await it.until(turn("Ben"))
    await it.take("hand-waiting", ada, hand(ada))
    await ada.click(text_hand.MORE, on=hand(ada))
    await it.take("more", ada, told(ada, "DM"))
    await ada.click(text_ahead.PLAN, on=hand(ada))
    await ada.page.get_by_role("dialog").locator("[data-field]").fill("play Village, $6 Gold, $3 Silver, else nothing")
    await ada.submit()
    await it.take("plan", ada, hand(ada))
    await ben.click(text.LOG)
    await it.take("log", ben, told(ben))
    await ben.command("games")
    await it.take("games", ben, told(ben))
    await ben.command("settings")
    await it.take("settings", ben, told(ben))
    await ben.go("DM")
    for button in (text_hand.MORE, text_proposals.LEAVE):
        await ben.click(button, on=await ben.sees(button=button, where="DM"))
    await it.take("leaving", ben, await ben.sees(button=text_proposals.GIVE_UP, where="DM"))


async def one_turn(it: Evening) -> None:
    """Show a turn from the hand to the board, as an animation."""
    ada = await it.at("Ada")
    await it.game("Ada", "Ben", ais=1)
    preferred = {"Ada": ["buy:Village", "buy:Smithy"], "Ben": ["buy:Militia"]}
    await it.until(turn("Ada", 4, "Village", "Smithy"), preferred)
    await ada.go("DM")
    frames = [(await it.frame(ada), 3.0)]
    for card in ("Village", "Smithy"):
        await ada.click(f"Play {card}", on=hand(ada))
        frames.append((await it.frame(ada), 2.5))
    menu = next(each for each in hand(ada).components(*SELECTS) if "buy" in str(each["placeholder"]).lower())
    await ada.open_menu(hand(ada), str(menu["custom_id"]))
    frames.append((await it.frame(ada), 2.5))
    await ada.page.keyboard.press("Escape")
    await ada.select(str(menu["custom_id"]), str(menu["options"][0]["value"]), on=hand(ada))
    frames.append((await it.frame(ada), 2.5))
    await ada.go("#table")
    frames.append((await it.frame(ada), 4.0))
    await it.until(turn("Ada", 5), {"Ben": ["play:Militia"]})
    await ada.go("DM")
    frames.append((await it.frame(ada), 3.0))
    it.keep_moving("one-turn", frames)


async def planning(it: Evening) -> None:
    """Show a plan as it is written, one with an unknown word, and one that an Attack has stopped."""
    ada = await it.at("Ada")
    await it.game("Ada", "Ben", kingdom=[*(name for name in BASE if name != "Moat"), "Market"])
    preferred = {"Ben": ["buy:Militia"], "Ada": ["buy:Village"]}
    await it.until(lambda who, view, decision: who == "Ben" and decision.offers("play:Militia"), preferred)
    dialog = ada.page.get_by_role("dialog")
    await ada.click(text_ahead.PLAN, on=hand(ada))
    await dialog.locator("[data-field]").fill("play Village, $6 Gold, $3 Silver, else nothing")
    await it.take("plan-window", ada)
    await dialog.locator("[data-field]").fill("play Vilage, $6 Gold, else nothing")
    await ada.submit()
    await it.take("plan-error", ada, told(ada, "DM"))
    await ada.click(text.TRY_AGAIN, on=told(ada, "DM"))
    await dialog.locator("[data-field]").fill("play Village, $6 Gold, $3 Silver, else nothing")
    await ada.submit()
    await it.until(turn("Ada"), {"Ben": ["play:Militia"]})
    await it.take("plan-stopped", ada, hand(ada))


async def attacked(it: Evening) -> None:
    """Show an Attack, and why it asks a player."""
    ben = await it.at("Ben")
    await it.game("Ada", "Ben", kingdom=[*(name for name in BASE if name != "Moat"), "Market"])
    await it.until(asked("Ben", "Militia"), {"Ada": ["buy:Militia", "play:Militia"]})
    await it.take("ask-discard", ben, hand(ben))
    await behind_more(ben, text_hand.WHY, on=hand(ben))
    await it.take("why", ben, told(ben, "DM"))
    await ben.click(text_why.CHOICES, on=told(ben, "DM"))
    await it.take("choices", ben, told(ben, "DM"))


async def reaction(it: Evening) -> None:
    """Show an Attack on a player who holds a Moat and wants to be asked."""
    ben = await it.at("Ben")
    await it.game("Ada", "Ben")
    await it.host.people.set_answers(it.person("Ben").id, AutoAnswers(react="ask"), action=it.action())
    preferred = {"Ada": ["buy:Militia", "play:Militia"], "Ben": ["buy:Moat", "buy:Moat"]}
    await it.until(
        lambda who, view, decision: asked("Ben", "Militia", "react")(who, view, decision) and decision.offers("react:Moat"),
        preferred,
    )
    await it.take("ask-reaction", ben, hand(ben))


async def questions(it: Evening) -> None:
    """Show what cards ask their player."""
    ada = await it.at("Ada")
    await it.game("Ada", "Ben", ais=1)
    preferred = ["buy:Workshop", "buy:Sentry", "play:Sentry", "play:Workshop"]
    await it.until(asked("Ada", "Workshop", "pile"), {"Ada": preferred})
    await it.take("ask-gain", ada, hand(ada))
    await it.until(asked("Ada", "Sentry", "sort"), {"Ada": preferred[1:]})
    await it.take("ask-sort", ada, hand(ada))


async def orders(it: Evening) -> None:
    """Show a yes-or-no question, and the choice of an order."""
    ada = await it.at("Ada")
    kingdom = ("Apothecary", "Library", "Village", "Militia", "Smithy", "Festival", "Market", "Laboratory", "Vassal", "Merchant")
    await it.game("Ada", "Ben", kingdom=kingdom)
    preferred = ["buy:Potion", "buy:Apothecary", "buy:Vassal", "buy:Village", "buy:Village", "play:Vassal", "play:Apothecary"]
    await it.until(asked("Ada", "Vassal", "choice"), {"Ada": preferred})
    await it.take("ask-yes-no", ada, hand(ada))
    await it.until(asked("Ada", "Apothecary", "order"), {"Ada": [*preferred[:2], *preferred[5:]]})
    await it.take("ask-order", ada, hand(ada))


async def intrigue(it: Evening) -> None:
    """Show what cards of Intrigue ask: two of four, a name, a place in the deck, a card to pass."""
    ada = await it.at("Ada")
    cards = {"Pawn": "choice", "Wishing Well": "name", "Secret Passage": "place", "Masquerade": "pass"}
    kingdom = (*cards, "Village", "Militia", "Smithy", "Festival", "Market", "Laboratory")
    await it.game("Ada", "Ben", ais=1, kingdom=kingdom)
    bought = [f"buy:{card}" for card in cards]
    for card in cards:
        await it.until(asked("Ada", card), {"Ada": [*bought, f"play:{card}"]})
        bought.remove(f"buy:{card}")
        await it.take(f"ask-{card.lower().replace(' ', '-')}", ada, hand(ada))


async def seaside(it: Evening) -> None:
    """Show a hand with mats, and a board with cards that stay in play."""
    ada = await it.at("Ada")
    kingdom = ("Native Village", "Island", "Blockade", "Haven", "Caravan", "Wharf", "Sailor", "Lighthouse", "Smugglers", "Market")
    await it.game("Ada", "Ben", kingdom=kingdom)
    bought = ["buy:Native Village", "buy:Haven", "buy:Island", "buy:Sailor", "buy:Caravan"]
    preferred = [*bought, *(f"play:{card}" for card in kingdom)]
    await it.until(asked("Ada", "Haven"), {"Ada": preferred})
    await it.take("ask-set-aside", ada, hand(ada))
    await it.until(turn("Ada", 12), {"Ada": preferred})
    await it.take("hand-mats", ada, hand(ada))
    await it.take("board-mats", ada, await ada.sees("'s turn", button=text.MY_HAND))


async def extras(it: Evening) -> None:
    """Show a kingdom with extra piles and two more basic cards, and a question about one of these piles."""
    ada, ben = await it.at("Ada"), await it.at("Ben")
    kingdom = ("Young Witch", "Ferryman", "Expand", "Bank", "City", "Grand Market", "Highway", "Guard Dog", "Hamlet", "Shop")
    more: dict[str, Any] = {"extras": {"Young Witch": "Oasis", "Ferryman": "Trail"}, "optional": ("Platinum/Colony",)}
    await it.game("Ada", "Ben", start=False, kingdom=kingdom, **more)
    await it.take("lobby-extras", ada, await ada.sees(button=text_setup.START))
    await it.host.act(it.id, it.person("Ada").id, lobby.start(), action=it.action())
    preferred = {"Ada": ["buy:Young Witch", "buy:Ferryman", "play:Young Witch"], "Ben": ["buys", "buy:Oasis", "buy:Oasis"]}
    await it.until(
        lambda who, view, decision: asked("Ben", "Young Witch", "cards")(who, view, decision) and bool(decision.options), preferred
    )
    await it.take("ask-bane", ben, hand(ben))
    await it.take("board-extras", ada, await ada.sees("'s turn", button=text.MY_HAND))


async def coffers(it: Evening) -> None:
    """Show Coffers to spend, and a purchase to overpay for."""
    ada = await it.at("Ada")
    await it.game("Ada", "Ben", kingdom=GUILDS)
    saving = [*[f"buy:{card}" for card in ("Baker", "Candlestick Maker", "Journeyman", "Joust")], *["buy:Silver"] * 9]
    preferred = ["play:Baker", "play:Candlestick Maker", "buys", "treasures", *saving, "end"]
    await it.until(turn("Ada", 7, "Baker"), {"Ada": preferred})
    await it.until(lambda who, view, decision: who == "Ada" and view.phase == "buy", {"Ada": preferred})
    await it.take("hand-coffers", ada, hand(ada))
    preferred = ["buys", "treasures", "spend:Coffers:3", "buy:Infirmary"]
    await it.until(lambda who, view, decision: decision.purpose == "overpay", {"Ada": preferred})
    await it.take("ask-overpay", ada, hand(ada))


async def rewards(it: Evening) -> None:
    """Show the choice of a Reward."""
    ada = await it.at("Ada")
    await it.game("Ada", "Ben", kingdom=GUILDS)
    preferred = ["play:Joust", "yes", *["buy:Province"] * 4, "buy:Joust", "buy:Joust"]
    await it.until(asked("Ada", "Joust", "pile"), {"Ada": preferred})
    await ada.open_menu(hand(ada), menu_with(hand(ada), "Courser.1"))
    await it.take("rewards", ada)


async def reactions(it: Evening) -> None:
    """Show Reactions to an Attack and to a gain, and when to be asked about the latter."""
    ben = await it.at("Ben")
    kingdom = ("Guard Dog", "Watchtower", "Margrave", "Trail", "Rabble", "Weaver", "City", "Bishop", "Oasis", "Shop")
    await it.game("Ada", "Ben", kingdom=kingdom)
    await it.host.people.set_answers(it.person("Ben").id, AutoAnswers(reactions={"Guard Dog": "always"}), action=it.action())
    bought = ["buys", "treasures", "buy:Guard Dog", "buy:Watchtower", *["buy:Silver"] * 9]
    preferred = {"Ada": ["buy:Margrave", "play:Margrave"], "Ben": bought}
    await it.until(lambda who, view, decision: who == "Ben" and "Guard Dog" in view.players[decision.seat].in_play, preferred)
    await it.until(turn("Ben"), preferred)
    await it.take("guard-dog", ben, hand(ben))
    await it.until(lambda who, view, decision: who == "Ben" and decision.offers("react:Watchtower"), preferred)
    await it.take("ask-watchtower", ben, hand(ben))
    await ben.command("settings")
    shown = told(ben)
    await ben.click(text_ahead.MORE, on=shown)
    await ben.select(text_ahead.SINGLE_REACTION, "Watchtower", on=shown)
    await ben.click(text_ahead.ONLY_FOR_CARDS, on=shown)
    await ben.page.get_by_role("dialog").locator("[data-field]").fill("Curse, Copper")
    await ben.submit()
    await it.take("settings-exceptions", ben, ben.now(shown))


async def debts(it: Evening) -> None:
    """Show debt, and a bid in it."""
    ada = await it.at("Ada")
    kingdom = ("City Quarter", "Engineer", "Village", "Militia", "Smithy", "Festival", "Market", "Laboratory", "Villa", "Merchant")
    await it.game("Ada", "Ben", kingdom=kingdom, landscapes=("Banquet", "Mountain Pass"))
    owing = turn("Ada", 3)
    await it.until(
        lambda who, view, decision: owing(who, view, decision) and view.players[decision.seat].debt > 0,
        {"Ada": ["buy:City Quarter"]},
    )
    await it.take("hand-debt", ada, hand(ada))
    await it.until(asked("Ada", "Mountain Pass"))
    await it.take("ask-bid", ada, hand(ada))


async def possession(it: Evening) -> None:
    """Show a player's turn under Possession."""
    ada, ben = await it.at("Ada"), await it.at("Ben")
    kingdom = ("Possession", "Vineyard", "Village", "Militia", "Smithy", "Festival", "Market", "Laboratory", "Vassal", "Merchant")
    await it.game("Ada", "Ben", kingdom=kingdom)
    rich = ["buy:Potion", "buy:Potion", "buy:Possession", *["buy:Gold"] * 9, *["buy:Silver"] * 9, "play:Possession"]
    await it.until(
        lambda who, view, decision: who == "Ada" and decision.seat != decision.decider,
        {"Ada": rich, "Ben": [*["buy:Village"] * 3, *["buy:Silver"] * 9, *["buy:Copper"] * 9]},
    )
    await it.take("possessor", ada, hand(ada))
    await it.take("possessed", ben, hand(ben))


async def empires(it: Evening) -> None:
    """Show a board with as much on it as possible, in both colour schemes; a very large hand; and what every card does."""
    ben = await it.at("Ben")
    await it.game("Ada", "Ben", ais=2, kingdom=SPLIT, landscapes=("Defiled Shrine", "Obelisk"))
    await it.until(turn("Ada", 7), {"Ada": ["buy:Settlers", "buy:Catapult", "buy:Temple", "play:Settlers", "play:Temple"]})
    board = await ben.sees("'s turn", button=text.MY_HAND)
    await it.take("board-empires", ben, board)
    await ben.click(text.CARDS, on=board)
    await it.take("cards", ben, told(ben))
    await ben.select(text_rules.LOOK_UP, "Gladiator", on=told(ben))
    await it.take("look-up", ben, told(ben))


async def large_hand(it: Evening) -> None:
    """Show a hand of very many cards, in light colours."""
    ada = await it.at("Ada")
    await it.host.people.set_pictures(it.person("Ada").id, "light", action=it.action())
    await it.game("Ada", "Ben", kingdom=(*DRAWING, "Militia", "Moneylender", "Merchant"))
    preferred = [f"play:{name}" for name in DRAWING] + [f"buy:{name}" for name in DRAWING] * 3
    await it.until(
        lambda who, view, decision: who == "Ada" and decision.kind == "turn" and len(view.players[decision.seat].hand or ()) > 6,
        {"Ada": preferred},
    )
    await it.take("hand-large", ada, hand(ada))


async def light(it: Evening) -> None:
    """Show a table in light colours."""
    ada, ben = await it.at("Ada"), await it.at("Ben")
    await it.game("Ada", "Ben", start=False, pictures="light")
    await it.take("lobby-light", ada, await ada.sees(button=text_setup.START))
    await it.host.act(it.id, it.person("Ada").id, lobby.start(), action=it.action())
    await it.until(turn("Ada", 4), {"Ada": ["buy:Militia"]})
    await it.take("board-light", ben, await ben.sees("'s turn", button=text.MY_HAND))
    await it.finish()
    await it.take("score-light", ada, await ada.sees(button="Replay"))


async def words_alone(it: Evening) -> None:
    """Show the same without pictures."""
    ada, ben = await it.at("Ada"), await it.at("Ben")
    await it.host.people.set_pictures(it.person("Ada").id, "none", action=it.action())
    await it.game("Ada", "Ben", start=False, kingdom=SPLIT, landscapes=("Obelisk",), pictures="none")
    await it.take("lobby-words", ada, await ada.sees(button=text_setup.START))
    await it.host.act(it.id, it.person("Ada").id, lobby.start(), action=it.action())
    await it.until(turn("Ada", 5, "Settlers"), {"Ada": ["buy:Settlers", "buy:Temple"]})
    await it.take("board-words", ben, await ben.sees("'s turn", button=text.MY_HAND))
    await it.take("hand-words", ada, hand(ada))
    await it.finish()
    await it.take("score-words", ada, await ada.sees(button=text_replays.REPLAY))


async def potions(it: Evening) -> None:
    """Show a kingdom with Potions in its costs, at a table that counts the points."""
    ada, ben = await it.at("Ada"), await it.at("Ben")
    kingdom = ("Familiar", "Vineyard", "Alchemist", "Village", "Militia", "Smithy", "Festival", "Market", "Laboratory", "Merchant")
    await it.game("Ada", "Ben", start=False, kingdom=kingdom, score_counter=True)
    await it.take("lobby-potions", ada, await ada.sees(button=text_setup.START))
    await it.host.act(it.id, it.person("Ada").id, lobby.start(), action=it.action())
    await it.until(turn("Ada", 6), {"Ada": ["buy:Potion", "buy:Familiar", "play:Familiar"]})
    await it.take("board-points", ben, await ben.sees("'s turn", button=text.MY_HAND))


async def waiting(it: Evening) -> None:
    """Show the attacker's choice to go on or to wait."""
    ada = await it.at("Ada")
    await it.game("Ada", "Ben")
    await it.until(
        lambda who, view, decision: who == "Ada" and decision.kind == "turn" and "Militia" in view.players[decision.seat].in_play,
        {"Ada": ["buy:Militia", "play:Militia"]},
    )
    await it.take("may-wait", ada, hand(ada))
    await behind_more(ada, text_hand.WAIT, on=hand(ada))
    await it.take("waits", ada, hand(ada))


async def said_ahead(it: Evening) -> None:
    """Show the setting for a single Reaction, and a list of discards."""
    ben = await it.at("Ben")
    await ben.command("settings")
    shown = told(ben)
    await ben.click(text_ahead.MORE, on=shown)
    await it.take("settings-more", ben, ben.now(shown))
    await ben.click(text_ahead.OWN_LIST, on=shown)
    await ben.page.get_by_role("dialog").locator("[data-field]").fill("Curse, Victory, Copper")
    await it.take("discard-list", ben)
    await ben.submit()
    await ben.click(text_ahead.MORE, on=shown)
    await ben.select(text_ahead.SINGLE_REACTION, "Moat", on=shown)
    await it.take("single-reaction", ben, ben.now(shown))


async def absence(it: Evening) -> None:
    """Show how a table limits the time for a move, when a move is due, and an AI that plays for someone."""
    ada, ben = await it.at("Ada"), await it.at("Ben")
    await it.game("Ada", "Ben", start=False, limit=2 * 24 * 60, late="until-back")
    await ada.click(text_setup.MORE, on=await ada.sees(button=text_setup.START))
    shown = told(ada)
    await ada.click(text_absence.change(2 * 24 * 60), on=shown)
    await it.take("pace", ada, ada.now(shown))
    await it.host.act(it.id, it.person("Ada").id, lobby.start(), action=it.action())
    await it.until(turn("Ben"))
    await it.take("hand-due", ben, hand(ben))
    it.sandbox.world.put_forward(3 * 24 * 3600)
    await settled(it.sandbox)
    await it.take("away", ben, hand(ben))
    await it.take("board-away", ada, await ada.sees("An AI is playing for", button=text.MY_HAND))
    await it.until(turn("Ada", 3))
    await ben.click(text_absence.COME_BACK, on=hand(ben))
    await it.take("returned", ben, hand(ben))


async def hours(it: Evening) -> None:
    """Show a person's time zone and quiet hours, what being away means, and how others see it."""
    ada, ben = await it.at("Ada"), await it.at("Ben")
    await ben.command("settings")
    shown = await ben.sees(text_ahead.SETTINGS)
    await ben.click(text_hours.HOURS, on=shown)
    for button, words in ((text_hours.ZONE, "Berlin"), (text_hours.QUIET, "22:30-7")):
        await ben.click(button, on=ben.now(shown))
        await ben.submit(text=words)
        await settled(it.sandbox)
    await it.take("hours", ben, ben.now(shown))
    await it.game("Ada", "Ben", limit=2 * 24 * 60)
    await it.until(turn("Ben", 2))
    await ben.command("away", until="2 weeks")
    await it.take("away-until", ben, told(ben))
    await it.take("board-absent", ada, await ada.sees("is away until", button=text.MY_HAND))


async def own_data(it: Evening) -> None:
    """Show what a person can do about their data, and the sandbox's clock."""
    ada = await it.at("Ada")
    await ada.command("settings")
    shown = await ada.sees(text_ahead.SETTINGS)
    for button in (text_ahead.MORE, text_ahead.PICTURES, text_own_data.MY_DATA):
        await ada.click(button, on=ada.now(shown))
    await it.take("my-data", ada, ada.now(shown))
    await ada.click(text_own_data.DELETE, on=ada.now(shown))
    await it.take("my-data-delete", ada, ada.now(shown))
    await ada.page.locator(".drawer-button").click()
    await expect(ada.page.locator(".clock-face")).to_be_visible()
    await it.take("clock", ada)


async def gathering(it: Evening) -> None:
    """Show a lobby that is about to close, and a rematch that waits for the others."""
    ada, ben = await it.at("Ada"), await it.at("Ben")
    await it.game("Ada", "Ben", start=False)
    it.sandbox.world.put_forward(6.1 * 24 * 3600)
    await it.host.timers.look_after()
    await it.take("lobby-closing", ada, await ada.sees(button=text_gathering.KEEP_OPEN))
    await it.host.act(it.id, it.person("Ada").id, lobby.start(), action=it.action())
    await it.until(turn("Ada", 2))
    for name in ("Ada", "Ben"):
        await it.host.act(it.id, it.person(name).id, consent.end(), action=it.action())
    await settled(it.sandbox)
    await ada.click(text_setup.REMATCH, on=await ada.sees(button=text_setup.REMATCH))
    await it.take("rematch-waits", ada, await ada.sees("The game starts when", button=text_setup.JOIN))
    await it.take("rematch-asked", ben, hand(ben))


async def late(it: Evening) -> None:
    """Show what the others do about a move that takes too long: a vote; the last warning, and the claim; and a new pace."""
    ben, cleo = await it.at("Ben"), await it.at("Cleo")
    await it.game("Ada", "Ben", "Cleo", limit=24 * 60, late="vote")
    await it.until(turn("Ada", 2))
    it.sandbox.world.put_forward(2 * 24 * 3600)
    await it.host.timers.look_after()
    await settled(it.sandbox)
    vote = await ben.sees("what happens now?")
    await ben.click(text_absence.VOTES["turn"], on=vote)
    await it.take("vote", cleo, cleo.now(vote))
    await ben.click(text_hand.MORE, on=hand(ben))
    await ben.click(text_absence.PACE, on=told(ben, "DM"))
    shown = told(ben, "DM")
    await ben.select(menu_with(shown, "4320"), "4320", on=shown)
    await it.take("another-pace", ben, told(ben, "DM"), where="DM")


async def claiming(it: Evening) -> None:
    """Show how the only other player warns someone who has vanished, and claims the win."""
    ada, ben = await it.at("Ada"), await it.at("Ben")
    await it.game("Ada", "Ben", limit=24 * 60)
    await it.until(turn("Ada", 2))
    it.sandbox.world.put_forward(2 * 24 * 3600)
    await it.host.timers.look_after()
    await settled(it.sandbox)
    await ben.click(text_absence.CLAIM, on=hand(ben))
    await it.take("claim", ben, told(ben, "DM"), where="DM")
    await ben.click(text_absence.warn("Ada"), on=told(ben, "DM"))
    await settled(it.sandbox)
    await it.take("warned", ada, hand(ada))


async def pinged(it: Evening) -> None:
    """Show a ping with its setting, the settings of pings, a nudge, and a reminder."""
    ada, ben = await it.at("Ada"), await it.at("Ben")
    await it.game("Ada", "Ben", limit=2 * 24 * 60)
    await it.until(turn("Ben"))
    await it.take("ping", ben, hand(ben))
    await ben.command("settings")
    shown = await ben.sees(text_ahead.SETTINGS)
    await ben.click(text_pings.PINGS, on=shown)
    await it.take("pings", ben, ben.now(shown))
    await behind_more(ada, text_pings.NUDGE, on=hand(ada))
    shown = await ada.sees(text_pings.ONCE_A_DAY, where="DM")
    await it.take("nudge", ada, shown)
    await ada.click(text_pings.NUDGE_NOW, on=shown)
    await settled(it.sandbox)
    await it.take("nudged", ben, hand(ben))
    it.sandbox.world.put_forward(1 * 24 * 3600)
    await it.host.timers.look_after()
    await settled(it.sandbox)
    await it.take("reminder", ben, hand(ben))


async def told_later(it: Evening) -> None:
    """Show how a player's next turn reports what an automatic answer did."""
    ben = await it.at("Ben")
    await it.game("Ada", "Ben")
    await it.host.people.set_answers(it.person("Ben").id, AutoAnswers(discards=("Curse", "Estate", "Copper")), action=it.action())
    await it.until(lambda who, view, decision: who == "Ada" and decision.offers("play:Militia"), {"Ada": ["buy:Militia"]})
    await it.until(turn("Ben"), {"Ada": ["play:Militia"]})
    await it.take("standing-told", ben, hand(ben))


async def moved(it: Evening) -> None:
    """Show a game that has lost its channel and goes on in another."""
    ada, ben = await it.at("Ada"), await it.at("Ben")
    await it.game("Ada", "Ben")
    await it.until(turn("Ada", 2))
    await ada.go("DM")
    await ben.go("#garden")
    ada.person.delete_channel(ada.channel("#table").id)
    ada.where = ben.where = "#garden"
    await it.take("lost", ada, await ada.sees(text_places.LOST.splitlines()[0].removeprefix("### "), where="DM"))
    await ben.command("game move")
    await ben.sees(text_places.HERE_NOW)
    await it.take("moved", ben)


async def by_a_manager(it: Evening) -> None:
    """Show a server manager, who doesn't play, ending a game, and checking the bot's permissions."""
    ada = await it.at("Ada")
    await it.game("Ben", "Cleo")
    await it.until(turn("Ben", 2))
    await ada.command("game end")
    await it.take("manager-end", ada, told(ada))
    world = it.sandbox.world
    (table,) = [each for each in world.channels.values() if each.name == "table"]
    denied = Permission.ATTACH_FILES | Permission.READ_MESSAGE_HISTORY
    world.set_overwrites(table, [Overwrite(str(table.guild_id), 0, deny=int(denied))])
    await ada.command("doctor")
    await it.take("doctor", ada, told(ada))


async def someone_else(it: Evening) -> None:
    """Show someone else in a seat."""
    ada, ben, dan = await it.at("Ada"), await it.at("Ben"), await it.at("Dan")
    await it.game("Ada", "Ben")
    await it.until(turn("Ada", 2))
    await ben.command("game substitute", person=dan.person.user.id)
    await it.take("substitute", ben, told(ben))
    await ben.click(text_proposals.ASK_TABLE, on=told(ben))
    call = await dan.sees("Ben", button=text_proposals.DECLINE)
    await it.take("substitute-call", dan, call)
    await ada.click(text_proposals.AGREE, on=call)
    await dan.click(text_proposals.AGREE, on=call)
    await it.take("substituted", dan, dan.messages()[-1])
    await ben.go("DM")
    await it.take("seat-back", ben, await ben.sees(button=text_proposals.SEAT_BACK, where="DM"))


async def open_seat(it: Evening) -> None:
    """Show a seat that anyone can take over, and the end of a game that someone follows."""
    dan = await it.at("Dan")
    await it.game("Ada", "Ben", "Cleo")
    await it.until(turn("Ada", 4))
    for player in (it.person("Ada"), it.person("Ben"), it.person("Cleo")):
        command = consent.agree() if (await it.host.table(it.id)).proposal else open_seats.propose_open_seat(1)
        await it.host.act(it.id, player.id, command, action=it.action())
    await settled(it.sandbox)
    await it.take("open-seat", dan, await dan.sees(button=text_open_seats.TAKE_SEAT))
    await dan.command("games")
    await dan.click(text_open_seats.OPEN_SEATS, on=told(dan))
    listed = await dan.sees(text_open_seats.OPEN_SEATS, button=text.BACK)
    await it.take("open-seats", dan, listed)
    await dan.click(text_open_seats.TAKE_SEAT, on=listed)
    await it.take("take-seat", dan, await dan.sees(button=text_open_seats.TAKE_IT))
    await dan.click(text.LOG, on=await dan.sees(button=text.LOG))
    await dan.click(text_following.FOLLOW, on=await dan.sees(button=text_following.FOLLOW))
    await it.take("follow", dan, await dan.sees(button=text_following.STOP))
    for player in (it.person("Ada"), it.person("Ben"), it.person("Cleo")):
        await it.host.act(it.id, player.id, consent.end(), action=it.action())
    await settled(it.sandbox)
    await dan.go("DM")
    await it.take("followed", dan, await dan.sees(button=text_following.LOOK_BACK, where="DM"))


async def ending_early(it: Evening) -> None:
    """Show a proposal to end a game early."""
    ada, ben = await it.at("Ada"), await it.at("Ben")
    await it.game("Ada", "Ben")
    await it.until(turn("Ada", 3))
    await propose_end(ben)
    await it.take("proposal-end", ada, await ada.sees(button=text_proposals.AGREE, where="DM"))


async def together(it: Evening) -> None:
    """Show things that players agree on, and direct messages that don't arrive."""
    ada, ben, cleo = await it.at("Ada"), await it.at("Ben"), await it.at("Cleo")
    await it.game("Ada", "Ben", start=False)
    cleo.person.close_dms()
    await cleo.click(text_setup.JOIN)
    await it.host.act(it.id, it.person("Ada").id, lobby.start(), action=it.action())
    await it.until(turn("Ben", 2))
    await behind_more(ada, text_proposals.TAKE_BACK, on=hand(ada))
    losses = told(ada, "DM")
    await it.take("take-back", ada, losses)
    await ada.click(losses.buttons[0], on=losses)
    await it.take("proposal", ben, await ben.sees(button=text_proposals.AGREE, where="DM"))
    await ben.click(text_proposals.DECLINE, on=hand(ben))
    await it.until(turn("Cleo", 2))
    await cleo.sees("it's your turn")
    await cleo.go()
    await it.take("closed-dms", cleo)


async def on_hold(it: Evening) -> None:
    """Show a game that the current version can't resume."""
    ada = await it.at("Ada")
    await it.game("Ada", "Ben")
    await it.until(turn("Ada", 3))
    await it.until(lambda who, view, decision: who == "Ada" and view.phase == "buy" and view.coins > 0)
    await it.close()
    falsify(it.path)
    logging.getLogger("tables.recovery").setLevel(logging.CRITICAL)  # a name would give away what is meant here
    await it.open()
    await ada.command("game hand")
    await it.take("on-hold", ada, await ada.sees("### This game is paused", where="#table"))


async def after_a_pause(it: Evening) -> None:
    """Show a board that became a log when the next one was posted."""
    ben = await it.at("Ben")
    await it.game("Ada", "Ben", ais=1)
    await it.until(turn("Ben", 3))
    await settled(it.sandbox)
    old = await ben.sees("'s turn")
    it.sandbox.world.put_forward(12 * 3600)
    await it.until(turn("Ada", 5))
    await settled(it.sandbox)
    await it.take("turn", ben, ben.now(old))


async def the_end(it: Evening) -> None:
    """Show a score, and what remains of a game."""
    ada = await it.at("Ada")
    await it.game("Ada", "Ben", ais=2)
    await it.finish()
    score = await ada.sees(button="Replay")
    await it.take("score", ada, score)
    await it.take("hand-over", ada, hand(ada))
    await ada.click(text_score.MORE, on=score)
    await it.take("score-more", ada, told(ada))
    await ada.click(text_score.HOW_IT_WENT)
    await it.take("points", ada, told(ada))
    await ada.click(text_score.MORE, on=score)
    await ada.click(text_score.FILE)
    await it.take("replay-file", ada, await ada.sees("### Replay file"))
    await ada.click(text_setup.REMATCH, on=score)
    await it.take("rematch", ada, await ada.sees("table", button=text_setup.START))


async def history(it: Evening) -> None:
    """Show finished games: a list, one of them, and all as a file."""
    ada = await it.at("Ada")
    await it.game("Ada", "Ben", kingdom=(*DRAWING, "Cellar", "Workshop", "Militia"))
    await it.finish()
    await it.game("Ada", "Ben", "Cleo", recommended="First Game")
    await it.finish()
    await it.game("Ada", ais=1, private=True)
    await it.finish()
    await ada.command("history")
    listed = told(ada)
    await it.take("history", ada, listed)
    menu = next(iter(listed.components(*SELECTS)))
    await ada.select(str(menu["custom_id"]), str(menu["options"][1]["value"]), on=listed)
    await settled(it.sandbox)
    await it.take("history-game", ada, ada.now(listed))
    await ada.click(text.BACK, on=ada.now(listed))
    await ada.select(str(menu["custom_id"]), str(menu["options"][0]["value"]), on=ada.now(listed))
    await settled(it.sandbox)
    await it.take("history-private", ada, ada.now(listed))
    await ada.click(text.BACK, on=ada.now(listed))
    await ada.click(text_history.EXPORT, on=ada.now(listed))
    await settled(it.sandbox)
    await it.take("history-export", ada, told(ada))


async def replays(it: Evening) -> None:
    """Look at a finished game turn by turn, read its story, and show both to everyone."""
    ada = await it.at("Ada")
    await it.game("Ada", "Ben", ais=1)
    await it.until(turn("Ada", 5), {"Ada": ["buy:Militia", "play:Militia"], "Ben": ["buy:Village", "buy:Smithy"]})
    await it.finish()
    await ada.click(text_replays.REPLAY, on=await ada.sees(button=text_replays.REPLAY))
    for _ in range(3):
        await ada.click(text_replays.LEAD_AFTER, on=await ada.sees("### Replay"))
        await settled(it.sandbox)
    await it.take("replay", ada, told(ada))
    await ada.click(text_replays.STORY)
    await it.take("story", ada, await ada.sees("### Story"))
    menu = next(iter(told(ada).components(*SELECTS)))
    await ada.select(str(menu["custom_id"]), str(menu["options"][-2]["value"]), on=told(ada))
    await ada.click(text_replays.SHARE, on=await ada.sees("### Replay"))
    await it.take("shared", ada, await ada.sees("### Replay", button=text_replays.REPLAY))
    await ada.click(text_replays.ANIMATE, on=await ada.sees("### Replay", button=text_replays.ANIMATE))
    (film,) = (await ada.sees("### Score by turn")).json["attachments"]
    answer = await ada.page.request.get(film["url"])
    (it.folder / "animation.gif").write_bytes(await answer.body())


async def what_if(it: Evening) -> None:
    """Play on from a turn of a finished game."""
    ada = await it.at("Ada")
    await it.game("Ada", "Ben")
    await it.finish()
    await ada.click(text_score.MORE, on=await ada.sees(button=text_replays.REPLAY))
    await ada.click(text_what_if.PLAY_ON, on=told(ada))
    await it.take("what-if", ada, told(ada))
    await ada.click(text_what_if.START, on=told(ada))
    await it.take("what-if-hand", ada, await ada.sees(where="DM", button="More…", without=["Game over"]))


async def statistics(it: Evening) -> None:
    """Show statistics, ratings and the leaderboard."""
    ada = await it.at("Ada")
    people = {name: it.person(name).id for name in ("Ada", "Ben", "Cleo", "Dan")}
    guild = int(next(iter(it.sandbox.world.guilds.values())).id)
    await keep(it.host._access.store, *season(people, it.sandbox.world.clock(), guild))
    await ada.command("stats")
    await it.take("stats", ada, told(ada))
    for label, name in ((text.CARDS, "stats-cards"), (text_stats.OPENINGS, "stats-openings"), (text_stats.RATING, "stats-rating")):
        await ada.click(label, on=told(ada))
        await it.take(name, ada, told(ada))
        await ada.click(text.BACK, on=told(ada))
    await ada.command("leaderboard")
    await it.take("leaderboard", ada, told(ada))
    await ada.select(text_stats.STATS_OF, "Ben", on=told(ada))
    await ada.click(text_stats.AGAINST_ME, on=told(ada))
    await it.take("stats-versus", ada, told(ada))
    await ada.command("stats", card="Militia")
    await it.take("stats-card", ada, told(ada))
    await ada.command("stats", server=True)
    await it.take("stats-server", ada, told(ada))
    await ada.command("settings")
    for label in (text_ahead.MORE, text_ahead.PICTURES):
        await ada.click(label, on=told(ada))
    await it.take("stats-listed", ada, told(ada))


async def rules(it: Evening) -> None:
    """Show looking things up."""
    ada = await it.at("Ada")
    looked_up = {"card": "Throne Room", "term": "Duration", "set": "Deck Top", "search": "reveal hand", "misspelt": "posession"}
    for kind, sought in looked_up.items():
        await ada.command("rules", about=sought)
        await it.take(f"rules-{kind}", ada, told(ada))


async def first_steps(it: Evening) -> None:
    """Help, the hints of a first game, a turn in full, a question about the rules, and two cards together."""
    ada, ben = await it.at("Ada"), await it.at("Ben")
    await ada.command("help")
    await it.take("help", ada, told(ada))
    await it.game("Ada", "Ben", hints=True)
    await it.until(turn("Ada"))
    await it.take("hint", ada, hand(ada))
    await it.until(turn("Ada", 5), {"Ada": ["buy:Militia", "play:Militia"], "Ben": ["buy:Village"]})
    await ben.command("game log")
    menu = next(iter(told(ben).components(*SELECTS)))
    await ben.select(str(menu["custom_id"]), str(menu["options"][-2]["value"]), on=told(ben))
    await it.take("log-turn", ben, told(ben))
    for name, about in (("question", "what happens if my deck is empty?"), ("together", "Throne Room and Merchant")):
        await ada.command("rules", about=about)
        await it.take(f"rules-{name}", ada, told(ada))


def menu_with(shown: Shown, value: str) -> str:
    """Return the menu of a message that has this choice."""
    menus = {str(menu["custom_id"]): menu.get("options", ()) for menu in shown.components(*SELECTS)}
    return next(id for id, options in menus.items() if value in [each["value"] for each in options])


def told(player: PagePlayer, where: str | None = None) -> Shown:
    """Return the last message for this person alone."""
    return next(one for one in reversed(player.messages(where)) if one.ephemeral)


def hand(player: PagePlayer) -> Shown:
    """Return a player's newest hand panel."""
    return next(one for one in reversed(player.messages("DM")) if not one.ephemeral)


SCENES: dict[str, Callable[[Evening], Awaitable[None]]] = {
    each.__name__: each
    for each in (
        setting_up,
        begun,
        thread,
        board_and_hand,
        one_turn,
        planning,
        attacked,
        reaction,
        questions,
        orders,
        intrigue,
        seaside,
        extras,
        coffers,
        rewards,
        reactions,
        debts,
        possession,
        empires,
        large_hand,
        light,
        words_alone,
        potions,
        waiting,
        said_ahead,
        absence,
        hours,
        own_data,
        gathering,
        late,
        claiming,
        pinged,
        told_later,
        moved,
        by_a_manager,
        someone_else,
        open_seat,
        ending_early,
        together,
        on_hold,
        after_a_pause,
        the_end,
        history,
        replays,
        what_if,
        statistics,
        rules,
        first_steps,
    )
}


async def main(folder: Path, scenes: Sequence[str]) -> None:
    """Take the pictures of these scenes (or of all) into `folder`."""
    async with browsing(str(CHROMIUM)) as browser:
        for name in scenes or SCENES:
            async with evening(browser, folder) as it:
                await SCENES[name](it)


if __name__ == "__main__":
    os.environ[ENV_FILE] = ""
    logging.basicConfig(level=logging.ERROR)
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    asyncio.run(main(target, sys.argv[2:]))
