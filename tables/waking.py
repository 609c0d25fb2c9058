"""A person's hours: when a limit on their waking hours runs out, and how long they are away. Pure, and without a clock."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import lru_cache
from heapq import merge
from itertools import count, islice, pairwise
from operator import attrgetter
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from storage.models import OPEN_END
from storage.personal import MOST_AWAY, MOST_EARLIER, Away, EarlierHours, Hours

ALLOWANCE = timedelta(days=14)
"""How long each person can be away in a game; anything beyond that counts as waking hours again."""
LONGEST = timedelta(days=60)
"""The longest that any limit can take: the longest limit, with the most quiet hours and all allowed time away."""

Sleep = tuple[datetime, datetime]


def passes(since: datetime, limit: timedelta, hours: Hours, *, start: datetime) -> datetime:
    """Return when a limit that started at `since` runs out. `start`: when the game started to use up its allowance of time away."""
    at, left = since, limit
    for begins, ends in merge(nights(hours, since), away(hours, start)):
        if begins - at >= left:
            break
        if ends > at:
            left -= max(begins - at, timedelta())
            at = ends
    return at + left


def reachable(at: datetime, hours: Hours) -> datetime | None:
    """Return the first moment from `at` on when a person is awake and here; None if they haven't said when they'll be back."""
    while True:
        sleeps = [(each.since, each.until or OPEN_END) for each in hours.away]
        sleeps += islice(nights(hours, at), 3)  # yesterday's, today's and tomorrow's
        until = max((ends for begins, ends in sleeps if begins <= at < ends), default=None)
        if until is None:
            return at
        if until == OPEN_END:
            return None
        at = until


def next_at(minute: int, after: datetime, hours: Hours) -> datetime:
    """Return the next time `after` that one when the person's clock shows this time of day (without a time zone: in UTC)."""
    zone = zone_of(hours.zone) or UTC
    today = after.astimezone(zone).date()
    times = (clock_time(today + timedelta(days=days), minute, zone).astimezone(UTC) for days in count())
    return next(at for at in times if at > after)


def nights(hours: Hours, since: datetime) -> Iterator[Sleep]:
    """Yield the quiet hours, endlessly and in order, starting with those under way at `since`. At each time, the settings then in
    force apply."""
    start = since
    for each in hours.earlier:
        if each.until > since:
            yield from within(start, each.until, quiet(each.zone, each.quiet, start))
            start = each.until
    now = quiet(hours.zone, hours.quiet, start)
    yield from now if start == since else within(start, OPEN_END, now)


def within(first: datetime, last: datetime, sleeps: Iterable[Sleep]) -> Iterator[Sleep]:
    """Yield the parts of these times between two others."""
    for begins, ends in sleeps:
        if begins >= last:
            return
        if ends > first:
            yield max(begins, first), min(ends, last)


def quiet(name: str | None, minutes: tuple[int, int] | None, since: datetime) -> Iterator[Sleep]:
    """Yield the quiet hours of a time zone, endlessly. They last as long as the clocks say, and a repeated hour counts twice."""
    zone = zone_of(name)
    if zone is None or minutes is None:
        return
    first, last = minutes
    today = since.astimezone(zone).date()
    for days in count(-1):
        day = today + timedelta(days=days)
        begins = clock_time(day, first, zone)
        ends = clock_time(day + timedelta(days=last <= first), last, zone)
        yield begins.astimezone(UTC), max(ends.astimezone(UTC), ends.replace(fold=1).astimezone(UTC))


def clock_time(day: date, minute: int, zone: tzinfo) -> datetime:
    """Return a time of day, in minutes since midnight."""
    return datetime.combine(day, time(minute // 60, minute % 60), zone)


def changed(before: Hours, after: Hours, now: datetime) -> Hours:
    """Return new hours that don't change how the time until now counts. If there are too many earlier ones, the shortest are
    dropped."""
    if (before.zone, before.quiet) == (after.zone, after.quiet):
        return after
    kept = [each for each in before.earlier if now - each.until < LONGEST]
    kept.append(EarlierHours(until=now, zone=before.zone, quiet=before.quiet))
    if len(kept) > MOST_EARLIER:
        spans = {each.until: each.until - last.until for last, each in pairwise(kept)}
        del kept[kept.index(min(kept[1:], key=lambda each: spans[each.until]))]
    return after.model_copy(update={"earlier": tuple(kept)})


def away(hours: Hours, start: datetime) -> Iterator[Sleep]:
    """Yield the times away within a game's allowance, in order."""
    left = ALLOWANCE
    for each in hours.away:
        begins, ends = max(each.since, start), each.until or OPEN_END
        if begins < ends and left > timedelta():
            ends = min(ends, begins + left)
            yield begins, ends
            left -= ends - begins


# being away


def away_until(hours: Hours, now: datetime) -> datetime | None:
    """Return when a person's current absence ends: `OPEN_END` if they haven't said; None if they are here."""
    ends = (each.until or OPEN_END for each in hours.away if each.since <= now)
    return max((each for each in ends if each > now), default=None)


def back(hours: Hours, now: datetime) -> Hours:
    """Return the hours of a person who is back from now on; earlier times away stay, because games count them."""
    ended = (each if each.until is not None and each.until <= now else Away(since=each.since, until=now) for each in hours.away)
    return hours.model_copy(update={"away": tuple(each for each in ended if each.since < now)})


def leave(hours: Hours, now: datetime, until: datetime | None) -> Hours:
    """Return the hours of a person who is away from now on; if they already were, the time until now remains. If there are too many
    earlier times, the shortest are dropped."""
    past = sorted(back(hours, now).away, key=lambda each: (each.until or now) - each.since)[1 - MOST_AWAY :]
    return hours.model_copy(update={"away": (*sorted(past, key=attrgetter("since")), Away(since=now, until=until))})


# time zones


@lru_cache(maxsize=64)
def zone_of(name: str | None) -> tzinfo | None:
    """Return a time zone by its IANA name; None if this machine has no time zone with that name, or none at all."""
    try:
        return ZoneInfo(name) if name else None
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


@lru_cache(maxsize=1)
def zones() -> dict[str, str]:
    """Return the names of all time zones, by what people might write for them, folded: the name, or its last part if no other name
    has it. Names of places take precedence over those of countries and abbreviations."""
    found: dict[str, str] = {}
    names = sorted(available_timezones(), key=lambda name: (not is_place(name), name))
    for name in names:
        found.setdefault(written(name), name)
    for name in names:
        found.setdefault(written(name.rpartition("/")[2]), name)
    return found


def is_place(name: str) -> bool:
    """Return whether a time zone's name consists of a continent or an ocean and a place there."""
    first, _, rest = name.partition("/")
    return bool(rest) and first not in ("Etc", "SystemV", "US", "posix", "right")


def written(name: str) -> str:
    """Return a name as people might write it: in lower case, with spaces."""
    return " ".join(name.replace("_", " ").replace("-", " ").casefold().split())
