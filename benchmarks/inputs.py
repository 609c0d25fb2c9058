"""How long the event loop is busy with the worst that people can type.

    python benchmarks/inputs.py [--times N]

The whole bot runs on a loop of its own, connected to a sandbox by the real discord.py. In every field and window that takes a
text, someone sends hostile ones as long as Discord allows: typos, conflicts, near misses, long words, numbers, Unicode. For each,
a line says how much CPU time the bot's loop spends, from the interaction to the last request that follows from it, on a plain text
and on the worst one; the difference; and the longest time that a text held up the loop in one go. Of several tries, the quickest
counts, both on the loop and in the threads beside it. Exits with 1 if the last two are above 20 ms, or the threads' time for
a text is above 40 ms.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import secrets
import sys
import tempfile
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.hostile import cut, hostile
from cogs import SeneschalBot, text
from cogs.commands import play
from cogs.commands.rules import MAX_CHOICE
from cogs.commands.substitutes import MAX_NAME
from cogs.messages import outbox
from cogs.text import ahead as text_ahead
from cogs.text import hand as text_hand
from cogs.text import hours as text_hours
from cogs.text import setup as text_setup
from engine.spelling import LONGEST_TEXT
from sandbox.components import STRING_SELECT
from sandbox.errors import NotPossible
from sandbox.limits import Pace
from sandbox.server import Sandbox
from sandbox.testing import NotSeen, Player, settled, until
from settings import load
from startup import connect_to
from storage import from_url
from tables import TableService
from tables.hours_reading import LONGEST_HOURS
from tables.kingdoms import LONGEST_NAME
from tables.quotas import Quotas
from tables.threads import aside, aside_to_draw

MOST = 0.020
MOST_ASIDE = 0.040
CALM = (
    "Wishing Well, Village, Smithy, Festival, Laboratory, Market, Gardens, Moneylender, Workshop, Harem, "
    "Mountain Pass, 0 Events, 1 Landmark"
)
"""A kingdom in which a player who plays only its first card is asked only by that card and the Landmark."""


class LoopOfItsOwn:
    """The bot on a thread and loop of its own."""

    def __init__(self, sandbox: Sandbox, folder: str) -> None:
        self._sandbox = sandbox
        self._database = Path(folder) / "inputs.db"
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()))
        self._loop: asyncio.AbstractEventLoop
        self._stop: asyncio.Event
        self.stretch = 0.0
        """The longest time, in seconds of CPU, for which the loop was held without a break since this was reset."""

    def _time_steps(self) -> None:
        mine, run = threading.get_ident(), asyncio.Handle._run

        def timed(handle: asyncio.Handle) -> None:
            begun = time.thread_time()
            run(handle)
            if threading.get_ident() == mine:
                self.stretch = max(self.stretch, time.thread_time() - begun)

        asyncio.Handle._run = timed  # type: ignore[assignment, method-assign]

    async def _serve(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        self._time_steps()
        store = from_url(f"sqlite:///{self._database}")
        await store.open()
        many = Quotas(opened=10_000)  # more than anyone may open in a day
        host = TableService(store, seed_source=lambda: bytes(32), kingdom_seed_source=lambda: secrets.token_hex(4), quotas=many)
        await host.open()
        async with SeneschalBot(host, load().model_copy(update={"requests_per_second": 10_000})) as bot:
            self._sandbox.bot_busy = lambda: bot.busy
            running = asyncio.create_task(bot.start(self._sandbox.token))
            await self._stop.wait()
            await bot.close()
            await running
        await host.close()
        await store.close()

    async def spent(self) -> float:
        """Return the CPU time of its loop so far, in seconds."""

        async def now() -> float:
            return time.thread_time()

        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(now(), self._loop))

    async def spent_aside(self) -> float:
        """Return the CPU time of the threads that do short work for it, in seconds."""
        return await aside(time.thread_time) + await aside_to_draw(time.thread_time)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Run it in a thread of its own."""
        self._thread.start()
        world = self._sandbox.world
        await until(self._sandbox, lambda: world.bot_online, lambda: "the bot didn't connect", 60.0)
        try:
            yield
        finally:
            self._loop.call_soon_threadsafe(self._stop.set)
            await asyncio.to_thread(self._thread.join)


class Cost(NamedTuple):
    """What a text costs, in seconds: the bot's loop in all, and at the longest stretch without a break, and the threads beside
    it."""

    whole: float
    stretch: float
    aside: float


Act = Callable[[str], Awaitable[object]]


class Field(NamedTuple):
    """Something that takes a text: its name, how long the text may be, and a plain one; how to get there with a text, to send it,
    and to clear up afterwards."""

    name: str
    most: int
    plain: str
    send: Act
    before: Act | None = None
    after: Act | None = None


class People:
    """Ada and Ben, and what they can type where."""

    def __init__(self, sandbox: Sandbox, bot: LoopOfItsOwn, times: int) -> None:
        self.sandbox, self.bot, self.times = sandbox, bot, times
        self.ada, self.ben = Player(sandbox, "Ada"), Player(sandbox, "Ben")

    def parts(self) -> list[tuple[Callable[[], Awaitable[None]] | None, Iterator[Field]]]:
        """Return all fields in the order in which they are measured, and how to get to each part of them."""
        return [
            (None, self.of_commands()),
            (self.open, self.of_lobby()),
            (self.start, self.of_game()),
            (self.name, self.of_names()),
            (self.bid, self.of_bids()),
        ]

    def of_commands(self) -> Iterator[Field]:
        """Yield all options of commands that take a text and need no table."""
        plain = {"kingdom": "Random", "sets": "Dominion", "require": "Moat", "ban": "Witch", "like": "Village"}
        for option, line in plain.items():
            yield self.option("game new", option, line, after=self.leave)
            yield self.suggestions("game new", option, line)
        for option in ("ban", "like"):
            yield self.option("game likes", option, "Moat")
            yield self.suggestions("game likes", option, "Moat")
        yield self.option("game delete-kingdom", "name", "x", LONGEST_NAME)
        yield self.suggestions("game delete-kingdom", "name", "x")
        yield self.option("away", "until", "2 weeks", LONGEST_HOURS)
        for command, option in (("rules", "about"), ("history", "card"), ("stats", "card")):
            yield self.option(command, option, "Moat", MAX_CHOICE)
            yield self.suggestions(command, option, "Moat")
        yield self.window("new", LONGEST_TEXT, "Random", self.ask_again, self.leave)
        yield Field("a correction taken", LONGEST_TEXT, "Moatt", self.correct, self.mistype, self.leave)
        yield self.window("likes", LONGEST_TEXT, "no Moat", self.ask_likes)
        yield self.window("set-list", LONGEST_TEXT, "Curse", self.ask_discards)
        yield self.window("set-zone", LONGEST_HOURS, "Berlin", partial(self.ask_hours, text_hours.ZONE))
        yield self.window("set-quiet", LONGEST_HOURS, "23-7", self.ask_quiet)
        yield self.window("set-away", LONGEST_HOURS, "Friday", partial(self.ask_hours, text_hours.AWAY))

    def of_lobby(self) -> Iterator[Field]:
        """Yield the lobby's fields that take a text, and the buttons that draw by an earlier text."""
        yield self.window("request", LONGEST_TEXT, "Random", self.ask_kingdom)
        yield self.window("saved", LONGEST_NAME, "x", self.ask_name)
        yield Field("reroll", LONGEST_TEXT, "Random", self.reroll, self.set_kingdom)
        yield Field("swap", LONGEST_TEXT, "Random", self.swap, self.ask_swap)
        yield Field("veto", LONGEST_TEXT, "Random", self.veto, self.ask_veto)

    def of_game(self) -> Iterator[Field]:
        """Yield what takes a text in a game."""
        yield self.option("game substitute", "seat", "Ada", MAX_NAME)
        yield self.suggestions("game substitute", "seat", "A")
        yield self.window("planned", LONGEST_TEXT, "play Moat, $6 Gold, $3 Silver", self.ask_plan)

    def of_names(self) -> Iterator[Field]:
        """Yield the window for a card's name."""
        yield self.window("named", play.LONGEST_NAME, "x", partial(self.ask_in_hand, text_hand.OTHER_CARD))

    def of_bids(self) -> Iterator[Field]:
        """Yield the window for a number."""
        yield self.window("numbered", play.LONGEST_NUMBER, "0", partial(self.ask_in_hand, text_hand.OTHER_NUMBER))

    def option(self, command: str, option: str, plain: str, most: int = LONGEST_TEXT, after: Act | None = None) -> Field:
        """Return a command's option: the command is used with it."""
        return Field(f"/{command} {option}", most, plain, lambda line: self.ada.command(command, **{option: line}), after=after)

    def suggestions(self, command: str, option: str, plain: str) -> Field:
        """Return the suggestions for a command's option: a text is typed so far."""
        name = f"/{command} {option}: suggestions"
        return Field(name, LONGEST_TEXT, plain, lambda line: self.ada.suggestions(command, option, **{option: line}))

    def window(self, verb: str, most: int, plain: str, before: Act, after: Act | None = None) -> Field:
        """Return a window, by its verb: it is opened, and sent with a text."""
        return Field(f"window: {verb}", most, plain, self.write, before, after)

    async def write(self, line: str) -> None:
        """Send the open window."""
        await self.ada.submit(text=line)

    async def leave(self, line: str) -> None:
        """Close the lobby, if there is one."""
        await settled(self.sandbox)
        if any(text_setup.MORE in shown.buttons for shown in self.ada.messages() if not shown.ephemeral):
            await self.ada.click(text_setup.MORE)
            await self.ada.click(text_setup.LEAVE)

    async def ask_again(self, line: str) -> None:
        """Open the window that changes what wasn't understood."""
        await self.ada.command("game new", kingdom="Moatt")
        await self.ada.click(text.TRY_AGAIN)

    async def mistype(self, line: str) -> None:
        """Ask for a table by a text that may be wrong; if it is right, leave."""
        await self.ada.command("game new", kingdom=line)
        await self.leave(line)

    async def correct(self, line: str) -> None:
        """Take the first correction proposed, if there is one."""
        shown = self.ada.messages()[-1]
        for label in [each for each in shown.buttons if each.startswith("Use")][:1]:
            await self.ada.click(label, on=shown)

    async def ask_likes(self, line: str) -> None:
        """Open the window of both lists."""
        await self.ada.command("game likes")
        await self.ada.click(text_setup.CHANGE_LIKES)

    async def ask_discards(self, line: str) -> None:
        """Open the window of what to discard first."""
        await self.ada.command("settings")
        panel = await self.ada.sees("Auto-answers")
        await self.ada.click("More…", on=panel)
        await self.ada.click("s:-:0:list:", on=self.ada.now(panel))

    async def ask_hours(self, label: str, line: str) -> None:
        """Open a window of the person's hours."""
        await self.ada.command("settings")
        panel = await self.ada.sees("Auto-answers")
        await self.ada.click(text_hours.HOURS, on=panel)
        await self.ada.click(label, on=self.ada.now(panel))

    async def ask_quiet(self, line: str) -> None:
        """Open the window of quiet hours, which need a time zone."""
        await self.ask_hours(text_hours.ZONE, line)
        await self.ada.submit(text="Berlin")
        await self.ask_hours(text_hours.QUIET, line)

    async def ask_kingdom(self, line: str) -> None:
        """Open the window of another kingdom."""
        await self.ada.click(text_setup.KINGDOM)
        await self.ada.click(text_setup.OTHER_KINGDOM)
        await self.ada.click(text_setup.WRITE_REQUEST)

    async def ask_name(self, line: str) -> None:
        """Open the window that names a kingdom to be saved."""
        await self.ada.click(text_setup.KINGDOM)
        await self.ada.click(text_setup.SAVE_KINGDOM)

    async def set_kingdom(self, line: str) -> None:
        """Set the lobby's kingdom to the text, and look at it; if that is impossible, the previous one stays."""
        await self.ask_kingdom(line)
        await self.write(line)
        await self.ada.click(text_setup.KINGDOM)

    async def reroll(self, line: str) -> None:
        """Draw another kingdom."""
        await self.ada.click(text_setup.REROLL)

    async def ask_swap(self, line: str) -> None:
        """Set the kingdom, and open the menu of what to swap."""
        await self.set_kingdom(line)
        await self.ada.click(text_setup.SWAP)

    async def swap(self, line: str) -> None:
        """Swap the first pile."""
        await self.choose_first(self.ada, text_setup.SWAP_MENU)

    async def ask_veto(self, line: str) -> None:
        """Set the kingdom, which gives vetoes back, and open the menu of what to veto."""
        await self.set_kingdom(line)
        await self.ben.click(text_setup.KINGDOM)
        await self.ben.click(text_setup.VETO)

    async def veto(self, line: str) -> None:
        """Veto the first pile."""
        await self.choose_first(self.ben, text_setup.VETO_MENU)

    async def choose_first(self, player: Player, placeholder: str) -> None:
        """Choose the first entry of the newest menu with that name; none came where the kingdom stayed and the veto is used."""
        shown = player.messages()[-1]
        for menu in shown.components(STRING_SELECT):
            if menu["placeholder"] == placeholder:
                await player.select(placeholder, menu["options"][0]["value"], on=shown)

    async def ask_plan(self, line: str) -> None:
        """Open the window of the plan."""
        labels = text_ahead.PLAN, text_ahead.CHANGE_PLAN
        found = [(shown, label) for shown in self.ada.messages("DM") for label in labels if label in shown.buttons]
        shown, label = found[-1]
        await self.ada.click(label, on=shown)

    async def open(self) -> None:
        """Open a lobby with both people in it, and vetoes."""
        await self.ada.command("game new", kingdom="Random")
        await self.ben.click(text_setup.JOIN)
        await self.ada.click(text_setup.MORE)
        await self.ada.click(text_setup.TABLE_SETTINGS)
        panel = await self.ada.sees("### Table settings")
        await self.ada.select("Rules: the usual ones", "Vetoes", on=panel)

    async def start(self) -> None:
        """Start the game; the player who isn't on turn is Ada from then on."""
        await self.ada.click(text_setup.START)
        await settled(self.sandbox)
        if not any(text_ahead.PLAN in shown.buttons for shown in self.ada.messages("DM")):
            self.ada, self.ben = self.ben, self.ada

    async def name(self) -> None:
        """Have Cleo play a game of her own, against an AI, until a card asks her for a name."""
        cleo = self.ada = Player(self.sandbox, "Cleo", where="#garden")
        await cleo.command("game new", kingdom=CALM, seats=2)
        await cleo.click(text_setup.ADD_AI)
        await cleo.click(text_setup.START)
        await self.play_until(text_hand.OTHER_CARD, "buy:Wishing Well", text_hand.play("Wishing Well"), text_hand.END_TURN)

    async def bid(self) -> None:
        """Have Cleo name a card and end turns until the AI gains a Province, so that Mountain Pass asks her for a number."""
        await self.ask_in_hand(text_hand.OTHER_CARD, "")
        await self.write("Copper")
        await self.play_until(text_hand.OTHER_NUMBER, text_hand.BUY_PHASE, text_hand.END_TURN)

    async def play_until(self, goal: str, *ways: str) -> None:
        """Press the first of these buttons that the hand has, or choose it in a menu, until the hand has a button for the goal."""
        while True:
            await settled(self.sandbox)
            hand = self.ada.messages("DM")[-1]
            if goal in hand.buttons:
                return
            menus = {one["value"]: menu["custom_id"] for menu in hand.components(STRING_SELECT) for one in menu["options"]}
            found = [each for each in ways if each in hand.buttons or each in menus]
            if not found:
                raise NotSeen(f"none of {ways} on\n{hand}")
            way = found[0]
            if way in menus:
                await self.ada.select(menus[way], way, on=hand)
            else:
                await self.ada.click(way, on=hand)

    async def ask_in_hand(self, label: str, line: str) -> None:
        """Open the window behind a button of the hand."""
        await self.ada.click(label, where="DM")

    async def cost(self, field: Field, line: str) -> Cost:
        """Return what a text in a field costs: the least of several times."""
        found = []
        for _ in range(self.times):
            if field.before is not None:
                await field.before(line)
            await settled(self.sandbox)
            before, before_aside, self.bot.stretch = await self.bot.spent(), await self.bot.spent_aside(), 0.0
            with suppress(NotPossible):
                await field.send(line)
            await settled(self.sandbox)
            spent, spent_aside = await self.bot.spent() - before, await self.bot.spent_aside() - before_aside
            found.append(Cost(spent, self.bot.stretch, spent_aside))
            if field.after is not None:
                await field.after(line)
        return Cost(*map(min, zip(*found, strict=True)))

    async def worst(self, fields: Iterator[Field]) -> float:
        """Print what each field costs, and return the worst of what counts, as a share of what is allowed."""
        found = 0.0
        for field in fields:
            await self.cost(field, field.plain)
            plain = await self.cost(field, field.plain)
            costs = {name: await self.cost(field, cut(line, field.most)) for name, line in hostile().items()}
            name, cost = max(costs.items(), key=lambda each: each[1])
            more, stretch = max(0.0, cost.whole - plain.whole), max(each.stretch for each in costs.values())
            longest = max(costs, key=lambda each: costs[each].aside)
            told = "".join(f"{1000 * each:8.1f}" for each in (plain.whole, cost.whole, more, stretch, costs[longest].aside))
            print(f"{field.name:38}{told}  {name}, {longest}", flush=True)
            found = max(found, more / MOST, stretch / MOST, costs[longest].aside / MOST_ASIDE)
        return found


async def measured(times: int) -> float:
    """Measure everything, and return the worst, as a share of what is allowed."""
    outbox.PACE = 0.0  # a rest only costs the time of the person waiting for the result
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        async with Sandbox(pace=Pace(per_channel=100_000, everywhere=100_000)) as sandbox:
            connect_to(sandbox.api_url, sandbox.gateway_url)
            bot = LoopOfItsOwn(sandbox, folder)
            async with bot.running():
                people = People(sandbox, bot, times)
                print(f"{'ms of CPU on the loop':38}   plain   worst    more stretch   aside  the worst")
                found = 0.0
                for begin, fields in people.parts():
                    if begin is not None:
                        await begin()
                    found = max(found, await people.worst(fields))
                return found


def main() -> int:
    """Measure and print; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=3, help="tries of each text, of which the quickest counts")
    args = parser.parse_args()
    logging.disable(logging.CRITICAL)
    worst = asyncio.run(measured(args.times))
    print(f"worst: {worst:.0%} of what is allowed")
    return int(worst > 1.0)


if __name__ == "__main__":
    sys.exit(main())
