"""The part of the catalogue (see `text.py`) that is drawn into pictures, or said instead of them. Nothing here is markup."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from cogs.text import EDITIONS, card, count
from cogs.text_score import winners

PHASES = {
    "action": "Action phase",
    "buy": "Buy phase",
    "cleanup": "Clean-up",
    "between": "Between turns",
    "over": "The game is over",
}
LANDSCAPES = {"event": "Event", "landmark": "Landmark"}
THE_END = "The end"
RESIGNED = "Resigned"
EMPTY = "empty"
POINTS = "Points"
TURN = "Turn"
TURNS_TAKEN = "Turns taken"
POINTS_OVER_TURNS = "Points over all turns"
NO_LINE_BREAK = "\u00a0"


def player(number: int) -> str:
    """Whoever has a name that can't be drawn."""
    return f"Player {number}"


def seated(number: int, name: str) -> str:
    """Whoever has a name that looks like another's."""
    return f"{number}. {name}"


def cards(counts: Iterable[tuple[str, int]]) -> str:
    """Cards with how many of each; no line is broken between a number and its card."""
    return ", ".join(card(name, number).replace(" ", NO_LINE_BREAK) for name, number in counts)


def also_in_supply(name: str) -> str:
    """A basic pile that isn't in every game."""
    return f"Also in the Supply: {name}"


def over(name: str, number: int = 1) -> str:
    """What lies under the top card of a pile of two cards."""
    return f"over {card(name, number)}"


def covered(top: str | None, pile: Sequence[str]) -> str:
    """What a pile's top card covers: how many of the only other card, or which one comes next."""
    kinds = Counter(pile)
    others = [name for name in kinds if name != top]
    if top is None or not others:
        return ""
    return over(others[0], kinds[others[0]]) if len(others) == 1 else f"then {others[0]}"


def money(coins: int, potions: int) -> str:
    return f"${coins}" + "P" * potions


# the board


def turn_of(name: str) -> str:
    return f"{name}’s turn"


def action_phase(actions: int, buys: int, money: str) -> str:
    return f"{PHASES['action']} · {count(actions, 'Action')} · {count(buys, 'Buy')} · {money}"


def buy_phase(buys: int, money: str) -> str:
    return f"{PHASES['buy']} · {count(buys, 'Buy')} · {money}"


def in_round(number: int) -> str:
    return f"Round {number}"


def piles_empty(empty: int, to_end: int) -> str:
    return f"{empty} of {to_end} empty"


def discard(top: str) -> str:
    return f"Discard: {top}"


def in_play(cards: str) -> str:
    return f"In play: {cards}"


def set_aside(by: str, cards: str) -> str:
    return f"Set aside by {by}: {cards}"


def played_by(name: str) -> str:
    return f"Played by {name}"


def lies(facts: Sequence[str]) -> str:
    """All that lies open before a player."""
    return " · ".join(facts)


def in_hand(number: int) -> str:
    return f"{number} in hand"


def points(number: int) -> str:
    return count(number, "point")


def turns(number: int) -> str:
    return count(number, "turn")


def trash(number: int) -> str:
    return f"Trash {number}" if number else "Trash"


def board(title: str, victory: Sequence[tuple[str, str]], empty: int, to_end: int, hands: Sequence[tuple[str, str]]) -> str:
    """What the picture of a board shows; `hands` say how many cards everybody has in hand."""
    left = ", ".join(f"{number} {name}" for name, number in victory)
    seats = ", ".join(f"{name} {hand}" for name, hand in hands)
    return f"The board. {title}. Left: {left}. Empty piles: {empty} of {to_end}. {seats}."


# a hand

YOUR_HAND = "Your hand"


def hand_of(name: str) -> str:
    return f"{name}’s hand"


def times(number: int) -> str:
    return f"{number} ×"


def hand(title: str, held: Sequence[tuple[str, int]]) -> str:
    """What the picture of a hand shows."""
    return f"{title}: {', '.join(f'{number} {name}' for name, number in held) or 'no cards'}."


# a kingdom


def kingdom_title(name: str | None, edition: int) -> str:
    """What a kingdom is called; its edition stands beside it."""
    return "Kingdom" if name is None else name.removesuffix(f" ({EDITIONS[edition]})")


def kinds(number: int, least: int, most: int) -> str:
    """A pile of many cards: how many, and what they cost."""
    return f"{number} kinds, ${least} to ${most}"


def kingdom(title: str, piles: Sequence[str], landscapes: Sequence[str]) -> str:
    """What the picture of a kingdom shows."""
    beside = f" Events and Landmarks: {', '.join(landscapes)}." if landscapes else ""
    return f"{title}: {', '.join(piles)}.{beside}"


# a score


def score_title(names: Sequence[str]) -> str:
    return winners(names)


def rank(number: int) -> str:
    return {1: "1st", 2: "2nd", 3: "3rd"}.get(number, f"{number}th")


def of_cards(number: int) -> str:
    return f"×{number}"


def score(title: str, totals: Sequence[tuple[str, int]], reason: str) -> str:
    """What the picture of a score shows."""
    return f"{title}. {', '.join(f'{name} {points}' for name, points in totals)}. {reason}"
