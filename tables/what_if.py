"""What-if games: one person plays on from a turn of a finished game, against AIs. They don't count."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from engine import EngineError, Setup
from engine.ai import AI_NAMES
from engine.replay import TurnPoints, playing_on
from storage.models import Table
from tables import lobby
from tables.access import TableAccess
from tables.errors import NoSuchSeat, NotReplayable
from tables.history import History
from tables.models import Person, Place, TableView, WhatIf
from tables.records import Records
from tables.threads import aside_for_long


class Crossroads(NamedTuple):
    """Where a reader can play on from a finished game: the table, with the names that they can read; the possible turns, with
    everyone's points at that time; and the most interesting one."""

    table: TableView
    turns: tuple[TurnPoints, ...]
    turn: int
    seat: int


class WhatIfs:
    """From which turns of a finished game someone can play on, and how such a game starts."""

    def __init__(self, access: TableAccess, records: Records, history: History) -> None:
        self._access = access
        self._records = records
        self._history = history

    async def crossroads(self, table: str, viewer: int) -> Crossroads:
        """Return the turns from which a person can play on. Raise NoTable, StillPlaying, NotShown, NotReplayable, TooLong."""
        shown = await self._history.table(viewer, table, "what-if")
        *turns, end = await self._records.points_over_turns(table)
        there = tuple(each for each in turns if not each.owed)
        if not there:
            raise NotReplayable(about=shown)
        own = shown.seat_of(viewer)
        at = turning_point(there, end, own.number if own is not None else None)
        return Crossroads(shown, there, at.turn, own.number if own is not None else at.seat)

    async def start(self, viewer: int, what_if: WhatIf) -> tuple[Table, Setup]:
        """Return the finished game, and the setup of one that plays on from it. Raise NoTable, StillPlaying, NotShown, NoSuchSeat,
        NotReplayable, TooLong."""
        shown = await self._history.table(viewer, what_if.game, "what-if")
        try:
            async with self._records.turns.one():
                exported = await self._records.export(what_if.game)
                setup = await aside_for_long(playing_on, exported, what_if.turn, exported.setup.players)
        except EngineError as error:
            raise NotReplayable(about=shown) from error
        if what_if.seat >= len(shown.seats) or what_if.seat in resigned(setup):
            raise NoSuchSeat("no-one-plays")
        return (await self._access.state(what_if.game)).table, setup


def resigned(setup: Setup) -> list[int]:
    """Return the seats that had resigned before a game started from its position."""
    players = setup.start.state["players"] if setup.start is not None else ()
    return [seat for seat, player in enumerate(players) if player["resigned"]]


def leaders(points: Sequence[int]) -> set[int]:
    """Return the seats that are ahead."""
    return {seat for seat, each in enumerate(points) if each == max(points)}


def turning_point(turns: Sequence[TurnPoints], end: TurnPoints, seat: int | None = None) -> TurnPoints:
    """Return the last turn that started with other players ahead than at the end, or the seat's own last one before it; if the
    winners were always ahead, the first one."""
    last = leaders(end.points)
    at = next((each.turn for each in reversed(turns) if leaders(each.points) != last), 1)
    return next((each for each in reversed(turns) if each.turn <= at and seat in (None, each.seat)), turns[0])


def table_of(
    id: str, before: Table, place: Place, person: Person, what_if: WhatIf, setup: Setup, now: datetime, *, newcomer: bool
) -> Table:
    """Return the table of a what-if game, before it starts: the person in their seat, and AIs in all others, under their names if
    they played before. A `newcomer` gets hints."""
    alone = {"private": True, "open_seats": False, "own_thread": False, "vetoes": False, "wait_for_owed": False}
    options = before.options.model_copy(
        update=alone | {"limit": None, "late": None, "max_seats": len(before.seats), "what_if": what_if}
    )
    table = Table(id=id, place=place, phase="lobby", version=0, host=person.id, options=options, seats=(), created=now, before=None)
    names = {seat.number: seat.name for seat in before.seats if seat.ai is not None and seat.name in AI_NAMES}
    for seat in before.seats:
        if seat.number == what_if.seat:
            table = lobby.sit(table, person.name, person=person.id)
        elif seat.number in names:
            table = lobby.sit(table, seat.name, ai=seat.ai)
        else:
            table = lobby.sit_ai(table, seat.ai or options.ai, but=names.values())
    gone, hints = resigned(setup), () if newcomer else None
    seats = [seat.model_copy(update={"resigned": seat.number in gone}) for seat in table.seats]
    seats[what_if.seat] = seats[what_if.seat].model_copy(update={"hints": hints})
    return table.model_copy(update={"seats": tuple(seats)})
