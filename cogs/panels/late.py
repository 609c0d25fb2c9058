"""Moves that take too long: the others' vote, the last warning before the win is claimed; and a new pace for a game."""

from __future__ import annotations

from cogs import text
from cogs.panels.blocks import CALLING, Button, ForAll, ForOne, Id, Menu, MenuChoice, Row, Text, panel
from cogs.text import absence as text_absence
from cogs.text import proposals as text_proposals
from tables import TableView
from tables.absence import claimable, voters
from tables.models import Pace, SeatView


def of_vote(table: TableView, number: int) -> SeatView | None:
    """Return the seat that the vote with that number is about."""
    seats = (seat for seat in table.seats if seat.lateness.vote is not None)
    return next((seat for seat in seats if seat.lateness.vote and seat.lateness.vote.number == number), None)


def vote(table: TableView, number: int) -> ForAll:
    """Ask the others what should happen about a late move, and say who voted for what; or say what was decided."""
    late = of_vote(table, number)
    if late is None or late.lateness.vote is None:
        return ForAll(panel(Text(text_absence.VOTE_OVER)))
    there = late.lateness.vote
    if there.decided is not None:
        return ForAll(panel(Text(text_absence.voted(table, late, there))))
    others = voters(table, late)
    asked = [seat.person for seat in others if seat.person is not None and seat.number not in there.votes]
    row = Row(tuple(Button(label, Id(table.id, number, "vote", choice)) for choice, label in text_absence.VOTES.items()))
    claims = any(claimable(table, seat.number) is not None for seat in others)
    told = text_absence.vote(table, late, asked, there, alone=len(others) == 1, claims=claims)
    return ForAll(panel(Text(told), row, colour=CALLING), mentions=tuple(asked))


def claim(table: TableView, person: int) -> ForOne | None:
    """Explain to a player how they claim the win; None if they can't."""
    seat = table.seat_of(person)
    late = claimable(table, seat.number) if seat is not None else None
    if late is None:
        return None
    button = Button(text_absence.warn(late.name), Id(table.id, 0, "warn"), "primary")
    if late.lateness.claim is not None:
        button = Button(text_absence.CLAIM_NOW, Id(table.id, 0, "claimnow"), "danger")
    told = text_absence.claim(late.name, late.lateness.claim)
    return ForOne(panel(Text(told), Row((button,)), Text(text.of_which_game(table))), person)


def pace(table: TableView, person: int, chosen: Pace) -> ForOne:
    """Let a player choose a new pace for the game, which the others have to agree to. The menus' ids contain the current
    choices."""
    now = table.options
    paces = {str(each): text_absence.pace(each) for each in dict.fromkeys([*text_absence.PACES, chosen.limit])}
    menus = [one_of(Id(table.id, 0, "newlimit", written(chosen)), paces, str(chosen.limit))]
    if chosen.limit is not None:
        late = {str(each): told for each, told in text_absence.LATE.items()}
        menus.append(one_of(Id(table.id, 0, "newlate", written(chosen)), late, str(chosen.late)))
    same = chosen == Pace(limit=now.limit, late=now.late)
    propose = Button(text_proposals.ASK_TABLE, Id(table.id, 0, "newpace", written(chosen)), "primary", disabled=same)
    told = f"{text_absence.ANOTHER_PACE}\n{text_absence.now(now)}"
    return ForOne(panel(Text(told), menus, Row((propose,)), Text(text.of_which_game(table))), person)


def one_of(id: Id, labels: dict[str, tuple[str, str]], now: str) -> Menu:
    """Return a menu of values, each with its meaning; it shows the chosen one."""
    choices = [MenuChoice(label, value, hint, default=value == now) for value, (label, hint) in labels.items()]
    return Menu(id, labels[now][0], tuple(choices))


def written(pace: Pace) -> str:
    """Return a pace in the form used in ids."""
    return f"{pace.limit}.{pace.late}"


def read_pace(words: str, *, limit: str | None = None, late: str | None = None) -> Pace:
    """Return the pace in an id, with another limit, or another choice of what happens then. Raise ValueError."""
    now_limit, _, now_late = words.partition(".")
    chosen = {"limit": now_limit if limit is None else limit, "late": now_late if late is None else late}
    return Pace.model_validate({key: None if value == str(None) else value for key, value in chosen.items()})
