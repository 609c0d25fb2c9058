"""A table without one of its people, as plain functions: a table in, the changed table out."""

from __future__ import annotations

from datetime import datetime

from engine.ai import AI_NAMES
from engine.view import Result
from engine.words import in_place_of, nameless
from storage.lateness import ON_TIME, occasion
from storage.models import Seat, Table, TakenOver

NO_ONE = 0
"""Stands for a person whose data were deleted."""
EMPTY = dict.fromkeys(("person", "hints", "waiting_since", "call", "due", "ends", "away", "stand_in", "open", "absent"))
VACANT = EMPTY | {"held": False, "lateness": ON_TIME}
"""What replaces the person's fields in a seat."""


def without(table: Table, person: int, at: datetime) -> Table:
    """Return the table without a person. They leave a lobby, and an AI plays for them in a game in progress. In a finished game,
    or a seat they used to have, "Player N" replaces their name. The next person becomes the host; a lobby or a paused game without
    people is over."""
    seats = table.seats
    if table.phase == "lobby":
        left = [seat for seat in seats if seat.person != person]
        seats = tuple(seat.model_copy(update={"number": number}) for number, seat in enumerate(left))
    else:
        names = {name for seat in seats for name in names_of(seat)}
        gone = {seat.number for seat in seats if seat.person == person}
        seats = tuple(unvoted(vacated(seat, person, table, at, names), gone) for seat in seats)
    people = [seat.person for seat in seats if seat.person is not None]
    deserted = all(seat.person is None or seat.resigned for seat in seats)
    others = {guest: by for guest, by in table.invited.items() if guest != person} if table.phase != "lobby" else table.invited
    wanted = tuple(each for each in table.gathering.wanted if each != person)
    unsaid = {"left": "", "former_host": None} if table.gathering.former_host == person else {}
    fields: dict[str, object] = {
        "seats": seats,
        "host": table.host if table.host != person else next(iter(people), NO_ONE),
        "proposal": None if concerns(table, person) else table.proposal,
        "result": table.result and renamed_result(table.result, table.seats, seats),
        "invited": {NO_ONE if guest == person else guest: None if by == person else by for guest, by in others.items()},
        "vetoes": {each: card for each, card in table.vetoes.items() if each != person},
        "gathering": table.gathering.model_copy(update={"wanted": wanted, **unsaid}),
        "asked": {each: since for each, since in table.asked.items() if each != person},
    }
    if table.phase in ("lobby", "frozen") and seats != table.seats and deserted:
        fields |= {"phase": "over", "ended": at, "due": None}
    return table.model_copy(update=fields)


def vacated(seat: Seat, person: int, table: Table, at: datetime, names: set[str]) -> Seat:
    """Return a seat without a person who has it, or had it before."""
    there, mine = seat.taken_over, seat.person == person
    former = there.former if there is not None else ()
    if not mine and person not in former:
        return seat
    nobody = nameless(seat.number + 1)
    first = nobody if was_first(seat, person) else there.first if there is not None else seat.name
    former = tuple(dict.fromkeys(NO_ONE if each == person else each for each in former))
    if mine and table.phase != "over" and not seat.resigned:
        own = next((name for name in AI_NAMES if name not in names), nobody)
        names.add(own)
        taken = TakenOver(name=own, first=first, former=(*former, NO_ONE), number=occasion(at), forced=True)
        return seat.model_copy(update={**VACANT, "name": in_place_of(own, first), "ai": table.options.ai, "taken_over": taken})
    own = nobody if mine or there is None else there.name
    fields = {**(VACANT if mine else {}), "name": own if own == first else in_place_of(own, first)}
    if there is not None:
        fields["taken_over"] = there.model_copy(update={"name": own, "first": first, "former": former})
    return seat.model_copy(update=fields)


def was_deleted(seat: Seat) -> bool:
    """Return whether someone whose data were deleted has had a seat: it isn't known who that was."""
    there = seat.taken_over
    return (seat.person is None and seat.ai is None) or (there is not None and NO_ONE in there.former)


def unvoted(seat: Seat, gone: set[int]) -> Seat:
    """Return a seat without votes about it by people who are gone."""
    vote = seat.lateness.vote
    if vote is None or not gone & vote.votes.keys():
        return seat
    left = vote.model_copy(update={"votes": {number: choice for number, choice in vote.votes.items() if number not in gone}})
    return seat.model_copy(update={"lateness": seat.lateness.model_copy(update={"vote": left})})


def names_of(seat: Seat) -> tuple[str, ...]:
    """Return the names of a seat, and of those who have it or started in it."""
    return seat.name, *((seat.taken_over.name, seat.taken_over.first) if seat.taken_over is not None else ())


def was_first(seat: Seat, person: int) -> bool:
    """Return whether a person started the game in this seat, as far as that is known: an AI might have had it before them."""
    return seat.taken_over.former[:1] == (person,) if seat.taken_over is not None else seat.person == person


def concerns(table: Table, person: int) -> bool:
    """Return whether a proposal is about a person, or might be carried out because they are no longer asked."""
    proposal = table.proposal
    by_or_for = proposal is not None and person in (
        proposal.by,
        proposal.newcomer.person if proposal.newcomer is not None else None,
    )
    return by_or_for or any(seat.person == person for seat in table.seats)


def renamed_result(result: Result, before: tuple[Seat, ...], after: tuple[Seat, ...]) -> Result:
    """Return a game's result with the seats' new names."""
    new = {seat.number: seat.name for seat in after if seat != before[seat.number]}
    scores = (score.model_copy(update={"name": new.get(score.seat, score.name)}) for score in result.scores)
    return result.model_copy(update={"scores": tuple(scores)})
