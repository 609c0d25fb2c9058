"""Moves that take too long: when an AI takes one over, and which seats AIs play for; and people who are away."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from engine import Game
from storage.models import Seat, Table
from storage.personal import Hours
from tables import waking
from tables.models import SeatView


def ends_at(table: Table, since: datetime | None, hours: Hours) -> datetime | None:
    """Return when a move that the game has waited for since then has taken too long, of which only the person's hours count; None
    where it may take as long as it likes, as in a game of one person."""
    limit = table.options.limit
    if since is None or limit is None or len(people(table)) < 2:
        return None
    return waking.passes(since, timedelta(minutes=limit), hours, start=table.started or since)


def takes_over(table: Table, seat: Seat) -> bool:
    """Return whether an AI takes over a seat's move that takes too long. The game doesn't play itself to its end: another person
    must be there."""
    others = [each for each in people(table) if each.number != seat.number]
    agreed = table.options.late is not None and table.lost is None
    return agreed and seat.person is not None and not plays_for(seat) and any(each.stand_in is None for each in others)


def late(table: Table, now: datetime) -> list[Seat]:
    """Return the seats whose moves have taken too long."""
    return [seat for seat in table.seats if seat.due is not None and seat.due <= now]


def plays_for(seat: Seat | SeatView) -> bool:
    """Return whether an AI plays for the person in a seat."""
    return seat.stand_in in ("turn", "until-back")


def done(table: Table, game: Game, waiting: Collection[int]) -> list[Seat]:
    """Return the seats whose turn an AI has now played to its end. `waiting`: the seats that the game waits for."""
    playing = [seat for seat in table.seats if seat.stand_in == "turn" and seat.number not in waiting]
    if not playing or game.over:
        return playing
    view = game.view(None)
    turn = view.current if view.possessor is None else view.possessor
    return [seat for seat in playing if seat.number != turn]


def people(table: Table) -> list[Seat]:
    """Return the seats of the people who still play."""
    return [seat for seat in table.seats if seat.person is not None and not seat.resigned]
