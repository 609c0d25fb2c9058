"""The part of the catalogue (see `text.py`) for pictures, and the words in their place. Nothing here is markup."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from cogs.text import EDITIONS, card, cost, count, noted
from cogs.text.score import winners
from engine.view import CostView

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
NO_LINE_BREAK = "\u00a0"
MAX_ALT = 1024
"""Discord's limit for what is said instead of a picture."""


def player(number: int) -> str:
    """Return a player whose name can't be drawn."""
    return f"Player {number}"


def seated(number: int, name: str) -> str:
    """Return a player whose name looks like another's."""
    return f"{number}. {name}"


def cards(counts: Iterable[tuple[str, int]]) -> str:
    """Return cards with how many of each; no line is broken between a number and its card."""
    return ", ".join(card(name, number).replace(" ", NO_LINE_BREAK) for name, number in counts)


def also_in_supply(name: str) -> str:
    """Return a basic pile that isn't in every game."""
    return f"Also in the Supply: {name}"


def over(name: str, number: int = 1) -> str:
    """Return the card below the top one in a pile of two cards."""
    return f"over {card(name, number)}"


def covered(top: str | None, pile: Sequence[str]) -> str:
    """Return what a pile's top card covers: how many of the only other card, or which one comes next."""
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


def turn(title: str, phase: str, actions: int, buys: int, money: str) -> str:
    """Return whose turn it is, its phase, and what they have."""
    if phase == "over":
        return THE_END
    facts = [count(actions, "Action")] * (phase == "action") + [count(buys, "Buy"), money] * (phase in ("action", "buy"))
    return f"{title}: {', '.join([PHASES[phase], *facts])}"


def piles_empty(empty: int, to_end: int) -> str:
    return f"{empty} of {to_end} empty"


def discard(top: str) -> str:
    return f"Discard: {top}"


def discards(top: str) -> str:
    return f"discard {top}"


def in_play(cards: str) -> str:
    return f"In play: {cards}"


def set_aside(by: str, cards: str) -> str:
    return f"Set aside by {by}: {cards}"


def played_by(name: str) -> str:
    return f"Played by {name}"


def facts(facts: Sequence[str]) -> str:
    """Return several facts about a player."""
    return " · ".join(facts)


def in_hand(number: int) -> str:
    return f"{number} in hand"


def points(number: int) -> str:
    return count(number, "point")


def turns(number: int) -> str:
    return count(number, "turn")


def trash(number: int) -> str:
    return f"Trash {number}" if number else "Trash"


def seat(name: str, facts: Sequence[str]) -> str:
    """Describe a player."""
    return f"{name}: {'; '.join(facts)}"


def tokens(vp: int, debt: int) -> list[str]:
    """Return tokens, with what they are."""
    return [f"{vp} VP"] * bool(vp) + [f"{debt} debt"] * bool(debt)


def pile(name: str, amount: str, notes: Sequence[str]) -> str:
    """Return a pile, an Event or a Landmark: the number left, its tokens, and what is below its first card."""
    return noted(f"{name} {amount}".rstrip(), notes)


def board(
    turn: str,
    seats: Sequence[str],
    kingdom: Sequence[str],
    landscapes: Sequence[str],
    basic: Sequence[str],
    empty: tuple[int, int],
    trash: str,
) -> str:
    """Describe the picture of a board, most important first. `empty`: so many piles are, out of those that end the game."""
    said = [turn, *seats, f"Kingdom: {', '.join(kingdom)}"]
    said += [f"Events and Landmarks: {', '.join(landscapes)}"] if landscapes else []
    said += [f"Basic cards: {', '.join(basic)}", f"Empty piles: {empty[0]} of {empty[1]}"]
    said += [f"Trash: {trash}"] if trash else []
    return ". ".join(said).replace(NO_LINE_BREAK, " ") + "."


# a hand

YOUR_HAND = "Your hand"


def hand_of(name: str) -> str:
    return f"{name}’s hand"


def times(number: int) -> str:
    return f"{number} ×"


def hand(title: str, held: Sequence[tuple[str, int]], vp: int, debt: int) -> str:
    """Describe the picture of a hand, and the tokens beside it."""
    said = [", ".join(card(name, number) for name, number in held) or "no cards", *tokens(vp, debt)]
    return f"{title}: {'; '.join(said)}."


# a kingdom


def kingdom_title(name: str | None, edition: int) -> str:
    """Return a kingdom's name, with its edition."""
    return "Kingdom" if name is None else name.removesuffix(f" ({EDITIONS[edition]})")


def kinds(number: int, least: int, most: int) -> str:
    """Return a pile of many cards: how many, and their costs."""
    return f"{number} kinds, ${least} to ${most}"


def priced(name: str, of: CostView | None, below: str, below_cost: CostView | None) -> str:
    """Return a pile, an Event or a Landmark with its cost, and the notes on it."""
    return noted(f"{name} {cost(of)}".rstrip(), [f"{below} {cost(below_cost)}".rstrip()] if below else [])


def kingdom(title: str, piles: Sequence[str], landscapes: Sequence[str], added: Sequence[str]) -> str:
    """Describe the picture of a kingdom."""
    said = [f"{title}: {', '.join(piles)}", *([f"Events and Landmarks: {', '.join(landscapes)}"] if landscapes else [])]
    return ". ".join([*said, *map(also_in_supply, added)]) + "."


# a score


def score_title(names: Sequence[str]) -> str:
    return winners(names)


def rank(number: int) -> str:
    return {1: "1st", 2: "2nd", 3: "3rd"}.get(number, f"{number}th")


def of_cards(number: int) -> str:
    return f"×{number}"


def total(name: str, points: int, sources: Sequence[tuple[str, int]]) -> str:
    """Return a player's points, perhaps with their sources."""
    return noted(f"{name} {points}", [f"{what} {given}" for what, given in sources])


def score(title: str, totals: Sequence[str], reason: str) -> str:
    """Describe the picture of a score."""
    return f"{title}. {', '.join(totals)}. {reason}"
