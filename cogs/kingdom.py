"""Kingdoms as people write them: ten names with commas between, each as short as it stays clear."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache

from cogs import text
from engine.randomizers import Kind, randomizers
from tables import TableError

EDITION = 2
MAX_CHOICE = 100
MAX_CHOICES = 25


@cache
def names() -> tuple[str, ...]:
    """The cards that can be in a kingdom."""
    return tuple(each.name for each in randomizers() if each.kind is Kind.PILE and EDITION in each.editions)


def parse(words: str) -> tuple[str, ...]:
    """The cards that somebody named; empty for the First Game. Raises TableError, which points at the word."""
    if words.strip().casefold() in ("", text.FIRST_GAME.casefold()):
        return ()
    found = tuple(dict.fromkeys(find(word) for word in words.split(",") if word.strip()))
    if len(found) != 10:
        raise TableError(text.wrong_number(len(found)))
    return found


def find(word: str) -> str:
    """The card that a word stands for: its name, or a beginning that no other name has. Raises TableError."""
    wanted = word.strip().casefold()
    by_name = {name.casefold(): name for name in names()}
    if wanted in by_name:
        return by_name[wanted]
    begun = [name for key, name in by_name.items() if key.startswith(wanted)]
    if len(begun) == 1:
        return begun[0]
    if begun:
        raise TableError(text.unclear_card(word.strip(), begun[:5]))
    close = [by_name[key] for key in get_close_matches(wanted, by_name, 3)]
    raise TableError(text.no_such_card(word.strip(), close))


def suggestions(words: str) -> list[str]:
    """What somebody may be about to write, at most 25 times 100 characters."""
    *done, last = words.split(",")
    try:
        kept = [find(word) for word in done if word.strip()]
    except TableError:
        return []
    wanted = last.strip().casefold()
    left = [name for name in names() if name not in kept]
    fitting = [name for name in left if name.casefold().startswith(wanted)]
    fitting += [name for name in left if wanted in name.casefold() and name not in fitting]
    made = [joined([*kept, name]) for name in fitting]
    if not kept and text.FIRST_GAME.casefold().startswith(wanted):
        made.insert(0, text.FIRST_GAME)
    return made[:MAX_CHOICES]


def joined(chosen: list[str]) -> str:
    """Names with commas between; shortened, where Discord takes no more than 100 characters."""
    for separator, shown in ((", ", str), (",", str), (",", shortest)):
        words = separator.join(shown(name) for name in chosen)
        if len(words) <= MAX_CHOICE:
            break
    return words[:MAX_CHOICE]


def shortest(name: str) -> str:
    """The shortest beginning that says which card it is."""
    others = [other.casefold() for other in names() if other != name]
    for size in range(3, len(name)):
        if not any(other.startswith(name[:size].casefold()) for other in others):
            return name[:size].rstrip()
    return name
