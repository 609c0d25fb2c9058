"""The part of the catalogue (see `text.py`) about the board and its log: whose turn it is, the Supply, what lies open."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.text import cards, cause, count, gathered, noted, of_which_game, safe, since, unbroken
from cogs.text.pictures import EMPTY
from engine.view import CardCount
from engine.words import listed
from tables import TableView
from tables.words import TROUBLE

THAW = "Try again"
GO_BACK = "Rewind this turn"
EARLIER = "Earlier"
LATER = "Later"


def title(name: str, number: int, by: str | None) -> str:
    """Return whose turn it is, and which of theirs; `by`: who plays it, if someone else does."""
    return f"### {safe(name)}'s turn {number}" if by is None else f"### {safe(by)} plays {safe(name)}'s turn {number}"


def waits_for(table: TableView) -> str:
    """Say who the game waits for, since when, and who else still has to respond."""
    waited, owed = [], []
    for each in table.awaited:
        attack = cause(table, each)
        name = f"{safe(each.name)}{f' to respond to {attack}' if attack else ''}"
        if each.owed:
            owed.append(f"{safe(each.name)} to respond{f' to {attack}' if attack else ''}")
        else:
            waited.append(name + (f" ({since(each.since)})" if each.since else ""))
    told = [*([f"Waiting for {listed(waited)}"] if waited else []), *owed]
    return f"-# {' · '.join(told)}" if told else ""


DETAILS = "Details of…"
ALL_TURNS = "All turns"


def log_title(table: TableView) -> str:
    return of_which_game(table)


def undos(number: int) -> str:
    """Return the end of the last of several lines about a player's undos."""
    return f" ({number} undos in this turn)"


def supply_group(cost: str, piles: Sequence[str]) -> str:
    """Return the piles of one cost."""
    return f"**{unbroken(cost)}**\u00a0{', '.join(piles)}"


def pile(name: str, number: int, notes: Sequence[str]) -> str:
    """Return a pile in a list: what is left of it, and the notes on it."""
    return noted(f"{name} {number}" if number else f"~~{name}~~ {EMPTY}", notes)


TOKENS = {"vp": "VP", "debt": "debt"}


def token(kind: str, number: int) -> str:
    return f"{number} {TOKENS.get(kind, kind)}"


def landscape(name: str, cost: str, notes: Sequence[str]) -> str:
    """Return an Event or a Landmark in a list."""
    return noted(f"*{name}*{f' {cost}' if cost else ''}", notes)


def stand(empty: int, to_end: int, trash: Sequence[CardCount]) -> str:
    """Return how close the end is: so many piles are empty, out of those that end the game; and what is in the trash."""
    told = [f"{empty} of {to_end} piles empty", *([f"trash: {cards(trash)}"] if trash else [])]
    return f"-# {' · '.join(told)}"


TO_PLAY = "to play"


def player(name: str, also: str, facts: Sequence[str]) -> str:
    """Return one player's line; `also`: their name in the picture."""
    return f"{name}{f' ({safe(also)})' if also else ''} {' · '.join(facts)}"


def hand_size(number: int) -> str:
    return f"{number} in hand"


def discard(top: str) -> str:
    return f"discard: {top}"


def in_play(names: Sequence[str]) -> str:
    return f"in play: {gathered(names)}"


def vp_tokens(number: int) -> str:
    return f"{number} VP"


def points(number: int, tokens: int) -> str:
    return count(number, "point") + (f" ({tokens} in tokens)" if tokens else "")


def controlled(name: str) -> str:
    return f"{safe(name)} decides"


def frozen(table: TableView) -> str:
    return f"### This game is paused\n{TROUBLE[table.trouble] if table.trouble is not None else ''}"


def fingerprint(commitment: str) -> str:
    return f"-# Fingerprint of the seed that all shuffles follow from: `{commitment}`. The seed itself comes at the end."


NO_LINES = "-# Nothing has happened yet."
