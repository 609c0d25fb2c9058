"""Where panels are made: asks the host for what one may know, and has it drawn."""

from __future__ import annotations

from cogs import text
from cogs.panels import board, hand, lines, lobby, log, score
from cogs.panels.blocks import ForAll, ForOne
from engine import LogLine, View
from tables import Host, TableError, TableView

LATELY = 900


class Desk:
    """Draws any panel of any table as it stands now."""

    def __init__(self, host: Host) -> None:
        self._host = host

    async def lobby(self, table: TableView) -> ForAll:
        """The lobby, or the record of it."""
        return lobby.lobby(table)

    async def turn(self, table: TableView, number: int) -> ForAll:
        """A turn: the board as long as it is this one, then its log alone."""
        if number > table.turn:
            return log.taken_back()
        told = await self._host.log(table.id, None, number)
        if number < table.turn or table.phase == "over":
            return log.turn(told)
        return board.board(table, await self.view(table, None), told)

    async def board(self, table: TableView) -> ForAll:
        """What lies on the table now, or what there is instead."""
        if table.phase == "lobby":
            return await self.lobby(table)
        return await self.score(table) if table.phase == "over" else await self.turn(table, table.turn)

    async def score(self, table: TableView) -> ForAll:
        """The final score."""
        return score.score(table, await self.view(table, None))

    async def hand(self, table: TableView, person: int, *, note: str = "", picked: tuple[int, str] | None = None) -> ForOne:
        """One person's panel. It may be newer than `table`, never older: so whoever notes that version can only draw
        once too often."""
        view = await self.view(table, person)
        seat = table.seat_of(person)
        undoable, lately = 0, ""
        planned: str | None = None
        if view is not None and seat is not None and table.phase == "playing":
            undoable = await self._host.undoable(table.id, person)
            if hand.to_answer(view, seat.number) is not None:
                lately = await self._lately(table, person, seat.number)
            elif view.current != seat.number and not seat.resigned:
                planned = await self._planned(table, person)
        return hand.hand(table, view, person, undoable=undoable, lately=lately, note=note, picked=picked, planned=planned)

    async def _planned(self, table: TableView, person: int) -> str | None:
        """A person's plan with what it would do; empty if there is none, None if nothing can be planned now."""
        try:
            plan = await self._host.plan(table.id, person)
            if plan is None:
                return ""
            preview = await self._host.preview(table.id, person)
        except TableError:
            return None
        return text.plan(plan.text, preview.lines, preview.stops)

    async def view(self, table: TableView, person: int | None) -> View | None:
        """What a person (None: a spectator) may know of the game; None if there is nothing to be seen."""
        try:
            return await self._host.view(table.id, person)
        except TableError:
            return None

    async def _lately(self, table: TableView, person: int, seat: int) -> str:
        """What happened since this seat's last turn, as the person may read it."""
        told: list[LogLine] = []
        for turn in range(max(1, table.turn - len(table.seats)), table.turn + 1):
            lines_ = await self._host.log(table.id, person, turn)
            if turn < table.turn and any(line.kind == "turn" and line.seat == seat for line in lines_):
                told = []
            else:
                told += lines_
        return lines.lately(told, seat, LATELY) if told else ""
