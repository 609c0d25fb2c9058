"""Find better estimates of what cards are worth to the AI, by playing.

    python benchmarks/fit.py

For each card that an AI buys for its deck, a few numbers are tried in place of the default, in recommended sets that have the
card and in random kingdoms. A number plays each deal twice: against an AI that goes by the defaults, and against big money. What
counts is how much more it wins than the default would from the same deals. Those that gain in a first series of deals play a second
one, and the one that gains most plays a long third one. It replaces the default only if chance would bring such a gain there less
than once in 1000 times; the third series stops early if that is out of reach.

Resumes where it stopped: `engine/ai/estimates.json` keeps each card that is done, with the games behind it, even if no number won
more (`worth` is null). Prints each card as it is done.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine.ai.answers import answer
from engine.ai.kingdom import kingdom_of
from engine.ai.perception import Perception
from engine.ai.plan import STYLES, Style
from engine.ai.valuation import FITTED, Belief, Estimates, default_gain
from engine.card import CARDS, Card, Type
from engine.kingdoms import KingdomRequest, missing_from, random_kingdom, recommended_kingdom, recommended_sets
from engine.piles import cards_in
from engine.randomizers import randomizers
from engine.save import Setup
from engine.score import winners
from engine.setup import new_game
from engine.simulate import names, next_ask

NEVER, NUMBERS = -1.0, (0.5, 1.0, 1.4, 2.2)
"""What is tried: never buying it, and values below, between and above those of Silver (0.8) and Gold (1.8)."""
KINGDOMS = 12
"""In how many kingdoms a card is tried, unless more recommended sets than that have it."""
SURE = 3.1
"""How many standard errors a gain has to be above zero, for 1 in 1000."""

Player = tuple[Style, Estimates]


def play(setup: Setup, seed: bytes, players: Sequence[Player]) -> list[float]:
    """Play a game and return each seat's share in winning it."""
    core = new_game(setup, seed)
    eyes = []
    for seat, (_, estimates) in zip(core.players, players, strict=True):
        Belief.estimates = estimates
        kingdom_of.cache_clear()
        eyes.append(Perception(core, seat))
    core.brisk = True
    core.begin()
    while core.phase != "over":
        ask = next_ask(core)
        style, Belief.estimates = players[ask.decider]
        core.put(ask, tuple(answer(eyes[ask.player.seat], ask, style)))
    won = winners(core)
    return [(seat in won) / len(won) for seat in range(len(players))]


def kingdoms_with(card: Card) -> list[Setup]:
    """Return the kingdoms in which to try a card."""
    found = [recommended_kingdom(each.name) for each in recommended_sets() if not missing_from(each)]
    kingdoms = [kingdom for kingdom in found if any(card in cards_in(pile) for pile in kingdom.piles)]
    pile = next((name for name in piles() if card in cards_in(name)), card.name)
    edition = 2 if 2 in card.editions else 1
    for number in range(len(kingdoms), KINGDOMS):
        kingdoms.append(random_kingdom(KingdomRequest(edition=edition, require=(pile,)), f"fit {number}"))
    return [kingdom.setup(names(2)) for kingdom in kingdoms]


class Trial:
    """A card's numbers, and the games in which they are tried."""

    def __init__(self, card: Card) -> None:
        self.card = card
        self.setups = kingdoms_with(card)
        self.default: Player = STYLES["kingdom"], Estimates({})
        self.money: Player = STYLES["big-money"], self.default[1]
        self.games = 0
        self.known: dict[int, float] = {}

    def share(self, deal: int, player: Player, opponent: Player) -> float:
        """Return a player's share in winning a game."""
        seed = sha256(b"fit %d" % deal).digest()
        seat = deal % 2
        players = [opponent, opponent]
        players[seat] = player
        self.games += 1
        return play(self.setups[deal // 2 % len(self.setups)], seed, players)[seat]

    def gain(self, deal: int, number: float) -> float:
        """Return how much more `number` wins than the default, with one deal."""
        if deal not in self.known:
            self.known[deal] = self.share(deal, self.default, self.money)
        player = STYLES["kingdom"], Estimates({self.card.name: number})
        return self.share(deal, player, self.default) - 0.5 + self.share(deal, player, self.money) - self.known[deal]

    def gains(self, deals: Iterable[int], number: float) -> list[float]:
        """Return how much more `number` wins than the default, with each of several deals."""
        return [self.gain(deal, number) for deal in deals]

    def settle(self, number: float, deals: Sequence[int]) -> tuple[float, float]:
        """Return what a number gains on average, and its standard error. If it gains next to nothing in the first third of the
        deals, the others aren't played."""
        third = len(deals) // 3
        gains = self.gains(deals[:third], number)
        if statistics.mean(gains) > statistics.stdev(gains) / math.sqrt(third):
            gains += self.gains(deals[third:], number)
        return statistics.mean(gains), statistics.stdev(gains) / math.sqrt(len(gains))

    def numbers(self) -> list[float]:
        """Return what to try instead of the default."""
        default = default_gain(self.card)
        numbers = [number for number in NUMBERS if abs(number - default) > 0.15]
        return numbers if default < NUMBERS[0] else [NEVER, *numbers[1:]]


def fit(name: str, deals: int) -> dict[str, Any]:
    """Return the findings about a card in the form in which they are stored."""
    trial = Trial(CARDS[name])
    gains = {number: trial.gains(range(deals), number) for number in trial.numbers()}
    for number, before in gains.items():
        if statistics.mean(before) > 0:
            before += trial.gains(range(deals, 3 * deals), number)
    best = max(gains, key=lambda number: statistics.mean(gains[number]))
    kept: dict[str, Any] = {"worth": None, "default": round(default_gain(trial.card), 2)}
    if statistics.mean(gains[best]) > 0:
        gain, error = trial.settle(best, range(3 * deals, 18 * deals))
        kept |= {"tried": best, "gain": round(gain, 3), "error": round(error, 3)}
        if gain > SURE * error:
            kept["worth"] = best
    return kept | {"games": trial.games}


def piles() -> list[str]:
    """Return the names of all Kingdom piles."""
    return [each.name for each in randomizers() if not each.landscape]


def candidates() -> list[str]:
    """Return the cards that an AI buys for its deck."""
    cards = [card for pile in piles() for card in cards_in(pile)]
    return sorted(card.name for card in cards if card.types & {Type.ACTION, Type.TREASURE} and not card.basic)


def main() -> int:
    """Fit the cards that aren't done yet."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--card", action="append", choices=candidates(), help="only this one, done or not")
    parser.add_argument("--deals", type=int, default=24, help="in the first series; with all three, 18 times as many")
    parser.add_argument("--processes", type=int, default=1, choices=(1, 2))
    parser.add_argument("--file", type=Path, default=FITTED, help="where to keep the numbers")
    args = parser.parse_args()
    done: dict[str, Any] = json.loads(args.file.read_bytes()) if args.file.exists() else {}
    todo = args.card or [name for name in candidates() if name not in done]
    with ProcessPoolExecutor(args.processes) as pool:
        for name, kept in zip(todo, pool.map(partial(fit, deals=args.deals), todo), strict=True):
            done[name] = kept
            args.file.write_text(json.dumps(done, indent=1, sort_keys=True) + "\n")
            print(f"{name}: {kept}", flush=True)
    print(f"{sum(kept['worth'] is not None for kept in done.values())} of {len(done)} cards have a better number")
    return 0


if __name__ == "__main__":
    sys.exit(main())
