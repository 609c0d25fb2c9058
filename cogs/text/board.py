"""What the bot says about the board and its log: whose turn it is, the Supply, what everyone can see."""

from __future__ import annotations

from collections.abc import Sequence

from cogs import text
from cogs.text import absence as text_absence
from cogs.text import cards, cause, gathered, noted, of_which_game, safe, since, unbroken
from cogs.text import hours as text_hours
from cogs.text.pictures import EMPTY
from engine.catalogue import say
from engine.view import CardCount
from engine.words import listed, row
from tables import TableView
from tables.words import TROUBLE

THAW = say("Try again")
GO_BACK = say("Rewind this turn")
EARLIER = say("Earlier")
LATER = say("Later")


def title(name: str, number: int, by: str | None) -> str:
    """Return whose turn it is, and its number; `by`: who plays it, if someone else does."""
    return (
        say("### {name}'s turn {number}", name=safe(name), number=number)
        if by is None
        else say("### {by} is playing {name}'s turn {number}", by=safe(by), name=safe(name), number=number)
    )


def waits_for(table: TableView) -> str:
    """Say who the game waits for, since when, and who else still has to respond; people doing the same thing are named together."""
    alike: dict[tuple[bool, str, str], list[str]] = {}
    for each in table.awaited:
        ago = f" ({since(each.since)})" if each.since else ""
        alike.setdefault((each.owed, cause(table, each), ago), []).append(safe(each.name))
    waited: list[str] = []
    owed: list[str] = []
    for (owes, attack, ago), names in alike.items():
        name = listed(names)
        if attack:
            name = say("{name} to respond to {attack}", name=name, attack=attack)
        elif owes:
            name = say("{name} to respond", name=name)
        (owed if owes else waited).append(f"{name}{ago}")
    times = [text_absence.due(at) for at in sorted({each.due for each in table.awaited if each.due and not each.owed})]
    if any(table.seats[each.seat].lateness.passed is not None for each in table.awaited if not each.owed):
        times.append(text_absence.TIME_UP)
    gone = text_hours.away([(each.name, each.away) for each in table.seats if each.away is not None and not each.resigned])
    told = [*([say("Waiting for {names}", names=listed(waited))] if waited else []), *times, *owed, *gone]
    return f"-# {' · '.join(told)}" if told else ""


DETAILS = say("Details of…")
ALL_TURNS = say("All turns")
PREVIOUS_TURN = say("Previous turn")
NEXT_TURN = say("Next turn")


def log_title(table: TableView) -> str:
    return of_which_game(table)


def undos(number: int) -> str:
    """Return the end of the last line of several about a player's undos."""
    return f" {say('({count} undos this turn)', count=number)}"


def supply_group(cost: str, piles: Sequence[str]) -> str:
    """Return the piles of one cost."""
    return f"**{unbroken(cost)}**\u00a0{row(piles)}"


def pile(name: str, number: int, notes: Sequence[str]) -> str:
    """Return a pile in a list: how many are left, and the notes on it."""
    return noted(f"{name} {number}" if number else f"~~{name}~~ {EMPTY}", notes)


def kind(name: str) -> str:
    """Return the name of a kind of landscape."""
    return say(name)


def landscape(name: str, cost: str, notes: Sequence[str]) -> str:
    """Return a landscape in a list."""
    return noted(f"*{name}*{f' {cost}' if cost else ''}", notes)


def stand(empty: int, to_end: int, trash: Sequence[CardCount]) -> str:
    """Return how close the end is: how many piles are empty, out of those that end the game; and what is in the trash."""
    told = [say("{empty} of {to_end} piles empty", empty=empty, to_end=to_end)]
    told += [say("trash: {cards}", cards=cards(trash))] if trash else []
    return f"-# {' · '.join(told)}"


TO_PLAY = say("to play")


def player(name: str, also: str, facts: Sequence[str]) -> str:
    """Return one player's line; `also`: their name in the picture."""
    return f"{name}{f' ({safe(also)})' if also else ''} {' · '.join(facts)}"


def hand_size(number: int) -> str:
    return say("{count} in hand", count=number)


def discard(top: str) -> str:
    return say("discard: {card}", card=top)


def in_play(names: Sequence[str]) -> str:
    return say("in play: {cards}", cards=gathered(names))


def points(number: int, tokens: int) -> str:
    return say("{points} ({count} in tokens)", points=text.points(number), count=tokens) if tokens else text.points(number)


def controlled(name: str) -> str:
    return say("{name} decides", name=safe(name))


def frozen(table: TableView) -> str:
    reason = TROUBLE[table.trouble] if table.trouble is not None else ""
    return say("### This game is paused\n{reason}", reason=reason)


def fingerprint(hash: str) -> str:
    return say(
        "-# Fingerprint of the shuffle seed: `{fingerprint}`. The seed is revealed after the game.",
        fingerprint=hash,
    )


NO_LINES = say("-# Nothing has happened yet.")
