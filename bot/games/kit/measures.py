"""What a game's races are measured by: what is counted in their logs, and the lines of a table worked out from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from typing import Any, Final, NamedTuple

from bot.games.kit.tally import Tally
from engines.core import Event, Header, Row

NONE: Final = "–"
"""Where there is nothing to say."""


class Figure(NamedTuple):
    """One line of a table, with what it should come near to in random play, by the number of seats."""

    label: str
    of: Callable[[Tally], str]
    aims: Mapping[int, str] | str | None = None

    def aim(self, seats: int) -> str:
        """Return what the figure should come near to."""
        if isinstance(self.aims, str):
            return self.aims
        return (self.aims or {}).get(seats, NONE)


def percent(part: str, whole: str) -> Callable[[Tally], str]:
    """Return what writes one count as a percentage of another."""

    def written(tally: Tally) -> str:
        share = tally.share(part, whole)
        return NONE if share is None else f"{100 * share:.1f} %"

    return written


def mean(part: str, whole: str) -> Callable[[Tally], str]:
    """Return what writes one count divided by another."""

    def written(tally: Tally) -> str:
        share = tally.share(part, whole)
        return NONE if share is None else f"{share:.1f}"

    return written


def spread(name: str) -> Callable[[Tally], str]:
    """Return what writes the mean of measured numbers, and between which of them nine tenths lie."""

    def written(tally: Tally) -> str:
        values = tally.spreads[name]
        if not values:
            return NONE
        average = sum(value * times for value, times in values.items()) / values.total()
        return f"{average:.1f} ({tally.quantile(name, 0.05)}–{tally.quantile(name, 0.95)})"

    return written


def middle(name: str) -> Callable[[Tally], str]:
    """Return what writes the median of measured numbers."""
    return lambda tally: str(tally.quantile(name, 0.5) or NONE)


def happenings(rows: Iterable[Row]) -> Iterator[tuple[Row, Event]]:
    """Go through everything that happened in a game: each event with the row it stands in."""
    return ((row, event) for row in rows for event in row.events)


def every_horse(edition: Mapping[str, Any], _seats: int) -> Sequence[str]:
    """Return the horses of an edition that names them all, whatever the number of seats."""
    named: Sequence[str] = edition["horses"]
    return named


@dataclass(frozen=True, slots=True, kw_only=True)
class Measures:
    """What `paddock simulate --report` counts in games of its own accord, and what it says of the edition."""

    page: Traversable | None = None
    """Markdown: the format of the edition, with `{tables}` where the figures go."""
    figures: Sequence[Figure] = ()
    """The lines of its table."""
    count: Callable[[Tally, Header, Sequence[Row]], None] = lambda *_: None
    """Counts what happened in one game."""
    wins_by: str = ""
    """What wins of races are counted by beside seats: `horse`, `lane`; nothing: by seats alone."""
    racers: Callable[[Mapping[str, Any], int], Sequence[str]] = lambda *_: ()
    """The names of all that can win a race, with this edition and so many seats."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Options of a report, where the defaults would hide what is measured."""
