"""How a table gathers its players until its game starts: who is awaited, who hosts it, and how long it stays open."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from storage.models import Gathering, Seat, Table

OPEN_FOR = timedelta(days=7)
"""How long a table stays open without a change."""
NOTICE = timedelta(days=1)
"""How long before closing its host is warned."""


def changed(table: Table, before: Table, now: datetime) -> Table:
    """Return a lobby that someone has changed: it stays open from now on, and says so if another person hosts it."""
    gathering = Gathering(changed=now, wanted=table.gathering.wanted)
    left = next((seat.name for seat in before.seats if seat.person == before.host != table.host), None)
    if left is not None:
        gathering = gathering.model_copy(update={"left": left, "former_host": before.host})
    return table.model_copy(update={"gathering": gathering})


def without(gathering: Gathering, person: int | None) -> Gathering:
    """Return who is still missing once a person has joined or left."""
    return gathering.model_copy(update={"wanted": tuple(each for each in gathering.wanted if each != person)})


def complete(table: Table, before: Table) -> bool:
    """Return whether, with the latest change, everyone a rematch waited for has joined or left; then it starts."""
    people = [seat for seat in table.seats if seat.person is not None]
    return bool(before.gathering.wanted) and not table.gathering.wanted and len(people) > 1


def next_host(host: int, seats: Iterable[Seat]) -> int:
    """Return who hosts a table: its host while they play, or else the first to join among those who do."""
    people = [seat.person for seat in seats if seat.person is not None and not seat.resigned]
    return host if host in people or not people else people[0]


# how long it stays open


def due(table: Table) -> datetime | None:
    """Return when a lobby warns its host, or if it has, when it closes."""
    if table.phase != "lobby":
        return None
    return closes(table.gathering) or (table.gathering.changed or table.created) + OPEN_FOR - NOTICE


def closes(gathering: Gathering) -> datetime | None:
    """Return when a lobby whose host was warned closes."""
    return gathering.warned + NOTICE if gathering.warned is not None else None


def passed(table: Table, now: datetime) -> Table:
    """Return a table when its time as a lobby is up: its host is warned, or at least a day later, it is closed."""
    at = due(table)
    if at is None or at > now:
        return table
    if table.gathering.warned is None:
        return table.model_copy(update={"gathering": table.gathering.model_copy(update={"warned": now})})
    expired = table.gathering.model_copy(update={"expired": True})
    return table.model_copy(update={"phase": "over", "ended": now, "gathering": expired})
