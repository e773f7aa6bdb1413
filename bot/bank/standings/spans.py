"""The stretches of time of which sums are kept: days of UTC, weeks of ISO 8601, months, seasons, and all time."""

from __future__ import annotations

from datetime import UTC, datetime
from enum import StrEnum

ALL_GAMES = ""
"""In place of a game: all of them together."""

ALL_TIME = "all"

PASSING = ("day:", "month:", "week:")
"""How the names of spans begin of which no board tells once they are over."""


class Since(StrEnum):
    """Since when is counted."""

    TODAY = "today"
    WEEK = "week"
    MONTH = "month"
    SEASON = "season"
    ALL = "all"


def spans_at(at: int, season: int | None) -> dict[Since, str]:
    """Name the stretches that a moment (milliseconds since 1970 UTC) lies in, one of them the season it counts for."""
    day = datetime.fromtimestamp(at // 1000, UTC).date()
    year, week, _ = day.isocalendar()
    spans = {
        Since.TODAY: f"day:{day}",
        Since.WEEK: f"week:{year}-W{week:02}",
        Since.MONTH: f"month:{day:%Y-%m}",
        Since.ALL: ALL_TIME,
    }
    return spans if season is None else {**spans, Since.SEASON: season_span(season)}


def is_passing(span: str) -> bool:
    """Return whether sums of a span are deleted some time after it: those of a day, a week or a month are."""
    return span.startswith(PASSING)


def season_span(season: int) -> str:
    """Name the stretch of a season."""
    return f"season:{season}"
