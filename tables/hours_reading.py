"""Reading time zones, quiet hours and dates from what people write. Pure."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache

from engine.request_words import too_long
from engine.spelling import near
from storage.personal import MOST_QUIET, quiet_minutes
from tables import waking, words
from tables.errors import ErrorSpan, ParseError

LONGEST_HOURS = 100
"""How long such a text can be."""
MOST_DAYS = 366
LIKE_ENOUGH = 0.7
MOST_MEANT = 3
OFF = frozenset(("", "off", "none", "no"))

DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
ABBREVIATED = {
    "et": "America/New_York",
    "est": "America/New_York",
    "edt": "America/New_York",
    "ct": "America/Chicago",
    "cst": "America/Chicago",
    "cdt": "America/Chicago",
    "mt": "America/Denver",
    "mst": "America/Denver",
    "mdt": "America/Denver",
    "pt": "America/Los_Angeles",
    "pst": "America/Los_Angeles",
    "pdt": "America/Los_Angeles",
    "cest": "Europe/Berlin",
    "bst": "Europe/London",
    "ist": "Asia/Kolkata",
    "jst": "Asia/Tokyo",
    "aest": "Australia/Sydney",
    "aedt": "Australia/Sydney",
}
"""What an abbreviation most likely means: it is offered, never assumed."""

SHIFT = re.compile(r"(?:utc|gmt)? ?([+\u2212-]) ?(\d{1,2})(?::?00)?")
CLOCK = re.compile(r"(\d{1,2})(?:[:.h](\d{2}))? ?(am|pm)?")
QUIET = re.compile(rf"(?:from )?{CLOCK.pattern} ?(?:-|\u2013|\u2014|to|till|until) ?{CLOCK.pattern}")
ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
MONTH_FIRST = re.compile(r"([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,?(?: (\d{4}))?")
DAY_FIRST = re.compile(r"(\d{1,2})(?:st|nd|rd|th|\.)?(?: of)? ?([a-z]{3,9})\.?,?(?: (\d{4}))?")
SPAN = re.compile(r"(?:in |for )?(\d{1,3}|an?|one) ?(day|week)s?")
WEEKDAY = re.compile(r"(?:on |next |this )?([a-z]{3,9})")


class HoursError(ParseError):
    """A time zone, quiet hours or a date can't be understood."""


def wrong(sentence: str, text: str, *meant: str) -> HoursError:
    """Return everything that is wrong with a text, and what it might mean."""
    stripped = text.strip()
    start = text.index(stripped)
    return HoursError(sentence, text, *([ErrorSpan(start, start + len(stripped), meant)] if stripped else []))


def folded(text: str) -> str:
    """Return a text in lower case and without superfluous spaces. Raise HoursError if it is too long."""
    if len(text) > LONGEST_HOURS:
        raise HoursError(too_long(LONGEST_HOURS), text[:LONGEST_HOURS])
    return " ".join(text.casefold().split())


# time zones


def read_zone(text: str) -> str | None:
    """Return the time zone that `text` means, by its IANA name; None: off. Raise HoursError, with the likely ones."""
    word = folded(text)
    if word in OFF:
        return None
    if shift := SHIFT.fullmatch(word):
        hours = int(shift[2])
        name = f"Etc/GMT{'-' if shift[1] == '+' else '+'}{hours}" if hours else "UTC"
        if waking.zone_of(name) is not None:
            return name
    known, key = zones(), waking.written(word)
    if key in known:
        return known[key]
    if key in ABBREVIATED:
        likely = [ABBREVIATED[key]]
    else:
        likely = [name for each, name in known.items() if len(key) > 1 and each.startswith(key)]
        likely = likely or [known[each] for each in near(key, known.keys(), MOST_MEANT, LIKE_ENOUGH)]
    raise wrong(words.NO_ZONE, text, *dict.fromkeys(likely[:MOST_MEANT]))


@lru_cache(maxsize=1)
def zones() -> dict[str, str]:
    """Return the time zones that people can name. Abbreviations aren't included: they stay the same while people's clocks
    change."""
    return {key: name for key, name in waking.zones().items() if key not in ABBREVIATED}


# quiet hours


def read_quiet(text: str) -> tuple[int, int] | None:
    """Return the quiet hours that `text` means, in minutes since midnight; None: off. Raise HoursError."""
    word = folded(text)
    if word in OFF:
        return None
    found = QUIET.fullmatch(word)
    first, last = (minute(*found.groups()[:3]), minute(*found.groups()[3:])) if found else (None, None)
    if first is None or last is None or first == last:
        raise wrong(words.NO_QUIET_HOURS, text)
    if quiet_minutes(first, last) > MOST_QUIET:
        raise wrong(words.most_quiet(MOST_QUIET // 60), text)
    return first, last


def minute(hour: str, minutes: str | None, half: str | None) -> int | None:
    """Return a time of day, in minutes since midnight; None if there is no such time."""
    hours, past = int(hour), int(minutes or 0)
    if past > 59 or hours > 24 or (hours == 24 and past) or (half and not 1 <= hours <= 12):
        return None
    if half:
        hours = hours % 12 + (12 if half == "pm" else 0)
    return hours % 24 * 60 + past


# dates


def read_until(text: str, now: datetime, zone: str | None) -> datetime | None:
    """Return the end of the day that `text` means, in that time zone (None: UTC); None if it is empty. Raise HoursError."""
    word = folded(text)
    if not word:
        return None
    local = waking.zone_of(zone) or UTC
    today = now.astimezone(local).date()
    try:
        day = day_of(word, today)
    except (ValueError, OverflowError):
        day = None
    if day is None:
        raise wrong(words.NO_DATE, text)
    if day > today + timedelta(days=MOST_DAYS):
        raise wrong(words.FAR_DATE, text)
    if day < today or (end := datetime.combine(day, time(23, 59), local).astimezone(UTC)) <= now:
        raise wrong(words.PAST_DATE, text)
    return end


def day_of(word: str, today: date) -> date | None:
    """Return the day that a text means; None if it means none. Raise ValueError, OverflowError."""
    if word in ("today", "tonight", "tomorrow"):
        return today + timedelta(days=word == "tomorrow")
    if found := ISO.fullmatch(word):
        return date(int(found[1]), int(found[2]), int(found[3]))
    if found := SPAN.fullmatch(word):
        number = int(found[1]) if found[1].isdecimal() else 1
        return today + timedelta(days=number * (7 if found[2] == "week" else 1))
    if found := MONTH_FIRST.fullmatch(word):
        return in_month(found[1], int(found[2]), found[3], today)
    if found := DAY_FIRST.fullmatch(word):
        return in_month(found[2], int(found[1]), found[3], today)
    if found := WEEKDAY.fullmatch(word):
        for number, name in enumerate(DAYS):
            if name.startswith(found[1]):
                return today + timedelta(days=(number - today.weekday() - 1) % 7 + 1)
    return None


def in_month(month: str, day: int, year: str | None, today: date) -> date | None:
    """Return a day of a month: in that year if given, otherwise the next such day. Raise ValueError."""
    number = next((number for number, name in enumerate(MONTHS, 1) if name.startswith(month)), None)
    if number is None:
        return None
    if year is not None:
        return date(int(year), number, day)
    for each in (today.year, today.year + 1):
        if (found := date(each, number, day)) >= today:
            return found
    return None
