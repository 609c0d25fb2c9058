"""People who play by what they see: panels in, clicks out, through the sandbox and the real bot."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from typing import Any

from sandbox.components import BUTTON, SELECTS
from sandbox.server import Sandbox
from sandbox.testing import Player, Shown, settled, until

IDLE = (
    "Undo",
    "Why?",
    "Take back more…",
    "Plan my next turn",
    "Change the plan",
    "Drop the plan",
    "Open the game",
    "Start over",
    "My hand",
    "Log",
)
RICH = ("Province", "Gold", "Silver")
POOR = ("Curse", "Estate", "Copper")


@dataclass
class Reader:
    """Plays whatever panel is shown, by its buttons and menus alone, and always the same at the same sight.

    `wanted`: what to buy now and then, if it can be had, first first.
    """

    player: Player
    wanted: tuple[str, ...] = ()
    where: str = "DM"
    clicks: int = 0
    seen: list[str] = field(default_factory=list)
    dice: random.Random = field(default_factory=random.Random)

    @property
    def panel(self) -> Shown | None:
        """The newest hand panel here."""
        return next((shown for shown in reversed(self.player.messages(self.where)) if "hand**" in shown.text), None)

    @property
    def called(self) -> Shown | None:
        """A mention in the channel, for whoever gets no direct messages."""
        mine = f"<@{self.player.person.user.id}>"
        return next((shown for shown in reversed(self.player.messages()) if mine in shown.text), None)

    @property
    def asked(self) -> bool:
        """Is there something to answer?"""
        panel = self.panel
        wants = panel is not None and bool(self._buttons(panel) or panel.components(*SELECTS))
        return wants or self.called is not None

    @property
    def can_wait(self) -> bool:
        """Does the game go on without an answer?"""
        return self.panel is not None and "goes on meanwhile" in self.panel.text

    def _buttons(self, shown: Shown) -> list[dict[str, Any]]:
        found = [one for one in shown.components(BUTTON) if "custom_id" in one and not one.get("disabled")]
        return [one for one in found if one["label"] not in IDLE]

    async def step(self) -> None:
        """One click."""
        shown = self.panel
        self.clicks += 1
        if shown is None or not (self._buttons(shown) or shown.components(*SELECTS)):
            await self.player.click("My hand", on=self.called)
            return
        self.seen.append(shown.text)
        self.dice.seed("".join(line for line in str(shown).splitlines() if "hand**" in line or line.startswith("    ")))
        buttons = {one["label"]: one["custom_id"] for one in self._buttons(shown)}
        menus = {one.get("placeholder", ""): one for one in shown.components(*SELECTS)}
        plays = [label for label in buttons if label.startswith("Play ") and "Treasures" not in label]
        if plays:
            await self.player.click(buttons[self.dice.choice(plays)], on=shown)
        elif (buy := next((menu for name, menu in menus.items() if name.startswith("Buy")), None)) and (value := self._buy(buy)):
            await self.player.select(buy["custom_id"], value, on=shown)
        elif "End turn" in buttons:
            await self.player.click(buttons["End turn"], on=shown)
        else:
            await self._decide(shown, buttons, list(menus.values()))

    def _buy(self, menu: dict[str, Any]) -> str | None:
        offered = {option["value"].removeprefix("buy:"): option["value"] for option in menu["options"]}
        early = int((re.search(r"Your turn (\d+)", self.seen[-1]) or [0, 99])[1]) <= 8
        for name in (*RICH[:2], *self.wanted, *RICH[2:]):
            if name in offered and (name not in self.wanted or (early and self.dice.random() < 0.5)):
                return str(offered[name])
        return None

    async def _decide(self, shown: Shown, buttons: dict[str, str], menus: list[dict[str, Any]]) -> None:
        """Anything that isn't one's turn: give away what is worth little, take what is worth much, else anything."""
        for name in POOR:
            if name in buttons:
                await self.player.click(buttons[name], on=shown)
                return
        choice = self.dice.choice([*buttons.values(), *menus])
        if isinstance(choice, str):
            await self.player.click(choice, on=shown)
            return
        values = [option["value"] for option in choice["options"]]
        least, most = choice.get("min_values", 1), choice.get("max_values", 1)
        picked = self.dice.sample(values, self.dice.randint(max(1, least), most))
        if most == 1:
            picked = [next((value for name in RICH for value in values if value.startswith(name)), values[0])]
        await self.player.select(choice["custom_id"], *picked, on=shown)


async def play_out(sandbox: Sandbox, readers: list[Reader], *, turns: int = 99, quiet: float = 0.04) -> None:
    """All play until the score is there, or the last of them would begin a turn after so many. `quiet`: how long nothing
    must have happened before somebody clicks; whoever wants to see the same each time waits until all messages are there."""

    def over() -> bool:
        panel = readers[-1].panel
        late = panel is not None and f"Your turn {turns + 1}\n" in panel.text + "\n"
        return late or any("Shuffle seed" in shown.text for shown in readers[0].player.messages())

    def stuck() -> str:
        return "nobody is asked anything\n" + "\n".join(reader.player.screen(reader.where) for reader in readers)

    for _ in range(2000):
        await settled(sandbox, quiet)
        await until(sandbox, lambda: over() or any(reader.asked for reader in readers), stuck, 10.0)
        if over():
            return
        # What is owed is answered when the game waits for it: else it would depend on who is quicker.
        await min((reader for reader in readers if reader.asked), key=lambda reader: reader.can_wait).step()


def record(player: Player, where: str) -> list[str]:
    """What stands in a channel, without what differs from one run to the next."""
    kept = [shown for shown in player.messages(where) if not shown.ephemeral]
    return [plain(str(shown).split("] ", 1)[1]) for shown in kept]


def plain(words: str) -> str:
    """Words without ids and times."""
    return re.sub(r"\b[0-9a-f]{8}\b|<t:\d+:R>|\d{17,20}", "·", words)
