"""Ways to play a game in tests: at random, but sensibly enough for it to end, or by given answers."""

from __future__ import annotations

import random
from collections.abc import Iterator

from engine import DecisionView, Game, Setup, first_game

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay")


def new_game(players: int = 2, *, seed: int = 0, first: int | None = 0, kingdom: tuple[str, ...] | None = None) -> Game:
    """Return a game with the First Game's kingdom, in which `first` goes first."""
    setup = Setup(players=NAMES[:players], kingdom=kingdom or first_game(), first=first)
    return Game.new(setup, seed.to_bytes(32, "big"))


def some_answer(decision: DecisionView, chance: random.Random) -> list[str]:
    """Return a random legal answer; on a turn, one that makes progress."""
    ids = [option.id for option in decision.options for _ in range(option.count)]
    if decision.kind == "turn":
        if "treasures" in ids:
            return ["treasures"]
        going_on = [id for id in ids if id not in ("end", "buys", "buy:Curse", "buy:Copper")]
        return [chance.choice(going_on or ids)]
    if decision.kind == "sort":
        fates = {option.card: [each for each in decision.options if each.card == option.card] for option in decision.options}
        return [chance.choice(each).id for each in fates.values() for _ in range(each[0].count)]
    return chance.sample(ids, chance.randint(decision.minimum, decision.maximum))


def play_on(game: Game, chance: random.Random, answers: int) -> None:
    """Give up to `answers` random answers, to any of the open decisions."""
    for _ in range(answers):
        if game.over:
            return
        decision = chance.choice([each for each in game.decisions if not each.answered])
        game.answer(decision.decider, decision.id, some_answer(decision, chance))


def whole_game(seed: int, players: int = 2, kingdom: tuple[str, ...] | None = None) -> Iterator[Game]:
    """Play a whole random game, yielding it before each answer and at the end."""
    game, chance = new_game(players, seed=seed, kingdom=kingdom), random.Random(seed)
    while not game.over:
        yield game
        play_on(game, chance, 1)
    yield game


def say(game: Game, seat: int, *ids: str) -> None:
    """Answer the only decision that `seat` has to make."""
    (decision,) = [each for each in game.view(seat).decisions if not each.answered]
    game.answer(seat, decision.id, ids)


def until_in_hand(card: str, players: int = 2, **hands: int) -> Game:
    """Return a game brought to the start of a turn of seat 0 with `card` in hand; everyone else passes and seat 0 buys `card`."""
    for seed in range(200):
        game = new_game(players, seed=seed)
        for _ in range(60):
            view = game.view(game.current)
            if game.current == 0 and view.phase == "action":
                return game
            decision = view.decisions[0]
            ids = [option.id for option in decision.options]
            wanted = f"buy:{card}"
            if game.current == 0 and "treasures" in ids and wanted not in ids:
                say(game, 0, "treasures")
            elif game.current == 0 and wanted in ids and game.turn <= 2 * players:
                say(game, 0, wanted)
            else:
                say(game, game.current, "end")
    raise AssertionError(f"no seed brings {card} into the hand")
