"""Before the game: who plays, and how."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine import Kingdom, KingdomRequest
from storage.errors import BrokenRow
from storage.models import Started, Table
from tables import gathering, lobby
from tables.checks import must_be_host, must_be_lobby, seat_of
from tables.command import command
from tables.errors import NoSuchSeat, NotInvited, TableFull, TooFewPlayers, TooMany
from tables.models import Person
from tables.quotas import must_have_invited_few, must_have_room
from tables.threads import aside_to_draw
from tables.work import UnitOfWork


@command("seats")
async def sit(work: UnitOfWork, person: Person, *, thread: int | None = None) -> None:
    """Take a seat, or agree to a rematch; the last to agree starts it, in `thread` if there is one. Raise AlreadySeated, TableFull,
    NotInvited, TooMany, AlreadyStarted, GameOver, TableThere."""
    table = work.table
    must_be_lobby(table)
    if person.id in table.gathering.wanted:
        work.set(gathering=gathering.without(table.gathering, person.id))
        await start_if_complete(work, thread)
        return
    if table.options.private and table.seats and person.id not in (table.host, *table.invited):
        raise NotInvited
    await must_have_room(work.sources.store, work.sources.quotas, person.id)
    work.table = lobby.sit(table, person.name, person=person.id)


@command("seats")
async def leave(work: UnitOfWork) -> None:
    """Give up the person's seat. If the host leaves, the next person becomes the host; with no person left, the table is closed. A
    rematch that waits for no one else starts. Raise NotSeated, AlreadyStarted, GameOver."""
    must_be_lobby(work.table)
    work.table = lobby.without(work.table, seat_of(work.table, work.person).number)
    if all(seat.person is None for seat in work.table.seats):
        work.set(phase="over", ended=work.now)
    await start_if_complete(work)


@command("seats")
def add_ai(work: UnitOfWork, style: str | None = None) -> None:
    """Seat an AI that plays in a style of `engine.ai.STYLES` (None: the table's).
    Raise NotHost, TableFull, AlreadyStarted, GameOver, UnknownStyle."""
    must_be_host(work.table, work.person)
    work.table = lobby.sit_ai(work.table, style or work.table.options.ai)


@command("seats")
async def remove(work: UnitOfWork, seat: int | None = None) -> None:
    """Remove an AI or another person from their seat (None: the last AI from its). A rematch that waits for no one else starts.
    Raise NotHost, NoSuchSeat, AlreadyStarted, GameOver."""
    must_be_lobby(work.table)
    must_be_host(work.table, work.person)
    if seat is None:
        seat = next((each.number for each in reversed(work.table.seats) if each.ai is not None), len(work.table.seats))
    if seat not in {each.number for each in work.table.seats}:
        raise NoSuchSeat("empty")
    if work.table.seats[seat].person == work.person:
        raise NoSuchSeat("own")
    work.table = lobby.without(work.table, seat)
    await start_if_complete(work)


@command("seats")
def keep_open(work: UnitOfWork) -> None:
    """Let a lobby stay open, as any other change does. Raise NotSeated, AlreadyStarted, GameOver."""
    must_be_lobby(work.table)
    seat_of(work.table, work.person)


@command("seats")
async def invite(work: UnitOfWork, guests: Sequence[int]) -> None:
    """Invite others to the person's table. Raise NotSeated, AlreadyStarted, GameOver, TooMany."""
    must_be_lobby(work.table)
    seat_of(work.table, work.person)
    there, quotas = work.table.invited, work.sources.quotas
    new = [guest for guest in dict.fromkeys(guests) if guest not in there]
    if len(there) + len(new) > quotas.guests:
        raise TooMany("guests", quotas.guests)
    await must_have_invited_few(work.sources.store, quotas, work.person, new, work.now)
    work.set(invited={**there, **dict.fromkeys(new, work.person)})
    work.invites += new


@command("options")
def set_options(work: UnitOfWork, /, **changed: object) -> None:
    """Change some of the game's settings. Raise NotHost, NoSuchOption, UnknownCard, BadKingdom, UnknownStyle, TableFull,
    AlreadyStarted, GameOver."""
    table = work.table
    must_be_lobby(table)
    must_be_host(table, work.person)
    options = lobby.with_options(table, **changed).options
    lobby.check_options(options)
    if len(table.seats) > options.max_seats:
        raise TableFull(options.max_seats, seated=len(table.seats))
    work.set(options=options, vetoes=table.vetoes if options.kingdom == table.options.kingdom else {})


@command("options")
async def set_kingdom(work: UnitOfWork, chosen: Kingdom | KingdomRequest, *, seed: str | None = None) -> None:
    """Play with this kingdom, or draw one by a request (and by the kingdom seed `seed`, if there is one). All vetoes are free
    again. Raise NotHost, AlreadyStarted, GameOver, BadKingdom, UnknownCard."""
    must_be_lobby(work.table)
    must_be_host(work.table, work.person)
    if isinstance(chosen, Kingdom):
        work.table = lobby.with_kingdom(work.table, chosen)
    else:
        work.set(vetoes={})
        await drawn(work, lobby.draw, chosen, seed=seed)


@command("options")
async def reroll(work: UnitOfWork, *, seed: str | None = None) -> None:
    """Draw another kingdom by the same request. Raise NotHost, AlreadyStarted, GameOver, BadKingdom."""
    must_be_lobby(work.table)
    must_be_host(work.table, work.person)
    await drawn(work, lobby.reroll, seed=seed)


@command("options")
async def swap(work: UnitOfWork, name: str, *, seed: str | None = None) -> None:
    """Draw another pile or landscape in place of one. Raise NotHost, AlreadyStarted, GameOver, BadKingdom."""
    must_be_lobby(work.table)
    must_be_host(work.table, work.person)
    work.table = await aside_to_draw(lobby.swap, work.table, name, seed or work.sources.kingdom_seed())


@command("options")
async def veto(work: UnitOfWork, name: str, *, seed: str | None = None) -> None:
    """Veto a pile or landscape, which is then swapped. Each player has one veto, if the table allows them.
    Raise NotSeated, AlreadyStarted, GameOver, NoVetoes, VetoUsed, BadKingdom."""
    must_be_lobby(work.table)
    work.table = await aside_to_draw(lobby.veto, work.table, work.person, name, seed or work.sources.kingdom_seed())


@command("start")
async def start(work: UnitOfWork, *, thread: int | None = None) -> None:
    """Start the game, in `thread` if there is one. Raise NotHost, TooFewPlayers, AlreadyStarted, GameOver, TableThere."""
    must_be_lobby(work.table)
    must_be_host(work.table, work.person)
    if len(work.table.seats) < 2:
        raise TooFewPlayers
    await begin(work, thread)


async def start_if_complete(work: UnitOfWork, thread: int | None = None) -> None:
    """Start a rematch once everyone it waited for has joined or left. Raise TableThere."""
    if gathering.complete(work.table, work.state.table):
        await begin(work, thread)


async def begin(work: UnitOfWork, thread: int | None) -> None:
    """Start the game for those who have a seat."""
    lobby.check_options(work.table.options)
    if thread is not None:
        work.set(place=work.table.place.model_copy(update={"thread": thread}))
    new = await work.sources.store.newcomers([seat.person for seat in work.table.seats if seat.person is not None])
    for seat in work.table.seats:
        work.set_seat(seat.number, hints=() if seat.person in new else None)
    starting = lobby.starting(work.table, await game_before(work))
    setup = work.table.options.kingdom.setup([seat.name for seat in work.table.seats], starting)
    work.start(Started(setup=setup, seed=work.sources.shuffle_seed().hex()))


async def drawn(work: UnitOfWork, draw: Callable[..., Table], *request: KingdomRequest, seed: str | None) -> None:
    """Draw a kingdom for the people at the table. Complex requests take time, during which the event loop goes on."""
    likes = [work.settings[seat.person] for seat in work.table.seats if seat.person is not None]
    work.table = await aside_to_draw(draw, work.table, *request, seed or work.sources.kingdom_seed(), likes)


async def game_before(work: UnitOfWork) -> Table | None:
    """Return the game that this one follows."""
    try:
        return await work.sources.store.table(work.table.before) if work.table.before is not None else None
    except BrokenRow:
        return None
