"""People write time zones, quiet hours and dates in many ways; what can't be read is refused, with what it might mean."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tables.hours_reading import LONGEST_HOURS, HoursError, read_quiet, read_until, read_zone
from tests.lag import measured

WEDNESDAY = datetime(2026, 12, 2, 22, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "zone"),
    [
        ("Europe/Berlin", "Europe/Berlin"),
        (" berlin ", "Europe/Berlin"),
        ("new york", "America/New_York"),
        ("America/new_york", "America/New_York"),
        ("Port-au-Prince", "America/Port-au-Prince"),
        ("Buenos  Aires", "America/Argentina/Buenos_Aires"),
        ("Japan", "Japan"),
        ("UTC", "UTC"),
        ("utc+2", "Etc/GMT-2"),
        ("UTC -05:00", "Etc/GMT+5"),
        ("+1", "Etc/GMT-1"),
        ("GMT+0", "UTC"),
        ("off", None),
        ("", None),
    ],
)
def test_time_zones(text: str, zone: str | None) -> None:
    assert read_zone(text) == zone


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Berlni", "Europe/Berlin"),
        ("new yrok", "America/New_York"),
        ("Reykj", "Atlantic/Reykjavik"),
        ("EST", "America/New_York"),
        ("IST", "Asia/Kolkata"),
    ],
)
def test_likely_time_zones_are_suggested(text: str, meant: str) -> None:
    with pytest.raises(HoursError) as refusal:
        read_zone(f"{text} ")
    (fault,) = refusal.value.faults
    assert meant in fault.meant and refusal.value.text[fault.start : fault.end] == text
    number = fault.meant.index(meant)
    assert read_zone(refusal.value.corrected(number)) == meant


@pytest.mark.parametrize("text", ["UTC+25", "Atlantis", "../etc/passwd", "+", "9" * 99, "ß", "\x00", "Z"])
def test_unknown_time_zones_are_refused(text: str) -> None:
    with pytest.raises(HoursError):
        read_zone(text)


@pytest.mark.parametrize(
    ("text", "quiet"),
    [
        ("23-7", (1380, 420)),
        ("22:30 to 7", (1350, 420)),
        ("from 23 till 7.15", (1380, 435)),
        ("11pm - 7am", (1380, 420)),
        ("12 am to 12pm", (0, 720)),
        ("0–8", (0, 480)),
        ("22-24", (1320, 0)),
        ("7-23", (420, 1380)),
        ("off", None),
        (" ", None),
    ],
)
def test_quiet_hours(text: str, quiet: tuple[int, int] | None) -> None:
    assert read_quiet(text) == quiet


@pytest.mark.parametrize("text", ["7", "7-7", "25-3", "23:60-7", "24:30-7", "13pm-7", "0am-7", "night", "7-23:01", "-", "1-2-3"])
def test_impossible_quiet_hours_are_refused(text: str) -> None:
    with pytest.raises(HoursError):
        read_quiet(text)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("today", "2026-12-02"),
        ("Tomorrow", "2026-12-03"),
        ("Friday", "2026-12-04"),
        ("on fri", "2026-12-04"),
        ("Wednesday", "2026-12-09"),
        ("next Tuesday", "2026-12-08"),
        ("Dec 3", "2026-12-03"),
        ("3 Dec", "2026-12-03"),
        ("3. December", "2026-12-03"),
        ("the 3rd", None),
        ("December 2nd", "2026-12-02"),
        ("Dec 1", "2027-12-01"),
        ("Jan 7, 2027", "2027-01-07"),
        ("7th of January 2027", "2027-01-07"),
        ("2026-12-24", "2026-12-24"),
        ("2 weeks", "2026-12-16"),
        ("a week", "2026-12-09"),
        ("for 10 days", "2026-12-12"),
        ("2026-12-01", None),
        ("2028-01-01", None),
        ("2026-13-01", None),
        ("Feb 30", None),
        ("Dec 3, 0000", None),
        ("999 weeks", None),
        ("soon", None),
        ("fr", None),
    ],
)
def test_dates(text: str, day: str | None) -> None:
    if day is None:
        with pytest.raises(HoursError):
            read_until(text, WEDNESDAY, None)
    else:
        assert read_until(text, WEDNESDAY, None) == datetime.fromisoformat(f"{day}T23:59").replace(tzinfo=UTC)


def test_days_are_those_of_the_persons_time_zone() -> None:
    assert read_until("today", WEDNESDAY, "Asia/Tokyo") == datetime(2026, 12, 3, 14, 59, tzinfo=UTC)
    assert read_until("today", WEDNESDAY, "America/Los_Angeles") == datetime(2026, 12, 3, 7, 59, tzinfo=UTC)
    assert read_until("today", WEDNESDAY, "Europe/Atlantis") == datetime(2026, 12, 2, 23, 59, tzinfo=UTC)
    assert read_until("", WEDNESDAY, "Asia/Tokyo") is None
    with pytest.raises(HoursError):
        read_until("today", WEDNESDAY.replace(hour=23, minute=59), None)


@pytest.mark.parametrize("text", ["x" * (LONGEST_HOURS + 1), "2" * LONGEST_HOURS, "a b " * 25, " " * 99 + "b"])
def test_any_text_is_read_quickly(text: str) -> None:
    read_zone("Berlin")
    with measured() as spent:
        for read in (read_zone, read_quiet, lambda text: read_until(text, WEDNESDAY, None)):
            with pytest.raises(HoursError):
                read(text)
    assert spent.seconds < 0.02
