"""Where a game is shown. A game whose channel is gone, or closed to the bot, is *lost*: it goes on, and any player can move it
elsewhere."""

from __future__ import annotations

from storage.models import Place
from tables.checks import must_be_host, player_of
from tables.command import REPEATED, Transition, command
from tables.errors import GameOver, NotHost, NotStarted
from tables.work import UnitOfWork


@command("place")
def move(work: UnitOfWork, place: Place) -> Transition | None:
    """Move a game to another place. Any player can move a game that has lost its place; only the host can move any other, on the
    same server. Players who are waited for and can't get direct messages are pinged there. Raise NotSeated, NotHost, NotStarted,
    GameOver, TableThere."""
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
    """Note that the bot can no longer show a table at its place (`place` is that place's id, as the table might have moved by now).
    A lobby is closed if the place is `gone`."""
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
        work.found()
