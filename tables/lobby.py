"""What happens to a table before its game begins, as plain functions: a table in, the changed table out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from engine import IllegalSetup, Kingdom, KingdomRequest, Starting, card_facts, next_first, random_kingdom, request_like, swap_pile
from engine.ai import STYLES
from engine.randomizers import randomizers
from engine.setup import kingdom_cards, landscapes
from storage.models import Options, PersonSettings, Proposal, Seat, Table
from tables import words
from tables.errors import (
    AlreadySeated,
    AlreadyStarted,
    BadKingdom,
    GameOver,
    Illegal,
    Involved,
    NoSuchSeat,
    NotHost,
    NotInvited,
    NotSeated,
    NoVetoes,
    TableFull,
    TooFewPlayers,
    UnknownCard,
    UnknownStyle,
    VetoUsed,
)
from tables.models import Person

AI_NAMES = ("Alder", "Briar", "Clover", "Fennel", "Hazel", "Juniper")
KINGDOM_SIZE = 10


def must_be_lobby(table: Table) -> None:
    """Raises AlreadyStarted, GameOver."""
    if table.phase == "over":
        raise GameOver(words.CLOSED)
    if table.phase != "lobby":
        raise AlreadyStarted(words.BEGUN)


def must_be_host(table: Table, person: int, force: bool = False) -> None:
    """Raises NotHost."""
    if person != table.host and not force:
        raise NotHost(words.only_host(next((seat.name for seat in table.seats if seat.person == table.host), None)))


def seat_of(table: Table, person: int) -> Seat:
    """The person's seat. Raises NotSeated."""
    for seat in table.seats:
        if seat.person == person:
            return seat
    raise NotSeated(words.JOIN_FIRST if table.phase == "lobby" else words.ONLY_WATCHING)


def player_of(table: Table, person: int) -> Seat:
    """The seat of a person who plays on: whoever resigned has no say any more. Raises NotSeated."""
    seat = seat_of(table, person)
    if seat.resigned:
        raise NotSeated(words.RESIGNED)
    return seat


def plays(table: Table, person: int) -> bool:
    """Does this person play on at that table?"""
    return any(seat.person == person and not seat.resigned for seat in table.seats)


def involves(table: Table, person: int) -> bool:
    """Does this person have a seat in the game, or did they have one? Then they have no manager's powers over it."""
    return any(person == seat.person or (seat.taken_over and person in seat.taken_over.former) for seat in table.seats)


def must_be_uninvolved(table: Table, person: int) -> None:
    """Raises Involved."""
    if involves(table, person):
        raise Involved(words.NO_POWERS_OVER_OWN_GAME)


def makes_way(table: Table, offer: Proposal) -> bool:
    """Whether an offer is of somebody who doesn't play (any more): players needn't answer it before they propose something."""
    return offer.by is not None and not plays(table, offer.by)


# the kingdom


M = TypeVar("M", bound=BaseModel)


def must_fit(given: M) -> M:
    """What a click gave for a model's fields, as the model has it. What doesn't fit must not get into the store: a row that
    can't be read takes its table down. Raises Illegal."""
    try:
        return type(given).model_validate(given.model_dump(warnings=False))
    except ValidationError as error:
        raise Illegal(words.NO_SUCH_OPTION) from error


def check_options(options: Options) -> None:
    """Raises BadKingdom, UnknownCard, UnknownStyle, Illegal."""
    must_fit(options)
    kingdom = options.kingdom
    piles = {each.name for each in randomizers()}
    for name in kingdom.names:
        try:
            card_facts(name)
        except KeyError:
            if name not in piles:
                raise UnknownCard(words.no_card(name), name=name) from None
    if len(kingdom.piles) != KINGDOM_SIZE:
        raise BadKingdom(words.ten_cards(len(kingdom.piles)))
    try:
        setup = kingdom.setup(("", ""))
        kingdom_cards(setup)
        landscapes(setup)
    except IllegalSetup as error:
        raise BadKingdom(error.reason) from error
    check_style(options.ai)


def draw(table: Table, request: KingdomRequest, seed: str, tastes: Iterable[PersonSettings]) -> Table:
    """A kingdom drawn as `request` wishes, and as those who sit there would rather have it, if that can be; what was asked for by
    name comes all the same, and what was vetoed doesn't. Raises BadKingdom."""
    tastes = list(tastes)
    wished = request
    if request.recommended is None:
        wished = request.model_copy(
            update={
                "ban": (*request.ban, *(name for name in dict.fromkeys(table.vetoes.values()) if name not in request.require)),
                "unwelcome": tuple(name for each in tastes for name in each.ban),
                "like": (*request.like, *(name for each in tastes for name in each.like)),
            }
        )
    try:
        try:
            kingdom = random_kingdom(wished, seed)
        except IllegalSetup:  # nobody else's taste keeps a table from what is wished for there
            kingdom = random_kingdom(wished.model_copy(update={"unwelcome": ()}), seed)
    except IllegalSetup as error:
        raise BadKingdom(error.reason) from error
    drawn = None if request.recommended is not None else request
    return with_options(table, kingdom=kingdom, request=drawn)


def reroll(table: Table, seed: str, tastes: Iterable[PersonSettings]) -> Table:
    """Another draw by the same wishes; instead of a kingdom that wasn't drawn, one from its sets. Raises BadKingdom."""
    return draw(table, table.options.request or request_like(table.options.kingdom), seed, tastes)


def swap(table: Table, name: str, seed: str) -> Table:
    """Another pile, Event or Landmark in place of one. Raises BadKingdom."""
    try:
        return with_options(table, kingdom=swap_pile(table.options.kingdom, name, seed))
    except IllegalSetup as error:
        raise BadKingdom(error.reason) from error


def veto(table: Table, person: int, name: str, seed: str) -> Table:
    """A player's veto: what they don't want is swapped. Raises NotSeated, NoVetoes, VetoUsed, BadKingdom."""
    seat_of(table, person)
    if not table.options.vetoes:
        raise NoVetoes(words.NO_VETOES)
    if person in table.vetoes:
        raise VetoUsed(words.vetoed_already(table.vetoes[person]))
    swapped = swap(table, name, seed)
    gone = next(each for each in table.options.kingdom.names if each not in swapped.options.kingdom.names)
    return swapped.model_copy(update={"vetoes": {**table.vetoes, person: gone}})


def with_kingdom(table: Table, kingdom: Kingdom) -> Table:
    """A kingdom as it is. Raises BadKingdom, UnknownCard."""
    changed = with_options(table, kingdom=kingdom, request=None)
    check_options(changed.options)
    return changed.model_copy(update={"vetoes": {}})


def with_options(table: Table, **fields: object) -> Table:
    """Some options changed."""
    return table.model_copy(update={"options": table.options.model_copy(update=fields)})


# the seats


def starting(table: Table, before: Table | None) -> Starting:
    """Who begins, by how the game before ended (R5)."""
    if before is None:
        return Starting()

    def people(seats: Sequence[Seat]) -> list[int | str]:
        return [seat.name if seat.person is None else seat.person for seat in seats]

    return next_first(table.options.edition, people(before.seats), before.result, people(table.seats))


def again(before: Table, person: int, id: str) -> Table:
    """A lobby for another game of the same people, in the same seats and by their own names; nobody else is invited yet. Raises
    NotSeated."""
    seat_of(before, person)
    table = Table(
        id=id,
        place=before.place,
        phase="lobby",
        version=0,
        host=person,
        options=before.options,
        seats=(),
        created=before.created,
        before=before.id,
    )
    for seat in before.seats:
        own = seat.name if seat.taken_over is None else seat.taken_over.name
        table = sit(table, own, person=seat.person, ai=seat.ai)
    return table


def sit(table: Table, name: str, *, person: int | None = None, ai: str | None = None) -> Table:
    """One more seat. Raises AlreadyStarted, AlreadySeated, TableFull."""
    must_be_lobby(table)
    if person is not None and any(seat.person == person for seat in table.seats):
        raise AlreadySeated(words.SEATED_ALREADY)
    if len(table.seats) >= table.options.max_seats:
        raise TableFull(words.all_seats_taken(table.options.max_seats))
    seat = Seat(number=len(table.seats), name=unique(name, table), person=person, ai=ai)
    return table.model_copy(update={"seats": (*table.seats, seat)})


def sit_person(table: Table, person: Person) -> Table:
    """A seat for a person. Raises AlreadyStarted, AlreadySeated, TableFull, NotInvited."""
    must_be_lobby(table)
    if table.options.private and table.seats and person.id not in (table.host, *table.invited):
        raise NotInvited(words.NOT_INVITED)
    return sit(table, person.name, person=person.id)


def sit_ai(table: Table, style: str) -> Table:
    """A seat for an AI, with a name of its own. Raises AlreadyStarted, TableFull, UnknownStyle."""
    check_style(style)
    taken = {seat.name for seat in table.seats}
    return sit(table, next(name for name in AI_NAMES if name not in taken), ai=style)


def check_style(style: str) -> None:
    """Raises UnknownStyle."""
    if style not in STYLES:
        raise UnknownStyle(words.no_style(style, tuple(STYLES)))


def invite(table: Table, person: int, guests: Iterable[int]) -> Table:
    """Those who sit there invite others. Raises AlreadyStarted, NotSeated."""
    must_be_lobby(table)
    seat_of(table, person)
    return table.model_copy(
        update={"invited": {**table.invited, **{guest: person for guest in guests if guest not in table.invited}}}
    )


def unique(name: str, table: Table, but: int | None = None) -> str:
    """A name that nobody else has here (`but`: except in that seat): the log calls players by their names alone."""
    taken = {seat.name for seat in table.seats if seat.number != but}
    candidates = [name, *(f"{name} ({number})" for number in range(2, len(taken) + 2))]
    return next(candidate for candidate in candidates if candidate not in taken)


def seat_name(name: str, first: str) -> str:
    """What a seat is called in which `name` plays on, and which was called `first`: after both, unless they are the same."""
    return name if name == first else words.in_place_of(name, first)


def renamed(table: Table, person: Person) -> Table:
    """The table with the name in a person's seat that they go by now. What is over stays as it was."""
    seat = next((seat for seat in table.seats if seat.person == person.id), None)
    if seat is None or table.phase == "over":
        return table
    name, taken_over = person.name, seat.taken_over
    if taken_over is not None:
        first = name if taken_over.name == taken_over.first else taken_over.first
        taken_over = taken_over.model_copy(update={"name": name, "first": first})
        name = seat_name(name, first)
    fields = {"name": unique(name, table, but=seat.number), "taken_over": taken_over}
    seats = tuple(each if each is not seat else each.model_copy(update=fields) for each in table.seats)
    return table.model_copy(update={"seats": seats})


def without(table: Table, number: int) -> Table:
    """One seat less; those behind it move up, and the table's host passes on to the next person. With no person left
    `host` is as it was."""
    left = [seat for seat in table.seats if seat.number != number]
    seats = tuple(seat.model_copy(update={"number": i}) for i, seat in enumerate(left))
    people = [seat.person for seat in seats if seat.person is not None]
    host = table.host if table.host in people or not people else people[0]
    return table.model_copy(update={"seats": seats, "host": host})


def remove(table: Table, person: int, number: int) -> Table:
    """The host takes a seat away. Raises AlreadyStarted, NotHost, NoSuchSeat."""
    must_be_lobby(table)
    must_be_host(table, person)
    if number not in {seat.number for seat in table.seats}:
        raise NoSuchSeat(words.SEAT_EMPTY)
    if table.seats[number].person == person:
        raise NoSuchSeat(words.OWN_SEAT)
    return without(table, number)


def set_options(table: Table, person: int, options: Options) -> Table:
    """Other options. Raises AlreadyStarted, NotHost, BadKingdom, UnknownCard, UnknownStyle, TableFull."""
    must_be_lobby(table)
    must_be_host(table, person)
    check_options(options)
    if len(table.seats) > options.max_seats:
        raise TableFull(words.more_are_seated(len(table.seats)))
    vetoes = table.vetoes if options.kingdom == table.options.kingdom else {}
    return table.model_copy(update={"options": options, "vetoes": vetoes})


def must_be_ready(table: Table, person: int) -> None:
    """Raises AlreadyStarted, NotHost, TooFewPlayers."""
    must_be_lobby(table)
    must_be_host(table, person)
    if len(table.seats) < 2:
        raise TooFewPlayers(words.TOO_FEW_PLAYERS)
