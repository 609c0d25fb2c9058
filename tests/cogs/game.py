"""A game that the host quickly brings to an interesting point; from there on, people click."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Literal

from cogs.panels.turn import ahead
from engine import DecisionView, View
from sandbox.components import BUTTON, GALLERY, SELECTS
from sandbox.recorder import Exchange
from sandbox.server import Sandbox
from sandbox.testing import Player, Shown, settled
from tables import TableService
from tables.commands import play
from tests.cogs.kit import UNDO, UNDONE, Reader, heading, idle
from tests.logs import read_log
from tests.tables.kit import Party, Plan

ACTIONS = count(1)
PILES = ("Cellar", "Chapel", "Market", "Militia", "Moat", "Smithy", "Throne Room", "Village", "Witch", "Workshop")
"""A kingdom of the base game with a bit of everything."""


class Scene(Party):
    """The table of a game in progress, with the people at it."""

    def __init__(self, sandbox: Sandbox, host: TableService, *players: Player) -> None:
        super().__init__(Path())
        self.sandbox, self.host, self.players = sandbox, host, players

    async def begin(self, *piles: str, ais: int = 0) -> None:
        """Open a table with these cards as the first player, let the others join, and start."""
        opener, *others = self.players
        await opener.command("game new", seats=len(self.players) + ais, require=", ".join(piles))
        for player in others:
            await player.click("Join")
        for _ in range(ais):
            await opener.click("Add AI")
        await opener.click("Start")
        await settled(self.sandbox)
        (table,) = await self.host.live()
        self.id = table.id

    async def view(self, player: Player) -> View:
        """Return what someone may know of the game."""
        return await self.host.view(self.id, int(player.person.user.id))

    async def bring(self, there: Callable[[dict[str, View]], bool], plan: Plan, limit: int = 900) -> None:
        """Answer for everyone by a plan until everyone's views, by name, fulfil the condition. Discord only shows the result."""
        async with self._unseen():
            for _ in range(limit):
                if there({player.name: await self.view(player) for player in self.players}):
                    break
                if any(each.person for each in (await self.table()).awaited):
                    await self.step(plan)
                else:
                    await asyncio.sleep(0.02)
            else:
                raise AssertionError("it never came to that")
        await settled(self.sandbox)

    @asynccontextmanager
    async def _unseen(self) -> AsyncIterator[None]:
        """Hold back all requests to Discord during the block."""
        over, gate = asyncio.Event(), self.sandbox.gate

        async def wait(when: Literal["before", "after"], exchange: Exchange) -> None:
            await over.wait()

        self.sandbox.gate = wait
        try:
            yield
        finally:
            self.sandbox.gate = gate
            over.set()

    async def bring_to(
        self, plan: Plan, *cards: str, also: Callable[[View, dict[str, View]], bool] = lambda mine, views: True
    ) -> tuple[Player, ...]:
        """Bring the game to the start of a turn whose player has these cards in hand; `also`: a further condition on that player's
        view and all views. Return the players in turn order, starting with that one."""

        def there(views: dict[str, View]) -> bool:
            some = next(iter(views.values()))
            mine = views.get(some.players[some.current].name)
            if mine is None or any(view.decisions for view in views.values() if view is not mine):
                return False
            me = mine.players[mine.current]
            turn = any(decision.kind == "turn" for decision in mine.decisions)
            return turn and not me.in_play and set(cards) <= hand(mine, me.name).keys() and also(mine, views)

        await self.bring(there, plan)
        return await self.in_turn_order()

    async def in_turn_order(self) -> tuple[Player, ...]:
        """Return the players in turn order, the one on turn first."""
        now = await self.table()
        names = [seat.name for seat in now.seats]
        current = now.current or 0
        return tuple(sorted(self.players, key=lambda player: (names.index(player.name) - current) % len(names)))

    async def panel(self, player: Player) -> Shown:
        """Return a player's hand panel, once everything is shown."""
        await settled(self.sandbox)
        shown = Reader(player).panel
        assert shown is not None
        return shown

    async def board(self, player: Player, *words: str) -> Shown:
        """Return the board in words, as someone reads it behind the picture. It must have all these words."""
        await settled(self.sandbox)
        await player.click("As text")
        return await player.sees("piles empty", *words)

    async def score(self, player: Player, *words: str) -> Shown:
        """Return the score in words, as someone reads it behind the picture. It must have all these words."""
        await player.click("More…", on=await player.sees(button="Replay"))
        await player.click("As text", on=await player.sees("### More for"))
        return await player.sees("**1. ", *words)

    async def play(self, player: Player, card: str) -> Shown:
        """Play an Action by its button; return the player's panel."""
        shown = await self.panel(player)
        (button,) = [label for label in controls(shown) if re.fullmatch(rf"Play {card}( \(\d+\))?", label)]
        await player.click(button, on=shown)
        return await self.panel(player)

    async def play_single(self, player: Player, card: str) -> Shown:
        """Play one Treasure of several; return the player's panel."""
        await player.click("Treasures one by one", on=await self.more(player))
        await player.select("Play a Treasure…", f"Play {card}", on=await self.panel(player))
        return await self.panel(player)

    async def more(self, player: Player) -> Shown:
        """Return what someone finds behind More…."""
        await player.click("More…", on=await self.panel(player))
        return await player.sees("### More for ", where="DM")

    async def buy(self, player: Player, move: str) -> Shown:
        """Buy without ending the turn, which the panel of a plain turn doesn't offer; return the player's panel."""
        view = await self.view(player)
        (decision,) = [each for each in view.decisions if each.kind == "turn"]
        moves = [[each] for each in [*ahead(decision).moves, move]]
        await self.host.act(
            self.id, int(player.person.user.id), play.answer(decision.id, moves[0], then=moves[1:]), action=f"buy-{next(ACTIONS)}"
        )
        return await self.panel(player)

    async def move(self, player: Player, move: str) -> Shown:
        """Make one move of the player's turn; return their panel."""
        decision = next(each for each in (await self.view(player)).decisions if each.kind == "turn")
        person = int(player.person.user.id)
        await self.host.act(self.id, person, play.answer(decision.id, [move]), action=f"move-{next(ACTIONS)}")
        return await self.panel(player)

    async def end(self, player: Player) -> None:
        shown = await self.panel(player)
        if not {"End turn", "End turn in debt"} & {*shown.buttons}:
            await player.click("Buy phase", on=shown)
            shown = await self.panel(player)
        await player.click("End turn" if "End turn" in shown.buttons else "End turn in debt", on=shown)

    async def undo(self, player: Player, what: str) -> None:
        """Undo the player's last move; their panel says what it was."""
        await player.click(UNDO, on=await self.panel(player))
        assert f"{UNDONE}{what}." in (await self.panel(player)).text

    async def log(self, player: Player | None) -> str:
        """Return the log as someone may read it."""
        return "\n".join(await read_log(self.host, self.id, None if player is None else int(player.person.user.id)))

    async def leaks(self) -> list[str]:
        """Return what only a player should read in the log about their own moves, but someone else can read."""
        await settled(self.sandbox)
        public, found = set((await self.log(None)).splitlines()), []
        for player in self.players:
            own = {line for line in (await self.log(player)).splitlines() if line.startswith(f"{player.name} ")} - public
            for other in [each for each in self.players if each is not player]:
                seen = [*other.messages(), *other.messages("DM")]
                read = "\n".join(
                    [await self.log(other), *(shown.text for shown in seen), *(alt for one in seen for alt in alts(one))]
                )
                found += [f"{other.name} can read: {line}" for line in sorted(own) if line in read]
        return found


def hand(view: View, name: str) -> dict[str, int]:
    """Return the cards in someone's hand, as far as this viewer may know them."""
    seen = next(each for each in view.players if each.name == name)
    return {each.name: each.count for each in seen.hand or ()}


def controls(shown: Shown) -> list[str]:
    """Return a panel's controls, apart from the permanent ones."""
    buttons = [one["label"] for one in shown.components(BUTTON) if "custom_id" in one and not idle(one["label"])]
    return buttons + [one.get("placeholder", "") for one in shown.components(*SELECTS)]


def asks(card: str, shown: Shown) -> bool:
    """Return whether a panel says that this card asks something."""
    return heading(shown).startswith(f"### {card}: ")


async def discard_two(player: Player, asked: Shown) -> None:
    """Discard two cards in the first way offered: with the menu or a button."""
    menus = asked.components(*SELECTS)
    if menus:
        chosen = menus[0]["options"][: menus[0].get("min_values", 1)]
        await player.select("Discard 2…", *[option["value"] for option in chosen], on=asked)
    else:
        await player.click(next(label for label in controls(asked) if not label.startswith("Reveal ")), on=asked)


def alts(shown: Shown) -> list[str]:
    """Return what a message's pictures say in words."""
    return [str(item["description"]) for gallery in shown.components(GALLERY) for item in gallery["items"]]


def collecting(*names: str) -> Plan:
    """Buy each of these as often as it is named, always the first affordable one; then nothing."""
    many = Counter(names)

    def wanted(view: View, seat: int) -> tuple[str, ...]:
        owned = {each.name: each.count for each in view.players[seat].owned}
        return tuple(name for name in many if owned.get(name, 0) < many[name])

    return shopping(wanted)


def shopping(wanted: Callable[[View, int], tuple[str, ...]]) -> Plan:
    """Play all Treasures, pay off debt and buy the first affordable card in `wanted`; answer everything else with the minimum."""

    def plan(view: View, decision: DecisionView) -> list[str]:
        if decision.kind == "turn":
            preferred = [f"{kind}:{name}" for kind in ("play", "buy", "event") for name in wanted(view, decision.seat)]
            debts = [option.id for option in decision.options if option.id.startswith("debt:")][:1]
            for move in ("buys", "treasures", *debts, *preferred):
                if decision.offers(move):
                    return [move]
            return ["end"]
        if decision.preselected:
            return list(decision.preselected)
        least = ("no", "pass")
        named = [option.id for option in decision.options if option.id in least][:1]
        return named or [option.id for option in decision.options for _ in range(option.count)][: decision.minimum]

    return plan
