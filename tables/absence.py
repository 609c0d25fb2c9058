"""Moves that take too long: when their time is up, what the others decide about them, and which seats AIs play for."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import get_args

from engine import Game
from storage.lateness import LateChoice, Pace
from storage.models import Seat, Table
from storage.personal import Hours
from tables import waking
from tables.models import SeatView, TableView


def with_limit(pace: Pace, limit: int | None) -> Pace:
    """Return a pace with another limit. Setting a first limit lets the others vote on late moves, unless something else is
    agreed."""
    first = pace.limit is None and limit is not None and pace.late is None
    return Pace(limit=limit, late="vote" if first else pace.late)


def ends_at(table: Table, since: datetime | None, hours: Hours) -> datetime | None:
    """Return when a move that the game has been waiting for `since` that time has taken too long, counting only the person's waking
    hours; None if it can take any time, as in a game with only one person."""
    limit = table.options.limit
    if since is None or limit is None or len(people(table)) < 2:
        return None
    return waking.passes(since, timedelta(minutes=limit), hours, start=table.started or since)


def acts(table: Table, seat: Seat) -> bool:
    """Return whether the table does something once a seat's move has taken too long. A game doesn't play itself to the end:
    another person must be there."""
    if table.lost is not None or seat.person is None or plays_for(seat) or seat.lateness.passed is not None:
        return False
    agreed = table.options.late is not None or rival(table, seat.number) is not None
    return agreed and another_is_there(table, seat.number)


def another_is_there(table: Table | TableView, number: int) -> bool:
    """Return whether someone other than a seat's person plays, too: if not, no AI plays for that person."""
    return any(each.stand_in is None for each in people(table) if each.number != number)


def late(table: Table, now: datetime) -> list[Seat]:
    """Return the seats whose moves have taken too long."""
    return [seat for seat in table.seats if seat.due is not None and seat.due <= now]


def plays_for(seat: Seat | SeatView) -> bool:
    """Return whether an AI plays for the person in a seat."""
    return seat.stand_in in ("turn", "until-back")


def done(table: Table, game: Game, waiting: Collection[int]) -> list[Seat]:
    """Return the seats for which an AI has now played a turn to its end. `waiting`: the seats that the game waits for."""
    playing = [seat for seat in table.seats if seat.stand_in == "turn" and seat.number not in waiting]
    if not playing or game.over:
        return playing
    view = game.view(None)
    turn = view.current if view.possessor is None else view.possessor
    return [seat for seat in playing if seat.number != turn]


# what the others decide

MILDEST_FIRST: tuple[LateChoice, ...] = get_args(LateChoice)


def voters(table: Table | TableView, seat: Seat | SeatView) -> list[Seat | SeatView]:
    """Return the seats of those who decide what happens about a seat's late move: the other people who are there."""
    there = [each for each in people(table) if each.stand_in is None and each.lateness.passed is None]
    return [each for each in there if each.number != seat.number]


def decided(table: Table, seat: Seat, now: datetime) -> LateChoice | None:
    """Return what they have decided: what a majority wants, or once everyone has voted, or has had as long for that as for a move,
    the mildest of the choices with the most votes."""
    vote = seat.lateness.voting
    if vote is None:
        return None
    asked = [each.number for each in voters(table, seat)]
    votes = [vote.votes[number] for number in asked if number in vote.votes]
    best = min(MILDEST_FIRST, key=lambda choice: -votes.count(choice))
    closed = len(votes) == len(asked) or (vote.until is not None and now >= vote.until)
    return best if votes and (2 * votes.count(best) > len(asked) or closed) else None


# claiming the win

WARNING = timedelta(days=1)
"""How many of their waking hours someone has after the last warning."""


def rival(table: Table | TableView, number: int) -> Seat | SeatView | None:
    """Return the only other player of a seat, who can claim the win if that seat's time is up: a person; None in other games."""
    left = [seat for seat in table.seats if not seat.resigned]
    if table.options.limit is None or len(left) != 2 or any(seat.person is None for seat in left):
        return None
    return next((seat for seat in left if seat.number != number), None)


def claimable(table: Table | TableView, number: int) -> Seat | SeatView | None:
    """Return the only other player of a seat, if their time is up: the seat's person can warn them, and claim the win."""
    other = rival(table, number)
    there = table.phase == "playing" and table.lost is None
    return other if there and other is not None and other.lateness.passed is not None and not plays_for(other) else None


def claim_at(table: Table, warned: datetime | None, hours: Hours) -> datetime | None:
    """Return when the win can be claimed after a warning."""
    return waking.passes(warned, WARNING, hours, start=table.started or warned) if warned is not None else None


# no one moves any more

DESERTED = timedelta(days=30)
"""How long a game waits for someone absent before the bot proposes to end it, and for the answers to a player's proposal."""
LONGEST_AWAY = timedelta(days=90)
"""How long it waits for someone who has said that they're away for longer, or not for how long."""


def deserted_at(table: Table) -> datetime | None:
    """Return when the bot proposes to end a game because no one has moved for so long; None if it has, or if the game waits for no
    one. It doesn't come before silence would settle a player's proposal."""
    proposal = table.proposal
    players = [seat for seat in table.seats if seat.person is not None and not seat.resigned]
    at = min((at for at in map(given_up_at, players) if at is not None), default=None)
    if proposal is None or at is None:
        return at
    if proposal.ends_wait:
        return None
    theirs = proposal.by in {seat.person for seat in players}
    return max(at, proposal.at + DESERTED, *proposal.silent.values()) if theirs else at


def given_up_at(seat: Seat) -> datetime | None:
    """Return when a game has waited too long for a seat: not before its person is back from an absence that isn't too long."""
    since = seat.lateness.kept or seat.waiting_since
    if since is None or seat.absent is None:
        return None
    return max(since + DESERTED, seat.absent, min(seat.away or since, since + LONGEST_AWAY))


def people(table: Table | TableView) -> list[Seat | SeatView]:
    """Return the seats of the people who still play."""
    return [seat for seat in table.seats if seat.person is not None and not seat.resigned]
