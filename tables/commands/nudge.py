"""A player's nudge to those the game is waiting for."""

from __future__ import annotations

from datetime import datetime, timedelta

from storage.models import Nudge, Table
from tables.checks import must_be_playing, player_of
from tables.command import command
from tables.errors import NoOneToNudge, NudgedLately
from tables.state import blocking_decisions
from tables.work import UnitOfWork

NUDGE_AGAIN = timedelta(days=1)
"""For how long after a nudge a game can't be nudged again."""


def must_not_be_lately(table: Table, now: datetime) -> None:
    """Raise NudgedLately if a game's latest nudge is too recent for another."""
    last = table.nudge
    if last is not None and now - last.at < NUDGE_AGAIN:
        raise NudgedLately(again=last.at + NUDGE_AGAIN)


@command("nudge")
def nudge(work: UnitOfWork) -> None:
    """Ping the people that the game waits for, as soon as they can be pinged, and tell them who nudged them. Raise NotSeated,
    NotStarted, GameOver, TablePaused, NoOneToNudge, NudgedLately."""
    must_be_playing(work.table)
    me = player_of(work.table, work.person)
    waiting = {each.decider for each in blocking_decisions(work.playing(), waits=bool(work.table.waits))}
    late = [seat.number for seat in work.table.seats if seat.number in waiting and seat.person not in (None, work.person)]
    if not late:
        raise NoOneToNudge(you=me.number in waiting)
    must_not_be_lately(work.table, work.now)
    work.set(nudge=Nudge(by=me.number, at=work.now))
    work.ping_again |= set(late)
