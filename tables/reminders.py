"""When people are pinged and reminded, by their own settings. Pure, and without a clock."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from storage.models import Look, Seat, Table
from storage.personal import AutoAnswers, Hours, PersonSettings, Why
from tables import waking
from tables.state import undecided

DAY = timedelta(days=1)


class Wait(NamedTuple):
    """A game that waits for a person: in which seat, since when, and the person's settings for it (no field is None)."""

    table: Table
    seat: Seat
    since: datetime
    answers: AutoAnswers


def since(table: Table, seat: Seat) -> datetime | None:
    """Return when a table began to wait for a seat's move, or for an answer to a proposal; None if it doesn't wait."""
    if table.phase != "playing" or seat.person is None or seat.resigned:
        return None
    asked = [table.proposal.at] if table.proposal is not None and seat.number in undecided(table) else []
    return min([*asked, *([seat.waiting_since] if seat.waiting_since is not None else [])], default=None)


def ring_at(start: datetime, answers: AutoAnswers, hours: Hours) -> datetime | None:
    """Return when to send a ping that is due at `start`; None if the person wants none, or hasn't said when they'll be back."""
    return waking.reachable(start, hours) if answers.pings == "each" else None


def remind_at(wait: Wait, settings: PersonSettings, last: datetime | None) -> datetime | None:
    """Return when to remind a person of a game; None: never. `last`: when they were last reminded of any game."""
    hours = settings.hours
    first = waking.reachable(wait.since, hours)
    if first is None:
        return None
    again = last is not None and last >= first
    start = last if last is not None and again else first
    at = _digest_at(start, settings) if wait.answers.pings == "daily" else _interval_ends(wait, start, hours, again=again)
    return waking.reachable(at, hours) if at is not None else None


def _digest_at(start: datetime, settings: PersonSettings) -> datetime:
    return waking.next_at(settings.digest, start, settings.hours)


def _interval_ends(wait: Wait, start: datetime, hours: Hours, *, again: bool) -> datetime | None:
    """Return when the person's interval ends. Half a limit counts their waking hours; after that, it's at least a day."""
    remind, limit = wait.answers.remind, wait.table.options.limit
    if remind == "off" or (remind == "half" and limit is None):
        return None
    if remind is not None and remind != "half":
        return start + timedelta(hours=int(remind))
    half = timedelta(minutes=limit or 0) / 2
    return waking.passes(start, max(half, DAY) if again else half, hours, start=wait.table.started or start)


def looks(table: Table, seat: Seat, answers: AutoAnswers, settings: PersonSettings) -> list[Look]:
    """Return when to check whether to remind the person in a seat that the game has started to wait for."""
    begun = since(table, seat)
    at = remind_at(Wait(table, seat, begun, answers), settings, None) if begun is not None else None
    return [Look(person=seat.person, at=at)] if at is not None and seat.person is not None else []


class Due(NamedTuple):
    """When to remind a person, and by which setting."""

    at: datetime
    why: Why


def due(wait: Wait, settings: PersonSettings, last: datetime | None) -> Due | None:
    """Return when to remind a person of a game, and by which setting; None: never, as things stand."""
    at, said = remind_at(wait, settings, last), wait.answers
    return Due(at, "daily" if said.pings == "daily" else said.remind or "half") if at is not None else None
