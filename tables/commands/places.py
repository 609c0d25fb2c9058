"""Where a game is shown. One whose channel is gone, or shut to the bot, is *lost*: it goes on, and anyone who plays can bring it
elsewhere."""

from __future__ import annotations

from storage.models import Place
from tables.checks import must_be_host, player_of
from tables.command import REPEATED, Transition, command
from tables.errors import GameOver, NotHost, NotStarted
from tables.work import UnitOfWork


@command("place")
def move(work: UnitOfWork, place: Place) -> Transition | None:
    """Have a game go on at another place. Anyone who plays moves one that is lost; any other its host alone, on the same
    server. Those who are waited for and can't be reached by direct messages are pinged there. Raises NotSeated, NotHost,
    NotStarted, GameOver, TableThere."""
    table = work.table
    if table.phase == "lobby":
        raise NotStarted(move=True)
    if table.phase == "over":
        raise GameOver
    player_of(table, work.person)
    if table.lost is None:
        if table.place.id == place.id:
            return REPEATED
        must_be_host(table, work.person)
        if table.place.guild != place.guild:
            raise NotHost(why="other-server")
    unreachable = [seat.number for seat in table.seats if seat.person is not None and work.settings[seat.person].dm_closed]
    work.move(place, unreachable)
    return None


@command("place")
def lose_place(work: UnitOfWork, place: int, *, gone: bool) -> None:
    """Note that the bot can't show a table at its place any more (`place` is that place's id: it may be elsewhere by now). A lobby
    is closed if the place is `gone`."""
    table = work.table
    if table.place.id != place or table.phase == "over":
        return
    if table.phase == "lobby" and gone:
        work.set(phase="over", ended=work.now, lost=work.now)
    else:
        work.set(lost=table.lost or work.now)


@command("place")
def find_place(work: UnitOfWork, place: int) -> None:
    """Note that the bot can show a lost game at its place again."""
    if work.table.place.id == place and work.table.phase != "over":
        work.set(lost=None)
