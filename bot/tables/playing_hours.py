"""Playing hours of a table, as arithmetic: outside them its clocks stand still, and nobody is called.

Moments are milliseconds since 1970 UTC, and lengths milliseconds.
"""

from __future__ import annotations

import logging
import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from difflib import get_close_matches
from functools import lru_cache
from typing import Self
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.tables.zones import key_of, zone_names, zones_meant

log = logging.getLogger(__name__)

SECOND = 1000
HOUR = 3_600_000
LEAST = HOUR
"""How long hours are at least: a clock of a week then runs for half a year."""

UTC_NAME = "UTC"
MOST_SUGGESTED = 3
LONGEST_ZONE = 40
"""Letters of the name of a zone; the longest that there is has 32."""

_DAY = timedelta(days=1)
_SPAN = re.compile(
    r"(\d{1,2})(?:[:.h](\d{2}))? ?(?:-|–|—|to|until|bis) ?(\d{1,2})(?:[:.h](\d{2}))?", re.ASCII
)


class NotHours(ValueError):
    """A text that names no hours, or hours that are too short."""


class NotAZone(ValueError):
    """A name of no time zone, or of several."""

    def __init__(self, name: str, meant: tuple[str, ...], *, are_several: bool) -> None:
        """`meant` are the several zones that it may be; of a name of none, zones of names like it."""
        super().__init__(name)
        self.name = name
        self.meant = meant
        self.are_several = are_several


@dataclass(frozen=True, slots=True)
class PlayingHours:
    """When a table is played: each day from one time to another, by the clocks of a time zone.

    Where they end before they begin they end on the next day. Where clocks are set forward over the begin or the end,
    that is the moment at which they are; where they show it twice, it is the first of both.
    """

    begin: time
    end: time
    zone: str
    """Its name in the IANA time zone database, such as `Europe/Berlin`."""

    @classmethod
    def read(cls, text: str) -> Self:
        """Read them as they are stored. Raises ValueError."""
        span, _, zone = text.partition(" ")
        begin, end = (time.fromisoformat(each) for each in span.split("-"))
        return cls(begin, end, zone)

    def __str__(self) -> str:
        """Write them as they are stored: `18:00-23:00 Europe/Berlin`."""
        return f"{self.begin:%H:%M}-{self.end:%H:%M} {self.zone}"

    @property
    def span(self) -> str:
        """From when to when, as people read it: `18:00–23:00`."""
        return f"{self.begin:%H:%M}–{self.end:%H:%M}"

    def is_open(self, now: int) -> bool:
        """Whether it is played at a moment; at that of the end it is not."""
        return self.next_open(now) == now

    def next_open(self, now: int) -> int:
        """Return the first moment from this one on at which it is played: this one, if it is."""
        return max(now, next(begin for begin, end in self._days(now) if now < end))

    def next_begin(self, now: int) -> int:
        """Return when hours begin next, after a moment."""
        return next(begin for begin, _ in self._days(now) if now < begin)

    def counted(self, start: int, length: int) -> int:
        """Return the first moment at which it is played and so much playing time has passed since the start."""
        left = length
        for begin, end in self._days(start):
            since = max(start, begin)
            if left < end - since:
                return since + left
            left -= max(0, end - since)
        raise AssertionError("days end with the calendar")  # pragma: no cover

    def elapsed(self, since: int, until: int) -> int:
        """Return how much playing time lies between two moments; below zero where the second is before the first."""
        if until < since:
            return -self.elapsed(until, since)
        passed = 0
        for begin, end in self._days(since):
            if begin >= until:
                break
            passed += max(0, min(end, until) - max(begin, since))
        return passed

    def put_off(self, due_at: int, since: int, now: int) -> int:
        """Return when a clock runs out that stood still since a moment until now: what was left of it stays that.

        One that had run out by then does so as soon as it is played.
        """
        return self.counted(now, max(0, self.elapsed(since, due_at)))

    def _days(self, moment: int) -> Iterator[tuple[int, int]]:
        """Say from when until when it is played, day by day, beginning with a day that is over before a moment."""
        zone = _zone(self.zone)
        day = datetime.fromtimestamp(moment // SECOND, zone).date() - 2 * _DAY
        over_midnight = _DAY if self.end <= self.begin else timedelta()
        while True:
            begin, end = _first_at(zone, day, self.begin), _first_at(zone, day + over_midnight, self.end)
            if begin < end:  # clocks may be set forward over all of it
                yield begin, end
            day += _DAY


def hours_of(text: str, zone: str, held: str = "") -> PlayingHours | None:
    """Read hours as somebody types them: `18:00-23:00`, `18–23`; nothing: None, at any time.

    `held` is the table's zone until now. It may stay even if its name is unclear, as in tables of older versions.
    Raises `NotHours`, and `NotAZone` where there is no such zone.
    """
    if not text.strip():
        return None
    typed = _SPAN.fullmatch(" ".join(text.lower().replace(" uhr", "").split()))
    if typed is None:
        raise NotHours(text)
    begin, end = _time(typed[1], typed[2]), _time(typed[3], typed[4])
    length = (timedelta(hours=end.hour - begin.hour, minutes=end.minute - begin.minute)) % _DAY
    if length < timedelta(milliseconds=LEAST):
        raise NotHours(text)
    is_held = zone.strip() == held != ""
    return PlayingHours(begin, end, held if is_held else zone_of(zone))


def _time(hour: str, minute: str | None) -> time:
    """Return a time of day; midnight may be called 24:00. Raises `NotHours`."""
    hours, minutes = int(hour), int(minute or 0)
    if (hours, minutes) == (24, 0):
        return time(0)
    try:
        return time(hours, minutes)
    except ValueError:
        raise NotHours(hour) from None


def zone_of(name: str) -> str:
    """Return the name of a time zone that somebody types: `europe/berlin`, `New York`, `UTC+2`; nothing: UTC.

    Raises `NotAZone` with zones that may be meant.
    """
    if not name.strip():
        return UTC_NAME
    meant = zones_meant(name)
    if len(meant) == 1:
        return meant[0]
    raise NotAZone(name.strip()[:LONGEST_ZONE], tuple(meant) or _like(key_of(name)), are_several=bool(meant))


def _like(typed: str) -> tuple[str, ...]:
    """Name zones that are called nearly as what was typed, their cities among it."""
    zones = {key_of(zone): zone for zone in zone_names()}
    cities = {key.rpartition("/")[2]: zone for key, zone in zones.items()}
    city = typed.rpartition("/")[2]
    found = [zones[key] for key in get_close_matches(typed, zones, MOST_SUGGESTED)]
    found += [cities[key] for key in get_close_matches(city, cities, MOST_SUGGESTED)]
    return tuple(dict.fromkeys(found))[:MOST_SUGGESTED]


@lru_cache(maxsize=256)
def _zone(name: str) -> ZoneInfo:
    """Return a zone; UTC for one that this machine does not know, so that no table stands still for it."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        log.error("there is no time zone %r on this machine: hours in it are taken for UTC", name)
        return ZoneInfo(UTC_NAME)


@lru_cache(maxsize=4096)
def _first_at(zone: ZoneInfo, day: date, at: time) -> int:
    """Return the first moment at which clocks in a zone show a time of a day, or a later one."""
    shown = datetime.combine(day, at)
    moment = int(shown.replace(tzinfo=zone).timestamp())
    if datetime.fromtimestamp(moment, zone).replace(tzinfo=None) == shown:
        return moment * SECOND
    # Clocks are set forward over it, by the difference of what they show before and after.
    span = range(int(shown.replace(tzinfo=zone, fold=1).timestamp()), moment)
    passed = bisect_left(
        span, True, key=lambda each: datetime.fromtimestamp(each, zone).replace(tzinfo=None) >= shown
    )
    return (span.start + passed) * SECOND
