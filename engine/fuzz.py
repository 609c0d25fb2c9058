"""Random legal play in random kingdoms, checking what must always hold.

    python -m engine fuzz --games 2000 --seed 1 --deep 0.02

The copies are counted after every answer. After a share `--deep` of the answers, drawn by the seed, every other check in
`engine.checks` is run. A game depends only on the seed and its number, so it can be played again on its own with `--game`.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import traceback
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, fields
from functools import partial
from hashlib import sha256
from os import cpu_count
from time import perf_counter
from typing import Any

from engine import checks
from engine.ai import STYLES
from engine.ai.answers import answer
from engine.ai.perception import Perception
from engine.card import CARDS, EDITIONS
from engine.checks import Violation, unanswered
from engine.decision import Ask
from engine.extras import complete, holders, optional_cards
from engine.fuzz_cards import Prowler, listed
from engine.fuzz_twins import is_secret, keeps_secret
from engine.game import Game
from engine.log import Ending
from engine.mechanisms import LANDSCAPES, MOST_LANDSCAPES
from engine.randomizers import Randomizer, randomizers
from engine.save import Save, Setup
from engine.setup import total_copies
from engine.view import Edition

CAP = 4000
"""A game is stopped after this many answers."""
MOST_IN_TURN = 1000
"""A turn with more answers than this never ends."""
QUIET = 100
"""A game is over after this many rounds without a gain: at a table, the players would have agreed to end it long ago."""

SHADOWED = 12
"""How many answers a loaded game is played alongside its original."""

PROWLED = 3
"""One in this many games has a hidden Reaction to all gains."""

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay")


@dataclass(frozen=True)
class FuzzPlan:
    """What all games share: the fuzz's seed, the share of deep checks, the source of the random setups."""

    seed: int
    deep: float
    players: tuple[int, ...]
    cards: tuple[str, ...] = ()


@dataclass
class Counts:
    """How much was done, in one game or in all."""

    games: int = 0
    decisions: int = 0
    deep_checks: int = 0
    stopped: int = 0
    turns: int = 0

    def add(self, other: Counts) -> None:
        """Add other counts to these."""
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))


@dataclass
class FuzzOutcome:
    """How one game went; `fault` says what went wrong, if anything did, and how to reproduce it."""

    counts: Counts
    fault: str | None = None


@dataclass
class Temper:
    """How a game's answers are drawn: the shares of completely random and of sensible ones; an AI gives the rest."""

    wild: float
    sensible: float

    def answer(self, game: Game, ask: Ask[Any], chance: random.Random) -> list[str]:
        """Return a legal answer."""
        draw = chance.random()
        if draw < self.wild:
            return some_answer(ask, chance)
        if draw < self.wild + self.sensible:
            return sensible_answer(ask, chance)
        return answer(Perception(game.core, ask.player), ask, STYLES[chance.choice(sorted(STYLES))])


TEMPERS = ((0.02, 0.1), (0.1, 0.2), (0.05, 0.5), (0.25, 0.35), (0.0, 0.0))


def some_answer(ask: Ask[Any], chance: random.Random) -> list[str]:
    """Return any legal answer, drawn at random."""
    if ask.follow is not None and chance.random() < 0.5:
        return some_answer(ask.follow, chance)
    choices = ask.choices()
    if ask.kind == "sort":
        fates: dict[str | None, list[str]] = {}
        counts: dict[str | None, int] = {}
        for choice in choices:
            fates.setdefault(choice.card, []).append(choice.id)
            counts[choice.card] = choice.count
        chosen = [chance.choice(fates[card]) for card, count in counts.items() for _ in range(count)]
        chance.shuffle(chosen)
        return chosen
    ids = [id for choice in choices for id in [choice.id] * choice.count]
    return chance.sample(ids, chance.randint(ask.minimum, ask.maximum))


def sensible_answer(ask: Ask[Any], chance: random.Random) -> list[str]:
    """Return a random answer that moves the game along: on a turn, it often plays Treasures and buys the most expensive cards."""
    if ask.kind != "turn":
        return some_answer(ask, chance)
    ids = [choice.id for choice in ask.choices()]
    if "treasures" in ids:
        return ["treasures"]
    costs = {id: ask.player.game.cost(CARDS[id[4:]]).coins for id in ids if id.startswith("buy:")}
    plays = [id for id in ids if id.startswith(("play:", "debt:"))]
    if plays or not costs:
        return [chance.choice(plays or ids)]
    return chance.choices(list(costs), [1 + cost**2 for cost in costs.values()])


def called(name: str) -> Randomizer | None:
    """Return the pile or landscape that `name` (or a card in the pile) means."""
    return next((each for each in randomizers() if name in (each.name, *each.cards)), None)


def random_setup(plan: FuzzPlan, chance: random.Random) -> Setup:
    """Return a setup drawn from everything implemented, with at most two landscapes (R6), as many of a kind as a kingdom can
    have, and what the plan insists on; each set comes in any of its editions."""
    wanted = list(dict.fromkeys(each for name in plan.cards if (each := called(name)) is not None))
    editions: dict[str, Edition] = {}
    for set_ in sorted({each.set for each in randomizers()}):
        fit = EDITIONS.intersection(*(each.editions for each in wanted if each.set == set_))
        editions[set_] = 1 if chance.choice(sorted(fit)) == 1 else 2
    rest = [each for each in randomizers() if editions[each.set] in each.editions and each not in wanted]

    def drawn(most: int, *, landscapes: bool) -> tuple[str, ...]:
        there, others = ([each for each in some if (each.landscape is not None) is landscapes] for some in (wanted, rest))
        return tuple(each.name for each in there + chance.sample(others, max(0, most - len(there))))

    landscapes = allowed(drawn(chance.randint(0, MOST_LANDSCAPES), landscapes=True))
    setup = Setup(
        players=NAMES[: chance.choice(plan.players)],
        kingdom=drawn(10, landscapes=False),
        landscapes=landscapes,
        edition=editions["Dominion"],
        editions=editions,
        optional=tuple(name for name in optional_cards() if chance.random() < 0.5),
    )
    return complete(setup, f"{chance.random()}") if any(map(holders, setup.kingdom)) else setup


def allowed(landscapes: Sequence[str]) -> tuple[str, ...]:
    """Return these landscapes without those of a kind of which a kingdom can't have as many."""
    kinds = [CARDS[name].printed_types[0] for name in landscapes]
    return tuple(name for at, name in enumerate(landscapes) if kinds[:at].count(kinds[at]) < LANDSCAPES[kinds[at]].most)


class Fuzzer:
    """One game being fuzzed: the game, a shadow of it loaded from a save, and all its randomness."""

    def __init__(self, plan: FuzzPlan, number: int) -> None:
        self.plan = plan
        self.number = number
        self.chance = random.Random(f"{plan.seed}:{number}")
        setup = random_setup(plan, self.chance)
        if number % PROWLED == PROWLED - 1:
            setup = setup.model_copy(update={"kingdom": (*setup.kingdom, Prowler().name)})
        self.totals = total_copies(setup)
        self.temper = Temper(*self.chance.choice(TEMPERS))
        self.resigns_at = self.chance.randint(1, 400) if self.chance.random() < 0.15 else 0
        self.counts = Counts(games=1)
        self.shadow: Game | None = None
        self.shadowed = 0
        self.in_turn = 0
        self.asked: set[int] = set()
        self.game = Game.new(setup, sha256(b"fuzz %d %d" % (plan.seed, number)).digest())

    def play(self) -> None:
        """Play the game to its end or the cap. Raises whatever is wrong with it."""
        checks.always(self.game.core, self.totals)
        game = self.game
        while not game.over and game.rounds_without_gain < QUIET and self.counts.decisions < CAP:
            self.step()
        self.counts.stopped = int(self.counts.decisions >= CAP and not game.over)
        self.counts.turns = self.game.turn
        if self.game.over and self.chance.random() < self.plan.deep * 5:
            self.replay()

    def step(self) -> None:
        """Give one answer and check the game."""
        game, core, chance = self.game, self.game.core, self.chance
        ask = self.choose()
        if ask.id not in self.asked:
            self.asked.add(ask.id)
            checks.answerable(ask)
        ids = self.temper.answer(game, ask, chance)
        deep = chance.random() < self.plan.deep
        if deep:
            self.look_deep(ask, ids)
        seat, decision, turn = ask.decider, ask.id, core.turn.number
        game.answer(seat, decision, ids)
        self.counts.decisions += 1
        self.in_turn = self.in_turn + 1 if core.turn.number == turn else 0
        checks.demand(self.in_turn <= MOST_IN_TURN, "a turn never ends")
        checks.always(core, self.totals)
        if self.shadow is not None:
            self.shadow.answer(seat, decision, ids)
            checks.demand(self.shadow.journal[-1].digest == game.journal[-1].digest, "a loaded game goes another way")
            self.shadowed += 1
            if self.shadowed == SHADOWED or game.over:
                checks.same(game, self.shadow, chance)
                self.shadow = None
        if self.counts.decisions == self.resigns_at and not game.over:
            self.shadow = None
            game.resign(chance.choice(core.in_turn_order()).seat)
            checks.always(game.core, self.totals)

    def choose(self) -> Ask[Any]:
        """Return the decision to answer next; now and then, one that has been answered but can still be changed."""
        core = self.game.core
        asks = unanswered(core)
        if core.open and self.chance.random() < 0.2:
            first = next((place for place, ask in enumerate(core.open) if ask.answer is None), 0)
            sealed = [ask for ask in core.open[first + 1 :] if ask.answer is not None and not core.players[ask.decider].resigned]
            asks = sealed or asks
        return self.chance.choice(asks)

    def look_deep(self, ask: Ask[Any], ids: Sequence[str]) -> None:
        """Run all checks that apply now, just before `ids` answers `ask`."""
        game, chance = self.game, self.chance
        self.counts.deep_checks += 1
        self.shadow, self.shadowed = checks.reloaded(game, chance), 0
        checks.refuses(game, chance)
        checks.hides(game, chance)
        checks.hides_after(game, ask, ids, chance)
        checks.teaches_nothing_freely(game, ask, ids, chance)
        checks.hides_own_hand(game, ask, ids, chance)
        self.look_for_secrets(ask, ids)
        checks.takes_back(game, chance, self.totals)
        if chance.random() < 0.2:
            checks.stops(game, self.totals, chance, lambda copy: copy.stop(Ending(kind="agreed")))
            seat = chance.choice(game.core.in_turn_order()).seat
            checks.stops(game, self.totals, chance, lambda copy: copy.resign(seat))

    def look_for_secrets(self, ask: Ask[Any], ids: Sequence[str]) -> None:
        """Check that no one can tell one secret choice from another."""
        chance = random.Random(len(self.game.journal))
        if is_secret(ask):
            keeps_secret(self.game, ask, ids, some_answer(ask, chance), self.temper, chance)

    def replay(self) -> None:
        """Check that the game ends the same when played again from its beginning."""
        save = Save(setup=self.game.setup, seed=self.game.seed.hex(), snapshot=None, entries=tuple(self.game.journal))
        checks.same(self.game, Game.load(save), self.chance)

    def reproduction(self, error: BaseException) -> str:
        """Return what went wrong, and everything needed to reproduce it."""
        entries = [(entry.kind, entry.seat, entry.decision, *entry.ids) for entry in self.game.journal]
        trouble = str(error) if isinstance(error, Violation) else "".join(traceback.format_exception(error)).rstrip()
        cards = "".join(f" {name!r}" for name in self.plan.cards)
        again = f"python -m engine fuzz --seed {self.plan.seed} --game {self.number} --deep {self.plan.deep}"
        again += f" --players {' '.join(map(str, self.plan.players))}" + (f" --cards{cards}" if cards else "")
        return "\n".join(
            [
                f"FAULT in game {self.number} of seed {self.plan.seed}: {trouble}",
                f"  set-up: {self.game.setup.model_dump_json()}",
                f"  shuffle seed: {self.game.seed.hex()}",
                f"  answers so far: {json.dumps(entries)}",
                f"  again: {again}",
            ]
        )


def play_game(plan: FuzzPlan, number: int) -> FuzzOutcome:
    """Fuzz game number `number`."""
    with listed(Prowler()):
        fuzzer = Fuzzer(plan, number)
        try:
            fuzzer.play()
        except Exception as error:  # any exception in a game is a finding
            return FuzzOutcome(fuzzer.counts, fuzzer.reproduction(error))
    return FuzzOutcome(fuzzer.counts)


def play_games(plan: FuzzPlan, numbers: Sequence[int], processes: int) -> Iterator[FuzzOutcome]:
    """Fuzz many games; their order doesn't depend on the number of processes."""
    if processes < 2 or len(numbers) < 2:
        yield from (play_game(plan, number) for number in numbers)
        return
    pool = ProcessPoolExecutor(processes)
    try:
        yield from pool.map(partial(play_game, plan), numbers, chunksize=4)
    finally:
        pool.shutdown(cancel_futures=True)


def fuzz(plan: FuzzPlan, numbers: Sequence[int], processes: int = 1, most_faults: int = 5) -> tuple[Counts, list[str]]:
    """Fuzz games; stop after `most_faults` faulty ones. Returns the counts and what was found."""
    counts = Counts()
    faults: list[str] = []
    for outcome in play_games(plan, numbers, processes):
        counts.add(outcome.counts)
        if outcome.fault is not None:
            faults.append(outcome.fault)
            if len(faults) == most_faults:
                break
    return counts, faults


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `fuzz`."""
    parser.add_argument("--games", type=int, default=200, help="how many games")
    parser.add_argument("--game", type=int, help="only the game of this number")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deep", type=float, default=0.02, help="the share of answers at which everything is checked")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4, 5, 6], choices=range(2, 7), help="numbers to draw from")
    parser.add_argument("--cards", nargs="+", default=[], metavar="CARD", help="Kingdom cards and landscapes all games have")
    parser.add_argument("--processes", type=int, default=min(2, cpu_count() or 1), help="the result is the same for any number")


def run(args: argparse.Namespace) -> int:
    """Play the games, print what was done and what went wrong, and return the exit code."""
    if unknown := [name for name in args.cards if called(name) is None]:
        print(f"Not a Kingdom card or landscape: {', '.join(unknown)}", file=sys.stderr)
        return 2
    plan = FuzzPlan(args.seed, args.deep, tuple(args.players), tuple(args.cards))
    numbers = [args.game] if args.game is not None else range(args.games)
    start = perf_counter()
    counts, faults = fuzz(plan, numbers, args.processes)
    share = counts.stopped / max(1, counts.games)
    print(
        f"{counts.games} games, {counts.turns} turns, {counts.decisions} decisions, {counts.deep_checks} deep checks, "
        f"{counts.stopped} games stopped by the cap of {CAP} decisions ({share:.1%}), {perf_counter() - start:.1f} seconds"
    )
    for fault in faults:
        print(fault)
    if share > 0.01:
        print("More than 1 % of the games were stopped.")
    return 1 if faults or share > 0.01 else 0
