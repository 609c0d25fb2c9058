"""What is kept about finished games, as its readers may see it: lists of games, statistics and ratings; and how it is made."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Literal, NamedTuple

from engine import Game, LogLine, Save
from engine.words import nameless
from storage.models import Table
from storage.records import (
    Chronicle,
    Figures,
    GameRecord,
    GamesWanted,
    HeadToHead,
    Player,
    Rating,
    RatingChange,
    SeatRecord,
    Skill,
    Statistics,
    Subject,
    Uncounted,
    kingdom_key,
    subject_of,
)
from tables.access import TableAccess
from tables.checks import involves
from tables.chronicle import record, told
from tables.errors import NotSeated, NotShown, StillPlaying
from tables.models import TableView
from tables.threads import aside, aside_for_long

__all__ = [
    "Chronicle",
    "Figures",
    "FinishedGame",
    "GameRecord",
    "HeadToHead",
    "History",
    "Player",
    "Rating",
    "RatingChange",
    "SeatRecord",
    "Skill",
    "Statistics",
    "Subject",
    "Uncounted",
    "kingdom_key",
    "subject_of",
]

log = logging.getLogger(__name__)
EVERY, SOON = 600.0, 5.0
"""Seconds between searches for games without a record, and before the first one."""
RECORDED, RATED, PAUSE = 10, 50, 0.05
"""How many games get their record, or their ratings, before a pause, and how many seconds the pause takes."""
MOST_LISTED = 100
MOST_DRAWN = 500
"""The most games in the plot of a rating."""


class FinishedGame(NamedTuple):
    """A finished game: its record and its table, with the names that its viewer may know; if it is private, also the people who
    share it, and how many have to."""

    record: GameRecord
    table: TableView
    sharing: Sequence[int]
    players: int


class History:
    """What is kept about finished games. People who don't want to be listed aren't on any leaderboard; others see neither their
    games, statistics and ratings, nor their names in games of other people."""

    def __init__(self, access: TableAccess) -> None:
        self._access = access
        self._store = access.store

    # reading

    async def games(
        self,
        viewer: int | None,
        *,
        person: Player | None = None,
        server: int | None = None,
        card: str | None = None,
        kingdom: str | None = None,
        opponent: Player | None = None,
        before: str | None = None,
        after: str | None = None,
        limit: int = 10,
    ) -> list[GameRecord]:
        """Return finished games that a viewer can look at, newest first: all, or only those of a player, on a server, with a card,
        of a kingdom (`kingdom_key`), and with an opponent; older than the game `before`, or the next ones after the game `after`. A
        private table's games are for their players only, unless all of them share it."""
        shows = await asyncio.gather(*(self._shows(viewer, each, person) for each in (person, opponent)))
        if not all(shows):
            return []
        wanted = GamesWanted(
            viewer=viewer,
            player=person,
            server=server,
            card=card,
            kingdom=kingdom,
            opponent=opponent,
            before=before,
            after=after,
            most=min(limit, MOST_LISTED),
        )
        return [await self._seen(game, viewer) for game in await self._store.games(wanted)]

    async def game(self, viewer: int | None, table: str) -> FinishedGame:
        """Return one finished game as its viewer may see it. Raise NotShown, NoTable."""
        found = await self._store.finished_game(viewer, table)
        if found is None:
            raise NotShown
        record = await self._seen(found, viewer)
        shown = (await self._access.state(table)).shown
        sharing = await self._store.shared(table) if record.private else []
        gone = sum(seat.player is None for seat in found.seats)
        return FinishedGame(record, unnamed(shown, record), sharing, len(found.people) + gone)

    async def look(self, viewer: int | None, table: str) -> TableView:
        """Return a table as its viewer may see it: a finished game as `game` does (without a record, only its players can see it),
        any other as everyone does. Raise NoTable, NotShown."""
        shown = (await self._access.state(table)).shown
        if not is_finished(shown) or (viewer is not None and shown.involves(viewer)):
            return shown
        return (await self.game(viewer, table)).table

    async def table(self, viewer: int | None, table: str, what: Literal["replay", "seed", "what-if"]) -> TableView:
        """Return a finished game's table as its viewer may see it. `what`: the purpose. Raise NoTable, StillPlaying, NotShown."""
        shown = await self.look(viewer, table)
        if not is_finished(shown):
            raise StillPlaying(what, about=shown)
        return shown

    async def stats(self, viewer: int | None, of: Subject) -> Statistics | None:
        """Return statistics of the games that count and aren't private; that includes a person's own. None: the person doesn't show
        them."""
        own = of == Subject("person", viewer) if viewer is not None else False
        if of.kind == "person" and not await self._shows(viewer, of.of):
            return None
        return await self._store.statistics(of, hidden=own)

    async def leaderboard(self, server: int | None = None, *, ais: bool = False, limit: int = 20) -> list[Rating]:
        """Return the best players on a server, or everywhere, best first, by the skill that they almost certainly reach; or the
        AIs."""
        return await self._store.leaderboard(server, min(limit, MOST_LISTED), ais=ais)

    async def rating(self, viewer: int | None, player: Player, server: int | None = None) -> Rating | None:
        """Return a player's rating on a server, or everywhere; None if they have none, or don't show it."""
        return await self._store.rating(player, server) if await self._shows(viewer, player) else None

    async def rating_history(
        self, viewer: int | None, player: Player, server: int | None = None, *, skip: int = 0, limit: int = 20
    ) -> list[RatingChange]:
        """Return how each game changed a player's rating, newest first, skipping the first few (`skip`)."""
        if not await self._shows(viewer, player):
            return []
        found = await self._store.rating_changes(viewer, player, server, skip=skip, most=min(limit, MOST_LISTED))
        return [await self._change_seen(each, viewer) for each in found]

    async def rating_course(self, viewer: int | None, player: Player, server: int | None = None) -> list[Skill]:
        """Return a player's ratings after each of the last games, oldest first; none if they don't show them."""
        return await self._store.rating_course(player, server, MOST_DRAWN) if await self._shows(viewer, player) else []

    async def head_to_head(self, viewer: int | None, first: Player, second: Player) -> HeadToHead | None:
        """Return how two players did in games with both of them. None: one of them doesn't show that."""
        shows = await asyncio.gather(self._shows(viewer, first, second), self._shows(viewer, second, first))
        return await self._store.head_to_head(viewer, first, second) if all(shows) else None

    async def _shows(self, viewer: int | None, player: Player | None, *also: Player | None) -> bool:
        """Return whether a viewer can look up a player, perhaps because it is one of their own games."""
        if not isinstance(player, int) or viewer in (player, *also):
            return True
        return (await self._access.settings(player)).listed

    async def _change_seen(self, change: RatingChange, viewer: int | None) -> RatingChange:
        seen = await self._seen(change.record, viewer) if change.record is not None else None
        return change.model_copy(update={"record": seen})

    async def _seen(self, game: GameRecord, viewer: int | None) -> GameRecord:
        """Return a game without the people that its viewer can't look up, unless the viewer played in it."""
        if viewer is not None and game.involves(viewer):
            return game
        seats = tuple([await self._unnamed(seat, viewer) for seat in game.seats])
        return game.model_copy(update={"seats": seats})

    async def _unnamed(self, seat: SeatRecord, viewer: int | None) -> SeatRecord:
        shown = [each for each in seat.former if await self._shows(viewer, each)]
        if len(shown) == len(seat.former) and await self._shows(viewer, seat.person):
            return seat
        person = seat.person if await self._shows(viewer, seat.person) else None
        return seat.model_copy(update={"person": person, "name": nameless(seat.seat + 1), "former": tuple(shown)})

    # what people decide about their games

    async def share(self, table: str, person: int, *, shared: bool = True) -> bool:
        """Agree, for this person, that everyone can look at a private game; return whether all who have or had a seat agree.
        Raise NoTable, StillPlaying, NotSeated."""
        async with self._access.lock(table):
            state = await self._access.load(table)
            if not involves(state.table, person):
                raise NotSeated("watching")
            if state.table.phase != "over":
                raise StillPlaying("share", about=state.shown)
            await self._store.share(table, person, shared=shared)
        return await self._store.finished_game(None, table) is not None

    # making

    async def run(self) -> None:
        """Make missing records, such as those of games that ended before there were records, until cancelled."""
        await asyncio.sleep(SOON)
        while True:
            try:
                await self.catch_up()
            except Exception:
                log.exception("Records of finished games couldn't be made")
            await asyncio.sleep(EVERY)

    async def catch_up(self) -> None:
        """Make all missing records, then rate all unrated games, a few at a time."""
        while missing := await self._store.unrecorded(RECORDED):
            for table, replay in missing:
                await self._record(table, replay=replay)
            await asyncio.sleep(PAUSE)
        rated = RATED
        while rated == RATED:
            rated = await self._store.rate(RATED)
            await asyncio.sleep(PAUSE)

    async def rebuild(self) -> None:
        """Make all records, ratings and statistics again, from the journals: for games that this code can't replay, from their
        logs."""
        await self._store.start_over()
        await self.catch_up()

    async def delete(self, table: str) -> None:
        """Delete a finished game with everything that belongs to it, and rate again those that ended after it. Raise NoTable,
        StillPlaying."""
        await self._access.delete(table)
        await self.catch_up()

    async def _record(self, id: str, *, replay: bool) -> None:
        """Make a finished game's record. One that can't be made is logged and skipped."""
        async with self._access.lock(id):
            try:
                table = await self._store.table(id)
                made = await aside(record, table, await self._chronicle(table, replay=replay)) if table is not None else None
                await self._store.record(id, made)
            except Exception as error:
                log.warning("Game %s gets no record: %r", id, error)
                await self._store.record(id, None)

    async def _chronicle(self, table: Table, *, replay: bool) -> Chronicle:
        stored = await self._store.chronicle(table.id)
        if replay or any(line.kind == "worded" for line in stored.lines):
            try:
                saved = await self._store.game(table.id)
                if saved is not None:
                    entries = [each.entry for each in await self._store.journal(table.id)]
                    whole = saved.save.model_copy(update={"snapshot": None, "entries": tuple(entries)})
                    return stored._replace(lines=await aside_for_long(replayed, whole))
            except Exception as error:
                log.warning("Game %s can't be replayed, so its record is based on its log: %r", table.id, error)
        return stored


def is_finished(table: TableView) -> bool:
    """Return whether a table's game has been played, and is over."""
    return table.phase == "over" and table.started is not None


def unnamed(table: TableView, record: GameRecord) -> TableView:
    """Return a finished game's table without the names that its record leaves out."""
    hidden = {seat.seat: seat.name for seat in record.seats if seat.name == nameless(seat.seat + 1)}
    if not hidden:
        return table
    seats = tuple(
        each.model_copy(update={"name": hidden[each.number], "person": None, "taken_over": None}) if each.number in hidden else each
        for each in table.seats
    )
    result = table.result
    if result is not None:
        scores = (each.model_copy(update={"name": hidden.get(each.seat, each.name)}) for each in result.scores)
        result = result.model_copy(update={"scores": tuple(scores), "ending": record.ending})
    return table.model_copy(update={"seats": seats, "result": result})


def in_words(line: LogLine) -> bool:
    """Return whether an older version stored a line, or part of it, as text, which might name people."""
    parts = (line, line.undone, line.ending)
    return any(part is not None and bool(part.wording) for part in parts)


def replayed(save: Save) -> tuple[LogLine, ...]:
    """Play a game again from its start, and return the lines of its log that records need. Raise SaveMismatch."""
    return told(Game.load(save).log)
