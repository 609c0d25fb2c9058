"""The pings of a commit, and when to check whether people need a reminder."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from storage.models import Look, Ping, Seat, Table
from storage.personal import AutoAnswers, Hours, PersonSettings
from tables import reminders

LATE = timedelta(minutes=10)
"""How long the game waits before it pings someone who was there when the wait started: they might just have looked away."""
STALE = timedelta(hours=1)
"""A ping that is this late isn't sent, because the bot wasn't running: one message then lists all the games that wait for its
person."""


class SeatNews(NamedTuple):
    """What a commit means for a seat. `decision`: what the game waits for, if anything; `news`: whether that is new; `asked`: a
    proposal waits for its answer; `newly`: since this commit; `acted`: its person acts; `moved`: everyone sees a move of theirs;
    `stood_in`: since this commit, an AI plays for them."""

    now: datetime
    decision: int | None
    news: bool
    asked: bool
    newly: bool
    acted: bool
    moved: bool
    stood_in: bool = False


class Calls:
    """Gathers the pings of a commit. `overdue`: the commit does something that was due long ago, so people aren't pinged for each
    game."""

    def __init__(self, *, overdue: bool = False) -> None:
        self.pings: list[Ping] = []
        self.looks: list[Look] = []
        self._overdue = overdue

    def mind(
        self, table: Table, before: Seat, moment: SeatNews, answers: AutoAnswers, settings: PersonSettings
    ) -> dict[str, object]:
        """If there is a reason, ping the person in a seat that something waits for, or note when to. Return what the seat keeps
        about that; `before`: the seat before the commit."""
        seat = table.seats[before.number]
        assert seat.person is not None
        begun = seat.waiting_since not in (None, before.waiting_since) or (moment.asked and moment.newly)
        self.looks += reminders.looks(table, seat, answers, settings) if begun else []
        ring = ring_of(table, before, moment, answers, settings.hours)
        if ring is None or ring > moment.now:
            return {"ring": ring}
        if self._overdue or moment.now - ring >= STALE:
            self.looks.append(Look(person=seat.person, at=moment.now, missed=True))
        else:
            self.ping(table, seat, moment.decision, moment.now)
        return {"call": table.version, "ring": None}

    def tell_end(self, table: Table, seat: Seat, now: datetime, answers: AutoAnswers, hours: Hours) -> dict[str, object]:
        """Ping the person in a seat because the game is over, unless that would be in their quiet hours."""
        if self._overdue or not can_ping(now, answers, hours):
            return {}
        self.ping(table, seat, None, now)
        return {"call": table.version}

    def ping(self, table: Table, seat: Seat, decision: int | None, now: datetime) -> None:
        """Ping the person who has this seat; `decision`: what waits for them, if anything does."""
        assert seat.person is not None
        self.pings.append(
            Ping(table=table.id, version=table.version, seat=seat.number, person=seat.person, decision=decision or 0, at=now)
        )


def ring_of(table: Table, before: Seat, moment: SeatNews, answers: AutoAnswers, hours: Hours) -> datetime | None:
    """Return when to send a seat's ping; None if there is none. Someone who acts is pinged if no one sees them move for `LATE`. For
    a question about a seat, those who can be pinged are pinged where the game is."""
    seat, now = table.seats[before.number], moment.now
    if moment.stood_in:
        return None if moment.acted else reminders.ring_at(now, answers, hours)
    in_channel = table.proposal is not None and table.proposal.newcomer is not None and can_ping(now, answers, hours)
    news = moment.news or (moment.asked and moment.newly and not in_channel)
    unpinged = seat.waiting_since is not None and seat.call is None
    if news and not moment.acted:
        start = now
    elif not unpinged and (before.ring is None or moment.moved):
        return None
    elif moment.acted:
        start = now + LATE
        if before.ring is not None and before.ring > now and not moment.moved:  # no one else sees it, so it delays nothing
            start = min(start, before.ring)
    else:
        start = before.ring or (seat.waiting_since or now) + LATE
    at = reminders.ring_at(start, answers, hours)
    return reminders.ring_at(now, answers, hours) if at is not None and timedelta() < now - at < STALE else at


def is_overdue(table: Table, now: datetime) -> bool:
    """Return whether something at a table was due long ago: the bot wasn't running."""
    return table.due is not None and now - table.due >= STALE


def can_ping(now: datetime, answers: AutoAnswers, hours: Hours) -> bool:
    """Return whether a person can be pinged now."""
    return reminders.ring_at(now, answers, hours) == now
