"""How many clicks a turn takes and how often a game waits for someone else, with and without instructions given in advance.

    python benchmarks/pace.py [--games N]

Two people, who want what an AI would choose, play on a real host using nothing but their hand panels: each choice is looked for
among the panel's buttons and menus, and one without a button or menu of its own takes several clicks. A hand-off is when the game
starts to wait for another person; two a round are the turns themselves. Hand-offs are counted again at tables that wait for all
answers, where nothing is owed.

Instructions in advance change how a game goes, not only its clicks: an AI that chooses what to buy only after playing its
Treasures knows more, so from there on, it is a different game. So each row is about different games, and only differences larger
than the ± (a standard error) mean anything.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from math import sqrt
from pathlib import Path
from statistics import stdev
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from cogs.panels import hand, picks
from cogs.panels import turn as ones_turn
from cogs.panels.blocks import MAX_CHOICES, Button, Menu, Panel, Row
from engine import DecisionView, Kingdom, Option, View
from engine.ai import decide
from engine.kingdoms import recommended_kingdom
from storage.sqlite import SqliteStore
from tables import AutoAnswers, Options, Person, Place, TableService, TableView
from tables.commands import lobby
from tables.commands import play as playing

PEOPLE = Person(id=1, name="Ada"), Person(id=2, name="Ben")
EASY = AutoAnswers(treasures=True, end=True, react="always", order=True)
STRICT = AutoAnswers(treasures=False, end=False, react="ask", order=False)
MOST_ANSWERS = 3000
MOST_CLICKS = 99


def kingdoms() -> dict[str, Kingdom]:
    """Return the kingdoms to play, and what each is for."""
    attacks = "Bandit,Bureaucrat,Cellar,Council Room,Market,Militia,Moat,Smithy,Village,Witch"
    possession = "Alchemist,Apothecary,Familiar,Golem,Possession,Scrying Pool,University,Market,Moat,Village"
    choices = "Artisan,Cellar,Harbinger,Library,Mine,Remodel,Sentry,Throne Room,Vassal,Workshop"
    events = "Archive,Castles,Charm,Crown,Enchantress,Farmers' Market,Forum,Groundskeeper,Temple,Villa"
    return {
        "First Game": recommended_kingdom("First Game"),
        "Attacks": Kingdom(edition=2, piles=tuple(attacks.split(","))),
        "Possession": Kingdom(edition=2, piles=tuple(possession.split(","))),
        "Choices": Kingdom(edition=2, piles=tuple(choices.split(","))),
        "Events": Kingdom(edition=2, piles=tuple(events.split(",")), landscapes=("Delve", "Wedding")),
    }


class Turn(NamedTuple):
    """One turn: the clicks of its player, how often someone else was newly waited for, and whether it was plain: Treasures, debt,
    one buy at most, which asks no one else, and the end, all the player's own choices."""

    plain: bool
    clicks: int
    handoffs: int


@dataclass
class Pace:
    """What was counted. `outside`: clicks in others' turns; `owed`: questions that the turn didn't wait for."""

    turns: list[Turn] = field(default_factory=list)
    outside: int = 0
    owed: int = 0

    @property
    def clicks(self) -> float:
        """Return the clicks a turn, of whatever kind."""
        return sum(turn.clicks for turn in self.turns) / len(self.turns)

    @property
    def plain(self) -> int:
        """Return the most clicks that a plain turn took."""
        return max((turn.clicks for turn in self.turns if turn.plain), default=0)

    @property
    def others(self) -> float:
        """Return the clicks each turn costs those who aren't on turn."""
        return self.outside / len(self.turns)

    @property
    def handoffs(self) -> float:
        """Return how often in a round someone else is waited for."""
        return sum(turn.handoffs for turn in self.turns) / (len(self.turns) / len(PEOPLE))

    def __add__(self, other: Pace) -> Pace:
        return Pace(self.turns + other.turns, self.outside + other.outside, self.owed + other.owed)


Moves = list[list[str]]


class NotOnThePanel(AssertionError):
    """The panel doesn't offer the answer that someone wants to give."""


def goal(view: View, decision: DecisionView) -> list[str]:
    """Return what the AI wants to do from here to the turn's end, move by move, as far as its panel foresees it."""
    (wanted,) = decide(view, decision)
    before, coins, potions, debt = ones_turn.ahead(decision)
    if wanted.split(":")[0] in ("buys", "treasures", "debt") and before:
        piles, events = ones_turn.buyable(view, decision), ones_turn.events(view, decision)
        ids = [*(f"buy:{pile.top}" for pile in piles), *(f"event:{each.name}" for each in events), "end"]
        seat = view.players[decision.seat]
        seat = seat.model_copy(update={"tokens": seat.tokens | {"debt": debt}})
        players = tuple(seat if each.seat == seat.seat else each for each in view.players)
        rich = view.model_copy(update={"phase": "buy", "coins": coins, "potions": potions, "players": players})
        options = tuple(Option(id=id, label=id, card=id.partition(":")[2] or None) for id in ids)
        (wanted,) = decide(rich, decision.model_copy(update={"options": options}))
    elif wanted.startswith(("play:", "buys", "treasures")):
        return [wanted]
    else:
        before = []
    if wanted == "end":
        return [*(before if view.players[decision.seat].debt else []), "end"]
    ends = view.buys == 1 and wanted.startswith(("buy:", "event:"))  # if that leaves more to do, the turn goes on all the same
    return [*before, wanted, *["end"] * ends]


def on_turn(panel: Panel, wanted: list[str]) -> Moves:
    """Return the click that comes closest to all that is wanted."""
    clicks = [button.id.arg.split("|") for button in buttons(panel) if button.id.verb in ("do", "whole")]
    for menu in menus(panel):
        end = ["end"] * menu.id.verb.startswith("last")
        clicks += [[*filter(None, menu.id.arg.split("|")), choice.value, *end] for choice in menu.choices]
    fitting = [click for click in clicks if click == wanted[: len(click)]]
    if not fitting:
        raise NotOnThePanel(f"{wanted} is not among {clicks}")
    return [[move] for move in max(fitting, key=len)]


def towards(panel: Panel, decision: DecisionView, wanted: list[str]) -> tuple[Moves, str]:
    """Return the click that answers, or, if it takes more of them, no moves but the picks so far."""
    for button in buttons(panel):
        if button.id.verb == "do" and wanted == ([button.id.arg] if button.id.arg else []):
            return [wanted], ""
        if button.id.verb == "put" and not button.disabled and Counter(picks.unpacked(decision, button.id.arg)) == Counter(wanted):
            return [wanted], ""
        if button.id.verb == "number" and len(wanted) == 1 and wanted[0].startswith(button.id.arg):
            return [wanted], ""
    whole = [button.id.arg for button in buttons(panel) if button.id.verb == "all"]
    whole += [choice.value for menu in menus(panel) if menu.id.verb == "all" for choice in menu.choices]
    if any(Counter(way.split("|")) == Counter(wanted) for way in whole):
        return [wanted], ""
    counts = Counter(wanted)
    values = {f"{id}.{copy}" for id, copy in picks.values(decision) if copy <= counts[id]}
    for menu in menus(panel):
        shown = {choice.value for choice in menu.choices}
        if menu.id.verb.startswith("pick") and values <= shown and menu.minimum <= len(values) <= menu.maximum:
            return [wanted], ""
        if menu.id.verb == "some" and values & shown != {choice.value for choice in menu.choices if choice.default}:
            start = picks.DIGITS.index(menu.id.arg[0]) * MAX_CHOICES
            before = picks.unpacked(decision, menu.id.arg[1:])
            now = picks.valued(sorted(values & shown))
            return [], picks.packed(decision, picks.repicked(decision, before, range(start, start + MAX_CHOICES), now))
    ways = [button.id.arg for button in buttons(panel) if button.id.verb == "next" and button.id.arg]
    ways += [menu.id.arg + choice.value for menu in menus(panel) if menu.id.verb.startswith("next") for choice in menu.choices]
    for digits in ways:
        ids = picks.in_order(decision, digits)
        if all(ordered(ids, fate) == ordered(wanted, fate)[: len(ordered(ids, fate))] for fate in map(fate_of, ids)):
            return ([ids], "") if len(ids) == len(wanted) else ([], digits)
    raise NotOnThePanel(f"{wanted} can't be answered to {decision}")


def fate_of(id: str) -> str:
    """Return the fate of a card that is sorted; nothing where things are only put in order."""
    return id.partition(":")[0] if ":" in id else ""


def ordered(ids: Sequence[str], fate: str) -> list[str]:
    """Return the ids of one fate, in their order: between different ones it makes no difference."""
    return [id for id in ids if fate_of(id) == fate]


def buttons(panel: Panel) -> list[Button]:
    """Return all buttons."""
    return [item for block in panel.blocks if isinstance(block, Row) for item in block.items if isinstance(item, Button)]


def menus(panel: Panel) -> list[Menu]:
    """Return all menus."""
    return [block for block in panel.blocks if isinstance(block, Menu)]


def answered(table: TableView, view: View, decision: DecisionView, person: int) -> tuple[Moves, int]:
    """Return what `person` answers, and with how many clicks."""
    if decision.kind == "turn":
        return on_turn(hand.hand(table, view, person).panel, goal(view, decision)), 1
    asked, wanted = decision, decide(view, decision)
    if decision.follow is not None and wanted == ["no"]:
        asked, wanted = decision.follow, decide(view, decision.follow)
    state = ""
    for clicks in range(1, MOST_CLICKS):
        moves, state = towards(hand.hand(table, view, person, picked=(decision.id, state)).panel, asked, wanted)
        if moves:
            return moves, clicks
    raise NotOnThePanel(f"{wanted} takes too many clicks: {decision}")


async def play(kingdom: Kingdom, standing: AutoAnswers, seed: int, *, wait: bool = False) -> Pace:
    """Play one game of two people, who act when the game waits for them; `wait`: it waits for all answers."""
    with tempfile.TemporaryDirectory() as folder:
        store = SqliteStore(Path(folder) / "pace.db")
        await store.open()
        host = TableService(store, seed_source=lambda: seed.to_bytes(32, "big"))
        try:
            return await played(host, Options(kingdom=kingdom, max_seats=2, wait_for_owed=wait), standing)
        finally:
            await host.close()
            await store.close()


async def played(host: TableService, options: Options, standing: AutoAnswers) -> Pace:
    """Return the game, counted."""
    actions = map(str, count())
    table = (await host.new_table(Place(guild=1, channel=1), PEOPLE[0], options, action=next(actions))).table
    await host.act(table.id, PEOPLE[1].id, lobby.sit(PEOPLE[1]), action=next(actions))
    for person in PEOPLE:
        await host.people.set_answers(person.id, standing, action=next(actions))
    table = (await host.act(table.id, PEOPLE[0].id, lobby.start(), action=next(actions))).table
    pace, waited, owing = Pace(), set[int](), set[int]()
    plain, clicks, handoffs, bought = True, 0, 0, 0
    for _ in range(MOST_ANSWERS):
        if table.phase != "playing":
            return pace
        now = {each.seat for each in table.awaited if not each.owed}
        owed = {each.seat for each in table.awaited if each.owed}
        handoffs += len(now - waited)
        pace.owed += len(owed - owing)
        waited, owing = now, owed
        seat = min(now)
        who = PEOPLE[seat].id
        view = await host.view(table.id, who)
        decision = hand.to_answer(view, seat)
        assert decision is not None
        moves, took = answered(table, view, decision, who)
        turn, own = table.turn, decision.seat == view.current == seat
        table = (await host.act(table.id, who, playing.answer(decision.id, moves[0], then=moves[1:]), action=next(actions))).table
        made = [move[0] for move in moves if move]
        if own:
            clicks += took
            bought += sum(move.startswith("buy:") for move in made)
            more = any(move.startswith(("play:", "event:")) for move in made)
            plain = plain and decision.kind == "turn" and bought < 2 and not more
        else:
            pace.outside += took
            plain = plain and not bought
        if table.turn != turn or table.phase != "playing":
            pace.turns.append(Turn(plain, clicks, handoffs))
            plain, clicks, handoffs, bought = True, 0, 0, 0
    raise AssertionError("the game has no end")


HEAD = f"{'':<12} {'':<20} {'clicks':>7} {'':>5} {'plain turn,':>12} {'others’':>8} {'hand-offs a round':>24}\n" + (
    f"{'':<12} {'':<20} {'a turn':>7} {'±':>5} {'at most':>12} {'turn':>8} {'waiting for all':>16} {'owed':>7}"
)


def line(kingdom: str, said: str, games: Sequence[Pace], waiting: Sequence[Pace]) -> str:
    """Return a row of the table; `waiting`: the same where all answers are waited for."""
    pace, waited, spread = sum(games, Pace()), sum(waiting, Pace()), 0.0
    if len(games) > 1:
        spread = stdev(game.clicks for game in games) / sqrt(len(games))
    turns = f"{pace.clicks:>7.2f} {spread:>5.2f} {pace.plain:>12} {pace.others:>8.2f}"
    return f"{kingdom:<12} {said:<20} {turns} {waited.handoffs:>16.2f} {pace.handoffs:>7.2f}"


def main(argv: Sequence[str] | None = None) -> int:
    """Play the games and print what they took."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=5, help="games for each line, once waiting for all answers and once not")
    args = parser.parse_args(argv)
    print(HEAD)
    for name, kingdom in kingdoms().items():
        for label, standing in (("nothing in advance", STRICT), ("standing answers", EASY)):
            games, waiting = (
                [asyncio.run(play(kingdom, standing, seed, wait=wait)) for seed in range(args.games)] for wait in (False, True)
            )
            print(line(name, label, games, waiting), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
