"""The part of the catalogue (see `text.py`) about a turn in one line."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.text import NOTHING, card, count, safe
from engine.words import listed

BETWEEN = " · "
"""Between the turns that share a line."""
THE_OTHERS = "the others"
YOU = "you"


def title(name: str, number: int | None) -> str:
    """Return whose turn it is, and which of theirs; None: an extra turn."""
    return f"**{safe(name)}{'' if number is None else f' {number}'}:**"


def possessed_title(by: str | None, owner: str | None) -> str:
    """Return the title of a turn that someone other than its owner decides in; None: the reader."""
    decides = "You play" if by is None else f"{safe(by)} plays"
    return f"**{decides} {'your' if owner is None else safe(owner) + chr(39) + 's'} turn:**"


def plain(title: str) -> str:
    """Return a title without markup."""
    return title.replace("*", "").removesuffix(":")


def money(coins: int | None, potions: int) -> str:
    """Return the money of a turn; empty if unknown."""
    if coins is None:
        return ""
    return f"${coins}" + (f" and {'Potion' if potions == 1 else count(potions, 'Potion')}" if potions else "")


def turn(head: str, played: Sequence[str], spent: str, bought: Sequence[str], also: Sequence[str], *, over: bool) -> str:
    """Return a turn in one line: what was played, what was bought with how much, and what else changed."""
    before = ", ".join([*played, *([spent] if spent else [])])
    after = f"→ {', '.join(bought)}" if bought else f"→ {NOTHING}" if over else ""
    told = "; ".join([" ".join(filter(None, [before, after])), *also]).removeprefix("; ")
    return f"{head} {told}{'' if over else ' …' if told else '…'}"


def more(number: int) -> str:
    """Stand in for the turns that have no room."""
    return f"{count(number, 'earlier turn')}: see **Log**"


def many(cards: Sequence[str], amount: int | None) -> str:
    """Return cards by name, if these are known, else their number."""
    if cards:
        return listed([card(each, cards.count(each)) for each in dict.fromkeys(cards)])
    return f"{amount}" if amount is not None else "cards"


ONE, MANY = 0, 1
"""A verb's forms: for one person by name, and for the reader or several."""
VERBS = {
    "gain": ("gains", "gain"),
    "discard": ("discards", "discard"),
    "trash": ("trashes", "trash"),
    "reveal": ("reveals", "reveal"),
    "vp": ("gets", "get"),
    "debt": ("takes", "take"),
    "resign": ("resigns", "resign"),
    "undo": ("undoes", "undo"),
}


def change(kind: str, who: str, what: str) -> str:
    """Return what someone did beside buying; `who` is empty for the player on turn."""
    form = MANY if who in (YOU, THE_OTHERS) else ONE
    return " ".join(filter(None, [who if who in ("", YOU, THE_OTHERS) else safe(who), VERBS[kind][form], what]))


def vp(number: int) -> str:
    return f"{number} VP"


def debt(number: int) -> str:
    return f"{number} debt"


def moves(number: int) -> str:
    return count(number, "move")
