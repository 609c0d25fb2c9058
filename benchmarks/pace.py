"""How many clicks a turn takes and how often a game waits for somebody else, with and without what people said in advance.

    python benchmarks/pace.py [--games N]

Two people whose wishes are an AI's play by the hand panel's own buttons and menus, on a real host. A click is one answer through
the panel, however many moves it makes. A hand-off is a person newly waited for; two a round are the turns themselves. Where owed
answers are left out, each Attack that would have had to wait for its answers counts as a hand-off there and one back.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from cogs.panels import hand
from cogs.panels.blocks import Button, Row
from engine import DecisionView, Kingdom, Option, View
from engine.ai import decide
from engine.kingdoms import recommended_kingdom
from storage.sqlite import SqliteStore
from tables import Host, Options, Person, Place, Standing, TableView

PEOPLE = Person(id=1, name="Ada"), Person(id=2, name="Ben")
EASY = Standing(treasures=True, end=True, react="always", order=True)
STRICT = Standing(treasures=False, end=False, react="ask", order=False)
MOST_ANSWERS = 3000


def kingdoms() -> dict[str, Kingdom]:
    """What is played, and what for."""
    attacks = "Bandit,Bureaucrat,Cellar,Council Room,Market,Militia,Moat,Smithy,Village,Witch"
    possession = "Alchemist,Apothecary,Familiar,Golem,Possession,Scrying Pool,University,Market,Moat,Village"
    choices = "Artisan,Cellar,Harbinger,Library,Mine,Remodel,Sentry,Throne Room,Vassal,Workshop"
    events = "Archive,Castles,Charm,Crown,Enchantress,Farmers' Market,Forum,Groundskeeper,Temple,Villa"
    return {
        "First Game": recommended_kingdom("First Game"),
        "Attacks": Kingdom(edition=2, piles=tuple(attacks.split(","))),
        "Possession": Kingdom(edition=2, piles=tuple(possession.split(","))),
        "Choices": Kingdom(edition=2, piles=tuple(choices.split(","))),
        "Events": Kingdom(edition=2, piles=tuple(events.split(",")), events=("Delve", "Wedding")),
    }


@dataclass
class Pace:
    """What was counted. `plain`: the most clicks that a turn of nothing but Treasures, one buy and its end took."""

    turns: int = 0
    rounds: float = 0
    clicks: int = 0
    outside: int = 0
    handoffs: int = 0
    owed: int = 0
    plain: int = 0
    turn_clicks: list[tuple[bool, int]] = field(default_factory=list)

    def handoffs_a_round(self, *, owed: bool) -> float:
        """How often another person is waited for. Without owed answers each of them is waited for, and the attacker again."""
        return (self.handoffs + (0 if owed else 2 * self.owed)) / max(1, self.rounds)


def moves(table: TableView, view: View, decision: DecisionView) -> list[list[str]]:
    """What the AI wants, in one click of the panel: with what its menu does before a buy, and what its buttons do after it."""
    wanted = decide(view, decision)
    if decision.kind != "turn" or wanted[0].startswith("play:") or wanted == ["end"]:
        return [wanted]
    piles, before = hand.buyable(view, decision)
    if before and wanted[0] in ("buys", "treasures"):
        options = [Option(id=f"buy:{pile.top}", label=str(pile.top), card=pile.top) for pile in piles]
        rich = view.model_copy(update={"phase": "buy", "coins": view.coins + (view.treasure_coins or 0)})
        wanted = decide(rich, decision.model_copy(update={"options": (*options, Option(id="end", label="End turn"))}))
    else:
        before = []
    if wanted == ["end"]:
        return [wanted]
    whole = "|".join([*before, wanted[0], "end"])
    shown = [item.id.arg for block in hand.turn(table, view, decision) if isinstance(block, Row) for item in buttons(block)]
    return [[move] for move in (whole.split("|") if whole in shown else [*before, wanted[0]])]


def buttons(row: Row) -> list[Button]:
    """A row's buttons."""
    return [item for item in row.items if isinstance(item, Button)]


async def play(kingdom: Kingdom, standing: Standing, seed: int) -> Pace:
    """One game of two people, each of whom acts when the game waits for them."""
    with tempfile.TemporaryDirectory() as folder:
        store = SqliteStore(Path(folder) / "pace.db")
        await store.open()
        host = Host(store, seed_source=lambda: seed.to_bytes(32, "big"))
        try:
            return await played(host, kingdom, standing)
        finally:
            await host.close()
            await store.close()


async def played(host: Host, kingdom: Kingdom, standing: Standing) -> Pace:
    """The game, counted."""
    actions = map(str, count())
    options = Options(kingdom=kingdom, max_seats=2)
    table = (await host.new_table(Place(guild=1, channel=1), PEOPLE[0], options, action=next(actions))).table
    await host.sit(table.id, PEOPLE[1], action=next(actions))
    for person in PEOPLE:
        await host.set_standing(person.id, standing, action=next(actions))
    table = (await host.start(table.id, PEOPLE[0].id, action=next(actions))).table
    pace, waited, owing, clicks, bought, plain = Pace(), set[int](), set[int](), 0, 0, True
    for _ in range(MOST_ANSWERS):
        if table.phase != "playing":
            break
        now = {each.seat for each in table.awaited if not each.owed}
        owed = {each.seat for each in table.awaited if each.owed}
        pace.handoffs += len(now - waited)
        pace.owed += len(owed - owing)
        waited, owing = now, owed
        seat = min(now)
        view = await host.view(table.id, PEOPLE[seat].id)
        decision = hand.to_answer(view, seat)
        assert decision is not None
        made = moves(table, view, decision)
        turn = table.turn
        own = decision.seat == view.current == seat
        table = (await host.answer(table.id, PEOPLE[seat].id, decision.id, made, action=next(actions))).table
        pace.clicks, pace.outside = pace.clicks + own, pace.outside + (not own)
        clicks += own
        bought += sum(move[0].startswith("buy:") for move in made if move)
        more = any(move[0].startswith(("play:", "event:")) for move in made if move)
        plain = plain and not more and bought < 2 and (decision.kind == "turn" or not own)
        if table.turn != turn or table.phase != "playing":
            pace.turn_clicks.append((plain, clicks))
            clicks, bought, plain = 0, 0, True
    pace.turns, pace.rounds = len(pace.turn_clicks), len(pace.turn_clicks) / 2
    pace.plain = max((clicks for is_plain, clicks in pace.turn_clicks if is_plain), default=0)
    return pace


def added(paces: Sequence[Pace]) -> Pace:
    """Several games' counts together."""
    total = Pace(plain=max(pace.plain for pace in paces))
    for pace in paces:
        for name in ("turns", "rounds", "clicks", "outside", "handoffs", "owed"):
            setattr(total, name, getattr(total, name) + getattr(pace, name))
    return total


def line(name: str, pace: Pace, *, owed: bool) -> str:
    """A row of the table."""
    a_turn, outside = pace.clicks / max(1, pace.turns), pace.outside / max(1, pace.turns)
    return f"{name:<42} {a_turn:>12.2f} {pace.plain:>12} {outside:>12.2f} {pace.handoffs_a_round(owed=owed):>14.2f}"


def main(argv: Sequence[str] | None = None) -> int:
    """Plays, and prints."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=3, help="games for each line")
    args = parser.parse_args(argv)
    print(f"{'':<42} {'clicks/turn':>12} {'plain turn':>12} {'others’ turn':>12} {'hand-offs/round':>14}")
    for name, kingdom in kingdoms().items():
        for label, standing in (("nothing in advance", STRICT), ("standing answers", EASY)):
            pace = added([asyncio.run(play(kingdom, standing, seed)) for seed in range(args.games)])
            for owed in (False, True):
                print(line(f"{name}: {label}{', owed' if owed else ''}", pace, owed=owed))
    return 0


if __name__ == "__main__":
    sys.exit(main())
