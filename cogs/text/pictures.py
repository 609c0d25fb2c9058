"""What the bot writes in pictures, and the texts that replace them. Nothing here is markup."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from cogs import text
from cogs.text import card, cost, noted
from cogs.text.score import source as source
from cogs.text.score import winners
from engine import request_words
from engine.catalogue import say, say_many
from engine.view import CostView
from engine.words import row

PHASES = {
    "action": say("Action phase"),
    "buy": say("Buy phase"),
    "cleanup": say("Clean-up"),
    "between": say("Between turns"),
    "over": say("The game is over"),
}
THE_END = say("The end")
RESIGNED = say("Resigned")
EMPTY = say("empty")
POINTS = say("Points")
TURN = say("Turn")
TURNS_TAKEN = say("Turns taken")
GAME = say("Game")
NO_LINE_BREAK = "\u00a0"
MAX_ALT = 1024
"""Discord's limit on a picture's alternative text."""


def player(number: int) -> str:
    """Return what to call a player whose name can't be drawn."""
    return say("Player {number}", number=number)


def seated(number: int, name: str) -> str:
    """Return what to call a player whose name looks like another's."""
    return f"{number}. {name}"


def cards(counts: Iterable[tuple[str, int]]) -> str:
    """Return cards with how many of each; a line never breaks between a number and its card."""
    return row([card(name, number).replace(" ", NO_LINE_BREAK) for name, number in counts])


def also_in_supply(names: Sequence[str]) -> str:
    """Return the basic piles that aren't in every game."""
    return say("Also in the Supply: {cards}", cards=row(names))


def over(name: str, number: int = 1) -> str:
    """Return the card below the top one in a pile of two cards."""
    return say("over {cards}", cards=card(name, number))


def roles(role: str) -> list[str]:
    """Return an extra pile's name, if it is one."""
    return [say(role)] if role else []


def covered(top: str | None, pile: Sequence[str]) -> str:
    """Return what is below a pile's top card: how many copies of the only other card, or which card comes next."""
    if top is None or not pile:
        return ""
    kinds = Counter(pile)
    others = [name for name in kinds if name != top]
    if not others:
        return ""
    return over(others[0], kinds[others[0]]) if len(others) == 1 else say("then {card}", card=others[0])


def money(coins: int, potions: int) -> str:
    return f"${coins}" + say("P") * potions


# the board


def turn_of(name: str) -> str:
    return say("{name}’s turn", name=name)


def turn(title: str, phase: str, actions: int, buys: int, money: str) -> str:
    """Return whose turn it is, its phase, and what they have."""
    if phase == "over":
        return THE_END
    facts = [text.actions(actions)] * (phase == "action") + [text.buys(buys), money] * (phase in ("action", "buy"))
    return f"{title}: {row([PHASES[phase], *facts])}"


def piles_empty(empty: int, to_end: int) -> str:
    return say("{empty} of {to_end} empty", empty=empty, to_end=to_end)


def discard(top: str) -> str:
    return say("Discard: {card}", card=top)


def discards(top: str) -> str:
    return say("discard {card}", card=top)


def in_play(cards: str) -> str:
    return say("In play: {cards}", cards=cards)


def set_aside(by: str, cards: str) -> str:
    return say("{card}, set aside: {cards}", card=by, cards=cards)


def on_mat(name: str, cards: str) -> str:
    return say("{mat}: {cards}", mat=name, cards=cards)


def played_by(name: str) -> str:
    return say("Played by {name}", name=name)


def facts(facts: Sequence[str]) -> str:
    """Return several facts about a player."""
    return " · ".join(facts)


def in_hand(number: int) -> str:
    return say("{count} in hand", count=number)


def points(number: int) -> str:
    return text.points(number)


def turns(number: int) -> str:
    return text.turns(number)


def trash(number: int) -> str:
    return say("Trash {count}", count=number) if number else say("Trash")


def seat(name: str, facts: Sequence[str]) -> str:
    """Describe a player."""
    return f"{name}: {'; '.join(facts)}"


def pile(name: str, amount: str, notes: Sequence[str]) -> str:
    """Return a pile or a landscape: the number left, its tokens, and what is below its top card."""
    return noted(f"{name} {amount}".rstrip(), notes)


def board(
    turn: str,
    seats: Sequence[str],
    kingdom: Sequence[str],
    landscapes: Sequence[tuple[str, str]],
    basic: Sequence[str],
    empty: tuple[int, int],
    trash: str,
) -> str:
    """Describe the picture of a board, most important first. `landscapes` come with their kinds. `empty`: how many piles
    are, out of those that end the game."""
    said = [turn, *seats, say("Kingdom: {cards}", cards=row(kingdom))]
    said += beside(landscapes)
    said += [
        say("Basic cards: {cards}", cards=row(basic)),
        say("Empty piles: {empty} of {to_end}", empty=empty[0], to_end=empty[1]),
    ]
    said += [say("Trash: {cards}", cards=trash)] if trash else []
    return ". ".join(said).replace(NO_LINE_BREAK, " ") + "."


def beside(landscapes: Sequence[tuple[str, str]]) -> list[str]:
    """Return landscapes under the names of their kinds, a text for each kind that is there."""
    there = {kind: [told for each, told in landscapes if each == kind] for kind, _ in landscapes}
    return [say("{kinds}: {cards}", kinds=request_words.kinds(kind), cards=row(cards)) for kind, cards in there.items()]


# a hand

YOUR_HAND = say("Your hand")


def hand_of(name: str) -> str:
    return say("{name}’s hand", name=name)


def times(number: int) -> str:
    return f"{number} ×"


def hand(title: str, held: Sequence[tuple[str, int]], tokens: Sequence[str]) -> str:
    """Describe the picture of a hand, and the tokens beside it."""
    said = [row([card(name, number) for name, number in held]) or say("no cards"), *tokens]
    return f"{title}: {'; '.join(said)}."


# a kingdom


def kingdom_title(name: str | None) -> str:
    """Return a kingdom's name, with its edition."""
    return say("Kingdom") if name is None else re.sub(r" \(\w+ edition\)$", "", name)


def kinds(number: int, least: int, most: int) -> str:
    """Return a pile of many cards: how many, and their costs."""
    return say("{count} kinds, ${least} to ${most}", count=number, least=least, most=most)


def priced(name: str, of: CostView | None, below: str, below_cost: CostView | None) -> str:
    """Return a pile or a landscape with its cost, and the notes on it."""
    return noted(f"{name} {cost(of)}".rstrip(), [f"{below} {cost(below_cost)}".rstrip()] if below else [])


def kingdom(title: str, piles: Sequence[str], landscapes: Sequence[tuple[str, str]], added: Sequence[str]) -> str:
    """Describe the picture of a kingdom; `landscapes` come with their kinds."""
    said = [f"{title}: {row(piles)}", *beside(landscapes)]
    return ". ".join([*said, *([also_in_supply(added)] if added else [])]) + "."


# a score


def score_title(names: Sequence[str]) -> str:
    return winners(names)


RANKS = (say("1st"), say("2nd"), say("3rd"), say("4th"), say("5th"), say("6th"))


def rank(number: int) -> str:
    return RANKS[number - 1]


def of_cards(number: int) -> str:
    return f"×{number}"


def total(name: str, points: int, sources: Sequence[tuple[str, int]]) -> str:
    """Return a player's points, perhaps with their sources."""
    return noted(f"{name} {points}", [f"{what} {given}" for what, given in sources])


def score(title: str, totals: Sequence[str], reason: str) -> str:
    """Describe the picture of a score."""
    return f"{title}. {row(totals)}. {reason}"


# a rating


def rating(numbers: Sequence[int], games: int) -> str:
    """Describe the picture of a rating."""
    told = say_many("The rating after {count} game", "The rating after {count} games", games)
    return say(
        "{title}: {last}. In the last {count} games it was between {low} and {high}.",
        title=told,
        last=numbers[-1],
        count=len(numbers),
        low=min(numbers),
        high=max(numbers),
    )
