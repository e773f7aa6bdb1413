"""Reading a race log for measures: the games of all kinds share races, decisions and winners."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import lcm
from typing import Any, Final, NamedTuple

from bot.games.kit.tally import Tally
from engines.core import Header, Outcome, Row

WHOLE: Final = lcm(*range(1, 17))
"""A win in parts: whole numbers still if up to 16 seats share it."""


class Happening(NamedTuple):
    """One event with the row it stands in."""

    row: Row
    event: Mapping[str, Any]


def happenings(rows: Iterable[Row]) -> Iterator[Happening]:
    """Go through everything that happened in a game."""
    return (Happening(row, event) for row in rows for event in row.events)


def count_races(tally: Tally, header: Header, rows: Iterable[Row], outcome: Outcome) -> None:
    """Count what every game has: races, what seats decided in each, and who won."""
    decided = races = 0
    for row in rows:
        decided += row.action is not None and not row.auto
        if any(event["type"] == "race_over" for event in row.events):
            races += 1
            tally.note("actions", decided)
            decided = 0
    tally.count("games")
    tally.count("races", races)
    tally.note("races", races)
    for seat in outcome.winners:
        tally.count(f"seat {seat}", WHOLE // len(outcome.winners))
    tally.count("wins", WHOLE)
