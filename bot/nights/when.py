"""When a night begins, as people type it: `20:00`, `friday 20:30 Berlin`, `2026-12-01 8 pm`, `in 3 h`."""

from __future__ import annotations

import re
from calendar import isleap
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.nights.night import NightRefusal, NightRefused
from bot.tables.zones import zones_meant

MOST_DAYS = 90
"""How far ahead a night can be planned."""

LONGEST_WHEN = 60
"""Characters of a line that says when."""

_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_SPAN = re.compile(r"(\d{1,4})\s*(days|day|d|hours|hour|hrs|hr|h|minutes|minute|mins|min|m)(?![a-z])")
_IN = re.compile(rf"in(?:\s*(?:and\s+)?{_SPAN.pattern})+")
_WITH_T = re.compile(r"(\d{4}-\d{1,2}-\d{1,2})t(\d{1,2}:\d{2})(?::00)?(z|[+-]\d{1,2}:?\d{2})?\b")
"""ISO 8601, in small letters; with a `z` or an offset from UTC at its end, or without."""
_CLOCK = re.compile(r"(\d{1,2})(?:[:.h](\d{2}))?\s*(am|pm)?|(\d{1,2})h")
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_DOTTED = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})?")
_MINUTES = {"d": 24 * 60, "h": 60, "m": 1}


class When(NamedTuple):
    """A moment, in milliseconds since 1970 UTC."""

    at: int
    zone: str | None
    """In which the line was read; None: it needs none, as `in 3 h`."""
    is_named: bool
    """Whether the line names that zone."""


def read_when(text: str, now: int, usual: str | None = None) -> When:
    """Read a line that says when, seen from `now`; where it names no zone it is in the `usual` one, without it in UTC.

    A time that a clock skips is the moment an hour on, of one that it shows twice the first is meant. Raises
    `NightRefused` for what cannot be read, is past, or is too far ahead.
    """
    words = " ".join(text.lower().replace(",", " ").split())
    here = datetime.fromtimestamp(now / 1000, UTC)
    if _IN.fullmatch(words):
        span = sum(int(number) * _MINUTES[unit[0]] for number, unit in _SPAN.findall(words))
        return When(_checked(here + timedelta(minutes=span), here), None, is_named=False)
    words, named = _without_zone(_WITH_T.sub(_spaced, words))
    zone = named or (usual if usual and _is_there(usual) else "UTC")
    try:
        at = _moment(words, here.astimezone(ZoneInfo(zone)))
    except (ValueError, OverflowError):
        raise NightRefused(NightRefusal.NO_TIME, text=text) from None
    return When(_checked(at, here), zone, is_named=named is not None)


def _spaced(iso: re.Match[str]) -> str:
    """Write a moment of ISO 8601 as people do: `2028-03-01 20:00 utc+02:00`."""
    return " ".join(filter(None, [iso[1], iso[2], iso[3] and f"utc{iso[3].strip('z')}"]))


def _checked(at: datetime, here: datetime) -> int:
    """Return a moment as it is stored; refuse what is past or too far ahead."""
    if at <= here:
        raise NightRefused(NightRefusal.PAST, at=_stored(at))
    if at - here > timedelta(days=MOST_DAYS):
        raise NightRefused(NightRefusal.FAR, most=MOST_DAYS)
    return _stored(at)


def _stored(at: datetime) -> int:
    return int(at.timestamp()) * 1000


def _moment(words: str, here: datetime) -> datetime:
    """Return the next moment that is meant, with a date or without; raise ValueError for what is none."""
    head, _, rest = words.partition(" ")
    if day := _date(head, here):
        clock = _clock(rest.removeprefix("at ").strip())
        at = _at(day, clock, here)
        if at > here.astimezone(UTC) or not _comes_again(head):
            return at
        return _at(_next_year(day) if "." in head else day + timedelta(days=7), clock, here)
    clock = _clock(words.removeprefix("at ").strip())
    at = _at(here.date(), clock, here)
    return at if at > here.astimezone(UTC) else _at(here.date() + timedelta(days=1), clock, here)


def _at(day: date, clock: time, here: datetime) -> datetime:
    """Return a moment in UTC: only there moments of one zone can be compared across a change of its clocks."""
    return datetime.combine(day, clock, here.tzinfo).astimezone(UTC)


def _date(word: str, here: datetime) -> date | None:
    """Return the day that a word names: of a weekday the next one, which may be today."""
    if word in {"today", "tonight"}:
        return here.date()
    if word == "tomorrow":
        return here.date() + timedelta(days=1)
    if iso := _ISO.fullmatch(word):
        return date(*map(int, iso.groups()))
    if dotted := _DOTTED.fullmatch(word):
        return _dated(int(dotted[1]), int(dotted[2]), here.year, dotted[3])
    if word[:3] in _DAYS and "monday tuesday wednesday thursday friday saturday sunday".find(word) >= 0:
        return here.date() + timedelta(days=(_DAYS.index(word[:3]) - here.weekday()) % 7)
    return None


def _dated(day: int, month: int, this_year: int, named: str | None) -> date:
    """Return a date, without a year the next there is: not every year has a 29th of February."""
    if named:
        return date(int(named), month, day)
    return _first_there_is(this_year, month, day)


def _first_there_is(year: int, month: int, day: int) -> date:
    """Return a date in the first year from this one on that has it; raise ValueError where none has."""
    if (day, month) == (29, 2):
        while not isleap(year):
            year += 1
    return date(year, month, day)


def _comes_again(word: str) -> bool:
    """Whether a day that is past is meant as its next one: of a weekday, or of a date without its year."""
    dotted = _DOTTED.fullmatch(word)
    return word[:3] in _DAYS or bool(dotted and not dotted[3])


def _next_year(day: date) -> date:
    return _first_there_is(day.year + 1, day.month, day.day)


def _clock(words: str) -> time:
    found = _CLOCK.fullmatch(words)
    if found is None:
        raise ValueError(words)
    hour, minute = int(found[1] or found[4]), int(found[2] or 0)
    if found[3]:
        if not 1 <= hour <= 12:
            raise ValueError(words)
        hour = hour % 12 + 12 * (found[3] == "pm")
    return time(hour, minute)


def _without_zone(words: str) -> tuple[str, str | None]:
    """Split a line into what stands before its zone, and the zone: the longest end of it that names one, if any.

    Raises `NightRefused` where that end may be several zones.
    """
    parts = words.split()
    for start in range(1, len(parts)):
        named = " ".join(parts[start:]).strip("()")
        if zones_meant(named):
            return " ".join(parts[:start]), the_zone(named.upper())
    return words, None


def the_zone(typed: str) -> str:
    """Return the one time zone that was typed. Raises `NightRefused` where it names none, or may be several."""
    meant = zones_meant(typed)
    if len(meant) == 1 and _is_there(meant[0]):
        return meant[0]
    if meant:
        raise NightRefused(NightRefusal.ZONE, zone=typed, meant=meant)
    raise NightRefused(NightRefusal.NO_ZONE, zone=typed)


def _is_there(name: str) -> bool:
    """Whether the data of a zone can be read; a system may lack some of them."""
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True
