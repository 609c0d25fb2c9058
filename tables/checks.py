"""Checks of people's roles at a table, and what they are allowed to do there."""

from __future__ import annotations

from typing import TypeVar

from pydantic import BaseModel, ValidationError

from engine import Game
from storage.models import Proposal, Seat, Table
from storage.personal import AutoAnswers
from tables.auto_answers import AnswersChange
from tables.errors import (
    AlreadyStarted,
    GameOver,
    Involved,
    MovedOn,
    NoSuchOption,
    NotHost,
    NotInvited,
    NotSeated,
    NotStarted,
    TablePaused,
)

M = TypeVar("M", bound=BaseModel)


def must_be_lobby(table: Table) -> None:
    """Raise AlreadyStarted or GameOver."""
    if table.phase == "over":
        raise GameOver("closed")
    if table.phase != "lobby":
        raise AlreadyStarted


def must_be_playing(table: Table) -> None:
    """Raise NotStarted, GameOver or TablePaused."""
    if table.phase == "lobby":
        raise NotStarted
    if table.phase == "over":
        raise GameOver
    if table.phase == "frozen":
        raise TablePaused(table.trouble)


def must_have_started(table: Table) -> None:
    """Raise NotStarted or GameOver. A paused game will go on."""
    if table.phase == "lobby":
        raise NotStarted
    if table.phase == "over":
        raise GameOver("now")


def must_still_be_asked(game: Game, seat: int, shown: int | None) -> None:
    """Raise MovedOn if a seat's panel no longer shows decision `shown` (0: none; None: any)."""
    asked = {each.id for each in game.asked if each.decider == seat}
    if shown is not None and shown not in (asked or {0}):
        raise MovedOn


def must_be_host(table: Table, person: int, force: bool = False) -> None:
    """Raise NotHost."""
    if person != table.host and not force:
        raise NotHost(next((seat.name for seat in table.seats if seat.person == table.host), None))


def must_be_uninvolved(table: Table, person: int) -> None:
    """Raise Involved."""
    if involves(table, person):
        raise Involved


def seat_of(table: Table, person: int) -> Seat:
    """Return the person's seat. Raise NotSeated."""
    for seat in table.seats:
        if seat.person == person:
            return seat
    raise NotSeated("not-joined" if table.phase == "lobby" else "watching")


def player_of(table: Table, person: int) -> Seat:
    """Return the seat of a person who still plays: those who have resigned no longer have a say. Raise NotSeated."""
    seat = seat_of(table, person)
    if seat.resigned:
        raise NotSeated("resigned")
    return seat


def plays(table: Table, person: int) -> bool:
    return any(seat.person == person and not seat.resigned for seat in table.seats)


def involves(table: Table, person: int) -> bool:
    """Return whether this person has or had a seat in the game, in which case they have no manager's powers over it."""
    return any(person == seat.person or (seat.taken_over and person in seat.taken_over.former) for seat in table.seats)


def must_be_let_in(table: Table, person: int) -> None:
    """Raise NotInvited if a private table doesn't let a person take a seat."""
    if table.options.private and person not in table.invited and not involves(table, person):
        raise NotInvited(playing=True)


def is_outsiders_proposal(table: Table, proposal: Proposal) -> bool:
    """Return whether someone who doesn't play has made a proposal: it doesn't keep players from making their own."""
    return proposal.by is not None and not plays(table, proposal.by)


def must_fit(given: M) -> M:
    """Return a click's values for a model's fields, validated. A bad value must not get into the store: an unreadable row makes its
    table unusable. Raise NoSuchOption."""
    try:
        return type(given).model_validate(given.model_dump(warnings=False))
    except ValidationError as error:
        raise NoSuchOption from error


def after_change(said: AutoAnswers, new: AutoAnswers | AnswersChange) -> AutoAnswers:
    """Return what is set after these auto-answers are replaced, or changed. Raise NoSuchOption."""
    return must_fit(new if isinstance(new, AutoAnswers) else new(said))
