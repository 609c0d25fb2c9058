"""Where panels are made, from snapshots of tables."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from cogs.panels import board, hand, lobby, log, notes, recap, replays, score, turn_lines
from cogs.panels.blocks import Attachment, ForAll, ForOne
from cogs.panels.picks import packed
from cogs.panels.replays import ReplayStep
from cogs.pictures import Film, HandPicture, Picture, PictureError, RatingPicture, Scheme, Studio
from cogs.pictures.rating import FEWEST
from cogs.text import absence as text_absence
from cogs.text import ahead as text_ahead
from cogs.text import hints as text_hints
from cogs.text import hours as text_hours
from cogs.text import places as text_places
from engine import LogLine, View
from engine.replay import TurnPoints
from tables import Outcome, SeatSnapshot, TableError, TableService, TableView
from tables.absence import plays_for
from tables.auto_answers import preferred
from tables.hints import Hint
from tables.models import Pictures
from tables.replays import Shown
from tables.threads import aside_for_long

log_ = logging.getLogger(__name__)

PATIENCE = 2.0
"""How many seconds a final score waits for the points by turn: other games' replays might come first."""


class Desk:
    """Draws any panel of any table in its current state, with pictures from the `studio` (None: no pictures)."""

    def __init__(self, tables: TableService, studio: Studio | None) -> None:
        self._tables = tables
        self._studio = studio

    @property
    def draws(self) -> bool:
        """Return whether there are pictures at all."""
        return self._studio is not None

    async def lobby(self, table: TableView, pictures: Pictures | None = None) -> ForAll:
        """Return the lobby, or the record of it. `pictures`: the reader's choice, if it is for only one person."""
        if table.phase != "lobby":
            begins = await self._tables.log(table.id, None, 1) if table.started is not None else []
            return lobby.record(table, next((entry.seat or 0 for entry in begins if entry.kind == "turn"), 0))
        kingdom, wanted = table.options.kingdom, pictures or table.options.pictures
        return lobby.lobby(table, await self._picture(wanted, lambda studio, scheme: studio.kingdom(kingdom, scheme)))

    async def turn(self, seen: SeatSnapshot, pictures: Pictures | None = None) -> ForAll:
        """Return the board as a spectator sees it. A game that can't be loaded is paused."""
        assert seen.person is None
        table, view, picture = seen.table, seen.view, None
        if table.phase == "frozen":
            return board.on_hold(table)
        if view is not None and table.phase == "playing":
            wanted = pictures or table.options.pictures
            picture = await self._picture(wanted, lambda studio, scheme: studio.board(view, scheme, table.points))
        most = max(board.FEWEST, len(table.seats))
        rows = await self._turns(seen, max(1, table.turn - most + 1), table.turn)
        return board.board(table, view, rows[-most:], picture)

    async def past(self, seen: SeatSnapshot, first: int, last: int, moved: str = "") -> ForAll:
        """Return these turns as a spectator sees them, a line each; `moved`: see `log.past`. Only those that might fit are read, as
        a board can have thousands."""
        start = max(first, last - log.MOST + 1)
        return log.past(await self._turns(seen, start, last), moved, earlier=start - first)

    async def left(self, seen: SeatSnapshot, first: int, last: int) -> ForAll:
        """Return the same for the place that a game has left."""
        return await self.past(seen, first, last, text_places.moved(seen.table))

    async def _turns(self, seen: SeatSnapshot, first: int, last: int) -> list[str]:
        """Return a line for each of these turns. An Attack's late effects count for its turn."""
        assert seen.person is None
        table, entries = seen.table, list[LogLine]()
        for number in range(first, last + 1):
            entries += seen.turn_log(number) if seen.has_turn(number) else await self._tables.log(table.id, None, number)
        going_on = table.turn if table.phase == "playing" else None
        return turn_lines.rows(turn_lines.turn_lines(entries, table.seats, going_on=going_on), table.seats)

    async def board(self, table: TableView, pictures: Pictures | None = None) -> ForAll:
        """Return the current board, or what replaces it; for only one person, with the `pictures` of their choice."""
        if table.phase == "lobby":
            return await self.lobby(table, pictures)
        if table.phase == "over":
            return await self.score(table, pictures)
        return await self.turn(await self._tables.snapshot(table.id, None), pictures)

    async def score(self, table: TableView, pictures: Pictures | None = None) -> ForAll:
        """Return the final score."""
        return score.score(table, await self.plot(table, pictures))

    async def course(self, table: TableView, person: int) -> ForOne:
        """Return how everyone's score grew."""
        return score.course(table, await self._tables.records.points_over_turns(table.id), person)

    async def rating(self, numbers: Sequence[int], games: int, person: int) -> Attachment | None:
        """Return someone's ratings after each of their last games as a picture for a person; None: there isn't one for them."""
        if len(numbers) < FEWEST:
            return None
        picture = RatingPicture(tuple(numbers), games)
        wanted = (await self._tables.people.settings(person)).pictures
        return await self._picture(wanted, lambda studio, scheme: studio.draw(picture, scheme))

    async def plot(self, table: TableView, pictures: Pictures | None = None) -> Attachment | None:
        """Return the final score as a picture, with the points by turn unless the current version can't replay the game, or takes
        too long to."""
        result, wanted = table.result, pictures or table.options.pictures
        if result is None or not self.draws or wanted == "none":
            return None
        history: tuple[TurnPoints, ...] = ()
        with suppress(TableError, TimeoutError):
            async with asyncio.timeout(PATIENCE):
                history = await self._tables.records.points_over_turns(table.id)
        return await self._picture(wanted, lambda studio, scheme: studio.score(result, history, scheme))

    async def replay(self, shown: Shown, at: ReplayStep, person: int, *, shares: bool) -> ForOne:
        """Return a step of a replay for one person; `shares`: they can show everyone a turn, or an animation."""
        position, seat = shown.replay.positions[at.number - 1], at.seat or 0
        drawn = HandPicture.opened(position.view, seat, shown.table.seats[seat].name)
        wanted = (await self._tables.people.settings(person)).pictures
        picture = await self._picture(wanted, lambda studio, scheme: studio.draw(drawn, scheme)) if drawn.cards else None
        animates = shares and self.draws and shown.table.options.pictures != "none"
        return replays.replay(shown, at, person, picture, shares=shares, animates=animates)

    async def position(self, shown: Shown, at: ReplayStep) -> ForAll:
        """Return a step of a replay for everyone."""
        position = shown.replay.positions[at.number - 1]
        seats = zip(position.view.players, shown.table.seats, strict=True)
        players = tuple(player.model_copy(update={"name": seat.name}) for player, seat in seats)
        view, points = position.view.model_copy(update={"players": players}), position.points
        wanted = shown.table.options.pictures
        return replays.shared(shown, at, await self._picture(wanted, lambda studio, scheme: studio.board(view, scheme, points)))

    async def animation(self, shown: Shown) -> ForAll | None:
        """Return how the points of a finished game grew, for everyone, in its turn as such long work; None if it can't be
        drawn."""
        names = [seat.name for seat in shown.table.seats]
        async with self._tables.records.turns.one():
            film = await aside_for_long(lambda: Film.of(names, replays.captions(shown), shown.replay.positions))
            picture = await self._picture(shown.table.options.pictures, lambda studio, scheme: studio.film(film, scheme))
        return replays.animation(shown, picture) if picture is not None else None

    async def hand(
        self, table: TableView, person: int, *, note: str = "", picked: tuple[int, str] | None = None, still: bool = False
    ) -> ForOne:
        """Return one person's panel of the current table: it can be newer than `table`, but never older. So recording that version
        can at worst cause a redundant edit."""
        return await self.panel(await self._tables.snapshot(table.id, person), note=note, picked=picked, still=still)

    async def panel(
        self,
        seen: SeatSnapshot,
        *,
        note: str = "",
        picked: tuple[int, str] | None = None,
        still: bool = False,
        pinged: bool | None = None,
    ) -> ForOne:
        """Return one person's panel (`still`: in a message that doesn't follow the game; `pinged`: in a ping, whether pings are
        on)."""
        assert seen.person is not None
        planned, hints = None, list[str]()
        if seen.view is not None and seen.seat is not None and seen.table.phase == "playing":
            hint = _hint(seen)
            hints = [_unused(seen), *([text_hints.hint(hint, seen.view)] if hint is not None else [])]
            asked = hand.to_answer(seen.view, seen.seat.number, waits=seen.table.waits)
            if asked is None and not seen.view.is_turn_of(seen.seat.number) and not seen.seat.resigned:
                planned = _planned(seen)
        drawn = partial(
            hand.hand,
            seen.table,
            seen.view,
            seen.person,
            undo=seen.last_move,
            undo_turn=seen.undoes_alone,
            ask_undo=seen.askable and not seen.undoes_alone,
            waits=bool(seen.answers.wait),
            hint="\n".join(filter(None, hints)),
            auto=seen.auto,
            still=still,
            planned=planned,
            picture=await self._hand(seen),
            pinged=hand.Pinged(here=seen.said.pings is not None, on=pinged) if pinged is not None else None,
        )
        offered = _preferred(seen)
        lately = _news(seen)
        plain = drawn(note="", lately=lately, picked=offered)
        if not note and picked is None:
            return plain
        noted = _news(seen, note) if note else lately
        return replace(drawn(note=note, lately=noted, picked=picked or offered), plain=plain.plain or plain.panel)

    async def welcome(self, outcome: Outcome, told: str = "") -> str:
        """Return what to say about someone's move, after a welcome if they were away, and with what an AI did for them. It only
        reads those of the AI's turns that it shows."""
        told = text_hours.with_return(told) if outcome.returned else told
        seat, turns = outcome.snapshot.seat, outcome.played_for
        if seat is None or not turns:
            return told
        latest = range(max(turns.start, turns.stop - recap.MOST * len(outcome.table.seats)), turns.stop)
        entries = await self._tables.log(outcome.table.id, seat.person, latest)
        lines = recap.in_your_name(entries, seat.number, outcome.table.seats)
        return "\n".join(filter(None, [told, f"{text_absence.IN_YOUR_NAME}\n{lines}" if lines else ""]))

    async def _hand(self, seen: SeatSnapshot) -> Attachment | None:
        """Return the hand that a person's panel is about: their own, or the one they decide for. An empty one needs no picture."""
        view = seen.view
        if view is None or seen.seat is None or seen.seat.resigned or seen.table.phase != "playing":
            return None
        asked = hand.to_answer(view, view.viewer, waits=seen.table.waits)
        shown = asked.seat if asked is not None else view.viewer
        if shown is None or not view.players[shown].hand:
            return None
        return await self._picture(seen.settings.pictures, lambda studio, scheme: studio.hand(view, shown, scheme))

    async def _picture(self, wanted: Pictures, draw: Callable[[Studio, Scheme], Awaitable[Picture]]) -> Attachment | None:
        """Return a picture in the chosen style; None if they want none, or it can't be drawn: the text beside it says the same."""
        if self._studio is None or wanted == "none":
            return None
        try:
            picture = await draw(self._studio, wanted)
        except PictureError as error:
            log_.warning("A panel goes without its picture: %s", error)
            return None
        return Attachment(picture.file, picture.png, picture.alt)

    async def ping(self, table: TableView, person: int) -> ForAll:
        """Return the ping of someone whose direct messages are closed."""
        said = await self._tables.people.said(person, table.id)
        return notes.ping(table, person, here=said.pings is not None)

    async def piles(self, table: TableView) -> list[str]:
        """Return the piles on the table; none before the game."""
        view = await self.view(table, None)
        return [pile.name for pile in view.piles] if view is not None else []

    async def view(self, table: TableView, person: int | None) -> View | None:
        """Return what a person (None: a spectator) may know of the game; None if there is nothing to see."""
        return (await self._tables.snapshot(table.id, person)).view


def _preferred(seen: SeatSnapshot) -> tuple[int, str] | None:
    """Return the picks that a question starts with, from the person's list of discards, if that doesn't decide everything."""
    view = seen.view
    asked = hand.to_answer(view, view.viewer) if view is not None else None
    if view is None or asked is None or hand.settled(asked):
        return None
    question = asked.follow or asked
    if question.preselected:
        return None
    ids = preferred(view, question, seen.answers.discards or ())
    return (asked.id, packed(question, ids)) if ids else None


def _hint(seen: SeatSnapshot) -> Hint | None:
    """Return the hint for someone's panel: not one about something that they have already answered, or can't do now."""
    view, waits = seen.view, seen.table.waits
    assert view is not None and seen.seat is not None
    asked = hand.to_answer(view, view.viewer, waits=waits)
    if asked is not None:
        return None if asked.answered or (waits and asked.step) else seen.hint(asked)
    there = not seen.seat.resigned and not plays_for(seen.seat)
    can_plan = there and not view.is_turn_of(seen.seat.number) and seen.plan is None
    return seen.hint(None) if can_plan else None


def _unused(seen: SeatSnapshot) -> str:
    """Return how to use a Reaction on others' turns, for someone who has just gained their first; nothing while they are asked
    something, or once they have acted in their next turn."""
    view = seen.view
    assert view is not None and seen.seat is not None
    asked = hand.to_answer(view, view.viewer, waits=seen.table.waits)
    busy = view.is_turn_of(seen.seat.number) if asked is None else asked.kind != "turn" or seen.acted
    if busy or plays_for(seen.seat):
        return ""
    return text_hints.unused(seen.first_unused)


def _planned(seen: SeatSnapshot) -> str:
    """Return a person's plan with what it would do; empty if there is none."""
    if seen.plan is None or seen.preview is None:
        return ""
    return text_ahead.plan(seen.plan.text, seen.preview.lines, seen.preview.stops, seen.preview.unknown)


def _news(seen: SeatSnapshot, note: str = "") -> str:
    """Return what is new for someone, above their hand; with a `note`, leave out what the note says."""
    view, seat, own = seen.view, seen.seat, text_absence.IN_YOUR_NAME not in note
    if view is None or seat is None or seen.table.phase != "playing":
        return ""
    asked = hand.to_answer(view, seat.number, waits=seen.table.waits)
    if asked is None:
        return _meanwhile(seen, plays=view.is_turn_of(seat.number), own=own)
    if asked.kind == "turn":
        return _lately(seen, plays=view.possessor == seat.number, undone=not note, own=own)
    # A question can be answered without knowing what else happened, unless a plan stopped there or waits, or a turn starts with it.
    if view.is_turn_of(seat.number) and seen.plan is not None and seen.plan.text:
        return text_ahead.GOES_ON
    if view.is_turn_of(seat.number) and not any(line.kind == "play" for line in seen.this_turn) and not seen.acted:
        return _lately(seen, plays=False, undone=not note, own=own)
    return recap.plan_stopped(seen.this_turn, seat.number, seen.table.seats)


def _lately(seen: SeatSnapshot, *, plays: bool, undone: bool = True, own: bool = True) -> str:
    """Return what happened since this seat's last turn, as the person may read it; if it `plays` another's turn, what happened in
    that turn. `undone`: include what has just been undone; `own`: include their own last turn, if they have hardly seen it."""
    table, seat = seen.table, seen.seat
    assert seat is not None
    if plays:
        return recap.last_move(seen.this_turn, table.current or 0, table.seats, seat.number)
    acted, since = table.current == seat.number and seen.acted, seen.since_own_turn
    told = recap.lately([*since, *seen.this_turn], seat.number, table.seats, acted=acted, undone=undone)
    unseen = own and not acted and not _took_over(seen) and recap.passed_unseen(seen.own_last_turn, since, table.seats)
    if not unseen:
        return told
    return "\n".join(filter(None, [recap.own_turn(seen.own_last_turn, seat.number, table.seats), told]))


def _meanwhile(seen: SeatSnapshot, *, plays: bool, own: bool) -> str:
    """Return the news for someone who waits: their `own` last turn, unless they play another now, what their auto-answers did
    since, and what else is new."""
    assert seen.seat is not None
    last, since = ((), ()) if plays else (seen.own_last_turn, seen.since_own_turn)
    turn = recap.own_turn(last if own and not _took_over(seen) else (), seen.seat.number, seen.table.seats)
    return "\n".join(filter(None, [turn, recap.news([*since, *seen.this_turn], seen.seat.number, seen.table.seats)]))


def _took_over(seen: SeatSnapshot) -> bool:
    """Return whether a person has taken over their seat since its last turn."""
    return recap.took_over([*seen.since_own_turn, *seen.this_turn])
