"""Changes to a table before its game starts, as plain functions: a table in, the changed table out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from engine import IllegalSetup, Kingdom, KingdomRequest, Starting, card_facts, next_first, random_kingdom, request_like, swap_pile
from engine.ai import AI_NAMES, STYLES
from engine.extras import must_be_complete
from engine.randomizers import randomizers
from engine.setup import kingdom_cards, landscapes
from engine.words import in_place_of
from storage.models import Gathering, Options, Seat, Table
from storage.personal import PersonSettings
from tables import gathering
from tables.checks import must_be_lobby, must_fit, seat_of
from tables.errors import AlreadySeated, BadKingdom, NoVetoes, TableFull, UnknownCard, UnknownStyle, VetoUsed
from tables.models import Person

KINGDOM_SIZE = 10


# the kingdom


def check_options(options: Options) -> None:
    """Raise BadKingdom, UnknownCard, UnknownStyle or NoSuchOption."""
    must_fit(options)
    kingdom = options.kingdom
    piles = {each.name for each in randomizers()}
    for name in kingdom.names:
        try:
            card_facts(name)
        except KeyError:
            if name not in piles:
                raise UnknownCard(name) from None
    if len(kingdom.piles) != KINGDOM_SIZE:
        raise BadKingdom(cards=len(kingdom.piles))
    try:
        setup = kingdom.setup(("", ""))
        must_be_complete(setup)
        kingdom_cards(setup)
        landscapes(setup)
    except IllegalSetup as error:
        raise BadKingdom(error.reason) from error
    check_style(options.ai)


def draw(table: Table, request: KingdomRequest, seed: str, tastes: Iterable[PersonSettings]) -> Table:
    """Return a kingdom drawn by `request` and, if possible, by the likes and bans of those with a seat; cards requested by name are
    included regardless, and vetoed ones aren't. Raise BadKingdom."""
    tastes = list(tastes)
    full, named = request, {*request.require, *request.extras.values()}
    if request.recommended is None:
        full = request.model_copy(
            update={
                "ban": (*request.ban, *(name for name in dict.fromkeys(table.vetoes.values()) if name not in named)),
                "unwelcome": tuple(name for each in tastes for name in each.ban),
                "like": (*request.like, *(name for each in tastes for name in each.like)),
            }
        )
    kingdom = granted(full, lambda request: random_kingdom(request, seed))
    drawn = None if request.recommended is not None else request
    return with_options(table, kingdom=kingdom, request=drawn)


def granted(request: KingdomRequest, draw: Callable[[KingdomRequest], Kingdom]) -> Kingdom:
    """Return what `draw` makes of a request: no one's bans, which are private, keep a table from getting it. Raise BadKingdom."""
    try:
        try:
            return draw(request)
        except IllegalSetup:
            return draw(request.model_copy(update={"unwelcome": ()}))
    except IllegalSetup as error:
        raise BadKingdom(error.reason) from error


def reroll(table: Table, seed: str, tastes: Iterable[PersonSettings]) -> Table:
    """Draw another kingdom by the same request; a kingdom that wasn't drawn is replaced by one from its sets. Raise BadKingdom."""
    return draw(table, table.options.request or request_like(table.options.kingdom), seed, tastes)


def swap(table: Table, name: str, seed: str) -> Table:
    """Draw another pile or landscape in place of one. Raise BadKingdom."""
    before = table.options.kingdom

    def swapped(request: KingdomRequest) -> Kingdom:
        return swap_pile(before.model_copy(update={"request": request}), name, seed)

    return with_options(table, kingdom=granted(request_like(before), swapped))


def veto(table: Table, person: int, name: str, seed: str) -> Table:
    """Use a player's veto to swap what they don't want. Raise NotSeated, NoVetoes, VetoUsed, BadKingdom."""
    seat_of(table, person)
    if not table.options.vetoes:
        raise NoVetoes
    if person in table.vetoes:
        raise VetoUsed(table.vetoes[person])
    swapped = swap(table, name, seed)
    gone = next(each for each in table.options.kingdom.names if each not in swapped.options.kingdom.names)
    return swapped.model_copy(update={"vetoes": {**table.vetoes, person: gone}})


def with_kingdom(table: Table, kingdom: Kingdom) -> Table:
    """Set exactly this kingdom. Raise BadKingdom, UnknownCard."""
    changed = with_options(table, kingdom=kingdom, request=None)
    check_options(changed.options)
    return changed.model_copy(update={"vetoes": {}})


def with_options(table: Table, **fields: object) -> Table:
    """Return the table with some options changed."""
    return table.model_copy(update={"options": table.options.model_copy(update=fields)})


# the seats


def starting(table: Table, before: Table | None) -> Starting:
    """Return who goes first, by the previous game's result (R5)."""
    if before is None:
        return Starting()

    def people(seats: Sequence[Seat]) -> list[int | str]:
        return [seat.name if seat.person is None else seat.person for seat in seats]

    return next_first(table.options.edition, people(before.seats), before.result, people(table.seats))


def again(before: Table, person: int, id: str) -> Table:
    """Return a lobby for another game with the same people, in the same seats and under their own names; it waits until all of them
    have agreed. No one else is invited yet. Raise NotSeated."""
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
        if seat.person is None and seat.ai is None:
            continue  # its person's data were deleted
        own = seat.name if seat.taken_over is None else seat.taken_over.name
        table = sit(table, own, person=seat.person, ai=seat.ai)
    wanted = tuple(seat.person for seat in table.seats if seat.person not in (None, person))
    return table.model_copy(update={"gathering": Gathering(wanted=wanted)})


def sit(table: Table, name: str, *, person: int | None = None, ai: str | None = None) -> Table:
    """Add a seat. Raise AlreadyStarted, AlreadySeated, TableFull."""
    must_be_lobby(table)
    if person is not None and any(seat.person == person for seat in table.seats):
        raise AlreadySeated
    if len(table.seats) >= table.options.max_seats:
        raise TableFull(table.options.max_seats)
    seat = Seat(number=len(table.seats), name=unique(name, table), person=person, ai=ai)
    return table.model_copy(update={"seats": (*table.seats, seat)})


def sit_ai(table: Table, style: str, *, but: Collection[str] = ()) -> Table:
    """Add a seat for an AI, with a name of its own (`but`: none of these). Raise AlreadyStarted, TableFull, UnknownStyle."""
    check_style(style)
    taken = {*but, *(seat.name for seat in table.seats)}
    return sit(table, next(name for name in AI_NAMES if name not in taken), ai=style)


def check_style(style: str) -> None:
    """Raise UnknownStyle."""
    if style not in STYLES:
        raise UnknownStyle(style, tuple(STYLES))


def unique(name: str, table: Table, but: int | None = None) -> str:
    """Return a name that no one else has here (`but`: except in that seat): the log only uses names to tell players apart."""
    taken = {seat.name for seat in table.seats if seat.number != but}
    candidates = [name, *(f"{name} ({number})" for number in range(2, len(taken) + 2))]
    return next(candidate for candidate in candidates if candidate not in taken)


def seat_name(name: str, first: str) -> str:
    """Return the name of a seat called `first` that `name` takes over: it is made of both, unless they are the same."""
    return name if name == first else in_place_of(name, first)


def renamed(table: Table, person: Person) -> Table:
    """Return the table with a person's current name in their seat. A finished game stays as it was."""
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
    """Remove a seat; those after it move up, and if the host leaves, the next person becomes the host. With no person left, `host`
    stays."""
    left = [seat for seat in table.seats if seat.number != number]
    seats = tuple(seat.model_copy(update={"number": i}) for i, seat in enumerate(left))
    awaited = gathering.without(table.gathering, table.seats[number].person)
    return table.model_copy(update={"seats": seats, "host": gathering.next_host(table.host, seats), "gathering": awaited})
