"""Only a person's waking hours count towards the limit on a move: in their own time zone, and not while they are away."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from time import perf_counter

import pytest

from storage.models import OPEN_END
from storage.personal import MOST_AWAY, MOST_EARLIER, Away, Hours
from tables import waking

START = datetime(2026, 1, 1, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
BERLIN = Hours(zone="Europe/Berlin", quiet=(23 * 60, 7 * 60))
NEW_YORK = Hours(zone="America/New_York", quiet=(23 * 60, 7 * 60))
AFTERNOON = Hours(zone="Europe/Berlin", quiet=(13 * 60, 15 * 60))


def at(said: str) -> datetime:
    return datetime.fromisoformat(said).replace(tzinfo=UTC)


def gone(*times: tuple[str, str | None], hours: Hours | None = None) -> Hours:
    away = tuple(Away(since=at(since), until=at(until) if until else None) for since, until in times)
    return (hours or Hours()).model_copy(update={"away": away})


CASES = {
    "nothing is assumed": (Hours(), "2026-01-10 12:00", DAY, "2026-01-11 12:00"),
    "no zone, no quiet hours": (Hours(quiet=(0, 60)), "2026-01-10 12:00", DAY, "2026-01-11 12:00"),
    "no such zone": (Hours(zone="Europe/Atlantis", quiet=(0, 60)), "2026-01-10 12:00", DAY, "2026-01-11 12:00"),
    "before the night": (BERLIN, "2026-01-10 12:00", 10 * HOUR, "2026-01-10 22:00"),
    "over the night": (BERLIN, "2026-01-10 21:00", 2 * HOUR, "2026-01-11 07:00"),
    "within the night": (BERLIN, "2026-01-11 01:00", HOUR, "2026-01-11 07:00"),
    "as the night ends": (BERLIN, "2026-01-11 06:00", HOUR, "2026-01-11 07:00"),
    "over two nights": (BERLIN, "2026-01-10 21:00", 20 * HOUR, "2026-01-12 09:00"),
    "quiet in the day": (AFTERNOON, "2026-01-10 11:00", 2 * HOUR, "2026-01-10 15:00"),
    "a short night in spring": (BERLIN, "2026-03-28 21:00", 2 * HOUR, "2026-03-29 06:00"),
    "a long night in autumn": (BERLIN, "2026-10-24 20:00", 2 * HOUR, "2026-10-25 07:00"),
    "a short night in New York": (NEW_YORK, "2026-03-08 03:00", 2 * HOUR, "2026-03-08 12:00"),
    "a long night in New York": (NEW_YORK, "2026-11-01 02:00", 2 * HOUR, "2026-11-01 13:00"),
    "an hour that is skipped": (
        Hours(zone="Europe/Berlin", quiet=(120, 150)), "2026-03-29 00:00", 2 * HOUR, "2026-03-29 02:30",
    ),
    "an hour that comes twice": (
        Hours(zone="Europe/Berlin", quiet=(120, 150)), "2026-10-24 23:00", 4 * HOUR, "2026-10-25 04:30",
    ),
    "away": (gone(("2026-01-10 13:00", "2026-01-15 13:00")), "2026-01-10 12:00", 2 * HOUR, "2026-01-15 14:00"),
    "away before": (gone(("2026-01-05 13:00", "2026-01-06 13:00")), "2026-01-10 12:00", DAY, "2026-01-11 12:00"),
    "away and quiet": (
        gone(("2026-01-10 12:00", "2026-01-11 01:00"), hours=BERLIN), "2026-01-10 11:00", 2 * HOUR, "2026-01-11 07:00",
    ),
    "away for good": (gone(("2026-01-10 13:00", None)), "2026-01-10 12:00", 2 * HOUR, "2026-01-24 14:00"),
    "away twice, and too long": (
        gone(("2026-01-02 00:00", "2026-01-12 00:00"), ("2026-01-20 00:00", "2026-01-30 00:00")),
        "2026-01-20 00:00",
        DAY,
        "2026-01-25 00:00",
    ),
    "away before the game": (
        gone(("2025-12-01 00:00", "2025-12-31 00:00"), ("2026-01-20 00:00", None)),
        "2026-01-20 00:00",
        DAY,
        "2026-02-04 00:00",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_a_limit_passes_in_waking_hours(case: str) -> None:
    hours, since, limit, passes = CASES[case]
    assert waking.passes(at(since), limit, hours, start=START) == at(passes)


def test_the_longest_limit_is_found_quickly() -> None:
    hours = gone(("2026-03-25 00:00", None), hours=Hours(zone="Europe/Berlin", quiet=(8 * 60, 0)))
    begun = perf_counter()
    for _ in range(100):
        passes = waking.passes(at("2026-03-20 00:00"), 14 * DAY, hours, start=START)
    assert passes == at("2026-05-15 00:00")
    assert perf_counter() - begun < 0.3


def test_being_away_ends_and_is_remembered() -> None:
    hours = waking.leave(BERLIN, START, START + 5 * DAY)
    assert waking.away_until(hours, START) == START + 5 * DAY
    assert waking.away_until(hours, START + 5 * DAY) is None
    longer = waking.leave(hours, START + DAY, None)
    assert longer.away == (Away(since=START, until=START + DAY), Away(since=START + DAY))
    assert waking.away_until(longer, START + 9 * DAY) == OPEN_END
    here = waking.back(longer, START + 2 * DAY)
    assert waking.away_until(here, START + 2 * DAY) is None
    assert here.away == (Away(since=START, until=START + DAY), Away(since=START + DAY, until=START + 2 * DAY))
    assert waking.back(here, START + 3 * DAY) == here
    assert here.quiet == BERLIN.quiet


def test_many_short_times_away_are_no_new_allowance() -> None:
    hours = waking.leave(Hours(), START, START + 10 * DAY)
    for day in range(10, MOST_AWAY + 20):
        hours = waking.leave(hours, START + day * DAY, START + day * DAY + HOUR)
    assert len(hours.away) == MOST_AWAY and hours.away[0] == Away(since=START, until=START + 10 * DAY)
    assert hours.away[-1].since == START + (MOST_AWAY + 19) * DAY
    assert Hours.model_validate_json(hours.model_dump_json()) == hours


def test_too_many_changes_forget_the_shortest_time() -> None:
    hours, now = Hours(), at("2026-01-10 12:00")
    for number in range(MOST_EARLIER + 3):
        hours = waking.changed(hours, hours.model_copy(update={"quiet": (number, 500), "zone": "UTC"}), now)
        now += HOUR if number != 4 else timedelta(seconds=1)
    assert len(hours.earlier) == MOST_EARLIER and at("2026-01-10 16:00") in [each.until for each in hours.earlier]
    assert at("2026-01-10 16:00") + timedelta(seconds=1) not in [each.until for each in hours.earlier]
    later = waking.changed(hours, hours.model_copy(update={"quiet": None}), now + 61 * DAY)
    assert [each.until for each in later.earlier] == [now + 61 * DAY], "no limit runs for so long"
    assert waking.changed(hours, waking.leave(hours, now, None), now).earlier == hours.earlier
