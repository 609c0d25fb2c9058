"""Whole games in which every Attack in the base game is played by clicks, including those of each edition."""

from __future__ import annotations

import logging
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from cogs import SeneschalBot, text
from cogs.panels import board
from cogs.text import ahead as text_ahead
from engine import View
from engine.view import CardCount
from engine.words import plural
from sandbox.server import Sandbox
from sandbox.testing import Player, settled, until
from tables import TableService, TableView
from tests.cogs.game import Scene, asks, collecting, controls, hand
from tests.cogs.kit import POOR, RICH, Reader, behind_more, buy_menu, play_out
from tests.logs import read_log

ATTACKS = {1: ("Bureaucrat", "Militia", "Spy", "Thief", "Witch"), 2: ("Bandit", "Bureaucrat", "Militia", "Witch")}
OTHERS = ("Moat", "Village", "Smithy", "Market", "Workshop", "Festival")
START = Counter(Copper=14, Estate=6)
"""What two players start with, in addition to the Supply."""
SINGULAR = {plural(name): name for name in (*ATTACKS[1], *ATTACKS[2], *OTHERS, *RICH, "Duchy", *POOR)}


@dataclass
class Attacker(Reader):
    """Buys one of each wanted card as soon as possible, first plays cards it hasn't played yet, and reveals what it can."""

    bought: set[str] = field(default_factory=set)
    played: set[str] = field(default_factory=set)

    def _play(self, plays: Sequence[str]) -> str:
        fresh = [label for label in plays if label.removeprefix("Play ") not in self.played]
        chosen = (fresh or plays)[0]
        self.played.add(chosen.removeprefix("Play "))
        return chosen

    def _buy(self, menu: dict[str, Any]) -> str | None:
        offered = [str(option["value"]) for option in menu["options"]]
        for name in (*(name for name in self.wanted if name not in self.bought), *RICH[1:]):
            if f"buy:{name}" in offered:
                self.bought.add(name)
                return f"buy:{name}"
        return None


async def consistent(sandbox: Sandbox, host: TableService, table: TableView, readers: Sequence[Reader]) -> None:
    """Wait until the board shows what a spectator may know, and every hand panel what its owner holds."""
    seen = await host.view(table.id, None)
    now = await host.table(table.id)
    public = [board.supply(seen.piles), *(board.player(now, each) for each in seen.players)]
    hands = {}
    for reader in readers:
        person = int(reader.player.person.user.id)
        seat = now.seat_of(person)
        assert seat is not None
        held = (await host.view(table.id, person)).players[seat.number].hand
        assert held is not None
        hands[reader.player.name] = counted(held)

    def agree() -> bool:
        shown = all(any(all(part in one.text for part in public) for one in reader.player.messages()) for reader in readers)
        return shown and all(in_hand(reader) in (None, hands[reader.player.name]) for reader in readers)

    def otherwise() -> str:
        return "\n".join([*public, str(hands), *(reader.player.screen(where) for reader in readers for where in ("#table", "DM"))])

    await until(sandbox, agree, otherwise, 3.0)


def in_hand(reader: Reader) -> Counter[str] | None:
    """Return the cards in the hand that a panel shows; None if it is about another player's hand."""
    shown = reader.panel
    line = next((line for line in shown.text.splitlines() if line.startswith("**Your hand:**")), None) if shown else None
    return cards(line.removeprefix("**Your hand:** ").partition(" · ")[0]) if line else None


def counted(counts: Sequence[CardCount]) -> Counter[str]:
    return Counter({each.name: each.count for each in counts})


def cards(listed: str) -> Counter[str]:
    """Return cards from a text such as `2 Coppers, Moat`."""
    found: Counter[str] = Counter()
    for each in listed.split(", ") if listed != text.NOTHING else ():
        number, _, name = each.partition(" ") if each[0].isdigit() else ("1", "", each)
        found[SINGULAR.get(name, name)] += int(number)
    return found


async def test_the_turn_goes_on_while_a_legionarys_victim_owes_an_answer(
    bot: SeneschalBot, sandbox: Sandbox, host: TableService, ada: Player, ben: Player
) -> None:
    scene = Scene(sandbox, host, ada, ben)
    await scene.begin("Legionary", *OTHERS, "Cellar", "Chapel", "Militia")
    me, victim = await scene.bring_to(collecting("Silver", "Silver", "Gold", "Legionary"), "Legionary", "Gold")
    asked = await scene.play(me, "Legionary")
    await me.click("Yes", on=asked)
    owes = await scene.panel(victim)
    assert asks("Legionary", owes) and "; the game goes on meanwhile" in owes.text and ": discard 3 cards" in owes.text
    told = await me.sees(f"### {me.name}'s turn", f" · {victim.name} to respond to {me.name}'s Legionary\n")
    assert re.search(rf"^-# Waiting for {me.name} \(\S+\) · ", told.text, re.MULTILINE), "for no one else"
    mine = await scene.panel(me)
    assert "Your turn" in mine.text
    mine = await scene.buy(me, "buy:Silver")
    assert f"{me.name} buys Silver." in await scene.log(None) and asks("Legionary", await scene.panel(victim))
    await me.click("End turn", on=mine)
    assert "### Your next hand" in (await scene.panel(me)).text
    turn = told.text.partition("\n")[0]
    await me.sees(f"{turn}\n-# Waiting for {victim.name} to respond to {me.name}'s Legionary")
    assert f"{turn.removeprefix('### ')} in " in (await scene.panel(victim)).text
    assert text_ahead.PLAN in (await scene.panel(me)).buttons
    await behind_more(victim, "Why?", on=await scene.panel(victim))
    assert "goes on meanwhile" not in (await victim.sees(f"Why {me.name}'s Legionary asks", where="DM")).text, "now it waits"
    held = sum(hand(await scene.view(victim), victim.name).values())
    while asks("Legionary", owes := await scene.panel(victim)):
        await victim.click(controls(owes)[0], on=owes)
    assert (held, sum(hand(await scene.view(victim), victim.name).values())) == (5, 3), "down to two, and then one drawn"
    assert "Your turn" in (await scene.panel(victim)).text


@pytest.mark.usefixtures("bot")
async def test_why_a_turn_waits_for_responses(sandbox: Sandbox, host: TableService, ada: Player, ben: Player) -> None:
    scene = Scene(sandbox, host, ada, ben)
    await scene.begin("Torturer", *OTHERS, "Cellar", "Chapel", "Militia")
    me, victim = await scene.bring_to(collecting("Silver", "Silver", "Torturer"), "Torturer")
    waits = await scene.play(me, "Torturer")
    assert f"Waiting for {victim.name} to respond to your Torturer." in waits.text
    await behind_more(me, "Why?", on=waits)
    told = await me.sees("### Why your turn waits", "What others choose for Torturer could affect", "**Torturer**", where="DM")
    assert told.buttons == ["Card", "Log"]
    await me.click("Card", on=told)
    await me.sees("### Torturer", where="DM")
    more = await scene.more(me)
    asked = await scene.panel(victim)
    await victim.click(controls(asked)[0], on=asked)
    await settled(sandbox)
    if "Waiting" not in (await scene.panel(me)).text:
        await me.click("Why?", on=more)
        assert "Why your turn waits" not in me.now(more).text, "it no longer does"


@pytest.mark.parametrize(
    ("edition", "wanted"),
    [
        (2, {"Ada": ("Witch", "Bandit", "Militia"), "Ben": ("Moat", "Bureaucrat", "Militia")}),
        (1, {"Ada": ("Witch", "Thief", "Spy"), "Ben": ("Moat", "Bureaucrat", "Militia")}),
    ],
)
async def test_every_attack_is_played(
    bot: SeneschalBot,
    sandbox: Sandbox,
    host: TableService,
    ada: Player,
    ben: Player,
    caplog: pytest.LogCaptureFixture,
    edition: int,
    wanted: dict[str, tuple[str, ...]],
) -> None:
    attacks = ATTACKS[edition]
    piles = sorted((*attacks, *OTHERS))[:10] if edition == 2 else sorted((*attacks, *OTHERS[:5]))
    await ada.command("game new", seats=2, edition=edition, require=", ".join(piles))
    await ben.click("Join")
    await ada.click("Start")
    await settled(sandbox)
    (table,) = await host.live()
    assert sorted(table.kingdom) == piles
    supply = Counter({pile.name: pile.count for pile in (await host.view(table.id, None)).piles})
    readers = [Attacker(player, wanted[player.name]) for player in (ada, ben)]
    goals = {*(f" plays {name}." for name in attacks), " reveals a Moat."}
    reached = 0

    async def act(reader: Reader) -> None:
        nonlocal reached
        if (await host.table(table.id)).phase == "over":
            return
        await consistent(sandbox, host, table, readers)
        view = await host.view(table.id, None)
        if goals:
            told = await read_log(host, table.id, None)
            goals.difference_update([goal for goal in goals if any(goal in line for line in told)])
            reached = view.turn
        if goals or view.turn == reached or view.owing:
            await reader.step()
            return
        await reader.player.command("game resign")
        await reader.player.click("Resign")

    await play_out(sandbox, readers, turns=25, act=act)
    await settled(sandbox)
    print(ada.screen(), ada.screen("DM"), ben.screen("DM"), [r.clicks for r in readers])
    print(*(r.getMessage() + str(r.exc_text) for r in caplog.get_records("call") if r.levelno >= 30))
    assert goals == set()
    # Played to the end, and the same for both: the log, the score, and all cards.
    final = await host.view(table.id, None)
    assert final.result is not None
    for player in (ada, ben):
        record = re.findall(r"^\*\*\w+ \d+:\*\* ([^→;]*)", "\n".join(one.text for one in player.messages()), re.MULTILINE)
        assert [name for name in attacks if not any(name in played for played in record)] == []
        await player.click("More…", on=await player.sees(button="Replay"))
        await player.click("Decks")
        told = await player.sees("### Decks at the end")
        decks = [line.split(": ", 1)[1] for line in told.text.splitlines()[1:]]
        assert [cards(deck) for deck in decks] == [counted(one.deck) for one in final.result.scores]
        left = Counter({pile.name: pile.count for pile in final.piles}) + counted(final.trash)
        assert sum(map(cards, decks), left) == supply + START
        assert not any("went wrong" in one.text for where in ("#table", "DM") for one in player.messages(where))
    assert {one.state for one in sandbox.interactions.by_id.values()} == {"done"}
    assert all(one.status for one in sandbox.recorder.exchanges)
    assert [record.getMessage() for record in caplog.get_records("call") if record.levelno >= logging.ERROR] == []


@pytest.mark.usefixtures("bot")
async def test_an_attack_in_force_is_named_before_it_happens(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player
) -> None:
    scene = Scene(sandbox, host, ada, ben)
    await scene.begin("Corsair", *OTHERS, "Cellar", "Chapel", "Militia")

    def there(views: dict[str, View]) -> bool:
        return any(view.at_risk and view.phase == "buy" and any(each.step for each in view.decisions) for view in views.values())

    buying = collecting("Corsair", "Silver", "Silver", "Silver")
    await scene.bring(there, lambda view, asked: ["play:Corsair"] if asked.offers("play:Corsair") else buying(view, asked))
    victim, attacker = await scene.in_turn_order()
    shown = await scene.panel(victim)
    assert "-# Corsair: you trash the first Silver or Gold you play." in shown.text
    menu = buy_menu(shown)
    assert menu is not None and menu["placeholder"].endswith("end turn…")
    await victim.select(menu["placeholder"], "Copper ($0)", on=shown)
    assert "Your turn" in (await scene.panel(attacker)).text, "the turn has ended"
    log = await scene.log(None)
    assert f"{victim.name} trashes" in log and f"{victim.name} buys Copper." in log
