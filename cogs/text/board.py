"""The part of the catalogue (see `text.py`) about the board and its log: whose turn it is, the Supply, what lies open."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.text import UNLESS_NOTED, cards, cause, count, gathered, noted, safe, since, unbroken
from cogs.text.pictures import EMPTY, PHASES, in_round
from engine.view import CardCount
from engine.words import either, listed
from tables import TableView

OPEN_BOARD = "Board"
THAW = "Try again"
GO_BACK = "Back to the turn's start"
EARLIER = "Earlier"
LATER = "Later"


def board_title(table: TableView) -> str:
    if table.current is None:
        return "### The game is over"
    return f"### {safe(table.seats[table.current].name)}'s turn"


def waits_for(table: TableView) -> str:
    """Whom the game waits for, and who owes an answer that it doesn't wait for."""
    waited = []
    for each in table.awaited:
        facts = [cause(table, each), f"asked {since(each.since)}" if each.since else ""]
        if not each.owed:
            waited.append(f"**{safe(each.name)}**" + (f" ({', '.join(filter(None, facts))})" if any(facts) else ""))
    owed: dict[str, list[str]] = {}
    for each in table.awaited:
        if each.owed:
            owed.setdefault(cause(table, each), []).append(safe(each.name))
    lines = [f"Waiting for {listed(waited)}."] if waited else []
    lines += [f"{listed(names)} can answer {f'{attack} ' if attack else ''}meanwhile." for attack, names in owed.items()]
    return "\n".join(lines)


def of_turns(title: str, first: int, last: int) -> str:
    """What a page shows of a game, from turn to turn."""
    return f"{title}, turns {first} to {last}"


def continued(title: str) -> str:
    """A turn's title where its lines go on."""
    return f"… {title}, continued"


def taken_back_again(line: str, often: int) -> str:
    """The last of several lines that say what somebody has taken back."""
    return f"{line} ({often} undos in this turn)"


SUPPLY = "Supply"


def stand(round_: int, phase: str, actions: int, buys: int, coins: int, potions: int) -> str:
    """How far the turn is, and what whoever plays it has."""
    told = [PHASES[phase], *([count(actions, "Action")] if phase == "action" else [])]
    if phase in ("action", "buy"):
        told += [count(buys, "Buy"), f"${coins}", *([count(potions, "Potion")] if potions else [])]
    return " · ".join([in_round(round_), *told])


def supply_title() -> str:
    return f"**{SUPPLY}** ({UNLESS_NOTED})"


def supply_flow(groups: Sequence[str], beside: Sequence[str]) -> str:
    """The Supply beside its picture: all in one paragraph."""
    return f"{supply_title()}: {' · '.join([*groups, *beside])}"


def supply_group(cost: str, piles: Sequence[str]) -> str:
    """The piles of one cost."""
    return f"**{unbroken(cost)}**\u00a0{', '.join(piles)}"


def pile(name: str, number: int, notes: Sequence[str]) -> str:
    """A pile in a list: what is left of it, and what else there is to know of it."""
    return noted(f"{name} {number}" if number else f"~~{name}~~ {EMPTY}", notes)


TOKENS = {"vp": "VP", "debt": "debt"}


def token(kind: str, number: int) -> str:
    return f"{number} {TOKENS.get(kind, kind)}"


def landscape(name: str, cost: str, notes: Sequence[str]) -> str:
    """An Event or a Landmark in a list."""
    return (f"**{cost}** " if cost else "") + noted(f"*{name}*", notes)


def trash(counts: Sequence[CardCount]) -> str:
    number = sum(each.count for each in counts)
    return f"**Trash** ({number}): {cards(counts)}"


def piles_left(ending: Sequence[str], empty: int, to_end: int) -> str:
    """What ends the game: the last card of any pile that does so by itself, or so many empty piles."""
    ways = [*(f"the last {name}" for name in ending), f"{to_end} empty piles"]
    return f"-# Ends with {either(ways)} ({empty} now)."


def player(name: str, also: str, facts: Sequence[str], *, current: bool) -> str:
    """One player's line; `also`: what else they are called."""
    return f"{'▶ ' if current else ''}{name}{f' ({also})' if also else ''} {' · '.join(facts)}"


def hand_size(number: int) -> str:
    return f"{number} in hand"


def discard(top: str | None) -> str:
    return f"discard {top or 'empty'}"


LETTERS = "-# P: a Potion, D: debt."
"""What the letters in a table's costs mean."""


def in_play(names: Sequence[str]) -> str:
    return f"in play: {gathered(names)}"


def vp_tokens(number: int) -> str:
    return f"{number} VP in tokens"


def points(number: int, tokens: int) -> str:
    return count(number, "point") + (f" ({tokens} in tokens)" if tokens else "")


def possession(name: str) -> str:
    return f"{safe(name)} makes all decisions in this turn."


def controlled(name: str) -> str:
    return f"{safe(name)} decides"


def more_lines(number: int) -> str:
    return f"{count(number, 'earlier line')}: see **Log**"


def frozen(table: TableView) -> str:
    return f"### The game is on hold\n{safe(table.trouble or '')}"


def fingerprint(commitment: str) -> str:
    return f"-# Fingerprint of the seed that all shuffles follow from: `{commitment}`. The seed itself comes at the end."


TAKEN_BACK = "-# This turn was taken back."
NO_LINES = "-# Nothing has happened yet."


def no_lines(phase: str) -> str:
    """What stands for the lines of a turn in which nothing has happened; `phase`: see `View`."""
    return "-# The next turn begins once all have answered." if phase == "between" else NO_LINES
