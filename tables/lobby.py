"""What happens to a table before its game begins, as plain functions: a table in, the changed table out."""

from __future__ import annotations

from engine import IllegalSetup, Setup, card_facts, first_game
from engine.ai import STYLES
from engine.setup import kingdom_cards
from storage.store import Options, Seat, Table
from tables.errors import (
    AlreadySeated,
    AlreadyStarted,
    BadKingdom,
    GameOver,
    NoSuchSeat,
    NotHost,
    NotSeated,
    TableFull,
    TooFewPlayers,
    UnknownCard,
    UnknownStyle,
)
from tables.models import Person

AI_NAMES = ("Alder", "Briar", "Clover", "Fennel", "Hazel", "Juniper")
KINGDOM_SIZE = 10


def must_be_lobby(table: Table) -> None:
    """Raises AlreadyStarted, GameOver."""
    if table.phase == "over":
        raise GameOver("This table is closed. Open a new one with /game new.")
    if table.phase != "lobby":
        raise AlreadyStarted("The game has begun. Open a new one with /game new when it is over.")


def must_be_host(table: Table, person: int, force: bool = False) -> None:
    """Raises NotHost."""
    if person != table.host and not force:
        host = next((seat.name for seat in table.seats if seat.person == table.host), "the host")
        raise NotHost(f"Only {host}, who opened the table, can do that. Ask them.")


def seat_of(table: Table, person: int) -> Seat:
    """The person's seat. Raises NotSeated."""
    for seat in table.seats:
        if seat.person == person:
            return seat
    hint = "Press Join first." if table.phase == "lobby" else "You can watch it on the board."
    raise NotSeated(f"You don't sit at this table. {hint}")


def kingdom(options: Options) -> tuple[str, ...]:
    """The cards that the options stand for."""
    return options.kingdom or first_game(options.edition)


def check_kingdom(options: Options) -> None:
    """Raises BadKingdom, UnknownCard."""
    names = kingdom(options)
    for name in names:
        try:
            card_facts(name)
        except KeyError:
            sentence = f"There is no card called {name} here. Choose from the list that comes up while you type."
            raise UnknownCard(sentence, name=name) from None
    if len(names) != KINGDOM_SIZE:
        raise BadKingdom(f"A kingdom is ten different cards; that was {len(names)}.")
    try:
        kingdom_cards(Setup(players=("", ""), kingdom=names, edition=options.edition))
    except IllegalSetup as error:
        raise BadKingdom(error.reason) from error


def sit(table: Table, name: str, *, person: int | None = None, ai: str | None = None) -> Table:
    """One more seat. Raises AlreadyStarted, AlreadySeated, TableFull."""
    must_be_lobby(table)
    if person is not None and any(seat.person == person for seat in table.seats):
        raise AlreadySeated("You sit here already. The host begins with Start.")
    if len(table.seats) >= table.options.max_seats:
        raise TableFull(f"All {table.options.max_seats} seats are taken. Ask the host for one, or open your own table.")
    seat = Seat(number=len(table.seats), name=unique(name, table), person=person, ai=ai)
    return table.model_copy(update={"seats": (*table.seats, seat)})


def sit_person(table: Table, person: Person) -> Table:
    """A seat for a person."""
    return sit(table, person.name, person=person.id)


def sit_ai(table: Table, style: str) -> Table:
    """A seat for an AI, with a name of its own. Raises AlreadyStarted, TableFull, UnknownStyle."""
    if style not in STYLES:
        raise UnknownStyle(f"No AI plays {style}. Choose one of: {', '.join(STYLES)}.")
    taken = {seat.name for seat in table.seats}
    return sit(table, next(name for name in AI_NAMES if name not in taken), ai=style)


def unique(name: str, table: Table) -> str:
    """A name that nobody else has here: the log calls players by their names alone."""
    taken = {seat.name for seat in table.seats}
    candidates = [name, *(f"{name} ({number})" for number in range(2, len(taken) + 2))]
    return next(candidate for candidate in candidates if candidate not in taken)


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
        raise NoSuchSeat("That seat is empty already.")
    if table.seats[number].person == person:
        raise NoSuchSeat("That is your own seat. Use Leave to give it up, or end the table with /game end.")
    return without(table, number)


def set_options(table: Table, person: int, options: Options) -> Table:
    """Other options. Raises AlreadyStarted, NotHost, BadKingdom, UnknownCard, TableFull."""
    must_be_lobby(table)
    must_be_host(table, person)
    check_kingdom(options)
    if len(table.seats) > options.max_seats:
        raise TableFull(f"{len(table.seats)} are seated already. Remove somebody first, or allow more seats.")
    return table.model_copy(update={"options": options})


def must_be_ready(table: Table, person: int) -> None:
    """Raises AlreadyStarted, NotHost, TooFewPlayers."""
    must_be_lobby(table)
    must_be_host(table, person)
    if len(table.seats) < 2:
        raise TooFewPlayers("A game needs two players at least. Wait for somebody to join, or add an AI.")
