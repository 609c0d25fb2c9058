"""People who play by what they see: panels in, clicks out, through the sandbox and the real bot."""

from __future__ import annotations

import random
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from sandbox.components import BUTTON, SELECTS
from sandbox.permissions import Permission
from sandbox.server import Sandbox
from sandbox.testing import Player, Shown, settled, until

IDLE = (
    "Why?",
    "Undo",
    "Ask to undo…",
    "Look again",
    "Plan…",
    "Change plan",
    "Delete plan",
    "Board",
    "Start over",
    "My hand",
    "Log",
    "Cards",
    "Settings",
    "More…",
    "No pings here",
    "Ping me again",
    "Claim the win…",
    "Treasures one by one",
    "Wait for responses",
    "Don't wait",
    "End game…",
    "Pings…",
    "Away or leave…",
    "Undo turn",
    "Resign…",
)
AUTO_ANSWERS = "### Auto-answers"
"""The beginning of the settings."""
UNDO, UNDONE = "Undo", "Undone: "
"""The button to undo your last move, and what is said after it."""
RICH = ("Province", "Gold", "Silver")
POOR = ("Curse", "Estate", "Copper")
MOST_STEPS = 1000
"""How many clicks a game can take at most."""
CONFIRMS = ("Discard ", "Trash ", "Gain ", "Put ", "Leave ", "Take ")
"""How the label of a button that confirms a selection begins."""


def manager(sandbox: Sandbox, name: str = "Mia") -> Player:
    """Add someone who manages the server, as its owner Ada does."""
    world = sandbox.world
    guild = next(iter(world.guilds.values()))
    world.join(guild, world.add_user(name), [world.add_role(guild, "Moderator", int(Permission.MANAGE_GUILD))])
    return Player(sandbox, name)


def idle(label: str) -> bool:
    """Return whether a button makes no progress in the game."""
    return label in IDLE


def plays_action(label: str) -> bool:
    return label.startswith("Play ") and "Treasures" not in label


def undo(shown: Shown) -> str | None:
    """Return the button to undo the player's last move, if it is there."""
    return UNDO if UNDO in shown.buttons else None


def holds_treasures(shown: Shown) -> bool:
    """Return whether the hand that a panel shows has Treasures."""
    return re.search(r"hand:\*\*.*(Copper|Silver|Gold)", shown.text) is not None


def is_hand(shown: Shown) -> bool:
    """Return whether a message is a hand panel, or a question about one."""
    return any(":0:more:" in str(one.get("custom_id")) for one in shown.components(BUTTON))


def menu_to(shown: Shown, verb: str) -> dict[str, Any]:
    """Return the one menu whose choices do this."""
    (found,) = [one for one in shown.components(*SELECTS) if f":{verb}:" in f"{one['custom_id']}:"]
    return dict(found)


def chosen(shown: Shown, verb: str) -> str:
    """Return a menu's current value."""
    (now,) = [option["label"] for option in menu_to(shown, verb)["options"] if option.get("default")]
    return str(now)


async def propose_end(player: Player) -> None:
    """Propose to end the game in its channel, as this player."""
    await player.command("game end")
    await player.click("Propose", on=await player.sees("### Propose to end this game?"))


async def set_in_advance(player: Player, verb: str, value: str) -> Shown:
    """Choose this in `/settings`, for all of the player's games."""
    await player.command("settings")
    shown = await player.sees(AUTO_ANSWERS)
    await player.select(menu_to(shown, verb)["custom_id"], value, on=shown)
    return player.now(shown)


async def choose_pictures(player: Player, wanted: str) -> None:
    """Choose in `/settings` how this player's private messages are drawn."""
    await player.command("settings")
    shown = await player.sees(AUTO_ANSWERS)
    await player.click("More…", on=shown)
    await player.click("Pictures, data…", on=player.now(shown))
    await player.select(menu_to(player.now(shown), "set-pictures")["custom_id"], wanted, on=shown)


def buy_menu(shown: Shown) -> dict[str, Any] | None:
    """Return the menu that buys, if it is there."""
    return next((menu for menu in shown.components(*SELECTS) if re.search("[Bb]uy (now )?for ", menu.get("placeholder", ""))), None)


def heading(shown: Shown) -> str:
    """Return a message's first line."""
    return shown.text.partition("\n")[0]


@dataclass
class Reader:
    """Plays any panel using only its buttons and menus, and always does the same with the same panel. `wanted`: what to buy now and
    then, if possible, by preference."""

    player: Player
    wanted: tuple[str, ...] = ()
    where: str = "DM"
    clicks: int = 0
    seen: list[str] = field(default_factory=list)
    dice: random.Random = field(default_factory=random.Random)

    @property
    def panel(self) -> Shown | None:
        """Return the newest hand panel here."""
        return next((shown for shown in reversed(self.player.messages(self.where)) if is_hand(shown)), None)

    @property
    def called(self) -> Shown | None:
        """Return a mention in the channel, for a player without direct messages."""
        mine = f"<@{self.player.person.user.id}>"
        calls = (shown for shown in reversed(self.player.messages()) if mine in shown.text)
        return next((shown for shown in calls if "My hand" in shown.buttons), None)

    @property
    def asked(self) -> bool:
        """Return whether there is something to answer."""
        panel = self.panel
        wants = panel is not None and bool(self._buttons(panel) or panel.components(*SELECTS))
        return wants or self.called is not None

    @property
    def can_wait(self) -> bool:
        """Return whether the game goes on without an answer."""
        return self.panel is not None and "goes on meanwhile" in self.panel.text

    def _buttons(self, shown: Shown) -> list[dict[str, Any]]:
        found = [one for one in shown.components(BUTTON) if "custom_id" in one and not one.get("disabled")]
        return [one for one in found if not idle(one["label"])]

    async def step(self) -> None:
        """Make one click."""
        shown = self.panel
        self.clicks += 1
        if shown is None or not (self._buttons(shown) or shown.components(*SELECTS)):
            await self.player.click("My hand", on=self.called)
            return
        self.seen.append(shown.text)
        self.dice.seed("".join(line for line in str(shown).splitlines() if "hand:**" in line or line.startswith("    ")))
        buttons = {one["label"]: one["custom_id"] for one in self._buttons(shown)}
        menus = {one.get("placeholder", ""): one for one in shown.components(*SELECTS)}
        plays = [label for label in buttons if plays_action(label)]
        onward = [label for label in buttons if label.startswith(("Play ", "Buy phase", "Pay ", "End turn"))]
        if plays:
            await self.player.click(buttons[self._play(plays)], on=shown)
        elif (buy := buy_menu(shown)) and not any("Treasures" in label for label in buttons) and (value := self._buy(buy)):
            await self.player.select(buy["custom_id"], value, on=shown)
        elif onward and re.search(r"^### (Your turn|You're playing)", shown.text, re.MULTILINE):
            await self.player.click(buttons[onward[0]], on=shown)
        else:
            await self._decide(shown, buttons, list(menus.values()))

    @property
    def turn(self) -> int:
        """Return the player's own turn that the panel is about; 99 if it doesn't say."""
        return int((re.search(r"Your turn (\d+)", self.seen[-1]) or [0, 99])[1])

    def _play(self, plays: Sequence[str]) -> str:
        return self.dice.choice(plays)

    def _buy(self, menu: dict[str, Any]) -> str | None:
        offered = {option["value"].removeprefix("buy:"): option["value"] for option in menu["options"]}
        early = self.turn <= 8
        for name in (*RICH[:2], *self.wanted, *RICH[2:]):
            if name in offered and (name not in self.wanted or (early and self.dice.random() < 0.5)):
                return str(offered[name])
        return None

    async def _decide(self, shown: Shown, buttons: dict[str, str], menus: list[dict[str, Any]]) -> None:
        """Decide everything except the player's own turn: give away what is worth little, take what is worth much, and otherwise do
        anything."""
        for name in POOR:
            if name in buttons:
                await self.player.click(buttons[name], on=shown)
                return
        controls: list[str | dict[str, Any]] = [*buttons.values(), *menus]
        choice = self.dice.choice(controls)
        if isinstance(choice, str):
            await self.player.click(choice, on=shown)
            return
        values = [option["value"] for option in choice["options"]]
        least, most = choice.get("min_values", 1), choice.get("max_values", 1)
        picked = self.dice.sample(values, self.dice.randint(max(1, least), most))
        if most == 1:
            picked = [next((value for name in RICH for value in values if value.startswith(name)), values[0])]
        await self.player.select(choice["custom_id"], *picked, on=shown)


@dataclass
class Planner(Reader):
    """Plays only by the names of cards, so that the game stays the same whatever else the panels show: plays `wanted` in order,
    discards or trashes what is worth least, takes what is worth most. After a crash, it makes the same decisions again. `shopping`:
    what to buy in each turn, if possible, or else the most expensive card."""

    shopping: dict[int, str] = field(default_factory=dict)

    def _play(self, plays: Sequence[str]) -> str:
        return min(plays, key=lambda label: self._rank(self.wanted, label.removeprefix("Play ")))

    def _buy(self, menu: dict[str, Any]) -> str | None:
        offered = [str(option["value"]) for option in menu["options"]]
        preferred = [f"buy:{name}" for name in (self.shopping.get(self.turn), *RICH)]
        return next((move for move in preferred if move in offered), None)

    async def _decide(self, shown: Shown, buttons: dict[str, str], menus: list[dict[str, Any]]) -> None:
        confirming = [id for label, id in buttons.items() if label.startswith(CONFIRMS) and not label.endswith(" nothing")]
        known = (*POOR, *RICH, *self.wanted)
        cards = [label for label in buttons if self._rank(known, label) < len(known)]
        reactions = [label for label in buttons if label.startswith("Reveal ")]
        if confirming:
            await self.player.click(confirming[0], on=shown)
        elif reactions or cards:
            await self.player.click(buttons[min(reactions or cards, key=lambda label: self._rank(POOR, label))], on=shown)
        elif menus:
            await self.player.select(menus[0]["custom_id"], *self._picks(menus[0]), on=shown)
        else:
            await super()._decide(shown, buttons, menus)

    def _picks(self, menu: dict[str, Any]) -> list[str]:
        """Return the best cards to gain, or the worst to lose: as many as necessary, and all those that clog the hand."""
        labels = {str(option["value"]): str(option["label"]) for option in menu["options"]}
        if "gain" in menu.get("placeholder", "").lower():
            return [min(labels, key=lambda value: self._rank((*RICH[:2], *self.wanted, *RICH[2:]), labels[value]))]
        clogs = sum(self._rank(POOR[:2], label) < 2 for label in labels.values())
        count = max(1, menu.get("min_values", 1), min(menu.get("max_values", 1), clogs))
        return sorted(labels, key=lambda value: self._rank(POOR, labels[value]))[:count]

    @staticmethod
    def _rank(names: Sequence[str], label: str) -> int:
        """Return the rank, among these names, of the card that a label begins with; the last one for other labels."""
        return next((at for at, name in enumerate(names) if re.match(rf"{name}\b", label)), len(names))


async def play_out(
    sandbox: Sandbox,
    readers: Sequence[Reader],
    *,
    turns: int = 99,
    quiet: float | None = None,
    act: Callable[[Reader], Awaitable[None]] = lambda reader: reader.step(),
) -> None:
    """Let everyone play until the game is scored, or until the last player would start a turn after this many. `quiet`: how long
    nothing must have happened before someone clicks, so that all messages are there and runs are the same. `act`: makes one
    player's step."""

    def over() -> bool:
        panel = readers[-1].panel
        begun = re.search(r"Your turn (\d+) in", panel.text) if panel is not None else None
        return (begun is not None and int(begun[1]) > turns) or any(
            "Replay" in shown.buttons for shown in readers[0].player.messages()
        )

    def stuck() -> str:
        return "no one is asked anything\n" + "\n".join(reader.player.screen(reader.where) for reader in readers)

    for _ in range(MOST_STEPS):
        await settled(sandbox, quiet)
        await until(sandbox, lambda: over() or any(reader.asked for reader in readers), stuck, 60.0)
        if over():
            return
        # Owed choices are made when the game waits for them: otherwise, it would depend on who is quicker.
        await act(min((reader for reader in readers if reader.asked), key=lambda reader: reader.can_wait))
    raise AssertionError(f"no end after {MOST_STEPS} steps\n{readers[0].player.screen('DM')}")


def record(player: Player, where: str) -> list[str]:
    """Return a channel's content, without what differs between runs."""
    kept = [shown for shown in player.messages(where) if not shown.ephemeral]
    return [plain(str(shown).split("] ", 1)[1]) for shown in kept]


def plain(words: str) -> str:
    """Return words without ids and times."""
    return re.sub(r"\b[0-9a-f]{8}\b|<t:\d+:R>|\d{17,20}", "·", words)


async def behind_more(player: Player, label: str, *, on: Shown, where: str = "DM") -> None:
    """Press a button behind a hand's More…."""
    await player.click("More…", on=on)
    await player.click(label, on=await player.sees("### More for ", where=where))


async def buy_and_end(player: Player, move: str, *, on: Shown) -> None:
    """Buy something, which ends the player's plain turn."""
    menu = buy_menu(on)
    assert menu is not None and menu["placeholder"].endswith(", end turn…"), on
    await player.select(menu["custom_id"], move, on=on)


async def turn_details(player: Player, turn: str | None = None) -> Shown:
    """Open one turn of the log in full, by its title; by default the newest."""
    await player.command("game log")
    await settled(player.sandbox)
    shown = player.messages()[-1]
    (menu,) = shown.components(*SELECTS)
    await player.select("Details of…", turn or menu["options"][-1]["label"], on=shown)
    return await player.sees("**", button="All turns")
