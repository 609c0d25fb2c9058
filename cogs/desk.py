"""Where panels are made: asks the host for what one may know, and has it drawn."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from cogs.panels import board, hand, lines, lobby, log, recap, score
from cogs.panels.blocks import Attachment, ForAll, ForOne
from cogs.panels.picks import packed
from cogs.pictures import Picture, PictureError, Scheme, Studio
from cogs.text import ahead as text_ahead
from engine import LogLine, View
from engine.replay import TurnPoints
from tables import Host, TableError, TableView
from tables.models import Pictures
from tables.standing import preferred

FARTHEST = 4
"""How many rounds one's own last turn is looked for."""

log_ = logging.getLogger(__name__)


class Desk:
    """Draws any panel of any table as it stands now, with pictures from the `studio` (None: there are to be none)."""

    def __init__(self, host: Host, studio: Studio | None) -> None:
        self._host = host
        self._studio = studio

    async def lobby(self, table: TableView) -> ForAll:
        """The lobby, or the record of it."""
        if table.phase != "lobby":
            return lobby.record(table)
        kingdom, wanted = table.options.kingdom, table.options.pictures
        return lobby.lobby(table, await self._picture(wanted, lambda studio, scheme: studio.kingdom(kingdom, scheme)))

    async def turn(self, table: TableView, number: int) -> ForAll:
        """A turn: the board as long as it is this one, then its log alone. A game that can't be taken up knows no turn: what isn't
        a record yet says that it is on hold."""
        if table.phase == "frozen":
            return board.on_hold(table)
        if number > table.turn:
            return log.taken_back()
        told = lines.titled(await self._host.log(table.id, None, number))
        if number < table.turn or table.phase == "over":
            return log.turn(table, told)
        view = await self.view(table, None)
        picture = None
        if view is not None and table.phase == "playing":
            picture = await self._picture(table.options.pictures, lambda studio, scheme: studio.board(view, scheme, table.points))
        return board.board(table, view, told, picture)

    async def board(self, table: TableView) -> ForAll:
        """What lies on the table now, or what there is instead."""
        if table.phase == "lobby":
            return await self.lobby(table)
        return await self.score(table) if table.phase == "over" else await self.turn(table, table.turn)

    async def score(self, table: TableView) -> ForAll:
        """The final score; without the plot, where the present code can't play the game again."""
        history: Sequence[TurnPoints] = ()
        if table.result is not None:
            with suppress(TableError):
                history = await self._host.points_over_turns(table.id)
        return score.score(table, await self.view(table, None), await self._plot(table, history))

    async def course(self, table: TableView, person: int) -> ForOne:
        """How everybody's points grew."""
        return score.course(table, await self._host.points_over_turns(table.id), person)

    async def _plot(self, table: TableView, history: Sequence[TurnPoints]) -> Attachment | None:
        """The final score with the points over the turns as a picture."""
        result = table.result
        if result is None:
            return None
        return await self._picture(table.options.pictures, lambda studio, scheme: studio.score(result, history, scheme))

    async def hand(
        self, table: TableView, person: int, *, note: str = "", picked: tuple[int, str] | None = None, still: bool = False
    ) -> ForOne:
        """One person's panel (`still`: in a message that doesn't follow the game). It may be newer than `table`, never older: so
        whoever notes that version can only draw once too often."""
        view = await self.view(table, person)
        seat = table.seat_of(person)
        undo: tuple[str, ...] = ()
        lately = ""
        planned: str | None = None
        if view is not None and seat is not None and table.phase == "playing":
            undo = await self._host.last_move(table.id, person, free=True)
            if (asked := hand.to_answer(view, seat.number, waits=table.waits)) is not None:
                # A question is answered without knowing what else happened.
                lately = (
                    ""
                    if asked.kind != "turn"
                    else await self._lately(table, person, seat.number, plays=view.possessor == seat.number)
                )
            else:
                plays = view.is_turn_of(seat.number)
                lately = await self._meanwhile(table, person, seat.number, plays=plays)
                if not plays and not seat.resigned:
                    planned = await self._planned(table, person)
        picked = picked or await self._preferred(table, view, person)
        picture = (
            await self._hand(table, view, person) if seat is not None and not seat.resigned and table.phase == "playing" else None
        )
        return hand.hand(
            table,
            view,
            person,
            undo=undo,
            lately=lately,
            note=note,
            still=still,
            picked=picked,
            planned=planned,
            picture=picture,
        )

    async def _preferred(self, table: TableView, view: View | None, person: int) -> tuple[int, str] | None:
        """The picks with which a question comes: what a person's list of discards says of it, where it doesn't say all."""
        asked = hand.to_answer(view, view.viewer) if view is not None else None
        if view is None or asked is None:
            return None
        question = asked.follow or asked
        if question.preselected:
            return None
        ids = preferred(view, question, (await self._host.standing(person, table.id)).discards or ())
        return (asked.id, packed(question, ids)) if ids else None

    async def _hand(self, table: TableView, view: View | None, person: int) -> Attachment | None:
        """The hand that a person's panel is about: their own, or the one they decide for. An empty one needs no picture."""
        if view is None:
            return None
        asked = hand.to_answer(view, view.viewer, waits=table.waits)
        shown = asked.seat if asked is not None else view.viewer
        if shown is None or not view.players[shown].hand:
            return None
        wanted = (await self._host.settings(person)).pictures
        return await self._picture(wanted, lambda studio, scheme: studio.hand(view, shown, scheme))

    async def _picture(self, wanted: Pictures, draw: Callable[[Studio, Scheme], Awaitable[Picture]]) -> Attachment | None:
        """A picture as it is wanted; None where it isn't, or can't be drawn: the text beside it says the same."""
        if self._studio is None or wanted == "none":
            return None
        try:
            picture = await draw(self._studio, wanted)
        except PictureError as error:
            log_.warning("A panel goes without its picture: %s", error)
            return None
        return Attachment(picture.file, picture.png, picture.alt)

    async def _planned(self, table: TableView, person: int) -> str | None:
        """A person's plan with what it would do; empty if there is none, None if nothing can be planned now."""
        try:
            plan = await self._host.plan(table.id, person)
            if plan is None:
                return ""
            preview = await self._host.preview(table.id, person)
        except TableError:
            return None
        return text_ahead.plan(plan.text, preview.lines, preview.stops, preview.unknown)

    async def view(self, table: TableView, person: int | None) -> View | None:
        """What a person (None: a spectator) may know of the game; None if there is nothing to be seen."""
        try:
            return await self._host.view(table.id, person)
        except TableError:
            return None

    async def _lately(self, table: TableView, person: int, seat: int, *, plays: bool) -> str:
        """What happened since this seat's last turn, as the person may read it; where it `plays` another's turn, what happened in
        that."""
        names = [each.name for each in table.seats]
        if plays:
            return recap.last_move(await self._host.log(table.id, person, table.turn), table.current or 0, names)
        told = await self._host.log(table.id, person, table.turn)
        _, since = await self._last_turn(table, person, seat)
        acted = table.current == seat and await self._host.acted(table.id, person)
        return recap.lately(since + told, seat, names, acted=acted)

    async def _meanwhile(self, table: TableView, person: int, seat: int, *, plays: bool) -> str:
        """What there is to tell somebody who waits: their own last turn, if it ended without them and they don't play another now,
        what their standing answers did since, and what is new."""
        now = await self._host.log(table.id, person, table.turn)
        own, since = ([], []) if plays else await self._last_turn(table, person, seat)
        ended = recap.ended_for_me(own, seat, [each.name for each in table.seats])
        return "\n".join(filter(None, [ended, recap.news(since + now, seat)]))

    async def _last_turn(self, table: TableView, person: int, seat: int) -> tuple[list[LogLine], list[LogLine]]:
        """The lines of a seat's last turn before this one (none, if there was none, or it is too long ago), and those since, but of
        this turn."""
        since: list[LogLine] = []
        for turn in range(table.turn - 1, max(0, table.turn - FARTHEST * len(table.seats)), -1):
            before = await self._host.log(table.id, person, turn)
            if any(recap.is_own_turn(line, seat) for line in before):
                return before, since
            since = before + since
        return [], since
